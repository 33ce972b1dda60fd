//! The registers of primitive assembly and setup, decoded for `tilescope-draw`.

use tilescope_draw::{Bias, Cull, Fill, Topology, Viewport};
use tilescope_raster::{ClipVolume, DepthRange, RasterRules, Rect, SamplePositions};

use super::samples::Samples;
use crate::chips::Chip;
use crate::log::Log;
use crate::quirks::{DepthBias, PointSize, Quirks};
use crate::regs::pa::{self, CullFace, FillMode};
use crate::regs::pe::{DepthFormat, depth_config};
use crate::regs::{enums::PrimitiveType, se};
use crate::state::State;

/// The decoded registers of PA and SE.
#[derive(Clone, Debug)]
pub(super) struct Screen {
    /// State of primitive setup.
    pub setup: tilescope_draw::Screen,
    /// Sample positions, with multisampling.
    pub samples: Option<Samples>,
    /// The register of the line width.
    line_register: u32,
    /// The point size comes from the vertex shader.
    sized_points: bool,
}

impl Screen {
    pub(super) fn new(state: &State, chip: &Chip, quirks: &Quirks, log: &mut Log) -> Screen {
        let config = state.word(pa::config::AT);
        let mode = state.word(pa::system_mode::AT);
        let half = pa::system_mode::HALF_PIXEL_CENTER.of(mode) != 0;
        let samples = Samples::new(state, chip, quirks, log);
        // Sample positions are relative to the pixel's corner, wherever its centre
        // is.
        let centre = if half || samples.is_some() { 8 } else { 0 };
        let shift = if half || samples.is_none() { 0.0 } else { 0.5 };
        let rules = RasterRules {
            subpixel: quirks.subpixel,
            fill: quirks.fill,
            pixel_centre: (centre, centre),
            samples: (samples.as_ref()).map_or(SamplePositions::One, Samples::positions),
            guard: quirks.guard,
        };
        let scale = [
            pa::viewport_scale_x::AT,
            pa::viewport_scale_y::AT,
            pa::viewport_scale_z::AT,
        ]
        .map(|at| state.float(at));
        let offset = [
            state.float(pa::viewport_offset_x::AT) + shift,
            state.float(pa::viewport_offset_y::AT) + shift,
            state.float(pa::viewport_offset_z::AT),
        ];
        let bypass = pa::flags::ZCONVERT_BYPASS.of(state.optional(pa::flags::AT)) != 0;
        let converts_z = !chip.derived().vs_maps_z && !bypass;
        let wide = pa::config::WIDE_LINE.of(config) != 0;
        let (factor, units) = (
            state.float(se::depth_scale::AT),
            state.float(se::depth_bias::AT),
        );
        let units = match quirks.depth_bias {
            DepthBias::Depth => units,
            DepthBias::Units => {
                let format = state.field(depth_config::AT, &depth_config::DEPTH_FORMAT);
                let step = match DepthFormat::from_bits(format as u8) {
                    DepthFormat::D16 => 1.0 / 65535.0,
                    _ => 1.0 / 16_777_215.0,
                };
                units * 65535.0 / 2.0 * step
            }
        };
        let largest = chip.derived().target_size as i32;
        let scissor = [
            se::scissor_left::AT,
            se::scissor_top::AT,
            se::scissor_right::AT,
            se::scissor_bottom::AT,
        ]
        .map(|at| state.float(at));
        let line_register = match wide {
            true => pa::wide_line_width0::AT,
            false => pa::line_width::AT,
        };
        let viewport = Viewport {
            volume: ClipVolume {
                guard_x: rules.guard_scale(scale[0]),
                guard_y: rules.guard_scale(scale[1]),
                depth: if converts_z {
                    DepthRange::MinusOneToOne
                } else {
                    DepthRange::ZeroToOne
                },
                min_w: 0.0,
            },
            scale,
            offset,
            // The registers have a larger range than render targets.
            scissor: Rect::between(scissor).intersect(&Rect::new(0, 0, largest, largest)),
            clamp: None,
        };
        let setup = tilescope_draw::Screen {
            rules,
            more_samples: Vec::new(),
            viewports: vec![viewport],
            layers: 1,
            converts_z,
            cull: cull(CullFace::from_bits(
                pa::config::CULL_FACE_MODE.of(config) as u8
            )),
            // That every edge of every triangle is drawn is inferred from the names of
            // the modes: there is no register for edge flags.
            fill: match FillMode::from_bits(pa::config::FILL_MODE.of(config) as u8) {
                FillMode::Point => Fill::Points,
                FillMode::Wireframe => Fill::Lines,
                FillMode::Solid | FillMode::Unknown(_) => Fill::Solid,
            },
            bias: (factor != 0.0 || units != 0.0).then_some(Bias {
                factor,
                constant: units,
                clamp: 0.0,
            }),
            line: quirks.line,
            line_width: 2.0 * f32::from_bits(state.optional(line_register)),
            point: quirks.point,
            point_size: 2.0 * f32::from_bits(state.optional(pa::point_size::AT)),
            point_scale: match quirks.shader_point_size {
                PointSize::Whole => 1.0,
                PointSize::Half => 2.0,
            },
        };
        Screen {
            setup,
            samples,
            line_register,
            sized_points: pa::config::POINT_SIZE_ENABLE.of(config) != 0,
        }
    }

    /// Registers that only this type of primitive needs.
    pub(super) fn needs(&self, primitive: PrimitiveType) -> impl Iterator<Item = u32> {
        let lines = topology(primitive).is_some_and(Topology::is_lines);
        let points = primitive == PrimitiveType::Points;
        let outlined = |fill| !lines && !points && self.setup.fill == fill;
        let line = (lines || outlined(Fill::Lines)).then_some(self.line_register);
        let point = (points || outlined(Fill::Points)) && !self.sized_points;
        line.into_iter().chain(point.then_some(pa::point_size::AT))
    }
}

/// The windings are those with y downwards: Mesa inverts them for surfaces stored from the
/// bottom up.
fn cull(mode: CullFace) -> Cull {
    Cull {
        clockwise: mode == CullFace::Cw,
        counter_clockwise: mode == CullFace::Ccw,
    }
}

/// The topology of a primitive type; `None` for undefined types.
pub(super) fn topology(primitive: PrimitiveType) -> Option<Topology> {
    Some(match primitive {
        PrimitiveType::Points => Topology::Points,
        PrimitiveType::Lines => Topology::Lines,
        PrimitiveType::LineStrip => Topology::LineStrip,
        PrimitiveType::LineLoop => Topology::LineLoop,
        PrimitiveType::Triangles => Topology::Triangles,
        PrimitiveType::TriangleStrip => Topology::TriangleStrip,
        PrimitiveType::TriangleFan => Topology::TriangleFan,
        PrimitiveType::Quads => Topology::Quads,
        PrimitiveType::Unknown(_) => return None,
    })
}
