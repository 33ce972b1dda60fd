//! The draw descriptor of a compute, vertex or tiler job.

use tilescope_core::Stopped;

use crate::attributes::Arrays;
use crate::descriptors::v5::draw as fields;
use crate::descriptors::{OcclusionMode, padded};
use crate::log::Ctx;
use crate::memory;

/// Offset of the descriptor in a job.
const OFFSET: u64 = 64;

/// A draw descriptor. Those of both architectures have the same fields but for one that
/// is not used here.
#[derive(Clone, Copy, Debug)]
pub struct DrawDescriptor {
    /// The kind of occlusion query.
    pub occlusion_query: OcclusionMode,
    /// Counter-clockwise primitives are front-facing.
    pub front_ccw: bool,
    /// Front faces are not drawn.
    pub cull_front: bool,
    /// Back faces are not drawn.
    pub cull_back: bool,
    /// The last vertex of a line gives flat varyings.
    pub flat_last: bool,
    /// Vertices of an instance, padded.
    pub instance_size: u64,
    /// The first vertex.
    pub first: u32,
    /// Positions of vertices.
    pub position: u64,
    /// Uniform buffers.
    pub uniform_buffers: u64,
    /// Addresses of textures.
    pub textures: u64,
    /// Samplers.
    pub samplers: u64,
    /// Uniforms that are loaded into registers.
    pub push_uniforms: u64,
    /// The renderer state.
    pub state: u64,
    /// Buffers of attributes, and attributes.
    pub attributes: (u64, u64),
    /// Buffers of varyings, and varyings.
    pub varyings: (u64, u64),
    /// The viewport.
    pub viewport: u64,
    /// Counters of the occlusion query.
    pub occlusion: u64,
    /// Local storage, or the framebuffer with its tag.
    pub storage: u64,
}

impl DrawDescriptor {
    /// Reads the descriptor of the job at `job`.
    ///
    /// # Errors
    /// A fault, if it is not mapped.
    pub fn read(job: u64, c: &mut Ctx<'_>) -> Result<DrawDescriptor, Stopped> {
        let bytes: [u8; 120] = memory::descriptor(c, "draw descriptor", job.wrapping_add(OFFSET))?;
        let get = |field: &tilescope_tables::packet::Field| field.get(&bytes);
        Ok(DrawDescriptor {
            occlusion_query: OcclusionMode::from_bits(get(&fields::OCCLUSION_QUERY) as u8),
            front_ccw: get(&fields::FRONT_FACE_CCW) != 0,
            cull_front: get(&fields::CULL_FRONT_FACE) != 0,
            cull_back: get(&fields::CULL_BACK_FACE) != 0,
            flat_last: get(&fields::FLAT_SHADING_VERTEX) != 0,
            instance_size: padded(get(&fields::INSTANCE_SIZE) as u8),
            first: get(&fields::OFFSET_START) as u32,
            position: get(&fields::POSITION),
            uniform_buffers: get(&fields::UNIFORM_BUFFERS),
            textures: get(&fields::TEXTURES),
            samplers: get(&fields::SAMPLERS),
            push_uniforms: get(&fields::PUSH_UNIFORMS),
            state: get(&fields::STATE),
            attributes: (get(&fields::ATTRIBUTE_BUFFERS), get(&fields::ATTRIBUTES)),
            varyings: (get(&fields::VARYING_BUFFERS), get(&fields::VARYINGS)),
            viewport: get(&fields::VIEWPORT),
            occlusion: get(&fields::OCCLUSION),
            storage: get(&fields::THREAD_STORAGE),
        })
    }

    /// The arrays of `count` attributes.
    pub fn attribute_arrays(&self, count: u32) -> Arrays {
        Arrays {
            records: self.attributes.1,
            count,
            buffers: self.attributes.0,
            first: self.first,
        }
    }

    /// The arrays of `count` varyings.
    pub fn varying_arrays(&self, count: u32) -> Arrays {
        Arrays {
            records: self.varyings.1,
            count,
            buffers: self.varyings.0,
            first: 0,
        }
    }

    /// The linear number of a vertex of an instance.
    pub fn linear(&self, vertex: u32, instance: u32) -> u32 {
        let first = u64::from(instance).wrapping_mul(self.instance_size);
        vertex.wrapping_add(first as u32)
    }
}
