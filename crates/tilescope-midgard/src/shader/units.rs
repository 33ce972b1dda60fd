//! Units of the device as the shader engine accesses them.

use super::compute::ShaderCores;
use super::group::{BATCHES, Ends};
use super::io::{self, Entry, Lod, Lookup, LookupMode, ShaderIo, Tile, Write};
use super::note::Notes;
use super::program::Program;
use super::quirks::ShaderQuirks;
use super::unit::{
    Address, Atomically, EntryOp, ImageOp, Index, Request, Results, Texel, TextureOp, Unit, WriteOp,
};
use super::{alu, colour};
use crate::isa::Dimension;
use tilescope_core::profile::Moved;
use tilescope_exec::Lanes16;
use tilescope_exec::atomic::Atomic;
use tilescope_exec::bytes::Bytes;
use tilescope_shader::{Access, Alike, AllAlike, Batch, Mask, Refused, Slot, Units, set_lanes};

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

/// The lanes of a batch at an access, and their words.
pub(super) trait Lanes {
    /// A value that the access reads.
    type Held: Copy;

    fn running(&self) -> u16;

    /// Those of them whose effects are visible.
    fn visible(&self) -> u16;

    fn words<'w>(&'w self, held: &'w Self::Held) -> &'w Lanes16;

    /// Sets a slot in some lanes.
    fn put(&mut self, slot: Slot, words: &Lanes16, lanes: u16);

    /// Makes lanes helpers for the rest of the run.
    fn kill(&mut self, lanes: u16);
}

/// Lanes of a group.
struct InGroup<'x, 'b> {
    at: &'x mut Batch<'b, BATCHES>,
    batch: usize,
}

impl Lanes for InGroup<'_, '_> {
    type Held = Slot;

    #[inline(always)]
    fn running(&self) -> u16 {
        self.at.lanes().0[self.batch]
    }

    #[inline(always)]
    fn visible(&self) -> u16 {
        self.running() & self.at.visible().0[self.batch]
    }

    #[inline(always)]
    fn words<'w>(&'w self, held: &'w Slot) -> &'w Lanes16 {
        self.at.slot(*held, self.batch)
    }

    #[inline(always)]
    fn put(&mut self, slot: Slot, words: &Lanes16, lanes: u16) {
        self.at.put(slot, self.batch, words, lanes);
    }

    #[inline(always)]
    fn kill(&mut self, lanes: u16) {
        self.at.kill(self.batch, lanes);
    }
}

/// Groups of lanes with the same index, whose words are put in `words`.
#[inline(always)]
fn alike<'w, L: Lanes>(
    of: &Index<L::Held>,
    lanes: u16,
    at: &L,
    words: &'w mut Lanes16,
) -> Alike<'w> {
    if of.of.is_none() {
        return Alike::one(of.offset as u32, lanes);
    }
    *words = index(of, at);
    Alike::by(words, lanes)
}

#[inline(always)]
fn index<L: Lanes>(index: &Index<L::Held>, at: &L) -> Lanes16 {
    let offset = index.offset as u32;
    match &index.of {
        None => Lanes16::splat(offset),
        Some(held) => {
            let words = at.words(held);
            let shift = u32::from(index.shift & 15);
            Lanes16::from_fn(|i| (words.0[i] << shift).wrapping_add(offset))
        }
    }
}

/// The number of 64 bits in two words of a lane.
fn wide<L: Lanes>([low, high]: &[L::Held; 2], lane: usize, at: &L) -> u64 {
    u64::from(at.words(low).0[lane]) | u64::from(at.words(high).0[lane]) << 32
}

fn addresses<L: Lanes>(a: &Address<L::Held>, lanes: u16, at: &L) -> io::Access {
    let one = |lane| {
        let index = match a.signed {
            true => at.words(&a.index[0]).0[lane] as i32 as i64 as u64,
            false => wide(&a.index, lane, at),
        };
        wide(&a.base, lane, at)
            .wrapping_add(index << (a.shift & 15))
            .wrapping_add_signed(a.offset.into())
    };
    io::Access {
        addresses: std::array::from_fn(one),
        lanes,
    }
}

/// Fills the result slots of some lanes.
#[inline(always)]
fn fill<L: Lanes>(results: &Results, words: &[Lanes16; 4], lanes: u16, at: &mut L) {
    for (slot, component) in results.iter().flatten() {
        at.put(*slot, &words[usize::from(component & 3)], lanes);
    }
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
            }) if self.ends.colour => {
                if let Some(target) = same_target(*target, at) {
                    *self.colour_target = Some(target);
                    return Ok(Access::Done);
                }
            }
            Request::Barrier => {
                for batch in 0..BATCHES {
                    let through = at.lanes().0[batch] & self.released.0[batch];
                    at.complete(batch, through);
                    self.released.0[batch] &= !through;
                }
                return Ok(match at.lanes().is_empty() {
                    true => Access::Done,
                    false => Access::Blocked,
                });
            }
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
    pub fn access<L: Lanes>(
        &mut self,
        unit: &Unit<L::Held>,
        (ip, batch): (u32, usize),
        at: &mut L,
    ) -> Result<(), Refused> {
        let (running, visible) = (at.running(), at.visible());
        let results = &unit.results;
        match &unit.request {
            Request::Load(address, bytes) => {
                let access = addresses(address, running, at);
                let words = self.io.load(batch, &access, bytes.count.into());
                fill(results, &bytes.arranged(&words?), running, at);
            }
            Request::Store {
                address,
                bytes,
                mask,
                words,
            } if visible != 0 => {
                let access = addresses(address, visible, at);
                let whole = Bytes {
                    count: 16,
                    ..*bytes
                };
                let words = whole.arranged(&four(words, at));
                self.io.store(batch, &access, &words, *mask)?;
            }
            Request::Atomic(atomic) => self.atomic(atomic, results, batch, at)?,
            Request::Uniform {
                buffer,
                offset,
                bytes,
            } => {
                let access = io::Access {
                    addresses: index(offset, at).0.map(u64::from),
                    lanes: running,
                };
                let words = self.io.uniform(batch, *buffer, &access, bytes.count.into());
                fill(results, &bytes.arranged(&words?), running, at);
            }
            Request::Attribute { entry, vertex } => {
                let vertex = vertex.as_ref().map(|v| index(v, at));
                for (n, lanes) in alike(&entry.index, running, at, &mut Lanes16::default()) {
                    let entry = one(entry, n, lanes);
                    let words = self.io.load_attribute(batch, &entry, vertex.as_ref());
                    fill(results, &words?, lanes, at);
                }
            }
            Request::Varying {
                entry,
                how,
                first: _,
            } => {
                for (n, lanes) in alike(&entry.index, running, at, &mut Lanes16::default()) {
                    let entry = one(entry, n, lanes);
                    let words = self.io.load_varying(batch, &entry, *how);
                    fill(results, &words?, lanes, at);
                }
            }
            Request::StoreVarying(entry, words) => {
                let words = four(words, at);
                for (n, lanes) in alike(&entry.index, visible, at, &mut Lanes16::default()) {
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
                    sample: index(sample, at),
                    components: *components,
                    lanes: running,
                };
                let words = self.io.load_tile(batch, &tile)?;
                fill(results, &words, running, at);
            }
            Request::Special(selector) => {
                for (n, lanes) in alike(selector, running, at, &mut Lanes16::default()) {
                    let word = self.io.special(batch, n, lanes)?;
                    if word.is_none() {
                        self.notes.missing("LD_SPECIAL with this selector", ip);
                    }
                    let mut words = [Lanes16::ZERO; 4];
                    words[0] = word.unwrap_or(Lanes16::ZERO);
                    fill(results, &words, lanes, at);
                }
            }
            Request::Colour { op, format, words } => {
                let mut out = [Lanes16::ZERO; 4];
                for lane in (0..16).filter(|lane| running >> lane & 1 != 0) {
                    let from = words.each_ref().map(|held| at.words(held)[lane]);
                    let converted = colour::convert(self.q, *op, format, from);
                    for (out, word) in out.iter_mut().zip(converted) {
                        out[lane] = word;
                    }
                }
                fill(results, &out, running, at);
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

    fn atomic<L: Lanes>(
        &mut self,
        a: &Atomically<L::Held>,
        results: &Results,
        batch: usize,
        at: &mut L,
    ) -> Result<(), Refused> {
        let visible = at.visible();
        let access = addresses(&a.address, visible, at);
        let atomic = Atomic {
            op: a.op,
            bits: if a.wide { 64 } else { 32 },
            big_endian: a.big_endian,
            value: std::array::from_fn(|lane| wide(&a.value, lane, at)),
            compare: std::array::from_fn(|lane| wide(&a.compare, lane, at)),
        };
        // Helper lanes access nothing and get 0.
        let mut words = [Lanes16::ZERO; 4];
        if visible != 0 {
            let old = self.io.atomic(batch, &access, &atomic)?;
            let old = |i: usize| old[i] & 0u64.wrapping_sub(u64::from(visible >> i & 1));
            words[0] = Lanes16::from_fn(|i| old(i) as u32);
            words[1] = Lanes16::from_fn(|i| (old(i) >> 32) as u32);
        }
        fill(results, &words, at.running(), at);
        Ok(())
    }

    fn image<L: Lanes>(
        &mut self,
        texel: &Texel<L::Held>,
        results: &Results,
        batch: usize,
        at: &mut L,
    ) -> Result<(), Refused> {
        let coordinates = four(&texel.at, at);
        let lanes = match texel.op {
            ImageOp::Store(_) => at.visible(),
            ImageOp::Address | ImageOp::Load => at.running(),
        };
        for (n, lanes) in alike(&texel.entry.index, lanes, at, &mut Lanes16::default()) {
            let entry = one(&texel.entry, n, lanes);
            let op = match &texel.op {
                ImageOp::Load => ImageOp::Load,
                ImageOp::Address => ImageOp::Address,
                ImageOp::Store(words) => ImageOp::Store(four(words, at)),
            };
            let words = self.io.image(batch, &entry, &coordinates, &op)?;
            fill(results, &words, lanes, at);
        }
        Ok(())
    }

    #[inline(always)]
    fn texture<L: Lanes>(
        &mut self,
        t: &TextureOp<L::Held>,
        results: &Results,
        batch: usize,
        at: &mut L,
    ) -> Result<(), Refused> {
        let [x, y, z, w] = four(&t.at, at);
        let lod = *at.words(&t.lod);
        let offsets = t.offset.as_ref();
        let offsets = offsets.map(|[u, v, r]| [*at.words(u), *at.words(v), *at.words(r)]);
        let mut lookup = Lookup {
            texture: 0,
            sampler: 0,
            mode: t.mode,
            dimension: t.dimension,
            texels: t.texels,
            at: coordinates(t.dimension, [x, y, z]),
            extra: z,
            layer: w,
            lod: match (t.mode, t.implicit) {
                (LookupMode::Fetch, _) => Lod::Level(lod),
                (_, true) => Lod::Implicit(lod),
                (_, false) => Lod::Explicit(lod),
            },
            offset: [0; 3],
            lanes: 0,
        };
        for (texture, lanes) in alike(&t.texture, at.running(), at, &mut Lanes16::default()) {
            for (sampler, lanes) in alike(&t.sampler, lanes, at, &mut Lanes16::default()) {
                (lookup.texture, lookup.sampler) = (texture, sampler);
                for (offset, lanes) in AllAlike::by(offsets.as_ref(), lanes) {
                    let [u, v, r] = offset;
                    lookup.offset = [u as i32, v as i32, r as i32];
                    lookup.lanes = lanes;
                    let words = self.io.texture(batch, &lookup)?;
                    fill(results, &words, lanes, at);
                }
            }
        }
        Ok(())
    }

    #[inline(always)]
    fn write<L: Lanes>(
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

/// Four words of each lane.
#[inline(always)]
fn four<L: Lanes>([x, y, z, w]: &[L::Held; 4], at: &L) -> [Lanes16; 4] {
    [*at.words(x), *at.words(y), *at.words(z), *at.words(w)]
}

/// The render target of a write, if it is the same in all visible lanes.
fn same_target(slot: Option<Slot>, at: &Batch<'_, BATCHES>) -> Option<u32> {
    let Some(slot) = slot else {
        return target_of(0);
    };
    let mut packed = None;
    for (batch, lanes) in at.visible().0.into_iter().enumerate() {
        for (word, _) in Alike::by(at.slot(slot, batch), lanes) {
            if *packed.get_or_insert(word) != word {
                return None;
            }
        }
    }
    target_of(packed?)
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
        for (to, from) in at.iter_mut().zip(direction) {
            to.0[lane] = from.to_bits();
        }
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
