//! The entry of a border colour: the colour in every encoding that a texture may need.
//!
//! Source: Mesa 22.3.6, `src/freedreno/vulkan/tu_util.h`, where padding is unnamed.

use super::types::Kind::*;
use super::types::{Register, field, reg};

/// Bytes of an entry. Samplers state its number (`BCOLOR`), in a table at
/// SP_TP_BORDER_COLOR_BASE_ADDR.
pub const SIZE: u32 = 128;

/// The words of an entry; those after the last are zero.
#[rustfmt::skip]
pub static BORDER_COLOR: &[Register] = &[
    reg(0, "FP32_R", Float),
    reg(1, "FP32_G", Float),
    reg(2, "FP32_B", Float),
    reg(3, "FP32_A", Float),
    reg(4, "4", Set(&[field("UI16_R", 15, 0, Uint), field("UI16_G", 31, 16, Uint)])),
    reg(5, "5", Set(&[field("UI16_B", 15, 0, Uint), field("UI16_A", 31, 16, Uint)])),
    reg(6, "6", Set(&[field("SI16_R", 15, 0, Int), field("SI16_G", 31, 16, Int)])),
    reg(7, "7", Set(&[field("SI16_B", 15, 0, Int), field("SI16_A", 31, 16, Int)])),
    reg(8, "8", Set(&[field("FP16_R", 15, 0, Float), field("FP16_G", 31, 16, Float)])),
    reg(9, "9", Set(&[field("FP16_B", 15, 0, Float), field("FP16_A", 31, 16, Float)])),
    reg(10, "10", Set(&[field("RGB565", 15, 0, Hex), field("RGB5A1", 31, 16, Hex)])),
    reg(11, "11", Set(&[field("RGBA4", 15, 0, Hex)])),
    reg(12, "UI8", Hex),
    reg(13, "SI8", Hex),
    reg(14, "RGB10A2", Hex),
    reg(15, "Z24", Hex),
    reg(16, "16", Set(&[field("SRGB_R", 15, 0, Float), field("SRGB_G", 31, 16, Float)])),
    reg(17, "17", Set(&[field("SRGB_B", 15, 0, Float), field("SRGB_A", 31, 16, Float)])),
];
