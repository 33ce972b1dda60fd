//! The listing of a recording.

use std::collections::BTreeMap;

use super::values::Structure;

/// Statements that the trace does not print: structures without fields, and those that Mesa prints
/// as raw words.
const NOT_TRACED: &[&str] = &[
    "FRAMEBUFFER_PADDING_1",
    "FRAMEBUFFER_PADDING_2",
    "TILER_WEIGHTS",
    "UNIFORM_BUFFER",
];

/// The structures of a listing, with the numbers of addresses.
pub fn structures(text: &str) -> Vec<Structure> {
    let mut buffers = BTreeMap::new();
    let mut out = Vec::new();
    for line in text.lines() {
        if let Some(comment) = line.strip_prefix("#   0x") {
            // `#   0x0a027000 65536 bytes, 4096 written: bo 10`
            if let Some((about, name)) = comment.split_once(": ")
                && let Some((address, _)) = about.split_once(' ')
                && let Ok(address) = u64::from_str_radix(address, 16)
            {
                buffers.insert(name.to_owned(), address);
            }
            continue;
        }
        let Some(statement) = statement(line) else {
            continue;
        };
        let (name, fields) = statement.split_once(' ').unwrap_or((statement, ""));
        let name = name.strip_prefix("V4_").unwrap_or(name);
        if NOT_TRACED.contains(&name) {
            continue;
        }
        let mut one = Structure::new(name);
        for field in fields.split(", ").filter(|f| !f.is_empty()) {
            let (key, value) = field.split_once('=').unwrap_or((field, "true"));
            let value = match value.strip_prefix('@') {
                Some(place) => absolute(place, &buffers),
                None => value.to_owned(),
            };
            one.fields.insert(key.to_owned(), value);
        }
        out.push(one);
    }
    out
}

/// The statement of a line of bytes: `  0x0a027000  00000000 0000001f  LOCAL_STORAGE tls_size=0`.
fn statement(line: &str) -> Option<&str> {
    let rest = line.strip_prefix("  0x")?;
    let mut words = rest.split_whitespace().skip(1);
    let is_hex = |word: &&str| word.len() == 8 && word.bytes().all(|b| b.is_ascii_hexdigit());
    let first = words.find(|word| !is_hex(word))?;
    let is_name = |b: u8| b.is_ascii_uppercase() || b.is_ascii_digit() || b == b'_';
    if first.len() < 4 || !first.bytes().all(is_name) {
        return None;
    }
    let at = line.find(&format!("  {first}"))?;
    Some(line[at..].trim())
}

/// The address of `bo 9+0x40`.
fn absolute(place: &str, buffers: &BTreeMap<String, u64>) -> String {
    let (name, offset) = place.split_once('+').unwrap_or((place, "0x0"));
    let offset = u64::from_str_radix(offset.trim_start_matches("0x"), 16).unwrap_or(0);
    let base = buffers.get(name).copied().unwrap_or(0);
    format!("{:#x}", base + offset)
}
