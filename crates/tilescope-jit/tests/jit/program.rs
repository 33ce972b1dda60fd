//! Programs of an instruction set that exists only here: stretches between accesses, on
//! the batches that run.

use std::sync::Arc;
use tilescope_exec::{Exec, Lanes16, functions};
use tilescope_jit::{TARGETS, Target as Host, compile_hot, compile_program, supported};
use tilescope_shader::{
    Access, Batch, BlockBuilder, End, Group, Isa, Layout, Lower, Mask, Native, Op, Program, Ran,
    Refused, Shape, Slot, Target, UnitOp, Units,
};

#[derive(Clone, Copy, Debug)]
pub struct Tiny;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Value {
    Add,
    And,
    Halve,
    /// Many instructions of native code.
    Exp,
    /// Without native code.
    Reverse,
    /// From the next lane: without native code in half a batch.
    Turn,
}

impl Isa for Tiny {
    type Quirks = ();
    type Value = Value;
    type Unit = ();
    type Constant = u32;

    const SLOTS: usize = 16;

    fn shape(v: Value) -> Shape {
        match v {
            Value::Add | Value::And => Shape::bits(2),
            Value::Halve | Value::Exp | Value::Reverse | Value::Turn => Shape::bits(1),
        }
    }

    fn value<E: Exec>(e: &mut E, (): &(), v: Value, [a, b, ..]: [E::V; 4]) -> E::V {
        match v {
            Value::Add => e.add(a, b),
            Value::And => e.and(a, b),
            Value::Halve => {
                let one = e.splat(1);
                e.shr(a, one)
            }
            Value::Exp => functions::exp2(e, a),
            Value::Reverse => tilescope_exec::int::bit_reverse(e, a),
            Value::Turn => e.permute(a, std::array::from_fn(|i| (i as u8 + 1) % 16)),
        }
    }

    fn over_exec(v: Value) -> bool {
        v != Value::Reverse
    }
}

#[derive(Clone, Copy, Debug)]
pub enum Inst {
    Value(Value, u16, [u16; 2]),
    Unit,
    /// To an instruction, where slot 0 is not 0.
    Branch(u32),
    /// To an instruction, where this slot is not 0.
    If(u16, u32),
    Jump(u32),
}

struct Code<'c>(&'c [Inst]);

impl Lower<Tiny> for Code<'_> {
    fn lower(&mut self, ip: u32, b: &mut BlockBuilder<'_, Tiny>) -> End {
        match self.0[ip as usize] {
            Inst::Value(v, d, [x, y]) => b.value(v, d, [x, y, x, x]),
            Inst::Unit => b.unit(UnitOp {
                reads: vec![1],
                ..UnitOp::new(())
            }),
            Inst::Branch(to) => {
                let to = Target::Instruction(to);
                return End::Branch { cond: 0, to };
            }
            Inst::If(cond, to) => {
                let to = Target::Instruction(to);
                return End::Branch { cond, to };
            }
            Inst::Jump(to) => return End::Jump(Target::Instruction(to)),
        }
        End::Next
    }
}

pub const ALL: [u16; 6] = [0, 1, 2, 3, 4, 5];

fn program(code: &[Inst]) -> Program<Tiny> {
    program_with(code, &ALL, &ALL)
}

/// A program before which some slots are written, and after which some are read.
pub fn program_with(code: &[Inst], inputs: &[u16], outputs: &[u16]) -> Program<Tiny> {
    let layout = Layout {
        start: 0,
        end: code.len() as u32,
        state: 6,
        scratch: 1,
        shared: 0..0,
        inputs,
        outputs,
        undefined: 0,
        call_depth: 0,
    };
    Program::new(&mut Code(code), &layout, ())
}

/// Records lanes, and the content of slot 1.
#[derive(Default, PartialEq, Debug)]
pub struct Record(Vec<(usize, u16, Lanes16)>);

impl<const B: usize> Units<Tiny, B> for Record {
    fn run(&mut self, (): &(), _: u32, at: &mut Batch<'_, B>) -> Result<Access, Refused> {
        for (n, lanes) in at.lanes().0.into_iter().enumerate() {
            self.0.push((n, lanes, *at.slot(1, n)));
        }
        Ok(Access::Done)
    }

    fn undefined(&mut self, slot: Slot, ip: u32, lanes: &Mask<B>) {
        for (n, lanes) in lanes.0.into_iter().enumerate() {
            let place = Lanes16::splat(ip << 16 | u32::from(slot));
            self.0.push((n, lanes, place));
        }
    }
}

/// All slots, and what the unit saw of batches that run.
pub fn run<const B: usize>(p: &Program<Tiny>, live: [u16; B]) -> (Vec<[Lanes16; B]>, Record) {
    let mut group = Group::<Tiny, B>::new();
    group.bind(p, |word, _| word);
    for slot in ALL {
        *group.slot_mut(slot) = std::array::from_fn(|n| {
            let word = |i: usize| (i * 7 + n * 3 + usize::from(slot)) as u32 % 5;
            Lanes16::from_fn(|i| word(i) ^ (0x3f00_0000 * u32::from(slot > 2)))
        });
    }
    let (live, mut units, mut fuel) = (Mask(live), Record::default(), 100_000);
    let ran = group.run(p, &live, &live, &mut units, &mut fuel);
    assert_eq!(ran, Ok(Ran::Ended));
    let seen = |(n, lanes, words): (usize, u16, Lanes16)| {
        let words = Lanes16::from_fn(|i| words[i] * u32::from(lanes >> i & 1));
        (n, lanes, words)
    };
    units.0 = units.0.into_iter().map(seen).collect();
    let slots = ALL.map(|slot| {
        let mut lanes = *group.slot(slot);
        for (lanes, live) in lanes.iter_mut().zip(live.0) {
            *lanes = Lanes16::from_fn(|i| lanes[i] * u32::from(live >> i & 1));
        }
        lanes
    });
    (slots.to_vec(), units)
}

pub fn sums(count: usize) -> Vec<Inst> {
    let sum = |i: usize| {
        let d = 1 + i as u16 % 5;
        Inst::Value(Value::Add, d, [(d + 1) % 6, d])
    };
    (0..count).map(sum).collect()
}

/// The targets that this host has.
pub fn hosts() -> impl Iterator<Item = Host> {
    TARGETS.into_iter().filter(|host| host.is_supported())
}

/// Lanes diverge, accesses are between stretches, and some batches do not run.
#[test]
fn groups_of_any_size_do_what_they_do_without_native_code() {
    let mut code = sums(9);
    code.extend([Inst::Unit, Inst::Branch(15)]);
    code.extend(sums(2));
    code.extend([Inst::Unit, Inst::Value(Value::Exp, 3, [4, 4])]);
    code.extend([
        Inst::Value(Value::Reverse, 2, [2, 2]),
        Inst::Value(Value::Add, 5, [5, 2]),
        Inst::Unit,
    ]);
    fn both<const B: usize>(code: &[Inst], live: [u16; B]) {
        let interpreted = program(code);
        for host in hosts() {
            let mut native = interpreted.clone();
            let stretches = compile_program(&native, B, host).unwrap();
            assert_eq!(stretches.operations(), 13);
            native.set_native(Arc::new(stretches));
            assert_eq!(run(&native, live), run(&interpreted, live));
        }
    }
    both(&code, [0xffff]);
    both(&code, [0xffff, 0, 0x1234, 0x8001]);
    both(&code, [0, 1, 0xffff, 0, 0xffff, 0x00ff, 0, 0x8000]);
}

/// A long stretch is several functions that follow each other, and the end of a very
/// large program has none.
#[test]
fn functions_and_programs_have_a_largest_size() {
    hosts().for_each(largest_sizes);
}

fn largest_sizes(host: Host) {
    // Each of another value, as what is the same is computed once.
    let exps = |count| vec![Inst::Value(Value::Exp, 1, [1, 1]); count];
    let mut code = exps(200);
    code.extend(sums(3));
    let interpreted = program(&code);
    let mut native = interpreted.clone();
    let stretches = compile_program(&native, 2, host).unwrap();
    assert_eq!(stretches.operations(), 203);
    let all = stretches.stretches();
    assert!((20..200).contains(&all[0].ops), "{}", all[0].ops);
    for (one, next) in all.iter().zip(&all[1..]) {
        assert_eq!((0, one.op + one.ops), (next.block, next.op));
    }
    native.set_native(Arc::new(stretches));
    assert_eq!(run(&native, [0xffff, 7]), run(&interpreted, [0xffff, 7]));

    let large = program(&exps(5000));
    let native = compile_program(&large, 1, host).unwrap().operations();
    assert!((500..5000).contains(&native), "{native} of 5000");
}

/// A stretch has only operations with native code.
#[test]
fn stretches_end_where_native_code_does() {
    let code = [
        Inst::Value(Value::Add, 1, [2, 3]),
        Inst::Value(Value::Reverse, 1, [1, 1]),
        Inst::Value(Value::Add, 1, [1, 3]),
    ];
    let p = program(&code);
    let stretches: Vec<_> = p.stretches().collect();
    assert_eq!(stretches.len(), 2);
    for (_, _, ops) in stretches {
        assert!(matches!(ops, [Op::Value { v: Value::Add, .. }]));
    }
}

/// Operations that a target lacks are interpreted between its stretches.
#[test]
fn operations_that_a_target_lacks_are_interpreted() {
    let mut code = sums(4);
    code.push(Inst::Value(Value::Turn, 2, [3, 3]));
    code.push(Inst::Value(Value::Turn, 4, [2, 2]));
    code.extend(sums(6));
    let interpreted = program(&code);
    for host in hosts() {
        let mut native = interpreted.clone();
        let stretches = compile_program(&native, 2, host).unwrap();
        let lacks = if host == Host::Avx2 { 2 } else { 0 };
        assert_eq!(stretches.operations(), 12 - lacks, "{host:?}");
        native.set_native(Arc::new(stretches));
        let live = [0xffff, 0xffff];
        assert_eq!(run(&native, live), run(&interpreted, live), "{host:?}");
    }
}

#[test]
fn batches_exist() {
    let Some(host) = Host::of_host() else {
        return;
    };
    let p = program(&sums(1));
    let stretches = compile_program(&p, 2, host).unwrap();
    let call = || stretches.call(0, &mut vec![Lanes16::ZERO; 32], &[0, 2]);
    let panic = std::panic::catch_unwind(call).unwrap_err();
    let message = panic.downcast_ref::<&str>().unwrap();
    assert_eq!(*message, "a batch that does not exist");
}

/// Groups of another size are interpreted.
#[test]
fn code_is_for_groups_of_its_size() {
    let Some(host) = Host::of_host() else {
        return;
    };
    let interpreted = program(&sums(5));
    let mut native = interpreted.clone();
    native.set_native(Arc::new(compile_program(&native, 2, host).unwrap()));
    assert_eq!(run(&native, [0xffff; 4]), run(&interpreted, [0xffff; 4]));
}

/// A program that runs often is compiled, and then does the same.
#[test]
fn hot_programs_are_compiled() {
    let interpreted = program(&sums(40));
    let mut hot = interpreted.clone();
    hot.compile_hot(compile_hot);
    for _ in 0..10_000 {
        run(&hot, [0xffff, 0x1234]);
        if hot.is_compiled(2) {
            break;
        }
    }
    assert_eq!(hot.is_compiled(2), supported());
    assert!(!hot.is_compiled(4));
    assert_eq!(run(&hot, [0xffff, 7]), run(&interpreted, [0xffff, 7]));
}
