//! Operations with effects beyond the registers of a lane.

use super::alu;
use super::group::{BATCHES, Group};
use super::io::{Access, Lod, Lookup, Refused, ShaderIo, Trap, Why};
use super::lanes;
use super::meaning::Level;
use super::note::{Note, Problem};
use super::op::{Code, Indirect, MemoryOp, Op, TextureOp};
use super::program::Program;
use super::quirks::BeyondTemps;
use super::slots::{self, COUNT};
use tilescope_exec::{Interp, Lanes16};

/// The register number `index` plus an address.
fn register(index: u16, address: u32) -> i64 {
    i64::from(index) + i64::from(address as i32)
}

impl Program {
    /// The temporary register with this number, if it is accessible, and whether it
    /// is within `NUM_TEMPS`.
    pub(super) fn indirect_temp(&self, index: i64) -> (Option<u16>, bool) {
        let allowed = (0..i64::from(self.num_temps)).contains(&index);
        let wrapped = match self.quirks.beyond_temps {
            BeyondTemps::Wrap => index.rem_euclid(i64::from(self.num_temps)),
            BeyondTemps::Own => index,
        };
        let there = u16::try_from(wrapped).ok().filter(|i| *i < self.temps);
        (there, allowed)
    }

    /// The note about a temporary register that does not exist.
    pub(super) fn beyond_temps(&self, index: i64, ip: u32) -> Note {
        let problem = Problem::BeyondTemps {
            register: index,
            temps: self.num_temps,
        };
        Note::new(problem, ip)
    }
}

impl Group {
    fn slot(&self, slot: u16, batch: usize) -> &Lanes16 {
        &self.regs[usize::from(slot) & (COUNT - 1)][batch & (BATCHES - 1)]
    }

    fn set(&mut self, slot: u16, batch: usize, value: Lanes16) {
        self.regs[usize::from(slot) & (COUNT - 1)][batch & (BATCHES - 1)] = value;
    }

    /// Executes an operation that is not pure.
    #[inline(never)]
    pub(super) fn unit<I: ShaderIo>(
        &mut self,
        p: &Program,
        op: &Op,
        ip: u32,
        io: &mut I,
    ) -> Result<(), Trap> {
        let n = usize::from(op.imm);
        if op.code == Code::Missing {
            let what = p.tables.missing.get(n).copied().unwrap_or("?");
            self.notes.missing(what, ip);
            return Ok(());
        }
        for batch in 0..BATCHES {
            if self.running[batch] == 0 {
                continue;
            }
            let refused = |_| Trap {
                ip,
                why: Why::Device,
            };
            match op.code {
                Code::Constant => {
                    if let Some(constant) = p.tables.constants.get(n) {
                        let (word, _) = p.constant(*constant, &self.uniforms);
                        self.set(op.d, batch, Lanes16::splat(word));
                    }
                }
                Code::IndirectTemp | Code::IndirectUniform | Code::IndirectWrite => {
                    if let Some(&indirect) = p.tables.indirect.get(n) {
                        self.indirect(p, op, indirect, batch, ip);
                    }
                }
                Code::Texture => {
                    if let Some(t) = p.tables.textures.get(n) {
                        self.texture(p, t, batch, io).map_err(refused)?;
                    }
                }
                Code::Load | Code::Store => {
                    if let Some(m) = p.tables.memory.get(n) {
                        self.memory(m, op.code, batch, io).map_err(refused)?;
                    }
                }
                Code::Kill => {
                    self.killed[batch] |= lanes::bits(self.slot(op.a, batch)) & self.running[batch];
                }
                Code::Check => {
                    let defined = self.defined.get(n).map_or(0, |d| d[batch]);
                    if self.running[batch] & !defined != 0 {
                        let note = p.undefined_read(op.a, ip);
                        note.into_iter().for_each(|note| self.notes.add(note));
                    }
                }
                Code::Mark => {
                    let running = self.running[batch];
                    if let Some(defined) = self.defined.get_mut(n) {
                        defined[batch] |= running;
                    }
                }
                _ => {}
            }
        }
        Ok(())
    }

    /// Executes an indirect register access.
    fn indirect(&mut self, p: &Program, op: &Op, i: Indirect, batch: usize, ip: u32) {
        let addresses = *self.slot(op.a, batch);
        let from = *self.slot(op.b, batch);
        let mut read = Lanes16::splat(p.undefined_word());
        for lane in 0..16 {
            let index = register(i.index, addresses.0[lane]);
            let runs = self.running[batch] >> lane & 1 != 0;
            if op.code == Code::IndirectUniform {
                let at = usize::try_from(index).ok();
                match at.and_then(|at| self.uniforms.get(at)) {
                    Some(vector) => read.0[lane] = vector[usize::from(i.component & 3)],
                    None if runs => {
                        let loaded = self.uniforms.len() as u32;
                        let problem = Problem::UniformBeyond { index, loaded };
                        self.notes.add(Note::new(problem, ip));
                    }
                    None => {}
                }
                continue;
            }
            let (there, allowed) = p.indirect_temp(index);
            if runs && !allowed {
                self.notes.add(p.beyond_temps(index, ip));
            }
            let Some(there) = there else { continue };
            let slot = slots::temp(there, i.component);
            if op.code == Code::IndirectTemp {
                read.0[lane] = self.slot(slot, batch).0[lane];
            } else if runs {
                let mut new = *self.slot(slot, batch);
                new.0[lane] = from.0[lane];
                self.set(slot, batch, new);
                let tracked = p.tracked.binary_search(&slot).ok();
                if let Some(defined) = tracked.and_then(|k| self.defined.get_mut(k)) {
                    defined[batch] |= 1 << lane;
                }
            }
        }
        if op.code != Code::IndirectWrite {
            self.set(op.d, batch, read);
        }
    }

    fn texture<I: ShaderIo>(
        &mut self,
        p: &Program,
        t: &TextureOp,
        batch: usize,
        io: &mut I,
    ) -> Result<(), Refused> {
        // NaNs of neighbours at other instructions are not canonical yet.
        let one = |s: u16| alu::canonical(&mut Interp::<16>, &p.quirks, *self.slot(s, batch));
        let four = |slots: [u16; 4]| slots.map(one);
        let lod = match t.level {
            Level::Implicit => Lod::Implicit,
            Level::Bias => Lod::Bias(one(t.extra[0][0])),
            Level::Explicit => Lod::Explicit(one(t.extra[0][0])),
            Level::Gradients => Lod::Gradients(four(t.extra[0]), four(t.extra[1])),
        };
        let mut lookup = Lookup {
            sampler: t.sampler.into(),
            at: four(t.at),
            lod,
            reference: t.reference.map(one),
            lanes: self.running[batch],
        };
        let addresses = t.address.map(|s| *self.slot(s, batch));
        let mut rest = self.running[batch];
        while rest != 0 {
            // Lanes with the same sampler are processed together.
            if let Some(addresses) = addresses {
                let first = addresses.0[rest.trailing_zeros() as usize & 15];
                let same = Lanes16::from_fn(|i| u32::from(addresses.0[i] == first));
                lookup.sampler = u32::from(t.sampler).wrapping_add(first);
                lookup.lanes = rest & lanes::bits(&same);
            }
            rest &= !lookup.lanes;
            let colour = io.texture(batch, &lookup)?;
            for (slot, component) in t.results.into_iter().flatten() {
                let mut new = *self.slot(slot, batch);
                new.merge(&colour[usize::from(component & 3)], lookup.lanes);
                self.set(slot, batch, new);
            }
        }
        Ok(())
    }

    fn memory<I: ShaderIo>(
        &mut self,
        m: &MemoryOp,
        code: Code,
        batch: usize,
        io: &mut I,
    ) -> Result<(), Refused> {
        let (base, offset) = (*self.slot(m.base, batch), *self.slot(m.offset, batch));
        let mut access = Access {
            addresses: Lanes16::from_fn(|i| base.0[i].wrapping_add(offset.0[i] << (m.shift & 7))),
            lanes: self.running[batch],
        };
        if code == Code::Store {
            access.lanes &= self.visible[batch] & !self.killed[batch];
            if access.lanes == 0 {
                return Ok(());
            }
        }
        for slot in m.words.into_iter().flatten() {
            if code == Code::Store {
                let words = *self.slot(slot, batch);
                io.store(batch, &access, &words)?;
            } else {
                let read = io.load(batch, &access)?;
                let mut new = *self.slot(slot, batch);
                new.merge(&read, access.lanes);
                self.set(slot, batch, new);
            }
            for address in &mut access.addresses.0 {
                *address = address.wrapping_add(4);
            }
        }
        Ok(())
    }
}
