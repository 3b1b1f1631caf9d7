package terminal

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"paddock/bot/bounded"
	"paddock/games"
)

// mostSeries is the largest number of bytes of a file with series.
const mostSeries = 1 << 20

// night plays the series in a file, one after the other: each line holds the arguments of one. The
// games are kept in a folder beside the file, so the same command goes on where it stopped. In the
// end it writes one table of all series.
func night(ctx context.Context, catalogue []*games.Game, file string, out, errs io.Writer) error {
	text, err := bounded.File(file, mostSeries)
	if err != nil {
		fmt.Fprintf(errs, "The series in %s can't be read: %v\n", file, err)
		return ErrUsage
	}
	logs := file + ".games"
	if err := os.MkdirAll(logs, 0o755); err != nil {
		return err
	}
	var all []*series
	for line := range strings.Lines(string(text)) {
		line = strings.TrimSpace(line)
		if line == "" || line[0] == '#' {
			continue
		}
		args := append(strings.Fields(line), "-log", filepath.Join(logs, fileName(line)))
		s, err := read("arena", catalogue, args, errs, newSeries)
		if s == nil {
			return err
		}
		all = append(all, s)
	}
	rows := ""
	for _, s := range all {
		s.bar = newBar(errs)
		if err := s.run(ctx); err != nil {
			return err
		}
		rows += s.rows(s.results())
	}
	_, err = io.WriteString(out, tableHead+rows)
	return err
}

// fileName names the log of a series by its arguments.
func fileName(line string) string {
	return strings.Map(func(r rune) rune {
		if strings.ContainsRune(`/\:*?"<>|`, r) || r <= ' ' {
			return '_'
		}
		return r
	}, line) + ".log"
}
