package deliver

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"
	"time"

	"paddock/bot/board"
	"paddock/bot/discord"
	"paddock/bot/lang"
	"paddock/bot/sight"
	"paddock/games/match"
)

// Notices are messages about a match to single users, apart from boards and turns: the answer to
// their challenge or offer, a result (P94). Undelivered notices are stored in the record of the
// match.
type Notices struct {
	Deps
	boards *Boards
	own    map[match.NoticeKind]func(context.Context, match.Match) error
}

// NewNotices makes the notices of an engine.
func NewNotices(d Deps, boards *Boards) *Notices {
	n := &Notices{Deps: d, boards: boards, own: make(map[match.NoticeKind]func(context.Context, match.Match) error)}
	d.Engine.Register(Notice, n, matchClaim) // notices hold the same claim as the board of the match
	return n
}

// TellBy sets the function that handles a kind of notice without recipient. All calls come before
// the first mark.
func (n *Notices) TellBy(kind match.NoticeKind, tell func(context.Context, match.Match) error) {
	n.own[kind] = tell
}

// Changed handles a change of a match. It does not block.
func (n *Notices) Changed(c match.Change) { n.Mark(c.Match) }

// Mark asks the engine to deliver the notices of a match, in the lane of its channel.
func (n *Notices) Mark(m match.Match) {
	if len(m.Notices) > 0 {
		n.Engine.Mark(Notice.key(m.ID, ""), string(m.Place.Channel))
	}
}

// Look delivers the notices of a match. It updates the board first, because a new board contains
// some of them.
func (n *Notices) Look(ctx context.Context, k Key) error {
	defer n.Engine.locks.Lock(Board.key(match.ID(k.ID), ""))()
	if err := n.boards.Look(ctx, Board.key(match.ID(k.ID), "")); passing(err) {
		return err
	}
	m, err := n.Matches.Read.Match(ctx, match.ID(k.ID))
	if err != nil {
		return err
	}
	if until := n.Matches.Delivery.Show(m).Wait; !until.IsZero() { // the board of the match is not posted yet
		n.Engine.Wake(k, string(m.Place.Channel), until.Sub(n.Now()))
		return nil
	}
	announce := func() error {
		return n.Announce(ctx, m.Place, Nonce("a-%s", m.ID), func(in lang.Language) discord.Message {
			return board.ResultMessage(in, m, n.portrait(ctx, m))
		})
	}
	if err := n.once(ctx, &m, match.Announced, announce); err != nil {
		return err
	}
	m.Notices = slices.DeleteFunc(slices.Clone(m.Notices), match.Notice.FollowUp)
	for kind, tell := range n.own {
		if err := n.once(ctx, &m, kind, func() error { return tell(ctx, m) }); err != nil {
			return err
		}
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
		for _, u := range a.ByDigest {
			n.boards.digests.mark(u, m.ID)
			a.Until = n.Now().Add(DigestWithin)
		}
		until = Earlier(until, a.Until)
		m.Notices = slices.DeleteFunc(m.Notices, same)
	}
	if until.IsZero() {
		return nil
	}
	return n.Matches.Delivery.Hold(ctx, m.ID, until)
}

// once runs do if the match has a notice of a kind without recipient, and then removes that notice.
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

// leave removes the notices that the tournament delivers itself.
func (n *Notices) leave(ctx context.Context, m *match.Match) error {
	if n.boards.threads == nil {
		return nil
	}
	var left []match.Notice
	m.Notices = slices.DeleteFunc(slices.Clone(m.Notices), func(what match.Notice) bool {
		told := n.boards.threads.Tells(ctx, *m, what)
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

// recipients returns the recipients of the wanted notices.
func recipients(list []match.Notice, wanted func(match.Notice) bool) (users []match.UserID) {
	for _, n := range list {
		if wanted(n) {
			users = append(users, n.To)
		}
	}
	return users
}

// tell delivers notices of one event and kind to their recipients.
func (n *Notices) tell(ctx context.Context, m match.Match, what match.Notice, users []match.UserID) (audience, error) {
	at := n.CallsAt(ctx, m.Place)
	if what.Kind == match.FollowedEnd { // users who can't see the match any more are not told
		see, err := sight.Among(ctx, n.Client, m.Place, users)
		if err != nil {
			return audience{}, err
		}
		for _, u := range users {
			if slices.Contains(see, u) {
				continue
			}
			if err := n.Matches.Delivery.MarkTold(ctx, m.ID,
				match.Notice{Event: what.Event, To: u, Kind: what.Kind}); err != nil {
				return audience{}, err
			}
		}
		users = see
	}
	return n.Reach(ctx, Reach{
		At: at, Owner: m.Owner, Since: m.Updated,
		absent: what.Kind == match.FollowedEnd || at == m.Place && m.Stranded() || !n.Posts(at),
		Nonce:  noticeNonce(m, what),
		Public: func(in lang.Language, users []match.UserID) discord.Message {
			return board.Notice(in, m, what.Kind, "", users)
		},
		Direct: func(in lang.Language, to match.UserID) discord.Message {
			return board.Notice(in, m, what.Kind, to, nil)
		},
		Told: func(ctx context.Context, users ...match.UserID) error {
			var told []match.Notice
			for _, u := range users {
				told = append(told, match.Notice{Event: what.Event, To: u, Kind: what.Kind})
			}
			return n.Matches.Delivery.MarkTold(ctx, m.ID, told...)
		},
		sent: func(ctx context.Context, u match.UserID, ref match.MessageRef) error {
			if m.Place.Outside != "" && ref.Channel == m.Place.Channel {
				return nil // the message could only be deleted with an interaction's token
			}
			return n.keep(ctx, m.ID, u, what.Kind, ref)
		},
	}, users)
}

// noticeNonce returns the nonce of a notice, the same for every try. The number of an event would
// reveal what happened in secret (S85), so the nonce is a hash with the secret seed of the match.
func noticeNonce(m match.Match, what match.Notice) string {
	sum := sha256.Sum256(fmt.Appendf(nil, "%d %s %d %s", m.Setup.Seed, m.ID, what.Event, what.Kind))
	return Nonce("n-%s", hex.EncodeToString(sum[:]))
}

// joinable returns the notices of a match that a new board of it can deliver, by a mention.
func (b *Boards) joinable(ctx context.Context, m match.Match) (list []match.Notice) {
	if m.Position == "" { // a challenge mentions people to ask whether they accept it
		return nil
	}
	for _, n := range m.Notices {
		if n.To != "" && b.joins(ctx, m, n) {
			list = append(list, n)
		}
	}
	return list
}

// noticeLines returns the lines of the notices that a board delivers. The readers of one line are
// those whom the board mentions.
func noticeLines(to board.Reader, m match.Match, joined []match.Notice) (lines []string) {
	for i, n := range joined {
		same := func(other match.Notice) bool {
			return other.Event == n.Event && other.Kind == n.Kind && slices.Contains(to.Ping, other.To)
		}
		if slices.IndexFunc(joined, same) != i {
			continue
		}
		line := board.NoticeLine(to.In, m, n.Kind, recipients(joined, same))
		if !slices.Contains(to.News, line) && !slices.Contains(lines, line) {
			lines = append(lines, line)
		}
	}
	return lines
}

// joins reports whether a new board of the match can deliver a notice by a mention. Some kinds have
// too much to say for a board.
func (b *Boards) joins(ctx context.Context, m match.Match, n match.Notice) bool {
	if n.Kind == match.WasRemoved || n.Kind == match.FollowedEnd || b.threads != nil && b.threads.Tells(ctx, m, n) ||
		b.CallsAt(ctx, m.Place) != m.Place {
		return false
	}
	return len(b.notified(ctx, []match.UserID{n.To}, b.Now(), time.Time{}).here) > 0
}
