//! A client of msm.

mod buffers;
mod garbage;
mod jobs;
mod params;
mod rig;
mod rules;
mod timelines;
