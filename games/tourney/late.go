package tourney

import (
	"context"
	"slices"

	"paddock/games/match"
)

// Late is the organiser's rule for people who join a Swiss or a league after its beginning (F81): it
// says what each round that they missed counts. With the zero Late nobody joins late.
type Late string

// Rules for the rounds that a late entrant has missed. Their values are stored.
const (
	LateForNothing Late = "nothing" // a missed round counts nothing
	LateForHalf    Late = "half"    // a missed round counts half a win
)

// Lates lists the rules in the order of menus.
var Lates = []Late{LateForNothing, LateForHalf}

// joinable is a Format that people can join late.
type joinable interface {
	Format
	// length returns the number of rounds, which late entrants don't change.
	length(s State) int
	// win returns the points of a win.
	win() float64
}

func (Swiss) length(s State) int  { return swissRounds(s) }
func (League) length(s State) int { return leagueLength(s) }
func (Swiss) win() float64        { return 1 }
func (League) win() float64       { return 4 }

// since returns the number of rounds that were paired before an entrant joined.
func (s *State) since(e Entrant) int {
	if int(e) < len(s.Since) {
		return s.Since[e]
	}
	return 0
}

// starters returns the number of entrants who were there at the beginning.
func (s *State) starters() int {
	late := 0
	for _, n := range s.Since {
		late += min(n, 1)
	}
	return s.Entrants - late
}

// gift returns the points of an entrant for rounds that they missed.
func (s *State) gift(e Entrant) float64 { return float64(s.since(e)) * s.Missed }

// MissesNow returns the number of rounds that somebody misses who joins now, and the number of all
// rounds. It returns false if nobody can join any more: nobody misses more rounds than they play.
func (r Record) MissesNow() (missed, all int, ok bool) {
	f, _ := Find(r.Format)
	j, late := f.(joinable)
	if !late || r.Late == "" || r.Status != Running || r.Called || len(r.Played) == 0 {
		return 0, 0, false
	}
	missed, all = len(r.Played), j.length(r.State(true))
	return missed, all, 2*missed <= all && len(r.Entrants)-len(r.Out) < r.Most
}

// JoinLate enters a member in a running tournament, from its next round on. Missed is the number of
// rounds that they know they miss, see MissesNow; if it is another one by now, they have to be asked
// again. It returns ErrNotOpen or ErrEntered.
func (s *Service) JoinLate(ctx context.Context, id ID, p match.Player, missed int) (Record, error) {
	return s.act(ctx, id, func(r *Record) (bool, error) {
		if err := r.mayJoinLate(p.User, missed); err != nil {
			return false, err
		}
		r.Since = append(r.Since, make([]int, len(r.Entrants)-len(r.Since))...)
		r.Since = append(r.Since, missed)
		r.Entrants = append(r.Entrants, match.Player{User: p.User, Name: p.Name})
		r.log(s.now(), p.User, "", "%s joins late and plays from round %d on.",
			r.EntrantName(Entrant(len(r.Entrants)-1)), missed+1)
		return true, nil
	})
}

// mayJoinLate returns why a user can't join a running tournament, or nil.
func (r *Record) mayJoinLate(u match.UserID, missed int) error {
	now, _, ok := r.MissesNow()
	e := r.EntrantOf(u)
	switch {
	case r.Status != Running || r.Late == "":
		return signUpOver(r)
	case slices.Contains(r.Barred, u):
		return barred(r)
	case e != Nobody && slices.Contains(r.Out, e):
		return problem(ErrNotOpen, "You are out of %s, and nobody comes back. You can join another tournament.", r.Name)
	case e != Nobody:
		return problem(ErrEntered, "You already play in %s. See how it stands with `/tournament status`.", r.Name)
	case !ok:
		return problem(ErrNotOpen,
			"It's too late to join %s: half of it is over, or all places are taken. You can create your own.", r.Name)
	case missed != now:
		return problem(ErrNotOpen, "Another round of %s has begun meanwhile. Press *Join late* again.", r.Name)
	}
	return nil
}
