package decide

import (
	"errors"
	"strings"
	"time"

	"paddock/games"
	"paddock/games/match"
	"paddock/games/match/vote"
	"paddock/games/referee"
)

// reasonLength is the longest reason, in characters.
const reasonLength = 200

// order checks that the user may rule on the match, and tidies the reason. It returns ErrOver,
// ErrNotYours or ErrBadProposal.
func (d *Draft) order(a match.Act, o *match.Order) error {
	o.Reason = strings.TrimRight(strings.Join(strings.Fields(o.Reason), " "), ".")
	switch {
	case d.Status == match.Over || d.Status == match.Closed:
		return d.problem(match.ErrOver, "This match is over, so there is nothing to do about it: %s", d.Ending())
	case d.SeatOf(a.User) != games.Spectator:
		return d.problem(match.ErrNotYours,
			"You can't decide on a match that you play in yourself. Ask another member who manages the server.")
	case o.Reason == "" || len([]rune(o.Reason)) > reasonLength:
		return d.problem(match.ErrBadProposal,
			"Please give a reason, which everybody can read. It can have %d characters at most.", reasonLength)
	}
	return nil
}

// End closes a match without a result, in any state. Secrets stay secret. It returns ErrOver if the
// match has ended, and ErrNotYours if the user plays in it. The caller must not end a running game
// of a tournament: the tournament decides those.
type End struct{ Order match.Order }

func (do End) decide(d *Draft, a match.Act) error {
	o := do.Order
	if err := d.order(a, &o); err != nil {
		return err
	}
	say := games.Say("%s, a moderator, ended this match without a result. Reason: %s.", o.By, o.Reason)
	if d.Status == match.Open {
		say = games.Say("%s, a moderator, closed this challenge. Reason: %s.", o.By, o.Reason)
	}
	d.add(match.Event{
		Kind: match.Ruled, User: a.User, Seat: games.Spectator, Ruling: match.RulingAbort,
		Code: match.CodeModerator, By: o.By, Note: o.Reason,
	})
	d.close(match.ByModerator, say)
	return nil
}

// Remove takes a member out of a running match. The match continues without them if the game has a
// rule for that; otherwise they lose. It is no longer rated. Errors: ErrOver; ErrNotYours if the
// user plays in it or the member does not; ErrTooLate if they have already left.
type Remove struct {
	Who   match.UserID
	Order match.Order
}

func (do Remove) decide(d *Draft, a match.Act) error {
	o := do.Order
	err := d.order(a, &o)
	if err == nil {
		err = d.checkRunning()
	}
	seat := d.SeatOf(do.Who)
	if err == nil && seat == games.Spectator {
		err = d.problem(match.ErrNotYours, "That member doesn't play in this match. Choose one of the players.")
	}
	if err != nil {
		return err
	}
	d.thaw(a.User)
	d.Unrated = true
	return d.expel(match.Event{
		Kind: match.Ruled, User: a.User, Seat: seat, Ruling: games.Remove,
		Code: match.CodeModerator, By: o.By, Note: o.Reason,
	})
}

// expel applies the removal of a seat by a moderator. If that ends the match, the result says so.
func (d *Draft) expel(e match.Event) error {
	pos, err := d.position()
	if err != nil {
		return err
	}
	why := games.Say("%s, a moderator, has taken %s out of this match. Reason: %s.", e.By, d.label(e.Seat), e.Note)
	done, err := pos.Rule(games.Ruling{Kind: e.Ruling, Seat: e.Seat, Seed: match.RulingSeed(d.Record, d.next(), e.Seat)})
	switch {
	case err == nil:
		if err = d.ruled(e, done); err == nil && d.Outcome != nil {
			d.Outcome.Say = games.Say("%s %s", why, d.Outcome.Say)
			d.Result = d.Outcome.Say.String()
		}
		return err
	case !errors.Is(err, games.ErrNoRuling):
		return err
	case pos.GoesOn():
		return d.hasLeft(e.Seat)
	}
	o := endedBy(games.Remove, e.Seat, len(d.Players), d.label)
	o.Reason, o.Say = games.ByReferee, why
	if len(d.Players) == 2 {
		o.Say = games.Say("%s %s wins!", why, d.label(1-e.Seat))
	}
	if standing, ok := pos.Standing(); ok {
		o.Score, o.Tiebreak = standing.Score, standing.Tiebreak
	}
	d.add(e)
	d.finish(o)
	return nil
}

// HandOver offers another member the seat of a member, or the ownership of the match. Nothing
// changes until they accept by TakeOver; a newer offer replaces it. Errors: ErrOver; ErrNotYours if
// the user plays in it or would get the seat; ErrTooLate for a game of a tournament; ErrBadProposal
// if From has nothing or To already plays; ErrUnavailable; ErrLimit.
type HandOver struct{ Of match.HandOver }

func (do HandOver) reads(match.Match, match.Act) Reads {
	return Reads{Users: []match.UserID{do.Of.To.User}, Blocks: true, Guild: true}
}

func (do HandOver) decide(d *Draft, a match.Act) error {
	h := do.Of
	if err := d.order(a, &h.Order); err != nil {
		return err
	}
	h.Asking = a.User
	if err := d.checkHandOver(&h); err != nil {
		return err
	}
	d.Heir = &h
	d.add(match.Event{Kind: match.Offered, User: a.User, Seat: h.Seat, Code: match.CodeSeat})
	return nil
}

// heir returns the hand-over that was offered to the user. It returns ErrTooLate if there is no
// offer, and ErrNotInvited if it is for somebody else.
func (d *Draft) heir(a match.Act) (match.HandOver, error) {
	switch {
	case d.Heir == nil:
		return match.HandOver{},
			d.problem(match.ErrTooLate,
				"This match no longer needs anybody to take over. You don't have to do anything.")
	case d.Heir.To.User != a.User || a.User == "":
		return match.HandOver{},
			d.problem(match.ErrNotInvited, "This question is for %s, so only they can answer it. Just leave it alone.",
				d.Heir.To.Called())
	}
	return *d.Heir, nil
}

// Refuse declines a moderator's offer to the user. It returns ErrTooLate or ErrNotInvited.
type Refuse struct{}

func (Refuse) decide(d *Draft, a match.Act) error {
	if _, err := d.heir(a); err != nil {
		return err
	}
	d.Heir = nil
	d.add(match.Event{Kind: match.Declined, User: a.User, Seat: games.Spectator, Code: match.CodeSeat})
	return nil
}

// TakeOver accepts a moderator's offer to the user. If the seat is to move, the user gets the full
// time of a move. The match is no longer rated, and lateness does not count against them. It
// returns ErrTooLate, ErrNotInvited, and the errors of HandOver, because much may have changed
// since.
type TakeOver struct{}

func (TakeOver) reads(match.Match, match.Act) Reads { return Reads{Blocks: true, Guild: true} }

func (TakeOver) decide(d *Draft, a match.Act) error {
	h, err := d.heir(a)
	if err == nil {
		err = d.checkHandOver(&h)
	}
	if err != nil {
		return err
	}
	by := h.Asking
	d.Heir, h.Asking, d.Gap = nil, "", 0
	if d.Owner == h.From.User {
		d.Owner = h.To.User
	}
	h.EndsPair = d.Pair && d.Status == match.Running
	if h.Seat != games.Spectator {
		d.seat(h)
	}
	d.add(match.Event{
		Kind: match.HandedOver, User: by, Seat: h.Seat, Code: match.CodeModerator, By: h.By,
		Note: h.Reason,
	})
	h.Event = d.Events[len(d.Events)-1].Seq
	d.HandOvers = append(d.HandOvers, h)
	if h.Seat != games.Spectator && d.Status == match.Running && d.Players[h.Seat].Channel == "" {
		d.Made = h.Event // the new number makes the boards of the former holder stale
	}
	return nil
}

// checkHandOver fills in the details of a hand-over, and refuses an impossible one.
func (d *Draft) checkHandOver(h *match.HandOver) error {
	h.Seat = d.SeatOf(h.From.User)
	if h.From.User == "" {
		h.Seat = d.Leaderless()
	}
	if h.Seat != games.Spectator {
		h.From = d.Players[h.Seat]
	}
	switch {
	case d.Tournament != "":
		return d.problem(match.ErrTooLate,
			"This match is part of a tournament, so you can't change its players. Remove the player from the tournament, or decide the game.")
	case h.Seat == games.Spectator && (h.From.User == "" || d.Owner != h.From.User):
		return d.problem(match.ErrBadProposal,
			"%s doesn't play in this match and didn't start it. Choose somebody who does.", h.From.Name)
	case h.Seat != games.Spectator && d.Left.Has(h.Seat):
		return d.problem(match.ErrBadProposal,
			"%s has left this match already, so there is no seat to take over. Choose somebody who still plays.",
			h.From.Name)
	case h.Seat != games.Spectator && h.To.User == h.Asking:
		return d.problem(match.ErrNotYours,
			"As a moderator you can't give yourself a seat. Choose another member, or ask another moderator.")
	case d.SeatOf(h.To.User) != games.Spectator, d.Invited == h.To.User && d.Status == match.Open,
		d.Owner == h.To.User && h.Seat == games.Spectator:
		return d.problem(match.ErrBadProposal, "%s is already in this match. Choose somebody else.", h.To.Name)
	case h.Seat == games.Spectator:
		return nil
	}
	return d.checkHeir(*h)
}

// checkHeir refuses a new player who has blocked another player or was blocked by one, without
// saying so. It also refuses a player at the limit of running matches.
func (d *Draft) checkHeir(h match.HandOver) error {
	others := append(d.Members(), d.Invited)
	for i, u := range others {
		if u == h.From.User {
			others[i] = ""
		}
	}
	err := d.checkBlocks(h.To.User, others...)
	if errors.Is(err, match.ErrBlocked) || errors.Is(err, match.ErrUnavailable) {
		return d.problem(match.ErrUnavailable, "%s can't play in this match right now. Choose somebody else.",
			h.To.Name)
	}
	if err != nil || d.Status != match.Running {
		return err
	}
	d.Players[h.Seat] = h.To // the seat is changed only for the check, so that the limits count the member's match
	d.limitMatches("", h.To.User)
	d.Players[h.Seat] = h.From
	return nil
}

// seat replaces the holder of a seat. Offers and lateness are cleared, and a seat that is to move
// gets the full time.
func (d *Draft) seat(h match.HandOver) {
	seat := h.Seat
	if d.Players[seat].Channel != "" {
		d.Players[seat].User = h.To.User
		return
	}
	d.Players[seat] = match.Player{User: h.To.User, Name: h.To.Name}
	if d.Voting != nil { // nobody votes for the channel against which they play
		d.Voting.Votes = vote.Without(d.Voting.Votes, string(h.To.User))
	}
	if d.Status != match.Running {
		return
	}
	d.Unrated, d.Pair, d.Acted[seat] = true, false, time.Time{} // the new player has agreed to this match alone
	if d.Invited == h.From.User {
		d.Invited = "" // the former holder is no longer invited
	}
	d.Late &^= games.SeatSet(seat)
	if d.DrawOffer != nil && *d.DrawOffer == seat {
		d.DrawOffer = nil
	}
	if d.UndoOffer != nil && *d.UndoOffer == seat {
		d.UndoOffer = nil
	}
	if d.RestOffer != nil && *d.RestOffer == seat {
		d.RestOffer = nil
	}
	if d.Rest != nil {
		rest := *d.Rest
		rest.Agreed &^= games.SeatSet(seat)
		d.Rest = &rest
	}
	d.Clock.Grace[seat], d.Clock.Lapses[seat], d.Clock.Spent[seat] = 0, 0, 0
	if d.Waiting.Has(seat) {
		d.Turn++
		d.Clock = referee.After(d.Clock, referee.Change{Fresh: true}, d.now)
		d.fit(d.now)
	}
	if d.Parked != nil {
		parked := *d.Parked
		parked.Left, _ = referee.Left(d.Clock, d.now)
		parked.Wanted = nil
		d.Parked = &parked
	}
}
