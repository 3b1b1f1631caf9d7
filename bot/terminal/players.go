package terminal

import (
	"cmp"
	"context"
	"math/rand/v2"
	"os/exec"
	"strconv"
	"strings"
	"time"

	"paddock/games"
	"paddock/games/arena"
	"paddock/games/protocol"
)

// checkPlayer refuses a name that is neither a level nor a usable program. Command is the command
// that explains the flags.
func (c *conditions) checkPlayer(command, name string) error {
	line, competing := strings.CutPrefix(name, competition)
	level, nodes, counted := strings.Cut(name, "@")
	_, _, isLevel := c.level(name)
	switch {
	case isLevel:
		return nil
	case name == "":
		return games.Refuse("A player has no name.")
	case competing && (c.game.ID != "stratego" || strings.TrimSpace(line) == ""):
		return games.Refuse("%s is for Stratego, and wants the command line of a program behind it.", competition)
	case counted && c.isLevel(level):
		return games.Refuse("%q is no number of nodes for %s.", nodes, level)
	case strings.ContainsAny(name, "'\""):
		return games.Refuse("The command line of a program is words with spaces between them, and quotes mean nothing: put %s into a script of its own.", name)
	}
	if _, err := exec.LookPath(strings.Fields(line)[0]); err != nil {
		return games.Refuse("%s has no level %q, and there is no such program; the flags are shown by paddock %s %s -help.", c.game.Name, name, command, c.game.ID)
	}
	if c.Clock == 0 {
		return games.Refuse("%q is another program, which may never answer: choose a -clock.", name)
	}
	return nil
}

// competition is the prefix of the command line of a program that uses the protocol of Stratego's
// competition of 2012 (S100).
const competition = "s100:"

// level parses a level with an optional number of positions to search: master@20000.
func (c *conditions) level(name string) (level string, nodes int64, ok bool) {
	level, count, counted := strings.Cut(name, "@")
	if !c.isLevel(level) {
		return "", 0, false
	}
	if counted {
		var err error
		if nodes, err = strconv.ParseInt(count, 10, 64); err != nil || nodes <= 0 {
			return "", 0, false
		}
	}
	return level, nodes, true
}

func (c *conditions) isLevel(name string) bool {
	_, ok := c.game.Player(name)
	return ok
}

// play plays a game under the referee's clock. Players are named by seat; each gets a seed of its
// own.
func (c *conditions) play(ctx context.Context, pos *games.Position, names []string,
	lot *rand.Rand,
) (arena.Played, error) {
	table := arena.Table{Clock: c.Clock}
	for _, name := range names {
		p, end := c.player(name, lot.Uint64())
		defer end()
		table.Players = append(table.Players, p)
	}
	return table.Play(ctx, pos)
}

// newPlayer returns a player, and a function to call after the game.
func (c *conditions) newPlayer(name string, seed uint64) (p arena.Player, end func()) {
	if level, nodes, ok := c.level(name); ok {
		budget := games.Budget{Time: c.Move, Nodes: cmp.Or(nodes, c.Nodes)}
		if budget.Nodes > 0 { // nodes limit the search, so the time can be generous for a busy machine
			budget.Time = cmp.Or(budget.Time, thinkAtMost)
		}
		p := c.newComputer(level, budget, seed)
		p.spent = func(used time.Duration) { c.spent(name, used) }
		return p, func() {}
	}
	if command, ok := strings.CutPrefix(name, competition); ok {
		other := &program{command: strings.Fields(command), talk: &protocol.StrategoSide{}}
		return other, other.Close
	}
	perMove := c.Move
	if perMove == 0 {
		perMove = min(time.Second, c.Clock*4/5)
	}
	other := &program{command: strings.Fields(name), talk: goLines{perMove}}
	return other, other.Close
}
