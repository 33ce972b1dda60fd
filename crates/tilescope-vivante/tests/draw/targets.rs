//! Colour buffers: multiple targets, 64-bit, integer and sRGB formats.

use half::f16;
use tilescope_vivante::chips::{GC880, GC3000};

use crate::scene::{Scene, plain};

const COLOR: [f32; 4] = [0.25, 0.5, 0.75, 1.0];

fn scene() -> Scene {
    Scene::new(&GC3000, &plain([4.0, 4.0, 12.0, 12.0], COLOR))
}

/// Target 1 in `RT_CONFIG_8`, 64 pixels wide.
fn target(format: &str, bytes: u32, more: &str) -> String {
    format!(
        "LOAD_STATE PS.CONTROL rt_count=2
LOAD_STATE PS.OUTPUT_REG reg0=1, reg1=2
LOAD_STATE PE.RT_ADDR_8.PIPE[0][0] @target1, @target1
LOAD_STATE PE.RT_CONFIG_8[0] stride={}, format={format}{more}",
        64 * bytes
    )
}

/// The second colour is the first with red and blue swapped.
const SWAPPED: &str = "mov t2, void, void, t1.zyxw";

#[test]
fn two_targets_receive_separate_colours() {
    let drawn = scene()
        .shaded(SWAPPED, 3)
        .with(&target("A8R8G8B8", 4, ""))
        .drawn();
    assert_eq!(drawn.pixel(0, 4, 6, 6), 0xff40_80bf);
    assert_eq!(drawn.pixel(2, 4, 6, 6), 0xffbf_8040);
    assert_eq!(drawn.pixel(2, 4, 3, 6), 0);
}

/// Pixels that fail the depth test are written to no target.
#[test]
fn targets_share_one_depth_test() {
    let drawn = scene()
        .shaded(SWAPPED, 3)
        .with(&target("A8R8G8B8", 4, ""))
        .with("LOAD_STATE PE.DEPTH_CONFIG depth_mode=Z, depth_format=D24S8, depth_func=GREATER, write_enable")
        .filled(crate::scene::surface(1), vec![0xf0; 0x4000])
        .drawn();
    assert_eq!(drawn.pixel(0, 4, 6, 6), 0);
    assert_eq!(drawn.pixel(2, 4, 6, 6), 0);
}

/// Masks and blending of target 0 apply to all targets before HALTI5.
#[test]
fn targets_share_masks_and_blending() {
    let drawn = scene()
        .shaded(SWAPPED, 3)
        .with(&target("A8R8G8B8", 4, ""))
        .with("LOAD_STATE PE.COLOR_FORMAT format=A8R8G8B8, components=0b0101")
        .with("LOAD_STATE PE.ALPHA_CONFIG blend_enable_color, src_func_color=ONE, dst_func_color=ONE, eq_color=ADD")
        .filled(crate::scene::surface(2), [0x10, 0x20, 0x30, 0x40].repeat(0x1000))
        .drawn();
    // Red and blue are added, green and alpha are unchanged.
    assert_eq!(drawn.pixel(2, 4, 6, 6), 0x40ef_2050);
    assert_eq!(drawn.pixel(0, 4, 6, 6), 0x0040_00bf);
}

#[test]
fn targets_of_several_sizes() {
    for (format, bytes, expected) in [
        ("R5G6B5", 2, 0xbc08_u64),
        ("R32F", 4, u64::from(0.75f32.to_bits())),
        ("G16R16F", 4, 0x3800_3a00),
        ("A16B16G16R16F", 8, 0x3c00_3400_3800_3a00),
        ("G32R32F", 8, 0x3f00_0000_3f40_0000),
        // 0.75 is an exponent of 14 and half a mantissa.
        ("B10G11R11F", 4, 13 << 27 | (14 << 6) << 11 | (14 << 6 | 32)),
        ("R8", 1, 0xbf),
        ("G8R8", 2, 0x80bf),
        ("A2B10G10R10", 4, 3 << 30 | 256 << 20 | 512 << 10 | 767),
    ] {
        let drawn = scene()
            .shaded(SWAPPED, 3)
            .with(&target(format, bytes, ""))
            .drawn();
        let pixel = drawn.pixel(2, bytes, 6, 6);
        assert_eq!(pixel, expected, "{format}: {pixel:#x}");
        assert_eq!(drawn.pixel(2, bytes, 12, 6), 0, "{format}");
    }
}

fn halves(values: [f32; 4]) -> u64 {
    let bits = values.map(|v| u64::from(f16::from_f32(v).to_bits()));
    bits[0] | bits[1] << 16 | bits[2] << 32 | bits[3] << 48
}

/// Target 0 with 64 bits: both words are blended, masked, and written.
#[test]
fn pixels_of_64_bits_are_blended() {
    let before = halves([1.0, 2.0, -1.5, 0.5]);
    let wide = |components: u32| {
        Scene::new(
            &GC3000,
            &plain([4.0, 4.0, 12.0, 12.0], [0.25, 4.0, 0.75, 0.5]),
        )
        .filled(
            crate::scene::surface(0),
            before.to_le_bytes().repeat(0x1000),
        )
        .with("LOAD_STATE PE.COLOR_STRIDE 64 * 8")
        .with(&format!(
            "LOAD_STATE PE.COLOR_FORMAT format=0, format_ext=A16B16G16R16F, components={components}"
        ))
    };
    let plain = wide(15).drawn();
    assert_eq!(plain.pixel(0, 8, 6, 6), halves([0.25, 4.0, 0.75, 0.5]));
    assert_eq!(plain.pixel(0, 8, 3, 6), before);
    let blending = "LOAD_STATE PE.ALPHA_CONFIG blend_enable_color, src_func_color=ONE, dst_func_color=SRC_ALPHA, eq_color=ADD";
    let blended = wide(15).with(blending).drawn();
    assert_eq!(blended.pixel(0, 8, 6, 6), halves([0.75, 5.0, 0.0, 0.75]));
    let masked = wide(0b1010).with(blending).drawn();
    assert_eq!(masked.pixel(0, 8, 6, 6), halves([1.0, 5.0, -1.5, 0.75]));
}

/// Floats are clamped as set in `PS.CONTROL`, separately for each target.
#[test]
fn colours_are_clamped_if_enabled() {
    for (saturated, low, second) in [
        (
            "",
            halves([0.25, 4.0, -0.75, 0.5]),
            halves([-0.75, 4.0, 0.25, 0.5]),
        ),
        (
            "saturate_rt0, ",
            halves([0.25, 1.0, 0.0, 0.5]),
            halves([-0.75, 4.0, 0.25, 0.5]),
        ),
        (
            "saturate_rt1, ",
            halves([0.25, 4.0, -0.75, 0.5]),
            halves([0.0, 1.0, 0.25, 0.5]),
        ),
    ] {
        let drawn = Scene::new(
            &GC3000,
            &plain([4.0, 4.0, 12.0, 12.0], [0.25, 4.0, -0.75, 0.5]),
        )
        .shaded(SWAPPED, 3)
        .with(&target("A16B16G16R16F", 8, ""))
        .with("LOAD_STATE PE.COLOR_STRIDE 64 * 8")
        .with("LOAD_STATE PE.COLOR_FORMAT format=0, format_ext=A16B16G16R16F, components=15")
        .with(&format!("LOAD_STATE PS.CONTROL {saturated}rt_count=2"))
        .drawn();
        assert_eq!(drawn.pixel(0, 8, 6, 6), low, "{saturated}");
        assert_eq!(drawn.pixel(2, 8, 6, 6), second, "{saturated}");
    }
}

/// Integers are stored unchanged and not blended.
#[test]
fn integers_are_stored_unchanged() {
    let bits = [7u32, 300, 0x1_0002, u32::MAX].map(f32::from_bits);
    for (format, bytes, expected) in [
        ("A16B16G16R16I", 8, 0xffff_0002_012c_0007_u64),
        ("A8B8G8R8I", 4, 0xff02_2c07),
        ("G16R16I", 4, 0x012c_0007),
        ("R8I", 1, 7),
        ("A2B10G10R10UI", 4, 3 << 30 | 2 << 20 | 300 << 10 | 7),
    ] {
        let drawn = Scene::new(&GC3000, &plain([4.0, 4.0, 12.0, 12.0], bits))
            .with("LOAD_STATE PA.CONFIG shade_model=FLAT, fill_mode=SOLID")
            .with(&format!("LOAD_STATE PE.COLOR_STRIDE {}", 64 * bytes))
            .with("LOAD_STATE PS.CONTROL_EXT output_mode0=A2B10G10R10UI")
            .with("LOAD_STATE PE.ALPHA_CONFIG blend_enable_color, src_func_color=ZERO, dst_func_color=ZERO")
            .with(&format!(
                "LOAD_STATE PE.COLOR_FORMAT format=0, format_ext={format}, components=15"
            ))
            .drawn();
        let pixel = drawn.pixel(0, bytes, 6, 6);
        assert_eq!(pixel, expected, "{format}: {pixel:#x}");
    }
}

/// Well-known values of sRGB tables: half of the light is 188, a quarter 137, three
/// quarters 225.
#[test]
fn colours_are_converted_to_srgb() {
    let drawn = scene()
        .with("LOAD_STATE PE.LOGIC_OP op=COPY, single_buffer=2, srgb")
        .drawn();
    assert_eq!(drawn.color(6, 6), [137, 188, 225, 255]);
    // Half of the light of 188, and half of the stored colour, which is the same.
    let blended = Scene::new(&GC3000, &plain([4.0, 4.0, 12.0, 12.0], [0.0, 0.0, 0.0, 0.5]))
        .filled(crate::scene::surface(0), [188; 4].repeat(0x1000))
        .with("LOAD_STATE PE.LOGIC_OP op=COPY, single_buffer=2, srgb")
        .with("LOAD_STATE PE.ALPHA_CONFIG blend_enable_color, src_func_color=ONE, dst_func_color=SRC_ALPHA, eq_color=ADD")
        .drawn();
    // A quarter of the light; alpha is linear.
    assert_eq!(blended.color(6, 6), [137, 137, 137, 222]);
}

/// Without a shader the colour is the interpolated varying.
#[test]
fn varyings_are_colours_without_a_shader() {
    // The shader would swap red and blue.
    let scene = Scene::new(&GC880, &plain([4.0, 4.0, 12.0, 12.0], COLOR))
        .shaded("mov t1, void, void, t1.zyxw", 2);
    assert_eq!(scene.drawn().color(6, 6), [191, 128, 64, 255]);
    let bypassed = scene
        .with("LOAD_STATE PS.CONTROL bypass, rt_count=1")
        .drawn();
    assert_eq!(bypassed.color(6, 6), [64, 128, 191, 255]);
    assert_eq!(bypassed.counters.get("ps.instructions"), 0);
}

/// Undocumented features are reported as unimplemented.
#[test]
fn unimplemented_features_are_counted() {
    let more = scene().with(
        "LOAD_STATE PE.DEPTH_CONFIG depth_mode=W, depth_format=D24S8, depth_func=ALWAYS, write_enable",
    );
    assert_eq!(more.run().unimplemented, ["W-buffering"]);
}
