package command

import (
	"context"
	"fmt"
	"strings"

	"paddock/bot/discord"
	"paddock/bot/router"
	"paddock/bot/say"
	"paddock/bot/show"
	"paddock/games"
	"paddock/games/match"
)

var whyCommand = &router.Command{
	Name: "why", Help: "The referee's decisions in a match, and the rule behind the last one", Where: router.Everywhere, Options: router.OnlyMatch, Run: why,
	Complete: router.CompleteMatch,
}

// bookEntries is how many rulings `/why` lists.
const bookEntries = 10

// why is `/why`: the referee's book of a match, and the rule behind its last entry (P39).
func why(ctx context.Context, r *router.Request) (discord.Reply, error) {
	rec, err := router.ResolveOrNewest(ctx, r)
	if err != nil {
		return discord.Reply{}, err
	}
	log, err := r.Matches.Read.Log(ctx, rec.ID)
	if err != nil {
		return discord.Reply{}, err
	}
	g, _ := r.Matches.Read.Game(rec.Game)
	var book []string
	var rule games.Sentence
	for _, e := range log {
		switch e.Kind {
		case match.Ruled:
			kind := e.Ruling
			who := ""
			if e.Seat >= 0 && int(e.Seat) < len(rec.Players) {
				who = ", " + show.PlayerName(rec.Players[e.Seat])
			}
			book = append(book, strings.TrimSuffix(fmt.Sprintf("* %s **%s**%s: %s", discord.DateTime(e.At), r.In.Speak(say.RulingNames[kind]), who, discord.Escape(say.Note(r.In, rec.Record, e))), ": "))
			rule = say.RulingReasons[kind]
			if kind == games.Time && int(e.Seat) >= 0 && rec.Clock.Grace[e.Seat] > 0 {
				rule = say.TimeAfterGrace
			}
		case match.Extended, match.Lapsed, match.Reminded:
			rule = say.ClockReason(e)
			book = append(book, strings.TrimRight(fmt.Sprintf("* %s **%s** %s", discord.DateTime(e.At), r.In.Speak(say.ClockEvents[e.Kind]), say.Note(r.In, rec.Record, e)), " "))
		}
	}
	if len(book) == 0 {
		return discord.Reply{}, router.Refuse(r.In.Speak(say.NoRuling), show.BoardLinks(r.In, rec)...)
	}
	text := "### " + show.Title(r.In, rec, g) + "\n" + r.In.Speak(say.Book) + "\n" + strings.Join(book[max(0, len(book)-bookEntries):], "\n")
	if rule.Format != "" {
		text += "\n" + r.In.Say(say.Why, rule)
	}
	return router.Privately(r, text, show.BoardLinks(r.In, rec)...), nil
}
