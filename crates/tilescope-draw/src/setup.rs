//! Primitive setup: clipping, culling and conversion to screen space.

use tilescope_raster::{
    ClipPolygon, ClipVertex, Clipped, Gradients, Line, Plane, Point, RasterRules, Rect, Triangle,
    Winding,
};

use crate::prims::{Prim, PrimBlock, Shape, both};
use crate::screen::{Attribute, Corner, Fill, Interpolation, Screen, VertexLayout, Viewport, at};
use crate::topology::Primitive;

/// Primitive setup of a draw.
#[derive(Clone, Copy, Debug)]
pub struct Setup<'a> {
    /// The state.
    pub screen: &'a Screen,
    /// The layout of vertices.
    pub layout: &'a VertexLayout,
    /// Words of the shaded vertices, one after the other.
    pub vertices: &'a [f32],
}

/// State that the provoking vertex selects.
#[derive(Clone, Copy)]
struct Selected<'a> {
    /// The provoking vertex.
    flat: &'a [f32],
    viewport: &'a Viewport,
    /// The number of the viewport.
    number: u8,
    layer: u16,
}

impl<'a> Setup<'a> {
    /// Adds what is left of `primitive` after clipping and culling. Primitives with
    /// vertices that do not exist are not drawn.
    pub fn primitive(&self, primitive: Primitive, prims: &mut PrimBlock) {
        prims.assembled += 1;
        match primitive {
            Primitive::Triangle(v) => self.triangle(v, prims),
            Primitive::Line(v) => {
                let Some(v) = self.vertices_of(v) else {
                    return;
                };
                let flat = v[self.layout.provoking.place(2)];
                if let Some(selected) = self.select(flat, &v) {
                    self.line(v, &selected, prims);
                }
            }
            Primitive::Point(v) => {
                let Some([v]) = self.vertices_of([v]) else {
                    return;
                };
                if let Some(selected) = self.select(v, &[v]) {
                    self.point(v, &selected, prims);
                }
            }
        }
    }

    #[inline(always)]
    fn vertices_of<const N: usize>(&self, numbers: [u32; N]) -> Option<[&'a [f32]; N]> {
        let stride = self.layout.stride;
        let mut vertices = [&[][..]; N];
        for (vertex, n) in vertices.iter_mut().zip(numbers) {
            let from = n as usize * stride;
            *vertex = self.vertices.get(from..from + stride)?;
        }
        Some(vertices)
    }

    /// The state that vertex `flat` of the primitive `v` selects; `None` if cull distances discard
    /// the primitive.
    #[inline(always)]
    fn select(&self, flat: &'a [f32], v: &[&[f32]]) -> Option<Selected<'a>> {
        let (screen, layout) = (self.screen, self.layout);
        if self.layout.culls(v) {
            return None;
        }
        let number = |word: Option<usize>, count: usize| match word {
            Some(word) => Some(at(flat, word).to_bits() as usize).filter(|n| *n < count),
            None => None,
        };
        let viewport = number(layout.viewport, screen.viewports.len().min(256)).unwrap_or(0);
        let layer = number(layout.layer, screen.layers.min(1 << 16) as usize).unwrap_or(0);
        Some(Selected {
            flat,
            viewport: screen.viewports.get(viewport)?,
            number: viewport as u8,
            layer: layer as u16,
        })
    }

    #[inline(always)]
    fn triangle(&self, numbers: [u32; 3], prims: &mut PrimBlock) {
        let Some(v) = self.vertices_of(numbers) else {
            return;
        };
        let flat = v[self.layout.provoking.place(3)];
        let Some(selected) = self.select(flat, &v) else {
            return;
        };
        let solid = self.screen.fill == Fill::Solid;
        let (distances, count) = self.layout.distances(v);
        let volume = &selected.viewport.volume;
        // No `map`, here and below: a call for each array.
        let positions = [position(v[0]), position(v[1]), position(v[2])];
        match volume.triangle_with(&positions, &distances[..count]) {
            Clipped::Inside if solid => self.inside(v, &selected, prims),
            Clipped::Inside => {
                self.outlined(v, v, &selected, prims);
            }
            Clipped::Polygon(polygon) => self.pieces(&polygon, v, &selected, prims),
            Clipped::Outside | Clipped::NotFinite => {}
        }
    }

    /// Adds the pieces of triangle `v` that clipping left.
    fn pieces(
        &self,
        polygon: &ClipPolygon,
        v: [&[f32]; 3],
        selected: &Selected<'_>,
        prims: &mut PrimBlock,
    ) {
        let made = polygon.vertices().iter();
        let made: Vec<Vec<f32>> = made.map(|c| self.cut(c, &v)).collect();
        let corner = |c: &ClipVertex| self.screen.corner(&c.position, selected.viewport);
        for piece in polygon.triangles(|c| corner(c).at) {
            let piece = piece.map(|i| &made[i][..]);
            if self.screen.fill == Fill::Solid {
                self.inside(piece, selected, prims);
            } else if self.outlined(piece, v, selected, prims) {
                break;
            }
        }
    }

    /// The words of a vertex that clipping of the primitive `v` returned.
    fn cut(&self, c: &ClipVertex, v: &[&[f32]]) -> Vec<f32> {
        let value = |n: usize, word: usize| v.get(n).map_or(0.0, |v| at(v, word));
        let values = |word: usize| [0, 1, 2].map(|n| value(n, word));
        let mut words = c.position.to_vec();
        words.extend((4..self.layout.stride).map(|word| c.blend(values(word))));
        let linear = |a: &&Attribute| a.from == Interpolation::Linear && a.word >= 4;
        for Attribute { word, .. } in self.layout.attributes.iter().filter(linear) {
            // Weights of clip space, converted to those of the screen.
            let on_screen = [0, 1, 2].map(|n| value(n, *word) * (value(n, 3) / c.position[3]));
            if let Some(cut) = words.get_mut(*word) {
                *cut = c.blend(on_screen);
            }
        }
        words
    }

    /// The triangle with these corners, and whether it is clockwise; `None` if it
    /// is degenerate or culled.
    #[inline(always)]
    fn facing(&self, c: [Corner; 3]) -> Option<(Triangle, bool)> {
        let triangle = Triangle::new(&self.screen.rules, [c[0].at, c[1].at, c[2].at]).ok()?;
        let winding = triangle.winding();
        let clockwise = winding == Winding::Clockwise;
        (!self.screen.cull.culls(winding)).then_some((triangle, clockwise))
    }

    /// Adds the edges or corners of triangle `v`, of which `piece` is left after
    /// clipping. Returns whether `piece` has an area; if so, further pieces are not
    /// needed.
    ///
    /// Every edge of every triangle is drawn, clipped as a line: there are no edge flags.
    fn outlined(
        &self,
        piece: [&[f32]; 3],
        v: [&[f32]; 3],
        selected: &Selected<'_>,
        prims: &mut PrimBlock,
    ) -> bool {
        let c = piece.map(|v| self.screen.corner(v, selected.viewport));
        let Some((triangle, clockwise)) = self.facing(c) else {
            return false;
        };
        let gradients = Gradients::triangle(&self.screen.rules, &triangle);
        let offset = self.offset(&gradients.linear(c.map(|c| c.z)));
        let from = prims.list.len();
        match self.screen.fill {
            Fill::Points => v.iter().for_each(|v| self.point(v, selected, prims)),
            Fill::Lines | Fill::Solid => {
                for ends in [[v[0], v[1]], [v[1], v[2]], [v[2], v[0]]] {
                    self.line(ends, selected, prims);
                }
            }
        }
        for prim in &mut prims.list[from..] {
            prim.clockwise = clockwise;
            prim.z.c += offset;
        }
        true
    }

    #[inline(always)]
    fn offset(&self, z: &Plane) -> f32 {
        self.screen.bias.as_ref().map_or(0.0, |bias| bias.of(z))
    }

    /// The pixels of `shape` inside the scissor; `None` if there are none. Adds its
    /// shapes for further samples, which `with` creates.
    #[inline(always)]
    fn visible(
        &self,
        shape: Rect,
        with: impl Fn(&RasterRules) -> Option<Shape>,
        selected: &Selected<'_>,
        prims: &mut PrimBlock,
    ) -> Option<Rect> {
        let screen = self.screen;
        let mut bounds = shape;
        if !screen.more_samples.is_empty() {
            let rules = screen.more_samples.iter();
            let shapes: Option<Vec<Shape>> = rules
                .map(|samples| with(&screen.rules.with_samples(*samples)))
                .collect();
            let shapes = shapes?;
            bounds = shapes.iter().map(Shape::bounds).fold(bounds, both);
            if !bounds.intersect(&selected.viewport.scissor).is_empty() {
                prims.more.extend(shapes);
            }
        }
        let bounds = bounds.intersect(&selected.viewport.scissor);
        (!bounds.is_empty()).then_some(bounds)
    }

    /// Adds a primitive and a plane for each attribute.
    #[inline(always)]
    fn add(&self, prim: Prim, plane: impl Fn(&Attribute) -> Plane, prims: &mut PrimBlock) {
        prims
            .planes
            .extend(self.layout.attributes.iter().map(plane));
        prims.push(prim);
    }

    /// Adds a clipped triangle.
    #[inline(always)]
    fn inside(&self, v: [&[f32]; 3], selected: &Selected<'_>, prims: &mut PrimBlock) {
        let screen = self.screen;
        let corner = |n: usize| screen.corner(v[n], selected.viewport);
        let c = [corner(0), corner(1), corner(2)];
        let Some((triangle, clockwise)) = self.facing(c) else {
            return;
        };
        let with = |rules: &RasterRules| {
            let triangle = Triangle::new(rules, *triangle.vertices()).ok()?;
            Some(Shape::Triangle(*triangle.shape()))
        };
        let bounds = triangle.shape().bounds();
        let Some(bounds) = self.visible(bounds, with, selected, prims) else {
            return;
        };
        let gradients = Gradients::triangle(&screen.rules, &triangle);
        let mut z = gradients.linear([c[0].z, c[1].z, c[2].z]);
        z.c += self.offset(&z);
        let inv_w = [c[0].inv_w, c[1].inv_w, c[2].inv_w];
        let prim = Prim {
            shape: Shape::Triangle(*triangle.shape()),
            bounds,
            clockwise,
            viewport: selected.number,
            layer: selected.layer,
            z,
            inv_w: gradients.linear(inv_w),
            planes: prims.planes.len() as u32,
        };
        let plane = |attribute: &Attribute| {
            let word = attribute.word;
            let values = || [at(v[0], word), at(v[1], word), at(v[2], word)];
            match attribute.from {
                Interpolation::Perspective => gradients.perspective(values(), inv_w),
                Interpolation::Linear => gradients.linear(values()),
                Interpolation::Flat => Plane::flat(at(selected.flat, word)),
                Interpolation::PointX | Interpolation::PointY => Plane::flat(0.0),
            }
        };
        self.add(prim, plane, prims);
    }

    fn line(&self, v: [&[f32]; 2], selected: &Selected<'_>, prims: &mut PrimBlock) {
        let screen = self.screen;
        let cut: [Vec<f32>; 2];
        let (distances, count) = self.layout.distances(v);
        let volume = &selected.viewport.volume;
        let ends = match volume.line_with(&v.map(position), &distances[..count]) {
            Clipped::Inside => v,
            Clipped::Polygon(polygon) => {
                let [a, b] = polygon.vertices() else { return };
                cut = [a, b].map(|c| self.cut(c, &v));
                [&cut[0][..], &cut[1][..]]
            }
            Clipped::Outside | Clipped::NotFinite => return,
        };
        let c = ends.map(|v| screen.corner(v, selected.viewport));
        let on = c.map(|c| c.at);
        let with = |rules: &RasterRules| Line::new(rules, &screen.line, on, screen.line_width).ok();
        let Some(line) = with(&screen.rules) else {
            return;
        };
        let with = |rules: &RasterRules| Some(Shape::Quad(*with(rules)?.shape()));
        let bounds = line.shape().bounds();
        let Some(bounds) = self.visible(bounds, with, selected, prims) else {
            return;
        };
        let gradients = line.gradients();
        let three = |f: &dyn Fn(usize) -> f32| [f(0), f(1), 0.0];
        let inv_w = three(&|i| c[i].inv_w);
        let prim = Prim {
            shape: Shape::Quad(*line.shape()),
            bounds,
            clockwise: false,
            viewport: selected.number,
            layer: selected.layer,
            z: gradients.linear(three(&|i| c[i].z)),
            inv_w: gradients.linear(inv_w),
            planes: prims.planes.len() as u32,
        };
        let plane = |attribute: &Attribute| {
            let values = three(&|n| at(ends[n], attribute.word));
            match attribute.from {
                Interpolation::Perspective => gradients.perspective(values, inv_w),
                Interpolation::Linear => gradients.linear(values),
                Interpolation::Flat => Plane::flat(at(selected.flat, attribute.word)),
                Interpolation::PointX | Interpolation::PointY => Plane::flat(0.0),
            }
        };
        self.add(prim, plane, prims);
    }

    fn point(&self, v: &[f32], selected: &Selected<'_>, prims: &mut PrimBlock) {
        let screen = self.screen;
        let (distances, count) = self.layout.distances([v]);
        let distances = distances.map(|[distance]| distance);
        let volume = &selected.viewport.volume;
        let inside = volume.point_with(&position(v), &distances[..count]);
        if inside != Clipped::Inside {
            return;
        }
        let c = screen.corner(v, selected.viewport);
        let size = match self.layout.point_size {
            None => screen.point_size,
            Some(word) => screen.point_scale * at(v, word),
        };
        let with = |rules: &RasterRules| Point::new(rules, &screen.point, c.at, size).ok();
        let Some(point) = with(&screen.rules) else {
            return;
        };
        let with = |rules: &RasterRules| Some(Shape::Quad(*with(rules)?.shape()));
        let bounds = point.shape().bounds();
        let Some(bounds) = self.visible(bounds, with, selected, prims) else {
            return;
        };
        let [s, t] = point.coordinates();
        let prim = Prim {
            shape: Shape::Quad(*point.shape()),
            bounds,
            clockwise: false,
            viewport: selected.number,
            layer: selected.layer,
            z: Plane::flat(c.z),
            inv_w: Plane::flat(c.inv_w),
            planes: prims.planes.len() as u32,
        };
        let plane = |attribute: &Attribute| match attribute.from {
            // Evaluated as slope * w + c; without perspective w must cancel out.
            Interpolation::PointX => scaled(s, c.inv_w),
            Interpolation::PointY => scaled(t, c.inv_w),
            Interpolation::Perspective | Interpolation::Linear => {
                Plane::flat(at(v, attribute.word))
            }
            Interpolation::Flat => Plane::flat(at(selected.flat, attribute.word)),
        };
        self.add(prim, plane, prims);
    }
}

/// The clip coordinates of a vertex.
#[inline(always)]
fn position(v: &[f32]) -> [f32; 4] {
    [v[0], v[1], v[2], v[3]]
}

/// Divides a plane's slope by w, to compensate for the later multiplication.
fn scaled(plane: Plane, inv_w: f32) -> Plane {
    Plane {
        a: plane.a * inv_w,
        b: plane.b * inv_w,
        ..plane
    }
}
