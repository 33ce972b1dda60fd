//! The tracker of render passes: modes, tiles and their operations.

use super::register as reg;
use super::{
    Action, Copy, DrawnTo, Driver, Kind, MAX_ACTIONS, MAX_COPIES, MAX_PASSES, MAX_TILES, Passes,
    RenderPass, SizeFrom, Sorting, Target, Tile,
};
use crate::chips::{Chip, Size};
use crate::stream::{At, Follow, Mode};
use std::collections::HashSet;

/// First and last pixel of a scissor.
type Scissor = (u32, u32);

/// The state that is copied at the first draw of a pass.
#[derive(Debug, Default)]
struct Attachments {
    samples: u32,
    targets: Vec<Target>,
}

/// A pass in the course of drawing.
#[derive(Debug, Default)]
struct Open {
    begin: Option<(u64, u64)>,
    /// Draws that were sorted.
    sorting_draws: u32,
    sorted: Option<Sorting>,
    sysmem_draws: u32,
    tiles: Vec<Tile>,
    more_tiles: u64,
    seen: HashSet<Scissor>,
    /// The last pixel, by its evidence.
    scissor: Option<(u32, u32)>,
    copies: Option<(u32, u32)>,
    attachments: Option<Attachments>,
    /// The places that copies used, in the order of places.
    copied: Attachments,
    bin: u32,
    ccu: u32,
}

impl Open {
    fn drawn(&self) -> bool {
        !self.tiles.is_empty() || self.sysmem_draws > 0
    }
}

/// Follows streams, and collects their passes.
pub struct Tracker {
    chip: &'static Chip,
    /// Whether a marker or scissor came after the last operation of a tile, and where.
    fresh: Option<(u64, u64)>,
    /// The first packet after the last operation that may begin a pass.
    candidate: Option<(u64, u64)>,
    open: Open,
    tiles: usize,
    done: Passes,
    /// The last events, the latest last; 0 for other packets.
    events: [u32; 4],
}

/// `PC_CCU_INVALIDATE_COLOR`, `PC_CCU_INVALIDATE_DEPTH`, `CACHE_INVALIDATE`: the first events of
/// freedreno's batches (Mesa 22.3.6 and 25.0.7, `fd6_emit.h`, `fd6_cache_inv`).
const FORGET: [u32; 3] = [0x19, 0x18, 0x31];

/// `PC_CCU_FLUSH_DEPTH_TS` and `PC_CCU_FLUSH_COLOR_TS`, one of which precedes turnip's.
const WRITE_BACK: [u32; 2] = [0x1c, 0x1d];

/// X and Y of a position, 14 bits each.
const fn position(word: u32) -> (u32, u32) {
    (word & 0x3fff, word >> 16 & 0x3fff)
}

fn later(a: Option<(u32, u32)>, b: (u32, u32)) -> Option<(u32, u32)> {
    let a = a.unwrap_or((0, 0));
    Some((a.0.max(b.0), a.1.max(b.1)))
}

impl Tracker {
    /// A tracker of streams for a chip.
    pub fn new(chip: &'static Chip) -> Tracker {
        Tracker {
            chip,
            fresh: None,
            candidate: None,
            open: Open::default(),
            tiles: 0,
            done: Passes::default(),
            events: [0; 4],
        }
    }

    /// The passes. A pass that is not complete ends here.
    pub fn finish(mut self) -> Passes {
        self.end();
        self.done
    }

    /// A register gets a value.
    pub(crate) fn register(&mut self, at: At, number: u32, old: u32, value: u32) {
        match number {
            reg::RB_BIN_CONTROL => {
                // Size and location: freedreno writes the register for each tile.
                const SAME: u32 = 0x3f | 0x7f << 8 | 3 << 22;
                let sysmem = self.open.sysmem_draws > 0;
                if self.open.drawn() && (sysmem || (old ^ value) & SAME != 0) {
                    self.end();
                }
                self.candidate.get_or_insert((at.packet, at.address));
            }
            reg::CP_SCRATCH_6 => self.done.driver = Driver::Freedreno,
            // A batch of freedreno begins by forgetting caches, without writing them back.
            reg::HLSQ_INVALIDATE_CMD
                if self.events[1..] == FORGET && !WRITE_BACK.contains(&self.events[0]) =>
            {
                self.done.driver = Driver::Freedreno;
            }
            reg::GRAS_SC_WINDOW_SCISSOR_TL | reg::GRAS_SC_WINDOW_SCISSOR_BR => {
                self.fresh.get_or_insert((at.packet, at.address));
            }
            _ => {}
        }
    }

    /// A packet of type 7 that conditions do not leave out. `now` is the state before it.
    pub(crate) fn packet(&mut self, now: &Follow, at: At, code: u8, payload: &[u32]) {
        let event = match (code, payload) {
            (0x46, &[event, ..]) => event & 0xff,
            _ => 0,
        };
        self.events.rotate_left(1);
        self.events[3] = event;
        match (code, payload) {
            (0x65, &[word, ..]) => {
                if let Some(mode) = Mode::of_marker(word) {
                    self.marker(now, at, mode);
                }
            }
            (0x24 | 0x28 | 0x29 | 0x2a | 0x38, _) => self.draw(now, at),
            (0x46, &[event, ..]) if event & 0xff == 0x1e => self.blit(now, at),
            (0x2c, _) => self.copy(now, at),
            (0x2f, _) => self.done.driver = Driver::Freedreno,
            _ => {}
        }
    }

    fn marker(&mut self, now: &Follow, at: At, mode: Mode) {
        let here = (at.packet, at.address);
        match mode {
            Mode::Sysmem => {
                if !self.open.tiles.is_empty() {
                    self.end();
                }
            }
            Mode::Binning => {
                if self.open.drawn() || self.open.sorting_draws > 0 {
                    self.end();
                }
                self.fresh = None;
            }
            Mode::Tiles => {
                if self.open.sysmem_draws > 0 {
                    self.end();
                }
                // What was written while draws were sorted is of no tile.
                if now.mode != Mode::Tiles {
                    self.fresh = None;
                }
                self.fresh.get_or_insert(here);
            }
            Mode::Unknown => {}
        }
        self.candidate.get_or_insert(here);
    }

    /// Begins a pass, unless one is open.
    fn begin(&mut self, now: &Follow, at: At) {
        let begin = self.candidate.take().unwrap_or((at.packet, at.address));
        self.open.begin.get_or_insert(begin);
        self.open.bin = now.read(reg::RB_BIN_CONTROL);
        self.open.ccu = now.read(reg::RB_CCU_CNTL);
    }

    fn draw(&mut self, now: &Follow, at: At) {
        let last = position(now.read(reg::GRAS_SC_WINDOW_SCISSOR_BR));
        // Draws that copy outside passes state in any mode that buffers are in system memory.
        let in_sysmem = now.read(reg::RB_BIN_CONTROL) >> 22 & 3 == 3;
        if now.mode == Mode::Binning {
            self.begin(now, at);
            self.open.sorting_draws = self.open.sorting_draws.saturating_add(1);
            if self.open.sorted.is_none() {
                self.open.sorted = Some(sorting(now));
            }
            self.open.scissor = later(self.open.scissor, last);
        } else if now.mode != Mode::Tiles || in_sysmem {
            if !self.open.tiles.is_empty() {
                self.end();
            }
            self.begin(now, at);
            self.open.sysmem_draws = self.open.sysmem_draws.saturating_add(1);
            self.open.scissor = later(self.open.scissor, last);
            self.attach(now);
        } else {
            self.act(now, at, Action::Draw);
            self.attach(now);
        }
    }

    /// The event that copies between a tile and memory.
    fn blit(&mut self, now: &Follow, at: At) {
        if now.mode != Mode::Tiles {
            return;
        }
        let info = now.read(reg::RB_BLIT_INFO);
        // GMEM is the destination; a mask of components to clear.
        let action = match (info >> 1 & 1, info >> 4 & 0xf) {
            (0, _) => Action::Store,
            (_, 0) => Action::Load,
            _ => Action::Clear,
        };
        self.act(now, at, action);
        self.copied(now);
        let last = position(now.read(reg::RB_BLIT_SCISSOR_BR));
        if last != (0, 0) {
            self.open.copies = later(self.open.copies, last);
        }
    }

    /// Notes the place of a copy: all that is known of the attachments of a pass without draws.
    fn copied(&mut self, now: &Follow) {
        let gmem = now.read(reg::RB_BLIT_BASE_GMEM) & !0xfff;
        let targets = &mut self.open.copied.targets;
        if targets.len() < 10 && targets.iter().all(|t| t.gmem != gmem) {
            let format = now.read(reg::RB_BLIT_DST_INFO) >> 7 & 0xff;
            let address = now.address(reg::RB_BLIT_DST);
            targets.push(Target {
                kind: Kind::Copied { format },
                address,
                gmem,
            });
            targets.sort_by_key(|t| t.gmem);
            self.open.copied.samples = 1 << (now.read(reg::RB_BLIT_GMEM_MSAA_CNTL) >> 3 & 3);
        }
    }

    /// A copy by the 2D engine.
    fn copy(&mut self, now: &Follow, at: At) {
        let solid = now.read(reg::RB_2D_BLIT_CNTL) >> 7 & 1 != 0;
        let from = now.address(reg::SP_PS_2D_SRC);
        let gmem = self.chip.gmem_base..self.chip.gmem_base + u64::from(self.chip.gmem_size);
        if now.mode == Mode::Tiles && !solid && gmem.contains(&from) {
            self.act(now, at, Action::StoreBy2d);
        } else if self.done.copies.len() < MAX_COPIES {
            self.done.copies.push(Copy {
                packet: at.packet,
                solid,
                to: now.address(reg::RB_2D_DST),
            });
        } else {
            self.done.more_copies += 1;
        }
    }

    /// An operation of a tile.
    fn act(&mut self, now: &Follow, at: At, action: Action) {
        let tl = now.read(reg::GRAS_SC_WINDOW_SCISSOR_TL);
        let br = now.read(reg::GRAS_SC_WINDOW_SCISSOR_BR);
        let key = (tl, br);
        let stored = |tile: &Tile| {
            let stores = [Action::Store, Action::StoreBy2d];
            tile.actions.last().is_some_and(|a| stores.contains(&a.0))
        };
        let current = self.open.tiles.last();
        let same = current.is_some_and(|tile| {
            (tile.from, tile.to) == (position(tl), position(br))
                && !(self.fresh.is_some() && stored(tile) && action != Action::Store)
        });
        let fresh = self.fresh.take();
        if !same {
            if self.open.seen.contains(&key) {
                self.end();
            }
            self.begin(now, at);
            self.open.seen.insert(key);
            if self.tiles >= MAX_TILES {
                self.open.more_tiles += 1;
                return;
            }
            self.tiles += 1;
            self.open.tiles.push(Tile {
                packet: fresh.map_or(at.packet, |f| f.0),
                from: position(tl),
                to: position(br),
                actions: Vec::new(),
            });
        }
        self.candidate = None;
        let Some(tile) = self.open.tiles.last_mut() else {
            return;
        };
        let room = tile.actions.len() < MAX_ACTIONS;
        match tile.actions.last_mut() {
            Some((last, times)) if *last == action => *times = times.saturating_add(1),
            _ if room => tile.actions.push((action, 1)),
            _ => {}
        }
    }

    /// Copies the registers of attachments at the first draw of a pass.
    fn attach(&mut self, now: &Follow) {
        if self.open.attachments.is_none() {
            self.open.attachments = Some(attachments(now));
        }
        self.candidate = None;
    }

    /// Ends the open pass.
    fn end(&mut self) {
        let open = std::mem::take(&mut self.open);
        if !open.drawn() {
            return;
        }
        if self.done.passes.len() == MAX_PASSES {
            self.done.more_passes += 1;
            return;
        }
        let attachments = open.attachments.unwrap_or(open.copied);
        let tiled = !open.tiles.is_empty();
        let end = |of: fn(&Tile) -> u32| open.tiles.iter().map(of).max().unwrap_or(0);
        let tiles_end = (end(|t| t.to.0), end(|t| t.to.1));
        let (last, size_from) = match (open.scissor, open.copies) {
            (Some(last), _) => (last, SizeFrom::Scissor),
            // All tiles have pixels.
            (None, Some(c))
                if c != tiles_end && c.0 >= end(|t| t.from.0) && c.1 >= end(|t| t.from.1) =>
            {
                let last = (c.0.min(tiles_end.0), c.1.min(tiles_end.1));
                (last, SizeFrom::Copies)
            }
            _ => (tiles_end, SizeFrom::Tiles),
        };
        let draws_of = |tile: &Tile| {
            let draws = tile.actions.iter().filter(|a| a.0 == Action::Draw);
            draws.fold(0u32, |sum, a| sum.saturating_add(a.1))
        };
        let most = open.tiles.iter().map(draws_of).max().unwrap_or(0);
        let (packet, address) = open.begin.unwrap_or((0, 0));
        self.done.passes.push(RenderPass {
            packet,
            address,
            drawn_to: if tiled {
                DrawnTo::Tiles
            } else {
                DrawnTo::Sysmem
            },
            sorted: open.sorted,
            draws: if tiled { most } else { open.sysmem_draws },
            tile: Size {
                width: if tiled { (open.bin & 0x3f) << 5 } else { 0 },
                height: if tiled {
                    (open.bin >> 8 & 0x7f) << 4
                } else {
                    0
                },
            },
            tiles: open.tiles,
            more_tiles: open.more_tiles,
            size: Size {
                width: last.0 + 1,
                height: last.1 + 1,
            },
            size_from,
            samples: attachments.samples.max(1),
            targets: attachments.targets,
            ccu_offset: ccu_offset(open.ccu),
        });
    }
}

/// `COLOR_OFFSET` of `RB_CCU_CNTL`, in units of 4 KiB.
const fn ccu_offset(word: u32) -> u32 {
    (word >> 23) << 12
}

fn attachments(now: &Follow) -> Attachments {
    let mut targets = Vec::new();
    for index in 0..(now.read(reg::RB_FS_OUTPUT_CNTL1) & 0xf).min(8) {
        let format = now.read(reg::RB_MRT_BUF_INFO + index * 8) & 0xff;
        if format != 0 {
            targets.push(Target {
                kind: Kind::Color { index, format },
                address: now.address(reg::RB_MRT_BASE + index * 8),
                gmem: now.read(reg::RB_MRT_BASE_GMEM + index * 8) & !0xfff,
            });
        }
    }
    let format = now.read(reg::RB_DEPTH_BUFFER_INFO) & 7;
    if format != 0 {
        targets.push(Target {
            kind: Kind::Depth { format },
            address: now.address(reg::RB_DEPTH_BUFFER_BASE),
            gmem: now.read(reg::RB_DEPTH_BUFFER_BASE_GMEM) & !0xfff,
        });
    }
    if now.read(reg::RB_STENCIL_INFO) & 1 != 0 {
        targets.push(Target {
            kind: Kind::Stencil,
            address: now.address(reg::RB_STENCIL_BUFFER_BASE),
            gmem: now.read(reg::RB_STENCIL_BUFFER_BASE_GMEM) & !0xfff,
        });
    }
    Attachments {
        samples: 1 << (now.read(reg::RB_DEST_MSAA_CNTL) & 3),
        targets,
    }
}

fn sorting(now: &Follow) -> Sorting {
    let (bin, count) = (now.read(reg::VSC_BIN_SIZE), now.read(reg::VSC_BIN_COUNT));
    let mut pipes = [0; 32];
    for (n, pipe) in (0..).zip(&mut pipes) {
        *pipe = now.read(reg::VSC_PIPE_CONFIG + n);
    }
    Sorting {
        bin: ((bin & 0xff) << 5, (bin >> 8 & 0x1ff) << 4),
        count: (count >> 1 & 0x3ff, count >> 11 & 0x3ff),
        pipes,
    }
}
