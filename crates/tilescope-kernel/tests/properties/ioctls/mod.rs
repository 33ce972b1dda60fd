//! Ioctls in any order, from several threads and of every driver: each returns,
//! another client's buffer keeps its bytes, and nothing is left after the
//! clients have closed.

mod drivers;
mod machine;

use std::os::unix::fs::FileExt;
use std::sync::Arc;
use std::time::Instant;

use drivers::{Driver, ETNAVIV, VC4, bytes, msm, panfrost};
use machine::{BASE, Block, FIRST_FD, LEN, Machine};
use tilescope_core::{Fuel, Observer};
use tilescope_kernel::{
    Access, Config, Errno, Execution, Fds, FileId, FileKey, Kernel, MapTarget, Node, Privilege,
    Queue, Watcher,
};

use super::source::Bytes;

struct Deaf;

impl Observer for Deaf {}

impl Watcher for Deaf {
    fn observer(&mut self) -> &mut dyn Observer {
        self
    }
}

/// A client on a separate thread.
struct Client<'a> {
    driver: Driver,
    kernel: &'a Kernel,
    machine: &'a Machine,
    block: Block,
    files: Vec<FileId>,
    mapped: Vec<MapTarget>,
    jobs: u64,
}

impl<'a> Client<'a> {
    fn new(driver: Driver, kernel: &'a Kernel, machine: &'a Machine) -> Self {
        let mut client = Client {
            driver,
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
                let arg = bytes(&(self.driver.create_argument)(size));
                let _ = self.call(file, self.driver.create, &arg);
            }
            4..8 => {
                let arg = (self.driver.job)(&self.block, from);
                self.jobs += u64::from(self.call(file, self.driver.submit, &arg).is_ok());
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
                let rows = self.driver.driver.ioctls();
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

    /// The offset to map a buffer at.
    fn offset(&self, file: FileId, handle: u32) -> Option<u64> {
        let arg = bytes(&[handle, 0, 0, 0]);
        self.call(file, self.driver.offset, &arg).ok()?;
        Some(u64::from(self.block.word(8)) | u64::from(self.block.word(12)) << 32)
    }

    fn map(&mut self, file: FileId, from: &mut Bytes<'_>) {
        let found = self.offset(file, 1 + from.below(5) as u32);
        let offset = match found {
            Some(offset) if !from.once_in(8) => offset,
            _ => from.u64(),
        };
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

/// The property of all drivers; true if each took a job.
pub fn ioctl_sequences_leave_nothing(data: &[u8]) -> bool {
    let took = [VC4, ETNAVIV, panfrost(), msm()].map(|driver| {
        let before = descriptors();
        let start = Instant::now();
        let took = run(driver, data);
        assert_eq!(descriptors(), before, "a descriptor is left open");
        assert!(
            start.elapsed().as_secs() < 60,
            "it took {:?}",
            start.elapsed()
        );
        took
    });
    took == [true; 4]
}

/// Bytes that the other client's buffer keeps.
const KEPT: [u8; 4096] = [0x5a; 4096];

fn run(driver: Driver, data: &[u8]) -> bool {
    let mut from = Bytes::new(data);
    let machine = Arc::new(Machine::default());
    let mut config = Config::new(driver.driver, driver.chip, (driver.device)());
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
    let kernel = Kernel::new(config, machine.clone(), Box::new(Deaf)).unwrap();
    // A wait for a job that is never submitted would not end.
    kernel.fences().interrupt(true);
    let bystander = Client::new(driver, &kernel, &machine);
    let file = bystander.files[0];
    let create = bytes(&(driver.create_argument)(4096));
    bystander.call(file, driver.create, &create).unwrap();
    let offset = bystander.offset(file, 1).unwrap();
    let target = kernel.mmap(file, offset, 4096, Access::Write).unwrap();
    target.file.write_all_at(&KEPT, target.offset).unwrap();
    drop(target);
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
                    let mut client = Client::new(driver, kernel, machine);
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
    if let Some(request) = driver.hang_state {
        // The state of a hung job is given to root, once.
        let mut hang = vec![0; 160];
        hang[..8].copy_from_slice(&(BASE + 2048).to_le_bytes());
        hang[8] = 64;
        let root = Client::new(driver, &kernel, &machine);
        let _ = root.call(root.files[0], request, &hang);
    }
    machine.0.lock().unwrap().clear();
    kernel.fences().retain(|_| false);
    assert_eq!(kernel.fences().files(), 0);
    assert_eq!(kernel.usage(), (1, 4096), "buffers are left");
    let target = kernel.mmap(file, offset, 4096, Access::Read).unwrap();
    let mut bytes = [0; KEPT.len()];
    target
        .file
        .read_exact_at(&mut bytes, target.offset)
        .unwrap();
    assert!(bytes == KEPT, "another client's buffer changed");
    drop(target);
    drop(bystander);
    assert_eq!(kernel.usage(), (0, 0));
    jobs > 0
}
