//! Phis: parallel moves on the edges between blocks.
//!
//! An edge that is its block's only one has its moves at the end of that block;
//! others get a block of their own.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap};

use heddle_bitcode::{BlockId, InstId, Opcode, Value};

use crate::body::RowKind;
use crate::context::{LowerError, Lowered};
use crate::lower::Lowerer;
use crate::{Op, Slot};

/// Edges of a phi among which one is looked for without a table.
const FEW_EDGES: usize = 8;

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
        let edge = self.in_new_block(|this| this.jump(to))?;
        self.edges.insert(key, edge);
        Ok(edge)
    }

    /// Fills a new block beside the current one; returns its number.
    pub(crate) fn in_new_block(
        &mut self,
        fill: impl FnOnce(&mut Self) -> Lowered<()>,
    ) -> Lowered<u32> {
        let here = self.block;
        let new = self.body.blocks.len();
        self.body.blocks.push(Vec::new());
        self.block = new;
        match fill(self) {
            Ok(()) => {}
            Err(LowerError::Unsupported(what)) => self.give_up(what),
            Err(malformed) => return Err(malformed),
        }
        self.block = here;
        Ok(new as u32)
    }

    /// Moves of the phis of `to` on the edge from the current block, as `(to, from)`.
    fn edge_moves(&mut self, to: BlockId) -> Lowered<Vec<(Slot, Slot)>> {
        let mut moves = Vec::new();
        let block = &self.function.blocks[to];
        for inst in block.first.as_u32()..block.end.as_u32() {
            let inst = InstId::from_u32(inst);
            let Opcode::Phi { incoming } = &self.function.insts[inst].op else { break };
            let value = match incoming.len() {
                0..=FEW_EDGES => incoming.iter().find(|(_, from)| *from == self.current),
                _ => self.incoming(inst, incoming),
            };
            let Some((value, _)) = value else {
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

    /// The value of a phi of many edges on the edge from the current block.
    fn incoming<'v>(
        &mut self,
        phi: InstId,
        incoming: &'v [(Value, BlockId)],
    ) -> Option<&'v (Value, BlockId)> {
        let places = self.incoming.entry(phi).or_insert_with(|| {
            // The first one counts, should a block be there twice.
            let places = incoming.iter().enumerate().rev();
            places.map(|(index, (_, from))| (*from, index)).collect()
        });
        places.get(&self.current).map(|index| &incoming[*index])
    }

    /// Emits moves that all read before any writes. Each slot is written by one of them.
    fn parallel_moves(&mut self, mut moves: Vec<(Slot, Slot)>) {
        moves.retain(|(dst, src)| dst != src);
        if let [(dst, src)] = moves[..] {
            self.emit(Op::Move { dst, src });
            return;
        }
        let mut readers: HashMap<Slot, u32> = HashMap::new();
        for (_, src) in &moves {
            *readers.entry(*src).or_default() += 1;
        }
        let writer: HashMap<Slot, usize> =
            moves.iter().enumerate().map(|(index, (dst, _))| (*dst, index)).collect();
        // Moves whose target nobody has to read any more, the first one first.
        let is_free = |index: &usize| !readers.contains_key(&moves[*index].0);
        let mut free: BinaryHeap<Reverse<usize>> =
            (0..moves.len()).filter(is_free).map(Reverse).collect();
        let mut is_made = vec![false; moves.len()];
        let mut saved: HashMap<Slot, Slot> = HashMap::new();
        let mut first = 0;
        loop {
            while let Some(Reverse(index)) = free.pop() {
                let (dst, src) = moves[index];
                is_made[index] = true;
                self.emit(Op::Move { dst, src: *saved.get(&src).unwrap_or(&src) });
                let left = readers.get_mut(&src).expect("each source was counted");
                *left -= 1;
                if *left == 0 && !saved.contains_key(&src) {
                    free.extend(writer.get(&src).copied().map(Reverse));
                }
            }
            while is_made.get(first) == Some(&true) {
                first += 1;
            }
            // Only circles are left: save one value, so that its slot becomes free.
            let Some((circled, _)) = moves.get(first).copied() else { return };
            let temp = self.body.row(1, RowKind::Local);
            self.body.pointers[temp.index()] = self.body.pointers[circled.index()];
            self.emit(Op::Move { dst: temp, src: circled });
            saved.insert(circled, temp);
            free.push(Reverse(first));
        }
    }
}
