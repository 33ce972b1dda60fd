//! Shader features: derivatives, arrays, branches, built-in functions.

use glow::HasContext;

use super::Program;
use super::shaders::{begin, square};
use crate::context::{Context, Kind};

pub const ALL: &[Program] = &[
    Program {
        name: "derivatives",
        about: "slopes of planes and of a curve",
        size: (64, 64),
        // The driver does not provide them for GLES2.
        kind: Kind::Desktop,
        draw: |c| square(c, DERIVATIVES),
    },
    Program {
        name: "branches",
        about: "loops in loops, early returns, and choices that differ by pixel",
        size: (96, 64),
        kind: Kind::Es2,
        draw: |c| square(c, BRANCHES),
    },
    Program {
        name: "functions",
        about: "sixteen built-in functions",
        size: (128, 64),
        kind: Kind::Es2,
        draw: |c| square(c, FUNCTIONS),
    },
    Program {
        name: "arrays",
        about: "a vertex shader with uniforms up to the limit, indexed by an attribute",
        size: (128, 32),
        kind: Kind::Es2,
        draw: arrays,
    },
    Program {
        name: "varyings",
        about: "eight varyings of four parts",
        size: (64, 64),
        kind: Kind::Es2,
        draw: varyings,
    },
    Program {
        name: "fragments",
        about: "the pixel's place, its depth, and which face it is of",
        size: (64, 64),
        kind: Kind::Es2,
        draw: fragments,
    },
];

const DERIVATIVES: &str = "varying vec2 at;
    void main() { vec2 p = at * 32.0;
        float bend = at.x * at.x * 8.0;
        gl_FragColor = at.y > 0.0
            ? vec4(0.5 * dFdx(p.x), 0.5 * dFdy(p.y), 0.25 * fwidth(p.x + p.y), 1.0)
            : vec4(abs(dFdx(floor(p.x * 0.25))), 2.0 * fwidth(bend), 0.25, 1.0); }";
const BRANCHES: &str = "precision highp float; varying vec2 at;
    float early(float x) { if (x < 0.3) return 0.25; if (x < 0.6) return 0.5; return 1.0; }
    void main() { vec2 p = floor((at + 1.0) * 8.0); float n = 0.0;
        for (int i = 0; i < 8; i++) {
            if (float(i) > p.x * 0.5) break;
            for (int j = 0; j < 4; j++) {
                if (mod(float(i + j), 3.0) == 0.0) continue;
                n += p.y > 8.0 ? 1.0 : 2.0;
            }
        }
        bvec2 far = greaterThan(p, vec2(11.0));
        int k = int(p.x) / 3;
        gl_FragColor = vec4(n / 48.0, early(fract(p.y / 5.0 + 0.05)),
            any(far) ? 0.8 : float(k) / 8.0, all(far) ? 0.5 : 1.0); }";
const FUNCTIONS: &str = "precision highp float; varying vec2 at;
    void main() { vec2 f = fract((at + 1.0) * vec2(4.0, 2.0) * 0.5 * 2.0 * 0.5 * 2.0 * 0.5);
        vec2 g = (at + 1.0) * vec2(4.0, 2.0); vec2 id = floor(g); f = fract(g);
        float x = f.x * 4.0 - 2.0; float k = id.x + id.y * 8.0; float v = 0.0;
        if (k < 0.5) v = sin(x) * 0.5 + 0.5;
        else if (k < 1.5) v = cos(x) * 0.5 + 0.5;
        else if (k < 2.5) v = pow(f.x + 0.01, 2.5);
        else if (k < 3.5) v = exp2(x) * 0.25;
        else if (k < 4.5) v = log(f.x + 1.0);
        else if (k < 5.5) v = sqrt(f.x);
        else if (k < 6.5) v = inversesqrt(f.x + 0.5) * 0.6;
        else if (k < 7.5) v = abs(x) * 0.5;
        else if (k < 8.5) v = smoothstep(0.2, 0.8, f.x);
        else if (k < 9.5) v = mod(x * 2.0 + 8.03, 1.5) * 0.5;
        else if (k < 10.5) v = atan(x) * 0.4 + 0.5;
        else if (k < 11.5) v = acos(x * 0.49) * 0.3;
        else if (k < 12.5) v = length(vec3(f, 0.5)) * 0.6;
        else if (k < 13.5) v = normalize(vec2(x, 1.0)).x * 0.5 + 0.5;
        else if (k < 14.5) v = reflect(vec2(x, f.y), vec2(0.6, 0.8)).x * 0.2 + 0.5;
        else v = mix(0.2, 0.9, clamp(x, -0.5, 0.5) + 0.5);
        gl_FragColor = vec4(v, mix(f.y, v, 0.75), 1.0 - v, 1.0); }";

fn arrays(c: &Context) -> Result<(), String> {
    // GLES2 guarantees 128 vectors; one is reserved for the driver.
    const COUNT: usize = 120;
    let vertex = "attribute vec3 position; varying vec4 v; uniform vec4 colours[120];
        void main() { gl_Position = vec4(position.xy, 0.0, 1.0);
            v = colours[int(position.z)]; }";
    let fragment = "precision mediump float; varying vec4 v; uniform vec4 more[12];
        void main() { int i = int(v.a * 11.0 + 0.5);
            gl_FragColor = vec4(v.rgb * 0.75 + 0.25 * more[i].rgb, 1.0); }";
    let program = c.program(vertex, fragment, &["position"])?;
    let mut positions = Vec::new();
    for i in 0..COUNT {
        let at = |column: usize| column as f32 / 32.0 - 1.0;
        let (x, low) = (i % 64, i / 64);
        let (y0, y1) = (low as f32 - 1.0, low as f32);
        for (x, y) in [
            (x, y0),
            (x + 1, y0),
            (x, y1),
            (x, y1),
            (x + 1, y0),
            (x + 1, y1),
        ] {
            positions.extend([at(x), y, ((i * 7) % COUNT) as f32]);
        }
    }
    c.attribute(0, 3, &positions)?;
    let part = |v: usize, n: usize| (v % n) as f32 / (n - 1) as f32;
    let colour = |i: usize| [part(i, 5), part(i, 7), part(i, 3), part(i, 12)];
    let colours: Vec<f32> = (0..COUNT).flat_map(colour).collect();
    // SAFETY: the context is current, here and below.
    unsafe {
        c.gl.use_program(Some(program));
        let place = c.gl.get_uniform_location(program, "colours");
        c.gl.uniform_4_f32_slice(place.as_ref(), &colours);
        let place = c.gl.get_uniform_location(program, "more");
        c.gl.uniform_4_f32_slice(place.as_ref(), &colours[..48]);
        c.gl.clear(glow::COLOR_BUFFER_BIT);
        c.gl.draw_arrays(glow::TRIANGLES, 0, COUNT as i32 * 6);
    }
    Ok(())
}

fn varyings(c: &Context) -> Result<(), String> {
    let names: Vec<String> = (0..8).map(|i| format!("v{i}")).collect();
    let declared: String = names
        .iter()
        .map(|n| format!("varying vec4 {n};\n"))
        .collect();
    let given: String = (0..8)
        .map(|i| {
            format!(
                "v{i} = vec4(position.x, position.y, {i}.0, 1.0) * {}.0;\n",
                i + 1
            )
        })
        .collect();
    let chosen: String = (0..8)
        .map(|i| format!("if (n == {i}.0) c = v{i} / {}.0;\n", i + 1))
        .collect();
    let vertex = format!(
        "attribute vec2 position; {declared} varying vec2 at;
        void main() {{ gl_Position = vec4(position, 0.0, 1.0); {given} }}"
    )
    .replace("varying vec2 at;", "");
    let fragment = format!(
        "precision highp float; {declared}
        void main() {{ float n = floor(v0.x * 4.0 + 4.0); vec4 c = vec4(0.0); {chosen}
            gl_FragColor = vec4(c.xy * 0.5 + 0.5, c.z / 8.0, c.w); }}"
    );
    let program = c.program(&vertex, &fragment, &["position"])?;
    c.attribute(0, 2, &[-1.0, -1.0, 1.0, -1.0, -1.0, 1.0, 1.0, 1.0])?;
    // SAFETY: as above.
    unsafe {
        c.gl.use_program(Some(program));
        c.gl.draw_arrays(glow::TRIANGLE_STRIP, 0, 4);
    }
    Ok(())
}

fn fragments(c: &Context) -> Result<(), String> {
    let fragment = "precision highp float; varying vec2 at; uniform vec4 colour;
        void main() { vec2 p = gl_FragCoord.xy / 64.0;
            gl_FragColor = gl_FrontFacing ? vec4(p, gl_FragCoord.z, 1.0)
                : vec4(1.0 - p, gl_FragCoord.w * 0.5, 1.0); }";
    begin(c, fragment)?;
    // The second strip runs in the other direction.
    c.attribute(
        0,
        2,
        &[
            -1., -1., 0., -1., -1., 1., 0., 1., 0., -1., 0., 1., 0.5, -1., 0.5, 1.,
        ],
    )?;
    // SAFETY: as above.
    unsafe {
        c.gl.draw_arrays(glow::TRIANGLE_STRIP, 0, 4);
        c.gl.front_face(glow::CW);
        c.gl.draw_arrays(glow::TRIANGLE_STRIP, 4, 4);
        c.gl.front_face(glow::CCW);
        c.gl.viewport(0, 16, 64, 32);
        c.gl.draw_arrays(glow::TRIANGLE_STRIP, 4, 4);
    }
    Ok(())
}
