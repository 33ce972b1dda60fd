//! .

use super::source::RNNDB;
use tilescope_tables::registers;

registers! {
    pub static REGISTERS = "SE", RNNDB, "The registers, by address.";
    pub mod scissor_left = "SCISSOR_LEFT" at 0x00c00 ReadWrite, ""
    {
        VALUE, "value", 0, 32, Float32, "", "The value.";
    }
    pub mod scissor_top = "SCISSOR_TOP" at 0x00c04 ReadWrite, ""
    {
        VALUE, "value", 0, 32, Float32, "", "The value.";
    }
    pub mod scissor_right = "SCISSOR_RIGHT" at 0x00c08 ReadWrite, ""
    {
        VALUE, "value", 0, 32, Float32, "", "The value.";
    }
    pub mod scissor_bottom = "SCISSOR_BOTTOM" at 0x00c0c ReadWrite, ""
    {
        VALUE, "value", 0, 32, Float32, "", "The value.";
    }
    pub mod depth_scale = "DEPTH_SCALE" at 0x00c10 ReadWrite, ""
    {
        VALUE, "value", 0, 32, Float32, "", "The value.";
    }
    pub mod depth_bias = "DEPTH_BIAS" at 0x00c14 ReadWrite, ""
    {
        VALUE, "value", 0, 32, Float32, "", "The value.";
    }
    pub mod config = "CONFIG" at 0x00c18 ReadWrite, ""
    {
        LAST_PIXEL_ENABLE, "last_pixel_enable", 0, 1, Bool, "", "";
        RESERVED1, "reserved1", 1, 31, Reserved, "", "No known meaning.";
    }
    pub mod unk00c1c = "UNK00C1C" at 0x00c1c ReadWrite, "No known meaning."
    {
        VALUE, "value", 0, 32, Hex, "", "No known meaning.";
    }
    pub mod clip_right = "CLIP_RIGHT" at 0x00c20 ReadWrite, ""
    {
        VALUE, "value", 0, 32, Float32, "", "The value.";
    }
    pub mod clip_bottom = "CLIP_BOTTOM" at 0x00c24 ReadWrite, ""
    {
        VALUE, "value", 0, 32, Float32, "", "The value.";
    }
}
