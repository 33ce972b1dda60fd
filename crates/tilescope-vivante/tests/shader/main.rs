//! Execution of shaders.

mod corpus;
mod flow;
mod quirks;
mod random;
mod rules;
mod support;
mod units;
mod values;
