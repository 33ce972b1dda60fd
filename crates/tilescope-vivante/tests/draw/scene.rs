//! A complete draw: registers as in Mesa's etnaviv_emit.c, vertices, shaders, and
//! render targets.

use tilescope_core::{
    AddressSpace, Context, Counters, Device, Fuel, GpuMemory, Recorder, Region, Serial, Status,
    Submission, Unit, Work,
};
use tilescope_vivante::chips::Chip;
use tilescope_vivante::cmd::text;
use tilescope_vivante::isa::assemble;
use tilescope_vivante::quirks::Quirks;
use tilescope_vivante::regs::sh;
use tilescope_vivante::surface::{Stride, Surface, Tiling};
use tilescope_vivante::{Options, Vivante};

const STREAM: u32 = 0x1_0000;
const VERTICES: u32 = 0x10_0000;
/// Surfaces, one after the other: colour, depth, more targets.
const SURFACES: u32 = 0x20_0000;
const SURFACE_BYTES: u32 = 0x1_0000;
/// Destination of an occlusion query.
pub const QUERY: u32 = 0x40_0000;
/// Destination of a resolve.
pub const RESOLVED: u32 = 0x50_0000;
/// Tile status.
pub const STATUS: u32 = 0x60_0000;

/// Pixels of memory on a side of each surface.
pub const SIDE: u32 = 64;

/// Address of surface `n`: 0 is colour, 1 depth, from 2 on render targets from 1 on.
pub const fn surface(n: u32) -> u32 {
    SURFACES + n * SURFACE_BYTES
}

/// A position in pixels, depth from 0 to 1, and four components of a varying.
pub type Corner = ([f32; 3], [f32; 4]);

pub struct Scene {
    pub chip: &'static Chip,
    quirks: Quirks,
    /// Commands before all others.
    pub first: String,
    /// Commands directly before the draw.
    pub states: String,
    /// Commands after the draw.
    pub after: String,
    pub pixel_shader: String,
    pub temps: u32,
    draw: String,
    vertices: Vec<f32>,
    filled: Vec<(u32, Vec<u8>)>,
}

/// Result of a scene.
pub struct Drawn {
    memory: AddressSpace,
    pub counters: Counters,
    /// Ids of the findings, except for writes to registers that the chip lacks.
    pub found: Vec<&'static str>,
    pub unimplemented: Vec<&'static str>,
    /// The number of uses of each.
    pub counts: Vec<u64>,
}

/// A viewport that maps pixels to pixels: x and y are divided by 32 and moved by
/// -1.
const DEFAULTS: &str = "
LOAD_STATE GL.API_MODE OPENGL
LOAD_STATE FE.VERTEX_ELEMENT_CONFIG[0] {
  FE.VERTEX_ELEMENT_CONFIG[0] type=FLOAT, stream=0, num=0, start=0, end=16, nonconsecutive
  FE.VERTEX_ELEMENT_CONFIG[1] type=FLOAT, stream=0, num=0, start=16, end=32, nonconsecutive
}
LOAD_STATE FE.VERTEX_STREAM_BASE_ADDR @vertices
LOAD_STATE FE.VERTEX_STREAM_CONTROL vertex_stride=32
LOAD_STATE FE.VERTEX_STREAMS.BASE_ADDR[0] @vertices
LOAD_STATE FE.VERTEX_STREAMS.CONTROL[0] vertex_stride=32
LOAD_STATE NFE.VERTEX_STREAMS.BASE_ADDR[0] @vertices
LOAD_STATE NFE.VERTEX_STREAMS.CONTROL[0] vertex_stride=32
LOAD_STATE VS.END_PC 1
LOAD_STATE VS.OUTPUT_COUNT count=2
LOAD_STATE VS.INPUT_COUNT count=2, unk8=1
LOAD_STATE VS.TEMP_REGISTER_CONTROL num_temps=2
LOAD_STATE VS.OUTPUT[0] o0=0, o1=1
LOAD_STATE VS.INPUT[0] i0=0, i1=1
LOAD_STATE VS.START_PC 0
LOAD_STATE VS.RANGE low=0, high=0
LOAD_STATE PA.VIEWPORT_SCALE_X 32.0, 32.0, 1.0, 32.0, 32.0, 0.0
LOAD_STATE PA.LINE_WIDTH 0.5
LOAD_STATE PA.POINT_SIZE 0.5
LOAD_STATE PA.SYSTEM_MODE provoking_vertex_last, half_pixel_center
LOAD_STATE PA.ATTRIBUTE_ELEMENT_COUNT count=1
LOAD_STATE PA.CONFIG cull_face_mode=OFF, fill_mode=SOLID, shade_model=SMOOTH
LOAD_STATE PA.SHADER_ATTRIBUTES[0] unk8=2
LOAD_STATE PA.FLAGS zconvert_bypass
LOAD_STATE SE.SCISSOR_LEFT 0.0, 0.0, 64.0, 64.0
LOAD_STATE SE.DEPTH_SCALE 0.0, 0.0
LOAD_STATE RA.EARLY_DEPTH
LOAD_STATE GL.VARYING_TOTAL_COMPONENTS num=4
LOAD_STATE GL.VARYING_NUM_COMPONENTS var0=4
LOAD_STATE GL.VARYING_COMPONENT_USE[0] comp0=COLOR, comp1=COLOR, comp2=COLOR, comp3=COLOR
LOAD_STATE PS.OUTPUT_REG reg0=1
LOAD_STATE PS.CONTROL rt_count=1
LOAD_STATE PS.START_PC 0
LOAD_STATE PE.DEPTH_CONFIG depth_mode=NONE, depth_func=ALWAYS
LOAD_STATE PE.DEPTH_NEAR 0.0, 1.0, 16777215.0
LOAD_STATE PE.DEPTH_ADDR @depth
LOAD_STATE PE.DEPTH_STRIDE 64 * 4
LOAD_STATE PE.PIPE.DEPTH_ADDR[0] @depth, @depth
LOAD_STATE PE.STENCIL_CONFIG mode=DISABLED
LOAD_STATE PE.ALPHA_OP alpha_func=ALWAYS
LOAD_STATE PE.ALPHA_CONFIG
LOAD_STATE PE.COLOR_FORMAT format=A8R8G8B8, components=0xf, overwrite
LOAD_STATE PE.COLOR_STRIDE 64 * 4
LOAD_STATE PE.COLOR_ADDR @color
LOAD_STATE PE.PIPE.COLOR_ADDR[0] @color, @color
LOAD_STATE PE.LOGIC_OP op=COPY
LOAD_STATE PE.DITHER[0] 0xffffffff, 0xffffffff
LOAD_STATE TS.MEM_CONFIG
LOAD_STATE TS.RT.CONFIG[0]
";

fn symbol(name: &str) -> Option<u32> {
    Some(match name {
        "vertices" => VERTICES,
        "color" => surface(0),
        "depth" => surface(1),
        "target1" => surface(2),
        "target2" => surface(3),
        "query" => QUERY,
        "resolved" => RESOLVED,
        "status" => STATUS,
        _ => return None,
    })
}

fn commands(source: &str) -> Vec<u8> {
    let base = |name: &str| symbol(name).map(u64::from);
    match text::assemble(source, &base) {
        Ok(list) => list.bytes,
        Err(errors) => panic!("{}", errors[0].render("stream", source)),
    }
}

/// `LOAD_STATE` of words at an offset, padded to eight bytes.
fn load(at: u32, words: &[u32]) -> Vec<u8> {
    let mut all = vec![0x0800_0000 | ((words.len() as u32) << 16) | (at / 4)];
    all.extend_from_slice(words);
    if all.len() % 2 != 0 {
        all.push(0);
    }
    all.iter().flat_map(|w| w.to_le_bytes()).collect()
}

fn code(source: &str) -> Vec<u32> {
    match assemble(source, &|_| None) {
        Ok(assembled) => assembled.words.iter().flat_map(|i| i.0).collect(),
        Err(errors) => panic!("{errors:?}"),
    }
}

impl Scene {
    /// Triangles of these corners, whose colour is the varying.
    pub fn new(chip: &'static Chip, corners: &[Corner]) -> Scene {
        let mut scene = Scene {
            chip,
            quirks: Quirks::DEFAULT,
            first: "LOAD_STATE GL.MULTI_SAMPLE_CONFIG msaa_samples=NONE, msaa_enables=0xf\n".into(),
            states: String::new(),
            after: String::new(),
            pixel_shader: "nop".into(),
            temps: 2,
            draw: String::new(),
            vertices: Vec::new(),
            filled: vec![(surface(0), vec![0; SURFACE_BYTES as usize])],
        };
        for ([x, y, z], varying) in corners {
            // z is scaled and moved on old chips, where the vertex shader does it.
            let position = [x / 32.0 - 1.0, y / 32.0 - 1.0, *z, 1.0];
            scene.vertices.extend(position.iter().chain(varying));
        }
        scene.primitives("TRIANGLES", corners.len() as u32 / 3)
    }

    pub fn primitives(mut self, kind: &str, count: u32) -> Scene {
        self.draw = format!("DRAW_PRIMITIVES type={kind}, start=0, count={count}\n");
        self
    }

    pub fn quirks(mut self, change: impl Fn(&mut Quirks)) -> Scene {
        change(&mut self.quirks);
        self
    }

    /// Adds states, as text of a command stream.
    pub fn with(mut self, states: &str) -> Scene {
        self.states.push_str(states);
        self.states.push('\n');
        self
    }

    /// Sets the initial contents of memory.
    pub fn filled(mut self, at: u32, bytes: Vec<u8>) -> Scene {
        self.filled.push((at, bytes));
        self
    }

    /// Sets the pixel shader and its number of registers.
    pub fn shaded(mut self, source: &str, temps: u32) -> Scene {
        self.pixel_shader = source.into();
        self.temps = temps;
        self
    }

    /// Runs it to its end.
    pub fn run(&self) -> Drawn {
        let (vs, ps) = (code("nop"), code(&self.pixel_shader));
        let place = self.chip.derived().code.expect("code lies in the state");
        let mut bytes = commands(&format!("{}{DEFAULTS}", self.first));
        let samples = u32::from(!self.first.contains("NONE"));
        let registers = format!(
            "LOAD_STATE PS.END_PC {}\n\
             LOAD_STATE PS.INPUT_COUNT count={}, unk8=31\n\
             LOAD_STATE PS.TEMP_REGISTER_CONTROL num_temps={}\n\
             LOAD_STATE PS.RANGE low=0x100, high={}\n",
            ps.len() / 4,
            2 + samples,
            self.temps + samples,
            0xff + ps.len() / 4,
        );
        bytes.extend(commands(&registers));
        if self.chip.derived().single_buffer {
            bytes.extend(commands(
                "LOAD_STATE PE.LOGIC_OP op=COPY, single_buffer=2\n",
            ));
        }
        bytes.extend(load(sh::icache_control::AT, &[0]));
        bytes.extend(load(place.vertex, &vs));
        bytes.extend(load(place.pixel, &ps));
        for text in [&self.states, &self.draw, &self.after] {
            bytes.extend(commands(text));
        }
        let vertices: Vec<u8> = self.vertices.iter().flat_map(|v| v.to_le_bytes()).collect();
        let mut memory = AddressSpace::new();
        for region in [
            Region::from_bytes("stream", STREAM.into(), &bytes),
            Region::from_bytes("vertices", VERTICES.into(), &vertices),
            Region::zeroed("surfaces", SURFACES.into(), 4 * u64::from(SURFACE_BYTES)),
            Region::zeroed("query", QUERY.into(), 64),
            Region::zeroed("resolved", RESOLVED.into(), SURFACE_BYTES.into()),
            Region::zeroed("status", STATUS.into(), 4096),
        ] {
            memory.map(region).unwrap();
        }
        for (at, bytes) in &self.filled {
            memory.write((*at).into(), bytes, Unit("test")).unwrap();
        }
        let mut seen = Recorder::wanting(&[]);
        let options = Options {
            quirks: self.quirks,
            ..Options::default()
        };
        let start = u64::from(STREAM);
        let outcome = Vivante::new(self.chip, options).submit(
            &Submission {
                work: vec![Work::List {
                    queue: 0,
                    start,
                    end: start + bytes.len() as u64,
                }],
                ..Submission::default()
            },
            &mut Context {
                memory: &memory,
                observer: &mut seen,
                fuel: Fuel::new(10_000_000),
                workers: &Serial,
            },
        );
        assert_eq!(outcome.status, Status::Done);
        Drawn {
            memory,
            counters: outcome.counters,
            // Scenes write the registers of every chip.
            found: seen
                .findings
                .iter()
                .map(|f| f.rule.id)
                .filter(|id| *id != "VIV-FE-044")
                .collect(),
            unimplemented: seen.unimplemented.iter().map(|u| u.what).collect(),
            counts: seen.unimplemented.iter().map(|u| u.count).collect(),
        }
    }

    /// Runs it, and expects no findings.
    pub fn drawn(&self) -> Drawn {
        let drawn = self.run();
        assert_eq!((&drawn.found, &drawn.unimplemented), (&vec![], &vec![]));
        drawn
    }
}

impl Drawn {
    pub fn bytes(&self, at: u32, len: usize) -> Vec<u8> {
        let mut out = vec![0; len];
        self.memory.read(at.into(), &mut out, Unit("test")).unwrap();
        out
    }

    /// The bits of the pixel at (x, y) of a tiled surface.
    pub fn pixel(&self, n: u32, bytes: u32, x: u32, y: u32) -> u64 {
        let base = surface(n);
        let stride = Stride::OfPixels(SIDE * bytes);
        let surface = Surface::new(Tiling::Tiled, bytes, [base; 2], stride).unwrap();
        let read = self.bytes(surface.address(x, y), bytes as usize);
        read.iter().rev().fold(0, |all, b| all << 8 | u64::from(*b))
    }

    /// Red, green, blue, alpha of the colour buffer, whose pixels are A8R8G8B8.
    pub fn color(&self, x: u32, y: u32) -> [u8; 4] {
        let [b, g, r, a] = (self.pixel(0, 4, x, y) as u32).to_le_bytes();
        [r, g, b, a]
    }
}

/// Two triangles that cover pixels from (x0, y0) to (x1, y1), with varyings by
/// position.
pub fn rectangle(
    [x0, y0, x1, y1]: [f32; 4],
    at: impl Fn(f32, f32) -> (f32, [f32; 4]),
) -> Vec<Corner> {
    let corner = |x, y| {
        let (z, varying) = at(x, y);
        ([x, y, z], varying)
    };
    vec![
        corner(x0, y0),
        corner(x1, y0),
        corner(x0, y1),
        corner(x1, y0),
        corner(x1, y1),
        corner(x0, y1),
    ]
}

/// The same with a single colour.
pub fn plain(sides: [f32; 4], color: [f32; 4]) -> Vec<Corner> {
    rectangle(sides, |_, _| (0.5, color))
}
