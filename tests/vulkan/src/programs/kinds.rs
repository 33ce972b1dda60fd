//! Textures of other dimensions: arrays, volumes, cubes, lines.

use ash::vk;

use super::{Canvas, Program, RGBA, cover, program};
use crate::failure::Failure;
use crate::gpu::Gpu;
use crate::picture::{BLUE, Colour, GREEN, Picture, RED, WHITE, YELLOW};
use crate::pipeline::{Shader, shader};
use crate::resources::{Binding, Image, flat};

pub const ALL: &[Program] = &[
    program("texture-array", "layers of an array, with levels", array),
    program("texture-3d", "slices of a volume", volume),
    program("texture-cube", "faces of a cube", cube),
    program("texture-1d", "texels of a line", line),
];

/// Colours of layers, slices, faces and texels.
const COLOURS: [Colour; 8] = [
    RED,
    GREEN,
    BLUE,
    WHITE,
    YELLOW,
    [0, 255, 255, 255],
    [255, 0, 255, 255],
    [128, 128, 128, 255],
];

/// Covers 64x8 pixels by an image of which each part has one colour.
fn draw(
    gpu: &Gpu,
    image: &Image,
    kind: vk::ImageViewType,
    fragment: Shader,
) -> Result<Picture, Failure> {
    let parts = (image.layers * image.extent.depth) as usize;
    let (parts, texels) = match kind {
        vk::ImageViewType::TYPE_1D => (image.extent.width as usize, 1),
        _ => (parts, (image.extent.width * image.extent.height) as usize),
    };
    let bytes: Vec<u8> = COLOURS[..parts]
        .iter()
        .flat_map(|c| c.repeat(texels))
        .collect();
    let buffer = gpu.filled(&bytes)?;
    gpu.run(|c| {
        c.prepare(&[image]);
        // Later levels are of the colour of their layer too: the first bytes of each layer.
        for level in 0..image.levels {
            let size = image.size(level);
            let copies = (0..image.layers).map(|layer| {
                let mut copy = image.copy(level, u64::from(layer) * texels as u64 * 4);
                copy.image_subresource.base_array_layer = layer;
                copy.image_subresource.layer_count = 1;
                copy.image_extent = size;
                copy
            });
            c.upload(&buffer, image, &copies.collect::<Vec<_>>());
        }
        c.barrier();
        Ok(())
    })?;
    let view = gpu.view_as(image, kind, image.all())?;
    let sampled = Binding::Sampled(view, gpu.sampler(vk::Filter::NEAREST)?);
    let canvas = Canvas::new(gpu, 48, 8)?;
    let picture = cover(gpu, &canvas, fragment, &[sampled], &[])?;
    let width = 48 / parts as u32;
    for (n, wanted) in (0..).zip(&COLOURS[..parts]) {
        picture.expect_all(n * width..(n + 1) * width, 0..8, *wanted)?;
    }
    Ok(picture)
}

const SAMPLED: vk::ImageUsageFlags = vk::ImageUsageFlags::SAMPLED;

fn array(gpu: &Gpu) -> Result<Picture, Failure> {
    let info = flat(RGBA, 32, 32, SAMPLED).array_layers(4).mip_levels(3);
    let image = gpu.image(&info)?;
    let kind = vk::ImageViewType::TYPE_2D_ARRAY;
    draw(gpu, &image, kind, shader!(FRAGMENT "array.frag"))
}

fn volume(gpu: &Gpu) -> Result<Picture, Failure> {
    let extent = vk::Extent3D {
        width: 16,
        height: 16,
        depth: 8,
    };
    let info = flat(RGBA, 16, 16, SAMPLED)
        .image_type(vk::ImageType::TYPE_3D)
        .extent(extent);
    let image = gpu.image(&info)?;
    let kind = vk::ImageViewType::TYPE_3D;
    draw(gpu, &image, kind, shader!(FRAGMENT "volume.frag"))
}

fn cube(gpu: &Gpu) -> Result<Picture, Failure> {
    let info = flat(RGBA, 16, 16, SAMPLED)
        .array_layers(6)
        .flags(vk::ImageCreateFlags::CUBE_COMPATIBLE);
    let image = gpu.image(&info)?;
    draw(
        gpu,
        &image,
        vk::ImageViewType::CUBE,
        shader!(FRAGMENT "cube.frag"),
    )
}

fn line(gpu: &Gpu) -> Result<Picture, Failure> {
    let info = flat(RGBA, 8, 1, SAMPLED).image_type(vk::ImageType::TYPE_1D);
    let image = gpu.image(&info)?;
    draw(
        gpu,
        &image,
        vk::ImageViewType::TYPE_1D,
        shader!(FRAGMENT "line.frag"),
    )
}
