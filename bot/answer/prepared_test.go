package answer

import (
	"cmp"
	"strings"
	"testing"
	"time"

	"github.com/bwmarrin/discordgo"

	"paddock/bot/component"
	"paddock/bot/discord"
	"paddock/games"
	"paddock/games/match"
	"paddock/games/match/vote"
)

// lost is a position in which the sheep are to move and can only lose.
const lost = "halatafl/1 3/1S1/S1FS1S1/6S/SS3SS/3/2F s standard -"

// P127: a player whose position is lost is told so once, on their turn or just after it, while the
// match is running.
func TestLostNote(t *testing.T) {
	t.Parallel()
	b := newBase(t)
	const start = "halatafl/1 F1F/3/7/SSSSSSS/SSSSSSS/SSS/SSS s standard -"
	running := match.Record{
		ID: "lost", Game: "halatafl", Status: match.Running, Position: lost, Waiting: games.SeatSet(0),
		LastSeat: games.Spectator,
		Players:  []match.Player{{User: ann}, {User: bob}},
	}
	for _, c := range []struct {
		name   string
		user   match.UserID
		change func(*match.Record)
		want   bool
	}{
		{"on her turn", ann, func(*match.Record) {}, true},
		{"told before", ann, func(*match.Record) {}, false},
		{"after her move", bob, func(r *match.Record) {
			r.Before, r.Position, r.LastSeat, r.Waiting = lost, start, 0, games.SeatSet(1)
			r.Players[0].User, r.Players[1].User = bob, ann
		}, true},
		{"the other player", cid, func(r *match.Record) { r.Players[1].User = cid }, false},
		{"a spectator", cid, func(r *match.Record) { r.LastSeat = games.Spectator; r.Before = lost }, false},
		{"the match is over", cid, func(r *match.Record) {
			r.Status, r.Waiting, r.Before, r.LastSeat, r.Players[0].User = match.Over, 0, lost, 0, cid
		}, false},
		{
			"the match is parked", cid, func(r *match.Record) { r.Parked, r.Players[0].User = &match.Parking{}, cid },
			false,
		},
		{"the match is not lost", cid, func(r *match.Record) {
			r.ID, r.Position, r.Players[0].User = "even", start, cid
		}, false},
		{"unreadable", cid, func(r *match.Record) {
			r.ID, r.Position, r.Players[0].User = "broken", "halatafl/1 ?", cid
		}, false},
	} {
		rec := running
		rec.Players = append([]match.Player(nil), running.Players...)
		c.change(&rec)
		r := by(c.user, "club", "hall")
		got := b.lostNote(t.Context(), r, b.Matches.Read.Of(rec), b.Likes(t.Context(), r))
		if want := sayOnlyLose.String(); (got == want) != c.want || got != "" && got != want {
			t.Errorf("%s: told %q, want to be told: %t", c.name, got, c.want)
		}
	}
}

// P26: a note beside the board says once what became of a player's conditional moves. The notebook
// keeps those that can still come true.
func TestPreparedNote_Cases(t *testing.T) {
	t.Parallel()
	played := func(texts ...string) (list []match.Ply) { // Ann and Bob move in turn
		for i, text := range texts {
			list = append(list, match.Ply{Seat: games.Seat(i % 2), Move: text})
		}
		return list
	}
	for _, c := range []struct {
		name  string
		moves []string // played
		user  match.UserID
		lines [][]match.Ply
		after func(*matches, match.ID)
		want  string
		left  int
	}{
		{"nothing prepared", []string{"1"}, bob, nil, nil, "", 0},
		{"still to come", nil, bob, [][]match.Ply{played("1", "2")}, nil, "", 1},
		{
			"another move came",
			[]string{"1"},
			bob,
			[][]match.Ply{played("2", "3")},
			nil,
			"Things went differently, so I dropped your automatic replies: ", 0,
		},
		{
			"one of two fits",
			[]string{"1"},
			bob,
			[][]match.Ply{played("1", "2"), played("2", "3")},
			nil,
			"Your automatic reply **2** is waiting", 1,
		},
		{"played to the end", []string{"1", "2"}, bob, [][]match.Ply{played("1", "2"), played("2", "3")}, nil, "", 0},
		{"the other player moves again", []string{"3"}, bob, [][]match.Ply{played("3", "2")}, nil, "", 1},
		{"not their turn", []string{"1", "2"}, bob, [][]match.Ply{played("1", "2", "2", "3")}, nil, "", 1},
		{
			"impossible",
			[]string{"1"},
			bob,
			[][]match.Ply{played("1", "9")},
			nil,
			"I couldn't play your automatic reply **9**: ", 1,
		},
		{
			"over",
			[]string{"1"},
			bob,
			[][]match.Ply{played("2", "3")},
			func(m *matches, id match.ID) { m.resign(id) },
			"", 0,
		},
		{"at rest", []string{"1"}, bob, [][]match.Ply{played("1", "2")}, func(m *matches, id match.ID) {
			if _, err := m.Matches.Referee.Park(m.Context(), id, match.CodeChannelGone, ""); err != nil {
				m.Fatal(err)
			}
		}, "", 1},
		{"a spectator's", []string{"1"}, cid, [][]match.Ply{played("2", "3")}, nil, "", 0},
	} {
		m := &matches{T: t, Base: newBase(t)}
		id := m.begin(hall, "kalah")
		begun, err := m.Matches.Read.Match(t.Context(), id)
		if err != nil {
			t.Fatal(err)
		}
		for i, move := range c.moves {
			if _, err := m.Matches.Play.Move(t.Context(),
				match.Act{
					Match: id, User: []match.UserID{ann, bob}[i%2],
					Cause: match.Cause("m" + move + string(rune('a'+i))),
				}, move); err != nil {
				t.Fatal(err)
			}
		}
		if c.after != nil {
			c.after(m, id)
		}
		err = m.People.Change(t.Context(), c.user, func(u *match.User) {
			n := match.Notebook{}
			for _, plies := range c.lines {
				n.Lines = append(n.Lines, match.Line{From: begun.Made, Plies: plies})
			}
			u.SetNotebook(id, n)
		})
		if err != nil {
			t.Fatal(err)
		}
		rec, err := m.Matches.Read.Match(t.Context(), id)
		if err != nil {
			t.Fatal(err)
		}
		r := by(c.user, "club", "hall")
		got := m.PreparedNote(t.Context(), r, rec, m.Likes(t.Context(), r))
		if (got == "") != (c.want == "") || !strings.HasPrefix(got, c.want) {
			t.Errorf("%s: told %q, want %q", c.name, got, c.want)
		}
		if gone := m.PreparedNote(t.Context(), r, match.Match{Record: match.Record{ID: id, Game: "gone"}},
			m.Likes(t.Context(), r)); gone != "" {
			t.Errorf("%s: told %q of a game that is gone", c.name, gone)
		}
		if n := len(m.Likes(t.Context(), r).Notebook(id).Lines); n != c.left {
			t.Errorf("%s: %d lines are kept, want %d", c.name, n, c.left)
		}
	}
}

func (m *matches) resign(id match.ID) {
	m.Helper()
	if _, err := m.Matches.Play.Resign(m.Context(),
		match.Act{Match: id, User: ann, Cause: match.Cause("resigned " + id)}); err != nil {
		m.Fatal(err)
	}
}

// Only members vote, and only where a channel has the move.
func TestVotes(t *testing.T) {
	t.Parallel()
	b := wired(t)
	voting := match.Record{
		Status: match.Running, Waiting: games.SeatSet(0), Voting: &match.Voting{},
		Players: []match.Player{{Channel: "hall"}, {User: bob}},
	}
	plain := match.Record{
		Status: match.Running, Waiting: games.SeatSet(0),
		Players: []match.Player{{User: ann}, {User: bob}},
	}
	for _, c := range []struct {
		name string
		user match.UserID
		rec  match.Record
		want bool
	}{
		{"anybody", cid, voting, true},
		{"the other player", bob, voting, false},
		{"a match between people", cid, plain, false},
		{"a player there", ann, plain, false},
	} {
		if got := c.rec.VotedBy(c.user); got != c.want {
			t.Errorf("%s: votes %t, want %t", c.name, got, c.want)
		}
	}
	for name, member := range map[string]*discordgo.Member{
		"nobody": nil, "a webhook": {},
		"a bot": {User: &discordgo.User{ID: string(cid), Bot: true}},
	} {
		r := by(cid, "club", "hall")
		r.Ix.Member = member
		if _, err := b.Vote(t.Context(), r, match.Match{Record: voting}, "a4-a5"); !says(err,
			sayVoteInServer.String()) {
			t.Errorf("%s votes: %v", name, err)
		}
	}
}

// A vote is answered with its state. The last vote that is needed makes the move, and its answer
// says so.
func TestVote(t *testing.T) {
	t.Parallel()
	m := &matches{T: t, Base: wired(t)}
	c, err := m.Matches.Tables.Propose(t.Context(), match.Proposal{
		Game: "halatafl", Place: hall, By: match.Player{User: ann, Name: "#hall"},
		With: []match.Player{{Computer: games.Easy}}, Side: "sheep", PerMove: 24 * time.Hour,
		Voting: &match.Voting{Terms: vote.Terms{Window: time.Hour, Voters: 3}}, Cause: "begin",
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, one := range []struct {
		user match.UserID
		want string
	}{
		{ann, `private "Change my vote" "You have voted for **d4-d5**.`},
		{cid, `private "Your vote was the last one needed: the channel plays`},
	} {
		r := by(one.user, "club", "hall")
		r.Ix.ID, r.Ix.Member.User = string(one.user), &discordgo.User{ID: string(one.user)}
		out, err := m.Vote(t.Context(), r, c.Match, "d4-d5")
		if got := said(out, err); !strings.HasPrefix(got, one.want) ||
			(out.Remark != nil && out.Once) != (one.user == ann) {
			t.Errorf("%s votes: %s, want %s", one.user, got, one.want)
		}
	}
}

// A click in direct messages stores the channel for this user, unless the user has a stored channel
// already.
func TestNoteDM(t *testing.T) {
	t.Parallel()
	b := newBase(t)
	for user, before := range map[match.UserID]match.ChannelID{ann: "", bob: "dm"} {
		if err := b.People.Change(t.Context(), user, func(u *match.User) { u.DM = before }); err != nil {
			t.Fatal(err)
		}
		b.noteDM(t.Context(), by(user, "", "new"))
		if u, err := b.People.User(t.Context(), user); err != nil || u.DM != cmp.Or(before, "new") {
			t.Errorf("%q is stored, %v, and before %q", u.DM, err, before)
		}
	}
}

// A message in place of a private one is private. Only the board in direct messages is public and
// changed in place.
func TestInPlace(t *testing.T) {
	t.Parallel()
	b := wired(t)
	if err := b.People.Change(t.Context(), ann, func(u *match.User) { u.DM = "dm" }); err != nil {
		t.Fatal(err)
	}
	rec := b.Matches.Read.Of(match.Record{
		Game: "kalah", Players: []match.Player{{User: ann}, {Computer: "easy"}}, Place: match.Place{Channel: "dm"},
		Shown: match.Shown{Message: "8"},
	})
	for message, private := range map[string]bool{"8": false, "9": true} {
		r := by(ann, "", "dm")
		r.Ix.Message, r.Target.Action = &discordgo.Message{ID: message}, component.ActMore
		if private {
			r.Ix.Message.Flags = discordgo.MessageFlagsEphemeral
		}
		out := b.InPlace(t.Context(), r, rec, discord.Message{Private: true}, "")
		if out.Message.Private != private || out.Kind != discord.ReplyUpdate {
			t.Errorf("in place of message %s: private %t, want %t; answered as %v", message, out.Message.Private,
				private, out.Kind)
		}
	}
}
