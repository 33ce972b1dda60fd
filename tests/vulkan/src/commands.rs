//! Recording, submission, barriers, and images read back.

use ash::vk;

use crate::failure::Failure;
use crate::gpu::Gpu;
use crate::picture::Picture;
use crate::resources::{Buffer, Image, Set, aspects};

/// A command buffer in the course of recording.
pub struct Commands<'a> {
    /// The device.
    pub gpu: &'a Gpu,
    /// The handle.
    pub raw: vk::CommandBuffer,
}

impl Commands<'_> {
    /// Everything before comes before everything after.
    pub fn barrier(&self) {
        let all = vk::PipelineStageFlags2::ALL_COMMANDS;
        let barrier = [vk::MemoryBarrier2::default()
            .src_stage_mask(all)
            .src_access_mask(vk::AccessFlags2::MEMORY_WRITE)
            .dst_stage_mask(all)
            .dst_access_mask(vk::AccessFlags2::MEMORY_READ | vk::AccessFlags2::MEMORY_WRITE)];
        let info = vk::DependencyInfo::default().memory_barriers(&barrier);
        // SAFETY: the command buffer is recording.
        unsafe { self.gpu.device.cmd_pipeline_barrier2(self.raw, &info) };
    }

    /// Makes what was written visible to the processor.
    pub fn for_host(&self) {
        let barrier = [vk::MemoryBarrier2::default()
            .src_stage_mask(vk::PipelineStageFlags2::ALL_COMMANDS)
            .src_access_mask(vk::AccessFlags2::MEMORY_WRITE)
            .dst_stage_mask(vk::PipelineStageFlags2::HOST)
            .dst_access_mask(vk::AccessFlags2::HOST_READ)];
        let info = vk::DependencyInfo::default().memory_barriers(&barrier);
        // SAFETY: the command buffer is recording.
        unsafe { self.gpu.device.cmd_pipeline_barrier2(self.raw, &info) };
    }

    /// Brings new images into the layout that all programs use, `GENERAL`.
    pub fn prepare(&self, images: &[&Image]) {
        let barriers = images.iter().map(|image| {
            vk::ImageMemoryBarrier2::default()
                .dst_stage_mask(vk::PipelineStageFlags2::ALL_COMMANDS)
                .dst_access_mask(vk::AccessFlags2::MEMORY_READ | vk::AccessFlags2::MEMORY_WRITE)
                .old_layout(vk::ImageLayout::UNDEFINED)
                .new_layout(vk::ImageLayout::GENERAL)
                .image(image.raw)
                .subresource_range(image.all())
        });
        let barriers: Vec<_> = barriers.collect();
        let info = vk::DependencyInfo::default().image_memory_barriers(&barriers);
        // SAFETY: the command buffer is recording.
        unsafe { self.gpu.device.cmd_pipeline_barrier2(self.raw, &info) };
    }

    /// Binds descriptor sets from 0 on.
    pub fn bind_sets(
        &self,
        point: vk::PipelineBindPoint,
        layout: vk::PipelineLayout,
        sets: &[Set],
    ) {
        let raw: Vec<vk::DescriptorSet> = sets.iter().map(|s| s.raw).collect();
        // SAFETY: the command buffer is recording, and sets and layout are of the device.
        unsafe {
            self.gpu
                .device
                .cmd_bind_descriptor_sets(self.raw, point, layout, 0, &raw, &[]);
        }
    }

    /// Writes a level of an image from a buffer.
    pub fn upload(&self, from: &Buffer, to: &Image, regions: &[vk::BufferImageCopy]) {
        // SAFETY: the command buffer is recording; the image has the layout of all programs.
        unsafe {
            self.gpu.device.cmd_copy_buffer_to_image(
                self.raw,
                from.raw,
                to.raw,
                vk::ImageLayout::GENERAL,
                regions,
            );
        }
    }

    /// Reads levels of an image into a buffer.
    pub fn download(&self, from: &Image, to: &Buffer, regions: &[vk::BufferImageCopy]) {
        // SAFETY: as above.
        unsafe {
            self.gpu.device.cmd_copy_image_to_buffer(
                self.raw,
                from.raw,
                vk::ImageLayout::GENERAL,
                to.raw,
                regions,
            );
        }
    }

    /// Clears an image of colours.
    pub fn clear(&self, image: &Image, colour: [f32; 4]) {
        let value = vk::ClearColorValue { float32: colour };
        // SAFETY: as above.
        unsafe {
            self.gpu.device.cmd_clear_color_image(
                self.raw,
                image.raw,
                vk::ImageLayout::GENERAL,
                &value,
                &[image.all()],
            );
        }
    }
}

impl Gpu {
    /// Records a command buffer.
    pub fn record(
        &self,
        level: vk::CommandBufferLevel,
        begin: &vk::CommandBufferBeginInfo<'_>,
        record: impl FnOnce(&Commands<'_>) -> Result<(), Failure>,
    ) -> Result<vk::CommandBuffer, Failure> {
        let info = vk::CommandBufferAllocateInfo::default()
            .command_pool(self.pool)
            .level(level)
            .command_buffer_count(1);
        // SAFETY: the pool is of this device and used by one thread.
        unsafe {
            let raw = self.device.allocate_command_buffers(&info)?[0];
            self.device.begin_command_buffer(raw, begin)?;
            record(&Commands { gpu: self, raw })?;
            self.device.end_command_buffer(raw)?;
            Ok(raw)
        }
    }

    /// Records a primary command buffer.
    pub fn primary(
        &self,
        record: impl FnOnce(&Commands<'_>) -> Result<(), Failure>,
    ) -> Result<vk::CommandBuffer, Failure> {
        let begin = vk::CommandBufferBeginInfo::default();
        self.record(vk::CommandBufferLevel::PRIMARY, &begin, record)
    }

    /// Submits command buffers, and waits for them.
    pub fn submit(&self, buffers: &[vk::CommandBuffer]) -> Result<(), Failure> {
        let info = [vk::SubmitInfo::default().command_buffers(buffers)];
        // SAFETY: the command buffers are recorded, and the fence is destroyed after the wait.
        unsafe {
            let fence = vk::FenceCreateInfo::default();
            let fence = self.device.create_fence(&fence, None)?;
            let submitted = self.device.queue_submit(self.queue, &info, fence);
            let waited =
                submitted.and_then(|()| self.device.wait_for_fences(&[fence], true, u64::MAX));
            self.device.destroy_fence(fence, None);
            Ok(waited?)
        }
    }

    /// Records, submits, and waits.
    pub fn run(
        &self,
        record: impl FnOnce(&Commands<'_>) -> Result<(), Failure>,
    ) -> Result<(), Failure> {
        self.submit(&[self.primary(record)?])
    }

    /// Reads the first level of an image with four bytes a pixel.
    pub fn picture(&self, image: &Image) -> Result<Picture, Failure> {
        let bytes = self.download(image, 0, 4)?;
        Ok(Picture {
            width: image.extent.width,
            height: image.extent.height * image.layers * image.extent.depth,
            rgba: bytes,
        })
    }

    /// Reads a level of an image, all layers, rows without gaps.
    pub fn download(&self, image: &Image, level: u32, pixel: usize) -> Result<Vec<u8>, Failure> {
        self.download_of(image, level, aspects(image.format), pixel)
    }

    /// Reads depth or stencil of the first level.
    pub fn plane(
        &self,
        image: &Image,
        aspect: vk::ImageAspectFlags,
        pixel: usize,
    ) -> Result<Vec<u8>, Failure> {
        self.download_of(image, 0, aspect, pixel)
    }

    fn download_of(
        &self,
        image: &Image,
        level: u32,
        aspect: vk::ImageAspectFlags,
        pixel: usize,
    ) -> Result<Vec<u8>, Failure> {
        let size = image.size(level);
        let pixels = size.width * size.height * size.depth * image.layers;
        let buffer = self.buffer(pixels as usize * pixel)?;
        let mut copy = image.copy(level, 0);
        copy.image_subresource.aspect_mask = aspect;
        self.run(|c| {
            c.barrier();
            c.download(image, &buffer, &[copy]);
            c.for_host();
            Ok(())
        })?;
        Ok(buffer.read())
    }
}
