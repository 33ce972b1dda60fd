//! The chips, and the properties by which drivers distinguish them.
//!
//! Sources: Mesa 22.3.6, `src/freedreno/common/freedreno_devices.py`; Linux,
//! `drivers/gpu/drm/msm/adreno`. Values that other versions of Mesa use differently are
//! stated with the version.

use crate::protect::{self, ProtectedRange};
use tilescope_core::ChipInfo;

/// The name of the family.
pub const FAMILY: &str = "adreno";

/// A value that drivers write to an undocumented register.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Magic {
    /// The name in Mesa, which is that of the register but for suffixes.
    pub name: &'static str,
    /// The value of Mesa 22.3.6.
    pub value: u32,
    /// The value of earlier versions, where it differs.
    pub earlier: Option<u32>,
}

/// Width and height in pixels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Size {
    /// Width.
    pub width: u32,
    /// Height.
    pub height: u32,
}

const fn size(width: u32, height: u32) -> Size {
    Size { width, height }
}

tilescope_tables::named_enum! {
    /// A feature that some chips have.
    pub enum Feature;
    /// The name of Mesa's field.
    name:
    /// Multiview limited by a mask (`supports_multiview_mask`).
    MultiviewMask = "supports_multiview_mask";
    /// A format of 24-bit depth and 8-bit stencil, both as integers (`has_z24uint_s8uint`).
    Z24UintS8Uint = "has_z24uint_s8uint";
    /// Tessellation passes values through shared memory (`tess_use_shared`).
    TessUseShared = "tess_use_shared";
    /// 16-bit storage (`storage_16bit`).
    Storage16Bit = "storage_16bit";
    /// Cubic filters (`has_tex_filter_cubic`).
    TexFilterCubic = "has_tex_filter_cubic";
    /// Programmable positions of samples (`has_sample_locations`).
    SampleLocations = "has_sample_locations";
    /// A second, low-priority compute pipe (`has_lpac`).
    Lpac = "has_lpac";
    /// Variable shading rate (`has_shading_rate`).
    ShadingRate = "has_shading_rate";
    /// The instruction `getfiberid` (`has_getfiberid`).
    GetFiberId = "has_getfiberid";
    /// The instruction `dp2acc` (`has_dp2acc`).
    Dp2Acc = "has_dp2acc";
    /// The instruction `dp4acc` (`has_dp4acc`).
    Dp4Acc = "has_dp4acc";
    /// The packet `CP_REG_WRITE` is used for tracked registers (`has_cp_reg_write`).
    CpRegWrite = "has_cp_reg_write";
    /// Compression of formats of one byte (`has_8bpp_ubwc`).
    Ubwc8Bpp = "has_8bpp_ubwc";
    /// Resolves while rendering: a bit of RB_CCU_CNTL (`concurrent_resolve`, earlier
    /// `ccu_cntl_gmem_unk2`).
    ConcurrentResolve = "concurrent_resolve";
    /// Indirect draws need a wait before them (`indirect_draw_wfm_quirk`).
    IndirectDrawWfm = "indirect_draw_wfm_quirk";
    /// Tests of depth bounds need the depth test (`depth_bounds_require_depth_test_quirk`).
    DepthBoundsRequireDepthTest = "depth_bounds_require_depth_test_quirk";
    /// Flushes of the colour cache need a wait after them (`has_ccu_flush_bug`).
    CcuFlushBug = "has_ccu_flush_bug";
    /// Low-resolution depth tracks its direction on the GPU (`has_lrz_dir_tracking`).
    LrzDirTracking = "has_lrz_dir_tracking";
    /// Fast clears of low-resolution depth (`enable_lrz_fast_clear`).
    LrzFastClear = "enable_lrz_fast_clear";
}

/// A release of Mesa whose decisions are known.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Release {
    /// 22.3.6.
    #[default]
    Mesa22_3,
    /// 25.0.7.
    Mesa25_0,
}

impl Release {
    /// All releases.
    pub const ALL: [Release; 2] = [Release::Mesa22_3, Release::Mesa25_0];

    /// The version, without its last number.
    pub const fn name(self) -> &'static str {
        match self {
            Release::Mesa22_3 => "22.3",
            Release::Mesa25_0 => "25.0",
        }
    }

    /// The release of this name.
    pub fn named(name: &str) -> Option<Release> {
        Release::ALL.into_iter().find(|r| r.name() == name)
    }
}

/// A chip.
#[derive(Clone, Copy, Debug)]
pub struct Chip {
    /// The short name, as the command line has it.
    pub name: &'static str,
    /// The names for listings.
    pub info: ChipInfo,
    /// `MSM_PARAM_GPU_ID`; 0 where chips are known by their chip id alone.
    pub gpu_id: u32,
    /// Core, major, minor and patch level, one byte each: the lower half of
    /// `MSM_PARAM_CHIP_ID`.
    pub chip_id: u32,
    /// Bits of `chip_id` that differ between equal chips.
    pub chip_id_any: u32,
    /// Bytes of on-chip memory for tiles.
    pub gmem_size: u32,
    /// The address of the on-chip memory, as shaders and copies see it.
    pub gmem_base: u64,
    /// Invocations that a shader processor holds.
    pub fibers_per_sp: u32,
    /// Vectors of registers of a shader processor, for each fiber.
    pub reg_size_vec4: u32,
    /// Units of instruction memory that a driver uses; each holds 16 instructions.
    pub instr_cache_size: u32,
    /// Shader processors.
    pub num_sp_cores: u32,
    /// Colour cache units.
    pub num_ccu: u32,
    /// Alignment of tiles.
    pub tile_align: Size,
    /// Alignment of their heights in later releases of Mesa (25.0.7, freedreno_devices.py), if less.
    pub tile_rows: u32,
    /// A scalar unit computes shared registers (25.0.7, freedreno_devices.py: has_scalar_alu).
    pub scalar_unit: bool,
    /// Narrow levels of compressed images are linear in later releases (25.0.7,
    /// freedreno_devices.py: has_ubwc_linear_mipmap_fallback).
    pub linear_levels: bool,
    /// The release of Mesa whose values these are.
    pub release: Release,
    /// Alignment of copies between tiles and memory.
    pub gmem_align: Size,
    /// The largest tile.
    pub tile_max: Size,
    /// Visibility pipes.
    pub num_vsc_pipes: u32,
    /// The registers that Linux protects.
    pub protect: &'static [ProtectedRange],
    /// The features that it has.
    pub features: &'static [Feature],
    /// Values that drivers write to undocumented registers.
    pub magic: &'static [Magic],
}

impl Chip {
    /// Whether it has a feature.
    pub fn has(&self, feature: Feature) -> bool {
        self.features.contains(&feature)
    }

    /// The value for an undocumented register.
    pub fn magic(&self, name: &str) -> Option<&'static Magic> {
        self.magic.iter().find(|m| m.name == name)
    }

    /// The chip with the values of a release of Mesa.
    #[must_use]
    pub const fn of(&self, release: Release) -> Chip {
        let mut chip = *self;
        chip.release = release;
        if let Release::Mesa25_0 = release {
            chip.tile_align.height = self.tile_rows;
        }
        chip
    }

    /// The offset of the colour cache in on-chip memory while drawing to system memory:
    /// 64 KiB of depth cache for each unit are before it.
    pub const fn ccu_offset_bypass(&self) -> u32 {
        self.num_ccu * 0x10000
    }

    /// The offset of the colour cache while drawing to tiles: 16 KiB for each unit.
    pub const fn ccu_offset_gmem(&self) -> u32 {
        self.gmem_size - self.num_ccu * 0x4000
    }
}

const fn info(name: &'static str, title: &'static str, boards: &'static str) -> ChipInfo {
    ChipInfo {
        name,
        family: FAMILY,
        title,
        boards,
    }
}

const fn magic(name: &'static str, value: u32) -> Magic {
    Magic {
        name,
        value,
        earlier: None,
    }
}

const fn changed(name: &'static str, value: u32, earlier: u32) -> Magic {
    Magic {
        name,
        value,
        earlier: Some(earlier),
    }
}

use Feature::*;

/// Features of the first a6xx: A618 and A630.
const GEN1: &[Feature] = &[
    CpRegWrite,
    Ubwc8Bpp,
    ConcurrentResolve,
    IndirectDrawWfm,
    DepthBoundsRequireDepthTest,
];

/// Features of the last: A635 and A660.
const GEN4: &[Feature] = &[
    MultiviewMask,
    Z24UintS8Uint,
    TessUseShared,
    Storage16Bit,
    TexFilterCubic,
    SampleLocations,
    Lpac,
    ShadingRate,
    GetFiberId,
    Dp2Acc,
    Dp4Acc,
    CcuFlushBug,
    LrzDirTracking,
    LrzFastClear,
];

/// The fields that all a6xx share.
const COMMON: Chip = Chip {
    name: "",
    info: info("", "", ""),
    gpu_id: 0,
    chip_id: 0,
    chip_id_any: 0,
    gmem_size: 0,
    gmem_base: 0,
    fibers_per_sp: 0,
    reg_size_vec4: 0,
    instr_cache_size: 0,
    num_sp_cores: 1,
    num_ccu: 1,
    tile_align: size(32, 32),
    tile_rows: 16,
    scalar_unit: false,
    linear_levels: false,
    release: Release::Mesa22_3,
    gmem_align: size(16, 4),
    // Passes of turnip 22.3.6 and 25.0.7 are divided so (`tests/vulkan`, `plans`).
    tile_max: size(1024, 1008),
    num_vsc_pipes: 32,
    protect: &[],
    features: &[],
    magic: &[],
};

const FIRST: Chip = Chip {
    fibers_per_sp: 128 * 16,
    reg_size_vec4: 96,
    instr_cache_size: 64,
    gmem_base: 0x10_0000,
    protect: protect::A630,
    features: GEN1,
    ..COMMON
};

const LAST: Chip = Chip {
    scalar_unit: true,
    linear_levels: true,
    fibers_per_sp: 128 * 2 * 16,
    reg_size_vec4: 64,
    instr_cache_size: 127,
    gmem_base: 0,
    protect: protect::A660,
    features: GEN4,
    ..COMMON
};

/// The chips.
pub static CHIPS: &[Chip] = &[
    Chip {
        name: "a618",
        info: info("a618", "Adreno 618", "Snapdragon 7c"),
        gpu_id: 618,
        chip_id: 0x0601_0800,
        tile_rows: 32,
        chip_id_any: 0xff,
        gmem_size: 512 << 10,
        magic: &[
            magic("PC_POWER_CNTL", 0),
            changed("TPL1_DBG_ECO_CNTL", 0x0010_8000, 0x0010_0000),
            magic("GRAS_DBG_ECO_CNTL", 0x880),
            magic("SP_CHICKEN_BITS", 0x430),
            magic("UCHE_CLIENT_PF", 4),
            magic("PC_MODE_CNTL", 0x1f),
            magic("SP_DBG_ECO_CNTL", 0),
            // Called RB_UNKNOWN_8E04_blit in earlier versions.
            changed("RB_DBG_ECO_CNTL_blit", 0x0410_0000, 0x0010_0000),
            magic("HLSQ_DBG_ECO_CNTL", 0x8_0000),
            magic("RB_UNKNOWN_8E01", 1),
            magic("VPC_DBG_ECO_CNTL", 0),
            magic("UCHE_UNKNOWN_0E12", 1),
        ],
        ..FIRST
    },
    Chip {
        name: "a630",
        info: info("a630", "Adreno 630", "Snapdragon 845"),
        gpu_id: 630,
        chip_id: 0x0603_0000,
        chip_id_any: 0xff,
        gmem_size: 1 << 20,
        num_sp_cores: 2,
        num_ccu: 2,
        magic: &[
            magic("PC_POWER_CNTL", 1),
            magic("TPL1_DBG_ECO_CNTL", 0x0010_8000),
            magic("GRAS_DBG_ECO_CNTL", 0x880),
            magic("SP_CHICKEN_BITS", 0x1430),
            magic("UCHE_CLIENT_PF", 4),
            magic("PC_MODE_CNTL", 0x1f),
            magic("SP_DBG_ECO_CNTL", 0),
            magic("RB_DBG_ECO_CNTL_blit", 0x0410_0000),
            magic("HLSQ_DBG_ECO_CNTL", 0x8_0000),
            magic("RB_UNKNOWN_8E01", 1),
            magic("VPC_DBG_ECO_CNTL", 0),
            magic("UCHE_UNKNOWN_0E12", 0x1000_0001),
        ],
        ..FIRST
    },
    Chip {
        name: "a635",
        info: info("a635", "Adreno 635", "Snapdragon 7c+ Gen 3, 8c Gen 3"),
        gpu_id: 0,
        chip_id: 0x0603_0500,
        chip_id_any: 0,
        gmem_size: 512 << 10,
        num_sp_cores: 2,
        num_ccu: 2,
        magic: &[
            magic("PC_POWER_CNTL", 1),
            magic("TPL1_DBG_ECO_CNTL", 0x0500_8000),
            magic("GRAS_DBG_ECO_CNTL", 0),
            magic("SP_CHICKEN_BITS", 0x1400),
            magic("UCHE_CLIENT_PF", 0x84),
            magic("PC_MODE_CNTL", 0x1f),
            magic("SP_DBG_ECO_CNTL", 6),
            changed("RB_DBG_ECO_CNTL_blit", 0x0410_0000, 0x0010_0000),
            magic("HLSQ_DBG_ECO_CNTL", 0),
            magic("RB_UNKNOWN_8E01", 0),
            magic("VPC_DBG_ECO_CNTL", 0x0200_0000),
            magic("UCHE_UNKNOWN_0E12", 1),
        ],
        ..LAST
    },
    Chip {
        name: "a660",
        info: info("a660", "Adreno 660", "Snapdragon 888"),
        gpu_id: 660,
        chip_id: 0x0606_0000,
        chip_id_any: 0xff,
        gmem_size: 1536 << 10,
        num_sp_cores: 3,
        num_ccu: 3,
        // Chips with three colour cache units.
        tile_align: size(96, 32),
        magic: &[
            magic("PC_POWER_CNTL", 2),
            magic("TPL1_DBG_ECO_CNTL", 0x0500_8000),
            magic("GRAS_DBG_ECO_CNTL", 0),
            magic("SP_CHICKEN_BITS", 0x1400),
            magic("UCHE_CLIENT_PF", 0x84),
            magic("PC_MODE_CNTL", 0x1f),
            magic("SP_DBG_ECO_CNTL", 0x0100_0000),
            magic("RB_DBG_ECO_CNTL_blit", 0x0410_0000),
            magic("HLSQ_DBG_ECO_CNTL", 0),
            magic("RB_UNKNOWN_8E01", 0),
            magic("VPC_DBG_ECO_CNTL", 0x0200_0000),
            magic("UCHE_UNKNOWN_0E12", 1),
        ],
        ..LAST
    },
];

/// The chip of this name.
pub fn named(name: &str) -> Option<&'static Chip> {
    CHIPS.iter().find(|c| c.name.eq_ignore_ascii_case(name))
}

/// The chip of a chip id, without the speed bin in its upper half.
pub fn with_chip_id(id: u32) -> Option<&'static Chip> {
    CHIPS
        .iter()
        .find(|c| (id ^ c.chip_id) & !c.chip_id_any == 0)
}
