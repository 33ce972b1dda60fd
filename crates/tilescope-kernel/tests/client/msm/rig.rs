//! A client of msm, and a device that keeps its submissions. Numbers and structures are those of
//! Linux `msm_drm.h`.

use std::sync::{Arc, Mutex};

use tilescope_adreno::chips;
use tilescope_core::{
    ChipInfo, Context, Counters, Device, Finding, Location, Outcome, Rule, Severity, Status,
    Submission, Unit, Work,
};
use tilescope_kernel::{Config, Errno};

use crate::rig::{Client, Memory, Rig, long, word, words};

#[derive(Default)]
pub struct Given {
    /// For each submission its streams, by start, length and first word.
    pub runs: Vec<Vec<(u64, u64, Option<u32>)>>,
    pub resets: usize,
}

/// A device that keeps its submissions and executes nothing, but stops at a stream whose first word
/// is this.
struct Keeper(&'static ChipInfo, Arc<Mutex<Given>>, u32);

pub const STOP: u32 = 0xdead;

static STOPPED: Rule = Rule {
    id: "TEST-STOP-001",
    severity: Severity::Fault,
    title: "the device was made to stop",
    hardware: "It stops.",
    help: "Do not tell it.",
    source: "this test",
};

impl Device for Keeper {
    fn chip(&self) -> &'static ChipInfo {
        self.0
    }

    fn submit(&mut self, submission: &Submission, ctx: &mut Context<'_>) -> Outcome {
        let streams = submission.work.iter().map(|work| match *work {
            Work::List { start, end, .. } => {
                let first = ctx.memory.read_u32(start, Unit("test")).ok();
                (start, end - start, first)
            }
            Work::Program { .. } => panic!("{work:?}"),
        });
        let streams: Vec<_> = streams.collect();
        let stops = streams.iter().any(|(_, _, first)| *first == Some(STOP));
        self.1.lock().unwrap().runs.push(streams);
        Outcome {
            status: match stops {
                true => Status::Fault(Box::new(Finding::new(&STOPPED, Location::new(), "so"))),
                false => Status::Done,
            },
            counters: Counters::default(),
        }
    }

    /// The time, 0x1_0000_0000 and more: each access is a tick.
    fn mmio_read(&mut self, offset: u32) -> u32 {
        self.2 += 1;
        match offset {
            0x2600 => self.2,
            0x2604 => 1,
            _ => panic!("{offset:#x}"),
        }
    }

    fn mmio_write(&mut self, _: u32, _: u32, _: &mut Context<'_>) {}

    fn reset(&mut self) {
        self.1.lock().unwrap().resets += 1;
    }
}

/// A machine with this chip, and the submissions to its device.
pub fn machine(chip: &str, change: impl FnOnce(&mut Config)) -> (Rig, Arc<Mutex<Given>>) {
    let chip = &chips::named(chip).expect("a chip").info;
    let given = Arc::default();
    let mut config = Config::new(
        &tilescope_kernel::msm::DRIVER,
        chip,
        Box::new(Keeper(chip, Arc::clone(&given), 0)),
    );
    change(&mut config);
    (Rig::of(config), given)
}

pub const GET_PARAM: u64 = 0xc018_6440;
pub const SET_PARAM: u64 = 0x4018_6441;
pub const GEM_NEW: u64 = 0xc010_6442;
pub const GEM_INFO: u64 = 0xc018_6443;
pub const CPU_PREP: u64 = 0x4018_6444;
pub const CPU_FINI: u64 = 0x4004_6445;
pub const SUBMIT: u64 = 0xc048_6446;
pub const WAIT_FENCE: u64 = 0x4020_6447;
pub const MADVISE: u64 = 0xc00c_6448;
pub const QUEUE_NEW: u64 = 0xc00c_644a;
pub const QUEUE_CLOSE: u64 = 0x4004_644b;
pub const QUEUE_QUERY: u64 = 0x4018_644c;

pub const WC: u32 = 0x2_0000;

pub const GET_OFFSET: u32 = 0;
pub const GET_IOVA: u32 = 1;
pub const SET_NAME: u32 = 2;
pub const GET_NAME: u32 = 3;
pub const SET_IOVA: u32 = 4;
pub const GET_FLAGS: u32 = 5;
pub const SET_METADATA: u32 = 6;
pub const GET_METADATA: u32 = 7;

pub fn high(n: u64) -> [u32; 2] {
    [n as u32, (n >> 32) as u32]
}

pub fn param(c: Client<'_>, number: u32) -> Result<u64, Errno> {
    let (result, out) = c.ioctl(GET_PARAM, &words(&[0x10, number, 0, 0, 0, 0]));
    result.map(|_| long(&out, 8))
}

pub fn try_new(c: Client<'_>, size: u64, flags: u32) -> Result<u32, Errno> {
    let [low, up] = high(size);
    let (result, out) = c.ioctl(GEM_NEW, &words(&[low, up, flags, 0]));
    result.map(|_| word(&out, 12))
}

pub fn new(c: Client<'_>, size: u64) -> u32 {
    try_new(c, size, WC).unwrap()
}

/// A value and a length.
pub fn info(c: Client<'_>, bo: u32, kind: u32, value: u64, len: u32) -> Result<(u64, u32), Errno> {
    let [low, up] = high(value);
    let (result, out) = c.ioctl(GEM_INFO, &words(&[bo, kind, low, up, len, 0]));
    result.map(|_| (long(&out, 8), word(&out, 16)))
}

pub fn iova(c: Client<'_>, bo: u32) -> u64 {
    info(c, bo, GET_IOVA, 0, 0).unwrap().0
}

pub fn set_iova(c: Client<'_>, bo: u32, address: u64) -> Result<(), Errno> {
    info(c, bo, SET_IOVA, address, 0).map(|_| ())
}

pub fn advise(c: Client<'_>, bo: u32, advice: u32) -> Result<u32, Errno> {
    let (result, out) = c.ioctl(MADVISE, &words(&[bo, advice, 7]));
    result.map(|_| word(&out, 8))
}

pub fn queue(c: Client<'_>, flags: u32, priority: u32) -> Result<u32, Errno> {
    let (result, out) = c.ioctl(QUEUE_NEW, &words(&[flags, priority, 7]));
    result.map(|_| word(&out, 8))
}

/// The end of a wait, from now on.
fn end(c: Client<'_>, ms: u64) -> [u32; 4] {
    use tilescope_kernel::drm::fds::Fds;
    let at = c.rig.machine.monotonic() + ms * 1_000_000;
    let ([s, s_up], [n, n_up]) = (high(at / 1_000_000_000), high(at % 1_000_000_000));
    [s, s_up, n, n_up]
}

pub fn wait(c: Client<'_>, queue: u32, fence: u32, ms: u64) -> Result<i32, Errno> {
    let [s, s_up, n, n_up] = end(c, ms);
    let arg = words(&[fence, 0, s, s_up, n, n_up, queue, 0]);
    c.ioctl(WAIT_FENCE, &arg).0
}

pub fn prep(c: Client<'_>, bo: u32, op: u32, ms: u64) -> Result<i32, Errno> {
    let [s, s_up, n, n_up] = end(c, ms);
    c.ioctl(CPU_PREP, &words(&[bo, op, s, s_up, n, n_up])).0
}

/// Writes the first word of a buffer.
pub fn write(c: Client<'_>, bo: u32, value: u32) {
    use std::os::unix::fs::FileExt;
    use tilescope_kernel::Access;
    let at = info(c, bo, GET_OFFSET, 0, 0).unwrap().0;
    let target = c.rig.kernel.mmap(c.file, at, 4096, Access::Write).unwrap();
    let bytes = value.to_le_bytes();
    target.file.write_all_at(&bytes, target.offset).unwrap();
}

/// A synchronisation object.
pub fn sync(c: Client<'_>, flags: u32) -> u32 {
    let (result, out) = c.ioctl(0xc008_64bf, &words(&[0, flags]));
    result.unwrap();
    word(&out, 0)
}

/// A submission. Buffers are flags and handles; commands are a type, the place of a buffer, an
/// offset, a size and a number of relocations; synchronisation objects are a handle, flags and a
/// point.
#[derive(Clone, Debug)]
pub struct Submit {
    pub flags: u32,
    pub fence: u32,
    pub bos: Vec<[u32; 2]>,
    pub cmds: Vec<[u32; 5]>,
    pub fence_fd: i32,
    pub queue: u32,
    pub in_syncs: Vec<(u32, u32, u64)>,
    pub out_syncs: Vec<(u32, u32, u64)>,
    pub pad: u32,
}

impl Submit {
    pub const NO_IMPLICIT: u32 = 0x8000_0000;
    pub const FENCE_FD_IN: u32 = 0x4000_0000;
    pub const FENCE_FD_OUT: u32 = 0x2000_0000;
    pub const SUDO: u32 = 0x1000_0000;
    pub const SYNCOBJ_IN: u32 = 0x0800_0000;
    pub const SYNCOBJ_OUT: u32 = 0x0400_0000;
    pub const FENCE_SN_IN: u32 = 0x0200_0000;

    /// One word at the beginning of a buffer, in queue 0.
    pub fn of(bo: u32) -> Submit {
        Submit {
            flags: 0x10,
            fence: 0,
            bos: vec![[3, bo]],
            cmds: vec![[1, 0, 0, 4, 0]],
            fence_fd: -1,
            queue: 0,
            in_syncs: Vec::new(),
            out_syncs: Vec::new(),
            pad: 0,
        }
    }

    fn bytes(&self, memory: &Memory) -> Vec<u8> {
        let syncs = |rows: &[(u32, u32, u64)]| {
            let row = |&(handle, flags, point): &(u32, u32, u64)| {
                let [low, up] = high(point);
                [handle, flags, low, up]
            };
            high(memory.put(&words(&rows.iter().flat_map(row).collect::<Vec<_>>())))
        };
        let bos = self
            .bos
            .iter()
            .flat_map(|[flags, handle]| [*flags, *handle, 0, 0]);
        let bos: Vec<u32> = bos.collect();
        let cmds = self.cmds.iter();
        let cmds =
            cmds.flat_map(|[kind, place, at, size, n]| [*kind, *place, *at, *size, 0, *n, 0, 0]);
        let cmds: Vec<u32> = cmds.collect();
        let mut arg = vec![
            self.flags,
            self.fence,
            self.bos.len() as u32,
            self.cmds.len() as u32,
        ];
        arg.extend(high(memory.put(&words(&bos))));
        arg.extend(high(memory.put(&words(&cmds))));
        arg.extend([self.fence_fd as u32, self.queue]);
        arg.extend(syncs(&self.in_syncs));
        arg.extend(syncs(&self.out_syncs));
        arg.extend([self.in_syncs.len() as u32, self.out_syncs.len() as u32]);
        arg.extend([16, self.pad]);
        words(&arg)
    }

    /// The fence's number and descriptor.
    pub fn submit(&self, c: Client<'_>) -> Result<(u32, i32), Errno> {
        let (result, out) = c.ioctl(SUBMIT, &self.bytes(&c.rig.memory));
        result.map(|_| (word(&out, 4), word(&out, 32) as i32))
    }
}
