//! The device of programs in files: memory, tables, and one texel for every lookup.

use std::collections::BTreeMap;
use tilescope_exec::Lanes16;
use tilescope_midgard::shader::{
    Access, Atomic, Entry, ImageOp, Interpolation, Lod, Lookup, Refused, ShaderIo, Tile, Write,
};

/// Four components of sixteen lanes.
pub type Four = [[u32; 16]; 4];

/// The units as the threads of a batch see them.
#[derive(Clone, Debug, Default)]
pub struct Batch {
    pub memory: BTreeMap<u64, u8>,
    pub uniforms: BTreeMap<(u32, u64), u8>,
    /// Attributes, varyings and stored varyings by name and number.
    pub tables: BTreeMap<(&'static str, u32), Four>,
    /// `texel`, `tile`, `image`, and what was written, by name.
    pub values: BTreeMap<String, Four>,
}

#[derive(Clone, Debug, Default)]
pub struct Device {
    pub batches: Vec<Batch>,
}

fn lanes(mask: u16) -> impl Iterator<Item = usize> {
    (0..16).filter(move |lane| mask >> lane & 1 != 0)
}

fn to_lanes(four: Four) -> [Lanes16; 4] {
    four.map(|c| Lanes16::from_fn(|i| c[i]))
}

impl Batch {
    fn set(&mut self, name: &str, values: &[Lanes16], mask: u16) {
        let to = self.values.entry(name.to_owned()).or_default();
        for (to, from) in to.iter_mut().zip(values) {
            lanes(mask).for_each(|lane| to[lane] = from.0[lane]);
        }
    }

    fn value(&self, name: &str) -> Result<[Lanes16; 4], Refused> {
        self.values.get(name).copied().map(to_lanes).ok_or(Refused)
    }

    fn entry(&self, table: &'static str, entry: &Entry) -> Result<[Lanes16; 4], Refused> {
        let found = self.tables.get(&(table, entry.index));
        found.copied().map(to_lanes).ok_or(Refused)
    }
}

fn read(
    byte: impl Fn(u64) -> Option<u8>,
    access: &Access,
    bytes: u32,
) -> Result<[Lanes16; 4], Refused> {
    let mut out = [Lanes16::ZERO; 4];
    for lane in lanes(access.lanes) {
        for n in 0..bytes {
            let b = byte(access.addresses[lane] + u64::from(n)).ok_or(Refused)?;
            out[n as usize / 4].0[lane] |= u32::from(b) << (8 * (n % 4));
        }
    }
    Ok(out)
}

impl Device {
    fn at(&mut self, batch: usize) -> Result<&mut Batch, Refused> {
        self.batches.get_mut(batch).ok_or(Refused)
    }
}

impl ShaderIo for Device {
    fn load(&mut self, batch: usize, access: &Access, bytes: u32) -> Result<[Lanes16; 4], Refused> {
        let batch = self.at(batch)?;
        read(|a| batch.memory.get(&a).copied(), access, bytes)
    }

    fn store(
        &mut self,
        batch: usize,
        access: &Access,
        words: &[Lanes16; 4],
        bytes: u16,
    ) -> Result<(), Refused> {
        let batch = self.at(batch)?;
        for lane in lanes(access.lanes) {
            for n in lanes(bytes) {
                let byte = words[n / 4].0[lane] >> (8 * (n % 4));
                let address = access.addresses[lane] + n as u64;
                batch.memory.insert(address, byte as u8);
            }
        }
        Ok(())
    }

    fn atomic(
        &mut self,
        batch: usize,
        access: &Access,
        atomic: &Atomic,
    ) -> Result<[u64; 16], Refused> {
        let batch = self.at(batch)?;
        let mut out = [0; 16];
        let bytes = u64::from(atomic.bits / 8);
        for lane in lanes(access.lanes) {
            let address = |n: u64| match atomic.big_endian {
                true => access.addresses[lane] + bytes - 1 - n,
                false => access.addresses[lane] + n,
            };
            let mut old = 0;
            for n in 0..bytes {
                let byte = batch.memory.get(&address(n)).ok_or(Refused)?;
                old |= u64::from(*byte) << (8 * n);
            }
            let value = (atomic.value[lane], atomic.compare[lane]);
            let new = atomic.op.apply(atomic.bits, old, value.0, value.1);
            for n in 0..bytes {
                batch.memory.insert(address(n), (new >> (8 * n)) as u8);
            }
            out[lane] = old;
        }
        Ok(out)
    }

    fn uniform(
        &mut self,
        batch: usize,
        buffer: u32,
        access: &Access,
        bytes: u32,
    ) -> Result<[Lanes16; 4], Refused> {
        let batch = self.at(batch)?;
        read(|a| batch.uniforms.get(&(buffer, a)).copied(), access, bytes)
    }

    fn load_attribute(
        &mut self,
        batch: usize,
        entry: &Entry,
        vertex: Option<&Lanes16>,
    ) -> Result<[Lanes16; 4], Refused> {
        let batch = self.at(batch)?;
        let mut words = batch.entry("attribute", entry)?;
        // An explicit vertex is seen in x.
        if let Some(vertex) = vertex {
            words[0] = *vertex;
        }
        Ok(words)
    }

    fn load_varying(
        &mut self,
        batch: usize,
        entry: &Entry,
        _: Interpolation,
    ) -> Result<[Lanes16; 4], Refused> {
        self.at(batch)?.entry("varying", entry)
    }

    fn store_varying(
        &mut self,
        batch: usize,
        entry: &Entry,
        value: &[Lanes16; 4],
    ) -> Result<(), Refused> {
        let batch = self.at(batch)?;
        let to = batch.tables.entry(("stored", entry.index)).or_default();
        for (to, from) in to.iter_mut().zip(value) {
            lanes(entry.lanes).for_each(|lane| to[lane] = from.0[lane]);
        }
        Ok(())
    }

    fn texture(
        &mut self,
        batch: usize,
        lookup: &Lookup,
        out: &mut [Lanes16; 4],
    ) -> Result<(), Refused> {
        let batch = self.at(batch)?;
        let mask = lookup.lanes;
        batch.set("texture", &[Lanes16::splat(lookup.texture)], mask);
        batch.set("sampler", &[Lanes16::splat(lookup.sampler)], mask);
        batch.set("at", &lookup.at, mask);
        batch.set("extra", &[lookup.extra], mask);
        batch.set("layer", &[lookup.layer], mask);
        batch.set(
            "offset",
            &lookup.offset.map(|v| Lanes16::splat(v as u32)),
            mask,
        );
        let lod = match lookup.lod {
            Lod::Implicit(lod) | Lod::Explicit(lod) | Lod::Level(lod) => lod,
        };
        batch.set("lod", &[lod], mask);
        *out = batch.value("texel")?;
        Ok(())
    }

    fn image(
        &mut self,
        batch: usize,
        entry: &Entry,
        at: &[Lanes16; 4],
        op: &ImageOp<Lanes16>,
    ) -> Result<[Lanes16; 4], Refused> {
        let batch = self.at(batch)?;
        match op {
            ImageOp::Address => {
                // Rows of 0x100 bytes, texels of 4, images of 0x1000.
                let low = |i: usize| entry.index * 0x1000 + at[1].0[i] * 0x100 + at[0].0[i] * 4;
                let mut words = [Lanes16::ZERO; 4];
                words[0] = Lanes16::from_fn(low);
                Ok(words)
            }
            ImageOp::Load => {
                batch.set("texture", &[Lanes16::splat(entry.index)], entry.lanes);
                batch.set("at", at, entry.lanes);
                batch.value("image")
            }
            ImageOp::Store(value) => {
                batch.set("at", at, entry.lanes);
                batch.set("image", value, entry.lanes);
                Ok([Lanes16::ZERO; 4])
            }
        }
    }

    fn load_tile(&mut self, batch: usize, tile: &Tile) -> Result<[Lanes16; 4], Refused> {
        let batch = self.at(batch)?;
        let numbers = [Lanes16::splat(tile.target), tile.sample];
        batch.set("tiled", &numbers, tile.lanes);
        batch.value("tile")
    }

    fn special(&mut self, batch: usize, selector: u32, _: u16) -> Result<Option<Lanes16>, Refused> {
        self.at(batch)?;
        Ok(Some(Lanes16::splat(selector)))
    }

    fn write(&mut self, batch: usize, write: &Write<'_>) -> Result<(), Refused> {
        let batch = self.at(batch)?;
        if let Some(target) = write.target {
            let name = format!("colour{}", target * 16 + write.sample);
            batch.set(&name, &write.colour.map(|c| *c), write.lanes);
            batch.set("second", &write.second.map(|c| *c), write.lanes);
        }
        if let Some(depth) = write.depth {
            batch.set("depth", &[*depth], write.lanes);
        }
        if let Some(stencil) = write.stencil {
            batch.set("stencil", &[*stencil], write.lanes);
        }
        Ok(())
    }
}
