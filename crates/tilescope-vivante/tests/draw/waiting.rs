//! Deferred draws give the same result as immediate ones. Findings about missing
//! flushes and stalls between them are ignored here.

use tilescope_vivante::chips::GC3000;

use crate::scene::{Corner, Scene, plain, surface};

const RED: [f32; 4] = [1.0, 0.0, 0.0, 1.0];
const BLUE: [f32; 4] = [0.0, 0.0, 1.0, 0.0];

/// Two rectangles; the second is drawn by `after`.
fn two(first: Vec<Corner>, second: Vec<Corner>) -> Scene {
    let corners = [first, second].concat();
    Scene::new(&GC3000, &corners).primitives("TRIANGLES", 2)
}

const SECOND: &str = "DRAW_PRIMITIVES type=TRIANGLES, start=6, count=2\n";

#[test]
fn deferred_draws_are_in_order_with_their_own_states() {
    let mut scene = two(
        plain([0.0, 0.0, 40.0, 40.0], RED),
        plain([8.0, 8.0, 64.0, 64.0], BLUE),
    );
    scene.after = format!(
        "LOAD_STATE PE.COLOR_FORMAT format=A8R8G8B8, components=0xf\n\
         LOAD_STATE PE.ALPHA_CONFIG blend_enable_color, src_func_color=ONE, \
         dst_func_color=ONE, eq_color=ADD\n{SECOND}\
         LOAD_STATE PE.ALPHA_CONFIG\n\
         LOAD_STATE PE.COLOR_FORMAT format=A8R8G8B8, components=0b0010\n\
         LOAD_STATE SE.SCISSOR_LEFT 0.0, 0.0, 4.0, 4.0\n\
         DRAW_PRIMITIVES type=TRIANGLES, start=0, count=2\n"
    );
    let drawn = scene.run();
    assert_eq!(drawn.counters.get("draws"), 3);
    assert_eq!(drawn.color(20, 20), [255, 0, 255, 255]);
    assert_eq!(drawn.color(50, 50), [0, 0, 255, 0]);
    assert_eq!(drawn.color(6, 6), [255, 0, 0, 255]);
    // The third draw writes a green of 0 only where nothing was drawn.
    assert_eq!(drawn.color(2, 2), [255, 0, 0, 255]);
    assert_eq!(drawn.color(4, 50), [0, 0, 0, 0]);
}

#[test]
fn draws_to_other_buffers_are_not_deferred_together() {
    let mut scene = two(
        plain([0.0, 0.0, 8.0, 8.0], RED),
        plain([0.0, 0.0, 8.0, 8.0], BLUE),
    );
    scene.after = format!(
        "LOAD_STATE PE.COLOR_ADDR @target1\n\
         LOAD_STATE PE.PIPE.COLOR_ADDR[0] @target1, @target1\n{SECOND}\
         LOAD_STATE PE.COLOR_ADDR @color\n\
         LOAD_STATE PE.PIPE.COLOR_ADDR[0] @color, @color\n\
         LOAD_STATE SE.SCISSOR_LEFT 4.0, 0.0, 64.0, 64.0\n{SECOND}"
    );
    let drawn = scene.run();
    assert_eq!(drawn.pixel(0, 4, 2, 2), 0xffff_0000);
    assert_eq!(drawn.pixel(0, 4, 6, 2), 0x0000_00ff);
    assert_eq!(drawn.pixel(2, 4, 2, 2), 0x0000_00ff);
}

/// The first draw writes the index of the second: without the flush it would be 0,
/// which is another corner.
#[test]
fn deferred_draws_are_flushed_before_reads() {
    let mut scene = two(
        plain([0.0, 0.0, 4.0, 4.0], [7.0 / 255.0; 4]),
        plain([20.0, 20.0, 30.0, 30.0], RED),
    )
    .with("LOAD_STATE PE.COLOR_FORMAT format_ext=R8, components=0xf, overwrite")
    .with("LOAD_STATE PE.COLOR_STRIDE 64");
    scene.after = "LOAD_STATE PE.COLOR_FORMAT format=A8R8G8B8, components=0xf, overwrite
LOAD_STATE PE.COLOR_STRIDE 64 * 4
LOAD_STATE PE.COLOR_ADDR @target1
LOAD_STATE PE.PIPE.COLOR_ADDR[0] @target1, @target1
LOAD_STATE FE.INDEX_STREAM_BASE_ADDR @color
LOAD_STATE FE.INDEX_STREAM_CONTROL type=UNSIGNED_CHAR
LOAD_STATE PA.POINT_SIZE 2.0
DRAW_INDEXED_PRIMITIVES type=POINTS, start=0, count=1, offset=0
"
    .into();
    let drawn = scene.run();
    // The expected finding: PE's cache was not flushed before indices were fetched.
    assert!(!drawn.found.is_empty());
    assert_eq!(drawn.bytes(surface(0), 1), [7]);
    // Corner 7 is the second of the second rectangle.
    assert_eq!(drawn.pixel(2, 4, 30, 20), 0xffff_0000);
    assert_eq!(drawn.pixel(2, 4, 0, 0), 0);
}

/// The colour of the draw is END; the memory did not contain a command before.
#[test]
fn deferred_draws_are_flushed_before_jumps() {
    let end = [0.0, 0.0, 0.0, 16.0 / 255.0];
    let mut scene = two(plain([0.0, 0.0, 8.0, 8.0], end), Vec::new());
    scene.after = "LINK prefetch=1, address=@color\n".into();
    let drawn = scene.run();
    assert_eq!(drawn.pixel(0, 4, 0, 0), 0x1000_0000);
}
