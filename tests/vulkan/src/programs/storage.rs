//! Storage images, and writes of fragment shaders.

use ash::vk;

use super::{Canvas, Program, RECTANGLE, RECTANGLE_BYTES, RGBA, program, rectangle};
use crate::failure::{Failure, check};
use crate::gpu::Gpu;
use crate::picture::{BLUE, Picture, RED, WHITE};
use crate::pipeline::{Graphics, shader};
use crate::resources::{Binding, flat};

pub const ALL: &[Program] = &[
    program(
        "storage-image",
        "an image mirrored by a compute shader",
        mirrored,
    ),
    program("image-atomics", "atomics on an image of integers", atomics),
    program(
        "fragment-stores",
        "an image and a counter written by fragments",
        stores,
    ),
];

const STORAGE: vk::ImageUsageFlags = vk::ImageUsageFlags::STORAGE;

fn mirrored(gpu: &Gpu) -> Result<Picture, Failure> {
    let from = gpu.image(&flat(RGBA, 32, 32, STORAGE))?;
    let to = gpu.image(&flat(RGBA, 32, 32, STORAGE))?;
    let texels: Vec<u8> = (0..1024)
        .flat_map(|n| if n % 32 < 8 { RED } else { BLUE })
        .collect();
    let buffer = gpu.filled(&texels)?;
    let bindings = [
        Binding::StorageImage(gpu.view(&from)?),
        Binding::StorageImage(gpu.view(&to)?),
    ];
    let set = gpu.set(&bindings)?;
    let layout = gpu.layout(&[set], 0)?;
    let pipeline = gpu.compute(shader!(COMPUTE "image.comp"), layout)?;
    gpu.run(|c| {
        c.prepare(&[&from, &to]);
        c.upload(&buffer, &from, &[from.copy(0, 0)]);
        c.barrier();
        c.dispatch(pipeline, layout, &[set], [4, 4, 1]);
        Ok(())
    })?;
    let picture = gpu.picture(&to)?;
    picture.expect_all(0..24, 0..32, BLUE)?;
    picture.expect_all(24..32, 0..32, RED)?;
    Ok(picture)
}

fn atomics(gpu: &Gpu) -> Result<Picture, Failure> {
    let image = gpu.image(&flat(vk::Format::R32_UINT, 8, 4, STORAGE))?;
    let set = gpu.set(&[Binding::StorageImage(gpu.view(&image)?)])?;
    let layout = gpu.layout(&[set], 0)?;
    let pipeline = gpu.compute(shader!(COMPUTE "counter.comp"), layout)?;
    gpu.run(|c| {
        c.prepare(&[&image]);
        c.clear(&image, [0.0; 4]);
        c.barrier();
        c.dispatch(pipeline, layout, &[set], [8, 4, 1]);
        Ok(())
    })?;
    let picture = gpu.picture(&image)?;
    for y in 0..4 {
        for x in 0..8 {
            let found = u32::from_le_bytes(picture.at(x, y));
            let wanted = 64 * (x + 1);
            check(found == wanted, || {
                format!("{found} at {x},{y}, not {wanted}")
            })?;
        }
    }
    Ok(picture)
}

fn stores(gpu: &Gpu) -> Result<Picture, Failure> {
    let stores = gpu.features.core.features.fragment_stores_and_atomics;
    gpu.needs("fragmentStoresAndAtomics", stores)?;
    let canvas = Canvas::new(gpu, 32, 32)?;
    let image = gpu.image(&flat(RGBA, 32, 32, STORAGE))?;
    let count = gpu.buffer(4)?;
    let bindings = [
        Binding::StorageImage(gpu.view(&image)?),
        Binding::Storage(&count),
    ];
    let set = gpu.set(&bindings)?;
    let layout = gpu.layout(&[set], RECTANGLE_BYTES)?;
    let shaders = [RECTANGLE, shader!(FRAGMENT "pixel_store.frag")];
    let pipeline = Graphics {
        topology: vk::PrimitiveTopology::TRIANGLE_STRIP,
        ..canvas.pipeline(&shaders, layout)
    };
    let pipeline = pipeline.build(gpu)?;
    gpu.run(|c| {
        c.prepare(&[&image]);
        c.clear(&image, [0.0; 4]);
        c.barrier();
        Ok(())
    })?;
    let drawn = canvas.draw(gpu, |c| {
        c.bind(pipeline);
        c.bind_sets(vk::PipelineBindPoint::GRAPHICS, layout, &[set]);
        c.push(
            layout,
            &rectangle([-1.0, -1.0, 0.0, 0.0], [1.0, 0.0, 0.0], 0.0),
        );
        c.draw(4, 1);
    })?;
    let stored = gpu.picture(&image)?;
    drawn.expect_all(0..16, 0..16, WHITE)?;
    stored.expect_all(0..16, 0..16, RED)?;
    stored.expect_all(16..32, 0..32, [0; 4])?;
    let found = count.words()[0];
    check(found == 256, || format!("{found} fragments, not 256"))?;
    Ok(stored)
}
