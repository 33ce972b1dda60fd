//! Descriptions of draws as text.

use std::io::Write;

use tilescope_families::{Sheet, fold};
use tilescope_tables::draws::{Draw, Line, Relevance, Row, Section, Table, Value, Visitor, Word};

use super::json;
use crate::args::DecodeArgs;
use crate::exit::Failure;
use crate::screen::harmless_json;

/// Columns between those of a table.
const GAP: usize = 2;

/// The draws to describe, and the progress of the walk.
pub struct Wanted {
    /// The number of the next draw in the file.
    pub next: u64,
    /// The draws as JSON, if requested.
    pub json: Option<Vec<serde_json::Value>>,
}

impl Wanted {
    /// The state before the walk.
    pub fn new(args: &DecodeArgs) -> Wanted {
        Wanted {
            next: 0,
            json: args.json.then(Vec::new),
        }
    }

    /// Prints the collected JSON.
    pub fn finish(self, args: &DecodeArgs, out: &mut dyn Write) -> Result<(), Failure> {
        let described = match self.json {
            Some(draws) => {
                let any = !draws.is_empty();
                if any {
                    let all = serde_json::Value::Array(draws);
                    let text = serde_json::to_string_pretty(&all).map_err(std::io::Error::from)?;
                    writeln!(out, "{}", harmless_json(&text))?;
                }
                any
            }
            None => args.draw.is_some_and(|d| d.first < self.next),
        };
        if !described {
            let message = match self.next {
                0 => "there are no draws".to_owned(),
                1 => "there is one draw, number 0".to_owned(),
                n => format!("there are draws 0 to {}", n - 1),
            };
            return Err(Failure::new(message, None));
        }
        Ok(())
    }
}

/// Prints the draws of one submission.
pub struct Show<'s, 'a> {
    /// The output, and the memory that the draws use.
    pub sheet: &'s mut Sheet<'a>,
    /// The command line.
    pub args: &'s DecodeArgs,
    /// The draws to describe.
    pub wanted: &'s mut Wanted,
    /// Number of the submission in its process.
    pub submission: usize,
    /// Its label.
    pub label: String,
    /// The first failure to print.
    pub failed: Option<Failure>,
}

impl Visitor for Show<'_, '_> {
    fn wants(&mut self) -> bool {
        let number = self.wanted.next;
        self.wanted.next += 1;
        self.failed.is_none() && self.args.draw.is_some_and(|d| d.contains(number))
    }

    fn draw(&mut self, draw: Draw) {
        let number = self.wanted.next - 1;
        let shown = match &mut self.wanted.json {
            Some(all) => {
                let place = json::Place {
                    number,
                    submission: self.submission,
                    label: &self.label,
                };
                all.push(json::draw(&draw, &place, self.sheet.memory));
                Ok(())
            }
            None => self.text(&draw, number),
        };
        self.failed = shown.err();
    }

    fn vertices(&self) -> u32 {
        self.args.vertices
    }
}

impl Show<'_, '_> {
    fn text(&mut self, draw: &Draw, number: u64) -> Result<(), Failure> {
        let width = self.args.width();
        let place = self.place(draw.address);
        let label = match self.label.as_str() {
            "" => String::new(),
            label => format!(" ({label})"),
        };
        let out = &mut self.sheet.out;
        writeln!(out, "\ndraw {number}: {}", draw.title)?;
        let at = format!(
            "{} at {place}, draw {} of submission {}{label}",
            draw.command, draw.number, self.submission
        );
        writeln!(out, "  {}", fold(&at, 2, width))?;
        for section in &draw.sections {
            self.section(section, width)?;
        }
        Ok(())
    }

    /// An address with the name of its buffer.
    fn place(&self, address: u64) -> String {
        let named = self.sheet.named(address);
        match self.args.stable {
            true if named.is_empty() => "outside".to_owned(),
            true => named.trim_start().trim_matches(['(', ')']).to_owned(),
            false => format!("{address:#010x}{named}"),
        }
    }

    fn shown(&self, relevance: Relevance) -> bool {
        self.args.all || relevance == Relevance::Used
    }

    fn section(&mut self, section: &Section, width: usize) -> Result<(), Failure> {
        let rows: Vec<&Row> = section
            .rows
            .iter()
            .filter(|r| self.shown(r.relevance))
            .collect();
        let title = match section.address {
            Some(address) => format!("{} at {}", section.title, self.place(address)),
            None => section.title.clone(),
        };
        writeln!(self.sheet.out, "\n  {title}")?;
        let names = rows
            .iter()
            .map(|r| r.name.chars().count())
            .max()
            .unwrap_or(0);
        for row in rows {
            let mut text = self.value(&row.value, true);
            if let Some(at) = row.set_at.filter(|_| self.args.all) {
                text += &format!("  # set at {}", self.place(at));
            }
            if self.args.all && row.relevance == Relevance::Unused {
                text += "  # not used";
            }
            let text = fold(&text, 4 + names + 2, width);
            writeln!(self.sheet.out, "    {:names$}  {text}", row.name)?;
        }
        match &section.table {
            Some(table) => self.table(table, width),
            None => Ok(()),
        }
    }

    fn table(&mut self, table: &Table, width: usize) -> Result<(), Failure> {
        let lines = table.lines.iter().filter(|l| self.shown(l.relevance));
        let text = |line: &Line| -> Vec<String> {
            line.values.iter().map(|v| self.value(v, false)).collect()
        };
        let cells: Vec<Vec<String>> = lines.map(text).collect();
        if cells.is_empty() {
            return Ok(());
        }
        let len = |text: &String| text.chars().count();
        let widths: Vec<usize> = (0..table.columns.len())
            .map(|i| {
                let column = cells.iter().filter_map(|line| line.get(i));
                column
                    .map(len)
                    .max()
                    .unwrap_or(0)
                    .max(len(&table.columns[i]))
            })
            .collect();
        let head = std::iter::once(&table.columns);
        for line in head.chain(&cells) {
            let mut text = String::new();
            let mut column = 4;
            let last = line.len().saturating_sub(1);
            for (i, (cell, w)) in line.iter().zip(&widths).enumerate() {
                if i == last {
                    text += &fold(cell, column, width);
                } else {
                    text += &format!("{cell:w$}{:GAP$}", "");
                    column += w + GAP;
                }
            }
            writeln!(self.sheet.out, "    {}", text.trim_end())?;
        }
        if table.more > 0 {
            writeln!(self.sheet.out, "    ... {} more", table.more)?;
        }
        Ok(())
    }

    /// A value; words with their bits if `bits`.
    fn value(&self, value: &Value, bits: bool) -> String {
        match value {
            Value::Text(text) => text.clone(),
            Value::Count(n) => n.to_string(),
            Value::Address(address) => self.place(*address),
            Value::Words(words) => match words.as_slice() {
                [word] if !word.written => word.hex(),
                [word] if bits => format!("{word} ({})", word.hex()),
                words => {
                    let words: Vec<String> = words.iter().map(Word::to_string).collect();
                    words.join(", ")
                }
            },
        }
    }
}
