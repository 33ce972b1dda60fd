//! Source and destination, decoded from registers.

use tilescope_pixel::{Format, Rect};

use crate::chips::Chip;
use crate::features::Feature;
use crate::log::{Log, Register, report};
use crate::regs::blt::{
    dest_addr, dest_config, dest_pos, dest_stride, dest_ts, dest_ts_clear_value0, image_size,
    src_addr, src_config, src_pos, src_stride, src_ts, src_ts_clear_value0,
};
use crate::regs::enums::BltFormat;
use crate::rules::blt as rules;
use crate::state::State;
use crate::stopped::{Incomplete, Missing};
use crate::surface::{Stride, Surface, Tiling, blt_format};
use crate::ts::TileStatus;

/// The registers of a side.
#[derive(Clone, Copy)]
struct Registers {
    name: &'static str,
    address: Register,
    stride: (&'static str, u32),
    config: u32,
    status: (&'static str, u32),
    clear_value: u32,
    position: u32,
}

const SOURCE: Registers = Registers {
    name: "source",
    address: ("BLT.SRC_ADDR", src_addr::AT),
    stride: ("BLT.SRC_STRIDE", src_stride::AT),
    config: src_config::AT,
    status: ("BLT.SRC_TS", src_ts::AT),
    clear_value: src_ts_clear_value0::AT,
    position: src_pos::AT,
};

const DEST: Registers = Registers {
    name: "destination",
    address: ("BLT.DEST_ADDR", dest_addr::AT),
    stride: ("BLT.DEST_STRIDE", dest_stride::AT),
    config: dest_config::AT,
    status: ("BLT.DEST_TS", dest_ts::AT),
    clear_value: dest_ts_clear_value0::AT,
    position: dest_pos::AT,
};

/// One side of a blit.
#[derive(Clone, Copy, Debug)]
pub struct BlitImage {
    /// The surface.
    pub surface: Surface,
    /// Its tile status, if it has one.
    pub status: Option<TileStatus>,
    /// The rectangle.
    pub rect: Rect,
}

/// The format of a side of a copy, and the bits of its pixels.
pub(super) fn format_of(
    word: u32,
    side: &'static str,
    log: &mut Log,
) -> Result<Format, Incomplete> {
    let register = match side {
        "source" => SOURCE.stride,
        _ => DEST.stride,
    };
    let format = BltFormat::from_bits(word as u8);
    match (blt_format(format), format) {
        (Some(format), _) => Ok(format),
        (None, BltFormat::Unknown(bits)) => {
            let text = format!("the format of the {side} is {bits}");
            report(log, &rules::FORMAT, register, text);
            Err(Incomplete::Refused)
        }
        (None, _) => {
            let what = "BLT with 24-bit pixels";
            Err(Missing(what).into())
        }
    }
}

impl BlitImage {
    /// The source, with pixels of the given size in bytes.
    pub(super) fn source(
        state: &State,
        chip: &Chip,
        pixel_bytes: u32,
        log: &mut Log,
    ) -> Result<BlitImage, Incomplete> {
        Self::of(&SOURCE, state, chip, pixel_bytes, log)
    }

    /// The destination, with pixels of the given size in bytes.
    pub(super) fn dest(
        state: &State,
        chip: &Chip,
        pixel_bytes: u32,
        log: &mut Log,
    ) -> Result<BlitImage, Incomplete> {
        Self::of(&DEST, state, chip, pixel_bytes, log)
    }

    fn of(
        registers: &Registers,
        state: &State,
        chip: &Chip,
        pixel_bytes: u32,
        log: &mut Log,
    ) -> Result<BlitImage, Incomplete> {
        let name = registers.name;
        let stride_word = state.word(registers.stride.1);
        let config = state.word(registers.config);
        // Both registers have these bits at the same positions, except for the
        // supertiled bit.
        let super_tiled = match name {
            "source" => src_config::FROM_SUPER_TILED.of(config),
            _ => dest_config::TO_SUPER_TILED.of(config),
        };
        let newer = chip.features.has(Feature::Cache128b256bperline);
        let tiling = match (src_stride::TILING.of(stride_word), super_tiled) {
            (0, _) => Tiling::Linear,
            (3, 0) => Tiling::Tiled,
            (3, _) if newer => Tiling::SuperTiledNew,
            (3, _) => Tiling::SuperTiled,
            (other, _) => {
                let text = format!("the tiling of the {name} is {other}");
                report(log, &rules::TILING, registers.stride, text);
                return Err(Incomplete::Refused);
            }
        };
        let stride = src_stride::STRIDE.of(stride_word);
        let base = state.word(registers.address.1);
        let stride_of = Stride::OfPixels(stride);
        let Some(surface) = Surface::new(tiling, pixel_bytes, [base; 2], stride_of) else {
            let what = "BLT with a pixel size that is not a power of two";
            return Err(Missing(what).into());
        };
        let surface = surface.based_on(registers.address);
        let size = state.word(image_size::AT);
        let position = state.word(registers.position);
        let rect = Rect {
            x: src_pos::X.of(position),
            y: src_pos::Y.of(position),
            width: image_size::WIDTH.of(size),
            height: image_size::HEIGHT.of(size),
        };
        if rect.width == 0 || rect.height == 0 {
            let text = format!("the rectangle is {}x{}", rect.width, rect.height);
            let register = ("BLT.IMAGE_SIZE", image_size::AT);
            report(log, &rules::EMPTY, register, text);
            return Err(Incomplete::Refused);
        }
        let unit = match tiling {
            Tiling::Linear => 1,
            Tiling::Tiled => 4 * pixel_bytes,
            _ => 64 * pixel_bytes,
        };
        if !stride.is_multiple_of(unit) {
            let text = format!(
                "the stride of the {name}, {}, is {stride}, not a multiple of {unit}",
                tiling.name()
            );
            report(log, &rules::STRIDE_UNALIGNED, registers.stride, text);
        }
        let clear_value =
            [registers.clear_value, registers.clear_value + 4].map(|at| u64::from(state.word(at)));
        let status = (src_config::TS.of(config) != 0).then(|| {
            let mut status = TileStatus::of_blt(
                chip,
                [state.word(registers.status.1), base],
                (clear_value[1] << 32 | clear_value[0]).to_le_bytes(),
                src_config::TS_MODE.of(config),
                registers.status,
            );
            status.compressed = src_config::COMPRESSION.of(config) != 0;
            status
        });
        if let Some(status) = &status {
            status.check(log);
        }
        Ok(BlitImage {
            surface,
            status,
            rect,
        })
    }

    /// Reports a stride that does not hold the rectangle up to column `right`.
    pub(super) fn check_width(&self, right: u32, register: (&'static str, u32), log: &mut Log) {
        let holds = self.surface.width();
        if right > holds {
            let text = format!("a row has {holds} pixels, but {right} are needed");
            report(log, &rules::STRIDE_NARROW, register, text);
        }
    }
}
