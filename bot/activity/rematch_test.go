package activity

import (
	"encoding/json"
	"maps"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"paddock/bot/board"
	"paddock/bot/component"
	"paddock/bot/lang"
	"paddock/games"
	"paddock/games/match"
)

// P25, P106: the page refuses a rematch wherever the board on Discord would refuse it.
func TestRematchWhereMatchesMayBegin(t *testing.T) {
	for name, c := range map[string]struct {
		change  func(*match.Guild)
		shut    bool
		refused bool
	}{
		"an ordinary server": {func(*match.Guild) {}, false, false},
		"a role that the player has": {func(g *match.Guild) {
			g.PlayRoles = []match.RoleID{match.RoleID(hall.Guild)}
		}, false, false},
		"a role that the player lacks": {
			func(g *match.Guild) { g.PlayRoles = []match.RoleID{"players"} }, false,
			true,
		},
		"another channel for matches": {
			func(g *match.Guild) { g.Channels = []match.ChannelID{"attic"} }, false,
			true,
		},
		"this channel for matches": {
			func(g *match.Guild) { g.Channels = []match.ChannelID{hall.Channel} },
			false, false,
		},
		"a player who doesn't see it now": {func(*match.Guild) {}, true, true},
	} {
		d := newDesk(t)
		rec := d.begin("kalah", nil)
		if _, err := d.svc.Play.Resign(t.Context(), match.Act{Match: rec.ID, User: bob}); err != nil {
			t.Fatal(err)
		}
		if err := d.People.ChangeGuild(t.Context(), hall.Guild, c.change); err != nil {
			t.Fatal(err)
		}
		d.shut[ann] = c.shut
		status, answer := d.ask(ann, "POST", "/api/matches/"+string(rec.ID)+"/acts",
			posted{Act: component.ActRematch, Cause: "again"})
		now, err := d.svc.Read.Match(t.Context(), rec.ID)
		if err != nil || now.Rematch[string(ann)] == c.refused || (status != http.StatusOK) != c.refused ||
			strings.Contains(answer, "begin a match there") != c.refused {
			t.Errorf("%s: %d %.200s, and a rematch is wanted by %v, %v", name, status, answer, now.Rematch, err)
		}
	}
}

// P25, P29, P58, P106: from its list the page begins a match against the computer where the command
// would, with what `/play` offers first, and else says why not. Asked again, it begins no second one.
func TestMatchesBegunOnThePage(t *testing.T) {
	const server, channel = "/guilds/club", "/channels/hall"
	mute := `{"id":"hall","type":0,"permission_overwrites":[{"id":"club","type":0,"allow":"0","deny":"2048"}]}`
	for name, c := range map[string]struct {
		guild   func(*match.Guild)
		answers map[string]string // of Discord
		shut    match.UserID
		at      match.Place
		limit   bool
		want    string // of the refusal
	}{
		"an ordinary server": {at: hall},
		"a direct message":   {at: match.Place{Channel: "dm"}, want: "type /play"},
		"matches have threads": {
			guild: func(g *match.Guild) { g.Threads = true }, at: hall, want: "type /play",
		},
		"another channel for matches": {
			guild: func(g *match.Guild) { g.Channels = []match.ChannelID{"attic"} }, at: hall, want: "begin a match there",
		},
		"no role to play": {
			guild: func(g *match.Guild) { g.PlayRoles = []match.RoleID{"players"} }, at: hall, want: "begin a match there",
		},
		"a channel that the reader does not see": {shut: ann, at: hall, want: "begin a match there"},
		"a channel in which the bot may not write": {
			answers: map[string]string{channel: mute}, at: hall, want: "Send Messages",
		},
		"Discord is silent": {answers: map[string]string{server: ""}, at: hall, want: "Discord isn't answering"},
		"too many matches":  {limit: true, at: hall, want: "30"},
	} {
		t.Run(name, func(t *testing.T) {
			d := newDesk(t)
			writes := `{"id":"club","owner_id":"9","roles":[{"id":"club","permissions":"3072"}]}`
			d.answers = map[string]string{server: writes}
			for path, answer := range c.answers {
				d.answers[path] = answer
			}
			if c.guild != nil {
				if err := d.People.ChangeGuild(t.Context(), hall.Guild, c.guild); err != nil {
					t.Fatal(err)
				}
			}
			d.shut[c.shut] = c.shut != ""
			token := d.keys.sign(session{
				User: ann, Name: "Ann", Guild: c.at.Guild, Channel: c.at.Channel, Until: d.now().Add(sessionFor).Unix(),
			})
			begin := func(cause string) (int, string) {
				return d.askWith(token, "POST", "/api/matches", posted{Name: "kalah", Cause: cause})
			}
			for n := 0; c.limit && n < 30; n++ {
				if status, answer := begin(strconv.Itoa(n)); status != http.StatusOK {
					t.Fatalf("match %d: %d %s", n, status, answer)
				}
			}
			status, answer := begin("once")
			_, list := d.askWith(token, "GET", "/api/matches", nil)
			if offers := strings.Contains(list, `"begin":[{`); offers != (c.guild == nil && c.at.Guild != "" ||
				name == "no role to play") {
				t.Errorf("the list offers games: %t", offers)
			}
			if c.want != "" {
				if status != http.StatusUnprocessableEntity || !strings.Contains(answer, c.want) {
					t.Errorf("the answer is %d %s, want %q", status, answer, c.want)
				}
				return
			}
			if again, same := begin("once"); status != http.StatusOK || again != status || same != answer {
				t.Errorf("the answers are %d %s and %d %s", status, answer, again, same)
			}
			all, err := d.svc.Read.ByUser(t.Context(), ann)
			if err != nil || len(all) != 1 || all[0].Place != hall || all[0].Game != "kalah" || all[0].Rated() ||
				all[0].People() != 1 || !slices.ContainsFunc(all[0].Players, func(p match.Player) bool {
				return p.Computer == games.Easy // easy is offered because she is new to the game
			}) {
				t.Errorf("begun is %+v, %v", all, err)
			}
			if status, _ := d.askWith(token, "POST", "/api/matches", posted{Name: "chess", Cause: "x"}); status != 400 {
				t.Errorf("a game that there is not: %d", status)
			}
		})
	}
}

// P97: from the boards of a finished match without secrets, whoever sees it tries out moves and begins a
// match against the computer. Of a match that runs, or with secrets, no past board can be tried out.
func TestP97PlayOnFromThePast(t *testing.T) {
	d := newDesk(t)
	d.answers = map[string]string{
		"/guilds/club": `{"id":"club","owner_id":"9","roles":[{"id":"club","permissions":"3072"}]}`,
	}
	rec, armies := d.begin("kalah", nil), d.armies()
	d.does(ann, rec.ID, "moves", posted{Move: "1"})
	d.does(bob, rec.ID, "moves", posted{Move: "1"})
	past := func(u match.UserID, id match.ID, line string) (int, matchView) {
		status, answer := d.ask(u, "GET", "/api/matches/"+string(id)+"/try?step=1&line="+line, nil)
		return status, viewOf(t, answer)
	}
	if _, v := past(ann, rec.ID, ""); v.Trial == nil || v.Step != 2 {
		t.Errorf("while the match runs, its past is tried out: %+v", v.Trial)
	}
	for _, id := range []match.ID{rec.ID, armies.ID} {
		if _, err := d.svc.Play.Resign(t.Context(), match.Act{Match: id, User: bob}); err != nil {
			t.Fatal(err)
		}
	}
	for _, u := range []match.UserID{ann, bob, eve} {
		status, v := past(u, rec.ID, "2")
		if status != http.StatusOK || v.Trial == nil || !slices.Equal(v.Trial.Plies, []string{"2"}) || v.Step != 1 ||
			v.Steps != 2 || v.Over || v.Trial.Off != "" || v.Trial.Says != "South to move" || len(v.Choices) == 0 {
			t.Errorf("%s tries out a past board: %d %+v %+v", u, status, v.Trial, v)
		}
		_, answer := d.ask(u, "GET", "/api/matches/"+string(rec.ID)+"?step=1", nil)
		if !viewOf(t, answer).Tries || d.sees(u, rec.ID).Tries {
			t.Errorf("%s is offered to try moves on the wrong boards", u)
		}
	}
	if status, v := past(ann, armies.ID, ""); status != http.StatusUnprocessableEntity {
		t.Errorf("secrets are tried out: %d %+v", status, v.Trial)
	}
	for _, c := range []struct {
		who    match.UserID
		p      posted
		status int
	}{
		{eve, posted{Name: "kalah", From: rec.ID, Step: 1, Line: []string{"2"}, Cause: "on"}, http.StatusOK},
		{eve, posted{Name: "kalah", From: rec.ID, Step: 1, Line: []string{"9"}, Cause: "no move"}, 422},
		{eve, posted{Name: "kalah", From: rec.ID, Step: 2, Cause: "the end"}, http.StatusBadRequest},
		{eve, posted{Name: "fish", From: rec.ID, Step: 1, Cause: "another game"}, http.StatusNotFound},
		{ann, posted{Name: "stratego", From: armies.ID, Step: 1, Cause: "secrets"}, http.StatusBadRequest},
	} {
		if status, answer := d.ask(c.who, "POST", "/api/matches", c.p); status != c.status {
			t.Errorf("%s: %d %s, want %d", c.p.Cause, status, answer, c.status)
		}
	}
	all, err := d.svc.Read.ByUser(t.Context(), eve)
	if err != nil || len(all) != 1 || all[0].People() != 1 || all[0].Rated() || !all[0].Awaits(eve) {
		t.Fatalf("Eve plays %+v, %v", all, err)
	}
	if at, err := all[0].Parse(); err != nil ||
		at.Text() != "kalah/1 m=6 to=S south=1.6.5.5.5.4:0 north=5.0.4.4.4.4:1 rules=standard" {
		t.Errorf("the match begins with %s, %v", at.Text(), err)
	}
	// who has played there keeps their side, whoever is to move
	for step := range 2 {
		status, answer := d.ask(ann, "POST", "/api/matches",
			posted{Name: "kalah", From: rec.ID, Step: step, Cause: strconv.Itoa(step)})
		var begun struct{ ID match.ID }
		if err := json.Unmarshal([]byte(answer), &begun); err != nil || status != http.StatusOK {
			t.Fatalf("from board %d: %d %s", step, status, answer)
		}
		on, err := d.svc.Read.Match(t.Context(), begun.ID)
		if err != nil || on.SeatOf(ann) != rec.SeatOf(ann) || on.Awaits(ann) != (step == 0) {
			t.Errorf("from board %d Ann has seat %d, and is to move: %t, %v", step, on.SeatOf(ann), on.Awaits(ann), err)
		}
	}
	if err := d.People.ChangeGuild(t.Context(), hall.Guild, func(g *match.Guild) { g.Threads = true }); err != nil {
		t.Fatal(err)
	}
	if status, answer := d.ask(ann, "POST", "/api/matches",
		posted{Name: "kalah", From: rec.ID, Step: 1, Cause: "threads"}); status != 422 ||
		!strings.Contains(answer, "Review") {
		t.Errorf("where matches get threads: %d %s", status, answer)
	}
}

// P86: the page shows names without the backslashes that protect them on Discord.
func TestNamesOfOffersArePlain(t *testing.T) {
	d := newDesk(t)
	c, err := d.svc.Tables.Propose(t.Context(), match.Proposal{
		Game: "kalah", Setup: games.Setup{Seats: 2}, Seated: true, By: match.Player{User: ann, Name: "Ann_*1*"},
		With: []match.Player{{User: ann, Name: "Ann_*1*"}, {User: bob, Name: "Bob"}}, Place: hall, Cause: "begins",
	})
	if err != nil {
		t.Fatal(err)
	}
	id := c.Match.ID
	if _, err := d.svc.Play.OfferDraw(t.Context(), match.Act{Match: id, User: ann}); err != nil {
		t.Fatal(err)
	}
	if v := d.sees(bob, id); len(v.News) != 1 || !strings.HasPrefix(v.News[0], "Ann_*1* offers") {
		t.Errorf("the offer reads %q", v.News)
	}
	if _, err := d.svc.Play.OfferDraw(t.Context(), match.Act{Match: id, User: bob}); err != nil {
		t.Fatal(err)
	}
	d.does(ann, id, "acts", posted{Act: component.ActRematch, Cause: "again"})
	if v := d.sees(bob, id); !strings.Contains(strings.Join(v.News, "\n"), "Ann_*1* ") {
		t.Errorf("the wish reads %q", v.News)
	}
}

// A button that stays, and has no effect now, says why.
func TestButtonsSayWhyTheyAreOff(t *testing.T) {
	for name, c := range map[string]struct {
		change              func(*match.Record)
		back, draws, leaves games.Sentence
	}{
		"before the first move": {func(r *match.Record) { r.Moves = 0 }, sayNoUndo, sayDrawLater, games.Sentence{}},
		"after a move":          {func(*match.Record) {}, games.Sentence{}, games.Sentence{}, games.Sentence{}},
		"before one's own move": {func(r *match.Record) {
			r.Acted[0] = time.Time{}
		}, sayNoUndo, games.Sentence{}, games.Sentence{}},
		"after a secret": {func(r *match.Record) {
			r.Stands = r.AllSeats()
		}, board.SayStands, games.Sentence{}, games.Sentence{}},
		"with offers": {func(r *match.Record) {
			seat := games.Seat(1)
			r.UndoOffer, r.DrawOffer = &seat, &seat
		}, sayUndoAsked, sayDrawOffered, games.Sentence{}},
		"in a pause": {func(r *match.Record) {
			r.Parked = &match.Parking{Why: match.CodePause}
		}, sayPaused, sayPaused, sayPaused},
	} {
		d := newDesk(t)
		rec := d.begin("kalah", nil)
		rec.Moves, rec.Stands, rec.Acted = 3, 0, []time.Time{rec.Created, rec.Created}
		c.change(&rec.Record)
		got := map[component.Action]string{}
		for _, a := range d.acts(asker{session: session{User: ann}}, rec) {
			if a.Act == component.ActCancel { // until the first move Cancel stands in the place of Resign
				a.Act = component.ActResign
			}
			if a.Stays {
				got[a.Act] = a.Off
			}
		}
		want := map[component.Action]string{
			component.ActTakeback: lang.English.Speak(c.back), component.ActDraw: lang.English.Speak(c.draws),
			component.ActResign: lang.English.Speak(c.leaves),
		}
		if !maps.Equal(got, want) {
			t.Errorf("%s: the buttons say %q, want %q", name, got, want)
		}
	}
}

// P19, P128: the page offers a takeback only where Discord does: not in a rated match against the
// computer, and not to somebody who only watches.
func TestTakebacksOfPages(t *testing.T) {
	for name, c := range map[string]struct {
		change func(*match.Record)
		want   bool
	}{
		"a match of two":        {func(*match.Record) {}, true},
		"before the first move": {func(r *match.Record) { r.Moves = 0 }, false},
		"against the computer": {func(r *match.Record) {
			r.Players[1], r.Unrated = match.Player{Computer: "easy"}, true
		}, true},
		"against the computer and rated": {
			func(r *match.Record) { r.Players[1] = match.Player{Computer: "easy"} },
			false,
		},
		"between computers": {func(r *match.Record) {
			r.Players = []match.Player{{Computer: "easy"}, {Computer: "easy"}}
		}, false},
	} {
		d := newDesk(t)
		rec := d.begin("kalah", nil)
		rec.Moves, rec.Owner, rec.Stands = 3, ann, 0
		rec.Acted = []time.Time{rec.Created, rec.Created}
		c.change(&rec.Record)
		got := slices.ContainsFunc(d.acts(asker{session: session{User: ann}}, rec), func(a act) bool {
			return a.Act == component.ActTakeback && a.Off == ""
		})
		if got != c.want {
			t.Errorf("%s: a takeback is offered: %t", name, got)
		}
	}
}
