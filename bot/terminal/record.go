package terminal

import (
	"errors"
	"slices"

	"paddock/bot/bounded"
	"paddock/games"
	"paddock/games/record"
)

// recorded reads a record in the format of `/match export`, if the first argument is a file and not
// a game. In the returned arguments the game replaces the file.
func recorded(catalogue []*games.Game, args []string) (*table, []string, error) {
	if len(args) == 0 {
		return nil, args, nil
	}
	if _, err := named("play", catalogue, args); err == nil {
		return nil, args, nil
	}
	text, err := bounded.File(args[0], record.MaxBytes)
	if errors.Is(err, bounded.ErrLong) {
		return nil, nil, games.Refuse("This text is too long to be the record of a game.")
	}
	if err != nil {
		return nil, args, nil // the text is read as the name of a game, which may be reported as unknown
	}
	r, err := record.Read(text)
	if err != nil {
		return nil, nil, err
	}
	i := slices.IndexFunc(catalogue, func(g *games.Game) bool { return g.ID == r.Game })
	if i < 0 {
		return nil, nil, games.Refuse("%s is a record of %q, which is none of the games here.", args[0], r.Game)
	}
	start, steps, err := r.Replay(catalogue[i])
	if err != nil {
		return nil, nil, err
	}
	t := &table{}
	t.begin(start)
	for _, s := range steps {
		t.past = append(t.past, step{s.Before, s.Seat, s.Move, s.Next})
	}
	return t, append([]string{string(r.Game)}, args[1:]...), nil
}

// fits refuses a table without a player for every seat to move.
func (t *table) fits() error {
	for seat := range t.now().Turn().Waiting.All() {
		if int(seat) >= len(t.players) {
			return games.Refuse("This game has more players than there are here: say how many with -seats.")
		}
	}
	return nil
}
