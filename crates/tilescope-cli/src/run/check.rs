//! Comparison of a run with the expectations of its job.

use std::collections::BTreeSet;

use tilescope_capture::job::{ExpectedImage, ExpectedStatus};
use tilescope_capture::{Job, PngImage};
use tilescope_core::{GpuMemory, MemFault, Unit};

use crate::exit::Failure;
use crate::report::{Check, Report, Status, count};

/// Checks all expectations of `job`, in the order of the documentation.
pub fn check(job: &Job, memory: &dyn GpuMemory, report: &Report) -> Result<Vec<Check>, Failure> {
    let e = &job.expect;
    let mut checks = Vec::new();
    let mut add = |what: String, expected: String, found: String, passed: bool| {
        checks.push(Check {
            what,
            passed,
            expected,
            found,
        });
    };
    if let Some(status) = e.status {
        let want = match status {
            ExpectedStatus::Done => Status::Done,
            ExpectedStatus::Fault => Status::Fault,
            ExpectedStatus::OutOfFuel => Status::OutOfFuel,
        };
        add(
            "status".into(),
            want.name().into(),
            report.status.name().into(),
            want == report.status,
        );
    }
    if let Some(findings) = &e.findings {
        let want: BTreeSet<&str> = findings.iter().map(String::as_str).collect();
        let have: BTreeSet<&str> = report.findings.iter().map(|f| f.rule.as_str()).collect();
        let show = |set: &BTreeSet<&str>| match set.is_empty() {
            true => "none".to_owned(),
            false => set.iter().copied().collect::<Vec<_>>().join(", "),
        };
        add("findings".into(), show(&want), show(&have), want == have);
    }
    for s in &report.submissions {
        for r in &s.registers {
            if let Some(expected) = r.expected {
                let mask = r.mask.unwrap_or(u32::MAX);
                add(
                    format!("register {} in submission {}", r.name, s.index),
                    format!("{:#010x} in bits {mask:#010x}", expected & mask),
                    format!("{:#010x}", r.value),
                    r.matches(),
                );
            }
        }
    }
    for (name, want) in &e.counters {
        let have = report.counters.get(name).copied().unwrap_or(0);
        add(
            format!("counter {name}"),
            want.to_string(),
            have.to_string(),
            have == *want,
        );
    }
    let failed = |f: MemFault| Failure::new(f, None);
    for p in &e.pixels {
        let target = &job.targets[p.target];
        let have = target.pixel(memory, p.at[0], p.at[1]).map_err(failed)?;
        add(
            format!("pixel ({}, {}) of {}", p.at[0], p.at[1], target.name),
            format!("{}, each within {}", rgba(p.rgba), p.tolerance),
            rgba(have),
            near(p.rgba, have, p.tolerance),
        );
    }
    for w in &e.words {
        let buffer = &job.buffers[w.buffer];
        let hex = |words: &[u32]| {
            let words: Vec<String> = words.iter().map(|w| format!("{w:#010x}")).collect();
            words.join(" ")
        };
        let have: Result<Vec<u32>, MemFault> = (buffer.address + w.offset..)
            .step_by(4)
            .take(w.words.len())
            .map(|at| memory.read_u32(at, Unit("check")))
            .collect();
        let what = format!("words at {}+{:#x}", buffer.name, w.offset);
        match have {
            Ok(have) => add(what, hex(&w.words), hex(&have), have == w.words),
            Err(e) => add(what, hex(&w.words), e.to_string(), false),
        }
    }
    for i in &e.images {
        let (found, passed) = compare(job, i, memory);
        add(
            format!(
                "image {} against {} (from {})",
                job.targets[i.target].name, i.png, i.source
            ),
            format!(
                "at most {} different by more than {}",
                count(i.outliers.into(), "pixel", "pixels"),
                i.tolerance
            ),
            found,
            passed,
        );
    }
    Ok(checks)
}

fn rgba([r, g, b, a]: [u8; 4]) -> String {
    format!("({r}, {g}, {b}, {a})")
}

fn near(a: [u8; 4], b: [u8; 4], tolerance: u8) -> bool {
    a.iter().zip(b).all(|(a, b)| a.abs_diff(b) <= tolerance)
}

fn compare(job: &Job, image: &ExpectedImage, memory: &dyn GpuMemory) -> (String, bool) {
    let target = &job.targets[image.target];
    let want = match job.read_file(&image.png) {
        Ok(png) => PngImage::decode(&png),
        Err(e) => Err(e),
    };
    let want = match want {
        Ok(image) => image,
        Err(e) => return (format!("{}: {e}", image.png), false),
    };
    if (want.width, want.height) != (target.width, target.height) {
        return (
            format!(
                "{} x {} pixels in the file, {} x {} in the job",
                want.width, want.height, target.width, target.height
            ),
            false,
        );
    }
    let mut rows = want.rgba.chunks_exact(want.width as usize * 4);
    let (mut off, mut first, mut y) = (0u64, None, 0u32);
    let read = target.for_each_row::<MemFault>(memory, |row| {
        let want = rows.next().unwrap_or(&[]);
        let pixels = row.as_chunks::<4>().0.iter().zip(want.as_chunks::<4>().0);
        for (x, (have, want)) in pixels.enumerate() {
            if !near(*have, *want, image.tolerance) {
                off += 1;
                first.get_or_insert((x, y, *want, *have));
            }
        }
        y += 1;
        Ok(())
    });
    let found = match (read, first) {
        (Err(e), _) => return (e.to_string(), false),
        (Ok(()), None) => "every pixel is as expected".to_owned(),
        (Ok(()), Some((x, y, want, have))) => format!(
            "{} different, the first at ({x}, {y}): {} instead of {}",
            count(off, "pixel is", "pixels are"),
            rgba(have),
            rgba(want)
        ),
    };
    (found, off <= image.outliers.into())
}
