//! The decisions of turnip for Adreno 6xx.

use tilescope_adreno::chips::{self, CHIPS, Chip, Release, Size};
use tilescope_adreno::plan::Reason;
use tilescope_adreno::plan::formats::{FormatRow, Tiling, Use, named};
use tilescope_adreno::plan::gmem::{Attachment, GmemLayout, GmemPlan, Pixels, Plane, places};
use tilescope_adreno::plan::image::{Image, Request, choose, layout};
use tilescope_adreno::plan::mode::{ForcedMode, Mode, PassUse, mode, sorting};
use tilescope_adreno::plan::tiles::{Forced, Limits, TilePlan, divide};

use crate::{Fact, Pass, PassPlace, PassPlan, Planner, Section, TileGrid, TileGroup};

/// The decisions of turnip.
pub static PLANNER: Planner = Planner {
    driver: "turnip",
    releases: &[Release::Mesa22_3.name(), Release::Mesa25_0.name()],
    chips: || CHIPS.iter().map(|c| c.name).collect(),
    pass,
};

/// The release of a name; the usual one without a name.
pub(super) fn release(name: Option<&str>) -> Result<Release, String> {
    let Some(name) = name else {
        return Ok(Release::default());
    };
    let known = PLANNER.releases.join(" and ");
    let unknown = || format!("the decisions of Mesa {name} are not known; {known} are");
    Release::named(name).ok_or_else(unknown)
}

/// Samples that the hardware has.
const SAMPLES: [u32; 3] = [1, 2, 4];

fn fact(name: impl Into<String>, value: impl Into<String>) -> Fact {
    Fact {
        name: name.into(),
        value: value.into(),
        reason: None,
    }
}

fn because(name: impl Into<String>, value: impl Into<String>, reason: impl Into<String>) -> Fact {
    Fact {
        reason: Some(reason.into()),
        ..fact(name, value)
    }
}

fn size(size: Size) -> String {
    format!("{}x{}", size.width, size.height)
}

/// A format of an attachment, and what it takes in tiles.
fn attachment(format: &str, samples: u32) -> Result<(&'static FormatRow, Attachment), String> {
    let row = named(format).ok_or_else(|| format!("there is no format {format}"))?;
    let usable = row.native(Use::Render, Tiling::Tiled).is_some();
    if !usable {
        return Err(format!("{} is no format of attachments", row.name));
    }
    if !SAMPLES.contains(&samples) {
        return Err(format!("{samples} samples: there are 1, 2 or 4"));
    }
    let made = Attachment::new(row.bytes, samples);
    let mut made = made.ok_or_else(|| format!("{} has no size", row.name))?;
    if row.name == "Z32_FLOAT_S8X24_UINT" {
        // Depth and stencil are planes of their own.
        made = Attachment::new(4, samples).unwrap_or(made).with_stencil();
    }
    Ok((row, made))
}

fn pass(chip: &str, pass: &Pass) -> Result<PassPlan, String> {
    let chip = chips::named(chip).ok_or_else(|| format!("there is no chip {chip}"))?;
    let chip = &chip.of(release(pass.release.as_deref())?);
    let mut rows = Vec::new();
    for a in &pass.attachments {
        rows.push(attachment(&a.format, a.samples)?);
    }
    let all: Vec<Attachment> = rows.iter().map(|r| r.1).collect();
    let (width, height) = pass.size;
    let gmem = places(chip, GmemLayout::Full, &all, false);
    let limits = Limits::new(chip, &gmem, chip.tile_max);
    let tiles = divide(Size { width, height }, limits, Forced::Nothing);
    let tiles = tiles.map_err(|e| e.to_string())?;
    let forced = match pass.place {
        PassPlace::Chosen => ForcedMode::Nothing,
        PassPlace::Sysmem => ForcedMode::Sysmem,
        PassPlace::Tiles => ForcedMode::Gmem,
    };
    let use_ = PassUse {
        forced,
        pixels: gmem.pixels,
        layers: 1,
        area: pass.size,
        draws: pass.draws,
        multisampled: pass.attachments.iter().any(|a| a.samples > 1),
        ..PassUse::default()
    };
    let mut sections = vec![
        drawing(&use_, &tiles),
        memory(chip, &gmem, &rows),
        division(&tiles),
    ];
    if tiles.binning.used() {
        sections.push(pipes(&tiles));
    }
    for ((row, _), a) in rows.iter().zip(&pass.attachments) {
        let image = Image {
            samples: a.samples,
            ..Image::plane(row, width, height)
        };
        sections.push(memory_of(chip, image)?);
    }
    let grid = grid(&tiles);
    Ok(PassPlan { sections, grid })
}

fn grid(tiles: &TilePlan) -> TileGrid {
    let words = tiles.pipe_config.iter().filter(|w| **w != 0);
    let groups = words.map(|w| TileGroup {
        first: (w & 0x3ff, w >> 10 & 0x3ff),
        tiles: (w >> 20 & 0x3f, w >> 26 & 0x3f),
    });
    TileGrid {
        tile: (tiles.tile.width, tiles.tile.height),
        count: (tiles.count.width, tiles.count.height),
        groups: match tiles.binning.used() {
            true => groups.collect(),
            false => Vec::new(),
        },
    }
}

fn drawing(pass: &PassUse, tiles: &TilePlan) -> Section {
    let drawn = match mode(pass, tiles.binning) {
        Mode::Sysmem(cause) => because("drawn to", "system memory", cause.text()),
        Mode::Gmem(cause) => because("drawn to", "tiles", cause.text()),
    };
    let sorting = sorting(&pass.has, tiles.binning);
    let sorted = if sorting.used() { "yes" } else { "no" };
    Section {
        name: "mode",
        facts: vec![
            drawn,
            because("draws sorted by tile", sorted, sorting.text()),
        ],
    }
}

fn memory(chip: &Chip, gmem: &GmemPlan, rows: &[(&'static FormatRow, Attachment)]) -> Section {
    let mut facts = vec![
        fact(
            "blocks",
            format!("{} of {} bytes", gmem.blocks, gmem.block_bytes),
        ),
        fact(
            "colour cache at",
            format!(
                "{:#x} (system memory {:#x})",
                chip.ccu_offset_gmem(),
                chip.ccu_offset_bypass()
            ),
        ),
    ];
    for place in &gmem.places {
        let format = rows.get(place.attachment).map_or("", |r| r.0.name);
        let plane = match place.plane {
            Plane::Main => "",
            Plane::Stencil => ", stencil",
        };
        facts.push(fact(
            format!("attachment {}{plane}", place.attachment),
            format!(
                "{format} at {:#x}: {} blocks, {} pixels",
                place.offset, place.blocks, place.pixels
            ),
        ));
    }
    let reason = match gmem.limit {
        Ok(Pixels::NoAttachments) => "there are no attachments".to_string(),
        Ok(Pixels::Smallest(place)) => format!("attachment {} has the fewest", place.attachment),
        Err(none) => none.text().to_string(),
    };
    facts.push(because("pixels of a tile", gmem.pixels.to_string(), reason));
    Section {
        name: "on-chip memory",
        facts,
    }
}

fn division(tiles: &TilePlan) -> Section {
    let mut facts = Vec::new();
    for step in &tiles.steps {
        let value = format!("{} tiles of {}", size(step.count), size(step.tile));
        facts.push(because("divided", value, step.cause.text()));
    }
    facts.push(fact("tile", size(tiles.tile)));
    facts.push(fact("tiles", size(tiles.count)));
    Section {
        name: "tiles",
        facts,
    }
}

fn pipes(tiles: &TilePlan) -> Section {
    let mut facts = vec![
        fact("pipes", size(tiles.pipes)),
        fact("tiles of a pipe", size(tiles.pipe)),
    ];
    for (n, (config, sizes)) in tiles.pipe_config.iter().zip(tiles.pipe_sizes).enumerate() {
        if *config != 0 {
            let value = format!("VSC_PIPE_CONFIG {config:#010x}, CP_SET_BIN_DATA5 {sizes:#010x}");
            facts.push(fact(format!("pipe {n}"), value));
        }
    }
    Section {
        name: "pipes",
        facts,
    }
}

/// Format and layout of the image of an attachment.
fn memory_of(chip: &Chip, image: Image) -> Result<Section, String> {
    let choice = choose(chip, &image, &Request::default());
    let got = layout(chip, image, choice.tiling(), choice.flags()).map_err(|e| e.to_string())?;
    let mut facts = Vec::new();
    if let Some(native) = image.format.native(Use::Render, choice.tiling()) {
        let value = format!("{}, {}", native.format, native.swap.letters());
        facts.push(Fact {
            reason: native.exception.map(|e| e.text().to_string()),
            ..fact("format", value)
        });
    }
    if let Some(depth) = image.format.depth() {
        facts.push(fact("depth format", depth));
    }
    let tiling = match choice.tiling() {
        Tiling::Linear => "no",
        Tiling::Tiled => "yes",
    };
    facts.push(Fact {
        reason: choice.linear.map(|c| c.text().to_string()),
        ..fact("tiled", tiling)
    });
    let compressed = if choice.plain.is_some() { "no" } else { "yes" };
    facts.push(Fact {
        reason: choice.plain.map(|c| c.text().to_string()),
        ..fact("compressed", compressed)
    });
    if let Some(level) = got.levels.first() {
        facts.push(fact(
            "pixels",
            format!("at {:#x}, pitch {}", level.offset, level.pitch),
        ));
        if let Some(flags) = level.flags {
            facts.push(fact(
                "flags",
                format!("at {:#x}, pitch {}", flags.offset, flags.pitch),
            ));
        }
    }
    facts.push(fact("bytes", got.size.to_string()));
    Ok(Section {
        name: "image",
        facts,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::PassAttachment;

    fn plan(chip: &str, size: (u32, u32), formats: &[(&str, u32)]) -> Result<PassPlan, String> {
        let attachments = formats.iter().map(|&(format, samples)| PassAttachment {
            format: format.to_string(),
            samples,
        });
        let pass = Pass {
            size,
            attachments: attachments.collect(),
            draws: 6,
            place: PassPlace::Chosen,
            release: None,
        };
        (PLANNER.pass)(chip, &pass)
    }

    #[test]
    fn a_pass_has_its_decisions() {
        let formats = [("R8G8B8A8_UNORM", 1), ("Z24_UNORM_S8_UINT", 1)];
        let PassPlan { sections, grid } = plan("a635", (1920, 1080), &formats).expect("a plan");
        let names: Vec<&str> = sections.iter().map(|s| s.name).collect();
        assert_eq!(
            names,
            ["mode", "on-chip memory", "tiles", "pipes", "image", "image"]
        );
        let value = |name: &str| {
            let mut facts = sections.iter().flat_map(|s| &s.facts);
            facts.find(|f| f.name == name).map(|f| f.value.clone())
        };
        assert_eq!(value("drawn to").as_deref(), Some("tiles"));
        assert_eq!(value("tile").as_deref(), Some("288x224"));
        assert_eq!(value("pixels of a tile").as_deref(), Some("65536"));
        // Every tile is in one group.
        assert_eq!((grid.tile, grid.count), ((288, 224), (7, 5)));
        let mut owners = vec![0; 35];
        for g in &grid.groups {
            for y in g.first.1..g.first.1 + g.tiles.1 {
                for x in g.first.0..g.first.0 + g.tiles.0 {
                    owners[(y * 7 + x) as usize] += 1;
                }
            }
        }
        assert!(owners.iter().all(|n| *n == 1), "{owners:?}");
    }

    #[test]
    fn wrong_passes_are_refused() {
        let error =
            |chip, size, formats: &[(&str, u32)]| plan(chip, size, formats).expect_err("is wrong");
        let rgba = [("R8G8B8A8_UNORM", 1)];
        assert_eq!(error("a1", (1, 1), &rgba), "there is no chip a1");
        assert_eq!(error("a618", (1, 1), &[("X", 1)]), "there is no format X");
        assert_eq!(
            error("a618", (1, 1), &[("ETC2_RGB8", 1)]),
            "ETC2_RGB8 is no format of attachments"
        );
        assert_eq!(
            error("a618", (1, 1), &[("R8_UNORM", 3)]),
            "3 samples: there are 1, 2 or 4"
        );
        assert!(error("a618", (0, 1), &rgba).contains("0x1 pixels"));
    }
}
