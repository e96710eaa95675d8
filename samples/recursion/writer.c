/* A recording of a little minimax, written as JSON lines: the way for an engine in any language.

   cc writer.c -o writer && ./writer > nim.jsonl         and then  plyscope open nim.jsonl
   plyscope debug --listen 4711 -o nim.plytrace &        and then  ./writer | nc 127.0.0.1 4711

   Two players take one or two of some matches in turn; who takes the last one wins. */

#include <stdio.h>

static int frames = 0;

static int search(int matches, int maximizing, int parent, int move)
{
    int me = frames++;
    printf("{\"ev\":\"enter\",\"id\":%d", me);
    if (parent >= 0)
        printf(",\"parent\":%d,\"move\":\"take %d\"", parent, move);
    printf(",\"kind\":\"%s\"}\n", maximizing ? "max" : "min");
    int best = maximizing ? -1 : 1; /* nothing left: who has just moved has won */
    for (int take = 1; take <= 2 && take <= matches; take++) {
        int value = search(matches - take, !maximizing, me, take);
        if (take == 1 || (maximizing ? value > best : value < best))
            best = value;
    }
    printf("{\"ev\":\"leave\",\"id\":%d,\"value\":%d,\"status\":\"%s\"}\n", me, best, matches ? "inner" : "terminal");
    fflush(stdout);
    return best;
}

int main(void)
{
    printf("{\"format\":\"plyscope-trace\",\"version\":1,\"game\":\"matches\",\"position\":\"5\"}\n");
    search(5, 1, -1, 0);
    return 0;
}
