//! Layouts that several registers share.

use super::enums;
use super::types::Kind::*;
use super::types::{Field, bit, field};

/// Fields of `a6x_cp_protect`.
#[rustfmt::skip]
pub const A6X_CP_PROTECT: &[Field] = &[
    field("BASE_ADDR", 17, 0, Hex),
    field("MASK_LEN", 30, 18, Hex),
    bit("READ", 31),
];

/// Fields of `a6xx_rbbm_int_0_mask`.
#[rustfmt::skip]
pub const A6XX_RBBM_INT_0_MASK: &[Field] = &[
    bit("RBBM_GPU_IDLE", 0),
    bit("CP_AHB_ERROR", 1),
    bit("RBBM_ATB_ASYNCFIFO_OVERFLOW", 6),
    bit("RBBM_GPC_ERROR", 7),
    bit("CP_SW", 8),
    bit("CP_HW_ERROR", 9),
    bit("CP_CCU_FLUSH_DEPTH_TS", 10),
    bit("CP_CCU_FLUSH_COLOR_TS", 11),
    bit("CP_CCU_RESOLVE_TS", 12),
    bit("CP_IB2", 13),
    bit("CP_IB1", 14),
    bit("CP_RB", 15),
    bit("CP_RB_DONE_TS", 17),
    bit("CP_WT_DONE_TS", 18),
    bit("CP_CACHE_FLUSH_TS", 20),
    bit("RBBM_ATB_BUS_OVERFLOW", 22),
    bit("RBBM_HANG_DETECT", 23),
    bit("UCHE_OOB_ACCESS", 24),
    bit("UCHE_TRAP_INTR", 25),
    bit("DEBBUS_INTR_0", 26),
    bit("DEBBUS_INTR_1", 27),
    bit("ISDB_CPU_IRQ", 30),
    bit("ISDB_UNDER_DEBUG", 31),
];

/// Fields of `a6xx_gras_xs_cl_cntl`.
#[rustfmt::skip]
pub const A6XX_GRAS_XS_CL_CNTL: &[Field] = &[
    field("CLIP_MASK", 7, 0, Hex),
    field("CULL_MASK", 15, 8, Hex),
];

/// Fields of `a6xx_gras_layer_cntl`.
#[rustfmt::skip]
pub const A6XX_GRAS_LAYER_CNTL: &[Field] = &[
    bit("WRITES_LAYER", 0),
    bit("WRITES_VIEW", 1),
];

/// Fields of `a6xx_sample_config`.
#[rustfmt::skip]
pub const A6XX_SAMPLE_CONFIG: &[Field] = &[
    bit("UNK0", 0),
    bit("LOCATION_ENABLE", 1),
];

/// Fields of `a6xx_sample_locations`.
#[rustfmt::skip]
pub const A6XX_SAMPLE_LOCATIONS: &[Field] = &[
    field("SAMPLE_0_X", 3, 0, Fixed(4)),
    field("SAMPLE_0_Y", 7, 4, Fixed(4)),
    field("SAMPLE_1_X", 11, 8, Fixed(4)),
    field("SAMPLE_1_Y", 15, 12, Fixed(4)),
    field("SAMPLE_2_X", 19, 16, Fixed(4)),
    field("SAMPLE_2_Y", 23, 20, Fixed(4)),
    field("SAMPLE_3_X", 27, 24, Fixed(4)),
    field("SAMPLE_3_Y", 31, 28, Fixed(4)),
];

/// Fields of `a6xx_scissor_xy`.
#[rustfmt::skip]
pub const A6XX_SCISSOR_XY: &[Field] = &[
    field("X", 15, 0, Uint),
    field("Y", 31, 16, Uint),
];

/// Fields of `a6xx_reg_xy`.
#[rustfmt::skip]
pub const A6XX_REG_XY: &[Field] = &[
    field("X", 13, 0, Uint),
    field("Y", 29, 16, Uint),
];

/// Fields of `a6xx_2d_blit_cntl`.
#[rustfmt::skip]
pub const A6XX_2D_BLIT_CNTL: &[Field] = &[
    field("ROTATE", 2, 0, Enum(&enums::A6XX_ROTATION)),
    bit("OVERWRITEEN", 3),
    field("UNK4", 6, 4, Hex),
    bit("SOLID_COLOR", 7),
    field("COLOR_FORMAT", 15, 8, Enum(&enums::A6XX_FORMAT)),
    bit("SCISSOR", 16),
    field("UNK17", 18, 17, Hex),
    bit("D24S8", 19),
    field("MASK", 23, 20, Hex),
    field("IFMT", 28, 24, Enum(&enums::A6XX_2D_IFMT)),
    field("RASTER_MODE", 29, 29, Enum(&enums::A6XX_RASTER_MODE)),
];

/// Fields of `a6xx_2d_surf_info`.
#[rustfmt::skip]
pub const A6XX_2D_SURF_INFO: &[Field] = &[
    field("COLOR_FORMAT", 7, 0, Enum(&enums::A6XX_FORMAT)),
    field("TILE_MODE", 9, 8, Enum(&enums::A6XX_TILE_MODE)),
    field("COLOR_SWAP", 11, 10, Enum(&enums::A3XX_COLOR_SWAP)),
    bit("FLAGS", 12),
    bit("SRGB", 13),
    field("SAMPLES", 15, 14, Enum(&enums::A3XX_MSAA_SAMPLES)),
    bit("FILTER", 16),
    bit("UNK17", 17),
    bit("SAMPLES_AVERAGE", 18),
    bit("UNK19", 19),
    bit("UNK20", 20),
    bit("UNK21", 21),
    bit("UNK22", 22),
    field("UNK23", 26, 23, Hex),
    bit("UNK28", 28),
];

/// Fields of `a6xx_vpc_xs_clip_cntl`.
#[rustfmt::skip]
pub const A6XX_VPC_XS_CLIP_CNTL: &[Field] = &[
    field("CLIP_MASK", 7, 0, Uint),
    field("CLIP_DIST_03_LOC", 15, 8, Uint),
    field("CLIP_DIST_47_LOC", 23, 16, Uint),
];

/// Fields of `a6xx_vpc_xs_layer_cntl`.
#[rustfmt::skip]
pub const A6XX_VPC_XS_LAYER_CNTL: &[Field] = &[
    field("LAYERLOC", 7, 0, Uint),
    field("VIEWLOC", 15, 8, Uint),
];

/// Fields of `a6xx_vpc_xs_pack`.
#[rustfmt::skip]
pub const A6XX_VPC_XS_PACK: &[Field] = &[
    field("STRIDE_IN_VPC", 7, 0, Uint),
    field("POSITIONLOC", 15, 8, Uint),
    field("PSIZELOC", 23, 16, Uint),
    field("EXTRAPOS", 27, 24, Uint),
];

/// Fields of `a6xx_xs_out_cntl`.
#[rustfmt::skip]
pub const A6XX_XS_OUT_CNTL: &[Field] = &[
    field("STRIDE_IN_VPC", 7, 0, Uint),
    bit("PSIZE", 8),
    bit("LAYER", 9),
    bit("VIEW", 10),
    bit("PRIMITIVE_ID", 11),
    field("CLIP_MASK", 23, 16, Uint),
];

/// Fields of `a6xx_multiview_cntl`.
#[rustfmt::skip]
pub const A6XX_MULTIVIEW_CNTL: &[Field] = &[
    bit("ENABLE", 0),
    bit("DISABLEMULTIPOS", 1),
    field("VIEWS", 6, 2, Uint),
];

/// Fields of `vgt_draw_initiator_a4xx`.
#[rustfmt::skip]
pub const VGT_DRAW_INITIATOR_A4XX: &[Field] = &[
    field("PRIM_TYPE", 5, 0, Enum(&enums::PC_DI_PRIMTYPE)),
    field("SOURCE_SELECT", 7, 6, Enum(&enums::PC_DI_SRC_SEL)),
    field("VIS_CULL", 9, 8, Enum(&enums::PC_DI_VIS_CULL_MODE)),
    field("INDEX_SIZE", 11, 10, Enum(&enums::A4XX_INDEX_SIZE)),
    field("PATCH_TYPE", 13, 12, Enum(&enums::A6XX_PATCH_TYPE)),
    bit("GS_ENABLE", 16),
    bit("TESS_ENABLE", 17),
];

/// Fields of `a6xx_sp_xs_prim_cntl`.
#[rustfmt::skip]
pub const A6XX_SP_XS_PRIM_CNTL: &[Field] = &[
    field("OUT", 5, 0, Uint),
    field("FLAGS_REGID", 13, 6, RegId),
];

/// Fields of `a6xx_sp_xs_pvt_mem_param`.
#[rustfmt::skip]
pub const A6XX_SP_XS_PVT_MEM_PARAM: &[Field] = &[
    field("MEMSIZEPERITEM", 7, 0, Hex).shl(9),
    field("HWSTACKSIZEPERTHREAD", 31, 24, Hex),
];

/// Fields of `a6xx_sp_xs_pvt_mem_size`.
#[rustfmt::skip]
pub const A6XX_SP_XS_PVT_MEM_SIZE: &[Field] = &[
    field("TOTALPVTMEMSIZE", 17, 0, Hex).shl(12),
    bit("PERWAVEMEMLAYOUT", 31),
];

/// Fields of `a6xx_sp_xs_config`.
#[rustfmt::skip]
pub const A6XX_SP_XS_CONFIG: &[Field] = &[
    bit("BINDLESS_TEX", 0),
    bit("BINDLESS_SAMP", 1),
    bit("BINDLESS_IBO", 2),
    bit("BINDLESS_UBO", 3),
    bit("ENABLED", 8),
    field("NTEX", 16, 9, Uint),
    field("NSAMP", 21, 17, Uint),
    field("NIBO", 28, 22, Uint),
];

/// Fields of `a6xx_sp_xs_pvt_mem_hw_stack_offset`.
#[rustfmt::skip]
pub const A6XX_SP_XS_PVT_MEM_HW_STACK_OFFSET: &[Field] = &[
    field("OFFSET", 18, 0, Hex).shl(11),
];

/// Fields of `a6xx_hlsq_xs_cntl`.
#[rustfmt::skip]
pub const A6XX_HLSQ_XS_CNTL: &[Field] = &[
    field("CONSTLEN", 7, 0, Uint).shl(2),
    bit("ENABLED", 8),
];

/// Fields of `vgt_draw_initiator`.
#[rustfmt::skip]
pub const VGT_DRAW_INITIATOR: &[Field] = &[
    field("PRIM_TYPE", 5, 0, Enum(&enums::PC_DI_PRIMTYPE)),
    field("SOURCE_SELECT", 7, 6, Enum(&enums::PC_DI_SRC_SEL)),
    field("VIS_CULL", 10, 9, Enum(&enums::PC_DI_VIS_CULL_MODE)),
    field("INDEX_SIZE", 11, 11, Enum(&enums::PC_DI_INDEX_SIZE)),
    bit("NOT_EOP", 12),
    bit("SMALL_INDEX", 13),
    bit("PRE_DRAW_INITIATOR_ENABLE", 14),
    field("NUM_INSTANCES", 31, 24, Uint),
];
