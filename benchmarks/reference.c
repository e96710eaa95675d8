/* Connect four on seven by six cells, searched by minimax or alpha-beta, in the plainest C that writes a recording's ten
   columns: what a recording could cost at least. Columns and their types are those of plyscope/model/columns.py. */
#include <math.h>
#include <stdint.h>

enum { COLUMNS = 7, ROWS = 6, CELLS = COLUMNS * ROWS, IN_A_ROW = 4 };
enum { INNER, TERMINAL, HORIZON };

typedef struct {
    int32_t *parent, *move;
    uint16_t *ply;
    uint8_t *kind, *status;
    double *alpha, *beta, *value;
    int32_t *size;
    uint16_t *skipped;
} Recording;

static int8_t cells[CELLS], heights[COLUMNS];
static int turn, empty, winner, prunes;
static int lines_through[CELLS][16][IN_A_ROW], line_counts[CELLS];
static int64_t frames;
static Recording out;

static void find_lines(void) {
    static const int right[] = {1, 0, 1, -1}, up[] = {0, 1, 1, 1};
    for (int cell = 0; cell < CELLS; cell++) line_counts[cell] = 0;
    for (int row = 0; row < ROWS; row++)
        for (int column = 0; column < COLUMNS; column++)
            for (int way = 0; way < 4; way++) {
                int last_column = column + (IN_A_ROW - 1) * right[way], last_row = row + (IN_A_ROW - 1) * up[way];
                if (last_column < 0 || last_column >= COLUMNS || last_row >= ROWS) continue;
                for (int at = 0; at < IN_A_ROW; at++) {
                    int cell = (row + at * up[way]) * COLUMNS + column + at * right[way];
                    int *line = lines_through[cell][line_counts[cell]++];
                    for (int i = 0; i < IN_A_ROW; i++)
                        line[i] = (row + i * up[way]) * COLUMNS + column + i * right[way];
                }
            }
}

static int completes_line(int cell) {
    for (int line = 0; line < line_counts[cell]; line++) {
        int i = 0;
        while (i < IN_A_ROW && cells[lines_through[cell][line][i]] == turn) i++;
        if (i == IN_A_ROW) return 1;
    }
    return 0;
}

static void play(int column) {
    int cell = heights[column]++ * COLUMNS + column;
    cells[cell] = turn;
    empty--;
    if (completes_line(cell)) winner = turn;
    turn = 3 - turn;
}

static void undo(int column) {
    turn = 3 - turn;
    winner = 0;
    empty++;
    cells[--heights[column] * COLUMNS + column] = 0;
}

static double search(int depth, double alpha, double beta, int maximizing, int move, int32_t parent, int ply) {
    int64_t frame = frames++;
    int status = INNER, skipped = 0;
    double best;
    out.parent[frame] = parent;
    out.move[frame] = move;
    out.ply[frame] = ply;
    out.kind[frame] = maximizing;
    out.alpha[frame] = prunes ? alpha : -INFINITY;
    out.beta[frame] = prunes ? beta : INFINITY;
    if (winner || !empty) {
        status = TERMINAL;
        best = winner == 0 ? 0 : winner == 1 ? 1 : -1;
    } else if (depth == 0) {
        status = HORIZON;
        best = 0;
    } else {
        best = maximizing ? -INFINITY : INFINITY;
        for (int column = 0; column < COLUMNS; column++) {
            if (heights[column] == ROWS) continue;
            play(column);
            double value = search(depth - 1, alpha, beta, !maximizing, column, (int32_t)frame, ply + 1);
            undo(column);
            if (maximizing) {
                if (value > best) best = value;
                if (best > alpha) alpha = best;
            } else {
                if (value < best) best = value;
                if (best < beta) beta = best;
            }
            if (prunes && alpha >= beta) {
                for (column++; column < COLUMNS; column++) skipped += heights[column] < ROWS;
            }
        }
    }
    out.value[frame] = best;
    out.status[frame] = status;
    out.skipped[frame] = skipped;
    out.size[frame] = (int32_t)(frames - frame);
    return best;
}

/* The frames of a search from the empty board; the columns are as long as they need to be. */
int64_t record(int with_cuts, int depth, const Recording *columns) {
    for (int cell = 0; cell < CELLS; cell++) cells[cell] = 0;
    for (int column = 0; column < COLUMNS; column++) heights[column] = 0;
    turn = 1, empty = CELLS, winner = 0, frames = 0, prunes = with_cuts, out = *columns;
    find_lines();
    search(depth, -INFINITY, INFINITY, 1, -1, -1, 0);
    return frames;
}
