//! Primitive set-up, clipping, coverage, interpolation, depth and stencil.

#![forbid(unsafe_code)]
