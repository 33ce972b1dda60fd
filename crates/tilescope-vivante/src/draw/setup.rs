//! Primitive assembly and setup: clipping, culling and conversion to screen space.

use std::sync::Mutex;

use tilescope_raster::{
    Assembler, ClipVolume, Clipped, Convex, DepthRange, Gradients, Line, Plane, Point, Primitive,
    Provoking, RasterRules, Rect, SamplePositions, Topology, Triangle, Winding, Xy,
};

use super::link::VaryingSource;
use super::samples::Samples;
use super::vertices::Shaded;
use super::{Draw, WorkerPool};
use crate::chips::Chip;
use crate::log::Log;
use crate::quirks::{DepthBias, PointSize, Quirks};
use crate::regs::pa::{self, CullFace, FillMode};
use crate::regs::pe::{DepthFormat, depth_config};
use crate::regs::{enums::PrimitiveType, se};
use crate::state::State;

/// Primitives that a worker sets up at once.
const TOGETHER: usize = 512;

/// The decoded registers of PA and SE.
#[derive(Clone, Debug)]
pub(super) struct Screen {
    pub rules: RasterRules,
    /// Sample positions, with multisampling.
    pub samples: Option<Samples>,
    /// The scissor rectangle.
    pub scissor: Rect,
    scale: [f32; 3],
    offset: [f32; 3],
    volume: ClipVolume,
    /// Clip-space depth is -1 to 1 and is converted to 0 to 1.
    converts_z: bool,
    cull: CullFace,
    fill: FillMode,
    line_width: f32,
    /// The register of the line width.
    line_register: u32,
    /// The point size comes from the vertex shader.
    sized_points: bool,
    point_size: f32,
    bias: Option<(f32, f32)>,
    quirks: Quirks,
}

/// The shape of a primitive.
#[derive(Clone, Debug)]
pub(super) enum Shape {
    Triangle(Convex<3>),
    Quad(Convex<4>),
}

/// A primitive ready for rasterisation.
#[derive(Clone, Debug)]
pub(super) struct Prim {
    pub shape: Shape,
    /// Its winding is clockwise, with y downwards. False for points and lines.
    pub clockwise: bool,
    pub z: Plane,
    pub inv_w: Plane,
    /// Index of the first of its planes, one for each component of each varying.
    pub planes: u32,
}

/// Primitives of one draw, in order.
#[derive(Clone, Debug, Default)]
pub(super) struct Prims {
    pub list: Vec<Prim>,
    pub planes: Vec<Plane>,
    pub assembled: u64,
}

impl Prims {
    /// Appends `others`.
    pub(super) fn then(mut self, mut others: Prims) -> Prims {
        let planes = self.planes.len() as u32;
        others.list.iter_mut().for_each(|p| p.planes += planes);
        self.list.append(&mut others.list);
        self.planes.append(&mut others.planes);
        self.assembled += others.assembled;
        self
    }
}

/// A vertex in screen space.
#[derive(Clone, Copy)]
struct Corner {
    at: Xy,
    z: f32,
    inv_w: f32,
}

fn edge(v: f32) -> i32 {
    // The first pixel whose centre is at or beyond it.
    (v - 0.5).ceil().clamp(-65536.0, 65536.0) as i32
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
        let fill = FillMode::from_bits(pa::config::FILL_MODE.of(config) as u8);
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
        let line_register = match wide {
            true => pa::wide_line_width0::AT,
            false => pa::line_width::AT,
        };
        Screen {
            scissor: Rect {
                x0: edge(state.float(se::scissor_left::AT)).max(0),
                y0: edge(state.float(se::scissor_top::AT)).max(0),
                // The registers have a larger range than render targets.
                x1: edge(state.float(se::scissor_right::AT)).min(largest),
                y1: edge(state.float(se::scissor_bottom::AT)).min(largest),
            },
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
            rules,
            samples,
            scale,
            offset,
            converts_z,
            cull: CullFace::from_bits(pa::config::CULL_FACE_MODE.of(config) as u8),
            fill,
            line_width: 2.0 * f32::from_bits(state.optional(line_register)),
            line_register,
            sized_points: pa::config::POINT_SIZE_ENABLE.of(config) != 0,
            point_size: 2.0 * f32::from_bits(state.optional(pa::point_size::AT)),
            bias: (factor != 0.0 || units != 0.0).then_some((factor, units)),
            quirks: *quirks,
        }
    }

    /// Registers that only this type of primitive needs.
    pub(super) fn needs(&self, primitive: PrimitiveType) -> impl Iterator<Item = u32> {
        let lines = matches!(
            primitive,
            PrimitiveType::Lines | PrimitiveType::LineStrip | PrimitiveType::LineLoop
        );
        let points = primitive == PrimitiveType::Points;
        let outlined = |mode| !lines && !points && self.fill == mode;
        let line = (lines || outlined(FillMode::Wireframe)).then_some(self.line_register);
        let point = (points || outlined(FillMode::Point)) && !self.sized_points;
        line.into_iter().chain(point.then_some(pa::point_size::AT))
    }

    /// Whether `bounds` is entirely outside the scissor.
    fn hides(&self, bounds: Rect) -> bool {
        bounds.intersect(&self.scissor).is_empty()
    }

    #[inline(always)]
    fn corner(&self, p: &[f32]) -> Corner {
        let inv_w = 1.0 / p[3];
        let unit = self.rules.subpixel.unit() as f32;
        let on = |i: usize| p[i] * inv_w * self.scale[i] + self.offset[i];
        let snap = |v: f32| (v * unit).round() as i32;
        let z = p[2] * inv_w;
        let z = if self.converts_z { (z + 1.0) * 0.5 } else { z };
        Corner {
            at: Xy::new(snap(on(0)), snap(on(1))),
            z: z * self.scale[2] + self.offset[2],
            inv_w,
        }
    }
}

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

impl Draw<'_> {
    /// Assembles and sets up primitives.
    pub(super) fn set_up(
        &self,
        pool: &WorkerPool<'_>,
        numbers: &[u32],
        restart: Option<u32>,
        topology: Topology,
        shaded: &Shaded,
    ) -> Prims {
        let provoking = self.shaders.link.provoking;
        let all = Assembler::new(topology, provoking, restart, numbers.iter().copied());
        if numbers.len() <= TOGETHER {
            let mut prims = Prims::default();
            if let Topology::Triangles = topology {
                prims.list.reserve_exact(numbers.len() / 3);
            }
            all.for_each(|primitive| self.primitive(primitive, shaded, &mut prims));
            return prims;
        }
        let all: Vec<Primitive> = all.collect();
        let chunks: Vec<_> = all.chunks(TOGETHER).collect();
        let results: Vec<Mutex<Prims>> = chunks.iter().map(|_| Mutex::default()).collect();
        pool.run(chunks.len(), &|i, _| {
            let mut prims = Prims::default();
            for primitive in chunks[i] {
                self.primitive(*primitive, shaded, &mut prims);
            }
            *results[i].lock().unwrap_or_else(|e| e.into_inner()) = prims;
        });
        let results = results.into_iter();
        let results = results.map(|chunk| chunk.into_inner().unwrap_or_else(|e| e.into_inner()));
        let results: Vec<Prims> = results.collect();
        let mut prims = Prims::default();
        (prims.list).reserve_exact(results.iter().map(|chunk| chunk.list.len()).sum());
        (prims.planes).reserve_exact(results.iter().map(|chunk| chunk.planes.len()).sum());
        results.into_iter().fold(prims, Prims::then)
    }

    fn primitive(&self, primitive: Primitive, shaded: &Shaded, prims: &mut Prims) {
        prims.assembled += 1;
        match primitive {
            Primitive::Triangle(v) => self.triangle(v.map(|v| shaded.vertex(v)), prims),
            Primitive::Line(v) => {
                let v = v.map(|v| shaded.vertex(v));
                let flat = match self.shaders.link.provoking {
                    Provoking::First => v[0],
                    Provoking::Last => v[1],
                };
                self.line(v, flat, prims);
            }
            Primitive::Point(v) => self.point(shaded.vertex(v), shaded.vertex(v), prims),
        }
    }

    fn triangle(&self, v: [&[f32]; 3], prims: &mut Prims) {
        let flat = match self.shaders.link.provoking {
            Provoking::First => v[0],
            Provoking::Last => v[2],
        };
        let solid = !matches!(self.screen.fill, FillMode::Point | FillMode::Wireframe);
        let position = |v: &[f32]| [v[0], v[1], v[2], v[3]];
        match self.screen.volume.triangle(&v.map(position)) {
            Clipped::Inside if solid => self.inside(v, flat, prims),
            Clipped::Inside => {
                self.outlined(v, v, flat, prims);
            }
            Clipped::Polygon(polygon) => {
                let made: Vec<Vec<f32>> = polygon
                    .vertices()
                    .iter()
                    .map(|c| {
                        let mut words = c.position.to_vec();
                        let values = |i: usize| [v[0][i], v[1][i], v[2][i]];
                        words.extend((4..v[0].len()).map(|i| c.blend(values(i))));
                        words
                    })
                    .collect();
                let pieces = (2..made.len()).map(|i| [&made[0][..], &made[i - 1], &made[i]]);
                for piece in pieces {
                    if solid {
                        self.inside(piece, flat, prims);
                    } else if self.outlined(piece, v, flat, prims) {
                        break;
                    }
                }
            }
            Clipped::Outside | Clipped::NotFinite => {}
        }
    }

    /// The triangle with these corners, and whether it is clockwise; `None` if it
    /// is degenerate or culled.
    fn facing(&self, c: [Corner; 3]) -> Option<(Triangle, bool)> {
        let screen = &self.screen;
        let triangle = Triangle::new(&screen.rules, c.map(|c| c.at)).ok()?;
        // The winding is that with y downwards: Mesa inverts it for surfaces stored
        // from the bottom up.
        let clockwise = triangle.winding() == Winding::Clockwise;
        let culled = match screen.cull {
            CullFace::Cw => clockwise,
            CullFace::Ccw => !clockwise,
            CullFace::Off | CullFace::Unknown(_) => false,
        };
        (!culled).then_some((triangle, clockwise))
    }

    /// The polygon offset of a triangle.
    fn offset(&self, z: &Plane) -> f32 {
        let slope = z.a.abs().max(z.b.abs());
        (self.screen.bias).map_or(0.0, |(factor, units)| factor * slope + units)
    }

    /// Adds the edges or corners of triangle `v`, of which `piece` is left after
    /// clipping. Returns whether `piece` has an area; if so, further pieces are not
    /// needed.
    ///
    /// That every edge of every triangle is drawn, clipped as a line, is inferred
    /// from the names of the modes: there is no register for edge flags.
    fn outlined(
        &self,
        piece: [&[f32]; 3],
        v: [&[f32]; 3],
        flat: &[f32],
        prims: &mut Prims,
    ) -> bool {
        let c = piece.map(|v| self.screen.corner(v));
        let Some((triangle, clockwise)) = self.facing(c) else {
            return false;
        };
        let gradients = Gradients::triangle(&self.screen.rules, &triangle);
        let offset = self.offset(&gradients.linear(c.map(|c| c.z)));
        let from = prims.list.len();
        match self.screen.fill {
            FillMode::Point => v.iter().for_each(|v| self.point(v, flat, prims)),
            _ => {
                for ends in [[v[0], v[1]], [v[1], v[2]], [v[2], v[0]]] {
                    self.line(ends, flat, prims);
                }
            }
        }
        for prim in &mut prims.list[from..] {
            prim.clockwise = clockwise;
            prim.z.c += offset;
        }
        true
    }

    /// Adds a clipped triangle; `flat` is the provoking vertex.
    fn inside(&self, v: [&[f32]; 3], flat: &[f32], prims: &mut Prims) {
        let screen = &self.screen;
        let c = v.map(|v| screen.corner(v));
        let Some((triangle, clockwise)) = self.facing(c) else {
            return;
        };
        if screen.hides(triangle.shape().bounds()) {
            return;
        }
        let gradients = Gradients::triangle(&screen.rules, &triangle);
        let mut z = gradients.linear(c.map(|c| c.z));
        z.c += self.offset(&z);
        let prim = Prim {
            shape: Shape::Triangle(*triangle.shape()),
            clockwise,
            z,
            inv_w: gradients.linear(c.map(|c| c.inv_w)),
            planes: prims.planes.len() as u32,
        };
        let inv_w = c.map(|c| c.inv_w);
        for (i, varying) in self.shaders.link.varyings.iter().enumerate() {
            for (k, from) in varying
                .from
                .iter()
                .enumerate()
                .take(varying.components.into())
            {
                let at = 4 + 4 * i + k;
                prims.planes.push(match from {
                    VaryingSource::Smooth => gradients.perspective(v.map(|v| v[at]), inv_w),
                    VaryingSource::Flat => Plane::flat(flat[at]),
                    VaryingSource::PointX | VaryingSource::PointY => Plane::flat(0.0),
                });
            }
        }
        prims.list.push(prim);
    }

    fn line(&self, v: [&[f32]; 2], flat: &[f32], prims: &mut Prims) {
        let screen = &self.screen;
        let position = |v: &[f32]| [v[0], v[1], v[2], v[3]];
        let cut: [Vec<f32>; 2];
        let ends = match screen.volume.line(&v.map(position)) {
            Clipped::Inside => v,
            Clipped::Polygon(polygon) => {
                let [a, b] = polygon.vertices() else { return };
                cut = [a, b].map(|c| {
                    let mut words = c.position.to_vec();
                    words.extend((4..v[0].len()).map(|i| c.blend([v[0][i], v[1][i], 0.0])));
                    words
                });
                [&cut[0][..], &cut[1][..]]
            }
            Clipped::Outside | Clipped::NotFinite => return,
        };
        let c = ends.map(|v| screen.corner(v));
        let at = c.map(|c| c.at);
        let Ok(line) = Line::new(&screen.rules, &screen.quirks.line, at, screen.line_width) else {
            return;
        };
        if screen.hides(line.shape().bounds()) {
            return;
        }
        let gradients = line.gradients();
        let three = |f: &dyn Fn(usize) -> f32| [f(0), f(1), 0.0];
        let inv_w = three(&|i| c[i].inv_w);
        let prim = Prim {
            shape: Shape::Quad(*line.shape()),
            clockwise: false,
            z: gradients.linear(three(&|i| c[i].z)),
            inv_w: gradients.linear(inv_w),
            planes: prims.planes.len() as u32,
        };
        for (i, varying) in self.shaders.link.varyings.iter().enumerate() {
            for (k, from) in varying
                .from
                .iter()
                .enumerate()
                .take(varying.components.into())
            {
                let at = 4 + 4 * i + k;
                prims.planes.push(match from {
                    VaryingSource::Smooth => gradients.perspective(three(&|n| ends[n][at]), inv_w),
                    VaryingSource::Flat => Plane::flat(flat[at]),
                    VaryingSource::PointX | VaryingSource::PointY => Plane::flat(0.0),
                });
            }
        }
        prims.list.push(prim);
    }

    fn point(&self, v: &[f32], flat: &[f32], prims: &mut Prims) {
        let screen = &self.screen;
        let inside = screen.volume.point(&[v[0], v[1], v[2], v[3]]);
        if inside != Clipped::Inside {
            return;
        }
        let c = screen.corner(v);
        let size = match (
            self.shaders.link.point_size,
            screen.quirks.shader_point_size,
        ) {
            (None, _) => screen.point_size,
            (Some(_), PointSize::Whole) => v[v.len() - 1],
            (Some(_), PointSize::Half) => 2.0 * v[v.len() - 1],
        };
        let Ok(point) = Point::new(&screen.rules, &screen.quirks.point, c.at, size) else {
            return;
        };
        if screen.hides(point.shape().bounds()) {
            return;
        }
        let [s, t] = point.coordinates();
        prims.list.push(Prim {
            shape: Shape::Quad(*point.shape()),
            clockwise: false,
            z: Plane::flat(c.z),
            inv_w: Plane::flat(c.inv_w),
            planes: prims.planes.len() as u32,
        });
        for (i, varying) in self.shaders.link.varyings.iter().enumerate() {
            for (k, from) in varying
                .from
                .iter()
                .enumerate()
                .take(varying.components.into())
            {
                prims.planes.push(match from {
                    // The shader receives slope * w + c; without perspective w must
                    // cancel out.
                    VaryingSource::PointX => scaled(s, c.inv_w),
                    VaryingSource::PointY => scaled(t, c.inv_w),
                    VaryingSource::Smooth => Plane::flat(v[4 + 4 * i + k]),
                    VaryingSource::Flat => Plane::flat(flat[4 + 4 * i + k]),
                });
            }
        }
    }
}

/// Divides a plane's slope by w, to compensate for the later multiplication.
fn scaled(plane: Plane, inv_w: f32) -> Plane {
    Plane {
        a: plane.a * inv_w,
        b: plane.b * inv_w,
        ..plane
    }
}

impl Shape {
    pub(super) fn bounds(&self) -> Rect {
        match self {
            Shape::Triangle(s) => s.bounds(),
            Shape::Quad(s) => s.bounds(),
        }
    }
}
