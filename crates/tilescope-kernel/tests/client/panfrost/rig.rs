//! A client of panfrost, and a device that keeps its submissions.

use std::sync::{Arc, Mutex};

use tilescope_core::{
    ChipInfo, Context, Counters, Device, Finding, Location, Outcome, Rule, Severity, Status,
    Submission, Unit, Work,
};
use tilescope_kernel::{Config, Errno};
use tilescope_midgard::chips::Chip;

use crate::rig::{Client, Memory, Rig, long, word, words};

#[derive(Default)]
pub struct Given {
    /// The slot and the first job of each submission, and its first word.
    pub runs: Vec<(u32, u64, Option<u32>)>,
    /// Whether the buffer of each first job may be executed.
    pub executable: Vec<bool>,
    pub resets: usize,
}

/// A device that keeps its submissions and executes nothing, but stops at a job whose first word
/// is this.
struct Keeper(&'static Chip, Arc<Mutex<Given>>);

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
        &self.0.info
    }

    fn submit(&mut self, submission: &Submission, ctx: &mut Context<'_>) -> Outcome {
        let [Work::List { queue, start, .. }] = submission.work.as_slice() else {
            panic!("{submission:?}");
        };
        let first = ctx.memory.read_u32(*start, Unit("test")).ok();
        // The heap keeps what a job wrote.
        if let Some(value @ 1..=0xff) = first {
            let _ = ctx.memory.write_u32(HEAP_WORD, value, Unit("test"));
        }
        let heap = ctx.memory.read_u32(HEAP_WORD, Unit("test")).ok();
        let mut given = self.1.lock().unwrap();
        given.executable.push(ctx.memory.executable(*start));
        given
            .runs
            .push((*queue, *start, if first == Some(0) { heap } else { first }));
        let status = match first {
            Some(STOP) => Status::Fault(Box::new(Finding::new(&STOPPED, Location::new(), "so"))),
            _ => Status::Done,
        };
        Outcome {
            status,
            counters: Counters::default(),
        }
    }

    fn mmio_read(&mut self, _: u32) -> u32 {
        0
    }

    fn mmio_write(&mut self, _: u32, _: u32, _: &mut Context<'_>) {}

    fn reset(&mut self) {
        self.1.lock().unwrap().resets += 1;
    }
}

/// A word of the heap, if that is the first buffer.
pub const HEAP_WORD: u64 = 0x200_1000;

/// A machine with this chip, and the submissions to its device.
pub fn machine(chip: &str, change: impl FnOnce(&mut Config)) -> (Rig, Arc<Mutex<Given>>) {
    let chip = Chip::named(chip).expect("a chip");
    let given = Arc::default();
    let mut config = Config::new(
        &tilescope_kernel::panfrost::DRIVER,
        &chip.info,
        Box::new(Keeper(chip, Arc::clone(&given))),
    );
    change(&mut config);
    (Rig::of(config), given)
}

pub const SUBMIT: u64 = 0x4028_6440;
pub const WAIT_BO: u64 = 0x4010_6441;
pub const CREATE_BO: u64 = 0xc018_6442;
pub const MMAP_BO: u64 = 0xc010_6443;
pub const GET_PARAM: u64 = 0xc010_6444;
pub const GET_BO_OFFSET: u64 = 0xc010_6445;
pub const PERFCNT_ENABLE: u64 = 0x4008_6446;
pub const PERFCNT_DUMP: u64 = 0x4008_6447;
pub const MADVISE: u64 = 0xc00c_6448;

pub const NOEXEC: u32 = 1;
pub const HEAP: u32 = 2;

/// A buffer: its handle and its address.
pub fn try_new(c: Client<'_>, size: u32, flags: u32) -> Result<(u32, u64), Errno> {
    let (result, out) = c.ioctl(CREATE_BO, &words(&[size, flags, 0, 0, 0, 0]));
    result.map(|_| (word(&out, 8), long(&out, 16)))
}

pub fn new(c: Client<'_>, size: u32) -> (u32, u64) {
    try_new(c, size, NOEXEC).unwrap()
}

pub fn mmap(c: Client<'_>, handle: u32, flags: u32) -> Result<u64, Errno> {
    let (result, out) = c.ioctl(MMAP_BO, &words(&[handle, flags, 0, 0]));
    result.map(|_| long(&out, 8))
}

pub fn offset(c: Client<'_>, handle: u32) -> Result<u64, Errno> {
    let (result, out) = c.ioctl(GET_BO_OFFSET, &words(&[handle, 0, 0, 0]));
    result.map(|_| long(&out, 8))
}

pub fn advise(c: Client<'_>, handle: u32, advice: u32) -> Result<u32, Errno> {
    let (result, out) = c.ioctl(MADVISE, &words(&[handle, advice, 7]));
    result.map(|_| word(&out, 8))
}

pub fn wait(c: Client<'_>, handle: u32, pad: u32, time: i64) -> Result<i32, Errno> {
    let time = time as u64;
    let arg = words(&[handle, pad, time as u32, (time >> 32) as u32]);
    c.ioctl(WAIT_BO, &arg).0
}

/// A synchronisation object.
pub fn sync(c: Client<'_>, flags: u32) -> u32 {
    let (result, out) = c.ioctl(0xc008_64bf, &words(&[0, flags]));
    result.unwrap();
    word(&out, 0)
}

/// A submission.
#[derive(Clone, Debug, Default)]
pub struct Submit {
    pub chain: u64,
    pub bos: Vec<u32>,
    pub in_syncs: Vec<u32>,
    pub out_sync: u32,
    pub requirements: u32,
}

impl Submit {
    pub fn bytes(&self, memory: &Memory) -> Vec<u8> {
        let high = |n: u64| [n as u32, (n >> 32) as u32];
        let mut arg = Vec::new();
        arg.extend(high(self.chain));
        arg.extend(high(memory.put(&words(&self.in_syncs))));
        arg.extend([self.in_syncs.len() as u32, self.out_sync]);
        arg.extend(high(memory.put(&words(&self.bos))));
        arg.extend([self.bos.len() as u32, self.requirements]);
        words(&arg)
    }

    pub fn submit(&self, c: Client<'_>) -> Result<i32, Errno> {
        c.ioctl(SUBMIT, &self.bytes(&c.rig.memory)).0
    }
}
