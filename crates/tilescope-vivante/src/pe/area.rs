//! An area of the buffers: pixels that were read and pixels to be stored.

use tilescope_exec::convert::floor_f64;
use tilescope_raster::Rect;

use super::color::{Colors, fractions, from_srgb, to_srgb};
use super::tiles::{PIXELS, Pixels, Source};
use super::{ColorTarget, Curve, DepthTarget, HighWord, PixelEngine, blend};
use crate::bus::Bus;
use crate::log::Log;
use crate::regs::pe::DepthFormat;
use crate::stopped::Stopped;

/// Side of an area in pixels of memory. A multiple of a supertile, so that areas
/// share no byte of pixels or tile status.
pub const AREA: u32 = 64;

/// Sixteen shaded pixels: four quads.
#[derive(Clone, Copy, Debug, Default)]
pub struct Fragments {
    /// Columns and rows in memory: on the screen, or in the larger surface with a
    /// pixel for each sample.
    pub x: [u32; 16],
    /// See `x`.
    pub y: [u32; 16],
    /// The lanes that are drawn.
    pub mask: u16,
    /// The lanes of clockwise faces.
    pub clockwise: u16,
    /// Depths.
    pub z: [f32; 16],
    /// Red, green, blue, alpha.
    pub color: Colors,
}

/// An area of the screen while it is drawn to. No pixel may occur twice in a set of
/// sixteen.
#[derive(Clone, Debug)]
pub struct Area {
    origin: (u32, u32),
    color: Pixels,
    depth: Pixels,
    /// Pixels of render targets from 1 on.
    more: Vec<Pixels>,
}

impl Default for Area {
    fn default() -> Self {
        Self::new()
    }
}

impl Area {
    /// An area without a position.
    pub fn new() -> Area {
        Area {
            origin: (0, 0),
            color: Pixels::new(),
            depth: Pixels::new(),
            more: Vec::new(),
        }
    }

    /// Moves the area to column and row (x, y) of the grid of areas. Its contents
    /// must have been stored.
    pub fn place(&mut self, x: u32, y: u32) {
        self.origin = (x * AREA, y * AREA);
    }

    #[inline(always)]
    fn index(&self, f: &Fragments, lane: usize) -> usize {
        let x = f.x[lane].wrapping_sub(self.origin.0) & (AREA - 1);
        let y = f.y[lane].wrapping_sub(self.origin.1) & (AREA - 1);
        ((y >> 2) * (AREA / 4) * 16 + (x >> 2) * 16 + (y & 3) * 4 + (x & 3)) as usize
    }

    /// Hint about where pixels will be drawn, in pixels of memory from the corner
    /// of the area. The contents there may be prefetched.
    pub fn expect(&mut self, rect: Rect) {
        self.depth.expect(rect);
        self.color.expect(rect);
    }

    /// Tests fragments and draws their first colour. Returns the lanes that passed.
    #[inline(always)]
    pub fn draw(
        &mut self,
        pe: &PixelEngine,
        f: &Fragments,
        bus: Bus<'_>,
        log: &mut Log,
    ) -> Result<u16, Stopped> {
        let mut mask = f.mask;
        if let Some(alpha) = &pe.alpha {
            mask &= alpha.lanes(&f.color[3]);
        }
        if mask == 0 {
            return Ok(0);
        }
        let mut at = [0; 16];
        for (lane, at) in at.iter_mut().enumerate() {
            *at = self.index(f, lane);
        }
        if let Some(target) = &pe.depth {
            mask = self.test(target, f, &at, mask, bus, log)?;
        }
        if let Some(target) = &pe.color
            && mask != 0
        {
            let mut source = source(target, self.origin, bus, log);
            output(
                &mut self.color,
                &mut source,
                pe,
                target,
                f,
                &f.color,
                &at,
                mask,
            )?;
        }
        Ok(mask)
    }

    /// Draws the colour of fragments that passed to render target `n`; the first of
    /// [`PixelEngine::more`] is 0.
    pub fn draw_more(
        &mut self,
        pe: &PixelEngine,
        n: usize,
        f: &Fragments,
        colors: &Colors,
        bus: Bus<'_>,
        log: &mut Log,
    ) -> Result<(), Stopped> {
        let Some(target) = pe.more.get(n).and_then(|t| t.as_ref()) else {
            return Ok(());
        };
        if self.more.len() <= n {
            self.more.resize_with(n + 1, Pixels::new);
        }
        let at = std::array::from_fn(|lane| self.index(f, lane));
        let mut source = source(target, self.origin, bus, log);
        let pixels = &mut self.more[n];
        output(pixels, &mut source, pe, target, f, colors, &at, f.mask)
    }

    #[inline(always)]
    fn test(
        &mut self,
        target: &DepthTarget,
        f: &Fragments,
        at: &[usize; 16],
        mask: u16,
        bus: Bus<'_>,
        log: &mut Log,
    ) -> Result<u16, Stopped> {
        let mut source = Source {
            surface: &target.surface,
            status: target.status,
            origin: self.origin,
            bus,
            log,
        };
        let small = target.format == DepthFormat::D16;
        let mut words = [0; 16];
        for quad in 0..4 {
            if mask >> (quad * 4) & 15 != 0 {
                self.depth.need(at[quad * 4] / 16, &mut source)?;
            }
        }
        for (word, &at) in words.iter_mut().zip(at) {
            *word = self.depth.words[at & (PIXELS - 1)];
            if small {
                *word <<= 8;
            }
        }
        let mut z = [0; 16];
        let (near, far) = target.range;
        for (z, depth) in z.iter_mut().zip(&f.z) {
            let depth = f64::from(depth.max(near).min(far)) * f64::from(target.largest);
            *z = floor_f64(depth.clamp(0.0, 16_777_215.0) + 0.5).min(0xff_ffff);
        }
        let before = words;
        let mut passed = 0;
        for (face, lanes) in [(0, f.clockwise), (1, !f.clockwise)] {
            if mask & lanes != 0 {
                passed |= target.tests[face].lanes(&mut words, &z, mask & lanes);
            }
        }
        let mut changed = 0;
        for lane in 0..16 {
            changed |= u16::from(words[lane] != before[lane]) << lane;
        }
        changed &= mask;
        if changed != 0 {
            for lane in 0..16 {
                if changed >> lane & 1 != 0 {
                    let word = if small { words[lane] >> 8 } else { words[lane] };
                    self.depth.words[at[lane] & (PIXELS - 1)] = word;
                }
            }
            self.depth.change(at, changed);
        }
        Ok(passed)
    }

    /// Stores the changed pixels and clears the area.
    pub fn store(&mut self, pe: &PixelEngine, bus: Bus<'_>, log: &mut Log) -> Result<(), Stopped> {
        let origin = self.origin;
        if let Some(target) = &pe.depth {
            self.depth.store(&mut Source {
                surface: &target.surface,
                status: target.status,
                origin,
                bus,
                log,
            })?;
        }
        if let Some(target) = &pe.color {
            self.color.store(&mut source(target, origin, bus, log))?;
        }
        for (pixels, target) in self.more.iter_mut().zip(&pe.more) {
            if let Some(target) = target {
                pixels.store(&mut source(target, origin, bus, log))?;
            }
        }
        Ok(())
    }

    /// Discards all pixels, after a stop.
    pub fn discard(&mut self) {
        self.color.discard();
        self.depth.discard();
        self.more.iter_mut().for_each(Pixels::discard);
    }
}

fn source<'a, 'l>(
    target: &'l ColorTarget,
    origin: (u32, u32),
    bus: Bus<'a>,
    log: &'l mut Log,
) -> Source<'a, 'l>
where
    'l: 'a,
{
    Source {
        surface: &target.surface,
        status: target.status,
        origin,
        bus,
        log,
    }
}

/// Blends, packs and stores the colours of the lanes in `mask` at these indices in
/// the area.
#[inline(always)]
#[expect(clippy::too_many_arguments, reason = "a step of `draw`")]
fn output(
    pixels: &mut Pixels,
    source: &mut Source<'_, '_>,
    pe: &PixelEngine,
    target: &ColorTarget,
    f: &Fragments,
    colors: &Colors,
    at: &[usize; 16],
    mask: u16,
) -> Result<(), Stopped> {
    let mut stored = [0; 16];
    if target.reads {
        for quad in 0..4 {
            if mask >> (quad * 4) & 15 != 0 {
                pixels.need(at[quad * 4] / 16, source)?;
            }
        }
        for (stored, &at) in stored.iter_mut().zip(at) {
            *stored = pixels.words[at & (PIXELS - 1)];
        }
    }
    if let Some(high) = &target.high {
        output_wide(pixels, target, high, colors, stored, at, mask);
        return Ok(());
    }
    let mut colors = *colors;
    if target.blend.is_some() && target.encoding.is_unorm() || target.clamps {
        let [r, g, b, a] = &colors;
        colors = [fractions(r), fractions(g), fractions(b), fractions(a)];
    }
    if let Some(blend) = &target.blend {
        let mut before = target.encoding.unpack(&stored);
        if target.curve == Curve::Srgb {
            curved(&mut before, from_srgb);
        }
        colors = blend.apply(&colors, &before);
    }
    if target.curve == Curve::Srgb {
        curved(&mut colors, to_srgb);
    }
    let mut words = match &pe.dither {
        Some(dither) => {
            let mut add = [0.0; 16];
            for (lane, add) in add.iter_mut().enumerate() {
                *add = dither.at(f.x[lane], f.y[lane]);
            }
            target.encoding.pack(&colors, Some(&add))
        }
        None => target.encoding.pack(&colors, None),
    };
    if let Some(op) = pe.logic {
        for (word, stored) in words.iter_mut().zip(&stored) {
            *word = blend::logic(op, *word, *stored);
        }
    }
    for (word, stored) in words.iter_mut().zip(&stored) {
        *word = stored & !target.written | *word & target.written;
    }
    pixels.change(at, mask);
    if mask == u16::MAX {
        // Most pixels are inside their primitives.
        for (at, word) in at.iter().zip(words) {
            pixels.words[at & (PIXELS - 1)] = word;
        }
        return Ok(());
    }
    for lane in 0..16 {
        if mask >> lane & 1 != 0 {
            pixels.words[at[lane] & (PIXELS - 1)] = words[lane];
        }
    }
    Ok(())
}

/// Applies a transfer function to red, green and blue.
#[inline(never)]
fn curved(colors: &mut Colors, curve: fn(f32) -> f32) {
    for c in colors[..3].iter_mut().flatten() {
        *c = curve(*c);
    }
}

/// [`output`] for 64-bit pixels: two words with two components each.
fn output_wide(
    pixels: &mut Pixels,
    target: &ColorTarget,
    (high, written): &(HighWord, u32),
    colors: &Colors,
    stored: [u32; 16],
    at: &[usize; 16],
    mask: u16,
) {
    pixels.high.resize(PIXELS, 0);
    pixels.change(at, mask);
    let above = at.map(|at| pixels.high.get(at).copied().unwrap_or(0));
    let mut colors = *colors;
    if target.clamps {
        let [r, g, b, a] = &colors;
        colors = [fractions(r), fractions(g), fractions(b), fractions(a)];
    }
    if let Some(blend) = &target.blend {
        let mut before = target.encoding.unpack(&stored);
        let [r, g, ..] = high.encoding.unpack(&above);
        (before[2], before[3]) = match high.first {
            2 => (r, g),
            _ => (before[2], before[3]),
        };
        if high.first == 1 {
            before[1] = r;
        }
        colors = blend.apply(&colors, &before);
    }
    let low = target.encoding.pack(&colors, None);
    colors.rotate_left(high.first);
    let top = high.encoding.pack(&colors, None);
    for lane in (0..16).filter(|lane| mask >> lane & 1 != 0) {
        let at = at[lane] & (PIXELS - 1);
        let join = |stored: u32, new: u32, written: u32| stored & !written | new & written;
        pixels.words[at] = join(stored[lane], low[lane], target.written);
        if let Some(word) = pixels.high.get_mut(at) {
            *word = join(above[lane], top[lane], *written);
        }
    }
}
