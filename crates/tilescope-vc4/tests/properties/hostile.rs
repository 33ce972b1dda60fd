//! The device terminates in bounds for any input: no panic, no fuel beyond the limit,
//! and a located finding for everything that stops it.

use tilescope_core::{Context, Device, Fuel, Outcome, Recorder, Serial, Status, Work};
use tilescope_vc4::packets::PACKETS;
use tilescope_vc4::qpu::ExecMode;
use tilescope_vc4::{Options, Vc4, chips, regs};

use super::scene::{Image, Lists, Scene, Tame, Variant};
use super::source::Bytes;

/// Fuel of one case: enough for any of the scenes.
pub const FUEL: u64 = 60_000_000;

/// Asserts the properties of every outcome.
pub fn assert_located(outcome: &Outcome, observer: &Recorder) {
    if let Status::Fault(f) | Status::OutOfFuel(f) = &outcome.status {
        assert!(!f.at.frames.is_empty(), "{f:?} is nowhere");
        assert!(!f.message.is_empty(), "{f:?} says nothing");
        let reported = observer.findings.iter().any(|o| o.rule.id == f.rule.id);
        assert!(
            reported || observer.dropped_findings > 0,
            "{f:?} was not reported"
        );
    }
}

fn scene(bytes: &mut Bytes<'_>) -> Image {
    let tame = if bytes.once_in(2) {
        Tame::Yes
    } else {
        Tame::No
    };
    let lists = if bytes.once_in(4) {
        Lists::Direct
    } else {
        Lists::Binned
    };
    let variant = Variant {
        lists,
        ..Variant::PLAIN
    };
    let choices = bytes.take(600);
    Scene::random(&mut Bytes::new(choices), tame).image(&variant)
}

/// Changes something in a buffer.
fn mutate(image: &mut Image, bytes: &mut Bytes<'_>) {
    const OFTEN: [&str; 9] = [
        "bin", "render", "records", "code", "bin", "render", "uniforms", "vertices", "indices",
    ];
    let name = bytes.pick(&OFTEN);
    let i = match image.buffers.iter().position(|b| b.name == name) {
        Some(i) => i,
        None => bytes.below(image.buffers.len()),
    };
    let addresses: Vec<u32> = image.buffers.iter().map(|b| b.base).collect();
    let b = &mut image.buffers[i].bytes;
    let starts = starts(name, b);
    let at = match starts.is_empty() {
        false => starts[bytes.below(starts.len())],
        true => bytes.below(b.len()),
    };
    let end = b.len();
    match bytes.below(9) {
        0 => b[at] ^= 1 << bytes.below(8),
        1 => b[at] = bytes.u8(),
        2 | 3 => {
            // A field of a packet, or of other data.
            let at = (at + 1 + bytes.below(12)).min(end - 1);
            let word = bytes.nasty().to_le_bytes();
            let n = (end - at).min(1 << bytes.below(3));
            b[at..at + n].copy_from_slice(&word[..n]);
        }
        4 => {
            // An address, near the ends of some buffer.
            let at = (at & !3).min(end.saturating_sub(4));
            let near = bytes.pick(&[0u32, 4, 16, 0xffff_fffc, 0xffff_fff0, 64, 1024]);
            let word = bytes.pick(&addresses).wrapping_add(near).to_le_bytes();
            let n = (end - at).min(4);
            b[at..at + n].copy_from_slice(&word[..n]);
        }
        5 => {
            // Another packet in place of this one.
            let row = &PACKETS[bytes.below(PACKETS.len())];
            let mut packet = vec![row.opcode];
            packet.extend(bytes.take(row.size() - 1));
            packet.resize(row.size(), 0);
            let n = packet.len().min(end - at);
            b[at..at + n].copy_from_slice(&packet[..n]);
        }
        6 => {
            // Moves the following bytes.
            let n = 1 + bytes.below(9);
            let from = at.min(end.saturating_sub(n));
            b.copy_within(
                from..end - n.min(end),
                (from + n).min(end - (end - n.min(end) - from)),
            );
        }
        7 => {
            let n = bytes.below(24).min(end - at);
            b[at..at + n].fill(bytes.pick(&[0, 1, 0x80, 0x81, 0x82, 0xff, 18, 48]));
        }
        _ => {
            let from = bytes.below(end);
            let n = bytes.below(32).min(end - from.max(at));
            b.copy_within(from..from + n, at);
        }
    }
}

/// Starts of packets, if the buffer is a list.
fn starts(name: &str, b: &[u8]) -> Vec<usize> {
    if !matches!(name, "bin" | "render") {
        return Vec::new();
    }
    let mut at = 0;
    let mut out = Vec::new();
    while let Some(size) = b.get(at).map(|o| PACKETS.iter().find(|r| r.opcode == *o)) {
        out.push(at);
        at += size.map_or(1, |r| r.size());
    }
    out
}

/// A scene, broken in a few places. Returns true if it still ended normally.
pub fn submission_terminates_in_bounds(data: &[u8]) -> bool {
    let bytes = &mut Bytes::new(data);
    let mut image = scene(bytes);
    for _ in 0..bytes.below(6) {
        mutate(&mut image, bytes);
    }
    if bytes.once_in(4) {
        image.submission.spare_memory.truncate(bytes.below(3));
    }
    if bytes.once_in(8) {
        image
            .submission
            .spare_memory
            .insert(0, (bytes.nasty().into(), bytes.nasty().into()));
    }
    if bytes.once_in(8)
        && let Some(Work::List { start, end, .. }) = image.submission.work.first_mut()
    {
        *start = start.wrapping_add(bytes.below(64) as u64);
        *end = bytes.nasty().into();
    }
    let fuel = bytes.pick(&[FUEL, FUEL, FUEL, 1_000_000, 20_000]);
    let ran = image.run(ExecMode::Normal, &Serial, Fuel::new(fuel));
    assert_located(&ran.outcome, &ran.observer);
    assert!(ran.fuel.left() <= fuel);
    ran.outcome.status == Status::Done
}

/// A broken scene has the same result in both modes.
pub fn normal_equals_reference(data: &[u8]) -> bool {
    let bytes = &mut Bytes::new(data);
    let mut image = scene(bytes);
    for _ in 0..bytes.below(4) {
        mutate(&mut image, bytes);
    }
    let fuel = Fuel::new(5_000_000);
    let normal = image.run(ExecMode::Normal, &Serial, fuel);
    let reference = image.run(ExecMode::Reference, &Serial, fuel);
    assert_eq!(normal.outcome, reference.outcome);
    assert_eq!(normal.observer.findings, reference.observer.findings);
    assert_eq!(normal.fuel, reference.fuel);
    for b in &image.buffers {
        assert!(normal.bytes(b) == reference.bytes(b), "{}", b.name);
    }
    normal.outcome.status == Status::Done
}

/// Lists of arbitrary packets, whose addresses lead into the scene.
pub fn random_lists_terminate_in_bounds(data: &[u8]) -> bool {
    let bytes = &mut Bytes::new(data);
    let mut image = scene(bytes);
    let addresses: Vec<u32> = image.buffers.iter().map(|b| b.base).collect();
    for name in ["bin", "render"] {
        let Some(b) = image.buffers.iter_mut().find(|b| b.name == name) else {
            continue;
        };
        // The first packets set up the frame; the rest is arbitrary.
        let keep = bytes.pick(&[0, 17, 27, 60, 100]).min(b.bytes.len());
        let mut list = b.bytes[..keep].to_vec();
        while list.len() < b.bytes.len() && !bytes.is_empty() {
            let row = &PACKETS[bytes.below(PACKETS.len())];
            let start = list.len();
            list.push(row.opcode);
            list.extend(bytes.take(row.size() - 1));
            list.resize(start + row.size(), 0);
            if row.size() >= 5 && bytes.once_in(2) {
                let at = start + 1 + bytes.below(row.size() - 4);
                let address = bytes.pick(&addresses) + bytes.u16() as u32 % 256;
                list[at..at + 4].copy_from_slice(&address.to_le_bytes());
            }
        }
        list.resize(b.bytes.len(), 1);
        b.bytes = list;
    }
    let ran = image.run(ExecMode::Normal, &Serial, Fuel::new(FUEL));
    assert_located(&ran.outcome, &ran.observer);
    ran.outcome.status == Status::Done
}

/// A typical instruction with one unusual field.
fn instruction(bytes: &mut Bytes<'_>) -> u64 {
    let any = bytes.u64();
    let sig = match bytes.below(4) {
        0 => bytes.below(16) as u64,
        1 => 13,
        _ => 1,
    };
    // Mostly peripherals and a few registers, all lanes.
    let waddr = |b: &mut Bytes<'_>| match b.below(3) {
        0 => b.below(4) as u64 + 32,
        1 => b.below(28) as u64 + 36,
        _ => 39,
    };
    let raddr = |b: &mut Bytes<'_>| match b.below(3) {
        0 => b.pick(&[32u64, 35, 38, 41, 42, 48, 49, 50, 51]),
        1 => b.below(32) as u64,
        _ => 39,
    };
    match sig {
        15 => {
            // Branches mostly have near targets.
            let offset = (bytes.below(16) as i64 - 12) * 8;
            let relative = u64::from(!bytes.once_in(6));
            15 << 60
                | (any >> 20 & 15) << 52
                | relative << 51
                | 39 << 38
                | 39 << 32
                | u64::from(offset as u32)
        }
        14 => {
            let word = match bytes.below(3) {
                0 => 0x1a00 | bytes.u16() as u32 & 0x3f | (bytes.u8() as u32) << 20,
                1 => 0x8000_0000 | bytes.u32(),
                _ => bytes.nasty(),
            };
            let mode = bytes.pick(&[0u64, 0, 0, 1, 3, 4]);
            14 << 60
                | mode << 57
                | 1 << 49
                | 1 << 46
                | waddr(bytes) << 38
                | waddr(bytes) << 32
                | u64::from(word)
        }
        _ => {
            let plain = any & 0x0f0f_ffff & !(0x3f << 12) & !(0x3f << 18);
            let (a, b) = (raddr(bytes), raddr(bytes));
            let cond = if bytes.once_in(4) { any >> 46 & 63 } else { 9 };
            sig << 60
                | cond << 46
                | (any >> 45 & 1) << 45
                | waddr(bytes) << 38
                | waddr(bytes) << 32
                | plain & !0xfff
                | any & 0xe000_0fff
                | a << 18
                | b << 12
        }
    }
}

/// A new program, or `old` with a few changed instructions.
fn program(old: &[u8], bytes: &mut Bytes<'_>) -> Vec<u8> {
    let old = old
        .chunks_exact(8)
        .map(|b| u64::from_le_bytes(b.try_into().unwrap_or_default()));
    let mut words: Vec<u64> = old.take_while(|w| *w != 0).collect();
    if bytes.once_in(3) {
        words = (0..4 + bytes.below(40))
            .map(|_| instruction(bytes))
            .collect();
        words.extend([END, NOP, NOP]);
    } else {
        for _ in 0..1 + bytes.below(3) {
            let at = bytes.below(words.len());
            if bytes.once_in(2) {
                words.insert(at, instruction(bytes));
            } else {
                words[at] = instruction(bytes);
            }
        }
    }
    words.iter().flat_map(|w| w.to_le_bytes()).collect()
}

const NOP: u64 = 0x1000_09e7_009e_7000;
const END: u64 = 0x3000_09e7_009e_7000;

/// Arbitrary programs as coordinate, vertex, fragment and user shaders.
pub fn qpu_program_terminates_in_bounds(data: &[u8]) -> bool {
    let bytes = &mut Bytes::new(data);
    let mut image = scene(bytes);
    let stage = bytes.below(4);
    let mut programs = Vec::new();
    if let Some(b) = image.buffers.iter_mut().find(|b| b.name == "code") {
        let slots: Vec<usize> = match stage {
            0 => vec![0],
            1 => vec![1],
            _ => (2..7).collect(),
        };
        for slot in slots {
            let at = slot * 1024;
            let p = program(&b.bytes[at..at + 1024], bytes);
            if stage == 3 {
                programs.push(b.base + at as u32);
            }
            b.bytes[at..at + p.len()].copy_from_slice(&p);
        }
    }
    if stage == 3 {
        image.submission.work = programs
            .iter()
            .map(|code| Work::Program {
                code: u64::from(*code),
                arguments: bytes.pick(&[0x1400_0000, 0x1500_0000, 0, u64::from(u32::MAX)]),
                arguments_len: 0,
            })
            .collect();
    }
    let ran = image.run(ExecMode::Normal, &Serial, Fuel::new(FUEL));
    assert_located(&ran.outcome, &ran.observer);
    ran.outcome.status == Status::Done
}

/// Arbitrary register accesses, some of which start work.
pub fn registers_terminate_in_bounds(data: &[u8]) -> bool {
    let bytes = &mut Bytes::new(data);
    let image = scene(bytes);
    let memory = image.memory();
    let mut observer = Recorder::default();
    let mut device = Vc4::new(&chips::BCM2835, Options::default());
    let mut fuel = Fuel::new(FUEL);
    let mut values: Vec<u32> = Vec::new();
    for w in &image.submission.work {
        if let Work::List { start, end, .. } = w {
            values.extend([*start as u32, *end as u32]);
        }
    }
    values.extend(image.buffers.iter().map(|b| b.base));
    let names = [
        "CT0CA", "CT0EA", "CT1CA", "CT1EA", "BPOA", "BPOS", "SRQPC", "SRQUA", "SRQUL",
    ];
    for _ in 0..12 {
        let offset = match bytes.below(3) {
            0 => u32::from(bytes.u16() & 0xfff),
            1 => regs::REGISTERS[bytes.below(regs::REGISTERS.len())].offset,
            _ => regs::find_by_name(bytes.pick(&names)).map_or(0, |r| r.offset),
        };
        let value = match bytes.below(3) {
            0 => bytes.nasty(),
            _ => bytes.pick(&values),
        };
        let mut context = Context {
            memory: &memory,
            observer: &mut observer,
            fuel,
            workers: &Serial,
        };
        device.mmio_write(offset, value, &mut context);
        fuel = context.fuel;
        device.mmio_read(offset);
        device.mmio_read(u32::from(bytes.u16()));
    }
    observer.findings.is_empty()
}
