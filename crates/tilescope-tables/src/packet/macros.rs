//! Macros that list rows. They hold data only: every decision about bits is in
//! functions.

/// Declares a layout as a module: one `Field` constant per row, and `LAYOUT`.
///
/// A row reads `CONSTANT, "text_name", lowest bit, width, kind, "unit", "doc";`.
/// Items in brackets after the name become part of the module.
#[macro_export]
macro_rules! layout {
    (
        $vis:vis mod $module:ident $([$($item:item)*])? = $name:expr, $size:literal, $source:expr, $doc:literal;
        $( $const:ident, $fname:literal, $lo:literal, $width:literal, $kind:expr, $unit:literal, $fdoc:literal; )*
    ) => {
        #[doc = $doc]
        $vis mod $module {
            #[allow(unused_imports, reason = "rows of a layout without fields use none of it")]
            use super::*;
            #[allow(unused_imports, reason = "rows of a layout without fields use none of it")]
            use $crate::packet::{Field, Kind::*, Layout};
            $($($item)*)?
            $(
                #[doc = $fdoc]
                pub const $const: Field = Field {
                    name: $fname, lo: $lo, width: $width, kind: $kind, unit: $unit, doc: $fdoc,
                };
            )*
            #[doc = $doc]
            pub static LAYOUT: Layout = Layout {
                name: $name, size: $size, fields: &[$($const),*], doc: $doc, source: $source,
            };
        }
    };
}

/// Declares tables of names for fields whose values select nothing that is implemented.
///
/// A table reads `pub NAME = "kind of the values": encoding "VALUE", ...;`.
#[macro_export]
macro_rules! enum_tables {
    ($( $(#[$meta:meta])* $vis:vis $name:ident = $what:literal: $($value:literal $text:literal),+ $(,)?; )+) => {
        $(
            $(#[$meta])*
            $vis static $name: $crate::packet::EnumTable = $crate::packet::EnumTable {
                what: $what,
                values: &[$( ($value, $text) ),+],
            };
        )+
    };
}

/// Declares an enum of up to eight bits in which every encoding has a value:
/// those without a name are `Unknown`, so decoding is total and lossless.
///
/// A row reads `Variant = encoding, "TEXT_NAME", "doc";`. `TABLE` is the same
/// list for [`Kind::Enum`](crate::packet::Kind::Enum).
#[macro_export]
macro_rules! raw_enum {
    (
        $vis:vis enum $name:ident = $what:literal, $doc:literal;
        $( $variant:ident = $value:literal, $text:literal, $vdoc:literal; )*
    ) => {
        #[doc = $doc]
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        $vis enum $name {
            $( #[doc = $vdoc] $variant, )*
            /// An encoding without a name.
            Unknown(u8),
        }

        impl $name {
            /// Encodings and names, for tables of fields.
            pub const TABLE: $crate::packet::EnumTable = $crate::packet::EnumTable {
                what: $what,
                values: &[$( ($value, $text) ),*],
            };

            /// The value that `bits` encode.
            #[inline]
            pub const fn from_bits(bits: u8) -> Self {
                match bits { $( $value => $name::$variant, )* other => $name::Unknown(other) }
            }

            /// The encoding.
            #[inline]
            pub const fn bits(self) -> u8 {
                match self { $( $name::$variant => $value, )* $name::Unknown(other) => other }
            }

            /// The name used in text, if the encoding has one.
            pub const fn name(self) -> Option<&'static str> {
                match self { $( $name::$variant => Some($text), )* $name::Unknown(_) => None }
            }
        }

        impl $crate::packet::Typed<$crate::packet::Field> for $name {
            #[inline]
            fn read(at: $crate::packet::Field, bytes: &[u8]) -> Self {
                $name::from_bits(at.get(bytes) as u8)
            }

            #[inline]
            fn write(self, at: $crate::packet::Field, bytes: &mut [u8]) {
                at.set(bytes, self.bits().into());
            }
        }
    };
}

/// Declares registers, each as a module like those of [`layout!`](crate::layout!),
/// and the table of them.
///
/// A register reads
/// `pub mod name = "NAME" at offset Access [count by stride] ... reserved mask, "doc"`,
/// where the table's prefix stands before the name in its full name; `reset value`,
/// `from SOURCE` and `when [conditions]` can follow the array, and the module also has its
/// offset, `AT`. The conditions, of a type of the family, become a second table if the
/// first line ends in `, NAME: Type;`: by offset, for the registers that have some. After
/// that come the register's bits:
/// * `{ rows }` as in `layout!`. Bits of the mask `reserved` have no row: each run of
///   them is a field that is named after its lowest bit, as in `reserved12`.
/// * `word kind, "unit", "doc";`: one field, `VALUE`, of 32 bits.
/// * `as other::register;`: the fields of that register.
#[macro_export]
macro_rules! registers {
    (
        $vis:vis static $table:ident = $prefix:literal, $source:expr, $tdoc:literal, $when:ident: $condition:ty;
        $($registers:tt)*
    ) => {
        $crate::registers! { $vis static $table = $prefix, $source, $tdoc; $($registers)* }
        $crate::registers! { @when $when $condition; $($registers)* }
    };
    (
        @when $table:ident $condition:ty;
        $(
            pub mod $module:ident = $name:literal at $offset:literal $access:ident
                $([$count:literal by $stride:literal])* $(reset $reset:literal)?
                $(from $from:ident)? $(when [$($when:expr),+])? $(reserved $reserved:literal)?,
                $doc:literal
            $({ $($rows:tt)* })?
            $(word $kind:expr, $unit:literal, $wdoc:literal;)?
            $(as $($shared:ident)::+;)?
        )*
    ) => {
        /// Conditions for the existence of registers, by offset.
        pub static $table: &[(u32, &[$condition])] = &[$( $( ($offset, &[$($when),+]), )? )*];
    };
    (
        $vis:vis static $table:ident = $prefix:literal, $source:expr, $tdoc:literal;
        $(
            pub mod $module:ident = $name:literal at $offset:literal $access:ident
                $([$count:literal by $stride:literal])* $(reset $reset:literal)?
                $(from $from:ident)? $(when [$($when:expr),+])? $(reserved $reserved:literal)?,
                $doc:literal
            $({ $($rows:tt)* })?
            $(word $kind:expr, $unit:literal, $wdoc:literal;)?
            $(as $($shared:ident)::+;)?
        )*
    ) => {
        $(
            #[doc = $doc]
            pub mod $module {
                #[allow(unused_imports, reason = "a register with the fields of another uses none of it")]
                use super::*;
                #[allow(unused_imports, reason = "a register with the fields of another uses none of it")]
                use $crate::packet::{Field, Kind::*, Layout};
                #[allow(dead_code, reason = "a register with the fields of another does not use it")]
                const WITHOUT_ROW: u32 = 0 $(| $reserved)?;
                $( $crate::registers! { @rows $($rows)* } )?
                $( $crate::registers! { @rows VALUE, "value", 0, 32, $kind, $unit, $wdoc; } )?
                $( pub use super::$($shared)::+::*; )?
                /// Byte offset of the register, or of the first of the array.
                pub const AT: u32 = $offset;
                #[doc = $doc]
                pub static LAYOUT: Layout = Layout {
                    name: concat!($prefix, $name),
                    size: 4,
                    fields: FIELDS,
                    doc: $doc,
                    source: $crate::registers!(@first $($from,)? $source),
                };
            }
        )*
        #[doc = $tdoc]
        $vis static $table: &[$crate::packet::RegisterRow] = &[
            $( $crate::packet::RegisterRow {
                offset: $module::AT,
                array: &[$( $crate::packet::Dimension { count: $count, stride: $stride } ),*],
                access: $crate::packet::Access::$access,
                reset: $crate::registers!(@first $(Some($reset),)? None),
                layout: &$module::LAYOUT,
                keep_bits: $module::LAYOUT.keep_bits(),
            }, )*
        ];
    };
    (@first $first:expr $(, $rest:expr)*) => { $first };
    (
        @rows
        $( $const:ident, $fname:literal, $lo:literal, $width:literal, $kind:expr, $unit:literal, $fdoc:literal; )*
    ) => {
        $(
            #[doc = $fdoc]
            pub const $const: Field = Field {
                name: $fname, lo: $lo, width: $width, kind: $kind, unit: $unit, doc: $fdoc,
            };
        )*
        const ROWS: &[Field] = &[$($const),*];
        /// The fields, with reserved ones, lowest first.
        pub const FIELDS: &[Field] =
            &$crate::packet::with_reserved::<{ $crate::packet::count_with_reserved(ROWS) }>(ROWS, WITHOUT_ROW);
    };
}
