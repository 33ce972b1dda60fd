//! Lookups: filtered texels, comparisons, gathers and fetches of sixteen lanes.

use tilescope_core::Stopped;
use tilescope_exec::lanes::set_lane;
use tilescope_exec::{Lanes, Lanes16, Vectorised, vectorised};
use tilescope_output::CompareFunc;
use tilescope_shader::each_lane;
use tilescope_texture::{
    Filter, MinFilter, Shape, WideSource, Wrap, gather16, sample16_fractions, sample16_wide_alone,
    takes_fractions,
};

use super::descriptor::{Plane, Texture};
use super::fetch::{Cache, Fetch, Place, WordFetch};
use super::{GivenLevel, Sampler, Textures};
use crate::descriptors::TextureDimension;
use crate::formats::Storage;
use crate::isa::Dimension;
use crate::log::Ctx;
use crate::report::report;
use crate::rules::texture as rules;
use crate::shader::{Lod, Lookup, LookupMode};

/// The texels of a lookup, into `out`: bits of floats, or integers. Lanes that are not active are 0,
/// and all lanes if there is no such texture or sampler. Fetches outside of the texture
/// return zeros.
///
/// # Errors
/// Memory that a texel is in is not mapped, or the chip rejects it.
pub fn sample(
    textures: &Textures,
    cache: &mut Cache,
    lookup: &Lookup,
    c: &mut Ctx<'_>,
    out: &mut [Lanes16; 4],
) -> Result<(), Stopped> {
    vectorised(Sampled(textures, (cache, c), lookup, out))
}

struct Sampled<'l, 'c>(
    &'l Textures,
    (&'l mut Cache, &'l mut Ctx<'c>),
    &'l Lookup,
    &'l mut [Lanes16; 4],
);

impl Vectorised for Sampled<'_, '_> {
    type Output = Result<(), Stopped>;

    #[inline(always)]
    fn run(self) -> Self::Output {
        let Sampled(textures, (cache, c), lookup, out) = self;
        let Some(texture) = textures.texture(lookup.texture, c) else {
            *out = [Lanes16::ZERO; 4];
            return Ok(());
        };
        if !names(lookup.dimension, texture.dimension) {
            report(c, &rules::DIMENSION, texture.address, || {
                let (named, has) = (lookup.dimension, texture.dimension);
                format!("a lookup in {named:?} reads one in {has:?}")
            });
        }
        if lookup.mode == LookupMode::Fetch {
            *out = fetch(texture, cache, lookup, c)?;
            return Ok(());
        }
        let Some(sampler) = textures.sampler(lookup.sampler, c) else {
            *out = [Lanes16::ZERO; 4];
            return Ok(());
        };
        let mut state = state(sampler, texture, lookup, textures.broken_lod, c);
        state.precision.coordinates = textures.quirks.coordinates;
        let bias = match (&lookup.lod, textures.quirks.given_level) {
            (Lod::Explicit(_), GivenLevel::Biased) => state.lod_bias,
            _ => 0.0,
        };
        let at = Position::new(texture, sampler, lookup, bias);
        let fetch = Fetch {
            texture,
            number: lookup.texture,
            cache,
            c,
            stopped: None,
        };
        match &texture.words {
            Some(words)
                if texture.layers == 1
                    && lookup.mode == LookupMode::Colour
                    && takes_fractions(&state, &texture.image) =>
            {
                let (at, lod) = (at.coordinates(), at.lod(lookup));
                let mut source = WordFetch { words, fetch };
                let image = &texture.image;
                let texels = sample16_fractions(&state, image, &mut source, at, lod, lookup.lanes);
                *out = texels.map(Lanes);
                source.fetch.stopped.map_or(Ok(()), Err)
            }
            _ => any_texels(&state, sampler, lookup, &at, fetch).map(|texels| *out = texels),
        }
    }
}

/// Whether all lanes are 0.
#[inline(always)]
fn is_zero(words: &Lanes16) -> bool {
    words.0.iter().fold(0, |all, word| all | word) == 0
}

/// A lookup of texels of any kind.
#[inline(never)]
fn any_texels(
    state: &tilescope_texture::Sampler,
    sampler: &Sampler,
    lookup: &Lookup,
    at: &Position,
    fetch: Fetch<'_, '_>,
) -> Result<[Lanes16; 4], Stopped> {
    let texture = fetch.texture;
    let shadow = matches!(lookup.mode, LookupMode::Shadow | LookupMode::GatherShadow);
    let mut source = Source {
        layers: at.layers,
        shadow: shadow.then(|| (sampler.compare, reference(texture, lookup))),
        border: texture.swizzle.apply(sampler.border, texture.format.one()),
        fetch,
    };
    let image = &texture.image;
    // Left before right, then upper row before lower, where GL begins with the lower left one
    // and goes round: Mesa reorders them (`lower_tg4_broadcom_swizzle`, midgard_compile.c).
    let mut gather = |component| {
        let at = at.coordinates();
        let [x, y, z, w] = gather16(state, image, &mut source, at, component, lookup.lanes);
        [w, z, x, y]
    };
    let out = match lookup.mode {
        LookupMode::Gather(component) => gather(component.into()),
        LookupMode::GatherShadow => gather(0),
        LookupMode::Colour | LookupMode::Shadow | LookupMode::Fetch => {
            let (at, lod) = (at.coordinates(), at.lod(lookup));
            sample16_wide_alone(state, image, &mut source, at, lod, lookup.lanes)
        }
    };
    match source.fetch.stopped {
        Some(stopped) => Err(stopped),
        None => Ok(out.map(Lanes)),
    }
}

/// Whether an instruction names the dimension of the texture. Drivers sample textures of
/// one dimension as if they had two.
fn names(dimension: Dimension, texture: TextureDimension) -> bool {
    matches!(
        (dimension, texture),
        (Dimension::Cube, TextureDimension::Cube)
            | (Dimension::D1, TextureDimension::N1D)
            | (Dimension::D2, TextureDimension::N1D | TextureDimension::N2D)
            | (Dimension::D3, TextureDimension::N3D)
    )
}

/// The sampler's state for a lookup.
#[inline(always)]
fn state(
    sampler: &Sampler,
    texture: &Texture,
    lookup: &Lookup,
    broken_lod: bool,
    c: &mut Ctx<'_>,
) -> tilescope_texture::Sampler {
    let mut state = sampler.state;
    state.offset = lookup.offset;
    let linear = state.mag == Filter::Linear || state.min != MinFilter::NearestMipNearest;
    let gathers = matches!(
        lookup.mode,
        LookupMode::Gather(_) | LookupMode::GatherShadow
    );
    if texture.format.is_integer() && linear && !gathers {
        report(c, &rules::INTEGER_FILTER, texture.address, || {
            format!("texture {} is {}", lookup.texture, texture.format.name())
        });
        (state.mag, state.min) = (Filter::Nearest, MinFilter::NearestMipNearest);
    }
    if texture.dimension == TextureDimension::N1D {
        state.wrap_t = Wrap::Clamp;
        state.offset[1] = 0;
    }
    if broken_lod && matches!(lookup.lod, Lod::Explicit(_)) {
        let free = tilescope_texture::Sampler::default();
        (state.lod_min, state.lod_max, state.lod_bias) = (free.lod_min, free.lod_max, 0.0);
    }
    state
}

/// Reference values of comparisons: of formats without values outside of 0 to 1, clamped
/// to these (OpenGL ES 3.1, 8.20.1).
fn reference(texture: &Texture, lookup: &Lookup) -> [f32; 16] {
    let values = lookup.extra.to_f32();
    match texture.format.storage {
        Storage::Packed(packed) if packed.class == tilescope_pixel::Class::Unorm => {
            values.map(|v| if v.is_nan() { 0.0 } else { v.clamp(0.0, 1.0) })
        }
        _ => values,
    }
}

/// Positions of a lookup, layers, and the level of detail that it gives or adds.
#[repr(C, align(64))]
struct Position {
    position: [[f32; 16]; 3],
    layers: [u32; 16],
    level: [f32; 16],
}

impl Position {
    /// `bias` is added to the level.
    #[inline(always)]
    fn new(texture: &Texture, sampler: &Sampler, lookup: &Lookup, bias: f32) -> Position {
        let (Lod::Implicit(level) | Lod::Explicit(level) | Lod::Level(level)) = &lookup.lod;
        let [x, y, z] = &lookup.at;
        let mut out = Position {
            position: [x.to_f32(), y.to_f32(), z.to_f32()],
            layers: [0; 16],
            level: level.to_f32(),
        };
        for level in &mut out.level {
            *level += bias;
        }
        if texture.dimension == TextureDimension::N1D {
            out.position[1] = [0.5; 16];
        }
        let shape = texture.shape();
        if !sampler.normalised && shape != Shape::Cube {
            for (axis, size) in out.position.iter_mut().zip(texture.size) {
                for v in axis {
                    *v /= size as f32;
                }
            }
        }
        let last = texture.layers - 1;
        if last != 0 && shape != Shape::Volume {
            for (layer, w) in out.layers.iter_mut().zip(lookup.layer.to_f32()) {
                *layer = (w + 0.5).floor().clamp(0.0, last as f32) as u32;
            }
        }
        out
    }

    #[inline(always)]
    fn coordinates(&self) -> [&[f32; 16]; 3] {
        let [s, t, r] = &self.position;
        [s, t, r]
    }

    #[inline(always)]
    fn lod(&self, lookup: &Lookup) -> tilescope_texture::Lod<'_> {
        match &lookup.lod {
            Lod::Implicit(bias) if is_zero(bias) => tilescope_texture::Lod::Implicit,
            Lod::Implicit(_) => tilescope_texture::Lod::Bias(&self.level),
            Lod::Explicit(_) | Lod::Level(_) => tilescope_texture::Lod::Absolute(&self.level),
        }
    }
}

/// Texels for the sampler.
struct Source<'f, 'a> {
    fetch: Fetch<'f, 'a>,
    layers: [u32; 16],
    /// The comparison, and what texels are compared with.
    shadow: Option<(CompareFunc, [f32; 16])>,
    border: [u32; 4],
}

impl Source<'_, '_> {
    #[inline(always)]
    fn compared(&self, lane: usize, texel: [u32; 4]) -> [u32; 4] {
        let Some((func, reference)) = &self.shadow else {
            return texel;
        };
        let (texel, reference) = (f32::from_bits(texel[0]), reference[lane & 15]);
        let passed = func.passes(texel, reference);
        [f32::from(u8::from(passed)).to_bits(); 4]
    }
}

impl WideSource for Source<'_, '_> {
    #[inline(always)]
    fn texel(&mut self, lane: usize, layer: u32, level: u32, x: u32, y: u32) -> [u32; 4] {
        let texture = self.fetch.texture;
        let number = match texture.dimension {
            TextureDimension::N3D => layer,
            TextureDimension::Cube => (self.layers[lane & 15] * 6 + layer) * texture.samples,
            _ => self.layers[lane & 15] * texture.samples,
        };
        let plane = Plane { level, number };
        let texel = self.fetch.texel(Place { plane, x, y });
        self.compared(lane, texel)
    }

    fn border(&mut self, lane: usize, _word: u32) -> [u32; 4] {
        self.compared(lane, self.border)
    }
}

/// Texels by their numbers.
#[inline(never)]
fn fetch(
    texture: &Texture,
    cache: &mut Cache,
    lookup: &Lookup,
    c: &mut Ctx<'_>,
) -> Result<[Lanes16; 4], Stopped> {
    let mut out = [Lanes16::ZERO; 4];
    let mut fetch = Fetch {
        texture,
        number: lookup.texture,
        cache,
        c,
        stopped: None,
    };
    for lane in each_lane(lookup.lanes) {
        let level = match &lookup.lod {
            Lod::Level(levels) => levels[lane],
            Lod::Implicit(_) | Lod::Explicit(_) => 0,
        };
        let Some(place) = fetched(texture, lookup, lane, level) else {
            continue;
        };
        let texel = fetch.texel(place);
        set_lane(&mut out, lane, texel);
    }
    match fetch.stopped {
        Some(stopped) => Err(stopped),
        None => Ok(out),
    }
}

/// The texel that a lane fetches, if it exists.
fn fetched(texture: &Texture, lookup: &Lookup, lane: usize, level: u32) -> Option<Place> {
    let [x, y, z] = lookup.at.map(|v| v[lane]);
    let (extra, w) = (lookup.extra[lane], lookup.layer[lane]);
    let [dx, dy, dz] = lookup.offset;
    let one_row = texture.dimension == TextureDimension::N1D;
    let (x, y) = (
        x.wrapping_add_signed(dx),
        if one_row {
            0
        } else {
            y.wrapping_add_signed(dy)
        },
    );
    if level >= texture.levels {
        return None;
    }
    let [width, height, depth] = texture.level_size(level);
    let number = match texture.dimension {
        TextureDimension::N3D => {
            let z = z.wrapping_add_signed(dz);
            (z < depth).then_some(z)?
        }
        // Fetches from cubes do not exist in any language: their layers are faces.
        TextureDimension::Cube => (w < 6 * texture.layers).then_some(w * texture.samples)?,
        _ => {
            let sample = if texture.samples > 1 { extra } else { 0 };
            let exists = w < texture.layers && sample < texture.samples;
            exists.then_some(w * texture.samples + sample)?
        }
    };
    let plane = Plane { level, number };
    (x < width && y < height).then_some(Place { plane, x, y })
}
