//! Depth from the pixel shader.

use tilescope_vivante::chips::GC880;
use tilescope_vivante::quirks::ShaderDepth;

use crate::scene::{Scene, plain};

fn scene(shader: &str) -> Scene {
    Scene::new(&GC880, &plain([4.0, 4.0, 12.0, 12.0], [0.25, 0.5, 0.75, 1.0]))
        .shaded(shader, 2)
        .with("LOAD_STATE PE.DEPTH_CONFIG depth_mode=Z, depth_format=D24S8, depth_func=LESS, write_enable")
        .filled(crate::scene::surface(1), vec![0xff; 0x4000])
}

fn stored(scene: &Scene) -> u64 {
    scene.drawn().pixel(1, 4, 6, 6) >> 8
}

/// Mesa's register allocation puts `gl_FragDepth` into z of the first register.
#[test]
fn z_of_the_first_register_is_depth() {
    let writes = scene("mov t0.z, void, void, t1.xxxx");
    assert_eq!(stored(&writes), 0x40_0000);
    let other = scene("mov t0.x, void, void, t1.xxxx");
    assert_eq!(stored(&other), 0x80_0000);
    let never = writes.quirks(|q| q.shader_depth = ShaderDepth::Rasteriser);
    assert_eq!(stored(&never), 0x80_0000);
}

#[test]
fn depth_of_the_shader_is_tested() {
    let near = vec![0x20; 0x4000];
    let drawn = scene("mov t0.z, void, void, t1.xxxx")
        .filled(crate::scene::surface(1), near)
        .drawn();
    assert_eq!(drawn.color(6, 6), [0; 4]);
}

/// With multisampling all samples of a pixel get the shader's depth.
#[test]
fn samples_share_depth_of_the_shader() {
    let mut scene = scene("mov t0.z, void, void, t1.xxxx");
    scene.first = "LOAD_STATE GL.MULTI_SAMPLE_CONFIG msaa_samples=2X, msaa_enables=3\n".into();
    let drawn = scene
        .with("LOAD_STATE RA.MULTISAMPLE_UNK00E10[0] 0x0000aa22")
        .with("LOAD_STATE RA.CENTROID_TABLE[0] 0x88888888, 0x88888888, 0x88888888, 0x88888888")
        .with("LOAD_STATE SE.SCISSOR_LEFT 0.0, 0.0, 32.0, 64.0")
        .drawn();
    for x in 12..14 {
        assert_eq!(drawn.pixel(1, 4, x, 6) >> 8, 0x40_0000);
    }
}

#[test]
fn depth_only_draws() {
    let drawn = scene("nop")
        .with("LOAD_STATE PE.DEPTH_CONFIG depth_mode=Z, depth_format=D24S8, depth_func=LESS, write_enable, only_depth")
        .drawn();
    assert_eq!(drawn.color(6, 6), [0; 4]);
    assert_eq!(drawn.pixel(1, 4, 6, 6) >> 8, 0x80_0000);
}
