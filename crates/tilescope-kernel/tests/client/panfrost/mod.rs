//! Tests of panfrost: numbers and layouts are those of `panfrost_drm.h`.

mod buffers;
mod jobs;
mod params;
pub mod rig;
