package command

import (
	"context"
	"strings"

	"github.com/bwmarrin/discordgo"

	"paddock/bot/discord"
	"paddock/bot/router"
	"paddock/bot/say"
	"paddock/bot/show"
	"paddock/games"
	"paddock/games/match"
)

var savedActions = router.Actions{show.ActSave: askName, show.ActSaved: save, show.ActLoad: load, show.ActForget: forget}

// askName asks under what name an arrangement is to be saved.
func askName(ctx context.Context, r *router.Request) (discord.Reply, error) {
	rec, _, _, err := arranging(ctx, r)
	if err != nil {
		return discord.Reply{}, err
	}
	return discord.Reply{Kind: discord.ReplyModal, Modal: show.NewModal(r.In, say.LabelSave.Format, show.Target{Match: rec.ID, Action: show.ActSaved},
		games.Field{Label: say.ItsName.Format, Placeholder: say.Replaced.Format, Max: show.MaxSavedName})}, nil
}

// save keeps an arrangement under a name.
func save(ctx context.Context, r *router.Request) (discord.Reply, error) {
	rec, _, a, err := arranging(ctx, r)
	if err != nil {
		return discord.Reply{}, err
	}
	name := ""
	if len(r.Values) > 0 {
		name = discord.OneLine(r.Values[0], show.MaxSavedName)
	}
	if name == "" {
		return discord.Reply{}, router.Refuse(r.In.Speak(say.SaveNameless))
	}
	full := false
	err = r.People.Change(ctx, r.User, func(u *match.User) {
		key := show.SavedKey(rec.Game, a.Kind, name)
		if full = u.Saved[key] == "" && len(show.SavedOf(*u, rec.Game, a.Kind)) >= show.MaxSaved; full {
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
		return discord.Reply{}, router.Refuse(r.In.Say(say.SavedFull, show.MaxSaved))
	}
	return router.PrivateBoard(ctx, r, rec, r.In.Say(say.Saved, "**"+discord.Escape(name)+"**"))
}

// keepLast keeps what has just been confirmed, to begin from next time (S86).
func keepLast(ctx context.Context, r *router.Request, game games.ID, a games.Arrangement) {
	err := r.People.Change(ctx, r.User, func(u *match.User) {
		if u.Saved == nil {
			u.Saved = make(map[string]string)
		}
		u.Saved[show.LastKey(game, a.Kind)] = a.Text
	})
	if err != nil {
		r.Log.Error("could not keep an arrangement", "game", game, "err", err)
	}
}

// load puts a saved arrangement in place: the one chosen, or with no choice the last.
func load(ctx context.Context, r *router.Request) (discord.Reply, error) {
	rec, _, a, err := arranging(ctx, r)
	if err != nil {
		return discord.Reply{}, err
	}
	u, err := r.People.User(ctx, r.User)
	if err != nil {
		return discord.Reply{}, err
	}
	key := show.LastKey(rec.Game, a.Kind)
	if len(r.Values) == 1 {
		key = r.Values[0]
	}
	text := u.Saved[key]
	if text == "" || !strings.HasPrefix(key, show.LastKey(rec.Game, a.Kind)) {
		return discord.Reply{}, router.Refuse(r.In.Speak(say.SavedGone))
	}
	return arrange(ctx, r, rec, games.ArrangeText, []string{text})
}

// forget asks which saved arrangement is to be deleted, or deletes the one chosen.
func forget(ctx context.Context, r *router.Request) (discord.Reply, error) {
	if len(r.Values) == 1 {
		key := r.Values[0]
		if err := r.People.Change(ctx, r.User, func(u *match.User) { delete(u.Saved, key) }); err != nil {
			return discord.Reply{}, err
		}
		if r.Target.Match == "" {
			return router.Privately(r, r.In.Speak(say.SavedDeleted)), nil
		}
		rec, err := r.Matches.Read.Match(ctx, r.Target.Match)
		if err != nil {
			return discord.Reply{}, err
		}
		return router.PrivateBoard(ctx, r, rec, r.In.Speak(say.SavedDeleted))
	}
	rec, _, a, err := arranging(ctx, r)
	if err != nil {
		return discord.Reply{}, err
	}
	u, err := r.People.User(ctx, r.User)
	if err != nil {
		return discord.Reply{}, err
	}
	list := show.SavedOf(u, rec.Game, a.Kind)
	if len(list) == 0 {
		return discord.Reply{}, router.Refuse(r.In.Speak(say.SavedGone))
	}
	m := discord.TextMessage(r.In.Speak(say.ForgetWhich))
	m.Parts = append(m.Parts, show.Choosing(show.Target{Match: rec.ID, Action: show.ActForget}, r.In.Speak(say.MenuSaved), list, 1),
		discord.Row(show.Button(r.In.Speak(say.LabelBack), discordgo.SecondaryButton, show.Target{Match: rec.ID, Action: show.ActSetup})))
	m.Private = true
	return router.InPlace(r, m, ""), nil
}

// noSetup is for somebody who has nothing to arrange: what they have saved is listed all the same (S49).
func noSetup(ctx context.Context, r *router.Request) error {
	u, err := r.People.User(ctx, r.User)
	if err != nil {
		return err
	}
	m := discord.TextMessage(r.In.Say(say.NothingToArrange, r.Game.ID))
	if list := show.AllSaved(u, r.Game.ID); len(list) > 0 {
		m = discord.TextMessage(r.In.Say(say.NothingToArrange, r.Game.ID) + "\n" + r.In.Speak(say.ForgetWhich))
		m.Parts = append(m.Parts, show.Choosing(show.Target{Action: show.ActForget}, r.In.Speak(say.MenuSaved), list, 1))
	}
	return router.Explain(m)
}
