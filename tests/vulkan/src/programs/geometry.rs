//! Tessellation and geometry shaders.

use ash::vk;

use super::{
    COLOUR, Canvas, Program, RECTANGLE, RECTANGLE_BYTES, RGBA, TARGET, TRIANGLE, program, rectangle,
};
use crate::failure::Failure;
use crate::gpu::Gpu;
use crate::picture::{BLACK, GREEN, Picture, WHITE};
use crate::pipeline::{Attachment, Graphics, Shader, Subpass, colour, shader};
use crate::resources::flat;

pub const ALL: &[Program] = &[
    program("tessellation", "a triangle divided by four", triangles),
    program(
        "tessellation-quads",
        "a quadrilateral divided by three and two",
        quads,
    ),
    program("geometry", "each triangle twice", twice),
    program("geometry-layers", "each triangle in four layers", layers),
    program("all-stages", "tessellation and geometry together", all),
];

const CONTROL: Shader = shader!(TESSELLATION_CONTROL "patch.tesc");
const EVALUATION: Shader = shader!(TESSELLATION_EVALUATION "patch.tese");
const COPIES: Shader = shader!(GEOMETRY "copies.geom");

fn needs_tessellation(gpu: &Gpu) -> Result<(), Failure> {
    let has = gpu.features.core.features.tessellation_shader;
    gpu.needs("tessellationShader", has)
}

fn needs_geometry(gpu: &Gpu) -> Result<(), Failure> {
    gpu.needs("geometryShader", gpu.features.core.features.geometry_shader)
}

/// The triangle of three colours, through these shaders.
fn draw(gpu: &Gpu, shaders: &[Shader], patch: u32) -> Result<Picture, Failure> {
    let canvas = Canvas::new(gpu, 64, 64)?;
    let layout = gpu.layout(&[], 0)?;
    let topology = match patch {
        0 => vk::PrimitiveTopology::TRIANGLE_LIST,
        _ => vk::PrimitiveTopology::PATCH_LIST,
    };
    let pipeline = Graphics {
        topology,
        patch,
        ..canvas.pipeline(shaders, layout)
    };
    let pipeline = pipeline.build(gpu)?;
    canvas.draw(gpu, |c| {
        c.bind(pipeline);
        c.draw(3, 1);
    })
}

fn triangles(gpu: &Gpu) -> Result<Picture, Failure> {
    needs_tessellation(gpu)?;
    let picture = draw(gpu, &[TRIANGLE, CONTROL, EVALUATION, COLOUR], 3)?;
    picture.expect(1, 1, BLACK)?;
    // As without: colours are linear.
    picture.expect(32, 31, [60, 65, 130, 255])?;
    Ok(picture)
}

fn quads(gpu: &Gpu) -> Result<Picture, Failure> {
    needs_tessellation(gpu)?;
    let canvas = Canvas::new(gpu, 64, 64)?;
    let layout = gpu.layout(&[], RECTANGLE_BYTES)?;
    let shaders = [
        RECTANGLE,
        shader!(TESSELLATION_CONTROL "quads.tesc"),
        shader!(TESSELLATION_EVALUATION "quads.tese"),
        COLOUR,
    ];
    let pipeline = Graphics {
        topology: vk::PrimitiveTopology::PATCH_LIST,
        patch: 4,
        ..canvas.pipeline(&shaders, layout)
    };
    let pipeline = pipeline.build(gpu)?;
    let picture = canvas.draw(gpu, |c| {
        c.bind(pipeline);
        c.push(
            layout,
            &rectangle([-0.5, -0.5, 0.5, 0.5], [0.0, 1.0, 0.0], 0.0),
        );
        c.draw(4, 1);
    })?;
    picture.expect_all(16..48, 16..48, GREEN)?;
    picture.expect_all(0..64, 0..16, BLACK)?;
    picture.expect_all(48..64, 0..64, BLACK)?;
    Ok(picture)
}

/// Two small triangles, the right one white.
fn expect_two(picture: &Picture) -> Result<(), Failure> {
    picture.expect(1, 1, BLACK)?;
    picture.expect(32, 16, BLACK)?;
    picture.expect_all(44..52, 34..42, WHITE)?;
    let left = picture.at(16, 36);
    let lit = left[0] > 40 && left[1] > 40 && left[2] > 40 && left != WHITE;
    crate::failure::check(lit, || format!("{left:?} on the left"))
}

fn twice(gpu: &Gpu) -> Result<Picture, Failure> {
    needs_geometry(gpu)?;
    let picture = draw(gpu, &[TRIANGLE, COPIES, COLOUR], 0)?;
    expect_two(&picture)?;
    Ok(picture)
}

fn all(gpu: &Gpu) -> Result<Picture, Failure> {
    needs_tessellation(gpu)?;
    needs_geometry(gpu)?;
    let picture = draw(gpu, &[TRIANGLE, CONTROL, EVALUATION, COPIES, COLOUR], 3)?;
    expect_two(&picture)?;
    Ok(picture)
}

fn layers(gpu: &Gpu) -> Result<Picture, Failure> {
    needs_geometry(gpu)?;
    let image = gpu.image(&flat(RGBA, 32, 32, TARGET).array_layers(4))?;
    let subpass = Subpass {
        colours: &[0],
        ..Subpass::default()
    };
    let pass = gpu.pass(&[Attachment::cleared(&image)], &[subpass])?;
    let layout = gpu.layout(&[], RECTANGLE_BYTES)?;
    let shaders = [RECTANGLE, shader!(GEOMETRY "layers.geom"), COLOUR];
    let pipeline = Graphics {
        pass: Some((pass.raw, 0)),
        topology: vk::PrimitiveTopology::TRIANGLE_STRIP,
        ..Graphics::new(&shaders, layout, pass.size)
    };
    let pipeline = pipeline.build(gpu)?;
    gpu.run(|c| {
        c.prepare(&[&image]);
        c.in_pass(&pass, &[colour([1.0; 4])], || {
            c.bind(pipeline);
            c.push(
                layout,
                &rectangle([-1.0, -1.0, 0.0, 1.0], [0.0, 1.0, 0.0], 0.0),
            );
            c.draw(4, 1);
        });
        Ok(())
    })?;
    let picture = gpu.picture(&image)?;
    for layer in 0..4 {
        let rows = layer * 32..layer * 32 + 32;
        let wanted = if layer == 3 { BLACK } else { GREEN };
        picture.expect_all(0..16, rows.clone(), wanted)?;
        picture.expect_all(16..32, rows, WHITE)?;
    }
    Ok(picture)
}
