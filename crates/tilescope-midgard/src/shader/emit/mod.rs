//! Translation of bundles to operations.

mod stage;

use super::access::{self, Datapath};
use super::code::{Bundles, Place};
use super::compute::ShaderCores;
use super::instruction::Instruction;
use super::note::Note;
use super::op::Code;
use super::op::Constant;
use super::operation::Bundle;
use super::quirks::ShaderQuirks;
use super::unit::{Request, Unit};
use crate::isa::{AluBundle, Body, LoadStore};
use tilescope_shader::{BlockBuilder, End, Lower, Operand, Slot, Staged, Target};

use stage::stage;

type Builder<'l> = BlockBuilder<'l, ShaderCores>;

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
        let Some((place, bundle)) = code.at(ip) else {
            b.unit(Unit::from(Request::Stop).access());
            return End::Stop;
        };
        let next = Target::Instruction(code.target(place.next));
        let mut one = Lowering {
            emit: self,
            place,
            ip,
            b,
            pending: stage(),
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

/// The translation of a bundle.
struct Lowering<'e, 'p, 'l> {
    emit: &'e mut Emit<'p>,
    place: &'p Place,
    ip: u32,
    b: &'e mut Builder<'l>,
    pending: Staged<Code>,
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
        let mut bundle = Bundle::new(alu);
        for stage in Instruction::stages(alu) {
            bundle.execute(self, &stage);
            self.pending.end(self.b);
        }
        let end = access::branch(self, alu, self.ip, &bundle);
        self.pending.end(self.b);
        end
    }
}
