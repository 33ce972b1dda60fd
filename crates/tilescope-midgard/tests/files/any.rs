//! A device that answers every access with a hash of it, and remembers effects.

use std::collections::BTreeMap;
use tilescope_exec::Lanes16;
use tilescope_midgard::shader::{
    Access, Atomic, Entry, ImageOp, Interpolation, Lod, Lookup, Refused, ShaderIo, Tile, Write,
};

/// Effects by batch and lane, in the order of each lane.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Any {
    pub effects: BTreeMap<(usize, usize), Vec<u64>>,
}

fn mix(a: u64, b: u64) -> u64 {
    let x = (a ^ b.rotate_left(29)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    x ^ x >> 31
}

/// A word that is often a small float or integer.
fn word(hash: u64) -> u32 {
    match hash >> 60 {
        0..=7 => ((hash & 0xff) as f32 / 16.0 - 8.0).to_bits(),
        8..=11 => hash as u32 & 15,
        _ => hash as u32,
    }
}

fn lanes(mask: u16) -> impl Iterator<Item = usize> {
    (0..16).filter(move |lane| mask >> lane & 1 != 0)
}

/// Four components from a number in each lane.
fn four(key: u64, lane: impl Fn(usize) -> u64) -> [Lanes16; 4] {
    [0, 1, 2, 3].map(|c| Lanes16::from_fn(|i| word(mix(mix(key, c), lane(i)))))
}

impl Any {
    fn note(&mut self, batch: usize, mask: u16, of: impl Fn(usize) -> u64) {
        for lane in lanes(mask) {
            let effects = self.effects.entry((batch, lane)).or_default();
            effects.push(of(lane));
        }
    }
}

fn sum(words: &[Lanes16], lane: usize) -> u64 {
    words.iter().fold(7, |h, w| mix(h, w.0[lane].into()))
}

impl ShaderIo for Any {
    fn load(&mut self, _: usize, access: &Access, bytes: u32) -> Result<[Lanes16; 4], Refused> {
        Ok(four(bytes.into(), |i| access.addresses[i]))
    }

    fn store(
        &mut self,
        batch: usize,
        access: &Access,
        words: &[Lanes16; 4],
        bytes: u16,
    ) -> Result<(), Refused> {
        // Only the bytes that are stored.
        self.note(batch, access.lanes, |i| {
            let stored = lanes(bytes).map(|b| u64::from(words[b / 4].0[i] >> (8 * (b % 4)) & 255));
            stored.fold(mix(access.addresses[i], bytes.into()), mix)
        });
        Ok(())
    }

    fn atomic(&mut self, batch: usize, access: &Access, a: &Atomic) -> Result<[u64; 16], Refused> {
        let of = |i: usize| mix(mix(access.addresses[i], a.value[i]), a.compare[i]);
        self.note(batch, access.lanes, of);
        Ok(std::array::from_fn(of))
    }

    fn uniform(
        &mut self,
        _: usize,
        buffer: u32,
        access: &Access,
        bytes: u32,
    ) -> Result<[Lanes16; 4], Refused> {
        let key = u64::from(buffer) << 8 | u64::from(bytes);
        Ok(four(key, |i| access.addresses[i]))
    }

    fn load_attribute(
        &mut self,
        _: usize,
        entry: &Entry,
        vertex: Option<&Lanes16>,
    ) -> Result<[Lanes16; 4], Refused> {
        let own = |i: usize| vertex.map_or(i as u64, |v| v.0[i].into());
        Ok(four(entry.index.into(), own))
    }

    fn load_varying(
        &mut self,
        _: usize,
        entry: &Entry,
        how: Interpolation,
    ) -> Result<[Lanes16; 4], Refused> {
        let key = u64::from(entry.index) << 1 | u64::from(how.flat);
        Ok(four(key, |i| i as u64))
    }

    fn store_varying(
        &mut self,
        batch: usize,
        entry: &Entry,
        value: &[Lanes16; 4],
    ) -> Result<(), Refused> {
        let index = u64::from(entry.index);
        self.note(batch, entry.lanes, |i| mix(index, sum(value, i)));
        Ok(())
    }

    fn texture(&mut self, _: usize, l: &Lookup, out: &mut [Lanes16; 4]) -> Result<(), Refused> {
        let (Lod::Implicit(lod) | Lod::Explicit(lod) | Lod::Level(lod)) = l.lod;
        let key = u64::from(l.texture) << 32 | u64::from(l.sampler);
        *out = four(key, |i| {
            mix(sum(&l.at, i), sum(&[lod, l.extra, l.layer], i))
        });
        Ok(())
    }

    fn image(
        &mut self,
        batch: usize,
        entry: &Entry,
        at: &[Lanes16; 4],
        op: &ImageOp<Lanes16>,
    ) -> Result<[Lanes16; 4], Refused> {
        if let ImageOp::Store(value) = op {
            self.note(batch, entry.lanes, |i| mix(sum(at, i), sum(value, i)));
        }
        Ok(four(entry.index.into(), |i| sum(at, i)))
    }

    fn load_tile(&mut self, _: usize, tile: &Tile) -> Result<[Lanes16; 4], Refused> {
        Ok(four(tile.target.into(), |i| tile.sample.0[i].into()))
    }

    fn special(&mut self, _: usize, selector: u32, _: u16) -> Result<Option<Lanes16>, Refused> {
        Ok((selector < 128).then(|| Lanes16::splat(selector)))
    }

    fn write(&mut self, batch: usize, w: &Write<'_>) -> Result<(), Refused> {
        let target = w.target.map_or(u64::MAX, u64::from);
        let optional = |l: Option<&Lanes16>, i: usize| l.map_or(1 << 40, |l| u64::from(l.0[i]));
        self.note(batch, w.lanes, |i| {
            let rest = mix(optional(w.depth, i), optional(w.stencil, i));
            mix(
                mix(target, w.sample.into()),
                mix(sum(&w.colour.map(|c| *c), i), rest),
            )
        });
        Ok(())
    }
}
