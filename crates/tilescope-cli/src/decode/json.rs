//! Draws as JSON, as described in `docs/decode.md`.

use serde_json::{Map, Value as Json, json};
use tilescope_core::{AddressSpace, GpuMemory};
use tilescope_tables::draws::{Draw, Form, Relevance, Section, Table, Value, Word};

/// The position of a draw in its file.
pub struct Place<'a> {
    /// Its number in the file.
    pub number: u64,
    /// The number of its submission.
    pub submission: usize,
    /// The label of the submission.
    pub label: &'a str,
}

/// A draw.
pub fn draw(draw: &Draw, place: &Place<'_>, memory: &AddressSpace) -> Json {
    let sections = draw.sections.iter().map(|s| section(s, memory));
    json!({
        "draw": place.number,
        "submission": place.submission,
        "label": place.label,
        "number": draw.number,
        "command": draw.command,
        "at": address(draw.address, memory),
        "title": draw.title,
        "sections": sections.collect::<Vec<_>>(),
    })
}

fn address(value: u64, memory: &AddressSpace) -> Json {
    let hex = format!("{value:#010x}");
    match memory.locate(value) {
        Some((name, offset)) => json!({ "address": hex, "buffer": name, "offset": offset }),
        None => json!({ "address": hex }),
    }
}

fn relevance(relevance: Relevance) -> &'static str {
    match relevance {
        Relevance::Used => "used",
        Relevance::Default => "default",
        Relevance::Unused => "unused",
    }
}

fn section(section: &Section, memory: &AddressSpace) -> Json {
    let mut out = Map::new();
    out.insert("topic".into(), section.topic.name().into());
    out.insert("title".into(), section.title.clone().into());
    if let Some(at) = section.address {
        out.insert("at".into(), address(at, memory));
    }
    let rows = section.rows.iter().map(|row| {
        let mut out = json!({
            "name": row.name.trim_start(),
            "value": value(&row.value, memory),
            "relevance": relevance(row.relevance),
        });
        if let (Some(at), Some(out)) = (row.set_at, out.as_object_mut()) {
            out.insert("set_at".into(), address(at, memory));
        }
        out
    });
    out.insert("rows".into(), rows.collect());
    if let Some(t) = &section.table {
        out.insert("table".into(), table(t, memory));
    }
    Json::Object(out)
}

fn table(table: &Table, memory: &AddressSpace) -> Json {
    let lines = table.lines.iter().map(|line| {
        let values = line.values.iter().map(|v| value(v, memory));
        json!({ "values": values.collect::<Vec<_>>(), "relevance": relevance(line.relevance) })
    });
    json!({
        "columns": table.columns,
        "lines": lines.collect::<Vec<_>>(),
        "more": table.more,
    })
}

fn value(value: &Value, memory: &AddressSpace) -> Json {
    match value {
        Value::Text(text) => text.clone().into(),
        Value::Count(n) => (*n).into(),
        Value::Address(at) => address(*at, memory),
        Value::Words(words) => words.iter().map(word).collect(),
    }
}

/// A word; null if it was never written. JSON has no infinity and no NaN: their value is text.
fn word(word: &Word) -> Json {
    if !word.written {
        return Json::Null;
    }
    let float = f32::from_bits(word.bits);
    let value: Json = match word.form {
        Form::Float if float.is_finite() => float.into(),
        Form::Float => word.to_string().into(),
        Form::Signed => (word.bits as i32).into(),
        Form::Unsigned | Form::Bits => word.bits.into(),
    };
    json!({ "bits": word.hex(), "value": value })
}
