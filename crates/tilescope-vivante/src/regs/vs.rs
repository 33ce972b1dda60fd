//! The vertex shader: locations of code and constants, and the temporary registers
//! of inputs and outputs. States at 0x800 to 0x8ff, code at 0x4000 and constants at
//! 0x5000.
//!
//! Omitted from the database: a second field of HALTI5_OUTPUT_COUNT at bits 8 to
//! 18, which overlaps the first (0 to 9). It holds 16 times the count, so one of
//! the two positions is wrong; Mesa writes `count | count * 16 << 8`.

use super::presence::Condition::{
    self, BeforeHalti, CodeInMemory, CodeRanges, Halti, Has, SeparateCode, SeparateConstants,
    UnifiedConstants,
};
use super::source::RNNDB;
use crate::features::Feature;
use tilescope_tables::registers;

registers! {
    pub static REGISTERS = "VS.", RNNDB, "The registers, by address.", CONDITIONS: Condition;
    pub mod end_pc = "END_PC" at 0x00800 ReadWrite, "The instruction after the last." word Hex, "instructions", "The number.";
    pub mod output_count = "OUTPUT_COUNT" at 0x00804 ReadWrite reserved 0xff00_0000, "Outputs of the vertex shader."
    {
        COUNT, "count", 0, 8, Uint, "", "Outputs, with the position.";
        OUTPUT16_REG, "output16_reg", 8, 8, Uint, "", "Temporary register of output 16.";
        OUTPUT17_REG, "output17_reg", 16, 8, Uint, "", "Temporary register of output 17.";
    }
    pub mod input_count = "INPUT_COUNT" at 0x00808 ReadWrite reserved 0x7fff_e0e0, "Inputs of the vertex shader. Must equal the number of vertex elements, or the GPU hangs."
    {
        COUNT, "count", 0, 5, Uint, "", "Inputs.";
        UNK8, "unk8", 8, 5, Uint, "", "Undocumented; Mesa writes a function of the input count.";
        ID_ENABLE, "id_enable", 31, 1, Bool, "", "The last input holds the numbers of vertex and instance.";
    }
    pub mod temp_register_control = "TEMP_REGISTER_CONTROL" at 0x0080c ReadWrite reserved 0xffff_ffc0, "Temporary registers of the vertex shader."
    {
        NUM_TEMPS, "num_temps", 0, 6, Uint, "", "Registers per thread.";
    }
    pub mod output = "OUTPUT" at 0x00810 ReadWrite [4 by 4] when [BeforeHalti(5)], "Temporary registers of the shader's outputs. Not with HALTI5."
    {
        O0, "o0", 0, 8, Uint, "", "Register of output 0 of the word.";
        O1, "o1", 8, 8, Uint, "", "Register of output 1 of the word.";
        O2, "o2", 16, 8, Uint, "", "Register of output 2 of the word.";
        O3, "o3", 24, 8, Uint, "", "Register of output 3 of the word.";
    }
    pub mod input = "INPUT" at 0x00820 ReadWrite [4 by 4] when [BeforeHalti(5)], "Temporary registers of the shader's inputs. Not with HALTI5."
    {
        I0, "i0", 0, 8, Uint, "", "Register of input 0 of the word.";
        I1, "i1", 8, 8, Uint, "", "Register of input 1 of the word.";
        I2, "i2", 16, 8, Uint, "", "Register of input 2 of the word.";
        I3, "i3", 24, 8, Uint, "", "Register of input 3 of the word.";
    }
    pub mod load_balancing = "LOAD_BALANCING" at 0x00830 ReadWrite, "Distribution of work between vertex and pixel shader."
    {
        A, "a", 0, 8, Uint, "", "Undocumented.";
        B, "b", 8, 8, Uint, "", "Undocumented.";
        C, "c", 16, 8, Uint, "", "Undocumented.";
        D, "d", 24, 8, Uint, "", "Undocumented.";
    }
    pub mod perf_counter = "PERF_COUNTER" at 0x00834 ReadWrite, "Performance counters of the vertex shader." word Hex, "", "The value.";
    pub mod start_pc = "START_PC" at 0x00838 ReadWrite, "The first instruction." word Hex, "instructions", "The number.";
    pub mod unk00850 = "UNK00850" at 0x00850 ReadWrite, "Undocumented." word Hex, "", "Undocumented.";
    pub mod unk00854 = "UNK00854" at 0x00854 ReadWrite, "Undocumented." word Hex, "", "Undocumented.";
    pub mod unk00858 = "UNK00858" at 0x00858 ReadWrite, "Undocumented." word Hex, "", "Undocumented.";
    pub mod range = "RANGE" at 0x0085c ReadWrite when [CodeRanges], "The part of the instruction memory that the vertex shader uses. Only with more than 256 instructions."
    {
        LOW, "low", 0, 16, Uint, "instructions", "The first instruction, from the start of the memory.";
        HIGH, "high", 16, 16, Uint, "instructions", "The last instruction, from the start of the memory.";
    }
    pub mod uniform_base = "UNIFORM_BASE" at 0x00864 ReadWrite when [UnifiedConstants], "Base of the vertex shader's constants. Only with unified constants." word Hex, "vec4", "The number.";
    pub mod inst_addr = "INST_ADDR" at 0x0086c ReadWrite when [Has(Feature::InstructionCache)], "Address of the vertex shader's code in memory, a multiple of 256. Only with INSTRUCTION_CACHE." word Address(0), "", "The address.";
    pub mod halti5_output_count = "HALTI5_OUTPUT_COUNT" at 0x00870 ReadWrite when [Halti(5)] reserved 0xffff_fc00, "Outputs of the vertex shader. Only with HALTI5."
    {
        COUNT, "count", 0, 10, Uint, "", "Outputs, with the position.";
    }
    pub mod newrange_low = "NEWRANGE_LOW" at 0x00874 ReadWrite when [CodeInMemory], "The first instruction of the vertex shader. Only with HALTI5 or INSTRUCTION_CACHE." word Hex, "instructions", "The number.";
    pub mod newrange_high = "NEWRANGE_HIGH" at 0x00878 ReadWrite when [Has(Feature::InstructionCache), BeforeHalti(5)], "The end of the vertex shader. Only with INSTRUCTION_CACHE, not with HALTI5." word Hex, "instructions", "The number.";
    pub mod halti1_unk00884 = "HALTI1_UNK00884" at 0x00884 ReadWrite when [Halti(1)], "Undocumented. Only with HALTI1." word Hex, "", "Undocumented.";
    pub mod icache_prefetch = "ICACHE_PREFETCH" at 0x0088c Write, "Starts the prefetch of the vertex shader's code." word Hex, "", "The value.";
    pub mod icache_prefetch_instructions = "ICACHE_PREFETCH_INSTRUCTIONS" at 0x00890 ReadWrite when [BeforeHalti(5)], "Instructions to prefetch. Not with HALTI5." word Hex, "instructions", "The number.";
    pub mod halti5_unk00898 = "HALTI5_UNK00898" at 0x00898 ReadWrite [2 by 4] when [Halti(5)], "Undocumented. Only with HALTI5." word Hex, "", "Undocumented.";
    pub mod halti5_unk008a0 = "HALTI5_UNK008A0" at 0x008a0 ReadWrite when [Halti(5)] reserved 0xe008_0fc0, "Related to the outputs of the vertex shader. Only with HALTI5."
    {
        A, "a", 0, 6, Uint, "", "Undocumented; the vendor's driver writes 14.";
        B, "b", 12, 7, Uint, "", "Undocumented; the vendor's driver writes 16.";
        C, "c", 20, 9, Uint, "", "Undocumented; the vendor's driver writes 272 divided by the number of outputs.";
    }
    pub mod sampler_base = "SAMPLER_BASE" at 0x008a8 ReadWrite when [Halti(5)], "Base of the vertex shader's samplers. Only with HALTI5." word Uint, "", "The number.";
    pub mod icache_invalidate = "ICACHE_INVALIDATE" at 0x008b0 Write when [Halti(5)] reserved 0xffff_ffe0, "Invalidates the instruction cache when all five bits are set. Only with HALTI5."
    {
        UNK0, "unk0", 0, 1, Bool, "", "Undocumented.";
        UNK1, "unk1", 1, 1, Bool, "", "Undocumented.";
        UNK2, "unk2", 2, 1, Bool, "", "Undocumented.";
        UNK3, "unk3", 3, 1, Bool, "", "Undocumented.";
        UNK4, "unk4", 4, 1, Bool, "", "Undocumented.";
    }
    pub mod halti5_unk008b8 = "HALTI5_UNK008B8" at 0x008b8 ReadWrite when [Halti(5)], "Undocumented. Only with HALTI5." word Hex, "", "Undocumented.";
    pub mod halti5_range_high = "HALTI5_RANGE_HIGH" at 0x008bc ReadWrite when [Halti(5)], "The end of the vertex shader. Only with HALTI5." word Hex, "instructions", "The number.";
    pub mod halti5_input = "HALTI5_INPUT" at 0x008c0 ReadWrite [8 by 4] when [Halti(5)], "Temporary registers of the shader's inputs. Only with HALTI5." as input;
    pub mod halti5_output = "HALTI5_OUTPUT" at 0x008e0 ReadWrite [8 by 4] when [Halti(5)], "Temporary registers of the shader's outputs. Only with HALTI5." as output;
    pub mod inst_mem = "INST_MEM" at 0x04000 ReadWrite [1024 by 4] when [SeparateCode], "Code of the vertex shader, four words per instruction. Only with up to 256 instructions." word Hex, "", "The value.";
    pub mod uniforms = "UNIFORMS" at 0x05000 ReadWrite [1024 by 4] when [SeparateConstants], "Constants of the vertex shader, four words each. Not with unified constants." word Float32, "", "The number, or the bits of an integer.";
    pub mod icache_count = "ICACHE_COUNT" at 0x15604 ReadWrite when [Halti(5)], "Instructions of the vertex shader. Only with HALTI5." word Hex, "instructions", "The number.";
    pub mod multi_cluster_unk15608 = "MULTI_CLUSTER_UNK15608" at 0x15608 ReadWrite when [Has(Feature::MultiCluster)], "Undocumented. Only with MULTI_CLUSTER." word Hex, "", "Undocumented.";
}
