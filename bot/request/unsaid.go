package request

import (
	"context"
	"strings"
	"time"

	"github.com/bwmarrin/discordgo"

	"paddock/bot/discord"
	"paddock/games/match"
)

// The largest number of undelivered answers stored for one person, and the largest length of each.
const (
	mostUnsaid   = 3
	unsaidLength = 600 // most characters of a stored answer
)

// onlySaid reports whether a reply carries information that is shown nowhere else. Boards do not
// count: they are updated anyway.
func onlySaid(r *Request, out Reply) bool {
	switch out.Kind {
	case discord.ReplyPrivate:
		return true
	case discord.ReplyUpdate:
		return r.Ephemeral() && out.Keep == nil && out.Done == nil && out.Sum == ""
	}
	return false
}

// reachedNobody reports whether the person has seen no answer because Discord refused it. An answer
// that came too late counts only if its deferral was lost as well.
func reachedNobody(r *Request, sent error) bool {
	switch f, _ := discord.Classify(sent); f {
	case discord.NoFailure, discord.AlreadyAnswered, discord.TokenRejected:
		return false
	case discord.Expired:
		return r.Answer.Lost()
	}
	return true
}

// AnswerElsewise delivers a private answer that Discord refused. It tries a direct message, then a
// direct message in plain text. If both fail, it stores the text for the person's next request (P4,
// P78).
func AnswerElsewise(ctx context.Context, r *Request, m discord.Message) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), discord.CallWithin)
	defer cancel()
	// nobody waits for this write, so the store may take longer
	ctx = match.WithPatience(ctx, time.Now().Add(discord.CallWithin))
	m.Private = false // only its reader sees a direct message anyway
	plain, text := m.Plain(), discord.OneLine(m.Words(), unsaidLength)
	if m.HasControls() {
		again := r.In.Speak(sayAskAgain)
		plain.Parts = append(plain.Parts, discordgo.TextDisplay{Content: again})
		text += " " + again
	}
	told, err := r.router.Hooks.Tell(ctx, r, m)
	if f, _ := discord.Classify(err); f == discord.InvalidRequest || f == discord.TooLarge {
		r.router.Log.Error("Discord refused an answer as a direct message", "trouble", f, "err", discord.Redact(err))
		told, err = r.router.Hooks.Tell(ctx, r, plain)
	}
	if told {
		return
	}
	r.router.Log.Warn("an answer could not be delivered as a direct message either", "cause", r.Ix.ID, "err",
		discord.Redact(err))
	if text == "" {
		return
	}
	err = r.router.People.Change(context.WithoutCancel(ctx), r.User, func(u *match.User) {
		u.Unsaid = append(u.Unsaid[max(0, len(u.Unsaid)-mostUnsaid+1):], match.Unsaid{At: r.router.Now(), Text: text})
	})
	if err != nil {
		r.router.Log.Error("an undelivered answer could not be stored", "cause", r.Ix.ID, "err", err)
	}
}

// tellUnsaid sends a person the stored answers that did not reach them before, and removes them.
func tellUnsaid(ctx context.Context, r *Request) {
	u, err := r.router.People.User(ctx, r.User)
	if err != nil {
		r.router.Log.Warn("could not read undelivered answers", "cause", r.Ix.ID, "err", err)
		return
	}
	if len(u.Unsaid) == 0 {
		return
	}
	var lines []string
	for _, said := range u.Unsaid {
		lines = append(lines, r.In.Say(sayUnsaid, discord.DateTime(said.At), said.Text))
	}
	if err := r.Answer.Also(ctx, discord.TextMessage(strings.Join(lines, "\n"))); err != nil {
		r.router.Log.Info("an earlier answer could not be delivered yet", "cause", r.Ix.ID, "err", discord.Redact(err))
		return
	}
	told := u.Unsaid[len(u.Unsaid)-1].At
	err = r.router.People.Change(ctx, r.User, func(u *match.User) {
		for len(u.Unsaid) > 0 && !u.Unsaid[0].At.After(told) {
			u.Unsaid = u.Unsaid[1:]
		}
	})
	if err != nil {
		r.router.Log.Error("could not record that an earlier answer was delivered", "cause", r.Ix.ID, "err", err)
	}
}
