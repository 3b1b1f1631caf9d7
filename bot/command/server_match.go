package command

import (
	"cmp"
	"context"
	"errors"
	"strings"

	"paddock/bot/command/roles"
	"paddock/bot/discord"
	"paddock/bot/router"
	"paddock/bot/say"
	"paddock/bot/show"
	"paddock/games"
	"paddock/games/match"
	"paddock/games/tourney"
)

const reasonHelp = "Why; everybody can read it"

var serverEnd = &router.Command{
	Name: "end", Help: "End a match or close a challenge, without a result", Run: endMatch, Complete: completeServer,
	Options: func(a router.Builder, _ *games.Game) []*router.Option {
		return []*router.Option{matchHere(a, true), a.Str(router.OptReason, reasonHelp, true)}
	},
}

var serverHandOver = &router.Command{
	Name: "hand-over", Help: "Give a seat in a match, a challenge or a tournament to another member", Run: handOver, Complete: completeServer,
	Options: func(a router.Builder, _ *games.Game) []*router.Option {
		return []*router.Option{
			a.Member(router.OptNew, "Who is to have it", true), a.Str(router.OptReason, reasonHelp, true), matchHere(a, false), whichTournament(a),
			a.Member(router.OptOld, "Of a match: whose seat or challenge it is", false),
		}
	},
}

// matchHere names any match of the server.
func matchHere(a router.Builder, required bool) *router.Option {
	o := a.Str(router.OptGame, "Which match", required)
	o.Autocomplete = true
	return o
}

// matchOfServer is the match that is named, which must be one of this server: that of another is as if there were none. Who manages the server may
// name each of its matches, wherever it is played.
func matchOfServer(ctx context.Context, r *router.Request) (match.Match, error) {
	rec, err := r.Matches.Read.Match(ctx, match.ID(strings.ToLower(r.Text(router.OptGame))))
	if err == nil && rec.Place.Guild != r.Guild {
		return match.Match{}, match.Unknown()
	}
	return rec, err
}

// order is what is decided, as it was typed.
func order(r *router.Request) match.Order {
	return match.Order{By: r.Name, Reason: discord.OneLine(r.Text(router.OptReason), maxReason)}
}

// maxReason is more than a reason may have, so that one that is too long is refused and not cut.
const maxReason = 400

// endMatch is `/server end`.
func endMatch(ctx context.Context, r *router.Request) (discord.Reply, error) {
	rec, err := matchOfServer(ctx, r)
	if err != nil {
		return discord.Reply{}, err
	}
	if err := notOfTournament(ctx, r, rec); err != nil {
		return discord.Reply{}, err
	}
	change, err := r.Matches.Moderate.End(ctx, r.Act(rec.ID), order(r))
	if err != nil {
		return discord.Reply{}, err
	}
	if !change.Repeat {
		if err := note(ctx, r, match.Audit{Did: match.AuditEnd, Match: rec.ID, Game: rec.Game, Whom: membersOf(rec), Reason: order(r).Reason}); err != nil {
			return discord.Reply{}, err
		}
	}
	return router.Privately(r, r.In.Speak(say.MatchEnded), show.BoardLinks(r.In, rec)...), nil
}

// notOfTournament refuses to end a game of a tournament that goes on and waits for its result: that has to be decided.
func notOfTournament(ctx context.Context, r *router.Request, rec match.Match) error {
	if rec.Tournament == "" || r.Tournaments == nil || rec.Status != match.Running {
		return nil
	}
	t, err := r.Tournaments.Tournament(ctx, tourney.ID(rec.Tournament))
	if err == nil && t.Live() {
		err = router.Refuse(r.In.Say(say.DecideInstead, discord.Escape(t.Name), "`/"+r.In.Name("tournament")+" "+r.In.Name("override")+"`"))
	} else if errors.Is(err, tourney.ErrUnknown) {
		err = nil
	}
	return err
}

// membersOf are the members who play in a match.
func membersOf(rec match.Match) (list []match.Player) {
	for _, p := range rec.Players {
		if p.User != "" {
			list = append(list, p)
		}
	}
	return list
}

// handOver is `/server hand-over`.
func handOver(ctx context.Context, r *router.Request) (discord.Reply, error) {
	to, err := newcomer(r)
	if err != nil {
		return discord.Reply{}, err
	}
	switch named, tournament := r.Text(router.OptGame), r.Text(optTournament); {
	case named != "" && tournament == "":
		return handMatchOver(ctx, r, to)
	case named == "" && tournament != "":
		return handTournamentOver(ctx, r, to)
	}
	return discord.Reply{}, router.Refuse(r.In.Speak(say.HandOverWhat))
}

// newcomer is who is to have what is handed over: no bot.
func newcomer(r *router.Request) (match.Player, error) {
	id := r.Text(router.OptNew)
	user, name := r.Person(id)
	switch {
	case user == nil:
		return match.Player{}, router.ErrNoActor
	case user.Bot:
		return match.Player{}, router.Refuse(r.In.Say(say.HandOverBot, discord.Escape(name)))
	}
	return match.Player{User: match.UserID(id), Name: name}, nil
}

func handMatchOver(ctx context.Context, r *router.Request, to match.Player) (discord.Reply, error) {
	rec, err := matchOfServer(ctx, r)
	if err != nil {
		return discord.Reply{}, err
	}
	from, err := holder(r, rec)
	if err != nil {
		return discord.Reply{}, err
	}
	change, err := r.Matches.Moderate.HandOver(ctx, r.Act(rec.ID), match.HandOver{From: from, To: to, Order: order(r)})
	if err != nil {
		return discord.Reply{}, err
	}
	if !change.Repeat {
		if err := note(ctx, r, match.Audit{Did: match.AuditOffer, Match: rec.ID, Game: rec.Game, Whom: []match.Player{from, to}, Reason: order(r).Reason}); err != nil {
			return discord.Reply{}, err
		}
	}
	return router.Privately(r, r.In.Say(say.HandOverAsked, discord.Escape(to.Called()), show.NameOrMention(from)), show.BoardLinks(r.In, rec)...), nil
}

var seatActions = router.Actions{show.ActTakeSeat: takeSeat, show.ActNoSeat: refuseSeat}

// takeSeat takes over what a moderator has offered.
func takeSeat(ctx context.Context, r *router.Request) (discord.Reply, error) {
	rec, err := r.Matches.Read.Match(ctx, r.Target.Match)
	if err == nil {
		err = roles.MayPlay(ctx, r, rec.Place.Guild)
	}
	if err != nil {
		return discord.Reply{}, err
	}
	change, err := r.Matches.Moderate.TakeOver(ctx, r.Act(rec.ID))
	if err == nil && !change.Repeat {
		err = r.Matches.Moderate.Note(ctx, match.Audit{
			Guild: rec.Place.Guild, By: match.Player{User: rec.Heir.Asking, Name: rec.Heir.By}, Did: match.AuditHandOver, Match: rec.ID, Game: rec.Game,
			Whom: []match.Player{rec.Heir.From, rec.Heir.To}, Reason: rec.Heir.Reason,
		})
	}
	if err != nil {
		return discord.Reply{}, err
	}
	return router.Privately(r, r.In.Speak(say.SeatTaken), show.BoardLinks(r.In, change.Match)...), nil
}

// refuseSeat declines it.
func refuseSeat(ctx context.Context, r *router.Request) (discord.Reply, error) {
	if _, err := r.Matches.Moderate.Refuse(ctx, r.Act(r.Target.Match)); err != nil {
		return discord.Reply{}, err
	}
	return router.Privately(r, r.In.Speak(say.SeatRefused)), nil
}

// holder is whose seat or challenge is handed over: the one named, otherwise the only one there can be.
func holder(r *router.Request, rec match.Match) (match.Player, error) {
	all := membersOf(rec)
	if len(all) == 0 && rec.Owner != "" {
		all = []match.Player{{User: rec.Owner}}
	}
	id := match.UserID(r.Text(router.OptOld))
	_, name := r.Person(string(id))
	for _, p := range all {
		if p.User == id {
			p.Name = cmp.Or(p.Name, name)
			return p, nil
		}
	}
	switch {
	case id != "":
		return match.Player{User: id, Name: name}, nil
	case len(all) == 1:
		return all[0], nil
	}
	return match.Player{}, router.Refuse(r.In.Speak(say.HandOverWhose))
}

func handTournamentOver(ctx context.Context, r *router.Request, to match.Player) (discord.Reply, error) {
	t, err := resolveTournament(ctx, r)
	if err != nil {
		return discord.Reply{}, err
	}
	was := t.Owner
	t, err = r.Tournaments.HandOver(ctx, t.ID, by(r), tourney.HandOver{To: to, Reason: order(r).Reason})
	if err == nil {
		err = note(ctx, r, match.Audit{Did: match.AuditHandOver, Tournament: t.Name, Whom: []match.Player{was, to}, Reason: order(r).Reason})
	}
	if err != nil {
		return discord.Reply{}, err
	}
	return router.Privately(r, r.In.Say(say.TournamentHandedOver, discord.Escape(t.Name), discord.Escape(to.Called()))), nil
}

// completeServer lists what an option of a moderator's command could become: matches of the server, its tournaments.
func completeServer(ctx context.Context, r *router.Request) []*router.Choice {
	if r.Focused != router.OptGame {
		return completeTournament(ctx, r)
	}
	if !r.Manages() {
		return nil
	}
	list, err := r.Matches.Read.ByGuild(ctx, r.Guild)
	if err != nil {
		return nil
	}
	var out []*router.Choice
	typed := strings.ToLower(r.Text(router.OptGame))
	for _, rec := range list {
		name := show.MatchInServer(r.In, rec)
		if len(out) < discord.MaxOptions && (strings.Contains(strings.ToLower(name), typed) || strings.HasPrefix(string(rec.ID), typed)) {
			out = append(out, &router.Choice{Name: discord.Truncate(name, discord.MaxOptionText), Value: string(rec.ID)})
		}
	}
	return router.ApartByID(out)
}
