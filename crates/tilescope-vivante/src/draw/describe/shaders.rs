//! Description of shaders, varyings and uniforms.

use tilescope_draw::{Interpolation, Provoking};
use tilescope_tables::draws::{Form, Relevance, Section, Table, Topic, Value, Word};

use super::super::decoded::Shaders;
use super::super::link::Link;
use super::super::programs::{Constants, Loaded};
use super::Context;
use crate::shader::Stage;

/// The sections of a draw's shaders.
pub(super) fn sections(context: &Context<'_>, shaders: &Shaders) -> Vec<Section> {
    let mut out = Vec::new();
    let programs = [Some(&shaders.vs), shaders.ps.as_ref()];
    for (loaded, constants) in programs.into_iter().zip(&shaders.constants) {
        let Some(loaded) = loaded else {
            continue;
        };
        out.push(program(loaded, &shaders.link));
        out.extend(uniforms(context, loaded, constants));
    }
    if shaders.ps.is_none() {
        let mut section = Section::new(Topic::Shader, "pixel shader");
        section.row("code", "bypassed");
        out.push(section);
    }
    out
}

fn program(loaded: &Loaded, link: &Link) -> Section {
    let mut section = Section::new(Topic::Shader, format!("{} shader", loaded.name()));
    match loaded.fetched.is_empty() {
        true => {
            let place = crate::regs::find(loaded.code);
            let name = place.map_or_else(|| format!("{:#07x}", loaded.code), |p| p.to_string());
            section.row("code", format!("in the state, from {name} on"));
        }
        false => section = section.at(loaded.code),
    }
    section.row("instructions", loaded.program.len() as u32);
    match loaded.stage {
        Stage::Vertex => {
            section.row("position", format!("t{}", link.position));
            if let Some(size) = link.point_size {
                section.row("point size", format!("t{size}.x"));
            }
            for (i, v) in link.varyings.iter().enumerate() {
                let text = format!("t{}, {}", v.register, interpolation(v.components, &v.from));
                section.row(format!("varying {i}"), text);
            }
            let last = link.layout.provoking == Provoking::Last;
            let flat = |v: &super::super::link::Varying| v.from.contains(&Interpolation::Flat);
            section.push(
                "provoking vertex",
                if last { "last" } else { "first" },
                match link.varyings.iter().any(flat) {
                    true => Relevance::Used,
                    false => Relevance::Unused,
                },
                None,
            );
        }
        Stage::Pixel => {
            let colors: Vec<String> = link.colors.iter().map(|r| format!("t{r}")).collect();
            section.row("colour", colors.join(", "));
        }
    }
    section
}

fn interpolation(components: u8, from: &[Interpolation; 4]) -> String {
    let used = &from[..usize::from(components.min(4))];
    let name = |f: &Interpolation| match f {
        Interpolation::Perspective => "smooth",
        Interpolation::Linear => "linear",
        Interpolation::Flat => "flat",
        Interpolation::PointX => "point x",
        Interpolation::PointY => "point y",
    };
    let count = match components {
        1 => "1 component".to_owned(),
        n => format!("{n} components"),
    };
    match used {
        [] => count,
        [first, rest @ ..] if rest.iter().all(|f| f == first) => {
            format!("{count}, {}", name(first))
        }
        all => format!(
            "{count}, {}",
            all.iter().map(name).collect::<Vec<_>>().join(", ")
        ),
    }
}

/// The uniforms that a program may read. Those that no instruction names are marked
/// unused.
fn uniforms(context: &Context<'_>, loaded: &Loaded, constants: &Constants) -> Option<Section> {
    if constants.vectors == 0 {
        return None;
    }
    let title = format!("uniforms of the {} shader", loaded.name());
    let mut section = Section::new(Topic::Uniforms, title);
    let named = loaded.program.named_uniforms();
    let mut table = Table::new(&["#", "loaded at", "value", "bits"]);
    let vectors = constants.read(context.state);
    for (n, bits) in (0u32..).zip(vectors) {
        let offset = constants.at + 16 * n;
        let form = match named.get(&n) {
            Some(true) => Form::Signed,
            _ => Form::Float,
        };
        let written = |c: usize| context.state.written(offset + 4 * c as u32);
        let words = [0, 1, 2, 3].map(|c| Word {
            bits: bits[c],
            form,
            written: written(c),
        });
        let at = (0..4).find_map(|c| context.set_at(offset + 4 * c));
        let hex = words.map(|w| match w.written {
            true => format!("{:08x}", w.bits),
            false => "--------".to_owned(),
        });
        let relevance = match named.contains_key(&n) {
            true => Relevance::Used,
            false => Relevance::Unused,
        };
        let values = vec![
            format!("u{n}").into(),
            at.map_or(Value::from("never written"), Value::Address),
            Value::Words(words.to_vec()),
            hex.join(" ").into(),
        ];
        table.push(values, relevance);
    }
    section.table = Some(table);
    Some(section)
}
