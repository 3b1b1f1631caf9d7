package match

import (
	"slices"
	"strings"

	"paddock/games"
)

// Notebook is what one person keeps about one match, for nobody but them: moves that are to be played for them when a line comes about (P26), a line they
// are trying out (P97), and what they have written down (P98). It is part of their User, and goes with it.
type Notebook struct {
	Lines []Line `json:",omitempty"` // the newest first; no two of them answer the same moves differently
	Trial Line   `json:",omitzero"`
	Note  string `json:",omitempty"`
}

// Empty reports whether there is nothing in it.
func (n Notebook) Empty() bool { return len(n.Lines) == 0 && n.Trial.From == 0 && n.Note == "" }

// Line is moves of all seats in turn from a position of the match on.
type Line struct {
	From  Seq // the event that made the position: Record.Made
	Plies []Ply
}

// Ply is a move of a seat.
type Ply struct {
	Seat games.Seat
	Move string // as the game writes it
}

// Notebook is what the person keeps about a match.
func (u User) Notebook(id ID) Notebook { return u.Notebooks[id] }

// SetNotebook keeps it; an empty one is taken away.
func (u *User) SetNotebook(id ID, n Notebook) {
	if n.Empty() {
		delete(u.Notebooks, id)
		return
	}
	if u.Notebooks == nil {
		u.Notebooks = make(map[ID]Notebook)
	}
	u.Notebooks[id] = n
}

// withoutMentions is what is remembered of a person when the id of another occurs in none of their notes any more, and whether that makes a difference.
func (u User) withoutMentions(gone UserID) (User, bool) {
	found := false
	books := make(map[ID]Notebook, len(u.Notebooks))
	for id, n := range u.Notebooks {
		if strings.Contains(n.Note, string(gone)) {
			n.Note, found = strings.ReplaceAll(n.Note, string(gone), FormerPlayer), true
		}
		books[id] = n
	}
	if found {
		u.Notebooks = books
	}
	return u, found
}

// Since are the moves that have been played after an event of a log that made a position. They stop short where something else has changed the match
// since: a move that was taken back, a decision of the referee, another player in a seat.
func Since(log []Event, from Seq) (plies []Ply, goesOn bool) {
	i := slices.IndexFunc(log, func(e Event) bool { return e.Seq == from })
	if i < 0 {
		return nil, false
	}
	for _, e := range log[i+1:] {
		switch e.Kind {
		case Moved:
			plies = append(plies, Ply{e.Seat, e.Move})
		case Undone, Ruled, HandedOver, Ended:
			return plies, false
		}
	}
	return plies, true
}
