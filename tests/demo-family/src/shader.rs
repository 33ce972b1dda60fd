//! Shaders: lowering to the shared engine, and the static checker.

use tilescope_core::Rule;
use tilescope_exec::{Exec, Lanes16};
use tilescope_families::{Checker, Stage, Violation};
use tilescope_shader::{
    Access, Batch, BlockBuilder, End, Isa, Layout, Lower, Nan, Program, Refused, Shape, Slot,
    UnitOp, Units,
};

use crate::rules;
use crate::tables::{INSTRUCTION, INSTRUCTIONS, Row, add, first, mul, out, place, set};

/// Registers of a thread.
const REGISTERS: u16 = 8;

/// The instruction set.
#[derive(Clone, Copy, Debug)]
pub struct DemoIsa;

/// The values that instructions compute.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Value {
    /// `SET`.
    Copy,
    /// `ADD`.
    Add,
    /// `MUL`.
    Mul,
}

/// The accesses to units.
#[derive(Clone, Copy, Debug)]
pub enum Unit {
    /// `PLACE`: the register, and whether it becomes the row.
    Place(Slot, bool),
    /// `OUT`: the registers of red, green and blue.
    Out([Slot; 3]),
}

impl Isa for DemoIsa {
    type Quirks = ();
    type Value = Value;
    type Unit = Unit;
    type Constant = u32;
    const SLOTS: usize = 64;

    fn shape(v: Value) -> Shape {
        match v {
            Value::Copy => Shape::bits(1),
            Value::Add | Value::Mul => Shape::bits(2).nan(Nan::Open),
        }
    }

    fn value<E: Exec>(e: &mut E, (): &(), v: Value, [a, b, ..]: [E::V; 4]) -> E::V {
        match v {
            Value::Copy => a,
            Value::Add => e.fadd(a, b),
            Value::Mul => e.fmul(a, b),
        }
    }
}

/// Instructions that all have a row.
struct Code<'c>(&'c [u8]);

impl Lower<DemoIsa> for Code<'_> {
    fn lower(&mut self, ip: u32, b: &mut BlockBuilder<'_, DemoIsa>) -> End {
        let inst = &self.0[ip as usize * INSTRUCTION..];
        let payload = &inst[1..];
        let get = |field: tilescope_tables::packet::Field| field.get(payload) as Slot;
        match instruction(inst).map(Row::name) {
            Some("SET") => {
                let value = b.constant(set::VALUE.get(payload) as u32);
                b.value(Value::Copy, get(set::D), [value; 4]);
            }
            Some("PLACE") => b.unit(UnitOp {
                writes: vec![get(place::D)],
                effect: false,
                ..UnitOp::new(Unit::Place(get(place::D), place::ROW.is_set(payload)))
            }),
            Some("ADD") => {
                let (a, other) = (get(add::A), get(add::B));
                b.value(Value::Add, get(add::D), [a, other, a, a]);
            }
            Some("MUL") => {
                let (a, other) = (get(mul::A), get(mul::B));
                b.value(Value::Mul, get(mul::D), [a, other, a, a]);
            }
            Some("OUT") => {
                let colors = [get(out::R), get(out::G), get(out::B)];
                b.unit(UnitOp {
                    reads: colors.to_vec(),
                    ..UnitOp::new(Unit::Out(colors))
                });
            }
            _ => return End::Stop,
        }
        End::Next
    }
}

/// The program in `code`. It ends before the first unknown instruction.
pub fn program(code: &[u8]) -> Program<DemoIsa> {
    let known = code.chunks_exact(INSTRUCTION).map_while(instruction);
    let layout = Layout {
        start: 0,
        end: known.count() as u32,
        state: REGISTERS,
        scratch: 1,
        shared: 0..0,
        inputs: &[],
        outputs: &[],
        undefined: 0,
        call_depth: 0,
    };
    Program::new(&mut Code(code), &layout, ())
}

fn instruction(bytes: &[u8]) -> Option<&'static Row> {
    first(&INSTRUCTIONS, bytes)
}

/// The rules that a program breaks.
pub fn check(code: &[u8]) -> Vec<Violation> {
    let violation = |rule: &'static Rule, ip: u32, message: String| Violation {
        rule,
        instruction: ip,
        offset: ip * INSTRUCTION as u32,
        bits: None,
        message,
    };
    let reads = program(code);
    let reads = reads.undefined_reads().iter();
    let mut found: Vec<Violation> = reads
        .map(|read| {
            let message = format!("read of uninitialised register {}", read.slot);
            violation(&rules::UNDEFINED, read.ip, message)
        })
        .collect();
    for (ip, bytes) in (0..).zip(code.chunks(INSTRUCTION)) {
        match instruction(bytes).map(Row::name) {
            Some("END") => break,
            Some(_) => {}
            None => {
                let message = format!("{:#04x} is not an opcode", bytes[0]);
                found.push(violation(&rules::INSTRUCTION, ip, message));
                break;
            }
        }
    }
    found
}

/// The checker of single shaders: there is one kind.
pub static CHECKER: Checker = Checker {
    stages: &[Stage {
        option: "pixel",
        help: "A shader of pixels",
        name: "pixel",
        suffix: "",
    }],
    infer: |_| Some((0, "all shaders are")),
    check: |code, _| check(code),
};

/// The units around the shader core, for sixteen pixels.
pub struct PixelUnits {
    /// Columns and rows of the pixels, as fractions of the target.
    pub place: [[f32; 16]; 2],
    /// The colours drawn by `OUT`.
    pub colors: [[f32; 16]; 4],
    /// The pixels that `OUT` has drawn.
    pub drawn: u16,
}

impl Units<DemoIsa, 1> for PixelUnits {
    fn run(&mut self, unit: &Unit, _: u32, at: &mut Batch<'_, 1>) -> Result<Access, Refused> {
        match *unit {
            Unit::Place(d, row) => at.set(d, 0, Lanes16::from_f32(self.place[usize::from(row)])),
            Unit::Out(slots) => {
                for (color, slot) in self.colors.iter_mut().zip(slots) {
                    *color = at.slot(slot, 0).to_f32();
                }
                self.drawn |= at.lanes().0[0];
            }
        }
        Ok(Access::Done)
    }
}
