//! The resolve engine with Mesa's register values, compared with a model that moves
//! single pixels.

mod copies;
mod fills;
mod rules;

use tilescope_core::bus::Traffic;
use tilescope_core::{AddressSpace, Fuel, GpuMemory, Recorder, Region, Unit};
use tilescope_vivante::bus::Bus;
use tilescope_vivante::chips::Chip;
use tilescope_vivante::log::Log;
use tilescope_vivante::regs::rs as regs;
use tilescope_vivante::regs::ts;
use tilescope_vivante::rs::{self, Quirks};
use tilescope_vivante::state::State;
use tilescope_vivante::stopped::Stopped;
use tilescope_vivante::surface::{Stride, Surface, Tiling};

pub(crate) const TILINGS: [Tiling; 5] = [
    Tiling::Linear,
    Tiling::Tiled,
    Tiling::SuperTiled,
    Tiling::MultiTiled,
    Tiling::MultiSuperTiled,
];

pub(crate) const SOURCE: u32 = 0x10_0000;
pub(crate) const DEST: u32 = 0x20_0000;
pub(crate) const STATUS: u32 = 0x30_0000;
/// Bytes of each of the three.
pub(crate) const SIZE: usize = 0x4_0000;

/// One side of a resolve, in Mesa's terms.
#[derive(Clone, Copy)]
pub(crate) struct Side {
    pub(crate) format: u32,
    pub(crate) tiling: Tiling,
    pub(crate) base: u32,
    /// Bytes of a row of pixels.
    pub(crate) stride: u32,
    pub(crate) padded_height: u32,
}

impl Side {
    /// Bytes of a pixel of Mesa's formats.
    pub(crate) fn bytes(&self) -> u32 {
        match self.format {
            5 | 6 => 4,
            21 => 8,
            _ => 2,
        }
    }

    pub(crate) fn bases(&self) -> [u32; 2] {
        let half = match self.tiling.is_multi() {
            true => self.stride * self.padded_height / 2,
            false => 0,
        };
        [self.base, self.base + half]
    }

    pub(crate) fn surface(&self) -> Surface {
        let stride = Stride::OfPixels(self.stride);
        Surface::new(self.tiling, self.bytes(), self.bases(), stride).unwrap()
    }

    /// `etna_compile_rs_state`: stride and bits.
    fn stride_word(&self) -> u32 {
        let tiled = self.tiling.is_tiled();
        let stride = regs::source_stride::STRIDE.with(0, self.stride << if tiled { 2 } else { 0 });
        let multi = regs::source_stride::MULTI.with(stride, self.tiling.is_multi().into());
        regs::source_stride::TILING.with(multi, self.tiling.is_super().into())
    }
}

/// A resolve with the fields of Mesa's `rs_state`.
#[derive(Clone, Copy)]
pub(crate) struct Job {
    pub(crate) source: Side,
    pub(crate) dest: Side,
    pub(crate) width: u32,
    pub(crate) height: u32,
    pub(crate) downsample: (bool, bool),
    pub(crate) swap_rb: bool,
    pub(crate) flip: bool,
    pub(crate) clear_mode: u32,
    pub(crate) clear_bits: u32,
    pub(crate) values: [u32; 4],
}

impl Job {
    pub(crate) fn copy(source: Side, dest: Side, width: u32, height: u32) -> Job {
        Job {
            source,
            dest,
            width,
            height,
            downsample: (false, false),
            swap_rb: false,
            flip: false,
            clear_mode: 0,
            clear_bits: 0,
            values: [0; 4],
        }
    }

    pub(crate) fn fill(dest: Side, width: u32, height: u32, value: u32) -> Job {
        Job {
            clear_mode: 1,
            clear_bits: 0xffff,
            values: [value, 0, 0, 0],
            ..Job::copy(Side { base: 0, ..dest }, dest, width, height)
        }
    }

    /// `etna_compile_rs_state` and `etna_submit_rs_state`, for `chip`.
    pub(crate) fn emit(&self, chip: &Chip, state: &mut State) {
        let (s, d) = (&self.source, &self.dest);
        let config = s.format
            | u32::from(self.downsample.0) << 5
            | u32::from(self.downsample.1) << 6
            | u32::from(s.tiling.is_tiled()) << 7
            | d.format << 8
            | u32::from(d.tiling.is_tiled()) << 14
            | u32::from(self.swap_rb) << 29
            | u32::from(self.flip) << 30;
        state.write(regs::config::AT, config);
        state.write(regs::source_stride::AT, s.stride_word());
        state.write(regs::dest_stride::AT, d.stride_word());
        let pipes = chip.specs.pixel_pipes;
        if pipes > 1 {
            state.write(regs::pipe_source_addr::AT, s.bases()[0]);
            state.write(regs::pipe_dest_addr::AT, d.bases()[0]);
            if s.tiling.is_multi() {
                state.write(regs::pipe_source_addr::AT + 4, s.bases()[1]);
            }
            if d.tiling.is_multi() {
                state.write(regs::pipe_dest_addr::AT + 4, d.bases()[1]);
            }
        } else {
            state.write(regs::source_addr::AT, s.base);
            state.write(regs::dest_addr::AT, d.base);
        }
        let mut height = self.height;
        let aligned = if self.downsample.1 { 15 } else { 7 };
        let mut offset = 0;
        if !chip.derived().single_buffer && pipes == 2 && height & aligned == 0 {
            height /= 2;
            offset = height << 16;
        }
        state.write(regs::window_size::AT, self.width | height << 16);
        state.write(regs::pipe_offset::AT, 0);
        state.write(regs::pipe_offset::AT + 4, offset);
        state.write(regs::dither::AT, u32::MAX);
        state.write(regs::dither::AT + 4, u32::MAX);
        state.write(
            regs::clear_control::AT,
            self.clear_bits | self.clear_mode << 16,
        );
        for (i, value) in (0..).zip(self.values) {
            state.write(regs::fill_value::AT + 4 * i, value);
        }
        state.write(regs::extra_config::AT, 0);
        let single = chip.derived().single_buffer.into();
        state.write(regs::single_buffer::AT, single);
    }
}

/// Memory with pixels that differ everywhere.
pub(crate) fn memory() -> AddressSpace {
    let mut space = AddressSpace::new();
    for (name, base) in [("source", SOURCE), ("dest", DEST), ("status", STATUS)] {
        let bytes: Vec<u8> = (0..SIZE as u32)
            .map(|i| (i.wrapping_mul(0x9e37_79b1) >> 24 ^ base >> 20) as u8)
            .collect();
        space
            .map(Region::from_bytes(name, base.into(), &bytes))
            .unwrap();
    }
    space
}

pub(crate) fn bytes_of(memory: &AddressSpace, base: u32) -> Vec<u8> {
    let mut out = vec![0; SIZE];
    memory.read(base.into(), &mut out, Unit("test")).unwrap();
    out
}

pub(crate) struct Ran {
    pub(crate) memory: AddressSpace,
    pub(crate) findings: Vec<String>,
    pub(crate) unimplemented: Vec<&'static str>,
    pub(crate) stopped: bool,
    pub(crate) traffic: Traffic,
}

/// Executes the resolve in `state`.
pub(crate) fn run_with(memory: AddressSpace, state: &State, chip: &Chip, quirks: &Quirks) -> Ran {
    let mut log = Log::default();
    let mut fuel = Fuel::default();
    let done = rs::kick(state, chip, quirks, Bus::new(&memory), &mut log, &mut fuel);
    let mut seen = Recorder::default();
    let traffic = log.traffic;
    log.deliver(&mut seen);
    Ran {
        memory,
        findings: seen.findings.iter().map(|f| f.rule.id.into()).collect(),
        unimplemented: seen.unimplemented.iter().map(|u| u.what).collect(),
        stopped: matches!(done, Err(Stopped::By(_))),
        traffic,
    }
}

pub(crate) fn run(state: &State, chip: &Chip) -> Ran {
    run_with(memory(), state, chip, &Quirks::default())
}

pub(crate) fn state_of(job: &Job, chip: &Chip) -> State {
    let mut state = State::new();
    job.emit(chip, &mut state);
    state
}

/// Enables tile status of the source, as in `etna_try_rs_blit`.
pub(crate) fn with_status(state: &mut State, value: u32) {
    state.write(
        ts::mem_config::AT,
        ts::mem_config::COLOR_FAST_CLEAR.with(0, 1),
    );
    state.write(ts::color_status_base::AT, STATUS);
    state.write(ts::color_surface_base::AT, SOURCE);
    state.write(ts::color_clear_value::AT, value);
    state.write(ts::color_clear_value_ext::AT, value);
}

/// A side of 192 x 128 pixels.
pub(crate) fn side(base: u32, tiling: Tiling, format: u32) -> Side {
    let mut side = Side {
        format,
        tiling,
        base,
        stride: 0,
        padded_height: 128,
    };
    side.stride = 192 * side.bytes();
    side
}

/// The pixel of `bytes`, memory from `base` on.
pub(crate) fn pixel(bytes: &[u8], base: u32, surface: &Surface, x: u32, y: u32) -> Vec<u8> {
    let at = (surface.address(x, y) - base) as usize;
    bytes[at..at + surface.pixel_bytes as usize].to_vec()
}
