//! Draws, from the indices of vertices to batches of quads.
//!
//! ```text
//! indices -> unique vertices -> (family: vertex shader) -> Assembler -> Setup -> Prims
//!     -> Queue -> Areas -> quads in batches of 16 lanes -> FragmentStage (family) -> Area
//! ```
//!
//! A family decodes its registers once per draw, to a [`Screen`] and a [`VertexLayout`],
//! and implements [`FragmentStage`]: inputs, shader, and the path of its results to the
//! output merger (`tilescope-output`). It may implement [`Shading`] instead, and leave the
//! order of tests, shader and colours to [`shade_group`], for pixels and for samples.
//! [`render`] draws to the [`Targets`] of [`AreaDraw`]s; [`QueuedDraw`] and [`QueuedTargets`] say
//! which draws can be pending together.
//!
//! # Invariants
//! * Areas share no byte of the targets. Each is drawn by one worker, in the order of the
//!   primitives.
//! * Results, logs and fuel do not depend on the number of threads: fuel is divided
//!   before, logs are sorted afterwards.
//! * Nothing is allocated per pixel, and calls per pixel are static.

#![forbid(unsafe_code)]

pub mod adjacency;
mod areas;
mod assemble;
mod assembly;
mod batch;
mod covered;
pub mod divide;
pub mod early;
mod index_set;
pub mod indices;
mod interpolate;
mod merge;
mod outputs;
mod passes;
mod pool;
mod prims;
mod queue;
mod render;
mod sample_passes;
pub mod samples;
mod screen;
mod setup;
mod shading;
mod topology;
pub mod varyings;
mod walk;

pub use adjacency::{AdjacencyAssembler, WithAdjacency, patches};
pub use areas::{AreaList, AreaPlace, Areas, Numbered};
pub use assemble::Assembler;
pub use assembly::assemble;
pub use batch::{BatchQuad, Coverage, DepthSource, QUADS, QuadGroup, of_sample};
pub use index_set::IndexSet;
pub use indices::{IndexSize, RESTART};
pub use interpolate::Interpolated;
pub use merge::Merge;
pub use outputs::{Output, Outputs};
pub use passes::{merge_colours, merge_outputs, shade_group};
pub use pool::{Pool, ScratchMemory};
pub use prims::{Prim, PrimBlock, Prims, Shape};
pub use queue::{Queue, QueuedDraw, QueuedTargets};
pub use render::{AreaDraw, Targets, Waiting, render};
pub use samples::{Centroid, SamplePattern, SampleQuad};
pub use screen::{
    Attribute, Bias, ClipSource, Cull, Fill, Interpolation, Screen, VertexLayout, Viewport,
};
pub use setup::Setup;
pub use shading::{Colours, PassScratch, PassState, Places, RunOf, Shading};
pub use topology::{Primitive, Provoking, Topology};
pub use walk::{AreaPart, AreaScratch, FragmentStage};
