//! Texture units: values against a plain reference in doubles, rules, traffic.

mod formats;
mod quirks;
mod rules;
mod scene;
mod values;
