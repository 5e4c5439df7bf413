/*
 * The links of std::list. The list's own node closes the ring.
 */
#include <list>

namespace std::__detail {

/* Puts the node in front of `position`. */
void _List_node_base::_M_hook(_List_node_base *position) noexcept
{
    _M_next = position;
    _M_prev = position->_M_prev;
    _M_prev->_M_next = this;
    position->_M_prev = this;
}

void _List_node_base::_M_unhook() noexcept
{
    _M_prev->_M_next = _M_next;
    _M_next->_M_prev = _M_prev;
}

/* Puts the nodes from `first` to the one before `last` in front of this one. */
void _List_node_base::_M_transfer(_List_node_base *first, _List_node_base *last) noexcept
{
    if (this == last || first == last)
        return;
    _List_node_base *end = last->_M_prev;
    first->_M_prev->_M_next = last;
    last->_M_prev = first->_M_prev;
    _M_prev->_M_next = first;
    first->_M_prev = _M_prev;
    end->_M_next = this;
    _M_prev = end;
}

void _List_node_base::_M_reverse() noexcept
{
    _List_node_base *node = this;
    do {
        _List_node_base *next = node->_M_next;
        node->_M_next = node->_M_prev;
        node->_M_prev = next;
        node = next;
    } while (node != this);
}

/* Makes a node stand where another one stood; alone, if that one was. */
static void take_place(_List_node_base &node, _List_node_base next, const _List_node_base *old)
{
    if (next._M_next == old) {
        node._M_next = node._M_prev = &node;
    } else {
        node = next;
        node._M_next->_M_prev = node._M_prev->_M_next = &node;
    }
}

void _List_node_base::swap(_List_node_base &x, _List_node_base &y) noexcept
{
    _List_node_base old_x = x, old_y = y;
    take_place(x, old_y, &y);
    take_place(y, old_x, &x);
}

} // namespace std::__detail
