//! Execution of shaders.

mod corpus;
mod flow;
#[cfg(feature = "jit")]
mod native;
mod quirks;
mod random;
mod rules;
mod support;
mod units;
mod values;
