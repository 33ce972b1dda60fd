//! Resources of a draw: uniforms, attributes, varyings, textures and samplers.

use tilescope_core::Stopped;

use crate::attributes::Attributes;
use crate::chips::Chip;
use crate::descriptors::attributes::uniform_buffer;
use crate::log::{Ctx, Port};
use crate::memory;
use crate::state::{DrawDescriptor, Renderer};
use crate::texture::{Tables, Textures};

/// Records that a unit of fuel pays for.
const RECORDS_PER_FUEL: u64 = 4;

/// Resources of a draw.
#[derive(Clone, Debug, Default)]
pub(crate) struct Resources {
    /// Uniform registers, from r23 downward.
    pub uniforms: Vec<[u32; 4]>,
    /// Addresses and sizes of uniform buffers.
    buffers: Vec<(u64, u64)>,
    /// Attributes, and images.
    pub attributes: Attributes,
    /// Varyings.
    pub varyings: Attributes,
    /// Textures and samplers.
    pub textures: Textures,
    /// Any attribute is a value of fragments.
    pub fragment_values: bool,
}

impl Resources {
    /// Reads the resources of a draw.
    ///
    /// # Errors
    /// A fault, if a descriptor is not mapped.
    pub fn read(
        draw: &DrawDescriptor,
        renderer: &Renderer,
        chip: &Chip,
        c: &mut Ctx<'_>,
    ) -> Result<Resources, Stopped> {
        let counts = renderer.counts;
        let records = counts.attributes + counts.varyings + counts.textures + counts.samplers;
        // A state can count 65535 of each, and a list name it for each of its draws.
        c.fuel.take(u64::from(records) / RECORDS_PER_FUEL)?;
        let registers = renderer.uniform_registers;
        let mut uniforms = Vec::with_capacity(registers.into());
        let at = draw.push_uniforms;
        let add = |_, bytes: &[u8; 16], _: &mut Ctx<'_>| uniforms.push(memory::words(bytes));
        memory::ACCESS.elements(c, Port::Ls, at, registers.into(), add)?;
        let mut buffers = Vec::with_capacity(renderer.uniform_buffers as usize);
        for n in 0..u64::from(renderer.uniform_buffers) {
            let at = draw.uniform_buffers.wrapping_add(8 * n);
            let bytes: [u8; 8] = memory::descriptor(c, "uniform buffer", at)?;
            let size = (uniform_buffer::ENTRIES.get(&bytes) + 1) * 16;
            buffers.push((uniform_buffer::POINTER.get(&bytes) << 4, size));
        }
        let tables = Tables {
            textures: draw.textures,
            texture_count: counts.textures,
            samplers: draw.samplers,
            sampler_count: counts.samplers,
        };
        let attributes = Attributes::decode(draw.attribute_arrays(counts.attributes), c)?;
        let varyings = Attributes::decode(draw.varying_arrays(counts.varyings), c)?;
        let all = attributes.records().iter().chain(varyings.records());
        Ok(Resources {
            fragment_values: { all }.any(|record| record.source.is_of_fragments()),
            uniforms,
            buffers,
            attributes,
            varyings,
            textures: Textures::decode(tables, chip, c)?,
        })
    }

    /// The address of byte `offset` of a uniform buffer, if `len` bytes there are inside.
    pub fn uniform(&self, buffer: u32, offset: u64, len: u32) -> Option<u64> {
        let (base, size) = self.buffers.get(buffer as usize)?;
        let end = offset.checked_add(len.into())?;
        (end <= *size).then(|| base.wrapping_add(offset))
    }
}
