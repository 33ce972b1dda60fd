//! Small frames, written as a driver writes them: lists with [`Packet::encode`],
//! shaders with the assembler.

use tilescope_core::{
    AddressSpace, Context, Device, Fuel, GpuMemory, Outcome, Recorder, Region, Submission, Unit,
    Work, Workers,
};
use tilescope_vc4::chips;
use tilescope_vc4::isa::assemble;
use tilescope_vc4::packets::{
    BinningConfig, BufferSelect, CompareFunc, ConfigBits, DecimateMode, EarlyZDirection,
    FrameFormat, FullRes, General, IndexType, MemoryFormat, Oversample, Packet, PixelFormat,
    PrimitiveMode, RenderingConfig, StoreMode,
};
use tilescope_vc4::qpu::ExecMode;
use tilescope_vc4::records::{Attribute, GlShaderRecord, VertexStage};
use tilescope_vc4::{Options, Vc4};

use super::source::Bytes;

/// Use of three varyings by a fragment shader.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Paint {
    /// They are red, green and blue.
    Colour,
    /// The same, with a depth test.
    Depth,
    /// The same, with a stencil test too.
    Stencil,
    /// The first two are texture coordinates.
    Texture,
    /// Added to the contents of the tile buffer, with a depth test.
    Add,
}

/// A vertex in clip space.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Vertex {
    pub clip: [f32; 4],
    pub varyings: [f32; 3],
}

/// A draw and the state it needs.
#[derive(Clone, Debug)]
pub struct Draw {
    pub mode: PrimitiveMode,
    pub vertices: Vec<Vertex>,
    /// Indices instead of all vertices in order.
    pub indices: Option<Vec<u16>>,
    pub paint: Paint,
    pub config: ConfigBits,
    pub flat: u32,
    pub size: f32,
    pub offset: (f32, f32),
    /// Left, bottom, width, height.
    pub window: [u16; 4],
    pub clipping: bool,
    pub stencil: u32,
}

/// A frame.
#[derive(Clone, Debug)]
pub struct Scene {
    pub width: u16,
    pub height: u16,
    pub multisampled: bool,
    pub format: FrameFormat,
    pub layout: MemoryFormat,
    pub clear: u32,
    pub draws: Vec<Draw>,
}

/// Variant of the packets that request the same frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    Rows,
    Reversed,
    Shuffled,
}

/// Source of the primitives of the rendering list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lists {
    /// The binner's tile lists.
    Binned,
    /// The rendering list draws everything itself, in every tile.
    Direct,
}

/// Form of clip windows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Windows {
    Whole,
    /// Every draw twice: once left and once right of this column.
    Split(u16),
}

#[derive(Clone, Copy, Debug)]
pub struct Variant {
    pub order: Order,
    pub lists: Lists,
    pub windows: Windows,
    /// Bytes of first and of further blocks of tile lists.
    pub blocks: (u32, u32),
}

impl Variant {
    pub const PLAIN: Variant = Variant {
        order: Order::Rows,
        lists: Lists::Binned,
        windows: Windows::Whole,
        blocks: (32, 128),
    };
}

/// A buffer before it is mapped.
#[derive(Clone, Debug)]
pub struct Buffer {
    pub name: &'static str,
    pub base: u32,
    pub bytes: Vec<u8>,
    /// Whether it was written.
    pub written: bool,
}

/// A frame as bytes at addresses.
#[derive(Clone, Debug)]
pub struct Image {
    pub buffers: Vec<Buffer>,
    pub submission: Submission,
}

impl Image {
    pub fn memory(&self) -> AddressSpace {
        let mut space = AddressSpace::new();
        for b in &self.buffers {
            let region = if b.written {
                Region::from_bytes(b.name, b.base.into(), &b.bytes)
            } else {
                Region::uninitialised(b.name, b.base.into(), b.bytes.len() as u64)
            };
            space.map(region).expect("buffers of a scene lie apart");
        }
        space
    }

    /// Bytes of all buffers.
    pub fn size(&self) -> usize {
        self.buffers.iter().map(|b| b.bytes.len()).sum()
    }

    pub fn buffer(&self, name: &str) -> &Buffer {
        let found = self.buffers.iter().find(|b| b.name == name);
        found.expect("scenes have this buffer")
    }

    pub fn run(&self, mode: ExecMode, workers: &dyn Workers, fuel: Fuel) -> Ran {
        let memory = self.memory();
        let mut observer = Recorder::default();
        let options = Options {
            mode,
            ..Options::default()
        };
        let mut device = Vc4::new(&chips::BCM2835, options);
        let mut context = Context {
            memory: &memory,
            observer: &mut observer,
            fuel,
            workers,
        };
        let outcome = device.submit(&self.submission, &mut context);
        let fuel = context.fuel;
        Ran {
            outcome,
            observer,
            memory,
            fuel,
        }
    }
}

/// Result of a run.
pub struct Ran {
    pub outcome: Outcome,
    pub observer: Recorder,
    pub memory: AddressSpace,
    pub fuel: Fuel,
}

impl Ran {
    pub fn bytes(&self, buffer: &Buffer) -> Vec<u8> {
        let mut out = vec![0; buffer.bytes.len()];
        let read = self.memory.read(buffer.base.into(), &mut out, Unit("test"));
        read.expect("the buffer is mapped");
        out
    }
}

const CODE: u32 = 0x1000_0000;
const RECORDS: u32 = 0x1100_0000;
const VERTICES: u32 = 0x1200_0000;
const INDICES: u32 = 0x1300_0000;
const UNIFORMS: u32 = 0x1400_0000;
const TEXTURE: u32 = 0x1500_0000;
const STATE: u32 = 0x1600_0000;
const ALLOC: u32 = 0x1700_0000;
const SPARE: u32 = 0x1780_0000;
const BIN: u32 = 0x1800_0000;
const RENDER: u32 = 0x1900_0000;
const FRAME: u32 = 0x1a00_0000;
const DUMP: u32 = 0x1b00_0000;

/// Bytes between programs.
const PROGRAM: u32 = 1024;
const VERTEX_BYTES: u32 = 40;

fn code(source: &str) -> Vec<u8> {
    match assemble(source, &|_| None) {
        Ok(a) => a.words.iter().flat_map(|w| w.to_le_bytes()).collect(),
        Err(e) => panic!("{}: {source}", e[0].message),
    }
}

/// The shaders of the triangle example, which pass their inputs through.
const COORDINATE: &str = include_str!("../../../../examples/vc4/gl-triangle/cs.qasm");
const VERTEX: &str = include_str!("../../../../examples/vc4/gl-triangle/vs.qasm");

const VARYINGS: &str = "
    nop ; fmul r0, vary, ra15
    fadd r0, r0, r5
    nop ; fmul r1, vary, ra15
    fadd r1, r1, r5
    nop ; fmul r2, vary, ra15
    fadd r2, r2, r5
";
const PACK: &str = "
    load_imm r3, nop, 0xff000000
    nop ; fmul r3.8a, r0, 1.0
    nop ; fmul r3.8b, r1, 1.0
    nop ; fmul r3.8c, r2, 1.0
";
const END: &str = "
    sig_unlock_score mov tlb_color_all, r3
    sig_end nop
    nop
    nop
";

fn fragment(paint: Paint) -> String {
    let wait = "sig_wait_score nop\n";
    match paint {
        Paint::Colour => format!("{VARYINGS}{PACK}{END}"),
        Paint::Depth => format!("{VARYINGS}{PACK}{wait} mov tlb_z, rb15\n{END}"),
        Paint::Stencil => {
            format!("{VARYINGS}{PACK}{wait} mov tlb_stencil_setup, uni\n mov tlb_z, rb15\n{END}")
        }
        Paint::Texture => format!(
            "{VARYINGS} mov tmu0_t, r1\n mov tmu0_s, r0\n nop\n{wait} load_tmu0 nop\n mov r3, r4\n{END}"
        ),
        Paint::Add => format!(
            "{VARYINGS}{PACK}{wait} mov tlb_z, rb15\n sig_color_load nop\n v8adds r3, r3, r4\n{END}"
        ),
    }
}

const PAINTS: [Paint; 5] = [
    Paint::Colour,
    Paint::Depth,
    Paint::Stencil,
    Paint::Texture,
    Paint::Add,
];

/// Configuration bits that draw both faces and always pass.
pub fn config() -> ConfigBits {
    match Packet::decode(96, &[0; 3]) {
        Some(Packet::ConfigurationBits(c)) => ConfigBits {
            enable_prim_front: true,
            enable_prim_back: true,
            depth_func: CompareFunc::Always,
            ..c
        },
        _ => unreachable!("opcode 96 is CONFIGURATION_BITS"),
    }
}

fn put(list: &mut Vec<u8>, packets: &[Packet]) {
    packets.iter().for_each(|p| p.encode(list));
}

impl Scene {
    pub fn tile(&self) -> u16 {
        if self.multisampled { 32 } else { 64 }
    }

    pub fn tiles(&self) -> (u8, u8) {
        let n = |v: u16| v.div_ceil(self.tile()) as u8;
        (n(self.width), n(self.height))
    }

    /// Screen position in 1/16 pixel from the centre, Zs and 1/Wc.
    pub fn project(&self, v: &Vertex) -> ([i16; 2], f32, f32) {
        let [x, y, z, w] = v.clip;
        let rw = 1.0 / w;
        let at = |c: f32, half: u16| (c * rw * f32::from(half) * 8.0) as i32 as i16;
        let xy = [at(x, self.width), at(y, self.height)];
        (xy, z * rw * 0.5 + 0.5, rw)
    }

    fn vertex(&self, v: &Vertex) -> Vec<u8> {
        let ([x, y], zs, rw) = self.project(v);
        let xy = u32::from(x as u16) | u32::from(y as u16) << 16;
        let floats = |f: &[f32]| f.iter().map(|f| f.to_bits()).collect::<Vec<_>>();
        let mut words = floats(&v.clip);
        words.push(xy);
        words.extend(floats(&[zs, rw]));
        words.extend(floats(&v.varyings));
        words.iter().flat_map(|w| w.to_le_bytes()).collect()
    }

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
            Packet::ClipWindow {
                left,
                bottom,
                width,
                height,
            },
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

    fn bin_list(&self, v: &Variant) -> Vec<u8> {
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

    fn render_list(&self, v: &Variant) -> Vec<u8> {
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

    fn record(n: usize, paint: Paint, clipping: bool, first: u32) -> GlShaderRecord {
        let program = |i: usize| CODE + i as u32 * PROGRAM;
        let fs = PAINTS.iter().position(|p| *p == paint).unwrap_or(0);
        let stage = |attributes, attributes_size, i| VertexStage {
            uniforms: 0,
            attributes,
            attributes_size,
            code_address: program(i),
            uniforms_address: UNIFORMS,
        };
        let vertices = VERTICES + first * VERTEX_BYTES;
        let array = |offset, size| Attribute {
            address: vertices + offset,
            size,
            stride: VERTEX_BYTES,
            vs_offset: 0,
            cs_offset: 0,
        };
        GlShaderRecord {
            fs_single_thread: true,
            enable_clipping: clipping,
            fs_varyings: 3,
            fs_code_address: program(2 + fs),
            fs_uniforms_address: UNIFORMS + n as u32 * 16,
            coordinate: stage(1, 28, 0),
            vertex: stage(2, 24, 1),
            attributes: vec![array(0, 28), array(16, 24)],
            ..GlShaderRecord::default()
        }
    }

    /// The frame as bytes.
    pub fn image(&self, v: &Variant) -> Image {
        let mut programs = Vec::new();
        let sources = [COORDINATE.to_owned(), VERTEX.to_owned()];
        for source in sources.into_iter().chain(PAINTS.map(fragment)) {
            let mut bytes = code(&source);
            assert!(bytes.len() <= PROGRAM as usize);
            bytes.resize(PROGRAM as usize, 0);
            programs.extend(bytes);
        }
        let (mut records, mut vertices) = (Vec::new(), Vec::new());
        let (mut indices, mut uniforms) = (Vec::new(), Vec::new());
        let mut first = 0;
        for (n, d) in self.draws.iter().enumerate() {
            let record = Self::record(n, d.paint, d.clipping, first).encode(false);
            records.extend(record);
            records.resize((n + 1) * 64, 0);
            first += d.vertices.len() as u32;
            vertices.extend(d.vertices.iter().flat_map(|v| self.vertex(v)));
            indices.extend(d.indices.iter().flatten().flat_map(|i| i.to_le_bytes()));
            // Texture: 32x32 RGBA8888 with clamp and linear filter, or a stencil setup.
            let words = match d.paint {
                Paint::Texture => [TEXTURE, 32 << 20 | 32 << 8 | 5, 0, 0],
                _ => [d.stencil, 0, 0, 0],
            };
            uniforms.extend(words.iter().flat_map(|w| w.to_le_bytes()));
        }
        let texture = (0..32u32 * 32).flat_map(|i| {
            let (x, y) = (i % 32, i / 32);
            [x as u8 * 8, y as u8 * 8, ((x ^ y) * 8) as u8, 0xff]
        });
        let (w, h) = self.tiles();
        let tiles = usize::from(w) * usize::from(h);
        let pixels = tiles * usize::from(self.tile()) * usize::from(self.tile());
        let bin = self.bin_list(v);
        let render = self.render_list(v);
        let list = |queue, start: u32, bytes: &[u8]| Work::List {
            queue,
            start: start.into(),
            end: u64::from(start) + bytes.len() as u64,
        };
        let submission = Submission {
            work: vec![list(0, BIN, &bin), list(1, RENDER, &render)],
            spare_memory: (0..8)
                .map(|i| (u64::from(SPARE) + i * 0x8000, 0x8000))
                .collect(),
            ..Submission::default()
        };
        let given = |name, base, bytes| Buffer {
            name,
            base,
            bytes,
            written: true,
        };
        let empty = |name, base, len| Buffer {
            name,
            base,
            bytes: vec![0; len],
            written: false,
        };
        let mut buffers = vec![
            given("code", CODE, programs),
            given("records", RECORDS, records),
            given("vertices", VERTICES, vertices),
            given("indices", INDICES, indices),
            given("uniforms", UNIFORMS, uniforms),
            given("texture", TEXTURE, texture.collect()),
            empty("state", STATE, tiles * 48),
            empty("alloc", ALLOC, 0x1_0000),
            empty("spare", SPARE, 0x4_0000),
            given("bin", BIN, bin),
            given("render", RENDER, render),
            empty("frame", FRAME, pixels * 4),
            empty("dump", DUMP, tiles * 0x8000),
        ];
        buffers.retain(|b| !b.bytes.is_empty());
        Image {
            buffers,
            submission,
        }
    }

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
