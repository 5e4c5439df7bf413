//! Calls.

use heddle_bitcode::{BlockId, CallAttributes, Constant, FunctionId, InstId, Type, TypeId, Value};

use crate::body::{RowKind, no_live_set};
use crate::context::{Code, Context, LowerError, Lowered};
use crate::layout::{Layout, Scalar};
use crate::lower::{Lowerer, constants};
use crate::{AccessMode, Argument, ByValue, CallSite, Callee, Const, Op, Origin, Slot};

/// A call as the module has it.
#[derive(Clone, Copy)]
pub(crate) struct Calling<'v> {
    pub(crate) callee: Value,
    pub(crate) function_type: TypeId,
    pub(crate) args: &'v [Value],
}

/// The blocks at which control goes on after a call that may end by an exception.
#[derive(Clone, Copy)]
pub(crate) struct Exits {
    pub(crate) normal: BlockId,
    pub(crate) unwind: BlockId,
}

/// The definition that a call goes to.
#[derive(Clone, Copy)]
struct Called {
    module: usize,
    function: FunctionId,
}

impl Called {
    /// The type of a parameter, if it is a scalar.
    fn param(self, cx: &Context<'_>, index: usize) -> Option<Scalar> {
        let ty = cx.module(self.module).functions[self.function].params.get(index)?;
        cx.layout(self.module).scalar(*ty)
    }

    /// The type of the result, if it is a scalar, and whether it is extended by its sign.
    fn result(self, cx: &Context<'_>) -> Option<(Scalar, bool)> {
        let function = &cx.module(self.module).functions[self.function];
        let layout = cx.layout(self.module);
        let Type::Function { result, .. } = layout.ty(function.ty?) else { return None };
        Some((layout.scalar(*result)?, function.result_attributes.signext))
    }
}

/// True if integers or addresses of one type are taken as such of another width.
fn is_mistyped(layout: &Layout<'_>, from: Scalar, to: Scalar) -> bool {
    let is_word = |scalar: Scalar| {
        matches!(scalar, Scalar::Int(_) | Scalar::Ptr) && layout.scalar_bits(scalar) <= 64
    };
    is_word(from) && is_word(to) && layout.scalar_bits(from) != layout.scalar_bits(to)
}

impl Lowerer<'_, '_> {
    /// Lowers a call of anything; one with `exits` ends its block.
    pub(crate) fn call(
        &mut self,
        inst: InstId,
        called: Calling<'_>,
        attributes: &CallAttributes,
        exits: Option<Exits>,
    ) -> Lowered<()> {
        if self.instructions_for(inst, called)? {
            return match exits {
                Some(exits) => self.jump(exits.normal),
                None => Ok(()),
            };
        }
        let dst = self.result(inst)?;
        let Calling { callee, function_type, args } = called;
        let known = self.named_function(callee);
        let callee = self.callee(callee)?;
        let Type::Function { params, .. } = self.layout.ty(function_type) else {
            return LowerError::malformed("a call of what is not a function");
        };
        let declared = known.map(|id| &self.module.functions[id].param_attributes[..]);
        let definition = self.definition(callee);
        let mut arguments = Vec::with_capacity(args.len());
        for (index, arg) in args.iter().enumerate() {
            let ty = self.type_of(*arg);
            let of_site = attributes.params.get(index).and_then(|param| param.byval);
            let of_callee = declared.and_then(|params| params.get(index)?.byval);
            let aligned = attributes.params.get(index).map_or(0, |param| param.align);
            let by_value = of_site.or(of_callee).map(|copied| {
                let info = self.layout.of(copied);
                let align = u32::try_from(aligned).unwrap_or(0).max(info.align).max(1);
                ByValue { size: u32::try_from(info.size).unwrap_or(u32::MAX), align }
            });
            let slots = self.slots(ty)?;
            let mut src = self.value(*arg)?;
            if let (Some(definition), Some(from)) = (definition, self.layout.scalar(ty))
                && let Some(to) = definition.param(self.cx, index)
            {
                let signed = attributes.params.get(index).is_some_and(|param| param.signext);
                src = self.converted(from, to, signed, src);
            }
            arguments.push(Argument { src, slots, by_value, parts: self.cx.parts(self.m, ty) });
        }
        let ty = self.function.insts[inst].ty;
        let result = definition.and_then(|definition| definition.result(self.cx));
        let (returned, to) = match (result, self.layout.scalar(ty)) {
            (Some((from, _)), Some(to)) if is_mistyped(self.layout, from, to) => {
                (self.body.row(1, RowKind::Value), Some(to))
            }
            _ => (dst, None),
        };
        let site = CallSite {
            callee,
            args: arguments,
            fixed: params.len().min(args.len()) as u32,
            dst: returned,
            dst_slots: self.slots(ty)?,
            live_across: no_live_set(),
            pad: match exits {
                Some(exits) => Some(self.pad_at(exits.unwind)?),
                None => None,
            },
        };
        let id = self.body.tables.calls.push(site);
        let convert = |this: &mut Self| {
            if let (Some((from, signed)), Some(to)) = (result, to) {
                this.body.pointers[returned.index()] = from == Scalar::Ptr;
                let value = this.converted(from, to, signed, returned);
                this.emit(Op::Move { dst, src: value });
            }
        };
        let Some(Exits { normal, unwind }) = exits else {
            self.emit(Op::Call { id });
            convert(self);
            return Ok(());
        };
        let unwind = self.edge(unwind)?;
        let normal = match to {
            Some(_) => self.in_new_block(|this| {
                convert(this);
                this.jump(normal)
            })?,
            None => self.edge(normal)?,
        };
        self.emit(Op::Invoke { id, normal, unwind });
        Ok(())
    }

    /// Lowers a call that is no call but instructions, if it is one.
    fn instructions_for(&mut self, inst: InstId, called: Calling<'_>) -> Lowered<bool> {
        let Calling { callee, args, function_type: _ } = called;
        let Value::Const(id) = callee else { return Ok(false) };
        match &self.module.constants[id] {
            Constant::InlineAsm(asm) => {
                let dst = self.result(inst)?;
                self.inline_asm(inst, asm, args, dst)?;
                Ok(true)
            }
            Constant::Function(function) => {
                let dst = self.result(inst)?;
                let name = &self.module.functions[*function].symbol.name;
                if name.starts_with("llvm.") {
                    self.intrinsic(inst, name, args, dst)?;
                    return Ok(true);
                }
                self.memory_function(name, args, dst)
            }
            _ => Ok(false),
        }
    }

    /// The function of the module that a call names.
    fn named_function(&self, callee: Value) -> Option<FunctionId> {
        let Value::Const(id) = callee else { return None };
        match &self.module.constants[id] {
            Constant::Function(function) => Some(*function),
            _ => None,
        }
    }

    /// The definition that a call goes to, if a module has it.
    fn definition(&self, callee: Callee) -> Option<Called> {
        let Callee::Function(id) = callee else { return None };
        match self.cx.functions[id] {
            Code::Defined((module, function)) => Some(Called { module, function }),
            Code::Entry | Code::AnyResult(_) => None,
        }
    }

    /// A word that is passed as one type and taken as another, as where a function is called
    /// without a declaration: an integer has the bits of the type that it is taken as.
    fn converted(&mut self, from: Scalar, to: Scalar, signed: bool, src: Slot) -> Slot {
        if !is_mistyped(self.layout, from, to) {
            return src;
        }
        let mut word = src;
        if from == Scalar::Ptr {
            word = self.body.row(1, RowKind::Value);
            self.emit(Op::PtrToInt { dst: word, src });
        }
        let dst = self.body.row(1, RowKind::Value);
        let [from, to] = [from, to].map(|scalar| self.layout.scalar_bits(scalar));
        self.resize(signed, from, to, dst, word);
        dst
    }

    fn callee(&mut self, callee: Value) -> Lowered<Callee> {
        if let Value::Const(id) = callee {
            match constants::eval(self.cx, self.m, id, 0)?.as_deref() {
                Some([Const::Function(id)]) => return Ok(Callee::Function(*id)),
                Some([Const::Extern(id)]) => return Ok(Callee::Extern(*id)),
                _ => {}
            }
        }
        Ok(Callee::Indirect(self.pointer(callee)?))
    }

    /// Turns `memcpy`, `memmove` and `memset` into instructions, unless the user
    /// has functions of these names.
    fn memory_function(&mut self, name: &str, args: &[Value], dst: Slot) -> Lowered<bool> {
        if !matches!(name, "memcpy" | "memmove" | "memset") {
            return Ok(false);
        }
        let users = match self.cx.symbols.get(name) {
            Some(definition) => self.cx.origin(definition.module) == Origin::User,
            None => false,
        };
        let [to, second, len] = args else { return Ok(false) };
        let scalars = [*to, *second, *len].map(|arg| self.layout.scalar(self.type_of(arg)));
        let shape_fits = match scalars {
            [Some(Scalar::Ptr), Some(Scalar::Ptr), Some(Scalar::Int(_))] => name != "memset",
            [Some(Scalar::Ptr), Some(Scalar::Int(_)), Some(Scalar::Int(_))] => name == "memset",
            _ => false,
        };
        if users || !shape_fits {
            return Ok(false);
        }
        let [to, second, len] = [self.value(*to)?, self.value(*second)?, self.value(*len)?];
        let access = AccessMode::PLAIN;
        if name == "memset" {
            // The byte comes as an `int`.
            let value = self.body.row(1, RowKind::Value);
            self.emit(Op::Trunc { width: 8, dst: value, src: second });
            self.emit(Op::MemSet { access, dst: to, value, len });
        } else {
            let disjoint = name == "memcpy";
            self.emit(Op::MemCopy { disjoint, access, dst: to, src: second, len });
        }
        self.emit(Op::Move { dst, src: to });
        Ok(true)
    }
}
