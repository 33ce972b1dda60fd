//! Global states, at 0x3800 to 0x3cff: selection of the pipe, events, semaphores
//! and stalls between units, cache flushes, samples, and varyings.

use super::enums;
use super::presence::Condition::{self, BeforeHalti, Halti, Has, Lacks};
use super::source::RNNDB;
use crate::features::Feature;
use tilescope_tables::{enum_tables, raw_enum, registers};

raw_enum! {
    pub enum MsaaSamples = "sample count", "Samples of a pixel.";
    None = 0, "NONE", "One sample.";
    X2 = 1, "2X", "Two samples, side by side in memory.";
    X4 = 2, "4X", "Four samples, two by two in memory.";
}

enum_tables! {
    /// API conventions.
    pub GL_API_MODE_API_MODE = "API mode": 0 "OPENGL", 1 "OPENVG", 2 "OPENCL";
}

raw_enum! {
    pub enum InterpolationMode = "interpolation mode", "Interpolation of a component of a varying.";
    Smooth = 0, "SMOOTH", "With perspective.";
    Nonperspective = 1, "NONPERSPECTIVE", "On the screen.";
    Flat = 2, "FLAT", "None.";
}

registers! {
    pub static REGISTERS = "GL.", RNNDB, "The registers, by address.", CONDITIONS: Condition;
    pub mod pipe_select = "PIPE_SELECT" at 0x03800 ReadWrite reserved 0xffff_fffe, "The engine that executes commands. PE must be idle for a change."
    {
        PIPE, "pipe", 0, 1, Enum(&enums::PipeId::TABLE), "", "The engine.";
    }
    pub mod event = "EVENT" at 0x03804 Write reserved 0xffff_e000, "Raises an interrupt when the selected units reach this point."
    {
        EVENT_ID, "event_id", 0, 5, Uint, "", "The bit of HI.INTR_ACKNOWLEDGE.";
        FROM_FE, "from_fe", 5, 1, Bool, "", "When the front end reaches this point.";
        FROM_PE, "from_pe", 6, 1, Bool, "", "When PE has finished preceding work.";
        FROM_BLT, "from_blt", 7, 1, Bool, "", "When BLT has finished preceding work.";
        SOURCE, "source", 8, 5, Uint, "", "Undocumented.";
    }
    pub mod semaphore_token = "SEMAPHORE_TOKEN" at 0x03808 Write reserved 0xcfff_e0e0, "Arms a semaphore: `to` signals it to `from` after all preceding work."
    {
        FROM, "from", 0, 5, Enum(&enums::SyncRecipient::TABLE), "", "The unit that will wait.";
        TO, "to", 8, 5, Enum(&enums::SyncRecipient::TABLE), "", "The unit to wait for.";
        UNK28, "unk28", 28, 2, Hex, "", "Undocumented; the vendor's driver writes 3 when the front end waits for BLT after a buffer copy.";
    }
    pub mod flush_cache = "FLUSH_CACHE" at 0x0380c Write reserved 0xffff_8380, "Writes back or invalidates the selected caches."
    {
        DEPTH, "depth", 0, 1, Bool, "", "The depth cache of PE.";
        COLOR, "color", 1, 1, Bool, "", "The colour cache of PE.";
        TEXTURE, "texture", 2, 1, Bool, "", "The texture cache of pixel shaders.";
        PE2D, "pe2d", 3, 1, Bool, "", "The cache of the 2D engine.";
        TEXTUREVS, "texturevs", 4, 1, Bool, "", "The texture cache of vertex shaders; drawing directly after its flush crashes.";
        SHADER_L1, "shader_l1", 5, 1, Bool, "", "The first-level cache of the shaders.";
        SHADER_L2, "shader_l2", 6, 1, Bool, "", "The second-level cache of the shaders.";
        UNK10, "unk10", 10, 1, Bool, "", "Undocumented; set on GC7000 around BLT.";
        UNK11, "unk11", 11, 1, Bool, "", "Undocumented; set on GC7000 around BLT.";
        DESCRIPTOR_UNK12, "descriptor_unk12", 12, 1, Bool, "", "Related to texture descriptors.";
        DESCRIPTOR_UNK13, "descriptor_unk13", 13, 1, Bool, "", "Related to texture descriptors.";
        UNK14, "unk14", 14, 1, Bool, "", "Undocumented.";
    }
    pub mod flush_mmu = "FLUSH_MMU" at 0x03810 Write reserved 0xffff_ffe0, "Invalidates caches of address translations."
    {
        FLUSH_FEMMU, "flush_femmu", 0, 1, Bool, "", "Those of the front end.";
        FLUSH_UNK1, "flush_unk1", 1, 1, Bool, "", "Those of RA, TX or the depth part of PE; the assignment is unknown.";
        FLUSH_UNK2, "flush_unk2", 2, 1, Bool, "", "Those of RA, TX or the depth part of PE; the assignment is unknown.";
        FLUSH_PEMMU, "flush_pemmu", 3, 1, Bool, "", "Those of the render targets of PE.";
        FLUSH_UNK4, "flush_unk4", 4, 1, Bool, "", "Undocumented.";
    }
    pub mod vertex_element_config = "VERTEX_ELEMENT_CONFIG" at 0x03814 ReadWrite when [Lacks(Feature::NewGpipe)] reserved 0xffff_ffee, "Sharing of vertices between primitives. Not with NEW_GPIPE."
    {
        UNK0, "unk0", 0, 1, Bool, "", "Undocumented; the vendor's driver always sets it.";
        REUSE, "reuse", 4, 1, Bool, "", "Primitives share vertices: strips, fans and loops.";
    }
    pub mod multi_sample_config = "MULTI_SAMPLE_CONFIG" at 0x03818 ReadWrite reserved 0xfff4_0e04, "Multisampling. A write clobbers PS.INPUT_COUNT, perhaps PS.TEMP_REGISTER_CONTROL too, and must precede them."
    {
        MSAA_SAMPLES, "msaa_samples", 0, 2, Enum(&MsaaSamples::TABLE), "", "Samples of a pixel.";
        MSAA_SAMPLES_MASK, "msaa_samples_mask", 3, 1, Keeps(&[&MSAA_SAMPLES]), "", "If set, `msaa_samples` is unchanged.";
        MSAA_ENABLES, "msaa_enables", 4, 4, Hex, "", "Mask of the samples that are drawn.";
        MSAA_ENABLES_MASK, "msaa_enables_mask", 8, 1, Keeps(&[&MSAA_ENABLES]), "", "If set, `msaa_enables` is unchanged.";
        UNK12, "unk12", 12, 3, Hex, "", "Undocumented.";
        UNK12_MASK, "unk12_mask", 15, 1, Keeps(&[&UNK12]), "", "If set, `unk12` is unchanged.";
        UNK16, "unk16", 16, 2, Hex, "", "Undocumented.";
        UNK16_MASK, "unk16_mask", 19, 1, Keeps(&[&UNK16]), "", "If set, `unk16` is unchanged.";
    }
    pub mod varying_total_components = "VARYING_TOTAL_COMPONENTS" at 0x0381c ReadWrite reserved 0xffff_ff00, "Size of all varyings together."
    {
        NUM, "num", 0, 8, Uint, "components", "The sum, rounded up to an even number.";
    }
    pub mod varying_num_components = "VARYING_NUM_COMPONENTS" at 0x03820 ReadWrite when [BeforeHalti(5)] reserved 0x8888_8888, "Components of varyings 0 to 7 of the pixel shader. Not with HALTI5."
    {
        VAR0, "var0", 0, 3, Uint, "components", "Of varying 0.";
        VAR1, "var1", 4, 3, Uint, "components", "Of varying 1.";
        VAR2, "var2", 8, 3, Uint, "components", "Of varying 2.";
        VAR3, "var3", 12, 3, Uint, "components", "Of varying 3.";
        VAR4, "var4", 16, 3, Uint, "components", "Of varying 4.";
        VAR5, "var5", 20, 3, Uint, "components", "Of varying 5.";
        VAR6, "var6", 24, 3, Uint, "components", "Of varying 6.";
        VAR7, "var7", 28, 3, Uint, "components", "Of varying 7.";
    }
    pub mod occlusion_query_addr = "OCCLUSION_QUERY_ADDR" at 0x03824 ReadWrite, "Destination of the 64-bit count of passed samples. The write starts the query." word Address(0), "", "The address.";
    pub mod varying_component_use = "VARYING_COMPONENT_USE" at 0x03828 ReadWrite [2 by 4] when [BeforeHalti(5)], "Use of each component of the varyings, 16 in a word. Not with HALTI5."
    {
        COMP0, "comp0", 0, 2, Enum(&enums::VaryingComponentUse::TABLE), "", "Component 0, plus 16 in the second word.";
        COMP1, "comp1", 2, 2, Enum(&enums::VaryingComponentUse::TABLE), "", "Component 1, plus 16 in the second word.";
        COMP2, "comp2", 4, 2, Enum(&enums::VaryingComponentUse::TABLE), "", "Component 2, plus 16 in the second word.";
        COMP3, "comp3", 6, 2, Enum(&enums::VaryingComponentUse::TABLE), "", "Component 3, plus 16 in the second word.";
        COMP4, "comp4", 8, 2, Enum(&enums::VaryingComponentUse::TABLE), "", "Component 4, plus 16 in the second word.";
        COMP5, "comp5", 10, 2, Enum(&enums::VaryingComponentUse::TABLE), "", "Component 5, plus 16 in the second word.";
        COMP6, "comp6", 12, 2, Enum(&enums::VaryingComponentUse::TABLE), "", "Component 6, plus 16 in the second word.";
        COMP7, "comp7", 14, 2, Enum(&enums::VaryingComponentUse::TABLE), "", "Component 7, plus 16 in the second word.";
        COMP8, "comp8", 16, 2, Enum(&enums::VaryingComponentUse::TABLE), "", "Component 8, plus 16 in the second word.";
        COMP9, "comp9", 18, 2, Enum(&enums::VaryingComponentUse::TABLE), "", "Component 9, plus 16 in the second word.";
        COMP10, "comp10", 20, 2, Enum(&enums::VaryingComponentUse::TABLE), "", "Component 10, plus 16 in the second word.";
        COMP11, "comp11", 22, 2, Enum(&enums::VaryingComponentUse::TABLE), "", "Component 11, plus 16 in the second word.";
        COMP12, "comp12", 24, 2, Enum(&enums::VaryingComponentUse::TABLE), "", "Component 12, plus 16 in the second word.";
        COMP13, "comp13", 26, 2, Enum(&enums::VaryingComponentUse::TABLE), "", "Component 13, plus 16 in the second word.";
        COMP14, "comp14", 28, 2, Enum(&enums::VaryingComponentUse::TABLE), "", "Component 14, plus 16 in the second word.";
        COMP15, "comp15", 30, 2, Enum(&enums::VaryingComponentUse::TABLE), "", "Component 15, plus 16 in the second word.";
    }
    pub mod occlusion_query_control = "OCCLUSION_QUERY_CONTROL" at 0x03830 Write, "Any write ends the occlusion query and stores its count." word Hex, "", "The value.";
    pub mod varying_num_components2 = "VARYING_NUM_COMPONENTS2" at 0x03834 ReadWrite when [BeforeHalti(5)] reserved 0x8888_8888, "Components of varyings 8 to 15 of the pixel shader. Not with HALTI5."
    {
        VAR0, "var0", 0, 3, Uint, "components", "Of varying 0, counted from 8.";
        VAR1, "var1", 4, 3, Uint, "components", "Of varying 1, counted from 8.";
        VAR2, "var2", 8, 3, Uint, "components", "Of varying 2, counted from 8.";
        VAR3, "var3", 12, 3, Uint, "components", "Of varying 3, counted from 8.";
        VAR4, "var4", 16, 3, Uint, "components", "Of varying 4, counted from 8.";
        VAR5, "var5", 20, 3, Uint, "components", "Of varying 5, counted from 8.";
        VAR6, "var6", 24, 3, Uint, "components", "Of varying 6, counted from 8.";
        VAR7, "var7", 28, 3, Uint, "components", "Of varying 7, counted from 8.";
    }
    pub mod varying_component_use2 = "VARYING_COMPONENT_USE2" at 0x03838 ReadWrite when [BeforeHalti(5)], "Use of components 32 to 47 of the varyings, two bits each. Not with HALTI5." word Hex, "", "The value.";
    pub mod api_mode = "API_MODE" at 0x0384c ReadWrite, "API conventions." word Enum(&GL_API_MODE_API_MODE), "", "The value.";
    pub mod context_pointer = "CONTEXT_POINTER" at 0x03850 ReadWrite, "A debugging token of the kernel, without effect on the hardware." word Hex, "", "The value.";
    pub mod varying_component_use3 = "VARYING_COMPONENT_USE3" at 0x03854 ReadWrite when [BeforeHalti(5)], "Use of components 48 to 63 of the varyings, two bits each. Not with HALTI5." word Hex, "", "The value.";
    pub mod bug_fixes = "BUG_FIXES" at 0x03860 ReadWrite when [Has(Feature::BugFixes18)], "Switches for fixes. Only with BUG_FIXES18." word Hex, "", "The value.";
    pub mod fence_out_address = "FENCE_OUT_ADDRESS" at 0x03868 ReadWrite when [Halti(5)], "Address of a 64-bit fence. Only with HALTI5." word Address(0), "", "The address.";
    pub mod fence_out_data_low = "FENCE_OUT_DATA_LOW" at 0x0386c ReadWrite when [Halti(5)], "Low word of the fence. Only with HALTI5." word Hex, "", "The value.";
    pub mod usc_control = "USC_CONTROL" at 0x03884 ReadWrite when [Halti(5)] reserved 0xffe0_f0f8, "Partition of the shaders' cache. Only with HALTI5."
    {
        L1_CACHE_RATIO, "l1_cache_ratio", 0, 3, Uint, "", "The fraction of the first-level cache.";
        ATTRIB_CACHE_RATIO, "attrib_cache_ratio", 8, 4, Uint, "", "The fraction of attributes. Only with MULTI_CLUSTER.";
        UNK16, "unk16", 16, 5, Hex, "", "Undocumented.";
    }
    pub mod halti5_sh_specials = "HALTI5_SH_SPECIALS" at 0x03888 ReadWrite when [Halti(5)] reserved 0x0080_8080, "Positions of special values among outputs and inputs. Only with HALTI5."
    {
        VS_PSIZE_OUT, "vs_psize_out", 0, 7, Uint, "", "Component of the vertex shader's outputs with the point size: four times the slot.";
        PS_PCOORD_IN, "ps_pcoord_in", 8, 7, Uint, "", "Component of the varyings with the point coordinate.";
        UNK16, "unk16", 16, 7, Hex, "", "Undocumented; perhaps another input of the pixel shader.";
        UNK24, "unk24", 24, 8, Hex, "", "Undocumented.";
    }
    pub mod gs_unk0388c = "GS_UNK0388C" at 0x0388c ReadWrite when [Has(Feature::GeometryShader)], "Undocumented. Only with GEOMETRY_SHADER." word Hex, "", "Undocumented.";
    pub mod fence_out_data_high = "FENCE_OUT_DATA_HIGH" at 0x03898 ReadWrite when [Halti(5)], "High word of the fence; perhaps the write triggers the store. Only with HALTI5." word Hex, "", "The value.";
    pub mod shader_index = "SHADER_INDEX" at 0x0389c ReadWrite, "A number for profilers, without effect on drawing." word Hex, "", "The value.";
    pub mod gs_unk038a0 = "GS_UNK038A0" at 0x038a0 ReadWrite [8 by 4] when [Has(Feature::GeometryShader)], "Undocumented. Only with GEOMETRY_SHADER." word Hex, "", "Undocumented.";
    pub mod halti5_shader_attributes = "HALTI5_SHADER_ATTRIBUTES" at 0x038c0 ReadWrite [16 by 4] when [Halti(5)] reserved 0x8888_8888, "Use of each component of the varyings, two varyings in a word. Only with HALTI5."
    {
        V0_X_MODE, "v0_x_mode", 0, 2, Enum(&InterpolationMode::TABLE), "", "Component x of varying 0 of the pair.";
        V0_X_CENTROID, "v0_x_centroid", 2, 1, Bool, "", "Component x of varying 0 of the pair, taken at the centroid.";
        V0_Y_MODE, "v0_y_mode", 4, 2, Enum(&InterpolationMode::TABLE), "", "Component y of varying 0 of the pair.";
        V0_Y_CENTROID, "v0_y_centroid", 6, 1, Bool, "", "Component y of varying 0 of the pair, taken at the centroid.";
        V0_Z_MODE, "v0_z_mode", 8, 2, Enum(&InterpolationMode::TABLE), "", "Component z of varying 0 of the pair.";
        V0_Z_CENTROID, "v0_z_centroid", 10, 1, Bool, "", "Component z of varying 0 of the pair, taken at the centroid.";
        V0_W_MODE, "v0_w_mode", 12, 2, Enum(&InterpolationMode::TABLE), "", "Component w of varying 0 of the pair.";
        V0_W_CENTROID, "v0_w_centroid", 14, 1, Bool, "", "Component w of varying 0 of the pair, taken at the centroid.";
        V1_X_MODE, "v1_x_mode", 16, 2, Enum(&InterpolationMode::TABLE), "", "Component x of varying 1 of the pair.";
        V1_X_CENTROID, "v1_x_centroid", 18, 1, Bool, "", "Component x of varying 1 of the pair, taken at the centroid.";
        V1_Y_MODE, "v1_y_mode", 20, 2, Enum(&InterpolationMode::TABLE), "", "Component y of varying 1 of the pair.";
        V1_Y_CENTROID, "v1_y_centroid", 22, 1, Bool, "", "Component y of varying 1 of the pair, taken at the centroid.";
        V1_Z_MODE, "v1_z_mode", 24, 2, Enum(&InterpolationMode::TABLE), "", "Component z of varying 1 of the pair.";
        V1_Z_CENTROID, "v1_z_centroid", 26, 1, Bool, "", "Component z of varying 1 of the pair, taken at the centroid.";
        V1_W_MODE, "v1_w_mode", 28, 2, Enum(&InterpolationMode::TABLE), "", "Component w of varying 1 of the pair.";
        V1_W_CENTROID, "v1_w_centroid", 30, 1, Bool, "", "Component w of varying 1 of the pair, taken at the centroid.";
    }
    pub mod security_unk3900 = "SECURITY_UNK3900" at 0x03900 ReadWrite when [Has(Feature::BitSecurity)], "Undocumented. Only with BIT_SECURITY." word Hex, "", "Undocumented.";
    pub mod security_unk3904 = "SECURITY_UNK3904" at 0x03904 ReadWrite when [Has(Feature::BitSecurity)], "Undocumented. Only with BIT_SECURITY." word Hex, "", "Undocumented.";
    pub mod multi_cluster_unk3908 = "MULTI_CLUSTER_UNK3908" at 0x03908 ReadWrite when [Has(Feature::MultiCluster)] reserved 0xffff_fff8, "Undocumented. Only with MULTI_CLUSTER."
    {
        UNK0, "unk0", 0, 3, Hex, "", "Undocumented.";
    }
    pub mod multi_cluster_unk3910 = "MULTI_CLUSTER_UNK3910" at 0x03910 ReadWrite [4 by 4] when [Has(Feature::MultiCluster)] reserved 0xffff_ff00, "Clusters in use. Only with MULTI_CLUSTER."
    {
        CLUSTER_ALIVE_MASK, "cluster_alive_mask", 0, 8, Hex, "", "Mask of the existing clusters.";
    }
    pub mod nn_config = "NN_CONFIG" at 0x03930 ReadWrite reserved 0xffff_e000, "The neural network unit."
    {
        UNK0, "unk0", 0, 2, Hex, "", "Undocumented.";
        DISABLE_ZDPN, "disable_zdpn", 2, 1, Bool, "", "ZDPN is disabled.";
        DISABLE_SWTILING, "disable_swtiling", 3, 1, Bool, "", "Software tiling is disabled.";
        SMALL_BATCH, "small_batch", 4, 1, Bool, "", "Batches are small.";
        DDR_BURST_SIZE, "ddr_burst_size", 5, 2, Uint, "", "2 for bursts of 256 bytes, else 0.";
        UNK7, "unk7", 7, 1, Bool, "", "Undocumented.";
        NN_CORE_COUNT, "nn_core_count", 8, 4, Uint, "", "Cores in use.";
        UNK12, "unk12", 12, 1, Bool, "", "Undocumented.";
    }
    pub mod sram_remap_address = "SRAM_REMAP_ADDRESS" at 0x03938 ReadWrite, "Address window of on-chip memory." word Hex, "", "The value.";
    pub mod ocb_remap_start = "OCB_REMAP_START" at 0x0393c ReadWrite, "First address that goes to the on-chip buffer." word Hex, "", "The value.";
    pub mod ocb_remap_end = "OCB_REMAP_END" at 0x03940 ReadWrite, "Last address that goes to the on-chip buffer." word Hex, "", "The value.";
    pub mod tp_config = "TP_CONFIG" at 0x0394c ReadWrite, "The tensor unit." word Hex, "", "The value.";
    pub mod unk03950 = "UNK03950" at 0x03950 ReadWrite, "Undocumented; 0 or 8 after a write of NN_CONFIG or TP_CONFIG." word Hex, "", "Undocumented.";
    pub mod unk03a00 = "UNK03A00" at 0x03a00 ReadWrite, "Undocumented." as multi_cluster_unk3908;
    pub mod unk03a04 = "UNK03A04" at 0x03a04 ReadWrite, "Undocumented." word Hex, "", "Undocumented.";
    pub mod unk03a08 = "UNK03A08" at 0x03a08 ReadWrite, "Undocumented." word Hex, "", "Undocumented.";
    pub mod unk03a0c = "UNK03A0C" at 0x03a0c ReadWrite when [Has(Feature::MultiCoreBlockSetConfig2)], "Undocumented. Only with MULTI_CORE_BLOCK_SET_CONFIG2." word Hex, "", "Undocumented.";
    pub mod unk03a10 = "UNK03A10" at 0x03a10 ReadWrite when [Has(Feature::MultiCoreBlockSetConfig2)], "Undocumented. Only with MULTI_CORE_BLOCK_SET_CONFIG2." word Hex, "", "Undocumented.";
    pub mod stall_token = "STALL_TOKEN" at 0x03c00 Write reserved 0x3fff_e0e0, "`from` waits for the semaphore that SEMAPHORE_TOKEN armed for `to`."
    {
        FROM, "from", 0, 5, Enum(&enums::SyncRecipient::TABLE), "", "The waiting unit.";
        TO, "to", 8, 5, Enum(&enums::SyncRecipient::TABLE), "", "The unit to wait for.";
        FLIP0, "flip0", 30, 1, Bool, "", "Undocumented.";
        FLIP1, "flip1", 31, 1, Bool, "", "Undocumented.";
    }
}
