//! Instructions to bytes: a function that loops over batches.
//!
//! Registers of the host: rdi is the first slot, rsi the numbers of the batches, rdx how
//! many are left, rcx the constants, r8 the most rounds of a loop, rax the first slot of this
//! batch or of this half of it, r9 how many rounds are left, r10 how many halves.

mod branches;

use crate::allocate::Rounds;
use crate::graph::Kind;
use crate::rounds::LoopSlots;
use crate::target::Target;
use foldhash::{HashMap, HashMapExt};
use iced_x86::{Code, Encoder, IcedError, Instruction, MemoryOperand, Register, RoundingControl};
use tilescope_exec::Lanes16;

/// Bytes of a slot in a batch.
const BYTES: i64 = size_of::<Lanes16>() as i64;
/// Bytes of stack that are taken at a time: no more than a guard page has.
const PAGE: u32 = 4096;

/// Bytes of a jump with an offset of a byte, of a decrement of a register, and of a conditional
/// jump with one of four.
const SHORT: u64 = 2;
const DEC: u64 = 3;
const NEAR: u64 = 6;

/// Memory that instructions access.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Memory {
    /// A slot of this batch.
    Slot(u16),
    /// A value that had to leave its register.
    Spill(u32),
    /// A word of the constants.
    Word(u32),
    /// The same for all lanes.
    Broadcast(u32),
    /// Words of the constants.
    Vector([u32; 16]),
}

/// An operand in memory: the instruction is complete when its address is known.
#[derive(Clone, Copy, Debug)]
struct Step {
    instruction: Instruction,
    memory: Option<Memory>,
}

/// Instructions of one batch, or of half of it.
#[derive(Debug)]
pub(crate) struct Instructions {
    target: Target,
    steps: Vec<Step>,
    spills: u32,
}

fn placeholder() -> MemoryOperand {
    MemoryOperand::with_base_displ(Register::RAX, 0)
}

impl Instructions {
    /// None yet.
    pub fn new(target: Target) -> Instructions {
        Instructions {
            target,
            steps: Vec::new(),
            spills: 0,
        }
    }

    /// A new place for a spilled value.
    pub fn spill(&mut self) -> u32 {
        self.spills += 1;
        self.spills - 1
    }

    fn push(&mut self, instruction: Instruction, memory: Option<Memory>) {
        self.steps.push(Step {
            instruction,
            memory,
        });
    }

    pub fn store(&mut self, code: Code, to: Memory, from: Register) -> Result<(), IcedError> {
        let instruction = Instruction::with2(code, placeholder(), from)?;
        self.push(instruction, Some(to));
        Ok(())
    }

    pub fn load(&mut self, code: Code, to: Register, from: Memory) -> Result<(), IcedError> {
        let instruction = Instruction::with2(code, to, placeholder())?;
        self.push(instruction, Some(from));
        Ok(())
    }

    pub fn zero(&mut self, to: Register) -> Result<(), IcedError> {
        let code = self.target.codes().xor;
        self.push(Instruction::with3(code, to, to, to)?, None);
        Ok(())
    }

    pub fn ones(&mut self, to: Register) -> Result<(), IcedError> {
        let instruction = match self.target {
            Target::Avx512 => {
                let code = Code::EVEX_Vpternlogd_zmm_k1z_zmm_zmmm512b32_imm8;
                Instruction::with4(code, to, to, to, 0xffu32)?
            }
            Target::Avx2 => Instruction::with3(Code::VEX_Vpcmpeqd_ymm_ymm_ymmm256, to, to, to)?,
        };
        self.push(instruction, None);
        Ok(())
    }

    fn two(&mut self, code: Code, d: Register, a: Register) -> Result<(), IcedError> {
        self.push(Instruction::with2(code, d, a)?, None);
        Ok(())
    }

    /// Stores words in some lanes.
    fn store_lanes(
        &mut self,
        to: Memory,
        from: Register,
        lanes: Register,
    ) -> Result<(), IcedError> {
        let instruction = match self.target {
            Target::Avx512 => {
                let mut i = Instruction::with2(self.target.codes().store, placeholder(), from)?;
                i.set_op_mask(lanes);
                i
            }
            Target::Avx2 => {
                let code = Code::VEX_Vpmaskmovd_m256_ymm_ymm;
                Instruction::with3(code, placeholder(), lanes, from)?
            }
        };
        self.push(instruction, Some(to));
        Ok(())
    }

    pub fn move_mask(&mut self, d: Register, a: Register) -> Result<(), IcedError> {
        self.two(Code::VEX_Kmovw_kr_km16, d, a)
    }

    /// The first places for spilled values are taken.
    pub fn reserve(&mut self, places: u32) {
        self.spills = self.spills.max(places);
    }

    /// Number of places for spilled values.
    pub fn spills(&self) -> u32 {
        self.spills
    }

    pub fn copy(&mut self, d: Register, a: Register) -> Result<(), IcedError> {
        self.two(self.target.codes().copy, d, a)
    }

    /// The instructions of a node. The last operand may be in memory, and the numbers of a
    /// lookup are.
    pub fn node(
        &mut self,
        kind: Kind,
        d: Register,
        [a, b, c]: [Register; 3],
        memory: Option<Memory>,
    ) -> Result<(), IcedError> {
        let none = Register::None;
        let at = placeholder();
        let target = self.target;
        let copy = target.codes().copy;
        // Registers that no value has.
        let scratch = target.vector(target.vectors());
        let other = target.vector(target.vectors() + 1);
        let [scratch_half, other_half] = [scratch, other].map(|r| target.half(r));
        let instruction = match kind {
            Kind::Slot(_) | Kind::Word(_) | Kind::Vector(_) | Kind::Lanes => return Ok(()),
            Kind::Plain(code, _) => match (a == none, b == none, memory) {
                (true, true, Some(_)) => Instruction::with2(code, d, at)?,
                (_, true, None) => Instruction::with2(code, d, a)?,
                (_, _, Some(_)) => Instruction::with3(code, d, a, at)?,
                (_, _, None) => Instruction::with3(code, d, a, b)?,
            },
            Kind::Immediate(code, _, imm) => {
                let imm = u32::from(imm);
                match (a == none, b == none, memory) {
                    (true, true, Some(_)) => Instruction::with3(code, d, at, imm)?,
                    (_, true, None) => Instruction::with3(code, d, a, imm)?,
                    (_, _, Some(_)) => Instruction::with4(code, d, a, at, imm)?,
                    (_, _, None) => Instruction::with4(code, d, a, b, imm)?,
                }
            }
            Kind::TowardZero(code) => {
                let mut i = Instruction::with3(code, d, a, b)?;
                i.set_rounding_control(RoundingControl::RoundTowardZero);
                i
            }
            Kind::Blend(code, _) if target == Target::Avx2 => match memory {
                Some(_) => Instruction::with4(code, d, a, at, c)?,
                None => Instruction::with4(code, d, a, b, c)?,
            },
            Kind::Blend(code, _) | Kind::Kept(code) => {
                let mut i = match memory {
                    Some(_) => Instruction::with3(code, d, a, at)?,
                    None => Instruction::with3(code, d, a, b)?,
                };
                i.set_op_mask(c);
                i.set_zeroing_masking(matches!(kind, Kind::Kept(_)));
                i
            }
            Kind::Keep => {
                let mut i = Instruction::with2(copy, d, a)?;
                i.set_op_mask(b);
                i.set_zeroing_masking(true);
                i
            }
            Kind::Masked(code) => {
                let to = if d == b { scratch } else { d };
                if to != a {
                    self.two(copy, to, a)?;
                }
                let mut i = match memory {
                    Some(_) => Instruction::with3(code, to, a, at)?,
                    None => Instruction::with3(code, to, a, b)?,
                };
                i.set_op_mask(c);
                self.push(i, memory);
                if to != d {
                    self.two(copy, d, to)?;
                }
                return Ok(());
            }
            Kind::Lookup(_) => {
                let load = Code::EVEX_Vmovdqu32_zmm_k1z_zmmm512;
                if let Some(from) = memory {
                    self.load(load, scratch, from)?;
                }
                let code = Code::EVEX_Vpermi2d_zmm_k1z_zmm_zmmm512b32;
                self.push(Instruction::with3(code, scratch, a, b)?, None);
                return self.two(copy, d, scratch);
            }
            Kind::Fma => {
                let code = target.codes().fma;
                // The factor that is overwritten: that of the result, if it is one.
                let (own, factor) = if d == b { (b, a) } else { (a, b) };
                let to = match d == own && own != factor && d != c {
                    true => d,
                    false if d != factor && d != c => {
                        self.two(copy, d, own)?;
                        d
                    }
                    false => {
                        self.two(copy, scratch, own)?;
                        scratch
                    }
                };
                let i = match memory {
                    Some(_) => Instruction::with3(code, to, factor, at)?,
                    None => Instruction::with3(code, to, factor, c)?,
                };
                self.push(i, memory);
                if to != d {
                    self.two(copy, d, to)?;
                }
                return Ok(());
            }
            Kind::WidenLow => Instruction::with2(widen(target), d, target.half(a))?,
            Kind::WidenHigh => {
                let upper = target.pick(
                    Code::EVEX_Vextractf64x4_ymmm256_k1z_zmm_imm8,
                    Code::VEX_Vextractf128_xmmm128_ymm_imm8,
                );
                self.push(Instruction::with3(upper, scratch_half, a, 1u32)?, None);
                Instruction::with2(widen(target), d, scratch_half)?
            }
            Kind::Narrow => {
                let narrow = target.pick(
                    Code::EVEX_Vcvtpd2ps_ymm_k1z_zmmm512b64_er,
                    Code::VEX_Vcvtpd2ps_xmm_ymmm256,
                );
                self.two(narrow, scratch_half, a)?;
                self.two(narrow, other_half, b)?;
                let join = target.pick(
                    Code::EVEX_Vinsertf64x4_zmm_k1z_zmm_ymmm256_imm8,
                    Code::VEX_Vinsertf128_ymm_ymm_xmmm128_imm8,
                );
                Instruction::with4(join, d, scratch, other_half, 1u32)?
            }
            Kind::Half => {
                self.narrow_halves(scratch_half, a)?;
                let words = target.pick(
                    Code::EVEX_Vpmovzxwd_zmm_k1z_ymmm256,
                    Code::VEX_Vpmovzxwd_ymm_xmmm128,
                );
                Instruction::with2(words, d, scratch_half)?
            }
            Kind::RoundHalf => {
                self.narrow_halves(scratch_half, a)?;
                Instruction::with2(widen_halves(target), d, scratch_half)?
            }
            Kind::WidenHalf => {
                match target {
                    Target::Avx512 => {
                        self.two(Code::EVEX_Vpmovdw_ymmm256_k1z_zmm, scratch_half, a)?;
                    }
                    Target::Avx2 => {
                        let upper = Code::VEX_Vextracti128_xmmm128_ymm_imm8;
                        self.push(Instruction::with3(upper, scratch_half, a, 1u32)?, None);
                        let join = Code::VEX_Vpackusdw_xmm_xmm_xmmm128;
                        let [from, to] = [target.half(a), scratch_half];
                        self.push(Instruction::with3(join, to, from, to)?, None);
                    }
                }
                Instruction::with2(widen_halves(target), d, scratch_half)?
            }
        };
        self.push(instruction, memory);
        Ok(())
    }

    /// Words as binary16, of half the size, rounded to nearest even.
    fn narrow_halves(&mut self, to: Register, from: Register) -> Result<(), IcedError> {
        let narrow = self.target.pick(
            Code::EVEX_Vcvtps2ph_ymmm256_k1z_zmm_imm8_sae,
            Code::VEX_Vcvtps2ph_xmmm128_ymm_imm8,
        );
        self.push(Instruction::with3(narrow, to, from, 0u32)?, None);
        Ok(())
    }
}

/// Instructions before the first round of a loop, and after the last.
fn ends(
    target: Target,
    rounds: &Rounds,
    slots: &LoopSlots,
) -> Result<(Instructions, Instructions), IcedError> {
    let (mut first, mut last) = (Instructions::new(target), Instructions::new(target));
    let codes = target.codes();
    let free = target.vector(target.vectors());
    let outer = |slot: u16| { slots.inner.iter().find(|(inner, _)| *inner == slot) }.map(|s| s.1);
    for (slot, register) in &rounds.carried {
        let from = outer(*slot).unwrap_or(*slot);
        first.load(codes.load, *register, Memory::Slot(from))?;
        if outer(*slot).is_none() {
            last.store(codes.store, Memory::Slot(*slot), *register)?;
        }
    }
    // Lanes that have left have their own content.
    for (inner, outer) in &slots.inner {
        let carried = rounds.carried.iter().find(|(slot, _)| slot == inner);
        let register = match carried {
            Some((_, register)) => *register,
            None => {
                first.load(codes.load, free, Memory::Slot(*outer))?;
                first.store(codes.store, Memory::Slot(*inner), free)?;
                last.load(codes.load, free, Memory::Slot(*inner))?;
                free
            }
        };
        last.store_lanes(Memory::Slot(*outer), register, rounds.lanes)?;
    }
    let running = Memory::Slot(slots.running);
    match target {
        Target::Avx512 => {
            first.load(codes.load, free, running)?;
            let test = Code::EVEX_Vptestmd_kr_k1_zmm_zmmm512b32;
            first.push(Instruction::with3(test, rounds.lanes, free, free)?, None);
            last.two(Code::EVEX_Vpmovm2d_zmm_kr, free, rounds.lanes)?;
            last.store(codes.store, running, free)?;
        }
        Target::Avx2 => {
            first.load(codes.load, rounds.lanes, running)?;
            last.store(codes.store, running, rounds.lanes)?;
        }
    }
    Ok((first, last))
}

/// Binary16 of half the size as words.
fn widen_halves(target: Target) -> Code {
    target.pick(
        Code::EVEX_Vcvtph2ps_zmm_k1z_ymmm256_sae,
        Code::VEX_Vcvtph2ps_ymm_xmmm128,
    )
}

/// Half of a register of words as binary64.
fn widen(target: Target) -> Code {
    target.pick(
        Code::EVEX_Vcvtps2pd_zmm_k1z_ymmm256b32_sae,
        Code::VEX_Vcvtps2pd_ymm_xmmm128,
    )
}

/// Constants of a program, and where they are in it.
#[derive(Debug)]
struct Constants {
    words: Vec<u32>,
    known: HashMap<u32, i64>,
    vectors: HashMap<[u32; 16], i64>,
}

impl Constants {
    fn word(&mut self, word: u32) -> i64 {
        *self.known.entry(word).or_insert_with(|| {
            self.words.push(word);
            4 * (self.words.len() as i64 - 1)
        })
    }

    fn vector(&mut self, vector: [u32; 16]) -> i64 {
        *self.vectors.entry(vector).or_insert_with(|| {
            self.words.resize(self.words.len().next_multiple_of(16), 0);
            let at = 4 * self.words.len() as i64;
            self.words.extend(vector);
            at
        })
    }
}

/// Machine code of a program under construction.
pub(crate) struct Assembler {
    target: Target,
    encoder: Encoder,
    /// Number of bytes.
    at: u64,
    constants: Constants,
    batches: usize,
}

impl Assembler {
    /// No code yet, for groups of `batches`.
    pub fn new(target: Target, batches: usize) -> Assembler {
        Assembler {
            target,
            encoder: Encoder::new(64),
            at: 0,
            constants: Constants {
                words: Vec::new(),
                known: HashMap::new(),
                vectors: HashMap::new(),
            },
            batches,
        }
    }

    fn encode(&mut self, instruction: &Instruction) -> Result<(), IcedError> {
        self.at += self.encoder.encode(instruction, self.at)? as u64;
        Ok(())
    }

    fn address(&mut self, memory: Memory) -> (Register, i64) {
        match memory {
            Memory::Slot(slot) => {
                let stride = self.batches as i64 * BYTES;
                (Register::RAX, i64::from(slot) * stride)
            }
            Memory::Spill(n) => (Register::RSP, i64::from(n) * BYTES),
            Memory::Broadcast(word) if self.target == Target::Avx2 => {
                (Register::RCX, self.constants.vector([word; 16]))
            }
            Memory::Word(word) | Memory::Broadcast(word) => {
                (Register::RCX, self.constants.word(word))
            }
            Memory::Vector(vector) => (Register::RCX, self.constants.vector(vector)),
        }
    }

    fn step(&mut self, step: &Step) -> Result<(), IcedError> {
        let mut instruction = step.instruction;
        if let Some(memory) = step.memory {
            let (base, offset) = self.address(memory);
            instruction.set_memory_base(base);
            instruction.set_memory_displacement64(offset as u64);
            instruction.set_memory_displ_size(match offset {
                0 => 0,
                _ => 1,
            });
            let broadcast = matches!(memory, Memory::Broadcast(_));
            instruction.set_is_broadcast(broadcast && self.target == Target::Avx512);
        }
        self.encode(&instruction)
    }

    /// Takes aligned bytes of the stack, which `leave` gives back.
    fn frame(&mut self, mut bytes: u32) -> Result<(), IcedError> {
        use Register::{RBP, RSP};
        self.encode(&Instruction::with1(Code::Push_r64, RBP)?)?;
        self.encode(&Instruction::with2(Code::Mov_r64_rm64, RBP, RSP)?)?;
        let top = MemoryOperand::with_base_displ(RSP, 0);
        while bytes > 0 {
            let part = bytes.min(PAGE);
            let take = Instruction::with2(Code::Sub_rm64_imm32, RSP, part as i32)?;
            self.encode(&take)?;
            // Pages of the stack are touched in order.
            self.encode(&Instruction::with2(Code::Or_rm64_imm8, top, 0i32)?)?;
            bytes -= part;
        }
        let align = -(BYTES as i32);
        self.encode(&Instruction::with2(Code::And_rm64_imm8, RSP, align)?)
    }

    /// Adds a function, and returns where it begins.
    pub fn function(&mut self, body: &Instructions) -> Result<usize, IcedError> {
        self.each_batch(body.spills, |code| code.steps(body))
    }

    /// Adds a function that goes round a loop, and returns where it begins.
    pub fn loop_function(
        &mut self,
        rounds: &Rounds,
        slots: &LoopSlots,
    ) -> Result<usize, IcedError> {
        use Register::{R8, R9};
        let (first, last) = ends(self.target, rounds, slots)?;
        let spills = rounds.body.spills;
        self.each_batch(spills, |code| {
            code.encode(&Instruction::with2(Code::Mov_r64_rm64, R9, R8)?)?;
            code.steps(&rounds.invariants)?;
            code.steps(&first)?;
            let head = code.at;
            code.steps(&rounds.body)?;
            let lanes = rounds.lanes;
            let test = code
                .target
                .pick(Code::VEX_Kortestw_kr_kr, Code::VEX_Vptest_ymm_ymmm256);
            code.encode(&Instruction::with2(test, lanes, lanes)?)?;
            // Past the next two instructions, if no lane is in the loop.
            let out = code.at + SHORT + DEC + NEAR;
            code.encode(&Instruction::with_branch(Code::Je_rel8_64, out)?)?;
            code.encode(&Instruction::with1(Code::Dec_rm64, R9)?)?;
            code.encode(&Instruction::with_branch(Code::Jne_rel32_64, head)?)?;
            debug_assert_eq!(code.at, out, "lengths of instructions");
            code.steps(&last)
        })
    }

    fn steps(&mut self, instructions: &Instructions) -> Result<(), IcedError> {
        instructions
            .steps
            .iter()
            .try_for_each(|step| self.step(step))
    }

    /// Adds a function with code for each batch, or for each half of it, and returns where it
    /// begins.
    fn each_batch(
        &mut self,
        spills: u32,
        code: impl FnOnce(&mut Self) -> Result<(), IcedError>,
    ) -> Result<usize, IcedError> {
        use Register::{EAX, R10, R10D, RAX, RDI, RDX, RSI};
        let start = self.at;
        let at = |base| MemoryOperand::with_base_displ(base, 0);
        if spills > 0 {
            self.frame(spills * BYTES as u32)?;
        }
        let head = self.at;
        self.encode(&Instruction::with2(Code::Movzx_r32_rm8, EAX, at(RSI))?)?;
        let shift = BYTES.trailing_zeros();
        self.encode(&Instruction::with2(Code::Shl_rm64_imm8, RAX, shift)?)?;
        self.encode(&Instruction::with2(Code::Add_r64_rm64, RAX, RDI)?)?;
        let parts = Lanes16::ZERO.0.len() / self.target.lanes();
        if parts > 1 {
            let count = Instruction::with2(Code::Mov_r32_imm32, R10D, parts as u32)?;
            self.encode(&count)?;
        }
        let part = self.at;
        code(self)?;
        if parts > 1 {
            let bytes = BYTES as i32 / parts as i32;
            self.encode(&Instruction::with2(Code::Add_rm64_imm8, RAX, bytes)?)?;
            self.encode(&Instruction::with1(Code::Dec_rm64, R10)?)?;
            self.encode(&Instruction::with_branch(Code::Jne_rel32_64, part)?)?;
        }
        self.encode(&Instruction::with1(Code::Inc_rm64, RSI)?)?;
        self.encode(&Instruction::with1(Code::Dec_rm64, RDX)?)?;
        self.encode(&Instruction::with_branch(Code::Jne_rel32_64, head)?)?;
        self.encode(&Instruction::with(Code::VEX_Vzeroupper))?;
        if spills > 0 {
            self.encode(&Instruction::with(Code::Leaveq))?;
        }
        self.encode(&Instruction::with(Code::Retnq))?;
        Ok(start as usize)
    }

    /// The bytes, and the constants.
    pub fn finish(mut self) -> (Vec<u8>, Vec<Lanes16>) {
        let words = self.constants.words.chunks(16);
        let constants = words.map(|words| Lanes16::from_fn(|i| words.get(i).copied().unwrap_or(0)));
        let constants = constants.collect();
        (self.encoder.take_buffer(), constants)
    }
}
