//! Draws, from a command stream to pixels in memory.

mod depth;
mod multisampling;
mod outlines;
mod parts;
mod scene;
mod targets;
mod waiting;
