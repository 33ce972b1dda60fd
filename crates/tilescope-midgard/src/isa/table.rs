//! Declaration of tables with one closed enum.

/// Declares a closed enum and the slot of its rows: variant, encoding, the same
/// in binary, name, description; then, after a question mark, patterns of encodings that
/// no source lists.
macro_rules! slot {
    (
        $(#[$m:meta])* $enum:ident, $slot:ident = $what:literal, $width:literal, $source:expr;
        $( $var:ident = $code:literal, $bits:literal, $text:literal, $doc:literal; )+
        $( ? $rest:literal; )*
    ) => {
        tilescope_tables::closed_enum! {
            $(#[$m])*
            $enum { $( #[doc = $doc] $var = $code, )+ }
        }

        #[doc = concat!("The encodings of [`", stringify!($enum), "`].")]
        pub static $slot: tilescope_tables::Slot<$enum> = tilescope_tables::Slot {
            name: $what,
            width: $width,
            rows: &[$( {
                let row = tilescope_tables::Row::new($enum::$var, $bits, $text, &[], $doc, $source);
                assert!(row.bits.value == $enum::$var as u64, "bits of another value");
                row
            } ),+],
            reserved: &[$( tilescope_tables::Reserved {
                bits: tilescope_tables::Pattern::new($rest),
                doc: $crate::isa::source::UNLISTED,
            } ),*],
        };

        impl $enum {
            /// The value's row.
            pub fn row(self) -> &'static tilescope_tables::Row<$enum> {
                // Every variant has a row: both are declared by one line.
                $slot.rows.iter().find(|r| r.op == self).unwrap_or(&$slot.rows[0])
            }

            /// The value's name in text.
            pub fn name(self) -> &'static str {
                self.row().name
            }
        }
    };
}

pub(super) use slot;
