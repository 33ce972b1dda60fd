//! .

use super::source::RNNDB;
use tilescope_tables::packet::EnumTable;
use tilescope_tables::registers;

///
pub static MC_PROFILE_CONFIG0_FE: EnumTable = EnumTable {
    what: "mc profile config0 fe",
    values: &[
        (9, "CURRENT_PRIM"),
        (10, "DRAW_COUNT"),
        (11, "OUT_VERTEX_COUNT"),
        (12, "CACHE_MISS_COUNT"),
        (15, "RESET"),
        (16, "CACHE_LK_COUNT"),
        (17, "STALL_COUNT"),
        (18, "PROCESS_COUNT"),
    ],
};

///
pub static MC_PROFILE_CONFIG0_DE: EnumTable = EnumTable {
    what: "mc profile config0 de",
    values: &[(15, "RESET")],
};

///
pub static MC_PROFILE_CONFIG0_PE: EnumTable = EnumTable {
    what: "mc profile config0 pe",
    values: &[
        (0, "PIXEL_COUNT_KILLED_BY_COLOR_PIPE"),
        (1, "PIXEL_COUNT_KILLED_BY_DEPTH_PIPE"),
        (2, "PIXEL_COUNT_DRAWN_BY_COLOR_PIPE"),
        (3, "PIXEL_COUNT_DRAWN_BY_DEPTH_PIPE"),
        (11, "PIXELS_RENDERED_2D"),
        (15, "RESET"),
    ],
};

///
pub static MC_PROFILE_CONFIG0_SH: EnumTable = EnumTable {
    what: "mc profile config0 sh",
    values: &[
        (4, "SHADER_CYCLES"),
        (7, "PS_INST_COUNTER"),
        (8, "RENDERED_PIXEL_COUNTER"),
        (9, "VS_INST_COUNTER"),
        (10, "RENDERED_VERTICE_COUNTER"),
        (11, "VTX_BRANCH_INST_COUNTER"),
        (12, "VTX_TEXLD_INST_COUNTER"),
        (13, "PXL_BRANCH_INST_COUNTER"),
        (14, "PXL_TEXLD_INST_COUNTER"),
        (15, "RESET"),
    ],
};

///
pub static MC_PROFILE_CONFIG1_PA: EnumTable = EnumTable {
    what: "mc profile config1 pa",
    values: &[
        (3, "INPUT_VTX_COUNTER"),
        (4, "INPUT_PRIM_COUNTER"),
        (5, "OUTPUT_PRIM_COUNTER"),
        (6, "DEPTH_CLIPPED_COUNTER"),
        (7, "TRIVIAL_REJECTED_COUNTER"),
        (8, "CULLED_COUNTER"),
        (9, "DROPED_PRIM_COUNTER"),
        (10, "FRUSTUM_CLIPPED_PRIM_COUNTER"),
        (15, "RESET"),
    ],
};

///
pub static MC_PROFILE_CONFIG1_SE: EnumTable = EnumTable {
    what: "mc profile config1 se",
    values: &[
        (0, "CULLED_TRIANGLE_COUNT"),
        (1, "CULLED_LINES_COUNT"),
        (4, "TRIVIAL_REJECTED_LINE_COUNT"),
        (15, "RESET"),
    ],
};

///
pub static MC_PROFILE_CONFIG1_RA: EnumTable = EnumTable {
    what: "mc profile config1 ra",
    values: &[
        (0, "VALID_PIXEL_COUNT"),
        (1, "TOTAL_QUAD_COUNT"),
        (2, "VALID_QUAD_COUNT_AFTER_EARLY_Z"),
        (3, "TOTAL_PRIMITIVE_COUNT"),
        (9, "PIPE_CACHE_MISS_COUNTER"),
        (10, "PREFETCH_CACHE_MISS_COUNTER"),
        (11, "CULLED_QUAD_COUNT"),
        (15, "RESET"),
        (17, "PIPE_HZ_CACHE_MISS_COUNTER"),
        (18, "PREFETCH_HZ_CACHE_MISS_COUNTER"),
    ],
};

///
pub static MC_PROFILE_CONFIG1_TX: EnumTable = EnumTable {
    what: "mc profile config1 tx",
    values: &[
        (0, "TOTAL_BILINEAR_REQUESTS"),
        (1, "TOTAL_TRILINEAR_REQUESTS"),
        (2, "TOTAL_DISCARDED_TEXTURE_REQUESTS"),
        (3, "TOTAL_TEXTURE_REQUESTS"),
        (4, "UNKNOWN"),
        (5, "MEM_READ_COUNT"),
        (6, "MEM_READ_IN_8B_COUNT"),
        (7, "CACHE_MISS_COUNT"),
        (8, "CACHE_HIT_TEXEL_COUNT"),
        (9, "CACHE_MISS_TEXEL_COUNT"),
        (15, "RESET"),
    ],
};

///
pub static MC_PROFILE_CONFIG2_MC: EnumTable = EnumTable {
    what: "mc profile config2 mc",
    values: &[
        (1, "TOTAL_READ_REQ_8B_FROM_PIPELINE"),
        (2, "TOTAL_READ_REQ_8B_FROM_IP"),
        (3, "TOTAL_WRITE_REQ_8B_FROM_PIPELINE"),
        (4, "TOTAL_READ_REQ_SENTOUT_FROM_COLORPIPE"),
        (5, "TOTAL_WRITE_REQ_FROM_COLORPIPE"),
        (7, "TOTAL_READ_REQ_8B_FROM_DEPTHPIPE"),
        (8, "TOTAL_READ_REQ_8B_SENTOUT_FROM_DEPTHPIPE"),
        (9, "TOTAL_WRITE_REQ_8B_FROM_DEPTHPIPE"),
        (10, "TOTAL_READ_REQ_SENTOUT_FROM_DEPTHPIPE"),
        (11, "TOTAL_WRITE_REQ_FROM_DEPTHPIPE"),
        (12, "TOTAL_READ_REQ_8B_FROM_OTHERS"),
        (13, "TOTAL_WRITE_REQ_8B_FROM_OTHERS"),
        (14, "TOTAL_READ_REQ_FROM_OTHERS"),
        (15, "TOTAL_WRITE_REQ_FROM_OTHERS"),
        (21, "FE_READ_BANDWIDTH"),
        (22, "MMU_READ_BANDWIDTH"),
        (23, "BLT_READ_BANDWIDTH"),
        (24, "SH0_READ_BANDWIDTH"),
        (25, "SH1_READ_BANDWIDTH"),
        (26, "PE_WRITE_BANDWIDTH"),
        (27, "BLT_WRITE_BANDWIDTH"),
        (28, "SH0_WRITE_BANDWIDTH"),
        (29, "SH1_WRITE_BANDWIDTH"),
    ],
};

///
pub static MC_PROFILE_CONFIG2_HI: EnumTable = EnumTable {
    what: "mc profile config2 hi",
    values: &[
        (0, "AXI_CYCLES_READ_REQUEST_STALLED"),
        (1, "AXI_CYCLES_WRITE_REQUEST_STALLED"),
        (2, "AXI_CYCLES_WRITE_DATA_STALLED"),
        (15, "RESET"),
    ],
};

///
pub static MC_PROFILE_CONFIG2_L2: EnumTable = EnumTable {
    what: "mc profile config2 l2",
    values: &[
        (0, "TOTAL_AXI0_READ_REQUEST_COUNT"),
        (4, "TOTAL_AXI0_WRITE_REQUEST_COUNT"),
        (5, "TOTAL_AXI1_WRITE_REQUEST_COUNT"),
        (8, "TOTAL_READ_TRANSACTIONS_REQUEST_BY_AXI0"),
        (9, "TOTAL_READ_TRANSACTIONS_REQUEST_BY_AXI1"),
        (12, "TOTAL_WRITE_TRANSACTIONS_REQUEST_BY_AXI0"),
        (13, "TOTAL_WRITE_TRANSACTIONS_REQUEST_BY_AXI1"),
        (15, "RESET"),
        (16, "AXI0_MINMAX_LATENCY"),
        (17, "AXI0_TOTAL_LATENCY"),
        (18, "AXI0_TOTAL_REQUEST_COUNT"),
        (19, "AXI1_MINMAX_LATENCY"),
        (20, "AXI1_TOTAL_LATENCY"),
        (21, "AXI1_TOTAL_REQUEST_COUNT"),
    ],
};

///
pub static MC_PROFILE_CONFIG2_BLT: EnumTable = EnumTable {
    what: "mc profile config2 blt",
    values: &[(0, "UNK0")],
};

registers! {
    pub static REGISTERS = "MC", RNNDB, "The registers, by address.";
    pub mod mmu_fe_page_table = "MMU_FE_PAGE_TABLE" at 0x00400 ReadWrite, ""
    {
        VALUE, "value", 0, 32, Hex, "", "The value.";
    }
    pub mod mmu_tx_page_table = "MMU_TX_PAGE_TABLE" at 0x00404 ReadWrite, ""
    {
        VALUE, "value", 0, 32, Hex, "", "The value.";
    }
    pub mod mmu_pe_page_table = "MMU_PE_PAGE_TABLE" at 0x00408 ReadWrite, ""
    {
        VALUE, "value", 0, 32, Hex, "", "The value.";
    }
    pub mod mmu_pez_page_table = "MMU_PEZ_PAGE_TABLE" at 0x0040c ReadWrite, ""
    {
        VALUE, "value", 0, 32, Hex, "", "The value.";
    }
    pub mod mmu_ra_page_table = "MMU_RA_PAGE_TABLE" at 0x00410 ReadWrite, ""
    {
        VALUE, "value", 0, 32, Hex, "", "The value.";
    }
    pub mod debug_memory = "DEBUG_MEMORY" at 0x00414 ReadWrite, ""
    {
        RESERVED0, "reserved0", 0, 3, Reserved, "", "No known meaning.";
        SPECIAL_PATCH_GC320, "special_patch_gc320", 3, 1, Bool, "", "";
        RESERVED4, "reserved4", 4, 16, Reserved, "", "No known meaning.";
        FAST_CLEAR_BYPASS, "fast_clear_bypass", 20, 1, Bool, "", "";
        COMPRESSION_BYPASS, "compression_bypass", 21, 1, Bool, "", "";
        RESERVED22, "reserved22", 22, 10, Reserved, "", "No known meaning.";
    }
    pub mod memory_base_addr_ra = "MEMORY_BASE_ADDR_RA" at 0x00418 ReadWrite, ""
    {
        VALUE, "value", 0, 32, Hex, "", "The value.";
    }
    pub mod memory_base_addr_fe = "MEMORY_BASE_ADDR_FE" at 0x0041c ReadWrite, ""
    {
        VALUE, "value", 0, 32, Hex, "", "The value.";
    }
    pub mod memory_base_addr_tx = "MEMORY_BASE_ADDR_TX" at 0x00420 ReadWrite, ""
    {
        VALUE, "value", 0, 32, Hex, "", "The value.";
    }
    pub mod memory_base_addr_pez = "MEMORY_BASE_ADDR_PEZ" at 0x00424 ReadWrite, ""
    {
        VALUE, "value", 0, 32, Hex, "", "The value.";
    }
    pub mod memory_base_addr_pe = "MEMORY_BASE_ADDR_PE" at 0x00428 ReadWrite, ""
    {
        VALUE, "value", 0, 32, Hex, "", "The value.";
    }
    pub mod memory_timing_control = "MEMORY_TIMING_CONTROL" at 0x0042c ReadWrite, ""
    {
        VALUE, "value", 0, 32, Hex, "", "The value.";
    }
    pub mod memory_flush = "MEMORY_FLUSH" at 0x00430 ReadWrite, ""
    {
        VALUE, "value", 0, 32, Hex, "", "The value.";
    }
    pub mod profile_cycle_counter = "PROFILE_CYCLE_COUNTER" at 0x00438 ReadWrite, ""
    {
        VALUE, "value", 0, 32, Hex, "", "The value.";
    }
    pub mod debug_read0 = "DEBUG_READ0" at 0x0043c ReadWrite, ""
    {
        VALUE, "value", 0, 32, Hex, "", "The value.";
    }
    pub mod debug_read1 = "DEBUG_READ1" at 0x00440 ReadWrite, ""
    {
        VALUE, "value", 0, 32, Hex, "", "The value.";
    }
    pub mod debug_write = "DEBUG_WRITE" at 0x00444 ReadWrite, ""
    {
        VALUE, "value", 0, 32, Hex, "", "The value.";
    }
    pub mod profile_ra_read = "PROFILE_RA_READ" at 0x00448 ReadWrite, ""
    {
        VALUE, "value", 0, 32, Hex, "", "The value.";
    }
    pub mod profile_tx_read = "PROFILE_TX_READ" at 0x0044c ReadWrite, ""
    {
        VALUE, "value", 0, 32, Hex, "", "The value.";
    }
    pub mod profile_fe_read = "PROFILE_FE_READ" at 0x00450 ReadWrite, ""
    {
        VALUE, "value", 0, 32, Hex, "", "The value.";
    }
    pub mod profile_pe_read = "PROFILE_PE_READ" at 0x00454 ReadWrite, ""
    {
        VALUE, "value", 0, 32, Hex, "", "The value.";
    }
    pub mod profile_de_read = "PROFILE_DE_READ" at 0x00458 ReadWrite, ""
    {
        VALUE, "value", 0, 32, Hex, "", "The value.";
    }
    pub mod profile_sh_read = "PROFILE_SH_READ" at 0x0045c ReadWrite, ""
    {
        VALUE, "value", 0, 32, Hex, "", "The value.";
    }
    pub mod profile_pa_read = "PROFILE_PA_READ" at 0x00460 ReadWrite, ""
    {
        VALUE, "value", 0, 32, Hex, "", "The value.";
    }
    pub mod profile_se_read = "PROFILE_SE_READ" at 0x00464 ReadWrite, ""
    {
        VALUE, "value", 0, 32, Hex, "", "The value.";
    }
    pub mod profile_mc_read = "PROFILE_MC_READ" at 0x00468 ReadWrite, ""
    {
        VALUE, "value", 0, 32, Hex, "", "The value.";
    }
    pub mod profile_hi_read = "PROFILE_HI_READ" at 0x0046c ReadWrite, ""
    {
        VALUE, "value", 0, 32, Hex, "", "The value.";
    }
    pub mod profile_config0 = "PROFILE_CONFIG0" at 0x00470 ReadWrite, ""
    {
        FE, "fe", 0, 8, Enum(&MC_PROFILE_CONFIG0_FE), "", "";
        DE, "de", 8, 8, Enum(&MC_PROFILE_CONFIG0_DE), "", "";
        PE, "pe", 16, 8, Enum(&MC_PROFILE_CONFIG0_PE), "", "";
        SH, "sh", 24, 8, Enum(&MC_PROFILE_CONFIG0_SH), "", "";
    }
    pub mod profile_config1 = "PROFILE_CONFIG1" at 0x00474 ReadWrite, ""
    {
        PA, "pa", 0, 8, Enum(&MC_PROFILE_CONFIG1_PA), "", "";
        SE, "se", 8, 8, Enum(&MC_PROFILE_CONFIG1_SE), "", "";
        RA, "ra", 16, 8, Enum(&MC_PROFILE_CONFIG1_RA), "", "";
        TX, "tx", 24, 8, Enum(&MC_PROFILE_CONFIG1_TX), "", "";
    }
    pub mod profile_config2 = "PROFILE_CONFIG2" at 0x00478 ReadWrite, ""
    {
        MC, "mc", 0, 8, Enum(&MC_PROFILE_CONFIG2_MC), "", "";
        HI, "hi", 8, 8, Enum(&MC_PROFILE_CONFIG2_HI), "", "";
        L2, "l2", 16, 8, Enum(&MC_PROFILE_CONFIG2_L2), "", "";
        BLT, "blt", 24, 8, Enum(&MC_PROFILE_CONFIG2_BLT), "", "";
    }
    pub mod profile_config3 = "PROFILE_CONFIG3" at 0x0047c ReadWrite, ""
    {
        VALUE, "value", 0, 32, Hex, "", "The value.";
    }
    pub mod bus_config = "BUS_CONFIG" at 0x00480 ReadWrite, ""
    {
        FE_BUS_CONFIG, "fe_bus_config", 0, 4, Uint, "", "";
        TX_BUS_CONFIG, "tx_bus_config", 4, 4, Uint, "", "";
        RESERVED8, "reserved8", 8, 24, Reserved, "", "No known meaning.";
    }
    pub mod start_composition = "START_COMPOSITION" at 0x00554 ReadWrite, ""
    {
        VALUE, "value", 0, 32, Hex, "", "The value.";
    }
    pub mod flags = "FLAGS" at 0x00558 ReadWrite, ""
    {
        N128B_MERGE, "128b_merge", 0, 1, Bool, "", "";
        RESERVED1, "reserved1", 1, 26, Reserved, "", "No known meaning.";
        TPCV11_COMPRESSION, "tpcv11_compression", 27, 1, Bool, "", "";
        RESERVED28, "reserved28", 28, 4, Reserved, "", "No known meaning.";
    }
    pub mod l2_cache_config = "L2_CACHE_CONFIG" at 0x0055c ReadWrite, ""
    {
        VALUE, "value", 0, 32, Hex, "", "The value.";
    }
    pub mod profile_l2_read = "PROFILE_L2_READ" at 0x00564 ReadWrite, ""
    {
        VALUE, "value", 0, 32, Hex, "", "The value.";
    }
    pub mod mc_latency_reset = "MC_LATENCY_RESET" at 0x00568 ReadWrite, ""
    {
        VALUE, "value", 0, 32, Hex, "", "The value.";
    }
    pub mod mc_axi_max_min_latency = "MC_AXI_MAX_MIN_LATENCY" at 0x0056c ReadWrite, ""
    {
        VALUE, "value", 0, 32, Hex, "", "The value.";
    }
    pub mod mc_axi_total_latency = "MC_AXI_TOTAL_LATENCY" at 0x00570 ReadWrite, ""
    {
        VALUE, "value", 0, 32, Hex, "", "The value.";
    }
    pub mod mc_axi_sample_count = "MC_AXI_SAMPLE_COUNT" at 0x00574 ReadWrite, ""
    {
        VALUE, "value", 0, 32, Hex, "", "The value.";
    }
}
