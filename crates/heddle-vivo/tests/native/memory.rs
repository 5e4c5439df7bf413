//! The heap: what is done wrong with it, and addresses that depend on no order.

use crate::support::{assert_executions, violation};

#[test]
fn blocks_are_what_was_asked_for() {
    let source = "
        #include <malloc.h>
        #include <stdint.h>
        int main(void)
        {
            for (size_t bytes = 0; bytes < 5000; bytes += 7) {
                char *block = malloc(bytes), *zeros = calloc(bytes, 1);
                assert(block && zeros && malloc_usable_size(block) >= bytes);
                for (size_t i = 0; i < bytes; i++)
                    assert(zeros[i] == 0);
                memset(block, 1, bytes);
                memset(zeros, 2, bytes);
                block = realloc(block, bytes + 3000);
                for (size_t i = 0; i < bytes; i++)
                    assert(block[i] == 1);
                free(block);
                if (bytes % 2)
                    free(zeros);
            }
            for (size_t alignment = 8; alignment <= 1 << 20; alignment *= 2) {
                void *block, *other = aligned_alloc(alignment, 100);
                assert(!posix_memalign(&block, alignment, 100));
                assert((uintptr_t)block % alignment == 0 && (uintptr_t)other % alignment == 0);
                memset(block, 3, 100);
                free(other);
                free(block);
            }
            void *block;
            assert(posix_memalign(&block, 24, 1) == EINVAL);
            assert(!calloc(SIZE_MAX / 2, 3) && errno == ENOMEM);
            assert(!malloc(SIZE_MAX - 8) && !reallocarray(0, SIZE_MAX / 2, 4));
            char *large = calloc(1, 50 << 20);
            memset(large, 1, 50 << 20);
            free(large);
            large = calloc(1, 50 << 20);
            assert(large[12345678] == 0);
            free(realloc(large, 10));
            return 0;
        }";
    assert_executions(source, 1);
}

#[test]
fn misuses_of_the_heap_are_found() {
    let with_main = |body: &str| {
        violation(&format!(
            "static char variable[100];
             int main(void) {{ char *block = malloc(10); {body} }}"
        ))
    };
    assert_eq!(
        with_main("free(block); free(block);"),
        "free of a heap object that was already freed"
    );
    let again = with_main("free(block); block = realloc(block, 20);");
    assert_eq!(again, "realloc of a heap object that was already freed");
    let behind = with_main("block[12] = 0; free(block);");
    assert_eq!(behind, "write of 1 byte at offset 12 of a heap object, which has 10 bytes");
    let inside = with_main("block = malloc(100); free(block + 32);");
    assert_eq!(inside, "free of an address at offset 32 of a heap object");
    let other = with_main("free(variable + 16);");
    assert_eq!(other, "free of variable 'variable+16', which was not allocated");
    let nothing = with_main("free((void *)0x123450);");
    assert_eq!(nothing, "free of 0x123450, which is not the address of any object");
}

#[test]
fn a_double_free_in_one_of_the_orders_is_found() {
    let source = "
        static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
        static char *block;
        static int is_owner;
        static void *release(void *unused)
        {
            pthread_mutex_lock(&mutex);
            int mine = !is_owner;
            pthread_mutex_unlock(&mutex);
            if (mine)
                free(block);
            pthread_mutex_lock(&mutex);
            is_owner = 1;
            pthread_mutex_unlock(&mutex);
            return 0;
        }
        int main(void) { block = malloc(10); RUN(release, release); }";
    assert_eq!(violation(source), "free of a heap object that was already freed");
}

#[test]
fn addresses_depend_on_no_order() {
    // Were they those of a common heap, some order of the threads would give a block out twice, or the other
    // first.
    let source = "
        static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
        static char *seen[2];
        static void take(int own)
        {
            char *block = malloc(100);
            free(block);
            seen[own] = malloc(100);
            assert(seen[own] == block);
            pthread_mutex_lock(&mutex);
            assert(!seen[!own] || (seen[own] < seen[!own]) == (own < !own));
            pthread_mutex_unlock(&mutex);
        }
        static void *first(void *unused) { take(0); return 0; }
        static void *second(void *unused) { take(1); return 0; }
        int main(void)
        {
            RUN(first, second);
            free(seen[0]);
            assert(malloc(100) != seen[0]);
            return 0;
        }";
    assert_executions(source, 2);
}
