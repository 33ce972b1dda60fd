//! Typed values of fields, and structs and enums that are read and written by rows.

use super::{Field, Kind, Layout};

/// A value that the bits at `At` (a [`Field`], fields, or a [`Layout`]) encode.
pub trait Typed<At>: Sized {
    /// The value in `bytes`. Bytes beyond the end count as zero.
    fn read(at: At, bytes: &[u8]) -> Self;

    /// Writes the value into `bytes`. Bytes beyond the end are not written.
    fn write(self, at: At, bytes: &mut [u8]);
}

/// The number that an encoding means.
#[inline]
fn number(field: &Field, raw: u64) -> u64 {
    match field.kind {
        Kind::Address(zeros) => raw << zeros,
        Kind::ShiftOf(base) => base << raw,
        Kind::MinusOne => raw + 1,
        Kind::ZeroMeans(value) if raw == 0 => value,
        _ => raw,
    }
}

/// The encoding of a number; of one that has none, that of the next lower one, or its
/// low bits.
#[inline]
fn encoding(field: &Field, number: u64) -> u64 {
    match field.kind {
        Kind::Address(zeros) => number >> zeros,
        Kind::ShiftOf(base) => u64::from((number / base).max(1).ilog2()).min(field.mask()),
        Kind::MinusOne => number.wrapping_sub(1),
        Kind::ZeroMeans(value) if number == value => 0,
        _ => number,
    }
}

macro_rules! numbers {
    ($($number:ty),*) => { $(
        impl Typed<Field> for $number {
            #[inline]
            fn read(at: Field, bytes: &[u8]) -> Self {
                number(&at, at.get(bytes)) as $number
            }

            #[inline]
            fn write(self, at: Field, bytes: &mut [u8]) {
                at.set(bytes, encoding(&at, self as u64));
            }
        }
    )* };
}

numbers!(u8, u16, u32, u64, i16);

impl Typed<Field> for bool {
    #[inline]
    fn read(at: Field, bytes: &[u8]) -> Self {
        at.is_set(bytes)
    }

    #[inline]
    fn write(self, at: Field, bytes: &mut [u8]) {
        at.set(bytes, self.into());
    }
}

/// Bits that a field of floats does not store.
#[inline]
fn float_shift(field: &Field) -> u32 {
    match field.kind {
        Kind::Float16Hi => 16,
        _ => 0,
    }
}

impl Typed<Field> for f32 {
    #[inline]
    fn read(at: Field, bytes: &[u8]) -> Self {
        f32::from_bits((at.get(bytes) as u32) << float_shift(&at))
    }

    #[inline]
    fn write(self, at: Field, bytes: &mut [u8]) {
        at.set(bytes, (self.to_bits() >> float_shift(&at)).into());
    }
}

impl<T: Typed<Field> + Copy, const N: usize> Typed<[Field; N]> for [T; N] {
    #[inline]
    fn read(at: [Field; N], bytes: &[u8]) -> Self {
        at.map(|field| T::read(field, bytes))
    }

    #[inline]
    fn write(self, at: [Field; N], bytes: &mut [u8]) {
        for (field, value) in at.into_iter().zip(self) {
            value.write(field, bytes);
        }
    }
}

impl<T: Typed<Field>, U: Typed<Field>> Typed<(Field, Field)> for (T, U) {
    #[inline]
    fn read(at: (Field, Field), bytes: &[u8]) -> Self {
        (T::read(at.0, bytes), U::read(at.1, bytes))
    }

    #[inline]
    fn write(self, at: (Field, Field), bytes: &mut [u8]) {
        self.0.write(at.0, bytes);
        self.1.write(at.1, bytes);
    }
}

impl Layout {
    /// Replaces bits without a known meaning by zeros.
    pub fn clear_reserved(&self, bytes: &mut [u8]) {
        for field in self.fields.iter().filter(|f| f.kind == Kind::Reserved) {
            field.set(bytes, 0);
        }
    }
}

/// Declares a struct whose fields are those of the module of a [`layout!`](crate::layout!).
///
/// A field reads `pub name: type = CONSTANT,`. The struct is [`Typed`] at its own
/// layout, and at every other whose fields are some of the same: bits that are reserved
/// in that layout are zero.
#[macro_export]
macro_rules! typed {
    (
        $(#[$meta:meta])*
        $vis:vis struct $name:ident: $module:ident {
            $( $(#[$fmeta:meta])* pub $field:ident: $type:ty = $at:expr, )*
        }
    ) => {
        $(#[$meta])*
        $vis struct $name {
            $( $(#[$fmeta])* pub $field: $type, )*
        }

        impl $name {
            /// The fields in `bytes`. Bytes beyond the end count as zero.
            pub fn from_bytes(bytes: &[u8]) -> Self {
                use $module::*;
                $name { $( $field: $crate::packet::Typed::read($at, bytes), )* }
            }

            /// Writes the fields into `bytes`. Values too wide for their fields lose their
            /// upper bits; bytes beyond the end are not written.
            pub fn write_to(self, bytes: &mut [u8]) {
                use $module::*;
                $( $crate::packet::Typed::write(self.$field, $at, bytes); )*
            }
        }

        impl $crate::packet::Typed<&$crate::packet::Layout> for $name {
            fn read(layout: &$crate::packet::Layout, bytes: &[u8]) -> Self {
                let mut known = [0; $module::LAYOUT.size as usize];
                let len = bytes.len().min(known.len());
                known[..len].copy_from_slice(&bytes[..len]);
                layout.clear_reserved(&mut known);
                $name::from_bytes(&known)
            }

            fn write(self, layout: &$crate::packet::Layout, bytes: &mut [u8]) {
                self.write_to(bytes);
                layout.clear_reserved(bytes);
            }
        }
    };
}

/// Declares the table of packets and the enum of their typed forms.
///
/// A packet reads `opcode threads module => Variant;`, with fields
/// `Variant { name: type = CONSTANT }` or a single value `Variant(type = CONSTANT)`,
/// where the constants are those of the module of its [`layout!`](crate::layout!).
/// Reserved bits are not part of the typed forms.
#[macro_export]
macro_rules! packets {
    (
        $(#[$tmeta:meta])*
        $tvis:vis static $table:ident;
        $(#[$meta:meta])*
        $vis:vis enum $name:ident;
        $(
            $(#[$vmeta:meta])*
            $opcode:literal $threads:ident $module:ident => $variant:ident
                $({ $( $field:ident: $type:ty = $at:expr ),* $(,)? })?
                $(( $value:ty = $value_at:expr ))?;
        )*
    ) => {
        $(#[$tmeta])*
        $tvis static $table: &[$crate::packet::PacketRow] = &[
            $( $crate::packet::PacketRow {
                opcode: $opcode,
                threads: $crate::packet::Threads::$threads,
                payload: &$module::LAYOUT,
            }, )*
        ];

        $(#[$meta])*
        $vis enum $name {
            $( $(#[$vmeta])* $variant $({ $( $field: $type ),* })? $(( $value ))?, )*
        }

        impl $name {
            /// The packet with this opcode and payload, or nothing if the opcode is
            /// unknown. Missing bytes count as zero.
            pub fn decode(opcode: u8, payload: &[u8]) -> Option<$name> {
                Some(match opcode {
                    $( $opcode => {
                        #[allow(unused_imports, reason = "a packet without fields uses none of it")]
                        use $module::*;
                        $name::$variant
                            $({ $( $field: $crate::packet::Typed::read($at, payload) ),* })?
                            $(( <$value as $crate::packet::Typed<_>>::read($value_at, payload) ))?
                    } )*
                    _ => return None,
                })
            }

            /// Writes the payload into `payload`, which is zeroed and of its size.
            fn encode_payload(&self, payload: &mut [u8]) {
                match *self {
                    $( $crate::packets!(@pattern $name $variant $({ $($field),* })? $((value $value))?) => {
                        #[allow(unused_imports, reason = "a packet without fields uses none of it")]
                        use $module::*;
                        $( $( $crate::packet::Typed::write($field, $at, payload); )* )?
                        $( <$value as $crate::packet::Typed<_>>::write(value, $value_at, payload); )?
                    } )*
                }
            }

            /// The opcode.
            pub const fn opcode(&self) -> u8 {
                match self {
                    $( $name::$variant { .. } => $opcode, )*
                }
            }
        }
    };
    (@pattern $name:ident $variant:ident) => { $name::$variant };
    (@pattern $name:ident $variant:ident { $($field:ident),* }) => { $name::$variant { $($field),* } };
    (@pattern $name:ident $variant:ident ($value:ident $type:ty)) => { $name::$variant($value) };
}
