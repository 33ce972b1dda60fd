//! The static checker on whole programs: its summary, and bounds on time and memory for
//! hostile programs.

use proptest::prelude::*;
use tilescope_vc4::check::{Count, Options, Stage, Threads, check_program};

/// No signal, both ALUs idle.
const NOP: u64 = 0x1000_09e7_009e_7000;
const END: u64 = 0x3000_09e7_009e_7000;
const LOAD_TMU0: u64 = 0xa000_09e7_009e_7000;

/// `mov waddr, raddr` through file A and the add ALU, always.
fn mov_a(waddr: u64, raddr: u64) -> u64 {
    0x1002_0027_1500_7d80 | waddr << 38 | raddr << 18 | 0x27_000
}

/// `mov waddr, r0` through the add ALU, always.
fn mov_r0(waddr: u64) -> u64 {
    0x1002_0027_159e_7000 | waddr << 38
}

/// Load immediate into the add ALU's destination, with or without flags.
fn ldi(waddr: u64, value: u32) -> u64 {
    0xe002_0027_0000_0000 | waddr << 38 | u64::from(value)
}

const SET_FLAGS: u64 = 1 << 45;

/// A relative branch from instruction `at` to `to`.
fn branch(at: usize, to: usize, cond: u64) -> u64 {
    let offset = (to as i64 - at as i64 - 4) * 8;
    0xf008_09e7_0000_0000 | cond << 52 | u64::from(offset as u32)
}

const ALWAYS: u64 = 15;
const ALL_ZS: u64 = 0;

const USER: Stage = Stage::User;

fn count(min: u32, max: u32) -> Count {
    Count {
        min,
        max: Some(max),
    }
}

#[test]
fn texture_parameters_count_as_uniforms() {
    // T and S of a texture lookup consume two; one more is read by an operand, and a
    // direct read consumes none.
    let words = [
        ldi(32, 0),
        mov_r0(57),
        mov_r0(56),
        LOAD_TMU0,
        mov_r0(56),
        LOAD_TMU0,
        mov_a(33, 32),
        END,
        NOP,
        NOP,
    ];
    let report = check_program(&words, USER, Options::default());
    assert_eq!(report.violations, []);
    assert_eq!(report.summary.uniforms, count(3, 3));
    assert_eq!(report.summary.tmu_lookups, count(2, 2));
}

#[test]
fn counts_are_ranges_where_paths_differ() {
    // 0: set flags, 1: skip the uniform read at 5 if all Z.
    let words = [
        ldi(32, 0) | SET_FLAGS,
        branch(1, 6, ALL_ZS),
        NOP,
        NOP,
        NOP,
        mov_a(33, 32),
        END,
        NOP,
        NOP,
    ];
    let report = check_program(&words, USER, Options::default());
    assert_eq!(report.violations, []);
    assert_eq!(report.summary.uniforms, count(0, 1));
    assert_eq!(report.summary.uniforms.exact(), None);
    assert!(!report.summary.has_loops);
}

#[test]
fn counts_in_loops_have_no_bound() {
    let words = [
        mov_a(33, 32) | SET_FLAGS,
        branch(1, 0, ALL_ZS),
        NOP,
        NOP,
        NOP,
        END,
        NOP,
        NOP,
    ];
    let report = check_program(&words, USER, Options::default());
    assert_eq!(report.violations, []);
    assert!(report.summary.has_loops);
    assert_eq!(report.summary.uniforms, Count { min: 1, max: None });
}

#[test]
fn a_branch_in_the_last_delay_slot_moves_its_own_slots_to_the_target() {
    // 0 branches to 8; 3, its last slot, branches to 12 after 8, 9 and 10. So 11, a
    // breakpoint, is never reached.
    let mut words = [NOP; 15];
    words[0] = branch(0, 8, ALWAYS);
    words[3] = branch(3, 12, ALWAYS);
    words[11] = 0;
    words[12] = END;
    let report = check_program(&words, USER, Options::default());
    assert_eq!(report.violations, []);
    assert_eq!(report.summary.reachable, 10);
}

#[test]
fn code_after_the_end_is_ignored() {
    let words = [END, NOP, NOP, 0, !0];
    let report = check_program(&words, USER, Options::default());
    assert_eq!(report.violations, []);
    assert_eq!(report.summary.reachable, 3);
}

#[test]
fn a_subroutine_is_followed_and_its_return_assumed() {
    // 0 calls 7 with the link in ra30; 7 returns; 4 ends.
    let call = (branch(0, 7, ALWAYS) & !(63 << 38)) | 30 << 38;
    let back = 0xf0f4_09e7_0000_0000 & !(31u64 << 45) | 30 << 45;
    let words = [call, NOP, NOP, NOP, END, NOP, NOP, back, NOP, NOP, NOP];
    let report = check_program(&words, USER, Options::default());
    assert_eq!(report.violations, []);
    assert!(report.summary.has_unknown_branches);
    assert_eq!(report.summary.reachable, 11);
}

#[test]
fn an_absolute_branch_needs_a_base() {
    let base = 0x4000_0000u32;
    let absolute = 0xf0f0_09e7_0000_0000 | u64::from(base + 4 * 8);
    let words = [absolute, NOP, NOP, NOP, END, NOP, NOP];
    let unknown = check_program(&words, USER, Options::default());
    assert!(unknown.summary.has_unknown_branches);
    assert_eq!(unknown.summary.reachable, 4);
    let options = Options {
        base: Some(base),
        ..Options::default()
    };
    let known = check_program(&words, USER, options);
    assert_eq!(known.violations, []);
    assert_eq!(known.summary.reachable, 7);
}

#[test]
fn undefined_on_one_path_is_only_summarised() {
    // r1 is written at 5 unless all Z, and read at 6.
    let mov_r1_to_r2 = 0x1002_08a7_159e_7240;
    let words = [
        ldi(32, 0) | SET_FLAGS,
        branch(1, 6, ALL_ZS),
        NOP,
        NOP,
        NOP,
        ldi(33, 1),
        mov_r1_to_r2,
        END,
        NOP,
        NOP,
    ];
    let report = check_program(&words, USER, Options::default());
    assert_eq!(report.violations, []);
    assert!(report.summary.may_read_undefined);
}

#[test]
fn an_empty_program_has_no_end() {
    let report = check_program(&[], USER, Options::default());
    assert_eq!(report.violations.len(), 1);
    assert_eq!(report.violations[0].rule.id, "VC4-QPU-020");
}

const STAGES: [Stage; 5] = [
    Stage::Fragment(Threads::One),
    Stage::Fragment(Threads::Two),
    Stage::Vertex,
    Stage::Coordinate,
    Stage::User,
];

/// Words with a high share of valid instructions.
fn word() -> impl Strategy<Value = u64> {
    prop_oneof![
        3 => any::<u64>(),
        3 => (any::<u64>(), 1u64..3).prop_map(|(w, sig)| (w >> 4) | sig << 60),
        2 => Just(NOP),
        1 => Just(END),
        2 => (0u64..16, -40i64..40).prop_map(|(cond, off)| {
            0xf008_09e7_0000_0000 | cond << 52 | u64::from((off * 8) as u32)
        }),
        1 => (0u64..16, 0u64..32, 32u64..64).prop_map(|(cond, reg, link)| {
            0xf00c_0027_0000_0000 | cond << 52 | reg << 45 | link << 38
        }),
    ]
}

proptest! {
    #[test]
    fn any_words_are_checked_in_bounds(
        words in prop::collection::vec(word(), 0..200),
        start in 0u32..210,
        base in prop::option::of(any::<u32>()),
    ) {
        for stage in STAGES {
            let options = Options { start, base };
            let report = check_program(&words, stage, options);
            for v in &report.violations {
                prop_assert!((v.ip as usize) < words.len() || v.ip == start);
                prop_assert!(v.bits.is_none_or(|(lo, hi)| lo <= hi && hi < 64));
            }
            prop_assert!(report.summary.reachable as usize <= words.len());
            prop_assert_eq!(&report, &check_program(&words, stage, options));
        }
    }
}

/// 64 Ki instructions in worst-case patterns. The bound is generous, for slow machines
/// and unoptimised builds; quadratic time would exceed it by orders of magnitude.
#[test]
fn hostile_programs_take_linear_time() {
    const N: usize = 1 << 16;
    let mut seed = 1u64;
    let mut random = |n: usize| {
        seed = seed
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (seed >> 33) as usize % n
    };
    // Every instruction that may branch does, to a random target.
    let dense: Vec<u64> = (0..N)
        .map(|i| {
            if i % 3 == 0 {
                branch(i, random(N), ALL_ZS)
            } else {
                NOP
            }
        })
        .collect();
    // Branches in last delay slots whose targets are such branches again.
    let carried: Vec<u64> = (0..N)
        .map(|i| {
            if i % 3 == 0 {
                branch(i, random(N / 3) * 3 + 1, ALL_ZS)
            } else {
                NOP
            }
        })
        .collect();
    // Facts that propagate backwards, one block at a time.
    let mut backwards = vec![NOP; N];
    backwards[0] = branch(0, N - 8, ALWAYS);
    for i in (8..N - 4).step_by(4) {
        backwards[i] = branch(i, if i > 8 { i - 4 } else { N - 8 }, ALL_ZS);
        backwards[i + 1] = ldi(random(32) as u64, 0);
    }
    // Nested loops of maximum depth.
    let nested: Vec<u64> = (0..N)
        .map(|i| match i % 4 {
            0 if i >= N / 2 => branch(i, N - i, ALL_ZS),
            1 => mov_a(33, 32),
            _ => NOP,
        })
        .collect();
    for (name, words) in [
        ("dense", dense),
        ("carried", carried),
        ("backwards", backwards),
        ("nested", nested),
    ] {
        let begin = std::time::Instant::now();
        let report = check_program(&words, USER, Options::default());
        let took = begin.elapsed();
        assert!(took.as_secs() < 20, "{name} took {took:?}");
        assert!(report.violations.len() < 10_000);
    }
}
