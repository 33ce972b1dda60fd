//! Transform feedback, at 0x1c000: writes outputs of the vertex shader to buffers.
//! Only with HWTFB.

use super::enums;
use super::source::RNNDB;
use tilescope_tables::registers;

registers! {
    pub static REGISTERS = "TFB.", RNNDB, "The registers, by address.";
    pub mod config = "CONFIG" at 0x1c000 ReadWrite reserved 0xffff_fffe, "Further processing of primitives."
    {
        RASTERIZER_DISCARD, "rasterizer_discard", 0, 1, Bool, "", "Draws nothing.";
    }
    pub mod command = "COMMAND" at 0x1c004 ReadWrite, "Switches transform feedback." word Enum(&enums::TFB_COMMAND), "", "The value.";
    pub mod context_buffer = "CONTEXT_BUFFER" at 0x1c008 ReadWrite, "Address for the state of paused transform feedback." word Address(0), "", "The address.";
    pub mod flush = "FLUSH" at 0x1c00c Write, "Writes pending data to the buffers." word Hex, "", "The value.";
    pub mod query_command = "QUERY_COMMAND" at 0x1c010 ReadWrite, "Switches the count of written primitives." word Enum(&enums::TFB_QUERY_COMMAND), "", "The value.";
    pub mod query_buffer = "QUERY_BUFFER" at 0x1c014 ReadWrite, "Destination of the count of written primitives." word Address(0), "", "The address.";
    pub mod buffer_addr = "BUFFER_ADDR" at 0x1c040 ReadWrite [4 by 4], "Address of each buffer." word Address(0), "", "The address.";
    pub mod buffer_size = "BUFFER_SIZE" at 0x1c080 ReadWrite [4 by 4], "Size of each buffer." word Hex, "bytes", "The number.";
    pub mod buffer_stride = "BUFFER_STRIDE" at 0x1c0c0 ReadWrite [4 by 4], "Vertex stride of each buffer." word Hex, "bytes", "The number.";
    pub mod descriptor_count = "DESCRIPTOR_COUNT" at 0x1c100 ReadWrite [4 by 4], "Entries of DESCRIPTOR for each buffer." word Uint, "", "The number.";
    pub mod descriptor = "DESCRIPTOR" at 0x1c800 ReadWrite [512 by 4] reserved 0xffcc_00fc, "Outputs and their buffers."
    {
        OUTPUT_BUFFER, "output_buffer", 0, 2, Uint, "", "The buffer.";
        INPUT_REGISTER, "input_register", 8, 8, Uint, "", "Output of the vertex shader.";
        COMPONENT_OFFSET, "component_offset", 16, 2, Uint, "", "The first component.";
        COMPONENT_MASK, "component_mask", 20, 2, Uint, "", "The components.";
    }
}
