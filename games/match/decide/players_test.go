package decide_test

import (
	"fmt"
	"testing"
	"time"

	"paddock/games"
	"paddock/games/match"
	"paddock/games/match/decide"
	"paddock/games/referee"
)

// The table lists who may move, when, and what else a move does.
func TestMove(t *testing.T) {
	run(t, []row{
		{
			name: "P3: the player to move moves", given: given(duel("nim", nil)),
			by: ann, do: decide.Move{Text: "a1"},
			want: "moved:a1; waits=1 turn=2 moves=1",
		},
		{
			name: "P81: on a board that is old", given: given(duel("nim", nil), moves("a1", "a1")),
			by: ann, do: decide.Move{Text: "a1"}, seen: 3,
			want: "no: the board is old",
		},
		{
			name: "P81: after an offer the board is not old", given: given(duel("nim", nil), by(bob, decide.OfferDraw{})),
			by: ann, do: decide.Move{Text: "a1"}, seen: 3,
			want: "declined:draw moved:a1; waits=1 turn=2 moves=1 draw=-",
		},
		{
			name: "P81: on a board that does not exist yet", given: given(duel("nim", nil)),
			by: ann, do: decide.Move{Text: "a1"}, seen: 9,
			want: "no: the board is old",
		},
		{
			name: "K8: several moves of one turn are one turn", given: given(duel("race", nil)),
			by: ann, do: decide.Move{Text: "1!-2"},
			want: "moved:1! moved:2; waits=1 turn=2 moves=2",
		},
		{
			name: "P79: the wrong player", given: given(duel("nim", nil)),
			by: bob, do: decide.Move{Text: "a1"},
			want: "no: another seat's turn",
		},
		{
			name: "P79: a spectator", given: given(duel("nim", nil)),
			by: cat, do: decide.Move{Text: "a1"},
			want: "no: the user does not play here",
		},
		{
			name: "P6: an illegal move", given: given(duel("nim", nil)),
			by: ann, do: decide.Move{Text: "a9"},
			want: "no: against the rules",
		},
		{
			name: "P6: a turn with an illegal second move", given: given(duel("race", nil)),
			by: ann, do: decide.Move{Text: "1!-7"},
			want: "no: against the rules",
		},
		{
			name: "P81: a match that is over", given: given(duel("nim", nil), by(bob, decide.Resign{})),
			by: ann, do: decide.Move{Text: "a1"},
			want: "no: is over",
		},
		{
			name: "P81: a match that has not begun", given: given(propose("nim", nil, named(bob))),
			by: ann, do: decide.Move{Text: "a1"},
			want: "no: has not begun",
		},
		{
			name: "P72: a parked match", given: given(duel("nim", nil), gone),
			by: ann, do: decide.Move{Text: "a1"},
			want: "no: is parked",
		},
		{
			name: "P103: a pause", given: given(
				duel("nim", nil),
				by(ann, decide.OfferPause{}),
				by(bob, decide.OfferPause{}),
			),
			by: ann, do: decide.Move{Text: "a1"},
			want: "no: is parked",
		},
		{
			name: "F5: who is out of the match", given: given(three(nil), by(ann, decide.Resign{})),
			by: ann, do: decide.Move{Text: "1"},
			want: "no: too late",
		},
		{
			name: "P13: a move declines an offer", given: given(duel("nim", nil), by(bob, decide.OfferDraw{})),
			by: ann, do: decide.Move{Text: "a1"},
			want: "declined:draw moved:a1; waits=1 turn=2 moves=1 draw=-",
		},
		{
			name: "P13: one's own offer stands", given: given(duel("nim", nil), by(ann, decide.OfferDraw{})),
			by: ann, do: decide.Move{Text: "a1"},
			want: "moved:a1; waits=1 turn=2 moves=1",
		},
		{
			name: "P19: a move declines a takeback", given: given(
				duel("nim", nil),
				moves("a1"),
				wait(time.Hour),
				by(ann, decide.Takeback{}),
			),
			by: bob, do: decide.Move{Text: "a1"},
			want: "declined:takeback moved:a1; waits=0 turn=3 moves=2 left=48h0m0s undo=-",
		},
		{
			name: "P103: a move declines a pause", given: given(duel("nim", nil), by(bob, decide.OfferPause{})),
			by: ann, do: decide.Move{Text: "a1"},
			want: "declined:pause moved:a1; waits=1 turn=2 moves=1 pause=-",
		},
		{
			name: "the last stone", given: given(duel("nim", nil), moves("a3", "b4")),
			by: ann, do: decide.Move{Text: "c5"},
			want: "moved:c5 ended:last; over waits= turn=4 moves=3 left=none won=0 because=last" +
				"; tells bob=result =announced",
		},
		{
			name: "the clock of a match between two starts anew", given: given(duel("nim", nil), wait(time.Hour)),
			by: ann, do: decide.Move{Text: "a1"},
			want: "moved:a1; waits=1 turn=2 moves=1 left=48h0m0s",
		},
		{
			name: "P133: an increment never makes more than the start", given: given(
				duel("nim", func(p *match.Proposal) { p.Bank = referee.Bank{Time: 24 * time.Hour, Increment: time.Hour} }),
				wait(49*time.Hour),
				attend,
			),
			by: ann, do: decide.Move{Text: "a1"},
			want: "moved:a1; waits=1 turn=2 moves=1 left=48h0m0s",
		},
		{
			name: "P106: on the board of who had the seat before", given: given(
				duel("nim", nil),
				by(mod, decide.HandOver{Of: hand(ann, cat)}),
				by(cat, decide.TakeOver{}),
			),
			by: cat, do: decide.Move{Text: "a1"}, seen: 3,
			want: "no: the board is old",
		},
		{
			name: "a move that earns another turn", given: given(duel("race", nil)),
			by: ann, do: decide.Move{Text: "1!"},
			want: "moved:1!; moves=1",
		},
	})
}

// The table lists which moves are played at once after a move by hand, because they were prepared
// or are the only legal ones.
func TestPreparedMoves(t *testing.T) {
	run(t, []row{
		{
			name: "P26: an answer that was prepared", given: given(duel("nim", nil), prepared(bob, 3, "a1", "b1")),
			by: ann, do: decide.Move{Text: "a1"},
			want: "moved:a1 moved:b1; turn=3 moves=2 answered=0",
		},
		{
			name: "P26: a line several moves deep", given: given(
				duel("nim", nil),
				prepared(bob, 3, "a1", "b1", "b1", "c1"),
				moves("a1"),
			),
			by: ann, do: decide.Move{Text: "b1"},
			want: "moved:b1 moved:c1; turn=5 moves=4",
		},
		{
			name: "P26: another move than prepared for", given: given(duel("nim", nil), prepared(bob, 3, "a1", "b1")),
			by: ann, do: decide.Move{Text: "a2"},
			want: "moved:a2; waits=1 turn=2 moves=1",
		},
		{
			name: "P26: an illegal answer is not played", given: given(duel("nim", nil), prepared(bob, 3, "a3", "a1")),
			by: ann, do: decide.Move{Text: "a3"},
			want: "moved:a3; waits=1 turn=2 moves=1",
		},
		{
			name: "P26: an offer waits for its answer", given: given(
				duel("nim", nil),
				by(ann, decide.OfferDraw{}),
				prepared(bob, 4, "a1", "b1"),
			),
			by: ann, do: decide.Move{Text: "a1"},
			want: "moved:a1; waits=1 turn=2 moves=1",
		},
		{
			name: "P26: an only legal move at once", given: given(
				duel("race", ready),
				person(ann, forced),
				person(bob, forced),
			),
			by: ann, do: decide.Move{Text: "ready"},
			want: "moved:ready moved:ready; waits=0 turn=2 moves=2 answered=0",
		},
		{
			name: "P26: with secrets no move is played by itself", given: given(
				duel("darkrace", ready),
				person(bob, forced),
			),
			by: ann, do: decide.Move{Text: "ready"},
			want: "arranged:ready; waits=1",
		},
		{
			name: "the last to be ready is the first to move", given: given(
				duel("darkrace", ready),
				by(bob, decide.Move{Text: "ready"}),
			),
			by: ann, do: decide.Move{Text: "ready"},
			want: "arranged:ready; turn=2",
		},
		{
			name: "P26: prepared just after the move that it answers", given: given(
				duel("nim", nil),
				moves("a1"),
				prepared(bob, 3, "a1", "b1"),
			),
			by: "", do: decide.GoOn{},
			want: "moved:b1; waits=0 turn=3 moves=2",
		},
		{
			name: "P26: nothing prepared", given: given(duel("nim", nil)),
			by: "", do: decide.GoOn{},
			want: "nothing",
		},
	})
}

// Giving up counts as a loss, unless nobody can play the match or others play on.
func TestResign(t *testing.T) {
	run(t, []row{
		{
			name: "P13: a duel", given: given(duel("nim", nil)),
			by: bob, do: decide.Resign{},
			want: "ruled:resign ended:resign; over waits= turn=2 left=none won=0 because=resign" +
				"; tells ann=result =announced",
		},
		{
			name: "P13: among three on another's turn, the others keep turn and time", given: given(
				three(nil),
				wait(time.Hour),
			),
			by: cat, do: decide.Resign{},
			want: "ruled:remove; out=2",
		},
		{
			name: "P13: among three on the own turn", given: given(three(nil)),
			by: ann, do: decide.Resign{},
			want: "ruled:remove; waits=1 turn=2 out=0",
		},
		{
			name: "P13: twice", given: given(three(nil), by(cat, decide.Resign{})),
			by: cat, do: decide.Resign{},
			want: "no: against the rules",
		},
		{
			name: "P13: the last but one", given: given(three(nil), by(cat, decide.Resign{}), moves("1")),
			by: bob, do: decide.Resign{},
			want: "ruled:remove ended:goal; over waits= turn=3 left=none out= won=0 because=goal" +
				"; tells ann=result cat=result =announced",
		},
		{
			name: "P13: a spectator", given: given(duel("nim", nil)),
			by: cat, do: decide.Resign{},
			want: "no: the user does not play here",
		},
		{
			name: "P13: a match that has not begun", given: given(propose("nim", nil, named(bob))),
			by: ann, do: decide.Resign{},
			want: "no: has not begun",
		},
		{
			name: "P72: a match out of reach has no result", given: given(
				duel("nim", nil),
				moves("a1"),
				gone,
			),
			by: bob, do: decide.Resign{},
			want: "ended:cancelled; closed waits= left=none parked=- wishes=- because=cancelled" +
				"; tells ann=closed",
		},
		{
			name: "P72: unless the other wants to go on", given: given(
				duel("nim", nil),
				moves("a1"),
				gone,
				by(ann, decide.Resume{To: match.Place{Guild: "guild", Channel: "yard"}}),
			),
			by: bob, do: decide.Resign{},
			want: "ruled:resign ended:resign; over waits= turn=3 left=none parked=- wishes=- won=0 because=resign" +
				"; tells ann=result =announced",
		},
		{
			name: "P76: in a locked thread it counts", given: given(
				duel("nim", nil),
				locked,
			),
			by: bob, do: decide.Resign{},
			want: "ruled:resign ended:resign; over waits= turn=2 left=none parked=- wishes=- won=0 because=resign" +
				"; tells ann=result =announced",
		},
		{
			name: "P72: a tournament always has a result", given: given(
				duel("nim", nil),
				edit(tournament),
				gone,
			),
			by: bob, do: decide.Resign{},
			want: "ruled:resign ended:resign; over waits= turn=2 left=none parked=- wishes=- won=0 because=resign" +
				"; tells ann=result",
		},
	})
}

// As long as nobody has moved, a match can be cancelled without a result.
func TestCancel(t *testing.T) {
	run(t, []row{
		{
			name: "P13: before the first move", given: given(duel("nim", nil)),
			by: bob, do: decide.Cancel{},
			want: "ended:cancelled; closed waits= left=none because=cancelled; tells ann=closed",
		},
		{
			name: "P13: after it", given: given(duel("nim", nil), moves("a1")),
			by: bob, do: decide.Cancel{},
			want: "no: too late",
		},
		{
			name: "P13: a spectator", given: given(duel("nim", nil)),
			by: cat, do: decide.Cancel{},
			want: "no: the user does not play here",
		},
		{
			name: "P27: never in a tournament", given: given(duel("nim", nil), edit(tournament)),
			by: bob, do: decide.Cancel{},
			want: "no: too late",
		},
		{
			name: "P13: whoever watches computers, at any time", given: given(
				propose("nim", watching, easy, easy),
				computer(0, "a1"),
			),
			by: ann, do: decide.Cancel{},
			want: "ended:cancelled; closed waits= because=cancelled",
		},
		{
			name: "F5: who has left", given: given(three(nil), by(cat, decide.Resign{})),
			by: cat, do: decide.Cancel{},
			want: "no: too late",
		},
	})
}

// A draw needs two members who decide.
func TestDraw(t *testing.T) {
	run(t, []row{
		{
			name: "P13: offered", given: given(duel("nim", nil)),
			by: bob, do: decide.OfferDraw{},
			want: "offered:draw; draw=1; tells ann=draw",
		},
		{
			name: "P13: offered twice", given: given(duel("nim", nil), by(bob, decide.OfferDraw{})),
			by: bob, do: decide.OfferDraw{},
			want: "nothing",
		},
		{
			name: "P13: accepted", given: given(duel("nim", nil), by(bob, decide.OfferDraw{})),
			by: ann, do: decide.OfferDraw{},
			want: "ruled:agree ended:agreed; over waits= turn=2 left=none draw=- won=01 because=agreed" +
				"; tells bob=result =announced",
		},
		{
			name: "P13: declined", given: given(duel("nim", nil), by(bob, decide.OfferDraw{})),
			by: ann, do: decide.DeclineDraw{},
			want: "declined:draw; draw=-; tells bob=no draw",
		},
		{
			name: "P13: withdrawn", given: given(duel("nim", nil), by(bob, decide.OfferDraw{})),
			by: bob, do: decide.DeclineDraw{},
			want: "declined:draw; draw=-",
		},
		{
			name: "P13: nothing to decline", given: given(duel("nim", nil)),
			by: bob, do: decide.DeclineDraw{},
			want: "no: too late",
		},
		{
			name: "P13: among three", given: given(three(nil)),
			by: bob, do: decide.OfferDraw{},
			want: "no: too late",
		},
		{
			name: "P13: the computer agrees to nothing", given: given(propose("nim", nil, easy)),
			by: ann, do: decide.OfferDraw{},
			want: "no: too late",
		},
		{
			name: "P136: nobody decides for the channel any more", given: given(
				channel(nil),
				edit(func(r *match.Record) { r.Players[r.SeatOf(ann)].User = "" }),
			),
			by: bob, do: decide.OfferDraw{},
			want: "no: too late",
		},
		{
			name: "P13: a spectator", given: given(duel("nim", nil)),
			by: cat, do: decide.OfferDraw{},
			want: "no: the user does not play here",
		},
	})
}

// A turn is taken back at once, or by consent, or not at all.
func TestTakeback(t *testing.T) {
	run(t, []row{
		{
			name: "P19: free within a minute", given: given(duel("nim", nil), moves("a1"), wait(time.Minute)),
			by: ann, do: decide.Takeback{},
			want: "undone; waits=0 turn=1 moves=0",
		},
		{
			name: "P19: a free one costs its time", given: given(
				duel("nim", nil),
				wait(time.Hour),
				moves("a1"),
				wait(time.Minute),
			),
			by: ann, do: decide.Takeback{},
			want: "undone; waits=0 turn=1 moves=0 left=46h59m0s",
		},
		{
			name: "P19: later by consent", given: given(
				duel("nim", nil),
				moves("a1"),
				wait(time.Minute+time.Millisecond),
			),
			by: ann, do: decide.Takeback{},
			want: "offered:takeback; undo=0; tells bob=undo",
		},
		{
			name: "P19: too late for a free one, as the time is over", given: given(
				duel("nim", perMove(time.Minute)),
				wait(30*time.Second),
				moves("a1"),
				wait(30*time.Second),
			),
			by: ann, do: decide.Takeback{},
			want: "no: too late",
		},
		{
			name: "P19: from before turns had numbers", given: given(duel("nim", nil), moves("a1"), func(t *table) {
				for i := range t.log {
					t.log[i].Turn = 0
				}
			}),
			by: ann, do: decide.Takeback{},
			want: "undone; waits=0 turn=3 moves=0",
		},
		{
			name: "P19: asked twice", given: given(
				duel("nim", nil),
				moves("a1"),
				wait(time.Hour),
				by(ann, decide.Takeback{}),
			),
			by: ann, do: decide.Takeback{},
			want: "nothing",
		},
		{
			name: "P19: agreed, and the time that was left is given back", given: given(
				duel("nim", nil),
				wait(time.Hour),
				moves("a1"),
				wait(time.Hour),
				by(ann, decide.Takeback{}),
			),
			by: bob, do: decide.Takeback{},
			want: "undone; waits=0 turn=3 moves=0 undo=-; tells ann=undone",
		},
		{
			name: "P19: declined", given: given(
				duel("nim", nil),
				moves("a1"),
				wait(time.Hour),
				by(ann, decide.Takeback{}),
			),
			by: bob, do: decide.DeclineTakeback{},
			want: "declined:takeback; undo=-; tells ann=no undo",
		},
		{
			name: "P19: nobody asks", given: given(duel("nim", nil)),
			by: bob, do: decide.DeclineTakeback{},
			want: "no: too late",
		},
		{
			name: "P19: nothing to take back", given: given(duel("nim", nil)),
			by: ann, do: decide.Takeback{},
			want: "no: too late",
		},
		{
			name: "P19: the server wants consent always", given: given(
				server(func(g *match.Guild) { g.FreeUndo = -1 }),
				duel("nim", nil),
				moves("a1"),
			),
			by: ann, do: decide.Takeback{},
			want: "offered:takeback; undo=0; tells bob=undo",
		},
		{
			name: "P19: after the answer by consent", given: given(duel("nim", nil), moves("a1", "b1")),
			by: ann, do: decide.Takeback{},
			want: "offered:takeback; undo=0; tells bob=undo",
		},
		{
			name: "P19: rated against the computer never", given: given(
				propose("nim", func(p *match.Proposal) { p.Side, p.Rated, p.PerMove = "me", true, time.Hour }, easy),
				moves("a1"),
			),
			by: ann, do: decide.Takeback{},
			want: "no: too late",
		},
		{
			name: "P19: against the computer with its answer", given: given(
				propose("nim", first, easy),
				moves("a1"),
				wait(time.Hour),
				computer(1, "b1"),
			),
			by: ann, do: decide.Takeback{},
			want: "undone; moves=0",
		},
		{
			name: "P19: not after a ruling", given: given(
				duel("race", nil),
				moves("1"),
				wait(48*time.Hour),
				attend,
			),
			by: ann, do: decide.Takeback{},
			want: "no: too late",
		},
		{
			name: "P19: with secrets, not what has shown one", given: given(duel("darkrace", nil), moves("3")),
			by: ann, do: decide.Takeback{},
			want: "no: too late",
		},
		{
			name: "P19: with secrets, what has shown none", given: given(duel("darkrace", nil), moves("1")),
			by: ann, do: decide.Takeback{},
			want: "undone; waits=0 turn=1 moves=0",
		},
		{
			name: "P19: without a clock", given: given(duel("nim", perMove(-1)), moves("a1"), wait(time.Minute)),
			by: ann, do: decide.Takeback{},
			want: "undone; waits=0 turn=1 moves=0",
		},
		{
			name: "P19: never by consent between three", given: given(three(nil), moves("1"), wait(time.Hour)),
			by: ann, do: decide.Takeback{},
			want: "no: too late",
		},
		{
			name: "P19: a spectator", given: given(duel("nim", nil), moves("a1")),
			by: cat, do: decide.Takeback{},
			want: "no: the user does not play here",
		},
	})
}

// A pause needs the consent of both players; either can end it.
func TestPause(t *testing.T) {
	run(t, []row{
		{
			name: "P103: asked", given: given(duel("nim", nil)),
			by: ann, do: decide.OfferPause{},
			want: "offered:pause; pause=0; tells bob=pause",
		},
		{
			name: "P103: asked twice", given: given(duel("nim", nil), by(ann, decide.OfferPause{})),
			by: ann, do: decide.OfferPause{},
			want: "nothing",
		},
		{
			name: "P103: agreed", given: given(duel("nim", nil), wait(time.Hour), by(ann, decide.OfferPause{})),
			by: bob, do: decide.OfferPause{},
			want: "parked:pause; pause=- parked=pause wishes=0; tells ann=paused",
		},
		{
			name: "P103: declined", given: given(duel("nim", nil), by(ann, decide.OfferPause{})),
			by: bob, do: decide.DeclinePause{},
			want: "declined:pause; pause=-; tells ann=no pause",
		},
		{
			name: "P103: nobody asks", given: given(duel("nim", nil)),
			by: bob, do: decide.DeclinePause{},
			want: "no: too late",
		},
		{
			name: "P103: not in tournaments", given: given(duel("nim", nil), edit(tournament)),
			by: ann, do: decide.OfferPause{},
			want: "no: too late",
		},
		{
			name: "P103: among three", given: given(three(nil)),
			by: bob, do: decide.OfferPause{},
			want: "no: too late",
		},
		{
			name: "P103: ended by either, with the time that was left", given: given(
				duel("nim", nil),
				wait(time.Hour),
				by(ann, decide.OfferPause{}),
				by(bob, decide.OfferPause{}),
				wait(100*time.Hour),
			),
			by: bob, do: decide.Resume{To: hall},
			want: "resumed; left=47h0m0s parked=- wishes=-; tells ann=on",
		},
		{
			name: "P103: who starts another's clock leaves a tenth of a move at least", given: given(
				duel("nim", nil),
				wait(47*time.Hour),
				by(ann, decide.OfferPause{}),
				by(bob, decide.OfferPause{}),
				wait(100*time.Hour),
			),
			by: bob, do: decide.Resume{To: hall},
			want: "resumed; left=4h48m0s parked=- wishes=-; tells ann=on",
		},
	})
}

// The time that a player can give to the opponent has limits.
func TestGiftOfTime(t *testing.T) {
	run(t, []row{
		{
			name: "P103: a day", given: given(duel("nim", nil)),
			by: bob, do: decide.GiveTime{Gift: 24 * time.Hour},
			want: "extended:gift; left=72h0m0s; tells ann=time",
		},
		{
			name: "P103: half a minute", given: given(duel("nim", nil)),
			by: bob, do: decide.GiveTime{Gift: 30 * time.Second},
			want: "no: bad proposal",
		},
		{
			name: "P103: a minute", given: given(duel("nim", nil)),
			by: bob, do: decide.GiveTime{Gift: time.Minute},
			want: "extended:gift; left=48h1m0s; tells ann=time",
		},
		{
			name: "P103: 31 days", given: given(duel("nim", nil)),
			by: bob, do: decide.GiveTime{Gift: 31 * 24 * time.Hour},
			want: "no: bad proposal",
		},
		{
			name: "P103: on the own turn", given: given(duel("nim", nil)),
			by: ann, do: decide.GiveTime{Gift: time.Hour},
			want: "no: too early",
		},
		{
			name: "P103: without a clock", given: given(duel("nim", perMove(-1))),
			by: bob, do: decide.GiveTime{Gift: time.Hour},
			want: "no: too late",
		},
		{
			name: "P103: beyond 60 days", given: given(
				duel("nim", nil),
				by(bob, decide.GiveTime{Gift: 30 * 24 * time.Hour}),
			),
			by: bob, do: decide.GiveTime{Gift: 29 * 24 * time.Hour},
			want: "no: too late",
		},
		{
			name: "P103: up to 60 days", given: given(
				duel("nim", nil),
				by(bob, decide.GiveTime{Gift: 30 * 24 * time.Hour}),
			),
			by: bob, do: decide.GiveTime{Gift: 28 * 24 * time.Hour},
			want: "extended:gift; left=1440h0m0s; tells ann=time",
		},
		{
			name: "P103: not in tournaments", given: given(duel("nim", nil), edit(tournament)),
			by: bob, do: decide.GiveTime{Gift: time.Hour},
			want: "no: too late",
		},
		{
			name: "P103: it cancels a win to claim", given: given(
				duel("nim", claim),
				wait(48*time.Hour),
				attend,
			),
			by: bob, do: decide.GiveTime{Gift: time.Hour},
			want: "extended:gift; left=1h0m0s lapsed=false; tells ann=time",
		},
		{
			name: "P103: to a computer", given: given(propose("nim", first, easy), moves("a1")),
			by: ann, do: decide.GiveTime{Gift: time.Hour},
			want: "no: too late",
		},
	})
}

// Only the player who has waited can claim a win on time.
func TestClaimTime(t *testing.T) {
	run(t, []row{
		{
			name: "P8: too early", given: given(duel("nim", claim)),
			by: bob, do: decide.ClaimTime{},
			want: "no: too early",
		},
		{
			name: "P8: a win by time", given: given(duel("nim", claim), wait(48*time.Hour), attend),
			by: bob, do: decide.ClaimTime{},
			want: "ruled:time ended:time; over waits= turn=2 left=none lapsed=false late=0 won=1 because=time" +
				"; tells ann=result =announced",
		},
		{
			name: "P8: not by who is late", given: given(duel("nim", claim), wait(48*time.Hour), attend),
			by: ann, do: decide.ClaimTime{},
			want: "no: too early",
		},
		{
			name: "P8: not by a spectator", given: given(duel("nim", claim), wait(48*time.Hour), attend),
			by: cat, do: decide.ClaimTime{},
			want: "no: the user does not play here",
		},
		{
			name: "P8: not after the move", given: given(
				duel("nim", claim),
				wait(48*time.Hour),
				attend,
				moves("a1"),
			),
			by: bob, do: decide.ClaimTime{},
			want: "no: too early",
		},
	})
}

// The players to move are reminded by a nudge once a turn, and never at night.
func TestNudge(t *testing.T) {
	run(t, []row{
		{
			name: "not at the beginning of a turn", given: given(duel("nim", nil), wait(59*time.Minute)),
			by: bob, do: decide.Nudge{},
			want: "no: too early",
		},
		{
			name: "nor without a clock", given: given(duel("nim", perMove(-1)), wait(59*time.Minute)),
			by: bob, do: decide.Nudge{},
			want: "no: too early",
		},
		{
			name: "once a turn", given: given(duel("nim", nil), wait(time.Hour)),
			by: bob, do: decide.Nudge{},
			want: "reminded; ",
		},
		{
			name: "not twice", given: given(duel("nim", nil), wait(time.Hour), by(bob, decide.Nudge{})),
			by: bob, do: decide.Nudge{},
			want: "no: too early",
		},
		{
			name: "in the next turn again", given: given(
				duel("nim", nil),
				wait(time.Hour),
				by(bob, decide.Nudge{}),
				moves("a1"),
				wait(time.Hour),
			),
			by: ann, do: decide.Nudge{},
			want: "reminded; ",
		},
		{
			name: "a quarter of a short move", given: given(
				duel("nim", perMove(2*time.Hour)),
				wait(29*time.Minute),
			),
			by: bob, do: decide.Nudge{},
			want: "no: too early",
		},
		{
			name: "after a quarter of a short move", given: given(
				duel("nim", perMove(2*time.Hour)),
				wait(30*time.Minute),
			),
			by: bob, do: decide.Nudge{},
			want: "reminded; ",
		},
		{
			name: "not oneself", given: given(duel("nim", nil), wait(time.Hour)),
			by: ann, do: decide.Nudge{},
			want: "no: too early",
		},
		{
			name: "not by a spectator", given: given(duel("nim", nil), wait(time.Hour)),
			by: cat, do: decide.Nudge{},
			want: "no: the user does not play here",
		},
		{
			name: "P101: nobody is woken", given: given(person(ann, night), duel("nim", nil), wait(12*time.Hour)),
			by: bob, do: decide.Nudge{},
			want: "no: too early",
		},
		{
			name: "not the computer", given: given(propose("nim", first, easy), moves("a1"), wait(time.Hour)),
			by: ann, do: decide.Nudge{},
			want: "no: too early",
		},
	})
}

// Computers answer the position they saw; the owner of a match among computers lets them continue.
func TestComputers(t *testing.T) {
	run(t, []row{
		{
			name: "P18: an answer", given: given(propose("nim", first, easy), moves("a1")),
			by: "", do: decide.Answer{Seat: 1, Text: "b1"}, seen: newest,
			want: "moved:b1; waits=0 turn=3 moves=2",
		},
		{
			name: "P92: a late answer", given: given(propose("nim", first, easy), moves("a1")),
			by: "", do: decide.Answer{Seat: 1, Text: "b1"},
			want: "no: the board is old",
		},
		{
			name: "P92: an answer to an earlier board", given: given(
				propose("nim", first, easy),
				moves("a1"),
				computer(1, "b1"),
				moves("b1"),
			),
			by: "", do: decide.Answer{Seat: 1, Text: "c1"}, seen: 3,
			want: "no: the board is old",
		},
		{
			name: "P92: an illegal answer", given: given(propose("nim", first, easy), moves("a1")),
			by: "", do: decide.Answer{Seat: 1, Text: "b9"}, seen: newest,
			want: "no: against the rules",
		},
		{
			name: "P92: not for a person", given: given(propose("nim", first, easy)),
			by: "", do: decide.Answer{Seat: 0, Text: "b1"}, seen: newest,
			want: "no: the board is old",
		},
		{
			name: "step by step", given: given(propose("nim", stepping, easy, easy)),
			by: ann, do: decide.Step{},
			want: "stepped; stepped=1",
		},
		{
			name: "not twice a turn", given: given(propose("nim", stepping, easy, easy), by(ann, decide.Step{})),
			by: ann, do: decide.Step{},
			want: "nothing",
		},
		{
			name: "P81: not from an old board", given: given(
				propose("nim", stepping, easy, easy),
				by(ann, decide.Step{}),
				computer(0, "a1"),
			),
			by: ann, do: decide.Step{}, seen: 2,
			want: "no: the board is old",
		},
		{
			name: "to the end", given: given(propose("nim", stepping, easy, easy)),
			by: ann, do: decide.Step{On: true},
			want: "stepped:on; ",
		},
		{
			name: "not by others", given: given(propose("nim", stepping, easy, easy)),
			by: bob, do: decide.Step{},
			want: "no: the user does not play here",
		},
	})
}

// A channel's seat is played by votes, which members who don't play in the match cast.
func TestVote(t *testing.T) {
	run(t, []row{
		{
			name: "P134: the first vote", given: given(channel(nil)),
			by: cat, do: decide.Move{Text: "a1"},
			want: "voted; votes=1",
		},
		{
			name: "P134: the same again", given: given(channel(nil), by(cat, decide.Move{Text: "a1"})),
			by: cat, do: decide.Move{Text: "a1"},
			want: "nothing",
		},
		{
			name: "P134: changed", given: given(channel(nil), by(cat, decide.Move{Text: "a1"})),
			by: cat, do: decide.Move{Text: "b1"},
			want: "voted:again; ",
		},
		{
			name: "P81: on a board that is old", given: given(
				channel(func(v *match.Voting) { v.Voters = 3 }),
				by(cat, decide.Move{Text: "a1"}),
				by(mod, decide.Move{Text: "a1"}),
				moves("b1"),
			),
			by: cat, do: decide.Move{Text: "c1"}, seen: 3,
			want: "no: the board is old",
		},
		{
			name: "P135: decided when no other can win", given: given(
				channel(func(v *match.Voting) { v.Voters = 3 }),
				by(cat, decide.Move{Text: "a1"}),
			),
			by: mod, do: decide.Move{Text: "a1"},
			want: "voted moved:a1; waits=1 turn=2 moves=1 votes=0",
		},
		{
			name: "P135: counted after the window", given: given(
				channel(nil),
				by(cat, decide.Move{Text: "a1"}),
				by(mod, decide.Move{Text: "a1"}),
				wait(12*time.Hour),
			),
			by: "", do: decide.Attend{},
			want: "moved:a1; waits=1 turn=2 moves=1 left=48h0m0s votes=0",
		},
		{
			name: "P135: a lone vote at the end of the time", given: given(
				channel(nil),
				by(cat, decide.Move{Text: "a1"}),
				wait(48*time.Hour),
			),
			by: "", do: decide.Attend{},
			want: "moved:a1; waits=1 turn=2 moves=1 left=48h0m0s votes=0",
		},
		{
			name: "P135: without a vote the ruling", given: given(channel(nil), wait(48*time.Hour)),
			by: "", do: decide.Attend{},
			want: "ruled:time ended:time; over waits= turn=2 left=none late=0 won=1 because=time lapses=[1 0]" +
				"; tells ann=result bob=result =announced",
		},
		{
			name: "P136: the opponent has no vote", given: given(channel(nil)),
			by: bob, do: decide.Move{Text: "a1"},
			want: "no: another seat's turn",
		},
		{
			name: "P136: nor has who blocked the opponent", given: given(
				channel(nil),
				person(cat, blocks(bob)),
			),
			by: cat, do: decide.Move{Text: "a1"},
			want: "no: the user has blocked somebody in it",
		},
		{
			name: "P136: nor whom the opponent blocked", given: given(
				channel(nil),
				person(bob, blocks(cat)),
			),
			by: cat, do: decide.Move{Text: "a1"},
			want: "no: not for this user",
		},
		{
			name: "P134: an illegal move", given: given(channel(nil)),
			by: cat, do: decide.Move{Text: "a9"},
			want: "no: against the rules",
		},
		{
			name: "P136: no voted move is taken back", given: given(
				channel(func(v *match.Voting) { v.Voters = 3 }),
				by(cat, decide.Move{Text: "a1"}),
				by(mod, decide.Move{Text: "a1"}),
			),
			by: ann, do: decide.Takeback{},
			want: "no: too late",
		},
		{
			name: "P136: a pause stops the vote", given: given(channel(nil), locked),
			by: cat, do: decide.Move{Text: "a1"},
			want: "no: is parked",
		},
		{
			name: "P135: changing a vote opens no longer window", given: given(
				channel(nil),
				by(cat, decide.Move{Text: "a1"}),
				wait(time.Hour),
				by(mod, decide.Move{Text: "b1"}),
				wait(5*time.Hour),
				by(cat, decide.Move{Text: "b1"}),
				wait(7*time.Hour),
			),
			by: "", do: decide.Attend{},
			want: "moved:b1; waits=1 turn=2 moves=1 left=48h0m0s votes=0",
		},
		{
			name: "P136: a voter who takes the channel over sees the same board", given: given(
				channel(nil),
				by(mod, decide.HandOver{Of: hand(ann, cat)}),
				by(cat, decide.TakeOver{}),
			),
			by: "dan", do: decide.Move{Text: "a1"}, seen: 3,
			want: "voted; votes=1",
		},
	})
}

// P19: the record keeps whose last turn can't be taken back: it showed a secret, or was reached by a
// takeback.
func TestStands(t *testing.T) {
	for _, c := range []struct {
		name  string
		given []step
		want  string // the seats, and whether the position before the last turn is known
	}{
		{"at the beginning", given(duel("darkrace", nil)), " false"},
		{"after turns that show nothing", given(duel("darkrace", nil), moves("1", "1")), " true"},
		{"after a turn that shows a secret", given(duel("darkrace", nil), moves("1", "3", "1")), "1 true"},
		{"after a takeback", given(
			duel("darkrace", nil), moves("3", "1", "1"), by(ann, decide.Takeback{}),
		), "0 true"},
		{"after a takeback of all but what shows nothing", given(
			duel("darkrace", nil), moves("1", "1"), by(bob, decide.Takeback{}),
		), "1 true"},
		{"after a takeback of the first turn", given(
			duel("darkrace", nil), moves("1"), by(ann, decide.Takeback{}),
		), "01 false"},
	} {
		tb := newTable(t)
		for _, s := range c.given {
			s(tb)
		}
		if got := fmt.Sprint(seats(tb.m.Stands), " ", tb.m.Before != ""); got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}

// P127: a turn counts as slow if less than a tenth of the time is left at its end.
func TestStalls(t *testing.T) {
	for used, want := range map[time.Duration]int{9 * time.Hour: 0, 9*time.Hour + time.Second: 1} {
		tb := newTable(t)
		for _, s := range given(
			duel("nim", perMove(10*time.Hour)),
			edit(func(r *match.Record) { r.Tournament, r.Rest = "cup", &match.Rest{First: games.SeatSet(1)} }),
			wait(used), moves("a1"),
		) {
			s(tb)
		}
		if got := tb.m.Stalls[0]; got != want {
			t.Errorf("after %v of ten hours: %d slow turns, want %d", used, got, want)
		}
	}
}
