package request

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/bwmarrin/discordgo"

	"paddock/bot/component"
	"paddock/bot/lang"
	"paddock/games"
)

func nothing(context.Context, *Request) (Reply, error) { return Reply{}, nil }

// A command is found by its path. A sub-command has the restrictions of its parent. A game has only
// the commands that suit it.
func TestFind(t *testing.T) {
	refusal := games.Say("Not here.")
	s := Combine(
		[]*games.Game{{Info: games.Info{ID: "plain"}}, {Info: games.Info{ID: "secret"}, Arranges: true}},
		Order{PerGame: []string{"move"}, Common: []string{"help", "server"}},
		Part{PerGame: []*Command{{Name: "setup", Arranges: true, Run: nothing}, {Name: "move", Run: nothing}}},
		Part{Common: []*Command{
			{Name: "other", Run: nothing},
			{
				Name: "server", Where: InServers, NotHere: &refusal, Managers: true,
				Subs: []*Command{{Name: "settings", Run: nothing}},
			},
			{Name: "help", Run: nothing},
		}},
	)
	for path, want := range map[string]string{
		"plain move": "move plain", "secret setup": "setup secret", "help": "help ", "server settings": "settings ",
		"plain setup": "", "plain": "", "server": "", "server nothing": "", "nothing": "", "": "", "help move": "",
	} {
		got := ""
		if c, g := s.Find(path); c != nil {
			if got = c.Name + " "; g != nil {
				got += string(g.ID)
			}
		}
		if got != want {
			t.Errorf("Find(%q) = %q, want %q", path, got, want)
		}
	}
	if c, _ := s.Find("server settings"); !c.Managers || c.Where != InServers || c.NotHere != &refusal {
		t.Errorf("/server settings is %+v, want it restricted as /server is", c)
	}
	var names []string
	for _, c := range s.Common {
		names = append(names, c.Name)
	}
	if want := []string{"help", "server", "other"}; !slices.Equal(names, want) {
		t.Errorf("commands in the order %q, want %q", names, want)
	}
	var shown []string
	for _, c := range s.Definitions(lang.English) {
		shown = append(shown, c.Name)
	}
	if want := []string{"help", "other", "plain", "secret", "server"}; !slices.Equal(shown, want) {
		t.Errorf("registered in the order %q, want %q", shown, want)
	}
	if s.PerGame[0].Name != "move" {
		t.Errorf("the first command of games is %q, want move", s.PerGame[0].Name)
	}
}

// A feature adds a sub-command to another feature's command, in the common order. If that command
// can be used everywhere, the sub-command keeps its own places.
func TestCommandsOfSeveralFeatures(t *testing.T) {
	refusal := games.Say("Not here.")
	s := Combine(nil, Order{Common: []string{"match", "match pause", "match note"}},
		Part{Common: []*Command{
			{In: "match", Name: "other", Where: InServers, NotHere: &refusal, Run: nothing},
			{In: "match", Name: "note", Run: nothing},
		}},
		Part{Common: []*Command{
			{Name: "match", Where: Everywhere},
			{In: "match", Name: "pause", Where: Everywhere, Run: nothing},
		}},
	)
	var names []string
	for _, c := range s.Common[0].Subs {
		names = append(names, c.Name)
	}
	if want := []string{"pause", "note", "other"}; len(s.Common) != 1 || !slices.Equal(names, want) {
		t.Errorf("%d commands, of the first %q, want one with %q", len(s.Common), names, want)
	}
	for path, want := range map[string]Where{
		"match pause": Everywhere, "match note": WithBot,
		"match other": InServers,
	} {
		if c, _ := s.Find(path); c == nil || c.Where != want {
			t.Errorf("Find(%q) = %+v, want it where %d says", path, c, want)
		}
	}
	if c, _ := s.Find("match other"); c.NotHere != &refusal {
		t.Error("the refusal of /match other is lost")
	}
	r := &Request{Ix: &discordgo.Interaction{Context: discordgo.InteractionContextPrivateChannel}}
	note, _ := s.Find("match note")
	if err := mayUse(r, note); err == nil {
		t.Error("/match note can be used where the bot is not")
	}
	pause, _ := s.Find("match pause")
	if err := mayUse(r, pause); err != nil {
		t.Errorf("/match pause is refused: %v", err)
	}
}

// Texts name a command in any language, and every name becomes a link with its id. Options,
// commands without an id and parents of sub-commands stay text.
func TestLinksOfCommands(t *testing.T) {
	set := Combine(nil, Order{},
		Part{Common: []*Command{
			{Name: "games", Run: nothing},
			{Name: "draw", Run: nothing},
			{Name: "match"},
			{In: "match", Name: "pause", Run: nothing},
		}})
	links := (&Router{Set: set}).links(map[string]string{"games": "12", "match": "34"})
	for text, want := range map[string]string{
		"See `/games`.": "See </games:12>.", "`/partier` och `/partien`": "</games:12> och </games:12>",
		"`/match pause`, `/parti paus`": "</match pause:34>, </match pause:34>",
		"`/games finished:all`":         "`/games finished:all`", "`/draw`": "`/draw`", "`/match`": "`/match`",
		"/games": "/games",
	} {
		if got := links.Replace(text); got != want {
			t.Errorf("%q becomes %q, want %q", text, got, want)
		}
	}
}

// Two commands can't have the same name, and a sub-command needs a parent that allows sub-commands.
func TestCombineRefusesNames(t *testing.T) {
	kalah := []*games.Game{{Info: games.Info{ID: "kalah"}}}
	for name, list := range map[string][]*Command{
		"two commands":  {{Name: "draw", Run: nothing}, {Name: "draw", Run: nothing}},
		"a game's name": {{Name: "kalah", Run: nothing}},
		"two sub-commands": {
			{Name: "match"},
			{In: "match", Name: "note", Run: nothing},
			{In: "match", Name: "note", Run: nothing},
		},
		"none above":          {{In: "match", Name: "note", Run: nothing}},
		"one above that runs": {{Name: "draw", Run: nothing}, {In: "draw", Name: "note", Run: nothing}},
	} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("%s: no panic", name)
				}
			}()
			Combine(kalah, Order{}, Part{Common: list})
		}()
	}
}

// Two features can't handle one action.
func TestCombineRefusesTwoHandlers(t *testing.T) {
	defer func() {
		if recover() == nil {
			t.Error("no panic")
		}
	}()
	p := Part{Actions: Actions{component.ActPlay: nothing}}
	Combine(nil, Order{}, p, p)
}

// Commands for managers, and commands for servers only, are refused elsewhere with a sentence.
func TestMayUse(t *testing.T) {
	refusal := games.Say("Not here.")
	for _, c := range []struct {
		name    string
		command Command
		guild   bool
		manages int64
		want    bool
	}{
		{"anybody", Command{}, false, 0, true},
		{"in servers, in one", Command{Where: InServers, NotHere: &refusal}, true, 0, true},
		{"in servers, elsewhere", Command{Where: InServers, NotHere: &refusal}, false, 0, false},
		{"for managers, by one", Command{Managers: true}, true, discordgo.PermissionManageGuild, true},
		{"for managers, by an administrator", Command{Managers: true}, true, discordgo.PermissionAdministrator, true},
		{"for managers, by a member", Command{Managers: true}, true, discordgo.PermissionSendMessages, false},
	} {
		r := &Request{Ix: &discordgo.Interaction{Member: &discordgo.Member{Permissions: c.manages}}}
		if c.guild {
			r.Guild = "club"
		}
		if err := mayUse(r, &c.command); (err == nil) != c.want || err != nil && Explanation(err) == "" {
			t.Errorf("%s: %v, want it allowed: %t", c.name, err, c.want)
		}
	}
}

// P57: the refusal of a command for servers says where it was used: in direct messages with the bot,
// or in a server where the bot is not.
func TestMayUseNamesThePlace(t *testing.T) {
	refusal := games.Say("There is none in direct messages.")
	for _, install := range []bool{false, true} {
		for _, c := range []Command{
			{Where: InServers, NotHere: &refusal}, {Where: InServers, NotHere: &refusal, Managers: true},
		} {
			r := &Request{Ix: &discordgo.Interaction{}, UserInstall: install}
			got := Explanation(mayUse(r, &c))
			if strings.Contains(got, "direct messages") == install || strings.Contains(got, "not a member") != install {
				t.Errorf("installed by a user alone: %t: %q", install, got)
			}
		}
	}
}

// Times per move are read in the form in which they are offered. "Without a clock" is not a time.
func TestTimesPerMove(t *testing.T) {
	if all, timed := TimesPerMove(true), TimesPerMove(false); len(all) != len(timed)+2 ||
		slices.Contains(timed, "none") || !slices.Contains(timed, "24h") {
		t.Errorf("with no clock %q, without %q", all, timed)
	}
	for value, want := range map[string]time.Duration{
		"10m": 10 * time.Minute, "168h": 7 * 24 * time.Hour, "none": -1,
		"": -1, "25h": -1,
	} {
		if got := PerMove(value); got != want {
			t.Errorf("PerMove(%q) = %v, want %v", value, got, want)
		}
		if back := TimeValue(want); want > 0 && back != value {
			t.Errorf("TimeValue(%v) = %q, want %q", want, back, value)
		}
	}
	if got := TimeValue(0) + TimeValue(5*time.Hour); got != "" {
		t.Errorf("a value %q for times that are not offered", got)
	}
}

// Only the three kinds of threads have a parent.
func TestParent(t *testing.T) {
	for kind := range 17 {
		r := &Request{Raw: json.RawMessage(fmt.Sprintf(`{"channel":{"type":%d,"parent_id":"9"}}`, kind))}
		want := kind >= 10 && kind <= 12
		if r.InThread() != want || (r.Parent() != "") != want {
			t.Errorf("a channel of type %d is a thread: %t, parent %q", kind, r.InThread(), r.Parent())
		}
	}
}

// A command is executed only for members who may use it in the place.
func TestRouteCommandAsksWhoMay(t *testing.T) {
	set := Combine(nil, Order{}, Part{Common: []*Command{{Name: "server", Managers: true, Run: nothing}}})
	r := &Request{
		Path: "server", In: lang.English, Ix: &discordgo.Interaction{Member: &discordgo.Member{}},
		router: &Router{Set: set},
	}
	if h, err := routeCommand(r); h != nil || err == nil {
		t.Errorf("a member who does not manage the server gets %v, %v; want a refusal", h != nil, err)
	}
}
