//! Queries: samples, primitives, times.

use ash::vk;

use super::{Canvas, Program, program, rectangle};
use crate::commands::Commands;
use crate::failure::{Failure, check};
use crate::gpu::{Gpu, Owned};
use crate::picture::{GREEN, Picture};
use crate::pipeline::Graphics;

pub const ALL: &[Program] = &[
    program(
        "occlusion",
        "counts of samples, read by the processor and by a copy",
        occlusion,
    ),
    program(
        "statistics",
        "counts of vertices, primitives and fragments",
        statistics,
    ),
    program("timestamps", "times before and after draws", timestamps),
    program(
        "feedback-queries",
        "counts of primitives with transform feedback",
        feedback,
    ),
];

fn pool(gpu: &Gpu, info: &vk::QueryPoolCreateInfo<'_>) -> Result<vk::QueryPool, Failure> {
    // SAFETY: the structure is valid.
    let pool = unsafe { gpu.device.create_query_pool(info, None)? };
    gpu.keep(Owned::Queries(pool));
    Ok(pool)
}

/// Results of 64 bits, when they are there.
fn results(gpu: &Gpu, pool: vk::QueryPool, count: usize) -> Result<Vec<u64>, Failure> {
    let mut results = vec![0u64; count];
    let flags = vk::QueryResultFlags::TYPE_64 | vk::QueryResultFlags::WAIT;
    // SAFETY: the queries were made.
    unsafe {
        gpu.device
            .get_query_pool_results(pool, 0, &mut results, flags)?;
    }
    Ok(results)
}

/// Draws a green rectangle of a quarter of 64x64 pixels, between `begin` and `end`.
fn quarter(
    gpu: &Gpu,
    before: impl FnOnce(&Commands<'_>),
    begin: impl FnOnce(&Commands<'_>),
    end: impl FnOnce(&Commands<'_>),
) -> Result<Picture, Failure> {
    let canvas = Canvas::new(gpu, 64, 64)?;
    let (layout, pipeline) = canvas.rectangles(gpu)?;
    gpu.run(|c| {
        before(c);
        Ok(())
    })?;
    canvas.draw(gpu, |c| {
        c.bind(pipeline);
        c.push(
            layout,
            &rectangle([-1.0, -1.0, 0.0, 0.0], [0.0, 1.0, 0.0], 0.0),
        );
        begin(c);
        c.draw(4, 1);
        end(c);
    })
}

fn occlusion(gpu: &Gpu) -> Result<Picture, Failure> {
    let info = vk::QueryPoolCreateInfo::default()
        .query_type(vk::QueryType::OCCLUSION)
        .query_count(2);
    let queries = pool(gpu, &info)?;
    let precise = gpu.features.core.features.occlusion_query_precise != vk::FALSE;
    let flags = match precise {
        true => vk::QueryControlFlags::PRECISE,
        false => vk::QueryControlFlags::empty(),
    };
    let d = &gpu.device;
    // SAFETY: the command buffers are recording, here and below.
    let picture = unsafe {
        quarter(
            gpu,
            |c| d.cmd_reset_query_pool(c.raw, queries, 0, 2),
            |c| {
                // The first has no draw.
                d.cmd_begin_query(c.raw, queries, 0, flags);
                d.cmd_end_query(c.raw, queries, 0);
                d.cmd_begin_query(c.raw, queries, 1, flags);
            },
            |c| d.cmd_end_query(c.raw, queries, 1),
        )?
    };
    let copied = gpu.buffer(32)?;
    gpu.run(|c| {
        let flags = vk::QueryResultFlags::TYPE_64
            | vk::QueryResultFlags::WAIT
            | vk::QueryResultFlags::WITH_AVAILABILITY;
        // SAFETY: as above; the buffer has room for two results.
        unsafe { d.cmd_copy_query_pool_results(c.raw, queries, 0, 2, copied.raw, 0, 16, flags) };
        c.for_host();
        Ok(())
    })?;
    let found = results(gpu, queries, 2)?;
    let words = copied.words();
    picture.expect_all(0..32, 0..32, GREEN)?;
    let right = found[0] == 0
        && if precise {
            found[1] == 1024
        } else {
            found[1] > 0
        };
    check(right, || format!("{found:?} samples"))?;
    let wanted = [0, 0, 1, 0, found[1] as u32, 0, 1, 0];
    check(words == wanted, || format!("copied {words:?}"))?;
    Ok(picture)
}

fn statistics(gpu: &Gpu) -> Result<Picture, Failure> {
    let has = gpu.features.core.features.pipeline_statistics_query;
    gpu.needs("pipelineStatisticsQuery", has)?;
    let counted = vk::QueryPipelineStatisticFlags::INPUT_ASSEMBLY_VERTICES
        | vk::QueryPipelineStatisticFlags::INPUT_ASSEMBLY_PRIMITIVES
        | vk::QueryPipelineStatisticFlags::FRAGMENT_SHADER_INVOCATIONS;
    let info = vk::QueryPoolCreateInfo::default()
        .query_type(vk::QueryType::PIPELINE_STATISTICS)
        .pipeline_statistics(counted)
        .query_count(1);
    let queries = pool(gpu, &info)?;
    let d = &gpu.device;
    let flags = vk::QueryControlFlags::empty();
    // SAFETY: as above.
    let picture = unsafe {
        quarter(
            gpu,
            |c| d.cmd_reset_query_pool(c.raw, queries, 0, 1),
            |c| d.cmd_begin_query(c.raw, queries, 0, flags),
            |c| d.cmd_end_query(c.raw, queries, 0),
        )?
    };
    let mut results = [[0u64; 3]];
    let flags = vk::QueryResultFlags::TYPE_64 | vk::QueryResultFlags::WAIT;
    // SAFETY: the query was made.
    unsafe { d.get_query_pool_results(queries, 0, &mut results, flags)? };
    let [found] = results;
    picture.expect_all(0..32, 0..32, GREEN)?;
    // Fragments of helper lanes may be counted.
    let right = found[0] == 4 && found[1] == 2 && found[2] >= 1024;
    check(right, || format!("{found:?}"))?;
    Ok(picture)
}

fn timestamps(gpu: &Gpu) -> Result<Picture, Failure> {
    let info = vk::QueryPoolCreateInfo::default()
        .query_type(vk::QueryType::TIMESTAMP)
        .query_count(2);
    let queries = pool(gpu, &info)?;
    let d = &gpu.device;
    // SAFETY: as above.
    let picture = unsafe {
        quarter(
            gpu,
            |c| d.cmd_reset_query_pool(c.raw, queries, 0, 2),
            |c| {
                let stage = vk::PipelineStageFlags2::TOP_OF_PIPE;
                d.cmd_write_timestamp2(c.raw, stage, queries, 0);
            },
            |c| {
                let stage = vk::PipelineStageFlags2::COLOR_ATTACHMENT_OUTPUT;
                d.cmd_write_timestamp2(c.raw, stage, queries, 1);
            },
        )?
    };
    let found = results(gpu, queries, 2)?;
    // Tiles write the second more than once.
    check(found[0] > 0 && found[1] >= found[0], || {
        format!("times {found:?}")
    })?;
    picture.expect_all(0..32, 0..32, GREEN)?;
    Ok(picture)
}

fn feedback(gpu: &Gpu) -> Result<Picture, Failure> {
    let has = gpu.features.feedback.transform_feedback;
    gpu.needs("transformFeedback", has)?;
    let info = vk::QueryPoolCreateInfo::default()
        .query_type(vk::QueryType::TRANSFORM_FEEDBACK_STREAM_EXT)
        .query_count(1);
    let queries = pool(gpu, &info)?;
    let canvas = Canvas::new(gpu, 16, 16)?;
    let layout = gpu.layout(&[], 0)?;
    let pipeline = Graphics {
        topology: vk::PrimitiveTopology::POINT_LIST,
        discard: true,
        ..canvas.pipeline(&[crate::pipeline::shader!(VERTEX "feedback.vert")], layout)
    };
    let pipeline = pipeline.build(gpu)?;
    // Room for four of six points.
    let to = gpu.buffer(32 * 4)?;
    let d = &gpu.device;
    gpu.run(|c| {
        // SAFETY: as above.
        unsafe { d.cmd_reset_query_pool(c.raw, queries, 0, 1) };
        Ok(())
    })?;
    let picture = canvas.draw(gpu, |c| {
        c.bind(pipeline);
        c.query_capture(queries, || {
            c.capture(&to, None, false, || c.draw(6, 1));
        });
    })?;
    let mut results = [[0u64; 2]];
    let flags = vk::QueryResultFlags::TYPE_64 | vk::QueryResultFlags::WAIT;
    // SAFETY: the query was made.
    unsafe { d.get_query_pool_results(queries, 0, &mut results, flags)? };
    check(results == [[4, 6]], || {
        format!("{results:?} written, needed")
    })?;
    Ok(picture)
}
