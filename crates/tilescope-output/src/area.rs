//! An area of the buffers, and the draws to it.

use tilescope_core::Stopped;
use tilescope_raster::Rect;

use crate::alpha::{AlphaTest, MAX_SAMPLES};
use crate::bound::Bound;
use crate::depth_state::DepthState;
use crate::dither::Dither;
use crate::memory::{AREA, Buffers, TileMemory};
use crate::target::ColorTarget;
use crate::tiles::Tiles;

/// The most render targets.
pub const MAX_TARGETS: usize = 8;

/// State of the output merger for a draw, resolved.
#[derive(Clone, Debug, Default)]
pub struct Merger {
    /// Samples of a pixel that have tiles of their own; 0 is 1.
    pub samples: u32,
    /// Render targets; `None` for those that are not written. Targets from
    /// [`MAX_TARGETS`] on are ignored.
    pub colors: Vec<Option<ColorTarget>>,
    /// Depth and stencil, if anything is tested or written.
    pub depth: Option<DepthState>,
    /// The alpha test.
    pub alpha: Option<AlphaTest>,
    /// Alpha is stored, and blended with, as 1.
    pub alpha_to_one: bool,
    /// Dithering.
    pub dither: Option<Dither>,
}

/// A buffer of an area.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Plane {
    /// Depth, and stencil where it is not separate.
    Depth,
    /// Separate stencil.
    Stencil,
    /// A render target.
    Color(usize),
}

/// An area of the buffers: the tiles that draws have read, and those to be stored.
#[derive(Clone, Debug, Default)]
pub struct Area {
    origin: (u32, u32),
    pub(crate) depth: Tiles,
    pub(crate) stencil: Tiles,
    pub(crate) colors: Vec<Tiles>,
    likely: Option<Rect>,
}

impl Area {
    /// An area without a place.
    pub fn new() -> Area {
        Area::default()
    }

    /// Moves to column and row (x, y) of areas. Its pixels must have been stored.
    pub fn place(&mut self, x: u32, y: u32) {
        self.origin = (x.wrapping_mul(AREA), y.wrapping_mul(AREA));
    }

    /// Its first pixel.
    pub fn origin(&self) -> (u32, u32) {
        self.origin
    }

    /// Notes where pixels will be drawn, from the corner of the area. It is a hint:
    /// tiles there may be read before they are needed.
    pub fn anticipate(&mut self, rect: Rect) {
        self.likely = Some(rect);
        let colors = self.colors.iter_mut();
        let all = [&mut self.depth, &mut self.stencil].into_iter();
        all.chain(colors).for_each(|tiles| tiles.anticipate(rect));
    }

    /// The area with the state of a draw. All buffers of the draws of an area must have
    /// pixels of the same size.
    pub fn bind<'a>(&'a mut self, merger: &'a Merger) -> Bound<'a> {
        let samples = (merger.samples.max(1) as usize).min(MAX_SAMPLES);
        if let Some(depth) = &merger.depth {
            self.depth.prepare(depth.format().bytes(), samples);
            if depth.separate_stencil() {
                self.stencil.prepare(1, samples);
            }
        }
        let targets = merger.colors.len().min(MAX_TARGETS);
        while self.colors.len() < targets {
            let mut tiles = Tiles::default();
            self.likely.iter().for_each(|rect| tiles.anticipate(*rect));
            self.colors.push(tiles);
        }
        for (tiles, target) in self.colors.iter_mut().zip(&merger.colors) {
            if let Some(target) = target {
                tiles.prepare(target.pixel().bytes, samples);
            }
        }
        Bound { area: self, merger }
    }

    /// Stores the tiles that changed.
    ///
    /// # Errors
    /// If the hardware stops at an access.
    pub fn store<B: Buffers>(&mut self, buffers: &mut B) -> Result<(), Stopped> {
        if self.depth.is_changed()
            && let Some(mut memory) = buffers.depth()
        {
            self.depth.store(&mut memory)?;
        }
        if self.stencil.is_changed()
            && let Some(mut memory) = buffers.stencil()
        {
            self.stencil.store(&mut memory)?;
        }
        for (n, tiles) in self.colors.iter_mut().enumerate() {
            if tiles.is_changed()
                && let Some(mut memory) = buffers.color(n)
            {
                tiles.store(&mut memory)?;
            }
        }
        Ok(())
    }

    /// The bytes of tiles of a buffer, numbered as [`TileMemory`] has them, of `tile_bytes` each:
    /// of pixels that were drawn, and those of `buffers` elsewhere. For a tile buffer that is
    /// written to memory in another format than that of its pixels. Zeros for a missing buffer.
    ///
    /// # Errors
    /// If the hardware stops at an access.
    pub fn read_out<B: Buffers>(
        &mut self,
        of: Plane,
        tiles: impl Iterator<Item = u32>,
        buffers: &mut B,
        (tile_bytes, out): (usize, &mut [u8]),
    ) -> Result<(), Stopped> {
        let out = tiles.zip(out.chunks_exact_mut(tile_bytes.max(1)));
        match of {
            Plane::Depth => each(Some(&mut self.depth), buffers.depth(), out),
            Plane::Stencil => each(Some(&mut self.stencil), buffers.stencil(), out),
            Plane::Color(n) => each(self.colors.get_mut(n), buffers.color(n), out),
        }
    }

    /// Whether any pixel of a tile of a buffer was drawn. False for a buffer that no
    /// draw has bound.
    pub fn is_drawn(&self, of: Plane, tile: u32) -> bool {
        let n = tile as usize;
        match of {
            Plane::Depth => self.depth.is_drawn(n),
            Plane::Stencil => self.stencil.is_drawn(n),
            Plane::Color(target) => self.colors.get(target).is_some_and(|t| t.is_drawn(n)),
        }
    }

    /// Discards all pixels, stored or not.
    pub fn discard(&mut self) {
        self.depth.discard();
        self.stencil.discard();
        self.colors.iter_mut().for_each(Tiles::discard);
        self.likely = None;
    }
}

/// Reads tiles of `drawn` and `memory`.
fn each<'o, M: TileMemory>(
    mut drawn: Option<&mut Tiles>,
    mut memory: Option<M>,
    out: impl Iterator<Item = (u32, &'o mut [u8])>,
) -> Result<(), Stopped> {
    for (tile, out) in out {
        match (&mut drawn, &mut memory) {
            (Some(drawn), Some(memory)) => drawn.read_out(tile as usize, memory, out)?,
            (None, Some(memory)) => memory.read(tile, out)?,
            (_, None) => out.fill(0),
        }
    }
    Ok(())
}
