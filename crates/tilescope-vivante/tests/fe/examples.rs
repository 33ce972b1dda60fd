//! Streams that violate and satisfy each rule of the front end.

use super::*;

#[test]
fn unknown_command() {
    assert_rule(
        &rules::UNKNOWN_COMMAND,
        &run("NOP\n.u32 0xf0000000, 0"),
        &run("NOP\n.u32 0x18000000, 0"),
    );
}

#[test]
fn truncated_command() {
    let text = "NOP\nLOAD_STATE VS.UNIFORMS[0] 1.0, 2.0, 3.0";
    let cut = |cut| run_in(text, &Setup { cut, ..PLAIN });
    assert_rule(&rules::TRUNCATED_COMMAND, &cut(4), &cut(0));
}

#[test]
fn unaligned_stream() {
    let at = |shift| run_in("NOP", &Setup { shift, ..PLAIN });
    assert_rule(&rules::UNALIGNED_STREAM, &at(4), &at(8));
}

#[test]
fn reserved_bits() {
    assert_rule(
        &rules::RESERVED_BITS,
        &run("WAIT delay=1, reserved16=1"),
        &run("WAIT delay=1, padding=1"),
    );
    assert_eq!(
        run("NOP\nWAIT reserved16=2").findings[0]
            .at
            .bits
            .unwrap()
            .lo,
        16
    );
}

#[test]
fn missing_command() {
    let text = "DRAW_INSTANCED type=POINTS, vertex_count=1, instance_count_lo=1";
    let on = |chip| run_in(text, &Setup { chip, ..PLAIN });
    assert_rule(&rules::MISSING_COMMAND, &on(&GC600), &on(&GC880));
}

#[test]
fn endless() {
    let cycle = run("again: NOP\nLINK prefetch=2, address=@again");
    assert_rule(
        &rules::ENDLESS,
        &cycle,
        &run("LINK prefetch=1, address=@on\non: END"),
    );
    // So does one without other commands, long before the fuel is used up.
    let tight = run_in(
        "again: LINK prefetch=1, address=@again",
        &Setup {
            fuel: u64::MAX,
            ..PLAIN
        },
    );
    assert_eq!(tight.found, [rules::ENDLESS.id]);
    let wait = run_in(
        "WAIT delay=65535",
        &Setup {
            fuel: 1000,
            ..PLAIN
        },
    );
    assert!(wait.out_of_fuel);
}

#[test]
fn stream_read() {
    assert_rule(
        &rules::STREAM_READ,
        &run("LINK prefetch=1, address=0x100000"),
        &run("LINK prefetch=1, address=@on\non: END"),
    );
}

#[test]
fn uninitialised_stream() {
    let stream = |written: usize| {
        let mut memory = AddressSpace::new();
        memory
            .map(Region::uninitialised("stream", BASE, 16))
            .unwrap();
        let nops = [0, 0, 0, 0x18, 0, 0, 0, 0].repeat(2);
        memory.write(BASE, &nops[..written], Unit("CPU")).unwrap();
        let mut log = Log::new(Location::new(), &Silent);
        let mut work = Work {
            state: &mut State::new(),
            bus: Bus::new(&memory),
            log: &mut log,
            fuel: &mut Fuel::new(1000),
        };
        let mut fe = FrontEnd::new(&GC2000, Quirks::default());
        let mut seen = Seen::default();
        let ended = fe.run(PipeId::Pipe3d, BASE, BASE + 16, &mut seen, &mut work);
        assert!(matches!(ended, Ok(Ended::Done)));
        let mut recorder = Recorder::wanting(&[]);
        log.deliver(&mut recorder);
        recorder
            .findings
            .iter()
            .map(|f| f.rule.id)
            .collect::<Vec<_>>()
    };
    // The padding of the second NOP is not written.
    assert_eq!(stream(12), [rules::UNINITIALISED_STREAM.id]);
    assert_eq!(stream(16), [""; 0]);
}

#[test]
fn short_prefetch() {
    let with = |n: u32| run(&format!("LINK prefetch={n}, address=@on\non: NOP\nEND"));
    assert_rule(&rules::SHORT_PREFETCH, &with(1), &with(2));
    assert_eq!(with(0).found, [rules::SHORT_PREFETCH.id]);
    // A truncated command as well.
    let cut = run("LINK prefetch=1, address=@on\non: DRAW_PRIMITIVES type=POINTS\nEND");
    assert_eq!(cut.found, [rules::SHORT_PREFETCH.id]);
}

#[test]
fn long_prefetch() {
    let with = |n: u32| run(&format!("LINK prefetch={n}, address=@on\non: NOP\nEND"));
    assert_rule(&rules::LONG_PREFETCH, &with(3), &with(2));
}

const NESTED: &str = "
    CALL prefetch=2, address=@outer, return_prefetch=1, return_address=@done
    done: END
    outer: CALL prefetch=1, address=@inner, return_prefetch=1, return_address=@back
    back: RETURN
    inner: RETURN";

#[test]
fn nested_call() {
    let with = |call_depth| {
        let quirks = Quirks { call_depth };
        run_in(NESTED, &Setup { quirks, ..PLAIN })
    };
    assert_rule(&rules::NESTED_CALL, &with(1), &with(2));
}

#[test]
fn return_without_call() {
    assert_rule(
        &rules::RETURN_WITHOUT_CALL,
        &run("RETURN"),
        &run(
            "CALL prefetch=1, address=@sub, return_prefetch=1, return_address=@on\non: END\nsub: RETURN",
        ),
    );
}

#[test]
fn stall_without_semaphore() {
    let armed = "LOAD_STATE GL.SEMAPHORE_TOKEN from=FE, to=PE\nSTALL from=FE, to=PE";
    assert_rule(
        &rules::STALL_WITHOUT_SEMAPHORE,
        &run(&format!("{armed}\nSTALL from=FE, to=PE")),
        &run(armed),
    );
    let state = run("LOAD_STATE GL.STALL_TOKEN from=RA, to=PE");
    assert_eq!(state.found, [rules::STALL_WITHOUT_SEMAPHORE.id]);
}

#[test]
fn stall_not_front_end() {
    let text = |from: &str| {
        run(&format!(
            "LOAD_STATE GL.SEMAPHORE_TOKEN from={from}, to=PE\nSTALL from={from}, to=PE"
        ))
    };
    assert_rule(&rules::STALL_NOT_FRONT_END, &text("RA"), &text("FE"));
}

#[test]
fn pipe_while_busy() {
    let text = |wait: &str| {
        let text = format!(
            "DRAW_PRIMITIVES type=POINTS, count=1\n{wait}\nLOAD_STATE GL.PIPE_SELECT pipe=PIPE_2D"
        );
        run_in(
            &text,
            &Setup {
                chip: &GC600,
                ..PLAIN
            },
        )
    };
    let wait = "LOAD_STATE GL.SEMAPHORE_TOKEN from=FE, to=PE\nSTALL from=FE, to=PE";
    assert_rule(&rules::PIPE_WHILE_BUSY, &text("NOP"), &text(wait));
}

#[test]
fn wrong_pipe() {
    let chip = &GC600;
    let three = |pipe| {
        run_in(
            "DRAW_PRIMITIVES type=POINTS, count=1",
            &Setup {
                pipe,
                chip,
                ..PLAIN
            },
        )
    };
    assert_rule(
        &rules::WRONG_PIPE,
        &three(PipeId::Pipe2d),
        &three(PipeId::Pipe3d),
    );
    let two = |pipe| {
        run_in(
            "DRAW_2D { RECTANGLE right=1 }",
            &Setup {
                pipe,
                chip,
                ..PLAIN
            },
        )
    };
    assert_rule(
        &rules::WRONG_PIPE,
        &two(PipeId::Pipe3d),
        &two(PipeId::Pipe2d),
    );
    let resolve = |pipe| {
        run_in(
            "LOAD_STATE RS.KICKER 1",
            &Setup {
                pipe,
                chip,
                ..PLAIN
            },
        )
    };
    assert_rule(
        &rules::WRONG_PIPE,
        &resolve(PipeId::Pipe2d),
        &resolve(PipeId::Pipe3d),
    );
}

#[test]
fn no_pipe() {
    let select = |chip| {
        run_in(
            "LOAD_STATE GL.PIPE_SELECT pipe=PIPE_2D",
            &Setup { chip, ..PLAIN },
        )
    };
    assert_rule(&rules::NO_PIPE, &select(&GC2000), &select(&GC600));
}

#[test]
fn state_out_of_range() {
    // DUMMY is the last word of the state.
    let load = |words: u32| {
        let mut stream = vec![1 << 27 | words << 16 | 0xffff];
        stream.resize(4, 0);
        let bytes: Vec<u8> = stream.iter().flat_map(|w| w.to_le_bytes()).collect();
        let cut = if words == 1 { 8 } else { 0 };
        run_bytes(&bytes, &Setup { cut, ..PLAIN })
    };
    assert_rule(&rules::STATE_OUT_OF_RANGE, &load(2), &load(1));
    assert_eq!(load(3).seen.writes.len(), 1);
}

#[test]
fn read_only_state() {
    assert_rule(
        &rules::READ_ONLY_STATE,
        &run("LOAD_STATE FE.DMA_STATUS 1"),
        &run("LOAD_STATE FE.INDEX_STREAM_BASE_ADDR 1"),
    );
}

#[test]
fn nameless_state() {
    assert_rule(
        &rules::NAMELESS_STATE,
        &run("LOAD_STATE 0x00484 1"),
        &run("LOAD_STATE PE.DEPTH_NEAR 1"),
    );
}

#[test]
fn fixed_point_state() {
    assert_rule(
        &rules::FIXED_POINT_STATE,
        &run("LOAD_STATE fixp PE.COLOR_FORMAT 1.0"),
        &run("LOAD_STATE fixp PE.DEPTH_NEAR 1.0"),
    );
}

#[test]
fn unknown_primitive() {
    assert_rule(
        &rules::UNKNOWN_PRIMITIVE,
        &run("DRAW_PRIMITIVES type=9, count=1"),
        &run("DRAW_PRIMITIVES type=7, count=1"),
    );
    let quads = |chip| {
        run_in(
            "DRAW_PRIMITIVES type=QUADS, count=1",
            &Setup { chip, ..PLAIN },
        )
    };
    assert_rule(&rules::UNKNOWN_PRIMITIVE, &quads(&GC2000), &quads(&GC3000));
}

#[test]
fn ignored_start() {
    let text = "DRAW_INSTANCED type=POINTS, vertex_count=1, instance_count_lo=1, start=1";
    let on = |chip| run_in(text, &Setup { chip, ..PLAIN });
    assert_rule(&rules::IGNORED_START, &on(&GC2000), &on(&GC3000));
    assert_eq!(on(&GC2000).seen.draws[0].first, 0);
}
