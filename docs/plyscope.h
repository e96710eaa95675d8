/* plyscope.h: write what a game-tree search does, call by call, in the packed rows of Plyscope.

   C99, no dependencies. Include it in one file of your engine; docs/formats.md describes the bytes.

       plyscope_begin(file, "my game", "start", "first", "eval depth");     the names of further facts, or ""
       plyscope_enter(file, ply, "e2e4", PLYSCOPE_MAX, alpha, beta);        when a call begins; ply 0 is the root
       plyscope_numbers(file, ply, 0, eval, depth, NAN);                    further facts, if you like
       plyscope_pruned(file, ply, moves, count);                            before a call that was cut returns
       plyscope_leave(file, ply, value, PLYSCOPE_INNER);                    when it returns

   What chess engines do besides: plyscope_enter_as gives a call its depth and tags, plyscope_leave_as more tags, which are
   known only then. A sample of a search that is too large to be written whole: plyscope_sample below.

   Values, alpha and beta are seen from MAX's side, always; unbounded is -INFINITY or INFINITY, no value is NAN.
   Moves are texts of up to 12 bytes. Check ferror(file) in the end. */

#ifndef PLYSCOPE_H
#define PLYSCOPE_H

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

enum { PLYSCOPE_MIN = 0, PLYSCOPE_MAX = 1, PLYSCOPE_ANY = 2, PLYSCOPE_CHANCE = 3 };
enum {
    PLYSCOPE_INNER = 0,
    PLYSCOPE_TERMINAL = 1,
    PLYSCOPE_HORIZON = 2,
    PLYSCOPE_TABLE = 4,
    PLYSCOPE_LEFT_OUT = 5,
    PLYSCOPE_UNSAID = 255
};
enum {
    PLYSCOPE_NULL = 1,
    PLYSCOPE_STAND_PAT = 2,
    PLYSCOPE_REDUCED = 4,
    PLYSCOPE_EXTENDED = 8,
    PLYSCOPE_RESEARCH = 16,
    PLYSCOPE_PROBE = 32,
    PLYSCOPE_QUIESCENCE = 64,
    PLYSCOPE_IID = 128,
    PLYSCOPE_EXCLUDED = 256,
    PLYSCOPE_FORWARD = 512
};
enum { PLYSCOPE_ROW = 48 };

static void plyscope_put_double(unsigned char *at, double number)
{
    uint64_t bits;
    memcpy(&bits, &number, 8);
    for (int byte = 0; byte < 8; byte++)
        at[byte] = (unsigned char)(bits >> (8 * byte));
}

static void plyscope_put_unusual(unsigned char *row, float depth, int tags, int flags)
{
    uint32_t bits;
    memcpy(&bits, &depth, 4);
    for (int byte = 0; byte < 4; byte++)
        row[40 + byte] = (unsigned char)(bits >> (8 * byte));
    row[44] = (unsigned char)(tags & 255);
    row[45] = (unsigned char)(tags >> 8);
    row[46] = (unsigned char)flags;
}

static void plyscope_put_text(unsigned char *at, const char *text, size_t most)
{
    size_t length = text ? strlen(text) : 0;
    memcpy(at, text ? text : "", length < most ? length : most);
}

static void plyscope_head(unsigned char *row, int event, int code, int ply)
{
    memset(row, 0, PLYSCOPE_ROW);
    row[0] = (unsigned char)event;
    row[1] = (unsigned char)code;
    row[2] = (unsigned char)(ply & 255);
    row[3] = (unsigned char)(ply >> 8);
}

static void plyscope_json(FILE *file, const char *text)
{
    fputc('"', file);
    for (; *text; text++)
        if ((unsigned char)*text < 32 || *text == '"' || *text == '\\')
            fprintf(file, "\\u%04x", (unsigned char)*text);
        else
            fputc(*text, file);
    fputc('"', file);
}

/* The heading. `facts` are the names of further facts with blanks between them. Open the file in binary mode. */
static inline void plyscope_begin(FILE *file, const char *game, const char *position, const char *max,
                                  const char *facts)
{
    fputs("{\"format\":\"plyscope-rows\",\"version\":2,\"game\":", file);
    plyscope_json(file, game);
    fputs(",\"position\":", file);
    plyscope_json(file, position);
    fputs(",\"max\":", file);
    plyscope_json(file, max);
    fputs(",\"x\":[", file);
    for (const char *name = facts + strspn(facts, " "); *name;) {
        size_t length = strcspn(name, " ");
        fprintf(file, "%s\"%.*s\"", name == facts + strspn(facts, " ") ? "" : ",", (int)length, name);
        name += length;
        name += strspn(name, " ");
    }
    fputs("]}\n", file);
}

/* A call with its depth, NAN where it has none, and its tags, the sum of them. `move` is NULL at the root, in a call on its
   caller's position, and after a pass. `probability` is that of a move that chance makes; NAN where a player makes it. */
static inline void plyscope_enter_as(FILE *file, int ply, const char *move, int kind, double alpha, double beta,
                                     double probability, double depth, int tags)
{
    unsigned char row[PLYSCOPE_ROW];
    plyscope_head(row, 1, kind, ply);
    plyscope_put_text(row + 4, move, 12);
    plyscope_put_double(row + 16, alpha);
    plyscope_put_double(row + 24, beta);
    plyscope_put_double(row + 32, probability);
    plyscope_put_unusual(row, (float)depth, tags, ply && !move);
    fwrite(row, PLYSCOPE_ROW, 1, file);
}

static inline void plyscope_enter_by_chance(FILE *file, int ply, const char *move, int kind, double alpha, double beta,
                                            double probability)
{
    plyscope_enter_as(file, ply, move, kind, alpha, beta, probability, NAN, 0);
}

static inline void plyscope_enter(FILE *file, int ply, const char *move, int kind, double alpha, double beta)
{
    plyscope_enter_by_chance(file, ply, move, kind, alpha, beta, NAN);
}

/* A call ends. `calls` is how many were made below it and are left out: then its status is PLYSCOPE_LEFT_OUT; else 0. */
static inline void plyscope_leave_as(FILE *file, int ply, double value, int status, int tags, double calls)
{
    unsigned char row[PLYSCOPE_ROW];
    plyscope_head(row, 2, status, ply);
    plyscope_put_double(row + 16, value);
    plyscope_put_double(row + 24, calls);
    plyscope_put_unusual(row, 0, tags, 0);
    fwrite(row, PLYSCOPE_ROW, 1, file);
}

static inline void plyscope_leave(FILE *file, int ply, double value, int status)
{
    plyscope_leave_as(file, ply, value, status, 0, 0);
}

/* The moves that the innermost open call, which is about to return, has not tried because of a cut. */
static inline void plyscope_pruned(FILE *file, int ply, const char *const *moves, int count)
{
    unsigned char row[PLYSCOPE_ROW];
    for (int first = 0; first < count; first += 3) {
        int here = count - first < 3 ? count - first : 3;
        plyscope_head(row, 3, here, ply);
        for (int place = 0; place < here; place++)
            plyscope_put_text(row + 4 + 12 * place, moves[first + place], 12);
        fwrite(row, PLYSCOPE_ROW, 1, file);
    }
}

/* Up to three further facts of the innermost open call: those from number `first` on; NAN where there is none. */
static inline void plyscope_numbers(FILE *file, int ply, int first, double a, double b, double c)
{
    unsigned char row[PLYSCOPE_ROW];
    plyscope_head(row, 4, first, ply);
    plyscope_put_double(row + 16, a);
    plyscope_put_double(row + 24, b);
    plyscope_put_double(row + 32, c);
    fwrite(row, PLYSCOPE_ROW, 1, file);
}

/* A further fact that is a text, of up to 36 bytes. */
static inline void plyscope_text(FILE *file, int ply, int number, const char *text)
{
    unsigned char row[PLYSCOPE_ROW];
    plyscope_head(row, 5, number, ply);
    plyscope_put_text(row + 4, text, 36);
    fwrite(row, PLYSCOPE_ROW, 1, file);
}

/* A sample: of the calls at `ply`, every `every`-th is written with all below it, or those by the move `only`; all others
   without. Begin with {file, ply, every, NULL, 0, 0, 0}, hand all calls to the two functions below, and write what
   belongs to the innermost call, such as pruned moves, only where plyscope_is_written(sample). */
typedef struct {
    FILE *file;
    int ply;
    long every;
    const char *only;
    long seen;
    int is_closed;
    double calls;
} plyscope_sample;

static inline int plyscope_is_written(const plyscope_sample *sample)
{
    return !sample->is_closed;
}

static inline void plyscope_sample_enter(plyscope_sample *sample, int ply, const char *move, int kind, double alpha,
                                         double beta, double depth, int tags)
{
    if (sample->is_closed) {
        sample->calls++;
        return;
    }
    plyscope_enter_as(sample->file, ply, move, kind, alpha, beta, NAN, depth, tags);
    if (ply == sample->ply) {
        int is_whole = sample->only ? move && !strcmp(move, sample->only) : sample->seen++ % sample->every == 0;
        sample->is_closed = !is_whole;
        sample->calls = 0;
    }
}

static inline void plyscope_sample_leave(plyscope_sample *sample, int ply, double value, int status, int tags)
{
    if (sample->is_closed && ply > sample->ply)
        return;
    int is_left_out = sample->is_closed && sample->calls > 0;
    plyscope_leave_as(sample->file, ply, value, is_left_out ? PLYSCOPE_LEFT_OUT : status, tags,
                      is_left_out ? sample->calls : 0);
    sample->is_closed = 0;
}

#endif
