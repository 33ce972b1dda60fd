//! A frame of one tile, built from texts, with configurable parts.

use tilescope_core::{
    AddressSpace, Context, Device, Fuel, GpuMemory, Outcome, Recorder, Region, Serial, Submission,
    Unit, Work,
};
use tilescope_vc4::quirks::Quirks;
use tilescope_vc4::{Options, Vc4, chips, cmd, dumps, isa};

pub const SIZE: u32 = 64;
pub const FRAME: u64 = 0x400_0000;
pub const TEXTURE: u64 = 0x500_0000;
/// Writes one varying as red.
pub const RED: &str = "
fmul r0, vary_rd, a15;
fadd r0, r0, r5;
li r3, -, 0xff000000;
fmuli r3, r0, 1f pm8c;
or tlb_clr_all, r3, r3 usb;
pe;;;
";

/// A vertex: screen position in 1/16 pixel from the centre; its Zs; its varying.
#[derive(Clone, Copy)]
pub struct Vertex(pub [i16; 2], pub f32, pub f32);

pub struct Scene<'a> {
    pub vertices: &'a [Vertex],
    pub mode: &'a str,
    pub fragment: &'a str,
    pub uniforms: &'a [u32],
    /// CONFIGURATION_BITS.
    pub config: &'a str,
    /// Flags of the two mode configurations.
    pub mode_flags: &'a str,
    /// Number of bytes that the vertex shader reads of its 16.
    pub vs_attributes_size: u32,
    /// Records before the draw.
    pub state: &'a str,
    /// Records between the rendering mode and the tile.
    pub before: &'a str,
    /// The store that ends the tile.
    pub store: &'a str,
}

impl Default for Scene<'_> {
    fn default() -> Self {
        Scene {
            vertices: &[],
            mode: "TRIANGLES",
            fragment: RED,
            uniforms: &[0],
            config: "enable_prim_front, enable_prim_back, depth_func=ALWAYS",
            mode_flags: "",
            vs_attributes_size: 16,
            state: "",
            before: "TILE_COORDINATES\nSTORE_TILE_BUFFER_GENERAL",
            store: "STORE_MS_TILE_BUFFER_AND_EOF",
        }
    }
}

pub struct Drawn {
    pub outcome: Outcome,
    pub seen: Recorder,
    pub words: Vec<u32>,
}

impl Drawn {
    /// The word of the pixel in column `x` and row `y` of memory.
    pub fn pixel(&self, x: u32, y: u32) -> u32 {
        self.words[(y * SIZE + x) as usize]
    }
}

pub fn words(text: &str) -> Vec<u8> {
    let a = isa::assemble(text, &|_| None)
        .unwrap_or_else(|e| panic!("{}", e[0].render("shader", text)));
    a.words.iter().flat_map(|w| w.to_le_bytes()).collect()
}

pub fn list(text: &str, name: &dyn Fn(&str) -> Option<u64>) -> Vec<u8> {
    let a = cmd::text::assemble(text, &|n| name(n));
    a.unwrap_or_else(|e| panic!("{}", e[0].render("list", text)))
        .bytes
}

/// A shader that passes `n` rows through.
pub fn pass(n: u32) -> String {
    let row = |f: &dyn Fn(u32) -> String| (0..n).map(f).collect::<String>();
    format!(
        "li vpr_setup, -, {:#x};\n;;;\n{}li vpw_setup, -, 0x1a00;\n{}pe;;;\n",
        n << 20 | 0x1a00,
        row(&|i| format!("ori a{i}, vpr, 0;\n")),
        row(&|i| format!("or vpw, a{i}, a{i};\n")),
    )
}

fn vertex_data(vertices: &[Vertex]) -> Vec<u8> {
    let mut data = Vec::new();
    for Vertex(xy, z, varying) in vertices {
        let clip = xy.map(|c| f32::from(c) / (SIZE * 8) as f32);
        for f in [clip[0], clip[1], 0.0, 1.0] {
            data.extend(f.to_le_bytes());
        }
        data.extend(xy.iter().flat_map(|c| c.to_le_bytes()));
        for f in [*z, 1.0, *varying] {
            data.extend(f.to_le_bytes());
        }
    }
    data
}

/// A scene in memory.
pub struct Frame {
    pub space: AddressSpace,
    pub submission: Submission,
}

/// Address of the fragment shader.
pub const FRAGMENT: u64 = 0x30000;

/// A device with `quirks`.
pub fn device(quirks: Quirks) -> Vc4 {
    let options = Options {
        quirks,
        ..Options::default()
    };
    Vc4::new(&chips::BCM2835, options)
}

/// Draws `scene` with `quirks`.
pub fn draw(scene: &Scene<'_>, quirks: Quirks) -> Drawn {
    frame(scene).draw(&mut device(quirks))
}

/// `scene` in memory.
pub fn frame(scene: &Scene<'_>) -> Frame {
    let record = format!(
        "GL_SHADER_RECORD fs_single_thread, enable_clipping, fs_varyings=1, \
        fs_code_address=0x30000, fs_uniforms_address=0x40000, vs_attributes=2, \
        vs_attributes_size={}, vs_code_address=0x20000, cs_attributes=1, cs_attributes_size=28, \
        cs_code_address=0x10000\n\
        ATTRIBUTE address=0x1000000, size=28, stride=32\n\
        ATTRIBUTE address=0x1000010, size=16, stride=32\n",
        scene.vs_attributes_size
    );
    let tiles = if scene.mode_flags.contains("ms_mode_4x") {
        2
    } else {
        1
    };
    let bin = format!(
        "TILE_BINNING_MODE_CONFIG alloc_address=0x2000000, alloc_size=0x10000, \
            state_address=0x3000000, width={tiles}, height={tiles}, auto_init_tsda {flags}\n\
         START_TILE_BINNING\n\
         CLIP_WINDOW width={SIZE}, height={SIZE}\n\
         CONFIGURATION_BITS {config}\n\
         VIEWPORT_OFFSET x=32, y=32\n\
         CLIPPER_XY_SCALING half_width=512, half_height=512\n\
         {state}\n\
         GL_SHADER_STATE address=0x50000, attributes=2\n\
         GL_ARRAY_PRIMITIVE mode={mode}, length={n}\n\
         INCREMENT_SEMAPHORE\n\
         FLUSH\n",
        flags = scene.mode_flags,
        config = scene.config,
        state = scene.state,
        mode = scene.mode,
        n = scene.vertices.len(),
    );
    let render = format!(
        "CLEAR_COLORS color0=0xff000000, color1=0xff000000, zs=0xffffff\n\
         TILE_RENDERING_MODE_CONFIG address={FRAME:#x}, width={SIZE}, height={SIZE}, \
            format=RGBA8888 {flags}\n\
         {before}\n\
         TILE_COORDINATES\n\
         WAIT_ON_SEMAPHORE\n\
         BRANCH_TO_SUB_LIST address=0x2000000\n\
         {store}\n",
        flags = scene.mode_flags,
        before = scene.before,
        store = scene.store,
    );
    let bin = list(&bin, &|_| None);
    let render = list(&render, &|name| (name == ".").then_some(0x70000));
    let queue = |queue, start: u64, bytes: &[u8]| Work::List {
        queue,
        start,
        end: start + bytes.len() as u64,
    };
    let submission = Submission {
        work: vec![queue(0, 0x60000, &bin), queue(1, 0x70000, &render)],
        ..Submission::default()
    };
    let texture: Vec<u8> = (0..64u32).flat_map(|i| [(i * 41) as u8; 4]).collect();
    let mut space = AddressSpace::new();
    for (name, at, bytes) in [
        ("cs", 0x10000, words(&pass(7))),
        ("vs", 0x20000, words(&pass(4))),
        ("fs", FRAGMENT, words(scene.fragment)),
        (
            "uniforms",
            0x40000,
            scene
                .uniforms
                .iter()
                .flat_map(|w| w.to_le_bytes())
                .collect(),
        ),
        ("record", 0x50000, list(&record, &|_| None)),
        ("bin", 0x60000, bin),
        ("render", 0x70000, render),
        ("vertices", 0x100_0000, vertex_data(scene.vertices)),
        ("texture", TEXTURE, texture),
    ] {
        space
            .map(Region::from_bytes(name, at, &bytes))
            .expect("buffers do not overlap");
    }
    for (name, at, len) in [
        ("tile_alloc", 0x200_0000, 0x10000),
        ("tile_state", 0x300_0000, 48 * 4),
        ("frame", FRAME, 0x8000),
    ] {
        space
            .map(Region::uninitialised(name, at, len))
            .expect("buffers do not overlap");
    }
    Frame { space, submission }
}

impl Frame {
    pub fn draw(&self, device: &mut Vc4) -> Drawn {
        let mut seen = Recorder::wanting(&[dumps::VPM]);
        let mut ctx = Context {
            memory: &self.space,
            observer: &mut seen,
            fuel: Fuel::DEFAULT,
            workers: &Serial,
        };
        let outcome = device.submit(&self.submission, &mut ctx);
        let mut bytes = vec![0; 0x8000];
        self.space
            .read(FRAME, &mut bytes, Unit("test"))
            .expect("the frame is there");
        let words = bytes
            .chunks_exact(4)
            .map(|b| u32::from_le_bytes([b[0], b[1], b[2], b[3]]))
            .collect();
        Drawn {
            outcome,
            seen,
            words,
        }
    }
}
