//! Checks of samplers.

use tilescope_pixel::Format;
use tilescope_texture::Image;

use super::sampler::{Problem, Register, Samplers, Setup};
use crate::features::Feature;
use crate::log::{self, Log};
use crate::regs::enums::{
    TextureAddressingMode, TextureFilter, TextureFormat, TextureFormatExt, TextureHalign,
    TextureType, TextureWrapMode,
};
use crate::regs::nte;
use crate::regs::te::{self, sampler_config0, sampler_config1, sampler_size};
use crate::rules::te as rules;
use crate::shader::Stage;
use crate::state::State;
use crate::surface::TexelFormat;
use crate::surface::texture::Texture;

/// Whether the shader may read sampler `n`.
pub(super) fn stage(samplers: &Samplers<'_>, stage: Stage, n: u32, log: &mut Log) {
    let derived = &samplers.derived;
    let register: Register = ("TE.SAMPLER.CONFIG0", sampler_config0::AT + 4 * n);
    let from = derived.vs_samplers_from;
    let vertex = (from..from + derived.vs_samplers).contains(&n);
    match stage {
        Stage::Vertex if !vertex => {
            let text = format!("a vertex shader reads sampler {n}");
            log::report(log, &rules::VERTEX_SAMPLER, register, text);
        }
        Stage::Pixel if n >= derived.ps_samplers => {
            let text = format!("a pixel shader reads sampler {n}");
            log::report(log, &rules::PIXEL_SAMPLER, register, text);
        }
        _ => {}
    }
}

/// The registers of sampler `n`, besides CONFIG0, that every texture needs but that
/// were never written. `newer` selects those of NTE; CONFIG1 exists from HALTI0 on.
pub(super) fn unwritten(
    state: &State,
    n: u32,
    newer: bool,
    has_config1: bool,
) -> Vec<&'static str> {
    let first_level = match newer {
        true => nte::sampler_addr_lod::AT + 0x40 * n,
        false => te::sampler_lod_addr::AT + 4 * n,
    };
    let pick = |older: u32, new: u32| if newer { new } else { older } + 4 * n;
    [
        ("SIZE", pick(te::sampler_size::AT, nte::sampler_size::AT)),
        (
            "LOG_SIZE",
            pick(te::sampler_log_size::AT, nte::sampler_log_size::AT),
        ),
        (
            "LOD_CONFIG",
            pick(te::sampler_lod_config::AT, nte::sampler_lod_config::AT),
        ),
        (
            "CONFIG1",
            pick(te::sampler_config1::AT, nte::sampler_config1::AT),
        ),
        ("LOD_ADDR", first_level),
    ]
    .into_iter()
    .filter(|(name, at)| (*name != "CONFIG1" || has_config1) && !state.ever_written(*at))
    .map(|(name, _)| name)
    .collect()
}

/// Whether a format is defined.
pub(super) fn is_defined(format: TexelFormat) -> bool {
    !matches!(
        format,
        TexelFormat::Short(TextureFormat::Unknown(_))
            | TexelFormat::Ext(TextureFormatExt::Unknown(_))
    )
}

pub(super) fn is_depth(format: Format) -> bool {
    matches!(
        format,
        Format::Z16Unorm | Format::S8UintZ24Unorm | Format::Z32Unorm
    )
}

/// Whether textures can have tile status.
pub(super) fn can_read_status(samplers: &Samplers<'_>) -> bool {
    samplers.chip.features.has(Feature::TextureTiledRead)
}

/// Whether the chip supports a format.
///
/// Source: Mesa etnaviv_screen.c, `gpu_supports_texture_format`.
fn knows(samplers: &Samplers<'_>, format: TexelFormat) -> bool {
    use TextureFormat as T;
    use TextureFormatExt as E;
    let has = |f| samplers.chip.features.has(f);
    let halti = samplers.derived.halti;
    match format {
        TexelFormat::Short(short) => match short {
            T::Dxt1 | T::Dxt2Dxt3 | T::Dxt4Dxt5 => {
                has(Feature::DxtTextureCompression) && !has(Feature::NoDxt)
            }
            T::Etc1 => has(Feature::Etc1TextureCompression),
            T::Yuy2 | T::Uyvy => !has(Feature::No422Texture),
            T::None | T::Unknown(_) => false,
            _ => true,
        },
        TexelFormat::Ext(ext) => match ext {
            E::Unknown(_) => false,
            E::Astc => samplers.derived.astc,
            E::R16F | E::G16R16F | E::A16B16G16R16F => halti.is_some() && has(Feature::HalfFloat),
            E::R8I
            | E::G8R8I
            | E::A8B8G8R8I
            | E::R16I
            | E::G16R16I
            | E::A16B16G16R16I
            | E::R32I
            | E::G32R32I
            | E::A2B10G10R10UI => halti >= Some(2),
            _ => halti.is_some(),
        },
    }
}

/// Reports problems that do not depend on the texture.
pub(super) fn setup(samplers: &Samplers<'_>, setup: &Setup, problems: &mut Vec<Problem>) {
    let words = &setup.words;
    let mut add = |rule, text: String| {
        problems.push(Problem {
            rule,
            register: setup.register,
            text,
        });
    };
    let kind = TextureType::from_bits(sampler_config0::TYPE.of(words.config0) as u8);
    if matches!(kind, TextureType::None | TextureType::Unknown(_)) {
        return;
    }
    let (w, h) = (
        sampler_size::WIDTH.of(words.size),
        sampler_size::HEIGHT.of(words.size),
    );
    let most = samplers.derived.texture_size;
    if w == 0 || h == 0 || w > most || h > most {
        add(&rules::SIZE, format!("the texture is {w}x{h}"));
    }
    let named = TexelFormat::of(
        sampler_config0::FORMAT.of(words.config0),
        sampler_config1::FORMAT_EXT.of(words.config1),
    );
    if is_defined(named) && !knows(samplers, named) {
        add(&rules::FORMAT, format!("the format is {named:?}"));
    }
    layout(samplers, words.config0, words.config1, &mut add);
    let nearest = |bits: u32| {
        matches!(
            TextureFilter::from_bits(bits as u8),
            TextureFilter::None | TextureFilter::Nearest
        )
    };
    if setup.round_uv && (nearest(setup.min) || nearest(setup.mag)) {
        add(&rules::ROUND_NEAREST, "ROUND_UV is set".into());
    }
    let clamped =
        |bits: &u32| TextureWrapMode::from_bits(*bits as u8) == TextureWrapMode::ClampToEdge;
    let any_wrap = samplers.chip.features.has(Feature::NonPowerOfTwo);
    let even = w.is_power_of_two() && h.is_power_of_two();
    let clamped = setup.wraps[..2].iter().all(clamped);
    if kind == TextureType::D2 && !(any_wrap || even || clamped) {
        add(&rules::ODD_SIZE_WRAP, format!("the texture is {w}x{h}"));
    }
}

fn layout(
    samplers: &Samplers<'_>,
    config0: u32,
    config1: u32,
    add: &mut impl FnMut(&'static tilescope_core::Rule, String),
) {
    let has = |f| samplers.chip.features.has(f);
    let mode = sampler_config0::ADDRESSING_MODE.of(config0);
    if TextureAddressingMode::from_bits(mode as u8) == TextureAddressingMode::Linear {
        if !has(Feature::LinearTextureSupport) {
            add(&rules::LAYOUT, "the chip has no linear textures".into());
        }
        return;
    }
    if !has(Feature::TextureHalign) {
        return;
    }
    let halign = TextureHalign::from_bits(sampler_config1::HALIGN.of(config1) as u8);
    let readable = match halign {
        TextureHalign::Four | TextureHalign::Sixteen => true,
        TextureHalign::SuperTiled => {
            has(Feature::SupertiledTexture) || has(Feature::TextureTiledRead)
        }
        TextureHalign::SplitTiled | TextureHalign::SplitSuperTiled => {
            samplers.chip.specs.pixel_pipes > 1 && has(Feature::TextureTiledRead)
        }
        // An undefined layout is reported elsewhere.
        TextureHalign::Unknown(_) => true,
    };
    if !readable {
        add(&rules::LAYOUT, format!("the alignment is {halign:?}"));
    }
}

/// Reports problems of the levels that can be read.
pub(super) fn levels(setup: &Setup, texture: &Texture, image: &Image, problems: &mut Vec<Problem>) {
    let mut add = |rule, text: String| {
        problems.push(Problem {
            rule,
            register: setup.register,
            text,
        });
    };
    let mode = sampler_config0::ADDRESSING_MODE.of(setup.words.config0);
    let linear = TextureAddressingMode::from_bits(mode as u8) == TextureAddressingMode::Linear;
    // Mesa allows 1/32 of a level where the filters differ.
    let count = match setup.lod[1] > 0.5 {
        true => image.levels(),
        false => 1,
    };
    if linear && count > 1 && texture.format.row().block.1 == 1 {
        add(
            &rules::LINEAR_LEVELS,
            format!("the texture has {count} levels"),
        );
    }
    let addresses = setup.words.addresses.iter();
    for (level, address) in addresses.enumerate().take(count as usize) {
        if !address.is_multiple_of(64) {
            let text = format!("level {level} is at {address:#010x}");
            add(&rules::LEVEL_UNALIGNED, text);
        }
    }
}
