package cli

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strings"

	"github.com/joho/godotenv"
)

// loadDotenv adds the settings of a file to the environment of the process, unless they are set
// there already. A missing file is none.
func loadDotenv(file string) error {
	text, err := readText(file)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("%w. Compare it with .env.example", err)
	}
	settings, err := parseDotenv(text)
	if err != nil {
		return fmt.Errorf("the file %s can't be read: %w. Compare it with .env.example", file, err)
	}
	for name, value := range settings {
		if _, set := os.LookupEnv(name); set {
			continue
		}
		if err := os.Setenv(name, value); err != nil {
			return fmt.Errorf("the file %s can't be read: a line has no name before its =", file)
		}
	}
	return nil
}

// parseDotenv reads lines NAME=value. Its error names the number of the first line that is wrong
// and what is wrong, but nothing of the text, which has secrets: the errors of the library quote
// all that follows.
func parseDotenv(text string) (map[string]string, error) {
	text = strings.ReplaceAll(text, "\r\n", "\n")
	all, err := godotenv.Unmarshal(text + "\n")
	if err == nil {
		return all, nil
	}
	what := "it is not of the form NAME=value, and not a comment after #"
	if strings.HasPrefix(err.Error(), "unterminated quoted value") {
		what = "it has a quote that is not closed"
	}
	// the library names no line: the wrong line is the one after the longest beginning that can be
	// read
	lines := strings.SplitAfter(text, "\n")
	good := len(lines) - 1
	for good > 0 {
		if _, err := godotenv.Unmarshal(strings.Join(lines[:good], "")); err == nil {
			break
		}
		good--
	}
	for good < len(lines)-1 && blank(lines[good]) {
		good++
	}
	return nil, fmt.Errorf("line %d is wrong: %s", good+1, what)
}

// blank reports whether a line of .env sets nothing.
func blank(line string) bool {
	line = strings.TrimSpace(line)
	return line == "" || strings.HasPrefix(line, "#")
}
