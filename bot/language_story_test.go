package bot_test

import (
	"context"
	"slices"
	"strings"
	"testing"
	"time"

	"paddock/games/match"
)

// P53: Ann's Discord is Swedish, Bob's German, the server English. Each is answered in their own language, and what everybody can read is in the
// server's, whoever has caused it.
func TestEachInTheirLanguage(t *testing.T) {
	t.Parallel()
	tell(t, func(s *story) {
		s.sim.SetLocale(s.ann, "sv-SE")
		s.sim.SetLocale(s.bob, "de")
		s.private(s.slash(s.ann, "/kalah utmana medlem:@Bob börjar:Jag"), "Din utmaning står i")
		s.sees(s.board(), "Ann challenges", "do you accept?", "2 days for each move; when it runs out, the match is lost")
		s.private(s.click(s.cid, s.board(), "Accept"), "This challenge is for somebody else")
		s.private(s.click(s.ann, s.board(), "Decline"), "Den här utmaningen är inte till dig")
		s.click(s.bob, s.board(), "Accept")
		s.sees(s.board(), "South Ann v North Bob", "it's your turn")
		s.private(s.slash(s.bob, "/kalah zug zug:3"), "Du bist nicht am Zug, denn Ann ist dran.")
		s.private(s.slash(s.ann, "/kalah drag drag:9"), "Det finns inget hål 9. Du kan så 1, 2, 3, 4, 5 eller 6.")
		s.private(s.slash(s.ann, "/kalah drag drag:3"), "Du spelade **3**.")
		s.sees(s.board(), "last: South 3, South sows again")
		s.private(s.click(s.ann, s.board(), "Board"), "Syd Ann mot Nord Bob", "det är din tur igen")
		s.private(s.slash(s.bob, "/partien"), "### Deine Partien (1)", "Kalah gegen Ann", "die anderen sind dran")
		s.private(s.slash(s.eve, "/games"), "You have no matches.")
		s.private(s.slash(s.ann, "/hjälp"), "### Vad jag kan göra", "börjar ett parti", "listar dina partier")
		s.private(s.slash(s.bob, "/regeln spiel:Kalah"), "**Säen.**", "Süd sät noch einmal")
	})
}

// P53: on a Swedish server the boards are Swedish, also for an English member; a reminder, written when nobody has asked, too.
func TestPublicInTheServersLanguage(t *testing.T) {
	t.Parallel()
	tell(t, func(s *story) {
		s.sim.SetGuildLocale(s.club, "sv-SE")
		s.sim.SetLocale(s.bob, "de")
		s.private(s.slash(s.ann, "/kalah challenge user:@Bob first:me"), "Your challenge stands in")
		s.sees(s.board(), "Ann utmanar", "antar du?")
		s.click(s.bob, s.board(), "Anta")
		s.sees(s.board(), "Syd Ann mot Nord Bob", "det är din tur")
		s.private(s.slash(s.ann, "/kalah move move:2"), "You played **2**.")
		s.sees(s.board(), "senast: Syd 2")
		s.wait(47 * time.Hour)
		s.sees(s.last(), "En påminnelse")
		s.slash(s.bob, "/aufgeben")
		s.click(s.bob, s.sim.Last(s.hall, s.bob), "Ja, ich gebe auf")
		s.sees(s.board(), "Bob har gett upp. Ann vinner!")
		if labels := s.board().Labels(); !slices.Contains(labels, "Revansch") {
			t.Errorf("the board has %q, want Revansch", labels)
		}
	})
}

// P53: letters are in the reader's language, from the first on, and after a restart. What is public tells nothing of it.
func TestDirectMessagesInTheReadersLanguage(t *testing.T) {
	t.Parallel()
	tell(t, func(s *story) {
		s.sim.SetLocale(s.ann, "sv-SE")
		s.sim.SetLocale(s.bob, "de")
		s.slash(s.ann, "/stratego utmana medlem:@Bob börjar:Jag armé:barrage")
		s.click(s.bob, s.board(), "Accept")
		s.wait(5 * time.Second)
		s.sees(s.newestDM(s.ann), "Du är **RÖD**", "återstående armé")
		s.sees(s.newestDM(s.bob), "Du bist **BLAU**", "noch aufzustellen")
		s.tap(s.ann, s.newestDM(s.ann), "Bekräfta")
		s.tap(s.bob, s.newestDM(s.bob), "Bestätigen")
		s.wait(5 * time.Second)
		s.restart(time.Minute)
		s.wait(5 * time.Second)
		s.sees(s.newestDM(s.bob), "ROT Ann gegen BLAU Bob")
		for _, m := range s.sim.Messages(s.hall, s.eve) {
			for _, word := range []string{"RÖD", "BLAU", " mot ", " gegen "} {
				if strings.Contains(m.Text(), word) {
					t.Errorf("a public message says %q:\n%s", word, m.Text())
				}
			}
		}
	}, withStratego)
}

// P53: both languages can be chosen, and given back to Discord. What is stored is a language only where it is not English.
func TestLanguageChosen(t *testing.T) {
	t.Parallel()
	tell(t, func(s *story) {
		s.private(s.slash(s.ann, "/settings language:Svenska"), "Språket som jag svarar dig på: **Svenska**")
		s.private(s.slash(s.ann, "/games"), "Du har inga partier.")
		s.private(s.slash(s.ann, "/settings language:as your Discord says"), "answer you: **as your Discord says**")
		s.private(s.slash(s.ann, "/games"), "You have no matches.")
		s.private(s.slash(s.ann, "/server settings language:Deutsch"), "I post here: **Deutsch**")
		s.slash(s.ann, "/kalah challenge")
		s.sees(s.board(), "Ann sucht jemanden für Kalah")
		u, err := s.store.User(context.Background(), match.UserID(s.ann))
		if err != nil || u.Language != "" || u.Locale != "" {
			t.Errorf("stored: %+v, %v", u, err)
		}
	})
}

// P53: a locale that the bot does not speak is answered in English, and English names of commands go on working for everybody.
func TestLanguageNotSpoken(t *testing.T) {
	t.Parallel()
	tell(t, func(s *story) {
		s.sim.SetLocale(s.ann, "fr")
		s.sim.SetLocale(s.bob, "sv-SE")
		s.private(s.slash(s.ann, "/games"), "You have no matches.")
		s.private(s.slash(s.bob, "/games"), "Du har inga partier.")
	})
}

// P53, P51: what autocomplete offers is told in the chosen language; what is sent is the same in all.
func TestSuggestionsInTheReadersLanguage(t *testing.T) {
	t.Parallel()
	tell(t, func(s *story) {
		s.slash(s.ann, "/settings language:Svenska")
		s.begin("/kalah challenge user:@Bob first:me")
		typed := s.sim.As(s.ann).In(s.hall).Autocomplete("/kalah move move:", "move")
		s.wait(time.Second)
		list := typed.Choices()
		if len(list) != 6 || list[0].Name != "1 · 4 bönor" || list[0].Value != "1" {
			t.Errorf("suggested %v, want six holes in Swedish", list)
		}
	})
}
