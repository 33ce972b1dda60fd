//! The draws of a polygon list: their state, vertices and primitives.

use std::sync::Arc;
use std::sync::atomic::AtomicU64;

use half::f16;
use tilescope_core::profile::{Part, Stage as Work};
use tilescope_core::{Frame, Stopped, ordered};
use tilescope_draw::indices::{RESTART, unique};
use tilescope_draw::{Pool, Prims, Setup, assemble};
use tilescope_raster::Rect;

use super::list::{self, Entry};
use super::primitive::{Primitives, Size};
use super::screen::{self, Bounds, FIRST_WORD};
use crate::attributes::varyings;
use crate::descriptors::TieBreakRule;
use crate::device::Units;
use crate::fragment::{Draw, EndsOfShader, Framebuffer, Merge, Tagged};
use crate::log::{Ctx, Port};
use crate::memory;
use crate::quirks::{Centroid, Quirks};
use crate::report::report;
use crate::rules::tiler as rules;
use crate::shader::Stage;
use crate::state::{DrawDescriptor, Renderer};
use crate::threads::{Loaded, Resources, Storage};

/// The draws of the polygon list of `framebuffer`, and their primitives in `rect`.
///
/// # Errors
/// The reason why the hardware stops.
pub(crate) fn draws<'a>(
    framebuffer: &Arc<Framebuffer>,
    rect: Rect,
    units: &mut Units<'_>,
    c: &mut Ctx<'a>,
) -> Result<Vec<(Draw<'a>, Prims)>, Stopped> {
    let entries = list::read(&framebuffer.tiler, c)?;
    let mut draws: Vec<(Draw<'a>, Prims)> = Vec::with_capacity(entries.len());
    for (n, entry) in (0..).zip(entries) {
        let frames = [Frame::Draw(n), Frame::Record("tiler job", entry.job)];
        memory::inside(c, frames[0].clone(), |c| {
            memory::inside(c, frames[1].clone(), |c| {
                let began = c.log.begin();
                let last = draws.last().map(|(last, _)| last);
                let made = one(entry, (framebuffer, rect), last, units, c);
                c.log.end(began, || Part::of_draw(Work::Draw, Some(n)));
                let Some((mut draw, prims)) = made? else {
                    return Ok(());
                };
                draw.at = frames;
                if let Some((last, _)) = draws.last() {
                    draw.resources.textures.share(&last.resources.textures);
                }
                draws.push((draw, prims));
                Ok::<(), Stopped>(())
            })
        })?;
    }
    Ok(draws)
}

/// Reads a draw, and sets up its primitives. Most draws have the state of the `last` one.
fn one<'a>(
    entry: Entry,
    (framebuffer, rect): (&Arc<Framebuffer>, Rect),
    last: Option<&Draw<'a>>,
    units: &mut Units<'_>,
    c: &mut Ctx<'a>,
) -> Result<Option<(Draw<'a>, Prims)>, Stopped> {
    let other = Tagged(entry.framebuffer).address();
    if other != framebuffer.address {
        report(c, &rules::OTHER_FRAMEBUFFER, entry.job, || {
            format!("the tiler job has the framebuffer {other:#010x}")
        });
    }
    let from = DrawDescriptor::read(entry.job, c)?;
    let Some(primitives) = Primitives::read(entry.job, &from, c)? else {
        return Ok(None);
    };
    let chip = units.chip;
    let renderer = Renderer::read(chip.arch, from.state, framebuffer.targets.len(), c)?;
    let last = last.filter(|last| *last.renderer == renderer);
    let renderer = last.map_or_else(|| Arc::new(renderer), |last| last.renderer.clone());
    let bounds = Bounds::read(from.viewport, c)?;
    let shader = match (renderer.shader & !15, last) {
        (0, _) => None,
        (_, Some(last)) => last.shader.clone(),
        (_, None) => Some(units.programs.of(Stage::Fragment, &renderer, chip, c)),
    };
    c.fuel
        .take(shader.as_ref().map_or(0, |shader| shader.fuel()))?;
    let resources = match shader {
        Some(_) => Resources::read(&from, &renderer, chip, c)?,
        None => Resources::default(),
    };
    let quirks = &units.options.quirks;
    let linked = last.filter(|last| last.resources.varyings.stores_as(&resources.varyings));
    let (varyings, centroid) = match linked {
        Some(last) => (last.varyings.clone(), last.centroid),
        None => link(shader.as_deref(), &resources, quirks),
    };
    let layout = screen::layout(&primitives, &renderer, &varyings, &resources);
    let target = (&**framebuffer, rect);
    // Mesa's driver sets no other.
    if framebuffer.tie_break != TieBreakRule::Minus180In0Out {
        let what = "tie-break rules other than MINUS_180_IN_0_OUT";
        c.log.unimplemented(what);
    }
    let (screen, samples) = screen::screen(quirks, &from, &primitives, &renderer, &bounds, target);
    let mut numbers = primitives.vertices(&from, c)?;
    let list = unique(&mut numbers, Some(RESTART), Vec::new());
    let vertices = Vertices {
        draw: &from,
        primitives: &primitives,
        resources: &resources,
        layout: &varyings,
        depth: bounds.depth_scale(),
    };
    let began = c.log.begin();
    let words = vertices.words(&list, c)?;
    let setup = Setup {
        screen: &screen,
        layout: &layout,
        vertices: &words,
    };
    let pool = Pool {
        workers: c.workers,
        scratch: units.scratch,
    };
    let prims = assemble(&setup, primitives.topology, &numbers, Some(RESTART), &pool);
    let number = c.log.at.draw();
    (c.log).end_work(began, || Part::of_draw(Work::Primitives, number));
    c.log.counters.add("primitives", prims.assembled());
    let drawn = prims.len() as u64;
    c.log.counters.add("primitives.drawn", drawn);
    let merge = match last.filter(|last| last.merge.is_lasting()) {
        Some(last) => last.merge.clone(),
        None => Arc::new(Merge::new(&renderer, framebuffer, units, c)),
    };
    let ends = match (linked, &shader) {
        (Some(last), _) => last.ends.clone(),
        (None, Some(shader)) if samples.count() == 1 => {
            Arc::new(EndsOfShader::new(shader, &varyings, &merge))
        }
        (None, _) => Arc::default(),
    };
    let draw = Draw {
        bus: c.bus,
        framebuffer: framebuffer.clone(),
        renderer,
        merge,
        at: [Frame::Draw(0), Frame::Draw(0)],
        shader,
        resources,
        varyings,
        point_plane: layout.attributes.len().saturating_sub(2),
        samples,
        storage: Storage::read(from.storage, c)?,
        front_ccw: from.front_ccw,
        is_triangles: primitives.is_triangles(),
        centroid,
        occlusion: (from.occlusion_query, from.occlusion),
        passed: AtomicU64::new(0),
        ends,
    };
    Ok(Some((draw, prims)))
}

/// The words and planes of the varyings that the shader loads, if there is one, and the position
/// of those with centroid interpolation.
fn link(
    shader: Option<&Loaded>,
    resources: &Resources,
    quirks: &Quirks,
) -> (Arc<varyings::Layout>, Option<Centroid>) {
    let mut centroid = None;
    let loads = shader
        .into_iter()
        .flat_map(|shader| shader.program.varyings());
    let loads = loads.map(|load| {
        if load.how.centroid {
            centroid = Some(quirks.centroid);
        }
        let of = varyings::Use {
            record: load.record,
            interpolation: varyings::interpolation(&load.how),
        };
        (of, load.components)
    });
    let stored = |record| resources.varyings.is_stored(record);
    let layout = varyings::Layout::new(stored, loads, FIRST_WORD);
    (Arc::new(layout), centroid)
}

/// Vertices that a worker takes at a time.
const PART: usize = 512;

/// Vertices whose words are read at once.
const BATCH: usize = 16;

/// The vertices of a draw.
struct Vertices<'v> {
    draw: &'v DrawDescriptor,
    primitives: &'v Primitives,
    resources: &'v Resources,
    layout: &'v varyings::Layout,
    /// Factor and summand of depth.
    depth: (f32, f32),
}

impl Vertices<'_> {
    /// The words of the vertices in `list`, which workers share if there are many.
    fn words(&self, list: &[u32], c: &mut Ctx<'_>) -> Result<Vec<f32>, Stopped> {
        if list.len() <= PART {
            return self.part(list, c);
        }
        let parts: Vec<&[u32]> = list.chunks(PART).collect();
        let mut words = Vec::with_capacity(self.layout.stride() * list.len());
        ordered(
            c,
            &parts,
            0,
            |_, part, c| self.part(part, c),
            |_, part, paid, _| {
                paid?;
                words.extend(part?);
                Ok::<(), Stopped>(())
            },
        )?;
        Ok(words)
    }

    /// The words of the vertices in `list`.
    ///
    /// Positions are on the screen, and their fourth component is 1/w with its sign
    /// (Mesa, nir_lower_viewport_transform.c). They are converted back to clip
    /// coordinates of a viewport that scales by 1.
    fn part(&self, list: &[u32], c: &mut Ctx<'_>) -> Result<Vec<f32>, Stopped> {
        let base = self.draw.position & !15;
        if base != self.draw.position {
            report(c, &rules::POSITION_UNALIGNED, base, || {
                format!("positions are at {:#x}", self.draw.position)
            });
        }
        let stride = self.layout.stride();
        let mut words = vec![0.0; stride * list.len()];
        let batches = list.chunks(BATCH).zip(words.chunks_mut(stride * BATCH));
        for (numbers, vertices) in batches {
            let positions = self.positions(base, numbers, c)?;
            let each = numbers.iter().zip(vertices.chunks_exact_mut(stride));
            for ((number, vertex), p) in each.zip(positions) {
                let w = 1.0 / p[3];
                let z = (p[2] - self.depth.1) / self.depth.0;
                let clip = [p[0] * w, p[1] * w, z * w, w, self.size(*number, c)?];
                vertex[..FIRST_WORD].copy_from_slice(&clip);
            }
            let varyings = &self.resources.varyings;
            varyings.gather(self.layout, numbers, vertices, c)?;
        }
        Ok(words)
    }

    /// The positions of up to [`BATCH`] vertices.
    fn positions(
        &self,
        base: u64,
        numbers: &[u32],
        c: &mut Ctx<'_>,
    ) -> Result<[[f32; 4]; BATCH], Stopped> {
        let mut bytes = [[0; 16]; BATCH];
        let address = |number: u32| base.wrapping_add(16 * u64::from(number));
        let first = address(numbers[0]);
        let all = bytes[..numbers.len()].as_flattened_mut();
        let follow = numbers
            .windows(2)
            .all(|n| n[0].checked_add(1) == Some(n[1]));
        if follow
            && c.bus.mapped(first) >= all.len() as u64
            && c.bus.initialised(first, all.len() as u32)
        {
            memory::read(c, Port::Tiler, first, all)?;
        } else {
            for (number, bytes) in numbers.iter().zip(&mut bytes) {
                memory::read(c, Port::Tiler, address(*number), bytes)?;
                if !c.bus.initialised(address(*number), 16) {
                    report(c, &rules::UNWRITTEN_POSITION, base, || {
                        format!("the position of vertex {number} was never written")
                    });
                }
            }
        }
        Ok(bytes.map(|bytes| memory::words(&bytes).map(f32::from_bits)))
    }

    /// The size of a point.
    fn size(&self, number: u32, c: &mut Ctx<'_>) -> Result<f32, Stopped> {
        let number = u64::from(number);
        match self.primitives.size {
            Size::Constant(size) => Ok(size),
            Size::Halves(base) => {
                let mut bytes = [0; 2];
                memory::read(c, Port::Tiler, base.wrapping_add(2 * number), &mut bytes)?;
                Ok(f16::from_le_bytes(bytes).to_f32())
            }
            Size::Singles(base) => {
                let mut bytes = [0; 4];
                memory::read(c, Port::Tiler, base.wrapping_add(4 * number), &mut bytes)?;
                Ok(f32::from_le_bytes(bytes))
            }
        }
    }
}
