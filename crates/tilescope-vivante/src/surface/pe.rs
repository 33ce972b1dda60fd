//! Render targets, decoded from the registers of PE.

use super::{Stride, Surface, Tiling, pe_format};
use crate::chips::{Bug, Chip};
use crate::features::Feature;
use crate::log::Register;
use crate::regs::enums::PeFormat;
use crate::regs::pe::{
    DepthFormat, DepthMode, color_addr, color_format, color_stride, depth_addr, depth_config,
    depth_stride, logic_op, pipe_color_addr, pipe_depth_addr, rt_addr_4_pipe, rt_addr_8_pipe,
    rt_config_4, rt_config_8,
};
use crate::state::State;

/// The format of the colour buffer: `format_ext` where it is not 0, else `format`.
pub fn color_format_of(state: &State) -> PeFormat {
    let word = state.word(color_format::AT);
    match color_format::FORMAT_EXT.of(word) {
        0 => PeFormat::from_bits(color_format::FORMAT.of(word) as u8),
        ext => PeFormat::from_bits(ext as u8),
    }
}

/// The division of a target between pixel pipes.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Sharing {
    /// One buffer for all pipes, or one pipe.
    One,
    /// One buffer, row by row. Mesa writes 1 for targets that are linear.
    Linear,
    /// A half for each of two pipes.
    Halves,
}

/// The division, from `PE.LOGIC_OP.SINGLE_BUFFER`, which applies to all targets.
/// Without the feature each pipe always has a half.
///
/// Source: Mesa etnaviv_state.c, `etna_set_framebuffer_state`.
fn sharing(state: &State, chip: &Chip) -> Sharing {
    match state.field(logic_op::AT, &logic_op::SINGLE_BUFFER) {
        1 if chip.features.has(Feature::LinearPe) => Sharing::Linear,
        2 | 3 if chip.features.has(Feature::SingleBuffer) => Sharing::One,
        _ if chip.specs.pixel_pipes > 1 => Sharing::Halves,
        _ => Sharing::One,
    }
}

/// The layout of a target with these supertile bits in its register.
fn tiling(sharing: Sharing, super_tiled: u32, newer: u32) -> Tiling {
    match (sharing, super_tiled, newer) {
        (Sharing::Linear, ..) => Tiling::Linear,
        (Sharing::One, 0, _) => Tiling::Tiled,
        (Sharing::One, _, 0) => Tiling::SuperTiled,
        (Sharing::One, ..) => Tiling::SuperTiledNew,
        (Sharing::Halves, 0, _) => Tiling::MultiTiled,
        (Sharing::Halves, ..) => Tiling::MultiSuperTiled,
    }
}

/// Whether each pixel pipe has its own register for the address of a buffer.
fn has_pipe_addresses(chip: &Chip) -> bool {
    chip.features.halti().is_some() && !Bug::SinglePipeAddress.is_in(chip)
}

/// The register that holds the address of the colour buffer.
fn color_address(chip: &Chip) -> Register {
    match has_pipe_addresses(chip) {
        true => ("PE.PIPE.COLOR_ADDR", pipe_color_addr::AT),
        false => ("PE.COLOR_ADDR", color_addr::AT),
    }
}

/// The register that holds the address of the depth buffer.
fn depth_address(chip: &Chip) -> Register {
    match has_pipe_addresses(chip) {
        true => ("PE.PIPE.DEPTH_ADDR", pipe_depth_addr::AT),
        false => ("PE.DEPTH_ADDR", depth_addr::AT),
    }
}

/// The addresses for two pipes, from registers for each pipe or from a single one.
///
/// Source: Mesa etnaviv_state.c, `etna_set_framebuffer_state`.
fn bases(state: &State, chip: &Chip, each: u32, one: u32) -> [u32; 2] {
    match has_pipe_addresses(chip) {
        true => [state.word(each), state.word(each + 4)],
        false => [state.word(one); 2],
    }
}

/// The colour buffer; `None` if its format does not consist of separate pixels.
pub fn color(state: &State, chip: &Chip) -> Option<Surface> {
    let format = pe_format(color_format_of(state))?;
    let word = state.word(color_format::AT);
    Surface::new(
        tiling(
            sharing(state, chip),
            color_format::SUPER_TILED.of(word),
            color_format::SUPER_TILED_NEW.of(word),
        ),
        format.bits_per_texel() / 8,
        bases(state, chip, pipe_color_addr::AT, color_addr::AT),
        Stride::OfPixels(state.word(color_stride::AT)),
    )
    .map(|s| s.based_on(color_address(chip)))
}

/// Bytes of a pixel of depth.
pub fn depth_bytes(format: DepthFormat) -> u32 {
    match format {
        DepthFormat::D16 => 2,
        DepthFormat::D24S8 | DepthFormat::Unknown(_) => 4,
    }
}

/// The depth buffer; `None` if there is none. Its supertiles are in the chip's
/// order: no register selects it, and in Mesa RS and PE agree.
pub fn depth(state: &State, chip: &Chip) -> Option<Surface> {
    let word = state.word(depth_config::AT);
    let mode = DepthMode::from_bits(depth_config::DEPTH_MODE.of(word) as u8);
    if mode == DepthMode::None {
        return None;
    }
    // A depth buffer is never linear.
    let sharing = match sharing(state, chip) {
        Sharing::Linear => Sharing::One,
        other => other,
    };
    let newer = chip.features.has(Feature::Cache128b256bperline).into();
    let format = DepthFormat::from_bits(depth_config::DEPTH_FORMAT.of(word) as u8);
    Surface::new(
        tiling(sharing, depth_config::SUPER_TILED.of(word), newer),
        depth_bytes(format),
        bases(state, chip, pipe_depth_addr::AT, depth_addr::AT),
        Stride::OfPixels(state.word(depth_stride::AT)),
    )
    .map(|s| s.based_on(depth_address(chip)))
}

/// Render target `n` >= 1; `None` if the chip has no registers for it, or if its
/// format does not consist of separate pixels.
pub fn target(state: &State, chip: &Chip, n: u32) -> Option<Surface> {
    let i = n.checked_sub(1)?;
    // rnndb: RT_ADDR_8 is for HALTI5 or eight targets, RT_ADDR_4 for four.
    let (config, addresses) = match chip.derived().render_targets {
        8.. if i < 7 => (rt_config_8::AT + 4 * i, rt_addr_8_pipe::AT + 0x20 * i),
        4 if i < 3 => (rt_config_4::AT + 4 * i, rt_addr_4_pipe::AT + 0x20 * i),
        _ => return None,
    };
    let word = state.word(config);
    let format = PeFormat::from_bits(rt_config_8::FORMAT.of(word) as u8);
    Surface::new(
        tiling(
            sharing(state, chip),
            rt_config_8::SUPER_TILED.of(word),
            rt_config_8::SUPER_TILED_NEW.of(word),
        ),
        pe_format(format)?.bits_per_texel() / 8,
        [state.word(addresses), state.word(addresses + 4)],
        Stride::OfPixels(rt_config_8::STRIDE.of(word)),
    )
    .map(|s| s.based_on(("PE.RT_ADDR", addresses)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chips;

    fn state(words: &[(u32, u32)]) -> State {
        let mut state = State::new();
        for &(at, value) in words {
            state.write(at, value);
        }
        state
    }

    #[test]
    fn layouts_follow_chip_and_registers() {
        let supertiled = color_format::SUPER_TILED.with(0, 1);
        let newer = color_format::SUPER_TILED_NEW.with(supertiled, 1);
        let single = |n| logic_op::SINGLE_BUFFER.with(0, n);
        let tiling = |chip, format, logic| {
            let words = [
                (color_format::AT, color_format::FORMAT.with(format, 6)),
                (logic_op::AT, logic),
                (color_stride::AT, 0x400),
            ];
            color(&state(&words), chip).unwrap().tiling
        };
        assert_eq!(
            tiling(&chips::GC2000, supertiled, 0),
            Tiling::MultiSuperTiled
        );
        assert_eq!(tiling(&chips::GC2000, 0, 0), Tiling::MultiTiled);
        // The feature decides, not the bits alone.
        assert_eq!(tiling(&chips::GC2000, 0, single(2)), Tiling::MultiTiled);
        assert_eq!(tiling(&chips::GC880, supertiled, 0), Tiling::SuperTiled);
        assert_eq!(
            tiling(&chips::GC3000, supertiled, single(2)),
            Tiling::SuperTiled
        );
        assert_eq!(tiling(&chips::GC3000, 0, single(1)), Tiling::Linear);
        assert_eq!(
            tiling(&chips::GC7000L, newer, single(3)),
            Tiling::SuperTiledNew
        );
    }

    #[test]
    fn addresses_come_from_the_registers_that_the_chip_has() {
        let words = [
            (color_format::AT, color_format::FORMAT.with(0, 6)),
            (color_addr::AT, 0x1000),
            (pipe_color_addr::AT, 0x2000),
            (pipe_color_addr::AT + 4, 0x3000),
            (depth_config::AT, depth_config::DEPTH_MODE.with(0, 1)),
            (pipe_depth_addr::AT, 0x4000),
            (pipe_depth_addr::AT + 4, 0x5000),
            (depth_addr::AT, 0x6000),
        ];
        let state = state(&words);
        assert_eq!(color(&state, &chips::GC880).unwrap().bases[0], 0x1000);
        assert_eq!(color(&state, &chips::GC600).unwrap().bases[0], 0x1000);
        assert_eq!(
            color(&state, &chips::GC2000).unwrap().bases,
            [0x2000, 0x3000]
        );
        let depth = depth(&state, &chips::GC2000).unwrap();
        assert_eq!((depth.bases, depth.pixel_bytes), ([0x4000, 0x5000], 2));
        assert!(super::depth(&State::new(), &chips::GC2000).is_none());
        assert!(target(&state, &chips::GC2000, 0).is_none());
        assert!(target(&state, &chips::GC600, 1).is_none());
    }
}
