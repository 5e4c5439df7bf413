//! Prints instructions in LLVM's words.

use heddle_bitcode::{
    BlockId, CallAttributes, Constant, Function, GepFlags, Instruction, Module, Opcode,
    OperandBundle, Ordering, Type, TypeId, Value,
};

use super::print::{Slots, attributes, ty};
use super::print_constant::{bare, binary, cast, constant, float_predicate, int_predicate};

/// Context for printing a function's instructions.
pub(crate) struct Printer<'m> {
    pub(crate) module: &'m Module,
    pub(crate) function: &'m Function,
    pub(crate) slots: Slots,
}

impl Printer<'_> {
    fn ty(&self, id: TypeId) -> String {
        ty(self.module, id)
    }

    /// A value without its type.
    pub(crate) fn bare(&self, value: Value) -> String {
        match value {
            Value::Inst(id) => self.slots.inst(id),
            Value::Param(index) => format!("%{index}"),
            Value::Const(id) => bare(self.module, id),
            Value::Metadata => String::new(),
        }
    }

    fn typed(&self, value: Value) -> String {
        if let Value::Const(id) = value {
            return constant(self.module, id);
        }
        let of = self.module.value_type(self.function, value);
        format!("{} {}", self.ty(of), self.bare(value))
    }

    fn list(&self, values: &[Value]) -> String {
        let texts: Vec<String> = values.iter().map(|&value| self.typed(value)).collect();
        texts.join(", ")
    }

    fn label(&self, block: BlockId) -> String {
        format!("label {}", self.slots.block(block))
    }

    /// An instruction.
    pub(crate) fn instruction(&self, inst: &Instruction, result: &str) -> String {
        let text = self.opcode(inst);
        if self.module.types[inst.ty] == Type::Void { text } else { format!("{result} = {text}") }
    }

    fn opcode(&self, inst: &Instruction) -> String {
        let result = self.ty(inst.ty);
        match &inst.op {
            Opcode::Binary { op, a, b, nuw, nsw, exact } => {
                let flags = words(&[("nuw", *nuw), ("nsw", *nsw), ("exact", *exact)]);
                format!("{}{flags} {}, {}", binary(*op), self.typed(*a), self.bare(*b))
            }
            Opcode::FNeg { a } => format!("fneg {}", self.typed(*a)),
            Opcode::Cast { op, a, nneg } => {
                let flags = words(&[("nneg", *nneg)]);
                format!("{}{flags} {} to {result}", cast(*op), self.typed(*a))
            }
            Opcode::IntCompare { predicate, a, b } => {
                let predicate = int_predicate(*predicate);
                format!("icmp {predicate} {}, {}", self.typed(*a), self.bare(*b))
            }
            Opcode::FloatCompare { predicate, a, b } => {
                let predicate = float_predicate(*predicate);
                format!("fcmp {predicate} {}, {}", self.typed(*a), self.bare(*b))
            }
            Opcode::Select { condition, a, b } => {
                format!("select {}", self.list(&[*condition, *a, *b]))
            }
            Opcode::Freeze { a } => format!("freeze {}", self.typed(*a)),
            Opcode::ExtractValue { aggregate, path } => {
                format!("extractvalue {}{}", self.typed(*aggregate), indices(path))
            }
            Opcode::InsertValue { aggregate, element, path } => {
                let operands = self.list(&[*aggregate, *element]);
                format!("insertvalue {operands}{}", indices(path))
            }
            Opcode::ExtractElement { vector, index } => {
                format!("extractelement {}", self.list(&[*vector, *index]))
            }
            Opcode::InsertElement { vector, element, index } => {
                format!("insertelement {}", self.list(&[*vector, *element, *index]))
            }
            Opcode::ShuffleVector { a, b, mask } => {
                format!("shufflevector {}, {}", self.list(&[*a, *b]), mask_text(mask))
            }
            Opcode::Phi { incoming } => {
                let pairs: Vec<String> = incoming
                    .iter()
                    .map(|(v, b)| format!("[ {}, {} ]", self.bare(*v), self.slots.block(*b)))
                    .collect();
                format!("phi {result} {}", pairs.join(", "))
            }
            Opcode::GetElementPtr { source, base, indices, flags } => {
                let mut operands = vec![*base];
                operands.extend(indices);
                format!(
                    "getelementptr{} {}, {}",
                    gep_flags(*flags),
                    self.ty(*source),
                    self.list(&operands)
                )
            }
            Opcode::Alloca { element, count, align, inalloca } => {
                self.alloca(*element, *count, *align, *inalloca)
            }
            Opcode::Load { ptr, align, volatile, ordering } => {
                let how = access(*volatile, *ordering);
                let when = ordering_text(*ordering);
                format!("load{how} {result}, {}{when}, align {align}", self.typed(*ptr))
            }
            Opcode::Store { ptr, value, align, volatile, ordering } => {
                let how = access(*volatile, *ordering);
                let when = ordering_text(*ordering);
                format!("store{how} {}{when}, align {align}", self.list(&[*value, *ptr]))
            }
            Opcode::Fence { ordering, .. } => format!("fence{}", ordering_text(*ordering)),
            Opcode::CmpXchg { ptr, expected, new, align, volatile, weak, success, failure } => {
                format!(
                    "cmpxchg{} {}{}{}, align {align}",
                    words(&[("weak", *weak), ("volatile", *volatile)]),
                    self.list(&[*ptr, *expected, *new]),
                    ordering_text(*success),
                    ordering_text(*failure),
                )
            }
            Opcode::AtomicRmw { op, ptr, value, align, volatile, ordering } => {
                let op = format!("{op:?}").to_lowercase();
                let how = words(&[("volatile", *volatile)]);
                let when = ordering_text(*ordering);
                format!("atomicrmw{how} {op} {}{when}, align {align}", self.list(&[*ptr, *value]))
            }
            Opcode::VaArg { list } => format!("va_arg {}, {result}", self.typed(*list)),
            _ => self.control(inst),
        }
    }

    fn alloca(&self, element: TypeId, count: Value, align: u64, inalloca: bool) -> String {
        let how = words(&[("inalloca", inalloca)]);
        let one = matches!(count, Value::Const(id)
            if self.module.constants[id] == Constant::Int(1));
        let count = if one { String::new() } else { format!(", {}", self.typed(count)) };
        format!("alloca{how} {}{count}, align {align}", self.ty(element))
    }

    fn control(&self, inst: &Instruction) -> String {
        let result = self.ty(inst.ty);
        match &inst.op {
            Opcode::Call { callee, function_type, args, attributes, bundles } => {
                let must = words(&[("musttail", attributes.must_tail)]);
                let call = self.call(*callee, *function_type, args, attributes, bundles);
                format!("{must} call {call}{}", effects(attributes))
            }
            Opcode::Invoke { callee, function_type, args, normal, unwind, attributes, bundles } => {
                format!(
                    "invoke {} to {} unwind {}{}",
                    self.call(*callee, *function_type, args, attributes, bundles),
                    self.label(*normal),
                    self.label(*unwind),
                    effects(attributes),
                )
            }
            Opcode::CallBr { callee, function_type, args, default, indirect, attributes } => {
                let targets: Vec<String> = indirect.iter().map(|&b| self.label(b)).collect();
                format!(
                    "callbr {} to {} [{}]",
                    self.call(*callee, *function_type, args, attributes, &[]),
                    self.label(*default),
                    targets.join(", ")
                )
            }
            Opcode::LandingPad { cleanup, clauses } => {
                let mut text = format!("landingpad {result}{}", words(&[("cleanup", *cleanup)]));
                for (catch, value) in clauses {
                    let kind = if *catch { "catch" } else { "filter" };
                    text.push_str(&format!(" {kind} {}", self.typed(*value)));
                }
                text
            }
            Opcode::Return { value: None } => "ret void".to_owned(),
            Opcode::Return { value: Some(value) } => format!("ret {}", self.typed(*value)),
            Opcode::Branch { target } => format!("br {}", self.label(*target)),
            Opcode::CondBranch { condition, then, otherwise } => format!(
                "br {}, {}, {}",
                self.typed(*condition),
                self.label(*then),
                self.label(*otherwise)
            ),
            Opcode::Switch { value, default, cases } => {
                let mut text = format!("switch {}, {} [", self.typed(*value), self.label(*default));
                for (case, block) in cases {
                    let case = constant(self.module, *case);
                    text.push_str(&format!(" {case}, {}", self.label(*block)));
                }
                text + " ]"
            }
            Opcode::IndirectBranch { address, targets } => {
                let targets: Vec<String> = targets.iter().map(|&b| self.label(b)).collect();
                format!("indirectbr {}, [{}]", self.typed(*address), targets.join(", "))
            }
            Opcode::Resume { value } => format!("resume {}", self.typed(*value)),
            Opcode::Unreachable => "unreachable".to_owned(),
            other => panic!("{other:?} should not occur"),
        }
    }

    fn call(
        &self,
        callee: Value,
        function_type: TypeId,
        args: &[Value],
        list: &CallAttributes,
        bundles: &[OperandBundle],
    ) -> String {
        let Type::Function { result, variadic, .. } = &self.module.types[function_type] else {
            panic!("a call should be of function type");
        };
        // Text spells the whole type out where the arguments do not tell it.
        let of = if *variadic { self.ty(function_type) } else { self.ty(*result) };
        let mut texts = Vec::new();
        for (index, &arg) in args.iter().enumerate() {
            let of = self.module.value_type(self.function, arg);
            let own = list.params.get(index);
            let own = own.map_or(String::new(), |own| attributes(self.module, own));
            texts.push(format!("{} {own} {}", self.ty(of), self.bare(arg)));
        }
        let mut text = format!(
            "{} {of} {}({})",
            attributes(self.module, &list.result),
            self.bare(callee),
            texts.join(", ")
        );
        if !bundles.is_empty() {
            let bundles: Vec<String> = bundles
                .iter()
                .map(|bundle| format!("\"{}\"({})", bundle.tag, self.list(&bundle.values)))
                .collect();
            text.push_str(&format!(" [ {} ]", bundles.join(", ")));
        }
        text
    }
}

fn words(flags: &[(&str, bool)]) -> String {
    let set = flags.iter().filter(|flag| flag.1);
    set.map(|flag| format!(" {}", flag.0)).collect()
}

fn indices(path: &[u32]) -> String {
    path.iter().map(|index| format!(", {index}")).collect()
}

fn gep_flags(flags: GepFlags) -> String {
    words(&[("inbounds", flags.inbounds), ("nuw", flags.nuw)])
}

fn access(volatile: bool, ordering: Ordering) -> String {
    words(&[("atomic", ordering != Ordering::NotAtomic), ("volatile", volatile)])
}

fn ordering_text(ordering: Ordering) -> &'static str {
    match ordering {
        Ordering::NotAtomic => "",
        Ordering::Unordered => " unordered",
        Ordering::Monotonic => " monotonic",
        Ordering::Acquire => " acquire",
        Ordering::Release => " release",
        Ordering::AcqRel => " acq_rel",
        Ordering::SeqCst => " seq_cst",
    }
}

fn effects(attributes: &CallAttributes) -> String {
    words(&[("noreturn", attributes.noreturn), ("returns_twice", attributes.returns_twice)])
}

/// A mask is a constant vector, which has short forms.
fn mask_text(mask: &[Option<u32>]) -> String {
    let of = format!("<{} x i32>", mask.len());
    if mask.iter().all(|&entry| entry == Some(0)) {
        return format!("{of} zeroinitializer");
    }
    if mask.iter().all(Option::is_none) {
        return format!("{of} poison");
    }
    let entries: Vec<String> = mask
        .iter()
        .map(|entry| entry.map_or("i32 poison".to_owned(), |entry| format!("i32 {entry}")))
        .collect();
    format!("{of} <{}>", entries.join(", "))
}
