//! More of the front end, for chips with HALTI2 or more than eight streams:
//! streams at 0x14600, and with HALTI5 the vertex elements at 0x17800.

use super::enums;
use super::presence::Condition::{self, Halti, Has};
use super::source::RNNDB;
use crate::features::Feature;
use tilescope_tables::{enum_tables, registers};

enum_tables! {
    /// Conversion of integers: unchanged, or to the range 0 to 1 (-1 to 1).
    pub NFE_GENERIC_ATTRIB_CONFIG0_NORMALIZE = "normalisation of newer chips": 0 "OFF", 2 "ON";
}

registers! {
    pub static REGISTERS = "NFE.", RNNDB, "The registers, by address.", CONDITIONS: Condition;
    pub mod vertex_streams_base_addr = "VERTEX_STREAMS.BASE_ADDR" at 0x14600 ReadWrite [16 by 4], "Address of each vertex stream." word Address(0), "", "The address.";
    pub mod vertex_streams_control = "VERTEX_STREAMS.CONTROL" at 0x14640 ReadWrite [16 by 4] reserved 0xffff_f000, "Layout of each vertex stream."
    {
        VERTEX_STRIDE, "vertex_stride", 0, 12, Uint, "bytes", "Vertex stride.";
    }
    pub mod vertex_streams_vertex_divisor = "VERTEX_STREAMS.VERTEX_DIVISOR" at 0x14680 ReadWrite [16 by 4], "Instances that share one entry of the stream; 0 means one entry for each vertex." word Uint, "", "The number.";
    pub mod vertex_streams_robustness = "VERTEX_STREAMS.ROBUSTNESS" at 0x146c0 ReadWrite [16 by 4] when [Has(Feature::BitRobustness)], "Address of the last byte of the stream that may be read. Only with ROBUSTNESS." word Address(0), "", "The address.";
    pub mod generic_attrib_config0 = "GENERIC_ATTRIB.CONFIG0" at 0x17800 ReadWrite [32 by 4] when [Halti(5)] reserved 0xff00_00c0, "One attribute of the vertex. Only with HALTI5."
    {
        TYPE, "type", 0, 4, Enum(&enums::FeDataType::TABLE), "", "Storage of a component.";
        ENDIAN, "endian", 4, 2, Enum(&enums::EndianMode::TABLE), "", "Byte swap.";
        STREAM, "stream", 8, 4, Uint, "", "The vertex stream.";
        NUM, "num", 12, 2, Uint, "", "Components; 0 means 4.";
        NORMALIZE, "normalize", 14, 2, Enum(&NFE_GENERIC_ATTRIB_CONFIG0_NORMALIZE), "", "Conversion of integers.";
        START, "start", 16, 8, Uint, "bytes", "Offset in the vertex.";
    }
    pub mod generic_attrib_unk17880 = "GENERIC_ATTRIB.UNK17880" at 0x17880 ReadWrite [32 by 4], "Undocumented." word Hex, "", "Undocumented.";
    pub mod generic_attrib_unk17900 = "GENERIC_ATTRIB.UNK17900" at 0x17900 ReadWrite [32 by 4], "Undocumented." word Hex, "", "Undocumented.";
    pub mod generic_attrib_unk17980 = "GENERIC_ATTRIB.UNK17980" at 0x17980 ReadWrite [32 by 4], "Undocumented." word Hex, "", "Undocumented.";
    pub mod generic_attrib_scale = "GENERIC_ATTRIB.SCALE" at 0x17a00 ReadWrite [32 by 4] when [Halti(5)], "1.0 for attributes of float type, the integer 1 for those of integer type. Only with HALTI5." word Float32, "", "The number.";
    pub mod generic_attrib_config1 = "GENERIC_ATTRIB.CONFIG1" at 0x17a80 ReadWrite [32 by 4] when [Halti(5)] reserved 0xffff_f700, "End of an attribute. Only with HALTI5."
    {
        END, "end", 0, 8, Uint, "bytes", "Offset of its end from the start of the first of the contiguous attributes.";
        NONCONSECUTIVE, "nonconsecutive", 11, 1, Bool, "", "The next attribute does not follow this one directly in memory, or there is none.";
    }
}
