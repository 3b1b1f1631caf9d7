package tournament

import (
	"cmp"
	"context"
	"errors"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/bwmarrin/discordgo"

	"paddock/bot/component"
	"paddock/bot/discord"
	"paddock/bot/request"
	"paddock/bot/say"
	"paddock/games"
	"paddock/games/match"
	"paddock/games/tourney"
)

// like is the key, in a form's id, of the id of an earlier tournament. The form begins with the
// options of that tournament.
const like = "like"

// form opens the form of `/tournament create`, or creates the tournament with the submitted values.
// The form shows only some of the options. The values of the other options are kept in the form's id.
func (f *Feature) form(ctx context.Context, r *request.Request) (request.Reply, error) {
	given, err := url.ParseQuery(r.Target.Text)
	if err != nil {
		return request.Reply{}, component.ErrID
	}
	if id := given.Get(like); id != "" {
		t, err := f.service.Tournament(ctx, tourney.ID(id))
		if err != nil {
			return request.Reply{}, err
		}
		given = f.valuesOf(t, r.Filled)
		if r.IsForm() { // the form alone decides what it asks for
			for _, field := range fields(request.Builder{In: r.In, Games: f.Games}, given) {
				given.Del(field.Name)
			}
		}
	}
	if !r.IsForm() {
		return f.openForm(ctx, r, given, r.Target.Text)
	}
	return r.RunWith(ctx, "tournament create", func(option string) string {
		return cmp.Or(r.Filled(option), given.Get(option))
	})
}

// openForm opens the form of `/tournament create`, filled in with the given values. The parameter
// text becomes part of the form's id. If it is empty, the id keeps the values of the options that
// the form does not show.
func (f *Feature) openForm(ctx context.Context, r *request.Request, given url.Values,
	text string,
) (request.Reply, error) {
	if err := f.mayCreateHere(ctx, r); err != nil {
		return request.Reply{}, err
	}
	m := discord.Modal{Title: r.In.Speak(sayTournamentForm), Late: r.In.Speak(say.FormLate)}
	rest := url.Values{}
	for name, v := range given {
		rest[name] = v
	}
	for _, field := range fields(request.Builder{In: r.In, Games: f.Games}, given) {
		m.Fields = append(m.Fields, field)
		rest.Del(field.Name)
	}
	if !strings.HasPrefix(text, like+"=") {
		text = rest.Encode()
	}
	id, fits := component.Target{Action: ActTournamentForm, Text: text}.ID()
	if !fits { // more was given than the form can keep
		return request.Reply{}, request.Refuse(r.In.Speak(sayTournamentGame))
	}
	m.ID = id
	return request.Reply{Kind: discord.ReplyModal, Modal: m}, nil
}

// fields returns the fields of the form. A name that was given takes the place of the time.
func fields(a request.Builder, given url.Values) (list []discord.Field) {
	add := func(usual string, o *request.Option) {
		chosen := cmp.Or(given.Get(o.Name), usual)
		if chosen != "" && !slices.ContainsFunc(o.Choices, func(c *request.Choice) bool { return c.Value == chosen }) {
			o.Choices = append(o.Choices, &request.Choice{Name: chosen, Value: chosen})
		}
		field, _ := request.Field(a.In, o, chosen)
		field.Label, _, _ = strings.Cut(field.Label, ";") // the usual values are preselected
		field.Required = o.Required
		for i, c := range field.Choices { // a phone cuts the chosen label, but not the description in the list
			field.Choices[i].Label, field.Choices[i].Description, _ = strings.Cut(c.Label, ": ")
		}
		list = append(list, field)
	}
	if given.Has(optName) {
		list = append(list, discord.Field{
			Name: optName, Label: a.In.Text(helpName), Text: true, Value: given.Get(optName), Required: true,
		})
	}
	add("", gameOption(a, true))
	add(tourney.Formats[0].Name(), formatOption(a))
	add("", a.Choice(request.OptPlayers, helpPlayers, false, "4", "4", "6", "6", "8", "8", "12", "12", "16", "16", "24",
		"24", "32", "32"))
	list[len(list)-1].Placeholder = a.In.Speak(sayTournamentAnyNumber)
	add("24h", a.Choice(optSignUp, helpSignUp, false, tournamentTimes...))
	if len(list) < discord.MaxFields {
		add("24h", a.TimeOption(helpTime, false))
	}
	return list
}

// kept returns the refusal of a new tournament, with a button that opens the form with what was
// chosen, if the button has room for it.
func kept(r *request.Request, err error) error {
	at := component.Target{Action: ActTournamentForm, Text: r.Given().Encode()}
	if _, fits := at.ID(); !fits || !errors.Is(err, tourney.ErrBadTerms) {
		return err
	}
	return request.Refuse(say.Error(r.In, err, r.User),
		component.Button(r.In.Speak(sayLabelTournamentChange), discordgo.PrimaryButton, at))
}

// valuesOf returns the terms of a tournament as options of `/tournament create`. Terms that belong
// to a game or a format are left out if another one is chosen.
func (f *Feature) valuesOf(t tourney.Record, chosen func(option string) string) url.Values {
	v := url.Values{}
	set := func(option, value string, unless bool) {
		if value != "" && !unless {
			v.Set(option, value)
		}
	}
	yes := func(option string, on bool) { set(option, strconv.FormatBool(on), !on) }
	number := func(option string, n int, unless bool) { set(option, strconv.Itoa(n), n == 0 || unless) }
	g, known := f.Matches.Read.Game(t.Game)
	format, _ := tourney.Find(t.Format)
	set(request.OptGame, string(t.Game), !known)
	set(optName, t.Name, !known || t.Season > 1 || strings.HasPrefix(t.Name, tourney.UsualName(g, format)))
	set(optFormat, t.Format, false)
	number(request.OptPlayers, t.Most, t.Most >= 32)
	set(optSignUp, span(t.SignUp), false)
	set(request.OptTime, span(t.PerMove), false)
	set(optRound, span(t.RoundTime), t.RoundTime == 0)
	set(request.OptBank, request.BankValue(t.Bank), false)
	yes(request.OptThread, t.Threads)
	yes(optConfirm, t.Confirm)
	yes(request.OptWeekends, t.NoWeekends)
	yes(optVacations, t.NoVacations)
	if game := chosen(request.OptGame); game == "" || game == string(t.Game) {
		set(optSetup, setupText(t.Options), false)
		set(optFill, t.Fill, false)
	}
	if name := chosen(optFormat); name == "" || name == t.Format {
		number(optRounds, t.Rounds, false)
		number(optDivision, t.Size, false)
		yes(optThird, t.Third)
	}
	return v
}

// span returns a duration as the menus of times have it.
func span(d time.Duration) string {
	switch {
	case d < 0:
		return "none"
	case d%time.Hour == 0:
		return strconv.Itoa(int(d/time.Hour)) + "h"
	}
	return strconv.Itoa(int(d/time.Minute)) + "m"
}

// setupText writes options of a game as setupOptions reads them.
func setupText(options games.Options) string {
	var list []string
	for name, value := range options {
		list = append(list, name+"="+value)
	}
	slices.Sort(list)
	return strings.Join(list, " ")
}

// organising returns the buttons with which a tournament's organiser goes on while its sign-up is
// open; none for anybody else.
func organising(r *request.Request, t tourney.Record) (list []discordgo.MessageComponent) {
	if t.Status != tourney.Open || t.Owner.User != r.User {
		return nil
	}
	return append(list, button(r.In, sayLabelTournamentStart, discordgo.PrimaryButton, ActTournamentStart, t),
		button(r.In, sayLabelTournamentCancel, discordgo.SecondaryButton, actTournamentCancel, t))
}

// askCancel asks whether to cancel a sign-up. If nobody else has joined, it is cancelled at once.
func (f *Feature) askCancel(ctx context.Context, r *request.Request, t tourney.Record) (request.Reply, error) {
	alone := !slices.ContainsFunc(t.Entrants, func(p match.Player) bool { return p.User != r.User })
	if alone || t.Status != tourney.Open || t.Owner.User != r.User {
		return f.cancel(ctx, r, t)
	}
	return f.Privately(ctx, r, r.In.Say(sayTournamentAskCancel, discord.Escape(t.Name)),
		button(r.In, sayLabelTournamentKeep, discordgo.SecondaryButton, actTournamentKeep, t),
		button(r.In, sayLabelTournamentCancelYes, discordgo.DangerButton, actTournamentCancelYes, t)), nil
}

// keep closes the question about cancelling.
func (f *Feature) keep(ctx context.Context, r *request.Request, t tourney.Record) (request.Reply, error) {
	return f.Privately(ctx, r, r.In.Say(sayTournamentKept, discord.Escape(t.Name)), organising(r, t)...), nil
}
