//! The binning and the rendering list of a scene.

use tilescope_vc4::packets::{
    BinningConfig, BufferSelect, ClipWindow, DecimateMode, EarlyZDirection, FullRes, General,
    IndexType, MemoryFormat, Packet, PixelFormat, RenderingConfig, StoreMode,
};

use super::{
    ALLOC, DUMP, Draw, FRAME, INDICES, Lists, Order, RECORDS, STATE, Scene, Variant, Windows,
};

fn put(list: &mut Vec<u8>, packets: &[Packet]) {
    packets.iter().for_each(|p| p.encode(list));
}

impl Scene {
    fn state(&self, n: usize, d: &Draw, window: [u16; 4]) -> Vec<Packet> {
        let [left, bottom, width, height] = window;
        vec![
            Packet::ConfigurationBits(d.config),
            Packet::FlatShadeFlags(d.flat),
            Packet::PointSize(d.size),
            Packet::LineWidth(d.size),
            Packet::DepthOffset {
                factor: d.offset.0,
                units: d.offset.1,
            },
            Packet::ClipWindow(ClipWindow {
                left,
                bottom,
                width,
                height,
            }),
            Packet::ViewportOffset {
                x: (self.width * 8) as i16,
                y: (self.height * 8) as i16,
            },
            Packet::ZClipping { min: 0.0, max: 1.0 },
            Packet::ClipperXyScaling {
                half_width: f32::from(self.width) * 8.0,
                half_height: f32::from(self.height) * 8.0,
            },
            Packet::ClipperZScaling {
                scale: 0.5,
                offset: 0.5,
            },
            Packet::GlShaderState {
                address: RECORDS + n as u32 * 64,
                attributes: 2,
                extended: false,
            },
        ]
    }

    fn primitives(d: &Draw, first_index: u32) -> Packet {
        match &d.indices {
            None => Packet::ArrayPrimitives {
                mode: d.mode,
                length: d.vertices.len() as u32,
                first: 0,
            },
            Some(list) => Packet::IndexedPrimitives {
                mode: d.mode,
                index_type: IndexType::U16,
                length: list.len() as u32,
                address: INDICES + first_index * 2,
                max_index: d.vertices.len().max(1) as u32 - 1,
            },
        }
    }

    /// All draws as packets.
    fn draws(&self, windows: Windows) -> Vec<u8> {
        let mut list = Vec::new();
        let mut index = 0;
        for (n, d) in self.draws.iter().enumerate() {
            let [left, bottom, width, height] = d.window;
            let windows_of_draw = match windows {
                Windows::Whole => vec![d.window],
                Windows::Split(at) => {
                    let cut = at.saturating_sub(left).min(width);
                    vec![
                        [left, bottom, cut, height],
                        [left + cut, bottom, width - cut, height],
                    ]
                }
            };
            for window in windows_of_draw {
                put(&mut list, &self.state(n, d, window));
                put(&mut list, &[Self::primitives(d, index)]);
            }
            index += d.indices.as_ref().map_or(0, Vec::len) as u32;
        }
        list
    }

    pub(super) fn bin_list(&self, v: &Variant) -> Vec<u8> {
        let (width, height) = self.tiles();
        let mut list = Vec::new();
        let config = BinningConfig {
            alloc_address: ALLOC,
            alloc_size: 0x1_0000,
            state_address: STATE,
            width,
            height,
            ms_mode_4x: self.multisampled,
            tile_buffer_64bit: false,
            auto_init_tsda: true,
            alloc_init_block_size: v.blocks.0,
            alloc_block_size: v.blocks.1,
            db_non_ms: false,
        };
        put(
            &mut list,
            &[Packet::TileBinningMode(config), Packet::StartTileBinning],
        );
        list.extend(self.draws(v.windows));
        put(&mut list, &[Packet::IncrementSemaphore, Packet::Flush]);
        list
    }

    fn tile_order(&self, order: Order) -> Vec<(u8, u8)> {
        let (w, h) = self.tiles();
        let mut tiles: Vec<(u8, u8)> = (0..h).flat_map(|y| (0..w).map(move |x| (x, y))).collect();
        match order {
            Order::Rows => {}
            Order::Reversed => tiles.reverse(),
            Order::Shuffled => tiles.sort_by_key(|&(x, y)| {
                (u32::from(x) * 73 + u32::from(y) * 151).wrapping_mul(0x9e37_79b9) >> 7 & 0xff
            }),
        }
        tiles
    }

    pub(super) fn render_list(&self, v: &Variant) -> Vec<u8> {
        let mut list = Vec::new();
        let config = RenderingConfig {
            address: FRAME,
            width: self.width,
            height: self.height,
            ms_mode_4x: self.multisampled,
            tile_buffer_64bit: false,
            format: self.format,
            decimate_mode: if self.multisampled {
                DecimateMode::X4
            } else {
                DecimateMode::X1
            },
            memory_format: self.layout,
            enable_vg_mask: false,
            coverage_mode: false,
            early_z_direction: EarlyZDirection::Less,
            early_z_disable: true,
            db_non_ms: false,
        };
        let nothing = General {
            buffer: BufferSelect::None,
            memory_format: MemoryFormat::Raster,
            mode: StoreMode::Sample0,
            pixel_format: PixelFormat::Rgba8888,
            disable_swap: false,
            disable_color_clear: false,
            disable_zs_clear: false,
            disable_vg_mask_clear: false,
            disable_full_color: false,
            disable_full_zs: false,
            disable_full_vg_mask: false,
            eof: false,
            address: 0,
        };
        put(
            &mut list,
            &[
                Packet::ClearColors {
                    color: [self.clear; 2],
                    zs: 0xff_ffff,
                    vg_mask: 0,
                    stencil: 3,
                },
                Packet::TileRenderingMode(config),
                Packet::TileCoordinates { column: 0, row: 0 },
                Packet::StoreGeneral(nothing),
            ],
        );
        let direct = self.draws(v.windows);
        let order = self.tile_order(v.order);
        let columns = u32::from(self.tiles().0);
        for (i, &(column, row)) in order.iter().enumerate() {
            put(&mut list, &[Packet::TileCoordinates { column, row }]);
            if i == 0 {
                put(&mut list, &[Packet::WaitOnSemaphore]);
            }
            let tile = u32::from(row) * columns + u32::from(column);
            match v.lists {
                Lists::Binned => {
                    let address = ALLOC + tile * v.blocks.0;
                    put(&mut list, &[Packet::BranchToSubList { address }]);
                }
                Lists::Direct => list.extend(&direct),
            }
            let dump = FullRes {
                address: DUMP + tile * 0x8000,
                disable_color: false,
                disable_zs: false,
                disable_clear_all: true,
                eof: false,
            };
            let last = i + 1 == order.len();
            put(
                &mut list,
                &[
                    Packet::StoreFullRes(dump),
                    Packet::TileCoordinates { column, row },
                    if last {
                        Packet::StoreMsTileBufferAndEof
                    } else {
                        Packet::StoreMsTileBuffer
                    },
                ],
            );
        }
        list
    }
}
