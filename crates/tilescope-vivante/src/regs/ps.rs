//! The pixel shader: locations of code and constants, inputs, and the temporary
//! registers of its outputs. States at 0x1000 to 0x10ff and two at 0x87c, code at
//! 0x6000 and constants at 0x7000.
//!
//! Omitted from the database: REG_COUNT at 0x101e, which is not word-aligned;
//! undocumented.

use super::enums;
use super::pa;
use super::presence::Condition::{
    self, BeforeHalti, CodeInMemory, CodeRanges, Halti, Has, RenderTargets, SeparateCode,
    SeparateConstants, UnifiedConstants,
};
use super::source::RNNDB;
use crate::features::Feature;
use tilescope_tables::registers;

registers! {
    pub static REGISTERS = "PS.", RNNDB, "The registers, by address.", CONDITIONS: Condition;
    pub mod newrange_low = "NEWRANGE_LOW" at 0x0087c ReadWrite when [CodeInMemory], "The first instruction of the pixel shader. Only with HALTI5 or INSTRUCTION_CACHE." word Hex, "instructions", "The number.";
    pub mod newrange_high = "NEWRANGE_HIGH" at 0x00880 ReadWrite when [Has(Feature::InstructionCache), BeforeHalti(5)], "The end of the pixel shader. Only with INSTRUCTION_CACHE, not with HALTI5." word Hex, "instructions", "The number.";
    pub mod end_pc = "END_PC" at 0x01000 ReadWrite, "The instruction after the last." word Hex, "instructions", "The number.";
    pub mod output_reg = "OUTPUT_REG" at 0x01004 ReadWrite reserved 0x8080_8080, "Temporary registers of the output colours."
    {
        N0, "reg0", 0, 7, Uint, "", "Register for render target 0.";
        N1, "reg1", 8, 7, Uint, "", "Register for render target 1.";
        N2, "reg2", 16, 7, Uint, "", "Register for render target 2.";
        N3, "reg3", 24, 7, Uint, "", "Register for render target 3.";
    }
    pub mod input_count = "INPUT_COUNT" at 0x01008 ReadWrite reserved 0xfffe_e0e0, "Inputs of the pixel shader. A write to GL.MULTI_SAMPLE_CONFIG clobbers it."
    {
        COUNT, "count", 0, 5, Uint, "", "Inputs, including the position, which is the first.";
        UNK8, "unk8", 8, 5, Uint, "", "Undocumented; 31 in all known streams.";
        DUAL16, "dual16", 16, 1, Bool, "", "Processes two pixels with 16-bit numbers at a time.";
    }
    pub mod temp_register_control = "TEMP_REGISTER_CONTROL" at 0x0100c ReadWrite reserved 0xffff_ffc0, "Temporary registers of the pixel shader. A wrong number hangs the GPU."
    {
        NUM_TEMPS, "num_temps", 0, 6, Uint, "", "Registers per thread, at least the number of inputs.";
    }
    pub mod control = "CONTROL" at 0x01010 ReadWrite reserved 0xffff_f8e0, "Path of pixels through the shader."
    {
        BYPASS, "bypass", 0, 1, Bool, "", "No shader runs.";
        SATURATE_RT0, "saturate_rt0", 1, 1, Bool, "", "The colour for render target 0 is clamped to the range 0 to 1; for normalised formats.";
        SATURATE_RT1, "saturate_rt1", 2, 1, Bool, "", "The colour for render target 1 is clamped to the range 0 to 1; for normalised formats.";
        SATURATE_RT2, "saturate_rt2", 3, 1, Bool, "", "The colour for render target 2 is clamped to the range 0 to 1; for normalised formats.";
        SATURATE_RT3, "saturate_rt3", 4, 1, Bool, "", "The colour for render target 3 is clamped to the range 0 to 1; for normalised formats.";
        RT_COUNT, "rt_count", 8, 3, MinusOne, "", "Render targets.";
    }
    pub mod perf_counter = "PERF_COUNTER" at 0x01014 ReadWrite, "Performance counters of the pixel shader." word Hex, "", "The value.";
    pub mod start_pc = "START_PC" at 0x01018 ReadWrite, "The first instruction." word Hex, "instructions", "The number.";
    pub mod range = "RANGE" at 0x0101c ReadWrite when [CodeRanges], "The part of the instruction memory that the pixel shader uses. Only with more than 256 instructions."
    {
        LOW, "low", 0, 16, Uint, "instructions", "The first instruction, from the start of the memory.";
        HIGH, "high", 16, 16, Uint, "instructions", "The last instruction, from the start of the memory.";
    }
    pub mod uniform_base = "UNIFORM_BASE" at 0x01024 ReadWrite when [UnifiedConstants], "Base of the pixel shader's constants. Only with unified constants." word Hex, "vec4", "The number.";
    pub mod inst_addr = "INST_ADDR" at 0x01028 ReadWrite when [Has(Feature::InstructionCache)], "Address of the pixel shader's code in memory, a multiple of 256. Only with INSTRUCTION_CACHE." word Address(0), "", "The address.";
    pub mod output_reg2 = "OUTPUT_REG2" at 0x0102c ReadWrite, "Temporary registers of the output colours of render targets 4 to 7."
    {
        N4, "reg4", 0, 7, Uint, "", "Register for render target 4.";
        SATURATE_RT4, "saturate_rt4", 7, 1, Bool, "", "The colour for render target 4 is clamped to the range 0 to 1.";
        N5, "reg5", 8, 7, Uint, "", "Register for render target 5.";
        SATURATE_RT5, "saturate_rt5", 15, 1, Bool, "", "The colour for render target 5 is clamped to the range 0 to 1.";
        N6, "reg6", 16, 7, Uint, "", "Register for render target 6.";
        SATURATE_RT6, "saturate_rt6", 23, 1, Bool, "", "The colour for render target 6 is clamped to the range 0 to 1.";
        N7, "reg7", 24, 7, Uint, "", "Register for render target 7.";
        SATURATE_RT7, "saturate_rt7", 31, 1, Bool, "", "The colour for render target 7 is clamped to the range 0 to 1.";
    }
    pub mod control_ext = "CONTROL_EXT" at 0x01030 ReadWrite reserved 0x8888_8888, "Form of the colours passed to PE."
    {
        OUTPUT_MODE0, "output_mode0", 0, 3, Enum(&enums::COLOR_OUTPUT_MODE), "", "For render target 0.";
        OUTPUT_MODE1, "output_mode1", 4, 3, Enum(&enums::COLOR_OUTPUT_MODE), "", "For render target 1.";
        OUTPUT_MODE2, "output_mode2", 8, 3, Enum(&enums::COLOR_OUTPUT_MODE), "", "For render target 2.";
        OUTPUT_MODE3, "output_mode3", 12, 3, Enum(&enums::COLOR_OUTPUT_MODE), "", "For render target 3.";
        OUTPUT_MODE4, "output_mode4", 16, 3, Enum(&enums::COLOR_OUTPUT_MODE), "", "For render target 4.";
        OUTPUT_MODE5, "output_mode5", 20, 3, Enum(&enums::COLOR_OUTPUT_MODE), "", "For render target 5.";
        OUTPUT_MODE6, "output_mode6", 24, 3, Enum(&enums::COLOR_OUTPUT_MODE), "", "For render target 6.";
        OUTPUT_MODE7, "output_mode7", 28, 3, Enum(&enums::COLOR_OUTPUT_MODE), "", "For render target 7.";
    }
    pub mod unk01034 = "UNK01034" at 0x01034 ReadWrite, "Undocumented; perhaps always 0x3f." word Hex, "", "Undocumented.";
    pub mod unk01038 = "UNK01038" at 0x01038 ReadWrite when [RenderTargets(8)], "Undocumented. Only with eight render targets." word Hex, "", "Undocumented.";
    pub mod halti3_unk0103c = "HALTI3_UNK0103C" at 0x0103c ReadWrite when [Halti(3)], "Undocumented. Only with HALTI3." word Hex, "", "Undocumented.";
    pub mod unk01040 = "UNK01040" at 0x01040 ReadWrite [2 by 4] when [Halti(2)], "Undocumented. Only with HALTI2." word Hex, "", "Undocumented.";
    pub mod icache_prefetch = "ICACHE_PREFETCH" at 0x01048 Write, "Starts the prefetch of the pixel shader's code." word Hex, "", "The value.";
    pub mod icache_prefetch_instructions = "ICACHE_PREFETCH_INSTRUCTIONS" at 0x0104c ReadWrite, "Instructions to prefetch." word Hex, "instructions", "The number.";
    pub mod msaa_config = "MSAA_CONFIG" at 0x01054 ReadWrite reserved 0x6606_6670, "Mask of drawn samples. Only with MSAA_FRAGMENT_OPERATION."
    {
        SAMPLE_MASK, "sample_mask", 0, 4, Hex, "", "Mask of the samples that may be drawn.";
        SAMPLE_MASK_MASK, "sample_mask_mask", 7, 1, Keeps(&[&SAMPLE_MASK]), "", "If set, `sample_mask` is unchanged.";
        SAMPLE_MASK_ENABLE, "sample_mask_enable", 8, 1, Bool, "", "The sample mask is used.";
        SAMPLE_MASK_ENABLE_MASK, "sample_mask_enable_mask", 11, 1, Keeps(&[&SAMPLE_MASK_ENABLE]), "", "If set, `sample_mask_enable` is unchanged.";
        ALPHA_TO_COVERAGE, "alpha_to_coverage", 12, 1, Bool, "", "Alpha to coverage.";
        ALPHA_TO_COVERAGE_MASK, "alpha_to_coverage_mask", 15, 1, Keeps(&[&ALPHA_TO_COVERAGE]), "", "If set, `alpha_to_coverage` is unchanged.";
        SAMPLE_COVERAGE_INVERT, "sample_coverage_invert", 16, 1, Bool, "", "Inverts the coverage.";
        SAMPLE_COVERAGE_INVERT_MASK, "sample_coverage_invert_mask", 19, 1, Keeps(&[&SAMPLE_COVERAGE_INVERT]), "", "If set, `sample_coverage_invert` is unchanged.";
        SAMPLE_COVERAGE_VALUE, "sample_coverage_value", 20, 5, Uint, "", "Fraction of the samples that are drawn.";
        SAMPLE_COVERAGE_VALUE_MASK, "sample_coverage_value_mask", 27, 1, Keeps(&[&SAMPLE_COVERAGE_VALUE]), "", "If set, `sample_coverage_value` is unchanged.";
        SAMPLE_COVERAGE, "sample_coverage", 28, 1, Bool, "", "The coverage value is used.";
        SAMPLE_COVERAGE_MASK, "sample_coverage_mask", 31, 1, Keeps(&[&SAMPLE_COVERAGE]), "", "If set, `sample_coverage` is unchanged.";
    }
    pub mod sampler_base = "SAMPLER_BASE" at 0x01058 ReadWrite when [Halti(5)], "Base of the pixel shader's samplers. Only with HALTI5." word Uint, "", "The number.";
    pub mod alpha_to_coverage_dither = "ALPHA_TO_COVERAGE_DITHER" at 0x01060 ReadWrite [8 by 4], "Alpha thresholds by position. Only with MSAA_FRAGMENT_OPERATION." word Hex, "", "The value.";
    pub mod varying_num_components = "VARYING_NUM_COMPONENTS" at 0x01080 ReadWrite [4 by 4] when [Halti(5)], "Components of the varyings, eight in a word. Only with HALTI5." as pa::varying_num_components;
    pub mod halti5_range_high = "HALTI5_RANGE_HIGH" at 0x01090 ReadWrite when [Halti(5)], "The end of the pixel shader. Only with HALTI5." word Hex, "instructions", "The number.";
    pub mod icache_count = "ICACHE_COUNT" at 0x01094 ReadWrite when [Halti(5)], "Instructions of the pixel shader. Only with HALTI5." word Hex, "instructions", "The number.";
    pub mod halti5_unk01098 = "HALTI5_UNK01098" at 0x01098 ReadWrite when [Halti(5)], "Undocumented. Only with HALTI5." word Hex, "", "Undocumented.";
    pub mod pscs_throttle = "PSCS_THROTTLE" at 0x0109c ReadWrite when [Has(Feature::PscsThrottle)], "Throttles pixel and compute shaders. Only with PSCS_THROTTLE." word Hex, "", "The value.";
    pub mod nn_inst_addr = "NN_INST_ADDR" at 0x010a0 ReadWrite when [Has(Feature::InstructionCache)], "Address of the code of the neural network unit, a multiple of 256. Only with INSTRUCTION_CACHE." word Address(0), "", "The address.";
    pub mod unk10a4 = "UNK10A4" at 0x010a4 ReadWrite, "Undocumented; written after NN_INST_ADDR or TP_INST_ADDR." word Hex, "", "Undocumented.";
    pub mod multi_cluster_unk10a8 = "MULTI_CLUSTER_UNK10A8" at 0x010a8 ReadWrite when [Has(Feature::MultiCluster)], "Undocumented. Only with MULTI_CLUSTER." word Hex, "", "Undocumented.";
    pub mod tp_inst_addr = "TP_INST_ADDR" at 0x010b8 ReadWrite when [Has(Feature::InstructionCache)], "Address of the code of the tensor unit, a multiple of 256. Only with INSTRUCTION_CACHE." word Address(0), "", "The address.";
    pub mod inst_mem = "INST_MEM" at 0x06000 ReadWrite [1024 by 4] when [SeparateCode], "Code of the pixel shader, four words per instruction. Only with up to 256 instructions." word Hex, "", "The value.";
    pub mod uniforms = "UNIFORMS" at 0x07000 ReadWrite [1024 by 4] when [SeparateConstants], "Constants of the pixel shader, four words each. Not with unified constants." word Float32, "", "The number, or the bits of an integer.";
}
