//! Checks, relocation and rendering lists compared with Mesa's copy of the
//! Linux validators on the same bytes.
//!
//! `vectors/*.txt` holds cases: buffers (`bo data BYTES`, `bo shader HEX`), for
//! a submission its structure and the data of its pointers (`args`, `bin`,
//! `rec`, `uni`), and the results: for a shader `shader UNIFORMS THREADED`, its
//! samples (`t` or `d`, then parameter offsets) and address words (`aN`); for a
//! submission `refused`, or the checked list, records and uniforms (`exec`),
//! the length of the list, and the rendering list (`render`).
//!
//! Buffers begin at 0x10000000, kernel allocations at 0x40000000, with a free
//! page after each.
//!
//! Source: mesa (22.3.6, `vc4/kernel/`), with the signals that Linux allows
//! beside a write of the uniform address. Cases in which that code reads outside
//! its arrays were left out.

use std::fmt::Write;

use tilescope_core::Location;
use tilescope_kernel::drm::args::Args;
use tilescope_kernel::vc4::render_list::RenderArgs;
use tilescope_kernel::vc4::shader::{self, ShaderInfo};
use tilescope_kernel::vc4::submit::{BoView, Buffers, Input, prepare, submit_cl};

fn bytes(hex: &str) -> Vec<u8> {
    let digits: Vec<u8> = hex.trim().bytes().collect();
    let pair = |p: &[u8]| u8::from_str_radix(std::str::from_utf8(p).unwrap(), 16).unwrap();
    digits.chunks_exact(2).map(pair).collect()
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().fold(String::new(), |mut s, b| {
        write!(s, "{b:02x}").unwrap();
        s
    })
}

fn page(len: u32) -> u32 {
    len.next_multiple_of(4096)
}

struct Bo {
    address: u32,
    size: u32,
    shader: Option<ShaderInfo>,
}

fn shader_line(info: &ShaderInfo) -> String {
    let mut line = format!("shader {} {}", info.uniforms_size, u8::from(info.threaded));
    for s in &info.samples {
        line += if s.direct { " d" } else { " t" };
        for p in s.parameters {
            write!(line, ",{}", p.map_or(-1, i64::from)).unwrap();
        }
    }
    for a in &info.uniform_addresses {
        write!(line, " a{a}").unwrap();
    }
    line
}

/// The result for a case, in the form of the vectors, and the rule if it is refused.
fn answer(case: &str) -> (Vec<String>, String) {
    let mut lines = Vec::new();
    let mut rule = String::new();
    let (mut next, mut bos) = (0x1000_0000, Vec::new());
    let mut input = Input::default();
    let mut submits = false;
    let mut add = |size: u32, shader| {
        let size = page(size);
        bos.push(Bo {
            address: next,
            size,
            shader,
        });
        next += size + 4096;
    };
    for line in case.lines() {
        let (key, rest) = line.split_once(' ').unwrap_or((line, ""));
        match key {
            "bo" => match rest.split_once(' ').unwrap() {
                ("data", size) => add(size.parse().unwrap(), None),
                (_, code) => {
                    let code = bytes(code);
                    let mut words: Vec<u64> = code
                        .chunks_exact(8)
                        .map(|c| u64::from_le_bytes(c.try_into().unwrap()))
                        .collect();
                    words.resize(page(code.len() as u32) as usize / 8, 0);
                    match shader::validate(&words, 0) {
                        Ok(info) => {
                            lines.push(shader_line(&info));
                            add(code.len() as u32, Some(info));
                        }
                        Err(e) => {
                            rule = e.finding.unwrap().to_string();
                            lines.push("shader refused".to_owned());
                            add(code.len() as u32, None);
                        }
                    }
                }
            },
            "args" => {
                submits = true;
                let args = Args::from_bytes(&bytes(rest));
                input.render = RenderArgs::read(&args);
                input.record_count = args.get(submit_cl::SHADER_REC_COUNT);
            }
            "bin" => input.bin_list = bytes(rest),
            "rec" => input.records = bytes(rest),
            "uni" => input.uniforms = bytes(rest),
            _ => {}
        }
    }
    if !submits {
        return (lines, rule);
    }
    let views: Vec<BoView<'_>> = bos
        .iter()
        .map(|b| BoView {
            address: b.address,
            size: b.size,
            shader: b.shader.as_ref(),
        })
        .collect();
    let mut at = 0x4000_0000;
    let mut allocate = |_, len| {
        let address = at;
        at += page(len) + 4096;
        Ok(address)
    };
    lines.clear();
    match prepare(&input, &Buffers(&views), &mut allocate, &Location::new()) {
        Ok(p) => {
            lines.push(format!("bin_len {}", p.bin_len));
            if let Some(exec) = p.exec {
                lines.push(format!("exec {}", hex(&exec.bytes)));
            }
            lines.push(format!("render_at {:x}", p.render.address));
            lines.push(format!("render {}", hex(&p.render.bytes)));
        }
        Err(e) => {
            rule = e.finding.unwrap().to_string();
            lines.push("refused".to_owned());
        }
    }
    (lines, rule)
}

#[test]
fn the_kernel_agrees_with_mesas_copy_of_linux() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/vectors");
    let (mut cases, mut refused, mut wrong) = (0, 0, Vec::new());
    for file in std::fs::read_dir(folder).unwrap() {
        let path = file.unwrap().path();
        let text = std::fs::read_to_string(&path).unwrap();
        for (i, case) in text
            .split("case\n")
            .filter(|c| !c.trim().is_empty())
            .enumerate()
        {
            let results = [
                "shader",
                "refused",
                "bin_len",
                "exec",
                "render_at",
                "render",
            ];
            let is_result = |l: &&str| results.contains(&l.split(' ').next().unwrap());
            let want: Vec<&str> = case.lines().filter(is_result).collect();
            let (got, rule) = answer(case);
            cases += 1;
            refused += u32::from(want[0].contains("refused"));
            if got != want {
                let at = got.iter().zip(&want).find(|(g, w)| g != w);
                wrong.push(format!("{}: case {i}: {rule}\n{at:#?}", path.display()));
            }
        }
    }
    let shown = wrong.iter().take(5).cloned().collect::<Vec<_>>().join("\n");
    assert!(
        wrong.is_empty(),
        "{} of {cases} differ:\n{shown}",
        wrong.len()
    );
    assert!(
        cases > 100 && refused > 20 && refused < cases - 50,
        "{cases} cases, {refused} refused"
    );
}
