//! Lanes, masks and the [`Exec`] trait for shader semantics.
//!
//! ```text
//!   family semantics (what FADD means)      written against Exec
//!        |                    |
//!   Interp<N>             tilescope-jit
//!   on [`Lanes<N>`]       on machine values
//! ```
//!
//! [`Exec`] has lanes of 32 bits and operations with the same results on every
//! host: wrapping integers, IEEE 754 binary32 and binary64 with round to nearest
//! even, comparisons, selection and permutation. What GPUs have besides (flushed
//! denormals, other roundings, integers of 64 bits, halves, exchange in quads) is
//! built from these in [`float`], [`cast`], [`int`], [`sized`], [`pair`], [`half`] and
//! [`quad`], so that it is the same in the interpreter and in native code. So are functions
//! whose results differ between mathematics libraries, in [`double`] and
//! [`functions`]; [`transcendental`] has them for single numbers.
//!
//! [`vectorised`] runs a closure with the widest vector instructions of the host.

#![forbid(unsafe_code)]

pub mod atomic;
pub mod bytes;
pub mod cast;
pub mod convert;
pub mod cube;
pub mod double;
pub mod exec;
pub mod float;
pub mod functions;
pub mod half;
pub mod halves;
#[cfg(target_arch = "x86_64")]
pub mod host;
pub mod int;
pub mod integers;
pub mod interp;
pub mod lanes;
pub mod pair;
pub mod part;
pub mod quad;
pub mod sixteen;
pub mod sized;
pub mod transcendental;
pub mod vector;

pub use exec::Exec;
pub use interp::Interp;
pub use lanes::{Aligned, Doubles, Lanes, Lanes16};
pub use part::Part;
pub use vector::{Vectorised, vectorised};
