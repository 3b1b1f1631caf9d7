package terminal

import (
	"os"
	"slices"

	"paddock/games"
	"paddock/games/record"
)

// recorded reads the file that the first argument names, if it names one and no game: a record as `/export` writes it. The arguments that it returns name the
// game in its place.
func recorded(catalogue []*games.Game, args []string) (*table, []string, error) {
	if len(args) == 0 {
		return nil, args, nil
	}
	if _, err := named("play", catalogue, args); err == nil {
		return nil, args, nil
	}
	text, err := os.ReadFile(args[0])
	if err != nil {
		return nil, args, nil // then it is meant to be a game, and that there is no such one is said there
	}
	r, err := record.Parse(string(text))
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

// fits refuses a table at which not everybody who is to move has a place.
func (t *table) fits() error {
	for seat := range t.now().Turn().Waiting.All() {
		if int(seat) >= len(t.players) {
			return games.Refuse("This game has more players than there are here: say how many with -seats.")
		}
	}
	return nil
}
