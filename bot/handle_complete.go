package bot

import (
	"context"
	"slices"
	"strings"
	"time"

	"paddock/bot/discord"
	"paddock/bot/lang"
	"paddock/bot/say"
	"paddock/bot/show"
	"paddock/bot/tasks"
	"paddock/games"
	"paddock/games/match"
)

// completeWithin is how long autocomplete may take; after it the answer is empty (P51).
const completeWithin = 500 * time.Millisecond

// complete answers autocomplete: which match, or which move.
func complete(ctx context.Context, r *request, err error) {
	ctx, cancel := context.WithTimeout(ctx, discord.FirstAnswerWithin)
	defer cancel()
	found := make(chan []*choice, 1)
	go func() { // exits when the store answers; nobody waits for it longer than completeWithin
		var list []*choice
		tasks.Guard(r.Log, "autocomplete", func() {
			if err == nil {
				list = suggest(ctx, r)
			}
		})
		found <- list
	}()
	list := []*choice{}
	timer := time.NewTimer(completeWithin)
	defer timer.Stop()
	select {
	case got := <-found:
		list = append(list, got...)
	case <-timer.C:
	}
	delivered(r, r.answer.Send(ctx, discord.Reply{Kind: discord.ReplyChoices, Choices: list}))
}

// suggest lists what the option being typed could become.
func suggest(ctx context.Context, r *request) []*choice {
	c, g := r.set.find(r.path)
	if c == nil || c.complete == nil {
		return nil
	}
	r.game = g
	r.in = r.People.Answered(ctx, r.user, r.in)
	return c.complete(ctx, r)
}

// completeMove offers moves to whoever's turn it is, or a match.
func completeMove(ctx context.Context, r *request) []*choice {
	if r.focused == optGame {
		return completeMatch(ctx, r)
	}
	if r.focused != moveOption(r.game) && !slices.Contains(r.game.MoveSteps, r.focused) {
		return nil
	}
	rec, err := resolveMatch(ctx, r)
	if err != nil || rec.Status != match.Running {
		return nil
	}
	seat := rec.SeatOf(r.user)
	if !rec.Waiting.Has(seat) { // never from another's view (P51)
		return nil
	}
	view, err := rec.View(seat)
	if err != nil {
		return nil
	}
	before, last, ok := r.typedSteps()
	if !ok {
		return nil
	}
	var list []*choice
	for _, c := range view.Complete(before + r.text(r.focused)) {
		value, goesOn := strings.CutPrefix(c.Text, before)
		if len(list) == discord.MaxOptions {
			break
		}
		if value == "" || len(value) > 100 || !goesOn || before != "" && !c.Whole || !last && c.Whole {
			continue
		}
		list = append(list, &choice{Name: choiceName(r.in, c), Value: value})
	}
	return list
}

// typedSteps is what stands in the steps of a move before the one being typed, and whether that is the last; not ok where there is nothing to go on
// from.
func (r *request) typedSteps() (before string, last, ok bool) {
	i := slices.Index(r.game.MoveSteps, r.focused)
	if i < 0 {
		return "", true, true
	}
	for _, step := range r.game.MoveSteps[:i] {
		before += strings.ToLower(r.text(step))
	}
	return before, i == len(r.game.MoveSteps)-1, i == 0 || before != ""
}

// choiceName is a completion in a list of choices: the text, and what it means.
func choiceName(in lang.Language, c games.Completion) string {
	label := in.Speak(c.Label)
	switch {
	case label == "":
		return discord.Truncate(c.Text, discord.MaxOptionText)
	case strings.HasPrefix(label, c.Text):
		return discord.Truncate(label, discord.MaxOptionText)
	}
	return discord.Truncate(c.Text+" · "+label, discord.MaxOptionText)
}

// completeMatch lists the matches that the caller may mean.
func completeMatch(ctx context.Context, r *request) []*choice {
	list, err := r.Matches.Read.ByUser(ctx, r.user)
	if err != nil {
		return nil
	}
	typed := strings.ToLower(r.text(optGame))
	if r.focused != optGame {
		return nil
	}
	var out []*choice
	for _, rec := range list {
		name := show.ShortTitle(r.in, rec, r.user, false) + " · " + r.in.Speak(show.State(rec, r.user))
		if left := rec.Clock.Deadline.Sub(r.Now()); rec.Status == match.Running && rec.Parked == nil && left > 0 {
			name += " · " + r.in.Say(say.TimeLeft, roughly(left))
		}
		mine := r.game == nil || rec.Game == r.game.ID
		if mine && len(out) < discord.MaxOptions && (strings.Contains(strings.ToLower(name), typed) || strings.HasPrefix(string(rec.ID), typed)) {
			out = append(out, &choice{Name: discord.Truncate(name, discord.MaxOptionText), Value: string(rec.ID)})
		}
	}
	return out
}

// roughly is a duration as short as it can be said: "3 h". It stands only where Discord shows no times of its own.
func roughly(d time.Duration) games.Sentence {
	switch {
	case d >= 48*time.Hour:
		return games.Say("%d d", int(d.Hours()/24))
	case d >= time.Hour:
		return games.Say("%d h", int(d.Hours()))
	}
	return games.Say("%d min", max(1, int(d.Minutes())))
}
