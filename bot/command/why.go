package command

import (
	"context"
	"fmt"
	"strings"

	"paddock/bot/discord"
	"paddock/bot/say"
	"paddock/bot/show"
	"paddock/games"
	"paddock/games/match"
)

var whyCommand = &Command{
	Name: "why", Help: "The referee's decisions in a match, and the rule behind the last one", Where: Everywhere, options: onlyMatch, run: why,
	complete: completeMatch,
}

// bookEntries is how many rulings `/why` lists.
const bookEntries = 10

// why is `/why`: the referee's book of a match, and the rule behind its last entry (P39).
func why(ctx context.Context, r *request) (discord.Reply, error) {
	rec, err := resolveOrNewest(ctx, r)
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
			book = append(book, strings.TrimSuffix(fmt.Sprintf("* %s **%s**%s: %s", discord.DateTime(e.At), r.in.Speak(say.RulingNames[kind]), who, discord.Escape(say.Note(r.in, rec.Record, e))), ": "))
			rule = say.RulingReasons[kind]
		case match.Extended, match.Lapsed, match.Reminded:
			book = append(book, strings.TrimRight(fmt.Sprintf("* %s **%s** %s", discord.DateTime(e.At), r.in.Speak(say.ClockEvents[e.Kind]), say.Note(r.in, rec.Record, e)), " "))
		}
	}
	if rule.Format == "" {
		return discord.Reply{}, refuse(r.in.Speak(say.NoRuling), show.BoardLinks(r.in, rec)...)
	}
	text := "### " + show.Title(r.in, rec, g) + "\n" + r.in.Speak(say.Book) + "\n" + strings.Join(book[max(0, len(book)-bookEntries):], "\n") + "\n" + r.in.Say(say.Why, rule)
	return privately(r, text, show.BoardLinks(r.in, rec)...), nil
}
