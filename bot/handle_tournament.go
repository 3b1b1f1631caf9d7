package bot

import (
	"context"
	"slices"
	"strings"
	"time"

	"paddock/bot/discord"
	"paddock/bot/lang"
	"paddock/bot/say"
	"paddock/bot/show"
	"paddock/games"
	"paddock/games/match"
	"paddock/games/tourney"
)

// Options of `/tournament`.
const (
	optTournament = "tournament"
	optFormat     = "format"
	optName       = "name"
	optSignUp     = "signup"
	optRound      = "round"
	optSeats      = "seats"
	optRounds     = "rounds"
	optThird      = "third"
	optSetup      = "options"

	optConfirm = "confirm"
	optFill    = "fill"
	optWinner  = "winner"
	optReason  = "reason"
)

// formatHelp says what the formats are, by name.
var formatHelp = map[string]string{
	"knockout":   "Knockout: games of up to four, all winners go on",
	"bracket":    "Bracket: two a game, the loser is out",
	"roundrobin": "Round robin: everybody plays everybody",
	"swiss":      "Swiss: a few rounds, equals play equals",
	"league":     "League: a few rounds of three or four, points by place",
}

// cupTimes are the choices for sign-ups and rounds.
var cupTimes = []string{
	"10m", "10 minutes", "1h", "1 hour", "6h", "6 hours", "24h", "1 day", "48h", "2 days", "72h", "3 days", "168h", "7 days", "336h", "14 days", "none", "no limit",
}

// cupCreate is `/tournament create`.
func cupCreate(ctx context.Context, r *request) (discord.Reply, error) {
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
	t.SignUp, _ = cupTime(r.text(optSignUp))
	if t.PerMove, err = time.ParseDuration(r.text(optTime)); err != nil { // a tournament has a clock, or it would never end
		t.PerMove = 0
	}
	if d, limited := cupTime(r.text(optRound)); limited {
		t.RoundTime = d
	}
	made, err := r.Tournaments.Create(ctx, t)
	if err != nil {
		return discord.Reply{}, err
	}
	return privately(r, r.in.Say(say.TournamentCreated, discord.Escape(made.Name), "<#"+string(r.channel)+">")), nil
}

// cupTime is a value of cupTimes: 0 if nothing is said, negative and not limited for none.
func cupTime(value string) (d time.Duration, limited bool) {
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

// cup is the tournament that a request means: that of its button, the one named, the only live one of the channel, or the newest.
func cup(ctx context.Context, r *request) (tourney.Record, error) {
	if r.Tournaments == nil {
		return tourney.Record{}, refuse(r.in.Speak(say.NoCups))
	}
	named := r.text(optTournament)
	if r.answer.IsComponent() {
		named = r.target.Text
	}
	if named != "" {
		return cupNamed(ctx, r, named)
	}
	list, err := r.Tournaments.InChannel(ctx, r.channel, lookBack)
	if err != nil {
		return tourney.Record{}, err
	}
	live := slices.DeleteFunc(slices.Clone(list), func(t tourney.Record) bool { return !t.Live() })
	switch {
	case len(live) == 1:
		return live[0], nil
	case len(live) > 1:
		return tourney.Record{}, refuse(r.in.Speak(say.WhichCup))
	case len(list) > 0:
		return list[0], nil
	}
	return tourney.Record{}, refuse(r.in.Speak(say.NoCup))
}

// lookBack is how many tournaments of a channel are looked through.
const lookBack = 25

// cupNamed finds a tournament of this server by id or name, also one that has ended in this channel.
func cupNamed(ctx context.Context, r *request, named string) (tourney.Record, error) {
	t, err := r.Tournaments.Tournament(ctx, tourney.ID(strings.ToLower(named)))
	if err == nil && t.Place.Guild == r.guild {
		return t, nil
	}
	live, listing := r.Tournaments.Live(ctx)
	if listing != nil {
		return tourney.Record{}, listing
	}
	ended, _ := r.Tournaments.InChannel(ctx, r.channel, lookBack)
	for _, t := range append(live, ended...) {
		if t.Place.Guild == r.guild && strings.EqualFold(t.Name, named) {
			return t, nil
		}
	}
	if err == nil { // another server's
		return tourney.Record{}, refuse(r.in.Speak(say.NoCup))
	}
	return tourney.Record{}, err
}

// by is the person who asks, with what they may do.
func (r *request) by() tourney.By {
	return tourney.By{User: r.user, Name: r.name, Moderator: r.manages()}
}

// cupDo does something to a tournament and says so to the person alone; the channel sees it in the tournament's message.
func cupDo(ctx context.Context, r *request, done games.Sentence, do func(tourney.ID) (tourney.Record, error)) (discord.Reply, error) {
	t, err := cup(ctx, r)
	if err != nil {
		return discord.Reply{}, err
	}
	if t, err = do(t.ID); err != nil {
		return discord.Reply{}, err
	}
	return privately(r, r.in.Say(done, discord.Escape(t.Name))), nil
}

func cupJoin(ctx context.Context, r *request) (discord.Reply, error) {
	return cupDo(ctx, r, say.TournamentJoined, func(id tourney.ID) (tourney.Record, error) {
		return r.Tournaments.Join(ctx, id, match.Player{User: r.user, Name: r.name})
	})
}

func cupLeave(ctx context.Context, r *request) (discord.Reply, error) {
	return cupDo(ctx, r, say.TournamentLeft, func(id tourney.ID) (tourney.Record, error) { return r.Tournaments.Leave(ctx, id, r.user) })
}

// cupConfirm is pressed by a winner who is asked to (F71).
func cupConfirm(ctx context.Context, r *request) (discord.Reply, error) {
	return cupDo(ctx, r, say.TournamentConfirmed, func(id tourney.ID) (tourney.Record, error) { return r.Tournaments.Confirm(ctx, id, r.user) })
}

func cupStart(ctx context.Context, r *request) (discord.Reply, error) {
	return cupDo(ctx, r, say.TournamentStarted, func(id tourney.ID) (tourney.Record, error) { return r.Tournaments.Start(ctx, id, r.by()) })
}

func cupCancel(ctx context.Context, r *request) (discord.Reply, error) {
	return cupDo(ctx, r, say.TournamentCancelled, func(id tourney.ID) (tourney.Record, error) { return r.Tournaments.Cancel(ctx, id, r.by()) })
}

// shared is the winner of an override when nobody wins alone.
const shared = "shared"

// cupOverride is `/tournament override` (P27).
func cupOverride(ctx context.Context, r *request) (discord.Reply, error) {
	return cupDo(ctx, r, say.TournamentDecided, func(id tourney.ID) (tourney.Record, error) {
		t, err := r.Tournaments.Tournament(ctx, id)
		if err != nil {
			return t, err
		}
		call := tourney.Call{Match: match.ID(strings.ToLower(r.text(optGame))), Winner: games.Spectator, Reason: discord.OneLine(r.text(optReason), 400)}
		if _, g := t.Find(call.Match); g != nil && !strings.EqualFold(r.text(optWinner), shared) {
			call.Winner = games.Seat(slices.IndexFunc(g.Pairing, func(e tourney.Entrant) bool { return strings.EqualFold(t.Entrants[e].Name, r.text(optWinner)) }))
			if call.Winner < 0 {
				return t, refuse(r.in.Say(say.TournamentNoWinner, discord.Escape(r.text(optWinner)), say.Escaped(t.Names(g.Pairing...))))
			}
		}
		return r.Tournaments.Override(ctx, id, r.by(), call)
	})
}

// cupStatus shows a tournament's message as it is now, to the person alone.
func cupStatus(ctx context.Context, r *request) (discord.Reply, error) {
	t, err := cup(ctx, r)
	if err != nil {
		return discord.Reply{}, err
	}
	return onlyTo(r, r.Show.Tournament(r.in, r.TournamentMessages.View(ctx, t, show.Stage(t)), show.Stage(t))), nil
}

// cupStandings shows the standing of all.
func cupStandings(ctx context.Context, r *request) (discord.Reply, error) {
	t, err := cup(ctx, r)
	if err != nil {
		return discord.Reply{}, err
	}
	return onlyTo(r, r.Show.Standings(r.in, r.TournamentMessages.View(ctx, t, show.Stage(t)))), nil
}

// cupBracket shows all rounds.
func cupBracket(ctx context.Context, r *request) (discord.Reply, error) {
	t, err := cup(ctx, r)
	if err != nil {
		return discord.Reply{}, err
	}
	return onlyTo(r, r.Show.Rounds(r.in, r.TournamentMessages.View(ctx, t, show.EveryRound))), nil
}

func onlyTo(r *request, m discord.Message) discord.Reply {
	out := discord.Reply{Message: m}
	if r.onPrivate() {
		out.Kind = discord.ReplyUpdate
	}
	return out
}

// suggestSetup lists what can be typed next into the options of the game: those that are there already, and one more.
func suggestSetup(r *request) (out []*choice) {
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

// completeTournament lists what an option of `/tournament` could become: tournaments of this server, games of the round, who plays one.
func completeTournament(ctx context.Context, r *request) []*choice {
	if r.Tournaments == nil {
		return nil
	}
	var out []*choice
	typed := strings.ToLower(r.text(r.focused))
	add := func(name, value string) {
		if len(out) < discord.MaxOptions && (strings.Contains(strings.ToLower(name), typed) || strings.HasPrefix(value, typed)) {
			out = append(out, &choice{Name: discord.Truncate(name, discord.MaxOptionText), Value: discord.Truncate(value, discord.MaxOptionText)})
		}
	}
	if r.focused == optSetup {
		return suggestSetup(r)
	}
	if r.focused == optTournament {
		for _, t := range cupsHere(ctx, r) {
			add(t.Name+" · "+r.in.Speak(say.TournamentStatuses[t.Status]), string(t.ID))
		}
		return out
	}
	t, err := cup(ctx, r)
	if err != nil {
		return nil
	}
	round, ok := t.Going()
	if !ok {
		return nil
	}
	switch r.focused {
	case optGame:
		for _, g := range round.Games {
			if g.Match != "" {
				add(strings.Join(show.EntrantNames(t, g.Pairing), r.in.Speak(say.V)), string(g.Match))
			}
		}
	case optWinner:
		if _, g := t.Find(match.ID(r.text(optGame))); g != nil {
			for _, e := range g.Pairing {
				add(t.Entrants[e].Name, t.Entrants[e].Name)
			}
		}
		add(r.in.Speak(say.TournamentShared), shared)
	}
	return out
}

// cupsHere lists the tournaments that can be meant here: the live ones of the server, then those that have ended in this channel.
func cupsHere(ctx context.Context, r *request) []tourney.Record {
	live, _ := r.Tournaments.Live(ctx)
	list := slices.DeleteFunc(live, func(t tourney.Record) bool { return t.Place.Guild != r.guild })
	ended, _ := r.Tournaments.InChannel(ctx, r.channel, lookBack)
	for _, t := range ended {
		if !t.Live() {
			list = append(list, t)
		}
	}
	return list
}
