//! The text of an instruction, in the form of Mesa's newer disassembler.

use super::decoded::{Decoded, Modes};
use super::encode::encode;
use super::format::{self, Place};
use super::modes::{Cond, Rounding, Thread, Type};
use super::op::Form;
use std::fmt::{self, Write};

/// Column of the first operand.
const OPERANDS: usize = 18;

impl Decoded {
    /// Fields that the text does not show otherwise, with their values.
    pub(super) fn hidden(&self) -> impl Iterator<Item = (Place, u32)> {
        let (word, rest) = (encode(self), self.rest);
        format::places(self.op.row().op.form)
            .filter(move |place| place.get(rest) != 0)
            .map(move |place| (place, place.get(word)))
    }

    /// The operation with its suffixes.
    fn mnemonic(&self) -> String {
        let row = self.op.row();
        let mut out = row.name.to_string();
        let mut add = |suffix: &str| {
            out.push('.');
            out.push_str(suffix);
        };
        let modes = self.modes;
        if matches!(modes, Modes::Alu(m) if m.full) {
            add("hp");
        }
        if self.saturate {
            add("sat");
        }
        if self.cond != Cond::True {
            add(self.cond.name());
        }
        let skips = match modes {
            Modes::Alu(m) => m.skip_helpers,
            Modes::Memory(m) => m.skip_helpers,
            Modes::Texture(_) | Modes::Flow { .. } => false,
        };
        if skips {
            add("skpHp");
        }
        if let Modes::Memory(m) = modes {
            if m.denorm {
                add("denorm");
            }
            if m.local {
                add("local");
            }
        }
        if self.ty != Type::F32 {
            add(self.ty.name());
        }
        match modes {
            Modes::Memory(m) => {
                if m.shift != 0 {
                    add(&format!("ls{}", m.shift));
                }
                if m.pack {
                    add("pack");
                }
            }
            Modes::Alu(m) => {
                if m.pack && row.op.form != Form::Plain {
                    add("pack");
                }
                if m.thread != Thread::Both {
                    add(m.thread.name());
                }
                if m.rounding != Rounding::Default {
                    add(m.rounding.name());
                }
            }
            Modes::Texture(_) | Modes::Flow { .. } => {}
        }
        out
    }

    /// The text with `target` in place of the number of a branch's target.
    pub(super) fn with_target(&self, target: Option<&str>) -> String {
        let mut out = self.mnemonic();
        let pad = OPERANDS.saturating_sub(out.len()).max(1);
        out.push_str(&" ".repeat(pad));
        // Writing to a String cannot fail.
        let _ = write!(out, "{}", self.dst);
        if let Modes::Texture(sampler) = self.modes {
            let _ = write!(out, ", {sampler}");
        }
        let [a, b, c] = self.src;
        let _ = write!(out, ", {a}, {b}, ");
        let _ = match (self.modes, target) {
            (Modes::Flow { .. }, Some(label)) => write!(out, "{label}"),
            (Modes::Flow { target }, None) => write!(out, "{target}"),
            _ => write!(out, "{c}"),
        };
        for (i, (place, value)) in self.hidden().enumerate() {
            let start = if i == 0 { " {" } else { ", " };
            let name = place.field.name;
            let _ = match place.field.width() {
                1..=4 => write!(out, "{start}{name}={value}"),
                _ => write!(out, "{start}{name}={value:#x}"),
            };
        }
        if !self.rest.is_zero() {
            out.push('}');
        }
        out
    }
}

impl fmt::Display for Decoded {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.with_target(None))
    }
}
