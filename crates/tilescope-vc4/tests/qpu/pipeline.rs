//! Delays, control flow and leftover values of the hardware. Sources as in
//! `vectors.rs`.

use crate::asm::*;
use crate::device::Recorder;
use tilescope_exec::Lanes16;
use tilescope_vc4::isa::word::{raddr, waddr};
use tilescope_vc4::isa::{AddOp, BranchCond, MulOp, Mux, Signal};
use tilescope_vc4::qpu::{
    ExecMode, Program, QpuQuirks, RunEnd, SemaphoreOp, Stream, Thread, ThreadInit, Trap,
};

const R: [u8; 4] = [waddr::R0, waddr::R1, waddr::R2, waddr::R3];

fn first(t: &Thread, n: u8) -> u32 {
    t.accumulator(n)[0]
}

/// r1 counts which of the instructions after the branch are executed.
fn count(code: &[W]) -> u32 {
    let mut words = vec![ldi(0, R[1], 0), ldi(0, 0, 16), ldi(0, 1, 24)];
    words.extend_from_slice(code);
    first(&run(&words).0, 1)
}

const INC: fn() -> W = || w().small(1).add(AddOp::Add, waddr::R1, Mux::R1, Mux::B);

#[test]
fn three_delay_slots() {
    let code = [brr(BranchCond::Always, 8), INC(), INC(), INC(), INC(), w()];
    assert_eq!(count(&code), 3);
}

#[test]
fn targets() {
    let tail = [w(), w(), w(), INC(), INC(), INC(), INC()];
    let with = |b: W| [&[b][..], &tail].concat();
    assert_eq!(count(&with(brr(BranchCond::Always, 16))), 2);
    // Register ra0 holds 16.
    assert_eq!(count(&with(brr(BranchCond::Always, 0).reg(0))), 2);
    assert_eq!(count(&with(brr(BranchCond::Always, 8).reg(0))), 1);
    // Absolute: instruction 3 is the branch, so 3 + 4 + 3 is the last INC.
    let absolute = brr(BranchCond::Always, (BASE + 8 * 10) as i32).absolute();
    assert_eq!(count(&with(absolute)), 1);
}

/// The register's element 15 counts (vc4asm's addendum).
#[test]
fn target_register_is_element_15() {
    let code = [
        w().a(raddr::ELEM_QPU)
            .small(3)
            .add(AddOp::Shl, 2, Mux::A, Mux::B),
        w(),
        // 15 * 8 - 104 = 16
        brr(BranchCond::Always, -104).reg(2),
        w(),
        w(),
        w(),
        INC(),
        INC(),
        INC(),
    ];
    assert_eq!(count(&code), 1);
}

#[test]
fn link_is_written_only_if_taken() {
    let (t, _) = run(&[
        ldi(0, R[0], 5),
        brr(BranchCond::Always, 0).link(R[0]),
        w(),
        w(),
        w(),
    ]);
    assert_eq!(first(&t, 0), BASE + 5 * 8);
    let never = [
        w().small(1).mov(waddr::NOP, Mux::B).sf(),
        ldi(0, R[0], 5),
        brr(BranchCond::AllZs, 0).link(R[0]),
        w(),
        w(),
        w(),
    ];
    assert_eq!(first(&run(&never).0, 0), 5);
}

#[test]
fn subroutine() {
    // Call the INC at the end and return once.
    let code = [
        brr(BranchCond::Always, 5 * 8).link(4),
        w(),
        w(),
        w(),
        INC(),
        brr(BranchCond::Always, 5 * 8),
        w(),
        w(),
        w(),
        // 9: subroutine
        INC(),
        brr(BranchCond::Always, 0).reg(4).absolute(),
        INC(),
        w(),
        w(),
    ];
    assert_eq!(count(&code), 3);
}

/// vc4asm's addendum: a branch may be in the last delay slot of the previous one.
#[test]
fn branch_in_the_last_delay_slot() {
    let code = [
        brr(BranchCond::Always, 8), // to 5
        w(),
        w(),
        brr(BranchCond::Always, 3 * 8), // to 10
        INC(),                          // 4: skipped
        INC(),                          // 5
        INC(),                          // 6
        INC(),                          // 7
        INC(),                          // 8: skipped
        INC(),
        w(),
    ];
    assert_eq!(count(&code), 3);
}

#[test]
fn register_file_is_read_stale_by_the_next_instruction() {
    let (t, _) = run(&[
        ldi(0, 3, 1),
        w(),
        ldi(0, 3, 2),
        w().a(3).mov(R[0], Mux::A),
        w().a(3).mov(R[1], Mux::A),
    ]);
    assert_eq!((first(&t, 0), first(&t, 1)), (1, 2));
}

#[test]
fn stale_across_a_taken_branch() {
    let (t, _) = run(&[
        ldi(0, 3, 1),
        brr(BranchCond::Always, 8),
        w(),
        w(),
        ldi(0, 3, 2),
        w(),
        w().a(3).mov(R[0], Mux::A),
        w().a(3).mov(R[1], Mux::A),
    ]);
    assert_eq!((first(&t, 0), first(&t, 1)), (1, 2));
}

#[test]
fn sfu_result_is_there_for_the_third_instruction() {
    let (t, _) = run(&[
        w().small(33).mov(waddr::SFU_RECIP, Mux::B),
        w(),
        w(),
        w().small(34).mov(waddr::SFU_RECIP, Mux::B),
        w().mov(R[0], Mux::R4),
        w().mov(R[1], Mux::R4),
        w().mov(R[2], Mux::R4),
    ]);
    let half = 0.5f32.to_bits();
    assert_eq!(
        [first(&t, 0), first(&t, 1), first(&t, 2)],
        [half, half, 0.25f32.to_bits()]
    );
}

/// Lanes that read from a higher quad see the accumulator before the write.
#[test]
fn rotation_of_a_fresh_accumulator() {
    let x = random(2, 21);
    let code = [
        w().a(raddr::VPM_READ).mov(R[0], Mux::A),
        w().a(raddr::VPM_READ).mov(R[0], Mux::A),
        w().small(48 + 15).mul_mov(waddr::VPM_WRITE, Mux::R0),
    ];
    let got = vpm(&code, &x)[0];
    let want = Lanes16::from_fn(|i| {
        let from = (i + 1) % 16;
        if from / 4 > i / 4 {
            x[0][from]
        } else {
            x[1][from]
        }
    });
    assert_eq!(got, want);
}

/// vc4asm's addendum, with its own example.
#[test]
fn mul_nop_repeats_the_last_quad() {
    let r0 = [0, 1, 2, 3, 1, 2, 3, 0, 2, 3, 0, 1, 3, 0, 1, 2];
    let code = [
        ldi(3, R[0], per_element(r0)),
        w().a(raddr::ELEM_QPU)
            .mul(MulOp::V8adds, waddr::VPM_WRITE, Mux::A, Mux::R0),
        w().mul(MulOp::Nop, R[2], Mux::R0, Mux::R0),
        w().mov(waddr::VPM_WRITE, Mux::R2),
    ];
    let got = vpm(&code, &[]);
    let first = [0, 2, 4, 6, 5, 7, 9, 7, 10, 12, 10, 12, 15, 13, 15, 17];
    assert_eq!(got[0].0, first);
    assert_eq!(got[1], Lanes16::from_fn(|i| [15, 13, 15, 17][i % 4]));
}

/// vc4asm's addendum: reading the NOP address returns the last quad of the last read
/// from that file; small immediates are reads from file B, and loads and branches are
/// not reads.
#[test]
fn nop_reads_repeat_the_last_quad() {
    let (t, _) = run(&[
        w().a(raddr::ELEM_QPU).b(raddr::ELEM_QPU),
        ldi(0, R[3], 1),
        w().mov(R[0], Mux::A).mul_mov(R[1], Mux::B),
        w().small(9),
        w().mov(R[2], Mux::B),
    ]);
    assert_eq!(*t.accumulator(0), Lanes16::from_fn(|i| 12 + i as u32 % 4));
    assert_eq!(first(&t, 1), 7);
    assert_eq!(first(&t, 2), 9);
}

/// A uniform read through both files is one uniform.
#[test]
fn one_uniform_for_both_files() {
    let io = Recorder {
        given: vec![3, 4],
        ..Recorder::default()
    };
    let code = [
        w().a(raddr::UNIFORM)
            .b(raddr::UNIFORM)
            .add(AddOp::Add, R[0], Mux::A, Mux::B),
        w().a(raddr::UNIFORM).mov(R[1], Mux::A),
    ];
    let (t, _) = run_with(&code, io, QpuQuirks::DEFAULT);
    assert_eq!((first(&t, 0), first(&t, 1)), (6, 4));
}

/// The uniform stream moves for the third instruction after the write.
#[test]
fn uniforms_address_takes_two_instructions() {
    let read = |to| w().a(raddr::UNIFORM).mov(to, Mux::A);
    let (t, _) = run(&[
        ldi(0, waddr::UNIFORMS_ADDRESS, 0x100),
        read(R[0]),
        read(R[1]),
        read(R[2]),
    ]);
    let uniform = |n: u32| n.wrapping_mul(0x9e37_79b9);
    assert_eq!(
        [first(&t, 0), first(&t, 1), first(&t, 2)],
        [4, 8, 0x104].map(uniform)
    );
}

#[test]
fn varying_puts_c_into_r5() {
    let (t, _) = run(&[
        w().a(raddr::VARYING).mov(R[0], Mux::A),
        w().mov(R[1], Mux::R5),
    ]);
    // The test device's counter.
    assert_eq!(first(&t, 1), 1);
}

#[test]
fn semaphores() {
    let (_, io) = run(&[ldi(4, waddr::NOP, 16 + 5), ldi(4, waddr::NOP, 9)]);
    let ops: Vec<_> = io
        .log
        .iter()
        .map(|(what, v, _)| (what.clone(), v[0]))
        .collect();
    let want = [
        (format!("{:?}", SemaphoreOp::Acquire), 5),
        (format!("{:?}", SemaphoreOp::Release), 9),
    ];
    assert_eq!(ops, want);
}

/// The device sees every value; only one other than 0 interrupts (vc4asm's addendum).
#[test]
fn host_interrupt() {
    let (_, io) = run(&[ldi(0, waddr::HOST_INT, 0), ldi(0, waddr::HOST_INT, 1)]);
    assert_eq!(io.interrupts, [0, 1]);
}

#[test]
fn program_end_has_two_delay_slots() {
    let words = [END, ldi(0, R[0], 1).0, ldi(0, R[1], 1).0, ldi(0, R[2], 1).0];
    for mode in [ExecMode::Normal, ExecMode::Reference] {
        let p = Program::new(&words, BASE, QpuQuirks::DEFAULT);
        let mut t = Thread::default();
        t.start_clean(&p, &ThreadInit::default(), Stream::default());
        let mut fuel = 10;
        assert_eq!(
            t.run(&p, &mut Recorder::default(), &mut fuel, mode),
            RunEnd::Ended
        );
        assert_eq!(
            (first(&t, 0), first(&t, 1), first(&t, 2)),
            (1, 1, 0xdead_beef)
        );
        assert_eq!((fuel, t.executed()), (7, 3));
    }
}

fn end_of(words: &[u64], fuel: u64, mode: ExecMode) -> RunEnd {
    let p = Program::new(words, BASE, QpuQuirks::DEFAULT);
    let mut t = Thread::default();
    t.start_clean(&p, &ThreadInit::default(), Stream::default());
    let mut fuel = fuel;
    t.run(&p, &mut Recorder::default(), &mut fuel, mode)
}

#[test]
fn traps() {
    let trap = |trap, ip| RunEnd::Trap { trap, ip };
    let bad = |target| Trap::BadBranch { target };
    for mode in [ExecMode::Normal, ExecMode::Reference] {
        assert_eq!(end_of(&[], 10, mode), trap(bad(BASE), 0));
        assert_eq!(end_of(&[NOP], 10, mode), trap(bad(BASE + 8), 1));
        let forever = [brr(BranchCond::Always, -32).0, NOP, NOP, NOP];
        assert_eq!(end_of(&forever, 1000, mode), trap(Trap::OutOfFuel, 0));
        let away = [brr(BranchCond::Always, 4).0, NOP, NOP, NOP, NOP];
        assert_eq!(end_of(&away, 10, mode), trap(bad(BASE + 36), 3));
        assert_eq!(
            end_of(&[NOP, 0x0000_09e7_009e_7000], 10, mode),
            trap(Trap::Breakpoint, 1)
        );
    }
}

/// r4 loads, tile-buffer and scoreboard signals reach the device in order.
#[test]
fn signals() {
    let (_, io) = run(&[
        w().sig(Signal::WaitScoreboard),
        w().sig(Signal::ColorLoad),
        w().sig(Signal::UnlockScoreboard)
            .mov(waddr::TLB_COLOR_ALL, Mux::R4),
        w().sig(Signal::LastThreadSwitch),
    ]);
    let names: Vec<_> = io.log.iter().map(|l| l.0.as_str()).collect();
    assert_eq!(names, ["Wait", "Color", "ColorAll", "Unlock", "Last"]);
    assert_eq!(io.log[1].1, io.log[2].1);
}
