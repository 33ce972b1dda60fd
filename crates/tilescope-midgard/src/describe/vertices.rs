//! Attributes, varyings, indices and vertices of a draw.

use tilescope_draw::IndexSize;
use tilescope_draw::indices::vertex_numbers;
use tilescope_tables::draws::{self, Form, Section, Table, Topic, Value, Word, mapped_bytes};

use crate::attributes::{Attributes, Buffer, Divide, Record, Source, Threads};
use crate::descriptors::job::{invocation, primitive};
use crate::descriptors::{DrawMode, IndexType};
use crate::formats::RegisterType;
use crate::log::Ctx;
use crate::state::Invocation;

/// The sources of attributes or varyings; `None` if there are none.
pub(super) fn records(title: &str, attributes: &Attributes) -> Option<Section> {
    let columns = [
        "#", "address", "format", "source", "offset", "stride", "size",
    ];
    let mut table = Table::new(&columns);
    for (n, record) in attributes.records().iter().enumerate() {
        let dash = || Value::from("-");
        let mut line = vec![
            Value::Count(n as u64),
            dash(),
            format(record).into(),
            source(record).into(),
            Value::Text(record.offset.to_string()),
            dash(),
            dash(),
        ];
        if let Source::Buffer(buffer) | Source::Image(buffer) = &record.source {
            line[1] = Value::Address(buffer.base.wrapping_add_signed(record.offset.into()));
            line[5] = buffer.stride.into();
            line[6] = buffer.size.into();
        }
        table.line(line);
    }
    (!attributes.records().is_empty()).then(|| Section::of(Topic::Attributes, title, table))
}

fn format(record: &Record) -> String {
    let srgb = if record.format.srgb { ", sRGB" } else { "" };
    let swizzle = record.format.swizzle.0;
    let channel =
        |n: u16| ["x", "y", "z", "w", "0", "1", "?", "?"][usize::from(swizzle >> (3 * n) & 7)];
    format!(
        "{}.{}{srgb}",
        record.format.name(),
        [0, 1, 2, 3].map(channel).concat()
    )
}

fn source(record: &Record) -> String {
    match &record.source {
        Source::Buffer(Buffer {
            divide: Divide::None,
            index,
            ..
        }) => format!("buffer {index}"),
        Source::Buffer(buffer) => format!("buffer {}, {:?}", buffer.index, buffer.divide),
        Source::Image(buffer) => format!("image, buffer {}", buffer.index),
        other => other.name(),
    }
}

/// The mode and the numbers of a draw, in words.
pub(super) fn title(primitives: &draws::Record, threads: &draws::Record) -> String {
    let raw = primitive::DRAW_MODE.get(&primitives.bytes);
    let mode = DrawMode::from_bits(raw as u8);
    let count = primitive::INDEX_COUNT.get(&primitives.bytes) + 1;
    let mut title = draws::title(mode.name(), ("mode", raw), count);
    if size(primitives).is_some() {
        title.push_str(", indexed");
    }
    match Invocation::decode(&threads.bytes).vertices().1 {
        1 => {}
        instances => title.push_str(&format!(", {instances} instances")),
    }
    title
}

/// The size of the indices of a draw.
fn size(primitives: &draws::Record) -> Option<IndexSize> {
    match IndexType::from_bits(primitive::INDEX_TYPE.get(&primitives.bytes) as u8) {
        IndexType::UINT8 => Some(IndexSize::U8),
        IndexType::UINT16 => Some(IndexSize::U16),
        IndexType::UINT32 => Some(IndexSize::U32),
        IndexType::None | IndexType::Unknown(_) => None,
    }
}

/// The first indices, three for each vertex that is shown; `None` without indices.
pub(super) fn indices(primitives: &draws::Record, shown: u32, c: &Ctx<'_>) -> Option<Section> {
    let size = size(primitives)?;
    let address = primitive::INDICES.get(&primitives.bytes);
    let count = primitive::INDEX_COUNT.get(&primitives.bytes) + 1;
    let first = count.min(3 * u64::from(shown));
    let len = first * u64::from(size.bytes());
    let bytes = mapped_bytes(c.bus.memory(), address, len.min(1 << 20) as usize);
    let numbers = vertex_numbers(size, &bytes, None, 0);
    let mut section = Section::new(Topic::Indices, "indices").at(address);
    section.row("bytes of an index", size.bytes());
    let base = primitive::BASE_VERTEX_OFFSET.get(&primitives.bytes) as u32 as i32;
    section.row_if(base != 0, "added to each", base.to_string());
    let numbers = numbers.map(|n| Word::of(n, Form::Unsigned));
    section.indices(numbers.collect(), count as usize);
    Some(section)
}

/// The attributes of the first vertices of the vertex job at `job`.
pub(super) fn values(job: u64, attributes: &Attributes, shown: u32, c: &mut Ctx<'_>) -> Section {
    let threads = mapped_bytes(
        c.bus.memory(),
        job.wrapping_add(32),
        invocation::LAYOUT.size.into(),
    );
    let (vertices, _) = Invocation::decode(&threads).vertices();
    let names = (0..attributes.records().len()).map(|n| format!("attribute {n}"));
    let first: Vec<u32> = (0..vertices.min(shown)).collect();
    let table = Table::of_vertices(&first, vertices.into(), names, |vertex| {
        let records = (0..).zip(attributes.records());
        let words = records.map(|(n, record)| one(vertex, n, record, attributes, c));
        words.map(Value::Words).collect()
    });
    Section::of(Topic::Vertices, "vertices", table)
}

/// An attribute of a vertex, in a register of its format's type.
fn one(
    vertex: u32,
    n: u32,
    record: &Record,
    attributes: &Attributes,
    c: &mut Ctx<'_>,
) -> Vec<Word> {
    let threads = Threads {
        linear: &[vertex; 16],
        mask: 1,
        fragment: None,
    };
    let form = match record.format.is_integer() {
        true => Form::Signed,
        false => Form::Float,
    };
    if let Source::Buffer(buffer) = &record.source {
        let first = attributes.first();
        let written = record
            .place(buffer, buffer.element(vertex, first))
            .is_some_and(|at| c.bus.initialised(at, record.format.bytes()));
        if !written {
            return vec![Word::UNWRITTEN; 4];
        }
    }
    match attributes.load(n, &threads, RegisterType::Format, c) {
        Ok(value) => value.map(|lanes| Word::of(lanes[0], form)).to_vec(),
        Err(_) => vec![Word::UNWRITTEN; 4],
    }
}

/// Positions of the first vertices, of a draw without a vertex job.
pub(super) fn positions(
    address: u64,
    primitives: &draws::Record,
    shown: u32,
    c: &Ctx<'_>,
) -> Section {
    let count = match size(primitives) {
        // The greatest index is not known.
        Some(_) => 0,
        None => primitive::INDEX_COUNT.get(&primitives.bytes) + 1,
    };
    let first: Vec<u32> = (0..count.min(shown.into()) as u32).collect();
    let columns = ["x, y, z, 1/w".to_owned()];
    let table = Table::of_vertices(&first, count, columns, |vertex| {
        let at = address.wrapping_add(16 * u64::from(vertex));
        vec![Value::Words(Word::read(c.bus.memory(), at, 4, Form::Float))]
    });
    Section::of(Topic::Vertices, "positions", table).at(address)
}
