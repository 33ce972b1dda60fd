//! Every operation that executes is used by a file, in each of its types, conditions
//! and rounding modes.

use crate::corpus;
use crate::device::{Batch, Device};
use crate::run::words;
use std::collections::BTreeSet;
use tilescope_vivante::chips;
use tilescope_vivante::isa::{
    AddrMode, COND, Comps, Cond, Decoded, Dst, EXTENDED, Form, Group, Imm, Inst, Modes, OPCODE,
    Opcode, ROUNDING, Rounding, Src, TYPE, Type, decode,
};
use tilescope_vivante::shader::reference::Threads;
use tilescope_vivante::shader::{Program, Setup, ShaderQuirks, Stage};

/// Uses of rows.
type Uses = BTreeSet<String>;

/// Operations whose rounding mode has a meaning.
const ROUNDED: [Opcode; 11] = [
    Opcode::Add,
    Opcode::Mad,
    Opcode::Mul,
    Opcode::Dp2,
    Opcode::Dp3,
    Opcode::Dp4,
    Opcode::F2i,
    Opcode::Log,
    Opcode::Sin,
    Opcode::Cos,
    Opcode::Div,
];

fn compares(op: Opcode) -> bool {
    let jumps = matches!(op, Opcode::Branch | Opcode::BranchAny | Opcode::Texkill);
    jumps || op.row().op.group == Group::Compare
}

/// Whether the type of an instruction has a meaning.
fn typed(op: Opcode) -> bool {
    let row = op.row().op;
    match row.form {
        Form::Alu => row.group != Group::Derivative,
        Form::Memory | Form::MemoryStore => true,
        Form::Flow => op != Opcode::Call,
        Form::Plain | Form::AddressMove | Form::Texture => false,
    }
}

/// The uses in an instruction.
fn uses(d: &Decoded) -> Uses {
    let mut all = Uses::new();
    let op = d.op;
    match typed(op) {
        true => all.insert(format!("{op:?} {:?}", d.ty)),
        false => all.insert(format!("{op:?}")),
    };
    if compares(op) {
        all.insert(format!("{op:?} {:?}", d.cond));
    }
    if let Modes::Alu(m) = d.modes
        && ROUNDED.contains(&op)
    {
        all.insert(format!("{op:?} rounding {:?}", m.rounding));
    }
    all
}

/// The words of an operation's text with suffixes, if it has one.
fn instruction(op: Opcode, suffixes: &[&str]) -> Option<Inst> {
    let row = op.row();
    let operands = match row.op.form {
        Form::Alu => "t0, t1, t1, t1",
        Form::Plain => "",
        Form::AddressMove => "a0.x___, void, void, t1.xxxx",
        Form::Flow => "void, t1, t1, 1",
        Form::Texture => "t0, tex0.xyzw, t1, t1, t1",
        Form::Memory => "t0, t1, t1, void",
        Form::MemoryStore => "mem, t1, t1, t1",
    };
    let mut text = row.name.to_owned();
    for suffix in suffixes.iter().filter(|s| !s.is_empty()) {
        text.push('.');
        text.push_str(suffix);
    }
    words(&format!("{text} {operands}\nnop"))
        .ok()?
        .first()
        .copied()
}

/// Whether an instruction executes: nothing is reported as missing.
fn executes(word: Inst) -> bool {
    let setup = Setup {
        stage: Stage::Pixel,
        start: 0,
        end: 1,
        num_temps: 2,
        inputs: &[(0, Comps::XYZW), (1, Comps::XYZW)],
        outputs: &[],
    };
    let q = ShaderQuirks::of(&chips::GC7000L);
    let program = Program::new(&[word], &setup, &q);
    let mut threads = Threads::new(&program, &[], u16::MAX, u16::MAX);
    for (lane, register) in (0..16).flat_map(|lane| [(lane, 0), (lane, 1)]) {
        (0..4).for_each(|c| threads.set_temp(lane, register, c, 0));
    }
    let memory = (0..16).map(|n| (n * 4, 0)).collect();
    let batch = Batch {
        memory,
        ..Batch::default()
    };
    let mut device = Device {
        batches: vec![batch],
    };
    // A return without a call stops, but executes.
    let _ = threads.run(&mut device, &mut 1000);
    threads.notes().unimplemented().is_empty()
}

/// Every use that executes.
fn needed() -> Uses {
    let mut all = Uses::new();
    for row in OPCODE.rows.iter().chain(EXTENDED.rows) {
        let op = row.op.code;
        for ty in Type::ALL {
            let ty = suffix(TYPE.row(ty).map(|r| r.name), *ty == Type::F32);
            for cond in Cond::ALL
                .iter()
                .filter(|c| **c == Cond::True || compares(op))
            {
                let cond = suffix(COND.row(cond).map(|r| r.name), *cond == Cond::True);
                for rounding in Rounding::ALL {
                    let rounding = ROUNDING.row(rounding).map_or("", |r| r.name);
                    let word = instruction(op, &[cond, ty, rounding]);
                    if let Some(word) = word.filter(|word| executes(*word)) {
                        all.append(&mut uses(&decode(word)));
                    }
                }
            }
        }
    }
    all
}

fn suffix(name: Option<&'static str>, default: bool) -> &'static str {
    name.filter(|_| !default).unwrap_or("")
}

fn decoded() -> Vec<Decoded> {
    let texts = corpus().cases.into_iter().map(|case| case.file.text);
    let words = texts.flat_map(|text| words(&text).expect("the program is tested elsewhere"));
    words.map(decode).collect()
}

#[test]
fn every_operation_that_executes_is_in_a_file() {
    let needed = needed();
    assert!(needed.len() > 150, "{needed:?}");
    let seen: Uses = decoded().iter().flat_map(uses).collect();
    let missing: Vec<String> = needed.difference(&seen).cloned().collect();
    assert!(missing.is_empty(), "{}", missing.join("\n"));
}

/// Modifiers, files, addressing modes, masks and kinds of immediates.
#[test]
fn every_kind_of_operand_is_in_a_file() {
    let (mut sources, mut masks) = (Uses::new(), BTreeSet::new());
    for d in decoded() {
        if let Dst::Temp { comps, address, .. } = d.dst {
            masks.insert(comps.0);
            sources.insert(format!("to {address:?}"));
        }
        for src in d.src {
            match src {
                Src::Reg(r) => {
                    sources.insert(format!("{:?} {:?}", r.file, r.address));
                    sources.insert(format!("negate {} absolute {}", r.negate, r.absolute));
                }
                Src::Imm(Imm { kind, .. }) => {
                    sources.insert(format!("{kind:?}"));
                }
                Src::Void => {}
            }
        }
    }
    assert!((1..16).all(|mask| masks.contains(&mask)), "{masks:?}");
    let mut wanted: Vec<String> = ["F20", "S20", "U20", "F16", "Internal Direct"]
        .map(str::to_owned)
        .into();
    for (negate, absolute) in [(false, false), (true, false), (false, true), (true, true)] {
        wanted.push(format!("negate {negate} absolute {absolute}"));
    }
    for address in AddrMode::ALL {
        wanted.push(format!("to {address:?}"));
        wanted.push(format!("Temp {address:?}"));
        wanted.push(format!("Uniform {address:?}"));
    }
    let missing: Vec<&String> = wanted.iter().filter(|w| !sources.contains(*w)).collect();
    assert!(missing.is_empty(), "{missing:?}");
}
