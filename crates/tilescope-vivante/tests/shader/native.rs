//! Random programs: groups with native code against groups without.

use crate::random::{instruction, quirks, said, word};
use crate::support::{ALL, Notebook, mix, program};
use proptest::prelude::*;
use tilescope_jit::{TARGETS, Target};
use tilescope_vivante::isa::{Component, Inst};
use tilescope_vivante::shader::{BATCHES, Group, Program, Setup, ShaderQuirks, Stage};

const FUEL: u64 = 40_000 * BATCHES as u64;

/// Components of the first registers.
fn components(registers: u8) -> impl Iterator<Item = (u8, Component)> {
    (0..registers).flat_map(|r| Component::ALL.iter().map(move |c| (r, *c)))
}

/// The targets that this host has.
fn targets() -> impl Iterator<Item = Target> {
    TARGETS.into_iter().filter(|target| target.is_supported())
}

/// Whether the program ended; number of operations, and of those in native code.
fn compare(
    words: &[Inst],
    q: &ShaderQuirks,
    seed: u32,
    target: Target,
) -> Result<(bool, usize, usize), TestCaseError> {
    let inputs = &ALL[..5 + seed as usize % 4];
    let setup = Setup {
        stage: Stage::Pixel,
        start: 0,
        end: words.len() as u32,
        num_temps: 8,
        inputs,
        outputs: &ALL,
    };
    let interpreted = Program::new(words, &setup, q);
    let mut native = interpreted.clone();
    let operations = native.compile(target);
    let operations = operations.map_err(|e| TestCaseError::fail(e.to_string()))?;
    let uniforms: Vec<[u32; 4]> = (0..4u32)
        .map(|u| [0, 1, 2, 3].map(|c| word(seed, &[900, u, c])))
        .collect();
    let live: [u16; BATCHES] =
        std::array::from_fn(|n| [0xffff, 0xfff0, 0, 0x0f0f][mix(&[seed, n as u32]) as usize % 4]);
    let visible = live.map(|bits| bits & 0xfdfb);
    let run = |p: &Program| {
        let mut group = Group::default();
        group.bind(p, &uniforms);
        for lane in 0..BATCHES * 16 {
            // Uniform batches, and divergent ones.
            let who = match seed.is_multiple_of(3) {
                true => lane / 16,
                false => lane,
            } as u32;
            for (r, _) in inputs {
                for c in Component::ALL {
                    let w = word(seed, &[who, (*r).into(), *c as u32]);
                    group.temp_mut(*r, *c)[lane / 16].0[lane % 16] = w;
                }
            }
            let front = (who % 2 * 0x3f80_0000) ^ 0x3f80_0000;
            group.front_facing_mut()[lane / 16].0[lane % 16] = front;
        }
        let (mut io, mut fuel) = (Notebook::default(), FUEL);
        let result = group.run(p, &live, &visible, &mut io, &mut fuel);
        (group, io, fuel, result)
    };
    let (a, a_io, a_fuel, a_result) = run(&interpreted);
    let (b, b_io, b_fuel, b_result) = run(&native);
    prop_assert_eq!(&a_result, &b_result);
    prop_assert_eq!(a_fuel, b_fuel);
    prop_assert_eq!(a.executed(), b.executed());
    prop_assert_eq!(a.killed(), b.killed());
    prop_assert_eq!(said(a.notes()), said(b.notes()));
    prop_assert_eq!(&a_io.stores, &b_io.stores);
    prop_assert_eq!(a_io.lookups.len(), b_io.lookups.len());
    if a_result.is_ok() {
        for (r, c) in components(8) {
            let (ours, theirs) = (a.temp(r, c), b.temp(r, c));
            for lane in 0..BATCHES * 16 {
                if live[lane / 16] >> (lane % 16) & 1 != 0 {
                    let [x, y] = [ours, theirs].map(|t| t[lane / 16].0[lane % 16]);
                    prop_assert_eq!(x, y, "t{}.{} of lane {}", r, c, lane);
                }
            }
        }
    }
    Ok((a_result.is_ok(), interpreted.operations(), operations))
}

fn programs() -> impl Strategy<Value = Vec<Inst>> {
    (1u16..40).prop_flat_map(|len| prop::collection::vec(instruction(len), usize::from(len)))
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, max_shrink_iters: 50, ..ProptestConfig::with_cases(tilescope_filetest::cases(150)) })]

    #[test]
    fn a_group_with_native_code_does_what_it_does_without(
        words in programs(),
        q in quirks(),
        seed in any::<u32>(),
    ) {
        for target in targets() {
            compare(&words, &q, seed, target)?;
        }
    }
}

/// Enough programs end, and most of what they do is native; the rest are accesses, relative
/// reads, and marks of registers that are written.
#[test]
fn most_operations_are_native() {
    targets().for_each(count);
}

fn count(target: Target) {
    use proptest::strategy::ValueTree;
    use proptest::test_runner::TestRunner;
    let mut runner = TestRunner::deterministic();
    let (mut ended, mut all, mut native) = (0, 0, 0);
    for seed in 0..30 {
        let words = programs().new_tree(&mut runner).unwrap().current();
        let counts = compare(&words, &ShaderQuirks::DEFAULT, seed, target).unwrap();
        ended += usize::from(counts.0);
        (all, native) = (all + counts.1, native + counts.2);
    }
    assert!(ended > 8, "{ended} of 30");
    assert!(native * 2 > all, "{native} of {all}");
}

/// Every instruction that computes has the same result, in a program that has native code
/// for all of it.
#[test]
fn functions_and_derivatives_are_native() {
    targets().for_each(native_functions);
}

fn native_functions(target: Target) {
    let unary = ["rcp", "rsq", "sqrt", "exp", "log", "sin", "cos"];
    let unary = (1..)
        .zip(unary)
        .map(|(d, op)| format!("{op} t{d}, void, void, t0\n"));
    let derivatives = "dsx t1.xy__, t0, void, t0\ndsy t1.__zw, t0, void, t0\n";
    let source: String = unary.chain([derivatives.to_owned()]).collect();
    let mut p = program(&source, &ShaderQuirks::DEFAULT);
    let run = |p: &Program| {
        let mut group = Group::default();
        group.bind(p, &[]);
        for (r, c) in components(1) {
            for (n, lanes) in group.temp_mut(r, c).iter_mut().enumerate() {
                for (i, word) in lanes.0.iter_mut().enumerate() {
                    *word = crate::random::word(n as u32, &[i as u32, c as u32]);
                }
            }
        }
        let all = [u16::MAX; BATCHES];
        let (mut io, mut fuel) = (Notebook::default(), FUEL);
        assert_eq!(group.run(p, &all, &all, &mut io, &mut fuel), Ok(()));
        let results = components(8).map(|(r, c)| *group.temp(r, c));
        results.collect::<Vec<_>>()
    };
    let interpreted = run(&p);
    // Derivatives wait for the neighbours first, which is no value.
    assert_eq!(p.compile(target).unwrap(), p.operations() - 2);
    assert_eq!(run(&p), interpreted);
}
