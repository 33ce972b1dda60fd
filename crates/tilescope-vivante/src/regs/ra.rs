//! The rasteriser, at 0xe00: sample positions, early depth test and
//! hierarchical depth.
//!
//! That MULTISAMPLE_UNK00E10 and CENTROID_TABLE hold positions is inferred: the
//! values that drivers write are the usual sample patterns, and the means of
//! the samples they cover.

use super::enums;
use super::presence::Condition::{self, Halti};
use super::source::RNNDB;
use tilescope_tables::registers;

registers! {
    pub static REGISTERS = "RA.", RNNDB, "The registers, by address.", CONDITIONS: Condition;
    pub mod control = "CONTROL" at 0x00e00 ReadWrite reserved 0xffff_fffc, "Varyings."
    {
        UNK0, "unk0", 0, 1, Bool, "", "Undocumented.";
        LAST_VARYING_2X, "last_varying_2x", 1, 1, Bool, "", "The last varying has at most two components.";
    }
    pub mod multisample_unk00e04 = "MULTISAMPLE_UNK00E04" at 0x00e04 ReadWrite, "Undocumented; drivers write 0." word Hex, "", "The value.";
    pub mod early_depth = "EARLY_DEPTH" at 0x00e08 ReadWrite reserved 0xe8ff_fffe, "The depth test before the pixel shader."
    {
        TEST_ENABLE, "test_enable", 0, 1, Bool, "", "The early test is enabled.";
        FORWARD_Z, "forward_z", 24, 1, Bool, "", "Depth is forwarded to the shader.";
        LATE_DEPTH_MSAA, "late_depth_msaa", 25, 1, Bool, "", "Multisampled pixels are tested after the shader.";
        FORWARD_W, "forward_w", 26, 1, Bool, "", "w is forwarded to the shader.";
        WRITE_DISABLE, "write_disable", 28, 1, Bool, "", "The early test does not write depth. Where it does, PE.DEPTH_CONFIG.disable_zs must be set.";
    }
    pub mod unk00e0c = "UNK00E0C" at 0x00e0c ReadWrite when [Halti(2)], "Undocumented. Only with HALTI2." word Hex, "", "Undocumented.";
    pub mod multisample_unk00e10 = "MULTISAMPLE_UNK00E10" at 0x00e10 ReadWrite [4 by 4], "Sample positions, one byte each: x in the low four bits, y in the high ones, in sixteenths of a pixel." word Hex, "", "The value.";
    pub mod hdepth_control = "HDEPTH_CONTROL" at 0x00e20 ReadWrite reserved 0xffff_8ffe, "Hierarchical depth test."
    {
        UNK0, "unk0", 0, 1, Bool, "", "Undocumented.";
        COMPARE, "compare", 12, 3, Enum(&enums::CompareFunc::TABLE), "", "The test.";
    }
    pub mod unk00e24 = "UNK00E24" at 0x00e24 ReadWrite, "Undocumented." word Hex, "", "Undocumented.";
    pub mod halti5_unk00e34 = "HALTI5_UNK00E34" at 0x00e34 ReadWrite when [Halti(5)], "Undocumented. Only with HALTI5." word Hex, "", "Undocumented.";
    pub mod centroid_table = "CENTROID_TABLE" at 0x00e40 ReadWrite [16 by 4], "Position for varyings of partially covered pixels, one byte for each sample mask, as in MULTISAMPLE_UNK00E10." word Hex, "", "The value.";
}
