//! The port of a thread to the VPM, and its DMA.

use std::ops::Range;

use super::{Ports, cost};
use crate::qpu::io::{Dir, Stop};
use crate::rules::{mem, vpm as vpm_rules};
use crate::vpm::{Block, Dma, Window};

/// A thread's access to the VPM.
#[derive(Clone, Debug, Default)]
pub struct VpmPort {
    /// Start of its rows.
    pub window: Window,
    pub(super) read: Option<Block>,
    pub(super) write: Option<Block>,
    pub(super) load: Dma,
    pub(super) store: Dma,
    pub(super) busy: [bool; 2],
    /// Rows that the program may read and write, from its window on.
    pub(super) shares: [u32; 2],
    /// Rows that the last DMA store reads.
    pub(super) storing: Range<u32>,
    /// The first DMA that was started without the mutex.
    pub unguarded: Option<u32>,
    /// The last instruction that read a vector.
    pub last_read: u32,
    /// The last instruction that wrote a vector.
    pub last_write: Option<u32>,
    /// Vectors read.
    pub reads: u32,
    /// Vectors written.
    pub writes: u32,
}

impl VpmPort {
    /// A port whose rows start at `window`.
    pub fn new(window: Window) -> Self {
        VpmPort {
            window,
            shares: [u32::MAX; 2],
            ..VpmPort::default()
        }
    }

    /// The same port with a share of `read` and `write` rows.
    pub fn with_shares(mut self, read: u32, write: u32) -> Self {
        self.shares = [read, write];
        self
    }

    /// Whether a DMA was started and never waited for.
    pub fn dma_pending(&self) -> bool {
        self.busy != [false; 2]
    }
}

impl Ports<'_, '_, '_, '_> {
    /// Runs a whole DMA, and reports its errors.
    pub(super) fn start_dma(&mut self, dir: Dir, addr: u32) -> Result<(), Stop> {
        self.pay(cost::DMA)?;
        let Some((vpm, port)) = &mut self.vpm else {
            self.log.unimplemented("VPM DMA in fragment shaders");
            return Ok(());
        };
        let (dma, busy) = match dir {
            Dir::Read => (port.load, &mut port.busy[0]),
            Dir::Write => (port.store, &mut port.busy[1]),
        };
        let was_busy = std::mem::replace(busy, true);
        if !dma.ready {
            self.find(&vpm_rules::DMA_SETUP_MISSING, || {
                format!("a DMA at {addr:#010x} starts without a setup")
            });
            return Ok(());
        }
        let result = match dir {
            Dir::Read => vpm.load(&dma, addr, &self.bus, self.log),
            Dir::Write => vpm.store(&dma, addr, &self.bus, self.log),
        };
        let reach = match dir {
            Dir::Read => dma.load_reach(),
            Dir::Write => dma.store_reach(),
        };
        let rows = port.shares[0].min(vpm.rows());
        if dir == Dir::Write {
            port.storing = reach.rows.clone();
        }
        if self.sync.holder() != Some(self.thread.qpu) {
            port.unguarded.get_or_insert(self.ip);
        }
        let outside = reach.past_row || reach.rows.end > rows;
        if dir == Dir::Read && (outside || result.is_err()) {
            // The contents of the rows are wrong, which is reported here.
            vpm.assume_written(reach.rows.clone());
        }
        if outside {
            self.find(&vpm_rules::DMA_OUT_OF_RANGE, || {
                if reach.past_row {
                    "a row of the DMA extends beyond the sixteenth word".to_owned()
                } else {
                    format!(
                        "the DMA reaches row {}, but the VPM ends before row {rows}",
                        reach.rows.end - 1
                    )
                }
            });
        }
        if was_busy {
            self.find(&vpm_rules::DMA_BUSY, || {
                format!("a DMA at {addr:#010x} starts before the last one was waited for")
            });
        }
        match result {
            Ok(false) => {}
            Ok(true) => match dir {
                Dir::Read => self.find(&mem::UNINITIALISED_DMA, || {
                    format!("memory from {addr:#010x} on was never written")
                }),
                // Words past the end are covered by another rule.
                Dir::Write if outside => {}
                Dir::Write => self.find(&vpm_rules::UNINITIALISED_READ, || {
                    format!("the DMA store to {addr:#010x} reads VPM words that were never written")
                }),
            },
            Err(fault) => {
                let rule = match dir {
                    Dir::Read => &mem::DMA_READ,
                    Dir::Write => &mem::DMA_WRITE,
                };
                self.find(mem::rule_of(&fault, rule), || {
                    format!("the DMA at {addr:#010x} was not completed: {fault}")
                });
            }
        }
        if !addr.is_multiple_of(4) {
            self.find(&vpm_rules::DMA_UNALIGNED, || {
                format!("the DMA address is {addr:#010x}")
            });
        }
        Ok(())
    }
}
