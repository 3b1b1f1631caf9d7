package bot

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/bwmarrin/discordgo"

	"paddock/bot/discord"
	"paddock/bot/lang"
	"paddock/bot/say"
	"paddock/games"
	"paddock/games/match"
	"paddock/games/ratings"
)

// Options of `/stats` and `/top`.
const (
	optList   = "list"
	optRating = "rated"
)

const (
	listComputers = "computers"
	topShown      = 15 // how many `/top` ranks
	newcomer      = 5  // fewer rated matches than that don't make a rating certain
)

// statsCommands are `/stats` and `/top` (P23).
func (a author) statsCommands(catalogue []*games.Game) []*discordgo.ApplicationCommand {
	var names []string
	for _, g := range catalogue {
		names = append(names, string(g.ID), g.Name)
	}
	who := a.userOption()
	who.Description = a.in.Text("Whose; your own if you don't say")
	return []*discordgo.ApplicationCommand{
		a.slash("stats", "Matches, ratings and reliability of a member in this server", who, a.choice(optGame, "Which game; all if you don't say", false, names...)),
		a.slash("top", "The best players of a game in this server", a.choice(optGame, "Which game", true, names...),
			a.choice(optList, "Who is ranked; people if you don't say", false, "people", "people", listComputers, "computer players")),
	}
}

// stats is `/stats`: what somebody has achieved in this server.
func (b *bot) stats(ctx context.Context, r *request) (discord.Reply, error) {
	who, name := r.user, r.name
	if id := r.text(optUser); id != "" {
		user, shown := r.person(id)
		if user == nil {
			return discord.Reply{}, errNoActor
		}
		if user.Bot {
			return discord.Reply{}, refuse(r.in.Say(say.StatsBot, discord.Escape(shown)))
		}
		who, name = match.UserID(id), shown
	}
	if r.guild == "" && who != r.user {
		return discord.Reply{}, refuse(r.in.Speak(say.StatsHere))
	}
	me := match.Player{User: who}
	lines := []string{r.in.Say(say.StatsOf, discord.Escape(name))}
	late, played := 0, 0
	for _, g := range b.cfg.Games {
		if only := r.text(optGame); only != "" && only != string(g.ID) {
			continue
		}
		results, err := b.svc.Read.Results(ctx, r.guild, g.ID)
		if err != nil {
			return discord.Reply{}, err
		}
		people, computers := standingOf(results, ratings.People, me), standingOf(results, ratings.Computers, me)
		late, played = late+people.Late+computers.Late, played+people.Played+computers.Played
		if people.Played > 0 {
			lines = append(lines, r.in.Say(say.Stats, g.Name, rating(people), people.Played, people.Won, people.Drawn, people.Lost()))
		} else if computers.Played > 0 {
			lines = append(lines, "**"+g.Name+"**")
		}
		if c := computers; c.Played > 0 {
			lines = append(lines, r.in.Say(say.StatsAgainst, c.Played, c.Won, c.Drawn, c.Lost()))
		}
	}
	if played == 0 {
		return sentence(r.in.Say(say.StatsNone, discord.Escape(name), b.cfg.Games[0].ID)), nil
	}
	lines = append(lines, r.in.Say(say.Reliable, reliability(late, played), late, played))
	return sentence(strings.Join(lines, "\n")), nil
}

// standingOf is somebody's standing in a pool; the zero Standing if they have none.
func standingOf(results []match.Result, pool ratings.Pool, who match.Player) ratings.Standing {
	list := ratings.Table(results, pool)
	if i := slices.IndexFunc(list, func(s ratings.Standing) bool { return s.Who == who }); i >= 0 {
		return list[i]
	}
	return ratings.Standing{}
}

// reliability is how many of a hundred matches somebody has not left to the clock, rounded down unless none (P83).
func reliability(late, played int) int { return (played - late) * 100 / max(played, 1) }

// rating is a rating in text: whole, with a ? while it is uncertain.
func rating(s ratings.Standing) string {
	text := fmt.Sprint(math.Round(s.Rating))
	if s.Rated < newcomer {
		text += "?"
	}
	return text
}

// reputation is what those should know who are asked to play with somebody: how good they are at this game, and how often they leave a match to the
// clock (P83). Who has played nothing here yet has none.
func (b *bot) reputation(ctx context.Context, in lang.Language, rec match.Match) []string {
	results, err := b.svc.Read.Results(ctx, rec.Place.Guild, "")
	if err != nil {
		b.log.Error("could not read results", "match", rec.ID, "err", err)
		return nil
	}
	owner := match.Player{User: rec.Owner}
	late, played := 0, 0
	for _, r := range results {
		if seat := slices.Index(r.Players, owner); seat >= 0 {
			played++
			if r.Late.Has(games.Seat(seat)) {
				late++
			}
		}
	}
	if played == 0 {
		return nil
	}
	ofGame := slices.DeleteFunc(results, func(r match.Result) bool { return r.Game != rec.Game })
	s := standingOf(ofGame, ratings.People, owner)
	if s.Played == 0 {
		s.Rating = ratings.Start
	}
	return []string{"-# " + in.Say(say.Reputation, ownerName(rec), rating(s), reliability(late, played), played)}
}

// top is `/top`: who is best at a game in this server.
func (b *bot) top(ctx context.Context, r *request) (discord.Reply, error) {
	if r.guild == "" {
		return discord.Reply{}, refuse(r.in.Speak(say.StatsHere))
	}
	g, ok := b.svc.Read.Game(games.ID(r.text(optGame)))
	if !ok {
		return discord.Reply{}, errNoHandler
	}
	results, err := b.svc.Read.Results(ctx, r.guild, g.ID)
	if err != nil {
		return discord.Reply{}, err
	}
	pool, heading := ratings.People, say.Top
	if r.text(optList) == listComputers || r.guild == "" {
		pool, heading = ratings.Computers, say.TopComputers
	}
	list := slices.DeleteFunc(ratings.Table(results, pool), func(s ratings.Standing) bool { return s.Rated == 0 || s.Who.Gone != "" })
	if len(list) == 0 {
		return sentence(r.in.Say(say.TopNone, g.Name, g.ID)), nil
	}
	lines := []string{r.in.Say(heading, g.Name)}
	for i, s := range list[:min(topShown, len(list))] {
		lines = append(lines, r.in.Say(say.TopLine, i+1, ranked(g, s.Who), rating(s), s.Won, s.Drawn, s.Lost()))
	}
	if i := slices.IndexFunc(list, func(s ratings.Standing) bool { return s.Who.User == r.user }); i >= 0 {
		lines = append(lines, r.in.Say(say.TopYou, i+1, len(list)))
	}
	return sentence(strings.Join(append(lines, r.in.Speak(say.TopFoot)), "\n")), nil
}

// ranked names somebody in a list; members by a mention, which notifies nobody and shows the name that they have now.
func ranked(g *games.Game, p match.Player) string {
	if p.Computer == "" {
		return discord.Mention(string(p.User))
	}
	return g.Name + " " + discord.Escape(p.Computer)
}
