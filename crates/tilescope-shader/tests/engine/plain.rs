//! The plain interpreter: each lane from the instructions, the one furthest behind first.

use crate::toy::*;
use std::collections::BTreeSet;
use tilescope_exec::{Interp, Lanes};
use tilescope_shader::{Isa, Program, Slot};

#[derive(Clone, Debug)]
pub struct Lane {
    pub pc: usize,
    pub regs: [u32; 6],
    defined: [bool; 7],
    address: u32,
    returns: Vec<usize>,
    pub killed: bool,
}

/// Effects of a run, in a form that does not depend on the order of lanes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Effects {
    /// Lane, instruction, word; in the lane's own order.
    pub emitted: Vec<(usize, u32, u32)>,
    pub undefined: BTreeSet<(u32, Slot, usize)>,
    pub outside: BTreeSet<(u32, i64)>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stopped {
    OutOfFuel,
    /// Control went where it cannot, at this instruction.
    Trap(u32),
}

pub struct Plain<'p> {
    pub code: &'p [Inst],
    pub program: &'p Program<Toy>,
    pub uniforms: &'p [u32],
    /// Lanes that run; the others only have registers.
    pub live: BTreeSet<usize>,
    pub visible: BTreeSet<usize>,
    pub lanes: Vec<Lane>,
    pub effects: Effects,
    pub executed: u64,
}

impl<'p> Plain<'p> {
    pub fn new(
        code: &'p [Inst],
        program: &'p Program<Toy>,
        uniforms: &'p [u32],
        inputs: usize,
        count: usize,
    ) -> Plain<'p> {
        let lane = Lane {
            pc: 0,
            regs: [UNDEFINED; 6],
            defined: [0, 1, 2, 3, 4, 5, 6].map(|r| r < inputs),
            address: UNDEFINED,
            returns: Vec::new(),
            killed: false,
        };
        Plain {
            code,
            program,
            uniforms,
            live: BTreeSet::new(),
            visible: BTreeSet::new(),
            lanes: vec![lane; count],
            effects: Effects::default(),
            executed: 0,
        }
    }

    pub fn run(&mut self, fuel: u64) -> Result<(), Stopped> {
        loop {
            let behind = self.live.iter().map(|i| self.lanes[*i].pc).min();
            let Some(pc) = behind.filter(|pc| *pc < self.code.len()) else {
                return Ok(());
            };
            let at = |i: &usize| self.lanes[*i].pc == pc;
            let turn: Vec<usize> = self.live.iter().copied().filter(at).collect();
            self.executed += turn.len() as u64;
            if self.executed > fuel {
                return Err(Stopped::OutOfFuel);
            }
            self.instruction(pc, &turn)?;
        }
    }

    fn read(&mut self, lane: usize, r: usize, ip: u32) -> u32 {
        let l = &self.lanes[lane];
        let slot = r as Slot;
        if !l.defined[r] && !self.program.dead_read(ip, slot) {
            self.effects.undefined.insert((ip, slot, lane));
        }
        if slot == ADDRESS {
            l.address
        } else {
            l.regs[r]
        }
    }

    fn src(&mut self, lane: usize, src: Src, ip: u32) -> u32 {
        match src {
            Src::Register(r) => self.read(lane, r.into(), ip),
            Src::Word(word) => word,
            Src::Uniform(n) => self.uniforms[usize::from(n)],
        }
    }

    fn write(&mut self, lane: usize, r: u8, word: u32) {
        self.lanes[lane].regs[usize::from(r)] = word;
        self.lanes[lane].defined[usize::from(r)] = true;
    }

    fn instruction(&mut self, pc: usize, turn: &[usize]) -> Result<(), Stopped> {
        let ip = pc as u32;
        let before = self.lanes.clone();
        for &lane in turn {
            let mut next = Ok(pc + 1);
            match self.code[pc] {
                Inst::Alu {
                    op,
                    d,
                    a,
                    b,
                    predicated,
                } => {
                    let mut x = self.src(lane, a, ip);
                    let y = match op {
                        Alu::Move | Alu::Neighbour => 0,
                        _ => self.src(lane, b, ip),
                    };
                    if let (Alu::Neighbour, Src::Register(r)) = (op, a) {
                        x = before[lane ^ 1].regs[usize::from(r)];
                    }
                    let operands = [x, y, 0, 0].map(|w| Lanes([w]));
                    let e = &mut Interp::<1>;
                    let mut result = Toy::value(e, &(), Value::Alu(op), operands);
                    if matches!(op, Alu::AddFloat | Alu::Neighbour) {
                        result = canonical(e, result);
                    }
                    let takes = !predicated || self.read(lane, PREDICATE.into(), ip) != 0;
                    let old = self.lanes[lane].regs[usize::from(d)];
                    self.write(lane, d, if takes { result.0[0] } else { old });
                }
                Inst::Address(r) => {
                    let word = self.read(lane, r.into(), ip) & 7;
                    self.lanes[lane].address = word;
                    self.lanes[lane].defined[6] = true;
                }
                Inst::Read { d, index, wraps } => {
                    let slot = self.register(lane, index, wraps, ip);
                    let word = slot.map_or(UNDEFINED, |r| self.lanes[lane].regs[r]);
                    self.write(lane, d, word);
                }
                Inst::Write { index, s, wraps } => {
                    let slot = self.register(lane, index, wraps, ip);
                    let word = self.read(lane, s.into(), ip);
                    if let Some(r) = slot {
                        self.write(lane, r as u8, word);
                    }
                }
                Inst::Branch { cond, to } => {
                    let taken = cond.is_none_or(|r| self.read(lane, r.into(), ip) != 0);
                    // The number is read in any case.
                    let to = self.target(lane, to, ip);
                    if taken {
                        next = to;
                    }
                }
                Inst::Call(to) => {
                    next = self.target(lane, to, ip);
                    let returns = &mut self.lanes[lane].returns;
                    match next {
                        Ok(_) if returns.len() >= usize::from(DEPTH) => {
                            next = Err(Stopped::Trap(ip));
                        }
                        Ok(_) => returns.push(pc + 1),
                        Err(_) => {}
                    }
                }
                Inst::Return => {
                    let to = self.lanes[lane].returns.pop();
                    next = to.ok_or(Stopped::Trap(ip));
                }
                Inst::Unit { kind, d, a } => self.unit(lane, (kind, d, a), ip, turn.len()),
                Inst::Stop => next = Ok(self.code.len()),
            }
            self.lanes[lane].pc = next?;
        }
        Ok(())
    }

    fn target(&mut self, lane: usize, to: To, ip: u32) -> Result<usize, Stopped> {
        let to = match to {
            To::Instruction(to) => to,
            To::Register(r) => self.read(lane, r.into(), ip),
        } as usize;
        match to <= self.code.len() {
            true => Ok(to),
            false => Err(Stopped::Trap(ip)),
        }
    }

    fn register(&mut self, lane: usize, index: u8, wraps: bool, ip: u32) -> Option<usize> {
        let added = self.read(lane, 6, ip) as i32;
        let number = i64::from(index) + i64::from(added);
        if !(0..i64::from(ALLOWED)).contains(&number) {
            self.effects.outside.insert((ip, number));
        }
        let number = match wraps {
            true => number.rem_euclid(i64::from(ALLOWED)),
            false => number,
        };
        usize::try_from(number).ok().filter(|n| *n < 6)
    }

    fn unit(&mut self, lane: usize, (kind, d, a): (UnitKind, u8, u8), ip: u32, together: usize) {
        let word = match kind {
            UnitKind::Ballot | UnitKind::Number => 0,
            _ => self.read(lane, a.into(), ip),
        };
        match kind {
            UnitKind::Emit => {
                if self.visible.contains(&lane) && !self.lanes[lane].killed {
                    self.effects.emitted.push((lane, ip, word));
                }
            }
            UnitKind::Gate => self.write(lane, d, mix(&[word, lane as u32])),
            UnitKind::Sample => self.write(lane, d, mix(&[word])),
            UnitKind::Ballot => self.write(lane, d, together as u32),
            UnitKind::Number => self.write(lane, d, number(lane)),
            UnitKind::Kill => self.lanes[lane].killed |= word & 1 != 0,
        }
    }
}
