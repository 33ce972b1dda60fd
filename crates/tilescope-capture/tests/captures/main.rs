//! Captures: recordings are read back unchanged, and errors are reported with
//! their place.

mod broken;
mod documented;
mod etdump;
mod images;
mod recording;
mod rig;
mod truncated;
