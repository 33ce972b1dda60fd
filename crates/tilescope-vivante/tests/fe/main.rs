//! The front end: execution of streams, and examples that violate and satisfy each
//! of its rules.

mod examples;

use tilescope_core::{
    AddressSpace, Finding, Fuel, GpuMemory, Location, Recorder, Region, Rule, Silent, Unit,
};
use tilescope_vivante::bus::Bus;
use tilescope_vivante::chips::{Chip, GC600, GC880, GC2000, GC3000};
use tilescope_vivante::cmd::Draw2d;
use tilescope_vivante::cmd::text::assemble;
use tilescope_vivante::fe::{DrawCommand, Ended, FrontEnd, Quirks, Units, Work};
use tilescope_vivante::log::Log;
use tilescope_vivante::regs::enums::{PipeId, PrimitiveType, SyncRecipient};
use tilescope_vivante::regs::{pa, pe, ps};
use tilescope_vivante::rules::fe as rules;
use tilescope_vivante::state::State;
use tilescope_vivante::stopped::Stopped;

const BASE: u64 = 0x1000;

/// Units that record their calls.
#[derive(Default)]
struct Seen {
    draws: Vec<DrawCommand>,
    rectangles: usize,
    stalls: Vec<(SyncRecipient, SyncRecipient)>,
    writes: Vec<(u32, u32)>,
    jumps: Vec<u32>,
}

impl Units for Seen {
    fn wrote(&mut self, offset: u32, value: u32, _: &mut Work<'_, '_>) -> Result<(), Stopped> {
        self.writes.push((offset, value));
        Ok(())
    }

    fn draw(&mut self, draw: &DrawCommand, _: &mut Work<'_, '_>) -> Result<(), Stopped> {
        self.draws.push(*draw);
        Ok(())
    }

    fn draw_2d(&mut self, draw: &Draw2d<'_>, _: &mut Work<'_, '_>) -> Result<(), Stopped> {
        self.rectangles += draw.rectangles().len();
        Ok(())
    }

    fn jumps(&mut self, address: u32, _: &mut Work<'_, '_>) -> Result<(), Stopped> {
        self.jumps.push(address);
        Ok(())
    }

    fn stall(&mut self, from: SyncRecipient, to: SyncRecipient, _: &mut Work<'_, '_>) {
        self.stalls.push((from, to));
    }
}

/// Result of a stream.
struct Run {
    seen: Seen,
    state: State,
    end: Option<Ended>,
    /// Ids of the findings, in order.
    found: Vec<&'static str>,
    findings: Vec<Finding>,
    unimplemented: Vec<&'static str>,
    out_of_fuel: bool,
}

struct Setup {
    chip: &'static Chip,
    pipe: PipeId,
    quirks: Quirks,
    /// Bytes that the submission omits at its end.
    cut: u64,
    /// Bytes before the stream.
    shift: u64,
    fuel: u64,
}

const PLAIN: Setup = Setup {
    chip: &GC2000,
    pipe: PipeId::Pipe3d,
    quirks: Quirks { call_depth: 1 },
    cut: 0,
    shift: 0,
    fuel: 100_000,
};

fn run_bytes(bytes: &[u8], setup: &Setup) -> Run {
    let mut memory = AddressSpace::new();
    let mut all = vec![0; setup.shift as usize];
    all.extend_from_slice(bytes);
    memory
        .map(Region::from_bytes("stream", BASE, &all))
        .unwrap();
    let mut state = State::new();
    let mut log = Log::new(Location::new(), &Silent);
    let mut fuel = Fuel::new(setup.fuel);
    let mut seen = Seen::default();
    let mut fe = FrontEnd::new(setup.chip, setup.quirks);
    let mut work = Work {
        state: &mut state,
        bus: Bus::new(&memory),
        log: &mut log,
        fuel: &mut fuel,
    };
    let start = BASE + setup.shift;
    let end = start + bytes.len() as u64 - setup.cut;
    let result = fe.run(setup.pipe, start, end, &mut seen, &mut work);
    let mut recorder = Recorder::wanting(&[]);
    log.deliver(&mut recorder);
    Run {
        seen,
        state,
        out_of_fuel: matches!(result, Err(Stopped::Fuel(_))),
        end: result.ok(),
        found: recorder.findings.iter().map(|f| f.rule.id).collect(),
        findings: recorder.findings,
        unimplemented: recorder.unimplemented.iter().map(|u| u.what).collect(),
    }
}

fn run_in(text: &str, setup: &Setup) -> Run {
    let base = BASE + setup.shift;
    let symbols = |name: &str| (name == ".").then_some(base);
    let list =
        assemble(text, &symbols).unwrap_or_else(|e| panic!("{}", e[0].render("stream", text)));
    run_bytes(&list.bytes, setup)
}

fn run(text: &str) -> Run {
    run_in(text, &PLAIN)
}

/// Asserts that `broken` violates the rule and `good` violates none.
fn assert_rule(rule: &'static Rule, broken: &Run, good: &Run) {
    assert_eq!(broken.found, [rule.id]);
    assert_eq!(good.found, [""; 0], "{}", rule.id);
    let place = broken.findings[0].at.to_string();
    assert!(place.starts_with("command list"), "{place}");
    assert!(place.contains(" at +"), "{place}");
    assert_eq!(
        broken.end.is_none(),
        rule.severity >= tilescope_core::Severity::Fault,
        "{} stops or goes on",
        rule.id
    );
}

#[test]
fn states_are_written_with_masks_and_conversion() {
    let run = run(
        "LOAD_STATE PE.DEPTH_CONFIG depth_func=ALWAYS, depth_format=D24S8
         LOAD_STATE PE.DEPTH_CONFIG depth_func_mask, depth_func=NEVER, write_enable
         LOAD_STATE fixp PA.VIEWPORT_SCALE_X 200.0, -0.5
         LOAD_STATE PS.INPUT_COUNT 0x1f02",
    );
    assert_eq!(run.end, Some(Ended::Done));
    assert_eq!(run.found, [""; 0]);
    let depth = |f| run.state.field(pe::depth_config::AT, f);
    assert_eq!(depth(&pe::depth_config::DEPTH_FUNC), 7);
    assert_eq!(depth(&pe::depth_config::DEPTH_FORMAT), 0);
    assert_eq!(depth(&pe::depth_config::WRITE_ENABLE), 1);
    assert_eq!(run.state.float(pa::viewport_scale_x::AT), 200.0);
    assert_eq!(run.state.float(pa::viewport_scale_y::AT), -0.5);
    assert_eq!(run.state.word(ps::input_count::AT), 0x1f02);
    // Units see the word of the command, converted, once for each state.
    assert_eq!(run.seen.writes.len(), 5);
    assert_eq!(
        run.seen.writes[2],
        (pa::viewport_scale_x::AT, 200f32.to_bits())
    );
}

#[test]
fn draws_count_vertices() {
    let vertices = |kind: &str, count: u32| {
        let run = run(&format!(
            "DRAW_PRIMITIVES type={kind}, start=3, count={count}"
        ));
        assert_eq!(run.seen.draws[0].first, 3);
        run.seen.draws[0].vertices
    };
    for (kind, count, want) in [
        ("POINTS", 5, 5),
        ("LINES", 5, 10),
        ("LINE_STRIP", 5, 6),
        ("LINE_LOOP", 5, 5),
        ("TRIANGLES", 2, 6),
        ("TRIANGLE_STRIP", 2, 4),
        ("TRIANGLE_FAN", 2, 4),
        ("TRIANGLE_FAN", 0, 0),
        ("TRIANGLES", u32::MAX, 3 * u64::from(u32::MAX)),
    ] {
        assert_eq!(vertices(kind, count), want, "{kind}");
    }
    let setup = Setup {
        chip: &GC3000,
        ..PLAIN
    };
    let run = run_in(
        "DRAW_INDEXED_PRIMITIVES type=LINES, start=4, count=2, offset=-7
         DRAW_INSTANCED type=TRIANGLES, indexed, vertex_count=9, instance_count_hi=1, instance_count_lo=2, start=-3
         DRAW_INSTANCED type=POINTS, vertex_count=9, instance_count_lo=2, start=3",
        &setup,
    );
    let draw = DrawCommand {
        primitive: PrimitiveType::Lines,
        vertices: 4,
        indexed: true,
        first: 4,
        base: -7,
        instances: 1,
    };
    assert_eq!(run.seen.draws[0], draw);
    let draw = DrawCommand {
        primitive: PrimitiveType::Triangles,
        vertices: 9,
        indexed: true,
        first: 0,
        base: -3,
        instances: 0x10002,
    };
    assert_eq!(run.seen.draws[1], draw);
    assert_eq!((run.seen.draws[2].first, run.seen.draws[2].base), (3, 0));
    assert_eq!(run.found, [""; 0]);
}

#[test]
fn jumps_calls_and_end() {
    let run = run("LINK prefetch=2, address=@a
         LOAD_STATE PS.INPUT_COUNT 1
         a: WAIT delay=100
         LINK prefetch=4, address=@b
         sub: LOAD_STATE PS.INPUT_COUNT 7
         RETURN
         b: LOAD_STATE PS.TEMP_REGISTER_CONTROL 2
         NOP
         CALL prefetch=2, address=@sub, return_prefetch=1, return_address=@c
         LOAD_STATE PS.INPUT_COUNT 1
         c: END event_id=5, event_enable
         LOAD_STATE PS.INPUT_COUNT 1");
    assert_eq!(run.found, [""; 0]);
    assert_eq!(run.end, Some(Ended::End));
    // LINK, LINK, CALL and RETURN.
    let base = BASE as u32;
    assert_eq!(run.seen.jumps, [16, 48, 32, 88].map(|at| base + at));
    assert_eq!(run.state.word(ps::input_count::AT), 7);
    assert_eq!(run.state.word(ps::temp_register_control::AT), 2);
}

#[test]
fn rectangles_go_to_the_2d_engine() {
    let setup = Setup {
        chip: &GC600,
        pipe: PipeId::Pipe2d,
        ..PLAIN
    };
    let run = run_in(
        "DRAW_2D { .for i in 0..256 { RECTANGLE left=i, right=i + 1, bottom=1 } }",
        &setup,
    );
    assert_eq!((run.seen.rectangles, run.found.len()), (256, 0));
}

#[test]
fn stalls_reach_the_units() {
    let run = run("LOAD_STATE GL.SEMAPHORE_TOKEN from=FE, to=PE
         LOAD_STATE GL.SEMAPHORE_TOKEN from=RA, to=PE
         LOAD_STATE GL.STALL_TOKEN from=RA, to=PE
         STALL from=FE, to=PE");
    let (fe, ra, pe) = (SyncRecipient::Fe, SyncRecipient::Ra, SyncRecipient::Pe);
    assert_eq!(run.seen.stalls, [(ra, pe), (fe, pe)]);
    assert_eq!(run.found, [""; 0]);
}

#[test]
fn unimplemented_features_are_counted() {
    let run = run("SNAP_PAGES\nDRAW_INDIRECT type=POINTS");
    assert_eq!(run.unimplemented, ["SNAP_PAGES", "DRAW_INDIRECT"]);
}

#[test]
fn only_the_selected_chip_executes() {
    let run = run("CHIP_SELECT chips=2; LOAD_STATE PS.INPUT_COUNT 1
         CHIP_SELECT chips=3; LOAD_STATE PS.TEMP_REGISTER_CONTROL 1");
    assert!(!run.state.written(ps::input_count::AT));
    assert!(run.state.written(ps::temp_register_control::AT));
}
