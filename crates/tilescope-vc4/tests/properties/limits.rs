//! Short inputs that request excessive work: each runs until its fuel ends, so the time
//! per unit of fuel bounds the time of the worst input.

use tilescope_core::{
    AddressSpace, Context, Device, Fuel, Recorder, Region, Serial, Status, Submission, Work,
};
use tilescope_vc4::isa::assemble;
use tilescope_vc4::packets::{
    BinningConfig, BufferSelect, ClipWindow, DecimateMode, EarlyZDirection, FrameFormat, FullRes,
    General, IndexType, MemoryFormat, Packet, PixelFormat, PrimitiveMode, RenderingConfig,
    StoreMode,
};
use tilescope_vc4::records::NvShaderRecord;
use tilescope_vc4::{Options, Vc4, chips};

use super::hostile::assert_located;
use super::scene::config;

const LIST: u32 = 0x2000_0000;
const SCRATCH: u32 = 0x1000_0000;
const SCRATCH_BYTES: usize = 8 << 20;
const CODE: u32 = 0x3000_0000;
const RECORD: u32 = 0x3100_0000;
const VERTICES: u32 = 0x3200_0000;
const INDICES: u32 = 0x3300_0000;

/// A case: mapped memory and a request.
pub struct Case {
    pub name: &'static str,
    memory: AddressSpace,
    submission: Submission,
}

fn code(source: &str) -> Vec<u8> {
    match assemble(source, &|_| None) {
        Ok(a) => a.words.iter().flat_map(|w| w.to_le_bytes()).collect(),
        Err(e) => panic!("{}", e[0].message),
    }
}

fn encode(packets: &[Packet]) -> Vec<u8> {
    let mut out = Vec::new();
    packets.iter().for_each(|p| p.encode(&mut out));
    out
}

/// Resources of a list case.
struct Parts {
    fragment: String,
    varyings: u8,
    vertices: [[i16; 2]; 3],
    indices: usize,
}

impl Default for Parts {
    fn default() -> Self {
        Parts {
            fragment: "sig_end nop\nnop\nnop".to_owned(),
            varyings: 0,
            vertices: [[-32000, -32000], [32000, -32000], [0, 32000]],
            indices: 3,
        }
    }
}

/// `prologue` once, then `body` forever.
fn endless(name: &'static str, queue: u32, prologue: &[Packet], body: &[Packet], p: Parts) -> Case {
    let mut list = encode(prologue);
    let back = LIST + list.len() as u32;
    list.extend(encode(body));
    list.extend(encode(&[Packet::Branch { address: back }]));
    let record = NvShaderRecord {
        fs_single_thread: true,
        stride: 12,
        fs_varyings: p.varyings,
        fs_code_address: CODE,
        fs_uniforms_address: SCRATCH,
        vertices_address: VERTICES,
        ..NvShaderRecord::default()
    };
    let vertex = p.vertices.iter().flat_map(|[x, y]| {
        let xy = u32::from(*x as u16) | u32::from(*y as u16) << 16;
        [xy, 0.5f32.to_bits(), 1f32.to_bits()]
    });
    let mut vertices: Vec<u8> = vertex.flat_map(u32::to_le_bytes).collect();
    vertices.resize(4096, 0);
    let indices: Vec<u8> = (0..p.indices).map(|i| (i % 3) as u8).collect();
    let end = u64::from(LIST) + list.len() as u64;
    let scratch = vec![0; SCRATCH_BYTES];
    let mut memory = AddressSpace::new();
    for (name, base, bytes) in [
        ("list", LIST, list),
        ("scratch", SCRATCH, scratch),
        ("code", CODE, code(&p.fragment)),
        ("record", RECORD, record.encode().to_vec()),
        ("vertices", VERTICES, vertices),
        ("indices", INDICES, indices),
    ] {
        let region = Region::from_bytes(name, base.into(), &bytes);
        memory.map(region).expect("the buffers lie apart");
    }
    let submission = Submission {
        work: vec![Work::List {
            queue,
            start: LIST.into(),
            end,
        }],
        ..Submission::default()
    };
    Case {
        name,
        memory,
        submission,
    }
}

fn binning(width: u8, height: u8) -> Vec<Packet> {
    let config = BinningConfig {
        alloc_address: SCRATCH,
        alloc_size: (SCRATCH_BYTES / 2) as u32,
        state_address: SCRATCH + (SCRATCH_BYTES / 2) as u32,
        width,
        height,
        ms_mode_4x: false,
        tile_buffer_64bit: false,
        auto_init_tsda: true,
        alloc_init_block_size: 32,
        alloc_block_size: 32,
        db_non_ms: false,
    };
    vec![Packet::TileBinningMode(config), Packet::StartTileBinning]
}

fn state() -> Vec<Packet> {
    vec![
        Packet::ConfigurationBits(config()),
        Packet::ClipWindow(ClipWindow {
            left: 0,
            bottom: 0,
            width: u16::MAX,
            height: u16::MAX,
        }),
        Packet::ViewportOffset { x: 8192, y: 8192 },
        Packet::NvShaderState { address: RECORD },
    ]
}

fn indexed(length: u32) -> Packet {
    Packet::IndexedPrimitives {
        mode: PrimitiveMode::Triangles,
        index_type: IndexType::U8,
        length,
        address: INDICES,
        max_index: 2,
    }
}

fn rendering(layout: MemoryFormat) -> Packet {
    Packet::TileRenderingMode(RenderingConfig {
        address: SCRATCH,
        width: 1024,
        height: 1024,
        ms_mode_4x: false,
        tile_buffer_64bit: false,
        format: FrameFormat::Rgba8888,
        decimate_mode: DecimateMode::X1,
        memory_format: layout,
        enable_vg_mask: false,
        coverage_mode: false,
        early_z_direction: EarlyZDirection::Less,
        early_z_disable: true,
        db_non_ms: false,
    })
}

fn general(address: u32, keep: bool) -> General {
    General {
        buffer: BufferSelect::Color,
        memory_format: MemoryFormat::T,
        mode: StoreMode::Sample0,
        pixel_format: PixelFormat::Rgba8888,
        disable_swap: false,
        disable_color_clear: keep,
        disable_zs_clear: keep,
        disable_vg_mask_clear: keep,
        disable_full_color: false,
        disable_full_zs: false,
        disable_full_vg_mask: false,
        eof: false,
        address,
    }
}

const AT: Packet = Packet::TileCoordinates { column: 1, row: 1 };

fn binning_cases() -> Vec<Case> {
    let parts = Parts::default;
    let with = |a: Vec<Packet>, b: Vec<Packet>| [a, b].concat();
    let sliver = Parts {
        vertices: [[-8192, -8192], [31000, 31000], [31000, 30990]],
        indices: 60_000,
        ..Parts::default()
    };
    let many = Parts {
        indices: 1 << 20,
        vertices: [[0, 0], [0, 0], [0, 0]],
        ..Parts::default()
    };
    vec![
        endless("nothing", 0, &[], &[Packet::Nop], parts()),
        endless(
            "start",
            0,
            &binning(255, 255)[..1],
            &[Packet::StartTileBinning],
            parts(),
        ),
        endless("flush", 0, &binning(255, 255), &[Packet::Flush], parts()),
        endless(
            "flush all state",
            0,
            &with(binning(255, 255), state()),
            &[Packet::StartTileBinning, Packet::FlushAllState],
            parts(),
        ),
        endless(
            "primitives over all tiles",
            0,
            &with(binning(255, 255), state()),
            &[Packet::StartTileBinning, indexed(3)],
            parts(),
        ),
        endless(
            "slivers across all tiles",
            0,
            &with(binning(255, 255), state()),
            &[Packet::StartTileBinning, indexed(60_000)],
            sliver,
        ),
        endless(
            "indices",
            0,
            &with(binning(1, 1), state()),
            &[indexed(u32::MAX)],
            many,
        ),
        endless(
            "small draws",
            0,
            &with(binning(1, 1), state()),
            &[
                Packet::StartTileBinning,
                Packet::PointSize(1.0),
                indexed(3),
                Packet::LineWidth(2.0),
                indexed(3),
            ],
            parts(),
        ),
        endless(
            "arrays",
            0,
            &with(binning(1, 1), state()),
            &[Packet::ArrayPrimitives {
                mode: PrimitiveMode::Points,
                length: u32::MAX,
                first: 0,
            }],
            parts(),
        ),
        endless(
            "findings",
            0,
            &[],
            &[Packet::Marker, Packet::IncrementSemaphore, AT],
            parts(),
        ),
    ]
}

fn rendering_cases() -> Vec<Case> {
    let parts = Parts::default;
    let draws = |fragment: &str, varyings| Parts {
        fragment: fragment.to_owned(),
        varyings,
        indices: 3000,
        ..Parts::default()
    };
    let with = |a: &[Packet], b: Vec<Packet>| [a, &b].concat();
    let frame = [rendering(MemoryFormat::T), AT];
    let dump = FullRes {
        address: SCRATCH,
        disable_color: false,
        disable_zs: false,
        disable_clear_all: true,
        eof: false,
    };
    let drawing =
        |name, body: &[Packet], parts| endless(name, 1, &with(&frame, state()), body, parts);
    let end = "sig_end nop\nnop\nnop";
    let lookups = "mov tmu0_t, 0.5\nmov tmu0_s, 0.5\nnop\nload_tmu0 nop\n".repeat(64);
    let reads = "mov tmu0_s, elem\nnop\nnop\nload_tmu0 nop\n".repeat(64);
    vec![
        endless(
            "stores",
            1,
            &frame,
            &[AT, Packet::StoreMsTileBuffer],
            parts(),
        ),
        endless(
            "stores without a clear",
            1,
            &frame,
            &[Packet::StoreGeneral(general(SCRATCH, true))],
            parts(),
        ),
        endless("dumps", 1, &frame, &[Packet::StoreFullRes(dump)], parts()),
        endless(
            "stores to nowhere",
            1,
            &frame,
            &[AT, Packet::StoreGeneral(general(0x6000_0000, false))],
            parts(),
        ),
        endless(
            "loads and stores",
            1,
            &frame,
            &[
                Packet::LoadGeneral(general(SCRATCH, false)),
                AT,
                Packet::StoreGeneral(general(SCRATCH, true)),
            ],
            parts(),
        ),
        endless("coordinates", 1, &frame, &[AT], parts()),
        drawing(
            "layers",
            &[AT, indexed(3000), Packet::StoreMsTileBuffer],
            draws(end, 0),
        ),
        drawing(
            "varyings",
            &[AT, indexed(3000), Packet::StoreMsTileBuffer],
            draws(end, 250),
        ),
        drawing(
            "lookups",
            &[AT, indexed(3000), Packet::StoreMsTileBuffer],
            draws(&format!("{lookups}{end}"), 0),
        ),
        drawing(
            "reads of memory",
            &[AT, indexed(3000), Packet::StoreMsTileBuffer],
            draws(&format!("{reads}{end}"), 0),
        ),
        drawing(
            "blending",
            &[AT, indexed(3000), Packet::StoreMsTileBuffer],
            draws(
                &format!(
                    "sig_color_load mov tlb_z, rb15\nnop\n{}{end}",
                    "mov tlb_color_all, r4\n".repeat(64)
                ),
                0,
            ),
        ),
        drawing(
            "changes of state",
            &[
                AT,
                Packet::PointSize(1.0),
                indexed(3),
                Packet::NvShaderState {
                    address: RECORD + 1,
                },
                indexed(3),
                Packet::StoreMsTileBuffer,
            ],
            parts(),
        ),
    ]
}

/// Endless programs, and many long programs.
fn program_cases() -> Vec<Case> {
    let end = "sig_end nop\nnop\nnop";
    let spin = |body: &str| {
        format!("load_imm r0, nop, {SCRATCH}\nagain: {body}\nbranch again\nnop\nnop\nnop\n{end}")
    };
    let user = |name, source: String, count: u64, step: u64| {
        let mut case = endless(
            name,
            0,
            &[],
            &[Packet::Nop],
            Parts {
                fragment: source,
                ..Parts::default()
            },
        );
        case.submission.work = (0..count)
            .map(|i| Work::Program {
                code: u64::from(CODE) + i * step,
                arguments: SCRATCH.into(),
                arguments_len: 0,
            })
            .collect();
        case
    };
    let store = "load_imm nop, vw_setup, 0x80804000\nmov vw_addr, r0\nmov nop, vpm_st_wait";
    vec![
        user("a loop", spin("add r1, r1, 1"), 1, 0),
        user("a loop of DMA", spin(store), 12, 0),
        user(
            "a loop of faults",
            spin("mov vpm, r0\nmov r1, uni\nmov r2, vary"),
            12,
            0,
        ),
        user("a deadlock", format!("sem_acquire 1\n{end}"), 40, 0),
        user(
            "long programs",
            format!("{}{end}", "nop\n".repeat(60_000)),
            2000,
            8,
        ),
    ]
}

pub fn cases() -> Vec<Case> {
    [binning_cases(), rendering_cases(), program_cases()]
        .into_iter()
        .flatten()
        .collect()
}

pub fn run(case: &Case, fuel: u64) -> (Status, u64) {
    let mut observer = Recorder::default();
    let mut context = Context {
        memory: &case.memory,
        observer: &mut observer,
        fuel: Fuel::new(fuel),
        workers: &Serial,
    };
    let mut device = Vc4::new(&chips::BCM2835, Options::default());
    let outcome = device.submit(&case.submission, &mut context);
    let used = fuel - context.fuel.left();
    assert_located(&outcome, &observer);
    (outcome.status, used)
}
