//! Compute shaders.

use ash::vk;

use super::{Program, program};
use crate::failure::{Failure, check};
use crate::gpu::Gpu;
use crate::picture::Picture;
use crate::pipeline::shader;
use crate::resources::{Binding, bytes};

pub const ALL: &[Program] = &[
    program("compute", "squares of numbers in a buffer", squares),
    program(
        "compute-shared",
        "sums through shared memory, and atomics",
        sums,
    ),
    program("compute-indirect", "groups counted by a buffer", indirect),
    program("fractal", "the Mandelbrot set", fractal),
];

fn words(words: &[u32]) -> Picture {
    Picture {
        width: words.len() as u32,
        height: 1,
        rgba: bytes(words.iter().copied()),
    }
}

fn squares(gpu: &Gpu) -> Result<Picture, Failure> {
    let from = gpu.filled(&bytes(0..256))?;
    let to = gpu.buffer(1024)?;
    let set = gpu.set(&[Binding::Storage(&from), Binding::Storage(&to)])?;
    let layout = gpu.layout(&[set], 0)?;
    let pipeline = gpu.compute(shader!(COMPUTE "square.comp"), layout)?;
    gpu.run(|c| {
        c.dispatch(pipeline, layout, &[set], [4, 1, 1]);
        c.for_host();
        Ok(())
    })?;
    let found = to.words();
    let wanted: Vec<u32> = (0..256).map(|n| n * n).collect();
    check(found == wanted, || format!("{:?}", &found[..8]))?;
    Ok(words(&found))
}

fn sums(gpu: &Gpu) -> Result<Picture, Failure> {
    let from = gpu.filled(&bytes(0..512))?;
    let to = gpu.buffer(4 * 9)?;
    let set = gpu.set(&[Binding::Storage(&from), Binding::Storage(&to)])?;
    let layout = gpu.layout(&[set], 0)?;
    let pipeline = gpu.compute(shader!(COMPUTE "sum.comp"), layout)?;
    gpu.run(|c| {
        c.dispatch(pipeline, layout, &[set], [8, 1, 1]);
        c.for_host();
        Ok(())
    })?;
    let found = to.words();
    let sums = (0..8u32).map(|g| (g * 64..g * 64 + 64).sum::<u32>());
    let wanted: Vec<u32> = std::iter::once((0..512).sum()).chain(sums).collect();
    check(found == wanted, || format!("{found:?}, not {wanted:?}"))?;
    Ok(words(&found))
}

fn indirect(gpu: &Gpu) -> Result<Picture, Failure> {
    let from = gpu.filled(&bytes(0..256))?;
    let to = gpu.buffer(1024)?;
    let counts = gpu.filled(&bytes([9, 9, 9, 9, 2, 1, 1]))?;
    let set = gpu.set(&[Binding::Storage(&from), Binding::Storage(&to)])?;
    let layout = gpu.layout(&[set], 0)?;
    let pipeline = gpu.compute(shader!(COMPUTE "square.comp"), layout)?;
    gpu.run(|c| {
        let point = vk::PipelineBindPoint::COMPUTE;
        c.bind_sets(point, layout, &[set]);
        // SAFETY: the command buffer is recording; the counts are in the buffer.
        unsafe {
            gpu.device.cmd_bind_pipeline(c.raw, point, pipeline);
            gpu.device.cmd_dispatch_indirect(c.raw, counts.raw, 16);
        }
        c.for_host();
        Ok(())
    })?;
    let found = to.words();
    let wanted: Vec<u32> = (0..256).map(|n| if n < 128 { n * n } else { 0 }).collect();
    check(found == wanted, || format!("{:?}", &found[..8]))?;
    Ok(words(&found))
}

fn fractal(gpu: &Gpu) -> Result<Picture, Failure> {
    let size = 128u32;
    let pixels = gpu.buffer((size * size * 4) as usize)?;
    let set = gpu.set(&[Binding::Storage(&pixels)])?;
    let layout = gpu.layout(&[set], 8)?;
    let pipeline = gpu.compute(shader!(COMPUTE "fractal.comp"), layout)?;
    gpu.run(|c| {
        c.push(layout, &bytes([size, 100]));
        c.dispatch(pipeline, layout, &[set], [size / 8, size / 8, 1]);
        c.for_host();
        Ok(())
    })?;
    let picture = Picture {
        width: size,
        height: size,
        rgba: pixels.read(),
    };
    // Inside the set: the origin and -1. Outside: the corner.
    picture.expect(85, 64, [100, 100, 100, 255])?;
    picture.expect(43, 64, [100, 100, 100, 255])?;
    picture.expect(0, 0, [1, 1, 1, 255])?;
    Ok(picture)
}
