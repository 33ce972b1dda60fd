//! Tiler and fragment jobs: a triangle from positions and varyings in memory.

use tilescope_core::{Region, Rights, Status};
use tilescope_midgard::Options;
use tilescope_midgard::descriptors::attributes::{attribute, attribute_buffer};
use tilescope_midgard::descriptors::job::{primitive, primitive_size};
use tilescope_midgard::descriptors::state::{blend, blend_equation, viewport};
use tilescope_midgard::descriptors::tiler::tiler_context;
use tilescope_midgard::descriptors::v5::{draw, fragment_job_payload as payload, renderer_state};
use tilescope_midgard::descriptors::v5_framebuffer::{framebuffer_parameters as fb, render_target};
use tilescope_midgard::isa::assemble;
use tilescope_tables::packet::Field;

use crate::machine::{BASE, Machine, header, value};

const TILER: u64 = BASE + 0x100;
const FRAGMENT: u64 = BASE + 0x200;
const FRAMEBUFFER: u64 = BASE + 0x400;
const STATE: u64 = BASE + 0x800;
const VIEWPORT: u64 = BASE + 0x900;
const VARYINGS: u64 = BASE + 0xa00;
const BUFFERS: u64 = BASE + 0xb00;
const CODE: u64 = BASE + 0x1000;
const POSITIONS: u64 = BASE + 0x2000;
const COLOURS: u64 = BASE + 0x3000;
const COUNTER: u64 = BASE + 0x4000;
const LIST: u64 = BASE + 0x5000;
const HEAP: u64 = BASE + 0x6000;
const PIXELS: u64 = BASE + 0x1_0000;
const SIZE: u64 = 64;

const SHADER: &str = "\
ldst
    LD_VARY.f32 R0.xyzw, 0.x, 0.x + 0x10
aluw
    vadd.ADD.i32 R1.w, PC_SP.x, #0
    brx.write.always +0 -> aluw/4
";

fn set(bytes: &mut [u8], values: &[(&Field, u64)]) {
    for (field, value) in values {
        field.set(bytes, *value);
    }
}

fn bits(v: f32) -> u64 {
    v.to_bits().into()
}

/// A chain that draws vertices with colours: a write value job and a tiler job.
fn scene(m: &Machine, mode: u64, vertices: &[([f32; 4], [f32; 4])]) {
    m.write(BASE, &header(2, 1, [0, 0], TILER));
    m.write(BASE + 32, &value(LIST, 3));
    m.write(LIST, &[0xff; 8]);
    let mut job = vec![0; 192];
    job[..32].copy_from_slice(&header(7, 2, [0, 1], 0));
    job[32..36].copy_from_slice(&(vertices.len() as u32 - 1).to_le_bytes());
    // Shifts of 0, and of 32 for the last number: vertices in y.
    job[36..40].copy_from_slice(&(32u32 << 22).to_le_bytes());
    set(
        &mut job[40..64],
        &[
            (&primitive::DRAW_MODE, mode),
            (&primitive::FIRST_PROVOKING_VERTEX, 1),
            (&primitive::INDEX_COUNT, vertices.len() as u64 - 1),
        ],
    );
    set(
        &mut job[64..184],
        &[
            (&draw::OCCLUSION_QUERY, 3),
            (&draw::POSITION, POSITIONS),
            (&draw::STATE, STATE),
            (&draw::VARYINGS, VARYINGS),
            (&draw::VARYING_BUFFERS, BUFFERS),
            (&draw::VIEWPORT, VIEWPORT),
            (&draw::OCCLUSION, COUNTER),
            (&draw::THREAD_STORAGE, FRAMEBUFFER | 1),
        ],
    );
    set(&mut job[184..], &[(&primitive_size::CONSTANT, bits(4.0))]);
    m.write(TILER, &job);
    let quads = code(SHADER);
    m.write(CODE, &quads);
    let mut state = [0; 80];
    set(
        &mut state,
        &[
            (
                &renderer_state::SHADER_SHADER,
                CODE | u64::from(quads[0] & 15),
            ),
            (&renderer_state::SHADER_VARYING_COUNT, 1),
            (&renderer_state::PROPERTIES_WORK_REGISTER_COUNT, 4),
            (&renderer_state::PROPERTIES_DEPTH_SOURCE, 2),
            (&renderer_state::MULTISAMPLE_MISC_SAMPLE_MASK, 0xffff),
            (&renderer_state::MULTISAMPLE_MISC_DEPTH_FUNCTION, 7),
            (
                &renderer_state::STENCIL_MASK_MISC_ALPHA_TEST_COMPARE_FUNCTION,
                7,
            ),
        ],
    );
    set(&mut state[64..], &[(&blend::ENABLE, 1)]);
    set(
        &mut state[72..76],
        &[
            (&blend_equation::RGB_A, 2),
            (&blend_equation::RGB_B, 2),
            (&blend_equation::RGB_C, 1),
            (&blend_equation::ALPHA_A, 2),
            (&blend_equation::ALPHA_B, 2),
            (&blend_equation::ALPHA_C, 1),
            (&blend_equation::COLOR_MASK, 15),
        ],
    );
    m.write(STATE, &state);
    let mut view = [0; 32];
    set(
        &mut view,
        &[
            (&viewport::MINIMUM_X, bits(f32::NEG_INFINITY)),
            (&viewport::MINIMUM_Y, bits(f32::NEG_INFINITY)),
            (&viewport::MAXIMUM_X, bits(f32::INFINITY)),
            (&viewport::MAXIMUM_Y, bits(f32::INFINITY)),
            (&viewport::MAXIMUM_Z, bits(1.0)),
            (&viewport::SCISSOR_MAXIMUM_X, SIZE - 1),
            (&viewport::SCISSOR_MAXIMUM_Y, SIZE - 1),
        ],
    );
    m.write(VIEWPORT, &view);
    let mut record = [0; 8];
    set(
        &mut record,
        &[
            (&attribute::OFFSET_ENABLE, 1),
            (&attribute::FORMAT_SWIZZLE, 0x688),
            (&attribute::FORMAT_INDEX, 191),
        ],
    );
    m.write(VARYINGS, &record);
    let mut buffer = [0; 16];
    set(
        &mut buffer,
        &[
            (&attribute_buffer::TYPE, 1),
            (&attribute_buffer::POINTER, COLOURS >> 6),
            (&attribute_buffer::STRIDE, 16),
            (&attribute_buffer::SIZE, 16 * vertices.len() as u64),
        ],
    );
    m.write(BUFFERS, &buffer);
    for (n, (position, colour)) in (0..).zip(vertices) {
        let bytes = |v: &[f32; 4]| v.map(f32::to_le_bytes).concat();
        m.write(POSITIONS + 16 * n, &bytes(position));
        m.write(COLOURS + 16 * n, &bytes(colour));
    }
    framebuffer(m);
}

fn code(text: &str) -> Vec<u8> {
    let quads = assemble(text).unwrap().quads;
    quads
        .iter()
        .flatten()
        .flat_map(|w| w.to_le_bytes())
        .collect()
}

fn framebuffer(m: &Machine) {
    let mut bytes = vec![0; 192];
    set(
        &mut bytes[32..56],
        &[
            (&fb::TIE_BREAK_RULE, 2),
            (&fb::WIDTH, SIZE - 1),
            (&fb::HEIGHT, SIZE - 1),
            (&fb::BOUND_MAX_X, SIZE - 1),
            (&fb::BOUND_MAX_Y, SIZE - 1),
            (&fb::EFFECTIVE_TILE_SIZE, 8),
            (&fb::COLOR_BUFFER_ALLOCATION, 1),
        ],
    );
    set(
        &mut bytes[56..96],
        &[
            (&tiler_context::POLYGON_LIST, LIST),
            (&tiler_context::POLYGON_LIST_BODY, LIST + 512),
            (&tiler_context::HIERARCHY_MASK, 0xff),
            (&tiler_context::HEAP_START, HEAP),
            (&tiler_context::HEAP_END, HEAP + 64),
        ],
    );
    set(
        &mut bytes[128..],
        &[
            (&render_target::INTERNAL_FORMAT, 1),
            (&render_target::WRITEBACK_FORMAT, 19),
            (&render_target::WRITEBACK_BLOCK_FORMAT, 2),
            (&render_target::SWIZZLE, 0x688),
            (&render_target::WRITE_ENABLE, 1),
            (&render_target::CLEAN_PIXEL_WRITE_ENABLE, 1),
            (&render_target::RGB_BASE, PIXELS),
            (&render_target::RGB_ROW_STRIDE, 4 * SIZE),
        ],
    );
    m.write(FRAMEBUFFER, &bytes);
    let mut job = header(9, 1, [0, 0], 0).to_vec();
    job.resize(64, 0);
    set(
        &mut job[32..],
        &[
            (&payload::BOUND_MAX_X, 3),
            (&payload::BOUND_MAX_Y, 3),
            (&payload::FRAMEBUFFER, FRAMEBUFFER | 1),
        ],
    );
    m.write(FRAGMENT, &job);
}

fn drawn(mode: u64, vertices: &[([f32; 4], [f32; 4])]) -> Machine {
    drawn_with(Options::default(), mode, vertices)
}

pub fn drawn_with(options: Options, mode: u64, vertices: &[([f32; 4], [f32; 4])]) -> Machine {
    let m = Machine::with("t860", options);
    scene(&m, mode, vertices);
    finished(m)
}

/// A triangle with a bias of four units towards the viewer, and a clear to its depth.
pub fn biased(options: Options, vertices: &[([f32; 4], [f32; 4])]) -> Machine {
    let m = Machine::with("t860", options);
    scene(&m, 8, vertices);
    let mut state = m.read::<80>(STATE);
    set(
        &mut state,
        &[
            (&renderer_state::MULTISAMPLE_MISC_DEPTH_FUNCTION, 1),
            (&renderer_state::DEPTH_UNITS, bits(-4.0)),
            (
                &renderer_state::STENCIL_MASK_MISC_FRONT_FACING_DEPTH_BIAS,
                1,
            ),
            (&renderer_state::STENCIL_MASK_MISC_BACK_FACING_DEPTH_BIAS, 1),
        ],
    );
    m.write(STATE, &state);
    let mut bytes = m.read::<192>(FRAMEBUFFER);
    set(
        &mut bytes[32..56],
        &[(&fb::Z_INTERNAL_FORMAT, 1), (&fb::Z_CLEAR, bits(0.5))],
    );
    m.write(FRAMEBUFFER, &bytes);
    finished(m)
}

/// A triangle with four samples for each pixel, which are averaged. `flags` are those of the
/// load of its colours.
pub fn multisampled(options: Options, flags: &str, vertices: &[([f32; 4], [f32; 4])]) -> Machine {
    let m = Machine::with("t860", options);
    scene(&m, 8, vertices);
    m.write(CODE, &code(&SHADER.replace("0x10", flags)));
    let mut state = m.read::<80>(STATE);
    set(
        &mut state,
        &[(&renderer_state::MULTISAMPLE_MISC_MULTISAMPLE_ENABLE, 1)],
    );
    m.write(STATE, &state);
    let mut bytes = m.read::<192>(FRAMEBUFFER);
    set(
        &mut bytes[32..56],
        // The logarithm of four samples, on a rotated grid.
        &[
            (&fb::SAMPLE_COUNT, 2),
            (&fb::SAMPLE_PATTERN, 2),
            (&fb::COLOR_BUFFER_ALLOCATION, 4),
        ],
    );
    set(
        &mut bytes[128..],
        // The average of the samples.
        &[(&render_target::WRITEBACK_MSAA, 1)],
    );
    m.write(FRAMEBUFFER, &bytes);
    finished(m)
}

fn finished(mut m: Machine) -> Machine {
    for (slot, chain) in [(1, BASE), (0, FRAGMENT)] {
        let status = m.run(slot, chain).status;
        assert_eq!(status, Status::Done, "{:?}", m.seen.findings);
    }
    assert_eq!(m.rules(), [""; 0], "{:?}", m.seen.findings);
    assert_eq!(m.seen.unimplemented, []);
    m
}

pub fn pixel(m: &Machine, x: u64, y: u64) -> [u8; 4] {
    m.read(PIXELS + 4 * (SIZE * y + x))
}

pub const RED: [f32; 4] = [1.0, 0.0, 0.0, 1.0];

/// The pixels with a colour.
pub fn covered(m: &Machine) -> u64 {
    let all = (0..SIZE * SIZE).map(|n| pixel(m, n % SIZE, n / SIZE));
    all.filter(|p| *p != [0; 4]).count() as u64
}

#[test]
fn a_triangle_has_the_pixels_whose_centres_are_inside() {
    let at = |x, y| ([x, y, 0.5, 1.0], RED);
    let m = drawn(8, &[at(0.0, 0.0), at(32.0, 0.0), at(0.0, 32.0)]);
    for y in 0..SIZE {
        for x in 0..SIZE {
            let inside = x + y + 1 < 32;
            let expected = if inside { [255, 0, 0, 255] } else { [0; 4] };
            assert_eq!(pixel(&m, x, y), expected, "({x}, {y})");
        }
    }
    // Four samples for a pixel.
    assert_eq!(m.word(COUNTER), 4 * covered(&m));
}

#[test]
fn a_draw_without_a_shader_is_tested_and_has_no_colour() {
    let m = Machine::new("t860");
    let at = |x, y| ([x, y, 0.5, 1.0], RED);
    scene(&m, 8, &[at(0.0, 0.0), at(32.0, 0.0), at(0.0, 32.0)]);
    let mut state = m.read::<80>(STATE);
    set(&mut state, &[(&renderer_state::SHADER_SHADER, 0)]);
    m.write(STATE, &state);
    let m = finished(m);
    assert_eq!((covered(&m), m.word(COUNTER)), (0, 4 * 31 * 32 / 2));
}

#[test]
fn varyings_are_interpolated_with_perspective() {
    // The left side is at w 1, the right one at w 3.
    let at = |x, y, w: f32, c| ([x, y, 0.5, 1.0 / w], [c, 0.0, 0.0, 1.0]);
    let m = drawn(
        12,
        &[
            at(0.0, 0.0, 1.0, 0.0),
            at(64.0, 0.0, 3.0, 1.0),
            at(64.0, 64.0, 3.0, 1.0),
            at(0.0, 64.0, 1.0, 0.0),
        ],
    );
    for x in 0..SIZE {
        let t = (x as f32 + 0.5) / 64.0;
        let (inv, over) = (1.0 - t + t / 3.0, t / 3.0);
        let expected = over / inv * 255.0;
        let got = f32::from(pixel(&m, x, 20)[0]);
        assert!((got - expected).abs() <= 0.51, "{x}: {got} {expected}");
    }
}

#[test]
fn triangles_behind_the_viewer_are_clipped() {
    // The third vertex is behind: 1/w is negative.
    let m = drawn(
        8,
        &[
            ([16.0, 48.0, 0.5, 1.0], RED),
            ([48.0, 48.0, 0.5, 1.0], RED),
            ([32.0, 80.0, 0.5, -1.0], RED),
        ],
    );
    // The part in front extends upwards from the edge, away from the third vertex.
    assert_eq!(pixel(&m, 32, 40), [255, 0, 0, 255]);
    assert_eq!(pixel(&m, 32, 52), [0; 4]);
}

#[test]
fn points_and_lines_have_a_size() {
    let m = drawn(1, &[([20.0, 20.0, 0.5, 1.0], RED)]);
    assert_eq!(covered(&m), 16);
    assert_eq!((pixel(&m, 18, 18)[0], pixel(&m, 22, 22)[0]), (255, 0));
    let m = drawn(
        2,
        &[([8.0, 32.0, 0.5, 1.0], RED), ([40.0, 32.0, 0.5, 1.0], RED)],
    );
    assert_eq!(covered(&m), 32 * 4);
}

#[test]
fn a_list_is_drawn_by_each_fragment_job_until_it_is_cleared() {
    let at = |x, y| ([x, y, 0.5, 1.0], RED);
    let mut m = drawn(8, &[at(0.0, 0.0), at(32.0, 0.0), at(0.0, 32.0)]);
    let count = covered(&m);
    m.write(PIXELS, &[0; 256 * 64]);
    m.write(FRAGMENT, &[0; 16]);
    assert_eq!(m.run(0, FRAGMENT).status, Status::Done);
    assert_eq!(covered(&m), count);
    m.write(LIST, &[0; 8]);
    m.write(FRAGMENT, &[0; 16]);
    assert_eq!(m.run(0, FRAGMENT).status, Status::Done);
    assert_eq!(covered(&m), 0);
}

#[test]
fn a_heap_that_is_too_small() {
    let at = |x, y| ([x, y, 0.5, 1.0], RED);
    let mut m = Machine::new("t860");
    scene(&m, 8, &[at(0.0, 0.0), at(32.0, 0.0), at(0.0, 32.0)]);
    let mut bytes = m.read::<128>(FRAMEBUFFER);
    tiler_context::HEAP_END.set(&mut bytes[56..96], HEAP + 8);
    m.write(FRAMEBUFFER, &bytes);
    assert!(matches!(m.run(1, BASE).status, Status::Fault(_)));
    assert_eq!((m.word(TILER), m.rules()), (0x60, vec!["MALI-TILER-006"]));
}

/// The rules and the exception of a frame whose code is in a buffer of its own, of which it is
/// the last part.
fn with_code(rights: Rights, end: u64) -> (Vec<&'static str>, u64) {
    let at = |x, y| ([x, y, 0.5, 1.0], RED);
    let mut m = Machine::new("t860");
    scene(&m, 8, &[at(0.0, 0.0), at(32.0, 0.0), at(0.0, 32.0)]);
    let quads = assemble(SHADER).unwrap().quads;
    let bytes: Vec<u8> = quads
        .iter()
        .flatten()
        .flat_map(|w| w.to_le_bytes())
        .collect();
    let start = end - bytes.len() as u64;
    let region = Region::from_bytes("code", start, &bytes).with(rights);
    m.memory.map(region).unwrap();
    let mut state = m.read::<80>(STATE);
    renderer_state::SHADER_SHADER.set(&mut state, start | u64::from(bytes[0] & 15));
    m.write(STATE, &state);
    assert_eq!(m.run(1, BASE).status, Status::Done);
    m.run(0, FRAGMENT);
    (m.rules(), m.word(FRAGMENT))
}

#[test]
fn code_is_executable_and_between_lines_of_16_mib() {
    let line = 0x500_0000;
    assert_eq!(with_code(Rights::All, line - 16), (vec![], 1));
    assert_eq!(with_code(Rights::ReadOnly, line - 16), (vec![], 1));
    let denied = with_code(Rights::NoExecute, line - 16);
    assert_eq!(denied, (vec!["MALI-SH-001"], 0x50));
    for end in [line, line + 16] {
        assert_eq!(with_code(Rights::All, end), (vec!["MALI-SH-014"], 0x50));
    }
}

#[test]
fn modes_that_do_not_exist() {
    let mut m = Machine::new("t860");
    scene(&m, 7, &[([0.0; 4], RED)]);
    assert!(matches!(m.run(1, BASE).status, Status::Fault(_)));
    assert_eq!((m.word(TILER), m.rules()), (0x58, vec!["MALI-TILER-001"]));
}
