package answer

import (
	"testing"

	"github.com/bwmarrin/discordgo"

	"paddock/bot/component"
	"paddock/bot/request"
	"paddock/games/match"
)

// A board belongs to one person in a private message that stays, and as the public board of a match against the computer in direct messages.
func TestHasOwnBoard(t *testing.T) {
	rec := match.Match{Record: match.Record{Game: "kalah", Players: []match.Player{{User: ann}, {Computer: "easy"}}, Shown: match.Shown{Message: "8"}}}
	rec = newBase(t).Matches.Read.Of(rec.Record)
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
		r    *request.Request
		want bool
	}{
		{"a private message", used("club", "9", true, component.ActMenu), true},
		{"a private message for one move", used("club", "9", true, component.ActMenuOnce), false},
		{"going back there", used("club", "9", true, component.ActBackOnce), false},
		{"the public board in a server", used("club", "8", false, component.ActMenu), false},
		{"the board in direct messages", used("", "8", false, component.ActMenu), true},
		{"an older message there", used("", "7", false, component.ActMenu), false},
		{"a command", by(ann, "", "dm"), false},
	} {
		if got := HasOwnBoard(c.r, rec); got != c.want {
			t.Errorf("%s: %t, want %t", c.name, got, c.want)
		}
	}
}
