package deliver

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"slices"
	"time"

	"paddock/bot/discord"
	"paddock/bot/lang"
	"paddock/bot/lookout"
	"paddock/bot/show"
	"paddock/bot/show/results"
	"paddock/bot/sight"
	"paddock/games"
	"paddock/games/match"
	"paddock/games/tourney"
)

// Notices are what people are told one by one, beside boards and turns: an answer to their challenge or offer, a result (P94). What they still have to
// be told stands in the record of the match.
type Notices struct {
	Deps
	boards *Boards
}

// NewNotices makes the notices of an engine.
func NewNotices(d Deps, boards *Boards) *Notices {
	n := &Notices{Deps: d, boards: boards}
	d.Engine.subjects[Notice] = n
	return n
}

// Changed is told of every change of a match. It only takes note.
func (n *Notices) Changed(c match.Change) { n.Mark(c.Match) }

// Mark asks for a look at a match of which somebody is to be told something, in the channel's lane.
func (n *Notices) Mark(m match.Match) {
	if len(m.Notices) > 0 {
		n.Engine.mark(noticeKey(m.ID), string(m.Place.Channel))
	}
}

func noticeKey(id match.ID) Key { return Key{Kind: Notice, ID: string(id)} }

// look tells what there is to tell. The board comes first: a new one tells some of it itself, and the others are led there.
func (n *Notices) look(ctx context.Context, k Key) error {
	defer n.Engine.locks.Lock(boardKey(match.ID(k.ID)))()
	if err := n.boards.look(ctx, boardKey(match.ID(k.ID))); passing(err) {
		return err
	}
	m, err := n.Matches.Read.Match(ctx, match.ID(k.ID))
	if err != nil {
		return err
	}
	announce := func() error {
		return n.announce(ctx, m.Place, nonce("a-%s", m.ID), func(in lang.Language) discord.Message { return results.Match(in, m) })
	}
	if err := n.once(ctx, &m, match.Announced, announce); err != nil {
		return err
	}
	if err := n.once(ctx, &m, match.OfferedAgain, func() error { return n.Matches.Tables.OfferAgain(ctx, m.ID) }); err != nil {
		return err
	}
	second := func() error { // whose turn it is then is told so, and the other that it has begun
		_, err := n.Matches.Tables.Rematch(ctx, match.Act{Match: m.ID, User: m.Players[1].User})
		if refused, ok := errors.AsType[*match.Problem](err); ok && !errors.Is(refused, match.ErrStore) {
			return nil // there may be a rematch later
		}
		return err
	}
	if err := n.once(ctx, &m, match.SecondIsDue, second); err != nil {
		return err
	}
	caller := lookout.Caller{Client: n.Client, Matches: n.Matches, People: n.People, Now: n.Now, Send: func(ctx context.Context, u match.UserID, m discord.Message, only string) error {
		_, err := n.sendDirect(ctx, u, m, only)
		if passing(err) {
			return err
		}
		return nil
	}}
	if err := n.once(ctx, &m, match.LooksForGame, func() error { return caller.Call(ctx, m) }); err != nil {
		return err
	}
	if err := n.leave(ctx, &m); err != nil {
		return err
	}
	var until time.Time
	for len(m.Notices) > 0 {
		first := m.Notices[0]
		same := func(other match.Notice) bool { return other.Event == first.Event && other.Kind == first.Kind }
		a, err := n.tell(ctx, m, first, recipients(m.Notices, same))
		if err != nil {
			return err
		}
		for _, u := range a.byDigest {
			n.boards.digests.mark(u, m.ID)
			a.until = n.Now().Add(digestWithin)
		}
		if !a.until.IsZero() && (until.IsZero() || a.until.Before(until)) {
			until = a.until
		}
		m.Notices = slices.DeleteFunc(m.Notices, same)
	}
	if until.IsZero() {
		return nil
	}
	return n.Matches.Delivery.Hold(ctx, m.ID, until)
}

// once does what a notice to nobody asks for, if there is one of a kind, and takes it off the match.
func (n *Notices) once(ctx context.Context, m *match.Match, kind match.NoticeKind, do func() error) error {
	at := slices.IndexFunc(m.Notices, func(what match.Notice) bool { return what.Kind == kind })
	if at < 0 {
		return nil
	}
	if err := do(); err != nil {
		return err
	}
	what := m.Notices[at]
	m.Notices = slices.Delete(slices.Clone(m.Notices), at, at+1)
	return n.Matches.Delivery.MarkTold(context.WithoutCancel(ctx), m.ID, what)
}

// leave leaves to the tournament what it tells itself.
func (n *Notices) leave(ctx context.Context, m *match.Match) error {
	if n.boards.threads == nil {
		return nil
	}
	var left []match.Notice
	m.Notices = slices.DeleteFunc(slices.Clone(m.Notices), func(what match.Notice) bool {
		told := n.boards.threads.tells(ctx, *m, what)
		if told {
			left = append(left, what)
		}
		return told
	})
	if len(left) == 0 {
		return nil
	}
	return n.Matches.Delivery.MarkTold(ctx, m.ID, left...)
}

func recipients(list []match.Notice, wanted func(match.Notice) bool) (users []match.UserID) {
	for _, n := range list {
		if wanted(n) {
			users = append(users, n.To)
		}
	}
	return users
}

// tell tells people what a match has in a notice for each of them.
func (n *Notices) tell(ctx context.Context, m match.Match, what match.Notice, users []match.UserID) (audience, error) {
	at := n.callsAt(ctx, m.Place)
	if what.Kind == match.FollowedEnd { // who can't see the match any more hears nothing of it
		see, err := sight.Among(ctx, n.Client, m.Place, users)
		if err != nil {
			return audience{}, err
		}
		for _, u := range users {
			if slices.Contains(see, u) {
				continue
			}
			if err := n.Matches.Delivery.MarkTold(ctx, m.ID, match.Notice{Event: what.Event, To: u, Kind: what.Kind}); err != nil {
				return audience{}, err
			}
		}
		users = see
	}
	return n.reach(ctx, reach{
		at: at, owner: m.Owner, absent: what.Kind == match.FollowedEnd || at == m.Place && m.Parked != nil && m.Parked.Why != match.CodePause, since: m.Updated,
		nonce: noticeNonce(m, what),
		public: func(in lang.Language, users []match.UserID) discord.Message {
			return show.Notice(in, m, what.Kind, users)
		},
		direct: func(in lang.Language, _ match.UserID) discord.Message { return show.Notice(in, m, what.Kind, nil) },
		told: func(ctx context.Context, users ...match.UserID) error {
			var told []match.Notice
			for _, u := range users {
				told = append(told, match.Notice{Event: what.Event, To: u, Kind: what.Kind})
			}
			return n.Matches.Delivery.MarkTold(ctx, m.ID, told...)
		},
		sent: func(ctx context.Context, u match.UserID, ref match.MessageRef) error {
			return n.keep(ctx, m.ID, u, what.Kind, ref)
		},
	}, users)
}

// noticeNonce is the same for every try of a notice, and tells others nothing: the number of an event counts what was done in secret (S85), so it is
// hidden by the seed of the match, which nobody knows.
func noticeNonce(m match.Match, what match.Notice) string {
	sum := sha256.Sum256(fmt.Appendf(nil, "%d %s %d %s", m.Setup.Seed, m.ID, what.Event, what.Kind))
	return nonce("n-%s", hex.EncodeToString(sum[:]))
}

// failed does nothing: the next change tries again.
func (n *Notices) failed(context.Context, Key, discord.Failure) (again bool) { return false }

// join lets a board that is posted anew tell those notices itself whose people are mentioned at boards, so that no further message does; and those that
// go with a turn of which somebody hears elsewhere. Where the server has a channel for calls, the others are told there.
func (b *Boards) join(ctx context.Context, m match.Match, to *show.Reader, elsewhere []match.UserID) (joined []match.Notice) {
	if m.Position == "" { // a challenge asks those whom it mentions whether they accept
		return nil
	}
	apart := b.callsAt(ctx, m.Place) != m.Place
	for _, n := range m.Notices {
		if n.To == "" {
			continue
		}
		if slices.Contains(elsewhere, n.To) && n.Kind == match.TakebackAgreed {
			joined = append(joined, n)
		}
		if b.threads != nil && b.threads.tells(ctx, m, n) {
			continue
		}
		if here := b.notified(ctx, []match.UserID{n.To}, b.now(), time.Time{}).here; apart || len(here) == 0 || n.Kind == match.WasRemoved || n.Kind == match.FollowedEnd { // a board has no room for all that this has to say
			continue
		}
		joined = append(joined, n)
		if !slices.Contains(to.Ping, n.To) {
			to.Ping = append(slices.Clip(to.Ping), n.To)
		}
	}
	for i, n := range joined {
		same := func(other match.Notice) bool {
			return other.Event == n.Event && other.Kind == n.Kind && slices.Contains(to.Ping, other.To)
		}
		if users := recipients(joined, same); len(users) > 0 && slices.IndexFunc(joined, same) == i {
			to.News = append(to.News, show.NoticeLine(to.In, m, n.Kind, users))
		}
	}
	return joined
}

// TournamentNotices are the steps of tournaments that people are told one by one.
type TournamentNotices struct {
	Deps
	service *tourney.Service
	boards  *Boards
}

// NewTournamentNotices makes the notices of an engine about the tournaments of a service.
func NewTournamentNotices(d Deps, service *tourney.Service, boards *Boards) *TournamentNotices {
	t := &TournamentNotices{Deps: d, service: service, boards: boards}
	boards.digests.tournaments = service
	d.Engine.subjects[TournamentNotice] = t
	return t
}

// Mark asks for a look at a tournament, in the channel's lane.
func (t *TournamentNotices) Mark(r tourney.Record) {
	if len(r.Notices) > 0 {
		t.Engine.mark(Key{Kind: TournamentNotice, ID: string(r.ID)}, string(r.Place.Channel))
	}
}

// Sweep looks at all tournaments: at the start, after a crash.
func (t *TournamentNotices) Sweep(ctx context.Context) error {
	list, err := t.service.Unsettled(ctx)
	for _, r := range list {
		t.Mark(r)
	}
	return err
}

// failed does nothing: the next change tries again.
func (t *TournamentNotices) failed(context.Context, Key, discord.Failure) (again bool) { return false }

// noticesAtOnce is how many people one message of a tournament mentions at most.
const noticesAtOnce = 15

// look tells what there is to tell: what came about at the same time in one message.
func (t *TournamentNotices) look(ctx context.Context, k Key) error {
	r, err := t.service.Tournament(ctx, tourney.ID(k.ID))
	if err != nil {
		return err
	}
	if err := t.announce(ctx, &r); err != nil {
		return err
	}
	links := make(map[int]string)
	for rest := r.Notices; len(rest) > 0; {
		n := 1
		for n < len(rest) && n < noticesAtOnce && rest[n].Kind == rest[0].Kind && rest[n].At.Equal(rest[0].At) && !hasOneFor(rest[:n], rest[n].To) {
			n++
		}
		if err := t.tell(ctx, r, rest[:n], links); err != nil {
			return err
		}
		rest = rest[n:]
	}
	return nil
}

// announce announces the end of a tournament, if that is still to be done.
func (t *TournamentNotices) announce(ctx context.Context, r *tourney.Record) error {
	at := slices.IndexFunc(r.Notices, func(what tourney.Notice) bool { return what.Kind == tourney.Announced })
	if at < 0 {
		return nil
	}
	seen := *r
	err := t.Deps.announce(ctx, r.Place, nonce("ta-%s", r.ID), func(in lang.Language) discord.Message { return results.Tournament(in, seen) })
	if err != nil {
		return err
	}
	no := r.Notices[at].No
	r.Notices = slices.Delete(slices.Clone(r.Notices), at, at+1)
	return t.service.MarkTold(context.WithoutCancel(ctx), r.ID, no)
}

func hasOneFor(list []tourney.Notice, u match.UserID) bool {
	return slices.ContainsFunc(list, func(n tourney.Notice) bool { return n.To == u })
}

// tell tells notices of one kind, no two of them for the same person.
func (t *TournamentNotices) tell(ctx context.Context, r tourney.Record, batch []tourney.Notice, links map[int]string) error {
	byUser := make(map[match.UserID]tourney.Notice)
	var users []match.UserID
	for _, n := range batch {
		link, known := t.linkOf(ctx, n)
		if known {
			if err := t.service.MarkTold(ctx, r.ID, n.No); err != nil {
				return err
			}
			continue
		}
		links[n.No] = link
		byUser[n.To] = n
		users = append(users, n.To)
	}
	if len(users) == 0 {
		return nil
	}
	a, err := t.reach(ctx, reach{
		at: t.callsAt(ctx, r.Place), owner: r.Owner.User, since: byUser[users[0]].At, nonce: nonce("tn-%s-%d", r.ID, byUser[users[0]].No),
		public: func(in lang.Language, users []match.UserID) discord.Message {
			var list []tourney.Notice
			for _, u := range users {
				list = append(list, byUser[u])
			}
			return show.TournamentNotices(in, r, list, links)
		},
		direct: func(in lang.Language, u match.UserID) discord.Message {
			return show.TournamentNotice(in, r, byUser[u], links[byUser[u].No])
		},
		told: func(ctx context.Context, users ...match.UserID) error {
			var numbers []int
			for _, u := range users {
				numbers = append(numbers, byUser[u].No)
			}
			return t.service.MarkTold(ctx, r.ID, numbers...)
		},
	}, users)
	for _, u := range a.byDigest {
		t.boards.digests.mark(u, "")
		a.until = t.Now().Add(digestWithin)
	}
	if !a.until.IsZero() { // found again by the Sweep of the next start
		time.AfterFunc(a.until.Sub(t.Now()), func() { t.Mark(r) })
	}
	return err
}

// linkOf is the address of the match that a notice is about, and whether the person is told of it by their turn: a game that begins with their move.
func (t *TournamentNotices) linkOf(ctx context.Context, n tourney.Notice) (link string, known bool) {
	if n.Match == "" {
		return "", false
	}
	m, err := t.Matches.Read.Match(ctx, n.Match)
	if err != nil {
		return "", false
	}
	turn := n.Kind == tourney.NextGame && m.Status == match.Running && show.People(m) > 1
	if seat := m.SeatOf(n.To); turn && seat != games.Spectator && m.Waiting.Has(seat) {
		return "", true
	}
	return show.MatchLink(m), false
}
