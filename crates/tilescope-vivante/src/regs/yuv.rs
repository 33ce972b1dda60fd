//! .

use super::source::RNNDB;
use tilescope_tables::registers;

registers! {
    pub static REGISTERS = "YUV", RNNDB, "The registers, by address.";
    pub mod config = "CONFIG" at 0x01678 ReadWrite, ""
    {
        ENABLE, "enable", 0, 1, Bool, "", "";
        RESERVED1, "reserved1", 1, 3, Reserved, "", "No known meaning.";
        SOURCE_FORMAT, "source_format", 4, 2, Uint, "", "";
        RESERVED6, "reserved6", 6, 2, Reserved, "", "No known meaning.";
        UV_SWAP, "uv_swap", 8, 1, Bool, "", "";
        RESERVED9, "reserved9", 9, 23, Reserved, "", "No known meaning.";
    }
    pub mod window_size = "WINDOW_SIZE" at 0x0167c ReadWrite, ""
    {
        WIDTH, "width", 0, 16, Uint, "", "";
        HEIGHT, "height", 16, 16, Uint, "", "";
    }
    pub mod y_base = "Y_BASE" at 0x01680 ReadWrite, ""
    {
        VALUE, "value", 0, 32, Address(0), "", "The value.";
    }
    pub mod y_stride = "Y_STRIDE" at 0x01684 ReadWrite, ""
    {
        VALUE, "value", 0, 32, Hex, "", "The value.";
    }
    pub mod u_base = "U_BASE" at 0x01688 ReadWrite, ""
    {
        VALUE, "value", 0, 32, Address(0), "", "The value.";
    }
    pub mod u_stride = "U_STRIDE" at 0x0168c ReadWrite, ""
    {
        VALUE, "value", 0, 32, Hex, "", "The value.";
    }
    pub mod v_base = "V_BASE" at 0x01690 ReadWrite, ""
    {
        VALUE, "value", 0, 32, Address(0), "", "The value.";
    }
    pub mod v_stride = "V_STRIDE" at 0x01694 ReadWrite, ""
    {
        VALUE, "value", 0, 32, Hex, "", "The value.";
    }
    pub mod dest_base = "DEST_BASE" at 0x01698 ReadWrite, ""
    {
        VALUE, "value", 0, 32, Address(0), "", "The value.";
    }
    pub mod dest_stride = "DEST_STRIDE" at 0x0169c ReadWrite, ""
    {
        VALUE, "value", 0, 32, Hex, "", "The value.";
    }
}
