//! Both executors give the same registers and effects: of random programs, and of
//! programs that Mesa compiled.

use crate::any::Any;
use crate::run::native;
use proptest::prelude::*;
use std::path::Path;
use tilescope_exec::Lanes16;
use tilescope_midgard::chips::Chip;
use tilescope_midgard::isa::{
    ALU, AluBundle, AluCode, Body, Branch, BranchOp, Bundle, Call, EXPAND, LOAD_STORE_OP, LdstCode,
    LoadStore, Quad, REG_MODE, Regs, SHRINK, Scalar, ScalarSrc, Tag, Vector, VectorSrc, encode,
};
use tilescope_midgard::shader::{
    BATCHES, ExecMode, Group, Input, Program, Ran, Setup, ShaderQuirks, Stage, of_quads,
};

/// A sequence of random numbers.
pub struct Random(pub u64);

impl Random {
    pub fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 11
    }

    fn below(&mut self, n: u64) -> u64 {
        self.next() % n.max(1)
    }

    pub fn one_in(&mut self, n: u64) -> bool {
        self.below(n) == 0
    }

    /// A register that instructions often use.
    fn register(&mut self) -> u8 {
        match self.below(8) {
            0 => 24 + self.below(8) as u8,
            1 => 20 + self.below(4) as u8,
            _ => self.below(4) as u8,
        }
    }

    fn regs(&mut self) -> Regs {
        Regs {
            src: [self.register(), self.register()],
            out: self.register(),
            immediate: self.one_in(5),
        }
    }

    fn op(&mut self) -> AluCode {
        let rows = ALU.rows;
        let row = &rows[self.below(rows.len() as u64) as usize];
        AluCode::from(row.op.op)
    }

    fn outmod(&mut self) -> u8 {
        if self.one_in(2) {
            2
        } else {
            self.below(4) as u8
        }
    }

    pub fn vector(&mut self) -> Vector {
        let src = |r: &mut Random| VectorSrc {
            modifier: r.below(4) as u8,
            expand: EXPAND.rows[if r.one_in(2) { 0 } else { r.below(8) as usize }].op,
            swizzle: r.below(256) as u8,
        };
        let mode = if self.one_in(2) { 2 } else { self.below(4) };
        let shrink = if self.one_in(2) { 2 } else { self.below(3) };
        Vector {
            regs: self.regs(),
            op: self.op(),
            mode: REG_MODE.rows[mode as usize].op,
            src: [src(self), src(self)],
            shrink: SHRINK.rows[shrink as usize].op,
            outmod: self.outmod(),
            mask: self.below(256) as u8,
        }
    }

    fn scalar(&mut self) -> Scalar {
        let src = |r: &mut Random| ScalarSrc {
            modifier: r.below(4) as u8,
            full: r.one_in(2),
            component: r.below(8) as u8,
        };
        Scalar {
            regs: self.regs(),
            op: self.op(),
            src: [src(self), src(self)],
            src2_high: self.below(32) as u8,
            reserved: false,
            outmod: self.outmod(),
            full: self.one_in(2),
            component: self.below(8) as u8,
        }
    }

    fn alu(&mut self) -> AluBundle {
        let constant = |r: &mut Random| r.next() as u32;
        let mut alu = AluBundle {
            vmul: self.one_in(2).then(|| self.vector()),
            sadd: self.one_in(2).then(|| self.scalar()),
            vadd: self.one_in(2).then(|| self.vector()),
            lut: self.one_in(4).then(|| self.vector()),
            ..AluBundle::default()
        };
        if alu.quads() < 3 {
            alu.smul = self.one_in(2).then(|| self.scalar());
        }
        if alu.quads() < 3 && self.one_in(2) {
            alu.constants = Some([
                constant(self),
                constant(self),
                constant(self),
                constant(self),
            ]);
        }
        alu
    }

    fn load_store(&mut self) -> LoadStore {
        let rows = LOAD_STORE_OP.rows;
        let row = &rows[self.below(rows.len() as u64) as usize];
        LoadStore {
            op: LdstCode::from(row.op.op),
            reg: self.below(4) as u8,
            mask: self.below(16) as u8,
            swizzle: self.below(256) as u8,
            arg_comp: self.below(4) as u8,
            arg_reg: self.below(8) as u8,
            bitsize: self.one_in(2),
            index_format: self.below(4) as u8,
            index_comp: self.below(4) as u8,
            index_reg: self.below(8) as u8,
            index_shift: self.below(5) as u8,
            offset: self.below(1 << 18) as i32 - (1 << 17),
        }
    }

    fn program(&mut self) -> Vec<Quad> {
        let count = 2 + self.below(8) as usize;
        let mut bundles: Vec<Bundle> = Vec::new();
        for _ in 0..count {
            let body = match self.one_in(3) {
                true => {
                    let [first, second] = [self.load_store(), self.load_store()];
                    // Two that write the same register have no order.
                    let second = LoadStore {
                        reg: second.reg + 4,
                        ..second
                    };
                    Body::LoadStore([first, second])
                }
                false => Body::Alu(Box::new(self.alu())),
            };
            bundles.push(Bundle {
                tag: Tag::LoadStore,
                next: Tag::Break,
                body,
            });
        }
        self.link(&mut bundles);
        bundles.iter().flat_map(encode).collect()
    }

    /// Adds branches, and sets tags.
    fn link(&mut self, bundles: &mut [Bundle]) {
        let count = bundles.len();
        let mut targets = vec![None; count];
        for (i, bundle) in bundles.iter_mut().enumerate() {
            let Body::Alu(alu) = &mut bundle.body else {
                continue;
            };
            if alu.quads() < 4 && alu.constants.is_none() && self.one_in(2) {
                let op = match self.below(6) {
                    0 => BranchOp::Discard,
                    1 => BranchOp::Write,
                    2 => BranchOp::Unconditional,
                    _ => BranchOp::Conditional,
                };
                // Mostly forward.
                let to = if self.one_in(8) {
                    self.below(count as u64) as usize
                } else {
                    i + 1
                };
                targets[i] = Some(to.max(1).min(count - 1));
                alu.extended = Some(Branch {
                    op: op as u8,
                    tag: Tag::Break,
                    call: Call::Reserved,
                    offset: 0,
                    cond: self.below(4) as u16 * 0x5555,
                });
            }
            bundle.tag = alu.tag(false);
        }
        let mut starts = vec![0i32];
        for bundle in bundles.iter() {
            let quads = encode(bundle).len() as i32;
            starts.push(starts[starts.len() - 1] + quads);
        }
        let tags: Vec<Tag> = bundles.iter().map(|b| b.tag).collect();
        for (i, bundle) in bundles.iter_mut().enumerate() {
            bundle.next = tags.get(i + 1).copied().unwrap_or(Tag::Break);
            if let (Body::Alu(alu), Some(to)) = (&mut bundle.body, targets[i])
                && let Some(branch) = &mut alu.extended
            {
                branch.tag = tags[to];
                branch.offset = starts[to] - starts[i + 1];
            }
        }
    }
}

/// Enough for the programs that end; those that loop for ever are not compared.
const FUEL: u64 = 20_000;

/// Registers after a run, its effects, and whether it ended.
type Outcome = (Vec<u32>, Any, [u16; BATCHES], Ran);

fn execute(mode: ExecMode, p: &Program, seed: u64) -> Option<Outcome> {
    let mut random = Random(seed | 1);
    let mut group = Group::new();
    let mut vector = |_| [0, 1, 2, 3].map(|_| (random.next() as u32 % 16) << 27);
    let uniforms: Vec<[u32; 4]> = (0..p.uniforms()).map(&mut vector).collect();
    group.bind(p, &uniforms);
    let floats = [0.5f32, -1.25, 3.0, 100.0, 1e-3, 0.0, 7.0, 2.5];
    let work = (0..16).map(Input::Work);
    let others = [
        Input::Stack,
        Input::Storage,
        Input::LocalId,
        Input::GroupId,
        Input::GlobalId,
    ];
    for input in work.chain(others) {
        for c in 0..4 {
            for batch in group.register_mut(input, c) {
                *batch = Lanes16::from_fn(|_| match random.below(3) {
                    0 => random.next() as u32,
                    1 => random.below(32) as u32,
                    _ => floats[random.below(8) as usize].to_bits(),
                });
            }
        }
    }
    let (all, mut device, mut fuel) = ([u16::MAX; BATCHES], Any::default(), FUEL);
    let visible = [0xfff7; BATCHES];
    let mut ran = group.run_in(mode, p, [&all, &visible], &mut device, &mut fuel);
    while ran == Ok(Ran::Blocked) {
        ran = group.resume_in(mode, p, &mut device, &mut fuel);
    }
    let ran = ran.ok()?;
    let registers = (0..16).flat_map(|r| (0..4).map(move |c| (r, c)));
    let words = registers.flat_map(|(r, c)| {
        let lanes = group.register(Input::Work(r), c).iter();
        lanes.flat_map(|l| l.0).collect::<Vec<_>>()
    });
    Some((words.collect(), device, *group.killed(), ran))
}

pub fn load(quads: &[Quad], stage: Stage, chip: &Chip, uniforms: u8) -> Program {
    let all: Vec<_> = (0..16).map(|r| (r, 15)).collect();
    let setup = Setup {
        stage,
        entry: 0x1000,
        first_tag: Tag::of(quads[0][0]),
        work_registers: 16,
        uniforms,
        inputs: &all,
        outputs: &all,
    };
    let fetch = &mut of_quads(quads, setup.entry);
    Program::load(&setup, chip, &ShaderQuirks::of(chip), fetch)
}

fn listing(quads: &[Quad]) -> String {
    let lines = tilescope_midgard::isa::disassemble(quads);
    let lines = lines.iter().map(|line| line.to_string());
    lines.collect::<Vec<_>>().join("\n")
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(tilescope_filetest::cases(120)))]

    #[test]
    fn random_programs_are_the_same_in_both_modes(seed in any::<u64>()) {
        let mut random = Random(seed | 1);
        let quads = random.program();
        let chip = if random.one_in(4) { "t820" } else { "t860" };
        let stage = if random.one_in(2) { Stage::Fragment } else { Stage::Compute };
        let program = load(&quads, stage, Chip::named(chip).expect("a chip"), 4);
        let both = [ExecMode::Normal, ExecMode::Reference].map(|m| execute(m, &program, seed));
        if let [Some(normal), Some(reference)] = both {
            let text = listing(&quads);
            for (i, (a, b)) in normal.0.iter().zip(&reference.0).enumerate() {
                let (r, lane) = (i / (BATCHES * 16), i % (BATCHES * 16));
                prop_assert_eq!(
                    a, b, "r{}.{} lane {}: {:08x} {:08x}\n{}",
                    r / 4, r % 4, lane, a, b, text
                );
            }
            prop_assert_eq!(&normal.2, &reference.2, "{}", text);
            prop_assert_eq!(&normal.1, &reference.1, "{}", text);
        }
        let normal = execute(ExecMode::Normal, &program, seed);
        for program in native(&program) {
            let native = execute(ExecMode::Normal, &program, seed);
            prop_assert!(native == normal, "{}", listing(&quads));
        }
    }

    /// Any words are a program that ends within its fuel.
    #[test]
    fn any_words_end(words in proptest::collection::vec(any::<[u32; 4]>(), 1..40)) {
        let program = load(&words, Stage::Fragment, Chip::named("t860").expect("a chip"), 8);
        let _ = execute(ExecMode::Normal, &program, 1);
    }
}

/// Most random programs end, so that results are compared.
#[test]
fn most_random_programs_are_compared() {
    let chip = Chip::named("t860").expect("a chip");
    let ended = (1..=200u64).filter(|seed| {
        let quads = Random((seed * 0x9e37_79b9) | 1).program();
        let program = load(&quads, Stage::Fragment, chip, 4);
        execute(ExecMode::Normal, &program, *seed).is_some()
    });
    let ended = ended.count();
    assert!(ended > 100, "{ended} of 200");
}

/// Programs that Mesa's compiler wrote run without problems, and the same in both modes.
#[test]
fn compiled_programs_run() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/isa/midgard/shaders.txt");
    let text = std::fs::read_to_string(path).expect("compiled programs");
    let chip = Chip::named("t860").expect("a chip");
    let mut count = 0;
    for line in text.lines().filter(|l| !l.starts_with('#')) {
        let (hex, listing) = line.split_once(" | ").expect("bytes and lines");
        let bytes: Vec<u8> = (0..hex.len() / 2)
            .map(|i| u8::from_str_radix(&hex[2 * i..2 * i + 2], 16).expect("a byte"))
            .collect();
        let quads: Vec<Quad> = bytes
            .chunks_exact(16)
            .map(|q| {
                let word = |i: usize| u32::from_le_bytes([q[i], q[i + 1], q[i + 2], q[i + 3]]);
                [0, 4, 8, 12].map(word)
            })
            .collect();
        let fragment = listing.contains("brx");
        let vertex = listing.contains("ST_VARY") || listing.contains("LD_ATTR");
        let stage = match (vertex, fragment) {
            (true, _) => Stage::Vertex,
            (_, true) => Stage::Fragment,
            _ => Stage::Compute,
        };
        let program = load(&quads, stage, chip, 8);
        let stops: Vec<_> = program.stops().collect();
        assert!(stops.is_empty(), "{stops:?}\n{listing}");
        assert!(
            program.notes().is_empty(),
            "{:?}\n{listing}",
            program.notes()
        );
        let normal = execute(ExecMode::Normal, &program, 99);
        let reference = execute(ExecMode::Reference, &program, 99);
        assert!(normal == reference, "{listing}");
        for program in native(&program) {
            assert!(
                execute(ExecMode::Normal, &program, 99) == normal,
                "native: {listing}"
            );
        }
        // Some loops of random programs do not end.
        count += usize::from(normal.is_some());
    }
    assert!(count >= 30, "{count}");
}
