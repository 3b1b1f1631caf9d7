package bot

import (
	"context"
	"fmt"
	"strings"

	"paddock/bot/discord"
	"paddock/bot/lang"
	"paddock/bot/say"
	"paddock/games"
	"paddock/games/match"
)

// ruled takes a Ruled event apart.
func ruled(e match.Event) (kind games.RulingKind, why string) {
	k, why, _ := strings.Cut(e.Note, " ")
	return games.RulingKind(k), why
}

// rulingNews announces a ruling after which the match goes on; the end of a match tells itself.
func rulingNews(in lang.Language, rec match.Match, e match.Event) string {
	kind, _ := ruled(e)
	if e.Seat < 0 || int(e.Seat) >= len(rec.Players) || rec.Status != match.Running && len(rec.Players) == 2 {
		return ""
	}
	who := playerName(rec.Players[e.Seat])
	switch {
	case kind == games.Skip && rec.Game != "" && rec.Clock.Policy.Lapse == "skip":
		return in.Say(say.Skipped, who, who)
	case kind == games.Skip:
		return in.Say(say.SetUpDone, who)
	case kind == games.Resign || e.User != "":
		return in.Say(say.HasLeft, who)
	case kind == games.Remove, kind == games.Time:
		return in.Say(say.Removed, who, who)
	}
	return ""
}

// rulingSays is what a ruling brought about at the board: penguins that leave, for instance.
func (b *bot) rulingSays(ctx context.Context, in lang.Language, rec match.Match, seq match.Seq) []string {
	log, err := b.svc.Read.Log(ctx, rec.ID)
	if err != nil {
		b.log.Error("could not read the log", "match", rec.ID, "err", err)
		return nil
	}
	var lines []string
	for _, e := range rec.Said(log, seq) {
		lines = append(lines, "-# "+in.Speak(say.Escaped(e.Say)))
	}
	return lines
}

// tellRemoved tells those privately whom the clock has put out of a match (F46).
func (o *outbox) tellRemoved(ctx context.Context, rec match.Match, log []match.Event) {
	for _, e := range log {
		kind, _ := ruled(e)
		if e.Kind != match.Ruled || e.User != "" || e.Seat < 0 || int(e.Seat) >= len(rec.Players) || kind != games.Remove && kind != games.Time {
			continue
		}
		u := rec.Players[e.Seat].User
		if u == "" || len(rec.Players) == 2 {
			continue
		}
		g, _ := o.b.svc.Read.Game(rec.Game)
		in := o.b.languageOf(ctx, u)
		if err := o.b.whisper(ctx, u, discord.TextMessage(in.Say(say.RemovedYou, title(in, rec, g)), boardLinks(in, rec)...)); err != nil {
			t, _ := discord.Classify(err)
			o.log.Info("somebody could not be told privately", "match", rec.ID, "seat", e.Seat, "trouble", t)
		}
	}
}

// whisper sends a person a direct message. Who does not want any is not asked again (P75); that is no error.
func (b *bot) whisper(ctx context.Context, u match.UserID, m discord.Message) error {
	who, err := b.svc.Settings.User(ctx, u)
	if err != nil || who.DMClosed {
		return err
	}
	if who.DM == "" {
		dm, err := b.client.OpenDM(ctx, string(u))
		if err != nil {
			return err
		}
		who.DM = match.ChannelID(dm)
	}
	_, err = b.client.Post(ctx, string(who.DM), m, "")
	closed := false
	if t, _ := discord.Classify(err); t == discord.DmClosed {
		closed, err = true, nil
	}
	if err != nil {
		return err
	}
	return b.changeUser(ctx, u, func(u *match.User) { u.DM, u.DMClosed = who.DM, closed })
}

// bookEntries is how many rulings `/why` lists.
const bookEntries = 10

// why is `/why`: the referee's book of a match, and the rule behind its last entry (P39).
func (b *bot) why(ctx context.Context, r *request) (discord.Reply, error) {
	rec, err := b.meantOrNewest(ctx, r)
	if err != nil {
		return discord.Reply{}, err
	}
	log, err := b.svc.Read.Log(ctx, rec.ID)
	if err != nil {
		return discord.Reply{}, err
	}
	g, _ := b.svc.Read.Game(rec.Game)
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
			book = append(book, strings.TrimSuffix(fmt.Sprintf("* %s **%s**%s: %s", discord.DateTime(e.At), r.in.Speak(say.RulingNames[kind]), who, discord.Escape(say.Note(r.in, why))), ": "))
			rule = say.RulingReasons[kind]
		case match.Extended, match.Lapsed, match.Reminded:
			book = append(book, strings.TrimRight(fmt.Sprintf("* %s **%s** %s", discord.DateTime(e.At), r.in.Speak(say.ClockEvents[e.Kind]), say.Note(r.in, e.Note)), " "))
		}
	}
	if rule.Format == "" {
		return discord.Reply{}, refuse(r.in.Speak(say.NoRuling), boardLinks(r.in, rec)...)
	}
	text := "### " + title(r.in, rec, g) + "\n" + r.in.Speak(say.Book) + "\n" + strings.Join(book[max(0, len(book)-bookEntries):], "\n") + "\n" + r.in.Say(say.Why, rule)
	return b.privately(r, text, boardLinks(r.in, rec)...), nil
}

// places are the places of a match of more than two that is over, best first, with what each has scored (F47).
func places(rec match.Match) (lines []string) {
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
