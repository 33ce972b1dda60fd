//! Source maps from assembled bits back to characters of the text.

use crate::text::TextError;
use std::collections::HashMap;

/// A place in the source.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Span {
    /// Line, from 1.
    pub line: u32,
    /// First character, from 1.
    pub column: u32,
    /// Characters.
    pub len: u32,
}

impl Span {
    /// An error at this place.
    pub fn error(self, message: impl Into<String>, help: Option<String>) -> TextError {
        TextError {
            line: self.line,
            column: self.column,
            len: self.len,
            message: message.into(),
            help,
        }
    }

    /// From the start of `self` to the end of `last`, if both are in one line.
    #[must_use]
    pub fn to(self, last: Span) -> Span {
        if last.line == self.line && last.column >= self.column {
            Span {
                len: last.column + last.len - self.column,
                ..self
            }
        } else {
            self
        }
    }

    /// The span from the first to the last character of both, if both are in one line.
    #[must_use]
    fn joined(self, other: Span) -> Span {
        let (first, last) = if self <= other {
            (self, other)
        } else {
            (other, self)
        };
        let inner = first.line == last.line && last.column + last.len <= first.column + first.len;
        if inner { first } else { first.to(last) }
    }
}

/// A statement of the text, and the bits of its operands.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Statement {
    span: Span,
    /// Lowest and highest bit, from the first byte of the statement, and the place.
    operands: Vec<(u32, u32, Span)>,
}

/// The statements of a text, by the bytes that they produced. A statement in a loop is stored once.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SourceMap {
    statements: Vec<Statement>,
    /// Byte offset and number of every statement that produced bytes, in the order
    /// of the bytes.
    starts: Vec<(u32, u32)>,
    /// The statement that begins at a line and column.
    known: HashMap<(u32, u32), u32>,
}

impl SourceMap {
    /// Starts the statement at `span`, whose first byte is at `offset`.
    pub fn begin(&mut self, offset: u32, span: Span) {
        let next = self.statements.len() as u32;
        let number = *self.known.entry((span.line, span.column)).or_insert(next);
        if number == next {
            self.statements.push(Statement {
                span,
                operands: Vec::new(),
            });
        }
        self.starts.push((offset, number));
    }

    /// Records that bits `lo..=hi` of the bytes at `offset` come from `span`,
    /// an operand of the last statement.
    pub fn operand(&mut self, offset: u32, (lo, hi): (u32, u32), span: Span) {
        let Some(&(start, number)) = self.starts.last() else {
            return;
        };
        let first = (offset - start) * 8;
        let operand = (first + lo, first + hi, span);
        let operands = &mut self.statements[number as usize].operands;
        // Later iterations of a loop repeat the operands of the first one.
        if !operands.contains(&operand) {
            operands.push(operand);
        }
    }

    /// The number of statements.
    pub fn len(&self) -> usize {
        self.starts.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.starts.is_empty()
    }

    /// Forgets the starts of all statements but the first `len`.
    pub fn truncate(&mut self, len: usize) {
        self.starts.truncate(len);
    }

    fn statement(&self, offset: u32) -> Option<(u32, &Statement)> {
        let after = self.starts.partition_point(|s| s.0 <= offset);
        let (start, number) = *self.starts.get(after.checked_sub(1)?)?;
        Some((start, self.statements.get(number as usize)?))
    }

    /// The statement that produced the byte at `offset`.
    pub fn span(&self, offset: u32) -> Option<Span> {
        Some(self.statement(offset)?.1.span)
    }

    /// The operands that produced bits `lo..=hi` of the bytes at `offset`, or the
    /// whole statement if those bits come from none of them.
    pub fn span_of_bits(&self, offset: u32, (lo, hi): (u32, u32)) -> Option<Span> {
        let (start, statement) = self.statement(offset)?;
        let first = (offset - start).saturating_mul(8);
        let (lo, hi) = (first.saturating_add(lo), first.saturating_add(hi));
        let hit = statement.operands.iter().filter(|o| o.0 <= hi && lo <= o.1);
        let joined = hit.map(|o| o.2).reduce(Span::joined);
        Some(joined.unwrap_or(statement.span))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(line: u32, column: u32, len: u32) -> Span {
        Span { line, column, len }
    }

    #[test]
    fn bits_lead_to_operands_and_bytes_to_statements() {
        let mut map = SourceMap::default();
        map.begin(0, at(1, 1, 20));
        map.operand(1, (0, 7), at(1, 5, 3));
        map.operand(1, (8, 15), at(1, 10, 3));
        map.begin(4, at(2, 1, 4));
        assert_eq!(map.span(3), Some(at(1, 1, 20)));
        assert_eq!(map.span(4), Some(at(2, 1, 4)));
        assert_eq!(map.span_of_bits(1, (0, 3)), Some(at(1, 5, 3)));
        assert_eq!(map.span_of_bits(0, (16, 23)), Some(at(1, 10, 3)));
        assert_eq!(map.span_of_bits(1, (4, 12)), Some(at(1, 5, 8)));
        assert_eq!(map.span_of_bits(0, (0, 7)), Some(at(1, 1, 20)));
    }

    #[test]
    fn a_statement_of_a_loop_is_stored_once() {
        let mut map = SourceMap::default();
        for round in 0..1000 {
            map.begin(round * 4, at(3, 5, 9));
            map.operand(round * 4, (0, 31), at(3, 9, 5));
        }
        assert_eq!(map.statements.len(), 1);
        assert_eq!(map.statements[0].operands.len(), 1);
        assert_eq!(map.span_of_bits(3996, (0, 31)), Some(at(3, 9, 5)));
    }

    #[test]
    fn places_join_whatever_their_order() {
        assert_eq!(at(1, 10, 3).joined(at(1, 5, 3)), at(1, 5, 8));
        assert_eq!(at(1, 5, 9).joined(at(1, 6, 2)), at(1, 5, 9));
        assert_eq!(at(1, 5, 3).joined(at(2, 1, 3)), at(1, 5, 3));
    }
}
