// A queue with priorities and a greatest depth. A closed queue takes nothing more, but what
// is in it can still be received.
#include "messages.h"

#include <assert.h>

static void append(struct list *list, message *entering) {
    entering->next = NULL;
    if (list->last == NULL)
        list->first = entering;
    else
        list->last->next = entering;
    list->last = entering;
}

static message *remove_first(struct list *list) {
    message *first = list->first;
    if (first == NULL)
        return NULL;
    list->first = first->next;
    if (list->first == NULL)
        list->last = NULL;
    first->next = NULL;
    return first;
}

// Takes the messages of a sender out of a list, and puts them in front of others.
static message *remove_all(struct list *list, client_id from, message *others) {
    struct list kept = {NULL, NULL};
    message *each;
    while ((each = remove_first(list)) != NULL) {
        if (from < 0 || each->from == from) {
            each->next = others;
            others = each;
        } else {
            append(&kept, each);
        }
    }
    *list = kept;
    return others;
}

static bool is_full(const queue *self) {
    return self->statistics.depth >= self->capacity;
}

static bool is_empty(const queue *self) {
    return self->statistics.depth == 0;
}

void queue_open(queue *self, unsigned capacity) {
    pthread_mutex_init(&self->lock, NULL);
    pthread_cond_init(&self->not_full, NULL);
    pthread_cond_init(&self->not_empty, NULL);
    for (int i = 0; i < PRIORITIES; i++) {
        self->lists[i].first = NULL;
        self->lists[i].last = NULL;
    }
    self->capacity = capacity;
    self->senders_waiting = 0;
    self->receivers_waiting = 0;
    self->closed = false;
    self->statistics = (queue_statistics){0};
}

void queue_destroy(queue *self) {
    assert(is_empty(self));
    assert(self->senders_waiting == 0 && self->receivers_waiting == 0);
    pthread_cond_destroy(&self->not_empty);
    pthread_cond_destroy(&self->not_full);
    pthread_mutex_destroy(&self->lock);
}

outcome queue_enter(queue *self, message *entering, patience how_long) {
    outcome result = DONE;
    pthread_mutex_lock(&self->lock);
    while (!self->closed && is_full(self) && result == DONE) {
        self->senders_waiting++;
        result = wait_for_news(&self->not_full, &self->lock, &how_long);
        self->senders_waiting--;
    }
    if (self->closed) {
        result = CLOSED;
    } else if (is_full(self)) {
        self->statistics.refused++;
    } else {
        append(&self->lists[entering->priority], entering);
        self->statistics.entered++;
        if (++self->statistics.depth > self->statistics.greatest_depth)
            self->statistics.greatest_depth = self->statistics.depth;
        if (self->receivers_waiting > 0)
            pthread_cond_signal(&self->not_empty);
        result = DONE;
    }
    pthread_mutex_unlock(&self->lock);
    return result;
}

outcome queue_leave(queue *self, message **leaving, patience how_long) {
    outcome result = DONE;
    pthread_mutex_lock(&self->lock);
    while (!self->closed && is_empty(self) && result == DONE) {
        self->receivers_waiting++;
        result = wait_for_news(&self->not_empty, &self->lock, &how_long);
        self->receivers_waiting--;
    }
    if (!is_empty(self)) {
        message *first = NULL;
        for (int i = 0; first == NULL && i < PRIORITIES; i++)
            first = remove_first(&self->lists[i]);
        assert(first != NULL);
        self->statistics.depth--;
        self->statistics.left++;
        if (self->senders_waiting > 0)
            pthread_cond_signal(&self->not_full);
        *leaving = first;
        result = DONE;
    } else if (self->closed) {
        result = CLOSED;
    }
    pthread_mutex_unlock(&self->lock);
    return result;
}

bool queue_most_urgent(queue *self, priority *found) {
    bool any = false;
    pthread_mutex_lock(&self->lock);
    for (int i = 0; !any && i < PRIORITIES; i++) {
        if (self->lists[i].first != NULL) {
            *found = (priority)i;
            any = true;
        }
    }
    pthread_mutex_unlock(&self->lock);
    return any;
}

unsigned queue_flush(queue *self, client_id from) {
    message *removed = NULL;
    unsigned count = 0;
    pthread_mutex_lock(&self->lock);
    for (int i = 0; i < PRIORITIES; i++)
        removed = remove_all(&self->lists[i], from, removed);
    for (message *each = removed; each != NULL; each = each->next)
        count++;
    self->statistics.depth -= count;
    self->statistics.flushed += count;
    if (count > 0 && self->senders_waiting > 0)
        pthread_cond_broadcast(&self->not_full);
    pthread_mutex_unlock(&self->lock);
    // The pool has its own lock, and nobody holds two.
    while (removed != NULL) {
        message *next = removed->next;
        pool_give_back(removed);
        removed = next;
    }
    return count;
}

void queue_close(queue *self) {
    pthread_mutex_lock(&self->lock);
    self->closed = true;
    pthread_cond_broadcast(&self->not_full);
    pthread_cond_broadcast(&self->not_empty);
    pthread_mutex_unlock(&self->lock);
}

queue_statistics queue_count(queue *self) {
    pthread_mutex_lock(&self->lock);
    queue_statistics result = self->statistics;
    pthread_mutex_unlock(&self->lock);
    return result;
}
