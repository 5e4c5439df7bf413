/*
 * The red-black trees of std::map and std::set.
 *
 * The header node of a tree has the root as its parent, the first node on its left and the last
 * one on its right. It is red, while the root is black.
 */
#include <map>

namespace std {

using node = _Rb_tree_node_base;

/* --- Walking --------------------------------------------------------------- */

node *_Rb_tree_increment(node *x) noexcept
{
    if (x->_M_right)
        return node::_S_minimum(x->_M_right);
    node *parent = x->_M_parent;
    while (x == parent->_M_right) {
        x = parent;
        parent = parent->_M_parent;
    }
    /* From the root of a tree without a right half, the way ends in the header itself. */
    return x->_M_right == parent ? x : parent;
}

const node *_Rb_tree_increment(const node *x) noexcept
{
    return _Rb_tree_increment(const_cast<node *>(x));
}

node *_Rb_tree_decrement(node *x) noexcept
{
    bool is_header = x->_M_color == _S_red && x->_M_parent->_M_parent == x;
    if (is_header)
        return x->_M_right;
    if (x->_M_left)
        return node::_S_maximum(x->_M_left);
    node *parent = x->_M_parent;
    while (x == parent->_M_left) {
        x = parent;
        parent = parent->_M_parent;
    }
    return parent;
}

const node *_Rb_tree_decrement(const node *x) noexcept
{
    return _Rb_tree_decrement(const_cast<node *>(x));
}

/* --- Turning --------------------------------------------------------------- */

/* Puts `y`, which may be null, where `x` hangs. */
static void replace(node *x, node *y, node *&root)
{
    if (x == root)
        root = y;
    else if (x == x->_M_parent->_M_left)
        x->_M_parent->_M_left = y;
    else
        x->_M_parent->_M_right = y;
    if (y)
        y->_M_parent = x->_M_parent;
}

static void rotate_left(node *x, node *&root)
{
    node *y = x->_M_right;
    x->_M_right = y->_M_left;
    if (y->_M_left)
        y->_M_left->_M_parent = x;
    replace(x, y, root);
    y->_M_left = x;
    x->_M_parent = y;
}

static void rotate_right(node *x, node *&root)
{
    node *y = x->_M_left;
    x->_M_left = y->_M_right;
    if (y->_M_right)
        y->_M_right->_M_parent = x;
    replace(x, y, root);
    y->_M_right = x;
    x->_M_parent = y;
}

/* --- Insertion ------------------------------------------------------------- */

void _Rb_tree_insert_and_rebalance(const bool is_left, node *x, node *parent,
                                   node &header) noexcept
{
    node *&root = header._M_parent;
    x->_M_parent = parent;
    x->_M_left = x->_M_right = nullptr;
    x->_M_color = _S_red;
    if (is_left) {
        parent->_M_left = x;
        if (parent == &header) {
            header._M_parent = x;
            header._M_right = x;
        } else if (parent == header._M_left) {
            header._M_left = x;
        }
    } else {
        parent->_M_right = x;
        if (parent == header._M_right)
            header._M_right = x;
    }
    while (x != root && x->_M_parent->_M_color == _S_red) {
        node *up = x->_M_parent->_M_parent;
        bool hangs_left = x->_M_parent == up->_M_left;
        node *uncle = hangs_left ? up->_M_right : up->_M_left;
        if (uncle && uncle->_M_color == _S_red) {
            x->_M_parent->_M_color = uncle->_M_color = _S_black;
            up->_M_color = _S_red;
            x = up;
        } else if (hangs_left) {
            if (x == x->_M_parent->_M_right) {
                x = x->_M_parent;
                rotate_left(x, root);
            }
            x->_M_parent->_M_color = _S_black;
            up->_M_color = _S_red;
            rotate_right(up, root);
        } else {
            if (x == x->_M_parent->_M_left) {
                x = x->_M_parent;
                rotate_right(x, root);
            }
            x->_M_parent->_M_color = _S_black;
            up->_M_color = _S_red;
            rotate_left(up, root);
        }
    }
    root->_M_color = _S_black;
}

/* --- Removal --------------------------------------------------------------- */

static bool is_black(const node *x)
{
    return !x || x->_M_color == _S_black;
}

/* Below `parent`, where `x` hangs or nothing, a black node is missing on all ways down. */
static void add_black(node *x, node *parent, node *&root)
{
    while (x != root && is_black(x)) {
        if (x == parent->_M_left) {
            node *sibling = parent->_M_right;
            if (sibling->_M_color == _S_red) {
                sibling->_M_color = _S_black;
                parent->_M_color = _S_red;
                rotate_left(parent, root);
                sibling = parent->_M_right;
            }
            if (is_black(sibling->_M_left) && is_black(sibling->_M_right)) {
                sibling->_M_color = _S_red;
                x = parent;
                parent = parent->_M_parent;
                continue;
            }
            if (is_black(sibling->_M_right)) {
                sibling->_M_left->_M_color = _S_black;
                sibling->_M_color = _S_red;
                rotate_right(sibling, root);
                sibling = parent->_M_right;
            }
            sibling->_M_color = parent->_M_color;
            parent->_M_color = _S_black;
            sibling->_M_right->_M_color = _S_black;
            rotate_left(parent, root);
        } else {
            node *sibling = parent->_M_left;
            if (sibling->_M_color == _S_red) {
                sibling->_M_color = _S_black;
                parent->_M_color = _S_red;
                rotate_right(parent, root);
                sibling = parent->_M_left;
            }
            if (is_black(sibling->_M_right) && is_black(sibling->_M_left)) {
                sibling->_M_color = _S_red;
                x = parent;
                parent = parent->_M_parent;
                continue;
            }
            if (is_black(sibling->_M_left)) {
                sibling->_M_right->_M_color = _S_black;
                sibling->_M_color = _S_red;
                rotate_left(sibling, root);
                sibling = parent->_M_left;
            }
            sibling->_M_color = parent->_M_color;
            parent->_M_color = _S_black;
            sibling->_M_left->_M_color = _S_black;
            rotate_right(parent, root);
        }
        break;
    }
    if (x)
        x->_M_color = _S_black;
}

/* Takes `z` out of its tree, and returns it. */
node *_Rb_tree_rebalance_for_erase(node *z, node &header) noexcept
{
    node *&root = header._M_parent;
    if (header._M_left == z)
        header._M_left = z->_M_right ? node::_S_minimum(z->_M_right) : z->_M_parent;
    if (header._M_right == z)
        header._M_right = z->_M_left ? node::_S_maximum(z->_M_left) : z->_M_parent;

    node *child, *parent;
    _Rb_tree_color removed = z->_M_color;
    if (z->_M_left && z->_M_right) {
        /* The next node takes its place. */
        node *next = node::_S_minimum(z->_M_right);
        removed = next->_M_color;
        child = next->_M_right;
        parent = next;
        if (next != z->_M_right) {
            parent = next->_M_parent;
            parent->_M_left = child;
            if (child)
                child->_M_parent = parent;
            next->_M_right = z->_M_right;
            next->_M_right->_M_parent = next;
        }
        replace(z, next, root);
        next->_M_left = z->_M_left;
        next->_M_left->_M_parent = next;
        next->_M_color = z->_M_color;
    } else {
        child = z->_M_left ? z->_M_left : z->_M_right;
        parent = z->_M_parent;
        replace(z, child, root);
    }
    if (removed == _S_black)
        add_black(child, parent, root);
    return z;
}

} // namespace std
