//! From text to statements: one statement at a time, all three syntaxes.

use super::add::{ADD, add_reads_b};
use super::cond::{BRANCH_COND, COND};
use super::encode::{Refused, refuse};
use super::flow::{LOAD_MODE, LoadMode, SEMAPHORE, SemaphoreOp};
use super::format::{ALU, BRANCH, LOAD_IMM};
use super::imm::small_imm_code;
use super::lex::{Tok, Token};
use super::mul::MUL;
use super::pack::{PACK_A, PACK_MUL, UNPACK, Unpack};
use super::regs::{File, READ_A, READ_B, ReadReg, WRITE_A, WRITE_B, WriteReg, reads, writes};
use super::signal::{SIGNAL, is_prefix};
use super::stmt::{
    Alu, At, Branch, Dst, Half, Load, Override, Pack, Packer, Src, SrcReg, Stmt, Value,
};
use super::word::{AddOp, BranchCond, Cond, MulOp, Signal};
use tilescope_tables::text::nearest;
use tilescope_tables::{Field, Format};

/// Values of names that are no registers: `.set` constants, and after `@` the
/// symbols of the surroundings.
pub(super) trait Names {
    fn value(&self, name: &str) -> Option<i64>;
}

impl<F: Fn(&str) -> Option<i64>> Names for F {
    fn value(&self, name: &str) -> Option<i64> {
        self(name)
    }
}

const NO_VALUE: &str = "`.set` makes constants, `@` is before symbols, labels are for branches";

type Parsed<T> = Result<T, Refused>;

pub(super) struct Parser<'a, 'n> {
    tokens: &'a [Token<'a>],
    next: usize,
    /// One past the last character, for errors at the end.
    end: At,
    names: &'n dyn Names,
}

/// An operation before it is known which ALU does it.
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

impl<'a, 'n> Parser<'a, 'n> {
    pub fn new(tokens: &'a [Token<'a>], names: &'n dyn Names) -> Self {
        let last = tokens.last().map_or(At::default(), |t| t.at);
        Parser {
            tokens,
            next: 0,
            end: At {
                column: last.column + last.len,
                len: 0,
            },
            names,
        }
    }

    fn peek(&self) -> Option<Tok<'a>> {
        self.tokens.get(self.next).map(|t| t.tok)
    }

    fn at(&self) -> At {
        self.tokens.get(self.next).map_or(self.end, |t| t.at)
    }

    fn previous(&self) -> At {
        match self.next {
            0 => self.at(),
            n => self.tokens[n - 1].at,
        }
    }

    fn take(&mut self, c: char) -> bool {
        let hit = self.peek() == Some(Tok::Punct(c));
        self.next += usize::from(hit);
        hit
    }

    fn expect(&mut self, c: char, what: &str) -> Parsed<()> {
        if self.take(c) {
            return Ok(());
        }
        refuse(
            self.at(),
            format!("expected `{c}` {what}, found {}", self.found()),
            "",
        )
    }

    fn found(&self) -> String {
        match self.peek() {
            None => "the end of the statement".into(),
            Some(Tok::Name(n)) => format!("`{n}`"),
            Some(Tok::Suffix(s)) => format!("`.{s}`"),
            Some(Tok::Int(i)) => format!("`{i}`"),
            Some(Tok::Float(x)) => format!("`{x:?}`"),
            Some(Tok::Punct(c)) => format!("`{c}`"),
        }
    }

    fn suffix(&mut self) -> Option<(&'a str, At)> {
        match self.tokens.get(self.next) {
            Some(Token {
                tok: Tok::Suffix(s),
                at,
                spaced: false,
                ..
            }) => {
                self.next += 1;
                Some((s, *at))
            }
            _ => None,
        }
    }

    pub fn done(&self) -> bool {
        self.next >= self.tokens.len()
    }

    /// One whole statement. The tokens must all belong to it.
    pub fn statement(&mut self) -> Parsed<Stmt> {
        let stmt = self.statement_body()?;
        if self.done() {
            Ok(stmt)
        } else {
            refuse(
                self.at(),
                format!("expected the end of the statement, found {}", self.found()),
                "",
            )
        }
    }

    fn statement_body(&mut self) -> Parsed<Stmt> {
        match self.peek() {
            Some(Tok::Suffix("word")) => self.word(),
            Some(Tok::Name(n)) => match n {
                "branch" | "b" | "bl" | "bra" | "brr" => self.branch(),
                _ if LOAD_MODE.named(n).is_some() && n != "sem" => self.load(),
                _ if SEMAPHORE.named(n).is_some() => self.load(),
                _ => self.alu(),
            },
            _ => refuse(
                self.at(),
                format!("expected an instruction, found {}", self.found()),
                "",
            ),
        }
    }

    /// `.word` with one number of 64 bits, or with two of 32, low half first.
    fn word(&mut self) -> Parsed<Stmt> {
        self.next += 1;
        let low = self.integer64()?;
        if !self.take(',') {
            return Ok(Stmt::Word(low as u64, ""));
        }
        let at = self.at();
        let high = self.integer64()?;
        match (u32::try_from(low), u32::try_from(high)) {
            (Ok(low), Ok(high)) => Ok(Stmt::Word(u64::from(high) << 32 | u64::from(low), "")),
            _ => refuse(at, "two halves of a word have 32 bits each", ""),
        }
    }

    fn integer64(&mut self) -> Parsed<i64> {
        let at = self.at();
        match self.peek() {
            Some(Tok::Int(i)) => {
                self.next += 1;
                Ok(i)
            }
            Some(Tok::Name(n)) => match self.names.value(n) {
                Some(v) => {
                    self.next += 1;
                    Ok(v)
                }
                None => refuse(at, format!("`{n}` has no value"), NO_VALUE),
            },
            _ => refuse(at, format!("expected a number, found {}", self.found()), ""),
        }
    }

    // ---- ALU instructions

    fn alu(&mut self) -> Parsed<Stmt> {
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

    /// What is between semicolons: signals, then perhaps an operation.
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
                // Mesa's disassembler writes it; an immediate says the same.
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
        let unary = op.mov || op.add.is_some_and(|o| !add_reads_b(o)) && !nop;
        if self.take(',') {
            if op.mov {
                return refuse(self.at(), "`mov` has one operand", "");
            }
            op.src[1] = self.source()?;
        } else if unary {
            op.src[1] = op.src[0];
        } else {
            return refuse(
                self.at(),
                format!("`{name}` has two operands, found {}", self.found()),
                "",
            );
        }
        while self.modifier(signal, &mut op)? {}
        op.at = at.to(self.previous());
        if op.immediate && !op.src.iter().any(|s| matches!(s.what, SrcReg::Imm(_))) {
            return refuse(
                at,
                format!("`{name}` needs a small immediate operand"),
                "without the `i` it takes registers",
            );
        }
        if let Some(n) = op.rotate {
            for s in op.src.iter_mut() {
                s.rotate = Some(n);
            }
        }
        Ok(op)
    }

    /// `sf`, a signal or a pack mode after the operands. Whether there was one.
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

    fn destination(&mut self) -> Parsed<Dst> {
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
                } else if let Some(value) = self.names.value(name) {
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
                Src::new(SrcReg::Read(super::word::raddr::NOP, None))
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
        let bits = super::encode::word32(value, at)? as u32;
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

    // ---- the other two formats

    fn load(&mut self) -> Parsed<Stmt> {
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
                    format!("`{name}` has two destinations: of the add and of the mul ALU"),
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

    /// Whether what follows is a destination and not the value: it is followed
    /// by a comma.
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

    fn branch(&mut self) -> Parsed<Stmt> {
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
                    "a branch has two link destinations: of the add and of the mul ALU",
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
                    } else if let Some(v) = self.names.value(n) {
                        b.value.number = b.value.number.saturating_add(if negative {
                            v.saturating_neg()
                        } else {
                            v
                        });
                    } else if n.starts_with('@') {
                        return refuse(at, format!("nothing is named `{n}`"), "");
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
                "is this target an address or a distance?",
                "write an address in hexadecimal, a distance as `pc+72`",
            ),
            _ => Ok(()),
        }
    }

    /// The trailing group of fields that the rest does not say.
    fn overrides(&mut self, format: &Format) -> Parsed<Vec<Override>> {
        let mut out = Vec::new();
        if !self.take('{') {
            return Ok(out);
        }
        loop {
            let at = self.at();
            let Some(Tok::Name(name)) = self.peek() else {
                return refuse(at, format!("expected a field, found {}", self.found()), "");
            };
            let Some(field) = format.field(name) else {
                return refuse(
                    at,
                    format!("the {} has no field `{name}`", format.name),
                    &meant(name, format.fields.iter().map(|f| f.name)),
                );
            };
            self.next += 1;
            self.expect('=', "and a number after the field")?;
            let value_at = self.at();
            let value = self.field_value(field)?;
            if value > field.max() {
                return refuse(
                    value_at,
                    format!(
                        "{value} does not fit in the {} bits of {name}",
                        field.width()
                    ),
                    "",
                );
            }
            if field.name == "sig" && value >= 14 {
                return refuse(
                    value_at,
                    "the signal cannot make this another kind of instruction",
                    "write `.word` for a word as a number",
                );
            }
            out.push(Override {
                field: *field,
                value,
            });
            if !self.take(',') {
                break;
            }
        }
        self.expect('}', "after the fields")?;
        Ok(out)
    }

    fn field_value(&mut self, field: &Field) -> Parsed<u64> {
        let named = match (field.name, self.peek()) {
            ("raddr_a", Some(Tok::Name(n))) => address(READ_A.named(n)),
            ("raddr_b", Some(Tok::Name(n))) => address(READ_B.named(n)),
            ("waddr_add" | "waddr_mul", Some(Tok::Name(n))) => {
                address(WRITE_A.named(n)).or(address(WRITE_B.named(n)))
            }
            _ => None,
        };
        match named {
            Some(v) => {
                self.next += 1;
                Ok(v)
            }
            None => self.integer64().map(|v| v as u64),
        }
    }
}

fn address<O>(row: Option<&tilescope_tables::Row<O>>) -> Option<u64> {
    row.map(|r| r.bits.value)
}

fn set_signal(signal: &mut (Signal, At), new: Signal, at: At) -> Parsed<()> {
    if signal.0 != Signal::None && signal.0 != new {
        return refuse(at, "an instruction has one signal", "");
    }
    *signal = (new, at);
    Ok(())
}

/// "did you mean ..." for the nearest candidate, or nothing.
pub(super) fn meant<'c>(name: &str, candidates: impl IntoIterator<Item = &'c str>) -> String {
    match nearest(name, candidates) {
        Some(c) => format!("did you mean `{c}`?"),
        None => String::new(),
    }
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

/// Gives the operations to the ALUs: first to add and second to mul where that
/// can be, else the other way round.
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
            "an instruction has two operations: of the add and of the mul ALU",
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

/// `ra5`, `a5`, and beyond 31 the raw address.
fn numbered(name: &str) -> Option<(File, u8)> {
    let digits = name.strip_prefix('r').unwrap_or(name);
    let (file, digits) = match digits.split_at_checked(1)? {
        ("a", d) => (File::A, d),
        ("b", d) => (File::B, d),
        _ => return None,
    };
    let plain = digits.bytes().all(|b| b.is_ascii_digit()) && digits.len() <= 2;
    let n = digits.parse().ok().filter(|n| plain && *n < 64)?;
    Some((file, n))
}

fn read_register(name: &str) -> Option<SrcReg> {
    if let Some(n) = name.strip_prefix('r')
        && let Ok(n @ 0..=5) = n.parse::<u8>()
        && n.to_string().len() + 1 == name.len()
    {
        return Some(SrcReg::Acc(n));
    }
    if let Some((file, n)) = numbered(name) {
        return Some(SrcReg::Read(n, Some(file)));
    }
    let find = |f: File| {
        let row = reads(f).named(name)?;
        (row.op != ReadReg::File).then_some(row.bits.value as u8)
    };
    match (find(File::A), find(File::B)) {
        (Some(a), Some(b)) if a == b => Some(SrcReg::Read(a, None)),
        (Some(a), _) => Some(SrcReg::Read(a, Some(File::A))),
        (None, Some(b)) => Some(SrcReg::Read(b, Some(File::B))),
        (None, None) => None,
    }
}

/// `si49`: a small immediate by its code. x03 writes 1/2 as `i2f`.
fn raw_immediate(name: &str) -> Option<u8> {
    if let Some(code) = name.strip_prefix("si") {
        return code.parse().ok().filter(|c| *c < 64);
    }
    let n: u32 = name.strip_prefix('i')?.strip_suffix('f')?.parse().ok()?;
    let power = n.is_power_of_two() && (2..=256).contains(&n);
    power.then(|| 48 - n.trailing_zeros() as u8)
}

fn write_register(name: &str, at: At) -> Parsed<Dst> {
    if let Some((file, n)) = numbered(name) {
        return Ok(Dst {
            addr: n,
            file: Some(file),
            ..Dst::NOP
        });
    }
    let find = |f: File| {
        let row = writes(f).named(name)?;
        (row.op != WriteReg::File).then_some(row.bits.value as u8)
    };
    let (addr, file) = match (find(File::A), find(File::B)) {
        (Some(a), Some(b)) if a == b => (a, None),
        (Some(a), _) => (a, Some(File::A)),
        (None, Some(b)) => (b, Some(File::B)),
        (None, None) => {
            let help = if name == "r4" {
                "r4 is written by the SFU, the TMUs and the tile buffer only".to_string()
            } else {
                meant(name, WRITE_A.names().chain(WRITE_B.names()))
            };
            return refuse(
                at,
                format!("`{name}` is not a register that can be written"),
                &help,
            );
        }
    };
    Ok(Dst {
        addr,
        file,
        ..Dst::NOP
    })
}
