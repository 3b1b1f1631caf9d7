package bot

import (
	"context"

	"paddock/bot/discord"
	"paddock/bot/say"
	"paddock/games/match"
)

// How people hear that something waits for them (P28): by a mention in the message that says so, by a direct message that leads there, or not at
// all.

const (
	optNotify     = "notify"
	notifyMention = "mention"
)

// setNotify is what `/settings notify:` does. Direct messages are chosen only by who can get one.
func (b *bot) setNotify(ctx context.Context, r *request) error {
	chosen := r.text(optNotify)
	switch chosen {
	case "":
		return nil
	case notifyMention:
		chosen = string(match.ByMention)
	case string(match.ByDM):
		if err := b.changeUser(ctx, r.user, func(u *match.User) { u.DMClosed = false }); err != nil {
			return err
		}
		if err := b.whisper(ctx, r.user, discord.TextMessage(r.in.Speak(say.NotifyHere))); err != nil {
			return err
		}
		if u, err := b.svc.Settings.User(ctx, r.user); err != nil || u.DMClosed {
			return refuse(r.in.Speak(say.NotifyClosed))
		}
	}
	return b.changeUser(ctx, r.user, func(u *match.User) { u.Notify = match.Notify(chosen) })
}

// notified divides those who are to be notified: by a mention, and by direct message. Whoever has closed the latter since is mentioned; so is
// everybody whose wish can't be read.
func (b *bot) notified(ctx context.Context, users []match.UserID) (here, byDM []match.UserID) {
	for _, id := range users {
		u, err := b.svc.Settings.User(ctx, id)
		switch {
		case err == nil && u.Notify == match.ByNothing:
		case err == nil && u.Notify == match.ByDM && !u.DMClosed:
			byDM = append(byDM, id)
		default:
			here = append(here, id)
		}
	}
	return here, byDM
}

// notify tells people by direct message what waits for them in a match whose channel has just been told.
func (b *bot) notify(ctx context.Context, rec match.Match, users []match.UserID) {
	if len(users) == 0 {
		return
	}
	if now, err := b.svc.Read.Match(ctx, rec.ID); err == nil {
		rec = now // knows the newest message
	}
	g, _ := b.svc.Read.Game(rec.Game)
	for _, u := range users {
		in := b.languageOf(ctx, u)
		text := in.Say(say.TurnThere, title(in, rec, g))
		if rec.Status == match.Open {
			text = invitationTitle(in, rec, g)
		}
		if rec.Status == match.Running && !rec.Clock.Deadline.IsZero() {
			text += "\n-# " + in.Say(say.Until, discord.Relative(rec.Clock.Deadline))
		}
		if err := b.whisper(ctx, u, discord.TextMessage(text, boardLinks(in, rec)...)); err != nil {
			t, _ := discord.Classify(err)
			b.log.Info("somebody could not be notified privately", "match", rec.ID, "trouble", t)
		}
	}
}
