//! Texture instructions and barriers.
//!
//! ```text
//! op.rs       rows of operations and modes
//! word.rs     fields, decoded instructions
//! text.rs     instructions as text, and back
//! ```

mod op;
mod text;
mod word;

pub use op::{
    DIMENSION, Dimension, EXECUTION, Execution, SAMPLER_TYPE, SamplerType, TEXTURE, TEXTURE_MODE,
    TexCode, TexOp, TextureMode,
};
pub use word::{Half, TEXTURE_HIGH, TEXTURE_LOW, Texture};
