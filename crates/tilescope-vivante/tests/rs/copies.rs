//! Copies: tiling, conversion, flip, halving, tile status.

use proptest::prelude::*;
use tilescope_core::Fuel;
use tilescope_core::bus::Port as _;
use tilescope_pixel::transform::MeanRounding;
use tilescope_pixel::{Format, Narrow, Widen};
use tilescope_vivante::bus::{Bus, Port};
use tilescope_vivante::chips::{self, Chip};
use tilescope_vivante::log::Log;
use tilescope_vivante::regs::enums::RsFormat;
use tilescope_vivante::regs::rs as regs;
use tilescope_vivante::rs::{self, FlipUnit, Quirks};
use tilescope_vivante::surface::{Tiling, rs_format};

use crate::*;

const CHIPS: [&Chip; 3] = [&chips::GC2000, &chips::GC880, &chips::GC3000];

/// The expected destination pixel, from the pixels of the source.
fn want(job: &Job, source: &[u8], x: u32, y: u32) -> Vec<u8> {
    let surface = job.source.surface();
    let (across, down) = job.downsample;
    let height = job.height >> u32::from(down);
    let y = if job.flip { height - 1 - y } else { y };
    let (w, h) = (1 + u32::from(across), 1 + u32::from(down));
    let mut texels = Vec::new();
    for dy in 0..h {
        for dx in 0..w {
            texels.push(pixel(source, SOURCE, &surface, x * w + dx, y * h + dy));
        }
    }
    let plain = job.source.format == job.dest.format && !job.swap_rb && texels.len() == 1;
    if plain {
        return texels.remove(0);
    }
    let format = |f: u32| rs_format(RsFormat::from_bits(f as u8)).unwrap();
    let colours: Vec<[u8; 4]> = texels
        .iter()
        .map(|t| {
            let bits = t.iter().rev().fold(0, |bits, b| bits << 8 | u64::from(*b));
            let word = format(job.source.format).unpack_texel(bits, Widen::Replicate);
            (word as u32).to_le_bytes()
        })
        .collect();
    let mut mean = [0u8; 4];
    for (i, m) in mean.iter_mut().enumerate() {
        let sum: u32 = colours.iter().map(|c| u32::from(c[i])).sum();
        let n = colours.len() as u32;
        *m = ((sum + n / 2) / n) as u8;
    }
    if job.swap_rb {
        mean.swap(0, 2);
    }
    // X formats preserve alpha in their unused bits.
    let to = match format(job.dest.format) {
        Format::B8G8R8X8Unorm => Format::B8G8R8A8Unorm,
        Format::B5G5R5X1Unorm => Format::B5G5R5A1Unorm,
        Format::B4G4R4X4Unorm => Format::B4G4R4A4Unorm,
        other => other,
    };
    let texel = to.pack(u32::from_le_bytes(mean), Narrow::Truncate);
    texel.to_le_bytes()[..job.dest.bytes() as usize].to_vec()
}

fn assert_copied(job: &Job, chip: &Chip, ran: &Ran) {
    assert_eq!(ran.findings, [""; 0]);
    assert_eq!(ran.unimplemented, [""; 0]);
    let source = bytes_of(&memory(), SOURCE);
    assert!(
        bytes_of(&ran.memory, SOURCE) == source,
        "the source has changed"
    );
    let mut expected = bytes_of(&memory(), DEST);
    let surface = job.dest.surface();
    let (w, h) = (
        job.width >> u32::from(job.downsample.0),
        job.height >> u32::from(job.downsample.1),
    );
    for y in 0..h {
        for x in 0..w {
            let at = (surface.address(x, y) - DEST) as usize;
            let want = want(job, &source, x, y);
            expected[at..at + want.len()].copy_from_slice(&want);
        }
    }
    let got = bytes_of(&ran.memory, DEST);
    if let Some(at) = (0..SIZE).find(|&i| got[i] != expected[i]) {
        panic!("{}: byte {at:#x} of the result differs", chip.info.name);
    }
}

fn tilings(chip: &Chip) -> &'static [Tiling] {
    match chip.specs.pixel_pipes {
        1 => &TILINGS[..3],
        _ => &TILINGS,
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(160))]

    #[test]
    fn each_pixel_arrives(
        chip in 0..CHIPS.len(), from in 0usize..5, to in 0usize..5,
        (w, h) in (2u32..7, 1u32..17),
        (from_format, to_format) in (0u32..7, 0u32..7), same: bool,
        across: bool, down: bool, swap_rb: bool, flip: bool,
    ) {
        let chip = CHIPS[chip];
        let all = tilings(chip);
        let source = side(SOURCE, all[from % all.len()], from_format);
        let to_format = if same { from_format } else { to_format };
        let dest = side(DEST, all[to % all.len()], to_format);
        let job = Job {
            downsample: (across, down),
            swap_rb,
            flip,
            ..Job::copy(source, dest, w * 32, h * 8)
        };
        assert_copied(&job, chip, &run(&state_of(&job, chip), chip));
    }
}

/// Mesa resolves the whole padding, and reads back from a corner.
#[test]
fn whole_supertiles_and_corners() {
    for chip in CHIPS {
        for &from in tilings(chip) {
            for &to in tilings(chip) {
                let job = Job::copy(side(SOURCE, from, 6), side(DEST, to, 6), 192, 128);
                assert_copied(&job, chip, &run(&state_of(&job, chip), chip));
            }
        }
    }
}

#[test]
fn pipes_process_their_windows() {
    let job = Job::copy(
        side(SOURCE, Tiling::MultiSuperTiled, 6),
        side(DEST, Tiling::Tiled, 6),
        64,
        128,
    );
    let state = state_of(&job, &chips::GC2000);
    assert_eq!(state.word(regs::window_size::AT), 64 | 64 << 16);
    let ran = run(&state, &chips::GC2000);
    assert_copied(&job, &chips::GC2000, &ran);
    // Each pixel moves once.
    let bytes = 64 * 128 * 4;
    assert_eq!(ran.traffic.read[Port::Rs.index()], bytes);
    assert_eq!(ran.traffic.written[Port::Rs.index()], bytes);
}

#[test]
fn equal_windows_are_processed_once() {
    let job = Job::copy(
        side(SOURCE, Tiling::Tiled, 6),
        side(DEST, Tiling::Linear, 6),
        64,
        4,
    );
    let ran = run(&state_of(&job, &chips::GC2000), &chips::GC2000);
    assert_copied(&job, &chips::GC2000, &ran);
    assert_eq!(ran.traffic.written[Port::Rs.index()], 64 * 4 * 4);
}

/// Clear by tile status, then resolve, as Mesa does for a frame with only a clear.
#[test]
fn cleared_tiles_are_filled_in_on_the_way() {
    for (chip, tiling) in [
        (&chips::GC2000, Tiling::MultiSuperTiled),
        (&chips::GC880, Tiling::SuperTiled),
    ] {
        let entries = 192 * 128 * 4 / 64;
        let status = Side {
            format: 6,
            tiling: Tiling::Tiled,
            base: STATUS,
            stride: 0x40,
            padded_height: 0,
        };
        // etna_create_surface: a fill of rows of 64 bytes.
        let height = (entries / 4u32).div_ceil(0x40).next_multiple_of(4);
        let clear = Job::fill(status, 16, height, chip.derived().ts_cleared);
        let ran = run(&state_of(&clear, chip), chip);
        assert_eq!(ran.findings, [""; 0]);
        let codes = bytes_of(&ran.memory, STATUS);
        assert!(codes[..entries as usize / 4].iter().all(|c| *c == 0x55));

        let job = Job::copy(
            side(SOURCE, tiling, 6),
            side(DEST, Tiling::Linear, 6),
            192,
            128,
        );
        let mut state = state_of(&job, chip);
        with_status(&mut state, 0x8040_2010);
        let ran = run_with(ran.memory, &state, chip, &Quirks::default());
        assert_eq!(ran.findings, [""; 0]);
        let got = bytes_of(&ran.memory, DEST);
        for (i, word) in got.as_chunks::<4>().0[..192 * 128].iter().enumerate() {
            assert_eq!(u32::from_le_bytes(*word), 0x8040_2010, "pixel {i}");
        }
        // Nothing of the source was read, only its status.
        assert_eq!(ran.traffic.read[Port::Rs.index()], 0);
        assert_eq!(ran.traffic.read[Port::Ts.index()], u64::from(entries) / 4);
    }
}

#[test]
fn tiles_that_were_drawn_are_not_cleared() {
    let memory = memory();
    // Entry 0 normal, 1 cleared.
    let pattern = vec![0b0100_0100u8; 192 * 128 * 4 / 64 / 4];
    tilescope_core::GpuMemory::write(
        &memory,
        STATUS.into(),
        &pattern,
        tilescope_core::Unit("test"),
    )
    .unwrap();
    let job = Job::copy(
        side(SOURCE, Tiling::Tiled, 6),
        side(DEST, Tiling::Tiled, 6),
        192,
        128,
    );
    let mut state = state_of(&job, &chips::GC880);
    with_status(&mut state, 0x8040_2010);
    let ran = run_with(memory, &state, &chips::GC880, &Quirks::default());
    let (source, got) = (bytes_of(&ran.memory, SOURCE), bytes_of(&ran.memory, DEST));
    for tile in 0..192 * 128 / 16 {
        let at = tile * 64;
        match tile % 2 {
            0 => assert_eq!(got[at..at + 64], source[at..at + 64]),
            _ => assert_eq!(got[at..at + 64], [0x10, 0x20, 0x40, 0x80].repeat(16)[..]),
        }
    }
}

#[test]
fn in_place_only_cleared_tiles_change() {
    let memory = memory();
    let entries = 192 * 128 * 4 / 64;
    let pattern = vec![0b0000_0100u8; entries as usize / 4];
    tilescope_core::GpuMemory::write(
        &memory,
        STATUS.into(),
        &pattern,
        tilescope_core::Unit("test"),
    )
    .unwrap();
    let before = bytes_of(&memory, SOURCE);
    let mut state = tilescope_vivante::state::State::new();
    with_status(&mut state, 0x8040_2010);
    let mut log = Log::default();
    rs::kick_in_place(
        &state,
        &chips::GC3000,
        entries,
        Bus::new(&memory),
        &mut log,
        &mut Fuel::default(),
    )
    .unwrap();
    let after = bytes_of(&memory, SOURCE);
    for (tile, (a, b)) in before.chunks(64).zip(after.chunks(64)).enumerate() {
        match tile % 4 == 1 && tile < entries as usize {
            true => assert_eq!(b, [0x10, 0x20, 0x40, 0x80].repeat(16)),
            false => assert_eq!(a, b, "tile {tile}"),
        }
    }
    assert_eq!(bytes_of(&memory, STATUS)[..pattern.len()], pattern);
}

#[test]
fn bytes_swap_and_pixels_dither() {
    let job = Job::copy(
        side(SOURCE, Tiling::Tiled, 6),
        side(DEST, Tiling::Tiled, 6),
        32,
        4,
    );
    let mut state = state_of(&job, &chips::GC880);
    state.write(
        regs::extra_config::AT,
        regs::extra_config::ENDIAN.with(0, 2),
    );
    let ran = run(&state, &chips::GC880);
    let (source, got) = (bytes_of(&ran.memory, SOURCE), bytes_of(&ran.memory, DEST));
    for (a, b) in source.chunks(4).zip(got.chunks(4)).take(128) {
        assert_eq!(a.iter().rev().copied().collect::<Vec<_>>(), b);
    }
    // Thresholds of 0 round every fraction of a step up.
    let job = Job::copy(
        side(SOURCE, Tiling::Linear, 6),
        side(DEST, Tiling::Linear, 4),
        32,
        4,
    );
    let mut state = state_of(&job, &chips::GC880);
    let got = |state: &State| bytes_of(&run(state, &chips::GC880).memory, DEST);
    let plain = got(&state);
    state.write(regs::dither::AT, 0);
    state.write(regs::dither::AT + 4, 0);
    let dithered = got(&state);
    let mut higher = 0;
    for i in 0..32 {
        let word = |b: &[u8]| u16::from_le_bytes([b[2 * i], b[2 * i + 1]]);
        let blue = source[4 * i];
        let up = u16::from(blue) + 7;
        assert_eq!(word(&plain) & 31, u16::from(blue) >> 3);
        assert_eq!(word(&dithered) & 31, (up >> 3).min(31));
        higher += u32::from(word(&plain) != word(&dithered));
    }
    assert!(higher > 20);
}

#[test]
fn one_sample_instead_of_the_mean() {
    let job = Job {
        downsample: (true, true),
        ..Job::copy(
            side(SOURCE, Tiling::SuperTiled, 6),
            side(DEST, Tiling::Linear, 6),
            64,
            16,
        )
    };
    let mut state = state_of(&job, &chips::GC3000);
    state.write(regs::single_buffer::AT, 0b11);
    let ran = run(&state, &chips::GC3000);
    let (source, got) = (bytes_of(&ran.memory, SOURCE), bytes_of(&ran.memory, DEST));
    for (x, y) in [(0, 0), (5, 1), (31, 7)] {
        let from = pixel(&source, SOURCE, &job.source.surface(), 2 * x, 2 * y);
        assert_eq!(pixel(&got, DEST, &job.dest.surface(), x, y), from);
    }
    // Chips without SINGLE_BUFFER do not have the bit.
    let mut state = state_of(&job, &chips::GC880);
    state.write(regs::single_buffer::AT, 0b11);
    assert_copied(&job, &chips::GC880, &run(&state, &chips::GC880));
}

/// Each quirk has an effect.
#[test]
fn each_quirk_has_an_effect() {
    let job = Job {
        downsample: (true, false),
        flip: true,
        ..Job::copy(
            side(SOURCE, Tiling::MultiTiled, 6),
            side(DEST, Tiling::Tiled, 6),
            64,
            32,
        )
    };
    let state = state_of(&job, &chips::GC2000);
    let result = |quirks: &Quirks| {
        let ran = run_with(memory(), &state, &chips::GC2000, quirks);
        bytes_of(&ran.memory, DEST)
    };
    let Quirks { mean, flip } = Quirks::default();
    assert_eq!((mean, flip), (MeanRounding::Nearest, FlipUnit::Image));
    let usual = result(&Quirks { mean, flip });
    let down = MeanRounding::Down;
    assert!(usual != result(&Quirks { mean: down, flip }));
    let window = FlipUnit::Window;
    let other = result(&Quirks { mean, flip: window });
    let surface = job.dest.surface();
    // The first row of the image is the last of all windows, or of the first
    // window.
    for (bytes, row) in [(&usual, 31), (&other, 15)] {
        let source = bytes_of(&memory(), SOURCE);
        let want = want(&Job { flip: false, ..job }, &source, 3, 0);
        assert_eq!(pixel(bytes, DEST, &surface, 3, row), want);
    }
}

/// Faults of each kind of traffic.
#[test]
fn fuel_and_faults_end_a_copy() {
    let job = Job::copy(
        side(SOURCE, Tiling::Tiled, 6),
        side(DEST, Tiling::Tiled, 6),
        192,
        128,
    );
    let state = state_of(&job, &chips::GC880);
    let memory = memory();
    let done = rs::kick(
        &state,
        &chips::GC880,
        &Quirks::default(),
        Bus::new(&memory),
        &mut Log::default(),
        &mut Fuel::new(100),
    );
    assert!(matches!(
        done,
        Err(tilescope_vivante::stopped::Stopped::Fuel(_))
    ));
    for (at, id) in [
        (regs::source_addr::AT, "VIV-MEM-001"),
        (regs::dest_addr::AT, "VIV-MEM-002"),
    ] {
        let mut state = state_of(&job, &chips::GC880);
        state.write(at, 0x70_0000);
        let ran = run(&state, &chips::GC880);
        assert_eq!((ran.findings, ran.stopped), (vec![id.to_string()], true));
    }
}
