//! A client of msm.

mod buffers;
mod jobs;
mod params;
pub mod rig;
mod rules;
mod timelines;
