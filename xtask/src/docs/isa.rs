//! Reference pages of instruction sets.

use super::{MADE, bits, cell};
use tilescope_midgard::isa as midgard;
use tilescope_tables::{Format, Row, Slot};
use tilescope_vc4::isa as qpu;
use tilescope_vivante::isa as vivante;

/// The heading of a column, and its cell for a row.
type Column<O> = (&'static str, fn(&Row<O>) -> String);

/// A page under construction.
struct Page(String);

impl Page {
    fn new(text: &str) -> Page {
        Page(format!("{MADE}{text}"))
    }

    fn format(&mut self, f: &Format) {
        self.0 += &format!(
            "\n### {}\n\n| bits | field | meaning |\n| --- | --- | --- |\n",
            f.name
        );
        let mut fields: Vec<_> = f.fields.iter().collect();
        fields.sort_by_key(|f| std::cmp::Reverse(f.span().lo));
        for field in fields {
            let span = field.span();
            self.0 += &format!(
                "| {} | `{}` | {} |\n",
                bits(span.lo, span.hi),
                field.name,
                cell(field.doc)
            );
        }
    }

    fn slot<O>(&mut self, slot: &Slot<O>) {
        self.slot_with(slot, &[]);
    }

    /// A slot with further columns.
    fn slot_with<O>(&mut self, slot: &Slot<O>, more: &[Column<O>]) {
        self.0 += &format!("\n### {}\n", slot.name);
        self.rows(slot.rows.iter(), more);
        let further = " |".repeat(more.len());
        for r in slot.reserved {
            self.0 += &format!("| `{}` | | | {} |{further} |\n", r.bits.text, cell(r.doc));
        }
    }

    /// A table of rows, with a further column before the source for each of `more`.
    fn rows<'r, O: 'r>(&mut self, rows: impl Iterator<Item = &'r Row<O>>, more: &[Column<O>]) {
        let titles: String = more
            .iter()
            .map(|(title, _)| format!(" {title} |"))
            .collect();
        let rules = " --- |".repeat(more.len());
        self.0 += &format!(
            "\n| bits | name | also | meaning |{titles} source |\n\
             | --- | --- | --- | --- |{rules} --- |\n"
        );
        for row in rows {
            let also: Vec<String> = row
                .aliases
                .iter()
                .map(|a| format!("`{}`", cell(a)))
                .collect();
            let further: String = more
                .iter()
                .map(|(_, value)| format!(" {} |", cell(&value(row))))
                .collect();
            self.0 += &format!(
                "| `{}` | `{}` | {} | {} |{further} {} |\n",
                row.bits.text,
                cell(row.name),
                also.join(", "),
                cell(row.doc),
                cell(row.source.text)
            );
        }
    }
}

/// The QPU's.
pub fn qpu() -> String {
    let mut page = Page::new(
        "# The QPU instruction set\n\n\
         Instructions are 64-bit little-endian words. In the tables of encodings, `0` and `1` are fixed \
         bits, other letters are operands. The assembly language is in \
         [qpu-assembly.md](qpu-assembly.md).\n\n## Formats\n",
    );
    for f in [&qpu::ALU, &qpu::LOAD_IMM, &qpu::BRANCH] {
        page.format(f);
    }
    page.0 += "\n## Encodings\n";
    page.slot(&qpu::SIGNAL);
    page.slot(&qpu::ADD);
    page.slot(&qpu::MUL);
    page.slot(&qpu::COND);
    page.slot(&qpu::UNPACK);
    page.slot(&qpu::PACK_A);
    page.slot(&qpu::PACK_MUL);
    page.slot(&qpu::SMALL_IMM);
    page.slot(&qpu::LOAD_MODE);
    page.slot(&qpu::SEMAPHORE);
    page.slot(&qpu::BRANCH_COND);
    page.slot(&qpu::TARGET_BASE);
    page.slot(&qpu::READ_A);
    page.slot(&qpu::READ_B);
    page.slot(&qpu::WRITE_A);
    page.slot(&qpu::WRITE_B);
    page.0
}

/// The page of Vivante GC.
pub fn vivante() -> String {
    let mut page = Page::new(
        "# The instruction set of Vivante GC\n\n\
         Instructions are four 32-bit little-endian words. The assembly language is in \
         [vivante-assembly.md](vivante-assembly.md). Sources in parentheses are used by some programs \
         only; `?` marks undocumented fields.\n\n## Formats\n",
    );
    for f in [
        &vivante::WORD0,
        &vivante::WORD1,
        &vivante::WORD1_TEXTURE,
        &vivante::WORD1_MEMORY,
        &vivante::WORD2,
        &vivante::WORD3,
        &vivante::WORD3_FLOW,
    ] {
        page.format(f);
    }
    page.0 += "\n## Operations\n";
    let more: &[Column<vivante::Op>] = &[
        ("operands", |r| r.op.operands()),
        ("needs", |r| r.op.needs.name().to_string()),
        ("confidence", |r| r.source.confidence.name().to_string()),
    ];
    for group in vivante::Group::ALL {
        page.0 += &format!("\n### {}\n", group.name());
        let rows = vivante::OPCODE.rows.iter();
        page.rows(rows.filter(|r| r.op.group == *group), more);
    }
    let slot = &vivante::EXTENDED;
    page.0 += &format!(
        "\n### {}\n\nThe low 9 bits of the immediate src2 of `{}`.\n",
        slot.name,
        vivante::Opcode::Extended.row().name
    );
    page.rows(slot.rows.iter(), more);
    page.0 += "\n## Other fields\n";
    page.slot(&vivante::COND);
    page.slot(&vivante::TYPE);
    page.slot(&vivante::REG_GROUP);
    page.slot(&vivante::ADDR_MODE);
    page.slot(&vivante::COMPONENT);
    page.slot(&vivante::ROUNDING);
    page.slot(&vivante::THREAD);
    page.slot(&vivante::IMM_KIND);
    page.0
}

/// The page of Mali Midgard.
pub fn midgard() -> String {
    let mut page = Page::new(
        "# The instruction set of Mali Midgard\n\n\
         A program is a sequence of bundles of one to four quadwords. The low four bits of a bundle are its \
         tag, the next four the tag of the bundle after it. A texture bundle is one texture word, a \
         load/store bundle the tags and two load/store words. An ALU bundle has a control word, a register \
         word for each enabled unit in the order of their bits, the bodies in the same order, the branches, \
         and in a quadword of their own the constants. The multiplier for vectors and the adder for scalars \
         are the first stage; the second reads their results.\n\n\
         Integer operations for which Mesa has one name show the sign in the type, here and in assembly.\n\n\
         ## Formats\n",
    );
    for f in [
        &midgard::CONTROL,
        &midgard::REGS,
        &midgard::VECTOR,
        &midgard::VECTOR_SRC,
        &midgard::SCALAR,
        &midgard::SCALAR_SRC,
        &midgard::BRANCH_UNCONDITIONAL,
        &midgard::BRANCH,
        &midgard::BRANCH_EXTENDED,
        &midgard::LOAD_STORE,
        &midgard::TEXTURE_LOW,
        &midgard::TEXTURE_HIGH,
    ] {
        page.format(f);
    }
    page.0 += "\n## Operations\n";
    let units: Column<midgard::Alu> = ("units", |r| {
        let has = midgard::Unit::ALL.iter().filter(|&&u| r.op.units.has(u));
        has.map(|u| u.name()).collect::<Vec<_>>().join(", ")
    });
    let reads: Column<midgard::Alu> = ("components", |r| match r.op.across.channels() {
        0 => String::new(),
        n => n.to_string(),
    });
    page.slot_with(&midgard::ALU, &[units, reads]);
    let operands: Column<midgard::Ldst> = ("operands", |r| format!("{:?}", r.op.form));
    page.slot_with(&midgard::LOAD_STORE_OP, &[operands]);
    page.slot(&midgard::TEXTURE);
    page.slot(&midgard::BRANCH_OP);
    page.0 += "\n## Other fields\n";
    page.slot(&midgard::TAG);
    page.slot(&midgard::REG_MODE);
    page.slot(&midgard::EXPAND);
    page.slot(&midgard::SHRINK);
    page.slot(&midgard::INT_MODIFIER);
    page.slot(&midgard::OUTMOD_FLOAT);
    page.slot(&midgard::OUTMOD_INT);
    page.slot(&midgard::COND);
    page.slot(&midgard::CALL);
    page.slot(&midgard::INDEX_FORMAT);
    page.slot(&midgard::TEXTURE_MODE);
    page.slot(&midgard::DIMENSION);
    page.slot(&midgard::EXECUTION);
    page.slot(&midgard::SAMPLER_TYPE);
    page.0 += "\n## Registers\n";
    page.slot(&midgard::ALU_READ);
    page.slot(&midgard::ALU_WRITE);
    page.slot(&midgard::LDST_READ);
    page.slot(&midgard::LDST_WRITE);
    page.0
}
