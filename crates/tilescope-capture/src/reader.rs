//! A reader of TOML tables with lists of allowed keys and located errors.

use std::cell::RefCell;
use std::ops::{Range, RangeInclusive};

use tilescope_tables::text::nearest;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

use crate::error::{JobError, SourceFile};

/// The keys that one table of `job.toml` may have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TableKeys<'k> {
    /// The table as written in the file: `[[buffer]]`.
    pub table: &'static str,
    /// Every key it may have.
    pub keys: &'k [&'static str],
}

/// A value and its bytes in the file.
pub(crate) type At<T> = (T, Range<usize>);

/// A number as written in the file; text is an expression with symbols.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Number {
    Int(i128),
    Float(f64),
    Expr(String),
}

/// Collects errors, so that one run reports all of them.
pub(crate) struct Errors {
    pub file: SourceFile,
    pub list: RefCell<Vec<JobError>>,
}

impl Errors {
    pub fn at(&self, span: Range<usize>, message: impl Into<String>, help: Option<String>) {
        let error = self.file.error(span, message, help);
        self.list.borrow_mut().push(error);
    }
}

/// One table being read.
#[derive(Clone)]
pub(crate) struct Table<'a> {
    errors: &'a Errors,
    keys: TableKeys<'a>,
    map: &'a DeTable<'a>,
    /// The whole table, or its header, for errors about missing keys.
    pub span: Range<usize>,
}

fn kind(v: &DeValue<'_>) -> String {
    match v {
        DeValue::String(s) => format!("the string {s:?}"),
        DeValue::Integer(i) if i.radix() == 10 => format!("the integer {}", i.as_str()),
        DeValue::Integer(_) => "an integer".to_owned(),
        DeValue::Float(f) => format!("the float {}", f.as_str()),
        DeValue::Boolean(b) => format!("the boolean {b}"),
        DeValue::Datetime(_) => "a date".to_owned(),
        DeValue::Array(_) => "an array".to_owned(),
        DeValue::Table(_) => "a table".to_owned(),
    }
}

fn integer(v: &DeValue<'_>) -> Option<i128> {
    let i = v.as_integer()?;
    i128::from_str_radix(i.as_str(), i.radix()).ok()
}

impl<'a> Table<'a> {
    /// Starts reading `map`, reporting every key that is not in `keys`.
    pub fn new(
        errors: &'a Errors,
        keys: TableKeys<'a>,
        map: &'a DeTable<'a>,
        span: Range<usize>,
    ) -> Self {
        for key in map.keys() {
            let name = key.get_ref().as_ref();
            if !keys.keys.contains(&name) {
                let help = match nearest(name, keys.keys.iter().copied()) {
                    Some(near) => format!("did you mean `{near}`?"),
                    None => format!("{} has the keys {}", keys.table, list(keys.keys)),
                };
                errors.at(
                    key.span(),
                    format!("unknown key `{name}` in {}", keys.table),
                    Some(help),
                );
            }
        }
        Table {
            errors,
            keys,
            map,
            span,
        }
    }

    fn get(&self, key: &'static str) -> Option<&'a Spanned<DeValue<'a>>> {
        debug_assert!(
            self.keys.keys.contains(&key),
            "{key} is not declared for {}",
            self.keys.table
        );
        self.map.get(key)
    }

    /// Whether the key is present, with any value.
    pub fn has(&self, key: &'static str) -> bool {
        self.get(key).is_some()
    }

    /// The place of the value of `key`; that of the table if it is absent.
    pub fn span_of(&self, key: &'static str) -> Range<usize> {
        self.get(key).map_or(self.span.clone(), Spanned::span)
    }

    /// Reports an error at the value of `key`.
    pub fn error(&self, key: &'static str, message: impl Into<String>, help: Option<String>) {
        self.errors.at(self.span_of(key), message, help);
    }

    fn wrong(&self, key: &str, v: &Spanned<DeValue<'_>>, expected: &str) {
        self.errors.at(
            v.span(),
            format!("`{key}` is {}", kind(v.get_ref())),
            Some(format!("expected {expected}")),
        );
    }

    /// Reports that `key` is missing.
    pub fn missing(&self, key: &str, example: &str) {
        self.errors.at(
            self.span.clone(),
            format!("{} lacks `{key}`", self.keys.table),
            Some(format!("add, for example, `{example}`")),
        );
    }

    /// A string, if the key is present.
    pub fn text(&self, key: &'static str) -> Option<At<String>> {
        let v = self.get(key)?;
        match v.get_ref().as_str() {
            Some(s) => Some((s.to_owned(), v.span())),
            None => {
                self.wrong(key, v, "a string");
                None
            }
        }
    }

    /// A required string.
    pub fn required_text(&self, key: &'static str, example: &str) -> Option<At<String>> {
        if !self.has(key) {
            self.missing(key, example);
        }
        self.text(key)
    }

    /// An integer in `range`, if the key is present.
    pub fn integer(&self, key: &'static str, range: RangeInclusive<i128>) -> Option<At<i128>> {
        let v = self.get(key)?;
        match integer(v.get_ref()) {
            Some(i) if range.contains(&i) => Some((i, v.span())),
            _ => {
                self.wrong(key, v, &in_range(&range));
                None
            }
        }
    }

    /// A required integer.
    pub fn required_integer(
        &self,
        key: &'static str,
        range: RangeInclusive<i128>,
        example: &str,
    ) -> Option<At<i128>> {
        if !self.has(key) {
            self.missing(key, example);
        }
        self.integer(key, range)
    }

    /// Integers, floats and expressions; a single one counts as a list of one.
    pub fn numbers(&self, key: &'static str) -> Option<Vec<At<Number>>> {
        let v = self.get(key)?;
        let one = |v: &Spanned<DeValue<'_>>| {
            let n = match v.get_ref() {
                DeValue::Integer(_) => integer(v.get_ref()).map(Number::Int),
                DeValue::Float(f) => f.as_str().parse().ok().map(Number::Float),
                DeValue::String(s) => Some(Number::Expr(s.to_string())),
                _ => None,
            };
            if n.is_none() {
                self.wrong(key, v, "a number, or a string such as \"@buffer + 16\"");
            }
            n.map(|n| (n, v.span()))
        };
        match v.get_ref() {
            DeValue::Array(a) => a.iter().map(one).collect(),
            _ => Some(vec![one(v)?]),
        }
    }

    /// Exactly `N` integers in `range`.
    pub fn integers<const N: usize>(
        &self,
        key: &'static str,
        range: RangeInclusive<i128>,
    ) -> Option<[i128; N]> {
        let v = self.get(key)?;
        let found: Option<Vec<i128>> = v.get_ref().as_array().and_then(|a| {
            a.iter()
                .map(|v| integer(v.get_ref()).filter(|i| range.contains(i)))
                .collect()
        });
        let found = found.and_then(|f| <[i128; N]>::try_from(f).ok());
        if found.is_none() {
            self.wrong(
                key,
                v,
                &format!("an array of {N}, each {}", in_range(&range)),
            );
        }
        found
    }

    /// Strings; a single one counts as a list of one.
    pub fn texts(&self, key: &'static str) -> Option<Vec<At<String>>> {
        let v = self.get(key)?;
        let one = |v: &Spanned<DeValue<'_>>| match v.get_ref().as_str() {
            Some(s) => Some((s.to_owned(), v.span())),
            None => {
                self.wrong(key, v, "a string");
                None
            }
        };
        match v.get_ref() {
            DeValue::Array(a) => a.iter().map(one).collect(),
            _ => Some(vec![one(v)?]),
        }
    }

    /// A sub-table.
    pub fn table(&self, key: &'static str, keys: TableKeys<'a>) -> Option<Table<'a>> {
        let v = self.get(key)?;
        match v.get_ref().as_table() {
            Some(t) => Some(Table::new(self.errors, keys, t, v.span())),
            None => {
                self.wrong(key, v, &format!("a table with {}", list(keys.keys)));
                None
            }
        }
    }

    /// A list of sub-tables; a single one counts as a list of one.
    pub fn tables(&self, key: &'static str, keys: TableKeys<'a>) -> Vec<Table<'a>> {
        let Some(v) = self.get(key) else {
            return Vec::new();
        };
        match v.get_ref() {
            DeValue::Array(a) => a
                .iter()
                .filter_map(|v| match v.get_ref().as_table() {
                    Some(t) => Some(Table::new(self.errors, keys, t, v.span())),
                    None => {
                        self.wrong(key, v, &format!("a table with {}", list(keys.keys)));
                        None
                    }
                })
                .collect(),
            DeValue::Table(t) => vec![Table::new(self.errors, keys, t, v.span())],
            _ => {
                self.wrong(key, v, &format!("{} tables", keys.table));
                Vec::new()
            }
        }
    }

    /// Every key of the table with an integer value, for tables whose keys are free.
    pub fn free_integers(
        errors: &Errors,
        value: &Spanned<DeValue<'_>>,
        what: &str,
    ) -> Vec<(String, u64)> {
        let Some(t) = value.get_ref().as_table() else {
            errors.at(
                value.span(),
                format!("`{what}` is {}", kind(value.get_ref())),
                Some("expected a table of names and integers".to_owned()),
            );
            return Vec::new();
        };
        t.iter()
            .filter_map(|(k, v)| {
                let n = integer(v.get_ref()).and_then(|i| u64::try_from(i).ok());
                if n.is_none() {
                    errors.at(
                        v.span(),
                        format!("`{}` is {}", k.get_ref(), kind(v.get_ref())),
                        Some("expected an integer from 0".to_owned()),
                    );
                }
                Some((k.get_ref().to_string(), n?))
            })
            .collect()
    }

    /// The unread value of `key`.
    pub fn raw(&self, key: &'static str) -> Option<&'a Spanned<DeValue<'a>>> {
        self.get(key)
    }
}

fn in_range(range: &RangeInclusive<i128>) -> String {
    format!("an integer from {} to {}", range.start(), range.end())
}

/// `a`, `b` and `c`, each in backquotes.
pub(crate) fn list(words: &[&str]) -> String {
    let quoted: Vec<String> = words.iter().map(|w| format!("`{w}`")).collect();
    match quoted.as_slice() {
        [] => "nothing".to_owned(),
        [one] => one.clone(),
        [most @ .., last] => format!("{} and {last}", most.join(", ")),
    }
}
