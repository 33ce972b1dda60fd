//! The parameters of a program: the use of its uniforms and of the words of the VPM,
//! found by walking its instructions in program order.
//!
//! Program order is the order of the uniform stream: compilers lay out the stream this
//! way, and after a branch set the stream's address accordingly (the kernel refuses
//! others, `vc4_validate_shaders.c`). Subroutines are followed at their calls.
//! Registers are tracked through moves, which is enough for setup words, return
//! addresses and the formats of attributes.

use super::reading::Reading;
use crate::isa::{AddOp, BranchCond, Cond, Inst, MulOp, disassemble};
use crate::qpu::decode::{Alu, Decoded, Immediate, Kind, Operand, Pack, Peripheral, Read, Write};
use crate::qpu::io::{Dir, TlbWrite, TmuReg};
use crate::qpu::quirks::QpuQuirks;
use crate::qpu::slots;
use crate::vpm::Block;

/// Slots of tracked registers: both files and the accumulators.
const SLOTS: usize = slots::R5 as usize + 1;
/// Maximum number of instructions of a walk: subroutines can be recursive.
const MAX_STEPS: u32 = 1 << 16;
/// Delay slots of the program end.
const END_SLOTS: u8 = 2;
/// Delay slots of a branch.
const BRANCH_SLOTS: u8 = 3;
/// Number of vectors that a VPM setup word can address.
const VECTORS: u32 = 64;
/// Flips the sign of each byte, to unpack signed bytes as unsigned ones.
const SIGN_BYTES: u32 = 0x8080_8080;

/// A uniform that the program consumes.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Uniform {
    /// Address in the stream.
    pub address: u32,
    /// The word, if it is in memory.
    pub word: Option<u32>,
    /// The instruction that consumes it.
    pub ip: u32,
    /// Its role.
    pub role: Role,
}

/// Inferred use of a uniform.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Role {
    /// An operand of the instruction, whose text this is.
    Operand(String),
    /// Word `word` of the descriptor of texture request `request`.
    Texture {
        /// Index in [`Parameters::requests`].
        request: usize,
        /// From 0.
        word: usize,
    },
    /// Setup of the stencil test.
    Stencil,
}

/// A texture request.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Request {
    /// The unit, 0 or 1.
    pub unit: u8,
    /// The instruction that starts it.
    pub ip: u32,
    /// The descriptor.
    pub words: Vec<u32>,
    /// Whether a level of detail or a bias is given.
    pub has_level: bool,
    /// Whether it reads memory at an address instead of a texture.
    pub direct: bool,
}

/// Tile buffer accesses of a fragment shader.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Outputs {
    /// Writes colour of all samples.
    pub color: bool,
    /// Writes colour sample by sample.
    pub color_ms: bool,
    /// Writes depth.
    pub z: bool,
    /// Reads the stored colour: blending in the shader.
    pub reads_color: bool,
}

/// Inputs and outputs of a program.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Parameters {
    /// In the order of the stream.
    pub uniforms: Vec<Uniform>,
    /// First uniform whose address is assumed, because the stream's address is set to
    /// an unknown value.
    pub assumed_from: Option<usize>,
    /// Texture requests, in program order.
    pub requests: Vec<Request>,
    /// Setup words of the stencil test.
    pub stencil: Vec<u32>,
    /// Readings of each word of VPM input.
    pub vpm: Vec<Vec<Reading>>,
    /// To the tile buffer.
    pub outputs: Outputs,
}

/// Known contents of a register.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
enum Known {
    #[default]
    Nothing,
    Constant(u32),
    /// A word of VPM input, optionally with the sign of its bytes flipped.
    Vpm {
        word: usize,
        flipped: bool,
    },
}

/// Walks a program.
struct Walk<'m> {
    out: Parameters,
    /// Address of the next uniform.
    stream: u32,
    /// Row of the next word of VPM input.
    row: u32,
    registers: [Known; SLOTS],
    /// The incomplete request of each texture unit.
    pending: [Request; 2],
    /// The uniforms that belong to it.
    parameters: [Vec<usize>; 2],
    fetch: &'m mut dyn FnMut(u32) -> Option<u32>,
}

impl Parameters {
    /// The parameters of the program `words` at `code`, whose uniforms start at address
    /// `stream` and are read by `fetch`.
    pub(super) fn of(
        words: &[u64],
        code: u32,
        stream: u32,
        fetch: &mut dyn FnMut(u32) -> Option<u32>,
    ) -> Parameters {
        let mut walk = Walk {
            out: Parameters::default(),
            stream,
            row: 0,
            registers: [Known::Nothing; SLOTS],
            pending: Default::default(),
            parameters: Default::default(),
            fetch,
        };
        let quirks = QpuQuirks::default();
        let mut ip = 0;
        // Pending control transfer: instructions left, and its target.
        let mut pending: Option<(u8, Option<u32>)> = None;
        for _ in 0..MAX_STEPS {
            let Some(word) = words.get(ip as usize) else {
                break;
            };
            let d = Decoded::new(Inst(*word), code.wrapping_add(ip * 8), &quirks);
            let leads = walk.leads(&d);
            walk.instruction(&d, ip);
            ip += 1;
            if let Some((left, to)) = &mut pending {
                *left -= 1;
                match (*left, *to) {
                    (0, None) => break,
                    (0, Some(to)) => {
                        ip = to.wrapping_sub(code) / 8;
                        pending = None;
                    }
                    _ => {}
                }
            }
            if d.ends() {
                pending = Some((END_SLOTS, None));
            } else if let Some(to) = leads {
                pending = Some((BRANCH_SLOTS, Some(to)));
            }
        }
        walk.out
    }
}

/// Values of the two register files in an instruction.
#[derive(Clone, Copy, Default)]
struct Operands {
    a: Known,
    b: Known,
}

impl Walk<'_> {
    /// The target of a call or a return. Other branches belong to loops and conditions,
    /// which program order ignores.
    fn leads(&self, d: &Decoded) -> Option<u32> {
        let Kind::Branch(b) = d.kind else {
            return None;
        };
        let links = [d.add_to, d.mul_to].iter().any(|to| *to != Write::Nop);
        if b.cond != BranchCond::Always {
            return None;
        }
        match b.register {
            Some(slot) => match self.known(slot) {
                Known::Constant(base) => Some(b.target.wrapping_add(base)),
                _ => None,
            },
            None => links.then_some(b.target),
        }
    }

    fn instruction(&mut self, d: &Decoded, ip: u32) {
        let (add, mul) = match d.kind {
            Kind::Alu(alu) => self.alu(&alu, d, ip),
            Kind::Load(Immediate::Word) => {
                let imm = Known::Constant(d.inst.imm());
                (imm, imm)
            }
            Kind::Branch(b) => {
                let link = Known::Constant(b.link);
                (link, link)
            }
            Kind::Load(_) | Kind::Semaphore | Kind::Reserved => Default::default(),
        };
        if matches!(d.load(), Some(crate::qpu::decode::LoadSignal::Tlb(_))) {
            self.out.outputs.reads_color = true;
        }
        if d.has_add() {
            self.write(d.add_to, d.add_cond, add, d, ip);
        }
        if d.has_mul() {
            self.write(d.mul_to, d.mul_cond, mul, d, ip);
        }
    }

    /// Results of the two ALUs.
    fn alu(&mut self, alu: &Alu, d: &Decoded, ip: u32) -> (Known, Known) {
        let uniform = [alu.read_a, alu.read_b].contains(&Read::Uniform);
        let uniform = match uniform {
            true => {
                let role = match d.add_to {
                    Write::Peripheral(Peripheral::Tlb(TlbWrite::StencilSetup)) => Role::Stencil,
                    _ => Role::Operand(disassemble(d.inst)),
                };
                self.uniform(ip, role)
            }
            false => Known::Nothing,
        };
        let vpm = match [alu.read_a, alu.read_b].contains(&Read::Vpm) {
            true => self.vpm(),
            false => Known::Nothing,
        };
        let value = |read: Read| match read {
            Read::Register(slot) => self.known(slot),
            Read::Constant(slot) if slot >= slots::IMM => {
                Known::Constant(slots::small_immediate(slot - slots::IMM))
            }
            Read::Uniform => uniform,
            Read::Vpm => vpm,
            _ => Known::Nothing,
        };
        let from = Operands {
            a: value(alu.read_a),
            b: value(alu.read_b),
        };
        let part = (!alu.unpack_r4 && alu.unpack != 0).then_some(alu.unpack);
        let mut result = |operands: [Operand; 2], op: Op| {
            let [x, y] = operands.map(|o| self.operand(o, from));
            let modes = operands.map(|o| part.filter(|_| o == Operand::A));
            if op.moves(operands) && modes[0].is_none() {
                return x;
            }
            let both = op.binary() && !op.moves(operands);
            let shifted = match y {
                Known::Constant(by) => Some(by),
                _ => None,
            };
            self.note(x, modes[0], op, shifted);
            if both {
                self.note(y, modes[1], op, None);
            }
            match (op, x, y) {
                _ if modes != [None; 2] => Known::Nothing,
                (Op::Add(op), Known::Constant(x), Known::Constant(y)) => computed(op, x, y),
                (Op::Add(AddOp::Xor), Known::Vpm { word, .. }, Known::Constant(SIGN_BYTES))
                | (Op::Add(AddOp::Xor), Known::Constant(SIGN_BYTES), Known::Vpm { word, .. }) => {
                    Known::Vpm {
                        word,
                        flipped: true,
                    }
                }
                _ => Known::Nothing,
            }
        };
        let add = match alu.add {
            AddOp::Nop => Known::Nothing,
            op => result(alu.add_in, Op::Add(op)),
        };
        let mul = match alu.mul {
            MulOp::Nop => Known::Nothing,
            op => result(alu.mul_in, Op::Mul(op)),
        };
        (add, mul)
    }

    /// Records that an operation reads a word of VPM input.
    fn note(&mut self, value: Known, part: Option<u8>, op: Op, by: Option<u32>) {
        let Known::Vpm { word, flipped } = value else {
            return;
        };
        let reading = match op {
            Op::Add(AddOp::Xor) if by == Some(SIGN_BYTES) => return,
            Op::Add(AddOp::Itof) if part.is_none() => Reading::I32,
            Op::Add(AddOp::And) if by == Some(0xffff) => Reading::U16(0),
            Op::Add(AddOp::Shr) if by == Some(16) => Reading::U16(1),
            _ => Reading::of(part, op.is_float(), flipped),
        };
        self.read(Known::Vpm { word, flipped }, reading);
    }

    /// Records a reading of a word of VPM input.
    fn read(&mut self, value: Known, reading: Reading) {
        if let Known::Vpm { word, .. } = value
            && let Some(readings) = self.out.vpm.get_mut(word)
            && !readings.contains(&reading)
        {
            readings.push(reading);
        }
    }

    fn known(&self, slot: u8) -> Known {
        let known = self.registers.get(usize::from(slot));
        known.copied().unwrap_or_default()
    }

    fn operand(&self, operand: Operand, from: Operands) -> Known {
        match operand {
            Operand::A => from.a,
            Operand::B => from.b,
            Operand::Accumulator(slot) => self.known(slot),
        }
    }

    fn write(&mut self, to: Write, cond: Cond, value: Known, d: &Decoded, ip: u32) {
        if cond == Cond::Never {
            return;
        }
        // Varyings, coordinates and operands of the SFU are floats.
        if let Write::Sfu(_) | Write::Peripheral(Peripheral::Vpm | Peripheral::Tmu(..)) = to {
            self.read(value, Reading::F32);
        }
        match to {
            Write::Register(slot) | Write::Accumulator(slot) => {
                let whole = cond == Cond::Always && d.pack == Pack::None;
                if let Some(known) = self.registers.get_mut(usize::from(slot)) {
                    *known = if whole { value } else { Known::Nothing };
                }
            }
            Write::UniformsAddress => match value {
                Known::Constant(address) => self.stream = address,
                _ => {
                    let from = self.out.uniforms.len();
                    self.out.assumed_from.get_or_insert(from);
                }
            },
            Write::Peripheral(Peripheral::Tmu(unit, register)) => self.tmu(unit, register, ip),
            Write::Peripheral(Peripheral::Tlb(write)) => self.tlb(write, value),
            Write::Peripheral(Peripheral::VpmSetup(Dir::Read)) => {
                if let Known::Constant(word) = value
                    && word >> 30 == 0
                {
                    self.row = Block::decode(word).first_row();
                }
            }
            _ => {}
        }
    }

    fn tlb(&mut self, write: TlbWrite, value: Known) {
        let outputs = &mut self.out.outputs;
        match write {
            TlbWrite::ColorAll => outputs.color = true,
            TlbWrite::ColorMs => outputs.color_ms = true,
            TlbWrite::Z => outputs.z = true,
            TlbWrite::StencilSetup => {
                if let Known::Constant(word) = value {
                    self.out.stencil.push(word);
                }
            }
            TlbWrite::AlphaMask => {}
        }
    }

    fn tmu(&mut self, unit: u8, register: TmuReg, ip: u32) {
        let n = usize::from(unit & 1);
        self.pending[n].has_level |= register == TmuReg::B;
        let direct = register == TmuReg::S && self.pending[n].words.is_empty();
        if !direct {
            let role = Role::Texture {
                request: self.out.requests.len(),
                word: self.pending[n].words.len(),
            };
            let index = self.out.uniforms.len();
            let word = match self.uniform(ip, role) {
                Known::Constant(word) => word,
                _ => 0,
            };
            self.pending[n].words.push(word);
            self.parameters[n].push(index);
        }
        if register == TmuReg::S {
            let request = Request {
                unit,
                ip,
                direct,
                ..std::mem::take(&mut self.pending[n])
            };
            // The other unit may have completed a request in between.
            let number = self.out.requests.len();
            for index in self.parameters[n].drain(..) {
                if let Role::Texture { request, .. } = &mut self.out.uniforms[index].role {
                    *request = number;
                }
            }
            self.out.requests.push(request);
        }
    }

    /// Consumes the next uniform.
    fn uniform(&mut self, ip: u32, role: Role) -> Known {
        let address = self.stream;
        self.stream = address.wrapping_add(4);
        let word = (self.fetch)(address);
        self.out.uniforms.push(Uniform {
            address,
            word,
            ip,
            role,
        });
        word.map_or(Known::Nothing, Known::Constant)
    }

    /// Consumes the next word of VPM input.
    fn vpm(&mut self) -> Known {
        let word = self.row as usize;
        self.row = (self.row + 1) % VECTORS;
        if self.out.vpm.len() <= word {
            self.out.vpm.resize(word + 1, Vec::new());
        }
        Known::Vpm {
            word,
            flipped: false,
        }
    }
}

/// An operation of either ALU.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Op {
    Add(AddOp),
    Mul(MulOp),
}

impl Op {
    fn is_float(self) -> bool {
        use AddOp::*;
        match self {
            Op::Add(op) => matches!(op, Fadd | Fsub | Fmin | Fmax | Fminabs | Fmaxabs | Ftoi),
            Op::Mul(op) => op == MulOp::Fmul,
        }
    }

    fn binary(self) -> bool {
        match self {
            Op::Add(op) => op.binary(),
            Op::Mul(_) => true,
        }
    }

    /// Whether the result is the unchanged operand.
    fn moves(self, [x, y]: [Operand; 2]) -> bool {
        let same = matches!(
            self,
            Op::Add(AddOp::Or | AddOp::And) | Op::Mul(MulOp::V8min | MulOp::V8max)
        );
        same && x == y
    }
}

/// The integer operations used for addresses and masks.
fn computed(op: AddOp, x: u32, y: u32) -> Known {
    Known::Constant(match op {
        AddOp::Add => x.wrapping_add(y),
        AddOp::Sub => x.wrapping_sub(y),
        AddOp::And => x & y,
        AddOp::Or => x | y,
        AddOp::Xor => x ^ y,
        AddOp::Shl => x.wrapping_shl(y),
        AddOp::Shr => x.wrapping_shr(y),
        _ => return Known::Nothing,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::isa::assemble;

    fn parameters(source: &str, uniforms: &[u32]) -> Parameters {
        let words = assemble(source, &|_| None).expect("a program").words;
        let mut fetch = |at: u32| uniforms.get((at as usize - 0x100) / 4).copied();
        Parameters::of(&words, 0x1000, 0x100, &mut fetch)
    }

    #[test]
    fn texture_words_belong_to_their_requests() {
        let p = parameters(
            "mov tmu0_t, r0\nmov tmu1_t, r0\nfmul r0, r1, unif\nmov tmu1_s, r0\nmov tmu0_s, r0\n\
             mov tmu0_s, r2\nmov tlb_stencil_setup, unif\nmov tlb_color_all, r0\nsig_end\nnop\nnop\n",
            &[10, 20, 30, 21, 11, 0x4000_0000],
        );
        let words: Vec<&[u32]> = p.requests.iter().map(|r| &r.words[..]).collect();
        assert_eq!(words, [&[20, 21][..], &[10, 11], &[]]);
        assert!(p.requests[2].direct && p.outputs.color && !p.outputs.z);
        let roles = p.uniforms.iter().map(|u| match u.role {
            Role::Texture { request, word } => Some((request, word)),
            _ => None,
        });
        let roles: Vec<Option<(usize, usize)>> = roles.collect();
        assert_eq!(
            roles,
            [
                Some((1, 0)),
                Some((0, 0)),
                None,
                Some((0, 1)),
                Some((1, 1)),
                None
            ]
        );
        assert_eq!(p.stencil, [0x4000_0000]);
        let Role::Operand(text) = &p.uniforms[2].role else {
            panic!("{:?}", p.uniforms[2]);
        };
        assert!(text.ends_with("fmul r0, r1, uni"), "{text}");
    }

    #[test]
    fn attributes_are_followed_through_moves() {
        let p = parameters(
            "load_imm vr_setup, nop, 0x00201a00\nmov ra0, vpm\nmov ra1, vpm\nmov r2, vpm\n\
             fadd r0, ra0, r1\nfmul r0, r1, ra1.8a\nfmul r0, r1, ra1.8c\nitof r1, r2\n\
             sig_end\nnop\nnop\n",
            &[],
        );
        assert_eq!(p.vpm[0], [Reading::F32]);
        assert_eq!(p.vpm[1], [Reading::Unorm8(0), Reading::Unorm8(2)]);
        assert_eq!(p.vpm[2], [Reading::I32]);
    }

    #[test]
    fn subroutines_are_followed() {
        let p = parameters(
            "branch ra31, sub\nnop\nnop\nnop\nbranch ra31, sub\nnop\nnop\nnop\nmov r1, unif\n\
             sig_end\nnop\nnop\nsub: branch ra31\nmov r0, unif\nnop\nnop\n",
            &[1, 2, 3],
        );
        let ips: Vec<u32> = p.uniforms.iter().map(|u| u.ip).collect();
        assert_eq!(ips, [13, 13, 8]);
        assert_eq!(p.uniforms[2].word, Some(3));
    }

    #[test]
    fn the_stream_moves_to_the_computed_address() {
        let p = parameters(
            "mov ra0, unif\nload_imm r0, nop, 12\nadd unif_addr, ra0, r0\nnop\nnop\nmov r1, unif\n\
             sig_end\nnop\nnop\n",
            &[0x100, 1, 2, 3],
        );
        assert_eq!(p.uniforms[1].address, 0x10c);
        assert_eq!(p.uniforms[1].word, Some(3));
        assert_eq!(p.assumed_from, None);
    }
}
