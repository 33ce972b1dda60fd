//! The blit engine with Mesa's register values, compared with a model that moves
//! single pixels.

use proptest::prelude::*;
use tilescope_core::{AddressSpace, Fuel, GpuMemory, Recorder, Region, Severity, Unit};
use tilescope_pixel::transform::MeanRounding;
use tilescope_vivante::blt::{self, Edges, Quirks};
use tilescope_vivante::bus::{Bus, Port};
use tilescope_vivante::chips::{self, Chip};
use tilescope_vivante::log::Log;
use tilescope_vivante::regs::blt as regs;
use tilescope_vivante::rules::blt as rules;
use tilescope_vivante::state::State;
use tilescope_vivante::stopped::Stopped;
use tilescope_vivante::surface::{Stride, Surface, Tiling};
use tilescope_vivante::ts::TileStatus;

const SOURCE: u32 = 0x10_0000;
const DEST: u32 = 0x20_0000;
const STATUS: u32 = 0x30_0000;
const SIZE: usize = 0x3_0000;
const TILINGS: [Tiling; 3] = [Tiling::Linear, Tiling::Tiled, Tiling::SuperTiledNew];
const CHIP: &Chip = &chips::GC7000L;
/// Formats with their bytes: R8, R8G8, A8R8G8B8, A16R16G16B16.
const FORMATS: [(u32, u32); 4] = [(35, 1), (36, 2), (6, 4), (28, 8)];
/// Pixels of a row of every image.
const WIDTH: u32 = 192;

fn surface(tiling: Tiling, base: u32, bytes: u32) -> Surface {
    Surface::new(tiling, bytes, [base; 2], Stride::OfPixels(WIDTH * bytes)).unwrap()
}

fn memory() -> AddressSpace {
    let mut space = AddressSpace::new();
    for (name, base) in [("source", SOURCE), ("dest", DEST)] {
        let bytes: Vec<u8> = (0..SIZE as u32)
            .map(|i| (i.wrapping_mul(0x9e37_79b1) >> 24 ^ base >> 20) as u8)
            .collect();
        space
            .map(Region::from_bytes(name, base.into(), &bytes))
            .unwrap();
    }
    space
        .map(Region::uninitialised("status", STATUS.into(), SIZE as u64))
        .unwrap();
    space
}

fn bytes_of(memory: &AddressSpace, base: u32) -> Vec<u8> {
    let mut out = vec![0; SIZE];
    memory.read(base.into(), &mut out, Unit("test")).unwrap();
    out
}

/// `blt_compute_stride_bits` and `blt_compute_img_config_bits`.
fn set_image(state: &mut State, dest: bool, tiling: Tiling, format: u32, bytes: u32, halve: u32) {
    let tiled = if tiling == Tiling::Linear { 0 } else { 3 };
    let stride = (WIDTH * bytes) | format << 21 | halve << 27 | tiled << 29;
    let sup = u32::from(tiling.is_super());
    let (at, config_at, bit) = match dest {
        true => (regs::dest_stride::AT, regs::dest_config::AT, 26),
        false => (regs::src_stride::AT, regs::src_config::AT, 21),
    };
    state.write(at, stride);
    state.write(config_at, sup << bit | u32::from(dest) << 22);
}

fn begin() -> State {
    let mut state = State::new();
    state.write(regs::enable::AT, 1);
    state.write(regs::set_command::AT, 3);
    state.write(regs::src_addr::AT, SOURCE);
    state.write(regs::dest_addr::AT, DEST);
    state.write(regs::dest_ts::AT, STATUS);
    state.write(regs::src_ts::AT, STATUS);
    state
}

#[derive(Clone, Copy)]
struct Corner(u32, u32);

/// `emit_blt_copyimage`.
fn copy(
    (from, to): (Tiling, Tiling),
    (format, bytes): (u32, u32),
    (src, dst): (Corner, Corner),
    (w, h): (u32, u32),
    halve: u32,
) -> State {
    let mut state = begin();
    set_image(&mut state, false, from, format, bytes, halve);
    set_image(&mut state, true, to, format, bytes, 0);
    state.write(regs::src_pos::AT, src.0 | src.1 << 16);
    state.write(regs::dest_pos::AT, dst.0 | dst.1 << 16);
    state.write(regs::image_size::AT, w | h << 16);
    state.write(regs::swizzle::AT, 0o3210_3210);
    state.write(regs::unk14058::AT, u32::MAX);
    state.write(regs::unk1405c::AT, u32::MAX);
    state
}

/// `emit_blt_clearimage`.
fn clear(tiling: Tiling, bytes: u32, (w, h): (u32, u32), value: u32, bits: u32) -> State {
    let mut state = begin();
    set_image(&mut state, true, tiling, 0, bytes, 0);
    state.write(regs::config::AT, regs::config::CLEAR_BPP.with(0, bytes - 1));
    state.write(regs::image_size::AT, w | h << 16);
    for at in [regs::clear_color0::AT, regs::clear_color1::AT] {
        state.write(at, value);
    }
    for at in [regs::clear_bits0::AT, regs::clear_bits1::AT] {
        state.write(at, bits);
    }
    state
}

fn with_status(state: &mut State, value: u32) {
    let config = state.word(regs::dest_config::AT);
    state.write(regs::dest_config::AT, config | 1);
    state.write(regs::dest_ts_clear_value0::AT, value);
    state.write(regs::dest_ts_clear_value1::AT, value);
}

struct Ran {
    findings: Vec<&'static tilescope_core::Rule>,
    unimplemented: usize,
    stopped: bool,
}

const NOTHING: [&tilescope_core::Rule; 0] = [];
const CLEAR: u32 = 1;
const COPY: u32 = 2;
const BUFFER: u32 = 3;
const IN_PLACE: u32 = 4;

fn run_with(memory: &AddressSpace, state: &State, command: u32, quirks: &Quirks) -> Ran {
    let mut log = Log::default();
    let mut fuel = Fuel::default();
    let bus = Bus::new(memory);
    let done = blt::kick(state, CHIP, command, quirks, bus, &mut log, &mut fuel);
    let mut seen = Recorder::default();
    log.deliver(&mut seen);
    Ran {
        findings: seen.findings.iter().map(|f| f.rule).collect(),
        unimplemented: seen.unimplemented.len(),
        stopped: matches!(done, Err(Stopped::By(_))),
    }
}

#[track_caller]
fn run(memory: &AddressSpace, state: &State, command: u32) {
    let ran = run_with(memory, state, command, &Quirks::default());
    assert_eq!(ran.findings, NOTHING);
    assert_eq!((ran.unimplemented, ran.stopped), (0, false));
}

/// The pixel at (x, y) of bytes from `base` on.
fn pixel(bytes: &[u8], base: u32, s: &Surface, x: u32, y: u32) -> Vec<u8> {
    let at = (s.address(x, y) - base) as usize;
    bytes[at..at + s.pixel_bytes as usize].to_vec()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn each_pixel_arrives(
        from in 0..3usize, to in 0..3usize, format in 0..4usize,
        src in (0u32..60, 0u32..60), dst in (0u32..60, 0u32..60),
        w in 1u32..130, h in 1u32..65, flip: bool,
    ) {
        let (from, to) = (TILINGS[from], TILINGS[to]);
        let (format, bytes) = FORMATS[format];
        let (src, dst) = (Corner(src.0, src.1), Corner(dst.0, dst.1));
        let mut state = copy((from, to), (format, bytes), (src, dst), (w, h), 0);
        let config = state.word(regs::dest_config::AT);
        let config = regs::dest_config::FLIP_Y.with(config, flip.into());
        state.write(regs::dest_config::AT, config);
        let memory = memory();
        let (source, mut want) = (bytes_of(&memory, SOURCE), bytes_of(&memory, DEST));
        run(&memory, &state, COPY);
        let (s, d) = (surface(from, SOURCE, bytes), surface(to, DEST, bytes));
        for y in 0..h {
            for x in 0..w {
                let row = if flip { h - 1 - y } else { y };
                let texel = pixel(&source, SOURCE, &s, src.0 + x, src.1 + row);
                let at = (d.address(dst.0 + x, dst.1 + y) - DEST) as usize;
                want[at..at + texel.len()].copy_from_slice(&texel);
            }
        }
        prop_assert!(bytes_of(&memory, DEST) == want);
    }

    #[test]
    fn halves_are_means(
        from in 0..3usize, src in (0u32..60, 0u32..60), w in 1u32..40, h in 1u32..40,
    ) {
        let src = Corner(src.0, src.1);
        let tilings = (TILINGS[from], Tiling::Linear);
        let state = copy(tilings, (6, 4), (src, Corner(3, 5)), (2 * w, 2 * h), 3);
        let memory = memory();
        let source = bytes_of(&memory, SOURCE);
        run(&memory, &state, COPY);
        let got = bytes_of(&memory, DEST);
        let (s, d) = (surface(tilings.0, SOURCE, 4), surface(tilings.1, DEST, 4));
        for y in 0..h {
            for x in 0..w {
                let four = [(0, 0), (1, 0), (0, 1), (1, 1)].map(|(dx, dy)| {
                    pixel(&source, SOURCE, &s, src.0 + 2 * x + dx, src.1 + 2 * y + dy)
                });
                let want: Vec<u8> = (0..4)
                    .map(|c| {
                        let sum: u32 = four.iter().map(|p| u32::from(p[c])).sum();
                        ((sum + 2) / 4) as u8
                    })
                    .collect();
                prop_assert_eq!(pixel(&got, DEST, &d, 3 + x, 5 + y), want);
            }
        }
    }

    #[test]
    fn clears_write_the_bits_that_are_asked_for(
        tiling in 0..3usize, log2 in 0u32..4, pos in (0u32..60, 0u32..60),
        w in 1u32..130, h in 1u32..65, value: u32, bits: u32, all: bool,
    ) {
        // One value for every pixel, as Mesa packs them.
        let value = match log2 { 0 => value % 256 * 0x0101_0101, 1 => value % 65536 * 0x1_0001, _ => value };
        let bits = match log2 { _ if all => u32::MAX, 0 => bits % 256 * 0x0101_0101, 1 => bits % 65536 * 0x1_0001, _ => bits };
        let mut state = clear(TILINGS[tiling], 1 << log2, (w, h), value, bits);
        state.write(regs::dest_pos::AT, pos.0 | pos.1 << 16);
        let memory = memory();
        let mut want = bytes_of(&memory, DEST);
        run(&memory, &state, CLEAR);
        let d = surface(TILINGS[tiling], DEST, 1 << log2);
        for y in 0..h {
            for x in 0..w {
                let at = (d.address(pos.0 + x, pos.1 + y) - DEST) as usize;
                for i in 0..d.pixel_bytes as usize {
                    let (v, m) = (value.to_le_bytes()[i % 4], bits.to_le_bytes()[i % 4]);
                    want[at + i] = want[at + i] & !m | v & m;
                }
            }
        }
        prop_assert!(bytes_of(&memory, DEST) == want);
    }
}

/// Reads the destination through its tile status.
fn through_status(memory: &AddressSpace, value: u32) -> Vec<u8> {
    use tilescope_vivante::regs::ts;
    let mut state = State::new();
    state.write(ts::mem_config::AT, 2);
    state.write(ts::color_status_base::AT, STATUS);
    state.write(ts::color_surface_base::AT, DEST);
    state.write(ts::color_clear_value::AT, value);
    let status = TileStatus::color(&state, CHIP).unwrap();
    let mut out = vec![0; (WIDTH * 128 * 4) as usize];
    let mut log = Log::default();
    status
        .read(Bus::new(memory), &mut log, Port::Pe, DEST, &mut out)
        .unwrap();
    out
}

/// Mesa's first clear of a surface: of the visible part, over tile status that was
/// never written. Then a clear of depth only, which preserves stencil and the clear
/// value.
#[test]
fn clears_by_tile_status() {
    let tiling = Tiling::SuperTiledNew;
    let s = surface(tiling, DEST, 4);
    let memory = memory();
    let mut state = clear(tiling, 4, (101, 75), 0x1234_5678, u32::MAX);
    with_status(&mut state, 0x1234_5678);
    let before = bytes_of(&memory, DEST);
    run(&memory, &state, CLEAR);
    assert!(bytes_of(&memory, DEST) == before, "no pixel was written");
    assert!(memory.initialised(STATUS.into(), 4));
    let bytes = through_status_of(&memory, &s, (101, 75));
    assert!(bytes.iter().all(|p| *p == 0x1234_5678));
    let mut state = clear(tiling, 4, (101, 75), 0xaaaa_aaaa, 0xffff_ff00);
    with_status(&mut state, 0x1234_5678);
    run(&memory, &state, CLEAR);
    let bytes = through_status_of(&memory, &s, (101, 75));
    assert!(bytes.iter().all(|p| *p == 0xaaaa_aa78));
}

/// Pixels of the rectangle, one read for each.
fn through_status_of(memory: &AddressSpace, s: &Surface, (w, h): (u32, u32)) -> Vec<u32> {
    use tilescope_vivante::regs::ts;
    let mut state = State::new();
    state.write(ts::mem_config::AT, 2);
    state.write(ts::color_status_base::AT, STATUS);
    state.write(ts::color_surface_base::AT, DEST);
    state.write(ts::color_clear_value::AT, 0x1234_5678);
    let status = TileStatus::color(&state, CHIP).unwrap();
    let mut pixels = Vec::new();
    for y in 0..h {
        for x in 0..w {
            let mut out = [0; 4];
            let (bus, mut log) = (Bus::new(memory), Log::default());
            let address = s.address(x, y);
            status
                .read(bus, &mut log, Port::Pe, address, &mut out)
                .unwrap();
            pixels.push(u32::from_le_bytes(out));
        }
    }
    pixels
}

/// With the other value of the quirk, the pixels at the edges are written.
#[test]
fn edges_are_a_quirk() {
    let tiling = Tiling::Tiled;
    let cleared = |edges| {
        let memory = memory();
        let status: Vec<u8> = vec![0; SIZE];
        memory.write(STATUS.into(), &status, Unit("test")).unwrap();
        let mut state = clear(tiling, 4, (101, 75), 0x1234_5678, u32::MAX);
        with_status(&mut state, 0x1234_5678);
        let quirks = Quirks {
            edges,
            mean: MeanRounding::default(),
        };
        let ran = run_with(&memory, &state, CLEAR, &quirks);
        assert_eq!(ran.findings, NOTHING);
        let all = through_status(&memory, 0x1234_5678);
        let s = surface(tiling, DEST, 4);
        let at = |x, y| u32::from_le_bytes(pixel(&all, DEST, &s, x, y).try_into().unwrap());
        for y in 0..75 {
            for x in 0..101 {
                assert_eq!(at(x, y), 0x1234_5678, "({x}, {y})");
            }
        }
        (
            at(101, 10),
            at(10, 75),
            bytes_of(&memory, DEST) == bytes_of(&self::memory(), DEST),
        )
    };
    assert_eq!(cleared(Edges::WholeTiles), (0x1234_5678, 0x1234_5678, true));
    let (right, below, untouched) = cleared(Edges::Pixels);
    assert!(right != 0x1234_5678 && below != 0x1234_5678 && !untouched);
}

#[test]
fn means_are_a_quirk() {
    let memory_with = |mean| {
        let memory = memory();
        let tilings = (Tiling::Linear, Tiling::Linear);
        let state = copy(tilings, (6, 4), (Corner(0, 0), Corner(0, 0)), (64, 64), 3);
        let quirks = Quirks {
            mean,
            edges: Edges::default(),
        };
        run_with(&memory, &state, COPY, &quirks);
        bytes_of(&memory, DEST)
    };
    assert!(memory_with(MeanRounding::Nearest) != memory_with(MeanRounding::Down));
}

/// Clear by tile status, fill in place, copy.
#[test]
fn cleared_tiles_are_filled_in() {
    let tiling = Tiling::SuperTiledNew;
    let memory = memory();
    let mut state = clear(tiling, 4, (192, 128), 0x1234_5678, u32::MAX);
    with_status(&mut state, 0x1234_5678);
    run(&memory, &state, CLEAR);
    let before = bytes_of(&memory, DEST);
    // A copy from cleared tiles does not read memory.
    let mut state = copy(
        (tiling, Tiling::Linear),
        (6, 4),
        (Corner(0, 0), Corner(0, 0)),
        (192, 128),
        0,
    );
    let config = state.word(regs::src_config::AT);
    state.write(regs::src_config::AT, config | 1);
    state.write(regs::src_addr::AT, DEST);
    state.write(regs::dest_addr::AT, SOURCE);
    for at in [regs::src_ts_clear_value0::AT, regs::src_ts_clear_value1::AT] {
        state.write(at, 0x1234_5678);
    }
    run(&memory, &state, COPY);
    let copied = bytes_of(&memory, SOURCE);
    assert!(
        copied.as_chunks().0[..192 * 128]
            .iter()
            .all(|w| *w == 0x1234_5678u32.to_le_bytes())
    );
    assert!(bytes_of(&memory, DEST) == before);
    // In place, 128 bytes for each entry.
    let mut state = begin();
    state.write(regs::config::AT, 1 << 11 | 2 << 15);
    state.write(regs::inplace_tile_count::AT, 192 * 128 * 4 / 128 / 2);
    state.write(regs::dest_ts_clear_value0::AT, 0x1111_1111);
    state.write(regs::dest_ts_clear_value1::AT, 0x2222_2222);
    run(&memory, &state, IN_PLACE);
    let after = bytes_of(&memory, DEST);
    let half = 192 * 128 * 4 / 2;
    for (i, word) in after[..half].as_chunks::<4>().0.iter().enumerate() {
        let want = if i % 2 == 0 {
            0x1111_1111u32
        } else {
            0x2222_2222
        };
        assert_eq!(*word, want.to_le_bytes());
    }
    assert_eq!(after[half..], before[half..]);
}

#[test]
fn bytes_are_copied_from_anywhere() {
    let memory = memory();
    let mut state = begin();
    state.write(regs::src_addr::AT, SOURCE + 3);
    state.write(regs::dest_addr::AT, DEST + 7);
    state.write(regs::buffer_size::AT, 10_001);
    let mut want = bytes_of(&memory, DEST);
    want[7..10_008].copy_from_slice(&bytes_of(&memory, SOURCE)[3..10_004]);
    run(&memory, &state, BUFFER);
    assert!(bytes_of(&memory, DEST) == want);
}

#[test]
fn components_follow_the_swizzles() {
    let memory = memory();
    let tilings = (Tiling::Tiled, Tiling::Tiled);
    let mut state = copy(tilings, (6, 4), (Corner(0, 0), Corner(0, 0)), (4, 4), 0);
    // Source: blue, green, red, one. Result: the first, zero, the third, the fourth.
    state.write(regs::swizzle::AT, 0o3240_5012);
    run(&memory, &state, COPY);
    let (source, got) = (bytes_of(&memory, SOURCE), bytes_of(&memory, DEST));
    // Blue is byte 0, red byte 2.
    assert_eq!(got[..4], [source[2], 0, source[0], 255]);
}

fn raised(state: &State, command: u32) -> Ran {
    run_with(&memory(), state, command, &Quirks::default())
}

#[track_caller]
fn assert_raised(ran: Ran, rule: &'static tilescope_core::Rule) {
    assert_eq!(ran.findings, [rule]);
    assert_eq!(ran.stopped, rule.severity == Severity::Hang);
}

#[test]
fn each_rule_is_raised_and_not_raised() {
    let corners = (Corner(0, 0), Corner(0, 0));
    let good = || copy((Tiling::Tiled, Tiling::Tiled), (6, 4), corners, (16, 16), 0);
    let with = |at, value| {
        let mut state = good();
        state.write(at, value);
        state
    };
    assert_eq!(raised(&good(), COPY).findings, NOTHING);
    assert_raised(
        raised(&with(regs::enable::AT, 0), COPY),
        &rules::NOT_ENABLED,
    );
    assert_raised(
        raised(&with(regs::set_command::AT, 0), COPY),
        &rules::COMMAND_NOT_SET,
    );
    assert_raised(raised(&with(regs::image_size::AT, 16), COPY), &rules::EMPTY);
    let stride = |tiling: u32, format: u32, bytes: u32| {
        with(regs::src_stride::AT, tiling << 29 | format << 21 | bytes)
    };
    assert_eq!(raised(&stride(3, 6, 16 * 4), COPY).findings, NOTHING);
    assert_raised(raised(&stride(2, 6, 16 * 4), COPY), &rules::TILING);
    assert_raised(raised(&stride(3, 9, 16 * 4), COPY), &rules::FORMAT);
    assert_raised(
        raised(&stride(3, 6, 18 * 4), COPY),
        &rules::STRIDE_UNALIGNED,
    );
    assert_raised(raised(&stride(3, 6, 12 * 4), COPY), &rules::STRIDE_NARROW);
    let config = good().word(regs::dest_config::AT) | 1;
    assert_raised(
        raised(&with(regs::dest_config::AT, config), COPY),
        &rules::COPY_TO_STATUS,
    );
    assert_raised(raised(&good(), 7), &rules::UNKNOWN_COMMAND);
    let levels = |n| raised(&with(regs::mipmap_config::AT, n), 6);
    assert_raised(levels(1), &rules::TOO_FEW_LEVELS);
    assert_eq!((levels(2).findings, levels(2).unimplemented), (vec![], 1));
    let memory = memory();
    let (mut log, mut fuel) = (Log::default(), Fuel::default());
    let (quirks, bus) = (Quirks::default(), Bus::new(&memory));
    blt::kick(
        &good(),
        &chips::GC2000,
        COPY,
        &quirks,
        bus,
        &mut log,
        &mut fuel,
    )
    .unwrap();
    let mut seen = Recorder::default();
    log.deliver(&mut seen);
    assert_eq!(seen.findings[0].rule, &rules::NO_BLIT_ENGINE);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    /// Any register values: no panic, and termination.
    #[test]
    fn ends(words: [u32; 64], small: bool, command: u32) {
        let mut state = State::new();
        let registers = (0x14000u32..0x140c0).step_by(4);
        for (at, word) in registers.zip(words.into_iter().cycle()) {
            state.write(at, word);
        }
        state.write(regs::enable::AT, 1);
        if small {
            state.write(regs::image_size::AT, words[3] & 0x00ff_00ff);
            state.write(regs::src_pos::AT, words[7] & 0x00ff_00ff);
            state.write(regs::dest_pos::AT, words[8] & 0x00ff_00ff);
            state.write(regs::src_addr::AT, SOURCE | words[4] & 0x1_ffff);
            state.write(regs::dest_addr::AT, DEST | words[5] & 0x1_ffff);
            state.write(regs::dest_ts::AT, STATUS | words[6] & 0x1_ffff);
            let stride = regs::src_stride::FORMAT.with(words[9], words[9] % 8);
            state.write(regs::src_stride::AT, stride | 3 << 29);
            state.write(regs::dest_stride::AT, stride | 3 << 29);
        }
        let memory = memory();
        let (mut log, mut fuel) = (Log::default(), Fuel::new(100_000));
        let (quirks, bus) = (Quirks::default(), Bus::new(&memory));
        for command in [command, command % 8] {
            let _ = blt::kick(&state, CHIP, command, &quirks, bus, &mut log, &mut fuel);
        }
    }
}
