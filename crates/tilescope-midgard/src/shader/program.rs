//! Loaded programs.

use super::code::{self, Bundles, Fetch, Jump, Place};
use super::compute::ShaderCores;
use super::emit::Emit;
use super::io::{Components, Interpolation, Trap};
use super::note::{Note, Notes, Problem};
use super::op::Code;
use super::quirks::ShaderQuirks;
use super::slots::{self, Register};
use super::unit::{ImageOp, Request, Results, Unit};
use crate::chips::Chip;
use crate::isa::{BranchOp, Tag};
use std::collections::BTreeSet;
use tilescope_shader::{Layout, Slot, Stop, Why};

tilescope_tables::named_enum! {
    /// The stage that runs a program.
    pub enum Stage;
    /// Its name in locations.
    name:
    /// A vertex shader.
    Vertex = "vertex";
    /// A fragment shader.
    Fragment = "fragment";
    /// A compute shader.
    Compute = "compute";
    /// A blend shader: it starts with the colour in r0, a second one in r2, and the
    /// return address in r1.w.
    Blend = "blend";
}

/// The state that describes a program.
#[derive(Clone, Copy, Debug)]
pub struct Setup<'s> {
    /// The stage that runs it.
    pub stage: Stage,
    /// The address of the first bundle, without the tag.
    pub entry: u64,
    /// The tag of the first bundle: the low bits of the pointer in the renderer state.
    pub first_tag: Tag,
    /// Number of work registers, from the renderer state.
    pub work_registers: u8,
    /// Number of uniform registers, each of four words, from the renderer state.
    pub uniforms: u8,
    /// Further work registers that hold inputs, with a mask of the components.
    pub inputs: &'s [(u8, u8)],
    /// Work registers that are read after the program, with a mask of the components.
    pub outputs: &'s [(u8, u8)],
}

/// A load of a varying from an entry with a fixed number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FixedVarying {
    /// The number of the record.
    pub record: u32,
    /// Its interpolation.
    pub how: Interpolation,
    /// The results are halves, two in a word.
    pub halves: bool,
    /// The slots of the results, each with the number of its word.
    pub results: Results,
    /// The number of components up to the last that any load of the entry may use.
    pub components: usize,
    /// The device can set the results before a run ([`Ends`](super::Ends)).
    pub first: bool,
}

/// A program, translated once for all its runs.
#[derive(Clone, Debug)]
pub struct Program {
    pub(super) lowered: tilescope_shader::Program<ShaderCores>,
    pub(super) code: Bundles,
    /// Input slots, ascending.
    pub(super) inputs: Vec<Slot>,
    /// Whether it writes the registers with pointers to memory.
    pub(super) writes_storage: bool,
    varyings: Vec<FixedVarying>,
    notes: Vec<Note>,
}

/// Slots of work registers.
fn work_slots(registers: &[(u8, u8)]) -> impl Iterator<Item = Slot> {
    let set = registers.iter().filter(|(r, _)| *r < 16);
    set.flat_map(|&(r, mask)| {
        let comps = (0..4).filter(move |c| mask >> c & 1 != 0);
        comps.map(move |c| Register::Work(r).slot(c))
    })
}

/// Slots that hold inputs, ascending.
fn inputs(setup: &Setup<'_>) -> Vec<Slot> {
    let all = |r: Register| [0, 1, 2, 3].map(|c| r.slot(c));
    let fixed = [
        Register::Stack,
        Register::Storage,
        Register::LocalId,
        Register::GroupId,
        Register::GlobalId,
    ];
    let mut set: BTreeSet<Slot> = fixed.into_iter().flat_map(all).collect();
    set.extend(work_slots(setup.inputs));
    if setup.stage == Stage::Blend {
        set.extend(work_slots(&[(0, 0xf), (1, 0x8), (2, 0xf)]));
    }
    set.into_iter().collect()
}

/// The loads of varyings from entries with a fixed number.
fn varyings(lowered: &tilescope_shader::Program<ShaderCores>) -> Vec<FixedVarying> {
    let indexed = lowered.units().any(
        |unit| matches!(unit.request, Request::Varying { entry, .. } if entry.index.of.is_some()),
    );
    let fixed = |(block, op, unit): (u32, u32, &Unit)| {
        let Request::Varying { entry, how, first } = unit.request else {
            return None;
        };
        let halves = entry.components == Components::F16;
        let components = |&(slot, word): &(Slot, u8)| {
            let word = usize::from(word);
            match halves {
                false => word + 1,
                true => {
                    let read = lowered.bits_read(block, op, slot, Code::bits_of);
                    2 * word + if read >> 16 == 0 { 1 } else { 2 }
                }
            }
        };
        let end = unit.results.iter().flatten().map(components).max();
        entry.index.of.is_none().then_some(FixedVarying {
            record: entry.index.offset as u32,
            how,
            halves,
            results: unit.results,
            components: match indexed {
                true => 4,
                false => end.unwrap_or(0).min(4),
            },
            first,
        })
    };
    lowered.accesses().filter_map(fixed).collect()
}

/// Marks the accesses at both ends that the device can do by itself: loads of varyings with
/// planes, and the write of a colour alone.
fn mark_ends(lowered: &mut tilescope_shader::Program<ShaderCores>) {
    lowered.first_accesses(|unit| {
        if let Request::Varying { entry, how, first } = &mut unit.request {
            *first = entry.index.of.is_none() && !how.centroid;
        }
    });
    let writes = |unit: &&Unit| matches!(unit.request, Request::Write(_));
    let single = lowered.units().filter(writes).count() == 1;
    lowered.last_accesses(|unit| {
        if let Request::Write(write) = &mut unit.request {
            write.last = single && write.depth.is_none() && write.stencil.is_none();
        }
    });
}

impl Program {
    /// Loads the program of `setup`: `fetch` reads the quadword at an address, or
    /// states why the GPU cannot execute it. Every bundle that control can
    /// reach is loaded. Problems are in [`Program::notes`]; the result can always be
    /// run.
    pub fn load(
        setup: &Setup<'_>,
        chip: &Chip,
        quirks: &ShaderQuirks,
        fetch: &mut Fetch<'_>,
    ) -> Program {
        let code = Bundles::load(setup, chip, quirks, fetch);
        let mut emit = Emit {
            q: quirks,
            code: &code,
            notes: Vec::new(),
        };
        let inputs = inputs(setup);
        let outputs: Vec<Slot> = work_slots(setup.outputs).collect();
        let layout = Layout {
            start: 0,
            end: (code.places.len() + code.stops.len()) as u32,
            state: slots::STATE,
            scratch: slots::SPILLS + slots::TEMPS,
            shared: 0..0,
            inputs: &inputs,
            outputs: &outputs,
            undefined: quirks.undefined,
            call_depth: quirks.call_depth,
        };
        let mut lowered = tilescope_shader::Program::new(&mut emit, &layout, *quirks);
        mark_ends(&mut lowered);
        #[cfg(feature = "jit")]
        lowered.compile_hot(tilescope_jit::compile_hot);
        let notes = emit.notes;
        let pointers = [Register::Stack, Register::Storage].map(|r| r.slot(0)..=r.slot(3));
        let is_pointer = |slot: &Slot| pointers.iter().any(|slots| slots.contains(slot));
        Program {
            writes_storage: lowered.written().iter().any(is_pointer),
            varyings: varyings(&lowered),
            lowered,
            code,
            inputs,
            notes,
        }
    }

    /// Its problems that do not stop it: those that do are reported when a thread
    /// comes to them.
    pub fn notes(&self) -> &[Note] {
        &self.notes
    }

    /// The problems at which hardware stops if a thread comes to them.
    pub fn stops(&self) -> impl Iterator<Item = Note> {
        code::stops(&self.code.places)
    }

    /// Reads of registers that may not have been written, and have an effect.
    pub fn undefined_reads(&self) -> impl Iterator<Item = Note> {
        let reads = self.lowered.undefined_reads().iter();
        reads.map(|read| self.undefined(read.slot, read.ip))
    }

    /// Reads of registers that no path to them writes, and that have an effect.
    pub(super) fn certainly_undefined(&self) -> impl Iterator<Item = Note> {
        let reads = self.lowered.undefined_reads().iter();
        let certain = reads.filter(|read| read.certain);
        certain.map(|read| self.undefined(read.slot, read.ip))
    }

    pub(super) fn undefined(&self, slot: Slot, ip: u32) -> Note {
        let (register, component) = slots::name(slot);
        self.note(
            Problem::Undefined {
                register,
                component,
            },
            ip,
        )
    }

    /// A note about bundle `ip`.
    pub(crate) fn note(&self, problem: Problem, ip: u32) -> Note {
        Note {
            ip,
            address: self.address(ip),
            problem,
        }
    }

    /// The address of bundle `ip`.
    pub fn address(&self, ip: u32) -> u64 {
        let places = &self.code.places;
        let place = places.get(ip as usize).or(places.last());
        place.map_or(0, |place| place.address)
    }

    /// The number of bundles.
    pub fn len(&self) -> usize {
        self.code.places.len()
    }

    /// Whether it has no bundles. A loaded program has at least one.
    pub fn is_empty(&self) -> bool {
        self.code.places.is_empty()
    }

    /// The stage that runs it.
    pub fn stage(&self) -> Stage {
        self.code.stage
    }

    /// The number of uniform registers, each of four words.
    pub fn uniforms(&self) -> u8 {
        self.code.file.uniforms
    }

    fn requests(&self) -> impl Iterator<Item = &Request<Slot>> {
        self.lowered.units().map(|unit| &unit.request)
    }

    /// The loads of varyings from entries with a fixed number.
    pub fn varyings(&self) -> impl Iterator<Item = &FixedVarying> {
        self.varyings.iter()
    }

    /// Whether it discards fragments.
    pub fn discards(&self) -> bool {
        let discard = |jump: Jump| jump.op == Some(BranchOp::Discard);
        self.code.places.iter().filter_map(Place::jump).any(discard)
    }

    /// Whether it writes memory or images, or does atomic operations.
    pub fn writes_memory(&self) -> bool {
        self.requests().any(|request| match request {
            Request::Store { .. } | Request::Atomic(_) => true,
            Request::Image(texel) => !matches!(texel.op, ImageOp::Load),
            _ => false,
        })
    }

    /// The number of translated operations.
    pub fn operations(&self) -> usize {
        self.lowered.operations()
    }

    /// The quirks that it was translated with.
    pub fn quirks(&self) -> &ShaderQuirks {
        self.lowered.quirks()
    }

    /// A stop of its threads as the device knows it, whose problem is put among the notes.
    pub(super) fn stopped(&self, trap: tilescope_shader::Trap, notes: &mut Notes) -> Trap {
        let trap = trap.stop(|why| match why {
            Why::Refused | Why::OutOfFuel => self.code.stop_at(trap.ip),
            Why::Endless => Some(Problem::Endless),
            // Targets are bundles or the end.
            Why::Outside { .. } | Why::ReturnWithoutCall => Some(Problem::ReturnWithoutCall),
            Why::CallTooDeep => Some(Problem::CallTooDeep {
                depth: self.quirks().call_depth,
            }),
        });
        if let Stop::Broken(problem) = trap.why {
            notes.add(self.note(problem, trap.ip));
        }
        trap
    }
}
