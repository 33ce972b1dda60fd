//! Checks of conditions: the words that they leave out.

use super::Checker;
use crate::pm4::Header;
use crate::rules::cp;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// The number of words that a packet makes conditional, if it is such a packet.
pub(crate) fn conditional(header: Header, payload: &[u32]) -> Option<u32> {
    let Header::Packet { opcode, .. } = header else {
        return None;
    };
    match (opcode, payload) {
        // PRED_TEST and RENDER_MODE; comparisons of registers have other words.
        (0x47, &[first, words]) if matches!(first >> 28, 1 | 3) => Some(words),
        (0x44, &[_, _, _, _, _, words]) => Some(words),
        _ => None,
    }
}

/// The ends of conditions in a buffer, and the addresses of their packets.
#[derive(Default)]
pub(crate) struct Ends {
    open: BinaryHeap<Reverse<(usize, u64)>>,
    /// Whether the packet before is `CP_NOP`. freedreno ends conditions inside of one: if they are
    /// met, it leaves out what its words say, which is for the other case.
    nop: bool,
}

impl Ends {
    /// A condition before this word of the buffer.
    pub fn add(&mut self, end: usize, address: u64) {
        self.open.push(Reverse((end, address)));
    }

    /// A packet begins at a word.
    pub fn begin(&mut self, at: usize, header: Header, checker: &mut Checker) {
        self.pass(at, checker);
        self.nop = matches!(header, Header::Packet { opcode: 0x10, .. });
    }

    fn pass(&mut self, at: usize, checker: &mut Checker) {
        while let Some(&Reverse((end, address))) = self.open.peek()
            && end <= at
        {
            self.open.pop();
            if end < at && !self.nop {
                let message = format!("its words end {} words before a packet", at - end);
                checker.note(&cp::CONDITIONS_END_BEFORE_PACKETS, address, message);
            }
        }
    }

    /// The buffer ends.
    pub fn finish(mut self, words: usize, checker: &mut Checker) {
        self.pass(words, checker);
        for Reverse((end, address)) in self.open {
            let message = format!("its words end {} words after the buffer", end - words);
            checker.note(&cp::CONDITIONS_END_IN_THEIR_BUFFER, address, message);
        }
    }
}
