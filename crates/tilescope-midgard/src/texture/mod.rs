//! Textures: descriptors, samplers, and lookups of sixteen lanes.
//!
//! ```text
//! table of addresses --> texture: size, format, surfaces --> Cache: tiles of 4x4 texels
//! table of samplers  --> sampler                                    |
//!                            +------> lookup <----------------------+
//! ```
//!
//! [`Textures::decode`] reads both tables once for a job. [`sample`] serves a lookup; its
//! [`Cache`] belongs to one worker, and must be told when textures may have changed
//! ([`Cache::forget`]).
//!
//! Sources: Mesa 22.3.6 `src/panfrost/lib/pan_texture.c` (descriptors, the order of
//! surfaces), `src/gallium/drivers/panfrost/pan_cmdstream.c` (samplers),
//! `src/panfrost/midgard/midgard_compile.c` (the place of coordinates in registers).

mod descriptor;
mod fetch;
mod lookup;
mod quirks;
mod sampler;
#[cfg(test)]
mod tests;

pub use descriptor::Texture;
pub use fetch::Cache;
pub use lookup::sample;
pub use quirks::{GivenLevel, Quirks};
pub use sampler::Sampler;

use std::sync::Arc;

use tilescope_core::Stopped;

use crate::chips::{Chip, Quirk};
use crate::descriptors::Arch;
use crate::log::{Ctx, Port};
use crate::memory;
use crate::report::report;
use crate::rules::texture as rules;

/// The tables of a draw, as its descriptor and the renderer state have them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tables {
    /// Address of the addresses of textures.
    pub textures: u64,
    /// The number of textures.
    pub texture_count: u32,
    /// Address of the samplers.
    pub samplers: u64,
    /// The number of samplers.
    pub sampler_count: u32,
}

/// The textures and samplers of a job.
#[derive(Clone, Debug, Default)]
pub struct Textures {
    /// Shared by draws with the same ones.
    textures: Arc<[Option<Texture>]>,
    samplers: Vec<Sampler>,
    /// Lookups with a given level of detail ignore the sampler's limits.
    broken_lod: bool,
    /// Undocumented behaviour of lookups.
    pub quirks: Quirks,
}

/// Entries that a renderer state can count.
const MAX: u32 = 1 << 16;

impl Textures {
    /// Reads all descriptors of `tables`. Errors in a descriptor are reported when it is
    /// used.
    ///
    /// # Errors
    /// A table, or a descriptor that it points to, is not mapped.
    pub fn decode(tables: Tables, chip: &Chip, c: &mut Ctx<'_>) -> Result<Textures, Stopped> {
        let mut textures = Vec::new();
        let mut samplers = Vec::new();
        for n in 0..u64::from(tables.texture_count.min(MAX)) {
            let mut bytes = [0; 8];
            let entry = (tables.textures & !7).wrapping_add(8 * n);
            memory::read(c, Port::Desc, entry, &mut bytes)?;
            let texture = match u64::from_le_bytes(bytes) {
                0 => None,
                address => Some(Texture::decode(address, chip.arch == Arch::V5, c)?),
            };
            textures.push(texture);
        }
        for n in 0..u64::from(tables.sampler_count.min(MAX)) {
            let address = (tables.samplers & !31).wrapping_add(32 * n);
            samplers.push(Sampler::decode(address, c)?);
        }
        if tables.samplers & 31 != 0 && tables.sampler_count != 0 {
            let at = tables.samplers;
            report(c, &rules::UNALIGNED, at, || {
                format!("the table of samplers is at {at:#x}")
            });
        }
        Ok(Textures {
            textures: match textures.is_empty() {
                // Without an allocation.
                true => Arc::default(),
                false => textures.into(),
            },
            samplers,
            broken_lod: chip.quirks.contains(&Quirk::BrokenLod),
            quirks: Quirks::default(),
        })
    }

    /// Shares the textures of another draw, if they are the same.
    pub fn share(&mut self, other: &Textures) {
        if !Arc::ptr_eq(&self.textures, &other.textures) && self.textures == other.textures {
            self.textures = other.textures.clone();
        }
    }

    /// A number that is the same for draws that [share](Textures::share) their textures.
    pub fn identity(&self) -> usize {
        Arc::as_ptr(&self.textures).addr()
    }

    /// Texture `n`, if it can be used.
    fn texture(&self, n: u32, c: &mut Ctx<'_>) -> Option<&Texture> {
        let Some(Some(texture)) = self.textures.get(n as usize) else {
            let count = self.textures.len();
            report(c, &rules::NO_TEXTURE, n.into(), || {
                match self.textures.get(n as usize) {
                    Some(_) => format!("the address of texture {n} is 0"),
                    None => format!("texture {n} of {count}"),
                }
            });
            return None;
        };
        for (rule, text) in &texture.problems {
            report(c, rule, texture.address, || format!("texture {n}: {text}"));
        }
        Some(texture)
    }

    /// Sampler `n`, if there is one.
    fn sampler(&self, n: u32, c: &mut Ctx<'_>) -> Option<&Sampler> {
        let Some(sampler) = self.samplers.get(n as usize) else {
            let count = self.samplers.len();
            report(c, &rules::NO_SAMPLER, n.into(), || {
                format!("sampler {n} of {count}")
            });
            return None;
        };
        for (rule, text) in &sampler.problems {
            report(c, rule, sampler.address, || format!("sampler {n}: {text}"));
        }
        Some(sampler)
    }
}
