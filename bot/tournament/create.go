package tournament

import (
	"context"
	"slices"
	"strings"
	"time"

	"paddock/bot/discord"
	"paddock/bot/lang"
	"paddock/bot/request"
	"paddock/games"
	"paddock/games/match"
	"paddock/games/tourney"
)

func (f *Feature) tournamentCreate() *request.Command {
	return &request.Command{
		Name: "create", Help: "Open the sign-up for a tournament in this channel", Run: f.createTournament,
		Complete: f.Complete,
		Options: func(a request.Builder, _ *games.Game) []*request.Option {
			var intervals []string
			for _, i := range tourney.Intervals {
				intervals = append(intervals, string(i), saySeasons[i].Format)
			}
			setup := a.Str(optSetup, "Options of the game, such as rules=course rows=6", false)
			setup.Autocomplete = true
			return []*request.Option{
				gameOption(a, false), formatOption(a), a.Str(optName, helpName, false),
				a.Integer(request.OptPlayers, helpPlayers, 2, tourney.MostEntrants),
				a.Choice(optSignUp, helpSignUp, false, tournamentTimes...),
				a.Choice(optFill, "Computer players to fill the free places at the start", false, games.Easy, "easy",
					games.Medium, "medium", games.Hard, "hard", games.Master, "master"),
				a.TimeOption(helpTime, false),
				a.Choice(optRound, "How long a round may take; after that I judge open games by their score", false,
					tournamentTimes...),
				a.Integer(optSeats, "How many can play in a game", 2, games.MaxSeats),
				a.Integer(optRounds, "Rounds of a Swiss or a league, or how often everybody meets everybody", 1, 20),
				a.Integer(optDivision, "Players in a division; otherwise 6", 3, 8),
				a.Choice(optLate, "Let people join a Swiss or a league until its middle; otherwise nobody can", false,
					string(tourney.LateForNothing), "missed rounds count nothing",
					string(tourney.LateForHalf), "each missed round counts half a win"),
				a.Boolean(optThird, "A game for third place in a bracket"),
				a.Boolean(request.OptThread, "A thread for each game between people"),
				a.Boolean(optConfirm, "Winners confirm their win within the time for a move, or lose it"),
				a.Boolean(request.OptWeekends, "Saturdays and Sundays off: the clock stands still"),
				a.BankOption(),
				a.Boolean(optVacations, "The clock runs on while people are on vacation"),
				a.Choice(optSeason, "How long after this season the next one opens by itself; otherwise there is none",
					false, intervals...),
				setup,
			}
		},
	}
}

// Descriptions of options that are also fields of the form.
const (
	helpName    = "What it is called"
	helpPlayers = "How many can join; it begins when all are there"
	helpSignUp  = "How long people can join; otherwise 1 day"
	helpTime    = "Time for each move; otherwise 1 day"
)

// gameOption returns the option that names the game. Without it the command opens a form.
func gameOption(a request.Builder, required bool) *request.Option {
	return a.Choice(request.OptGame, "Which game", required, a.GameNames()...)
}

// formatOption returns the option that names the format.
func formatOption(a request.Builder) *request.Option {
	var formats []string
	for _, f := range tourney.Formats {
		formats = append(formats, f.Name(), formatHelp[f.Name()])
	}
	return a.Choice(optFormat, "How it is played; otherwise knockout", false, formats...)
}

// formatHelp describes each format in the menu of the option.
var formatHelp = map[string]string{
	"knockout":   "Knockout: games of up to four, all winners go on",
	"bracket":    "Bracket: two a game, the loser is out",
	"roundrobin": "Round robin: everybody plays everybody",
	"swiss":      "Swiss: a few rounds, equals play equals",
	"league":     "League: a few rounds of three or four, points by place",
	"divisions":  "Divisions: everybody plays everybody of like strength; seasons move the best up and the last down",
}

// tournamentTimes are the choices for the length of a sign-up or a round: values and labels in
// turn.
var tournamentTimes = []string{
	"10m", "10 minutes", "1h", "1 hour", "6h", "6 hours", "24h", "1 day", "48h", "2 days", "72h", "3 days", "168h",
	"7 days", "336h", "14 days", "none", "no limit",
}

// mayCreateHere returns a refusal if the person may not create a tournament in this channel.
func (f *Feature) mayCreateHere(ctx context.Context, r *request.Request) error {
	if r.Guild == "" {
		return request.Refuse(r.In.Speak(sayTournamentDM))
	}
	if err := f.MayPlayHere(ctx, r); err != nil {
		return err
	}
	return f.MayCreate(ctx, r)
}

// createTournament handles `/tournament create`. Without a game it opens the form.
func (f *Feature) createTournament(ctx context.Context, r *request.Request) (request.Reply, error) {
	if r.Text(request.OptGame) == "" {
		return f.openForm(ctx, r, r.Given(), "")
	}
	g, ok := f.Matches.Read.Game(games.ID(r.Text(request.OptGame)))
	if !ok {
		return request.Reply{}, request.ErrNoHandler
	}
	r.Game = g
	if err := f.mayCreateHere(ctx, r); err != nil {
		return request.Reply{}, err
	}
	t, err := f.terms(ctx, r, g)
	if err != nil {
		return request.Reply{}, err
	}
	made, err := f.service.Create(ctx, t)
	if err != nil {
		return request.Reply{}, kept(r, err)
	}
	return f.Privately(ctx, r, r.In.Say(sayTournamentCreated, discord.Escape(made.Name), "<#"+string(r.Channel)+">"),
		organising(r, made)...), nil
}

// terms returns the terms of a new tournament, as the options of the command name them.
func (f *Feature) terms(ctx context.Context, r *request.Request, g *games.Game) (tourney.Terms, error) {
	options, err := setupOptions(r.In, r.Text(optSetup))
	if err != nil {
		return tourney.Terms{}, err
	}
	guild, err := f.People.Guild(ctx, r.Guild)
	if err != nil {
		return tourney.Terms{}, err
	}
	if !guild.UsualStarts {
		options = g.Fairly(options)
	}
	t := tourney.Terms{
		Name: discord.OneLine(r.Text(optName), 100), Game: g.ID, Options: options, Format: r.Text(optFormat),
		Fill: r.Text(optFill), Late: tourney.Late(r.Text(optLate)),
		Place: match.Place{Guild: r.Guild, Channel: r.Channel}, Owner: match.Player{User: r.User, Name: r.Name},
		Third: r.Yes(optThird, false), Threads: f.WantsThread(ctx, r), Confirm: r.Yes(optConfirm, false),
		NoWeekends: r.Yes(request.OptWeekends, false), NoVacations: r.Yes(optVacations, false),
		Every: tourney.Interval(r.Text(optSeason)), Cause: match.Cause(r.Ix.ID),
	}
	t.Most, _ = r.Number(request.OptPlayers)
	t.Seats, _ = r.Number(optSeats)
	t.Rounds, _ = r.Number(optRounds)
	t.Size, _ = r.Number(optDivision)
	t.SignUp, _ = tournamentTime(r.Text(optSignUp))
	// a zero time lets the service choose a default, because without a clock a tournament might
	// never end
	if t.PerMove, err = time.ParseDuration(r.Text(request.OptTime)); err != nil {
		t.PerMove = 0
	}
	t.Bank = request.Bank(r.Text(request.OptBank))
	if d, limited := tournamentTime(r.Text(optRound)); limited {
		t.RoundTime = d
	}
	return t, nil
}

// tournamentTime parses a value of tournamentTimes. It returns 0 for an empty value and -1 for
// "none". Both mean that there is no limit.
func tournamentTime(value string) (d time.Duration, limited bool) {
	if value == "none" {
		return -1, false
	}
	d, err := time.ParseDuration(value)
	return d, err == nil
}

// setupOptions parses options of a game such as "rules=course rows=6".
func setupOptions(in lang.Language, text string) (games.Options, error) {
	options := games.Options{}
	for field := range strings.FieldsSeq(text) {
		name, value, ok := strings.Cut(field, "=")
		if !ok || name == "" {
			return nil, request.Refuse(in.Say(sayTournamentOptions, field))
		}
		options[strings.ToLower(name)] = strings.ToLower(value)
	}
	return options, nil
}

// completeSetup returns suggestions for the options of the game: the typed text with one more
// option.
func (f *Feature) completeSetup(r *request.Request) (out []*request.Choice) {
	g, ok := f.Matches.Read.Game(games.ID(r.Text(request.OptGame)))
	if !ok {
		return nil
	}
	said := strings.Fields(strings.ToLower(r.Text(optSetup)))
	last := ""
	if n := len(said); n > 0 && !strings.HasSuffix(r.Text(optSetup), " ") {
		said, last = said[:n-1], said[n-1]
	}
	for _, o := range g.Options {
		if slices.ContainsFunc(said, func(s string) bool { return strings.HasPrefix(s, o.Name+"=") }) {
			continue
		}
		for _, value := range o.Values() {
			field := o.Name + "=" + value
			text := strings.Join(append(slices.Clone(said), field), " ")
			if len(out) < discord.MaxOptions && len(text) <= discord.MaxOptionText && len(strings.Fields(value)) == 1 &&
				strings.HasPrefix(field, last) {
				out = append(out, &request.Choice{Name: text, Value: text})
			}
		}
	}
	return out
}
