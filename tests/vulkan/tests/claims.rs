//! Claims of the Turnip document that stock turnip shows by its streams.
//!
//! Requirements: those of `started`.

#[path = "../../started/adreno.rs"]
mod adreno;
#[path = "../../started/packets.rs"]
mod packets;
#[path = "../../started/mod.rs"]
mod started;

use adreno::Recorder;
use packets::{Packet, packets};

/// Both releases of Mesa.
const RELEASES: [&str; 2] = ["22.3", "25.0"];

/// The chips that the claims are about.
const CHIPS: [&str; 2] = ["a618", "a635"];

/// Passes recorders of both chips and releases on.
fn each(kind: &str, look: impl Fn(&Recorder, &str, &str)) {
    for chip in CHIPS {
        for mesa in RELEASES {
            if let Some(recorder) = Recorder::new(kind, chip, mesa) {
                look(&recorder, chip, mesa);
            }
        }
    }
}

/// The listing of a program.
fn listing(recorder: &Recorder, program: &str, variables: &[(&str, &str)]) -> String {
    recorder.record(program, variables, &[0, 1]);
    let listing = recorder.decode(program);
    std::fs::remove_file(recorder.path()).unwrap();
    listing
}

fn count(packets: &[Packet<'_>], name: &str) -> usize {
    packets.iter().filter(|p| p.name.starts_with(name)).count()
}

/// T47: clears and copies of several samples, from BC1, with scaled slices or a cubic filter take
/// draws; all others the 2D engine.
#[test]
fn engines_of_copies() {
    each("engines", |recorder, chip, mesa| {
        let engine = |program: &str| {
            let text = listing(recorder, program, &[]);
            let packets = packets(&text);
            (
                count(&packets, "CP_BLIT") > 0,
                count(&packets, "CP_DRAW_INDX_OFFSET") > 0,
            )
        };
        let two_d = (true, false);
        // What the images are prepared with and read by is the 2D engine's.
        let both = (true, true);
        for (program, wanted) in [
            ("buffers", two_d),
            ("copy-images", two_d),
            ("copy-formats", two_d),
            ("copy-pitch", two_d),
            ("clear-image", two_d),
            ("clear-depth-image", two_d),
            ("blit", two_d),
            ("blit-formats", two_d),
            ("blit-levels", two_d),
            ("copy-samples", both),
            ("clear-samples", both),
            ("blit-compressed", both),
            ("blit-3d", both),
        ] {
            assert_eq!(engine(program), wanted, "{chip} {mesa} {program}");
        }
        if chip == "a635" {
            assert_eq!(engine("blit-cubic"), both, "{chip} {mesa}");
        }
    });
}

/// T45: the data of `vkCmdUpdateBuffer` is stored by the driver, and copied like a buffer.
#[test]
fn updates_of_buffers_are_copies() {
    each("updates", |recorder, chip, mesa| {
        let text = listing(recorder, "buffers", &[]);
        let packets = packets(&text);
        let mut blits = Vec::new();
        let (mut solid, mut source) = (false, String::new());
        for packet in &packets {
            match packet.name {
                "RB_2D_BLIT_CNTL" => {
                    solid = packet.words.iter().any(|w| w.contains("SOLID_COLOR"));
                }
                "SP_PS_2D_SRC_INFO" | "SP_PS_2D_SRC" => {
                    if let Some(at) = packet.value("SP_PS_2D_SRC:") {
                        source = at.to_owned();
                    }
                }
                "CP_BLIT" => blits.push(if solid { None } else { Some(source.clone()) }),
                _ => {}
            }
        }
        // The fill, the update, and the two copies of one buffer.
        let first = blits.iter().position(Option::is_some).unwrap();
        assert!(first > 0, "{chip} {mesa}: no fill in {blits:?}");
        let sources: Vec<&String> = blits.iter().flatten().collect();
        let (update, copies) = sources.split_first().unwrap();
        assert!(
            !copies.is_empty() && !copies.contains(update),
            "{chip} {mesa}: {blits:?}"
        );
    });
}

/// T49: copies and clears outside passes are in the main stream; the clears of attachments by
/// `vkCmdClearAttachments` in that of draws, which the main stream calls.
#[test]
fn streams_of_clears() {
    each("clears", |recorder, chip, mesa| {
        let text = listing(recorder, "buffers", &[]);
        let packets_of_copies = packets(&text);
        let blits = packets_of_copies.iter().filter(|p| p.name == "CP_BLIT");
        let top = packets_of_copies.iter().map(|p| p.depth).min();
        assert!(blits.clone().count() > 3, "{chip} {mesa}");
        assert!(blits.clone().all(|p| Some(p.depth) == top), "{chip} {mesa}");
        let text = listing(recorder, "clear-attachments", &[("TU_DEBUG", "gmem")]);
        let all = packets(&text);
        let names = packets::names(&all);
        let top = all.iter().map(|p| p.depth).min().unwrap();
        let events = all.iter().zip(&names).filter(|(_, name)| *name == "BLIT");
        let inside = events.filter(|(p, _)| p.depth > top).count();
        // Four rectangles, of which one is of depth and of stencil.
        assert!(
            inside >= 4,
            "{chip} {mesa}: {inside} events in the stream of draws"
        );
    });
}

/// T57: the packets of the pass that sorts draws, in order.
#[test]
fn the_order_of_sorting() {
    each("sorting", |recorder, chip, mesa| {
        let text = listing(recorder, "many-tiles", &[]);
        let all = packets(&text);
        let names = packets::names(&all);
        let marker = |packet: &Packet<'_>| {
            packet.name == "CP_SET_MARKER" && packet.words.iter().any(|w| w.contains("RM6_BINNING"))
        };
        let begin = all.iter().position(marker).unwrap();
        let depth = all[begin].depth;
        let outside = all.iter().zip(&names).skip(begin);
        let outside = outside.filter(|(p, _)| p.depth == depth);
        let mut order: Vec<&str> = Vec::new();
        let mut modes = 0;
        for (_, name) in outside {
            let name = match name.as_str() {
                vsc if vsc.starts_with("VSC_") => "VSC",
                // A register of the VSC of A7xx, which 25.0 writes on A6xx too.
                "0xd08" => "VSC",
                // The test of overflow.
                "CP_COND_WRITE5" | "CP_WAIT_MEM_WRITES" => "overflow",
                name => name,
            };
            if order.last() != Some(&name) {
                order.push(name);
            }
            modes += usize::from(name == "CP_SET_MODE");
            if modes == 2 {
                break;
            }
        }
        let wanted = [
            "CP_SET_MARKER",
            "CP_SET_VISIBILITY_OVERRIDE",
            "CP_SET_MODE",
            "CP_WAIT_FOR_IDLE",
            "VFD_MODE_CNTL",
            "VSC",
            "PC_POWER_CNTL",
            "VFD_POWER_CNTL",
            "UNK_2C",
            "RB_WINDOW_OFFSET",
            "SP_TP_WINDOW_OFFSET",
            "CP_INDIRECT_BUFFER",
            "CP_SET_DRAW_STATE",
            "UNK_2D",
            "CACHE_FLUSH_TS",
            "CP_WAIT_FOR_IDLE",
            "CP_WAIT_FOR_ME",
            "overflow",
            "CP_SET_VISIBILITY_OVERRIDE",
            "CP_SET_MODE",
        ];
        assert_eq!(order, wanted, "{chip} {mesa}");
    });
}

/// T21: state of a pipeline is in groups; what is dynamic is in groups of commands instead.
#[test]
fn groups_of_pipelines() {
    each("groups", |recorder, chip, mesa| {
        let group = |program: &str| {
            let text = listing(recorder, program, &[]);
            let all = packets(&text);
            let of = |name: &str| {
                let found = all.iter().find(|p| p.name.starts_with(name));
                found.map(|p| p.words.first().map_or(String::new(), |w| (*w).to_owned()))
            };
            let viewport = of("GRAS_CL_VPORT[0].XOFFSET");
            let scissor = of("GRAS_SC_SCREEN_SCISSOR[0].TL");
            let groups = text.matches("draw state group").count();
            (viewport, scissor, groups, addresses(&text))
        };
        let (viewport, scissor, _, fixed) = group("static-state");
        let (dynamic_viewport, dynamic_scissor, _, by_commands) = group("dynamic-state");
        // The same values either way.
        assert_eq!(viewport, dynamic_viewport, "{chip} {mesa}");
        assert_eq!(scissor, dynamic_scissor, "{chip} {mesa}");
        assert!(viewport.is_some() && scissor.is_some(), "{chip} {mesa}");
        // State of the pipeline is in its buffer, state of commands in another.
        let near = |a: u64, b: u64| a >> 16 == b >> 16;
        let [vertex, viewport] = fixed;
        assert!(near(vertex, viewport), "{chip} {mesa}: {fixed:x?}");
        let [vertex, viewport] = by_commands;
        assert!(!near(vertex, viewport), "{chip} {mesa}: {by_commands:x?}");
    });
}

/// The addresses of the groups with the configuration of the vertex shader and with the viewport.
fn addresses(listing: &str) -> [u64; 2] {
    ["write SP_VS_CONFIG ", "write GRAS_CL_VPORT[0].XOFFSET "].map(|text| {
        let line = listing.lines().find(|l| l.contains(text)).unwrap();
        let address = line.trim_start().split(' ').next().unwrap();
        u64::from_str_radix(address.trim_start_matches("0x"), 16).unwrap()
    })
}

/// T71: settings of the driver reach it, and its text the user.
#[test]
fn settings_of_the_driver() {
    each("settings", |recorder, chip, mesa| {
        for (variable, value, wanted) in [
            ("TU_DEBUG", "nir", "shader: MESA_SHADER_VERTEX"),
            ("IR3_SHADER_DEBUG", "disasm", "end"),
        ] {
            // What was compiled before is in the driver's cache on disk.
            let variables = [(variable, value), ("MESA_SHADER_CACHE_DISABLE", "true")];
            let output = recorder.record("triangle", &variables, &[0, 1]);
            let text = [output.stdout, output.stderr].concat();
            let text = String::from_utf8_lossy(&text);
            let named = text.contains(wanted);
            assert!(named, "{chip} {mesa} {variable}: {text}");
        }
    });
}

/// T73: outputs that no fragment reads are not in the stream, and shaders of a cache are the same.
#[test]
fn links_and_caches() {
    each("links", |recorder, chip, mesa| {
        let shaders = |program: &str| {
            let text = listing(recorder, program, &[]);
            let is_code = |line: &&str| line.contains('[') && line.contains("] ");
            let code = text.lines().filter(is_code).map(|l| {
                let at = l.find('[').unwrap_or(0);
                l[at..].to_owned()
            });
            code.collect::<Vec<String>>()
        };
        let (cached, uncached) = (shaders("pipeline-cache"), shaders("pipeline-uncached"));
        assert!(cached.len() > 4, "{chip} {mesa}");
        assert_eq!(cached, uncached, "{chip} {mesa}");
        // The dead output was a sine.
        let dead = shaders("dead-outputs");
        assert!(!dead.is_empty(), "{chip} {mesa}");
        assert!(
            dead.iter().all(|line| !line.contains("sin")),
            "{chip} {mesa}: {dead:?}"
        );
    });
}

/// T41: every submission lists all buffers of the device, used or not: none that is listed again
/// later is left out.
#[test]
fn submissions_list_all_buffers() {
    each("buffers", |recorder, chip, mesa| {
        let text = listing(recorder, "texture-formats", &[]);
        // The last has no commands, and no buffers either.
        let jobs = text.split("\n# job ").skip(1).map(buffers);
        let jobs: Vec<Vec<&str>> = jobs.filter(|job| !job.is_empty()).collect();
        assert!(jobs.len() > 5, "{chip} {mesa}: {} jobs", jobs.len());
        for n in 1..jobs.len() {
            let later = |bo: &&str| jobs[n..].iter().any(|job| job.contains(bo));
            let left_out = jobs[n - 1]
                .iter()
                .find(|bo| later(bo) && !jobs[n].contains(bo));
            assert_eq!(left_out, None, "{chip} {mesa}: not in job {n}");
        }
        let (first, last) = (jobs[0].len(), jobs[jobs.len() - 1].len());
        assert!(
            last > first + 10,
            "{chip} {mesa}: {first} buffers, then {last}"
        );
    });
}

/// The buffers in the head of a job: `#   0x100002000 4096 bytes: bo 3`.
fn buffers(job: &str) -> Vec<&str> {
    let heads = job.lines().filter_map(|line| line.strip_prefix("#   0x"));
    heads
        .filter_map(|line| line.split_once(": bo ").map(|(_, bo)| bo))
        .collect()
}

/// T68: caches are written back and forgotten where their use changes, and what is pending at the
/// end of a command buffer is written back there.
#[test]
fn places_of_flushes() {
    each("flushes", |recorder, chip, mesa| {
        let text = listing(recorder, "load-store", &[("TU_DEBUG", "gmem")]);
        let all = packets(&text);
        let names = packets::names(&all);
        let mut changes = 0;
        for (n, _) in names
            .iter()
            .enumerate()
            .filter(|(_, name)| *name == "RB_CCU_CNTL")
        {
            let last = names[..n].iter().rposition(|b| b == "RB_CCU_CNTL");
            let since = &names[last.unwrap_or_default()..n];
            let set_up = ["CACHE_INVALIDATE", "HLSQ_INVALIDATE_CMD"];
            // The first of a command buffer follows the registers that are set at its beginning.
            let begins = set_up.iter().all(|name| since.iter().any(|s| s == name));
            let before = &names[n.saturating_sub(8)..n];
            let has = |name: &str| before.iter().any(|b| b == name);
            let waits = before.last().is_some_and(|b| b == "CP_WAIT_FOR_IDLE");
            let flushed = has("PC_CCU_INVALIDATE_COLOR") && has("PC_CCU_INVALIDATE_DEPTH");
            assert!(begins || waits && flushed, "{chip} {mesa}: {before:?}");
            changes += usize::from(!begins);
        }
        // To tiles; what comes before and after is in command buffers of its own. 25.0 sets the
        // cache where a command buffer first needs it.
        let least = usize::from(mesa == "22.3");
        assert!(changes >= least, "{chip} {mesa}: {changes} changes");
        let text = listing(recorder, "buffers", &[]);
        let all = packets(&text);
        let names = packets::names(&all);
        let last = names.iter().rposition(|n| n == "CP_BLIT").unwrap();
        let after: Vec<&String> = names[last..].iter().collect();
        let flushed = after.iter().any(|n| *n == "PC_CCU_FLUSH_COLOR_TS");
        assert!(flushed, "{chip} {mesa}: {after:?}");
    });
}

/// Where the flush of each place of `survey-flushes` is: the packets that do work right before and
/// right after it, or the end of a stream. In passes, the flush is that of the second part.
const PLACES: [(&str, &str, &str); 9] = [
    ("end", "CP_BLIT", ""),
    ("dispatch", "CP_BLIT", "CP_EXEC_CS"),
    // The secondary command buffer is a stream of its own.
    ("execute", "CP_BLIT", ""),
    ("condition", "CP_DRAW_PRED_ENABLE_GLOBAL", "CP_MEM_TO_MEM"),
    ("event", "CP_BLIT", "RB_DONE_TS"),
    ("clear", "CP_BLIT", "CP_BLIT"),
    (
        "pass",
        "CP_SKIP_IB2_ENABLE_GLOBAL",
        "CP_SET_VISIBILITY_OVERRIDE",
    ),
    ("draw", "CP_DRAW_INDX_OFFSET", "CP_DRAW_INDX_OFFSET"),
    ("clear-attachments", "CP_DRAW_INDX_OFFSET", "BLIT"),
];

/// T68: what a barrier asked for is done before the next dispatch, secondary command buffer,
/// condition, event, clear or render pass, or at the end of the command buffer; in a render pass,
/// before the next draw or clear. Neither release offers buffer markers.
#[test]
fn commands_that_flush() {
    /// Packets that do work, or begin it.
    fn works(name: &str) -> bool {
        let begin = ["CP_EXEC_CS", "CP_MEM_TO_MEM", "RB_DONE_TS", "BLIT"];
        let parts = ["CP_BLIT", "CP_DRAW_", "CP_SKIP_IB2_", "CP_SET_VISIBILITY_"];
        begin.contains(&name) || parts.iter().any(|part| name.starts_with(part))
    }
    each("commands", |recorder, chip, mesa| {
        let output = recorder.record("survey-flushes", &[], &[0]);
        let said = String::from_utf8(output.stdout).unwrap();
        let said: Vec<&str> = said
            .lines()
            .filter_map(|l| l.strip_prefix("place "))
            .collect();
        assert_eq!(said, PLACES.map(|(place, ..)| place));
        let listing = recorder.decode("survey-flushes");
        std::fs::remove_file(recorder.path()).unwrap();
        // Each place is a job; others fill nothing.
        let jobs = listing
            .split("\n# job ")
            .filter(|job| job.contains("CP_BLIT"));
        let jobs: Vec<&str> = jobs.collect();
        assert_eq!(jobs.len(), PLACES.len());
        for (job, (place, before, after)) in jobs.iter().zip(PLACES) {
            let stream = job.split("\nstream ").find(|s| s.contains("CP_BLIT"));
            let all = packets(stream.unwrap_or_default());
            let names = packets::names(&all);
            let flush = names.iter().rposition(|name| name == "CACHE_INVALIDATE");
            let flush = flush.unwrap_or_default();
            let last = names[..flush].iter().rfind(|name| works(name));
            let mut rest = names[flush..].iter();
            let waits = rest.by_ref().find(|n| *n == "CP_WAIT_FOR_IDLE" || works(n));
            let next = rest.find(|name| works(name)).map_or("", |name| name);
            let found = (
                last.map_or("", |name| name),
                waits.map_or("", |name| name),
                next,
            );
            let wanted = (before, "CP_WAIT_FOR_IDLE", after);
            assert_eq!(found, wanted, "{chip} {mesa} {place}: {names:?}");
        }
    });
}
