//! The tracker of render passes: modes, tiles and their operations.

use super::register as reg;
use super::{
    Action, Copy, DrawnTo, Kind, MAX_ACTIONS, MAX_COPIES, MAX_PASSES, MAX_TILES, Passes,
    RenderPass, SizeFrom, Sorting, Target, Tile,
};
use crate::chips::{Chip, Size};
use std::collections::HashSet;

/// The mode of rendering that conditions depend on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Mode {
    Binning,
    Tiles,
    Sysmem,
}

impl Mode {
    /// Its bit in the first word of `CP_COND_REG_EXEC`.
    const fn bit(self) -> u32 {
        match self {
            Mode::Binning => 1 << 25,
            Mode::Tiles => 1 << 26,
            Mode::Sysmem => 1 << 27,
        }
    }
}

/// The place of a packet in a listing.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct At {
    /// The number of the packet.
    pub packet: u64,
    /// The address of its header.
    pub address: u64,
    /// The number of buffers around it.
    pub depth: u8,
}

/// Packets that a condition leaves out: those before an address, in one buffer and in the buffers
/// that they refer to.
#[derive(Clone, Copy, Debug)]
struct Skip {
    depth: u8,
    end: u64,
}

/// First and last pixel of a scissor.
type Scissor = (u32, u32);

/// The state that is copied at the first draw of a pass.
#[derive(Debug)]
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
    registers: Vec<u32>,
    mode: Mode,
    skip: Option<Skip>,
    /// The depth of draw-state groups around the packet: their registers count although the draw
    /// that applies them is left out.
    pub(crate) groups: u8,
    /// Whether a marker or scissor came after the last operation of a tile, and where.
    fresh: Option<(u64, u64)>,
    /// The first packet after the last operation that may begin a pass.
    candidate: Option<(u64, u64)>,
    open: Open,
    tiles: usize,
    done: Passes,
}

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
            registers: vec![0; crate::regs::SPACE as usize],
            mode: Mode::Sysmem,
            skip: None,
            groups: 0,
            fresh: None,
            candidate: None,
            open: Open::default(),
            tiles: 0,
            done: Passes::default(),
        }
    }

    /// The passes. A pass that is not complete ends here.
    pub fn finish(mut self) -> Passes {
        self.end();
        self.done
    }

    fn read(&self, number: u32) -> u32 {
        self.registers.get(number as usize).copied().unwrap_or(0)
    }

    fn address(&self, number: u32) -> u64 {
        u64::from(self.read(number + 1)) << 32 | u64::from(self.read(number))
    }

    /// Whether a condition leaves the packet out.
    fn skipped(&mut self, at: At) -> bool {
        let Some(skip) = self.skip else {
            return false;
        };
        let inside = at.depth > skip.depth || at.depth == skip.depth && at.address < skip.end;
        if !inside {
            self.skip = None;
        }
        inside
    }

    /// A register gets a value.
    pub(crate) fn register(&mut self, at: At, number: u32, value: u32) {
        if self.skipped(at) && self.groups == 0 {
            return;
        }
        let old = match self.registers.get_mut(number as usize) {
            Some(slot) => std::mem::replace(slot, value),
            None => return,
        };
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
            reg::GRAS_SC_WINDOW_SCISSOR_TL | reg::GRAS_SC_WINDOW_SCISSOR_BR => {
                self.fresh.get_or_insert((at.packet, at.address));
            }
            _ => {}
        }
    }

    /// A packet of type 7.
    pub(crate) fn packet(&mut self, at: At, code: u8, payload: &[u32]) {
        if self.skipped(at) {
            return;
        }
        match (code, payload) {
            (0x65, &[word, ..]) => self.marker(at, word & 0xf),
            (0x47, &[first, words, ..]) if first >> 28 == 3 && first & self.mode.bit() == 0 => {
                let end = at.address.saturating_add(12 + u64::from(words) * 4);
                self.skip = Some(Skip {
                    depth: at.depth,
                    end,
                });
            }
            (0x24 | 0x28 | 0x29 | 0x2a | 0x38, _) => self.draw(at),
            (0x46, &[event, ..]) if event & 0xff == 0x1e => self.blit(at),
            (0x2c, _) => self.copy(at),
            _ => {}
        }
    }

    fn marker(&mut self, at: At, mode: u32) {
        let here = (at.packet, at.address);
        match mode {
            1 => {
                if !self.open.tiles.is_empty() {
                    self.end();
                }
                self.mode = Mode::Sysmem;
            }
            2 => {
                if self.open.drawn() || self.open.sorting_draws > 0 {
                    self.end();
                }
                self.mode = Mode::Binning;
                self.fresh = None;
            }
            4 => {
                if self.open.sysmem_draws > 0 {
                    self.end();
                }
                // What was written while draws were sorted is of no tile.
                if self.mode != Mode::Tiles {
                    self.fresh = None;
                }
                self.mode = Mode::Tiles;
                self.fresh.get_or_insert(here);
            }
            _ => return,
        }
        self.candidate.get_or_insert(here);
    }

    /// Whether buffers are in system memory (`BUFFERS_LOCATION`), as draws that copy outside passes
    /// say, in any mode.
    fn buffers_in_sysmem(&self) -> bool {
        self.read(reg::RB_BIN_CONTROL) >> 22 & 3 == 3
    }

    fn scissor(&self) -> ((u32, u32), (u32, u32)) {
        let from = position(self.read(reg::GRAS_SC_WINDOW_SCISSOR_TL));
        (from, position(self.read(reg::GRAS_SC_WINDOW_SCISSOR_BR)))
    }

    /// Begins a pass, unless one is open.
    fn begin(&mut self, at: At) {
        let begin = self.candidate.take().unwrap_or((at.packet, at.address));
        self.open.begin.get_or_insert(begin);
        self.open.bin = self.read(reg::RB_BIN_CONTROL);
        self.open.ccu = self.read(reg::RB_CCU_CNTL);
    }

    fn draw(&mut self, at: At) {
        let (_, last) = self.scissor();
        if self.mode == Mode::Binning {
            self.begin(at);
            self.open.sorting_draws = self.open.sorting_draws.saturating_add(1);
            if self.open.sorted.is_none() {
                self.open.sorted = Some(self.sorting());
            }
            self.open.scissor = later(self.open.scissor, last);
        } else if self.mode == Mode::Sysmem || self.buffers_in_sysmem() {
            if !self.open.tiles.is_empty() {
                self.end();
            }
            self.begin(at);
            self.open.sysmem_draws = self.open.sysmem_draws.saturating_add(1);
            self.open.scissor = later(self.open.scissor, last);
            self.attach();
        } else {
            self.act(at, Action::Draw);
            self.attach();
        }
    }

    /// The event that copies between a tile and memory.
    fn blit(&mut self, at: At) {
        if self.mode != Mode::Tiles {
            return;
        }
        let info = self.read(reg::RB_BLIT_INFO);
        // GMEM is the destination; a mask of components to clear.
        let action = match (info >> 1 & 1, info >> 4 & 0xf) {
            (0, _) => Action::Store,
            (_, 0) => Action::Load,
            _ => Action::Clear,
        };
        self.act(at, action);
        let last = position(self.read(reg::RB_BLIT_SCISSOR_BR));
        if last != (0, 0) {
            self.open.copies = later(self.open.copies, last);
        }
    }

    /// A copy by the 2D engine.
    fn copy(&mut self, at: At) {
        let solid = self.read(reg::RB_2D_BLIT_CNTL) >> 7 & 1 != 0;
        let from = self.address(reg::SP_PS_2D_SRC);
        let gmem = self.chip.gmem_base..self.chip.gmem_base + u64::from(self.chip.gmem_size);
        if self.mode == Mode::Tiles && !solid && gmem.contains(&from) {
            self.act(at, Action::StoreBy2d);
        } else if self.done.copies.len() < MAX_COPIES {
            self.done.copies.push(Copy {
                packet: at.packet,
                solid,
                to: self.address(reg::RB_2D_DST),
            });
        } else {
            self.done.more_copies += 1;
        }
    }

    /// An operation of a tile.
    fn act(&mut self, at: At, action: Action) {
        let tl = self.read(reg::GRAS_SC_WINDOW_SCISSOR_TL);
        let br = self.read(reg::GRAS_SC_WINDOW_SCISSOR_BR);
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
            self.begin(at);
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
    fn attach(&mut self) {
        if self.open.attachments.is_none() {
            self.open.attachments = Some(self.attachments());
        }
        self.candidate = None;
    }

    fn attachments(&self) -> Attachments {
        let mut targets = Vec::new();
        for index in 0..(self.read(reg::RB_FS_OUTPUT_CNTL1) & 0xf).min(8) {
            let format = self.read(reg::RB_MRT_BUF_INFO + index * 8) & 0xff;
            if format != 0 {
                targets.push(Target {
                    kind: Kind::Color { index, format },
                    address: self.address(reg::RB_MRT_BASE + index * 8),
                    gmem: self.read(reg::RB_MRT_BASE_GMEM + index * 8) & !0xfff,
                });
            }
        }
        let format = self.read(reg::RB_DEPTH_BUFFER_INFO) & 7;
        if format != 0 {
            targets.push(Target {
                kind: Kind::Depth { format },
                address: self.address(reg::RB_DEPTH_BUFFER_BASE),
                gmem: self.read(reg::RB_DEPTH_BUFFER_BASE_GMEM) & !0xfff,
            });
        }
        if self.read(reg::RB_STENCIL_INFO) & 1 != 0 {
            targets.push(Target {
                kind: Kind::Stencil,
                address: self.address(reg::RB_STENCIL_BUFFER_BASE),
                gmem: self.read(reg::RB_STENCIL_BUFFER_BASE_GMEM) & !0xfff,
            });
        }
        Attachments {
            samples: 1 << (self.read(reg::RB_DEST_MSAA_CNTL) & 3),
            targets,
        }
    }

    fn sorting(&self) -> Sorting {
        let (bin, count) = (self.read(reg::VSC_BIN_SIZE), self.read(reg::VSC_BIN_COUNT));
        let mut pipes = [0; 32];
        for (n, pipe) in (0..).zip(&mut pipes) {
            *pipe = self.read(reg::VSC_PIPE_CONFIG + n);
        }
        Sorting {
            bin: ((bin & 0xff) << 5, (bin >> 8 & 0x1ff) << 4),
            count: (count >> 1 & 0x3ff, count >> 11 & 0x3ff),
            pipes,
        }
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
        let attachments = open.attachments.unwrap_or_else(|| self.attachments());
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
            samples: attachments.samples,
            targets: attachments.targets,
            ccu_offset: ccu_offset(open.ccu),
        });
    }
}

/// `COLOR_OFFSET` of `RB_CCU_CNTL`, in units of 4 KiB.
const fn ccu_offset(word: u32) -> u32 {
    (word >> 23) << 12
}
