//! Values of `@name` in lists, shaders, data and `job.toml`.

use std::collections::BTreeMap;

/// Names and values. A buffer's name is its address, `buffer.label` the address
/// of a label in its text, `buffer.size` its bytes, `buffer.end` the address
/// after its last byte.
#[derive(Clone, Debug, Default)]
pub(crate) struct Symbols {
    values: BTreeMap<String, u64>,
    /// Buffers whose addresses and labels are not known yet. Their symbols are
    /// 0, which is enough to determine the sizes of texts.
    pending: Vec<String>,
}

impl Symbols {
    /// Symbols for determining sizes: any name inside `buffers` is 0.
    pub fn sizing(buffers: impl IntoIterator<Item = String>) -> Self {
        Symbols {
            values: BTreeMap::new(),
            pending: buffers.into_iter().collect(),
        }
    }

    pub fn set(&mut self, name: String, value: u64) {
        self.values.insert(name, value);
    }

    /// The value of `name`, written with or without its `@`.
    pub fn get(&self, name: &str) -> Option<u64> {
        let name = name.strip_prefix('@').unwrap_or(name);
        let buffer = name.split('.').next().unwrap_or(name);
        match self.values.get(name) {
            Some(v) => Some(*v),
            None => self.pending.iter().any(|p| p == buffer).then_some(0),
        }
    }

    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.values
            .keys()
            .chain(self.pending.iter())
            .map(String::as_str)
    }
}
