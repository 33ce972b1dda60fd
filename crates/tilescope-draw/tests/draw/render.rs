//! Pending draws, area by area and by many workers, against drawing each primitive at
//! once, a sample at a time.

use std::sync::Arc;

use proptest::prelude::*;
use proptest::sample::select;
use tilescope_core::diag::{Frame, Location, Rule, Severity};
use tilescope_core::log::Log;
use tilescope_core::observe::Recorder;
use tilescope_core::{OutOfFuel, Serial, Stopped, Workers};
use tilescope_draw::{
    AreaDraw, AreaPart, AreaScratch, Assembler, Coverage, Cull, DepthSource, Fill, FragmentStage,
    Interpolated, Pool, Prim, PrimBlock, Prims, Provoking, Queue, QueuedDraw, SamplePattern,
    ScratchMemory, Screen, Setup, Topology, VertexLayout, Viewport, assemble, of_sample,
};
use tilescope_output::{
    ColorConfig, ColorTarget, CompareFunc, DepthConfig, DepthFormat, DepthRounding, DepthState,
    DepthStencil, DepthTest, Fragments, Merger, Sources,
};
use tilescope_pixel::Format;
use tilescope_raster::{
    ClipVolume, DepthRange, LineRule, PointRule, RasterRules, Rect, SubpixelBits,
};

use crate::target::{HEIGHT, Image, Target, Unit, WIDTH};

/// Batches in a group.
const B: usize = 2;

static FOUND: Rule = Rule {
    id: "TEST-DRAW-001",
    severity: Severity::Corrupt,
    title: "a pixel is where it should not be",
    hardware: "Nothing.",
    help: "Nothing.",
    source: "this test",
};

/// Fuel of a batch.
const FUEL: u64 = 3;

#[derive(Clone)]
struct Shader {
    number: u32,
    screen: Arc<Screen>,
    merger: Merger,
    target: Target,
    samples: Option<SamplePattern>,
    location: [Frame; 1],
}

impl Shader {
    /// The colour of a fragment; `None` if it is discarded.
    fn color(&self, prim: u32, x: u32, y: u32) -> Option<u32> {
        let discarded = (x + 3 * y + self.number).is_multiple_of(7);
        (!discarded).then_some(1 + self.number * 1000 + prim)
    }
}

impl FragmentStage<B> for Shader {
    type Port = Unit;
    type Scratch = Vec<u8>;

    fn coverage(&self) -> Coverage {
        match self.samples {
            None => Coverage::Pixels,
            Some(_) => Coverage::Samples,
        }
    }

    fn sample_mask(&self) -> u16 {
        // Sample 1 is never drawn by the first draw.
        if self.number == 0 { !2 } else { u16::MAX }
    }

    fn begin(&self, scratch: &mut Vec<u8>, _: &Log<Self::Port>) {
        assert!(scratch.is_empty());
        scratch.push(1);
    }

    fn shade(
        &self,
        _: &mut Vec<u8>,
        coverage: Coverage,
        part: &mut AreaPart<'_, Unit, B>,
    ) -> Result<(), Stopped> {
        let prims = part.prims;
        for batch in 0..part.group.batches() {
            *part.fuel = part
                .fuel
                .checked_sub(FUEL)
                .ok_or(Stopped::Fuel(OutOfFuel))?;
            part.log.counters.add("batches", 1);
            let quads = part.group.batch(batch);
            let f = &mut part.fragments[batch];
            let at = part.group.place(batch, prims, coverage, |_| (0.5, 0.5), f);
            f.z = Interpolated::new(part.group, batch, at).depth(prims, &self.screen.viewports);
            let mut color = [[0.0; 16]; 4];
            for (lane, red) in color[0].iter_mut().enumerate().take(4 * quads.len()) {
                match self.color(quads[lane / 4].prim, f.x[lane], f.y[lane]) {
                    Some(word) => *red = f32::from_bits(word),
                    None => f.mask &= !(1 << lane),
                }
                if f.mask >> lane & 1 != 0 && f.x[lane] % 50 == 49 {
                    let site = (f.x[lane], f.y[lane]);
                    part.log
                        .find(&FOUND, site, |at| (at.clone(), format!("{site:?}")));
                }
            }
            let place = part.area.origin();
            let buffers = &self.target;
            let mut bound = part.area.bind(&self.merger);
            let mut draw = |f: &Fragments| {
                let place = tilescope_draw::AreaPlace {
                    layer: prims.prim(quads[0].prim).layer,
                    row: place.1 / tilescope_output::AREA,
                    column: place.0 / tilescope_output::AREA,
                };
                bound.draw(f, &Sources::one(&color), &mut buffers.buffers(place))
            };
            match &self.samples {
                None => *part.passed += u64::from(draw(f)?.count_ones()),
                Some(pattern) => {
                    for (n, (x, y)) in (0..).zip(pattern.positions()) {
                        let position = (f32::from(*x) / 16.0, f32::from(*y) / 16.0);
                        let depth = DepthSource::Planes(prims, &self.screen.viewports);
                        let part_of = of_sample(f, quads, n, position, depth);
                        *part.passed += u64::from(draw(&part_of)?.count_ones());
                    }
                }
            }
        }
        Ok(())
    }

    fn end(&self, scratch: &mut Vec<u8>, log: &mut Log<Unit>) {
        assert_eq!(scratch.pop(), Some(1));
        log.counters.add("areas", 1);
    }
}

impl AreaDraw<B> for Shader {
    type Targets = Target;

    fn location(&self) -> &[Frame] {
        &self.location
    }
}

impl QueuedDraw<B> for Shader {
    fn is_like(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.screen, &other.screen)
    }

    fn targets(&self) -> Target {
        self.target.clone()
    }

    fn writes(&self) -> bool {
        true
    }
}

/// Tasks from the last to the first.
struct Backwards;

impl Workers for Backwards {
    fn threads(&self) -> usize {
        1
    }

    fn run(&self, count: usize, task: &(dyn Fn(usize) + Sync)) {
        (0..count).rev().for_each(task);
    }
}

/// A thread for each task.
struct Threads;

impl Workers for Threads {
    fn threads(&self) -> usize {
        8
    }

    fn run(&self, count: usize, task: &(dyn Fn(usize) + Sync)) {
        std::thread::scope(|scope| {
            for i in 0..count {
                scope.spawn(move || task(i));
            }
        });
    }
}

/// The range of depths.
const CLAMP: (f32, f32) = (0.125, 0.75);

/// The words of a vertex: clip coordinates and a layer.
const STRIDE: usize = 5;

/// The vertices and indices of a draw.
#[derive(Clone, Debug)]
struct Input {
    vertices: Vec<[f32; STRIDE]>,
    indices: Vec<u32>,
    topology: Topology,
}

/// Positions of samples: those of Direct3D 11 in another order do as well.
fn pattern(count: usize) -> SamplePattern {
    let positions: Vec<(u8, u8)> = (0..count as u8).map(|n| (n * 7 % 16, n * 5 % 16)).collect();
    SamplePattern::new(&positions).unwrap()
}

fn draws(inputs: &[Input], target: &Target) -> Vec<(Shader, Prims)> {
    let samples = (target.0.samples > 1).then(|| pattern(target.0.samples));
    let rules = RasterRules {
        subpixel: SubpixelBits::EIGHT,
        ..RasterRules::S12_4
    };
    let (rules, more_samples) = match &samples {
        Some(pattern) => pattern.rules(rules),
        None => (rules, Vec::new()),
    };
    let half = [WIDTH as f32 / 2.0, HEIGHT as f32 / 2.0];
    let screen = Arc::new(Screen {
        rules,
        more_samples,
        viewports: vec![Viewport {
            volume: ClipVolume {
                guard_x: 4.0,
                guard_y: 4.0,
                depth: DepthRange::ZeroToOne,
                min_w: 0.0,
            },
            scale: [half[0], half[1], 1.0],
            offset: [half[0], half[1], 0.0],
            scissor: Rect::new(3, 1, WIDTH as i32 - 2, HEIGHT as i32),
            clamp: Some(CLAMP),
        }],
        layers: target.0.layers as u32,
        converts_z: false,
        cull: Cull::default(),
        fill: Fill::Solid,
        bias: None,
        line: LineRule::GL,
        line_width: 3.0,
        point: PointRule::VIDEOCORE_IV,
        point_size: 5.0,
        point_scale: 1.0,
    });
    let test = DepthStencil {
        depth: Some(DepthTest {
            func: CompareFunc::Less,
            write: true,
        }),
        stencil: None,
    };
    let depth = DepthState::new(&DepthConfig {
        format: DepthFormat::D32F,
        separate_stencil: false,
        tests: [test; 2],
        range: (0.0, 1.0),
        largest: 1.0,
        rounding: DepthRounding::Nearest,
        bounds: None,
    });
    let merger = Merger {
        samples: target.0.samples as u32,
        colors: vec![ColorTarget::new(&ColorConfig::replacing(Format::R32Uint))],
        depth: Some(depth),
        ..Merger::default()
    };
    let layout = VertexLayout {
        layer: Some(4),
        ..VertexLayout::new(STRIDE, Provoking::First)
    };
    let scratch = ScratchMemory::<()>::default();
    let pool = Pool {
        workers: &Serial,
        scratch: &scratch,
    };
    let set_up = |(number, input): (u32, &Input)| {
        let words: Vec<f32> = input.vertices.iter().flatten().copied().collect();
        let setup = Setup {
            screen: &screen,
            layout: &layout,
            vertices: &words,
        };
        let prims = assemble(&setup, input.topology, &input.indices, Some(99), &pool);
        let shader = Shader {
            number,
            screen: screen.clone(),
            merger: merger.clone(),
            target: target.clone(),
            samples,
            location: [Frame::Draw(number)],
        };
        (shader, prims)
    };
    (0..).zip(inputs).map(set_up).collect()
}

/// Draws each primitive at once.
fn model(draws: &[(Shader, Prims)], image: &Image) -> ([Vec<u32>; 2], u64) {
    let [mut depth, mut color] = image.words();
    let mut passed = 0;
    for (shader, prims) in draws {
        let more = prims.blocks().iter().flat_map(|block| {
            let groups = block.more.len() / block.list.len().max(1);
            (0..block.list.len()).map(move |n| &block.more[n * groups..(n + 1) * groups])
        });
        for ((n, prim), more) in prims.iter().zip(more) {
            for (group, shape) in std::iter::once(&prim.shape).chain(more).enumerate() {
                shape.walk(prim.bounds, |quad| {
                    for bit in (0..16).filter(|bit| quad.coverage >> bit & 1 != 0) {
                        let (pixel, sample) = match shader.samples {
                            None => (bit, 0),
                            Some(_) => (bit / 4, bit as usize % 4 + 4 * group),
                        };
                        let (x, y) = (
                            (quad.x + (pixel & 1)) as u32,
                            (quad.y + (pixel >> 1)) as u32,
                        );
                        let (dx, dy) = match &shader.samples {
                            None => (8, 8),
                            Some(pattern) => pattern.positions()[sample],
                        };
                        let at = |p: u32, d: u8| p as f32 + f32::from(d) / 16.0;
                        let z = prim.z.at(at(x, dx), at(y, dy)).clamp(CLAMP.0, CLAMP.1);
                        let word = image.at(prim.layer.into(), sample, x, y);
                        let hidden = shader.samples.is_some() && shader.number == 0 && sample == 1;
                        let nearer = z < f32::from_bits(depth[word]);
                        if let Some(new) = shader.color(n, x, y)
                            && nearer
                            && !hidden
                        {
                            (depth[word], color[word]) = (z.to_bits(), new);
                            passed += 1;
                        }
                    }
                });
            }
        }
    }
    ([depth, color], passed)
}

/// All that can be seen of a run.
#[derive(Debug, PartialEq)]
struct Outcome {
    words: [Vec<u32>; 2],
    result: Result<u64, String>,
    fuel: u64,
    findings: Vec<(Location, String, u64)>,
    counters: String,
}

fn run(
    inputs: &[Input],
    samples: usize,
    layers: usize,
    fuel: u64,
    workers: &dyn Workers,
) -> Outcome {
    let target = Target(Arc::new(Image::new(samples, layers)));
    let scratch = ScratchMemory::<AreaScratch<Vec<u8>, B>>::default();
    let pool = Pool {
        workers,
        scratch: &scratch,
    };
    let mut queue = Queue::<Shader, B>::default();
    let mut log = Log::<Unit>::default();
    let outer = Location {
        frames: vec![Frame::Draw(77)],
        bits: None,
    };
    for (draw, prims) in draws(inputs, &target) {
        assert!(queue.takes(&draw) && !queue.is_full());
        queue.push(draw, prims, || outer.clone());
    }
    assert_eq!(queue.writes([0x2000].into_iter()), !queue.is_empty());
    assert!(!queue.writes([0x3000].into_iter()));
    let mut left = fuel;
    let result = queue.flush(&pool, &mut left, &mut log);
    assert!(queue.is_empty());
    let mut recorder = Recorder::default();
    let counters = log.deliver(&mut recorder);
    let findings = recorder.findings.into_iter();
    Outcome {
        words: target.0.words(),
        result: result.map_err(|stopped| stopped.to_string()),
        fuel: left,
        findings: findings.map(|f| (f.at, f.message, f.count)).collect(),
        counters: format!("{counters:?}"),
    }
}

fn input() -> impl Strategy<Value = Input> {
    let place = || prop_oneof![4 => -1.2f32..1.2, 1 => select(vec![-1f32, 0.0, 1.0])];
    let layer = prop_oneof![3 => Just(0u32), 1 => 0..3u32];
    let vertex = (place(), place(), 0f32..1.0, 0.5f32..2.0, layer)
        .prop_map(|(x, y, z, w, layer)| [x * w, y * w, z * w, w, f32::from_bits(layer)]);
    let topology = select(vec![
        Topology::Points,
        Topology::LineStrip,
        Topology::Triangles,
        Topology::TriangleStrip,
        Topology::Quads,
        Topology::TriangleStripAdjacency,
    ]);
    let index = prop_oneof![12 => 0..8u32, 1 => Just(99)];
    let vertices = prop::collection::vec(vertex, 8);
    (vertices, prop::collection::vec(index, 0..14), topology).prop_map(
        |(vertices, indices, topology)| Input {
            vertices,
            indices,
            topology,
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn pending_draws_are_as_those_drawn_at_once(
        inputs in prop::collection::vec(input(), 1..4),
        samples in select(vec![1usize, 4, 8, 16]),
        layers in 1..3usize,
        fuel in prop_oneof![3 => Just(1_000_000u64), 1 => 0..3000u64]
    ) {
        let once = run(&inputs, samples, layers, fuel, &Serial);
        if fuel == 1_000_000 {
            let image = Target(Arc::new(Image::new(samples, layers)));
            let (words, passed) = model(&draws(&inputs, &image), &image.0);
            prop_assert_eq!(&once.result, &Ok(passed));
            for (made, expected) in once.words.iter().zip(&words) {
                let differs = made.iter().zip(expected).position(|(a, b)| a != b);
                prop_assert_eq!(differs, None);
            }
        }
        for workers in [&Backwards as &dyn Workers, &Threads] {
            prop_assert!(run(&inputs, samples, layers, fuel, workers) == once);
        }
    }
}

/// More primitives than a worker sets up at once.
#[test]
fn chunks_of_primitives_are_in_order() {
    let vertices = (0..8u32).map(|n| {
        let n = n as f32;
        [
            n / 8.0 - 0.5,
            (n * 3.0 % 8.0) / 8.0 - 0.5,
            n / 9.0,
            1.0,
            0.0,
        ]
    });
    let input = Input {
        vertices: vertices.collect(),
        indices: (0..2000).map(|n| n * n % 8).collect(),
        topology: Topology::LineStrip,
    };
    let target = Target(Arc::new(Image::new(1, 1)));
    let (shader, prims) = draws(std::slice::from_ref(&input), &target).remove(0);
    let words: Vec<f32> = input.vertices.iter().flatten().copied().collect();
    let layout = VertexLayout::new(STRIDE, Provoking::First);
    let setup = Setup {
        screen: &shader.screen,
        layout: &layout,
        vertices: &words,
    };
    let mut one = PrimBlock::default();
    let indices = input.indices.iter().copied();
    for primitive in Assembler::new(input.topology, Provoking::First, None, indices) {
        setup.primitive(primitive, &mut one);
    }
    assert_eq!(prims.assembled(), 1999);
    assert!(prims.blocks().len() > 1);
    let shapes = |(_, p): (u32, &Prim)| format!("{:?} {:?} {:?}", p.shape, p.z, p.bounds);
    let one = Prims::from(one);
    assert!(prims.iter().map(shapes).eq(one.iter().map(shapes)));
}
