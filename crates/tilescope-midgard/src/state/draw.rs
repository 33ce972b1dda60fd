//! The draw descriptor of a compute, vertex or tiler job.

use tilescope_tables::typed;

use crate::attributes::Arrays;
use crate::descriptors::v5::draw as fields;
use crate::descriptors::{OcclusionMode, padded};

typed! {
    /// A draw descriptor. Those of both architectures have the same fields but for one that
    /// is not used here.
    #[derive(Clone, Copy, Debug)]
    pub struct DrawDescriptor: fields {
        /// The kind of occlusion query.
        pub occlusion_query: OcclusionMode = OCCLUSION_QUERY,
        /// Counter-clockwise primitives are front-facing.
        pub front_ccw: bool = FRONT_FACE_CCW,
        /// Front faces are not drawn.
        pub cull_front: bool = CULL_FRONT_FACE,
        /// Back faces are not drawn.
        pub cull_back: bool = CULL_BACK_FACE,
        /// The last vertex of a line gives flat varyings.
        pub flat_last: bool = FLAT_SHADING_VERTEX,
        /// Vertices of an instance, as [`padded`] takes them.
        pub instance_size: u8 = INSTANCE_SIZE,
        /// The first vertex.
        pub first: u32 = OFFSET_START,
        /// Positions of vertices.
        pub position: u64 = POSITION,
        /// Uniform buffers.
        pub uniform_buffers: u64 = UNIFORM_BUFFERS,
        /// Addresses of textures.
        pub textures: u64 = TEXTURES,
        /// Samplers.
        pub samplers: u64 = SAMPLERS,
        /// Uniforms that are loaded into registers.
        pub push_uniforms: u64 = PUSH_UNIFORMS,
        /// The renderer state.
        pub state: u64 = STATE,
        /// Buffers of attributes.
        pub attribute_buffers: u64 = ATTRIBUTE_BUFFERS,
        /// Attributes.
        pub attributes: u64 = ATTRIBUTES,
        /// Buffers of varyings.
        pub varying_buffers: u64 = VARYING_BUFFERS,
        /// Varyings.
        pub varyings: u64 = VARYINGS,
        /// The viewport.
        pub viewport: u64 = VIEWPORT,
        /// Counters of the occlusion query.
        pub occlusion: u64 = OCCLUSION,
        /// Local storage, or the framebuffer with its tag.
        pub storage: u64 = THREAD_STORAGE,
    }
}

impl DrawDescriptor {
    /// The arrays of `count` attributes.
    pub fn attribute_arrays(&self, count: u32) -> Arrays {
        Arrays {
            records: self.attributes,
            count,
            buffers: self.attribute_buffers,
            first: self.first,
        }
    }

    /// The arrays of `count` varyings.
    pub fn varying_arrays(&self, count: u32) -> Arrays {
        Arrays {
            records: self.varyings,
            count,
            buffers: self.varying_buffers,
            first: 0,
        }
    }

    /// The linear number of a vertex of an instance.
    pub fn linear(&self, vertex: u32, instance: u32) -> u32 {
        let first = u64::from(instance).wrapping_mul(padded(self.instance_size));
        vertex.wrapping_add(first as u32)
    }
}
