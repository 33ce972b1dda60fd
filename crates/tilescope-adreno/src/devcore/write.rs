//! The writer of dumps, in the form of Linux `adreno_gpu.c` (`adreno_show`).

use std::fmt::Write;

use super::{Devcore, Memory};

/// A dump as text. Zeros at the end of a memory are left out, as Linux does.
pub fn write(dump: &Devcore) -> String {
    let mut out = String::new();
    // Writing to a String cannot fail.
    let _ = text(dump, &mut out);
    out
}

fn text(dump: &Devcore, out: &mut String) -> std::fmt::Result {
    let [core, major, minor, patch] = dump.version;
    writeln!(
        out,
        "---\nkernel: {}\nmodule: msm\ntime: 0.000000000",
        dump.kernel
    )?;
    for (name, value) in [("comm", &dump.comm), ("cmdline", &dump.cmdline)] {
        if !value.is_empty() {
            writeln!(out, "{name}: {value}")?;
        }
    }
    writeln!(
        out,
        "revision: {} ({core}.{major}.{minor}.{patch})\nrbbm-status: {:#010x}\nringbuffer:",
        dump.gpu_id, dump.rbbm_status
    )?;
    for ring in &dump.rings {
        writeln!(
            out,
            "  - id: {}\n    iova: {:#018x}",
            ring.id, ring.memory.address
        )?;
        writeln!(out, "    last-fence: {}", ring.last_fence)?;
        writeln!(out, "    retired-fence: {}", ring.retired_fence)?;
        writeln!(out, "    rptr: {}\n    wptr: {}", ring.read, ring.write)?;
        memory(&ring.memory, out)?;
    }
    writeln!(out, "bos:")?;
    for buffer in &dump.buffers {
        writeln!(out, "  - iova: {:#018x}", buffer.address)?;
        memory(buffer, out)?;
    }
    writeln!(out, "registers:")?;
    for (number, value) in &dump.registers {
        let offset = u64::from(*number) * 4;
        writeln!(out, "  - {{ offset: {offset:#08x}, value: {value:#010x} }}")?;
    }
    Ok(())
}

/// The size, and words in Ascii85.
fn memory(memory: &Memory, out: &mut String) -> std::fmt::Result {
    writeln!(out, "    size: {}", memory.size)?;
    let words = memory.words.as_slice();
    let used = words
        .iter()
        .rposition(|w| *w != 0)
        .map_or(0, |last| last + 1);
    if used == 0 {
        return Ok(());
    }
    out.push_str("    data: !!ascii85 |\n     ");
    for &word in &words[..used] {
        ascii85(word, out);
    }
    out.push('\n');
    Ok(())
}

/// Five digits, the highest first, or `z` for zero.
fn ascii85(word: u32, out: &mut String) {
    if word == 0 {
        out.push('z');
        return;
    }
    let powers = [85u32.pow(4), 85u32.pow(3), 85u32.pow(2), 85, 1];
    out.extend(powers.map(|p| char::from(b'!' + (word / p % 85) as u8)));
}
