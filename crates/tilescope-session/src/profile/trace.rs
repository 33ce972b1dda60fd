//! Traces in Perfetto's format.
//!
//! Field numbers are those of Perfetto's `trace_packet.proto`, `track_descriptor.proto`,
//! `process_descriptor.proto`, `thread_descriptor.proto`, `track_event.proto` and
//! `debug_annotation.proto`.

use std::cmp::Reverse;
use std::collections::BTreeSet;
use std::io::{self, Write};

use tilescope_core::profile::{Slice, Stage};

use super::clock::HostClock;
use super::wire::Message;

mod file {
    pub const PACKET: u64 = 1;
}

mod packet {
    pub const TIMESTAMP: u64 = 8;
    pub const SEQUENCE_ID: u64 = 10;
    pub const TRACK_EVENT: u64 = 11;
    pub const TRACK_DESCRIPTOR: u64 = 60;
}

mod descriptor {
    pub const UUID: u64 = 1;
    pub const PROCESS: u64 = 3;
    pub const THREAD: u64 = 4;
}

mod process {
    pub const PID: u64 = 1;
    pub const NAME: u64 = 6;
}

mod thread {
    pub const PID: u64 = 1;
    pub const TID: u64 = 2;
    pub const NAME: u64 = 5;
}

mod event {
    pub const ANNOTATIONS: u64 = 4;
    pub const TYPE: u64 = 9;
    pub const TRACK: u64 = 11;
    pub const CATEGORIES: u64 = 22;
    pub const NAME: u64 = 23;

    pub const SLICE_BEGIN: u64 = 1;
    pub const SLICE_END: u64 = 2;
}

mod annotation {
    pub const UINT: u64 = 3;
    pub const NAME: u64 = 10;
}

/// The trace of a process, written as slices come.
pub struct Trace<W> {
    out: W,
    process: u32,
    /// Threads that have a track.
    threads: BTreeSet<u32>,
}

impl<W: Write> Trace<W> {
    /// A trace of process number `process`, whose program is `name`.
    ///
    /// # Errors
    /// Those of `out`.
    pub fn new(out: W, process: u32, name: &str) -> io::Result<Trace<W>> {
        let mut trace = Trace {
            out,
            process,
            threads: BTreeSet::new(),
        };
        let track = Message::default()
            .uint(process::PID, process.into())
            .string(process::NAME, name);
        let uuid = trace.uuid(0);
        trace.descriptor(uuid, descriptor::PROCESS, &track)?;
        // A forked child has a copy of what is not written.
        trace.out.flush()?;
        Ok(trace)
    }

    /// Adds slices: all that are inside any of them, and none that is inside an earlier one.
    ///
    /// # Errors
    /// Those of the output.
    pub fn add(&mut self, slices: &[Slice]) -> io::Result<()> {
        let mut order: Vec<&Slice> = slices.iter().collect();
        // The outer of two that begin at the same time was added later.
        order.reverse();
        order.sort_by_key(|slice| (slice.thread, slice.start, Reverse(slice.end)));
        let mut open: Vec<&Slice> = Vec::new();
        for slice in order {
            let ended = |last: &Slice| last.thread != slice.thread || last.end <= slice.start;
            while let Some(last) = open.pop_if(|last| ended(last)) {
                self.end(last)?;
            }
            self.thread(slice.thread)?;
            self.begin(slice)?;
            open.push(slice);
        }
        while let Some(last) = open.pop() {
            self.end(last)?;
        }
        self.out.flush()
    }

    /// The output.
    pub fn into_inner(self) -> W {
        self.out
    }

    /// The track of a thread, or of the process if it is 0.
    fn uuid(&self, thread: u32) -> u64 {
        u64::from(self.process) << 32 | u64::from(thread)
    }

    fn thread(&mut self, number: u32) -> io::Result<()> {
        if !self.threads.insert(number) {
            return Ok(());
        }
        let name = HostClock::name(number);
        let name = name.unwrap_or_else(|| match number == self.process {
            true => "main".to_owned(),
            false => format!("thread {number}"),
        });
        let track = Message::default()
            .uint(thread::PID, self.process.into())
            .uint(thread::TID, number.into())
            .string(thread::NAME, &name);
        self.descriptor(self.uuid(number), descriptor::THREAD, &track)
    }

    fn descriptor(&mut self, uuid: u64, field: u64, of: &Message) -> io::Result<()> {
        let track = Message::default()
            .uint(descriptor::UUID, uuid)
            .message(field, of);
        self.packet(Message::default().message(packet::TRACK_DESCRIPTOR, &track))
    }

    fn begin(&mut self, slice: &Slice) -> io::Result<()> {
        let mut of = Message::default()
            .uint(event::TYPE, event::SLICE_BEGIN)
            .uint(event::TRACK, self.uuid(slice.thread))
            .string(event::CATEGORIES, slice.stage.name())
            .string(event::NAME, &name(slice));
        for (name, value) in annotations(slice) {
            let value = Message::default()
                .string(annotation::NAME, name)
                .uint(annotation::UINT, value);
            of = of.message(event::ANNOTATIONS, &value);
        }
        self.event(slice.start, &of)
    }

    fn end(&mut self, slice: &Slice) -> io::Result<()> {
        let of = Message::default()
            .uint(event::TYPE, event::SLICE_END)
            .uint(event::TRACK, self.uuid(slice.thread));
        self.event(slice.end, &of)
    }

    fn event(&mut self, time: u64, of: &Message) -> io::Result<()> {
        let packet = Message::default().uint(packet::TIMESTAMP, time);
        self.packet(packet.message(packet::TRACK_EVENT, of))
    }

    fn packet(&mut self, of: Message) -> io::Result<()> {
        let of = of.uint(packet::SEQUENCE_ID, self.process.into());
        let whole = Message::default().message(file::PACKET, &of);
        self.out.write_all(&whole.into_bytes())
    }
}

/// The name of a slice.
fn name(slice: &Slice) -> String {
    match (&slice.name, slice.stage, slice.draw, slice.tile) {
        (Some(name), ..) => name.clone(),
        (None, Stage::Draw, Some(draw), _) => format!("draw {draw}"),
        (None, Stage::Tile, _, Some((x, y))) => format!("tile ({x}, {y})"),
        (None, stage, ..) => stage.name().to_owned(),
    }
}

/// The draw, the tile and the counts of a slice, by name.
fn annotations(slice: &Slice) -> impl Iterator<Item = (&'static str, u64)> {
    let (lanes, moved) = (slice.lanes, slice.moved);
    let of_tile = slice.tile.map(|(x, y)| [("x", x), ("y", y)]);
    let counts = [
        ("lanes", lanes.running),
        ("batches", lanes.batches),
        ("fetches", moved.fetches),
        ("read_bytes", moved.read),
        ("written_bytes", moved.written),
    ];
    let of_draw = slice.draw.map(|draw| ("draw", u64::from(draw)));
    let of_tile = of_tile.into_iter().flatten();
    let of_tile = of_tile.map(|(name, value)| (name, u64::from(value)));
    let counts = counts.into_iter().filter(|(_, value)| *value != 0);
    of_draw.into_iter().chain(of_tile).chain(counts)
}

#[cfg(test)]
#[path = "trace_tests.rs"]
mod tests;
