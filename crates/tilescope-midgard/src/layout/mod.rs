//! Memory layouts of images, and access to compressed frame buffers.

pub mod afbc;

pub use tilescope_pixel::elements::{Elements, Order, Slice};
