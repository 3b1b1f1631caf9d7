package deliver

import (
	"time"

	"paddock/bot/discord"
	"paddock/games"
	"paddock/games/match"
)

// This file decides what is done about a player's private board, and does nothing, as plan.go does
// for the public one.

// privateFacts are everything that the decision about a private board depends on.
type privateFacts struct {
	match match.Match
	user  match.User
	now   time.Time
	alone bool // the match's own board is in the direct messages of its only player
	live  bool // the message of the set-up still shows the player's board (P154)
}

// Steps that only exist for private boards.
const (
	doNothing deed = ""
	doShow    deed = "show" // compose the board, then ask send
)

// decide returns what to do about the private board, before anybody knows what it would show.
func (f privateFacts) decide() step {
	_, known := f.user.PrivateBoards[f.match.ID]
	running := f.match.Status == match.Running
	// whether the board is the first one against the computer
	first := !known && f.match.OnlyPerson() != games.Spectator
	switch {
	case f.alone && known:
		return step{doWithdraw, "the match's own board shows everything"}
	case f.alone:
		return step{doNothing, "the match's own board shows everything"}
	case f.match.Parked != nil:
		return step{doNothing, "play has stopped, and goes on with a new board"}
	case f.user.DMClosed:
		return step{doNothing, "the player can't get it, and has the button below the match's board"}
	case !known && f.match.Place.Outside != "" && !canWrite(f.user):
		return step{doNothing, "the player can't be written to, and gets it by a press"}
	case !known && !running:
		return step{doNothing, "the match is over, and the player never had one"}
	case !known && f.match.SeatOf(f.user.ID) == games.Spectator:
		return step{doNothing, "only players get one"}
	case known && spent(f.match, f.user):
		return step{doWithdraw, "nobody needs it any more"}
	case first && f.live:
		return step{doNothing, "the message of the set-up is the player's board"}
	case first && f.wait() > 0:
		return step{doWait, "an answer may still become the player's board"}
	}
	return step{doShow, "a player has secrets in this match"}
}

// wait returns how long an answer to the last act can still become the player's board.
func (f privateFacts) wait() time.Duration { return discord.CallWithin - f.now.Sub(f.match.Updated) }

// send returns how a board with a digest is shown.
func (f privateFacts) send(digest string) step {
	old, known := f.user.PrivateBoards[f.match.ID]
	switch {
	case digest == old.Sum:
		return step{doNothing, "it shows that already"}
	case known && f.user.DM != "":
		return step{doEdit, "one board a match, edited in place"}
	}
	return step{doPost, "the player has none, or its channel is gone"}
}

// spent reports whether a private board is not needed any more: its match was called off before the
// first move, or the match's own board in the same channel shows the player's army as well.
func spent(m match.Match, u match.User) bool {
	switch {
	case m.Status == match.Running:
		return false
	case m.Status == match.Closed && m.Moves == 0:
		return true
	case m.Place.Channel != u.DM:
		return false
	}
	public, err := m.View(games.Spectator)
	return err == nil && public.Arranged(m.SeatOf(u.ID)) != ""
}
