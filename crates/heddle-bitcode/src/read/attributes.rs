//! Attributes of functions, parameters and results.
//!
//! Only those that change what a program means are kept. The rest are promises
//! for optimizers; their form is checked, their content is not looked at.

use std::collections::{BTreeMap, HashMap};
use std::rc::Rc;

use llvm_bitcode::schema::blocks::AttributeCode;
use llvm_bitcode::schema::values::AttrKind;

use super::ranges;
use super::types::TypeTable;
use crate::ParamAttributes;
use crate::error::Result;
use crate::stream::{Block, Fields};

/// The index that stands for the function itself.
const FUNCTION_INDEX: u64 = 0xffff_ffff;

/// Attributes of a function or call.
#[derive(Default, Debug)]
pub(crate) struct AttributeList {
    params: BTreeMap<u64, ParamAttributes>,
    pub(crate) result: ParamAttributes,
    pub(crate) noreturn: bool,
    pub(crate) returns_twice: bool,
}

impl AttributeList {
    /// The attributes of the first `count` parameters, without a tail of parameters
    /// that have none.
    pub(crate) fn params(&self, count: usize) -> Vec<ParamAttributes> {
        let present = self.params.range(..count as u64);
        let mut params = Vec::new();
        for (&index, attributes) in present {
            params.resize(index as usize, ParamAttributes::default());
            params.push(attributes.clone());
        }
        params
    }
}

/// All attribute lists of a module.
#[derive(Default)]
pub(crate) struct AttributeTable {
    lists: Vec<Rc<AttributeList>>,
}

/// One group: attributes of one place.
struct Group {
    index: u64,
    own: ParamAttributes,
    noreturn: bool,
    returns_twice: bool,
}

impl AttributeTable {
    /// Reads the groups and the lists that are made of them.
    pub(crate) fn read(
        groups: Option<&Block<'_>>,
        lists: Option<&Block<'_>>,
        types: &TypeTable,
    ) -> Result<AttributeTable> {
        let mut by_id: HashMap<u64, Group> = HashMap::new();
        for record in groups.iter().flat_map(|block| &block.records) {
            match record.code("the attribute groups")? {
                AttributeCode::GroupEntry => {
                    let mut fields = record.fields();
                    let id = fields.next()?;
                    by_id.insert(id, group(&mut fields, types)?);
                }
                other => return Err(record.unsupported(format!("attribute group {other:?}"))),
            }
        }
        let mut table = AttributeTable::default();
        for record in lists.iter().flat_map(|block| &block.records) {
            match record.code("the attribute lists")? {
                AttributeCode::Entry => {
                    let mut list = AttributeList::default();
                    for id in &record.ops {
                        let Some(group) = by_id.get(id) else {
                            return Err(record.malformed(format!("attribute group {id}")));
                        };
                        group.apply(&mut list);
                    }
                    table.lists.push(Rc::new(list));
                }
                other => return Err(record.unsupported(format!("attribute list {other:?}"))),
            }
        }
        Ok(table)
    }

    /// The list whose number, from one, is the next field; zero is an empty list.
    pub(crate) fn next(&self, fields: &mut Fields<'_>) -> Result<Rc<AttributeList>> {
        let number = fields.next()?;
        let Some(index) = number.checked_sub(1) else {
            return Ok(Rc::default());
        };
        usize::try_from(index)
            .ok()
            .and_then(|index| self.lists.get(index))
            .cloned()
            .ok_or_else(|| fields.malformed(format!("attribute list {number}")))
    }
}

impl Group {
    fn apply(&self, list: &mut AttributeList) {
        match self.index {
            0 => list.result = self.own.clone(),
            FUNCTION_INDEX => {
                list.noreturn |= self.noreturn;
                list.returns_twice |= self.returns_twice;
            }
            index => {
                if self.own != ParamAttributes::default() {
                    list.params.insert(index - 1, self.own.clone());
                }
            }
        }
    }
}

fn group(fields: &mut Fields<'_>, types: &TypeTable) -> Result<Group> {
    let mut group = Group {
        index: fields.next()?,
        own: ParamAttributes::default(),
        noreturn: false,
        returns_twice: false,
    };
    while let Some(form) = fields.next_or_none() {
        match form {
            0 => {
                let kind = kind(fields)?;
                group.flag(kind);
            }
            1 => {
                let kind = kind(fields)?;
                let value = fields.next()?;
                if kind == Some(AttrKind::Alignment) {
                    if !value.is_power_of_two() || value > 1 << 32 {
                        return Err(fields.malformed(format!("alignment {value}")));
                    }
                    group.own.align = value;
                }
            }
            3 => skip_string(fields)?,
            4 => {
                skip_string(fields)?;
                skip_string(fields)?;
            }
            5 => {
                kind(fields)?;
            }
            6 => {
                let kind = kind(fields)?;
                let ty = Some(types.next(fields)?);
                match kind {
                    Some(AttrKind::ByVal) => group.own.byval = ty,
                    Some(AttrKind::StructRet) => group.own.sret = ty,
                    Some(AttrKind::InAlloca) => group.own.inalloca = ty,
                    Some(AttrKind::ByRef) => group.own.byref = ty,
                    _ => {}
                }
            }
            7 => {
                kind(fields)?;
                ranges::skip_with_width(fields)?;
            }
            8 => {
                kind(fields)?;
                let count = fields.next()?;
                let bits = fields.next()?;
                for _ in 0..count {
                    ranges::skip(fields, bits)?;
                }
            }
            other => return Err(fields.unsupported(format!("attribute of form {other}"))),
        }
    }
    Ok(group)
}

impl Group {
    fn flag(&mut self, kind: Option<AttrKind>) {
        match kind {
            Some(AttrKind::ZExt) => self.own.zeroext = true,
            Some(AttrKind::SExt) => self.own.signext = true,
            Some(AttrKind::NonNull) => self.own.nonnull = true,
            Some(AttrKind::NoUndef) => self.own.noundef = true,
            Some(AttrKind::Returned) => self.own.returned = true,
            Some(AttrKind::Nest) => self.own.nest = true,
            Some(AttrKind::NoReturn) => self.noreturn = true,
            Some(AttrKind::ReturnsTwice) => self.returns_twice = true,
            _ => {}
        }
    }
}

/// The kind of an attribute; newer ones that have no name here are promises too.
fn kind(fields: &mut Fields<'_>) -> Result<Option<AttrKind>> {
    let kind = fields.next()?;
    Ok(u8::try_from(kind).ok().and_then(|k| AttrKind::try_from(k).ok()))
}

fn skip_string(fields: &mut Fields<'_>) -> Result<()> {
    while fields.next()? != 0 {}
    Ok(())
}
