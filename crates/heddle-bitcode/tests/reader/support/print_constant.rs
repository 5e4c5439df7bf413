//! Prints constants in LLVM's words.

use heddle_bitcode::{
    BinaryOp, CastOp, ConstId, Constant, FloatKind, FloatPredicate, IntPredicate, Module, Type,
    TypeId,
};

use super::print::{Slots, ty};
use super::words::float;

/// A constant with its type.
pub(crate) fn constant(module: &Module, id: ConstId) -> String {
    let of = module.constant_types[id];
    if let Constant::InlineAsm(asm) = &module.constants[id] {
        let effects = if asm.side_effects { "sideeffect " } else { "" };
        return format!("asm {effects}\"{}\", \"{}\"", escape(&asm.assembly), asm.constraints);
    }
    format!("{} {}", ty(module, of), bare(module, id))
}

/// A constant without its type.
pub(crate) fn bare(module: &Module, id: ConstId) -> String {
    let of = module.constant_types[id];
    let list = |ids: &[ConstId]| {
        let texts: Vec<String> = ids.iter().map(|&id| constant(module, id)).collect();
        texts.join(", ")
    };
    match &module.constants[id] {
        Constant::Zero => zero(module, of),
        Constant::Int(value) => match module.types[of] {
            Type::Int(1) => (*value != 0).to_string(),
            Type::Int(bits) => ((*value << (64 - bits)) as i64 >> (64 - bits)).to_string(),
            _ => panic!("an integer should have an integer type"),
        },
        Constant::WideInt(words) => wide(module, of, words),
        Constant::Float(words) => number(module, of, words),
        Constant::Aggregate(ids) => wrap(module, of, &list(ids)),
        Constant::Bytes(bytes) => format!("c\"{}\"", escape_bytes(bytes)),
        Constant::Data(data) => {
            let element = match module.types[of] {
                Type::Array(_, element) | Type::Vector { element, .. } => element,
                _ => panic!("data should have elements"),
            };
            let name = ty(module, element);
            let elements: Vec<String> = data
                .iter()
                .map(|&value| match module.types[element] {
                    Type::Int(bits) => {
                        let value = (value << (64 - bits)) as i64 >> (64 - bits);
                        format!("{name} {value}")
                    }
                    _ => format!("{name} {}", number(module, element, &[value])),
                })
                .collect();
            wrap(module, of, &elements.join(", "))
        }
        Constant::Undef => "undef".to_owned(),
        Constant::Poison => "poison".to_owned(),
        Constant::Global(id) => format!("@\"{}\"", module.globals[*id].symbol.name),
        Constant::Function(id) => format!("@\"{}\"", module.functions[*id].symbol.name),
        Constant::Alias(id) => format!("@\"{}\"", module.aliases[*id].symbol.name),
        Constant::BlockAddress(function, block) => {
            let target = &module.functions[*function];
            let slots = Slots::new(module, target);
            format!("blockaddress(@\"{}\", {})", target.symbol.name, slots.block(*block))
        }
        Constant::FunctionEquivalent(id) => {
            format!("no_cfi @\"{}\"", module.functions[*id].symbol.name)
        }
        Constant::Binary(op, a, b) => format!("{} ({})", binary(*op), list(&[*a, *b])),
        Constant::Cast(op, a) => {
            format!("{} ({} to {})", cast(*op), list(&[*a]), ty(module, of))
        }
        Constant::GetElementPtr { source, operands, flags } => {
            let inbounds = if flags.inbounds { "inbounds " } else { "" };
            let nuw = if flags.nuw { "nuw " } else { "" };
            format!("getelementptr {inbounds}{nuw}({}, {})", ty(module, *source), list(operands))
        }
        Constant::Select(a, b, c) => format!("select ({})", list(&[*a, *b, *c])),
        Constant::IntCompare(predicate, a, b) => {
            format!("icmp {} ({})", int_predicate(*predicate), list(&[*a, *b]))
        }
        Constant::FloatCompare(predicate, a, b) => {
            format!("fcmp {} ({})", float_predicate(*predicate), list(&[*a, *b]))
        }
        Constant::ExtractElement(a, b) => format!("extractelement ({})", list(&[*a, *b])),
        Constant::InsertElement(a, b, c) => format!("insertelement ({})", list(&[*a, *b, *c])),
        Constant::ShuffleVector(a, b, c) => format!("shufflevector ({})", list(&[*a, *b, *c])),
        Constant::InlineAsm(_) => constant(module, id),
    }
}

fn zero(module: &Module, of: TypeId) -> String {
    match module.types[of] {
        Type::Int(1) => "false".to_owned(),
        Type::Int(_) => "0".to_owned(),
        Type::Float(kind) => {
            let words = if kind.bits() > 64 { vec![0, 0] } else { vec![0] };
            number(module, of, &words)
        }
        Type::Pointer(_) => "null".to_owned(),
        Type::Token => "none".to_owned(),
        _ => "zeroinitializer".to_owned(),
    }
}

fn wide(module: &Module, of: TypeId, words: &[u64]) -> String {
    let bits = match module.types[of] {
        Type::Int(bits) => bits,
        _ => panic!("an integer should have an integer type"),
    };
    if bits > 128 {
        return decimal(words, bits);
    }
    let raw = words.iter().rev().fold(0u128, |raw, &word| raw << 64 | u128::from(word));
    ((raw << (128 - bits)) as i128 >> (128 - bits)).to_string()
}

/// A signed number of any width in decimal, by long division.
fn decimal(words: &[u64], bits: u32) -> String {
    let negative = words[(bits as usize - 1) / 64] >> ((bits - 1) % 64) & 1 == 1;
    let mut rest = words.to_vec();
    if negative {
        let mut carry = true;
        for word in &mut rest {
            let (sum, overflow) = (!*word).overflowing_add(u64::from(carry));
            (*word, carry) = (sum, overflow);
        }
        if !bits.is_multiple_of(64)
            && let Some(last) = rest.last_mut()
        {
            *last &= u64::MAX >> (64 - bits % 64);
        }
    }
    let mut digits = String::new();
    while rest.iter().any(|&word| word != 0) {
        let mut remainder = 0u128;
        for word in rest.iter_mut().rev() {
            let value = remainder << 64 | u128::from(*word);
            *word = (value / 10) as u64;
            remainder = value % 10;
        }
        digits.insert(0, char::from(b'0' + remainder as u8));
    }
    if negative {
        digits.insert(0, '-');
    }
    digits
}

fn number(module: &Module, of: TypeId, words: &[u64]) -> String {
    match module.types[of] {
        Type::Float(FloatKind::Single) => {
            let value = f32::from_bits(words[0] as u32);
            float(f64::from(value).to_bits())
        }
        Type::Float(FloatKind::Double) => float(words[0]),
        Type::Float(FloatKind::Half) => format!("0xH{:04X}", words[0]),
        Type::Float(FloatKind::BFloat) => format!("0xR{:04X}", words[0]),
        Type::Float(FloatKind::X86Fp80) => format!("0xK{:04X}{:016X}", words[1], words[0]),
        Type::Float(FloatKind::Quad) => format!("0xL{:016X}{:016X}", words[0], words[1]),
        _ => panic!("a float should have a float type"),
    }
}

fn wrap(module: &Module, of: TypeId, inner: &str) -> String {
    match &module.types[of] {
        Type::Array(..) => format!("[{inner}]"),
        Type::Vector { .. } => format!("<{inner}>"),
        Type::Struct { packed: true, .. } => format!("<{{ {inner} }}>"),
        _ => format!("{{ {inner} }}"),
    }
}

fn escape(text: &str) -> String {
    escape_bytes(text.as_bytes())
}

fn escape_bytes(bytes: &[u8]) -> String {
    let mut text = String::new();
    for &byte in bytes {
        match byte {
            b'\\' => text.push_str("\\\\"),
            b' '..=b'~' if byte != b'"' => text.push(char::from(byte)),
            _ => text.push_str(&format!("\\{byte:02X}")),
        }
    }
    text
}

/// The name of a binary operator.
pub(crate) fn binary(op: BinaryOp) -> String {
    format!("{op:?}").to_lowercase()
}

/// The name of a conversion.
pub(crate) fn cast(op: CastOp) -> String {
    format!("{op:?}").to_lowercase()
}

/// The name of a comparison of integers.
pub(crate) fn int_predicate(predicate: IntPredicate) -> String {
    format!("{predicate:?}").to_lowercase()
}

/// The name of a comparison of floats.
pub(crate) fn float_predicate(predicate: FloatPredicate) -> String {
    format!("{predicate:?}").to_lowercase()
}
