//! Cached state of earlier draws is not used after a change.

use super::scene::{Scene, rectangle};
use tilescope_vivante::chips;

/// The image of a rectangle drawn after `change`, and after an invisible draw if
/// `before` is set.
fn image(before: bool, change: &str) -> Vec<u8> {
    let mut corners = rectangle([8.0, 8.0, 56.0, 56.0], |x, y| {
        (0.5, [x / 128.0, y / 128.0, 0.25, 0.25])
    });
    let outside = [-200.0, -200.0, 0.5];
    corners.extend([(outside, [1.0; 4]); 3]);
    let draw = match before {
        true => "DRAW_PRIMITIVES type=TRIANGLES, start=6, count=1",
        false => "",
    };
    let uniform = "LOAD_STATE PS.UNIFORMS[0] 0.125, 0.25, 0.0, 0.5";
    let scene = Scene::new(&chips::GC2000, &corners)
        .shaded("ADD t1, t1, void, u0", 2)
        .with(uniform)
        .with(draw)
        .with(change)
        .primitives("TRIANGLES", 2);
    scene.run().bytes(super::scene::surface(0), 64 * 64 * 4)
}

/// One state of each kind, by the part of the decoded state.
const CHANGES: [&str; 16] = [
    // Attributes.
    "LOAD_STATE FE.VERTEX_ELEMENT_CONFIG[1] type=FLOAT, stream=0, num=0, start=0, end=16, nonconsecutive",
    "LOAD_STATE FE.VERTEX_STREAMS.BASE_ADDR[0] @vertices + 32",
    "LOAD_STATE FE.VERTEX_STREAMS.CONTROL[0] vertex_stride=16",
    // Shaders and their linkage.
    "LOAD_STATE PS.OUTPUT_REG reg0=0",
    "LOAD_STATE VS.OUTPUT[0] o0=0, o1=0",
    "LOAD_STATE VS.INPUT[0] i0=0, i1=0",
    "LOAD_STATE PA.CONFIG cull_face_mode=OFF, fill_mode=SOLID, shade_model=FLAT\nLOAD_STATE PA.SHADER_ATTRIBUTES[0]",
    "LOAD_STATE PS.CONTROL bypass, rt_count=1",
    "LOAD_STATE PS.UNIFORMS[0] 0.5",
    // The screen.
    "LOAD_STATE PA.VIEWPORT_SCALE_X 16.0",
    "LOAD_STATE PA.VIEWPORT_OFFSET_Y 8.0",
    "LOAD_STATE SE.SCISSOR_LEFT 20.0",
    "LOAD_STATE PA.CONFIG cull_face_mode=OFF, fill_mode=WIREFRAME, shade_model=SMOOTH",
    // The pixel engine.
    "LOAD_STATE PE.COLOR_FORMAT format=A8R8G8B8, components=0x5",
    "LOAD_STATE PE.ALPHA_OP alpha_test, alpha_func=NEVER",
    "LOAD_STATE PE.COLOR_ADDR @color + 4096\nLOAD_STATE PE.PIPE.COLOR_ADDR[0] @color + 4096, @color + 4096",
];

#[test]
fn changed_state_is_decoded_again() {
    let plain = image(false, "");
    assert_eq!(image(true, ""), plain, "the first draw shows nothing");
    for change in CHANGES {
        let changed = image(false, change);
        assert_ne!(changed, plain, "{change} changes nothing");
        assert_eq!(image(true, change), changed, "{change}");
    }
}

/// Reports about a draw are repeated for each draw.
#[test]
fn unimplemented_features_are_counted_for_each_draw() {
    let corners = rectangle([8.0, 8.0, 56.0, 56.0], |_, _| (0.5, [1.0; 4]));
    let scene = Scene::new(&chips::GC2000, &corners)
        .with("LOAD_STATE SE.CONFIG last_pixel_enable")
        .with("DRAW_PRIMITIVES type=TRIANGLES, start=0, count=1");
    let drawn = scene.run();
    assert_eq!(drawn.unimplemented, ["the last pixel of lines"; 1]);
    assert_eq!(drawn.counts, [2]);
}
