package house_test

import (
	"encoding/json"
	"regexp"
	"slices"
	"testing"

	"paddock/bot"
	"paddock/bot/answer"
	"paddock/bot/request"
	"paddock/games/catalog"
)

// slash matches a command in a text: "`/kalah move 3`" is "kalah move".
var slash = regexp.MustCompile("`/([a-z-]+)(?: ([a-z-]+)\\b)?([:.]?)")

// paths are not commands, but addresses of the program and a folder.
var paths = []string{"data", "healthz", "interactions", "metrics", "readyz"}

// Every slash command that a document or a sentence names exists, with its sub-command. The history
// of changes may name what was.
func TestTextsNameSlashCommands(t *testing.T) {
	table := bot.Commands(&answer.Base{Games: catalog.Games()})
	subs := map[string]map[string]bool{"game": {}} // sub-commands by command; "/game" stands for every game's command
	add := func(name string, list []*request.Command) {
		if subs[name] == nil {
			subs[name] = map[string]bool{}
		}
		for _, c := range list {
			subs[name][c.Name] = true
		}
	}
	for _, c := range table.Common {
		add(c.Name, c.Subs)
	}
	for _, g := range table.Games {
		add(string(g.ID), table.PerGame)
		add("game", table.PerGame)
	}
	texts := map[string]string{}
	for _, page := range pages(t) {
		// the history names removed commands, and tutorials create commands
		if page != "docs/CHANGELOG.md" && !slices.Contains(followed, page) {
			texts[page] = read(t, page)
		}
	}
	var file struct{ Texts map[string]any }
	if err := json.Unmarshal([]byte(read(t, "bot/lang/sv.json")), &file); err != nil {
		t.Fatal(err)
	}
	for sentence := range file.Texts {
		texts["the sentence \""+sentence+"\""] = sentence
	}
	named := 0
	for where, text := range texts {
		for _, m := range slash.FindAllStringSubmatch(text, -1) {
			if slices.Contains(paths, m[1]) {
				continue
			}
			named++
			switch known, ok := subs[m[1]]; {
			case !ok:
				t.Errorf("%s names /%s, which is no command", where, m[1])
			case m[2] != "" && m[3] != ":" && len(known) > 0 && !known[m[2]]:
				t.Errorf("%s names /%s %s, which is no command", where, m[1], m[2])
			}
		}
	}
	if named < 150 {
		t.Errorf("only %d commands are found", named)
	}
}
