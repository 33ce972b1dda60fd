//! Threads that start in a gang have the same results as threads that run alone.

use crate::device::Recorder;
use crate::modes::{END, NOP, cases, looping, values};
use crate::native;
use proptest::prelude::*;
use tilescope_exec::Lanes16;
use tilescope_jit::Target;
use tilescope_vc4::qpu::gang::{Gang, Streams, THREADS};
use tilescope_vc4::qpu::quirks::QpuQuirks;
use tilescope_vc4::qpu::{
    ExecMode, PixelFlags, Program, QpuIo, RunEnd, Scoreboard, Stream, Thread, ThreadInit,
    ThreadSwitch, TlbRead, TlbWrite, TmuReg,
};

/// A recorder for each thread.
struct GangInputs {
    io: [Recorder; THREADS],
    /// Number of uniforms that all may read.
    uniforms: u32,
    /// Number of accesses to the tile buffer that all may make.
    pixels: u32,
}

impl GangInputs {
    fn pixels(&mut self) -> bool {
        let left = self.pixels.checked_sub(1);
        self.pixels = left.unwrap_or(0);
        left.is_some()
    }
}

impl Streams for GangInputs {
    fn uniform(&mut self, n: usize) -> Option<u32> {
        self.uniforms = self.uniforms.checked_sub(1)?;
        self.io[n].uniform().ok()
    }
    fn uniforms_address(&mut self, n: usize, address: u32) -> bool {
        let aligned = address.is_multiple_of(4);
        if aligned {
            self.io[n].set_uniforms_address(address);
        }
        aligned
    }
    fn set_uniforms_position(&mut self, n: usize, at: u32) {
        self.io[n].set_uniforms_position(at);
    }
    fn varying(&mut self, n: usize, out: &mut Lanes16) -> Option<u32> {
        self.io[n].varying(out).ok()
    }
    fn tlb_read(&mut self, n: usize, what: TlbRead, out: &mut Lanes16) -> bool {
        self.pixels() && self.io[n].tlb_read(what, out).is_ok()
    }
    fn tlb_write(&mut self, n: usize, what: TlbWrite, v: &Lanes16, mask: u16) -> bool {
        self.pixels() && self.io[n].tlb_write(what, v, mask).is_ok()
    }
    fn pixel_flags(&mut self, n: usize, which: PixelFlags) -> Lanes16 {
        let mut flags = Lanes16::ZERO;
        self.io[n].pixel_flags(which, &mut flags);
        flags
    }
    fn set_pixel_flags(&mut self, n: usize, which: PixelFlags, v: &Lanes16, mask: u16) {
        self.io[n].set_pixel_flags(which, v, mask);
    }
    fn tmu_write(&mut self, n: usize, (unit, reg): (u8, TmuReg), v: &Lanes16, mask: u16) -> bool {
        self.pixels() && self.io[n].tmu_write(unit, reg, v, mask).is_ok()
    }
    fn tmu_read(&mut self, n: usize, unit: u8, out: &mut Lanes16) -> bool {
        self.pixels() && self.io[n].tmu_read(unit, out).is_ok()
    }
    fn scoreboard(&mut self, n: usize, op: Scoreboard) {
        let _ = self.io[n].scoreboard(op);
    }
    fn thread_switch(&mut self, n: usize, which: ThreadSwitch) {
        self.io[n].thread_switch(which);
    }
}

/// The same programs without the signals and peripherals that end a gang.
fn calm() -> impl Strategy<Value = Vec<u64>> {
    let field = |word: u64, at: u32| word >> at & 63;
    let set = |word: u64, at: u32, value: u64| word & !(63 << at) | value << at;
    looping().prop_map(move |mut words| {
        let body = words.len() - 7;
        for word in &mut words[..body] {
            let alu = *word >> 60 < 14;
            if alu && *word >> 60 != 13 {
                *word = *word & !(0xf << 60) | 1 << 60;
            }
            for at in [38, 32] {
                if (40..52).contains(&field(*word, at)) || field(*word, at) >= 56 {
                    *word = set(*word, at, 33);
                }
            }
            let registers = if *word >> 60 == 13 {
                vec![18]
            } else {
                vec![18, 12]
            };
            for at in registers {
                if alu && field(*word, at) > 39 {
                    // The difference between the threads.
                    *word = set(*word, at, 15);
                }
            }
        }
        // SUB.SF nop, ra15, 1: the loop continues for some threads.
        words.insert(body, set(0xd002_29e7_0d08_1dc0, 18, 15));
        words
    })
}

fn programs() -> impl Strategy<Value = Vec<u64>> {
    prop_oneof![1 => looping(), 3 => calm()]
}

fn init(n: u32) -> ThreadInit {
    ThreadInit {
        qpu_number: n,
        x: values(1 + n),
        y: values(20 + n),
        // Small numbers, so that some threads do the same.
        w: Lanes16::from_fn(|i| (i as u32 + n) / 2),
        z: Lanes16::splat(n / 2),
    }
}

fn end(t: &mut Thread, p: &Program, io: &mut Recorder, fuel: u64) -> (RunEnd, Vec<Lanes16>) {
    let mut left = fuel.saturating_sub(t.executed());
    let end = t.run(p, io, &mut left, ExecMode::Normal);
    t.drain();
    let mut registers: Vec<Lanes16> = t.registers().map(|(_, _, v)| *v).collect();
    registers.push(*t.zn());
    (end, registers)
}

proptest! {
    #![proptest_config(cases(12_000))]

    #[test]
    fn gang_equals_single_threads(words in programs(), count in 2usize..=THREADS, uniforms in 0u32..160, pixels in 0u32..60, fuel in 1u64..150, known: bool) {
        let p = Program::new(&words, 0x4000, QpuQuirks::DEFAULT);
        prop_assume!(!p.reference_only());
        let inits: Vec<ThreadInit> = (0..count as u32).map(init).collect();
        let io = Recorder::default();
        let mut together = GangInputs {
            io: std::array::from_fn(|_| io.clone()),
            uniforms,
            pixels,
        };
        let mut gang = Gang::default();
        let words = Recorder::words();
        let stream = Stream { base: 0, words: if known { &words } else { &[] } };
        gang.run(&p, &inits, stream, &mut together, fuel);
        let all = 150;
        for (n, init) in inits.iter().enumerate() {
            let mut alone = Thread::default();
            alone.start(&p, init, Stream::default());
            let mut expected_io = io.clone();
            let expected = end(&mut alone, &p, &mut expected_io, all);
            let mut got_io = together.io[n].clone();
            if gang.thread(n).ended() {
                gang.inspect(&p, n, init, stream);
            }
            let got = end(gang.thread(n), &p, &mut got_io, all);
            prop_assert_eq!(expected.0, got.0);
            prop_assert_eq!(alone.executed(), gang.thread(n).executed());
            // Without accesses, the stream stays where it was.
            if known {
                got_io.uniforms = expected_io.uniforms;
            }
            prop_assert_eq!(&expected_io, &got_io);
            prop_assert_eq!(&expected.1, &got.1);
        }
    }
}

/// A whole gang, as far as it runs together with so many uniforms, accesses to pixels and fuel.
fn started(p: &Program, accesses: u32, fuel: u64) -> Gang {
    let inits: Vec<ThreadInit> = (0..THREADS as u32).map(init).collect();
    let mut together = GangInputs {
        io: std::array::from_fn(|_| Recorder::default()),
        uniforms: accesses,
        pixels: accesses,
    };
    let mut gang = Gang::default();
    gang.run(p, &inits, Stream::default(), &mut together, fuel);
    gang
}

/// Loops of native code in which threads go different ways.
#[test]
fn native_loops_of_gangs_agree() {
    use proptest::strategy::ValueTree;
    use proptest::test_runner::TestRunner;
    let mut runner = TestRunner::deterministic();
    let (mut loops, mut parted) = (0, 0);
    // W, by which threads differ.
    let count = tilescope_vc4::isa::assemble("add ra31, ra15, 1", &|_| None);
    let count = count.unwrap_or_else(|e| panic!("{e:?}")).words[0];
    for _ in 0..300 {
        let mut words = native::looping().new_tree(&mut runner).unwrap().current();
        words[0] = count;
        words.extend([END, NOP, NOP]);
        for target in native::targets() {
            let mut p = Program::new(&words, 0x4000, QpuQuirks::DEFAULT);
            p.compile(target, THREADS).unwrap();
            loops += p.native_loops(THREADS);
            let mut gang = started(&p, 0, 2000);
            let mut executed = Vec::new();
            for n in 0..THREADS {
                let init = &init(n as u32);
                let mut alone = Thread::default();
                alone.start(&p, init, Stream::default());
                let expected = end(&mut alone, &p, &mut Recorder::default(), 2000);
                if gang.thread(n).ended() {
                    gang.inspect(&p, n, init, Stream::default());
                }
                let got = end(gang.thread(n), &p, &mut Recorder::default(), 2000);
                assert_eq!(expected, got, "{target:?}, thread {n}");
                assert_eq!(alone.executed(), gang.thread(n).executed());
                executed.push(alone.executed());
            }
            parted += usize::from(executed.iter().any(|n| *n != executed[0]));
        }
    }
    if Target::Avx512.is_supported() {
        assert!(loops > 200, "{loops} loops");
        assert!(parted > 20, "{parted} parted");
    }
}

/// The generated programs run together for a while, and diverge.
#[test]
fn the_generator_is_effective() {
    use proptest::strategy::ValueTree;
    use proptest::test_runner::TestRunner;
    let mut runner = TestRunner::deterministic();
    let (mut stayed, mut parted) = (0, 0);
    for _ in 0..500 {
        let words = programs().new_tree(&mut runner).unwrap().current();
        let p = Program::new(&words, 0x4000, QpuQuirks::DEFAULT);
        let mut gang = started(&p, 800, 800);
        let executed: Vec<u64> = (0..THREADS).map(|n| gang.thread(n).executed()).collect();
        stayed += usize::from(executed.iter().any(|n| *n > 20));
        parted += usize::from(executed.iter().any(|n| *n != executed[0]));
    }
    assert!(stayed > 20, "{stayed} of 500");
    assert!(parted > 5, "{parted} of 500");
}
