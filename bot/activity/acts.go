package activity

import (
	"context"
	"errors"
	"hash/fnv"
	"strings"
	"time"

	"paddock/bot/board"
	"paddock/bot/component"
	"paddock/bot/discord"
	"paddock/bot/lang"
	"paddock/games"
	"paddock/games/match"
	"paddock/games/match/ahead"
	"paddock/games/match/service"
	"paddock/games/scene"
)

// deeds maps the action of a Discord button to the act of a player that it performs. Moves are not
// among them.
var deeds = map[component.Action]func(*service.Play, context.Context, match.Act) (match.Change, error){
	component.ActDraw:     (*service.Play).OfferDraw,
	component.ActNoDraw:   (*service.Play).DeclineDraw,
	component.ActTakeback: (*service.Play).Takeback,
	component.ActNoUndo:   (*service.Play).DeclineTakeback,
	component.ActPause:    (*service.Play).OfferPause,
	component.ActNoPause:  (*service.Play).DeclinePause,
	component.ActPlayOut:  (*service.Play).PlayOut,
	component.ActClaim:    (*service.Play).ClaimTime,
	component.ActCancel:   (*service.Play).Cancel,
	component.ActNext:     (*service.Play).Next,
	component.ActPlayOn:   (*service.Play).PlayOn,
	component.ActResign:   (*service.Play).Resign,
}

// errNoDeed means that a page asks for an act that this version does not know.
var errNoDeed = errors.New("activity: no such act")

// do performs an act of a player.
func (f *Feature) do(ctx context.Context, a match.Act, what component.Action) (match.Match, error) {
	var c match.Change
	var err error
	switch of := deeds[what]; {
	case what == component.ActGoOn:
		rec, unread := f.Matches.Read.Match(ctx, a.Match)
		if unread != nil {
			return rec, unread
		}
		c, err = f.Matches.Referee.Resume(ctx, a, rec.Place)
	case what == component.ActRematch:
		c, err = f.Matches.Tables.Rematch(ctx, a)
	case of == nil:
		return match.Match{}, errNoDeed
	case what == component.ActResign:
		a.Head = 0 // a resignation counts even if moves were made since the question
		fallthrough
	default:
		c, err = of(f.Matches.Play, ctx, a)
	}
	return c.Match, err
}

// arrange performs an action on a player's arrangement, with the values of its choices. The action
// actSaved takes the key of a saved arrangement.
func (f *Feature) arrange(ctx context.Context, a asker, act match.Act, rec match.Match, action string,
	input []string,
) (match.Match, error) {
	view, err := rec.View(rec.SeatOf(a.User))
	if err != nil {
		return rec, err
	}
	arr, _ := view.Arrangement()
	if action == actSaved && len(input) == 1 {
		text := a.likes.Saved[input[0]]
		if !strings.HasPrefix(input[0], board.LastKey(rec.Game, arr.Kind)) || text == "" {
			return rec, &games.Refusal{Say: saySavedGone}
		}
		action, input = games.ArrangeText, []string{text}
	}
	h := fnv.New64a()
	h.Write([]byte(act.Cause))
	move, err := view.Arrange(action, input, h.Sum64()^rec.Setup.Seed)
	if err != nil {
		return rec, err
	}
	act.Head = 0 // other players' acts don't make an arrangement stale
	c, err := f.Matches.Play.Move(ctx, act, move)
	if err == nil && !board.IsArranging(c.Match, a.User) {
		f.KeepArrangement(ctx, a.User, rec.Game, arr)
	}
	return c.Match, err
}

// actSaved loads a saved arrangement.
const actSaved = "saved"

// bestWithin is how long a board that is tried out waits for the best move.
const bestWithin = time.Second

// mostTried is the most moves in a line that a page sends.
const mostTried = ahead.MostPlies

// try returns the board after a line of moves that its reader tries out (P97). Step is the number of moves
// after which the line begins; below 0: now.
func (f *Feature) try(ctx context.Context, a asker, rec match.Match, step int, line []string,
	half, have string,
) (matchView, error) {
	v := f.head(a, rec)
	view, err := f.tries(ctx, a, rec, step)
	if err != nil {
		return v, err
	}
	steps, err := tried(view, line)
	if err != nil {
		return v, err
	}
	end := steps[len(steps)-1]
	_, clear := end.View()
	mover := end.Mover()
	drawn := board.TrialScene(a.In, rec, steps, half, a.likes, false)
	if shown, ordinary := end.Choosing(); ordinary {
		v.Choices = choices(a.In, shown, mover, drawn, half)
		drawn = board.TrialScene(a.In, rec, steps, half, a.likes, true)
	} else {
		v.Choices = choices(a.In, end, mover, drawn, half)
		light(drawn, v.Choices, mover, half)
	}
	if err := v.draw(f, a, drawn, have); err != nil {
		return v, err
	}
	v.Step, v.Steps, v.Half, v.Mine = rec.Moves, rec.Moves, half, true
	if v.Over {
		v.Step, v.Over, v.Reviews, v.News = step, false, false, nil // a line from a past board goes on
	}
	v.Trial = &trial{Plies: []string{}, Unclear: !clear, Solo: rec.People() == 1}
	for _, p := range end.Plies() {
		v.Trial.Plies = append(v.Trial.Plies, p.Move)
	}
	switch _, keeps := ahead.Conditional(end.Plies(), view.Seat); {
	case v.Step < v.Steps && end.Over():
		v.Trial.Off = a.In.Speak(sayTrialOver)
	case v.Step == v.Steps && !keeps:
		v.Trial.Off = a.In.Speak(sayNoAnswer)
	}
	switch {
	case !clear:
		v.Trial.Says = a.In.Speak(sayTrialUnclear)
	case mover == games.Spectator:
		v.Trial.Says = a.In.Speak(sayTrialOver)
	default:
		v.Trial.Says = a.In.Say(sayTrialToMove, games.Capital(a.In.Text(rec.Rules().SeatName(mover))))
		next, ordinary := end.Choosing()
		if half == "" && ordinary && f.reviews(rec) { // while a match runs no computer helps
			ctx, cancel := context.WithTimeout(ctx, bestWithin)
			defer cancel()
			tried := len(v.Trial.Plies)
			if says := f.exercises.BestOn(ctx, a.In, a.Guild, a.User, rec, next, v.Step+tried, tried == 0); says != "" {
				v.Trial.Says += ". " + plain(says)
			}
		}
	}
	return v, nil
}

// tried returns the positions along a line of moves that a page sends.
func tried(view *games.View, line []string) ([]ahead.Position, error) {
	steps := []ahead.Position{ahead.From(view)}
	for _, move := range line[:min(len(line), mostTried+1)] {
		next, err := steps[len(steps)-1].Play(move)
		if err != nil {
			return nil, err
		}
		steps = append(steps, next)
	}
	return steps, nil
}

// light marks the next choices on a board. It is for boards with hidden pieces of the seat that
// moves: the game marks its choices itself only if it knows all pieces of that seat.
func light(drawn scene.Scene, list []choice, mover games.Seat, half string) {
	if i := cellOf(drawn, mover, half); half != "" && i >= 0 {
		drawn.Cells[i].Marks |= scene.Chosen
	}
	for _, c := range list {
		switch {
		case c.Cell < 0:
		case c.Whole:
			drawn.Cells[c.Cell].Marks |= scene.Target
		default:
			drawn.Cells[c.Cell].Marks |= scene.Movable
		}
	}
}

// tries returns the position from which a reader can try out moves: that of their running match, or a
// past one of a finished match. Below 0 the step is now.
func (f *Feature) tries(ctx context.Context, a asker, rec match.Match, step int) (*games.View, error) {
	seat := rec.SeatOf(a.User)
	if board.MayPlayOn(rec) && step >= 0 && step < rec.Moves {
		then, _, err := f.past(ctx, a, rec, step)
		if err != nil {
			return nil, err
		}
		return board.AtBottom(then.At.View(seat), rec, seat), nil
	}
	if seat == games.Spectator || rec.Players[seat].Channel != "" || rec.Status != match.Running ||
		board.ArrangingPhase(rec) {
		return nil, &games.Refusal{Say: sayNoTrial}
	}
	return rec.View(seat)
}

// keep turns a line that a player has tried out into conditional moves (P26).
func (f *Feature) keep(ctx context.Context, a asker, rec match.Match, line []string) error {
	view, err := f.tries(ctx, a, rec, -1)
	if err != nil {
		return err
	}
	steps, err := tried(view, line)
	if err != nil {
		return err
	}
	plies, ok := ahead.Conditional(steps[len(steps)-1].Plies(), view.Seat)
	if !ok {
		return &games.Refusal{Say: sayNoAnswer}
	}
	log, err := f.Matches.Read.Log(ctx, rec.ID)
	if err != nil {
		return err
	}
	fits := true
	err = f.changeBook(ctx, a, rec.ID, func(n *match.Notebook) {
		var lines []match.Line
		if lines, fits = ahead.Prepare(n.Lines, log, rec.Made, plies, view.Seat); fits {
			n.Lines = lines
		}
	})
	if err == nil && !fits {
		err = &games.Refusal{Say: sayLinesFull}
	}
	if err != nil {
		return err
	}
	// on an error the line stays stored, and the next move plays its answer
	if _, err := f.Matches.Play.GoOn(ctx, rec.ID); err != nil && ctx.Err() == nil {
		f.Log.Error("could not go on with what was prepared", "match", rec.ID, "err", err)
	}
	return nil
}

// note stores a player's notes about a match.
func (f *Feature) note(ctx context.Context, a asker, rec match.Match, text string) error {
	if rec.SeatOf(a.User) == games.Spectator {
		return &games.Refusal{Say: sayNotYours}
	}
	return f.changeBook(ctx, a, rec.ID, func(n *match.Notebook) {
		n.Note = discord.Truncate(strings.TrimSpace(text), match.MostNote)
	})
}

// changeBook changes the reader's notebook for a match.
func (f *Feature) changeBook(ctx context.Context, a asker, id match.ID, change func(*match.Notebook)) error {
	full := false
	err := f.People.Change(ctx, a.User, func(u *match.User) {
		full = !u.ChangeNotebook(id, change)
	})
	if full {
		return &games.Refusal{Say: sayLinesFull}
	}
	return err
}

// languageOf returns the language of a reader.
func (f *Feature) languageOf(ctx context.Context, s session) lang.Language {
	return f.People.Answered(ctx, s.User, lang.Match(s.Locale))
}
