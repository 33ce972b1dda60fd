//! The registers, used like bare-metal code: the driver of asurati/x03 (`dev/v3d.c`)
//! with its demos `d1` and `d51`, and further requirements of emulators.

use tilescope_core::{
    AddressSpace, Context, Device, Event, Fuel, GpuMemory, Recorder, Region, Serial, Unit,
};
use tilescope_vc4::mmio::interrupt;
use tilescope_vc4::regs::{
    bfc, bpcs, bpoa, bpos, ct0ca, ct0cs, ct0ea, ct1cs, dbcfg, dbqitc, dbqite, errstat, ident0,
    ident1, intctl, intdis, intena, pcs, pctr0, pctrc, pctre, rfc, scratch, srqcs, srqpc, vpmbase,
};
use tilescope_vc4::{Options, Vc4, chips, cmd, isa};

const QITENA: u32 = 1;
const RESET: u32 = 1 << 15;
const ERROR: u32 = 1 << 3;
const RUN: u32 = 1 << 5;

const FS: u64 = 0x4041_05b0;
const CS: u64 = 0x4041_0628;
const VERTS: u64 = 0x4041_06e0;
const VS: u64 = 0x4041_0758;
const RECORD: u64 = 0x4044_1500;
const TILE_STATE: u64 = 0x4045_0000;
const TILE_ALLOC: u64 = 0x4045_1000;
const BIN: u64 = 0x4046_0000;
const RENDER: u64 = 0x4046_1000;
const FRAME: u64 = 0x5e00_0000;

fn name(n: &str) -> Option<u64> {
    Some(match n {
        "fs" => FS,
        "cs" => CS,
        "vs" => VS,
        "verts" => VERTS,
        "verts.screen" => VERTS + 16,
        "shader_record" => RECORD,
        "tile_state" => TILE_STATE,
        "tile_alloc" => TILE_ALLOC,
        "framebuffer" => FRAME,
        _ => return None,
    })
}

fn list(text: &str) -> Vec<u8> {
    let a = cmd::text::assemble(text, &name);
    a.unwrap_or_else(|e| panic!("{}", e[0].render("list", text)))
        .bytes
}

fn code(text: &str) -> Vec<u8> {
    let a = isa::assemble(text, &|_| None)
        .unwrap_or_else(|e| panic!("{}", e[0].render("shader", text)));
    a.words.iter().flat_map(|w| w.to_le_bytes()).collect()
}

/// Xc Yc Zc Wc, Xs Ys, Zs, 1/Wc, red green blue: `d51.c`.
fn vertices(times: usize) -> Vec<u8> {
    let vertex = |clip: [f32; 4], xy: [i16; 2], rest: [f32; 5]| {
        let mut v: Vec<u8> = clip.iter().flat_map(|f| f.to_le_bytes()).collect();
        v.extend(xy.iter().flat_map(|c| c.to_le_bytes()));
        v.extend(rest.iter().flat_map(|f| f.to_le_bytes()));
        v
    };
    let third = 10.0 / 3.0;
    let triangle = [
        vertex(
            [0.0, third, 3.5, 4.0],
            [0, -3193],
            [0.94, 0.25, 1.0, 0.0, 0.0],
        ),
        vertex(
            [-2.5, -third, 3.5, 4.0],
            [-3195, 3193],
            [0.94, 0.25, 0.0, 1.0, 0.0],
        ),
        vertex(
            [2.5, -third, 3.5, 4.0],
            [3195, 3193],
            [0.94, 0.25, 0.0, 0.0, 1.0],
        ),
    ];
    triangle.concat().repeat(times)
}

/// A board: memory, a V3D, and the events that its host received.
struct Board {
    memory: AddressSpace,
    v3d: Vc4,
    seen: Recorder,
    fuel: Fuel,
}

impl Board {
    fn new(buffers: &[(&str, u64, Vec<u8>)]) -> Self {
        let mut memory = AddressSpace::new();
        for (name, at, bytes) in buffers {
            let region = Region::from_bytes(*name, *at, bytes);
            memory.map(region).expect("buffers do not overlap");
        }
        Board {
            memory,
            v3d: Vc4::new(&chips::BCM2835, Options::default()),
            seen: Recorder::default(),
            fuel: Fuel::DEFAULT,
        }
    }

    /// The buffers of `d51`, with its triangle `times` times.
    fn triangle(times: usize, bin: &str) -> (Self, u32, u32) {
        let bin = list(bin);
        let render = list(include_str!("../../../examples/vc4/gl-triangle/render.cl"));
        let ends = (
            BIN as u32 + bin.len() as u32,
            RENDER as u32 + render.len() as u32,
        );
        let mut verts = vertices(times);
        let verts_at = if times == 1 { VERTS } else { 0x4100_0000 };
        let record = include_str!("../../../examples/vc4/gl-triangle/shader_record.cl")
            .replace("@verts.screen", &format!("{:#x}", verts_at + 16))
            .replace("@verts", &format!("{verts_at:#x}"));
        verts.truncate(120 * times);
        let board = Board::new(&[
            (
                "fs",
                FS,
                code(include_str!("../../../examples/vc4/gl-triangle/fs.qasm")),
            ),
            (
                "cs",
                CS,
                code(include_str!("../../../examples/vc4/gl-triangle/cs.qasm")),
            ),
            (
                "vs",
                VS,
                code(include_str!("../../../examples/vc4/gl-triangle/vs.qasm")),
            ),
            ("verts", verts_at, verts),
            ("record", RECORD, list(&record)),
            ("tile_state", TILE_STATE, vec![0; 3840]),
            ("tile_alloc", TILE_ALLOC, vec![0; 4096]),
            ("overflow", 0x4200_0000, vec![0; 0x40000]),
            ("bin", BIN, bin),
            ("render", RENDER, render),
            ("frame", FRAME, vec![0; 640 * 480 * 4]),
        ]);
        (board, ends.0, ends.1)
    }

    fn read(&mut self, at: u32) -> u32 {
        self.v3d.mmio_read(at)
    }

    fn write(&mut self, at: u32, value: u32) {
        let mut ctx = Context {
            memory: &self.memory,
            observer: &mut self.seen,
            fuel: self.fuel,
            workers: &Serial,
        };
        self.v3d.mmio_write(at, value, &mut ctx);
    }

    fn set(&mut self, at: u32, bits: u32) {
        let old = self.read(at);
        self.write(at, old | bits);
    }

    /// `v3d_init`.
    fn init(&mut self) {
        assert_eq!(self.read(ident0::AT), 0x0244_3356);
        self.set(dbcfg::AT, QITENA);
        self.set(dbqitc::AT, 0xffff);
        self.set(dbqite::AT, 0xffff);
        self.set(intena::AT, 3);
        self.write(vpmbase::AT, 16);
    }

    /// `v3d_hw_irqh`, if the interrupt is asserted: ERRSTAT, INTCTL, DBQITC.
    fn interrupt(&mut self) -> Option<[u32; 3]> {
        if !self.v3d.interrupt_pending() {
            return None;
        }
        let intctl = self.read(intctl::AT);
        let dbqitc = self.read(dbqitc::AT);
        let errstat = self.read(errstat::AT);
        self.write(intctl::AT, intctl);
        self.write(dbqitc::AT, dbqitc);
        assert!(!self.v3d.interrupt_pending(), "both are acknowledged");
        Some([errstat, intctl, dbqitc])
    }

    /// `v3d_run_binner` and `v3d_run_renderer`, without the loop that polls.
    fn run_list(&mut self, thread: u32, start: u64, end: u32) {
        self.write(ct0cs::AT + thread * 4, RESET);
        self.write(ct0ca::AT + thread * 4, start as u32);
        self.write(ct0ea::AT + thread * 4, end);
    }

    fn pixel(&self, x: u64, y: u64) -> u32 {
        let at = FRAME + (y * 640 + x) * 4;
        self.memory
            .read_u32(at, Unit("test"))
            .expect("in the frame")
    }

    fn events(&self) -> Vec<String> {
        let text = |e: &Event| {
            let Event::Interrupt { name, by } = e;
            format!("{name}: {}", by.split(" on ").next().unwrap_or(by))
        };
        self.seen.events.iter().map(text).collect()
    }
}

const BIN_LIST: &str = include_str!("../../../examples/vc4/gl-triangle/bin.cl");

#[test]
fn the_driver_of_the_demo_draws_its_triangle() {
    let (mut b, bin_end, render_end) = Board::triangle(1, BIN_LIST);
    b.init();

    b.run_list(0, BIN, bin_end);
    assert_eq!(b.read(ct0cs::AT) & (RUN | ERROR), 0);
    assert_eq!(b.read(ct0ca::AT), bin_end);
    assert_eq!(b.read(bfc::AT), 1);
    // The list ends with the semaphore raised, which the other thread waits for.
    assert_eq!(b.read(ct0cs::AT) >> 12 & 7, 1);
    // The demo's log has ERRSTAT 1000 and INTCTL 2 here. Its QPU interrupt came first
    // and alone; here work completes before the write returns, so both are pending.
    let [errstat, intctl, qpus] = b.interrupt().expect("binning is complete");
    assert_eq!((errstat, intctl), (0x1000, interrupt::FLDONE));
    assert_eq!(qpus, 0x800, "one batch of coordinate shaders");

    b.run_list(1, RENDER, render_end);
    assert_eq!(b.read(ct1cs::AT), 0);
    assert_eq!(b.read(rfc::AT), 1);
    // The log: c00 by the vertex shader and the first fragment shader, then 3ff
    // by the others: all twelve QPUs.
    assert_eq!(b.interrupt(), Some([0x1000, interrupt::FRDONE, 0xfff]));
    assert_eq!(b.interrupt(), None);

    assert_eq!(
        b.events(),
        [
            "host interrupt: coordinate shader",
            "binning done: PTB",
            "host interrupt: vertex shader",
            "host interrupt: fragment shader",
            "rendering done: TLB",
        ]
    );
    assert_eq!(b.pixel(5, 5), 0xffff_ff00);
    let middle = b.pixel(320, 240).to_le_bytes();
    for (have, want) in middle.into_iter().zip([64u8, 64, 127, 255]) {
        assert!(have.abs_diff(want) <= 2, "{middle:?}");
    }
}

#[test]
fn counts_of_frames_are_cleared_by_a_write_of_one() {
    let (mut b, bin_end, render_end) = Board::triangle(1, BIN_LIST);
    for n in 1..=3 {
        b.run_list(0, BIN, bin_end);
        b.run_list(1, RENDER, render_end);
        assert_eq!((b.read(bfc::AT), b.read(rfc::AT)), (n, n));
    }
    b.write(bfc::AT, 1);
    assert_eq!((b.read(bfc::AT), b.read(rfc::AT)), (0, 3));
    b.write(rfc::AT, 1);
    assert_eq!(b.read(rfc::AT), 0);
}

#[test]
fn a_rendering_list_waits_for_the_binning_list() {
    let (mut b, bin_end, render_end) = Board::triangle(1, BIN_LIST);
    b.run_list(1, RENDER, render_end);
    assert_eq!(b.read(ct1cs::AT) & RUN, RUN);
    assert_eq!(b.read(pcs::AT), 0b1100);
    b.run_list(0, BIN, bin_end);
    assert_eq!(b.read(ct1cs::AT) & RUN, 0);
    assert_eq!(b.read(pcs::AT), 0);
    assert_eq!(b.pixel(5, 5), 0xffff_ff00);
}

#[test]
fn interrupts_reach_the_line_only_when_enabled() {
    let (mut b, bin_end, _) = Board::triangle(1, BIN_LIST);
    b.run_list(0, BIN, bin_end);
    assert!(!b.v3d.interrupt_pending());
    assert_eq!(b.read(intctl::AT), interrupt::FLDONE);
    b.write(intena::AT, interrupt::FLDONE);
    assert!(b.v3d.interrupt_pending());
    b.write(intdis::AT, interrupt::FLDONE);
    assert!(!b.v3d.interrupt_pending());
    // Interrupts by QPUs must be enabled in the debug block, globally and per QPU.
    b.write(dbqite::AT, 0xffff);
    assert!(!b.v3d.interrupt_pending());
    b.write(dbcfg::AT, QITENA);
    assert!(b.v3d.interrupt_pending());
    b.write(dbqitc::AT, 0xffff);
    assert!(!b.v3d.interrupt_pending());
}

/// `d1`: a user program that interrupts the host.
#[test]
fn a_user_program_interrupts_the_host() {
    let program = code("ori host_int, 1, 1;\npe;;;");
    let mut b = Board::new(&[("code", 0x1000, program)]);
    b.init();
    b.write(srqpc::AT, 0x1000);
    // One request made, one completed, none queued, no error.
    assert_eq!(b.read(srqcs::AT), 1 << 16 | 1 << 8);
    assert_eq!(b.interrupt(), Some([0x1000, 0, 1]));
    b.write(srqpc::AT, 0x1000);
    assert_eq!(b.read(srqcs::AT), 2 << 16 | 2 << 8);
    b.write(srqcs::AT, 1 << 16 | 1 << 8);
    assert_eq!(b.read(srqcs::AT), 0);
}

#[test]
fn programs_wait_for_later_requests() {
    let waits = code(
        "nop ; nop\nsacq -, 3\nori host_int, 1, 1;\npe;;;"
            .replace("nop ; nop\n", "")
            .as_str(),
    );
    let raises = code("srel -, 3\npe;;;");
    let mut b = Board::new(&[("waits", 0x1000, waits), ("raises", 0x2000, raises)]);
    b.init();
    b.write(srqpc::AT, 0x1000);
    assert_eq!(b.read(srqcs::AT), 1 << 8, "requested, not completed");
    assert_eq!(b.interrupt(), None);
    b.write(srqpc::AT, 0x2000);
    assert_eq!(b.read(srqcs::AT), 2 << 16 | 2 << 8);
    assert!(b.interrupt().is_some());
    assert!(b.seen.findings.is_empty(), "{:?}", b.seen.findings);
}

#[test]
fn requests_queue_after_twelve_waiting_programs() {
    let waits = code("sacq -, 3\npe;;;");
    let mut b = Board::new(&[("waits", 0x1000, waits)]);
    for _ in 0..20 {
        b.write(srqpc::AT, 0x1000);
    }
    assert_eq!(b.read(srqcs::AT), 20 << 8 | 8);
    b.write(srqcs::AT, 1);
    assert_eq!(b.read(srqcs::AT), 20 << 8);
}

#[test]
fn a_full_queue_is_an_error_until_it_is_cleared() {
    let waits = code("sacq -, 3\npe;;;");
    let mut b = Board::new(&[("waits", 0x1000, waits)]);
    for _ in 0..12 + 63 {
        b.write(srqpc::AT, 0x1000);
    }
    assert_eq!(b.read(srqcs::AT) & 0xff, 63);
    b.write(srqpc::AT, 0x1000);
    assert_eq!(b.read(srqcs::AT) & 0xff, 63 | 1 << 7);
    b.write(srqcs::AT, 1 << 7);
    assert_eq!(b.read(srqcs::AT) & 0xff, 63);
}

#[test]
fn endless_programs_never_complete() {
    let endless = code("loop:\nbrr -, loop\nnop\nnop\nnop\n");
    let mut b = Board::new(&[("endless", 0x1000, endless)]);
    b.fuel = Fuel::new(100_000);
    b.write(srqpc::AT, 0x1000);
    assert_eq!(b.read(srqcs::AT), 1 << 8);
    assert!(!b.seen.findings.is_empty());
}

#[test]
fn the_binner_requests_memory_and_continues() {
    // Room for 80 lists of 32 bytes only.
    let bin = BIN_LIST
        .replace("alloc_size=4096", "alloc_size=2560")
        .replace("length=3", "length=300");
    let (mut b, bin_end, render_end) = Board::triangle(100, &bin);
    b.init();
    b.write(intena::AT, interrupt::OUTOMEM);
    b.run_list(0, BIN, bin_end);

    assert_eq!(b.read(ct0cs::AT) & RUN, RUN);
    assert_eq!(b.read(pcs::AT), 1 << 8 | 0b11);
    assert_eq!(b.read(bpcs::AT), 0);
    assert_eq!(b.interrupt().map(|i| i[1]), Some(interrupt::OUTOMEM));
    // The handler has cleared the interrupt; the binner still waits.
    assert_eq!(b.read(pcs::AT) >> 8 & 1, 1);
    // Other writes do not continue it, and it does not raise the interrupt twice.
    b.run_list(1, RENDER, render_end);
    assert_eq!(b.read(intctl::AT), 0);

    b.write(bpoa::AT, 0x4200_0000);
    b.write(bpos::AT, 0x40000);
    assert_eq!(b.read(ct0cs::AT) & RUN, 0);
    assert_eq!(b.read(ct1cs::AT) & RUN, 0);
    assert_eq!(b.read(pcs::AT), 0);
    let done = interrupt::FLDONE | interrupt::FRDONE | interrupt::SPILLUSE;
    assert_eq!(b.interrupt().map(|i| i[1]), Some(done));
    assert_eq!(b.read(bpos::AT), 0, "taken");
    let requests = b.events().iter().filter(|e| e.contains("memory")).count();
    assert_eq!(requests, 1, "{:?}", b.events());
    assert_eq!(b.pixel(5, 5), 0xffff_ff00);
}

#[test]
fn memory_given_beforehand_is_used_without_asking_the_host() {
    let bin = BIN_LIST
        .replace("alloc_size=4096", "alloc_size=2560")
        .replace("length=3", "length=300");
    let (mut b, bin_end, _) = Board::triangle(100, &bin);
    b.write(bpoa::AT, 0x4200_0000);
    b.write(bpos::AT, 0x40000);
    assert_eq!(b.read(bpos::AT), 0x40000);
    b.run_list(0, BIN, bin_end);
    assert_eq!(b.read(intctl::AT), interrupt::FLDONE | interrupt::SPILLUSE);
    assert_eq!(b.read(bpos::AT), 0);
}

#[test]
fn a_broken_list_sets_the_error_of_its_thread_alone() {
    let (mut b, _, render_end) = Board::triangle(1, "NOP\n.u8 200\n");
    b.run_list(1, RENDER, render_end);
    b.run_list(0, BIN, BIN as u32 + 2);
    assert_eq!(b.read(ct0cs::AT) & (RUN | ERROR), ERROR);
    assert_eq!(b.read(ct0ca::AT), BIN as u32 + 1);
    assert_eq!(b.read(ct1cs::AT) & (RUN | ERROR), RUN);
    assert_eq!(b.seen.findings.len(), 1);
    b.write(ct0cs::AT, RESET);
    assert_eq!(b.read(ct0cs::AT) & ERROR, 0);
    b.write(ct1cs::AT, RUN);
    assert_eq!(b.read(ct1cs::AT) & RUN, 0, "a write of RUN stops it");
}

#[test]
fn performance_counters_count_the_selected_events() {
    let (mut b, bin_end, render_end) = Board::triangle(1, BIN_LIST);
    // Counter 0: quads that the front-end pipe passes on.
    b.write(pctr0::AT + 4, 3);
    b.write(pctr0::AT + 8 + 4, 3);
    b.write(pctrc::AT, 0xffff);
    b.write(pctre::AT, 1 << 31 | 1);
    b.run_list(0, BIN, bin_end);
    b.run_list(1, RENDER, render_end);
    let quads = b.read(pctr0::AT);
    // The triangle has 400 x 400 / 2 pixels.
    assert!((20_000..21_000).contains(&quads), "{quads}");
    assert_eq!(b.read(pctr0::AT + 8), 0, "not enabled");
    b.write(pctrc::AT, 1);
    assert_eq!(b.read(pctr0::AT), 0);
}

#[test]
fn identity_scratch_and_registers_without_effect() {
    let mut b = Board::new(&[]);
    // 3 slices of 4 QPUs and 2 TMUs, 16 semaphores, HDR, 12 KiB of VPM.
    assert_eq!(b.read(ident1::AT), 0xc110_2431);
    for at in [scratch::AT, 0x410, 0x414, 0x418, 0x500, 0x310] {
        b.write(at, 0x1234_5678);
        assert_eq!(b.read(at), 0x1234_5678, "{at:#x}");
    }
    b.write(ident0::AT, 1);
    assert_eq!(b.read(ident0::AT), 0x0244_3356);
    assert_eq!(b.read(0x7fc), 0);
    b.write(0x7fc, 1);
    b.v3d.reset();
    assert_eq!(b.read(scratch::AT), 0);
    assert_eq!(b.read(0x410), 0);
}
