//! .

use super::enums;
use super::source::RNNDB;
use tilescope_tables::packet::EnumTable;
use tilescope_tables::registers;

///
pub static GL_MULTI_SAMPLE_CONFIG_MSAA_SAMPLES: EnumTable = EnumTable {
    what: "gl multi sample config msaa samples",
    values: &[(0, "NONE"), (1, "2X"), (2, "4X")],
};

///
pub static GL_API_MODE_API_MODE: EnumTable = EnumTable {
    what: "gl api mode api mode",
    values: &[(0, "OPENGL"), (1, "OPENVG"), (2, "OPENCL")],
};

registers! {
    pub static REGISTERS = "GL", RNNDB, "The registers, by address.";
    pub mod pipe_select = "PIPE_SELECT" at 0x03800 ReadWrite, ""
    {
        PIPE, "pipe", 0, 1, Enum(&enums::PIPE_ID), "", "";
        RESERVED1, "reserved1", 1, 31, Reserved, "", "No known meaning.";
    }
    pub mod event = "EVENT" at 0x03804 ReadWrite, ""
    {
        EVENT_ID, "event_id", 0, 5, Uint, "", "";
        FROM_FE, "from_fe", 5, 1, Bool, "", "";
        FROM_PE, "from_pe", 6, 1, Bool, "", "";
        FROM_BLT, "from_blt", 7, 1, Bool, "", "";
        SOURCE, "source", 8, 5, Uint, "", "";
        RESERVED13, "reserved13", 13, 19, Reserved, "", "No known meaning.";
    }
    pub mod semaphore_token = "SEMAPHORE_TOKEN" at 0x03808 ReadWrite, ""
    {
        FROM, "from", 0, 5, Enum(&enums::SYNC_RECIPIENT), "", "";
        RESERVED5, "reserved5", 5, 3, Reserved, "", "No known meaning.";
        TO, "to", 8, 5, Enum(&enums::SYNC_RECIPIENT), "", "";
        RESERVED13, "reserved13", 13, 15, Reserved, "", "No known meaning.";
        UNK28, "unk28", 28, 2, Hex, "", "No known meaning.";
        RESERVED30, "reserved30", 30, 2, Reserved, "", "No known meaning.";
    }
    pub mod flush_cache = "FLUSH_CACHE" at 0x0380c ReadWrite, ""
    {
        DEPTH, "depth", 0, 1, Bool, "", "";
        COLOR, "color", 1, 1, Bool, "", "";
        TEXTURE, "texture", 2, 1, Bool, "", "";
        PE2D, "pe2d", 3, 1, Bool, "", "";
        TEXTUREVS, "texturevs", 4, 1, Bool, "", "";
        SHADER_L1, "shader_l1", 5, 1, Bool, "", "";
        SHADER_L2, "shader_l2", 6, 1, Bool, "", "";
        RESERVED7, "reserved7", 7, 3, Reserved, "", "No known meaning.";
        UNK10, "unk10", 10, 1, Bool, "", "No known meaning.";
        UNK11, "unk11", 11, 1, Bool, "", "No known meaning.";
        DESCRIPTOR_UNK12, "descriptor_unk12", 12, 1, Bool, "", "";
        DESCRIPTOR_UNK13, "descriptor_unk13", 13, 1, Bool, "", "";
        UNK14, "unk14", 14, 1, Bool, "", "No known meaning.";
        RESERVED15, "reserved15", 15, 17, Reserved, "", "No known meaning.";
    }
    pub mod flush_mmu = "FLUSH_MMU" at 0x03810 ReadWrite, ""
    {
        FLUSH_FEMMU, "flush_femmu", 0, 1, Bool, "", "";
        FLUSH_UNK1, "flush_unk1", 1, 1, Bool, "", "";
        FLUSH_UNK2, "flush_unk2", 2, 1, Bool, "", "";
        FLUSH_PEMMU, "flush_pemmu", 3, 1, Bool, "", "";
        FLUSH_UNK4, "flush_unk4", 4, 1, Bool, "", "";
        RESERVED5, "reserved5", 5, 27, Reserved, "", "No known meaning.";
    }
    pub mod vertex_element_config = "VERTEX_ELEMENT_CONFIG" at 0x03814 ReadWrite, ""
    {
        UNK0, "unk0", 0, 1, Bool, "", "No known meaning.";
        RESERVED1, "reserved1", 1, 3, Reserved, "", "No known meaning.";
        REUSE, "reuse", 4, 1, Bool, "", "";
        RESERVED5, "reserved5", 5, 27, Reserved, "", "No known meaning.";
    }
    pub mod multi_sample_config = "MULTI_SAMPLE_CONFIG" at 0x03818 ReadWrite, ""
    {
        MSAA_SAMPLES, "msaa_samples", 0, 2, Enum(&GL_MULTI_SAMPLE_CONFIG_MSAA_SAMPLES), "", "";
        RESERVED2, "reserved2", 2, 1, Reserved, "", "No known meaning.";
        MSAA_SAMPLES_MASK, "msaa_samples_mask", 3, 1, Keeps(&[&MSAA_SAMPLES]), "", "Set: `msaa_samples` stays as it is.";
        MSAA_ENABLES, "msaa_enables", 4, 4, Uint, "", "";
        MSAA_ENABLES_MASK, "msaa_enables_mask", 8, 1, Keeps(&[&MSAA_ENABLES]), "", "Set: `msaa_enables` stays as it is.";
        RESERVED9, "reserved9", 9, 3, Reserved, "", "No known meaning.";
        UNK12, "unk12", 12, 3, Hex, "", "No known meaning.";
        UNK12_MASK, "unk12_mask", 15, 1, Keeps(&[&UNK12]), "", "Set: `unk12` stays as it is.";
        UNK16, "unk16", 16, 2, Hex, "", "No known meaning.";
        RESERVED18, "reserved18", 18, 1, Reserved, "", "No known meaning.";
        UNK16_MASK, "unk16_mask", 19, 1, Keeps(&[&UNK16]), "", "Set: `unk16` stays as it is.";
        RESERVED20, "reserved20", 20, 12, Reserved, "", "No known meaning.";
    }
    pub mod varying_total_components = "VARYING_TOTAL_COMPONENTS" at 0x0381c ReadWrite, ""
    {
        NUM, "num", 0, 8, Uint, "", "";
        RESERVED8, "reserved8", 8, 24, Reserved, "", "No known meaning.";
    }
    pub mod varying_num_components = "VARYING_NUM_COMPONENTS" at 0x03820 ReadWrite, ""
    {
        VAR0, "var0", 0, 3, Uint, "", "";
        RESERVED3, "reserved3", 3, 1, Reserved, "", "No known meaning.";
        VAR1, "var1", 4, 3, Uint, "", "";
        RESERVED7, "reserved7", 7, 1, Reserved, "", "No known meaning.";
        VAR2, "var2", 8, 3, Uint, "", "";
        RESERVED11, "reserved11", 11, 1, Reserved, "", "No known meaning.";
        VAR3, "var3", 12, 3, Uint, "", "";
        RESERVED15, "reserved15", 15, 1, Reserved, "", "No known meaning.";
        VAR4, "var4", 16, 3, Uint, "", "";
        RESERVED19, "reserved19", 19, 1, Reserved, "", "No known meaning.";
        VAR5, "var5", 20, 3, Uint, "", "";
        RESERVED23, "reserved23", 23, 1, Reserved, "", "No known meaning.";
        VAR6, "var6", 24, 3, Uint, "", "";
        RESERVED27, "reserved27", 27, 1, Reserved, "", "No known meaning.";
        VAR7, "var7", 28, 3, Uint, "", "";
        RESERVED31, "reserved31", 31, 1, Reserved, "", "No known meaning.";
    }
    pub mod occlusion_query_addr = "OCCLUSION_QUERY_ADDR" at 0x03824 ReadWrite, ""
    {
        VALUE, "value", 0, 32, Address(0), "", "The value.";
    }
    pub mod varying_component_use = "VARYING_COMPONENT_USE" at 0x03828 ReadWrite [2 by 4], ""
    {
        COMP0, "comp0", 0, 2, Enum(&enums::VARYING_COMPONENT_USE), "", "";
        COMP1, "comp1", 2, 2, Enum(&enums::VARYING_COMPONENT_USE), "", "";
        COMP2, "comp2", 4, 2, Enum(&enums::VARYING_COMPONENT_USE), "", "";
        COMP3, "comp3", 6, 2, Enum(&enums::VARYING_COMPONENT_USE), "", "";
        COMP4, "comp4", 8, 2, Enum(&enums::VARYING_COMPONENT_USE), "", "";
        COMP5, "comp5", 10, 2, Enum(&enums::VARYING_COMPONENT_USE), "", "";
        COMP6, "comp6", 12, 2, Enum(&enums::VARYING_COMPONENT_USE), "", "";
        COMP7, "comp7", 14, 2, Enum(&enums::VARYING_COMPONENT_USE), "", "";
        COMP8, "comp8", 16, 2, Enum(&enums::VARYING_COMPONENT_USE), "", "";
        COMP9, "comp9", 18, 2, Enum(&enums::VARYING_COMPONENT_USE), "", "";
        COMP10, "comp10", 20, 2, Enum(&enums::VARYING_COMPONENT_USE), "", "";
        COMP11, "comp11", 22, 2, Enum(&enums::VARYING_COMPONENT_USE), "", "";
        COMP12, "comp12", 24, 2, Enum(&enums::VARYING_COMPONENT_USE), "", "";
        COMP13, "comp13", 26, 2, Enum(&enums::VARYING_COMPONENT_USE), "", "";
        COMP14, "comp14", 28, 2, Enum(&enums::VARYING_COMPONENT_USE), "", "";
        COMP15, "comp15", 30, 2, Enum(&enums::VARYING_COMPONENT_USE), "", "";
    }
    pub mod occlusion_query_control = "OCCLUSION_QUERY_CONTROL" at 0x03830 ReadWrite, ""
    {
        VALUE, "value", 0, 32, Hex, "", "The value.";
    }
    pub mod varying_num_components2 = "VARYING_NUM_COMPONENTS2" at 0x03834 ReadWrite, ""
    {
        VAR0, "var0", 0, 3, Uint, "", "";
        RESERVED3, "reserved3", 3, 1, Reserved, "", "No known meaning.";
        VAR1, "var1", 4, 3, Uint, "", "";
        RESERVED7, "reserved7", 7, 1, Reserved, "", "No known meaning.";
        VAR2, "var2", 8, 3, Uint, "", "";
        RESERVED11, "reserved11", 11, 1, Reserved, "", "No known meaning.";
        VAR3, "var3", 12, 3, Uint, "", "";
        RESERVED15, "reserved15", 15, 1, Reserved, "", "No known meaning.";
        VAR4, "var4", 16, 3, Uint, "", "";
        RESERVED19, "reserved19", 19, 1, Reserved, "", "No known meaning.";
        VAR5, "var5", 20, 3, Uint, "", "";
        RESERVED23, "reserved23", 23, 1, Reserved, "", "No known meaning.";
        VAR6, "var6", 24, 3, Uint, "", "";
        RESERVED27, "reserved27", 27, 1, Reserved, "", "No known meaning.";
        VAR7, "var7", 28, 3, Uint, "", "";
        RESERVED31, "reserved31", 31, 1, Reserved, "", "No known meaning.";
    }
    pub mod varying_component_use2 = "VARYING_COMPONENT_USE2" at 0x03838 ReadWrite, ""
    {
        VALUE, "value", 0, 32, Hex, "", "The value.";
    }
    pub mod api_mode = "API_MODE" at 0x0384c ReadWrite, ""
    {
        VALUE, "value", 0, 32, Enum(&GL_API_MODE_API_MODE), "", "The value.";
    }
    pub mod context_pointer = "CONTEXT_POINTER" at 0x03850 ReadWrite, ""
    {
        VALUE, "value", 0, 32, Hex, "", "The value.";
    }
    pub mod varying_component_use3 = "VARYING_COMPONENT_USE3" at 0x03854 ReadWrite, ""
    {
        VALUE, "value", 0, 32, Hex, "", "The value.";
    }
    pub mod bug_fixes = "BUG_FIXES" at 0x03860 ReadWrite, ""
    {
        VALUE, "value", 0, 32, Hex, "", "The value.";
    }
    pub mod fence_out_address = "FENCE_OUT_ADDRESS" at 0x03868 ReadWrite, ""
    {
        VALUE, "value", 0, 32, Address(0), "", "The value.";
    }
    pub mod fence_out_data_low = "FENCE_OUT_DATA_LOW" at 0x0386c ReadWrite, ""
    {
        VALUE, "value", 0, 32, Hex, "", "The value.";
    }
    pub mod usc_control = "USC_CONTROL" at 0x03884 ReadWrite, ""
    {
        L1_CACHE_RATIO, "l1_cache_ratio", 0, 3, Uint, "", "";
        RESERVED3, "reserved3", 3, 5, Reserved, "", "No known meaning.";
        ATTRIB_CACHE_RATIO, "attrib_cache_ratio", 8, 4, Uint, "", "";
        RESERVED12, "reserved12", 12, 4, Reserved, "", "No known meaning.";
        UNK16, "unk16", 16, 5, Hex, "", "No known meaning.";
        RESERVED21, "reserved21", 21, 11, Reserved, "", "No known meaning.";
    }
    pub mod halti5_sh_specials = "HALTI5_SH_SPECIALS" at 0x03888 ReadWrite, ""
    {
        VS_PSIZE_OUT, "vs_psize_out", 0, 7, Uint, "", "";
        RESERVED7, "reserved7", 7, 1, Reserved, "", "No known meaning.";
        PS_PCOORD_IN, "ps_pcoord_in", 8, 7, Uint, "", "";
        RESERVED15, "reserved15", 15, 1, Reserved, "", "No known meaning.";
        UNK16, "unk16", 16, 7, Hex, "", "No known meaning.";
        RESERVED23, "reserved23", 23, 1, Reserved, "", "No known meaning.";
        UNK24, "unk24", 24, 8, Hex, "", "No known meaning.";
    }
    pub mod gs_unk0388c = "GS_UNK0388C" at 0x0388c ReadWrite, "No known meaning."
    {
        VALUE, "value", 0, 32, Hex, "", "No known meaning.";
    }
    pub mod fence_out_data_high = "FENCE_OUT_DATA_HIGH" at 0x03898 ReadWrite, ""
    {
        VALUE, "value", 0, 32, Hex, "", "The value.";
    }
    pub mod shader_index = "SHADER_INDEX" at 0x0389c ReadWrite, ""
    {
        VALUE, "value", 0, 32, Hex, "", "The value.";
    }
    pub mod gs_unk038a0 = "GS_UNK038A0" at 0x038a0 ReadWrite [8 by 4], "No known meaning."
    {
        VALUE, "value", 0, 32, Hex, "", "No known meaning.";
    }
    pub mod halti5_shader_attributes = "HALTI5_SHADER_ATTRIBUTES" at 0x038c0 ReadWrite [16 by 4], ""
    {
        V0_X, "v0_x", 0, 3, Hex, "", "";
        RESERVED3, "reserved3", 3, 1, Reserved, "", "No known meaning.";
        V0_Y, "v0_y", 4, 3, Hex, "", "";
        RESERVED7, "reserved7", 7, 1, Reserved, "", "No known meaning.";
        V0_Z, "v0_z", 8, 3, Hex, "", "";
        RESERVED11, "reserved11", 11, 1, Reserved, "", "No known meaning.";
        V0_W, "v0_w", 12, 3, Hex, "", "";
        RESERVED15, "reserved15", 15, 1, Reserved, "", "No known meaning.";
        V1_X, "v1_x", 16, 3, Hex, "", "";
        RESERVED19, "reserved19", 19, 1, Reserved, "", "No known meaning.";
        V1_Y, "v1_y", 20, 3, Hex, "", "";
        RESERVED23, "reserved23", 23, 1, Reserved, "", "No known meaning.";
        V1_Z, "v1_z", 24, 3, Hex, "", "";
        RESERVED27, "reserved27", 27, 1, Reserved, "", "No known meaning.";
        V1_W, "v1_w", 28, 3, Hex, "", "";
        RESERVED31, "reserved31", 31, 1, Reserved, "", "No known meaning.";
    }
    pub mod security_unk3900 = "SECURITY_UNK3900" at 0x03900 ReadWrite, "No known meaning."
    {
        VALUE, "value", 0, 32, Hex, "", "No known meaning.";
    }
    pub mod security_unk3904 = "SECURITY_UNK3904" at 0x03904 ReadWrite, "No known meaning."
    {
        VALUE, "value", 0, 32, Hex, "", "No known meaning.";
    }
    pub mod multi_cluster_unk3908 = "MULTI_CLUSTER_UNK3908" at 0x03908 ReadWrite, "No known meaning."
    {
        UNK0, "unk0", 0, 3, Hex, "", "No known meaning.";
        RESERVED3, "reserved3", 3, 29, Reserved, "", "No known meaning.";
    }
    pub mod multi_cluster_unk3910 = "MULTI_CLUSTER_UNK3910" at 0x03910 ReadWrite [4 by 4], "No known meaning."
    {
        CLUSTER_ALIVE_MASK, "cluster_alive_mask", 0, 8, Uint, "", "No known meaning.";
        RESERVED8, "reserved8", 8, 24, Reserved, "", "No known meaning.";
    }
    pub mod nn_config = "NN_CONFIG" at 0x03930 ReadWrite, ""
    {
        UNK0, "unk0", 0, 2, Hex, "", "No known meaning.";
        DISABLE_ZDPN, "disable_zdpn", 2, 1, Bool, "", "";
        DISABLE_SWTILING, "disable_swtiling", 3, 1, Bool, "", "";
        SMALL_BATCH, "small_batch", 4, 1, Bool, "", "";
        DDR_BURST_SIZE, "ddr_burst_size", 5, 2, Uint, "", "";
        UNK7, "unk7", 7, 1, Bool, "", "No known meaning.";
        NN_CORE_COUNT, "nn_core_count", 8, 4, Uint, "", "";
        UNK12, "unk12", 12, 1, Bool, "", "No known meaning.";
        RESERVED13, "reserved13", 13, 19, Reserved, "", "No known meaning.";
    }
    pub mod sram_remap_address = "SRAM_REMAP_ADDRESS" at 0x03938 ReadWrite, ""
    {
        VALUE, "value", 0, 32, Hex, "", "The value.";
    }
    pub mod ocb_remap_start = "OCB_REMAP_START" at 0x0393c ReadWrite, ""
    {
        VALUE, "value", 0, 32, Hex, "", "The value.";
    }
    pub mod ocb_remap_end = "OCB_REMAP_END" at 0x03940 ReadWrite, ""
    {
        VALUE, "value", 0, 32, Hex, "", "The value.";
    }
    pub mod tp_config = "TP_CONFIG" at 0x0394c ReadWrite, ""
    {
        VALUE, "value", 0, 32, Hex, "", "The value.";
    }
    pub mod unk03950 = "UNK03950" at 0x03950 ReadWrite, "No known meaning."
    {
        VALUE, "value", 0, 32, Hex, "", "No known meaning.";
    }
    pub mod unk03a00 = "UNK03A00" at 0x03a00 ReadWrite, "No known meaning."
    {
        UNK0, "unk0", 0, 3, Hex, "", "No known meaning.";
        RESERVED3, "reserved3", 3, 29, Reserved, "", "No known meaning.";
    }
    pub mod unk03a04 = "UNK03A04" at 0x03a04 ReadWrite, "No known meaning."
    {
        VALUE, "value", 0, 32, Hex, "", "No known meaning.";
    }
    pub mod unk03a08 = "UNK03A08" at 0x03a08 ReadWrite, "No known meaning."
    {
        VALUE, "value", 0, 32, Hex, "", "No known meaning.";
    }
    pub mod unk03a0c = "UNK03A0C" at 0x03a0c ReadWrite, "No known meaning."
    {
        VALUE, "value", 0, 32, Hex, "", "No known meaning.";
    }
    pub mod unk03a10 = "UNK03A10" at 0x03a10 ReadWrite, "No known meaning."
    {
        VALUE, "value", 0, 32, Hex, "", "No known meaning.";
    }
    pub mod stall_token = "STALL_TOKEN" at 0x03c00 ReadWrite, ""
    {
        FROM, "from", 0, 5, Enum(&enums::SYNC_RECIPIENT), "", "";
        RESERVED5, "reserved5", 5, 3, Reserved, "", "No known meaning.";
        TO, "to", 8, 5, Enum(&enums::SYNC_RECIPIENT), "", "";
        RESERVED13, "reserved13", 13, 17, Reserved, "", "No known meaning.";
        FLIP0, "flip0", 30, 1, Bool, "", "";
        FLIP1, "flip1", 31, 1, Bool, "", "";
    }
}
