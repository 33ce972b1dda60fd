//! What `tilescope plan` computes beside what turnip does: render passes, barriers, and layouts of
//! images, for both releases of Mesa.
//!
//! Requirements: those of `started`.

#[path = "../../started/adreno.rs"]
mod adreno;
#[path = "../../started/packets.rs"]
mod packets;
#[path = "../../started/mod.rs"]
mod started;

use adreno::{Recorder, explained};
use packets::{names, packets};
use tilescope_adreno::chips::{self, Chip, Release};
use tilescope_adreno::plan::flush::{Barrier, Caches, Emitted, Place, Side, bits};
use tilescope_adreno::plan::formats::{FormatRow, named};
use tilescope_adreno::plan::image::{Dimensions, Image, Layout, Request, choose, layout};

/// Both releases of Mesa.
const RELEASES: [(&str, Release); 2] = [("22.3", Release::Mesa22_3), ("25.0", Release::Mesa25_0)];

/// Records a survey for each chip and release, and passes its output on.
fn each(survey: &str, chips: &[&'static str], look: impl Fn(&Recorder, &Chip, &str)) {
    for &name in chips {
        for (mesa, release) in RELEASES {
            let Some(recorder) = Recorder::new(survey, name, mesa) else {
                continue;
            };
            let output = recorder.record(survey, &[], &[0]);
            let text = String::from_utf8(output.stdout).unwrap();
            let chip = chips::named(name).unwrap().of(release);
            look(&recorder, &chip, &text);
        }
    }
}

/// Whether turnip of this release may lose the invalidations of a barrier: `tu_flush_for_access` of
/// 25.0.7 notes those after writes of depth attachments through a reference to an unsigned number, and
/// reads them as an enumeration. Compilers that assume strict aliasing may read the value from before
/// (docs/driver-bugs.md); GCC 12 does.
fn may_lose_invalidations(barrier: &Barrier) -> bool {
    const DEPTH_STENCIL_ATTACHMENT_WRITE: u64 = 1 << 10;
    barrier.release == Release::Mesa25_0
        && barrier.first.accesses & DEPTH_STENCIL_ATTACHMENT_WRITE != 0
}

/// T67: the events of a barrier between two dispatches are those that the automaton predicts.
#[test]
fn flushes_of_barriers() {
    each(
        "survey-barriers",
        &["a618", "a635"],
        |recorder, chip, text| {
            let listing = recorder.decode("survey-barriers");
            let recorded = between_dispatches(&listing);
            let barriers: Vec<Barrier> = text.lines().filter_map(|l| barrier(l, chip)).collect();
            assert!(barriers.len() >= 60, "{} barriers", barriers.len());
            assert_eq!(recorded.len(), barriers.len());
            let mut wrong = Vec::new();
            for (barrier, found) in barriers.iter().zip(&recorded) {
                // The head of a command buffer has waited, and forgotten the unified cache
                // (`tu6_init_hw`).
                let mut caches = Caches::default();
                caches.pending &= !bits::CACHE_INVALIDATE;
                caches.barrier(barrier, Place::Sysmem);
                let flushes = caches.emit(chip);
                // 22.3.6 waits after every dispatch.
                let wait = (chip.release == Release::Mesa22_3).then_some("CP_WAIT_FOR_IDLE");
                let flushes = flushes.iter().map(packet);
                let planned: Vec<&str> = wait.into_iter().chain(flushes).collect();
                let mut lost = planned.clone();
                lost.retain(|name| *name != "CACHE_INVALIDATE");
                if *found != planned && !(may_lose_invalidations(barrier) && *found == lost) {
                    wrong.push(format!("{barrier:x?}: {found:?}, planned {planned:?}\n"));
                }
            }
            let mesa = chip.release.name();
            assert!(wrong.is_empty(), "{} {mesa}: {}", chip.name, wrong.concat());
        },
    );
}

/// `barrier SRC_STAGES SRC_ACCESSES DST_STAGES DST_ACCESSES`.
fn barrier(line: &str, chip: &Chip) -> Option<Barrier> {
    let words = line.strip_prefix("barrier ")?.split(' ');
    let number = |word: &str| u64::from_str_radix(word.trim_start_matches("0x"), 16).unwrap();
    let numbers: Vec<u64> = words.map(number).collect();
    let side = |at: usize| Side {
        stages: numbers[at],
        accesses: numbers[at + 1],
    };
    Some(Barrier {
        first: side(0),
        second: side(2),
        release: chip.release,
        ..Barrier::default()
    })
}

/// The name of a packet in a listing.
fn packet(packet: &Emitted) -> &'static str {
    match packet {
        Emitted::Event(name) | Emitted::Packet(name) => name,
        Emitted::CcuControl(_) => "RB_CCU_CNTL",
        Emitted::Invalidate => "HLSQ_INVALIDATE_CMD",
    }
}

/// Flushes and waits between the first and second dispatch of each pair.
fn between_dispatches(listing: &str) -> Vec<Vec<String>> {
    let packets = packets(listing);
    let names = names(&packets);
    let mut all = Vec::new();
    let mut open: Option<Vec<String>> = None;
    for (packet, name) in packets.iter().zip(names) {
        let is_event = packet.name == "CP_EVENT_WRITE";
        match (packet.name, &mut open) {
            ("CP_EXEC_CS", None) => open = Some(Vec::new()),
            ("CP_EXEC_CS", Some(_)) => all.extend(open.take()),
            (
                "CP_WAIT_MEM_WRITES"
                | "CP_WAIT_FOR_IDLE"
                | "CP_WAIT_FOR_ME"
                | "HLSQ_INVALIDATE_CMD",
                Some(found),
            ) => found.push(name),
            (_, Some(found)) if is_event => found.push(name),
            _ => {}
        }
    }
    all
}

/// T20: tile, grid, pipes, places and mode of render passes are those that are planned.
#[test]
fn decisions_about_passes() {
    each(
        "survey-passes",
        &["a618", "a635"],
        |recorder, chip, text| {
            let asked = text.lines().filter(|l| l.starts_with("pass ")).count();
            let explained = explained(recorder, "survey-passes");
            let mesa = chip.release.name();
            assert!(asked >= 200, "{asked} passes");
            assert_eq!(explained.passes, asked, "{} {mesa}", chip.name);
            assert!(
                explained.compared >= 200,
                "{} {mesa}: {explained:?}",
                chip.name
            );
            assert!(
                explained.unknown.is_empty(),
                "{} {mesa}: {explained:?}",
                chip.name
            );
            assert!(
                explained.differing.is_empty(),
                "{} {mesa}: {explained:?}",
                chip.name
            );
        },
    );
}

/// An image that a survey asked for, and turnip's answers.
struct Asked<'a> {
    line: &'a str,
    levels: Vec<&'a str>,
}

impl Asked<'_> {
    /// The number after a word.
    fn number(line: &str, word: &str) -> u64 {
        let mut words = line.split_whitespace();
        words.find(|w| *w == word);
        words.next().unwrap().parse().unwrap()
    }

    fn is(&self, word: &str) -> bool {
        Asked::number(self.line, word) != 0
    }

    /// The planned layout.
    fn plan(&self, chip: &Chip) -> Layout {
        let mut words = self.line.split(' ');
        let format = format(words.nth(1).unwrap());
        let size: Vec<u32> = words
            .next()
            .unwrap()
            .split('x')
            .map(|n| n.parse().unwrap())
            .collect();
        let number = |word| u32::try_from(Asked::number(self.line, word)).unwrap();
        let three = size[2] > 1;
        let image = Image {
            dimensions: if three {
                Dimensions::Three
            } else {
                Dimensions::Two
            },
            depth: size[2],
            samples: number("samples"),
            levels: number("levels"),
            layers: number("layers"),
            ..Image::plane(format, size[0], size[1])
        };
        let request = Request {
            linear: self.is("linear"),
            storage: self.is("storage"),
            stencil_sampled: true,
            ..Request::default()
        };
        let choice = choose(chip, &image, &request);
        layout(chip, image, choice.tiling(), choice.flags()).unwrap()
    }
}

/// A format of Vulkan by its name in ash.
fn format(name: &str) -> &'static FormatRow {
    let name = match name {
        "D16_UNORM" => "Z16_UNORM",
        "D32_SFLOAT" => "Z32_FLOAT",
        "D24_UNORM_S8_UINT" => "Z24_UNORM_S8_UINT",
        "R5G6B5_UNORM_PACK16" => "B5G6R5_UNORM",
        "A2B10G10R10_UNORM_PACK32" => "R10G10B10A2_UNORM",
        "B10G11R11_UFLOAT_PACK32" => "R11G11B10_FLOAT",
        "E5B9G9R9_UFLOAT_PACK32" => "R9G9B9E5_FLOAT",
        "R16G16B16A16_SFLOAT" => "R16G16B16A16_FLOAT",
        "R32G32B32A32_SFLOAT" => "R32G32B32A32_FLOAT",
        "BC1_RGBA_UNORM_BLOCK" => "DXT1_RGBA",
        "ETC2_R8G8B8_UNORM_BLOCK" => "ETC2_RGB8",
        "ASTC_4X4_UNORM_BLOCK" => "ASTC_4x4",
        "ASTC_8X5_UNORM_BLOCK" => "ASTC_8x5",
        same => same,
    };
    named(name).unwrap_or_else(|| panic!("no format {name}"))
}

/// Offset, pitch, layer stride and slice of each level are those that are planned. Turnip's answer
/// for compressed images begins at 0.
#[test]
fn layouts_of_images() {
    each("survey-layouts", &["a618", "a635"], |_, chip, text| {
        let mut images: Vec<Asked<'_>> = Vec::new();
        for line in text.lines() {
            if line.starts_with("image ") {
                images.push(Asked {
                    line,
                    levels: Vec::new(),
                });
            } else if let (Some(last), true) = (images.last_mut(), line.starts_with("  level ")) {
                last.levels.push(line);
            }
        }
        assert!(images.len() >= 200, "{} images", images.len());
        let mut wrong = Vec::new();
        for image in &images {
            let planned = image.plan(chip);
            let layers = Asked::number(image.line, "layers") as u32;
            for (n, line) in image.levels.iter().enumerate() {
                let level = planned.levels[n];
                let offset = match level.flags {
                    Some(_) => 0,
                    None => planned.offset(n, layers - 1).unwrap(),
                };
                let stride = planned.layer_stride(n).unwrap();
                let wanted = format!(
                    "  level {n} offset {offset} pitch {} layer {stride} slice {}",
                    level.pitch, level.size
                );
                if *line != wanted {
                    wrong.push(format!("{}\n{line}\n{wanted}, planned\n", image.line));
                }
            }
        }
        let mesa = chip.release.name();
        assert!(wrong.is_empty(), "{} {mesa}: {}", chip.name, wrong.concat());
    });
}
