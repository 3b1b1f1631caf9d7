package command

import (
	"context"
	"slices"
	"strings"
	"time"

	"paddock/bot/command/roles"
	"paddock/bot/discord"
	"paddock/bot/lang"
	"paddock/bot/router"
	"paddock/bot/say"
	"paddock/games"
	"paddock/games/match"
	"paddock/games/tourney"
)

var tournamentCreate = &router.Command{
	Name: "create", Help: "Open the sign-up of a tournament in this channel", Run: createTournament, Complete: completeTournament,
	Options: func(a router.Builder, _ *games.Game) []*router.Option {
		var formats []string
		for _, f := range tourney.Formats {
			formats = append(formats, f.Name(), formatHelp[f.Name()])
		}
		var intervals []string
		for _, i := range tourney.Intervals {
			intervals = append(intervals, string(i), say.Seasons[i].Format)
		}
		setup := a.Str(optSetup, "Options of the game, such as rules=course rows=6", false)
		setup.Autocomplete = true
		return []*router.Option{
			a.Choice(router.OptGame, "Which game", true, a.GameNames()...),
			a.Choice(optFormat, "How it is played; knockout if you don't say", false, formats...),
			a.Str(optName, "What it is called", false),
			a.Integer(router.OptPlayers, "How many can join; it begins when all are there", 2, tourney.MostEntrants),
			a.Choice(optSignUp, "How long people can join; 1 day if you don't say", false, tournamentTimes...),
			a.Choice(optFill, "Computer players that take the free places at the start", false, games.Easy, "easy", games.Medium, "medium", games.Hard, "hard", games.Master, "master"),
			a.TimeOption("Time for each move; 1 day if you don't say", false),
			a.Choice(optRound, "How long a round may take; open games are then judged", false, tournamentTimes...),
			a.Integer(optSeats, "The most players in a game", 2, games.MaxSeats),
			a.Integer(optRounds, "Rounds of a Swiss or a league, or how often everybody meets", 1, 20),
			a.Boolean(optThird, "A game for the third place of a bracket"),
			a.Boolean(router.OptThread, "A thread for each game of people"),
			a.Boolean(optConfirm, "Winners must confirm their win within the time of a move, or lose it"),
			a.Boolean(router.OptWeekends, "Saturdays and Sundays off: the clock stands still"),
			a.Boolean(router.OptVacations, "The clock goes on running on people's vacations"),
			a.Choice(optSeason, "Opens the next season by itself when this one is over and so long ago; once if you don't say", false, intervals...),
			setup,
		}
	},
}

// formatHelp says what the formats are, by name.
var formatHelp = map[string]string{
	"knockout":   "Knockout: games of up to four, all winners go on",
	"bracket":    "Bracket: two a game, the loser is out",
	"roundrobin": "Round robin: everybody plays everybody",
	"swiss":      "Swiss: a few rounds, equals play equals",
	"league":     "League: a few rounds of three or four, points by place",
}

// tournamentTimes are the choices for sign-ups and rounds.
var tournamentTimes = []string{
	"10m", "10 minutes", "1h", "1 hour", "6h", "6 hours", "24h", "1 day", "48h", "2 days", "72h", "3 days", "168h", "7 days", "336h", "14 days", "none", "no limit",
}

// createTournament is `/tournament create`.
func createTournament(ctx context.Context, r *router.Request) (discord.Reply, error) {
	g, ok := r.Matches.Read.Game(games.ID(r.Text(router.OptGame)))
	switch {
	case r.Tournaments == nil:
		return discord.Reply{}, router.Refuse(r.In.Speak(say.NoTournaments))
	case r.Guild == "":
		return discord.Reply{}, router.Refuse(r.In.Speak(say.TournamentDM))
	case !ok:
		return discord.Reply{}, router.ErrNoHandler
	}
	r.Game = g
	if err := mayPlayHere(ctx, r); err != nil {
		return discord.Reply{}, err
	}
	if err := roles.MayCreate(ctx, r); err != nil {
		return discord.Reply{}, err
	}
	options, err := setupOptions(r.In, r.Text(optSetup))
	if err != nil {
		return discord.Reply{}, err
	}
	t := tourney.Terms{
		Name: discord.OneLine(r.Text(optName), 100), Game: g.ID, Options: options, Format: r.Text(optFormat), Fill: r.Text(optFill),
		Place: match.Place{Guild: r.Guild, Channel: r.Channel}, Owner: match.Player{User: r.User, Name: r.Name},
		Third: r.Yes(optThird, false), Threads: wantsThread(ctx, r), Confirm: r.Yes(optConfirm, false),
		NoWeekends: r.Yes(router.OptWeekends, false), NoVacations: r.Yes(router.OptVacations, false), Every: tourney.Interval(r.Text(optSeason)), Cause: match.Cause(r.Ix.ID),
	}
	t.Most, _ = r.Number(router.OptPlayers)
	t.Seats, _ = r.Number(optSeats)
	t.Rounds, _ = r.Number(optRounds)
	t.SignUp, _ = tournamentTime(r.Text(optSignUp))
	if t.PerMove, err = time.ParseDuration(r.Text(router.OptTime)); err != nil { // a tournament has a clock, or it would never end
		t.PerMove = 0
	}
	if d, limited := tournamentTime(r.Text(optRound)); limited {
		t.RoundTime = d
	}
	made, err := r.Tournaments.Create(ctx, t)
	if err != nil {
		return discord.Reply{}, err
	}
	return router.Privately(r, r.In.Say(say.TournamentCreated, discord.Escape(made.Name), "<#"+string(r.Channel)+">")), nil
}

// tournamentTime is a value of tournamentTimes: 0 if nothing is said, negative and not limited for none.
func tournamentTime(value string) (d time.Duration, limited bool) {
	if value == "none" {
		return -1, false
	}
	d, err := time.ParseDuration(value)
	return d, err == nil
}

// setupOptions reads "rules=course rows=6".
func setupOptions(in lang.Language, text string) (games.Options, error) {
	options := games.Options{}
	for _, field := range strings.Fields(text) {
		name, value, ok := strings.Cut(field, "=")
		if !ok || name == "" {
			return nil, router.Refuse(in.Say(say.TournamentOptions, field))
		}
		options[strings.ToLower(name)] = strings.ToLower(value)
	}
	return options, nil
}

// completeSetup lists what can be typed next into the options of the game: those that are there already, and one more.
func completeSetup(r *router.Request) (out []*router.Choice) {
	g, ok := r.Matches.Read.Game(games.ID(r.Text(router.OptGame)))
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
			if len(out) < discord.MaxOptions && len(text) <= discord.MaxOptionText && len(strings.Fields(value)) == 1 && strings.HasPrefix(field, last) {
				out = append(out, &router.Choice{Name: text, Value: text})
			}
		}
	}
	return out
}
