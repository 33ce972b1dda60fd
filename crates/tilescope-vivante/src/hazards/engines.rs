//! Hazards of RS and BLT.

use tilescope_core::Span;
use tilescope_pixel::Rect;

use super::span::{of_pixels, of_status};
use super::sync::{Cache, Origin, Stage};
use super::writes::{Write, Writer};
use super::{Hazards, Reader};
use crate::blt;
use crate::chips::{Bug, Chip};
use crate::log::Log;
use crate::regs::enums::SyncRecipient;
use crate::rs::{Resolve, Side};
use crate::rules::sync as rules;
use crate::state::State;
use crate::ts::TileStatus;

impl Hazards {
    /// Checks a resolve before it runs.
    pub fn resolve(&mut self, state: &State, chip: &Chip, log: &mut Log) {
        let resolve = Resolve::decode(state, chip);
        if resolve.fill.is_some() {
            self.fill(chip, log);
        } else {
            let spans = spans_of(&resolve, &resolve.source, (0, 0));
            for span in &spans {
                self.uses(Reader::Resolve, span, log);
                if let Some(status) = &resolve.status {
                    self.uses(Reader::Resolve, &of_status(status, span), log);
                }
            }
        }
        for span in spans_of(&resolve, &resolve.dest, resolve.halve) {
            self.overwrites(Reader::Resolve, Writer::Resolve, span, log);
        }
    }

    /// Checks an in-place resolve of `tiles` tiles before it runs.
    pub fn resolve_in_place(&mut self, state: &State, chip: &Chip, tiles: u32, log: &mut Log) {
        use crate::regs::rs::{extra_config, source_stride};
        let mode = state.field(source_stride::AT, &source_stride::TS_MODE)
            | state.field(extra_config::AT, &extra_config::TS_MODE);
        let Some(status) = TileStatus::resolved(state, chip, mode) else {
            return;
        };
        let len = u64::from(tiles) * u64::from(status.entry_bytes);
        let span = Span::new(status.surface_base, len);
        self.uses(Reader::Resolve, &of_status(&status, &span), log);
        self.overwrites(Reader::Resolve, Writer::Resolve, span, log);
    }

    /// Checks the BLT command in `word` before it runs.
    pub fn blit(&mut self, state: &State, chip: &Chip, word: u32, log: &mut Log) {
        let ranges = blt::ranges(state, chip, word);
        for span in &ranges.read {
            self.uses(Reader::Blit, span, log);
        }
        for span in ranges.written {
            self.overwrites(Reader::Blit, Writer::Blit, span, log);
        }
    }

    /// Checks a write of an engine that bypasses the caches of PE.
    fn overwrites(&mut self, reader: Reader, writer: Writer, span: Span, log: &mut Log) {
        self.status_cleared(&span, log);
        let pixels = |w: &&Write| matches!(w.by, Writer::Color | Writer::Depth);
        let both = |w: &Write| w.span.common(&span);
        let broken = self.writes.iter().filter(pixels).find_map(|write| {
            let both = both(write)?;
            let missing = write.missing(reader.stage(), &self.sync)?;
            let rule = match write.is_dirty(&self.sync) {
                true => &rules::RESOLVE_OVER_DIRTY,
                false => reader.rule(write.by, missing)?,
            };
            Some((rule, write, missing, both))
        });
        if let Some((rule, write, missing, both)) = broken {
            if std::ptr::eq(rule, &rules::RESOLVE_OVER_DIRTY) {
                let (by, origin) = (write.by.name(), &write.origin);
                log.find(rule, (origin.address, 0), |at| {
                    let what = reader.name();
                    let text = format!(
                        "{what} {both}, of which the cache of {by} holds pixels drawn by {origin}"
                    );
                    (at.clone(), text)
                });
            } else {
                super::report(rule, reader, write, missing, both, log);
            }
            self.recover();
        }
        let origin = Origin::here(log);
        self.written(writer, span, None, &origin);
    }

    /// Checks a write of tile status that is cached, or whose pixels are cached.
    fn status_cleared(&mut self, span: &Span, log: &mut Log) {
        let dirty = |w: &&Write| w.is_dirty(&self.sync);
        let found = (self.writes.iter().filter(dirty)).find_map(|w| match w.by {
            Writer::ColorStatus | Writer::DepthStatus => Some((w, w.span.common(span)?)),
            _ => Some((w, w.status?.common(span)?)),
        });
        if let Some((write, both)) = found {
            let origin = &write.origin;
            let site = (origin.address, write.by as u32);
            let flush = write.by.cache().map_or("flush", |c| c.flush());
            log.find(&rules::STATUS_CLEARED_DIRTY, site, |at| {
                let text =
                    format!("{both} is tile status of pixels drawn by {origin}; no {flush} since");
                (at.clone(), text)
            });
            self.recover();
        }
    }

    /// Checks for consecutive clears, which hang GC600.
    fn fill(&mut self, chip: &Chip, log: &mut Log) {
        let flushed = [Cache::Color, Cache::Depth].map(|c| self.sync.flushed(c));
        let waited = self.sync.waited(Stage::FromRasteriser, SyncRecipient::Pe);
        let before = (self.filled.take()).filter(|(at, _)| flushed.iter().any(|f| f <= at));
        if let Some((at, origin)) = before
            && Bug::ClearsNeedFlush.is_in(chip)
        {
            log.find(&rules::CLEARS_WITHOUT_FLUSH, (origin.address, 0), |place| {
                let text = match waited > at {
                    true => format!(
                        "RA waited for PE, but colour and depth were not flushed since {origin}"
                    ),
                    false => format!("colour and depth were not flushed since {origin}"),
                };
                (place.clone(), text)
            });
        }
        let now = self.sync.tick();
        self.filled = Some((now, Origin::here(log)));
    }
}

/// The memory of all pipes' windows in a side with dimensions halved by `(across,
/// down)`.
fn spans_of(resolve: &Resolve, side: &Side, (across, down): (u32, u32)) -> Vec<Span> {
    let Some(surface) = &side.surface else {
        return Vec::new();
    };
    let rects = resolve.windows.iter().map(|w| Rect {
        x: w.x >> across,
        y: w.y >> down,
        width: resolve.width >> across,
        height: resolve.height >> down,
    });
    rects.flat_map(|r| of_pixels(surface, r)).collect()
}
