// Package lang translates the sentences of the bot. It chooses the language for a person or a
// server, and turns a games.Sentence into text. English is in the code. Every other language is one
// file of this directory, such as sv.json, whose keys are the English sentences. Without a
// translation the text is English. Start at [Language.Speak]; docs/languages.md says how to add a
// language.
package lang

import (
	"embed"
	"encoding/json"
	"fmt"
	"iter"
	"maps"
	"strings"
	"sync"

	"golang.org/x/text/feature/plural"
	"golang.org/x/text/language"
	"golang.org/x/text/message"
	"golang.org/x/text/message/catalog"

	"paddock/games"
	"paddock/games/match"
)

// Language is a language that the bot speaks, by its code. The zero Language is English.
type Language string

// The languages.
const (
	English Language = ""
	Swedish Language = "sv"
	German  Language = "de"
)

// All lists the languages, English first.
var All = []Language{English, Swedish, German}

// ownNames holds the name of each language in that language.
var ownNames = map[Language]string{English: "English", Swedish: "Svenska", German: "Deutsch"}

// OwnName returns the language's name for itself, such as "Deutsch".
func (l Language) OwnName() string { return ownNames[l] }

// Code returns the language's code, "en" for English.
func (l Language) Code() string {
	if l == English {
		return "en"
	}
	return string(l)
}

// ByCode returns the language with a code, such as "de". It returns false if there is none.
func ByCode(code string) (l Language, ok bool) {
	for _, l := range All {
		if l.Code() == code {
			return l, true
		}
	}
	return English, false
}

// matcher chooses among All; its indexes are those of All.
var matcher = language.NewMatcher(tags())

func tags() (list []language.Tag) {
	for _, l := range All {
		list = append(list, language.Make(l.Code()))
	}
	return list
}

// matched caches the results of Match. Discord has some thirty locales, and each interaction names
// one.
var matched sync.Map

// Match returns the language for a Discord locale such as "sv-SE" or "de". It is English if the bot
// speaks no language close to the locale.
func Match(locale string) Language {
	if l, ok := matched.Load(locale); ok {
		return l.(Language)
	}
	l := closest(locale)
	matched.Store(locale, l)
	return l
}

func closest(locale string) Language {
	tag, err := language.Parse(locale)
	if err != nil {
		return English
	}
	_, i, sure := matcher.Match(tag)
	if sure < language.High {
		return English
	}
	return All[i]
}

// Speak returns a sentence in the language. Sentences among its arguments are translated too, and
// the name of a former player.
func (l Language) Speak(s games.Sentence) string {
	t := languageFiles()[l]
	if t == nil {
		return s.String()
	}
	args := make([]any, len(s.Args))
	for i, a := range s.Args {
		switch nested := a.(type) {
		case games.Sentence:
			a = l.Speak(nested)
		case string:
			a = l.Person(nested)
		}
		args[i] = a
	}
	return t.printer.Sprintf(s.Format, args...)
}

// Person translates the words for a former player wherever they stand in a text. Other names stay
// as they are.
func (l Language) Person(names string) string {
	return strings.ReplaceAll(names, match.FormerPlayer, l.Text(match.FormerPlayer))
}

// Say fills arguments into a sentence and returns it in the language.
func (l Language) Say(s games.Sentence, args ...any) string {
	return l.Speak(games.Sentence{Format: s.Format, Args: args})
}

// Text returns a fixed text in the language. Such a text has no arguments, and a % in it is an
// ordinary character.
func (l Language) Text(english string) string {
	if t := languageFiles()[l]; t != nil {
		if text, ok := t.Texts[english]; ok {
			return text.fixed
		}
	}
	return english
}

// Name returns the name of a command or option in the language.
func (l Language) Name(english string) string {
	if t := languageFiles()[l]; t != nil {
		if name, ok := t.Names[english]; ok {
			return name
		}
	}
	return english
}

// Names returns the names of commands and options in the language, by their English names.
func (l Language) Names() map[string]string {
	if t := languageFiles()[l]; t != nil {
		return maps.Clone(t.Names)
	}
	return nil
}

// Texts yields the English sentences that the language translates, each with all forms of its
// translation.
func (l Language) Texts() iter.Seq2[string, []string] {
	return func(yield func(string, []string) bool) {
		t := languageFiles()[l]
		if t == nil {
			return
		}
		for key, text := range t.Texts {
			forms := []string{text.fixed}
			for i := 1; i < len(text.forms); i += 2 {
				forms = append(forms, text.forms[i].(string))
			}
			if !yield(key, forms) {
				return
			}
		}
	}
}

// languageFile is the JSON file of a language.
type languageFile struct {
	Names map[string]string // names of commands and options, by their English names
	Texts map[string]text   // everything else, by the English sentence

	printer *message.Printer
}

// text is a translation: a string, or an object with plural forms. Arg is the number of the
// argument that decides between the forms, as in {"arg": 1, "one": "%d dag", "other": "%d dagar"}.
type text struct {
	fixed string
	arg   int
	forms []any // categories and their forms in turn, as plural.Selectf takes them
}

// UnmarshalJSON reads a string or an object.
func (t *text) UnmarshalJSON(b []byte) error {
	if json.Unmarshal(b, &t.fixed) == nil {
		return nil
	}
	var forms struct {
		Arg                              int
		Zero, One, Two, Few, Many, Other string
	}
	if err := json.Unmarshal(b, &forms); err != nil {
		return fmt.Errorf("a translation is a string or an object of plural forms: %w", err)
	}
	for _, f := range []struct{ category, form string }{
		{"zero", forms.Zero},
		{"one", forms.One},
		{"two", forms.Two},
		{"few", forms.Few},
		{"many", forms.Many},
		{"other", forms.Other},
	} {
		if f.form != "" {
			t.forms = append(t.forms, f.category, f.form)
		}
	}
	t.arg, t.fixed = max(forms.Arg, 1), forms.Other
	return nil
}

// message returns the translation in the form that x/text needs.
func (t text) message() catalog.Message {
	if len(t.forms) > 0 {
		return plural.Selectf(t.arg, "", t.forms...)
	}
	return catalog.String(t.fixed)
}

//go:embed *.json
var files embed.FS

// languageFiles returns the files of all languages but English. It reads them at the first call.
var languageFiles = sync.OnceValue(func() map[Language]*languageFile {
	all, err := load()
	if err != nil {
		panic(err) // the files are part of the program, and a test reads them
	}
	return all
})

func load() (map[Language]*languageFile, error) {
	all := make(map[Language]*languageFile)
	for _, l := range All[1:] {
		raw, err := files.ReadFile(string(l) + ".json")
		if err != nil {
			return nil, err
		}
		t := new(languageFile)
		d := json.NewDecoder(strings.NewReader(string(raw)))
		d.DisallowUnknownFields()
		if err := d.Decode(t); err != nil {
			return nil, fmt.Errorf("read %s.json: %w", l, err)
		}
		tag := language.Make(string(l))
		words := catalog.NewBuilder(catalog.Fallback(tag))
		for key, text := range t.Texts {
			if err := words.Set(tag, key, text.message()); err != nil {
				return nil, fmt.Errorf("read %s.json: %q: %w", l, key, err)
			}
		}
		t.printer = message.NewPrinter(tag, message.Catalog(words))
		all[l] = t
	}
	return all, nil
}
