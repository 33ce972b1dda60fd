//! The command processor as a device.

use tilescope_adreno::chips;
use tilescope_adreno::cp::CommandProcessor;
use tilescope_adreno::pm4::Header;
use tilescope_adreno::rules::run;
use tilescope_core::{
    AddressSpace, Context, Device, Fuel, GpuMemory, Outcome, Recorder, Region, Serial, Status,
    Submission, Unit, Work,
};

/// Addresses of the stream, of data and of a second buffer of commands.
const STREAM: u64 = 0x1_0000_0000;
const DATA: u64 = 0x1_0001_0000;
const INNER: u64 = 0x1_0002_0000;
const LOW: u32 = 0x1_0000;
const INNER_LOW: u32 = 0x2_0000;

fn packet(opcode: u8, words: &[u32]) -> Vec<u32> {
    let count = words.len() as u32;
    [&[Header::Packet { opcode, count }.encode()], words].concat()
}

fn write(register: u32, words: &[u32]) -> Vec<u32> {
    let count = words.len() as u32;
    [&[Header::Registers { register, count }.encode()], words].concat()
}

struct Machine {
    device: CommandProcessor,
    memory: AddressSpace,
    recorder: Recorder,
}

impl Machine {
    fn new() -> Machine {
        let mut memory = AddressSpace::new();
        for (name, base) in [("stream", STREAM), ("data", DATA), ("inner", INNER)] {
            memory.map(Region::zeroed(name, base, 4096)).unwrap();
        }
        Machine {
            device: CommandProcessor::new(chips::named("a618").unwrap()),
            memory,
            recorder: Recorder::default(),
        }
    }

    fn put(&self, at: u64, words: &[u32]) {
        let bytes: Vec<u8> = words.iter().flat_map(|w| w.to_le_bytes()).collect();
        self.memory.write(at, &bytes, Unit("test")).unwrap();
    }

    fn get<const N: usize>(&self, at: u64) -> [u32; N] {
        let word = |i: usize| self.memory.read_u32(at + 4 * i as u64, Unit("test"));
        std::array::from_fn(|i| word(i).unwrap())
    }

    fn run(&mut self, packets: &[Vec<u32>]) -> Outcome {
        let words = packets.concat();
        self.put(STREAM, &words);
        let submission = Submission {
            work: vec![Work::List {
                queue: 0,
                start: STREAM,
                end: STREAM + 4 * words.len() as u64,
            }],
            ..Submission::default()
        };
        let mut context = Context {
            memory: &self.memory,
            observer: &mut self.recorder,
            fuel: Fuel::new(10_000),
            workers: &Serial,
        };
        self.device.submit(&submission, &mut context)
    }

    fn missing(&self) -> Vec<(&'static str, u64)> {
        let all = self.recorder.unimplemented.iter();
        all.map(|m| (m.what, m.count)).collect()
    }
}

#[test]
fn packets_write_memory() {
    let mut m = Machine::new();
    m.put(DATA + 0x100, &[5, 1, 7, 0]);
    let outcome = m.run(&[
        packet(0x3d, &[LOW, 1, 11, 22]),
        // RB_BLIT_SCISSOR_TL and the next: values that are read back.
        write(0x88d1, &[33, 44]),
        packet(0x3e, &[0x88d1 | 2 << 18, LOW + 8, 1]),
        // Added, as one number of 64 bits.
        packet(0x3e, &[0x88d1 | 2 << 18 | 3 << 30, LOW + 0x108, 1]),
        // 5 + 2^32 - (7 + 33 + (44 << 32)).
        packet(
            0x73,
            &[2 | 1 << 29, LOW + 0x10, 1, LOW + 0x100, 1, LOW + 0x108, 1],
        ),
        packet(0x75, &[2, LOW, 1, LOW + 0x20, 1]),
        packet(0x42, &[0x88d3 | 1 << 19 | 1 << 30, LOW, 1]),
        packet(0x3e, &[0x88d3, LOW + 0x30, 1]),
    ]);
    assert_eq!(outcome.status, Status::Done);
    assert_eq!(m.get(DATA), [11, 22, 33, 44]);
    assert_eq!(m.get(DATA + 0x108), [40, 44]);
    assert_eq!(
        m.get(DATA + 0x10),
        [5u32.wrapping_sub(40), (1u32.wrapping_sub(44)) - 1]
    );
    assert_eq!(m.get(DATA + 0x20), [11, 22]);
    assert_eq!(m.get(DATA + 0x30), [44], "11 << 2");
    assert_eq!(m.missing(), []);
}

#[test]
fn registers_are_modified_and_kept() {
    let mut m = Machine::new();
    m.run(&[
        write(0x88d1, &[0xf0f0]),
        // (x & 0xff00) rotated by 4, or 0x7.
        packet(0x21, &[0x88d1 | 4 << 24, 0xff00, 7]),
        packet(0x4a, &[0x88d1 | 3 << 20]),
    ]);
    m.run(&[
        packet(0x4d, &[0x88d2 | 3 << 20]),
        packet(0x3e, &[0x88d2, LOW, 1]),
        packet(0x3e, &[0x88d1, LOW + 4, 1]),
    ]);
    assert_eq!(m.get(DATA), [0xf_0007, 0xf_0007]);
    m.device.reset();
    m.run(&[packet(0x3e, &[0x88d1, LOW, 1])]);
    assert_eq!(m.get(DATA), [0, 0xf_0007]);
}

#[test]
fn conditions_skip_words() {
    let put = |value: u32, at: u32| packet(0x3d, &[LOW + at, 1, value]);
    let mut m = Machine::new();
    m.put(DATA + 0x100, &[1, 5]);
    m.run(&[
        // CP_COND_EXEC: the first word is not 0, and the second less than the reference.
        packet(0x44, &[LOW + 0x100, 1, LOW + 0x104, 1, 6, 4]),
        put(1, 0),
        packet(0x44, &[LOW + 0x100, 1, LOW + 0x104, 1, 5, 4]),
        put(2, 4),
        // The predicate is bit 4 of a register.
        write(0x88d1, &[0x10]),
        packet(0x39, &[0x88d1 | 4 << 20]),
        packet(0x47, &[1 << 28, 4]),
        put(3, 8),
        packet(0x39, &[0x88d1 | 5 << 20]),
        packet(0x47, &[1 << 28, 4]),
        put(4, 12),
        // The mode of rendering: tiles.
        packet(0x65, &[4]),
        packet(0x47, &[3 << 28 | 1 << 26, 4]),
        put(5, 16),
        packet(0x47, &[3 << 28 | 1 << 27, 4]),
        put(6, 20),
        // CP_COND_WRITE5: 5 >= 5, and 5 < 5.
        packet(
            0x45,
            &[5 | 0x110, LOW + 0x104, 1, 5, u32::MAX, LOW + 24, 1, 7],
        ),
        packet(
            0x45,
            &[1 | 0x110, LOW + 0x104, 1, 5, u32::MAX, LOW + 28, 1, 8],
        ),
    ]);
    assert_eq!(m.get(DATA), [1, 0, 3, 0, 5, 0, 7, 0]);
}

/// The work of draws is missing, and said so; that of the command processor for them is done.
#[test]
fn draws_are_missing_and_their_state_is_applied() {
    let mut m = Machine::new();
    let inner = [write(0x88d1, &[9])].concat();
    m.put(INNER, &inner);
    let words = inner.len() as u32;
    let group = |modes: u32| packet(0x43, &[words | modes << 20 | 3 << 24, INNER_LOW, 1]);
    let draw = packet(0x38, &[0, 1, 3]);
    let read = |at: u32| packet(0x3e, &[0x88d1, LOW + at, 1]);
    let outcome = m.run(&[
        packet(0x65, &[1]),
        // For tiles only.
        group(2),
        draw.clone(),
        read(0),
        group(4),
        read(4),
        draw,
        read(8),
        packet(0x33, &[0, 1, 1, 1]),
        packet(0x2c, &[3]),
        packet(0x46, &[30]),
    ]);
    assert_eq!(m.get(DATA), [0, 0, 9]);
    assert_eq!(outcome.counters.get("cp.draws"), 2);
    assert_eq!(
        m.missing(),
        [
            ("draws", 2),
            ("dispatches", 1),
            ("copies of the 2D engine", 1),
            ("loads, stores, clears and resolves of tiles", 1),
        ]
    );
}

/// Programs that wait for counts go on: the counts are zero.
#[test]
fn events_write_what_programs_wait_for() {
    let mut m = Machine::new();
    m.put(DATA, &[u32::MAX; 16]);
    let outcome = m.run(&[
        // A fence, a time stamp, and a count of samples.
        packet(0x46, &[4, LOW, 1, 0x1234]),
        packet(0x46, &[22 | 1 << 30, LOW + 8, 1, 0]),
        write(0x8927, &[LOW + 16, 1]),
        packet(0x46, &[21]),
        // The offset of a stream of transform feedback.
        write(0x921e, &[0x40, LOW + 32, 1]),
        packet(0x46, &[17]),
        // The fence is there; the last word is not.
        packet(0x3c, &[3 | 0x10, LOW, 1, 0x1234, u32::MAX, 16]),
        packet(0x3c, &[3 | 0x10, LOW + 60, 1, 0, u32::MAX, 16]),
    ]);
    assert_eq!(outcome.status, Status::Done);
    assert_eq!(m.get(DATA), [0x1234, u32::MAX, 10, 0, 0, 0, u32::MAX]);
    assert_eq!(m.get(DATA + 32), [0x40, u32::MAX]);
    assert_eq!(
        m.missing(),
        [
            ("counts of samples", 1),
            ("values that the command processor waits for", 1)
        ]
    );
    // The same counter, and it does not stand still.
    let time = [0x980 * 4; 2].map(|offset| m.device.mmio_read(offset));
    assert!(time[0] > 10 && time[1] > time[0], "{time:?}");
}

fn stopped(m: &mut Machine, packets: &[Vec<u32>]) -> Vec<&'static str> {
    let outcome = m.run(packets);
    assert_ne!(outcome.status, Status::Done);
    m.recorder.findings.iter().map(|f| f.rule.id).collect()
}

#[test]
fn bad_streams_stop() {
    let nop = packet(0x10, &[0]);
    let one = |packets: &[Vec<u32>]| stopped(&mut Machine::new(), packets);
    assert_eq!(one(&[vec![0x1234]]), ["ADR-CP-001"]);
    assert_eq!(one(&[packet(0x7f, &[])]), ["ADR-CP-003"]);
    assert_eq!(
        one(&[vec![packet(0x10, &[0; 4])[0]], nop.clone()]),
        ["ADR-CP-004"]
    );
    let call = |low: u32| packet(0x3f, &[low, 1, 2]);
    assert_eq!(one(&[call(0x9_0000)]), ["ADR-CP-006"]);
    // A write to memory without a buffer, and one next to it that has one.
    assert_eq!(
        one(&[packet(0x3d, &[LOW + 4096, 1, 0])]),
        [run::MEMORY_IS_MAPPED.id]
    );
    let mut m = Machine::new();
    assert_eq!(
        m.run(&[packet(0x3d, &[LOW + 4092, 1, 0])]).status,
        Status::Done
    );
}

/// Buffers that call each other are as deep as the hardware goes; long ones use up the fuel.
#[test]
fn streams_end() {
    let mut m = Machine::new();
    m.put(INNER, &packet(0x3f, &[INNER_LOW, 1, 4]));
    let call = packet(0x3f, &[INNER_LOW, 1, 4]);
    assert_eq!(stopped(&mut m, &[call]), ["ADR-CP-005"]);
    let mut m = Machine::new();
    let nops = [packet(0x10, &[0; 100])].concat();
    m.put(INNER, &nops);
    let calls = |count| vec![packet(0x3f, &[INNER_LOW, 1, 101]); count];
    assert_eq!(m.run(&calls(90)).status, Status::Done);
    assert_eq!(stopped(&mut m, &calls(101)), [run::STREAMS_END.id]);
}
