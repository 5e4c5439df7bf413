//! Chains of debug nodes that consumers follow to the end have one: scopes outward,
//! places of inlining, and types that only name or qualify or point to others.
//!
//! Other cycles are right: a structure points to structures of its own kind.

use super::graph::walk;
use crate::error::{ReadError, Result};
use crate::{DebugInfo, DiId, DiNode, DiType};

pub(super) fn check(debug: &DebugInfo, offset: usize) -> Result<()> {
    let fault = |what: &str| ReadError::malformed(offset, format!("{what} leads back to itself"));
    walk(&debug.nodes, |node, act| {
        scope(node).into_iter().for_each(act);
    })
    .map_err(|id| fault(&format!("the scope of {id}")))?;
    walk(&debug.nodes, |node, act| {
        if let Some(base) = derived_base(node)
            && derived_base(&debug.nodes[base]).is_some()
        {
            act(base);
        }
    })
    .map_err(|id| fault(&format!("the type {id}")))?;
    walk(&debug.locations, |location, act| {
        location.inlined_at.into_iter().for_each(act);
    })
    .map_err(|id| fault(&format!("where {id} was inlined")))?;
    Ok(())
}

fn scope(node: &DiNode) -> Option<DiId> {
    match node {
        DiNode::Subprogram { scope, .. }
        | DiNode::LexicalBlock { scope, .. }
        | DiNode::Namespace { scope, .. }
        | DiNode::Type(DiType::Derived { scope, .. } | DiType::Composite { scope, .. }) => *scope,
        _ => None,
    }
}

fn derived_base(node: &DiNode) -> Option<DiId> {
    match node {
        DiNode::Type(DiType::Derived { base, .. }) => *base,
        _ => None,
    }
}
