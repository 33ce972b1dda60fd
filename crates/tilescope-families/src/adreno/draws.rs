//! Draws of recordings: packets, shaders and registers, from the lines of the listing.

use std::collections::BTreeMap;

use tilescope_adreno::pm4::PACKETS;
use tilescope_adreno::stream::{Kind, Line};
use tilescope_tables::draws::{Draw, Relevance, Section, Topic, Visitor};

/// Prefixes of registers that draws use.
const UNITS: [&str; 9] = [
    "GRAS", "RB", "VPC", "PC", "VFD", "SP", "HLSQ", "TPL1", "VSC",
];

/// A register's value in words, and the address of the word that set it.
struct Written {
    text: String,
    at: u64,
}

/// Follows the lines of a listing, and describes the draws that are asked for.
#[derive(Default)]
pub(super) struct Describe {
    /// The number of the next draw of the submission.
    pub number: u32,
    registers: BTreeMap<String, Written>,
    /// The draw whose packet is being listed.
    now: Option<Draw>,
    /// Whether its packet has begun.
    inside: bool,
    /// The instructions of shaders by address.
    shaders: BTreeMap<u64, u64>,
    /// The first address of the last listed shader.
    shader: Option<(u64, u64)>,
}

impl Describe {
    pub(super) fn line(&mut self, line: Line<'_>, visitor: &mut dyn Visitor) {
        match line.kind {
            Kind::Register => {
                if let Some((name, text)) = line.text.split_once(": ") {
                    let written = Written {
                        text: text.to_owned(),
                        at: line.address,
                    };
                    self.registers.insert(name.to_owned(), written);
                }
            }
            Kind::Shader => self.instruction(line.address),
            Kind::Remark => {
                self.finish(visitor);
                if let Some((_, shaders)) = line.text.split_once(": ") {
                    self.begin(line, shaders, visitor);
                }
            }
            Kind::Packet => self.packet(line, visitor),
            Kind::Fields => {
                if let Some(draw) = self.now.as_mut().filter(|_| self.inside) {
                    let text = line.text.trim_matches(['{', '}', ' ']);
                    if let Some(section) = draw.sections.first_mut() {
                        for field in text.split(" | ") {
                            let (name, value) = field.split_once(" = ").unwrap_or((field, "yes"));
                            section.row(name, value);
                        }
                    }
                }
            }
            Kind::Words | Kind::Buffer => {}
        }
    }

    /// Hands the described draw over.
    pub(super) fn finish(&mut self, visitor: &mut dyn Visitor) {
        self.inside = false;
        if let Some(draw) = self.now.take() {
            visitor.draw(draw);
        }
    }

    fn instruction(&mut self, address: u64) {
        match &mut self.shader {
            Some((start, last)) if *last == address || *last + 8 == address => {
                *last = address;
                self.shaders.insert(*start, (address - *start) / 8 + 1);
            }
            _ => {
                self.shader = Some((address, address));
                self.shaders.insert(address, 1);
            }
        }
    }

    fn packet(&mut self, line: Line<'_>, visitor: &mut dyn Visitor) {
        if self.inside {
            self.finish(visitor);
        }
        let Some(draw) = &mut self.now else {
            return;
        };
        let name = line.text.split(' ').nth(1).unwrap_or("");
        let row = PACKETS.iter().find(|p| p.name == name);
        draw.command = row.map_or("packet", |p| p.name);
        draw.address = line.address;
        self.inside = true;
    }

    fn begin(&mut self, line: Line<'_>, shaders: &str, visitor: &mut dyn Visitor) {
        let number = self.number;
        self.number += 1;
        if !visitor.wants() {
            return;
        }
        let mut sections = vec![Section::new(Topic::State, "packet")];
        for shader in shaders.split(", ") {
            let Some((name, at)) = shader.split_once(" at 0x") else {
                continue;
            };
            let at = u64::from_str_radix(at, 16).unwrap_or(0);
            let mut section = Section::new(Topic::Shader, name).at(at);
            match self.shaders.get(&at) {
                Some(n) => section.row("instructions", n.to_string()),
                None => section.row("instructions", "not in the recording"),
            }
            sections.push(section);
        }
        for unit in UNITS {
            let mut section = Section::new(Topic::State, format!("registers of {unit}"));
            for (name, written) in &self.registers {
                if name.split('_').next() != Some(unit) {
                    continue;
                }
                let relevance = match written.text.as_str() {
                    "0" | "0x0" | "00000000" => Relevance::Default,
                    _ => Relevance::Used,
                };
                section.push(name, written.text.as_str(), relevance, Some(written.at));
            }
            if !section.rows.is_empty() {
                sections.push(section);
            }
        }
        self.now = Some(Draw {
            number,
            address: line.address,
            command: "packet",
            title: shaders.to_owned(),
            sections,
        });
    }
}
