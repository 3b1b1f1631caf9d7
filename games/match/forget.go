package match

import (
	"context"
	"errors"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"paddock/games"
)

// FormerPlayer is the name under which the matches of a removed person stay (P30).
const FormerPlayer = "former player"

// Departure is a person who wants to be removed, from the moment they have said so until nothing of them is left. As is what tells their
// matches from those of other former players: drawn by lot, so it says nothing about who they were.
type Departure struct {
	User UserID
	As   string
}

// Remover is what removing a person needs of a Store. Everything can be done again after a crash, as long as the Departure is there.
type Remover interface {
	// Departures lists those who are on their way out; PutDeparture adds one, and is all it takes to have the removal finished one day.
	Departures(ctx context.Context) ([]Departure, error)
	PutDeparture(ctx context.Context, d Departure) error
	// Mentions lists all matches, finished ones included, in whose record or log the user's id occurs, in no order. It may list too many.
	Mentions(ctx context.Context, u UserID) ([]ID, error)
	// Rewrite replaces a match's record and log by what edit makes of them, in one transaction with all indexes, or leaves both if edit
	// reports false. Edit must leave the number of events, their Seq, Cause and At, and the record's ID and Head. It may be called more than once.
	// It is the only way in which a log is ever changed. ErrNotFound.
	Rewrite(ctx context.Context, id ID, edit func(*Record, []Event) bool) error
	// EraseUser removes the entry of a person, what the entries of others say of them, and their Departure, in one transaction.
	EraseUser(ctx context.Context, u UserID) error
}

// Depart notes that a person wants to be removed. Asking again gives the same Departure.
func (s *Service) Depart(ctx context.Context, u UserID) (Departure, error) {
	unlock, err := s.lock(ctx, userKey(u))
	if err != nil {
		return Departure{}, err
	}
	defer unlock()
	list, err := s.Departures(ctx)
	if err != nil {
		return Departure{}, err
	}
	if i := slices.IndexFunc(list, func(d Departure) bool { return d.User == u }); i >= 0 {
		return list[i], nil
	}
	as, err := s.newID()
	if err != nil {
		return Departure{}, err
	}
	d := Departure{User: u, As: string(as)}
	if err := s.cfg.Store.PutDeparture(ctx, d); err != nil {
		return Departure{}, s.storeFailed("note a departure", err)
	}
	return d, nil
}

// Departures lists those who are on their way out: after a start their removal is gone on with.
func (s *Service) Departures(ctx context.Context) ([]Departure, error) {
	list, err := s.cfg.Store.Departures(ctx)
	if err != nil {
		return nil, s.storeFailed("read departures", err)
	}
	return list, nil
}

// retire takes a member out of a match: one that is running is resigned, a challenge or table of their own revoked, somebody else's declined or
// left. In a match that has ended there is nothing to do.
func (d *draft) retire(u UserID) error {
	seat := d.SeatOf(u)
	switch {
	case d.Status == Open && d.Owner == u:
		d.close(byRevoking, games.Say("The challenge was revoked."))
	case d.Status == Open && d.Invited == u:
		d.add(Event{Kind: Declined, User: u, Seat: games.Spectator})
		d.close(byDecline, games.Say("The challenge was declined."))
	case d.Status == Open && seat != games.Spectator:
		d.Players[seat] = Player{}
		d.add(Event{Kind: Left, User: u, Seat: seat})
	case d.Status != Running:
	case seat != games.Spectator:
		err := d.rule(games.Ruling{Kind: games.Resign, Seat: seat}, u, "by the player's wish")
		if !errors.Is(err, ErrTooLate) { // has left it already, and the others play on
			return err
		}
	case d.Owner == u && len(d.members()) == 0:
		d.close(byCancelling, games.Say("The match was cancelled and has no result."))
	}
	return nil
}

// Forget removes a person: what is open or running with them ends (see retire), then a former player takes their place in all matches, and at last
// what is remembered of them is erased, with the Departure. If it fails half-way it can be called again. The boards in channels are not touched.
func (s *Service) Forget(ctx context.Context, gone Departure) error {
	ids, err := s.cfg.Store.Mentions(ctx, gone.User)
	if err != nil {
		return s.storeFailed("look for a person", err)
	}
	for _, id := range ids {
		if err := s.forgetIn(ctx, id, gone); err != nil {
			return err
		}
	}
	if err := s.cfg.Store.EraseUser(ctx, gone.User); err != nil {
		return s.storeFailed("erase a person", err)
	}
	return nil
}

func (s *Service) forgetIn(ctx context.Context, id ID, gone Departure) error {
	_, err := s.update(ctx, Act{Match: id, User: gone.User}, func(d *draft) error { return d.retire(gone.User) })
	switch {
	case errors.Is(err, ErrStore):
		return err
	case err != nil: // a broken match, or of a game that there is no more: that keeps nobody here
		s.cfg.Log.Error("a match could not be ended for somebody who leaves", "match", id, "err", err)
	}
	unlock, err := s.lock(ctx, "match/"+string(id))
	if err != nil {
		return err
	}
	defer unlock()
	err = s.cfg.Store.Rewrite(ctx, id, gone.From)
	if err != nil && !errors.Is(err, ErrNotFound) {
		return s.storeFailed("rewrite a match", err)
	}
	return nil
}

// From takes the person out of a match and its log, and reports whether they were in it.
func (gone Departure) From(r *Record, log []Event) bool {
	found := false
	names := gone.names(*r, log)
	for seat, p := range r.Players {
		if now, was := gone.Player(p); was {
			r.Players[seat], found = now, true
		}
	}
	found = gone.user(&r.Owner) || found
	found = gone.user(&r.Invited) || found
	if _, wished := r.Rematch[string(gone.User)]; wished {
		delete(r.Rematch, string(gone.User))
		found = true
	}
	if r.Parked != nil {
		if _, wished := r.Parked.Wanted[gone.User]; wished {
			delete(r.Parked.Wanted, gone.User)
			found = true
		}
	}
	if len(names) > 0 && r.Outcome != nil {
		r.Outcome.Say = Rename(r.Outcome.Say, names...)
		r.Result = r.Outcome.Say.String()
	}
	r.Closing = Rename(r.Closing, names...)
	for i := range log {
		found = gone.user(&log[i].User) || found
		for j, say := range log[i].Said {
			log[i].Said[j] = Rename(say, names...)
		}
		if log[i].Kind == Ruled {
			log[i].Note = rename(log[i].Note, names...)
		}
	}
	return found
}

// names is what the person is called in a match: at the board, and as the one who has decided it.
func (gone Departure) names(r Record, log []Event) (names []string) {
	for _, p := range r.Players {
		if p.User == gone.User {
			names = append(names, p.Name)
		}
	}
	for _, e := range log {
		if e.Kind == Ruled && e.User == gone.User {
			names = append(names, r.decidedBy())
		}
	}
	return names
}

// Player is a player as they stay, and whether it was the one who is gone.
func (gone Departure) Player(p Player) (Player, bool) {
	if p.User != gone.User {
		return p, false
	}
	return Player{Name: FormerPlayer, Gone: gone.As}, true
}

func (gone Departure) user(u *UserID) bool {
	if *u != gone.User {
		return false
	}
	*u = ""
	return true
}

// Rename is a sentence in which names have become FormerPlayer, as far as they stand among the arguments.
func Rename(s games.Sentence, names ...string) games.Sentence {
	args := slices.Clone(s.Args)
	for i, arg := range args {
		switch arg := arg.(type) {
		case string:
			args[i] = rename(arg, names...)
		case games.Sentence:
			args[i] = Rename(arg, names...)
		}
	}
	return games.Sentence{Format: s.Format, Args: args}
}

// rename replaces names where they stand as words of their own.
func rename(text string, names ...string) string {
	for _, name := range names {
		text = renameOne(text, name)
	}
	return text
}

func renameOne(text, name string) string {
	if name == "" {
		return text
	}
	word := func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }
	var out strings.Builder
	for rest, before := text, ' '; ; {
		at := strings.Index(rest, name)
		if at < 0 {
			return out.String() + rest
		}
		if at > 0 {
			before, _ = utf8.DecodeLastRuneInString(rest[:at])
		}
		after, _ := utf8.DecodeRuneInString(rest[at+len(name):])
		out.WriteString(rest[:at])
		if word(before) || word(after) {
			out.WriteString(name)
		} else {
			out.WriteString(FormerPlayer)
		}
		before, _ = utf8.DecodeLastRuneInString(name)
		rest = rest[at+len(name):]
	}
}

// someoneGone reports whether a former player sits here.
func (r Record) someoneGone() bool {
	return slices.ContainsFunc(r.Players, func(p Player) bool { return p.Gone != "" })
}
