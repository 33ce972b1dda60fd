//! State of draws: the descriptors that jobs point to, decoded.

mod draw;
mod invocation;
mod payload;
mod renderer;

pub use draw::DrawDescriptor;
pub use invocation::Invocation;
pub use payload::Payload;
pub use renderer::{Blending, Equation, Renderer, Target};
