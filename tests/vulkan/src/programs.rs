//! The programs.

use ash::vk;

use crate::commands::Commands;
use crate::failure::Failure;
use crate::gpu::Gpu;
use crate::picture::Picture;
use crate::pipeline::{Attachment, Graphics, Pass, Shader, Subpass, colour, shader};
use crate::resources::{Binding, Image, flat};

mod blits;
mod clears;
mod compute;
mod copies;
mod dynamic;
mod feedback;
mod flushes;
mod geometry;
mod indirect;
mod kinds;
mod multisample;
mod pipelines;
mod queries;
mod recording;
mod storage;
mod subpasses;
mod surveys;
mod tests;
mod textures;
mod timelines;
mod vertices;

/// One program, which draws one image.
pub struct Program {
    /// Its name on the command line.
    pub name: &'static str,
    /// A description, in one line.
    pub about: &'static str,
    /// Draws and checks the image.
    pub draw: fn(&Gpu) -> Result<Picture, Failure>,
}

const fn program(
    name: &'static str,
    about: &'static str,
    draw: fn(&Gpu) -> Result<Picture, Failure>,
) -> Program {
    Program { name, about, draw }
}

fn all() -> impl Iterator<Item = &'static Program> {
    [
        vertices::ALL,
        textures::ALL,
        kinds::ALL,
        tests::ALL,
        multisample::ALL,
        subpasses::ALL,
        clears::ALL,
        copies::ALL,
        blits::ALL,
        compute::ALL,
        storage::ALL,
        indirect::ALL,
        feedback::ALL,
        geometry::ALL,
        dynamic::ALL,
        queries::ALL,
        timelines::ALL,
        pipelines::ALL,
        recording::ALL,
        surveys::ALL,
        flushes::ALL,
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

/// The format of targets.
const RGBA: vk::Format = vk::Format::R8G8B8A8_UNORM;

/// The use of images that are drawn to.
const TARGET: vk::ImageUsageFlags = vk::ImageUsageFlags::COLOR_ATTACHMENT;

/// A target of colours, with a render pass that clears it.
struct Canvas {
    image: Image,
    pass: Pass,
    size: (u32, u32),
}

impl Canvas {
    fn new(gpu: &Gpu, width: u32, height: u32) -> Result<Canvas, Failure> {
        let image = gpu.image(&flat(RGBA, width, height, TARGET))?;
        let subpass = Subpass {
            colours: &[0],
            ..Subpass::default()
        };
        Ok(Canvas {
            image,
            pass: gpu.pass(&[Attachment::cleared(&image)], &[subpass])?,
            size: (width, height),
        })
    }

    /// A pipeline for the render pass.
    fn pipeline<'a>(&self, shaders: &'a [Shader], layout: vk::PipelineLayout) -> Graphics<'a> {
        Graphics {
            pass: Some((self.pass.raw, 0)),
            ..Graphics::new(shaders, layout, self.size)
        }
    }

    /// A pipeline for strips that are [`RECTANGLE`]s, and its layout.
    fn rectangles(&self, gpu: &Gpu) -> Result<(vk::PipelineLayout, vk::Pipeline), Failure> {
        let layout = gpu.layout(&[], RECTANGLE_BYTES)?;
        let pipeline = Graphics {
            topology: vk::PrimitiveTopology::TRIANGLE_STRIP,
            ..self.pipeline(&[RECTANGLE, COLOUR], layout)
        };
        Ok((layout, pipeline.build(gpu)?))
    }

    /// Records draws on black, runs them, and reads the image.
    fn draw(&self, gpu: &Gpu, draw: impl FnOnce(&Commands<'_>)) -> Result<Picture, Failure> {
        gpu.run(|c| {
            c.prepare(&[&self.image]);
            c.in_pass(&self.pass, &[colour([0.0, 0.0, 0.0, 1.0])], || draw(c));
            Ok(())
        })?;
        gpu.picture(&self.image)
    }
}

/// Vertex shader of three vertices that cover everything.
const FULL: Shader = shader!(VERTEX "full.vert");
/// Vertex shader of a triangle with three colours.
const TRIANGLE: Shader = shader!(VERTEX "triangle.vert");
/// Fragment shader of the colours of vertices.
const COLOUR: Shader = shader!(FRAGMENT "colour.frag");
/// Vertex shader of rectangles, with constants of [`rectangle`].
const RECTANGLE: Shader = shader!(VERTEX "rectangle.vert");

/// Bytes of constants of [`RECTANGLE`].
const RECTANGLE_BYTES: u32 = 36;

/// A rectangle: left, top, right, bottom from -1 to 1, colour, depth.
fn rectangle(area: [f32; 4], tint: [f32; 3], depth: f32) -> Vec<u8> {
    let [r, g, b] = tint;
    let values = area.into_iter().chain([r, g, b, 1.0, depth]);
    crate::resources::floats(values)
}

/// Covers a canvas by a fragment shader with these resources, and constants.
fn cover(
    gpu: &Gpu,
    canvas: &Canvas,
    fragment: Shader,
    bindings: &[Binding<'_>],
    constants: &[u8],
) -> Result<Picture, Failure> {
    let set = gpu.set(bindings)?;
    let layout = gpu.layout(&[set], constants.len() as u32)?;
    let pipeline = canvas.pipeline(&[FULL, fragment], layout).build(gpu)?;
    canvas.draw(gpu, |c| {
        c.bind(pipeline);
        c.bind_sets(vk::PipelineBindPoint::GRAPHICS, layout, &[set]);
        if !constants.is_empty() {
            c.push(layout, constants);
        }
        c.draw(3, 1);
    })
}
