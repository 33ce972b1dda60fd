//! Lists of rules by unit, and the check of such a list.

use std::collections::BTreeSet;

use crate::diag::Rule;

/// Declares rules of one unit: a static each, and `ALL`, the list of them.
///
/// A rule reads `NAME = "id", Severity, "title", hardware: "...", help: "...",
/// source: "...";`.
#[macro_export]
macro_rules! rules {
    ($($name:ident = $id:literal, $severity:ident,
        $title:literal,
        hardware: $hardware:literal,
        help: $help:literal,
        source: $source:literal;)+) => {
        $(
            #[doc = concat!("`", $id, "`: ", $title)]
            pub static $name: $crate::Rule = $crate::Rule {
                id: $id,
                severity: $crate::Severity::$severity,
                title: $title,
                hardware: $hardware,
                help: $help,
                source: $source,
            };
        )+

        /// Every rule of this module, by ascending id.
        pub const ALL: &[&$crate::Rule] = &[$(&$name),+];
    };
}

/// The problems of the rules of a family, for its test: ids are `FAMILY-UNIT-nnn`,
/// unique, and ascend within a list; texts are whole sentences.
pub fn rule_problems(family: &str, units: &[&str], lists: &[&[&Rule]]) -> Vec<String> {
    let mut problems = Vec::new();
    let mut seen = BTreeSet::new();
    for list in lists {
        for pair in list.windows(2) {
            if pair[0].id >= pair[1].id {
                problems.push(format!("{} before {}", pair[0].id, pair[1].id));
            }
        }
    }
    for rule in lists.iter().copied().flatten() {
        let id = rule.id;
        let mut complain = |what: &str| problems.push(format!("{id}: {what}"));
        if !seen.insert(id) {
            complain("used twice");
        }
        let parts: Vec<&str> = id.split('-').collect();
        let formed = match parts[..] {
            [first, unit, number] => {
                first == family
                    && units.contains(&unit)
                    && number.len() == 3
                    && number.parse::<u16>().is_ok()
            }
            _ => false,
        };
        if !formed {
            complain("not an id of the family");
        }
        if rule.title.len() <= 15 || rule.title.ends_with('.') {
            complain("the title is not a statement");
        }
        for text in [rule.hardware, rule.help] {
            if text.len() <= 15 || !text.ends_with('.') {
                complain("not a whole sentence");
            }
        }
        if rule.source.len() <= 4 {
            complain("no source");
        }
        for text in [rule.title, rule.hardware, rule.help, rule.source] {
            if text.contains("  ") || text.contains('\n') {
                complain("two spaces or a line break");
            }
        }
    }
    problems
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Severity;

    const GOOD: Rule = Rule {
        id: "FAM-UNIT-002",
        severity: Severity::Slow,
        title: "something must hold of a word",
        hardware: "It does something else.",
        help: "Write something else.",
        source: "a document",
    };

    #[test]
    fn each_fault_is_named() {
        let one = |rule: &Rule| rule_problems("FAM", &["UNIT"], &[&[rule]]);
        assert_eq!(one(&GOOD), [""; 0]);
        let bad = |id: &'static str| one(&Rule { id, ..GOOD });
        for id in [
            "FAM-UNIT-2",
            "FAM-OTHER-002",
            "OTHER-UNIT-002",
            "FAM-UNIT-002-3",
            "",
        ] {
            assert_eq!(bad(id), [format!("{id}: not an id of the family")]);
        }
        let title = "something must hold of a word.";
        assert_eq!(one(&Rule { title, ..GOOD }).len(), 1);
        assert_eq!(
            one(&Rule {
                help: "Short",
                ..GOOD
            })
            .len(),
            1
        );
        assert_eq!(one(&Rule { source: "", ..GOOD }).len(), 1);
        let source = "two  spaces";
        assert_eq!(one(&Rule { source, ..GOOD }).len(), 1);
        let twice = rule_problems("FAM", &["UNIT"], &[&[&GOOD, &GOOD]]);
        assert_eq!(
            twice,
            [
                "FAM-UNIT-002 before FAM-UNIT-002",
                "FAM-UNIT-002: used twice"
            ]
        );
    }
}
