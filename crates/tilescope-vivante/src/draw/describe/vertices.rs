//! Description of vertex elements, indices, and the first vertices as numbers.

use tilescope_draw::indices::unique;
use tilescope_tables::draws::{Form, Section, Table, Topic, Value, Word};

use super::super::fetch::{Attributes, Element, Normalize, Vertex};
use super::super::indices::Indices;
use super::super::link::Link;
use super::Context;
use crate::fe::DrawCommand;
use crate::log::Log;
use crate::regs::enums::{EndianMode, FeDataType};
use crate::regs::fe::{IndexType, index_stream_control};

/// The sections of a draw's vertices.
pub(super) fn sections(
    context: &Context<'_>,
    command: &DrawCommand,
    attributes: &Attributes,
    link: Option<&Link>,
) -> Vec<Section> {
    let mut out = Vec::new();
    if !attributes.elements.is_empty() {
        out.push(elements(attributes, link));
    }
    let mut log = Log::default();
    let indices = Indices::new(
        command,
        context.state,
        context.set.bus,
        &mut log,
        Vec::new(),
    );
    let indices = match indices {
        Ok(indices) => indices,
        Err(stopped) => {
            let mut section = Section::new(Topic::Indices, "indices");
            section.row("contents", super::reason(&stopped));
            out.push(section);
            return out;
        }
    };
    out.extend(index_section(context, command, &indices));
    out.push(vertices(context, attributes, &indices));
    out
}

/// The format of an element, in the hardware's terms.
fn format_name(e: &Element) -> String {
    let name = match e.ty.name() {
        Some(name) => name.to_owned(),
        None => format!("type {}", e.ty.bits()),
    };
    let mut text = format!("{name} x{}", e.components);
    if e.normalize != Normalize::Off && !e.whole {
        text += ", normalised";
    }
    if e.whole {
        text += ", integer";
    }
    if e.endian != EndianMode::NoSwap {
        text += &format!(", {:?}", e.endian);
    }
    text
}

fn elements(attributes: &Attributes, link: Option<&Link>) -> Section {
    let mut table = Table::new(&[
        "#", "address", "format", "stream", "offset", "stride", "divisor", "register",
    ]);
    for (i, e) in attributes.elements.iter().enumerate() {
        let s = &attributes.streams[e.stream & 15];
        let register = link.and_then(|l| l.inputs.get(i));
        table.line(vec![
            (i as u32).into(),
            Value::Address(s.base.wrapping_add(e.offset).into()),
            format_name(e).into(),
            (e.stream as u32).into(),
            e.offset.into(),
            s.stride.into(),
            s.divisor.into(),
            register.map_or(String::new(), |r| format!("t{r}")).into(),
        ]);
    }
    Section::of(Topic::Attributes, "attributes", table)
}

fn index_section(
    context: &Context<'_>,
    command: &DrawCommand,
    indices: &Indices,
) -> Option<Section> {
    let (address, bytes) = indices.memory?;
    let mut section = Section::new(Topic::Indices, "indices").at(address);
    let control = context.state.word(index_stream_control::AT);
    let kind = IndexType::from_bits(index_stream_control::TYPE.of(control) as u8);
    section.row("type", kind.name().unwrap_or("unknown"));
    section.row_if(command.base != 0, "added to each", command.base.to_string());
    let shown = indices.numbers.len().min(context.shown as usize * 3);
    let written = context
        .set
        .bus
        .initialised(address, bytes.min(u32::MAX.into()) as u32);
    let first = indices
        .numbers
        .iter()
        .take(shown)
        .map(|n| match Some(*n) == indices.restart {
            true => Word::of(u32::MAX, Form::Signed),
            false => Word::of(*n, Form::Unsigned),
        });
    section.indices(first.collect(), indices.numbers.len());
    section.row_if(
        !written,
        "written",
        if written { "all" } else { "not all of them" },
    );
    if indices.restart.is_some() {
        section.row("primitive restart", "on, shown as -1");
    }
    Some(section)
}

fn vertices(context: &Context<'_>, attributes: &Attributes, indices: &Indices) -> Section {
    let mut numbers = indices.numbers.clone();
    let unique = unique(&mut numbers, indices.restart, Vec::new());
    let columns = (0..attributes.elements.len()).map(|n| format!("attribute {n}"));
    let shown = unique.len().min(context.shown as usize);
    let table = Table::of_vertices(&unique[..shown], unique.len() as u64, columns, |index| {
        let vertex = Vertex { index, instance: 0 };
        let each = attributes.elements.iter().enumerate();
        each.map(|(n, e)| value(context, attributes, n, e, vertex))
            .collect()
    });
    Section::of(Topic::Vertices, "vertices", table)
}

/// The components of element `n` of a vertex that are in memory.
fn value(
    context: &Context<'_>,
    attributes: &Attributes,
    n: usize,
    e: &Element,
    vertex: Vertex,
) -> Value {
    let mut log = Log::default();
    let words = match attributes.fetch(n, vertex, context.set.bus, &mut log) {
        Ok(words) => words,
        Err(_) => return Value::from("not in any buffer"),
    };
    // The only finding of a fetch is that the bytes were never written.
    if !log.is_silent() {
        return Value::Words(vec![Word::UNWRITTEN]);
    }
    let form = match e.ty {
        FeDataType::ByteI | FeDataType::ShortI => Form::Signed,
        _ if e.whole => Form::Signed,
        _ => Form::Float,
    };
    let count = match e.ty {
        FeDataType::Int2101010Rev
        | FeDataType::UnsignedInt2101010Rev
        | FeDataType::Int1010102
        | FeDataType::UnsignedInt1010102 => 4,
        _ => e.components,
    };
    let shown = words.into_iter().take(count as usize);
    Value::Words(shown.map(|bits| Word::of(bits, form)).collect())
}
