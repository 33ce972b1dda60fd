//! Texels of several tiles, as in `tiles`.

use tilescope_exec::host::{Host, Words};

use crate::LANES;
use crate::sample::Quads;
use crate::tiles::{PLACE_BITS, TileAt, TileCache, TileSource, needed};

/// The places of texels on one axis: the tile, of which the last two bits count, and the texel in it.
#[inline(always)]
fn place_on_axis(host: Host, texels: &[i32; LANES]) -> (Words, Words) {
    let (texels, three) = (host.ints(texels), host.word(3));
    (texels >> 2 & three, texels & three)
}

/// The lines and places in a cache of the tiles of a square of 4x4 from the tile (`x`, `y`) on,
/// which may be before the level. They are in the order of the last two bits of row and column.
#[inline(always)]
fn square_of_tiles(
    host: Host,
    cache: &TileCache<[u32; 16]>,
    plane: u64,
    (x, y): (i32, i32),
    (w, h): (u32, u32),
) -> ([u32; 16], [u32; 16]) {
    const COLUMNS: [u32; 16] = [0, 1, 2, 3, 0, 1, 2, 3, 0, 1, 2, 3, 0, 1, 2, 3];
    const ROWS: [u32; 16] = [0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3];
    let (x, y, three) = (host.int(x), host.int(y), host.word(3));
    let column = x + ((host.words(&COLUMNS) - x) & three);
    let row = y + ((host.words(&ROWS) - y) & three);
    // As words, negative numbers are the largest.
    let column = column.min(column + host.word(w / 4));
    let row = row.min(row + host.word(h / 4));
    let side = cache.side();
    let across = (column ^ column >> side) & host.word((1 << side) - 1);
    let down = (row ^ row >> side) << side;
    let lines = across ^ down ^ host.word(cache.spread(plane));
    (lines.get(), (row << PLACE_BITS | column).get())
}

/// Fetches missing tiles of a square, a bit each. Returns those that cannot be read; `None`, and
/// nothing is fetched, if used ones share a line.
#[cold]
#[inline(never)]
fn fetch<S: TileSource, const N: usize>(
    source: &mut S,
    at: &Quads<'_>,
    (lines, places): &([u32; 16], [u32; 16]),
    (used, mut missing): (u32, u32),
    place: &[Words; N],
) -> Option<u32> {
    let tiles = source.tiles();
    for a in (0..16).filter(|n| used >> n & 1 == 1) {
        let mut before = (0..a).filter(|n| used >> n & 1 == 1);
        if before.any(|b| tiles.is_same_line(lines[a], lines[b])) {
            return None;
        }
    }
    let face = at.face[at.mask.trailing_zeros() as usize % LANES];
    let plane = source.plane(face, at.level);
    let mut unreadable = 0;
    while missing != 0 {
        let number = missing.trailing_zeros() % 16;
        missing &= missing - 1;
        let of_tile = places[number as usize];
        let tile_at = TileAt {
            plane,
            column: of_tile & ((1 << PLACE_BITS) - 1),
            row: of_tile >> PLACE_BITS,
        };
        let needed = || needed(at, &place.map(Words::get), number);
        if source.fetch((face, at.level), tile_at, &needed).is_none() {
            unreadable |= 1 << number;
        }
    }
    Some(unreadable)
}

/// The texels of [`TexelSource::quads`](crate::TexelSource::quads), which are in a square of
/// 4x4 tiles from the tile (`x`, `y`) on. Returns `false`, and fetches nothing, if tiles of the
/// square share a line of the cache.
#[inline(always)]
pub(crate) fn pick<S: TileSource, const N: usize>(
    host: Host,
    source: &mut S,
    at: &Quads<'_>,
    (x, y): (i32, i32),
    out: &mut [[u32; LANES]; N],
) -> bool {
    let mut across = [host.word(0); 2];
    let mut down = [host.word(0); 2];
    for n in 0..if N == 1 { 1 } else { 2 } {
        let (tile, texel) = place_on_axis(host, at.x[n]);
        across[n] = tile << 4 | texel;
        let (tile, texel) = place_on_axis(host, at.y[n]);
        down[n] = tile << 6 | texel << 2;
    }
    let mut place = [host.word(0); N];
    let mut tile = [host.word(0); N];
    let mut used = host.word(0);
    for n in 0..N {
        place[n] = across[n & 1] | down[n >> 1 & 1];
        tile[n] = place[n] >> 4;
        used = used | host.word(1).shl_each(tile[n]);
    }
    let face = at.face[at.mask.trailing_zeros() as usize % LANES];
    let plane = source.plane(face, at.level);
    let square = square_of_tiles(host, source.tiles(), plane, (x, y), at.size);
    let mut used = used.any(at.mask);
    for fetched in [false, true] {
        let mut texels = [host.word(0); N];
        let mut missing = 0;
        let mut rest = used;
        while rest != 0 {
            let number = rest.trailing_zeros();
            rest &= rest - 1;
            let n = number as usize % 16;
            let (words, is_it) = source.tiles().in_line(square.0[n], plane, square.1[n]);
            missing |= u32::from(!is_it) << n;
            let (words, number) = (host.words(words), host.word(number));
            for n in 0..N {
                texels[n] = texels[n].with_picked(tile[n].equal(number), words, place[n]);
            }
        }
        if missing == 0 {
            for n in 0..N {
                out[n] = texels[n].get();
            }
            return true;
        }
        if !fetched {
            match fetch(source, at, &square, (used, missing), &place) {
                Some(unreadable) => used &= !unreadable,
                None => break,
            }
        }
    }
    false
}
