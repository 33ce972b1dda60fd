//! Reads and writes of pixels through tile status.
//!
//! Status is read from and written to memory immediately: the cache of tile status
//! is not modelled. Two writers of a surface must not run at the same time, since a
//! byte of status covers several entries.

use tilescope_core::Fuel;

use super::{Status, TileStatus};
use crate::bus::{Bus, Port};
use crate::log::Log;
use crate::rules::{mem, ts as rules};
use crate::stopped::{Stopped, at_memory};

/// Entries whose status is fetched together.
const ENTRIES: u32 = 256;
/// Bytes of their status: 4 bits each, possibly starting in the middle of a byte.
const CODES: usize = ENTRIES as usize / 2 + 1;
/// Bytes of a fill that are written together, a multiple of every entry size.
const FILL: usize = 4096;

/// The codes of consecutive entries.
struct Codes {
    bytes: [u8; CODES],
    /// Address of the first byte, and the number of bytes.
    address: u32,
    len: usize,
    /// Bit offset of the first entry.
    first_bit: u32,
    bits: u32,
}

impl Codes {
    fn place(&self, i: u32) -> (usize, u32) {
        let bit = self.first_bit + i * self.bits;
        (bit as usize / 8, bit % 8)
    }

    fn code(&self, i: u32) -> u8 {
        let (byte, bit) = self.place(i);
        let byte = self.bytes.get(byte).copied().unwrap_or(0);
        byte >> bit & ((1 << self.bits) - 1)
    }

    fn set_normal(&mut self, i: u32) {
        let (byte, bit) = self.place(i);
        let mask: u8 = (1 << self.bits) - 1;
        if let Some(b) = self.bytes.get_mut(byte) {
            *b &= !(mask << bit);
        }
    }
}

impl TileStatus {
    /// The entry of the byte at `address`; `None` before the surface.
    pub fn entry(&self, address: u32) -> Option<u32> {
        Some(address.checked_sub(self.surface_base)? / self.entry_bytes)
    }

    /// The status of the byte at `address`. Bytes before the surface are normal.
    pub fn status(&self, bus: Bus, log: &mut Log, address: u32) -> Result<Status, Stopped> {
        match self.entry(address) {
            Some(entry) => {
                let codes = self.codes(bus, log, entry, 1)?;
                Ok(self.coding.status(codes.code(0)))
            }
            None => Ok(Status::Normal),
        }
    }

    fn codes(&self, bus: Bus, log: &mut Log, first: u32, n: u32) -> Result<Codes, Stopped> {
        let bits = self.coding.bits;
        let first_bit = u64::from(first) * u64::from(bits);
        let end_bit = first_bit + u64::from(n.min(ENTRIES) * bits);
        let mut codes = Codes {
            bytes: [0; CODES],
            address: self.status_base.wrapping_add((first_bit / 8) as u32),
            len: ((end_bit.div_ceil(8) - first_bit / 8) as usize).min(CODES),
            first_bit: (first_bit % 8) as u32,
            bits,
        };
        let address = codes.address;
        if !bus.initialised(address, codes.len as u32) {
            let place = self.place(log);
            log.find(&rules::STATUS_NOT_WRITTEN, (self.status_base, 0), |_| {
                let text =
                    format!("the status of entry {first}, at {address:#010x}, was never written");
                (place, text)
            });
        }
        bus.read(log, Port::Ts, address, &mut codes.bytes[..codes.len])
            .map_err(|fault| at_memory(&rules::STATUS_OUTSIDE, Some(self.register), fault, log))?;
        Ok(codes)
    }

    /// The meaning of `code` for the entry of the byte at `address`. Undefined
    /// codes stop the hardware.
    fn known(&self, log: &mut Log, code: u8, address: u32) -> Result<Status, Stopped> {
        let status = self.coding.status(code);
        if let Status::Other(code) = status {
            if !self.compressed {
                let text = format!(
                    "the status of the pixels at {address:#010x} is {code}, which is neither \
                     normal (0) nor cleared ({})",
                    self.coding.cleared
                );
                let site = (self.status_base, 0);
                return Err(Stopped::by(
                    &rules::INVALID_STATUS,
                    self.place(log),
                    text,
                    site,
                    log,
                ));
            }
            log.unimplemented("compressed pixels of a surface with tile status");
        }
        Ok(status)
    }

    /// The entry of `address`; reports an access outside the surface.
    fn entry_or_report(&self, log: &mut Log, address: u32) -> Option<u32> {
        let entry = self.entry(address);
        if entry.is_none() {
            let place = self.place(log);
            log.find(&rules::OTHER_SURFACE, (self.surface_base, 0), |_| {
                let text = format!(
                    "pixels at {address:#010x} are before the surface at {:#010x}",
                    self.surface_base
                );
                (place, text)
            });
        }
        entry
    }

    /// Reads pixels. Those that are not cleared are read through `port`.
    pub fn read(
        &self,
        bus: Bus,
        log: &mut Log,
        port: Port,
        address: u32,
        out: &mut [u8],
    ) -> Result<(), Stopped> {
        let bytes = self.entry_bytes as usize;
        let mut from = 0;
        while from < out.len() {
            let at = address.wrapping_add(from as u32);
            let Some(first) = self.entry_or_report(log, at) else {
                return plain_read(bus, log, port, at, &mut out[from..]);
            };
            let mut skip = ((at - self.surface_base) % self.entry_bytes) as usize;
            let n = (skip + out.len() - from)
                .div_ceil(bytes)
                .min(ENTRIES as usize) as u32;
            let codes = self.codes(bus, log, first, n)?;
            let mut i = 0;
            while i < n {
                let code = codes.code(i);
                let same = (i..n).take_while(|&j| codes.code(j) == code).count();
                let to = (from + same * bytes - skip).min(out.len());
                let at = address.wrapping_add(from as u32);
                let run = &mut out[from..to];
                match self.known(log, code, at)? {
                    Status::Cleared => self.fill(at, run),
                    _ => plain_read(bus, log, port, at, run)?,
                }
                (from, skip) = (to, 0);
                i += same as u32;
            }
        }
        Ok(())
    }

    /// Fills `out` with the clear value of the bytes at `address`.
    fn fill(&self, address: u32, out: &mut [u8]) {
        let mut value = self.clear_value;
        value.rotate_left((address.wrapping_sub(self.surface_base) % 8) as usize);
        let (chunks, rest) = out.as_chunks_mut();
        chunks.fill(value);
        rest.copy_from_slice(&value[..rest.len()]);
    }

    /// Writes pixels, and marks their entries as normal. Partially written cleared
    /// entries are first filled with the clear value in memory. Decrements the
    /// count of cleared entries, if there is one ([`TileStatus::auto_disable`]).
    pub fn write(
        &mut self,
        bus: Bus,
        log: &mut Log,
        port: Port,
        address: u32,
        data: &[u8],
    ) -> Result<(), Stopped> {
        let bytes = self.entry_bytes as usize;
        let mut from = 0;
        while from < data.len() {
            let at = address.wrapping_add(from as u32);
            let Some(first) = self.entry_or_report(log, at) else {
                return plain_write(bus, log, port, at, &data[from..]);
            };
            let skip = ((at - self.surface_base) % self.entry_bytes) as usize;
            let n = (skip + data.len() - from)
                .div_ceil(bytes)
                .min(ENTRIES as usize) as u32;
            let to = (from + n as usize * bytes - skip).min(data.len());
            let mut codes = self.codes(bus, log, first, n)?;
            let mut changed = false;
            for i in 0..n {
                let code = codes.code(i);
                if code == 0 {
                    continue;
                }
                // The bounds of the entry, relative to the start of this access.
                let begin = i as usize * bytes;
                let covered = begin >= skip && begin + bytes <= skip + to - from;
                let entry = self
                    .surface_base
                    .wrapping_add((first + i).wrapping_mul(self.entry_bytes));
                if self.known(log, code, entry)? == Status::Cleared {
                    if !covered {
                        self.write_cleared(bus, log, port, entry, bytes)?;
                    }
                    self.auto_disable = self.auto_disable.map(|left| left.saturating_sub(1));
                }
                codes.set_normal(i);
                changed = true;
            }
            plain_write(bus, log, port, at, &data[from..to])?;
            if changed {
                bus.write(log, Port::Ts, codes.address, &codes.bytes[..codes.len])
                    .map_err(|fault| {
                        at_memory(&rules::STATUS_OUTSIDE, Some(self.register), fault, log)
                    })?;
            }
            from = to;
        }
        Ok(())
    }

    /// Marks every entry that the `len` bytes at `address` touch as cleared.
    pub fn mark_cleared(
        &self,
        bus: Bus,
        log: &mut Log,
        address: u32,
        len: usize,
    ) -> Result<(), Stopped> {
        let register = Some(self.register);
        let outside =
            |fault, log: &mut Log| at_memory(&rules::STATUS_OUTSIDE, register, fault, log);
        let end = address.wrapping_add(len as u32).wrapping_sub(1);
        let (Some(mut first), Some(last)) = (
            self.entry_or_report(log, address),
            self.entry_or_report(log, end),
        ) else {
            return Ok(());
        };
        let bits = self.coding.bits;
        let in_byte = 8 / bits;
        while first <= last {
            let place = |entry: u32| (u64::from(entry) * u64::from(bits) / 8) as u32;
            let at = self.status_base.wrapping_add(place(first));
            let whole = first.is_multiple_of(in_byte) && last - first >= in_byte - 1;
            let mut codes = [0; CODES];
            let (bytes, entries) = match whole {
                true => {
                    let n = ((last - first + 1) / in_byte).min(CODES as u32);
                    (n as usize, n * in_byte)
                }
                false => {
                    // Other entries of the byte are unchanged.
                    bus.read(log, Port::Ts, at, &mut codes[..1])
                        .map_err(|fault| outside(fault, log))?;
                    (1, (in_byte - first % in_byte).min(last - first + 1))
                }
            };
            for i in 0..entries {
                let bit = (first + i) % in_byte * bits;
                let code = &mut codes[((first % in_byte + i) / in_byte) as usize];
                *code = *code & !(((1 << bits) - 1) << bit) | self.coding.cleared << bit;
            }
            bus.write(log, Port::Ts, at, &codes[..bytes])
                .map_err(|fault| outside(fault, log))?;
            match first.checked_add(entries) {
                Some(next) => first = next,
                None => break,
            }
        }
        Ok(())
    }

    fn write_cleared(
        &self,
        bus: Bus,
        log: &mut Log,
        port: Port,
        address: u32,
        len: usize,
    ) -> Result<(), Stopped> {
        let mut pixels = [0; FILL];
        self.fill(address, &mut pixels);
        let mut done = 0;
        while done < len {
            let n = (len - done).min(FILL);
            plain_write(
                bus,
                log,
                port,
                address.wrapping_add(done as u32),
                &pixels[..n],
            )?;
            done += n;
        }
        Ok(())
    }

    /// Writes the clear value to every cleared entry of the first `entries`. The
    /// status is unchanged. Consumes a unit of fuel for each entry.
    pub fn fill_in(
        &self,
        bus: Bus,
        log: &mut Log,
        port: Port,
        entries: u32,
        fuel: &mut Fuel,
    ) -> Result<(), Stopped> {
        let mut first = 0;
        while first < entries {
            let n = (entries - first).min(ENTRIES);
            fuel.take(n.into())?;
            let codes = self.codes(bus, log, first, n)?;
            let mut i = 0;
            while i < n {
                let code = codes.code(i);
                let same = (i..n).take_while(|&j| codes.code(j) == code).count() as u32;
                let address = self
                    .surface_base
                    .wrapping_add((first + i).wrapping_mul(self.entry_bytes));
                if self.known(log, code, address)? == Status::Cleared {
                    let len = (same * self.entry_bytes) as usize;
                    self.write_cleared(bus, log, port, address, len)?;
                }
                i += same;
            }
            first += n;
        }
        Ok(())
    }
}

fn plain_read(
    bus: Bus,
    log: &mut Log,
    port: Port,
    address: u32,
    out: &mut [u8],
) -> Result<(), Stopped> {
    bus.read(log, port, address, out)
        .map_err(|fault| at_memory(&mem::READ_OUTSIDE, None, fault, log))
}

fn plain_write(
    bus: Bus,
    log: &mut Log,
    port: Port,
    address: u32,
    data: &[u8],
) -> Result<(), Stopped> {
    bus.write(log, port, address, data)
        .map_err(|fault| at_memory(&mem::WRITE_OUTSIDE, None, fault, log))
}
