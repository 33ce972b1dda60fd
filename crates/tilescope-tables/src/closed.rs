//! Closed enums of the values of a field, and enums whose values have names.

/// Defines enums whose values are encodings, with `ALL` and `from_bits`. Code that
/// matches one without a wildcard does not build until it handles a new value.
///
/// ```
/// tilescope_tables::closed_enum! {
///     /// What a bit chooses.
///     Side {
///         /// Left.
///         Left = 0,
///         /// Right.
///         Right = 1,
///     }
/// }
/// assert_eq!(Side::from_bits(1), Some(Side::Right));
/// assert_eq!(Side::from_bits(2), None);
/// assert_eq!(Side::ALL, [Side::Left, Side::Right]);
/// ```
#[macro_export]
macro_rules! closed_enum {
    ($($(#[$m:meta])* $name:ident { $($(#[$vm:meta])* $var:ident = $val:literal,)+ })+) => {$(
        $(#[$m])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[repr(u8)]
        pub enum $name { $($(#[$vm])* $var = $val,)+ }

        impl $name {
            /// Every value, in encoding order.
            pub const ALL: &'static [$name] = &[$($name::$var),+];

            /// The value encoded as `bits`, if there is one.
            pub const fn from_bits(bits: u8) -> Option<Self> {
                match bits { $($val => Some($name::$var),)+ _ => None }
            }
        }
    )+};
}

/// Declares an enum whose values have names, with `ALL` in order and `name`.
///
/// ```
/// tilescope_tables::named_enum! {
///     /// A side.
///     pub enum Side;
///     /// The name in texts.
///     name:
///     /// Left.
///     Left = "left";
///     /// Right.
///     Right = "right";
/// }
/// assert_eq!(Side::ALL.iter().map(|side| side.name()).collect::<Vec<_>>(), ["left", "right"]);
/// ```
#[macro_export]
macro_rules! named_enum {
    (
        $(#[$m:meta])* $vis:vis enum $enum:ident;
        $(#[$nm:meta])* name:
        $( $(#[$vm:meta])* $var:ident = $text:literal; )+
    ) => {
        $(#[$m])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        $vis enum $enum { $( $(#[$vm])* $var, )+ }

        impl $enum {
            /// Every value, in order.
            pub const ALL: &'static [$enum] = &[$($enum::$var),+];

            $(#[$nm])*
            pub const fn name(self) -> &'static str {
                match self { $($enum::$var => $text,)+ }
            }
        }
    };
}

/// Declares a closed enum together with the [`Slot`](crate::Slot) of its rows.
///
/// A row reads `Variant = "bits", "name", ["alias", ...], "doc", source;`, where the source
/// can be left out if it is that of the slot. After a question mark come the reserved
/// encodings and what is known of them.
///
/// ```
/// # const MANUAL: tilescope_tables::Source = tilescope_tables::Source {
/// #     text: "made up", confidence: tilescope_tables::Confidence::Documented };
/// tilescope_tables::slot! {
///     /// Comparison of depth.
///     pub enum Compare;
///     /// Bits 1:0 of the word.
///     pub static COMPARE = "comparison", 2, MANUAL;
///     Less = "00", "lt", [], "a < b.";
///     Equal = "01", "eq", ["same"], "a = b.";
///     ? "not in the manual": "1-";
/// }
/// assert_eq!(Compare::from_bits(1), Some(Compare::Equal));
/// assert_eq!(Compare::from_bits(2), None);
/// assert_eq!(Compare::Less.name(), "lt");
/// assert_eq!(COMPARE.named("same").map(|row| row.op), Some(Compare::Equal));
/// assert!(COMPARE.check().is_empty());
/// ```
#[macro_export]
macro_rules! slot {
    (
        $(#[$m:meta])*
        pub enum $enum:ident;
        $(#[$sm:meta])*
        pub static $slot:ident = $what:literal, $width:literal, $source:expr;
        $( $(#[$vm:meta])* $var:ident = $bits:literal, $text:literal, [$($alias:literal),*], $doc:literal $(, $own:expr)?; )+
        $( ? $why:tt: $($rest:literal),+; )?
    ) => {
        $(#[$m])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[repr(u8)]
        pub enum $enum {
            $( #[doc = $doc] $(#[$vm])* $var = $crate::Pattern::new($bits).value as u8, )+
        }

        impl $enum {
            /// Every value, in encoding order.
            pub const ALL: &'static [$enum] = &[$($enum::$var),+];

            /// The value encoded as `bits`, if there is one.
            pub const fn from_bits(bits: u8) -> Option<Self> {
                match bits {
                    $( b if const { $crate::Pattern::new($bits) }.matches(b as u64) => Some($enum::$var), )+
                    _ => None,
                }
            }

            /// The value's name in text.
            pub const fn name(self) -> &'static str {
                match self { $($enum::$var => $text,)+ }
            }
        }

        $(#[$sm])*
        pub static $slot: $crate::Slot<$enum> = $crate::Slot {
            name: $what,
            width: $width,
            rows: &[$(
                $crate::Row::new($enum::$var, $bits, $text, &[$($alias),*], $doc, $crate::registers!(@first $($own,)? $source)),
            )+],
            reserved: &[$( $( $crate::Reserved { bits: $crate::Pattern::new($rest), doc: $why } ),+ )?],
        };
    };
}
