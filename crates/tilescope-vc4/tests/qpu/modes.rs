//! Random programs: the shader engine and the pipeline model agree bit for bit, with any
//! blocking call and fuel limit.

use crate::device::Recorder;
use proptest::prelude::*;
use tilescope_exec::Lanes16;
use tilescope_vc4::qpu::quirks::{self, QpuQuirks};
use tilescope_vc4::qpu::{ExecMode, Program, RunEnd, Stream, Thread, ThreadInit, Trap};

/// Write addresses: mostly a few registers, so that hazards are frequent.
fn waddr() -> impl Strategy<Value = u64> {
    prop_oneof![
        4 => 0u64..4,
        4 => 32u64..36,
        2 => Just(39u64),
        1 => Just(37u64),
        1 => 52u64..56,
        2 => 36u64..64,
    ]
}

fn raddr() -> impl Strategy<Value = u64> {
    prop_oneof![
        6 => 0u64..4,
        1 => Just(32u64),
        1 => Just(35u64),
        1 => prop::sample::select(vec![15u64, 38, 41, 42, 48, 49, 50, 51]),
        1 => 0u64..64,
    ]
}

fn cond() -> impl Strategy<Value = u64> {
    prop_oneof![3 => Just(1u64), 1 => 0u64..8]
}

/// Kinds of leftover hardware values that may be read.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Residue {
    Visible,
    Hidden,
}

pub fn alu(residue: Residue) -> impl Strategy<Value = u64> {
    let sig = prop_oneof![
        6 => Just(1u64),
        4 => Just(13u64),
        1 => prop::sample::select(vec![2u64, 4, 5, 6, 7, 8, 10, 11, 12]),
    ];
    let pack = prop_oneof![3 => Just((0u64, 0u64)), 1 => (0u64..2, 0u64..16)];
    let unpack = prop_oneof![3 => Just(0u64), 1 => 0u64..8];
    let add = prop::sample::select(
        (0u64..9)
            .chain(12..25)
            .chain([30, 31])
            .collect::<Vec<u64>>(),
    );
    let b = prop_oneof![raddr(), 32u64..64];
    (
        (sig, unpack, pack, cond(), cond(), 0u64..2, 0u64..2),
        (waddr(), waddr(), 0u64..8, add, raddr(), b),
        (0u64..8, 0u64..8, 0u64..8, 0u64..8),
    )
        .prop_map(
            move |((sig, un, (pm, pack), ca, cm, sf, ws), (wa, wm, mul, add, a, b), m)| {
                let (mut wm, mut a, mut b) = (wm, a, b);
                if residue == Residue::Hidden {
                    if mul == 0 {
                        wm = 39;
                    }
                    if a == 39 {
                        a = 1;
                    }
                    if b == 39 && sig != 13 {
                        b = 1;
                    }
                }
                sig << 60
                    | un << 57
                    | pm << 56
                    | pack << 52
                    | ca << 49
                    | cm << 46
                    | sf << 45
                    | ws << 44
                    | wa << 38
                    | wm << 32
                    | mul << 29
                    | add << 24
                    | a << 18
                    | b << 12
                    | m.0 << 9
                    | m.1 << 6
                    | m.2 << 3
                    | m.3
            },
        )
}

pub fn load() -> impl Strategy<Value = u64> {
    let form = prop::sample::select(vec![0u64, 0, 1, 3, 4]);
    let pack = prop_oneof![3 => Just((0u64, 0u64)), 1 => (0u64..2, 0u64..16)];
    (
        form,
        pack,
        cond(),
        cond(),
        0u64..2,
        0u64..2,
        waddr(),
        waddr(),
        any::<u32>(),
    )
        .prop_map(|(form, (pm, pack), ca, cm, sf, ws, wa, wm, imm)| {
            0xe << 60
                | form << 57
                | pm << 56
                | pack << 52
                | ca << 49
                | cm << 46
                | sf << 45
                | ws << 44
                | wa << 38
                | wm << 32
                | u64::from(imm)
        })
}

fn branch() -> impl Strategy<Value = u64> {
    let cond = prop::sample::select(vec![0u64, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 15]);
    let link = prop_oneof![2 => Just(39u64), 1 => waddr()];
    (cond, link, -10i32..8, 0u64..20, 0u64..32).prop_map(|(cond, link, by, reg, register)| {
        let reg = u64::from(reg == 0);
        0xf << 60
            | cond << 52
            | 1 << 51
            | reg << 50
            | (register * reg) << 45
            | link << 38
            | 39 << 32
            | u64::from((by * 8) as u32)
    })
}

pub const END: u64 = 0x3000_09e7_009e_7000;
pub const NOP: u64 = 0x1000_09e7_009e_7000;

pub fn program(residue: Residue) -> impl Strategy<Value = Vec<u64>> {
    let word = prop_oneof![12 => alu(residue), 2 => load(), 1 => branch()];
    prop::collection::vec(word, 3..30).prop_map(|mut words| {
        words.extend([END, NOP, NOP]);
        words
    })
}

pub fn values(seed: u32) -> Lanes16 {
    Lanes16::from_fn(|i| {
        (seed ^ i as u32)
            .wrapping_mul(0x9e37_79b9)
            .rotate_right(seed & 31)
    })
}

fn init() -> ThreadInit {
    ThreadInit {
        qpu_number: 5,
        x: values(1),
        y: values(2),
        w: values(3),
        z: values(4),
    }
}

struct Seen {
    end: RunEnd,
    fuel: u64,
    executed: u64,
    registers: Vec<(String, Lanes16)>,
    zn: Lanes16,
    carry: Option<Lanes16>,
    io: Recorder,
}

fn run(p: &Program, mode: ExecMode, stream: Stream<'_>, fuel: u64, block_every: u32) -> Seen {
    let mut t = Thread::default();
    t.start_clean(p, &init(), stream);
    let mut io = Recorder {
        block_every,
        ..Recorder::default()
    };
    let mut left = fuel;
    let end = loop {
        match t.run(p, &mut io, &mut left, mode) {
            RunEnd::Blocked => {}
            end => break end,
        }
    };
    t.drain();
    Seen {
        end,
        fuel: left,
        executed: t.executed(),
        registers: t.registers().map(|(n, _, v)| (n, *v)).collect(),
        zn: *t.zn(),
        carry: p.tests_carry().then(|| *t.carry()),
        io,
    }
}

fn agree(words: &[u64], q: QpuQuirks, fuel: u64, block_every: u32) -> Result<(), TestCaseError> {
    let p = Program::new(words, 0x4000, q);
    let none = Stream::default();
    let a = run(&p, ExecMode::Reference, none, fuel, 0);
    let uniforms = Recorder::words();
    let known = Stream {
        base: 0,
        words: &uniforms,
    };
    for stream in [none, known] {
        let b = run(&p, ExecMode::Normal, stream, fuel, block_every);
        prop_assert_eq!(a.end, b.end);
        prop_assert_eq!(a.executed, b.executed);
        prop_assert_eq!(a.fuel, b.fuel);
        prop_assert_eq!(&a.io.log, &b.io.log);
        prop_assert_eq!(&a.io.interrupts, &b.io.interrupts);
        prop_assert_eq!(a.zn, b.zn);
        prop_assert_eq!(a.carry, b.carry);
        for (x, y) in a.registers.iter().zip(&b.registers) {
            prop_assert_eq!(x, y);
        }
    }
    Ok(())
}

/// Compares a whole run in the pipeline model with one whose fuel comes in slices.
fn slices_agree(words: &[u64], slice: u64) -> Result<(), TestCaseError> {
    let p = Program::new(words, 0x4000, QpuQuirks::DEFAULT);
    let a = run(&p, ExecMode::Reference, Stream::default(), 90, 0);
    let mut t = Thread::default();
    t.start_clean(&p, &init(), Stream::default());
    let (mut io, mut used) = (Recorder::default(), 0);
    let end = loop {
        let given = slice.min(90 - used);
        let mut fuel = given;
        let end = t.run(&p, &mut io, &mut fuel, ExecMode::Normal);
        used += given - fuel;
        let out = matches!(
            end,
            RunEnd::Trap {
                trap: Trap::OutOfFuel,
                ..
            }
        );
        if !out || used == 90 {
            break end;
        }
    };
    t.drain();
    prop_assert_eq!(a.end, end);
    prop_assert_eq!(a.executed, t.executed());
    prop_assert_eq!(a.io.log, io.log);
    for ((n, x), (_, _, y)) in a.registers.iter().zip(t.registers()) {
        prop_assert_eq!(x, y, "{}", n);
    }
    Ok(())
}

/// A program that was found at random: fuel ends while results are in flight.
#[test]
fn fuel_that_ends_with_results_in_flight_changes_nothing() {
    let words = [
        1153554990808170496,
        1153554990808170496,
        1153554990808170496,
        1152992040854749184,
        1153555051474583552,
        17305092455913226248,
        1153564886412820480,
        1153554990808170496,
        16141534383193456640,
        1153554990808170496,
        1153554990808170496,
        1153554990808170496,
        1153590175197040640,
        16285649717298200577,
        1153564062047536128,
        17296085260953452520,
        1153564336707339008,
        1153564061795876864,
        1153554990808170496,
        3458775401573019648,
        1152932392359325696,
        1152932392359325696,
    ];
    slices_agree(&words, 3).unwrap();
}

pub fn cases(n: u32) -> ProptestConfig {
    ProptestConfig {
        failure_persistence: None,
        max_shrink_iters: 20_000,
        // Some generated programs run in the pipeline model only.
        max_global_rejects: 1024 + tilescope_filetest::cases(n) / 4,
        ..ProptestConfig::with_cases(tilescope_filetest::cases(n))
    }
}

/// Programs that may branch back at their last instructions, as loops do.
pub fn looping() -> impl Strategy<Value = Vec<u64>> {
    (program(Residue::Hidden), 2i32..20, 0u64..12).prop_map(|(mut words, back, cond)| {
        let end = words.split_off(words.len() - 3);
        let by = -8 * (4 + back.min(words.len() as i32));
        words.push(0xf << 60 | cond << 52 | 1 << 51 | 39 << 38 | 39 << 32 | u64::from(by as u32));
        words.extend([NOP; 3]);
        words.extend(end);
        words
    })
}

proptest! {
    #![proptest_config(cases(4000))]

    #[test]
    fn runs_agree_with_the_pipeline_model(words in program(Residue::Hidden), fuel in 5u64..200) {
        agree(&words, QpuQuirks::DEFAULT, fuel, 0)?;
    }

    #[test]
    fn blocking_changes_nothing(words in program(Residue::Hidden), every in 2u32..6) {
        agree(&words, QpuQuirks::DEFAULT, 100, every)?;
        let a = run(&Program::new(&words, 0x4000, QpuQuirks::DEFAULT), ExecMode::Reference, Stream::default(), 100, 0);
        let b = run(&Program::new(&words, 0x4000, QpuQuirks::DEFAULT), ExecMode::Reference, Stream::default(), 100, every);
        prop_assert_eq!(a.registers, b.registers);
        prop_assert_eq!(a.io.log, b.io.log);
    }

    /// A thread that ran out of fuel continues at the same position.
    #[test]
    fn fuel_in_slices_changes_nothing(words in program(Residue::Hidden), slice in 1u64..9) {
        slices_agree(&words, slice)?;
    }

    #[test]
    fn other_quirks_agree_too(words in program(Residue::Visible)) {
        let q = QpuQuirks {
            fadd_rounding: quirks::FloatRounding::TowardZero,
            fmul_rounding: quirks::FloatRounding::NearestEven,
            denormals: quirks::Denormals::FlushKeepSign,
            nan_result: quirks::NanResult::QuietNan,
            zero_times_infinity: quirks::ZeroTimesInfinity::NanResult,
            ftoi_overflow: quirks::FtoiOverflow::Zero,
            color_rounding: quirks::ColorRounding::TowardZero,
            half_denormals: quirks::HalfDenormals::Convert,
            sfu: quirks::SfuPrecision::FractionBits(12),
            odd_branch_register: quirks::OddBranchRegister::Ignored,
            rotate_hazard: quirks::RotateHazard::Forward,
            nop_read: quirks::NopRead::Zero,
            mul_nop: quirks::MulNop::NoWrite,
            undefined: quirks::Undefined::Word(7),
            reserved_encoding: quirks::ReservedEncoding::Stops,
        };
        agree(&words, q, 100, 0)?;
    }

    /// Any 64 bits: no panic, and the same in both modes.
    #[test]
    fn arbitrary_words(words in prop::collection::vec(any::<u64>(), 0..24)) {
        agree(&words, QpuQuirks::DEFAULT, 60, 3)?;
    }

    /// Initial values of registers reported as defined before use have no effect.
    #[test]
    fn undefined_reads_are_found(words in program(Residue::Hidden)) {
        let p = Program::new(&words, 0x4000, QpuQuirks::DEFAULT);
        let init = ThreadInit::default();
        let result = |dirty: u32| {
            let mut t = Thread::default();
            let other = QpuQuirks { undefined: quirks::Undefined::Word(dirty), ..QpuQuirks::DEFAULT };
            t.start_clean(&Program::new(&words, 0x4000, other), &init, Stream::default());
            t.start(&p, &init, Stream::default());
            let mut io = Recorder::default();
            let mut fuel = 100;
            let end = t.run(&p, &mut io, &mut fuel, ExecMode::Normal);
            (end, io.log)
        };
        prop_assert_eq!(result(0), result(0x5555_5555));
    }
}

/// The generator is effective: most programs are translated, most instructions in them
/// are, and many reach their end.
#[test]
fn the_generator_is_effective() {
    use proptest::strategy::ValueTree;
    use proptest::test_runner::TestRunner;
    let mut runner = TestRunner::deterministic();
    let (mut words, mut translated, mut ended) = (0, 0, 0);
    for _ in 0..200 {
        let code = program(Residue::Hidden)
            .new_tree(&mut runner)
            .unwrap()
            .current();
        let p = Program::new(&code, 0x4000, QpuQuirks::DEFAULT);
        words += p.len();
        translated += p.translated();
        let seen = run(
            &Program::new(&code, 0x4000, QpuQuirks::DEFAULT),
            ExecMode::Normal,
            Stream::default(),
            200,
            0,
        );
        ended += u32::from(seen.end == RunEnd::Ended);
    }
    assert!(translated * 2 > words, "{translated} of {words}");
    assert!(ended > 60, "{ended}");
}

/// A long program in which every started run is discarded.
#[test]
fn decoding_takes_linear_time() {
    let recip = crate::asm::w()
        .small(33)
        .mov(52, tilescope_vc4::isa::Mux::B);
    let p = Program::new(&vec![recip.0; 100_000], 0, QpuQuirks::DEFAULT);
    assert_eq!(p.len(), 100_000);
}
