package tournament

import (
	"context"
	"slices"
	"time"

	"paddock/bot/board"
	"paddock/bot/deliver"
	"paddock/bot/discord"
	"paddock/bot/lang"
	"paddock/games"
	"paddock/games/match"
	"paddock/games/tourney"
)

// notices tells players about the steps of their tournaments, each once.
type notices struct {
	deliver.Deps
	service *tourney.Service
	boards  *deliver.Boards
}

// newNotices registers the notices of a service with the engine and with the digests.
func newNotices(d deliver.Deps, service *tourney.Service, boards *deliver.Boards) *notices {
	t := &notices{Deps: d, service: service, boards: boards}
	boards.AddToDigests(t)
	d.Engine.Register(noticeKind, t, func(k deliver.Key) (match.Duty, string) {
		return match.TournamentDuty, "notice/" + k.ID
	})
	return t
}

// Steps returns the notices that a user has not been told yet, for their digest.
func (t *notices) Steps(ctx context.Context, u match.UserID) (list []deliver.DigestStep, err error) {
	all, err := t.service.Unsettled(ctx)
	for _, r := range all {
		for _, n := range r.Notices {
			if n.To != u {
				continue
			}
			list = append(list, deliver.DigestStep{
				Text: func(in lang.Language) string { return noticeText(in, r, n, "") },
				Told: func(ctx context.Context) error { return t.service.MarkTold(ctx, r.ID, n.No) },
			})
		}
	}
	return list, err
}

// mark asks the engine to deliver the notices of a tournament.
func (t *notices) mark(r tourney.Record) {
	if len(r.Notices) > 0 {
		t.Engine.Mark(deliver.Key{Kind: noticeKind, ID: string(r.ID)}, string(r.Place.Channel))
	}
}

// noticesAtOnce is the most people that one message mentions.
const noticesAtOnce = 15

// Look delivers the open notices of a tournament. Neighbours of the same kind and time share a
// message.
func (t *notices) Look(ctx context.Context, k deliver.Key) error {
	r, err := t.service.Tournament(ctx, tourney.ID(k.ID))
	if err != nil {
		return err
	}
	if err := t.announce(ctx, &r); err != nil {
		return err
	}
	links := make(map[int]string)
	var until time.Time
	for rest := r.Notices; len(rest) > 0; {
		n := batchSize(rest)
		next, err := t.deliverBatch(ctx, r, rest[:n], links)
		if err != nil {
			return err
		}
		until = deliver.Earlier(until, next)
		rest = rest[n:]
	}
	if !until.IsZero() { // if the bot restarts before that, Sweep finds the notice
		t.Engine.Wake(k, string(r.Place.Channel), until.Sub(t.Now()))
	}
	return nil
}

// batchSize returns the number of notices at the beginning of a list that share a message.
func batchSize(list []tourney.Notice) int {
	n := 1
	for n < len(list) && n < noticesAtOnce && list[n].Kind == list[0].Kind && list[n].At.Equal(list[0].At) &&
		!hasNoticeFor(list[:n], list[n].To) {
		n++
	}
	return n
}

// announce posts the end of a tournament in the channel for results, if that was not done yet.
func (t *notices) announce(ctx context.Context, r *tourney.Record) error {
	at := slices.IndexFunc(r.Notices, func(what tourney.Notice) bool { return what.Kind == tourney.Announced })
	if at < 0 {
		return nil
	}
	seen, portrait := *r, ""
	if p, ok := winner(seen); ok {
		portrait = t.Portrait(ctx, p.User)
	}
	err := t.Deps.Announce(ctx, r.Place, deliver.Nonce("ta-%s", r.ID), func(in lang.Language) discord.Message {
		return resultMessage(in, seen, portrait)
	})
	if err != nil {
		return err
	}
	no := r.Notices[at].No
	r.Notices = slices.Delete(slices.Clone(r.Notices), at, at+1)
	return t.service.MarkTold(context.WithoutCancel(ctx), r.ID, no)
}

// hasNoticeFor reports whether a list has a notice for a user.
func hasNoticeFor(list []tourney.Notice, u match.UserID) bool {
	return slices.ContainsFunc(list, func(n tourney.Notice) bool { return n.To == u })
}

// deliverBatch delivers notices of one kind, no two of them for the same user, after the boards to
// which they link. It returns when the rest of them may be delivered. Zero means that none are
// left.
func (t *notices) deliverBatch(ctx context.Context, r tourney.Record, batch []tourney.Notice,
	links map[int]string,
) (until time.Time, err error) {
	byUser := make(map[match.UserID]tourney.Notice)
	var users []match.UserID
	for _, n := range batch {
		m, err := t.Matches.Read.Match(ctx, n.Match)
		switch {
		case n.Kind == tourney.SeasonOpen && t.hasLeft(ctx, r.Place.Guild, n.To):
			if err := t.service.MarkTold(ctx, r.ID, n.No); err != nil {
				return until, err
			}
			continue
		case n.Match == "" || err != nil:
		case turnTells(n, m):
			if err := t.service.MarkTold(ctx, r.ID, n.No); err != nil {
				return until, err
			}
			continue
		case awaitsBoard(m, t.Now().Sub(n.At)):
			return t.Now().Add(editPause), nil
		default:
			links[n.No] = board.MatchLink(m)
		}
		byUser[n.To] = n
		users = append(users, n.To)
	}
	if len(users) == 0 {
		return until, nil
	}
	a, err := t.Reach(ctx, deliver.Reach{
		At: t.CallsAt(ctx, r.Place), Owner: r.Owner.User, Since: byUser[users[0]].At,
		Nonce: deliver.Nonce("tn-%s-%d", r.ID, byUser[users[0]].No),
		Public: func(in lang.Language, users []match.UserID) discord.Message {
			var list []tourney.Notice
			for _, u := range users {
				list = append(list, byUser[u])
			}
			return noticesMessage(in, r, list, links)
		},
		Direct: func(in lang.Language, u match.UserID) discord.Message {
			return noticeMessage(in, r, byUser[u], links[byUser[u].No])
		},
		Told: func(ctx context.Context, users ...match.UserID) error {
			var numbers []int
			for _, u := range users {
				numbers = append(numbers, byUser[u].No)
			}
			return t.service.MarkTold(ctx, r.ID, numbers...)
		},
	}, users)
	for _, u := range a.ByDigest {
		t.boards.InDigest(u)
		a.Until = t.Now().Add(deliver.DigestWithin)
	}
	return a.Until, err
}

// hasLeft reports whether a user has left a server, as far as Discord says.
func (t *notices) hasLeft(ctx context.Context, g match.GuildID, u match.UserID) bool {
	f, _ := discord.Classify(t.Client.IsMember(ctx, string(g), string(u)))
	return f == discord.MemberGone
}

// turnTells reports whether a player needs no notice of a game, because it begins with their move
// and the ping for their turn tells them.
func turnTells(n tourney.Notice, m match.Match) bool {
	turn := n.Kind == tourney.NextGame && m.Status == match.Running && board.People(m) > 1
	seat := m.SeatOf(n.To)
	return turn && seat != games.Spectator && m.Waiting.Has(seat)
}

// resultMessage returns the announcement of a tournament that is over, with the winner's avatar if
// its address is not empty.
func resultMessage(in lang.Language, r tourney.Record, portrait string) discord.Message {
	out := discord.TextMessage("🏆 " + in.Say(sayTournamentOver, discord.Escape(r.Name)) + "\n" +
		discord.Escape(in.Speak(r.Ending())) + "\n-# <#" + string(r.Place.Channel) + ">")
	out.Parts[0] = besidePortrait(out.Parts[0], r, portrait)
	out.Silent = true
	return out
}
