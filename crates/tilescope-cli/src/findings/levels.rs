//! The levels of findings: allowed, reported, or failing.

use tilescope_capture::job::{LintTable, SEVERITIES, Selector, has_prefix};
use tilescope_core::Severity;
use tilescope_families::Registry;

use crate::exit::Failure;

/// The effect of a finding.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Level {
    /// It is not reported.
    Allow,
    /// It is reported.
    Warn,
    /// It is reported, and the exit code is 1.
    Deny,
}

/// The names given to `--allow`, `--warn` and `--deny`, or to `[lint]`.
#[derive(Clone, Copy, Debug)]
pub struct Lists<'a> {
    /// Names of findings that are not reported.
    pub allow: &'a [String],
    /// Names of findings that are reported.
    pub warn: &'a [String],
    /// Names of findings that fail.
    pub deny: &'a [String],
}

impl<'a> From<&'a LintTable> for Lists<'a> {
    fn from(table: &'a LintTable) -> Self {
        Lists {
            allow: &table.allow,
            warn: &table.warn,
            deny: &table.deny,
        }
    }
}

/// The level of every rule.
#[derive(Clone, Debug)]
pub struct Levels {
    /// By severity, mildest first.
    severities: [Level; SEVERITIES.len()],
    /// By id or prefix of ids. The longest match wins, and of equal ones the last.
    rules: Vec<(String, Level)>,
}

impl Default for Levels {
    /// Everything fails except severity `slow`.
    fn default() -> Self {
        Levels {
            severities: SEVERITIES.map(|s| match s {
                Severity::Slow => Level::Warn,
                _ => Level::Deny,
            }),
            rules: Vec::new(),
        }
    }
}

impl Levels {
    /// Changes levels. Earlier changes stay in effect unless `lists` overrides them.
    ///
    /// # Errors
    /// An unknown name, or one that is in two lists.
    pub fn change(&mut self, lists: Lists<'_>, families: Registry) -> Result<(), Failure> {
        let lists = [
            (Level::Deny, lists.deny),
            (Level::Warn, lists.warn),
            (Level::Allow, lists.allow),
        ];
        let mut named: Vec<(Selector, Level)> = Vec::new();
        for (level, names) in lists {
            for name in names {
                let selector = Selector::of(name, families)
                    .map_err(|(message, help)| Failure::new(message, Some(&help)))?;
                if let Some((_, other)) = named.iter().find(|n| n.0 == selector && n.1 != level) {
                    let (a, b) = (other.name(), level.name());
                    let message = format!("`{name}` is in both `{a}` and `{b}`");
                    return Err(Failure::new(message, None));
                }
                named.push((selector, level));
            }
        }
        for (selector, level) in named {
            match selector {
                Selector::Rules(id) => self.rules.push((id, level)),
                Selector::Severity(severity) => self.threshold(severity, level),
            }
        }
        Ok(())
    }

    /// `deny` applies to a severity and all worse ones, and milder ones no longer fail; `warn` and
    /// `allow` apply to a severity and all milder ones.
    fn threshold(&mut self, at: Severity, level: Level) {
        for (severity, now) in SEVERITIES.into_iter().zip(&mut self.severities) {
            *now = match level {
                Level::Deny if severity >= at => Level::Deny,
                Level::Warn if severity == at => Level::Warn,
                Level::Deny | Level::Warn if severity < at => (*now).min(Level::Warn),
                Level::Allow if severity <= at => Level::Allow,
                _ => *now,
            };
        }
    }

    /// The level of a rule of this severity.
    pub fn of(&self, rule: &str, severity: Severity) -> Level {
        let fits = self.rules.iter().filter(|(id, _)| has_prefix(rule, id));
        match fits.max_by_key(|(id, _)| id.len()) {
            Some((_, level)) => *level,
            None => self.severities[severity as usize],
        }
    }
}

impl Level {
    fn name(self) -> &'static str {
        match self {
            Level::Allow => "allow",
            Level::Warn => "warn",
            Level::Deny => "deny",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tilescope_families::ALL;

    fn levels(allow: &[&str], warn: &[&str], deny: &[&str]) -> Result<Levels, String> {
        let owned = |names: &[&str]| names.iter().map(|n| n.to_string()).collect();
        let table = LintTable {
            allow: owned(allow),
            warn: owned(warn),
            deny: owned(deny),
        };
        let mut levels = Levels::default();
        let changed = levels.change(Lists::from(&table), ALL);
        changed.map(|()| levels).map_err(|e| e.to_string())
    }

    fn by_severity(levels: &Levels) -> String {
        let letters = SEVERITIES.map(|s| levels.of("VC4-CL-001", s).name());
        letters.map(|name| &name[..1]).concat()
    }

    #[test]
    fn severities_are_thresholds() {
        assert_eq!(by_severity(&Levels::default()), "wdddd");
        assert_eq!(by_severity(&levels(&[], &[], &["slow"]).unwrap()), "ddddd");
        assert_eq!(by_severity(&levels(&[], &[], &["fault"]).unwrap()), "wwwdd");
        assert_eq!(
            by_severity(&levels(&[], &["corrupt"], &[]).unwrap()),
            "wwwdd"
        );
        assert_eq!(
            by_severity(&levels(&["undefined"], &[], &[]).unwrap()),
            "aaddd"
        );
        assert_eq!(
            by_severity(&levels(&["slow"], &[], &["hang"]).unwrap()),
            "awwwd"
        );
    }

    #[test]
    fn the_longest_name_decides() {
        let levels = levels(&["VC4"], &["vc4-qpu"], &["VC4-QPU-120"]).unwrap();
        assert_eq!(levels.of("VC4-QPU-120", Severity::Slow), Level::Deny);
        assert_eq!(levels.of("VC4-QPU-121", Severity::Hang), Level::Warn);
        assert_eq!(levels.of("VC4-CL-001", Severity::Hang), Level::Allow);
        assert_eq!(levels.of("VIV-FE-001", Severity::Hang), Level::Deny);
    }

    #[test]
    fn the_command_line_overrides_the_job() {
        let mut levels = levels(&["VC4-QPU", "hang"], &[], &[]).unwrap();
        let deny = ["VC4-QPU".to_owned(), "corrupt".to_owned()];
        let lists = Lists {
            allow: &[],
            warn: &[],
            deny: &deny,
        };
        levels.change(lists, ALL).unwrap();
        assert_eq!(levels.of("VC4-QPU-120", Severity::Undefined), Level::Deny);
        assert_eq!(levels.of("VC4-CL-001", Severity::Corrupt), Level::Deny);
    }

    #[test]
    fn names_must_be_known_and_unambiguous() {
        let unknown = levels(&["VC4-CL-9999"], &[], &[]).unwrap_err();
        assert!(unknown.starts_with("error: no rule, family of rules or severity is called"));
        assert!(levels(&["VC4-Q"], &[], &[]).is_err());
        let twice = levels(&["VC4-CL"], &[], &["vc4-cl"]).unwrap_err();
        assert_eq!(
            twice,
            "error: `vc4-cl` is in both `deny` and `allow`\n".replace("vc4-cl", "VC4-CL")
        );
    }
}
