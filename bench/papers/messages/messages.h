// Message passing between the threads of a process.
//
// Clients register under a name and get a queue with a depth of their own. Messages have a
// priority: a receiver gets the most urgent one first, and those of the same priority in
// the order in which they were sent. Memory is fixed: messages come from a pool and go back
// to it. Every operation that can wait comes in three kinds: one that waits for as long as
// it takes, one that does not wait (_try_), and one that waits until a moment (_until).
//
// All functions can be called from any thread at any time, office_open and office_close
// excepted, which come first and last.
#ifndef MESSAGES_H
#define MESSAGES_H

#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <time.h>

#ifndef POOL_SIZE
#define POOL_SIZE 20
#endif
#ifndef CLIENTS
#define CLIENTS 4
#endif

enum { PRIORITIES = 3, BODY_SIZE = 16, NAME_SIZE = 12, TOPICS = 8 };

typedef enum priority { URGENT, NORMAL, IDLE } priority;

// How an operation ends.
typedef enum outcome {
    DONE,
    WOULD_WAIT, // a _try_ operation: full, empty, or out of messages
    TIMED_OUT,
    CLOSED,    // the queue is closed, and nothing is left in it
    NO_CLIENT, // no such client, or no longer
    NO_ROOM,   // too many clients
    NAME_TAKEN,
    TOO_LONG, // the name or the body
} outcome;

typedef int client_id; // an index into the table of clients, or -1

typedef struct message {
    struct message *next; // in the pool's free list, or in a queue
    bool in_use;
    client_id from;
    priority priority;
    unsigned sequence; // counts the messages of the sender
    size_t length;
    unsigned char body[BODY_SIZE];
    unsigned checksum; // over sender, sequence and body: a message is passed on as it was sent
} message;

// How long an operation may wait.
typedef struct patience {
    enum { FOR_EVER, NOT_AT_ALL, UNTIL } kind;
    struct timespec moment;
} patience;

extern const patience for_ever;
extern const patience not_at_all;
patience until(struct timespec moment);

// Waits for a condition, as long as the patience lasts; DONE if there may be news.
outcome wait_for_news(pthread_cond_t *news, pthread_mutex_t *lock, const patience *how_long);

// The pool: messages that nobody uses.

typedef struct pool_statistics {
    unsigned available;
    unsigned least_available;
    unsigned waits; // how often a thread had to wait for a message
} pool_statistics;

void pool_open(void);
void pool_close(void);
outcome pool_take(message **taken, patience how_long);
void pool_give_back(message *unused);
pool_statistics pool_count(void);

// A queue: a list for each priority.

typedef struct queue_statistics {
    unsigned depth; // how many messages there are now
    unsigned greatest_depth;
    unsigned entered;
    unsigned left;
    unsigned refused; // because the queue was full, or did not become free in time
    unsigned flushed;
} queue_statistics;

typedef struct queue {
    pthread_mutex_t lock;
    pthread_cond_t not_full;
    pthread_cond_t not_empty;
    struct list {
        message *first;
        message *last;
    } lists[PRIORITIES];
    unsigned capacity;
    unsigned senders_waiting;
    unsigned receivers_waiting;
    bool closed;
    queue_statistics statistics;
} queue;

void queue_open(queue *self, unsigned capacity);
void queue_destroy(queue *self);
outcome queue_enter(queue *self, message *entering, patience how_long);
outcome queue_leave(queue *self, message **leaving, patience how_long);
bool queue_most_urgent(queue *self, priority *found);
unsigned queue_flush(queue *self, client_id from); // all senders if -1
void queue_close(queue *self);
queue_statistics queue_count(queue *self);

// The registry: who is there, and who listens to which topics.

typedef struct client {
    bool registered;
    unsigned users; // operations under way; the entry is not reused before they end
    char name[NAME_SIZE];
    unsigned topics; // a bit for each
    unsigned next_sequence;
    queue inbox;
} client;

void registry_open(void);
void registry_close(void);
outcome registry_add(const char *name, unsigned depth, client_id *id);
outcome registry_remove(client_id id);
outcome registry_find(const char *name, client_id *id);
client *registry_hold(client_id id); // NULL if there is no such client
void registry_release(client *held);
outcome registry_subscribe(client_id id, unsigned topic, bool listens);
unsigned registry_listeners(unsigned topic, client_id except, client_id listeners[CLIENTS]);
unsigned registry_next_sequence(client *sender);

// The office: what clients call.

typedef struct letter {
    client_id from;
    priority priority;
    unsigned sequence;
    size_t length;
    unsigned char body[BODY_SIZE];
} letter;

void office_open(void);
void office_close(void);
outcome office_register(const char *name, unsigned depth, client_id *id);
outcome office_unregister(client_id id);
outcome office_find(const char *name, client_id *id);

outcome office_send(client_id from, client_id to, priority priority, const void *body, size_t length);
outcome office_try_send(client_id from, client_id to, priority priority, const void *body, size_t length);
outcome office_send_until(client_id from, client_id to, priority priority, const void *body,
                          size_t length, struct timespec moment);
outcome office_reply(client_id from, const letter *received, const void *body, size_t length);

outcome office_receive(client_id id, letter *received);
outcome office_try_receive(client_id id, letter *received);
outcome office_receive_until(client_id id, letter *received, struct timespec moment);

outcome office_subscribe(client_id id, unsigned topic);
outcome office_unsubscribe(client_id id, unsigned topic);
unsigned office_publish(client_id from, unsigned topic, priority priority, const void *body,
                        size_t length);
outcome office_statistics(client_id id, queue_statistics *found);

#endif
