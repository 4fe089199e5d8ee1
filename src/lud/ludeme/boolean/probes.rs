//! Conditions that ask whether moves exist.

use crate::lud::ludeme::moves::MovesFn;
use crate::lud::play::context::Context;

/// Whether a generator has any move now that the meta rules allow.
pub(super) fn can_move(ctx: &mut Context<'_>, moves: &MovesFn) -> bool {
    let registers = ctx.registers();
    let result = if ctx.rules.features.visited {
        // The sites of the last move count as visited for the question, and not afterwards.
        let (from, to) = (ctx.state.last.from, ctx.state.last.to);
        ctx.state.memory_mut().visited.insert(from);
        ctx.state.memory_mut().visited.insert(to);
        let result = ctx.can_move_by(moves);
        ctx.state.memory_mut().visited.remove(from);
        ctx.state.memory_mut().visited.remove(to);
        result
    } else {
        ctx.can_move_by(moves)
    };
    ctx.restore(registers);
    result
}

/// Whether the next player has no move, were it their turn now.
pub(super) fn no_moves_next(ctx: &mut Context<'_>) -> bool {
    if ctx.scratch.probing_moves {
        return false;
    }
    let (prev, mover, next) = (ctx.state.prev, ctx.state.mover, ctx.state.next);
    if ctx.state.is_active(i32::from(mover)) {
        let players = ctx.rules.players as u8;
        let mut after = next % players + 1;
        while !ctx.state.is_active(i32::from(after)) {
            after = after % players + 1;
        }
        (ctx.state.prev, ctx.state.mover, ctx.state.next) = (mover, next, after);
    }
    ctx.scratch.probing_moves = true;
    let asked = ctx.state.mover;
    if ctx.state.is_active(i32::from(asked)) {
        let registers = ctx.registers();
        let offers_swap = ctx.rules.meta.swap && ctx.state.moves as usize == ctx.rules.players - 1;
        if offers_swap || ctx.can_draw_ahead().unwrap_or_else(|| ctx.can_move()) {
            ctx.state.stalemated &= !(1 << asked);
        } else {
            ctx.state.stalemated |= 1 << asked;
        }
        ctx.restore(registers);
    }
    ctx.scratch.probing_moves = false;
    (ctx.state.prev, ctx.state.mover, ctx.state.next) = (prev, mover, next);
    ctx.state.stalemated >> next & 1 == 1
}

#[cfg(test)]
mod tests {
    use crate::game::{Game, Turn, random_from_seed};
    use crate::lud::play::game::LudGame;
    use crate::lud::source::{Description, Library};
    use crate::lud::{Options, load};
    use std::sync::Arc;

    fn described(text: &str) -> LudGame {
        let defines = Arc::clone(Library::embedded().unwrap().defines());
        let description = Description { path: "Described".to_owned(), text: text.to_owned(), defines };
        LudGame::new(&load(&description, &Options::default()).unwrap().tree, 0).unwrap()
    }

    #[test]
    fn a_move_that_the_meta_rules_forbid_is_none_that_can_be_made() {
        // Who steps forth could only step back, which repeats a position of the turn: there is nothing to move again for.
        let text = r#"(game "Forth and Back"
            (players 2)
            (equipment {
                (board (rectangle 2 2))
                (piece "Disc" Each
                    (move Step (directions {E W}) (to if:(is Empty (to)))
                        (then
                            (if (can Move (move Step (from (last To)) (directions {E W}) (to if:(is Empty (to)))))
                                (moveAgain)
                            )
                        )
                    )
                )
            })
            (rules
                (meta (no Repeat PositionalInTurn))
                (start { (place "Disc1" 0) (place "Disc2" 2) })
                (play (forEach Piece))
                (end (if (no Moves Next) (result Mover Win)))
            )
        )"#;
        let game = described(text);
        let (mut workspace, mut rng) = (game.workspace(), random_from_seed(1));
        let mut state = game.start(&mut workspace, &mut rng);
        let mut moves = Vec::new();
        let mut seats = Vec::new();
        while let Turn::Player(seat) = game.turn(&state)
            && seats.len() < 6
        {
            seats.push(seat.index());
            moves.clear();
            game.legal_moves(&state, seat, &mut workspace, &mut moves);
            game.apply(&mut state, moves[0], &mut workspace, &mut rng);
        }
        assert_eq!(seats, [0, 1, 0, 1, 0, 1]);
    }

    #[test]
    fn whoever_is_next_has_moves_where_the_question_is_asked_within_itself() {
        // Discs walk towards each other along a row, and must leave the next player a move. On four sites the first step leaves
        // one, although that one would leave none in turn; on three sites there is no step that leaves any.
        let turns = |columns: usize| {
            let text = format!(
                r#"(game "Head On"
                    (players {{ (player E) (player W) }})
                    (equipment {{
                        (board (rectangle 1 {columns}))
                        (piece "Disc" Each (move Step Forward (to if:(is Empty (to)))))
                    }})
                    (rules
                        (start {{ (place "Disc1" 0) (place "Disc2" {}) }})
                        (play (do (forEach Piece) ifAfterwards:(not (no Moves Next))))
                        (end (if (is Full) (result Mover Win)))
                    )
                )"#,
                columns - 1
            );
            let game = described(&text);
            let (mut workspace, mut rng) = (game.workspace(), random_from_seed(1));
            let mut state = game.start(&mut workspace, &mut rng);
            let mut moves = Vec::new();
            let mut passes = Vec::new();
            while let Turn::Player(seat) = game.turn(&state)
                && passes.len() < 3
            {
                moves.clear();
                game.legal_moves(&state, seat, &mut workspace, &mut moves);
                assert_eq!(moves.len(), 1);
                passes.push(moves[0].is_forced_pass());
                game.apply(&mut state, moves[0], &mut workspace, &mut rng);
            }
            passes
        };
        assert_eq!(turns(4), [false, true, true]);
        assert_eq!(turns(3), [true, true]);
    }
}
