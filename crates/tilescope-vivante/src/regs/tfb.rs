//! .

use super::enums;
use super::source::RNNDB;
use tilescope_tables::registers;

registers! {
    pub static REGISTERS = "TFB", RNNDB, "The registers, by address.";
    pub mod config = "CONFIG" at 0x1c000 ReadWrite, ""
    {
        RASTERIZER_DISCARD, "rasterizer_discard", 0, 1, Bool, "", "";
        RESERVED1, "reserved1", 1, 31, Reserved, "", "No known meaning.";
    }
    pub mod command = "COMMAND" at 0x1c004 ReadWrite, ""
    {
        VALUE, "value", 0, 32, Enum(&enums::TFB_COMMAND), "", "The value.";
    }
    pub mod context_buffer = "CONTEXT_BUFFER" at 0x1c008 ReadWrite, ""
    {
        VALUE, "value", 0, 32, Address(0), "", "The value.";
    }
    pub mod flush = "FLUSH" at 0x1c00c ReadWrite, ""
    {
        VALUE, "value", 0, 32, Hex, "", "The value.";
    }
    pub mod query_command = "QUERY_COMMAND" at 0x1c010 ReadWrite, ""
    {
        VALUE, "value", 0, 32, Enum(&enums::TFB_QUERY_COMMAND), "", "The value.";
    }
    pub mod query_buffer = "QUERY_BUFFER" at 0x1c014 ReadWrite, ""
    {
        VALUE, "value", 0, 32, Address(0), "", "The value.";
    }
    pub mod buffer_addr = "BUFFER_ADDR" at 0x1c040 ReadWrite [4 by 4], ""
    {
        VALUE, "value", 0, 32, Address(0), "", "The value.";
    }
    pub mod buffer_size = "BUFFER_SIZE" at 0x1c080 ReadWrite [4 by 4], ""
    {
        VALUE, "value", 0, 32, Hex, "", "The value.";
    }
    pub mod buffer_stride = "BUFFER_STRIDE" at 0x1c0c0 ReadWrite [4 by 4], ""
    {
        VALUE, "value", 0, 32, Hex, "", "The value.";
    }
    pub mod descriptor_count = "DESCRIPTOR_COUNT" at 0x1c100 ReadWrite [4 by 4], ""
    {
        VALUE, "value", 0, 32, Hex, "", "The value.";
    }
    pub mod descriptor = "DESCRIPTOR" at 0x1c800 ReadWrite [512 by 4], ""
    {
        OUTPUT_BUFFER, "output_buffer", 0, 2, Uint, "", "";
        RESERVED2, "reserved2", 2, 6, Reserved, "", "No known meaning.";
        INPUT_REGISTER, "input_register", 8, 8, Uint, "", "";
        COMPONENT_OFFSET, "component_offset", 16, 2, Uint, "", "";
        RESERVED18, "reserved18", 18, 2, Reserved, "", "No known meaning.";
        COMPONENT_MASK, "component_mask", 20, 2, Uint, "", "";
        RESERVED22, "reserved22", 22, 10, Reserved, "", "No known meaning.";
    }
}
