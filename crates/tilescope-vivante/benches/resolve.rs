//! Bytes a second of the resolve engine: `cargo bench -p tilescope-vivante`.

use divan::counter::BytesCount;
use divan::{Bencher, black_box};
use tilescope_core::{AddressSpace, Fuel, Region};
use tilescope_vivante::bus::Bus;
use tilescope_vivante::chips::{self, Chip};
use tilescope_vivante::log::Log;
use tilescope_vivante::regs::{rs as regs, ts};
use tilescope_vivante::rs::{self, Quirks};
use tilescope_vivante::state::State;

fn main() {
    divan::main();
}

const WIDTH: u32 = 1920;
const HEIGHT: u32 = 1088;
const BYTES: u32 = WIDTH * HEIGHT * 4;
const SOURCE: u32 = 0x1000_0000;
const DEST: u32 = 0x2000_0000;
const STATUS: u32 = 0x3000_0000;

/// Bits of a side: tiled, stride register.
const LINEAR: (u32, u32) = (0, WIDTH * 4);
const TILED: (u32, u32) = (1, WIDTH * 16);
const SUPERTILED: (u32, u32) = (1, (WIDTH * 16) | 1 << 31);
const MULTI_SUPERTILED: (u32, u32) = (1, (WIDTH * 16) | 3 << 30);

fn memory() -> AddressSpace {
    let mut space = AddressSpace::new();
    for (name, base) in [("source", SOURCE), ("dest", DEST), ("status", STATUS)] {
        space
            .map(Region::zeroed(name, base.into(), 0x100_0000))
            .unwrap();
    }
    space
}

fn state(chip: &Chip, from: (u32, u32), to: (u32, u32)) -> State {
    let mut state = State::new();
    let format = 6;
    state.write(
        regs::config::AT,
        format | format << 8 | from.0 << 7 | to.0 << 14,
    );
    state.write(regs::source_stride::AT, from.1);
    state.write(regs::dest_stride::AT, to.1);
    state.write(regs::source_addr::AT, SOURCE);
    state.write(regs::dest_addr::AT, DEST);
    for i in 0..2 {
        let half = i * BYTES / 2;
        state.write(regs::pipe_source_addr::AT + 4 * i, SOURCE + half);
        state.write(regs::pipe_dest_addr::AT + 4 * i, DEST + half);
    }
    let pipes = chip.specs.pixel_pipes;
    state.write(regs::window_size::AT, WIDTH | (HEIGHT / pipes) << 16);
    state.write(regs::pipe_offset::AT + 4, (HEIGHT / pipes) << 16);
    state.write(regs::dither::AT, u32::MAX);
    state.write(regs::dither::AT + 4, u32::MAX);
    state
}

fn run(bencher: Bencher, chip: &Chip, state: &State) {
    let memory = memory();
    let quirks = Quirks::default();
    bencher.counter(BytesCount::new(BYTES)).bench_local(|| {
        let (mut log, mut fuel) = (Log::default(), Fuel::default());
        let bus = Bus::new(black_box(&memory));
        rs::kick(state, chip, &quirks, bus, &mut log, &mut fuel).unwrap();
    });
}

#[divan::bench]
fn multi_supertiled_to_tiled(bencher: Bencher) {
    let chip = &chips::GC2000;
    run(bencher, chip, &state(chip, MULTI_SUPERTILED, TILED));
}

#[divan::bench]
fn supertiled_to_linear(bencher: Bencher) {
    let chip = &chips::GC880;
    run(bencher, chip, &state(chip, SUPERTILED, LINEAR));
}

#[divan::bench]
fn linear_to_tiled(bencher: Bencher) {
    let chip = &chips::GC880;
    run(bencher, chip, &state(chip, LINEAR, TILED));
}

#[divan::bench]
fn through_tile_status(bencher: Bencher) {
    let chip = &chips::GC2000;
    let mut state = state(chip, MULTI_SUPERTILED, LINEAR);
    state.write(ts::mem_config::AT, 2);
    state.write(ts::color_status_base::AT, STATUS);
    state.write(ts::color_surface_base::AT, SOURCE);
    run(bencher, chip, &state);
}

#[divan::bench]
fn fill_supertiled(bencher: Bencher) {
    let chip = &chips::GC880;
    let mut state = state(chip, SUPERTILED, SUPERTILED);
    state.write(regs::clear_control::AT, 0x1_ffff);
    run(bencher, chip, &state);
}

#[divan::bench]
fn fill_depth_alone(bencher: Bencher) {
    let chip = &chips::GC880;
    let mut state = state(chip, SUPERTILED, SUPERTILED);
    state.write(regs::clear_control::AT, 0x1_eeee);
    run(bencher, chip, &state);
}

#[divan::bench]
fn swap_red_and_blue(bencher: Bencher) {
    let chip = &chips::GC880;
    let mut state = state(chip, SUPERTILED, LINEAR);
    let config = state.word(regs::config::AT);
    state.write(regs::config::AT, config | 1 << 29);
    run(bencher, chip, &state);
}

#[divan::bench]
fn halve_both_ways(bencher: Bencher) {
    let chip = &chips::GC880;
    let mut state = state(chip, SUPERTILED, LINEAR);
    let config = state.word(regs::config::AT);
    state.write(regs::config::AT, config | 3 << 5);
    state.write(regs::dest_stride::AT, WIDTH * 2);
    run(bencher, chip, &state);
}
