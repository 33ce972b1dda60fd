//! Records of memory as rows and as text.

use tilescope_core::{GpuMemory, Unit};

use super::{Form, Section, Topic, Value, Word};
use crate::descriptor::Statement;
use crate::packet::{Field, Kind};

/// The unit that reads memory to describe it.
const UNIT: Unit = Unit("draw");

/// The bytes at an address; those that are not mapped are 0.
pub fn mapped_bytes(memory: &dyn GpuMemory, address: u64, len: usize) -> Vec<u8> {
    let mut bytes = vec![0; len];
    let there = memory.mapped(address).min(len as u64) as usize;
    match memory.read(address, &mut bytes[..there], UNIT) {
        Ok(()) => bytes,
        Err(_) => vec![0; len],
    }
}

/// The 64 bits at an address.
pub fn mapped_pointer(memory: &dyn GpuMemory, address: u64) -> u64 {
    let bytes = mapped_bytes(memory, address, 8);
    let pointer = bytes.first_chunk().copied().map(u64::from_le_bytes);
    pointer.unwrap_or(0)
}

impl Word {
    /// The words at an address.
    pub fn read(memory: &dyn GpuMemory, address: u64, count: usize, form: Form) -> Vec<Word> {
        let bytes = mapped_bytes(memory, address, 4 * count);
        let (words, _) = bytes.as_chunks::<4>();
        let word = |(n, bytes): (usize, &[u8; 4])| {
            let at = address.wrapping_add(4 * n as u64);
            match memory.initialised(at, 4) {
                true => Word::of(u32::from_le_bytes(*bytes), form),
                false => Word::UNWRITTEN,
            }
        };
        words.iter().enumerate().map(word).collect()
    }
}

/// A record of memory.
#[derive(Clone, Debug)]
pub struct Record {
    /// Its name in texts of jobs.
    pub name: &'static str,
    /// Its address.
    pub address: u64,
    /// Its bytes.
    pub bytes: Vec<u8>,
    /// The fields that have a meaning.
    pub fields: Vec<Field>,
}

impl Record {
    /// The record of a statement at `address`; without fields if there is no statement.
    pub fn read<A: PartialEq>(
        memory: &dyn GpuMemory,
        address: u64,
        row: Option<&'static Statement<A>>,
    ) -> Record {
        let bytes = row.map_or(Vec::new(), |row| {
            mapped_bytes(memory, address, row.layout.size.into())
        });
        Record {
            name: row.map_or("unknown", |row| &row.name),
            address,
            fields: row.map_or(Vec::new(), |row| row.descriptor.shown_fields(&bytes)),
            bytes,
        }
    }

    fn shown(&self) -> impl Iterator<Item = (&Field, u64)> {
        let fields = self.fields.iter().filter(|f| f.kind != Kind::Reserved);
        fields.map(|field| (field, field.get(&self.bytes)))
    }

    /// The fields that are not zero, without addresses.
    pub fn text(&self) -> String {
        let own = self
            .shown()
            .filter(|(f, raw)| !matches!(f.kind, Kind::Address(_)) && is_used(f, *raw));
        let texts = own.map(|(field, raw)| match field.kind {
            Kind::Bool => field.name.to_owned(),
            _ => format!("{}={}", field.name, field.format_with_unit(raw)),
        });
        let texts: Vec<String> = texts.collect();
        match texts.is_empty() {
            true => "all zero".to_owned(),
            false => texts.join(", "),
        }
    }

    /// A section with a row for each field; those that are zero are defaults.
    pub fn section(&self, topic: Topic, title: impl Into<String>) -> Section {
        let mut section = Section::new(topic, title).at(self.address);
        for (field, raw) in self.shown() {
            let value = match field.kind {
                // A size that is stored as addresses are.
                Kind::Address(shift) if !field.unit.is_empty() => {
                    Value::Text(format!("{} {}", raw << shift, field.unit))
                }
                Kind::Address(shift) => Value::Address(raw << shift),
                Kind::Float32 => Word::of(raw as u32, Form::Float).into(),
                Kind::Bool => Value::Text(if raw != 0 { "yes" } else { "no" }.to_owned()),
                _ => Value::Text(field.format_with_unit(raw)),
            };
            section.row_if(is_used(field, raw), field.name, value);
        }
        section
    }
}

fn is_used(field: &Field, raw: u64) -> bool {
    raw != 0 || field.kind.must_be_written()
}
