//! Debug nodes that are attached to globals and functions.

use super::Item;
use crate::error::Result;
use crate::read::constants::operand;
use crate::read::reader::Reader;
use crate::read::values::Typed;
use crate::stream::{Block, Fields, Record};
use crate::{Constant, DiId, DiNode};

impl Reader<'_> {
    /// Attachments of a global variable or of a declared function.
    pub(crate) fn global_attachment(
        &mut self,
        record: &Record<'_>,
        values: &[Typed],
    ) -> Result<()> {
        let mut fields = record.fields();
        let number = fields.next()?;
        let (symbol, _) = operand(number, values, &fields)?;
        let nodes = self.attached(&mut fields)?;
        match self.module.constants[symbol] {
            Constant::Global(id) => {
                let metadata = &self.metadata;
                let expressions = nodes.iter().filter(|&&node| {
                    matches!(metadata.node(node), DiNode::GlobalVariableExpression { .. })
                });
                self.module.globals[id].debug.extend(expressions);
            }
            Constant::Function(id) => self.module.functions[id].debug = self.subprogram(&nodes),
            _ => return Err(record.malformed("metadata of what is neither variable nor function")),
        }
        Ok(())
    }

    /// The function's own node, from the attachments in its body. Those of its
    /// instructions are hints for optimizers.
    pub(crate) fn function_attachment(&self, block: &Block<'_>) -> Result<Option<DiId>> {
        let mut subprogram = None;
        for record in &block.records {
            if record.ops.len() % 2 == 0 {
                let nodes = self.attached(&mut record.fields())?;
                subprogram = self.subprogram(&nodes).or(subprogram);
            }
        }
        Ok(subprogram)
    }

    /// The nodes of kind `dbg` among pairs of kind and number.
    fn attached(&self, fields: &mut Fields<'_>) -> Result<Vec<DiId>> {
        let mut nodes = Vec::new();
        while let Some(kind) = fields.next_or_none() {
            let number = fields.next()?;
            if kind != self.metadata.dbg_kind {
                continue;
            }
            if let Item::Node(id) = self.metadata.item(number, fields)? {
                nodes.push(*id);
            }
        }
        Ok(nodes)
    }

    fn subprogram(&self, nodes: &[DiId]) -> Option<DiId> {
        nodes
            .iter()
            .copied()
            .find(|&node| matches!(self.metadata.node(node), DiNode::Subprogram { .. }))
    }
}
