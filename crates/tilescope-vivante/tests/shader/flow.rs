//! Control flow with divergent lanes.

use crate::support::{Notebook, bound, program, run, setup, t0, vector, words};
use tilescope_vivante::isa::Component;
use tilescope_vivante::shader::{
    BATCHES, Group, LANES, Problem, Program, Setup, ShaderQuirks, Trap, Why,
};

const D: ShaderQuirks = ShaderQuirks::DEFAULT;

fn f(x: f32) -> u32 {
    x.to_bits()
}

/// Runs `source` with the lane's number in t1.x, and returns t0.x of all lanes.
fn by_lane(source: &str, uniforms: &[[u32; 4]]) -> Vec<f32> {
    let p = program(source, &D);
    assert_eq!(p.notes(), []);
    let mut group = bound(&p, &[], uniforms);
    for lane in 0..LANES {
        group.temp_mut(1, Component::X)[lane / 16].0[lane % 16] = f(lane as f32);
    }
    assert_eq!(run(&p, &mut group, &mut Notebook::default()), Ok(()));
    assert_eq!(group.notes().problems(), []);
    (0..LANES)
        .map(|lane| f32::from_bits(vector(&group, 0, lane)[0]))
        .collect()
}

/// The sum of the numbers below each lane's own, by a loop.
#[test]
fn loops_of_different_lengths() {
    let source = "
        mov t0.x___, void, void, u0.xxxx
        mov t2.x___, void, void, u0.xxxx
        top:
        branch.ge void, t2.xxxx, t1.xxxx, end
        add t0.x___, t0.xxxx, void, t2.xxxx
        add t2.x___, t2.xxxx, void, u0.yyyy
        branch void, void, void, top
        end:
        mul t0.x___, t0.xxxx, u0.zzzz, void";
    let sums = by_lane(source, &[[f(0.0), f(1.0), f(2.0), 0]]);
    for (lane, sum) in sums.iter().enumerate() {
        assert_eq!(*sum, (lane * lane.saturating_sub(1)) as f32, "lane {lane}");
    }
}

/// Nested branches with both paths taken, and reconvergence.
#[test]
fn branches_inside_branches() {
    let source = "
        mov t0.x___, void, void, u0.xxxx
        branch.ge void, t1.xxxx, u0.wwww, high
        add t0.x___, t0.xxxx, void, u0.yyyy
        branch.lt void, t1.xxxx, u0.zzzz, low
        add t0.x___, t0.xxxx, void, u1.xxxx
        branch void, void, void, end
        low:
        add t0.x___, t0.xxxx, void, u1.yyyy
        branch void, void, void, end
        high:
        add t0.x___, t0.xxxx, void, u1.zzzz
        end:
        mul t0.x___, t0.xxxx, u0.yyyy, void";
    let uniforms = [
        [0.0, 1.0, 5.0, 64.0].map(f),
        [10.0, 20.0, 100.0, 0.0].map(f),
    ];
    for (lane, x) in by_lane(source, &uniforms).iter().enumerate() {
        let wanted = match lane {
            0..5 => 21.0,
            5..64 => 11.0,
            _ => 100.0,
        };
        assert_eq!(*x, wanted, "lane {lane}");
    }
}

/// A function that only some lanes call, from two places.
#[test]
fn functions_return_to_where_they_were_called() {
    let source = "
        mov t0.x___, void, void, u0.xxxx
        branch.lt void, t1.xxxx, u0.wwww, other
        call void, void, void, function
        add t0.x___, t0.xxxx, void, u0.yyyy
        branch void, void, void, end
        other:
        call void, void, void, function
        call void, void, void, function
        branch void, void, void, end
        function:
        add t0.x___, t0.xxxx, void, u0.zzzz
        ret void, void, void, void
        end:
        nop void, void, void, void";
    let uniforms = [[0.0, 1.0, 10.0, 40.0].map(f)];
    for (lane, x) in by_lane(source, &uniforms).iter().enumerate() {
        assert_eq!(*x, if lane < 40 { 20.0 } else { 11.0 }, "lane {lane}");
    }
}

/// As Mesa compiles `if`: the condition is 1.0 or 0.0, or with integers all ones
/// or zero, and NOT skips.
#[test]
fn conditions_of_branches() {
    let taken = |branch: &str, x: u32| {
        let source = format!(
            "mov t0, void, void, u0.xxxx
            {branch}, end
            mov t0, void, void, u0.yyyy
            end:
            nop void, void, void, void"
        );
        t0(&source, &[[0; 4], [x; 4]], &[[1, 0, 0, 0]], &D)[0] == 1
    };
    for (x, not) in [
        (0, true),
        (f(1.0), false),
        (u32::MAX, false),
        (0x8000_0000, false),
    ] {
        assert_eq!(
            taken("branch.not.u32 void, t1.xxxx, void", x),
            not,
            "{x:#x}"
        );
    }
    assert!(taken("branch.not void, t1.xxxx, void", f(-0.0)));
    assert!(taken("branch void, void, void", 0));
    assert!(taken("branch.ge void, t1.xxxx, u0.yyyy", f(0.0)));
    assert!(!taken("branch.gt void, t1.xxxx, u0.yyyy", f(f32::NAN)));
    assert!(taken("branch.ne void, t1.xxxx, t1.xxxx", f(f32::NAN)));
}

#[test]
fn any_component_decides() {
    let source = "
        mov t0, void, void, u0.xxxx
        branch_any.ne.s32 void, t1, u1, end
        mov t0, void, void, u0.yyyy
        end:
        nop void, void, void, void";
    for (x, wanted) in [([1, 2, 3, 4], 0), ([1, 2, 3, 5], 1), ([0, 2, 3, 4], 1)] {
        let got = t0(source, &[[0; 4], x], &[[1, 0, 0, 0], [1, 2, 3, 4]], &D);
        assert_eq!(got[0], wanted, "{x:?}");
    }
}

/// START_PC and END_PC delimit the program; targets count from the start of the
/// code.
#[test]
fn the_program_is_the_range_in_the_registers() {
    let words = words(
        "mov t0, void, void, u0.xxxx
        mov t0, void, void, u0.yyyy
        branch void, void, void, 4
        mov t0, void, void, u0.zzzz
        mov t0, void, void, u0.wwww",
    );
    for (start, end, wanted) in [
        (0, 1, 10),
        (0, 2, 11),
        (1, 5, 13),
        (1, 4, 11),
        (3, 4, 12),
        (2, 2, 7),
    ] {
        let setup = Setup {
            start,
            end,
            ..setup(0)
        };
        let p = Program::new(&words, &setup, &D);
        assert_eq!(p.notes(), []);
        let mut group = bound(&p, &[[7; 4]], &[[10, 11, 12, 13]]);
        assert_eq!(run(&p, &mut group, &mut Notebook::default()), Ok(()));
        assert_eq!(vector(&group, 0, 0)[0], wanted, "{start} to {end}");
    }
}

/// Fuel counts instructions of all lanes, and runs out at an instruction.
#[test]
fn fuel_is_spent_by_lanes_and_instructions() {
    let source = "
        mov t0, void, void, u0
        top:
        add t0, t0, void, u0
        branch.lt void, t0.xxxx, u1.xxxx, top
        nop void, void, void, void";
    let p = program(source, &D);
    let mut group = bound(&p, &[], &[[f(1.0); 4], [f(10.0); 4]]);
    let mut live = [0; BATCHES];
    (live[0], live[3]) = (0x8001, 1);
    let mut fuel = 100;
    let mut io = Notebook::default();
    assert_eq!(group.run(&p, &live, &live, &mut io, &mut fuel), Ok(()));
    let used = (1 + 9 * 2 + 1) * 3;
    assert_eq!((group.executed(), fuel), (used, 100 - used));
    let mut fuel = used - 1;
    let trap = Trap {
        ip: 3,
        why: Why::OutOfFuel,
    };
    assert_eq!(group.run(&p, &live, &live, &mut io, &mut fuel), Err(trap));
    assert_eq!(fuel, 0);
    // This is a limit of the device, not a finding about the program.
    assert_eq!(group.notes().problems(), []);
}

#[test]
fn an_endless_loop_is_stopped() {
    let p = program(
        "nop void, void, void, void\ntop:\nbranch void, void, void, top",
        &D,
    );
    let mut group = Group::default();
    group.bind(&p, &[]);
    let mut live = [0; BATCHES];
    live[1] = 4;
    let mut fuel = u64::MAX;
    let stopped = group.run(&p, &live, &live, &mut Notebook::default(), &mut fuel);
    let trap = Trap {
        ip: 1,
        why: Why::Broken(Problem::Endless),
    };
    assert_eq!(stopped, Err(trap));
}

/// An empty program, and a run without lanes.
#[test]
fn empty_runs() {
    let p = program("", &D);
    assert!(p.is_empty());
    let mut group = bound(&p, &[[5; 4]], &[]);
    assert_eq!(run(&p, &mut group, &mut Notebook::default()), Ok(()));
    assert_eq!(vector(&group, 0, 77), [5; 4]);
    let p = program("top:\nbranch void, void, void, top", &D);
    let none = [0; BATCHES];
    let mut fuel = 5;
    let ended = group.run(&p, &none, &none, &mut Notebook::default(), &mut fuel);
    assert_eq!((ended, fuel), (Ok(()), 5));
}
