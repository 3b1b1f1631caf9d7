package match

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"paddock/games"
)

// Game finds a game of the catalogue.
func (s *Service) Game(id games.ID) (*games.Game, bool) {
	for _, g := range s.cfg.Games {
		if g.ID == id {
			return g, true
		}
	}
	return nil, false
}

// Match is the match, or ErrUnknown.
func (s *Service) Match(ctx context.Context, id ID) (Record, error) {
	r, err := s.cfg.Store.Record(ctx, id)
	switch {
	case errors.Is(err, ErrNotFound):
		return Record{}, s.problem(ErrUnknown, nil, "There is no match %q, perhaps because it was deleted. Please look at the list of your matches.", id)
	case err != nil:
		return Record{}, s.storeFailed("read match", err)
	}
	if shown, noted := s.notes.of(id); noted && shown.Head >= r.Shown.Head {
		r.Shown = shown
	}
	return r, nil
}

// Position is the position of a match that has begun, secrets included: for the referee, never for showing.
func (s *Service) Position(r Record) (*games.Position, error) { return s.positionAt(r, r.Position) }

func (s *Service) positionAt(r Record, text string) (*games.Position, error) {
	g, ok := s.Game(r.Game)
	if !ok {
		return nil, fmt.Errorf("match %s: %w: %s", r.ID, ErrUnknownGame, r.Game)
	}
	if text == "" {
		return nil, fmt.Errorf("match %s: %w", r.ID, ErrNotBegun)
	}
	return parse(g, r.ID, text)
}

// View is what a seat may know of the position. r.SeatOf(user) finds the seat.
func (s *Service) View(r Record, seat games.Seat) (*games.View, error) {
	pos, err := s.Position(r)
	if err != nil {
		return nil, err
	}
	return pos.View(seat), nil
}

// Before is what a seat knew before the last turn; nil if there was none.
func (s *Service) Before(r Record, seat games.Seat) (*games.View, error) {
	if r.Before == "" {
		return nil, nil
	}
	pos, err := s.positionAt(r, r.Before)
	if err != nil {
		return nil, err
	}
	return pos.View(seat), nil
}

// Log is the log of a match, oldest first. Moves of games with secrets are in it: it is for the players only after the end.
func (s *Service) Log(ctx context.Context, id ID) ([]Event, error) {
	log, err := s.cfg.Store.History(ctx, id, 1)
	if err != nil {
		return nil, s.storeFailed("read log", err)
	}
	return log, nil
}

// frame is a position of a match's past: what made it and what that brought about at the board.
type frame struct {
	event    Event
	position *games.Position
	said     []games.Event
}

func (f frame) movedBy(seat games.Seat) bool { return f.event.Kind == Moved && f.event.Seat == seat }

// restores is the event whose position an Undone event brings back.
func (e Event) restores() Seq {
	n, _ := strconv.ParseInt(e.Note, 10, 64)
	return Seq(n)
}

// Replay plays the log of a match again and calls f with each event that made a position, those that were taken back included. It stops
// when f returns false. An error says which event no longer agrees with the rules; f has been called with those before it.
func (s *Service) Replay(r Record, log []Event, f func(Event, *games.Position) bool) error {
	frames, err := s.frames(r, log)
	for _, made := range frames {
		if !f(made.event, made.position) {
			return nil
		}
	}
	return err
}

// Said is what an event of a log brought about at the board, beside the position: captures, penguins that leave. The log is played again up to it.
func (s *Service) Said(r Record, log []Event, seq Seq) []games.Event {
	frames, _ := s.frames(r, log[:min(int(seq), len(log))])
	if len(frames) == 0 || frames[len(frames)-1].event.Seq != seq {
		return nil
	}
	return frames[len(frames)-1].said
}

func (s *Service) frames(r Record, log []Event) ([]frame, error) {
	g, ok := s.Game(r.Game)
	if !ok {
		return nil, fmt.Errorf("match %s: %w: %s", r.ID, ErrUnknownGame, r.Game)
	}
	var frames []frame
	for _, e := range log {
		f, made, err := replay(g, r, frames, e)
		if err != nil {
			return frames, fmt.Errorf("match %s: event %d (%s): %w", r.ID, e.Seq, e.Kind, err)
		}
		if made {
			frames = append(frames, f)
		}
	}
	return frames, nil
}

// replay is the frame that an event makes after the frames before it, if it makes one.
func replay(g *games.Game, r Record, before []frame, e Event) (f frame, made bool, err error) {
	f.event = e
	if e.Kind == Began {
		f.position, err = g.Parse(e.Note)
		return f, true, err
	}
	if len(before) == 0 {
		return f, false, nil
	}
	at := before[len(before)-1].position
	switch e.Kind {
	case Moved, Arranged:
		done, err := at.Play(e.Seat, e.Move)
		f.position, f.said = done.Next, done.Events
		return f, true, err
	case Ruled:
		kind, _, _ := strings.Cut(e.Note, " ")
		done, err := at.Rule(games.Ruling{Kind: games.RulingKind(kind), Seat: e.Seat, Seed: rulingSeed(r, e.Seq, e.Seat)})
		if errors.Is(err, games.ErrNoRuling) { // the match ended instead
			return f, false, nil
		}
		f.position, f.said = done.Next, done.Events
		return f, true, err
	case Undone:
		i := slices.IndexFunc(before, func(b frame) bool { return b.event.Seq == e.restores() })
		if i < 0 {
			return f, false, fmt.Errorf("there is no position %q", e.Note)
		}
		f.position = before[i].position
		return f, true, nil
	}
	return f, false, nil
}

// ByChannel lists what is open or running in a channel, most urgent for the user first (P10).
func (s *Service) ByChannel(ctx context.Context, c ChannelID, u UserID) ([]Record, error) {
	list, err := s.cfg.Store.ByChannel(ctx, c)
	if err != nil {
		return nil, s.storeFailed("read matches", err)
	}
	sortUrgent(list, u)
	return list, nil
}

// ByUser lists what is open or running with the user, most urgent first (P10).
func (s *Service) ByUser(ctx context.Context, u UserID) ([]Record, error) {
	list, err := s.cfg.Store.ByUser(ctx, u)
	if err != nil {
		return nil, s.storeFailed("read matches", err)
	}
	sortUrgent(list, u)
	return list, nil
}

// Find lists the running matches of a channel that a command of the user without a match can mean (P42): the user's own, only those where it
// is the user's turn if there are any, most urgent first. An empty game means any. One: act on it. Several: ask.
func (s *Service) Find(ctx context.Context, c ChannelID, u UserID, game games.ID) ([]Record, error) {
	list, err := s.ByChannel(ctx, c, u)
	if err != nil {
		return nil, err
	}
	list = slices.DeleteFunc(list, func(r Record) bool {
		return r.Status != Running || r.SeatOf(u) == games.Spectator || game != "" && r.Game != game
	})
	mine := func(r Record) bool { return r.Parked == nil && r.Waiting.Has(r.SeatOf(u)) }
	if slices.ContainsFunc(list, mine) {
		list = slices.DeleteFunc(list, func(r Record) bool { return !mine(r) })
	}
	return list, nil
}

// Latest is the newest match that began in a channel, for those who only watch (P42): a running one if there is any. An empty game means any.
// ErrUnknown if nothing has been played there lately.
func (s *Service) Latest(ctx context.Context, c ChannelID, game games.ID) (Record, error) {
	running, err := s.cfg.Store.ByChannel(ctx, c)
	if err != nil {
		return Record{}, s.storeFailed("read matches", err)
	}
	recent, err := s.cfg.Store.Latest(ctx, c, lately)
	if err != nil {
		return Record{}, s.storeFailed("read matches", err)
	}
	for _, r := range slices.Concat(running, recent) {
		if (r.Status == Running || r.Status == Over) && (game == "" || r.Game == game) {
			return r, nil
		}
	}
	return Record{}, s.problem(ErrUnknown, nil, "Nothing is being played here at the moment, so there is no board to show. Start a match, or look in another channel.")
}

const lately = 25 // how many matches of a channel Latest looks through

// urgency orders matches for a user: to move, invited, waiting for others, at rest; smaller is more urgent.
func (r Record) urgency(u UserID) int {
	switch {
	case r.Parked != nil:
		return 4
	case r.Status == Running && r.Waiting.Has(r.SeatOf(u)):
		return 0
	case r.Status == Open && r.Invited == u:
		return 1
	case r.Status == Running:
		return 2
	}
	return 3
}

// sortUrgent sorts by urgency, then by deadline; those without a deadline come last, the newest of them first.
func sortUrgent(list []Record, u UserID) {
	slices.SortStableFunc(list, func(a, b Record) int {
		if d := a.urgency(u) - b.urgency(u); d != 0 {
			return d
		}
		da, db := a.Clock.Deadline, b.Clock.Deadline
		switch {
		case da.IsZero() && db.IsZero():
			return 0
		case da.IsZero():
			return 1
		case db.IsZero():
			return -1
		}
		return da.Compare(db)
	})
}

// active lists the matches that are open or running and wanted.
func (s *Service) active(ctx context.Context, wanted func(Record) bool) ([]ID, error) {
	var ids []ID
	for r, err := range s.cfg.Store.Active(ctx) {
		if err != nil {
			return nil, s.storeFailed("read active matches", err)
		}
		if wanted(r) {
			ids = append(ids, r.ID)
		}
	}
	return ids, nil
}

// guild is a server's settings; the zero Guild in a DM.
func (s *Service) guild(ctx context.Context, id GuildID) (Guild, error) {
	if id == "" {
		return Guild{}, nil
	}
	g, err := s.cfg.Store.Guild(ctx, id)
	if err != nil {
		return Guild{}, s.storeFailed("read settings", err)
	}
	return g, nil
}

// Show says how the present state of a match is to reach its channel (P43).
func (s *Service) Show(r Record) Showing { return show(r, s.cfg.Window, s.now()) }
