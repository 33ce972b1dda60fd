//! `MSM_GEM_INFO`: addresses, names and metadata of buffers. Source of all answers: Linux
//! `msm_drv.c`, `msm_ioctl_gem_info`, `msm_gem.c` and `msm_gem_vma.c`.

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::{Arc, Weak};

use tilescope_adreno::rules::kernel as rules;
use tilescope_core::{AddressSpace, Finding, Location};

use super::MsmDevice;
use super::bo::{Buffer, locked};
use super::params::VA_START;
use crate::drm::args::{Args, structs};
use crate::drm::errno::Errno;
use crate::drm::fence::Use;
use crate::drm::file::FileId;
use crate::drm::memory::{Lease, Memory, Owner};
use crate::drm::pages::PAGE;
use crate::drm::user::{UserMemory, copy_in};

structs! {
    gem_info 24 { HANDLE: u32 = 0, INFO: u32 = 4, VALUE: u64 = 8, LEN: u32 = 16, PAD: u32 = 20, }
}

/// `MSM_INFO_*`.
mod which {
    pub const GET_OFFSET: u32 = 0;
    pub const GET_IOVA: u32 = 1;
    pub const SET_NAME: u32 = 2;
    pub const GET_NAME: u32 = 3;
    pub const SET_IOVA: u32 = 4;
    pub const GET_FLAGS: u32 = 5;
    pub const SET_METADATA: u32 = 6;
    pub const GET_METADATA: u32 = 7;
}

/// Bytes of a name, with a zero at its end.
const NAME: u32 = 32;
/// The largest metadata in bytes.
const MAX_METADATA: u32 = 128;

/// `ETOOSMALL`, which is meant for use inside of Linux and has no name in its headers for programs.
const ETOOSMALL: Errno = Errno(525);

/// The addresses of a file.
#[derive(Default)]
pub(super) struct Addresses {
    memory: Option<Memory>,
    /// Addresses by the number of the buffer.
    places: BTreeMap<u64, (Lease, Weak<Buffer>)>,
}

impl Addresses {
    fn memory(&mut self, range: Range<u64>) -> Memory {
        // The number of clients' bytes is counted elsewhere.
        let new = || Memory::new(range, u64::MAX);
        self.memory.get_or_insert_with(new).clone()
    }

    /// Frees the addresses of buffers that are gone.
    fn sweep(&mut self) {
        self.places
            .retain(|_, (_, object)| object.strong_count() > 0);
    }

    /// The address of a buffer, which is chosen now if it has none.
    pub fn of(&mut self, object: &Arc<Buffer>, range: Range<u64>) -> Result<u64, Errno> {
        if let Some((lease, _)) = self.places.get(&object.id) {
            return Ok(lease.address());
        }
        self.sweep();
        let lease = self.memory(range).lease(object.size, Owner::Foreign);
        let lease = lease.map_err(|_| Errno::ENOSPC)?;
        let address = lease.address();
        self.places
            .insert(object.id, (lease, Arc::downgrade(object)));
        Ok(address)
    }

    /// Gives a buffer the address that the client chose.
    fn set(&mut self, object: &Arc<Buffer>, address: u64, range: Range<u64>) -> Result<(), Errno> {
        if let Some((lease, _)) = self.places.get(&object.id) {
            if lease.address() == address {
                return Ok(());
            }
            // The old address is lost.
            self.places.remove(&object.id);
            return Err(Errno::EBUSY);
        }
        // Linux finds this out when it maps the buffer.
        if !address.is_multiple_of(PAGE) {
            return Err(Errno::EINVAL);
        }
        self.sweep();
        let lease = self.memory(range).lease_at(address, object.size)?;
        self.places
            .insert(object.id, (lease, Arc::downgrade(object)));
        Ok(())
    }
}

impl MsmDevice {
    /// The addresses for buffers of a file.
    pub(super) fn address_range(&self) -> Range<u64> {
        VA_START..VA_START + self.driver.board.va_size
    }
}

pub(super) fn info(
    k: &MsmDevice,
    f: FileId,
    a: &mut Args,
    user: &dyn UserMemory,
) -> Result<(), Errno> {
    use gem_info as i;
    let (kind, len) = (a.get(i::INFO), a.get(i::LEN));
    // Values that are not behind a pointer have no length.
    let is_short = matches!(
        kind,
        which::GET_OFFSET | which::GET_IOVA | which::SET_IOVA | which::GET_FLAGS
    );
    if a.get(i::PAD) != 0 || kind > which::GET_METADATA || is_short && len != 0 {
        return Err(Errno::EINVAL);
    }
    let object = k.object(f, a.get(i::HANDLE))?;
    let value = a.get(i::VALUE);
    match kind {
        which::GET_OFFSET => a.set(i::VALUE, object.mmap_offset),
        which::GET_IOVA => {
            let range = k.address_range();
            let mut state = k.state();
            let address = state.file(f)?.driver.addresses.of(&object, range)?;
            a.set(i::VALUE, address);
        }
        which::SET_IOVA => set_address(k, f, &object, value)?,
        which::GET_FLAGS if object.driver.is_imported() => return Err(Errno::EINVAL),
        which::GET_FLAGS => a.set(i::VALUE, object.driver.flags().into()),
        which::SET_NAME => set_name(&object, value, len, user)?,
        which::GET_NAME => {
            let name = locked(&object.driver.name).clone();
            get_bytes(a, &name, user)?;
        }
        which::SET_METADATA => {
            if len > MAX_METADATA {
                return Err(Errno::EOVERFLOW);
            }
            *locked(&object.driver.metadata) = copy_in(user, value, len.into())?;
        }
        _ => {
            let metadata = locked(&object.driver.metadata).clone();
            get_bytes(a, &metadata, user)?;
        }
    }
    Ok(())
}

/// Writes bytes to the client's buffer, and their number to `len`; only the number if there is no
/// buffer.
fn get_bytes(a: &mut Args, bytes: &[u8], user: &dyn UserMemory) -> Result<(), Errno> {
    let to = a.get(gem_info::VALUE);
    if to != 0 && (a.get(gem_info::LEN) as usize) < bytes.len() {
        return Err(ETOOSMALL);
    }
    a.set(gem_info::LEN, bytes.len() as u32);
    if to != 0 && !bytes.is_empty() {
        user.write(to, bytes)?;
    }
    Ok(())
}

/// A name ends before the first byte that cannot be printed.
fn set_name(object: &Buffer, at: u64, len: u32, user: &dyn UserMemory) -> Result<(), Errno> {
    if len >= NAME {
        return Err(Errno::EINVAL);
    }
    let bytes = copy_in(user, at, len.into());
    let mut name = locked(&object.driver.name);
    name.clear();
    let bytes = bytes?;
    let printed = bytes.into_iter().take_while(|b| (b' '..=b'~').contains(b));
    name.extend(printed);
    Ok(())
}

/// Source: Linux `msm_gem.c`, `msm_gem_set_iova`: 0 frees the address, unless a job uses the buffer.
fn set_address(k: &MsmDevice, f: FileId, object: &Arc<Buffer>, value: u64) -> Result<(), Errno> {
    let range = k.address_range();
    let result = {
        let mut state = k.state();
        let finished = state.queue.finished;
        let addresses = &mut state.file(f)?.driver.addresses;
        match value {
            0 if object.reservation.seqno_before(Use::Write) > finished => Err(Errno::EBUSY),
            0 => {
                addresses.places.remove(&object.id);
                Ok(())
            }
            address => addresses.set(object, address, range.clone()),
        }
    };
    result.inspect_err(|errno| {
        let message = format!(
            "{:#x} bytes at {value:#x} in {range:#x?}: {errno}",
            object.size
        );
        let finding = Finding::new(&rules::ADDRESS, Location::new(), message);
        k.report(finding, &AddressSpace::new());
    })
}
