//! Transform feedback, at 0x1c000: writes outputs of the vertex shader to buffers.
//! Only with HWTFB.

use super::enums;
use super::source::RNNDB;
use tilescope_tables::registers;

registers! {
    pub static REGISTERS = "TFB", RNNDB, "The registers, by address.";
    pub mod config = "CONFIG" at 0x1c000 ReadWrite, "Further processing of primitives."
    {
        RASTERIZER_DISCARD, "rasterizer_discard", 0, 1, Bool, "", "Draws nothing.";
        RESERVED1, "reserved1", 1, 31, Reserved, "", "Undocumented.";
    }
    pub mod command = "COMMAND" at 0x1c004 ReadWrite, "Switches transform feedback."
    {
        VALUE, "value", 0, 32, Enum(&enums::TFB_COMMAND), "", "The value.";
    }
    pub mod context_buffer = "CONTEXT_BUFFER" at 0x1c008 ReadWrite, "Address for the state of paused transform feedback."
    {
        VALUE, "value", 0, 32, Address(0), "", "The address.";
    }
    pub mod flush = "FLUSH" at 0x1c00c Write, "Writes pending data to the buffers."
    {
        VALUE, "value", 0, 32, Hex, "", "The value.";
    }
    pub mod query_command = "QUERY_COMMAND" at 0x1c010 ReadWrite, "Switches the count of written primitives."
    {
        VALUE, "value", 0, 32, Enum(&enums::TFB_QUERY_COMMAND), "", "The value.";
    }
    pub mod query_buffer = "QUERY_BUFFER" at 0x1c014 ReadWrite, "Destination of the count of written primitives."
    {
        VALUE, "value", 0, 32, Address(0), "", "The address.";
    }
    pub mod buffer_addr = "BUFFER_ADDR" at 0x1c040 ReadWrite [4 by 4], "Address of each buffer."
    {
        VALUE, "value", 0, 32, Address(0), "", "The address.";
    }
    pub mod buffer_size = "BUFFER_SIZE" at 0x1c080 ReadWrite [4 by 4], "Size of each buffer."
    {
        VALUE, "value", 0, 32, Hex, "bytes", "The number.";
    }
    pub mod buffer_stride = "BUFFER_STRIDE" at 0x1c0c0 ReadWrite [4 by 4], "Vertex stride of each buffer."
    {
        VALUE, "value", 0, 32, Hex, "bytes", "The number.";
    }
    pub mod descriptor_count = "DESCRIPTOR_COUNT" at 0x1c100 ReadWrite [4 by 4], "Entries of DESCRIPTOR for each buffer."
    {
        VALUE, "value", 0, 32, Uint, "", "The number.";
    }
    pub mod descriptor = "DESCRIPTOR" at 0x1c800 ReadWrite [512 by 4], "Outputs and their buffers."
    {
        OUTPUT_BUFFER, "output_buffer", 0, 2, Uint, "", "The buffer.";
        RESERVED2, "reserved2", 2, 6, Reserved, "", "Undocumented.";
        INPUT_REGISTER, "input_register", 8, 8, Uint, "", "Output of the vertex shader.";
        COMPONENT_OFFSET, "component_offset", 16, 2, Uint, "", "The first component.";
        RESERVED18, "reserved18", 18, 2, Reserved, "", "Undocumented.";
        COMPONENT_MASK, "component_mask", 20, 2, Uint, "", "The components.";
        RESERVED22, "reserved22", 22, 10, Reserved, "", "Undocumented.";
    }
}
