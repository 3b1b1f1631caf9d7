package decide

import (
	"slices"

	"paddock/games"
	"paddock/games/match"
	"paddock/games/referee"
)

// Rematch asks for another match with sides swapped. When all members have asked, the Draft has the
// new match as Next. Asking again makes no second one. Absent lists the members who have left the
// server (P82).
type Rematch struct{ Absent []match.UserID }

func (Rematch) reads(m match.Match, a match.Act) Reads {
	last := m.Status == match.Over && m.RematchID == "" && wanted(m.Record, a.User)
	return Reads{Blocks: true, Guild: last, Seed: last && !m.Rules().SameStart(m.Setup.Options)}
}

func (do Rematch) decide(d *Draft, a match.Act) error {
	if d.Status != match.Over {
		return d.problem(match.ErrTooEarly, "This match isn't over yet. Play on, and ask for a rematch afterwards.")
	}
	if slices.ContainsFunc(d.Players, func(p match.Player) bool { return p.Gone != "" }) {
		return d.problem(match.ErrTooLate,
			"There can't be a rematch, because one of the players has left for good. You can start a new match.")
	}
	if d.Leaderless() != games.Spectator {
		return d.problem(match.ErrTooLate,
			"There can't be a rematch, because nobody decides for the channel any more. You can start a new match.")
	}
	asking := askers(d.Record)
	if !slices.Contains(asking, a.User) {
		return d.problem(match.ErrNotYours, "Only the players can ask for a rematch. You can start your own match.")
	}
	for _, u := range do.Absent {
		if d.RematchID == "" && slices.Contains(asking, u) {
			return d.problem(match.ErrTooLate,
				"%s has left the server, so there can't be a rematch. Start a new match if you like.", d.NameOf(u))
		}
	}
	if err := d.checkBlocks(a.User, asking...); err != nil {
		return err
	}
	if d.RematchID != "" || d.Record.Rematch[string(a.User)] && !wanted(d.Record, "") {
		return nil
	}
	if d.Record.Rematch == nil {
		d.Record.Rematch = make(map[string]bool)
	}
	d.Record.Rematch[string(a.User)] = true
	if wanted(d.Record, "") {
		next, err := d.again(a.User)
		if err != nil {
			return err
		}
		d.Next = next
	}
	d.add(match.Event{Kind: match.Offered, User: a.User, Seat: d.SeatOf(a.User), Code: match.CodeRematch})
	return nil
}

// askers returns the users who must ask for a rematch: the members, or the owner who watched.
func askers(r match.Record) []match.UserID {
	if all := r.Members(); len(all) > 0 {
		return all
	}
	return []match.UserID{r.Owner}
}

// wanted reports whether everybody wants a rematch, if this user asks, too.
func wanted(r match.Record, asking match.UserID) bool {
	return !slices.ContainsFunc(askers(r), func(u match.UserID) bool { return u != asking && !r.Rematch[string(u)] })
}

// again makes the rematch of a match. Everybody moves on by one seat, except after odds, which keep
// their seats. Its time per move stays within the present limits of the server.
func (d *Draft) again(asking match.UserID) (*Draft, error) {
	next := newDraft(match.Record{
		Game: d.Record.Game, Setup: d.Setup, From: d.From, Status: match.Open, Place: d.Place, Owner: d.Owner,
		Players: append(slices.Clone(d.Players[1:]), d.Players[0]),
		Unrated: d.Unrated, Step: d.Step, LastSeat: games.Spectator, Created: d.now,
		Quick: d.Quick, FreeUndo: d.FreeUndo, Finish: d.Finish, Handicap: d.Handicap,
		Swapped: len(d.Players) == 2 && !d.Handicap,
	}, d.game, d.facts)
	next.Clock.Policy = next.policyAgain(d.Record)
	next.Voting = againVoting(d.Voting, next.Clock.Policy)
	if d.Handicap {
		next.Players = slices.Clone(d.Players)
	}
	if !d.game.SameStart(d.Setup.Options) {
		next.need(d.facts.Read.Seed, "seed")
		next.Setup.Seed = d.facts.Seed
	}
	next.by = asking
	next.limitMatches(asking, d.Members()...)
	next.add(match.Event{
		Kind: match.Created, User: asking, Seat: games.Spectator, Code: match.CodeRematch,
		Note: string(d.ID),
	})
	if err := next.begin(); err != nil {
		return nil, err
	}
	return next, next.settled()
}

// policyAgain returns the policy for another match on the terms of r, within the present limits of
// its server (P25).
func (d *Draft) policyAgain(r match.Record) referee.Policy {
	again := r.Clock.Policy
	again.PerMove = r.TimeAgain(d.guild())
	switch {
	case again.Bank.Time > 0:
	case again.PerMove < referee.LeastForGrace:
		again.Grace = 0
	case r.Clock.Policy.PerMove < referee.LeastForGrace:
		again.Grace = d.grace()
	}
	return again
}

// OffersAgain reports whether a challenge that was accepted is to be offered again (P99).
func OffersAgain(m match.Match) bool {
	return m.Wants.Again > 0 && m.Owner != "" && m.Parked == nil && m.Rules() != nil &&
		m.SeatOf(m.Owner) != games.Spectator
}

// AgainReads returns what OfferAgain needs to know.
func AgainReads() Reads { return Reads{Guild: true, Seed: true} }

// OfferAgain repeats an accepted challenge for which OffersAgain is true, with the same terms and
// one repetition less. Its Condition returns ErrDuplicate if the owner has another open challenge.
func OfferAgain(m match.Match, f Facts) (*Draft, error) {
	players := make([]match.Player, len(m.Players))
	players[m.Wants.Seat] = m.Players[m.SeatOf(m.Owner)]
	d := newDraft(match.Record{
		Game: m.Game, Setup: m.Setup, From: m.From, Status: match.Open, Place: m.Place, Owner: m.Owner,
		Players: players, Unrated: m.Unrated, Pair: m.Pair, Wants: m.Wants, Shuffle: m.Wants.Lot,
		LastSeat: games.Spectator, Quick: m.Quick, FreeUndo: m.FreeUndo, Finish: m.Finish, Created: f.Now,
	}, m.Rules(), f)
	d.need(f.Read.Seed, "seed")
	d.Setup.Seed, d.by, d.Wants.Again = f.Seed, m.Owner, m.Wants.Again-1
	d.Clock.Policy = d.policyAgain(m.Record)
	d.openUntil()
	was := newDraft(d.Record.Clone(), d.game, f)
	d.Condition = &Condition{Members: []match.UserID{d.Owner}, Check: was.checkDuplicate}
	d.add(match.Event{Kind: match.Created, User: m.Owner, Seat: games.Spectator})
	return d, d.settled()
}
