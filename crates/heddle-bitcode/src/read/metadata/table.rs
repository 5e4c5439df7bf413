//! Blocks of metadata: first numbers are given out, since nodes refer forward,
//! then contents are read.

use llvm_bitcode::schema::blocks::MetadataCode;

use super::{Item, scope_and_inlining};
use crate::error::{ReadError, Result};
use crate::read::reader::Reader;
use crate::read::values::Typed;
use crate::stream::{Bits, Block, Record};
use crate::{DebugLoc, DiNode};

/// A location while its content is not known.
const UNKNOWN: DebugLoc = DebugLoc { line: 0, column: 0, scope: None, inlined_at: None };

impl Reader<'_> {
    /// Reads a block of the module or of a function, whose values so far are given.
    pub(crate) fn metadata_block(&mut self, block: &Block<'_>, values: &[Typed]) -> Result<()> {
        let mut number = self.metadata.items.len();
        for record in &block.records {
            self.number_metadata(record)?;
        }
        for (done, record) in block.records.iter().enumerate() {
            self.go_on(done, record.offset)?;
            let code: MetadataCode = record.code("the metadata")?;
            match code {
                MetadataCode::Strings => number += record.fields().next()? as usize,
                MetadataCode::Value | MetadataCode::ArgList => number += 1,
                MetadataCode::GlobalDeclAttachment => self.global_attachment(record, values)?,
                MetadataCode::Name
                | MetadataCode::NamedNode
                | MetadataCode::Kind
                | MetadataCode::IndexOffset
                | MetadataCode::Index => {}
                _ => {
                    match self.metadata.items[number] {
                        Item::Location(id) => {
                            let (loc, distinct) = self.location_node(record)?;
                            self.metadata.debug.locations[id] = loc;
                            // Two calls inlined at one place are told apart by
                            // nodes that are distinct though equal.
                            if !distinct {
                                self.metadata.locations.entry(loc).or_insert(id);
                            }
                        }
                        Item::Node(id) => {
                            let node = self.node(code, record, values)?;
                            self.metadata.debug.nodes[id] = node;
                        }
                        Item::Text(_) | Item::Value(..) | Item::ArgList(_) => {
                            return Err(record.malformed("metadata is not what it was"));
                        }
                    }
                    number += 1;
                }
            }
        }
        Ok(())
    }

    /// Gives numbers to what a record defines.
    fn number_metadata(&mut self, record: &Record<'_>) -> Result<()> {
        let code: MetadataCode = record.code("the metadata")?;
        let mut fields = record.fields();
        let item = match code {
            MetadataCode::Strings => return self.strings(record),
            MetadataCode::Value => {
                let ty = self.types.next(&mut fields)?;
                Item::Value(fields.next()?, ty)
            }
            MetadataCode::ArgList => Item::ArgList(record.ops.clone()),
            MetadataCode::Location => Item::Location(self.metadata.debug.locations.push(UNKNOWN)),
            MetadataCode::Name
            | MetadataCode::NamedNode
            | MetadataCode::Kind
            | MetadataCode::GlobalDeclAttachment
            | MetadataCode::IndexOffset
            | MetadataCode::Index => return Ok(()),
            #[expect(deprecated, reason = "it must be refused, not taken for a node")]
            MetadataCode::StringOld => {
                return Err(record.unsupported("metadata string of before LLVM 3.9"));
            }
            MetadataCode::OldNode | MetadataCode::OldFnNode | MetadataCode::Attachment => {
                return Err(record.unsupported(format!("metadata record {code:?}")));
            }
            _ => Item::Node(self.metadata.debug.nodes.push(DiNode::Other)),
        };
        self.metadata.items.push(item);
        Ok(())
    }

    /// All strings of a block, whose lengths and characters are in one blob.
    fn strings(&mut self, record: &Record<'_>) -> Result<()> {
        let mut fields = record.fields();
        let (count, start) = (fields.next()?, fields.next()?);
        let parts =
            usize::try_from(start).ok().and_then(|start| record.blob?.split_at_checked(start));
        let Some((lengths, mut chars)) = parts else {
            return Err(record.malformed("metadata strings without their characters"));
        };
        let mut lengths = Bits::new(lengths, record.offset);
        for _ in 0..count {
            let length = lengths
                .vbr(6)
                .map_err(|_| record.malformed("metadata strings without their lengths"))?;
            let split =
                usize::try_from(length).ok().and_then(|length| chars.split_at_checked(length));
            let Some((text, rest)) = split else {
                return Err(record.malformed("a metadata string is not in the file"));
            };
            chars = rest;
            let text = String::from_utf8_lossy(text).into_owned();
            self.metadata.items.push(Item::Text(text.into_boxed_str()));
        }
        Ok(())
    }

    /// A location that is a node of its own, and whether it is distinct.
    fn location_node(&self, record: &Record<'_>) -> Result<(DebugLoc, bool)> {
        let mut fields = record.fields();
        let distinct = fields.next()? != 0;
        let (line, column) = (fields.next_u32()?, fields.next_u32()?);
        // This number alone does not count from one: a location always has a scope.
        let scope = fields.next()?.saturating_add(1);
        let inlined_at = fields.next_or_zero();
        let (scope, inlined_at) = scope_and_inlining(&self.metadata, scope, inlined_at, &fields)?;
        Ok((DebugLoc { line, column, scope, inlined_at }, distinct))
    }

    /// Finds the number of the attachment kind `dbg`.
    pub(crate) fn metadata_kinds(&mut self, module: &Block<'_>) -> Result<()> {
        use llvm_bitcode::schema::blocks::BlockId;
        for block in module.blocks_of(BlockId::MetadataKind as u64) {
            for record in &block.records {
                match record.code("the metadata kinds")? {
                    MetadataCode::Kind => {
                        let mut fields = record.fields();
                        let number = fields.next()?;
                        if crate::stream::text(fields.rest()) == "dbg" {
                            self.metadata.dbg_kind = number;
                        }
                    }
                    other => {
                        return Err(ReadError::unsupported(
                            record.offset,
                            format!("metadata kind {other:?}"),
                        ));
                    }
                }
            }
        }
        Ok(())
    }
}
