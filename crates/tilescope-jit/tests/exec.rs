//! Every operation of [`Exec`] in native code against the interpreter.

use proptest::prelude::*;
use tilescope_exec::{Exec, Interp, Lanes16, float, half};
use tilescope_jit::compile;

/// All operations on two values. NaN results are replaced with one NaN, because
/// the choice of NaN is not defined.
fn everything<E: Exec>(e: &mut E, a: E::V, b: E::V) -> Vec<E::V> {
    let quiet = |e: &mut E, v| float::replace_nan(e, v, 0x7fc0_0000);
    let sum = e.fadd(a, b);
    let difference = e.fsub(a, b);
    let product = e.fmul(a, b);
    let masks = [
        e.eq(a, b),
        e.lt_signed(a, b),
        e.lt_unsigned(a, b),
        e.flt(a, b),
        e.is_nan(a),
        e.fle(a, b),
        e.feq(a, b),
    ];
    let both = e.mask_and(masks[1], masks[2]);
    let either = e.mask_or(masks[1], masks[2]);
    let not = e.mask_not(masks[3]);
    let narrow = half::f16_from_f32(e, a);
    let wide = half::f32_from_f16(e, a);
    let mut all = vec![
        e.splat(0x8123_4567),
        e.add(a, b),
        e.sub(a, b),
        e.mul_low(a, b),
        e.and(a, b),
        e.or(a, b),
        e.xor(a, b),
        e.not(a),
        e.shl(a, b),
        e.shr(a, b),
        e.asr(a, b),
        e.ror(a, b),
        e.clz(a),
        e.min_signed(a, b),
        e.max_signed(a, b),
        e.min_unsigned(a, b),
        e.max_unsigned(a, b),
        quiet(e, sum),
        quiet(e, difference),
        quiet(e, product),
        e.float_from_signed(a),
        e.signed_from_float(a),
        e.add_sat_u8x4(a, b),
        e.sub_sat_u8x4(a, b),
        e.min_u8x4(a, b),
        e.max_u8x4(a, b),
        e.select(masks[1], a, b),
        narrow,
        quiet(e, wide),
        float::flush_denormals(e, a),
        float::order_key(e, a),
    ];
    for m in masks.into_iter().chain([both, either, not]) {
        all.push(e.mask_to_word(m));
    }
    all
}

fn words() -> impl Strategy<Value = [u32; 16]> {
    let special = prop::sample::select(vec![
        0,
        1,
        31,
        32,
        0x8000_0000,
        0x7fff_ffff,
        0xffff_ffff,
        0x3f80_0000,
        0x7f80_0000,
        0xff80_0000,
        0x7fc0_0000,
        0x0000_0001,
        0x0080_0000,
        0x4f00_0000,
        0xcf00_0001,
        0x7c00,
    ]);
    prop::array::uniform16(prop_oneof![
        1 => any::<u32>(),
        1 => special,
        1 => (-100.0f32..100.0).prop_map(f32::to_bits),
    ])
}

#[test]
fn native_code_agrees_with_the_interpreter() {
    let count = everything(&mut Interp::<16>, Lanes16::ZERO, Lanes16::ZERO).len();
    let f = compile(|b| {
        let (x, y) = (b.load(0), b.load(1));
        for (i, v) in everything(b, x, y).into_iter().enumerate() {
            b.store(2 + i as u8, v);
        }
    })
    .unwrap();
    assert_eq!(f.extent(), 2 + count);
    let config = ProptestConfig {
        failure_persistence: None,
        ..ProptestConfig::with_cases(5000)
    };
    proptest!(config, |(a in words(), b in words())| {
        let (a, b) = (tilescope_exec::Lanes(a), tilescope_exec::Lanes(b));
        let mut registers = vec![Lanes16::ZERO; 2 + count];
        (registers[0], registers[1]) = (a, b);
        f.call(&mut registers);
        let want = everything(&mut Interp::<16>, a, b);
        for (i, want) in want.iter().enumerate() {
            prop_assert_eq!(&registers[2 + i], want, "operation {}", i);
        }
    });
}

#[test]
fn lanes_move() {
    let f = compile(|b| {
        let x = b.load(0);
        let r = b.shuffle(x, |i| i + 1);
        b.store(1, r);
        let first = b.broadcast_first(x);
        b.store(2, first);
        let m = b.mask_from_words(x);
        let words = b.mask_to_word(m);
        b.store(3, words);
    })
    .unwrap();
    let mut r = [Lanes16::numbers(); 4];
    f.call(&mut r);
    assert_eq!(r[1], Lanes16::from_fn(|i| (i as u32 + 1) % 16));
    assert_eq!(r[2], Lanes16::ZERO);
    assert_eq!(
        r[3],
        Lanes16::from_fn(|i| if i == 0 { 0 } else { u32::MAX })
    );
}

#[test]
#[should_panic(expected = "1 registers; 2 are needed")]
fn too_few_registers() {
    let f = compile(|b| {
        let x = b.load(0);
        b.store(1, x);
    })
    .unwrap();
    f.call(&mut [Lanes16::ZERO]);
}
