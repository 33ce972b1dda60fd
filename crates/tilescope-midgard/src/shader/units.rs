//! Units of the device as the shader engine accesses them.

use super::compute::ShaderCores;
use super::group::{BATCHES, Ends};
use super::io::{self, Entry, Lod, Lookup, LookupMode, ShaderIo, Tile, Write};
use super::note::Notes;
use super::program::Program;
use super::quirks::ShaderQuirks;
use super::unit::{
    Address, Atomically, EntryOp, ImageOp, Request, Results, Texel, TextureOp, Unit, WriteOp,
};
use super::{alu, colour};
use crate::isa::Dimension;
use tilescope_core::profile::Moved;
use tilescope_exec::Lanes16;
use tilescope_exec::atomic::Atomic;
use tilescope_exec::bytes::Bytes;
use tilescope_exec::lanes::set_lane;
use tilescope_shader::{
    Access, Alike, AllAlike, Batch, InGroup, LanesAt, Mask, Refused, Slot, Units, each_lane,
    set_lanes,
};

/// The units around a group, and the notes of its runs.
pub(super) struct Ports<'a, I> {
    pub port: Port<'a, I>,
    pub program: &'a Program,
    /// Accesses that the device does before and after the run.
    pub ends: Ends,
    /// The target of a colour that the device takes after the run.
    pub colour_target: &'a mut Option<u32>,
    /// Lanes that may pass the barrier at which they are.
    pub released: Mask<BATCHES>,
}

/// The device as an access sees it.
pub(super) struct Port<'a, I> {
    pub io: &'a mut I,
    pub q: &'a ShaderQuirks,
    pub notes: &'a mut Notes,
}

impl<I: ShaderIo> Units<ShaderCores, BATCHES> for Ports<'_, I> {
    #[inline(never)]
    fn run(
        &mut self,
        unit: &Unit,
        ip: u32,
        at: &mut Batch<'_, BATCHES>,
    ) -> Result<Access, Refused> {
        match &unit.request {
            Request::Missing(what) => {
                self.port.notes.missing(what, ip);
                return Ok(Access::Done);
            }
            Request::Stop => return Err(Refused),
            Request::Varying { first: true, .. } if self.ends.varyings => return Ok(Access::Done),
            Request::Write(WriteOp {
                last: true, target, ..
            }) if self.ends.colour && at.lanes() == at.live() => {
                let packed = target.map_or(Some(0), |slot| at.common(slot));
                if let Some(target) = packed.and_then(target_of) {
                    *self.colour_target = Some(target);
                    return Ok(Access::Done);
                }
            }
            Request::Barrier => return Ok(at.pass(&mut self.released)),
            _ => {}
        }
        self.batches(unit, ip, at)
    }

    #[inline(always)]
    fn batch(
        &mut self,
        unit: &Unit,
        ip: u32,
        batch: usize,
        at: &mut Batch<'_, BATCHES>,
    ) -> Result<(), Refused> {
        self.port
            .access(unit, (ip, batch), &mut InGroup { at, batch })
    }

    fn moved(&self) -> Moved {
        self.port.io.moved()
    }

    fn undefined(&mut self, slot: Slot, ip: u32, lanes: &Mask<BATCHES>) {
        for _ in lanes.0.iter().filter(|bits| **bits != 0) {
            if !self.program.lowered.dead_read(ip, slot) {
                self.port.notes.add(self.program.undefined(slot, ip));
            }
        }
    }
}

impl<I: ShaderIo> Port<'_, I> {
    /// An access of a batch.
    #[inline(always)]
    pub fn access<L: LanesAt>(
        &mut self,
        unit: &Unit<L::Held>,
        (ip, batch): (u32, usize),
        at: &mut L,
    ) -> Result<(), Refused> {
        let (running, visible) = (at.running(), at.visible());
        let results = &unit.results;
        match &unit.request {
            Request::Load(address, bytes) => {
                let access = access(address, running, at);
                let words = self.io.load(batch, &access, bytes.count.into());
                at.fill(results, &bytes.arranged(&words?), running);
            }
            Request::Store {
                address,
                bytes,
                mask,
                words,
            } if visible != 0 => {
                let access = access(address, visible, at);
                let whole = Bytes {
                    count: 16,
                    ..*bytes
                };
                let words = whole.arranged(&at.four(words));
                self.io.store(batch, &access, &words, *mask)?;
            }
            Request::Atomic(atomic) => self.atomic(atomic, results, batch, at)?,
            Request::Uniform {
                buffer,
                offset,
                bytes,
            } => {
                let access = io::Access {
                    addresses: at.index(offset).0.map(u64::from),
                    lanes: running,
                };
                let words = self.io.uniform(batch, *buffer, &access, bytes.count.into());
                at.fill(results, &bytes.arranged(&words?), running);
            }
            Request::Attribute { entry, vertex } => {
                let vertex = vertex.as_ref().map(|v| at.index(v));
                for (n, lanes) in at.alike(&entry.index, running, &mut Lanes16::default()) {
                    let entry = one(entry, n, lanes);
                    let words = self.io.load_attribute(batch, &entry, vertex.as_ref());
                    at.fill(results, &words?, lanes);
                }
            }
            Request::Varying {
                entry,
                how,
                first: _,
            } => {
                for (n, lanes) in at.alike(&entry.index, running, &mut Lanes16::default()) {
                    let entry = one(entry, n, lanes);
                    let words = self.io.load_varying(batch, &entry, *how);
                    at.fill(results, &words?, lanes);
                }
            }
            Request::StoreVarying(entry, words) => {
                let words = at.four(words);
                for (n, lanes) in at.alike(&entry.index, visible, &mut Lanes16::default()) {
                    self.io
                        .store_varying(batch, &one(entry, n, lanes), &words)?;
                }
            }
            Request::Image(texel) => self.image(texel, results, batch, at)?,
            Request::Texture(t) => self.texture(t, results, batch, at)?,
            Request::Tile {
                target,
                sample,
                components,
            } => {
                let tile = Tile {
                    target: (*target).into(),
                    sample: at.index(sample),
                    components: *components,
                    lanes: running,
                };
                let words = self.io.load_tile(batch, &tile)?;
                at.fill(results, &words, running);
            }
            Request::Special(selector) => {
                for (n, lanes) in at.alike(selector, running, &mut Lanes16::default()) {
                    let word = self.io.special(batch, n, lanes)?;
                    if word.is_none() {
                        self.notes.missing("LD_SPECIAL with this selector", ip);
                    }
                    let mut words = [Lanes16::ZERO; 4];
                    words[0] = word.unwrap_or(Lanes16::ZERO);
                    at.fill(results, &words, lanes);
                }
            }
            Request::Colour { op, format, words } => {
                let mut out = [Lanes16::ZERO; 4];
                for lane in each_lane(running) {
                    let from = words.each_ref().map(|held| at.words(held)[lane]);
                    let converted = colour::convert(self.q, *op, format, from);
                    set_lane(&mut out, lane, converted);
                }
                at.fill(results, &out, running);
            }
            Request::Write(write) => self.write(write, batch, at)?,
            Request::Kill(held) => {
                let lanes = set_lanes(at.words(held)) & running;
                at.kill(lanes);
            }
            Request::Store { .. } => {}
            Request::Barrier | Request::Stop | Request::Missing(_) => {}
        }
        Ok(())
    }

    fn atomic<L: LanesAt>(
        &mut self,
        a: &Atomically<L::Held>,
        results: &Results,
        batch: usize,
        at: &mut L,
    ) -> Result<(), Refused> {
        let visible = at.visible();
        let access = access(&a.address, visible, at);
        let atomic = Atomic {
            op: a.op,
            bits: if a.wide { 64 } else { 32 },
            big_endian: a.big_endian,
            value: std::array::from_fn(|lane| at.wide(&a.value, lane)),
            compare: std::array::from_fn(|lane| at.wide(&a.compare, lane)),
        };
        // Helper lanes access nothing and get 0.
        let mut words = [Lanes16::ZERO; 4];
        if visible != 0 {
            let old = self.io.atomic(batch, &access, &atomic)?;
            let old = |i: usize| old[i] & 0u64.wrapping_sub(u64::from(visible >> i & 1));
            words[0] = Lanes16::from_fn(|i| old(i) as u32);
            words[1] = Lanes16::from_fn(|i| (old(i) >> 32) as u32);
        }
        let running = at.running();
        at.fill(results, &words, running);
        Ok(())
    }

    fn image<L: LanesAt>(
        &mut self,
        texel: &Texel<L::Held>,
        results: &Results,
        batch: usize,
        at: &mut L,
    ) -> Result<(), Refused> {
        let coordinates = at.four(&texel.at);
        let lanes = match texel.op {
            ImageOp::Store(_) => at.visible(),
            ImageOp::Address | ImageOp::Load => at.running(),
        };
        for (n, lanes) in at.alike(&texel.entry.index, lanes, &mut Lanes16::default()) {
            let entry = one(&texel.entry, n, lanes);
            let op = match &texel.op {
                ImageOp::Load => ImageOp::Load,
                ImageOp::Address => ImageOp::Address,
                ImageOp::Store(words) => ImageOp::Store(at.four(words)),
            };
            let words = self.io.image(batch, &entry, &coordinates, &op)?;
            at.fill(results, &words, lanes);
        }
        Ok(())
    }

    #[inline(always)]
    fn texture<L: LanesAt>(
        &mut self,
        t: &TextureOp<L::Held>,
        results: &Results,
        batch: usize,
        at: &mut L,
    ) -> Result<(), Refused> {
        let [x, y, z, w] = at.four(&t.at);
        let offsets = t.offset.as_ref();
        let offsets = offsets.map(|[u, v, r]| [*at.words(u), *at.words(v), *at.words(r)]);
        let mut lookup = Lookup {
            texture: 0,
            sampler: 0,
            mode: t.mode,
            dimension: t.dimension,
            at: coordinates(t.dimension, [x, y, z]),
            extra: z,
            layer: w,
            lod: Lod::Implicit(*at.words(&t.lod)),
            offset: [0; 3],
            lanes: 0,
        };
        // In place: a value that is chosen first is copied with what lies between it and its tag.
        match (t.mode, t.implicit) {
            (LookupMode::Fetch, _) => lookup.lod = Lod::Level(*at.words(&t.lod)),
            (_, true) => {}
            (_, false) => lookup.lod = Lod::Explicit(*at.words(&t.lod)),
        }
        let mut words = [Lanes16::ZERO; 4];
        for (texture, lanes) in at.alike(&t.texture, at.running(), &mut Lanes16::default()) {
            for (sampler, lanes) in at.alike(&t.sampler, lanes, &mut Lanes16::default()) {
                (lookup.texture, lookup.sampler) = (texture, sampler);
                for (offset, lanes) in AllAlike::by(offsets.as_ref(), lanes) {
                    let [u, v, r] = offset;
                    lookup.offset = [u as i32, v as i32, r as i32];
                    lookup.lanes = lanes;
                    self.io.texture(batch, &lookup, &mut words)?;
                    at.fill(results, &words, lanes);
                }
            }
        }
        Ok(())
    }

    #[inline(always)]
    fn write<L: LanesAt>(
        &mut self,
        write: &WriteOp<L::Held>,
        batch: usize,
        at: &L,
    ) -> Result<(), Refused> {
        let word = |held| at.words(held);
        let targets = write.target.as_ref().map_or(&Lanes16::ZERO, word);
        for (packed, lanes) in Alike::by(targets, at.visible()) {
            let write = Write {
                colour: write.colour.each_ref().map(word),
                second: write.second.each_ref().map(word),
                target: target_of(packed),
                sample: packed & 0xff,
                depth: write.depth.as_ref().map(word),
                stencil: write.stencil.as_ref().map(word),
                lanes,
            };
            self.io.write(batch, &write)?;
        }
        Ok(())
    }
}

/// An access of some lanes.
fn access<L: LanesAt>(address: &Address<L::Held>, lanes: u16, at: &L) -> io::Access {
    io::Access {
        addresses: at.addresses(address),
        lanes,
    }
}

/// The render target in r1.z; 0xff stands for depth and stencil alone (Mesa,
/// midgard_compile.c, emit_fragment_store).
fn target_of(packed: u32) -> Option<u32> {
    (packed != 0xff).then_some(packed >> 8 & 0xff)
}

/// The coordinates of a lookup; those of cube maps are decoded to a direction.
#[inline(always)]
fn coordinates(dimension: Dimension, [x, y, z]: [Lanes16; 3]) -> [Lanes16; 3] {
    if dimension != Dimension::Cube {
        return [x, y, z];
    }
    let mut at = [Lanes16::ZERO; 3];
    for lane in 0..16 {
        let direction = alu::direction([x.0[lane], y.0[lane]]);
        set_lane(&mut at, lane, direction.map(f32::to_bits));
    }
    at
}

/// An entry for some lanes.
#[inline(always)]
fn one<H>(entry: &EntryOp<H>, index: u32, lanes: u16) -> Entry {
    Entry {
        index,
        secondary: entry.secondary,
        components: entry.components,
        infers: entry.infers,
        lanes,
    }
}
