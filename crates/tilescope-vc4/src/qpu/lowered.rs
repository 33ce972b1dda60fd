//! Programs as the shader engine executes them, and the way from there into the
//! pipeline model.

use super::decode::Write;
use super::emit::{self, Carry, Emit, stale_accumulator, stale_register};
use super::hazards::{LATEST, NONE};
use super::places::{self, Code, Late, Pending, Places};
use super::program::Program;
use super::quirks::Undefined;
use super::slots;
use super::stream::{self, Positions, Stream};
use super::thread::{At, Delayed, Thread, UniformsMove};
use super::tracking::Tracking;
use super::values::{Constant, Qpu};
use tilescope_core::Profile;
use tilescope_core::profile::ShaderPlace;
use tilescope_exec::Lanes16;
use tilescope_shader::{Group, Layout, Slot};

/// A program of the shader engine. Its instructions are places.
#[derive(Clone, Debug)]
pub(super) struct Lowered {
    pub program: tilescope_shader::Program<Qpu>,
    places: Places,
    /// The positions of the uniform stream, if they are known.
    positions: Option<Positions>,
    /// Words of the stream are constants.
    constants: bool,
}

/// The lowering of reads of the uniform stream.
#[derive(Clone, Copy, Debug)]
pub(super) enum Uniforms<'l> {
    /// As accesses.
    Read,
    /// As constants, at the positions of another lowering of the same code.
    Constant(&'l Lowered),
}

impl Lowered {
    /// Lowers `code`; `None` if only the pipeline model can execute it.
    pub fn new(
        code: Code<'_>,
        carry: Carry,
        stopping: &[u32],
        tracking: Option<&Tracking>,
        uniforms: Uniforms<'_>,
    ) -> Option<Lowered> {
        let (places, known) = match uniforms {
            Uniforms::Read => (places::find(code)?, None),
            Uniforms::Constant(of) => (of.places.clone(), Some(of.positions.as_ref()?)),
        };
        let mut emit = Emit::new(code, &places, carry, stopping, tracking);
        if let Some(positions) = known {
            emit = emit.with_positions(positions);
        }
        let Undefined::Word(undefined) = code.quirks.undefined;
        let inputs: Vec<Slot> = (0..Slot::from(slots::STATE)).collect();
        let layout = Layout {
            start: 0,
            end: places.all.len() as u32,
            state: slots::STATE.into(),
            scratch: emit::SCRATCH,
            shared: 0..0,
            inputs: &inputs,
            outputs: &[],
            undefined,
            call_depth: 0,
        };
        let mut program = tilescope_shader::Program::new(&mut emit, &layout, *code.quirks);
        let ends = program.blocks();
        let pending = ends.flat_map(|(first, last)| [places.before(first), places.after(last)]);
        let inner: Vec<Slot> = inner(pending).collect();
        program.set_inner(inner);
        #[cfg(feature = "jit")]
        program.compile_hot(tilescope_jit::compile_hot);
        let constants = known.is_some();
        let positions = match known {
            Some(positions) => Some(positions.clone()),
            None => stream::find(code, &places, &emit.uses),
        };
        Some(Lowered {
            program,
            places,
            positions,
            constants,
        })
    }

    /// Sets the constants of a group for threads with this uniform stream.
    pub fn bind<const B: usize>(&self, group: &mut Group<Qpu, B>, stream: Stream<'_>) {
        if !self.constants && group.is_bound(&self.program) {
            return;
        }
        let uniform = |n: u32| stream.words.get(n as usize).copied().unwrap_or(0);
        group.bind(&self.program, |constant, _| match constant {
            Constant::Word(word) => word,
            Constant::Uniform(n) => uniform(n),
        });
    }

    /// Whether words of the uniform stream are constants.
    pub fn has_constants(&self) -> bool {
        self.constants
    }

    /// The positions of the uniform stream, if they are known.
    pub fn positions(&self) -> Option<&Positions> {
        self.positions.as_ref()
    }

    /// Moves the counts of a group's runs to `profile`. Those of both lowerings of a program have
    /// the same places.
    pub fn report<const B: usize>(
        &self,
        group: &mut Group<Qpu, B>,
        shader: ShaderPlace,
        profile: &mut Profile,
    ) {
        let place = |place| {
            let ip = self.ip(place);
            (ip, address_of(shader, ip))
        };
        group.report(&self.program, shader, place, profile);
    }

    /// The instruction of a place.
    pub fn ip(&self, place: u32) -> u32 {
        self.places.get(place).map_or(0, |place| place.ip)
    }

    /// Results in flight when the instruction of a place begins.
    pub fn before(&self, place: u32) -> Pending {
        self.places.before(place)
    }

    /// Results that arrive in r4 and the uniform stream after the instruction of a place.
    pub fn after(&self, place: u32) -> Pending {
        self.places.after(place)
    }

    /// The place of instruction `ip` with nothing in flight.
    pub fn place(&self, ip: u32) -> Option<u32> {
        self.places.clean(ip)
    }

    /// Number of instructions that have places.
    pub fn instructions(&self) -> usize {
        self.places.instructions()
    }
}

/// Slots for what is in flight, and of values inside instructions, that have nothing of use between
/// blocks, where this is pending.
fn inner(pending: impl Iterator<Item = Pending>) -> impl Iterator<Item = Slot> {
    let mut used = [false; slots::STATE as usize];
    let mut keep = |slot: Slot| used[usize::from(slot)] = true;
    for pending in pending {
        if let Some(last) = pending.last {
            let files = [slots::RA, slots::RB].map(|slot| stale_register(last.slot, slot));
            let accumulators = (0..6).map(|n| stale_accumulator(last.slot, n));
            accumulators.chain(files).for_each(&mut keep);
        }
        for (late, first) in [
            (&pending.sfu[..], [slots::SFU, slots::SFU_LANES]),
            (&pending.moves, [slots::UNIFORMS, slots::UNIFORMS_LANES]),
            (&pending.branches, [slots::TAKEN, slots::TARGET]),
        ] {
            for late in late.iter().flatten() {
                let slots = first.into_iter().map(|first| first + late.slot);
                slots.map(Slot::from).for_each(&mut keep);
            }
        }
    }
    let free = move |slot: &Slot| !used[usize::from(*slot)];
    (slots::STALE.into()..slots::STATE.into()).filter(free)
}

/// The GPU address of an instruction of a shader.
pub(super) fn address_of((_, code): ShaderPlace, ip: u32) -> u64 {
    code + 8 * u64::from(ip)
}

impl Thread {
    /// Continues in the pipeline model before instruction `ip`, where the group has
    /// stopped, with what is in flight there.
    pub(super) fn leave_group(&mut self, p: &Program, ip: u32, pending: &Pending) {
        (self.at, self.ip, self.progress) = (At::Model, ip, None);
        self.previous = pending.last.map(|late| late.ip);
        let late = Pending {
            last: None,
            ..*pending
        };
        self.unsettled = match late == Pending::default() {
            true => 0,
            false => LATEST,
        };
        self.pipeline.clear();
        if let Some(last) = pending.last {
            self.see_before(p, last);
        }
        self.pipeline.sfu = pending.sfu.map(|late| {
            let late = late?;
            Some(Delayed {
                slot: slots::R4,
                value: *self.slot(slots::SFU + late.slot),
                bits: self.late_lanes(p, late, slots::SFU_LANES, |to| matches!(to, Write::Sfu(_))),
            })
        });
        self.pipeline.uniforms = pending.moves.map(|late| {
            let late = late?;
            let is = |to| to == Write::UniformsAddress;
            let lanes = self.late_lanes(p, late, slots::UNIFORMS_LANES, is);
            (lanes[0] != 0).then(|| UniformsMove {
                address: self.slot(slots::UNIFORMS + late.slot)[0],
                written_by: late.ip,
            })
        });
        self.pipeline.branches = pending.branches.map(|late| {
            let late = late?;
            let b = p.branch(late.ip)?;
            let taken = b.always() || self.slot(slots::TAKEN + late.slot)[0] != 0;
            let target = match b.register {
                Some(_) => self.slot(slots::TARGET + late.slot)[0],
                None => b.target,
            };
            taken.then_some(target)
        });
        self.pipeline.end = pending.end;
        self.pipeline.update_busy();
    }

    /// The next instruction sees what the last one wrote as it was before.
    fn see_before(&mut self, p: &Program, last: Late) {
        let (Some(d), Some(next)) = (p.decoded(last.ip), p.decoded(self.ip)) else {
            return;
        };
        let reads = next.registers_read();
        let seen = |slot: &u8| *slot != NONE && reads.contains(slot);
        let mut files = d.registers_written().into_iter().filter(seen);
        self.pipeline.files = [files.next(), files.next()].map(|slot| {
            let slot = slot?;
            let before = self.group.slot(stale_register(last.slot, slot))[0];
            let value = std::mem::replace(self.slot_mut(slot), before);
            let bits = Lanes16::splat(u32::MAX);
            Some(Delayed { slot, value, bits })
        });
        self.pipeline.written = d.accumulators_written() & next.accumulators_rotated();
        for n in (0..6).filter(|n| self.pipeline.written >> n & 1 != 0) {
            let before = self.group.slot(stale_accumulator(last.slot, n))[0];
            self.pipeline.accumulators[usize::from(n)] = before;
        }
    }

    fn late_lanes(&self, p: &Program, late: Late, slot: u8, is: impl Fn(Write) -> bool) -> Lanes16 {
        match p.decoded(late.ip).is_some_and(|d| d.in_some_lanes(is)) {
            true => *self.slot(slot + late.slot),
            false => Lanes16::splat(u32::MAX),
        }
    }
}
