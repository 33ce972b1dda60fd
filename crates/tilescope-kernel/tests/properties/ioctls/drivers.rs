//! Ioctls that differ between the drivers.

use tilescope_adreno::chips::Chip as AdrenoChip;
use tilescope_adreno::cp::CommandProcessor;
use tilescope_core::{ChipInfo, Device};
use tilescope_kernel::DriverType;
use tilescope_midgard::chips::Chip as MidgardChip;
use tilescope_midgard::{Midgard, Options as MidgardOptions};
use tilescope_vc4::device::Options as Vc4Options;
use tilescope_vc4::{Vc4, chips as vc4};
use tilescope_vivante::{Options as VivanteOptions, Vivante, chips as vivante};

use super::super::source::Bytes;
use super::machine::Block;

/// A driver, with the requests that the property needs.
#[derive(Clone, Copy)]
pub struct Driver {
    pub driver: &'static DriverType,
    pub chip: &'static ChipInfo,
    pub device: fn() -> Box<dyn Device>,
    /// The request that creates a buffer, and its argument for a size.
    pub create: u64,
    pub create_argument: fn(u32) -> [u32; 4],
    /// The request that takes a handle in its first word and returns where to map
    /// the buffer in its third and fourth.
    pub offset: u64,
    /// The request that submits a job, and an argument that is often valid.
    pub submit: u64,
    pub job: fn(&Block, &mut Bytes<'_>) -> Vec<u8>,
    /// A request for the state of a hung job.
    pub hang_state: Option<u64>,
}

/// Requests of Linux `vc4_drm.h`.
pub const VC4: Driver = Driver {
    driver: &tilescope_kernel::vc4::DRIVER,
    chip: &vc4::BCM2837.info,
    device: || Box::new(Vc4::new(&vc4::BCM2837, Vc4Options::default())),
    create: 0xc010_6443,
    create_argument: |size| [size, 0, 0, 0],
    offset: 0xc010_6444,
    submit: 0xc0b0_6440,
    job: vc4_job,
    hang_state: Some(0xc0a0_6446),
};

/// Requests of Linux `etnaviv_drm.h`. Buffers are write-combined.
pub const ETNAVIV: Driver = Driver {
    driver: &tilescope_kernel::etnaviv::DRIVER,
    chip: &vivante::GC2000.info,
    device: || {
        let options = VivanteOptions::of(&vivante::GC2000);
        Box::new(Vivante::new(&vivante::GC2000, options))
    },
    create: 0xc010_6442,
    create_argument: |size| [size, 0, 0x2_0000, 0],
    offset: 0xc010_6443,
    submit: 0xc048_6446,
    job: etnaviv_job,
    hang_state: None,
};

/// Requests of Linux `panfrost_drm.h`. Buffers are not executable.
pub fn panfrost() -> Driver {
    Driver {
        driver: &tilescope_kernel::panfrost::DRIVER,
        chip: &t860().info,
        device: || Box::new(Midgard::new(t860(), MidgardOptions::default())),
        create: 0xc018_6442,
        create_argument: |size| [size, 1, 0, 0],
        offset: 0xc010_6443,
        submit: 0x4028_6440,
        job: panfrost_job,
        hang_state: None,
    }
}

fn t860() -> &'static MidgardChip {
    MidgardChip::named("t860").expect("a chip")
}

/// Requests of Linux `msm_drm.h`. Buffers are write-combined.
pub fn msm() -> Driver {
    Driver {
        driver: &tilescope_kernel::msm::DRIVER,
        chip: &a618().info,
        device: || Box::new(CommandProcessor::new(a618())),
        create: 0xc010_6442,
        create_argument: |size| [size, 0, 0x2_0000, 0],
        offset: 0xc018_6443,
        submit: 0xc048_6446,
        job: msm_job,
        hang_state: None,
    }
}

fn a618() -> &'static AdrenoChip {
    tilescope_adreno::chips::named("a618").expect("a chip")
}

/// The argument of a job that clears 16 x 16 pixels of the first listed buffer.
fn clear(handles: u64, count: u32, value: u32) -> Vec<u8> {
    let mut a = vec![0; 176];
    let mut put = |at: usize, bytes: &[u8]| a[at..at + bytes.len()].copy_from_slice(bytes);
    put(24, &handles.to_le_bytes());
    put(48, &count.to_le_bytes());
    put(52, &[16, 0, 16, 0]);
    for surface in (60..132).step_by(12) {
        put(surface, &u32::MAX.to_le_bytes());
    }
    put(72, &[0, 0, 0, 0, 0, 0, 0, 0, 4]);
    put(132, &value.to_le_bytes());
    put(136, &value.to_le_bytes());
    put(140, &[0xff, 0xff, 0xff]);
    put(148, &[1]);
    a
}

fn vc4_job(block: &Block, from: &mut Bytes<'_>) -> Vec<u8> {
    let handles = [1 + from.below(4) as u32, from.below(6) as u32];
    let list = block.put(1024, &bytes(&handles));
    let mut arg = clear(list, 1 + from.below(2) as u32, from.u32());
    arg[164] = from.below(3) as u8;
    arg[168] = from.below(3) as u8;
    for _ in 0..from.below(3) {
        let at = from.below(arg.len());
        arg[at] = from.u8();
    }
    arg
}

/// A word of a command stream: often a `LOAD_STATE` of a state that the driver
/// checks, a NOP or a small value.
fn stream_word(from: &mut Bytes<'_>) -> u32 {
    /// Byte addresses: an address of the pixel engine, its configuration, an
    /// address of the texture unit, the last state.
    const STATES: [u32; 4] = [0x1430, 0x1400, 0x2400, 0x3_fffc];
    match from.below(8) {
        0..3 => 1 << 27 | (from.below(4) as u32) << 16 | (from.pick(&STATES) / 4),
        3 => from.pick(&[3 << 27, 7 << 27, 2 << 27, 9 << 27]),
        4..7 => from.below(4) as u32,
        _ => from.nasty(),
    }
}

fn etnaviv_job(block: &Block, from: &mut Bytes<'_>) -> Vec<u8> {
    let high = |at: u64| [at as u32, (at >> 32) as u32];
    // A load of one address, which is relocated, and what comes after.
    let mut stream = vec![1 << 27 | 1 << 16 | (0x1430 / 4), 0];
    let more = 2 * from.below(6);
    stream.extend(std::iter::repeat_with(|| stream_word(from)).take(more));
    let flags = from.below(4) as u32;
    let bos = [
        flags,
        1 + from.below(3) as u32,
        0,
        0,
        3,
        from.below(6) as u32,
        0,
        0,
    ];
    let relocs = [4, 0, from.below(64) as u32 * 64, 0, 0, 0];
    let pointers = [
        block.put(1024, &bytes(&bos)),
        block.put(1280, &bytes(&relocs)),
        block.put(1536, &bytes(&stream)),
    ];
    let mut arg = vec![
        0,
        0,
        0,
        1 + from.below(2) as u32,
        1,
        stream.len() as u32 * 4,
    ];
    arg.extend(pointers.into_iter().flat_map(high));
    arg.extend([0, u32::MAX, 0, 0, 0, 0]);
    let mut arg = bytes(&arg);
    for _ in 0..from.below(3) {
        let at = from.below(arg.len());
        arg[at] = from.u8();
    }
    arg
}

/// A chain at the start of a buffer, which often holds zeros: the job manager refuses its header.
fn panfrost_job(block: &Block, from: &mut Bytes<'_>) -> Vec<u8> {
    let high = |at: u64| [at as u32, (at >> 32) as u32];
    let handles = [1 + from.below(4) as u32, from.below(6) as u32];
    let pointers = [
        block.put(1024, &bytes(&[from.below(3) as u32])),
        block.put(1280, &bytes(&handles)),
    ];
    let chain = (32 << 20) + 0x2000 * from.below(4) as u64 + 64 * from.below(3) as u64;
    let mut arg = Vec::new();
    arg.extend(high(chain));
    arg.extend(high(pointers[0]));
    arg.extend([from.below(2) as u32, from.below(2) as u32]);
    arg.extend(high(pointers[1]));
    arg.extend([1 + from.below(2) as u32, from.below(2) as u32]);
    let mut arg = bytes(&arg);
    for _ in 0..from.below(3) {
        let at = from.below(arg.len());
        arg[at] = from.u8();
    }
    arg
}

/// Streams in buffers, which often hold zeros: the command processor refuses their first word.
fn msm_job(block: &Block, from: &mut Bytes<'_>) -> Vec<u8> {
    let high = |at: u64| [at as u32, (at >> 32) as u32];
    let bos = [
        3,
        1 + from.below(3) as u32,
        0,
        0,
        1,
        from.below(6) as u32,
        0,
        0,
    ];
    let cmd = [
        1 + from.below(3) as u32,
        from.below(2) as u32,
        from.below(64) as u32 * 64,
        4 * from.below(64) as u32,
        0,
        0,
        0,
        0,
    ];
    let syncs = [1 + from.below(2) as u32, 0, from.below(3) as u32, 0];
    let pointers = [
        block.put(1024, &bytes(&bos)),
        block.put(1280, &bytes(&cmd)),
        block.put(1536, &bytes(&syncs)),
    ];
    let flags = 0x10 | (from.below(128) as u32) << 25;
    let mut arg = vec![flags, from.below(4) as u32];
    arg.extend([1 + from.below(2) as u32, from.below(2) as u32]);
    arg.extend(high(pointers[0]));
    arg.extend(high(pointers[1]));
    arg.extend([u32::MAX, from.below(2) as u32]);
    arg.extend(high(pointers[2]));
    arg.extend(high(pointers[2]));
    arg.extend([from.below(2) as u32, from.below(2) as u32, 16, 0]);
    let mut arg = bytes(&arg);
    for _ in 0..from.below(3) {
        let at = from.below(arg.len());
        arg[at] = from.u8();
    }
    arg
}

/// The bytes of words.
pub fn bytes(words: &[u32]) -> Vec<u8> {
    words.iter().flat_map(|w| w.to_le_bytes()).collect()
}
