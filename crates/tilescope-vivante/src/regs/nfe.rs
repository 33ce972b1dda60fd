//! .

use super::enums;
use super::source::RNNDB;
use tilescope_tables::packet::EnumTable;
use tilescope_tables::registers;

///
pub static NFE_GENERIC_ATTRIB_CONFIG0_NORMALIZE: EnumTable = EnumTable {
    what: "nfe generic attrib config0 normalize",
    values: &[(0, "OFF"), (2, "ON")],
};

registers! {
    pub static REGISTERS = "NFE", RNNDB, "The registers, by address.";
    pub mod vertex_streams_base_addr = "VERTEX_STREAMS.BASE_ADDR" at 0x14600 ReadWrite [16 by 4], ""
    {
        VALUE, "value", 0, 32, Address(0), "", "The value.";
    }
    pub mod vertex_streams_control = "VERTEX_STREAMS.CONTROL" at 0x14640 ReadWrite [16 by 4], ""
    {
        VERTEX_STRIDE, "vertex_stride", 0, 12, Uint, "", "";
        RESERVED12, "reserved12", 12, 20, Reserved, "", "No known meaning.";
    }
    pub mod vertex_streams_vertex_divisor = "VERTEX_STREAMS.VERTEX_DIVISOR" at 0x14680 ReadWrite [16 by 4], ""
    {
        VALUE, "value", 0, 32, Hex, "", "The value.";
    }
    pub mod vertex_streams_robustness = "VERTEX_STREAMS.ROBUSTNESS" at 0x146c0 ReadWrite [16 by 4], ""
    {
        VALUE, "value", 0, 32, Address(0), "", "The value.";
    }
    pub mod generic_attrib_config0 = "GENERIC_ATTRIB.CONFIG0" at 0x17800 ReadWrite [32 by 4], ""
    {
        TYPE, "type", 0, 4, Enum(&enums::FE_DATA_TYPE), "", "";
        ENDIAN, "endian", 4, 2, Enum(&enums::ENDIAN_MODE), "", "";
        RESERVED6, "reserved6", 6, 2, Reserved, "", "No known meaning.";
        STREAM, "stream", 8, 4, Uint, "", "";
        NUM, "num", 12, 2, Uint, "", "";
        NORMALIZE, "normalize", 14, 2, Enum(&NFE_GENERIC_ATTRIB_CONFIG0_NORMALIZE), "", "";
        START, "start", 16, 8, Uint, "", "";
        RESERVED24, "reserved24", 24, 8, Reserved, "", "No known meaning.";
    }
    pub mod generic_attrib_unk17880 = "GENERIC_ATTRIB.UNK17880" at 0x17880 ReadWrite [32 by 4], "No known meaning."
    {
        VALUE, "value", 0, 32, Hex, "", "No known meaning.";
    }
    pub mod generic_attrib_unk17900 = "GENERIC_ATTRIB.UNK17900" at 0x17900 ReadWrite [32 by 4], "No known meaning."
    {
        VALUE, "value", 0, 32, Hex, "", "No known meaning.";
    }
    pub mod generic_attrib_unk17980 = "GENERIC_ATTRIB.UNK17980" at 0x17980 ReadWrite [32 by 4], "No known meaning."
    {
        VALUE, "value", 0, 32, Hex, "", "No known meaning.";
    }
    pub mod generic_attrib_scale = "GENERIC_ATTRIB.SCALE" at 0x17a00 ReadWrite [32 by 4], ""
    {
        VALUE, "value", 0, 32, Float32, "", "The value.";
    }
    pub mod generic_attrib_config1 = "GENERIC_ATTRIB.CONFIG1" at 0x17a80 ReadWrite [32 by 4], ""
    {
        END, "end", 0, 8, Uint, "", "";
        RESERVED8, "reserved8", 8, 3, Reserved, "", "No known meaning.";
        NONCONSECUTIVE, "nonconsecutive", 11, 1, Bool, "", "";
        RESERVED12, "reserved12", 12, 20, Reserved, "", "No known meaning.";
    }
}
