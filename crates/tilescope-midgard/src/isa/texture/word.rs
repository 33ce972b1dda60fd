//! The 128-bit word of a texture instruction.

use super::op::{Dimension, Execution, SamplerType, TexCode};
use tilescope_tables::word::{Place, Value};
use tilescope_tables::{fields, word};

fields! {
    /// Bits 63:0 of a texture instruction, without the tags.
    pub static TEXTURE_LOW = "texture word, bits 63:8", 64;
    "unknown4", 63, 60, "bits 3:0 of a field of unknown meaning";
    "out_of_order", 59, 56, "number of following bundles that may execute before the result arrives";
    "swizzle", 55, 48, "swizzle of the result";
    "outmod", 47, 46, "float output modifier";
    "mask", 45, 42, "components of the result that are written";
    "out_upper", 41, 41, "16-bit results go to the upper half";
    "out_reg_select", 40, 40, "destination register";
    "sampler_type", 39, 38, "sampler type";
    "out_full", 37, 37, "the result has 32 bits, not 16";
    "unknown8", 36, 35, "unknown meaning";
    "in_reg_swizzle", 34, 27, "swizzle of the coordinates";
    "in_reg_upper", 26, 26, "16-bit coordinates are in the upper half";
    "in_reg_select", 25, 25, "coordinate register";
    "in_reg_full", 24, 24, "coordinates have 32 bits, not 16";
    "offset_register", 23, 23, "the offset is in a register";
    "lod_register", 22, 22, "the level of detail or bias is in a register";
    "texture_register", 21, 21, "the index of the texture is in a register";
    "sampler_register", 20, 20, "the index of the sampler is in a register";
    "format", 19, 18, "texture dimension";
    "exec", 17, 16, "partial execution";
    "mode", 15, 12, "texture mode";
    "op", 11, 8, "operation";
    "tags", 7, 0, "tags of the bundle";
}

fields! {
    /// Bits 127:64 of a texture instruction.
    pub static TEXTURE_HIGH = "texture word, bits 127:64", 64;
    "texture_handle", 63, 48, "index of the texture, or a register in bits 7:0";
    "sampler_handle", 47, 32, "index of the sampler, or a register in bits 7:0";
    "bias_int", 31, 24, "integer part of the level of detail or bias, signed";
    "bias", 23, 16, "fraction of the level of detail or bias; the level of fetches; or a register";
    "offset", 15, 4, "three offsets of four bits; or a register: width, number, half, swizzle";
    "unknown4_high", 3, 0, "bits 7:4 of a field of unknown meaning";
}

word! {
    /// A texture instruction.
    pub struct Texture: TEXTURE_LOW, TEXTURE_HIGH {
        /// The operation.
        pub op: TexCode,
        /// [`TextureMode`](super::TextureMode), or a direction; below 16.
        pub mode: u8,
        /// The treatment of helper fragments.
        pub exec: Execution,
        /// The dimension of the texture.
        pub dimension: Dimension = "format",
        /// Whether the index of the sampler is in a register.
        pub sampler_register: bool,
        /// Whether the index of the texture is in a register.
        pub texture_register: bool,
        /// Whether the level of detail or bias is in a register.
        pub lod_register: bool,
        /// Whether the offset is in a register.
        pub offset_register: bool,
        /// The coordinates.
        pub coordinates: Half = ["in_reg_full", "in_reg_select", "in_reg_upper"],
        /// The swizzle of the coordinates.
        pub coordinate_swizzle: u8 = "in_reg_swizzle",
        /// Two bits of unknown meaning.
        pub unknown8: u8,
        /// The destination.
        pub out: Half = ["out_full", "out_reg_select", "out_upper"],
        /// The type of the texels.
        pub sampler_type: SamplerType,
        /// The components that are written, below 16.
        pub mask: u8,
        /// [`OutmodFloat`](crate::isa::OutmodFloat), below 4.
        pub outmod: u8,
        /// The swizzle of the result.
        pub swizzle: u8,
        /// The number of bundles after this one that may execute before the result
        /// arrives, below 16.
        pub out_of_order: u8,
        /// Two fields of four bits of unknown meaning, the lower one first.
        pub unknown4: [u8; 2] = ["unknown4", "unknown4_high"],
        /// Three offsets of four bits, or a register.
        pub offset: u16,
        /// The fraction of the level of detail or bias, the level of a fetch, or a register.
        pub bias: u8,
        /// The integer part of the level of detail or bias.
        pub bias_int: i8,
        /// The index of the sampler, or a register.
        pub sampler: u16 = "sampler_handle",
        /// The index of the texture, or a register.
        pub texture: u16 = "texture_handle",
    }
}

/// One of two registers, or one of its halves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Half {
    /// Whether its components have 32 bits, not 16.
    pub full: bool,
    /// The register: 0 or 1.
    pub select: u8,
    /// Whether it is the upper half.
    pub upper: bool,
}

impl Value<[Place; 3]> for Half {
    fn get(at: [Place; 3], words: [u64; 2]) -> Half {
        let [full, select, upper] = at;
        Half {
            full: Value::get(full, words),
            select: Value::get(select, words),
            upper: Value::get(upper, words),
        }
    }

    fn put(self, at: [Place; 3], words: &mut [u64; 2]) {
        let [full, select, upper] = at;
        self.full.put(full, words);
        self.select.put(select, words);
        self.upper.put(upper, words);
    }
}

impl Half {
    /// The register in the lowest three bits of a field that selects one.
    pub fn unpack(bits: u16) -> Half {
        Half {
            full: bits & 1 != 0,
            select: (bits >> 1 & 1) as u8,
            upper: bits >> 2 & 1 != 0,
        }
    }

    pub(super) fn pack(self) -> u16 {
        u16::from(self.full) | u16::from(self.select) << 1 | u16::from(self.upper) << 2
    }
}
