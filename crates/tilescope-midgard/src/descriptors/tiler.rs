//! The tiler, and buffers of render targets.

use super::GENXML;
use tilescope_tables::layout;

layout! {
    pub mod tiler_context = "TILER_CONTEXT", 40, GENXML, "Memory of the tiler.";
    POLYGON_LIST_SIZE, "polygon_list_size", 0, 32, Uint, "bytes", "Size of the header of the polygon list.";
    HIERARCHY_MASK, "hierarchy_mask", 32, 16, Hex, "", "Levels of bins in use; 0x1000 disables the tiler.";
    RESERVED_48, "reserved_48", 48, 16, Reserved, "", "Undocumented; drivers write 0.";
    POLYGON_LIST, "polygon_list", 64, 64, Address(0), "", "Polygon list.";
    POLYGON_LIST_BODY, "polygon_list_body", 128, 64, Address(0), "", "Body of the polygon list.";
    HEAP_START, "heap_start", 192, 64, Address(0), "", "First byte of the heap.";
    HEAP_END, "heap_end", 256, 64, Address(0), "", "End of the heap.";
}

layout! {
    pub mod tiler_weights = "TILER_WEIGHTS", 32, GENXML, "Weights of the levels of the tiler; written and read by the hardware.";
    WEIGHT0, "weight0", 0, 32, Uint, "", "Weight0.";
    WEIGHT1, "weight1", 32, 32, Uint, "", "Weight1.";
    WEIGHT2, "weight2", 64, 32, Uint, "", "Weight2.";
    WEIGHT3, "weight3", 96, 32, Uint, "", "Weight3.";
    WEIGHT4, "weight4", 128, 32, Uint, "", "Weight4.";
    WEIGHT5, "weight5", 160, 32, Uint, "", "Weight5.";
    WEIGHT6, "weight6", 192, 32, Uint, "", "Weight6.";
    WEIGHT7, "weight7", 224, 32, Uint, "", "Weight7.";
}

layout! {
    pub mod rt_buffer = "RT_BUFFER", 16, GENXML, "The memory of a render target.";
    BASE, "base", 0, 64, Address(0), "", "Address.";
    ROW_STRIDE, "row_stride", 64, 32, Uint, "bytes", "Distance of rows.";
    SURFACE_STRIDE, "surface_stride", 96, 32, Uint, "bytes", "Distance of surfaces.";
}
