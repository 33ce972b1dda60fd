//! Small frames, written as a driver writes them: lists with [`Packet::encode`],
//! shaders with the assembler.

// Benches and fuzz targets include this file by its path.
#[path = "scene/lists.rs"]
mod lists;
#[path = "scene/random.rs"]
mod random;

pub use random::Tame;

use tilescope_core::{
    AddressSpace, Context, Device, Fuel, GpuMemory, Outcome, Recorder, Region, Submission, Unit,
    Work, Workers,
};
use tilescope_vc4::chips;
use tilescope_vc4::isa::assemble;
use tilescope_vc4::packets::{
    CompareFunc, ConfigBits, FrameFormat, MemoryFormat, Packet, PrimitiveMode,
};
use tilescope_vc4::qpu::ExecMode;
use tilescope_vc4::records::{Attribute, GlShaderRecord, VertexStage};
use tilescope_vc4::{Options, Vc4};

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
    /// They are not read: the stencil word is the colour.
    Flat,
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
        Paint::Flat => format!("mov r3, uni\n nop\n{END}"),
    }
}

const PAINTS: [Paint; 6] = [
    Paint::Colour,
    Paint::Depth,
    Paint::Stencil,
    Paint::Texture,
    Paint::Add,
    Paint::Flat,
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
}
