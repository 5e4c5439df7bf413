#include <assert.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <complex.h>
#include <semaphore.h>

enum color { RED, GREEN = 5, BLUE };
enum flags { READ = 1, WRITE = 2, EXEC = 4 };
struct point { int x, y; };
struct node { int value; struct node *next; };
struct bits { unsigned a : 3; int b : 5; bool c : 1; enum color d : 4; };
union number { int i; float f; };
struct outer {
  char name[8];
  struct point corner[2];
  union { int i; float f; };
  struct point *at;
};

int g_int; unsigned g_unsigned; signed char g_char; unsigned char g_byte; bool g_bool;
long long g_long; float g_float; double g_double; long double g_ldouble; _Float16 g_half;
double complex g_complex; __int128 g_wide;
enum color g_color; enum flags g_flags; enum color g_odd;
struct point g_point; struct bits g_bits; union number g_union; struct outer g_outer;
int g_array[100]; int g_matrix[2][3]; char g_text[16]; const char *g_literal; char *g_into;
int *g_element; int *g_past; void *g_void; int (*g_function)(void); struct node *g_list;
struct node *g_cycle; struct node *g_freed; int *g_null; int *g_odd_pointer;
struct point *g_points; _Atomic int g_atomic; volatile int g_volatile;
pthread_mutex_t g_mutex = PTHREAD_MUTEX_INITIALIZER; pthread_rwlock_t g_rwlock = PTHREAD_RWLOCK_INITIALIZER;
sem_t g_sem; pthread_t g_thread; struct { int a; char b; } g_anonymous;
int g_input; char g_unterminated[3]; int **g_indirect; struct { int n; int items[]; } *g_flexible;
struct node *g_middle; const char *g_names[2]; union number *g_heap_union;
char g_gaps[4]; union { char text[4]; int number; } g_punned;
extern int __VERIFIER_nondet_int(void);
static int function(void) { return 1; }

static struct node *make(int value, struct node *next) {
  struct node *n = malloc(sizeof *n);
  n->value = value;
  n->next = next;
  return n;
}

int main(int argc, char **argv) {
  int uninitialized;
  int local_array[3] = {1, 2, 3};
  int *alias = &local_array[1];
  struct point here = {3, 4};
  struct point *there = &g_point;
  g_int = -5; g_unsigned = 4000000000u; g_char = 'a'; g_byte = 200; g_bool = true;
  g_long = -1234567890123LL; g_float = 0.1f; g_double = 1e300; g_ldouble = 2.5L; g_half = 1.5;
  g_complex = 1 + 2 * I; g_wide = -((__int128)1 << 100);
  g_color = GREEN; g_flags = READ | EXEC; g_odd = 77;
  g_point.x = 1; g_point.y = -1;
  g_bits.a = 5; g_bits.b = -3; g_bits.c = 1; g_bits.d = BLUE;
  g_union.f = 1.0f;
  strcpy(g_outer.name, "abc"); g_outer.corner[1].y = 9; g_outer.i = 1; g_outer.at = &g_outer.corner[1];
  for (int i = 0; i < 100; i++) g_array[i] = i + 1;
  g_matrix[1][2] = 6;
  strcpy(g_text, "say \"hi\"\n"); g_literal = "literal"; g_into = g_text + 4;
  g_element = &g_array[7]; g_past = g_array + 100; g_void = &g_matrix[1]; g_function = function;
  g_list = make(1, make(2, make(3, make(4, 0))));
  g_cycle = make(7, 0); g_cycle->next = g_cycle;
  g_freed = make(8, 0); free(g_freed);
  g_odd_pointer = (int *)3;
  g_points = calloc(3, sizeof *g_points); g_points[2].x = 5;
  g_atomic = 2; g_volatile = 3;
  pthread_mutex_lock(&g_mutex); pthread_rwlock_rdlock(&g_rwlock); sem_init(&g_sem, 0, 2);
  g_thread = pthread_self(); g_anonymous.a = 1; g_anonymous.b = 'x';
  g_input = __VERIFIER_nondet_int(); memcpy(g_unterminated, "xyz", 3); g_indirect = &g_element;
  g_flexible = malloc(sizeof *g_flexible + 2 * sizeof(int)); g_flexible->n = 2;
  g_middle = g_list->next; g_names[1] = "one"; g_heap_union = malloc(sizeof *g_heap_union);
  g_gaps[1] = 'x'; g_gaps[3] = 1; g_punned.number = 0x6b0000;
  static int calls; calls++;
  struct point partly; partly.x = 1; struct point *keep = &partly;
  assert(!"done" && keep);
  return uninitialized + argc + *alias + here.x + there->x;
}
