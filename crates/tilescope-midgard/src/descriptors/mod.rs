//! Structures in memory: jobs, and the descriptors that they point to.
//!
//! ```text
//! job.rs attributes.rs state.rs texture.rs tiler.rs    descriptors of both architectures
//! v4.rs v4_framebuffer.rs v5.rs v5_framebuffer.rs      descriptors that differ
//! enums.rs formats.rs                                  values of fields
//! table.rs                                             the list of all of them
//! ```
//!
//! Every descriptor is a [`Layout`](tilescope_tables::packet::Layout): fields that cover all of its bits. Structures
//! inside of others are flattened, so that `renderer_state` has the field
//! `stencil_front_mask`. Where the same bits have several meanings, the less common
//! ones are [`View`](tilescope_tables::descriptor::View)s.
//!
//! Fields are read with their constants, and values with the enums:
//!
//! ```
//! use tilescope_midgard::descriptors::{JobType, job::job_header};
//! let mut job = [0; 32];
//! job[16] = 1 | 7 << 1;
//! assert_eq!(job_header::IS_64B.get(&job), 1);
//! let kind = job_header::TYPE.get(&job) as u8;
//! assert_eq!(JobType::from_bits(kind), JobType::Tiler);
//! ```

pub mod attributes;
mod enums;
mod formats;
pub mod job;
pub mod state;
mod table;
pub mod texture;
pub mod tiler;
pub mod v4;
pub mod v4_framebuffer;
pub mod v5;
pub mod v5_framebuffer;

pub use enums::*;
pub use formats::Format;
pub use table::{AGGREGATES, DESCRIPTORS};

use tilescope_tables::{Confidence, Source};

const GENXML: Source = Source {
    text: "Mesa 22.3.6 src/panfrost/lib/genxml/v4.xml, v5.xml",
    confidence: Confidence::Documented,
};

tilescope_tables::named_enum! {
    /// A version of the structures in memory.
    pub enum Arch;
    /// The name in Mesa.
    name:
    /// T600, T620 and T720: framebuffers with a single render target.
    V4 = "v4";
    /// T760 and T800: framebuffers with up to eight render targets.
    V5 = "v5";
}

/// A structure that the hardware reads or writes.
pub type Descriptor = tilescope_tables::descriptor::Descriptor<Arch>;
/// Descriptors at fixed offsets: a job, or a framebuffer.
pub type Aggregate = tilescope_tables::descriptor::Aggregate<Arch>;

/// The descriptor of this name.
pub fn descriptor(name: &str, arch: Arch) -> Option<&'static Descriptor> {
    DESCRIPTORS.iter().find(|d| d.is(name, arch))
}

/// The aggregate of this name.
pub fn aggregate(name: &str, arch: Arch) -> Option<&'static Aggregate> {
    AGGREGATES.iter().find(|a| a.name == name && a.arch == arch)
}

/// The value of a padded number, as instance sizes have it: an odd number of up to
/// 15, in bits 7:5 less one and halved, shifted left by bits 4:0.
pub fn padded(raw: u8) -> u64 {
    let odd = u64::from(raw >> 5) * 2 + 1;
    odd << (raw & 31)
}
