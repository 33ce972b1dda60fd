//! An instruction set's values as rows: shape and computation of each, once.

use crate::isa::Isa;
use tilescope_exec::{Interp, Lanes16, Vectorised, vectorised};

/// The functions [`Isa::shape`], [`Isa::value`], [`Isa::each`] and [`Isa::over_exec`], from a row
/// for each value: a pattern, its operands and the computation. Rows are in lists of one shape
/// and kind:
///
/// * `inlined`: compiled for each value by itself.
/// * `seldom`: compiled once for all such values.
/// * `lanes`: operands are [`Lanes16`]; not over `Exec`, so there is no native code.
///
/// ```text
/// values! { |e, q|
///     Shape::bits(2) => inlined {
///         Add => |a, b| e.add(a, b);
///     }
///     Shape::bits(1) => lanes {
///         First => |a| Lanes16::splat(a.0[0]);
///     }
/// }
/// ```
#[macro_export]
macro_rules! values {
    (|$e:ident, $q:ident| $($shape:expr => $kind:ident {
        $($value:pat => |$($operand:ident),+| $result:expr;)+
    })+) => {
        #[allow(unused_variables)]
        fn shape(v: Self::Value) -> $crate::Shape {
            match v { $($($value => $shape,)+)+ }
        }

        #[inline(always)]
        #[allow(unused_variables)]
        fn value<E: $crate::Exec>(
            $e: &mut E,
            $q: &Self::Quirks,
            v: Self::Value,
            s: [E::V; 4],
        ) -> E::V {
            match v {
                $($($value => $crate::values!(@value $kind s, [$($operand),+], $result),)+)+
            }
        }

        #[inline(always)]
        #[allow(unused_variables)]
        fn each<const B: usize>(
            $q: &Self::Quirks,
            v: Self::Value,
            at: $crate::Each<'_, Self, B>,
        ) {
            match v {
                $($($value => {
                    $crate::values!(@each $kind at, $q, v, $e, [$($operand),+], $result)
                })+)+
            }
        }

        #[allow(unused_variables)]
        fn over_exec(v: Self::Value) -> bool {
            match v { $($($value => $crate::values!(@over_exec $kind),)+)+ }
        }
    };
    (@value lanes $s:ident, [$($operand:ident),+], $result:expr) => { $s[0] };
    (@value $kind:ident $s:ident, [$($operand:ident),+], $result:expr) => {{
        let [$($operand,)+ ..] = $s;
        $result
    }};
    (@each seldom $at:ident, $q:ident, $v:ident, $e:ident, [$($o:ident),+], $result:expr) => {
        $crate::each!($at, |_e, a, b, c, d| $crate::seldom::<Self>($q, $v, [a, b, c, d]))
    };
    (@each $kind:ident $at:ident, $q:ident, $v:ident, $e:ident, [$($o:ident),+], $result:expr) => {
        $crate::each!($at, |$e, $($o),+| $result)
    };
    (@over_exec lanes) => { false };
    (@over_exec $kind:ident) => { true };
}

/// A value that few programs need, compiled once for the host's vectors.
#[inline(never)]
pub fn seldom<I: Isa>(quirks: &I::Quirks, value: I::Value, operands: [Lanes16; 4]) -> Lanes16 {
    vectorised(Seldom::<I> {
        quirks,
        value,
        operands,
    })
}

struct Seldom<'a, I: Isa> {
    quirks: &'a I::Quirks,
    value: I::Value,
    operands: [Lanes16; 4],
}

impl<I: Isa> Vectorised for Seldom<'_, I> {
    type Output = Lanes16;

    #[inline(always)]
    fn run(self) -> Lanes16 {
        I::value(&mut Interp::<16>, self.quirks, self.value, self.operands)
    }
}
