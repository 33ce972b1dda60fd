//! Checks of a resolve before it runs.

use tilescope_core::{Frame, Rule};

use super::{Resolve, Side};
use crate::chips::Chip;
use crate::features::Feature;
use crate::log::{Log, register_site, report};
use crate::regs::rs::{clear_control, config, pipe_offset, window_size};
use crate::rules::rs as rules;
use crate::stopped::Stopped;
use crate::surface::{Surface, Tiling, rs_format};

const WINDOW: (&str, u32) = ("RS.WINDOW_SIZE", window_size::AT);
const CONFIG: (&str, u32) = ("RS.CONFIG", config::AT);
const OFFSET: (&str, u32) = ("RS.PIPE.OFFSET", pipe_offset::AT);
const CLEAR: (&str, u32) = ("RS.CLEAR_CONTROL", clear_control::AT);

impl Resolve {
    /// Reports violations. Returns whether there is anything to do, or an error if
    /// the hardware hangs.
    pub(super) fn check(&self, chip: &Chip, log: &mut Log) -> Result<bool, Stopped> {
        if chip.features.has(Feature::BltEngine) {
            let text = format!("{} has BLT_ENGINE", chip.info.title);
            report(log, &rules::NO_RESOLVE_ENGINE, CONFIG, text);
            return Ok(false);
        }
        if self.width == 0 || self.height == 0 {
            let text = format!("the window is {}x{}", self.width, self.height);
            report(log, &rules::EMPTY, WINDOW, text);
            return Ok(false);
        }
        if let Some((x, y)) = self.before_surface {
            let text = format!("a pipe's window starts at ({x}, {y})");
            report(log, &rules::OFFSET_UNALIGNED, OFFSET, text);
            return Ok(false);
        }
        let mut known = true;
        for side in self.sides() {
            known &= self.check_side(side, chip, log);
        }
        if !known {
            return Ok(false);
        }
        self.check_windows(log);
        self.check_overlap(log);
        if self.fill.is_some_and(|f| f.bits == 0) {
            let text = "no component is written".to_string();
            report(log, &rules::FILLS_NOTHING, CLEAR, text);
        }
        self.check_size(log)?;
        Ok(true)
    }

    /// The sides to check: only the destination for a fill, whose components are
    /// those of the source's format.
    fn sides(&self) -> impl Iterator<Item = &Side> {
        let source = self.fill.is_none().then_some(&self.source);
        source.into_iter().chain([&self.dest])
    }

    fn hang(
        &self,
        rule: &'static Rule,
        register: (&'static str, u32),
        text: String,
        log: &mut Log,
    ) -> Result<(), Stopped> {
        let at = log.at.inside(Frame::Register(register.0, register.1));
        let site = register_site(register, &text);
        Err(Stopped::by(rule, at, text, site, log))
    }

    fn check_size(&self, log: &mut Log) -> Result<(), Stopped> {
        let (w, h) = (self.width, self.height);
        let linear = |side: &Side| side.surface.is_some_and(|s| s.tiling == Tiling::Linear);
        let copies = self.fill.is_none();
        let untiles = copies && !linear(&self.source) && linear(&self.dest);
        let text = format!("the window is {w}x{h}");
        if untiles && w < 13 {
            return self.hang(&rules::TILED_NARROW, WINDOW, text, log);
        }
        if !w.is_multiple_of(16) {
            return self.hang(&rules::WIDTH_UNALIGNED, WINDOW, text, log);
        }
        if !h.is_multiple_of(4) && !untiles {
            return self.hang(&rules::HEIGHT_UNALIGNED, WINDOW, text, log);
        }
        if copies && linear(&self.source) && linear(&self.dest) && w < 17 {
            return self.hang(&rules::LINEAR_NARROW, WINDOW, text, log);
        }
        let (across, down) = self.halve;
        let half = (w >> across, h >> down);
        if !half.0.is_multiple_of(16) || (!half.1.is_multiple_of(4) && !untiles) {
            let text = format!("the destination of {w}x{h} pixels is {}x{}", half.0, half.1);
            return self.hang(&rules::HALF_SIZE_UNALIGNED, CONFIG, text, log);
        }
        Ok(())
    }

    fn check_windows(&self, log: &mut Log) {
        for window in &self.windows {
            if !window.x.is_multiple_of(16) || !window.y.is_multiple_of(4) {
                let text = format!("a pipe's window starts at ({}, {})", window.x, window.y);
                report(log, &rules::OFFSET_UNALIGNED, OFFSET, text);
            }
        }
        if let [a, b] = self.windows[..]
            && a.x.abs_diff(b.x) < self.width
            && a.y.abs_diff(b.y) < self.height
        {
            let text = format!(
                "windows of {}x{} start at ({}, {}) and ({}, {})",
                self.width, self.height, a.x, a.y, b.x, b.y
            );
            report(log, &rules::WINDOWS_OVERLAP, OFFSET, text);
        }
    }

    /// Reports overlaps of the first rows of source and destination. Other overlaps
    /// depend on the layouts.
    fn check_overlap(&self, log: &mut Log) {
        let (None, Some(s), Some(d)) = (self.fill, self.source.surface, self.dest.surface) else {
            return;
        };
        let alike = s.tiling == d.tiling && s.stride == d.stride && s.pixel_bytes == d.pixel_bytes;
        let row = match s.tiling {
            Tiling::Linear => self.width * s.pixel_bytes,
            _ => self.width / 4 * s.tile_bytes(),
        };
        let apart = s.bases[0].abs_diff(d.bases[0]);
        if alike && (1..row).contains(&apart) && !s.tiling.is_super() {
            let text = format!(
                "the source is at {:#010x}, the destination at {:#010x}",
                s.bases[0], d.bases[0]
            );
            report(log, &rules::OVERLAP, self.dest.address_register, text);
        }
    }

    /// Reports violations of a side. Returns whether it is usable.
    fn check_side(&self, side: &Side, chip: &Chip, log: &mut Log) -> bool {
        if rs_format(side.format).is_none() {
            let text = format!("the format of the {} is {}", side.name, side.format.bits());
            report(log, &rules::FORMAT, CONFIG, text);
            return false;
        }
        let Some(surface) = side.surface else {
            return true;
        };
        let name = side.name;
        let multi = surface.tiling.is_multi();
        let newer = chip.features.has(Feature::Cache128b256bperline);
        if side.newer_order && (!newer || multi) {
            let text = format!("SUPER_TILED_NEW of the {name} is set");
            report(log, &rules::NEWER_ORDER, side.stride_register, text);
        }
        if multi && chip.specs.pixel_pipes < 2 {
            let text = format!("MULTI of the {name} is set");
            report(log, &rules::MULTI_WITH_ONE_PIPE, side.stride_register, text);
        } else if multi && surface.bases[0] == surface.bases[1] {
            let text = format!(
                "both halves of the {name} are at {:#010x}",
                surface.bases[0]
            );
            report(log, &rules::HALVES_OVERLAP, side.address_register, text);
        }
        check_addresses(side, &surface, log);
        let right = self.windows.iter().map(|w| w.x).max().unwrap_or(0) + self.width;
        let right = match name {
            "destination" => right >> self.halve.0,
            _ => right,
        };
        if surface.width() < right {
            let text = format!(
                "a stride of {} bytes holds {} pixels of the {name}, but {right} are needed",
                side.stride,
                surface.width()
            );
            report(log, &rules::STRIDE_NARROW, side.stride_register, text);
        }
        true
    }
}

fn check_addresses(side: &Side, surface: &Surface, log: &mut Log) {
    let name = side.name;
    let (address, stride) = match surface.tiling {
        Tiling::Linear => (16, 16),
        Tiling::Tiled => (64, surface.tile_bytes()),
        Tiling::MultiTiled => (64, 2 * surface.tile_bytes()),
        Tiling::SuperTiled | Tiling::SuperTiledNew | Tiling::MultiSuperTiled => {
            (64, 16 * surface.tile_bytes())
        }
    };
    let halves = if surface.tiling.is_multi() { 2 } else { 1 };
    for base in surface.bases.into_iter().take(halves) {
        if !base.is_multiple_of(address) {
            let text = format!("the {name} is at {base:#010x}");
            report(log, &rules::ADDRESS_UNALIGNED, side.address_register, text);
        }
    }
    if !side.stride.is_multiple_of(stride) {
        let text = format!(
            "the stride of the {}, {}, is {}, not a multiple of {stride}",
            name,
            surface.tiling.name(),
            side.stride
        );
        report(log, &rules::STRIDE_UNALIGNED, side.stride_register, text);
    }
}
