//! Commands that the kernel adds to a client's stream. Source of the commands and their order:
//! Linux `etnaviv_buffer.c`, `etnaviv_buffer_queue` and `etnaviv_cmd_select_pipe`.
//!
//! On Linux the front end always runs in a ring: it waits there, links to a
//! client's stream and returns by another link. Here the commands of the ring
//! are executed directly before and after the stream, without links and waits.

use tilescope_vivante::regs::enums::SyncRecipient;
use tilescope_vivante::regs::{blt, gl, mmuv2, ts};

use super::mmu::Mmu;

/// Commands, in the upper five bits of a command. Source: rnndb
/// cmdstream.xml.
const LOAD_STATE: u32 = 1 << 27;
/// `WAIT` for 200 cycles, as in Linux.
const WAIT: u32 = 7 << 27 | 200;
const LINK: u32 = 8 << 27;
const STALL: u32 = 9 << 27;

/// The engine that a job is for. Source: Linux `etnaviv_drm.h`, `ETNA_PIPE_*`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pipe {
    /// The 3D engine.
    ThreeD,
    /// The 2D engine.
    TwoD,
    /// The vector graphics engine.
    Vg,
}

impl Pipe {
    /// The engine with this number.
    pub fn from_bits(bits: u32) -> Option<Pipe> {
        [Pipe::ThreeD, Pipe::TwoD, Pipe::Vg]
            .into_iter()
            .find(|pipe| pipe.bits() == bits)
    }

    /// Its number.
    pub fn bits(self) -> u32 {
        match self {
            Pipe::ThreeD => 0,
            Pipe::TwoD => 1,
            Pipe::Vg => 2,
        }
    }
}

/// The engine that copies and clears.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Copier {
    /// RS, the resolve engine.
    Rs,
    /// BLT, the blit engine.
    Blt,
}

/// Words of commands.
#[derive(Default)]
pub struct Words(Vec<u32>);

impl Words {
    fn load(&mut self, state: u32, value: u32) {
        self.0.extend([LOAD_STATE | 1 << 16 | (state / 4), value]);
    }

    /// Makes the front end wait for a unit.
    fn wait_for(&mut self, unit: SyncRecipient) {
        use gl::semaphore_token as token;
        let from = token::FROM.with(0, SyncRecipient::Fe.bits().into());
        let token = token::TO.with(from, unit.bits().into());
        self.load(token::AT, token);
        self.0.extend([STALL, token]);
    }

    /// A link to `len` bytes at `address`.
    pub fn link(len: u64, address: u64) -> Words {
        Words(vec![LINK | ((len / 8) as u32 & 0xffff), address as u32])
    }

    /// These words at `address`, followed by a wait of the front end.
    pub fn waiting(mut self, address: u64) -> Words {
        let wait = address + self.size();
        self.0.extend([WAIT, 0]);
        self.0.extend(Words::link(16, wait).0);
        self
    }

    /// The bytes.
    pub fn bytes(&self) -> Vec<u8> {
        self.0.iter().flat_map(|w| w.to_le_bytes()).collect()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Their size in bytes.
    pub fn size(&self) -> u64 {
        self.0.len() as u64 * 4
    }
}

fn pe_caches() -> u32 {
    gl::flush_cache::COLOR.with(gl::flush_cache::DEPTH.with(0, 1), 1)
}

/// The commands before a stream for `pipe`. Earlier commands went to `before`;
/// addresses were `remapped` since the last job.
pub fn prologue(before: Option<Pipe>, pipe: Pipe, remapped: Option<Mmu>) -> Words {
    let mut words = Words::default();
    match remapped {
        None => {}
        Some(Mmu::V1) => {
            let all = 0x1f;
            words.load(gl::flush_mmu::AT, all);
        }
        Some(Mmu::V2) => {
            use mmuv2::configuration as c;
            let flush = c::FLUSH.with(c::MODE_MASK.with(0, 1), 1);
            // The location of the tables is unchanged: they are not modelled.
            words.load(c::AT, c::ADDRESS_MASK.with(flush, 1));
            words.wait_for(SyncRecipient::Pe);
        }
    }
    if before != Some(pipe) {
        let flush = match before {
            Some(Pipe::TwoD) => gl::flush_cache::PE2D.with(0, 1),
            Some(Pipe::ThreeD) => pe_caches(),
            Some(Pipe::Vg) | None => 0,
        };
        words.load(gl::flush_cache::AT, flush);
        words.wait_for(SyncRecipient::Pe);
        let select = gl::pipe_select::PIPE.with(0, pipe.bits());
        words.load(gl::pipe_select::AT, select);
    }
    words
}

/// The commands after a stream for `pipe`.
pub fn epilogue(pipe: Pipe, copier: Copier) -> Words {
    let mut words = Words::default();
    match (pipe, copier) {
        (Pipe::TwoD, _) => words.load(gl::flush_cache::AT, gl::flush_cache::PE2D.with(0, 1)),
        (_, Copier::Rs) => {
            words.load(gl::flush_cache::AT, pe_caches());
            words.load(ts::flush_cache::AT, ts::flush_cache::FLUSH.with(0, 1));
        }
        (_, Copier::Blt) => {
            words.load(gl::flush_cache::AT, pe_caches());
            words.load(blt::enable::AT, 1);
            words.load(blt::set_command::AT, 1);
            words.load(blt::enable::AT, 0);
        }
    }
    words.wait_for(SyncRecipient::Pe);
    if copier == Copier::Blt {
        words.load(blt::enable::AT, 1);
        words.wait_for(SyncRecipient::Blt);
        words.load(blt::enable::AT, 0);
    }
    // The first event is free: jobs run one after another.
    words.load(gl::event::AT, gl::event::FROM_PE.with(0, 1));
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Expected words, from Linux's names and rnndb's numbers.
    #[test]
    fn the_words_are_those_of_linux() {
        let first = prologue(None, Pipe::ThreeD, None);
        let wait = [0x0801_0e02, 0x0701, 0x4800_0000, 0x0701];
        let select = |pipe| [0x0801_0e00, pipe];
        let want: Vec<u32> = [[0x0801_0e03, 0].as_slice(), &wait, &select(0)].concat();
        assert_eq!(first.0, want);
        let same = prologue(Some(Pipe::ThreeD), Pipe::ThreeD, None);
        assert_eq!(same.0, []);
        let other = prologue(Some(Pipe::ThreeD), Pipe::TwoD, Some(Mmu::V1));
        let flush = [0x0801_0e04, 0x1f, 0x0801_0e03, 3];
        let want: Vec<u32> = [flush.as_slice(), &wait, &select(1)].concat();
        assert_eq!(other.0, want);
        let newer = prologue(Some(Pipe::TwoD), Pipe::TwoD, Some(Mmu::V2));
        let want: Vec<u32> = [[0x0801_0061, 0x118].as_slice(), &wait].concat();
        assert_eq!(newer.0, want);

        let event = [0x0801_0e01, 0x40];
        let end = epilogue(Pipe::ThreeD, Copier::Rs);
        let flush = [0x0801_0e03, 3, 0x0801_0594, 1];
        let want: Vec<u32> = [flush.as_slice(), &wait, &event].concat();
        assert_eq!(end.0, want);
        let end = epilogue(Pipe::TwoD, Copier::Rs);
        let want: Vec<u32> = [[0x0801_0e03, 8].as_slice(), &wait, &event].concat();
        assert_eq!(end.0, want);
        let end = epilogue(Pipe::ThreeD, Copier::Blt);
        // Linux reserves 13 pairs, two of them for the wait in the ring.
        assert_eq!(end.0.len(), 11 * 2);
        assert!(end.0.windows(2).any(|w| w == [0x0801_0e02, 0x1001]));
    }
}
