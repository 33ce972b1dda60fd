//! .

use super::enums;
use super::source::RNNDB;
use tilescope_tables::registers;

registers! {
    pub static REGISTERS = "PS", RNNDB, "The registers, by address.";
    pub mod newrange_low = "NEWRANGE_LOW" at 0x0087c ReadWrite, ""
    {
        VALUE, "value", 0, 32, Hex, "", "The value.";
    }
    pub mod newrange_high = "NEWRANGE_HIGH" at 0x00880 ReadWrite, ""
    {
        VALUE, "value", 0, 32, Hex, "", "The value.";
    }
    pub mod end_pc = "END_PC" at 0x01000 ReadWrite, ""
    {
        VALUE, "value", 0, 32, Hex, "", "The value.";
    }
    pub mod output_reg = "OUTPUT_REG" at 0x01004 ReadWrite, ""
    {
        N0, "0", 0, 7, Uint, "", "";
        RESERVED7, "reserved7", 7, 1, Reserved, "", "No known meaning.";
        N1, "1", 8, 7, Uint, "", "";
        RESERVED15, "reserved15", 15, 1, Reserved, "", "No known meaning.";
        N2, "2", 16, 7, Uint, "", "";
        RESERVED23, "reserved23", 23, 1, Reserved, "", "No known meaning.";
        N3, "3", 24, 7, Uint, "", "";
        RESERVED31, "reserved31", 31, 1, Reserved, "", "No known meaning.";
    }
    pub mod input_count = "INPUT_COUNT" at 0x01008 ReadWrite, ""
    {
        COUNT, "count", 0, 5, Uint, "", "";
        RESERVED5, "reserved5", 5, 3, Reserved, "", "No known meaning.";
        UNK8, "unk8", 8, 5, Uint, "", "No known meaning.";
        RESERVED13, "reserved13", 13, 3, Reserved, "", "No known meaning.";
        DUAL16, "dual16", 16, 1, Bool, "", "";
        RESERVED17, "reserved17", 17, 15, Reserved, "", "No known meaning.";
    }
    pub mod temp_register_control = "TEMP_REGISTER_CONTROL" at 0x0100c ReadWrite, ""
    {
        NUM_TEMPS, "num_temps", 0, 6, Uint, "", "";
        RESERVED6, "reserved6", 6, 26, Reserved, "", "No known meaning.";
    }
    pub mod control = "CONTROL" at 0x01010 ReadWrite, ""
    {
        BYPASS, "bypass", 0, 1, Bool, "", "";
        SATURATE_RT0, "saturate_rt0", 1, 1, Bool, "", "";
        SATURATE_RT1, "saturate_rt1", 2, 1, Bool, "", "";
        SATURATE_RT2, "saturate_rt2", 3, 1, Bool, "", "";
        SATURATE_RT3, "saturate_rt3", 4, 1, Bool, "", "";
        RESERVED5, "reserved5", 5, 3, Reserved, "", "No known meaning.";
        RT_COUNT, "rt_count", 8, 3, Uint, "", "";
        RESERVED11, "reserved11", 11, 21, Reserved, "", "No known meaning.";
    }
    pub mod perf_counter = "PERF_COUNTER" at 0x01014 ReadWrite, ""
    {
        VALUE, "value", 0, 32, Hex, "", "The value.";
    }
    pub mod start_pc = "START_PC" at 0x01018 ReadWrite, ""
    {
        VALUE, "value", 0, 32, Hex, "", "The value.";
    }
    pub mod range = "RANGE" at 0x0101c ReadWrite, ""
    {
        LOW, "low", 0, 16, Uint, "", "";
        HIGH, "high", 16, 16, Uint, "", "";
    }
    pub mod uniform_base = "UNIFORM_BASE" at 0x01024 ReadWrite, ""
    {
        VALUE, "value", 0, 32, Hex, "", "The value.";
    }
    pub mod inst_addr = "INST_ADDR" at 0x01028 ReadWrite, ""
    {
        VALUE, "value", 0, 32, Address(0), "", "The value.";
    }
    pub mod output_reg2 = "OUTPUT_REG2" at 0x0102c ReadWrite, ""
    {
        N4, "4", 0, 7, Uint, "", "";
        SATURATE_RT4, "saturate_rt4", 7, 1, Bool, "", "";
        N5, "5", 8, 7, Uint, "", "";
        SATURATE_RT5, "saturate_rt5", 15, 1, Bool, "", "";
        N6, "6", 16, 7, Uint, "", "";
        SATURATE_RT6, "saturate_rt6", 23, 1, Bool, "", "";
        N7, "7", 24, 7, Uint, "", "";
        SATURATE_RT7, "saturate_rt7", 31, 1, Bool, "", "";
    }
    pub mod control_ext = "CONTROL_EXT" at 0x01030 ReadWrite, ""
    {
        OUTPUT_MODE0, "output_mode0", 0, 3, Enum(&enums::COLOR_OUTPUT_MODE), "", "";
        RESERVED3, "reserved3", 3, 1, Reserved, "", "No known meaning.";
        OUTPUT_MODE1, "output_mode1", 4, 3, Enum(&enums::COLOR_OUTPUT_MODE), "", "";
        RESERVED7, "reserved7", 7, 1, Reserved, "", "No known meaning.";
        OUTPUT_MODE2, "output_mode2", 8, 3, Enum(&enums::COLOR_OUTPUT_MODE), "", "";
        RESERVED11, "reserved11", 11, 1, Reserved, "", "No known meaning.";
        OUTPUT_MODE3, "output_mode3", 12, 3, Enum(&enums::COLOR_OUTPUT_MODE), "", "";
        RESERVED15, "reserved15", 15, 1, Reserved, "", "No known meaning.";
        OUTPUT_MODE4, "output_mode4", 16, 3, Enum(&enums::COLOR_OUTPUT_MODE), "", "";
        RESERVED19, "reserved19", 19, 1, Reserved, "", "No known meaning.";
        OUTPUT_MODE5, "output_mode5", 20, 3, Enum(&enums::COLOR_OUTPUT_MODE), "", "";
        RESERVED23, "reserved23", 23, 1, Reserved, "", "No known meaning.";
        OUTPUT_MODE6, "output_mode6", 24, 3, Enum(&enums::COLOR_OUTPUT_MODE), "", "";
        RESERVED27, "reserved27", 27, 1, Reserved, "", "No known meaning.";
        OUTPUT_MODE7, "output_mode7", 28, 3, Enum(&enums::COLOR_OUTPUT_MODE), "", "";
        RESERVED31, "reserved31", 31, 1, Reserved, "", "No known meaning.";
    }
    pub mod unk01034 = "UNK01034" at 0x01034 ReadWrite, "No known meaning."
    {
        VALUE, "value", 0, 32, Hex, "", "No known meaning.";
    }
    pub mod unk01038 = "UNK01038" at 0x01038 ReadWrite, "No known meaning."
    {
        VALUE, "value", 0, 32, Hex, "", "No known meaning.";
    }
    pub mod halti3_unk0103c = "HALTI3_UNK0103C" at 0x0103c ReadWrite, "No known meaning."
    {
        VALUE, "value", 0, 32, Hex, "", "No known meaning.";
    }
    pub mod unk01040 = "UNK01040" at 0x01040 ReadWrite [2 by 4], "No known meaning."
    {
        VALUE, "value", 0, 32, Hex, "", "No known meaning.";
    }
    pub mod icache_prefetch = "ICACHE_PREFETCH" at 0x01048 ReadWrite, ""
    {
        VALUE, "value", 0, 32, Hex, "", "The value.";
    }
    pub mod icache_prefetch_instructions = "ICACHE_PREFETCH_INSTRUCTIONS" at 0x0104c ReadWrite, ""
    {
        VALUE, "value", 0, 32, Hex, "", "The value.";
    }
    pub mod msaa_config = "MSAA_CONFIG" at 0x01054 ReadWrite, ""
    {
        SAMPLE_MASK, "sample_mask", 0, 4, Uint, "", "";
        RESERVED4, "reserved4", 4, 3, Reserved, "", "No known meaning.";
        SAMPLE_MASK_MASK, "sample_mask_mask", 7, 1, Keeps(&[&SAMPLE_MASK]), "", "Set: `sample_mask` stays as it is.";
        SAMPLE_MASK_ENABLE, "sample_mask_enable", 8, 1, Bool, "", "";
        RESERVED9, "reserved9", 9, 2, Reserved, "", "No known meaning.";
        SAMPLE_MASK_ENABLE_MASK, "sample_mask_enable_mask", 11, 1, Keeps(&[&SAMPLE_MASK_ENABLE]), "", "Set: `sample_mask_enable` stays as it is.";
        ALPHA_TO_COVERAGE, "alpha_to_coverage", 12, 1, Bool, "", "";
        RESERVED13, "reserved13", 13, 2, Reserved, "", "No known meaning.";
        ALPHA_TO_COVERAGE_MASK, "alpha_to_coverage_mask", 15, 1, Keeps(&[&ALPHA_TO_COVERAGE]), "", "Set: `alpha_to_coverage` stays as it is.";
        SAMPLE_COVERAGE_INVERT, "sample_coverage_invert", 16, 1, Bool, "", "";
        RESERVED17, "reserved17", 17, 2, Reserved, "", "No known meaning.";
        SAMPLE_COVERAGE_INVERT_MASK, "sample_coverage_invert_mask", 19, 1, Keeps(&[&SAMPLE_COVERAGE_INVERT]), "", "Set: `sample_coverage_invert` stays as it is.";
        SAMPLE_COVERAGE_VALUE, "sample_coverage_value", 20, 5, Uint, "", "";
        RESERVED25, "reserved25", 25, 2, Reserved, "", "No known meaning.";
        SAMPLE_COVERAGE_VALUE_MASK, "sample_coverage_value_mask", 27, 1, Keeps(&[&SAMPLE_COVERAGE_VALUE]), "", "Set: `sample_coverage_value` stays as it is.";
        SAMPLE_COVERAGE, "sample_coverage", 28, 1, Bool, "", "";
        RESERVED29, "reserved29", 29, 2, Reserved, "", "No known meaning.";
        SAMPLE_COVERAGE_MASK, "sample_coverage_mask", 31, 1, Keeps(&[&SAMPLE_COVERAGE]), "", "Set: `sample_coverage` stays as it is.";
    }
    pub mod sampler_base = "SAMPLER_BASE" at 0x01058 ReadWrite, ""
    {
        VALUE, "value", 0, 32, Hex, "", "The value.";
    }
    pub mod alpha_to_coverage_dither = "ALPHA_TO_COVERAGE_DITHER" at 0x01060 ReadWrite [8 by 4], ""
    {
        VALUE, "value", 0, 32, Hex, "", "The value.";
    }
    pub mod varying_num_components = "VARYING_NUM_COMPONENTS" at 0x01080 ReadWrite [4 by 4], ""
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
    pub mod halti5_range_high = "HALTI5_RANGE_HIGH" at 0x01090 ReadWrite, ""
    {
        VALUE, "value", 0, 32, Hex, "", "The value.";
    }
    pub mod icache_count = "ICACHE_COUNT" at 0x01094 ReadWrite, ""
    {
        VALUE, "value", 0, 32, Hex, "", "The value.";
    }
    pub mod halti5_unk01098 = "HALTI5_UNK01098" at 0x01098 ReadWrite, "No known meaning."
    {
        VALUE, "value", 0, 32, Hex, "", "No known meaning.";
    }
    pub mod pscs_throttle = "PSCS_THROTTLE" at 0x0109c ReadWrite, ""
    {
        VALUE, "value", 0, 32, Hex, "", "The value.";
    }
    pub mod nn_inst_addr = "NN_INST_ADDR" at 0x010a0 ReadWrite, ""
    {
        VALUE, "value", 0, 32, Address(0), "", "The value.";
    }
    pub mod unk10a4 = "UNK10A4" at 0x010a4 ReadWrite, "No known meaning."
    {
        VALUE, "value", 0, 32, Hex, "", "No known meaning.";
    }
    pub mod multi_cluster_unk10a8 = "MULTI_CLUSTER_UNK10A8" at 0x010a8 ReadWrite, "No known meaning."
    {
        VALUE, "value", 0, 32, Hex, "", "No known meaning.";
    }
    pub mod tp_inst_addr = "TP_INST_ADDR" at 0x010b8 ReadWrite, ""
    {
        VALUE, "value", 0, 32, Address(0), "", "The value.";
    }
    pub mod inst_mem = "INST_MEM" at 0x06000 ReadWrite [1024 by 4], ""
    {
        VALUE, "value", 0, 32, Hex, "", "The value.";
    }
    pub mod uniforms = "UNIFORMS" at 0x07000 ReadWrite [1024 by 4], ""
    {
        VALUE, "value", 0, 32, Hex, "", "The value.";
    }
}
