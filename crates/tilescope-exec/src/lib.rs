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
//! host: wrapping integers, IEEE 754 binary32 with round to nearest even,
//! comparisons and selection. GPU-specific behaviour (flushed denormals, other
//! roundings, formats) is built from these in [`float`] and [`half`], so that
//! it is the same in the interpreter and in native code. Functions whose
//! results differ between mathematics libraries are in [`transcendental`].
//!
//! [`vectorised`] runs a closure with the widest vector instructions of the host.

#![forbid(unsafe_code)]

pub mod convert;
pub mod exec;
pub mod float;
pub mod half;
pub mod interp;
pub mod lanes;
pub mod transcendental;
pub mod vector;

pub use exec::Exec;
pub use interp::Interp;
pub use lanes::{Lanes, Lanes16};
pub use vector::{Vectorised, vectorised};
