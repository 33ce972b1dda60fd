//! Tests of panfrost: numbers and layouts are those of `panfrost_drm.h`.

mod buffers;
mod garbage;
mod jobs;
mod params;
mod rig;
