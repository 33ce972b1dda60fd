//! Pipelines: caches, links between stages.

use ash::vk;

use super::{COLOUR, Canvas, Program, TRIANGLE, program};
use crate::failure::{Failure, check};
use crate::gpu::{Gpu, Owned};
use crate::picture::{BLACK, Picture};
use crate::pipeline::{Graphics, shader};

pub const ALL: &[Program] = &[
    program(
        "pipeline-cache",
        "two pipelines of one cache, and its data",
        cached,
    ),
    program("pipeline-uncached", "the same without a cache", uncached),
    program("dead-outputs", "an output that no fragment reads", dead),
];

/// Draws the triangle by the second pipeline of a cache.
fn draw(gpu: &Gpu, cache: vk::PipelineCache) -> Result<Picture, Failure> {
    let canvas = Canvas::new(gpu, 64, 64)?;
    let layout = gpu.layout(&[], 0)?;
    let shaders = [TRIANGLE, COLOUR];
    let pipeline = Graphics {
        cache,
        ..canvas.pipeline(&shaders, layout)
    };
    // The second finds its shaders in the cache, if there is one.
    pipeline.build(gpu)?;
    let second = pipeline.build(gpu)?;
    let picture = canvas.draw(gpu, |c| {
        c.bind(second);
        c.draw(3, 1);
    })?;
    picture.expect(1, 1, BLACK)?;
    picture.expect(32, 31, [60, 65, 130, 255])?;
    Ok(picture)
}

fn cached(gpu: &Gpu) -> Result<Picture, Failure> {
    let create = |info: &vk::PipelineCacheCreateInfo<'_>| -> Result<_, Failure> {
        // SAFETY: the structure is valid.
        let cache = unsafe { gpu.device.create_pipeline_cache(info, None)? };
        gpu.keep(Owned::Cache(cache));
        Ok(cache)
    };
    let first = create(&vk::PipelineCacheCreateInfo::default())?;
    let picture = draw(gpu, first);
    // SAFETY: the cache is of this device.
    let data = unsafe { gpu.device.get_pipeline_cache_data(first)? };
    let second = create(&vk::PipelineCacheCreateInfo::default().initial_data(&data))?;
    // SAFETY: as above.
    let again = unsafe { gpu.device.get_pipeline_cache_data(second)? };
    let picture = picture?;
    check(data.len() == again.len(), || {
        format!("caches of {} and {} bytes", data.len(), again.len())
    })?;
    Ok(picture)
}

fn uncached(gpu: &Gpu) -> Result<Picture, Failure> {
    draw(gpu, vk::PipelineCache::null())
}

fn dead(gpu: &Gpu) -> Result<Picture, Failure> {
    let canvas = Canvas::new(gpu, 64, 64)?;
    let layout = gpu.layout(&[], 0)?;
    let shaders = [shader!(VERTEX "unused.vert"), COLOUR];
    let pipeline = canvas.pipeline(&shaders, layout).build(gpu)?;
    let picture = canvas.draw(gpu, |c| {
        c.bind(pipeline);
        c.draw(3, 1);
    })?;
    picture.expect(32, 40, crate::picture::GREEN)?;
    Ok(picture)
}
