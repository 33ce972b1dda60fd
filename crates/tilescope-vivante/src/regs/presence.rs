//! Conditions under which a chip has a register.
//!
//! The register database expresses them as features. The summary of each row
//! repeats them in text, and a test compares both. Registers without an entry exist
//! on every chip with their unit.

use std::fmt;

use tilescope_tables::packet::RegisterRow;

use super::{
    STATE_WORDS, STATES, blt, cl, co, de, de_multi, fe, gl, nfe, nte, pa, pe, ps, ra, rs, sh, te,
    ts, unit, vs,
};
use crate::chips::Chip;
use crate::features::Feature;

/// A condition for the existence of a register.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Condition {
    /// The feature.
    Has(Feature),
    /// The absence of the feature.
    Lacks(Feature),
    /// At least this level of HALTI.
    Halti(u8),
    /// A lower level of HALTI, or none.
    BeforeHalti(u8),
    /// One vertex stream.
    OneStream,
    /// More than one vertex stream.
    SeveralStreams,
    /// One pixel pipe.
    OnePipe,
    /// More than one pixel pipe.
    SeveralPipes,
    /// At least this many render targets, and registers for exactly these.
    RenderTargets(u32),
    /// Separate instruction memories for the vertex and the pixel shader.
    SeparateCode,
    /// One instruction memory for both shaders.
    SharedCode,
    /// Registers for the part of the instruction memory that each shader uses.
    CodeRanges,
    /// Shader code in memory.
    CodeInMemory,
    /// Separate constant memories for the vertex and the pixel shader.
    SeparateConstants,
    /// One constant memory for both shaders.
    UnifiedConstants,
}

impl Condition {
    /// Whether `chip` meets it.
    pub fn holds(self, chip: &Chip) -> bool {
        let derived = chip.derived();
        let code_at = derived.code.map(|code| code.vertex);
        match self {
            Condition::Has(feature) => chip.features.has(feature),
            Condition::Lacks(feature) => !chip.features.has(feature),
            Condition::Halti(level) => derived.halti >= Some(level),
            Condition::BeforeHalti(level) => derived.halti < Some(level),
            Condition::OneStream => chip.specs.streams == 1,
            Condition::SeveralStreams => chip.specs.streams > 1,
            Condition::OnePipe => chip.specs.pixel_pipes == 1,
            Condition::SeveralPipes => chip.specs.pixel_pipes > 1,
            Condition::RenderTargets(count) => derived.render_targets == count,
            Condition::SeparateCode => code_at == Some(vs::inst_mem::AT),
            Condition::SharedCode => code_at == Some(sh::inst_mem::AT),
            Condition::CodeRanges => derived.shader_ranges,
            Condition::CodeInMemory => derived.code_in_memory,
            Condition::SeparateConstants => !derived.unified_constants,
            Condition::UnifiedConstants => derived.unified_constants,
        }
    }
}

impl fmt::Display for Condition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Condition::Has(feature) => write!(f, "the feature {}", feature.name()),
            Condition::Lacks(feature) => write!(f, "a chip without {}", feature.name()),
            Condition::Halti(level) => write!(f, "HALTI{level}"),
            Condition::BeforeHalti(level) => write!(f, "a chip before HALTI{level}"),
            Condition::OneStream => f.write_str("a single vertex stream"),
            Condition::SeveralStreams => f.write_str("more than one vertex stream"),
            Condition::OnePipe => f.write_str("a single pixel pipe"),
            Condition::SeveralPipes => f.write_str("more than one pixel pipe"),
            Condition::RenderTargets(count) => write!(f, "{count} render targets"),
            Condition::SeparateCode => f.write_str("an instruction memory for each shader"),
            Condition::SharedCode => f.write_str("one instruction memory for both shaders"),
            Condition::CodeRanges => f.write_str("more than 256 instructions"),
            Condition::CodeInMemory => f.write_str("shaders that run from memory"),
            Condition::SeparateConstants => f.write_str("a constant memory for each shader"),
            Condition::UnifiedConstants => f.write_str("one constant memory for both shaders"),
        }
    }
}

/// Conditions of whole units, by abbreviation.
static UNITS: &[(Condition, &str)] = &[
    (Condition::Has(Feature::Composition), "CO"),
    (Condition::Has(Feature::GeometryShader), "GS"),
    (Condition::Has(Feature::Hwtfb), "TFB"),
    (Condition::Halti(1), "NTE"),
    (Condition::BeforeHalti(1), "TE"),
    (Condition::Has(Feature::Yuv420Tiler), "YUV"),
];

/// Conditions of single registers.
#[rustfmt::skip]
static REGISTERS: &[(Condition, &[u32])] = &[
    (Condition::Has(Feature::BitRobustness), &[
        blt::src_end::AT,
        blt::dest_end::AT,
        fe::index_stream_robustness::AT,
        nfe::vertex_streams_robustness::AT,
        pe::depth_robustness::AT,
        pe::rt_robustness::AT,
    ]),
    (Condition::Has(Feature::BitSecurity), &[
        gl::security_unk3900::AT,
        gl::security_unk3904::AT,
    ]),
    (Condition::Has(Feature::BugFixes18), &[
        gl::bug_fixes::AT,
    ]),
    (Condition::Has(Feature::G2dPe20), &[
        de::clear_pixel_value32::AT,
        de::global_src_color::AT,
        de::global_dest_color::AT,
        de::color_multiply_modes::AT,
        de::pe_transparency::AT,
        de::index_color_table32::AT,
        de_multi::block4_global_src_color::AT,
        de_multi::block4_global_dest_color::AT,
        de_multi::block4_color_multiply_modes::AT,
        de_multi::block4_transparency::AT,
        de_multi::block8_global_src_color::AT,
        de_multi::block8_global_dest_color::AT,
        de_multi::block8_color_multiply_modes::AT,
        de_multi::block8_transparency::AT,
    ]),
    (Condition::Has(Feature::GeometryShader), &[
        gl::gs_unk0388c::AT,
        gl::gs_unk038a0::AT,
    ]),
    (Condition::Has(Feature::HalfFloat), &[
        pe::alpha_color_ext0::AT,
        pe::alpha_color_ext1::AT,
    ]),
    (Condition::Has(Feature::InstructionCache), &[
        co::icache_unk0304c::AT,
        ps::newrange_high::AT,
        ps::inst_addr::AT,
        ps::nn_inst_addr::AT,
        ps::tp_inst_addr::AT,
        sh::icache_control::AT,
        vs::inst_addr::AT,
        vs::newrange_high::AT,
    ]),
    (Condition::Has(Feature::LinearTextureSupport), &[
        nte::sampler_linear_stride::AT,
        te::sampler_linear_stride::AT,
    ]),
    (Condition::Has(Feature::MultiCluster), &[
        blt::multi_cluster_unk14338::AT,
        fe::multi_cluster_unk007fc::AT,
        gl::multi_cluster_unk3908::AT,
        gl::multi_cluster_unk3910::AT,
        pa::multi_cluster_unk00aac::AT,
        ps::multi_cluster_unk10a8::AT,
        vs::multi_cluster_unk15608::AT,
    ]),
    (Condition::Has(Feature::MultiCoreBlockSetConfig2), &[
        gl::unk03a0c::AT,
        gl::unk03a10::AT,
    ]),
    (Condition::Has(Feature::PscsThrottle), &[
        ps::pscs_throttle::AT,
    ]),
    (Condition::Has(Feature::ShEnhancements2), &[
        cl::workgroup_count_x::AT,
        cl::workgroup_count_y::AT,
        cl::workgroup_count_z::AT,
        cl::workgroup_size_x::AT,
        cl::workgroup_size_y::AT,
        cl::workgroup_size_z::AT,
    ]),
    (Condition::Has(Feature::SingleBuffer), &[
        rs::single_buffer::AT,
    ]),
    (Condition::Has(Feature::TextureAstc), &[
        nte::sampler_astc0::AT,
        nte::sampler_astc1::AT,
        nte::sampler_astc2::AT,
        nte::sampler_astc3::AT,
        te::sampler_astc0::AT,
        te::sampler_astc1::AT,
        te::sampler_astc3::AT,
        te::sampler_astc2::AT,
    ]),
    (Condition::Has(Feature::Tx6bitFrac), &[
        nte::sampler_frac_unk11000::AT,
        nte::sampler_frac_unk11080::AT,
        nte::sampler_frac_unk11100::AT,
        nte::sampler_frac_unk11180::AT,
        nte::sampler_frac_unk11300::AT,
    ]),
    (Condition::Has(Feature::TxFilter), &[
        nte::unk12000::AT,
        nte::unk12400::AT,
    ]),
    (Condition::Lacks(Feature::NewGpipe), &[
        gl::vertex_element_config::AT,
    ]),
    (Condition::Halti(0), &[
        nte::sampler_3d_config::AT,
        nte::sampler_config1::AT,
        te::sampler_3d_config::AT,
        te::sampler_config1::AT,
    ]),
    (Condition::Halti(1), &[
        vs::halti1_unk00884::AT,
    ]),
    (Condition::Halti(2), &[
        ps::unk01040::AT,
        ra::unk00e0c::AT,
        ts::sampler_clear_value2::AT,
        ts::rt_config::AT,
        ts::rt_status_base::AT,
        ts::rt_surface_base::AT,
        ts::rt_clear_value::AT,
        ts::rt_clear_value2::AT,
        ts::rt_color_auto_disable_count::AT,
    ]),
    (Condition::Halti(3), &[
        nte::halti3_unk14c00::AT,
        pe::mem_config::AT,
        ps::halti3_unk0103c::AT,
        ts::sampler_surface_base::AT,
    ]),
    (Condition::Halti(4), &[
        nte::sampler_halti4_unk11200::AT,
        nte::sampler_halti4_unk11280::AT,
        pe::halti4_unk014c0::AT,
    ]),
    (Condition::Halti(5), &[
        cl::global_scale_x::AT,
        cl::global_scale_y::AT,
        cl::global_scale_z::AT,
        fe::halti5_unk007d0::AT,
        fe::halti5_unk007d8::AT,
        fe::desc_start::AT,
        fe::desc_end::AT,
        fe::desc_avail::AT,
        fe::fence_wait_data_low::AT,
        fe::fence_wait_data_high::AT,
        gl::fence_out_address::AT,
        gl::fence_out_data_low::AT,
        gl::usc_control::AT,
        gl::halti5_sh_specials::AT,
        gl::fence_out_data_high::AT,
        gl::halti5_shader_attributes::AT,
        nfe::generic_attrib_config0::AT,
        nfe::generic_attrib_scale::AT,
        nfe::generic_attrib_config1::AT,
        nte::descriptor_control::AT,
        nte::descriptor_invalidate::AT,
        nte::descriptor_addr::AT,
        nte::descriptor_tx_ctrl::AT,
        nte::descriptor_samp_ctrl0::AT,
        nte::descriptor_samp_ctrl1::AT,
        nte::descriptor_samp_lod_minmax::AT,
        nte::descriptor_samp_lod_bias::AT,
        nte::descriptor_samp_anisotropy::AT,
        pa::varying_num_components::AT,
        pa::vs_output_count::AT,
        pe::halti5_rt_colormask::AT,
        pe::halti5_rt_alpha_op::AT,
        pe::halti5_rt_alpha_config::AT,
        pe::halti5_rt_alpha_color_ext0::AT,
        pe::halti5_rt_alpha_color_ext1::AT,
        ps::sampler_base::AT,
        ps::varying_num_components::AT,
        ps::halti5_range_high::AT,
        ps::icache_count::AT,
        ps::halti5_unk01098::AT,
        ra::halti5_unk00e34::AT,
        sh::config::AT,
        sh::halti5_uniforms::AT,
        vs::halti5_output_count::AT,
        vs::halti5_unk00898::AT,
        vs::halti5_unk008a0::AT,
        vs::sampler_base::AT,
        vs::icache_invalidate::AT,
        vs::halti5_unk008b8::AT,
        vs::halti5_range_high::AT,
        vs::halti5_input::AT,
        vs::halti5_output::AT,
        vs::icache_count::AT,
    ]),
    (Condition::BeforeHalti(5), &[
        fe::vertex_element_config::AT,
        fe::generic_attrib_scale::AT,
        gl::varying_num_components::AT,
        gl::varying_component_use::AT,
        gl::varying_num_components2::AT,
        gl::varying_component_use2::AT,
        gl::varying_component_use3::AT,
        pa::shader_attributes::AT,
        ps::newrange_high::AT,
        sh::control::AT,
        vs::output::AT,
        vs::input::AT,
        vs::newrange_high::AT,
        vs::icache_prefetch_instructions::AT,
    ]),
    (Condition::CodeInMemory, &[
        ps::newrange_low::AT,
        vs::newrange_low::AT,
    ]),
    (Condition::CodeRanges, &[
        ps::range::AT,
        vs::range::AT,
    ]),
    (Condition::OnePipe, &[
        pe::depth_addr::AT,
        pe::color_addr::AT,
        rs::source_addr::AT,
        rs::dest_addr::AT,
    ]),
    (Condition::OneStream, &[
        fe::vertex_stream_base_addr::AT,
        fe::vertex_stream_control::AT,
    ]),
    (Condition::RenderTargets(4), &[
        pe::rt_addr_4_pipe::AT,
        pe::rt_config_4::AT,
    ]),
    (Condition::RenderTargets(8), &[
        pe::rt_addr_8_pipe::AT,
        pe::rt_config_8::AT,
        ps::unk01038::AT,
    ]),
    (Condition::SeparateCode, &[
        vs::inst_mem::AT,
        ps::inst_mem::AT,
    ]),
    (Condition::SeparateConstants, &[
        ps::uniforms::AT,
        vs::uniforms::AT,
    ]),
    (Condition::SeveralPipes, &[
        pe::pipe_color_addr::AT,
        pe::pipe_depth_addr::AT,
        rs::pipe_source_addr::AT,
        rs::pipe_dest_addr::AT,
        rs::pipe_offset::AT,
    ]),
    (Condition::SeveralStreams, &[
        fe::vertex_streams_base_addr::AT,
        fe::vertex_streams_control::AT,
    ]),
    (Condition::SharedCode, &[
        sh::inst_mem::AT,
    ]),
    (Condition::UnifiedConstants, &[
        ps::uniform_base::AT,
        sh::uniforms::AT,
        vs::uniform_base::AT,
    ]),
];

/// The conditions of a register, all of which must hold.
pub fn conditions(row: &RegisterRow) -> impl Iterator<Item = Condition> {
    let (letters, offset) = (unit(row), row.offset);
    let units = UNITS.iter().filter(move |(_, of)| *of == letters);
    let own = REGISTERS
        .iter()
        .filter(move |(_, offsets)| offsets.contains(&offset));
    let own = own.map(|(condition, _)| *condition);
    units.map(|(condition, _)| *condition).chain(own)
}

/// The condition of a register that `chip` does not meet, if there is one.
pub fn unmet(row: &RegisterRow, chip: &Chip) -> Option<Condition> {
    conditions(row).find(|condition| !condition.holds(chip))
}

/// The registers that a chip does not have, by word of state.
#[derive(Clone, Debug)]
pub struct Absent {
    words: Box<[u64]>,
}

impl Absent {
    /// The absent registers of `chip`.
    pub fn new(chip: &Chip) -> Absent {
        let mut words = vec![0u64; STATE_WORDS / 64];
        for row in STATES.iter().copied().flatten() {
            if unmet(row, chip).is_none() {
                continue;
            }
            for i in row.offsets().map(|offset| offset as usize / 4) {
                if let Some(word) = words.get_mut(i / 64) {
                    *word |= 1 << (i % 64);
                }
            }
        }
        Absent {
            words: words.into(),
        }
    }

    /// Whether the register at byte `offset` is absent.
    #[inline]
    pub fn has(&self, offset: u32) -> bool {
        let i = offset as usize / 4;
        let word = self.words.get(i / 64).copied().unwrap_or(0);
        word >> (i % 64) & 1 != 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chips;
    use crate::regs::{find, find_by_name};

    /// The text of a condition in the summary of a row, as in rnndb.
    fn words(condition: Condition) -> Vec<String> {
        let only = |text: &str| vec![format!("nly with {text}")];
        match condition {
            Condition::Has(Feature::G2dPe20) => vec!["PE20".into()],
            Condition::Has(feature) => {
                let name = feature.name();
                [only(name), only(name.trim_start_matches("BIT_"))].concat()
            }
            Condition::Lacks(feature) => vec![format!("ot with {}", feature.name())],
            Condition::Halti(level) => only(&format!("HALTI{level}")),
            Condition::BeforeHalti(level) => vec![format!("ot with HALTI{level}")],
            Condition::OneStream => vec!["chips with a single one".into()],
            Condition::SeveralStreams => only("more than one stream"),
            Condition::OnePipe => only("one pixel pipe"),
            Condition::SeveralPipes => only("more than one"),
            Condition::RenderTargets(4) => [only("4"), only("four")].concat(),
            Condition::RenderTargets(_) => [only("8"), only("eight")].concat(),
            Condition::SeparateCode => only("up to 256 instructions"),
            Condition::SharedCode => only("257 to 1024 instructions"),
            Condition::CodeRanges => only("more than 256 instructions"),
            Condition::CodeInMemory => only("HALTI5 or INSTRUCTION_CACHE"),
            Condition::SeparateConstants => vec!["ot with unified constants".into()],
            Condition::UnifiedConstants => only("unified constants"),
        }
    }

    #[test]
    fn conditions_are_those_of_the_summaries() {
        for (condition, offsets) in REGISTERS {
            for offset in *offsets {
                let row = find(*offset).expect("a register").row;
                assert_eq!(row.offset, *offset, "{}", row.name());
                let said = row.layout.doc;
                let words = words(*condition);
                assert!(
                    words.iter().any(|w| said.contains(w.as_str())),
                    "{}: {condition:?} is not in {said:?}",
                    row.name()
                );
            }
        }
    }

    #[test]
    fn chips_lack_registers() {
        let has = |chip, name: &str| {
            let offset = find_by_name(name).unwrap_or_else(|| panic!("{name}"));
            !Absent::new(chip).has(offset)
        };
        for (name, with, without) in [
            ("DE.CLEAR_PIXEL_VALUE32", None, &chips::GC600),
            ("PS.INST_MEM", Some(&chips::GC600), &chips::GC880),
            ("SH.INST_MEM", Some(&chips::GC880), &chips::GC600),
            (
                "FE.VERTEX_STREAM_BASE_ADDR",
                Some(&chips::GC600),
                &chips::GC880,
            ),
            (
                "FE.VERTEX_STREAMS.BASE_ADDR",
                Some(&chips::GC880),
                &chips::GC600,
            ),
            ("PE.PIPE.COLOR_ADDR", Some(&chips::GC2000), &chips::GC880),
            ("NTE.DESCRIPTOR.ADDR", Some(&chips::GC7000L), &chips::GC3000),
            ("VS.OUTPUT", Some(&chips::GC3000), &chips::GC7000L),
            ("CO.KICKER", None, &chips::GC2000),
        ] {
            assert!(with.is_none_or(|chip| has(chip, name)), "{name}");
            assert!(!has(without, name), "{name}");
        }
    }
}
