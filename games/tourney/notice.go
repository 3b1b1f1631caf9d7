package tourney

import (
	"slices"
	"time"

	"paddock/games"
	"paddock/games/match"
)

// unchangedForTheChannel says that the next change is not visible in the channel.
func (r *Record) unchangedForTheChannel() {
	if r.Shown.Version == r.Version {
		r.Shown.Version++ // the version that the pending change will have
	}
}

// notify adds a notice for an entrant. Computers get none.
func (r *Record) notify(e Entrant, n Notice) {
	n.To = r.Entrants[e].User
	r.notifyUser(n)
}

func (r *Record) notifyUser(n Notice) {
	if n.To == "" {
		return
	}
	r.LastNotice++
	n.No, n.Round = r.LastNotice, len(r.Played)
	r.Notices = append(r.Notices, n)
}

// SittingOut lists the entrants who have no game in a round and no pairing for a bye. These are the
// odd entrant of a round robin, and entrants without an opponent in the first round of a bracket.
func (r Record) SittingOut(round int) (list []Entrant) {
	if r.Format != (RoundRobin{}).Name() && (r.Format != (Bracket{}).Name() || round > 0) {
		return nil
	}
	for e := range Entrant(len(r.Entrants)) {
		plays := slices.ContainsFunc(r.Played[round].Games, func(g Game) bool { return slices.Contains(g.Pairing, e) })
		if !plays && !slices.Contains(r.Out, e) {
			list = append(list, e)
		}
	}
	return list
}

// notifyRound tells the players of a new round who their opponents are.
func (r *Record) notifyRound(round Round) {
	for _, g := range round.Games {
		for seat, e := range g.Pairing {
			n := Notice{
				At: round.Began, Kind: NextGame, Match: g.Match,
				With: slices.Concat(g.Pairing[:seat], g.Pairing[seat+1:]),
			}
			if g.Pairing.Bye() {
				n.Kind = SitsOut
			}
			if g.Pairing.Bye() || g.Match != "" {
				r.notify(e, n)
			}
		}
	}
}

// notifyLosers tells entrants who have lost a game that they are out, and takes back notices of
// that game. Entrants of the last round get their place at the end of the tournament instead.
func (r *Record) notifyLosers(at time.Time, g Game) {
	r.takeBack(func(n Notice) bool { return n.Match == g.Match && n.Kind == NextGame })
	f, err := r.format()
	k, ok := f.(eliminator)
	if err != nil || !ok || r.inLastRound() {
		return
	}
	s := r.State(true)
	for _, e := range g.Pairing {
		if !s.isOut(e) && !k.remains(s, e) {
			r.notify(e, Notice{
				At: at, Kind: KnockedOut, Match: g.Match,
				Why: games.Say("%s won your game.", r.Names(g.Won()...)),
			})
		}
	}
}

// plays returns the running match of an entrant in the newest round, or "".
func (r *Record) plays(e Entrant) match.ID {
	if len(r.Played) > 0 {
		for _, g := range r.Played[len(r.Played)-1].Games {
			if !g.Done && slices.Contains(g.Pairing, e) {
				return g.Match
			}
		}
	}
	return ""
}

// eliminator is implemented by formats in which losers are out.
type eliminator interface {
	// remains reports whether an entrant continues after a round, or has won the tournament with
	// it.
	remains(s State, e Entrant) bool
}

// inLastRound reports whether the format pairs no further round. Unfinished games are assumed to
// have a single winner.
func (r Record) inLastRound() bool {
	f, err := r.format()
	if err != nil || len(r.Played) == 0 {
		return false
	}
	last := slices.Clone(r.Played[len(r.Played)-1].Games)
	for i, g := range last {
		if !g.Done {
			last[i] = Game{Pairing: g.Pairing, Done: true, Place: make([]int, len(g.Pairing))}
			for seat := range g.Pairing {
				last[i].Place[seat] = seat + 1
			}
		}
	}
	r.Played = append(slices.Clone(r.Played[:len(r.Played)-1]), Round{Games: last})
	return len(f.Next(r.State(false))) == 0
}

// Tells reports whether the tournament tells a player what the result of a game means: that they
// are out, or how the tournament ended. Then the match does not tell it too.
func (r Record) Tells(id match.ID, o games.Outcome, who match.UserID) bool {
	f, err := r.format()
	k, eliminates := f.(eliminator)
	n, g := r.Find(id)
	if err != nil || !eliminates || g == nil {
		return false
	}
	place, round := ints(o.Place[:len(g.Pairing)]), slices.Clone(r.Played[n].Games)
	for i := range round {
		if round[i].Match == id {
			round[i].Done, round[i].Place = true, place
		}
	}
	r.Played = append(slices.Clone(r.Played[:n]), Round{Games: round})
	e := r.EntrantOf(who)
	switch {
	case slices.Contains(r.Out, e): // the entrant has left, or another notice says that they are out
		return true
	case !r.inLastRound():
		return !slices.Contains(Result{Pairing: g.Pairing, Place: place}.winners(), e) && !k.remains(r.State(true), e)
	case slices.ContainsFunc(round, func(g Game) bool { return !g.Done }):
		return false
	}
	// winners are asked to confirm first, and the others get their notice after that
	return !r.Confirm || slices.Contains(r.Winners(), e)
}

// takeBack removes obsolete notices.
func (r *Record) takeBack(old func(Notice) bool) { r.Notices = slices.DeleteFunc(r.Notices, old) }

// notifyEnd tells the entrants of the last round how the tournament ended.
func (r *Record) notifyEnd(at time.Time, kind NoticeKind) {
	last := r.lastOnes()
	r.takeBack(func(n Notice) bool {
		return n.Kind != PutOut && n.Kind != Decided &&
			(n.Kind != KnockedOut || slices.Contains(last, r.EntrantOf(n.To)))
	})
	places := map[Entrant]int{}
	if kind == Ended {
		for _, st := range r.Standings() {
			places[st.Entrant] = st.Place
		}
	}
	for _, e := range last {
		n := Notice{At: at, Kind: kind, Place: places[e], Why: r.Ending()}
		if kind == Stopped {
			n.Match = r.plays(e)
		}
		r.notify(e, n)
	}
	if kind == Ended && slices.ContainsFunc(r.Entrants, func(p match.Player) bool { return p.Computer == "" }) {
		r.LastNotice++
		r.Notices = append(r.Notices, Notice{No: r.LastNotice, At: at, Kind: Announced, Round: len(r.Played)})
	}
}

// lastOnes lists the entrants who were not out before the last round.
func (r *Record) lastOnes() (list []Entrant) {
	f, _ := r.format()
	k, eliminates := f.(eliminator)
	before := r.State(false)
	before.Played = before.Played[:min(len(before.Played), max(0, len(r.Played)-1))]
	for e := range Entrant(len(r.Entrants)) {
		if !slices.Contains(r.Out, e) && (!eliminates || len(r.Played) < 2 || k.remains(before, e)) {
			list = append(list, e)
		}
	}
	return list
}
