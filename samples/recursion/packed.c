/* A recording of a little alpha-beta in packed rows: the fastest way for an engine in any language.

   cc -I docs packed.c -o packed -lm && ./packed > nim.rows      and then  plyscope open nim.rows
   ./packed | plyscope stats -                                   without a file

   Two players take one or two of some matches in turn; who takes the last one wins. docs/plyscope.h is all it needs. */

#include "plyscope.h"

static double search(int matches, int maximizing, int ply, const char *move, double alpha, double beta)
{
    static const char *const moves[] = {"take 1", "take 2"};
    plyscope_enter(stdout, ply, move, maximizing ? PLYSCOPE_MAX : PLYSCOPE_MIN, alpha, beta);
    plyscope_numbers(stdout, ply, 0, matches, NAN, NAN);
    plyscope_text(stdout, ply, 1, matches % 3 ? "won" : "lost");
    double best = maximizing ? -1 : 1; /* nothing left: who has just moved has won */
    for (int take = 1; take <= 2 && take <= matches; take++) {
        double value = search(matches - take, !maximizing, ply + 1, moves[take - 1], alpha, beta);
        if (take == 1 || (maximizing ? value > best : value < best))
            best = value;
        if (maximizing && best > alpha)
            alpha = best;
        if (!maximizing && best < beta)
            beta = best;
        if (alpha >= beta) {
            plyscope_pruned(stdout, ply, moves + take, (matches < 2 ? matches : 2) - take);
            break;
        }
    }
    plyscope_leave(stdout, ply, best, matches ? PLYSCOPE_INNER : PLYSCOPE_TERMINAL);
    return best;
}

int main(void)
{
    plyscope_begin(stdout, "matches", "5", "first", "matches side");
    search(5, 1, 0, "", -INFINITY, INFINITY);
    return ferror(stdout) ? 1 : 0;
}
