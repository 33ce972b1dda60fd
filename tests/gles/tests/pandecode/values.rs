//! Structures, and equal values in two notations.

use std::collections::BTreeMap;

/// A structure with the texts of its fields.
#[derive(Clone, Debug)]
pub struct Structure {
    /// Its statement in the listing, without `V4_`.
    pub name: String,
    pub fields: BTreeMap<String, String>,
}

impl Structure {
    pub fn new(name: &str) -> Structure {
        Structure {
            name: name.to_owned(),
            fields: BTreeMap::new(),
        }
    }

    /// Whether the trace has each structure of this kind. It has sizes of points only for draws
    /// that have them.
    pub fn is_traced(&self) -> bool {
        self.name != "PRIMITIVE_SIZE" || !self.is("constant", "0.0")
    }

    fn is(&self, field: &str, value: &str) -> bool {
        self.fields.get(field).is_some_and(|v| v == value)
    }
}

/// A name as in listings: lower case, with `_` between words.
pub fn key(name: &str) -> String {
    let words = name.split(|c: char| !c.is_ascii_alphanumeric());
    let words: Vec<String> = words
        .filter(|w| !w.is_empty())
        .map(str::to_ascii_lowercase)
        .collect();
    words.join("_")
}

/// Whether a field of the trace is not compared.
fn is_skipped(field: &str, their: &str, our: &Structure) -> bool {
    // An enumeration without this value.
    if their.contains("INVALID") {
        return true;
    }
    let starts = |prefixes: &[&str]| prefixes.iter().any(|p| field.starts_with(p));
    match our.name.as_str() {
        // Written by the job between the trace and the recording.
        "JOB_HEADER" => field == "exception_status",
        // The trace prints all meanings of bits; the listing the one that the others ask for.
        "DRAW" => field == "fbd",
        "PRIMITIVE_SIZE" => {
            field == "size_array" || field == "constant" && our.fields.contains_key("size_array")
        }
        "ATTRIBUTE_BUFFER" => match our.fields.contains_key("special") {
            true => field != "special",
            false => field == "special" || field.starts_with("divisor"),
        },
        "ATTRIBUTE_VERTEX_ID" => field == "divisor_e",
        "ATTRIBUTE_INSTANCE_ID" => field == "divisor_p" || field == "divisor",
        "BLEND" => match our.fields.contains_key("blend_shader") {
            true => field.starts_with("equation"),
            false => field == "shader_pc",
        },
        "RENDERER_STATE" => match our.fields.contains_key("multisample_misc_blend_shader") {
            true => starts(&["blend_equation", "blend_constant"]),
            false => field == "blend_shader",
        },
        "TEXTURE" => match our.fields.contains_key("sample_count") {
            true => field == "depth",
            false => field == "sample_count",
        },
        "RENDER_TARGET" => {
            let compressed = our.is("writeback_block_format", "AFBC");
            let preloads = our.fields.contains_key("preload_enable");
            starts(&["yuv_"])
                || compressed && starts(&["rgb_"])
                || !compressed && starts(&["afbc_"])
                || preloads && starts(&["clear_"])
                || !preloads && starts(&["preload_buffer_"])
        }
        "ZS_CRC_EXTENSION" => {
            let compressed = our.is("zs_block_format", "AFBC");
            compressed && starts(&["zs_writeback", "s_writeback"])
                || !compressed && starts(&["zs_afbc"])
        }
        "FRAMEBUFFER_PARAMETERS" => match our.fields.contains_key("z_clear") {
            true => starts(&["zs_load", "color_load"]),
            false => field == "z_clear" || starts(&["clear_color"]),
        },
        _ => false,
    }
}

/// The fields in which a structure of the trace and one of the listing differ.
pub fn differences(their: &Structure, our: &Structure) -> Vec<String> {
    let mut out = Vec::new();
    let is_buffer = their
        .fields
        .get("special")
        .is_some_and(|s| s.contains("INVALID"));
    if is_buffer && our.fields.contains_key("special") {
        out.push("special is nothing".to_owned());
    }
    for (field, value) in &their.fields {
        if is_skipped(field, value, our) {
            continue;
        }
        // Views have names of their own.
        let short = field.strip_prefix("afbc_").unwrap_or(field);
        let ours = our.fields.get(short).map(String::as_str);
        if !is_same(field, value, ours, our) {
            let ours = ours.unwrap_or("nothing");
            out.push(format!("{field} is {value}, here {ours}"));
        }
    }
    out
}

fn is_same(field: &str, their: &str, our: Option<&str>, all: &Structure) -> bool {
    if field == "format" {
        return their.eq_ignore_ascii_case(&format(all)) || key(their) == key(&format(all));
    }
    if field == "surface_type" {
        let flag = |name: &str, yes, no| {
            if all.fields.contains_key(name) {
                yes
            } else {
                no
            }
        };
        let bits = flag("surface_pointer_is_64b", "64", "32");
        return their == format!("{bits}{}", flag("manual_stride", " With Strides", ""));
    }
    let Some(our) = our else {
        // The listing leaves out what is false or 0.
        return matches!(their, "false" | "0" | "0x0" | "0.000000");
    };
    // Two notations of the same bits: `0x3f800000 (1.000000)`.
    let their = their.split(" (").next().unwrap_or(their);
    if key(their) == key(our) {
        return true;
    }
    if let (Some(theirs), Some(ours)) = (integer(their), integer(our)) {
        return theirs == ours
            || theirs as u32 == ours as u32 && (their.starts_with('-') || our.starts_with('-'))
            || padded(ours) == theirs;
    }
    // Levels of detail are in units of 1/256 here.
    if field.contains("lod")
        && let (Ok(theirs), Some(ours)) = (their.parse::<f32>(), integer(our))
    {
        return (theirs * 256.0).round() == ours as f32;
    }
    match (their.parse::<f32>(), integer(our), our.parse::<f32>()) {
        (Ok(theirs), Some(bits), _) if our.starts_with("0x") => {
            near(theirs, f32::from_bits(bits as u32))
        }
        (Ok(theirs), _, Ok(ours)) => near(theirs, ours),
        _ => false,
    }
}

/// Equal in the six places after the point of the trace.
fn near(a: f32, b: f32) -> bool {
    a == b || (a - b).abs() <= 1e-5 * a.abs().max(1.0)
}

fn integer(text: &str) -> Option<i128> {
    match text.strip_prefix("0x") {
        Some(digits) => u64::from_str_radix(digits, 16).ok().map(i128::from),
        None => text.parse().ok(),
    }
}

/// A number of vertices that is stored as an odd factor and a shift.
fn padded(raw: i128) -> i128 {
    (2 * (raw >> 5 & 7) + 1) << (raw & 31)
}

/// A format as in the trace: `RGBA8 UNORM RGBA`.
fn format(our: &Structure) -> String {
    let field = |name: &str| our.fields.get(name).map_or("", String::as_str);
    let swizzle = integer(field("format_swizzle")).unwrap_or(0);
    let channels = (0..4).map(|n| b"RGBA01??"[(swizzle >> (3 * n) & 7) as usize] as char);
    let srgb = if our.fields.contains_key("format_srgb") {
        " sRGB"
    } else {
        ""
    };
    let big = if our.fields.contains_key("format_big_endian") {
        " big-endian"
    } else {
        ""
    };
    format!(
        "{}{srgb}{big} {}",
        field("format_index"),
        channels.collect::<String>()
    )
}
