//! Results of operations, compared with binary64 and plain integers.

use crate::support::t0;
use tilescope_vivante::shader::ShaderQuirks;
use tilescope_vivante::shader::quirks::{AddressMove, Components};

const D: ShaderQuirks = ShaderQuirks::DEFAULT;

/// Chips with HALTI2: integers by component, integer addresses.
const LATER: ShaderQuirks = ShaderQuirks {
    integers: Components::Each,
    address_move: AddressMove::Integer,
    ..D
};

const X: [f32; 12] = [
    0.1,
    -0.1,
    1.5,
    -2.75,
    3.0,
    1e-3,
    100.7,
    -100.7,
    0.5,
    7.999,
    1e6,
    0.999_999_9,
];

/// t0 after `source`, with floats in t1 and t2, integers in t3 and t4.
fn run(source: &str, floats: [[f32; 4]; 2], integers: [[u32; 4]; 2], q: &ShaderQuirks) -> [u32; 4] {
    let [a, b] = floats.map(|v| v.map(f32::to_bits));
    let [i, j] = integers;
    let uniforms = [
        [2.0f32, 0.25, -1.0, 0.0].map(f32::to_bits),
        [7, 3, 0, u32::MAX],
    ];
    t0(source, &[[0; 4], a, b, i, j], &uniforms, q)
}

fn floats(source: &str, a: [f32; 4], b: [f32; 4]) -> [f32; 4] {
    run(source, [a, b], [[0; 4]; 2], &D).map(f32::from_bits)
}

fn integers(source: &str, a: [u32; 4], b: [u32; 4]) -> [u32; 4] {
    run(source, [[0.0; 4]; 2], [a, b], &LATER)
}

/// The number of floats between `a` and `b`.
fn ulps(a: f32, b: f32) -> u32 {
    let key = |x: f32| {
        let bits = x.to_bits() as i32;
        if bits < 0 {
            i32::MIN.wrapping_sub(bits)
        } else {
            bits
        }
    };
    key(a).abs_diff(key(b))
}

#[track_caller]
fn within(ours: f32, exact: f64, tolerance: u32, what: &str) {
    let nearest = exact as f32;
    assert!(
        ulps(ours, nearest) <= tolerance || ours.is_nan() && nearest.is_nan(),
        "{what}: {ours} instead of {nearest}"
    );
}

/// One operand in t1.x, the result in t0.x.
fn unary(source: &str, tolerance: u32, exact: impl Fn(f64) -> f64) {
    for x in X {
        let ours = floats(source, [x; 4], [0.0; 4])[0];
        within(
            ours,
            exact(f64::from(x)),
            tolerance,
            &format!("{source} of {x}"),
        );
    }
}

/// The reference's pi is not exact: values close to 0 are 0.
fn settled(x: f64) -> f64 {
    if x.abs() < 1e-12 { 0.0 } else { x }
}

#[test]
fn functions_of_one_operand() {
    let half_pi = std::f64::consts::FRAC_PI_2;
    let (sin, cos) = (|x: f64| settled(x.sin()), |x: f64| settled(x.cos()));
    unary("rcp t0.x___, void, void, t1.xxxx", 0, |x| 1.0 / x);
    unary("rsq t0.x___, void, void, |t1.xxxx|", 0, |x| {
        1.0 / x.abs().sqrt()
    });
    unary("rsq t0.x___, void, void, t1.xxxx", 0, |x| 1.0 / x.sqrt());
    unary("sqrt t0.x___, void, void, t1.xxxx", 0, f64::sqrt);
    unary("exp t0.x___, void, void, t1.xxxx", 0, f64::exp2);
    unary("log t0.x___, void, void, t1.xxxx", 0, f64::log2);
    unary("sin t0.x___, void, void, t1.xxxx", 1, |x| {
        sin(x % 4.0 * half_pi)
    });
    unary("cos t0.x___, void, void, t1.xxxx", 1, |x| {
        cos(x % 4.0 * half_pi)
    });
    unary("frc t0.x___, void, void, t1.xxxx", 1, |x| x - x.floor());
    unary("floor t0.x___, void, void, t1.xxxx", 0, f64::floor);
    unary("ceil t0.x___, void, void, t1.xxxx", 0, f64::ceil);
    unary("sign t0.x___, void, void, t1.xxxx", 0, f64::signum);
}

/// Later chips: two results whose product is the value, and another period.
#[test]
fn functions_with_two_results() {
    let pi = std::f64::consts::PI;
    let product = |op: &str, to: &str| {
        format!("{op}.rtz t0.{to}, void, void, t1.xxxx\nmul t0.x___, t0.xxxx, t0.yyyy, void")
    };
    unary(&product("sin", "xy__"), 1, |x| {
        settled((x % 2.0 * pi).sin())
    });
    unary(&product("cos", "xy__"), 1, |x| {
        settled((x % 2.0 * pi).cos())
    });
    unary(&product("log", "xy__"), 0, f64::log2);
    let quotient = "div.rtz t0.__zw, void, t1.xxxx, t2.xxxx\nmul t0.x___, t0.zzzz, t0.wwww, void";
    // As emitted by Mesa 22.3.6.
    let early = "div.rtz t0.xy__, t1.xxxx, t2.xxxx, void\nmul t0.x___, t0.xxxx, t0.yyyy, void";
    for a in X {
        for b in X {
            let exact = f64::from(a) / f64::from(b);
            for source in [quotient, early] {
                within(floats(source, [a; 4], [b; 4])[0], exact, 0, source);
            }
        }
    }
}

#[test]
fn special_operands() {
    let inf = f32::INFINITY;
    let of = |op: &str, x: f32| floats(&format!("{op} t0, void, void, t1"), [x; 4], [0.0; 4])[3];
    assert_eq!((of("rcp", 0.0), of("rcp", -0.0)), (inf, -inf));
    assert_eq!((of("rcp", inf), of("rsq", 0.0)), (0.0, inf));
    assert_eq!((of("log", 0.0), of("log", inf)), (-inf, inf));
    assert_eq!((of("exp", -inf), of("exp", inf)), (0.0, inf));
    assert_eq!((of("exp", 128.0), of("exp", -200.0)), (inf, 0.0));
    assert!(of("log", -1.0).is_nan() && of("sqrt", -1.0).is_nan() && of("sin", inf).is_nan());
    assert!(of("rcp", f32::NAN).is_nan() && of("exp", f32::NAN).is_nan());
    assert_eq!(
        (
            of("sin", 0.0),
            of("sin", 1.0),
            of("sin", 2.0),
            of("sin", 3.0)
        ),
        (0.0, 1.0, 0.0, -1.0)
    );
    assert_eq!(
        (
            of("cos", 0.0),
            of("cos", 1.0),
            of("cos", 2.0),
            of("cos", -4.0)
        ),
        (1.0, 0.0, -1.0, 1.0)
    );
    assert_eq!(of("floor", -0.0).to_bits(), (-0.0f32).to_bits());
    // rules-ng: -0.1 becomes 0.9.
    assert_eq!((of("frc", 1.5), of("frc", -0.25)), (0.5, 0.75));
}

/// Sums and products are rounded to nearest, each step of MAD too.
#[test]
fn float_arithmetic() {
    for a in X {
        for b in X {
            for c in [0.3f32, -7.0] {
                let (x, y, z) = (f64::from(a), f64::from(b), f64::from(c));
                let va = [a, b, c, 1.0];
                let sum = floats("add t0.x___, t1.xxxx, void, t1.yyyy", va, [0.0; 4])[0];
                within(sum, x + y, 0, "sum");
                let difference = floats("add t0.x___, -t1.xxxx, void, t1.yyyy", va, [0.0; 4])[0];
                within(difference, y - x, 0, "difference");
                let product = floats("mul t0.x___, t1.xxxx, -t1.yyyy, void", va, [0.0; 4])[0];
                within(product, -(x * y), 0, "product");
                let p = f64::from((x * y) as f32);
                for (signs, exact) in [
                    (["", "", ""], p + z),
                    (["-", "", ""], z - p),
                    (["", "", "-"], p - z),
                    (["", "-", "-"], -p - z),
                ] {
                    let [i, j, k] = signs;
                    let source = format!("mad t0.x___, {i}t1.xxxx, {j}t1.yyyy, {k}t1.zzzz");
                    within(floats(&source, va, [0.0; 4])[0], exact, 0, &source);
                }
            }
        }
    }
}

#[test]
fn dot_products() {
    let (a, b) = ([1.0, 2.0, 3.0, 4.0], [5.0, -6.0, 7.0, 0.5]);
    assert_eq!(floats("dp2 t0, t1, t2, void", a, b), [-7.0; 4]);
    assert_eq!(floats("dp3 t0, t1, t2, void", a, b), [14.0; 4]);
    assert_eq!(floats("dp4 t0, t1, t2, void", a, b), [16.0; 4]);
    assert_eq!(floats("dp3 t0, -t1, |t2|, void", a, b), [-38.0; 4]);
    assert_eq!(floats("dp3 t0, t1.wzyx, t2, void", a, b), [16.0; 4]);
}

/// abs, then negation; then the operation; then saturation. Swizzles read the
/// values before the instruction's own writes.
#[test]
fn modifiers_and_swizzles() {
    let a = [0.25, -3.0, 0.75, 2.0];
    assert_eq!(
        floats("mov t0, void, void, -|t1|", a, a),
        [-0.25, -3.0, -0.75, -2.0]
    );
    assert_eq!(
        floats("mov t0, void, void, |t1|", a, a),
        [0.25, 3.0, 0.75, 2.0]
    );
    assert_eq!(
        floats("mov.sat t0, void, void, t1", a, a),
        [0.25, 0.0, 0.75, 1.0]
    );
    assert_eq!(
        floats("mov t1, void, void, t1.wzyx\nmov t0, void, void, t1", a, a),
        [2.0, 0.75, -3.0, 0.25]
    );
    assert_eq!(
        floats(
            "add.sat t1, t1.yxwz, void, t1\nmov t0, void, void, t1",
            a,
            a
        ),
        [0.0, 0.0, 1.0, 1.0]
    );
    // The mask selects the written components.
    assert_eq!(
        floats(
            "mov t0, void, void, t2\nmov t0._y_w, void, void, t1.xxzz",
            a,
            [9.0; 4]
        ),
        [9.0, 0.25, 9.0, 0.75]
    );
    assert_eq!(
        floats("mul t0, t1, 0.5, void", a, a),
        [0.125, -1.5, 0.375, 1.0]
    );
}

/// MIN and MAX as implemented by Mesa, with NaNs and zeros.
#[test]
fn select_chooses() {
    let nan = f32::NAN;
    let a = [1.0, nan, 2.0, -0.0];
    let b = [2.0, 3.0, nan, 0.0];
    let min = floats("select.gt t0, t1, t2, t1", a, b);
    assert_eq!(&min[..2], [1.0, 3.0]);
    assert!(min[2].is_nan());
    // 0 > -0 does not hold: src1.
    assert_eq!(min[3].to_bits(), 0);
    let max = floats("select.lt t0, t1, t2, t1", a, b);
    assert_eq!(&max[..2], [2.0, 3.0]);
    assert!(max[2].is_nan());
    // Unary: src1 if src0 is, else src2.
    let source = "select.nz t0, t1, t2, 9.0";
    assert_eq!(
        floats(source, [1.0, 0.0, -0.0, nan], [5.0; 4]),
        [5.0, 9.0, 9.0, 5.0]
    );
    for (cond, wanted) in [
        ("gez", [1.0, 1.0, 0.0]),
        ("gz", [1.0, 0.0, 0.0]),
        ("lez", [0.0, 1.0, 1.0]),
        ("lz", [0.0, 0.0, 1.0]),
    ] {
        let source = format!("select.{cond} t0, t1, t2, 0.0");
        let got = floats(&source, [4.0, 0.0, -4.0, 0.0], [1.0; 4]);
        assert_eq!(&got[..3], wanted, "{cond}");
    }
}

#[test]
fn set_and_cmp_compare() {
    let nan = f32::NAN;
    let (a, b) = ([1.0, 2.0, 2.0, nan], [2.0, 1.0, 2.0, 2.0]);
    for (cond, wanted) in [
        ("gt", [0, 1, 0, 0]),
        ("lt", [1, 0, 0, 0]),
        ("ge", [0, 1, 1, 0]),
        ("le", [1, 0, 1, 0]),
        ("eq", [0, 0, 1, 0]),
        ("ne", [1, 1, 0, 1]),
    ] {
        let set = floats(&format!("set.{cond} t0, t1, t2, void"), a, b);
        assert_eq!(set, wanted.map(|w| w as f32), "set.{cond}");
        let source = format!("cmp.{cond} t0, t1, t2, -1:s20");
        let cmp = run(&source, [a, b], [[0; 4]; 2], &D);
        assert_eq!(
            cmp,
            wanted.map(|w| 0u32.wrapping_sub(w as u32)),
            "cmp.{cond}"
        );
        // As integers, 0x80000000 is the smallest, or unsigned, a large value.
        let (i, j) = ([5, 0x8000_0000, 7, 9], [6, 0, 7, 1]);
        for (ty, larger) in [("s32", 0), ("u32", 1)] {
            let got = integers(&format!("cmp.{cond}.{ty} t0, t3, t4, -1:s20"), i, j);
            let order = [
                std::cmp::Ordering::Less,
                if larger == 1 {
                    std::cmp::Ordering::Greater
                } else {
                    std::cmp::Ordering::Less
                },
                std::cmp::Ordering::Equal,
                std::cmp::Ordering::Greater,
            ];
            let wanted = order.map(|o| match cond {
                "gt" => o.is_gt(),
                "lt" => o.is_lt(),
                "ge" => o.is_ge(),
                "le" => o.is_le(),
                "eq" => o.is_eq(),
                _ => o.is_ne(),
            });
            assert_eq!(
                got,
                wanted.map(|w| if w { u32::MAX } else { 0 }),
                "cmp.{cond}.{ty}"
            );
        }
    }
}

#[test]
fn integers_by_component() {
    let (a, b) = ([7, 0xffff_fff0, 0x8000_0000, 1], [3, 4, 1, 33]);
    let each = |source: &str, f: fn(u32, u32) -> u32| {
        let wanted = [0, 1, 2, 3].map(|i| f(a[i], b[i]));
        assert_eq!(integers(source, a, b), wanted, "{source}");
    };
    each("add.s32 t0, t3, void, t4", u32::wrapping_add);
    each("add.s32 t0, t3, void, -t4", u32::wrapping_sub);
    each("or.u32 t0, t3, void, t4", |a, b| a | b);
    each("and.u32 t0, t3, void, t4", |a, b| a & b);
    each("xor.u32 t0, t3, void, t4", |a, b| a ^ b);
    each("not.u32 t0, void, void, t3", |a, _| !a);
    each("lshift.u32 t0, t3, void, t4", |a, b| a << (b & 31));
    each("rshift.u32 t0, t3, void, t4", |a, b| a >> (b & 31));
    each("rshift.s32 t0, t3, void, t4", |a, b| {
        ((a as i32) >> (b & 31)) as u32
    });
    each("rotate.u32 t0, t3, void, t4", |a, b| a.rotate_left(b & 31));
    each("leadzero.u32 t0, void, void, t3", |a, _| a.leading_zeros());
    each("iabs.s32 t0, void, void, t3", |a, _| {
        (a as i32).wrapping_abs() as u32
    });
    each("sign.s32 t0, void, void, t3", |a, _| {
        (a as i32).signum() as u32
    });
    each("select.gt.s32 t0, t3, t4, t3", |a, b| {
        (a as i32).min(b as i32) as u32
    });
    each("select.lt.u32 t0, t3, t4, t3", u32::max);
    // Products are scalar on every chip.
    let product = 0xffff_fff0u32.wrapping_mul(4);
    assert_eq!(
        integers("imullo0.s32 t0, t3.yyyy, t4.yyyy, void", a, b),
        [product; 4]
    );
    let sum = product.wrapping_add(7);
    assert_eq!(
        integers("imadlo0.s32 t0, t3.yyyy, t4.yyyy, t3.xxxx", a, b),
        [sum; 4]
    );
}

#[test]
fn conversions() {
    for x in [
        0u32,
        1,
        16_777_217,
        0x7fff_ffff,
        0x8000_0000,
        0x8000_0081,
        0xffff_ffff,
        0xffff_ff7f,
    ] {
        let signed = integers("i2f.s32 t0, t3, void, void", [x; 4], [0; 4])[0];
        assert_eq!(f32::from_bits(signed), x as i32 as f32, "{x}");
        let unsigned = integers("i2f.u32 t0, t3, void, void", [x; 4], [0; 4])[0];
        assert_eq!(f32::from_bits(unsigned), x as f32, "{x}");
    }
    let edges = [
        0.0,
        -0.9,
        1.9,
        -1.9,
        2e9,
        -2e9,
        3e9,
        4.2e9,
        5e9,
        -5e9,
        2_147_483_648.0,
        4_294_967_040.0,
        f32::INFINITY,
        f32::NAN,
    ];
    for x in edges {
        let of = |ty: &str| {
            let source = format!("f2i.{ty} t0, t1, void, void");
            run(&source, [[x; 4]; 2], [[0; 4]; 2], &LATER)[2]
        };
        assert_eq!(of("s32"), x as i32 as u32, "{x}");
        assert_eq!(of("u32"), x as u32, "{x}");
    }
}

/// Constants, addresses and the front-facing flag.
#[test]
fn registers_of_all_kinds() {
    let uniforms = [[10, 11, 12, 13], [20, 21, 22, 23], [30, 31, 32, 33]];
    let inputs = [[0; 4], [2.0f32.to_bits(); 4], [7, 8, 9, 10], [1; 4]];
    let source = "movar a0._y__, void, void, t1\nmov t0, void, void, u0[a.y].wzyx";
    assert_eq!(t0(source, &inputs, &uniforms, &D), [33, 32, 31, 30]);
    // The same with an integer, on later chips.
    let source = "movar a0.x___, void, void, t3\nmov t0, void, void, u1[a.x]";
    assert_eq!(t0(source, &inputs, &uniforms, &LATER), [30, 31, 32, 33]);
    let source = "movar a0.x___, void, void, t1\nmov t0, void, void, t0[a.x]";
    assert_eq!(t0(source, &inputs, &uniforms, &D), [7, 8, 9, 10]);
    let source =
        "movar a0.x___, void, void, t1\nmov t3[a.x]._yzw, void, void, u2\nmov t0, void, void, t5";
    assert_eq!(t0(source, &inputs, &uniforms, &D), [0, 31, 32, 33]);
}
