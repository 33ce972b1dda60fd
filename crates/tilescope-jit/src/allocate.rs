//! Registers for the nodes of a graph.
//!
//! Nodes are computed in the order in which they were recorded. If no register is free,
//! the value whose next use is farthest away leaves its register; it is stored only if it
//! is not in memory already, as slots and constants are.

mod carry;

pub(crate) use carry::{Rounds, allocate_block, allocate_loop};

use crate::assemble::{Instructions, Memory};
use crate::graph::{Class, Folds, Graph, Id, Kind, NONE, Node};
use crate::target::Target;
use iced_x86::{Code, IcedError, Register};

/// Mask registers: k0 is no mask in instructions.
const MASKS: usize = 7;

/// The place of a value in memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Home {
    Nowhere,
    Slot(u16),
    Word(u32),
    Vector(u32),
    Spill(u32),
    /// A value of all rounds of a loop.
    Invariant(u32),
}

/// State of a node.
#[derive(Clone, Copy, Debug)]
struct Place {
    register: Option<usize>,
    home: Home,
    /// The uses to come, in the list of all uses.
    uses: (u32, u32),
}

/// Values in the registers of a class.
#[derive(Debug)]
struct File {
    owners: Vec<Id>,
    class: Class,
    target: Target,
}

impl File {
    fn new(target: Target, class: Class) -> File {
        let count = match class {
            Class::Vector => target.vectors(),
            Class::Mask => MASKS,
        };
        File {
            owners: vec![NONE; count],
            class,
            target,
        }
    }

    fn name(&self, register: usize) -> Register {
        match self.class {
            Class::Vector => self.target.vector(register),
            Class::Mask => Register::K1 + register as u32,
        }
    }
}

/// Allocation in progress.
struct Allocation<'g> {
    graph: &'g Graph,
    places: Vec<Place>,
    uses: Vec<u32>,
    vectors: File,
    masks: File,
    /// Places of spilled values that are free.
    spills: Vec<u32>,
    /// Those that are free after the node in progress, which still reads them.
    read_last: Vec<u32>,
    code: Instructions,
}

/// The instructions of a function for one batch.
pub(crate) fn allocate(graph: &Graph) -> Result<Instructions, IcedError> {
    let steps = steps(graph);
    let mut a = Allocation::new(graph, &steps, &graph.stores);
    for id in steps {
        a.compute(id)?;
    }
    for &(slot, id) in &graph.stores {
        a.store(slot, id)?;
    }
    Ok(a.code)
}

/// The nodes to compute, in their order.
fn steps(graph: &Graph) -> Vec<Id> {
    let used = graph.used();
    (0..graph.nodes.len() as Id)
        .filter(|id| used[*id as usize] && !graph.nodes[*id as usize].is_leaf())
        .collect()
}

impl<'g> Allocation<'g> {
    /// Nothing computed yet of `steps`, nor stored of `stores`, which follow them.
    fn new(graph: &'g Graph, steps: &[Id], stores: &[(u16, Id)]) -> Allocation<'g> {
        let mut counts = vec![0u32; graph.nodes.len() + 1];
        let operands = |id: Id| graph.nodes[id as usize].operands();
        let all = || {
            let computed = (0u32..).zip(steps).flat_map(move |(step, id)| {
                let step = move |operand: Id| (step, operand);
                operands(*id).map(step)
            });
            let stored = (steps.len() as u32..).zip(stores);
            computed.chain(stored.map(|(step, (_, id))| (step, *id)))
        };
        for (_, id) in all() {
            counts[id as usize] += 1;
        }
        let mut first = 0;
        let mut places: Vec<Place> = Vec::with_capacity(graph.nodes.len());
        for (node, count) in graph.nodes.iter().zip(&counts) {
            let home = match node.kind {
                Kind::Slot(slot) => Home::Slot(slot),
                Kind::Word(word) => Home::Word(word),
                Kind::Vector(vector) => Home::Vector(vector),
                _ => Home::Nowhere,
            };
            places.push(Place {
                register: None,
                home,
                uses: (first, first),
            });
            first += count;
        }
        let mut uses = vec![0; first as usize];
        for (step, id) in all() {
            let end = &mut places[id as usize].uses.1;
            uses[*end as usize] = step;
            *end += 1;
        }
        Allocation {
            graph,
            places,
            uses,
            vectors: File::new(graph.target, Class::Vector),
            masks: File::new(graph.target, Class::Mask),
            spills: Vec::new(),
            read_last: Vec::new(),
            code: Instructions::new(graph.target),
        }
    }

    fn place(&mut self, id: Id) -> &mut Place {
        &mut self.places[id as usize]
    }

    fn next_use(&self, id: Id) -> u32 {
        let (next, end) = self.places[id as usize].uses;
        match next < end {
            true => self.uses[next as usize],
            false => u32::MAX,
        }
    }

    fn class(&self, id: Id) -> Class {
        self.graph.nodes[id as usize].class
    }

    fn file(&mut self, class: Class) -> &mut File {
        match class {
            Class::Vector => &mut self.vectors,
            Class::Mask => &mut self.masks,
        }
    }

    /// A register for `id`, from a value that is not among `kept`.
    fn take(&mut self, id: Id, kept: [Id; 3]) -> Result<Register, IcedError> {
        let class = self.class(id);
        let free = self.file(class).owners.iter().position(|o| *o == NONE);
        let register = match free {
            Some(register) => register,
            None => {
                let owners = match class {
                    Class::Vector => &self.vectors.owners,
                    Class::Mask => &self.masks.owners,
                };
                let owners = owners.iter().copied().enumerate();
                let movable = owners.filter(|(_, owner)| !kept.contains(owner));
                let farthest = movable.max_by_key(|(_, owner)| self.next_use(*owner));
                // A node keeps at most three values.
                let (register, owner) = farthest.unwrap_or((0, NONE));
                self.leave(owner)?;
                register
            }
        };
        self.file(class).owners[register] = id;
        self.place(id).register = Some(register);
        Ok(self.file(class).name(register))
    }

    /// A value leaves its register.
    fn leave(&mut self, id: Id) -> Result<(), IcedError> {
        let Some(register) = self.places[id as usize].register else {
            return Ok(());
        };
        let class = self.class(id);
        if self.places[id as usize].home == Home::Nowhere && self.next_use(id) != u32::MAX {
            let spill = self.spills.pop().unwrap_or_else(|| self.code.spill());
            let name = self.file(class).name(register);
            let code = match class {
                Class::Vector => self.graph.target.codes().store,
                Class::Mask => Code::VEX_Kmovw_m16_kr,
            };
            self.code.store(code, Memory::Spill(spill), name)?;
            self.place(id).home = Home::Spill(spill);
        }
        self.file(class).owners[register] = NONE;
        self.place(id).register = None;
        Ok(())
    }

    /// The register of a value, which is loaded if it has none.
    fn ensure(&mut self, id: Id, kept: [Id; 3]) -> Result<Register, IcedError> {
        let class = self.class(id);
        if let Some(register) = self.places[id as usize].register {
            return Ok(self.file(class).name(register));
        }
        let name = self.take(id, kept)?;
        self.load(id, name)?;
        Ok(name)
    }

    /// Loads a value that is not in a register.
    fn load(&mut self, id: Id, name: Register) -> Result<(), IcedError> {
        let load = match self.class(id) {
            Class::Vector => self.graph.target.codes().load,
            Class::Mask => Code::VEX_Kmovw_kr_km16,
        };
        match self.places[id as usize].home {
            Home::Word(0) => self.code.zero(name)?,
            Home::Word(u32::MAX) => self.code.ones(name)?,
            Home::Word(word) => {
                let code = self.graph.target.codes().broadcast;
                self.code.load(code, name, Memory::Word(word))?;
            }
            home => {
                if let Some(memory) = self.memory(home) {
                    self.code.load(load, name, memory)?;
                }
            }
        }
        Ok(())
    }

    fn memory(&self, home: Home) -> Option<Memory> {
        match home {
            Home::Slot(slot) => Some(Memory::Slot(slot)),
            Home::Spill(spill) | Home::Invariant(spill) => Some(Memory::Spill(spill)),
            Home::Vector(vector) => Some(Memory::Vector(self.graph.vectors[vector as usize])),
            Home::Word(_) | Home::Nowhere => None,
        }
    }

    /// The memory operand that an operand becomes, if that is better than a register.
    fn folded(&self, id: Id, folds: Folds) -> Option<Memory> {
        let place = self.places[id as usize];
        if place.register.is_some() || self.class(id) == Class::Mask {
            return None;
        }
        let (next, end) = place.uses;
        match (place.home, folds) {
            (_, Folds::Never) => None,
            (Home::Word(word), Folds::Word) => Some(Memory::Broadcast(word)),
            (Home::Word(_), Folds::Vector) => None,
            (home, _) if next + 1 >= end => self.memory(home),
            _ => None,
        }
    }

    /// Counts a use; after the last one the register is free.
    fn used(&mut self, id: Id) {
        let place = self.place(id);
        place.uses.0 += 1;
        if place.uses.0 < place.uses.1 {
            return;
        }
        let (register, home) = (place.register.take(), place.home);
        let class = self.class(id);
        if let Some(register) = register {
            self.file(class).owners[register] = NONE;
        }
        if let Home::Spill(spill) = home {
            self.read_last.push(spill);
        }
    }

    fn compute(&mut self, id: Id) -> Result<(), IcedError> {
        let node = self.graph.nodes[id as usize];
        let (folds, last) = match node.kind {
            Kind::Plain(_, folds) | Kind::Immediate(_, folds, _) => {
                (folds, usize::from(node.args[1] != NONE))
            }
            Kind::Blend(_, folds) => (folds, 1),
            Kind::Masked(_) | Kind::Kept(_) => (Folds::Word, 1),
            Kind::Fma => (Folds::Word, 2),
            _ => (Folds::Never, 0),
        };
        let twice = node.args.iter().filter(|a| **a == node.args[last]).count() > 1;
        let mut registers = [Register::None; 3];
        for (i, arg) in node.args.into_iter().enumerate() {
            if arg != NONE && (i != last || folds == Folds::Never || twice) {
                registers[i] = self.ensure(arg, node.args)?;
            }
        }
        let mut memory = None;
        if registers[last] == Register::None {
            memory = self.folded(node.args[last], folds);
            if memory.is_none() {
                registers[last] = self.ensure(node.args[last], node.args)?;
            }
        }
        if let Kind::Lookup(vector) = node.kind {
            memory = self.memory(Home::Vector(vector));
        }
        node.operands().for_each(|arg| self.used(arg));
        // What leaves a register for the result is stored before the node reads memory.
        let d = self.take(id, node.args)?;
        self.spills.append(&mut self.read_last);
        self.code.node(node.kind, d, registers, memory)
    }

    /// Writes a slot; its content, if that is still of use, is first loaded.
    fn store(&mut self, slot: u16, id: Id) -> Result<(), IcedError> {
        let own = |node: &Node| node.kind == Kind::Slot(slot);
        if own(&self.graph.nodes[id as usize]) {
            self.used(id);
            return Ok(());
        }
        if let Some(content) = self.graph.content(slot)
            && self.next_use(content) != u32::MAX
        {
            self.ensure(content, [id, NONE, NONE])?;
            self.place(content).home = Home::Nowhere;
        }
        let register = self.ensure(id, [id, NONE, NONE])?;
        let code = self.graph.target.codes().store;
        self.code.store(code, Memory::Slot(slot), register)?;
        self.used(id);
        Ok(())
    }
}
