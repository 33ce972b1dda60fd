//! The resources of draws, in a form that families fill in and tools render.
//!
//! ```text
//! family: parser -> state -> Draw { Section { Row, Table } }   tool: text, JSON
//! ```
//!
//! A [`Draw`] holds [`Section`]s in the order in which they are read: state,
//! render targets, shaders, uniforms, textures, attributes, indices, vertices. A
//! section has [`Row`]s of a name and a [`Value`], a [`Table`], or both. Addresses
//! stay numbers: only the tool knows the names of buffers.

use std::fmt;

mod record;

pub use record::{Record, mapped_bytes, mapped_pointer};

/// One draw and all resources that it reads and writes.
#[derive(Clone, Debug, PartialEq)]
pub struct Draw {
    /// Its number in the command list, from 0, as in locations of findings.
    pub number: u32,
    /// Address of the command.
    pub address: u64,
    /// Name of the command.
    pub command: &'static str,
    /// Primitive type, and numbers of vertices, instances and so on.
    pub title: String,
    /// The sections, in reading order.
    pub sections: Vec<Section>,
}

/// The subject of a section.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Topic {
    /// Fixed-function state.
    State,
    /// A render target, a depth buffer, or loads and stores of them.
    Target,
    /// A shader program.
    Shader,
    /// Uniforms of a shader.
    Uniforms,
    /// A texture and its sampler.
    Texture,
    /// Formats of vertex attributes.
    Attributes,
    /// Vertex indices.
    Indices,
    /// Values of vertex attributes.
    Vertices,
}

impl Topic {
    /// The word used in JSON.
    pub fn name(self) -> &'static str {
        match self {
            Topic::State => "state",
            Topic::Target => "target",
            Topic::Shader => "shader",
            Topic::Uniforms => "uniforms",
            Topic::Texture => "texture",
            Topic::Attributes => "attributes",
            Topic::Indices => "indices",
            Topic::Vertices => "vertices",
        }
    }
}

/// Rows about one resource.
#[derive(Clone, Debug, PartialEq)]
pub struct Section {
    /// The subject.
    pub topic: Topic,
    /// Its heading, such as `texture 0 of the fragment shader`.
    pub title: String,
    /// The address of the resource.
    pub address: Option<u64>,
    /// Names and values.
    pub rows: Vec<Row>,
    /// Values in columns.
    pub table: Option<Table>,
}

/// Whether a row is worth showing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Relevance {
    /// It affects the draw.
    Used,
    /// It has the value that it would have if nothing had set it.
    Default,
    /// The draw does not use it.
    Unused,
}

/// A name and a value.
#[derive(Clone, Debug, PartialEq)]
pub struct Row {
    /// The name.
    pub name: String,
    /// The value.
    pub value: Value,
    /// Whether it is worth showing.
    pub relevance: Relevance,
    /// The address of the command that sets it.
    pub set_at: Option<u64>,
}

/// Values in columns.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Table {
    /// Headings.
    pub columns: Vec<String>,
    /// The lines.
    pub lines: Vec<Line>,
    /// The number of further lines that are left out.
    pub more: u64,
}

/// A line of a table.
#[derive(Clone, Debug, PartialEq)]
pub struct Line {
    /// One value per column.
    pub values: Vec<Value>,
    /// Whether it is worth showing.
    pub relevance: Relevance,
}

/// A value.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    /// Text in the terms of the hardware.
    Text(String),
    /// A host number: a count or a size.
    Count(u64),
    /// A GPU address.
    Address(u64),
    /// Words of memory or of registers.
    Words(Vec<Word>),
}

/// 32 bits, in the hardware's representation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Word {
    /// The bits; zero if they were never written.
    pub bits: u32,
    /// The interpretation of the bits.
    pub form: Form,
    /// Whether the word was ever written.
    pub written: bool,
}

/// The interpretation of the bits of a word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// A float.
    Float,
    /// A signed integer.
    Signed,
    /// An unsigned integer.
    Unsigned,
    /// Bits.
    Bits,
}

impl Word {
    /// A float that was written.
    pub fn float(value: f32) -> Word {
        Word::of(value.to_bits(), Form::Float)
    }

    /// A word that was written.
    pub fn of(bits: u32, form: Form) -> Word {
        Word {
            bits,
            form,
            written: true,
        }
    }

    /// A word that was never written.
    pub const UNWRITTEN: Word = Word {
        bits: 0,
        form: Form::Bits,
        written: false,
    };

    /// The bits in hexadecimal.
    pub fn hex(self) -> String {
        match self.written {
            true => format!("{:#010x}", self.bits),
            false => "never written".to_owned(),
        }
    }
}

/// The value alone, without its bits. Floats that are denormal as floats are shown as hexadecimal:
/// they are unlikely to be floats.
impl fmt::Display for Word {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let value = f32::from_bits(self.bits);
        match self.form {
            _ if !self.written => f.write_str("?"),
            Form::Float if value.is_subnormal() => write!(f, "{:#x}", self.bits),
            Form::Float => write!(f, "{value:?}"),
            Form::Signed => write!(f, "{}", self.bits as i32),
            Form::Unsigned => write!(f, "{}", self.bits),
            Form::Bits => write!(f, "{:#010x}", self.bits),
        }
    }
}

impl From<String> for Value {
    fn from(text: String) -> Self {
        Value::Text(text)
    }
}

impl From<&str> for Value {
    fn from(text: &str) -> Self {
        Value::Text(text.to_owned())
    }
}

impl From<Word> for Value {
    fn from(word: Word) -> Self {
        Value::Words(vec![word])
    }
}

impl From<u32> for Value {
    fn from(count: u32) -> Self {
        Value::Count(count.into())
    }
}

impl Section {
    /// A section without rows.
    pub fn new(topic: Topic, title: impl Into<String>) -> Section {
        Section {
            topic,
            title: title.into(),
            address: None,
            rows: Vec::new(),
            table: None,
        }
    }

    /// The section with the address of its resource.
    #[must_use]
    pub fn at(self, address: impl Into<u64>) -> Section {
        Section {
            address: Some(address.into()),
            ..self
        }
    }

    /// Appends a row that is used.
    pub fn row(&mut self, name: impl Into<String>, value: impl Into<Value>) {
        self.push(name, value, Relevance::Used, None);
    }

    /// Appends a row that is used if `used`, and a default otherwise.
    pub fn row_if(&mut self, used: bool, name: impl Into<String>, value: impl Into<Value>) {
        let relevance = match used {
            true => Relevance::Used,
            false => Relevance::Default,
        };
        self.push(name, value, relevance, None);
    }

    /// A section that is a table.
    pub fn of(topic: Topic, title: impl Into<String>, table: Table) -> Section {
        Section {
            table: Some(table),
            ..Section::new(topic, title)
        }
    }

    /// Appends the first of `all` indices of a draw.
    pub fn indices(&mut self, first: Vec<Word>, all: usize) {
        let name = match first.len() == all {
            true => "all".to_owned(),
            false => format!("first {} of {all}", first.len()),
        };
        self.row(name, Value::Words(first));
    }

    /// Appends an address.
    pub fn address(&mut self, name: impl Into<String>, address: impl Into<u64>) {
        self.row(name, Value::Address(address.into()));
    }

    /// Appends a row.
    pub fn push(
        &mut self,
        name: impl Into<String>,
        value: impl Into<Value>,
        relevance: Relevance,
        set_at: Option<u64>,
    ) {
        self.rows.push(Row {
            name: name.into(),
            value: value.into(),
            relevance,
            set_at,
        });
    }
}

/// The title of a draw: the name of its primitives, or `what` and their code, and its vertices.
pub fn title(name: Option<&str>, (what, code): (&str, u64), vertices: u64) -> String {
    let name = name.map_or_else(|| format!("{what} {code}"), str::to_owned);
    match vertices {
        1 => format!("{name}, 1 vertex"),
        n => format!("{name}, {n} vertices"),
    }
}

impl Table {
    /// An empty table.
    pub fn new(columns: &[&'static str]) -> Table {
        Table {
            columns: columns.iter().map(|c| (*c).to_owned()).collect(),
            ..Table::default()
        }
    }

    /// The first of `all` distinct vertices of a draw, with the values of each in `columns`.
    pub fn of_vertices(
        first: &[u32],
        all: u64,
        columns: impl IntoIterator<Item = String>,
        mut values: impl FnMut(u32) -> Vec<Value>,
    ) -> Table {
        let mut table = Table::new(&["vertex"]);
        table.columns.extend(columns);
        for vertex in first {
            let mut line = vec![Value::from(*vertex)];
            line.extend(values(*vertex));
            table.line(line);
        }
        table.more = all.saturating_sub(first.len() as u64);
        table
    }

    /// Appends a line that is used.
    pub fn line(&mut self, values: Vec<Value>) {
        self.push(values, Relevance::Used);
    }

    /// Appends a line.
    pub fn push(&mut self, values: Vec<Value>, relevance: Relevance) {
        self.lines.push(Line { values, relevance });
    }
}

/// The receiver of draws during a walk over command lists.
pub trait Visitor {
    /// Whether to describe the next draw.
    fn wants(&mut self) -> bool;

    /// Receives a requested draw.
    fn draw(&mut self, draw: Draw);

    /// The number of vertices and of indices that are shown per draw.
    fn vertices(&self) -> u32 {
        8
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_shown_as_what_they_are_read_as() {
        let text = |bits, form| Word::of(bits, form).to_string();
        assert_eq!(text(0x3f80_0000, Form::Float), "1.0");
        assert_eq!(text(0xffff_ffff, Form::Signed), "-1");
        assert_eq!(text(0xffff_ffff, Form::Unsigned), "4294967295");
        assert_eq!(text(3, Form::Bits), "0x00000003");
        assert_eq!(text(0x12, Form::Float), "0x12", "an integer, most likely");
        assert_eq!(Word::UNWRITTEN.to_string(), "?");
        assert_eq!(Word::UNWRITTEN.hex(), "never written");
    }
}
