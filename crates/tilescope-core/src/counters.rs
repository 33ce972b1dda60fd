//! Named counters of a run.

use std::borrow::Cow;

/// Counts by name, in name order. Add to it at batch, draw or tile boundaries,
/// never per pixel.
///
/// Names are dotted paths, from unit to quantity: `"qpu.fragment.instructions"`,
/// `"memory.TMU.read_bytes"`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Counters {
    /// By name. There are a few dozen, and most additions are to one that exists, by
    /// the same string.
    list: Vec<(Cow<'static, str>, u64)>,
}

impl Counters {
    /// Adds `n` to the counter `name`, which starts at zero.
    pub fn add(&mut self, name: impl Into<Cow<'static, str>>, n: u64) {
        if n == 0 {
            return;
        }
        let name = name.into();
        let same = |(k, _): &(Cow<'static, str>, u64)| std::ptr::eq(&**k, &*name);
        let known = self.list.iter().position(same);
        match known.map_or_else(|| self.place(&name), Ok) {
            Ok(i) => self.list[i].1 = self.list[i].1.saturating_add(n),
            Err(i) => self.list.insert(i, (name, n)),
        }
    }

    /// The position of `name`, or where to insert it.
    fn place(&self, name: &str) -> Result<usize, usize> {
        self.list.binary_search_by(|(k, _)| (**k).cmp(name))
    }

    /// The value of `name`; zero if nothing was added to it.
    pub fn get(&self, name: &str) -> u64 {
        self.place(name).map_or(0, |i| self.list[i].1)
    }

    /// All counters that are not zero, in name order.
    pub fn iter(&self) -> impl Iterator<Item = (&str, u64)> {
        self.list.iter().map(|(k, v)| (&**k, *v))
    }

    /// Adds every counter of `other`.
    pub fn merge(&mut self, other: &Counters) {
        for (name, n) in &other.list {
            self.add(name.clone(), *n);
        }
    }
}
