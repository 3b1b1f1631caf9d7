package bot

import (
	"context"
	"slices"
	"strings"
	"time"

	"github.com/bwmarrin/discordgo"

	"paddock/bot/discord"
	"paddock/bot/lang"
	"paddock/bot/say"
	"paddock/bot/tasks"
	"paddock/games"
	"paddock/games/match"
)

// completeWithin is how long autocomplete may take; after it the answer is empty (P51).
const completeWithin = 500 * time.Millisecond

// complete answers autocomplete: which match, or which move.
func (b *bot) complete(ctx context.Context, r *request, err error) {
	ctx, cancel := context.WithTimeout(ctx, discord.FirstAnswerWithin)
	defer cancel()
	found := make(chan []*discordgo.ApplicationCommandOptionChoice, 1)
	go func() { // exits when the store answers; nobody waits for it longer than completeWithin
		var list []*discordgo.ApplicationCommandOptionChoice
		tasks.Guard(b.log, "autocomplete", func() {
			if err == nil {
				list = b.suggest(ctx, r)
			}
		})
		found <- list
	}()
	list := []*discordgo.ApplicationCommandOptionChoice{}
	timer := time.NewTimer(completeWithin)
	defer timer.Stop()
	select {
	case got := <-found:
		list = append(list, got...)
	case <-timer.C:
	}
	b.delivered(r, r.answer.Send(ctx, discord.Reply{Kind: discord.ReplyChoices, Choices: list}))
}

// suggest lists what the option being typed could become.
func (b *bot) suggest(ctx context.Context, r *request) []*discordgo.ApplicationCommandOptionChoice {
	b.route(r)
	if t := b.tongueOf(ctx, r.user); string(t.in) != t.locale { // they have chosen another than their Discord's
		r.in = t.in
	}
	if strings.HasPrefix(r.path, "tournament ") {
		return b.suggestCup(ctx, r)
	}
	if r.focused == optGame {
		return b.suggestMatches(ctx, r)
	}
	if r.game == nil || r.focused != moveOption(r.game) && !slices.Contains(r.game.MoveSteps, r.focused) {
		return nil
	}
	rec, err := b.meant(ctx, r)
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
	before, last := "", true
	if i := slices.Index(r.game.MoveSteps, r.focused); i >= 0 {
		for _, step := range r.game.MoveSteps[:i] {
			before += strings.ToLower(r.text(step))
		}
		if last = i == len(r.game.MoveSteps)-1; i > 0 && before == "" {
			return nil // nothing to go on from
		}
	}
	var list []*discordgo.ApplicationCommandOptionChoice
	for _, c := range view.Complete(before + r.text(r.focused)) {
		value, goesOn := strings.CutPrefix(c.Text, before)
		if len(list) == discord.MaxOptions {
			break
		}
		if value == "" || len(value) > 100 || !goesOn || before != "" && !c.Whole || !last && c.Whole {
			continue
		}
		list = append(list, &discordgo.ApplicationCommandOptionChoice{Name: choiceName(r.in, c), Value: value})
	}
	return list
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

// suggestMatches lists the matches that the caller may mean.
func (b *bot) suggestMatches(ctx context.Context, r *request) []*discordgo.ApplicationCommandOptionChoice {
	list, err := b.svc.Read.ByUser(ctx, r.user)
	if err != nil {
		return nil
	}
	typed := strings.ToLower(r.text(optGame))
	var out []*discordgo.ApplicationCommandOptionChoice
	for _, rec := range list {
		name := b.shortTitle(r.in, rec, r.user, false) + " · " + r.in.Speak(state(rec, r.user))
		if left := rec.Clock.Deadline.Sub(b.cfg.Now()); rec.Status == match.Running && rec.Parked == nil && left > 0 {
			name += " · " + r.in.Say(say.TimeLeft, roughly(left))
		}
		mine := r.game == nil || rec.Game == r.game.ID
		if mine && len(out) < discord.MaxOptions && (strings.Contains(strings.ToLower(name), typed) || strings.HasPrefix(string(rec.ID), typed)) {
			out = append(out, &discordgo.ApplicationCommandOptionChoice{Name: discord.Truncate(name, discord.MaxOptionText), Value: string(rec.ID)})
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
