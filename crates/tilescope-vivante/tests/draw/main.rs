//! Draws, from a command stream to pixels in memory.

mod decoded;
mod depth;
mod multisampling;
mod outlines;
mod scene;
mod targets;
mod waiting;
