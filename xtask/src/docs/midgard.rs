//! Reference page of the structures of Mali Midgard.

use super::{MADE, cell, layout, values};
use std::collections::BTreeMap;
use tilescope_midgard::chips::{CHIPS, Chip, Quirk};
use tilescope_midgard::descriptors::{AGGREGATES, Arch, DESCRIPTORS, Descriptor, Format};

/// The page of chips, jobs and descriptors.
pub fn descriptors() -> String {
    let mut out = format!(
        "{MADE}# Chips, jobs and descriptors of Mali Midgard\n\n\
         Everything that the hardware does is a job: a header, and what its type has after it. Jobs point to \
         descriptors. Bits are counted from bit 0 of the first byte. Structures inside of others are \
         flattened: `stencil_front_mask` of a renderer state is `mask` of a stencil. Where bits have several \
         meanings, the others are views. Defaults are what Mesa writes unless it has a reason, as encodings.\n"
    );
    chips(&mut out);
    aggregates(&mut out);
    out += "\n## Descriptors\n";
    let mut enums = BTreeMap::new();
    for d in DESCRIPTORS {
        heading(&mut out, d);
        layout(&mut out, d.layout, &mut enums);
        let defaults: Vec<String> = d
            .defaults
            .iter()
            .map(|(n, raw)| format!("`{n}` {raw:#x}"))
            .collect();
        if !defaults.is_empty() {
            out += &format!("\nDefaults: {}\n", defaults.join(", "));
        }
        for view in d.views {
            out += &format!("\n#### {} as {}\n", d.name, view.name);
            layout(&mut out, view.layout, &mut enums);
        }
    }
    enums.insert(Format::TABLE.what, Format::TABLE);
    values(&mut out, &enums);
    out
}

fn arches(of: &[Arch]) -> String {
    let names: Vec<&str> = of.iter().map(|a| a.name()).collect();
    names.join(", ")
}

fn heading(out: &mut String, d: &Descriptor) {
    *out += &format!(
        "\n### {} ({}; {} bytes, aligned to {})\n",
        d.name,
        arches(d.arches),
        d.layout.size,
        d.align
    );
}

fn chips(out: &mut String) {
    *out += &format!(
        "\n## Chips\n\nTile buffer of {} bytes, {} threads a core.\n\n\
         | chip | product | structures | render targets | quirks |\n| --- | --- | --- | --- | --- |\n",
        Chip::TILE_BUFFER,
        Chip::THREADS
    );
    for c in CHIPS {
        let quirks: Vec<&str> = c.quirks.iter().map(|q: &Quirk| q.name()).collect();
        *out += &format!(
            "| {} | {:#x} | {} | {} | {} |\n",
            c.info.title,
            c.product,
            c.arch.name(),
            c.render_targets(),
            quirks.join(", ")
        );
    }
}

fn aggregates(out: &mut String) {
    *out += "\n## Jobs and framebuffers\n\n\
             | structure | architecture | bytes | aligned to | offset: descriptor |\n\
             | --- | --- | --- | --- | --- |\n";
    for a in AGGREGATES {
        let sections: Vec<String> = a
            .sections
            .iter()
            .map(|s| format!("{}: {}", s.offset, s.of))
            .collect();
        *out += &format!(
            "| {} | {} | {} | {} | {} |\n",
            a.name,
            a.arch.name(),
            a.size,
            a.align,
            cell(&sections.join("; "))
        );
    }
}
