//! ALU instructions.

use super::names::{raw_immediate, read_register, write_register};
use super::{Parsed, Parser};
use crate::isa::add::ADD;
use crate::isa::cond::COND;
use crate::isa::encode::word32;
use crate::isa::flow::SEMAPHORE;
use crate::isa::format::ALU;
use crate::isa::imm::small_imm_code;
use crate::isa::mul::MUL;
use crate::isa::pack::{PACK_A, PACK_MUL, UNPACK, Unpack};
use crate::isa::regs::{File, READ_A, READ_B};
use crate::isa::signal::{SIGNAL, is_prefix};
use crate::isa::stmt::{Alu, Dst, Half, Pack, Packer, Src, SrcReg, Stmt};
use crate::isa::word::{AddOp, Cond, MulOp, Signal, raddr};
use tilescope_tables::asm::lex::{Tok, Token};
use tilescope_tables::asm::{At, refuse};
use tilescope_tables::text::meant;

/// An operation that is not assigned to an ALU yet.
struct Op<'a> {
    name: &'a str,
    add: Option<AddOp>,
    mul: Option<MulOp>,
    mov: bool,
    rotate: Option<u8>,
    immediate: bool,
    cond: Option<Cond>,
    sf: bool,
    dst: Dst,
    src: [Src; 2],
    at: At,
}

impl<'a> Parser<'a, '_> {
    pub(super) fn alu(&mut self) -> Parsed<Stmt> {
        let mut signal = (Signal::None, At::default());
        let mut ops: Vec<Op<'a>> = Vec::new();
        loop {
            self.segment(&mut signal, &mut ops)?;
            if !self.take(';') {
                break;
            }
        }
        let (add, mul) = place(ops)?;
        let hidden = self.overrides(&ALU)?;
        Ok(Stmt::Alu(Alu {
            signal: signal.0,
            signal_at: signal.1,
            add,
            mul,
            hidden,
        }))
    }

    /// Parses the text between semicolons: signals, then at most one operation.
    fn segment(&mut self, signal: &mut (Signal, At), ops: &mut Vec<Op<'a>>) -> Parsed<()> {
        let mut any = false;
        loop {
            let at = self.at();
            let Some(Tok::Name(name)) = self.peek() else {
                if any {
                    return Ok(());
                }
                return refuse(
                    at,
                    format!("expected an operation, found {}", self.found()),
                    "",
                );
            };
            match SIGNAL.named(name).map(|r| r.op) {
                // Mesa's disassembler prints it; an immediate implies it.
                Some(Signal::SmallImm) => self.next += 1,
                Some(s) if is_prefix(s) => {
                    self.next += 1;
                    set_signal(signal, s, at)?;
                }
                _ => {
                    let op = self.operation(signal)?;
                    ops.push(op);
                    return Ok(());
                }
            }
            any = true;
        }
    }

    fn operation(&mut self, signal: &mut (Signal, At)) -> Parsed<Op<'a>> {
        let at = self.at();
        let Some(Tok::Name(name)) = self.peek() else {
            return refuse(at, "expected an operation", "");
        };
        let mut op = mnemonic(name, at)?;
        self.next += 1;
        while let Some((s, at)) = self.suffix() {
            if matches!(s, "sf" | "setf") {
                op.sf = true;
            } else if let Some(row) = COND.named(s) {
                op.cond = Some(row.op);
            } else {
                return refuse(
                    at,
                    format!("`.{s}` is not a condition"),
                    &meant(s, COND.names().chain(["sf"])),
                );
            }
        }
        let nop = op.add == Some(AddOp::Nop) || op.mul == Some(MulOp::Nop);
        if nop && !matches!(self.peek(), Some(Tok::Name(_) | Tok::Punct('-'))) {
            return Ok(op);
        }
        if nop && self.modifier(signal, &mut op)? {
            return Ok(op);
        }
        op.dst = self.destination()?;
        while let Some((s, at)) = self.suffix() {
            match COND.named(s) {
                Some(row) => op.cond = Some(row.op),
                None if s == "setf" => op.sf = true,
                None => {
                    return refuse(
                        at,
                        format!("`.{s}` is not a pack mode"),
                        &meant(s, PACK_A.names()),
                    );
                }
            }
        }
        self.expect(',', "and an operand after the destination")?;
        op.src[0] = self.source()?;
        let unary = op.mov || op.add.is_some_and(|o| !o.binary()) && !nop;
        if self.take(',') {
            if op.mov {
                return refuse(self.at(), "`mov` takes one operand", "");
            }
            op.src[1] = self.source()?;
        } else if unary {
            op.src[1] = op.src[0];
        } else {
            return refuse(
                self.at(),
                format!("`{name}` takes two operands, found {}", self.found()),
                "",
            );
        }
        while self.modifier(signal, &mut op)? {}
        op.at = at.to(self.previous());
        if op.immediate && !op.src.iter().any(|s| matches!(s.what, SrcReg::Imm(_))) {
            return refuse(
                at,
                format!("`{name}` needs a small immediate operand"),
                "the form without the `i` takes registers",
            );
        }
        if let Some(n) = op.rotate {
            for s in op.src.iter_mut() {
                s.rotate = Some(n);
            }
        }
        Ok(op)
    }

    /// Parses `sf`, a signal or a pack mode after the operands. Returns whether there
    /// was one.
    fn modifier(&mut self, signal: &mut (Signal, At), op: &mut Op<'a>) -> Parsed<bool> {
        let at = self.at();
        let Some(Tok::Name(name)) = self.peek() else {
            return Ok(false);
        };
        if name == "sf" {
            op.sf = true;
        } else if let Some(row) = SIGNAL.named(name).filter(|r| is_prefix(r.op)) {
            set_signal(signal, row.op, at)?;
        } else if let Some(row) = name.strip_prefix("pm").and_then(|p| PACK_MUL.named(p)) {
            op.dst.pack = Some(Pack {
                name: row.name,
                by: Packer::Mul,
                at,
            });
        } else if let Some(row) = name.strip_prefix("pa").and_then(|p| PACK_A.named(p)) {
            op.dst.pack = Some(Pack {
                name: row.name,
                by: Packer::FileA,
                at,
            });
        } else {
            return Ok(false);
        }
        self.next += 1;
        Ok(true)
    }

    pub(super) fn destination(&mut self) -> Parsed<Dst> {
        let start = self.at();
        if self.take('-') {
            return Ok(Dst {
                at: start,
                ..Dst::NOP
            });
        }
        let Some(Tok::Name(name)) = self.peek() else {
            return refuse(
                start,
                format!("expected a destination, found {}", self.found()),
                "write `nop` or `-` for none",
            );
        };
        let mut dst = write_register(name, start)?;
        self.next += 1;
        while let Some(Token {
            tok: Tok::Suffix(s),
            at,
            spaced: false,
            ..
        }) = self.tokens.get(self.next)
        {
            let two = match self.tokens.get(self.next + 1).map(|t| t.tok) {
                Some(Tok::Suffix("sat")) => Some(format!("{s}.sat")),
                _ => None,
            };
            let row = two.as_deref().and_then(|t| PACK_A.named(t));
            let (name, used, by) = match (row, PACK_A.named(s), PACK_MUL.named(s)) {
                (Some(r), ..) => (r.name, 2, Packer::Open),
                (None, Some(r), Some(_)) => (r.name, 1, Packer::Open),
                (None, Some(r), None) => (r.name, 1, Packer::FileA),
                (None, None, Some(r)) => (r.name, 1, Packer::Mul),
                // A condition: load-immediate has them on destinations.
                (None, None, None) => break,
            };
            dst.pack = Some(Pack { name, by, at: *at });
            self.next += used;
        }
        dst.at = start.to(self.previous());
        Ok(dst)
    }

    fn source(&mut self) -> Parsed<Src> {
        let start = self.at();
        let negative = self.take('-');
        let mut src = match self.peek() {
            Some(Tok::Int(i)) => {
                let value = if negative { i.wrapping_neg() } else { i };
                self.immediate(value, start, &value.to_string())?
            }
            Some(Tok::Float(x)) => {
                let value = if negative { -x } else { x };
                self.immediate(i64::from(value.to_bits()), start, &format!("{value:?}"))?
            }
            Some(Tok::Name(name)) if !negative => {
                if let Some(src) = read_register(name) {
                    Src::new(src)
                } else if let Some(code) = raw_immediate(name) {
                    Src::new(SrcReg::Imm(code))
                } else if let Some(value) = (self.names)(name) {
                    self.immediate(value, start, &format!("{name} = {value}"))?
                } else {
                    let names = READ_A.names().chain(READ_B.names());
                    let all = names.chain(["r0", "r1", "r2", "r3", "r4", "r5"]);
                    return refuse(
                        start,
                        format!("`{name}` is not a register that can be read"),
                        &meant(name, all),
                    );
                }
            }
            _ if negative && matches!(self.peek(), None | Some(Tok::Punct(','))) => {
                self.next -= 1;
                Src::new(SrcReg::Read(raddr::NOP, None))
            }
            _ => {
                return refuse(
                    start,
                    format!("expected an operand, found {}", self.found()),
                    "",
                );
            }
        };
        self.next += 1;
        while let Some((s, at)) = self.suffix() {
            match (s, src.what) {
                ("a", SrcReg::Read(n, None)) => src.what = SrcReg::Read(n, Some(File::A)),
                ("b", SrcReg::Read(n, None)) => src.what = SrcReg::Read(n, Some(File::B)),
                _ => match UNPACK.named(s).filter(|r| r.op != Unpack::None) {
                    Some(row) => src.unpack = row.op,
                    None => {
                        return refuse(
                            at,
                            format!("`.{s}` is not an unpack mode"),
                            &meant(s, UNPACK.names()),
                        );
                    }
                },
            }
        }
        if matches!(src.what, SrcReg::Acc(_)) {
            src.rotate = self.rotation()?;
        }
        src.at = start.to(self.previous());
        Ok(src)
    }

    /// `+5`, or as vc4asm writes it `>>5` and `<<11`.
    fn rotation(&mut self) -> Parsed<Option<u8>> {
        let down = match self.peek() {
            Some(Tok::Punct('+')) => {
                self.next += 1;
                false
            }
            Some(Tok::Punct(c @ ('<' | '>'))) => {
                self.next += 1;
                self.expect(c, "for a rotation")?;
                c == '<'
            }
            _ => return Ok(None),
        };
        let at = self.at();
        let n = match self.peek() {
            Some(Tok::Int(n @ 1..=15)) if down => 16 - n as u8,
            Some(Tok::Int(n @ 1..=15)) => n as u8,
            Some(Tok::Name("r5")) if !down => 0,
            _ => {
                return refuse(
                    at,
                    format!("expected a rotation, found {}", self.found()),
                    "rotate by 1 to 15 lanes, or by `r5`",
                );
            }
        };
        self.next += 1;
        Ok(Some(n))
    }

    fn immediate(&self, value: i64, start: At, shown: &str) -> Parsed<Src> {
        let at = start.to(self.at());
        let bits = word32(value, at)? as u32;
        match small_imm_code(bits) {
            Some(code) => Ok(Src::new(SrcReg::Imm(code))),
            None => refuse(
                at,
                format!("{shown} is not a small immediate"),
                "small immediates are -16 to 15, 1.0 to 128.0 and 1/256 to 1/2 in powers of two; \
                 others need `load_imm`",
            ),
        }
    }
}

fn set_signal(signal: &mut (Signal, At), new: Signal, at: At) -> Parsed<()> {
    if signal.0 != Signal::None && signal.0 != new {
        return refuse(at, "an instruction has one signal", "");
    }
    *signal = (new, at);
    Ok(())
}

/// The operation of a name: the name itself, `mov`, with `i` for a small
/// immediate, or with `rot` and a number of lanes.
fn mnemonic(name: &str, at: At) -> Parsed<Op<'_>> {
    let mut op = Op {
        name,
        add: None,
        mul: None,
        mov: name == "mov",
        rotate: None,
        immediate: false,
        cond: None,
        sf: false,
        dst: Dst::NOP,
        src: [Src::R0; 2],
        at,
    };
    if op.mov {
        op.add = Some(AddOp::Or);
        op.mul = Some(MulOp::V8min);
        return Ok(op);
    }
    let find = |n: &str| (ADD.named(n).map(|r| r.op), MUL.named(n).map(|r| r.op));
    (op.add, op.mul) = find(name);
    if let (None, None, Some((base, lanes))) = (op.add, op.mul, name.rsplit_once("rot")) {
        let lanes = match lanes {
            "r5" => Some(0),
            n => n.parse().ok().filter(|n| (1..=15).contains(n)),
        };
        if let (Some(row), Some(n)) = (MUL.named(base), lanes) {
            op.mul = Some(row.op);
            op.rotate = Some(n);
        }
    }
    if let (None, None, Some(base)) = (op.add, op.mul, name.strip_suffix('i')) {
        (op.add, op.mul) = find(base);
        op.immediate = true;
    }
    if op.add.is_none() && op.mul.is_none() {
        let others = ["mov", "branch", "load_imm"];
        let all = ADD.names().chain(MUL.names()).chain(SIGNAL.names());
        let all = all.chain(SEMAPHORE.names()).chain(others);
        return refuse(
            at,
            format!("unknown instruction `{name}`"),
            &meant(name, all),
        );
    }
    Ok(op)
}

/// Assigns the operations to the ALUs: the first to add and the second to mul if
/// possible, otherwise the reverse.
fn place(ops: Vec<Op<'_>>) -> Parsed<(Half<AddOp>, Half<MulOp>)> {
    let none = (Half::idle(AddOp::Nop), Half::idle(MulOp::Nop));
    let mut ops = ops.into_iter();
    match (ops.next(), ops.next(), ops.next()) {
        (None, ..) => Ok(none),
        (Some(op), None, _) => Ok(match (op.add, op.mul) {
            (Some(o), _) => (half(&op, o), none.1),
            (None, Some(o)) => (none.0, half(&op, o)),
            (None, None) => none,
        }),
        (Some(first), Some(second), None) => match (first.add, second.mul, second.add, first.mul) {
            (Some(a), Some(m), ..) => Ok((half(&first, a), half(&second, m))),
            (_, _, Some(a), Some(m)) => Ok((half(&second, a), half(&first, m))),
            (Some(_), None, ..) => refuse(
                second.at,
                format!(
                    "`{}` and `{}` both need the add ALU",
                    first.name, second.name
                ),
                "put them in two instructions",
            ),
            _ => refuse(
                second.at,
                format!(
                    "`{}` and `{}` both need the mul ALU",
                    first.name, second.name
                ),
                "put them in two instructions",
            ),
        },
        (_, _, Some(third)) => refuse(
            third.at,
            "an instruction has at most two operations, one for each ALU",
            "put this one in another instruction",
        ),
    }
}

fn half<O>(op: &Op<'_>, which: O) -> Half<O> {
    Half {
        op: which,
        cond: op.cond,
        sf: op.sf,
        dst: op.dst,
        src: op.src,
        at: op.at,
    }
}
