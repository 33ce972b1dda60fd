//! Semaphores with timelines, events, fences.

use ash::vk;

use super::{Program, RGBA, TARGET, program};
use crate::failure::{Failure, check};
use crate::gpu::{Gpu, Owned};
use crate::picture::{GREEN, Picture};
use crate::resources::flat;

pub const ALL: &[Program] = &[
    program(
        "timeline",
        "submissions that wait for numbers, one of the processor's",
        timeline,
    ),
    program(
        "semaphores",
        "a semaphore without numbers, and a fence",
        semaphores,
    ),
    program("events", "an event set and waited for", events),
];

fn timeline(gpu: &Gpu) -> Result<Picture, Failure> {
    let mut kind = vk::SemaphoreTypeCreateInfo::default()
        .semaphore_type(vk::SemaphoreType::TIMELINE)
        .initial_value(3);
    let info = vk::SemaphoreCreateInfo::default().push_next(&mut kind);
    let d = &gpu.device;
    // SAFETY: the structure is valid.
    let semaphore = unsafe { d.create_semaphore(&info, None)? };
    gpu.keep(Owned::Semaphore(semaphore));
    let buffer = gpu.buffer(64)?;
    let fill = |from: u64, word: u32| {
        gpu.primary(|c| {
            c.barrier();
            // SAFETY: the command buffer is recording; the range is inside the buffer.
            unsafe { d.cmd_fill_buffer(c.raw, buffer.raw, from, 16, word) };
            c.for_host();
            Ok(())
        })
    };
    let (first, second) = (fill(0, 0x11)?, fill(16, 0x22)?);
    let submit = |commands, wait: u64, signal: u64| {
        let commands = [vk::CommandBufferSubmitInfo::default().command_buffer(commands)];
        let all = vk::PipelineStageFlags2::ALL_COMMANDS;
        let at = |value| {
            [vk::SemaphoreSubmitInfo::default()
                .semaphore(semaphore)
                .value(value)
                .stage_mask(all)]
        };
        let (waits, signals) = (at(wait), at(signal));
        let info = [vk::SubmitInfo2::default()
            .command_buffer_infos(&commands)
            .wait_semaphore_infos(&waits)
            .signal_semaphore_infos(&signals)];
        // SAFETY: the command buffers are recorded.
        unsafe { d.queue_submit2(gpu.queue, &info, vk::Fence::null()) }
    };
    // The first waits for what the processor signals after both are submitted.
    submit(first, 5, 8)?;
    submit(second, 8, 11)?;
    let wait = |value, nanoseconds| {
        let semaphores = [semaphore];
        let values = [value];
        let info = vk::SemaphoreWaitInfo::default()
            .semaphores(&semaphores)
            .values(&values);
        // SAFETY: the structure is valid.
        unsafe { d.wait_semaphores(&info, nanoseconds) }
    };
    let early = wait(8, 1_000_000);
    // SAFETY: as above.
    let before = unsafe { d.get_semaphore_counter_value(semaphore)? };
    let info = vk::SemaphoreSignalInfo::default()
        .semaphore(semaphore)
        .value(5);
    // SAFETY: as above.
    unsafe { d.signal_semaphore(&info)? };
    wait(11, u64::MAX)?;
    // SAFETY: as above.
    let after = unsafe { d.get_semaphore_counter_value(semaphore)? };
    check(early == Err(vk::Result::TIMEOUT), || {
        format!("an early wait: {early:?}")
    })?;
    check((before, after) == (3, 11), || {
        format!("values {before}, {after}")
    })?;
    let words = buffer.words();
    check(
        words[..8] == [0x11, 0x11, 0x11, 0x11, 0x22, 0x22, 0x22, 0x22],
        || format!("{words:?}"),
    )?;
    Ok(Picture {
        width: 16,
        height: 1,
        rgba: buffer.read(),
    })
}

fn semaphores(gpu: &Gpu) -> Result<Picture, Failure> {
    let d = &gpu.device;
    // SAFETY: the structure is valid.
    let semaphore = unsafe { d.create_semaphore(&vk::SemaphoreCreateInfo::default(), None)? };
    gpu.keep(Owned::Semaphore(semaphore));
    let image = gpu.image(&flat(RGBA, 16, 16, TARGET))?;
    let first = [gpu.primary(|c| {
        c.prepare(&[&image]);
        c.clear(&image, [1.0, 0.0, 0.0, 1.0]);
        Ok(())
    })?];
    let second = [gpu.primary(|c| {
        c.barrier();
        c.clear(&image, [0.0, 1.0, 0.0, 1.0]);
        Ok(())
    })?];
    let semaphores = [semaphore];
    let stages = [vk::PipelineStageFlags::ALL_COMMANDS];
    let infos = [
        vk::SubmitInfo::default()
            .command_buffers(&first)
            .signal_semaphores(&semaphores),
        vk::SubmitInfo::default()
            .command_buffers(&second)
            .wait_semaphores(&semaphores)
            .wait_dst_stage_mask(&stages),
    ];
    // SAFETY: the command buffers are recorded, and the queue is idle before they are destroyed.
    unsafe {
        d.queue_submit(gpu.queue, &infos, vk::Fence::null())?;
        d.queue_wait_idle(gpu.queue)?;
    }
    let picture = gpu.picture(&image)?;
    picture.expect_all(0..16, 0..16, GREEN)?;
    Ok(picture)
}

fn events(gpu: &Gpu) -> Result<Picture, Failure> {
    let d = &gpu.device;
    // SAFETY: the structure is valid.
    let event = unsafe { d.create_event(&vk::EventCreateInfo::default(), None)? };
    gpu.keep(Owned::Event(event));
    let buffer = gpu.buffer(64)?;
    gpu.run(|c| {
        let barrier = [vk::MemoryBarrier2::default()
            .src_stage_mask(vk::PipelineStageFlags2::CLEAR)
            .src_access_mask(vk::AccessFlags2::TRANSFER_WRITE)
            .dst_stage_mask(vk::PipelineStageFlags2::COPY)
            .dst_access_mask(vk::AccessFlags2::TRANSFER_READ)];
        let info = vk::DependencyInfo::default().memory_barriers(&barrier);
        let copy = vk::BufferCopy {
            src_offset: 0,
            dst_offset: 32,
            size: 32,
        };
        // SAFETY: the command buffer is recording.
        unsafe {
            d.cmd_fill_buffer(c.raw, buffer.raw, 0, 32, 7);
            d.cmd_set_event2(c.raw, event, &info);
            d.cmd_wait_events2(c.raw, &[event], &[info]);
            d.cmd_copy_buffer(c.raw, buffer.raw, buffer.raw, &[copy]);
            d.cmd_reset_event2(c.raw, event, vk::PipelineStageFlags2::ALL_COMMANDS);
        }
        c.for_host();
        Ok(())
    })?;
    // SAFETY: the event is of this device.
    let is_set = unsafe { d.get_event_status(event)? };
    let words = buffer.words();
    check(words == [7; 16], || format!("{words:?}"))?;
    check(!is_set, || "the event is set".into())?;
    Ok(Picture {
        width: 16,
        height: 1,
        rgba: buffer.read(),
    })
}
