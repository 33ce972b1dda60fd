//! Commands of extensions that ash has as pointers only.

use ash::vk;

use crate::commands::Commands;
use crate::resources::Buffer;

impl Commands<'_> {
    /// Runs draws with capture into a buffer, whose counter is read before if `resumed`, and written
    /// after.
    pub fn capture(
        &self,
        to: &Buffer,
        counter: Option<&Buffer>,
        resumed: bool,
        draw: impl FnOnce(),
    ) {
        let of = ash::ext::transform_feedback::Device::new(&self.gpu.instance, &self.gpu.device);
        let of = of.fp();
        let counters: Vec<vk::Buffer> = counter.iter().map(|c| c.raw).collect();
        let before = if resumed { counters.as_slice() } else { &[] };
        let (first, last) = (before.len() as u32, counters.len() as u32);
        // SAFETY: the command buffer is recording in a pass, with a pipeline that captures; the
        // arrays have as many elements as is said, and offsets that are null are 0.
        unsafe {
            (of.cmd_bind_transform_feedback_buffers_ext)(self.raw, 0, 1, &to.raw, &0, &to.size);
            (of.cmd_begin_transform_feedback_ext)(
                self.raw,
                0,
                first,
                before.as_ptr(),
                std::ptr::null(),
            );
            draw();
            (of.cmd_end_transform_feedback_ext)(
                self.raw,
                0,
                last,
                counters.as_ptr(),
                std::ptr::null(),
            );
        }
    }

    /// Draws as many vertices of `stride` bytes as a counter has bytes of.
    pub fn draw_captured(&self, counter: &Buffer, stride: u32) {
        let of = ash::ext::transform_feedback::Device::new(&self.gpu.instance, &self.gpu.device);
        // SAFETY: the command buffer is recording in a pass, with a pipeline.
        unsafe {
            (of.fp().cmd_draw_indirect_byte_count_ext)(self.raw, 1, 0, counter.raw, 0, 0, stride);
        }
    }

    /// Runs draws with a query of captured primitives.
    pub fn query_capture(&self, queries: vk::QueryPool, draw: impl FnOnce()) {
        let of = ash::ext::transform_feedback::Device::new(&self.gpu.instance, &self.gpu.device);
        let of = of.fp();
        // SAFETY: the command buffer is recording, and the query was reset.
        unsafe {
            let none = vk::QueryControlFlags::empty();
            (of.cmd_begin_query_indexed_ext)(self.raw, queries, 0, none, 0);
            draw();
            (of.cmd_end_query_indexed_ext)(self.raw, queries, 0, 0);
        }
    }

    /// Runs draws only if a word of a buffer is not 0.
    pub fn if_set(&self, word: &Buffer, offset: u64, draw: impl FnOnce()) {
        let gpu = self.gpu;
        let of = ash::ext::conditional_rendering::Device::new(&gpu.instance, &gpu.device);
        let info = vk::ConditionalRenderingBeginInfoEXT::default()
            .buffer(word.raw)
            .offset(offset);
        // SAFETY: the command buffer is recording, and the structure has no pointers.
        unsafe {
            (of.fp().cmd_begin_conditional_rendering_ext)(self.raw, &info);
            draw();
            (of.fp().cmd_end_conditional_rendering_ext)(self.raw);
        }
    }
}
