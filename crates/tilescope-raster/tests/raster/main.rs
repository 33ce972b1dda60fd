//! Properties of the rasteriser, against oracles that share no code with it.
//!
//! Oracles: `reference` (a scalar rasteriser that moves samples off edges
//! instead of having a fill rule), homogeneous rasterisation without clipping
//! for `clip`, double-precision formulas for `interp`, the wording of the
//! OpenGL ES 2.0 specification for `offset`.

mod clip;
mod coverage;
mod interp;
mod lines_points;
mod mesh;
mod offset;
mod reference;
mod tiles;
