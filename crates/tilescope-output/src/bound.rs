//! Draws of sixteen fragments to an area.

use tilescope_core::Stopped;
use tilescope_exec::{Vectorised, sixteen, vectorised};

use crate::area::{Area, Merger};
use crate::blend::Sources;
use crate::depth_state::DepthState;
use crate::encoding::Colors;
use crate::memory::Buffers;
use crate::pixel::MAX_WORDS;
use crate::target::{ColorTarget, NewColors};
use crate::tiles::{Quads, Tiles, quad_number};

/// Sixteen pixels of a draw: four quads. Every pixel is in one lane only. The first of a quad's
/// pixels has even coordinates, and the next are at its right, below it, and at the right of that.
///
/// Aligned so that no vector splits a cache line.
#[derive(Clone, Copy, Debug, Default)]
#[repr(C, align(64))]
pub struct Fragments {
    /// Columns of pixels.
    pub x: [u32; 16],
    /// Rows of pixels.
    pub y: [u32; 16],
    /// Depths.
    pub z: [f32; 16],
    /// The sample of each pixel that these are.
    pub sample: u32,
    /// The lanes that are drawn.
    pub mask: u16,
    /// The lanes that use the first of the two [tests](crate::DepthConfig::tests).
    pub front: u16,
    /// Stencil references that the shader gave.
    pub reference: Option<[u8; 16]>,
    /// They are a tile of 4x4 pixels whose corner is at multiples of 4: quad 1 is at the right
    /// of quad 0, and quads 2 and 3 are below these.
    pub tile: bool,
}

/// Lanes that are drawn, and their quads in the area.
struct Lanes<'a> {
    f: &'a Fragments,
    at: Quads,
    mask: u16,
}

impl Lanes<'_> {
    #[inline(always)]
    fn sample(&self) -> usize {
        self.f.sample as usize
    }

    /// A quad of each tile that is drawn to.
    #[inline(always)]
    fn quads(&self) -> impl Iterator<Item = usize> {
        let drawn = |quad: &usize| match self.at {
            Quads::Each(_) => self.mask >> (4 * quad) & 15 != 0,
            Quads::Tile(_) => *quad == 0,
        };
        (0..4).filter(drawn).map(|quad| self.at.quad(quad))
    }
}

/// Reads the tiles of all quads that are not known yet.
macro_rules! need {
    ($tiles:expr, $lanes:expr, $memory:expr) => {
        for at in $lanes.quads() {
            if !$tiles.knows($lanes.sample(), at)
                && let Some(mut memory) = $memory
            {
                $tiles.fetch($lanes.sample(), at, &mut memory)?;
            }
        }
    };
}

/// An area with the state of a draw.
#[derive(Debug)]
pub struct Bound<'a> {
    pub(crate) area: &'a mut Area,
    pub(crate) merger: &'a Merger,
}

impl Bound<'_> {
    /// Tests fragments and draws their colour to target 0. Returns the lanes that passed.
    ///
    /// # Errors
    /// If the hardware stops at an access.
    #[inline(always)]
    pub fn draw<B: Buffers>(
        &mut self,
        f: &Fragments,
        sources: &Sources<'_>,
        buffers: &mut B,
    ) -> Result<u16, Stopped> {
        let mut lanes = lanes(f, f.mask);
        if let Some(alpha) = &self.merger.alpha {
            lanes.mask &= alpha.lanes(sources.first[3]);
        }
        if lanes.mask == 0 {
            return Ok(0);
        }
        lanes.mask = self.test_lanes(&lanes, buffers)?;
        if lanes.mask != 0 {
            self.draw_lanes(0, &lanes, sources, buffers)?;
        }
        Ok(lanes.mask)
    }

    /// Tests depth and stencil, and updates them. Returns the lanes that passed.
    ///
    /// # Errors
    /// If the hardware stops at an access.
    #[inline(always)]
    pub fn test<B: Buffers>(&mut self, f: &Fragments, buffers: &mut B) -> Result<u16, Stopped> {
        match f.mask {
            0 => Ok(0),
            mask if self.merger.depth.is_none() => Ok(mask),
            mask => self.test_lanes(&lanes(f, mask), buffers),
        }
    }

    /// [`Bound::color`] for target 0, as part of the caller: one that is vectorised.
    ///
    /// # Errors
    /// If the hardware stops at an access.
    #[inline(always)]
    pub fn first_color<B: Buffers>(
        &mut self,
        f: &Fragments,
        sources: &Sources<'_>,
        buffers: &mut B,
    ) -> Result<(), Stopped> {
        match f.mask {
            0 => Ok(()),
            mask => self.draw_lanes(0, &lanes(f, mask), sources, buffers),
        }
    }

    /// Draws the colours of fragments that passed all tests to target `n`.
    ///
    /// # Errors
    /// If the hardware stops at an access.
    pub fn color<B: Buffers>(
        &mut self,
        n: usize,
        f: &Fragments,
        sources: &Sources<'_>,
        buffers: &mut B,
    ) -> Result<(), Stopped> {
        match f.mask {
            0 => Ok(()),
            mask => vectorised(Colouring {
                bound: self,
                n,
                lanes: lanes(f, mask),
                sources,
                buffers,
            }),
        }
    }

    /// The stored colours of target `n`, converted from sRGB. Integers are the bits of
    /// floats. Zero if there is no such target.
    ///
    /// # Errors
    /// If the hardware stops at an access.
    pub fn load<B: Buffers>(
        &mut self,
        n: usize,
        f: &Fragments,
        buffers: &mut B,
    ) -> Result<Colors, Stopped> {
        let words = self.load_words(n, f, buffers)?;
        let target = self.merger.colors.get(n).and_then(Option::as_ref);
        Ok(target.map_or_else(Colors::default, |target| target.load(&words)))
    }

    /// The stored words of target `n`.
    ///
    /// # Errors
    /// If the hardware stops at an access.
    pub fn load_words<B: Buffers>(
        &mut self,
        n: usize,
        f: &Fragments,
        buffers: &mut B,
    ) -> Result<[[u32; 16]; MAX_WORDS], Stopped> {
        let lanes = lanes(f, f.mask);
        let mut words = [[0; 16]; MAX_WORDS];
        if let Some(tiles) = self.area.colors.get_mut(n) {
            need!(tiles, lanes, buffers.color(n));
            for (word, words) in words.iter_mut().enumerate() {
                *words = tiles.gather(lanes.sample(), word, &lanes.at);
            }
        }
        Ok(words)
    }

    /// Replaces the words of target `n`: the output of a shader that blends.
    pub fn store_words(&mut self, n: usize, f: &Fragments, words: &[[u32; 16]; MAX_WORDS]) {
        let lanes = lanes(f, f.mask);
        let target = self.merger.colors.get(n).and_then(Option::as_ref);
        let Some((tiles, target)) = self.area.colors.get_mut(n).zip(target) else {
            return;
        };
        let sample = lanes.sample();
        tiles.change(sample, &lanes.at, lanes.mask);
        for (n, words) in words.iter().enumerate().take(target.pixel().count) {
            let words = words.map(|word| word & target.pixel().word_mask());
            tiles.scatter(sample, n, &lanes.at, &words, lanes.mask);
        }
    }

    #[inline(always)]
    fn test_lanes<B: Buffers>(
        &mut self,
        lanes: &Lanes<'_>,
        buffers: &mut B,
    ) -> Result<u16, Stopped> {
        let Some(state) = &self.merger.depth else {
            return Ok(lanes.mask);
        };
        let (f, sample) = (lanes.f, lanes.sample());
        let tiles = &mut self.area.depth;
        need!(tiles, lanes, buffers.depth());
        let z = state.quantise(&f.z);
        if !state.is_packed(f.reference.is_some()) {
            return self.test_planes(state, lanes, &z, buffers);
        }
        let mut words = tiles.gather(sample, 0, &lanes.at);
        let before = words;
        let passed = state.test_packed(&mut words, &z, f.front, lanes.mask);
        update(tiles, lanes, 0, &before, &words);
        Ok(passed)
    }

    /// Tests formats that are not one word of depth and stencil.
    fn test_planes<B: Buffers>(
        &mut self,
        state: &DepthState,
        lanes: &Lanes<'_>,
        z: &[u32; 16],
        buffers: &mut B,
    ) -> Result<u16, Stopped> {
        let Area { depth, stencil, .. } = &mut *self.area;
        let (f, sample) = (lanes.f, lanes.sample());
        if state.separate_stencil() {
            need!(stencil, lanes, buffers.stencil());
        }
        let mut words = [
            depth.gather(sample, 0, &lanes.at),
            depth.gather(sample, 1, &lanes.at),
            stencil.gather(sample, 0, &lanes.at),
        ];
        let before = words;
        let passed = state.test_planes(&mut words, z, f.reference.as_ref(), f.front, lanes.mask);
        update(depth, lanes, 0, &before[0], &words[0]);
        if state.format().bytes() > 4 {
            update(depth, lanes, 1, &before[1], &words[1]);
        }
        if state.separate_stencil() {
            update(stencil, lanes, 0, &before[2], &words[2]);
        }
        Ok(passed)
    }

    #[inline(always)]
    fn draw_lanes<B: Buffers>(
        &mut self,
        n: usize,
        lanes: &Lanes<'_>,
        sources: &Sources<'_>,
        buffers: &mut B,
    ) -> Result<(), Stopped> {
        let target = self.merger.colors.get(n).and_then(Option::as_ref);
        let Some((tiles, target)) = self.area.colors.get_mut(n).zip(target) else {
            return Ok(());
        };
        let (sample, at) = (lanes.sample(), &lanes.at);
        let reads = target.reads();
        if reads {
            need!(tiles, lanes, buffers.color(n));
        }
        let new = NewColors {
            sources,
            place: (&lanes.f.x, &lanes.f.y),
            dither: self.merger.dither.as_ref(),
            alpha_to_one: self.merger.alpha_to_one,
        };
        if target.pixel().count > 1 {
            draw_wide(tiles, target, lanes, &new);
            return Ok(());
        }
        let stored = match reads {
            true => tiles.gather(sample, 0, at),
            false => [0; 16],
        };
        let words = target.merge_word(&new, &stored);
        tiles.change(sample, at, lanes.mask);
        tiles.scatter(sample, 0, at, &words, lanes.mask);
        Ok(())
    }
}

/// Fragments that are drawn to a target, as [`Bound::color`] has them.
struct Colouring<'c, 'b, B> {
    bound: &'c mut Bound<'b>,
    n: usize,
    lanes: Lanes<'c>,
    sources: &'c Sources<'c>,
    buffers: &'c mut B,
}

impl<B: Buffers> Vectorised for Colouring<'_, '_, B> {
    type Output = Result<(), Stopped>;

    #[inline(always)]
    fn run(self) -> Self::Output {
        let Colouring {
            bound,
            n,
            lanes,
            sources,
            buffers,
        } = self;
        bound.draw_lanes(n, &lanes, sources, buffers)
    }
}

/// Draws pixels of more than one word.
fn draw_wide(tiles: &mut Tiles, target: &ColorTarget, lanes: &Lanes<'_>, new: &NewColors<'_>) {
    let (sample, at) = (lanes.sample(), &lanes.at);
    let count = target.pixel().count.min(MAX_WORDS);
    let mut stored = [[0; 16]; MAX_WORDS];
    if target.reads() {
        for (n, stored) in stored.iter_mut().enumerate().take(count) {
            *stored = tiles.gather(sample, n, at);
        }
    }
    let words = target.merge_words(new, &stored);
    tiles.change(sample, at, lanes.mask);
    for (n, words) in words.iter().enumerate().take(count) {
        tiles.scatter(sample, n, at, words, lanes.mask);
    }
}

/// Sets the words of the lanes that differ.
#[inline(always)]
fn update(
    tiles: &mut Tiles,
    lanes: &Lanes<'_>,
    word: usize,
    before: &[u32; 16],
    after: &[u32; 16],
) {
    let changed = !sixteen::equal(before, after) & lanes.mask;
    if changed != 0 {
        tiles.change(lanes.sample(), &lanes.at, changed);
        tiles.scatter(lanes.sample(), word, &lanes.at, after, changed);
    }
}

#[inline(always)]
fn lanes(f: &Fragments, mask: u16) -> Lanes<'_> {
    let first = quad_number(f.x[0], f.y[0]);
    let at = match f.tile {
        true => Quads::Tile(first / 4),
        false => {
            let quad = |lane: usize| quad_number(f.x[lane], f.y[lane]);
            Quads::Each([first, quad(4), quad(8), quad(12)])
        }
    };
    Lanes { f, at, mask }
}
