//! Instruction words for tests, field by field.

use crate::device::Recorder;
use tilescope_exec::Lanes16;
use tilescope_vc4::isa::word::waddr;
use tilescope_vc4::isa::{AddOp, BranchCond, Cond, MulOp, Mux, Signal};
use tilescope_vc4::qpu::{ExecMode, Program, QpuQuirks, RunEnd, Stream, Thread, ThreadInit};

pub const NOP: u64 = 0x1000_09e7_009e_7000;
pub const END: u64 = 0x3000_09e7_009e_7000;

/// GPU address of the first instruction in [`run`].
pub const BASE: u32 = 0x8000;

/// An ALU instruction; both ALUs idle to begin with.
#[derive(Clone, Copy)]
pub struct W(pub u64);

pub fn w() -> W {
    W(NOP)
}

impl W {
    fn set(self, lo: u32, hi: u32, v: u64) -> W {
        let mask = ((1u64 << (hi - lo + 1)) - 1) << lo;
        W(self.0 & !mask | v << lo)
    }
    pub fn add(self, op: AddOp, to: u8, a: Mux, b: Mux) -> W {
        self.set(24, 28, op as u64)
            .set(38, 43, to.into())
            .set(9, 11, a as u64)
            .set(6, 8, b as u64)
            .set(49, 51, 1)
    }
    pub fn mul(self, op: MulOp, to: u8, a: Mux, b: Mux) -> W {
        self.set(29, 31, op as u64)
            .set(32, 37, to.into())
            .set(3, 5, a as u64)
            .set(0, 2, b as u64)
            .set(46, 48, 1)
    }
    /// OR of `from` with itself.
    pub fn mov(self, to: u8, from: Mux) -> W {
        self.add(AddOp::Or, to, from, from)
    }
    /// V8MIN of `from` with itself.
    pub fn mul_mov(self, to: u8, from: Mux) -> W {
        self.mul(MulOp::V8min, to, from, from)
    }
    pub fn a(self, raddr: u8) -> W {
        self.set(18, 23, raddr.into())
    }
    pub fn b(self, raddr: u8) -> W {
        self.set(12, 17, raddr.into())
    }
    pub fn small(self, code: u8) -> W {
        self.b(code).sig(Signal::SmallImm)
    }
    pub fn sig(self, s: Signal) -> W {
        self.set(60, 63, s as u64)
    }
    pub fn sf(self) -> W {
        self.set(45, 45, 1)
    }
    pub fn ws(self) -> W {
        self.set(44, 44, 1)
    }
    pub fn cond(self, c: Cond) -> W {
        self.set(49, 51, c as u64)
    }
    pub fn cond_mul(self, c: Cond) -> W {
        self.set(46, 48, c as u64)
    }
    pub fn pack(self, mode: u8) -> W {
        self.set(52, 55, mode.into())
    }
    pub fn unpack(self, mode: u8) -> W {
        self.set(57, 59, mode.into())
    }
    pub fn pm(self) -> W {
        self.set(56, 56, 1)
    }
}

/// Load immediate to the add destination; form 0 word, 1 signed, 3 unsigned,
/// 4 semaphore.
pub fn ldi(form: u8, to: u8, imm: u32) -> W {
    W(0xe << 60
        | u64::from(form) << 57
        | 1 << 49
        | 1 << 46
        | u64::from(to) << 38
        | u64::from(waddr::NOP) << 32
        | u64::from(imm))
}

/// The immediate of a per-element load.
pub fn per_element(v: [i32; 16]) -> u32 {
    (0..16).fold(0, |imm, i| {
        let bits = v[i] as u32 & 3;
        imm | (bits & 1) << i | (bits >> 1) << (i + 16)
    })
}

/// Relative branch by `bytes` from the instruction after the delay slots.
pub fn brr(cond: BranchCond, bytes: i32) -> W {
    W(0xf << 60
        | (cond as u64) << 52
        | 1 << 51
        | u64::from(waddr::NOP) << 38
        | u64::from(waddr::NOP) << 32
        | u64::from(bytes as u32))
}

impl W {
    /// Adds register `n` to the target of a branch.
    pub fn reg(self, n: u8) -> W {
        self.set(45, 49, n.into()).set(50, 50, 1)
    }
    pub fn absolute(self) -> W {
        self.set(51, 51, 0)
    }
    pub fn link(self, to: u8) -> W {
        self.set(38, 43, to.into())
    }
}

/// Runs `code` and a program end in both modes, which must agree, and returns
/// the thread and the device.
pub fn run_with(code: &[W], io: Recorder, q: QpuQuirks) -> (Thread, Recorder) {
    let mut words: Vec<u64> = code.iter().map(|w| w.0).collect();
    words.extend([END, NOP, NOP]);
    let p = Program::new(&words, BASE, q);
    let result = |mode| {
        let mut t = Thread::default();
        let init = ThreadInit {
            qpu_number: 7,
            ..ThreadInit::default()
        };
        t.start_clean(&p, &init, Stream::default());
        let mut io = io.clone();
        let mut fuel = 10_000;
        let end = t.run(&p, &mut io, &mut fuel, mode);
        assert_eq!(end, RunEnd::Ended);
        (t, io)
    };
    let (a, b) = (result(ExecMode::Reference), result(ExecMode::Normal));
    assert_eq!(a.1, b.1);
    for (x, y) in a.0.registers().zip(b.0.registers()) {
        assert_eq!(x, y);
    }
    b
}

pub fn run(code: &[W]) -> (Thread, Recorder) {
    run_with(code, Recorder::default(), QpuQuirks::DEFAULT)
}

/// Values that `code` writes to the VPM, which it reads `inputs` from.
pub fn vpm(code: &[W], inputs: &[Lanes16]) -> Vec<Lanes16> {
    vpm_with(code, inputs, QpuQuirks::DEFAULT)
}

pub fn vpm_with(code: &[W], inputs: &[Lanes16], q: QpuQuirks) -> Vec<Lanes16> {
    let io = Recorder {
        vpm: inputs.to_vec(),
        ..Recorder::default()
    };
    run_with(code, io, q).1.written
}

/// Random words: `n` vectors, the same every time.
pub fn random(n: usize, mut seed: u64) -> Vec<Lanes16> {
    let mut next = move || {
        seed ^= seed << 13;
        seed ^= seed >> 7;
        seed ^= seed << 17;
        (seed >> 16) as u32
    };
    (0..n).map(|_| Lanes16::from_fn(|_| next())).collect()
}
