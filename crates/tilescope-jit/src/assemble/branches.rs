//! Loops whose batches branch, as jumps between the code of their blocks.
//!
//! r11 has the number of instructions that the batch has executed.

use super::{Assembler, Instructions, Memory};
use crate::branches::{Branching, End, Taken};
use iced_x86::{Code, IcedError, Instruction, Register};
use tilescope_shader::Way;

/// A place that is jumped to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Label {
    Way(Way),
    /// The end of the code for a batch.
    End,
}

/// Jumps whose places have to become known.
#[derive(Debug, Default)]
struct Jumps {
    /// The byte after each jump, and where it goes.
    from: Vec<(u64, Label)>,
    places: Vec<(Label, u64)>,
}

/// Bytes of the offset of a jump, which are its last.
const OFFSET: usize = 4;

impl Assembler {
    /// Adds a function that goes round a loop, and returns where it begins; `None` if a jump has no
    /// target.
    pub fn branching(&mut self, l: &Branching) -> Result<Option<usize>, IcedError> {
        use Register::{R8, R9, R11, R11D};
        let spills = l.blocks.iter().map(|block| block.code.spills());
        let mut jumps = Jumps::default();
        let start = self.each_batch(spills.max().unwrap_or(0), |code| {
            code.encode(&Instruction::with2(Code::Mov_r64_rm64, R9, R8)?)?;
            code.encode(&Instruction::with2(Code::Xor_r32_rm32, R11D, R11D)?)?;
            let mut first = Instructions::new(code.target);
            let codes = code.target.codes();
            for (slot, register) in &l.homes {
                first.load(codes.load, *register, Memory::Slot(*slot))?;
            }
            code.steps(&first)?;
            for (n, block) in l.blocks.iter().enumerate() {
                jumps.places.push((Label::Way(Way::Block(n)), code.at));
                let add = Instruction::with2(Code::Add_rm64_imm32, R11, block.instructions as i32)?;
                code.encode(&add)?;
                code.steps(&block.code)?;
                let last = match block.end {
                    End::All(way) => way,
                    End::Either(taken, mask, [yes, no]) => {
                        code.encode(&Instruction::with2(Code::VEX_Kortestw_kr_kr, mask, mask)?)?;
                        let jump = match taken {
                            Taken::IfAny => Code::Jne_rel32_64,
                            Taken::IfNone => Code::Je_rel32_64,
                        };
                        code.jump(jump, Label::Way(yes), &mut jumps)?;
                        no
                    }
                };
                if last != Way::Block(n + 1) {
                    code.jump(Code::Jmp_rel32_64, Label::Way(last), &mut jumps)?;
                }
            }
            code.ways_out(l, &mut jumps)
        })?;
        Ok(self.resolve(&jumps).map(|()| start))
    }

    /// Adds a jump to a place that may not be known yet.
    fn jump(&mut self, code: Code, to: Label, jumps: &mut Jumps) -> Result<(), IcedError> {
        let jump = Instruction::with_branch(code, self.at)?;
        self.encode(&jump)?;
        jumps.from.push((self.at, to));
        Ok(())
    }

    /// Code for the next round, and for the ways out of the loop.
    fn ways_out(&mut self, l: &Branching, jumps: &mut Jumps) -> Result<(), IcedError> {
        jumps.places.push((Label::Way(Way::Again), self.at));
        self.encode(&Instruction::with1(Code::Dec_rm64, Register::R9)?)?;
        self.jump(Code::Jne_rel32_64, Label::Way(Way::Block(0)), jumps)?;
        let codes = self.target.codes();
        let free = self.target.vector(self.target.vectors());
        // The start of the loop comes last in the list: there are no more rounds.
        let again = l.leaves.len() - 1;
        for (n, slots) in l.leaves.iter().enumerate().rev() {
            if n != again {
                jumps.places.push((Label::Way(Way::Leave(n)), self.at));
            }
            let mut out = Instructions::new(self.target);
            for (slot, register) in slots {
                out.store(codes.store, Memory::Slot(*slot), *register)?;
            }
            let running = Memory::Slot(l.slots.running);
            let count = Code::EVEX_Vpbroadcastd_zmm_k1z_r32;
            out.two(count, free, Register::R11D)?;
            out.both(free, running)?;
            out.store(codes.store, Memory::Slot(l.slots.executed), free)?;
            if n != again {
                if let Some(n) = n.checked_sub(1) {
                    out.load(codes.load, free, running)?;
                    out.store(codes.store, Memory::Slot(l.slots.left + n as u16), free)?;
                }
                out.zero(free)?;
                out.store(codes.store, running, free)?;
            }
            self.steps(&out)?;
            if n > 0 {
                self.jump(Code::Jmp_rel32_64, Label::End, jumps)?;
            }
        }
        jumps.places.push((Label::End, self.at));
        Ok(())
    }

    /// Completes jumps to places that were not known. None if there still is such a place.
    fn resolve(&mut self, jumps: &Jumps) -> Option<()> {
        let mut bytes = self.encoder.take_buffer();
        for (after, to) in &jumps.from {
            let (_, place) = jumps.places.iter().find(|(label, _)| label == to)?;
            let offset = (*place as i64 - *after as i64) as i32;
            let after = *after as usize;
            bytes[after - OFFSET..after].copy_from_slice(&offset.to_le_bytes());
        }
        self.encoder.set_buffer(bytes);
        Some(())
    }
}

impl Instructions {
    /// Bits that a register and memory have in common.
    fn both(&mut self, register: Register, memory: Memory) -> Result<(), IcedError> {
        let code = Code::EVEX_Vpandd_zmm_k1z_zmm_zmmm512b32;
        let and = Instruction::with3(code, register, register, super::placeholder())?;
        self.push(and, Some(memory));
        Ok(())
    }
}
