//! Tests of depth and stencil, and blending, in every form.

use glow::HasContext;

use super::Program;
use super::fill::{Fill, cell};
use crate::context::{Context, Kind};

pub const ALL: &[Program] = &[
    Program {
        name: "depth-functions",
        about: "eight functions against nearer, equal and farther; with and without writing",
        size: (128, 96),
        kind: Kind::Es2,
        draw: depth_functions,
    },
    Program {
        name: "polygon-offset",
        about: "equal depths, moved by factor and units; depth ranges",
        size: (128, 32),
        kind: Kind::Es2,
        draw: polygon_offset,
    },
    Program {
        name: "stencil-functions",
        about: "eight functions against several values and masks",
        size: (128, 64),
        kind: Kind::Es2,
        draw: stencil_functions,
    },
    Program {
        name: "stencil-operations",
        about: "eight operations in three places, as bits of grey",
        size: (128, 96),
        kind: Kind::Es2,
        draw: stencil_operations,
    },
    Program {
        name: "stencil-sides",
        about: "each face with its own function, operation and mask",
        size: (128, 64),
        kind: Kind::Es2,
        draw: stencil_sides,
    },
    Program {
        name: "blend-factors",
        about: "fifteen factors by fifteen",
        size: (150, 150),
        kind: Kind::Es2,
        draw: blend_factors,
    },
    Program {
        name: "blend-separate",
        about: "an equation for colour and one for alpha, with separate factors",
        size: (48, 48),
        kind: Kind::Es2,
        draw: blend_separate,
    },
    Program {
        name: "colour-masks",
        about: "sixteen masks, for draws, blended draws and clears",
        size: (256, 48),
        kind: Kind::Es2,
        draw: colour_masks,
    },
];

const FUNCTIONS: [u32; 8] = [
    glow::NEVER,
    glow::LESS,
    glow::EQUAL,
    glow::LEQUAL,
    glow::GREATER,
    glow::NOTEQUAL,
    glow::GEQUAL,
    glow::ALWAYS,
];
const OPERATIONS: [u32; 8] = [
    glow::KEEP,
    glow::ZERO,
    glow::REPLACE,
    glow::INCR,
    glow::INCR_WRAP,
    glow::DECR,
    glow::DECR_WRAP,
    glow::INVERT,
];
const RED: [f32; 4] = [1.0, 0.2, 0.2, 1.0];
const GREEN: [f32; 4] = [0.2, 1.0, 0.2, 1.0];
const BLUE: [f32; 4] = [0.2, 0.4, 1.0, 1.0];

fn depth_functions(c: &Context) -> Result<(), String> {
    let fill = Fill::new(c)?;
    // SAFETY: the context is current, here and below.
    unsafe { c.gl.enable(glow::DEPTH_TEST) };
    for (i, function) in FUNCTIONS.into_iter().enumerate() {
        for (j, (z, writes)) in [-0.5, 0.0, 0.5]
            .into_iter()
            .flat_map(|z| [(z, true), (z, false)])
            .enumerate()
        {
            cell(c, j * 8 + i, 8, 16);
            // SAFETY: as above.
            unsafe {
                c.gl.depth_func(glow::ALWAYS);
                c.gl.depth_mask(true);
                fill.draw(c, RED, 0.0);
                c.gl.depth_func(function);
                c.gl.depth_mask(writes);
                fill.part(c, GREEN, z, [0.75, 0.5]);
                // Shows the current depth.
                c.gl.depth_func(glow::LESS);
                fill.part(c, BLUE, -0.25, [0.25, 1.0]);
            }
        }
    }
    // SAFETY: as above.
    unsafe { c.gl.depth_mask(true) };
    Ok(())
}

fn polygon_offset(c: &Context) -> Result<(), String> {
    let fill = Fill::new(c)?;
    // SAFETY: as above.
    unsafe { c.gl.enable(glow::DEPTH_TEST) };
    // The size of a unit is implementation-defined: up to 2/65535 here, less than the difference
    // between the colours.
    let offsets = [
        (0.0, 0.0),
        (0.0, -64.0),
        (0.0, 64.0),
        (1.0, 0.0),
        (-1.0, -32.0),
        (0.0, -1024.0),
        (4.0, 1024.0),
        (-8.0, -2048.0),
    ];
    for (i, (factor, units)) in offsets.into_iter().enumerate() {
        for (row, (near, far)) in [(0.0, 1.0), (0.75, 0.25)].into_iter().enumerate() {
            cell(c, row * 8 + i, 8, 16);
            // SAFETY: as above.
            unsafe {
                c.gl.depth_range_f32(near, far);
                c.gl.depth_func(glow::ALWAYS);
                fill.draw(c, RED, 0.25);
                c.gl.depth_func(glow::LESS);
                c.gl.enable(glow::POLYGON_OFFSET_FILL);
                c.gl.polygon_offset(factor, units);
                fill.part(c, GREEN, 0.25, [0.5, 0.5]);
                c.gl.disable(glow::POLYGON_OFFSET_FILL);
                fill.part(c, BLUE, 0.0, [0.25, 0.75]);
            }
        }
    }
    Ok(())
}

fn stencil_functions(c: &Context) -> Result<(), String> {
    let fill = Fill::new(c)?;
    // SAFETY: as above.
    unsafe { c.gl.enable(glow::STENCIL_TEST) };
    for (i, function) in FUNCTIONS.into_iter().enumerate() {
        let rows = [(4, 0xff), (5, 0xff), (0x86, 0xff), (0x15, 0x0f)];
        for (j, (reference, mask)) in rows.into_iter().enumerate() {
            cell(c, j * 8 + i, 8, 16);
            // SAFETY: as above.
            unsafe {
                c.gl.stencil_op(glow::KEEP, glow::KEEP, glow::REPLACE);
                c.gl.stencil_func(glow::ALWAYS, 5, 0xff);
                fill.draw(c, RED, 0.0);
                c.gl.stencil_op(glow::KEEP, glow::KEEP, glow::KEEP);
                c.gl.stencil_func(function, reference, mask);
                fill.part(c, GREEN, 0.0, [0.75, 0.75]);
            }
        }
    }
    Ok(())
}

/// Shows the stencil buffer of the viewport: each bit adds its weight of `colour`.
fn show_stencil(c: &Context, fill: &Fill, colour: [f32; 3]) {
    // SAFETY: as above.
    unsafe {
        c.gl.stencil_op(glow::KEEP, glow::KEEP, glow::KEEP);
        c.gl.disable(glow::DEPTH_TEST);
        c.gl.enable(glow::BLEND);
        c.gl.blend_func(glow::ONE, glow::ONE);
        for bit in 0..8 {
            c.gl.stencil_func(glow::EQUAL, 0xff, 1 << bit);
            let [r, g, b] = colour.map(|v| v * (1 << bit) as f32 / 255.0);
            fill.draw(c, [r, g, b, 0.0], 0.0);
        }
        c.gl.disable(glow::BLEND);
    }
}

fn stencil_operations(c: &Context) -> Result<(), String> {
    let fill = Fill::new(c)?;
    // SAFETY: as above.
    unsafe { c.gl.enable(glow::STENCIL_TEST) };
    for (i, operation) in OPERATIONS.into_iter().enumerate() {
        for (j, (place, before)) in (0..3).flat_map(|p| [(p, 0), (p, 255)]).enumerate() {
            cell(c, j * 8 + i, 8, 16);
            let keep = glow::KEEP;
            // SAFETY: as above.
            unsafe {
                c.gl.enable(glow::DEPTH_TEST);
                c.gl.depth_func(glow::ALWAYS);
                c.gl.stencil_op(keep, keep, glow::REPLACE);
                c.gl.stencil_func(glow::ALWAYS, before, 0xff);
                fill.draw(c, [0.0, 0.0, 0.0, 1.0], 0.0);
                c.gl.stencil_func(
                    if place == 0 {
                        glow::NEVER
                    } else {
                        glow::ALWAYS
                    },
                    0x9c,
                    0xff,
                );
                c.gl.depth_func(if place == 1 {
                    glow::GREATER
                } else {
                    glow::LESS
                });
                let mut operations = [keep; 3];
                operations[place] = operation;
                let [fail, zfail, pass] = operations;
                c.gl.stencil_op(fail, zfail, pass);
                c.gl.color_mask(false, false, false, false);
                fill.part(c, RED, -0.5, [0.75, 0.5]);
                c.gl.color_mask(true, true, true, true);
            }
            show_stencil(c, &fill, [1.0, 1.0, 0.5]);
        }
    }
    Ok(())
}

fn stencil_sides(c: &Context) -> Result<(), String> {
    let fill = Fill::new(c)?;
    // SAFETY: as above.
    unsafe { c.gl.enable(glow::STENCIL_TEST) };
    for (i, operation) in OPERATIONS.into_iter().enumerate() {
        for (j, (front, back)) in [(0xff, 0xff), (0x0f, 0xf1), (0x55, 0x3c), (0xff, 0)]
            .into_iter()
            .enumerate()
        {
            cell(c, j * 8 + i, 8, 16);
            let keep = glow::KEEP;
            let other = OPERATIONS[(i + 3) % 8];
            // SAFETY: as above.
            unsafe {
                c.gl.stencil_mask(0xff);
                c.gl.stencil_op(keep, keep, glow::REPLACE);
                c.gl.stencil_func(glow::ALWAYS, 0x63, 0xff);
                fill.draw(c, [0.0, 0.0, 0.0, 1.0], 0.0);
                c.gl.color_mask(false, false, false, false);
                c.gl.stencil_func_separate(glow::FRONT, glow::ALWAYS, 0xa5, 0xff);
                c.gl.stencil_func_separate(glow::BACK, glow::EQUAL, 0x63, 0x7f);
                c.gl.stencil_op_separate(glow::FRONT, keep, keep, operation);
                c.gl.stencil_op_separate(glow::BACK, keep, keep, other);
                c.gl.stencil_mask_separate(glow::FRONT, front);
                c.gl.stencil_mask_separate(glow::BACK, back);
                fill.part(c, RED, 0.0, [1.0, 0.5]);
                fill.part(c, RED, 0.0, [-0.5, 1.0]);
                c.gl.color_mask(true, true, true, true);
            }
            show_stencil(c, &fill, [0.5, 1.0, 1.0]);
        }
    }
    Ok(())
}

const FACTORS: [u32; 15] = [
    glow::ZERO,
    glow::ONE,
    glow::SRC_COLOR,
    glow::ONE_MINUS_SRC_COLOR,
    glow::DST_COLOR,
    glow::ONE_MINUS_DST_COLOR,
    glow::SRC_ALPHA,
    glow::ONE_MINUS_SRC_ALPHA,
    glow::DST_ALPHA,
    glow::ONE_MINUS_DST_ALPHA,
    glow::CONSTANT_COLOR,
    glow::ONE_MINUS_CONSTANT_COLOR,
    glow::CONSTANT_ALPHA,
    glow::ONE_MINUS_CONSTANT_ALPHA,
    glow::SRC_ALPHA_SATURATE,
];
/// GLES2 has no saturated factor for the destination.
const TARGETS: usize = 14;

fn blend_factors(c: &Context) -> Result<(), String> {
    let fill = Fill::new(c)?;
    // SAFETY: as above.
    unsafe { c.gl.blend_color(0.3, 0.6, 0.9, 0.4) };
    for (i, source) in FACTORS.into_iter().enumerate() {
        for (j, target) in FACTORS[..TARGETS].iter().enumerate() {
            cell(c, j * 15 + i, 15, 10);
            // SAFETY: as above.
            unsafe {
                c.gl.disable(glow::BLEND);
                fill.draw(c, [0.2, 0.7, 0.4, 0.8], 0.0);
                c.gl.enable(glow::BLEND);
                c.gl.blend_func(source, *target);
                fill.part(c, [0.9, 0.1, 0.5, 0.6], 0.0, [0.75, 0.75]);
            }
        }
    }
    Ok(())
}

fn blend_separate(c: &Context) -> Result<(), String> {
    let fill = Fill::new(c)?;
    let equations = [
        glow::FUNC_ADD,
        glow::FUNC_SUBTRACT,
        glow::FUNC_REVERSE_SUBTRACT,
    ];
    // SAFETY: as above.
    unsafe { c.gl.blend_color(0.9, 0.5, 0.7, 0.25) };
    for (i, colour) in equations.into_iter().enumerate() {
        for (j, alpha) in equations.into_iter().enumerate() {
            cell(c, j * 3 + i, 3, 16);
            // SAFETY: as above.
            unsafe {
                c.gl.disable(glow::BLEND);
                fill.draw(c, [0.3, 0.7, 0.4, 0.8], 0.0);
                c.gl.enable(glow::BLEND);
                c.gl.blend_equation_separate(colour, alpha);
                let (one, constant) = (glow::ONE, glow::CONSTANT_COLOR);
                c.gl.blend_func_separate(one, constant, glow::CONSTANT_ALPHA, one);
                fill.part(c, [0.9, 0.2, 0.5, 0.6], 0.0, [0.75, 0.75]);
                let (source, target) = (glow::SRC_ALPHA, glow::DST_ALPHA);
                c.gl.blend_func_separate(source, target, glow::ZERO, one);
                fill.part(c, [0.9, 0.2, 0.5, 0.6], 0.0, [0.25, 0.75]);
            }
        }
    }
    Ok(())
}

fn colour_masks(c: &Context) -> Result<(), String> {
    let fill = Fill::new(c)?;
    for mask in 0..16_usize {
        let on = |bit: usize| mask & bit != 0;
        for row in 0..3 {
            cell(c, row * 16 + mask, 16, 16);
            // SAFETY: as above.
            unsafe {
                c.gl.color_mask(true, true, true, true);
                c.gl.disable(glow::BLEND);
                fill.draw(c, [0.2, 0.4, 0.6, 0.4], 0.0);
                c.gl.color_mask(on(1), on(2), on(4), on(8));
                match row {
                    0 => fill.part(c, [1.0, 0.8, 0.9, 0.8], 0.0, [0.5, 0.75]),
                    1 => {
                        c.gl.enable(glow::BLEND);
                        c.gl.blend_func(glow::SRC_ALPHA, glow::ONE);
                        fill.part(c, [0.8, 0.6, 0.4, 0.5], 0.0, [0.5, 0.75]);
                    }
                    _ => {
                        c.gl.enable(glow::SCISSOR_TEST);
                        c.gl.scissor(mask as i32 * 16 + 4, 36, 8, 6);
                        c.gl.clear_color(1.0, 0.8, 0.0, 0.9);
                        c.gl.clear(glow::COLOR_BUFFER_BIT);
                        c.gl.disable(glow::SCISSOR_TEST);
                    }
                }
            }
        }
    }
    // SAFETY: as above.
    unsafe { c.gl.color_mask(true, true, true, true) };
    Ok(())
}
