//! A client of etnaviv, and a device that keeps its submissions.

use std::sync::{Arc, Mutex};

use tilescope_core::{
    ChipInfo, Context, Counters, Device, Finding, Location, Outcome, Rule, Severity, Status,
    Submission, Work,
};
use tilescope_kernel::{Config, Errno};
use tilescope_vivante::chips::Chip;

use crate::rig::{Answer, Client, Memory, Rig, long, word, words};

/// A submission to a device.
#[derive(Clone, Debug, Default)]
pub struct Run {
    /// The words of each list, with its queue and its address.
    pub lists: Vec<(u32, u64, Vec<u32>)>,
}

#[derive(Default)]
pub struct Given {
    pub runs: Vec<Run>,
    pub resets: usize,
    /// Values of registers, by offset.
    pub writes: Vec<(u32, u32)>,
}

/// A device that keeps its submissions and executes nothing, but stops at a NOP
/// with this value in it.
struct Keeper(&'static Chip, Arc<Mutex<Given>>);

pub const STOP: u32 = 3 << 27 | 0xdead;

static STOPPED: Rule = Rule {
    id: "TEST-STOP-001",
    severity: Severity::Hang,
    title: "the device was made to stop",
    hardware: "It stops.",
    help: "Do not tell it.",
    source: "this test",
};

impl Device for Keeper {
    fn chip(&self) -> &'static ChipInfo {
        &self.0.info
    }

    fn submit(&mut self, submission: &Submission, ctx: &mut Context<'_>) -> Outcome {
        let mut run = Run::default();
        for work in &submission.work {
            let Work::List { queue, start, end } = work else {
                panic!("{work:?}");
            };
            let unit = tilescope_core::Unit("test");
            let word = |at| ctx.memory.read_u32(at, unit).unwrap();
            let words = (*start..*end).step_by(4).map(word).collect();
            run.lists.push((*queue, *start, words));
        }
        let stops = run.lists.iter().any(|(.., w)| w.contains(&STOP));
        self.1.lock().unwrap().runs.push(run);
        let status = match stops {
            true => Status::Fault(Box::new(Finding::new(&STOPPED, Location::new(), "so"))),
            false => Status::Done,
        };
        Outcome {
            status,
            counters: Counters::default(),
        }
    }

    /// Increments with every write of any register.
    fn mmio_read(&mut self, offset: u32) -> u32 {
        match offset {
            0 => 0,
            _ => 1000 + self.1.lock().unwrap().writes.len() as u32,
        }
    }

    fn mmio_write(&mut self, offset: u32, value: u32, _: &mut Context<'_>) {
        self.1.lock().unwrap().writes.push((offset, value));
    }

    fn reset(&mut self) {
        self.1.lock().unwrap().resets += 1;
    }
}

/// A machine with `chip`, and the submissions to its device.
pub fn machine(chip: &'static Chip, change: impl FnOnce(&mut Config)) -> (Rig, Arc<Mutex<Given>>) {
    let given = Arc::default();
    let mut config = Config::new(
        &tilescope_kernel::etnaviv::DRIVER,
        &chip.info,
        Box::new(Keeper(chip, Arc::clone(&given))),
    );
    change(&mut config);
    (Rig::of(config), given)
}

pub const GET_PARAM: u64 = 0xc010_6440;
pub const GEM_NEW: u64 = 0xc010_6442;
pub const GEM_INFO: u64 = 0xc010_6443;
pub const CPU_PREP: u64 = 0x4018_6444;
pub const CPU_FINI: u64 = 0x4008_6445;
pub const SUBMIT: u64 = 0xc048_6446;
pub const WAIT_FENCE: u64 = 0x4020_6447;
pub const USERPTR: u64 = 0xc018_6448;
pub const GEM_WAIT: u64 = 0x4020_6449;
pub const QUERY_DOM: u64 = 0xc048_644a;
pub const QUERY_SIG: u64 = 0xc04c_644b;

/// `ETNA_BO_WC`.
pub const WC: u32 = 0x2_0000;

/// A time of the monotonic clock in the past, and one in the far future.
pub const OVER: [u32; 4] = [0, 0, 1, 0];
pub const LATER: [u32; 4] = [1_000_000, 0, 0, 0];

pub fn param(c: Client<'_>, core: u32, param: u32) -> Result<u64, Errno> {
    let (result, out) = c.ioctl(GET_PARAM, &words(&[core, param, 0, 0]));
    result.map(|_| long(&out, 8))
}

pub fn try_new(c: Client<'_>, size: u64, flags: u32) -> Result<u32, Errno> {
    let arg = words(&[size as u32, (size >> 32) as u32, flags, 0]);
    let (result, out) = c.ioctl(GEM_NEW, &arg);
    result.map(|_| word(&out, 12))
}

pub fn new(c: Client<'_>, size: u64) -> u32 {
    try_new(c, size, WC).unwrap()
}

pub fn prep(c: Client<'_>, handle: u32, op: u32, time: [u32; 4]) -> Result<i32, Errno> {
    c.ioctl(CPU_PREP, &words(&[&[handle, op], &time[..]].concat()))
        .0
}

pub fn wait_fence(c: Client<'_>, fence: u32, flags: u32, time: [u32; 4]) -> Result<i32, Errno> {
    let arg = words(&[&[0, fence, flags, 0], &time[..]].concat());
    c.ioctl(WAIT_FENCE, &arg).0
}

/// `LOAD_STATE` of these values from byte `state` on.
pub fn load(state: u32, values: &[u32]) -> Vec<u32> {
    let header = 1 << 27 | (values.len() as u32) << 16 | (state / 4);
    let mut all = [&[header], values].concat();
    all.resize(all.len().next_multiple_of(2), 0);
    all
}

/// A relocation: byte of the stream, index of the buffer, byte in it, flags.
pub type Reloc = (u32, u32, u64, u32);

/// A submission.
#[derive(Clone, Debug)]
pub struct Submit {
    pub core: u32,
    pub pipe: u32,
    /// Flags, handle, address.
    pub bos: Vec<(u32, u32, u64)>,
    pub relocs: Vec<Reloc>,
    pub stream: Vec<u32>,
    /// Flags, domain, signal, sequence, offset, index.
    pub requests: Vec<(u32, u8, u16, u32, u32, u32)>,
    pub flags: u32,
    pub fence_fd: i32,
    /// Sizes to pass instead of the real ones: stream, buffers, relocations,
    /// requests.
    pub sizes: [Option<u32>; 4],
}

/// PE's colour address of the first pipe; a register that holds an address.
pub const COLOR_ADDR: u32 = 0x1430;

impl Submit {
    /// A job that loads the address of a buffer.
    pub fn one(handle: u32) -> Self {
        Submit {
            core: 0,
            pipe: 0,
            bos: vec![(3, handle, 0)],
            relocs: vec![(4, 0, 0x40, 0)],
            stream: load(COLOR_ADDR, &[0]),
            requests: Vec::new(),
            flags: 0,
            fence_fd: -1,
            sizes: [None; 4],
        }
    }

    /// A job of these words on a buffer, without addresses.
    pub fn plain(handle: u32, stream: Vec<u32>) -> Self {
        Submit {
            relocs: Vec::new(),
            stream,
            ..Submit::one(handle)
        }
    }

    pub fn bytes(&self, memory: &Memory) -> Vec<u8> {
        let high = |n: u64| [n as u32, (n >> 32) as u32];
        let bos = self.bos.iter().flat_map(|&(flags, handle, va)| {
            let [lo, hi] = high(va);
            [flags, handle, lo, hi]
        });
        let relocs = self.relocs.iter().flat_map(|&(at, index, inside, flags)| {
            let [lo, hi] = high(inside);
            [at, index, lo, hi, flags, 0]
        });
        let requests = self
            .requests
            .iter()
            .flat_map(|&(flags, domain, signal, n, at, i)| {
                let what = u32::from(domain) | u32::from(signal) << 16;
                [flags, what, n, at, i]
            });
        let bos = memory.put(&words(&bos.collect::<Vec<_>>()));
        let relocs = memory.put(&words(&relocs.collect::<Vec<_>>()));
        let requests = memory.put(&words(&requests.collect::<Vec<_>>()));
        let stream = memory.put(&words(&self.stream));
        let size = |i: usize, have: usize| self.sizes[i].unwrap_or(have as u32);
        let mut arg = vec![0, self.core, self.pipe];
        arg.extend([
            size(1, self.bos.len()),
            size(2, self.relocs.len()),
            size(0, self.stream.len() * 4),
        ]);
        for pointer in [bos, relocs, stream] {
            arg.extend(high(pointer));
        }
        arg.extend([self.flags, self.fence_fd as u32]);
        arg.extend(high(requests));
        arg.extend([size(3, self.requests.len()), 0]);
        words(&arg)
    }

    pub fn ask(&self, c: Client<'_>) -> Answer {
        c.ioctl(SUBMIT, &self.bytes(&c.rig.memory))
    }

    /// Submits it and returns the fence's number.
    pub fn submit(&self, c: Client<'_>) -> Result<u32, Errno> {
        let (result, out) = self.ask(c);
        result.map(|_| word(&out, 0))
    }
}
