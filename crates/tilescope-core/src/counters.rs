//! Named counters of a run.

use std::borrow::Cow;
use std::collections::BTreeMap;

/// Counts by name, in name order. Add to it at batch, draw or tile boundaries,
/// never per pixel.
///
/// Names are dotted paths, from unit to quantity: `"qpu.fragment.instructions"`,
/// `"memory.TMU.read_bytes"`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Counters(BTreeMap<Cow<'static, str>, u64>);

impl Counters {
    /// Adds `n` to the counter `name`, which starts at zero.
    pub fn add(&mut self, name: impl Into<Cow<'static, str>>, n: u64) {
        if n != 0 {
            let value = self.0.entry(name.into()).or_default();
            *value = value.saturating_add(n);
        }
    }

    /// The value of `name`; zero if nothing was ever added to it.
    pub fn get(&self, name: &str) -> u64 {
        self.0.get(name).copied().unwrap_or(0)
    }

    /// All counters that are not zero, in name order.
    pub fn iter(&self) -> impl Iterator<Item = (&str, u64)> {
        self.0.iter().map(|(k, v)| (&**k, *v))
    }

    /// Adds every counter of `other`.
    pub fn merge(&mut self, other: &Counters) {
        for (name, n) in &other.0 {
            self.add(name.clone(), *n);
        }
    }
}
