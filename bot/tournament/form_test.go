package tournament_test

import (
	"slices"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"paddock/bot/discordsim"
	"paddock/bot/story"
	"paddock/games/tourney"
)

// P27: `/tournament create` alone opens a form. Its answer has the organiser's next steps, and the
// last message leads to another tournament like this.
func TestTournamentByForm(t *testing.T) {
	t.Parallel()
	story.TellTournament(t, func(s *story.Story) {
		ann := s.Sim.As(s.Ann).In(s.Hall)
		form := opened(s, ann.Slash("/tournament create"))
		made := s.Answered(ann.Submit(form, map[string]string{"game": "kalah", "format": "swiss", "players": "8"}), "form")
		s.Private(made, "Kalah swiss", "open")
		// Join is below the tournament
		if got := made.Labels(); !slices.Equal(got, []string{"Start now", "Cancel the tournament"}) {
			t.Errorf("the organiser is offered %q", got)
		}
		if r := s.TheTournament(); r.Format != "swiss" || r.Most != 8 || r.SignUp != 24*time.Hour ||
			r.PerMove != 24*time.Hour {
			t.Errorf("made is %+v", r.Terms)
		}
		joined := s.Click(s.Ann, s.Board(), "Join")
		s.Private(joined, "You have joined")
		s.Wait(10 * time.Second)
		s.Click(s.Bob, s.Board(), "Join")
		asked := s.Click(s.Ann, joined, "Cancel the tournament")
		s.Private(asked, "Others have joined")
		kept := s.Click(s.Ann, asked, "No, it goes on")
		s.Private(s.Click(s.Ann, s.Click(s.Ann, kept, "Cancel the tournament"), "Yes, cancel it"), "is cancelled")
		s.Wait(10 * time.Second)
		b := s.About("is over")
		form = opened(s, ann.Click(b, "Another like this"))
		s.Private(s.Answered(ann.Submit(form, nil), "form"), "Kalah swiss", "open")
		if r := s.TheTournament(); r.Format != "swiss" || r.Most != 8 || r.Status != tourney.Open {
			t.Errorf("another one is %+v", r.Terms)
		}
		// nobody else has joined, so the tournament is cancelled at once
		again := opened(s, ann.Click(b, "Another like this"))
		s.Private(s.Click(s.Ann, s.Answered(ann.Submit(again, map[string]string{"format": "league"}), "form"),
			"Cancel the tournament"), "**Kalah league** is cancelled")
	})
}

// P27: a usual name that is in use gets a number. A chosen one is refused, and the form keeps what
// was chosen.
func TestNameOfATournamentInUse(t *testing.T) {
	t.Parallel()
	story.TellTournament(t, func(s *story.Story) {
		s.Private(s.Slash(s.Ann, "/tournament create game:kalah"), "**Kalah knockout**")
		s.Private(s.Slash(s.Bob, "/tournament create game:kalah"), "**Kalah knockout 2**")
		refused := s.Slash(s.Cid, "/tournament create game:kalah format:bracket name:Kalah Knockout third:true players:9")
		s.Private(refused, "already a tournament called Kalah Knockout")
		cid := s.Sim.As(s.Cid).In(s.Hall)
		form := opened(s, cid.Click(refused, "Change it"))
		if name := form.Inputs()[0]; name.Value != "Kalah Knockout" {
			t.Errorf("the form begins with %+v", name)
		}
		s.Private(s.Answered(cid.Submit(form, map[string]string{"name": "Cup of Cid"}), "form"), "**Cup of Cid**")
		if r := s.TheTournament(); r.Name != "Cup of Cid" || r.Format != "bracket" || !r.Third || r.Most != 9 {
			t.Errorf("made is %+v", r.Terms)
		}
	})
}

// opened returns the form that an interaction opens.
func opened(s *story.Story, i *discordsim.Interaction) *discordsim.Modal {
	s.Helper()
	s.Wait(0)
	form := i.Modal()
	if form == nil {
		s.Fatalf("no form, but %v:\n%s", i.Err(), strings.TrimSpace(i.Message().Text()))
	}
	return form
}

// P27: the name of a format fits where a phone shows what is chosen, and its description is whole in
// the list below, in each language.
func TestFormatsAreWhole(t *testing.T) {
	t.Parallel()
	story.TellTournament(t, func(s *story.Story) {
		for _, locale := range []string{"en-US", "sv-SE", "de"} {
			s.Sim.SetLocale(s.Ann, locale)
			for _, field := range opened(s, s.Sim.As(s.Ann).In(s.Hall).Slash("/tournament create")).Inputs() {
				for _, o := range field.Options {
					named := utf8.RuneCountInString(o.Label) <= 25
					if !named || field.CustomID == "format" && (o.Description == "" || strings.HasSuffix(o.Description, "…")) {
						t.Errorf("in %s %s has %q: %q", locale, field.CustomID, o.Label, o.Description)
					}
				}
			}
		}
	})
}
