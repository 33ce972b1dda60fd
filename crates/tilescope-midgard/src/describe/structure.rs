//! Structures of memory as rows and as text.

use tilescope_core::Unit;
use tilescope_tables::draws::{Form, Section, Topic, Value, Word};
use tilescope_tables::packet::{Field, Kind};

use crate::cmd;
use crate::descriptors::Arch;
use crate::log::Ctx;
use crate::memory::mapped_bytes;

/// The bytes at an address; those that are not mapped are 0.
pub(super) fn bytes(address: u64, len: usize, c: &Ctx<'_>) -> Vec<u8> {
    mapped_bytes(c.bus.memory(), Unit("draw"), address, len)
}

/// The 64 bits at an address.
pub(super) fn pointer(address: u64, c: &Ctx<'_>) -> u64 {
    let bytes = bytes(address, 8, c).into_iter().rev();
    bytes.fold(0, |all, byte| all << 8 | u64::from(byte))
}

/// The words at an address.
pub(super) fn words(address: u64, count: usize, form: Form, c: &Ctx<'_>) -> Vec<Word> {
    let bytes = bytes(address, 4 * count, c);
    let (words, _) = bytes.as_chunks::<4>();
    let word = |(n, bytes): (usize, &[u8; 4])| {
        let at = address.wrapping_add(4 * n as u64);
        match c.bus.initialised(at, 4) {
            true => Word::of(u32::from_le_bytes(*bytes), form),
            false => Word::UNWRITTEN,
        }
    };
    words.iter().enumerate().map(word).collect()
}

/// A structure in memory.
pub(super) struct Structure {
    /// Its name in texts of jobs.
    pub name: &'static str,
    pub address: u64,
    pub bytes: Vec<u8>,
    fields: Vec<Field>,
}

impl Structure {
    /// The structure at `address`, by its name in Mesa; without fields if the architecture has
    /// none of this name.
    pub fn read(name: &str, arch: Arch, address: u64, c: &Ctx<'_>) -> Structure {
        let Some(row) = cmd::row(name, arch) else {
            return Structure {
                name: "unknown",
                address,
                bytes: Vec::new(),
                fields: Vec::new(),
            };
        };
        let bytes = bytes(address, row.layout.size.into(), c);
        Structure {
            name: &row.name,
            address,
            fields: cmd::shown_fields(row.descriptor, &bytes),
            bytes,
        }
    }

    /// The fields with a meaning.
    fn fields(&self) -> impl Iterator<Item = &Field> {
        let fields = self.fields.iter();
        fields.filter(|f| f.kind != Kind::Reserved)
    }

    /// The fields that are not zero, without addresses.
    pub fn text(&self) -> String {
        let own = self
            .fields()
            .filter(|f| !matches!(f.kind, Kind::Address(_)));
        let texts = own.filter_map(|field| {
            let raw = field.get(&self.bytes);
            let is_shown = raw != 0 || field.kind.must_be_written();
            is_shown.then(|| match field.kind {
                Kind::Bool => field.name.to_owned(),
                _ => format!("{}={}", field.name, field.format_with_unit(raw)),
            })
        });
        let texts: Vec<String> = texts.collect();
        match texts.is_empty() {
            true => "all zero".to_owned(),
            false => texts.join(", "),
        }
    }

    /// A section with a row for each field; those that are zero are defaults.
    pub fn section(&self, topic: Topic, title: String) -> Section {
        let mut section = Section::new(topic, title).at(self.address);
        for field in self.fields() {
            let raw = field.get(&self.bytes);
            let value = match field.kind {
                // A size that is stored as addresses are.
                _ if field.name == "color_buffer_allocation" => {
                    Value::Text(format!("{} bytes", raw << 10))
                }
                Kind::Address(shift) => Value::Address(raw << shift),
                Kind::Float32 => Word::of(raw as u32, Form::Float).into(),
                Kind::Bool => Value::Text(if raw != 0 { "yes" } else { "no" }.to_owned()),
                _ => Value::Text(field.format_with_unit(raw)),
            };
            let is_used = raw != 0 || field.kind.must_be_written();
            section.row_if(is_used, field.name, value);
        }
        section
    }
}
