//! A client and its machine.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::fs::File;
use std::io;
use std::sync::atomic::{AtomicUsize, Ordering::SeqCst};
use std::sync::{Arc, Mutex, OnceLock};
use std::thread::JoinHandle;
use std::time::Instant;

use tilescope_core::{Observer, Outcome, Recorder};
use tilescope_kernel::{
    Access, CloseOnExec, Config, Errno, Execution, Fault, Fds, FileId, FileKey, Job, Kernel, Node,
    Output, Privilege, Queue, UserMemory, Watcher,
};
use tilescope_vc4::Vc4;
use tilescope_vc4::chips::{self, Chip};
use tilescope_vc4::device::Options;

/// Files in memory, and a table of descriptors.
#[derive(Default)]
pub struct Machine {
    table: Mutex<BTreeMap<i32, File>>,
    pub made: AtomicUsize,
}

impl Fds for Machine {
    fn memory(&self, _: &str, len: u64) -> io::Result<File> {
        self.made.fetch_add(1, SeqCst);
        let file = tempfile::tempfile()?;
        file.set_len(len)?;
        Ok(file)
    }

    fn export(&self, file: &File, _: CloseOnExec) -> io::Result<i32> {
        let mut table = self.table.lock().unwrap();
        let fd = (100..).find(|fd| !table.contains_key(fd)).unwrap();
        table.insert(fd, file.try_clone()?);
        Ok(fd)
    }

    fn import(&self, fd: i32) -> io::Result<File> {
        match self.any(fd)? {
            // Event files are not buffers.
            file if file.metadata()?.len() < 4096 => Err(io::Error::from_raw_os_error(22)),
            file => Ok(file),
        }
    }

    fn event(&self, close: CloseOnExec) -> io::Result<(i32, File)> {
        let file = tempfile::tempfile()?;
        Ok((self.export(&file, close)?, file))
    }

    fn any(&self, fd: i32) -> io::Result<File> {
        match self.table.lock().unwrap().get(&fd) {
            Some(file) => file.try_clone(),
            None => Err(io::Error::from_raw_os_error(9)),
        }
    }

    fn monotonic(&self) -> u64 {
        START.get_or_init(Instant::now).elapsed().as_nanos() as u64 + 1
    }
}

static START: OnceLock<Instant> = OnceLock::new();

impl Machine {
    pub fn close(&self, fd: i32) {
        self.table.lock().unwrap().remove(&fd).unwrap();
    }

    /// Whether an event file was written.
    pub fn is_readable(&self, fd: i32) -> bool {
        self.file(fd).metadata().unwrap().len() > 0
    }

    pub fn key(&self, fd: i32) -> FileKey {
        FileKey::of(&self.file(fd)).unwrap()
    }

    pub fn file(&self, fd: i32) -> File {
        self.table.lock().unwrap()[&fd].try_clone().unwrap()
    }
}

/// Pages of client memory.
#[derive(Default)]
pub struct Memory(RefCell<BTreeMap<u64, Vec<u8>>>);

impl UserMemory for Memory {
    fn read(&self, address: u64, out: &mut [u8]) -> Result<(), Fault> {
        let blocks = self.0.borrow();
        let (base, block) = blocks.range(..=address).next_back().ok_or(Fault)?;
        let at = (address - base) as usize;
        let from = at.checked_add(out.len()).and_then(|end| block.get(at..end));
        out.copy_from_slice(from.ok_or(Fault)?);
        Ok(())
    }

    fn write(&self, address: u64, data: &[u8]) -> Result<(), Fault> {
        let mut blocks = self.0.borrow_mut();
        let (base, block) = blocks.range_mut(..=address).next_back().ok_or(Fault)?;
        let at = (address - base) as usize;
        let to = at
            .checked_add(data.len())
            .and_then(|end| block.get_mut(at..end));
        to.ok_or(Fault)?.copy_from_slice(data);
        Ok(())
    }
}

impl Memory {
    /// Stores bytes, with nothing readable after them.
    pub fn put(&self, data: &[u8]) -> u64 {
        let mut blocks = self.0.borrow_mut();
        let after = |(base, block): (&u64, &Vec<u8>)| base + block.len() as u64;
        let end = blocks.last_key_value().map_or(0x7000_0000, after);
        let at = (end + 0x1000).next_multiple_of(0x1000);
        blocks.insert(at, data.to_vec());
        at
    }

    pub fn get(&self, address: u64) -> Vec<u8> {
        self.0.borrow()[&address].clone()
    }
}

#[derive(Default)]
pub struct Seen {
    pub recorder: Recorder,
    /// Numbers of the jobs, in the order in which they ran.
    pub jobs: Vec<u64>,
    pub outcomes: Vec<Outcome>,
    /// Their outputs.
    pub outputs: Vec<Output>,
    /// Dumps of jobs that stopped the device.
    pub dumps: Vec<Vec<u8>>,
}

/// A watcher that ignores everything.
pub struct Silent;

impl Watcher for Silent {
    fn observer(&mut self) -> &mut dyn Observer {
        self
    }
}

impl Observer for Silent {
    fn finding(&mut self, _: tilescope_core::Finding) {}
}

struct Watch(Arc<Mutex<Seen>>, Recorder);

impl Watcher for Watch {
    fn observer(&mut self) -> &mut dyn Observer {
        &mut self.1
    }

    fn before(&mut self, job: &Job<'_>) {
        let mut seen = self.0.lock().unwrap();
        seen.jobs.push(job.seqno);
        seen.outputs.extend_from_slice(job.outputs);
    }

    fn wants_dump(&self) -> bool {
        true
    }

    fn dump(&mut self, dump: &[u8]) {
        self.0.lock().unwrap().dumps.push(dump.to_vec());
    }

    fn after(&mut self, _: &Job<'_>, outcome: &Outcome) {
        self.0.lock().unwrap().outcomes.push(outcome.clone());
    }
}

impl Drop for Watch {
    fn drop(&mut self) {
        self.0.lock().unwrap().recorder = std::mem::take(&mut self.1);
    }
}

pub struct Rig {
    pub kernel: Arc<Kernel>,
    pub machine: Arc<Machine>,
    pub memory: Memory,
    seen: Arc<Mutex<Seen>>,
}

/// Jobs wait until a worker runs them.
pub fn waiting(limit: usize) -> Execution {
    Execution::Worker(Queue {
        limit,
        wake: Arc::new(|| {}),
    })
}

/// A kernel for `chip` with default settings.
pub fn config(chip: &'static Chip) -> Config {
    let device = Box::new(Vc4::new(chip, Options::default()));
    Config::new(&tilescope_kernel::vc4::DRIVER, &chip.info, device)
}

impl Rig {
    pub fn new() -> Self {
        Self::with(|_| {})
    }

    pub fn with(change: impl FnOnce(&mut Config)) -> Self {
        let mut config = config(&chips::BCM2837);
        change(&mut config);
        Self::of(config)
    }

    pub fn of(config: Config) -> Self {
        let machine = Arc::new(Machine::default());
        let seen: Arc<Mutex<Seen>> = Arc::default();
        let watch = Watch(seen.clone(), Recorder::default());
        Rig {
            kernel: Arc::new(Kernel::new(config, machine.clone(), Box::new(watch)).unwrap()),
            machine,
            memory: Memory::default(),
            seen,
        }
    }

    /// A rig whose jobs wait until [`Rig::worker`] runs them.
    pub fn queued(limit: usize) -> Self {
        Self::with(|c| c.execution = waiting(limit))
    }

    /// Starts a worker.
    pub fn worker(&self) -> JoinHandle<()> {
        let kernel = self.kernel.clone();
        std::thread::spawn(move || kernel.work())
    }

    /// Ends the kernel and returns its reports, with the ids of the broken
    /// rules.
    pub fn end(self) -> (Vec<&'static str>, Seen) {
        drop(self.kernel);
        let seen = std::mem::take(&mut *self.seen.lock().unwrap());
        let ids = seen.recorder.findings.iter().map(|f| f.rule.id).collect();
        (ids, seen)
    }

    pub fn open(&self) -> Client<'_> {
        Client {
            rig: self,
            file: self.kernel.open(Node::Render, Privilege::User),
        }
    }

    pub fn open_primary(&self, privilege: Privilege) -> Client<'_> {
        Client {
            rig: self,
            file: self.kernel.open(Node::Primary, privilege),
        }
    }
}

#[derive(Clone, Copy)]
pub struct Client<'a> {
    pub rig: &'a Rig,
    pub file: FileId,
}

pub fn words(words: &[u32]) -> Vec<u8> {
    words.iter().flat_map(|w| w.to_le_bytes()).collect()
}

pub fn word(bytes: &[u8], at: usize) -> u32 {
    u32::from_le_bytes(bytes[at..at + 4].try_into().unwrap())
}

pub fn long(bytes: &[u8], at: usize) -> u64 {
    u64::from_le_bytes(bytes[at..at + 8].try_into().unwrap())
}

/// The result of an ioctl, and its argument afterwards.
pub type Answer = (Result<i32, Errno>, Vec<u8>);

impl Client<'_> {
    pub fn ioctl(&self, request: u64, arg: &[u8]) -> Answer {
        let at = self.rig.memory.put(arg);
        let result = self
            .rig
            .kernel
            .ioctl(self.file, request, at, &self.rig.memory);
        (result, self.rig.memory.get(at))
    }

    pub fn try_create(&self, size: u32) -> Result<u32, Errno> {
        let (result, out) = self.ioctl(0xc010_6443, &words(&[size, 0, 0, 0]));
        result.map(|_| word(&out, 8))
    }

    pub fn create(&self, size: u32) -> u32 {
        self.try_create(size).unwrap()
    }

    pub fn try_shader(&self, code: &[u64]) -> Result<u32, Errno> {
        let data: Vec<u8> = code.iter().flat_map(|w| w.to_le_bytes()).collect();
        let at = self.rig.memory.put(&data);
        let arg = words(&[data.len() as u32, 0, at as u32, (at >> 32) as u32, 0, 0]);
        let (result, out) = self.ioctl(0xc018_6445, &arg);
        result.map(|_| word(&out, 16))
    }

    pub fn close(&self, handle: u32) -> Result<i32, Errno> {
        self.ioctl(0x4008_6409, &words(&[handle, 0])).0
    }

    pub fn offset(&self, handle: u32) -> Result<u64, Errno> {
        let (result, out) = self.ioctl(0xc010_6444, &words(&[handle, 0, 0, 0]));
        result.map(|_| long(&out, 8))
    }

    /// Maps a whole buffer and returns a file for reading and writing it.
    pub fn map(&self, handle: u32, size: u64) -> Result<(Arc<File>, u64), Errno> {
        let offset = self.offset(handle)?;
        let target = self
            .rig
            .kernel
            .mmap(self.file, offset, size, Access::Write)?;
        Ok((target.file, target.offset))
    }

    pub fn prime(&self, handle: u32) -> Result<i32, Errno> {
        let (result, out) = self.ioctl(0xc00c_642d, &words(&[handle, 0o2_000_002, 0]));
        result.map(|_| word(&out, 8) as i32)
    }

    pub fn unprime(&self, fd: i32) -> Result<u32, Errno> {
        let (result, out) = self.ioctl(0xc00c_642e, &words(&[0, 0, fd as u32]));
        result.map(|_| word(&out, 0))
    }

    pub fn wait_bo(&self, handle: u32, timeout: u64) -> Result<i32, Errno> {
        let arg = words(&[handle, 0, timeout as u32, (timeout >> 32) as u32]);
        self.ioctl(0xc010_6442, &arg).0
    }

    pub fn wait_seqno(&self, seqno: u64, timeout: u64) -> Result<i32, Errno> {
        let (s, t) = (seqno, timeout);
        let arg = words(&[s as u32, (s >> 32) as u32, t as u32, (t >> 32) as u32]);
        self.ioctl(0xc010_6441, &arg).0
    }

    pub fn madvise(&self, handle: u32, madv: u32) -> Result<u32, Errno> {
        let (result, out) = self.ioctl(0xc010_644b, &words(&[handle, madv, 7, 0]));
        result.map(|_| word(&out, 8))
    }

    /// Submits `job` and returns its number.
    pub fn submit(&self, job: &Submit) -> Result<u64, Errno> {
        let (result, out) = self.ioctl(0xc0b0_6440, &job.bytes(&self.rig.memory));
        result.map(|_| long(&out, 152))
    }
}

/// A submission.
#[derive(Clone, Default)]
pub struct Submit {
    pub handles: Vec<u32>,
    pub bin: Vec<u8>,
    pub records: Vec<u8>,
    pub record_count: u32,
    pub uniforms: Vec<u8>,
    pub size: (u16, u16),
    /// Buffer index and bits of the colour target.
    pub color: Option<(u32, u16)>,
    pub clear: u32,
    pub flags: u32,
    pub perfmon: u32,
    pub syncs: (u32, u32),
}

impl Submit {
    /// A job that clears a linear RGBA8888 surface in buffer 0.
    pub fn clear(handle: u32, size: (u16, u16), clear: u32) -> Self {
        Submit {
            handles: vec![handle],
            size,
            color: Some((0, 1 << 2)),
            clear,
            flags: 1,
            ..Submit::default()
        }
    }

    pub fn bytes(&self, memory: &Memory) -> Vec<u8> {
        let mut a = vec![0; 176];
        let mut put = |at: usize, bytes: &[u8]| a[at..at + bytes.len()].copy_from_slice(bytes);
        put(0, &memory.put(&self.bin).to_le_bytes());
        put(8, &memory.put(&self.records).to_le_bytes());
        put(16, &memory.put(&self.uniforms).to_le_bytes());
        put(24, &memory.put(&words(&self.handles)).to_le_bytes());
        let lens = [self.bin.len(), self.records.len()].map(|n| n as u32);
        let counts = [
            self.record_count,
            self.uniforms.len() as u32,
            self.handles.len() as u32,
        ];
        put(32, &words(&lens));
        put(40, &words(&counts));
        put(52, &self.size.0.to_le_bytes());
        put(54, &self.size.1.to_le_bytes());
        put(58, &[(self.size.0.max(1).div_ceil(64) - 1) as u8]);
        put(59, &[(self.size.1.max(1).div_ceil(64) - 1) as u8]);
        for surface in (60..132).step_by(12) {
            put(surface, &u32::MAX.to_le_bytes());
        }
        if let Some((index, bits)) = self.color {
            put(72, &words(&[index, 0, bits.into()]));
        }
        put(
            132,
            &words(&[self.clear, self.clear, 0xff_ffff, 0, self.flags]),
        );
        put(160, &words(&[self.perfmon, self.syncs.0, self.syncs.1, 0]));
        a
    }
}
