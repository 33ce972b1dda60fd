//! Description of a sampler and its texture.

use tilescope_tables::draws::{Relevance, Section, Table, Topic, Value};
use tilescope_texture::{Shape, Wrap};

use super::sampler::{Decoded, Samplers, Unit};
use crate::log::Log;
use crate::regs::enums::TextureSwizzle;

/// Describes sampler `n` of a draw.
pub fn describe(samplers: &Samplers<'_>, n: u32, title: String) -> Section {
    let mut log = Log::default();
    match samplers.decoded(n, &mut log) {
        Decoded::Unit(unit, _) => of_unit(samplers, title, unit),
        Decoded::Constant(texel, reports) => {
            let mut section = Section::new(Topic::Texture, title);
            let texel = texel.map(f32::from_bits);
            section.row("every texel", format!("{texel:?}"));
            for problem in &reports.problems {
                section.row(problem.rule.id, problem.text.clone());
            }
            section
        }
        Decoded::Hang(problem) => {
            let mut section = Section::new(Topic::Texture, title);
            let text = format!("{}: {}", problem.rule.id, problem.text);
            section.row("stops the hardware", text);
            section
        }
    }
}

fn of_unit(samplers: &Samplers<'_>, title: String, unit: &Unit) -> Section {
    let texture = &unit.texture;
    let mut section = Section::new(Topic::Texture, title);
    let Some(first) = texture.levels.first() else {
        return section;
    };
    section = section.at(first.surface.bases[0]);
    if samplers.bus.mapped(first.surface.bases[0]) == 0 {
        section.row("contents", "not in mapped memory");
    }
    let format = format!("{:?}, {}", texture.format, first.surface.tiling.name());
    section.row("format", format);
    let (width, height) = unit.image.size(0);
    let size = match unit.image.shape() {
        Shape::Flat => format!("{width} x {height} texels"),
        Shape::Cube => format!("cube map, faces of {width} x {height} texels"),
        Shape::Array => format!("{width} x {height} texels, {} layers", first.layers),
        Shape::Volume => format!("{width} x {height} x {} texels", first.layers),
    };
    section.row("size", size);
    let levels = unit.image.levels();
    section.row_if(levels != 1, "levels", levels);
    section.row("stride", format!("{} bytes", first.surface.stride));
    sampler(&mut section, unit);
    let swizzle = unit.swizzle.map(|s| match s {
        TextureSwizzle::Red => 'r',
        TextureSwizzle::Green => 'g',
        TextureSwizzle::Blue => 'b',
        TextureSwizzle::Alpha => 'a',
        TextureSwizzle::Zero => '0',
        TextureSwizzle::One => '1',
        TextureSwizzle::Unknown(_) => '?',
    });
    let swizzle: String = swizzle.iter().collect();
    section.row_if(swizzle != "rgba", "swizzle", swizzle);
    section.row_if(unit.srgb, "sRGB", if unit.srgb { "on" } else { "off" });
    if let Some(compare) = unit.compare {
        section.row("compares", format!("{compare:?}"));
    }
    match &unit.status {
        Some(status) => {
            section.address("tile status", status.status_base);
        }
        None => section.row_if(false, "tile status", "none"),
    }
    if levels > 1 {
        let mut table = Table::new(&["level", "address", "texels", "stride"]);
        for (i, level) in (0..levels).zip(&texture.levels) {
            let (w, h) = unit.image.size(i);
            let mapped = samplers.bus.mapped(level.surface.bases[0]) > 0;
            let values = vec![
                i.into(),
                Value::Address(level.surface.bases[0].into()),
                format!("{w} x {h}").into(),
                level.surface.stride.into(),
            ];
            // Only the largest levels are listed; the others follow from them.
            let relevance = match i < 2 || !mapped {
                true => Relevance::Used,
                false => Relevance::Default,
            };
            table.push(values, relevance);
        }
        section.table = Some(table);
    }
    section
}

fn sampler(section: &mut Section, unit: &Unit) {
    let s = &unit.sampler;
    let wrap = |wrap| match wrap {
        Wrap::Repeat => "REPEAT",
        Wrap::Clamp => "CLAMP_TO_EDGE",
        Wrap::Mirror => "MIRRORED_REPEAT",
        // The other modes have no encoding.
        _ => "CLAMP_TO_BORDER",
    };
    let mut text = format!("s={}, t={}", wrap(s.wrap_s), wrap(s.wrap_t));
    if unit.image.shape() == Shape::Volume {
        text += &format!(", r={}", wrap(s.wrap_r));
    }
    section.row("wrap", text);
    let (min, mag) = (s.min.name(), s.mag.name());
    section.row("filter", format!("min={min}, mag={mag}"));
    section.row_if(
        unit.anisotropy > 1.0,
        "anisotropy",
        format!("{:?}", unit.anisotropy),
    );
    let levels = format!("{:?} to {:?}, bias {:?}", s.lod_min, s.lod_max, s.lod_bias);
    section.row("level of detail", levels);
    section.row_if(
        s.seamless,
        "seamless",
        if s.seamless { "yes" } else { "no" },
    );
}
