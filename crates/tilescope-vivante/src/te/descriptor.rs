//! Descriptors of textures, in memory, of chips with HALTI5.
//!
//! Source: rnndb texdesc_3d.xml; Mesa etnaviv_texture_desc.c.

use super::sampler::{Problem, Register, Reports, Samplers, Setup, fixed, most_lookups};
use crate::bus::Port;
use crate::log::Log;
use crate::regs::enums::TextureCompareFunc;
use crate::regs::nte::{
    descriptor_addr, descriptor_samp_anisotropy, descriptor_samp_ctrl0 as ctrl0,
    descriptor_samp_ctrl1, descriptor_samp_lod_bias as lod_bias,
    descriptor_samp_lod_minmax as lod_minmax, descriptor_tx_ctrl as tx_ctrl, sampler_baselod,
};
use crate::rules::te as rules;
use crate::surface::texture::Words;

/// Bytes of a descriptor.
const BYTES: usize = 256;
/// Byte offset of the first and the last level.
const BASELOD: usize = 0x68;

/// Decodes the registers and the descriptor of sampler `n`.
pub(super) fn setup(
    samplers: &Samplers<'_>,
    n: u32,
    reports: &mut Reports,
    log: &mut Log,
) -> Result<Setup, Problem> {
    let state = samplers.state;
    let at = 4 * n;
    let register: Register = ("NTE.DESCRIPTOR.ADDR", descriptor_addr::AT + at);
    let problem = |rule, text: String| Problem {
        rule,
        register,
        text,
    };
    let address = state.word(register.1);
    if !state.written(register.1) || !state.written(ctrl0::AT + at) {
        let text = format!("sampler {n} was never configured");
        return Err(problem(&rules::NOT_CONFIGURED, text));
    }
    if !address.is_multiple_of(64) {
        let text = format!("the descriptor is at {address:#010x}");
        reports
            .problems
            .push(problem(&rules::DESCRIPTOR_UNALIGNED, text));
    }
    let control = state.word(ctrl0::AT + at);
    if ctrl0::UNK21.of(control) == 0 || ctrl0::UNK22.of(control) != 0 {
        let register = ("NTE.DESCRIPTOR.SAMP_CTRL0", ctrl0::AT + at);
        let text = format!("SAMP_CTRL0 is {control:#010x}");
        let rule = &rules::SAMPLER_BITS;
        return Err(Problem {
            rule,
            register,
            text,
        });
    }
    let mut bytes = [0; BYTES];
    samplers
        .bus
        .read(log, Port::Tx, address & !63, &mut bytes)
        .map_err(|fault| problem(&rules::DESCRIPTOR_OUTSIDE, fault.to_string()))?;
    let mut raw = [0; BYTES / 4];
    for (word, bytes) in raw.iter_mut().zip(bytes.as_chunks().0) {
        *word = u32::from_le_bytes(*bytes);
    }
    let mut words = Words::descriptor(&raw);
    // Sizes are those of the first level that is read, addresses those of all.
    let range = raw[BASELOD / 4];
    let first = sampler_baselod::BASELOD.of(range);
    let levels = (sampler_baselod::MAXLOD.of(range) + 1).saturating_sub(first);
    let count = words.addresses.len();
    words.addresses.rotate_left(first as usize % count);
    let lod = state.word(lod_minmax::AT + at);
    let bias = state.word(lod_bias::AT + at);
    let tx = state.word(tx_ctrl::AT + at);
    Ok(Setup {
        words,
        wraps: [&ctrl0::UWRAP, &ctrl0::VWRAP, &ctrl0::WWRAP].map(|f| f.of(control)),
        min: ctrl0::MIN.of(control),
        mip: ctrl0::MIP.of(control),
        mag: ctrl0::MAG.of(control),
        // Mesa etnaviv_texture_desc.c, `etna_log2_fixp88`.
        anisotropy: most_lookups(state.word(descriptor_samp_anisotropy::AT + at) as f32 / 256.0),
        lod: [
            fixed(lod_minmax::MIN.of(lod), 16, 8),
            fixed(lod_minmax::MAX.of(lod), 16, 8),
            match lod_bias::ENABLE.of(bias) != 0 {
                true => fixed(lod_bias::BIAS.of(bias), 16, 8),
                false => 0.0,
            },
        ],
        round_uv: false,
        int_filter: ctrl0::INT_FILTER.of(control) != 0,
        srgb: descriptor_samp_ctrl1::SRGB.of(state.word(descriptor_samp_ctrl1::AT + at)) != 0,
        compare: (ctrl0::COMPARE_ENABLE.of(control) != 0)
            .then(|| TextureCompareFunc::from_bits(ctrl0::COMPARE_FUNC.of(control) as u8)),
        levels: levels.max(1),
        use_ts: tx_ctrl::TS_ENABLE.of(tx) != 0,
        ts_index: tx_ctrl::TS_INDEX.of(tx),
        ts_mode: tx_ctrl::TS_MODE.of(tx),
        lod_bits: samplers.quirks.descriptor_lod_bits,
        register,
    })
}
