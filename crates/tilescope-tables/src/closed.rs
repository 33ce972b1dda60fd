//! Closed enums of the values of a field.

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
