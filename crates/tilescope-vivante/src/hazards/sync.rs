//! Cache flushes, semaphores and stalls, in order.

use tilescope_core::Frame;

use crate::log::Log;
use crate::regs::enums::SyncRecipient;
use crate::regs::gl::flush_cache;

/// A logical time: the number of preceding operations.
pub(super) type Time = u64;

/// A cache that a stream can flush.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Cache {
    Color,
    Depth,
    Texture,
    VertexTexture,
    Shader,
    Descriptor,
    Status,
}

const CACHES: usize = 7;

impl Cache {
    /// The state write that flushes it, as text.
    pub(super) fn flush(self) -> &'static str {
        match self {
            Cache::Color => "GL.FLUSH_CACHE color",
            Cache::Depth => "GL.FLUSH_CACHE depth",
            Cache::Texture => "GL.FLUSH_CACHE texture",
            Cache::VertexTexture => "GL.FLUSH_CACHE texturevs",
            Cache::Shader => "GL.FLUSH_CACHE shader_l1",
            Cache::Descriptor => "GL.FLUSH_CACHE descriptor",
            Cache::Status => "TS.FLUSH_CACHE",
        }
    }
}

/// The command of an operation.
#[derive(Clone, Debug)]
pub(super) struct Origin {
    frame: Frame,
    /// Address of the command.
    pub(super) address: u32,
}

impl Origin {
    /// The command that is being executed.
    pub(super) fn here(log: &Log) -> Origin {
        let packet = |f: &&Frame| matches!(f, Frame::Packet(..));
        match log.at.frames.iter().rev().find(packet) {
            Some(frame @ Frame::Packet(_, address, _)) => Origin {
                frame: frame.clone(),
                address: *address as u32,
            },
            _ => Origin {
                frame: Frame::Register("GL", 0),
                address: 0,
            },
        }
    }
}

impl std::fmt::Display for Origin {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.frame.fmt(f)
    }
}

/// The position of a unit in the pipeline: units from the rasteriser on wait when
/// it waits, and all wait when the front end does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Stage {
    /// The front end, vertex shaders.
    BeforeRasteriser,
    /// Pixel shaders, PE, RS.
    FromRasteriser,
}

#[derive(Clone, Copy, Debug)]
struct Pair {
    from: SyncRecipient,
    to: SyncRecipient,
    armed: Time,
    /// The time at which the last awaited semaphore was armed.
    waited: Time,
}

/// Times of flushes, semaphores and stalls.
#[derive(Clone, Debug, Default)]
pub(super) struct SyncState {
    now: Time,
    flushed: [Time; CACHES],
    pairs: Vec<Pair>,
}

impl SyncState {
    /// Advances the time.
    pub(super) fn tick(&mut self) -> Time {
        self.now += 1;
        self.now
    }

    /// Records that the kernel flushed all caches and waited.
    pub(super) fn idle(&mut self) {
        let now = self.tick();
        for cache in [Cache::Color, Cache::Depth, Cache::Status] {
            self.flushed[cache as usize] = now;
        }
        for to in [SyncRecipient::Pe, SyncRecipient::Blt] {
            self.arm(SyncRecipient::Fe, to);
            self.wait(SyncRecipient::Fe, to);
        }
    }

    /// Assumes that all pixel caches were flushed and awaited. Called after a
    /// finding, so that an omission is reported once.
    pub(super) fn recover(&mut self) {
        self.flush(Cache::Shader);
        self.idle();
    }

    pub(super) fn flush(&mut self, cache: Cache) {
        self.flushed[cache as usize] = self.tick();
    }

    /// Records a write to GL.FLUSH_CACHE. Returns the flushed caches.
    pub(super) fn flush_bits(&mut self, word: u32) -> Vec<Cache> {
        let all = [
            (flush_cache::DEPTH, Cache::Depth),
            (flush_cache::COLOR, Cache::Color),
            (flush_cache::TEXTURE, Cache::Texture),
            (flush_cache::TEXTUREVS, Cache::VertexTexture),
            (flush_cache::SHADER_L1, Cache::Shader),
            (flush_cache::DESCRIPTOR_UNK12, Cache::Descriptor),
        ];
        let set = all.iter().filter(|(bit, _)| bit.of(word) != 0);
        let caches: Vec<Cache> = set.map(|(_, cache)| *cache).collect();
        caches.iter().for_each(|c| self.flush(*c));
        caches
    }

    pub(super) fn flushed(&self, cache: Cache) -> Time {
        self.flushed[cache as usize]
    }

    fn pair(&mut self, from: SyncRecipient, to: SyncRecipient) -> &mut Pair {
        let known = self.pairs.iter().position(|p| (p.from, p.to) == (from, to));
        let i = known.unwrap_or_else(|| {
            self.pairs.push(Pair {
                from,
                to,
                armed: 0,
                waited: 0,
            });
            self.pairs.len() - 1
        });
        &mut self.pairs[i]
    }

    pub(super) fn arm(&mut self, from: SyncRecipient, to: SyncRecipient) {
        let now = self.tick();
        self.pair(from, to).armed = now;
    }

    pub(super) fn wait(&mut self, from: SyncRecipient, to: SyncRecipient) {
        let pair = self.pair(from, to);
        pair.waited = pair.armed;
    }

    /// Whether the rasteriser itself has waited for `to` after time `since`.
    pub(super) fn rasteriser_waited(&self, to: SyncRecipient, since: Time) -> bool {
        let ours = |p: &&Pair| (p.from, p.to) == (SyncRecipient::Ra, to);
        self.pairs.iter().filter(ours).any(|p| p.waited > since)
    }

    /// The time before which all work of `to` is complete when units of `stage`
    /// continue.
    pub(super) fn waited(&self, stage: Stage, to: SyncRecipient) -> Time {
        let counts = |p: &&Pair| {
            let from = match stage {
                Stage::BeforeRasteriser => p.from == SyncRecipient::Fe,
                Stage::FromRasteriser => {
                    matches!(p.from, SyncRecipient::Fe | SyncRecipient::Ra)
                }
            };
            from && p.to == to
        };
        let times = self.pairs.iter().filter(counts).map(|p| p.waited);
        times.max().unwrap_or(0)
    }
}
