//! The assembly of a set whose words are numbers and distances to labels.

use tilescope_tables::asm::lex::{Tok, lex};
use tilescope_tables::asm::{
    Assembled, At, Cursor, Labels, Language, Lines, Parsed, assemble, is_name, unsigned,
};

#[derive(Default)]
struct Numbers {
    /// Added to the numbers that follow.
    plus: i64,
}

enum Statement<'a> {
    Number(i64),
    Distance(Cursor<'a>),
}

impl Language for Numbers {
    type Statement<'a> = Statement<'a>;
    type Word = i64;
    const BYTES: u32 = 4;
    const COMMENTS: &'static [&'static str] = &["#", "//"];

    fn duplicate(label: &str) -> String {
        format!("{label} again")
    }

    fn line<'a>(
        &mut self,
        rest: Cursor<'a>,
        lines: &mut Lines<'a, '_, Statement<'a>>,
    ) -> Parsed<()> {
        let mut after = rest;
        let word = after.take_while(|c| is_name(c) || "@-".contains(c));
        let after = after.trimmed();
        match word.text {
            "plus" => match after.integer() {
                Some(n) => self.plus = n,
                None => return after.refuse("not a number", "plus 1"),
            },
            "set" => match after.by_commas().as_slice() {
                [name, number] => lines.set(name.text, number.integer().unwrap_or(0)),
                _ => return after.refuse("not a name and a number", ""),
            },
            "to" => lines.push(Statement::Distance(after), rest.at()),
            text => match word.integer().or_else(|| lines.value(text)) {
                Some(n) => lines.push(Statement::Number(n + self.plus), rest.at()),
                None => return word.refuse("unknown", ""),
            },
        }
        Ok(())
    }

    fn encode(statement: &Statement<'_>, index: u32, labels: &Labels<'_>) -> Parsed<Option<i64>> {
        match statement {
            Statement::Number(n) => Ok(Some(*n)),
            Statement::Distance(label) => match labels.find(label.text) {
                Some(to) => Ok(Some(i64::from(to) - i64::from(index))),
                None if labels.complete => label.refuse("no label", &labels.meant(label.text)),
                None => Ok(None),
            },
        }
    }

    fn places(statement: &Statement<'_>, _: i64) -> Vec<((u32, u32), At)> {
        match statement {
            Statement::Number(_) => Vec::new(),
            Statement::Distance(label) => vec![((0, 31), label.at())],
        }
    }
}

/// Places and messages of the errors.
fn errors(source: &str) -> Vec<(u32, u32, u32, String)> {
    let result = assemble::<Numbers>(source, &|_| None);
    let errors = result.expect_err(source).into_iter();
    errors
        .map(|e| (e.line, e.column, e.len, e.message))
        .collect()
}

#[test]
fn labels_constants_symbols_and_state() {
    let source = "set n, 5\na: b:\n  n # five\nplus 10\nc: 1_0 // ten\n-0x2\n to a\n@s\nend:";
    let symbols = |name: &str| (name == "s").then_some(0x40);
    let Assembled { words, labels, map } = assemble::<Numbers>(source, &symbols).unwrap();
    assert_eq!(words, [5, 20, 8, -3, 0x4a]);
    let expected = [("a", 0), ("b", 0), ("c", 1), ("end", 5)];
    assert_eq!(labels, expected.map(|(name, at)| (name.to_owned(), at)));
    let spans = [0, 4, 8, 12, 16].map(|offset| map.span(offset).unwrap());
    let places = spans.map(|s| (s.line, s.column, s.len));
    assert_eq!(
        places,
        [(3, 3, 1), (5, 4, 3), (6, 1, 4), (7, 2, 4), (8, 1, 2)]
    );
}

#[test]
fn errors_have_places_and_follow_lines() {
    let e = |line, column, len, message: &str| (line, column, len, message.to_owned());
    assert_eq!(errors("1\n  what 3"), [e(2, 3, 4, "unknown")]);
    assert_eq!(errors("x: 1\ny: x : 2"), [e(2, 4, 1, "x again")]);
    assert_eq!(errors("to y\nplus\n"), [e(2, 5, 0, "not a number")]);
    assert_eq!(
        errors("here: 1\nto her\nto z"),
        [e(2, 4, 3, "no label"), e(3, 4, 1, "no label")]
    );
    let help = assemble::<Numbers>("here: 1\nto her", &|_| None).unwrap_err();
    assert_eq!(help[0].help.as_deref(), Some("did you mean `here`?"));
    assert_eq!(errors(&"?\n".repeat(300)).len(), 100);
}

#[test]
fn tokens() {
    let cursor = Cursor {
        text: "add.sf r0, 0x1f ; 1.5f @a.b",
        column: 5,
    };
    let tokens = lex(cursor).unwrap();
    let found: Vec<_> = tokens.iter().map(|t| (t.tok, t.at.column)).collect();
    let expected = [
        (Tok::Name("add"), 5),
        (Tok::Suffix("sf"), 8),
        (Tok::Name("r0"), 12),
        (Tok::Punct(','), 14),
        (Tok::Int(31), 16),
        (Tok::Punct(';'), 21),
        (Tok::Float(1.5), 23),
        (Tok::Name("@a.b"), 28),
    ];
    assert_eq!(found, expected);
    let refused = lex(Cursor::new("a  é")).unwrap_err();
    assert_eq!(refused.at, At { column: 4, len: 1 });
    assert_eq!(refused.message, "`é` is not valid here");
    assert!(lex(Cursor::new("12ab")).is_err());
}

#[test]
fn numbers() {
    for (text, value) in [
        ("12", Some(12)),
        ("1_000", Some(1000)),
        ("0xFf", Some(255)),
        ("0X10", Some(16)),
        ("0b1_01", Some(5)),
        ("18446744073709551615", Some(u64::MAX)),
        ("18446744073709551616", None),
        ("+1", None),
        ("0x+1", None),
        ("0x", None),
        ("", None),
        ("1f", None),
    ] {
        assert_eq!(unsigned(text), value, "{text}");
    }
    let integer = |text| Cursor::new(text).integer();
    assert_eq!(integer("-0x10"), Some(-16));
    assert_eq!(integer("9223372036854775807"), Some(i64::MAX));
    assert_eq!(integer("9223372036854775808"), None);
    assert_eq!(integer("--1"), None);
}
