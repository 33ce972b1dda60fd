//! The thread walker, at 0x900: runs shaders over a grid for OpenCL. It does not
//! affect drawing.

use super::presence::Condition::{self, Halti, Has};
use super::source::RNNDB;
use crate::features::Feature;
use tilescope_tables::registers;

registers! {
    pub static REGISTERS = "CL.", RNNDB, "The registers, by address.", CONDITIONS: Condition;
    pub mod config = "CONFIG" at 0x00900 ReadWrite reserved 0xf800_088c, "Shape of the grid."
    {
        DIMENSIONS, "dimensions", 0, 2, Uint, "", "1 to 3.";
        TRAVERSE_ORDER, "traverse_order", 4, 3, Uint, "", "Order of the dimensions in the walk.";
        ENABLE_SWATH_X, "enable_swath_x", 8, 1, Bool, "", "The walk goes in swaths along x.";
        ENABLE_SWATH_Y, "enable_swath_y", 9, 1, Bool, "", "The walk goes in swaths along y.";
        ENABLE_SWATH_Z, "enable_swath_z", 10, 1, Bool, "", "The walk goes in swaths along z.";
        SWATH_SIZE_X, "swath_size_x", 12, 4, Uint, "", "Size of a swath along x.";
        SWATH_SIZE_Y, "swath_size_y", 16, 4, Uint, "", "Size of a swath along y.";
        SWATH_SIZE_Z, "swath_size_z", 20, 4, Uint, "", "Size of a swath along z.";
        VALUE_ORDER, "value_order", 24, 3, Uint, "", "Order of local, group and global numbers in the first temporary registers.";
    }
    pub mod global_x = "GLOBAL_X" at 0x00904 ReadWrite, "The grid along X."
    {
        SIZE, "size", 0, 16, Uint, "", "Work items.";
        OFFSET, "offset", 16, 16, Uint, "", "Number of the first one.";
    }
    pub mod global_y = "GLOBAL_Y" at 0x00908 ReadWrite, "The grid along Y." as global_x;
    pub mod global_z = "GLOBAL_Z" at 0x0090c ReadWrite, "The grid along Z." as global_x;
    pub mod workgroup_x = "WORKGROUP_X" at 0x00910 ReadWrite reserved 0x0000_fc00, "Work groups along X."
    {
        SIZE, "size", 0, 10, MinusOne, "", "Work items of a group.";
        COUNT, "count", 16, 16, MinusOne, "", "Groups.";
    }
    pub mod workgroup_y = "WORKGROUP_Y" at 0x00914 ReadWrite, "Work groups along Y." as workgroup_x;
    pub mod workgroup_z = "WORKGROUP_Z" at 0x00918 ReadWrite, "Work groups along Z." as workgroup_x;
    pub mod thread_allocation = "THREAD_ALLOCATION" at 0x0091c ReadWrite, "Threads of a work group." word Uint, "", "The number.";
    pub mod kicker = "KICKER" at 0x00920 Write, "Any write starts the thread walker." word Hex, "", "The value.";
    pub mod unk00924 = "UNK00924" at 0x00924 ReadWrite, "Undocumented." word Hex, "", "Undocumented.";
    pub mod global_work_offset_x = "GLOBAL_WORK_OFFSET_X" at 0x0092c ReadWrite, "Number of the first work item along X." word Uint, "", "The number.";
    pub mod global_work_offset_y = "GLOBAL_WORK_OFFSET_Y" at 0x00934 ReadWrite, "Number of the first work item along Y." word Uint, "", "The number.";
    pub mod global_work_offset_z = "GLOBAL_WORK_OFFSET_Z" at 0x0093c ReadWrite, "Number of the first work item along Z." word Uint, "", "The number.";
    pub mod workgroup_count_x = "WORKGROUP_COUNT_X" at 0x00940 ReadWrite when [Has(Feature::ShEnhancements2)], "Work groups along X. Only with SH_ENHANCEMENTS2." word Uint, "", "The number.";
    pub mod workgroup_count_y = "WORKGROUP_COUNT_Y" at 0x00944 ReadWrite when [Has(Feature::ShEnhancements2)], "Work groups along Y. Only with SH_ENHANCEMENTS2." word Uint, "", "The number.";
    pub mod workgroup_count_z = "WORKGROUP_COUNT_Z" at 0x00948 ReadWrite when [Has(Feature::ShEnhancements2)], "Work groups along Z. Only with SH_ENHANCEMENTS2." word Uint, "", "The number.";
    pub mod workgroup_size_x = "WORKGROUP_SIZE_X" at 0x0094c ReadWrite when [Has(Feature::ShEnhancements2)], "Work items of a group along X. Only with SH_ENHANCEMENTS2." word MinusOne, "", "The number.";
    pub mod workgroup_size_y = "WORKGROUP_SIZE_Y" at 0x00950 ReadWrite when [Has(Feature::ShEnhancements2)], "Work items of a group along Y. Only with SH_ENHANCEMENTS2." word MinusOne, "", "The number.";
    pub mod workgroup_size_z = "WORKGROUP_SIZE_Z" at 0x00954 ReadWrite when [Has(Feature::ShEnhancements2)], "Work items of a group along Z. Only with SH_ENHANCEMENTS2." word MinusOne, "", "The number.";
    pub mod global_scale_x = "GLOBAL_SCALE_X" at 0x00958 ReadWrite when [Halti(5)], "Factor of the global number along X. Only with HALTI5." word Uint, "", "The number.";
    pub mod global_scale_y = "GLOBAL_SCALE_Y" at 0x0095c ReadWrite when [Halti(5)], "Factor of the global number along Y. Only with HALTI5." word Uint, "", "The number.";
    pub mod global_scale_z = "GLOBAL_SCALE_Z" at 0x00960 ReadWrite when [Halti(5)], "Factor of the global number along Z. Only with HALTI5." word Uint, "", "The number.";
}
