// Package ahead has the commands, buttons and forms by which somebody thinks about a match before it is played: the what-if board, conditional moves and
// notes (P26, P35, P97, P98). All of it is kept in that person's notebook for the match, is answered to them alone, and is judged from what their own seat
// knows. Start reading at [read].
package ahead

import (
	"context"
	"maps"

	"paddock/bot/router"
	"paddock/bot/say"
	"paddock/bot/show"
	"paddock/games"
	"paddock/games/match"
	"paddock/games/match/ahead"
)

// Actions are the buttons, menus and forms.
var Actions = func() router.Actions {
	all := maps.Clone(tryActions)
	maps.Copy(all, linesActions)
	maps.Copy(all, noteActions)
	return all
}()

// Costs are what they take from an allowance.
var Costs = map[show.Action]int{
	show.ActTry: router.CostBoard, show.ActTryMove: router.CostBoard, show.ActTryMenu: router.CostBoard, show.ActTryOpen: router.CostBoard,
	show.ActTryBack: router.CostBoard, show.ActTryUndo: router.CostBoard, show.ActTryAnew: router.CostBoard,
}

// thoughts is a match as somebody who plays in it thinks about it.
type thoughts struct {
	rec    match.Match
	log    []match.Event
	seat   games.Seat
	user   match.User
	book   match.Notebook // the trial of which begins at the present position
	goneOn bool           // the match has not gone on as the trial had it
}

// read finds the match that is meant and what is kept of it by whoever asks. It refuses where there is nothing to think about.
func read(ctx context.Context, r *router.Request) (thoughts, error) {
	rec, err := router.ResolveMatch(ctx, r)
	if err != nil {
		return thoughts{}, err
	}
	t := thoughts{rec: rec, seat: rec.SeatOf(r.User), user: router.Likes(ctx, r)}
	why := games.Sentence{}
	switch {
	case t.seat == games.Spectator:
		why = say.WhyNotYours
	case rec.Status != match.Running:
		why = say.WhyNotOn
	case show.ArrangingPhase(rec):
		why = say.WhyArranging
	}
	if why.Format != "" {
		return thoughts{}, router.Refuse(r.In.Say(say.NotTrying, why), show.BoardLinks(r.In, rec)...)
	}
	if t.log, err = r.Matches.Read.Log(ctx, rec.ID); err != nil {
		return thoughts{}, err
	}
	t.book = t.user.Notebook(rec.ID)
	if t.book.Trial.From != 0 {
		was := t.book.Trial
		trial, goesOn := ahead.Rebase(was, t.log, rec.Made)
		t.book.Trial, t.goneOn = trial, !goesOn && len(was.Plies) > 0
	}
	t.book.Trial.From = rec.Made
	return t, nil
}

// steps are the positions of somebody's line, at least the present one.
func (t thoughts) steps() ([]ahead.Position, error) {
	view, err := t.rec.View(t.seat)
	if err != nil {
		return nil, err
	}
	return ahead.From(view).Steps(t.book.Trial.Plies), nil
}

// manyBooks is for how many matches somebody keeps something before it is looked for what is of no use any more.
const manyBooks = 20

// old are the matches that are over and to which somebody has no notes, if they keep something for many: what they had prepared there is of no use.
func (t thoughts) old(ctx context.Context, r *router.Request) (ids []match.ID) {
	if len(t.user.Notebooks) < manyBooks {
		return nil
	}
	for id, n := range t.user.Notebooks {
		if n.Note != "" || id == t.rec.ID {
			continue
		}
		if rec, err := r.Matches.Read.Match(ctx, id); err == nil && rec.Status != match.Running {
			ids = append(ids, id)
		}
	}
	return ids
}

// mostBooks is for how many matches somebody keeps something.
const mostBooks = 200

// keep changes what somebody keeps of a match.
func (t *thoughts) keep(ctx context.Context, r *router.Request, change func(*match.Notebook)) error {
	old := t.old(ctx, r)
	full := false
	err := r.People.Change(ctx, r.User, func(u *match.User) {
		for _, id := range old {
			delete(u.Notebooks, id)
		}
		n := u.Notebook(t.rec.ID)
		if full = n.Empty() && len(u.Notebooks) >= mostBooks; full {
			return
		}
		change(&n)
		u.SetNotebook(t.rec.ID, n)
		t.book = n
		t.user = *u
	})
	if full {
		return router.Refuse(r.In.Say(say.BooksFull, mostBooks))
	}
	return err
}
