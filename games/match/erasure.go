package match

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"paddock/games"
)

// Erasure is the stored order to erase a person, until the erasure is complete. As is a random name
// that distinguishes this former player from others; it does not reveal who they were.
type Erasure struct {
	User UserID
	As   string
}

// From removes the person from a match and its log, and reports whether they were in it.
func (gone Erasure) From(r *Record, log []Event) bool {
	found := false
	names := gone.names(*r, log)
	if seat := r.SeatOf(gone.User); seat != games.Spectator {
		r.Refused = slices.DeleteFunc(r.Refused, func(x Refused) bool { return x.Seat == seat })
	}
	for i, x := range r.Refused {
		r.Refused[i].Why = Rename(x.Why, names...)
	}
	for seat, p := range r.Players {
		if now, was := gone.Player(p); was {
			r.Players[seat], found = now, true
		}
	}
	if r.Voting != nil {
		found = r.Voting.forget(gone.User) || found
	}
	found = gone.user(&r.Owner) || found
	found = gone.user(&r.Invited) || found
	if _, wished := r.Rematch[string(gone.User)]; wished {
		delete(r.Rematch, string(gone.User))
		found = true
	}
	told := len(r.Notices)
	r.Notices = slices.DeleteFunc(r.Notices, func(n Notice) bool { return n.To == gone.User })
	found = len(r.Notices) < told || found
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
	if r.Closing.Format != "" {
		r.Closing = Rename(r.Closing, names...)
		r.Result = r.Closing.String()
	}
	r.DecidedBy = RenameText(r.DecidedBy, names...)
	found = gone.handOvers(r, names) || found
	for i := range log {
		found = gone.user(&log[i].User) || found
		for j, say := range log[i].Said {
			log[i].Said[j] = Rename(say, names...)
		}
		if log[i].Kind == Ruled || log[i].Kind == HandedOver || log[i].Kind == Released {
			log[i].Note, log[i].By = RenameText(log[i].Note, names...), RenameText(log[i].By, names...)
		}
	}
	if found && r.Place.Guild == "" && r.Owner == "" && len(r.Members()) == 0 {
		// A DM channel identifies the person as much as their id does.
		r.Place.Channel = ""
		r.Shown = Shown{Head: r.Head, Turn: r.Turn, Pinged: max(r.Turn, r.Shown.Pinged)}
	}
	return found
}

// Named lists the members whose ids occur in a match or in the given events, each once.
// Erasure.From would remove these ids.
func Named(r Record, log []Event) []UserID {
	users := []UserID{r.Owner, r.Invited}
	for _, p := range r.Players {
		users = append(users, p.User)
	}
	for u := range r.Rematch {
		users = append(users, UserID(u))
	}
	if v := r.Voting; v != nil {
		for _, x := range v.Votes {
			users = append(users, UserID(x.By))
		}
		for _, x := range v.Turnout {
			users = append(users, x.User)
		}
	}
	for _, n := range r.Notices {
		users = append(users, n.To)
	}
	if r.Parked != nil {
		for u := range r.Parked.Wanted {
			users = append(users, u)
		}
	}
	for _, h := range r.HandOvers {
		users = append(users, h.From.User, h.To.User)
	}
	if h := r.Heir; h != nil {
		users = append(users, h.From.User, h.To.User, h.Asking)
	}
	for _, e := range log {
		users = append(users, e.User)
	}
	slices.Sort(users)
	return slices.DeleteFunc(slices.Compact(users), func(u UserID) bool { return u == "" })
}

// handOvers removes the person from the hand-overs of a match, under each of the given names.
func (gone Erasure) handOvers(r *Record, names []string) (found bool) {
	for i := range r.HandOvers {
		h := &r.HandOvers[i]
		for _, p := range []*Player{&h.From, &h.To} {
			if now, was := gone.Player(*p); was {
				*p, found = now, true
			}
		}
		h.By, h.Reason = RenameText(h.By, names...), RenameText(h.Reason, names...)
	}
	if h := r.Heir; h != nil {
		if h.From.User == gone.User || h.To.User == gone.User || h.Asking == gone.User {
			r.Heir = nil
			return true
		}
		h.By, h.Reason = RenameText(h.By, names...), RenameText(h.Reason, names...)
	}
	return found
}

// names returns all names of the person in a match: as a player, as the one who decided it, and as
// a former holder of a seat.
func (gone Erasure) names(r Record, log []Event) (names []string) {
	for _, p := range r.Players {
		if p.User == gone.User && p.Channel == "" {
			names = append(names, p.Name)
		}
	}
	for _, e := range log {
		if e.Kind == Ruled && e.User == gone.User && e.By == "" {
			names = append(names, r.DecidedBy)
		}
		if e.By != "" && e.User == gone.User {
			names = append(names, e.By)
		}
	}
	for _, h := range r.HandOvers {
		for _, p := range []Player{h.From, h.To} {
			if p.User == gone.User {
				names = append(names, p.Name)
			}
		}
	}
	return names
}

// Player returns the player after the erasure, and whether it was the erased person. A channel
// keeps its seat when the member who decides for it is erased.
func (gone Erasure) Player(p Player) (Player, bool) {
	if p.User != gone.User {
		return p, false
	}
	if p.Channel != "" {
		p.User = ""
		return p, true
	}
	return Player{Name: FormerPlayer, Gone: gone.As}, true
}

func (gone Erasure) user(u *UserID) bool {
	if *u != gone.User {
		return false
	}
	*u = ""
	return true
}

// Rename replaces the names in the arguments of a sentence by FormerPlayer.
func Rename(s games.Sentence, names ...string) games.Sentence {
	args := slices.Clone(s.Args)
	for i, arg := range args {
		switch arg := arg.(type) {
		case string:
			args[i] = RenameText(arg, names...)
		case games.Sentence:
			args[i] = Rename(arg, names...)
		}
	}
	return games.Sentence{Format: s.Format, Args: args}
}

// RenameText replaces the names by FormerPlayer, where they are whole words.
func RenameText(text string, names ...string) string {
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
