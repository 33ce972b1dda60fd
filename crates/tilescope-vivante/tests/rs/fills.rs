//! Fills: values, masks, formats.

use proptest::prelude::*;
use tilescope_core::bus::Port as _;
use tilescope_vivante::bus::Port;
use tilescope_vivante::chips;
use tilescope_vivante::surface::Tiling;

use crate::*;

/// Compares every byte of the destination with `want`, which computes the pixel
/// from the old one.
fn assert_filled(job: &Job, chip: &Chip, want: impl Fn(u32, u32, u64) -> u64) {
    let ran = run(&state_of(job, chip), chip);
    assert_eq!(ran.findings, [""; 0]);
    assert_eq!(ran.unimplemented, [""; 0]);
    let surface = job.dest.surface();
    let mut expected = bytes_of(&memory(), DEST);
    let bytes = surface.pixel_bytes as usize;
    for y in 0..job.height {
        for x in 0..job.width {
            let at = (surface.address(x, y) - DEST) as usize;
            let old = expected[at..at + bytes]
                .iter()
                .rev()
                .fold(0, |bits, b| bits << 8 | u64::from(*b));
            let new = want(x, y, old).to_le_bytes();
            expected[at..at + bytes].copy_from_slice(&new[..bytes]);
        }
    }
    let got = bytes_of(&ran.memory, DEST);
    let differs = (0..SIZE).find(|&i| got[i] != expected[i]);
    assert_eq!(differs, None, "first byte that differs");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn every_layout_and_mask(
        tiling in 0..TILINGS.len(), w in 1u32..13, h in 1u32..33,
        bits in 0u32..16, value: u32,
    ) {
        let job = Job {
            clear_bits: bits * 0x1111,
            ..Job::fill(side(DEST, TILINGS[tiling], 6), w * 16, h * 4, value)
        };
        if bits != 0 {
            let mask = (0..4)
                .filter(|i| bits >> i & 1 == 1)
                .fold(0u32, |mask, i| mask | 0xff << (8 * i));
            assert_filled(&job, &chips::GC2000, |_, _, old| {
                (old as u32 & !mask | value & mask).into()
            });
        }
    }
}

#[test]
fn pixels_of_16_bits_are_the_halves_of_a_value() {
    for tiling in TILINGS {
        let job = Job::fill(side(DEST, tiling, 4), 96, 40, 0x1234_5678);
        assert_filled(&job, &chips::GC2000, |x, _, _| {
            if x % 2 == 0 { 0x5678 } else { 0x1234 }
        });
    }
}

/// Components of 5-6-5, the lowest first.
#[test]
fn components_are_those_of_the_format() {
    let job = Job {
        clear_bits: 0x2222,
        ..Job::fill(side(DEST, Tiling::Tiled, 4), 96, 40, 0xffff_ffff)
    };
    assert_filled(&job, &chips::GC880, |_, _, old| old | 0x7e0);
}

/// Mesa clears 64-bit pixels with two values.
#[test]
fn pixels_of_64_bits_take_two_values() {
    let mut dest = side(DEST, Tiling::SuperTiled, 21);
    dest.stride = 128 * 8;
    let job = Job {
        values: [0x1111_2222, 0x3333_4444, 5, 6],
        ..Job::fill(dest, 128, 64, 0)
    };
    assert_filled(&job, &chips::GC3000, |_, _, _| 0x3333_4444_1111_2222);
}

/// rnndb: vertical stripes of width 4.
#[test]
fn four_values_make_stripes() {
    for tiling in [Tiling::Tiled, Tiling::SuperTiled, Tiling::MultiSuperTiled] {
        let job = Job {
            clear_mode: 2,
            clear_bits: 0x0f5f,
            values: [1, 2, 3, 4],
            ..Job::fill(side(DEST, tiling, 6), 96, 40, 0)
        };
        let masks = [u32::MAX, 0x00ff_00ff, u32::MAX, 0];
        assert_filled(&job, &chips::GC2000, |x, _, old| {
            let i = (x / 4 % 4) as usize;
            let value = [1, 2, 3, 4][i];
            (old as u32 & !masks[i] | value & masks[i]).into()
        });
    }
}

#[test]
fn fills_of_all_bits_read_nothing() {
    let job = Job::fill(side(DEST, Tiling::SuperTiled, 6), 64, 64, 1);
    let ran = run(&state_of(&job, &chips::GC880), &chips::GC880);
    assert_eq!(ran.traffic.read[Port::Rs.index()], 0);
    assert_eq!(ran.traffic.written[Port::Rs.index()], 64 * 64 * 4);
}

#[test]
fn undocumented_fills_are_unimplemented() {
    let second_order = Job {
        clear_mode: 3,
        ..Job::fill(side(DEST, Tiling::Tiled, 6), 64, 64, 1)
    };
    let wide = Job {
        clear_mode: 2,
        ..Job::fill(side(DEST, Tiling::Tiled, 21), 64, 64, 1)
    };
    let half = Job {
        clear_bits: 1,
        ..Job::fill(side(DEST, Tiling::Tiled, 21), 64, 64, 1)
    };
    for job in [second_order, wide, half] {
        let ran = run(&state_of(&job, &chips::GC3000), &chips::GC3000);
        assert_eq!(ran.unimplemented.len(), 1);
        assert!(bytes_of(&ran.memory, DEST) == bytes_of(&memory(), DEST));
    }
}
