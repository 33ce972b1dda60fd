//! The programs.

use glow::HasContext;

use crate::context::{Context, Kind};

mod arithmetic;
mod attributes;
mod bits;
mod blocks;
mod compressed;
mod compute;
mod cubes;
mod desktop;
mod driver_bugs;
mod edges;
mod expected;
mod extensions;
mod feedback;
mod fill;
mod formats;
mod fragments;
mod instances;
mod integers;
mod layered;
mod levels;
mod lookups;
mod modern;
mod multisample;
mod number_textures;
mod offsets;
mod outputs;
mod primitives;
mod samplers;
mod samples;
mod shaders;
mod shadows;
mod state;
mod storage;
mod targets;
mod tests;
mod textures;
mod transfers;
mod vertices;

/// One program, which draws one image.
pub struct Program {
    /// Its name on the command line.
    pub name: &'static str,
    /// A description, in one line.
    pub about: &'static str,
    /// Width and height of the image.
    pub size: (u32, u32),
    /// The context that it needs.
    pub kind: Kind,
    /// Draws the image.
    pub draw: fn(&Context) -> Result<(), String>,
}

const OWN: &[Program] = &[
    Program {
        name: "clear",
        about: "one colour",
        size: (64, 64),
        kind: Kind::Es2,
        draw: clear,
    },
    Program {
        name: "triangle",
        about: "a triangle with a colour at each corner",
        size: (256, 256),
        kind: Kind::Es2,
        draw: triangle,
    },
];

fn all() -> impl Iterator<Item = &'static Program> {
    [
        OWN,
        state::ALL,
        shaders::ALL,
        textures::ALL,
        primitives::ALL,
        attributes::ALL,
        tests::ALL,
        edges::ALL,
        formats::ALL,
        samplers::ALL,
        targets::ALL,
        arithmetic::ALL,
        desktop::ALL,
        samples::ALL,
        driver_bugs::ALL,
        integers::ALL,
        offsets::ALL,
        levels::ALL,
        cubes::ALL,
        compute::ALL,
        storage::ALL,
        outputs::ALL,
        blocks::ALL,
        instances::ALL,
        feedback::ALL,
        number_textures::ALL,
        layered::ALL,
        shadows::ALL,
        lookups::ALL,
        multisample::ALL,
        bits::ALL,
        vertices::ALL,
        fragments::ALL,
        transfers::ALL,
        compressed::ALL,
        extensions::ALL,
    ]
    .into_iter()
    .flatten()
}

/// The program of this name.
pub fn find(name: &str) -> Option<&'static Program> {
    all().find(|p| p.name == name)
}

/// All programs, one per line.
pub fn list() -> String {
    all()
        .map(|p| format!("  {}: {}\n", p.name, p.about))
        .collect()
}

/// The names of the programs that need OpenGL ES 3.1, one per line.
pub fn modern() -> String {
    let modern = all().filter(|p| p.kind == Kind::Es31);
    modern.map(|p| format!("{}\n", p.name)).collect()
}

fn clear(c: &Context) -> Result<(), String> {
    // SAFETY: the context is current, here and below.
    unsafe {
        c.gl.clear_color(0.2, 0.4, 0.6, 1.0);
        c.gl.clear(glow::COLOR_BUFFER_BIT);
    }
    Ok(())
}

fn triangle(c: &Context) -> Result<(), String> {
    let vertex = "attribute vec2 position; attribute vec3 colour; varying vec3 v;
        void main() { gl_Position = vec4(position, 0.0, 1.0); v = colour; }";
    let fragment = "precision mediump float; varying vec3 v;
        void main() { gl_FragColor = vec4(v, 1.0); }";
    let program = c.program(vertex, fragment, &["position", "colour"])?;
    c.attribute(0, 2, &[-0.8, -0.8, 0.8, -0.8, 0.0, 0.8])?;
    c.attribute(1, 3, &[1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0])?;
    // SAFETY: as above.
    unsafe {
        c.gl.clear_color(0.0, 0.0, 0.0, 1.0);
        c.gl.clear(glow::COLOR_BUFFER_BIT);
        c.gl.use_program(Some(program));
        c.gl.draw_arrays(glow::TRIANGLES, 0, 3);
    }
    Ok(())
}
