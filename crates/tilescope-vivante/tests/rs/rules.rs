//! For each rule, a resolve that violates it, and a similar one that does not.

use tilescope_vivante::chips;
use tilescope_vivante::rules::rs as rules;
use tilescope_vivante::surface::Tiling;

use crate::*;

/// The findings after a change to a valid resolve.
fn raised(chip: &Chip, job: Job, change: impl Fn(&mut State)) -> (Vec<String>, bool) {
    let mut state = state_of(&job, chip);
    change(&mut state);
    let ran = run(&state, chip);
    (ran.findings, ran.stopped)
}

fn tiled(width: u32, height: u32) -> Job {
    between(Tiling::Tiled, Tiling::Tiled, width, height)
}

fn between(from: Tiling, to: Tiling, width: u32, height: u32) -> Job {
    Job::copy(side(SOURCE, from, 6), side(DEST, to, 6), width, height)
}

fn set(at: u32, value: u32) -> impl Fn(&mut State) {
    move |state| {
        state.write(at, value);
    }
}

const NONE: fn(&mut State) = |_| ();

#[track_caller]
fn assert_raised((found, stopped): (Vec<String>, bool), rule: &tilescope_core::Rule) {
    assert_eq!(found, [rule.id]);
    assert_eq!(
        stopped,
        rule.severity == tilescope_core::Severity::Hang,
        "{}",
        rule.id
    );
}

#[track_caller]
fn assert_fine((found, stopped): (Vec<String>, bool)) {
    assert_eq!((found, stopped), (vec![], false));
}

#[test]
fn sizes() {
    let gc880 = &chips::GC880;
    assert_fine(raised(gc880, tiled(32, 4), NONE));
    assert_raised(raised(gc880, tiled(24, 4), NONE), &rules::WIDTH_UNALIGNED);
    assert_raised(raised(gc880, tiled(32, 6), NONE), &rules::HEIGHT_UNALIGNED);
    let linear = |w, h| between(Tiling::Linear, Tiling::Linear, w, h);
    assert_fine(raised(gc880, linear(32, 4), NONE));
    assert_raised(raised(gc880, linear(16, 4), NONE), &rules::LINEAR_NARROW);
    let untile = |w, h| between(Tiling::Tiled, Tiling::Linear, w, h);
    // From tiled to linear any height is allowed.
    assert_fine(raised(gc880, untile(16, 3), NONE));
    assert_raised(raised(gc880, untile(12, 4), NONE), &rules::TILED_NARROW);
    assert_raised(raised(gc880, untile(20, 4), NONE), &rules::WIDTH_UNALIGNED);
    assert_raised(raised(gc880, tiled(0, 4), NONE), &rules::EMPTY);
    let halved = |w, h| Job {
        downsample: (true, true),
        ..tiled(w, h)
    };
    assert_fine(raised(gc880, halved(32, 8), NONE));
    assert_raised(
        raised(gc880, halved(48, 8), NONE),
        &rules::HALF_SIZE_UNALIGNED,
    );
    assert_raised(
        raised(gc880, halved(32, 4), NONE),
        &rules::HALF_SIZE_UNALIGNED,
    );
    let narrow = Job::fill(side(DEST, Tiling::Linear, 6), 16, 4, 1);
    assert_fine(raised(gc880, narrow, NONE));
}

#[test]
fn addresses_and_strides() {
    let gc880 = &chips::GC880;
    let at = |base| set(regs::dest_addr::AT, base);
    assert_fine(raised(gc880, tiled(32, 4), at(DEST + 64)));
    assert_raised(
        raised(gc880, tiled(32, 4), at(DEST + 32)),
        &rules::ADDRESS_UNALIGNED,
    );
    let linear = between(Tiling::Tiled, Tiling::Linear, 32, 4);
    assert_fine(raised(gc880, linear, at(DEST + 16)));
    assert_raised(
        raised(gc880, linear, at(DEST + 4)),
        &rules::ADDRESS_UNALIGNED,
    );
    let stride = |bytes| set(regs::dest_stride::AT, bytes);
    assert_fine(raised(gc880, tiled(32, 4), stride(32 * 16)));
    assert_raised(
        raised(gc880, tiled(32, 4), stride(33 * 16)),
        &rules::STRIDE_UNALIGNED,
    );
    assert_raised(
        raised(gc880, tiled(32, 4), stride(28 * 16)),
        &rules::STRIDE_NARROW,
    );
    let same = |offset| Job {
        dest: Side {
            base: SOURCE + offset,
            ..tiled(32, 4).dest
        },
        ..tiled(32, 4)
    };
    assert_fine(raised(gc880, same(0), NONE));
    assert_fine(raised(gc880, same(512), NONE));
    assert_raised(raised(gc880, same(448), NONE), &rules::OVERLAP);
}

#[test]
fn formats_and_layouts() {
    let gc880 = &chips::GC880;
    let unknown = |bits: u32| {
        set(
            regs::config::AT,
            regs::config::DEST_FORMAT.with(bits | 1 << 7 | 1 << 14, 6),
        )
    };
    assert_fine(raised(gc880, tiled(32, 4), unknown(6)));
    assert_raised(raised(gc880, tiled(32, 4), unknown(9)), &rules::FORMAT);
    let multi = between(Tiling::MultiTiled, Tiling::Tiled, 32, 8);
    assert_fine(raised(&chips::GC2000, multi, NONE));
    assert_raised(raised(gc880, multi, NONE), &rules::MULTI_WITH_ONE_PIPE);
    let halves = |second| set(regs::pipe_source_addr::AT + 4, second);
    assert_fine(raised(&chips::GC2000, multi, halves(SOURCE + 0x1_0000)));
    assert_raised(
        raised(&chips::GC2000, multi, halves(SOURCE)),
        &rules::HALVES_OVERLAP,
    );
    let sup = between(Tiling::SuperTiled, Tiling::Tiled, 64, 8);
    let newer = |state: &mut State| {
        let word = state.word(regs::source_stride::AT);
        let word = regs::source_stride::SUPER_TILED_NEW.with(word, 1);
        state.write(regs::source_stride::AT, word);
    };
    assert_raised(raised(gc880, sup, newer), &rules::NEWER_ORDER);
    let blt = raised(&chips::GC7000L, tiled(32, 4), NONE);
    assert_raised(blt, &rules::NO_RESOLVE_ENGINE);
}

#[test]
fn windows_of_pipes() {
    let gc2000 = &chips::GC2000;
    let offset = |x: i16, y: i16| {
        let word = u32::from(x as u16) | u32::from(y as u16) << 16;
        set(regs::pipe_offset::AT + 4, word)
    };
    // Each window is 32x8.
    assert_fine(raised(gc2000, tiled(32, 16), offset(0, 8)));
    assert_fine(raised(gc2000, tiled(32, 16), offset(0, 0)));
    assert_fine(raised(gc2000, tiled(32, 16), offset(32, 0)));
    assert_raised(
        raised(gc2000, tiled(32, 16), offset(0, 4)),
        &rules::WINDOWS_OVERLAP,
    );
    assert_raised(
        raised(gc2000, tiled(32, 16), offset(0, 10)),
        &rules::OFFSET_UNALIGNED,
    );
    assert_raised(
        raised(gc2000, tiled(32, 16), offset(0, -8)),
        &rules::OFFSET_UNALIGNED,
    );
}

#[test]
fn fills_without_effect() {
    let fill = Job::fill(side(DEST, Tiling::Tiled, 6), 32, 4, 1);
    let nothing = Job {
        clear_bits: 0,
        ..fill
    };
    assert_fine(raised(&chips::GC880, fill, NONE));
    assert_raised(raised(&chips::GC880, nothing, NONE), &rules::FILLS_NOTHING);
}

#[test]
fn in_place() {
    let raised = |chip, status: bool| {
        let memory = memory();
        let mut state = State::new();
        if status {
            with_status(&mut state, 0);
        }
        let mut log = Log::default();
        let mut fuel = Fuel::default();
        rs::kick_in_place(&state, chip, 0, Bus::new(&memory), &mut log, &mut fuel).unwrap();
        let mut seen = Recorder::default();
        log.deliver(&mut seen);
        let found = seen.findings.iter().map(|f| f.rule.id.into()).collect();
        (found, false)
    };
    assert_fine(raised(&chips::GC3000, true));
    assert_raised(
        raised(&chips::GC3000, false),
        &rules::IN_PLACE_WITHOUT_STATUS,
    );
    assert_raised(raised(&chips::GC2000, true), &rules::IN_PLACE_UNKNOWN);
}

/// Memory at every address.
struct Everywhere;

impl GpuMemory for Everywhere {
    fn read(
        &self,
        _: tilescope_core::GpuAddr,
        out: &mut [u8],
        _: Unit,
    ) -> Result<(), tilescope_core::MemFault> {
        out.fill(0x55);
        Ok(())
    }

    fn write(
        &self,
        _: tilescope_core::GpuAddr,
        _: &[u8],
        _: Unit,
    ) -> Result<(), tilescope_core::MemFault> {
        Ok(())
    }

    fn mapped(&self, _: tilescope_core::GpuAddr) -> u64 {
        1 << 32
    }
}

/// Resolves of the vendor's driver on a GC880: etna_viv
/// attic/replay/companion_cmd_gc880.h and cube_cmd_gc880.h.
#[test]
fn the_vendors_streams_break_none() {
    // CONFIG, SOURCE_STRIDE, DEST_STRIDE, SOURCE_ADDR, DEST_ADDR, WINDOW_SIZE,
    // CLEAR_CONTROL, TS.MEM_CONFIG.
    #[rustfmt::skip]
    let resolves = [
        [0x606, 0, 0x40, 0, 0x15aa_b000, 0x006c_0010, 0x1_ffff, 0x6b],
        [0x606, 0, 0x80, 0, 0x15aa_cb00, 0x001c_0020, 0x1_ffff, 0x6b],
        [0x606, 0, 0x200, 0, 0x1597_7000, 0x0004_0080, 0x1_ffff, 0x6b],
        [0x45e5, 0x2000, 0x1000, 0x15cf_d000, 0x15df_d000, 0x0200_0200, 0, 0],
        [0x45e5, 0x1000, 0x800, 0x15df_d000, 0x15e3_d000, 0x0100_0100, 0, 0],
        [0x4686, 0x8000_3400, 0x8000_3400, 0x1590_0000, 0x1590_0000, 0x0200_0340, 0, 0x6b],
        [0x2000_0686, 0x8000_3400, 0xd00, 0x1590_0000, 0x15e4_d000, 0x0200_0340, 0, 0x49],
        [0x2000_0505, 0xd00, 0xc80, 0x7f2c_8700, 0x7fc2_0000, 0x01e0_0320, 0, 0],
    ];
    for words in resolves {
        let mut state = State::new();
        let registers = [
            regs::config::AT,
            regs::source_stride::AT,
            regs::dest_stride::AT,
            regs::source_addr::AT,
            regs::dest_addr::AT,
            regs::window_size::AT,
            regs::clear_control::AT,
            ts::mem_config::AT,
        ];
        for (at, word) in registers.into_iter().zip(words) {
            state.write(at, word);
        }
        state.write(regs::dither::AT, u32::MAX);
        state.write(regs::dither::AT + 4, u32::MAX);
        state.write(ts::color_surface_base::AT, 0x1590_0000);
        state.write(ts::color_status_base::AT, 0x15aa_b000);
        let (mut log, mut fuel) = (Log::default(), Fuel::default());
        let (quirks, bus) = (Quirks::default(), Bus::new(&Everywhere));
        rs::kick(&state, &chips::GC880, &quirks, bus, &mut log, &mut fuel).unwrap();
        let mut seen = Recorder::default();
        log.deliver(&mut seen);
        assert_eq!(seen.findings, [], "{words:x?}");
        assert_eq!(seen.unimplemented, []);
    }
}

/// Any register values: no panic, and termination.
mod anything {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(400))]

        #[test]
        fn ends(words: [u32; 64], small: bool, chip in 0..chips::ALL.len()) {
            let mut state = State::new();
            let registers = (0x1600u32..0x1720).step_by(4);
            for (at, word) in registers.zip(words.into_iter().cycle()) {
                state.write(at, word);
            }
            if small {
                state.write(regs::window_size::AT, words[3] & 0x00f0_01f0);
                for at in [regs::source_addr::AT, regs::pipe_source_addr::AT] {
                    state.write(at, SOURCE | words[4] & 0x1_ffc0);
                }
                for at in [regs::dest_addr::AT, regs::pipe_dest_addr::AT] {
                    state.write(at, DEST | words[5] & 0x1_ffc0);
                }
            }
            let chip = chips::ALL[chip];
            let memory = memory();
            let mut log = Log::default();
            let mut fuel = Fuel::new(100_000);
            let quirks = Quirks::default();
            let _ = rs::kick(&state, chip, &quirks, Bus::new(&memory), &mut log, &mut fuel);
            let tiles = words[6];
            let _ = rs::kick_in_place(&state, chip, tiles, Bus::new(&memory), &mut log, &mut fuel);
        }
    }
}
