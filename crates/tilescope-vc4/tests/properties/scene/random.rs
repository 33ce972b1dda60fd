//! Scenes from random choices.

use tilescope_vc4::packets::{CompareFunc, FrameFormat, MemoryFormat, Oversample, PrimitiveMode};

use super::super::source::Bytes;
use super::{Draw, PAINTS, Scene, Vertex, config};

impl Scene {
    /// A scene from choices in `bytes`, inside the guard band and the depth range if it
    /// is `tame`.
    pub fn random(bytes: &mut Bytes<'_>, tame: Tame) -> Scene {
        let width = 1 + bytes.below(190) as u16;
        let height = 1 + bytes.below(150) as u16;
        let multisampled = bytes.once_in(3);
        let draws = 1 + bytes.below(5);
        Scene {
            width,
            height,
            multisampled,
            format: bytes.pick(&[
                FrameFormat::Rgba8888,
                FrameFormat::Rgba8888,
                FrameFormat::Bgr565,
                FrameFormat::Bgr565Dither,
            ]),
            layout: bytes.pick(&[MemoryFormat::Raster, MemoryFormat::T, MemoryFormat::Lt]),
            clear: bytes.u32(),
            draws: (0..draws)
                .map(|_| Draw::random(bytes, width, height, multisampled, tame))
                .collect(),
        }
    }
}

/// Whether primitives have to be clipped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tame {
    Yes,
    No,
}

impl Draw {
    fn random(bytes: &mut Bytes<'_>, width: u16, height: u16, ms: bool, tame: Tame) -> Draw {
        use PrimitiveMode::*;
        let mode = bytes.pick(&[
            Triangles,
            Triangles,
            TriangleStrip,
            TriangleFan,
            Lines,
            LineLoop,
            LineStrip,
            Points,
        ]);
        let count = 3 + bytes.below(18);
        let reach = if tame == Tame::Yes { 1.3 } else { 40.0 };
        let vertices: Vec<Vertex> = (0..count)
            .map(|_| {
                let w = match tame {
                    Tame::Yes => bytes.between(0.5, 4.0).max(0.25),
                    Tame::No => bytes.between(-1.0, 4.0),
                };
                let w = if w == 0.0 { 0.5 } else { w };
                let mut at = || {
                    let wide = bytes.once_in(4);
                    w * bytes.between(-1.0, 1.0) * if wide { reach } else { 1.0 }
                };
                let (x, y) = (at(), at());
                let z = w * bytes.between(-0.99, 0.99) * if tame == Tame::Yes { 1.0 } else { 1.3 };
                Vertex {
                    clip: [x, y, z, w],
                    varyings: std::array::from_fn(|_| bytes.between(0.0, 1.0)),
                }
            })
            .collect();
        let indices = bytes.once_in(2).then(|| {
            let n = 3 + bytes.below(40);
            (0..n).map(|_| bytes.below(count) as u16).collect()
        });
        let paint = bytes.pick(&PAINTS);
        let mut config = config();
        config.oversample = if ms { Oversample::X4 } else { Oversample::None };
        config.depth_func = CompareFunc::from_bits(bytes.u8() & 7);
        config.z_update = bytes.once_in(2);
        config.enable_prim_front = !bytes.once_in(6);
        config.enable_prim_back = !bytes.once_in(6);
        config.cw_primitives = bytes.once_in(2);
        config.enable_depth_offset = bytes.once_in(4);
        let (left, bottom) = match bytes.once_in(3) {
            true => (
                bytes.below(width.into()) as u16,
                bytes.below(height.into()) as u16,
            ),
            false => (0, 0),
        };
        let window = [
            left,
            bottom,
            (width - left) - bytes.below((width - left).into()) as u16 / 3,
            (height - bottom) - bytes.below((height - bottom).into()) as u16 / 3,
        ];
        Draw {
            mode,
            vertices,
            indices,
            paint,
            config,
            flat: if bytes.once_in(3) { bytes.u32() & 7 } else { 0 },
            size: bytes.between(0.25, 20.0).max(0.25),
            offset: (bytes.between(-2.0, 2.0), bytes.between(-64.0, 64.0)),
            window,
            clipping: tame == Tame::No || bytes.once_in(2),
            // Front and back, mask 0xff, any function and operations.
            stencil: 0xf000_00ff | bytes.u32() & 0x0fff_0300,
        }
    }
}
