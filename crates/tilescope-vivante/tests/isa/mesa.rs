//! Programs that Mesa compiled, with the text of its disassembler.

use super::{corpus, lines, takes, words};
use tilescope_vivante::isa::*;

fn code(name: &str) -> String {
    name.to_ascii_uppercase()
}

fn swizzle(s: Swizzle) -> String {
    match s {
        Swizzle::XYZW => String::new(),
        s => s.to_string(),
    }
}

fn source(src: Src) -> String {
    match src {
        Src::Void => "void".into(),
        Src::Imm(imm) => match imm.kind {
            ImmKind::F20 => match f32::from_bits(imm.value()) {
                x if x.is_nan() && x.is_sign_negative() => "-nan".into(),
                x if x.is_nan() => "nan".into(),
                x => format!("{x:.6}"),
            },
            ImmKind::S20 | ImmKind::U20 => (imm.value() as i32).to_string(),
            ImmKind::F16 => panic!("Mesa does not emit it"),
        },
        Src::Reg(r) => {
            let minus = if r.negate { "-" } else { "" };
            let bar = if r.absolute { "|" } else { "" };
            let (file, swizzle) = (r.file.prefix(), swizzle(r.swizzle));
            format!("{minus}{bar}{file}{}{}{swizzle}{bar}", r.index, r.address)
        }
    }
}

/// The text of an instruction in the syntax of Mesa 22.3.
fn old(d: &Decoded) -> String {
    let mut out = code(d.op.row().name);
    if d.ty != Type::F32 {
        out += &format!(".{}", TYPE.row(&d.ty).expect("a row").name);
    }
    if d.saturate {
        out += ".SAT";
    }
    if d.cond != Cond::True {
        out += &format!(".{}", code(COND.row(&d.cond).expect("a row").name));
    }
    out += &format!(" {}", d.dst);
    match d.modes {
        Modes::Texture(s) => out += &format!(", tex{}{}{}", s.id, s.address, swizzle(s.swizzle)),
        // Mesa disassembles the instruction with a sampler.
        _ if d.op == Opcode::Texkill => out += ", tex0.xxxx",
        _ => {}
    }
    let [a, b, c] = d.src.map(source);
    match d.modes {
        Modes::Flow { target } => out + &format!(", {a}, {b}, label_{target:04}"),
        _ => out + &format!(", {a}, {b}, {c}"),
    }
}

/// Every field that Mesa's disassembler shows agrees.
#[test]
fn fields_are_those_of_mesa() {
    let file = corpus("mesa.txt");
    let all = lines(&file);
    assert!(all.len() > 600, "the corpus is whole");
    for (inst, mesa) in all {
        let d = decode(inst);
        assert_eq!(old(&d), mesa, "{inst:?}");
        assert_eq!(d.reserved, None, "{mesa}");
        assert!(d.rest.is_zero(), "{d}");
    }
}

#[test]
fn text_assembles_to_the_words() {
    for (inst, mesa) in lines(&corpus("mesa.txt")) {
        assert_eq!(words(&disassemble(inst)), [inst], "{mesa}");
    }
}

/// Mesa's text is accepted, and gives the same instruction in the fields that it
/// shows.
#[test]
fn mesas_text_is_read() {
    let file = corpus("mesa.txt");
    let all = lines(&file);
    let (mut same, mut rounding, mut kind, mut skipped) = (0, 0, 0, 0);
    for (inst, mesa) in &all {
        if mesa.contains("label_") || mesa.starts_with("TEXKILL") || mesa.contains("nan") {
            // Listing numbers instead of names; a spurious sampler; one NaN for
            // all.
            skipped += 1;
            continue;
        }
        let [got] = words(mesa)[..] else {
            panic!("{mesa}: one instruction");
        };
        let d = decode(*inst);
        let mut again = decode(got);
        if got == *inst {
            same += 1;
            continue;
        }
        // The variant of transcendental operations and the type of immediates are
        // not shown.
        if let (Modes::Alu(a), Modes::Alu(b)) = (&mut again.modes, d.modes)
            && a.rounding != b.rounding
        {
            a.rounding = b.rounding;
            rounding += 1;
        }
        for (a, b) in again.src.iter_mut().zip(d.src) {
            if let (Src::Imm(a), Src::Imm(b)) = (a, b)
                && a.kind != b.kind
            {
                assert_eq!(a.value(), b.value(), "{mesa}");
                a.kind = b.kind;
                kind += 1;
            }
        }
        assert_eq!(again, d, "{mesa}");
    }
    assert_eq!((same, rounding, kind, skipped), (602, 14, 6, 24));
    assert_eq!(all.len(), 646);
}

/// The sources in the rows agree with those emitted by Mesa.
#[test]
fn rows_have_the_sources_of_operations() {
    takes("mesa.txt");
}
