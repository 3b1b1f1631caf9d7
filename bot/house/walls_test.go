package house_test

import (
	"encoding/json"
	"errors"
	"io"
	"os/exec"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"

	"paddock/games/catalog"
)

// wall is a rule about imports between packages, with its reason. It covers direct and indirect
// imports.
//
// Its patterns are import paths. "paddock/games" is this package and every package below it;
// "=paddock/games" is this package alone.
type wall struct {
	name  string
	from  string
	never []string
	but   []string // packages to which the rule does not apply
	save  []string // imports that the rule allows
	why   string
}

// breaches lists the imports that break an import rule.
func (w wall) breaches(packages []listed) (list []string) {
	for _, p := range packages {
		if !matches(p.ImportPath, w.from) || isOneOf(p.ImportPath, w.but) {
			continue
		}
		for _, dep := range p.Deps {
			if isOneOf(dep, w.never) && !isOneOf(dep, w.save) {
				list = append(list, p.ImportPath+" comes with "+dep)
			}
		}
	}
	return list
}

// withBot lists the packages that may import the whole bot.
var withBot = []string{"paddock/bot/cli", "paddock/bot/sandbox", "paddock/bot/story"}

// walls lists the import rules with names of their own. Every game and every feature has one more:
// see allWalls.
var walls = []wall{
	{
		name: "games know no Discord", from: "paddock/games",
		never: []string{"github.com/bwmarrin/discordgo", "paddock/bot"},
		why:   "a game can be played, tested and searched without a chat service",
	},
	{
		name: "games know no database", from: "paddock/games", never: []string{"go.etcd.io/bbolt", "paddock/storage"},
		why: "the match service states what it needs (match.Store); engines come and go",
	},
	{
		name: "games do no I/O", from: "paddock/games", never: []string{"net", "os/exec"},
		why: "rules are pure functions: times, chance and bytes come in as arguments",
	},
	{
		name: "discordgo lives in bot", from: "paddock", never: []string{"github.com/bwmarrin/discordgo"},
		but: []string{"=paddock", "paddock/bot"},
		why: "only one room has to know what Discord is like",
	},
	{
		name: "bbolt lives in storage", from: "paddock", never: []string{"go.etcd.io/bbolt"},
		but: []string{"=paddock", "paddock/bot/cli", "paddock/bot/story", "paddock/storage", "paddock/bot/sandbox"},
		why: "another engine must be able to pass storagetest and take its place",
	},
	{
		name: "pgx lives in storage/postgres", from: "paddock", never: []string{"github.com/jackc"},
		but: []string{"=paddock", "paddock/bot/cli", "paddock/storage/postgres"},
		why: "one package has to know what PostgreSQL is like, and who keeps to one file loads nothing of it",
	},
	{
		name: "render knows no game", from: "paddock/render", never: []string{"paddock"},
		save: []string{"paddock/render", "paddock/games/scene"}, but: []string{"paddock/render/boards"},
		why: "games make scenes and render draws them; a fifth game needs no new drawing code",
	},
	{
		name: "charts know no pixels", from: "paddock/render/chart", never: []string{"paddock"},
		save: []string{"paddock/render/chart", "paddock/render/outline", "paddock/games/scene"},
		why:  "where things stand in a table or bracket can be counted in a test, without a picture",
	},
	{
		name: "scenes know nothing", from: "paddock/games/scene", never: []string{"paddock"},
		save: []string{"paddock/games/scene"},
		why:  "text, picture and words come from one plain value",
	},
	{
		name: "computer players get views", from: "paddock/bot/think",
		never: []string{"paddock/storage", "paddock/games/match/service"},
		why:   "a player that can't reach the store can't peek into it",
	},
	{
		name: "deciding knows facts alone", from: "paddock/games/match/decide",
		never: []string{"paddock/games/match/service", "paddock/games/match/follow", "paddock/games/match/lookout"},
		why:   "every decision about a match can be a line in a table; its own test keeps clocks, locks and chance out",
	},
	{
		name: "bot/discord knows no match", from: "paddock/bot/discord", never: []string{"paddock"},
		save: []string{"paddock/bot/discord", "paddock/bot/tasks"},
		why:  "what Discord is like can be learnt, tested and mended without knowing what is played",
	},
	{
		name: "bot/tasks knows nothing", from: "paddock/bot/tasks", never: []string{"paddock"},
		save: []string{"paddock/bot/tasks"},
		why:  "queues and locks are the same for everybody",
	},
	{
		name: "sentences are only said", from: "paddock/bot/say", never: []string{"paddock/bot"},
		save: []string{"paddock/bot/say", "paddock/bot/lang", "paddock/bot/discord", "paddock/bot/tasks"},
		why:  "codes come in and words go out; who needs a sentence comes here, never the other way",
	},
	{
		name: "people come before messages", from: "paddock/bot/people", never: []string{"paddock/bot"},
		save: []string{"paddock/bot/people", "paddock/bot/lang"},
		why:  "who reads which language is asked by all rooms and asks none",
	},
	{
		name: "boards do no I/O", from: "paddock/bot/board",
		never: []string{
			"paddock/games/match/service", "paddock/bot/deliver", "paddock/bot/request",
			"paddock/bot/people",
		},
		why: "a match and its reader go in, a message comes out: every message can be looked at in a test",
	},
	{
		name: "choosing knows no match", from: "paddock/bot/choose",
		never: []string{"paddock/bot/board", "paddock/games/match/service", "paddock/bot/people"},
		why:   "boards, lessons and trial boards share the controls: a view goes in, buttons come out",
	},
	{
		name: "delivering knows no request", from: "paddock/bot/deliver",
		never: []string{"paddock/bot/request", "paddock/bot/answer"},
		why:   "what is behind follows from the store, whoever has asked for what; features register what they show",
	},
	{
		name: "requests know no match", from: "paddock/bot/request",
		never: []string{
			"paddock/games/match/service", "paddock/games/tourney", "paddock/bot/deliver",
			"paddock/bot/board", "paddock/bot/answer",
		},
		why: "how requests travel can be learnt, tested and mended without knowing what is played",
	},
	{
		name: "nobody leans on the whole bot", from: "paddock/bot", never: []string{"=paddock/bot"}, but: withBot,
		why: "it connects layers and features; what they share goes down a layer, and never up",
	},
	{
		name: "the bot knows no store", from: "paddock/bot", never: []string{"paddock/storage"}, but: withBot,
		why: "the match service is the only writer",
	},
	{
		name: "deadlines know the services alone", from: "paddock/bot/tick",
		never: []string{"github.com/bwmarrin/discordgo"},
		why:   "what is due is asked of the store through the services, and nothing is said to anybody here",
	},
	{
		name: "languages know no room", from: "paddock/bot/lang", never: []string{"paddock/bot"},
		save: []string{"paddock/bot/lang"},
		why:  "sentences come in with their arguments apart, and go out translated",
	},
	{
		name: "ids name and do nothing", from: "paddock/bot/component",
		never: []string{"paddock/bot", "paddock/games/match/service"},
		save:  []string{"paddock/bot/component", "paddock/bot/discord", "paddock/bot/tasks"},
		why:   "an old message lives for ever: what its buttons are called is apart from what they do",
	},
	{
		name: "who sees what is asked of Discord alone", from: "paddock/bot/sight",
		never: []string{"paddock/bot", "paddock/games/match/service"},
		save:  []string{"paddock/bot/sight", "paddock/bot/discord", "paddock/bot/tasks"},
		why:   "permissions change at any time, so nothing is remembered of them",
	},
	{
		name: "thinking knows no Discord", from: "paddock/bot/think", never: []string{"paddock/bot"},
		save: []string{"paddock/bot/think", "paddock/bot/tasks"},
		why:  "computers answer the match service, whoever plays and wherever",
	},
	{
		name: "reviews know no Discord", from: "paddock/bot/coach", never: []string{"paddock/bot"},
		save: []string{"paddock/bot/coach", "paddock/bot/think", "paddock/bot/tasks"},
		why:  "a review is a value; how it looks is for the features",
	},
	{
		name: "peers share claims alone", from: "paddock/bot/peers", never: []string{"paddock/bot"},
		save: []string{"paddock/bot/peers"},
		why:  "who does what is agreed in the store, and what is done is not known here",
	},
	{
		name: "the terminal knows no Discord", from: "paddock/bot/terminal", never: []string{"paddock/bot"},
		save: []string{"paddock/bot/terminal", "paddock/bot/bounded"},
		why:  "games are played in a terminal with no bot at all",
	},
	{
		name: "the bot knows no particular game", from: "paddock/bot", never: gameFolders(),
		but: append([]string{"paddock/bot/terminal"}, withBot...),
		why: "a fifth game is a folder and a line of the catalogue; the bot asks games for what it needs",
	},
	{
		name: "the ledger knows no engine", from: "paddock/storage/ledger",
		never: []string{"go.etcd.io/bbolt", "github.com/jackc", "net", "os/exec"},
		why:   "what a store decides is decided once, on rows, and tested without a store",
	},
	{
		name: "stores know no bot", from: "paddock/storage",
		never: []string{"paddock/bot", "github.com/bwmarrin/discordgo"},
		why:   "what is kept does not depend on how it is shown",
	},
	{
		name: "monitoring knows nothing", from: "paddock/bot/monitor", never: []string{"paddock"},
		save: []string{"paddock/bot/monitor"},
		why:  "it counts what it is told, and can tell nothing of who plays",
	},
	{
		name: "the simulator knows no Paddock", from: "paddock/bot/discordsim", never: []string{"paddock"},
		save: []string{"paddock/bot/discordsim"},
		why:  "it stands in for Discord, which doesn't know us either",
	},
	{
		name: "only the sandbox has the simulator", from: "paddock", never: []string{simulator},
		but: []string{"=paddock", "paddock/bot/cli", "paddock/bot/sandbox", "paddock/bot/story", simulator},
		why: "a product that knows its simulator can tell it from Discord",
	},
	{
		name: "no test code in the program", from: "=paddock",
		never: slices.Concat([]string{"testing", "github.com/chromedp", "github.com/santhosh-tekuri"}, kits),
		why:   "what only tests need stays out of the binary",
	},
}

// simulator is the only kit of which the program has a part, for its sandbox.
const simulator = "paddock/bot/discordsim"

// kits lists the packages that only serve tests and documents. docs/house.md has them too.
var kits = []string{
	"paddock/bot/story", "paddock/bot/dump", "paddock/games/gamestest", "paddock/storage/storagetest",
	"paddock/storage/postgres/pgtest", "paddock/bot/house", "paddock/bot/process", "paddock/render/boards",
}

// TestEveryPackageIsProductOrKit holds the kits against what the program comes with, and against
// docs/house.md: there is no third kind of code, which nobody runs and no test needs.
func TestEveryPackageIsProductOrKit(t *testing.T) {
	packages := goList(t)
	program := map[string]bool{"paddock": true}
	for _, p := range packages {
		if p.ImportPath == "paddock" {
			for _, dep := range p.Deps {
				program[dep] = true
			}
		}
	}
	for _, p := range packages {
		if kit := isOneOf(p.ImportPath, append(kits, simulator)); !kit && !program[p.ImportPath] {
			t.Errorf("%s is neither in the program nor a kit", p.ImportPath)
		}
	}
	_, list, _ := strings.Cut(read(t, "docs/house.md"), "The rest are kits")
	list, _, _ = strings.Cut(strings.SplitN(list, "```text\n", 2)[1], "```")
	var named []string
	for _, m := range regexp.MustCompile(`(?:^|\s)((?:\w+/)+)`).FindAllStringSubmatch(list, -1) {
		named = append(named, "paddock/"+strings.TrimSuffix(m[1], "/"))
	}
	slices.Sort(named)
	if want := slices.Sorted(slices.Values(append(kits, simulator))); !slices.Equal(named, want) {
		t.Errorf("docs/house.md names the kits\n%q, want\n%q", named, want)
	}
}

// allWalls returns all import rules, including those for the features and for the games.
func allWalls(t *testing.T) []wall {
	t.Helper()
	rooms := features(t)
	all := append(slices.Clone(walls), wall{
		name: "layers know no feature", from: "paddock/bot", never: rooms,
		but: slices.Concat(withBot, []string{"=paddock/bot"}, rooms),
		why: "what features share goes down a layer; features register what they bring",
	})
	for _, room := range rooms {
		all = append(all, wall{
			name: room, from: room,
			never: slices.DeleteFunc(slices.Clone(rooms), func(r string) bool { return r == room }),
			why:   "a feature can be understood, changed and removed alone; what two of them need goes down a layer, or is passed in",
		})
	}
	for _, game := range gameFolders() {
		all = append(all, wall{
			name: game, from: game, never: []string{"paddock"},
			save: []string{"=paddock/games", "paddock/games/scene", "paddock/games/search", game},
			why:  "a game can be understood, changed and removed alone; it knows neither matches nor its siblings nor other programs",
		})
	}
	return all
}

// features returns the packages of the features: those with a type Feature, which bot/features.go
// lists.
func features(t *testing.T) (rooms []string) {
	t.Helper()
	feature, list := regexp.MustCompile(`(?m)^type Feature struct`), read(t, "bot/features.go")
	for _, p := range goList(t) {
		dir, below := strings.CutPrefix(p.ImportPath, "paddock/")
		if !below || !slices.ContainsFunc(p.GoFiles, func(file string) bool {
			return feature.MatchString(read(t, dir+"/"+file))
		}) {
			continue
		}
		if rooms = append(rooms, p.ImportPath); !strings.Contains(list, `"`+p.ImportPath+`"`) {
			t.Errorf("%s has a feature that bot/features.go does not list", p.ImportPath)
		}
	}
	if len(rooms) < 9 {
		t.Fatalf("only %q have a feature", rooms)
	}
	return rooms
}

// gameFolders returns the packages of the games, including the test game.
func gameFolders() []string {
	list := []string{"paddock/games/gamestest/nim"}
	for _, g := range catalog.Games() {
		list = append(list, "paddock/games/"+string(g.ID))
	}
	return list
}

func TestImportDirection(t *testing.T) {
	packages := goList(t)
	for _, w := range allWalls(t) {
		t.Run(w.name, func(t *testing.T) {
			for _, breach := range w.breaches(packages) {
				t.Errorf("%s, but %s", breach, w.why)
			}
		})
	}
}

// TestWallsHold plants forbidden imports for every import rule, in the packages that the rule names
// and below them. Each must be caught.
func TestWallsHold(t *testing.T) {
	for _, w := range allWalls(t) {
		for _, never := range w.never {
			planted := 0
			for _, from := range planting(w.from) {
				if isOneOf(from, w.but) {
					continue
				}
				for _, dep := range planting(never) {
					planted++
					if isOneOf(dep, w.save) {
						t.Errorf("%s: the wall lets %s come along, which it is against", w.name, dep)
					} else if got := w.breaches([]listed{{
						ImportPath: from,
						Deps:       []string{"fmt", dep},
					}}); len(got) != 1 {
						t.Errorf("%s: %s with %s was not caught", w.name, from, dep)
					}
				}
			}
			if planted == 0 {
				t.Errorf("%s: nothing can be planted against %s: the wall guards nothing", w.name, never)
			}
		}
	}
}

// planting returns packages that a pattern covers: the package itself and, unless the pattern
// excludes it, one far below.
func planting(pattern string) []string {
	if only, ok := strings.CutPrefix(pattern, "="); ok {
		return []string{only}
	}
	return []string{pattern, pattern + "/planted/deep"}
}

// TestWallsCatch plants forbidden imports as a hasty developer might write them. The named import
// rule must catch each.
func TestWallsCatch(t *testing.T) {
	// by the reason of a rule for imports: a package, and the import that it must not have
	plants := map[string][2]string{
		"games know no Discord":                   {"paddock/games/match/lobby", "paddock/bot/say"},
		"games know no database":                  {"paddock/games/match/service", "paddock/storage"},
		"games do no I/O":                         {"paddock/games/stratego/player", "net/http"},
		"discordgo lives in bot":                  {"paddock/storage/ranking", "github.com/bwmarrin/discordgo"},
		"bbolt lives in storage":                  {"paddock/bot/person", "go.etcd.io/bbolt"},
		"pgx lives in storage/postgres":           {"paddock/storage", "github.com/jackc/pgx/v5"},
		"render knows no game":                    {"paddock/render", "paddock/games/kalah"},
		"charts know no pixels":                   {"paddock/render/chart", "paddock/render"},
		"scenes know nothing":                     {"paddock/games/scene", "paddock/games"},
		"computer players get views":              {"paddock/bot/think", "paddock/games/match/service"},
		"deciding knows facts alone":              {"paddock/games/match/decide", "paddock/games/match/follow"},
		"bot/discord knows no match":              {"paddock/bot/discord/pace", "paddock/games/match"},
		"bot/tasks knows nothing":                 {"paddock/bot/tasks", "paddock/bot/lang"},
		"sentences are only said":                 {"paddock/bot/say/lobby", "paddock/bot/board"},
		"people come before messages":             {"paddock/bot/people", "paddock/bot/board"},
		"boards do no I/O":                        {"paddock/bot/board/lobby", "paddock/bot/deliver"},
		"choosing knows no match":                 {"paddock/bot/choose", "paddock/bot/board"},
		"delivering knows no request":             {"paddock/bot/deliver/engine", "paddock/bot/request"},
		"requests know no match":                  {"paddock/bot/request/lanes", "paddock/bot/answer"},
		"nobody leans on the whole bot":           {"paddock/bot/answer", "paddock/bot"},
		"the bot knows no store":                  {"paddock/bot/challenge", "paddock/storage"},
		"deadlines know the services alone":       {"paddock/bot/tick", "github.com/bwmarrin/discordgo"},
		"languages know no room":                  {"paddock/bot/lang", "paddock/bot/say"},
		"ids name and do nothing":                 {"paddock/bot/component", "paddock/bot/request"},
		"who sees what is asked of Discord alone": {"paddock/bot/sight", "paddock/bot/people"},
		"thinking knows no Discord":               {"paddock/bot/think", "paddock/bot/deliver"},
		"reviews know no Discord":                 {"paddock/bot/coach", "paddock/bot/board"},
		"peers share claims alone":                {"paddock/bot/peers", "paddock/bot/deliver"},
		"the terminal knows no Discord":           {"paddock/bot/terminal", "paddock/bot/lang"},
		"the bot knows no particular game":        {"paddock/bot/activity", "paddock/games/kalah"},
		"the ledger knows no engine":              {"paddock/storage/ledger", "go.etcd.io/bbolt"},
		"stores know no bot":                      {"paddock/storage", "paddock/bot/people"},
		"monitoring knows nothing":                {"paddock/bot/monitor", "paddock/games/match"},
		"the simulator knows no Paddock":          {"paddock/bot/discordsim/rest", "paddock/bot/discord"},
		"only the sandbox has the simulator":      {"paddock/bot/request", "paddock/bot/discordsim/world"},
		"no test code in the program":             {"paddock", "paddock/bot/story"},
		"layers know no feature":                  {"paddock/bot/deliver/engine", "paddock/bot/challenge"},
		"paddock/bot/challenge":                   {"paddock/bot/challenge/lobby", "paddock/bot/play"},
		"paddock/bot/help":                        {"paddock/bot/help", "paddock/bot/tournament/charts"},
		"paddock/games/stratego":                  {"paddock/games/stratego/view", "paddock/games/fish"},
		"paddock/games/kalah":                     {"paddock/games/kalah", "paddock/games/match"},
	}
	own := map[string]bool{}
	for _, w := range walls {
		own[w.name] = true
	}
	for _, w := range allWalls(t) {
		p, ok := plants[w.name]
		if delete(plants, w.name); ok && len(w.breaches([]listed{{ImportPath: p[0], Deps: p[1:]}})) == 0 {
			t.Errorf("%s: %s imports %s, and the wall holds nothing back", w.name, p[0], p[1])
		} else if !ok && own[w.name] {
			t.Errorf("%s: nothing is planted before this wall", w.name)
		}
	}
	for name := range plants {
		t.Errorf("there is no wall %q", name)
	}
}

// TestWallsNameWhatIsThere finds import rules with patterns without a package, and exceptions that
// are not needed any more.
func TestWallsNameWhatIsThere(t *testing.T) {
	packages := goList(t)
	there := map[string]bool{}
	for _, p := range packages {
		there[p.ImportPath] = true
		for _, imported := range slices.Concat(p.Deps, p.TestImports, p.XTestImports) {
			there[imported] = true
		}
	}
	for _, w := range allWalls(t) {
		for _, pattern := range slices.Concat([]string{w.from}, w.never, w.but, w.save) {
			found := false
			for p := range there {
				found = found || matches(p, pattern)
			}
			if !found {
				t.Errorf("%s: no package matches %q", w.name, pattern)
			}
		}
		for i, exception := range w.but {
			strict := w
			strict.but = slices.Delete(slices.Clone(w.but), i, i+1)
			if len(strict.breaches(packages)) == 0 && !slices.Contains(features(t), exception) {
				t.Errorf("%s: nothing needs the exception for %s", w.name, exception)
			}
		}
	}
}

func TestPatterns(t *testing.T) {
	for _, c := range []struct {
		pkg, pattern string
		want         bool
	}{
		{"paddock/bot", "paddock/bot", true},
		{"paddock/bot/board/lobby", "paddock/bot", true},
		{"paddock/bots", "paddock/bot", false},
		{"paddock", "paddock/bot", false},
		{"paddock/bot", "=paddock/bot", true},
		{"paddock/bot/board", "=paddock/bot", false},
	} {
		if got := matches(c.pkg, c.pattern); got != c.want {
			t.Errorf("matches(%q, %q) = %t, want %t", c.pkg, c.pattern, got, c.want)
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

// The root holds only the command: a test is in the package that it tests.
func TestRootKeepsNoTests(t *testing.T) {
	for _, p := range goList(t) {
		if p.ImportPath == "paddock" && len(p.TestGoFiles)+len(p.XTestGoFiles) > 0 {
			t.Errorf("the root has %q: move them below bot", append(p.TestGoFiles, p.XTestGoFiles...))
		}
	}
}

// listed is a package in the output of `go list -json`.
type listed struct {
	ImportPath                string
	Doc                       string
	GoFiles                   []string
	Deps                      []string
	TestGoFiles, XTestGoFiles []string
	TestImports, XTestImports []string
}

// goList lists all packages of the repository.
func goList(t *testing.T) []listed {
	t.Helper()
	all, err := listing()
	if err != nil {
		t.Fatalf("go list: %v", err)
	}
	return all
}

var listing = sync.OnceValues(func() (all []listed, err error) {
	out, err := exec.Command("go", "list",
		"-json=ImportPath,Doc,GoFiles,Deps,TestGoFiles,XTestGoFiles,TestImports,XTestImports", "./...").Output()
	for dec := json.NewDecoder(strings.NewReader(string(out))); err == nil; {
		var p listed
		if err = dec.Decode(&p); err == nil {
			all = append(all, p)
		}
	}
	if errors.Is(err, io.EOF) {
		err = nil
	}
	return all, err
})

func isOneOf(pkg string, patterns []string) bool {
	return slices.ContainsFunc(patterns, func(p string) bool { return matches(pkg, p) })
}

// matches reports whether a pattern covers a package.
func matches(pkg, pattern string) bool {
	if only, ok := strings.CutPrefix(pattern, "="); ok {
		return pkg == only
	}
	return pkg == pattern || strings.HasPrefix(pkg, pattern+"/")
}
