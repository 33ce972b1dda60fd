//! Problems of programs as rows: parameters, rule and message of each, once.

use std::fmt::Display;
use tilescope_core::Rule;

/// A case of what programs of a family can do wrong, as [`problems!`](crate::problems) declares
/// it.
pub trait Problem: Copy + Display {
    /// The violated rule.
    fn rule(&self) -> &'static Rule;
}

/// The name of component `n` of a register in messages.
pub const fn letter(n: u8) -> &'static str {
    ["x", "y", "z", "w"][(n & 3) as usize]
}

/// Declares an enum of problems with their rules and messages.
///
/// A row reads `Variant { name: type } => rule, "message";`. The message can have the
/// parameters in braces; expressions for other braces follow it.
///
/// ```text
/// problems! {
///     /// A problem of a program.
///     pub enum Problem;
///     /// A read of a register that was never written.
///     Undefined {
///         /// Its number.
///         register: u8,
///     } => WRITTEN_FIRST, "read of uninitialised register r{register}";
/// }
/// ```
#[macro_export]
macro_rules! problems {
    (
        $(#[$meta:meta])* pub enum $name:ident;
        $(
            $(#[$vmeta:meta])*
            $variant:ident $({ $($(#[$fmeta:meta])* $field:ident: $type:ty,)+ })?
                => $rule:expr, $message:literal $(, $argument:expr)*;
        )+
    ) => {
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum $name {
            $( $(#[$vmeta])* $variant $({ $($(#[$fmeta])* $field: $type,)+ })?, )+
        }

        impl $name {
            /// The violated rule.
            pub fn rule(&self) -> &'static tilescope_core::Rule {
                match self { $( $name::$variant { .. } => &$rule, )+ }
            }
        }

        impl $crate::Problem for $name {
            fn rule(&self) -> &'static tilescope_core::Rule {
                $name::rule(self)
            }
        }

        impl std::fmt::Display for $name {
            #[allow(unused_variables, reason = "a message need not have all parameters")]
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                match self {
                    $( $name::$variant $({ $($field),+ })? => write!(f, $message $(, $argument)*), )+
                }
            }
        }
    };
}
