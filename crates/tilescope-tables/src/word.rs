//! Instruction words as structs: formats, and the values that their fields encode.
//!
//! [`fields!`](crate::fields) declares a format, [`word!`](crate::word!) a struct with a field for
//! each value in one or two words of 64 bits.

use crate::{Field, Format};

/// A value of one or two words. The bits and the value determine each other: every combination
/// of bits is a value.
pub trait Word: Sized {
    /// The formats of the words.
    const FORMATS: &'static [&'static Format];

    /// The bits of the words; those of unused words are 0.
    fn bits(&self) -> [u64; 2];

    /// The value with these bits.
    fn from_bits(bits: [u64; 2]) -> Self;
}

/// Declares a [`Format`]. A row reads `"name", highest bit, lowest bit, "doc";`.
#[macro_export]
macro_rules! fields {
    (
        $(#[$m:meta])* pub static $format:ident = $what:literal, $width:literal;
        $( $name:literal, $hi:literal, $lo:literal, $doc:literal; )+
    ) => {
        $(#[$m])*
        pub static $format: $crate::Format = $crate::Format {
            name: $what,
            width: $width,
            fields: &[$( $crate::Field::new($name, $hi, $lo, $doc) ),+],
        };
    };
}

/// Declares a struct that one or two words encode. A field reads `pub name: type = at,` where
/// `at` names a field of the formats, `("highest" .. "lowest")` several that follow each
/// other, and a list several places. Without `at`, the names are the same.
///
/// ```
/// use tilescope_tables::word::Word;
/// tilescope_tables::fields! {
///     /// An addition.
///     pub static ADD = "addition", 16;
///     "src2", 15, 12, "second source";
///     "src1", 11, 8, "first source";
///     "op", 7, 0, "operation";
/// }
/// tilescope_tables::word! {
///     /// An addition.
///     pub struct Add: ADD {
///         /// The operation.
///         pub op: u8,
///         /// The sources.
///         pub sources: [u8; 2] = ["src1", "src2"],
///     }
/// }
/// let add = Add::from_bits([0x3210, 0]);
/// assert_eq!(add, Add { op: 0x10, sources: [2, 3] });
/// assert_eq!(add.bits(), [0x3210, 0]);
/// ```
#[macro_export]
macro_rules! word {
    (
        $(#[$m:meta])* $vis:vis struct $value:ident: $($format:ident),+ {
            $( $(#[$fm:meta])* $fvis:vis $field:ident: $type:ty $(= $at:tt)?, )+
        }
    ) => {
        $(#[$m])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        $vis struct $value {
            $( $(#[$fm])* $fvis $field: $type, )+
        }

        impl $crate::word::Word for $value {
            const FORMATS: &'static [&'static $crate::Format] = &[$(&$format),+];

            fn bits(&self) -> [u64; 2] {
                let mut words = [0; 2];
                $( $crate::word::Value::put(
                    self.$field, $crate::word!(@at $field $($at)?), &mut words,
                ); )+
                words
            }

            fn from_bits(words: [u64; 2]) -> $value {
                $value { $( $field: $crate::word::Value::get(
                    $crate::word!(@at $field $($at)?), words,
                ), )+ }
            }
        }
    };
    (@at $field:ident) => { $crate::word!(@place (stringify!($field)) (stringify!($field))) };
    (@at $field:ident $name:literal) => { $crate::word!(@place ($name) ($name)) };
    (@at $field:ident ($hi:literal .. $lo:literal)) => { $crate::word!(@place ($hi) ($lo)) };
    (@at $field:ident [$($at:tt),+]) => { [$( $crate::word!(@at $field $at) ),+] };
    (@place ($hi:expr) ($lo:expr)) => {
        const {
            let formats = <Self as $crate::word::Word>::FORMATS;
            $crate::word::Place::named(formats, $hi, $lo)
        }
    };
}

/// Bits of one of the words of an instruction.
#[derive(Clone, Copy, Debug)]
pub struct Place {
    word: usize,
    field: Field,
}

impl Place {
    /// The bits from the field called `hi` down to the one called `lo`. Evaluated in
    /// constants, so that an unknown name does not build.
    ///
    /// # Panics
    /// No format has the fields.
    pub const fn named(formats: &[&Format], hi: &str, lo: &str) -> Place {
        let mut word = 0;
        while word < formats.len() {
            if let (Some(hi), Some(lo)) = (find(formats[word], hi), find(formats[word], lo)) {
                let field = Field::new(hi.name, hi.hi, lo.lo, hi.doc);
                return Place { word, field };
            }
            word += 1;
        }
        panic!("no format has this field")
    }

    /// The value at this place.
    pub fn get<T: Value<Place>>(self, words: [u64; 2]) -> T {
        T::get(self, words)
    }
}

const fn find(format: &Format, name: &str) -> Option<Field> {
    let mut i = 0;
    while i < format.fields.len() {
        if same(format.fields[i].name.as_bytes(), name.as_bytes()) {
            return Some(format.fields[i]);
        }
        i += 1;
    }
    None
}

const fn same(a: &[u8], b: &[u8]) -> bool {
    let mut i = 0;
    while i < a.len() && i < b.len() && a[i] == b[i] {
        i += 1;
    }
    i == a.len() && i == b.len()
}

/// A value in the words of an instruction: at one place, or in parts.
pub trait Value<At> {
    /// The value at these places.
    fn get(at: At, words: [u64; 2]) -> Self;

    /// Writes the value. Bits that do not fit are dropped.
    fn put(self, at: At, words: &mut [u64; 2]);
}

/// A value that is the bits of a field.
pub trait Bits {
    /// The value that a field of `width` bits has.
    fn of(raw: u64, width: u32) -> Self;

    /// The field's bits, above which there can be others.
    fn raw(self) -> u64;
}

impl<T: Bits> Value<Place> for T {
    fn get(at: Place, words: [u64; 2]) -> T {
        T::of(at.field.get(words[at.word]), at.field.width())
    }

    fn put(self, at: Place, words: &mut [u64; 2]) {
        words[at.word] = at.field.set(words[at.word], self.raw());
    }
}

impl<A, T: Value<A>, const N: usize> Value<[A; N]> for [T; N] {
    fn get(at: [A; N], words: [u64; 2]) -> [T; N] {
        at.map(|at| T::get(at, words))
    }

    fn put(self, at: [A; N], words: &mut [u64; 2]) {
        for (value, at) in self.into_iter().zip(at) {
            value.put(at, words);
        }
    }
}

/// Implements [`Bits`] for types. It reads `Type, ... = |bits, width| value, |value| bits`.
#[macro_export]
macro_rules! bits {
    ($($value:ident),+ = |$raw:ident, $width:pat_param| $of:expr, |$v:ident| $back:expr) => { $(
        impl $crate::word::Bits for $value {
            fn of($raw: u64, $width: u32) -> Self {
                $of
            }

            fn raw(self) -> u64 {
                let $v = self;
                $back
            }
        }
    )+ };
}

bits!(bool = |raw, _| raw != 0, |v| v.into());
bits!(u8, u16 = |raw, _| raw as Self, |v| v.into());
// The sign is the highest bit of the field.
bits!(
    i8,
    i32 = |raw, width| ((raw << (64 - width)) as i64 >> (64 - width)) as Self,
    |v| v as u64
);
