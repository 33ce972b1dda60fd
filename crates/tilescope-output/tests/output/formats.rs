//! Formats after their names: channels from the lowest bit on, each with its letter
//! and width, and the kind of number.

use tilescope_pixel::Format;
use tilescope_pixel::format::{Storage, TABLE};

/// The kind of number of every channel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Unorm,
    Snorm,
    Uint,
    Sint,
    Float,
}

/// A channel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Field {
    /// The component of the colour: 0 is red. Nothing for unused bits.
    pub component: Option<usize>,
    pub at: u32,
    pub bits: u32,
}

/// A format after its name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Named {
    pub format: Format,
    pub fields: Vec<Field>,
    pub kind: Kind,
    pub bytes: usize,
}

/// Every format that is drawn to and has channels of their own.
pub fn all() -> Vec<Named> {
    let rows = TABLE.iter().filter(|row| {
        let fractions = match row.storage {
            Storage::Wide(_) => row.format != Format::Z32Unorm,
            Storage::Block(_) | Storage::Yuyv | Storage::Uyvy | Storage::DepthStencil => false,
            Storage::SharedExponent => false,
            _ => true,
        };
        // Luminance and intensity are components that share bits.
        fractions && row.block_bits >= 8 && !row.name.contains(['L', 'I', 'Z'].as_slice())
            || row.name == "R11G11B10_FLOAT"
            || row.name.ends_with("FLOAT") && row.storage != Storage::SharedExponent
            || row.name.ends_with("INT")
                && row.storage != Storage::DepthStencil
                && row.block_bits >= 8
    });
    rows.map(|row| named(row.format, row.name)).collect()
}

fn named(format: Format, name: &str) -> Named {
    let (channels, kind) = name.rsplit_once('_').unwrap();
    let kind = match kind {
        "UNORM" => Kind::Unorm,
        "SNORM" => Kind::Snorm,
        "UINT" => Kind::Uint,
        "SINT" => Kind::Sint,
        "FLOAT" => Kind::Float,
        other => panic!("{other}"),
    };
    let (mut fields, mut at) = (Vec::new(), 0);
    let letters: Vec<char> = channels.chars().collect();
    let mut i = 0;
    while i < letters.len() {
        let letter = letters[i];
        let digits: String = letters[i + 1..]
            .iter()
            .take_while(|c| c.is_ascii_digit())
            .collect();
        i += 1 + digits.len();
        let bits = digits.parse().unwrap();
        let component = match letter {
            'R' => Some(0),
            'G' => Some(1),
            'B' => Some(2),
            'A' => Some(3),
            'X' => None,
            other => panic!("{other}"),
        };
        fields.push(Field {
            component,
            at,
            bits,
        });
        at += bits;
    }
    Named {
        format,
        fields,
        kind,
        bytes: at as usize / 8,
    }
}

impl Named {
    /// The code of a field.
    pub fn code(&self, pixel: u128, field: &Field) -> u64 {
        (pixel >> field.at) as u64 & ones(field.bits)
    }

    /// The value of a code, except of integers.
    pub fn value(&self, code: u64, bits: u32) -> f64 {
        match self.kind {
            Kind::Unorm => code as f64 / ones(bits) as f64,
            Kind::Snorm => {
                let largest = ones(bits - 1) as f64;
                (signed(code, bits) as f64 / largest).max(-1.0)
            }
            Kind::Float => float(code, bits),
            Kind::Uint => code as f64,
            Kind::Sint => signed(code, bits) as f64,
        }
    }

    /// The colour of a pixel: components that are not stored are 0, alpha 1.
    pub fn color(&self, pixel: u128) -> [f64; 4] {
        let mut color = [0.0, 0.0, 0.0, 1.0];
        for field in &self.fields {
            if let Some(component) = field.component {
                color[component] = self.value(self.code(pixel, field), field.bits);
            }
        }
        color
    }
}

pub fn ones(bits: u32) -> u64 {
    (1u64 << bits) - 1
}

pub fn signed(code: u64, bits: u32) -> i64 {
    match code >> (bits - 1) {
        0 => code as i64,
        _ => code as i64 - (1i64 << bits),
    }
}

/// A float of sign (of 16 and 32 bits only), exponent and mantissa.
pub fn float(code: u64, bits: u32) -> f64 {
    let (sign, exponent_bits, mantissa_bits) = match bits {
        10 => (0, 5, 5),
        11 => (0, 5, 6),
        16 => (1, 5, 10),
        32 => (1, 8, 23),
        other => panic!("{other}"),
    };
    let mantissa = (code & ones(mantissa_bits)) as f64 / (1u64 << mantissa_bits) as f64;
    let exponent = (code >> mantissa_bits & ones(exponent_bits)) as i32;
    let bias = (1 << (exponent_bits - 1)) - 1;
    let size = match exponent {
        0 => mantissa * 2f64.powi(1 - bias),
        e if e as u64 == ones(exponent_bits) && mantissa == 0.0 => f64::INFINITY,
        e if e as u64 == ones(exponent_bits) => f64::NAN,
        e => (1.0 + mantissa) * 2f64.powi(e - bias),
    };
    match sign == 1 && code >> (bits - 1) & 1 == 1 {
        true => -size,
        false => size,
    }
}

/// Names are read as they are meant.
#[test]
fn names_have_the_bits_of_their_formats() {
    let all = all();
    assert!(all.len() >= 45, "{}", all.len());
    for named in &all {
        let row = named.format.row();
        assert_eq!(named.bytes * 8, usize::from(row.block_bits), "{}", row.name);
    }
    let widest = all.iter().filter(|n| n.bytes == 16).count();
    assert_eq!(widest, 3);
}
