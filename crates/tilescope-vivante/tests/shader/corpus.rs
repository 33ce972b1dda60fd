//! All instructions of graphics drivers are executed.

use crate::support::{ALL, Notebook, bound};
use std::collections::BTreeSet;
use std::time::{Duration, Instant};
use tilescope_vivante::chips;
use tilescope_vivante::isa::Inst;
use tilescope_vivante::shader::{BATCHES, Program, Setup, ShaderQuirks, Stage};

/// The words of a corpus of `w0 w1 w2 w3 | text` lines.
fn words(corpus: &str) -> Vec<Inst> {
    let code = |line: &str| {
        let words: Vec<u32> = line
            .split_once('|')?
            .0
            .split_whitespace()
            .map_while(|w| u32::from_str_radix(w, 16).ok())
            .collect();
        <[u32; 4]>::try_from(words).ok().map(Inst)
    };
    corpus.lines().filter_map(code).collect()
}

/// Unimplemented features of each instruction, run separately.
fn missing(all: &[Inst], q: &ShaderQuirks) -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    for word in all {
        let setup = Setup {
            stage: Stage::Pixel,
            start: 0,
            end: 1,
            num_temps: 64,
            inputs: &ALL,
            outputs: &[],
        };
        let p = Program::new(&[*word], &setup, q);
        let mut group = bound(&p, &[], &[[0; 4]; 256]);
        let mut live = [0; BATCHES];
        live[0] = 0xf;
        // Branches leave such a short program; it suffices that they are known.
        let _ = group.run(&p, &live, &live, &mut Notebook::default(), &mut 100);
        let what = group.notes().unimplemented().iter();
        names.extend(what.map(|(what, _, _)| (*what).to_string()));
    }
    names
}

/// Mesa's instructions for GC2000, GC3000 and GC7000L, and those of the vendor's
/// driver in etna_viv's programs.
#[test]
fn every_instruction_of_graphics_drivers_is_implemented() {
    let mesa = words(include_str!("../isa/corpus/mesa.txt"));
    let etna_viv = words(include_str!("../isa/corpus/etna_viv.txt"));
    assert!(mesa.len() > 300 && etna_viv.len() > 50);
    for chip in chips::ALL {
        let q = ShaderQuirks::of(chip);
        for all in [&mesa, &etna_viv] {
            assert_eq!(missing(all, &q), BTreeSet::new(), "{}", chip.info.name);
        }
    }
}

/// Unimplemented instructions of the vendor's driver, mostly for OpenCL.
#[test]
fn unimplemented_vendor_instructions() {
    let blob = words(include_str!("../isa/corpus/blob.txt"));
    let q = ShaderQuirks::of(&chips::GC7000L);
    let names: Vec<String> = missing(&blob, &q).into_iter().collect();
    let wanted = "atomic_add atomic_and atomic_cmp_xchg atomic_max atomic_min atomic_or \
                  atomic_xchg atomic_xor barrier bit_extract bit_findlsb bit_findmsb bit_rev \
                  clamp0_max conv dual-16_mode f2irnd iaddsat idiv0 i2i";
    for name in wanted.split_whitespace() {
        let name = name.replace('_', " ");
        let there = |n: &String| n.replace('_', " ") == name;
        assert!(names.iter().any(there), "{name} of {names:?}");
    }
    assert!(names.len() < 40, "{names:?}");
}

/// Programs of maximal length that are expensive to analyse.
#[test]
fn long_programs_load_in_bounded_time() {
    let branch = |target: u32| Inst([0x16 | 1 << 6, 0x0000_0800, 0x40, target << 7]);
    let mov = |reg: u32| Inst([0x09 | 1 << 12 | reg << 16 | 1 << 23, 0, 0, 0x0000_0008]);
    let count = 16_384u32;
    let mut seed = 7u32;
    let mut random = || {
        seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        seed >> 8
    };
    let scattered: Vec<Inst> = (0..count)
        .map(|i| match i % 2 {
            0 => branch(random() % count),
            _ => mov(random() % 64),
        })
        .collect();
    let backwards: Vec<Inst> = (0..count)
        .map(|i| match i % 2 {
            0 => branch(count - i),
            _ => mov(i / 2 % 64),
        })
        .collect();
    let calls: Vec<Inst> = (0..count)
        .map(|i| match i % 3 {
            0 => Inst([0x14, 0, 0, (random() % count) << 7]),
            1 => Inst([0x15, 0, 0, 0]),
            _ => mov(random() % 64),
        })
        .collect();
    for words in [scattered, backwards, calls] {
        let setup = Setup {
            stage: Stage::Pixel,
            start: 0,
            end: count,
            num_temps: 64,
            inputs: &[],
            outputs: &ALL,
        };
        let start = Instant::now();
        let p = Program::new(&words, &setup, &ShaderQuirks::DEFAULT);
        let took = start.elapsed();
        assert_eq!(p.len(), count as usize);
        assert!(took < Duration::from_secs(5), "{took:?}");
    }
}
