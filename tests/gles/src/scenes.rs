//! Scenes of the benchmark, each of which stresses one part of a GPU.

use std::time::{Duration, Instant};

use glow::HasContext;

use crate::context::{Context, Kind};

/// Draws the frame with the given number.
type Frame = Box<dyn Fn(&Context, u32)>;

/// A benchmark scene.
pub struct Scene {
    /// Its name on the command line.
    pub name: &'static str,
    /// The part that it stresses.
    pub about: &'static str,
    prepare: fn(&Context) -> Result<Frame, String>,
}

/// All scenes.
pub const ALL: &[Scene] = &[
    Scene {
        name: "fill",
        about: "16 screens of one colour",
        prepare: fill,
    },
    Scene {
        name: "fractal",
        about: "fragment arithmetic: 48 iterations of z^2 + c",
        prepare: fractal,
    },
    Scene {
        name: "textured",
        about: "8 screens of two textures each, with mipmaps",
        prepare: textured,
    },
    Scene {
        name: "lit",
        about: "a sphere of 8,192 triangles with light, texture and depth",
        prepare: lit,
    },
    Scene {
        name: "mesh",
        about: "50,000 triangles of a few pixels",
        prepare: mesh,
    },
    Scene {
        name: "blended",
        about: "16 screens blended over each other",
        prepare: blended,
    },
    Scene {
        name: "draws",
        about: "2,000 draws with a uniform each",
        prepare: draws,
    },
];

const SIZE: u32 = 512;

/// All scenes, one per line.
pub fn list() -> String {
    ALL.iter()
        .map(|s| format!("  {}: {}\n", s.name, s.about))
        .collect()
}

/// The time of each of `frames` frames of a scene, after two that are not timed.
pub fn time(name: &str, frames: u32) -> Result<Vec<Duration>, String> {
    let scene = ALL.iter().find(|s| s.name == name);
    let scene = scene.ok_or_else(|| format!("there is no scene {name}\n"))?;
    let context = Context::new(Kind::Es2, SIZE, SIZE)?;
    let frame = (scene.prepare)(&context)?;
    let mut times = Vec::new();
    for n in 0..frames + 2 {
        let start = Instant::now();
        frame(&context, n);
        let mut pixel = [0; 4];
        // SAFETY: the context is current, and there is room for one pixel.
        unsafe {
            let to = glow::PixelPackData::Slice(Some(&mut pixel));
            let gl = &context.gl;
            gl.read_pixels(0, 0, 1, 1, glow::RGBA, glow::UNSIGNED_BYTE, to);
        }
        times.push(start.elapsed());
    }
    Ok(times.split_off(2))
}

/// The image of a scene's third frame.
pub fn draw(name: &str) -> Result<crate::image::Image, String> {
    let scene = ALL.iter().find(|s| s.name == name);
    let scene = scene.ok_or_else(|| format!("there is no scene {name}\n"))?;
    let context = Context::new(Kind::Es2, SIZE, SIZE)?;
    (scene.prepare)(&context)?(&context, 2);
    context.read()
}

const SCREEN: &[f32] = &[-1.0, -1.0, 1.0, -1.0, -1.0, 1.0, 1.0, 1.0];

const PASS: &str = "attribute vec2 position; varying vec2 p;
    void main() { gl_Position = vec4(position, 0.0, 1.0); p = position; }";

fn uniform(c: &Context, program: glow::Program, name: &str) -> Option<glow::UniformLocation> {
    // SAFETY: the context is current, here and below.
    unsafe { c.gl.get_uniform_location(program, name) }
}

fn begin(c: &Context, program: glow::Program) {
    // SAFETY: as above.
    unsafe {
        c.gl.use_program(Some(program));
        c.gl.clear_color(0.1, 0.1, 0.15, 1.0);
        c.gl.clear(glow::COLOR_BUFFER_BIT | glow::DEPTH_BUFFER_BIT);
    }
}

fn fill(c: &Context) -> Result<Frame, String> {
    let fragment = "precision mediump float; uniform vec4 colour;
        void main() { gl_FragColor = colour; }";
    let program = c.program(PASS, fragment, &["position"])?;
    c.attribute(0, 2, SCREEN)?;
    let colour = uniform(c, program, "colour");
    Ok(Box::new(move |c, n| {
        begin(c, program);
        for i in 0..16 {
            let shade = (n * 16 + i) as f32 / 255.0;
            // SAFETY: as above.
            unsafe {
                c.gl.uniform_4_f32(colour.as_ref(), shade.fract(), 0.5, 0.25, 1.0);
                c.gl.draw_arrays(glow::TRIANGLE_STRIP, 0, 4);
            }
        }
    }))
}

fn fractal(c: &Context) -> Result<Frame, String> {
    let fragment = "precision highp float; varying vec2 p; uniform float zoom;
        void main() {
            vec2 k = p * zoom - vec2(0.6, 0.0);
            vec2 z = vec2(0.0);
            float n = 0.0;
            for (int i = 0; i < 48; i++) {
                z = vec2(z.x * z.x - z.y * z.y, 2.0 * z.x * z.y) + k;
                if (dot(z, z) > 4.0) break;
                n += 1.0;
            }
            gl_FragColor = vec4(n / 48.0, fract(n / 8.0), fract(n / 3.0), 1.0);
        }";
    let program = c.program(PASS, fragment, &["position"])?;
    c.attribute(0, 2, SCREEN)?;
    let zoom = uniform(c, program, "zoom");
    Ok(Box::new(move |c, n| {
        begin(c, program);
        // SAFETY: as above.
        unsafe {
            c.gl.uniform_1_f32(zoom.as_ref(), 1.2 - n as f32 * 0.001);
            c.gl.draw_arrays(glow::TRIANGLE_STRIP, 0, 4);
        }
    }))
}

/// A texture of 256 x 256 with mipmaps: squares, or noise.
fn texture(c: &Context, unit: u32, texel: fn(u32, u32) -> [u8; 4]) -> Result<(), String> {
    let at = |i: u32| texel(i % 256, i / 256);
    let texels: Vec<u8> = (0..256 * 256).flat_map(at).collect();
    let gl = &c.gl;
    // SAFETY: as above.
    unsafe {
        gl.active_texture(glow::TEXTURE0 + unit);
        let texture = gl.create_texture()?;
        gl.bind_texture(glow::TEXTURE_2D, Some(texture));
        let from = glow::PixelUnpackData::Slice(Some(&texels));
        let rgba = glow::RGBA as i32;
        gl.tex_image_2d(
            glow::TEXTURE_2D,
            0,
            rgba,
            256,
            256,
            0,
            glow::RGBA,
            glow::UNSIGNED_BYTE,
            from,
        );
        gl.generate_mipmap(glow::TEXTURE_2D);
        let filter = glow::LINEAR_MIPMAP_LINEAR as i32;
        gl.tex_parameter_i32(glow::TEXTURE_2D, glow::TEXTURE_MIN_FILTER, filter);
    }
    Ok(())
}

fn squares(x: u32, y: u32) -> [u8; 4] {
    match (x / 16 + y / 16) % 2 {
        0 => [230, 220, 200, 255],
        _ => [60, 70, (x / 2) as u8, 255],
    }
}

fn noise(x: u32, y: u32) -> [u8; 4] {
    let mix = (x * 7919 + y * 104_729).wrapping_mul(2_654_435_761);
    [
        mix.to_le_bytes()[3],
        mix.to_le_bytes()[2],
        mix.to_le_bytes()[1],
        255,
    ]
}

fn textured(c: &Context) -> Result<Frame, String> {
    let fragment = "precision highp float; varying vec2 p; uniform mat2 turn;
        uniform sampler2D a, b;
        void main() {
            vec2 at = turn * p;
            gl_FragColor = texture2D(a, at) * 0.7 + texture2D(b, at.yx * 3.0) * 0.3;
        }";
    let program = c.program(PASS, fragment, &["position"])?;
    c.attribute(0, 2, SCREEN)?;
    texture(c, 0, squares)?;
    texture(c, 1, noise)?;
    let turn = uniform(c, program, "turn");
    let units = [uniform(c, program, "a"), uniform(c, program, "b")];
    Ok(Box::new(move |c, n| {
        begin(c, program);
        for i in 0..8 {
            let (s, k) = (0.1 * (n * 8 + i) as f32).sin_cos();
            // SAFETY: as above.
            unsafe {
                c.gl.uniform_1_i32(units[0].as_ref(), 0);
                c.gl.uniform_1_i32(units[1].as_ref(), 1);
                c.gl.uniform_matrix_2_f32_slice(turn.as_ref(), false, &[k, s, -s, k]);
                c.gl.draw_arrays(glow::TRIANGLE_STRIP, 0, 4);
            }
        }
    }))
}

/// An index buffer of a grid of `columns` x `rows` cells, two triangles each.
fn grid(c: &Context, columns: u32, rows: u32) -> Result<i32, String> {
    let corner = |x: u32, y: u32| (y * (columns + 1) + x) as u16;
    let cell = |i: u32| {
        let (x, y) = (i % columns, i / columns);
        let [a, b] = [corner(x, y), corner(x + 1, y)];
        let [d, e] = [corner(x, y + 1), corner(x + 1, y + 1)];
        [a, b, d, d, b, e]
    };
    let indices: Vec<u16> = (0..columns * rows).flat_map(cell).collect();
    let bytes: Vec<u8> = indices.iter().flat_map(|i| i.to_ne_bytes()).collect();
    // SAFETY: as above.
    unsafe {
        let buffer = c.gl.create_buffer()?;
        c.gl.bind_buffer(glow::ELEMENT_ARRAY_BUFFER, Some(buffer));
        c.gl.buffer_data_u8_slice(glow::ELEMENT_ARRAY_BUFFER, &bytes, glow::STATIC_DRAW);
    }
    Ok(indices.len() as i32)
}

/// The corners of that grid, from 0 to 1 both ways.
fn corners(columns: u32, rows: u32) -> impl Iterator<Item = (f32, f32)> {
    let x = move |i: u32| (i % (columns + 1)) as f32 / columns as f32;
    let y = move |i: u32| (i / (columns + 1)) as f32 / rows as f32;
    (0..(columns + 1) * (rows + 1)).map(move |i| (x(i), y(i)))
}

fn lit(c: &Context) -> Result<Frame, String> {
    let vertex = "attribute vec3 position; attribute vec2 at; uniform mat4 view;
        varying vec3 normal; varying vec2 uv;
        void main() {
            vec4 p = view * vec4(position, 1.0);
            normal = (view * vec4(position, 0.0)).xyz;
            uv = at;
            gl_Position = vec4(p.xy, p.z * 0.5, 2.0 + p.z) ;
        }";
    let fragment = "precision highp float; varying vec3 normal; varying vec2 uv;
        uniform sampler2D a;
        void main() {
            vec3 n = normalize(normal);
            vec3 l = normalize(vec3(0.5, 0.7, -1.0));
            float d = max(dot(n, l), 0.0);
            vec3 h = normalize(l + vec3(0.0, 0.0, -1.0));
            float s = pow(max(dot(n, h), 0.0), 24.0);
            gl_FragColor = vec4(texture2D(a, uv).rgb * (0.1 + d) + s * 0.5, 1.0);
        }";
    let program = c.program(vertex, fragment, &["position", "at"])?;
    let (mut positions, mut at) = (Vec::new(), Vec::new());
    for (u, v) in corners(64, 64) {
        let (su, cu) = (u * std::f32::consts::TAU).sin_cos();
        let (sv, cv) = (v * std::f32::consts::PI).sin_cos();
        positions.extend([1.6 * cu * sv, 1.6 * cv, 1.6 * su * sv]);
        at.extend([u * 4.0, v * 2.0]);
    }
    c.attribute(0, 3, &positions)?;
    c.attribute(1, 2, &at)?;
    let count = grid(c, 64, 64)?;
    texture(c, 0, squares)?;
    let view = uniform(c, program, "view");
    // SAFETY: as above.
    unsafe { c.gl.enable(glow::DEPTH_TEST) };
    Ok(Box::new(move |c, n| {
        begin(c, program);
        let (s, k) = (0.05 * n as f32).sin_cos();
        let turn = [
            k, 0.0, s, 0.0, 0.0, 1.0, 0.0, 0.0, -s, 0.0, k, 0.0, 0.0, 0.0, 0.0, 1.0,
        ];
        // SAFETY: as above.
        unsafe {
            c.gl.uniform_matrix_4_f32_slice(view.as_ref(), false, &turn);
            c.gl.draw_elements(glow::TRIANGLES, count, glow::UNSIGNED_SHORT, 0);
        }
    }))
}

fn mesh(c: &Context) -> Result<Frame, String> {
    let vertex = "attribute vec2 position; uniform float turn; varying vec3 v;
        void main() {
            float h = sin(position.x * 12.0 + turn) * cos(position.y * 12.0);
            gl_Position = vec4(position * 1.9 - 0.95, h * 0.5, 1.0);
            v = vec3(position, h * 0.5 + 0.5);
        }";
    let fragment = "precision mediump float; varying vec3 v;
        void main() { gl_FragColor = vec4(v, 1.0); }";
    let program = c.program(vertex, fragment, &["position"])?;
    let positions: Vec<f32> = corners(250, 100).flat_map(|(x, y)| [x, y]).collect();
    c.attribute(0, 2, &positions)?;
    let count = grid(c, 250, 100)?;
    let turn = uniform(c, program, "turn");
    // SAFETY: as above.
    unsafe { c.gl.enable(glow::DEPTH_TEST) };
    Ok(Box::new(move |c, n| {
        begin(c, program);
        // SAFETY: as above.
        unsafe {
            c.gl.uniform_1_f32(turn.as_ref(), n as f32 * 0.1);
            c.gl.draw_elements(glow::TRIANGLES, count, glow::UNSIGNED_SHORT, 0);
        }
    }))
}

fn blended(c: &Context) -> Result<Frame, String> {
    let fragment = "precision mediump float; varying vec2 p; uniform vec4 colour;
        void main() { gl_FragColor = vec4(colour.rgb * (p.x + 1.0), 0.1); }";
    let program = c.program(PASS, fragment, &["position"])?;
    c.attribute(0, 2, SCREEN)?;
    let colour = uniform(c, program, "colour");
    // SAFETY: as above.
    unsafe {
        c.gl.enable(glow::BLEND);
        c.gl.blend_func(glow::SRC_ALPHA, glow::ONE_MINUS_SRC_ALPHA);
    }
    Ok(Box::new(move |c, n| {
        begin(c, program);
        for i in 0..16 {
            let shade = ((n + i) % 16) as f32 / 16.0;
            // SAFETY: as above.
            unsafe {
                c.gl.uniform_4_f32(colour.as_ref(), shade, 1.0 - shade, 0.3, 1.0);
                c.gl.draw_arrays(glow::TRIANGLE_STRIP, 0, 4);
            }
        }
    }))
}

fn draws(c: &Context) -> Result<Frame, String> {
    let vertex = "attribute vec2 position; uniform vec2 at;
        void main() { gl_Position = vec4(position * 0.02 + at, 0.0, 1.0); }";
    let fragment = "precision mediump float; uniform vec4 colour;
        void main() { gl_FragColor = colour; }";
    let program = c.program(vertex, fragment, &["position"])?;
    c.attribute(0, 2, SCREEN)?;
    let (at, colour) = (uniform(c, program, "at"), uniform(c, program, "colour"));
    Ok(Box::new(move |c, n| {
        begin(c, program);
        for i in 0..2000 {
            let (x, y) = (
                (i % 50) as f32 / 25.0 - 0.98,
                (i / 50) as f32 / 20.0 - 0.975,
            );
            let shade = ((n + i) % 64) as f32 / 64.0;
            // SAFETY: as above.
            unsafe {
                c.gl.uniform_2_f32(at.as_ref(), x, y);
                c.gl.uniform_4_f32(colour.as_ref(), shade, 0.5, 1.0 - shade, 1.0);
                c.gl.draw_arrays(glow::TRIANGLE_STRIP, 0, 4);
            }
        }
    }))
}
