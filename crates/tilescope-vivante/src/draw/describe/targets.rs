//! Description of colour and depth buffers.

use tilescope_output::Curve;
use tilescope_tables::draws::{Section, Topic};

use super::Context;
use crate::pe::{ColorTarget, PixelEngine};
use crate::regs::enums::PeFormat;
use crate::regs::pe::{rt_config_4, rt_config_8};
use crate::surface::{Surface, pe as surfaces};
use crate::ts::TileStatus;

/// A section for each buffer that the draw reads or writes.
pub(super) fn sections(context: &Context<'_>, pe: &PixelEngine) -> Vec<Section> {
    let state = context.state;
    let mut out = Vec::new();
    let all = std::iter::once(&pe.color).chain(&pe.more);
    for (n, target) in (0u32..).zip(all) {
        let Some(target) = target else {
            continue;
        };
        let format = match n.checked_sub(1) {
            None => surfaces::color_format_of(state),
            Some(n) => {
                let config = match context.set.chip.derived().render_targets {
                    8.. => state.word(rt_config_8::AT + 4 * n),
                    _ => state.word(rt_config_4::AT + 4 * n),
                };
                PeFormat::from_bits(rt_config_8::FORMAT.of(config) as u8)
            }
        };
        out.push(color(n, format, target));
    }
    if let Some(depth) = &pe.depth {
        let mut section = buffer("depth buffer".to_owned(), &depth.surface);
        section.row("format", format!("{:?}", depth.format));
        status(&mut section, depth.status.as_ref());
        let [clockwise, other] = &depth.tests;
        let tests = [("clockwise", clockwise), ("counter-clockwise", other)];
        let alike = clockwise == other;
        for (which, test) in tests.into_iter().take(if alike { 1 } else { 2 }) {
            let which = if alike {
                String::new()
            } else {
                format!(", {which}")
            };
            if let Some(d) = &test.depth {
                let text = format!(
                    "{:?}, {}",
                    d.func,
                    if d.write { "writes" } else { "no writes" }
                );
                section.row(format!("depth test{which}"), text);
            }
            if let Some(s) = &test.stencil {
                let text = format!(
                    "{:?}, reference={}, read_mask={:#04x}, write_mask={:#04x}, fail={:?}, \
                     depth_fail={:?}, pass={:?}",
                    s.func, s.reference, s.read_mask, s.write_mask, s.fail, s.depth_fail, s.pass
                );
                section.row(format!("stencil test{which}"), text);
            }
        }
        out.push(section);
    }
    out
}

fn buffer(title: String, surface: &Surface) -> Section {
    let [first, second] = surface.bases;
    let mut section = Section::new(Topic::Target, title).at(first);
    section.row("layout", surface.tiling.name());
    if surface.tiling.is_multi() {
        section.address("second half", second);
    }
    let rows = if surface.tiling.is_tiled() {
        "a row of tiles"
    } else {
        "a row"
    };
    section.row("stride", format!("{} bytes {rows}", surface.stride));
    section
}

fn color(n: u32, format: PeFormat, target: &ColorTarget) -> Section {
    let mut section = buffer(format!("render target {n}"), &target.surface);
    let name = match format.name() {
        Some(name) => name.to_owned(),
        None => format!("format {}", format.bits()),
    };
    section.row("format", name);
    let bits = target.output.pixel().word_mask();
    let written = target.output.written().first().copied().unwrap_or(0);
    section.row_if(written != bits, "bits written", format!("{written:#010x}"));
    let srgb = target.output.curve() == Curve::Srgb;
    section.row_if(srgb, "sRGB", if srgb { "on" } else { "off" });
    let blends = target.output.blend().is_some();
    section.row("blending", if blends { "on" } else { "off" });
    status(&mut section, target.status.as_ref());
    section
}

fn status(section: &mut Section, status: Option<&TileStatus>) {
    match status {
        Some(ts) => {
            section.address("tile status", ts.status_base);
            let [a, b, c, d, e, f, g, h] = ts.clear_value;
            let (low, high) = (
                u32::from_le_bytes([a, b, c, d]),
                u32::from_le_bytes([e, f, g, h]),
            );
            let text = match low == high {
                true => format!("{low:#010x}"),
                false => format!("{low:#010x} {high:#010x}"),
            };
            section.row("  clear value", text);
        }
        None => section.row_if(false, "tile status", "none"),
    }
}
