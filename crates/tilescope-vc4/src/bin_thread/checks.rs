//! Checks of the state in a binning list.

use tilescope_tables::packet::Field;

use super::BinThread;
use crate::binner::Binner;
use crate::cle::At;
use crate::log::Log;
use crate::packets::rows::{
    clip_window, clipper_xy_scaling, clipper_z_scaling, depth_offset, point_size, z_clipping,
};
use crate::packets::{ClipWindow, Packet, PrimitiveMode};
use crate::rules::cl;
use crate::state::DrawState;

impl BinThread {
    /// A record that sets state.
    pub(super) fn check_state(&mut self, at: At, packet: &Packet, log: &mut Log) {
        match *packet {
            Packet::PointSize(s) if s.is_nan() || s < 0.125 => {
                let message = format!("the point size is {s}");
                self.cursor.find_in(
                    &cl::POINT_SIZE_TOO_SMALL,
                    at,
                    &point_size::SIZE,
                    message,
                    log,
                );
            }
            Packet::GlShaderState { address, .. }
            | Packet::NvShaderState { address }
            | Packet::VgShaderState { address }
                if !address.is_multiple_of(16) =>
            {
                let message = format!("the record is at {address:#010x}");
                self.cursor.find(&cl::UNALIGNED_ADDRESS, at, message, log);
            }
            Packet::ClipWindow(window) => self.check_clip_window(at, window, log),
            _ => {}
        }
        let numbers: &[(f32, &Field)] = match *packet {
            Packet::ClipperXyScaling {
                half_width,
                half_height,
            } => &[
                (half_width, &clipper_xy_scaling::HALF_WIDTH),
                (half_height, &clipper_xy_scaling::HALF_HEIGHT),
            ],
            Packet::ClipperZScaling { scale, offset } => &[
                (scale, &clipper_z_scaling::SCALE),
                (offset, &clipper_z_scaling::OFFSET),
            ],
            Packet::ZClipping { min, max } => &[(min, &z_clipping::MIN), (max, &z_clipping::MAX)],
            Packet::DepthOffset { factor, units } => &[
                (factor, &depth_offset::FACTOR),
                (units, &depth_offset::UNITS),
            ],
            _ => &[],
        };
        if let Some((value, field)) = numbers.iter().find(|(v, _)| !v.is_finite()) {
            let message = format!("{} is {value}", field.name);
            self.cursor
                .find_in(&cl::VIEWPORT_NOT_FINITE, at, field, message, log);
        }
    }

    fn check_clip_window(&mut self, at: At, window: ClipWindow, log: &mut Log) {
        let Some(grid) = self.binner.as_ref().map(Binner::grid) else {
            return;
        };
        let w = u32::from(grid.columns) * u32::from(grid.tile_w);
        let h = u32::from(grid.rows) * u32::from(grid.tile_h);
        for (end, size, field, what) in [
            (
                u32::from(window.left) + u32::from(window.width),
                w,
                &clip_window::WIDTH,
                "right edge",
            ),
            (
                u32::from(window.bottom) + u32::from(window.height),
                h,
                &clip_window::HEIGHT,
                "last row",
            ),
        ] {
            if end > size {
                let message =
                    format!("the clip window's {what} is {end}, but the tiles end at {size}");
                self.cursor
                    .find_in(&cl::CLIP_WINDOW_OUTSIDE, at, field, message, log);
                self.wrong_size = true;
                return;
            }
        }
    }
}

/// State that a draw depends on and that no record has set.
pub(super) fn unset(
    state: &DrawState,
    mode: PrimitiveMode,
    own_point_size: bool,
    clipping: bool,
) -> Vec<&'static str> {
    use PrimitiveMode::{LineLoop, LineStrip, Lines, Points};
    let points = mode == Points && !own_point_size;
    let lines = matches!(mode, Lines | LineLoop | LineStrip);
    let offset = state.config().enable_depth_offset;
    [
        (points && state.point_size.is_none(), "point size"),
        (lines && state.line_width.is_none(), "line width"),
        (offset && state.depth_offset.is_none(), "depth offset"),
        (clipping && state.clipper_xy.is_none(), "clipper scaling"),
    ]
    .into_iter()
    .filter_map(|(missing, what)| missing.then_some(what))
    .collect()
}
