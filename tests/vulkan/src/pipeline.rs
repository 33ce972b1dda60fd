//! Shaders, pipelines, render passes and framebuffers.

use ash::vk;

use crate::failure::Failure;
use crate::gpu::{Gpu, Owned};
use crate::resources::{Image, Set, aspects};

/// A compiled shader.
#[derive(Clone, Copy)]
pub struct Shader {
    /// The stage.
    pub stage: vk::ShaderStageFlags,
    /// SPIR-V.
    pub code: &'static [u8],
}

/// The shader of a file in `shaders`, named by its stage.
macro_rules! shader {
    ($stage:ident $name:literal) => {
        $crate::pipeline::Shader {
            stage: ash::vk::ShaderStageFlags::$stage,
            code: include_bytes!(concat!(
                env!("CARGO_MANIFEST_DIR"),
                "/shaders/",
                $name,
                ".spv"
            )),
        }
    };
}
pub(crate) use shader;

/// A graphics pipeline. Fields that are not named have the values of [`Graphics::new`].
#[derive(Clone, Copy)]
pub struct Graphics<'a> {
    /// The shaders.
    pub shaders: &'a [Shader],
    /// The layout.
    pub layout: vk::PipelineLayout,
    /// The render pass and the subpass; none with dynamic rendering.
    pub pass: Option<(vk::RenderPass, u32)>,
    /// Formats of the colour attachments. With a render pass only their number counts.
    pub colours: &'a [vk::Format],
    /// The format of depth or stencil, if there is some.
    pub depth_format: vk::Format,
    /// Buffers of vertices.
    pub buffers: &'a [vk::VertexInputBindingDescription],
    /// Attributes.
    pub attributes: &'a [vk::VertexInputAttributeDescription],
    /// The primitives.
    pub topology: vk::PrimitiveTopology,
    /// Whether an index of all ones begins a new strip.
    pub restart: bool,
    /// Vertices of a patch; 0 without tessellation.
    pub patch: u32,
    /// The size of viewport and scissor.
    pub size: (u32, u32),
    /// Faces that are not drawn.
    pub cull: vk::CullModeFlags,
    /// Whether nothing is rasterized.
    pub discard: bool,
    /// Samples of a pixel.
    pub samples: vk::SampleCountFlags,
    /// The fraction of samples that are shaded each.
    pub sample_shading: f32,
    /// The test of depth.
    pub depth: Option<vk::CompareOp>,
    /// The test of stencil.
    pub stencil: Option<vk::StencilOpState>,
    /// Blending of all attachments.
    pub blend: vk::PipelineColorBlendAttachmentState,
    /// State that commands set.
    pub dynamic: &'a [vk::DynamicState],
    /// Constants of all shaders.
    pub constants: vk::SpecializationInfo<'a>,
    /// The cache.
    pub cache: vk::PipelineCache,
}

impl<'a> Graphics<'a> {
    /// Triangles of a list, one colour attachment, no tests.
    pub fn new(shaders: &'a [Shader], layout: vk::PipelineLayout, size: (u32, u32)) -> Self {
        Graphics {
            shaders,
            layout,
            pass: None,
            colours: &[vk::Format::R8G8B8A8_UNORM],
            depth_format: vk::Format::UNDEFINED,
            buffers: &[],
            attributes: &[],
            topology: vk::PrimitiveTopology::TRIANGLE_LIST,
            restart: false,
            patch: 0,
            size,
            cull: vk::CullModeFlags::NONE,
            discard: false,
            samples: vk::SampleCountFlags::TYPE_1,
            sample_shading: 0.0,
            depth: None,
            stencil: None,
            blend: vk::PipelineColorBlendAttachmentState::default()
                .color_write_mask(vk::ColorComponentFlags::RGBA),
            dynamic: &[],
            constants: vk::SpecializationInfo::default(),
            cache: vk::PipelineCache::null(),
        }
    }

    /// The pipeline.
    pub fn build(&self, gpu: &Gpu) -> Result<vk::Pipeline, Failure> {
        let modules = gpu.modules(self.shaders)?;
        let mut stages = Vec::new();
        for (shader, module) in self.shaders.iter().zip(&modules) {
            stages.push(
                vk::PipelineShaderStageCreateInfo::default()
                    .stage(shader.stage)
                    .module(*module)
                    .name(c"main")
                    .specialization_info(&self.constants),
            );
        }
        let input = vk::PipelineVertexInputStateCreateInfo::default()
            .vertex_binding_descriptions(self.buffers)
            .vertex_attribute_descriptions(self.attributes);
        let assembly = vk::PipelineInputAssemblyStateCreateInfo::default()
            .topology(self.topology)
            .primitive_restart_enable(self.restart);
        let tessellation =
            vk::PipelineTessellationStateCreateInfo::default().patch_control_points(self.patch);
        let viewports = [viewport(self.size)];
        let scissors = [rect(self.size)];
        let viewport = vk::PipelineViewportStateCreateInfo::default()
            .viewports(&viewports)
            .scissors(&scissors);
        let raster = vk::PipelineRasterizationStateCreateInfo::default()
            .cull_mode(self.cull)
            .rasterizer_discard_enable(self.discard)
            .line_width(1.0);
        let samples = vk::PipelineMultisampleStateCreateInfo::default()
            .rasterization_samples(self.samples)
            .sample_shading_enable(self.sample_shading > 0.0)
            .min_sample_shading(self.sample_shading);
        let stencil = self.stencil.unwrap_or_default();
        let depth = vk::PipelineDepthStencilStateCreateInfo::default()
            .depth_test_enable(self.depth.is_some())
            .depth_write_enable(self.depth.is_some())
            .depth_compare_op(self.depth.unwrap_or_default())
            .stencil_test_enable(self.stencil.is_some())
            .front(stencil)
            .back(stencil);
        let blends = vec![self.blend; self.colours.len()];
        let blend = vk::PipelineColorBlendStateCreateInfo::default().attachments(&blends);
        let dynamic = vk::PipelineDynamicStateCreateInfo::default().dynamic_states(self.dynamic);
        let aspects = aspects(self.depth_format);
        let with = |aspect| match aspects.contains(aspect) {
            true => self.depth_format,
            false => vk::Format::UNDEFINED,
        };
        let mut rendering = vk::PipelineRenderingCreateInfo::default()
            .color_attachment_formats(self.colours)
            .depth_attachment_format(with(vk::ImageAspectFlags::DEPTH))
            .stencil_attachment_format(with(vk::ImageAspectFlags::STENCIL));
        let mut info = vk::GraphicsPipelineCreateInfo::default()
            .stages(&stages)
            .vertex_input_state(&input)
            .input_assembly_state(&assembly)
            .tessellation_state(&tessellation)
            .viewport_state(&viewport)
            .rasterization_state(&raster)
            .multisample_state(&samples)
            .depth_stencil_state(&depth)
            .color_blend_state(&blend)
            .dynamic_state(&dynamic)
            .layout(self.layout);
        match self.pass {
            Some((pass, subpass)) => info = info.render_pass(pass).subpass(subpass),
            None => info = info.push_next(&mut rendering),
        }
        // SAFETY: the structures are valid, and their handles are of the device.
        let pipeline = unsafe {
            let made = gpu
                .device
                .create_graphics_pipelines(self.cache, &[info], None);
            gpu.forget(&modules);
            made?[0]
        };
        gpu.keep(Owned::Pipeline(pipeline));
        Ok(pipeline)
    }
}

/// All of a target.
pub fn rect((width, height): (u32, u32)) -> vk::Rect2D {
    vk::Rect2D::default().extent(vk::Extent2D { width, height })
}

/// The viewport of all of a target.
pub fn viewport((width, height): (u32, u32)) -> vk::Viewport {
    vk::Viewport {
        width: width as f32,
        height: height as f32,
        max_depth: 1.0,
        ..vk::Viewport::default()
    }
}

/// An attachment of a render pass: its image, and what happens before and after.
#[derive(Clone, Copy)]
pub struct Attachment<'a> {
    /// The image.
    pub image: &'a Image,
    /// Samples of the image.
    pub samples: vk::SampleCountFlags,
    /// The operation at the beginning, of all aspects.
    pub load: vk::AttachmentLoadOp,
    /// The operation at the end.
    pub store: vk::AttachmentStoreOp,
}

impl<'a> Attachment<'a> {
    /// One that is cleared and stored.
    pub fn cleared(image: &'a Image) -> Self {
        Attachment {
            image,
            samples: vk::SampleCountFlags::TYPE_1,
            load: vk::AttachmentLoadOp::CLEAR,
            store: vk::AttachmentStoreOp::STORE,
        }
    }

    fn description(&self) -> vk::AttachmentDescription {
        vk::AttachmentDescription::default()
            .format(self.image.format)
            .samples(self.samples)
            .load_op(self.load)
            .store_op(self.store)
            .stencil_load_op(self.load)
            .stencil_store_op(self.store)
            .initial_layout(vk::ImageLayout::GENERAL)
            .final_layout(vk::ImageLayout::GENERAL)
    }
}

/// A subpass: numbers of attachments.
#[derive(Clone, Copy, Default)]
pub struct Subpass<'a> {
    /// Colours.
    pub colours: &'a [u32],
    /// Targets of resolves, one for each colour or none.
    pub resolves: &'a [u32],
    /// Inputs.
    pub inputs: &'a [u32],
    /// Depth and stencil.
    pub depth: Option<u32>,
}

/// A render pass with its framebuffer.
#[derive(Clone, Copy)]
pub struct Pass {
    /// The render pass.
    pub raw: vk::RenderPass,
    /// The framebuffer.
    pub framebuffer: vk::Framebuffer,
    /// The size of the framebuffer.
    pub size: (u32, u32),
}

fn references(numbers: &[u32]) -> Vec<vk::AttachmentReference> {
    let reference = |n: &u32| {
        vk::AttachmentReference::default()
            .attachment(*n)
            .layout(vk::ImageLayout::GENERAL)
    };
    numbers.iter().map(reference).collect()
}

impl Gpu {
    /// A layout of these sets and bytes of constants.
    pub fn layout(&self, sets: &[Set], push: u32) -> Result<vk::PipelineLayout, Failure> {
        let layouts: Vec<_> = sets.iter().map(|s| s.layout).collect();
        let range = [vk::PushConstantRange::default()
            .stage_flags(vk::ShaderStageFlags::ALL)
            .size(push)];
        let ranges: &[vk::PushConstantRange] = if push > 0 { &range } else { &[] };
        let info = vk::PipelineLayoutCreateInfo::default()
            .set_layouts(&layouts)
            .push_constant_ranges(ranges);
        // SAFETY: the sets are of this device.
        let layout = unsafe { self.device.create_pipeline_layout(&info, None)? };
        self.keep(Owned::Layout(layout));
        Ok(layout)
    }

    fn modules(&self, shaders: &[Shader]) -> Result<Vec<vk::ShaderModule>, Failure> {
        let mut modules = Vec::new();
        for shader in shaders {
            let words = shader.code.chunks_exact(4);
            let words = words.map(|w| u32::from_le_bytes([w[0], w[1], w[2], w[3]]));
            let words: Vec<u32> = words.collect();
            let info = vk::ShaderModuleCreateInfo::default().code(&words);
            // SAFETY: the code is what the compiler made.
            modules.push(unsafe { self.device.create_shader_module(&info, None)? });
        }
        Ok(modules)
    }

    fn forget(&self, modules: &[vk::ShaderModule]) {
        for module in modules {
            // SAFETY: pipelines do not need their modules.
            unsafe { self.device.destroy_shader_module(*module, None) };
        }
    }

    /// A compute pipeline.
    pub fn compute(
        &self,
        shader: Shader,
        layout: vk::PipelineLayout,
    ) -> Result<vk::Pipeline, Failure> {
        let modules = self.modules(&[shader])?;
        let stage = vk::PipelineShaderStageCreateInfo::default()
            .stage(shader.stage)
            .module(modules[0])
            .name(c"main");
        let info = vk::ComputePipelineCreateInfo::default()
            .stage(stage)
            .layout(layout);
        // SAFETY: the structures are valid.
        let pipeline = unsafe {
            let cache = vk::PipelineCache::null();
            let made = self.device.create_compute_pipelines(cache, &[info], None);
            self.forget(&modules);
            made?[0]
        };
        self.keep(Owned::Pipeline(pipeline));
        Ok(pipeline)
    }

    /// A render pass and a framebuffer of all first levels and layers.
    pub fn pass(
        &self,
        attachments: &[Attachment<'_>],
        subpasses: &[Subpass<'_>],
    ) -> Result<Pass, Failure> {
        let descriptions: Vec<_> = attachments.iter().map(Attachment::description).collect();
        let lists: Vec<_> = subpasses
            .iter()
            .map(|s| {
                let depth: Vec<u32> = s.depth.into_iter().collect();
                let lists = [s.colours, s.resolves, s.inputs, depth.as_slice()];
                lists.map(references)
            })
            .collect();
        let made = lists.iter().map(|[colours, resolves, inputs, depth]| {
            let mut made = vk::SubpassDescription::default()
                .color_attachments(colours)
                .input_attachments(inputs);
            if !resolves.is_empty() {
                made = made.resolve_attachments(resolves);
            }
            match depth.first() {
                Some(depth) => made.depth_stencil_attachment(depth),
                None => made,
            }
        });
        let made: Vec<_> = made.collect();
        let dependencies: Vec<_> = (1..subpasses.len() as u32)
            .map(|subpass| {
                vk::SubpassDependency::default()
                    .src_subpass(subpass - 1)
                    .dst_subpass(subpass)
                    .src_stage_mask(
                        vk::PipelineStageFlags::COLOR_ATTACHMENT_OUTPUT
                            | vk::PipelineStageFlags::LATE_FRAGMENT_TESTS,
                    )
                    .dst_stage_mask(
                        vk::PipelineStageFlags::FRAGMENT_SHADER
                            | vk::PipelineStageFlags::COLOR_ATTACHMENT_OUTPUT
                            | vk::PipelineStageFlags::EARLY_FRAGMENT_TESTS,
                    )
                    .src_access_mask(vk::AccessFlags::MEMORY_WRITE)
                    .dst_access_mask(vk::AccessFlags::MEMORY_READ | vk::AccessFlags::MEMORY_WRITE)
                    .dependency_flags(vk::DependencyFlags::BY_REGION)
            })
            .collect();
        let info = vk::RenderPassCreateInfo::default()
            .attachments(&descriptions)
            .subpasses(&made)
            .dependencies(&dependencies);
        // SAFETY: the structures are valid.
        let raw = unsafe { self.device.create_render_pass(&info, None)? };
        self.keep(Owned::Pass(raw));
        self.framebuffer(raw, attachments)
    }

    /// A framebuffer of all first levels.
    fn framebuffer(
        &self,
        raw: vk::RenderPass,
        attachments: &[Attachment<'_>],
    ) -> Result<Pass, Failure> {
        let images: Vec<&Image> = attachments.iter().map(|a| a.image).collect();
        let layers = images.iter().map(|i| i.layers).min().unwrap_or(1);
        self.framebuffer_of(raw, &images, layers)
    }

    fn framebuffer_of(
        &self,
        raw: vk::RenderPass,
        images: &[&Image],
        layers: u32,
    ) -> Result<Pass, Failure> {
        let mut views = Vec::new();
        for image in images {
            let kind = match image.layers {
                1 => vk::ImageViewType::TYPE_2D,
                _ => vk::ImageViewType::TYPE_2D_ARRAY,
            };
            views.push(self.view_as(image, kind, image.all().level_count(1))?);
        }
        let least = |of: fn(&vk::Extent3D) -> u32| {
            let all = images.iter().map(|i| of(&i.extent));
            all.min().unwrap_or(1)
        };
        let size = (least(|e| e.width), least(|e| e.height));
        let info = vk::FramebufferCreateInfo::default()
            .render_pass(raw)
            .attachments(&views)
            .width(size.0)
            .height(size.1)
            .layers(layers);
        // SAFETY: the views live until the end.
        let framebuffer = unsafe { self.device.create_framebuffer(&info, None)? };
        self.keep(Owned::Framebuffer(framebuffer));
        Ok(Pass {
            raw,
            framebuffer,
            size,
        })
    }
}

/// A value that clears colours.
pub fn colour(value: [f32; 4]) -> vk::ClearValue {
    vk::ClearValue {
        color: vk::ClearColorValue { float32: value },
    }
}

/// A value that clears depth and stencil.
pub fn depth(depth: f32, stencil: u32) -> vk::ClearValue {
    vk::ClearValue {
        depth_stencil: vk::ClearDepthStencilValue { depth, stencil },
    }
}

impl crate::commands::Commands<'_> {
    /// Draws a pass over the whole framebuffer.
    pub fn in_pass(&self, pass: &Pass, clears: &[vk::ClearValue], draw: impl FnOnce()) {
        self.in_pass_of(pass, clears, vk::SubpassContents::INLINE, draw);
    }

    /// The same, with commands in secondary command buffers.
    pub fn in_pass_of(
        &self,
        pass: &Pass,
        clears: &[vk::ClearValue],
        contents: vk::SubpassContents,
        draw: impl FnOnce(),
    ) {
        let begin = vk::RenderPassBeginInfo::default()
            .render_pass(pass.raw)
            .framebuffer(pass.framebuffer)
            .render_area(rect(pass.size))
            .clear_values(clears);
        let d = &self.gpu.device;
        // SAFETY: the command buffer is recording, outside passes.
        unsafe { d.cmd_begin_render_pass(self.raw, &begin, contents) };
        draw();
        // SAFETY: the pass was begun above.
        unsafe { d.cmd_end_render_pass(self.raw) };
    }

    /// Binds a graphics pipeline.
    pub fn bind(&self, pipeline: vk::Pipeline) {
        let point = vk::PipelineBindPoint::GRAPHICS;
        // SAFETY: the command buffer is recording.
        unsafe { self.gpu.device.cmd_bind_pipeline(self.raw, point, pipeline) };
    }

    /// Draws vertices without indices.
    pub fn draw(&self, vertices: u32, instances: u32) {
        // SAFETY: the command buffer is recording, with a pipeline.
        unsafe {
            self.gpu
                .device
                .cmd_draw(self.raw, vertices, instances, 0, 0)
        };
    }

    /// Runs workgroups of a compute pipeline with these sets.
    pub fn dispatch(
        &self,
        pipeline: vk::Pipeline,
        layout: vk::PipelineLayout,
        sets: &[Set],
        groups: [u32; 3],
    ) {
        let point = vk::PipelineBindPoint::COMPUTE;
        let d = &self.gpu.device;
        let [x, y, z] = groups;
        self.bind_sets(point, layout, sets);
        // SAFETY: the command buffer is recording, outside passes.
        unsafe {
            d.cmd_bind_pipeline(self.raw, point, pipeline);
            d.cmd_dispatch(self.raw, x, y, z);
        }
    }

    /// Sets constants of all stages.
    pub fn push(&self, layout: vk::PipelineLayout, bytes: &[u8]) {
        let all = vk::ShaderStageFlags::ALL;
        // SAFETY: the layout has as many bytes of constants.
        unsafe {
            self.gpu
                .device
                .cmd_push_constants(self.raw, layout, all, 0, bytes);
        }
    }
}
