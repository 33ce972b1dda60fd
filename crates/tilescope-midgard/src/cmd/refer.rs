//! The memory that jobs and descriptors refer to.

use tilescope_core::GpuMemory;
use tilescope_tables::draws::mapped_bytes;
use tilescope_tables::packet::{Field, Layout};

use super::rows::row;
use crate::descriptors::job::{job_header, write_value_job_payload};
use crate::descriptors::texture::{surface, surface_with_stride, texture, texture_as_multisampled};
use crate::descriptors::v5::{draw, fragment_job_payload, renderer_state};
use crate::descriptors::{Arch, JobType, TextureDimension, state, v4};
use crate::state::DrawDescriptor;

/// Bytes of a header.
const HEADER: u64 = 32;
/// Offset of the draw in vertex, compute and tiler jobs.
const DRAW: u64 = 64;
/// Largest number of elements that counts of 16 bits and more are cut to.
const MOST: u64 = 1024;

/// The structure at an address.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Target {
    /// A job.
    Job,
    /// An array of this many descriptors, by name in Mesa.
    Elements(&'static str, u64),
    /// A framebuffer with what follows it.
    Framebuffer,
    /// A program.
    Code,
    /// An array of this many addresses of textures.
    Textures(u64),
    /// A texture with the addresses of its images.
    Texture,
    /// This many bytes.
    Data(u64),
}

/// A reference to memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reference {
    /// The name of what is there, for listings.
    pub what: &'static str,
    /// The address of its first byte.
    pub address: u64,
    /// Its structure.
    pub target: Target,
}

impl Reference {
    fn new(what: &'static str, address: u64, target: Target) -> Reference {
        Reference {
            what,
            address,
            target,
        }
    }
}

impl Target {
    /// Bytes of the structure; `None` if they are in it, or end with it.
    pub fn size(self, arch: Arch) -> Option<u64> {
        match self {
            Target::Elements(name, count) => {
                Some(row(name, arch).map_or(0, |r| u64::from(r.layout.size) * count))
            }
            Target::Textures(count) => Some(8 * count),
            Target::Data(len) => Some(len),
            Target::Job | Target::Framebuffer | Target::Code | Target::Texture => None,
        }
    }
}

/// Memory, with bytes outside of it as zero.
struct Reader<'a> {
    memory: &'a dyn GpuMemory,
    arch: Arch,
}

impl Reader<'_> {
    fn bytes(&self, at: u64, len: usize) -> Vec<u8> {
        mapped_bytes(self.memory, at, len)
    }

    fn structure(&self, at: u64, layout: &Layout) -> Vec<u8> {
        self.bytes(at, layout.size.into())
    }
}

/// The references of the structure at `address`: null pointers are left out.
pub fn references(
    target: Target,
    address: u64,
    memory: &dyn GpuMemory,
    arch: Arch,
) -> Vec<Reference> {
    let reader = Reader { memory, arch };
    let mut found = match target {
        Target::Job => reader.job(address),
        Target::Textures(count) => {
            let bytes = reader.bytes(address, 8 * count.min(MOST) as usize);
            let (words, _) = bytes.as_chunks::<8>();
            let textures = words.iter().map(|w| u64::from_le_bytes(*w));
            let texture = |address| Reference::new("texture", address, Target::Texture);
            textures.map(texture).collect()
        }
        Target::Elements("Blend", count) => reader.blends(address, count),
        Target::Elements(..)
        | Target::Framebuffer
        | Target::Code
        | Target::Texture
        | Target::Data(_) => Vec::new(),
    };
    found.retain(|r| r.address != 0);
    found
}

/// Bytes of the texture that `bytes` begin with, and of the addresses of its images. Source: Mesa `pan_texture.c`,
/// `panfrost_texture_num_elements`: levels, layers, faces and samples.
pub fn texture_size(bytes: &[u8]) -> u64 {
    let get = |f: &Field| f.get(bytes);
    let dimension = TextureDimension::from_bits(get(&texture::DIMENSION) as u8);
    let faces = match dimension {
        TextureDimension::Cube => 6,
        _ => 1,
    };
    let layers = get(&texture::ARRAY_SIZE) + 1;
    let samples = match dimension {
        TextureDimension::N3D => 1,
        _ => get(&texture_as_multisampled::SAMPLE_COUNT) + 1,
    };
    let images = (get(&texture::LEVELS) + 1) * layers * faces * samples;
    let image = match texture::MANUAL_STRIDE.is_set(bytes) {
        true => surface_with_stride::LAYOUT.size,
        false => surface::LAYOUT.size,
    };
    u64::from(texture::LAYOUT.size) + images * u64::from(image)
}

impl Reader<'_> {
    fn job(&self, address: u64) -> Vec<Reference> {
        let header = self.structure(address, &job_header::LAYOUT);
        let payload = address.wrapping_add(HEADER);
        let mut found = match JobType::from_bits(job_header::TYPE.get(&header) as u8) {
            JobType::Vertex | JobType::Compute => self.draw(address, false),
            JobType::Tiler => self.draw(address, true),
            // The payloads of both architectures have the address at the same place.
            JobType::Fragment => {
                let bytes = self.structure(payload, &fragment_job_payload::LAYOUT);
                vec![framebuffer(fragment_job_payload::FRAMEBUFFER.get(&bytes))]
            }
            JobType::WriteValue => {
                let bytes = self.structure(payload, &write_value_job_payload::LAYOUT);
                let address = write_value_job_payload::ADDRESS.get(&bytes);
                vec![Reference::new("value", address, Target::Data(8))]
            }
            _ => Vec::new(),
        };
        let next = job_header::NEXT.get(&header);
        found.push(Reference::new("job", next, Target::Job));
        found
    }

    /// The references of a draw. Fields used here are at the same place in both architectures.
    fn draw(&self, job: u64, is_tiler: bool) -> Vec<Reference> {
        use Target::{Code, Data, Elements, Textures};
        let draw = self.structure(job.wrapping_add(DRAW), &draw::LAYOUT);
        let draw = DrawDescriptor::from_bytes(&draw);
        let state = draw.state & !15;
        let rsd = self.structure(state, &renderer_state::LAYOUT);
        let count = |field: &Field| field.get(&rsd).min(MOST);
        let attributes = count(&renderer_state::SHADER_ATTRIBUTE_COUNT);
        let varyings = count(&renderer_state::SHADER_VARYING_COUNT);
        let samplers = count(&renderer_state::SHADER_SAMPLER_COUNT);
        let textures = count(&renderer_state::SHADER_TEXTURE_COUNT);
        let uniforms = count(&renderer_state::PROPERTIES_UNIFORM_COUNT);
        let ubos = count(&renderer_state::PROPERTIES_UNIFORM_BUFFER_COUNT);
        let shader = renderer_state::SHADER_SHADER.get(&rsd) & !15;
        let inputs = (draw.attributes, draw.attribute_buffers);
        let outputs = (draw.varyings, draw.varying_buffers);
        let buffers = |of, count| Elements("Attribute Buffer", self.buffers(of, count));
        let new = Reference::new;
        let mut found = vec![
            new("renderer state", state, Elements("Renderer State", 1)),
            new("shader", shader, Code),
            new("attributes", inputs.0, Elements("Attribute", attributes)),
            new("attribute buffers", inputs.1, buffers(inputs, attributes)),
            new("varyings", outputs.0, Elements("Attribute", varyings)),
            new("varying buffers", outputs.1, buffers(outputs, varyings)),
            new(
                "uniform buffers",
                draw.uniform_buffers,
                Elements("Uniform Buffer", ubos),
            ),
            new("push uniforms", draw.push_uniforms, Data(16 * uniforms)),
            new("textures", draw.textures, Textures(textures)),
            new("samplers", draw.samplers, Elements("Sampler", samplers)),
            new("viewport", draw.viewport, Elements("Viewport", 1)),
        ];
        match is_tiler {
            true => found.extend(self.fragments(state, draw.storage, &rsd)),
            false => {
                let target = Elements("Local Storage", 1);
                found.push(new("local storage", draw.storage & !63, target));
            }
        }
        found
    }

    /// The references that only tiler jobs have: the framebuffer, and blending.
    fn fragments(&self, state: u64, storage: u64, rsd: &[u8]) -> Vec<Reference> {
        use v4::renderer_state as v4_state;
        let mut found = vec![framebuffer(storage)];
        match self.arch {
            Arch::V4 if v4_state::MULTISAMPLE_MISC_BLEND_SHADER.is_set(rsd) => {
                found.push(blend_shader(v4_state::BLEND_SHADER.get(rsd)));
            }
            Arch::V4 => {}
            // The descriptors of targets follow the state. Bits of the framebuffer's pointer
            // above the two flags are the number of targets, less one.
            Arch::V5 => {
                let address = state.wrapping_add(renderer_state::LAYOUT.size.into());
                let targets = Target::Elements("Blend", (storage >> 2 & 15) + 1);
                found.push(Reference::new("blending", address, targets));
            }
        }
        found
    }

    /// The number of records at `buffers` that the `count` records of attributes refer to, with
    /// the continuation of the last one.
    fn buffers(&self, (records, buffers): (u64, u64), count: u64) -> u64 {
        use crate::descriptors::attributes::{attribute, attribute_buffer};
        let size = usize::from(attribute::LAYOUT.size);
        let bytes = self.bytes(records, count as usize * size);
        let indices = bytes
            .chunks(size)
            .map(|b| attribute::BUFFER_INDEX.get(b) + 1);
        let count = indices.max().unwrap_or(0);
        let size = u64::from(attribute_buffer::LAYOUT.size);
        let last = buffers.wrapping_add(count.saturating_sub(1) * size);
        let record = self.structure(last, &attribute_buffer::LAYOUT);
        let more = count > 0 && super::buffers::continuation(&record).is_some();
        count + u64::from(more)
    }

    fn blends(&self, address: u64, count: u64) -> Vec<Reference> {
        let size = u64::from(state::blend::LAYOUT.size);
        let shader = |i: u64| {
            let bytes = self.structure(address.wrapping_add(i * size), &state::blend::LAYOUT);
            let has_shader = state::blend::BLEND_SHADER.is_set(&bytes);
            has_shader.then(|| blend_shader(state::blend::SHADER_PC.get(&bytes)))
        };
        (0..count.min(MOST)).filter_map(shader).collect()
    }
}

/// A framebuffer, whose pointer has flags in its low bits.
fn framebuffer(tagged: u64) -> Reference {
    Reference::new("framebuffer", tagged & !63, Target::Framebuffer)
}

/// A blend shader, whose pointer has the tag of the first bundle in its low bits.
fn blend_shader(tagged: u64) -> Reference {
    Reference::new("blend shader", tagged & !15, Target::Code)
}
