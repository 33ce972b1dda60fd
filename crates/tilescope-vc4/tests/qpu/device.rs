//! A device that returns counters and records its calls.

use tilescope_exec::Lanes16;
use tilescope_vc4::qpu::{
    Dir, PixelFlags, QpuIo, QuadAxis, Scoreboard, SemaphoreOp, Stop, ThreadSwitch, TlbRead,
    TlbWrite, TmuReg,
};

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Recorder {
    /// Uniforms: the next is this address, which increases by 4.
    pub uniforms: u32,
    /// Uniforms to return before the counter.
    pub given: Vec<u32>,
    /// Values of VPM reads, in order.
    pub vpm: Vec<Lanes16>,
    /// Values of TMU reads, in order.
    pub tmu: Vec<Lanes16>,
    pub written: Vec<Lanes16>,
    pub log: Vec<(String, Lanes16, u16)>,
    pub interrupts: Vec<u32>,
    pub counter: u32,
    /// Answer every n-th call that may block with `Blocked`, once.
    pub block_every: u32,
    pub calls: u32,
    /// Texture units with coordinates of a request.
    pub coordinates: [bool; 2],
}

impl Recorder {
    fn ready(&mut self) -> Result<(), Stop> {
        if self.block_every == 0 {
            return Ok(());
        }
        self.calls += 1;
        if self.calls.is_multiple_of(self.block_every) {
            return Err(Stop::Blocked);
        }
        Ok(())
    }

    /// The uniform at an address. Some are the address of the first.
    fn uniform_at(address: u32) -> u32 {
        match address / 4 % 16 {
            6 | 11 => 0,
            _ => address.wrapping_add(4).wrapping_mul(0x9e37_79b9),
        }
    }

    /// The first uniforms.
    pub fn words() -> Vec<u32> {
        (0..64).map(|n| Recorder::uniform_at(4 * n)).collect()
    }

    fn next(&mut self) -> Lanes16 {
        self.counter = self.counter.wrapping_add(1);
        let c = self.counter;
        Lanes16::from_fn(|i| {
            (c.wrapping_mul(0x9e37_79b9) ^ (i as u32).wrapping_mul(0x85eb_ca6b)).rotate_left(7)
        })
    }

    fn note(&mut self, what: impl std::fmt::Debug, v: &Lanes16, mask: u16) {
        self.log.push((format!("{what:?}"), *v, mask));
    }

    fn word(&mut self, what: impl std::fmt::Debug, v: u32) {
        self.note(what, &Lanes16::splat(v), 0);
    }
}

impl QpuIo for Recorder {
    fn uniform(&mut self) -> Result<u32, Stop> {
        self.ready()?;
        if !self.given.is_empty() {
            return Ok(self.given.remove(0));
        }
        let word = Recorder::uniform_at(self.uniforms);
        self.uniforms = self.uniforms.wrapping_add(4);
        Ok(word)
    }
    fn set_uniforms_address(&mut self, addr: u32) {
        self.uniforms = addr;
    }
    fn set_uniforms_position(&mut self, n: u32) {
        self.uniforms = 4 * n;
    }
    fn varying(&mut self, out: &mut Lanes16) -> Result<u32, Stop> {
        self.ready()?;
        *out = self.next();
        Ok(self.counter)
    }
    fn vpm_read(&mut self, out: &mut Lanes16) -> Result<(), Stop> {
        self.ready()?;
        *out = if self.vpm.is_empty() {
            self.next()
        } else {
            self.vpm.remove(0)
        };
        Ok(())
    }
    fn vpm_write(&mut self, v: &Lanes16, mask: u16) -> Result<(), Stop> {
        self.ready()?;
        self.written.push(*v);
        self.note("vpm", v, mask);
        Ok(())
    }
    fn vpm_setup(&mut self, dir: Dir, word: u32) -> Result<(), Stop> {
        self.ready()?;
        self.word(("setup", dir), word);
        Ok(())
    }
    fn dma_start(&mut self, dir: Dir, addr: u32) -> Result<(), Stop> {
        self.ready()?;
        self.word(("dma", dir), addr);
        Ok(())
    }
    fn dma_wait(&mut self, dir: Dir) -> Result<(), Stop> {
        self.ready()?;
        self.word(("wait", dir), 0);
        Ok(())
    }
    fn dma_busy(&mut self, dir: Dir) -> u32 {
        self.word(("busy", dir), 0);
        self.counter
    }
    fn tmu_write(&mut self, unit: u8, reg: TmuReg, v: &Lanes16, mask: u16) -> Result<(), Stop> {
        self.ready()?;
        let coordinates = &mut self.coordinates[usize::from(unit)];
        let direct = reg == TmuReg::S && !*coordinates;
        *coordinates = reg != TmuReg::S;
        if direct {
            self.note((unit, reg), v, mask);
        } else {
            self.note((unit, reg, self.uniforms), v, mask);
            self.uniforms = self.uniforms.wrapping_add(4);
        }
        Ok(())
    }
    fn tmu_read(&mut self, unit: u8, out: &mut Lanes16) -> Result<(), Stop> {
        self.ready()?;
        *out = if self.tmu.is_empty() {
            self.next()
        } else {
            self.tmu.remove(0)
        };
        self.note(("tmu", unit), out, 0);
        Ok(())
    }
    fn tmu_noswap(&mut self, v: u32) {
        self.word("noswap", v);
    }
    fn tlb_read(&mut self, what: TlbRead, out: &mut Lanes16) -> Result<(), Stop> {
        self.ready()?;
        *out = self.next();
        self.note(what, out, 0);
        Ok(())
    }
    fn tlb_write(&mut self, what: TlbWrite, v: &Lanes16, mask: u16) -> Result<(), Stop> {
        self.ready()?;
        self.note(what, v, mask);
        Ok(())
    }
    fn pixel_flags(&mut self, which: PixelFlags, out: &mut Lanes16) {
        *out = self.next();
        self.note(which, out, 0);
    }
    fn set_pixel_flags(&mut self, which: PixelFlags, v: &Lanes16, mask: u16) {
        self.note((which, "set"), v, mask);
    }
    fn set_quad(&mut self, axis: QuadAxis, v: &Lanes16, mask: u16) {
        self.note(axis, v, mask);
    }
    fn scoreboard(&mut self, op: Scoreboard) -> Result<(), Stop> {
        self.ready()?;
        self.word(op, 0);
        Ok(())
    }
    fn thread_switch(&mut self, which: ThreadSwitch) {
        self.word(which, 0);
    }
    fn semaphore(&mut self, n: u8, op: SemaphoreOp) -> Result<(), Stop> {
        self.ready()?;
        self.word(op, n.into());
        Ok(())
    }
    fn mutex_acquire(&mut self) -> Result<u32, Stop> {
        self.ready()?;
        self.word("mutex", 0);
        Ok(1)
    }
    fn mutex_release(&mut self) {
        self.word("unlock", 0);
    }
    fn host_interrupt(&mut self, value: u32) {
        self.interrupts.push(value);
    }
}
