//! Vertex attributes, indices, and the first vertices as numbers.

use std::collections::BTreeSet;

use tilescope_core::Unit;
use tilescope_tables::draws::{Form, Section, Table, Topic, Value, Word};

use super::reading::{Reading, format_name, numbers};
use super::shaders::{Program, Programs};
use super::{Command, Context};
use crate::indices::{Fetch, Source};
use crate::records::{Attribute, GlShaderRecord, NvShaderRecord};
use crate::shader_records::nv_format;

const UNIT: Unit = Unit("describe");
/// Maximum number of indices to search for vertices.
const MAX_INDICES: u32 = 1 << 20;

/// An attribute array, and its readings by the shaders.
struct Array<'a> {
    number: usize,
    attribute: &'a Attribute,
    words: Vec<Vec<Reading>>,
}

/// Sections about the vertices of a GL shader record.
pub(super) fn gl(
    context: &Context<'_>,
    command: &Command,
    record: &GlShaderRecord,
    programs: &Programs,
) -> Vec<Section> {
    let arrays: Vec<Array<'_>> = record
        .attributes
        .iter()
        .enumerate()
        .map(|(i, a)| Array {
            number: i,
            attribute: a,
            words: readings(record, i, a, programs),
        })
        .collect();
    let mut out = Vec::new();
    if !arrays.is_empty() {
        out.push(attributes(record, &arrays));
    }
    out.extend(indices(context, command));
    let (first, all) = first_vertices(context, command);
    let columns = arrays.iter().map(|a| format!("attribute {}", a.number));
    let table = Table::of_vertices(&first, all, columns, |vertex| {
        arrays.iter().map(|a| a.values(context, vertex)).collect()
    });
    out.push(Section::of(Topic::Vertices, "vertices", table));
    out
}

/// Readings of the words of array `i` by the vertex shader, or else the coordinate shader.
fn readings(
    record: &GlShaderRecord,
    i: usize,
    a: &Attribute,
    programs: &Programs,
) -> Vec<Vec<Reading>> {
    let of = |program: &Program, selected: u8, offset: u8| -> Vec<Vec<Reading>> {
        let words = usize::from(a.size).div_ceil(4);
        let first = usize::from(offset / 4);
        let word = |k: usize| match selected >> i & 1 {
            0 => Vec::new(),
            _ => program
                .parameters
                .vpm
                .get(first + k)
                .cloned()
                .unwrap_or_default(),
        };
        (0..words).map(word).collect()
    };
    let mut words = of(&programs.vertex, record.vertex.attributes, a.vs_offset);
    let other = of(
        &programs.coordinate,
        record.coordinate.attributes,
        a.cs_offset,
    );
    for (word, other) in words.iter_mut().zip(other).filter(|(w, _)| w.is_empty()) {
        *word = other;
    }
    words
}

fn attributes(record: &GlShaderRecord, arrays: &[Array<'_>]) -> Section {
    let mut table = Table::new(&[
        "#",
        "address",
        "format",
        "bytes",
        "stride",
        "vertex shader",
        "coordinate shader",
    ]);
    for array in arrays {
        let a = array.attribute;
        let rows = |selected: u8, offset: u8| match selected >> array.number & 1 {
            0 => "not read".to_owned(),
            _ => format!("at byte {offset}"),
        };
        table.line(vec![
            (array.number as u32).into(),
            Value::Address(a.address.into()),
            format_name(&array.words, a.size.into()).into(),
            u32::from(a.size).into(),
            a.stride.into(),
            rows(record.vertex.attributes, a.vs_offset).into(),
            rows(record.coordinate.attributes, a.cs_offset).into(),
        ]);
    }
    Section::of(Topic::Attributes, "attributes", table)
}

impl Array<'_> {
    /// The numbers of one vertex.
    fn values(&self, context: &Context<'_>, vertex: u32) -> Value {
        let a = self.attribute;
        let at = a.address.wrapping_add(vertex.wrapping_mul(a.stride));
        let len = usize::from(a.size);
        let mut bytes = vec![0; len.next_multiple_of(4)];
        let memory = context.bus.memory();
        if memory.read(at.into(), &mut bytes[..len], UNIT).is_err() {
            return Value::from("not in any buffer");
        }
        if !context.bus.initialised(at, len as u32) {
            return Value::Words(vec![Word::UNWRITTEN]);
        }
        let (words, _) = bytes.as_chunks::<4>();
        let each = words.iter().zip(&self.words).enumerate();
        let each = each.flat_map(|(i, (word, readings))| {
            numbers(u32::from_le_bytes(*word), readings, (len - 4 * i) as u32)
        });
        Value::Words(each.collect())
    }
}

/// The indices, if the draw has any.
fn indices(context: &Context<'_>, command: &Command) -> Option<Section> {
    let Source::List { address, max, .. } = command.source else {
        return None;
    };
    let mut section = Section::new(Topic::Indices, "indices").at(address);
    let shown = command.length.min(context.shown.saturating_mul(3));
    let fetch = Fetch::new(command.source, shown, context.bus);
    let first: Vec<Word> = fetch.map(|i| Word::of(i, Form::Unsigned)).collect();
    match first.is_empty() && shown > 0 {
        true => section.row("contents", "not in any buffer"),
        false => section.indices(first, command.length as usize),
    }
    section.row("largest allowed", max);
    Some(section)
}

/// The first distinct vertices in draw order, and their total number.
fn first_vertices(context: &Context<'_>, command: &Command) -> (Vec<u32>, u64) {
    let length = command.length.min(MAX_INDICES);
    let mut seen = BTreeSet::new();
    let mut first = Vec::new();
    for index in Fetch::new(command.source, length, context.bus) {
        if seen.insert(index) && first.len() < context.shown as usize {
            first.push(index);
        }
    }
    (first, seen.len() as u64)
}

/// Sections about already shaded vertices.
pub(super) fn nv(
    context: &Context<'_>,
    command: &Command,
    record: &NvShaderRecord,
) -> Vec<Section> {
    let mut out: Vec<Section> = indices(context, command).into_iter().collect();
    let format = nv_format(record);
    let mut section = Section::new(Topic::Vertices, "shaded vertices").at(record.vertices_address);
    section.row("stride", u32::from(record.stride));
    // The order of a shaded vertex: `VertexFormat`.
    let groups = [
        (record.clip_header, "clip x, y, z, w", 4, Form::Float),
        (true, "screen y : x in 1/16 px", 1, Form::Bits),
        (true, "z, 1/w", 2, Form::Float),
        (record.point_size, "point size", 1, Form::Float),
        (
            record.fs_varyings > 0,
            "varyings",
            record.fs_varyings.into(),
            Form::Float,
        ),
    ];
    let groups: Vec<_> = groups.into_iter().filter(|p| p.0).collect();
    let columns = groups.iter().map(|p| p.1.to_owned());
    let (first, all) = first_vertices(context, command);
    let table = Table::of_vertices(&first, all, columns, |vertex| {
        let offset = vertex.wrapping_mul(record.stride.into());
        let at = record.vertices_address.wrapping_add(offset);
        let mut bytes = vec![0; format.rows() * 4];
        let memory = context.bus.memory();
        if memory.read(at.into(), &mut bytes, UNIT).is_err() {
            return vec![Value::from("not in any buffer"); groups.len()];
        }
        let written = context.bus.initialised(at, bytes.len() as u32);
        let mut words = bytes.as_chunks::<4>().0.iter();
        let parts = groups.iter().map(|(_, _, count, form)| {
            let part = words.by_ref().take(*count).map(|w| match written {
                true => Word::of(u32::from_le_bytes(*w), *form),
                false => Word::UNWRITTEN,
            });
            Value::Words(part.collect())
        });
        parts.collect()
    });
    section.table = Some(table);
    out.push(section);
    out
}
