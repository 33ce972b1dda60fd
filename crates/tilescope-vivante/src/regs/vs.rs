//! .

use super::source::RNNDB;
use tilescope_tables::registers;

registers! {
    pub static REGISTERS = "VS", RNNDB, "The registers, by address.";
    pub mod end_pc = "END_PC" at 0x00800 ReadWrite, ""
    {
        VALUE, "value", 0, 32, Hex, "", "The value.";
    }
    pub mod output_count = "OUTPUT_COUNT" at 0x00804 ReadWrite, ""
    {
        COUNT, "count", 0, 8, Uint, "", "";
        OUTPUT16_REG, "output16_reg", 8, 8, Uint, "", "";
        OUTPUT17_REG, "output17_reg", 16, 8, Uint, "", "";
        RESERVED24, "reserved24", 24, 8, Reserved, "", "No known meaning.";
    }
    pub mod input_count = "INPUT_COUNT" at 0x00808 ReadWrite, ""
    {
        COUNT, "count", 0, 5, Uint, "", "";
        RESERVED5, "reserved5", 5, 3, Reserved, "", "No known meaning.";
        UNK8, "unk8", 8, 5, Uint, "", "No known meaning.";
        RESERVED13, "reserved13", 13, 18, Reserved, "", "No known meaning.";
        ID_ENABLE, "id_enable", 31, 1, Bool, "", "";
    }
    pub mod temp_register_control = "TEMP_REGISTER_CONTROL" at 0x0080c ReadWrite, ""
    {
        NUM_TEMPS, "num_temps", 0, 6, Uint, "", "";
        RESERVED6, "reserved6", 6, 26, Reserved, "", "No known meaning.";
    }
    pub mod output = "OUTPUT" at 0x00810 ReadWrite [4 by 4], ""
    {
        O0, "o0", 0, 8, Uint, "", "";
        O1, "o1", 8, 8, Uint, "", "";
        O2, "o2", 16, 8, Uint, "", "";
        O3, "o3", 24, 8, Uint, "", "";
    }
    pub mod input = "INPUT" at 0x00820 ReadWrite [4 by 4], ""
    {
        I0, "i0", 0, 8, Uint, "", "";
        I1, "i1", 8, 8, Uint, "", "";
        I2, "i2", 16, 8, Uint, "", "";
        I3, "i3", 24, 8, Uint, "", "";
    }
    pub mod load_balancing = "LOAD_BALANCING" at 0x00830 ReadWrite, ""
    {
        A, "a", 0, 8, Uint, "", "";
        B, "b", 8, 8, Uint, "", "";
        C, "c", 16, 8, Uint, "", "";
        D, "d", 24, 8, Uint, "", "";
    }
    pub mod perf_counter = "PERF_COUNTER" at 0x00834 ReadWrite, ""
    {
        VALUE, "value", 0, 32, Hex, "", "The value.";
    }
    pub mod start_pc = "START_PC" at 0x00838 ReadWrite, ""
    {
        VALUE, "value", 0, 32, Hex, "", "The value.";
    }
    pub mod unk00850 = "UNK00850" at 0x00850 ReadWrite, "No known meaning."
    {
        VALUE, "value", 0, 32, Hex, "", "No known meaning.";
    }
    pub mod unk00854 = "UNK00854" at 0x00854 ReadWrite, "No known meaning."
    {
        VALUE, "value", 0, 32, Hex, "", "No known meaning.";
    }
    pub mod unk00858 = "UNK00858" at 0x00858 ReadWrite, "No known meaning."
    {
        VALUE, "value", 0, 32, Hex, "", "No known meaning.";
    }
    pub mod range = "RANGE" at 0x0085c ReadWrite, ""
    {
        LOW, "low", 0, 16, Uint, "", "";
        HIGH, "high", 16, 16, Uint, "", "";
    }
    pub mod uniform_base = "UNIFORM_BASE" at 0x00864 ReadWrite, ""
    {
        VALUE, "value", 0, 32, Hex, "", "The value.";
    }
    pub mod inst_addr = "INST_ADDR" at 0x0086c ReadWrite, ""
    {
        VALUE, "value", 0, 32, Address(0), "", "The value.";
    }
    pub mod halti5_output_count = "HALTI5_OUTPUT_COUNT" at 0x00870 ReadWrite, ""
    {
        COUNT, "count", 0, 10, Uint, "", "";
        RESERVED10, "reserved10", 10, 22, Reserved, "", "No known meaning.";
    }
    pub mod newrange_low = "NEWRANGE_LOW" at 0x00874 ReadWrite, ""
    {
        VALUE, "value", 0, 32, Hex, "", "The value.";
    }
    pub mod newrange_high = "NEWRANGE_HIGH" at 0x00878 ReadWrite, ""
    {
        VALUE, "value", 0, 32, Hex, "", "The value.";
    }
    pub mod halti1_unk00884 = "HALTI1_UNK00884" at 0x00884 ReadWrite, "No known meaning."
    {
        VALUE, "value", 0, 32, Hex, "", "No known meaning.";
    }
    pub mod icache_prefetch = "ICACHE_PREFETCH" at 0x0088c ReadWrite, ""
    {
        VALUE, "value", 0, 32, Hex, "", "The value.";
    }
    pub mod icache_prefetch_instructions = "ICACHE_PREFETCH_INSTRUCTIONS" at 0x00890 ReadWrite, ""
    {
        VALUE, "value", 0, 32, Hex, "", "The value.";
    }
    pub mod halti5_unk00898 = "HALTI5_UNK00898" at 0x00898 ReadWrite [2 by 4], "No known meaning."
    {
        VALUE, "value", 0, 32, Hex, "", "No known meaning.";
    }
    pub mod halti5_unk008a0 = "HALTI5_UNK008A0" at 0x008a0 ReadWrite, "No known meaning."
    {
        A, "a", 0, 6, Uint, "", "No known meaning.";
        RESERVED6, "reserved6", 6, 6, Reserved, "", "No known meaning.";
        B, "b", 12, 7, Uint, "", "No known meaning.";
        RESERVED19, "reserved19", 19, 1, Reserved, "", "No known meaning.";
        C, "c", 20, 9, Uint, "", "No known meaning.";
        RESERVED29, "reserved29", 29, 3, Reserved, "", "No known meaning.";
    }
    pub mod sampler_base = "SAMPLER_BASE" at 0x008a8 ReadWrite, ""
    {
        VALUE, "value", 0, 32, Hex, "", "The value.";
    }
    pub mod icache_invalidate = "ICACHE_INVALIDATE" at 0x008b0 ReadWrite, ""
    {
        UNK0, "unk0", 0, 1, Bool, "", "No known meaning.";
        UNK1, "unk1", 1, 1, Bool, "", "No known meaning.";
        UNK2, "unk2", 2, 1, Bool, "", "No known meaning.";
        UNK3, "unk3", 3, 1, Bool, "", "No known meaning.";
        UNK4, "unk4", 4, 1, Bool, "", "No known meaning.";
        RESERVED5, "reserved5", 5, 27, Reserved, "", "No known meaning.";
    }
    pub mod halti5_unk008b8 = "HALTI5_UNK008B8" at 0x008b8 ReadWrite, "No known meaning."
    {
        VALUE, "value", 0, 32, Hex, "", "No known meaning.";
    }
    pub mod halti5_range_high = "HALTI5_RANGE_HIGH" at 0x008bc ReadWrite, ""
    {
        VALUE, "value", 0, 32, Hex, "", "The value.";
    }
    pub mod halti5_input = "HALTI5_INPUT" at 0x008c0 ReadWrite [8 by 4], ""
    {
        I0, "i0", 0, 8, Uint, "", "";
        I1, "i1", 8, 8, Uint, "", "";
        I2, "i2", 16, 8, Uint, "", "";
        I3, "i3", 24, 8, Uint, "", "";
    }
    pub mod halti5_output = "HALTI5_OUTPUT" at 0x008e0 ReadWrite [8 by 4], ""
    {
        O0, "o0", 0, 8, Uint, "", "";
        O1, "o1", 8, 8, Uint, "", "";
        O2, "o2", 16, 8, Uint, "", "";
        O3, "o3", 24, 8, Uint, "", "";
    }
    pub mod inst_mem = "INST_MEM" at 0x04000 ReadWrite [1024 by 4], ""
    {
        VALUE, "value", 0, 32, Hex, "", "The value.";
    }
    pub mod uniforms = "UNIFORMS" at 0x05000 ReadWrite [1024 by 4], ""
    {
        VALUE, "value", 0, 32, Hex, "", "The value.";
    }
    pub mod icache_count = "ICACHE_COUNT" at 0x15604 ReadWrite, ""
    {
        VALUE, "value", 0, 32, Hex, "", "The value.";
    }
    pub mod multi_cluster_unk15608 = "MULTI_CLUSTER_UNK15608" at 0x15608 ReadWrite, "No known meaning."
    {
        VALUE, "value", 0, 32, Hex, "", "No known meaning.";
    }
}
