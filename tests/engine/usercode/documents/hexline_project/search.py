from rules import apply_move, is_over, legal_moves


def evaluate(maximizing):
    """Whoever took the last cell has lost, so the side to move has won."""
    return 1000 if maximizing else -1000


def minimax(state, depth, alpha, beta, maximizingPlayer):
    if is_over(state):
        return None, evaluate(maximizingPlayer)
    if depth == 0:
        return None, 0
    bestMove = None
    if maximizingPlayer:
        bestScore = float("-inf")
        for move in legal_moves(state):
            _, score = minimax(apply_move(state, move, 1), depth - 1, alpha, beta, False)
            if score > bestScore:
                bestScore = score
                bestMove = move
            alpha = max(alpha, score)
            if beta <= alpha:
                break
    else:
        bestScore = float("inf")
        for move in legal_moves(state):
            _, score = minimax(apply_move(state, move, 2), depth - 1, alpha, beta, True)
            if score < bestScore:
                bestScore = score
                bestMove = move
            beta = min(beta, score)
            if beta <= alpha:
                break
    return bestMove, bestScore
