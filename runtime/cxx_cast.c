/*
 * Bases of classes at run time: which there are in an object, where they are, and dynamic_cast.
 *
 * A base is told from others of its type by the way to it: by the innermost virtual base on
 * the way, of which an object has just one of each type, and by the offset from there. Nothing
 * has to be read of the object for that, which may be a null pointer.
 */
#include "cxx.h"

#define IS(type, name) ((type)->vtable == HEDDLE_TYPE_VTABLE(name) + 2)

/* A part of an object that is of a class: the object itself, or a base of it. */
struct part {
    const struct heddle_type *type;
    const struct heddle_type *virtual_base;
    long offset;
    /* Its address; null if that of the object is. */
    char *address;
    int is_public;
};

static int is_same_part(const struct part *a, const struct part *b)
{
    return a->virtual_base == b->virtual_base && a->offset == b->offset;
}

static unsigned base_count(const struct heddle_type *type)
{
    if (IS(type, 20__si_class_type_info))
        return 1;
    if (IS(type, 21__vmi_class_type_info))
        return ((const struct heddle_many_class *)type)->count;
    return 0;
}

/* The n-th base of a part. */
static struct part base_of(const struct part *part, unsigned n)
{
    struct part base = *part;
    if (IS(part->type, 20__si_class_type_info)) {
        base.type = ((const struct heddle_single_class *)part->type)->base;
        return base;
    }
    const struct heddle_base *row = &((const struct heddle_many_class *)part->type)->bases[n];
    long offset = row->offset_flags >> HEDDLE_BASE_OFFSET_SHIFT;
    base.type = row->type;
    base.is_public &= !!(row->offset_flags & HEDDLE_BASE_PUBLIC);
    if (row->offset_flags & HEDDLE_BASE_VIRTUAL) {
        /* The offset is that of the place in the vtable which has the real one. */
        base.virtual_base = row->type;
        base.offset = 0;
        if (base.address) {
            const char *vtable = *(const char *const *)part->address;
            base.address += *(const long *)(vtable + offset);
        }
    } else {
        base.offset += offset;
        if (base.address)
            base.address += offset;
    }
    return base;
}

enum found { NONE, ONE, MANY };

/* A search for a part of a type. */
struct search {
    const struct heddle_type *type;
    enum found found;
    struct part part;
};

/* Looks for all parts of a type that a part is or has. */
static void find_parts(const struct part *part, struct search *search)
{
    if (heddle_same_type(part->type, search->type)) {
        if (search->found == NONE) {
            search->found = ONE;
            search->part = *part;
        } else if (is_same_part(part, &search->part)) {
            search->part.is_public |= part->is_public;
        } else {
            search->found = MANY;
        }
        return;
    }
    for (unsigned n = 0; n < base_count(part->type) && search->found != MANY; n++) {
        struct part base = base_of(part, n);
        find_parts(&base, search);
    }
}

static struct search find(const struct part *part, const struct heddle_type *type)
{
    struct search search = {.type = type, .found = NONE};
    find_parts(part, &search);
    return search;
}

int heddle_upcast(const struct heddle_type *from, const struct heddle_type *to, void **object)
{
    struct part whole = {.type = from, .address = *object, .is_public = 1};
    struct search search = find(&whole, to);
    if (search.found != ONE || !search.part.is_public)
        return 0;
    *object = search.part.address;
    return 1;
}

/* --- dynamic_cast ------------------------------------------------------------------ */

/* A search for parts of a type that have a given part as a public base. */
struct down {
    const struct heddle_type *type;
    const struct heddle_type *source_type;
    const char *source;
    enum found found;
    struct part part;
};

/* Is `source`, of its type, a public base of this part? */
static int has_public_source(const struct part *part, const struct down *down)
{
    if (heddle_same_type(part->type, down->source_type))
        return part->is_public && part->address == down->source;
    for (unsigned n = 0; n < base_count(part->type); n++) {
        struct part base = base_of(part, n);
        if (base.is_public && has_public_source(&base, down))
            return 1;
    }
    return 0;
}

static void find_down(const struct part *part, struct down *down)
{
    if (heddle_same_type(part->type, down->type)) {
        struct part seen = *part;
        seen.is_public = 1;
        if (has_public_source(&seen, down)) {
            if (down->found == NONE) {
                down->found = ONE;
                down->part = *part;
            } else if (!is_same_part(part, &down->part)) {
                down->found = MANY;
            }
        }
        return;
    }
    for (unsigned n = 0; n < base_count(part->type) && down->found != MANY; n++) {
        struct part base = base_of(part, n);
        find_down(&base, down);
    }
}

/*
 * The object is the one that `source` is a part of, as its vtable says. If one part of the
 * wanted type has the source as a public base, that is it. Otherwise, if the source is a
 * public base of the object, it is the only part of that type, if it is public, too.
 */
void *__dynamic_cast(const void *source, const struct heddle_type *source_type,
                     const struct heddle_type *type, long hint)
{
    (void)hint;
    const void *const *vtable = *(const void *const *const *)source;
    const long *numbers = (const long *)vtable;
    struct part whole = {
        .type = vtable[-1],
        .address = (char *)source + numbers[-2],
        .is_public = 1,
    };
    struct down down = {.type = type, .source_type = source_type, .source = source};
    find_down(&whole, &down);
    if (down.found == ONE)
        return down.part.address;
    if (down.found == MANY || !has_public_source(&whole, &down))
        return NULL;
    struct search search = find(&whole, type);
    return search.found == ONE && search.part.is_public ? search.part.address : NULL;
}
