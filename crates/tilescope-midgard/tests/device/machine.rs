//! A device with memory, and jobs in it.

use tilescope_core::observe::Recorder;
use tilescope_core::{
    AddressSpace, Context, Counters, Device, Fuel, GpuMemory, Outcome, Region, Serial, Submission,
    Unit, Work,
};
use tilescope_midgard::chips::Chip;
use tilescope_midgard::descriptors::job::{job_header, write_value_job_payload};
use tilescope_midgard::{Midgard, Options};

/// The address of the memory.
pub const BASE: u64 = 0x200_0000;

/// A device with a megabyte of memory.
pub struct Machine {
    pub device: Midgard,
    pub memory: AddressSpace,
    pub seen: Recorder,
    /// Sums of counters of all runs.
    counters: Counters,
}

impl Machine {
    pub fn new(chip: &str) -> Machine {
        Machine::with(chip, Options::default())
    }

    pub fn with(chip: &str, options: Options) -> Machine {
        let mut memory = AddressSpace::new();
        memory.map(Region::zeroed("memory", BASE, 1 << 20)).unwrap();
        Machine {
            device: Midgard::new(Chip::named(chip).unwrap(), options),
            memory,
            seen: Recorder::default(),
            counters: Counters::default(),
        }
    }

    pub fn write(&self, addr: u64, data: &[u8]) {
        self.memory.write(addr, data, Unit("test")).unwrap();
    }

    pub fn read<const N: usize>(&self, addr: u64) -> [u8; N] {
        let mut out = [0; N];
        self.memory.read(addr, &mut out, Unit("test")).unwrap();
        out
    }

    pub fn word(&self, addr: u64) -> u64 {
        u64::from_le_bytes(self.read(addr))
    }

    /// Runs the chain at `start` in slot `queue`.
    pub fn run(&mut self, queue: u32, start: u64) -> Outcome {
        self.run_with(queue, start, Fuel::DEFAULT)
    }

    pub fn run_with(&mut self, queue: u32, start: u64, fuel: Fuel) -> Outcome {
        let end = start;
        let submission = Submission {
            work: vec![Work::List { queue, start, end }],
            ..Submission::default()
        };
        let mut ctx = Context {
            memory: &self.memory,
            observer: &mut self.seen,
            fuel,
            workers: &Serial,
        };
        let outcome = self.device.submit(&submission, &mut ctx);
        self.counters.merge(&outcome.counters);
        outcome
    }

    pub fn counter(&self, name: &str) -> u64 {
        self.counters.get(name)
    }

    /// The rules that were broken.
    pub fn rules(&self) -> Vec<&'static str> {
        self.seen.findings.iter().map(|f| f.rule.id).collect()
    }
}

/// The bytes of a header.
pub fn header(kind: u8, index: u16, dependencies: [u16; 2], next: u64) -> [u8; 32] {
    let mut bytes = [0; 32];
    job_header::IS_64B.set(&mut bytes, 1);
    job_header::TYPE.set(&mut bytes, kind.into());
    job_header::INDEX.set(&mut bytes, index.into());
    job_header::DEPENDENCY_1.set(&mut bytes, dependencies[0].into());
    job_header::DEPENDENCY_2.set(&mut bytes, dependencies[1].into());
    job_header::NEXT.set(&mut bytes, next);
    bytes
}

/// The payload of a write value job.
pub fn value(address: u64, kind: u32) -> [u8; 12] {
    let mut bytes = [0; 12];
    write_value_job_payload::ADDRESS.set(&mut bytes, address);
    write_value_job_payload::TYPE.set(&mut bytes, kind.into());
    bytes
}
