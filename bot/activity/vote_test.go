package activity

import (
	"context"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"paddock/games"
	"paddock/games/match"
	"paddock/games/match/vote"
)

// elects begins a match in the test channel between the channel and Bob, at Ann's request.
func (d *desk) elects(terms vote.Terms) match.Match {
	d.Helper()
	players := []match.Player{{User: ann, Name: "#hall"}, {User: bob, Name: "Bob"}}
	c, err := d.svc.Tables.Propose(context.Background(), match.Proposal{
		Game: "halatafl", Side: "sheep", PerMove: 48 * time.Hour, Place: hall, By: players[0], With: players[1:],
		Voting: &match.Voting{Terms: terms}, Cause: "elects",
	})
	if err == nil {
		c, err = d.svc.Tables.Join(context.Background(), match.Act{Match: c.Match.ID, User: bob, Cause: "joins"}, "Bob")
	}
	if err != nil {
		d.Fatal(err)
	}
	return c.Match
}

// votes casts a user's vote for the first legal move. It returns the server's answer and the move.
func (d *desk) votes(u match.UserID, rec match.Match) (status int, answer, move string) {
	d.Helper()
	v := d.sees(u, rec.ID)
	for len(v.Choices) > 0 && !v.Choices[0].Whole {
		if v.Choices[0].Cell < 0 {
			d.Errorf("%+v has no cell to tap", v.Choices[0])
		}
		_, answer := d.ask(u, "GET",
			fmt.Sprintf("/api/matches/%s/complete?head=%d&typed=%s", rec.ID, v.Head, v.Choices[0].Text), nil)
		v = viewOf(d, answer)
	}
	if len(v.Choices) == 0 {
		return 0, "", ""
	}
	move = v.Choices[0].Text
	status, answer = d.ask(u, "POST", "/api/matches/"+string(rec.ID)+"/moves",
		posted{Head: v.Head, Cause: "votes", Move: move})
	return status, answer, move
}

// P151: a member who sees the channel votes on the page, and is told how the vote stands; nobody
// else is told anything, neither by the page nor by its news.
func TestP151Votes(t *testing.T) {
	d := newDesk(t)
	rec := d.elects(vote.Terms{Window: time.Hour, Voters: 3})
	if rec.Votes() == games.Spectator {
		t.Fatal("the channel does not begin")
	}
	streams := map[match.UserID]*stream{bob: {}, eve: {}}
	url := d.serve(t)
	ctx, stop := context.WithCancel(t.Context())
	for u, s := range streams {
		s.ended.Go(func() { s.listen(ctx, url+"/api/events?watch="+string(rec.ID), d.token(u)) })
		d.until(func() bool { return strings.Contains(s.text(), "event: all") })
	}
	theirs := d.sees(bob, rec.ID)
	if v := d.sees(cid, rec.ID); !v.Mine || v.Plays || !strings.Contains(v.Line, "#hall votes: tap") ||
		!strings.Contains(v.News[0], "t voted yet") {
		t.Errorf("before Cid votes: %+v", v)
	}
	status, answer, move := d.votes(cid, rec)
	if v := viewOf(t, answer); status != http.StatusOK || v.Mine || v.Steps != 0 ||
		!strings.Contains(v.News[0], "You have voted for "+move) || !strings.Contains(v.News[0], "Votes so far: 1") {
		t.Errorf("Cid's vote: %d %+v", status, v)
	}
	d.until(func() bool { return strings.Contains(streams[eve].text(), "event: match") })
	if v := d.sees(eve, rec.ID); !v.Mine || strings.Contains(strings.Join(v.News, " "), move) ||
		!strings.Contains(v.News[0], "Votes so far: 1") {
		t.Errorf("after it Eve sees %+v", v)
	}
	if v := d.sees(bob, rec.ID); v.Mark != theirs.Mark || len(v.News)+len(v.Choices) > 0 ||
		v.Deadline != theirs.Deadline {
		t.Errorf("after it Bob sees %+v", v)
	}
	if status, _, _ := d.votes(bob, rec); status != 0 {
		t.Error("Bob can vote for the other side")
	}
	d.mu.Lock()
	d.shut[eve] = true
	d.mu.Unlock()
	if status, answer, _ := d.votes(eve, rec); status != http.StatusUnprocessableEntity ||
		!strings.Contains(answer, "Only who sees the channel") {
		t.Errorf("Eve, who was shut out a moment ago: %d %s", status, answer)
	}
	if err := d.People.ChangeGuild(t.Context(), hall.Guild, func(g *match.Guild) {
		g.PlayRoles = []match.RoleID{"players"}
	}); err != nil {
		t.Fatal(err)
	}
	if status, answer, _ := d.votes(ann, rec); status != http.StatusUnprocessableEntity ||
		!strings.Contains(answer, "role") {
		t.Errorf("Ann, without the role: %d %s", status, answer)
	}
	if err := d.People.ChangeGuild(t.Context(), hall.Guild, func(g *match.Guild) {
		g.PlayRoles = []match.RoleID{match.RoleID(hall.Guild)}
	}); err != nil {
		t.Fatal(err)
	}
	if status, answer, _ := d.votes(ann, rec); status != http.StatusOK || viewOf(t, answer).Steps != 1 {
		t.Errorf("the vote that decides: %d %.300s", status, answer)
	}
	d.until(func() bool { return strings.Contains(streams[bob].text(), "event: match") })
	stop()
	for _, s := range streams {
		s.ended.Wait()
	}
	if n := strings.Count(streams[bob].text(), "event: match"); n != 1 {
		t.Errorf("Bob was told %d times", n)
	}
}

// A member who can see the channel may vote if they manage the server or have a role that may play.
// Everybody else is told why not.
func TestMayVote(t *testing.T) {
	const seen, roles = "/guilds/club/members/", `"roles":["players"]}`
	for name, c := range map[string]struct {
		roles   []match.RoleID
		path    string // path of the request that Discord answers with answer
		answer  string
		refused *games.Sentence
	}{
		"a member":                  {nil, "", "", nil},
		"a member without the role": {[]match.RoleID{"players"}, "", "", &sayVoteRole},
		"a member with the role": {
			[]match.RoleID{"players"},
			seen + string(eve),
			`{"user":{"id":"` + string(eve) + `"},` + roles, nil,
		},
		"who manages the server": {
			[]match.RoleID{"players"},
			"/guilds/club",
			`{"id":"club","owner_id":"9","roles":[{"id":"club","permissions":"1056"}]}`, nil,
		},
		"an administrator": {
			[]match.RoleID{"players"},
			"/guilds/club",
			`{"id":"club","owner_id":"9","roles":[{"id":"club","permissions":"8"}]}`, nil,
		},
		"who doesn't see the channel": {
			nil, "/channels/hall",
			`{"id":"hall","type":0,"permission_overwrites":[{"id":"club","type":0,"allow":"0","deny":"1024"}]}`,
			&sayVoteElsewhere,
		},
		"somebody while Discord is silent": {nil, "/guilds/club", "", &sayDiscordOff},
	} {
		d := newDesk(t)
		rec := d.elects(vote.Terms{Window: time.Hour})
		if err := d.People.ChangeGuild(t.Context(), hall.Guild, func(g *match.Guild) {
			g.PlayRoles = c.roles
		}); err != nil {
			t.Fatal(err)
		}
		if c.path != "" {
			d.answers = map[string]string{c.path: c.answer}
		}
		err := d.mayVote(t.Context(), asker{session: session{User: eve}}, rec)
		var want error
		if c.refused != nil {
			want = &games.Refusal{Say: *c.refused}
		}
		if fmt.Sprint(err) != fmt.Sprint(want) {
			t.Errorf("%s votes: %v, want %v", name, err, want)
		}
	}
	d := newDesk(t)
	rec := d.elects(vote.Terms{Window: time.Hour})
	if _, err := d.tries(t.Context(), asker{session: session{User: ann}}, d.present(rec), -1); err == nil {
		t.Error("who has asked for a vote can try out moves in the channel's place")
	}
}
