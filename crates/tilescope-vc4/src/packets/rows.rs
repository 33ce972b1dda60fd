//! The packet rows. One module per packet: its fields as constants, and its
//! payload layout.
//!
//! Where the sources disagree, the row states which one it follows:
//!
//! * `v3d_packet_v21.xml` gives GL_SHADER_STATE a 28-bit address at bit 0,
//!   overlapping the two fields below it; the kernel puts the address in bits 31:4.
//! * It lists PRIMITIVE_LIST_FORMAT for the rendering thread only; Mesa puts it
//!   in every binning list (`vc4_draw.c`), where it resets the format of the
//!   tile lists.
//! * It lacks bit 12 of STORE_TILE_BUFFER_GENERAL and bits 9 to 10 of
//!   CONFIGURATION_BITS, which `kernel/vc4_packet.h` has.
//! * `kernel/vc4_packet.h` gives packet 49 a size of one byte; the clipped vertex
//!   word after it is Broadcom's.
//! * `kernel/vc4_validate.c` notes that the names of 105 and 106 were once swapped;
//!   in 105 the half width comes first.

use super::enums::*;
use tilescope_tables::layout;
use tilescope_tables::{Confidence, Source};

const XML: Source = Source {
    text: "Mesa src/broadcom/cle/v3d_packet_v21.xml",
    confidence: Confidence::Documented,
};
const HEADER: Source = Source {
    text: "Mesa src/gallium/drivers/vc4/kernel/vc4_packet.h",
    confidence: Confidence::Documented,
};
const XML_AND_HEADER: Source = Source {
    text: "Mesa v3d_packet_v21.xml and kernel/vc4_packet.h",
    confidence: Confidence::Documented,
};
const KERNEL: Source = Source {
    text: "Mesa kernel/vc4_packet.h and kernel/vc4_validate.c",
    confidence: Confidence::Documented,
};
const MANUAL: Source = Source {
    text: "VideoCore IV 3D Architecture Reference Guide, section 9, as restated by public bare-metal demos",
    confidence: Confidence::Documented,
};

// Control.
layout! { pub mod halt = "HALT", 0, XML, "Ends the list and stops the thread."; }
layout! { pub mod nop = "NOP", 0, XML, "Nothing."; }
layout! { pub mod marker = "MARKER", 0, MANUAL, "A marker in the list; nothing is executed."; }
layout! { pub mod reset_marker_count = "RESET_MARKER_COUNT", 0, MANUAL, "Resets the count of markers; nothing is executed."; }
layout! { pub mod flush = "FLUSH", 0, XML, "Ends binning: closes every tile list and writes it to memory."; }
layout! { pub mod flush_all = "FLUSH_ALL", 0, XML, "FLUSH that also writes all current state to every tile list."; }
layout! { pub mod start_tile_binning = "START_TILE_BINNING", 0, XML, "Starts binning with the current binning mode."; }
layout! { pub mod increment_semaphore = "INCREMENT_SEMAPHORE", 0, XML, "Raises the semaphore that the other thread waits on, once all earlier records are complete."; }
layout! { pub mod wait_on_semaphore = "WAIT_ON_SEMAPHORE", 0, XML, "Waits until the other thread has raised the semaphore, and lowers it."; }
layout! {
    pub mod branch = "BRANCH", 4, XML, "Continues the list at another address.";
    ADDRESS, "address", 0, 32, Address(0), "", "Address of the next packet.";
}
layout! {
    pub mod branch_to_sub_list = "BRANCH_TO_SUB_LIST", 4, XML, "Executes another list up to its RETURN_FROM_SUB_LIST, then continues after this packet.";
    ADDRESS, "address", 0, 32, Address(0), "", "Start address of the sub-list.";
}
layout! { pub mod return_from_sub_list = "RETURN_FROM_SUB_LIST", 0, XML, "Returns to the record after the BRANCH_TO_SUB_LIST."; }

// Tile buffer.
layout! { pub mod store_ms_tile_buffer = "STORE_MS_TILE_BUFFER", 0, XML, "Stores the resolved tile colour buffer to the frame buffer of the rendering mode."; }
layout! { pub mod store_ms_tile_buffer_and_eof = "STORE_MS_TILE_BUFFER_AND_EOF", 0, XML, "STORE_MS_TILE_BUFFER that ends the frame."; }
layout! {
    pub mod store_full_res_tile_buffer = "STORE_FULL_RES_TILE_BUFFER", 4, XML_AND_HEADER, "Stores every sample of the tile to a 16 KiB block per buffer, ignoring tile coordinates.";
    DISABLE_COLOR, "disable_color", 0, 1, Bool, "", "Exclude the colour buffer.";
    DISABLE_ZS, "disable_zs", 1, 1, Bool, "", "Exclude the depth/stencil buffer.";
    DISABLE_CLEAR_ALL, "disable_clear_all", 2, 1, Bool, "", "Do not clear the tile buffer afterwards.";
    EOF, "eof", 3, 1, Bool, "", "Last tile of the frame.";
    ADDRESS, "address", 4, 28, Address(4), "", "Destination address; 16-byte aligned.";
}
layout! {
    pub mod load_full_res_tile_buffer = "LOAD_FULL_RES_TILE_BUFFER", 4, XML_AND_HEADER, "Loads every sample of the tile from a 16 KiB block per buffer, ignoring tile coordinates.";
    DISABLE_COLOR, "disable_color", 0, 1, Bool, "", "Exclude the colour buffer.";
    DISABLE_ZS, "disable_zs", 1, 1, Bool, "", "Exclude the depth/stencil buffer.";
    RESERVED, "reserved", 2, 2, Reserved, "", "Undocumented.";
    ADDRESS, "address", 4, 28, Address(4), "", "Source address; 16-byte aligned.";
}
layout! {
    pub mod store_tile_buffer_general = "STORE_TILE_BUFFER_GENERAL", 6, XML_AND_HEADER, "Stores one buffer of the tile to any surface, or a dump of the whole tile.";
    BUFFER, "buffer", 0, 3, Enum(&BufferSelect::TABLE), "", "Buffer to transfer.";
    RESERVED, "reserved", 3, 1, Reserved, "", "Undocumented.";
    MEMORY_FORMAT, "memory_format", 4, 2, Enum(&MemoryFormat::TABLE), "", "Memory layout of the surface.";
    MODE, "mode", 6, 2, Enum(&StoreMode::TABLE), "", "Resolve of samples to pixels.";
    PIXEL_FORMAT, "pixel_format", 8, 2, Enum(&PixelFormat::TABLE), "", "Colour format of the surface.";
    RESERVED2, "reserved2", 10, 2, Reserved, "", "Undocumented.";
    DISABLE_SWAP, "disable_swap", 12, 1, Bool, "", "Do not swap tile buffers in double-buffer mode.";
    DISABLE_COLOR_CLEAR, "disable_color_clear", 13, 1, Bool, "", "Do not clear colour afterwards.";
    DISABLE_ZS_CLEAR, "disable_zs_clear", 14, 1, Bool, "", "Do not clear depth/stencil afterwards.";
    DISABLE_VG_MASK_CLEAR, "disable_vg_mask_clear", 15, 1, Bool, "", "Do not clear the VG mask afterwards.";
    DISABLE_FULL_COLOR, "disable_full_color", 16, 1, Bool, "", "Exclude colour from a full dump.";
    DISABLE_FULL_ZS, "disable_full_zs", 17, 1, Bool, "", "Exclude depth/stencil from a full dump.";
    DISABLE_FULL_VG_MASK, "disable_full_vg_mask", 18, 1, Bool, "", "Exclude the VG mask from a full dump.";
    EOF, "eof", 19, 1, Bool, "", "Last tile of the frame.";
    ADDRESS, "address", 20, 28, Address(4), "", "Base of the surface; 16-byte aligned.";
}
layout! {
    pub mod load_tile_buffer_general = "LOAD_TILE_BUFFER_GENERAL", 6, XML_AND_HEADER, "Loads one buffer of the tile from any surface, or a dump of the whole tile.";
    BUFFER, "buffer", 0, 3, Enum(&BufferSelect::TABLE), "", "Buffer to transfer.";
    RESERVED, "reserved", 3, 1, Reserved, "", "Undocumented.";
    MEMORY_FORMAT, "memory_format", 4, 2, Enum(&MemoryFormat::TABLE), "", "Memory layout of the surface.";
    MODE, "mode", 6, 2, Enum(&StoreMode::TABLE), "", "Resolve of samples to pixels; without known use in a load.";
    PIXEL_FORMAT, "pixel_format", 8, 2, Enum(&PixelFormat::TABLE), "", "Colour format of the surface.";
    RESERVED2, "reserved2", 10, 6, Reserved, "", "Undocumented.";
    DISABLE_FULL_COLOR, "disable_full_color", 16, 1, Bool, "", "Exclude colour from a full reload.";
    DISABLE_FULL_ZS, "disable_full_zs", 17, 1, Bool, "", "Exclude depth/stencil from a full reload.";
    DISABLE_FULL_VG_MASK, "disable_full_vg_mask", 18, 1, Bool, "", "Exclude the VG mask from a full reload.";
    RESERVED3, "reserved3", 19, 1, Reserved, "", "Undocumented.";
    ADDRESS, "address", 20, 28, Address(4), "", "Base of the surface; 16-byte aligned.";
}

// Primitives.
layout! {
    pub mod gl_indexed_primitive = "GL_INDEXED_PRIMITIVE", 13, XML_AND_HEADER, "Draws vertices selected by an index list.";
    MODE, "mode", 0, 4, Enum(&PrimitiveMode::TABLE), "", "Assembly of vertices into primitives.";
    INDEX_TYPE, "index_type", 4, 4, Enum(&IndexType::TABLE), "", "Width of an index.";
    LENGTH, "length", 8, 32, Uint, "indices", "Number of indices.";
    ADDRESS, "address", 40, 32, Address(0), "", "Address of the indices.";
    MAX_INDEX, "max_index", 72, 32, Uint, "", "The largest index that may occur; a larger one is an error.";
}
layout! {
    pub mod gl_array_primitive = "GL_ARRAY_PRIMITIVE", 9, XML_AND_HEADER, "Draws consecutive vertices.";
    MODE, "mode", 0, 4, Enum(&PrimitiveMode::TABLE), "", "Assembly of vertices into primitives.";
    RESERVED, "reserved", 4, 4, Reserved, "", "Undocumented.";
    LENGTH, "length", 8, 32, Uint, "vertices", "Number of vertices.";
    FIRST, "first", 40, 32, Uint, "", "Index of the first vertex.";
}
layout! {
    pub mod vg_coordinate_array_primitives = "VG_COORDINATE_ARRAY_PRIMITIVES", 9, MANUAL, "Draws coordinates from an array; in VG shader mode only.";
    MODE, "mode", 0, 4, Enum(&VgPrimitiveType::TABLE), "", "Assembly of coordinates into primitives.";
    CONTINUATION, "continuation", 4, 4, Hex, "", "Continuation list, for fans: 0xf if this continues the previous fan.";
    LENGTH, "length", 8, 32, Uint, "primitives", "Number of primitives.";
    ADDRESS, "address", 40, 32, Address(0), "", "Address of the 32-bit x/y screen coordinates.";
}
layout! { pub mod compressed_primitive = "COMPRESSED_PRIMITIVE", 0, HEADER, "Compressed primitives follow, up to their terminator. Written by the binner."; }
layout! {
    pub mod clipped_compressed_primitive = "CLIPPED_COMPRESSED_PRIMITIVE", 4, Source {
        text: "Broadcom's released control-list dumper; kernel/vc4_packet.h has the opcode alone",
        confidence: Confidence::Documented,
    }, "One compressed primitive with clipped vertices follows, and its terminator. Written by the binner.";
    CLIP_FLAGS, "clip_flags", 0, 3, Hex, "", "Bit n: vertex n was generated by clipping.";
    ADDRESS, "address", 3, 29, Address(3), "", "Address of the clipped vertices; 8-byte aligned.";
}
layout! {
    pub mod primitive_list_format = "PRIMITIVE_LIST_FORMAT", 1, XML_AND_HEADER, "Sets the format of the compressed primitives that follow.";
    PRIMITIVE_TYPE, "primitive_type", 0, 4, Enum(&ListPrimitive::TABLE), "", "Kind of the items.";
    DATA_TYPE, "data_type", 4, 4, Enum(&ListData::TABLE), "", "Contents of the items.";
}

// Shader state.
layout! {
    pub mod gl_shader_state = "GL_SHADER_STATE", 4, KERNEL, "Points to a GL shader record for the draws that follow.";
    ATTRIBUTES, "attributes", 0, 3, ZeroMeans(8), "", "Attribute arrays in the record, 1 to 8.";
    EXTENDED, "extended", 3, 1, Bool, "", "The record has eight arrays and a 32-bit stride for each.";
    ADDRESS, "address", 4, 28, Address(4), "", "Address of the record; 16-byte aligned.";
}
layout! {
    pub mod nv_shader_state = "NV_SHADER_STATE", 4, MANUAL, "Points to an NV shader record: already shaded vertices.";
    ADDRESS, "address", 0, 32, Address(0), "", "Address of the record; must be 16-byte aligned.";
}
layout! {
    pub mod vg_shader_state = "VG_SHADER_STATE", 4, MANUAL, "Points to a VG shader record: coordinates without vertices.";
    ADDRESS, "address", 0, 32, Address(0), "", "Address of the record; must be 16-byte aligned.";
}
layout! {
    pub mod vg_inline_shader_record = "VG_INLINE_SHADER_RECORD", 8, MANUAL, "A VG shader record in the list itself.";
    FS_SINGLE_THREAD, "fs_single_thread", 0, 1, Bool, "", "The fragment shader is single threaded.";
    RESERVED, "reserved", 1, 2, Reserved, "", "Undocumented.";
    CODE_ADDRESS, "code_address", 3, 29, Address(3), "", "Fragment shader code; 8-byte aligned.";
    UNIFORMS_ADDRESS, "uniforms_address", 32, 32, Address(0), "", "Fragment shader uniforms.";
}

// State.
layout! {
    pub mod configuration_bits = "CONFIGURATION_BITS", 3, XML_AND_HEADER, "Facing, oversampling, coverage and depth test.";
    ENABLE_PRIM_FRONT, "enable_prim_front", 0, 1, Bool, "", "Draw forward facing primitives.";
    ENABLE_PRIM_BACK, "enable_prim_back", 1, 1, Bool, "", "Draw reverse facing primitives.";
    CW_PRIMITIVES, "cw_primitives", 2, 1, Bool, "", "Clockwise primitives face forward.";
    ENABLE_DEPTH_OFFSET, "enable_depth_offset", 3, 1, Bool, "", "Apply DEPTH_OFFSET.";
    AA_POINTS_AND_LINES, "aa_points_and_lines", 4, 1, Bool, "", "Antialiased points and lines; the manual says it is not supported.";
    COVERAGE_READ_TYPE, "coverage_read_type", 5, 1, Enum(&CoverageReadType::TABLE), "", "Data that a coverage read returns.";
    OVERSAMPLE, "oversample", 6, 2, Enum(&Oversample::TABLE), "", "Samples per pixel.";
    COVERAGE_PIPE_SELECT, "coverage_pipe_select", 8, 1, Bool, "", "Send primitives to the coverage pipe.";
    COVERAGE_UPDATE, "coverage_update", 9, 2, Enum(&CoverageUpdate::TABLE), "", "Accumulation of coverage.";
    COVERAGE_READ, "coverage_read", 11, 1, Enum(&CoverageRead::TABLE), "", "Effect of a coverage read on the stored coverage.";
    DEPTH_FUNC, "depth_func", 12, 3, Enum(&CompareFunc::TABLE), "", "Comparison of the depth test.";
    Z_UPDATE, "z_update", 15, 1, Bool, "", "Depth is written.";
    EARLY_Z, "early_z", 16, 1, Bool, "", "Early depth test.";
    EARLY_Z_UPDATE, "early_z_update", 17, 1, Bool, "", "Early depth bounds are updated.";
    RESERVED, "reserved", 18, 6, Reserved, "", "Undocumented.";
}
layout! {
    pub mod flat_shade_flags = "FLAT_SHADE_FLAGS", 4, XML, "Selects the varyings that are not interpolated.";
    FLAGS, "flags", 0, 32, Hex, "", "Bit n: varying n is flat.";
}
layout! {
    pub mod point_size = "POINT_SIZE", 4, XML, "Size of points whose vertices have no point size.";
    SIZE, "size", 0, 32, Float32, "px", "The size.";
}
layout! {
    pub mod line_width = "LINE_WIDTH", 4, XML, "Width of lines.";
    WIDTH, "width", 0, 32, Float32, "px", "The width.";
}
layout! {
    pub mod rht_x_boundary = "RHT_X_BOUNDARY", 2, XML, "Right edge of right-hand trapezoids (VG).";
    X, "x", 0, 16, Int, "", "The edge.";
}
layout! {
    pub mod depth_offset = "DEPTH_OFFSET", 4, XML, "Polygon offset.";
    FACTOR, "factor", 0, 16, Float16Hi, "", "Factor of the depth slope.";
    UNITS, "units", 16, 16, Float16Hi, "", "Factor of the smallest depth step.";
}
layout! {
    pub mod clip_window = "CLIP_WINDOW", 8, XML, "The rectangle that primitives are clipped to.";
    LEFT, "left", 0, 16, Uint, "px", "First column.";
    BOTTOM, "bottom", 16, 16, Uint, "px", "First row.";
    WIDTH, "width", 32, 16, Uint, "px", "Columns.";
    HEIGHT, "height", 48, 16, Uint, "px", "Rows.";
}
layout! {
    pub mod viewport_offset = "VIEWPORT_OFFSET", 4, XML, "Position of screen coordinate (0, 0) in the frame.";
    X, "x", 0, 16, Fixed(4), "px", "Viewport centre, x; signed 12.4.";
    Y, "y", 16, 16, Fixed(4), "px", "Viewport centre, y; signed 12.4.";
}
layout! {
    pub mod z_clipping = "Z_CLIPPING", 8, XML, "Clipping planes in depth.";
    MIN, "min", 0, 32, Float32, "", "Least Zw.";
    MAX, "max", 32, 32, Float32, "", "Greatest Zw.";
}
layout! {
    pub mod clipper_xy_scaling = "CLIPPER_XY_SCALING", 8, KERNEL, "Transform of clipped vertices from clip to screen coordinates.";
    HALF_WIDTH, "half_width", 0, 32, Float32, "1/16 px", "Half the width of the viewport.";
    HALF_HEIGHT, "half_height", 32, 32, Float32, "1/16 px", "Half the height of the viewport.";
}
layout! {
    pub mod clipper_z_scaling = "CLIPPER_Z_SCALING", 8, XML, "Transform of clipped vertices from clip to screen depth.";
    SCALE, "scale", 0, 32, Float32, "", "Zc to Zs scale.";
    OFFSET, "offset", 32, 32, Float32, "", "Zc to Zs offset.";
}

// Modes.
layout! {
    pub mod tile_binning_mode_config = "TILE_BINNING_MODE_CONFIG", 15, XML_AND_HEADER, "The binning mode: memory for tile lists and the size of the frame.";
    ALLOC_ADDRESS, "alloc_address", 0, 32, Address(0), "", "Tile allocation memory.";
    ALLOC_SIZE, "alloc_size", 32, 32, Uint, "bytes", "Size of the tile allocation memory.";
    STATE_ADDRESS, "state_address", 64, 32, Address(0), "", "Tile state data array, 48 bytes per tile; must be 16-byte aligned.";
    WIDTH, "width", 96, 8, Uint, "tiles", "Width of the frame.";
    HEIGHT, "height", 104, 8, Uint, "tiles", "Height of the frame.";
    MS_MODE_4X, "ms_mode_4x", 112, 1, Bool, "", "Four samples per pixel, tiles of 32x32.";
    TILE_BUFFER_64BIT, "tile_buffer_64bit", 113, 1, Bool, "", "64-bit colour depth, tiles of 64x32.";
    AUTO_INIT_TSDA, "auto_init_tsda", 114, 1, Bool, "", "Initialise the tile state data array.";
    ALLOC_INIT_BLOCK_SIZE, "alloc_init_block_size", 115, 2, ShiftOf(32), "bytes", "First block of every tile list.";
    ALLOC_BLOCK_SIZE, "alloc_block_size", 117, 2, ShiftOf(32), "bytes", "Further blocks of tile lists.";
    DB_NON_MS, "db_non_ms", 119, 1, Bool, "", "Double-buffered tile buffer in non-multisample mode.";
}
layout! {
    pub mod tile_rendering_mode_config = "TILE_RENDERING_MODE_CONFIG", 10, XML_AND_HEADER, "The rendering mode: the frame buffer and what the tile buffer holds.";
    ADDRESS, "address", 0, 32, Address(0), "", "The frame buffer.";
    WIDTH, "width", 32, 16, Uint, "px", "Width of the frame.";
    HEIGHT, "height", 48, 16, Uint, "px", "Height of the frame.";
    MS_MODE_4X, "ms_mode_4x", 64, 1, Bool, "", "Four samples per pixel, tiles of 32x32.";
    TILE_BUFFER_64BIT, "tile_buffer_64bit", 65, 1, Bool, "", "64-bit colour depth.";
    FORMAT, "format", 66, 2, Enum(&FrameFormat::TABLE), "", "Colour format of the frame buffer.";
    DECIMATE_MODE, "decimate_mode", 68, 2, Enum(&DecimateMode::TABLE), "", "Resolve of samples to pixels.";
    MEMORY_FORMAT, "memory_format", 70, 2, Enum(&MemoryFormat::TABLE), "", "How the frame buffer lies in memory.";
    ENABLE_VG_MASK, "enable_vg_mask", 72, 1, Bool, "", "The tile buffer has a VG mask.";
    COVERAGE_MODE, "coverage_mode", 73, 1, Bool, "", "Coverage instead of depth.";
    EARLY_Z_DIRECTION, "early_z_direction", 74, 1, Enum(&EarlyZDirection::TABLE), "", "Depth functions that early-Z supports.";
    EARLY_Z_DISABLE, "early_z_disable", 75, 1, Bool, "", "No early depth or coverage test.";
    DB_NON_MS, "db_non_ms", 76, 1, Bool, "", "Double-buffered tile buffer in non-multisample mode.";
    RESERVED, "reserved", 77, 3, Reserved, "", "Undocumented.";
}
layout! {
    pub mod clear_colors = "CLEAR_COLORS", 13, XML, "Values to which a store clears the tile buffer.";
    COLOR_0, "color0", 0, 32, Hex, "", "Colour of even pixels; low half of a 64-bit colour.";
    COLOR_1, "color1", 32, 32, Hex, "", "Colour of odd pixels; high half of a 64-bit colour.";
    ZS, "zs", 64, 24, Hex, "", "Depth.";
    VG_MASK, "vg_mask", 88, 8, Hex, "", "VG mask.";
    STENCIL, "stencil", 96, 8, Hex, "", "Stencil.";
}
layout! {
    pub mod tile_coordinates = "TILE_COORDINATES", 2, XML, "Starts a tile.";
    COLUMN, "column", 0, 8, Uint, "", "Tile column.";
    ROW, "row", 8, 8, Uint, "", "Tile row.";
}

// Kernel driver only.
layout! {
    pub mod gem_handles = "GEM_HANDLES", 8, KERNEL, "Buffers of the next indexed draw. The kernel driver reads and drops it; hardware never sees it.";
    HANDLE_0, "handle0", 0, 32, Uint, "", "Index of the first buffer in the submission's list.";
    HANDLE_1, "handle1", 32, 32, Uint, "", "Index of the second buffer in the submission's list.";
}
