//! Loops: lanes leave them in different rounds, by several ways, and some batches do not run.

use crate::program::{ALL, Inst, Record, Tiny, Value, hosts, program_with, run, sums};
use proptest::prelude::*;
use std::sync::Arc;
use tilescope_jit::compile_program;
use tilescope_shader::{Group, Mask, Native, Trap, Why};

fn value(v: Value, d: u16, a: u16, b: u16) -> Inst {
    Inst::Value(v, d, [a, b])
}

/// Slots that are read at the end are the same with and without native code. Returns the number of
/// loops that have any: in some no lane comes to the branch back.
fn compare<const B: usize>(
    code: &[Inst],
    (inputs, outputs): (&[u16], &[u16]),
    live: [u16; B],
) -> usize {
    let interpreted = program_with(code, inputs, outputs);
    let mut count = interpreted.loops().len();
    for host in hosts() {
        let mut native = interpreted.clone();
        let code = compile_program(&native, B, host).unwrap();
        count = code.loops().len();
        native.set_native(Arc::new(code));
        let (slots, seen) = run(&native, live);
        let (expected, should_be_seen) = run(&interpreted, live);
        assert_eq!(seen, should_be_seen, "{host:?}");
        for slot in outputs {
            let slot = usize::from(*slot);
            assert_eq!(slots[slot], expected[slot], "{host:?}, slot {slot}");
        }
    }
    count
}

#[test]
fn lanes_go_round_loops() {
    use Value::{Add, And, Halve};
    let code = [
        value(And, 0, 4, 1),
        Inst::Branch(5),
        value(Add, 2, 2, 5),
        value(And, 0, 4, 2),
        Inst::Branch(12),
        value(Halve, 4, 4, 4),
        value(Add, 1, 1, 2),
        value(Add, 0, 4, 4),
        Inst::Branch(10),
        Inst::Jump(11),
        Inst::Jump(0),
        Inst::Unit,
        value(Add, 1, 1, 1),
    ];
    for outputs in [&ALL[..], &[1], &[2, 4], &[]] {
        assert_eq!(compare(&code, (&ALL, outputs), [0xffff]), 1);
        assert_eq!(
            compare(&code, (&ALL, outputs), [0xffff, 0, 0x1234, 0x8001]),
            1
        );
    }
}

/// One after the other, and values that change places from round to round.
#[test]
fn values_change_places() {
    use Value::{Add, Halve};
    let shift = |d, s| value(Value::And, d, s, s);
    let code = [
        // Around four slots, and around two.
        shift(0, 1),
        shift(1, 2),
        shift(2, 3),
        shift(3, 0),
        value(Halve, 4, 4, 4),
        Inst::If(4, 0),
        shift(0, 1),
        shift(1, 2),
        shift(2, 0),
        value(Halve, 5, 5, 5),
        value(Add, 3, 3, 5),
        Inst::If(5, 6),
        Inst::Unit,
    ];
    for outputs in [&ALL[..], &[0, 1], &[3]] {
        assert_eq!(compare(&code, (&ALL, outputs), [0xffff, 0x7fff]), 2);
    }
}

/// A loop without an end takes all fuel, and no more, though its instructions are more than a word
/// counts.
#[test]
fn endless_loops_end_with_the_fuel() {
    let mut code = sums(299);
    code.push(Inst::Jump(0));
    let all = (300 * 16) << 21;
    for host in hosts() {
        let mut p = program_with(&code, &ALL, &ALL);
        p.set_native(Arc::new(compile_program(&p, 1, host).unwrap()));
        let mut group = Group::<Tiny, 1>::new();
        group.bind(&p, |word, _| word);
        let mut fuel = all;
        let ran = group.run(
            &p,
            &Mask::ALL,
            &Mask::ALL,
            &mut Record::default(),
            &mut fuel,
        );
        let why = Why::OutOfFuel;
        assert_eq!(ran, Err(Trap { ip: 0, why }), "{host:?}");
        assert_eq!((group.executed(), fuel), (all, 0), "{host:?}");
    }
}

/// Instructions of a loop of `len`, which begins after the first: forward branches stay in it or go
/// behind it. Slot 5 counts.
fn instruction(len: u32) -> impl Strategy<Value = Inst> {
    const VALUES: &[Value] = &[Value::Add, Value::Add, Value::And, Value::Halve, Value::Exp];
    let values = (prop::sample::select(VALUES), 0u16..5, 0u16..6, 0u16..6);
    prop_oneof![
        6 => values.prop_map(|(v, d, a, b)| value(v, d, a, b)),
        2 => (0u16..6, 0..len + 3).prop_map(|(cond, to)| Inst::If(cond, to)),
        1 => (0..len + 3).prop_map(Inst::Jump),
    ]
}

fn looping() -> impl Strategy<Value = Vec<Inst>> {
    (1u32..20).prop_flat_map(|len| {
        let body = prop::collection::vec(instruction(len), len as usize);
        (body, 0..len).prop_map(move |(body, back)| {
            let forward = |ip: u32, to: u32| match to > len {
                // Behind the branch back.
                true => to + 1,
                false => to.max(ip + 1),
            };
            let inside = |(ip, inst)| match inst {
                Inst::If(cond, to) => Inst::If(cond, forward(ip, to)),
                Inst::Jump(to) => Inst::Jump(forward(ip, to)),
                inst => inst,
            };
            let mut code: Vec<Inst> = (0..).zip(body).map(inside).collect();
            code.push(value(Value::Halve, 5, 5, 5));
            code.push(Inst::If(5, back.min(len / 2)));
            code.extend([Inst::Unit, value(Value::Add, 1, 1, 2)]);
            code
        })
    })
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(300) })]

    #[test]
    fn random_loops(code in looping(), inputs in 0u32..64, outputs in 0u32..64, live: [u16; 4]) {
        let of = |mask: u32| ALL.into_iter().filter(|n| mask >> n & 1 != 0).collect::<Vec<_>>();
        // The one that counts is written.
        let (inputs, outputs) = (of(inputs | 32), of(outputs));
        compare(&code, (&inputs, &outputs), live);
        compare(&code, (&inputs, &outputs), [live[0]]);
    }
}

/// Most random programs have a loop that native code goes round.
#[test]
fn most_random_programs_have_loops() {
    use proptest::strategy::ValueTree;
    let mut runner = proptest::test_runner::TestRunner::deterministic();
    let mut loops = 0;
    for _ in 0..100 {
        let code = looping().new_tree(&mut runner).map(|t| t.current());
        loops += program_with(&code.unwrap_or_default(), &ALL, &ALL)
            .loops()
            .len()
            .min(1);
    }
    assert!(loops > 60, "{loops} of 100");
}
