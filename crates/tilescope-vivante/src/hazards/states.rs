//! Hazards of state writes: flushes, semaphores, and states that must not change
//! while work is in flight.

use super::sync::{Cache, Origin, Stage};
use super::writes::Writer;
use super::{Hazards, Span};
use crate::chips::Chip;
use crate::log::Log;
use crate::regs::enums::SyncRecipient;
use crate::regs::{gl, nte, pe, ps, sh, te, ts, vs};
use crate::rules::sync as rules;
use crate::state::State;

/// Values of states before the last write.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Latched {
    color_format: u32,
    depth_config: u32,
    pub(super) pipe: u32,
}

impl Hazards {
    /// Checks and records a write of the word `value` to the state at byte
    /// `offset`.
    pub fn wrote(&mut self, offset: u32, value: u32, state: &State, chip: &Chip, log: &mut Log) {
        let stored = state.word(offset);
        match offset {
            gl::flush_cache::AT => self.flush(value, log),
            ts::flush_cache::AT if ts::flush_cache::FLUSH.of(value) != 0 => self.flush_status(log),
            gl::semaphore_token::AT => {
                let unit = |raw: u32| SyncRecipient::from_bits(raw as u8);
                self.sync.arm(
                    unit(gl::semaphore_token::FROM.of(value)),
                    unit(gl::semaphore_token::TO.of(value)),
                );
            }
            gl::event::AT => self.event(value, log),
            gl::pipe_select::AT => {
                let before = std::mem::replace(&mut self.latched.pipe, stored);
                self.pipe(before, log);
            }
            pe::color_format::AT => {
                let before = std::mem::replace(&mut self.latched.color_format, stored);
                let overwrites = |word| pe::color_format::OVERWRITE.of(word);
                if overwrites(before) != overwrites(stored) {
                    self.overwrite(log);
                }
            }
            pe::depth_config::AT => {
                let before = std::mem::replace(&mut self.latched.depth_config, stored);
                self.depth_config(before, log);
            }
            _ if self.drawn.is_some()
                && chip.features.halti().is_some()
                && belongs_to_draws(offset) =>
            {
                self.shader_state(log);
            }
            _ => {}
        }
    }

    fn flush(&mut self, word: u32, log: &mut Log) {
        let caches = self.sync.flush_bits(word);
        if caches.contains(&Cache::Texture) {
            self.textures.flush();
        }
        if caches.contains(&Cache::VertexTexture) {
            self.vertex_textures.flush();
            let busy = self.working(&self.drawn, Stage::FromRasteriser);
            let now = self.sync.tick();
            self.vertex_textures_flushed = busy.map(|_| (now, Origin::here(log)));
        }
        if gl::flush_cache::PE2D.of(word) != 0 {
            self.drawn_2d = None;
        }
        self.writes.forget_visible(&self.sync);
    }

    fn flush_status(&mut self, log: &mut Log) {
        let busy = self.working(&self.drawn_with_status, Stage::FromRasteriser);
        let flushed =
            |at| [Cache::Color, Cache::Depth].map(|c| self.sync.flushed(c) > at) == [true; 2];
        let last = self.drawn_with_status.as_ref();
        if let Some(origin) = busy.filter(|_| last.is_none_or(|(at, _)| !flushed(*at))) {
            let site = (origin.address, 0);
            log.find(&rules::STATUS_FLUSHED_EARLY, site, |at| {
                let text = format!(
                    "{origin} drew with tile status, and since then colour and depth were not flushed and no unit waited for PE"
                );
                (at.clone(), text)
            });
            self.recover();
        }
        self.sync.flush(Cache::Status);
        self.writes.forget_visible(&self.sync);
    }

    /// The first write of `by` that is still in a cache.
    fn dirty(&self, by: &[Writer]) -> Option<(Writer, Span, Origin)> {
        let mut dirty = self.writes.iter().filter(|w| w.is_dirty(&self.sync));
        let first = dirty.find(|w| by.contains(&w.by))?;
        Some((first.by, first.span, first.origin.clone()))
    }

    fn overwrite(&mut self, log: &mut Log) {
        if let Some((_, span, origin)) = self.dirty(&[Writer::Color]) {
            log.find(&rules::OVERWRITE_CHANGED, (origin.address, 0), |at| {
                let text = format!(
                    "OVERWRITE changes while the cache holds pixels of {span} drawn by {origin}"
                );
                (at.clone(), text)
            });
            self.recover();
        }
    }

    fn depth_config(&mut self, before: u32, log: &mut Log) {
        if before == self.latched.depth_config {
            return;
        }
        let dirty = self.dirty(&[Writer::Depth]);
        let busy = self.working(&self.depth.used, Stage::FromRasteriser);
        let text = match (dirty, busy) {
            (Some((_, span, origin)), _) => {
                format!("the cache holds depth of {span} drawn by {origin}")
            }
            (None, Some(origin)) => {
                format!("neither RA nor FE has waited for PE since {origin}, which tests depth")
            }
            (None, None) => return,
        };
        let site = (Origin::here(log).address, 0);
        log.find(&rules::DEPTH_CONFIG_CHANGED, site, |at| (at.clone(), text));
        self.recover();
    }

    fn shader_state(&mut self, log: &mut Log) {
        let Some(origin) = self.working(&self.drawn, Stage::BeforeRasteriser) else {
            // The check is made at the next draw.
            self.drawn = None;
            return;
        };
        let site = (Origin::here(log).address, 0);
        log.find(&rules::SHADER_STATE_IN_FLIGHT, site, |at| {
            let text = format!("FE has not waited for PE since {origin}");
            (at.clone(), text)
        });
        self.recover();
    }

    fn pipe(&mut self, before: u32, log: &mut Log) {
        if before == self.latched.pipe {
            return;
        }
        if let Some(origin) = self.drawn_2d.take() {
            log.find(&rules::PIPE_WHILE_DIRTY, (origin.address, 0), |at| {
                let text = format!("the cache of the 2D engine holds pixels drawn by {origin}");
                (at.clone(), text)
            });
        }
        let all = [Writer::Color, Writer::Depth];
        if let Some((by, span, origin)) = self.dirty(&all) {
            log.find(&rules::PIPE_WHILE_DIRTY, (origin.address, 0), |at| {
                let by = by.name();
                let text = format!("a cache of {by} holds {span}, drawn by {origin}");
                (at.clone(), text)
            });
            self.recover();
        }
    }

    fn event(&mut self, word: u32, log: &mut Log) {
        let dirty = self.dirty(&[Writer::Color, Writer::Depth]);
        let waits = gl::event::FROM_PE.of(word) != 0;
        let busy = self.working(&self.drawn, Stage::BeforeRasteriser);
        let text = match (dirty, busy) {
            (Some((by, span, origin)), _) => {
                let by = by.name();
                format!("a cache of {by} holds {span}, drawn by {origin}")
            }
            (None, Some(origin)) if !waits => {
                format!("the event comes from FE, which has not waited for PE since {origin}")
            }
            _ => return,
        };
        let site = (Origin::here(log).address, 0);
        log.find(&rules::EVENT_WHILE_DIRTY, site, |at| (at.clone(), text));
        self.recover();
    }
}

/// States that are not self-synchronising from HALTI0 on: code, constants,
/// samplers. Those that Mesa loads without waiting are excluded, as are flushes.
///
/// Source: a comment in Mesa etnaviv_emit.c, `etna_emit_state`, and the states
/// after its stall there.
fn belongs_to_draws(offset: u32) -> bool {
    let within = |first: u32, words: u32| (first..first + 4 * words).contains(&offset);
    matches!(
        offset,
        vs::range::AT | ps::range::AT | vs::inst_addr::AT | ps::inst_addr::AT
    ) || within(vs::inst_mem::AT, 0x4000 / 4)
        || within(sh::inst_mem_mirror::AT, 0x8000 / 4)
        || within(sh::unk20000::AT, 8192)
        || within(sh::uniforms::AT, 0x8000 / 4)
        || within(te::sampler_config0::AT, 0x1000 / 4)
        || within(nte::sampler_config0::AT, 0x4000 / 4)
        || within(nte::descriptor_addr::AT, 0x1a00 / 4)
        || within(ts::sampler_config::AT, 32)
}
