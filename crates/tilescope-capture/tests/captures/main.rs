//! Captures: what is recorded comes back, and what is wrong with a file is said
//! with its place.

mod broken;
mod documented;
mod etdump;
mod recording;
mod rig;
mod truncated;
