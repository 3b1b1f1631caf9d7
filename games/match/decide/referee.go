package decide

import (
	"maps"
	"slices"

	"paddock/games"
	"paddock/games/match"
)

// Award ends a running match with a result that was not played: a tournament official's decision,
// or the end of a round (F68). The caller has checked that the user may do so.
type Award struct{ Result match.Decision }

func (do Award) decide(d *Draft, a match.Act) error {
	if err := d.checkRunning(); err != nil {
		return err
	}
	code, why := do.Result.Why()
	outcome := games.Outcome{Place: do.Result.Place, Reason: games.ByReferee}
	if pos, err := d.position(); err == nil {
		if standing, ok := pos.Standing(); ok {
			outcome.Score, outcome.Tiebreak = standing.Score, standing.Tiebreak
		}
	}
	var won []string
	for seat := range outcome.Winners().All() {
		won = append(won, d.label(seat))
	}
	outcome.Say = games.Say("%s: the referee gives the game to %s.", why, games.And(won))
	if len(won) > 1 {
		outcome.Say = games.Say("%s: the referee lets %s share the game.", why, games.And(won))
	}
	d.thaw("")
	d.DecidedBy = do.Result.By
	d.add(match.Event{
		Kind: match.Ruled, User: a.User, Seat: games.Spectator, Ruling: match.RulingDecide,
		Code: code, Note: do.Result.Reason,
	})
	d.finish(outcome)
	return nil
}

// Release detaches a game from a cancelled tournament; it continues with the same terms. A game
// between computers only is closed, because nobody waits for its result. By is the name of the
// person who cancelled. It returns ErrOver if the match has ended.
type Release struct{ By, Tournament string }

func (do Release) decide(d *Draft, a match.Act) error {
	if err := d.checkRunning(); err != nil || d.Tournament == "" {
		return err
	}
	d.Tournament = ""
	d.add(match.Event{Kind: match.Released, User: a.User, Seat: games.Spectator, By: do.By, Note: do.Tournament})
	if d.People() == 0 {
		d.close(match.ByCancelling, games.Say("The tournament was cancelled, so the match has no result."))
	}
	return nil
}

// Park stops a match and its clocks, because its channel is gone or the bot has left. Parking twice
// is no error.
type Park struct{ Why match.Code }

func (do Park) decide(d *Draft, _ match.Act) error {
	if do.Why == match.CodeChannelGone {
		d.Shown.Message, d.Shown.Call = "", ""
	}
	switch {
	case d.Status == match.Open: // nobody can find the channel any more
		d.close(match.ByExpiry, games.Say("The challenge was closed, because %s.", match.Parking{Why: do.Why}.Says()))
		return nil
	case d.Status != match.Running || d.Parked != nil:
		return nil
	}
	d.park(games.Spectator, do.Why)
	return nil
}

// Resume continues a parked match in a place. It does so at once if the match was there before, if
// all members want that place, or if the user is empty, which means the bot. Otherwise it records
// the user's wish. The bot may also move a match that is not parked, for example into its thread.
type Resume struct{ To match.Place }

func (do Resume) decide(d *Draft, a match.Act) error {
	itself := a.User == ""
	if !itself && d.SeatOf(a.User) == games.Spectator && d.Owner != a.User {
		return d.problem(match.ErrNotYours,
			"You don't play in this match, so you can't resume it. Ask the players.")
	}
	if itself && d.Status == match.Open {
		d.move(do.To, a.Named)
		return nil
	}
	if err := d.checkRunning(); err != nil {
		return err
	}
	if d.Parked == nil && !itself {
		return d.problem(match.ErrTooEarly, "This match isn't paused. Play on where it is.")
	}
	if taken := func(p match.Player) bool { return p.Channel == do.To.Channel }; !itself &&
		do.To.Channel != d.Place.Channel && slices.ContainsFunc(d.Players, taken) {
		return d.problem(match.ErrBadProposal,
			"This channel votes for the other side, so the match can't go on here. Use `/match resume` in another one.")
	}
	if d.Parked != nil && !itself && do.To != d.Place && !d.agree(a.User, do.To) {
		return nil
	}
	d.thaw(a.User)
	d.move(do.To, a.Named)
	return nil
}

// move records that the match continues in a place. Its next board is a new message. Named is the
// name of the channel, if it is known.
func (d *Draft) move(to match.Place, named string) {
	d.followPlace(to.Channel, named)
	d.Place = to
	d.add(match.Event{Kind: match.Resumed, Seat: games.Spectator, Note: string(to.Channel)})
}

// agree records where a member wants to continue a parked match, and reports whether all members
// want the same place.
func (d *Draft) agree(u match.UserID, to match.Place) bool {
	parked := *d.Parked
	parked.Wanted = make(map[match.UserID]match.Place)
	maps.Copy(parked.Wanted, d.Parked.Wanted)
	all := true
	if parked.Wanted[u] != to {
		parked.Wanted[u] = to
		d.add(match.Event{Kind: match.Offered, User: u, Seat: d.SeatOf(u), Code: match.CodeResume})
	}
	for _, member := range d.Staying() {
		all = all && parked.Wanted[member] == to
	}
	d.Parked = &parked
	return all
}
