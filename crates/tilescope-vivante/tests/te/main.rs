//! Texture units: values compared with a reference in binary64, rules, traffic.

mod formats;
mod quirks;
mod rules;
mod scene;
mod values;
