//! Reference execution of a program: each lane separately, directly from the
//! decoded instructions. Slow, for comparison with the fast path.
//!
//! Lanes interact only through derivatives and texture reads.

mod units;

use super::alu::{self, ONE, Value};
use super::group::WATCHDOG;
use super::io::{ShaderIo, Trap};
use super::meaning::{Alu, Arg, Axis, Condition, Meaning, Number, Spread, meaning};
use super::note::{Notes, Problem};
use super::op::Modifiers;
use super::program::{Program, branch_target};
use super::quirks::{Derivatives, UniformConflict};
use super::slots;
use crate::isa::{AddrMode, Decoded, Dst, File, Reg, Src};
use tilescope_exec::{Interp, Lanes};
use tilescope_shader::{LaneSlots, Plain, Trap as PlainTrap, Why, each_lane};

/// Sixteen independent threads.
#[derive(Clone, Debug)]
pub struct Threads<'p> {
    program: &'p Program,
    uniforms: Vec<[u32; 4]>,
    plain: Plain<LaneSlots>,
    notes: Notes,
}

/// The lane on whose behalf registers are read. Problems are reported only for a
/// lane's own reads.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Reader {
    /// The lane, at its own instruction.
    Itself,
    /// A lane of the same quad.
    Neighbour,
}

/// A component of an operand.
#[derive(Clone, Copy)]
struct Operand {
    arg: Arg,
    component: usize,
    number: Number,
}

impl<'p> Threads<'p> {
    /// Threads at the start of the program. Those in `live` run; stores of those
    /// outside `visible` have no effect.
    pub fn new(
        program: &'p Program,
        uniforms: &[[u32; 4]],
        live: u16,
        visible: u16,
    ) -> Threads<'p> {
        let mut lane = LaneSlots::new(slots::STATE, program.undefined_word());
        let inputs = (0..slots::STATE).filter(|slot| program.is_input(*slot));
        inputs.for_each(|slot| lane.define(slot));
        lane.set(slots::FRONT_FACING, 0);
        Threads {
            program,
            uniforms: uniforms.to_vec(),
            plain: Plain::new(lane, program.start, live, visible),
            notes: Notes::default(),
        }
    }

    /// Sets a component of an input register of a lane.
    pub fn set_temp(&mut self, lane: usize, register: u8, component: usize, word: u32) {
        let slot = slots::temp(register.into(), component as u8);
        self.plain.lanes[lane & 15].set(slot, word);
    }

    /// A component of a temporary register of a lane.
    pub fn temp(&self, lane: usize, register: u8, component: usize) -> u32 {
        let slot = slots::temp(register.into(), component as u8);
        self.plain.lanes[lane & 15].word(slot)
    }

    /// Sets the front-facing flag of a lane, 1.0 or 0.0.
    pub fn set_front_facing(&mut self, lane: usize, word: u32) {
        self.plain.lanes[lane & 15].set(slots::FRONT_FACING, word);
    }

    /// Lanes that were killed.
    pub fn killed(&self) -> u16 {
        self.plain.killed()
    }

    /// Problems found so far.
    pub fn notes(&self) -> &Notes {
        &self.notes
    }

    /// Executed instructions, summed over the lanes.
    pub fn executed(&self) -> u64 {
        self.plain.executed()
    }

    /// Runs all lanes to the end of the program. Consumes a unit of `fuel` for each
    /// instruction of each lane.
    ///
    /// # Errors
    /// The place and reason if a lane stopped.
    pub fn run<I: ShaderIo>(&mut self, io: &mut I, fuel: &mut u64) -> Result<(), Trap> {
        let run = self.run_all(io, fuel);
        run.map_err(|trap| self.program.stopped(trap, &mut self.notes))
    }

    fn run_all<I: ShaderIo>(&mut self, io: &mut I, fuel: &mut u64) -> Result<(), PlainTrap> {
        let p = self.program;
        while let Some((ip, mask)) = self.plain.next(p.end(), WATCHDOG, fuel)? {
            let d = &p.code[(ip - p.start) as usize];
            let active: Vec<usize> = each_lane(mask).collect();
            let done = self.instruction(d, ip, &active, io);
            done.map_err(|why| PlainTrap { ip, why })?;
        }
        Ok(())
    }

    fn instruction<I: ShaderIo>(
        &mut self,
        d: &Decoded,
        ip: u32,
        active: &[usize],
        io: &mut I,
    ) -> Result<(), Why> {
        let what = meaning(d, self.program.quirks());
        match what {
            Meaning::Missing(what) => self.notes.missing(what, ip),
            Meaning::Texture(level) => self.texture(d, ip, level, active, io)?,
            Meaning::Load | Meaning::Store => self.memory(d, ip, what, active, io)?,
            Meaning::Derivative(axis) => self.derivative(d, ip, axis, active),
            _ => {}
        }
        for &lane in active {
            let one = 1 << lane;
            match what {
                Meaning::Alu(alu) => self.alu(d, ip, lane, &alu),
                Meaning::Kill(c) if self.holds(d, ip, lane, &c, 0) => self.plain.kill(one),
                Meaning::Branch(c) if self.holds(d, ip, lane, &c, 0) => {
                    let target = self.target(d)?;
                    self.plain.go(one, target);
                }
                Meaning::BranchAny(c)
                    if (0..4).fold(false, |any, i| any | self.holds(d, ip, lane, &c, i)) =>
                {
                    let target = self.target(d)?;
                    self.plain.go(one, target);
                }
                Meaning::Call => {
                    let (target, depth) = (self.target(d)?, self.program.quirks().call_depth);
                    self.plain.call(one, [ip + 1, target], depth)?;
                }
                Meaning::Return => self.plain.leave(one)?,
                _ => {}
            }
        }
        Ok(())
    }

    /// The target of a branch or call, in the program or at its end.
    fn target(&self, d: &Decoded) -> Result<u32, Why> {
        let target = branch_target(d).unwrap_or(0);
        match (self.program.start..=self.program.end()).contains(&target) {
            true => Ok(target),
            false => Err(Why::Outside { target }),
        }
    }

    /// The uniform that all sources read, if they conflict.
    fn last_uniform(&self, d: &Decoded) -> Option<Reg> {
        if self.program.quirks().uniform_conflict == UniformConflict::Each {
            return None;
        }
        let uniform = |s: &Src| match s {
            Src::Reg(r) if r.file == File::Uniform => Some(*r),
            _ => None,
        };
        d.src.iter().rev().find_map(uniform)
    }

    fn undefined(&self) -> u32 {
        self.program.undefined_word()
    }

    /// The address to add to a register's number; 0 for fixed ones.
    fn address(&mut self, lane: usize, mode: AddrMode, ip: u32, reader: Reader) -> Option<u32> {
        let component = match mode {
            AddrMode::Direct => return None,
            AddrMode::X => 0,
            AddrMode::Y => 1,
            AddrMode::Z => 2,
            AddrMode::W => 3,
        };
        let slot = slots::ADDRESS + component;
        if reader == Reader::Itself && !self.plain.lanes[lane].has_written(slot) {
            let note = self.program.undefined_read(slot, ip);
            note.into_iter().for_each(|note| self.notes.add(note));
        }
        Some(self.plain.lanes[lane].word(slot))
    }

    fn temp_number(
        &mut self,
        index: u16,
        added: Option<u32>,
        ip: u32,
        reader: Reader,
    ) -> Option<u16> {
        let p = self.program;
        match added {
            Some(added) => {
                let index = i64::from(index) + i64::from(added as i32);
                let (there, allowed) = p.indirect_temp(index);
                if reader == Reader::Itself && !allowed {
                    self.notes.add(p.beyond_temps(index, ip));
                }
                there
            }
            None if index < p.num_temps => Some(index),
            None => match p.quirks().beyond_temps {
                super::quirks::BeyondTemps::Wrap => Some(index % p.num_temps),
                super::quirks::BeyondTemps::Own => Some(index).filter(|i| *i < slots::TEMPS),
            },
        }
    }

    /// A component of a source of a lane.
    fn source(
        &mut self,
        d: &Decoded,
        ip: u32,
        lane: usize,
        arg: Arg,
        component: usize,
        number: Number,
    ) -> u32 {
        let operand = Operand {
            arg,
            component,
            number,
        };
        self.source_for(d, ip, lane, operand, Reader::Itself)
    }

    /// An operand of a lane, read on behalf of `reader`.
    fn source_for(
        &mut self,
        d: &Decoded,
        ip: u32,
        lane: usize,
        operand: Operand,
        reader: Reader,
    ) -> u32 {
        let Operand {
            arg,
            component,
            number,
        } = operand;
        let r = match arg {
            Arg::Word(word) => return word,
            Arg::Src(n) => match d.src[usize::from(n)] {
                Src::Imm(imm) => return imm.value(),
                Src::Reg(r) => r,
                Src::Void => {
                    if reader == Reader::Itself {
                        self.notes.missing("reading a missing operand", ip);
                    }
                    return self.undefined();
                }
            },
        };
        let c = r.swizzle.component(component) as usize;
        let instead = self.last_uniform(d).filter(|_| r.file == File::Uniform);
        let (index, mode) = instead.map_or((r.index, r.address), |l| (l.index, l.address));
        let added = self.address(lane, mode, ip, reader);
        let word = match r.file {
            File::Uniform => {
                let at = i64::from(index) + i64::from(added.unwrap_or(0) as i32);
                let vector = usize::try_from(at).ok().and_then(|i| self.uniforms.get(i));
                match vector {
                    Some(vector) => vector[c],
                    None => {
                        if reader == Reader::Itself && added.is_some() {
                            let loaded = self.uniforms.len() as u32;
                            let problem = Problem::UniformBeyond { index: at, loaded };
                            self.notes.add(problem.at(ip));
                        }
                        self.undefined()
                    }
                }
            }
            File::Temp | File::TempFull => match self.temp_number(index, added, ip, reader) {
                Some(t) => {
                    let slot = slots::temp(t, c as u8);
                    if reader == Reader::Itself
                        && added.is_none()
                        && !self.plain.lanes[lane].has_written(slot)
                    {
                        let note = self.program.undefined_read(slot, ip);
                        note.into_iter().for_each(|note| self.notes.add(note));
                    }
                    self.plain.lanes[lane].word(slot)
                }
                None => self.undefined(),
            },
            File::Internal if (index, c, mode) == (0, 0, AddrMode::Direct) => {
                self.plain.lanes[lane].word(slots::FRONT_FACING)
            }
            File::Internal => {
                if reader == Reader::Itself {
                    self.notes.missing("internal registers other than i0.x", ip);
                }
                self.undefined()
            }
        };
        let changes = Modifiers::new(r.negate, r.absolute, number).values();
        changes.fold(word, |word, change| {
            alu::word(self.program.quirks(), change, [word; 4])
        })
    }

    fn component(&mut self, d: &Decoded, ip: u32, lane: usize, alu: &Alu, c: usize) -> u32 {
        let used = super::emit::operands(alu.value);
        let mut operands = [0; 4];
        for (i, arg) in alu.args.into_iter().enumerate().take(used) {
            operands[i] = self.source(d, ip, lane, arg, c, alu.number);
        }
        alu::word(self.program.quirks(), alu.value, operands)
    }

    fn holds(&mut self, d: &Decoded, ip: u32, lane: usize, c: &Condition, i: usize) -> bool {
        let [a, b] = c.args;
        let alu = Alu {
            value: Value::Choose(c.test),
            spread: Spread::Each,
            args: [a, b, Arg::Word(1), Arg::Word(0)],
            number: c.number,
        };
        self.component(d, ip, lane, &alu, i) != 0
    }

    fn enabled(&self, d: &Decoded) -> Vec<usize> {
        let comps = match d.dst {
            Dst::Void => return Vec::new(),
            Dst::Temp { comps, .. } | Dst::Address { comps, .. } | Dst::Memory { comps } => comps,
        };
        (0..4).filter(|c| comps.0 >> c & 1 != 0).collect()
    }

    fn alu(&mut self, d: &Decoded, ip: u32, lane: usize, alu: &Alu) {
        let enabled = self.enabled(d);
        let known =
            |d: &Decoded| !matches!(d.dst, Dst::Address { reg: 1.., .. } | Dst::Memory { .. });
        if enabled.is_empty() || !known(d) {
            if !enabled.is_empty() && matches!(d.dst, Dst::Address { .. }) {
                self.notes.missing("address registers other than a0", ip);
            }
            return;
        }
        let results: Vec<u32> = match alu.spread {
            Spread::Each => enabled
                .iter()
                .map(|&c| self.component(d, ip, lane, alu, c))
                .collect(),
            Spread::FromX => vec![self.component(d, ip, lane, alu, 0); enabled.len()],
            Spread::TwoResults => {
                let mut all = vec![ONE; enabled.len()];
                all[0] = self.component(d, ip, lane, alu, 0);
                all
            }
            Spread::Dot(n) => vec![self.dot(d, ip, lane, alu, usize::from(n)); enabled.len()],
        };
        self.write(d, ip, lane, &enabled, &results);
    }

    fn dot(&mut self, d: &Decoded, ip: u32, lane: usize, alu: &Alu, n: usize) -> u32 {
        let Value::ProductSum(rounding) = alu.value else {
            return 0;
        };
        let mut total = None;
        for i in 0..n {
            let a = self.source(d, ip, lane, alu.args[0], i, alu.number);
            let b = self.source(d, ip, lane, alu.args[1], i, alu.number);
            let (value, c) = match total {
                None => (Value::Product(rounding), 0),
                Some(c) => (alu.value, c),
            };
            total = Some(alu::word(self.program.quirks(), value, [a, b, c, 0]));
        }
        total.unwrap_or(0)
    }

    /// Writes results to the enabled components of the destination.
    fn write(&mut self, d: &Decoded, ip: u32, lane: usize, enabled: &[usize], results: &[u32]) {
        if enabled.is_empty() {
            return;
        }
        let temp = match d.dst {
            Dst::Temp { reg, address, .. } => {
                let added = self.address(lane, address, ip, Reader::Itself);
                self.temp_number(reg.into(), added, ip, Reader::Itself)
            }
            Dst::Address { reg: 0, .. } => None,
            _ => return,
        };
        for (&c, &word) in enabled.iter().zip(results) {
            let word = match d.saturate {
                true => alu::word(self.program.quirks(), Value::Saturate, [word; 4]),
                false => word,
            };
            let lane = &mut self.plain.lanes[lane];
            if let Dst::Address { .. } = d.dst {
                lane.set(slots::ADDRESS + c as u16, word);
            } else if let Some(t) = temp {
                lane.set(slots::temp(t, c as u8), word);
            }
        }
    }

    fn derivative(&mut self, d: &Decoded, ip: u32, axis: Axis, active: &[usize]) {
        let enabled = self.enabled(d);
        let step = match axis {
            Axis::X => 1,
            Axis::Y => 2,
        };
        let mut all = Vec::new();
        for &lane in active {
            let low = match self.program.quirks().derivatives {
                Derivatives::Fine => lane & !step,
                Derivatives::Coarse => lane & !3,
            };
            let mut results = Vec::new();
            for &c in &enabled {
                let number = Number::Float;
                self.source(d, ip, lane, Arg::Src(0), c, number);
                let operand = Operand {
                    arg: Arg::Src(0),
                    component: c,
                    number,
                };
                let [a, b] = [low, low | step]
                    .map(|l| self.source_for(d, ip, l, operand, Reader::Neighbour));
                let (a, b) = (f32::from_bits(a), f32::from_bits(b));
                let word = Lanes([(b - a).to_bits()]);
                let q = self.program.quirks();
                let e = &mut Interp::<1>;
                results.push(alu::canonical(e, q, word).0[0]);
            }
            all.push(results);
        }
        for (&lane, results) in active.iter().zip(&all) {
            self.write(d, ip, lane, &enabled, results);
        }
    }
}
