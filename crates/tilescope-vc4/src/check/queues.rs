//! Queues and counts along the paths of a program: TMU requests, VPM reads,
//! uniforms, varyings, and the scoreboard.

use super::access::{Access, File, Form};
use super::report::Violations;
use super::{Count, Stage, Threads};
use crate::isa::word::{Cond, Inst, Signal, raddr, waddr};
use crate::rules::{qpu, tmu, vpm};

/// Merges at one node before counts are widened. Enough for loop nests; a count that
/// has not converged by then depends on the number of iterations.
const EXACT_JOINS: u32 = 6;

/// A number between two bounds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Interval {
    min: u32,
    /// [`Interval::UNBOUNDED`] if the number can be any.
    max: u32,
}

impl Interval {
    const UNBOUNDED: u32 = u32::MAX;
    const ZERO: Interval = Interval::exactly(0);
    const ANY: Interval = Interval {
        min: 0,
        max: Self::UNBOUNDED,
    };

    const fn exactly(n: u32) -> Self {
        Interval { min: n, max: n }
    }

    fn add(&mut self, n: u32) {
        self.min = self.min.saturating_add(n);
        self.max = self.max.saturating_add(n);
    }

    fn take_one(&mut self) {
        self.min = self.min.saturating_sub(1);
        if self.max != Self::UNBOUNDED {
            self.max = self.max.saturating_sub(1);
        }
    }

    fn plus(self, o: Interval) -> Interval {
        Interval {
            min: self.min.saturating_add(o.min),
            max: self.max.saturating_add(o.max),
        }
    }

    fn join(&mut self, o: Interval, joins: u32) -> bool {
        let mut new = Interval {
            min: self.min.min(o.min),
            max: self.max.max(o.max),
        };
        if joins >= EXACT_JOINS {
            if new.min < self.min {
                new.min = 0;
            }
            if new.max > self.max {
                new.max = Self::UNBOUNDED;
            }
        }
        let changed = new != *self;
        *self = new;
        changed
    }

    pub fn count(self) -> Count {
        Count {
            min: self.min,
            max: (self.max != Self::UNBOUNDED).then_some(self.max),
        }
    }
}

/// Parameters written to a TMU since the last lookup was started.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Params {
    Known(u8),
    /// Different numbers on merged paths.
    Mixed,
    Unknown,
}

impl Params {
    fn join(self, o: Params) -> Params {
        match (self, o) {
            (a, b) if a == b => a,
            (Params::Unknown, _) | (_, Params::Unknown) => Params::Unknown,
            _ => Params::Mixed,
        }
    }
}

/// Boolean facts.
mod fact {
    pub const LOCKED: u8 = 1;
    pub const UNLOCKED: u8 = 2;
    pub const SWITCHED: u8 = 4;
    pub const LAST_SWITCH: u8 = 8;
    pub const TMU_USED: u8 = 16;
}

/// Queues and counts before an instruction.
#[derive(Clone, Copy, Debug)]
pub(super) struct Queues {
    params: [Params; 2],
    /// Results that were requested before the last thread switch.
    older: [Interval; 2],
    /// Results that were requested since.
    newer: [Interval; 2],
    /// Values left of the last VPM read setup.
    vpm_left: Interval,
    pub uniforms: Interval,
    pub varyings: Interval,
    pub vpm_reads: Interval,
    pub vpm_writes: Interval,
    pub lookups: Interval,
    /// Facts that hold on some path, and on every path.
    may: u8,
    must: u8,
    /// Instructions until a thread switch happens; 0 if none is pending.
    switch_in: u8,
}

impl Queues {
    pub fn start() -> Self {
        Queues::all(Params::Known(0), Interval::ZERO, 0)
    }

    pub fn unknown() -> Self {
        Queues::all(Params::Unknown, Interval::ANY, !0)
    }

    fn all(params: Params, count: Interval, may: u8) -> Self {
        Queues {
            params: [params; 2],
            older: [count; 2],
            newer: [count; 2],
            vpm_left: count,
            uniforms: count,
            varyings: count,
            vpm_reads: count,
            vpm_writes: count,
            lookups: count,
            may,
            must: 0,
            switch_in: 0,
        }
    }

    /// Whether writing S of `unit` now is a direct memory read, which does not consume
    /// a uniform; `None` if paths differ.
    pub fn is_direct(&self, unit: usize) -> Option<bool> {
        match self.params[unit] {
            Params::Known(n) => Some(n == 0),
            Params::Mixed | Params::Unknown => None,
        }
    }

    fn locked(self, facts: u8) -> bool {
        facts & fact::LOCKED != 0
    }

    /// Executes one instruction.
    pub fn step(&mut self, inst: Inst, access: &Access) {
        let set = |s: &mut Self, f: u8| {
            s.may |= f;
            s.must |= f;
        };
        if access.reads_peripheral(raddr::UNIFORM) {
            self.uniforms.add(1);
        }
        if access.reads_peripheral(raddr::VARYING) {
            self.varyings.add(1);
        }
        if access.reads_peripheral(raddr::VPM_READ) {
            self.vpm_reads.add(1);
            self.vpm_left.take_one();
        }
        if let Some(unit) = access.loads_tmu() {
            if self.older[unit].max > 0 {
                self.older[unit].take_one();
            } else {
                self.newer[unit].take_one();
            }
        }
        for w in access.each_write() {
            match (w.addr, w.file) {
                (waddr::VPM_WRITE, _) => self.vpm_writes.add(1),
                (waddr::VPMVCD_SETUP, File::A) => self.set_up_vpm_read(inst, access, w.cond),
                // The stream continues elsewhere; the number read so far no longer
                // determines the position.
                (waddr::UNIFORMS_ADDRESS, _) => self.uniforms = Interval::ANY,
                _ => {}
            }
            if let Some(unit) = w.tmu() {
                self.write_tmu(unit, w.is_tmu_s());
                set(self, fact::TMU_USED);
            }
        }
        if access.locks_scoreboard() {
            set(self, fact::LOCKED);
        }
        if access.sig == Signal::UnlockScoreboard {
            set(self, fact::UNLOCKED);
        }
        if self.switch_in > 0 {
            self.switch_in -= 1;
            if self.switch_in == 0 {
                for unit in 0..2 {
                    self.older[unit] = self.older[unit].plus(self.newer[unit]);
                    self.newer[unit] = Interval::ZERO;
                }
            }
        }
        if access.switches() {
            self.switch_in = 2;
            set(self, fact::SWITCHED);
            if access.sig == Signal::LastThreadSwitch {
                set(self, fact::LAST_SWITCH);
            }
        }
    }

    fn set_up_vpm_read(&mut self, inst: Inst, access: &Access, cond: Cond) {
        let known = access.form == Form::LoadImm
            && inst.unpack() == 0
            && inst.pack() == 0
            && cond == Cond::Always;
        if !known {
            self.vpm_left = Interval::ANY;
            return;
        }
        // Bits [31:30] other than 0 set up DMA loads instead.
        if inst.imm() >> 30 == 0 {
            let count = inst.imm() >> 20 & 15;
            self.vpm_left = Interval::exactly(if count == 0 { 16 } else { count });
        }
    }

    fn write_tmu(&mut self, unit: usize, starts: bool) {
        let params = self.params[unit];
        match (starts, params) {
            (true, Params::Known(0)) => {}
            (true, Params::Mixed | Params::Unknown) => {
                self.uniforms.max = self.uniforms.max.saturating_add(1);
            }
            _ => self.uniforms.add(1),
        }
        if starts {
            self.params[unit] = Params::Known(0);
            self.newer[unit].add(1);
            self.lookups.add(1);
        } else if let Params::Known(n) = params {
            self.params[unit] = Params::Known(n.saturating_add(1).min(5));
        }
    }

    /// Reports invalid operations on queues.
    pub fn check(&self, stage: Stage, ip: u32, inst: Inst, access: &Access, out: &mut Violations) {
        self.check_tmu(stage, ip, access, out);
        self.check_vpm(ip, inst, access, out);
        if stage != Stage::User {
            self.check_scoreboard(ip, access, out);
        }
        if access.switches() {
            self.check_switch(ip, out);
        }
        if self.switch_in == 1 {
            for unit in 0..2 {
                let taken = u32::from(access.loads_tmu() == Some(unit));
                if self.older[unit].min > taken {
                    let message = format!(
                        "TMU{unit} results from before the last switch that are still in the queue: {}",
                        self.older[unit].min - taken
                    );
                    out.add(&qpu::TMU_RESULT_ACROSS_SWITCHES, ip, None, message);
                }
            }
        }
    }

    fn check_tmu(&self, stage: Stage, ip: u32, access: &Access, out: &mut Violations) {
        let limit = match stage {
            Stage::Fragment(Threads::Two) => 2,
            _ => 4,
        };
        if let Some(unit) = access.loads_tmu()
            && self.older[unit].plus(self.newer[unit]).max == 0
        {
            let message = format!("TMU{unit} has no pending request");
            out.add(&tmu::FIFO_UNDERRUN, ip, Some((60, 63)), message);
        }
        let uniform = access.reads_peripheral(raddr::UNIFORM);
        for w in access.each_write() {
            if w.addr == waddr::TMU_NOSWAP && self.must & fact::TMU_USED != 0 {
                let message = "every path here has already written a TMU".to_owned();
                out.add(&qpu::NOSWAP_AFTER_TMU, ip, Some(w.bits), message);
            }
            let Some(unit) = w.tmu() else { continue };
            let params = self.params[unit];
            let takes_uniform = !w.is_tmu_s() || self.is_direct(unit) == Some(false);
            if uniform && takes_uniform {
                let message = "the parameter consumes the next uniform as setup, and an operand reads a uniform too";
                out.add(&qpu::UNIFORM_WITH_TMU_WRITE, ip, Some(w.bits), message);
            }
            match params {
                Params::Known(n) if n >= 4 => {
                    let message = format!("TMU{unit} already has {n} parameters without S");
                    out.add(&qpu::TMU_TOO_MANY_PARAMETERS, ip, Some(w.bits), message);
                }
                Params::Mixed if w.is_tmu_s() => {
                    let message = format!(
                        "the paths to this instruction have written different numbers of parameters to TMU{unit}"
                    );
                    out.add(&qpu::TMU_SETUP_ACROSS_BRANCH, ip, Some(w.bits), message);
                }
                _ => {}
            }
            let waiting = self.older[unit].plus(self.newer[unit]).min;
            if w.is_tmu_s() && waiting >= limit {
                let message =
                    format!("{waiting} requests already wait in TMU{unit}; it holds {limit}");
                out.add(&tmu::FIFO_OVERRUN, ip, Some(w.bits), message);
            }
        }
    }

    fn check_vpm(&self, ip: u32, inst: Inst, access: &Access, out: &mut Violations) {
        if access.reads_peripheral(raddr::VPM_READ) && self.vpm_left.max == 0 {
            let message = "all values of the read setup have been read";
            out.add(&vpm::READ_UNDERRUN, ip, None, message);
        }
        // A setup that is not a constant may be one of a DMA load.
        let reads = access.form == Form::LoadImm && inst.imm() >> 30 == 0;
        for w in access.each_write() {
            if reads && w.is_vpm_setup() && w.file == File::A && self.vpm_left.min > 1 {
                let message = format!("{} values of the last setup are unread", self.vpm_left.min);
                out.add(&vpm::READ_SETUP_WHILE_BUSY, ip, Some(w.bits), message);
            }
        }
    }

    fn check_scoreboard(&self, ip: u32, access: &Access, out: &mut Violations) {
        if access.ends() && access.locks_scoreboard() && !self.locked(self.may) {
            let message = "no earlier instruction has waited for the scoreboard".to_owned();
            out.add(&qpu::SCOREBOARD_AT_END, ip, Some((60, 63)), message);
        }
        if access.accesses_tlb() && self.must & fact::UNLOCKED != 0 {
            let message = "every path here has already unlocked the scoreboard".to_owned();
            out.add(&qpu::TLB_AFTER_UNLOCK, ip, None, message);
        }
    }

    fn check_switch(&self, ip: u32, out: &mut Violations) {
        if self.locked(self.must) {
            let message = "every path here has already waited for the scoreboard".to_owned();
            out.add(&qpu::SWITCH_WITH_SCOREBOARD, ip, Some((60, 63)), message);
        }
        if self.must & fact::LAST_SWITCH != 0 {
            let message = "every path here has already signalled the last thread switch".to_owned();
            out.add(&qpu::SWITCH_AFTER_LAST, ip, Some((60, 63)), message);
        }
    }

    /// Reports leftovers; `self` holds after the last instruction.
    pub fn check_end(&self, ip: u32, out: &mut Violations) {
        for unit in 0..2 {
            if let Params::Known(n @ 1..) = self.params[unit] {
                let message = format!("TMU{unit} parameters without S: {n}");
                out.add(&qpu::TMU_SETUP_UNFINISHED, ip, None, message);
            }
            let left = self.older[unit].plus(self.newer[unit]).min;
            if left > 0 {
                let message = format!("TMU{unit} results that were not loaded: {left}");
                out.add(&qpu::TMU_RESULT_UNREAD, ip, None, message);
            }
        }
        if self.must & fact::SWITCHED != 0 && self.may & fact::LAST_SWITCH == 0 {
            let message =
                "the program switches threads and never signals the last switch".to_owned();
            out.add(&qpu::NO_LAST_SWITCH, ip, None, message);
        }
    }

    /// Merges the counts of another end of the program.
    pub fn join_end(&mut self, other: &Queues) {
        self.join(other, 0);
    }

    /// Merges the facts of another path. Returns whether anything changed, which it has
    /// `joins` times before.
    pub fn join(&mut self, o: &Self, joins: u32) -> bool {
        let mut changed = false;
        for unit in 0..2 {
            let params = self.params[unit].join(o.params[unit]);
            changed |= params != self.params[unit];
            self.params[unit] = params;
            changed |= self.older[unit].join(o.older[unit], joins);
            changed |= self.newer[unit].join(o.newer[unit], joins);
        }
        for (mine, theirs) in [
            (&mut self.vpm_left, o.vpm_left),
            (&mut self.uniforms, o.uniforms),
            (&mut self.varyings, o.varyings),
            (&mut self.vpm_reads, o.vpm_reads),
            (&mut self.vpm_writes, o.vpm_writes),
            (&mut self.lookups, o.lookups),
        ] {
            changed |= mine.join(theirs, joins);
        }
        let (may, must) = (self.may | o.may, self.must & o.must);
        let switch_in = self.switch_in.max(o.switch_in);
        changed |= (may, must, switch_in) != (self.may, self.must, self.switch_in);
        (self.may, self.must, self.switch_in) = (may, must, switch_in);
        changed
    }
}
