//! The colours at both ends of each partition.

use super::hdr;
use super::mode::{Endpoints, Mode};
use super::sequence::{self, Value};

/// Red, green, blue and alpha of the two ends of a partition.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Ends {
    pub low: [u16; 4],
    pub high: [u16; 4],
    /// The channels that have 12 bits, of a logarithm, and not a byte.
    pub hdr: [bool; 4],
}

/// The ends of each partition.
pub(super) fn decode(bits: u128, mode: &Mode, shape: &Endpoints) -> [Ends; 4] {
    let mut values = [Value::default(); 18];
    let used = shape.modes.iter().take(mode.partitions as usize);
    let count: u32 = used.map(|m| 2 * (m >> 2) + 2).sum();
    let count = (count as usize).min(values.len());
    sequence::decode(bits >> shape.start, shape.range, &mut values[..count]);
    let bytes = values.map(|v| i32::from(shape.range.endpoint(v)));
    let mut rest = &bytes[..];
    let mut out = [Ends::default(); 4];
    for (out, mode) in out
        .iter_mut()
        .zip(shape.modes)
        .take(mode.partitions as usize)
    {
        let (mine, others) = rest.split_at((2 * (mode >> 2) + 2).min(rest.len() as u32) as usize);
        rest = others;
        let mut v = [0; 8];
        for (v, mine) in v.iter_mut().zip(mine) {
            *v = *mine;
        }
        *out = ends(mode, v);
    }
    out
}

fn clamp(v: [i32; 4]) -> [u16; 4] {
    v.map(|v| v.clamp(0, 255) as u16)
}

/// Blue moved towards the mean of all.
fn contract([r, g, b, a]: [i32; 4]) -> [i32; 4] {
    [(r + b) >> 1, (g + b) >> 1, b, a]
}

/// An offset of six bits with a sign, whose highest bit belongs to the base.
fn transfer(offset: i32, base: i32) -> (i32, i32) {
    let base = base >> 1 | offset & 0x80;
    let offset = offset >> 1 & 0x3f;
    (
        if offset & 0x20 != 0 {
            offset - 0x40
        } else {
            offset
        },
        base,
    )
}

/// The ends of a mode.
fn ends(mode: u32, v: [i32; 8]) -> Ends {
    let grey = |l: i32, a: i32| [l, l, l, a];
    let (low, high) = match mode {
        0 => (grey(v[0], 255), grey(v[1], 255)),
        1 => {
            let low = v[0] >> 2 | v[1] & 0xc0;
            (grey(low, 255), grey(low + (v[1] & 0x3f), 255))
        }
        4 => (grey(v[0], v[2]), grey(v[1], v[3])),
        5 => {
            let ((dl, l), (da, a)) = (transfer(v[1], v[0]), transfer(v[3], v[2]));
            (grey(l, a), grey(l + dl, a + da))
        }
        6 | 10 => {
            let scaled = |i: usize| (v[i] * v[3]) >> 8;
            let (low, high) = if mode == 6 { (255, 255) } else { (v[4], v[5]) };
            (
                [scaled(0), scaled(1), scaled(2), low],
                [v[0], v[1], v[2], high],
            )
        }
        8 | 12 => {
            let (a0, a1) = if mode == 8 { (255, 255) } else { (v[6], v[7]) };
            let (first, second) = ([v[0], v[2], v[4], a0], [v[1], v[3], v[5], a1]);
            let sum = |c: [i32; 4]| c[0] + c[1] + c[2];
            match sum(second) >= sum(first) {
                true => (first, second),
                false => (contract(second), contract(first)),
            }
        }
        9 | 13 => {
            let ((dr, r), (dg, g), (db, b)) = (
                transfer(v[1], v[0]),
                transfer(v[3], v[2]),
                transfer(v[5], v[4]),
            );
            let (da, a) = if mode == 9 {
                (0, 255)
            } else {
                transfer(v[7], v[6])
            };
            let (base, moved) = ([r, g, b, a], [r + dr, g + dg, b + db, a + da]);
            match dr + dg + db >= 0 {
                true => (base, moved),
                false => (contract(moved), contract(base)),
            }
        }
        _ => return hdr::ends(mode, v),
    };
    Ends {
        low: clamp(low),
        high: clamp(high),
        hdr: [false; 4],
    }
}
