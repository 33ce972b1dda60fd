//! Translation of bundles to operations.

mod registers;
mod source;
mod stage;

use super::access::{self, Datapath, Values};
use super::code::{Bundles, Goto, Jump, Place};
use super::compute::ShaderCores;
use super::instruction::Instruction;
use super::note::Note;
use super::op::Code;
use super::op::Constant;
use super::operation;
use super::quirks::ShaderQuirks;
use super::slots::Register;
use super::unit::{Request, Unit};
use crate::isa::{AluBundle, AluOp, Body, BranchOp, Call, LoadStore};
use tilescope_shader::{BlockBuilder, End, Lower, Slot, Staged, Target};

use stage::stage;

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
    pub code: &'p Bundles,
    pub notes: Vec<Note>,
}

impl Lower<ShaderCores> for Emit<'_> {
    fn undefined(&self) -> Option<Constant> {
        Some(Constant::Word(self.q.undefined))
    }

    fn lower(&mut self, ip: u32, b: &mut Builder<'_>) -> End {
        let code = self.code;
        let Some(place) = code.places.get(ip as usize) else {
            return stop(b);
        };
        let Ok(bundle) = &place.bundle else {
            return stop(b);
        };
        let next = Target::Instruction(code.target(place.next));
        let mut one = Lowering {
            emit: self,
            place,
            ip,
            b,
            pending: stage(),
            embedded: None,
            pipeline: 0,
            writeout: 0,
            later: Vec::new(),
            defers: false,
        };
        let flow = match &bundle.body {
            Body::Alu(alu) => one.alu_bundle(alu),
            Body::LoadStore(words) => {
                one.load_store(words);
                End::Next
            }
            Body::Texture(texture) => {
                access::texture(&mut one, texture);
                one.pending.end(one.b);
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

fn stop(b: &mut Builder<'_>) -> End {
    b.unit(Unit::from(Request::Stop).access());
    End::Stop
}

/// The translation of a bundle.
struct Lowering<'e, 'p, 'l> {
    emit: &'e mut Emit<'p>,
    place: &'p Place,
    ip: u32,
    b: &'e mut Builder<'l>,
    pending: Staged<Code>,
    embedded: Option<[u32; 4]>,
    /// Components of r24 and r25 that the bundle has written: a bit each.
    pipeline: u8,
    /// Components of r1 that the bundle has written: a bit each.
    writeout: u8,
    /// Results of the first instruction of a load/store bundle, and where they go.
    later: Vec<(Slot, Slot)>,
    /// Whether the instruction is that.
    defers: bool,
}

impl Lowering<'_, '_, '_> {
    fn load_store(&mut self, words: &[LoadStore; 2]) {
        for (i, word) in words.iter().enumerate() {
            self.defers = i == 0;
            access::load_store(self, word);
        }
        for (from, to) in std::mem::take(&mut self.later) {
            self.write(to, Operand::Slot(from));
        }
        self.pending.end(self.b);
    }

    fn alu_bundle(&mut self, alu: &AluBundle) -> End {
        self.embedded = alu.constants;
        for stage in Instruction::stages(alu) {
            for instruction in &stage {
                operation::execute(self, instruction);
            }
            self.pending.end(self.b);
        }
        match Jump::of(alu) {
            Some(jump) => self.jump(&jump),
            None => End::Next,
        }
    }

    /// The slot of the condition of a branch; `None` if it always holds.
    fn condition(&mut self, jump: &Jump) -> Option<Slot> {
        let condition = Register::Condition.slot(3);
        let zero = self.operand(Operand::Word(0));
        let holds = match jump.cond {
            Some(3) => return None,
            Some(2) => return Some(condition),
            Some(1) => {
                let d = self.temporary();
                self.b
                    .value(Code::word(AluOp::Ieq), d, [condition, zero, zero, zero]);
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
        let to = Target::Instruction(self.emit.code.target(self.place.target));
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
                let all = self.operand(Operand::Word(1));
                let cond = self.condition(jump).unwrap_or(all);
                self.unit(Request::Kill(cond).into());
                if self.emit.code.needs_helpers {
                    return End::Next;
                }
                let end = Target::Instruction(self.emit.code.target(Goto::End));
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
                access::writeout(self, self.writeout);
                End::Next
            }
            None => {
                self.missing("a branch operation without a documented meaning");
                End::Next
            }
        }
    }
}
