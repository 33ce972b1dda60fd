//! A target with layers and samples in plain memory, shared by workers.

use std::sync::{Arc, Mutex};

use tilescope_core::bus::Port;
use tilescope_core::log::Log;
use tilescope_core::{AddressSpace, GpuMemory, Stopped};
use tilescope_draw::{AreaPlace, QueuedTargets, Targets};
use tilescope_output::memory::{TILES, tile_place};
use tilescope_output::{AREA, Area, Buffers, TileMemory};

/// The only port.
#[derive(Clone, Copy, Debug)]
pub struct Unit;

impl Port for Unit {
    const ALL: &'static [Unit] = &[Unit];

    fn name(self) -> &'static str {
        "unit"
    }

    fn index(self) -> usize {
        0
    }
}

/// Sides of the target in areas.
pub const ACROSS: u32 = 2;
pub const DOWN: u32 = 2;
/// Sides in pixels.
pub const WIDTH: u32 = ACROSS * AREA;
pub const HEIGHT: u32 = DOWN * AREA;

/// Depth and colour, four bytes for each sample.
pub struct Image {
    pub samples: usize,
    pub layers: usize,
    /// Depth, then colour: words by layer, sample, row and column.
    planes: [Mutex<Vec<u32>>; 2],
    memory: AddressSpace,
}

impl Image {
    pub fn new(samples: usize, layers: usize) -> Image {
        let len = samples * layers * (WIDTH * HEIGHT) as usize;
        Image {
            samples,
            layers,
            planes: [vec![1f32.to_bits(); len], vec![0; len]].map(Mutex::new),
            memory: AddressSpace::new(),
        }
    }

    /// Index of a word.
    pub fn at(&self, layer: usize, sample: usize, x: u32, y: u32) -> usize {
        ((layer * self.samples + sample) * HEIGHT as usize + y as usize) * WIDTH as usize
            + x as usize
    }

    /// Depths and colours.
    pub fn words(&self) -> [Vec<u32>; 2] {
        [0, 1].map(|n: usize| self.planes[n].lock().unwrap().clone())
    }
}

/// The image as the buffers of draws.
#[derive(Clone)]
pub struct Target(pub Arc<Image>);

struct Tiles<'a> {
    image: &'a Image,
    plane: usize,
    place: AreaPlace,
}

impl Tiles<'_> {
    /// The first word of each row of a tile.
    fn rows(&self, tile: u32) -> [usize; 4] {
        let (sample, x, y) = tile_place(tile);
        assert!((tile as usize) < TILES * self.image.samples);
        let (x, y) = (self.place.column * AREA + x, self.place.row * AREA + y);
        let layer = usize::from(self.place.layer);
        [0, 1, 2, 3].map(|row| self.image.at(layer, sample as usize, x, y + row))
    }
}

impl TileMemory for Tiles<'_> {
    fn read(&mut self, tile: u32, out: &mut [u8]) -> Result<(), Stopped> {
        let words = self.image.planes[self.plane].lock().unwrap();
        for (from, row) in self.rows(tile).into_iter().zip(out.chunks_exact_mut(16)) {
            for (word, bytes) in words[from..from + 4].iter().zip(row.chunks_exact_mut(4)) {
                bytes.copy_from_slice(&word.to_le_bytes());
            }
        }
        Ok(())
    }

    fn write(&mut self, tile: u32, data: &[u8]) -> Result<(), Stopped> {
        let mut words = self.image.planes[self.plane].lock().unwrap();
        for (from, row) in self.rows(tile).into_iter().zip(data.chunks_exact(16)) {
            for (word, bytes) in words[from..from + 4].iter_mut().zip(row.chunks_exact(4)) {
                *word = u32::from_le_bytes(bytes.try_into().unwrap());
            }
        }
        Ok(())
    }
}

struct Both<'a>(&'a Image, AreaPlace);

impl Buffers for Both<'_> {
    fn depth(&mut self) -> Option<impl TileMemory> {
        Some(Tiles {
            image: self.0,
            plane: 0,
            place: self.1,
        })
    }

    fn color(&mut self, n: usize) -> Option<impl TileMemory> {
        (n == 0).then_some(Tiles {
            image: self.0,
            plane: 1,
            place: self.1,
        })
    }
}

impl Target {
    /// The buffers of an area.
    pub fn buffers(&self, place: AreaPlace) -> impl Buffers + '_ {
        Both(&self.0, place)
    }
}

impl Targets for Target {
    type Port = Unit;

    fn store(&self, place: AreaPlace, area: &mut Area, _: &mut Log<Unit>) -> Result<(), Stopped> {
        area.store(&mut self.buffers(place))
    }
}

impl QueuedTargets for Target {
    fn memory(&self) -> &dyn GpuMemory {
        &self.0.memory
    }

    fn bases(&self) -> impl Iterator<Item = u64> {
        [0x1000, 0x2000].into_iter()
    }

    fn shares(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }

    fn add(&mut self, _: &Self) {}
}
