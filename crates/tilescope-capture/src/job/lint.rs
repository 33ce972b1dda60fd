//! The `[lint]` table: levels of a job's findings.

use tilescope_core::Severity;
use tilescope_families::Registry;
use tilescope_tables::text::nearest;

use crate::reader::{Errors, Table};

/// Names of rules, of families of rules, and of severities, by their level in `tilescope lint`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LintTable {
    /// Not reported.
    pub allow: Vec<String>,
    /// Reported, without failing.
    pub warn: Vec<String>,
    /// Reported; the exit code is 1.
    pub deny: Vec<String>,
}

/// The findings that a name in a [`LintTable`] selects.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Selector {
    /// The rule of this id, or all rules whose ids begin with it and a hyphen.
    Rules(String),
    /// A severity, and those on one side of it.
    Severity(Severity),
}

/// Every severity, mildest first.
pub const SEVERITIES: [Severity; 5] = [
    Severity::Slow,
    Severity::Undefined,
    Severity::Corrupt,
    Severity::Fault,
    Severity::Hang,
];

impl Selector {
    /// The selector called `name`, in upper or lower case, for the rules of `families`.
    ///
    /// # Errors
    /// Nothing has this name: the message and a suggestion.
    pub fn of(name: &str, families: Registry) -> Result<Selector, (String, String)> {
        let lower = name.to_ascii_lowercase();
        if let Some(severity) = SEVERITIES.into_iter().find(|s| s.name() == lower) {
            return Ok(Selector::Severity(severity));
        }
        let id = name.to_ascii_uppercase();
        if families.rules().any(|r| has_prefix(r.id, &id)) {
            return Ok(Selector::Rules(id));
        }
        let names = SEVERITIES.map(Severity::name).into_iter();
        let help = match nearest(name, families.rules().map(|r| r.id).chain(names)) {
            Some(near) => format!("did you mean `{near}`?"),
            None => "a rule such as VC4-CL-001, a family of rules such as VC4 or VC4-CL, or a \
                     severity: slow, undefined, corrupt, fault, hang"
                .to_owned(),
        };
        let message = format!("no rule, family of rules or severity is called `{name}`");
        Err((message, help))
    }
}

/// Whether `id` is `prefix`, or begins with it and a hyphen.
pub fn has_prefix(id: &str, prefix: &str) -> bool {
    let rest = id.strip_prefix(prefix);
    rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('-'))
}

pub(super) fn read(table: &Table<'_>, families: Registry, errors: &Errors) -> LintTable {
    let names = |key| {
        let named = table.texts(key).unwrap_or_default();
        let known =
            named
                .into_iter()
                .filter_map(|(name, span)| match Selector::of(&name, families) {
                    Ok(_) => Some(name),
                    Err((message, help)) => {
                        errors.at(span, message, Some(help));
                        None
                    }
                });
        known.collect()
    };
    LintTable {
        allow: names("allow"),
        warn: names("warn"),
        deny: names("deny"),
    }
}
