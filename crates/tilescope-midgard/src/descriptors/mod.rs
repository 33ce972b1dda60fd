//! Structures in memory: jobs, and the descriptors that they point to.
//!
//! ```text
//! job.rs attributes.rs state.rs texture.rs tiler.rs    descriptors of both architectures
//! v4.rs v4_framebuffer.rs v5.rs v5_framebuffer.rs      descriptors that differ
//! enums.rs formats.rs                                  values of fields
//! table.rs                                             the list of all of them
//! ```
//!
//! Every descriptor is a [`Layout`]: fields that cover all of its bits. Structures
//! inside of others are flattened, so that `renderer_state` has the field
//! `stencil_front_mask`. Where the same bits have several meanings, the less common
//! ones are [`View`]s.
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

use std::ops::RangeInclusive;

use tilescope_tables::packet::{Field, Kind, Layout};
use tilescope_tables::{Confidence, Source};

const GENXML: Source = Source {
    text: "Mesa 22.3.6 src/panfrost/lib/genxml/v4.xml, v5.xml",
    confidence: Confidence::Documented,
};

/// A version of the structures in memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Arch {
    /// T600, T620 and T720: framebuffers with a single render target.
    V4,
    /// T760 and T800: framebuffers with up to eight render targets.
    V5,
}

impl Arch {
    /// Both.
    pub const ALL: [Arch; 2] = [Arch::V4, Arch::V5];

    /// The name in Mesa.
    pub fn name(self) -> &'static str {
        match self {
            Arch::V4 => "v4",
            Arch::V5 => "v5",
        }
    }
}

/// Another meaning of some bits of a descriptor.
#[derive(Clone, Copy, Debug)]
pub struct View {
    /// The name, after the descriptor's.
    pub name: &'static str,
    /// The condition under which the bits have this meaning.
    pub when: &'static str,
    /// Fields of the descriptor, all of which must have one of these values; none if its
    /// contents do not decide.
    pub asked: &'static [(Field, RangeInclusive<u64>)],
    /// The fields. Bits that are not in the view are [`Kind::Reserved`] here.
    pub layout: &'static Layout,
}

impl View {
    /// Whether the contents of the descriptor decide for this meaning.
    pub fn is_asked(&self, bytes: &[u8]) -> bool {
        let mut asked = self.asked.iter();
        !self.asked.is_empty() && asked.all(|(field, values)| values.contains(&field.get(bytes)))
    }
}

/// A structure that the hardware reads or writes.
#[derive(Clone, Copy, Debug)]
pub struct Descriptor {
    /// The name in Mesa.
    pub name: &'static str,
    /// The architectures that have it in this form.
    pub arches: &'static [Arch],
    /// Alignment in bytes; 4 where no source states one.
    pub align: u16,
    /// The fields.
    pub layout: &'static Layout,
    /// Other meanings of the same bits.
    pub views: &'static [View],
    /// Fields and encodings, not 0, that drivers write unless they have a reason.
    pub defaults: &'static [(&'static str, u64)],
}

impl Descriptor {
    /// The fields with a meaning and their encodings in `bytes`; bytes beyond the end
    /// count as zero.
    pub fn read<'b>(&self, bytes: &'b [u8]) -> impl Iterator<Item = (&'static Field, u64)> + 'b {
        let fields = self.layout.fields.iter();
        fields
            .filter(|f| f.kind != Kind::Reserved)
            .map(move |f| (f, f.get(bytes)))
    }

    /// Fields without a known meaning that are not zero in `bytes`.
    pub fn unknown<'b>(&self, bytes: &'b [u8]) -> impl Iterator<Item = (&'static Field, u64)> + 'b {
        // A view gives a meaning to bits that the main form has none for.
        let views = self.views;
        let meant = move |f: &Field| {
            let fields = views.iter().flat_map(|v| v.layout.fields);
            let known = fields.filter(|g| g.kind != Kind::Reserved);
            known.into_iter().any(|g| g.lo <= f.hi() && f.lo <= g.hi())
        };
        let fields = self.layout.fields.iter();
        fields
            .filter(move |f| f.kind == Kind::Reserved && !meant(f))
            .map(move |f| (f, f.get(bytes)))
            .filter(|&(_, raw)| raw != 0)
    }

    /// The bytes with the default values.
    pub fn packed(&self) -> Vec<u8> {
        let mut bytes = vec![0; self.layout.size.into()];
        for &(name, raw) in self.defaults {
            if let Some(field) = self.layout.field(name) {
                field.set(&mut bytes, raw);
            }
        }
        bytes
    }
}

/// A descriptor at a fixed place of an [`Aggregate`].
#[derive(Clone, Copy, Debug)]
pub struct Section {
    /// The name of the section.
    pub name: &'static str,
    /// Offset in bytes.
    pub offset: u16,
    /// The name of the descriptor.
    pub of: &'static str,
}

/// Descriptors at fixed offsets: a job, or a framebuffer.
#[derive(Clone, Copy, Debug)]
pub struct Aggregate {
    /// The name in Mesa.
    pub name: &'static str,
    /// The architecture.
    pub arch: Arch,
    /// Size in bytes.
    pub size: u16,
    /// Alignment in bytes.
    pub align: u16,
    /// The descriptors.
    pub sections: &'static [Section],
}

/// The descriptor of this name.
pub fn descriptor(name: &str, arch: Arch) -> Option<&'static Descriptor> {
    let mut all = DESCRIPTORS.iter();
    all.find(|d| d.name == name && d.arches.contains(&arch))
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
