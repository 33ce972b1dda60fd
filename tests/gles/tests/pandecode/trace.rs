//! The trace: structures of indented lines, `Name: value`, with a line of their own for the name.

use super::values::{Structure, key};

/// The names of structures in the listing, by those in the trace.
const NAMES: &[(&str, &str)] = &[
    ("color_render_target", "RENDER_TARGET"),
    ("compute_job_parameters", "COMPUTE_JOB_PARAMETERS"),
    ("draw", "DRAW"),
    ("fragment_job_payload", "FRAGMENT_JOB_PAYLOAD"),
    ("invocation", "INVOCATION"),
    ("job_header", "JOB_HEADER"),
    ("local_storage", "LOCAL_STORAGE"),
    ("parameters", "FRAMEBUFFER_PARAMETERS"),
    ("primitive", "PRIMITIVE"),
    ("primitive_size", "PRIMITIVE_SIZE"),
    ("sampler", "SAMPLER"),
    ("state", "RENDERER_STATE"),
    ("surface_with_stride", "SURFACE_WITH_STRIDE"),
    ("texture", "TEXTURE"),
    ("tiler", "TILER_CONTEXT"),
    ("vertex_job_parameters", "COMPUTE_JOB_PARAMETERS"),
    ("viewport", "VIEWPORT"),
    ("write_value_payload", "WRITE_VALUE_JOB_PAYLOAD"),
    ("zs_crc_extension", "ZS_CRC_EXTENSION"),
    ("blend_rt", "BLEND"),
    // Records and buffers are told apart by their fields.
    ("attribute", "ATTRIBUTE"),
    ("varying", "ATTRIBUTE"),
];

fn named(key: &str) -> Option<&'static str> {
    // A number, or an address.
    let stem = match key.rsplit_once('_') {
        Some((stem, last)) if u64::from_str_radix(last, 16).is_ok() => stem,
        _ => key,
    };
    let mut names = NAMES.iter();
    names.find(|(name, _)| *name == stem).map(|(_, ours)| *ours)
}

/// The structures of a trace.
pub fn structures(text: &str) -> Vec<Structure> {
    let mut out: Vec<Structure> = Vec::new();
    // Titles around the line, with their indentation, and the number of them outside of the
    // structure.
    let mut titles: Vec<(usize, String)> = Vec::new();
    let mut open: Option<usize> = None;
    for line in text.lines() {
        let indent = line.len() - line.trim_start().len();
        let Some((name, value)) = line.trim().split_once(':') else {
            continue;
        };
        if !name.starts_with(|c: char| c.is_ascii_alphabetic()) {
            continue;
        }
        titles.retain(|(at, _)| *at < indent);
        if open.is_some_and(|depth| titles.len() < depth) {
            open = None;
        }
        // The address after a job's title.
        let key = key(name.split(" (").next().unwrap_or(name));
        let key = if name.contains("(v6)") {
            "format".to_owned()
        } else {
            key
        };
        let value = value.trim();
        if value.is_empty() {
            titles.push((indent, key.clone()));
            if let Some(name) = named(&key) {
                open = Some(titles.len());
                out.push(Structure::new(name));
            }
        } else if let (Some(depth), Some(one)) = (open, out.last()) {
            let inside = titles[depth..].iter().map(|(_, title)| title.as_str());
            let path: Vec<&str> = inside.chain([key.as_str()]).collect();
            let path = path.join("_");
            if one.fields.contains_key(&path) {
                // The continuation of a record has no title.
                let name = one.name.clone();
                out.push(Structure::new(&name));
            }
            if let Some(one) = out.last_mut() {
                one.fields.insert(path, value.to_owned());
            }
        }
    }
    out.iter_mut().for_each(name_record);
    // Titles without fields, as `Tiler` around others.
    out.retain(|one| !one.fields.is_empty());
    out
}

/// Names a record of attributes by its fields.
fn name_record(one: &mut Structure) {
    let has = |field: &str| one.fields.contains_key(field);
    if one.name != "ATTRIBUTE" || has("buffer_index") {
        return;
    }
    let special = one
        .fields
        .get("special")
        .map_or("", String::as_str)
        .to_owned();
    let name = match special.as_str() {
        _ if has("r_dimension") => "ATTRIBUTE_BUFFER_CONTINUATION_3D",
        _ if has("divisor_numerator") => "ATTRIBUTE_BUFFER_CONTINUATION_NPOT",
        "Vertex ID" => "ATTRIBUTE_VERTEX_ID",
        "Instance ID" => "ATTRIBUTE_INSTANCE_ID",
        _ => "ATTRIBUTE_BUFFER",
    };
    one.name = name.to_owned();
    if name.ends_with("_ID") {
        // The trace shows all meanings of the bits.
        one.fields.retain(|field, _| field.starts_with("divisor_"));
        one.fields.insert("type".to_owned(), special);
    }
}
