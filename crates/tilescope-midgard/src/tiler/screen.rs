//! The state of primitive setup: viewport, culling, depth bias, lines and points.

use tilescope_core::Stopped;
use tilescope_draw::{
    Attribute, Bias, ClipSource, Cull, Fill, Interpolation, SamplePattern, Screen, VertexLayout,
    Viewport,
};
use tilescope_raster::{ClipVolume, DepthRange, RasterRules, Rect, SamplePositions};

use super::primitive::{Primitives, Size};
use crate::attributes::varyings;
use crate::descriptors::state::viewport as fields;
use crate::fragment::Framebuffer;
use crate::log::Ctx;
use crate::memory;
use crate::quirks::Quirks;
use crate::report::report_in;
use crate::rules::tiler as rules;
use crate::state::{DrawDescriptor, Renderer};

/// Words of a vertex before its varyings: clip coordinates and the size of the point.
pub const FIRST_WORD: usize = 5;
/// The word with the size of the point.
const SIZE_WORD: usize = 4;

/// A decoded viewport.
#[derive(Clone, Copy, Debug)]
pub struct Bounds {
    /// The pixels that are drawn.
    pub scissor: Rect,
    /// The smallest and the largest depth.
    pub depth: (f32, f32),
}

impl Bounds {
    /// Reads the viewport at `address`.
    ///
    /// # Errors
    /// A fault, if it is not mapped.
    pub fn read(address: u64, c: &mut Ctx<'_>) -> Result<Bounds, Stopped> {
        let bytes: [u8; 32] = memory::descriptor(c, "viewport", address)?;
        let get = |field: &tilescope_tables::packet::Field| field.get(&bytes) as i32;
        let float = |field: &tilescope_tables::packet::Field| f32::from_bits(get(field) as u32);
        let scissor = Rect::new(
            get(&fields::SCISSOR_MINIMUM_X),
            get(&fields::SCISSOR_MINIMUM_Y),
            get(&fields::SCISSOR_MAXIMUM_X) + 1,
            get(&fields::SCISSOR_MAXIMUM_Y) + 1,
        );
        // Mesa's empty rectangle is (1, 1) to (0, 0).
        if scissor.x0 > scissor.x1 || scissor.y0 > scissor.y1 {
            report_in(c, &rules::VIEWPORT, address, ("viewport", address), || {
                format!("the scissor rectangle is {scissor:?}")
            });
        }
        // The first pixel whose centre is inside, and the first one after.
        let edge = |v: f32| (v - 0.5).ceil().clamp(-65536.0, 65536.0) as i32;
        let clip = Rect::new(
            edge(float(&fields::MINIMUM_X)),
            edge(float(&fields::MINIMUM_Y)),
            edge(float(&fields::MAXIMUM_X)),
            edge(float(&fields::MAXIMUM_Y)),
        );
        Ok(Bounds {
            scissor: scissor.intersect(&clip),
            depth: (float(&fields::MINIMUM_Z), float(&fields::MAXIMUM_Z)),
        })
    }

    /// Factor and summand of depth, from a depth of 0 to 1 between the planes.
    pub fn depth_scale(&self) -> (f32, f32) {
        match self.depth {
            (near, far) if near.is_finite() && far.is_finite() && far > near => (far - near, near),
            _ => (1.0, 0.0),
        }
    }
}

/// State of primitive setup, and the positions of samples.
pub fn screen(
    quirks: &Quirks,
    draw: &DrawDescriptor,
    primitives: &Primitives,
    renderer: &Renderer,
    bounds: &Bounds,
    (framebuffer, rect): (&Framebuffer, Rect),
) -> (Screen, SamplePattern) {
    let samples = framebuffer.samples;
    // Without multisampling, all samples are at the centre.
    let samples = match renderer.multisample {
        true => samples,
        false => samples.centred(),
    };
    let rules = RasterRules {
        subpixel: quirks.subpixel,
        fill: quirks.fill,
        pixel_centre: (8, 8),
        samples: SamplePositions::One,
        guard: quirks.guard,
    };
    let (rules, more_samples) = samples.rules(rules);
    let (near, far) = renderer.depth_clip;
    let (scale, offset) = bounds.depth_scale();
    let viewport = Viewport {
        volume: ClipVolume {
            guard_x: quirks.guard,
            guard_y: quirks.guard,
            depth: match near && far {
                true => DepthRange::ZeroToOne,
                false => DepthRange::Unclipped,
            },
            min_w: 0.0,
        },
        scale: [1.0, 1.0, scale],
        offset: [0.0, 0.0, offset],
        scissor: bounds.scissor.intersect(&rect),
        clamp: None,
    };
    let (clockwise, counter_clockwise) = match draw.front_ccw {
        true => (draw.cull_back, draw.cull_front),
        false => (draw.cull_front, draw.cull_back),
    };
    let (units, factor, clamp) = renderer.bias;
    let bias = renderer.biased.0 || renderer.biased.1;
    let size = match primitives.size {
        Size::Constant(size) => size,
        Size::Halves(_) | Size::Singles(_) => 1.0,
    };
    let screen = Screen {
        rules,
        more_samples,
        viewports: vec![viewport],
        layers: 1,
        converts_z: false,
        cull: Cull {
            clockwise,
            counter_clockwise,
        },
        fill: Fill::Solid,
        bias: (bias && (units != 0.0 || factor != 0.0)).then_some(Bias {
            factor,
            constant: units * quirks.bias_unit * smallest_step(framebuffer),
            clamp,
        }),
        line: quirks.line,
        line_width: size,
        point: quirks.point,
        point_size: size,
        point_scale: 1.0,
    };
    (screen, samples)
}

/// The smallest difference of depth; of floats, that below 1.
fn smallest_step(framebuffer: &Framebuffer) -> f32 {
    match framebuffer.buffers.depth.pixels.format.is_float() {
        true => 1.0 / 16_777_216.0,
        false => 1.0 / framebuffer.buffers.depth.pixels.largest,
    }
}

/// The words of vertices. The last two attributes are the coordinates in points.
pub fn layout(
    primitives: &Primitives,
    renderer: &Renderer,
    varyings: &varyings::Layout,
) -> VertexLayout {
    let mut layout = VertexLayout::new(varyings.stride(), primitives.provoking);
    layout.attributes = varyings.attributes();
    layout.attributes.extend(
        [Interpolation::PointX, Interpolation::PointY].map(|from| Attribute { word: 0, from }),
    );
    layout.point_size = match primitives.size {
        Size::Constant(_) => None,
        Size::Halves(_) | Size::Singles(_) => Some(SIZE_WORD),
    };
    let near = ClipSource::Plane([0.0, 0.0, 1.0, 0.0]);
    let far = ClipSource::Plane([0.0, 0.0, -1.0, 1.0]);
    match renderer.depth_clip {
        (true, false) => layout.clip.push(near),
        (false, true) => layout.clip.push(far),
        _ => {}
    }
    layout
}
