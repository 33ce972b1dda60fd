//! Samplers, decoded from registers or a descriptor.

use std::sync::{Arc, OnceLock};

use tilescope_core::{Rule, Span};
use tilescope_exec::transcendental::exp2;
use tilescope_pixel::Storage;
use tilescope_texture::{
    Filter, Image, MinFilter, Minify, Precision, Rounding, Sampler, Shape, Wrap,
};

use super::quirks::{Anisotropy, NoMip, NoType, Quirks, Yuv};
use super::{check, descriptor};
use crate::bus::Bus;
use crate::chips::{Chip, Derived};
use crate::hazards::span::of_status;
use crate::log::{self, Log};
use crate::regs::enums::{
    TextureCompareFunc, TextureFilter, TextureSwizzle, TextureType, TextureWrapMode,
};
use crate::regs::nte::{self, sampler_baselod};
use crate::regs::te::{
    sampler_3d_config, sampler_config0, sampler_config1, sampler_lod_config, sampler_log_size,
};
use crate::rules::te as rules;
use crate::state::State;
use crate::stopped::Stopped;
use crate::surface::texture::{LEVELS, Layers1d, Texture, Unreadable, Words};
use crate::ts::TileStatus;

/// The number of samplers that instructions can address.
pub(super) const SAMPLERS: usize = 32;

/// A register, by name and byte offset.
pub(super) type Register = (&'static str, u32);

/// A violation by a sampler, with its register.
#[derive(Clone, Debug)]
pub(super) struct Problem {
    pub(super) rule: &'static Rule,
    pub(super) register: Register,
    pub(super) text: String,
}

impl Problem {
    fn report(&self, log: &mut Log) {
        log::report(log, self.rule, self.register, self.text.clone());
    }

    pub(super) fn stop(&self, log: &mut Log) -> Stopped {
        let (name, offset) = self.register;
        let at = log.at.inside(tilescope_core::Frame::Register(name, offset));
        let site = log::register_site(self.register, &self.text);
        Stopped::by(self.rule, at, self.text.clone(), site, log)
    }
}

/// The findings about a sampler.
#[derive(Clone, Debug, Default)]
pub(super) struct Reports {
    pub(super) problems: Vec<Problem>,
    pub(super) unimplemented: Vec<&'static str>,
}

/// A decoded sampler.
#[derive(Debug)]
pub(super) enum Decoded {
    /// It reads a texture.
    Unit(Box<Unit>, Reports),
    /// It always returns this colour.
    Constant([u32; 4], Reports),
    /// Reading it stops the hardware.
    Hang(Problem),
}

impl Decoded {
    pub(super) fn report(&self, log: &mut Log) {
        if let Decoded::Unit(_, reports) | Decoded::Constant(_, reports) = self {
            reports.problems.iter().for_each(|t| t.report(log));
            reports
                .unimplemented
                .iter()
                .for_each(|u| log.unimplemented(u));
        }
    }
}

/// The largest number of lookups for a pixel, from its logarithm in the registers, whose
/// steps of 1/32 give integers only approximately.
pub(super) fn most_lookups(logarithm: f32) -> f32 {
    exp2(f64::from(logarithm)).round() as f32
}

/// The state of a sampler besides its texture, from registers or a descriptor.
#[derive(Clone, Copy, Debug)]
pub(super) struct Setup {
    pub(super) words: Words,
    /// Wrapping of s, t and r.
    pub(super) wraps: [u32; 3],
    pub(super) min: u32,
    pub(super) mip: u32,
    pub(super) mag: u32,
    /// The largest number of lookups for a pixel.
    pub(super) anisotropy: f32,
    /// Levels: smallest, largest and bias.
    pub(super) lod: [f32; 3],
    pub(super) round_uv: bool,
    pub(super) int_filter: bool,
    pub(super) srgb: bool,
    pub(super) compare: Option<TextureCompareFunc>,
    /// The number of levels.
    pub(super) levels: u32,
    /// Tile status is enabled.
    pub(super) use_ts: bool,
    /// The set of TS.SAMPLER.
    pub(super) ts_index: u32,
    /// Bytes of an entry of tile status, as encoded in registers.
    pub(super) ts_mode: u32,
    pub(super) lod_bits: u8,
    /// The register that findings name.
    pub(super) register: Register,
}

/// One sampler with its texture.
#[derive(Debug)]
pub struct Unit {
    pub(super) texture: Texture,
    pub(super) image: Image,
    pub(super) sampler: Sampler,
    pub(super) swizzle: [TextureSwizzle; 4],
    pub(super) status: Option<TileStatus>,
    pub(super) compare: Option<TextureCompareFunc>,
    pub(super) srgb: bool,
    pub(super) depth: bool,
    pub(super) integers: bool,
    /// The largest number of lookups for a pixel.
    pub(super) anisotropy: f32,
    pub(super) yuv: Yuv,
    /// Filters colour words, not floats.
    pub(super) words: bool,
    /// Its tiles are the same in all areas of the draw, which does not write them, and are read
    /// without tile status.
    pub(super) keeps_tiles: bool,
}

/// The samplers of a draw.
pub struct Samplers<'a> {
    pub(super) state: &'a State,
    pub(super) chip: &'a Chip,
    pub(super) derived: Derived,
    pub(super) quirks: &'a Quirks,
    pub(super) bus: Bus<'a>,
    /// The ends of the buffers that the draw writes, which no other draw shares; `None` if it may
    /// write any.
    pub(super) written: Option<Arc<Vec<u64>>>,
    decoded: [OnceLock<Decoded>; SAMPLERS],
}

impl<'a> Samplers<'a> {
    /// The samplers configured in `state`.
    pub fn new(state: &'a State, chip: &'a Chip, quirks: &'a Quirks, bus: Bus<'a>) -> Self {
        Samplers {
            state,
            chip,
            derived: chip.derived(),
            quirks,
            bus,
            written: None,
            decoded: [const { OnceLock::new() }; SAMPLERS],
        }
    }

    /// The same for a draw that writes only the buffers with these addresses.
    pub fn writing(self, addresses: impl Iterator<Item = u32>) -> Self {
        let ends = addresses.map(|address| self.bus.end(address));
        let written = Some(Arc::new(ends.collect()));
        Samplers { written, ..self }
    }

    /// Whether the draw cannot write the buffers of a texture.
    fn is_constant(&self, texture: &Texture) -> bool {
        let Some(written) = &self.written else {
            return false;
        };
        let bases = texture.levels.iter().flat_map(|level| &level.surface.bases);
        let mut ends = bases.map(|base| self.bus.end(*base));
        ends.all(|end| !written.contains(&end))
    }

    /// Whether tiles of sampler `n` are still known in the next area of the draw.
    pub(super) fn keeps_tiles(&self, n: usize) -> bool {
        let decoded = self.decoded[n % SAMPLERS].get();
        matches!(decoded, Some(Decoded::Unit(unit, _)) if unit.keeps_tiles)
    }

    #[inline]
    pub(super) fn decoded(&self, n: u32, log: &mut Log) -> &Decoded {
        let slot = &self.decoded[n as usize % SAMPLERS];
        match slot.get() {
            Some(decoded) => decoded,
            None => slot.get_or_init(|| self.decode(n, log)),
        }
    }

    /// Calls `each` with the memory of the texels and tile status of all samplers
    /// read so far, and whether vertex shaders read them.
    pub fn memory(&self, each: &mut dyn FnMut(bool, Span)) {
        let from = self.derived.vs_samplers_from;
        let vertex = from..from + self.derived.vs_samplers;
        for (n, slot) in (0..).zip(&self.decoded) {
            let Some(Decoded::Unit(unit, _)) = slot.get() else {
                continue;
            };
            let levels = unit.texture.levels.iter();
            let first = unit.sampler.lod_min.max(0.0) as usize;
            for level in levels.take(unit.image.levels() as usize).skip(first) {
                let bytes = u64::from(level.layer_stride) * u64::from(level.layers);
                let span = Span::new(level.surface.bases[0], bytes);
                each(vertex.contains(&n), span);
                if let Some(status) = &unit.status {
                    each(vertex.contains(&n), of_status(status, &span));
                }
            }
        }
    }

    fn decode(&self, n: u32, log: &mut Log) -> Decoded {
        let mut reports = Reports::default();
        let setup = match self.derived.halti {
            Some(5..) => descriptor::setup(self, n, &mut reports, log),
            halti => self.registers(n, halti >= Some(1), &mut reports),
        };
        match setup {
            Ok(setup) => self.unit(&setup, reports),
            Err(problem) => Decoded::Hang(problem),
        }
    }

    /// Decodes the registers: TE, or NTE on chips with HALTI1.
    fn registers(&self, n: u32, newer: bool, reports: &mut Reports) -> Result<Setup, Problem> {
        let state = self.state;
        let at = 4 * n;
        let (register, words, log_size, lod) = match newer {
            true => (
                ("NTE.SAMPLER.CONFIG0", nte::sampler_config0::AT + at),
                Words::nte(state, n),
                nte::sampler_log_size::AT + at,
                nte::sampler_lod_config::AT + at,
            ),
            false => (
                ("TE.SAMPLER.CONFIG0", sampler_config0::AT + at),
                Words::te(state, n),
                sampler_log_size::AT + at,
                sampler_lod_config::AT + at,
            ),
        };
        if !newer && n >= 12 || !state.written(register.1) {
            let text = format!("sampler {n} was never configured");
            let rule = &rules::NOT_CONFIGURED;
            return Err(Problem {
                rule,
                register,
                text,
            });
        }
        let missing = check::unwritten(state, n, newer, self.derived.halti.is_some());
        if !missing.is_empty() {
            reports.problems.push(Problem {
                rule: &rules::INCOMPLETE,
                register,
                text: format!("{} of sampler {n} was never written", missing.join(", ")),
            });
        }
        let mut words = words;
        if self.derived.halti.is_none() {
            // CONFIG1 and 3D_CONFIG exist from HALTI0 on.
            words.config1 = IDENTITY;
            words.config_3d = 0;
        }
        let (log_size, lod) = (state.word(log_size), state.word(lod));
        let config0 = words.config0;
        let baselod = match newer {
            true => state.word(sampler_baselod::AT + at),
            false => 0,
        };
        let bias = match sampler_lod_config::BIAS_ENABLE.of(lod) != 0 {
            true => fixed(sampler_lod_config::BIAS.of(lod), 10, 5),
            false => 0.0,
        };
        let mut levels = LEVELS as u32;
        if sampler_baselod::BASELOD_ENABLE.of(baselod) != 0 {
            let first = sampler_baselod::BASELOD.of(baselod);
            levels = (sampler_baselod::MAXLOD.of(baselod) + 1)
                .saturating_sub(first)
                .max(1);
            words.addresses.rotate_left(first as usize % LEVELS);
        }
        Ok(Setup {
            words,
            wraps: [
                sampler_config0::UWRAP.of(config0),
                sampler_config0::VWRAP.of(config0),
                sampler_3d_config::WRAP.of(words.config_3d),
            ],
            min: sampler_config0::MIN.of(config0),
            mip: sampler_config0::MIP.of(config0),
            mag: sampler_config0::MAG.of(config0),
            anisotropy: most_lookups(sampler_config0::ANISOTROPY.of(config0) as f32 / 32.0),
            lod: [
                fixed(sampler_lod_config::MIN.of(lod), 10, 5),
                fixed(sampler_lod_config::MAX.of(lod), 10, 5),
                bias,
            ],
            round_uv: sampler_config0::ROUND_UV.of(config0) != 0,
            int_filter: sampler_log_size::INT_FILTER.of(log_size) != 0,
            srgb: sampler_log_size::SRGB.of(log_size) != 0,
            compare: (sampler_baselod::COMPARE_ENABLE.of(baselod) != 0).then(|| {
                TextureCompareFunc::from_bits(sampler_baselod::COMPARE_FUNC.of(baselod) as u8)
            }),
            levels,
            use_ts: sampler_config1::USE_TS.of(words.config1) != 0,
            ts_index: n,
            ts_mode: sampler_config1::TS_MODE.of(words.config1),
            lod_bits: self.quirks.precision.lod_fraction_bits,
            register,
        })
    }

    fn unit(&self, setup: &Setup, mut reports: Reports) -> Decoded {
        let chip = self.chip;
        let mut words = setup.words;
        check::setup(self, setup, &mut reports.problems);
        for address in &mut words.addresses {
            *address &= !63;
        }
        let texture = match Texture::new(&words, chip, self.quirks.layers_1d) {
            Ok(texture) => texture,
            Err(why) => return self.unreadable(setup, why, reports),
        };
        let format = texture.format;
        let storage = format.row().storage;
        let array = sampler_config1::TEXTURE_ARRAY.of(words.config1) != 0;
        let shape = match texture.kind {
            TextureType::CubeMap => Shape::Cube,
            TextureType::D3 if array => Shape::Array,
            TextureType::D3 => Shape::Volume,
            _ if texture.layers_1d == Some(Layers1d::Images) => Shape::Array,
            _ => Shape::Flat,
        };
        let Some(first) = texture.levels.first() else {
            return Decoded::Constant(ZEROS, reports);
        };
        let levels = (texture.levels.len() as u32)
            .min(setup.levels)
            .min(setup.lod[1].ceil().max(0.0) as u32 + 1);
        let image = Image::new(first.width, first.height, levels, shape, Minify::Floor);
        let image = match shape {
            Shape::Array | Shape::Volume => image.with_layers(first.layers, levels),
            Shape::Flat | Shape::Cube => image,
        };
        check::levels(setup, &texture, &image, &mut reports.problems);
        if [setup.min, setup.mag].contains(&ANISOTROPIC) && setup.anisotropy <= 1.0 {
            reports
                .unimplemented
                .push("anisotropic texture filters without a size");
        }
        let sampler = self.sampler(setup, shape);
        let linear = sampler.mag == Filter::Linear
            || sampler.min.within() == Filter::Linear
            || sampler.min.between() == Some(Filter::Linear) && image.levels() > 1;
        let integers = matches!(storage, Storage::Integer(_) | Storage::Integer10);
        let depth = check::is_depth(format);
        let flat = matches!(shape, Shape::Flat | Shape::Array);
        let anisotropy = match self.quirks.anisotropy {
            Anisotropy::Extension if flat && linear && !integers => setup.anisotropy,
            _ => 1.0,
        };
        let status = self.status(setup, first.surface.bases[0], &mut reports);
        let unit = Unit {
            image,
            swizzle: [
                sampler_config1::SWIZZLE_R,
                sampler_config1::SWIZZLE_G,
                sampler_config1::SWIZZLE_B,
                sampler_config1::SWIZZLE_A,
            ]
            .map(|field| TextureSwizzle::from_bits(field.of(words.config1) as u8)),
            keeps_tiles: status.is_none() && self.is_constant(&texture),
            status,
            compare: setup.compare,
            srgb: setup.srgb && format.is_colour(),
            depth,
            integers,
            yuv: self.quirks.yuv,
            anisotropy: anisotropy.min(MOST_LOOKUPS),
            words: format.is_colour()
                && anisotropy <= 1.0
                && !setup.srgb
                && setup.compare.is_none()
                && shape != Shape::Volume
                && !(shape == Shape::Cube && sampler.seamless && linear)
                && (setup.int_filter || !linear),
            texture,
            sampler: match integers {
                true => nearest(sampler),
                false => sampler,
            },
        };
        Decoded::Unit(Box::new(unit), reports)
    }

    fn sampler(&self, setup: &Setup, shape: Shape) -> Sampler {
        let quirks = self.quirks;
        let [wrap_s, wrap_t, wrap_r] = setup.wraps.map(wrap);
        let no_mip = match self.derived.halti {
            Some(5..) => quirks.descriptor_no_mip,
            _ => quirks.no_mip,
        };
        let no_mip = match no_mip {
            NoMip::NearestLevel => Some(Filter::Nearest),
            NoMip::FirstLevel => None,
        };
        let mip = match TextureFilter::from_bits(setup.mip as u8) {
            TextureFilter::None => no_mip,
            TextureFilter::Nearest => Some(Filter::Nearest),
            _ => Some(Filter::Linear),
        };
        let min = MinFilter::new(within(setup.min), mip);
        let seamless = sampler_config1::SEAMLESS_CUBE_MAP.of(setup.words.config1) != 0;
        Sampler {
            // Without seamless filters each cube face wraps like a separate image
            // (OpenGL ES 2.0, 3.7.5).
            wrap_s,
            wrap_t,
            wrap_r,
            seamless: shape == Shape::Cube && seamless && self.derived.seamless_cube_map,
            mag: within(setup.mag),
            min,
            border: quirks.border,
            lod_bias: setup.lod[2],
            lod_min: setup.lod[0],
            lod_max: setup.lod[1],
            offset: [0; 3],
            precision: Precision {
                lod_fraction_bits: setup.lod_bits,
                coordinates: match setup.round_uv {
                    true => Rounding::Nearest,
                    false => quirks.precision.coordinates,
                },
                ..quirks.precision
            },
        }
    }

    fn status(&self, setup: &Setup, base: u32, reports: &mut Reports) -> Option<TileStatus> {
        if !setup.use_ts {
            return None;
        }
        let status =
            TileStatus::sampler(self.state, self.chip, setup.ts_index, base, setup.ts_mode);
        if status.is_none() || !check::can_read_status(self) {
            reports.problems.push(Problem {
                rule: &rules::TILE_STATUS,
                register: setup.register,
                text: format!("TS.SAMPLER {} has no tile status", setup.ts_index),
            });
        }
        status
    }

    fn unreadable(&self, setup: &Setup, why: Unreadable, mut reports: Reports) -> Decoded {
        let problem = |rule, text: String| Problem {
            rule,
            register: setup.register,
            text,
        };
        let mut texel = ZEROS;
        match why {
            Unreadable::None => {
                let problem = problem(&rules::NO_TYPE, "the type is NONE".into());
                if self.quirks.no_type == NoType::Hangs {
                    return Decoded::Hang(problem);
                }
                reports.problems.push(problem);
                texel[3] = 1f32.to_bits();
            }
            Unreadable::Type(kind) => {
                return Decoded::Hang(problem(
                    &rules::HANGING_TYPE,
                    format!("the type is {kind:?}"),
                ));
            }
            Unreadable::Format(named) => match check::is_defined(named) {
                true => reports
                    .unimplemented
                    .push("texture formats EAC, ASTC and AYUV"),
                false => reports
                    .problems
                    .push(problem(&rules::FORMAT, format!("the format is {named:?}"))),
            },
            Unreadable::Layout => reports.problems.push(problem(
                &rules::LAYOUT,
                "the addressing mode or alignment is undefined".into(),
            )),
            // `check::setup` has reported it.
            Unreadable::Empty => {}
        }
        Decoded::Constant(texel, reports)
    }
}

const ZEROS: [u32; 4] = [0; 4];
const ANISOTROPIC: u32 = 3;
/// The largest number of lookups per pixel that registers can encode: the largest
/// logarithm is 255/32. Mesa limits programs to 16.
const MOST_LOOKUPS: f32 = 256.0;
/// A `CONFIG1` with the identity swizzle.
const IDENTITY: u32 = 1 << 12 | 2 << 16 | 3 << 20;

fn wrap(bits: u32) -> Wrap {
    match TextureWrapMode::from_bits(bits as u8) {
        TextureWrapMode::MirroredRepeat => Wrap::Mirror,
        TextureWrapMode::ClampToEdge => Wrap::Clamp,
        TextureWrapMode::ClampToBorder => Wrap::Border,
        _ => Wrap::Repeat,
    }
}

fn within(bits: u32) -> Filter {
    match TextureFilter::from_bits(bits as u8) {
        TextureFilter::None | TextureFilter::Nearest => Filter::Nearest,
        _ => Filter::Linear,
    }
}

/// Integers are not filtered.
fn nearest(sampler: Sampler) -> Sampler {
    Sampler {
        mag: Filter::Nearest,
        min: match sampler.min.between() {
            Some(_) => MinFilter::NearestMipNearest,
            None => MinFilter::Nearest,
        },
        ..sampler
    }
}

/// A signed fixed-point number of `bits` bits, `fraction` of them fractional.
pub(super) fn fixed(raw: u32, bits: u32, fraction: u32) -> f32 {
    let shift = 32 - bits;
    let value = (raw << shift) as i32 >> shift;
    value as f32 / (1u32 << fraction) as f32
}
