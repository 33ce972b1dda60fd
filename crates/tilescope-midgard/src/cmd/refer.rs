//! The memory that jobs and descriptors refer to.

use tilescope_core::{GpuMemory, Unit};
use tilescope_tables::packet::{Field, Layout};

use super::rows::row;
use crate::descriptors::job::{invocation, job_header, write_value_job_payload};
use crate::descriptors::texture::{surface, surface_with_stride, texture, texture_as_multisampled};
use crate::descriptors::v5::{draw, fragment_job_payload, renderer_state};
use crate::descriptors::{Arch, JobType, TextureDimension, state, v4};

const UNIT: Unit = Unit("listing");

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
        let mut bytes = vec![0; len];
        let there = self.memory.mapped(at).min(len as u64) as usize;
        if let Some(part) = bytes.get_mut(..there)
            && self.memory.read(at, part, UNIT).is_err()
        {
            return vec![0; len];
        }
        bytes
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
            let texture = |address| Reference {
                what: "texture",
                address,
                target: Target::Texture,
            };
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
            JobType::Fragment => self.fragment(payload),
            JobType::WriteValue => {
                let bytes = self.structure(payload, &write_value_job_payload::LAYOUT);
                vec![Reference {
                    what: "value",
                    address: write_value_job_payload::ADDRESS.get(&bytes),
                    target: Target::Data(8),
                }]
            }
            _ => Vec::new(),
        };
        found.push(Reference {
            what: "job",
            address: job_header::NEXT.get(&header),
            target: Target::Job,
        });
        found
    }

    /// The payloads of both architectures have the address at the same place.
    fn fragment(&self, payload: u64) -> Vec<Reference> {
        let bytes = self.structure(payload, &fragment_job_payload::LAYOUT);
        let tagged = fragment_job_payload::FRAMEBUFFER.get(&bytes);
        vec![Reference {
            what: "framebuffer",
            address: tagged & !63,
            target: Target::Framebuffer,
        }]
    }

    /// The references of a draw. Fields used here are at the same place in both architectures.
    fn draw(&self, job: u64, is_tiler: bool) -> Vec<Reference> {
        let bytes = self.structure(job.wrapping_add(DRAW), &draw::LAYOUT);
        let state = draw::STATE.get(&bytes) & !15;
        let rsd = self.structure(state, &renderer_state::LAYOUT);
        let count = |field: &Field| field.get(&rsd).min(MOST);
        let at = |what, field: &Field, target| Reference {
            what,
            address: field.get(&bytes),
            target,
        };
        let elements = |name, n| Target::Elements(name, n);
        let (attributes, varyings) = (
            count(&renderer_state::SHADER_ATTRIBUTE_COUNT),
            count(&renderer_state::SHADER_VARYING_COUNT),
        );
        let buffers = |records: &Field, n, at: &Field| {
            let n = self.buffers(records.get(&bytes), n, at.get(&bytes));
            Target::Elements("Attribute Buffer", n)
        };
        let textures = Target::Textures(count(&renderer_state::SHADER_TEXTURE_COUNT));
        let samplers = elements("Sampler", count(&renderer_state::SHADER_SAMPLER_COUNT));
        let ubos = count(&renderer_state::PROPERTIES_UNIFORM_BUFFER_COUNT);
        let uniforms = 16 * count(&renderer_state::PROPERTIES_UNIFORM_COUNT);
        let mut found = vec![
            Reference {
                what: "renderer state",
                address: state,
                target: elements("Renderer State", 1),
            },
            Reference {
                what: "shader",
                address: renderer_state::SHADER_SHADER.get(&rsd) & !15,
                target: Target::Code,
            },
            at(
                "attributes",
                &draw::ATTRIBUTES,
                elements("Attribute", attributes),
            ),
            at(
                "attribute buffers",
                &draw::ATTRIBUTE_BUFFERS,
                buffers(&draw::ATTRIBUTES, attributes, &draw::ATTRIBUTE_BUFFERS),
            ),
            at("varyings", &draw::VARYINGS, elements("Attribute", varyings)),
            at(
                "varying buffers",
                &draw::VARYING_BUFFERS,
                buffers(&draw::VARYINGS, varyings, &draw::VARYING_BUFFERS),
            ),
            at(
                "uniform buffers",
                &draw::UNIFORM_BUFFERS,
                elements("Uniform Buffer", ubos),
            ),
            at(
                "push uniforms",
                &draw::PUSH_UNIFORMS,
                Target::Data(uniforms),
            ),
            at("textures", &draw::TEXTURES, textures),
            at("samplers", &draw::SAMPLERS, samplers),
            at("viewport", &draw::VIEWPORT, elements("Viewport", 1)),
        ];
        let storage = draw::THREAD_STORAGE.get(&bytes);
        if !is_tiler {
            found.push(Reference {
                what: "local storage",
                address: storage & !63,
                target: elements("Local Storage", 1),
            });
        } else {
            found.extend(self.fragments(state, storage, &rsd));
        }
        found
    }

    /// The references that only tiler jobs have: the framebuffer, and blending.
    fn fragments(&self, state: u64, storage: u64, rsd: &[u8]) -> Vec<Reference> {
        let mut found = vec![Reference {
            what: "framebuffer",
            address: storage & !63,
            target: Target::Framebuffer,
        }];
        match self.arch {
            Arch::V4 => {
                if v4::renderer_state::MULTISAMPLE_MISC_BLEND_SHADER.is_set(rsd) {
                    found.push(Reference {
                        what: "blend shader",
                        address: v4::renderer_state::BLEND_SHADER.get(rsd) & !15,
                        target: Target::Code,
                    });
                }
            }
            // The descriptors of targets follow the state. Bits of the framebuffer's pointer
            // above the two flags are the number of targets, less one.
            Arch::V5 => found.push(Reference {
                what: "blending",
                address: state.wrapping_add(renderer_state::LAYOUT.size.into()),
                target: Target::Elements("Blend", (storage >> 2 & 15) + 1),
            }),
        }
        found
    }

    /// The number of records at `buffers` that the records of attributes refer to, with the
    /// continuation of the last one.
    fn buffers(&self, records: u64, count: u64, buffers: u64) -> u64 {
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
            state::blend::BLEND_SHADER
                .is_set(&bytes)
                .then(|| Reference {
                    what: "blend shader",
                    address: state::blend::SHADER_PC.get(&bytes) & !15,
                    target: Target::Code,
                })
        };
        (0..count.min(MOST)).filter_map(shader).collect()
    }
}

/// Threads of a vertex or compute job, for its listing: sizes of workgroups and their numbers.
pub fn threads(job: &[u8]) -> [u64; 6] {
    let bytes = job.get(HEADER as usize..).unwrap_or_default();
    let word = invocation::INVOCATIONS.get(bytes);
    let shifts = [
        0,
        invocation::SIZE_Y_SHIFT.get(bytes),
        invocation::SIZE_Z_SHIFT.get(bytes),
        invocation::WORKGROUPS_X_SHIFT.get(bytes),
        invocation::WORKGROUPS_Y_SHIFT.get(bytes),
        invocation::WORKGROUPS_Z_SHIFT.get(bytes),
        32,
    ];
    [0, 1, 2, 3, 4, 5].map(|i| {
        let (from, to) = (shifts[i].min(32), shifts[i + 1].min(32));
        let bits = (1 << to.saturating_sub(from)) - 1;
        (word >> from & bits) + 1
    })
}
