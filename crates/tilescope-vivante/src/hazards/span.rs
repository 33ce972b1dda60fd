//! The memory of surfaces and of their tile status.

use tilescope_core::Span;
use tilescope_pixel::Rect;

use crate::surface::Surface;
use crate::ts::TileStatus;

/// The memory of the pixels of `rect`: a span for each half of the surface, empty where there
/// is none. Only the first and last row of tiles are exact.
pub fn of_pixels(surface: &Surface, rect: Rect) -> [Span; 2] {
    let mut spans = [Span::default(); 2];
    if rect.width == 0 || rect.height == 0 {
        return spans;
    }
    let bytes = surface.extent(rect);
    let halves = if surface.tiling.is_multi() { 2 } else { 1 };
    for (span, base) in spans.iter_mut().zip(surface.bases).take(halves) {
        let base = u64::from(base);
        span.start = base + bytes.start;
        span.end = base + bytes.end;
    }
    spans
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::surface::{Stride, Tiling};

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
                let spans = of_pixels(&surface, r);
                assert_eq!(spans[1].is_empty(), !tiling.is_multi());
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
                    let last = usize::from(tiling.is_multi());
                    let ends = (spans[0].start, spans[last].end);
                    assert_eq!((low, high), ends, "{tiling:?} {r:?}");
                }
            }
            assert_eq!(of_pixels(&surface, rect(0, 0, 0, 4)), [Span::default(); 2]);
        }
    }
}
