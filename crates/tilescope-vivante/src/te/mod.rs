//! TE: the texture units.
//!
//! ```text
//! registers, descriptors --> Samplers (per draw) --> Unit
//!                                                     |
//! shader::Lookup --> TextureUnits (per worker) --> sample16, sample16_wide
//!                          |                          |
//!                          +-- decoded tiles <-- fetch: TS, memory
//! ```
//!
//! Usage:
//!
//! * [`Samplers::new`] once for each draw. It is shared by all workers; a sampler is
//!   decoded when it is first read.
//! * [`TextureUnits::default`] once for each worker, and [`TextureUnits::begin`]
//!   before each area or group of vertices, or at least before each draw: it clears
//!   reports of samplers, and texels. Those that the draw cannot write are still known in its
//!   next area; what was read for them is counted again. Traffic then depends on the area
//!   only, not on the worker.
//! * [`TextureUnits::sample`] for each [`Lookup`]. An error ends the draw.

mod check;
mod describe;
mod descriptor;
mod fetch;
pub mod quirks;
mod sampler;

use std::sync::Arc;

use tilescope_exec::convert::byte_fraction;
use tilescope_exec::{Lanes, Lanes16, Vectorised, vectorised};
use tilescope_texture::{Lod, sample16, sample16_anisotropic, sample16_wide};

pub use describe::describe;
pub use quirks::Quirks;
pub use sampler::{Samplers, Unit};

use crate::log::Log;
use crate::regs::enums::TextureSwizzle;
use crate::shader::{Lod as LookupLod, Lookup, Stage};
use crate::stopped::Stopped;
use crate::surface::texture::Layers1d;
use fetch::{Fetcher, Tiles, Wide, Words};
use sampler::{Decoded, SAMPLERS};

/// The texture units of one worker.
#[derive(Debug)]
pub struct TextureUnits {
    tiles: [Tiles; SAMPLERS],
    /// Samplers that were read since [`TextureUnits::begin`].
    used: u32,
    /// Samplers with tiles that are known from earlier areas of the draw.
    known: u32,
    /// The buffers that the draw writes.
    written: Option<Arc<Vec<u64>>>,
    /// Number of lookups, in vectors of sixteen.
    lookups: u64,
}

impl Default for TextureUnits {
    fn default() -> Self {
        TextureUnits {
            tiles: [const { Tiles::EMPTY }; SAMPLERS],
            used: 0,
            known: 0,
            written: None,
            lookups: 0,
        }
    }
}

impl TextureUnits {
    /// Clears the texel cache and the record of used samplers, for an area of the draw with
    /// `samplers`.
    pub fn begin(&mut self, samplers: Option<&Samplers<'_>>) {
        let written = samplers.and_then(|samplers| samplers.written.as_ref());
        let both = written.zip(self.written.as_ref());
        let same = samplers.filter(|_| both.is_some_and(|(a, b)| Arc::ptr_eq(a, b)));
        self.known |= self.used;
        for (n, tiles) in self.tiles.iter_mut().enumerate() {
            if self.known >> n & 1 == 0 {
                continue;
            }
            match same.is_some_and(|samplers| samplers.keeps_tiles(n)) {
                true => tiles.renew(),
                false => {
                    tiles.forget();
                    self.known &= !(1 << n);
                }
            }
        }
        self.used = 0;
        if same.is_none() {
            self.written = written.cloned();
        }
    }

    /// Lookups since the last call, in vectors of sixteen.
    pub fn take_lookups(&mut self) -> u64 {
        std::mem::take(&mut self.lookups)
    }

    /// Samples a texture for the lanes of `lookup`: four components, floats, or
    /// integers for integer formats, into `out`. Inactive lanes get 0.
    ///
    /// # Errors
    /// [`Stopped`] if the hardware hangs or its MMU raises an exception.
    pub fn sample(
        &mut self,
        samplers: &Samplers<'_>,
        stage: Stage,
        lookup: &Lookup,
        log: &mut Log,
        out: &mut [Lanes16; 4],
    ) -> Result<(), Stopped> {
        self.lookups += u64::from(lookup.lanes.count_ones());
        let n = lookup.sampler as usize % SAMPLERS;
        let decoded = samplers.decoded(n as u32, log);
        if self.used >> n & 1 == 0 {
            self.used |= 1 << n;
            check::stage(samplers, stage, n as u32, log);
            decoded.report(log);
        }
        let unit = match decoded {
            Decoded::Unit(unit, _) => unit,
            Decoded::Hang(problem) => return Err(problem.stop(log)),
            Decoded::Constant(texel, _) => {
                *out = texel.map(Lanes16::splat);
                return Ok(());
            }
        };
        let fetch = Fetcher {
            unit,
            bus: samplers.bus,
            log,
            stopped: None,
        };
        let sampling = Sampling {
            stage,
            lookup,
            fetch,
            tiles: &mut self.tiles[n],
            out,
        };
        vectorised(sampling)
    }
}

struct Sampling<'c, 'a, 'l> {
    stage: Stage,
    lookup: &'c Lookup,
    fetch: Fetcher<'a, 'l>,
    tiles: &'c mut Tiles,
    out: &'c mut [Lanes16; 4],
}

impl Vectorised for Sampling<'_, '_, '_> {
    type Output = Result<(), Stopped>;

    #[inline(always)]
    fn run(self) -> Self::Output {
        let Sampling {
            stage,
            lookup,
            fetch,
            tiles,
            out,
        } = self;
        let unit = fetch.unit;
        let [s, t, r, _] = &lookup.at;
        let (s, mut t, mut r) = (s.floats(), t.floats(), r.floats());
        let rows;
        match unit.texture.layers_1d {
            Some(Layers1d::Images) => (t, r) = (&[0.5; 16], t),
            Some(Layers1d::Rows) => {
                rows = unit.rows(t);
                t = &rows;
            }
            None => {}
        }
        let levels;
        let gradients;
        let lod = match (&lookup.lod, stage) {
            // Vertices have no neighbouring pixels.
            (LookupLod::Implicit, Stage::Vertex) => Lod::Absolute(&[0.0; 16]),
            (LookupLod::Implicit, Stage::Pixel) => Lod::Implicit,
            (LookupLod::Bias(bias), Stage::Pixel) => {
                levels = bias.to_f32();
                Lod::Bias(&levels)
            }
            (LookupLod::Explicit(level) | LookupLod::Bias(level), _) => {
                levels = level.to_f32();
                Lod::Absolute(&levels)
            }
            (LookupLod::Gradients(x, y), _) => {
                gradients = [x, y].map(|d| {
                    let [s, t, r] = [d[0], d[1], d[2]].map(Lanes16::to_f32);
                    match unit.texture.layers_1d {
                        Some(_) => [s, [0.0; 16], [0.0; 16]],
                        None => [s, t, r],
                    }
                });
                Lod::Gradients(&gradients[0], &gradients[1])
            }
        };
        if unit.words {
            let mut source = Words {
                cache: tiles.words(),
                fetch,
            };
            let (sampler, image) = (&unit.sampler, &unit.image);
            let words = sample16(sampler, image, &mut source, [s, t, r], lod, lookup.lanes);
            unit.expand(&words, lookup.lanes, out);
            source.fetch.stopped.map_or(Ok(()), Err)
        } else {
            let mut source = Wide {
                cache: tiles.wide(),
                fetch,
                reference: lookup.reference.map(Lanes16::to_f32),
            };
            let most = match stage {
                Stage::Pixel => unit.anisotropy,
                Stage::Vertex => 1.0,
            };
            let (at, image) = ([s, t, r], &unit.image);
            let texels = match most > 1.0 {
                true => {
                    let sampler = (&unit.sampler, most);
                    sample16_anisotropic(sampler, image, &mut source, at, lod, lookup.lanes)
                }
                false => sample16_wide(&unit.sampler, image, &mut source, at, lod, lookup.lanes),
            };
            for (out, from) in out.iter_mut().zip(unit.swizzle) {
                *out = match from.component() {
                    Some(c) => Lanes(texels[c]),
                    None => unit.constant(from, lookup.lanes),
                };
            }
            source.fetch.stopped.map_or(Ok(()), Err)
        }
    }
}

impl Unit {
    /// The t coordinates of the rows with these numbers.
    fn rows(&self, numbers: &[f32; 16]) -> [f32; 16] {
        let (_, rows) = self.image.size(0);
        let rows = rows as f32;
        // Slightly beyond the centre, so that truncation does not select the
        // previous row.
        numbers.map(|n| ((n + 0.5).floor().clamp(0.0, rows - 1.0) + 0.5005) / rows)
    }

    /// Components of colour words as floats, in the order of the swizzle.
    #[inline(always)]
    fn expand(&self, words: &[u32; 16], lanes: u16, out: &mut [Lanes16; 4]) {
        for (out, from) in out.iter_mut().zip(self.swizzle) {
            let Some(c) = from.component() else {
                *out = self.constant(from, lanes);
                continue;
            };
            for (out, word) in out.0.iter_mut().zip(words) {
                *out = byte_fraction((word >> (8 * c) & 0xff) as f32).to_bits();
            }
        }
    }

    /// A component that is no channel of the texture.
    #[inline(always)]
    fn constant(&self, from: TextureSwizzle, lanes: u16) -> Lanes16 {
        let one = match self.integers {
            true => 1,
            false => 1f32.to_bits(),
        };
        match from {
            TextureSwizzle::One => Lanes16::from_fn(|i| one * (u32::from(lanes) >> i & 1)),
            _ => Lanes16::ZERO,
        }
    }
}

impl TextureSwizzle {
    /// The channel that it takes, if it takes one.
    #[inline(always)]
    fn component(self) -> Option<usize> {
        match self {
            TextureSwizzle::Red => Some(0),
            TextureSwizzle::Green => Some(1),
            TextureSwizzle::Blue => Some(2),
            TextureSwizzle::Alpha => Some(3),
            TextureSwizzle::Zero | TextureSwizzle::One | TextureSwizzle::Unknown(_) => None,
        }
    }
}
