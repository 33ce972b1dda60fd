//! Validation of shaders: memory accesses, and the uniforms that hold
//! addresses.
//!
//! There is no MMU between a shader and memory, so the driver accepts only code
//! whose every access it can bound: texture descriptors and direct reads by
//! relocating uniforms, the uniform stream by requiring resets wherever control
//! flow merges. Source of every rule here: Linux `vc4_validate_shaders.c`.
//! Oddities that are visible to clients are kept: a branch in the first two
//! instructions is refused, and after one direct read a TMU counts as direct
//! for the rest of the program.

use tilescope_core::{Frame, Location, Rule};
use tilescope_vc4::isa::word::{AddOp, Cond, Inst, Mux, Signal, raddr, waddr};
use tilescope_vc4::rules::qpu;

use super::refuse::Refusal;

/// One access to a TMU.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TextureSample {
    /// Whether it reads memory directly, without a texture.
    pub direct: bool,
    /// Byte offsets in the uniforms of the parameters P0 to P3. For a direct
    /// read: the base address and the clamp.
    pub parameters: [Option<u32>; 4],
}

/// The properties of a shader that submissions need.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ShaderInfo {
    /// Bytes of uniforms that it reads.
    pub uniforms_size: u32,
    /// Its TMU accesses, in program order.
    pub samples: Vec<TextureSample>,
    /// The uniform words that the kernel sets to their own address.
    pub uniform_addresses: Vec<u32>,
    /// Whether it switches threads.
    pub threaded: bool,
}

impl ShaderInfo {
    /// Bytes that a client supplies for it: a buffer index for each sample, and
    /// the uniforms.
    pub fn source_size(&self) -> u32 {
        self.uniforms_size + 4 * self.samples.len() as u32
    }
}

/// Registers whose values are tracked: files A and B, r0 to r3.
const LIVE: usize = 32 + 32 + 4;
const FIRST_ACCUMULATOR: usize = 64;

/// Known facts about the value of a register.
#[derive(Clone, Copy, Default)]
struct Value {
    /// It is `max(x, 0)`.
    not_negative: bool,
    /// It is `min(max(x, 0), u)` with the uniform at this offset.
    clamped_by: Option<u32>,
    /// It is a constant.
    immediate: Option<u32>,
}

struct Tmu {
    sample: TextureSample,
    writes: usize,
}

const NO_SAMPLE: TextureSample = TextureSample {
    direct: false,
    parameters: [None; 4],
};

struct Check<'a> {
    words: &'a [u64],
    address: u32,
    /// The index after the last executed instruction.
    end: usize,
    targets: Vec<bool>,
    values: [Value; LIVE],
    tmus: [Tmu; 2],
    /// Uniforms may not be read before the uniform address is set.
    needs_address: bool,
    /// A loop needs the address in the stream, whether it is read or not.
    needs_address_for_loop: bool,
    upper_registers: bool,
    info: ShaderInfo,
}

/// Checks the program in a buffer of `words` at `address`.
pub fn validate(words: &[u64], address: u32) -> Result<ShaderInfo, Refusal> {
    let mut check = Check {
        words,
        address,
        end: words.len(),
        targets: vec![false; words.len()],
        values: [Value::default(); LIVE],
        tmus: [0, 1].map(|_| Tmu {
            sample: NO_SAMPLE,
            writes: 0,
        }),
        needs_address: false,
        needs_address_for_loop: false,
        upper_registers: false,
        info: ShaderInfo::default(),
    };
    check.branches()?;
    check.program()?;
    Ok(check.info)
}

/// The register that a write goes to.
fn written(addr: u8, file_b: bool) -> Option<usize> {
    match addr {
        0..=31 if file_b => Some(32 + usize::from(addr)),
        0..=31 => Some(usize::from(addr)),
        waddr::R0..=waddr::R3 => Some(FIRST_ACCUMULATOR + usize::from(addr - waddr::R0)),
        _ => None,
    }
}

/// The register of the add ALU's first operand. Read addresses above the
/// registers of file A share numbers with file B, as in Linux.
fn add_a_register(inst: Inst) -> Option<usize> {
    let index = match inst.add_a() {
        Mux::A => usize::from(inst.raddr_a()),
        Mux::B if inst.sig() != Signal::SmallImm => 32 + usize::from(inst.raddr_b()),
        r @ (Mux::R0 | Mux::R1 | Mux::R2 | Mux::R3) => FIRST_ACCUMULATOR + r as usize,
        _ => return None,
    };
    (index < LIVE).then_some(index)
}

fn is_tmu(addr: u8) -> bool {
    (waddr::TMU0_S..=waddr::TMU1_B).contains(&addr)
}

/// Whether the second operand of the add ALU is a uniform; with a small
/// immediate in the instruction, `b` tells whether file B's field counts.
fn add_b_is_uniform(inst: Inst, b: FieldB) -> bool {
    let through_b = b == FieldB::Always || inst.sig() != Signal::SmallImm;
    match inst.add_b() {
        Mux::A => inst.raddr_a() == raddr::UNIFORM,
        Mux::B => inst.raddr_b() == raddr::UNIFORM && through_b,
        _ => false,
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum FieldB {
    Always,
    UnlessImmediate,
}

fn reads_uniform(inst: Inst) -> bool {
    inst.raddr_a() == raddr::UNIFORM
        || (inst.raddr_b() == raddr::UNIFORM && inst.sig() != Signal::SmallImm)
}

impl Check<'_> {
    fn refuse<T>(
        &self,
        rule: &'static Rule,
        ip: usize,
        message: impl Into<String>,
    ) -> Result<T, Refusal> {
        let address = u64::from(self.address);
        let ip = ip as u32;
        let at = Location::new()
            .inside(Frame::Shader("submitted", address))
            .inside(Frame::Instruction(ip, address + u64::from(ip) * 8));
        Err(Refusal::by(rule, at, message))
    }

    /// Finds the end of the program and the merge points of control flow.
    fn branches(&mut self) -> Result<(), Refusal> {
        let mut last_branch = -2;
        let mut furthest = 0;
        let mut ip = 0;
        while ip < self.end {
            let Some(word) = self.words.get(ip) else {
                return self.refuse(&qpu::MISSING_END, ip, "the program ends in its delay slots");
            };
            let inst = Inst(*word);
            if inst.sig() == Signal::ProgEnd {
                // Two more instructions are executed.
                self.end = ip + 3;
            } else if inst.sig() == Signal::Branch {
                if ip as i64 - last_branch < 4 {
                    let message = "the branch is less than four instructions from the previous one \
                                   it, or from the start";
                    return self.refuse(&qpu::LINUX_BRANCH_FORM, ip, message);
                }
                last_branch = ip as i64;
                furthest = furthest.max(self.branch(ip, inst)?);
            }
            ip += 1;
        }
        if furthest as i64 > self.end as i64 - 3 {
            let message = "the instruction after a branch is past the program end signal";
            return self.refuse(&qpu::BRANCH_INTO_END_SLOTS, furthest, message);
        }
        Ok(())
    }

    /// Checks a branch and returns the instruction that follows if it is not
    /// taken.
    fn branch(&mut self, ip: usize, inst: Inst) -> Result<usize, Refusal> {
        let after = ip + 4;
        if inst.branch_reg() || !inst.branch_rel() {
            let message = "the target is not relative, or a register is added to it";
            return self.refuse(&qpu::LINUX_BRANCH_FORM, ip, message);
        }
        let distance = inst.imm() as i32;
        if distance % 8 != 0 {
            let message = format!("the target is {distance} bytes away, not a multiple of 8");
            return self.refuse(&qpu::BAD_BRANCH, ip, message);
        }
        let target = after as i64 + i64::from(distance >> 3);
        let inside = usize::try_from(target).ok().filter(|t| *t < self.end);
        let (Some(target), true) = (inside, after < self.end) else {
            let end = self.end;
            let message = format!("target {target} or {after} is outside the {end} instructions");
            return self.refuse(&qpu::BAD_BRANCH, ip, message);
        };
        // The program may end in delay slots past its buffer, which is checked
        // later.
        for at in [target, after] {
            if let Some(t) = self.targets.get_mut(at) {
                *t = true;
            }
        }
        Ok(after)
    }

    fn program(&mut self) -> Result<(), Refusal> {
        let mut end_at: Option<usize> = None;
        let mut last_switch: Option<usize> = None;
        let mut ip = 0;
        while ip < self.end {
            let Some(word) = self.words.get(ip) else {
                break;
            };
            let inst = Inst(*word);
            self.block_starts(ip)?;
            if last_switch.is_some_and(|s| ip == s + 3) {
                // Accumulators do not survive the switch.
                self.values[FIRST_ACCUMULATOR..].fill(Value::default());
            }
            let switching = last_switch.is_some_and(|s| ip < s + 3);
            match inst.sig() {
                Signal::None
                | Signal::WaitScoreboard
                | Signal::UnlockScoreboard
                | Signal::ColorLoad
                | Signal::LoadTmu0
                | Signal::LoadTmu1
                | Signal::ProgEnd
                | Signal::SmallImm
                | Signal::ThreadSwitch
                | Signal::LastThreadSwitch => {
                    self.writes(ip, inst)?;
                    self.reads(ip, inst)?;
                }
                Signal::LoadImm => self.writes(ip, inst)?,
                Signal::Branch => {
                    self.needs_address_for_loop |= (inst.imm() as i32) < 0;
                    if inst.waddr_add() != waddr::NOP || inst.waddr_mul() != waddr::NOP {
                        let message = "the branch writes a register";
                        return self.refuse(&qpu::LINUX_BRANCH_FORM, ip, message);
                    }
                    if switching {
                        let message = "the branch is in the delay slots of a thread switch";
                        return self.refuse(&qpu::BRANCH_IN_THREAD_SWITCH, ip, message);
                    }
                }
                Signal::Breakpoint
                | Signal::CoverageLoad
                | Signal::ColorLoadEnd
                | Signal::AlphaMaskLoad => {
                    let message = format!("signal {:?}", inst.sig());
                    return self.refuse(&qpu::LINUX_FORBIDDEN_SIGNAL, ip, message);
                }
            }
            match inst.sig() {
                Signal::ProgEnd => end_at = Some(ip),
                Signal::ThreadSwitch | Signal::LastThreadSwitch => {
                    self.info.threaded = true;
                    if switching {
                        let message = "less than three instructions since the last switch";
                        return self.refuse(&qpu::THREAD_SWITCH_SPACING, ip, message);
                    }
                    last_switch = Some(ip);
                }
                _ => {}
            }
            if end_at.is_some_and(|e| ip == e + 2) {
                return self.finish(ip);
            }
            ip += 1;
        }
        let message = "the program does not end inside its buffer";
        self.refuse(&qpu::MISSING_END, ip, message)
    }

    fn finish(&mut self, ip: usize) -> Result<(), Refusal> {
        if self.info.threaded && self.upper_registers {
            let message = "the program switches threads and uses registers 16 to 31";
            return self.refuse(&qpu::UPPER_REGISTER_IN_THREAD, ip, message);
        }
        if self.needs_address_for_loop {
            // The loop resets to the end of the stream, so the address must be
            // there.
            self.info
                .uniform_addresses
                .push(self.info.uniforms_size / 4);
            self.info.uniforms_size += 4;
        }
        Ok(())
    }

    /// Forgets all known values at merge points of control flow.
    fn block_starts(&mut self, ip: usize) -> Result<(), Refusal> {
        if !self.targets[ip] {
            return Ok(());
        }
        if self.tmus.iter().any(|t| t.writes != 0) {
            let message = "a branch leads into the middle of a TMU setup";
            return self.refuse(&qpu::TMU_SETUP_ACROSS_BRANCH, ip, message);
        }
        self.values = [Value::default(); LIVE];
        for tmu in &mut self.tmus {
            tmu.sample.parameters = [None; 4];
        }
        self.needs_address = true;
        Ok(())
    }

    fn reads(&mut self, ip: usize, inst: Inst) -> Result<(), Refusal> {
        if reads_uniform(inst) {
            self.info.uniforms_size += 4;
            if self.needs_address {
                let message = "a uniform is read where the uniform address is not set";
                return self.refuse(&qpu::LINUX_UNIFORMS_NOT_RESET, ip, message);
            }
        }
        let upper = |r: u8| (16..32).contains(&r);
        self.upper_registers |=
            upper(inst.raddr_a()) || (upper(inst.raddr_b()) && inst.sig() != Signal::SmallImm);
        Ok(())
    }

    fn writes(&mut self, ip: usize, inst: Inst) -> Result<(), Refusal> {
        if is_tmu(inst.waddr_add()) && is_tmu(inst.waddr_mul()) {
            let message = "both ALUs write TMU registers";
            return self.refuse(&qpu::TWO_PERIPHERALS, ip, message);
        }
        self.write(ip, inst, Alu::Add)?;
        self.write(ip, inst, Alu::Mul)?;
        self.follow_clamps(inst);
        Ok(())
    }

    fn write(&mut self, ip: usize, inst: Inst, alu: Alu) -> Result<(), Refusal> {
        let (addr, cond) = match alu {
            Alu::Add => (inst.waddr_add(), inst.cond_add()),
            Alu::Mul => (inst.waddr_mul(), inst.cond_mul()),
        };
        let file_b = (alu == Alu::Mul) != inst.ws();
        if let Some(register) = written(addr, file_b) {
            let constant =
                inst.sig() == Signal::LoadImm && inst.pack() == 0 && cond == Cond::Always;
            // All ones means unknown in Linux.
            let immediate = constant.then_some(inst.imm()).filter(|v| *v != u32::MAX);
            self.values[register].immediate = immediate;
            self.upper_registers |= register < FIRST_ACCUMULATOR && register % 32 >= 16;
        }
        match addr {
            waddr::UNIFORMS_ADDRESS => self.uniforms_address(ip, inst, alu, file_b),
            a if is_tmu(a) => self.tmu_write(ip, inst, alu, a),
            waddr::HOST_INT
            | waddr::TMU_NOSWAP
            | waddr::TLB_ALPHA_MASK
            | waddr::MUTEX_RELEASE
            | waddr::VPM_DMA_ADDR => {
                let message = format!("write address {addr}");
                self.refuse(&qpu::LINUX_FORBIDDEN_WRITE, ip, message)
            }
            _ => Ok(()),
        }
    }

    fn uniforms_address(
        &mut self,
        ip: usize,
        inst: Inst,
        alu: Alu,
        file_b: bool,
    ) -> Result<(), Refusal> {
        let rule = &qpu::LINUX_UNIFORMS_NOT_RESET;
        let signal = matches!(
            inst.sig(),
            Signal::None
                | Signal::UnlockScoreboard
                | Signal::ColorLoad
                | Signal::LoadTmu0
                | Signal::LoadTmu1
        );
        let plain = signal
            && !file_b
            && alu == Alu::Add
            && inst.add_op() == Some(AddOp::Add)
            && inst.cond_add() == Cond::Always
            && (inst.pack() == 0 || inst.pm());
        if !plain {
            let message = "the address is not written by an unconditional add through file A";
            return self.refuse(rule, ip, message);
        }
        // The reset points to the uniform after the address itself.
        let expected = self.info.uniforms_size + 4;
        let offset = add_a_register(inst).and_then(|r| self.values[r].immediate);
        if offset != Some(expected) {
            let message = format!("the offset is {offset:?}, not {expected} bytes");
            return self.refuse(rule, ip, message);
        }
        if !add_b_is_uniform(inst, FieldB::Always) {
            return self.refuse(rule, ip, "the added value is not a uniform");
        }
        self.needs_address = false;
        self.needs_address_for_loop = false;
        self.info
            .uniform_addresses
            .push(self.info.uniforms_size / 4);
        Ok(())
    }

    fn tmu_write(&mut self, ip: usize, inst: Inst, alu: Alu, addr: u8) -> Result<(), Refusal> {
        let unit = usize::from(addr > waddr::TMU0_B);
        let submits = matches!(addr, waddr::TMU0_S | waddr::TMU1_S);
        let direct = submits && self.tmus[unit].writes == 0;
        if direct {
            let clamp = self.direct_read(ip, inst, alu)?;
            self.tmus[unit].sample.parameters[1] = Some(clamp);
            self.tmus[unit].sample.direct = true;
        } else if reads_uniform(inst) {
            let message = "a uniform is read by the instruction that writes a TMU register";
            return self.refuse(&qpu::UNIFORM_WITH_TMU_WRITE, ip, message);
        }
        let place = self.tmus[unit].writes;
        if place >= 4 {
            let message = format!("TMU{unit} receives a fifth parameter");
            return self.refuse(&qpu::TMU_TOO_MANY_PARAMETERS, ip, message);
        }
        self.tmus[unit].sample.parameters[place] = Some(self.info.uniforms_size);
        self.tmus[unit].writes += 1;
        // The uniform of a direct read is an operand, and counted as one.
        if !direct {
            if self.needs_address {
                let message = "a TMU register is written where the uniform address is not set";
                return self.refuse(&qpu::LINUX_UNIFORMS_NOT_RESET, ip, message);
            }
            self.info.uniforms_size += 4;
        }
        if submits {
            let tmu = &mut self.tmus[unit];
            self.info.samples.push(tmu.sample);
            tmu.sample.parameters = [None; 4];
            tmu.writes = 0;
        }
        Ok(())
    }

    /// Checks a read of `min(max(x, 0), uniform) + uniform`, and returns the
    /// offset of the clamp.
    fn direct_read(&self, ip: usize, inst: Inst, alu: Alu) -> Result<u32, Refusal> {
        let rule = &qpu::LINUX_DIRECT_READ_UNCLAMPED;
        let adds = alu == Alu::Add && inst.add_op() == Some(AddOp::Add);
        if inst.sig() == Signal::SmallImm || !adds {
            return self.refuse(
                rule,
                ip,
                "the address does not come from an add of registers",
            );
        }
        let clamp = add_a_register(inst).and_then(|r| self.values[r].clamped_by);
        let Some(clamp) = clamp else {
            return self.refuse(
                rule,
                ip,
                "the first operand is not clamped to 0 and a uniform",
            );
        };
        if !add_b_is_uniform(inst, FieldB::Always) {
            return self.refuse(rule, ip, "the second operand is not a uniform");
        }
        Ok(clamp)
    }

    fn follow_clamps(&mut self, inst: Inst) {
        let not_negative = add_a_register(inst).is_some_and(|r| self.values[r].not_negative);
        let add = written(inst.waddr_add(), inst.ws());
        let mul = written(inst.waddr_mul(), !inst.ws());
        for register in [mul, add].into_iter().flatten() {
            self.values[register].not_negative = false;
            self.values[register].clamped_by = None;
        }
        let Some(register) = add else {
            return;
        };
        if inst.cond_add() != Cond::Always {
            return;
        }
        let small = inst.sig() == Signal::SmallImm;
        let either_b = inst.add_a() == Mux::B || inst.add_b() == Mux::B;
        match inst.add_op() {
            Some(AddOp::Max) if small && inst.raddr_b() == 0 && either_b => {
                self.values[register].not_negative = true;
            }
            Some(AddOp::Min) if not_negative && add_b_is_uniform(inst, FieldB::UnlessImmediate) => {
                self.values[register].clamped_by = Some(self.info.uniforms_size);
            }
            _ => {}
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Alu {
    Add,
    Mul,
}
