//! Load-immediate, semaphores and branches.

use super::names::read_register;
use super::{Parsed, Parser};
use crate::isa::cond::{BRANCH_COND, COND};
use crate::isa::flow::{LOAD_MODE, LoadMode, SEMAPHORE, SemaphoreOp};
use crate::isa::format::{BRANCH, LOAD_IMM};
use crate::isa::pack::PACK_A;
use crate::isa::regs::File;
use crate::isa::stmt::{Branch, Dst, Load, SrcReg, Stmt, Value};
use crate::isa::word::BranchCond;
use tilescope_tables::asm::lex::Tok;
use tilescope_tables::asm::{At, refuse};
use tilescope_tables::text::meant;

impl Parser<'_, '_> {
    pub(super) fn load(&mut self) -> Parsed<Stmt> {
        let at = self.at();
        let Some(Tok::Name(name)) = self.peek() else {
            return refuse(at, "expected load_imm", "");
        };
        self.next += 1;
        let semaphore = SEMAPHORE.named(name).map(|r| r.op);
        let mut l = Load {
            mode: match (semaphore, LOAD_MODE.named(name)) {
                (Some(_), _) => LoadMode::Semaphore,
                (None, Some(row)) => row.op,
                (None, None) => LoadMode::Imm32,
            },
            semaphore: semaphore.unwrap_or(SemaphoreOp::Release),
            sf: false,
            dst: [Dst::NOP; 2],
            cond: [None; 2],
            value: Value::default(),
            hidden: Vec::new(),
        };
        let mut cond = None;
        while let Some((s, at)) = self.suffix() {
            match (s, COND.named(s)) {
                ("i2", _) if l.mode == LoadMode::Imm32 => l.mode = LoadMode::SignedPairs,
                ("u2", _) if l.mode == LoadMode::Imm32 => l.mode = LoadMode::UnsignedPairs,
                ("sf" | "setf", _) => l.sf = true,
                (_, Some(row)) => cond = Some(row.op),
                _ => {
                    return refuse(
                        at,
                        format!("`.{s}` is neither a form of `{name}` nor a condition"),
                        &meant(s, COND.names().chain(["sf", "i2", "u2"])),
                    );
                }
            }
        }
        let mut count = 0;
        while self.starts_destination() {
            if count == 2 {
                return refuse(
                    self.at(),
                    format!("`{name}` has at most two destinations, one for each ALU"),
                    "",
                );
            }
            let dst = self.destination()?;
            l.cond[count] = if dst.addr == Dst::NOP.addr {
                None
            } else {
                cond
            };
            while let Some((s, at)) = self.suffix() {
                match COND.named(s) {
                    Some(row) => l.cond[count] = Some(row.op),
                    None => {
                        return refuse(
                            at,
                            format!("`.{s}` is neither a pack mode nor a condition"),
                            &meant(s, COND.names().chain(PACK_A.names())),
                        );
                    }
                }
            }
            l.dst[count] = dst;
            count += 1;
            self.expect(',', "and the value after the destination")?;
        }
        l.value = self.load_value(l.mode)?;
        loop {
            match self.peek() {
                Some(Tok::Name("sf")) => {
                    l.sf = true;
                    self.next += 1;
                }
                // The value as a float, which Mesa's disassembler adds.
                Some(Tok::Punct('(')) => {
                    while !self.done() && !self.take(')') {
                        self.next += 1;
                    }
                }
                _ => break,
            }
        }
        l.hidden = self.overrides(&LOAD_IMM)?;
        Ok(Stmt::Load(l))
    }

    /// Whether a destination follows instead of the value: one is followed by a comma.
    fn starts_destination(&self) -> bool {
        if !matches!(self.peek(), Some(Tok::Name(_) | Tok::Punct('-'))) {
            return false;
        }
        let mut i = self.next + 1;
        while matches!(self.tokens.get(i).map(|t| t.tok), Some(Tok::Suffix(_))) {
            i += 1;
        }
        self.tokens.get(i).map(|t| t.tok) == Some(Tok::Punct(','))
    }

    fn load_value(&mut self, mode: LoadMode) -> Parsed<Value> {
        let at = self.at();
        let pairs = matches!(mode, LoadMode::SignedPairs | LoadMode::UnsignedPairs);
        if pairs && self.take('[') {
            return self.pairs(mode, at);
        }
        let negative = self.take('-');
        let mut number = match self.peek() {
            Some(Tok::Float(x)) => {
                self.next += 1;
                i64::from(if negative { -x } else { x }.to_bits())
            }
            _ if negative => self.integer64()?.saturating_neg(),
            _ => self.integer64()?,
        };
        loop {
            if self.take('+') {
                number = number.saturating_add(self.integer64()?);
            } else if self.take('-') {
                number = number.saturating_sub(self.integer64()?);
            } else {
                break;
            }
        }
        Ok(Value {
            number,
            label: None,
            at: at.to(self.previous()),
        })
    }

    fn pairs(&mut self, mode: LoadMode, start: At) -> Parsed<Value> {
        let mut bits = 0u32;
        for lane in 0..16 {
            if lane > 0 {
                self.expect(',', "between the 16 values")?;
            }
            let at = self.at();
            let negative = self.take('-');
            let value = self.integer64()?;
            let value = if negative {
                value.wrapping_neg()
            } else {
                value
            };
            let two = match (mode, value) {
                (LoadMode::SignedPairs, -2..=1) | (LoadMode::UnsignedPairs, 0..=3) => {
                    (value & 3) as u32
                }
                _ => {
                    return refuse(
                        at.to(self.previous()),
                        format!("{value} does not fit in two bits"),
                        "`.i2` takes -2 to 1, `.u2` takes 0 to 3",
                    );
                }
            };
            bits |= (two & 1) << lane | (two >> 1) << (16 + lane);
        }
        self.expect(']', "after 16 values")?;
        Ok(Value {
            number: i64::from(bits),
            label: None,
            at: start.to(self.previous()),
        })
    }

    pub(super) fn branch(&mut self) -> Parsed<Stmt> {
        let at = self.at();
        let Some(Tok::Name(name)) = self.peek() else {
            return refuse(at, "expected a branch", "");
        };
        self.next += 1;
        let mut b = Branch {
            cond: BranchCond::Always,
            dst: [Dst::NOP; 2],
            relative: false,
            register: None,
            value: Value::default(),
            hidden: Vec::new(),
        };
        while let Some((s, at)) = self.suffix() {
            match BRANCH_COND.named(s) {
                Some(row) => b.cond = row.op,
                None => {
                    return refuse(
                        at,
                        format!("`.{s}` is not a branch condition"),
                        &meant(s, BRANCH_COND.names()),
                    );
                }
            }
        }
        let mut count = 0;
        while self.starts_destination() {
            if count == 2 {
                return refuse(
                    self.at(),
                    "a branch has at most two link destinations, one for each ALU",
                    "",
                );
            }
            b.dst[count] = self.destination()?;
            count += 1;
            self.expect(',', "and the target after the link destination")?;
        }
        if name == "bl" && count == 0 {
            return refuse(
                at,
                "`bl` needs a link register",
                "as in `bl ra31, function`",
            );
        }
        self.target(&mut b)?;
        if name == "brr" {
            b.relative = true;
        }
        b.hidden = self.overrides(&BRANCH)?;
        Ok(Stmt::Branch(b))
    }

    fn target(&mut self, b: &mut Branch) -> Parsed<()> {
        let start = self.at();
        let mut first = true;
        let mut decimal = None;
        loop {
            let negative = match self.peek() {
                Some(Tok::Punct('-')) => true,
                Some(Tok::Punct('+')) if !first => false,
                _ if first => false,
                _ => break,
            };
            if matches!(self.peek(), Some(Tok::Punct('-' | '+'))) {
                self.next += 1;
            }
            let at = self.at();
            match self.peek() {
                Some(Tok::Name("pc")) if !negative => b.relative = true,
                Some(Tok::Name(n)) => {
                    if let Some(SrcReg::Read(addr @ 0..=31, Some(File::A))) = read_register(n) {
                        if negative || b.register.is_some() {
                            return refuse(at, "a target adds at most one register", "");
                        }
                        b.register = Some(addr);
                    } else if let Some(SrcReg::Read(_, Some(_)) | SrcReg::Acc(_)) = read_register(n)
                    {
                        return refuse(
                            at,
                            format!("`{n}` cannot be a branch target"),
                            "branches read `ra0` to `ra31`",
                        );
                    } else if let Some(v) = (self.names)(n) {
                        b.value.number = b.value.number.saturating_add(if negative {
                            v.saturating_neg()
                        } else {
                            v
                        });
                    } else if n.starts_with('@') {
                        return refuse(at, format!("`{n}` is not defined"), "");
                    } else if negative || b.value.label.is_some() {
                        return refuse(at, "a target has at most one label", "");
                    } else {
                        b.value.label = Some(n.to_string());
                        b.value.at = at;
                        b.relative = true;
                    }
                }
                Some(Tok::Int(i)) => {
                    let v = if negative { i.saturating_neg() } else { i };
                    b.value.number = b.value.number.saturating_add(v);
                    if first && !self.tokens[self.next].hexadecimal {
                        decimal = Some(at);
                    }
                }
                _ => {
                    return refuse(
                        at,
                        format!("expected a branch target, found {}", self.found()),
                        "a label, `pc+72`, `ra31` or `0x1000`",
                    );
                }
            }
            self.next += 1;
            first = false;
        }
        if b.value.label.is_none() {
            b.value.at = start.to(self.previous());
        }
        match decimal {
            // Mesa's disassembler prints the bare immediate of every branch.
            Some(at) if !b.relative && b.register.is_none() => refuse(
                at,
                "a decimal branch target is ambiguous",
                "write an address in hexadecimal, a distance as `pc+72`",
            ),
            _ => Ok(()),
        }
    }
}
