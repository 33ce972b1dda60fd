//! The table of chips in `docs/vivante-draw.md` agrees with the chip data.

use std::fmt::Write;

use tilescope_vivante::chips::{ALL, Chip};
use tilescope_vivante::features::Feature;
use tilescope_vivante::regs;

/// The register at a byte offset of the state.
fn register(at: u32) -> String {
    match regs::find(at) {
        Some(found) => format!("`{found}`"),
        None => format!("`{at:#07x}`"),
    }
}

fn yes(has: bool) -> String {
    if has { "yes" } else { "no" }.to_owned()
}

fn table() -> String {
    type Value = fn(&Chip) -> String;
    let rows: [(&str, Value); 13] = [
        ("level (HALTI)", |c| {
            c.derived()
                .halti
                .map_or("none".to_owned(), |n| n.to_string())
        }),
        ("pixel pipes", |c| c.specs.pixel_pipes.to_string()),
        ("pipes share one surface (SINGLE_BUFFER)", |c| {
            yes(c.derived().single_buffer)
        }),
        ("supertiled surfaces", |c| yes(c.derived().supertile)),
        ("PE draws to linear surfaces (LINEAR_PE)", |c| {
            yes(c.features.has(Feature::LinearPe))
        }),
        ("tile status, bits per tile", |c| {
            match c.derived().fast_clear {
                true => c.derived().ts_bits.to_string(),
                false => "none".to_owned(),
            }
        }),
        ("early depth test", |c| yes(c.derived().early_z)),
        ("render targets", |c| c.derived().render_targets.to_string()),
        ("copies by", |c| {
            if c.derived().blt { "BLT" } else { "RS" }.to_owned()
        }),
        ("2D engine", |c| yes(c.features.has(Feature::Pipe2d))),
        ("vertex shader code", |c| match c.derived().code {
            Some(code) => register(code.vertex),
            None => "in memory".to_owned(),
        }),
        ("pixel shader code", |c| match c.derived().code {
            Some(code) => register(code.pixel),
            None => "in memory".to_owned(),
        }),
        ("uniforms: VS, PS", |c| {
            let derived = c.derived();
            let at = [derived.vs_constants_at, derived.ps_constants_at];
            at.map(register).join(", ")
        }),
    ];
    let mut out = String::from("| |");
    for chip in ALL {
        let _ = write!(out, " {} |", chip.info.name);
    }
    out += "\n| --- |";
    out += &" --- |".repeat(ALL.len());
    for (name, value) in rows {
        let _ = write!(out, "\n| {name} |");
        for chip in ALL {
            let _ = write!(out, " {} |", value(chip));
        }
    }
    out
}

#[test]
fn the_table_of_the_page_is_that_of_the_chips() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/vivante-draw.md");
    let page = std::fs::read_to_string(path).expect("docs/vivante-draw.md");
    let (before, rest) = page.split_once("<!-- chips -->\n").expect("the mark");
    let (_, after) = rest.split_once("<!-- end -->").expect("an end mark");
    let wanted = format!("{before}<!-- chips -->\n{}\n<!-- end -->{after}", table());
    if page == wanted {
        return;
    }
    if std::env::var_os("TILESCOPE_BLESS").is_some() {
        std::fs::write(path, wanted).expect("the page can be written");
        return;
    }
    panic!("stale; TILESCOPE_BLESS=1 cargo test -p tilescope-vivante --test draw_docs writes it");
}
