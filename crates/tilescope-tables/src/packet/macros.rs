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
    };
}

/// Declares registers, each as a module like those of [`layout!`](crate::layout!),
/// and the table of them.
///
/// A register reads
/// `pub mod name = "NAME" at offset Access [count by stride] ..., "doc" { fields }`.
/// Its full name has the block's before it: `BLOCK.NAME`. The module also has its
/// offset, `AT`.
#[macro_export]
macro_rules! registers {
    (
        $vis:vis static $table:ident = $block:literal, $source:expr, $tdoc:literal;
        $(
            pub mod $module:ident = $name:literal at $offset:literal $access:ident
                $([$count:literal by $stride:literal])*, $doc:literal
            { $( $const:ident, $fname:literal, $lo:literal, $width:literal, $kind:expr, $unit:literal, $fdoc:literal; )* }
        )*
    ) => {
        $(
            $crate::layout! {
                pub mod $module [
                    /// Byte offset of the register, or of the first of the array.
                    pub const AT: u32 = $offset;
                ] = (concat!($block, ".", $name)), 4, $source, $doc;
                $( $const, $fname, $lo, $width, $kind, $unit, $fdoc; )*
            }
        )*
        #[doc = $tdoc]
        $vis static $table: &[$crate::packet::RegisterRow] = &[
            $( $crate::packet::RegisterRow {
                offset: $module::AT,
                array: &[$( $crate::packet::Dimension { count: $count, stride: $stride } ),*],
                access: $crate::packet::Access::$access,
                reset: None,
                layout: &$module::LAYOUT,
                keep_bits: $module::LAYOUT.keep_bits(),
            }, )*
        ];
    };
}
