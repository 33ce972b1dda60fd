//! The textures that a shader requests, from the descriptors in its uniforms.

use tilescope_pixel::layouts;
use tilescope_tables::draws::{Relevance, Section, Table, Topic, Value};
use tilescope_texture::{Filter, Wrap};

use super::Context;
use super::program::{Parameters, Request};
use super::shaders::Program;
use crate::texture::{LodMode, MAX_PARAMETERS, TYPE_NAMES, Texture};

/// The distinct descriptors of requests, in program order.
fn distinct(p: &Parameters) -> Vec<&Request> {
    let mut distinct: Vec<&Request> = Vec::new();
    for request in p.requests.iter().filter(|r| !r.direct) {
        if distinct.iter().all(|r| r.words != request.words) {
            distinct.push(request);
        }
    }
    distinct
}

/// The number of the texture that a request reads.
pub(super) fn number(p: &Parameters, request: usize) -> usize {
    let words = p.requests.get(request).map(|r| &r.words);
    let same = |r: &&Request| Some(&r.words) == words;
    distinct(p).iter().position(same).unwrap_or(request)
}

/// A section for each texture, and one for direct memory reads.
pub(super) fn sections(context: &Context<'_>, program: &Program) -> Vec<Section> {
    let p = &program.parameters;
    let mut out = Vec::new();
    for (n, request) in distinct(p).into_iter().enumerate() {
        let same = p.requests.iter().filter(|r| r.words == request.words);
        let by: Vec<String> = same.map(|r| format!("TMU{} at {}", r.unit, r.ip)).collect();
        let title = format!("texture {n} of the {} shader", program.stage);
        out.push(section(context, title, request, &by.join(", ")));
    }
    let direct: Vec<String> = p
        .requests
        .iter()
        .filter(|r| r.direct)
        .map(|r| format!("TMU{} at {}", r.unit, r.ip))
        .collect();
    if !direct.is_empty() {
        let title = format!("memory reads of the {} shader", program.stage);
        let mut section = Section::new(Topic::Texture, title);
        section.row("requested by", direct.join(", "));
        out.push(section);
    }
    out
}

fn section(context: &Context<'_>, title: String, request: &Request, by: &str) -> Section {
    let mut parameters = [0; MAX_PARAMETERS];
    for (to, from) in parameters.iter_mut().zip(&request.words) {
        *to = *from;
    }
    let count = request.words.len().min(MAX_PARAMETERS);
    let texture = Texture::decode(parameters, count, context.quirks);
    let mut section = Section::new(Topic::Texture, title).at(texture.base);
    let mapped = context.bus.mapped(texture.base) > 0;
    if !mapped {
        section.row("contents", "not in any buffer");
    }
    let name = TYPE_NAMES.get(usize::from(texture.kind));
    let layout = texture.levels.first().map_or("", |l| layout(&l.surface));
    section.row(
        "format",
        match name {
            Some(name) => format!("{name}, {layout}"),
            None => format!("type {}, which does not exist", texture.kind),
        },
    );
    let (width, height) = texture.image.size(0);
    let kind = if texture.is_cube() {
        "cube map, faces of "
    } else {
        ""
    };
    section.row("size", format!("{kind}{width} x {height} texels"));
    let levels = texture.image.levels();
    section.row_if(levels != 1, "levels", levels);
    if texture.level_count != levels {
        section.row("requested levels", texture.level_count);
    }
    let s = &texture.sampler;
    section.row(
        "wrap",
        format!("s={}, t={}", wrap(s.wrap_s), wrap(s.wrap_t)),
    );
    let mag = match s.mag {
        Filter::Linear => "LINEAR",
        Filter::Nearest => "NEAREST",
    };
    section.row("filter", format!("min={}, mag={mag}", s.min.name()));
    if request.has_level {
        section.row(
            "level of detail",
            match texture.lod {
                LodMode::Bias => "bias from the shader",
                LodMode::Absolute => "from the shader",
            },
        );
    }
    if texture.is_cube() {
        section.row("face stride", format!("{:#x} bytes", texture.face_stride));
    }
    section.row_if(
        texture.flip_y,
        "t",
        if texture.flip_y {
            "flipped"
        } else {
            "as it is"
        },
    );
    section.row_if(false, "cache swizzle", u32::from(texture.cache_swizzle));
    if let Some(c) = texture.child {
        let text = format!("{} x {} texels at ({}, {})", c.width, c.height, c.x, c.y);
        section.row("child image", text);
    }
    section.row("requested by", by);
    let words: Vec<String> = request.words.iter().map(|w| format!("{w:#010x}")).collect();
    section.row("descriptor", words.join(" "));
    if texture.levels.len() > 1 {
        let mut table = Table::new(&["level", "address", "texels", "bytes", "layout"]);
        for (i, level) in (0u32..).zip(&texture.levels) {
            let (w, h) = texture.image.size(i);
            let written = context.bus.mapped(level.base) > 0;
            let values = vec![
                i.into(),
                Value::Address(level.base.into()),
                format!("{w} x {h}").into(),
                (level.surface.size_bytes() as u32).into(),
                self::layout(&level.surface).into(),
            ];
            // The large levels are enough; the rest follows from them.
            let relevance = match i < 2 || !written {
                true => Relevance::Used,
                false => Relevance::Default,
            };
            table.push(values, relevance);
        }
        section.table = Some(table);
    }
    section
}

fn layout(surface: &tilescope_pixel::Surface) -> &'static str {
    let is = |all: &[&'static tilescope_pixel::Layout]| {
        all.iter().any(|l| std::ptr::eq(*l, surface.layout()))
    };
    use layouts::*;
    if is(&[&LT_1BIT, &LT_1, &LT_2, &LT_4, &LT_8]) {
        "LT-tiled"
    } else if is(&[&LINEAR_4]) {
        "raster"
    } else {
        "T-tiled"
    }
}

fn wrap(wrap: Wrap) -> &'static str {
    match wrap {
        Wrap::Repeat => "REPEAT",
        Wrap::Clamp => "CLAMP",
        Wrap::Mirror => "MIRROR",
        // The other modes have no encoding.
        _ => "BORDER",
    }
}
