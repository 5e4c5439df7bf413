//! The content of debug nodes.

use llvm_bitcode::schema::blocks::MetadataCode;

use super::Item;
use crate::error::Result;
use crate::read::reader::Reader;
use crate::read::values::Typed;
use crate::stream::{Fields, Record, signed};
use crate::{Constant, DiExpression, DiFile, DiId, DiNode, DiType, DiVariable, Type, Value};

impl Reader<'_> {
    /// Reads a node. Kinds that nobody needs become [`DiNode::Other`].
    pub(crate) fn node(
        &mut self,
        code: MetadataCode,
        record: &Record<'_>,
        values: &[Typed],
    ) -> Result<DiNode> {
        let mut fields = record.fields();
        if matches!(code, MetadataCode::Node | MetadataCode::DistinctNode) {
            return self.tuple(&mut fields);
        }
        // Bit 0 of the first field says whether the node is distinct; the bits
        // above are a version for some.
        let flags = fields.next_or_zero();
        Ok(match code {
            MetadataCode::File => DiNode::File(DiFile {
                name: self.text(&mut fields)?,
                directory: self.text(&mut fields)?,
            }),
            MetadataCode::CompileUnit => DiNode::CompileUnit {
                language: fields.next_u32()?,
                file: self.reference(&mut fields)?,
            },
            MetadataCode::Subprogram => DiNode::Subprogram {
                scope: self.reference(&mut fields)?,
                name: self.text(&mut fields)?,
                linkage_name: self.text(&mut fields)?,
                file: self.reference(&mut fields)?,
                line: fields.next_u32()?,
                ty: self.reference(&mut fields)?,
            },
            MetadataCode::LexicalBlock => DiNode::LexicalBlock {
                scope: self.reference(&mut fields)?,
                file: self.reference(&mut fields)?,
                line: fields.next_u32()?,
                column: fields.next_u32()?,
            },
            MetadataCode::LexicalBlockFile => DiNode::LexicalBlock {
                scope: self.reference(&mut fields)?,
                file: self.reference(&mut fields)?,
                line: 0,
                column: 0,
            },
            MetadataCode::Namespace => DiNode::Namespace {
                scope: self.reference(&mut fields)?,
                name: self.text(&mut fields)?,
            },
            MetadataCode::BasicType => {
                fields.skip(1); // tag
                let name = self.text(&mut fields)?;
                let bits = fields.next()?;
                fields.skip(1); // alignment
                DiNode::Type(DiType::Basic { name, bits, encoding: fields.next_u32()? })
            }
            MetadataCode::DerivedType => self.derived(&mut fields, values)?,
            MetadataCode::CompositeType => self.composite(&mut fields)?,
            MetadataCode::SubroutineType => {
                fields.skip(1); // flags
                DiNode::Type(DiType::Subroutine { types: self.reference(&mut fields)? })
            }
            MetadataCode::Enumerator => self.enumerator(flags, &mut fields)?,
            MetadataCode::Subrange => self.subrange(flags >> 1, &mut fields, values)?,
            MetadataCode::LocalVar => DiNode::LocalVariable(DiVariable {
                scope: self.reference(&mut fields)?,
                name: self.text(&mut fields)?,
                file: self.reference(&mut fields)?,
                line: fields.next_u32()?,
                ty: self.reference(&mut fields)?,
                arg: fields.next_u32()?,
            }),
            MetadataCode::GlobalVar => {
                let scope = self.reference(&mut fields)?;
                let name = self.text(&mut fields)?;
                fields.skip(1); // linkage name
                let variable = DiVariable {
                    scope,
                    name,
                    file: self.reference(&mut fields)?,
                    line: fields.next_u32()?,
                    ty: self.reference(&mut fields)?,
                    arg: 0,
                };
                fields.skip(1); // whether other modules do not see it
                let definition = fields.next_or_zero() != 0;
                let member = match fields.is_empty() {
                    true => None,
                    false => self.reference(&mut fields)?,
                };
                DiNode::GlobalVariable { variable, definition, member }
            }
            MetadataCode::GlobalVarExpr => DiNode::GlobalVariableExpression {
                variable: self.reference(&mut fields)?,
                expression: self.reference(&mut fields)?,
            },
            MetadataCode::Expression => DiNode::Expression(DiExpression(fields.rest().to_vec())),
            MetadataCode::GenericDebug
            | MetadataCode::TemplateType
            | MetadataCode::TemplateValue
            | MetadataCode::ObjcProperty
            | MetadataCode::ImportedEntity
            | MetadataCode::Module
            | MetadataCode::Macro
            | MetadataCode::MacroFile
            | MetadataCode::Label
            | MetadataCode::StringType
            | MetadataCode::CommonBlock
            | MetadataCode::GenericSubrange
            | MetadataCode::AssignId => DiNode::Other,
            other => return Err(record.unsupported(format!("metadata record {other:?}"))),
        })
    }

    fn tuple(&self, fields: &mut Fields<'_>) -> Result<DiNode> {
        let mut list = Vec::with_capacity(fields.len());
        while !fields.is_empty() {
            list.push(self.reference(fields)?);
        }
        Ok(DiNode::Tuple(list))
    }

    fn derived(&mut self, fields: &mut Fields<'_>, values: &[Typed]) -> Result<DiNode> {
        let tag = fields.next_u32()?;
        let name = self.text(fields)?;
        fields.skip(2); // file, line
        let scope = self.reference(fields)?;
        let base = self.reference(fields)?;
        let bits = fields.next()?;
        fields.skip(1); // alignment
        Ok(DiNode::Type(DiType::Derived {
            tag,
            name,
            scope,
            base,
            bits,
            offset: fields.next()?,
            flags: fields.next_u32()?,
            extra: match fields.is_empty() {
                true => None,
                false => self.number(fields, values)?,
            },
        }))
    }

    fn composite(&mut self, fields: &mut Fields<'_>) -> Result<DiNode> {
        let tag = fields.next_u32()?;
        let name = self.text(fields)?;
        let file = self.reference(fields)?;
        fields.skip(1); // line
        let scope = self.reference(fields)?;
        let base = self.reference(fields)?;
        let bits = fields.next()?;
        fields.skip(2); // alignment, offset
        let flags = fields.next_u32()?;
        let elements = self.reference(fields)?;
        fields.skip(3); // runtime language, vtable holder, template parameters
        Ok(DiNode::Type(DiType::Composite {
            tag,
            name,
            file,
            scope,
            base,
            bits,
            elements,
            identifier: self.text(fields)?,
            flags,
        }))
    }

    /// An enumerator: bit 1 of the flags says unsigned, bit 2 says of any width.
    fn enumerator(&mut self, flags: u64, fields: &mut Fields<'_>) -> Result<DiNode> {
        let unsigned = flags & 2 != 0;
        let first = fields.next()?;
        let name = self.text(fields)?;
        let (bits, low, high) = if flags & 4 != 0 {
            let low = signed(fields.next()?) as u64;
            let high = signed(fields.next_or_zero()) as u64;
            (first, low, high)
        } else {
            (64, signed(first) as u64, 0)
        };
        let raw = u128::from(high) << 64 | u128::from(low);
        let shift = 128u32.saturating_sub(u32::try_from(bits).unwrap_or(128).max(1));
        let value = if unsigned {
            (raw << shift >> shift) as i128
        } else {
            (raw << shift) as i128 >> shift
        };
        Ok(DiNode::Enumerator { name, value })
    }

    /// A dimension of an array. Counts that are variables or expressions are of
    /// arrays whose length only the running program knows.
    fn subrange(&self, version: u64, fields: &mut Fields<'_>, values: &[Typed]) -> Result<DiNode> {
        let count = fields.next()?;
        if version == 0 {
            return Ok(DiNode::Subrange((count != u64::MAX).then_some(count)));
        }
        let number = match self.metadata.item_or_none(count, fields)? {
            Some(Item::Value(number, _)) => *number,
            _ => return Ok(DiNode::Subrange(None)),
        };
        let typed = usize::try_from(number).ok().and_then(|n| values.get(n));
        let Some(&Typed { value: Value::Const(id), ty }) = typed else {
            return Err(fields.malformed("an array of a length that is no constant"));
        };
        Ok(DiNode::Subrange(match (self.module.constants.get(id), self.types.get(ty)) {
            (Some(Constant::Zero), _) => Some(0),
            // Minus one stands for an array of unknown length.
            (Some(Constant::Int(count)), Type::Int(bits)) => {
                let unknown = u64::MAX >> 64u32.saturating_sub(*bits);
                (*count != unknown).then_some(*count)
            }
            _ => None,
        }))
    }

    /// A reference to an integer, from one; what is no constant integer counts as none.
    fn number(&self, fields: &mut Fields<'_>, values: &[Typed]) -> Result<Option<u64>> {
        let number = fields.next()?;
        let Some(Item::Value(number, _)) = self.metadata.item_or_none(number, fields)? else {
            return Ok(None);
        };
        let typed = usize::try_from(*number).ok().and_then(|n| values.get(n));
        let Some(&Typed { value: Value::Const(id), .. }) = typed else { return Ok(None) };
        Ok(match self.module.constants.get(id) {
            Some(Constant::Zero) => Some(0),
            Some(Constant::Int(bits)) => Some(*bits),
            _ => None,
        })
    }

    /// A reference to a node, from one; what is not a node counts as none.
    fn reference(&self, fields: &mut Fields<'_>) -> Result<Option<DiId>> {
        let number = fields.next()?;
        Ok(match self.metadata.item_or_none(number, fields)? {
            Some(Item::Node(id)) => Some(*id),
            _ => None,
        })
    }

    /// A reference to a string, from one; none is the empty string.
    fn text(&mut self, fields: &mut Fields<'_>) -> Result<String> {
        let number = fields.next()?;
        let text = match self.metadata.item_or_none(number, fields)? {
            Some(Item::Text(text)) => text.to_string(),
            Some(_) => return Err(fields.malformed(format!("metadata {number} is no string"))),
            None => String::new(),
        };
        self.budget.charge::<u8>(text.len(), fields.offset)?;
        Ok(text)
    }
}
