//! Registers and the mode of rendering, with conditions on the mode followed.
//!
//! A listing has every packet, whatever the condition before it. What a draw sees is less: turnip
//! writes packets for tiles and for system memory side by side. Other conditions count as met.

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

/// The mode of rendering that conditions depend on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Mode {
    /// There was no marker.
    #[default]
    Unknown,
    /// Draws are sorted by tile.
    Binning,
    /// Tiles are drawn.
    Tiles,
    /// System memory is drawn to.
    Sysmem,
}

impl Mode {
    /// Its bits in the first word of `CP_COND_REG_EXEC`.
    pub const fn bits(self) -> u32 {
        match self {
            Mode::Unknown => 7 << 25,
            Mode::Binning => 1 << 25,
            Mode::Tiles => 1 << 26,
            Mode::Sysmem => 1 << 27,
        }
    }

    /// The mode that a marker begins; `None` if it keeps the mode.
    pub const fn of_marker(word: u32) -> Option<Mode> {
        match word & 0xf {
            1 => Some(Mode::Sysmem),
            2 => Some(Mode::Binning),
            4 => Some(Mode::Tiles),
            _ => None,
        }
    }
}

/// Packets that a condition leaves out: those before an address, in one buffer and in the buffers
/// that they refer to.
#[derive(Clone, Copy, Debug)]
struct Skip {
    depth: u8,
    end: u64,
}

/// Registers and mode.
pub(crate) struct Follow {
    registers: Vec<u32>,
    /// A bit for each register that was written.
    written: Vec<u64>,
    /// The mode.
    pub mode: Mode,
    skip: Option<Skip>,
    /// The number of draw-state groups around the packet: their registers count although the draw
    /// that applies them is left out, as a later one would apply them.
    pub groups: u8,
}

impl Default for Follow {
    fn default() -> Self {
        Follow {
            registers: vec![0; crate::regs::SPACE as usize],
            written: vec![0; crate::regs::SPACE as usize / 64],
            mode: Mode::Unknown,
            skip: None,
            groups: 0,
        }
    }
}

impl Follow {
    /// The value of a register.
    pub fn read(&self, number: u32) -> u32 {
        self.registers.get(number as usize).copied().unwrap_or(0)
    }

    /// The value of a register, if a stream wrote it.
    pub fn known(&self, number: u32) -> Option<u32> {
        let word = self.written.get(number as usize / 64)?;
        (word >> (number % 64) & 1 != 0).then(|| self.read(number))
    }

    /// The address in a register and the one after it.
    pub fn address(&self, number: u32) -> u64 {
        u64::from(self.read(number.wrapping_add(1))) << 32 | u64::from(self.read(number))
    }

    /// Whether a condition leaves the packet out.
    pub fn skipped(&mut self, at: At) -> bool {
        let Some(skip) = self.skip else {
            return false;
        };
        let inside = at.depth > skip.depth || at.depth == skip.depth && at.address < skip.end;
        if !inside {
            self.skip = None;
        }
        inside
    }

    /// A register gets a value; the result is the old one if the write counts.
    pub fn write(&mut self, at: At, number: u32, value: u32) -> Option<u32> {
        if self.skipped(at) && self.groups == 0 {
            return None;
        }
        let slot = self.registers.get_mut(number as usize)?;
        if let Some(word) = self.written.get_mut(number as usize / 64) {
            *word |= 1 << (number % 64);
        }
        Some(std::mem::replace(slot, value))
    }

    /// The effects of a packet on the mode and on what is left out.
    pub fn packet(&mut self, at: At, code: u8, payload: &[u32]) {
        match (code, payload) {
            (0x65, &[word, ..]) => {
                if let Some(mode) = Mode::of_marker(word) {
                    self.mode = mode;
                }
            }
            (0x47, &[first, words, ..]) if first >> 28 == 3 && first & self.mode.bits() == 0 => {
                let end = at.address.saturating_add(12 + u64::from(words) * 4);
                self.skip = Some(Skip {
                    depth: at.depth,
                    end,
                });
            }
            _ => {}
        }
    }
}
