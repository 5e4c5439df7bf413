// A producer and a consumer, who use the message office. The producer sends MESSAGES
// numbers, every third of them urgent, into an inbox of DEPTH, with a text behind it;
// the consumer checks that each priority arrives in order, and answers the last
// one. -DDEPTH, -DMESSAGES.
#include "messages.h"

#include <assert.h>

#ifndef DEPTH
#define DEPTH 1
#endif
#ifndef MESSAGES
#define MESSAGES (DEPTH + 1)
#endif

static client_id producer_id, consumer_id;

static void *producer(void *unused) {
    (void)unused;
    for (unsigned char i = 1; i <= MESSAGES; i++) {
        priority how_urgent = i % 3 == 0 ? URGENT : NORMAL;
        unsigned char body[8] = {i, 'm', 'e', 's', 's', 'a', 'g', 'e'};
        outcome result = office_send(producer_id, consumer_id, how_urgent, body, sizeof body);
        assert(result == DONE);
    }
    letter answer;
    outcome result = office_receive(producer_id, &answer);
    assert(result == DONE);
    assert(answer.from == consumer_id);
    assert(answer.length == 1 && answer.body[0] == MESSAGES);
    return NULL;
}

static void *consumer(void *unused) {
    unsigned char count = 0;
    unsigned next[PRIORITIES] = {0};
    letter received;
    (void)unused;
    while (count < MESSAGES) {
        outcome result = office_receive(consumer_id, &received);
        assert(result == DONE);
        assert(received.from == producer_id);
        assert(received.length == 8 && received.body[7] == 'e');
        assert(received.priority == (received.body[0] % 3 == 0 ? URGENT : NORMAL));
        assert(received.sequence + 1 == received.body[0]);
        assert(received.sequence >= next[received.priority]);
        next[received.priority] = received.sequence + 1;
        count++;
    }
    outcome result = office_reply(consumer_id, &received, &count, sizeof count);
    assert(result == DONE);
    return NULL;
}

int main(void) {
    pthread_t producing, consuming;
    queue_statistics inbox;
    office_open();
    office_register("producer", 1, &producer_id);
    office_register("consumer", DEPTH, &consumer_id);
    pthread_create(&producing, NULL, producer, NULL);
    pthread_create(&consuming, NULL, consumer, NULL);
    pthread_join(producing, NULL);
    pthread_join(consuming, NULL);
    outcome result = office_statistics(consumer_id, &inbox);
    assert(result == DONE);
    assert(inbox.entered == MESSAGES && inbox.left == MESSAGES && inbox.depth == 0);
    assert(inbox.greatest_depth <= DEPTH);
    office_close();
    return 0;
}
