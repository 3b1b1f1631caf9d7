package house_test

import (
	"fmt"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"

	"paddock/bot"
	"paddock/bot/answer"
	"paddock/bot/cli"
	"paddock/bot/lang"
	"paddock/bot/request"
	"paddock/games"
	"paddock/games/catalog"
	"paddock/games/gamestest/golden"
)

// docs/configuration.md and .env.example have every environment variable with its default. The
// program reads no other.
func TestConfigurationListsEverySetting(t *testing.T) {
	example := map[string]string{}
	for line := range strings.Lines(read(t, ".env.example")) {
		if name, value, ok := strings.Cut(strings.TrimPrefix(strings.TrimSpace(line), "#"), "="); ok &&
			!strings.Contains(name, " ") {
			example[name] = value
		}
	}
	page := map[string]string{}
	for _, m := range regexp.MustCompile("(?m)^\\* `([A-Z_]+)`(?: \\(`([^`]*)`\\))?: ").FindAllStringSubmatch(read(t,
		"docs/configuration.md"), -1) {
		page[m[1]] = m[2]
	}
	known := map[string]bool{}
	for _, s := range cli.Settings() {
		known[s.Name] = true
		if s.Secret {
			known[s.Name+"_FILE"] = true
		}
		if def, ok := page[s.Name]; !ok || def != s.Default {
			t.Errorf("docs/configuration.md: %s has the default %q (listed: %v), want %q", s.Name, def, ok, s.Default)
		}
		if value, ok := example[s.Name]; !ok || s.Default != "" && value != s.Default {
			t.Errorf(".env.example: %s is %q (listed: %v), want the default %q", s.Name, value, ok, s.Default)
		}
	}
	for name := range page {
		if !known[name] {
			t.Errorf("docs/configuration.md explains %s, which is no setting", name)
		}
	}
	for name := range example {
		if !known[name] {
			t.Errorf(".env.example explains %s, which is no setting", name)
		}
	}
	sources, err := filepath.Glob("bot/cli/*.go")
	if err != nil || len(sources) < 5 {
		t.Fatalf("%d sources: %v", len(sources), err)
	}
	for _, file := range sources {
		for _, name := range regexp.MustCompile(`\bPADDOCK_[A-Z_]+\b`).FindAllString(read(t, file), -1) {
			if !known[name] {
				t.Errorf("%s reads %s, which is no setting", file, name)
			}
		}
	}
}

// docs/configuration.md has every flag of every command with its default. Options of a game, such
// as -holes, stand in its rules.
func TestConfigurationListsEveryFlag(t *testing.T) {
	page := map[string]string{} // defaults by command and flag
	var sections []string       // the commands that the last heading names
	for line := range strings.Lines(read(t, "docs/configuration.md")) {
		if strings.HasPrefix(line, "### ") {
			sections = nil
			for _, m := range regexp.MustCompile("`(?:paddock ?)?([a-z-]*)[^`]*`").FindAllStringSubmatch(line, -1) {
				sections = append(sections, m[1])
			}
		}
		if m := regexp.MustCompile("^\\* `-([a-z]+)`(?: \\(([^)]*)\\))?: ").FindStringSubmatch(line); m != nil {
			for _, section := range sections {
				page[section+" -"+m[1]] = strings.Trim(m[2], "`")
			}
		}
	}
	flags := flagsOf(t)
	for name, def := range flags {
		if got, ok := page[name]; !ok || got != def {
			t.Errorf("docs/configuration.md: paddock %s has the default %q (listed: %v), want %q", name, got, ok, def)
		}
	}
	for name := range page {
		if _, ok := flags[name]; !ok {
			t.Errorf("docs/configuration.md explains paddock %s, which there is not", name)
		}
	}
	if len(flags) < 30 {
		t.Errorf("only %d flags are found", len(flags))
	}
}

// flagsOf returns the default of each flag of each command, by "arena -games", as -help tells. What
// is not the same for all games is "by game".
func flagsOf(t *testing.T) map[string]string {
	t.Helper()
	flags := map[string]string{
		"backup -db": "", "check -db": "", "compact -db": "", "health -db": "",
		"profile -db": "", "restore -db": "", " -db": "",
	}
	for name := range flags {
		flags[name] = "paddock.db"
	}
	note := func(command, usage string, options func(string) bool) {
		lines := strings.Split(usage, "\n")
		for i, line := range lines {
			m := regexp.MustCompile(`^  -([a-z]+)`).FindStringSubmatch(line)
			if m == nil || options(m[1]) {
				continue
			}
			def := ""
			if d := regexp.MustCompile(`\(default (.*)\)$`).FindStringSubmatch(lines[i+1]); d != nil {
				def = strings.Trim(d[1], `"`)
			}
			name := command + " -" + m[1]
			if m[1] == "workers" && def == strconv.Itoa(runtime.NumCPU()) {
				def = "the number of processors"
			}
			if before, ok := flags[name]; ok && before != def {
				def = "by game"
			}
			flags[name] = def
		}
	}
	for _, c := range cli.Commands() {
		switch c.Name {
		case "", "help", "version", "harness", "migrate-store":
			// the bot's flag -db is noted above; the other commands have no flags
		case "play", "arena", "tournament", "engine":
			for _, g := range catalog.Games() {
				note(c.Name, usage(t, c.Name, string(g.ID)), func(name string) bool {
					return slices.ContainsFunc(g.Options, func(o games.Option) bool { return o.Name == name })
				})
			}
		default:
			note(c.Name, usage(t, c.Name), func(string) bool { return false })
		}
	}
	return flags
}

// usage returns the output of a command for -help.
func usage(t *testing.T, args ...string) string {
	t.Helper()
	var out strings.Builder
	p := &cli.Program{Env: func(string) string { return "" }, In: strings.NewReader(""), Out: &out, Errs: &out}
	p.Main(t.Context(), append(args, "-help"))
	return out.String()
}

// docs/commands.md is written from the table of commands: go test ./bot/house -run TestCommandsPage
// -update.
func TestCommandsPage(t *testing.T) {
	golden.Check(t, "docs/commands.md", commandsPage(bot.Commands(&answer.Base{Games: catalog.Games()})))
}

// sections lists the commands that do not belong to everyday use.
var sections = map[string][]string{
	"Playing": {
		"play", "board", "resign", "draw", "takeback", "hint", "match",
	},
	"Managing a server": {"server"},
	"Tournaments":       {"tournament"},
}

func commandsPage(table *request.Set) string {
	var b strings.Builder
	row := func(name, help string) { fmt.Fprintf(&b, "* `%s`: %s\n", name, help) }
	begin := func(title, intro string) {
		fmt.Fprintf(&b, "\n## %s\n\n%s", title, intro)
	}
	common := func(title string) {
		for _, c := range table.Common {
			of := "Everyday"
			for section, names := range sections {
				if slices.Contains(names, c.Name) {
					of = section
				}
			}
			switch {
			case of != title || c.UserMenu || c.OnBoards:
			case len(c.Subs) > 0:
				for _, sub := range c.Subs {
					row("/"+c.Name+" "+sub.Name, sub.Help)
				}
			default:
				row("/"+c.Name, c.Help)
			}
		}
	}
	b.WriteString("# Commands\n\nStart with `/play`: buttons and menus lead on. Discord explains the options while you type.\n")
	begin("Playing", "Each game has a command of its own: "+gameCommands(table)+
		". `/kalah` below stands for any of them.\n\n")
	kalah := table.Games[slices.IndexFunc(table.Games, func(g *games.Game) bool { return g.ID == "kalah" })]
	for _, c := range table.PerGame {
		name := "/kalah " + c.Name
		if c.Arranges {
			name = "/stratego " + c.Name
		}
		help := c.Help
		if c.HelpOf != nil {
			help = c.HelpOf(request.Builder{In: lang.English}, kalah)
		}
		row(name, help)
	}
	common("Playing")
	begin("Everyday", "")
	common("Everyday")
	b.WriteString("\nApps → *Challenge to a game*, in the menu of a member, is a challenge too. Apps → *Review this match*, in the menu of a board, is a review.\n")
	begin("Tournaments", "See [tournaments](tournaments.md).\n\n")
	common("Tournaments")
	begin("Managing a server", "For members with *Manage Server*.\n\n")
	common("Managing a server")
	return b.String()
}

func gameCommands(table *request.Set) string {
	var names []string
	for _, g := range table.Games {
		names = append(names, "`/"+string(g.ID)+"`")
	}
	return strings.Join(names, ", ")
}
