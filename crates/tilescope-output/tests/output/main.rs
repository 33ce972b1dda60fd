//! Properties of the output merger, against models that share no code with it: a
//! pixel at a time, in doubles or whole numbers, worded after the specifications of
//! OpenGL ES and Vulkan.

mod depth;
