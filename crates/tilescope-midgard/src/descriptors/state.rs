//! Blending, shaders, stencil, viewport and storage.

use super::GENXML;
use super::enums::{
    BlendOperandA, BlendOperandB, BlendOperandC, DepthSource, FpMode, Func, StencilOp,
};
use tilescope_tables::layout;

layout! {
    pub mod blend_function = "BLEND_FUNCTION", 2, GENXML, "One channel group of a blend equation: A + B * C. Only part of other descriptors, of 12 bits.";
    A, "a", 0, 2, Enum(&BlendOperandA::TABLE), "", "Operand A of A + B * C.";
    RESERVED_2, "reserved_2", 2, 1, Reserved, "", "Undocumented; drivers write 0.";
    NEGATE_A, "negate_a", 3, 1, Bool, "", "Negate A.";
    B, "b", 4, 2, Enum(&BlendOperandB::TABLE), "", "Operand B of A + B * C.";
    RESERVED_6, "reserved_6", 6, 1, Reserved, "", "Undocumented; drivers write 0.";
    NEGATE_B, "negate_b", 7, 1, Bool, "", "Negate B.";
    C, "c", 8, 3, Enum(&BlendOperandC::TABLE), "", "Operand C of A + B * C.";
    INVERT_C, "invert_c", 11, 1, Bool, "", "Use 1 - C.";
    RESERVED_12, "reserved_12", 12, 4, Reserved, "", "Undocumented; drivers write 0.";
}

layout! {
    pub mod blend_equation = "BLEND_EQUATION", 4, GENXML, "The fixed-function blend equation, and the channels that are written.";
    RGB_A, "rgb_a", 0, 2, Enum(&BlendOperandA::TABLE), "", "RGB: operand A of A + B * C.";
    RESERVED_2, "reserved_2", 2, 1, Reserved, "", "Undocumented; drivers write 0.";
    RGB_NEGATE_A, "rgb_negate_a", 3, 1, Bool, "", "RGB: negate A.";
    RGB_B, "rgb_b", 4, 2, Enum(&BlendOperandB::TABLE), "", "RGB: operand B of A + B * C.";
    RESERVED_6, "reserved_6", 6, 1, Reserved, "", "Undocumented; drivers write 0.";
    RGB_NEGATE_B, "rgb_negate_b", 7, 1, Bool, "", "RGB: negate B.";
    RGB_C, "rgb_c", 8, 3, Enum(&BlendOperandC::TABLE), "", "RGB: operand C of A + B * C.";
    RGB_INVERT_C, "rgb_invert_c", 11, 1, Bool, "", "RGB: use 1 - C.";
    ALPHA_A, "alpha_a", 12, 2, Enum(&BlendOperandA::TABLE), "", "Alpha: operand A of A + B * C.";
    RESERVED_14, "reserved_14", 14, 1, Reserved, "", "Undocumented; drivers write 0.";
    ALPHA_NEGATE_A, "alpha_negate_a", 15, 1, Bool, "", "Alpha: negate A.";
    ALPHA_B, "alpha_b", 16, 2, Enum(&BlendOperandB::TABLE), "", "Alpha: operand B of A + B * C.";
    RESERVED_18, "reserved_18", 18, 1, Reserved, "", "Undocumented; drivers write 0.";
    ALPHA_NEGATE_B, "alpha_negate_b", 19, 1, Bool, "", "Alpha: negate B.";
    ALPHA_C, "alpha_c", 20, 3, Enum(&BlendOperandC::TABLE), "", "Alpha: operand C of A + B * C.";
    ALPHA_INVERT_C, "alpha_invert_c", 23, 1, Bool, "", "Alpha: use 1 - C.";
    RESERVED_24, "reserved_24", 24, 4, Reserved, "", "Undocumented; drivers write 0.";
    COLOR_MASK, "color_mask", 28, 4, Hex, "", "Channels that are written, red lowest.";
}

layout! {
    pub mod blend = "BLEND", 16, GENXML, "Blending of one render target.";
    LOAD_DESTINATION, "load_destination", 0, 1, Bool, "", "The equation or blend shader reads the target.";
    BLEND_SHADER, "blend_shader", 1, 1, Bool, "", "Blend shader.";
    BLEND_SHADER_CONTAINS_DISCARD, "blend_shader_contains_discard", 2, 1, Bool, "", "The blend shader can discard.";
    RESERVED_3, "reserved_3", 3, 5, Reserved, "", "Undocumented; drivers write 0.";
    ALPHA_TO_ONE, "alpha_to_one", 8, 1, Bool, "", "Replace the alpha of the source by one.";
    ENABLE, "enable", 9, 1, Bool, "", "Write the target.";
    SRGB, "srgb", 10, 1, Bool, "", "Convert to and from sRGB.";
    ROUND_TO_FB_PRECISION, "round_to_fb_precision", 11, 1, Bool, "", "Round the source to the precision of the target before blending.";
    RESERVED_12, "reserved_12", 12, 52, Reserved, "", "Undocumented; drivers write 0.";
    SHADER_PC, "shader_pc", 64, 64, Address(0), "", "Blend shader; the low four bits are the tag of its first bundle.";
}

layout! {
    pub mod blend_as_equation = "BLEND_AS_EQUATION", 16, GENXML, "Blending of one render target, if blend_shader is 0.";
    RESERVED_0, "reserved_0", 0, 64, Reserved, "", "Not in this view.";
    EQUATION_RGB_A, "equation_rgb_a", 64, 2, Enum(&BlendOperandA::TABLE), "", "Equation: operand A of A + B * C.";
    RESERVED_66, "reserved_66", 66, 1, Reserved, "", "Not in this view.";
    EQUATION_RGB_NEGATE_A, "equation_rgb_negate_a", 67, 1, Bool, "", "Equation: negate A.";
    EQUATION_RGB_B, "equation_rgb_b", 68, 2, Enum(&BlendOperandB::TABLE), "", "Equation: operand B of A + B * C.";
    RESERVED_70, "reserved_70", 70, 1, Reserved, "", "Not in this view.";
    EQUATION_RGB_NEGATE_B, "equation_rgb_negate_b", 71, 1, Bool, "", "Equation: negate B.";
    EQUATION_RGB_C, "equation_rgb_c", 72, 3, Enum(&BlendOperandC::TABLE), "", "Equation: operand C of A + B * C.";
    EQUATION_RGB_INVERT_C, "equation_rgb_invert_c", 75, 1, Bool, "", "Equation: use 1 - C.";
    EQUATION_ALPHA_A, "equation_alpha_a", 76, 2, Enum(&BlendOperandA::TABLE), "", "Equation: operand A of A + B * C.";
    RESERVED_78, "reserved_78", 78, 1, Reserved, "", "Not in this view.";
    EQUATION_ALPHA_NEGATE_A, "equation_alpha_negate_a", 79, 1, Bool, "", "Equation: negate A.";
    EQUATION_ALPHA_B, "equation_alpha_b", 80, 2, Enum(&BlendOperandB::TABLE), "", "Equation: operand B of A + B * C.";
    RESERVED_82, "reserved_82", 82, 1, Reserved, "", "Not in this view.";
    EQUATION_ALPHA_NEGATE_B, "equation_alpha_negate_b", 83, 1, Bool, "", "Equation: negate B.";
    EQUATION_ALPHA_C, "equation_alpha_c", 84, 3, Enum(&BlendOperandC::TABLE), "", "Equation: operand C of A + B * C.";
    EQUATION_ALPHA_INVERT_C, "equation_alpha_invert_c", 87, 1, Bool, "", "Equation: use 1 - C.";
    RESERVED_88, "reserved_88", 88, 4, Reserved, "", "Not in this view.";
    EQUATION_COLOR_MASK, "equation_color_mask", 92, 4, Hex, "", "Equation: channels that are written, red lowest.";
    CONSTANT, "constant", 96, 32, Float32, "", "Constant.";
}

layout! {
    pub mod renderer_properties = "RENDERER_PROPERTIES", 4, GENXML, "Properties of a shader that the hardware needs.";
    UNIFORM_BUFFER_COUNT, "uniform_buffer_count", 0, 8, Uint, "", "Uniform buffers.";
    DEPTH_SOURCE, "depth_source", 8, 2, Enum(&DepthSource::TABLE), "", "Source of the depth that is tested and written.";
    FORCE_EARLY_Z, "force_early_z", 10, 1, Bool, "", "Depth test before the program.";
    SHADER_CONTAINS_BARRIER, "shader_contains_barrier", 11, 1, Bool, "", "The program has barriers.";
    SHADER_CONTAINS_DISCARD, "shader_contains_discard", 12, 1, Bool, "", "The program can discard.";
    SHADER_HAS_SIDE_EFFECTS, "shader_has_side_effects", 13, 1, Bool, "", "The program writes memory.";
    SHADER_READS_TILEBUFFER, "shader_reads_tilebuffer", 14, 1, Bool, "", "The program reads the tile buffer.";
    FORWARD_PIXEL_KILL, "forward_pixel_kill", 15, 1, Bool, "", "Later opaque fragments may cancel the fragment.";
    WORK_REGISTER_COUNT, "work_register_count", 16, 5, Uint, "", "Work registers.";
    UNIFORM_COUNT, "uniform_count", 21, 5, Uint, "", "Uniform registers.";
    RESERVED_26, "reserved_26", 26, 2, Reserved, "", "Undocumented; drivers write 0.";
    STENCIL_FROM_SHADER, "stencil_from_shader", 28, 1, Bool, "", "The program writes the stencil.";
    FP_MODE, "fp_mode", 29, 3, Enum(&FpMode::TABLE), "", "Treatment of infinities and NaN.";
}

layout! {
    pub mod shader = "SHADER", 16, GENXML, "The address of a program, and the numbers of its resources.";
    SHADER, "shader", 0, 64, Address(0), "", "Shader.";
    SAMPLER_COUNT, "sampler_count", 64, 16, Uint, "", "Samplers.";
    TEXTURE_COUNT, "texture_count", 80, 16, Uint, "", "Textures.";
    ATTRIBUTE_COUNT, "attribute_count", 96, 16, Uint, "", "Attributes.";
    VARYING_COUNT, "varying_count", 112, 16, Uint, "", "Varyings.";
}

layout! {
    pub mod stencil = "STENCIL", 4, GENXML, "The stencil test of one face.";
    REFERENCE_VALUE, "reference_value", 0, 8, Uint, "", "Reference value.";
    MASK, "mask", 8, 8, Hex, "", "Bits that are compared.";
    COMPARE_FUNCTION, "compare_function", 16, 3, Enum(&Func::TABLE), "", "Comparison.";
    STENCIL_FAIL, "stencil_fail", 19, 3, Enum(&StencilOp::TABLE), "", "Operation if the stencil test fails.";
    DEPTH_FAIL, "depth_fail", 22, 3, Enum(&StencilOp::TABLE), "", "Operation if the depth test fails.";
    DEPTH_PASS, "depth_pass", 25, 3, Enum(&StencilOp::TABLE), "", "Operation if both tests pass.";
    RESERVED_28, "reserved_28", 28, 4, Reserved, "", "Undocumented; drivers write 0.";
}

layout! {
    pub mod viewport = "VIEWPORT", 32, GENXML, "Clip bounds and scissor rectangle.";
    MINIMUM_X, "minimum_x", 0, 32, Float32, "px", "Clip bound.";
    MINIMUM_Y, "minimum_y", 32, 32, Float32, "px", "Clip bound.";
    MAXIMUM_X, "maximum_x", 64, 32, Float32, "px", "Clip bound.";
    MAXIMUM_Y, "maximum_y", 96, 32, Float32, "px", "Clip bound.";
    MINIMUM_Z, "minimum_z", 128, 32, Float32, "", "Least depth.";
    MAXIMUM_Z, "maximum_z", 160, 32, Float32, "", "Greatest depth.";
    SCISSOR_MINIMUM_X, "scissor_minimum_x", 192, 16, Uint, "px", "First column.";
    SCISSOR_MINIMUM_Y, "scissor_minimum_y", 208, 16, Uint, "px", "First row.";
    SCISSOR_MAXIMUM_X, "scissor_maximum_x", 224, 16, Uint, "px", "Last column.";
    SCISSOR_MAXIMUM_Y, "scissor_maximum_y", 240, 16, Uint, "px", "Last row.";
}

layout! {
    pub mod local_storage = "LOCAL_STORAGE", 32, GENXML, "Memory of threads and workgroups.";
    TLS_SIZE, "tls_size", 0, 5, Uint, "", "Memory of a thread: 16 bytes shifted left by it; 0 is none.";
    TLS_INITIAL_STACK_POINTER_OFFSET, "tls_initial_stack_pointer_offset", 5, 27, Uint, "", "Initial stack pointer.";
    WLS_INSTANCES, "wls_instances", 32, 5, ShiftOf(1), "", "Workgroups with own memory; 0x80000000 if there is no workgroup memory.";
    WLS_SIZE_BASE, "wls_size_base", 37, 2, Uint, "", "Mantissa of the memory of a workgroup.";
    RESERVED_39, "reserved_39", 39, 1, Reserved, "", "Undocumented; drivers write 0.";
    WLS_SIZE_SCALE, "wls_size_scale", 40, 5, Uint, "", "Exponent of the memory of a workgroup.";
    RESERVED_45, "reserved_45", 45, 19, Reserved, "", "Undocumented; drivers write 0.";
    TLS_BASE_POINTER, "tls_base_pointer", 64, 64, Address(0), "", "Memory of threads.";
    WLS_BASE_POINTER, "wls_base_pointer", 128, 64, Address(0), "", "Memory of workgroups.";
    RESERVED_192, "reserved_192", 192, 64, Reserved, "", "Undocumented; drivers write 0.";
}
