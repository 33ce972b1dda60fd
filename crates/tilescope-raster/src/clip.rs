//! Clipping in homogeneous coordinates, before the divide by w.
//!
//! Distances and positions are carried in `f64` from `f32` inputs, so no finite
//! input overflows. A cut is always computed from the inside vertex to the
//! outside one, whichever way the polygon is traversed: two triangles that
//! share an edge get the same cut vertex to the bit, hence no cracks.

use crate::setup::Xy;

/// The range of depths that clipping keeps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DepthRange {
    /// `-w <= z <= w`: OpenGL.
    MinusOneToOne,
    /// `0 <= z <= w`: Vulkan, D3D.
    ZeroToOne,
    /// All: depth clamping, or clipping in z switched off.
    Unclipped,
}

/// The region primitives are cut to.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ClipVolume {
    /// Largest |x| as a multiple of w; 1 clips to the viewport exactly, a guard
    /// band is `guard pixels / half the viewport's width`. If infinite or NaN,
    /// x is not clipped.
    pub guard_x: f32,
    /// The same for y.
    pub guard_y: f32,
    /// Near and far.
    pub depth: DepthRange,
    /// The smallest w kept. Read as the smallest normal `f32` if below it, so
    /// that 1/w is finite.
    pub min_w: f32,
}

/// The most clip distances of a vertex. User clip planes are such distances too.
pub const MAX_DISTANCES: usize = 8;

/// The largest number of vertices of a clipped triangle: one more per plane of the
/// volume, and per distance.
pub const MAX_VERTICES: usize = 10 + MAX_DISTANCES;

/// A vertex of the clipped primitive, original or new.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct ClipVertex {
    /// Clip coordinates x, y, z, w.
    pub position: [f32; 4],
    /// Weights of the source primitive's vertices; they sum to 1. Exactly 1 and
    /// 0 for a vertex that was kept.
    pub weights: [f32; 3],
}

impl ClipVertex {
    /// An attribute here from its values at the source vertices. Values of
    /// weight 0 do not matter, even if infinite or NaN.
    #[inline]
    pub fn blend(&self, values: [f32; 3]) -> f32 {
        let mut sum = None;
        for (weight, value) in self.weights.into_iter().zip(values) {
            if weight != 0.0 {
                let part = weight * value;
                sum = Some(sum.map_or(part, |s: f32| s + part));
            }
        }
        sum.unwrap_or(0.0)
    }
}

/// The result of clipping a triangle or a line.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ClipPolygon {
    vertices: [ClipVertex; MAX_VERTICES],
    len: usize,
}

impl ClipPolygon {
    /// The vertices, in the source's winding; two for a line.
    pub fn vertices(&self) -> &[ClipVertex] {
        &self.vertices[..self.len]
    }

    /// The polygon as a fan of triangles, each as the numbers of its vertices; none for a
    /// line. `on_screen` returns the position to which a vertex is rounded. Rounding may turn
    /// over a thin triangle, which then covers pixels of the others: it is left out.
    pub fn triangles<F: Fn(&ClipVertex) -> Xy>(
        &self,
        on_screen: F,
    ) -> impl Iterator<Item = [usize; 3]> + use<F> {
        let mut at = [Xy::default(); MAX_VERTICES];
        for (at, v) in at.iter_mut().zip(self.vertices()) {
            *at = on_screen(v);
        }
        let fan = (2..self.len).map(|i| [0, i - 1, i]);
        let side = move |t: &[usize; 3]| twice_area(t.map(|i| at[i]));
        let whole: i128 = fan.clone().map(|t| side(&t)).sum();
        fan.filter(move |t| side(t).signum() == whole.signum())
    }
}

/// The outcome of clipping.
// The polygon is the rare case and lives on the stack for a moment only; boxing
// it would put an allocation into the primitive loop.
#[expect(clippy::large_enum_variant, reason = "see above")]
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Clipped {
    /// Wholly inside: draw the source.
    Inside,
    /// Cut: draw this.
    Polygon(ClipPolygon),
    /// Nothing is inside.
    Outside,
    /// A coordinate is infinite or NaN. The position is undefined, so the
    /// primitive is not drawn.
    NotFinite,
}

#[derive(Clone, Copy, Default)]
struct Wide {
    position: [f64; 4],
    weights: [f64; 3],
}

impl Wide {
    fn source(position: &[f32; 4], index: usize) -> Self {
        let mut weights = [0.0; 3];
        weights[index] = 1.0;
        Self {
            position: position.map(f64::from),
            weights,
        }
    }

    /// The point at fraction `t` of the distance to `other`.
    fn towards(&self, other: &Self, t: f64) -> Self {
        let mix = |a: f64, b: f64| a + t * (b - a);
        Self {
            position: std::array::from_fn(|i| mix(self.position[i], other.position[i])),
            weights: std::array::from_fn(|i| mix(self.weights[i], other.weights[i])),
        }
    }

    fn narrow(&self, min_w: f32) -> ClipVertex {
        let mut position = self.position.map(|v| v as f32);
        // Rounding may move a cut at the plane of smallest w below it.
        position[3] = position[3].max(min_w);
        ClipVertex {
            position,
            weights: self.weights.map(|v| v as f32),
        }
    }
}

/// The intersection of a plane with the edge between `a` and `b`, which are at
/// distances of different sign from it. Their order does not change a bit.
fn crossing(a: &Wide, a_distance: f64, b: &Wide, b_distance: f64) -> Wide {
    if a_distance >= 0.0 {
        a.towards(b, a_distance / (a_distance - b_distance))
    } else {
        b.towards(a, b_distance / (b_distance - a_distance))
    }
}

/// A half space in which distances are not negative.
enum HalfSpace {
    /// The distance is `dot(position, normal) - offset`.
    Plane { normal: [f64; 4], offset: f64 },
    /// The distance is given at the vertices of the source.
    Given([f64; 3]),
}

impl HalfSpace {
    /// The half space of distances at vertices of the source, which may be fewer than
    /// three.
    fn given<const N: usize>(distances: &[f32; N]) -> HalfSpace {
        let at = |i| distances.get(i).map_or(0.0, |d: &f32| f64::from(*d));
        HalfSpace::Given([at(0), at(1), at(2)])
    }

    #[inline]
    fn distance(&self, v: &Wide) -> f64 {
        match self {
            HalfSpace::Plane { normal, offset } => {
                let [x, y, z, w] = v.position;
                let [a, b, c, d] = normal;
                (a * x + b * y) + (c * z + d * w) - offset
            }
            // The weight of a vertex that is not on an edge is 0: the order of the sum
            // does not change the distances on it.
            HalfSpace::Given([a, b, c]) => {
                let [x, y, z] = v.weights;
                a * x + b * y + c * z
            }
        }
    }
}

impl ClipVolume {
    fn smallest_w(&self) -> f32 {
        // `max` of NaN and a number is the number.
        self.min_w.max(f32::MIN_POSITIVE)
    }

    /// The planes in the order of clipping, w first so that the rest see a
    /// positive one.
    fn planes(&self) -> impl Iterator<Item = HalfSpace> {
        let plane = |a: f64, b: f64, c: f64, d: f64| HalfSpace::Plane {
            normal: [a, b, c, d],
            offset: 0.0,
        };
        let near_far = match self.depth {
            DepthRange::MinusOneToOne => [
                Some(plane(0.0, 0.0, 1.0, 1.0)),
                Some(plane(0.0, 0.0, -1.0, 1.0)),
            ],
            DepthRange::ZeroToOne => [
                Some(plane(0.0, 0.0, 1.0, 0.0)),
                Some(plane(0.0, 0.0, -1.0, 1.0)),
            ],
            DepthRange::Unclipped => [None, None],
        };
        let (gx, gy) = (f64::from(self.guard_x), f64::from(self.guard_y));
        let guard = |finite: bool, p: HalfSpace| finite.then_some(p);
        let w = HalfSpace::Plane {
            normal: [0.0, 0.0, 0.0, 1.0],
            offset: f64::from(self.smallest_w()),
        };
        [Some(w)]
            .into_iter()
            .chain(near_far)
            .chain([
                guard(gx.is_finite(), plane(1.0, 0.0, 0.0, gx)),
                guard(gx.is_finite(), plane(-1.0, 0.0, 0.0, gx)),
                guard(gy.is_finite(), plane(0.0, 1.0, 0.0, gy)),
                guard(gy.is_finite(), plane(0.0, -1.0, 0.0, gy)),
            ])
            .flatten()
    }

    /// Whether no plane cuts `v` off; agrees with [the planes](Self::planes) to
    /// the bit.
    #[inline]
    fn holds(&self, v: &[f32; 4]) -> bool {
        let [x, y, z, w] = *v;
        let (x, y, z, w) = (f64::from(x), f64::from(y), f64::from(z), f64::from(w));
        let within = |guard: f32, v: f64| {
            let reach = f64::from(guard) * w;
            !guard.is_finite() || v + reach >= 0.0 && reach - v >= 0.0
        };
        let depth = match self.depth {
            DepthRange::MinusOneToOne => z + w >= 0.0 && w - z >= 0.0,
            DepthRange::ZeroToOne => z >= 0.0 && w - z >= 0.0,
            DepthRange::Unclipped => true,
        };
        let near = w - f64::from(self.smallest_w()) >= 0.0;
        near && depth && within(self.guard_x, x) && within(self.guard_y, y)
    }

    /// Cuts a triangle.
    pub fn triangle(&self, positions: &[[f32; 4]; 3]) -> Clipped {
        self.triangle_with(positions, &[])
    }

    /// Cuts a triangle, and where any of `distances`, which are given at its vertices, is
    /// negative. Distances from [`MAX_DISTANCES`] on are ignored.
    pub fn triangle_with(&self, positions: &[[f32; 4]; 3], distances: &[[f32; 3]]) -> Clipped {
        let distances = &distances[..distances.len().min(MAX_DISTANCES)];
        if !finite(positions) || !finite(distances) {
            return Clipped::NotFinite;
        }
        let kept = distances.iter().flatten().all(|d| *d >= 0.0);
        if kept && positions.iter().all(|v| self.holds(v)) {
            return Clipped::Inside;
        }
        let [a, b, c] = positions;
        let corners = [Wide::source(a, 0), Wide::source(b, 1), Wide::source(c, 2)];
        let mut poly = [Wide::default(); MAX_VERTICES];
        poly[..3].copy_from_slice(&corners);
        let mut len = 3;
        let mut cut = false;
        for plane in self.planes().chain(distances.iter().map(HalfSpace::given)) {
            let mut distance = [0.0; MAX_VERTICES];
            for (d, v) in distance.iter_mut().zip(&poly[..len]) {
                *d = plane.distance(v);
            }
            let inside = distance[..len].iter().filter(|d| **d >= 0.0).count();
            if inside == len {
                continue;
            }
            if inside == 0 {
                return Clipped::Outside;
            }
            cut = true;
            let source = poly;
            let mut kept = 0;
            for i in 0..len {
                let j = if i + 1 == len { 0 } else { i + 1 };
                let (di, dj) = (distance[i], distance[j]);
                // Rounding may make a polygon slightly concave, which could
                // cross a plane more than twice: vertices beyond the room
                // are dropped rather than trusted not to exist.
                if di >= 0.0 && kept < MAX_VERTICES {
                    poly[kept] = source[i];
                    kept += 1;
                }
                if (di >= 0.0) != (dj >= 0.0) && kept < MAX_VERTICES {
                    poly[kept] = crossing(&source[i], di, &source[j], dj);
                    kept += 1;
                }
            }
            len = kept;
            if len < 3 {
                return Clipped::Outside;
            }
        }
        if !cut {
            return Clipped::Inside;
        }
        self.finish(&poly[..len])
    }

    /// Cuts a line: both ends are given if anything was cut.
    pub fn line(&self, positions: &[[f32; 4]; 2]) -> Clipped {
        self.line_with(positions, &[])
    }

    /// Cuts a line, and where any of `distances` is negative, as
    /// [`ClipVolume::triangle_with`] does.
    pub fn line_with(&self, positions: &[[f32; 4]; 2], distances: &[[f32; 2]]) -> Clipped {
        let distances = &distances[..distances.len().min(MAX_DISTANCES)];
        if !finite(positions) || !finite(distances) {
            return Clipped::NotFinite;
        }
        let mut ends = [
            Wide::source(&positions[0], 0),
            Wide::source(&positions[1], 1),
        ];
        let mut cut = false;
        for plane in self.planes().chain(distances.iter().map(HalfSpace::given)) {
            let (d0, d1) = (plane.distance(&ends[0]), plane.distance(&ends[1]));
            match (d0 >= 0.0, d1 >= 0.0) {
                (true, true) => {}
                (false, false) => return Clipped::Outside,
                (true, false) => {
                    ends[1] = crossing(&ends[0], d0, &ends[1], d1);
                    cut = true;
                }
                (false, true) => {
                    ends[0] = crossing(&ends[0], d0, &ends[1], d1);
                    cut = true;
                }
            }
        }
        if cut {
            self.finish(&ends)
        } else {
            Clipped::Inside
        }
    }

    /// Keeps or drops a point by its centre. Never [`Clipped::Polygon`].
    pub fn point(&self, position: &[f32; 4]) -> Clipped {
        self.point_with(position, &[])
    }

    /// Keeps or drops a point by its centre and its `distances`, none of which may be
    /// negative. Never [`Clipped::Polygon`].
    pub fn point_with(&self, position: &[f32; 4], distances: &[f32]) -> Clipped {
        let distances = &distances[..distances.len().min(MAX_DISTANCES)];
        if !finite(&[*position]) || !distances.iter().all(|d| d.is_finite()) {
            return Clipped::NotFinite;
        }
        let centre = Wide::source(position, 0);
        let kept = distances.iter().all(|d| *d >= 0.0);
        if kept && self.planes().all(|plane| plane.distance(&centre) >= 0.0) {
            Clipped::Inside
        } else {
            Clipped::Outside
        }
    }

    fn finish(&self, poly: &[Wide]) -> Clipped {
        let mut vertices = [ClipVertex::default(); MAX_VERTICES];
        for (out, v) in vertices.iter_mut().zip(poly) {
            *out = v.narrow(self.smallest_w());
        }
        Clipped::Polygon(ClipPolygon {
            vertices,
            len: poly.len(),
        })
    }
}

/// Twice the signed area of a triangle anywhere.
fn twice_area([p, q, r]: [Xy; 3]) -> i128 {
    let [px, py, qx, qy, rx, ry] = [p.x, p.y, q.x, q.y, r.x, r.y].map(i128::from);
    (qx - px) * (ry - py) - (qy - py) * (rx - px)
}

fn finite<const N: usize>(positions: &[[f32; N]]) -> bool {
    positions.iter().flatten().all(|v| v.is_finite())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Rounded to `f32` the two directions differ too rarely for a test from
    /// outside to notice.
    #[test]
    fn edges_are_cut_alike_from_both_ends() {
        let mut state = 1u32;
        let mut next = || {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            f64::from(state >> 8) / f64::from(1 << 20)
        };
        for _ in 0..1000 {
            let a = Wide {
                position: [next(), next(), next(), next()],
                weights: [1.0, 0.0, 0.0],
            };
            let b = Wide {
                position: [-next(), next(), -next(), next()],
                weights: [0.0, 1.0, 0.0],
            };
            let (inside, outside) = (next(), -1.0 - next());
            let one = crossing(&a, inside, &b, outside);
            let two = crossing(&b, outside, &a, inside);
            assert_eq!(
                one.position.map(f64::to_bits),
                two.position.map(f64::to_bits)
            );
            assert_eq!(one.weights.map(f64::to_bits), two.weights.map(f64::to_bits));
        }
    }
}
