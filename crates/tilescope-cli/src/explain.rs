//! `tilescope explain`: rules by id, by family, or by words.

use tilescope_capture::job::has_prefix;
use tilescope_core::Rule;
use tilescope_families::Registry;
use tilescope_session::show::{Role, Styled, wrapped};

use crate::args::ExplainArgs;
use crate::exit::{Failure, Finish};
use crate::screen::Screen;

pub fn command(
    args: &ExplainArgs,
    families: Registry,
    out: &mut Screen<'_>,
) -> Result<Finish, Failure> {
    let rules = || families.rules();
    if args.list {
        return list(rules(), out);
    }
    if let [id] = args.query.as_slice() {
        let upper = id.to_ascii_uppercase();
        if let Some(rule) = rules().find(|r| r.id == upper) {
            out.text(&text(rule))?;
            return Ok(Finish::Done);
        }
        let family = || rules().filter(|r| has_prefix(r.id, &upper));
        if family().next().is_some() {
            return list(family(), out);
        }
    }
    let words: Vec<String> = args.query.iter().map(|w| w.to_lowercase()).collect();
    let found = || rules().filter(|r| words.iter().all(|w| mentions(r, w)));
    if found().next().is_some() {
        return list(found(), out);
    }
    let query = args.query.join(" ");
    let near = rules().min_by_key(|r| strsim::levenshtein(r.id, &query.to_uppercase()));
    // Only queries that look like ids are compared with ids.
    let near = near.filter(|_| query.contains('-'));
    let help = match near {
        Some(r) => format!(
            "did you mean {} ({})? `tilescope explain --list` lists all rules",
            r.id, r.title
        ),
        None => "`tilescope explain --list` lists all rules".to_owned(),
    };
    let message = match near {
        Some(_) => format!("no rule is called `{query}`"),
        None => format!("no rule mentions `{query}`"),
    };
    Err(Failure::new(message, Some(&help)))
}

/// One line for each rule.
fn list(
    rules: impl Iterator<Item = &'static Rule>,
    out: &mut Screen<'_>,
) -> Result<Finish, Failure> {
    for rule in rules {
        let severity = rule.severity.name();
        let mut line = Styled::default();
        line.add(Role::Strong, rule.id);
        line.plain("  ");
        line.add(Role::Severity(rule.severity), &format!("{severity:9}"));
        line.plain(&format!("  {}\n", rule.title));
        out.styled(&line)?;
    }
    Ok(Finish::Done)
}

/// Whether any text of the rule has the word, which is in lower case.
fn mentions(rule: &Rule, word: &str) -> bool {
    let texts = [
        rule.id,
        rule.severity.name(),
        rule.title,
        rule.hardware,
        rule.help,
    ];
    texts.iter().any(|text| text.to_lowercase().contains(word))
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
