package stratego

import (
	"strings"

	"paddock/games"
	"paddock/games/stratego/board"
)

// readCounts reads the option counts: an army in words, or its twelve numbers (S8).
func readCounts(text string) (string, error) {
	c, err := ParseArmy(text)
	if err != nil {
		return "", games.Refuse("This army can't be played: %s. Say what it has, for example 1 flag, 1 marshal, 2 miners, 3 scouts, 2 bombs.", err)
	}
	return c.Words(), nil
}

// ParseArmy reads an army: its name, its twelve numbers, or its pieces in words (S7, S8). The error
// is a sentence.
func ParseArmy(text string) (board.Counts, error) {
	if c, err := board.ParseCounts(text); err == nil || strings.Trim(text, "0123456789, ") == "" {
		return c, err
	}
	c, err := board.ParsePieces(text)
	if err != nil {
		return c, err
	}
	return c, c.Check()
}

// readHandicap reads the option handicap, on which both players agreed (S9): "BLUE without
// Marshal".
func readHandicap(text string) (string, error) {
	seat, less, err := parseHandicap(text)
	if err != nil {
		return "", err
	}
	return name(seat).String() + " without " + less.Words(), nil
}

func parseHandicap(text string) (games.Seat, board.Counts, error) {
	who, what, ok := strings.Cut(strings.Join(strings.Fields(strings.ToLower(text)), " "), " without ")
	for seat := range games.Seat(2) {
		if ok && strings.TrimSpace(who) == strings.ToLower(name(seat).String()) {
			less, err := board.ParsePieces(what)
			if err == nil && less[0] == 0 {
				return seat, less, nil
			}
			if err == nil {
				return 0, less, games.Refuse("You can't give up the Flag as a handicap. Choose another piece.")
			}
			return 0, less, games.Refuse("This handicap isn't possible: %s.", err)
		}
	}
	return 0, board.Counts{}, games.Refuse("I can't read that handicap. Say a side and what it lacks, for example BLUE without Marshal, 2 Scouts.")
}

// armies returns both sides' armies by the options: equal except for a handicap (S7, S8, S9).
func armies(o games.Options) ([2]board.Counts, error) {
	army, err := board.ParseCounts(o["army"])
	if o["counts"] != "" {
		if o["army"] != "classic" {
			return [2]board.Counts{},
				games.Refuse("Choose %s or your own counts, not both. Leave one of the two out.", o["army"])
		}
		army, err = ParseArmy(o["counts"])
	}
	if err != nil {
		return [2]board.Counts{}, games.Refuse("This army can't be played: %s.", err)
	}
	both := [2]board.Counts{army, army}
	if o["handicap"] == "" {
		return both, nil
	}
	seat, less, err := parseHandicap(o["handicap"])
	if err != nil {
		return both, err
	}
	for i, n := range less {
		if n > army[i] {
			return both, games.Refuse("%s can't do without %s: the army has %s.", name(seat),
				board.Ranks[i].Many(int(n)), army.Words())
		}
		both[seat][i] -= n
	}
	if err := both[seat].Check(); err != nil {
		return both, games.Refuse("This handicap isn't possible: %s.", err)
	}
	return both, nil
}
