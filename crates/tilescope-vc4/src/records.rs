//! Records that shader state packets point to: tables and typed forms.
//!
//! * GL: 36 bytes and 8 per attribute array. An extended record always has
//!   eight arrays, and a 32-bit stride per used array after them.
//! * NV: 16 bytes. Already shaded vertices are read from memory.
//! * VG: 12 bytes. Coordinates come from the list or from memory.
//!
//! `v3d_packet_v21.xml` gives the fragment shader's uniform count 16 bits at
//! byte 2, overlapping the varying count in byte 3, and puts the vertex shader's
//! uniforms address at byte 16, overlapping its code address. Here they are at byte 2
//! (8 bits) and byte 20, as the kernel writes them (`vc4_validate.c`: code offset plus
//! 4) and public bare-metal programs lay them out.

use tilescope_tables::packet::Layout;
use tilescope_tables::{Confidence, Source, layout, typed};

const RECORD: Source = Source {
    text: "Mesa v3d_packet_v21.xml (offsets corrected) and kernel/vc4_validate.c",
    confidence: Confidence::Documented,
};
const BARE_METAL: Source = Source {
    text: "VideoCore IV 3D Architecture Reference Guide, section 9, as restated by public bare-metal demos",
    confidence: Confidence::Documented,
};

layout! {
    pub mod gl_shader_record = "GL_SHADER_RECORD", 36, RECORD, "Record that GL_SHADER_STATE points to: three shaders. ATTRIBUTE records follow.";
    FS_SINGLE_THREAD, "fs_single_thread", 0, 1, Bool, "", "The fragment shader is single threaded.";
    POINT_SIZE, "point_size", 1, 1, Bool, "", "Shaded vertices include a point size.";
    ENABLE_CLIPPING, "enable_clipping", 2, 1, Bool, "", "Primitives are clipped.";
    RESERVED, "reserved", 3, 13, Reserved, "", "Undocumented.";
    FS_UNIFORMS, "fs_uniforms", 16, 8, Uint, "", "Fragment shader uniforms; the hardware does not use it.";
    FS_VARYINGS, "fs_varyings", 24, 8, Uint, "", "Varyings that the fragment shader reads.";
    FS_CODE_ADDRESS, "fs_code_address", 32, 32, Address(0), "", "Fragment shader code.";
    FS_UNIFORMS_ADDRESS, "fs_uniforms_address", 64, 32, Address(0), "", "Fragment shader uniforms.";
    VS_UNIFORMS, "vs_uniforms", 96, 16, Uint, "", "Vertex shader uniforms; the hardware does not use it.";
    VS_ATTRIBUTES, "vs_attributes", 112, 8, Hex, "", "Bit n: the vertex shader reads attribute array n.";
    VS_ATTRIBUTES_SIZE, "vs_attributes_size", 120, 8, Uint, "bytes", "Size of a vertex's attributes in the VPM.";
    VS_CODE_ADDRESS, "vs_code_address", 128, 32, Address(0), "", "Vertex shader code.";
    VS_UNIFORMS_ADDRESS, "vs_uniforms_address", 160, 32, Address(0), "", "Vertex shader uniforms.";
    CS_UNIFORMS, "cs_uniforms", 192, 16, Uint, "", "Coordinate shader uniforms; the hardware does not use it.";
    CS_ATTRIBUTES, "cs_attributes", 208, 8, Hex, "", "Bit n: the coordinate shader reads attribute array n.";
    CS_ATTRIBUTES_SIZE, "cs_attributes_size", 216, 8, Uint, "bytes", "Size of a vertex's attributes in the VPM.";
    CS_CODE_ADDRESS, "cs_code_address", 224, 32, Address(0), "", "Coordinate shader code.";
    CS_UNIFORMS_ADDRESS, "cs_uniforms_address", 256, 32, Address(0), "", "Coordinate shader uniforms.";
}
layout! {
    pub mod attribute = "ATTRIBUTE", 8, RECORD, "An attribute array of a GL shader record.";
    ADDRESS, "address", 0, 32, Address(0), "", "Address of vertex 0.";
    SIZE, "size", 32, 8, MinusOne, "bytes", "Bytes per vertex.";
    STRIDE, "stride", 40, 8, Uint, "bytes", "Distance between vertices; an extended record stores it elsewhere.";
    VS_OFFSET, "vs_offset", 48, 8, Uint, "bytes", "Offset in the vertex shader's VPM data.";
    CS_OFFSET, "cs_offset", 56, 8, Uint, "bytes", "Offset in the coordinate shader's VPM data.";
}
layout! {
    pub mod nv_shader_record = "NV_SHADER_RECORD", 16, BARE_METAL, "Record that NV_SHADER_STATE points to: a fragment shader and shaded vertices.";
    FS_SINGLE_THREAD, "fs_single_thread", 0, 1, Bool, "", "The fragment shader is single threaded.";
    POINT_SIZE, "point_size", 1, 1, Bool, "", "Shaded vertices include a point size.";
    ENABLE_CLIPPING, "enable_clipping", 2, 1, Bool, "", "Primitives are clipped.";
    CLIP_HEADER, "clip_header", 3, 1, Bool, "", "Shaded vertices start with clip coordinates.";
    RESERVED, "reserved", 4, 4, Reserved, "", "Undocumented.";
    STRIDE, "stride", 8, 8, Uint, "bytes", "Distance between vertices.";
    FS_UNIFORMS, "fs_uniforms", 16, 8, Uint, "", "Fragment shader uniforms; the hardware does not use it.";
    FS_VARYINGS, "fs_varyings", 24, 8, Uint, "", "Varyings that the fragment shader reads.";
    FS_CODE_ADDRESS, "fs_code_address", 32, 32, Address(0), "", "Fragment shader code.";
    FS_UNIFORMS_ADDRESS, "fs_uniforms_address", 64, 32, Address(0), "", "Fragment shader uniforms.";
    VERTICES_ADDRESS, "vertices_address", 96, 32, Address(0), "", "Shaded vertices; 16-byte aligned if they have clip coordinates.";
}
layout! {
    pub mod vg_shader_record = "VG_SHADER_RECORD", 12, BARE_METAL, "Record that VG_SHADER_STATE points to: a fragment shader.";
    FS_SINGLE_THREAD, "fs_single_thread", 0, 1, Bool, "", "The fragment shader is single threaded.";
    RESERVED, "reserved", 1, 15, Reserved, "", "Undocumented.";
    FS_UNIFORMS, "fs_uniforms", 16, 8, Uint, "", "Fragment shader uniforms; the hardware does not use it.";
    FS_VARYINGS, "fs_varyings", 24, 8, Uint, "", "Varyings that the fragment shader reads.";
    FS_CODE_ADDRESS, "fs_code_address", 32, 32, Address(0), "", "Fragment shader code.";
    FS_UNIFORMS_ADDRESS, "fs_uniforms_address", 64, 32, Address(0), "", "Fragment shader uniforms.";
}

/// Every record layout.
pub static RECORDS: [&Layout; 4] = [
    &gl_shader_record::LAYOUT,
    &attribute::LAYOUT,
    &nv_shader_record::LAYOUT,
    &vg_shader_record::LAYOUT,
];

/// The record of a name; letter case does not matter.
pub fn find_by_name(name: &str) -> Option<&'static Layout> {
    RECORDS
        .iter()
        .copied()
        .find(|r| r.name.eq_ignore_ascii_case(name))
}

/// Error: a record is too short.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{name} needs {need} bytes, but only {have} are available")]
pub struct ShortRecord {
    /// Name of the record.
    pub name: &'static str,
    /// Required bytes.
    pub need: usize,
    /// Available bytes.
    pub have: usize,
}

fn take<'a>(layout: &Layout, bytes: &'a [u8]) -> Result<&'a [u8], ShortRecord> {
    let need = usize::from(layout.size);
    bytes.get(..need).ok_or(ShortRecord {
        name: layout.name,
        need,
        have: bytes.len(),
    })
}

/// Reading and writing of records of one size.
macro_rules! records {
    ($($name:ident: $module:ident, $size:literal;)*) => { $(
        impl $name {
            /// Bytes of the record.
            pub const SIZE: usize = $size;

            /// The record in `bytes`.
            ///
            /// # Errors
            /// [`ShortRecord`] if `bytes` is shorter than the record.
            pub fn decode(bytes: &[u8]) -> Result<Self, ShortRecord> {
                take(&$module::LAYOUT, bytes).map(Self::from_bytes)
            }

            /// The record's bytes.
            pub fn encode(&self) -> [u8; Self::SIZE] {
                let mut bytes = [0; Self::SIZE];
                self.write_to(&mut bytes);
                bytes
            }
        }
    )* };
}

// An array's stride is here that of a record that is not extended: its low byte.
records! {
    Attribute: attribute, 8;
    NvShaderRecord: nv_shader_record, 16;
    VgShaderRecord: vg_shader_record, 12;
}

typed! {
    /// The part of a GL shader record for its vertex or its coordinate shader. The rows are
    /// those of the vertex shader.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
    pub struct VertexStage: gl_shader_record {
        /// Number of uniforms; the hardware does not use it.
        pub uniforms: u16 = VS_UNIFORMS,
        /// Bit n: the shader reads attribute array n.
        pub attributes: u8 = VS_ATTRIBUTES,
        /// Size of a vertex's attributes in the VPM, in bytes.
        pub attributes_size: u8 = VS_ATTRIBUTES_SIZE,
        /// Code.
        pub code_address: u32 = VS_CODE_ADDRESS,
        /// Uniforms.
        pub uniforms_address: u32 = VS_UNIFORMS_ADDRESS,
    }
}

typed! {
    /// An attribute array.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
    pub struct Attribute: attribute {
        /// Address of vertex 0.
        pub address: u32 = ADDRESS,
        /// Bytes per vertex, 1 to 256.
        pub size: u16 = SIZE,
        /// Distance between vertices in bytes; in an extended record up to 32 bits.
        pub stride: u32 = STRIDE,
        /// Offset in the vertex shader's VPM data, in bytes.
        pub vs_offset: u8 = VS_OFFSET,
        /// Offset in the coordinate shader's VPM data, in bytes.
        pub cs_offset: u8 = CS_OFFSET,
    }
}

/// Record that GL_SHADER_STATE points to.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GlShaderRecord {
    /// The fragment shader is single threaded.
    pub fs_single_thread: bool,
    /// Shaded vertices include a point size.
    pub point_size: bool,
    /// Primitives are clipped.
    pub enable_clipping: bool,
    /// Bits without a known meaning, from bit 3 of the record.
    pub reserved: u16,
    /// Number of uniforms; the hardware does not use it.
    pub fs_uniforms: u8,
    /// Varyings that the fragment shader reads.
    pub fs_varyings: u8,
    /// Fragment shader code.
    pub fs_code_address: u32,
    /// Fragment shader uniforms.
    pub fs_uniforms_address: u32,
    /// The vertex shader.
    pub vertex: VertexStage,
    /// The coordinate shader.
    pub coordinate: VertexStage,
    /// The attribute arrays in use.
    pub attributes: Vec<Attribute>,
}

/// Bytes from the vertex shader's part of a GL shader record to the equal part of the
/// coordinate shader.
const COORDINATE_STAGE: usize = 12;

impl GlShaderRecord {
    /// Bytes of a record with `attributes` arrays (1 to 8), extended or not, as given
    /// by GL_SHADER_STATE.
    pub const fn size(attributes: u8, extended: bool) -> usize {
        if extended {
            // kernel/vc4_validate.c: 100 bytes and a stride word per array.
            36 + 8 * 8 + 4 * attributes as usize
        } else {
            36 + 8 * attributes as usize
        }
    }

    /// The record in `bytes` with `attributes` arrays (1 to 8), extended or not, as
    /// given by GL_SHADER_STATE.
    ///
    /// # Errors
    /// [`ShortRecord`] if `bytes` is shorter than [`GlShaderRecord::size`].
    pub fn decode(bytes: &[u8], attributes: u8, extended: bool) -> Result<Self, ShortRecord> {
        let mut record = GlShaderRecord::default();
        record.read(bytes, attributes, extended)?;
        Ok(record)
    }

    /// The same, in the allocation of another record.
    ///
    /// # Errors
    /// As [`GlShaderRecord::decode`]; then the record holds anything.
    pub fn read(
        &mut self,
        bytes: &[u8],
        attributes: u8,
        extended: bool,
    ) -> Result<(), ShortRecord> {
        use gl_shader_record::*;
        let attributes = attributes.min(8);
        let need = Self::size(attributes, extended);
        let b = bytes.get(..need).ok_or(ShortRecord {
            name: LAYOUT.name,
            need,
            have: bytes.len(),
        })?;
        let mut arrays = std::mem::take(&mut self.attributes);
        arrays.clear();
        for i in 0..usize::from(attributes) {
            let mut array = Attribute::decode(&b[36 + 8 * i..])?;
            if extended {
                let at = 100 + 4 * i;
                array.stride = u32::from_le_bytes([b[at], b[at + 1], b[at + 2], b[at + 3]]);
            }
            arrays.push(array);
        }
        *self = GlShaderRecord {
            fs_single_thread: FS_SINGLE_THREAD.is_set(b),
            point_size: POINT_SIZE.is_set(b),
            enable_clipping: ENABLE_CLIPPING.is_set(b),
            reserved: RESERVED.get(b) as u16,
            fs_uniforms: FS_UNIFORMS.get(b) as u8,
            fs_varyings: FS_VARYINGS.get(b) as u8,
            fs_code_address: FS_CODE_ADDRESS.get(b) as u32,
            fs_uniforms_address: FS_UNIFORMS_ADDRESS.get(b) as u32,
            vertex: VertexStage::from_bytes(b),
            coordinate: VertexStage::from_bytes(&b[COORDINATE_STAGE..]),
            attributes: arrays,
        };
        Ok(())
    }

    /// The record's bytes. An extended record keeps the low byte of each stride
    /// in the array too, and has unused arrays of zero bytes. Arrays beyond eight are
    /// not written.
    pub fn encode(&self, extended: bool) -> Vec<u8> {
        use gl_shader_record::*;
        let arrays = &self.attributes[..self.attributes.len().min(8)];
        let mut out = vec![0; Self::size(arrays.len() as u8, extended)];
        let b = out.as_mut_slice();
        FS_SINGLE_THREAD.set(b, self.fs_single_thread.into());
        POINT_SIZE.set(b, self.point_size.into());
        ENABLE_CLIPPING.set(b, self.enable_clipping.into());
        RESERVED.set(b, self.reserved.into());
        FS_UNIFORMS.set(b, self.fs_uniforms.into());
        FS_VARYINGS.set(b, self.fs_varyings.into());
        FS_CODE_ADDRESS.set(b, self.fs_code_address.into());
        FS_UNIFORMS_ADDRESS.set(b, self.fs_uniforms_address.into());
        self.vertex.write_to(b);
        self.coordinate.write_to(&mut b[COORDINATE_STAGE..]);
        for (i, array) in arrays.iter().enumerate() {
            b[36 + 8 * i..44 + 8 * i].copy_from_slice(&array.encode());
            if extended {
                b[100 + 4 * i..104 + 4 * i].copy_from_slice(&array.stride.to_le_bytes());
            }
        }
        out
    }
}

typed! {
    /// Record that NV_SHADER_STATE points to.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
    pub struct NvShaderRecord: nv_shader_record {
        /// The fragment shader is single threaded.
        pub fs_single_thread: bool = FS_SINGLE_THREAD,
        /// Shaded vertices include a point size.
        pub point_size: bool = POINT_SIZE,
        /// Primitives are clipped.
        pub enable_clipping: bool = ENABLE_CLIPPING,
        /// Shaded vertices start with clip coordinates.
        pub clip_header: bool = CLIP_HEADER,
        /// Bits 7:4 of the record, without a known meaning.
        pub reserved: u8 = RESERVED,
        /// Distance between vertices in bytes.
        pub stride: u8 = STRIDE,
        /// Number of uniforms; the hardware does not use it.
        pub fs_uniforms: u8 = FS_UNIFORMS,
        /// Varyings that the fragment shader reads.
        pub fs_varyings: u8 = FS_VARYINGS,
        /// Fragment shader code.
        pub fs_code_address: u32 = FS_CODE_ADDRESS,
        /// Fragment shader uniforms.
        pub fs_uniforms_address: u32 = FS_UNIFORMS_ADDRESS,
        /// Shaded vertices.
        pub vertices_address: u32 = VERTICES_ADDRESS,
    }
}

typed! {
    /// Record that VG_SHADER_STATE points to.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
    pub struct VgShaderRecord: vg_shader_record {
        /// The fragment shader is single threaded.
        pub fs_single_thread: bool = FS_SINGLE_THREAD,
        /// Bits 15:1 of the record, without a known meaning.
        pub reserved: u16 = RESERVED,
        /// Number of uniforms; the hardware does not use it.
        pub fs_uniforms: u8 = FS_UNIFORMS,
        /// Varyings that the fragment shader reads.
        pub fs_varyings: u8 = FS_VARYINGS,
        /// Fragment shader code.
        pub fs_code_address: u32 = FS_CODE_ADDRESS,
        /// Fragment shader uniforms.
        pub fs_uniforms_address: u32 = FS_UNIFORMS_ADDRESS,
    }
}
