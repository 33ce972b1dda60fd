//! Rectangles of elements, and their parts.

/// A rectangle of elements.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Rect {
    /// Left column.
    pub x: u32,
    /// First row in memory order.
    pub y: u32,
    /// Columns.
    pub width: u32,
    /// Rows.
    pub height: u32,
}

impl Rect {
    /// The smallest rectangle around it whose edges are at multiples of `unit`, a power of two.
    /// No edge goes beyond coordinate 2^32 - 1.
    pub fn outwards(self, unit: u32) -> Rect {
        let span = |from: u32, len: u32| {
            let start = from & !(unit - 1);
            let end = from.saturating_add(len).checked_next_multiple_of(unit);
            (start, end.unwrap_or(u32::MAX) - start)
        };
        Rect::of(span(self.x, self.width), span(self.y, self.height))
    }

    /// The largest rectangle in it whose edges are at multiples of `unit`, a power of two;
    /// empty if there is none.
    pub fn inwards(self, unit: u32) -> Rect {
        let span = |from: u32, len: u32| {
            let end = from.saturating_add(len) & !(unit - 1);
            let start = from.checked_next_multiple_of(unit).unwrap_or(end);
            (start, end.saturating_sub(start))
        };
        Rect::of(span(self.x, self.width), span(self.y, self.height))
    }

    fn of((x, width): (u32, u32), (y, height): (u32, u32)) -> Rect {
        Rect {
            x,
            y,
            width,
            height,
        }
    }

    /// The column after the last, and the row after the last.
    fn ends(self) -> (u32, u32) {
        (
            self.x.saturating_add(self.width),
            self.y.saturating_add(self.height),
        )
    }

    /// Whether it has no elements.
    pub fn is_empty(self) -> bool {
        self.width == 0 || self.height == 0
    }

    /// Its parts outside `inner`, which lies in it; all of it if that is empty.
    pub fn around(self, inner: Rect) -> impl Iterator<Item = Rect> {
        let span = |from: u32, to: u32| (from, to.saturating_sub(from));
        let (right, bottom) = self.ends();
        let (inner_right, inner_bottom) = inner.ends();
        let columns = (self.x, self.width);
        let rows = (inner.y, inner.height);
        let parts = match inner.is_empty() {
            true => [self, inner, inner, inner],
            false => [
                Rect::of(columns, span(self.y, inner.y)),
                Rect::of(span(self.x, inner.x), rows),
                Rect::of(span(inner_right, right), rows),
                Rect::of(columns, span(inner_bottom, bottom)),
            ],
        };
        parts.into_iter().filter(|part| !part.is_empty())
    }

    /// Calls `f` with its parts in the cells of a grid, row by row. Cells have this size, and
    /// one has its corner at minus `origin`.
    ///
    /// # Errors
    /// The first of `f`.
    pub fn for_each_part<E>(
        self,
        size: (u32, u32),
        origin: (u32, u32),
        mut f: impl FnMut(Rect) -> Result<(), E>,
    ) -> Result<(), E> {
        let piece = |at: u32, origin: u32, left: u32, size: u32| {
            (size - at.wrapping_add(origin) % size).min(left)
        };
        let mut down = 0;
        while down < self.height {
            let y = self.y.wrapping_add(down);
            let height = piece(y, origin.1, self.height - down, size.1);
            let mut across = 0;
            while across < self.width {
                let x = self.x.wrapping_add(across);
                let width = piece(x, origin.0, self.width - across, size.0);
                f(Rect::of((x, width), (y, height)))?;
                across += width;
            }
            down += height;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::convert::Infallible;

    fn rect() -> impl Strategy<Value = Rect> {
        (0u32..100, 0u32..100, 0u32..100, 0u32..100).prop_map(|(x, y, width, height)| Rect {
            x,
            y,
            width,
            height,
        })
    }

    /// For each element of a plane of 256x256, the number of rectangles that have it.
    fn counts(rects: impl IntoIterator<Item = Rect>) -> Vec<u8> {
        let mut out = vec![0; 256 * 256];
        for r in rects {
            for y in r.y..r.y + r.height {
                let row = (y * 256 + r.x) as usize..(y * 256 + r.x + r.width) as usize;
                out[row].iter_mut().for_each(|n| *n += 1);
            }
        }
        out
    }

    /// Whether all edges are at multiples of `unit`.
    fn is_aligned(r: Rect, unit: u32) -> bool {
        let edges = [r.x, r.y, r.x + r.width, r.y + r.height];
        edges.iter().all(|edge| edge.is_multiple_of(unit))
    }

    proptest! {
        #[test]
        fn outwards_and_inwards_move_edges_by_less_than_a_unit(r in rect(), log in 0u32..6) {
            let unit = 1 << log;
            let (out, inner) = (r.outwards(unit), r.inwards(unit));
            prop_assert!(is_aligned(out, unit));
            prop_assert!(out.x <= r.x && r.x - out.x < unit);
            prop_assert!((out.x + out.width) - (r.x + r.width) < unit);
            prop_assert!(out.y <= r.y && r.y - out.y < unit);
            prop_assert!((out.y + out.height) - (r.y + r.height) < unit);
            if !inner.is_empty() {
                prop_assert!(is_aligned(inner, unit));
                prop_assert!(inner.x - r.x < unit && inner.y - r.y < unit);
                prop_assert!((r.x + r.width) - (inner.x + inner.width) < unit);
                prop_assert!((r.y + r.height) - (inner.y + inner.height) < unit);
            } else {
                prop_assert!(r.width < 2 * unit || r.height < 2 * unit);
            }
        }

        #[test]
        fn parts_around_have_each_element_outside_once(
            r in rect(), log in 0u32..6, other in (0u32..100, 0u32..100),
        ) {
            let inside = Rect {
                width: other.0.min(r.width),
                height: other.1.min(r.height),
                ..r
            };
            for inner in [r.inwards(1 << log), inside] {
                let parts: Vec<Rect> = r.around(inner).collect();
                let all = parts.into_iter().chain([inner]);
                prop_assert!(counts(all.filter(|r| !r.is_empty())) == counts([r]));
            }
        }

        #[test]
        fn parts_of_cells_have_each_element_once(
            r in rect(), size in (1u32..40, 1u32..40), origin in (0u32..40, 0u32..40),
        ) {
            let mut parts = Vec::new();
            let Ok(()) = r.for_each_part(size, origin, |part| {
                parts.push(part);
                Ok::<(), Infallible>(())
            });
            for part in &parts {
                let cell = |at: u32, n: u32, size: u32| at / size == (at + n - 1) / size;
                prop_assert!(cell(part.x + origin.0, part.width, size.0));
                prop_assert!(cell(part.y + origin.1, part.height, size.1));
            }
            prop_assert!(counts(parts) == counts([r]));
        }
    }

    #[test]
    fn edges_of_the_plane() {
        let far = Rect {
            x: u32::MAX - 2,
            y: 5,
            width: 9,
            height: u32::MAX,
        };
        let out = far.outwards(16);
        assert_eq!((out.x, out.width), (u32::MAX - 15, 15));
        assert_eq!((out.y, out.height), (0, u32::MAX));
        assert!(far.inwards(16).is_empty());
        let parts: Vec<Rect> = far.around(Rect { width: 2, ..far }).collect();
        assert!(parts.is_empty());
    }
}
