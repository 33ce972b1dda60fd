//! Descriptors of samplers.

use tilescope_core::{Rule, Stopped};
use tilescope_output::CompareFunc;
use tilescope_texture::{Filter, MinFilter, Wrap};

use crate::descriptors::texture::sampler;
use crate::descriptors::{MipmapMode, WrapMode};
use crate::log::Ctx;
use crate::memory;
use crate::rules::texture as rules;

/// A sampler.
#[derive(Clone, Debug)]
pub struct Sampler {
    /// Address of the descriptor.
    pub address: u64,
    /// Wraps, filters and limits.
    pub state: tilescope_texture::Sampler,
    /// Coordinates are from 0 to 1, not in texels.
    pub normalised: bool,
    /// The comparison: whether the texel compares so to the reference value.
    pub compare: CompareFunc,
    /// The border colour: bits of floats, or integers.
    pub border: [u32; 4],
    /// Broken rules, reported when the sampler is used.
    pub(super) problems: Vec<(&'static Rule, String)>,
}

impl Sampler {
    /// Reads the descriptor at `address`.
    ///
    /// # Errors
    /// It is not mapped.
    pub fn decode(address: u64, c: &mut Ctx<'_>) -> Result<Sampler, Stopped> {
        let mut bytes = [0; 32];
        memory::read(c, crate::log::Port::Desc, address, &mut bytes)?;
        let get = |field: &tilescope_tables::packet::Field| field.get(&bytes) as u32;
        let mut problems = Vec::new();
        let filter = |nearest: u32| match nearest {
            0 => Filter::Linear,
            _ => Filter::Nearest,
        };
        let within = filter(get(&sampler::MINIFY_NEAREST));
        let mode = MipmapMode::from_bits(get(&sampler::MIPMAP_MODE) as u8);
        let between = match mode {
            MipmapMode::Nearest => Filter::Nearest,
            MipmapMode::Trilinear | MipmapMode::PerformanceTrilinear => Filter::Linear,
            MipmapMode::Unknown(other) => {
                problems.push((&rules::MIPMAP_MODE, format!("its mipmap mode is {other}")));
                Filter::Nearest
            }
        };
        let min = MinFilter::new(within, Some(between));
        let (least, most) = (get(&sampler::MINIMUM_LOD), get(&sampler::MAXIMUM_LOD));
        if least > most {
            problems.push((
                &rules::LOD_RANGE,
                format!("levels of detail are from {least}/256 to {most}/256"),
            ));
        }
        let mut wrap = |code: u32, axis: &str| {
            let mode = WrapMode::from_bits(code as u8);
            if let WrapMode::Unknown(other) = mode {
                problems.push((&rules::WRAP, format!("its wrap mode of {axis} is {other}")));
            }
            wrap_mode(mode)
        };
        let state = tilescope_texture::Sampler {
            wrap_s: wrap(get(&sampler::WRAP_MODE_S), "s"),
            wrap_t: wrap(get(&sampler::WRAP_MODE_T), "t"),
            wrap_r: wrap(get(&sampler::WRAP_MODE_R), "r"),
            seamless: sampler::SEAMLESS_CUBE_MAP.is_set(&bytes),
            mag: filter(get(&sampler::MAGNIFY_NEAREST)),
            min,
            lod_bias: f32::from(get(&sampler::LOD_BIAS) as u16 as i16) / 256.0,
            lod_min: least as f32 / 256.0,
            lod_max: most as f32 / 256.0,
            ..tilescope_texture::Sampler::default()
        };
        Ok(Sampler {
            address,
            state,
            normalised: sampler::NORMALIZED_COORDINATES.is_set(&bytes),
            compare: CompareFunc::from_bits(get(&sampler::COMPARE_FUNCTION)),
            border: [
                get(&sampler::BORDER_COLOR_R),
                get(&sampler::BORDER_COLOR_G),
                get(&sampler::BORDER_COLOR_B),
                get(&sampler::BORDER_COLOR_A),
            ],
            problems,
        })
    }
}

fn wrap_mode(mode: WrapMode) -> Wrap {
    match mode {
        WrapMode::Repeat | WrapMode::Unknown(_) => Wrap::Repeat,
        WrapMode::ClampToEdge => Wrap::Clamp,
        WrapMode::Clamp => Wrap::HalfBorder,
        WrapMode::ClampToBorder => Wrap::Border,
        WrapMode::MirroredRepeat => Wrap::Mirror,
        WrapMode::MirroredClampToEdge => Wrap::MirrorClamp,
        WrapMode::MirroredClamp => Wrap::MirrorHalfBorder,
        WrapMode::MirroredClampToBorder => Wrap::MirrorBorder,
    }
}
