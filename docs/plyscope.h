/* plyscope.h: write what a game-tree search does, call by call, in the packed rows of Plyscope.

   C99, no dependencies. Include it in one file of your engine; docs/formats.md describes the bytes.

       plyscope_begin(file, "my game", "start", "first", "eval depth");     the names of further facts, or ""
       plyscope_enter(file, ply, "e2e4", PLYSCOPE_MAX, alpha, beta);        when a call begins; ply 0 is the root
       plyscope_numbers(file, ply, 0, eval, depth, NAN);                    further facts, if you like
       plyscope_pruned(file, ply, moves, count);                            before a call that was cut returns
       plyscope_leave(file, ply, value, PLYSCOPE_INNER);                    when it returns

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
    PLYSCOPE_UNSAID = 255
};
enum { PLYSCOPE_ROW = 40 };

static void plyscope_put_double(unsigned char *at, double number)
{
    uint64_t bits;
    memcpy(&bits, &number, 8);
    for (int byte = 0; byte < 8; byte++)
        at[byte] = (unsigned char)(bits >> (8 * byte));
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
    fputs("{\"format\":\"plyscope-rows\",\"version\":1,\"game\":", file);
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

/* A call whose move chance makes with a probability; NAN where a player makes it. */
static inline void plyscope_enter_by_chance(FILE *file, int ply, const char *move, int kind, double alpha, double beta,
                                            double probability)
{
    unsigned char row[PLYSCOPE_ROW];
    plyscope_head(row, 1, kind, ply);
    plyscope_put_text(row + 4, move, 12);
    plyscope_put_double(row + 16, alpha);
    plyscope_put_double(row + 24, beta);
    plyscope_put_double(row + 32, probability);
    fwrite(row, PLYSCOPE_ROW, 1, file);
}

static inline void plyscope_enter(FILE *file, int ply, const char *move, int kind, double alpha, double beta)
{
    plyscope_enter_by_chance(file, ply, move, kind, alpha, beta, NAN);
}

static inline void plyscope_leave(FILE *file, int ply, double value, int status)
{
    unsigned char row[PLYSCOPE_ROW];
    plyscope_head(row, 2, status, ply);
    plyscope_put_double(row + 16, value);
    fwrite(row, PLYSCOPE_ROW, 1, file);
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

#endif
