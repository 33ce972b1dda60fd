//! Whatever clients ask for, in any order and from several threads: they get
//! answers, another client's picture stays as it is, and when they are gone
//! nothing is left of them.

use std::collections::BTreeMap;
use std::fs::File;
use std::io;
use std::os::unix::fs::FileExt;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, Mutex};
use std::time::Instant;

use tilescope_core::{Fuel, Observer};
use tilescope_kernel::{
    Access, Chip, CloseOnExec, Config, Errno, Execution, Fault, Fds, FileId, FileKey, Kernel,
    MapTarget, Node, Privilege, Queue, UserMemory, Watcher,
};
use tilescope_vc4::Vc4;
use tilescope_vc4::chips;
use tilescope_vc4::device::Options;

use super::source::Bytes;

/// Files in memory, and a table of descriptors.
#[derive(Default)]
struct Machine(Mutex<BTreeMap<i32, File>>);

/// The first descriptor that the machine gives.
const FIRST_FD: i32 = 3;

impl Fds for Machine {
    fn memory(&self, _: &str, len: u64) -> io::Result<File> {
        let file = tempfile::tempfile()?;
        file.set_len(len)?;
        Ok(file)
    }

    fn export(&self, file: &File, _: CloseOnExec) -> io::Result<i32> {
        let mut table = self.0.lock().unwrap();
        let free = (FIRST_FD..FIRST_FD + 64).find(|fd| !table.contains_key(fd));
        let fd = free.ok_or_else(|| io::Error::from_raw_os_error(Errno::EMFILE.0))?;
        table.insert(fd, file.try_clone()?);
        Ok(fd)
    }

    fn import(&self, fd: i32) -> io::Result<File> {
        match self.any(fd)? {
            file if file.metadata()?.len() < 4096 => Err(io::Error::from_raw_os_error(22)),
            file => Ok(file),
        }
    }

    fn event(&self, close: CloseOnExec) -> io::Result<(i32, File)> {
        let file = tempfile::tempfile()?;
        Ok((self.export(&file, close)?, file))
    }

    fn any(&self, fd: i32) -> io::Result<File> {
        match self.0.lock().unwrap().get(&fd) {
            Some(file) => file.try_clone(),
            None => Err(io::Error::from_raw_os_error(Errno::EBADF.0)),
        }
    }

    fn monotonic(&self) -> u64 {
        static CLOCK: AtomicU64 = AtomicU64::new(1);
        CLOCK.fetch_add(1, Relaxed)
    }
}

/// Memory of a client: one block, with nothing before and behind it.
struct Block(Mutex<Vec<u8>>);

const BASE: u64 = 0x7000_0000;
const LEN: usize = 1 << 14;

impl Block {
    fn new() -> Self {
        Block(Mutex::new(vec![0; LEN]))
    }

    fn put(&self, at: usize, data: &[u8]) -> u64 {
        self.0.lock().unwrap()[at..at + data.len()].copy_from_slice(data);
        BASE + at as u64
    }

    fn word(&self, at: usize) -> u32 {
        let block = self.0.lock().unwrap();
        u32::from_le_bytes([block[at], block[at + 1], block[at + 2], block[at + 3]])
    }
}

impl UserMemory for Block {
    fn read(&self, address: u64, out: &mut [u8]) -> Result<(), Fault> {
        let block = self.0.lock().unwrap();
        let at = address.checked_sub(BASE).ok_or(Fault)? as usize;
        let end = at.checked_add(out.len()).ok_or(Fault)?;
        out.copy_from_slice(block.get(at..end).ok_or(Fault)?);
        Ok(())
    }

    fn write(&self, address: u64, data: &[u8]) -> Result<(), Fault> {
        let mut block = self.0.lock().unwrap();
        let at = address.checked_sub(BASE).ok_or(Fault)? as usize;
        let end = at.checked_add(data.len()).ok_or(Fault)?;
        block.get_mut(at..end).ok_or(Fault)?.copy_from_slice(data);
        Ok(())
    }
}

struct Deaf;

impl Observer for Deaf {}

impl Watcher for Deaf {
    fn observer(&mut self) -> &mut dyn Observer {
        self
    }
}

const SUBMIT_CL: u64 = 0xc0b0_6440;
const CREATE_BO: u64 = 0xc010_6443;
const MMAP_BO: u64 = 0xc010_6444;
const HANG_STATE: u64 = 0xc0a0_6446;

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

/// A client on its thread.
struct Client<'a> {
    kernel: &'a Kernel,
    machine: &'a Machine,
    block: Block,
    files: Vec<FileId>,
    mapped: Vec<MapTarget>,
    jobs: u64,
}

impl<'a> Client<'a> {
    fn new(kernel: &'a Kernel, machine: &'a Machine) -> Self {
        let mut client = Client {
            kernel,
            machine,
            block: Block::new(),
            files: Vec::new(),
            mapped: Vec::new(),
            jobs: 0,
        };
        client.open(0);
        client
    }

    fn open(&mut self, kind: u8) {
        let (node, privilege) = match kind % 3 {
            0 => (Node::Primary, Privilege::Root),
            1 => (Node::Primary, Privilege::User),
            _ => (Node::Render, Privilege::User),
        };
        self.files.push(self.kernel.open(node, privilege));
    }

    fn call(&self, file: FileId, request: u64, arg: &[u8]) -> Result<i32, Errno> {
        let at = self.block.put(0, arg);
        self.kernel.ioctl(file, request, at, &self.block)
    }

    /// An argument: small numbers are handles, flags and descriptors; pairs of
    /// words are often pointers to something.
    fn argument(from: &mut Bytes<'_>, size: usize) -> Vec<u8> {
        let mut arg = Vec::new();
        while arg.len() < size {
            match from.below(8) {
                0..4 => arg.extend((from.below(6) as u32).to_le_bytes()),
                4 | 5 => arg.extend((BASE + from.below(LEN + 64) as u64).to_le_bytes()),
                6 => arg.extend(4096_u32.to_le_bytes()),
                _ => arg.extend(from.nasty().to_le_bytes()),
            }
        }
        arg.truncate(size);
        arg
    }

    fn step(&mut self, from: &mut Bytes<'_>) {
        if self.files.is_empty() {
            self.open(from.u8());
        }
        let file = from.pick(&self.files);
        match from.below(16) {
            0 if self.files.len() < 4 => self.open(from.u8()),
            1 if from.once_in(4) => {
                self.files.retain(|f| *f != file);
                assert_eq!(self.kernel.close(file), Ok(()));
            }
            0..4 => {
                let size = [1, 4096, 65536, from.nasty()][from.below(4)];
                let arg = [size, 0, 0, 0].map(u32::to_le_bytes).concat();
                let _ = self.call(file, CREATE_BO, &arg);
            }
            4..8 => {
                let handles = [1 + from.below(4) as u32, from.below(6) as u32];
                let bytes = handles.map(u32::to_le_bytes).concat();
                let list = self.block.put(1024, &bytes);
                let mut arg = clear(list, 1 + from.below(2) as u32, from.u32());
                arg[164] = from.below(3) as u8;
                arg[168] = from.below(3) as u8;
                for _ in 0..from.below(3) {
                    let at = from.below(arg.len());
                    arg[at] = from.u8();
                }
                self.jobs += u64::from(self.call(file, SUBMIT_CL, &arg).is_ok());
            }
            8 | 9 => self.map(file, from),
            10 => {
                let fd = FIRST_FD + from.below(8) as i32;
                match from.below(3) {
                    0 => drop(self.machine.0.lock().unwrap().remove(&fd)),
                    1 => self.on_descriptor(fd, from),
                    _ => {
                        let arg = [0, 0, fd as u32].map(u32::to_le_bytes).concat();
                        let _ = self.call(file, 0xc00c_642e, &arg);
                    }
                }
            }
            _ => {
                let rows = Chip::Vc4(&chips::BCM2837).ioctls();
                let request = match from.once_in(30) {
                    true => u64::from(from.u32()),
                    false => from.pick(&rows).request().into(),
                };
                let size = (request as usize >> 16 & 0x3fff).min(1024);
                let arg = Self::argument(from, size);
                let _ = self.call(file, request, &arg);
            }
        }
    }

    fn map(&mut self, file: FileId, from: &mut Bytes<'_>) {
        let arg = [1 + from.below(5) as u32, 0, 0, 0]
            .map(u32::to_le_bytes)
            .concat();
        let found = self.call(file, MMAP_BO, &arg).is_ok();
        let mut offset = u64::from(self.block.word(8)) | u64::from(self.block.word(12)) << 32;
        if !found || from.once_in(8) {
            offset = from.u64();
        }
        let len = from.pick(&[1, 4096, 8192, u64::MAX]);
        let access = from.pick(&[Access::Read, Access::Write]);
        if let Ok(target) = self.kernel.mmap(file, offset, len, access) {
            target.file.write_all_at(&[7; 64], target.offset).unwrap();
            self.mapped.push(target);
        }
        if self.mapped.len() > 8 {
            self.mapped.swap_remove(from.below(8));
        }
    }

    fn on_descriptor(&mut self, fd: i32, from: &mut Bytes<'_>) {
        let Ok(file) = self.machine.any(fd) else {
            return;
        };
        let key = FileKey::of(&file).unwrap();
        let requests = [0xc030_3e03, 0xc038_3e04, 0x4008_6200, 0xc008_6202];
        let request = from.pick(&requests);
        let arg = Self::argument(from, request as usize >> 16 & 0x3fff);
        let at = self.block.put(0, &arg);
        let fences = self.kernel.fences();
        let _ = fences.ioctl(self.machine, key, request, at, &self.block);
        let _ = self.kernel.dma_buf_ioctl(key, request, at, &self.block);
    }
}

impl Drop for Client<'_> {
    fn drop(&mut self) {
        self.mapped.clear();
        for file in self.files.drain(..) {
            assert_eq!(self.kernel.close(file), Ok(()));
        }
    }
}

fn descriptors() -> usize {
    std::fs::read_dir("/proc/self/fd").unwrap().count()
}

/// The property; true if a job was taken.
pub fn ioctl_sequences_leave_nothing(data: &[u8]) -> bool {
    let before = descriptors();
    let start = Instant::now();
    let drew = run(data);
    assert_eq!(descriptors(), before, "a descriptor is left open");
    assert!(
        start.elapsed().as_secs() < 60,
        "it took {:?}",
        start.elapsed()
    );
    drew
}

fn run(data: &[u8]) -> bool {
    let mut from = Bytes::new(data);
    let machine = Arc::new(Machine::default());
    let mut config = Config::new(
        &chips::BCM2837,
        Box::new(Vc4::new(&chips::BCM2837, Options::default())),
    );
    config.memory = 2 << 20;
    config.fuel = Fuel::new(100_000);
    config.own_files = from.below(4);
    let with_worker = from.once_in(2);
    if with_worker {
        config.execution = Execution::Worker(Queue {
            limit: 1 + from.below(8),
            wake: Arc::new(|| {}),
        });
    }
    let kernel = Kernel::new(config, machine.clone(), Box::new(Deaf));
    // Who waits for a job that nobody submits would wait for ever.
    kernel.fences().interrupt(true);
    let bystander = Client::new(&kernel, &machine);
    let file = bystander.files[0];
    let create = [4096, 0, 0, 0].map(u32::to_le_bytes).concat();
    bystander.call(file, CREATE_BO, &create).unwrap();
    let list = bystander.block.put(1024, &1_u32.to_le_bytes());
    bystander
        .call(file, SUBMIT_CL, &clear(list, 1, 0x5555_aaaa))
        .unwrap();
    let threads = 1 + from.below(3);
    let share = from.rest();
    let pieces = share.chunks(share.len() / threads + 1);
    let jobs: u64 = std::thread::scope(|s| {
        let worker = with_worker.then(|| s.spawn(|| kernel.work()));
        let clients: Vec<_> = pieces
            .map(|piece| {
                let (kernel, machine) = (&kernel, machine.as_ref());
                s.spawn(move || {
                    let mut from = Bytes::new(piece);
                    let mut client = Client::new(kernel, machine);
                    while !from.is_empty() {
                        client.step(&mut from);
                    }
                    client.jobs
                })
            })
            .collect();
        let jobs = clients.into_iter().map(|c| c.join().unwrap()).sum();
        kernel.end_work();
        if let Some(worker) = worker {
            worker.join().unwrap();
        }
        jobs
    });
    // What is kept of a job that hung goes to root, once.
    let mut hang = vec![0; 160];
    hang[..8].copy_from_slice(&(BASE + 2048).to_le_bytes());
    hang[8] = 64;
    let root = Client::new(&kernel, &machine);
    let _ = root.call(root.files[0], HANG_STATE, &hang);
    drop(root);
    machine.0.lock().unwrap().clear();
    kernel.fences().retain(|_| false);
    assert_eq!(kernel.fences().files(), 0);
    assert_eq!(kernel.usage(), (1, 4096), "buffers are left");
    let map = [1, 0, 0, 0].map(u32::to_le_bytes).concat();
    bystander.call(file, MMAP_BO, &map).unwrap();
    let offset = u64::from(bystander.block.word(8)) | u64::from(bystander.block.word(12)) << 32;
    let target = kernel.mmap(file, offset, 4096, Access::Read).unwrap();
    let mut pixels = [0; 1024];
    target
        .file
        .read_exact_at(&mut pixels, target.offset)
        .unwrap();
    let whole = 0x5555_aaaa_u32.to_le_bytes().repeat(256);
    assert!(
        pixels.as_slice() == whole,
        "another client's picture changed"
    );
    drop(target);
    drop(bystander);
    assert_eq!(kernel.usage(), (0, 0));
    jobs > 0
}
