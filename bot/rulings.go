package bot

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"

	"github.com/bwmarrin/discordgo"

	"paddock/bot/lang"
	"paddock/games"
	"paddock/games/match"
)

// What is said about the referee's rulings (F46, P39).
var (
	saySkipped    = games.Say("⏰ The time of %s ran out, so the turn is skipped. If it runs out in the next turn too, %s is out of the game.")
	saySetUpDone  = games.Say("⏰ The time of %s ran out, so the set-up was confirmed by the referee.")
	sayRemoved    = games.Say("⏰ The time of %s ran out, so %s is out of the game.")
	sayHasLeft    = games.Say("%s has given up and is out of the game.")
	sayRemovedYou = games.Say("Your time in %s ran out, so you are out of that game. What you have won stays in the record; the others play on. `/why` tells more.")
	sayNoRuling   = games.Say("The referee has not had to decide anything in this match. `/history` lists its moves.")
	sayWhy        = games.Say("**Why:** %s")
	sayBook       = games.Say("**The referee's book of this match**, the latest entry last:")
)

// whys are the rules behind rulings, by kind.
var whys = map[games.RulingKind]games.Sentence{
	games.Skip:   games.Say("A late turn is lost. Late in two turns running means out of the game. An accepted move makes good for a late one (F5); a set-up that is late is completed by chance (S50)."),
	games.Remove: games.Say("Out of the game is who is late in two turns running (F5), or late while pieces are being placed (F3). Tiles stay, what was won stays in the record, and nobody comes back."),
	games.Time:   games.Say("The time agreed for a move ran out, with all days of grace, and that loses the match (P8, P32)."),
	games.Resign: games.Say("Everybody may give up at any time, for themselves alone (P13). In a game of more than two the others play on (F3)."),
	games.Agree:  games.Say("A draw that is offered and agreed to ends the match (P13)."),
	"decide":     games.Say("Who runs a tournament may decide a game, with a reason (P27); when a round's time is up open games are judged by the score at that moment (F68)."),
	"moderator":  games.Say("Who may manage the server may end any match there (P25)."),
}

// kinds are the names of rulings in the referee's book, clockEvents those of what the clock did.
var (
	kinds = map[games.RulingKind]games.Sentence{
		games.Skip: games.Say("skip"), games.Remove: games.Say("remove"), games.Time: games.Say("time"), games.Resign: games.Say("resign"),
		games.Agree: games.Say("agree"), "decide": games.Say("decide"), "moderator": games.Say("moderator"),
	}
	clockEvents = map[match.EventKind]games.Sentence{
		match.Extended: games.Say("extended"), match.Lapsed: games.Say("lapsed"), match.Reminded: games.Say("reminded"),
	}
)

// notes are what the match service notes beside rulings and events of the clock.
var notes = map[string]games.Sentence{
	"by the player's wish": games.Say("by the player's wish"),
	"both agreed":          games.Say("both agreed"),
	"claimed":              games.Say("claimed"),
	"the clock ran out":    games.Say("the clock ran out"),
	"grace":                games.Say("grace"),
	"outage":               games.Say("outage"),

	"The time of this round is up": games.Say("The time of this round is up"),
}

// noteSaid is a note in a reader's language; one that somebody has written stays as it is.
func noteSaid(in lang.Language, note string) string {
	if s, ok := notes[note]; ok {
		return in.Speak(s)
	}
	return note
}

// ruled takes a Ruled event apart.
func ruled(e match.Event) (kind games.RulingKind, why string) {
	k, why, _ := strings.Cut(e.Note, " ")
	return games.RulingKind(k), why
}

// rulingNews announces a ruling after which the match goes on; the end of a match tells itself.
func rulingNews(in lang.Language, rec match.Record, e match.Event) string {
	kind, _ := ruled(e)
	if e.Seat < 0 || int(e.Seat) >= len(rec.Players) || rec.Status != match.Running && len(rec.Players) == 2 {
		return ""
	}
	who := playerName(rec.Players[e.Seat])
	switch {
	case kind == games.Skip && rec.Game != "" && rec.Clock.Policy.Lapse == "skip":
		return in.Say(saySkipped, who, who)
	case kind == games.Skip:
		return in.Say(saySetUpDone, who)
	case kind == games.Resign || e.User != "":
		return in.Say(sayHasLeft, who)
	case kind == games.Remove, kind == games.Time:
		return in.Say(sayRemoved, who, who)
	}
	return ""
}

// rulingSays is what a ruling brought about at the board: penguins that leave, for instance.
func (b *bot) rulingSays(ctx context.Context, in lang.Language, rec match.Record, seq match.Seq) []string {
	log, err := b.svc.Log(ctx, rec.ID)
	if err != nil {
		b.log.Error("could not read the log", "match", rec.ID, "err", err)
		return nil
	}
	var lines []string
	for _, e := range b.svc.Said(rec, log, seq) {
		lines = append(lines, "-# "+in.Speak(escaped(e.Say)))
	}
	return lines
}

// tellRemoved tells those privately whom the clock has put out of a match (F46).
func (o *outbox) tellRemoved(ctx context.Context, rec match.Record, log []match.Event) {
	for _, e := range log {
		kind, _ := ruled(e)
		if e.Kind != match.Ruled || e.User != "" || e.Seat < 0 || int(e.Seat) >= len(rec.Players) || kind != games.Remove && kind != games.Time {
			continue
		}
		u := rec.Players[e.Seat].User
		if u == "" || len(rec.Players) == 2 {
			continue
		}
		g, _ := o.b.svc.Game(rec.Game)
		in := o.b.languageOf(ctx, u)
		if err := o.b.whisper(ctx, u, words(in.Say(sayRemovedYou, title(in, rec, g)), boardLinks(in, rec)...)); err != nil {
			t, _ := diagnose(err)
			o.log.Info("somebody could not be told privately", "match", rec.ID, "seat", e.Seat, "trouble", t)
		}
	}
}

// whisper sends a person a direct message. Who does not want any is not asked again (P75); that is no error.
func (b *bot) whisper(ctx context.Context, u match.UserID, m message) error {
	who, err := b.cfg.Store.User(ctx, u)
	if err != nil || who.DMClosed {
		return err
	}
	if who.DM == "" {
		if who.DM, err = b.client.openDM(ctx, u); err != nil {
			return err
		}
	}
	_, err = b.client.post(ctx, who.DM, m, "")
	closed := false
	if t, _ := diagnose(err); t == dmClosed {
		closed, err = true, nil
	}
	if err != nil {
		return err
	}
	return b.changeUser(ctx, u, func(u *match.User) { u.DM, u.DMClosed = who.DM, closed })
}

// openDM opens the channel of direct messages with a person.
func (c *client) openDM(ctx context.Context, u match.UserID) (match.ChannelID, error) {
	url := discordgo.EndpointUserChannels("@me")
	raw, err := c.call(ctx, "POST", url, url, map[string]any{"recipient_id": string(u)}, nil)
	if err != nil {
		return "", err
	}
	var made struct {
		ID match.ChannelID `json:"id"`
	}
	if err := json.Unmarshal(raw, &made); err != nil {
		return "", fmt.Errorf("read the channel made: %w", err)
	}
	return made.ID, nil
}

// bookEntries is how many rulings `/why` lists.
const bookEntries = 10

// why is `/why`: the referee's book of a match, and the rule behind its last entry (P39).
func (b *bot) why(ctx context.Context, r *request) (reply, error) {
	rec, err := b.meantOrNewest(ctx, r)
	if err != nil {
		return reply{}, err
	}
	log, err := b.svc.Log(ctx, rec.ID)
	if err != nil {
		return reply{}, err
	}
	g, _ := b.svc.Game(rec.Game)
	var book []string
	var rule games.Sentence
	for _, e := range log {
		switch e.Kind {
		case match.Ruled:
			kind, why := ruled(e)
			who := ""
			if e.Seat >= 0 && int(e.Seat) < len(rec.Players) {
				who = ", " + playerName(rec.Players[e.Seat])
			}
			book = append(book, strings.TrimSuffix(fmt.Sprintf("* %s **%s**%s: %s", date(e.At), r.in.Speak(kinds[kind]), who, plainText(noteSaid(r.in, why))), ": "))
			rule = whys[kind]
		case match.Extended, match.Lapsed, match.Reminded:
			book = append(book, strings.TrimRight(fmt.Sprintf("* %s **%s** %s", date(e.At), r.in.Speak(clockEvents[e.Kind]), noteSaid(r.in, e.Note)), " "))
		}
	}
	if rule.Format == "" {
		return reply{}, refuse(r.in.Speak(sayNoRuling), boardLinks(r.in, rec)...)
	}
	text := "### " + title(r.in, rec, g) + "\n" + r.in.Speak(sayBook) + "\n" + strings.Join(book[max(0, len(book)-bookEntries):], "\n") + "\n" + r.in.Say(sayWhy, rule)
	return b.privately(r, text, boardLinks(r.in, rec)...), nil
}

// places are the places of a match of more than two that is over, best first, with what each has scored (F47).
func places(rec match.Record) (lines []string) {
	if rec.Outcome == nil || len(rec.Players) < 3 {
		return nil
	}
	for place := 1; place <= len(rec.Players); place++ {
		for seat, p := range rec.Players {
			if int(rec.Outcome.Place[seat]) == place {
				lines = append(lines, fmt.Sprintf("%d. %s · %d", place, playerName(p), rec.Outcome.Score[seat]))
			}
		}
	}
	return lines
}
