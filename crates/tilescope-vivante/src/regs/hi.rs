//! The host interface, at 0: identity, features, clocks, interrupts and bus
//! counters.
//!
//! See [`features`](crate::features) for the feature words.

use super::enums;
use super::source::RNNDB;
use tilescope_tables::registers;

registers! {
    pub static REGISTERS = "HI.", RNNDB, "The registers, by address.";
    pub mod clock_control = "CLOCK_CONTROL" at 0x00000 ReadWrite reserved 0xff00_e000, "Clocks and reset."
    {
        CLK3D_DIS, "clk3d_dis", 0, 1, Bool, "", "The 3D engine's clock is stopped.";
        CLK2D_DIS, "clk2d_dis", 1, 1, Bool, "", "The 2D engine's clock is stopped.";
        FSCALE_VAL, "fscale_val", 2, 7, Uint, "1/64", "Fraction of clock pulses that are passed.";
        FSCALE_CMD_LOAD, "fscale_cmd_load", 9, 1, Bool, "", "The fraction is applied when this changes from 1 to 0.";
        DISABLE_RAM_CLK_GATING, "disable_ram_clk_gating", 10, 1, Bool, "", "Clocks of memories never stop.";
        DISABLE_DEBUG_REGISTERS, "disable_debug_registers", 11, 1, Bool, "", "Clocks of debug registers are stopped.";
        SOFT_RESET, "soft_reset", 12, 1, Bool, "", "Resets the GPU.";
        IDLE_3D, "idle_3d", 16, 1, Bool, "", "The 3D engine is idle.";
        IDLE_2D, "idle_2d", 17, 1, Bool, "", "The 2D engine is idle.";
        IDLE_VG, "idle_vg", 18, 1, Bool, "", "The vector graphics engine is idle.";
        ISOLATE_GPU, "isolate_gpu", 19, 1, Bool, "", "The GPU is isolated from the bus.";
        DEBUG_PIXEL_PIPE, "debug_pixel_pipe", 20, 4, Uint, "", "Pixel pipe selected for debug registers and counters.";
    }
    pub mod idle_state = "IDLE_STATE" at 0x00004 Read reserved 0x7ff8_0000, "Units that are idle."
    {
        FE, "fe", 0, 1, Bool, "", "The front end.";
        DE, "de", 1, 1, Bool, "", "The 2D engine.";
        PE, "pe", 2, 1, Bool, "", "The pixel engine.";
        SH, "sh", 3, 1, Bool, "", "The shaders.";
        PA, "pa", 4, 1, Bool, "", "Primitive assembly.";
        SE, "se", 5, 1, Bool, "", "The setup engine.";
        RA, "ra", 6, 1, Bool, "", "The rasteriser.";
        TX, "tx", 7, 1, Bool, "", "The texture unit.";
        VG, "vg", 8, 1, Bool, "", "The vector graphics engine.";
        IM, "im", 9, 1, Bool, "", "IM; undocumented.";
        FP, "fp", 10, 1, Bool, "", "The fragment processor.";
        TS, "ts", 11, 1, Bool, "", "Tile status.";
        BL, "bl", 12, 1, Bool, "", "BL; undocumented.";
        ASYNCFE, "asyncfe", 13, 1, Bool, "", "The asynchronous front end.";
        MC, "mc", 14, 1, Bool, "", "The memory controller.";
        PPA, "ppa", 15, 1, Bool, "", "PPA; undocumented.";
        WD, "wd", 16, 1, Bool, "", "WD; undocumented.";
        NN, "nn", 17, 1, Bool, "", "The neural network unit.";
        TP, "tp", 18, 1, Bool, "", "The tensor unit.";
        AXI_LP, "axi_lp", 31, 1, Bool, "", "The bus is in low power mode.";
    }
    pub mod axi_config = "AXI_CONFIG" at 0x00008 ReadWrite reserved 0xffff_0000, "Attributes of accesses on the bus."
    {
        AWID, "awid", 0, 4, Uint, "", "Identity of writes.";
        ARID, "arid", 4, 4, Uint, "", "Identity of reads.";
        AWCACHE, "awcache", 8, 4, Uint, "", "Cache attributes of writes.";
        ARCACHE, "arcache", 12, 4, Uint, "", "Cache attributes of reads.";
    }
    pub mod axi_status = "AXI_STATUS" at 0x0000c Read reserved 0xffff_fc00, "Errors on the bus."
    {
        WR_ERR_ID, "wr_err_id", 0, 4, Uint, "", "Identity of the write that failed.";
        RD_ERR_ID, "rd_err_id", 4, 4, Uint, "", "Identity of the read that failed.";
        DET_WR_ERR, "det_wr_err", 8, 1, Bool, "", "A write failed.";
        DET_RD_ERR, "det_rd_err", 9, 1, Bool, "", "A read failed.";
    }
    pub mod intr_acknowledge = "INTR_ACKNOWLEDGE" at 0x00010 Read, "Pending interrupts, cleared by reading."
    {
        INTR_VEC, "intr_vec", 0, 30, Hex, "", "Events, one bit each.";
        MMU_EXCEPTION, "mmu_exception", 30, 1, Bool, "", "An address was not mapped.";
        AXI_BUS_ERROR, "axi_bus_error", 31, 1, Bool, "", "An access on the bus failed.";
    }
    pub mod intr_enbl = "INTR_ENBL" at 0x00014 ReadWrite, "Interrupts that reach the CPU."
    {
        INTR_ENBL_VEC, "intr_enbl_vec", 0, 32, Hex, "", "The bits of INTR_ACKNOWLEDGE.";
    }
    pub mod chip_identity = "CHIP_IDENTITY" at 0x00018 Read reserved 0x0000_0fff, "Identity of the oldest chips; others have CHIP_MODEL."
    {
        REVISION, "revision", 12, 4, Uint, "", "Revision.";
        PRODUCT, "product", 16, 8, Hex, "", "Product.";
        FAMILY, "family", 24, 8, Hex, "", "Family: 1 for GC500.";
    }
    pub mod chip_feature = "CHIP_FEATURE" at 0x0001c Read, "Features, word 0."
    {
        FAST_CLEAR, "fast_clear", 0, 1, Bool, "", "Supports fast clear by tile status.";
        SPECIAL_ANTI_ALIASING, "special_anti_aliasing", 1, 1, Bool, "", "An older anti-aliasing method.";
        PIPE_3D, "pipe_3d", 2, 1, Bool, "", "Has a 3D engine.";
        DXT_TEXTURE_COMPRESSION, "dxt_texture_compression", 3, 1, Bool, "", "Supports S3TC textures.";
        DEBUG_MODE, "debug_mode", 4, 1, Bool, "", "Has debug registers.";
        Z_COMPRESSION, "z_compression", 5, 1, Bool, "", "Supports compression of depth and colour.";
        YUV420_SCALER, "yuv420_scaler", 6, 1, Bool, "", "The 2D filters read YUV 4:2:0.";
        MSAA, "msaa", 7, 1, Bool, "", "Multisampling.";
        DC, "dc", 8, 1, Bool, "", "Has a display controller.";
        PIPE_2D, "pipe_2d", 9, 1, Bool, "", "Has a 2D engine.";
        ETC1_TEXTURE_COMPRESSION, "etc1_texture_compression", 10, 1, Bool, "", "Supports ETC1 textures.";
        FAST_SCALER, "fast_scaler", 11, 1, Bool, "", "Has a fast scaler.";
        HIGH_DYNAMIC_RANGE, "high_dynamic_range", 12, 1, Bool, "", "Supports colours outside the range 0 to 1.";
        YUV420_TILER, "yuv420_tiler", 13, 1, Bool, "", "Has a tiler of YUV 4:2:0.";
        MODULE_CG, "module_cg", 14, 1, Bool, "", "Clocks of individual units can be stopped.";
        MIN_AREA, "min_area", 15, 1, Bool, "", "Minimal area.";
        NO_EARLY_Z, "no_early_z", 16, 1, Bool, "", "Has no depth test before the pixel shader.";
        NO_422_TEXTURE, "no_422_texture", 17, 1, Bool, "", "YUV 4:2:2 textures are not supported.";
        BUFFER_INTERLEAVING, "buffer_interleaving", 18, 1, Bool, "", "Depth and colour can be interleaved in one buffer.";
        BYTE_WRITE_2D, "byte_write_2d", 19, 1, Bool, "", "The 2D engine can write single bytes.";
        NO_SCALER, "no_scaler", 20, 1, Bool, "", "The 2D engine does not scale.";
        YUY2_AVERAGING, "yuy2_averaging", 21, 1, Bool, "", "RS averages chroma as it writes YUY2.";
        HALF_PE_CACHE, "half_pe_cache", 22, 1, Bool, "", "The cache of PE has half the size.";
        HALF_TX_CACHE, "half_tx_cache", 23, 1, Bool, "", "The texture cache has half the size.";
        YUY2_RENDER_TARGET, "yuy2_render_target", 24, 1, Bool, "", "PE writes YUY2, and RS converts it to RGB.";
        MEM32, "mem32", 25, 1, Bool, "", "Addresses have 32 bits.";
        PIPE_VG, "pipe_vg", 26, 1, Bool, "", "Has a vector graphics engine.";
        VGTS, "vgts", 27, 1, Bool, "", "The vector graphics engine tessellates.";
        FE20, "fe20", 28, 1, Bool, "", "The front end has version 2.0.";
        BYTE_WRITE_3D, "byte_write_3d", 29, 1, Bool, "", "PE can write single bytes.";
        RS_YUV_TARGET, "rs_yuv_target", 30, 1, Bool, "", "RS writes YUV.";
        N32_BIT_INDICES, "32_bit_indices", 31, 1, Bool, "", "Supports 32-bit indices.";
    }
    pub mod chip_model = "CHIP_MODEL" at 0x00020 Read, "Model: 0x2000 is GC2000." word Enum(&enums::CHIPMODEL), "", "The value.";
    pub mod chip_rev = "CHIP_REV" at 0x00024 Read, "Revision." word Hex, "", "The value.";
    pub mod chip_date = "CHIP_DATE" at 0x00028 Read, "Release date of the design, as decimal digits." word Hex, "", "The value.";
    pub mod chip_time = "CHIP_TIME" at 0x0002c Read, "Release time of the design, as decimal digits." word Hex, "", "The value.";
    pub mod chip_customer_id = "CHIP_CUSTOMER_ID" at 0x00030 Read, "Customer of the chip." word Hex, "", "The value.";
    pub mod chip_minor_feature_0 = "CHIP_MINOR_FEATURE_0" at 0x00034 Read, "Minor features, word 0."
    {
        FLIP_Y, "flip_y", 0, 1, Bool, "", "RS can flip images vertically.";
        DUAL_RETURN_BUS, "dual_return_bus", 1, 1, Bool, "", "Two read return buses.";
        ENDIANNESS_CONFIG, "endianness_config", 2, 1, Bool, "", "Configurable byte order.";
        TEXTURE_8K, "texture_8k", 3, 1, Bool, "", "Textures up to 8192 texels wide and high.";
        CORRECT_TEXTURE_CONVERTER, "correct_texture_converter", 4, 1, Bool, "", "The driver's texture workaround is not needed.";
        SPECIAL_MSAA_LOD, "special_msaa_lod", 5, 1, Bool, "", "Levels of textures are chosen differently with multisampling.";
        FAST_CLEAR_FLUSH, "fast_clear_flush", 6, 1, Bool, "", "Fixes flushes of the tile status cache.";
        N2DPE20, "2dpe20", 7, 1, Bool, "", "The 2D engine's pixel engine has version 2.0.";
        CORRECT_AUTO_DISABLE, "correct_auto_disable", 8, 1, Bool, "", "Undocumented.";
        RENDERTARGET_8K, "rendertarget_8k", 9, 1, Bool, "", "Render targets up to 8192 pixels wide and high.";
        N2BITPERTILE, "2bitpertile", 10, 1, Bool, "", "Two bits of tile status per tile instead of four.";
        SEPARATE_TILE_STATUS_WHEN_INTERLEAVED, "separate_tile_status_when_interleaved", 11, 1, Bool, "", "Interleaved depth and colour have separate tile status.";
        SUPER_TILED, "super_tiled", 12, 1, Bool, "", "Supports supertiled surfaces.";
        VG_20, "vg_20", 13, 1, Bool, "", "The vector graphics engine has version 2.0.";
        TS_EXTENDED_COMMANDS, "ts_extended_commands", 14, 1, Bool, "", "The tessellator of vector graphics has more commands.";
        COMPRESSION_FIFO_FIXED, "compression_fifo_fixed", 15, 1, Bool, "", "Fixes a queue of compression.";
        HAS_SIGN_FLOOR_CEIL, "has_sign_floor_ceil", 16, 1, Bool, "", "Shaders have SIGN, FLOOR and CEIL.";
        VG_FILTER, "vg_filter", 17, 1, Bool, "", "The vector graphics engine filters.";
        VG_21, "vg_21", 18, 1, Bool, "", "The vector graphics engine has version 2.1.";
        SHADER_HAS_W, "shader_has_w", 19, 1, Bool, "", "Pixel shaders get w.";
        HAS_SQRT_TRIG, "has_sqrt_trig", 20, 1, Bool, "", "Shaders have SQRT, SIN and COS.";
        MORE_MINOR_FEATURES, "more_minor_features", 21, 1, Bool, "", "Has further feature words.";
        MC20, "mc20", 22, 1, Bool, "", "The memory controller has version 2.0, with separate paths for colour and depth.";
        MSAA_SIDEBAND, "msaa_sideband", 23, 1, Bool, "", "Multisampling has a separate queue.";
        BUG_FIXES0, "bug_fixes0", 24, 1, Bool, "", "A set of fixes.";
        VAA, "vaa", 25, 1, Bool, "", "Coverage-based anti-aliasing.";
        BYPASS_IN_MSAA, "bypass_in_msaa", 26, 1, Bool, "", "The pixel shader can be bypassed with multisampling.";
        HZ, "hz", 27, 1, Bool, "", "Hierarchical depth.";
        NEW_TEXTURE, "new_texture", 28, 1, Bool, "", "The texture unit is of the newer type.";
        N2D_A8_TARGET, "2d_a8_target", 29, 1, Bool, "", "The 2D engine writes alpha-only surfaces.";
        CORRECT_STENCIL, "correct_stencil", 30, 1, Bool, "", "Fixes stencil with depth-only writes.";
        ENHANCE_VR, "enhance_vr", 31, 1, Bool, "", "The video rasteriser is improved.";
    }
    pub mod cache_control = "CACHE_CONTROL" at 0x00038 ReadWrite, "Caches." word Hex, "", "The value.";
    pub mod memory_counter_reset = "MEMORY_COUNTER_RESET" at 0x0003c Write, "1 resets the counters of accesses." word Hex, "", "The value.";
    pub mod profile_read_bytes8 = "PROFILE_READ_BYTES8" at 0x00040 Read, "Data read." word Hex, "8 bytes", "The number.";
    pub mod profile_write_bytes8 = "PROFILE_WRITE_BYTES8" at 0x00044 Read, "Data written." word Hex, "8 bytes", "The number.";
    pub mod chip_specs = "CHIP_SPECS" at 0x00048 Read reserved 0x000e_0000, "Sizes of the chip."
    {
        STREAM_COUNT, "stream_count", 0, 4, Uint, "", "Vertex streams.";
        REGISTER_MAX, "register_max", 4, 4, Uint, "", "Logarithm to base 2 of the temporary registers.";
        THREAD_COUNT, "thread_count", 8, 4, Uint, "", "Logarithm to base 2 of the threads.";
        VERTEX_CACHE_SIZE, "vertex_cache_size", 12, 5, Uint, "", "Entries of the vertex cache.";
        SHADER_CORE_COUNT, "shader_core_count", 20, 5, Uint, "", "Shader cores.";
        PIXEL_PIPES, "pixel_pipes", 25, 3, Uint, "", "Pixel pipes.";
        VERTEX_OUTPUT_BUFFER_SIZE, "vertex_output_buffer_size", 28, 4, Uint, "", "Logarithm to base 2 of the entries of the vertex output buffer.";
    }
    pub mod profile_write_bursts = "PROFILE_WRITE_BURSTS" at 0x0004c Read, "Bursts written." word Hex, "8 bytes", "The number.";
    pub mod profile_write_requests = "PROFILE_WRITE_REQUESTS" at 0x00050 Read, "Writes." word Uint, "", "The number.";
    pub mod profile_read_bursts = "PROFILE_READ_BURSTS" at 0x00058 Read, "Bursts read." word Hex, "8 bytes", "The number.";
    pub mod profile_read_requests = "PROFILE_READ_REQUESTS" at 0x0005c Read, "Reads." word Uint, "", "The number.";
    pub mod profile_read_lasts = "PROFILE_READ_LASTS" at 0x00060 Read, "Reads that ended." word Uint, "", "The number.";
    pub mod gp_out0 = "GP_OUT0" at 0x00064 ReadWrite, "A register without effect." word Hex, "", "The value.";
    pub mod gp_out1 = "GP_OUT1" at 0x00068 ReadWrite, "A register without effect." word Hex, "", "The value.";
    pub mod gp_out2 = "GP_OUT2" at 0x0006c ReadWrite, "A register without effect." word Hex, "", "The value.";
    pub mod axi_control = "AXI_CONTROL" at 0x00070 ReadWrite reserved 0xffff_fffe, "Writes on the bus."
    {
        WR_FULL_BURST_MODE, "wr_full_burst_mode", 0, 1, Bool, "", "Accesses wait for a full burst.";
    }
    pub mod chip_minor_feature_1 = "CHIP_MINOR_FEATURE_1" at 0x00074 Read, "Minor features, word 1."
    {
        RSUV_SWIZZLE, "rsuv_swizzle", 0, 1, Bool, "", "RS can swap U and V.";
        V2_COMPRESSION, "v2_compression", 1, 1, Bool, "", "Compression has version 2.";
        VG_DOUBLE_BUFFER, "vg_double_buffer", 2, 1, Bool, "", "Vector graphics are double-buffered.";
        EXTRA_EVENT_STATES, "extra_event_states", 3, 1, Bool, "", "More sources of events; a set of fixes.";
        NO_STRIPING_NEEDED, "no_striping_needed", 4, 1, Bool, "", "Draws need not be split into stripes; a set of fixes.";
        TEXTURE_STRIDE, "texture_stride", 5, 1, Bool, "", "Textures have a stride.";
        BUG_FIXES3, "bug_fixes3", 6, 1, Bool, "", "A set of fixes.";
        AUTO_DISABLE, "auto_disable", 7, 1, Bool, "", "Fixes the count of cleared tiles in tile status.";
        AUTO_RESTART_TS, "auto_restart_ts", 8, 1, Bool, "", "Tile status is re-enabled automatically.";
        DISABLE_PE_GATING, "disable_pe_gating", 9, 1, Bool, "", "The clock of PE must not be stopped.";
        L2_WINDOWING, "l2_windowing", 10, 1, Bool, "", "The second-level cache has windows.";
        HALF_FLOAT, "half_float", 11, 1, Bool, "", "16-bit floats in vertices, textures and targets.";
        PIXEL_DITHER, "pixel_dither", 12, 1, Bool, "", "PE dithers.";
        TWO_STENCIL_REFERENCE, "two_stencil_reference", 13, 1, Bool, "", "Back faces have a separate stencil reference.";
        EXTENDED_PIXEL_FORMAT, "extended_pixel_format", 14, 1, Bool, "", "PE supports the longer list of formats.";
        CORRECT_MIN_MAX_DEPTH, "correct_min_max_depth", 15, 1, Bool, "", "Fixes early and hierarchical depth.";
        N2D_DITHER, "2d_dither", 16, 1, Bool, "", "The 2D engine dithers, and blends what it filters.";
        BUG_FIXES5, "bug_fixes5", 17, 1, Bool, "", "A set of fixes.";
        NEW_2D, "new_2d", 18, 1, Bool, "", "The 2D engine mirrors along both axes.";
        NEW_FP, "new_fp", 19, 1, Bool, "", "Float arithmetic is of the newer type.";
        TEXTURE_HALIGN, "texture_halign", 20, 1, Bool, "", "Textures have a configurable row alignment.";
        NON_POWER_OF_TWO, "non_power_of_two", 21, 1, Bool, "", "All wrap modes work for sizes that are not powers of two.";
        LINEAR_TEXTURE_SUPPORT, "linear_texture_support", 22, 1, Bool, "", "Supports linear textures.";
        HALTI0, "halti0", 23, 1, Bool, "", "3D textures, arrays, swizzles, anisotropic filter, 16 vertex attributes.";
        CORRECT_OVERFLOW_VG, "correct_overflow_vg", 24, 1, Bool, "", "Fixes overflow in vector graphics.";
        NEGATIVE_LOG_FIX, "negative_log_fix", 25, 1, Bool, "", "Fixes LOG of negative numbers.";
        RESOLVE_OFFSET, "resolve_offset", 26, 1, Bool, "", "RS can start at an offset.";
        OK_TO_GATE_AXI_CLOCK, "ok_to_gate_axi_clock", 27, 1, Bool, "", "The bus clock can be stopped.";
        MMU_VERSION, "mmu_version", 28, 1, Bool, "", "The MMU has version 2.";
        WIDE_LINE, "wide_line", 29, 1, Bool, "", "Supports wide lines.";
        BUG_FIXES6, "bug_fixes6", 30, 1, Bool, "", "A set of fixes.";
        FC_FLUSH_STALL, "fc_flush_stall", 31, 1, Bool, "", "The end of a flush of tile status can be awaited.";
    }
    pub mod profile_total_cycles = "PROFILE_TOTAL_CYCLES" at 0x00078 ReadWrite, "Cycles since 0 was written." word Hex, "cycles", "The number.";
    pub mod profile_idle_cycles = "PROFILE_IDLE_CYCLES" at 0x0007c Read, "Cycles in which all units but the front end were idle." word Hex, "cycles", "The number.";
    pub mod chip_specs_2 = "CHIP_SPECS_2" at 0x00080 Read, "Sizes of the chip, from GC1000 on."
    {
        BUFFER_SIZE, "buffer_size", 0, 8, Uint, "", "Size of an undocumented buffer.";
        INSTRUCTION_COUNT, "instruction_count", 8, 8, Uint, "", "Encoded size of the instruction memory.";
        NUM_CONSTANTS, "num_constants", 16, 16, Uint, "", "Constants of both shaders.";
    }
    pub mod chip_minor_feature_2 = "CHIP_MINOR_FEATURE_2" at 0x00084 Read, "Minor features, word 2."
    {
        LINE_LOOP, "line_loop", 0, 1, Bool, "", "Supports line loops.";
        LOGIC_OP, "logic_op", 1, 1, Bool, "", "PE has logic operations.";
        SEAMLESS_CUBE_MAP, "seamless_cube_map", 2, 1, Bool, "", "Filters across the edges of a cube's faces.";
        SUPERTILED_TEXTURE, "supertiled_texture", 3, 1, Bool, "", "Supports supertiled textures.";
        LINEAR_PE, "linear_pe", 4, 1, Bool, "", "PE writes linear surfaces.";
        RECT_PRIMITIVE, "rect_primitive", 5, 1, Bool, "", "Supports rectangles.";
        COMPOSITION, "composition", 6, 1, Bool, "", "Has a composition engine.";
        CORRECT_AUTO_DISABLE_COUNT, "correct_auto_disable_count", 7, 1, Bool, "", "Fixes the count of cleared tiles.";
        PE_SWIZZLE, "pe_swizzle", 8, 1, Bool, "", "PE swizzles.";
        END_EVENT, "end_event", 9, 1, Bool, "", "The command END raises an event.";
        S1S8, "s1s8", 10, 1, Bool, "", "One bit of stencil in addition to eight.";
        HALTI1, "halti1", 11, 1, Bool, "", "32 samplers, unified constants, strides of all levels.";
        RGB888, "rgb888", 12, 1, Bool, "", "Supports 24-bit pixels.";
        TX_YUV_ASSEMBLER, "tx__yuv_assembler", 13, 1, Bool, "", "Supports planar YUV textures.";
        DYNAMIC_FREQUENCY_SCALING, "dynamic_frequency_scaling", 14, 1, Bool, "", "The clock can be slowed down.";
        TX_FILTER, "tx_filter", 15, 1, Bool, "", "More state of texture filters, at 0x12000.";
        FULL_DIRECTFB, "full_directfb", 16, 1, Bool, "", "The 2D engine supports all of DirectFB.";
        N2D_TILING, "2d_tiling", 17, 1, Bool, "", "The 2D engine has tiles and a one-pass filter.";
        THREAD_WALKER_IN_PS, "thread_walker_in_ps", 18, 1, Bool, "", "Compute grids run as pixel shaders.";
        TILE_FILLER, "tile_filler", 19, 1, Bool, "", "RS fills in tiles in place.";
        YUV_STANDARD, "yuv_standard", 20, 1, Bool, "", "Configurable YUV standard.";
        N2D_MULTI_SOURCE_BLIT, "2d_multi_source_blit", 21, 1, Bool, "", "The 2D engine copies from up to four sources.";
        YUV_CONVERSION, "yuv_conversion", 22, 1, Bool, "", "The 2D engine converts between kinds of YUV.";
        FLUSH_FIXED_2D, "flush_fixed_2d", 23, 1, Bool, "", "Fixes the flush of the 2D engine.";
        INTERLEAVER, "interleaver", 24, 1, Bool, "", "Accesses to memory are interleaved.";
        MIXED_STREAMS, "mixed_streams", 25, 1, Bool, "", "Vertex attributes can be in any stream in any order.";
        N2D_420_L2CACHE, "2d_420_l2cache", 26, 1, Bool, "", "The 2D engine has a cache for YUV 4:2:0.";
        BUG_FIXES7, "bug_fixes7", 27, 1, Bool, "", "A set of fixes.";
        N2D_NO_INDEX8_BRUSH, "2d_no_index8_brush", 28, 1, Bool, "", "Patterns with a palette are not supported.";
        TEXTURE_TILED_READ, "texture_tiled_read", 29, 1, Bool, "", "Supports textures with tile status and any layout of a render target.";
        DECOMPRESS_Z16, "decompress_z16", 30, 1, Bool, "", "Compressed 16-bit depth can be read.";
        BUG_FIXES8, "bug_fixes8", 31, 1, Bool, "", "A set of fixes for indexed triangle strips.";
    }
    pub mod chip_minor_feature_3 = "CHIP_MINOR_FEATURE_3" at 0x00088 Read, "Minor features, word 3."
    {
        ROTATION_STALL_FIX, "rotation_stall_fix", 0, 1, Bool, "", "Fixes stalls of rotated images.";
        OCL_ONLY, "ocl_only", 1, 1, Bool, "", "For OpenCL only.";
        N2D_MULTI_SOURCE_BLT_EX, "2d_multi_source_blt_ex", 2, 1, Bool, "", "The 2D engine copies from up to eight sources.";
        INSTRUCTION_CACHE, "instruction_cache", 3, 1, Bool, "", "Shaders run from memory through a cache.";
        GEOMETRY_SHADER, "geometry_shader", 4, 1, Bool, "", "Has geometry shaders.";
        TEX_COMPRESSION_SUPERTILED, "tex_compression_supertiled", 5, 1, Bool, "", "Compressed textures can be supertiled.";
        GENERICS, "generics", 6, 1, Bool, "", "Generic attributes.";
        BUG_FIXES9, "bug_fixes9", 7, 1, Bool, "", "A set of fixes.";
        FAST_MSAA, "fast_msaa", 8, 1, Bool, "", "Multisampling is faster.";
        WCLIP, "wclip", 9, 1, Bool, "", "Clipping by w.";
        BUG_FIXES10, "bug_fixes10", 10, 1, Bool, "", "A set of fixes.";
        UNIFIED_SAMPLERS, "unified_samplers", 11, 1, Bool, "", "Shaders share all samplers.";
        BUG_FIXES11, "bug_fixes11", 12, 1, Bool, "", "A set of fixes.";
        PERFORMANCE_COUNTERS, "performance_counters", 13, 1, Bool, "", "Has performance counters.";
        HAS_FAST_TRANSCENDENTALS, "has_fast_transcendentals", 14, 1, Bool, "", "SIN, COS, LOG and division are of the newer type, with two results.";
        BUG_FIXES12, "bug_fixes12", 15, 1, Bool, "", "A set of fixes.";
        BUG_FIXES13, "bug_fixes13", 16, 1, Bool, "", "A set of fixes.";
        DE_ENHANCEMENTS1, "de_enhancements1", 17, 1, Bool, "", "The 2D engine is improved.";
        ACE, "ace", 18, 1, Bool, "", "Perhaps addresses of 40 bits.";
        TX_ENHANCEMENTS1, "tx_enhancements1", 19, 1, Bool, "", "The texture unit is improved.";
        SH_ENHANCEMENTS1, "sh_enhancements1", 20, 1, Bool, "", "Shaders have atomic operations.";
        SH_ENHANCEMENTS2, "sh_enhancements2", 21, 1, Bool, "", "Shaders round to the nearest, ties to even.";
        PE_ENHANCEMENTS1, "pe_enhancements1", 22, 1, Bool, "", "PE is improved.";
        N2D_FC_SOURCE, "2d_fc_source", 23, 1, Bool, "", "Sources of the 2D engine can have tile status.";
        BUG_FIXES_14, "bug_fixes_14", 24, 1, Bool, "", "A set of fixes.";
        POWER_OPTIMIZATIONS_0, "power_optimizations_0", 25, 1, Bool, "", "Lower power.";
        NEW_HZ, "new_hz", 26, 1, Bool, "", "Hierarchical depth is of the newer type.";
        PE_DITHER_FIX, "pe_dither_fix", 27, 1, Bool, "", "Fixes dithering.";
        DE_ENHANCEMENTS3, "de_enhancements3", 28, 1, Bool, "", "The 2D engine is improved.";
        SH_ENHANCEMENTS3, "sh_enhancements3", 29, 1, Bool, "", "Shaders are improved.";
        SH_ENHANCEMENTS4, "sh_enhancements4", 30, 1, Bool, "", "Shaders are improved.";
        TX_ENHANCEMENTS2, "tx_enhancements2", 31, 1, Bool, "", "The texture unit is improved.";
    }
    pub mod chip_specs_3 = "CHIP_SPECS_3" at 0x0008c Read reserved 0xffff_fe08, "Sizes of the chip, from GC1000 on."
    {
        GPU_CORE_COUNT, "gpu_core_count", 0, 3, Uint, "", "GPUs.";
        VARYINGS_COUNT, "varyings_count", 4, 5, Uint, "", "The number of varyings, including two for the position on some chips.";
    }
    pub mod compression_flags = "COMPRESSION_FLAGS" at 0x00090 Read reserved 0xffff_ffbf, "Compression units."
    {
        DEC300, "dec300", 6, 1, Bool, "", "There is a DEC300.";
    }
    pub mod chip_minor_feature_4 = "CHIP_MINOR_FEATURE_4" at 0x00094 Read, "Minor features, word 4."
    {
        FE_ENHANCEMENTS1, "fe_enhancements1", 0, 1, Bool, "", "The front end is improved.";
        PE_ENHANCEMENTS2, "pe_enhancements2", 1, 1, Bool, "", "PE is improved.";
        FRUSTUM_CLIP_FIX, "frustum_clip_fix", 2, 1, Bool, "", "Fixes clipping.";
        DE_NO_GAMMA, "de_no_gamma", 3, 1, Bool, "", "The 2D engine has no gamma tables.";
        PA_ENHANCEMENTS_2, "pa_enhancements_2", 4, 1, Bool, "", "Primitive assembly is improved.";
        N2D_GAMMA, "2d_gamma", 5, 1, Bool, "", "The 2D engine has gamma tables.";
        SINGLE_BUFFER, "single_buffer", 6, 1, Bool, "", "Pixel pipes can share one buffer.";
        HI_ENHANCEMENTS_1, "hi_enhancements_1", 7, 1, Bool, "", "The host interface is improved.";
        TX_ENHANCEMENTS_3, "tx_enhancements_3", 8, 1, Bool, "", "The texture unit is improved.";
        SH_ENHANCEMENTS_5, "sh_enhancements_5", 9, 1, Bool, "", "Shaders are improved.";
        FE_ENHANCEMENTS_2, "fe_enhancements_2", 10, 1, Bool, "", "The front end is improved.";
        TX_LERP_PRECISION_FIX, "tx_lerp_precision_fix", 11, 1, Bool, "", "Texture filters are more precise.";
        N2D_COLOR_SPACE_CONVERSION, "2d_color_space_conversion", 12, 1, Bool, "", "The 2D engine converts between colour spaces.";
        TEXTURE_ASTC, "texture_astc", 13, 1, Bool, "", "Supports ASTC textures.";
        PE_ENHANCEMENTS_4, "pe_enhancements_4", 14, 1, Bool, "", "PE is improved.";
        MC_ENHANCEMENTS_1, "mc_enhancements_1", 15, 1, Bool, "", "The memory controller is improved.";
        HALTI2, "halti2", 16, 1, Bool, "", "Primitive restart, instances, integers, eight render targets.";
        N2D_MIRROR_EXTENSION, "2d_mirror_extension", 17, 1, Bool, "", "The 2D engine has more mirror modes.";
        SMALL_MSAA, "small_msaa", 18, 1, Bool, "", "Multisampled surfaces are smaller.";
        BUG_FIXES_17, "bug_fixes_17", 19, 1, Bool, "", "A set of fixes.";
        NEW_RA, "new_ra", 20, 1, Bool, "", "The rasteriser is of the newer type.";
        N2D_OPF_YUV_OUTPUT, "2d_opf_yuv_output", 21, 1, Bool, "", "The one-pass filter writes YUV.";
        N2D_MULTI_SOURCE_BLT_EX2, "2d_multi_source_blt_ex2", 22, 1, Bool, "", "Multi-source copies are improved again.";
        NO_USER_CSC, "no_user_csc", 23, 1, Bool, "", "Colour conversion without programmable coefficients.";
        ZFIXES, "zfixes", 24, 1, Bool, "", "Fixes clipping at the far plane and the scale of z.";
        BUG_FIXES18, "bug_fixes18", 25, 1, Bool, "", "A set of fixes.";
        N2D_COMPRESSION, "2d_compression", 26, 1, Bool, "", "The 2D engine compresses.";
        PROBE, "probe", 27, 1, Bool, "", "Has probes of performance.";
        MEDIUM_PRECISION, "medium_precision", 28, 1, Bool, "", "Shaders support 16-bit arithmetic.";
        N2D_SUPER_TILE_VERSION, "2d_super_tile_version", 29, 1, Bool, "", "The 2D engine supports several orders of supertiles.";
        BUG_FIXES19, "bug_fixes19", 30, 1, Bool, "", "A set of fixes.";
        SH_ENHANCEMENTS6, "sh_enhancements6", 31, 1, Bool, "", "Shaders are improved.";
    }
    pub mod chip_specs_4 = "CHIP_SPECS_4" at 0x0009c Read reserved 0xfffe_0fff, "Sizes of newer chips."
    {
        STREAM_COUNT, "stream_count", 12, 5, Uint, "", "Vertex streams; if 0, see CHIP_SPECS.";
    }
    pub mod chip_minor_feature_5 = "CHIP_MINOR_FEATURE_5" at 0x000a0 Read, "Minor features, word 5."
    {
        SH_ENHANCEMENTS7, "sh_enhancements7", 0, 1, Bool, "", "Shaders are improved.";
        BUG_FIXES20, "bug_fixes20", 1, 1, Bool, "", "A set of fixes.";
        DE_ADDRESS_40, "de_address_40", 2, 1, Bool, "", "The 2D engine has addresses of 40 bits.";
        MINI_MMU_FIX, "mini_mmu_fix", 3, 1, Bool, "", "Fixes the small MMU.";
        EEZ, "eez", 4, 1, Bool, "", "The early depth test is of the newer type.";
        BUG_FIXES21, "bug_fixes21", 5, 1, Bool, "", "A set of fixes.";
        EXTRA_VG_CAPS, "extra_vg_caps", 6, 1, Bool, "", "Vector graphics can do more.";
        MULTI_SRC_V15, "multi_src_v15", 7, 1, Bool, "", "Multi-source copies, version 1.5.";
        BUG_FIXES22, "bug_fixes22", 8, 1, Bool, "", "A set of fixes.";
        HALTI3, "halti3", 9, 1, Bool, "", "sRGB targets, textures up to 16384, prefetch of code.";
        TESSELATION_SHADERS, "tesselation_shaders", 10, 1, Bool, "", "Has tessellation shaders.";
        N2D_ONE_PASS_FILTER_TAP, "2d_one_pass_filter_tap", 11, 1, Bool, "", "The taps of the one-pass filter can be set.";
        MULTI_SRC_V2_STR_QUAD, "multi_src_v2_str_quad", 12, 1, Bool, "", "Multi-source copies with stretching.";
        SEPARATE_SRC_DST, "separate_src_dst", 13, 1, Bool, "", "The 2D engine has caches for source and destination.";
        HALTI4, "halti4", 14, 1, Bool, "", "Operations on samples, fixed ASTC.";
        RA_WRITE_DEPTH, "ra_write_depth", 15, 1, Bool, "", "The rasteriser can write depth.";
        ANDROID_ONLY, "android_only", 16, 1, Bool, "", "For Android only.";
        HAS_PRODUCTID, "has_productid", 17, 1, Bool, "", "HI.CHIP_PRODUCT_ID exists.";
        TX_SUPPORT_DEC, "tx_support_dec", 18, 1, Bool, "", "Supports textures compressed by DEC.";
        S8_MSAA_COMPRESSION, "s8_msaa_compression", 19, 1, Bool, "", "Multisampled stencil can be compressed.";
        PE_DITHER_FIX2, "pe_dither_fix2", 20, 1, Bool, "", "Fixes dithering again.";
        L2_CACHE_REMOVE, "l2_cache_remove", 21, 1, Bool, "", "Has no second-level cache.";
        FE_ALLOW_RND_VTX_CNT, "fe_allow_rnd_vtx_cnt", 22, 1, Bool, "", "Draws may have any number of vertices.";
        CUBE_MAP_FL28, "cube_map_fl28", 23, 1, Bool, "", "Filters of cube maps have 28 bits.";
        TX_6BIT_FRAC, "tx_6bit_frac", 24, 1, Bool, "", "Texture filters have six fraction bits.";
        FE_ALLOW_STALL_PREFETCH_ENG, "fe_allow_stall_prefetch_eng", 25, 1, Bool, "", "The prefetch of the front end may stall.";
        THIRD_PARTY_COMPRESSION, "third_party_compression", 26, 1, Bool, "", "Has a third-party compression unit.";
        RS_DEPTHSTENCIL_NATIVE_SUPPORT, "rs_depthstencil_native_support", 27, 1, Bool, "", "RS supports depth and stencil formats.";
        V2_MSAA_COMP_FIX, "v2_msaa_comp_fix", 28, 1, Bool, "", "Fixes compression of multisampled surfaces.";
        HALTI5, "halti5", 29, 1, Bool, "", "Texture descriptors, 64-bit fences, code from memory only.";
        EVIS, "evis", 30, 1, Bool, "", "Shaders have instructions for OpenVX.";
        BLT_ENGINE, "blt_engine", 31, 1, Bool, "", "Has a blit engine instead of RS.";
    }
    pub mod chip_product_id = "CHIP_PRODUCT_ID" at 0x000a8 Read, "Product identification." word Hex, "", "The value.";
    pub mod blt_intr = "BLT_INTR" at 0x000d4 Read, "Interrupts of asynchronous blits." word Hex, "", "The value.";
    pub mod chip_eco_id = "CHIP_ECO_ID" at 0x000e8 Read, "ECO number of the design." word Hex, "", "The value.";
    pub mod auxbit = "AUXBIT" at 0x000ec ReadWrite, "Policy of accesses on the bus." word Hex, "", "The value.";
}
