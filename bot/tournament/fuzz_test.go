package tournament

import (
	"errors"
	"slices"
	"testing"
	"time"

	"github.com/bwmarrin/discordgo"

	"paddock/bot/answer"
	"paddock/bot/discord"
	"paddock/bot/lang"
	"paddock/bot/request"
	"paddock/games"
	"paddock/games/catalog"
	"paddock/games/match/service"
	"paddock/games/tourney"
	"paddock/storage/storagetest"
)

// FuzzOptions checks that any text as options of a game starts a game or is refused with a
// sentence.
func FuzzOptions(f *testing.F) {
	for _, text := range []string{
		"", "rules=course rows=6", "holes=6 beans=4", "army=barrage",
		"counts=1,1,0,0,0,0,0,0,0,0,0,6", "=", "x=", "=x", "rules==", "board=[[1,2],[3,4]]",
		"rows=99999999999999999999", "rows=-1 columns=-1", "HOLES=6 holes=7", "\x00=\xff",
	} {
		for seats := range 5 {
			f.Add(text, seats)
		}
	}
	all := catalog.Games()
	f.Fuzz(func(t *testing.T, text string, seats int) {
		options, err := setupOptions(lang.English, text)
		if err != nil {
			if err.Error() == "" {
				t.Errorf("%q: refused without a word", text)
			}
			return
		}
		for _, g := range all {
			_, err := g.Start(games.Setup{Seats: seats % (games.MaxSeats + 2), Seed: 1, Options: options})
			if r, refused := errors.AsType[*games.Refusal](err); err != nil && (!refused || r.Error() == "") {
				t.Errorf("%s with %q: %v is no sentence", g.ID, text, err)
			}
		}
	})
}

// In direct messages no tournament can be created, nor anywhere one in a game that is gone.
func TestCreateRefused(t *testing.T) {
	store := storagetest.NewMemory()
	base := &answer.Base{Matches: service.New(service.Config{Store: store, Games: catalog.Games(), Now: time.Now})}
	f := &Feature{Base: base, service: tourney.New(tourney.Config{Store: store, Matches: base.Matches, Now: time.Now})}
	option := func(name, value string) map[string]*discordgo.ApplicationCommandInteractionDataOption {
		return map[string]*discordgo.ApplicationCommandInteractionDataOption{name: {Name: name, Value: value}}
	}
	if _, err := f.createTournament(t.Context(),
		&request.Request{Options: option(request.OptGame,
			"kalah")}); request.Explanation(err) != sayTournamentDM.Format {
		t.Errorf("in direct messages: %v", err)
	}
	if _, err := f.createTournament(t.Context(),
		&request.Request{Options: option(request.OptGame, "chess"), Guild: "1"}); !errors.Is(err,
		request.ErrNoHandler) {
		t.Errorf("a game that is gone: %v", err)
	}
}

// The options of a game that autocomplete offers can be read again. Values with spaces can't, so
// they are not offered.
func TestSuggestedOptions(t *testing.T) {
	f := &Feature{Base: &answer.Base{Matches: service.New(service.Config{
		Store: storagetest.NewMemory(),
		Games: catalog.Games(), Now: time.Now,
	})}}
	if list := f.completeSetup(new(request.Request)); len(list) > 0 {
		t.Errorf("before the game is chosen, %v are offered", list)
	}
	for _, g := range catalog.Games() {
		r := &request.Request{Options: map[string]*discordgo.ApplicationCommandInteractionDataOption{
			request.OptGame: {Name: request.OptGame, Value: string(g.ID)},
		}}
		list := f.completeSetup(r)
		if len(list) == 0 && len(g.Options) > 0 {
			t.Errorf("%s: nothing is offered", g.ID)
		}
		if len(list) > discord.MaxOptions {
			t.Errorf("%s: %d are offered", g.ID, len(list))
		}
		for _, c := range list {
			options, err := setupOptions(lang.English, c.Name)
			for _, o := range g.Options {
				if value, ok := options[o.Name]; ok && !slices.Contains(o.Values(), value) {
					t.Errorf("%s: %q is offered, and read as %s=%s", g.ID, c.Name, o.Name, value)
				}
			}
			if err != nil {
				t.Errorf("%s: %q is offered, but refused: %v", g.ID, c.Name, err)
			}
		}
	}
}
