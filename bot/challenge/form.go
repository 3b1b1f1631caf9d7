package challenge

import (
	"cmp"
	"context"
	"net/url"
	"strings"

	"github.com/bwmarrin/discordgo"

	"paddock/bot/answer"
	"paddock/bot/component"
	"paddock/bot/discord"
	"paddock/bot/lang"
	"paddock/bot/request"
	"paddock/bot/say"
	"paddock/games"
	"paddock/games/match"
)

// The commands that a form can send.
const (
	pathStart     = "start"
	pathChallenge = "challenge"
)

// formButton returns the button that opens the form of a command of a game.
func formButton(in lang.Language, g *games.Game, path string) discordgo.MessageComponent {
	return component.Button(in.Speak(sayLabelForm), discordgo.SecondaryButton,
		component.Target{Action: actForm, Text: string(g.ID) + "/" + path})
}

// form opens the form of a command, or runs the command with the submitted values. Every field of a
// form is also an option of the command.
func (f *Feature) form(ctx context.Context, r *request.Request) (request.Reply, error) {
	id, path, _ := strings.Cut(r.Target.Text, "/")
	r.Target.Text = id
	if err := f.gameOfButton(r); err != nil {
		return request.Reply{}, err
	}
	if !r.IsForm() {
		if _, err := f.Proposal(ctx, r); err != nil {
			return request.Reply{}, err
		}
		guild, err := f.People.Guild(ctx, r.Guild)
		if err != nil {
			return request.Reply{}, err
		}
		form := f.formOf(r, path, !guild.UsualStarts, f.Offered(ctx, r.User, r.Game))
		return request.Reply{Kind: discord.ReplyModal, Modal: form}, nil
	}
	whom, players := r.Filled(request.OptUser), r.Filled(request.OptPlayers)
	more := players != "" && players != "2"
	switch {
	case path == pathChallenge && more && whom != "":
		return request.Reply{}, request.Refuse(r.In.Say(sayOneOrMany, players))
	case path == pathChallenge && more:
		path = pathStart // the form makes an open table
	case path == pathChallenge && whom == "":
		if m, ok := forEverybody(r, id, f.formOf(r, path, false, answer.Offer{})); ok {
			return request.ReplyPrivate(r, m), nil
		}
	}
	return r.RunFilled(ctx, id+" "+path)
}

// forEverybody asks whether a challenge without a member is for everybody: somebody who has missed
// the menu of members would otherwise notify a whole server. The buttons keep what was chosen; ok
// is false if they have no room for it.
func forEverybody(r *request.Request, id string, form discord.Modal) (m discord.Message, ok bool) {
	chosen := url.Values{}
	for _, field := range form.Fields {
		if v := r.Filled(field.Name); v != "" {
			chosen.Set(field.Name, v)
		}
	}
	all := component.Target{Action: actEverybody, Text: id + "?" + chosen.Encode()}
	named := component.Target{Action: actNamed, Text: all.Text}
	member, ok := named.ID()
	if _, fits := all.ID(); !fits || !ok {
		return m, false
	}
	m = discord.TextMessage(r.In.Say(sayForEverybody, r.Game.Name),
		component.Button(r.In.Speak(sayLabelEverybody), discordgo.PrimaryButton, all))
	m.Parts = append(m.Parts, discord.Row(discordgo.SelectMenu{
		MenuType: discordgo.UserSelectMenu, CustomID: member, Placeholder: r.In.Speak(sayMenuMembers),
	}))
	return m, true
}

// sendFilled makes the challenge of a form, to everybody or to the member chosen afterwards.
func (f *Feature) sendFilled(ctx context.Context, r *request.Request) (request.Reply, error) {
	id, query, _ := strings.Cut(r.Target.Text, "?")
	chosen, err := url.ParseQuery(query)
	if err != nil {
		return request.Reply{}, component.ErrID
	}
	if len(r.Values) > 0 {
		chosen.Set(request.OptUser, r.Values[0])
	}
	return r.RunWith(ctx, id+" "+pathChallenge, chosen.Get)
}

// formOf returns the form of a command: the opponent, the number of players, the side, the variant,
// and the time per move. With fair, a challenge leaves open what a fair start decides (P131). The
// level and the variant of first are chosen already.
func (f *Feature) formOf(r *request.Request, path string, fair bool, first answer.Offer) discord.Modal {
	g, a := r.Game, request.Builder{In: r.In, Games: f.Games}
	m := discord.Modal{
		Title: g.Name, ID: component.Target{Action: actForm, Text: string(g.ID) + "/" + path}.MustID(),
		Late: r.In.Speak(say.FormLate),
	}
	add := func(o *request.Option, chosen string) {
		if field, ok := request.Field(r.In, o, chosen); ok && len(m.Fields) < discord.MaxFields {
			m.Fields = append(m.Fields, field)
		}
	}
	if path == pathStart {
		m.Fields = append(m.Fields, levelField(r.In, g, first.Level))
	} else {
		add(a.UserOption(), "")
		m.Fields[0].Label = r.In.Speak(sayMenuMembers)
	}
	if g.MaxSeats > 2 {
		add(a.Integer(request.OptPlayers, "How many play", g.MinSeats, g.MaxSeats), "2")
	}
	for _, o := range a.SideOption(g) {
		add(o, usualSide(g, path))
	}
	for _, o := range g.Options {
		if len(o.Choices) > 0 && len(m.Fields) < discord.MaxFields-1 {
			chosen := cmp.Or(first.Options[o.Name], o.Default)
			if g.Fair[o.Name] != "" && fair && path == pathChallenge {
				chosen = ""
			}
			add(a.GameOption(o), chosen)
		}
	}
	add(a.TimeOption("Time for each move", true), "")
	m.Fields[len(m.Fields)-1].Placeholder = r.In.Speak(sayUsualTime)
	return m
}

// levelField returns the field of a form with the levels of a game.
func levelField(in lang.Language, g *games.Game, chosen string) discord.Field {
	field := discord.Field{Name: optLevel, Label: in.Speak(sayLevel), Required: true}
	for _, p := range g.Players {
		if isLevel(p.Name) {
			field.Choices = append(field.Choices,
				discordgo.SelectMenuOption{
					Label: p.Name, Value: p.Name, Description: in.Text(p.Help),
					Default: p.Name == chosen,
				})
		}
	}
	return field
}

// usualSide returns the value of the side option that stands for none: against one computer the
// first seat, otherwise the draw by lot.
func usualSide(g *games.Game, path string) string {
	sides := match.Sides(g)
	if path == pathStart && g.MaxSeats == 2 && len(sides) > 0 {
		return sides[0]
	}
	return match.SideLot
}

// otherPlayers shows the computer players of a game that are not levels.
func (f *Feature) otherPlayers(ctx context.Context, r *request.Request) (request.Reply, error) {
	if err := f.gameOfButton(r); err != nil {
		return request.Reply{}, err
	}
	return request.ReplyPrivate(r, others(r.In, r.Game)), nil
}
