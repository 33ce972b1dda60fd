//! The composition engine, at 0x3000: blends up to eight surfaces. Only with
//! COMPOSITION; largely undocumented.

use super::presence::Condition::{self, Has};
use super::source::RNNDB;
use crate::features::Feature;
use tilescope_tables::registers;

registers! {
    pub static REGISTERS = "CO.", RNNDB, "The registers, by address.", CONDITIONS: Condition;
    pub mod unk03008 = "UNK03008" at 0x03008 ReadWrite, "Undocumented." word Hex, "", "Undocumented.";
    pub mod kicker = "KICKER" at 0x0300c Write, "Any write starts the composition." word Hex, "", "The value.";
    pub mod unk03010 = "UNK03010" at 0x03010 ReadWrite, "Undocumented." word Hex, "", "Undocumented.";
    pub mod unk03014 = "UNK03014" at 0x03014 ReadWrite, "Undocumented." word Hex, "", "Undocumented.";
    pub mod unk03018 = "UNK03018" at 0x03018 ReadWrite, "Undocumented." word Hex, "", "Undocumented.";
    pub mod unk0301c = "UNK0301C" at 0x0301c ReadWrite, "Undocumented." word Hex, "", "Undocumented.";
    pub mod unk03020 = "UNK03020" at 0x03020 ReadWrite, "Undocumented." word Hex, "", "Undocumented.";
    pub mod unk03024 = "UNK03024" at 0x03024 ReadWrite, "Undocumented." word Hex, "", "Undocumented.";
    pub mod unk03040 = "UNK03040" at 0x03040 ReadWrite, "Undocumented." word Hex, "", "Undocumented.";
    pub mod unk03044 = "UNK03044" at 0x03044 ReadWrite, "Undocumented." word Hex, "", "Undocumented.";
    pub mod unk03048 = "UNK03048" at 0x03048 ReadWrite, "Undocumented." word Hex, "", "Undocumented.";
    pub mod icache_unk0304c = "ICACHE_UNK0304C" at 0x0304c ReadWrite when [Has(Feature::InstructionCache)], "Undocumented. Only with INSTRUCTION_CACHE." word Hex, "", "Undocumented.";
    pub mod sampler_unk03060 = "SAMPLER.UNK03060" at 0x03060 ReadWrite [8 by 4], "Undocumented." word Hex, "", "Undocumented.";
    pub mod sampler_unk03080 = "SAMPLER.UNK03080" at 0x03080 ReadWrite [8 by 4], "Undocumented." word Hex, "", "Undocumented.";
    pub mod sampler_unk030a0 = "SAMPLER.UNK030A0" at 0x030a0 ReadWrite [8 by 4], "Undocumented." word Hex, "", "Undocumented.";
    pub mod sampler_unk030c0 = "SAMPLER.UNK030C0" at 0x030c0 ReadWrite [8 by 4], "Undocumented." word Hex, "", "Undocumented.";
    pub mod sampler_unk030e0 = "SAMPLER.UNK030E0" at 0x030e0 ReadWrite [8 by 4], "Undocumented." word Hex, "", "Undocumented.";
    pub mod sampler_unk03100 = "SAMPLER.UNK03100" at 0x03100 ReadWrite [8 by 4], "Undocumented." word Hex, "", "Undocumented.";
    pub mod sampler_unk03120 = "SAMPLER.UNK03120" at 0x03120 ReadWrite [8 by 4], "Undocumented." word Hex, "", "Undocumented.";
    pub mod sampler_unk03140 = "SAMPLER.UNK03140" at 0x03140 ReadWrite [8 by 4], "Undocumented." word Hex, "", "Undocumented.";
    pub mod sampler_unk03160 = "SAMPLER.UNK03160" at 0x03160 ReadWrite [8 by 4], "Undocumented." word Hex, "", "Undocumented.";
    pub mod sampler_unk03180 = "SAMPLER.UNK03180" at 0x03180 ReadWrite [8 by 4], "Undocumented." word Hex, "", "Undocumented.";
    pub mod sampler_unk031a0 = "SAMPLER.UNK031A0" at 0x031a0 ReadWrite [8 by 4], "Undocumented." word Hex, "", "Undocumented.";
    pub mod sampler_unk031c0 = "SAMPLER.UNK031C0" at 0x031c0 ReadWrite [8 by 4], "Undocumented." word Hex, "", "Undocumented.";
    pub mod sampler_unk031e0 = "SAMPLER.UNK031E0" at 0x031e0 ReadWrite [8 by 4], "Undocumented." word Hex, "", "Undocumented.";
    pub mod addr_unk03200_ppipe = "ADDR_UNK03200.PPIPE" at 0x03200 ReadWrite [8 by 0x20] [8 by 4], "An address for each surface and pixel pipe, with unknown purpose." word Address(0), "", "The address.";
}
