package answer

import (
	"slices"
	"testing"

	"github.com/bwmarrin/discordgo"

	"paddock/bot/deliver"
	"paddock/bot/say"
	"paddock/games"
	"paddock/games/match"
)

// wired returns a base with boards whose engine shows nothing by itself.
func wired(t *testing.T) *Base {
	t.Helper()
	b := newBase(t)
	engine := deliver.NewEngine(t.Context(), func(err error) { t.Error(err) }, nil, b.Log)
	d := deliver.Deps{Engine: engine, Matches: b.Matches, People: b.People, Client: b.Client, Log: b.Log, Now: b.Now}
	b.Boards, b.PrivateBoards = deliver.NewBoards(d), deliver.NewPrivateBoards(d)
	return b
}

// A click on a newer board than the recorded one records it. Everything else leaves the record alone.
func TestStrayed(t *testing.T) {
	t.Parallel()
	frame := &discordgo.Container{}
	for _, c := range []struct {
		name     string
		shown    match.Shown
		parked   bool
		parts    []discordgo.MessageComponent
		flags    discordgo.MessageFlags
		recorded match.MessageID
	}{
		{"a newer board", match.Shown{Channel: "hall", Message: "20"}, false, []discordgo.MessageComponent{frame}, 0, "30"},
		{"an older board", match.Shown{Channel: "hall", Message: "40"}, false, []discordgo.MessageComponent{frame}, 0, "40"},
		{"the recorded board", match.Shown{Channel: "hall", Message: "30"}, false, []discordgo.MessageComponent{frame}, 0, "30"},
		{"no board on record", match.Shown{Channel: "hall"}, false, []discordgo.MessageComponent{frame}, 0, ""},
		{"a board on record elsewhere", match.Shown{Channel: "den", Message: "20"}, false, []discordgo.MessageComponent{frame}, 0, "20"},
		{"a parked match", match.Shown{Channel: "hall", Message: "20"}, true, []discordgo.MessageComponent{frame}, 0, "20"},
		{"a call", match.Shown{Channel: "hall", Message: "20"}, false, []discordgo.MessageComponent{&discordgo.TextDisplay{}}, 0, "20"},
		{"a message without parts", match.Shown{Channel: "hall", Message: "20"}, false, nil, 0, "20"},
		{"a private message", match.Shown{Channel: "hall", Message: "20"}, false, []discordgo.MessageComponent{frame}, discordgo.MessageFlagsEphemeral, "20"},
	} {
		m := &matches{T: t, Base: wired(t)}
		id := m.begin(hall, "kalah")
		if err := m.Matches.Delivery.MarkShown(t.Context(), id, c.shown); err != nil {
			t.Fatal(err)
		}
		if c.parked {
			if _, err := m.Matches.Referee.Park(t.Context(), id, match.CodeChannelGone, ""); err != nil {
				t.Fatal(err)
			}
		}
		r := clicked(m.Base, "")
		r.Ix.Message = &discordgo.Message{ID: "30", Components: c.parts, Flags: c.flags}
		rec, err := m.Matches.Read.Match(t.Context(), id)
		if err != nil {
			t.Fatal(err)
		}
		adopted := m.strayed(t.Context(), r, rec)
		after, err := m.Matches.Read.Match(t.Context(), id)
		if err != nil || after.Shown.Message != c.recorded || adopted != (c.recorded != c.shown.Message) {
			t.Errorf("%s: adopted: %t, %q is recorded, want %q (%v)", c.name, adopted, after.Shown.Message, c.recorded, err)
		}
	}
}

// Each request in a server tells delivery what the bot may do in the channel.
func TestBefore_NotesPermissions(t *testing.T) {
	t.Parallel()
	b := wired(t)
	for _, c := range []struct {
		guild match.GuildID
		may   int64
		lacks []games.Sentence
		style match.Style
	}{
		{"club", discordgo.PermissionViewChannel, []games.Sentence{say.PermitSend}, match.Text},
		{"club", discordgo.PermissionAdministrator, []games.Sentence{say.PermitView, say.PermitSend}, match.Image}, // nothing is known to be missing
		{"", 0, []games.Sentence{say.PermitView, say.PermitSend}, match.Image},
	} {
		r := by(ann, c.guild, "hall")
		r.Ix.AppPermissions = c.may
		b.before(t.Context(), r)()
		if got := b.Boards.Lacks("hall"); !slices.EqualFunc(got, c.lacks, func(a, b games.Sentence) bool { return a.String() == b.String() }) {
			t.Errorf("in server %q, with %d: lacks %v, want %v", c.guild, c.may, got, c.lacks)
		}
		if got := b.Boards.Style("hall", match.Image); got != c.style {
			t.Errorf("in server %q, with %d: style %v, want %v", c.guild, c.may, got, c.style)
		}
	}
}

// A direct message with a board of a game with secrets is a private board, unless it is the match's public board.
func TestOnPrivateBoard(t *testing.T) {
	t.Parallel()
	m := &matches{T: t, Base: wired(t)}
	secret, open := m.begin(match.Place{Channel: "dm"}, "stratego"), m.begin(match.Place{Channel: "dm"}, "kalah")
	for _, id := range []match.ID{secret, open} {
		if err := m.Matches.Delivery.MarkShown(t.Context(), id, match.Shown{Channel: "dm", Message: "20"}); err != nil {
			t.Fatal(err)
		}
	}
	for _, c := range []struct {
		name    string
		guild   match.GuildID
		message *discordgo.Message
		id      match.ID
		want    bool
	}{
		{"a private board", "", &discordgo.Message{ID: "30"}, secret, true},
		{"the public board", "", &discordgo.Message{ID: "20"}, secret, false},
		{"in a server", "club", &discordgo.Message{ID: "30"}, secret, false},
		{"an ephemeral message", "", &discordgo.Message{ID: "30", Flags: discordgo.MessageFlagsEphemeral}, secret, false},
		{"a game without secrets", "", &discordgo.Message{ID: "30"}, open, false},
		{"a command", "", nil, secret, false},
		{"no match", "", &discordgo.Message{ID: "30"}, "", false},
		{"an unknown match", "", &discordgo.Message{ID: "30"}, "zzzzzz", false},
	} {
		r := by(ann, c.guild, "dm")
		r.Ix.Message, r.Target.Match = c.message, c.id
		if got := m.onPrivateBoard(t.Context(), r); got != c.want || r.DmBoard != c.want {
			t.Errorf("%s: %t, noted %t, want %t", c.name, got, r.DmBoard, c.want)
		}
	}
}
