//! Native code from shader semantics.

#![forbid(unsafe_code)]
