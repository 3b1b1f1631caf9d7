package tourney

import (
	"slices"
	"time"

	"paddock/games"
)

// unchangedForTheChannel is called by a change of which the channel sees nothing.
func (r *Record) unchangedForTheChannel() {
	if r.Shown.Version == r.Version {
		r.Shown.Version++ // the version that the change makes
	}
}

// notify adds a notice for an entrant; computers are told nothing.
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

// notifyRound tells everybody of a new round what they play in it.
func (r *Record) notifyRound(round Round) {
	for _, g := range round.Games {
		for seat, e := range g.Pairing {
			n := Notice{At: round.Began, Kind: NextGame, Match: g.Match, With: slices.Concat(g.Pairing[:seat], g.Pairing[seat+1:])}
			if g.Pairing.Bye() {
				n.Kind = SitsOut
			}
			if g.Pairing.Bye() || g.Match != "" {
				r.notify(e, n)
			}
		}
	}
}

// notifyMatch tells the players of a game that its match has begun.
func (r *Record) notifyMatch(at time.Time, g Game) {
	r.notifyRound(Round{Began: at, Games: []Game{g}})
}

// notifyLosers tells those who have lost a game and play no further one. A game that is no longer played needs no call to it any more.
func (r *Record) notifyLosers(at time.Time, g Game) {
	r.takeBack(func(n Notice) bool { return n.Match == g.Match && n.Kind == NextGame })
	f, err := r.format()
	k, ok := f.(eliminator)
	if err != nil || !ok {
		return
	}
	s := r.State(true)
	for _, e := range g.Pairing {
		if !s.isOut(e) && !k.remains(s, e) {
			r.notify(e, Notice{At: at, Kind: KnockedOut, Match: g.Match, Why: games.Say("The game goes to %s.", r.Names(g.Won()...))})
		}
	}
}

// eliminator is a format in which who loses is out.
type eliminator interface {
	// remains reports whether an entrant who has played in the last round goes on after it, or has won everything.
	remains(s State, e Entrant) bool
}

// Eliminates reports whether who loses a game is out, and told so by the tournament.
func (r Record) Eliminates() bool {
	f, err := r.format()
	_, ok := f.(eliminator)
	return err == nil && ok
}

// takeBack removes notices that are out of date.
func (r *Record) takeBack(old func(Notice) bool) { r.Notices = slices.DeleteFunc(r.Notices, old) }

// notifyEnd tells those who were in the tournament until its last round how it has ended.
func (r *Record) notifyEnd(at time.Time, kind NoticeKind) {
	last := r.lastOnes()
	r.takeBack(func(n Notice) bool {
		return n.Kind != PutOut && n.Kind != Decided && (n.Kind != KnockedOut || slices.Contains(last, r.EntrantOf(n.To)))
	})
	places := map[Entrant]int{}
	if kind == Ended {
		for _, st := range r.Standings() {
			places[st.Entrant] = st.Place
		}
	}
	for _, e := range last {
		r.notify(e, Notice{At: at, Kind: kind, Place: places[e], Why: r.Ending()})
	}
}

// lastOnes are who was not out of the tournament before its last round.
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
