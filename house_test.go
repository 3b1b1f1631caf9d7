package main

import (
	"encoding/json"
	"io"
	"os/exec"
	"path"
	"slices"
	"strings"
	"testing"
)

// A wall is a rule about who may know whom in this code base, with its reason. It holds for what a package imports itself and for all
// that comes with it.
type wall struct {
	name  string
	from  string // path.Match pattern of packages, below paddock/; "games/..." means games and everything under it
	never []string
	but   []string // packages for which the rule does not hold
	save  []string // what may come along all the same
	why   string
}

var walls = []wall{
	{
		name: "games know no Discord", from: "games/...", never: []string{"github.com/bwmarrin/discordgo", "paddock/bot/..."},
		why: "a game can be played, tested and searched without a chat service",
	},
	{
		name: "games know no database", from: "games/...", never: []string{"go.etcd.io/bbolt", "paddock/storage/..."},
		why: "the match service states what it needs (match.Store); engines come and go",
	},
	{
		name: "games do no I/O", from: "games/...", never: []string{"net", "net/http", "os/exec"},
		why: "rules are pure functions: times, chance and bytes come in as arguments",
	},
	{
		name: "discordgo lives in bot", from: "...", never: []string{"github.com/bwmarrin/discordgo"}, but: []string{"paddock", "paddock/bot/..."},
		why: "only one room has to know what Discord is like",
	},
	{
		name: "bbolt lives in storage", from: "...", never: []string{"go.etcd.io/bbolt"}, but: []string{"paddock", "paddock/bot/cli", "paddock/storage/...", "paddock/bot/sandbox/..."},
		why: "another engine must be able to pass storagetest and take its place",
	},
	{
		name: "pgx lives in storage/postgres", from: "...", never: []string{"github.com/jackc/..."}, but: []string{"paddock", "paddock/bot/cli", "paddock/storage/postgres/..."},
		why: "one package has to know what PostgreSQL is like, and who keeps to one file loads nothing of it",
	},
	{
		name: "render knows no game", from: "render", never: []string{"paddock/games"},
		why: "games make scenes and render draws them; a fifth game needs no new drawing code",
	},
	{
		name: "scenes know nothing", from: "games/scene", never: []string{"paddock/..."},
		why: "text, picture and words come from one plain value",
	},
	{
		name: "computer players get views", from: "bot/think", never: []string{"paddock/storage/..."},
		why: "a player that can't reach the store can't peek into it",
	},
	{
		name: "bot/discord knows no match", from: "bot/discord", never: []string{"paddock/..."}, save: []string{"paddock/bot/tasks", "paddock/bot/discord", "paddock/bot/discord/pace"},
		why: "what Discord is like can be learnt, tested and mended without knowing what is played",
	},
	{
		name: "bot/tasks knows nothing", from: "bot/tasks", never: []string{"paddock/..."}, save: []string{"paddock/bot/tasks"},
		why: "queues and locks are the same for everybody",
	},
	{
		name: "sentences are only said", from: "bot/say", never: []string{"paddock/bot/show", "paddock/bot/deliver", "paddock/bot/command", "paddock/bot/people"},
		why: "codes come in and words go out; who needs a sentence comes here, never the other way",
	},
	{
		name: "showing does no I/O", from: "bot/show", never: []string{"paddock/storage/...", "paddock/bot/deliver", "paddock/bot/command", "paddock/bot/people"},
		why: "a record and its reader go in, a message comes out: every message can be looked at in a test",
	},
	{
		name: "people come before messages", from: "bot/people", never: []string{"paddock/bot/show", "paddock/bot/deliver", "paddock/bot/command", "paddock/bot/discord"},
		why: "who reads which language is asked by all rooms and asks none",
	},
	{
		name: "delivering knows no command", from: "bot/deliver", never: []string{"paddock/bot/command", "paddock/storage/..."},
		why: "what is behind follows from the store, whoever has asked for what",
	},
	{
		name: "the router knows no command", from: "bot/router", never: []string{"paddock/bot/command", "paddock/storage/...", "paddock/bot"},
		why: "it is given a list of commands: a new one is added without touching how requests travel",
	},
	{
		name: "commands know no store", from: "bot/command", never: []string{"paddock/storage/...", "paddock/bot"},
		why: "the match service is the only writer",
	},
	{
		name: "deadlines know the services alone", from: "bot/tick", never: []string{"paddock/storage/...", "github.com/bwmarrin/discordgo"},
		why: "what is due is asked of the store through the services, and nothing is said to anybody here",
	},
	{
		name: "monitoring knows nothing", from: "bot/monitor", never: []string{"paddock/..."}, save: []string{"paddock/bot/monitor"},
		why: "it counts what it is told, and can tell nothing of who plays",
	},
	{
		name: "the simulator knows no Paddock", from: "bot/discordsim", never: []string{"paddock/..."}, save: []string{"paddock/bot/discordsim/..."},
		why: "it stands in for Discord, which doesn't know us either",
	},
	{
		name: "no test code in the program", from: "", never: []string{"testing", "github.com/chromedp/...", "github.com/santhosh-tekuri/...", "paddock/games/gamestest/...", "paddock/storage/storagetest/...", "paddock/storage/postgres/pgtest"},
		why: "what only tests need stays out of the binary",
	},
}

// listed is what `go list -json` says of a package.
type listed struct {
	ImportPath string
	Doc        string
	GoFiles    []string
	Deps       []string
}

func TestImportDirection(t *testing.T) {
	packages := goList(t)
	for _, w := range walls {
		t.Run(w.name, func(t *testing.T) {
			found := false
			for _, p := range packages {
				if !within(p.ImportPath, path.Join("paddock", w.from)) || isOneOf(p.ImportPath, w.but) {
					continue
				}
				found = true
				for _, dep := range p.Deps {
					if isOneOf(dep, w.never) && !isOneOf(dep, w.save) {
						t.Errorf("%s comes with %s, but %s", p.ImportPath, dep, w.why)
					}
				}
			}
			if !found {
				t.Errorf("no package matches %q: the rule guards nothing", w.from)
			}
		})
	}
}

// One game must not lean on another: each can be understood, changed and removed alone.
func TestGamesDoNotKnowEachOther(t *testing.T) {
	shared := []string{
		"paddock/games/scene", "paddock/games/search", "paddock/games/referee", "paddock/games/arena", "paddock/games/match/...", "paddock/games/catalog", "paddock/games/tourney", "paddock/games/ratings", "paddock/games/protocol",
		"paddock/games/review", "paddock/games/puzzle", "paddock/games/record",
		"paddock/games/gamestest/...",
	}
	of := func(p string) string { return strings.Split(strings.TrimPrefix(p, "paddock/games/"), "/")[0] }
	for _, p := range goList(t) {
		if !strings.HasPrefix(p.ImportPath, "paddock/games/") || isOneOf(p.ImportPath, shared) {
			continue
		}
		for _, dep := range p.Deps {
			if strings.HasPrefix(dep, "paddock/games/") && !isOneOf(dep, shared) && of(dep) != of(p.ImportPath) {
				t.Errorf("%s comes with %s, another game", p.ImportPath, dep)
			}
			if within(dep, "paddock/games/match/...") || dep == "paddock/games/catalog" || dep == "paddock/games/protocol" {
				t.Errorf("%s comes with %s: a game knows neither matches nor its siblings nor other programs", p.ImportPath, dep)
			}
		}
	}
}

func TestEveryPackageSaysWhatItIsFor(t *testing.T) {
	for _, p := range goList(t) {
		if len(p.GoFiles) > 0 && len(p.Doc) < 40 {
			t.Errorf("%s: package comment %q says too little to a newcomer", p.ImportPath, p.Doc)
		}
	}
}

func goList(t *testing.T) []listed {
	t.Helper()
	cmd := exec.Command("go", "list", "-deps=false", "-json=ImportPath,Doc,GoFiles,Deps", "./...")
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("go list: %v", err)
	}
	var all []listed
	for dec := json.NewDecoder(strings.NewReader(string(out))); ; {
		var p listed
		if err := dec.Decode(&p); err == io.EOF {
			return all
		} else if err != nil {
			t.Fatal(err)
		}
		all = append(all, p)
	}
}

func isOneOf(pkg string, patterns []string) bool {
	return slices.ContainsFunc(patterns, func(p string) bool { return within(pkg, p) })
}

// within reports whether pkg is pattern or, if that ends in "/...", lies under it.
func within(pkg, pattern string) bool {
	base, all := strings.CutSuffix(pattern, "/...")
	return pkg == base || all && strings.HasPrefix(pkg, base+"/")
}
