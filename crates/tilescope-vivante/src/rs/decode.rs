//! Decoding of the resolve engine's registers.

use tilescope_pixel::Dither;

use crate::chips::Chip;
use crate::features::Feature;
use crate::regs::enums::{EndianMode, RsFormat};
use crate::regs::rs::{
    ClearMode, clear_control, config, dest_addr, dest_stride, dither, extra_config, fill_value,
    pipe_dest_addr, pipe_offset, pipe_source_addr, single_buffer, source_addr, source_stride,
    window_size,
};
use crate::state::State;
use crate::surface::{Stride, Surface, Tiling, rs_format};
use crate::ts::TileStatus;

/// Pixel pipes with windows of RS; no chip with more than two is known.
const PIPES: u32 = 2;

/// Source or destination.
#[derive(Clone, Copy, Debug)]
pub struct Side {
    /// "source" or "destination".
    pub name: &'static str,
    /// The register of its stride and layout: name and offset.
    pub stride_register: (&'static str, u32),
    /// The register of its first address: name and offset.
    pub address_register: (&'static str, u32),
    /// Format of its pixels.
    pub format: RsFormat,
    /// The surface; `None` if there is no layout for the format's pixels.
    pub surface: Option<Surface>,
    /// The stride as encoded in the register.
    pub stride: u32,
    /// SUPER_TILED_NEW is set.
    pub newer_order: bool,
}

/// The origin of a pixel pipe's window, in source pixels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Window {
    /// Column.
    pub x: u32,
    /// Row.
    pub y: u32,
}

/// Parameters of a fill.
#[derive(Clone, Copy, Debug)]
pub struct Fill {
    /// The number of values and their order.
    pub mode: ClearMode,
    /// The values.
    pub values: [u32; 4],
    /// Components that are written, four bits for each tile.
    pub bits: u32,
}

/// A resolve, decoded from registers.
#[derive(Clone, Debug)]
pub struct Resolve {
    /// The source; unused by fills.
    pub source: Side,
    /// The destination.
    pub dest: Side,
    /// Columns of a window, in source pixels.
    pub width: u32,
    /// Rows of a window, in source pixels.
    pub height: u32,
    /// The distinct windows of the pixel pipes.
    pub windows: Vec<Window>,
    /// The offset in the registers of a window with a negative coordinate.
    pub before_surface: Option<(i16, i16)>,
    /// Powers of two by which width and height shrink.
    pub halve: (u32, u32),
    /// Halving takes one sample, not the mean.
    pub one_sample: bool,
    /// Swap red and blue.
    pub swap_rb: bool,
    /// Flip the image vertically.
    pub flip: bool,
    /// Byte swap of the destination.
    pub endian: EndianMode,
    /// Dithering applied before truncation.
    pub dither: Option<Dither>,
    /// The filter of RS.EXTRA_CONFIG.AA.
    pub filter: u32,
    /// Set for a fill.
    pub fill: Option<Fill>,
    /// Tile status of the source.
    pub status: Option<TileStatus>,
}

/// The layout encoded in the bits of a side.
fn tiling(tiled: u32, super_tiled: u32, multi: u32, newer: bool) -> Tiling {
    match (tiled, super_tiled, multi) {
        (0, ..) => Tiling::Linear,
        (_, 0, 0) => Tiling::Tiled,
        (_, 0, _) => Tiling::MultiTiled,
        (_, _, 0) if newer => Tiling::SuperTiledNew,
        (_, _, 0) => Tiling::SuperTiled,
        _ => Tiling::MultiSuperTiled,
    }
}

fn surface(tiling: Tiling, format: RsFormat, bases: [u32; 2], stride: u32) -> Option<Surface> {
    let bytes = rs_format(format)?.bits_per_texel() / 8;
    Surface::new(tiling, bytes, bases, Stride::OfTiles(stride))
}

impl Resolve {
    /// Decodes the registers.
    pub fn decode(state: &State, chip: &Chip) -> Resolve {
        let has = |f| chip.features.has(f);
        let conf = state.word(config::AT);
        let control = state.word(clear_control::AT);
        let extra = state.word(extra_config::AT);
        let size = state.word(window_size::AT);
        let single = state.word(single_buffer::AT);
        // Mesa etnaviv_rs.c, etna_submit_rs_state.
        let by_pipe = chip.specs.pixel_pipes > 1 || has(Feature::RsNewBaseaddr);
        let bases = |each: u32, one: u32, tiling: Tiling| match (by_pipe, tiling.is_multi()) {
            (false, _) => [state.word(one); 2],
            (true, false) => [state.word(each); 2],
            (true, true) => [state.word(each), state.word(each + 4)],
        };
        let address = |each: (&'static str, u32), one: (&'static str, u32)| match by_pipe {
            true => each,
            false => one,
        };
        // Both registers have their bits at the same positions.
        let side =
            |name, tiled, format, stride_register: (_, u32), addresses: [u32; 2], register| {
                let word = state.word(stride_register.1);
                let newer_order = source_stride::SUPER_TILED_NEW.of(word) != 0;
                let tiling = tiling(
                    tiled,
                    source_stride::TILING.of(word),
                    source_stride::MULTI.of(word),
                    newer_order && has(Feature::Cache128b256bperline),
                );
                let stride = source_stride::STRIDE.of(word);
                let bases = bases(addresses[0], addresses[1], tiling);
                Side {
                    name,
                    stride_register,
                    address_register: register,
                    format,
                    surface: surface(tiling, format, bases, stride).map(|s| s.based_on(register)),
                    stride,
                    newer_order,
                }
            };
        let source = side(
            "source",
            config::SOURCE_TILED.of(conf),
            RsFormat::from_bits(config::SOURCE_FORMAT.of(conf) as u8),
            ("RS.SOURCE_STRIDE", source_stride::AT),
            [pipe_source_addr::AT, source_addr::AT],
            address(
                ("RS.PIPE.SOURCE_ADDR", pipe_source_addr::AT),
                ("RS.SOURCE_ADDR", source_addr::AT),
            ),
        );
        let dest = side(
            "destination",
            config::DEST_TILED.of(conf),
            RsFormat::from_bits(config::DEST_FORMAT.of(conf) as u8),
            ("RS.DEST_STRIDE", dest_stride::AT),
            [pipe_dest_addr::AT, dest_addr::AT],
            address(
                ("RS.PIPE.DEST_ADDR", pipe_dest_addr::AT),
                ("RS.DEST_ADDR", dest_addr::AT),
            ),
        );
        let mode = ClearMode::from_bits(clear_control::MODE.of(control) as u8);
        let fill = (mode != ClearMode::Disabled).then(|| Fill {
            mode,
            values: std::array::from_fn(|i| state.word(fill_value::AT + 4 * i as u32)),
            bits: clear_control::BITS.of(control),
        });
        let mut windows = Vec::new();
        let mut before_surface = None;
        for pipe in 0..chip.specs.pixel_pipes.clamp(1, PIPES) {
            let word = match chip.specs.pixel_pipes {
                1 => 0,
                _ => state.word(pipe_offset::AT + 4 * pipe),
            };
            let (x, y) = (word as u16 as i16, (word >> 16) as u16 as i16);
            match (u32::try_from(x), u32::try_from(y)) {
                (Ok(x), Ok(y)) if !windows.contains(&Window { x, y }) => {
                    windows.push(Window { x, y });
                }
                (Ok(_), Ok(_)) => {}
                _ => before_surface = Some((x, y)),
            }
        }
        let mode = source_stride::TS_MODE.of(state.word(source_stride::AT));
        Resolve {
            source,
            dest,
            width: window_size::WIDTH.of(size),
            height: window_size::HEIGHT.of(size),
            windows,
            before_surface,
            halve: (config::DOWNSAMPLE_X.of(conf), config::DOWNSAMPLE_Y.of(conf)),
            one_sample: single_buffer::DOWNSAMPLE_ONE_SAMPLE.of(single) != 0
                && has(Feature::SingleBuffer),
            swap_rb: config::SWAP_RB.of(conf) != 0,
            flip: config::FLIP.of(conf) != 0,
            endian: EndianMode::from_bits(extra_config::ENDIAN.of(extra) as u8),
            dither: thresholds([state.word(dither::AT), state.word(dither::AT + 4)]),
            filter: extra_config::AA.of(extra),
            status: match fill {
                Some(_) => None,
                None => TileStatus::resolved(state, chip, mode | extra_config::TS_MODE.of(extra)),
            },
            fill,
        }
    }
}

/// The dither matrix from two words of thresholds, four bits for each pixel of a
/// 4x4 square; `None` where all bits are set. A threshold of 15 truncates, one of 0
/// rounds every fraction of a step up.
///
/// Sources: Mesa's words for dithering, `etna_blend_state_update`, are the Bayer
/// matrix, and all ones turn it off; it follows that they are thresholds, not
/// summands.
fn thresholds(words: [u32; 2]) -> Option<Dither> {
    if words == [u32::MAX; 2] {
        return None;
    }
    let cell = |x: usize, y: usize| 15 - (words[y / 2] >> (y % 2 * 16 + x * 4) & 15) as u8;
    Some(Dither {
        cells: std::array::from_fn(|y| std::array::from_fn(|x| cell(x, y))),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Source: Mesa's dither words, etnaviv_blend.c.
    #[test]
    fn words_of_thresholds_are_the_bayer_matrix() {
        let matrix = thresholds([0x6e4c_a280, 0x5d7f_91b3]).unwrap();
        for (row, bayer) in matrix.cells.iter().zip(Dither::BAYER.cells) {
            assert_eq!(row.map(|c| 15 - c), bayer);
        }
        assert!(thresholds([u32::MAX; 2]).is_none());
        let all_but_off = thresholds([u32::MAX, u32::MAX - 1]).unwrap();
        assert_eq!(all_but_off.narrow(0xff, 4, 0, 0), 15);
        assert_eq!(all_but_off.narrow(0x1f, 4, 0, 0), 1);
    }
}
