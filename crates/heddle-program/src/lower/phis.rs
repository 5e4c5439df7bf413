//! Phis: parallel moves on the edges between blocks.
//!
//! An edge that is its block's only one has its moves at the end of that block;
//! others get a block of their own.

use heddle_bitcode::{BlockId, InstId, Opcode};

use crate::body::RowKind;
use crate::context::{LowerError, Lowered};
use crate::lower::Lowerer;
use crate::{Op, Slot};

impl Lowerer<'_, '_> {
    /// Moves and jump of the only edge of the current block.
    pub(crate) fn jump(&mut self, to: BlockId) -> Lowered<()> {
        let moves = self.edge_moves(to)?;
        self.parallel_moves(moves);
        self.emit(Op::Jump { target: Self::block_number(to) });
        Ok(())
    }

    /// The block that an edge from the current block leads to.
    pub(crate) fn edge(&mut self, to: BlockId) -> Lowered<u32> {
        let key = (self.current, to);
        if let Some(block) = self.edges.get(&key) {
            return Ok(*block);
        }
        let has_phis =
            matches!(self.function.insts[self.function.blocks[to].first].op, Opcode::Phi { .. });
        if !has_phis {
            return Ok(Self::block_number(to));
        }
        let here = self.block;
        let edge = self.body.blocks.len();
        self.body.blocks.push(Vec::new());
        self.block = edge;
        let done = self.edge_moves(to);
        match done {
            Ok(moves) => {
                self.parallel_moves(moves);
                self.emit(Op::Jump { target: Self::block_number(to) });
            }
            Err(LowerError::Unsupported(what)) => self.give_up(what),
            Err(malformed) => return Err(malformed),
        }
        self.block = here;
        self.edges.insert(key, edge as u32);
        Ok(edge as u32)
    }

    /// Moves of the phis of `to` on the edge from the current block, as `(to, from)`.
    fn edge_moves(&mut self, to: BlockId) -> Lowered<Vec<(Slot, Slot)>> {
        let mut moves = Vec::new();
        let block = &self.function.blocks[to];
        for inst in block.first.as_u32()..block.end.as_u32() {
            let inst = InstId::from_u32(inst);
            let Opcode::Phi { incoming } = &self.function.insts[inst].op else { break };
            let Some((value, _)) = incoming.iter().find(|(_, from)| *from == self.current) else {
                return LowerError::malformed("a phi that lacks a predecessor");
            };
            let count = self.slots(self.function.insts[inst].ty)?;
            if self.slots(self.type_of(*value))? != count {
                return LowerError::malformed("a phi of another type than its values");
            }
            let src = self.value(*value)?;
            let dst = self.result(inst)?;
            moves.extend((0..count).map(|slot| (dst.plus(slot), src.plus(slot))));
        }
        Ok(moves)
    }

    /// Emits moves that all read before any writes.
    fn parallel_moves(&mut self, mut moves: Vec<(Slot, Slot)>) {
        moves.retain(|(dst, src)| dst != src);
        while !moves.is_empty() {
            let free = moves.iter().position(|(dst, _)| moves.iter().all(|(_, src)| src != dst));
            if let Some(index) = free {
                let (dst, src) = moves.remove(index);
                self.emit(Op::Move { dst, src });
                continue;
            }
            // Only circles are left: save one value, so that its slot becomes free.
            let (saved, _) = moves[0];
            let temp = self.body.row(1, RowKind::Local);
            self.body.pointers[temp.index()] = self.body.pointers[saved.index()];
            self.emit(Op::Move { dst: temp, src: saved });
            for (_, src) in &mut moves {
                if *src == saved {
                    *src = temp;
                }
            }
        }
    }
}
