//! The state of primitive setup: viewport, culling, depth bias, lines and points.

use std::sync::Arc;

use tilescope_core::Stopped;
use tilescope_draw::{
    Attribute, Bias, ClipSource, Cull, Fill, Interpolation, Provoking, SamplePattern, Screen,
    VertexLayout, Viewport,
};
use tilescope_raster::{ClipVolume, DepthRange, RasterRules, Rect, SamplePositions};
use tilescope_tables::typed;

use super::primitive::{Primitives, Size};
use crate::attributes::varyings;
use crate::descriptors::state::viewport;
use crate::fragment::Framebuffer;
use crate::log::Ctx;
use crate::memory;
use crate::quirks::Quirks;
use crate::report::report_in;
use crate::rules::tiler as rules;
use crate::state::{DrawDescriptor, Renderer};
use crate::threads::Resources;

/// Words of a vertex before its varyings: clip coordinates and the size of the point.
pub const FIRST_WORD: usize = 5;
/// The word with the size of the point.
const SIZE_WORD: usize = 4;

typed! {
    struct Fields: viewport {
        pub clip: [f32; 4] = [MINIMUM_X, MINIMUM_Y, MAXIMUM_X, MAXIMUM_Y],
        pub depth: (f32, f32) = (MINIMUM_Z, MAXIMUM_Z),
        pub first: [u16; 2] = [SCISSOR_MINIMUM_X, SCISSOR_MINIMUM_Y],
        pub last: [u16; 2] = [SCISSOR_MAXIMUM_X, SCISSOR_MAXIMUM_Y],
    }
}

/// A decoded viewport.
#[derive(Clone, Copy, Debug, PartialEq)]
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
        let fields = Fields::from_bytes(&bytes);
        let ([x0, y0], [x1, y1]) = (fields.first.map(i32::from), fields.last.map(i32::from));
        let scissor = Rect::new(x0, y0, x1 + 1, y1 + 1);
        // Mesa's empty rectangle is (1, 1) to (0, 0).
        if scissor.x0 > scissor.x1 || scissor.y0 > scissor.y1 {
            report_in(c, &rules::VIEWPORT, address, ("viewport", address), || {
                format!("the scissor rectangle is {scissor:?}")
            });
        }
        Ok(Bounds {
            scissor: scissor.intersect(&Rect::between(fields.clip)),
            depth: fields.depth,
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

/// The choices by which the primitives of a draw are set up, besides the renderer state, the varyings in
/// buffers, and the framebuffer.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Key {
    /// Front faces are counter-clockwise; front and back faces are not drawn.
    faces: [bool; 3],
    is_triangles: bool,
    provoking: Provoking,
    size: Size,
    bounds: Bounds,
    fragment_values: bool,
}

/// The setup of the primitives of a draw. Most draws share that of the one before.
#[derive(Debug)]
pub(crate) struct Placement {
    key: Key,
    pub screen: Screen,
    pub layout: VertexLayout,
    pub samples: SamplePattern,
    pub front_ccw: bool,
    pub is_triangles: bool,
}

/// The parts of a placement.
pub(super) struct Placing<'p> {
    pub draw: &'p DrawDescriptor,
    pub primitives: &'p Primitives,
    pub bounds: Bounds,
    pub renderer: &'p Renderer,
    pub varyings: &'p varyings::Layout,
    pub resources: &'p Resources,
}

impl Placing<'_> {
    /// The placement in `rect`; the `last` one, of a draw with the same renderer state and varyings,
    /// if it is the same.
    pub fn place(
        &self,
        last: Option<&Arc<Placement>>,
        quirks: &Quirks,
        target: (&Framebuffer, Rect),
    ) -> Arc<Placement> {
        let (draw, primitives) = (self.draw, self.primitives);
        let key = Key {
            faces: [draw.front_ccw, draw.cull_front, draw.cull_back],
            is_triangles: primitives.is_triangles(),
            provoking: primitives.provoking,
            size: primitives.size,
            bounds: self.bounds,
            fragment_values: self.resources.fragment_values,
        };
        if let Some(last) = last.filter(|last| last.key == key) {
            return last.clone();
        }
        let (screen, samples) = screen(
            quirks,
            draw,
            primitives,
            self.renderer,
            &self.bounds,
            target,
        );
        Arc::new(Placement {
            key,
            screen,
            layout: layout(primitives, self.renderer, self.varyings, self.resources),
            samples,
            front_ccw: draw.front_ccw,
            is_triangles: key.is_triangles,
        })
    }
}

impl Placement {
    /// The planes of the coordinates in points, if there are values of fragments.
    pub fn point_planes(&self) -> [usize; 2] {
        let planes = self.layout.attributes.len();
        [2, 1].map(|n| planes.saturating_sub(n))
    }
}

/// State of primitive setup, and the positions of samples.
fn screen(
    quirks: &Quirks,
    draw: &DrawDescriptor,
    primitives: &Primitives,
    renderer: &Renderer,
    bounds: &Bounds,
    (framebuffer, rect): (&Framebuffer, Rect),
) -> (Screen, SamplePattern) {
    // Without multisampling, all samples are at the centre.
    let samples = match (renderer.multisample, framebuffer.buffers.samples) {
        (true, _) => framebuffer.covered,
        (false, 0 | 1) => SamplePattern::single(),
        (false, _) => framebuffer.covered.centred(),
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
            constant: units * quirks.bias_unit * framebuffer.buffers.depth.pixels.smallest_step(),
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

/// The words of vertices. The last two attributes are the coordinates in points, if fragments use
/// any of their values.
fn layout(
    primitives: &Primitives,
    renderer: &Renderer,
    varyings: &varyings::Layout,
    resources: &Resources,
) -> VertexLayout {
    let mut layout = VertexLayout::new(varyings.stride(), primitives.provoking);
    layout.attributes = varyings.attributes();
    if resources.fragment_values {
        let point = [Interpolation::PointX, Interpolation::PointY];
        let attributes = point.map(|from| Attribute { word: 0, from });
        layout.attributes.extend(attributes);
    }
    layout.point_size = match primitives.size {
        Size::Constant(_) => None,
        Size::Halves(_) | Size::Singles(_) => Some(SIZE_WORD),
    };
    match renderer.depth_clip {
        (true, false) => layout.clip.push(ClipSource::NEAR),
        (false, true) => layout.clip.push(ClipSource::FAR),
        _ => {}
    }
    layout
}
