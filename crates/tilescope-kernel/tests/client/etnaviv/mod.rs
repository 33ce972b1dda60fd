//! Tests of etnaviv: numbers and layouts are those of `etnaviv_drm.h`.

mod buffers;
mod garbage;
mod jobs;
mod params;
mod perfmons;
pub mod rig;
mod rules;
mod spaces;
