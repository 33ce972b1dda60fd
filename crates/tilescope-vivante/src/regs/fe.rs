//! The front end (also: fetch engine, DMA engine): reads the command stream,
//! loads states, and fetches vertices and indices. States at 0x600 to 0x7ff.
//!
//! A vertex element is the position of an attribute in its stream. Elements are
//! used from 0 up to the first one that was not written since element 0. Chips with
//! HALTI2 or more than eight streams have [`nfe`](super::nfe) besides.

use super::enums;
use super::presence::Condition::{self, BeforeHalti, Halti, Has, OneStream, SeveralStreams};
use super::source::RNNDB;
use crate::features::Feature;
use tilescope_tables::{enum_tables, raw_enum, registers};

enum_tables! {
    /// Conversion of integers: unchanged, sign-extended, or to the range 0 to 1 (-1 to
    /// 1).
    pub FE_VERTEX_ELEMENT_CONFIG_NORMALIZE = "normalisation": 0 "OFF", 1 "SIGN_EXTEND", 2 "ON";
}

raw_enum! {
    pub enum IndexType = "index type", "Size of an index.";
    U8 = 0, "UNSIGNED_CHAR", "One byte.";
    U16 = 1, "UNSIGNED_SHORT", "Two bytes.";
    U32 = 2, "UNSIGNED_INT", "Four bytes; only with the feature 32_BIT_INDICES.";
}

enum_tables! {
    /// State of the command parser.
    pub FE_DMA_DEBUG_STATE_CMD_STATE = "command parser state": 0 "IDLE", 1 "DEC", 2 "ADR0",
        3 "LOAD0", 4 "ADR1", 5 "LOAD1", 6 "3DADR", 7 "3DCMD", 8 "3DCNTL", 9 "3DIDXCNTL",
        10 "INITREQDMA", 11 "DRAWIDX", 12 "DRAW", 13 "2DRECT0", 14 "2DRECT1", 15 "2DDATA0",
        16 "2DDATA1", 17 "WAITFIFO", 18 "WAIT", 19 "LINK", 20 "END", 21 "STALL";

    /// State of the fetch of command words.
    pub FE_DMA_DEBUG_STATE_CMD_DMA_STATE = "command DMA state": 0 "IDLE", 1 "START", 2 "REQ",
        3 "END";

    /// Availability of fetched command words.
    pub FE_DMA_DEBUG_STATE_CMD_FETCH_STATE = "command fetch state": 0 "IDLE", 1 "RAMVALID",
        2 "VALID";

    /// State of a request for vertex data.
    pub FE_DMA_DEBUG_STATE_REQ_DMA_STATE = "request DMA state": 0 "IDLE", 1 "WAITIDX", 2 "CAL";

    /// State of the calculation of vertex addresses.
    pub FE_DMA_DEBUG_STATE_CAL_STATE = "address calculation state": 0 "IDLE", 1 "LDADR",
        2 "IDXCALC";

    /// State of the vertex cache.
    pub FE_DMA_DEBUG_STATE_VE_REQ_STATE = "vertex request state": 0 "IDLE", 1 "CKCACHE", 2 "MISS";
}

registers! {
    pub static REGISTERS = "FE.", RNNDB, "The registers, by address.", CONDITIONS: Condition;
    pub mod vertex_element_config = "VERTEX_ELEMENT_CONFIG" at 0x00600 ReadWrite [16 by 4] when [BeforeHalti(5)] reserved 0x0000_0040, "One attribute of the vertex. Writing element 0 starts a new list. 16 elements with HALTI0, else 10 or 12; not with HALTI5."
    {
        TYPE, "type", 0, 4, Enum(&enums::FeDataType::TABLE), "", "Storage of a component.";
        ENDIAN, "endian", 4, 2, Enum(&enums::EndianMode::TABLE), "", "Byte swap.";
        NONCONSECUTIVE, "nonconsecutive", 7, 1, Bool, "", "The next element does not follow this one directly in memory, or there is none.";
        STREAM, "stream", 8, 4, Uint, "", "The vertex stream.";
        NUM, "num", 12, 2, Uint, "", "Components; 0 means 4.";
        NORMALIZE, "normalize", 14, 2, Enum(&FE_VERTEX_ELEMENT_CONFIG_NORMALIZE), "", "Conversion of integers.";
        START, "start", 16, 8, Uint, "bytes", "Offset in the vertex.";
        END, "end", 24, 8, Uint, "bytes", "Offset of its end from the start of the first of the contiguous elements.";
    }
    pub mod cmd_stream_base_addr = "CMD_STREAM_BASE_ADDR" at 0x00640 ReadWrite, "Base address of the command stream." word Address(0), "", "The address.";
    pub mod index_stream_base_addr = "INDEX_STREAM_BASE_ADDR" at 0x00644 ReadWrite, "Address of the first index." word Address(0), "", "The address.";
    pub mod index_stream_control = "INDEX_STREAM_CONTROL" at 0x00648 ReadWrite reserved 0xffff_fefc, "Storage of indices."
    {
        TYPE, "type", 0, 2, Enum(&IndexType::TABLE), "", "Size of an index.";
        PRIMITIVE_RESTART, "primitive_restart", 8, 1, Bool, "", "PRIMITIVE_RESTART_INDEX ends the primitive. Only with HALTI2.";
    }
    pub mod vertex_stream_base_addr = "VERTEX_STREAM_BASE_ADDR" at 0x0064c ReadWrite when [OneStream], "Address of the vertex stream of chips with a single one." word Address(0), "", "The address.";
    pub mod vertex_stream_control = "VERTEX_STREAM_CONTROL" at 0x00650 ReadWrite when [OneStream] reserved 0xff00_ff00, "Layout of the vertex stream of chips with a single one."
    {
        VERTEX_STRIDE, "vertex_stride", 0, 8, Uint, "bytes", "Vertex stride.";
        VERTEX_DIVISOR, "vertex_divisor", 16, 8, Uint, "instances", "Instances that share one entry; 0 means one entry for each vertex.";
    }
    pub mod command_address = "COMMAND_ADDRESS" at 0x00654 Write, "Physical address of the first command buffer, a multiple of 8 bytes." word Address(0), "", "The address.";
    pub mod command_control = "COMMAND_CONTROL" at 0x00658 ReadWrite reserved 0xfffe_0000, "Starts the command parser."
    {
        PREFETCH, "prefetch", 0, 16, Uint, "64-bit words", "Size of the fetch.";
        ENABLE, "enable", 16, 1, Bool, "", "The parser is running.";
    }
    pub mod dma_status = "DMA_STATUS" at 0x0065c Read, "Status of the fetch of commands." word Hex, "", "The value.";
    pub mod dma_debug_state = "DMA_DEBUG_STATE" at 0x00660 Read reserved 0xfffc_00e0, "States of the front end's state machines."
    {
        CMD_STATE, "cmd_state", 0, 5, Enum(&FE_DMA_DEBUG_STATE_CMD_STATE), "", "The command parser.";
        CMD_DMA_STATE, "cmd_dma_state", 8, 2, Enum(&FE_DMA_DEBUG_STATE_CMD_DMA_STATE), "", "The fetch of command words.";
        CMD_FETCH_STATE, "cmd_fetch_state", 10, 2, Enum(&FE_DMA_DEBUG_STATE_CMD_FETCH_STATE), "", "State of fetched command words.";
        REQ_DMA_STATE, "req_dma_state", 12, 2, Enum(&FE_DMA_DEBUG_STATE_REQ_DMA_STATE), "", "The fetch of vertices.";
        CAL_STATE, "cal_state", 14, 2, Enum(&FE_DMA_DEBUG_STATE_CAL_STATE), "", "The calculation of vertex addresses.";
        VE_REQ_STATE, "ve_req_state", 16, 2, Enum(&FE_DMA_DEBUG_STATE_VE_REQ_STATE), "", "The vertex cache.";
    }
    pub mod dma_address = "DMA_ADDRESS" at 0x00664 Read, "Current address of the command parser; it stops changing at a hang." word Address(0), "", "The address.";
    pub mod dma_low = "DMA_LOW" at 0x00668 Read, "First word of the last fetched pair." word Hex, "", "The value.";
    pub mod dma_high = "DMA_HIGH" at 0x0066c Read, "Second word of the last fetched pair." word Hex, "", "The value.";
    pub mod auto_flush = "AUTO_FLUSH" at 0x00670 ReadWrite, "Cycles after which caches are flushed." word Hex, "cycles", "The number.";
    pub mod primitive_restart_index = "PRIMITIVE_RESTART_INDEX" at 0x00674 ReadWrite, "The index that ends a primitive and begins another." word Hex, "", "The value.";
    pub mod unk00678 = "UNK00678" at 0x00678 ReadWrite, "Undocumented." word Hex, "", "Undocumented.";
    pub mod unk0067c = "UNK0067C" at 0x0067c ReadWrite, "Undocumented." word Hex, "", "Undocumented.";
    pub mod vertex_streams_base_addr = "VERTEX_STREAMS.BASE_ADDR" at 0x00680 ReadWrite [8 by 4] when [SeveralStreams], "Address of each vertex stream. Only with more than one stream." word Address(0), "", "The address.";
    pub mod vertex_streams_control = "VERTEX_STREAMS.CONTROL" at 0x006a0 ReadWrite [8 by 4] when [SeveralStreams], "Layout of each vertex stream. Only with more than one stream." as vertex_stream_control;
    pub mod generic_attrib_unk006c0 = "GENERIC_ATTRIB.UNK006C0" at 0x006c0 ReadWrite [16 by 4], "Undocumented." word Hex, "", "Undocumented.";
    pub mod generic_attrib_unk00700 = "GENERIC_ATTRIB.UNK00700" at 0x00700 ReadWrite [16 by 4], "Undocumented." word Hex, "", "Undocumented.";
    pub mod generic_attrib_unk00740 = "GENERIC_ATTRIB.UNK00740" at 0x00740 ReadWrite [16 by 4], "Undocumented." word Hex, "", "Undocumented.";
    pub mod generic_attrib_scale = "GENERIC_ATTRIB.SCALE" at 0x00780 ReadWrite [16 by 4] when [BeforeHalti(5)], "1.0 for elements of float type, the integer 1 for those of integer type; needed by instanced draws on GC3000 and later. Not with HALTI5." word Float32, "", "The number.";
    pub mod halti5_id_config = "HALTI5_ID_CONFIG" at 0x007c4 ReadWrite reserved 0xff00_00fc, "Vertex and instance numbers as inputs of the vertex shader."
    {
        VERTEX_ID_ENABLE, "vertex_id_enable", 0, 1, Bool, "", "The number of the vertex is an input.";
        INSTANCE_ID_ENABLE, "instance_id_enable", 1, 1, Bool, "", "The number of the instance is an input.";
        VERTEX_ID_REG, "vertex_id_reg", 8, 8, Uint, "", "Component that receives the vertex number: four times the register, plus 0 to 3 for x to w.";
        INSTANCE_ID_REG, "instance_id_reg", 16, 8, Uint, "", "Component that receives the instance number, in the same encoding.";
    }
    pub mod halti5_unk007d0 = "HALTI5_UNK007D0" at 0x007d0 ReadWrite [2 by 4] when [Halti(5)], "Undocumented. Only with HALTI5." word Hex, "", "Undocumented.";
    pub mod halti5_unk007d8 = "HALTI5_UNK007D8" at 0x007d8 ReadWrite when [Halti(5)], "Undocumented. Only with HALTI5." word Hex, "", "Undocumented.";
    pub mod desc_start = "DESC_START" at 0x007dc ReadWrite when [Halti(5)], "Start of a descriptor of commands that run asynchronously. Only with HALTI5." word Address(0), "", "The address.";
    pub mod desc_end = "DESC_END" at 0x007e0 ReadWrite when [Halti(5)], "End of a descriptor of commands that run asynchronously. Only with HALTI5." word Address(0), "", "The address.";
    pub mod desc_avail = "DESC_AVAIL" at 0x007e4 Read when [Halti(5)] reserved 0xffff_ff80, "Space for descriptors of commands. Only with HALTI5."
    {
        COUNT, "count", 0, 7, Uint, "", "Descriptors that can be queued.";
    }
    pub mod fence_wait_data_low = "FENCE_WAIT_DATA_LOW" at 0x007e8 ReadWrite when [Halti(5)], "Low word of the number that the command WAIT_FENCE waits for. Only with HALTI5." word Hex, "", "The value.";
    pub mod fence_wait_data_high = "FENCE_WAIT_DATA_HIGH" at 0x007f4 ReadWrite when [Halti(5)], "High word of the number that the command WAIT_FENCE waits for. Only with HALTI5." word Hex, "", "The value.";
    pub mod index_stream_robustness = "INDEX_STREAM_ROBUSTNESS" at 0x007f8 ReadWrite when [Has(Feature::BitRobustness)], "Address of the last byte of the index buffer that may be read. Only with ROBUSTNESS." word Address(0), "", "The address.";
    pub mod multi_cluster_unk007fc = "MULTI_CLUSTER_UNK007FC" at 0x007fc ReadWrite when [Has(Feature::MultiCluster)], "Undocumented. Only with MULTI_CLUSTER." word Hex, "", "Undocumented.";
}
