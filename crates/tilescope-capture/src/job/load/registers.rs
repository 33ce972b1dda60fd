//! Register scripts of a job.

use tilescope_tables::text::nearest;

use super::Scope;
use crate::job::{MmioOp, place};
use crate::reader::{Number, Table, list};

/// One access of a register.
pub(super) fn access(table: &Table<'_>, scope: &Scope<'_>) -> Option<MmioOp> {
    let (family, symbols, errors) = (scope.family, scope.symbols, scope.errors);
    let verbs: Vec<&'static str> = ["write", "read", "expect", "wait"]
        .into_iter()
        .filter(|k| table.has(k))
        .collect();
    let [verb] = verbs.as_slice() else {
        errors.at(
            table.span.clone(),
            match verbs.len() {
                0 => "[[submission.mmio]] does nothing".to_owned(),
                _ => format!("[[submission.mmio]] has {} at once", list(&verbs)),
            },
            Some("a step is one of `write`, `read`, `expect` and `wait`".to_owned()),
        );
        return None;
    };
    let values = table.numbers(verb)?;
    let (name, value) = match (values.as_slice(), *verb) {
        ([name], "read") => (name, None),
        ([name, value], "write" | "expect" | "wait") => {
            (name, Some(place::word(value, 32, symbols, errors)? as u32))
        }
        _ => {
            let example = match *verb {
                "read" => "read = \"ERRSTAT\"".to_owned(),
                _ => format!("{verb} = [\"CT0EA\", \"@bin.end\"]"),
            };
            table.error(
                verb,
                format!("`{verb}` has {} values", values.len()),
                Some(format!("write, for example, `{example}`")),
            );
            return None;
        }
    };
    let Number::Expr(register) = &name.0 else {
        errors.at(
            name.1.clone(),
            "a register is given by its name",
            Some("for example \"CT0CA\"".to_owned()),
        );
        return None;
    };
    let Some(offset) = family.register(register) else {
        let help = match nearest(register, family.register_names()) {
            Some(near) => format!("did you mean \"{near}\"?"),
            None => "the registers are in the reference of the chip".to_owned(),
        };
        errors.at(
            name.1.clone(),
            format!("no register is called `{register}`"),
            Some(help),
        );
        return None;
    };
    let register = register.clone();
    let mask = table.integer("mask", 0..=u32::MAX.into());
    if matches!(*verb, "write" | "read") && mask.is_some() {
        table.error("mask", format!("`mask` is not used with `{verb}`"), None);
    }
    let mask = mask.map_or(u32::MAX, |m| m.0 as u32);
    Some(match (*verb, value) {
        ("write", Some(value)) => MmioOp::Write {
            register,
            offset,
            value,
        },
        ("expect", Some(value)) => MmioOp::Expect {
            register,
            offset,
            mask,
            value,
        },
        ("wait", Some(value)) => MmioOp::Wait {
            register,
            offset,
            mask,
            value,
        },
        _ => MmioOp::Read { register, offset },
    })
}
