//! Properties of the output merger, against models that share no code with it: a
//! pixel at a time, in doubles or whole numbers, worded after the specifications of
//! OpenGL ES and Vulkan.

mod alpha;
mod areas;
mod blending;
mod depth;
mod depth_formats;
mod formats;
mod hostile;
mod lanes;
mod memory;
mod merge;
mod round_trip;
