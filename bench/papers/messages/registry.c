// The registry of clients. A client that is used is held: it can be unregistered then, but
// its entry is not given to another before the last user has released it.
#include "messages.h"

#include <assert.h>
#include <string.h>

static struct {
    pthread_mutex_t lock;
    pthread_cond_t released;
    client clients[CLIENTS];
} registry;

static bool is_valid(client_id id) {
    return id >= 0 && id < CLIENTS && registry.clients[id].registered;
}

static client_id find_name(const char *name) {
    for (client_id id = 0; id < CLIENTS; id++)
        if (registry.clients[id].registered && strcmp(registry.clients[id].name, name) == 0)
            return id;
    return -1;
}

static client_id find_room(void) {
    for (client_id id = 0; id < CLIENTS; id++)
        if (!registry.clients[id].registered && registry.clients[id].users == 0)
            return id;
    return -1;
}

void registry_open(void) {
    pthread_mutex_init(&registry.lock, NULL);
    pthread_cond_init(&registry.released, NULL);
    for (client_id id = 0; id < CLIENTS; id++) {
        registry.clients[id].registered = false;
        registry.clients[id].users = 0;
    }
}

void registry_close(void) {
    for (client_id id = 0; id < CLIENTS; id++) {
        assert(!registry.clients[id].registered);
        assert(registry.clients[id].users == 0);
    }
    pthread_cond_destroy(&registry.released);
    pthread_mutex_destroy(&registry.lock);
}

outcome registry_add(const char *name, unsigned depth, client_id *id) {
    size_t length = strlen(name);
    outcome result = DONE;
    if (length >= NAME_SIZE)
        return TOO_LONG;
    pthread_mutex_lock(&registry.lock);
    client_id room = find_room();
    if (find_name(name) >= 0) {
        result = NAME_TAKEN;
    } else if (room < 0) {
        result = NO_ROOM;
    } else {
        client *added = &registry.clients[room];
        memcpy(added->name, name, length + 1);
        added->topics = 0;
        added->next_sequence = 0;
        queue_open(&added->inbox, depth);
        added->registered = true;
        *id = room;
    }
    pthread_mutex_unlock(&registry.lock);
    return result;
}

// Closes the inbox first, so that whoever waits there lets go.
outcome registry_remove(client_id id) {
    pthread_mutex_lock(&registry.lock);
    if (!is_valid(id)) {
        pthread_mutex_unlock(&registry.lock);
        return NO_CLIENT;
    }
    client *removed = &registry.clients[id];
    removed->registered = false;
    removed->users++; // keeps the entry
    pthread_mutex_unlock(&registry.lock);
    queue_close(&removed->inbox);
    pthread_mutex_lock(&registry.lock);
    while (removed->users > 1)
        pthread_cond_wait(&registry.released, &registry.lock);
    pthread_mutex_unlock(&registry.lock);
    queue_flush(&removed->inbox, -1);
    queue_destroy(&removed->inbox);
    registry_release(removed);
    return DONE;
}

outcome registry_find(const char *name, client_id *id) {
    pthread_mutex_lock(&registry.lock);
    client_id found = find_name(name);
    pthread_mutex_unlock(&registry.lock);
    if (found < 0)
        return NO_CLIENT;
    *id = found;
    return DONE;
}

client *registry_hold(client_id id) {
    client *held = NULL;
    pthread_mutex_lock(&registry.lock);
    if (is_valid(id)) {
        held = &registry.clients[id];
        held->users++;
    }
    pthread_mutex_unlock(&registry.lock);
    return held;
}

void registry_release(client *held) {
    pthread_mutex_lock(&registry.lock);
    assert(held->users > 0);
    held->users--;
    if (!held->registered)
        pthread_cond_broadcast(&registry.released);
    pthread_mutex_unlock(&registry.lock);
}

outcome registry_subscribe(client_id id, unsigned topic, bool listens) {
    outcome result = NO_CLIENT;
    assert(topic < TOPICS);
    pthread_mutex_lock(&registry.lock);
    if (is_valid(id)) {
        unsigned bit = 1u << topic;
        unsigned topics = registry.clients[id].topics;
        registry.clients[id].topics = listens ? topics | bit : topics & ~bit;
        result = DONE;
    }
    pthread_mutex_unlock(&registry.lock);
    return result;
}

unsigned registry_listeners(unsigned topic, client_id except, client_id listeners[CLIENTS]) {
    unsigned count = 0;
    assert(topic < TOPICS);
    pthread_mutex_lock(&registry.lock);
    for (client_id id = 0; id < CLIENTS; id++)
        if (id != except && is_valid(id) && (registry.clients[id].topics & 1u << topic))
            listeners[count++] = id;
    pthread_mutex_unlock(&registry.lock);
    return count;
}

unsigned registry_next_sequence(client *sender) {
    pthread_mutex_lock(&registry.lock);
    unsigned result = sender->next_sequence++;
    pthread_mutex_unlock(&registry.lock);
    return result;
}
