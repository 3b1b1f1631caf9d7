package play

import (
	"context"
	"strings"

	"github.com/bwmarrin/discordgo"

	"paddock/bot/board"
	"paddock/bot/component"
	"paddock/bot/discord"
	"paddock/bot/request"
	"paddock/bot/say"
	"paddock/games"
	"paddock/games/match"
)

// askName opens the form for the name of an arrangement to save.
func (f *Feature) askName(ctx context.Context, r *request.Request) (request.Reply, error) {
	rec, _, _, err := f.arranging(ctx, r)
	if err != nil {
		return request.Reply{}, err
	}
	return request.Reply{
		Kind: discord.ReplyModal,
		Modal: board.NewModal(r.In, say.LabelSave.Format, component.Target{Match: rec.ID, Action: ActSaved},
			games.Field{Label: sayItsName.Format, Placeholder: sayReplaced.Format, Max: board.MaxSavedName}),
	}, nil
}

// save stores an arrangement under a name.
func (f *Feature) save(ctx context.Context, r *request.Request) (request.Reply, error) {
	rec, _, a, err := f.arranging(ctx, r)
	if err != nil {
		return request.Reply{}, err
	}
	name := ""
	if len(r.Values) > 0 {
		name = discord.OneLine(r.Values[0], board.MaxSavedName)
	}
	if name == "" {
		return request.Reply{}, request.Refuse(r.In.Speak(saySaveNameless))
	}
	full := false
	err = f.People.Change(ctx, r.User, func(u *match.User) {
		key := board.SavedKey(rec.Game, a.Kind, name)
		if full = u.Saved[key] == "" && len(board.SavedOf(*u, rec.Game, a.Kind)) >= board.MaxSaved; full {
			return
		}
		u.Save(key, a.Text)
	})
	switch {
	case err != nil:
		return request.Reply{}, err
	case full:
		return request.Reply{}, request.Refuse(r.In.Say(saySavedFull, board.MaxSaved))
	}
	return f.PrivateBoard(ctx, r, rec, r.In.Say(saySaved, "**"+discord.Escape(name)+"**"))
}

// load applies the chosen saved arrangement, or, without a choice, the one confirmed last.
func (f *Feature) load(ctx context.Context, r *request.Request) (request.Reply, error) {
	rec, _, a, err := f.arranging(ctx, r)
	if err != nil {
		return request.Reply{}, err
	}
	u, err := f.People.User(ctx, r.User)
	if err != nil {
		return request.Reply{}, err
	}
	key := board.LastKey(rec.Game, a.Kind)
	if len(r.Values) == 1 {
		key = r.Values[0]
	}
	text := u.Saved[key]
	if text == "" || !strings.HasPrefix(key, board.LastKey(rec.Game, a.Kind)) {
		return request.Reply{}, request.Refuse(r.In.Speak(saySavedGone))
	}
	return f.arrange(ctx, r, rec, games.ArrangeText, []string{text})
}

// forget asks which saved arrangement to delete, or deletes the chosen one.
func (f *Feature) forget(ctx context.Context, r *request.Request) (request.Reply, error) {
	if len(r.Values) == 1 {
		key := r.Values[0]
		if err := f.People.Change(ctx, r.User, func(u *match.User) { delete(u.Saved, key) }); err != nil {
			return request.Reply{}, err
		}
		if r.Target.Match == "" {
			return f.Privately(ctx, r, r.In.Speak(saySavedDeleted)), nil
		}
		rec, err := f.ResolveMatch(ctx, r)
		if err != nil {
			return request.Reply{}, err
		}
		return f.PrivateBoard(ctx, r, rec, r.In.Speak(saySavedDeleted))
	}
	rec, _, a, err := f.arranging(ctx, r)
	if err != nil {
		return request.Reply{}, err
	}
	u, err := f.People.User(ctx, r.User)
	if err != nil {
		return request.Reply{}, err
	}
	list := board.SavedOf(u, rec.Game, a.Kind)
	if len(list) == 0 {
		return request.Reply{}, request.Refuse(r.In.Speak(saySavedGone))
	}
	m := discord.TextMessage(r.In.Speak(sayForgetWhich))
	m.Parts = append(m.Parts, board.Choosing(component.Target{Match: rec.ID, Action: component.ActForget},
		r.In.Speak(say.MenuSaved), list, 1),
		discord.Row(component.Button(r.In.Speak(say.LabelBack), discordgo.SecondaryButton,
			component.Target{Match: rec.ID, Action: component.ActSetup})))
	return f.InPlace(ctx, r, rec, m, ""), nil
}

// noSetup returns the answer for a user who has nothing to arrange. It lists their saved
// arrangements (S49).
func (f *Feature) noSetup(ctx context.Context, r *request.Request) error {
	u, err := f.People.User(ctx, r.User)
	if err != nil {
		return err
	}
	m := discord.TextMessage(r.In.Say(sayNothingToArrange, r.Game.ID))
	if list := board.AllSaved(u, r.Game.ID); len(list) > 0 {
		m = discord.TextMessage(r.In.Say(sayNothingToArrange, r.Game.ID) + "\n" + r.In.Speak(sayForgetWhich))
		m.Parts = append(m.Parts,
			board.Choosing(component.Target{Action: component.ActForget}, r.In.Speak(say.MenuSaved), list, 1))
	}
	return request.Explain(m)
}
