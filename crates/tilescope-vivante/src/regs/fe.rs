//! .

use super::enums;
use super::source::RNNDB;
use tilescope_tables::packet::EnumTable;
use tilescope_tables::registers;

///
pub static FE_VERTEX_ELEMENT_CONFIG_NORMALIZE: EnumTable = EnumTable {
    what: "fe vertex element config normalize",
    values: &[(0, "OFF"), (1, "SIGN_EXTEND"), (2, "ON")],
};

///
pub static FE_INDEX_STREAM_CONTROL_TYPE: EnumTable = EnumTable {
    what: "fe index stream control type",
    values: &[
        (0, "UNSIGNED_CHAR"),
        (1, "UNSIGNED_SHORT"),
        (2, "UNSIGNED_INT"),
    ],
};

///
pub static FE_DMA_DEBUG_STATE_CMD_STATE: EnumTable = EnumTable {
    what: "fe dma debug state cmd state",
    values: &[
        (0, "IDLE"),
        (1, "DEC"),
        (2, "ADR0"),
        (3, "LOAD0"),
        (4, "ADR1"),
        (5, "LOAD1"),
        (6, "3DADR"),
        (7, "3DCMD"),
        (8, "3DCNTL"),
        (9, "3DIDXCNTL"),
        (10, "INITREQDMA"),
        (11, "DRAWIDX"),
        (12, "DRAW"),
        (13, "2DRECT0"),
        (14, "2DRECT1"),
        (15, "2DDATA0"),
        (16, "2DDATA1"),
        (17, "WAITFIFO"),
        (18, "WAIT"),
        (19, "LINK"),
        (20, "END"),
        (21, "STALL"),
    ],
};

///
pub static FE_DMA_DEBUG_STATE_CMD_DMA_STATE: EnumTable = EnumTable {
    what: "fe dma debug state cmd dma state",
    values: &[(0, "IDLE"), (1, "START"), (2, "REQ"), (3, "END")],
};

///
pub static FE_DMA_DEBUG_STATE_CMD_FETCH_STATE: EnumTable = EnumTable {
    what: "fe dma debug state cmd fetch state",
    values: &[(0, "IDLE"), (1, "RAMVALID"), (2, "VALID")],
};

///
pub static FE_DMA_DEBUG_STATE_REQ_DMA_STATE: EnumTable = EnumTable {
    what: "fe dma debug state req dma state",
    values: &[(0, "IDLE"), (1, "WAITIDX"), (2, "CAL")],
};

///
pub static FE_DMA_DEBUG_STATE_CAL_STATE: EnumTable = EnumTable {
    what: "fe dma debug state cal state",
    values: &[(0, "IDLE"), (1, "LDADR"), (2, "IDXCALC")],
};

///
pub static FE_DMA_DEBUG_STATE_VE_REQ_STATE: EnumTable = EnumTable {
    what: "fe dma debug state ve req state",
    values: &[(0, "IDLE"), (1, "CKCACHE"), (2, "MISS")],
};

registers! {
    pub static REGISTERS = "FE", RNNDB, "The registers, by address.";
    pub mod vertex_element_config = "VERTEX_ELEMENT_CONFIG" at 0x00600 ReadWrite [16 by 4], ""
    {
        TYPE, "type", 0, 4, Enum(&enums::FE_DATA_TYPE), "", "";
        ENDIAN, "endian", 4, 2, Enum(&enums::ENDIAN_MODE), "", "";
        RESERVED6, "reserved6", 6, 1, Reserved, "", "No known meaning.";
        NONCONSECUTIVE, "nonconsecutive", 7, 1, Bool, "", "";
        STREAM, "stream", 8, 4, Uint, "", "";
        NUM, "num", 12, 2, Uint, "", "";
        NORMALIZE, "normalize", 14, 2, Enum(&FE_VERTEX_ELEMENT_CONFIG_NORMALIZE), "", "";
        START, "start", 16, 8, Uint, "", "";
        END, "end", 24, 8, Uint, "", "";
    }
    pub mod cmd_stream_base_addr = "CMD_STREAM_BASE_ADDR" at 0x00640 ReadWrite, ""
    {
        VALUE, "value", 0, 32, Hex, "", "The value.";
    }
    pub mod index_stream_base_addr = "INDEX_STREAM_BASE_ADDR" at 0x00644 ReadWrite, ""
    {
        VALUE, "value", 0, 32, Address(0), "", "The value.";
    }
    pub mod index_stream_control = "INDEX_STREAM_CONTROL" at 0x00648 ReadWrite, ""
    {
        TYPE, "type", 0, 2, Enum(&FE_INDEX_STREAM_CONTROL_TYPE), "", "";
        RESERVED2, "reserved2", 2, 6, Reserved, "", "No known meaning.";
        PRIMITIVE_RESTART, "primitive_restart", 8, 1, Bool, "", "";
        RESERVED9, "reserved9", 9, 23, Reserved, "", "No known meaning.";
    }
    pub mod vertex_stream_base_addr = "VERTEX_STREAM_BASE_ADDR" at 0x0064c ReadWrite, ""
    {
        VALUE, "value", 0, 32, Address(0), "", "The value.";
    }
    pub mod vertex_stream_control = "VERTEX_STREAM_CONTROL" at 0x00650 ReadWrite, ""
    {
        VERTEX_STRIDE, "vertex_stride", 0, 8, Uint, "", "";
        RESERVED8, "reserved8", 8, 8, Reserved, "", "No known meaning.";
        VERTEX_DIVISOR, "vertex_divisor", 16, 8, Uint, "", "";
        RESERVED24, "reserved24", 24, 8, Reserved, "", "No known meaning.";
    }
    pub mod command_address = "COMMAND_ADDRESS" at 0x00654 ReadWrite, ""
    {
        VALUE, "value", 0, 32, Hex, "", "The value.";
    }
    pub mod command_control = "COMMAND_CONTROL" at 0x00658 ReadWrite, ""
    {
        PREFETCH, "prefetch", 0, 16, Uint, "", "";
        ENABLE, "enable", 16, 1, Bool, "", "";
        RESERVED17, "reserved17", 17, 15, Reserved, "", "No known meaning.";
    }
    pub mod dma_status = "DMA_STATUS" at 0x0065c ReadWrite, ""
    {
        VALUE, "value", 0, 32, Hex, "", "The value.";
    }
    pub mod dma_debug_state = "DMA_DEBUG_STATE" at 0x00660 ReadWrite, ""
    {
        CMD_STATE, "cmd_state", 0, 5, Enum(&FE_DMA_DEBUG_STATE_CMD_STATE), "", "";
        RESERVED5, "reserved5", 5, 3, Reserved, "", "No known meaning.";
        CMD_DMA_STATE, "cmd_dma_state", 8, 2, Enum(&FE_DMA_DEBUG_STATE_CMD_DMA_STATE), "", "";
        CMD_FETCH_STATE, "cmd_fetch_state", 10, 2, Enum(&FE_DMA_DEBUG_STATE_CMD_FETCH_STATE), "", "";
        REQ_DMA_STATE, "req_dma_state", 12, 2, Enum(&FE_DMA_DEBUG_STATE_REQ_DMA_STATE), "", "";
        CAL_STATE, "cal_state", 14, 2, Enum(&FE_DMA_DEBUG_STATE_CAL_STATE), "", "";
        VE_REQ_STATE, "ve_req_state", 16, 2, Enum(&FE_DMA_DEBUG_STATE_VE_REQ_STATE), "", "";
        RESERVED18, "reserved18", 18, 14, Reserved, "", "No known meaning.";
    }
    pub mod dma_address = "DMA_ADDRESS" at 0x00664 ReadWrite, ""
    {
        VALUE, "value", 0, 32, Hex, "", "The value.";
    }
    pub mod dma_low = "DMA_LOW" at 0x00668 ReadWrite, ""
    {
        VALUE, "value", 0, 32, Hex, "", "The value.";
    }
    pub mod dma_high = "DMA_HIGH" at 0x0066c ReadWrite, ""
    {
        VALUE, "value", 0, 32, Hex, "", "The value.";
    }
    pub mod auto_flush = "AUTO_FLUSH" at 0x00670 ReadWrite, ""
    {
        VALUE, "value", 0, 32, Hex, "", "The value.";
    }
    pub mod primitive_restart_index = "PRIMITIVE_RESTART_INDEX" at 0x00674 ReadWrite, ""
    {
        VALUE, "value", 0, 32, Hex, "", "The value.";
    }
    pub mod unk00678 = "UNK00678" at 0x00678 ReadWrite, "No known meaning."
    {
        VALUE, "value", 0, 32, Hex, "", "No known meaning.";
    }
    pub mod unk0067c = "UNK0067C" at 0x0067c ReadWrite, "No known meaning."
    {
        VALUE, "value", 0, 32, Hex, "", "No known meaning.";
    }
    pub mod vertex_streams_base_addr = "VERTEX_STREAMS.BASE_ADDR" at 0x00680 ReadWrite [8 by 4], ""
    {
        VALUE, "value", 0, 32, Address(0), "", "The value.";
    }
    pub mod vertex_streams_control = "VERTEX_STREAMS.CONTROL" at 0x006a0 ReadWrite [8 by 4], ""
    {
        VERTEX_STRIDE, "vertex_stride", 0, 8, Uint, "", "";
        RESERVED8, "reserved8", 8, 8, Reserved, "", "No known meaning.";
        VERTEX_DIVISOR, "vertex_divisor", 16, 8, Uint, "", "";
        RESERVED24, "reserved24", 24, 8, Reserved, "", "No known meaning.";
    }
    pub mod generic_attrib_unk006c0 = "GENERIC_ATTRIB.UNK006C0" at 0x006c0 ReadWrite [16 by 4], "No known meaning."
    {
        VALUE, "value", 0, 32, Hex, "", "No known meaning.";
    }
    pub mod generic_attrib_unk00700 = "GENERIC_ATTRIB.UNK00700" at 0x00700 ReadWrite [16 by 4], "No known meaning."
    {
        VALUE, "value", 0, 32, Hex, "", "No known meaning.";
    }
    pub mod generic_attrib_unk00740 = "GENERIC_ATTRIB.UNK00740" at 0x00740 ReadWrite [16 by 4], "No known meaning."
    {
        VALUE, "value", 0, 32, Hex, "", "No known meaning.";
    }
    pub mod generic_attrib_scale = "GENERIC_ATTRIB.SCALE" at 0x00780 ReadWrite [16 by 4], ""
    {
        VALUE, "value", 0, 32, Float32, "", "The value.";
    }
    pub mod halti5_id_config = "HALTI5_ID_CONFIG" at 0x007c4 ReadWrite, ""
    {
        VERTEX_ID_ENABLE, "vertex_id_enable", 0, 1, Bool, "", "";
        INSTANCE_ID_ENABLE, "instance_id_enable", 1, 1, Bool, "", "";
        RESERVED2, "reserved2", 2, 6, Reserved, "", "No known meaning.";
        VERTEX_ID_REG, "vertex_id_reg", 8, 8, Uint, "", "";
        INSTANCE_ID_REG, "instance_id_reg", 16, 8, Uint, "", "";
        RESERVED24, "reserved24", 24, 8, Reserved, "", "No known meaning.";
    }
    pub mod halti5_unk007d0 = "HALTI5_UNK007D0" at 0x007d0 ReadWrite [2 by 4], "No known meaning."
    {
        VALUE, "value", 0, 32, Hex, "", "No known meaning.";
    }
    pub mod halti5_unk007d8 = "HALTI5_UNK007D8" at 0x007d8 ReadWrite, "No known meaning."
    {
        VALUE, "value", 0, 32, Hex, "", "No known meaning.";
    }
    pub mod desc_start = "DESC_START" at 0x007dc ReadWrite, ""
    {
        VALUE, "value", 0, 32, Hex, "", "The value.";
    }
    pub mod desc_end = "DESC_END" at 0x007e0 ReadWrite, ""
    {
        VALUE, "value", 0, 32, Hex, "", "The value.";
    }
    pub mod desc_avail = "DESC_AVAIL" at 0x007e4 ReadWrite, ""
    {
        COUNT, "count", 0, 7, Uint, "", "";
        RESERVED7, "reserved7", 7, 25, Reserved, "", "No known meaning.";
    }
    pub mod fence_wait_data_low = "FENCE_WAIT_DATA_LOW" at 0x007e8 ReadWrite, ""
    {
        VALUE, "value", 0, 32, Hex, "", "The value.";
    }
    pub mod fence_wait_data_high = "FENCE_WAIT_DATA_HIGH" at 0x007f4 ReadWrite, ""
    {
        VALUE, "value", 0, 32, Hex, "", "The value.";
    }
    pub mod index_stream_robustness = "INDEX_STREAM_ROBUSTNESS" at 0x007f8 ReadWrite, ""
    {
        VALUE, "value", 0, 32, Address(0), "", "The value.";
    }
    pub mod multi_cluster_unk007fc = "MULTI_CLUSTER_UNK007FC" at 0x007fc ReadWrite, "No known meaning."
    {
        VALUE, "value", 0, 32, Hex, "", "No known meaning.";
    }
}
