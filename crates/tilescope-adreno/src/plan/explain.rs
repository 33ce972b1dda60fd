//! Decisions beside what a stream has: the tiles, places, pipes and mode that a driver would choose
//! for a recorded render pass, and those that were recorded.

use super::Reason;
use super::freedreno;
use super::gmem::{Attachment, GmemLayout, NoGmem, Plane, places};
use super::mode::{Mode, PassUse, mode, sorting};
use super::tiles::{Binning, Forced, Limits, TileError, divide};
use crate::chips::{Chip, Size};
use crate::passes::{Action, DrawnTo, Driver, Kind, RenderPass, Target};

/// A decision, and what the stream has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Compared {
    /// The decision.
    pub name: String,
    /// The choice of the driver, planned again.
    pub planned: String,
    /// The choice recorded in the stream.
    pub found: String,
    /// The reason of the decision, where there is a choice.
    pub reason: Option<String>,
}

impl Compared {
    /// Whether both are the same.
    pub fn agrees(&self) -> bool {
        self.planned == self.found
    }
}

fn row(name: impl Into<String>, planned: impl Into<String>, found: impl Into<String>) -> Compared {
    Compared {
        name: name.into(),
        planned: planned.into(),
        found: found.into(),
        reason: None,
    }
}

fn text(size: Size) -> String {
    format!("{}x{}", size.width, size.height)
}

fn yes(value: bool) -> &'static str {
    if value { "yes" } else { "no" }
}

/// The name of an attachment.
pub fn name(kind: Kind) -> String {
    match kind {
        Kind::Color { index, .. } => format!("target {index}"),
        Kind::Depth { .. } => "depth".to_string(),
        Kind::Stencil => "stencil".to_string(),
        Kind::Copied { .. } => "attachment".to_string(),
    }
}

/// The attachments that tiles hold: one at the place of another is not stored in a tile.
fn held(pass: &RenderPass) -> Vec<Target> {
    let mut held: Vec<Target> = Vec::new();
    for &target in &pass.targets {
        if held.iter().all(|h| h.gmem != target.gmem) {
            held.push(target);
        }
    }
    held
}

/// Compares a pass with the decisions of a driver.
///
/// # Errors
/// The reason why the driver's decisions are not known, in words.
pub fn explain(chip: &Chip, driver: Driver, pass: &RenderPass) -> Result<Vec<Compared>, String> {
    let bytes = |target: &Target| {
        let bytes = target.kind.bytes().ok_or_else(|| {
            format!(
                "the format of {} has no size that is certain",
                name(target.kind)
            )
        })?;
        Ok(bytes)
    };
    let targets = held(pass);
    let sizes: Vec<u32> = targets.iter().map(bytes).collect::<Result<_, String>>()?;
    match driver {
        Driver::Turnip => turnip(chip, pass, &targets, &sizes),
        Driver::Freedreno => freedreno(chip, pass, &targets, &sizes),
    }
}

/// The rows about tiles, places and pipes, which drivers share.
struct Tiles<'a> {
    tile: Size,
    count: Size,
    pipe_config: &'a [u32; 32],
    sorted: bool,
}

fn tiles(chip: &Chip, pass: &RenderPass, plan: &Tiles<'_>, rows: &mut Vec<Compared>) {
    rows.push(row("tile", text(plan.tile), text(pass.tile)));
    let drawn = pass.tiles.len() as u64 + pass.more_tiles;
    let planned = u64::from(plan.count.width) * u64::from(plan.count.height);
    rows.push(row("tiles", planned.to_string(), drawn.to_string()));
    rows.push(row(
        "draws sorted by tile",
        yes(plan.sorted),
        yes(pass.sorted.is_some()),
    ));
    let ccu = chip.ccu_offset_gmem();
    rows.push(row(
        "colour cache",
        format!("{ccu:#x}"),
        format!("{:#x}", pass.ccu_offset),
    ));
    let Some(sorted) = pass.sorted.filter(|_| plan.sorted) else {
        return;
    };
    let grid = Size {
        width: sorted.count.0,
        height: sorted.count.1,
    };
    rows.push(row("grid", text(plan.count), text(grid)));
    let bin = Size {
        width: sorted.bin.0,
        height: sorted.bin.1,
    };
    rows.push(row("tile of sorting", text(plan.tile), text(bin)));
    let used = |words: &[u32; 32]| words.iter().filter(|w| **w != 0).count().to_string();
    rows.push(row("pipes", used(plan.pipe_config), used(&sorted.pipes)));
    for (n, (planned, found)) in plan.pipe_config.iter().zip(sorted.pipes).enumerate() {
        if *planned != found {
            rows.push(row(format!("pipe {n}"), pipe(*planned), pipe(found)));
        }
    }
}

/// `1x2 tiles at 3,4`.
fn pipe(config: u32) -> String {
    let (x, y) = (config & 0x3ff, config >> 10 & 0x3ff);
    format!(
        "{}x{} tiles at {x},{y}",
        config >> 20 & 0x3f,
        config >> 26 & 0x3f
    )
}

fn drawn_to(pass: &RenderPass) -> &'static str {
    match pass.drawn_to {
        DrawnTo::Tiles => "tiles",
        DrawnTo::Sysmem => "system memory",
    }
}

fn turnip(
    chip: &Chip,
    pass: &RenderPass,
    targets: &[Target],
    sizes: &[u32],
) -> Result<Vec<Compared>, String> {
    // Attachments are placed in the order of the render pass, which is that of their offsets.
    let mut order: Vec<usize> = (0..targets.len()).collect();
    order.sort_by_key(|&i| targets[i].gmem);
    let mut attachments: Vec<Attachment> = Vec::new();
    // The targets of each attachment: main plane, stencil.
    let mut planes: Vec<[Option<Target>; 2]> = Vec::new();
    for i in order {
        let target = targets[i];
        // Stencil follows its depth.
        if target.kind == Kind::Stencil
            && let (Some(last), Some(plane)) = (attachments.last_mut(), planes.last_mut())
        {
            *last = last.with_stencil();
            plane[1] = Some(target);
            continue;
        }
        let made = Attachment::new(sizes[i], pass.samples);
        attachments.push(made.ok_or_else(|| "an attachment without a size".to_string())?);
        planes.push([Some(target), None]);
    }
    // Stores that are not aligned take the 2D engine, and it the colour cache.
    let by_2d = |t: &crate::passes::Tile| t.actions.iter().any(|a| a.0 == Action::StoreBy2d);
    let layout = match pass.tiles.iter().any(by_2d) {
        true => GmemLayout::AvoidCcu,
        false => GmemLayout::Full,
    };
    let gmem = places(chip, layout, &attachments, false);
    let limits = Limits::new(chip, &gmem, chip.tile_max);
    let plan = match divide(pass.size, limits, Forced::Nothing) {
        Err(TileError::NoTileFits(_)) => None,
        divided => Some(divided.map_err(|e| e.to_string())?),
    };
    let binning = plan.as_ref().map_or(Binning::Impossible, |p| p.binning);
    let use_ = PassUse {
        pixels: if plan.is_some() { gmem.pixels } else { 0 },
        layers: 1,
        area: (pass.size.width, pass.size.height),
        draws: pass.draws,
        multisampled: pass.samples > 1,
        ..PassUse::default()
    };
    let (planned, reason) = match mode(&use_, binning) {
        Mode::Sysmem(cause) => ("system memory", cause.text()),
        Mode::Gmem(cause) => ("tiles", cause.text()),
    };
    let mut rows = vec![Compared {
        reason: Some(reason.to_string()),
        ..row("drawn to", planned, drawn_to(pass))
    }];
    if pass.drawn_to == DrawnTo::Sysmem {
        let planned = format!("{:#x}", chip.ccu_offset_bypass());
        rows.push(row(
            "colour cache",
            planned,
            format!("{:#x}", pass.ccu_offset),
        ));
        return Ok(rows);
    }
    if let Err(cause) = gmem.limit {
        let NoGmem::Full(_) = cause else {
            return Err(cause.text().to_string());
        };
        rows.push(row("places", cause.text(), "tiles"));
        return Ok(rows);
    }
    let Some(plan) = plan else {
        rows.push(row("tile", "none fits", text(pass.tile)));
        return Ok(rows);
    };
    for place in &gmem.places {
        let plane = usize::from(place.plane == Plane::Stencil);
        let target = planes.get(place.attachment).and_then(|p| p[plane]);
        if let Some(target) = target {
            rows.push(row(
                name(target.kind),
                format!("{:#x}", place.offset),
                format!("{:#x}", target.gmem),
            ));
        }
    }
    let sorted = sorting(&use_.has, plan.binning);
    let tiles_of = Tiles {
        tile: plan.tile,
        count: plan.count,
        pipe_config: &plan.pipe_config,
        sorted: sorted.used(),
    };
    tiles(chip, pass, &tiles_of, &mut rows);
    reasons(&mut rows, sorted.text(), &plan.steps);
    Ok(rows)
}

/// Adds the reasons of turnip to rows about tiles.
fn reasons(rows: &mut [Compared], sorted: &str, steps: &[super::tiles::Step]) {
    for row in rows {
        match row.name.as_str() {
            "draws sorted by tile" => row.reason = Some(sorted.to_string()),
            "tile" => row.reason = steps.last().map(|s| s.cause.text().to_string()),
            _ => {}
        }
    }
}

fn freedreno(
    chip: &Chip,
    pass: &RenderPass,
    targets: &[Target],
    sizes: &[u32],
) -> Result<Vec<Compared>, String> {
    // freedreno compares measurements to choose system memory: only what it has is reported.
    if pass.drawn_to == DrawnTo::Sysmem {
        let planned = format!("{:#x}", chip.ccu_offset_bypass());
        let found = format!("{:#x}", pass.ccu_offset);
        return Ok(vec![row("colour cache", planned, found)]);
    }
    let all = targets.iter().zip(sizes);
    let bytes = all.map(|(t, &size)| freedreno::pixel_bytes(chip, t.kind, size, pass.samples));
    let bytes: Vec<u32> = bytes.collect();
    let plan = freedreno::divide(chip, pass.size, &bytes).map_err(|e| e.to_string())?;
    let mut rows = Vec::new();
    for (target, offset) in targets.iter().zip(&plan.offsets) {
        rows.push(row(
            name(target.kind),
            format!("{offset:#x}"),
            format!("{:#x}", target.gmem),
        ));
    }
    let draws = pass.draws > 0 || pass.sorted.is_some();
    let tiles_of = Tiles {
        tile: plan.tile,
        count: plan.count,
        pipe_config: &plan.pipe_config,
        sorted: plan.sorts() && draws,
    };
    tiles(chip, pass, &tiles_of, &mut rows);
    Ok(rows)
}
