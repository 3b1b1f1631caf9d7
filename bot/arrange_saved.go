package bot

import (
	"context"
	"slices"
	"strings"

	"github.com/bwmarrin/discordgo"

	"paddock/bot/discord"
	"paddock/bot/say"
	"paddock/games"
	"paddock/games/match"
)

// The limits of saved arrangements (S49).
const (
	maxSaved     = 25
	maxSavedName = 32
)

// Saved arrangements are kept with the person who made them, under game, kind and name; nobody else ever hears of them. Under the empty name stands
// the one confirmed last.

func savedKey(game games.ID, kind, name string) string { return string(game) + "/" + kind + "/" + name }

func lastKey(game games.ID, kind string) string { return savedKey(game, kind, "") }

// savedOf lists a person's arrangements that fit, by name.
func savedOf(u match.User, game games.ID, kind string) []games.Choice {
	var list []games.Choice
	for key := range u.Saved {
		if name, ok := strings.CutPrefix(key, lastKey(game, kind)); ok && name != "" {
			list = append(list, games.Choice{Value: key, Label: name})
		}
	}
	slices.SortFunc(list, func(a, b games.Choice) int { return strings.Compare(a.Label, b.Label) })
	return list
}

// allSaved lists all of a person's arrangements for a game, of whatever kind.
func allSaved(u match.User, game games.ID) []games.Choice {
	var list []games.Choice
	for key := range u.Saved {
		rest, ok := strings.CutPrefix(key, string(game)+"/")
		kind, name, _ := strings.Cut(rest, "/")
		if ok && name != "" {
			list = append(list, games.Choice{Value: key, Label: name + " (" + kind + ")"})
		}
	}
	slices.SortFunc(list, func(a, b games.Choice) int { return strings.Compare(a.Label, b.Label) })
	return list
}

// askName asks under what name an arrangement is to be saved.
func (b *bot) askName(ctx context.Context, r *request) (discord.Reply, error) {
	rec, _, _, err := b.arranging(ctx, r)
	if err != nil {
		return discord.Reply{}, err
	}
	return discord.Reply{Kind: discord.ReplyModal, Modal: newForm(r.in, say.LabelSave.Format, target{Match: rec.ID, Action: actSaved},
		games.Field{Label: say.ItsName.Format, Placeholder: say.Replaced.Format, Max: maxSavedName})}, nil
}

// save keeps an arrangement under a name.
func (b *bot) save(ctx context.Context, r *request) (discord.Reply, error) {
	rec, _, a, err := b.arranging(ctx, r)
	if err != nil {
		return discord.Reply{}, err
	}
	name := ""
	if len(r.values) > 0 {
		name = discord.OneLine(r.values[0], maxSavedName)
	}
	if name == "" {
		return discord.Reply{}, refuse(r.in.Speak(say.SaveNameless))
	}
	full := false
	err = b.changeUser(ctx, r.user, func(u *match.User) {
		key := savedKey(rec.Game, a.Kind, name)
		if full = u.Saved[key] == "" && len(savedOf(*u, rec.Game, a.Kind)) >= maxSaved; full {
			return
		}
		if u.Saved == nil {
			u.Saved = make(map[string]string)
		}
		u.Saved[key] = a.Text
	})
	switch {
	case err != nil:
		return discord.Reply{}, err
	case full:
		return discord.Reply{}, refuse(r.in.Say(say.SavedFull, maxSaved))
	}
	return b.privateBoard(ctx, r, rec, r.in.Say(say.Saved, "**"+discord.Escape(name)+"**"))
}

// keepLast keeps what has just been confirmed, to begin from next time (S86).
func (b *bot) keepLast(ctx context.Context, user match.UserID, game games.ID, a games.Arrangement) {
	err := b.changeUser(ctx, user, func(u *match.User) {
		if u.Saved == nil {
			u.Saved = make(map[string]string)
		}
		u.Saved[lastKey(game, a.Kind)] = a.Text
	})
	if err != nil {
		b.log.Error("could not keep an arrangement", "game", game, "err", err)
	}
}

// load puts a saved arrangement in place: the one chosen, or with no choice the last.
func (b *bot) load(ctx context.Context, r *request) (discord.Reply, error) {
	rec, _, a, err := b.arranging(ctx, r)
	if err != nil {
		return discord.Reply{}, err
	}
	u, err := b.svc.Settings.User(ctx, r.user)
	if err != nil {
		return discord.Reply{}, err
	}
	key := lastKey(rec.Game, a.Kind)
	if len(r.values) == 1 {
		key = r.values[0]
	}
	text := u.Saved[key]
	if text == "" || !strings.HasPrefix(key, lastKey(rec.Game, a.Kind)) {
		return discord.Reply{}, refuse(r.in.Speak(say.SavedGone))
	}
	return b.arrange(ctx, r, rec, games.ArrangeText, []string{text})
}

// forget asks which saved arrangement is to be deleted, or deletes the one chosen.
func (b *bot) forget(ctx context.Context, r *request) (discord.Reply, error) {
	if len(r.values) == 1 {
		key := r.values[0]
		if err := b.changeUser(ctx, r.user, func(u *match.User) { delete(u.Saved, key) }); err != nil {
			return discord.Reply{}, err
		}
		if r.target.Match == "" {
			return b.privately(r, r.in.Speak(say.SavedDeleted)), nil
		}
		rec, err := b.svc.Read.Match(ctx, r.target.Match)
		if err != nil {
			return discord.Reply{}, err
		}
		return b.privateBoard(ctx, r, rec, r.in.Speak(say.SavedDeleted))
	}
	rec, _, a, err := b.arranging(ctx, r)
	if err != nil {
		return discord.Reply{}, err
	}
	u, err := b.svc.Settings.User(ctx, r.user)
	if err != nil {
		return discord.Reply{}, err
	}
	list := savedOf(u, rec.Game, a.Kind)
	if len(list) == 0 {
		return discord.Reply{}, refuse(r.in.Speak(say.SavedGone))
	}
	m := discord.TextMessage(r.in.Speak(say.ForgetWhich))
	m.Parts = append(m.Parts, choosing(target{Match: rec.ID, Action: actForget}, r.in.Speak(say.MenuSaved), list, 1),
		discord.Row(button(r.in.Speak(say.LabelBack), discordgo.SecondaryButton, target{Match: rec.ID, Action: actSetup})))
	m.Private = true
	return b.inPlace(r, m, ""), nil
}

// noSetup is for somebody who has nothing to arrange: what they have saved is listed all the same (S49).
func (b *bot) noSetup(ctx context.Context, r *request) error {
	u, err := b.svc.Settings.User(ctx, r.user)
	if err != nil {
		return err
	}
	m := discord.TextMessage(r.in.Say(say.NothingToArrange, r.game.ID))
	if list := allSaved(u, r.game.ID); len(list) > 0 {
		m = discord.TextMessage(r.in.Say(say.NothingToArrange, r.game.ID) + "\n" + r.in.Speak(say.ForgetWhich))
		m.Parts = append(m.Parts, choosing(target{Action: actForget}, r.in.Speak(say.MenuSaved), list, 1))
	}
	return &hint{m}
}
