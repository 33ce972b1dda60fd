//! Speed of the texture units on one core: texels per second of an image of 512 x
//! 512 pixels, drawn one to one and turned, area by area.
//!
//! `cargo bench -p tilescope-vivante --bench te`

#![expect(clippy::print_stdout, reason = "the result of a benchmark")]

use std::time::{Duration, Instant};
use tilescope_core::{AddressSpace, Region};
use tilescope_exec::Lanes16;
use tilescope_vivante::bus::Bus;
use tilescope_vivante::chips;
use tilescope_vivante::log::Log;
use tilescope_vivante::regs::te;
use tilescope_vivante::shader::{Lod, Lookup, Stage};
use tilescope_vivante::state::State;
use tilescope_vivante::te::{Quirks, Samplers, TextureUnits};

const BASE: u32 = 0x10_0000;
const SIZE: u32 = 512;
const AREA: u32 = 64;

/// A8R8G8B8, 512 x 512, with ten levels. Filters as TE numbers them.
fn state(min: u32, mip: u32, int_filter: u32) -> State {
    let mut state = State::new();
    let config0 = 2 | min << 7 | mip << 9 | min << 11 | 7 << 13;
    state.write(te::sampler_config0::AT, config0);
    state.write(te::sampler_config1::AT, 1 << 12 | 2 << 16 | 3 << 20);
    state.write(te::sampler_size::AT, SIZE | SIZE << 16);
    state.write(te::sampler_log_size::AT, int_filter << 29);
    let max = if mip == 0 { 0 } else { 9 << 5 };
    state.write(te::sampler_lod_config::AT, max << 1);
    let mut address = BASE;
    for level in 0..10 {
        state.write(te::sampler_lod_addr::AT + 0x40 * level, address);
        address += ((SIZE >> level).max(4) * (SIZE >> level).max(4) * 4).next_multiple_of(64);
    }
    state
}

fn draw(samplers: &Samplers<'_>, units: &mut TextureUnits, angle: f32, scale: f32) {
    let mut log = Log::default();
    let (sin, cos) = angle.sin_cos();
    for area in 0..(SIZE / AREA).pow(2) {
        units.begin(None);
        let corner = (area % (SIZE / AREA) * AREA, area / (SIZE / AREA) * AREA);
        for group in 0..AREA * AREA / 16 {
            let at = |i: usize| {
                let quad = group * 4 + i as u32 / 4;
                let x = corner.0 + quad % (AREA / 2) * 2 + (i as u32 & 1);
                let y = corner.1 + quad / (AREA / 2) * 2 + (i as u32 >> 1 & 1);
                let (x, y) = (x as f32 + 0.5, y as f32 + 0.5);
                let k = scale / SIZE as f32;
                ((x * cos - y * sin) * k, (x * sin + y * cos) * k)
            };
            let lookup = Lookup {
                sampler: 0,
                at: [
                    Lanes16::from_f32(std::array::from_fn(|i| at(i).0)),
                    Lanes16::from_f32(std::array::from_fn(|i| at(i).1)),
                    Lanes16::ZERO,
                    Lanes16::ZERO,
                ],
                lod: Lod::Implicit,
                reference: None,
                lanes: 0xffff,
            };
            let mut out = [Lanes16::ZERO; 4];
            let done = units.sample(samplers, Stage::Pixel, &lookup, &mut log, &mut out);
            assert!(done.is_ok());
            std::hint::black_box(out);
        }
    }
}

fn main() {
    let mut memory = AddressSpace::new();
    let bytes: Vec<u8> = (0..2 << 20).map(|i: u32| (i * 31) as u8).collect();
    let region = Region::from_bytes("texture", BASE.into(), &bytes);
    assert!(memory.map(region).is_ok());
    let mut units = TextureUnits::default();
    for (name, min, mip, int_filter, angle, scale) in [
        ("nearest, one to one", 1, 0, 1, 0.0, 1.0),
        ("bilinear, one to one", 2, 0, 1, 0.0, 1.0),
        ("bilinear, turned", 2, 0, 1, 0.6, 1.0),
        ("trilinear, turned", 2, 2, 1, 0.6, 3.0),
        ("bilinear of floats, turned", 2, 0, 0, 0.6, 1.0),
    ] {
        let state = state(min, mip, int_filter);
        let samplers = Samplers::new(&state, &chips::GC2000, &Quirks::DEFAULT, Bus::new(&memory));
        let (start, mut times) = (Instant::now(), 0);
        while start.elapsed() < Duration::from_millis(700) {
            draw(&samplers, &mut units, angle, scale);
            times += 1;
        }
        let lookups = f64::from(times * SIZE * SIZE);
        let rate = lookups / start.elapsed().as_secs_f64() / 1e6;
        println!("{name:28} {rate:8.1} M lookups/s");
    }
}
