//! Surfaces of the loads and stores of a rendering list, and their footprints.

use tilescope_core::Span;
use tilescope_pixel::{Surface as Memory, layouts};

use super::RenderThread;
use crate::cle::At;
use crate::log::Log;
use crate::packets::{
    BufferSelect, DecimateMode, FrameFormat, FullRes, General, MemoryFormat, PixelFormat, StoreMode,
};
use crate::rules::{cl, tlb};
use crate::tile::Move;
use crate::tlb::{ColorFormat, Resolve};

/// Memory that a load or store accesses.
#[derive(Clone, Copy, Debug)]
pub(super) struct Footprint {
    /// Its bytes.
    pub span: Span,
    /// The surface and tile, for those that follow tile coordinates.
    tile: Option<(u32, (u8, u8))>,
}

impl Footprint {
    pub(super) fn of(what: &Move, tile: (u8, u8)) -> Option<Footprint> {
        let (base, len, by_tile) = match what {
            Move::Color { base, surface, .. }
            | Move::Zs { base, surface }
            | Move::Z { base, surface } => (*base, surface.size_bytes(), true),
            Move::Full { base, color, zs } => {
                (*base, 0x4000 * (u64::from(*color) + u64::from(*zs)), false)
            }
            Move::None => return None,
        };
        Some(Footprint {
            span: Span::new(base, len),
            tile: by_tile.then_some((base, tile)),
        })
    }

    pub(super) fn clashes(&self, other: &Footprint) -> bool {
        let overlap = self.span.common(&other.span).is_some();
        let apart = match (self.tile, other.tile) {
            (Some((a, s)), Some((b, t))) => a == b && s != t,
            _ => false,
        };
        overlap && !apart
    }
}

impl RenderThread {
    fn surface(&self, format: MemoryFormat, bytes: u32) -> Option<Memory> {
        let c = self.config?;
        let (w, h) = (u32::from(c.width), u32::from(c.height));
        Some(match (format, bytes) {
            (MemoryFormat::T, 2) => Memory::new(&layouts::T_2, w, h),
            (MemoryFormat::T, _) => Memory::new(&layouts::T_4, w, h),
            (MemoryFormat::Lt, 2) => Memory::new(&layouts::LT_2, w, h),
            (MemoryFormat::Lt, _) => Memory::new(&layouts::LT_4, w, h),
            (_, n) => {
                // Rows are padded to whole micro-tiles, which are 16 bytes wide:
                // Mesa vc4_resource.c lays out raster surfaces this way.
                let row = u64::from((w * n).next_multiple_of(16));
                let layout = if n == 2 {
                    &layouts::LINEAR_2
                } else {
                    &layouts::LINEAR_4
                };
                Memory::with_row_bytes(layout, w, h, row)
            }
        })
    }

    /// Transfer of a general load.
    pub(super) fn general_load(&self, at: At, g: &General, log: &mut Log) -> Move {
        if g.buffer == BufferSelect::Z {
            let message = "depth alone can be stored but not loaded".to_owned();
            self.cursor.find(&tlb::BUFFER_KIND, at, message, log);
            return Move::None;
        }
        self.general(at, g, log)
    }

    /// Transfer of a general store.
    pub(super) fn general_store(&self, at: At, g: &General, log: &mut Log) -> Move {
        let decimated = match g.mode {
            StoreMode::DecimateX4 => Some(4),
            StoreMode::DecimateX16 => Some(16),
            StoreMode::Sample0 | StoreMode::Unknown(_) => None,
        };
        if let (Some(n), BufferSelect::Color) = (decimated, g.buffer) {
            let four = self.config.is_none_or(|c| c.ms_mode_4x);
            self.check_decimation(at, n, four, log);
        }
        self.general(at, g, log)
    }

    /// Checks a record at `at` that averages `n` samples; a pixel has four or one.
    pub(super) fn check_decimation(&self, at: At, n: u32, four: bool, log: &mut Log) {
        if four {
            return;
        }
        let message = format!("the frame is decimated {n}x, but has one sample per pixel");
        self.cursor.find(&tlb::RESOLVE_WITHOUT_MS, at, message, log);
        // The averaged pixels and their destination are undocumented: headers that
        // restate the guide only mention that 16x needs multisample mode.
        log.unimplemented("decimation of a tile with one sample per pixel");
    }

    fn general(&self, at: At, g: &General, log: &mut Log) -> Move {
        if let MemoryFormat::Unknown(n) = g.memory_format {
            self.cursor.find(
                &tlb::BUFFER_KIND,
                at,
                format!("memory format {n} does not exist"),
                log,
            );
        }
        if !g.address.is_multiple_of(16) {
            self.cursor.find(
                &tlb::ADDRESS_UNALIGNED,
                at,
                format!("the surface is at {:#010x}", g.address),
                log,
            );
        }
        match g.buffer {
            BufferSelect::None => Move::None,
            BufferSelect::Color => {
                let format = match g.pixel_format {
                    PixelFormat::Rgba8888 => ColorFormat::Rgba8888,
                    PixelFormat::Bgr565Dither => ColorFormat::Bgr565Dithered,
                    PixelFormat::Bgr565 => ColorFormat::Bgr565,
                    PixelFormat::Unknown(n) => {
                        self.cursor.find(
                            &tlb::BUFFER_KIND,
                            at,
                            format!("pixel format {n} does not exist"),
                            log,
                        );
                        ColorFormat::Rgba8888
                    }
                };
                let resolve = match g.mode {
                    StoreMode::DecimateX4 => Resolve::Decimate4,
                    StoreMode::DecimateX16 => Resolve::Decimate16,
                    StoreMode::Sample0 | StoreMode::Unknown(_) => Resolve::Sample0,
                };
                match self.surface(g.memory_format, format.bytes()) {
                    Some(surface) => Move::Color {
                        base: g.address,
                        surface,
                        format,
                        resolve,
                    },
                    None => Move::None,
                }
            }
            BufferSelect::Zs => {
                if g.pixel_format != PixelFormat::Rgba8888 {
                    let message = format!("depth is moved with pixel format {:?}", g.pixel_format);
                    self.cursor.find(&tlb::FORMAT_MISMATCH, at, message, log);
                }
                match self.surface(g.memory_format, 4) {
                    Some(surface) => Move::Zs {
                        base: g.address,
                        surface,
                    },
                    None => Move::None,
                }
            }
            BufferSelect::Z => match self.surface(g.memory_format, 4) {
                Some(surface) => Move::Z {
                    base: g.address,
                    surface,
                },
                None => Move::None,
            },
            // The fields are known: its clear, and its exclusion from stores and dumps.
            // Unknown are the bits per pixel, their layout in a store, and the
            // conversion of coverage to alpha. Searched: as for `unimplemented_modes`.
            BufferSelect::VgMask => {
                log.unimplemented("VG coverage and mask buffers");
                Move::None
            }
            BufferSelect::Full => Move::Full {
                base: g.address,
                color: !g.disable_full_color,
                zs: !g.disable_full_zs,
            },
            BufferSelect::Unknown(n) => {
                self.cursor.find(
                    &tlb::BUFFER_KIND,
                    at,
                    format!("tile buffer {n} does not exist"),
                    log,
                );
                Move::None
            }
        }
    }

    /// The store that the rendering configuration describes.
    pub(super) fn frame_store(&self, at: At, log: &mut Log) -> Move {
        let Some(c) = self.config else {
            let message = "a store comes before the rendering configuration".to_owned();
            self.cursor.find(&cl::NO_RENDERING_CONFIG, at, message, log);
            return Move::None;
        };
        let format = match c.format {
            FrameFormat::Rgba8888 => ColorFormat::Rgba8888,
            FrameFormat::Bgr565Dither => ColorFormat::Bgr565Dithered,
            FrameFormat::Bgr565 => ColorFormat::Bgr565,
            FrameFormat::Unknown(n) => {
                self.cursor.find(
                    &tlb::BUFFER_KIND,
                    at,
                    format!("frame format {n} does not exist"),
                    log,
                );
                ColorFormat::Rgba8888
            }
        };
        // "Multi-sample resolved": in multisample mode the samples are averaged for any
        // decimate mode (asurati/x03 d53.c leaves it 0).
        let resolve = match (c.ms_mode_4x, c.decimate_mode) {
            (true, DecimateMode::X16) => Resolve::Decimate16,
            (true, _) => Resolve::Decimate4,
            (false, _) => Resolve::Sample0,
        };
        match self.surface(c.memory_format, format.bytes()) {
            Some(surface) => Move::Color {
                base: c.address,
                surface,
                format,
                resolve,
            },
            None => Move::None,
        }
    }
}

/// Transfer of a full-resolution load or store.
pub(super) fn full(f: &FullRes) -> Move {
    if f.disable_color && f.disable_zs {
        return Move::None;
    }
    Move::Full {
        base: f.address,
        color: !f.disable_color,
        zs: !f.disable_zs,
    }
}
