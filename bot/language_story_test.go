package bot_test

import (
	"context"
	"slices"
	"strings"
	"testing"
	"time"

	"paddock/bot/story"
	"paddock/games/match"
)

// P53: Ann's Discord is Swedish, Bob's German, the server English. Each is answered in their own
// language. Public messages are in the server's.
func TestEachInTheirLanguage(t *testing.T) {
	t.Parallel()
	story.Tell(t, func(s *story.Story) {
		s.Sim.SetLocale(s.Ann, "sv-SE")
		s.Sim.SetLocale(s.Bob, "de")
		s.Private(s.Slash(s.Ann, "/kalah utmana medlem:@Bob börjar:Jag"), "Din utmaning finns i")
		s.Sees(s.Board(), "Ann challenges", "do you accept?",
			"2 days a move, plus 3 days to spare for each player · rated")
		s.Private(s.Click(s.Cid, s.Board(), "Accept"), "This challenge is for somebody else")
		s.Private(s.Click(s.Ann, s.Board(), "Decline"), "Det är din egen utmaning")
		s.Click(s.Bob, s.Board(), "Accept")
		s.Sees(s.Board(), "Ann (South) v Bob (North)", "it's your turn")
		s.Private(s.Slash(s.Bob, "/kalah zug zug:3"), "Du bist nicht am Zug: Ich warte auf Ann.")
		s.Private(s.Slash(s.Ann, "/kalah drag drag:9"), "Det finns inget hål 9. Du kan så 1, 2, 3, 4, 5 eller 6.")
		s.Private(s.Slash(s.Ann, "/kalah drag drag:3"), "Du spelade **3**.")
		s.Sees(s.Board(), "Ann sowed hole 3 and sows again")
		s.Private(s.Click(s.Ann, s.Board(), "Bräde bara för mig"), "Ann (Syd) mot Bob (Nord)", "det är din tur igen")
		s.Private(s.Slash(s.Bob, "/partien"), "### Deine Partien (1)", "Kalah gegen Ann", "die anderen sind dran")
		s.Private(s.Slash(s.Eve, "/games"), "You have no matches.")
		s.Private(s.Slash(s.Ann, "/hjälp"), "### Vad jag kan göra", "börjar ett parti", "visar dina partier")
		s.Private(s.Slash(s.Bob, "/regeln spiel:Kalah"), "**Säen.**", "Süd sät noch einmal")
	})
}

// P53: on a Swedish server the boards are Swedish, also for an English member, and so are
// reminders.
func TestPublicInTheServersLanguage(t *testing.T) {
	t.Parallel()
	story.Tell(t, func(s *story.Story) {
		s.Sim.SetGuildLocale(s.Club, "sv-SE")
		s.Sim.SetLocale(s.Bob, "de")
		s.Private(s.Slash(s.Ann, "/kalah challenge user:@Bob first:me"), "Your challenge is in")
		s.Sees(s.Board(), "Ann utmanar", "antar du?")
		s.Click(s.Bob, s.Board(), "Anta")
		s.Sees(s.Board(), "Ann (Syd) mot Bob (Nord)", "det är din tur")
		s.Private(s.Slash(s.Ann, "/kalah move move:2"), "You played **2**.")
		s.Sees(s.Board(), "Ann sådde hål 2")
		s.Wait(47 * time.Hour)
		s.Sees(s.Last(), "En påminnelse")
		s.Slash(s.Bob, "/aufgeben")
		s.Click(s.Bob, s.Sim.Last(s.Hall, s.Bob), "Ja, ich gebe auf")
		s.Sees(s.Board(), "Bob har gett upp. Ann vinner!")
		if labels := s.Board().Labels(); !slices.Contains(labels, "Revansch") {
			t.Errorf("the board has %q, want Revansch", labels)
		}
	})
}

// P53: direct messages are in the reader's language, from the first on, and after a restart. Public
// messages do not reveal it.
func TestDirectMessagesInTheReadersLanguage(t *testing.T) {
	t.Parallel()
	story.Tell(t, func(s *story.Story) {
		s.Sim.SetLocale(s.Ann, "sv-SE")
		s.Sim.SetLocale(s.Bob, "de")
		s.Slash(s.Ann, "/stratego utmana medlem:@Bob börjar:Jag armé:barrage")
		s.Click(s.Bob, s.Board(), "Accept")
		s.Wait(5 * time.Second)
		s.Sees(s.NewestDM(s.Ann), "Du är **RÖD**")
		s.Sees(s.NewestDM(s.Bob), "Du bist **BLAU**")
		s.Tap(s.Ann, s.NewestDM(s.Ann), "Bekräfta")
		s.Tap(s.Bob, s.NewestDM(s.Bob), "Bestätigen")
		s.Wait(5 * time.Second)
		s.Restart(time.Minute)
		s.Wait(5 * time.Second)
		s.Sees(s.NewestDM(s.Bob), "Ann (ROT) gegen Bob (BLAU)")
		for _, m := range s.Sim.Messages(s.Hall, s.Eve) {
			for _, word := range []string{"RÖD", "BLAU", " mot ", " gegen "} {
				if strings.Contains(m.Text(), word) {
					t.Errorf("a public message says %q:\n%s", word, m.Text())
				}
			}
		}
	}, story.WithStratego)
}

// P53: both languages can be chosen, and reset to Discord's. Only languages other than English are
// stored.
func TestLanguageChosen(t *testing.T) {
	t.Parallel()
	story.Tell(t, func(s *story.Story) {
		s.Private(s.Slash(s.Ann, "/settings general language:Svenska"), "Språket jag svarar på: **Svenska**")
		s.Private(s.Slash(s.Ann, "/games"), "Du har inga partier.")
		s.Private(s.Slash(s.Ann, "/settings general language:as in your Discord"),
			"I answer in: **as in your Discord**")
		s.Private(s.Slash(s.Ann, "/games"), "You have no matches.")
		s.Private(s.Slash(s.Ann, "/server settings language:Deutsch"), "I post in: **Deutsch**")
		s.Slash(s.Ann, "/kalah challenge")
		s.Sees(s.Board(), "Ann sucht jemanden für Kalah")
		u, err := s.Store.User(context.Background(), match.UserID(s.Ann))
		if err != nil || u.Language != "" || u.Locale != "" {
			t.Errorf("stored: %+v, %v", u, err)
		}
	})
}

// P53: an unsupported locale is answered in English, and English names of commands work for
// everybody.
func TestLanguageNotSpoken(t *testing.T) {
	t.Parallel()
	story.Tell(t, func(s *story.Story) {
		s.Sim.SetLocale(s.Ann, "fr")
		s.Sim.SetLocale(s.Bob, "sv-SE")
		s.Private(s.Slash(s.Ann, "/games"), "You have no matches.")
		s.Private(s.Slash(s.Bob, "/games"), "Du har inga partier.")
	})
}

// P53, P51: suggestions of autocomplete are in the chosen language. Their values are the same in
// all.
func TestSuggestionsInTheReadersLanguage(t *testing.T) {
	t.Parallel()
	story.Tell(t, func(s *story.Story) {
		s.Slash(s.Ann, "/settings general language:Svenska")
		s.Begin("/kalah challenge user:@Bob first:me")
		typed := s.Sim.As(s.Ann).In(s.Hall).Autocomplete("/kalah move move:", "move")
		s.Wait(time.Second)
		list := typed.Choices()
		if len(list) != 6 || list[0].Name != "1 · 4 bönor" || list[0].Value != "1" {
			t.Errorf("suggested %v, want six holes in Swedish", list)
		}
	})
}
