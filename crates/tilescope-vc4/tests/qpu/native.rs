//! Random programs, straight-line and with a loop: native code and the interpreter give
//! the same bytes.

use crate::device::Recorder;
use crate::modes::{END, NOP, Residue, alu, cases, load, values};
use proptest::prelude::*;
use tilescope_exec::Lanes16;
use tilescope_jit::{TARGETS, Target};
use tilescope_vc4::qpu::quirks::{Denormals, FloatRounding, FtoiOverflow, QpuQuirks};
use tilescope_vc4::qpu::{ExecMode, Program, RunEnd, Stream, Thread, ThreadInit};

/// Words that only compute: without peripherals, the SFU and signals.
fn computing() -> impl Strategy<Value = u64> {
    prop_oneof![8 => alu(Residue::Hidden), 1 => load()].prop_map(|w| {
        let sig = w >> 60;
        let form = w >> 57 & 7;
        let mut w = match sig {
            1 | 13 => w,
            14 if form == 4 => w & !(7 << 57),
            14 => w,
            _ => w & !(0xf << 60) | 1 << 60,
        };
        for shift in [38, 32] {
            let waddr = w >> shift & 63;
            if waddr >= 36 && waddr != 37 && waddr != 39 {
                w = w & !(63 << shift) | (waddr % 4) << shift;
            }
        }
        if sig != 14 {
            let harmless = |addr: u64| addr < 32 || matches!(addr, 38 | 39 | 41);
            if !harmless(w >> 18 & 63) {
                w = w & !(63 << 18) | (w >> 18 & 3) << 18;
            }
            // Rotation by r5 is left to the interpreter.
            if sig == 13 && w >> 12 & 63 == 48 {
                w |= 1 << 12;
            }
            if sig != 13 && !harmless(w >> 12 & 63) {
                w = w & !(63 << 12) | (w >> 12 & 3) << 12;
            }
        }
        w
    })
}

fn run(p: &Program, mode: ExecMode) -> Result<Thread, TestCaseError> {
    let mut t = Thread::default();
    let init = ThreadInit {
        qpu_number: 3,
        x: values(1),
        y: values(2),
        w: values(3),
        z: values(4),
    };
    t.start_clean(p, &init, Stream::default());
    let end = t.run(p, &mut Recorder::default(), &mut 1000, mode);
    prop_assert_eq!(end, RunEnd::Ended);
    Ok(t)
}

/// The targets that this host has.
pub fn targets() -> impl Iterator<Item = Target> {
    TARGETS.into_iter().filter(|target| target.is_supported())
}

/// Operations with native code, and all.
fn agree(words: &[u64], q: QpuQuirks, target: Target) -> Result<[usize; 2], TestCaseError> {
    let mut code = words.to_vec();
    // First fills the registers with different values.
    let fill = (0..32u64).map(|n| {
        let imm = values(n as u32)[n as usize % 16];
        0xe << 60 | 1 << 49 | 1 << 46 | n << 38 | n << 32 | u64::from(imm)
    });
    code.splice(0..0, fill);
    code.extend([END, NOP, NOP]);
    let mut p = Program::new(&code, 0, q);
    let a = run(&p, ExecMode::Reference)?;
    let native = p.compile(target, 1);
    let native = native.map_err(|e| TestCaseError::fail(e.to_string()))?;
    let b = run(&p, ExecMode::Normal)?;
    same(&p, &a, &b)?;
    Ok([native, p.operations()])
}

fn same(p: &Program, a: &Thread, b: &Thread) -> Result<(), TestCaseError> {
    let all = |t: &Thread| -> Vec<(String, Lanes16)> {
        t.registers()
            .map(|(n, _, v)| (n, *v))
            .chain([("zn".into(), *t.zn())])
            .chain(p.tests_carry().then(|| ("carry".into(), *t.carry())))
            .collect()
    };
    for (x, y) in all(a).into_iter().zip(all(b)) {
        prop_assert_eq!(x, y);
    }
    prop_assert_eq!(a.executed(), b.executed());
    Ok(())
}

/// A branch over `by` instructions after its delay slots.
fn branch(cond: u64, by: i32, delay: Vec<u64>) -> Vec<u64> {
    let to = u64::from((8 * by) as u32);
    let word = 0xf << 60 | cond << 52 | 1 << 51 | 39 << 38 | 39 << 32 | to;
    [vec![word], delay].concat()
}

/// The branch to where all lanes have Z clear.
const ALL_ZC: u64 = 1;

/// A loop: code, code that a branch on flags may skip, a branch out on flags, and the count down
/// in ra31.
pub fn looping() -> impl Strategy<Value = Vec<u64>> {
    let part = || prop::collection::vec(computing(), 0..6);
    let delay = || prop::collection::vec(computing(), 3);
    let cond = || 0u64..12;
    let parts = [part(), part(), part()];
    let delays = [delay(), delay(), delay()];
    (parts, delays, [cond(), cond()], 1u64..12).prop_map(|(parts, delays, [over, out], count)| {
        // Register 31 is the loop's.
        let others = |mut w: u64| {
            for shift in [38, 32] {
                if w >> shift & 63 == 31 {
                    w ^= 1 << shift;
                }
            }
            w
        };
        let [first, skipped, last] = parts.map(|part| part.into_iter().map(others));
        let delays = delays.map(|delay| delay.into_iter().map(others).collect());
        let [of_over, of_out, of_back]: [Vec<u64>; 3] = delays;
        let assembled = tilescope_vc4::isa::assemble("sub.sf ra31, ra31, 1", &|_| None);
        let down = assembled.unwrap_or_else(|e| panic!("{e:?}")).words;
        let mut body: Vec<u64> = first.collect();
        body.extend(branch(over, skipped.len() as i32, of_over));
        body.extend(skipped);
        body.push(NOP);
        // Past a NOP, the count, and the branch back with its delay slots.
        let ends = last.len() + 2 + 4;
        body.extend(branch(out, ends as i32, of_out));
        body.extend(last);
        body.push(NOP);
        body.extend(down);
        body.extend(branch(ALL_ZC, -(body.len() as i32 + 4), of_back));
        let counts = 0xe << 60 | 1 << 49 | 1 << 46 | 31 << 38 | 39 << 32 | count;
        [counts, NOP].into_iter().chain(body).collect()
    })
}

/// Runs a program with little fuel at a time.
fn sliced(p: &Program, fuel: u64, mode: ExecMode) -> Result<Thread, TestCaseError> {
    let mut t = Thread::default();
    t.start_clean(p, &ThreadInit::default(), Stream::default());
    for _ in 0..2000 {
        if t.run(p, &mut Recorder::default(), &mut fuel.clone(), mode) == RunEnd::Ended {
            return Ok(t);
        }
    }
    Err(TestCaseError::fail("it does not end"))
}

fn program() -> impl Strategy<Value = Vec<u64>> {
    prop::collection::vec(computing(), 1..20)
}

proptest! {
    #![proptest_config(cases(300))]

    #[test]
    fn native_code_agrees(words in program()) {
        for target in targets() {
            agree(&words, QpuQuirks::DEFAULT, target)?;
        }
    }

    #[test]
    fn native_code_agrees_with_other_quirks(words in program()) {
        let q = QpuQuirks {
            fadd_rounding: FloatRounding::TowardZero,
            fmul_rounding: FloatRounding::NearestEven,
            denormals: Denormals::FlushKeepSign,
            ftoi_overflow: FtoiOverflow::Zero,
            ..QpuQuirks::DEFAULT
        };
        for target in targets() {
            agree(&words, q, target)?;
        }
    }
}

/// Loops of native code, with enough fuel for the whole program and for some rounds at a time.
#[test]
fn loops_agree() {
    use proptest::strategy::ValueTree;
    let mut runner = proptest::test_runner::TestRunner::deterministic();
    let strategy = (looping(), 40u64..400);
    let mut loops = 0;
    for _ in 0..400 {
        let (words, fuel) = strategy.new_tree(&mut runner).unwrap().current();
        for target in targets() {
            agree(&words, QpuQuirks::DEFAULT, target).unwrap();
            let mut p = Program::new(
                &[&words[..], &[END, NOP, NOP]].concat(),
                0,
                QpuQuirks::DEFAULT,
            );
            let a = sliced(&p, fuel, ExecMode::Reference).unwrap();
            p.compile(target, 1).unwrap();
            loops += p.native_loops(1);
            let b = sliced(&p, fuel, ExecMode::Normal).unwrap();
            same(&p, &a, &b).unwrap();
        }
    }
    if Target::Avx512.is_supported() {
        assert!(loops > 300, "{loops} loops");
    }
}

/// The generated programs exercise native code. With AVX2 there is none for rotations, and
/// for what is left alone between two of them.
#[test]
fn most_operations_are_native() {
    for target in targets() {
        let percent = match target {
            Target::Avx512 => 80,
            Target::Avx2 => 60,
        };
        let [native, all] = count(target);
        assert!(
            native * 100 > all * percent,
            "{target:?}: {native} of {all}"
        );
    }
}

fn count(target: Target) -> [usize; 2] {
    use proptest::strategy::ValueTree;
    use proptest::test_runner::TestRunner;
    let mut runner = TestRunner::deterministic();
    let (mut native, mut all) = (0, 0);
    for _ in 0..30 {
        let words = program().new_tree(&mut runner).unwrap().current();
        let [some, of] = agree(&words, QpuQuirks::DEFAULT, target).unwrap();
        native += some;
        all += of;
    }
    [native, all]
}
