//! Instructions of a batch.

use super::{Context, Threads, read};
use crate::shader::access::{Around, Datapath, Values};
use crate::shader::compute;
use crate::shader::io::ShaderIo;
use crate::shader::note::Problem;
use crate::shader::op::Code;
use crate::shader::quirks::ShaderQuirks;
use crate::shader::slots;
use crate::shader::unit::{Request, Unit};
use crate::shader::units::Port;
use tilescope_exec::Lanes16;
use tilescope_shader::{InPlain, LanesAt, Slot, Why, each_lane};

/// Lanes of a batch that execute an instruction at once.
pub(super) struct Reading<'r, 'c, I> {
    threads: &'r mut Threads,
    c: &'r mut Context<'c, I>,
    ip: u32,
    at: InPlain<Code>,
    end: Result<(), Why>,
}

impl Threads {
    /// Executes the instructions of a bundle.
    pub(super) fn access<'c, I: ShaderIo, R>(
        &mut self,
        c: &mut Context<'c, I>,
        (ip, mask): (u32, u16),
        instructions: impl FnOnce(&mut Reading<'_, 'c, I>) -> R,
    ) -> Result<R, Why> {
        let visible = self.0.visible(mask);
        let mut reading = Reading {
            threads: self,
            c,
            ip,
            at: InPlain::new(Code::Mov, slots::STATE, [mask, visible]),
            end: Ok(()),
        };
        let result = instructions(&mut reading);
        let Reading { at, end, .. } = reading;
        let quirks = c.program.quirks();
        at.end(&mut self.0, |code, operands| {
            compute::word(quirks, code, operands)
        });
        end.map(|()| result)
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

    fn quirks(&self) -> &ShaderQuirks {
        self.c.program.quirks()
    }

    /// The words of all lanes, as neighbours see them.
    fn read(&mut self, slot: Slot) -> Lanes16 {
        if let Some(words) = self.at.read(slot) {
            return words;
        }
        for lane in each_lane(self.at.running()) {
            read(self.c, &self.threads.0.lanes[lane], self.ip, slot);
        }
        self.threads.0.words(slot)
    }

    fn uniform(&mut self, index: u8, component: u8) -> Lanes16 {
        let vector = self.c.uniforms.get(usize::from(index));
        let undefined = self.quirks().undefined;
        Lanes16::splat(vector.map_or(undefined, |v| v[usize::from(component)]))
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
        self.at.temporary()
    }

    fn write_part(&mut self, code: Code, to: Slot, value: Lanes16) {
        self.at.write(code, to, value);
    }

    fn unit(&mut self, unit: Unit<Lanes16>) {
        match unit.request {
            _ if self.end.is_err() => {}
            Request::Barrier => self.threads.0.block(self.at.running(), self.ip),
            _ => {
                let mut port = Port {
                    io: &mut *self.c.io,
                    q: self.c.program.quirks(),
                    notes: &mut *self.c.notes,
                };
                let done = port.access(&unit, (self.ip, self.c.batch), &mut self.at);
                self.end = done.map_err(|_| Why::Refused);
            }
        }
    }

    /// Problems that do not depend on the run are among the program's notes.
    fn note(&mut self, _: Problem) {}
}
