//! Tile status: reads, writes, counters and findings.

use proptest::prelude::*;
use tilescope_core::bus::Port as _;
use tilescope_core::{AddressSpace, Fuel, GpuMemory, Recorder, Region, Unit};
use tilescope_vivante::bus::{Bus, Port};
use tilescope_vivante::chips::{self, Chip};
use tilescope_vivante::log::Log;
use tilescope_vivante::regs::ts as regs;
use tilescope_vivante::state::State;
use tilescope_vivante::stopped::Stopped;
use tilescope_vivante::ts::{Status, TileStatus};

const SURFACE: u32 = 0x1_0000;
const STATUS: u32 = 0x2_0000;
const CLEAR: u32 = 0x1122_3344;
const SIZE: usize = 0x4000;

fn memory(surface: &[u8], status: &[u8]) -> AddressSpace {
    let mut space = AddressSpace::new();
    let regions = [("surface", SURFACE, surface), ("status", STATUS, status)];
    for (name, base, bytes) in regions {
        space
            .map(Region::from_bytes(name, base.into(), bytes))
            .unwrap();
    }
    space
}

fn state(config: u32) -> State {
    let mut state = State::new();
    state.write(regs::mem_config::AT, config | 0b10);
    state.write(regs::color_status_base::AT, STATUS);
    state.write(regs::color_surface_base::AT, SURFACE);
    state.write(regs::color_clear_value::AT, CLEAR);
    state.write(regs::color_auto_disable_count::AT, 3);
    state
}

fn status(chip: &Chip, config: u32) -> TileStatus {
    TileStatus::color(&state(config), chip).unwrap()
}

fn bytes_of(memory: &AddressSpace, base: u32, len: usize) -> Vec<u8> {
    let mut out = vec![0; len];
    memory.read(base.into(), &mut out, Unit("test")).unwrap();
    out
}

fn findings(log: Log) -> Vec<String> {
    let mut seen = Recorder::default();
    log.deliver(&mut seen);
    seen.findings.iter().map(|f| f.rule.id.into()).collect()
}

#[test]
fn encodings_of_chips() {
    let coding = |chip| {
        let t = status(chip, 0);
        (t.coding.bits, t.coding.cleared, t.entry_bytes)
    };
    assert_eq!(coding(&chips::GC2000), (2, 1, 64));
    assert_eq!(coding(&chips::GC880), (2, 1, 64));
    assert_eq!(coding(&chips::GC600), (4, 1, 64));
    assert_eq!(coding(&chips::GC3000), (2, 1, 64));
    assert_eq!(coding(&chips::GC7000L), (4, 1, 128));
    assert!(TileStatus::color(&State::new(), &chips::GC2000).is_none());
}

/// The sizes that Mesa allocates: etnaviv_resource.c, `etna_screen_resource_alloc_ts`.
#[test]
fn sizes_are_those_of_mesa() {
    // 1920x1088 pixels of 32 bits.
    let layer = 1920 * 1088 * 4;
    let size = |chip| {
        let t = status(chip, 0);
        t.status_bytes(layer / t.entry_bytes)
    };
    assert_eq!(size(&chips::GC2000), u64::from(layer) / (64 * 8 / 2));
    assert_eq!(size(&chips::GC7000L), u64::from(layer) / (128 * 8 / 4));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    /// Compared with a model in which a clear writes every byte.
    #[test]
    fn reads_and_writes_are_as_if_it_had_been_cleared(
        gc2000: bool, seed: u64,
        accesses in prop::collection::vec((0..SIZE, 1..600usize, any::<bool>()), 1..40),
    ) {
        let chip = if gc2000 { &chips::GC2000 } else { &chips::GC7000L };
        let mut t = status(chip, 0);
        let entry = t.entry_bytes as usize;
        let mut pixels: Vec<u8> = (0..SIZE).map(|i| (i * 31) as u8).collect();
        let mut codes = vec![0u8; SIZE / entry * t.coding.bits as usize / 8];
        let bit = |i: usize| i * t.coding.bits as usize;
        for i in 0..SIZE / entry {
            if seed >> (i % 61) & 1 == 1 {
                codes[bit(i) / 8] |= 1 << (bit(i) % 8);
            }
        }
        let memory = memory(&pixels, &codes);
        for i in 0..SIZE / entry {
            if codes[bit(i) / 8] >> (bit(i) % 8) & 1 == 1 {
                for (at, b) in pixels[i * entry..][..entry].iter_mut().enumerate() {
                    *b = CLEAR.to_le_bytes()[at % 4];
                }
            }
        }
        let (bus, mut log) = (Bus::new(&memory), Log::default());
        for (n, (at, len, is_write)) in accesses.into_iter().enumerate() {
            let len = len.min(SIZE - at);
            let address = SURFACE + at as u32;
            match is_write {
                true => {
                    let data: Vec<u8> = (0..len).map(|i| (i + n * 77) as u8).collect();
                    t.write(bus, &mut log, Port::Pe, address, &data).unwrap();
                    pixels[at..at + len].copy_from_slice(&data);
                    let now = t.status(bus, &mut log, address).unwrap();
                    prop_assert_eq!(now, Status::Normal);
                }
                false => {
                    let mut out = vec![0; len];
                    t.read(bus, &mut log, Port::Pe, address, &mut out).unwrap();
                    prop_assert_eq!(&out[..], &pixels[at..at + len]);
                }
            }
        }
        // After an in-place resolve, memory holds the values that were read.
        let entries = (SIZE / entry) as u32;
        t.fill_in(bus, &mut log, Port::Rs, entries, &mut Fuel::default()).unwrap();
        prop_assert_eq!(bytes_of(&memory, SURFACE, SIZE), pixels);
        prop_assert_eq!(findings(log), [""; 0]);
    }
}

#[test]
fn cleared_entries_are_not_read_from_memory() {
    let memory = memory(&[7; 1024], &[0x55; 4]);
    let t = status(&chips::GC2000, 0);
    let mut log = Log::default();
    let mut out = [0; 64];
    t.read(Bus::new(&memory), &mut log, Port::Rs, SURFACE, &mut out)
        .unwrap();
    assert_eq!(out[..4], CLEAR.to_le_bytes());
    assert_eq!(log.traffic.read[Port::Rs.index()], 0);
    assert_eq!(log.traffic.read[Port::Ts.index()], 1);
}

#[test]
fn cleared_entries_are_counted_down() {
    let memory = memory(&[7; 1024], &[0x55; 4]);
    let bus = Bus::new(&memory);
    let mut t = status(
        &chips::GC2000,
        regs::mem_config::COLOR_AUTO_DISABLE.with(0, 1),
    );
    let mut log = Log::default();
    let mut left = Vec::new();
    for tile in [0, 1, 0, 1, 2] {
        t.write(bus, &mut log, Port::Pe, SURFACE + tile * 64, &[1; 64])
            .unwrap();
        left.push(t.auto_disable.unwrap());
    }
    assert_eq!(left, [2, 1, 1, 1, 0]);
    assert_eq!(bytes_of(&memory, STATUS, 1), [0b0100_0000]);
    assert_eq!(status(&chips::GC2000, 0).auto_disable, None);
}

#[test]
fn pixels_of_64_bits_have_a_clear_value_of_two_words() {
    let memory = memory(&[7; 1024], &[0x11; 16]);
    let mut state = state(regs::mem_config::N64BPP_FORMAT.with(0, 1));
    state.write(regs::color_clear_value_ext::AT, 0x5566_7788);
    let t = TileStatus::color(&state, &chips::GC7000L).unwrap();
    let mut out = [0; 12];
    t.read(
        Bus::new(&memory),
        &mut Log::default(),
        Port::Rs,
        SURFACE + 4,
        &mut out,
    )
    .unwrap();
    assert_eq!(
        out,
        [
            0x88, 0x77, 0x66, 0x55, 0x44, 0x33, 0x22, 0x11, 0x88, 0x77, 0x66, 0x55
        ]
    );
}

fn broken(codes: &[u8], change: impl Fn(&mut TileStatus)) -> (Vec<String>, bool) {
    let memory = memory(&[7; 1024], codes);
    let mut t = status(&chips::GC2000, 0);
    change(&mut t);
    let mut log = Log::default();
    t.check(&mut log);
    let mut out = [0; 128];
    let read = t.read(Bus::new(&memory), &mut log, Port::Pe, SURFACE, &mut out);
    (findings(log), matches!(read, Err(Stopped::By(_))))
}

#[test]
fn each_rule_is_raised_and_not_raised() {
    let stops = |id: &str| (vec![id.to_string()], true);
    let goes_on = |id: &str| (vec![id.to_string()], false);
    assert_eq!(broken(&[0x05; 4], |_| ()), (vec![], false));
    assert_eq!(broken(&[0x0c; 4], |_| ()), stops("VIV-TS-001"));
    assert_eq!(broken(&[0xc0; 4], |_| ()), (vec![], false));
    assert_eq!(
        broken(&[0; 4], |t| t.status_base += 64),
        stops("VIV-TS-003")
    );
    assert_eq!(
        broken(&[0; 4], |t| t.surface_base += 64),
        goes_on("VIV-TS-004")
    );
    assert_eq!(
        broken(&[0; 4], |t| t.status_base += 1),
        goes_on("VIV-TS-005")
    );
    assert_eq!(
        broken(&[0; 4], |t| t.surface_base -= 4),
        goes_on("VIV-TS-006")
    );
    // Compressed pixels are not read, which is reported as unimplemented.
    assert_eq!(broken(&[0x0c; 4], |t| t.compressed = true), (vec![], false));
}

#[test]
fn unwritten_status_is_reported() {
    let mut memory = AddressSpace::new();
    memory
        .map(Region::zeroed("surface", SURFACE.into(), 1024))
        .unwrap();
    memory
        .map(Region::uninitialised("status", STATUS.into(), 64))
        .unwrap();
    let t = status(&chips::GC2000, 0);
    let mut log = Log::default();
    t.read(Bus::new(&memory), &mut log, Port::Pe, SURFACE, &mut [0; 64])
        .unwrap();
    assert_eq!(findings(log), ["VIV-TS-002"]);
}

#[test]
fn compressed_pixels_are_unimplemented() {
    let memory = memory(&[7; 1024], &[0x0e; 4]);
    let t = status(
        &chips::GC2000,
        regs::mem_config::COLOR_COMPRESSION.with(0, 1),
    );
    let mut log = Log::default();
    t.read(Bus::new(&memory), &mut log, Port::Pe, SURFACE, &mut [0; 64])
        .unwrap();
    let mut seen = Recorder::default();
    log.deliver(&mut seen);
    assert_eq!(seen.unimplemented.len(), 1);
}

#[test]
fn in_place_fills_take_fuel() {
    let memory = memory(&[7; 1024], &[0x55; 4]);
    let t = status(&chips::GC2000, 0);
    let mut fuel = Fuel::new(100);
    let done = t.fill_in(
        Bus::new(&memory),
        &mut Log::default(),
        Port::Rs,
        u32::MAX,
        &mut fuel,
    );
    assert!(matches!(done, Err(Stopped::Fuel(_))));
}
