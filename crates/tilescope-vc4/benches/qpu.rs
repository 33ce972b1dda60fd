//! Lane operations per second on one core: 16 lanes times the ALU operations
//! (both ALUs, NOPs not counted) that a loop of instructions executes.
//!
//! `cargo bench -p tilescope-vc4 --bench qpu`

#![expect(clippy::print_stdout, reason = "the result of a benchmark")]

use std::time::{Duration, Instant};
use tilescope_exec::Lanes16;
use tilescope_shader::{NativeUse, set_native_use};
use tilescope_vc4::isa::{AddOp, MulOp};
use tilescope_vc4::qpu::{
    Dir, ExecMode, PixelFlags, Program, QpuIo, QpuQuirks, QuadAxis, RunEnd, Scoreboard,
    SemaphoreOp, Stop, Stream, Thread, ThreadInit, ThreadSwitch, TlbRead, TlbWrite, TmuReg,
};

/// A device without units; uniforms count up.
struct Bare(u32);

impl QpuIo for Bare {
    fn uniform(&mut self) -> Result<u32, Stop> {
        self.0 = self.0.wrapping_add(1);
        Ok((self.0 as f32).to_bits())
    }
    fn set_uniforms_position(&mut self, _: u32) {}
    fn set_uniforms_address(&mut self, _: u32) {}
    fn varying(&mut self, _: &mut Lanes16) -> Result<u32, Stop> {
        Ok(0)
    }
    fn vpm_read(&mut self, _: &mut Lanes16) -> Result<(), Stop> {
        Ok(())
    }
    fn vpm_write(&mut self, _: &Lanes16, _: u16) -> Result<(), Stop> {
        Ok(())
    }
    fn vpm_setup(&mut self, _: Dir, _: u32) -> Result<(), Stop> {
        Ok(())
    }
    fn dma_start(&mut self, _: Dir, _: u32) -> Result<(), Stop> {
        Ok(())
    }
    fn dma_wait(&mut self, _: Dir) -> Result<(), Stop> {
        Ok(())
    }
    fn dma_busy(&mut self, _: Dir) -> u32 {
        0
    }
    fn tmu_write(&mut self, _: u8, _: TmuReg, _: &Lanes16, _: u16) -> Result<(), Stop> {
        Ok(())
    }
    fn tmu_read(&mut self, _: u8, _: &mut Lanes16) -> Result<(), Stop> {
        Ok(())
    }
    fn tmu_noswap(&mut self, _: u32) {}
    fn tlb_read(&mut self, _: TlbRead, _: &mut Lanes16) -> Result<(), Stop> {
        Ok(())
    }
    fn tlb_write(&mut self, _: TlbWrite, _: &Lanes16, _: u16) -> Result<(), Stop> {
        Ok(())
    }
    fn pixel_flags(&mut self, _: PixelFlags, _: &mut Lanes16) {}
    fn set_pixel_flags(&mut self, _: PixelFlags, _: &Lanes16, _: u16) {}
    fn set_quad(&mut self, _: QuadAxis, _: &Lanes16, _: u16) {}
    fn scoreboard(&mut self, _: Scoreboard) -> Result<(), Stop> {
        Ok(())
    }
    fn thread_switch(&mut self, _: ThreadSwitch) {}
    fn semaphore(&mut self, _: u8, _: SemaphoreOp) -> Result<(), Stop> {
        Ok(())
    }
    fn mutex_acquire(&mut self) -> Result<u32, Stop> {
        Ok(0)
    }
    fn mutex_release(&mut self) {}
    fn host_interrupt(&mut self, _: u32) {}
}

/// ra0 to ra31 are 0 to 31 as write addresses, r0 to r3 are 32 to 35.
const R: u64 = 32;
const NOP: u64 = 39;

/// Add and mul ALU with the given operations, write addresses and muxes, raddr_a
/// and raddr_b, no conditions.
#[derive(Clone, Copy)]
struct Dual {
    add: (AddOp, u64, u64, u64),
    mul: (MulOp, u64, u64, u64),
    a: u64,
    b: u64,
    sf: u64,
}

impl Dual {
    fn word(self) -> u64 {
        1 << 60
            | 1 << 49
            | 1 << 46
            | self.sf << 45
            | self.add.1 << 38
            | self.mul.1 << 32
            | (self.mul.0 as u64) << 29
            | (self.add.0 as u64) << 24
            | self.a << 18
            | self.b << 12
            | self.add.2 << 9
            | self.add.3 << 6
            | self.mul.2 << 3
            | self.mul.3
    }

    fn ops(self) -> u64 {
        u64::from(self.add.0 != AddOp::Nop) + u64::from(self.mul.0 != MulOp::Nop)
    }
}

fn dual(add: (AddOp, u64, u64, u64), mul: (MulOp, u64, u64, u64), a: u64, b: u64) -> Dual {
    Dual {
        add,
        mul,
        a,
        b,
        sf: 0,
    }
}

const NOTHING: Dual = Dual {
    add: (AddOp::Nop, NOP, 0, 0),
    mul: (MulOp::Nop, NOP, 0, 0),
    a: NOP,
    b: NOP,
    sf: 0,
};

/// z = z^2 + c with everything in accumulators and two registers, twice.
fn mandelbrot() -> Vec<Dual> {
    use AddOp::*;
    // r0 = x, r1 = y, ra0 = cx, rb0 = cy.
    let step = [
        // r2 = x * x; r3 = y + y
        dual((Fadd, R + 3, 1, 1), (MulOp::Fmul, R + 2, 0, 0), NOP, NOP),
        // ra1 = y * y (add ALU idle work: counter)
        dual((Fadd, R + 2, 2, 6), (MulOp::Fmul, 1, 1, 1), 0, NOP),
        // r3 = x * 2y; r2 unchanged
        dual((Fmaxabs, 2, 0, 1), (MulOp::Fmul, R + 3, 3, 0), NOP, NOP),
        // x = r2 - y*y
        dual((Fsub, R, 2, 7), (MulOp::Fmul, R + 2, 3, 7), NOP, 1),
        // y = r3 + cy
        dual((Fadd, R + 1, 3, 7), (MulOp::Fmul, 3, 2, 2), NOP, 0),
    ];
    [step, step, step].concat()
}

/// Adds and multiplies whose operands are mostly independent.
fn dual_issue() -> Vec<Dual> {
    use AddOp::*;
    vec![
        dual((Fadd, R, 0, 6), (MulOp::Fmul, R + 1, 1, 7), 0, 0),
        dual((Fsub, R + 2, 2, 6), (MulOp::Fmul, R + 3, 3, 7), 2, 2),
        dual((Fadd, 4, 0, 2), (MulOp::Fmul, 5, 1, 3), NOP, NOP),
        dual((Fmax, R, 0, 6), (MulOp::Fmul, R + 1, 1, 7), 0, 0),
        dual((Fadd, R + 2, 2, 0), (MulOp::Fmul, R + 3, 3, 1), NOP, NOP),
        dual((Fsub, 6, 6, 2), (MulOp::Fmul, 7, 7, 3), 4, 5),
    ]
}

fn integer() -> Vec<Dual> {
    use AddOp::*;
    vec![
        dual((Add, R, 0, 6), (MulOp::Mul24, R + 1, 1, 7), 0, 0),
        dual((Xor, R + 2, 2, 0), (MulOp::V8adds, R + 3, 3, 1), NOP, NOP),
        dual((Shl, 4, 0, 7), (MulOp::V8min, 5, 1, 3), NOP, 0),
        dual((Sub, R, 2, 6), (MulOp::V8max, R + 1, 3, 7), 0, 0),
        dual((And, R + 2, 2, 1), (MulOp::V8subs, R + 3, 3, 0), NOP, NOP),
        dual((Ror, 6, 2, 7), (MulOp::V8min, 7, 0, 3), NOP, 0),
        dual((Max, R + 2, 2, 6), (MulOp::Mul24, R + 3, 3, 7), 4, 5),
        dual((Or, R, 0, 1), (MulOp::V8adds, R + 1, 1, 2), NOP, NOP),
    ]
}

/// `body` in a loop that ends when ra31 has been counted down to 0, with three
/// useful instructions in the delay slots.
fn looped(body: &[Dual], count: u32) -> (Vec<u64>, u64) {
    // ldi ra31, count
    let mut words = vec![
        0xe << 60 | 1 << 49 | 1 << 46 | 31 << 38 | NOP << 32 | u64::from(count),
        NOTHING.word(),
    ];
    let (main, slots) = body.split_at(body.len() - 3);
    let top = words.len();
    words.extend(main.iter().map(|d| d.word()));
    // sub.setf ra31, ra31, 1
    words.push(
        0xd << 60
            | 1 << 49
            | 1 << 45
            | 31 << 38
            | NOP << 32
            | 13 << 24
            | 31 << 18
            | 1 << 12
            | 6 << 9
            | 7 << 6,
    );
    let target = (top as i64 - (words.len() as i64 + 4)) * 8;
    // brr.anynz
    words.push(0xf << 60 | 3 << 52 | 1 << 51 | NOP << 38 | NOP << 32 | u64::from(target as u32));
    words.extend(slots.iter().map(|d| d.word()));
    words.push(NOTHING.word() & !(0xf << 60) | 3 << 60);
    words.extend([NOTHING.word(); 2]);
    // One more operation for the counter.
    (words, body.iter().map(|d| d.ops()).sum::<u64>() + 1)
}

fn measure(name: &str, body: &[Dual]) {
    // Short enough that some of the repeats are not interrupted.
    const COUNT: u32 = 10_000;
    let (words, ops) = looped(body, COUNT);
    let program = Program::new(&words, 0x1000, QpuQuirks::DEFAULT);
    let mut thread = Thread::default();
    let mut best = Duration::MAX;
    for _ in 0..200 {
        thread.start_clean(&program, &ThreadInit::default(), Stream::default());
        let mut fuel = u64::MAX;
        let start = Instant::now();
        let end = thread.run(&program, &mut Bare(0), &mut fuel, ExecMode::Normal);
        best = best.min(start.elapsed());
        assert_eq!(end, RunEnd::Ended);
    }
    let seconds = best.as_secs_f64();
    let instructions = thread.executed() as f64;
    let lanes = 16.0 * ops as f64 * f64::from(COUNT);
    println!(
        "{name:12} {:6.2} G lane-operations/s  {:5.2} ns/instruction  ({}/{} translated)",
        lanes / seconds / 1e9,
        seconds * 1e9 / instructions,
        program.translated(),
        program.len(),
    );
}

/// Start and end of a short program, as in a fragment batch.
fn measure_start() {
    let mut words = vec![
        // fadd r0, ra15, unif; fmul r1, rb15, ...
        dual((AddOp::Fadd, R, 6, 7), (MulOp::Fmul, R + 1, 7, 7), 32, 15).word();
        24
    ];
    words.push(NOTHING.word() & !(0xf << 60) | 3 << 60);
    words.extend([NOTHING.word(); 2]);
    let program = Program::new(&words, 0x1000, QpuQuirks::DEFAULT);
    let mut thread = Thread::default();
    let (mut fuel, mut io) = (u64::MAX, Bare(0));
    let count = 100_000u32;
    let start = Instant::now();
    for _ in 0..count {
        thread.start(&program, &ThreadInit::default(), Stream::default());
        assert_eq!(
            thread.run(&program, &mut io, &mut fuel, ExecMode::Normal),
            RunEnd::Ended
        );
    }
    let ns = start.elapsed().as_secs_f64() * 1e9 / f64::from(count);
    println!(
        "start        {ns:6.1} ns for a program of {} instructions with 24 uniforms",
        words.len()
    );
}

fn main() {
    for native in [NativeUse::Never, NativeUse::Hot] {
        println!("native code: {native:?}");
        set_native_use(native);
        all();
    }
}

fn all() {
    measure("mandelbrot", &mandelbrot());
    measure("dual issue", &dual_issue());
    measure("integer", &integer());
    measure_start();
}
