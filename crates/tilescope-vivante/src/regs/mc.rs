//! The memory controller, at 0x400: the first MMU, base addresses of the units'
//! windows, and performance counters, selected by PROFILE_CONFIG.

use super::source::RNNDB;
use tilescope_tables::{enum_tables, registers};

enum_tables! {
    /// Counters of the front end.
    pub MC_PROFILE_CONFIG0_FE = "front end counter": 9 "CURRENT_PRIM", 10 "DRAW_COUNT",
        11 "OUT_VERTEX_COUNT", 12 "CACHE_MISS_COUNT", 15 "RESET", 16 "CACHE_LK_COUNT",
        17 "STALL_COUNT", 18 "PROCESS_COUNT";

    /// Counters of the 2D engine.
    pub MC_PROFILE_CONFIG0_DE = "2D engine counter": 15 "RESET";

    /// Counters of the pixel engine.
    pub MC_PROFILE_CONFIG0_PE = "pixel engine counter": 0 "PIXEL_COUNT_KILLED_BY_COLOR_PIPE",
        1 "PIXEL_COUNT_KILLED_BY_DEPTH_PIPE", 2 "PIXEL_COUNT_DRAWN_BY_COLOR_PIPE",
        3 "PIXEL_COUNT_DRAWN_BY_DEPTH_PIPE", 11 "PIXELS_RENDERED_2D", 15 "RESET";

    /// Counters of the shaders.
    pub MC_PROFILE_CONFIG0_SH = "shader counter": 4 "SHADER_CYCLES", 7 "PS_INST_COUNTER",
        8 "RENDERED_PIXEL_COUNTER", 9 "VS_INST_COUNTER", 10 "RENDERED_VERTICE_COUNTER",
        11 "VTX_BRANCH_INST_COUNTER", 12 "VTX_TEXLD_INST_COUNTER", 13 "PXL_BRANCH_INST_COUNTER",
        14 "PXL_TEXLD_INST_COUNTER", 15 "RESET";

    /// Counters of primitive assembly.
    pub MC_PROFILE_CONFIG1_PA = "primitive assembly counter": 3 "INPUT_VTX_COUNTER",
        4 "INPUT_PRIM_COUNTER", 5 "OUTPUT_PRIM_COUNTER", 6 "DEPTH_CLIPPED_COUNTER",
        7 "TRIVIAL_REJECTED_COUNTER", 8 "CULLED_COUNTER", 9 "DROPED_PRIM_COUNTER",
        10 "FRUSTUM_CLIPPED_PRIM_COUNTER", 15 "RESET";

    /// Counters of the setup engine.
    pub MC_PROFILE_CONFIG1_SE = "setup engine counter": 0 "CULLED_TRIANGLE_COUNT",
        1 "CULLED_LINES_COUNT", 4 "TRIVIAL_REJECTED_LINE_COUNT", 15 "RESET";

    /// Counters of the rasteriser.
    pub MC_PROFILE_CONFIG1_RA = "rasteriser counter": 0 "VALID_PIXEL_COUNT", 1 "TOTAL_QUAD_COUNT",
        2 "VALID_QUAD_COUNT_AFTER_EARLY_Z", 3 "TOTAL_PRIMITIVE_COUNT", 9 "PIPE_CACHE_MISS_COUNTER",
        10 "PREFETCH_CACHE_MISS_COUNTER", 11 "CULLED_QUAD_COUNT", 15 "RESET",
        17 "PIPE_HZ_CACHE_MISS_COUNTER", 18 "PREFETCH_HZ_CACHE_MISS_COUNTER";

    /// Counters of the texture unit.
    pub MC_PROFILE_CONFIG1_TX = "texture unit counter": 0 "TOTAL_BILINEAR_REQUESTS",
        1 "TOTAL_TRILINEAR_REQUESTS", 2 "TOTAL_DISCARDED_TEXTURE_REQUESTS",
        3 "TOTAL_TEXTURE_REQUESTS", 4 "UNKNOWN", 5 "MEM_READ_COUNT", 6 "MEM_READ_IN_8B_COUNT",
        7 "CACHE_MISS_COUNT", 8 "CACHE_HIT_TEXEL_COUNT", 9 "CACHE_MISS_TEXEL_COUNT", 15 "RESET";

    /// Counters of the memory controller.
    pub MC_PROFILE_CONFIG2_MC = "memory controller counter": 1 "TOTAL_READ_REQ_8B_FROM_PIPELINE",
        2 "TOTAL_READ_REQ_8B_FROM_IP", 3 "TOTAL_WRITE_REQ_8B_FROM_PIPELINE",
        4 "TOTAL_READ_REQ_SENTOUT_FROM_COLORPIPE", 5 "TOTAL_WRITE_REQ_FROM_COLORPIPE",
        7 "TOTAL_READ_REQ_8B_FROM_DEPTHPIPE", 8 "TOTAL_READ_REQ_8B_SENTOUT_FROM_DEPTHPIPE",
        9 "TOTAL_WRITE_REQ_8B_FROM_DEPTHPIPE", 10 "TOTAL_READ_REQ_SENTOUT_FROM_DEPTHPIPE",
        11 "TOTAL_WRITE_REQ_FROM_DEPTHPIPE", 12 "TOTAL_READ_REQ_8B_FROM_OTHERS",
        13 "TOTAL_WRITE_REQ_8B_FROM_OTHERS", 14 "TOTAL_READ_REQ_FROM_OTHERS",
        15 "TOTAL_WRITE_REQ_FROM_OTHERS", 21 "FE_READ_BANDWIDTH", 22 "MMU_READ_BANDWIDTH",
        23 "BLT_READ_BANDWIDTH", 24 "SH0_READ_BANDWIDTH", 25 "SH1_READ_BANDWIDTH",
        26 "PE_WRITE_BANDWIDTH", 27 "BLT_WRITE_BANDWIDTH", 28 "SH0_WRITE_BANDWIDTH",
        29 "SH1_WRITE_BANDWIDTH";

    /// Counters of the host interface.
    pub MC_PROFILE_CONFIG2_HI = "host interface counter": 0 "AXI_CYCLES_READ_REQUEST_STALLED",
        1 "AXI_CYCLES_WRITE_REQUEST_STALLED", 2 "AXI_CYCLES_WRITE_DATA_STALLED", 15 "RESET";

    /// Counters of the second-level cache.
    pub MC_PROFILE_CONFIG2_L2 = "second-level cache counter": 0 "TOTAL_AXI0_READ_REQUEST_COUNT",
        4 "TOTAL_AXI0_WRITE_REQUEST_COUNT", 5 "TOTAL_AXI1_WRITE_REQUEST_COUNT",
        8 "TOTAL_READ_TRANSACTIONS_REQUEST_BY_AXI0", 9 "TOTAL_READ_TRANSACTIONS_REQUEST_BY_AXI1",
        12 "TOTAL_WRITE_TRANSACTIONS_REQUEST_BY_AXI0",
        13 "TOTAL_WRITE_TRANSACTIONS_REQUEST_BY_AXI1", 15 "RESET", 16 "AXI0_MINMAX_LATENCY",
        17 "AXI0_TOTAL_LATENCY", 18 "AXI0_TOTAL_REQUEST_COUNT", 19 "AXI1_MINMAX_LATENCY",
        20 "AXI1_TOTAL_LATENCY", 21 "AXI1_TOTAL_REQUEST_COUNT";

    /// Counters of the blit engine.
    pub MC_PROFILE_CONFIG2_BLT = "blit engine counter": 0 "UNK0";
}

registers! {
    pub static REGISTERS = "MC.", RNNDB, "The registers, by address.";
    pub mod mmu_fe_page_table = "MMU_FE_PAGE_TABLE" at 0x00400 ReadWrite, "Page table of the first MMU for FE." word Address(0), "", "The address.";
    pub mod mmu_tx_page_table = "MMU_TX_PAGE_TABLE" at 0x00404 ReadWrite, "Page table of the first MMU for TX." word Address(0), "", "The address.";
    pub mod mmu_pe_page_table = "MMU_PE_PAGE_TABLE" at 0x00408 ReadWrite, "Page table of the first MMU for PE." word Address(0), "", "The address.";
    pub mod mmu_pez_page_table = "MMU_PEZ_PAGE_TABLE" at 0x0040c ReadWrite, "Page table of the first MMU for PEZ." word Address(0), "", "The address.";
    pub mod mmu_ra_page_table = "MMU_RA_PAGE_TABLE" at 0x00410 ReadWrite, "Page table of the first MMU for RA." word Address(0), "", "The address.";
    pub mod debug_memory = "DEBUG_MEMORY" at 0x00414 ReadWrite reserved 0xffcf_fff7, "Switches for debugging."
    {
        SPECIAL_PATCH_GC320, "special_patch_gc320", 3, 1, Bool, "", "A fix for GC320.";
        FAST_CLEAR_BYPASS, "fast_clear_bypass", 20, 1, Bool, "", "Tile status is bypassed.";
        COMPRESSION_BYPASS, "compression_bypass", 21, 1, Bool, "", "Compression is bypassed.";
    }
    pub mod memory_base_addr_ra = "MEMORY_BASE_ADDR_RA" at 0x00418 ReadWrite, "Where the linear window of RA begins in memory." word Address(0), "", "The address.";
    pub mod memory_base_addr_fe = "MEMORY_BASE_ADDR_FE" at 0x0041c ReadWrite, "Where the linear window of FE begins in memory." word Address(0), "", "The address.";
    pub mod memory_base_addr_tx = "MEMORY_BASE_ADDR_TX" at 0x00420 ReadWrite, "Where the linear window of TX begins in memory." word Address(0), "", "The address.";
    pub mod memory_base_addr_pez = "MEMORY_BASE_ADDR_PEZ" at 0x00424 ReadWrite, "Where the linear window of PEZ begins in memory." word Address(0), "", "The address.";
    pub mod memory_base_addr_pe = "MEMORY_BASE_ADDR_PE" at 0x00428 ReadWrite, "Where the linear window of PE begins in memory." word Address(0), "", "The address.";
    pub mod memory_timing_control = "MEMORY_TIMING_CONTROL" at 0x0042c ReadWrite, "Timing of memory." word Hex, "", "The value.";
    pub mod memory_flush = "MEMORY_FLUSH" at 0x00430 ReadWrite, "Flushes memory." word Hex, "", "The value.";
    pub mod profile_cycle_counter = "PROFILE_CYCLE_COUNTER" at 0x00438 Read, "Cycles." word Hex, "cycles", "The number.";
    pub mod debug_read0 = "DEBUG_READ0" at 0x0043c Read, "For debugging." word Hex, "", "The value.";
    pub mod debug_read1 = "DEBUG_READ1" at 0x00440 Read, "For debugging." word Hex, "", "The value.";
    pub mod debug_write = "DEBUG_WRITE" at 0x00444 Write, "For debugging." word Hex, "", "The value.";
    pub mod profile_ra_read = "PROFILE_RA_READ" at 0x00448 Read, "The selected counter of RA." word Uint, "", "The number.";
    pub mod profile_tx_read = "PROFILE_TX_READ" at 0x0044c Read, "The selected counter of TX." word Uint, "", "The number.";
    pub mod profile_fe_read = "PROFILE_FE_READ" at 0x00450 Read, "The selected counter of FE." word Uint, "", "The number.";
    pub mod profile_pe_read = "PROFILE_PE_READ" at 0x00454 Read, "The selected counter of PE." word Uint, "", "The number.";
    pub mod profile_de_read = "PROFILE_DE_READ" at 0x00458 Read, "The selected counter of DE." word Uint, "", "The number.";
    pub mod profile_sh_read = "PROFILE_SH_READ" at 0x0045c Read, "The selected counter of SH." word Uint, "", "The number.";
    pub mod profile_pa_read = "PROFILE_PA_READ" at 0x00460 Read, "The selected counter of PA." word Uint, "", "The number.";
    pub mod profile_se_read = "PROFILE_SE_READ" at 0x00464 Read, "The selected counter of SE." word Uint, "", "The number.";
    pub mod profile_mc_read = "PROFILE_MC_READ" at 0x00468 Read, "The selected counter of MC." word Uint, "", "The number.";
    pub mod profile_hi_read = "PROFILE_HI_READ" at 0x0046c Read, "The selected counter of HI." word Uint, "", "The number.";
    pub mod profile_config0 = "PROFILE_CONFIG0" at 0x00470 ReadWrite, "Selects counters."
    {
        FE, "fe", 0, 8, Enum(&MC_PROFILE_CONFIG0_FE), "", "Of FE.";
        DE, "de", 8, 8, Enum(&MC_PROFILE_CONFIG0_DE), "", "Of DE.";
        PE, "pe", 16, 8, Enum(&MC_PROFILE_CONFIG0_PE), "", "Of PE.";
        SH, "sh", 24, 8, Enum(&MC_PROFILE_CONFIG0_SH), "", "Of SH.";
    }
    pub mod profile_config1 = "PROFILE_CONFIG1" at 0x00474 ReadWrite, "Selects counters."
    {
        PA, "pa", 0, 8, Enum(&MC_PROFILE_CONFIG1_PA), "", "Of PA.";
        SE, "se", 8, 8, Enum(&MC_PROFILE_CONFIG1_SE), "", "Of SE.";
        RA, "ra", 16, 8, Enum(&MC_PROFILE_CONFIG1_RA), "", "Of RA.";
        TX, "tx", 24, 8, Enum(&MC_PROFILE_CONFIG1_TX), "", "Of TX.";
    }
    pub mod profile_config2 = "PROFILE_CONFIG2" at 0x00478 ReadWrite, "Selects counters."
    {
        MC, "mc", 0, 8, Enum(&MC_PROFILE_CONFIG2_MC), "", "Of MC.";
        HI, "hi", 8, 8, Enum(&MC_PROFILE_CONFIG2_HI), "", "Of HI.";
        L2, "l2", 16, 8, Enum(&MC_PROFILE_CONFIG2_L2), "", "Of L2.";
        BLT, "blt", 24, 8, Enum(&MC_PROFILE_CONFIG2_BLT), "", "Of BLT.";
    }
    pub mod profile_config3 = "PROFILE_CONFIG3" at 0x0047c ReadWrite, "Selects counters." word Hex, "", "The value.";
    pub mod bus_config = "BUS_CONFIG" at 0x00480 ReadWrite reserved 0xffff_ff00, "Bus of each unit."
    {
        FE_BUS_CONFIG, "fe_bus_config", 0, 4, Uint, "", "The front end.";
        TX_BUS_CONFIG, "tx_bus_config", 4, 4, Uint, "", "The texture unit.";
    }
    pub mod start_composition = "START_COMPOSITION" at 0x00554 Write, "Starts the composition engine." word Hex, "", "The value.";
    pub mod flags = "FLAGS" at 0x00558 ReadWrite reserved 0xf7ff_fffe, "Switches of memory accesses."
    {
        N128B_MERGE, "128b_merge", 0, 1, Bool, "", "Accesses of 128 bytes are merged.";
        TPCV11_COMPRESSION, "tpcv11_compression", 27, 1, Bool, "", "Compression 1.1 for other units.";
    }
    pub mod l2_cache_config = "L2_CACHE_CONFIG" at 0x0055c ReadWrite, "The second-level cache." word Hex, "", "The value.";
    pub mod profile_l2_read = "PROFILE_L2_READ" at 0x00564 Read, "The selected counter of L2." word Uint, "", "The number.";
    pub mod mc_latency_reset = "MC_LATENCY_RESET" at 0x00568 Write, "Resets the counters of latency." word Hex, "", "The value.";
    pub mod mc_axi_max_min_latency = "MC_AXI_MAX_MIN_LATENCY" at 0x0056c Read, "Longest and shortest time of an access on the bus." word Hex, "", "The value.";
    pub mod mc_axi_total_latency = "MC_AXI_TOTAL_LATENCY" at 0x00570 Read, "Time of all accesses on the bus." word Hex, "cycles", "The number.";
    pub mod mc_axi_sample_count = "MC_AXI_SAMPLE_COUNT" at 0x00574 Read, "Accesses on the bus that were timed." word Uint, "", "The number.";
}
