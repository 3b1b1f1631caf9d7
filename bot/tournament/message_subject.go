package tournament

import (
	"context"
	"errors"
	"slices"
	"sync"
	"time"

	"paddock/bot/board"
	"paddock/bot/deliver"
	"paddock/bot/discord"
	"paddock/games/match"
	"paddock/games/tourney"
)

// messages keeps the messages of tournaments in their channels up to date: one message for each
// stage, edited while the stage lasts.
type messages struct {
	deliver.Deps
	service *tourney.Service
	boards  *deliver.Boards

	mu       sync.Mutex
	edited   map[tourney.ID]time.Time // under mu: when each message was last edited
	unlinked map[tourney.ID]bool      // under mu: tournaments whose message waits for links to boards
	// under mu: tournaments for which the bot has asked Discord whether it may create an event
	asked map[tourney.ID]bool
}

const (
	editPause  = 4 * time.Second // the least time between two edits of a message
	linkWithin = time.Minute     // how long after the beginning of a match messages wait for a link to its board
)

// newMessages returns the messages of a service, registered with the delivery engine. Boards ask it
// for threads of games.
func newMessages(d deliver.Deps, service *tourney.Service, boards *deliver.Boards) *messages {
	t := &messages{
		Deps: d, service: service, boards: boards, edited: make(map[tourney.ID]time.Time),
		unlinked: make(map[tourney.ID]bool), asked: make(map[tourney.ID]bool),
	}
	d.Engine.Register(messageKind, t, func(k deliver.Key) (match.Duty, string) {
		return match.TournamentDuty, "message/" + k.ID
	})
	d.Engine.Register(placeKind, places{t}, nil)
	boards.OpenThreads(t)
	return t
}

// places is the delivery subject that cancels the tournaments of deleted channels.
type places struct{ *messages }

// Look cancels the tournaments of a deleted channel.
func (p places) Look(ctx context.Context, k deliver.Key) error {
	return p.ChannelGone(ctx, match.ChannelID(k.ID))
}

// mark asks the engine to update the message of a tournament, after the boards that wait in the
// same channel.
func (t *messages) mark(r tourney.Record) {
	t.mu.Lock()
	wait := time.Until(t.edited[r.ID].Add(editPause))
	t.mu.Unlock()
	t.Engine.MarkAfter(deliver.Key{Kind: messageKind, ID: string(r.ID)}, string(r.Place.Channel), wait)
}

// Look updates the message of a tournament if the message is outdated or lacks links to boards.
func (t *messages) Look(ctx context.Context, k deliver.Key) error {
	id := tourney.ID(k.ID)
	t.mu.Lock()
	t.edited[id] = time.Now()
	unlinked := t.unlinked[id]
	delete(t.unlinked, id)
	t.mu.Unlock()
	r, err := t.service.Tournament(ctx, id)
	if err != nil {
		return err
	}
	if r.Shown.Version >= r.Version && r.Version > 0 && !unlinked {
		return nil
	}
	unlinked = t.lacksBoards(ctx, r) // the message may lack links to boards that are posted from now on
	if err := t.show(ctx, r); err != nil {
		return err
	}
	if unlinked {
		t.mu.Lock()
		t.unlinked[id] = true
		t.mu.Unlock()
		t.Engine.Wake(k, string(r.Place.Channel), editPause)
	}
	return nil
}

// lacksBoards reports whether a round began a short time ago and some of its boards are not posted
// yet.
func (t *messages) lacksBoards(ctx context.Context, r tourney.Record) bool {
	round, ok := r.Going()
	return ok && slices.ContainsFunc(matchesOfStage(r, stage(r)), func(id match.ID) bool {
		m, err := t.Matches.Read.Match(ctx, id)
		return err == nil && awaitsBoard(m, t.Now().Sub(round.Began))
	})
}

// awaitsBoard reports whether a match of a given age has no board yet, but may soon have one.
func awaitsBoard(m match.Match, age time.Duration) bool {
	return age < linkWithin && m.Status == match.Running && board.People(m) > 0 && board.BoardLink(m) == ""
}

// Failed cancels a tournament if its channel was deleted. It returns false, because a message that
// Discord has refused is sent again only after the next change of the tournament.
func (t *messages) Failed(ctx context.Context, k deliver.Key, f discord.Failure) (again bool) {
	if r, err := t.service.Tournament(ctx, tourney.ID(k.ID)); err == nil && f == discord.ChannelGone {
		if err := t.ChannelGone(context.WithoutCancel(ctx), r.Place.Channel); err != nil {
			t.Log.Error("could not end a tournament", "tournament", r.ID, "err", err)
		}
	}
	return false
}

// show updates the channel. In the same stage it edits the message. For a new stage it edits the
// old message for the last time and posts a new one.
func (t *messages) show(ctx context.Context, r tourney.Record) error {
	old, now := r.Shown, stage(r)
	in := t.People.LanguageAt(ctx, r.Place, r.Owner.User)
	message := func(stage int) discord.Message {
		return tournamentMessage(t.Show, in, t.view(ctx, r, stage), stage)
	}
	edit := func(m discord.Message) error { return t.Edit(ctx, r.Place.Channel, old.Message, m) }
	if old.Message != "" && old.Rounds == now {
		err := t.sendMessage(ctx, message(now), edit)
		if f, _ := discord.Classify(err); f != discord.MessageGone {
			if err != nil {
				return err
			}
			return t.shown(ctx, r, old.Message, old.At)
		}
	}
	if old.Message != "" && old.Rounds != now {
		if err := t.sendMessage(ctx, message(old.Rounds), edit); err != nil {
			t.Log.Debug("left an old message about a tournament", "tournament", r.ID, "err", discord.Redact(err))
		}
	}
	var id match.MessageID
	only := deliver.Nonce("t-%s-%d/%s", r.ID, now, deliver.Tail(old.Message, 8))
	err := t.sendMessage(ctx, message(now), func(m discord.Message) (err error) {
		id, err = t.Post(ctx, r.Place.Channel, m, only)
		return err
	})
	if err != nil {
		return err
	}
	return t.shown(ctx, r, id, t.Now())
}

// sendMessage sends a message, without its pictures if Discord does not take them.
func (t *messages) sendMessage(ctx context.Context, m discord.Message, send func(discord.Message) error) error {
	_, err := t.Send(ctx, m, nil, send)
	return err
}

// shown records that a message shows the present version of a tournament.
func (t *messages) shown(ctx context.Context, r tourney.Record, id match.MessageID, at time.Time) error {
	return t.service.MarkShown(context.WithoutCancel(ctx), r.ID,
		tourney.Shown{Version: r.Version, Rounds: stage(r), Message: id, At: at, Event: t.event(ctx, r, id)})
}

// view returns a tournament with the data for the message of a stage.
func (t *messages) view(ctx context.Context, r tourney.Record, stage int) tournamentView {
	v := tournamentView{
		Record: r, Links: make(map[match.ID]string),
		Pictures: t.boards.Style(r.Place.Channel, match.Image) == match.Image,
	}
	if g, err := t.People.Guild(ctx, r.Place.Guild); err == nil {
		v.Look = board.Look(g.Look)
	}
	if p, ok := winner(r); ok && v.Pictures {
		v.Winner = t.Portrait(ctx, p.User)
	}
	v.Followed = stage == theEnd && r.Status == tourney.Over && t.Client.Announces(ctx, string(r.Place.Channel))
	for _, id := range matchesOfStage(r, stage) {
		if m, err := t.Matches.Read.Match(ctx, id); err == nil {
			v.Links[id] = board.BoardLink(m)
		}
	}
	return v
}

// ChannelGone cancels the tournaments of a deleted channel, because nobody can follow them any more
// (P72). Their matches are parked; players can resume them elsewhere, but they count for no
// tournament.
func (t *messages) ChannelGone(ctx context.Context, ch match.ChannelID) error {
	list, err := t.service.InChannel(ctx, ch, lookBack)
	for _, r := range list {
		err = errors.Join(err, t.service.Drop(ctx, r.ID, sayPlaceless))
	}
	return errors.Join(err, t.service.Abandon(ctx, func(p match.Place) bool { return p.Channel == ch },
		saySeriesPlaceless))
}

// WantsThread reports whether a match still needs a thread because its tournament plays in threads
// (F77).
func (t *messages) WantsThread(ctx context.Context, m match.Match) bool {
	if m.Tournament == "" || m.Shown.Head > 0 || m.Status != match.Running {
		return false
	}
	r, err := t.service.Tournament(ctx, tourney.ID(m.Tournament))
	return err == nil && r.Threads && m.Place == r.Place
}

// Tells reports whether the tournament tells a player the result of their match, so that the match
// itself need not.
func (t *messages) Tells(ctx context.Context, m match.Match, n match.Notice) bool {
	if m.Tournament == "" || n.Kind != match.HasResult || m.Outcome == nil {
		return false
	}
	r, err := t.service.Tournament(ctx, tourney.ID(m.Tournament))
	return err == nil && r.Tells(m.ID, *m.Outcome, n.To)
}

// IntoThread opens a thread and moves a match there. If Discord refuses, the match stays in the
// channel and IntoThread returns false.
func (t *messages) IntoThread(ctx context.Context, m match.Match) bool {
	r, err := t.service.Tournament(ctx, tourney.ID(m.Tournament))
	if err != nil {
		return false
	}
	in := t.People.LanguageAt(ctx, m.Place, r.Owner.User)
	name := discord.OneLine(r.Name+" · "+board.ThreadPlayers(in, m), 100)
	thread, err := t.Client.OpenThread(ctx, string(m.Place.Channel), name)
	if err == nil {
		_, err = t.Matches.Referee.Resume(ctx, match.Act{Match: m.ID},
			match.Place{Guild: m.Place.Guild, Channel: match.ChannelID(thread)})
	}
	if err != nil {
		t.Log.Warn("a tournament's game stays in the channel", "match", m.ID, "err", discord.Redact(err))
	}
	return err == nil
}

// The kinds of messages of a tournament.
const (
	messageKind deliver.Kind = "tournament"
	placeKind   deliver.Kind = "place of tournaments"
	noticeKind  deliver.Kind = "tournament notice"
)
