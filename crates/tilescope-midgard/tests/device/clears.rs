//! Fragment jobs without draws: tiles, clear colours and formats of memory.

use tilescope_core::Status;
use tilescope_midgard::descriptors::v4_framebuffer as v4;
use tilescope_midgard::descriptors::v5::fragment_job_payload as payload;
use tilescope_midgard::descriptors::v5_framebuffer as v5;
use tilescope_tables::packet::Field;

use crate::machine::{BASE, Machine, header};

const FRAMEBUFFER: u64 = BASE + 0x400;
const PIXELS: u64 = BASE + 0x1_0000;
const DEPTH: u64 = BASE + 0x8_0000;

type Values<'a> = &'a [(&'a Field, u64)];

fn set(bytes: &mut [u8], values: Values<'_>) {
    for (field, value) in values {
        field.set(bytes, *value);
    }
}

/// Writes a fragment job of tiles (x0, y0) to (x1, y1).
fn job(m: &Machine, [x0, y0, x1, y1]: [u64; 4], tag: u64) {
    let mut job = header(9, 1, [0, 0], 0).to_vec();
    job.resize(64, 0);
    let values = [
        (&payload::BOUND_MIN_X, x0),
        (&payload::BOUND_MIN_Y, y0),
        (&payload::BOUND_MAX_X, x1),
        (&payload::BOUND_MAX_Y, y1),
        (&payload::FRAMEBUFFER, FRAMEBUFFER | tag),
    ];
    set(&mut job[32..], &values);
    m.write(BASE, &job);
}

/// A framebuffer of v5 with one target of 40x24 pixels.
fn framebuffer(parameters: Values<'_>, target: Values<'_>) -> Vec<u8> {
    let mut bytes = vec![0; 192];
    let size = [
        (&v5::framebuffer_parameters::WIDTH, 39),
        (&v5::framebuffer_parameters::HEIGHT, 23),
        (&v5::framebuffer_parameters::BOUND_MAX_X, 39),
        (&v5::framebuffer_parameters::BOUND_MAX_Y, 23),
        (&v5::framebuffer_parameters::EFFECTIVE_TILE_SIZE, 8),
        (&v5::framebuffer_parameters::COLOR_BUFFER_ALLOCATION, 4),
    ];
    set(&mut bytes[32..56], &size);
    set(&mut bytes[32..56], parameters);
    let plain = [
        (&v5::render_target::INTERNAL_FORMAT, 1),
        (&v5::render_target::WRITEBACK_FORMAT, 19),
        (&v5::render_target::WRITEBACK_BLOCK_FORMAT, 2),
        (&v5::render_target::SWIZZLE, 0x688),
        (&v5::render_target::WRITE_ENABLE, 1),
        (&v5::render_target::CLEAN_PIXEL_WRITE_ENABLE, 1),
        (&v5::render_target::RGB_BASE, PIXELS),
        (&v5::render_target::RGB_ROW_STRIDE, 256),
        (&v5::render_target_as_clear::CLEAR_COLOR_0, 0xff40_80c0),
    ];
    set(&mut bytes[128..192], &plain);
    set(&mut bytes[128..192], target);
    bytes
}

/// The pixel at (x, y) of the target.
fn pixel(m: &Machine, x: u64, y: u64) -> u32 {
    u32::from_le_bytes(m.read(PIXELS + 256 * y + 4 * x))
}

const ALL: [u64; 4] = [0, 0, 2, 1];

fn cleared(parameters: Values<'_>, target: Values<'_>) -> Machine {
    let mut m = Machine::new("t860");
    m.write(PIXELS, &[0x11; 256 * 64]);
    m.write(FRAMEBUFFER, &framebuffer(parameters, target));
    job(&m, ALL, 1);
    assert_eq!(m.run(0, BASE).status, Status::Done, "{:?}", m.seen.findings);
    assert_eq!((m.word(BASE), m.rules()), (1, vec![]));
    m
}

#[test]
fn exactly_the_pixels_of_the_framebuffer_are_written() {
    let m = cleared(&[], &[]);
    for y in 0..64 {
        for x in 0..64 {
            let inside = x < 40 && y < 24;
            let expected = if inside { 0xff40_80c0 } else { 0x1111_1111 };
            assert_eq!(pixel(&m, x, y), expected, "({x}, {y})");
        }
    }
}

#[test]
fn both_ends_of_the_tiles_are_included() {
    let mut m = Machine::new("t860");
    m.write(FRAMEBUFFER, &framebuffer(&[], &[]));
    job(&m, [1, 0, 1, 1], 1);
    assert_eq!(m.run(0, BASE).status, Status::Done);
    let written = |x, y| pixel(&m, x, y) != 0;
    assert!(written(16, 0) && written(31, 23));
    assert!(!written(15, 0) && !written(32, 0));
}

#[test]
fn colours_go_to_the_channels_of_the_swizzle() {
    // B, G, R, A: the first byte of memory is channel 2.
    let m = cleared(&[], &[(&v5::render_target::SWIZZLE, 0x60a)]);
    assert_eq!(m.read(PIXELS), [0x40, 0x80, 0xc0, 0xff]);
    let m = cleared(&[], &[(&v5::render_target::WRITEBACK_FORMAT, 17)]);
    assert_eq!(m.read(PIXELS), [0xc0, 0x80, 0xc0, 0x80]);
}

#[test]
fn clear_colours_have_fractions() {
    // 5 and 5, 6 and 4, 5 and 5 bits: 1, 0.5 and 0.
    let red = 31 << 5;
    let green = 63 << 3;
    let m = cleared(
        &[],
        &[
            (&v5::render_target::INTERNAL_FORMAT, 5),
            (&v5::render_target::WRITEBACK_FORMAT, 21),
            (
                &v5::render_target_as_clear::CLEAR_COLOR_0,
                red | green << 10,
            ),
        ],
    );
    assert_eq!(m.read(PIXELS), (31u16 | 32 << 5).to_le_bytes());
}

#[test]
fn raw_formats_keep_their_bits() {
    let m = cleared(
        &[],
        &[
            (&v5::render_target::INTERNAL_FORMAT, 35),
            (&v5::render_target::WRITEBACK_FORMAT, 5),
            (&v5::render_target::RGB_ROW_STRIDE, 512),
            (&v5::render_target_as_clear::CLEAR_COLOR_1, 0x1234_5678),
        ],
    );
    assert_eq!(m.word(PIXELS + 8), 0x1234_5678_ff40_80c0);
}

#[test]
fn tiles_are_in_the_order_of_the_layout() {
    let tiled = [
        (&v5::render_target::WRITEBACK_BLOCK_FORMAT, 0),
        (&v5::render_target::RGB_ROW_STRIDE, 48 * 16 * 4),
    ];
    let m = cleared(&[], &tiled);
    // Tile (2, 0) has 8 columns: the first 4x4 block is written, and the one beside
    // it, but not that of columns 8 to 11.
    let block = |tile: u64, n: u64| m.read::<4>(PIXELS + tile * 1024 + n * 64) != [0x11; 4];
    assert!(block(2, 0) && block(2, 1) && !block(2, 4));
    assert!((0..16).all(|n| block(0, n) && block(1, n)));
}

#[test]
fn depth_and_stencil_are_written() {
    let fields = [
        (&v5::framebuffer_parameters::HAS_ZS_CRC_EXTENSION, 1),
        (&v5::framebuffer_parameters::Z_INTERNAL_FORMAT, 1),
        (&v5::framebuffer_parameters::Z_WRITE_ENABLE, 1),
        (
            &v5::framebuffer_parameters::Z_CLEAR,
            u64::from(0.5f32.to_bits()),
        ),
        (&v5::framebuffer_parameters::S_CLEAR, 0xa5),
    ];
    let mut bytes = framebuffer(&fields, &[]);
    let mut extension = vec![0; 64];
    let values = [
        (&v5::zs_crc_extension::ZS_WRITE_FORMAT, 5),
        (&v5::zs_crc_extension::ZS_BLOCK_FORMAT, 2),
        (&v5::zs_crc_extension::ZS_WRITEBACK_BASE, DEPTH),
        (&v5::zs_crc_extension::ZS_WRITEBACK_ROW_STRIDE, 256),
        (&v5::zs_crc_extension::ZS_CLEAN_PIXEL_WRITE_ENABLE, 1),
    ];
    set(&mut extension, &values);
    bytes.splice(128..128, extension);
    let mut m = Machine::new("t860");
    m.write(FRAMEBUFFER, &bytes);
    job(&m, ALL, 3);
    assert_eq!(m.run(0, BASE).status, Status::Done);
    let word = u32::from_le_bytes(m.read(DEPTH + 256 * 23 + 4 * 39));
    assert_eq!(word, 0xa580_0000);
    assert_eq!(pixel(&m, 0, 0), 0xff40_80c0, "targets follow the extension");
}

#[test]
fn framebuffers_of_v4() {
    let mut m = Machine::new("t720");
    let mut bytes = vec![0; 320];
    let values = [
        (&v4::framebuffer_parameters::INTERNAL_FORMAT, 1),
        (&v4::framebuffer_parameters::SWIZZLE, 0x688),
        (&v4::framebuffer_parameters::COLOR_WRITEBACK_FORMAT, 19),
        (&v4::framebuffer_parameters::COLOR_BLOCK_FORMAT, 2),
        (&v4::framebuffer_parameters::COLOR_WRITE_ENABLE, 1),
        (&v4::framebuffer_parameters::CLEAN_PIXEL_WRITE_ENABLE, 1),
        (&v4::framebuffer_parameters::BOUND_MAX_X, 39),
        (&v4::framebuffer_parameters::BOUND_MAX_Y, 23),
        (&v4::framebuffer_parameters::COLOR_WRITEBACK_BASE, PIXELS),
        (&v4::framebuffer_parameters::COLOR_WRITEBACK_ROW_STRIDE, 256),
        (
            &v4::framebuffer_parameters_as_clear::CLEAR_COLOR_0,
            0x1234_5678,
        ),
    ];
    set(&mut bytes[32..192], &values);
    m.write(FRAMEBUFFER, &bytes);
    job(&m, ALL, 0);
    assert_eq!(m.run(0, BASE).status, Status::Done);
    assert_eq!(pixel(&m, 39, 23), 0x1234_5678);
    assert_eq!((pixel(&m, 40, 23), pixel(&m, 39, 24)), (0, 0));
}

#[test]
fn bounds_and_tags_that_are_refused() {
    let refused = |tiles: [u64; 4], tag: u64| {
        let mut m = Machine::new("t860");
        m.write(FRAMEBUFFER, &framebuffer(&[], &[]));
        job(&m, tiles, tag);
        assert!(matches!(m.run(0, BASE).status, Status::Fault(_)));
        (m.word(BASE), m.rules())
    };
    assert_eq!(refused([1, 0, 0, 0], 1), (0x59, vec!["MALI-FB-002"]));
    assert_eq!(refused([0, 0, 3, 1], 1), (0x59, vec!["MALI-FB-003"]));
    assert_eq!(refused([0, 0, 2, 2], 1), (0x59, vec!["MALI-FB-003"]));
    assert_eq!(refused(ALL, 0), (0x58, vec!["MALI-FB-004"]));
}

/// Tiles are 16x16 pixels; the last ones may be incomplete.
#[test]
fn the_last_tile_of_known_sizes() {
    let done = |size: (u64, u64), last: (u64, u64)| {
        let mut m = Machine::new("t860");
        let parameters = [
            (&v5::framebuffer_parameters::WIDTH, size.0 - 1),
            (&v5::framebuffer_parameters::HEIGHT, size.1 - 1),
            (&v5::framebuffer_parameters::BOUND_MAX_X, size.0 - 1),
            (&v5::framebuffer_parameters::BOUND_MAX_Y, size.1 - 1),
        ];
        let nowhere = [(&v5::render_target::WRITE_ENABLE, 0)];
        m.write(FRAMEBUFFER, &framebuffer(&parameters, &nowhere));
        job(&m, [last.0, last.1, last.0, last.1], 1);
        let status = m.run(0, BASE).status;
        (status == Status::Done, m.rules())
    };
    for (size, last) in [
        ((400, 240), (24, 14)),
        ((16, 16), (0, 0)),
        ((17, 1), (1, 0)),
        ((40, 24), (2, 1)),
        ((1920, 1080), (119, 67)),
    ] {
        assert_eq!(done(size, last), (true, vec![]), "{size:?}");
        let refused = (false, vec!["MALI-FB-003"]);
        assert_eq!(done(size, (last.0 + 1, last.1)), refused, "{size:?}");
        assert_eq!(done(size, (last.0, last.1 + 1)), refused, "{size:?}");
    }
}

/// Bits 12 to 15 and 28 to 31 of both words of bounds; the last one is a flag of the second word.
#[test]
fn reserved_bits_of_bounds() {
    for bit in [12, 15, 28, 31, 44, 47, 60, 62] {
        let mut m = Machine::new("t860");
        m.write(FRAMEBUFFER, &framebuffer(&[], &[]));
        job(&m, [0, 0, 2, 1], 1);
        let payload = m.word(BASE + 32);
        m.write(BASE + 32, &(payload | 1 << bit).to_le_bytes());
        assert_eq!(m.run(0, BASE).status, Status::Done);
        assert_eq!(m.rules(), ["MALI-FB-001"], "bit {bit}");
    }
}

#[test]
fn surfaces_outside_of_memory() {
    let mut m = Machine::new("t860");
    let outside = [(&v5::render_target::RGB_BASE, BASE + (1 << 20) - 256)];
    m.write(FRAMEBUFFER, &framebuffer(&[], &outside));
    job(&m, ALL, 1);
    assert!(matches!(m.run(0, BASE).status, Status::Fault(_)));
    assert_eq!((m.word(BASE), m.rules()), (0x43, vec!["MALI-MMU-002"]));
}

/// A map of tiles has a bit for 32x32 pixels (Mesa, panfrost_resource_set_damage_region).
#[test]
fn maps_enable_squares_of_pixels() {
    const MAP: u64 = BASE + 0x4000;
    let mut m = Machine::new("t860");
    m.write(PIXELS, &[0x11; 256 * 64]);
    let size = [
        (&v5::framebuffer_parameters::HEIGHT, 39),
        (&v5::framebuffer_parameters::BOUND_MAX_Y, 39),
    ];
    m.write(FRAMEBUFFER, &framebuffer(&size, &[]));
    job(&m, [0, 0, 2, 2], 1);
    let mut bytes: [u8; 32] = m.read(BASE + 32);
    let values = [
        (&payload::HAS_TILE_ENABLE_MAP, 1),
        (&payload::TILE_ENABLE_MAP, MAP),
        (&payload::TILE_ENABLE_MAP_ROW_STRIDE, 64),
    ];
    set(&mut bytes, &values);
    m.write(BASE + 32, &bytes);
    // The second square of the first row, and the first of the second.
    m.write(MAP, &[0b10]);
    m.write(MAP + 64, &[0b01]);
    assert_eq!(m.run(0, BASE).status, Status::Done, "{:?}", m.seen.findings);
    assert_eq!((m.rules(), m.seen.unimplemented.len()), (vec![], 0));
    for y in 0..40 {
        for x in 0..40 {
            let drawn = (x < 32) != (y < 32);
            assert_eq!(pixel(&m, x, y) != 0x1111_1111, drawn, "({x}, {y})");
        }
    }
}

#[test]
fn tiles_whose_checksum_is_in_the_buffer_are_not_written() {
    const SUMS: u64 = BASE + 0xc000;
    let mut m = Machine::new("t860");
    let run = |m: &mut Machine, [reads, writes]: [u64; 2], colour: u64| {
        let parameters = [
            (&v5::framebuffer_parameters::HAS_ZS_CRC_EXTENSION, 1),
            (&v5::framebuffer_parameters::CRC_READ_ENABLE, reads),
            (&v5::framebuffer_parameters::CRC_WRITE_ENABLE, writes),
        ];
        let target = [(&v5::render_target_as_clear::CLEAR_COLOR_0, colour)];
        let mut bytes = framebuffer(&parameters, &target);
        let mut extension = vec![0; 64];
        let buffer = [
            (&v5::zs_crc_extension::CRC_BASE, SUMS),
            (&v5::zs_crc_extension::CRC_ROW_STRIDE, 24),
        ];
        set(&mut extension, &buffer);
        let target = bytes.split_off(128);
        m.write(FRAMEBUFFER, &[bytes, extension, target].concat());
        job(m, ALL, 3);
        assert_eq!(m.run(0, BASE).status, Status::Done, "{:?}", m.seen.findings);
        assert_eq!((m.rules(), m.seen.unimplemented.len()), (vec![], 0));
        m.counter("tiles.unchanged")
    };
    const A: u64 = 0xff40_80c0;
    const B: u64 = 0xff00_0001;
    let corner = |m: &Machine| [pixel(m, 0, 0), pixel(m, 39, 23)].map(u64::from);
    m.write(PIXELS, &[0x11; 256 * 64]);
    assert_eq!((run(&mut m, [1, 1], A), corner(&m)), (0, [A, A]));
    // The pixels change, and the checksums do not: a driver must not let that happen.
    m.write(PIXELS, &[0x22; 4]);
    assert_eq!((run(&mut m, [1, 1], A), corner(&m)), (6, [0x2222_2222, A]));
    run(&mut m, [1, 1], B);
    assert_eq!(corner(&m), [B, B]);
    m.write(PIXELS, &[0x22; 4]);
    run(&mut m, [0, 1], B);
    assert_eq!(corner(&m), [B, B]);
    // Eight bytes for each of three tiles of two rows.
    let sums = m.read::<64>(SUMS);
    assert!(sums[..48].chunks(8).all(|sum| sum != [0; 8]));
    assert_eq!(sums[48..], [0; 16]);
}
