//! Hazards of draws.

use super::sync::{Cache, Origin, Time};
use super::writes::{Write, Writer};
use super::{Hazards, Reader};
use crate::chips::Chip;
use crate::log::{Log, Site};
use crate::regs::enums::SyncRecipient;
use crate::rules::sync as rules;
use tilescope_core::Span;

/// The use of a render target by a draw.
#[derive(Clone, Debug)]
pub(crate) struct Target {
    /// The pixels.
    pub(crate) spans: [Span; 2],
    /// Their tile status, and the register words that determine it.
    pub(crate) status: Option<([Span; 2], [u32; 3])>,
    /// The register words that determine the addresses of pixels.
    pub(crate) key: [u32; 4],
    /// Pixels were written.
    pub(crate) written: bool,
}

/// The memory that a draw accessed.
#[derive(Clone, Debug, Default)]
pub(crate) struct Touched {
    pub(crate) read: Vec<(Reader, Span)>,
    pub(crate) color: Option<Target>,
    pub(crate) depth: Option<Target>,
    /// Further colour buffers.
    pub(crate) more: Vec<Target>,
    /// Stores of shaders.
    pub(crate) stored: Vec<Span>,
}

/// The last use of a buffer by a draw.
#[derive(Clone, Debug, Default)]
pub(super) struct Bound {
    /// The last draw that read or wrote it.
    pub(super) used: Option<(Time, Origin)>,
    key: [u32; 4],
    status: Option<[u32; 3]>,
}

impl Hazards {
    /// Checks a draw that has run.
    pub(crate) fn draw(&mut self, touched: Touched, chip: &Chip, log: &mut Log) {
        let origin = Origin::here(log);
        if let Some((when, flush)) = self.vertex_textures_flushed.take()
            && !self.sync.rasteriser_waited(SyncRecipient::Pe, when)
        {
            let site = (flush.address, 0);
            log.find(&rules::VERTEX_TEXTURES_FLUSHED, site, |at| {
                let text = format!(
                    "{flush} flushed TEXTUREVS while PE was busy with an earlier draw, and RA has not waited for PE since"
                );
                (at.clone(), text)
            });
        }
        for (reader, span) in &touched.read {
            if !self.writes.is_empty() {
                self.uses(*reader, span, log);
            }
            self.sampled(*reader, span, log);
        }
        self.descriptors(&touched, chip, log);
        feedback(&touched, log);
        for (writer, target) in [
            (Writer::Color, &touched.color),
            (Writer::Depth, &touched.depth),
        ] {
            if let Some(target) = target {
                self.bind(writer, target, &origin, log);
            }
        }
        for target in &touched.more {
            self.draw_to(Writer::Color, target, &origin, log);
        }
        let now = self.sync.tick();
        let status = |t: &Option<Target>| t.as_ref().is_some_and(|t| t.status.is_some());
        if status(&touched.color) || status(&touched.depth) {
            self.drawn_with_status = Some((now, origin.clone()));
        }
        for span in touched.stored {
            self.written(Writer::Shader, span, None, &origin);
        }
        self.drawn = Some((now, origin));
    }

    /// Records a draw of the 2D engine.
    pub fn draw_2d(&mut self, log: &Log) {
        self.drawn_2d = Some(Origin::here(log));
    }

    fn sampled(&mut self, reader: Reader, span: &Span, log: &mut Log) {
        let (cache, rule, bit) = match reader {
            Reader::Texture => (&mut self.textures, &rules::TEXTURE_STALE, Cache::Texture),
            Reader::VertexTexture => (
                &mut self.vertex_textures,
                &rules::VERTEX_TEXTURE_STALE,
                Cache::VertexTexture,
            ),
            _ => return,
        };
        if let Some((both, by, origin)) = cache.read(span) {
            cache.flush();
            log.find(rule, (origin.address, reader as u32), |at| {
                let (name, flush) = (reader.name(), bit.flush());
                let text = format!("{name} {both}, written by {by} at {origin}; no {flush} since");
                (at.clone(), text)
            });
        }
    }

    /// Checks the descriptor cache, which may hold descriptors of other
    /// submissions.
    fn descriptors(&mut self, touched: &Touched, chip: &Chip, log: &mut Log) {
        let samples =
            |(r, _): &(Reader, Span)| matches!(r, Reader::Texture | Reader::VertexTexture);
        let old = self.sync.flushed(Cache::Descriptor) <= self.began;
        if old && chip.features.halti() >= Some(5) && touched.read.iter().any(samples) {
            log.find(&rules::DESCRIPTORS_STALE, Site::ANYWHERE, |at| {
                let text =
                    "no flush of texture descriptors since the start of the submission".to_owned();
                (at.clone(), text)
            });
            self.sync.flush(Cache::Descriptor);
        }
    }

    /// Checks and records the use of a render target.
    fn bind(&mut self, writer: Writer, target: &Target, origin: &Origin, log: &mut Log) {
        self.rebound(writer, target, log);
        self.draw_to(writer, target, origin, log);
        let bound = Bound {
            used: Some((self.sync.tick(), origin.clone())),
            key: target.key,
            status: target.status.as_ref().map(|(_, key)| *key),
        };
        match writer {
            Writer::Color => self.color = bound,
            _ => self.depth = bound,
        }
    }

    /// Checks and records reads and writes of pixels.
    fn draw_to(&mut self, writer: Writer, target: &Target, origin: &Origin, log: &mut Log) {
        let status = target.status.as_ref();
        let spans = target.spans.iter();
        for span in spans
            .clone()
            .chain(status.iter().flat_map(|(s, _)| s.iter()))
        {
            self.uses(Reader::Pixels, span, log);
        }
        if target.written {
            let mut of_span = status.map(|(s, _)| s.iter().copied()).into_iter().flatten();
            for span in spans {
                let status = of_span.next();
                self.written(writer, *span, status, origin);
                if let Some(status) = status {
                    self.written(writer.status(), status, None, origin);
                }
            }
        }
    }

    /// Checks a change of buffer or tile status while the cache holds pixels of the
    /// previous one.
    fn rebound(&mut self, writer: Writer, target: &Target, log: &mut Log) {
        let (bound, cache) = match writer {
            Writer::Color => (&self.color, Cache::Color),
            _ => (&self.depth, Cache::Depth),
        };
        let status = target.status.as_ref().map(|(_, key)| *key);
        let (moved, changed) = (bound.key != target.key, bound.status != status);
        let ours = |by: Writer| by == writer || changed && by == writer.status();
        let dirty = |w: &&Write| w.is_dirty(&self.sync) && ours(w.by);
        let first = self.writes.iter().find(dirty);
        let Some(write) = first.filter(|_| moved || changed) else {
            return;
        };
        let (span, by) = (write.span, write.by.name());
        let site = (write.origin.address, writer as u32);
        let flush = write.by.cache().unwrap_or(cache).flush();
        let origin = &write.origin;
        let rule = match moved {
            true => &rules::TARGET_CHANGED,
            false => &rules::STATUS_CHANGED,
        };
        log.find(rule, site, |at| {
            let now = target.spans.first().map(Span::to_string).unwrap_or_default();
            let text = format!(
                "PE draws to {now}, but a cache holds {span}, written by {by} at {origin}; no {flush} since"
            );
            (at.clone(), text)
        });
        self.recover();
    }
}

/// Checks that no texture is a render target of the draw.
fn feedback(touched: &Touched, log: &mut Log) {
    let targets = [&touched.color, &touched.depth].into_iter().flatten();
    for target in targets.chain(&touched.more).filter(|t| t.written) {
        for (reader, span) in &touched.read {
            let both = target.spans.iter().find_map(|s| s.common(span));
            if let (Some(both), Reader::Texture | Reader::VertexTexture) = (both, reader) {
                log.find(&rules::FEEDBACK, (both.start as u32, 0), |at| {
                    let text = format!(
                        "{} {both}, which is a render target of the draw",
                        reader.name()
                    );
                    (at.clone(), text)
                });
            }
        }
    }
}
