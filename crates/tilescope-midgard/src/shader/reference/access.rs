//! Accesses of a batch.

use super::{Context, Threads, read};
use crate::shader::access::{Around, Datapath, Values};
use crate::shader::compute;
use crate::shader::io::ShaderIo;
use crate::shader::note::Problem;
use crate::shader::op::Code;
use crate::shader::slots;
use crate::shader::unit::{Request, Unit};
use crate::shader::units::Port;
use tilescope_exec::Lanes16;
use tilescope_shader::{LanesAt, Slot, Why, each_lane};

/// Lanes of a batch that execute an instruction at once.
pub(super) struct Reading<'r, 'c, I> {
    threads: &'r mut Threads,
    c: &'r mut Context<'c, I>,
    ip: u32,
    mask: u16,
    temporaries: Vec<Lanes16>,
    /// Results, written when the instructions of the bundle have read their registers.
    later: Vec<(Code, Slot, Lanes16, u16)>,
    end: Result<(), Why>,
}

impl Threads {
    /// Executes the instructions of a bundle.
    pub(super) fn access<'c, I: ShaderIo>(
        &mut self,
        c: &mut Context<'c, I>,
        (ip, mask): (u32, u16),
        instructions: impl FnOnce(&mut Reading<'_, 'c, I>),
    ) -> Result<(), Why> {
        let mut reading = Reading {
            threads: self,
            c,
            ip,
            mask,
            temporaries: Vec::new(),
            later: Vec::new(),
            end: Ok(()),
        };
        instructions(&mut reading);
        let Reading { later, end, .. } = reading;
        for (code, slot, words, written) in later {
            for lane in each_lane(written) {
                let lane_words = &mut self.0.lanes[lane];
                let operands = [words.0[lane], lane_words.word(slot), 0, 0];
                let word = compute::word(c.program.quirks(), code, operands);
                lane_words.set(slot, word);
            }
        }
        end
    }
}

impl<I> Values for Reading<'_, '_, I> {
    type Value = Lanes16;

    fn word(word: u32) -> Lanes16 {
        Lanes16::splat(word)
    }

    fn apply<const N: usize>(&mut self, code: Code, operands: [Lanes16; N]) -> Lanes16 {
        let mut all = [Lanes16::ZERO; 4];
        all[..N].copy_from_slice(&operands);
        compute::words(self.c.program.quirks(), code, all)
    }

    fn missing(&mut self, what: &'static str) {
        self.c.notes.missing(what, self.ip);
    }
}

impl<I: ShaderIo> Datapath for Reading<'_, '_, I> {
    type Held = Lanes16;

    fn around(&self) -> Around<'_> {
        Around {
            code: &self.c.program.code,
            place: &self.c.program.code.places[self.ip as usize],
        }
    }

    /// The words of all lanes, as neighbours see them.
    fn read(&mut self, slot: Slot) -> Lanes16 {
        if let Some(n) = slot.checked_sub(slots::STATE) {
            return self.temporaries[usize::from(n)];
        }
        for lane in each_lane(self.mask) {
            read(self.c, &self.threads.0.lanes[lane], self.ip, slot);
        }
        self.threads.0.words(slot)
    }

    fn operand(&mut self, value: Lanes16) -> Lanes16 {
        value
    }

    fn hold(&mut self, value: Lanes16) -> Lanes16 {
        value
    }

    fn held(held: Lanes16) -> Lanes16 {
        held
    }

    fn temporary(&mut self) -> Slot {
        self.temporaries.push(Lanes16::ZERO);
        slots::STATE + self.temporaries.len() as u16 - 1
    }

    fn write_part(&mut self, code: Code, to: Slot, value: Lanes16) {
        self.later.push((code, to, value, self.mask));
    }

    fn unit(&mut self, unit: Unit<Lanes16>) {
        match unit.request {
            _ if self.end.is_err() => {}
            Request::Barrier => self.threads.0.block(self.mask, self.ip),
            _ => {
                let mut port = Port {
                    io: &mut *self.c.io,
                    q: self.c.program.quirks(),
                    notes: &mut *self.c.notes,
                };
                let mut at = At {
                    mask: self.mask,
                    visible: self.threads.0.visible(self.mask),
                    temporaries: &mut self.temporaries,
                    later: &mut self.later,
                };
                let done = port.access(&unit, (self.ip, self.c.batch), &mut at);
                self.end = done.map_err(|_| Why::Refused);
            }
        }
    }

    /// Problems that do not depend on the run are among the program's notes.
    fn note(&mut self, _: Problem) {}
}

/// The lanes at an access.
struct At<'r> {
    mask: u16,
    visible: u16,
    temporaries: &'r mut [Lanes16],
    later: &'r mut Vec<(Code, Slot, Lanes16, u16)>,
}

impl LanesAt for At<'_> {
    type Held = Lanes16;

    fn running(&self) -> u16 {
        self.mask
    }

    fn visible(&self) -> u16 {
        self.visible
    }

    fn words<'w>(&'w self, held: &'w Lanes16) -> &'w Lanes16 {
        held
    }

    fn put(&mut self, slot: Slot, words: &Lanes16, lanes: u16) {
        match slot.checked_sub(slots::STATE) {
            Some(n) => self.temporaries[usize::from(n)].merge(words, lanes),
            None => self.later.push((Code::Mov, slot, *words, lanes)),
        }
    }

    /// Lanes are killed by branches, which the reference executes itself.
    fn kill(&mut self, _: u16) {}
}
