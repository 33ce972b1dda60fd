//! Properties of draws, against models that share no code with them: a primitive, a
//! pixel or a sample at a time, worded after the specifications of OpenGL and Vulkan.

mod adjacency;
mod areas;
mod assembly;
mod coverage;
mod early;
mod groups;
mod indices;
mod render;
mod setup;
mod tables;
mod target;
