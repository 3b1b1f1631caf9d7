package request

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/bwmarrin/discordgo"

	"paddock/bot/lang"
	"paddock/games"
	"paddock/games/catalog"
	"paddock/games/gamestest/golden"
	"paddock/games/match"
)

// The golden file has every kind of option of every game, as Discord gets it and as a form shows
// it. The golden file is reviewed as a diff.
func TestOptions(t *testing.T) {
	all := func(a Builder, g *games.Game) []*Option {
		list := []*Option{
			a.BankOption(), a.TimeOption("time", true), a.TimeOption("time", false), a.UserOption(),
			a.Member("new", "who", true), a.Channel("allow", "where", PlayTypes), a.MatchOption(),
			a.Str("text", "words", true),
			a.Choice("pick", "one of two", true, "a", "A", "b", "B"), a.Integer("count", "how many", 0, 3),
			a.Integer("most", "how many at most", 1, 100), a.File("file", "a file"),
			a.Boolean("thread", "A thread for each game between people"),
			a.Choice(OptGame, "Which game", true, a.GameNames()...),
		}
		if g != nil {
			list = append(append(list, a.SeatOptions(g)...), a.SideOption(g)...)
			for _, o := range g.Options {
				list = append(list, a.GameOption(o))
			}
		}
		return list
	}
	set := Combine(catalog.Games(), Order{}, Part{
		PerGame: []*Command{{
			Name: "start", Help: "Play against the computer, or watch two of them", Run: nothing,
			Options: all,
		}, {
			Name: "setup", Help: "Arrange your pieces; only you see them", Arranges: true,
			Run: nothing,
		}},
		Common: []*Command{
			{Name: "help", Help: "What I can do", Where: Everywhere, Run: nothing},
			{Name: "server", Help: "x", Managers: true, Run: nothing},
			{Name: "settings", Help: "y", Where: InServers, UserMenu: true, Run: nothing},
		},
	})
	var b strings.Builder
	for _, in := range []lang.Language{lang.English, lang.German} {
		for _, c := range set.Definitions(in) {
			if in != lang.English && c.Name != "halatafl" {
				continue
			}
			fmt.Fprintf(&b, "## %s in %s: %s\n", c.Name, in.Code(), line(t, c, "options"))
			for _, sub := range c.Options {
				fmt.Fprintf(&b, "%s\n", line(t, sub, "options"))
				for _, o := range sub.Options {
					field, shown := Field(in, o, "a")
					if in == lang.English {
						fmt.Fprintf(&b, "  %s\n", line(t, o))
					}
					fmt.Fprintf(&b, "  form %v %s\n", shown, line(t, field))
				}
			}
		}
	}
	for _, c := range set.Localised() {
		fmt.Fprintf(&b, "%s: %v %v %s\n", c.Name, Deref(c.NameLocalizations)["sv-SE"],
			Deref(c.DescriptionLocalizations)["de"],
			line(t, c, "options", "name_localizations", "description_localizations"))
		for _, sub := range c.Options {
			fmt.Fprintf(&b, "  %s: %v %v\n", sub.Name, sub.NameLocalizations["sv-SE"],
				sub.DescriptionLocalizations["de"])
			for _, o := range sub.Options {
				fmt.Fprintf(&b, "    %s: %v %v", o.Name, o.NameLocalizations["sv-SE"], o.DescriptionLocalizations["de"])
				for _, c := range o.Choices {
					fmt.Fprintf(&b, " %v", c.NameLocalizations["de"])
				}
				b.WriteString("\n")
			}
		}
	}
	golden.Check(t, "testdata/options.txt", b.String())
}

// line returns a value as JSON in one line, without some of its fields.
func line(t *testing.T, v any, without ...string) string {
	t.Helper()
	raw, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	var fields map[string]any
	if err := json.Unmarshal(raw, &fields); err != nil {
		t.Fatal(err)
	}
	for _, name := range without {
		delete(fields, name)
	}
	for name, value := range fields {
		if value == nil || value == "" || value == false {
			delete(fields, name)
		}
	}
	raw, err = json.Marshal(fields)
	if err != nil {
		t.Fatal(err)
	}
	return string(raw)
}

// The test checks what a request says about its user, its place and its message.
func TestRequest(t *testing.T) {
	user := &discordgo.User{ID: "1", Username: "ann", GlobalName: "Ann"}
	member := &discordgo.Member{User: user, Nick: "Annie"}
	channel := func(kind discordgo.ChannelType) json.RawMessage {
		return json.RawMessage(fmt.Sprintf(`{"channel":{"name":"games","type":%d,"parent_id":"9"}}`, kind))
	}
	for _, c := range []struct {
		what string
		r    Request
		ask  func(*Request) any
		want any
	}{
		{
			"a nickname is none of the account",
			Request{Ix: &discordgo.Interaction{Member: member}},
			func(r *Request) any { return r.AccountName() }, "Ann",
		},
		{"an account in direct messages", Request{Ix: &discordgo.Interaction{User: user}}, func(r *Request) any {
			return r.AccountName()
		}, "Ann"},
		{
			"a member without an account",
			Request{Ix: &discordgo.Interaction{Member: &discordgo.Member{}, User: user}},
			func(r *Request) any { return r.AccountName() }, "Ann",
		},
		{"nobody", Request{Ix: &discordgo.Interaction{}}, func(r *Request) any { return r.AccountName() }, ""},
		{"in direct messages all is allowed", Request{Ix: &discordgo.Interaction{}}, func(r *Request) any {
			return r.May(3)
		}, true},
		{"both permissions", Request{Guild: "g", Ix: &discordgo.Interaction{AppPermissions: 7}}, func(r *Request) any {
			return r.May(3)
		}, true},
		{
			"one of two permissions",
			Request{Guild: "g", Ix: &discordgo.Interaction{AppPermissions: 1}},
			func(r *Request) any { return r.May(3) }, false,
		},
		{"an administrator", Request{
			Guild: "g",
			Ix:    &discordgo.Interaction{AppPermissions: discordgo.PermissionAdministrator},
		}, func(r *Request) any {
			return r.May(3)
		}, true},
		{"a manager", Request{Ix: &discordgo.Interaction{Member: &discordgo.Member{Permissions: discordgo.PermissionManageGuild}}}, func(r *Request) any { return r.Manages() }, true},
		{
			"an administrator manages",
			Request{Ix: &discordgo.Interaction{Member: &discordgo.Member{Permissions: discordgo.PermissionAdministrator}}},
			func(r *Request) any { return r.Manages() }, true,
		},
		{
			"a moderator of messages",
			Request{Ix: &discordgo.Interaction{Member: &discordgo.Member{Permissions: discordgo.PermissionManageMessages}}},
			func(r *Request) any { return r.Manages() }, false,
		},
		{"nobody manages direct messages", Request{Ix: &discordgo.Interaction{}}, func(r *Request) any {
			return r.Manages()
		}, false},
		{"a public thread", Request{Raw: channel(discordgo.ChannelTypeGuildPublicThread)}, func(r *Request) any {
			return r.Parent()
		}, match.ChannelID("9")},
		{"a thread of news", Request{Raw: channel(discordgo.ChannelTypeGuildNewsThread)}, func(r *Request) any {
			return r.Parent()
		}, match.ChannelID("9")},
		{"a private thread", Request{Raw: channel(discordgo.ChannelTypeGuildPrivateThread)}, func(r *Request) any {
			return r.Parent()
		}, match.ChannelID("9")},
		{"a channel in a category", Request{Raw: channel(discordgo.ChannelTypeGuildText)}, func(r *Request) any {
			return r.Parent()
		}, match.ChannelID("")},
		{"a stage", Request{Raw: channel(discordgo.ChannelTypeGuildStageVoice)}, func(r *Request) any {
			return r.Parent()
		}, match.ChannelID("")},
		{"a channel's name", Request{Raw: channel(0)}, func(r *Request) any { return r.ChannelName() }, "#games"},
		{"a channel without a name", Request{}, func(r *Request) any { return r.ChannelName() }, sayThisChannel.Format},
		{
			"an ephemeral message",
			Request{Ix: &discordgo.Interaction{Message: &discordgo.Message{Flags: discordgo.MessageFlagsEphemeral}}},
			func(r *Request) any { return r.OnPrivate() }, true,
		},
		{"a public message", Request{Ix: &discordgo.Interaction{Message: &discordgo.Message{}}}, func(r *Request) any {
			return r.OnPrivate()
		}, false},
		{"no message", Request{Ix: &discordgo.Interaction{}}, func(r *Request) any { return r.OnPrivate() }, false},
		{"a private board", Request{DmBoard: true, Ix: &discordgo.Interaction{}}, func(r *Request) any {
			return r.OnPrivate()
		}, true},
		{
			"who made a message",
			Request{Ix: &discordgo.Interaction{Message: &discordgo.Message{InteractionMetadata: &discordgo.MessageInteractionMetadata{ID: "5"}}}},
			func(r *Request) any { return r.MadeBy() }, "5",
		},
		{
			"a message of nobody",
			Request{Ix: &discordgo.Interaction{Message: &discordgo.Message{}}},
			func(r *Request) any { return r.MadeBy() }, "",
		},
		{"a member's lane", Request{User: "1"}, func(r *Request) any { return r.lane() }, "user 1"},
	} {
		if got := c.ask(&c.r); got != c.want {
			t.Errorf("%s: %v, want %v", c.what, got, c.want)
		}
	}
	if got := localesOf(lang.Swedish); !slices.Equal(got, []discordgo.Locale{discordgo.Swedish}) {
		t.Errorf("Swedish is answered in %q", got)
	}
}
