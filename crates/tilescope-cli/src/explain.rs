//! `tilescope explain`: the rules.

use std::io::Write;

use tilescope_core::Rule;

use tilescope_session::show::wrapped;

use crate::args::ExplainArgs;
use crate::exit::{Failure, Finish};

/// Every rule of every family.
pub fn rules() -> impl Iterator<Item = &'static Rule> {
    tilescope_vc4::rules::all().chain(tilescope_vivante::rules::all())
}

pub fn command(args: &ExplainArgs, out: &mut dyn Write) -> Result<Finish, Failure> {
    let Some(id) = &args.rule else {
        for rule in rules() {
            writeln!(
                out,
                "{}  {:9}  {}",
                rule.id,
                rule.severity.name(),
                rule.title
            )?;
        }
        return Ok(Finish::Done);
    };
    match rules().find(|r| r.id.eq_ignore_ascii_case(id)) {
        Some(rule) => {
            out.write_all(text(rule).as_bytes())?;
            Ok(Finish::Done)
        }
        None => {
            let near = rules().min_by_key(|r| strsim::levenshtein(r.id, &id.to_uppercase()));
            let help = near.map(|r| {
                format!(
                    "did you mean {} ({})? `tilescope explain --list` shows all",
                    r.id, r.title
                )
            });
            Err(Failure::new(
                format!("no rule is called `{id}`"),
                help.as_deref(),
            ))
        }
    }
}

/// The rule as a page of text, at most 80 columns wide.
fn text(rule: &Rule) -> String {
    let mut text = format!("{}: {}\n\n", rule.id, rule.title);
    for (name, body) in [
        ("severity", rule.severity.name()),
        ("hardware", rule.hardware),
        ("help", rule.help),
        ("source", rule.source),
    ] {
        text += &wrapped(&format!("{name:9} "), body, 80);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use tilescope_core::Severity;

    #[test]
    fn a_rule_is_a_page() {
        static RULE: Rule = Rule {
            id: "VC4-TEST-001",
            severity: Severity::Hang,
            title: "Lists end",
            hardware: "The control list executor runs past the end of the list and takes whatever \
                       it finds there for packets.",
            help: "End the list.",
            source: "a test",
        };
        assert_eq!(
            text(&RULE),
            "\
VC4-TEST-001: Lists end

severity  hang
hardware  The control list executor runs past the end of the list and takes
          whatever it finds there for packets.
help      End the list.
source    a test
"
        );
    }
}
