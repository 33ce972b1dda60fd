//! Chips as data: identity, feature words and sizes.
//!
//! Properties that drivers derive are in [`Derived`], hardware bugs in [`Bug`].

mod bugs;
mod derived;

pub use bugs::Bug;
pub use derived::{Code, Derived};

use crate::features::FeatureWords;
use tilescope_core::ChipInfo;

/// Sizes of a chip, as kernels report them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Specs {
    /// Vertex streams.
    pub streams: u32,
    /// Temporary registers of a shader.
    pub registers: u32,
    /// Threads at a time.
    pub threads: u32,
    /// Shader cores.
    pub shader_cores: u32,
    /// Entries of the vertex cache.
    pub vertex_cache: u32,
    /// Entries of the buffer of vertex shader outputs.
    pub output_buffer: u32,
    /// Pixel pipes.
    pub pixel_pipes: u32,
    /// Instructions that fit in the instruction memory.
    pub instructions: u32,
    /// Constants, vectors of four, of both shaders.
    pub constants: u32,
    /// Varyings, vectors of four.
    pub varyings: u32,
    /// Size of an undocumented buffer in bytes; 0 on all known chips.
    pub buffer_size: u32,
}

/// One chip.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chip {
    /// Names for listings.
    pub info: ChipInfo,
    /// `HI.CHIP_MODEL`.
    pub model: u32,
    /// `HI.CHIP_REV`.
    pub revision: u32,
    /// Feature words.
    pub features: FeatureWords,
    /// Sizes of its units.
    pub specs: Specs,
    /// The source of the numbers.
    pub source: &'static str,
}

impl Chip {
    /// Properties that drivers derive.
    pub fn derived(&self) -> Derived {
        Derived::of(self)
    }

    /// Its hardware bugs.
    pub fn bugs(&self) -> impl Iterator<Item = Bug> {
        Bug::ALL.iter().copied().filter(|b| b.is_in(self))
    }
}

/// GC2000 of i.MX6 Quad: two pixel pipes that each write half of a surface. The
/// default.
pub static GC2000: Chip = Chip {
    info: ChipInfo {
        name: "gc2000",
        family: "vivante",
        title: "Vivante GC2000 r5108",
        boards: "i.MX6 Dual and Quad: SABRE, Cubox-i4, Wandboard Quad, Nitrogen6X",
    },
    model: 0x2000,
    revision: 0x5108,
    features: FeatureWords::starting([0xe029_6cad, 0xc979_9eff, 0x2efb_f2d9]),
    specs: Specs {
        streams: 8,
        registers: 64,
        threads: 1024,
        shader_cores: 4,
        vertex_cache: 16,
        output_buffer: 512,
        pixel_pipes: 2,
        instructions: 512,
        constants: 168,
        varyings: 11,
        buffer_size: 0,
    },
    source: "Mesa src/etnaviv/drm-shim/etnaviv_noop.c; etna_viv tools/data/gpus.json",
};

/// GC880 of i.MX6 Solo and DualLite: one pixel pipe.
pub static GC880: Chip = Chip {
    info: ChipInfo {
        name: "gc880",
        family: "vivante",
        title: "Vivante GC880 r5106",
        boards: "i.MX6 Solo and DualLite: Wandboard Solo and Dual, Cubox-i1 and i2",
    },
    model: 0x880,
    revision: 0x5106,
    features: FeatureWords::starting([0xe028_64ad, 0xc1f9_9eff, 0xeefb_f2d9, 0x0210_0284]),
    specs: Specs {
        streams: 8,
        registers: 64,
        threads: 256,
        shader_cores: 1,
        vertex_cache: 8,
        output_buffer: 512,
        pixel_pipes: 1,
        instructions: 512,
        constants: 256,
        varyings: 11,
        buffer_size: 0,
    },
    source: "etna_viv tools/data/gpus.json; varyings less one by Linux etnaviv_gpu.c, \
             etnaviv_hw_specs",
};

/// GC600 of Armada 510 (Dove): the oldest, before HALTI.
pub static GC600: Chip = Chip {
    info: ChipInfo {
        name: "gc600",
        family: "vivante",
        title: "Vivante GC600 r0019",
        boards: "Marvell Armada 510: SolidRun CuBox",
    },
    model: 0x600,
    revision: 0x0019,
    features: FeatureWords::starting([0x0008_7ecd, 0x0000_0007]),
    specs: Specs {
        streams: 1,
        registers: 64,
        threads: 256,
        shader_cores: 1,
        vertex_cache: 8,
        output_buffer: 512,
        pixel_pipes: 1,
        instructions: 256,
        constants: 168,
        varyings: 8,
        buffer_size: 0,
    },
    source: "etna_viv tools/data/gpus.json; pipes, instructions, constants and varyings by the \
             defaults of Linux etnaviv_gpu.c, etnaviv_hw_specs",
};

/// The resources of GC3000.
const LARGE: Specs = Specs {
    streams: 16,
    registers: 64,
    threads: 1024,
    shader_cores: 4,
    vertex_cache: 16,
    output_buffer: 1024,
    pixel_pipes: 2,
    instructions: 256,
    constants: 320,
    varyings: 16,
    buffer_size: 0,
};

/// GC3000 of i.MX6 QuadPlus: two pixel pipes that can share a surface, integers,
/// code in memory.
pub static GC3000: Chip = Chip {
    info: ChipInfo {
        name: "gc3000",
        family: "vivante",
        title: "Vivante GC3000 r5450",
        boards: "i.MX6 DualPlus and QuadPlus: SABRE, Wandboard QuadPlus",
    },
    model: 0x3000,
    revision: 0x5450,
    features: FeatureWords::starting([
        0xe028_7cad,
        0xc979_9efb,
        0xfefb_fadb,
        0xeb9d_4bbf,
        0xedff_dced,
        0x930d_2f47,
        0x1000_0133,
        0x0000_0000,
    ]),
    specs: LARGE,
    source: "Mesa src/etnaviv/drm-shim/etnaviv_noop.c; etna_viv tools/data/gpus.json",
};

/// GC7000L of i.MX8M: HALTI5, with texture descriptors and a blit engine.
pub static GC7000L: Chip = Chip {
    info: ChipInfo {
        name: "gc7000l",
        family: "vivante",
        title: "Vivante GC7000L r6214",
        boards: "i.MX8M Quad: Librem 5, MNT Reform, EVK",
    },
    model: 0x7000,
    revision: 0x6214,
    features: FeatureWords::starting([
        0xe028_7cad,
        0xc179_9eff,
        0xfefb_fad9,
        0xeb9d_4fbf,
        0xedff_fced,
        0xdb0d_afc7,
        0xbb5a_c333,
        0xfc8e_e200,
    ]),
    specs: Specs {
        instructions: 512,
        ..LARGE
    },
    source: "Mesa src/etnaviv/drm-shim/etnaviv_noop.c; etna_viv tools/data/gpus.json",
};

/// Every chip of the family, the default first.
pub static ALL: [&Chip; 5] = [&GC2000, &GC880, &GC600, &GC3000, &GC7000L];

/// The chip called `name`.
pub fn find(name: &str) -> Option<&'static Chip> {
    ALL.into_iter().find(|c| c.info.name == name)
}
