//! Every operation of [`Exec`] in native code against the interpreter.

use proptest::prelude::*;
use tilescope_exec::half::{Denormals, Rounding, Rules};
use tilescope_exec::pair::{self, Pair};
use tilescope_exec::{Exec, Interp, Lanes16, double, float, functions, half, int, quad};
use tilescope_jit::{TARGETS, Target, compile};

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
        wide,
        float::flush_denormals(e, a),
        float::order_key(e, a),
    ];
    for m in masks.into_iter().chain([both, either, not]) {
        all.push(e.mask_to_word(m));
    }
    all
}

/// Arithmetic built from the operations, and the operations that serve it.
fn built<E: Exec>(e: &mut E, a: E::V, b: E::V) -> Vec<E::V> {
    let c = e.ror(a, b);
    let quiet = |e: &mut E, v| float::replace_nan(e, v, 0x7fc0_0000);
    let mut all = Vec::new();
    // Amounts that are the same in all lanes.
    for by in [0, 1, 31, 32, 45] {
        let by = e.splat(by);
        all.extend([e.shl(a, by), e.shr(a, by), e.asr(a, by)]);
    }
    all.extend([
        e.mul_high_unsigned(a, b),
        int::mul_high_signed(e, a, b),
        int::add_sat_signed(e, a, b),
        int::sub_sat_unsigned(e, a, b),
        int::popcount(e, a),
        int::bit_reverse(e, a),
        int::ctz(e, a),
        int::extract_signed(e, a, b, c),
        int::insert(e, a, b, [c, b]),
        int::mad24_signed(e, a, b, c),
    ]);
    let (x, y) = (Pair { low: a, high: b }, Pair { low: c, high: a });
    for Pair { low, high } in [
        pair::add(e, x, y),
        pair::sub(e, x, y),
        pair::mul_low(e, x, y),
        pair::shl(e, x, c),
        pair::asr(e, x, c),
    ] {
        all.extend([low, high]);
    }
    let votes = e.lt_signed(a, b);
    all.extend([
        quad::shuffle(e, a, quad::DIAGONAL),
        quad::shuffle_by(e, a, b),
        quad::ballot(e, votes),
        e.permute(a, [3, 1, 6, 2, 0, 0, 7, 7, 11, 9, 14, 10, 8, 8, 15, 15]),
    ]);
    let floats = [
        e.fdiv(a, b),
        e.fsqrt(a),
        e.fma(a, b, c),
        e.fmul_toward_zero(a, b),
        float::fadd_toward_zero(e, a, b),
        float::fma_toward_zero(e, a, b, c),
        float::ceil(e, a),
        float::trunc(e, a),
        float::round_even(e, a),
        float::round_away(e, a),
        float::fmin(e, a, b),
        functions::rcp(e, a),
        functions::rsqrt(e, a),
        functions::exp2(e, a),
        functions::log2(e, a),
        functions::pow(e, a, b),
        functions::sin(e, a),
        functions::cos(e, a),
        functions::sin_pi(e, a),
        functions::cos_pi(e, a),
    ];
    for v in floats {
        all.push(quiet(e, v));
    }
    all.extend([float::from_unsigned(e, a), float::to_unsigned(e, a)]);
    let (low, high) = (half::low(e, a), half::high(e, b));
    for rounding in [
        Rounding::NearestEven,
        Rounding::TowardZero,
        Rounding::Up,
        Rounding::Down,
    ] {
        for denormals in [Denormals::Keep, Denormals::Flush] {
            let r = Rules {
                rounding,
                denormals,
            };
            let abc = [low, high, low];
            for h in [
                half::add(e, r, low, high),
                half::fma(e, r, abc),
                half::narrow(e, r, a),
            ] {
                // The sign of a NaN is open too.
                let wide = half::f32_from_f16(e, h);
                all.push(quiet(e, wide));
            }
        }
    }
    // Halves of words, of values that were narrowed before and of others.
    let [first, second] = [a, b].map(|v| half::f16_from_f32(e, v));
    let pair = half::join(e, first, second);
    let upper = e.splat(0xffff_0000);
    let kept = e.and(a, upper);
    let other = e.or(kept, second);
    let unknown = e.shl(a, b);
    let number = float::replace_nan(e, a, 0x7fc0_0000);
    let rounded = half::f16_from_f32(e, number);
    let both = half::join(e, rounded, rounded);
    for word in [pair, other, unknown, kept, first, both] {
        all.push(word);
        for h in [half::low(e, word), half::high(e, word), word] {
            all.push(half::f32_from_f16(e, h));
        }
    }
    let wide = double::from_signed(e, a);
    let whole = e.double_from_words(a, b);
    let third = e.double(1.0 / 3.0);
    let less = e.dlt(wide, whole);
    let least = e.dselect(less, wide, whole);
    let nan = e.dlt(least, least);
    let product = e.dmul(wide, third);
    let quotient = e.ddiv(third, wide);
    let difference = e.dsub(product, quotient);
    let root = e.dsqrt(product);
    // Words of numbers; those of NaNs are open.
    for d in [wide, product, quotient, difference] {
        all.extend(e.words_of_double(d));
    }
    all.extend(e.words_of_double(whole));
    let narrowed = [e.float_from_double(root), e.float_from_double(least)];
    for v in narrowed {
        all.push(quiet(e, v));
    }
    all.extend([e.mask_to_word(less), e.mask_to_word(nan)]);
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

/// Compares a function in native code with the interpreter.
macro_rules! agree {
    ($function:ident, $target:expr, $cases:expr) => {
        let count = $function(&mut Interp::<16>, Lanes16::ZERO, Lanes16::ZERO).len();
        let f = compile($target, |b| {
            let (x, y) = (b.load(0u8), b.load(1u8));
            for (i, v) in $function(b, x, y).into_iter().enumerate() {
                b.store(2 + i as u16, v);
            }
        })
        .unwrap();
        assert_eq!(f.extent(), 2 + count);
        let config = ProptestConfig {
            failure_persistence: None,
            ..ProptestConfig::with_cases($cases)
        };
        proptest!(config, |(a in words(), b in words())| {
            let (a, b) = (tilescope_exec::Lanes(a), tilescope_exec::Lanes(b));
            let mut registers = vec![Lanes16::ZERO; 2 + count];
            (registers[0], registers[1]) = (a, b);
            f.call(&mut registers);
            let want = $function(&mut Interp::<16>, a, b);
            for (i, want) in want.iter().enumerate() {
                prop_assert_eq!(&registers[2 + i], want, "operation {} of {:?}", i, $target);
            }
        });
    };
}

/// The targets that this host has.
fn targets() -> impl Iterator<Item = Target> {
    TARGETS.into_iter().filter(|target| target.is_supported())
}

#[test]
fn native_code_agrees_with_the_interpreter() {
    for target in targets() {
        agree!(everything, target, 5000);
    }
}

#[test]
fn what_is_built_from_operations_agrees() {
    for target in targets() {
        agree!(built, target, 3000);
    }
}

/// Products about the least normal number and about the largest, whose rounding is decided
/// by bits that the product itself cannot hold.
#[test]
fn products_toward_zero_are_exact_at_both_ends() {
    for target in targets() {
        let f = compile(target, |b| {
            let (x, y) = (b.load(0u8), b.load(1u8));
            let product = b.fmul_toward_zero(x, y);
            b.store(2u8, product);
        })
        .unwrap();
        let config = ProptestConfig {
            failure_persistence: None,
            ..ProptestConfig::with_cases(5000)
        };
        // The sum of both exponents is that of one of these ends, or of the limit between
        // products whose errors are exact and others.
        let ends = prop::sample::select(vec![-127i32, -126, -125, -103, -102, -100, 127, 128]);
        let exponent = -140i32..=120;
        let mantissas = (any::<[u32; 16]>(), any::<[u32; 16]>());
        proptest!(config, |(end in ends, first in exponent, (m, n) in mantissas)| {
            let float = |m: u32, exponent: i32| {
                let denormal = (-126 - exponent).clamp(0, 23) as u32;
                let (sign, fraction) = (m & 1 << 31, m & 0x7f_ffff);
                sign | match exponent {
                    -126..=127 => ((exponent + 127) as u32) << 23 | fraction,
                    ..-126 => (fraction | 0x80_0000) >> denormal,
                    _ => 0x7f7f_ffff,
                }
            };
            let x = Lanes16::from_fn(|i| float(m[i], first));
            let y = Lanes16::from_fn(|i| float(n[i], end - first));
            let mut registers = [x, y, Lanes16::ZERO];
            f.call(&mut registers);
            let want = Interp::<16>.fmul_toward_zero(x, y);
            prop_assert_eq!(registers[2], want, "{:?}", target);
        });
    }
}

/// Between the halves of a batch with AVX-512 only.
#[test]
fn lanes_move() {
    let next: [u8; 16] = std::array::from_fn(|i| (i as u8 + 1) % 16);
    let move_lanes = |target| {
        compile(target, |b| {
            let x = b.load(0u8);
            let r = b.permute(x, next);
            b.store(1u8, r);
            let first = b.permute(x, [0; 16]);
            b.store(2u8, first);
        })
    };
    if Target::Avx2.is_supported() {
        move_lanes(Target::Avx2).unwrap_err();
    }
    if !Target::Avx512.is_supported() {
        return;
    }
    let f = move_lanes(Target::Avx512).unwrap();
    let mut r = [Lanes16::numbers(); 3];
    f.call(&mut r);
    assert_eq!(r[1], Lanes16::from_fn(|i| (i as u32 + 1) % 16));
    assert_eq!(r[2], Lanes16::ZERO);
}

#[test]
fn too_few_registers() {
    let Some(target) = Target::of_host() else {
        return;
    };
    let f = compile(target, |b| {
        let x = b.load(0u8);
        b.store(1u8, x);
    })
    .unwrap();
    let panic = std::panic::catch_unwind(|| f.call(&mut [Lanes16::ZERO])).unwrap_err();
    let message = panic.downcast_ref::<String>().unwrap();
    assert_eq!(message, "1 registers; 2 are needed");
}

/// Sums whose operands are used again in another order: more values than registers, masks
/// too, so that most are spilled and their places are used again.
fn crowded<E: Exec>(e: &mut E, a: E::V, b: E::V, order: &[(usize, usize)]) -> Vec<E::V> {
    let mut values: Vec<E::V> = Vec::new();
    let mut masks: Vec<E::M> = Vec::new();
    for i in 0..70u32 {
        let by = e.splat(i % 31 + 1);
        let turned = e.ror(a, by);
        let value = e.mul_low(turned, b);
        values.push(value);
        masks.push(e.lt_signed(turned, value));
    }
    for (n, &(i, j)) in order.iter().enumerate() {
        let (x, y) = (values[i % values.len()], values[j % values.len()]);
        let sum = match n % 3 {
            0 => e.sub(x, y),
            1 => e.fma(x, y, values[(i + j) % 70]),
            _ => e.select(masks[i % 70], x, y),
        };
        let sum = float::replace_nan(e, sum, 0x7fc0_0000);
        values[(i ^ j) % 70] = sum;
    }
    values
}

#[test]
fn spilled_values_stay_what_they_are() {
    targets().for_each(spill);
}

fn spill(target: Target) {
    let config = ProptestConfig {
        failure_persistence: None,
        ..ProptestConfig::with_cases(200)
    };
    let order = prop::collection::vec((0usize..70, 0usize..70), 1..200);
    proptest!(config, |(a in words(), b in words(), order in order)| {
        let (a, b) = (tilescope_exec::Lanes(a), tilescope_exec::Lanes(b));
        let f = compile(target, |e| {
            let (x, y) = (e.load(0u8), e.load(1u8));
            for (i, v) in crowded(e, x, y, &order).into_iter().enumerate() {
                e.store(2 + i as u16, v);
            }
        }).unwrap();
        let mut registers = vec![Lanes16::ZERO; 72];
        (registers[0], registers[1]) = (a, b);
        f.call(&mut registers);
        let want = crowded(&mut Interp::<16>, a, b, &order);
        prop_assert_eq!(&registers[2..], &want[..]);
    });
}
