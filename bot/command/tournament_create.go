package command

import (
	"context"
	"slices"
	"strings"
	"time"

	"paddock/bot/discord"
	"paddock/bot/lang"
	"paddock/bot/say"
	"paddock/games"
	"paddock/games/match"
	"paddock/games/tourney"
)

var tournamentCreate = &Command{
	Name: "create", Help: "Open the sign-up of a tournament in this channel", run: createTournament, complete: completeTournament,
	options: func(a author, _ *games.Game) []*option {
		var formats []string
		for _, f := range tourney.Formats {
			formats = append(formats, f.Name(), formatHelp[f.Name()])
		}
		setup := a.str(optSetup, "Options of the game, such as rules=course rows=6", false)
		setup.Autocomplete = true
		return []*option{
			a.choice(optGame, "Which game", true, a.gameNames()...),
			a.choice(optFormat, "How it is played; knockout if you don't say", false, formats...),
			a.str(optName, "What it is called", false),
			a.integer(optPlayers, "How many can join; it begins when all are there", 2, tourney.MostEntrants),
			a.choice(optSignUp, "How long people can join; 1 day if you don't say", false, tournamentTimes...),
			a.choice(optFill, "Computer players that take the free places at the start", false, games.Easy, "easy", games.Medium, "medium", games.Hard, "hard", games.Master, "master"),
			a.timeOption("Time for each move; 1 day if you don't say", false),
			a.choice(optRound, "How long a round may take; open games are then judged", false, tournamentTimes...),
			a.integer(optSeats, "The most players in a game", 2, games.MaxSeats),
			a.integer(optRounds, "Rounds of a Swiss or a league, or how often everybody meets", 1, 20),
			a.boolean(optThird, "A game for the third place of a bracket"),
			a.boolean(optThread, "A thread for each game of people"),
			a.boolean(optConfirm, "Winners must confirm their win within the time of a move, or lose it"),
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
func createTournament(ctx context.Context, r *request) (discord.Reply, error) {
	g, ok := r.Matches.Read.Game(games.ID(r.text(optGame)))
	switch {
	case r.Tournaments == nil:
		return discord.Reply{}, refuse(r.in.Speak(say.NoCups))
	case r.guild == "":
		return discord.Reply{}, refuse(r.in.Speak(say.TournamentDM))
	case !ok:
		return discord.Reply{}, errNoHandler
	}
	r.game = g
	if err := mayPlayHere(r); err != nil {
		return discord.Reply{}, err
	}
	server, err := r.People.Guild(ctx, r.guild)
	if err != nil {
		return discord.Reply{}, err
	}
	if server.OwnCups && !r.manages() {
		return discord.Reply{}, refuse(r.in.Speak(say.TournamentManagers))
	}
	options, err := setupOptions(r.in, r.text(optSetup))
	if err != nil {
		return discord.Reply{}, err
	}
	t := tourney.Terms{
		Name: discord.OneLine(r.text(optName), 100), Game: g.ID, Options: options, Format: r.text(optFormat), Fill: r.text(optFill),
		Place: match.Place{Guild: r.guild, Channel: r.channel}, Owner: match.Player{User: r.user, Name: r.name},
		Third: r.yes(optThird, false), Threads: wantsThread(ctx, r), Confirm: r.yes(optConfirm, false), Cause: match.Cause(r.ix.ID),
	}
	t.Most, _ = r.number(optPlayers)
	t.Seats, _ = r.number(optSeats)
	t.Rounds, _ = r.number(optRounds)
	t.SignUp, _ = tournamentTime(r.text(optSignUp))
	if t.PerMove, err = time.ParseDuration(r.text(optTime)); err != nil { // a tournament has a clock, or it would never end
		t.PerMove = 0
	}
	if d, limited := tournamentTime(r.text(optRound)); limited {
		t.RoundTime = d
	}
	made, err := r.Tournaments.Create(ctx, t)
	if err != nil {
		return discord.Reply{}, err
	}
	return privately(r, r.in.Say(say.TournamentCreated, discord.Escape(made.Name), "<#"+string(r.channel)+">")), nil
}

// tournamentTime is a value of cupTimes: 0 if nothing is said, negative and not limited for none.
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
			return nil, refuse(in.Say(say.TournamentOptions, field))
		}
		options[strings.ToLower(name)] = strings.ToLower(value)
	}
	return options, nil
}

// completeSetup lists what can be typed next into the options of the game: those that are there already, and one more.
func completeSetup(r *request) (out []*choice) {
	g, ok := r.Matches.Read.Game(games.ID(r.text(optGame)))
	if !ok {
		return nil
	}
	said := strings.Fields(strings.ToLower(r.text(optSetup)))
	last := ""
	if n := len(said); n > 0 && !strings.HasSuffix(r.text(optSetup), " ") {
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
				out = append(out, &choice{Name: text, Value: text})
			}
		}
	}
	return out
}
