//! Tiles of 4x4 texels: a cache that has them by position, and sources of texels that read them.

use tilescope_exec::{Aligned, sixteen};

use crate::LANES;
use crate::cache::{BlockCache, Wanted};
use crate::sample::{Quads, TexelSource};

/// Keeps 2^`LINES_LOG2` (at most 2^16) tiles by position instead of address, so that a hit needs
/// no address computation. `T` is what one holds, for example `[u32; 16]`.
#[derive(Clone, Debug)]
pub struct TileCache<T, const LINES_LOG2: u32>(BlockCache<T>);

impl<T: Clone, const LINES_LOG2: u32> TileCache<T, LINES_LOG2> {
    /// An empty cache. `blank` is what a tile is before it is first fetched.
    pub fn new(blank: T) -> Self {
        TileCache(BlockCache::new(LINES_LOG2, 1, blank))
    }

    /// The line of a tile: those of a square differ, and squares of levels and textures that are
    /// used together mostly lie elsewhere.
    #[inline(always)]
    fn line(plane: u64, column: u32, row: u32) -> u32 {
        let side = LINES_LOG2 / 2;
        let mask = (1 << side) - 1;
        let near = column & mask | (row & mask) << side;
        let far = column >> side ^ (row >> side) << side;
        // The golden ratio: planes with similar numbers are far apart.
        let spread = (plane as u32).wrapping_mul(0x9e37_79b1) >> (32 - LINES_LOG2);
        near ^ far ^ spread
    }

    /// The tile of the texel (`x`, `y`) of a plane. Coordinates are below 2^16, and the number of
    /// the plane, which stands for its texture, level and layer, below 2^35. If it is not cached,
    /// `fetch` is called with the tile to fill, which holds old contents. If `fetch` fails,
    /// nothing is cached.
    #[inline(always)]
    pub fn get<E>(
        &mut self,
        plane: u64,
        x: u32,
        y: u32,
        fetch: impl FnOnce(&mut T) -> Result<(), E>,
    ) -> Result<&T, E> {
        self.get_known(plane, x, y, |wanted| wanted.contents(fetch))
    }

    /// The same for tiles that are known after [`renew`](TileCache::renew). `fetch` returns the
    /// bytes that it read, or 0 if the tile has to be fetched again after that.
    #[inline(always)]
    pub fn get_known<E>(
        &mut self,
        plane: u64,
        x: u32,
        y: u32,
        fetch: impl FnOnce(Wanted<'_, T>) -> Result<u32, E>,
    ) -> Result<&T, E> {
        let (column, row) = (x >> 2, y >> 2);
        let number = plane << 28 | u64::from(row) << 14 | u64::from(column);
        let line = Self::line(plane, column, row);
        self.0
            .in_line(line as usize, number, |_, wanted| fetch(wanted))
    }

    /// Forgets every tile.
    pub fn invalidate(&mut self) {
        self.0.invalidate();
    }

    /// Empties the cache, but keeps what it knows ([`BlockCache::renew`]).
    pub fn renew(&mut self) {
        self.0.renew();
    }
}

/// A source whose texels are in tiles of 4x4 words.
pub trait TileSource {
    /// The tile of a texel inside its level, in raster order; `None` where it cannot be read:
    /// texels are 0 there. `needed` is called if the tile is read, and returns the position of
    /// one of its texels that is needed.
    fn tile(
        &mut self,
        face: u32,
        level: u32,
        at: (u32, u32),
        needed: impl Fn() -> (u32, u32),
    ) -> Option<&[u32; 16]>;
}

/// The place of the texel (`x`, `y`) in its tile of 4x4, in raster order.
#[inline(always)]
pub fn place_in_tile(x: u32, y: u32) -> usize {
    (x & 3 | (y & 3) << 2) as usize
}

impl<S: TileSource> TexelSource for S {
    #[inline(always)]
    fn texel(&mut self, face: u32, level: u32, x: u32, y: u32) -> u32 {
        let tile = self.tile(face, level, (x, y), || (x, y));
        tile.map_or(0, |tile| tile[place_in_tile(x, y)])
    }

    #[inline(always)]
    fn quad(&mut self, face: u32, level: u32, x: [u32; 2], y: [u32; 2]) -> [u32; 4] {
        let columns = 1 + usize::from((x[0] ^ x[1]) >> 2 != 0);
        let rows = 1 + usize::from((y[0] ^ y[1]) >> 2 != 0);
        let mut out = [0; 4];
        for j in 0..rows {
            for i in 0..columns {
                let at = (x[i], y[j]);
                let tile = self.tile(face, level, at, || at).unwrap_or(&[0; 16]);
                // Later tiles replace what this one does not have.
                for (n, out) in out.iter_mut().enumerate() {
                    if n & 1 >= i && n >> 1 >= j {
                        *out = tile[place_in_tile(x[n & 1], y[n >> 1])];
                    }
                }
            }
        }
        out
    }

    /// Lanes mostly lie in a few tiles near each other, each of which is looked up once.
    #[inline(always)]
    fn quads<const N: usize>(&mut self, at: &Quads<'_>, out: &mut [[u32; LANES]; N]) -> bool {
        let face = at.face[at.mask.trailing_zeros() as usize % LANES];
        let (w, h) = at.size;
        let (Some(x), Some(y)) = (first(at.x, at.mask, w), first(at.y, at.mask, h)) else {
            return false;
        };
        if at.mask & !sixteen::equal(at.face, &[face; LANES]) != 0 {
            return false;
        }
        // Places in a square of 4x4 tiles: tile, row and column.
        let mut columns = Aligned([[0; LANES]; 2]);
        let mut rows = Aligned([[0; LANES]; 2]);
        for n in 0..if N == 1 { 1 } else { 2 } {
            for i in 0..LANES {
                let (column, row) = (at.x[n][i] as u32, at.y[n][i] as u32);
                columns[n][i] = ((column >> 2).wrapping_sub(x as u32) & 3) << 4 | column & 3;
                rows[n][i] = ((row >> 2).wrapping_sub(y as u32) & 3) << 6 | (row & 3) << 2;
            }
        }
        let mut place = Aligned([[0; LANES]; N]);
        let mut used = 0u32;
        for (n, place) in place.iter_mut().enumerate() {
            let (columns, rows) = (&columns[n & 1], &rows[n >> 1 & 1]);
            for i in 0..LANES {
                place[i] = columns[i] | rows[i];
                used |= u32::from(at.mask >> i & 1) << (place[i] >> 4);
            }
        }
        let mut tiles = Aligned([[0; 16]; 16]);
        while used != 0 {
            let n = used.trailing_zeros() % 16;
            used &= used - 1;
            let first = (inside(x, n & 3, w), inside(y, n >> 2, h));
            let needed = || needed(at, &place, n);
            if let Some(tile) = self.tile(face, at.level, first, needed) {
                tiles[n as usize] = *tile;
            }
        }
        let texels = tiles.as_flattened();
        for (out, place) in out.iter_mut().zip(&*place) {
            for (out, place) in out.iter_mut().zip(place) {
                *out = texels[*place as usize % 256];
            }
        }
        true
    }
}

/// The first texel that lanes need of a tile, by its number in the square.
#[cold]
fn needed<const N: usize>(at: &Quads<'_>, place: &[[u32; LANES]; N], tile: u32) -> (u32, u32) {
    for (n, place) in place.iter().enumerate() {
        let mut lanes = 0u16;
        for (i, place) in place.iter().enumerate() {
            lanes |= u16::from(place >> 4 == tile) << i;
        }
        lanes &= at.mask;
        if lanes != 0 {
            let lane = lanes.trailing_zeros() as usize % LANES;
            return (at.x[n & 1][lane] as u32, at.y[n >> 1 & 1][lane] as u32);
        }
    }
    (0, 0)
}

/// The first column or row of tiles with the lanes of `mask`, if they are inside a level of `size`
/// and in at most four, which may go on at the other edge: the first is negative then.
#[inline(always)]
fn first(texels: [&[i32; LANES]; 2], mask: u16, size: u32) -> Option<i32> {
    let (low, high) = sixteen::bounds(texels, mask);
    let first = low >> 2;
    match (high >> 2) - first < 4 {
        // There may be a border.
        _ if high == u16::MAX => None,
        true => Some(first.into()),
        false => across_edge(texels, mask, size),
    }
}

/// [`first`] of lanes at both edges of a repeated level, without borders. The lower half of the
/// level follows the upper one; with a multiple of four tiles, each has the same place among four
/// there.
#[inline(always)]
fn across_edge(texels: [&[i32; LANES]; 2], mask: u16, size: u32) -> Option<i32> {
    // Numbers of 16 bits are compared.
    if !size.is_multiple_of(16) || size > 1 << 15 {
        return None;
    }
    let size = size as i32;
    let mut after = [[0; LANES]; 2];
    for (after, texels) in after.iter_mut().zip(texels) {
        for (after, texel) in after.iter_mut().zip(texels) {
            *after = texel + if *texel < size / 2 { size } else { 0 };
        }
    }
    let (low, high) = sixteen::bounds(after.each_ref(), mask);
    let first = low >> 2;
    ((high >> 2) - first < 4).then_some(i32::from(first) - size / 4)
}

/// The first texel of the tile `n` after the `first` one, which may be before the level.
#[inline(always)]
fn inside(first: i32, n: u32, size: u32) -> u32 {
    let texel = (first + n as i32) << 2;
    (texel + if texel < 0 { size as i32 } else { 0 }) as u32
}

/// Tiles of a texture that is sampled as colour words or as four words a texel: caches of
/// 2^`WORDS` and of 2^`WIDE` tiles, which are allocated when they are first used.
#[derive(Debug)]
pub struct EitherTiles<const WORDS: u32, const WIDE: u32> {
    words: Option<TileCache<[u32; 16], WORDS>>,
    wide: Option<TileCache<[[u32; 4]; 16], WIDE>>,
}

impl<const WORDS: u32, const WIDE: u32> EitherTiles<WORDS, WIDE> {
    /// Neither cache.
    pub const EMPTY: Self = EitherTiles {
        words: None,
        wide: None,
    };

    /// Forgets all tiles.
    pub fn forget(&mut self) {
        if let Some(cache) = &mut self.words {
            cache.invalidate();
        }
        if let Some(cache) = &mut self.wide {
            cache.invalidate();
        }
    }

    /// Empties the caches, but keeps what they know ([`BlockCache::renew`]).
    pub fn renew(&mut self) {
        if let Some(cache) = &mut self.words {
            cache.renew();
        }
        if let Some(cache) = &mut self.wide {
            cache.renew();
        }
    }

    /// Tiles of colour words.
    pub fn words(&mut self) -> &mut TileCache<[u32; 16], WORDS> {
        self.words.get_or_insert_with(|| TileCache::new([0; 16]))
    }

    /// Tiles of four words a texel.
    pub fn wide(&mut self) -> &mut TileCache<[[u32; 4]; 16], WIDE> {
        self.wide
            .get_or_insert_with(|| TileCache::new([[0; 4]; 16]))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    /// Tiles whose texels tell their position.
    struct Positions([u32; 16]);

    impl TileSource for Positions {
        fn tile(
            &mut self,
            face: u32,
            level: u32,
            (x, y): (u32, u32),
            _: impl Fn() -> (u32, u32),
        ) -> Option<&[u32; 16]> {
            let texel = |n: u32| face << 24 | level << 16 | (y & !3 | n >> 2) << 8 | x & !3 | n & 3;
            self.0 = std::array::from_fn(|n| texel(n as u32));
            Some(&self.0)
        }
    }

    #[test]
    fn four_texels_are_found_in_any_tiles() {
        let mut source = Positions([0; 16]);
        let texel = |x: u32, y: u32| 1 << 24 | 2 << 16 | y << 8 | x;
        for (x0, x1, y0, y1) in [(5, 6, 9, 10), (3, 4, 9, 10), (5, 6, 3, 4), (3, 4, 7, 8)]
            .into_iter()
            .chain([(15, 0, 2, 2), (6, 5, 12, 3), (7, 7, 0, 255)])
        {
            let want = [texel(x0, y0), texel(x1, y0), texel(x0, y1), texel(x1, y1)];
            assert_eq!(source.quad(1, 2, [x0, x1], [y0, y1]), want);
        }
        assert_eq!(source.texel(1, 2, 13, 200), texel(13, 200));
    }

    #[test]
    fn lanes_at_both_edges_are_found_at_once() {
        let mut found = 0;
        for (w, h) in [(32, 64), (256, 32), (16, 16), (36, 40)] {
            for (x, y) in (0..w + 8)
                .flat_map(|x| (0..h + 8).map(move |y| (x, y)))
                .step_by(3)
            {
                let lane = |i: usize| (x + i as u32 % 4, y + i as u32 / 4);
                let across: [[i32; LANES]; 2] = std::array::from_fn(|n| {
                    std::array::from_fn(|i| ((lane(i).0 + n as u32) % w) as i32)
                });
                let down: [[i32; LANES]; 2] = std::array::from_fn(|n| {
                    std::array::from_fn(|i| ((lane(i).1 + n as u32) % h) as i32)
                });
                let at = Quads {
                    face: &[1; LANES],
                    level: 2,
                    size: (w, h),
                    x: across.each_ref(),
                    y: down.each_ref(),
                    mask: 0xfff7,
                };
                let mut source = Positions([0; 16]);
                let mut out = [[0; LANES]; 4];
                if !source.quads(&at, &mut out) {
                    assert!(w % 16 != 0 || h % 16 != 0, "{w} x {h}: {x}, {y}");
                    continue;
                }
                found += 1;
                for i in (0..LANES).filter(|i| at.mask >> i & 1 == 1) {
                    let [x, y] = [across, down].map(|at| [at[0][i] as u32, at[1][i] as u32]);
                    assert_eq!(out.map(|corner| corner[i]), source.quad(1, 2, x, y));
                }
            }
        }
        assert!(found > 1000);
    }

    #[test]
    fn tiles_are_fetched_once_until_they_are_forgotten() {
        let mut cache = TileCache::<u64, 6>::new(0);
        let mut fetched = 0;
        let mut value = |cache: &mut TileCache<u64, 6>, plane: u64, x: u32, y: u32| {
            let want = plane << 32 | u64::from(y >> 2) << 16 | u64::from(x >> 2);
            let got = cache.get(plane, x, y, |tile| {
                fetched += 1;
                *tile = want;
                Ok::<(), ()>(())
            });
            assert_eq!(got, Ok(&want));
            fetched
        };
        let steps = [0, 1, 15, 16, 63, 1023, 65535];
        for plane in [0, 1, 2, 1000, (1 << 35) - 1] {
            for (x, y) in steps.into_iter().flat_map(|y| steps.map(|x| (x, y))) {
                let before = value(&mut cache, plane, x, y);
                assert_eq!(value(&mut cache, plane, x, y), before);
            }
        }
        let before = value(&mut cache, 7, 8, 9);
        cache.invalidate();
        assert_eq!(value(&mut cache, 7, 8, 9), before + 1);
        let failed = cache.get(9, 0, 0, |_| Err("gone"));
        assert_eq!(failed, Err("gone"));
        assert_eq!(value(&mut cache, 9, 0, 0), before + 2);
    }

    #[test]
    fn known_tiles_are_counted_again() {
        let mut cache = TileCache::<u64, 6>::new(0);
        let get = |cache: &mut TileCache<u64, 6>, price: u32| {
            let mut asked = None;
            let tile = *cache
                .get_known(3, 8, 9, |wanted| {
                    asked = Some(match wanted {
                        Wanted::Contents(tile) => {
                            *tile = 7;
                            "contents"
                        }
                        Wanted::Known(bytes) => {
                            assert_eq!(bytes, price);
                            "known"
                        }
                    });
                    Ok::<_, ()>(price)
                })
                .unwrap();
            assert_eq!(tile, 7);
            asked
        };
        assert_eq!(get(&mut cache, 64), Some("contents"));
        assert_eq!(get(&mut cache, 64), None);
        cache.renew();
        assert_eq!(get(&mut cache, 64), Some("known"));
        assert_eq!(get(&mut cache, 64), None);
        cache.renew();
        cache.renew();
        assert_eq!(get(&mut cache, 64), Some("known"));
        cache.invalidate();
        // Without a price it is not known later.
        assert_eq!(get(&mut cache, 0), Some("contents"));
        cache.renew();
        assert_eq!(get(&mut cache, 0), Some("contents"));
        // Nor if another took its line.
        assert_eq!(get(&mut cache, 64), None);
        cache.renew();
        let other = cache.get_known(3, 8 + 4 * 64, 9 + 4 * 64, |_| Ok::<_, ()>(1));
        assert!(other.is_ok());
        cache.renew();
        assert_eq!(get(&mut cache, 64), Some("contents"));
    }

    #[test]
    fn tiles_of_a_square_have_lines_of_their_own() {
        for plane in [0, 1, 5, 1 << 20] {
            let square = (0..32).flat_map(|y| (0..32).map(move |x| (x + 96, y + 64)));
            let lines: HashSet<u32> = square
                .map(|(x, y)| TileCache::<u32, 10>::line(plane, x, y))
                .collect();
            assert_eq!(lines.len(), 1024);
            assert!(lines.iter().all(|line| *line < 1024));
        }
    }
}
