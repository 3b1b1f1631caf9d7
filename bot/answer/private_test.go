package answer

import (
	"maps"
	"testing"

	"github.com/bwmarrin/discordgo"

	"paddock/bot/board"
	"paddock/bot/component"
	"paddock/bot/deliver"
	"paddock/bot/request"
	"paddock/games"
	"paddock/games/match"
)

// A board belongs to one person in a private message that stays, and as the public board of a match
// against the computer in direct messages.
func TestHasOwnBoard(t *testing.T) {
	b := newBase(t)
	b.Boards = &deliver.Boards{Deps: deliver.Deps{Matches: b.Matches, People: b.People, Client: b.Client}}
	if err := b.People.Change(t.Context(), ann, func(u *match.User) { u.DM = "dm" }); err != nil {
		t.Fatal(err)
	}
	rec := b.Matches.Read.Of(match.Record{
		Game: "kalah", Players: []match.Player{{User: ann}, {Computer: "easy"}}, Place: match.Place{Channel: "dm"},
		Shown: match.Shown{Message: "8"},
	})
	elsewhere := rec
	elsewhere.Place.Channel = "between people"
	used := func(guild match.GuildID, message string, private bool, a component.Action) *request.Request {
		r := by(ann, guild, "hall")
		r.Target.Action, r.Ix.Message = a, &discordgo.Message{ID: message}
		if private {
			r.Ix.Message.Flags = discordgo.MessageFlagsEphemeral
		}
		return r
	}
	for _, c := range []struct {
		name string
		rec  match.Match
		r    *request.Request
		want bool
	}{
		{"a private message", rec, used("club", "9", true, component.ActMenu), true},
		{"a private message for one move", rec, used("club", "9", true, component.ActMenuOnce), false},
		{"going back there", rec, used("club", "9", true, component.ActBackOnce), false},
		{"a private message for one vote", rec, used("club", "9", true, component.ActVoteMenu), false},
		{"another menu of a vote", rec, used("club", "9", true, component.ActVoteOpen), false},
		{"going back in a vote", rec, used("club", "9", true, component.ActVoteBack), false},
		{"a button for one move", rec, used("club", "9", true, component.ActPlayOnce), false},
		{"another menu for one move", rec, used("club", "9", true, component.ActOpenOnce), false},
		{"a confirmation of one move", rec, used("club", "9", true, component.ActSureOnce), false},
		{"the public board in a server", rec, used("club", "8", false, component.ActMenu), false},
		{"the board in direct messages", rec, used("", "8", false, component.ActMenu), true},
		{"a board in a conversation between people", elsewhere, used("", "8", false, component.ActMenu), false},
		{"an older message there", rec, used("", "7", false, component.ActMenu), false},
		{"a command", rec, by(ann, "", "dm"), false},
	} {
		if got := b.HasOwnBoard(t.Context(), c.r, c.rec); got != c.want {
			t.Errorf("%s: %t, want %t", c.name, got, c.want)
		}
	}
}

// A confirmed arrangement is stored for its game and kind.
func TestKeepArrangement(t *testing.T) {
	b := newBase(t)
	b.KeepArrangement(t.Context(), ann, "stratego", games.Arrangement{Kind: "barrage", Text: "an army"})
	if u, err := b.People.User(t.Context(), ann); err != nil ||
		!maps.Equal(u.Saved, map[string]string{board.LastKey("stratego", "barrage"): "an army"}) {
		t.Errorf("%v is stored, %v", u.Saved, err)
	}
}
