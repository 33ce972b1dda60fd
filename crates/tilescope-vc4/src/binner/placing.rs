//! The tiles that primitives touch, found before anything is written: by any number of
//! threads.

use tilescope_core::{Workers, fan_out};
use tilescope_exec::{Vectorised, vectorised};
use tilescope_raster::{ClipVolume, Clipped, DepthRange, RasterRules, Rect, TileGrid};

use super::Draw;
use crate::prim::{CullReason, Indices, ScreenVertex, Shape};
use crate::quirks::Quirks;
use crate::state::DrawState;

/// Rules and limits of a draw's primitives.
#[derive(Clone, Copy, Debug)]
pub struct Placing {
    rules: RasterRules,
    /// The region outside which primitives are clipped.
    volume: ClipVolume,
    /// The pixels inside the clip window.
    clip: Rect,
    grid: TileGrid,
}

/// A primitive as the binner sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Placed {
    /// A vertex does not exist.
    Missing,
    /// It is outside the clip volume.
    Outside,
    /// A coordinate is infinite or NaN.
    NotFinite,
    /// It is partly inside the clip volume.
    Cut,
    /// It is not drawn.
    Culled(CullReason),
    /// It may touch tiles: the number of those that its bounds cover.
    Among(u32),
}

/// Consecutive primitives of a draw, and the tiles that they touch.
#[derive(Debug, Default)]
pub struct PlacedPart {
    /// Each, and the end of its tiles.
    placed: Vec<(Placed, u32)>,
    /// The tiles of one after the other.
    touched: Vec<u32>,
}

impl PlacedPart {
    /// Primitive `n` and its tiles, if it was placed.
    fn get(&self, n: usize) -> Option<(Placed, &[u32])> {
        let &(placed, end) = self.placed.get(n)?;
        let before = n.checked_sub(1).and_then(|n| self.placed.get(n));
        let start = before.map_or(0, |before| before.1);
        Some((placed, self.touched.get(start as usize..end as usize)?))
    }
}

/// Consecutive primitives of a draw that were placed.
#[derive(Debug, Default)]
pub struct PlacedAhead(Vec<PlacedPart>);

impl PlacedAhead {
    /// Primitive `n` and its tiles, if it was placed.
    pub fn get(&self, n: usize) -> Option<(Placed, &[u32])> {
        self.0.get(n / PART)?.get(n % PART)
    }
}

/// Primitives that one worker places at a time.
const PART: usize = 512;
/// Tiles after which a worker places no more: a few primitives can touch them all.
const MAX_TOUCHED: usize = 1 << 14;

impl Placing {
    /// The rules of a draw with this state, rasterised with `rules`.
    pub fn new(state: &DrawState, rules: RasterRules, grid: TileGrid) -> Self {
        let (w, h) = state.clipper_xy.unwrap_or((f32::NAN, f32::NAN));
        Placing {
            rules,
            volume: ClipVolume {
                guard_x: rules.guard_scale(w / 16.0),
                guard_y: rules.guard_scale(h / 16.0),
                depth: DepthRange::MinusOneToOne,
                min_w: 0.0,
            },
            clip: state.clip_rect(),
            grid,
        }
    }
}

/// Setup of a shape, and the search for its tiles.
struct Search<'a> {
    placing: &'a Placing,
    state: &'a DrawState,
    quirks: &'a Quirks,
    vertices: &'a [ScreenVertex],
    point_size: Option<f32>,
    touched: &'a mut Vec<u32>,
}

impl Vectorised for Search<'_> {
    type Output = Result<u32, CullReason>;

    #[inline(always)]
    fn run(self) -> Self::Output {
        let Placing {
            rules, clip, grid, ..
        } = self.placing;
        let shape = Shape::new(
            rules,
            self.quirks,
            self.state,
            self.vertices,
            self.point_size,
        );
        let (shape, _) = shape?;
        let columns = u32::from(grid.columns);
        shape.tiles(*grid, *clip, |x, y| {
            self.touched.push(u32::from(y) * columns + u32::from(x));
        });
        Ok(shape.reach(*grid, *clip))
    }
}

impl Draw<'_> {
    /// Appends the tiles that a primitive touches after clipping. Returns the number of those
    /// that its bounds cover.
    pub(super) fn place_piece(
        &self,
        vertices: &[ScreenVertex],
        point_size: Option<f32>,
        touched: &mut Vec<u32>,
    ) -> Result<u32, CullReason> {
        vectorised(Search {
            placing: &self.placing,
            state: self.state,
            quirks: self.quirks,
            vertices,
            point_size,
            touched,
        })
    }

    /// Cuts a primitive; [`Clipped::NotFinite`] if a vertex does not exist.
    pub(super) fn cut(&self, indices: Indices) -> Clipped {
        let volume = &self.placing.volume;
        let clip = |i: u16| self.clip_of(i);
        match indices {
            Indices::Triangle(v) => volume.triangle(&v.map(clip)),
            Indices::Line(v) => volume.line(&v.map(clip)),
            Indices::Point(v) => volume.point(&clip(v)),
        }
    }

    /// Places a primitive, and appends the tiles that it touches.
    pub(super) fn place(&self, indices: Indices, touched: &mut Vec<u32>) -> Placed {
        let mut screen = [ScreenVertex::default(); 3];
        let mut size = None;
        let list = indices.vertices();
        for (vertex, i) in screen.iter_mut().zip(list) {
            let Some(words) = self.vertices.get(*i) else {
                return Placed::Missing;
            };
            *vertex = self.format.screen_of(words);
            size = self.format.size_of(words);
        }
        if self.clipping && self.format.clip {
            match self.cut(indices) {
                Clipped::Inside => {}
                Clipped::Outside => return Placed::Outside,
                Clipped::NotFinite => return Placed::NotFinite,
                Clipped::Polygon(_) => return Placed::Cut,
            }
        }
        let piece = self.place_piece(&screen[..list.len()], size, touched);
        piece.map_or_else(Placed::Culled, Placed::Among)
    }

    /// Places primitives at the same time, as far as `workers` do so: not all of them, and
    /// none if there are few.
    pub fn place_ahead(&self, primitives: &[Indices], workers: &dyn Workers) -> PlacedAhead {
        if primitives.len() <= PART {
            return PlacedAhead::default();
        }
        let parts: Vec<&[Indices]> = primitives.chunks(PART).collect();
        PlacedAhead(fan_out(workers, &parts, |_, part| {
            let mut all = PlacedPart::default();
            all.placed.reserve(part.len());
            for indices in *part {
                if all.touched.len() >= MAX_TOUCHED {
                    break;
                }
                let placed = self.place(*indices, &mut all.touched);
                all.placed.push((placed, all.touched.len() as u32));
            }
            all
        }))
    }
}
