//! Operations and their suffixes.

use crate::isa::AddrMode;
use crate::isa::decoded::{AluModes, Decoded, MemoryModes, Modes};
use crate::isa::modes::{COND, Cond, ROUNDING, Rounding, THREAD, TYPE, Thread, Type};
use crate::isa::op::{Form, Op};
use crate::isa::operand::{Dst, Sampler, Src, Swizzle};
use crate::isa::ops::{EXTENDED, OPCODE};
use crate::isa::word::Inst;
use tilescope_tables::asm::{Cursor, Parsed};
use tilescope_tables::text::meant;
use tilescope_tables::{Row, Slot};

/// The instruction without operands, and its operation.
pub(super) fn mnemonic(word: Cursor<'_>) -> Parsed<(Decoded, &'static Op)> {
    let mut rest = word;
    let name = rest.take_while(|c| c != '.');
    let lower = name.text.to_ascii_lowercase();
    let row = OPCODE.named(&lower).or_else(|| EXTENDED.named(&lower));
    let Some(row) = row else {
        let names = OPCODE.names().chain(EXTENDED.names());
        let help = meant(&lower, names.chain([".word"]));
        return name.refuse(format!("unknown operation `{}`", name.text), &help);
    };
    let op = &row.op;
    // The upper-case syntax of etna_viv and Mesa 22.3 is older than the bit.
    let old = name.text.bytes().any(|b| b.is_ascii_uppercase());
    let mut reader = Suffixes {
        seen: Vec::new(),
        decoded: Decoded {
            op: op.code,
            cond: Cond::True,
            saturate: false,
            ty: Type::F32,
            dst: Dst::Void,
            src: [Src::Void; 3],
            modes: modes(op.form, old),
            rest: Inst::default(),
            reserved: None,
        },
        form: op.form,
    };
    while rest.take(".") {
        let suffix = rest.take_while(|c| c != '.');
        reader.suffix(suffix)?;
    }
    Ok((reader.decoded, op))
}

fn modes(form: Form, pack: bool) -> Modes {
    match form {
        Form::Alu | Form::Plain | Form::AddressMove => Modes::Alu(AluModes {
            rounding: Rounding::Default,
            pack: pack || form == Form::Plain,
            thread: Thread::Both,
            full: false,
            skip_helpers: false,
        }),
        Form::Texture => Modes::Texture(Sampler {
            id: 0,
            address: AddrMode::Direct,
            swizzle: Swizzle::XYZW,
        }),
        Form::Memory | Form::MemoryStore => Modes::Memory(MemoryModes {
            shift: 0,
            local: false,
            denorm: false,
            pack,
            skip_helpers: false,
        }),
        Form::Flow => Modes::Flow { target: 0 },
    }
}

struct Suffixes {
    seen: Vec<&'static str>,
    decoded: Decoded,
    form: Form,
}

fn named<O>(slot: &Slot<O>, name: &str) -> Option<&'static Row<O>> {
    slot.named(name).filter(|_| !name.is_empty())
}

impl Suffixes {
    fn suffix(&mut self, suffix: Cursor<'_>) -> Parsed<()> {
        let lower = suffix.text.to_ascii_lowercase();
        let Some((what, known)) = self.apply(&lower) else {
            let fixed = ["hp", "sat", "skpHp", "denorm", "local", "pack", "ls1"];
            let names = fixed
                .into_iter()
                .chain(COND.names())
                .chain(TYPE.names())
                .chain(THREAD.names())
                .chain(ROUNDING.names());
            let help = meant(&lower, names);
            return suffix.refuse(format!("unknown suffix `.{}`", suffix.text), &help);
        };
        if !known {
            let name = self.decoded.op.row().name;
            return suffix.refuse(format!("`{name}` has no {what}"), "");
        }
        if self.seen.contains(&what) {
            return suffix.refuse(format!("duplicate {what}"), "");
        }
        self.seen.push(what);
        Ok(())
    }

    /// Applies a suffix. Returns its meaning, and whether it is valid for the
    /// operation.
    fn apply(&mut self, name: &str) -> Option<(&'static str, bool)> {
        let d = &mut self.decoded;
        if let Some(row) = named(&COND, name) {
            d.cond = row.op;
            return Some((COND.name, true));
        }
        if let Some(row) = named(&TYPE, name) {
            d.ty = row.op;
            return Some((TYPE.name, true));
        }
        if name == "sat" {
            d.saturate = true;
            return Some(("saturation", true));
        }
        match &mut d.modes {
            Modes::Alu(m) => alu(name, m, self.form),
            Modes::Memory(m) => memory(name, m),
            Modes::Texture(_) | Modes::Flow { .. } => None,
        }
        .map(|what| (what, true))
        .or_else(|| {
            // Valid for another kind of operation?
            let mut a = modes(Form::Alu, false);
            let mut b = modes(Form::Memory, false);
            let what = match (&mut a, &mut b) {
                (Modes::Alu(a), Modes::Memory(b)) => {
                    alu(name, a, Form::Alu).or_else(|| memory(name, b))
                }
                _ => None,
            };
            what.map(|what| (what, false))
        })
    }
}

fn alu(name: &str, m: &mut AluModes, form: Form) -> Option<&'static str> {
    if let Some(row) = named(&ROUNDING, name) {
        m.rounding = row.op;
        return Some(ROUNDING.name);
    }
    if let Some(row) = named(&THREAD, name) {
        m.thread = row.op;
        return Some(THREAD.name);
    }
    match name {
        "hp" => m.full = true,
        "skphp" => m.skip_helpers = true,
        "pack" if form != Form::Plain => m.pack = true,
        _ => return None,
    }
    Some(match name {
        "hp" => "full precision",
        "pack" => "packing",
        _ => "skipping of helper pixels",
    })
}

fn memory(name: &str, m: &mut MemoryModes) -> Option<&'static str> {
    if let Some(digits) = name.strip_prefix("ls") {
        m.shift = digits
            .parse()
            .ok()
            .filter(|n| *n < 8 && digits.len() == 1)?;
        return Some("left shift");
    }
    match name {
        "denorm" => m.denorm = true,
        "local" => m.local = true,
        "skphp" => m.skip_helpers = true,
        "pack" => m.pack = true,
        _ => return None,
    }
    Some(match name {
        "denorm" => "preserving of denormals",
        "local" => "work-group local memory",
        "pack" => "packing",
        _ => "skipping of helper pixels",
    })
}
