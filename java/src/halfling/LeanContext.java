package halfling;

import game.rules.play.moves.BaseMoves;
import game.rules.play.moves.Moves;
import gnu.trove.list.array.TLongArrayList;
import org.apache.commons.rng.RandomProviderState;
import org.apache.commons.rng.core.source64.SplitMix64;
import other.UndoData;
import other.context.Context;
import other.state.State;
import other.trial.Trial;

/**
 * A position that is only ever played on from, never back: it keeps nothing for Ludii's undo, which otherwise costs a
 * snapshot with every move, and longer copies with every move played.
 *
 * The rules themselves take moves back in a few games: those that forbid repetition try every move and undo it. What they need
 * for that is kept, and no more.
 */
final class LeanContext extends Context {
    /** What the rules themselves undo. */
    enum Undoes {
        NOTHING,
        /** A move, but not what follows from it: no end, no counting of positions. */
        MOVES,
        /** More than that; everything is kept as Ludii does it. */
        ANYTHING
    }

    private final SplitMix64 dice;
    private final Undoes undoes;

    LeanContext(Context other, SplitMix64 dice, Undoes undoes) {
        super(other);
        this.dice = dice;
        this.undoes = undoes;
    }

    // Called by the constructor above us: nothing of this class is set yet.
    @Override
    protected Trial copyTrial(Trial other) {
        return new LeanTrial(other);
    }

    @Override
    public SplitMix64 rng() {
        return dice;
    }

    @Override
    public void storeCurrentData() {
        switch (undoes) {
            case NOTHING:
                return;
            case MOVES:
                trial().addUndoData(new LeanUndo(this));
                return;
            default:
                super.storeCurrentData();
        }
    }

    private static final class LeanTrial extends Trial {
        private static final long serialVersionUID = 1L;
        /** Everybody's list of no moves: Ludii replaces such lists and adds nothing to them. */
        private static final Moves NONE = new BaseMoves(null);

        LeanTrial(Trial other) {
            super(other);
            // Copies are made between moves, so what lies there is of moves that nobody takes back any more.
            if (endData() != null) {
                endData().clear();
                RNGStates().clear();
            }
        }

        @Override
        public void addRNGState(RandomProviderState state) {
            // Only undo would read it.
        }

        @Override
        public void clearLegalMoves() {
            legalMoves = NONE;
        }
    }

    /** Enough to take back a move that was tried: the earlier positions were not touched, so they need not be restored. */
    private static final class LeanUndo extends UndoData {
        private static final TLongArrayList NONE = new TLongArrayList();

        LeanUndo(Context context) {
            this(context, context.state(), context.trial());
        }

        private LeanUndo(Context context, State state, Trial trial) {
            super(trial.ranking(), trial.status(), context.winners(), context.losers(), active(context, trial), context.scores(),
                context.payoffs(), context.numLossesDecided(), context.numWinsDecided(), phases(state, trial), state.pendingValues(),
                state.counter(), NONE, NONE, state.prev(), state.mover(), state.next(), state.numTurn(),
                state.numTurnSamePlayer(), state.numConsecutivesPasses(), state.remainingDominoes(), state.visited(),
                state.sitesToRemove(), state.onTrackIndices(), state.owned(), state.isDecided());
        }

        private static int active(Context context, Trial trial) {
            int bits = 0;
            for (int player = 1; player < trial.ranking().length; player++) {
                bits |= context.active(player) ? 1 << player - 1 : 0;
            }
            return bits;
        }

        private static int[] phases(State state, Trial trial) {
            int[] phases = new int[trial.ranking().length];
            for (int player = 1; player < phases.length; player++) {
                phases[player] = state.currentPhase(player);
            }
            return phases;
        }

        @Override
        public TLongArrayList previousState() {
            return null;
        }

        @Override
        public TLongArrayList previousStateWithinATurn() {
            return null;
        }
    }
}
