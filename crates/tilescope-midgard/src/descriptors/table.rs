//! Every descriptor and every aggregate of both architectures.

use std::ops::RangeInclusive;

use tilescope_tables::descriptor::{Section, View};

use super::{Aggregate, Arch, BlockFormat, Descriptor};
use super::{attributes, job, state, texture, tiler, v4, v4_framebuffer, v5, v5_framebuffer};

/// Values of a block format: AFBC.
const AFBC: RangeInclusive<u64> = 3..=3;
const _: () = assert!(BlockFormat::Afbc.bits() == 3);

/// The descriptors, those of both architectures once.
#[rustfmt::skip]
pub static DESCRIPTORS: &[Descriptor] = &[
    Descriptor { name: "Attribute", arches: &[Arch::V4, Arch::V5], align: 8, layout: &attributes::attribute::LAYOUT, views: &[], defaults: &[("offset_enable", 0x1)] },
    Descriptor { name: "Attribute Vertex ID", arches: &[Arch::V4, Arch::V5], align: 32, layout: &attributes::attribute_vertex_id::LAYOUT, views: &[], defaults: &[("type", 0x22)] },
    Descriptor { name: "Attribute Instance ID", arches: &[Arch::V4, Arch::V5], align: 32, layout: &attributes::attribute_instance_id::LAYOUT, views: &[], defaults: &[("type", 0x24)] },
    Descriptor { name: "Attribute Buffer", arches: &[Arch::V4, Arch::V5], align: 32, layout: &attributes::attribute_buffer::LAYOUT, views: &[View { name: "special", when: "a special attribute replaces the buffer", asked: &[(attributes::attribute_buffer::TYPE, 33..=63)], layout: &attributes::attribute_buffer_as_special::LAYOUT }, View { name: "modulus", when: "the instance divisor is padded", asked: &[(attributes::attribute_buffer::TYPE, 3..=3)], layout: &attributes::attribute_buffer_as_modulus::LAYOUT }, View { name: "npot", when: "the instance divisor is arbitrary", asked: &[(attributes::attribute_buffer::TYPE, 4..=4)], layout: &attributes::attribute_buffer_as_npot::LAYOUT }], defaults: &[("type", 0x1)] },
    Descriptor { name: "Attribute Buffer Continuation NPOT", arches: &[Arch::V4, Arch::V5], align: 4, layout: &attributes::attribute_buffer_continuation_npot::LAYOUT, views: &[], defaults: &[("type", 0x20)] },
    Descriptor { name: "Attribute Buffer Continuation 3D", arches: &[Arch::V4, Arch::V5], align: 4, layout: &attributes::attribute_buffer_continuation_3d::LAYOUT, views: &[], defaults: &[("type", 0x20)] },
    Descriptor { name: "Blend Function", arches: &[Arch::V4, Arch::V5], align: 4, layout: &state::blend_function::LAYOUT, views: &[], defaults: &[] },
    Descriptor { name: "Blend Equation", arches: &[Arch::V4, Arch::V5], align: 4, layout: &state::blend_equation::LAYOUT, views: &[], defaults: &[] },
    Descriptor { name: "Blend", arches: &[Arch::V4, Arch::V5], align: 16, layout: &state::blend::LAYOUT, views: &[View { name: "equation", when: "blend_shader is 0", asked: &[(state::blend::BLEND_SHADER, 0..=0)], layout: &state::blend_as_equation::LAYOUT }], defaults: &[("enable", 0x1)] },
    Descriptor { name: "Invocation", arches: &[Arch::V4, Arch::V5], align: 4, layout: &job::invocation::LAYOUT, views: &[], defaults: &[] },
    Descriptor { name: "Primitive", arches: &[Arch::V4, Arch::V5], align: 4, layout: &job::primitive::LAYOUT, views: &[], defaults: &[("first_provoking_vertex", 0x1), ("low_depth_cull", 0x1), ("high_depth_cull", 0x1)] },
    Descriptor { name: "Draw", arches: &[Arch::V4], align: 64, layout: &v4::draw::LAYOUT, views: &[View { name: "fbd", when: "the job is a tiler job", asked: &[], layout: &v4::draw_as_fbd::LAYOUT }], defaults: &[("four_components_per_vertex", 0x1), ("draw_descriptor_is_64b", 0x1), ("texture_descriptor_is_64b", 0x1)] },
    Descriptor { name: "Draw", arches: &[Arch::V5], align: 64, layout: &v5::draw::LAYOUT, views: &[View { name: "fbd", when: "the job is a tiler job", asked: &[], layout: &v5::draw_as_fbd::LAYOUT }], defaults: &[("four_components_per_vertex", 0x1), ("draw_descriptor_is_64b", 0x1), ("texture_descriptor_is_64b", 0x1)] },
    Descriptor { name: "Surface", arches: &[Arch::V4, Arch::V5], align: 8, layout: &texture::surface::LAYOUT, views: &[], defaults: &[] },
    Descriptor { name: "Surface With Stride", arches: &[Arch::V4, Arch::V5], align: 8, layout: &texture::surface_with_stride::LAYOUT, views: &[], defaults: &[] },
    Descriptor { name: "Sampler", arches: &[Arch::V4, Arch::V5], align: 32, layout: &texture::sampler::LAYOUT, views: &[], defaults: &[("magnify_nearest", 0x1), ("minify_nearest", 0x1), ("normalized_coordinates", 0x1), ("maximum_lod", 0x1), ("wrap_mode_s", 0x9), ("wrap_mode_t", 0x9), ("wrap_mode_r", 0x9), ("seamless_cube_map", 0x1)] },
    Descriptor { name: "Texture", arches: &[Arch::V4, Arch::V5], align: 64, layout: &texture::texture::LAYOUT, views: &[View { name: "multisampled", when: "the texture is multisampled", asked: &[], layout: &texture::texture_as_multisampled::LAYOUT }], defaults: &[("surface_pointer_is_64b", 0x1)] },
    Descriptor { name: "Renderer Properties", arches: &[Arch::V4, Arch::V5], align: 4, layout: &state::renderer_properties::LAYOUT, views: &[], defaults: &[] },
    Descriptor { name: "Shader", arches: &[Arch::V4, Arch::V5], align: 4, layout: &state::shader::LAYOUT, views: &[], defaults: &[] },
    Descriptor { name: "Multisample, Misc", arches: &[Arch::V4], align: 4, layout: &v4::multisample_misc::LAYOUT, views: &[], defaults: &[] },
    Descriptor { name: "Multisample, Misc", arches: &[Arch::V5], align: 4, layout: &v5::multisample_misc::LAYOUT, views: &[], defaults: &[] },
    Descriptor { name: "Stencil Mask, Misc", arches: &[Arch::V4], align: 4, layout: &v4::stencil_mask_misc::LAYOUT, views: &[], defaults: &[] },
    Descriptor { name: "Stencil Mask, Misc", arches: &[Arch::V5], align: 4, layout: &v5::stencil_mask_misc::LAYOUT, views: &[], defaults: &[] },
    Descriptor { name: "Stencil", arches: &[Arch::V4, Arch::V5], align: 4, layout: &state::stencil::LAYOUT, views: &[], defaults: &[] },
    Descriptor { name: "Renderer State", arches: &[Arch::V4], align: 64, layout: &v4::renderer_state::LAYOUT, views: &[View { name: "equation", when: "the target has no blend shader", asked: &[(v4::renderer_state::MULTISAMPLE_MISC_BLEND_SHADER, 0..=0)], layout: &v4::renderer_state_as_equation::LAYOUT }], defaults: &[] },
    Descriptor { name: "Renderer State", arches: &[Arch::V5], align: 64, layout: &v5::renderer_state::LAYOUT, views: &[], defaults: &[] },
    Descriptor { name: "Uniform Buffer", arches: &[Arch::V4, Arch::V5], align: 8, layout: &attributes::uniform_buffer::LAYOUT, views: &[], defaults: &[] },
    Descriptor { name: "Viewport", arches: &[Arch::V4, Arch::V5], align: 32, layout: &state::viewport::LAYOUT, views: &[], defaults: &[("minimum_x", 0xff800000), ("minimum_y", 0xff800000), ("maximum_x", 0x7f800000), ("maximum_y", 0x7f800000), ("maximum_z", 0x3f800000)] },
    Descriptor { name: "Local Storage", arches: &[Arch::V4, Arch::V5], align: 64, layout: &state::local_storage::LAYOUT, views: &[], defaults: &[("wls_instances", 0x1f)] },
    Descriptor { name: "Tiler Context", arches: &[Arch::V4, Arch::V5], align: 4, layout: &tiler::tiler_context::LAYOUT, views: &[], defaults: &[] },
    Descriptor { name: "Tiler Weights", arches: &[Arch::V4, Arch::V5], align: 4, layout: &tiler::tiler_weights::LAYOUT, views: &[], defaults: &[] },
    Descriptor { name: "RT Buffer", arches: &[Arch::V4, Arch::V5], align: 4, layout: &tiler::rt_buffer::LAYOUT, views: &[], defaults: &[] },
    Descriptor { name: "Framebuffer Parameters", arches: &[Arch::V4], align: 4, layout: &v4_framebuffer::framebuffer_parameters::LAYOUT, views: &[View { name: "clear", when: "the buffers are not preloaded", asked: &[(v4_framebuffer::framebuffer_parameters::COLOR_PRELOAD_ENABLE, 0..=0), (v4_framebuffer::framebuffer_parameters::ZS_PRELOAD_ENABLE, 0..=0)], layout: &v4_framebuffer::framebuffer_parameters_as_clear::LAYOUT }], defaults: &[("zs_format", 0x5)] },
    Descriptor { name: "Framebuffer Parameters", arches: &[Arch::V5], align: 4, layout: &v5_framebuffer::framebuffer_parameters::LAYOUT, views: &[], defaults: &[] },
    Descriptor { name: "ZS CRC Extension", arches: &[Arch::V5], align: 64, layout: &v5_framebuffer::zs_crc_extension::LAYOUT, views: &[View { name: "afbc", when: "the buffers are compressed", asked: &[(v5_framebuffer::zs_crc_extension::ZS_BLOCK_FORMAT, AFBC)], layout: &v5_framebuffer::zs_crc_extension_as_afbc::LAYOUT }], defaults: &[] },
    Descriptor { name: "Render Target YUV Overlay", arches: &[Arch::V5], align: 4, layout: &v5_framebuffer::render_target_yuv_overlay::LAYOUT, views: &[], defaults: &[] },
    Descriptor { name: "Render Target AFBC Overlay", arches: &[Arch::V5], align: 4, layout: &v5_framebuffer::render_target_afbc_overlay::LAYOUT, views: &[], defaults: &[] },
    Descriptor { name: "RT Clear", arches: &[Arch::V5], align: 4, layout: &v5_framebuffer::rt_clear::LAYOUT, views: &[], defaults: &[] },
    Descriptor { name: "Render Target", arches: &[Arch::V5], align: 64, layout: &v5_framebuffer::render_target::LAYOUT, views: &[View { name: "clear", when: "the target is not preloaded", asked: &[(v5_framebuffer::render_target::PRELOAD_ENABLE, 0..=0)], layout: &v5_framebuffer::render_target_as_clear::LAYOUT }, View { name: "yuv", when: "yuv_enable is 1", asked: &[(v5_framebuffer::render_target::YUV_ENABLE, 1..=1)], layout: &v5_framebuffer::render_target_yuv_overlay::LAYOUT }, View { name: "afbc", when: "the target is compressed", asked: &[(v5_framebuffer::render_target::WRITEBACK_BLOCK_FORMAT, AFBC), (v5_framebuffer::render_target::YUV_ENABLE, 0..=0)], layout: &v5_framebuffer::render_target_afbc_overlay::LAYOUT }], defaults: &[] },
    Descriptor { name: "Job Header", arches: &[Arch::V4, Arch::V5], align: 64, layout: &job::job_header::LAYOUT, views: &[], defaults: &[("is_64b", 0x1)] },
    Descriptor { name: "Fragment Job Payload", arches: &[Arch::V4], align: 4, layout: &v4::fragment_job_payload::LAYOUT, views: &[], defaults: &[] },
    Descriptor { name: "Fragment Job Payload", arches: &[Arch::V5], align: 4, layout: &v5::fragment_job_payload::LAYOUT, views: &[], defaults: &[] },
    Descriptor { name: "Write Value Job Payload", arches: &[Arch::V4, Arch::V5], align: 4, layout: &job::write_value_job_payload::LAYOUT, views: &[], defaults: &[] },
    Descriptor { name: "Cache Flush Job Payload", arches: &[Arch::V4, Arch::V5], align: 4, layout: &job::cache_flush_job_payload::LAYOUT, views: &[], defaults: &[] },
    Descriptor { name: "Compute Job Parameters", arches: &[Arch::V4, Arch::V5], align: 4, layout: &job::compute_job_parameters::LAYOUT, views: &[], defaults: &[] },
    Descriptor { name: "Primitive Size", arches: &[Arch::V4, Arch::V5], align: 4, layout: &job::primitive_size::LAYOUT, views: &[View { name: "array", when: "point_size_array_format is not NONE", asked: &[], layout: &job::primitive_size_as_array::LAYOUT }], defaults: &[] },
    Descriptor { name: "Framebuffer Padding 1", arches: &[Arch::V4], align: 4, layout: &v4_framebuffer::framebuffer_padding_1::LAYOUT, views: &[], defaults: &[] },
    Descriptor { name: "Framebuffer Padding 2", arches: &[Arch::V4], align: 4, layout: &v4_framebuffer::framebuffer_padding_2::LAYOUT, views: &[], defaults: &[] },
];

/// Descriptors at fixed offsets from each other: jobs and framebuffers.
#[rustfmt::skip]
pub static AGGREGATES: &[Aggregate] = &[
    Aggregate { name: "Framebuffer", arch: Arch::V4, size: 320, align: 64, sections: &[Section { name: "Local Storage", offset: 0, of: "Local Storage" }, Section { name: "Parameters", offset: 32, of: "Framebuffer Parameters" }, Section { name: "Tiler", offset: 192, of: "Tiler Context" }, Section { name: "Padding 1", offset: 232, of: "Framebuffer Padding 1" }, Section { name: "Tiler Weights", offset: 256, of: "Tiler Weights" }, Section { name: "Padding 2", offset: 288, of: "Framebuffer Padding 2" }] },
    Aggregate { name: "Fragment Job", arch: Arch::V4, size: 48, align: 64, sections: &[Section { name: "Header", offset: 0, of: "Job Header" }, Section { name: "Payload", offset: 32, of: "Fragment Job Payload" }] },
    Aggregate { name: "Write Value Job", arch: Arch::V4, size: 44, align: 64, sections: &[Section { name: "Header", offset: 0, of: "Job Header" }, Section { name: "Payload", offset: 32, of: "Write Value Job Payload" }] },
    Aggregate { name: "Cache Flush Job", arch: Arch::V4, size: 40, align: 64, sections: &[Section { name: "Header", offset: 0, of: "Job Header" }, Section { name: "Payload", offset: 32, of: "Cache Flush Job Payload" }] },
    Aggregate { name: "Compute Job", arch: Arch::V4, size: 184, align: 64, sections: &[Section { name: "Header", offset: 0, of: "Job Header" }, Section { name: "Invocation", offset: 32, of: "Invocation" }, Section { name: "Parameters", offset: 40, of: "Compute Job Parameters" }, Section { name: "Draw", offset: 64, of: "Draw" }] },
    Aggregate { name: "Tiler Job", arch: Arch::V4, size: 192, align: 64, sections: &[Section { name: "Header", offset: 0, of: "Job Header" }, Section { name: "Invocation", offset: 32, of: "Invocation" }, Section { name: "Primitive", offset: 40, of: "Primitive" }, Section { name: "Draw", offset: 64, of: "Draw" }, Section { name: "Primitive Size", offset: 184, of: "Primitive Size" }] },
    Aggregate { name: "Framebuffer", arch: Arch::V5, size: 128, align: 64, sections: &[Section { name: "Local Storage", offset: 0, of: "Local Storage" }, Section { name: "Parameters", offset: 32, of: "Framebuffer Parameters" }, Section { name: "Tiler", offset: 56, of: "Tiler Context" }, Section { name: "Tiler Weights", offset: 96, of: "Tiler Weights" }] },
    Aggregate { name: "Fragment Job", arch: Arch::V5, size: 64, align: 64, sections: &[Section { name: "Header", offset: 0, of: "Job Header" }, Section { name: "Payload", offset: 32, of: "Fragment Job Payload" }] },
    Aggregate { name: "Write Value Job", arch: Arch::V5, size: 44, align: 64, sections: &[Section { name: "Header", offset: 0, of: "Job Header" }, Section { name: "Payload", offset: 32, of: "Write Value Job Payload" }] },
    Aggregate { name: "Cache Flush Job", arch: Arch::V5, size: 40, align: 64, sections: &[Section { name: "Header", offset: 0, of: "Job Header" }, Section { name: "Payload", offset: 32, of: "Cache Flush Job Payload" }] },
    Aggregate { name: "Compute Job", arch: Arch::V5, size: 184, align: 64, sections: &[Section { name: "Header", offset: 0, of: "Job Header" }, Section { name: "Invocation", offset: 32, of: "Invocation" }, Section { name: "Parameters", offset: 40, of: "Compute Job Parameters" }, Section { name: "Draw", offset: 64, of: "Draw" }] },
    Aggregate { name: "Tiler Job", arch: Arch::V5, size: 192, align: 64, sections: &[Section { name: "Header", offset: 0, of: "Job Header" }, Section { name: "Invocation", offset: 32, of: "Invocation" }, Section { name: "Primitive", offset: 40, of: "Primitive" }, Section { name: "Draw", offset: 64, of: "Draw" }, Section { name: "Primitive Size", offset: 184, of: "Primitive Size" }] },
];
