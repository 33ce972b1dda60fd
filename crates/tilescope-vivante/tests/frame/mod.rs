//! A frame of 64 x 64 pixels, on GC2000 by default, from a stream as text. All
//! parts of it can be changed.

use tilescope_core::{
    AddressSpace, Context, Device, Fuel, GpuMemory, Outcome, Recorder, Region, Serial, Submission,
    Unit, Work,
};
use tilescope_vivante::chips::Chip;
use tilescope_vivante::cmd::text::assemble_with;
use tilescope_vivante::{Options, Vivante, chips, isa};

pub const SIZE: u32 = 64;
pub const BLACK: u32 = 0xff00_0000;
pub const RED: u32 = 0xffff_0000;

/// Clip space, then a colour.
pub type Vertex = ([f32; 4], [f32; 4]);

/// Samples of a pixel.
#[derive(Clone, Copy)]
pub enum Samples {
    One,
    Four,
}

#[derive(Clone, Copy)]
pub struct Scene<'a> {
    pub chip: &'static Chip,
    pub samples: Samples,
    pub vertices: &'a [Vertex],
    /// The draw.
    pub draw: &'a str,
    /// States after all others.
    pub state: &'a str,
    /// The pixel shader. t1 is the input colour and the output.
    pub pixel: &'a str,
}

impl Default for Scene<'_> {
    fn default() -> Self {
        Scene {
            chip: &chips::GC2000,
            samples: Samples::One,
            vertices: &[],
            draw: "DRAW_PRIMITIVES type=TRIANGLES, start=0, count=1",
            state: "",
            pixel: "nop",
        }
    }
}

pub struct Drawn {
    pub outcome: Outcome,
    pub seen: Recorder,
    pub words: Vec<u32>,
    /// Depth in the upper 24 bits; with multisampling the mean of each byte.
    pub depth: Vec<u32>,
    /// Result of an occlusion query, stored after the vertices.
    pub counted: u64,
}

impl Drawn {
    /// The word of the pixel in column `x` and row `y`.
    pub fn pixel(&self, x: u32, y: u32) -> u32 {
        self.words[(y * SIZE + x) as usize]
    }
}

const SETUP: &str = "
LOAD_STATE GL.PIPE_SELECT pipe=PIPE_3D
LOAD_STATE TS.MEM_CONFIG
LOAD_STATE RS.CONFIG source_format=A8R8G8B8, dest_format=A8R8G8B8, dest_tiled
LOAD_STATE RS.DEST_STRIDE stride=1024 * scale, tiling, multi
LOAD_STATE RS.PIPE.OFFSET {
  RS.PIPE.OFFSET[0] x=0, y=0
  RS.PIPE.OFFSET[1] x=0, y=64
}
LOAD_STATE RS.WINDOW_SIZE width=64 * scale, height=64
LOAD_STATE RS.DITHER[0] 0xffffffff, 0xffffffff
LOAD_STATE RS.CLEAR_CONTROL bits=0xffff, mode=ENABLED1
LOAD_STATE RS.PIPE.DEST_ADDR[0] @color, @color + 0x4000 * scale
LOAD_STATE RS.FILL_VALUE[0] 0xff000000, 0xff000000, 0xff000000, 0xff000000
LOAD_STATE RS.KICKER 1
LOAD_STATE GL.FLUSH_CACHE depth, color
LOAD_STATE RS.PIPE.DEST_ADDR[0] @depth, @depth + 0x4000 * scale
LOAD_STATE RS.FILL_VALUE[0] 0xffffff00, 0xffffff00, 0xffffff00, 0xffffff00
LOAD_STATE RS.KICKER 1
LOAD_STATE GL.SEMAPHORE_TOKEN from=RA, to=PE
LOAD_STATE GL.STALL_TOKEN from=RA, to=PE

LOAD_STATE FE.VERTEX_ELEMENT_CONFIG[0] {
  FE.VERTEX_ELEMENT_CONFIG[0] type=FLOAT, num=0, start=0, end=16, nonconsecutive
  FE.VERTEX_ELEMENT_CONFIG[1] type=FLOAT, num=0, start=16, end=32, nonconsecutive
}
LOAD_STATE FE.VERTEX_STREAMS.BASE_ADDR[0] @vertices
LOAD_STATE FE.VERTEX_STREAMS.CONTROL[0] vertex_stride=32
.if scale == 1 { LOAD_STATE GL.MULTI_SAMPLE_CONFIG msaa_samples=NONE, msaa_enables=0xf }
.else { LOAD_STATE GL.MULTI_SAMPLE_CONFIG msaa_samples=4X, msaa_enables=0xf }
LOAD_STATE RA.MULTISAMPLE_UNK00E10[0] 0xeaa26e26, 0xe6ae622a, 0xaaa22a22
LOAD_STATE RA.CENTROID_TABLE[0] {
  RA.CENTROID_TABLE[0] 0x4a6e2688, 0x888888a2, 0x888888ea, 0x888888c6
  RA.CENTROID_TABLE[4] 0x46622a88, 0x888888ae, 0x888888e6, 0x888888ca
  RA.CENTROID_TABLE[8] 0x262a2288, 0x886688a2, 0x888866aa, 0x668888a6
}
LOAD_STATE VS.OUTPUT_COUNT count=2
LOAD_STATE VS.INPUT_COUNT count=2, unk8=1
LOAD_STATE VS.TEMP_REGISTER_CONTROL num_temps=2
LOAD_STATE VS.OUTPUT[0] o0=0, o1=1
LOAD_STATE VS.INPUT[0] i0=0, i1=1
LOAD_STATE VS.END_PC 1
LOAD_STATE VS.START_PC 0
LOAD_STATE fixp PA.VIEWPORT_SCALE_X 32.0, 32.0
LOAD_STATE PA.VIEWPORT_SCALE_Z 1.0
LOAD_STATE fixp PA.VIEWPORT_OFFSET_X 32.0, 32.0
LOAD_STATE PA.VIEWPORT_OFFSET_Z 0.0
LOAD_STATE PA.LINE_WIDTH 0.5, 0.5
LOAD_STATE PA.SYSTEM_MODE provoking_vertex_last, half_pixel_center
LOAD_STATE PA.ATTRIBUTE_ELEMENT_COUNT count=1
LOAD_STATE PA.CONFIG cull_face_mode=OFF, fill_mode=SOLID, shade_model=SMOOTH
LOAD_STATE PA.SHADER_ATTRIBUTES[0] unk8=2
LOAD_STATE fixp SE.SCISSOR_LEFT 0.0, 0.0, 64.0, 64.0
LOAD_STATE SE.DEPTH_SCALE 0.0, 0.0
LOAD_STATE fixp SE.CLIP_RIGHT 64.0, 64.0
LOAD_STATE RA.CONTROL unk0
LOAD_STATE RA.EARLY_DEPTH
LOAD_STATE GL.VARYING_TOTAL_COMPONENTS num=4
LOAD_STATE GL.VARYING_NUM_COMPONENTS var0=4
LOAD_STATE GL.VARYING_COMPONENT_USE
LOAD_STATE PS.OUTPUT_REG reg0=1
LOAD_STATE PS.INPUT_COUNT count=1 + scale, unk8=31
LOAD_STATE PS.TEMP_REGISTER_CONTROL num_temps=3
LOAD_STATE PS.CONTROL saturate_rt0, rt_count=1
LOAD_STATE PS.START_PC 0
LOAD_STATE PE.DEPTH_CONFIG depth_mode=Z, depth_format=D24S8, depth_func=ALWAYS, write_enable, super_tiled
LOAD_STATE PE.DEPTH_NEAR 0.0, 1.0, 16777215.0
LOAD_STATE PE.DEPTH_STRIDE 256 * scale
LOAD_STATE PE.STENCIL_CONFIG mode=DISABLED
LOAD_STATE PE.ALPHA_OP alpha_func=ALWAYS
LOAD_STATE PE.ALPHA_CONFIG
LOAD_STATE PE.COLOR_FORMAT format=A8R8G8B8, components=0xf, overwrite, super_tiled
LOAD_STATE PE.COLOR_STRIDE 256 * scale
LOAD_STATE PE.PIPE.COLOR_ADDR[0] @color, @color + 0x4000 * scale
LOAD_STATE PE.PIPE.DEPTH_ADDR[0] @depth, @depth + 0x4000 * scale
LOAD_STATE PE.LOGIC_OP op=COPY
LOAD_STATE GL.SEMAPHORE_TOKEN from=RA, to=PE
LOAD_STATE GL.STALL_TOKEN from=RA, to=PE
LOAD_STATE GL.SEMAPHORE_TOKEN from=FE, to=PE
STALL from=FE, to=PE
LOAD_STATE VS.RANGE low=0, high=0
LOAD_STATE SH.INST_MEM[0] { .code vertex }
LOAD_STATE SH.INST_MEM[0x400] { .code pixel }
";

const RESOLVE: &str = "
LOAD_STATE GL.FLUSH_CACHE depth, color
LOAD_STATE GL.SEMAPHORE_TOKEN from=RA, to=PE
LOAD_STATE GL.STALL_TOKEN from=RA, to=PE
LOAD_STATE RS.CONFIG source_format=A8R8G8B8, downsample_x=scale - 1, downsample_y=scale - 1, source_tiled, dest_format=A8R8G8B8
LOAD_STATE RS.SOURCE_STRIDE stride=1024 * scale, tiling, multi
LOAD_STATE RS.DEST_STRIDE stride=256
LOAD_STATE RS.PIPE.OFFSET[1] x=0, y=32 * scale
LOAD_STATE RS.WINDOW_SIZE width=64 * scale, height=32 * scale
LOAD_STATE RS.CLEAR_CONTROL mode=DISABLED
LOAD_STATE RS.PIPE.SOURCE_ADDR[0] @color, @color + 0x4000 * scale
LOAD_STATE RS.PIPE.DEST_ADDR[0] @frame, @frame
LOAD_STATE RS.KICKER 1
LOAD_STATE RS.PIPE.SOURCE_ADDR[0] @depth, @depth + 0x4000 * scale
LOAD_STATE RS.PIPE.DEST_ADDR[0] @depths, @depths
LOAD_STATE RS.KICKER 1
";

/// Names of the buffers, their addresses and sizes.
const BUFFERS: [(&str, u32, u32); 5] = [
    ("vertices", 0x20_0000, 0x4000),
    ("color", 0x30_0000, 0x1_0000),
    ("depth", 0x40_0000, 0x1_0000),
    ("frame", 0x50_0000, 4 * SIZE * SIZE),
    ("depths", 0x60_0000, 4 * SIZE * SIZE),
];
const STREAM: u32 = 0x10_0000;

fn address(name: &str) -> Option<u64> {
    let found = BUFFERS.iter().find(|b| b.0 == name);
    found.map(|b| b.1.into())
}

fn code(text: &str) -> Vec<u8> {
    let assembled = isa::assemble(text, &|_| None);
    let words = assembled.unwrap_or_else(|e| panic!("{}", e[0].render("shader", text)));
    let words = words.words.iter().flat_map(|i| i.0);
    words.flat_map(u32::to_le_bytes).collect()
}

/// Draws `scene` on a device with `options`.
pub fn draw(scene: &Scene<'_>, options: Options) -> Drawn {
    let pixel = code(scene.pixel);
    let instructions = pixel.len() as u32 / 16;
    let scale = match scene.samples {
        Samples::One => 1,
        Samples::Four => 2,
    };
    let text = format!(
        ".set scale = {scale}\n{SETUP}\nLOAD_STATE PS.END_PC {instructions}\n\
         LOAD_STATE PS.RANGE low=0x100, high=0x100 + {instructions} - 1\n{}\n{}\n{RESOLVE}",
        scene.state, scene.draw
    );
    let shaders = |name: &str| match name {
        "vertex" => Some(code("nop")),
        "pixel" => Some(pixel.clone()),
        _ => None,
    };
    let stream = assemble_with(&text, &address, &shaders);
    let stream = stream.unwrap_or_else(|e| panic!("{}", e[0].render("stream", &text)));
    let mut memory = AddressSpace::new();
    memory
        .map(Region::from_bytes("stream", STREAM.into(), &stream.bytes))
        .unwrap();
    for (name, at, size) in BUFFERS {
        let mut bytes = vec![0; size as usize];
        if name == "vertices" {
            let floats = scene.vertices.iter().flat_map(|(p, c)| p.iter().chain(c));
            let data: Vec<u8> = floats.flat_map(|f| f.to_le_bytes()).collect();
            bytes[..data.len()].copy_from_slice(&data);
        }
        memory
            .map(Region::from_bytes(name, at.into(), &bytes))
            .unwrap();
    }
    let submission = Submission {
        label: "frame".into(),
        work: vec![Work::List {
            queue: 0,
            start: STREAM.into(),
            end: u64::from(STREAM) + stream.bytes.len() as u64,
        }],
        ..Submission::default()
    };
    let mut seen = Recorder::default();
    let mut device = Vivante::new(scene.chip, options);
    let outcome = device.submit(
        &submission,
        &mut Context {
            memory: &memory,
            observer: &mut seen,
            fuel: Fuel::new(1 << 32),
            workers: &Serial,
        },
    );
    let words = |name: &str| -> Vec<u32> {
        let mut bytes = vec![0; (4 * SIZE * SIZE) as usize];
        let at = address(name).unwrap();
        memory.read(at, &mut bytes, Unit("test")).unwrap();
        let word = |b: &[u8]| u32::from_le_bytes(b.try_into().unwrap());
        bytes.chunks_exact(4).map(word).collect()
    };
    let mut counted = [0; 8];
    let at = address("vertices").unwrap() + 0x2000;
    memory.read(at, &mut counted, Unit("test")).unwrap();
    Drawn {
        counted: u64::from_le_bytes(counted),
        words: words("frame"),
        depth: words("depths"),
        outcome,
        seen,
    }
}
