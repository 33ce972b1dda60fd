//! .

use super::enums;
use super::source::RNNDB;
use tilescope_tables::registers;

registers! {
    pub static REGISTERS = "HI", RNNDB, "The registers, by address.";
    pub mod clock_control = "CLOCK_CONTROL" at 0x00000 ReadWrite, ""
    {
        CLK3D_DIS, "clk3d_dis", 0, 1, Bool, "", "";
        CLK2D_DIS, "clk2d_dis", 1, 1, Bool, "", "";
        FSCALE_VAL, "fscale_val", 2, 7, Uint, "", "";
        FSCALE_CMD_LOAD, "fscale_cmd_load", 9, 1, Bool, "", "";
        DISABLE_RAM_CLK_GATING, "disable_ram_clk_gating", 10, 1, Bool, "", "";
        DISABLE_DEBUG_REGISTERS, "disable_debug_registers", 11, 1, Bool, "", "";
        SOFT_RESET, "soft_reset", 12, 1, Bool, "", "";
        RESERVED13, "reserved13", 13, 3, Reserved, "", "No known meaning.";
        IDLE_3D, "idle_3d", 16, 1, Bool, "", "";
        IDLE_2D, "idle_2d", 17, 1, Bool, "", "";
        IDLE_VG, "idle_vg", 18, 1, Bool, "", "";
        ISOLATE_GPU, "isolate_gpu", 19, 1, Bool, "", "";
        DEBUG_PIXEL_PIPE, "debug_pixel_pipe", 20, 4, Uint, "", "";
        RESERVED24, "reserved24", 24, 8, Reserved, "", "No known meaning.";
    }
    pub mod idle_state = "IDLE_STATE" at 0x00004 ReadWrite, ""
    {
        FE, "fe", 0, 1, Bool, "", "";
        DE, "de", 1, 1, Bool, "", "";
        PE, "pe", 2, 1, Bool, "", "";
        SH, "sh", 3, 1, Bool, "", "";
        PA, "pa", 4, 1, Bool, "", "";
        SE, "se", 5, 1, Bool, "", "";
        RA, "ra", 6, 1, Bool, "", "";
        TX, "tx", 7, 1, Bool, "", "";
        VG, "vg", 8, 1, Bool, "", "";
        IM, "im", 9, 1, Bool, "", "";
        FP, "fp", 10, 1, Bool, "", "";
        TS, "ts", 11, 1, Bool, "", "";
        BL, "bl", 12, 1, Bool, "", "";
        ASYNCFE, "asyncfe", 13, 1, Bool, "", "";
        MC, "mc", 14, 1, Bool, "", "";
        PPA, "ppa", 15, 1, Bool, "", "";
        WD, "wd", 16, 1, Bool, "", "";
        NN, "nn", 17, 1, Bool, "", "";
        TP, "tp", 18, 1, Bool, "", "";
        RESERVED19, "reserved19", 19, 12, Reserved, "", "No known meaning.";
        AXI_LP, "axi_lp", 31, 1, Bool, "", "";
    }
    pub mod axi_config = "AXI_CONFIG" at 0x00008 ReadWrite, ""
    {
        AWID, "awid", 0, 4, Uint, "", "";
        ARID, "arid", 4, 4, Uint, "", "";
        AWCACHE, "awcache", 8, 4, Uint, "", "";
        ARCACHE, "arcache", 12, 4, Uint, "", "";
        RESERVED16, "reserved16", 16, 16, Reserved, "", "No known meaning.";
    }
    pub mod axi_status = "AXI_STATUS" at 0x0000c ReadWrite, ""
    {
        WR_ERR_ID, "wr_err_id", 0, 4, Uint, "", "";
        RD_ERR_ID, "rd_err_id", 4, 4, Uint, "", "";
        DET_WR_ERR, "det_wr_err", 8, 1, Bool, "", "";
        DET_RD_ERR, "det_rd_err", 9, 1, Bool, "", "";
        RESERVED10, "reserved10", 10, 22, Reserved, "", "No known meaning.";
    }
    pub mod intr_acknowledge = "INTR_ACKNOWLEDGE" at 0x00010 ReadWrite, ""
    {
        INTR_VEC, "intr_vec", 0, 30, Uint, "", "";
        MMU_EXCEPTION, "mmu_exception", 30, 1, Bool, "", "";
        AXI_BUS_ERROR, "axi_bus_error", 31, 1, Bool, "", "";
    }
    pub mod intr_enbl = "INTR_ENBL" at 0x00014 ReadWrite, ""
    {
        INTR_ENBL_VEC, "intr_enbl_vec", 0, 32, Uint, "", "";
    }
    pub mod chip_identity = "CHIP_IDENTITY" at 0x00018 ReadWrite, ""
    {
        RESERVED0, "reserved0", 0, 12, Reserved, "", "No known meaning.";
        REVISION, "revision", 12, 4, Uint, "", "";
        PRODUCT, "product", 16, 8, Uint, "", "";
        FAMILY, "family", 24, 8, Uint, "", "";
    }
    pub mod chip_feature = "CHIP_FEATURE" at 0x0001c ReadWrite, ""
    {
        FAST_CLEAR, "fast_clear", 0, 1, Bool, "", "";
        SPECIAL_ANTI_ALIASING, "special_anti_aliasing", 1, 1, Bool, "", "";
        PIPE_3D, "pipe_3d", 2, 1, Bool, "", "";
        DXT_TEXTURE_COMPRESSION, "dxt_texture_compression", 3, 1, Bool, "", "";
        DEBUG_MODE, "debug_mode", 4, 1, Bool, "", "";
        Z_COMPRESSION, "z_compression", 5, 1, Bool, "", "";
        YUV420_SCALER, "yuv420_scaler", 6, 1, Bool, "", "";
        MSAA, "msaa", 7, 1, Bool, "", "";
        DC, "dc", 8, 1, Bool, "", "";
        PIPE_2D, "pipe_2d", 9, 1, Bool, "", "";
        ETC1_TEXTURE_COMPRESSION, "etc1_texture_compression", 10, 1, Bool, "", "";
        FAST_SCALER, "fast_scaler", 11, 1, Bool, "", "";
        HIGH_DYNAMIC_RANGE, "high_dynamic_range", 12, 1, Bool, "", "";
        YUV420_TILER, "yuv420_tiler", 13, 1, Bool, "", "";
        MODULE_CG, "module_cg", 14, 1, Bool, "", "";
        MIN_AREA, "min_area", 15, 1, Bool, "", "";
        NO_EARLY_Z, "no_early_z", 16, 1, Bool, "", "";
        NO_422_TEXTURE, "no_422_texture", 17, 1, Bool, "", "";
        BUFFER_INTERLEAVING, "buffer_interleaving", 18, 1, Bool, "", "";
        BYTE_WRITE_2D, "byte_write_2d", 19, 1, Bool, "", "";
        NO_SCALER, "no_scaler", 20, 1, Bool, "", "";
        YUY2_AVERAGING, "yuy2_averaging", 21, 1, Bool, "", "";
        HALF_PE_CACHE, "half_pe_cache", 22, 1, Bool, "", "";
        HALF_TX_CACHE, "half_tx_cache", 23, 1, Bool, "", "";
        YUY2_RENDER_TARGET, "yuy2_render_target", 24, 1, Bool, "", "";
        MEM32, "mem32", 25, 1, Bool, "", "";
        PIPE_VG, "pipe_vg", 26, 1, Bool, "", "";
        VGTS, "vgts", 27, 1, Bool, "", "";
        FE20, "fe20", 28, 1, Bool, "", "";
        BYTE_WRITE_3D, "byte_write_3d", 29, 1, Bool, "", "";
        RS_YUV_TARGET, "rs_yuv_target", 30, 1, Bool, "", "";
        N32_BIT_INDICES, "32_bit_indices", 31, 1, Bool, "", "";
    }
    pub mod chip_model = "CHIP_MODEL" at 0x00020 ReadWrite, ""
    {
        VALUE, "value", 0, 32, Enum(&enums::CHIPMODEL), "", "The value.";
    }
    pub mod chip_rev = "CHIP_REV" at 0x00024 ReadWrite, ""
    {
        VALUE, "value", 0, 32, Hex, "", "The value.";
    }
    pub mod chip_date = "CHIP_DATE" at 0x00028 ReadWrite, ""
    {
        VALUE, "value", 0, 32, Hex, "", "The value.";
    }
    pub mod chip_time = "CHIP_TIME" at 0x0002c ReadWrite, ""
    {
        VALUE, "value", 0, 32, Hex, "", "The value.";
    }
    pub mod chip_customer_id = "CHIP_CUSTOMER_ID" at 0x00030 ReadWrite, ""
    {
        VALUE, "value", 0, 32, Hex, "", "The value.";
    }
    pub mod chip_minor_feature_0 = "CHIP_MINOR_FEATURE_0" at 0x00034 ReadWrite, ""
    {
        FLIP_Y, "flip_y", 0, 1, Bool, "", "";
        DUAL_RETURN_BUS, "dual_return_bus", 1, 1, Bool, "", "";
        ENDIANNESS_CONFIG, "endianness_config", 2, 1, Bool, "", "";
        TEXTURE_8K, "texture_8k", 3, 1, Bool, "", "";
        CORRECT_TEXTURE_CONVERTER, "correct_texture_converter", 4, 1, Bool, "", "";
        SPECIAL_MSAA_LOD, "special_msaa_lod", 5, 1, Bool, "", "";
        FAST_CLEAR_FLUSH, "fast_clear_flush", 6, 1, Bool, "", "";
        N2DPE20, "2dpe20", 7, 1, Bool, "", "";
        CORRECT_AUTO_DISABLE, "correct_auto_disable", 8, 1, Bool, "", "";
        RENDERTARGET_8K, "rendertarget_8k", 9, 1, Bool, "", "";
        N2BITPERTILE, "2bitpertile", 10, 1, Bool, "", "";
        SEPARATE_TILE_STATUS_WHEN_INTERLEAVED, "separate_tile_status_when_interleaved", 11, 1, Bool, "", "";
        SUPER_TILED, "super_tiled", 12, 1, Bool, "", "";
        VG_20, "vg_20", 13, 1, Bool, "", "";
        TS_EXTENDED_COMMANDS, "ts_extended_commands", 14, 1, Bool, "", "";
        COMPRESSION_FIFO_FIXED, "compression_fifo_fixed", 15, 1, Bool, "", "";
        HAS_SIGN_FLOOR_CEIL, "has_sign_floor_ceil", 16, 1, Bool, "", "";
        VG_FILTER, "vg_filter", 17, 1, Bool, "", "";
        VG_21, "vg_21", 18, 1, Bool, "", "";
        SHADER_HAS_W, "shader_has_w", 19, 1, Bool, "", "";
        HAS_SQRT_TRIG, "has_sqrt_trig", 20, 1, Bool, "", "";
        MORE_MINOR_FEATURES, "more_minor_features", 21, 1, Bool, "", "";
        MC20, "mc20", 22, 1, Bool, "", "";
        MSAA_SIDEBAND, "msaa_sideband", 23, 1, Bool, "", "";
        BUG_FIXES0, "bug_fixes0", 24, 1, Bool, "", "";
        VAA, "vaa", 25, 1, Bool, "", "";
        BYPASS_IN_MSAA, "bypass_in_msaa", 26, 1, Bool, "", "";
        HZ, "hz", 27, 1, Bool, "", "";
        NEW_TEXTURE, "new_texture", 28, 1, Bool, "", "";
        N2D_A8_TARGET, "2d_a8_target", 29, 1, Bool, "", "";
        CORRECT_STENCIL, "correct_stencil", 30, 1, Bool, "", "";
        ENHANCE_VR, "enhance_vr", 31, 1, Bool, "", "";
    }
    pub mod cache_control = "CACHE_CONTROL" at 0x00038 ReadWrite, ""
    {
        VALUE, "value", 0, 32, Hex, "", "The value.";
    }
    pub mod memory_counter_reset = "MEMORY_COUNTER_RESET" at 0x0003c ReadWrite, ""
    {
        VALUE, "value", 0, 32, Hex, "", "The value.";
    }
    pub mod profile_read_bytes8 = "PROFILE_READ_BYTES8" at 0x00040 ReadWrite, ""
    {
        VALUE, "value", 0, 32, Hex, "", "The value.";
    }
    pub mod profile_write_bytes8 = "PROFILE_WRITE_BYTES8" at 0x00044 ReadWrite, ""
    {
        VALUE, "value", 0, 32, Hex, "", "The value.";
    }
    pub mod chip_specs = "CHIP_SPECS" at 0x00048 ReadWrite, ""
    {
        STREAM_COUNT, "stream_count", 0, 4, Uint, "", "";
        REGISTER_MAX, "register_max", 4, 4, Uint, "", "";
        THREAD_COUNT, "thread_count", 8, 4, Uint, "", "";
        VERTEX_CACHE_SIZE, "vertex_cache_size", 12, 5, Uint, "", "";
        RESERVED17, "reserved17", 17, 3, Reserved, "", "No known meaning.";
        SHADER_CORE_COUNT, "shader_core_count", 20, 5, Uint, "", "";
        PIXEL_PIPES, "pixel_pipes", 25, 3, Uint, "", "";
        VERTEX_OUTPUT_BUFFER_SIZE, "vertex_output_buffer_size", 28, 4, Uint, "", "";
    }
    pub mod profile_write_bursts = "PROFILE_WRITE_BURSTS" at 0x0004c ReadWrite, ""
    {
        VALUE, "value", 0, 32, Hex, "", "The value.";
    }
    pub mod profile_write_requests = "PROFILE_WRITE_REQUESTS" at 0x00050 ReadWrite, ""
    {
        VALUE, "value", 0, 32, Hex, "", "The value.";
    }
    pub mod profile_read_bursts = "PROFILE_READ_BURSTS" at 0x00058 ReadWrite, ""
    {
        VALUE, "value", 0, 32, Hex, "", "The value.";
    }
    pub mod profile_read_requests = "PROFILE_READ_REQUESTS" at 0x0005c ReadWrite, ""
    {
        VALUE, "value", 0, 32, Hex, "", "The value.";
    }
    pub mod profile_read_lasts = "PROFILE_READ_LASTS" at 0x00060 ReadWrite, ""
    {
        VALUE, "value", 0, 32, Hex, "", "The value.";
    }
    pub mod gp_out0 = "GP_OUT0" at 0x00064 ReadWrite, ""
    {
        VALUE, "value", 0, 32, Hex, "", "The value.";
    }
    pub mod gp_out1 = "GP_OUT1" at 0x00068 ReadWrite, ""
    {
        VALUE, "value", 0, 32, Hex, "", "The value.";
    }
    pub mod gp_out2 = "GP_OUT2" at 0x0006c ReadWrite, ""
    {
        VALUE, "value", 0, 32, Hex, "", "The value.";
    }
    pub mod axi_control = "AXI_CONTROL" at 0x00070 ReadWrite, ""
    {
        WR_FULL_BURST_MODE, "wr_full_burst_mode", 0, 1, Bool, "", "";
        RESERVED1, "reserved1", 1, 31, Reserved, "", "No known meaning.";
    }
    pub mod chip_minor_feature_1 = "CHIP_MINOR_FEATURE_1" at 0x00074 ReadWrite, ""
    {
        RSUV_SWIZZLE, "rsuv_swizzle", 0, 1, Bool, "", "";
        V2_COMPRESSION, "v2_compression", 1, 1, Bool, "", "";
        VG_DOUBLE_BUFFER, "vg_double_buffer", 2, 1, Bool, "", "";
        EXTRA_EVENT_STATES, "extra_event_states", 3, 1, Bool, "", "";
        NO_STRIPING_NEEDED, "no_striping_needed", 4, 1, Bool, "", "";
        TEXTURE_STRIDE, "texture_stride", 5, 1, Bool, "", "";
        BUG_FIXES3, "bug_fixes3", 6, 1, Bool, "", "";
        AUTO_DISABLE, "auto_disable", 7, 1, Bool, "", "";
        AUTO_RESTART_TS, "auto_restart_ts", 8, 1, Bool, "", "";
        DISABLE_PE_GATING, "disable_pe_gating", 9, 1, Bool, "", "";
        L2_WINDOWING, "l2_windowing", 10, 1, Bool, "", "";
        HALF_FLOAT, "half_float", 11, 1, Bool, "", "";
        PIXEL_DITHER, "pixel_dither", 12, 1, Bool, "", "";
        TWO_STENCIL_REFERENCE, "two_stencil_reference", 13, 1, Bool, "", "";
        EXTENDED_PIXEL_FORMAT, "extended_pixel_format", 14, 1, Bool, "", "";
        CORRECT_MIN_MAX_DEPTH, "correct_min_max_depth", 15, 1, Bool, "", "";
        N2D_DITHER, "2d_dither", 16, 1, Bool, "", "";
        BUG_FIXES5, "bug_fixes5", 17, 1, Bool, "", "";
        NEW_2D, "new_2d", 18, 1, Bool, "", "";
        NEW_FP, "new_fp", 19, 1, Bool, "", "";
        TEXTURE_HALIGN, "texture_halign", 20, 1, Bool, "", "";
        NON_POWER_OF_TWO, "non_power_of_two", 21, 1, Bool, "", "";
        LINEAR_TEXTURE_SUPPORT, "linear_texture_support", 22, 1, Bool, "", "";
        HALTI0, "halti0", 23, 1, Bool, "", "";
        CORRECT_OVERFLOW_VG, "correct_overflow_vg", 24, 1, Bool, "", "";
        NEGATIVE_LOG_FIX, "negative_log_fix", 25, 1, Bool, "", "";
        RESOLVE_OFFSET, "resolve_offset", 26, 1, Bool, "", "";
        OK_TO_GATE_AXI_CLOCK, "ok_to_gate_axi_clock", 27, 1, Bool, "", "";
        MMU_VERSION, "mmu_version", 28, 1, Bool, "", "";
        WIDE_LINE, "wide_line", 29, 1, Bool, "", "";
        BUG_FIXES6, "bug_fixes6", 30, 1, Bool, "", "";
        FC_FLUSH_STALL, "fc_flush_stall", 31, 1, Bool, "", "";
    }
    pub mod profile_total_cycles = "PROFILE_TOTAL_CYCLES" at 0x00078 ReadWrite, ""
    {
        VALUE, "value", 0, 32, Hex, "", "The value.";
    }
    pub mod profile_idle_cycles = "PROFILE_IDLE_CYCLES" at 0x0007c ReadWrite, ""
    {
        VALUE, "value", 0, 32, Hex, "", "The value.";
    }
    pub mod chip_specs_2 = "CHIP_SPECS_2" at 0x00080 ReadWrite, ""
    {
        BUFFER_SIZE, "buffer_size", 0, 8, Uint, "", "";
        INSTRUCTION_COUNT, "instruction_count", 8, 8, Uint, "", "";
        NUM_CONSTANTS, "num_constants", 16, 16, Uint, "", "";
    }
    pub mod chip_minor_feature_2 = "CHIP_MINOR_FEATURE_2" at 0x00084 ReadWrite, ""
    {
        LINE_LOOP, "line_loop", 0, 1, Bool, "", "";
        LOGIC_OP, "logic_op", 1, 1, Bool, "", "";
        SEAMLESS_CUBE_MAP, "seamless_cube_map", 2, 1, Bool, "", "";
        SUPERTILED_TEXTURE, "supertiled_texture", 3, 1, Bool, "", "";
        LINEAR_PE, "linear_pe", 4, 1, Bool, "", "";
        RECT_PRIMITIVE, "rect_primitive", 5, 1, Bool, "", "";
        COMPOSITION, "composition", 6, 1, Bool, "", "";
        CORRECT_AUTO_DISABLE_COUNT, "correct_auto_disable_count", 7, 1, Bool, "", "";
        PE_SWIZZLE, "pe_swizzle", 8, 1, Bool, "", "";
        END_EVENT, "end_event", 9, 1, Bool, "", "";
        S1S8, "s1s8", 10, 1, Bool, "", "";
        HALTI1, "halti1", 11, 1, Bool, "", "";
        RGB888, "rgb888", 12, 1, Bool, "", "";
        TX_YUV_ASSEMBLER, "tx__yuv_assembler", 13, 1, Bool, "", "";
        DYNAMIC_FREQUENCY_SCALING, "dynamic_frequency_scaling", 14, 1, Bool, "", "";
        TX_FILTER, "tx_filter", 15, 1, Bool, "", "";
        FULL_DIRECTFB, "full_directfb", 16, 1, Bool, "", "";
        N2D_TILING, "2d_tiling", 17, 1, Bool, "", "";
        THREAD_WALKER_IN_PS, "thread_walker_in_ps", 18, 1, Bool, "", "";
        TILE_FILLER, "tile_filler", 19, 1, Bool, "", "";
        YUV_STANDARD, "yuv_standard", 20, 1, Bool, "", "";
        N2D_MULTI_SOURCE_BLIT, "2d_multi_source_blit", 21, 1, Bool, "", "";
        YUV_CONVERSION, "yuv_conversion", 22, 1, Bool, "", "";
        FLUSH_FIXED_2D, "flush_fixed_2d", 23, 1, Bool, "", "";
        INTERLEAVER, "interleaver", 24, 1, Bool, "", "";
        MIXED_STREAMS, "mixed_streams", 25, 1, Bool, "", "";
        N2D_420_L2CACHE, "2d_420_l2cache", 26, 1, Bool, "", "";
        BUG_FIXES7, "bug_fixes7", 27, 1, Bool, "", "";
        N2D_NO_INDEX8_BRUSH, "2d_no_index8_brush", 28, 1, Bool, "", "";
        TEXTURE_TILED_READ, "texture_tiled_read", 29, 1, Bool, "", "";
        DECOMPRESS_Z16, "decompress_z16", 30, 1, Bool, "", "";
        BUG_FIXES8, "bug_fixes8", 31, 1, Bool, "", "";
    }
    pub mod chip_minor_feature_3 = "CHIP_MINOR_FEATURE_3" at 0x00088 ReadWrite, ""
    {
        ROTATION_STALL_FIX, "rotation_stall_fix", 0, 1, Bool, "", "";
        OCL_ONLY, "ocl_only", 1, 1, Bool, "", "";
        N2D_MULTI_SOURCE_BLT_EX, "2d_multi_source_blt_ex", 2, 1, Bool, "", "";
        INSTRUCTION_CACHE, "instruction_cache", 3, 1, Bool, "", "";
        GEOMETRY_SHADER, "geometry_shader", 4, 1, Bool, "", "";
        TEX_COMPRESSION_SUPERTILED, "tex_compression_supertiled", 5, 1, Bool, "", "";
        GENERICS, "generics", 6, 1, Bool, "", "";
        BUG_FIXES9, "bug_fixes9", 7, 1, Bool, "", "";
        FAST_MSAA, "fast_msaa", 8, 1, Bool, "", "";
        WCLIP, "wclip", 9, 1, Bool, "", "";
        BUG_FIXES10, "bug_fixes10", 10, 1, Bool, "", "";
        UNIFIED_SAMPLERS, "unified_samplers", 11, 1, Bool, "", "";
        BUG_FIXES11, "bug_fixes11", 12, 1, Bool, "", "";
        PERFORMANCE_COUNTERS, "performance_counters", 13, 1, Bool, "", "";
        HAS_FAST_TRANSCENDENTALS, "has_fast_transcendentals", 14, 1, Bool, "", "";
        BUG_FIXES12, "bug_fixes12", 15, 1, Bool, "", "";
        BUG_FIXES13, "bug_fixes13", 16, 1, Bool, "", "";
        DE_ENHANCEMENTS1, "de_enhancements1", 17, 1, Bool, "", "";
        ACE, "ace", 18, 1, Bool, "", "";
        TX_ENHANCEMENTS1, "tx_enhancements1", 19, 1, Bool, "", "";
        SH_ENHANCEMENTS1, "sh_enhancements1", 20, 1, Bool, "", "";
        SH_ENHANCEMENTS2, "sh_enhancements2", 21, 1, Bool, "", "";
        PE_ENHANCEMENTS1, "pe_enhancements1", 22, 1, Bool, "", "";
        N2D_FC_SOURCE, "2d_fc_source", 23, 1, Bool, "", "";
        BUG_FIXES_14, "bug_fixes_14", 24, 1, Bool, "", "";
        POWER_OPTIMIZATIONS_0, "power_optimizations_0", 25, 1, Bool, "", "";
        NEW_HZ, "new_hz", 26, 1, Bool, "", "";
        PE_DITHER_FIX, "pe_dither_fix", 27, 1, Bool, "", "";
        DE_ENHANCEMENTS3, "de_enhancements3", 28, 1, Bool, "", "";
        SH_ENHANCEMENTS3, "sh_enhancements3", 29, 1, Bool, "", "";
        SH_ENHANCEMENTS4, "sh_enhancements4", 30, 1, Bool, "", "";
        TX_ENHANCEMENTS2, "tx_enhancements2", 31, 1, Bool, "", "";
    }
    pub mod chip_specs_3 = "CHIP_SPECS_3" at 0x0008c ReadWrite, ""
    {
        GPU_CORE_COUNT, "gpu_core_count", 0, 3, Uint, "", "";
        RESERVED3, "reserved3", 3, 1, Reserved, "", "No known meaning.";
        VARYINGS_COUNT, "varyings_count", 4, 5, Uint, "", "";
        RESERVED9, "reserved9", 9, 23, Reserved, "", "No known meaning.";
    }
    pub mod compression_flags = "COMPRESSION_FLAGS" at 0x00090 ReadWrite, ""
    {
        RESERVED0, "reserved0", 0, 6, Reserved, "", "No known meaning.";
        DEC300, "dec300", 6, 1, Bool, "", "";
        RESERVED7, "reserved7", 7, 25, Reserved, "", "No known meaning.";
    }
    pub mod chip_minor_feature_4 = "CHIP_MINOR_FEATURE_4" at 0x00094 ReadWrite, ""
    {
        FE_ENHANCEMENTS1, "fe_enhancements1", 0, 1, Bool, "", "";
        PE_ENHANCEMENTS2, "pe_enhancements2", 1, 1, Bool, "", "";
        FRUSTUM_CLIP_FIX, "frustum_clip_fix", 2, 1, Bool, "", "";
        DE_NO_GAMMA, "de_no_gamma", 3, 1, Bool, "", "";
        PA_ENHANCEMENTS_2, "pa_enhancements_2", 4, 1, Bool, "", "";
        N2D_GAMMA, "2d_gamma", 5, 1, Bool, "", "";
        SINGLE_BUFFER, "single_buffer", 6, 1, Bool, "", "";
        HI_ENHANCEMENTS_1, "hi_enhancements_1", 7, 1, Bool, "", "";
        TX_ENHANCEMENTS_3, "tx_enhancements_3", 8, 1, Bool, "", "";
        SH_ENHANCEMENTS_5, "sh_enhancements_5", 9, 1, Bool, "", "";
        FE_ENHANCEMENTS_2, "fe_enhancements_2", 10, 1, Bool, "", "";
        TX_LERP_PRECISION_FIX, "tx_lerp_precision_fix", 11, 1, Bool, "", "";
        N2D_COLOR_SPACE_CONVERSION, "2d_color_space_conversion", 12, 1, Bool, "", "";
        TEXTURE_ASTC, "texture_astc", 13, 1, Bool, "", "";
        PE_ENHANCEMENTS_4, "pe_enhancements_4", 14, 1, Bool, "", "";
        MC_ENHANCEMENTS_1, "mc_enhancements_1", 15, 1, Bool, "", "";
        HALTI2, "halti2", 16, 1, Bool, "", "";
        N2D_MIRROR_EXTENSION, "2d_mirror_extension", 17, 1, Bool, "", "";
        SMALL_MSAA, "small_msaa", 18, 1, Bool, "", "";
        BUG_FIXES_17, "bug_fixes_17", 19, 1, Bool, "", "";
        NEW_RA, "new_ra", 20, 1, Bool, "", "";
        N2D_OPF_YUV_OUTPUT, "2d_opf_yuv_output", 21, 1, Bool, "", "";
        N2D_MULTI_SOURCE_BLT_EX2, "2d_multi_source_blt_ex2", 22, 1, Bool, "", "";
        NO_USER_CSC, "no_user_csc", 23, 1, Bool, "", "";
        ZFIXES, "zfixes", 24, 1, Bool, "", "";
        BUG_FIXES18, "bug_fixes18", 25, 1, Bool, "", "";
        N2D_COMPRESSION, "2d_compression", 26, 1, Bool, "", "";
        PROBE, "probe", 27, 1, Bool, "", "";
        MEDIUM_PRECISION, "medium_precision", 28, 1, Bool, "", "";
        N2D_SUPER_TILE_VERSION, "2d_super_tile_version", 29, 1, Bool, "", "";
        BUG_FIXES19, "bug_fixes19", 30, 1, Bool, "", "";
        SH_ENHANCEMENTS6, "sh_enhancements6", 31, 1, Bool, "", "";
    }
    pub mod chip_specs_4 = "CHIP_SPECS_4" at 0x0009c ReadWrite, ""
    {
        RESERVED0, "reserved0", 0, 12, Reserved, "", "No known meaning.";
        STREAM_COUNT, "stream_count", 12, 5, Uint, "", "";
        RESERVED17, "reserved17", 17, 15, Reserved, "", "No known meaning.";
    }
    pub mod chip_minor_feature_5 = "CHIP_MINOR_FEATURE_5" at 0x000a0 ReadWrite, ""
    {
        SH_ENHANCEMENTS7, "sh_enhancements7", 0, 1, Bool, "", "";
        BUG_FIXES20, "bug_fixes20", 1, 1, Bool, "", "";
        DE_ADDRESS_40, "de_address_40", 2, 1, Bool, "", "";
        MINI_MMU_FIX, "mini_mmu_fix", 3, 1, Bool, "", "";
        EEZ, "eez", 4, 1, Bool, "", "";
        BUG_FIXES21, "bug_fixes21", 5, 1, Bool, "", "";
        EXTRA_VG_CAPS, "extra_vg_caps", 6, 1, Bool, "", "";
        MULTI_SRC_V15, "multi_src_v15", 7, 1, Bool, "", "";
        BUG_FIXES22, "bug_fixes22", 8, 1, Bool, "", "";
        HALTI3, "halti3", 9, 1, Bool, "", "";
        TESSELATION_SHADERS, "tesselation_shaders", 10, 1, Bool, "", "";
        N2D_ONE_PASS_FILTER_TAP, "2d_one_pass_filter_tap", 11, 1, Bool, "", "";
        MULTI_SRC_V2_STR_QUAD, "multi_src_v2_str_quad", 12, 1, Bool, "", "";
        SEPARATE_SRC_DST, "separate_src_dst", 13, 1, Bool, "", "";
        HALTI4, "halti4", 14, 1, Bool, "", "";
        RA_WRITE_DEPTH, "ra_write_depth", 15, 1, Bool, "", "";
        ANDROID_ONLY, "android_only", 16, 1, Bool, "", "";
        HAS_PRODUCTID, "has_productid", 17, 1, Bool, "", "";
        TX_SUPPORT_DEC, "tx_support_dec", 18, 1, Bool, "", "";
        S8_MSAA_COMPRESSION, "s8_msaa_compression", 19, 1, Bool, "", "";
        PE_DITHER_FIX2, "pe_dither_fix2", 20, 1, Bool, "", "";
        L2_CACHE_REMOVE, "l2_cache_remove", 21, 1, Bool, "", "";
        FE_ALLOW_RND_VTX_CNT, "fe_allow_rnd_vtx_cnt", 22, 1, Bool, "", "";
        CUBE_MAP_FL28, "cube_map_fl28", 23, 1, Bool, "", "";
        TX_6BIT_FRAC, "tx_6bit_frac", 24, 1, Bool, "", "";
        FE_ALLOW_STALL_PREFETCH_ENG, "fe_allow_stall_prefetch_eng", 25, 1, Bool, "", "";
        THIRD_PARTY_COMPRESSION, "third_party_compression", 26, 1, Bool, "", "";
        RS_DEPTHSTENCIL_NATIVE_SUPPORT, "rs_depthstencil_native_support", 27, 1, Bool, "", "";
        V2_MSAA_COMP_FIX, "v2_msaa_comp_fix", 28, 1, Bool, "", "";
        HALTI5, "halti5", 29, 1, Bool, "", "";
        EVIS, "evis", 30, 1, Bool, "", "";
        BLT_ENGINE, "blt_engine", 31, 1, Bool, "", "";
    }
    pub mod chip_product_id = "CHIP_PRODUCT_ID" at 0x000a8 ReadWrite, ""
    {
        VALUE, "value", 0, 32, Hex, "", "The value.";
    }
    pub mod blt_intr = "BLT_INTR" at 0x000d4 ReadWrite, ""
    {
        VALUE, "value", 0, 32, Hex, "", "The value.";
    }
    pub mod chip_eco_id = "CHIP_ECO_ID" at 0x000e8 ReadWrite, ""
    {
        VALUE, "value", 0, 32, Hex, "", "The value.";
    }
    pub mod auxbit = "AUXBIT" at 0x000ec ReadWrite, ""
    {
        VALUE, "value", 0, 32, Hex, "", "The value.";
    }
}
