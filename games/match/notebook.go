package match

import (
	"strings"

	"paddock/games"
)

// Notebook holds a person's private notes about a match: conditional moves (P26), a trial line
// (P97), and text (P98). It is part of their User, and is erased with it.
type Notebook struct {
	Lines []Line `json:",omitempty"` // newest first; no two lines answer the same moves differently
	Trial Line   `json:",omitzero"`
	Note  string `json:",omitempty"`
	Lost  bool   `json:",omitempty"` // the user was told that they are proven to lose
}

func (n Notebook) Empty() bool {
	return len(n.Lines) == 0 && n.Trial.From == 0 && n.Note == "" && !n.Lost
}

// Line is a sequence of moves of all seats from a position of the match.
type Line struct {
	From  Seq // the event that made the position, see Record.Made
	Plies []Ply
}

// Ply is one move of a seat.
type Ply struct {
	Seat games.Seat
	Move string // the move in the game's notation
}

// Notebook returns the person's notebook of a match.
func (u User) Notebook(id ID) Notebook { return u.Notebooks[id] }

// SetNotebook stores the notebook of a match, and deletes it if it is empty.
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

// MostNote is the most characters of a note (P98), and MostNotebooks the most notebooks of a
// person.
const (
	MostNote      = 1000
	MostNotebooks = 200
)

// ChangeNotebook changes the notebook of a match. It reports false, and changes nothing, if that
// would be a notebook too many.
func (u *User) ChangeNotebook(id ID, change func(*Notebook)) bool {
	n := u.Notebook(id)
	if n.Empty() && len(u.Notebooks) >= MostNotebooks {
		return false
	}
	change(&n)
	u.SetNotebook(id, n)
	return true
}

// withoutMentions returns the user without mentions of another user's id in their notes, and
// whether that changes anything.
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
