//! States shared by both shaders: the target of loads, and the memories of chips
//! with more than 256 instructions or with unified constants. States at 0x860,
//! 0x868 and 0x15600, code at 0x8000, 0xc000 and 0x20000, constants at 0x30000.

use super::presence::Condition::{self, BeforeHalti, Halti, Has, SharedCode, UnifiedConstants};
use super::source::RNNDB;
use crate::features::Feature;
use tilescope_tables::registers;

registers! {
    pub static REGISTERS = "SH.", RNNDB, "The registers, by address.", CONDITIONS: Condition;
    pub mod control = "CONTROL" at 0x00860 ReadWrite when [BeforeHalti(5)] reserved 0xffff_efee, "Shader whose caches are used by loads of code and constants. Only with more than 256 instructions, not with HALTI5."
    {
        PS_CODE, "ps_code", 0, 1, Bool, "", "Code is the pixel shader's, not the vertex shader's.";
        PS_UNIFORM, "ps_uniform", 4, 1, Bool, "", "Constants are the pixel shader's, not the vertex shader's.";
        RTNE_ROUNDING, "rtne_rounding", 12, 1, Bool, "", "Numbers round to the nearest, ties to even.";
    }
    pub mod icache_control = "ICACHE_CONTROL" at 0x00868 ReadWrite when [Has(Feature::InstructionCache)] reserved 0xffff_ffce, "The instruction cache. Only with INSTRUCTION_CACHE."
    {
        ENABLE, "enable", 0, 1, Bool, "", "Code is read from memory.";
        FLUSH_VS, "flush_vs", 4, 1, Bool, "", "Invalidates the vertex shader's part, before a change of its address.";
        FLUSH_PS, "flush_ps", 5, 1, Bool, "", "Invalidates the pixel shader's part, before a change of its address.";
    }
    pub mod inst_mem_mirror = "INST_MEM_MIRROR" at 0x08000 ReadWrite [4096 by 4], "An alias of INST_MEM, which the vendor's driver uses for the pixel shader." word Hex, "", "The value.";
    pub mod inst_mem = "INST_MEM" at 0x0c000 ReadWrite [4096 by 4] when [SharedCode], "Code of both shaders, four words per instruction. Only with 257 to 1024 instructions." word Hex, "", "The value.";
    pub mod config = "CONFIG" at 0x15600 ReadWrite when [Halti(5)] reserved 0xffff_fff9, "Treatment of numbers. Only with HALTI5."
    {
        RTNE_ROUNDING, "rtne_rounding", 1, 1, Bool, "", "Numbers round to the nearest, ties to even.";
        DUAL16, "dual16", 2, 1, Bool, "", "Processes two pixels with 16-bit numbers at a time.";
    }
    pub mod unk20000 = "UNK20000" at 0x20000 ReadWrite [8192 by 4], "Code of both shaders, four words per instruction, selected by CONTROL. Only with more than 1024 instructions." word Hex, "", "The value.";
    pub mod uniforms = "UNIFORMS" at 0x30000 ReadWrite [2048 by 4] when [UnifiedConstants], "Constants of both shaders, four words each. Only with unified constants." word Float32, "", "The number, or the bits of an integer.";
    pub mod halti5_uniforms_mirror = "HALTI5_UNIFORMS_MIRROR" at 0x34000 ReadWrite [2048 by 4], "An alias of HALTI5_UNIFORMS, which Mesa uses for the vertex shader." word Float32, "", "The number, or the bits of an integer.";
    pub mod halti5_uniforms = "HALTI5_UNIFORMS" at 0x36000 ReadWrite [2048 by 4] when [Halti(5)], "Constants of both shaders, four words each. Only with HALTI5." word Float32, "", "The number, or the bits of an integer.";
}
