// Package ahead is the feature for preparing moves: the trial board, conditional moves and notes
// (P26, P35, P97, P98). All of it is stored in the player's notebook for the match, shown to that
// player alone, and computed from their own seat's view. Start reading at [Feature.Part].
package ahead

import (
	"context"

	"paddock/bot/answer"
	"paddock/bot/board"
	"paddock/bot/component"
	"paddock/bot/request"
	"paddock/games"
	"paddock/games/match"
	"paddock/games/match/ahead"
)

// Feature handles the commands `/match try`, `/match conditional` and `/match note`, and the buttons in their answers.
type Feature struct {
	*answer.Base
}

// New returns the feature.
func New(b *answer.Base) *Feature { return &Feature{Base: b} }

// Part returns the three commands with their buttons, menus and forms.
func (f *Feature) Part() request.Part {
	steps := answer.Steps{Play: f.extend, Show: f.step}
	return request.Part{
		Common: []*request.Command{
			f.OfMatch(request.Command{
				In: "match", Name: "try",
				Help: "A board of your own for trying out moves; nobody else sees it", Where: request.Everywhere,
				Run: f.try, Cost: request.CostBoard,
			}),
			f.conditionalCommand(),
			f.noteCommand(),
		},
		Actions: request.Actions{
			component.ActTry: f.try, component.ActTryMove: steps.Button, component.ActTryMenu: steps.Menu,
			component.ActTryOpen: steps.Open,
			component.ActTryBack: steps.Back, component.ActTryUndo: f.tryUndo, component.ActTryAnew: f.tryAnew,
			component.ActTryKeep: f.tryKeep,
			component.ActLines:   f.list, component.ActLinesDrop: f.drop, component.ActNote: f.note,
			component.ActNoteForm: f.noteForm,
		},
		Costs: map[component.Action]int{
			component.ActTry: request.CostBoard, component.ActTryMove: request.CostBoard,
			component.ActTryMenu: request.CostBoard, component.ActTryOpen: request.CostBoard,
			component.ActTryBack: request.CostBoard, component.ActTryUndo: request.CostBoard,
			component.ActTryAnew: request.CostBoard,
		},
	}
}

// thoughts holds a match and one player's notebook for it, read for a request.
type thoughts struct {
	rec   match.Match
	log   []match.Event
	seat  games.Seat
	user  match.User
	book  match.Notebook // the notebook, whose trial line begins at the present position
	stale bool           // the match has left the trial line, which begins again
}

// read returns the match of a request with the user's notebook. It refuses a match that is not
// running, and a user who does not play in it.
func (f *Feature) read(ctx context.Context, r *request.Request) (thoughts, error) {
	rec, err := f.ResolveMatch(ctx, r)
	if err != nil {
		return thoughts{}, err
	}
	t := thoughts{rec: rec, seat: rec.SeatOf(r.User), user: f.Likes(ctx, r)}
	why := games.Sentence{}
	switch {
	case t.seat == games.Spectator:
		why = sayNotYours
	case rec.Players[t.seat].Channel != "":
		why = sayVotesHere
	case rec.Status != match.Running:
		why = sayNotOn
	case board.ArrangingPhase(rec):
		why = sayArranging
	}
	if why.Format != "" {
		return thoughts{}, request.Refuse(r.In.Speak(why), board.BoardLinks(r.In, rec)...)
	}
	if t.log, err = f.Matches.Read.Log(ctx, rec.ID); err != nil {
		return thoughts{}, err
	}
	t.book = t.user.Notebook(rec.ID)
	if t.book.Trial.From != 0 {
		trial, goesOn := ahead.Rebase(t.book.Trial, t.log, rec.Made)
		t.book.Trial, t.stale = trial, !goesOn
	}
	t.book.Trial.From = rec.Made
	return t, nil
}

// steps returns the positions of the trial line, from the present one on.
func (t thoughts) steps() ([]ahead.Position, error) {
	view, err := t.rec.View(t.seat)
	if err != nil {
		return nil, err
	}
	return ahead.From(view).Steps(t.book.Trial.Plies), nil
}

// cleanUpFrom is the number of notebooks from which on useless ones are deleted.
const cleanUpFrom = 20

// uselessBooks returns the matches whose notebooks can be deleted: they are not running, and the
// notebook has no notes.
func (f *Feature) uselessBooks(ctx context.Context, t thoughts) (ids []match.ID) {
	if len(t.user.Notebooks) < cleanUpFrom {
		return nil
	}
	for id, n := range t.user.Notebooks {
		if n.Note != "" {
			continue
		}
		if rec, err := f.Matches.Read.Match(ctx, id); err == nil && rec.Status != match.Running {
			ids = append(ids, id)
		}
	}
	return ids
}

// changeBook changes the user's notebook for a match, in the store and in t. It refuses if the user
// has too many notebooks.
func (f *Feature) changeBook(ctx context.Context, r *request.Request, t *thoughts, change func(*match.Notebook)) error {
	old := f.uselessBooks(ctx, *t)
	full := false
	err := f.People.Change(ctx, r.User, func(u *match.User) {
		for _, id := range old {
			delete(u.Notebooks, id)
		}
		full = !u.ChangeNotebook(t.rec.ID, change)
		t.book, t.user = u.Notebook(t.rec.ID), *u
	})
	if full {
		return request.Refuse(r.In.Say(sayBooksFull, match.MostNotebooks))
	}
	return err
}
