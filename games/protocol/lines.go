package protocol

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"strconv"
	"strings"
	"time"

	"paddock/games"
)

// serveLines lets a computer player of a game without secrets play by text lines
// (docs/protocols.md, F64). It answers `go MS POSITION` with `move MOVE` after at most MS
// milliseconds. `quit` or the end of the input ends it. It answers any other line with `error` and
// the reason.
func serveLines(ctx context.Context, game *games.Game, player string, in io.Reader, out io.Writer) error {
	lines := bufio.NewScanner(in)
	for n := uint64(0); lines.Scan(); n++ {
		line := strings.TrimSpace(lines.Text())
		if line == "quit" {
			return nil
		}
		answer, err := lineReply(ctx, game, player, line, n)
		if err != nil {
			answer = "error " + err.Error()
		}
		if _, err := fmt.Fprintln(out, answer); err != nil {
			return err
		}
	}
	return lines.Err()
}

func lineReply(ctx context.Context, game *games.Game, player, line string, seed uint64) (string, error) {
	words := strings.SplitN(line, " ", 3)
	if len(words) != 3 || words[0] != "go" {
		return "", fmt.Errorf("want go MS and a position text")
	}
	ms, err := strconv.Atoi(words[1])
	if err != nil || ms < 0 || ms > 3_600_000 {
		return "", fmt.Errorf("%q is no number of milliseconds", words[1])
	}
	pos, err := game.Parse(words[2])
	if err != nil {
		return "", err
	}
	ctx, cancel := context.WithTimeout(ctx, time.Duration(ms)*time.Millisecond)
	defer cancel()
	for seat := range pos.Turn().Waiting.All() {
		move, err := pos.View(seat).Choose(ctx, player, games.Budget{Seed: seed})
		return "move " + move, err
	}
	return "", fmt.Errorf("the game is over")
}
