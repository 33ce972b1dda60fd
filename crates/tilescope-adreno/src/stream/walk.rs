//! The walk over packets, through buffers that packets refer to.

use super::follow::At;
use super::loads::OBJECTS;
use super::texts::Subject;
use super::{
    Decoder, Draws, Entry, Kind, Line, MAX_DEPTH, MAX_PROBLEMS, Outermost, Problem, ReadWords,
    Repeats,
};
use crate::check::conditions::{Ends, conditional};
use crate::passes::Mark;
use crate::pm4::{self, Header};
use crate::regs::{self, Register};
use std::fmt::Write;

/// Opcodes that this file treats by themselves.
mod opcode {
    pub const DRAW_AUTO: u8 = 0x24;
    pub const DRAW_INDIRECT: u8 = 0x28;
    pub const DRAW_INDX_INDIRECT: u8 = 0x29;
    pub const DRAW_INDIRECT_MULTI: u8 = 0x2a;
    pub const LOAD_STATE6_GEOM: u8 = 0x32;
    pub const EXEC_CS: u8 = 0x33;
    pub const LOAD_STATE6_FRAG: u8 = 0x34;
    pub const LOAD_STATE6: u8 = 0x36;
    pub const DRAW_INDX_OFFSET: u8 = 0x38;
    pub const INDIRECT_BUFFER_PFD: u8 = 0x37;
    pub const INDIRECT_BUFFER: u8 = 0x3f;
    pub const EXEC_CS_INDIRECT: u8 = 0x41;
    pub const SET_DRAW_STATE: u8 = 0x43;
    pub const INDIRECT_BUFFER_CHAIN: u8 = 0x57;
    pub const CONTEXT_REG_BUNCH: u8 = 0x5c;
    pub const SET_MARKER: u8 = 0x65;
    pub const REG_WRITE: u8 = 0x6d;
}

/// The stages of [`OBJECTS`].
const STAGES: [&str; 6] = [
    "vertex", "hull", "domain", "geometry", "fragment", "compute",
];

/// Words that are read at once.
const CHUNK: usize = 4096;

/// Capacity up to which the buffer of a stream serves the next, in words.
const KEPT: usize = 16 * CHUNK;

pub(super) struct Walk<'a, 'o> {
    pub decoder: &'a mut Decoder,
    pub read: ReadWords<'a>,
    pub out: &'a mut (dyn FnMut(Line<'_>) + 'o),
    pub depth: u8,
}

impl Walk<'_, '_> {
    /// Adds a line whose text `write` appends.
    fn line(&mut self, kind: Kind, address: u64, write: impl FnOnce(&mut String)) {
        let text = &mut self.decoder.line;
        text.clear();
        write(text);
        (self.out)(Line {
            kind,
            depth: usize::from(self.depth),
            address,
            text,
        });
    }

    /// Adds a line that may have been listed before.
    fn known_line(
        &mut self,
        kind: Kind,
        address: u64,
        subject: Subject,
        write: impl FnOnce(&mut String),
    ) {
        let text = self.decoder.texts.get(subject, write);
        (self.out)(Line {
            kind,
            depth: usize::from(self.depth),
            address,
            text,
        });
    }

    /// Whether the packets are the kernel's.
    fn privileged(&self) -> bool {
        self.depth == 0 && self.decoder.outermost == Outermost::Kernel
    }

    /// The checker, unless the packets are the kernel's.
    fn checker(&mut self) -> Option<&mut crate::check::Checker> {
        let privileged = self.privileged();
        self.decoder.checker.as_mut().filter(|_| !privileged)
    }

    pub fn problem(&mut self, address: u64, message: String) {
        let summary = &mut self.decoder.summary;
        summary.problem_count += 1;
        if summary.problems.len() < MAX_PROBLEMS {
            summary.problems.push(Problem { address, message });
        }
    }

    /// Reads up to `count` words, as far as memory and fuel go.
    pub fn fetch(&mut self, address: u64, count: u64) -> Vec<u32> {
        let wanted = count.min(self.decoder.fuel);
        let mut words = std::mem::take(&mut self.decoder.spare);
        words.clear();
        while (words.len() as u64) < wanted {
            let begin = words.len();
            let size = CHUNK.min((wanted - begin as u64) as usize);
            words.resize(begin + size, 0);
            let at = address.wrapping_add(begin as u64 * 4);
            let got = (self.read)(at, &mut words[begin..]).min(size);
            if got < size {
                words.truncate(begin + got);
                break;
            }
        }
        self.decoder.fuel -= words.len() as u64;
        words
    }

    /// Lists the packets of a buffer.
    pub fn buffer(&mut self, address: u64, count: u64) {
        let words = self.fetch(address, count);
        self.decoder.summary.words += words.len() as u64;
        if (words.len() as u64) < count {
            let message = if self.decoder.fuel == 0 {
                "the listing ends here: too many words".to_string()
            } else {
                format!("{} of {count} words are in memory", words.len())
            };
            if self.decoder.outermost == Outermost::Client
                && let Some(checker) = &mut self.decoder.checker
            {
                checker.absent(address, words.len(), count);
            }
            self.problem(address, message);
        }
        let mut at = 0;
        let mut bad = false;
        let mut ends = Ends::default();
        while at < words.len() {
            let here = address.wrapping_add(at as u64 * 4);
            let Some(header) = Header::decode(words[at]) else {
                // Only the first of consecutive words is reported.
                if !bad {
                    let word = words[at];
                    if let Some(checker) = self.checker() {
                        checker.not_a_header(here, word);
                    }
                    self.problem(here, format!("{word:#010x} is not the header of a packet"));
                    self.line(Kind::Words, here, |text| {
                        // Writing to a String cannot fail.
                        let _ = write!(text, "not a packet: {word:#010x}");
                    });
                }
                bad = true;
                at += 1;
                continue;
            };
            bad = false;
            if let Some(checker) = self.checker() {
                ends.begin(at, header, checker);
            }
            let end = at + 1 + header.payload() as usize;
            if end > words.len() {
                let left = words.len() - at - 1;
                let message = format!(
                    "the packet has {} words, of which {left} are in the buffer",
                    header.payload()
                );
                if let Some(checker) = self.checker() {
                    checker.cut(here, header.payload(), left);
                }
                self.problem(here, message);
            }
            let payload = &words[at + 1..end.min(words.len())];
            if let Some(count) = conditional(header, payload) {
                ends.add(end.saturating_add(count as usize), here);
            }
            self.packet(here, header, payload);
            at = end;
        }
        if let Some(checker) = self.checker() {
            ends.finish(words.len(), checker);
        }
        if words.capacity() <= KEPT {
            self.decoder.spare = words;
        }
    }

    fn packet(&mut self, address: u64, header: Header, payload: &[u32]) {
        let number = self.decoder.packet;
        self.decoder.packet += 1;
        self.decoder.at = At {
            packet: number,
            address,
            depth: self.depth,
        };
        let due = |mark: &Mark| mark.packet <= number;
        while self.decoder.marks.front().is_some_and(due)
            && let Some(mark) = self.decoder.marks.pop_front()
        {
            self.line(Kind::Remark, address, |text| text.push_str(&mark.text));
        }
        match header {
            Header::Filler => self.line(Kind::Packet, address, |text| text.push_str("nop")),
            Header::Registers { register, .. } => {
                let subject = Subject::header(u64::from(register));
                self.known_line(Kind::Packet, address, subject, |text| {
                    let _ = write!(text, "write {} ({register:04x})", regs::name(register));
                });
                for (i, &value) in (0u32..).zip(payload) {
                    let at = address.wrapping_add(4 + u64::from(i) * 4);
                    self.register(at, register + i, value);
                }
                for (i, _) in (0u32..).zip(payload) {
                    self.shader_of(register + i);
                }
            }
            Header::Packet { opcode, .. } => self.opcode(address, opcode, payload),
        }
    }

    /// A register gets a value.
    fn register(&mut self, address: u64, number: u32, value: u32) {
        let privileged = self.privileged();
        let decoder = &mut *self.decoder;
        decoder.summary.registers += 1;
        if let Some(slot) = decoder.registers.get_mut(number as usize) {
            *slot = value;
        }
        if let Some(checker) = decoder.checker.as_mut().filter(|_| !privileged) {
            checker.write(address, number, value);
        }
        if let Some(old) = decoder.follow.write(decoder.at, number, value) {
            if let Some(tracker) = &mut decoder.tracker {
                tracker.register(decoder.at, number, old, value);
            }
            if let Some(checker) = decoder.checker.as_mut().filter(|_| !privileged) {
                checker.written(address, number, old, value);
            }
        }
        if !regs::exists(number) {
            *decoder.summary.unknown_registers.entry(number).or_default() += 1;
        }
        let subject = Subject::register(number, value);
        self.known_line(Kind::Register, address, subject, |text| {
            match regs::at(number) {
                Some((row, element, word)) => {
                    row.write_name(text, element, word);
                    text.push_str(": ");
                    regs::write_text(text, &row.value, u64::from(value));
                }
                None => {
                    let _ = write!(text, "{number:#x}: {value:08x}");
                }
            }
        });
    }

    fn opcode(&mut self, address: u64, code: u8, payload: &[u32]) {
        if matches!(
            code,
            opcode::DRAW_AUTO
                | opcode::DRAW_INDIRECT
                | opcode::DRAW_INDX_INDIRECT
                | opcode::DRAW_INDIRECT_MULTI
                | opcode::DRAW_INDX_OFFSET
                | opcode::EXEC_CS
                | opcode::EXEC_CS_INDIRECT
        ) {
            // Packets of the groups are listed in between.
            let at = self.decoder.at;
            self.apply_groups(address);
            self.decoder.at = at;
            self.shaders_of(address, code);
        }
        self.check(address, code, payload);
        let decoder = &mut *self.decoder;
        if !decoder.follow.skipped(decoder.at) {
            if let Some(tracker) = &mut decoder.tracker {
                tracker.packet(&decoder.follow, decoder.at, code, payload);
            }
            decoder.follow.packet(decoder.at, code, payload);
        }
        let row = pm4::named(code);
        if let Some(count) = self.decoder.packets.get_mut(usize::from(code)) {
            *count += 1;
        }
        let words = payload.len() + 1;
        let subject = Subject::header(u64::from(code) << 32 | words as u64);
        self.known_line(Kind::Packet, address, subject, |text| {
            let name = row.map_or("unknown", |r| r.name);
            let _ = write!(text, "opcode: {name} ({code:02x}) ({words} dwords)");
        });
        let payload_at = address.wrapping_add(4);
        self.layout(payload_at, row.map_or(&[], |r| r.words), payload);
        match (code, payload) {
            (
                opcode::INDIRECT_BUFFER
                | opcode::INDIRECT_BUFFER_PFD
                | opcode::INDIRECT_BUFFER_CHAIN,
                &[low, high, size, ..],
            ) => {
                let buffer = u64::from(high) << 32 | u64::from(low);
                self.indirect(address, buffer, size & 0xf_ffff);
            }
            (opcode::SET_MARKER, &[word, ..]) => self.decoder.groups.marker(word),
            (opcode::SET_DRAW_STATE, entries) => {
                for entry in entries.chunks_exact(3) {
                    let entry = Entry::decode([entry[0], entry[1], entry[2]]);
                    let id = entry.id;
                    if let Some(group) = self.decoder.groups.set(entry) {
                        self.group(address, id, group.address, group.words);
                    }
                }
            }
            (opcode::CONTEXT_REG_BUNCH, pairs) => {
                for (i, pair) in (0u64..).zip(pairs.chunks_exact(2)) {
                    let at = payload_at.wrapping_add(i * 8 + 4);
                    self.register(at, pair[0] & 0x3ffff, pair[1]);
                }
            }
            (opcode::REG_WRITE, &[_, number, value, ..]) => {
                self.register(payload_at.wrapping_add(8), number & 0xffff, value);
            }
            (
                opcode::LOAD_STATE6 | opcode::LOAD_STATE6_GEOM | opcode::LOAD_STATE6_FRAG,
                payload,
            ) => self.load_state(address, payload),
            _ => {}
        }
    }

    /// Checks a packet whose effects were not applied yet, but for draw states.
    fn check(&mut self, address: u64, code: u8, payload: &[u32]) {
        let privileged = self.privileged();
        let decoder = &mut *self.decoder;
        let Some(checker) = decoder.checker.as_mut().filter(|_| !privileged) else {
            return;
        };
        checker.packet(address, code, payload);
        if !decoder.follow.skipped(decoder.at) {
            checker.state(&decoder.follow, address, (code, payload), self.read);
        }
    }

    /// The words of a packet or descriptor by their rows.
    pub fn layout(&mut self, address: u64, rows: &'static [Register], words: &[u32]) {
        let mut rows = rows;
        let listed = !rows.is_empty();
        let mut i = 0;
        while i < words.len() {
            let at = address.wrapping_add(i as u64 * 4);
            // Rows that end before this word match none of those that follow.
            while let [first, rest @ ..] = rows
                && first.end() <= i as u32
            {
                rows = rest;
            }
            let hit = rows.iter().find_map(|row| {
                let (element, word) = row.element(i as u32)?;
                let when = row.when.is_none_or(|w| {
                    let condition = words.get(usize::from(w.word)).copied().unwrap_or(0);
                    u64::from(condition) >> w.lo & (u64::MAX >> (63 - (w.hi - w.lo)))
                        == u64::from(w.value)
                });
                when.then_some((row, element, word))
            });
            let Some((row, element, word)) = hit else {
                if listed {
                    let rest = &words[i..];
                    self.line(Kind::Words, at, |text| regs::write_words(text, rest));
                }
                return;
            };
            let index = i as u32;
            let mut value = u64::from(words[i]);
            i += 1;
            if row.value.hi >= 32 && word == 0 && i < words.len() {
                value |= u64::from(words[i]) << 32;
                i += 1;
            }
            let subject = Subject::field(row, index, value);
            self.known_line(Kind::Fields, at, subject, |text| {
                if let regs::Kind::Set(_) = row.value.kind {
                    regs::write_text(text, &row.value, value);
                    return;
                }
                text.push_str("{ ");
                row.write_name(text, element, word);
                text.push_str(" = ");
                regs::write_text(text, &row.value, value);
                text.push_str(" }");
            });
        }
    }

    /// Lists the buffer of an indirect buffer packet at `from`.
    fn indirect(&mut self, from: u64, address: u64, words: u32) {
        if self.decoder.repeats == Repeats::Once {
            let modes = self.decoder.groups.modes();
            let seen = self.decoder.seen.entry(address).or_default();
            if *seen & modes == modes {
                self.line(Kind::Buffer, from, |text| {
                    let _ = write!(text, "{words} words at {address:#x}, listed above");
                });
                return;
            }
            *seen |= modes;
        }
        self.nested(from, address, words);
    }

    /// Lists a buffer that a packet at `from` refers to.
    fn nested(&mut self, from: u64, address: u64, words: u32) {
        if self.depth + 1 >= MAX_DEPTH {
            if let Some(checker) = self.checker() {
                checker.deep(from, MAX_DEPTH);
            }
            self.problem(from, format!("more than {MAX_DEPTH} nested buffers"));
            return;
        }
        self.depth += 1;
        self.line(Kind::Buffer, address, |text| {
            let _ = write!(text, "{words} words at {address:#x}");
        });
        self.buffer(address, u64::from(words));
        self.depth -= 1;
    }

    fn group(&mut self, from: u64, id: usize, address: u64, words: u32) {
        self.line(Kind::Buffer, from, |text| {
            let _ = write!(text, "draw state group {id}");
        });
        self.decoder.follow.groups += 1;
        self.nested(from, address, words);
        self.decoder.follow.groups -= 1;
    }

    /// A remark about the shaders of a draw or dispatch, whose state is applied.
    fn shaders_of(&mut self, address: u64, code: u8) {
        let number = self.decoder.draw;
        self.decoder.draw += 1;
        if self.decoder.draws == Draws::Plain {
            return;
        }
        let compute = matches!(code, opcode::EXEC_CS | opcode::EXEC_CS_INDIRECT);
        let mut shaders = Vec::new();
        for (stage, register) in STAGES.into_iter().zip(OBJECTS) {
            let low = u64::from(self.decoder.register(register) & !0xf);
            let start = u64::from(self.decoder.register(register + 1)) << 32 | low;
            if start != 0 && (stage == "compute") == compute {
                shaders.push(format!("{stage} shader at {start:#x}"));
            }
        }
        self.line(Kind::Remark, address, |text| {
            let what = if compute { "dispatch" } else { "draw" };
            let _ = write!(text, "{what} {number}: {}", shaders.join(", "));
        });
    }

    fn apply_groups(&mut self, from: u64) {
        let Some(groups) = self.decoder.groups.take() else {
            return;
        };
        for (id, group) in groups.applied() {
            self.group(from, id, group.address, group.words);
        }
    }
}
