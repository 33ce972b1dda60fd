//! Units of the device as the shader engine accesses them.

use super::alu;
use super::compute::ShaderCores;
use super::group::BATCHES;
use super::io::{self, Lod, Lookup, ShaderIo};
use super::meaning::Level;
use super::note::{Notes, Problem};
use super::op::{MemoryOp, TextureOp, Unit};
use super::program::Program;
use super::quirks::ShaderQuirks;
use tilescope_core::profile::Moved;
use tilescope_exec::{Interp, Lanes16};
use tilescope_shader::{Access, Alike, Batch, Mask, Refused, Relative, Slot, Units, set_lanes};

type Lanes<'b> = Batch<'b, BATCHES>;

/// The units around a group, and the notes of its runs.
pub(super) struct Ports<'a, I> {
    pub io: &'a mut I,
    pub program: &'a Program,
    pub uniforms: &'a [[u32; 4]],
    pub notes: &'a mut Notes,
}

impl<I: ShaderIo> Units<ShaderCores, BATCHES> for Ports<'_, I> {
    #[inline(never)]
    fn run(&mut self, unit: &Unit, ip: u32, at: &mut Lanes<'_>) -> Result<Access, Refused> {
        if let Unit::Missing(what) = unit {
            self.notes.missing(what, ip);
            return Ok(Access::Done);
        }
        self.batches(unit, ip, at)
    }

    #[inline(always)]
    fn batch(
        &mut self,
        unit: &Unit,
        ip: u32,
        batch: usize,
        at: &mut Lanes<'_>,
    ) -> Result<(), Refused> {
        match unit {
            Unit::Uniform { .. } => self.uniform(unit, ip, batch, at),
            Unit::Texture(t) => self.texture(t, batch, at)?,
            Unit::Load(m) => self.load(m, batch, at)?,
            Unit::Store(m) => self.store(m, batch, at)?,
            Unit::Kill(slot) => {
                let lanes = set_lanes(at.slot(*slot, batch)) & at.lanes().0[batch];
                at.kill(batch, lanes);
            }
            Unit::Missing(_) => {}
        }
        Ok(())
    }

    fn moved(&self) -> Moved {
        self.io.moved()
    }

    fn undefined(&mut self, slot: Slot, ip: u32, lanes: &Mask<BATCHES>) {
        for _ in lanes.0.iter().filter(|bits| **bits != 0) {
            let note = self.program.undefined_read(slot, ip);
            note.into_iter().for_each(|note| self.notes.add(note));
        }
    }

    fn outside(&mut self, _: &Relative, ip: u32, number: i64) {
        self.notes.add(self.program.beyond_temps(number, ip));
    }
}

impl<I: ShaderIo> Ports<'_, I> {
    /// Reads an indirectly addressed uniform.
    fn uniform(&mut self, unit: &Unit, ip: u32, batch: usize, at: &mut Lanes<'_>) {
        let &Unit::Uniform {
            address,
            index,
            component,
            d,
        } = unit
        else {
            return;
        };
        let addresses = *at.slot(address, batch);
        let mut read = Lanes16::splat(self.program.undefined_word());
        for lane in 0..16 {
            let index = i64::from(index) + i64::from(addresses.0[lane] as i32);
            let there = usize::try_from(index).ok();
            match there.and_then(|i| self.uniforms.get(i)) {
                Some(vector) => read.0[lane] = vector[usize::from(component & 3)],
                None if at.lanes().0[batch] >> lane & 1 != 0 => {
                    let loaded = self.uniforms.len() as u32;
                    let problem = Problem::UniformBeyond { index, loaded };
                    self.notes.add(problem.at(ip));
                }
                None => {}
            }
        }
        at.set(d, batch, read);
    }

    #[inline(always)]
    fn texture(&mut self, t: &TextureOp, batch: usize, at: &mut Lanes<'_>) -> Result<(), Refused> {
        let q = self.program.quirks();
        let running = at.lanes().0[batch];
        let mut lookup = Lookup {
            sampler: t.sampler.into(),
            at: four(q, t.at, batch, at),
            lod: Lod::Implicit,
            reference: None,
            lanes: running,
        };
        // In place: most lookups have none of these, which are half a KiB to copy.
        match t.level {
            Level::Implicit => {}
            Level::Bias => lookup.lod = Lod::Bias(canonical(q, t.extra[0][0], batch, at)),
            Level::Explicit => lookup.lod = Lod::Explicit(canonical(q, t.extra[0][0], batch, at)),
            Level::Gradients => {
                let [x, y] = t.extra;
                lookup.lod = Lod::Gradients(four(q, x, batch, at), four(q, y, batch, at));
            }
        }
        if let Some(slot) = t.reference {
            lookup.reference = Some(canonical(q, slot, batch, at));
        }
        let addresses = t.address.map(|s| *at.slot(s, batch));
        // Lanes with the same sampler are processed together.
        let groups = match &addresses {
            Some(addresses) => Alike::by(addresses, running),
            None => Alike::one(0, running),
        };
        let mut colour = [Lanes16::ZERO; 4];
        for (address, lanes) in groups {
            lookup.sampler = u32::from(t.sampler).wrapping_add(address);
            lookup.lanes = lanes;
            self.io.texture(batch, &lookup, &mut colour)?;
            for (slot, component) in t.results.into_iter().flatten() {
                let value = &colour[usize::from(component & 3)];
                at.put(slot, batch, value, lookup.lanes);
            }
        }
        Ok(())
    }

    fn load(&mut self, m: &MemoryOp, batch: usize, at: &mut Lanes<'_>) -> Result<(), Refused> {
        let mut access = addresses(m, batch, at);
        for slot in m.words.into_iter().flatten() {
            let read = self.io.load(batch, &access)?;
            at.merge(slot, batch, &read, access.lanes);
            next_word(&mut access);
        }
        Ok(())
    }

    fn store(&mut self, m: &MemoryOp, batch: usize, at: &mut Lanes<'_>) -> Result<(), Refused> {
        let mut access = addresses(m, batch, at);
        access.lanes &= at.visible().0[batch];
        if access.lanes == 0 {
            return Ok(());
        }
        for slot in m.words.into_iter().flatten() {
            let words = *at.slot(slot, batch);
            self.io.store(batch, &access, &words)?;
            next_word(&mut access);
        }
        Ok(())
    }
}

/// The words of a slot. NaNs of neighbours at other instructions are not canonical yet.
#[inline(always)]
fn canonical(q: &ShaderQuirks, slot: Slot, batch: usize, at: &Lanes<'_>) -> Lanes16 {
    alu::canonical(&mut Interp::<16>, q, *at.slot(slot, batch))
}

#[inline(always)]
fn four(q: &ShaderQuirks, [x, y, z, w]: [Slot; 4], batch: usize, at: &Lanes<'_>) -> [Lanes16; 4] {
    [
        canonical(q, x, batch, at),
        canonical(q, y, batch, at),
        canonical(q, z, batch, at),
        canonical(q, w, batch, at),
    ]
}

/// The addresses of the first words.
fn addresses(m: &MemoryOp, batch: usize, at: &Lanes<'_>) -> io::Access {
    let (base, offset) = (at.slot(m.base, batch), at.slot(m.offset, batch));
    io::Access {
        addresses: Lanes16::from_fn(|i| base.0[i].wrapping_add(offset.0[i] << (m.shift & 7))),
        lanes: at.lanes().0[batch],
    }
}

fn next_word(access: &mut io::Access) {
    for address in &mut access.addresses.0 {
        *address = address.wrapping_add(4);
    }
}
