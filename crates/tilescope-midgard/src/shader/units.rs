//! Units of the device as the shader engine accesses them.

use super::arrange::arranged;
use super::compute::ShaderCores;
use super::group::{BATCHES, Ends};
use super::io::{self, Atomic, Entry, Lod, Lookup, LookupMode, ShaderIo, Tile, Write};
use super::note::Notes;
use super::op::{Address, EntryOp, ImageOp, Index, Results, TextureOp, Unit};
use super::program::Program;
use super::{alu, colour};
use crate::isa::Dimension;
use tilescope_core::profile::Moved;
use tilescope_exec::{Lanes16, Vectorised, vectorised};
use tilescope_shader::{Access, Batch, Mask, Refused, Slot, Units};

type Lanes<'b> = Batch<'b, BATCHES>;

/// The units around a group, and the notes of its runs.
pub(super) struct Ports<'a, I> {
    pub io: &'a mut I,
    pub program: &'a Program,
    pub notes: &'a mut Notes,
    /// Accesses that the device does before and after the run.
    pub ends: Ends,
    /// The target of a colour that the device takes after the run.
    pub colour_target: &'a mut Option<u32>,
    /// Lanes that may pass the barrier at which they are.
    pub released: Mask<BATCHES>,
}

/// The lanes whose word is not 0.
#[inline(always)]
fn bits(words: &Lanes16) -> u16 {
    let set = |bits, (i, word): (usize, &u32)| bits | u16::from(*word != 0) << i;
    words.0.iter().enumerate().fold(0, set)
}

/// The lanes of a batch, group by group, whose words are the same.
struct Same<'w> {
    /// The words; without, all lanes have the same one.
    words: Option<&'w Lanes16>,
    word: u32,
    rest: u16,
}

impl Iterator for Same<'_> {
    type Item = (u32, u16);

    #[inline(always)]
    fn next(&mut self) -> Option<(u32, u16)> {
        if self.rest == 0 {
            return None;
        }
        let Some(words) = self.words else {
            return Some((self.word, std::mem::take(&mut self.rest)));
        };
        let first = words.0[self.rest.trailing_zeros() as usize & 15];
        let mut equal = 0u16;
        for (i, word) in words.0.iter().enumerate() {
            equal |= u16::from(*word == first) << i;
        }
        let group = self.rest & equal;
        self.rest &= !group;
        Some((first, group))
    }
}

/// Groups of lanes whose words are the same.
#[inline(always)]
fn same(words: &Lanes16, lanes: u16) -> Same<'_> {
    Same {
        words: Some(words),
        word: 0,
        rest: lanes,
    }
}

/// Groups of lanes with the same index, whose words are put in `words`.
#[inline(always)]
fn alike<'w>(
    of: Index,
    batch: usize,
    lanes: u16,
    at: &Lanes<'_>,
    words: &'w mut Lanes16,
) -> Same<'w> {
    let varies = of.slot.is_some();
    if varies {
        *words = index(of, batch, at);
    }
    Same {
        words: varies.then_some(words),
        word: of.offset as u32,
        rest: lanes,
    }
}

#[inline(always)]
fn index(index: Index, batch: usize, at: &Lanes<'_>) -> Lanes16 {
    let offset = index.offset as u32;
    match index.slot {
        None => Lanes16::splat(offset),
        Some(slot) => {
            let words = at.slot(slot, batch);
            let shift = u32::from(index.shift & 15);
            Lanes16::from_fn(|i| (words.0[i] << shift).wrapping_add(offset))
        }
    }
}

/// The address of one lane.
pub(super) fn address_of(
    (base, index): ([u32; 2], [u32; 2]),
    signed: bool,
    shift: u8,
    offset: i32,
) -> u64 {
    let wide = |[low, high]: [u32; 2]| u64::from(low) | u64::from(high) << 32;
    let index = match signed {
        true => index[0] as i32 as i64 as u64,
        false => wide(index),
    };
    wide(base)
        .wrapping_add(index << (shift & 15))
        .wrapping_add_signed(offset.into())
}

fn addresses(a: &Address, batch: usize, lanes: u16, at: &Lanes<'_>) -> io::Access {
    let word = |slot: Slot, lane: usize| at.slot(slot, batch).0[lane];
    let one = |lane| {
        let base = a.base.map(|s| word(s, lane));
        let index = a.index.map(|s| word(s, lane));
        address_of((base, index), a.signed, a.shift, a.offset)
    };
    io::Access {
        addresses: std::array::from_fn(one),
        lanes,
    }
}

/// Fills the result slots of some lanes.
#[inline(always)]
fn fill(results: &Results, words: &[Lanes16; 4], batch: usize, lanes: u16, at: &mut Lanes<'_>) {
    for (slot, component) in results.iter().flatten() {
        at.put(*slot, batch, &words[usize::from(component & 3)], lanes);
    }
}

impl<I: ShaderIo> Units<ShaderCores, BATCHES> for Ports<'_, I> {
    #[inline(never)]
    fn run(&mut self, unit: &Unit, ip: u32, at: &mut Lanes<'_>) -> Result<Access, Refused> {
        match unit {
            Unit::Missing(what) => {
                self.notes.missing(what, ip);
                return Ok(Access::Done);
            }
            Unit::Stop => return Err(Refused),
            Unit::Varying { first: true, .. } if self.ends.varyings => return Ok(Access::Done),
            Unit::Write {
                last: true, target, ..
            } if self.ends.colour => {
                if let Some(target) = same_target(*target, at) {
                    *self.colour_target = Some(target);
                    return Ok(Access::Done);
                }
            }
            Unit::Barrier => {
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
        vectorised(Batches {
            ports: self,
            unit,
            ip,
            at,
        })
    }

    fn moved(&self) -> Moved {
        self.io.moved()
    }

    fn undefined(&mut self, slot: Slot, ip: u32, lanes: &Mask<BATCHES>) {
        for _ in lanes.0.iter().filter(|bits| **bits != 0) {
            if !self.program.lowered.dead_read(ip, slot) {
                self.notes.add(self.program.undefined(slot, ip));
            }
        }
    }
}

/// An access of all batches.
struct Batches<'x, 'a, 'b, I> {
    ports: &'x mut Ports<'a, I>,
    unit: &'x Unit,
    ip: u32,
    at: &'x mut Lanes<'b>,
}

impl<I: ShaderIo> Vectorised for Batches<'_, '_, '_, I> {
    type Output = Result<Access, Refused>;

    #[inline(always)]
    fn run(self) -> Self::Output {
        for batch in 0..BATCHES {
            let lanes = self.at.lanes().0[batch];
            if lanes != 0 {
                self.ports.batch(self.unit, self.ip, batch, self.at)?;
            }
        }
        Ok(Access::Done)
    }
}

impl<I: ShaderIo> Ports<'_, I> {
    /// An access of a batch.
    #[inline(always)]
    fn batch(
        &mut self,
        unit: &Unit,
        ip: u32,
        batch: usize,
        at: &mut Lanes<'_>,
    ) -> Result<(), Refused> {
        let running = at.lanes().0[batch];
        let visible = running & at.visible().0[batch];
        match *unit {
            Unit::Load {
                ref address,
                bytes,
                signed,
                reversed,
                ref results,
            } => {
                let access = addresses(address, batch, running, at);
                let words = self.io.load(batch, &access, bytes.into());
                let words = arranged(&words?, bytes, signed, reversed);
                fill(results, &words, batch, running, at);
            }
            Unit::Store {
                ref address,
                bytes,
                size: _,
                reversed: size,
                words,
            } if visible != 0 => {
                let access = addresses(address, batch, visible, at);
                let words = words.map(|slot| *at.slot(slot, batch));
                let words = arranged(&words, 16, false, size);
                let stored = self.io.store(batch, &access, &words, bytes);
                stored?;
            }
            Unit::Atomic { .. } => self.atomic(unit, batch, [running, visible], at)?,
            Unit::Uniform {
                buffer,
                offset,
                bytes,
                signed,
                reversed,
                ref results,
            } => {
                let offsets = index(offset, batch, at);
                for (buffer, lanes) in alike(buffer, batch, running, at, &mut Lanes16::default()) {
                    let access = io::Access {
                        addresses: offsets.0.map(u64::from),
                        lanes,
                    };
                    let words = self.io.uniform(batch, buffer, &access, bytes.into());
                    let words = arranged(&words?, bytes, signed, reversed);
                    fill(results, &words, batch, lanes, at);
                }
            }
            Unit::Attribute {
                entry,
                vertex,
                ref results,
            } => {
                let vertex = vertex.map(|v| index(v, batch, at));
                for (n, lanes) in alike(entry.index, batch, running, at, &mut Lanes16::default()) {
                    let entry = one(&entry, n, lanes);
                    let words = self.io.load_attribute(batch, &entry, vertex.as_ref());
                    fill(results, &words?, batch, lanes, at);
                }
            }
            Unit::Varying {
                entry,
                how,
                ref results,
                first: _,
            } => {
                for (n, lanes) in alike(entry.index, batch, running, at, &mut Lanes16::default()) {
                    let entry = one(&entry, n, lanes);
                    let words = self.io.load_varying(batch, &entry, how);
                    fill(results, &words?, batch, lanes, at);
                }
            }
            Unit::StoreVarying { entry, words } => {
                let words = words.map(|slot| *at.slot(slot, batch));
                for (n, lanes) in alike(entry.index, batch, visible, at, &mut Lanes16::default()) {
                    let entry = one(&entry, n, lanes);
                    let stored = self.io.store_varying(batch, &entry, &words);
                    stored?;
                }
            }
            Unit::Image { .. } => self.image(unit, batch, [running, visible], at)?,
            Unit::Texture(ref t, ref results) => {
                self.texture(t, results, batch, running, at)?;
            }
            Unit::Tile {
                target,
                sample,
                components,
                ref results,
            } => {
                let tile = Tile {
                    target: target.into(),
                    sample: index(sample, batch, at),
                    components,
                    lanes: running,
                };
                let words = self.io.load_tile(batch, &tile)?;
                fill(results, &words, batch, running, at);
            }
            Unit::Special {
                selector,
                ref results,
            } => {
                for (n, lanes) in alike(selector, batch, running, at, &mut Lanes16::default()) {
                    let word = self.io.special(batch, n, lanes)?;
                    if word.is_none() {
                        self.notes.missing("LD_SPECIAL with this selector", ip);
                    }
                    let mut words = [Lanes16::ZERO; 4];
                    words[0] = word.unwrap_or(Lanes16::ZERO);
                    fill(results, &words, batch, lanes, at);
                }
            }
            Unit::Colour {
                op,
                ref format,
                words,
                ref results,
            } => {
                let q = self.program.quirks();
                let mut out = [Lanes16::ZERO; 4];
                for lane in (0..16).filter(|lane| running >> lane & 1 != 0) {
                    let from = words.map(|slot| at.slot(slot, batch)[lane]);
                    for (out, word) in out.iter_mut().zip(colour::convert(q, op, format, from)) {
                        out[lane] = word;
                    }
                }
                fill(results, &out, batch, running, at);
            }
            Unit::Write { .. } if visible != 0 => self.write(unit, batch, visible, at)?,
            Unit::Kill(slot) => {
                let lanes = bits(at.slot(slot, batch)) & running;
                at.kill(batch, lanes);
            }
            Unit::Store { .. } | Unit::Write { .. } => {}
            Unit::Barrier | Unit::Stop | Unit::Missing(_) => {}
        }
        Ok(())
    }

    fn atomic(
        &mut self,
        unit: &Unit,
        batch: usize,
        [running, visible]: [u16; 2],
        at: &mut Lanes<'_>,
    ) -> Result<(), Refused> {
        let Unit::Atomic {
            address,
            op,
            wide,
            big_endian,
            value,
            compare,
            results,
        } = unit
        else {
            return Ok(());
        };
        let access = addresses(address, batch, visible, at);
        let pair = |slots: &[Slot; 2]| {
            let [low, high] = slots.map(|s| *at.slot(s, batch));
            std::array::from_fn(|i| u64::from(low.0[i]) | u64::from(high.0[i]) << 32)
        };
        let atomic = Atomic {
            op: *op,
            bits: if *wide { 64 } else { 32 },
            big_endian: *big_endian,
            value: pair(value),
            compare: pair(compare),
        };
        // Helper lanes access nothing and get 0.
        let mut words = [Lanes16::ZERO; 4];
        if visible != 0 {
            let old = self.io.atomic(batch, &access, &atomic)?;
            let old = |i: usize| old[i] & 0u64.wrapping_sub(u64::from(visible >> i & 1));
            words[0] = Lanes16::from_fn(|i| old(i) as u32);
            words[1] = Lanes16::from_fn(|i| (old(i) >> 32) as u32);
        }
        fill(results, &words, batch, running, at);
        Ok(())
    }

    fn image(
        &mut self,
        unit: &Unit,
        batch: usize,
        [running, visible]: [u16; 2],
        at: &mut Lanes<'_>,
    ) -> Result<(), Refused> {
        let Unit::Image {
            entry,
            op,
            at: coordinates,
            words,
            results,
        } = unit
        else {
            return Ok(());
        };
        let coordinates = coordinates.map(|slot| *at.slot(slot, batch));
        let lanes = if *op == ImageOp::Store {
            visible
        } else {
            running
        };
        for (n, lanes) in alike(entry.index, batch, lanes, at, &mut Lanes16::default()) {
            let entry = super::units::one(entry, n, lanes);
            let io = &mut self.io;
            let read = match op {
                ImageOp::Load => io.load_image(batch, &entry, &coordinates),
                ImageOp::Address => {
                    let address = io.image_address(batch, &entry, &coordinates);
                    address.map(|[low, high]| [low, high, Lanes16::ZERO, Lanes16::ZERO])
                }
                ImageOp::Store => {
                    let words = words.map(|slot| *at.slot(slot, batch));
                    let stored = io.store_image(batch, &entry, &coordinates, &words);
                    stored.map(|()| [Lanes16::ZERO; 4])
                }
            };
            fill(results, &read?, batch, lanes, at);
        }
        Ok(())
    }

    #[inline(always)]
    fn texture(
        &mut self,
        t: &TextureOp,
        results: &Results,
        batch: usize,
        running: u16,
        at: &mut Lanes<'_>,
    ) -> Result<(), Refused> {
        let word = |slot| *at.slot(slot, batch);
        let [x, y, z, w] = [word(t.at[0]), word(t.at[1]), word(t.at[2]), word(t.at[3])];
        let lod = word(t.lod);
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
            offset: [word(t.offset[0]), word(t.offset[1]), word(t.offset[2])],
            lanes: 0,
        };
        for (texture, lanes) in alike(t.texture, batch, running, at, &mut Lanes16::default()) {
            for (sampler, lanes) in alike(t.sampler, batch, lanes, at, &mut Lanes16::default()) {
                (lookup.texture, lookup.sampler, lookup.lanes) = (texture, sampler, lanes);
                let words = self.io.texture(batch, &lookup)?;
                fill(results, &words, batch, lanes, at);
            }
        }
        Ok(())
    }

    #[inline(always)]
    fn write(
        &mut self,
        unit: &Unit,
        batch: usize,
        visible: u16,
        at: &mut Lanes<'_>,
    ) -> Result<(), Refused> {
        let Unit::Write {
            colour,
            second,
            target,
            depth,
            stencil,
            last: _,
        } = unit
        else {
            return Ok(());
        };
        let word = |slot: &Slot| at.slot(*slot, batch);
        let targets = target.as_ref().map_or(&Lanes16::ZERO, word);
        for (packed, lanes) in same(targets, visible) {
            let write = Write {
                colour: colour.each_ref().map(word),
                second: second.each_ref().map(word),
                target: target_of(packed),
                sample: packed & 0xff,
                depth: depth.as_ref().map(word),
                stencil: stencil.as_ref().map(word),
                lanes,
            };
            self.io.write(batch, &write)?;
        }
        Ok(())
    }
}

/// The render target of a write, if it is the same in all visible lanes.
fn same_target(slot: Option<Slot>, at: &Lanes<'_>) -> Option<u32> {
    let Some(slot) = slot else {
        return target_of(0);
    };
    let mut packed = None;
    for (batch, lanes) in at.visible().0.into_iter().enumerate() {
        for (word, _) in same(at.slot(slot, batch), lanes) {
            if *packed.get_or_insert(word) != word {
                return None;
            }
        }
    }
    target_of(packed?)
}

/// The render target in r1.z; 0xff stands for depth and stencil alone (Mesa,
/// midgard_compile.c, emit_fragment_store).
pub(super) fn target_of(packed: u32) -> Option<u32> {
    (packed != 0xff).then_some(packed >> 8 & 0xff)
}

/// The coordinates of a lookup; those of cube maps are decoded to a direction.
#[inline(always)]
pub(super) fn coordinates(dimension: Dimension, [x, y, z]: [Lanes16; 3]) -> [Lanes16; 3] {
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
fn one(entry: &EntryOp, index: u32, lanes: u16) -> Entry {
    Entry {
        index,
        secondary: entry.secondary,
        components: entry.components,
        infers: entry.infers,
        lanes,
    }
}
