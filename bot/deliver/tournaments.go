package deliver

import (
	"context"
	"errors"
	"sync"
	"time"

	"paddock/bot/discord"
	"paddock/bot/say"
	"paddock/bot/show"
	"paddock/games/match"
	"paddock/games/tourney"
)

// Tournaments are the messages about tournaments: one for each stage, edited while it lasts.
type Tournaments struct {
	Deps
	service *tourney.Service
	now     func() time.Time
	boards  *Boards

	mu     sync.Mutex
	edited map[tourney.ID]time.Time // when each was last looked at
}

// editPause is the least time between two edits of the same message.
const editPause = 4 * time.Second

// NewTournaments makes the messages of an engine about the tournaments of a service.
func NewTournaments(d Deps, service *tourney.Service, now func() time.Time) *Tournaments {
	t := &Tournaments{Deps: d, service: service, now: now, edited: make(map[tourney.ID]time.Time)}
	d.Engine.subjects[Tournament] = t
	return t
}

// Mark asks for the channel of a tournament to be brought up to date, in the channel's lane: after the boards that are waiting there.
func (t *Tournaments) Mark(r tourney.Record) {
	t.mu.Lock()
	wait := time.Until(t.edited[r.ID].Add(editPause))
	t.mu.Unlock()
	t.Engine.markAfter(Key{Kind: Tournament, ID: string(r.ID)}, string(r.Place.Channel), wait)
}

// Sweep looks at all tournaments whose channel is behind: at the start, after a crash.
func (t *Tournaments) Sweep(ctx context.Context) error {
	list, err := t.service.Unsettled(ctx)
	for _, r := range list {
		t.Mark(r)
	}
	return err
}

func (t *Tournaments) look(ctx context.Context, k Key) error {
	t.mu.Lock()
	t.edited[tourney.ID(k.ID)] = time.Now()
	t.mu.Unlock()
	r, err := t.service.Tournament(ctx, tourney.ID(k.ID))
	if err != nil {
		return err
	}
	if r.Shown.Version >= r.Version && r.Version > 0 {
		return nil
	}
	return t.show(ctx, r)
}

// failed ends a season that has opened in a channel that is gone; otherwise the next change tries again.
func (t *Tournaments) failed(ctx context.Context, k Key, f discord.Failure) (again bool) {
	if r, err := t.service.Tournament(ctx, tourney.ID(k.ID)); err == nil && r.Season > 0 && f == discord.ChannelGone {
		if err := t.ChannelGone(ctx, r.Place.Channel); err != nil {
			t.Log.Error("could not end a season", "tournament", r.ID, "err", err)
		}
	}
	return false
}

// show brings the channel up to date: the message of a stage is edited, a new stage is a new message, and the old one gets its last form.
func (t *Tournaments) show(ctx context.Context, r tourney.Record) error {
	old, now := r.Shown, show.Stage(r)
	in := t.People.LanguageAt(ctx, r.Place, r.Owner.User)
	message := func(stage int) discord.Message { return t.Show.Tournament(in, t.View(ctx, r, stage), stage) }
	edit := func(m discord.Message) error { return t.edit(ctx, r.Place.Channel, old.Message, m) }
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
	only := nonce("t-%s-%d/%s", r.ID, now, tail(old.Message, 8))
	err := t.sendMessage(ctx, message(now), func(m discord.Message) (err error) {
		id, err = t.post(ctx, r.Place.Channel, m, only)
		return err
	})
	if err != nil {
		return err
	}
	return t.shown(ctx, r, id, t.now())
}

func (t *Tournaments) sendMessage(ctx context.Context, m discord.Message, send func(discord.Message) error) error {
	return t.send(ctx, m, func(discord.Failure) (discord.Message, error) { return m.Plain(), nil }, send)
}

func (t *Tournaments) shown(ctx context.Context, r tourney.Record, id match.MessageID, at time.Time) error {
	return t.service.MarkShown(context.WithoutCancel(ctx), r.ID, tourney.Shown{Version: r.Version, Rounds: show.Stage(r), Message: id, At: at})
}

// View is a tournament with what the message of a stage needs.
func (t *Tournaments) View(ctx context.Context, r tourney.Record, stage int) show.TournamentView {
	v := show.TournamentView{
		Record: r, Links: make(map[match.ID]string),
		Pictures: t.boards.Style(r.Place.Channel, match.Image) == match.Image,
	}
	for _, id := range show.TournamentMatches(r, stage) {
		if m, err := t.Matches.Read.Match(ctx, id); err == nil {
			v.Links[id] = show.BoardLink(m)
		}
	}
	return v
}

// lookBack is how many tournaments of a channel are looked through.
const lookBack = 25

// ChannelGone ends the tournaments of a deleted channel, because nobody can follow them any more (P72). Their matches are parked and can be
// resumed elsewhere, but count for nothing.
func (t *Tournaments) ChannelGone(ctx context.Context, ch match.ChannelID) error {
	live, err := t.service.InChannel(ctx, ch, lookBack)
	for _, r := range live {
		if r.Live() {
			_, ending := t.service.Cancel(ctx, r.ID, tourney.By{Moderator: true, Name: "me, because its channel is gone"})
			err = errors.Join(err, ending)
		}
	}
	return errors.Join(err, t.service.Abandon(ctx, func(p match.Place) bool { return p.Channel == ch }, say.SeriesPlaceless))
}

// wantsThread reports whether a match is a game of a tournament whose games have threads of their own, and has none yet (F77).
func (t *Tournaments) wantsThread(ctx context.Context, m match.Match) bool {
	if m.Tournament == "" || m.Shown.Head > 0 || m.Status != match.Running {
		return false
	}
	r, err := t.service.Tournament(ctx, tourney.ID(m.Tournament))
	return err == nil && r.Threads && m.Place == r.Place
}

// tells reports whether a player of a game is told by its tournament what the result means, so that they are not told of it twice.
func (t *Tournaments) tells(ctx context.Context, m match.Match, n match.Notice) bool {
	if m.Tournament == "" || n.Kind != match.HasResult || m.Outcome == nil {
		return false
	}
	r, err := t.service.Tournament(ctx, tourney.ID(m.Tournament))
	return err == nil && r.Tells(m.ID, *m.Outcome, n.To)
}

// intoThread opens a thread for a match and moves the match there. Where that is not allowed the match stays in the channel.
func (t *Tournaments) intoThread(ctx context.Context, m match.Match) bool {
	r, err := t.service.Tournament(ctx, tourney.ID(m.Tournament))
	if err != nil {
		return false
	}
	in := t.People.LanguageAt(ctx, m.Place, r.Owner.User)
	name := discord.OneLine(r.Name+" · "+show.ThreadPlayers(in, m), 100)
	thread, err := t.Client.OpenThread(ctx, string(m.Place.Channel), name)
	if err == nil {
		_, err = t.Matches.Referee.Resume(ctx, match.Act{Match: m.ID}, match.Place{Guild: m.Place.Guild, Channel: match.ChannelID(thread)})
	}
	if err != nil {
		t.Log.Warn("a tournament's game stays in the channel", "match", m.ID, "err", discord.Redact(err))
	}
	return err == nil
}
