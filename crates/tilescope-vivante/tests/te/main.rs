//! Texture units: values against a plain reference in doubles, rules, traffic.

mod formats;
mod rules;
mod scene;
mod values;
