//! Cube maps (OpenGL ES 2.0, sections 3.7.5 to 3.7.8), with images computed from their
//! rules.
//!
//! Each face is filtered and wrapped separately. Drivers may enable seamless filters, which OpenGL
//! ES 3.0 requires (appendix F.2), so an image by either rule is correct.

use glow::HasContext;

use super::Program;
use super::expected::check;
use super::textures::{bind, image};
use crate::context::{Context, Kind};

pub const ALL: &[Program] = &[
    Program {
        name: "vertex-cubes",
        about: "levels of a cube by vertex shader, smooth, wrapped in nine ways",
        size: (72, 144),
        kind: Kind::Es2,
        draw: |c| wrapped(c, false),
    },
    Program {
        name: "fragment-cubes",
        about: "the same by fragment shader, the level by a bias",
        size: (72, 144),
        kind: Kind::Es2,
        draw: |c| wrapped(c, true),
    },
    Program {
        name: "blended-cubes",
        about: "between levels of a cube by vertex shader",
        size: (72, 72),
        kind: Kind::Es2,
        draw: blended,
    },
];

const VERTEX: [&str; 2] = [
    "attribute vec2 position; attribute vec3 direction; varying vec4 v;
        uniform samplerCube s; uniform float lod;
        void main() { gl_Position = vec4(position, 0.0, 1.0);
            v = textureCubeLod(s, direction, lod); }",
    "precision mediump float; varying vec4 v;
        void main() { gl_FragColor = v; }",
];
const FRAGMENT: [&str; 2] = [
    "attribute vec2 position; attribute vec3 direction; varying vec3 v;
        void main() { gl_Position = vec4(position, 0.0, 1.0); v = direction; }",
    "precision highp float; varying vec3 v; uniform samplerCube s; uniform float lod;
        void main() { gl_FragColor = textureCube(s, v, lod); }",
];

/// Width of level 0 in texels; the levels have 16, 8, 4, 2 and 1.
const SIZE: u32 = 16;
const LEVELS: u32 = 5;
/// Pixels of a cell, which shows a face.
const SIDE: u32 = 12;
/// Weights have 8 bits or fewer; levels are blended with 5 bits.
const TOLERANCE: u8 = 9;

const WRAPS: [u32; 3] = [glow::CLAMP_TO_EDGE, glow::REPEAT, glow::MIRRORED_REPEAT];

/// A texel: colours that differ by face, level and place.
fn texel(face: u32, level: u32, x: i32, y: i32) -> [f32; 3] {
    let word =
        (face * 0x9e37 + level * 0x85eb + (y * 16 + x) as u32 * 0x27d5).wrapping_mul(2_654_435_761);
    [word >> 24, word >> 16 & 255, word >> 8 & 255].map(|v| v as f32)
}

fn load(c: &Context) -> Result<(), String> {
    bind(c, glow::TEXTURE_CUBE_MAP)?;
    for face in 0..6 {
        for level in 0..LEVELS {
            let side = (SIZE >> level) as i32;
            let places = (0..side * side).map(|i| (i % side, i / side));
            let texels = places.flat_map(|(x, y)| {
                let [r, g, b] = texel(face, level, x, y).map(|v| v as u8);
                [r, g, b, 255]
            });
            let (target, size) = (
                glow::TEXTURE_CUBE_MAP_POSITIVE_X + face,
                (side as u32, side as u32),
            );
            let texels: Vec<u8> = texels.collect();
            image(c, target, level as i32, size, glow::RGBA, Some(&texels));
        }
    }
    Ok(())
}

/// The direction of a point on a face, with coordinates from -1 to 1 (table
/// 3.21).
fn direction(face: u32, s: f32, t: f32) -> [f32; 3] {
    match face {
        0 => [1.0, -t, -s],
        1 => [-1.0, -t, s],
        2 => [s, 1.0, t],
        3 => [s, -1.0, -t],
        4 => [s, -t, 1.0],
        _ => [-s, -t, -1.0],
    }
}

/// The face of a direction, and the point on it, with coordinates from 0 to 1
/// (the same table).
fn face([x, y, z]: [f32; 3]) -> (u32, [f32; 2]) {
    let (a, b, c) = (x.abs(), y.abs(), z.abs());
    let (face, s, t, major) = if a > b && a > c {
        if x > 0.0 {
            (0, -z, -y, a)
        } else {
            (1, z, -y, a)
        }
    } else if b > c {
        if y > 0.0 { (2, x, z, b) } else { (3, x, -z, b) }
    } else if z > 0.0 {
        (4, x, -y, c)
    } else {
        (5, -x, -y, c)
    };
    (face, [s, t].map(|v| (v / major + 1.0) / 2.0))
}

/// Filter state of a lookup.
#[derive(Clone, Copy)]
struct Filter {
    wraps: [u32; 2],
    min: u32,
    mag: u32,
    seamless: bool,
}

impl Filter {
    fn set(&self, c: &Context) {
        for (name, value) in [
            (glow::TEXTURE_MIN_FILTER, self.min),
            (glow::TEXTURE_MAG_FILTER, self.mag),
            (glow::TEXTURE_WRAP_S, self.wraps[0]),
            (glow::TEXTURE_WRAP_T, self.wraps[1]),
        ] {
            // SAFETY: the context is current, here and below.
            unsafe {
                c.gl.tex_parameter_i32(glow::TEXTURE_CUBE_MAP, name, value as i32)
            };
        }
    }

    /// A texel that may be outside the face; nothing beyond a corner without seams.
    fn tap(&self, of: u32, level: u32, x: i32, y: i32) -> Option<[f32; 3]> {
        let side = (SIZE >> level) as i32;
        let outside = |v: i32| v < 0 || v >= side;
        if self.seamless && (outside(x) || outside(y)) {
            if outside(x) && outside(y) {
                return None;
            }
            let centre = |v: i32| (2 * v + 1) as f32 / side as f32 - 1.0;
            let (next, place) = face(direction(of, centre(x), centre(y)));
            let [x, y] = place.map(|v| ((v * side as f32) as i32).clamp(0, side - 1));
            return Some(texel(next, level, x, y));
        }
        let wrap = |mode: u32, v: i32| match mode {
            glow::REPEAT => v.rem_euclid(side),
            // At most one texel outside: the mirror image begins with the last one.
            _ => v.clamp(0, side - 1),
        };
        Some(texel(
            of,
            level,
            wrap(self.wraps[0], x),
            wrap(self.wraps[1], y),
        ))
    }

    fn level(&self, linear: bool, of: u32, place: [f32; 2], level: u32) -> [f32; 3] {
        let side = (SIZE >> level) as f32;
        if !linear {
            let [x, y] = place.map(|v| (v * side) as i32);
            return texel(of, level, x, y);
        }
        let [x, y] = place.map(|v| v * side - 0.5);
        let (right, below) = (x - x.floor(), y - y.floor());
        let (x, y) = (x.floor() as i32, y.floor() as i32);
        let taps = [(x, y), (x + 1, y), (x, y + 1), (x + 1, y + 1)];
        let taps = taps.map(|(x, y)| self.tap(of, level, x, y));
        let known: Vec<[f32; 3]> = taps.iter().flatten().copied().collect();
        // The fourth texel at a corner is the mean of the others.
        let mean =
            std::array::from_fn(|k| known.iter().map(|t| t[k]).sum::<f32>() / known.len() as f32);
        let [a, b, c, d] = taps.map(|tap| tap.unwrap_or(mean));
        std::array::from_fn(|k| {
            let top = a[k] + (b[k] - a[k]) * right;
            let low = c[k] + (d[k] - c[k]) * right;
            top + (low - top) * below
        })
    }

    /// The colour of a lookup at a level of detail.
    fn look(&self, of: u32, place: [f32; 2], lod: f32) -> [u8; 3] {
        let linear = [glow::LINEAR_MIPMAP_LINEAR, glow::LINEAR_MIPMAP_NEAREST].contains(&self.min);
        let blends = [glow::LINEAR_MIPMAP_LINEAR, glow::NEAREST_MIPMAP_LINEAR].contains(&self.min);
        let last = LEVELS - 1;
        let colour = if lod <= 0.0 {
            self.level(self.mag == glow::LINEAR, of, place, 0)
        } else if blends {
            let first = (lod as u32).min(last);
            let (a, b) = (
                self.level(linear, of, place, first),
                self.level(linear, of, place, (first + 1).min(last)),
            );
            std::array::from_fn(|k| a[k] + (b[k] - a[k]) * lod.fract())
        } else {
            let nearest = ((lod + 0.5).ceil() as u32 - 1).min(last);
            self.level(linear, of, place, nearest)
        };
        colour.map(|v| (v + 0.5) as u8)
    }
}

/// The part of a face that a cell shows, and its start: no pixel is on the edge between two texels.
const PART: [f32; 2] = [0.97, 0.0131];

/// A column or row of pixels as a coordinate on a face, from 0 to 1.
fn coordinate(pixel: f32) -> f32 {
    pixel / SIDE as f32 * PART[0] + PART[1]
}

/// Vertices of a cell: position and direction. Either squares of one pixel with one direction each,
/// or one square with a direction at each corner.
fn vertices(of: u32, interpolated: bool) -> Vec<f32> {
    let mut vertices = Vec::new();
    let mut square = |corner: [u32; 2], side: u32, middle: Option<[f32; 2]>| {
        for (x, y) in [(0, 0), (1, 0), (0, 1), (0, 1), (1, 0), (1, 1)] {
            let at = [corner[0] + x * side, corner[1] + y * side].map(|v| v as f32);
            vertices.extend(at.map(|v| 2.0 * v / SIDE as f32 - 1.0));
            let [s, t] = middle.unwrap_or(at).map(|v| 2.0 * coordinate(v) - 1.0);
            vertices.extend(direction(of, s, t));
        }
    };
    if interpolated {
        square([0, 0], SIDE, None);
        return vertices;
    }
    for corner in (0..SIDE * SIDE).map(|i| [i % SIDE, i / SIDE]) {
        square(corner, 1, Some(corner.map(|v| v as f32 + 0.5)));
    }
    vertices
}

/// Cells per row of the image.
const WIDTH: usize = 6;

/// A filter, and the level of detail of the lookup.
type Column = (Filter, f32);

/// Draws and compares columns of cells, six faces each from the bottom; columns past the right edge
/// wrap to the rows above.
fn cells(c: &Context, columns: &[Column], by_fragment: bool) -> Result<(), String> {
    load(c)?;
    let [vertex, fragment] = if by_fragment { FRAGMENT } else { VERTEX };
    let program = c.program(vertex, fragment, &["position", "direction"])?;
    // The level of detail from the size of a cell.
    let scale = match by_fragment {
        true => (PART[0] * SIZE as f32 / SIDE as f32).log2(),
        false => 0.0,
    };
    // SAFETY: as above.
    unsafe {
        c.gl.clear(glow::COLOR_BUFFER_BIT);
        c.gl.disable(glow::DITHER);
        c.gl.use_program(Some(program));
        let place = c.gl.get_uniform_location(program, "lod");
        for of in 0..6 {
            let vertices = vertices(of, by_fragment);
            let bytes: Vec<u8> = vertices.iter().flat_map(|v| v.to_ne_bytes()).collect();
            c.gl.bind_buffer(glow::ARRAY_BUFFER, Some(c.gl.create_buffer()?));
            c.gl.buffer_data_u8_slice(glow::ARRAY_BUFFER, &bytes, glow::STATIC_DRAW);
            for (index, width, offset) in [(0, 2, 0), (1, 3, 8)] {
                c.gl.enable_vertex_attrib_array(index);
                c.gl.vertex_attrib_pointer_f32(index, width, glow::FLOAT, false, 20, offset);
            }
            for (column, (filter, lod)) in columns.iter().enumerate() {
                filter.set(c);
                let row = of as usize + column / WIDTH * 6;
                let [x, y] = [column % WIDTH, row].map(|v| (v * SIDE as usize) as i32);
                c.gl.viewport(x, y, SIDE as i32, SIDE as i32);
                c.gl.uniform_1_f32(place.as_ref(), lod - scale);
                c.gl.draw_arrays(glow::TRIANGLES, 0, vertices.len() as i32 / 5);
            }
        }
    }
    let expect = |seamless: bool| {
        check(c, TOLERANCE, |x, y| {
            let (row, column) = (y / SIDE, x / SIDE);
            let column = column as usize + row as usize / 6 * WIDTH;
            let at = [x, y].map(|v| coordinate((v % SIDE) as f32 + 0.5));
            let column = columns.get(column);
            column.map_or_else(Vec::new, |(filter, lod)| {
                let filter = Filter {
                    seamless,
                    ..*filter
                };
                vec![filter.look(row % 6, at, *lod)]
            })
        })
    };
    expect(false).or_else(|single| {
        expect(true).map_err(|seamless| format!("single faces: {single}seamless: {seamless}"))
    })
}

fn filter(wraps: [u32; 2], min: u32, mag: u32) -> Filter {
    Filter {
        wraps,
        min,
        mag,
        seamless: false,
    }
}

fn wrapped(c: &Context, by_fragment: bool) -> Result<(), String> {
    let nearest = glow::LINEAR_MIPMAP_NEAREST;
    let column = |i: usize| {
        let wraps = [WRAPS[i % 3], WRAPS[i / 3 % 3]];
        (filter(wraps, nearest, glow::LINEAR), (i % 4) as f32)
    };
    let columns: Vec<Column> = (0..2 * WIDTH).map(column).collect();
    cells(c, &columns, by_fragment)
}

fn blended(c: &Context) -> Result<(), String> {
    let column = |i: usize| {
        let min = [glow::LINEAR_MIPMAP_LINEAR, glow::NEAREST_MIPMAP_LINEAR][i % 2];
        let wraps = [WRAPS[i % 3], WRAPS[i / 2]];
        (filter(wraps, min, glow::NEAREST), 0.25 + 0.625 * i as f32)
    };
    let columns: Vec<Column> = (0..WIDTH).map(column).collect();
    cells(c, &columns, false)
}
