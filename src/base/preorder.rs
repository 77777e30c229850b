//! Going through trees.

use std::iter;

/// All nodes of trees, each before those inside it, in order. It keeps its own stack, for nodes may stand deep in each
/// other.
pub(crate) fn preorder<'t, N: 't>(
    roots: impl IntoIterator<Item = &'t N>,
    children: impl Fn(&'t N, &mut Vec<&'t N>),
) -> impl Iterator<Item = &'t N> {
    let mut open: Vec<&N> = roots.into_iter().collect();
    open.reverse();
    let mut inside = Vec::new();
    iter::from_fn(move || {
        let node = open.pop()?;
        children(node, &mut inside);
        open.extend(inside.drain(..).rev());
        Some(node)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Node(u32, Vec<Node>);

    #[test]
    fn a_node_comes_before_what_is_inside_it_and_that_before_the_next() {
        let leaf = |number| Node(number, Vec::new());
        let trees = [Node(1, vec![leaf(2), Node(3, vec![leaf(4)])]), leaf(5)];
        let all = preorder(&trees, |node, found| found.extend(&node.1));
        assert_eq!(all.map(|node| node.0).collect::<Vec<_>>(), [1, 2, 3, 4, 5]);
    }
}
