//! Random programs, and the run of one as a group.

use crate::plain::Effects;
use crate::toy::*;
use proptest::prelude::*;
use tilescope_exec::Lanes16;
use tilescope_shader::{Access, Batch, Mask, Refused, Relative, Slot, Units};

/// Instructions that a program may have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kinds {
    /// Lanes meet only in what they read of each other.
    CrossLane,
    /// Units block, so that the order of lanes is open.
    Blocking,
    /// Neither, and targets stay inside.
    Plain,
}

fn register() -> impl Strategy<Value = u8> {
    0..REGISTERS
}

fn src() -> impl Strategy<Value = Src> {
    let words = prop::sample::select(&[0u32, 1, 2, 3, u32::MAX, 0x3f80_0000, 0x8000_0000, 5][..]);
    prop_oneof![
        6 => register().prop_map(Src::Register),
        2 => words.prop_map(Src::Word),
        1 => (0u8..4).prop_map(Src::Uniform),
    ]
}

fn to(len: u32, kinds: Kinds) -> BoxedStrategy<To> {
    match kinds {
        Kinds::Plain => (0..=len).prop_map(To::Instruction).boxed(),
        _ => prop_oneof![
            30 => (0..=len).prop_map(To::Instruction),
            1 => (len..len + 3).prop_map(To::Instruction),
            1 => any::<u32>().prop_map(To::Instruction),
            1 => register().prop_map(To::Register),
        ]
        .boxed(),
    }
}

fn unit(kinds: Kinds) -> &'static [UnitKind] {
    use UnitKind::*;
    match kinds {
        Kinds::CrossLane => &[Emit, Sample, Ballot, Kill, Number],
        Kinds::Blocking => &[Emit, Sample, Gate, Gate, Gate, Kill, Number],
        Kinds::Plain => &[Emit, Sample, Number],
    }
}

fn alu(kinds: Kinds) -> &'static [Alu] {
    use Alu::*;
    match kinds {
        Kinds::CrossLane => &[Add, Add, And, Less, AddFloat, AddFloat, Move, Neighbour],
        _ => &[Add, Add, And, Less, AddFloat, AddFloat, Move],
    }
}

pub fn instruction(len: u32, kinds: Kinds) -> impl Strategy<Value = Inst> {
    let r = register;
    let cond = prop_oneof![3 => r().prop_map(Some), 1 => Just(None)];
    let arithmetic = (prop::sample::select(alu(kinds)), r(), src(), src(), 0u8..5);
    let arithmetic = arithmetic.prop_map(|(op, d, a, b, p)| Inst::Alu {
        op,
        d,
        a,
        b,
        predicated: p == 0,
    });
    let units = (prop::sample::select(unit(kinds)), r(), r());
    prop_oneof![
        10 => arithmetic,
        1 => r().prop_map(Inst::Address),
        1 => (r(), r(), any::<bool>()).prop_map(|(d, index, wraps)| Inst::Read { d, index, wraps }),
        1 => (r(), r(), any::<bool>()).prop_map(|(index, s, wraps)| Inst::Write { index, s, wraps }),
        5 => (cond, to(len, kinds)).prop_map(|(cond, to)| Inst::Branch { cond, to }),
        1 => to(len, kinds).prop_map(Inst::Call),
        1 => Just(Inst::Return),
        4 => units.prop_map(|(kind, d, a)| Inst::Unit { kind, d, a }),
        1 => Just(Inst::Stop),
    ]
}

pub fn code(longest: u32, kinds: Kinds) -> impl Strategy<Value = Vec<Inst>> {
    (1..longest)
        .prop_flat_map(move |len| prop::collection::vec(instruction(len, kinds), len as usize))
}

/// Programs that compute and branch forward, in a loop of up to four rounds.
pub fn looping(longest: u32) -> impl Strategy<Value = Vec<Inst>> {
    const COUNT: u8 = 4;
    let alu = |op, d, a, b| Inst::Alu {
        op,
        d,
        a,
        b,
        predicated: false,
    };
    let emit = |a| Inst::Unit {
        kind: UnitKind::Emit,
        d: 0,
        a,
    };
    (1..longest).prop_flat_map(move |len| {
        // From the first instruction after that which sets the count.
        let inside = move |(ip, inst): (u32, Inst)| match inst {
            Inst::Branch {
                cond,
                to: To::Instruction(to),
            } => Inst::Branch {
                cond,
                to: To::Instruction(match to > len {
                    true => to + 3,
                    false => to.max(ip + 1),
                }),
            },
            Inst::Alu {
                op,
                d,
                a,
                b,
                predicated,
            } => Inst::Alu {
                op,
                d: d % COUNT,
                a,
                b,
                predicated,
            },
            _ => alu(
                Alu::Add,
                (ip % 3) as u8,
                Src::Register((ip % 4) as u8),
                Src::Word(u32::MAX),
            ),
        };
        let body = prop::collection::vec(instruction(len + 2, Kinds::Plain), len as usize);
        (body, 1..=1 + len / 2).prop_map(move |(body, to)| {
            let count = Src::Register(COUNT);
            let mut code = vec![alu(Alu::And, COUNT, count, Src::Word(3))];
            code.extend((1..).zip(body).map(inside));
            code.push(alu(Alu::Add, COUNT, count, Src::Word(u32::MAX)));
            code.push(alu(Alu::Less, PREDICATE, Src::Word(0), count));
            code.push(Inst::Branch {
                cond: Some(PREDICATE),
                to: To::Instruction(to),
            });
            code.extend([emit(0), emit(1), emit(COUNT)]);
            code
        })
    })
}

/// Words of registers and uniforms: small integers, floats, NaNs and denormals.
pub fn word(parts: &[u32]) -> u32 {
    let h = mix(parts);
    match h % 8 {
        0 => [
            0x7fc0_1234,
            0xffff_ffff,
            0x7f80_0000,
            0,
            0x8000_0000,
            0x8000_0001,
        ][h as usize / 8 % 6],
        1 | 2 => ((h / 8 % 4096) as f32 / 512.0 - 4.0).to_bits(),
        _ => h / 8 % 12,
    }
}

/// Units that record, and gates that block each lane some times.
#[derive(Clone, Debug)]
pub struct Recorder {
    pub effects: Effects,
    /// The number of times each lane was blocked at its gate, and of gates it has passed.
    tries: Vec<(u32, u32)>,
    pub seed: u32,
    /// The slot of an access that is left out at the end, and its instruction.
    pub last: Option<(Slot, u32)>,
}

impl Recorder {
    pub fn new(lanes: usize, seed: u32) -> Recorder {
        Recorder {
            effects: Effects::default(),
            tries: vec![(0, 0); lanes],
            seed,
            last: None,
        }
    }
}

impl<const B: usize> Units<Toy, B> for Recorder {
    fn run(&mut self, unit: &Unit, ip: u32, at: &mut Batch<'_, B>) -> Result<Access, Refused> {
        let lanes = *at.lanes();
        assert!(!lanes.is_empty());
        let together = *at.lanes() == *at.live();
        match unit.kind {
            UnitKind::Emit if unit.outside && together => {
                self.last = Some((unit.a, ip));
                return Ok(Access::Done);
            }
            UnitKind::Number if unit.outside => return Ok(Access::Done),
            _ => {}
        }
        let visible = at.visible();
        for batch in (0..B).filter(|n| lanes.0[*n] != 0) {
            let a = *at.slot(unit.a, batch);
            let mut result = Lanes16::ZERO;
            let mut completed = lanes.0[batch];
            for i in (0..16).filter(|i| lanes.0[batch] >> i & 1 != 0) {
                let lane = batch * 16 + i;
                match unit.kind {
                    UnitKind::Emit => {
                        if visible.has(lane) {
                            self.effects.emitted.push((lane, ip, a.0[i]));
                        }
                    }
                    UnitKind::Gate => {
                        let (tries, passed) = &mut self.tries[lane];
                        if *tries < mix(&[self.seed, lane as u32, *passed]) % 4 {
                            *tries += 1;
                            completed &= !(1 << i);
                            continue;
                        }
                        (*tries, *passed) = (0, *passed + 1);
                        result.0[i] = mix(&[a.0[i], lane as u32]);
                    }
                    UnitKind::Sample => result.0[i] = mix(&[a.0[i]]),
                    UnitKind::Ballot => result.0[i] = lanes.count() as u32,
                    UnitKind::Number => result.0[i] = number(lane),
                    UnitKind::Kill => at.kill(batch, (a.0[i] as u16 & 1) << i),
                }
            }
            if !matches!(unit.kind, UnitKind::Emit | UnitKind::Kill) {
                at.merge(unit.d, batch, &result, completed);
            }
            at.complete(batch, completed);
        }
        match at.lanes().is_empty() {
            true => Ok(Access::Done),
            false => Ok(Access::Blocked),
        }
    }

    fn undefined(&mut self, slot: Slot, ip: u32, lanes: &Mask<B>) {
        let all = lanes.lanes().map(|lane| (ip, slot, lane));
        self.effects.undefined.extend(all);
    }

    fn outside(&mut self, _: &Relative, ip: u32, number: i64) {
        self.effects.outside.insert((ip, number));
    }
}
