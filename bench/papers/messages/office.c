// What clients call: sending and receiving, on top of pool, queues and registry.
#include "messages.h"

#include <assert.h>
#include <string.h>

void office_open(void) {
    pool_open();
    registry_open();
}

void office_close(void) {
    for (client_id id = 0; id < CLIENTS; id++)
        registry_remove(id);
    registry_close();
    pool_close();
}

outcome office_register(const char *name, unsigned depth, client_id *id) {
    assert(depth > 0);
    return registry_add(name, depth, id);
}

outcome office_unregister(client_id id) {
    return registry_remove(id);
}

outcome office_find(const char *name, client_id *id) {
    return registry_find(name, id);
}

static unsigned checksum_of(const message *checked) {
    unsigned sum = checked->sequence * 31 + (unsigned)checked->from;
    for (size_t i = 0; i < checked->length; i++)
        sum = sum * 31 + checked->body[i];
    return sum;
}

// Sends to a client that is held.
static outcome deliver(client *sender, client_id from, client *receiver, priority priority,
                       const void *body, size_t length, patience how_long) {
    message *sent;
    outcome result = pool_take(&sent, how_long);
    if (result != DONE)
        return result;
    sent->from = from;
    sent->priority = priority;
    sent->sequence = registry_next_sequence(sender);
    sent->length = length;
    memcpy(sent->body, body, length);
    sent->checksum = checksum_of(sent);
    result = queue_enter(&receiver->inbox, sent, how_long);
    if (result != DONE)
        pool_give_back(sent);
    return result;
}

static outcome send(client_id from, client_id to, priority priority, const void *body, size_t length,
                    patience how_long) {
    if (length > BODY_SIZE)
        return TOO_LONG;
    client *sender = registry_hold(from);
    if (sender == NULL)
        return NO_CLIENT;
    outcome result = NO_CLIENT;
    client *receiver = registry_hold(to);
    if (receiver != NULL) {
        result = deliver(sender, from, receiver, priority, body, length, how_long);
        registry_release(receiver);
    }
    registry_release(sender);
    return result;
}

outcome office_send(client_id from, client_id to, priority priority, const void *body, size_t length) {
    return send(from, to, priority, body, length, for_ever);
}

outcome office_try_send(client_id from, client_id to, priority priority, const void *body, size_t length) {
    return send(from, to, priority, body, length, not_at_all);
}

outcome office_send_until(client_id from, client_id to, priority priority, const void *body,
                          size_t length, struct timespec moment) {
    return send(from, to, priority, body, length, until(moment));
}

// Answers are as urgent as what they answer.
outcome office_reply(client_id from, const letter *received, const void *body, size_t length) {
    return send(from, received->from, received->priority, body, length, for_ever);
}

static outcome receive(client_id id, letter *received, patience how_long) {
    client *receiver = registry_hold(id);
    if (receiver == NULL)
        return NO_CLIENT;
    message *got;
    outcome result = queue_leave(&receiver->inbox, &got, how_long);
    if (result == DONE) {
        received->from = got->from;
        received->priority = got->priority;
        received->sequence = got->sequence;
        received->length = got->length;
        assert(got->checksum == checksum_of(got));
        memcpy(received->body, got->body, got->length);
        pool_give_back(got);
    }
    registry_release(receiver);
    return result;
}

outcome office_receive(client_id id, letter *received) {
    return receive(id, received, for_ever);
}

outcome office_try_receive(client_id id, letter *received) {
    return receive(id, received, not_at_all);
}

outcome office_receive_until(client_id id, letter *received, struct timespec moment) {
    return receive(id, received, until(moment));
}

outcome office_subscribe(client_id id, unsigned topic) {
    return registry_subscribe(id, topic, true);
}

outcome office_unsubscribe(client_id id, unsigned topic) {
    return registry_subscribe(id, topic, false);
}

// Nobody waits for a listener that is slow: it misses the message. Returns how many got it.
unsigned office_publish(client_id from, unsigned topic, priority priority, const void *body,
                        size_t length) {
    client_id listeners[CLIENTS];
    unsigned reached = 0;
    unsigned count = registry_listeners(topic, from, listeners);
    for (unsigned i = 0; i < count; i++)
        if (office_try_send(from, listeners[i], priority, body, length) == DONE)
            reached++;
    return reached;
}

outcome office_statistics(client_id id, queue_statistics *found) {
    client *counted = registry_hold(id);
    if (counted == NULL)
        return NO_CLIENT;
    *found = queue_count(&counted->inbox);
    registry_release(counted);
    return DONE;
}
