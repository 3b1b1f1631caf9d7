package say_test

import (
	"regexp"
	"strings"
	"testing"
	"time"

	"paddock/bot/answer"
	"paddock/bot/board"
	"paddock/bot/lang"
	"paddock/bot/play"
	"paddock/bot/record"
	"paddock/bot/say"
	"paddock/games"
	"paddock/games/catalog"
)

// The number one, and the possessive of names that end in s, have the right form in each language.
func TestWords(t *testing.T) {
	for _, c := range []struct {
		in   lang.Language
		said games.Sentence
		want string
	}{
		{lang.English, say.Span(time.Minute), "1 minute"},
		{lang.English, say.Span(time.Hour), "1 hour"},
		{lang.English, say.Span(24 * time.Hour), "1 day"},
		{lang.English, say.AfterMoves(1, 1), "The board after 1 move"},
		{lang.Swedish, say.AfterMoves(1, 1), "Brädet efter 1 drag"},
		{lang.German, say.AfterMoves(1, 1), "Das Brett nach 1 Zug"},
		{lang.English, games.Say(board.SayGrace.Format, say.Span(24*time.Hour)), "plus 1 day to spare for each player"},
		{lang.German, games.Say("%d fish · %d tiles", 1, 2), "1 Fisch · 2 Sch."},
		{lang.Swedish, games.Say("%s share the win with %d fish each.", "Ann", 1), "Ann delar segern med 1 fisk var."},
		{
			lang.Swedish, games.Say(record.SayReceiptBroken.Format, "Lars"),
			"⚠️ Uppställningen från Lars stämmer INTE med kvittot: någon av dem har ändrats.",
		},
		{
			lang.German, games.Say(record.SayReceiptBroken.Format, "Lars"),
			"⚠️ Die Aufstellung von Lars passt NICHT zur Quittung: Eines von beiden wurde geändert.",
		},
		{
			lang.German, answer.SayTournamentManagers,
			"Turniere legt hier nur an, wer den Server verwaltet. Frag dort nach; bei jedem offenen kannst du mitmachen.",
		},
		{lang.German, games.Say(board.SayGrace.Format, say.Span(72*time.Hour)), "dazu 3 Tage Reserve für jeden"},
		{lang.Swedish, play.SayNoneWaits, "Inget annat parti väntar på dig. `/partier` visar alla dina."},
		{lang.German, play.SayNoneWaits, "Keine andere Partie wartet auf dich. `/partien` zeigt alle deine."},
	} {
		if got := c.in.Speak(c.said); got != c.want {
			t.Errorf("in %s: %q, want %q", c.in.Code(), got, c.want)
		}
	}
}

// Swedish and German sentences put no genitive s after a name, because many names end in s.
func TestNoGenitiveBehindNames(t *testing.T) {
	genitive := regexp.MustCompile(`%(\[\d\])?s'?s\b`)
	for _, l := range lang.All[1:] {
		for english, forms := range l.Texts() {
			for _, form := range forms {
				if genitive.MatchString(form) {
					t.Errorf("%s says %q for %q", l.Code(), form, english)
				}
			}
		}
	}
}

// No language's word for a match is also its word for a game or a sports event.
func TestOneWordForAMatch(t *testing.T) {
	for l, others := range map[lang.Language]*regexp.Regexp{
		lang.Swedish: regexp.MustCompile(`(?i)\b(match|matchen|matcher|matcherna)\b`),
		lang.German:  regexp.MustCompile(`\b(Match|Matches|das Spiel selbst|die Spiele dort)\b`),
	} {
		for english, forms := range l.Texts() {
			for _, form := range forms {
				if others.MatchString(form) {
					t.Errorf("%s says %q for %q", l.Code(), form, english)
				}
			}
		}
	}
}

// Each value of an option has a name in each language before its explanation, because the name
// stands alone above a board.
func TestOptionValuesHaveNames(t *testing.T) {
	// the same word in all three languages
	names := map[string]bool{"standard": true, "barrage": true, "isf": true, "modern": true}
	for _, g := range catalog.Games() {
		for _, o := range append(g.Options, g.Personal...) {
			for _, c := range o.Choices {
				name, meaning, ok := strings.Cut(c.Label, ":")
				if !ok || name != c.Value || meaning == "" {
					t.Errorf("%s, option %s: %q does not begin with %q and a colon", g.ID, o.Name, c.Label, c.Value)
				}
				for _, l := range lang.All[1:] {
					called, _, ok := strings.Cut(l.Text(c.Label), ":")
					if !ok || called == name && !names[name] {
						t.Errorf("%s, option %s: %s calls %q %q", g.ID, o.Name, l.Code(), name, called)
					}
				}
			}
		}
	}
}
