package bot_test

import (
	"bytes"
	"go/ast"
	"go/constant"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/bwmarrin/discordgo"

	"paddock/bot"
	"paddock/bot/answer"
	"paddock/bot/challenge"
	"paddock/bot/discord"
	"paddock/bot/lang"
	"paddock/bot/learn"
	"paddock/games"
	"paddock/games/catalog"
	"paddock/games/match"
)

// said holds everything that the program can say: the sentences in its source, and the fixed texts
// of games and commands.
type said struct {
	sentences map[string]token.Position // formats of sentences, each with its place in the source
	texts     map[string]bool           // fixed texts
	literals  map[string]bool           // all string literals of the source
	variables map[string]string         // formats of sentence variables, by lower-case name without the prefix "say"
}

// named returns the formats of sentence variables with a prefix in their names.
func (s said) named(prefix string) (formats []string) {
	for name, format := range s.variables {
		if strings.HasPrefix(name, prefix) {
			formats = append(formats, format)
		}
	}
	return formats
}

// speakers lists the functions whose first non-empty literal is a sentence's format.
var speakers = []string{"Say", "Refuse", "problem", "log", "say"}

// Texts of positions are for operators and programs. Nobody on Discord reads why a position is
// unreadable, so these errors are in English.
var (
	unheardFiles = regexp.MustCompile(`games/fish/(text|state|play)\.go$|games/stratego/view/text\.go$|games/stratego/board/|games/protocol/|games/gamestest/`)
	unheardFuncs = regexp.MustCompile(`^(ParseText|parse(Holes|Row|Count|Variant|Board|History|Rules|Turn|Quiet|Draw).*|read(Rows?|Quiet|Past|Board).*|refuseQuiet)$`)
	unheardDirs  = []string{"discordsim", "sandbox", "terminal", "testdata", "gamestest", "think", "tick", "protocol"}
)

func everythingSaid(t *testing.T) said {
	s := said{map[string]token.Position{}, map[string]bool{}, map[string]bool{}, map[string]string{}}
	for _, dir := range []string{".", "../games"} {
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
	s.texts[match.FormerPlayer] = true
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
			case *ast.ValueSpec:
				for i, v := range n.Values {
					if call, ok := v.(*ast.CallExpr); ok && len(call.Args) == 1 {
						if text, ok := literal(call.Args[0]); ok {
							s.variables[strings.TrimPrefix(strings.ToLower(n.Names[i].Name), "say")] = text
						}
					}
				}
			case *ast.KeyValueExpr: // the text of a button, menu or field that a game defines
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

// literal returns a string literal of the source; parts joined by + are put together.
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

// verbs matches the verbs of fmt, with or without explicit arguments.
var verbs = regexp.MustCompile(`%(?:\[(\d+)\])?[-+# 0]*[0-9.]*([a-zA-Z%])`)

// wordy reports whether a text needs a translation.
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
		add(o.Help, o.Rules)
		if o.Says != "" {
			add(o.Says)
		}
		for _, c := range o.Choices {
			add(c.Label)
		}
	}
	s.arrangements(g, nil)
	for _, o := range g.Options {
		for _, c := range o.Choices {
			s.arrangements(g, games.Options{o.Name: c.Value})
		}
	}
}

// arrangements adds the texts of a game's arrangement, which can depend on the options.
func (s said) arrangements(g *games.Game, options games.Options) {
	pos, err := g.Start(games.Setup{Seats: g.MinSeats, Seed: 1, Options: options})
	if err != nil {
		return
	}
	a, _ := pos.View(0).Arrangement()
	for _, do := range a.Actions {
		s.texts[do.Label] = true
		for _, c := range do.Choices {
			s.texts[c.Label] = true
		}
		for _, f := range do.Fields {
			s.texts[f.Label] = true
			if strings.Contains(f.Placeholder, " ") {
				s.texts[f.Placeholder] = true
			}
		}
	}
}

// commands adds descriptions and labels of choices, except those composed of other texts.
func (s said) commands() {
	composed := regexp.MustCompile(` · |\(otherwise \S+\)|^Your move step by step: |^How \w+ is played$|^(easy|medium|hard|master)$`)
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
	for _, c := range bot.Commands(&answer.Base{Games: catalog.Games()}).Definitions(lang.English) {
		add(c.Description)
		options(c.Options)
	}
}

// P53: every language has a translation of every text, and of nothing else.
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

// Each English sentence stands once in a language's file. Of two translations JSON would take the
// second without a word.
func TestSentencesAreTranslatedOnce(t *testing.T) {
	key := regexp.MustCompile(`(?m)^\t\t("(?:[^"\\]|\\.)*"):`)
	for _, l := range lang.All[1:] {
		file, err := os.ReadFile("lang/" + string(l) + ".json")
		if err != nil {
			t.Fatal(err)
		}
		has := map[string]bool{}
		_, texts, _ := bytes.Cut(file, []byte(`"texts": {`))
		for _, found := range key.FindAllSubmatch(texts, -1) {
			text := string(found[1])
			if has[text] {
				t.Errorf("%s.json translates %s twice", l, text)
			}
			has[text] = true
		}
		if len(has) < 1000 {
			t.Errorf("%s.json has %d sentences", l, len(has))
		}
	}
}

// mostWords is the most words of a sentence. People can follow so many when they listen.
const mostWords = 25

// mayBeLong are the texts in which a sentence can be longer, by the command that shows them.
func mayBeLong() map[string][]string {
	rules := []string{}
	for _, g := range catalog.Games() {
		rules = append(rules, g.Rules)
		for _, o := range g.Options {
			rules = append(rules, o.Rules)
		}
	}
	return map[string][]string{"/rules": rules}
}

// P53: no sentence has more than 25 words, in any language.
func TestSentencesAreShort(t *testing.T) {
	long := map[string]string{}
	for command, texts := range mayBeLong() {
		for _, text := range texts {
			long[text] = command
		}
	}
	check := func(l lang.Language, key, text string) {
		if long[key] != "" {
			return
		}
		for _, s := range sentencesOf(text) {
			if n := wordsOf(s); n > mostWords {
				t.Errorf("%s: a sentence has %d words: %q", l.OwnName(), n, s)
			}
		}
	}
	all := everythingSaid(t)
	for text := range all.sentences {
		check(lang.English, text, text)
	}
	for text := range all.texts {
		check(lang.English, text, text)
	}
	for _, l := range lang.All[1:] {
		for key, forms := range l.Texts() {
			for _, form := range forms {
				check(l, key, form)
			}
		}
	}
	for command, texts := range mayBeLong() {
		if !slices.ContainsFunc(texts, func(text string) bool { return slices.Max(lengths(text)) > mostWords }) {
			t.Errorf("%s says no sentence of more than %d words, so it needs no exception", command, mostWords)
		}
	}
}

// sentenceEnd matches what ends a sentence: a stop before a blank, or the end of a line.
var sentenceEnd = regexp.MustCompile(`[.!?]["*)]*\s+|\n+`)

func sentencesOf(text string) []string { return sentenceEnd.Split(text, -1) }

// wordsOf counts the words of a sentence. An argument counts as one.
func wordsOf(sentence string) (n int) {
	for _, w := range strings.Fields(sentence) {
		if strings.ContainsFunc(w, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }) {
			n++
		}
	}
	return n
}

// lengths returns the number of words of each sentence of a text.
func lengths(text string) (list []int) {
	for _, s := range sentencesOf(text) {
		list = append(list, wordsOf(s))
	}
	return list
}

// A translation has the arguments of the English sentence, each of the same type.
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

// arguments returns the verbs of a format by argument: "1s".
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

// A translation names commands in its own language. Other code stays in English, because it is
// typed in English.
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

// Names of commands, labels of buttons and menus, and titles keep Discord's limits in every
// language. TestCommandsFitTheSchema checks the command set with the simulator.
func TestTranslationsFit(t *testing.T) {
	name := regexp.MustCompile(`^[-_\p{L}\p{N}]{1,32}$`)
	all := everythingSaid(t)
	for _, l := range lang.All {
		for english, said := range l.Names() {
			menu := english == challenge.UserCommand || english == learn.MessageCommand
			if !menu && (!name.MatchString(said) || strings.ToLower(said) != said) {
				t.Errorf("%s.json: %q can't be the name of a command", l, said)
			}
		}
		for _, fits := range []struct {
			what string
			most int
			all  []string
		}{
			{"button", discord.MaxLabel, all.named("label")},
			{"placeholder", 150, all.named("menu")},
			{"title of a form", discord.MaxModalTitle, all.named("labelsave")},
			{"field of a form", discord.MaxInputLabel, all.named("itsname")},
			{"placeholder of a field", discord.MaxPlaceholder, all.named("replaced")},
		} {
			if len(fits.all) == 0 {
				t.Errorf("there is no %s", fits.what)
			}
			for _, s := range fits.all {
				if n := utf8.RuneCountInString(l.Text(s)); n > fits.most {
					t.Errorf("%s: the %s %q has %d characters, at most %d fit", l.Code(), fits.what, l.Text(s), n,
						fits.most)
				}
			}
		}
		fitsGames(t, l)
	}
}

func fitsGames(t *testing.T, l lang.Language) {
	for _, g := range catalog.Games() {
		if n := utf8.RuneCountInString(g.RulesIn(l.Text, nil)); n > 2400 {
			t.Errorf("%s: the rules of %s have %d characters, too many for a message with an example", l.Code(), g.Name,
				n)
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

// Descriptions and labels of choices are translated everywhere, and siblings have different names
// in every language. An English client sees the same as before.
func TestCommandsInAllLanguages(t *testing.T) {
	english := bot.Commands(&answer.Base{Games: catalog.Games()}).Definitions(lang.English)
	for i, c := range bot.Commands(&answer.Base{Games: catalog.Games()}).Localised() {
		if c.Name != english[i].Name || c.Description != english[i].Description {
			t.Errorf("/%s: %s, want it as in English", c.Name, c.Description)
		}
		for _, l := range translated() {
			if c.DescriptionLocalizations == nil && c.Description != "" || c.Description != "" &&
				(*c.DescriptionLocalizations)[l] == "" {
				t.Errorf("/%s has no description in %s", c.Name, l)
			}
			distinct(t, l, "/"+c.Name, c.Options)
		}
	}
}

// translated lists the locales with a language other than English.
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

// counted lists the sentences with a number before a plural, with the reason why the number is
// never 1.
var counted = map[string][]string{
	"1 has a sentence of its own": {
		"leaves the foxes %d ways to go",
		"%d beans", "%d days", "%d fish · %d tiles", "%d foxes", "%d holes", "%d hours", "%d minutes", "%d pieces",
		"%d rows", "%d squares", "%d tiles",
		"The board after %d moves", "The board after %d of %d moves", "Last sows: %s sowed %d times, last hole %s",
		"The %d beans left went to %s's pot.", "The %d beans left went to your pot.",
	},
	"a limit of the program's": {
		"You already run %d tournaments here, and that's the limit. Wait until one has ended, or cancel one.",
		"You have started %d matches and challenges in an hour, and that's the limit. Play one of them, or wait a while.",
		"You have challenged them %d times in an hour, and that's the limit. Wait a while, or challenge somebody else.",
		"You have challenged %d members in an hour, and that's the limit. Wait a while, or leave the seat open for anyone.",
		"You have already blocked %d members, and I can't remember more. Unblock somebody first with `/settings unblock`.",
		"A line can have %d moves at most. Take a step back, or start again.",
		"You already have %d lines in this match, and I can't keep more. Drop one first.",
		"You have notes on %d matches, and I can't keep more. Empty some of them first.",
		"That makes %d characters, and a match can have %d at most. Shorten your notes first.",
		"That name is too long. Choose one of at most %d characters.",
		"Please give a reason, which everybody can read. It can have %d characters at most.",
		"That move is too long: a fox makes at most %d jumps in a turn.",
		"%d × %d makes %d tiles, and a board can have %d at most. Choose fewer rows or columns.",
		"You can claim a draw after %d turns without a fight. So far there were %d.",
		"A draw, claimed after %d turns without a fight.",
		"A draw: %d turns without a fight.", "A draw: %d turns have been played.", " %d turns without a fight.",
		"%d turns without a fight",
	},
	"two play at least": {
		"%d penguins don't fit: there is only room on %s. Choose a larger board, fewer holes or fewer penguins.",
		"A %s tournament is for 2 to %d players, not %d. Choose a number in between.",
		"A division can have %d to %d players. Choose a number in between.", "%s is for %d to %d players, not %d.",
		"**Sign-up** closes %s, with %d players, or when %s starts it", "%d players",
		"%s in a %s tournament is for %d to %d players, not %d. Choose a number in between.",
		"%d of %d seats taken: %s",
		"There are %d seats, and you named %d players. Name one for each seat.",
		"%d players are too many for %d seats. Leave somebody out.",
		"%s needs at least %d players, and so far it has %d. Wait for more, or fill the seats with computers.",
	},
	"two vote at least": {
		"A vote can be open from one minute to the time for a move, and wait for 2 to %d voters. Choose within that.",
		"counted sooner once no other move can win among %d voters",
	},
	"five, as the rules of ratings say": {
		"still open: %d of %d games played",
		"-# You get a rating after %d rated games. It starts at 1500; a ? means that I'm not sure of it yet, or no longer. Ratings of computer players were measured.",
	},
	"no plural follows": {
		"row %d has %s", "Hole %d is empty. %s", "**Move %d was %s's mistake.**", "**Move %d was your mistake.**",
		"**Move %d was your worst mistake.**",
	},
	"less than three is told as almost surely": {
		"%s wins about %d games of 100", "you win about %d games of 100",
	},
	"two turns at least": {
		"probably %s %d turns later", "probably %s %d turns later, while %s %s",
	},
}

// A number 1 is never followed by a plural: the sentence has a form for 1, or needs none.
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
