//! Descriptors that arch v4 has in its own form.

use super::GENXML;
use super::enums::{
    BlendOperandA, BlendOperandB, BlendOperandC, DepthSource, FpMode, Func, OcclusionMode,
    StencilOp,
};
use tilescope_tables::layout;

layout! {
    pub mod draw = "DRAW", 120, GENXML, "Addresses and state of a vertex, compute or tiler job.";
    FOUR_COMPONENTS_PER_VERTEX, "four_components_per_vertex", 0, 1, Bool, "", "Positions have four components.";
    DRAW_DESCRIPTOR_IS_64B, "draw_descriptor_is_64b", 1, 1, Bool, "", "Addresses of this descriptor have 64 bits.";
    TEXTURE_DESCRIPTOR_IS_64B, "texture_descriptor_is_64b", 2, 1, Bool, "", "Addresses of texture descriptors have 64 bits.";
    OCCLUSION_QUERY, "occlusion_query", 3, 2, Enum(&OcclusionMode::TABLE), "", "Kind of occlusion query.";
    FRONT_FACE_CCW, "front_face_ccw", 5, 1, Bool, "", "Counter-clockwise primitives are front-facing.";
    CULL_FRONT_FACE, "cull_front_face", 6, 1, Bool, "", "Cull front faces.";
    CULL_BACK_FACE, "cull_back_face", 7, 1, Bool, "", "Cull back faces.";
    FLAT_SHADING_VERTEX, "flat_shading_vertex", 8, 1, Uint, "", "Vertex of flat varyings.";
    RESERVED_9, "reserved_9", 9, 1, Reserved, "", "Undocumented; drivers write 0.";
    PRIMITIVE_BARRIER, "primitive_barrier", 10, 1, Bool, "", "Wait for earlier primitives.";
    CLEAN_FRAGMENT_WRITE, "clean_fragment_write", 11, 1, Bool, "", "Write fragments that are unchanged.";
    RESERVED_12, "reserved_12", 12, 4, Reserved, "", "Undocumented; drivers write 0.";
    INSTANCE_SIZE, "instance_size", 16, 8, Hex, "", "Vertices of an instance, as (2 * bits 7:5 + 1) << bits 4:0.";
    INSTANCE_PRIMITIVE_SIZE, "instance_primitive_size", 24, 8, Hex, "", "Primitives of an instance, as (2 * bits 7:5 + 1) << bits 4:0.";
    OFFSET_START, "offset_start", 32, 32, Uint, "", "First vertex.";
    PRIMITIVE_INDEX_BASE, "primitive_index_base", 64, 32, Uint, "", "First number of primitives.";
    RESERVED_96, "reserved_96", 96, 32, Reserved, "", "Undocumented; drivers write 0.";
    POSITION, "position", 128, 64, Address(0), "", "Positions of vertices.";
    UNIFORM_BUFFERS, "uniform_buffers", 192, 64, Address(0), "", "Array of uniform buffers.";
    TEXTURES, "textures", 256, 64, Address(0), "", "Array of addresses of textures.";
    SAMPLERS, "samplers", 320, 64, Address(0), "", "Array of samplers.";
    PUSH_UNIFORMS, "push_uniforms", 384, 64, Address(0), "", "Uniforms that are loaded into registers.";
    STATE, "state", 448, 64, Address(0), "", "Renderer state.";
    ATTRIBUTE_BUFFERS, "attribute_buffers", 512, 64, Address(0), "", "Array of attribute buffers.";
    ATTRIBUTES, "attributes", 576, 64, Address(0), "", "Array of attributes.";
    VARYING_BUFFERS, "varying_buffers", 640, 64, Address(0), "", "Array of varying buffers.";
    VARYINGS, "varyings", 704, 64, Address(0), "", "Array of varyings.";
    VIEWPORT, "viewport", 768, 64, Address(0), "", "Viewport.";
    OCCLUSION, "occlusion", 832, 64, Address(0), "", "Counters of the occlusion query.";
    THREAD_STORAGE, "thread_storage", 896, 64, Address(0), "", "Local storage.";
}

layout! {
    pub mod draw_as_fbd = "DRAW_AS_FBD", 120, GENXML, "Addresses and state of a vertex, compute or tiler job, if the job is a tiler job.";
    RESERVED_0, "reserved_0", 0, 64, Reserved, "", "Not in this view.";
    RESERVED_64, "reserved_64", 64, 64, Reserved, "", "Not in this view.";
    RESERVED_128, "reserved_128", 128, 64, Reserved, "", "Not in this view.";
    RESERVED_192, "reserved_192", 192, 64, Reserved, "", "Not in this view.";
    RESERVED_256, "reserved_256", 256, 64, Reserved, "", "Not in this view.";
    RESERVED_320, "reserved_320", 320, 64, Reserved, "", "Not in this view.";
    RESERVED_384, "reserved_384", 384, 64, Reserved, "", "Not in this view.";
    RESERVED_448, "reserved_448", 448, 64, Reserved, "", "Not in this view.";
    RESERVED_512, "reserved_512", 512, 64, Reserved, "", "Not in this view.";
    RESERVED_576, "reserved_576", 576, 64, Reserved, "", "Not in this view.";
    RESERVED_640, "reserved_640", 640, 64, Reserved, "", "Not in this view.";
    RESERVED_704, "reserved_704", 704, 64, Reserved, "", "Not in this view.";
    RESERVED_768, "reserved_768", 768, 64, Reserved, "", "Not in this view.";
    RESERVED_832, "reserved_832", 832, 64, Reserved, "", "Not in this view.";
    FBD, "fbd", 896, 64, Address(0), "", "Framebuffer; the low six bits are its tag.";
}

layout! {
    pub mod multisample_misc = "MULTISAMPLE_MISC", 4, GENXML, "Multisampling and depth state.";
    SAMPLE_MASK, "sample_mask", 0, 16, Hex, "", "Samples that are written.";
    MULTISAMPLE_ENABLE, "multisample_enable", 16, 1, Bool, "", "Multisampling.";
    MULTISAMPLE_LATE_COVERAGE, "multisample_late_coverage", 17, 1, Bool, "", "Coverage after the program.";
    EVALUATE_PER_SAMPLE, "evaluate_per_sample", 18, 1, Bool, "", "Run the program for every sample.";
    FIXED_FUNCTION_DEPTH_RANGE_FIXED, "fixed_function_depth_range_fixed", 19, 1, Bool, "", "Clamp interpolated depth to [0, 1].";
    SHADER_DEPTH_RANGE_FIXED, "shader_depth_range_fixed", 20, 1, Bool, "", "Clamp depth of the program to [0, 1].";
    LOAD_DESTINATION, "load_destination", 21, 1, Bool, "", "The equation or blend shader reads the target.";
    BLEND_SHADER, "blend_shader", 22, 1, Bool, "", "Blend shader.";
    BLEND_SHADER_DISCARD, "blend_shader_discard", 23, 1, Bool, "", "The blend shader can discard.";
    DEPTH_FUNCTION, "depth_function", 24, 3, Enum(&Func::TABLE), "", "Depth comparison.";
    DEPTH_WRITE_MASK, "depth_write_mask", 27, 1, Bool, "", "Write depth.";
    FIXED_FUNCTION_NEAR_DISCARD, "fixed_function_near_discard", 28, 1, Bool, "", "Discard before the near plane, by interpolated depth.";
    FIXED_FUNCTION_FAR_DISCARD, "fixed_function_far_discard", 29, 1, Bool, "", "Discard behind the far plane, by interpolated depth.";
    FRAGMENT_NEAR_DISCARD, "fragment_near_discard", 30, 1, Bool, "", "Discard before the near plane, by the depth of the fragment.";
    FRAGMENT_FAR_DISCARD, "fragment_far_discard", 31, 1, Bool, "", "Discard behind the far plane, by the depth of the fragment.";
}

layout! {
    pub mod stencil_mask_misc = "STENCIL_MASK_MISC", 4, GENXML, "Stencil masks and other state of fragments.";
    STENCIL_MASK_FRONT, "stencil_mask_front", 0, 8, Hex, "", "Stencil bits that front faces write.";
    STENCIL_MASK_BACK, "stencil_mask_back", 8, 8, Hex, "", "Stencil bits that back faces write.";
    STENCIL_ENABLE, "stencil_enable", 16, 1, Bool, "", "Stencil test.";
    ALPHA_TO_COVERAGE, "alpha_to_coverage", 17, 1, Bool, "", "Alpha to coverage.";
    ALPHA_TO_COVERAGE_INVERT, "alpha_to_coverage_invert", 18, 1, Bool, "", "Alpha to coverage invert.";
    ALPHA_TO_ONE, "alpha_to_one", 19, 1, Bool, "", "Replace the alpha of the source by one.";
    WRITE_ENABLE, "write_enable", 20, 1, Bool, "", "Write colours.";
    ALPHA_TEST_COMPARE_FUNCTION, "alpha_test_compare_function", 21, 3, Enum(&Func::TABLE), "", "Alpha comparison.";
    SRGB, "srgb", 24, 1, Bool, "", "Convert to and from sRGB.";
    DITHER_DISABLE, "dither_disable", 25, 1, Bool, "", "No dithering.";
    FORCE_SEAMLESS_CUBEMAPS, "force_seamless_cubemaps", 26, 1, Bool, "", "Filter across faces of all cube maps.";
    RESERVED_27, "reserved_27", 27, 1, Reserved, "", "Undocumented; drivers write 0.";
    FRONT_FACING_DEPTH_BIAS, "front_facing_depth_bias", 28, 1, Bool, "", "Depth bias of front faces.";
    BACK_FACING_DEPTH_BIAS, "back_facing_depth_bias", 29, 1, Bool, "", "Depth bias of back faces.";
    SINGLE_SAMPLED_LINES, "single_sampled_lines", 30, 1, Bool, "", "Lines are not multisampled.";
    POINT_SNAP, "point_snap", 31, 1, Bool, "", "Snap points to pixels.";
}

layout! {
    pub mod renderer_state = "RENDERER_STATE", 64, GENXML, "The state of a shader and of the stages after it.";
    SHADER_SHADER, "shader_shader", 0, 64, Address(0), "", "Shader: shader.";
    SHADER_SAMPLER_COUNT, "shader_sampler_count", 64, 16, Uint, "", "Shader: samplers.";
    SHADER_TEXTURE_COUNT, "shader_texture_count", 80, 16, Uint, "", "Shader: textures.";
    SHADER_ATTRIBUTE_COUNT, "shader_attribute_count", 96, 16, Uint, "", "Shader: attributes.";
    SHADER_VARYING_COUNT, "shader_varying_count", 112, 16, Uint, "", "Shader: varyings.";
    PROPERTIES_UNIFORM_BUFFER_COUNT, "properties_uniform_buffer_count", 128, 8, Uint, "", "Properties: uniform buffers.";
    PROPERTIES_DEPTH_SOURCE, "properties_depth_source", 136, 2, Enum(&DepthSource::TABLE), "", "Properties: source of the depth that is tested and written.";
    PROPERTIES_FORCE_EARLY_Z, "properties_force_early_z", 138, 1, Bool, "", "Properties: depth test before the program.";
    PROPERTIES_SHADER_CONTAINS_BARRIER, "properties_shader_contains_barrier", 139, 1, Bool, "", "Properties: the program has barriers.";
    PROPERTIES_SHADER_CONTAINS_DISCARD, "properties_shader_contains_discard", 140, 1, Bool, "", "Properties: the program can discard.";
    PROPERTIES_SHADER_HAS_SIDE_EFFECTS, "properties_shader_has_side_effects", 141, 1, Bool, "", "Properties: the program writes memory.";
    PROPERTIES_SHADER_READS_TILEBUFFER, "properties_shader_reads_tilebuffer", 142, 1, Bool, "", "Properties: the program reads the tile buffer.";
    PROPERTIES_FORWARD_PIXEL_KILL, "properties_forward_pixel_kill", 143, 1, Bool, "", "Properties: later opaque fragments may cancel the fragment.";
    PROPERTIES_WORK_REGISTER_COUNT, "properties_work_register_count", 144, 5, Uint, "", "Properties: work registers.";
    PROPERTIES_UNIFORM_COUNT, "properties_uniform_count", 149, 5, Uint, "", "Properties: uniform registers.";
    RESERVED_154, "reserved_154", 154, 2, Reserved, "", "Undocumented; drivers write 0.";
    PROPERTIES_STENCIL_FROM_SHADER, "properties_stencil_from_shader", 156, 1, Bool, "", "Properties: the program writes the stencil.";
    PROPERTIES_FP_MODE, "properties_fp_mode", 157, 3, Enum(&FpMode::TABLE), "", "Properties: treatment of infinities and NaN.";
    DEPTH_UNITS, "depth_units", 160, 32, Float32, "", "Constant depth bias.";
    DEPTH_FACTOR, "depth_factor", 192, 32, Float32, "", "Depth bias by slope.";
    DEPTH_BIAS_CLAMP, "depth_bias_clamp", 224, 32, Float32, "", "Greatest depth bias.";
    MULTISAMPLE_MISC_SAMPLE_MASK, "multisample_misc_sample_mask", 256, 16, Hex, "", "Multisample misc: samples that are written.";
    MULTISAMPLE_MISC_MULTISAMPLE_ENABLE, "multisample_misc_multisample_enable", 272, 1, Bool, "", "Multisample misc: multisampling.";
    MULTISAMPLE_MISC_MULTISAMPLE_LATE_COVERAGE, "multisample_misc_multisample_late_coverage", 273, 1, Bool, "", "Multisample misc: coverage after the program.";
    MULTISAMPLE_MISC_EVALUATE_PER_SAMPLE, "multisample_misc_evaluate_per_sample", 274, 1, Bool, "", "Multisample misc: run the program for every sample.";
    MULTISAMPLE_MISC_FIXED_FUNCTION_DEPTH_RANGE_FIXED, "multisample_misc_fixed_function_depth_range_fixed", 275, 1, Bool, "", "Multisample misc: clamp interpolated depth to [0, 1].";
    MULTISAMPLE_MISC_SHADER_DEPTH_RANGE_FIXED, "multisample_misc_shader_depth_range_fixed", 276, 1, Bool, "", "Multisample misc: clamp depth of the program to [0, 1].";
    MULTISAMPLE_MISC_LOAD_DESTINATION, "multisample_misc_load_destination", 277, 1, Bool, "", "Multisample misc: the equation or blend shader reads the target.";
    MULTISAMPLE_MISC_BLEND_SHADER, "multisample_misc_blend_shader", 278, 1, Bool, "", "Multisample misc: blend shader.";
    MULTISAMPLE_MISC_BLEND_SHADER_DISCARD, "multisample_misc_blend_shader_discard", 279, 1, Bool, "", "Multisample misc: the blend shader can discard.";
    MULTISAMPLE_MISC_DEPTH_FUNCTION, "multisample_misc_depth_function", 280, 3, Enum(&Func::TABLE), "", "Multisample misc: depth comparison.";
    MULTISAMPLE_MISC_DEPTH_WRITE_MASK, "multisample_misc_depth_write_mask", 283, 1, Bool, "", "Multisample misc: write depth.";
    MULTISAMPLE_MISC_FIXED_FUNCTION_NEAR_DISCARD, "multisample_misc_fixed_function_near_discard", 284, 1, Bool, "", "Multisample misc: discard before the near plane, by interpolated depth.";
    MULTISAMPLE_MISC_FIXED_FUNCTION_FAR_DISCARD, "multisample_misc_fixed_function_far_discard", 285, 1, Bool, "", "Multisample misc: discard behind the far plane, by interpolated depth.";
    MULTISAMPLE_MISC_FRAGMENT_NEAR_DISCARD, "multisample_misc_fragment_near_discard", 286, 1, Bool, "", "Multisample misc: discard before the near plane, by the depth of the fragment.";
    MULTISAMPLE_MISC_FRAGMENT_FAR_DISCARD, "multisample_misc_fragment_far_discard", 287, 1, Bool, "", "Multisample misc: discard behind the far plane, by the depth of the fragment.";
    STENCIL_MASK_MISC_STENCIL_MASK_FRONT, "stencil_mask_misc_stencil_mask_front", 288, 8, Hex, "", "Stencil mask misc: stencil bits that front faces write.";
    STENCIL_MASK_MISC_STENCIL_MASK_BACK, "stencil_mask_misc_stencil_mask_back", 296, 8, Hex, "", "Stencil mask misc: stencil bits that back faces write.";
    STENCIL_MASK_MISC_STENCIL_ENABLE, "stencil_mask_misc_stencil_enable", 304, 1, Bool, "", "Stencil mask misc: stencil test.";
    STENCIL_MASK_MISC_ALPHA_TO_COVERAGE, "stencil_mask_misc_alpha_to_coverage", 305, 1, Bool, "", "Stencil mask misc: alpha to coverage.";
    STENCIL_MASK_MISC_ALPHA_TO_COVERAGE_INVERT, "stencil_mask_misc_alpha_to_coverage_invert", 306, 1, Bool, "", "Stencil mask misc: alpha to coverage invert.";
    STENCIL_MASK_MISC_ALPHA_TO_ONE, "stencil_mask_misc_alpha_to_one", 307, 1, Bool, "", "Stencil mask misc: replace the alpha of the source by one.";
    STENCIL_MASK_MISC_WRITE_ENABLE, "stencil_mask_misc_write_enable", 308, 1, Bool, "", "Stencil mask misc: write colours.";
    STENCIL_MASK_MISC_ALPHA_TEST_COMPARE_FUNCTION, "stencil_mask_misc_alpha_test_compare_function", 309, 3, Enum(&Func::TABLE), "", "Stencil mask misc: alpha comparison.";
    STENCIL_MASK_MISC_SRGB, "stencil_mask_misc_srgb", 312, 1, Bool, "", "Stencil mask misc: convert to and from sRGB.";
    STENCIL_MASK_MISC_DITHER_DISABLE, "stencil_mask_misc_dither_disable", 313, 1, Bool, "", "Stencil mask misc: no dithering.";
    STENCIL_MASK_MISC_FORCE_SEAMLESS_CUBEMAPS, "stencil_mask_misc_force_seamless_cubemaps", 314, 1, Bool, "", "Stencil mask misc: filter across faces of all cube maps.";
    RESERVED_315, "reserved_315", 315, 1, Reserved, "", "Undocumented; drivers write 0.";
    STENCIL_MASK_MISC_FRONT_FACING_DEPTH_BIAS, "stencil_mask_misc_front_facing_depth_bias", 316, 1, Bool, "", "Stencil mask misc: depth bias of front faces.";
    STENCIL_MASK_MISC_BACK_FACING_DEPTH_BIAS, "stencil_mask_misc_back_facing_depth_bias", 317, 1, Bool, "", "Stencil mask misc: depth bias of back faces.";
    STENCIL_MASK_MISC_SINGLE_SAMPLED_LINES, "stencil_mask_misc_single_sampled_lines", 318, 1, Bool, "", "Stencil mask misc: lines are not multisampled.";
    STENCIL_MASK_MISC_POINT_SNAP, "stencil_mask_misc_point_snap", 319, 1, Bool, "", "Stencil mask misc: snap points to pixels.";
    STENCIL_FRONT_REFERENCE_VALUE, "stencil_front_reference_value", 320, 8, Uint, "", "Stencil front: reference value.";
    STENCIL_FRONT_MASK, "stencil_front_mask", 328, 8, Hex, "", "Stencil front: bits that are compared.";
    STENCIL_FRONT_COMPARE_FUNCTION, "stencil_front_compare_function", 336, 3, Enum(&Func::TABLE), "", "Stencil front: comparison.";
    STENCIL_FRONT_STENCIL_FAIL, "stencil_front_stencil_fail", 339, 3, Enum(&StencilOp::TABLE), "", "Stencil front: operation if the stencil test fails.";
    STENCIL_FRONT_DEPTH_FAIL, "stencil_front_depth_fail", 342, 3, Enum(&StencilOp::TABLE), "", "Stencil front: operation if the depth test fails.";
    STENCIL_FRONT_DEPTH_PASS, "stencil_front_depth_pass", 345, 3, Enum(&StencilOp::TABLE), "", "Stencil front: operation if both tests pass.";
    RESERVED_348, "reserved_348", 348, 4, Reserved, "", "Undocumented; drivers write 0.";
    STENCIL_BACK_REFERENCE_VALUE, "stencil_back_reference_value", 352, 8, Uint, "", "Stencil back: reference value.";
    STENCIL_BACK_MASK, "stencil_back_mask", 360, 8, Hex, "", "Stencil back: bits that are compared.";
    STENCIL_BACK_COMPARE_FUNCTION, "stencil_back_compare_function", 368, 3, Enum(&Func::TABLE), "", "Stencil back: comparison.";
    STENCIL_BACK_STENCIL_FAIL, "stencil_back_stencil_fail", 371, 3, Enum(&StencilOp::TABLE), "", "Stencil back: operation if the stencil test fails.";
    STENCIL_BACK_DEPTH_FAIL, "stencil_back_depth_fail", 374, 3, Enum(&StencilOp::TABLE), "", "Stencil back: operation if the depth test fails.";
    STENCIL_BACK_DEPTH_PASS, "stencil_back_depth_pass", 377, 3, Enum(&StencilOp::TABLE), "", "Stencil back: operation if both tests pass.";
    RESERVED_380, "reserved_380", 380, 4, Reserved, "", "Undocumented; drivers write 0.";
    ALPHA_REFERENCE, "alpha_reference", 384, 32, Float32, "", "Value that alpha is compared with.";
    THREAD_BALANCING, "thread_balancing", 416, 16, Uint, "", "Number of threads that drivers tune.";
    RESERVED_432, "reserved_432", 432, 16, Reserved, "", "Undocumented; drivers write 0.";
    BLEND_SHADER, "blend_shader", 448, 64, Address(0), "", "Blend shader.";
}

layout! {
    pub mod renderer_state_as_equation = "RENDERER_STATE_AS_EQUATION", 64, GENXML, "The state of a shader and of the stages after it, if the target has no blend shader.";
    RESERVED_0, "reserved_0", 0, 64, Reserved, "", "Not in this view.";
    RESERVED_64, "reserved_64", 64, 64, Reserved, "", "Not in this view.";
    RESERVED_128, "reserved_128", 128, 64, Reserved, "", "Not in this view.";
    RESERVED_192, "reserved_192", 192, 64, Reserved, "", "Not in this view.";
    RESERVED_256, "reserved_256", 256, 64, Reserved, "", "Not in this view.";
    RESERVED_320, "reserved_320", 320, 64, Reserved, "", "Not in this view.";
    RESERVED_384, "reserved_384", 384, 64, Reserved, "", "Not in this view.";
    BLEND_EQUATION_RGB_A, "blend_equation_rgb_a", 448, 2, Enum(&BlendOperandA::TABLE), "", "Blend equation: operand A of A + B * C.";
    RESERVED_450, "reserved_450", 450, 1, Reserved, "", "Not in this view.";
    BLEND_EQUATION_RGB_NEGATE_A, "blend_equation_rgb_negate_a", 451, 1, Bool, "", "Blend equation: negate A.";
    BLEND_EQUATION_RGB_B, "blend_equation_rgb_b", 452, 2, Enum(&BlendOperandB::TABLE), "", "Blend equation: operand B of A + B * C.";
    RESERVED_454, "reserved_454", 454, 1, Reserved, "", "Not in this view.";
    BLEND_EQUATION_RGB_NEGATE_B, "blend_equation_rgb_negate_b", 455, 1, Bool, "", "Blend equation: negate B.";
    BLEND_EQUATION_RGB_C, "blend_equation_rgb_c", 456, 3, Enum(&BlendOperandC::TABLE), "", "Blend equation: operand C of A + B * C.";
    BLEND_EQUATION_RGB_INVERT_C, "blend_equation_rgb_invert_c", 459, 1, Bool, "", "Blend equation: use 1 - C.";
    BLEND_EQUATION_ALPHA_A, "blend_equation_alpha_a", 460, 2, Enum(&BlendOperandA::TABLE), "", "Blend equation: operand A of A + B * C.";
    RESERVED_462, "reserved_462", 462, 1, Reserved, "", "Not in this view.";
    BLEND_EQUATION_ALPHA_NEGATE_A, "blend_equation_alpha_negate_a", 463, 1, Bool, "", "Blend equation: negate A.";
    BLEND_EQUATION_ALPHA_B, "blend_equation_alpha_b", 464, 2, Enum(&BlendOperandB::TABLE), "", "Blend equation: operand B of A + B * C.";
    RESERVED_466, "reserved_466", 466, 1, Reserved, "", "Not in this view.";
    BLEND_EQUATION_ALPHA_NEGATE_B, "blend_equation_alpha_negate_b", 467, 1, Bool, "", "Blend equation: negate B.";
    BLEND_EQUATION_ALPHA_C, "blend_equation_alpha_c", 468, 3, Enum(&BlendOperandC::TABLE), "", "Blend equation: operand C of A + B * C.";
    BLEND_EQUATION_ALPHA_INVERT_C, "blend_equation_alpha_invert_c", 471, 1, Bool, "", "Blend equation: use 1 - C.";
    RESERVED_472, "reserved_472", 472, 4, Reserved, "", "Not in this view.";
    BLEND_EQUATION_COLOR_MASK, "blend_equation_color_mask", 476, 4, Hex, "", "Blend equation: channels that are written, red lowest.";
    BLEND_CONSTANT, "blend_constant", 480, 32, Float32, "", "Blend constant.";
}

layout! {
    pub mod fragment_job_payload = "FRAGMENT_JOB_PAYLOAD", 16, GENXML, "The tiles of a fragment job, and its framebuffer.";
    BOUND_MIN_X, "bound_min_x", 0, 12, Uint, "tiles", "First column of tiles.";
    RESERVED_12, "reserved_12", 12, 4, Reserved, "", "Undocumented; drivers write 0.";
    BOUND_MIN_Y, "bound_min_y", 16, 12, Uint, "tiles", "First row of tiles.";
    RESERVED_28, "reserved_28", 28, 4, Reserved, "", "Undocumented; drivers write 0.";
    BOUND_MAX_X, "bound_max_x", 32, 12, Uint, "tiles", "Last column of tiles.";
    RESERVED_44, "reserved_44", 44, 4, Reserved, "", "Undocumented; drivers write 0.";
    BOUND_MAX_Y, "bound_max_y", 48, 12, Uint, "tiles", "Last row of tiles.";
    RESERVED_60, "reserved_60", 60, 4, Reserved, "", "Undocumented; drivers write 0.";
    FRAMEBUFFER, "framebuffer", 64, 64, Address(0), "", "Framebuffer; the low six bits are its tag.";
}
