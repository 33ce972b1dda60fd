//! Rules about consecutive instructions, on any path.

use super::Stage;
use super::access::{Access, File, Read, Write, acc, rotation};
use super::flow::{Entry, Graph, Pending};
use super::queues::Queues;
use super::report::Violations;
use crate::isa::word::{Cond, Inst, Mux, raddr, waddr};
use crate::rules::qpu;

/// View of the program for the rules.
pub(super) struct Program<'a> {
    pub words: &'a [u64],
    pub accesses: &'a [Access],
    pub graph: &'a Graph,
    pub queues: &'a [Option<Queues>],
}

/// Effect of an instruction that constrains later ones.
#[derive(Clone, Copy)]
struct Shadow {
    registers: bool,
    sfu: bool,
    uniforms_address: bool,
    z: bool,
    noswap: bool,
    switch: bool,
}

impl Shadow {
    fn of(access: &Access) -> Shadow {
        let writes = |addr| access.each_write().any(|w| w.addr == addr);
        Shadow {
            registers: access
                .each_write()
                .any(|w| w.addr <= waddr::R3 || w.addr == waddr::R5),
            sfu: access.writes_sfu(),
            uniforms_address: writes(waddr::UNIFORMS_ADDRESS),
            z: writes(waddr::TLB_Z),
            noswap: writes(waddr::TMU_NOSWAP),
            switch: access.switches(),
        }
    }

    /// Number of instructions that it affects.
    fn depth(self) -> u8 {
        let long = self.sfu || self.uniforms_address || self.z || self.noswap || self.switch;
        match (long, self.registers) {
            (true, _) => 2,
            (false, true) => 1,
            (false, false) => 0,
        }
    }
}

/// Whether a write under `write` and a read under `read` can affect the same lane.
fn overlap(write: Cond, read: Cond, flags_change: bool) -> bool {
    match (write, read) {
        (Cond::Never, _) | (_, Cond::Never) => false,
        (Cond::Always, _) | (_, Cond::Always) => true,
        (w, r) => flags_change || w as u8 ^ r as u8 != 1,
    }
}

impl Program<'_> {
    pub fn check(&self, stage: Stage, out: &mut Violations) {
        for (id, node) in self.graph.nodes.iter().enumerate() {
            let access = &self.accesses[node.ip as usize];
            let shadow = Shadow::of(access);
            let depth = shadow.depth();
            if depth > 0 {
                self.graph
                    .following(id as u32, depth, &mut |distance, next, n| {
                        self.check_shadow(node.ip, shadow, distance, next, n.ip, out);
                    });
            }
            self.check_odd_branch(id as u32, node.ip, out);
            if access.ends() && !matches!(node.pending, Pending::End { .. }) {
                self.check_end(id as u32, node.ip, out);
            }
        }
        if let Stage::Fragment(_) = stage {
            self.check_start(out);
        }
    }

    /// The lowest bit of a branch's register is also its set-flags bit: a taken branch
    /// changes the flags seen in its delay slots.
    fn check_odd_branch(&self, id: u32, from: u32, out: &mut Violations) {
        let inst = Inst(self.words[from as usize]);
        let branch = self.accesses[from as usize].form == super::access::Form::Branch;
        if !branch || !inst.branch_reg() || !inst.sf() {
            return;
        }
        let mut set = false;
        self.graph.following(id, 3, &mut |_, _, n| {
            let access = &self.accesses[n.ip as usize];
            if !set && access.acc_used & acc::FLAGS != 0 {
                let message = format!(
                    "the branch at instruction {from} uses an odd register and overwrites the flags"
                );
                out.add(&qpu::BRANCH_SETS_FLAGS, n.ip, None, message);
            }
            set |= access.sets_flags;
        });
    }

    /// Checks instruction `ip`, `distance` after the instruction at `from`.
    fn check_shadow(
        &self,
        from: u32,
        shadow: Shadow,
        distance: u8,
        node: u32,
        ip: u32,
        out: &mut Violations,
    ) {
        let access = &self.accesses[ip as usize];
        if shadow.registers && distance == 1 {
            self.check_registers(from, ip, out);
            self.check_rotation(from, ip, out);
        }
        if shadow.sfu {
            check_sfu(from, ip, access, out);
        }
        if shadow.uniforms_address && self.takes_uniform(node, access) {
            let message = format!("instruction {from} has just written the uniforms address");
            out.add(&qpu::UNIFORM_AFTER_ADDRESS, ip, None, message);
        }
        if shadow.z {
            let mask = access
                .a
                .filter(|r| r.used && r.addr == raddr::MS_REV_FLAGS && r.bits != (45, 49));
            if let Some(read) = mask {
                let message = format!("instruction {from} has just written TLB_Z");
                out.add(&qpu::MASK_AFTER_Z, ip, Some(read.bits), message);
            }
        }
        if shadow.noswap {
            for w in access.each_write().filter(|w| w.tmu().is_some()) {
                let message = format!("instruction {from} has just written TMU_NOSWAP");
                out.add(&qpu::NOSWAP_BEFORE_TMU, ip, Some(w.bits), message);
            }
        }
        if shadow.switch {
            let message = format!("the thread switch of instruction {from} is still pending");
            if access.switches() {
                out.add(&qpu::THREAD_SWITCH_SPACING, ip, Some((60, 63)), message);
            } else if access.form == super::access::Form::Branch {
                out.add(&qpu::BRANCH_IN_THREAD_SWITCH, ip, Some((60, 63)), message);
            }
        }
    }

    /// Whether the instruction consumes a uniform, by an operand or as texture setup.
    fn takes_uniform(&self, node: u32, access: &Access) -> bool {
        access.reads_peripheral(raddr::UNIFORM)
            || access.each_write().any(|w| match w.tmu() {
                Some(_) if !w.is_tmu_s() => true,
                Some(unit) => {
                    let queues = self.queues[node as usize].as_ref();
                    queues.and_then(|q| q.is_direct(unit)) == Some(false)
                }
                None => false,
            })
    }

    fn check_registers(&self, from: u32, ip: u32, out: &mut Violations) {
        let (writer, reader) = (&self.accesses[from as usize], &self.accesses[ip as usize]);
        for w in writer.each_write().filter(Write::is_register) {
            for (file, read) in reader.each_read() {
                let same = file == w.file && read.addr == w.addr && read.used;
                if same && overlap(w.cond, read.cond, writer.sets_flags) {
                    let letter = if file == File::A { 'a' } else { 'b' };
                    let message = format!(
                        "r{letter}{} is read, but instruction {from} has just written it",
                        w.addr
                    );
                    out.add(&qpu::REGFILE_READ_AFTER_WRITE, ip, Some(read.bits), message);
                }
            }
        }
    }

    fn check_rotation(&self, from: u32, ip: u32, out: &mut Violations) {
        let (writer, access) = (&self.accesses[from as usize], &self.accesses[ip as usize]);
        let inst = Inst(self.words[ip as usize]);
        let Some(amount) = rotation(inst, access) else {
            return;
        };
        if amount == 0 && writer.each_write().any(|w| w.addr == waddr::R5) {
            let message = format!("instruction {from} has just written r5");
            out.add(&qpu::ROTATE_BY_R5_AFTER_WRITE, ip, Some((12, 17)), message);
        }
        for mux in [inst.mul_a(), inst.mul_b()] {
            if mux as u8 > Mux::R3 as u8 {
                continue;
            }
            let addr = waddr::R0 + mux as u8;
            let written = writer.each_write().filter(|w| w.addr == addr);
            if written
                .map(|w| w.cond)
                .any(|c| self.rotation_matters(amount, access, c))
            {
                let message = format!("instruction {from} has just written r{}", mux as u8);
                out.add(&qpu::ROTATE_AFTER_WRITE, ip, Some((0, 5)), message);
            }
        }
    }

    /// Only values that move to a lower quad are read too early. Programs use
    /// conditions on either side to restrict a rotation to the others.
    fn rotation_matters(&self, amount: u8, access: &Access, written: Cond) -> bool {
        if access.sets_flags && access.flags_from_mul {
            return true;
        }
        let Some(w) = access.writes[1] else {
            return false;
        };
        let to_r5 = amount >= 13 && w.addr == waddr::R5;
        let unconditional = w.cond == Cond::Always && written == Cond::Always;
        amount == 0 || (unconditional && !to_r5)
    }

    fn check_end(&self, id: u32, end: u32, out: &mut Violations) {
        let access = &self.accesses[end as usize];
        for w in access.each_write().filter(Write::is_register) {
            let message = format!("register {} of file {:?} is written", w.addr, w.file);
            out.add(&qpu::END_WRITES_REGFILE, end, Some(w.bits), message);
        }
        self.check_end_slot(end, end, out);
        self.graph.following(id, 2, &mut |distance, _, node| {
            self.check_end_slot(end, node.ip, out);
            let access = &self.accesses[node.ip as usize];
            let z = access.each_write().find(|w| w.addr == waddr::TLB_Z);
            if let (2, Some(w)) = (distance, z) {
                let message = format!("the program ended with instruction {end}");
                out.add(&qpu::END_Z, node.ip, Some(w.bits), message);
            }
        });
    }

    fn check_end_slot(&self, end: u32, ip: u32, out: &mut Violations) {
        let access = &self.accesses[ip as usize];
        if access.touches_fixed_function() {
            let message = format!("the program ends with instruction {end}");
            out.add(&qpu::END_FIXED_FUNCTION, ip, None, message);
        }
        let reads = access.each_read().map(|(_, r)| r);
        let read_14 = reads
            .filter(|r: &Read| r.used && r.addr == 14)
            .map(|r| r.bits);
        let write_14 = access.each_write().filter(|w| w.addr == 14).map(|w| w.bits);
        for bits in read_14.chain(write_14) {
            let message = format!("the program ends with instruction {end}");
            out.add(&qpu::END_R14, ip, Some(bits), message);
        }
    }

    fn check_start(&self, out: &mut Violations) {
        let check = |ip: u32, out: &mut Violations| {
            if self.accesses[ip as usize].locks_scoreboard() {
                let message = "this is one of the first two instructions".to_owned();
                out.add(&qpu::SCOREBOARD_AT_START, ip, None, message);
            }
        };
        for &(id, entry) in &self.graph.entries {
            if entry == Entry::Start {
                check(self.graph.nodes[id as usize].ip, out);
                self.graph
                    .following(id, 1, &mut |_, _, node| check(node.ip, out));
            }
        }
    }
}

fn check_sfu(from: u32, ip: u32, access: &Access, out: &mut Violations) {
    let message = || format!("instruction {from} has just written the SFU");
    if access.acc_used & super::access::acc::R4 != 0 {
        out.add(&qpu::R4_READ_IN_SFU_SHADOW, ip, None, message());
    }
    if access.loads_r4() {
        out.add(&qpu::R4_LOAD_IN_SFU_SHADOW, ip, Some((60, 63)), message());
    }
    if let Some(w) = access.each_write().find(Write::is_sfu) {
        out.add(&qpu::SFU_IN_SFU_SHADOW, ip, Some(w.bits), message());
    }
}
