//! The 128-bit word of a texture instruction.

use super::op::{DIMENSION, Dimension, EXECUTION, Execution, SAMPLER_TYPE, SamplerType, TexCode};
use crate::isa::word::Word;
use tilescope_tables::{Field, Format};

/// Bits 63:0 of a texture instruction, without the tags.
pub static TEXTURE_LOW: Format = Format {
    name: "texture word, bits 63:8",
    width: 64,
    fields: &[
        Field::new("unknown4", 63, 60, "bits 3:0 of a field of unknown meaning"),
        Field::new(
            "out_of_order",
            59,
            56,
            "number of following bundles that may execute before the result arrives",
        ),
        Field::new("swizzle", 55, 48, "swizzle of the result"),
        Field::new("outmod", 47, 46, "float output modifier"),
        Field::new("mask", 45, 42, "components of the result that are written"),
        Field::new("out_upper", 41, 41, "16-bit results go to the upper half"),
        Field::new("out_reg_select", 40, 40, "destination register"),
        Field::new("sampler_type", 39, 38, "sampler type"),
        Field::new("out_full", 37, 37, "the result has 32 bits, not 16"),
        Field::new("unknown8", 36, 35, "unknown meaning"),
        Field::new("in_reg_swizzle", 34, 27, "swizzle of the coordinates"),
        Field::new(
            "in_reg_upper",
            26,
            26,
            "16-bit coordinates are in the upper half",
        ),
        Field::new("in_reg_select", 25, 25, "coordinate register"),
        Field::new("in_reg_full", 24, 24, "coordinates have 32 bits, not 16"),
        Field::new("offset_register", 23, 23, "the offset is in a register"),
        Field::new(
            "lod_register",
            22,
            22,
            "the level of detail or bias is in a register",
        ),
        Field::new(
            "texture_register",
            21,
            21,
            "the index of the texture is in a register",
        ),
        Field::new(
            "sampler_register",
            20,
            20,
            "the index of the sampler is in a register",
        ),
        Field::new("format", 19, 18, "texture dimension"),
        Field::new("exec", 17, 16, "partial execution"),
        Field::new("mode", 15, 12, "texture mode"),
        Field::new("op", 11, 8, "operation"),
        Field::new("tags", 7, 0, "tags of the bundle"),
    ],
};

/// Bits 127:64 of a texture instruction.
pub static TEXTURE_HIGH: Format = Format {
    name: "texture word, bits 127:64",
    width: 64,
    fields: &[
        Field::new(
            "texture_handle",
            63,
            48,
            "index of the texture, or a register in bits 7:0",
        ),
        Field::new(
            "sampler_handle",
            47,
            32,
            "index of the sampler, or a register in bits 7:0",
        ),
        Field::new(
            "bias_int",
            31,
            24,
            "integer part of the level of detail or bias, signed",
        ),
        Field::new(
            "bias",
            23,
            16,
            "fraction of the level of detail or bias; the level of fetches; or a register",
        ),
        Field::new(
            "offset",
            15,
            4,
            "three offsets of four bits; or a register: width, number, half, swizzle",
        ),
        Field::new(
            "unknown4_high",
            3,
            0,
            "bits 7:4 of a field of unknown meaning",
        ),
    ],
};

/// A texture instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Texture {
    /// The operation.
    pub op: TexCode,
    /// [`TextureMode`](super::TextureMode), or a direction; below 16.
    pub mode: u8,
    /// The treatment of helper fragments.
    pub exec: Execution,
    /// The dimension of the texture.
    pub dimension: Dimension,
    /// Whether the index of the sampler is in a register.
    pub sampler_register: bool,
    /// Whether the index of the texture is in a register.
    pub texture_register: bool,
    /// Whether the level of detail or bias is in a register.
    pub lod_register: bool,
    /// Whether the offset is in a register.
    pub offset_register: bool,
    /// The coordinates.
    pub coordinates: Half,
    /// The swizzle of the coordinates.
    pub coordinate_swizzle: u8,
    /// Two bits of unknown meaning.
    pub unknown8: u8,
    /// The destination.
    pub out: Half,
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
    /// Eight bits of unknown meaning.
    pub unknown4: u8,
    /// Three offsets of four bits, or a register.
    pub offset: u16,
    /// The fraction of the level of detail or bias, the level of a fetch, or a register.
    pub bias: u8,
    /// The integer part of the level of detail or bias.
    pub bias_int: i8,
    /// The index of the sampler, or a register.
    pub sampler: u16,
    /// The index of the texture, or a register.
    pub texture: u16,
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

impl Half {
    pub(super) fn from_bits(full: u64, select: u64, upper: u64) -> Half {
        Half {
            full: full & 1 != 0,
            select: (select & 1) as u8,
            upper: upper & 1 != 0,
        }
    }
}

impl Word for Texture {
    const FORMATS: &'static [&'static Format] = &[&TEXTURE_LOW, &TEXTURE_HIGH];

    fn bits(&self) -> [u64; 2] {
        let t = self;
        let low = u64::from(t.op.0) << 8
            | u64::from(t.mode) << 12
            | (t.exec as u64) << 16
            | (t.dimension as u64) << 18
            | u64::from(t.sampler_register) << 20
            | u64::from(t.texture_register) << 21
            | u64::from(t.lod_register) << 22
            | u64::from(t.offset_register) << 23
            | u64::from(t.coordinates.full) << 24
            | u64::from(t.coordinates.select) << 25
            | u64::from(t.coordinates.upper) << 26
            | u64::from(t.coordinate_swizzle) << 27
            | u64::from(t.unknown8) << 35
            | u64::from(t.out.full) << 37
            | (t.sampler_type as u64) << 38
            | u64::from(t.out.select) << 40
            | u64::from(t.out.upper) << 41
            | u64::from(t.mask) << 42
            | u64::from(t.outmod) << 46
            | u64::from(t.swizzle) << 48
            | u64::from(t.out_of_order) << 56
            | u64::from(t.unknown4) << 60;
        let high = u64::from(t.unknown4 >> 4)
            | u64::from(t.offset) << 4
            | u64::from(t.bias) << 16
            | u64::from(t.bias_int as u8) << 24
            | u64::from(t.sampler) << 32
            | u64::from(t.texture) << 48;
        [low, high]
    }

    fn from_bits([low, high]: [u64; 2]) -> Texture {
        let flag = |bit: u32| low >> bit & 1 != 0;
        Texture {
            op: TexCode((low >> 8 & 15) as u8),
            mode: (low >> 12 & 15) as u8,
            exec: EXECUTION.rows[(low >> 16 & 3) as usize].op,
            dimension: DIMENSION.rows[(low >> 18 & 3) as usize].op,
            sampler_register: flag(20),
            texture_register: flag(21),
            lod_register: flag(22),
            offset_register: flag(23),
            coordinates: Half::from_bits(low >> 24, low >> 25, low >> 26),
            coordinate_swizzle: (low >> 27) as u8,
            unknown8: (low >> 35 & 3) as u8,
            out: Half::from_bits(low >> 37, low >> 40, low >> 41),
            sampler_type: SAMPLER_TYPE.rows[(low >> 38 & 3) as usize].op,
            mask: (low >> 42 & 15) as u8,
            outmod: (low >> 46 & 3) as u8,
            swizzle: (low >> 48) as u8,
            out_of_order: (low >> 56 & 15) as u8,
            unknown4: (low >> 60 | (high & 15) << 4) as u8,
            offset: (high >> 4 & 0xfff) as u16,
            bias: (high >> 16) as u8,
            bias_int: (high >> 24) as i8,
            sampler: (high >> 32) as u16,
            texture: (high >> 48) as u16,
        }
    }
}
