//! The static check of streams: those of recordings, and those of submissions.

use std::collections::{BTreeMap, HashSet};

use tilescope_adreno::check::{Checker, Note};
use tilescope_adreno::chips::Chip;
use tilescope_adreno::rd::Stream;
use tilescope_adreno::stream::{Decoder, MAX_WORDS, Outermost, ReadWords};
use tilescope_core::{AddressSpace, GpuMemory, Unit, Work};

use crate::{RecordedFinding, RecordingCheck, StaticCheck};

const UNIT: Unit = Unit("check");

/// A check of streams, in the order of their submission.
pub(super) struct Streams {
    decoder: Decoder,
    /// The place of each note.
    places: Vec<String>,
    /// The words at fault, as they are listed.
    texts: BTreeMap<u64, String>,
}

impl Streams {
    pub fn new(chip: &'static Chip, outermost: Outermost) -> Streams {
        let mut decoder = Decoder::default();
        decoder.checker = Some(Checker::new(chip));
        decoder.outermost = outermost;
        Streams {
            decoder,
            places: Vec::new(),
            texts: BTreeMap::new(),
        }
    }

    fn notes(&self) -> &[Note] {
        self.decoder.checker.as_ref().map_or(&[], |c| &c.notes)
    }

    /// A submission begins, of one stream or several.
    pub fn begin(&mut self) {
        self.decoder.submission();
    }

    /// Checks a stream. `place` is the path to it.
    pub fn stream(&mut self, stream: Stream, place: &str, read: ReadWords<'_>) {
        let first = self.places.len();
        // That a recording is long is no fault of its last streams.
        self.decoder.fuel = MAX_WORDS;
        self.decoder.list(stream, read, &mut |_| {});
        let new = self.notes().get(first..).unwrap_or_default();
        let at: HashSet<u64> = new.iter().map(|n| n.address).collect();
        self.places.resize(self.notes().len(), place.to_owned());
        if at.is_empty() {
            return;
        }
        // Only now are the lines at fault known.
        let texts = &mut self.texts;
        Decoder::default().list(stream, read, &mut |line| {
            if at.contains(&line.address) {
                let text = texts.entry(line.address);
                text.or_insert_with(|| line.text.to_owned());
            }
        });
    }

    /// One finding for each rule and message, at its first place.
    pub fn finish(self) -> RecordingCheck {
        let mut result = RecordingCheck::default();
        let Some(checker) = self.decoder.checker else {
            return result;
        };
        let dropped = checker.count.saturating_sub(checker.notes.len() as u64);
        if dropped > 0 {
            let note = format!("{dropped} more findings are left out");
            result.notes.push(note);
        }
        let mut known: BTreeMap<(&str, String), usize> = BTreeMap::new();
        for (note, place) in checker.notes.into_iter().zip(self.places) {
            let key = (note.rule.id, note.message.clone());
            if let Some(first) = known.get(&key).and_then(|&i| result.findings.get_mut(i)) {
                first.count += 1;
                continue;
            }
            known.insert(key, result.findings.len());
            result.findings.push(RecordedFinding {
                rule: note.rule,
                message: note.message,
                place,
                address: note.address,
                text: self.texts.get(&note.address).cloned(),
                count: 1,
            });
        }
        result
    }
}

/// The words of mapped memory from an address on.
pub(super) fn words(memory: &AddressSpace, address: u64, out: &mut [u32]) -> usize {
    let mut bytes = vec![0; out.len() * 4];
    let mapped = memory.mapped(address).min(bytes.len() as u64) as usize & !3;
    if memory.read(address, &mut bytes[..mapped], UNIT).is_err() {
        return 0;
    }
    let (words, _) = bytes[..mapped].as_chunks::<4>();
    for (to, word) in out.iter_mut().zip(words) {
        *to = u32::from_le_bytes(*word);
    }
    words.len()
}

impl StaticCheck for Streams {
    fn submission(&mut self, place: &str, work: &[Work], memory: &AddressSpace) {
        let read = |address: u64, out: &mut [u32]| words(memory, address, out);
        self.begin();
        for (i, work) in work.iter().enumerate() {
            if let Work::List { start, end, .. } = *work {
                let words = end.saturating_sub(start) / 4;
                let stream = Stream {
                    address: start,
                    words: u32::try_from(words).unwrap_or(u32::MAX),
                };
                self.stream(stream, &format!("{place} > stream {i}"), &read);
            }
        }
    }

    fn finish(self: Box<Self>) -> RecordingCheck {
        Streams::finish(*self)
    }
}
