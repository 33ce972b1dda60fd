//! Native code for translated runs that only compute.

use super::decode::Immediate;
use super::op::{Code, Op};
use super::program::{NO_RUN, Program, Tail};
use super::quirks::QpuQuirks;
use super::slots;
use super::thread::Thread;
use crate::isa::alu::{self, Number};
use crate::isa::{AddOp, Cond, MulOp};
use tilescope_exec::Exec;
use tilescope_jit::{Builder, CompileError, Function, Value16, compile};

/// Native code of one run.
#[derive(Debug)]
pub struct NativeRun {
    function: Function,
    ip: u32,
    len: u32,
    tail: Tail,
    rotates: u8,
}

/// Native code for the run that starts at instruction `ip`. None if no run
/// starts there, or if it does more than compute: peripherals, the SFU and
/// branches are left to the interpreter.
pub fn compile_run(program: &Program, ip: u32) -> Result<Option<NativeRun>, CompileError> {
    let run = match program.entries.get(ip as usize) {
        Some(&run) if run != NO_RUN => program.runs[run as usize],
        _ => return Ok(None),
    };
    let ops = &program.ops[run.ops as usize..];
    let end = ops
        .iter()
        .position(|op| op.code == Code::End)
        .unwrap_or(ops.len());
    let ops = &ops[..end];
    if !ops.iter().all(computes) {
        return Ok(None);
    }
    let function = compile(|b| {
        for op in ops {
            emit(b, program.quirks(), *op);
        }
    })?;
    Ok(Some(NativeRun {
        function,
        ip: run.ip,
        len: run.len,
        tail: run.tail,
        rotates: run.rotates,
    }))
}

impl NativeRun {
    /// Executes the run, if `thread` is before its first instruction with
    /// nothing on its way. Returns whether it did.
    pub fn call(&self, thread: &mut Thread) -> bool {
        let idle = !thread.pipeline.busy
            && thread.pipeline.written & self.rotates == 0
            && thread.progress.is_none()
            && thread.resume.is_none();
        if thread.ended || thread.ip != self.ip || !idle {
            return false;
        }
        self.function.call(&mut thread.regs[..]);
        thread.executed += u64::from(self.len);
        thread.pipeline.written = 0;
        thread.ip += self.len;
        match self.tail {
            Tail::End(2) => thread.ended = true,
            Tail::End(slots) => {
                thread.pipeline.end = Some(2 - slots.min(2));
                thread.pipeline.busy = true;
            }
            Tail::Next | Tail::Branch(_) => {}
        }
        true
    }

    /// Number of instructions.
    pub fn instructions(&self) -> u32 {
        self.len
    }
}

/// Whether native code is emitted for an operation.
fn computes(op: &Op) -> bool {
    use Code::*;
    match op.code {
        End | Mov | Fadd | Fsub | Fmin | Fmax | Fminabs | Fmaxabs | Ftoi | Itof | Add | Sub
        | Shr | Asr | Ror | Shl | Min | Max | And | Or | Xor | Not | Clz | V8adds | V8subs
        | Fmul | Mul24 | V8muld | V8min | V8max | FaddFlushed | FsubFlushed | FminFlushed
        | FmaxFlushed | FmulFlushed | AddQuirk | MulQuirk | Saturate | AddCarry | MulCarry
        | MaskZs | MaskZc | MaskNs | MaskNc | MaskCc | Blend | BlendZs | BlendZc | BlendNs
        | BlendNc | Splat | LoadSigned | LoadUnsigned | UnpackFloat | UnpackInteger | PackFloat
        | PackInteger | PackMul | Rotate | RotateQuads | R5Quad | R5All => true,
        // These need the device, or lanes chosen at run time.
        RotateBy | RotateQuadsBy | Sfu | Uniform | Varying | VpmRead | ReadFlags | DmaBusy
        | DmaWait | MutexAcquire | LoadTmu | LoadTlb | Write | UniformsAddress | Quad
        | Semaphore | ScoreboardWait | ScoreboardUnlock | ThreadSwitch | LastThreadSwitch
        | Branch | Link => false,
    }
}

fn emit(b: &mut Builder<'_, '_>, q: &QpuQuirks, op: Op) {
    use Code::*;
    let Op { d, imm, .. } = op;
    let add = |b: &mut Builder<'_, '_>, f: AddOp| {
        let (x, y) = (b.load(op.a), b.load(op.b));
        alu::add_op(b, q, f, x, y)
    };
    let add_flushed = |b: &mut Builder<'_, '_>, f: AddOp| {
        let (x, y) = (b.load(op.a), b.load(op.b));
        alu::add_op_flushed(b, q, f, x, y)
    };
    let mul = |b: &mut Builder<'_, '_>, f: MulOp| {
        let (x, y) = (b.load(op.a), b.load(op.b));
        alu::mul_op(b, q, f, x, y)
    };
    let mask = |b: &mut Builder<'_, '_>, cond: Cond| {
        let zn = b.load(op.a);
        let carry = b.load(slots::CARRY);
        let carry = b.mask_from_words(carry);
        let m = alu::condition(b, cond, zn, carry);
        b.mask_to_word(m)
    };
    let blend = |b: &mut Builder<'_, '_>, cond: Cond| {
        let (x, zn, old) = (b.load(op.a), b.load(op.b), b.load(d));
        let zero = b.splat(0);
        let carry = b.mask_from_words(zero);
        let m = alu::condition(b, cond, zn, carry);
        b.select(m, x, old)
    };
    let add_of = |n: u32| AddOp::from_bits(n as u8).unwrap_or(AddOp::Nop);
    let mul_of = |n: u32| MulOp::from_bits(n as u8).unwrap_or(MulOp::Nop);
    let r = match op.code {
        Mov => b.load(op.a),
        Fadd => add(b, AddOp::Fadd),
        Fsub => add(b, AddOp::Fsub),
        Fmin => add(b, AddOp::Fmin),
        Fmax => add(b, AddOp::Fmax),
        Fminabs => add(b, AddOp::Fminabs),
        Fmaxabs => add(b, AddOp::Fmaxabs),
        Ftoi => add(b, AddOp::Ftoi),
        Itof => add(b, AddOp::Itof),
        Add => add(b, AddOp::Add),
        Sub => add(b, AddOp::Sub),
        Shr => add(b, AddOp::Shr),
        Asr => add(b, AddOp::Asr),
        Ror => add(b, AddOp::Ror),
        Shl => add(b, AddOp::Shl),
        Min => add(b, AddOp::Min),
        Max => add(b, AddOp::Max),
        And => add(b, AddOp::And),
        Or => add(b, AddOp::Or),
        Xor => add(b, AddOp::Xor),
        Not => add(b, AddOp::Not),
        Clz => add(b, AddOp::Clz),
        V8adds => add(b, AddOp::V8adds),
        V8subs => add(b, AddOp::V8subs),
        Fmul => mul(b, MulOp::Fmul),
        Mul24 => mul(b, MulOp::Mul24),
        V8muld => mul(b, MulOp::V8muld),
        V8min => mul(b, MulOp::V8min),
        V8max => mul(b, MulOp::V8max),
        FaddFlushed => add_flushed(b, AddOp::Fadd),
        FsubFlushed => add_flushed(b, AddOp::Fsub),
        FminFlushed => add_flushed(b, AddOp::Fmin),
        FmaxFlushed => add_flushed(b, AddOp::Fmax),
        FmulFlushed => {
            let (x, y) = (b.load(op.a), b.load(op.b));
            alu::fmul_flushed(b, q, x, y)
        }
        AddQuirk => add(b, add_of(imm)),
        MulQuirk => mul(b, mul_of(imm)),
        Saturate => {
            let (x, y, r) = (b.load(op.a), b.load(op.b), b.load(d));
            alu::saturate_add(b, add_of(imm), x, y, r)
        }
        AddCarry => {
            let (x, y) = (b.load(op.a), b.load(op.b));
            let r = alu::add_op(b, q, add_of(imm), x, y);
            let m = alu::add_carry(b, q, add_of(imm), x, y, r);
            b.mask_to_word(m)
        }
        MulCarry => {
            let (x, y) = (b.load(op.a), b.load(op.b));
            let r = alu::mul_op(b, q, mul_of(imm), x, y);
            let m = alu::mul_carry(b, mul_of(imm), x, y, r);
            b.mask_to_word(m)
        }
        MaskZs => mask(b, Cond::Zs),
        MaskZc => mask(b, Cond::Zc),
        MaskNs => mask(b, Cond::Ns),
        MaskNc => mask(b, Cond::Nc),
        MaskCc => mask(b, Cond::Cc),
        Blend => {
            let (x, m, old) = (b.load(op.a), b.load(op.b), b.load(d));
            let m = b.mask_from_words(m);
            b.select(m, x, old)
        }
        BlendZs => blend(b, Cond::Zs),
        BlendZc => blend(b, Cond::Zc),
        BlendNs => blend(b, Cond::Ns),
        BlendNc => blend(b, Cond::Nc),
        Splat => b.splat(imm),
        LoadSigned => immediate(b, Immediate::Signed, imm),
        LoadUnsigned => immediate(b, Immediate::Unsigned, imm),
        UnpackFloat => {
            let v = b.load(op.a);
            alu::unpack(b, q, imm as u8, Number::Float, v)
        }
        UnpackInteger => {
            let v = b.load(op.a);
            alu::unpack(b, q, imm as u8, Number::Integer, v)
        }
        PackFloat => {
            let (v, old) = (b.load(op.a), b.load(d));
            alu::pack_a(b, q, imm as u8, Number::Float, v, old)
        }
        PackInteger => {
            let (v, old) = (b.load(op.a), b.load(d));
            alu::pack_a(b, q, imm as u8, Number::Integer, v, old)
        }
        PackMul => {
            let (v, old) = (b.load(op.a), b.load(d));
            alu::pack_mul(b, q, imm as u8, v, old)
        }
        Rotate => {
            let v = b.load(op.a);
            b.shuffle(v, |i| (i + 16 - (imm as usize & 15)) & 15)
        }
        RotateQuads => {
            let v = b.load(op.a);
            b.shuffle(v, |i| (i & !3) | ((i + 4 - (imm as usize & 3)) & 3))
        }
        R5Quad => {
            let v = b.load(op.a);
            b.shuffle(v, |i| i & !3)
        }
        R5All => {
            let v = b.load(op.a);
            b.broadcast_first(v)
        }
        // Refused by `computes`, or nothing to emit.
        End | RotateBy | RotateQuadsBy | Sfu | Uniform | Varying | VpmRead | ReadFlags
        | DmaBusy | DmaWait | MutexAcquire | LoadTmu | LoadTlb | Write | UniformsAddress | Quad
        | Semaphore | ScoreboardWait | ScoreboardUnlock | ThreadSwitch | LastThreadSwitch
        | Branch | Link => return,
    };
    b.store(d, r);
}

/// A per-lane immediate, made from the lane numbers.
fn immediate(b: &mut Builder<'_, '_>, form: Immediate, imm: u32) -> Value16 {
    let lane = b.load(slots::ELEM);
    let word = b.splat(imm);
    let one = b.splat(1);
    let low = b.shr(word, lane);
    let low = b.and(low, one);
    let n16 = b.splat(16);
    let high = b.shr(word, n16);
    let high = b.shr(high, lane);
    let high = b.and(high, one);
    let high = b.add(high, high);
    match form {
        Immediate::Word => word,
        Immediate::Signed => b.sub(low, high),
        Immediate::Unsigned => b.add(low, high),
    }
}
