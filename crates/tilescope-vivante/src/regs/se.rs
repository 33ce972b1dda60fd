//! The setup engine, at 0xc00: scissor, clipping and depth offset of
//! primitives before they are rasterised.
//!
//! The edges are floats in the state; drivers load them as 16.16 fixed point,
//! with a margin below one pixel at the right and the bottom. GC600 hangs with
//! a wrong margin at large sizes.

use super::source::RNNDB;
use tilescope_tables::registers;

registers! {
    pub static REGISTERS = "SE.", RNNDB, "The registers, by address.";
    pub mod scissor_left = "SCISSOR_LEFT" at 0x00c00 ReadWrite, "Left edge of the scissor." word Float32, "px", "The number.";
    pub mod scissor_top = "SCISSOR_TOP" at 0x00c04 ReadWrite, "Top edge of the scissor." word Float32, "px", "The number.";
    pub mod scissor_right = "SCISSOR_RIGHT" at 0x00c08 ReadWrite, "Right edge of the scissor, with a margin below one pixel." word Float32, "px", "The number.";
    pub mod scissor_bottom = "SCISSOR_BOTTOM" at 0x00c0c ReadWrite, "Bottom edge of the scissor, with a margin below one pixel." word Float32, "px", "The number.";
    pub mod depth_scale = "DEPTH_SCALE" at 0x00c10 ReadWrite, "Factor of the steepest slope in the depth offset." word Float32, "", "The number.";
    pub mod depth_bias = "DEPTH_BIAS" at 0x00c14 ReadWrite, "Constant part of the depth offset, of a depth range from 0 to 1." word Float32, "", "The number.";
    pub mod config = "CONFIG" at 0x00c18 ReadWrite reserved 0xffff_fffe, "Lines."
    {
        LAST_PIXEL_ENABLE, "last_pixel_enable", 0, 1, Bool, "", "The last pixel of a line is drawn; not in OpenGL.";
    }
    pub mod unk00c1c = "UNK00C1C" at 0x00c1c ReadWrite, "Undocumented." word Hex, "", "Undocumented.";
    pub mod clip_right = "CLIP_RIGHT" at 0x00c20 ReadWrite, "Right edge of the rasterised area, with a margin." word Float32, "px", "The number.";
    pub mod clip_bottom = "CLIP_BOTTOM" at 0x00c24 ReadWrite, "Bottom edge of the rasterised area, with a margin." word Float32, "px", "The number.";
}
