//! The operating system and the client memory for the kernel under test.

use std::collections::BTreeMap;
use std::fs::File;
use std::io;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use tilescope_kernel::{CloseOnExec, Errno, Fault, Fds, UserMemory};

/// Files in memory and a descriptor table.
#[derive(Default)]
pub struct Machine(pub Mutex<BTreeMap<i32, File>>);

/// The lowest descriptor that the machine hands out.
pub const FIRST_FD: i32 = 3;

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

/// The memory of a client: one block, with nothing mapped around it.
pub struct Block(Mutex<Vec<u8>>);

pub const BASE: u64 = 0x7000_0000;
pub const LEN: usize = 1 << 14;

impl Block {
    pub fn new() -> Self {
        Block(Mutex::new(vec![0; LEN]))
    }

    /// Writes to byte `at` of the block and returns its address.
    pub fn put(&self, at: usize, data: &[u8]) -> u64 {
        self.0.lock().unwrap()[at..at + data.len()].copy_from_slice(data);
        BASE + at as u64
    }

    pub fn word(&self, at: usize) -> u32 {
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
