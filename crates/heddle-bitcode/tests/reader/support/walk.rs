//! Uses a module as a consumer would: follows every id, by recursion where that is
//! natural. It panics if the reader let something inconsistent pass.

use heddle_bitcode::{
    ConstId, Constant, DebugValue, Function, Module, Opcode, Terminates, Type, TypeId, Value,
};

/// Follows everything in a module, and counts what it saw.
pub(crate) fn walk(module: &Module) -> usize {
    let mut seen = 0;
    for id in module.types.keys() {
        seen += type_depth(module, id);
    }
    assert_eq!(module.constants.len(), module.constant_types.len());
    for id in module.constants.keys() {
        seen += constant_depth(module, id);
        assert!(module.types.is_valid(module.constant_types[id]));
    }
    for global in module.globals.values() {
        assert!(module.types.is_valid(global.ty));
        if let Some(init) = global.init {
            assert_eq!(module.constant_types[init], global.ty);
        }
        assert!(global.debug.iter().all(|&id| module.debug.nodes.is_valid(id)));
    }
    for alias in module.aliases.values() {
        assert!(module.constants.is_valid(alias.target));
    }
    for loc in module.debug.locations.values() {
        let mut at = loc.inlined_at;
        while let Some(id) = at {
            at = module.debug.locations[id].inlined_at;
            seen += 1;
        }
    }
    for function in module.functions.values() {
        seen += walk_function(module, function);
    }
    seen
}

fn type_depth(module: &Module, id: TypeId) -> usize {
    let parts: Vec<TypeId> = match &module.types[id] {
        Type::Array(_, element) | Type::Vector { element, .. } => vec![*element],
        // Fields repeat: one of each is enough, and a tower of pairs is deep, not large.
        Type::Struct { fields, .. } => {
            let mut fields = fields.clone();
            fields.dedup();
            fields.truncate(1);
            fields
        }
        Type::Function { result, params, .. } => params.iter().copied().chain([*result]).collect(),
        _ => Vec::new(),
    };
    let depths = parts.into_iter().map(|part| type_depth(module, part));
    1 + depths.max().unwrap_or(0)
}

fn constant_depth(module: &Module, id: ConstId) -> usize {
    let part = match &module.constants[id] {
        Constant::Aggregate(parts) | Constant::GetElementPtr { operands: parts, .. } => {
            parts.first().copied()
        }
        Constant::Cast(_, a) | Constant::Binary(_, a, _) | Constant::Select(a, ..) => Some(*a),
        Constant::Alias(alias) => Some(module.aliases[*alias].target),
        Constant::BlockAddress(function, block) => {
            assert!(module.functions[*function].blocks.is_valid(*block));
            None
        }
        Constant::Global(id) => {
            assert!(module.globals.is_valid(*id));
            None
        }
        Constant::Function(id) | Constant::FunctionEquivalent(id) => {
            assert!(module.functions.is_valid(*id));
            None
        }
        _ => None,
    };
    1 + part.map_or(0, |part| constant_depth(module, part))
}

fn walk_function(module: &Module, function: &Function) -> usize {
    let ty = function.ty.expect("a function has a type");
    assert!(matches!(module.types[ty], Type::Function { .. }));
    assert_eq!(function.declaration, function.blocks.is_empty());
    let mut next = 0;
    for block in function.blocks.values() {
        assert_eq!(block.first.as_u32(), next);
        assert!(block.end > block.first);
        next = block.end.as_u32();
        for inst in block.insts() {
            let last = Some(inst) == block.terminator();
            let terminates = function.insts[inst].op.terminates() == Terminates::Yes;
            assert_eq!(last, terminates);
        }
    }
    assert_eq!(next as usize, function.insts.len());
    let check = |value: Value| {
        if let Value::Param(index) = value {
            assert!((index as usize) < function.params.len());
        }
        let ty = module.value_type(function, value);
        assert!(module.types.is_valid(ty));
        assert_ne!(module.types[ty], Type::Void);
    };
    for inst in function.insts.values() {
        inst.op.for_each_operand(|value| check(*value));
        for block in inst.op.successors() {
            assert!(function.blocks.is_valid(block));
        }
        if let Opcode::Switch { cases, .. } = &inst.op {
            cases.iter().for_each(|(case, _)| check(Value::Const(*case)));
        }
        if let Some(loc) = inst.loc {
            assert!(module.debug.locations.is_valid(loc));
        }
    }
    for record in &function.debug_records {
        assert!(function.insts.is_valid(record.before));
        assert!(module.debug.nodes.is_valid(record.variable));
        for value in &record.values {
            if let DebugValue::Value(value) = value {
                check(*value);
            }
        }
    }
    function.insts.len()
}
