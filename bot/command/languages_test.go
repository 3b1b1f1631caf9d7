package command

import (
	"go/ast"
	"go/constant"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/bwmarrin/discordgo"

	"paddock/bot/discord"
	"paddock/bot/lang"
	"paddock/bot/say"
	"paddock/games"
	"paddock/games/catalog"
)

// said is what the program can say: the sentences in its source, and the fixed texts of the games and the commands.
type said struct {
	sentences map[string]token.Position // formats with the place where each is said
	texts     map[string]bool           // fixed texts
	literals  map[string]bool           // every string of the source
}

// speakers are the functions that take a sentence's format, as their first literal that is not empty.
var speakers = []string{"Say", "Refuse", "problem", "log", "say"}

// Texts of positions are for operators and programs: nobody on Discord reads why one can't be read, so it is said in English.
var (
	unheardFiles = regexp.MustCompile(`games/fish/(text|state|play)\.go$|games/stratego/view/text\.go$|games/stratego/board/|games/protocol/|games/gamestest/`)
	unheardFuncs = regexp.MustCompile(`^(ParseText|parse(Holes|Row|Count|Variant|Board|History|Rules|Turn|Quiet|Draw).*|read(Rows?|Quiet|Past|Board).*|refuseQuiet)$`)
	unheardDirs  = []string{"discordsim", "sandbox", "terminal", "testdata", "gamestest", "think", "tick", "protocol"}
)

func everythingSaid(t *testing.T) said {
	s := said{map[string]token.Position{}, map[string]bool{}, map[string]bool{}}
	for _, dir := range []string{"..", "../../games"} {
		err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
			switch {
			case err != nil:
				return err
			case d.IsDir() && slices.Contains(unheardDirs, d.Name()):
				return filepath.SkipDir
			case strings.HasSuffix(path, ".go") && !strings.HasSuffix(path, "_test.go"):
				s.read(t, path)
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	for _, g := range catalog.Games() {
		s.game(g)
	}
	s.commands()
	return s
}

func (s said) read(t *testing.T, path string) {
	files := token.NewFileSet()
	f, err := parser.ParseFile(files, path, nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	heard := !unheardFiles.MatchString(filepath.ToSlash(path))
	for _, d := range f.Decls {
		if fn, ok := d.(*ast.FuncDecl); ok && unheardFuncs.MatchString(fn.Name.Name) {
			continue
		}
		ast.Inspect(d, func(n ast.Node) bool {
			if e, ok := n.(ast.Expr); ok {
				if text, ok := literal(e); ok {
					s.literals[text] = true
				}
			}
			switch n := n.(type) {
			case *ast.CallExpr:
				if heard {
					s.call(files, n)
				}
			case *ast.KeyValueExpr: // of a button, menu or field that a game asks for
				key, _ := n.Key.(*ast.Ident)
				if text, ok := literal(n.Value); ok && key != nil && key.Name == "Label" && wordy(text) {
					s.texts[text] = true
				}
			}
			return true
		})
	}
}

func (s said) call(files *token.FileSet, call *ast.CallExpr) {
	name := ""
	switch f := call.Fun.(type) {
	case *ast.Ident:
		name = f.Name
	case *ast.SelectorExpr:
		name = f.Sel.Name
	}
	if !slices.Contains(speakers, name) {
		return
	}
	for _, arg := range call.Args {
		if text, ok := literal(arg); ok && text != "" {
			if wordy(text) {
				s.sentences[text] = files.Position(call.Pos())
			}
			return
		}
	}
}

// literal is a string as it stands in the source, put together where it was broken.
func literal(e ast.Expr) (string, bool) {
	switch e := e.(type) {
	case *ast.BasicLit:
		if e.Kind == token.STRING {
			return constant.StringVal(constant.MakeFromLiteral(e.Value, token.STRING, 0)), true
		}
	case *ast.BinaryExpr:
		a, ok := literal(e.X)
		b, ok2 := literal(e.Y)
		return a + b, ok && ok2 && e.Op == token.ADD
	}
	return "", false
}

// verbs are those of fmt, with an explicit argument or without.
var verbs = regexp.MustCompile(`%(?:\[(\d+)\])?[-+# 0]*[0-9.]*([a-zA-Z%])`)

// wordy reports whether there is anything to translate.
func wordy(text string) bool {
	return regexp.MustCompile(`\pL`).MatchString(verbs.ReplaceAllString(text, ""))
}

func (s said) game(g *games.Game) {
	add := func(texts ...string) {
		for _, text := range texts {
			if wordy(text) {
				s.texts[text] = true
			}
		}
	}
	add(g.Summary, g.Goal, g.Hint, g.Rules)
	add(g.SeatNames...)
	for _, e := range g.Examples {
		add(e.Say)
	}
	for _, p := range g.Players {
		add(p.Help)
	}
	for _, o := range append(slices.Clone(g.Options), g.Personal...) {
		add(o.Help)
		if o.Says != "" {
			add(o.Says)
		}
		for _, c := range o.Choices {
			add(c.Label)
		}
	}
	if pos, err := g.Start(games.Setup{Seats: g.MinSeats, Seed: 1}); err == nil {
		if a, ok := pos.View(0).Arrangement(); ok {
			for _, do := range a.Actions {
				add(do.Label)
				for _, c := range do.Choices {
					add(c.Label)
				}
				for _, f := range do.Fields {
					add(f.Label)
					if strings.Contains(f.Placeholder, " ") {
						add(f.Placeholder)
					}
				}
			}
		}
	}
}

// commands adds descriptions and labels of choices, but for those that are put together of other texts.
func (s said) commands() {
	composed := regexp.MustCompile(` · |\(\S+ if you don't say\)|^Your move step by step: |^How \w+ is played$|^(easy|medium|hard|master)$`)
	ownName := func(text string) bool {
		return slices.ContainsFunc(lang.All, func(l lang.Language) bool { return l.OwnName() == text })
	}
	add := func(text string) {
		if wordy(text) && !composed.MatchString(text) && !ownName(text) {
			s.texts[text] = true
		}
	}
	var options func([]*discordgo.ApplicationCommandOption)
	options = func(list []*discordgo.ApplicationCommandOption) {
		for _, o := range list {
			add(o.Description)
			for _, c := range o.Choices {
				add(c.Name)
			}
			options(o.Options)
		}
	}
	for _, c := range Table(catalog.Games()).Definitions(lang.English) {
		add(c.Description)
		options(c.Options)
	}
}

// P53: every language has a translation of everything that can be said, and of nothing else.
func TestTranslationsComplete(t *testing.T) {
	all := everythingSaid(t)
	for _, l := range lang.All[1:] {
		has := map[string]bool{}
		for key := range l.Texts() {
			has[key] = true
			if _, ok := all.sentences[key]; !ok && !all.texts[key] {
				t.Errorf("%s.json: nobody says %q any more", l, key)
			}
		}
		for key, at := range all.sentences {
			if !has[key] {
				t.Errorf("%s.json lacks %q, which is said in %s", l, key, at)
			}
		}
		for key := range all.texts {
			if !has[key] {
				t.Errorf("%s.json lacks the fixed text %q", l, key)
			}
		}
	}
}

// The arguments of a translation are those of the English sentence, each of the same kind.
func TestTranslationsFitTheirArguments(t *testing.T) {
	for _, l := range lang.All[1:] {
		for key, forms := range l.Texts() {
			want := arguments(key)
			for _, form := range forms {
				if got := arguments(form); !slices.Equal(got, want) {
					t.Errorf("%s.json: %q has the arguments %v, want %v as in %q", l, form, got, want, key)
				}
			}
		}
	}
}

// arguments are the verbs of a format by the argument that each says: "1s".
func arguments(format string) []string {
	var list []string
	next := 1
	for _, m := range verbs.FindAllStringSubmatch(format, -1) {
		if m[2] == "%" {
			continue
		}
		if m[1] != "" {
			next, _ = strconv.Atoi(m[1])
		}
		list = append(list, strconv.Itoa(next)+m[2])
		next++
	}
	slices.Sort(list)
	return slices.Compact(list)
}

// A command that a translation names is what people of that language type; what is in code otherwise stays as it is, for it is typed in English.
func TestTranslationsNameCommands(t *testing.T) {
	code := regexp.MustCompile("`([^`]+)`")
	for _, l := range lang.All[1:] {
		for key, forms := range l.Texts() {
			for _, m := range code.FindAllStringSubmatch(key, -1) {
				want := m[1]
				if path, ok := strings.CutPrefix(m[1], "/"); ok && path != "" {
					words := strings.Fields(path)
					for i, w := range words {
						option, value, isOption := strings.Cut(w, ":")
						if words[i] = l.Name(option); isOption {
							words[i] += ":" + value
						}
					}
					want = "/" + strings.Join(words, " ")
				} else if name, ok := strings.CutSuffix(m[1], ":"); ok {
					want = l.Name(name) + ":"
				}
				for _, form := range forms {
					if !strings.Contains(form, "`"+want+"`") && m[1] != "name=value" {
						t.Errorf("%s.json: %q does not name `%s` as in %q", l, form, want, key)
					}
				}
			}
		}
	}
}

// Names of commands, labels of buttons and of menus, and titles keep Discord's limits in every language. What the command set makes of them
// the simulator judges in TestCommandsFitTheSchema.
func TestTranslationsFit(t *testing.T) {
	name := regexp.MustCompile(`^[-_\p{L}\p{N}]{1,32}$`)
	for _, l := range lang.All {
		for english, said := range l.Names() {
			if english != userCommand && (!name.MatchString(said) || strings.ToLower(said) != said) {
				t.Errorf("%s.json: %q can't be the name of a command", l, said)
			}
		}
		for _, fits := range []struct {
			what string
			most int
			all  []games.Sentence
		}{
			{"button", discord.MaxLabel, labels()},
			{"placeholder", 150, []games.Sentence{say.MenuFirst, say.MenuThen, say.MenuHow, say.MenuGames, say.MenuSaved, say.MenuLevels, say.MenuMembers}},
			{"title of a form", discord.MaxModalTitle, []games.Sentence{say.LabelSave}},
			{"field of a form", discord.MaxInputLabel, []games.Sentence{say.ItsName}},
			{"placeholder of a field", discord.MaxPlaceholder, []games.Sentence{say.Replaced}},
		} {
			for _, s := range fits.all {
				if n := utf8.RuneCountInString(l.Text(s.Format)); n > fits.most {
					t.Errorf("%s: the %s %q has %d characters, at most %d fit", l.Code(), fits.what, l.Text(s.Format), n, fits.most)
				}
			}
		}
		fitsGames(t, l)
	}
}

// labels are all labels of buttons, as they stand in say.go.
func labels() []games.Sentence {
	return []games.Sentence{
		say.LabelBoard, say.LabelDraw, say.LabelAgree, say.LabelNoDraw, say.LabelUndo, say.LabelNoUndo, say.LabelResign, say.LabelYes, say.LabelNo, say.LabelCancel, say.ClaimOf(2).Button, say.ClaimOf(3).Button, say.LabelAccept,
		say.LabelDecline, say.LabelRevoke, say.LabelJoin, say.LabelLeave, say.LabelBegin, say.LabelNext, say.LabelPlayOn, say.LabelRematch, say.LabelReplay, say.LabelMove, say.LabelSetup, say.LabelSave,
		say.LabelLastTime, say.LabelForget, say.LabelLetter, say.LabelBack, say.LabelMore, say.LabelEarlier, say.LabelPlay, say.LabelGo, say.LabelNextGame, say.LabelMatches, say.LabelComputer, say.LabelChallenge, say.LabelAnyone, say.LabelRules, say.LabelPlayNow, say.LabelSettings, say.LabelAll, say.LabelDeleteYes,
		say.LabelDeleteNo, say.LabelTournamentJoin, say.LabelTournamentLeave, say.LabelTournamentStart, say.LabelTournamentStanding, say.LabelTournamentBracket, say.LabelTournamentConfirm,
		say.LabelLearn, say.LabelLesson, say.LabelClose, say.LabelEasy, say.LabelPuzzle,
	}
}

func fitsGames(t *testing.T, l lang.Language) {
	for _, g := range catalog.Games() {
		if n := utf8.RuneCountInString(l.Text(g.Rules)); n > 2400 {
			t.Errorf("%s: the rules of %s have %d characters, too many for a message with an example", l.Code(), g.Name, n)
		}
		pos, err := g.Start(games.Setup{Seats: g.MinSeats, Seed: 1})
		if err != nil {
			t.Fatal(err)
		}
		a, _ := pos.View(0).Arrangement()
		for _, do := range a.Actions {
			if n := utf8.RuneCountInString(l.Text(do.Label)); n > discord.MaxModalTitle {
				t.Errorf("%s: %q is too long for the title of a form", l.Code(), l.Text(do.Label))
			}
			for _, f := range do.Fields {
				if n := utf8.RuneCountInString(l.Text(f.Label)); n > discord.MaxInputLabel {
					t.Errorf("%s: %q is too long for a field of a form", l.Code(), l.Text(f.Label))
				}
			}
		}
	}
}

// Descriptions and labels of choices are translated throughout, and siblings have different names, in every language; and an English client
// sees what it saw before.
func TestCommandsInAllLanguages(t *testing.T) {
	english := Table(catalog.Games()).Definitions(lang.English)
	for i, c := range Table(catalog.Games()).Localised() {
		if c.Name != english[i].Name || c.Description != english[i].Description {
			t.Errorf("/%s: %s, want it as in English", c.Name, c.Description)
		}
		for _, l := range translated() {
			if c.DescriptionLocalizations == nil && c.Description != "" || c.Description != "" && (*c.DescriptionLocalizations)[l] == "" {
				t.Errorf("/%s has no description in %s", c.Name, l)
			}
			distinct(t, l, "/"+c.Name, c.Options)
		}
	}
}

// translated are the locales in which the bot speaks another language than English.
func translated() (list []discordgo.Locale) {
	for l := range discordgo.Locales {
		if lang.Match(string(l)) != lang.English {
			list = append(list, l)
		}
	}
	return list
}

func distinct(t *testing.T, l discordgo.Locale, path string, list []*discordgo.ApplicationCommandOption) {
	seen := map[string]bool{}
	for _, o := range list {
		name := o.Name
		if said := o.NameLocalizations[l]; said != "" {
			name = said
		}
		if seen[name] {
			t.Errorf("%s has two %q in %s", path, name, l)
		}
		seen[name] = true
		if o.DescriptionLocalizations[l] == "" && !strings.HasSuffix(path, "/tournament") {
			t.Errorf("%s %s has no description in %s", path, o.Name, l)
		}
		if n := utf8.RuneCountInString(o.DescriptionLocalizations[l]); n > 100 {
			t.Errorf("%s %s: the description in %s has %d characters, at most 100 fit", path, o.Name, l, n)
		}
		for _, c := range o.Choices {
			if n := utf8.RuneCountInString(c.NameLocalizations[l]); n > 100 {
				t.Errorf("%s %s: %q has %d characters, at most 100 fit", path, o.Name, c.NameLocalizations[l], n)
			}
		}
		distinct(t, l, path+" "+o.Name, o.Options)
	}
}

// counted are the sentences with a number before a plural, by the reason why the number is never 1.
var counted = map[string][]string{
	"1 has a sentence of its own": {
		"%d beans", "%d days", "%d fish · %d tiles", "%d foxes", "%d holes", "%d hours", "%d minutes", "%d pieces", "%d rows", "%d squares", "%d tiles",
		"The board after %d moves", "before that each has %d times %s of grace", "Last sows: %s sowed %d times, last hole %s",
	},
	"a limit of the program's": {
		"You have %d tournaments going here, and that is the limit. Wait until one has ended, or cancel one.",
		"You have started %d matches and challenges within an hour, and that is the limit. Play one of them, or wait a while.",
		"You have challenged them %d times within an hour, and that is the limit. Wait a while, or challenge somebody else.",
		"You have challenged %d members within an hour, and that is the limit. Wait a while, or leave the seat open for anyone.",
		"You have blocked %d members already, which is as many as I keep. Unblock somebody first with `/unblock`.",
		"A line has at most %d moves. Take a step back, or begin anew.",
		"You have prepared %d lines in this match already, which is as many as I keep. Drop one first.",
		"You keep notes to %d matches, which is as many as I can keep. Empty some of them first.",
		"That would be %d characters, and I keep at most %d for a match. Shorten what is there first.",
		"That name is too long: at most %d characters fit. Choose a shorter one.",
		"A decision needs a reason that everybody can read, of at most %d characters. Please say why.",
		"That move is too long: a fox makes at most %d jumps in a turn.",
		"%d × %d is %d tiles, but a board has at most %d. Choose fewer rows or columns.",
		"A draw can be claimed after %d turns without a fight, and there have been %d.", "A draw, claimed after %d turns without a fight.",
		"A draw: %d turns without a fight.", "A draw: %d turns have been played.", " %d turns without a fight.", "%d turns without a fight",
	},
	"two play at least": {
		"%d penguins don't fit: all that the board has for them is %s. Choose a larger board, fewer holes or fewer penguins.",
		"A %s is for 2 to %d players, not %d. Choose a number between them.", "%s is played by %d to %d players, not by %d.", "%d players are there",
		"A game of %s in a %s is for %d to %d players, not %d. Choose a number between them.", "%d of %d seats taken: %s",
		"Each of the %d seats needs a player, and those you name are too few (%d). Name one for each.",
		"%d players are too many for %d seats. Leave somebody out.", "%s needs at least %d players; so far: %d. Wait for more, or fill the seats with computers.",
	},
	"no plural follows": {"row %d has %s", "Hole %d is empty. %s"},
}

// One of a thing is never called several: where a number may be 1 the sentence has a form for it, or stands so that it needs none.
func TestNumbersAgreeWithTheirNouns(t *testing.T) {
	plural := regexp.MustCompile(`%d [a-z]+s\b`)
	var known []string
	for _, list := range counted {
		known = append(known, list...)
	}
	for format, at := range everythingSaid(t).sentences {
		if m := plural.FindString(format); m != "" && !slices.Contains(known, format) {
			t.Errorf("%s: %q: what if it is 1? Say why it can't be, or how it is said then", at, format)
		}
	}
}
