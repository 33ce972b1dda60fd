//! Units that block: a mutex between threads of a group, accesses in primitive order, and
//! a barrier that several groups meet at.

use crate::toy::*;
use tilescope_exec::Lanes16;
use tilescope_shader::{Access, Batch, Group, Mask, Ran, Refused, Units};

const EACH: usize = 4;

fn unit(kind: UnitKind, d: u8, a: u8) -> Inst {
    Inst::Unit { kind, d, a }
}

fn add(d: u8, a: u8, word: u32) -> Inst {
    Inst::Alu {
        op: Alu::Add,
        d,
        a: Src::Register(a),
        b: Src::Word(word),
        predicated: false,
    }
}

fn group(p: &tilescope_shader::Program<Toy>) -> Group<Toy, EACH> {
    let mut group = Group::new();
    group.bind(p, |constant, _| match constant {
        Constant::Word(word) => word,
        Constant::Uniform(n) => n.into(),
    });
    group
}

/// A lock that a batch takes as a whole (Gate) and gives back (Emit).
#[derive(Default)]
struct Lock {
    holder: Option<usize>,
    order: Vec<usize>,
}

impl Units<Toy, EACH> for Lock {
    fn run(&mut self, unit: &Unit, _: u32, at: &mut Batch<'_, EACH>) -> Result<Access, Refused> {
        for batch in 0..EACH {
            let lanes = at.lanes().0[batch];
            if lanes == 0 {
                continue;
            }
            match unit.kind {
                UnitKind::Gate => {
                    if self.holder.is_some() {
                        continue;
                    }
                    self.holder = Some(batch);
                    self.order.push(batch);
                    let d = at.slot(unit.a, batch).0[0] * 10;
                    at.set(unit.d, batch, Lanes16::splat(d));
                }
                _ => {
                    assert_eq!(self.holder, Some(batch), "the lock is held once");
                    self.holder = None;
                }
            }
            at.complete(batch, lanes);
        }
        match at.lanes().is_empty() {
            true => Ok(Access::Done),
            false => Ok(Access::Blocked),
        }
    }
}

#[test]
fn threads_hold_a_lock_one_after_the_other() {
    // r0 = number of turns of a loop inside the lock.
    let code = [
        unit(UnitKind::Gate, 1, 2),
        add(1, 1, 1),
        add(0, 0, u32::MAX),
        Inst::Branch {
            cond: Some(0),
            to: To::Instruction(1),
        },
        unit(UnitKind::Emit, 0, 1),
        add(3, 1, 1000),
    ];
    let p = program(&code, 4, &[1, 3]);
    let mut g = group(&p);
    for batch in 0..EACH {
        g.slot_mut(0)[batch] = Lanes16::splat(5 - batch as u32);
        g.slot_mut(2)[batch] = Lanes16::splat(batch as u32 + 1);
    }
    let mut lock = Lock::default();
    let (all, mut fuel) = (Mask::ALL, 1 << 20);
    assert_eq!(g.run(&p, &all, &all, &mut lock, &mut fuel), Ok(Ran::Ended));
    assert_eq!(lock.order, [0, 1, 2, 3]);
    for batch in 0..EACH {
        let turns = 5 - batch as u32;
        let wanted = (batch as u32 + 1) * 10 + turns;
        assert_eq!(g.slot(1)[batch], Lanes16::splat(wanted), "batch {batch}");
        assert_eq!(g.slot(3)[batch], Lanes16::splat(wanted + 1000));
    }
    // An instruction is paid for once, however often it was tried.
    let instructions: u64 = (0..EACH as u64).map(|b| (2 + 1 + 3 * (5 - b)) * 16).sum();
    assert_eq!(
        (g.executed(), (1 << 20) - fuel),
        (instructions, instructions)
    );
}

/// A barrier: a lane passes when as many have arrived as there are.
struct Barrier {
    count: u64,
    arrived: [Mask<EACH>; 2],
    group: usize,
    passes: u32,
}

impl Units<Toy, EACH> for Barrier {
    fn run(&mut self, unit: &Unit, _: u32, at: &mut Batch<'_, EACH>) -> Result<Access, Refused> {
        let lanes = *at.lanes();
        self.arrived[self.group].unite(&lanes);
        let arrived: u64 = self.arrived.iter().map(Mask::count).sum();
        if arrived < self.count {
            return Ok(Access::Blocked);
        }
        self.passes += 1;
        for batch in 0..EACH {
            let value = Lanes16::splat(self.passes);
            at.merge(unit.d, batch, &value, lanes.0[batch]);
        }
        Ok(Access::Done)
    }
}

#[test]
fn lanes_of_two_groups_meet_at_a_barrier() {
    // Lanes where r0 is 0 come to the barrier by a longer path.
    let code = [
        Inst::Branch {
            cond: Some(0),
            to: To::Instruction(3),
        },
        add(2, 2, 7),
        add(2, 2, 7),
        unit(UnitKind::Gate, 1, 2),
        add(3, 2, 100),
    ];
    let p = program(&code, 4, &[1, 2, 3]);
    let mut groups = [group(&p), group(&p)];
    let mut barrier = Barrier {
        count: 2 * 16 * EACH as u64,
        arrived: [Mask::NONE; 2],
        group: 0,
        passes: 0,
    };
    let (all, mut fuel) = (Mask::ALL, 1 << 20);
    for (n, g) in groups.iter_mut().enumerate() {
        for batch in 0..EACH {
            g.slot_mut(0)[batch] = Lanes16::from_fn(|i| (i as u32 + batch as u32) & 1);
            g.slot_mut(2)[batch] = Lanes16::splat(batch as u32);
        }
        barrier.group = n;
        let ran = g.run(&p, &all, &all, &mut barrier, &mut fuel);
        assert_eq!(ran, Ok(if n == 0 { Ran::Blocked } else { Ran::Ended }));
    }
    assert_eq!(groups[0].blocked(&p), [(3, Mask::ALL)]);
    barrier.group = 0;
    let ran = groups[0].resume(&p, &mut barrier, &mut fuel);
    assert_eq!(ran, Ok(Ran::Ended));
    for g in &groups {
        for batch in 0..EACH {
            for lane in 0..16 {
                let direct = (lane + batch) & 1 != 0;
                let sum = batch as u32 + if direct { 0 } else { 14 };
                assert_eq!(g.slot(2)[batch].0[lane], sum);
                assert_eq!(g.slot(3)[batch].0[lane], sum + 100);
            }
        }
    }
}

/// Batches are primitives, and a pixel's accesses have their order: a batch is blocked
/// until those before it have passed.
#[derive(Default)]
struct Ordered {
    passed: Vec<usize>,
}

impl Units<Toy, EACH> for Ordered {
    fn run(&mut self, _: &Unit, _: u32, at: &mut Batch<'_, EACH>) -> Result<Access, Refused> {
        for batch in 0..EACH {
            let lanes = at.lanes().0[batch];
            if lanes != 0 && self.passed.len() == batch {
                self.passed.push(batch);
                at.complete(batch, lanes);
            }
        }
        match at.lanes().is_empty() {
            true => Ok(Access::Done),
            false => Ok(Access::Blocked),
        }
    }
}

#[test]
fn accesses_keep_the_order_of_primitives() {
    // Later batches come to the access first.
    let code = [
        Inst::Branch {
            cond: Some(0),
            to: To::Instruction(3),
        },
        add(1, 1, 1),
        Inst::Branch {
            cond: None,
            to: To::Instruction(6),
        },
        add(0, 0, u32::MAX),
        Inst::Branch {
            cond: Some(0),
            to: To::Instruction(3),
        },
        add(2, 2, 1),
        unit(UnitKind::Gate, 1, 2),
    ];
    let p = program(&code, 4, &[2]);
    let mut g = group(&p);
    for batch in 0..EACH {
        g.slot_mut(0)[batch] = Lanes16::splat((EACH - 1 - batch) as u32);
    }
    let (all, mut fuel) = (Mask::ALL, 1 << 20);
    let mut units = Ordered::default();
    assert_eq!(g.run(&p, &all, &all, &mut units, &mut fuel), Ok(Ran::Ended));
    assert_eq!(units.passed, [0, 1, 2, 3]);
}
