//! Loops over lanes of other modules with explicit vectors, for hosts with AVX-512. The results are the
//! same.

pub(crate) mod axis;
pub(crate) mod blend;
pub(crate) mod lod;
pub(crate) mod tiles;
