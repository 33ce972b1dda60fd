//! Translation of bundles to operations.

mod alu;
mod file;
pub(super) mod ldst;
mod source;
mod stage;
pub(super) mod texture;

use super::code::{Goto, Jump, Place};
use super::compute::ShaderCores;
use super::note::{Note, Problem};
use super::op::{Code, Constant, Unit};
use super::program::Stage;
use super::quirks::ShaderQuirks;
use super::slots::Register;
use crate::isa::{AluBundle, Body, BranchOp, Call};
use tilescope_shader::{BlockBuilder, End, Lower, Slot, Target};

pub use file::File;
use stage::Pending;

type Builder<'l> = BlockBuilder<'l, ShaderCores>;

/// A value during translation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Operand {
    Slot(Slot),
    Word(u32),
}

/// The translation of a program.
pub struct Emit<'p> {
    pub q: &'p ShaderQuirks,
    pub file: File,
    pub stage: Stage,
    pub places: &'p [Place],
    /// Violations, whose instructions follow the program's.
    pub stops: Vec<Problem>,
    /// Whether lanes that are discarded have to continue for their neighbours.
    pub needs_helpers: bool,
    pub notes: Vec<Note>,
}

impl Emit<'_> {
    /// The number of the instruction that control goes to.
    fn target(&self, goto: Goto) -> u32 {
        let count = self.places.len() as u32;
        match goto {
            Goto::Bundle(n) => n,
            Goto::End => count + self.stops.len() as u32,
            Goto::Stop(problem) => {
                let n = self.stops.iter().position(|p| *p == problem);
                count + n.unwrap_or(self.stops.len()) as u32
            }
        }
    }
}

impl Lower<ShaderCores> for Emit<'_> {
    fn lower(&mut self, ip: u32, b: &mut Builder<'_>) -> End {
        let places = self.places;
        let Some(place) = places.get(ip as usize) else {
            b.unit(Unit::Stop.access());
            return End::Stop;
        };
        let bundle = match &place.bundle {
            Ok(bundle) => bundle,
            Err(_) => {
                b.unit(Unit::Stop.access());
                return End::Stop;
            }
        };
        let next = Target::Instruction(self.target(place.next));
        let mut one = Lowering {
            emit: self,
            place,
            ip,
            b,
            pending: Pending::default(),
            constants: Vec::new(),
            embedded: None,
            pipeline: 0,
            writeout: 0,
        };
        let flow = match &bundle.body {
            Body::Alu(alu) => one.alu_bundle(alu),
            Body::LoadStore(words) => {
                one.load_store(words);
                End::Next
            }
            Body::Texture(texture) => {
                one.texture(texture);
                End::Next
            }
            // `place.bundle` is an error then.
            Body::Raw(_) => End::Stop,
        };
        let after = Target::Instruction(ip + 1);
        match flow {
            End::Next if next != after => End::Jump(next),
            flow => flow,
        }
    }
}

/// The translation of a bundle.
struct Lowering<'e, 'p, 'l> {
    emit: &'e mut Emit<'p>,
    place: &'p Place,
    ip: u32,
    b: &'e mut Builder<'l>,
    pending: Pending,
    /// Slots of constants that this bundle uses.
    constants: Vec<(Constant, Slot)>,
    embedded: Option<[u32; 4]>,
    /// Components of r24 and r25 that the bundle has written: a bit each.
    pipeline: u8,
    /// Components of r1 that the bundle has written: a bit each.
    writeout: u8,
}

impl Lowering<'_, '_, '_> {
    fn note(&mut self, problem: Problem) {
        let note = Note {
            ip: self.ip,
            address: self.place.address,
            problem,
        };
        if !self.emit.notes.contains(&note) {
            self.emit.notes.push(note);
        }
    }

    /// An access, after what was computed so far.
    fn unit(&mut self, unit: Unit) {
        self.compute();
        self.b.unit(unit.access());
    }

    fn missing(&mut self, what: &'static str) {
        self.unit(Unit::Missing(what));
    }

    fn alu_bundle(&mut self, alu: &AluBundle) -> End {
        self.embedded = alu.constants;
        if let Some(v) = &alu.vmul {
            self.vector(v);
        }
        if let Some(s) = &alu.sadd {
            self.scalar(s);
        }
        self.flush();
        if let Some(v) = &alu.vadd {
            self.vector(v);
        }
        if let Some(s) = &alu.smul {
            self.scalar(s);
        }
        if let Some(v) = &alu.lut {
            self.vector(v);
        }
        self.flush();
        match Jump::of(alu) {
            Some(jump) => self.jump(&jump),
            None => End::Next,
        }
    }

    /// The slot of the condition of a branch; `None` if it always holds.
    fn condition(&mut self, jump: &Jump) -> Option<Slot> {
        let condition = Register::Condition.slot(3);
        let zero = self.slot(Operand::Word(0));
        let holds = match jump.cond {
            Some(3) => return None,
            Some(2) => return Some(condition),
            Some(1) => {
                let d = self.b_scratch();
                self.b.value(Code::IntEq, d, [condition, zero, zero, zero]);
                d
            }
            Some(_) => zero,
            None => {
                self.missing("branches on several conditions");
                zero
            }
        };
        Some(holds)
    }

    fn jump(&mut self, jump: &Jump) -> End {
        let to = Target::Instruction(self.emit.target(self.place.target));
        match jump.op {
            Some(BranchOp::Unconditional | BranchOp::Conditional) => match jump.call {
                Call::Call => End::Call(to),
                Call::Return => End::Return,
                Call::Default | Call::Reserved if jump.op == Some(BranchOp::Unconditional) => {
                    End::Jump(to)
                }
                Call::Default | Call::Reserved => match self.condition(jump) {
                    None => End::Jump(to),
                    Some(cond) => End::Branch { cond, to },
                },
            },
            Some(BranchOp::Discard) => {
                let all = self.slot(Operand::Word(1));
                let cond = self.condition(jump).unwrap_or(all);
                self.unit(Unit::Kill(cond));
                if self.emit.needs_helpers {
                    return End::Next;
                }
                let end = Target::Instruction(self.emit.target(Goto::End));
                // Control of the others is that of the next tag.
                if self.place.next == Goto::Bundle(self.ip + 1) {
                    End::Branch { cond, to: end }
                } else {
                    End::Next
                }
            }
            // The tile buffer is always ready.
            Some(BranchOp::Tilebuffer) => End::Next,
            Some(BranchOp::Write) => {
                self.writeout();
                End::Next
            }
            None => {
                self.missing("a branch operation without a documented meaning");
                End::Next
            }
        }
    }

    /// A write to the tile buffer. It takes from r1 only what this bundle writes
    /// (Mesa, midgard_ra.c: "writes to r1 are special" in these).
    fn writeout(&mut self) {
        if self.emit.stage != Stage::Fragment && self.emit.stage != Stage::Blend {
            self.missing("a write to the tile buffer outside fragment programs");
            return;
        }
        let r1 = |c: u8| (self.writeout >> c & 1 != 0).then(|| Register::Work(1).slot(c));
        let four = |r: u8| [0, 1, 2, 3].map(|c| Register::Work(r).slot(c));
        let unit = Unit::Write {
            colour: four(0),
            second: four(2),
            target: r1(2),
            depth: r1(0),
            stencil: r1(1),
            last: false,
        };
        self.unit(unit);
    }
}
