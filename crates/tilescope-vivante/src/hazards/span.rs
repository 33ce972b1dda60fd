//! Ranges of addresses.

use std::fmt;

use tilescope_pixel::Rect;

use crate::surface::{Surface, Tiling};
use crate::ts::TileStatus;

/// A half-open range of addresses.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Span {
    /// The first.
    pub start: u64,
    /// One after the last.
    pub end: u64,
}

/// The memory of a part of a surface: a span for each half.
#[derive(Clone, Copy, Debug, Default)]
pub struct Spans {
    list: [Span; 2],
    len: usize,
}

impl FromIterator<Span> for Spans {
    /// The first two spans.
    fn from_iter<T: IntoIterator<Item = Span>>(spans: T) -> Self {
        let mut all = Spans::default();
        for (to, span) in all.list.iter_mut().zip(spans) {
            *to = span;
            all.len += 1;
        }
        all
    }
}

impl std::ops::Deref for Spans {
    type Target = [Span];

    fn deref(&self) -> &[Span] {
        &self.list[..self.len]
    }
}

impl IntoIterator for Spans {
    type Item = Span;
    type IntoIter = std::iter::Take<std::array::IntoIter<Span, 2>>;

    fn into_iter(self) -> Self::IntoIter {
        self.list.into_iter().take(self.len)
    }
}

impl fmt::Display for Span {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:#010x} to {:#010x}", self.start, self.end)
    }
}

impl Span {
    /// `len` bytes from `start` on.
    pub fn new(start: u32, len: u64) -> Span {
        let start = u64::from(start);
        Span {
            start,
            end: start.saturating_add(len),
        }
    }

    /// Whether it is empty.
    pub fn is_empty(&self) -> bool {
        self.start >= self.end
    }

    /// The intersection, if it is not empty.
    pub fn common(&self, other: &Span) -> Option<Span> {
        let both = Span {
            start: self.start.max(other.start),
            end: self.end.min(other.end),
        };
        (!both.is_empty()).then_some(both)
    }

    /// Whether it contains all of `other`.
    pub fn contains(&self, other: &Span) -> bool {
        self.start <= other.start && other.end <= self.end
    }

    /// The smallest span that contains both.
    pub fn with(&self, other: &Span) -> Span {
        Span {
            start: self.start.min(other.start),
            end: self.end.max(other.end),
        }
    }

    /// The memory of the pixels of `rect`: a span for each half of the surface.
    /// Only the first and last row of tiles are exact.
    pub fn of_pixels(surface: &Surface, rect: Rect) -> Spans {
        if rect.width == 0 || rect.height == 0 {
            return Spans::default();
        }
        let (right, bottom) = (
            u64::from(rect.x) + u64::from(rect.width),
            u64::from(rect.y) + u64::from(rect.height),
        );
        let bytes = u64::from(surface.pixel_bytes);
        let stride = u64::from(surface.stride);
        let of = |base: u32, (first, last): (u64, u64), (left, right): (u64, u64), row: u64| Span {
            start: u64::from(base) + first * row + left,
            end: u64::from(base) + last * row + right,
        };
        if surface.tiling == Tiling::Linear {
            let across = (u64::from(rect.x) * bytes, right * bytes);
            let down = (u64::from(rect.y), bottom - 1);
            return [of(surface.bases[0], down, across, stride)]
                .into_iter()
                .collect();
        }
        let layout = surface.layout();
        let (width, height) = layout.tile_size();
        let (width, height) = (u64::from(width), u64::from(height));
        // In one pipe's half.
        let row = stride * ((height / 4) >> layout.banks_log2);
        let tile = (width * height * bytes) >> layout.banks_log2;
        let across = (
            u64::from(rect.x) / width * tile,
            right.div_ceil(width) * tile,
        );
        let down = (u64::from(rect.y) / height, (bottom - 1) / height);
        let halves = if surface.tiling.is_multi() { 2 } else { 1 };
        let bases = surface.bases.iter().take(halves);
        bases.map(|&base| of(base, down, across, row)).collect()
    }

    /// The memory of the tile status of `pixels`.
    pub fn of_status(status: &TileStatus, pixels: &Span) -> Span {
        let distance = |address: u64| address.saturating_sub(status.surface_base.into());
        let entry = u64::from(status.entry_bytes).max(1);
        let bits = u64::from(status.coding.bits);
        let base = u64::from(status.status_base);
        Span {
            start: base + distance(pixels.start) / entry * bits / 8,
            end: base + (distance(pixels.end).div_ceil(entry) * bits).div_ceil(8),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::surface::Stride;

    fn rect(x: u32, y: u32, width: u32, height: u32) -> Rect {
        Rect {
            x,
            y,
            width,
            height,
        }
    }

    /// Spans contain every pixel of the rectangle, and are tight for rectangles of
    /// whole tiles.
    #[test]
    fn spans_hold_their_pixels() {
        let tilings = [
            Tiling::Linear,
            Tiling::Tiled,
            Tiling::SuperTiled,
            Tiling::SuperTiledNew,
            Tiling::MultiTiled,
            Tiling::MultiSuperTiled,
        ];
        for tiling in tilings {
            let stride = Stride::OfPixels(256 * 4);
            let surface = Surface::new(tiling, 4, [0x10_0000, 0x80_0000], stride).unwrap();
            for r in [
                rect(0, 0, 256, 128),
                rect(64, 128, 64, 128),
                rect(5, 70, 9, 3),
            ] {
                let spans = Span::of_pixels(&surface, r);
                assert_eq!(spans.len(), if tiling.is_multi() { 2 } else { 1 });
                let all = |mut f: Box<dyn FnMut(u64) + '_>| {
                    for y in r.y..r.y + r.height {
                        (r.x..r.x + r.width).for_each(|x| f(surface.address(x, y).into()));
                    }
                };
                let (mut low, mut high) = (u64::MAX, 0);
                all(Box::new(|a| {
                    assert!(
                        spans.iter().any(|s| s.start <= a && a + 4 <= s.end),
                        "{tiling:?} {r:?} {a:#x}"
                    );
                    (low, high) = (low.min(a), high.max(a + 4));
                }));
                if r.x.is_multiple_of(64) && r.y.is_multiple_of(128) {
                    let ends = (spans[0].start, spans[spans.len() - 1].end);
                    assert_eq!((low, high), ends, "{tiling:?} {r:?}");
                }
            }
            assert!(Span::of_pixels(&surface, rect(0, 0, 0, 4)).is_empty());
        }
    }
}
