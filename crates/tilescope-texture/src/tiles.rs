//! Tiles of 4x4 texels: a cache that has them by position, and sources of texels that read them.

use tilescope_exec::{Aligned, sixteen};

#[cfg(target_arch = "x86_64")]
use tilescope_exec::host::Host;

use crate::LANES;
use crate::cache::{BlockCache, Wanted};
use crate::sample::{Quads, TexelSource};
#[cfg(target_arch = "x86_64")]
use crate::vectors;

/// Keeps tiles by position instead of address, so that a hit needs no address computation. `T` is
/// what one holds, for example `[u32; 16]`.
#[derive(Clone, Debug)]
pub struct TileCache<T> {
    tiles: BlockCache<T>,
    /// Half of the bits of a line's number.
    side: u32,
    /// The others.
    rest: u32,
}

/// A tile of a plane, by column and row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TileAt {
    /// The number of the plane, which stands for its texture, level and layer: below 2^35.
    pub plane: u64,
    /// Below 2^14.
    pub column: u32,
    /// Below 2^14.
    pub row: u32,
}

impl TileAt {
    /// The tile of the texel (`x`, `y`).
    #[inline(always)]
    pub fn of_texel(plane: u64, x: u32, y: u32) -> TileAt {
        TileAt {
            plane,
            column: x >> 2,
            row: y >> 2,
        }
    }

    /// Column and row as one number.
    #[inline(always)]
    pub(crate) fn place(self) -> u32 {
        self.row << PLACE_BITS | self.column
    }
}

/// Bits of a column or row of tiles.
pub(crate) const PLACE_BITS: u32 = 14;

impl<T: Clone> TileCache<T> {
    /// An empty cache of 2^`lines_log2` (at most 2^16) tiles. `blank` is what a tile is before it
    /// is first fetched.
    pub fn new(lines_log2: u32, blank: T) -> Self {
        let bits = lines_log2.min(16);
        TileCache {
            tiles: BlockCache::new(bits, 1, blank),
            side: bits / 2,
            rest: bits - bits / 2,
        }
    }

    /// The number of columns of tiles that have lines of their own, as the logarithm of a power of two.
    #[cfg(target_arch = "x86_64")]
    #[inline(always)]
    pub(crate) fn side(&self) -> u32 {
        self.side
    }

    /// The distance of the lines of a plane from those of plane 0. Planes with similar numbers are far
    /// apart.
    #[inline(always)]
    pub(crate) fn spread(&self, plane: u64) -> u32 {
        // The golden ratio.
        let spread = (plane as u32).wrapping_mul(0x9e37_79b1);
        // Not by 32, for a cache of one line.
        spread >> (31 - (self.side + self.rest)) >> 1
    }

    /// The line of a tile: those of a square differ, and squares of levels and textures that are
    /// used together mostly lie elsewhere. Higher bits do not count.
    #[inline(always)]
    fn line(&self, at: TileAt) -> u32 {
        let side = self.side;
        let across = at.column ^ at.column >> side;
        let down = at.row ^ at.row >> side;
        across & ((1 << side) - 1) ^ down << side ^ self.spread(at.plane)
    }

    /// The tile, if it is cached.
    #[inline(always)]
    pub fn cached(&self, at: TileAt) -> Option<&T> {
        let (tile, is_it) = self.in_line(self.line(at), at.plane, at.place());
        is_it.then_some(tile)
    }

    /// The tile that a line has, and whether it is the one at a place of a plane.
    #[inline(always)]
    pub(crate) fn in_line(&self, line: u32, plane: u64, place: u32) -> (&T, bool) {
        let number = plane << (2 * PLACE_BITS) | u64::from(place);
        self.tiles.of_line(line as usize, number)
    }

    /// Whether two numbers are of the same line.
    #[cfg(target_arch = "x86_64")]
    pub(crate) fn is_same_line(&self, a: u32, b: u32) -> bool {
        (a ^ b) & ((1 << (self.side + self.rest)) - 1) == 0
    }

    /// The tile. If it is not cached, `fetch` is called with the tile to fill, which holds old
    /// contents. If `fetch` fails, nothing is cached.
    #[inline(always)]
    pub fn get<E>(
        &mut self,
        at: TileAt,
        fetch: impl FnOnce(&mut T) -> Result<(), E>,
    ) -> Result<&T, E> {
        self.get_known(at, |wanted| wanted.contents(fetch))
    }

    /// The same for tiles that are known after [`renew`](TileCache::renew). `fetch` returns the
    /// bytes that it read, or 0 if the tile has to be fetched again after that.
    #[inline(always)]
    pub fn get_known<E>(
        &mut self,
        at: TileAt,
        fetch: impl FnOnce(Wanted<'_, T>) -> Result<u32, E>,
    ) -> Result<&T, E> {
        let (line, place) = (self.line(at), at.place());
        let number = at.plane << (2 * PLACE_BITS) | u64::from(place);
        self.tiles
            .in_line(line as usize, number, |_, wanted| fetch(wanted))
    }

    /// Forgets every tile.
    pub fn invalidate(&mut self) {
        self.tiles.invalidate();
    }

    /// Empties the cache, but keeps what it knows ([`BlockCache::renew`]).
    pub fn renew(&mut self) {
        self.tiles.renew();
    }
}

/// A source whose texels are in tiles of 4x4 words, in raster order, behind a cache.
pub trait TileSource {
    /// The number of a level of a face or layer in the cache.
    fn plane(&self, face: u32, level: u32) -> u64;

    /// The cache.
    fn tiles(&mut self) -> &mut TileCache<[u32; 16]>;

    /// Reads a tile that the cache does not have into it; `None` where it cannot be read: texels
    /// are 0 there. `needed` returns the position of a texel in the tile that is needed.
    fn fetch(
        &mut self,
        face_and_level: (u32, u32),
        at: TileAt,
        needed: &dyn Fn() -> (u32, u32),
    ) -> Option<&[u32; 16]>;
}

/// The tile of a texel.
#[inline(always)]
fn tile<S: TileSource>(source: &mut S, plane: (u32, u32), (x, y): (u32, u32)) -> [u32; 16] {
    let at = TileAt::of_texel(source.plane(plane.0, plane.1), x, y);
    if let Some(tile) = source.tiles().cached(at) {
        return *tile;
    }
    *source.fetch(plane, at, &|| (x, y)).unwrap_or(&[0; 16])
}

/// The place of the texel (`x`, `y`) in its tile of 4x4, in raster order.
#[inline(always)]
pub fn place_in_tile(x: u32, y: u32) -> usize {
    (x & 3 | (y & 3) << 2) as usize
}

impl<S: TileSource> TexelSource for S {
    #[inline(always)]
    fn texel(&mut self, face: u32, level: u32, x: u32, y: u32) -> u32 {
        tile(self, (face, level), (x, y))[place_in_tile(x, y)]
    }

    #[inline(always)]
    fn quad(&mut self, face: u32, level: u32, x: [u32; 2], y: [u32; 2]) -> [u32; 4] {
        let columns = 1 + usize::from((x[0] ^ x[1]) >> 2 != 0);
        let rows = 1 + usize::from((y[0] ^ y[1]) >> 2 != 0);
        let mut out = [0; 4];
        for j in 0..rows {
            for i in 0..columns {
                let tile = tile(self, (face, level), (x[i], y[j]));
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
        #[cfg(target_arch = "x86_64")]
        if let Some(host) = Host::new()
            && vectors::tiles::pick(host, self, at, (x, y), out)
        {
            return true;
        }
        copied(self, at, (x, y), out);
        true
    }
}

/// [`TexelSource::quads`] of a square of 4x4 tiles from the tile (`x`, `y`) on.
#[inline(always)]
fn copied<S: TileSource, const N: usize>(
    source: &mut S,
    at: &Quads<'_>,
    (x, y): (i32, i32),
    out: &mut [[u32; LANES]; N],
) {
    let face = at.face[at.mask.trailing_zeros() as usize % LANES];
    let (w, h) = at.size;
    // Places in the square: tile, by the last two bits of its row and column, row and column.
    let mut columns = Aligned([[0; LANES]; 2]);
    let mut rows = Aligned([[0; LANES]; 2]);
    for n in 0..if N == 1 { 1 } else { 2 } {
        for i in 0..LANES {
            let (column, row) = (at.x[n][i] as u32, at.y[n][i] as u32);
            columns[n][i] = (column >> 2 & 3) << 4 | column & 3;
            rows[n][i] = (row >> 2 & 3) << 6 | (row & 3) << 2;
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
    let plane = source.plane(face, at.level);
    while used != 0 {
        let n = used.trailing_zeros() % 16;
        used &= used - 1;
        let tile_at = TileAt {
            plane,
            column: inside(x, n, w),
            row: inside(y, n >> 2, h),
        };
        tiles[n as usize] = match source.tiles().cached(tile_at) {
            Some(tile) => *tile,
            None => {
                let needed = || needed(at, &place, n);
                let tile = source.fetch((face, at.level), tile_at, &needed);
                *tile.unwrap_or(&[0; 16])
            }
        };
    }
    let texels = tiles.as_flattened();
    for (out, place) in out.iter_mut().zip(&*place) {
        for (out, place) in out.iter_mut().zip(place) {
            *out = texels[*place as usize % 256];
        }
    }
}

/// The first texel that lanes need of a tile, by its number in the square.
#[cold]
pub(crate) fn needed<const N: usize>(
    at: &Quads<'_>,
    place: &[[u32; LANES]; N],
    tile: u32,
) -> (u32, u32) {
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

/// The column or row of tiles with these last two bits, from the `first` one on, which may be before
/// the level.
#[inline(always)]
fn inside(first: i32, bits: u32, size: u32) -> u32 {
    let tile = first + ((bits as i32).wrapping_sub(first) & 3);
    (tile + if tile < 0 { size as i32 / 4 } else { 0 }) as u32
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    /// Tiles whose texels tell their position.
    struct Positions {
        cache: TileCache<[u32; 16]>,
        fetched: Vec<TileAt>,
    }

    impl Positions {
        fn new() -> Self {
            Positions {
                cache: TileCache::new(4, [0; 16]),
                fetched: Vec::new(),
            }
        }
    }

    impl TileSource for Positions {
        fn plane(&self, face: u32, level: u32) -> u64 {
            (face << 8 | level).into()
        }

        fn tiles(&mut self) -> &mut TileCache<[u32; 16]> {
            &mut self.cache
        }

        fn fetch(
            &mut self,
            (face, level): (u32, u32),
            at: TileAt,
            _: &dyn Fn() -> (u32, u32),
        ) -> Option<&[u32; 16]> {
            let (x, y) = (at.column << 2, at.row << 2);
            let texel = |n: u32| face << 24 | level << 16 | (y | n >> 2) << 8 | x | n & 3;
            let fill = |tile: &mut [u32; 16]| {
                *tile = std::array::from_fn(|n| texel(n as u32));
                Ok::<(), ()>(())
            };
            self.fetched.push(at);
            self.cache.get(at, fill).ok()
        }
    }

    #[test]
    fn four_texels_are_found_in_any_tiles() {
        let mut source = Positions::new();
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
                let mut source = Positions::new();
                let mut out = [[0; LANES]; 4];
                if !source.quads(&at, &mut out) {
                    assert!(w % 16 != 0 || h % 16 != 0, "{w} x {h}: {x}, {y}");
                    continue;
                }
                found += 1;
                let [first_x, first_y] = [(across, w), (down, h)]
                    .map(|(texels, size)| first(texels.each_ref(), at.mask, size).unwrap());
                let (mut looped, mut other) = ([[0; LANES]; 4], Positions::new());
                copied(&mut other, &at, (first_x, first_y), &mut looped);
                assert_eq!((looped, &other.fetched), (out, &source.fetched));
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
        let mut cache = TileCache::new(6, 0);
        let mut fetched = 0;
        let mut value = |cache: &mut TileCache<u64>, plane: u64, x: u32, y: u32| {
            let want = plane << 32 | u64::from(y >> 2) << 16 | u64::from(x >> 2);
            let got = cache.get(TileAt::of_texel(plane, x, y), |tile| {
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
        let failed = cache.get(TileAt::of_texel(9, 0, 0), |_| Err("gone"));
        assert_eq!(failed, Err("gone"));
        assert_eq!(value(&mut cache, 9, 0, 0), before + 2);
    }

    #[test]
    fn known_tiles_are_counted_again() {
        let mut cache = TileCache::new(6, 0);
        let get = |cache: &mut TileCache<u64>, price: u32| {
            let mut asked = None;
            let tile = *cache
                .get_known(TileAt::of_texel(3, 8, 9), |wanted| {
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
        let other = TileAt::of_texel(3, 8 + 4 * 64, 9 + 4 * 64);
        let other = cache.get_known(other, |_| Ok::<_, ()>(1));
        assert!(other.is_ok());
        cache.renew();
        assert_eq!(get(&mut cache, 64), Some("contents"));
    }

    #[test]
    fn tiles_of_a_square_have_lines_of_their_own() {
        let cache = TileCache::new(10, 0);
        for plane in [0, 1, 5, 1 << 20] {
            let square = (64..96).flat_map(|row| (96..128).map(move |column| (column, row)));
            let at = |(column, row)| TileAt { plane, column, row };
            let lines: HashSet<u32> = square.map(|of| cache.line(at(of)) % 1024).collect();
            assert_eq!(lines.len(), 1024);
        }
    }
}
