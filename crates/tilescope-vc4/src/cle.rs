//! Control list executor: fetches records, follows branches and sub-lists, and tracks
//! the location.

use tilescope_core::{Frame, Location, Rule};

use crate::bus::{Bus, Port};
use crate::cmd::compressed;
use crate::cmd::parse::{PacketError, packet_at};
use crate::log::{Ctx, Log, Site};
use crate::packets::Packet;
use crate::reserved;
use crate::rules::{cl, mem, tile_list};
use tilescope_tables::packet::Field;

pub use tilescope_core::Stopped;

/// Reports that the fuel ran out during `what`.
pub fn out_of_fuel(what: &str, at: Location, site: impl Into<Site>, log: &mut Log) -> Stopped {
    let message = format!("{what} when the fuel ran out");
    Stopped::by(&cl::TOO_MANY_RECORDS, at, message, site, log)
}

/// Cost of a record in units of fuel: one takes about as long as this many
/// emulated QPU instructions.
const FUEL_PER_RECORD: u64 = 128;
/// The same for an item of a compressed primitive list.
const FUEL_PER_ITEM: u64 = 4;
/// Maximum number of consecutive branches without other records.
const MAX_JUMPS: u32 = 1024;
const WINDOW: usize = 512;
/// Steps of a location inside the list that most findings have at most: the list, the
/// packet, and a draw or tile with a record.
const STEPS: usize = 6;

/// A position in a control list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct At {
    /// GPU address of the record.
    pub address: u32,
    /// Its name.
    pub name: &'static str,
    /// Its length in bytes.
    pub len: u32,
}

/// The place of a record in a list: a location without its outer steps.
#[derive(Clone, Debug)]
pub struct ListPlace {
    /// The list.
    pub list: Frame,
    /// The record.
    pub at: At,
}

impl ListPlace {
    /// See [`Cursor::enter`].
    pub fn enter(&self, outer: &Location, here: &mut Location) {
        Cursor::enter(self.list.clone(), outer, self.at, here);
    }
}

/// Bytes that were fetched.
#[derive(Clone)]
struct Window(Box<[u8; WINDOW]>);

impl Default for Window {
    fn default() -> Self {
        Window(Box::new([0; WINDOW]))
    }
}

/// A position in a control list, with its sub-lists.
#[derive(Clone, Default)]
pub struct Cursor {
    name: &'static str,
    start: u32,
    end: u32,
    pc: u32,
    stack: Vec<u32>,
    depth: usize,
    jumps: u32,
    sublist: Option<u32>,
    window: Window,
    window_at: u32,
    window_len: usize,
}

impl Cursor {
    /// A cursor at the start of the `name` list `start..end`, which may nest
    /// `depth` sub-lists.
    pub fn new(name: &'static str, start: u32, end: u32, depth: usize) -> Self {
        Cursor {
            name,
            start,
            end,
            pc: start,
            depth,
            ..Cursor::default()
        }
    }

    /// A cursor at the start of a tile list, which ends with a return.
    pub fn tile_list(start: u32) -> Self {
        let mut c = Cursor::new("tile", start, u32::MAX, 1);
        c.sublist = Some(start);
        c
    }

    /// Address of the next record.
    pub fn pc(&self) -> u32 {
        self.pc
    }

    /// Returns from the sub-list that was entered last.
    pub fn leave_sublist(&mut self) {
        if let Some(back) = self.stack.pop() {
            self.pc = back;
        }
    }

    /// Moves back to the record at `at`, to execute it again.
    pub fn rewind(&mut self, at: At) {
        self.pc = at.address;
    }

    /// Whether the end address is reached.
    pub fn at_end(&self) -> bool {
        self.pc == self.end
    }

    /// Whether it is inside a sub-list.
    pub fn in_sublist(&self) -> bool {
        !self.stack.is_empty()
    }

    /// Number of open sub-lists.
    pub fn depth(&self) -> usize {
        self.stack.len()
    }

    /// The return address on top of the stack; 0 outside sub-lists.
    pub fn return_address(&self) -> u32 {
        self.stack.last().copied().unwrap_or(0)
    }

    /// Discards prefetched bytes, because memory may have changed.
    pub fn refetch(&mut self) {
        self.window_len = 0;
    }

    /// Number of open sub-lists.
    pub fn sublists(&self) -> usize {
        self.stack.len()
    }

    /// Location of the record at `at`, which is in the list itself and not in a
    /// sub-list.
    pub fn locate_in_list(&self, outer: &Location, at: At) -> Location {
        let list = Frame::List(self.name, self.start.into());
        Self::locate_in(list, outer, at)
    }

    /// Location of the record at `at`.
    pub fn locate(&self, outer: &Location, at: At) -> Location {
        Self::locate_in(self.list(), outer, at)
    }

    /// The next record, before it is known.
    pub fn here(&self) -> At {
        At {
            address: self.pc,
            name: "record",
            len: 1,
        }
    }

    /// Reports that the record at `at` breaks `rule`.
    pub fn find(&self, rule: &'static Rule, at: At, message: String, log: &mut Log) {
        let place = self.locate(&log.at, at);
        log.find(rule, (at.address, 0), |_| (place, message));
    }

    /// Reports that `field` of the record at `at` breaks `rule`.
    pub fn find_in(
        &self,
        rule: &'static Rule,
        at: At,
        field: &Field,
        message: String,
        log: &mut Log,
    ) {
        let place = self.locate(&log.at, at).at_bits(field.lo, field.hi());
        log.find(rule, (at.address, 0), |_| (place, message));
    }

    /// Reports that the record at `at` breaks `rule` in a way that stops the hardware.
    pub fn stop(&self, rule: &'static Rule, at: At, message: String, log: &mut Log) -> Stopped {
        let place = self.locate(&log.at, at);
        Stopped::by(rule, place, message, (at.address, 0), log)
    }

    /// The current list: a sub-list is a tile's.
    pub fn list(&self) -> Frame {
        match self.sublist {
            Some(start) if self.in_sublist() || self.name == "tile" => {
                Frame::List("tile", start.into())
            }
            _ => Frame::List(self.name, self.start.into()),
        }
    }

    /// Place of the record at `at`.
    pub fn place(&self, at: At) -> ListPlace {
        let list = self.list();
        ListPlace { list, at }
    }

    /// Location of the record at `at` of `list`.
    pub fn locate_in(list: Frame, outer: &Location, at: At) -> Location {
        let mut here = Location {
            frames: Vec::with_capacity(outer.frames.len() + STEPS),
            bits: None,
        };
        Self::enter(list, outer, at, &mut here);
        here
    }

    /// The same, into `here`: a location without steps, or `outer`, or one that was entered
    /// from it, whose outer steps are kept.
    pub fn enter(list: Frame, outer: &Location, at: At, here: &mut Location) {
        let base = match &list {
            Frame::List(_, a) => *a as u32,
            _ => 0,
        };
        let offset = at.address.wrapping_sub(base);
        let outside;
        (outside, here.bits) = match outer.frames.split_last() {
            Some((Frame::List(..), outside)) => (outside, None),
            _ => (&outer.frames[..], outer.bits),
        };
        match here.frames.is_empty() {
            true => here.frames.extend_from_slice(outside),
            false => here.frames.truncate(outside.len()),
        }
        debug_assert_eq!(here.frames, outside);
        let packet = Frame::Packet(at.name, at.address.into(), offset.into());
        here.frames.push(list);
        here.frames.push(packet);
    }

    /// The fetched bytes from an address on, if they are enough for any item.
    #[inline]
    fn ahead(&self, addr: u32) -> Option<&[u8; compressed::MAX_ITEM]> {
        let inside = addr.wrapping_sub(self.window_at) as usize;
        let bytes = self.window.0.get(inside..self.window_len)?;
        bytes.first_chunk()
    }

    fn fill(&mut self, addr: u32, need: usize, bus: &Bus<'_>, log: &mut Log) -> &[u8] {
        let inside = addr.wrapping_sub(self.window_at) as usize;
        if inside < self.window_len && self.window_len - inside >= need {
            return &self.window.0[inside..self.window_len];
        }
        let mapped = bus.memory().mapped(addr.into()).min(WINDOW as u64) as usize;
        self.window_at = addr;
        self.window_len = 0;
        if mapped > 0
            && bus
                .read(log, Port::Cle, addr, &mut self.window.0[..mapped])
                .is_ok()
        {
            self.window_len = mapped;
        }
        &self.window.0[..self.window_len]
    }

    /// Fetches the next record and moves past it; `None` at the end.
    pub fn next(&mut self, c: &mut Ctx<'_>) -> Result<Option<(At, Packet)>, Stopped> {
        if self.at_end() {
            return Ok(None);
        }
        let addr = self.pc;
        let here = At {
            address: addr,
            name: "record",
            len: 1,
        };
        if c.fuel.take(FUEL_PER_RECORD).is_err() {
            let message = "the end of the list was not reached before the fuel ran out".to_owned();
            return Err(self.stop(&cl::TOO_MANY_RECORDS, here, message, c.log));
        }
        let left = if self.in_sublist() || self.name == "tile" {
            u32::MAX
        } else {
            self.end.wrapping_sub(addr)
        };
        let trusted = self.in_sublist() || self.name == "tile";
        let bytes = self.fill(addr, 16, &c.bus, c.log);
        if bytes.is_empty() {
            let message = format!("the list continues at {addr:#010x}, which is not in any buffer");
            return Err(self.stop(&mem::LIST_READ, here, message, c.log));
        }
        let bytes = &bytes[..bytes.len().min(left as usize)];
        let first = bytes[0];
        let (packet, name, len, reserved_field) = match packet_at(bytes) {
            Ok((packet, raw, len)) => {
                // Tile lists come from the binner, and are walked many times.
                let reserved_field = if trusted {
                    None
                } else {
                    reserved::reserved_field(raw.row.payload, raw.payload)
                };
                (packet, raw.name(), len as u32, reserved_field)
            }
            Err(_) if !c.bus.initialised(addr, 1) => {
                let message =
                    format!("the list continues at {addr:#010x}, which was never written");
                return Err(self.stop(&mem::UNINITIALISED_LIST, here, message, c.log));
            }
            Err(PacketError::Unknown(code)) => {
                let in_tile = self.in_sublist() || self.name == "tile";
                let (rule, what) = if in_tile {
                    (&tile_list::UNKNOWN_ITEM, "record in the tile list")
                } else {
                    (&cl::UNKNOWN_PACKET, "record")
                };
                let message = format!("opcode {code} ({code:#04x}) is not a {what}");
                return Err(self.stop(rule, here, message, c.log));
            }
            Err(PacketError::Truncated { need, have }) => {
                let code = first;
                let message = format!(
                    "the record with opcode {code} has {need} bytes, but the list only has {have} left"
                );
                return Err(self.stop(&cl::TRUNCATED_PACKET, here, message, c.log));
            }
        };
        let at = At {
            address: addr,
            name,
            len,
        };
        if !c.bus.initialised(addr, len) {
            let message = format!("some of the {len} bytes at {addr:#010x} were never written");
            return Err(self.stop(&mem::UNINITIALISED_LIST, at, message, c.log));
        }
        if let Some(u) = reserved_field {
            let place = self.locate(&c.log.at, at).at_bits(u.bits.0, u.bits.1);
            c.log
                .find(&cl::RESERVED_BITS, (addr, 0), |_| (place, u.message));
        }
        self.pc = addr.wrapping_add(len);
        match packet {
            Packet::Branch { address } => self.jump(address, at, c.log)?,
            Packet::BranchToSubList { address } => {
                if self.stack.len() >= self.depth {
                    let message = format!("{} sub-lists are already open", self.stack.len());
                    return Err(self.stop(&cl::SUBLIST_NESTING, at, message, c.log));
                }
                let back = self.pc;
                self.jump(address, at, c.log)?;
                self.stack.push(back);
                self.sublist = Some(address);
            }
            Packet::ReturnFromSubList => match self.stack.pop() {
                Some(back) => self.pc = back,
                None if self.name == "tile" => self.pc = self.end,
                None => {
                    let message = "the list was not entered by a branch to a sub-list".to_owned();
                    return Err(self.stop(&cl::RETURN_WITHOUT_SUBLIST, at, message, c.log));
                }
            },
            _ => self.jumps = 0,
        }
        Ok(Some((at, packet)))
    }

    fn jump(&mut self, to: u32, at: At, log: &mut Log) -> Result<(), Stopped> {
        self.jumps += 1;
        if to == at.address || self.jumps > MAX_JUMPS {
            let message = format!("the branch to {to:#010x} forms a loop without any other record");
            return Err(self.stop(&cl::BRANCH_LOOP, at, message, log));
        }
        self.pc = to;
        Ok(())
    }

    /// Walks the compressed primitives that follow the record at `at`, and
    /// moves past them.
    pub fn primitives(
        &mut self,
        at: At,
        decoder: &mut compressed::Decoder,
        c: &mut Ctx<'_>,
        visit: &mut dyn FnMut(compressed::Item, &mut Log) -> Result<(), Stopped>,
    ) -> Result<(), Stopped> {
        decoder.set_position(self.pc);
        loop {
            if c.fuel.take(FUEL_PER_ITEM).is_err() {
                let message =
                    "the end of the primitive list was not reached before the fuel ran out"
                        .to_owned();
                return Err(self.stop(&cl::TOO_MANY_RECORDS, at, message, c.log));
            }
            let item = match self.ahead(decoder.position()) {
                Some(bytes) => {
                    let item = decoder.next_of(bytes);
                    item.ok_or(compressed::ItemError::Format)
                }
                None => decoder.next(&mut |addr, out: &mut [u8]| {
                    let got = self.fill(addr, out.len(), &c.bus, c.log);
                    if got.len() < out.len() {
                        return Err(addr);
                    }
                    out.copy_from_slice(&got[..out.len()]);
                    Ok(())
                }),
            };
            match item {
                Ok((compressed::Item::End, _)) => break,
                Ok((compressed::Item::Branch { to }, _)) => {
                    self.jumps += 1;
                    if self.jumps > MAX_JUMPS {
                        let message = format!(
                            "the branch to {to:#010x} inside the primitive list forms a loop"
                        );
                        return Err(self.stop(&cl::BRANCH_LOOP, at, message, c.log));
                    }
                }
                Ok((item, _)) => {
                    self.jumps = 0;
                    visit(item, c.log)?;
                }
                Err(compressed::ItemError::Fetch(addr)) => {
                    let message = format!(
                        "the primitive list continues at {addr:#010x}, which is not in any buffer"
                    );
                    return Err(self.stop(&mem::LIST_READ, at, message, c.log));
                }
                Err(e @ compressed::ItemError::Format) => {
                    let message = e.to_string();
                    return Err(self.stop(&tile_list::UNKNOWN_ITEM, at, message, c.log));
                }
            }
        }
        self.pc = decoder.position();
        Ok(())
    }
}
