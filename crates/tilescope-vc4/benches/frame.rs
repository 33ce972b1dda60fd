//! Whole frames on one core: fill, fragment arithmetic, textures, small
//! triangles, many draws.
//!
//! `cargo bench -p tilescope-vc4 --bench frame`

use divan::counter::ItemsCount;
use divan::{Bencher, black_box};
use tilescope_core::{
    AddressSpace, Context, Device, Fuel, Region, Serial, Silent, Status, Submission, Work,
};
use tilescope_vc4::{Options, Vc4, chips, cmd, isa};

fn main() {
    divan::main();
}

const SIZE: u32 = 512;

/// Passes through Xc Yc Zc Wc, Ys:Xs, Zs, 1/Wc.
const COORDINATE: &str = "
li vpr_setup, -, 0x701a00;
;;;
ori a0, vpr, 0;
ori a1, vpr, 0;
ori a2, vpr, 0;
ori a3, vpr, 0;
ori a4, vpr, 0;
ori a5, vpr, 0;
ori a6, vpr, 0;
li vpw_setup, -, 0x1a00;
or vpw, a0, a0;
or vpw, a1, a1;
or vpw, a2, a2;
or vpw, a3, a3;
or vpw, a4, a4;
or vpw, a5, a5;
or vpw, a6, a6;
pe;;;
";

/// Passes through Ys:Xs, Zs, 1/Wc and two varyings.
const VERTEX: &str = "
li vpr_setup, -, 0x501a00;
;;;
ori a0, vpr, 0;
ori a1, vpr, 0;
ori a2, vpr, 0;
ori a3, vpr, 0;
ori a4, vpr, 0;
li vpw_setup, -, 0x1a00;
or vpw, a0, a0;
or vpw, a1, a1;
or vpw, a2, a2;
or vpw, a3, a3;
or vpw, a4, a4;
pe;;;
";

/// One colour.
const FILL: &str = "
fmul r0, vary_rd, a15;
fmul r1, vary_rd, a15;
li tlb_clr_all, -, 0xff3366cc;
pe;;;
";

/// Escape-time fractal, 48 iterations: z = z*z + c.
const FRACTAL: &str = "
fmul r0, vary_rd, a15;
fadd ra0, r0, r5;
fmul r1, vary_rd, a15;
fadd rb0, r1, r5;
load_imm ra1, 0
load_imm rb1, 0
load_imm ra3, 48
load_imm ra2, 0
nop
loop:
mov r0, ra1
mov r1, rb1
fmul r2, r0, r0
fmul r3, r1, r1
fadd r2, r2, r3 ; fmul r3, r0, r1
fsub.sf nop, r2, 4.0
add.ns ra2, ra2, 1
fmul r2, r0, r0
fmul r0, r1, r1
fsub r2, r2, r0
fadd ra1, r2, ra0
fadd r3, r3, r3
fadd rb1, r3, rb0
sub.sf ra3, ra3, 1
branch.any_zc loop
nop
nop
nop
load_imm r0, 0xff000000
or tlb_color_all, ra2, r0
sig_end nop
nop
nop
";

/// One bilinear texture lookup.
const TEXTURED: &str = "
fmul r0, vary_rd, a15;
fadd r0, r0, r5;
fmul r1, vary_rd, a15;
fadd r1, r1, r5;
mov tmu0_t, r1
mov tmu0_s, r0
load_tmu0 nop
mov tlb_color_all, r4
sig_end nop
nop
nop
";

/// A colour from the uniforms.
const UNIFORM: &str = "
fmul r0, vary_rd, a15;
fmul r1, vary_rd, a15;
mov tlb_color_all, unif
sig_end nop
nop
nop
";

/// Draws of [`draws`].
const DRAWS: u32 = 2000;
/// Bytes from the shader record of a draw to the next.
const RECORD: u32 = 64;

struct Frame {
    space: AddressSpace,
    submission: Submission,
}

fn words(text: &str) -> Vec<u8> {
    let a = isa::assemble(text, &|_| None)
        .unwrap_or_else(|e| panic!("{}", e[0].render("shader", text)));
    a.words.iter().flat_map(|w| w.to_le_bytes()).collect()
}

fn list(text: &str) -> Vec<u8> {
    let a = cmd::text::assemble(text, &|_| None);
    a.unwrap_or_else(|e| panic!("{}", e[0].render("list", text)))
        .bytes
}

/// A frame that draws `vertices` (Xc Yc Zc Wc, Xs Ys, Zs, 1/Wc, two varyings) as
/// triangles.
fn frame(fragment: &str, vertices: &[([i16; 2], [f32; 2])], uniforms: &[u32]) -> Frame {
    frame_of(fragment, vertices, uniforms, 1)
}

/// The same in equal `draws`, each with a shader record and a uniform.
fn frame_of(
    fragment: &str,
    vertices: &[([i16; 2], [f32; 2])],
    uniforms: &[u32],
    draws: u32,
) -> Frame {
    let tiles = SIZE / 64;
    let n = vertices.len() as u32 / draws;
    let mut data = Vec::new();
    for (xy, v) in vertices {
        let clip = xy.map(|c| f32::from(c) / (SIZE * 8) as f32);
        for f in [clip[0], clip[1], 0.0, 1.0] {
            data.extend(f.to_le_bytes());
        }
        data.extend(xy[0].to_le_bytes());
        data.extend(xy[1].to_le_bytes());
        for f in [0.5, 1.0, v[0], v[1]] {
            data.extend(f.to_le_bytes());
        }
    }
    let record = |i: u32| {
        list(&format!(
            "GL_SHADER_RECORD fs_single_thread, enable_clipping, fs_varyings=2, \
        fs_code_address=0x30000, fs_uniforms_address={:#x}, vs_attributes=2, \
        vs_attributes_size=20, vs_code_address=0x20000, cs_attributes=1, cs_attributes_size=28, \
        cs_code_address=0x10000\n\
        ATTRIBUTE address=0x1000000, size=28, stride=36\n\
        ATTRIBUTE address=0x1000010, size=20, stride=36\n",
            0x80000 + i * 4
        ))
    };
    let mut records = Vec::new();
    let mut list_of_draws = String::new();
    for i in 0..draws {
        records.resize((i * RECORD) as usize, 0);
        records.extend(record(i));
        list_of_draws += &format!(
            "GL_SHADER_STATE address={:#x}, attributes=2\n\
             GL_ARRAY_PRIMITIVE mode=TRIANGLES, length={n}, first={}\n",
            0x100000 + i * RECORD,
            i * n
        );
    }
    let bin = format!(
        "TILE_BINNING_MODE_CONFIG alloc_address=0x2000000, alloc_size=0x400000, \
            state_address=0x3000000, width={tiles}, height={tiles}, auto_init_tsda\n\
         START_TILE_BINNING\n\
         CLIP_WINDOW width={SIZE}, height={SIZE}\n\
         CONFIGURATION_BITS enable_prim_front, enable_prim_back, depth_func=ALWAYS\n\
         VIEWPORT_OFFSET x={c}, y={c}\n\
         CLIPPER_XY_SCALING half_width={h}, half_height={h}\n\
         {list_of_draws}\
         INCREMENT_SEMAPHORE\n\
         FLUSH\n",
        c = SIZE / 2,
        h = SIZE * 8,
    );
    let render = format!(
        "CLEAR_COLORS color0=0xff000000, color1=0xff000000\n\
         TILE_RENDERING_MODE_CONFIG address=0x4000000, width={SIZE}, height={SIZE}, format=RGBA8888\n\
         TILE_COORDINATES\nSTORE_TILE_BUFFER_GENERAL\nWAIT_ON_SEMAPHORE\n\
         .for y in 0..{tiles} {{ .for x in 0..{tiles} {{\n\
         TILE_COORDINATES column=x, row=y\n\
         BRANCH_TO_SUB_LIST address=0x2000000 + (y * {tiles} + x) * 32\n\
         .if x + y == {last} {{ STORE_MS_TILE_BUFFER_AND_EOF }} .else {{ STORE_MS_TILE_BUFFER }}\n\
         }} }}\n",
        last = 2 * (tiles - 1),
    );
    let (bin, render) = (list(&bin), list(&render));
    let (bin_len, render_len) = (bin.len() as u64, render.len() as u64);
    let texture: Vec<u8> = (0..256 * 256 * 4u32)
        .map(|i| ((i * 37) >> 3) as u8)
        .collect();
    let uniforms: Vec<u8> = uniforms.iter().flat_map(|w| w.to_le_bytes()).collect();
    let mut space = AddressSpace::new();
    for (name, at, bytes) in [
        ("cs", 0x10000, words(COORDINATE)),
        ("vs", 0x20000, words(VERTEX)),
        ("fs", 0x30000, words(fragment)),
        ("uniforms", 0x80000, uniforms),
        ("record", 0x100000, records),
        ("bin", 0x60000, bin),
        ("render", 0x70000, render),
        ("vertices", 0x1000000, data),
        ("texture", 0x5000000, texture),
    ] {
        space
            .map(Region::from_bytes(name, at, &bytes))
            .expect("buffers do not overlap");
    }
    for (name, at, len) in [
        ("tile_alloc", 0x2000000, 0x400000),
        ("tile_state", 0x3000000, u64::from(tiles * tiles) * 48),
        ("frame", 0x4000000, u64::from(SIZE * SIZE) * 4),
    ] {
        space
            .map(Region::uninitialised(name, at, len))
            .expect("buffers do not overlap");
    }
    let submission = Submission {
        work: vec![
            Work::List {
                queue: 0,
                start: 0x60000,
                end: 0x60000 + bin_len,
            },
            Work::List {
                queue: 1,
                start: 0x70000,
                end: 0x70000 + render_len,
            },
        ],
        ..Submission::default()
    };
    Frame { space, submission }
}

fn full_screen() -> Vec<([i16; 2], [f32; 2])> {
    let e = (SIZE * 8) as i16;
    let v = |x: i16, y: i16| ([x * e, y * e], [f32::from(x) * 1.5, f32::from(y) * 1.5]);
    vec![v(-1, -1), v(1, -1), v(1, 1), v(-1, -1), v(1, 1), v(-1, 1)]
}

fn mesh(side: i16) -> Vec<([i16; 2], [f32; 2])> {
    let step = (SIZE * 16) as i16 / side;
    let e = (SIZE * 8) as i16;
    let v = |x: i16, y: i16| ([x * step - e, y * step - e], [f32::from(x), f32::from(y)]);
    let quad = |x, y| {
        [
            v(x, y),
            v(x + 1, y),
            v(x + 1, y + 1),
            v(x, y),
            v(x + 1, y + 1),
            v(x, y + 1),
        ]
    };
    (0..side)
        .flat_map(|y| (0..side).flat_map(move |x| quad(x, y)))
        .collect()
}

fn run(f: &Frame) {
    let mut device = Vc4::new(&chips::BCM2837, Options::default());
    let mut ctx = Context {
        memory: &f.space,
        observer: &mut Silent,
        fuel: Fuel::DEFAULT,
        workers: &Serial,
    };
    let outcome = device.submit(black_box(&f.submission), &mut ctx);
    assert_eq!(outcome.status, Status::Done);
}

fn pixels(bencher: Bencher, f: &Frame) {
    bencher
        .counter(ItemsCount::new(SIZE * SIZE))
        .bench_local(|| run(f));
}

/// Pixels per second.
#[divan::bench]
fn fill(bencher: Bencher) {
    pixels(bencher, &frame(FILL, &full_screen(), &[]));
}

/// Pixels per second, 48 iterations each.
#[divan::bench]
fn fractal(bencher: Bencher) {
    pixels(bencher, &frame(FRACTAL, &full_screen(), &[]));
}

/// Pixels per second: 256x256 RGBA8888 in T layout, bilinear, repeated.
#[divan::bench]
fn textured(bencher: Bencher) {
    let uniforms = [0x5000000, 256 << 20 | 256 << 8];
    pixels(bencher, &frame(TEXTURED, &full_screen(), &uniforms));
}

/// Triangles per second, binned and drawn: about 21,000 of 6x6 pixels.
#[divan::bench]
fn small_triangles(bencher: Bencher) {
    let vertices = mesh(104);
    let f = frame(FILL, &vertices, &[]);
    bencher
        .counter(ItemsCount::new(vertices.len() / 3))
        .bench_local(|| run(&f));
}

/// Draws per second, of two triangles with a shader record and a uniform of their own.
#[divan::bench]
fn draws(bencher: Bencher) {
    let colours: Vec<u32> = (0..DRAWS).map(|i| 0xff00_0000 | (i * 0x0107)).collect();
    let e = (SIZE * 8) as i16;
    let corner = |i: u32| [(i % 50) as i16 * 160 - e, (i / 50) as i16 * 200 - e];
    let v = |i: u32, x: i16, y: i16| ([corner(i)[0] + x, corner(i)[1] + y], [0.0; 2]);
    let quad = |i: u32| {
        let [a, b, c, d] = [v(i, 0, 0), v(i, 160, 0), v(i, 0, 160), v(i, 160, 160)];
        [a, b, c, c, b, d]
    };
    let vertices: Vec<_> = (0..DRAWS).flat_map(quad).collect();
    let f = frame_of(UNIFORM, &vertices, &colours, DRAWS);
    bencher
        .counter(ItemsCount::new(DRAWS))
        .bench_local(|| run(&f));
}

/// Triangles per second, binned and not drawn.
#[divan::bench]
fn binning(bencher: Bencher) {
    let vertices = mesh(104);
    let mut f = frame(FILL, &vertices, &[]);
    f.submission.work.truncate(1);
    bencher
        .counter(ItemsCount::new(vertices.len() / 3))
        .bench_local(|| run(&f));
}
