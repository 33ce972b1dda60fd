//! Moves read and write the bytes that the fields of the instruction state: a description in
//! bytes of a register, which shares nothing with that of the crate.

use crate::any::Any;
use crate::random::{Random, load};
use half::f16;
use tilescope_exec::Lanes16;
use tilescope_midgard::chips::Chip;
use tilescope_midgard::isa::{
    AluBundle, AluOp, Body, Bundle, Expand, RegMode, Shrink, Tag, Vector, encode,
};
use tilescope_midgard::shader::{BATCHES, ExecMode, Group, Input, Stage};

/// The register with its 64-bit halves arranged, or one half of it.
fn arranged(bytes: &[u8], expand: Expand) -> Vec<u8> {
    let (low, high) = bytes.split_at(8);
    let swap = |half: &[u8]| [&half[4..], &half[..4]].concat();
    match expand {
        Expand::Passthrough => [low, high].concat(),
        Expand::RepLow => [low, low].concat(),
        Expand::RepHigh => [high, high].concat(),
        Expand::Swap => [high, low].concat(),
        Expand::Low => low.to_vec(),
        Expand::High => high.to_vec(),
        Expand::LowSwap => swap(low),
        Expand::HighSwap => swap(high),
    }
}

fn number(bytes: &[u8]) -> u64 {
    let bytes = bytes.iter().rev();
    bytes.fold(0, |all, byte| all << 8 | u64::from(*byte))
}

/// An integer of `from` bits extended to 64, by its modifier.
fn widened(raw: u64, modifier: u8, from: u32) -> u64 {
    match modifier {
        0 => ((raw << (64 - from)) as i64 >> (64 - from)) as u64,
        1 => raw,
        2 => raw | raw << from,
        _ => raw << from,
    }
}

/// The integer at position `p` of the second source.
fn integer(v: &Vector, source: &[u8], p: usize) -> u64 {
    let src = v.src[1];
    let bytes = arranged(source, src.expand);
    let selector = |i: usize| usize::from(src.swizzle >> (2 * (i % 4)) & 3);
    let bits = v.mode.bits();
    let own = bits >> u32::from(src.expand.widens());
    let size = own as usize / 8;
    let one = |n: usize| match own == bits {
        true => number(&bytes[n * size..][..size]),
        false => widened(number(&bytes[n * size..][..size]), src.modifier, own),
    };
    match v.mode {
        RegMode::W8 => one(p / 8 * 8 + selector(p / 2) * 2 + p % 2),
        RegMode::W16 => one(p / 4 * 4 + selector(p)),
        RegMode::W32 => one(selector(p)),
        // Each selector is for 32 bits.
        RegMode::W64 => [1, 0].iter().fold(0, |all, half| {
            let s = selector(2 * p + half);
            all << 32 | one(s / 2) >> (32 * (s % 2)) & 0xffff_ffff
        }),
    }
}

/// The float at position `p` of the second source.
fn float(v: &Vector, source: &[u8], p: usize) -> f32 {
    let plain = Vector {
        op: AluOp::Imov.into(),
        src: v
            .src
            .map(|src| tilescope_midgard::isa::VectorSrc { modifier: 1, ..src }),
        ..*v
    };
    let raw = integer(&plain, source, p) as u32;
    let halves = v.mode == RegMode::W16 || v.src[1].expand.widens();
    let value = match halves {
        true => f16::from_bits(raw as u16).to_f32(),
        false => f32::from_bits(raw),
    };
    let value = if v.src[1].modifier & 1 != 0 {
        value.abs()
    } else {
        value
    };
    if v.src[1].modifier & 2 != 0 {
        -value
    } else {
        value
    }
}

/// The content of the destination after a move, from that before it.
fn moved(v: &Vector, source: &[u8], before: &[u8]) -> Vec<u8> {
    let bits = v.mode.bits() as usize;
    let (size, first) = match v.shrink {
        Shrink::None => (bits / 8, 0),
        Shrink::Lower => (bits / 16, 0),
        _ => (bits / 16, 128 / bits),
    };
    let mut out = before.to_vec();
    for p in (0..128 / bits).filter(|p| v.mask >> (p * bits / 16) & 1 != 0) {
        let value = match v.op == AluOp::Fmov.into() {
            false => integer(v, source, p),
            true if size == 2 => f16::from_f32(float(v, source, p)).to_bits().into(),
            true => float(v, source, p).to_bits().into(),
        };
        let at = (first + p) * size;
        out[at..at + size].copy_from_slice(&value.to_le_bytes()[..size]);
    }
    out
}

/// Whether the instruction is executed.
fn is_known(v: &Vector) -> bool {
    let floats = v.op == AluOp::Fmov.into();
    let (narrows, widens) = (v.shrink != Shrink::None, v.src[1].expand.widens());
    match v.mode {
        RegMode::W8 => !narrows && !widens && !floats,
        RegMode::W16 => !floats || !narrows && !widens,
        RegMode::W32 => true,
        RegMode::W64 => !floats,
    }
}

#[test]
fn moves_write_the_bytes_that_their_fields_state() {
    let chip = Chip::named("t860").expect("a chip");
    let mut random = Random(0x5eed);
    let mut compared = 0;
    while compared < 600 {
        let mut v = random.vector();
        let floats = random.one_in(2);
        v.op = if floats { AluOp::Fmov } else { AluOp::Imov }.into();
        v.outmod = if floats { 0 } else { 2 };
        (v.regs.src[1], v.regs.out, v.regs.immediate) = (1, 2, false);
        if !is_known(&v) {
            continue;
        }
        compared += 1;
        let alu = AluBundle {
            vadd: Some(v),
            ..AluBundle::default()
        };
        let (tag, next, body) = (alu.tag(false), Tag::Break, Body::Alu(Box::new(alu)));
        let program = load(
            &encode(&Bundle { tag, next, body }),
            Stage::Compute,
            chip,
            0,
        );
        // Floats are finite, whether they have 16 bits or 32.
        let bits = if floats { 0xfbff } else { 0xffff };
        let mut half = || random.next() as u32 & bits;
        let registers = [1, 2].map(|_| [0; 4].map(|_: u32| half() | half() << 16));
        let [source, before] = registers.map(|r| r.map(u32::to_le_bytes).concat());
        for mode in [ExecMode::Normal, ExecMode::Reference] {
            let mut group = Group::new();
            group.bind(&program, &[]);
            for (register, words) in (1..).zip(registers) {
                for (component, word) in (0..).zip(words) {
                    let to = group.register_mut(Input::Work(register), component);
                    *to = [Lanes16::splat(word); BATCHES];
                }
            }
            let all = [u16::MAX; BATCHES];
            let ran = group.run_in(mode, &program, [&all, &all], &mut Any::default(), &mut 1000);
            ran.expect("an end");
            let word = |c| group.register(Input::Work(2), c)[BATCHES - 1].0[15];
            let after = [0, 1, 2, 3].map(|c| u32::to_le_bytes(word(c))).concat();
            assert_eq!(after, moved(&v, &source, &before), "{mode:?}: {v:?}");
        }
    }
}
