//! A part of the buffers, with what was read of them and what will be stored.

use tilescope_exec::convert::floor_f64;

use super::color::{Colors, fraction};
use super::{ColorTarget, DepthTarget, PixelEngine, blend};
use crate::bus::{Bus, Port};
use crate::log::Log;
use crate::regs::pe::DepthFormat;
use crate::rules::mem;
use crate::stopped::Stopped;
use crate::surface::{Surface, Tiling};
use crate::ts::TileStatus;

/// Pixels on a side of an area. A multiple of a supertile, so that areas share no
/// byte of pixels and none of tile status.
pub const AREA: u32 = 64;
const TILES: usize = (AREA as usize / 4) * (AREA as usize / 4);
const PIXELS: usize = TILES * 16;

/// What is known of a tile of 4x4 pixels.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Held {
    /// Nothing.
    #[default]
    Not,
    /// Its pixels, as memory has them.
    Read,
    /// Its pixels, which memory must get.
    Changed,
}

/// Pixels of one buffer.
#[derive(Clone, Debug)]
struct Pixels {
    words: Box<[u32]>,
    held: [Held; TILES],
    /// Tiles that are not [`Held::Not`].
    touched: Vec<u8>,
}

impl Pixels {
    fn new() -> Pixels {
        Pixels {
            words: vec![0; PIXELS].into(),
            held: [Held::Not; TILES],
            touched: Vec::with_capacity(TILES),
        }
    }

    /// Reads the tile unless it is there.
    #[inline(always)]
    fn need(&mut self, tile: usize, from: &mut Source<'_, '_>) -> Result<(), Stopped> {
        if self.held[tile] == Held::Not {
            self.fetch(tile, from)?;
        }
        Ok(())
    }

    #[inline(never)]
    fn fetch(&mut self, tile: usize, from: &mut Source<'_, '_>) -> Result<(), Stopped> {
        let (x, y) = from.corner(tile);
        let bytes = from.surface.pixel_bytes as usize;
        let mut data = [0; 64];
        let rows = from.rows();
        for row in 0..rows {
            let address = from.surface.address(x, y + row as u32);
            let part = &mut data[row * 4 * bytes..][..16 * bytes / rows];
            from.read(address, part)?;
        }
        let words = &mut self.words[tile * 16..][..16];
        for (word, pixel) in words.iter_mut().zip(data.chunks_exact(bytes)) {
            let mut four = [0; 4];
            four[..bytes].copy_from_slice(pixel);
            *word = u32::from_le_bytes(four);
        }
        self.held[tile] = Held::Read;
        self.touched.push(tile as u8);
        Ok(())
    }

    /// Stores what changed, and forgets all.
    fn store(&mut self, to: &mut Source<'_, '_>) -> Result<(), Stopped> {
        let bytes = to.surface.pixel_bytes as usize;
        for tile in std::mem::take(&mut self.touched) {
            let tile = usize::from(tile);
            if std::mem::take(&mut self.held[tile]) != Held::Changed {
                continue;
            }
            let mut data = [0; 64];
            let words = &self.words[tile * 16..][..16];
            for (word, pixel) in words.iter().zip(data.chunks_exact_mut(bytes)) {
                pixel.copy_from_slice(&word.to_le_bytes()[..bytes]);
            }
            let (x, y) = to.corner(tile);
            let rows = to.rows();
            for row in 0..rows {
                let address = to.surface.address(x, y + row as u32);
                let part = &data[row * 4 * bytes..][..16 * bytes / rows];
                to.write(address, part)?;
            }
        }
        Ok(())
    }
}

/// Where the pixels of a buffer are.
struct Source<'a, 'l> {
    surface: &'a Surface,
    status: Option<TileStatus>,
    origin: (u32, u32),
    bus: Bus<'a>,
    log: &'l mut Log,
}

impl Source<'_, '_> {
    /// The first pixel of a tile.
    fn corner(&self, tile: usize) -> (u32, u32) {
        let across = AREA as usize / 4;
        let (x, y) = (tile % across * 4, tile / across * 4);
        (self.origin.0 + x as u32, self.origin.1 + y as u32)
    }

    /// Accesses for a tile.
    fn rows(&self) -> usize {
        if self.surface.tiling == Tiling::Linear {
            4
        } else {
            1
        }
    }

    fn read(&mut self, address: u32, out: &mut [u8]) -> Result<(), Stopped> {
        match &self.status {
            Some(status) => status.read(self.bus, self.log, Port::Pe, address, out),
            None => (self.bus.read(self.log, Port::Pe, address, out))
                .map_err(|fault| Stopped::at_memory(&mem::READ_OUTSIDE, fault, self.log)),
        }
    }

    fn write(&mut self, address: u32, data: &[u8]) -> Result<(), Stopped> {
        match &mut self.status {
            Some(status) => status.write(self.bus, self.log, Port::Pe, address, data),
            None => (self.bus.write(self.log, Port::Pe, address, data))
                .map_err(|fault| Stopped::at_memory(&mem::WRITE_OUTSIDE, fault, self.log)),
        }
    }
}

/// Sixteen pixels that the shader gave: four quads.
#[derive(Clone, Copy, Debug)]
pub struct Fragments {
    /// Columns and rows on the screen.
    pub x: [u32; 16],
    /// See `x`.
    pub y: [u32; 16],
    /// The lanes that are drawn.
    pub mask: u16,
    /// The lanes of faces that run clockwise.
    pub front: u16,
    /// Depths.
    pub z: [f32; 16],
    /// Red, green, blue, alpha.
    pub color: Colors,
}

/// An area of the screen while a draw goes over it. No pixel may be there twice
/// among sixteen.
#[derive(Clone, Debug)]
pub struct Area {
    origin: (u32, u32),
    color: Pixels,
    depth: Pixels,
}

impl Default for Area {
    fn default() -> Self {
        Self::new()
    }
}

impl Area {
    /// An area that is nowhere.
    pub fn new() -> Area {
        Area {
            origin: (0, 0),
            color: Pixels::new(),
            depth: Pixels::new(),
        }
    }

    /// The area is that of column and row (x, y) of areas. What it holds must have
    /// been stored.
    pub fn place(&mut self, x: u32, y: u32) {
        self.origin = (x * AREA, y * AREA);
    }

    #[inline(always)]
    fn index(&self, f: &Fragments, lane: usize) -> usize {
        let x = f.x[lane].wrapping_sub(self.origin.0) & (AREA - 1);
        let y = f.y[lane].wrapping_sub(self.origin.1) & (AREA - 1);
        ((y >> 2) * (AREA / 4) * 16 + (x >> 2) * 16 + (y & 3) * 4 + (x & 3)) as usize
    }

    /// Tests and stores fragments. Gives those that passed.
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
            self.color(pe, target, f, &at, mask, bus, log)?;
        }
        Ok(mask)
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
        for (face, lanes) in [(0, f.front), (1, !f.front)] {
            if mask & lanes != 0 {
                passed |= target.tests[face].lanes(&mut words, &z, mask & lanes);
            }
        }
        for lane in 0..16 {
            if words[lane] != before[lane] && mask >> lane & 1 != 0 {
                let word = if small { words[lane] >> 8 } else { words[lane] };
                self.depth.words[at[lane] & (PIXELS - 1)] = word;
                self.depth.held[(at[lane] / 16) & (TILES - 1)] = Held::Changed;
            }
        }
        Ok(passed)
    }

    #[inline(always)]
    #[expect(clippy::too_many_arguments, reason = "a step of `draw`")]
    fn color(
        &mut self,
        pe: &PixelEngine,
        target: &ColorTarget,
        f: &Fragments,
        at: &[usize; 16],
        mask: u16,
        bus: Bus<'_>,
        log: &mut Log,
    ) -> Result<(), Stopped> {
        let mut source = Source {
            surface: &target.surface,
            status: target.status,
            origin: self.origin,
            bus,
            log,
        };
        for quad in 0..4 {
            if mask >> (quad * 4) & 15 != 0 {
                self.color.need(at[quad * 4] / 16, &mut source)?;
            }
        }
        let mut stored = [0; 16];
        for (stored, &at) in stored.iter_mut().zip(at) {
            *stored = self.color.words[at & (PIXELS - 1)];
        }
        let mut colors = f.color;
        if target.encoding.is_unorm() {
            for c in colors.iter_mut().flatten() {
                *c = fraction(*c);
            }
        }
        if let Some(blend) = &pe.blend {
            colors = blend.apply(&colors, &target.encoding.unpack(&stored));
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
        for lane in 0..16 {
            if mask >> lane & 1 != 0 {
                let word = stored[lane] & !target.written | words[lane] & target.written;
                self.color.words[at[lane] & (PIXELS - 1)] = word;
                self.color.held[(at[lane] / 16) & (TILES - 1)] = Held::Changed;
            }
        }
        Ok(())
    }

    /// Stores what changed, and forgets all.
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
            self.color.store(&mut Source {
                surface: &target.surface,
                status: target.status,
                origin,
                bus,
                log,
            })?;
        }
        Ok(())
    }

    /// Forgets all, stored or not: after a stop.
    pub fn forget(&mut self) {
        for pixels in [&mut self.color, &mut self.depth] {
            pixels.held = [Held::Not; TILES];
            pixels.touched.clear();
        }
    }
}
