//! Prints types and symbols of a module in LLVM's words.

use heddle_bitcode::{
    BlockId, FloatKind, Function, GlobalVariable, InstId, Linkage, Module, ParamAttributes, Symbol,
    ThreadLocal, Type, TypeId,
};

use super::print_constant::constant;

/// A type.
pub(crate) fn ty(module: &Module, id: TypeId) -> String {
    let list = |ids: &[TypeId]| {
        let texts: Vec<String> = ids.iter().map(|&id| ty(module, id)).collect();
        texts.join(", ")
    };
    match &module.types[id] {
        Type::Void => "void".to_owned(),
        Type::Int(bits) => format!("i{bits}"),
        Type::Float(kind) => match kind {
            FloatKind::Half => "half",
            FloatKind::BFloat => "bfloat",
            FloatKind::Single => "float",
            FloatKind::Double => "double",
            FloatKind::X86Fp80 => "x86_fp80",
            FloatKind::Quad => "fp128",
            FloatKind::PpcDouble => "ppc_fp128",
        }
        .to_owned(),
        Type::Pointer(0) => "ptr".to_owned(),
        Type::Pointer(space) => format!("ptr addrspace({space})"),
        Type::Array(len, element) => format!("[{len} x {}]", ty(module, *element)),
        Type::Vector { len, element, scalable } => {
            let scale = if *scalable { "vscale x " } else { "" };
            format!("<{scale}{len} x {}>", ty(module, *element))
        }
        Type::Struct { name: Some(name), .. } => format!("%\"{name}\""),
        Type::Struct { fields, packed, .. } => {
            let fields = list(fields);
            if *packed { format!("<{{ {fields} }}>") } else { format!("{{ {fields} }}") }
        }
        Type::Function { result, params, variadic } => {
            let mut params = list(params);
            if *variadic {
                if !params.is_empty() {
                    params.push_str(", ");
                }
                params.push_str("...");
            }
            format!("{} ({params})", ty(module, *result))
        }
        Type::Label => "label".to_owned(),
        Type::Metadata => "metadata".to_owned(),
        Type::Token => "token".to_owned(),
        Type::X86Mmx => "x86_mmx".to_owned(),
        Type::X86Amx => "x86_amx".to_owned(),
        Type::Target(name) => format!("target(\"{name}\")"),
    }
}

fn linkage(symbol: &Symbol) -> &'static str {
    match symbol.linkage {
        Linkage::External => "",
        Linkage::AvailableExternally => "available_externally",
        Linkage::LinkOnceAny => "linkonce",
        Linkage::LinkOnceOdr => "linkonce_odr",
        Linkage::WeakAny => "weak",
        Linkage::WeakOdr => "weak_odr",
        Linkage::Appending => "appending",
        Linkage::Internal => "internal",
        Linkage::Private => "private",
        Linkage::ExternalWeak => "extern_weak",
        Linkage::Common => "common",
    }
}

/// Attributes in alphabetical order.
pub(crate) fn attributes(module: &Module, attributes: &ParamAttributes) -> String {
    let mut words = Vec::new();
    if attributes.align != 0 {
        words.push(format!("align {}", attributes.align));
    }
    let typed = [
        ("byref", attributes.byref),
        ("byval", attributes.byval),
        ("inalloca", attributes.inalloca),
        ("sret", attributes.sret),
    ];
    for (name, id) in typed {
        if let Some(id) = id {
            words.push(format!("{name}({})", ty(module, id)));
        }
    }
    let flags = [
        ("nest", attributes.nest),
        ("nonnull", attributes.nonnull),
        ("noundef", attributes.noundef),
        ("returned", attributes.returned),
        ("signext", attributes.signext),
        ("zeroext", attributes.zeroext),
    ];
    words.extend(flags.iter().filter(|f| f.1).map(|f| f.0.to_owned()));
    words.join(" ")
}

/// A global variable.
pub(crate) fn global(module: &Module, global: &GlobalVariable) -> String {
    let thread_local = match global.thread_local {
        ThreadLocal::No => "",
        ThreadLocal::GeneralDynamic => "thread_local",
        ThreadLocal::LocalDynamic => "thread_local(localdynamic)",
        ThreadLocal::InitialExec => "thread_local(initialexec)",
        ThreadLocal::LocalExec => "thread_local(localexec)",
    };
    let kind = if global.constant { "constant" } else { "global" };
    let init = global.init.map_or(ty(module, global.ty), |init| constant(module, init));
    let space = match global.address_space {
        0 => String::new(),
        space => format!("addrspace({space})"),
    };
    let mut text = format!(
        "@\"{}\" = {} {thread_local} {space} {kind} {init}",
        global.symbol.name,
        linkage(&global.symbol),
    );
    if let Some(section) = &global.symbol.section {
        text.push_str(&format!(", section \"{section}\""));
    }
    if global.align != 0 {
        text.push_str(&format!(", align {}", global.align));
    }
    text
}

/// An alias or ifunc.
pub(crate) fn alias(module: &Module, alias: &heddle_bitcode::Alias) -> String {
    format!(
        "@\"{}\" = {} {} {}, {}",
        alias.symbol.name,
        linkage(&alias.symbol),
        if alias.ifunc { "ifunc" } else { "alias" },
        ty(module, alias.ty),
        constant(module, alias.target),
    )
}

/// The first line of a function, up to its parameters.
pub(crate) fn header(module: &Module, function: &Function) -> String {
    let (result, variadic) = match function.ty.map(|id| &module.types[id]) {
        Some(Type::Function { result, variadic, .. }) => (*result, *variadic),
        _ => panic!("a function should have a function type"),
    };
    let mut params = Vec::new();
    for (index, &param) in function.params.iter().enumerate() {
        let mut text = ty(module, param);
        if let Some(own) = function.param_attributes.get(index) {
            text.push(' ');
            text.push_str(&attributes(module, own));
        }
        if !function.declaration {
            text.push_str(&format!(" %{index}"));
        }
        params.push(text);
    }
    if variadic {
        params.push("...".to_owned());
    }
    format!(
        "{} {} {} {} @\"{}\"({})",
        if function.declaration { "declare" } else { "define" },
        linkage(&function.symbol),
        attributes(module, &function.result_attributes),
        ty(module, result),
        function.symbol.name,
        params.join(", "),
    )
}

/// The numbers by which text refers to values without names: parameters, blocks
/// and results in one row.
pub(crate) struct Slots {
    pub(crate) insts: Vec<Option<usize>>,
    pub(crate) blocks: Vec<usize>,
}

impl Slots {
    pub(crate) fn new(module: &Module, function: &Function) -> Slots {
        let mut next = function.params.len();
        let mut slots = Slots { insts: vec![None; function.insts.len()], blocks: Vec::new() };
        for block in function.blocks.values() {
            slots.blocks.push(next);
            next += 1;
            for inst in block.insts() {
                if module.types[function.insts[inst].ty] != Type::Void {
                    slots.insts[inst.as_u32() as usize] = Some(next);
                    next += 1;
                }
            }
        }
        slots
    }

    pub(crate) fn block(&self, id: BlockId) -> String {
        format!("%{}", self.blocks[id.as_u32() as usize])
    }

    pub(crate) fn inst(&self, id: InstId) -> String {
        match self.insts[id.as_u32() as usize] {
            Some(slot) => format!("%{slot}"),
            None => "%void".to_owned(),
        }
    }
}
