//! Loading: `job.toml` to a [`Job`].

mod registers;

use std::cell::RefCell;
use std::path::Path;

use tilescope_core::{Submission, Work};
use tilescope_families::{Chip, Family, Registry};
use tilescope_pixel::Surface;
use tilescope_tables::text::nearest;
use toml::de::DeTable;

use super::{
    Buffer, Expect, ExpectedImage, ExpectedPixel, ExpectedStatus, ExpectedWords, Job,
    MAX_TARGET_SIZE, MmioScript, Origin, Step, Target, TargetFormat, TargetLayout, files, lint,
    place, schema,
};
use crate::data;
use crate::error::{JobError, SourceFile};
use crate::reader::{At, Errors, Number, Table, TableKeys, list};
use crate::symbols::Symbols;

pub(super) fn load(path: &Path, families: Registry) -> Result<Job, Vec<JobError>> {
    let folder = match path.file_name() {
        Some(f) if f == "job.toml" && path.is_file() => match path.parent() {
            Some(p) if p != Path::new("") => p,
            _ => Path::new("."),
        },
        _ => path,
    };
    let text = files::job_file(folder).map_err(|e| vec![e])?;
    let file = SourceFile::new("job.toml", &text);
    let root = DeTable::parse(&text).map_err(|e| {
        let span = e.span().unwrap_or(0..0);
        vec![file.error(span, e.message().trim_end(), None)]
    })?;
    let errors = Errors {
        file,
        list: RefCell::new(Vec::new()),
    };
    let keys = schema::submission_keys(families);
    let submission = TableKeys {
        keys: &keys,
        ..schema::SUBMISSION
    };
    let job = read(folder, root.get_ref(), families, submission, &errors);
    let found = errors.list.into_inner();
    match job {
        Some(job) if found.is_empty() => Ok(job),
        _ => Err(found),
    }
}

/// One of the words of `all`; an unknown one is an error.
fn choice<T: Copy>(
    table: &Table<'_>,
    key: &'static str,
    all: &[(&'static str, T)],
    default: Option<T>,
) -> Option<T> {
    if !table.has(key) {
        if default.is_none() {
            table.missing(key, &format!("{key} = \"{}\"", all[0].0));
        }
        return default;
    }
    let (name, _) = table.text(key)?;
    let found = all.iter().find(|(n, _)| *n == name).map(|(_, v)| *v);
    if found.is_none() {
        let names: Vec<&str> = all.iter().map(|(n, _)| *n).collect();
        let help = match nearest(&name, names.iter().copied()) {
            Some(near) => format!("did you mean \"{near}\"?"),
            None => format!("expected one of {}", list(&names)),
        };
        table.error(key, format!("`{key}` is \"{name}\""), Some(help));
    }
    found
}

/// The index of the item that `key` names.
fn reference(
    table: &Table<'_>,
    key: &'static str,
    what: &str,
    names: &[&str],
    errors: &Errors,
) -> Option<usize> {
    let example = format!("{key} = \"{}\"", names.first().unwrap_or(&"name"));
    let named = table.required_text(key, &example)?;
    lookup(&named, what, names, errors)
}

fn lookup(named: &At<String>, what: &str, names: &[&str], errors: &Errors) -> Option<usize> {
    let (name, span) = named;
    let plain = name.strip_prefix('@').unwrap_or(name);
    let found = names.iter().position(|n| *n == plain);
    if found.is_none() {
        let help = match nearest(plain, names.iter().copied()) {
            Some(near) => format!("did you mean \"{near}\"?"),
            None => format!("the job's {what}s are {}", list(names)),
        };
        errors.at(
            span.clone(),
            format!("no {what} is called `{name}`"),
            Some(help),
        );
    }
    found
}

/// The names that the rest of the job refers to.
struct Scope<'a> {
    families: Registry,
    family: &'a dyn Family,
    buffers: &'a [Buffer],
    names: Vec<&'a str>,
    symbols: &'a Symbols,
    errors: &'a Errors,
}

fn read<'a>(
    folder: &Path,
    root: &'a DeTable<'a>,
    families: Registry,
    submission: TableKeys<'a>,
    errors: &'a Errors,
) -> Option<Job> {
    let root = Table::new(errors, schema::ROOT, root, 0..0);
    let chip = root.required_text("chip", "chip = \"bcm2835\"");
    let title = root.required_text("title", "title = \"One triangle\"");
    let description = root.text("description");
    let chip = chip.and_then(|(name, span)| {
        let found = families.chip(&name);
        if found.is_none() {
            let names: Vec<&str> = families.chips().map(|c| c.info.name).collect();
            let help = match nearest(&name, names.iter().copied()) {
                Some(near) => format!("did you mean \"{near}\"?"),
                None => format!("the chips are {}; see `tilescope gpus`", list(&names)),
            };
            errors.at(span, format!("no chip is called `{name}`"), Some(help));
        }
        found
    });
    // Everything below needs the chip: the width of addresses, the language of texts.
    let Chip { family, info: chip } = chip?;

    let tables = root.tables("buffer", schema::BUFFER);
    let (buffers, symbols) = place::buffers(tables, folder, family, errors);
    if !errors.list.borrow().is_empty() {
        return None;
    }
    let scope = Scope {
        families,
        family,
        buffers: &buffers,
        names: buffers.iter().map(|b| b.name.as_str()).collect(),
        symbols: &symbols,
        errors,
    };
    let mut targets: Vec<Target> = Vec::new();
    for table in root.tables("target", schema::TARGET) {
        let Some(t) = target(&table, &scope) else {
            continue;
        };
        if targets.iter().any(|o| o.name == t.name) {
            let message = format!("target `{}` is defined twice", t.name);
            table.error("name", message, None);
        }
        targets.push(t);
    }
    let steps: Vec<Step> = root
        .tables("submission", submission)
        .iter()
        .filter_map(|t| step(t, &scope))
        .collect();
    if !root.has("submission") {
        root.missing("submission", "[[submission]]");
    }
    let target_names: Vec<&str> = targets.iter().map(|t| t.name.as_str()).collect();
    let expect = root
        .table("expect", schema::EXPECT)
        .map(|t| expect(&t, &targets, &target_names, &scope));
    let lint = root
        .table("lint", schema::LINT)
        .map(|t| lint::read(&t, families, errors));
    Some(Job {
        folder: folder.to_owned(),
        chip,
        family,
        title: title?.0,
        description: description.map_or(String::new(), |d| d.0.trim().to_owned()),
        buffers,
        targets,
        steps,
        expect: expect.unwrap_or_default(),
        lint: lint.unwrap_or_default(),
    })
}

fn target(table: &Table<'_>, scope: &Scope<'_>) -> Option<Target> {
    let size = 1..=i128::from(MAX_TARGET_SIZE);
    let name = table.required_text("name", "name = \"frame\"");
    let buffer = reference(table, "buffer", "buffer", &scope.names, scope.errors);
    let offset = table.integer("offset", 0..=u32::MAX.into());
    let width = table.required_integer("width", size.clone(), "width = 640");
    let height = table.required_integer("height", size, "height = 480");
    let format = choice(table, "format", TargetFormat::ALL, None);
    let layout = choice(
        table,
        "layout",
        TargetLayout::ALL,
        Some(TargetLayout::Linear),
    );
    let stride = table.integer("stride", 1..=1 << 20);
    let origins = [("top", Origin::Top), ("bottom", Origin::Bottom)];
    let origin = choice(table, "origin", &origins, Some(Origin::Top));
    let (name, span) = name?;
    if !data::is_name(&name) {
        scope.errors.at(
            span,
            format!("`{name}` cannot name a target"),
            Some("a name is at most 64 letters, digits and _, not starting with a digit".into()),
        );
    }
    let (buffer, width, height) = (buffer?, width?.0 as u32, height?.0 as u32);
    let (format, layout) = (format?, layout?);
    let Some(row) = layout.row(format.bytes()) else {
        let message = format!(
            "no layout has this name for pixels of {} bytes",
            format.bytes()
        );
        table.error("layout", message, None);
        return None;
    };
    let tight = Surface::new(row, width, height).row_bytes();
    let row_bytes = match stride {
        Some(_) if layout != TargetLayout::Linear => {
            table.error(
                "stride",
                "`stride` is only used with the layout \"linear\"",
                Some("the width gives the number of tiles in a row".to_owned()),
            );
            return None;
        }
        Some((s, _)) if (s as u64) < tight => {
            table.error(
                "stride",
                format!("`stride` is {s}, less than the {tight} bytes of a row"),
                None,
            );
            return None;
        }
        Some((s, _)) => s as u64,
        None => tight,
    };
    let b = &scope.buffers[buffer];
    let offset = offset.map_or(0, |o| o.0 as u64);
    let surface = Surface::with_row_bytes(row, width, height, row_bytes);
    let size = match layout {
        // The last row may be shorter than the stride.
        TargetLayout::Linear => surface.size_bytes() - (row_bytes - tight),
        _ => surface.size_bytes(),
    };
    if offset + size > b.size {
        table.error(
            "buffer",
            format!(
                "target `{name}` needs {} bytes, but buffer `{}` has {}",
                offset + size,
                b.name,
                b.size
            ),
            None,
        );
        return None;
    }
    Some(Target {
        name,
        buffer,
        address: b.address + offset,
        width,
        height,
        format,
        layout,
        row_bytes,
        origin: origin?,
    })
}

/// An address written as a buffer's name or as an expression.
fn address(table: &Table<'_>, key: &'static str, scope: &Scope<'_>) -> Option<u64> {
    let values = table.numbers(key)?;
    let [value] = values.as_slice() else {
        table.error(key, format!("`{key}` is a list"), None);
        return None;
    };
    place::word(
        value,
        scope.family.address_bits(),
        scope.symbols,
        scope.errors,
    )
}

/// A command list: the name of a buffer, or a table with its start and end.
fn work_list(table: &Table<'_>, key: &'static str, queue: u32, scope: &Scope<'_>) -> Option<Work> {
    let value = table.raw(key)?;
    if value.get_ref().is_str() {
        let b = &scope.buffers[lookup(&table.text(key)?, "buffer", &scope.names, scope.errors)?];
        return Some(Work::List {
            queue,
            start: b.address,
            end: content_end(b),
        });
    }
    let t = table.table(key, schema::LIST)?;
    let b = &scope.buffers[reference(&t, "list", "buffer", &scope.names, scope.errors)?];
    let at = |key, default| match t.has(key) {
        true => address(&t, key, scope),
        false => Some(default),
    };
    let (start, end) = (at("start", b.address)?, at("end", content_end(b))?);
    if end < start {
        t.error(
            "end",
            format!("the list ends at {end:#x}, before its start at {start:#x}"),
            None,
        );
        return None;
    }
    Some(Work::List { queue, start, end })
}

/// The address after the text of a list, which may be shorter than its buffer.
fn content_end(b: &Buffer) -> u64 {
    match b.bytes.len() as u64 {
        0 => b.address + b.size,
        len => b.address + len,
    }
}

fn step(table: &Table<'_>, scope: &Scope<'_>) -> Option<Step> {
    let (family, errors) = (scope.family, scope.errors);
    let label = table.text("label").map_or(String::new(), |l| l.0);
    if table.has("mmio") {
        for key in scope.families.queue_keys().chain(["program", "overflow"]) {
            if table.has(key) {
                table.error(
                    key,
                    format!("[[submission]] has `mmio` and `{key}` at once"),
                    Some("a register script starts all work through registers".to_owned()),
                );
            }
        }
        let ops = table
            .tables("mmio", schema::MMIO)
            .iter()
            .filter_map(|t| registers::access(t, scope))
            .collect();
        return Some(Step::Mmio(MmioScript { label, ops }));
    }
    for key in scope.families.queue_keys().filter(|k| table.has(k)) {
        if !family.queues().iter().any(|q| q.0 == key) {
            let own: Vec<&str> = family.queues().iter().map(|q| q.0).collect();
            table.error(
                key,
                format!(
                    "chips of the family {} have no queue `{key}`",
                    family.name()
                ),
                Some(format!("their queues are {}", list(&own))),
            );
        }
    }
    let mut work = Vec::new();
    for &(key, queue) in family.queues() {
        work.extend(work_list(table, key, queue, scope));
    }
    for t in table.tables("program", schema::PROGRAM) {
        if !t.has("code") {
            t.missing("code", "code = \"@shader\"");
        }
        let code = address(&t, "code", scope);
        let uniforms = address(&t, "uniforms", scope);
        let size = t.integer("uniforms_size", 0..=u32::MAX.into());
        let rest = uniforms.and_then(|u| {
            let b = scope
                .buffers
                .iter()
                .find(|b| (b.address..b.address + b.size).contains(&u))?;
            Some(b.address + b.size - u)
        });
        work.push(Work::Program {
            code: code?,
            arguments: uniforms.unwrap_or(0),
            arguments_len: size.map_or(rest.unwrap_or(0), |s| s.0 as u64),
        });
    }
    if work.is_empty() && errors.list.borrow().is_empty() {
        let mut keys: Vec<&str> = family.queues().iter().map(|q| q.0).collect();
        keys.extend(["program", "mmio"]);
        errors.at(
            table.span.clone(),
            "[[submission]] does nothing",
            Some(format!("add one of {}", list(&keys))),
        );
    }
    let mut spare_memory = Vec::new();
    for t in table.tables("overflow", schema::OVERFLOW) {
        let b = &scope.buffers[reference(&t, "buffer", "buffer", &scope.names, errors)?];
        let offset = t.integer("offset", 0..=i128::from(b.size) - 1);
        let offset = offset.map_or(0, |o| o.0 as u64);
        let size = t.integer("size", 1..=i128::from(b.size - offset));
        let size = size.map_or(b.size - offset, |s| s.0 as u64);
        spare_memory.push((b.address + offset, size));
    }
    Some(Step::Submit(Submission {
        label,
        registers: Vec::new(),
        work,
        spare_memory,
    }))
}

fn expect(
    table: &Table<'_>,
    targets: &[Target],
    target_names: &[&str],
    scope: &Scope<'_>,
) -> Expect {
    let (symbols, errors) = (scope.symbols, scope.errors);
    let byte = 0..=255;
    let tolerance = |t: &Table<'_>| {
        t.integer("tolerance", byte.clone())
            .map_or(0, |t| t.0 as u8)
    };
    let mut out = Expect {
        findings: table.texts("findings").map(|f| {
            let known = f.into_iter().filter(|(id, span)| {
                let known = scope.families.rules().any(|rule| rule.id == id);
                if !known {
                    let near = nearest(id, scope.families.rules().map(|rule| rule.id));
                    let help = near.map(|near| format!("did you mean \"{near}\"?"));
                    errors.at(span.clone(), format!("no rule is called `{id}`"), help);
                }
                known
            });
            known.map(|f| f.0).collect()
        }),
        ..Expect::default()
    };
    if table.has("status") {
        out.status = choice(table, "status", ExpectedStatus::ALL, None);
    }
    if let Some(counters) = table.raw("counters") {
        out.counters = Table::free_integers(errors, counters, "counters");
    }
    for t in table.tables("pixel", schema::EXPECT_PIXEL) {
        let target = reference(&t, "target", "target", target_names, errors);
        for (key, example) in [("at", "at = [10, 20]"), ("rgba", "rgba = [255, 0, 0, 255]")] {
            if !t.has(key) {
                t.missing(key, example);
            }
        }
        let at = t.integers::<2>("at", 0..=i128::from(MAX_TARGET_SIZE) - 1);
        let rgba = t.integers::<4>("rgba", byte.clone());
        let tolerance = tolerance(&t);
        let (Some(target), Some(at), Some(rgba)) = (target, at, rgba) else {
            continue;
        };
        let size = &targets[target];
        if at[0] >= size.width.into() || at[1] >= size.height.into() {
            t.error(
                "at",
                format!(
                    "({}, {}) is outside target `{}`, which is {} x {}",
                    at[0], at[1], size.name, size.width, size.height
                ),
                None,
            );
        }
        out.pixels.push(ExpectedPixel {
            target,
            at: at.map(|v| v as u32),
            rgba: rgba.map(|v| v as u8),
            tolerance,
        });
    }
    for t in table.tables("words", schema::EXPECT_WORDS) {
        let buffer = reference(&t, "buffer", "buffer", &scope.names, errors);
        let offset = t.integer("offset", 0..=u32::MAX.into());
        if !t.has("words") {
            t.missing("words", "words = [0, 1, 2]");
        }
        let words = t.numbers("words").unwrap_or_default();
        let words: Option<Vec<u32>> = words
            .iter()
            .map(|w| match &w.0 {
                // A float is compared by its bits: results of shaders are often floats.
                Number::Float(f) => Some((*f as f32).to_bits()),
                _ => place::word(w, 32, symbols, errors).map(|w| w as u32),
            })
            .collect();
        if let (Some(buffer), Some(words)) = (buffer, words) {
            out.words.push(ExpectedWords {
                buffer,
                offset: offset.map_or(0, |o| o.0 as u64),
                words,
            });
        }
    }
    for t in table.tables("image", schema::EXPECT_IMAGE) {
        let target = reference(&t, "target", "target", target_names, errors);
        let png = t.required_text("png", "png = \"expected.png\"");
        let source = t.required_text("source", "source = \"hardware\"");
        let outliers = t.integer("outliers", 0..=u32::MAX.into());
        let tolerance = tolerance(&t);
        if let (Some(target), Some((png, _)), Some((source, _))) = (target, png, source) {
            out.images.push(ExpectedImage {
                target,
                png,
                tolerance,
                outliers: outliers.map_or(0, |o| o.0 as u32),
                source,
            });
        }
    }
    out
}
