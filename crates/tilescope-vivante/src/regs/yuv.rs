//! The YUV tiler, at 0x1678: creates one surface from planes of luma and chroma.
//! Works with RS. Only with YUV420_TILER.

use super::source::RNNDB;
use tilescope_tables::registers;

registers! {
    pub static REGISTERS = "YUV.", RNNDB, "The registers, by address.";
    pub mod config = "CONFIG" at 0x01678 ReadWrite reserved 0xffff_fece, "Contents of the planes."
    {
        ENABLE, "enable", 0, 1, Bool, "", "The tiler is enabled.";
        SOURCE_FORMAT, "source_format", 4, 2, Uint, "", "Layout of the planes: 0 for three, 1 for two.";
        UV_SWAP, "uv_swap", 8, 1, Bool, "", "Swaps U and V.";
    }
    pub mod window_size = "WINDOW_SIZE" at 0x0167c ReadWrite, "Size of the image."
    {
        WIDTH, "width", 0, 16, Uint, "px", "Its width.";
        HEIGHT, "height", 16, 16, Uint, "px", "Its height.";
    }
    pub mod y_base = "Y_BASE" at 0x01680 ReadWrite, "Address of plane Y." word Address(0), "", "The address.";
    pub mod y_stride = "Y_STRIDE" at 0x01684 ReadWrite, "Row stride of plane Y." word Hex, "bytes", "The number.";
    pub mod u_base = "U_BASE" at 0x01688 ReadWrite, "Address of plane U." word Address(0), "", "The address.";
    pub mod u_stride = "U_STRIDE" at 0x0168c ReadWrite, "Row stride of plane U." word Hex, "bytes", "The number.";
    pub mod v_base = "V_BASE" at 0x01690 ReadWrite, "Address of plane V." word Address(0), "", "The address.";
    pub mod v_stride = "V_STRIDE" at 0x01694 ReadWrite, "Row stride of plane V." word Hex, "bytes", "The number.";
    pub mod dest_base = "DEST_BASE" at 0x01698 ReadWrite, "Address of the destination." word Address(0), "", "The address.";
    pub mod dest_stride = "DEST_STRIDE" at 0x0169c ReadWrite, "Row stride of the destination." word Hex, "bytes", "The number.";
}
