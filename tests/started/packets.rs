//! Packets of a listing by `tilescope decode`, as tests of streams need them.

#![allow(dead_code, reason = "not every test needs all of it")]

/// A line of a listing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line<'a> {
    /// Buffers around it, draw states included.
    pub depth: usize,
    /// The text without the address and the word.
    pub text: &'a str,
}

/// The lines that have an address.
pub fn lines(listing: &str) -> Vec<Line<'_>> {
    listing.lines().filter_map(line).collect()
}

fn line(line: &str) -> Option<Line<'_>> {
    let rest = line.trim_start().strip_prefix("0x")?;
    let (_, rest) = rest.split_once(' ')?;
    let mut text = rest.trim_start();
    if let Some((word, after)) = text.split_once(' ')
        && word.len() == 8
        && word.bytes().all(|b| b.is_ascii_hexdigit())
    {
        text = after.trim_start();
    }
    let mut depth = 0;
    while let Some(inner) = text.strip_prefix("| ") {
        depth += 1;
        text = inner;
    }
    Some(Line { depth, text })
}

/// A packet: `CP_BLIT`, the event of `CP_EVENT_WRITE`, or `write REGISTER`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Packet<'a> {
    /// Buffers around it.
    pub depth: usize,
    /// The name.
    pub name: &'a str,
    /// The lines of its words.
    pub words: Vec<&'a str>,
}

impl Packet<'_> {
    /// The value of a field or register of its words.
    pub fn value(&self, name: &str) -> Option<&str> {
        self.words.iter().find_map(|word| {
            let (_, rest) = word.split_once(name)?;
            let rest = rest.trim_start_matches([' ', '=', ':']);
            rest.split([' ', '|', '}']).next()
        })
    }
}

/// The packets of a listing, in order.
pub fn packets(listing: &str) -> Vec<Packet<'_>> {
    let mut packets: Vec<Packet<'_>> = Vec::new();
    for line in lines(listing) {
        let opcode = line.text.strip_prefix("opcode: ");
        let name = match opcode.or_else(|| line.text.strip_prefix("write ")) {
            Some(rest) => rest.split(' ').next().unwrap_or_default(),
            None => {
                if let Some(last) = packets.last_mut().filter(|p| p.depth == line.depth) {
                    last.words.push(line.text);
                }
                continue;
            }
        };
        packets.push(Packet {
            depth: line.depth,
            name,
            words: Vec::new(),
        });
    }
    packets
}

/// The packets with events in the place of `CP_EVENT_WRITE`.
pub fn names(packets: &[Packet<'_>]) -> Vec<String> {
    let name = |packet: &Packet<'_>| match (packet.name, packet.value("EVENT")) {
        ("CP_EVENT_WRITE", Some(event)) => event.to_owned(),
        (name, _) => name.to_owned(),
    };
    packets.iter().map(name).collect()
}
