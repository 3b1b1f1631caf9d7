package server

import (
	"cmp"
	"context"
	"errors"
	"strings"

	"paddock/bot/answer"
	"paddock/bot/board"
	"paddock/bot/discord"
	"paddock/bot/request"
	"paddock/bot/say"
	"paddock/games"
	"paddock/games/match"
	"paddock/games/tourney"
)

func (f *Feature) serverEnd() *request.Command {
	return &request.Command{
		Name: "end", Help: "End a match or close a challenge, without a result", Run: f.endMatch,
		Complete: f.completeServer,
		Options: func(a request.Builder, _ *games.Game) []*request.Option {
			return []*request.Option{matchOption(a, true), a.Str(request.OptReason, answer.ReasonHelp, true)}
		},
	}
}

func (f *Feature) serverHandOver() *request.Command {
	return &request.Command{
		Name: "hand-over", Help: "Hand a seat in a match, a challenge or a tournament over to another member",
		Run: f.handOver, Complete: f.completeServer,
		Options: func(a request.Builder, _ *games.Game) []*request.Option {
			return []*request.Option{
				a.Member(OptNew, "Who gets it", true), a.Str(request.OptReason, answer.ReasonHelp, true),
				matchOption(a, false), f.tournaments.Option(a),
				a.Member(OptOld, "In a match: whose seat or challenge it is", false),
			}
		},
	}
}

// matchOption returns the option that names a match of the server.
func matchOption(a request.Builder, required bool) *request.Option {
	o := a.Str(request.OptGame, "Which match", required)
	o.Autocomplete = true
	return o
}

// matchOfServer returns the match that a request names, in any channel of the server. A match of
// another server is unknown.
func (f *Feature) matchOfServer(ctx context.Context, r *request.Request) (match.Match, error) {
	rec, err := f.Matches.Read.Match(ctx, match.ID(strings.ToLower(r.Text(request.OptGame))))
	if err == nil && rec.Place.Guild != r.Guild {
		return match.Match{}, match.Unknown()
	}
	return rec, err
}

// endMatch handles `/server end`: it ends a match without a result (P106).
func (f *Feature) endMatch(ctx context.Context, r *request.Request) (request.Reply, error) {
	rec, err := f.matchOfServer(ctx, r)
	if err != nil {
		return request.Reply{}, err
	}
	if err := f.notOfTournament(ctx, r, rec); err != nil {
		return request.Reply{}, err
	}
	change, err := f.Matches.Moderate.End(ctx, r.Act(rec.ID), answer.Order(r))
	if err != nil {
		return request.Reply{}, err
	}
	if !change.Repeat {
		if err := f.Note(ctx, r,
			match.Audit{
				Did: match.AuditEnd, Match: rec.ID, Game: rec.Game, Whom: membersOf(rec),
				Reason: answer.Order(r).Reason,
			}); err != nil {
			return request.Reply{}, err
		}
	}
	return f.Privately(ctx, r, r.In.Speak(sayMatchEnded), board.BoardLinks(r.In, rec)...), nil
}

// notOfTournament refuses to end a running game of a live tournament, because the tournament needs
// its result.
func (f *Feature) notOfTournament(ctx context.Context, r *request.Request, rec match.Match) error {
	if rec.Tournament == "" || rec.Status != match.Running {
		return nil
	}
	t, err := f.service.Tournament(ctx, tourney.ID(rec.Tournament))
	if err == nil && t.Live() {
		err = request.Refuse(r.In.Say(sayDecideInstead, discord.Escape(t.Name),
			"`/"+r.In.Name("tournament")+" "+r.In.Name("override")+"`"))
	} else if errors.Is(err, tourney.ErrUnknown) {
		err = nil
	}
	return err
}

// membersOf returns the players of a match who are members, not computers.
func membersOf(rec match.Match) (list []match.Player) {
	for _, p := range rec.Players {
		if p.User != "" {
			list = append(list, p)
		}
	}
	return list
}

// handOver handles `/server hand-over`: it gives a seat, a challenge or a tournament to another
// member (P106).
func (f *Feature) handOver(ctx context.Context, r *request.Request) (request.Reply, error) {
	to, err := newHolder(r)
	if err != nil {
		return request.Reply{}, err
	}
	switch named, tournament := r.Text(request.OptGame), f.tournaments.Named(r); {
	case named != "" && !tournament:
		return f.handMatchOver(ctx, r, to)
	case named == "" && tournament:
		return f.tournaments.HandOver(ctx, r, to)
	}
	return request.Reply{}, request.Refuse(r.In.Speak(sayHandOverWhat))
}

// newHolder returns the member who is to take over. It refuses bots, and people who are not in the
// server.
func newHolder(r *request.Request) (match.Player, error) {
	id := r.Text(OptNew)
	user, name := r.Person(id)
	switch {
	case user == nil:
		return match.Player{}, request.ErrNoActor
	case user.Bot:
		return match.Player{}, request.Refuse(r.In.Say(sayHandOverBot, discord.Escape(name)))
	case r.Member(id) == nil:
		return match.Player{}, request.Refuse(r.In.Say(say.NoMember, discord.Escape(name)))
	}
	return match.Player{User: match.UserID(id), Name: name}, nil
}

// handMatchOver offers the seat or the challenge of one member to another.
func (f *Feature) handMatchOver(ctx context.Context, r *request.Request, to match.Player) (request.Reply, error) {
	rec, err := f.matchOfServer(ctx, r)
	if err != nil {
		return request.Reply{}, err
	}
	from, err := seatHolder(r, rec)
	if err != nil {
		return request.Reply{}, err
	}
	change, err := f.Matches.Moderate.HandOver(ctx, r.Act(rec.ID),
		match.HandOver{From: from, To: to, Order: answer.Order(r)})
	if err != nil {
		return request.Reply{}, err
	}
	if !change.Repeat {
		if err := f.Note(ctx, r,
			match.Audit{
				Did: match.AuditOffer, Match: rec.ID, Game: rec.Game, Whom: []match.Player{from, to},
				Reason: answer.Order(r).Reason,
			}); err != nil {
			return request.Reply{}, err
		}
	}
	asked := sayHandOverAsked
	if from.Channel != "" {
		asked = sayChannelAsked
	}
	return f.Privately(ctx, r, r.In.Say(asked, discord.Escape(to.Called()), board.NameOrMention(from)),
		board.BoardLinks(r.In, rec)...), nil
}

// takeSeat handles the button with which a member accepts a seat that a moderator offers.
func (f *Feature) takeSeat(ctx context.Context, r *request.Request) (request.Reply, error) {
	rec, err := f.Matches.Read.Match(ctx, r.Target.Match)
	if err == nil {
		err = f.MayPlay(ctx, r, rec.Place.Guild)
	}
	if err != nil {
		return request.Reply{}, err
	}
	change, err := f.Matches.Moderate.TakeOver(ctx, r.Act(rec.ID))
	if err == nil && !change.Repeat {
		err = f.Matches.Moderate.Note(ctx, match.Audit{
			Guild: rec.Place.Guild, By: match.Player{User: rec.Heir.Asking, Name: rec.Heir.By},
			Did: match.AuditHandOver, Match: rec.ID, Game: rec.Game,
			Whom: []match.Player{rec.Heir.From, rec.Heir.To}, Reason: rec.Heir.Reason,
		})
	}
	if err != nil {
		return request.Reply{}, err
	}
	return f.Privately(ctx, r, r.In.Speak(saySeatTaken), board.BoardLinks(r.In, change.Match)...), nil
}

// refuseSeat handles the button with which a member declines a seat that a moderator offers.
func (f *Feature) refuseSeat(ctx context.Context, r *request.Request) (request.Reply, error) {
	if _, err := f.Matches.Moderate.Refuse(ctx, r.Act(r.Target.Match)); err != nil {
		return request.Reply{}, err
	}
	return f.Privately(ctx, r, r.In.Speak(saySeatRefused)), nil
}

// seatHolder returns the player whose seat or challenge is handed over: the member named by an
// option, otherwise a channel without a leader, and otherwise the only member in the match.
func seatHolder(r *request.Request, rec match.Match) (match.Player, error) {
	all := membersOf(rec)
	if len(all) == 0 && rec.Owner != "" {
		all = []match.Player{{User: rec.Owner}}
	}
	id := match.UserID(r.Text(OptOld))
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
	case rec.Leaderless() != games.Spectator:
		return rec.Players[rec.Leaderless()], nil
	case len(all) == 1:
		return all[0], nil
	}
	return match.Player{}, request.Refuse(r.In.Speak(sayHandOverWhose))
}

// completeServer returns choices for an option: matches or tournaments of the server.
func (f *Feature) completeServer(ctx context.Context, r *request.Request) []*request.Choice {
	if r.Focused != request.OptGame {
		return f.tournaments.Complete(ctx, r)
	}
	list, err := f.Matches.Read.ByGuild(ctx, r.Guild)
	if err != nil {
		return nil
	}
	var out []*request.Choice
	typed := strings.ToLower(r.Text(request.OptGame))
	for _, rec := range list {
		name := board.MatchInServer(r.In, rec)
		if len(out) < discord.MaxOptions &&
			(strings.Contains(strings.ToLower(name), typed) || strings.HasPrefix(string(rec.ID), typed)) {
			out = append(out, &request.Choice{
				Name:  discord.Truncate(name, discord.MaxOptionText),
				Value: string(rec.ID),
			})
		}
	}
	return answer.ApartByID(out)
}
