package request

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"maps"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/bwmarrin/discordgo"

	"paddock/bot/component"
	"paddock/bot/discord"
	"paddock/bot/lang"
	"paddock/games"
	"paddock/games/gamestest/golden"
	"paddock/games/match"
)

// interactions lists the requests of the golden files, as Discord sends them.
var interactions = []struct{ name, raw string }{
	{"a command in a server", `{"id":"1","application_id":"2","token":"t","type":2,"guild_id":"3","channel_id":"4","locale":"de","guild_locale":"sv-SE","app_permissions":"2048","member":{"user":{"id":"5","username":"ann","global_name":"Ann","avatar":"a1"},"nick":"Annie","permissions":"32"},"data":{"id":"6","name":"plain","type":1,"options":[{"name":"move","type":1,"options":[{"name":"move","type":3,"value":" 3 "},{"name":"after","type":4,"value":7},{"name":"stop","type":5,"value":true}]}]}}`},
	{
		"a command of an administrator",
		`{"id":"1","application_id":"2","token":"t","type":2,"guild_id":"3","channel_id":"4","app_permissions":"8","member":{"user":{"id":"5","username":"ann"},"permissions":"8"},"data":{"id":"6","name":"server","type":1}}`,
	},
	{
		"a command of a member who manages nothing",
		`{"id":"1","application_id":"2","token":"t","type":2,"guild_id":"3","channel_id":"4","app_permissions":"0","member":{"user":{"id":"5","username":"ann"},"permissions":"1024"},"data":{"id":"6","name":"server","type":1}}`,
	},
	{
		"a command for servers in a direct message",
		`{"id":"1","application_id":"2","token":"t","type":2,"channel_id":"4","context":1,"user":{"id":"5","username":"ann"},"data":{"id":"6","name":"club","type":1}}`,
	},
	{"a command in a thread", `{"id":"1","application_id":"2","token":"t","type":2,"guild_id":"3","channel_id":"4","channel":{"type":11,"parent_id":"9","name":"a thread"},"app_permissions":"8","member":{"user":{"id":"5","username":"ann"}},"data":{"id":"6","name":"help","type":1}}`},
	{
		"a command in a private thread",
		`{"id":"1","application_id":"2","token":"t","type":2,"guild_id":"3","channel_id":"4","channel":{"type":12,"parent_id":"9"},"app_permissions":"8","member":{"user":{"id":"5","username":"ann"}},"data":{"id":"6","name":"help","type":1}}`,
	},
	{
		"a command in a thread of announcements",
		`{"id":"1","application_id":"2","token":"t","type":2,"guild_id":"3","channel_id":"4","channel":{"type":10,"parent_id":"9"},"app_permissions":"8","member":{"user":{"id":"5","username":"ann"}},"data":{"id":"6","name":"help","type":1}}`,
	},
	{
		"a command in a forum's channel",
		`{"id":"1","application_id":"2","token":"t","type":2,"guild_id":"3","channel_id":"4","channel":{"type":15,"parent_id":"9","name":"forum"},"app_permissions":"8","member":{"user":{"id":"5","username":"ann"}},"data":{"id":"6","name":"help","type":1}}`,
	},
	{
		"a command between two people",
		`{"id":"1","application_id":"2","token":"t","type":2,"channel_id":"4","context":2,"authorizing_integration_owners":{"1":"5"},"user":{"id":"5","username":"ann","global_name":"A\nnn"},"data":{"id":"6","name":"help","type":1}}`,
	},
	{
		"a command in a server without the bot",
		`{"id":"1","application_id":"2","token":"t","type":2,"guild_id":"3","channel_id":"4","context":0,"authorizing_integration_owners":{"1":"5"},"member":{"user":{"id":"5","username":"ann"},"permissions":"32"},"data":{"id":"6","name":"help","type":1}}`,
	},
	{
		"a command in a server with the bot",
		`{"id":"1","application_id":"2","token":"t","type":2,"guild_id":"3","channel_id":"4","context":0,"authorizing_integration_owners":{"0":"3","1":"5"},"member":{"user":{"id":"5","username":"ann"}},"data":{"id":"6","name":"help","type":1}}`,
	},
	{
		"a command of the bot's own places between two people",
		`{"id":"1","application_id":"2","token":"t","type":2,"channel_id":"4","context":2,"authorizing_integration_owners":{"1":"5"},"user":{"id":"5","username":"ann"},"data":{"id":"6","name":"plain","type":1,"options":[{"name":"move","type":1}]}}`,
	},
	{
		"a command of a member's menu",
		`{"id":"1","application_id":"2","token":"t","type":2,"guild_id":"3","channel_id":"4","app_permissions":"8","member":{"user":{"id":"5","username":"ann"}},"data":{"id":"6","name":"help","type":2,"target_id":"7","resolved":{"users":{"7":{"id":"7","username":"bob","global_name":"Bob"}},"members":{"7":{"nick":"Bobby"}}}}}`,
	},
	{
		"a command of a message's menu",
		`{"id":"1","application_id":"2","token":"t","type":2,"guild_id":"3","channel_id":"4","app_permissions":"8","member":{"user":{"id":"5","username":"ann"}},"data":{"id":"6","name":"help","type":3,"target_id":"8","resolved":{"messages":{"8":{"components":[{"type":17,"components":[{"type":9,"accessory":{"type":2,"custom_id":"1:kxqxbn:3:m:1"}},{"type":1,"components":[{"type":2,"custom_id":"1:other1:3:m:1"}]}]}]},"9":{"components":[{"type":2,"custom_id":"1:wrong1:3:m:1"}]}}}}}`,
	},
	{
		"a command with a file and an empty option",
		`{"id":"1","application_id":"2","token":"t","type":2,"guild_id":"3","channel_id":"4","app_permissions":"8","member":{"user":{"id":"5","username":"ann"}},"data":{"id":"6","name":"help","type":1,"options":[{"name":"file","type":11,"value":"12"},null,{"name":"far","type":4,"value":1e300},{"name":"back","type":4,"value":-1e300}],"resolved":{"attachments":{"12":{"id":"12","filename":"game.txt"}}}}}`,
	},
	{"an unknown command", `{"id":"1","application_id":"2","token":"t","type":2,"channel_id":"4","user":{"id":"5","username":"ann"},"data":{"id":"6","name":"nothing","type":1}}`},
	{"a command that fails", `{"id":"1","application_id":"2","token":"t","type":2,"channel_id":"4","user":{"id":"5","username":"ann"},"data":{"id":"6","name":"fail","type":1}}`},
	{
		"a command while the store is away",
		`{"id":"1","application_id":"2","token":"t","type":2,"channel_id":"4","user":{"id":"5","username":"ann"},"data":{"id":"6","name":"store","type":1}}`,
	},
	{
		"a command that is refused by the match",
		`{"id":"1","application_id":"2","token":"t","type":2,"channel_id":"4","user":{"id":"5","username":"ann"},"data":{"id":"6","name":"match","type":1}}`,
	},
	{
		"a command that is explained",
		`{"id":"1","application_id":"2","token":"t","type":2,"channel_id":"4","user":{"id":"5","username":"ann"},"data":{"id":"6","name":"refuse","type":1}}`,
	},
	{"a command that panics", `{"id":"1","application_id":"2","token":"t","type":2,"channel_id":"4","user":{"id":"5","username":"ann"},"data":{"id":"6","name":"panic","type":1}}`},
	{
		"a command that costs too much",
		`{"id":"1","application_id":"2","token":"t","type":2,"channel_id":"4","user":{"id":"5","username":"ann"},"data":{"id":"6","name":"costly","type":1}}`,
	},
	{
		"a command whose handler answers",
		`{"id":"1","application_id":"2","token":"t","type":2,"channel_id":"4","user":{"id":"5","username":"ann"},"data":{"id":"6","name":"sent","type":1}}`,
	},
	{"nobody", `{"id":"1","application_id":"2","token":"t","type":2,"channel_id":"4","data":{"id":"6","name":"help","type":1}}`},
	{"an interaction of another kind", `{"id":"1","application_id":"2","token":"t","type":99}`},
	{
		"an interaction without a token",
		`{"id":"1","type":2,"user":{"id":"5","username":"ann"},"data":{"id":"6","name":"help","type":1}}`,
	},
	{"a button on a board", `{"id":"1","application_id":"2","token":"t","type":3,"guild_id":"3","channel_id":"4","app_permissions":"8","member":{"user":{"id":"5","username":"ann"}},"message":{"id":"8"},"data":{"component_type":2,"custom_id":"1:kxqxbn:3:m:1"}}`},
	{
		"a button on a private message",
		`{"id":"1","application_id":"2","token":"t","type":3,"guild_id":"3","channel_id":"4","app_permissions":"8","member":{"user":{"id":"5","username":"ann"}},"message":{"id":"8","flags":64,"interaction_metadata":{"id":"77"}},"data":{"component_type":2,"custom_id":"1:kxqxbn:3:m:1"}}`,
	},
	{"a menu of members", `{"id":"1","application_id":"2","token":"t","type":3,"channel_id":"4","user":{"id":"5","username":"ann"},"message":{"id":"8","flags":64},"data":{"component_type":5,"custom_id":"1:kxqxbn:3:s:","values":["7"],"resolved":{"users":{"7":{"id":"7","username":"bob"}},"members":{"7":{"nick":"Bobby"}}}}}`},
	{
		"a button that costs too much",
		`{"id":"1","application_id":"2","token":"t","type":3,"channel_id":"4","user":{"id":"5","username":"ann"},"message":{"id":"8"},"data":{"component_type":2,"custom_id":"1:kxqxbn:3:o:1"}}`,
	},
	{
		"a button without a handler",
		`{"id":"1","application_id":"2","token":"t","type":3,"channel_id":"4","user":{"id":"5","username":"ann"},"message":{"id":"8"},"data":{"component_type":2,"custom_id":"1:kxqxbn:3:zz:1"}}`,
	},
	{
		"a button that is no target",
		`{"id":"1","application_id":"2","token":"t","type":3,"channel_id":"4","user":{"id":"5","username":"ann"},"message":{"id":"8"},"data":{"component_type":2,"custom_id":"nonsense"}}`,
	},
	{
		"a button that repeats a command",
		`{"id":"1","application_id":"2","token":"t","type":3,"channel_id":"4","user":{"id":"5","username":"ann"},"message":{"id":"8","flags":64},"data":{"component_type":2,"custom_id":"1:kxqxbn:0:again:plain move?after=7&move=3&stop=true"}}`,
	},
	{
		"a menu that repeats a command",
		`{"id":"1","application_id":"2","token":"t","type":3,"channel_id":"4","user":{"id":"5","username":"ann"},"message":{"id":"8"},"data":{"component_type":3,"custom_id":"1::0:again:plain move?move=3","values":["kxqxbn"]}}`,
	},
	{
		"a button that repeats no command",
		`{"id":"1","application_id":"2","token":"t","type":3,"channel_id":"4","user":{"id":"5","username":"ann"},"message":{"id":"8","flags":64},"data":{"component_type":2,"custom_id":"1:kxqxbn:0:again:nothing?"}}`,
	},
	{"a form", `{"id":"1","application_id":"2","token":"t","type":5,"channel_id":"4","user":{"id":"5","username":"ann"},"data":{"custom_id":"1:kxqxbn:3:nf:","components":[{"type":18,"component":{"type":4,"custom_id":"move","value":"3"}}]}}`},
	{
		"a form of another program",
		`{"id":"1","application_id":"2","token":"t","type":5,"channel_id":"4","user":{"id":"5","username":"ann"},"data":{"custom_id":"x","components":[]}}`,
	},
	{"an option being typed", `{"id":"1","application_id":"2","token":"t","type":4,"channel_id":"4","locale":"sv-SE","user":{"id":"5","username":"ann"},"data":{"id":"6","name":"plain","type":1,"options":[{"name":"move","type":1,"options":[{"name":"move","type":3,"value":"3","focused":true}]}]}}`},
	{
		"an option of a command without suggestions",
		`{"id":"1","application_id":"2","token":"t","type":4,"channel_id":"4","user":{"id":"5","username":"ann"},"data":{"id":"6","name":"help","type":1,"options":[{"name":"move","type":3,"value":"3","focused":true}]}}`,
	},
	{
		"an option of somebody who may not use the command",
		`{"id":"1","application_id":"2","token":"t","type":4,"channel_id":"4","user":{"id":"5","username":"ann"},"data":{"id":"6","name":"server","type":1,"options":[{"name":"move","type":3,"value":"3","focused":true}]}}`,
	},
	{
		"an option that nobody types",
		`{"id":"1","application_id":"2","token":"t","type":4,"channel_id":"4","data":{"id":"6","name":"plain","type":1,"options":[{"name":"move","type":1,"options":[{"name":"move","type":3,"value":"3","focused":true}]}]}}`,
	},
	{
		"an option whose suggestions panic",
		`{"id":"1","application_id":"2","token":"t","type":4,"channel_id":"4","user":{"id":"5","username":"ann"},"data":{"id":"6","name":"panic","type":1,"options":[{"name":"move","type":3,"value":"3","focused":true}]}}`,
	},
}

// describe lists what a request says.
func describe(r *Request) string {
	var b strings.Builder
	say := func(what string, v any) {
		if text := fmt.Sprint(v); !slices.Contains([]string{"", "false", "0", "[]", "map[]", "{ 0 0 false }"}, text) {
			fmt.Fprintf(&b, " %s=%s", what, text)
		}
	}
	say("user", r.User)
	say("name", r.Name)
	say("account", r.AccountName())
	say("avatar", r.Avatar)
	say("guild", r.Guild)
	say("channel", r.Channel)
	say("called", r.ChannelName())
	say("thread", r.InThread())
	say("parent", r.Parent())
	say("language", r.In.Code())
	say("install", r.UserInstall)
	say("path", r.Path)
	for _, name := range slices.Sorted(maps.Keys(r.Options)) {
		say(name, fmt.Sprintf("%T(%v)", r.Options[name].Value, r.Options[name].Value))
		say(name+".text", r.Text(name))
		if n, ok := r.Number(name); ok {
			say(name+".number", fmt.Sprint(n, "!"))
		}
		say(name+".yes", r.Yes(name, false))
		if f := r.File(name); f != nil {
			say(name+".file", f.Filename)
		}
	}
	say("focused", r.Focused)
	say("subject", r.Subject)
	say("shows", r.ShownMatch())
	for _, id := range slices.Sorted(maps.Keys(r.users)) {
		_, name := r.Person(id)
		say("person", name)
	}
	say("target", r.Target)
	say("values", r.Values)
	say("filled", r.filled)
	say("lane", r.lane())
	say("manages", r.Manages())
	say("may send", r.May(discordgo.PermissionSendMessages))
	say("may send and attach", r.May(discordgo.PermissionSendMessages|discordgo.PermissionAttachFiles))
	say("ephemeral", r.Ephemeral())
	say("private", r.OnPrivate())
	say("made by", r.MadeBy())
	say("typing", r.autocomplete())
	say("act", fmt.Sprintf("%+v", r.Act("m1")))
	say("any head", fmt.Sprintf("%+v", r.AnyHead()))
	return b.String()
}

// Everything that a request says is read as Discord sent it. The golden file is reviewed as a diff.
func TestRequestsAreRead(t *testing.T) {
	t.Parallel()
	var page strings.Builder
	for _, i := range interactions {
		r, err := decode([]byte(i.raw))
		fmt.Fprintf(&page, "%s:%s", i.name, describe(r))
		if err != nil {
			fmt.Fprintf(&page, " error=%v", err)
		}
		page.WriteString("\n")
	}
	golden.Check(t, "testdata/read.txt", page.String())
}

// world is a router with a simulated Discord and hooks. All of these record what happens in one
// list.
type world struct {
	mu    sync.Mutex
	lines []string
	trouble
}

// trouble lists what fails in a world.
type trouble struct {
	status int    // the ids that Discord gives to answers
	code   string // of Discord's error
	user   match.User
	broken bool // the settings and notes can't be read
	notes  map[string]string
	dm     []error
	taken  bool // a newer process accepts records that this one refuses
}

func (w *world) note(format string, args ...any) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.lines = append(w.lines, fmt.Sprintf(format, args...))
}

func (w *world) RoundTrip(r *http.Request) (*http.Response, error) {
	body := ""
	if r.Body != nil {
		raw, _ := io.ReadAll(r.Body)
		body = string(raw)
	}
	w.note("%s %s %s", r.Method, strings.TrimPrefix(r.URL.Path, "/api/v"+discordgo.APIVersion), body)
	w.mu.Lock()
	defer w.mu.Unlock()
	answer := "{}"
	if r.Method == http.MethodPut {
		answer = `[{"id":"11","name":"plain"},{"id":"12","name":"help"},{"id":"13","name":"server"}]`
	}
	if w.status >= 400 {
		answer = `{"code":` + w.code + `,"message":"refused"}`
	}
	return &http.Response{
		StatusCode: w.status, Header: http.Header{"Content-Type": {"application/json"}},
		Body: io.NopCloser(strings.NewReader(answer)), Request: r,
	}, nil
}

// Write receives lines of the log.
func (w *world) Write(line []byte) (int, error) {
	var said struct{ Level, Msg string }
	if err := json.Unmarshal(line, &said); err != nil {
		return 0, err
	}
	w.note("log %s %s", said.Level, said.Msg)
	return len(line), nil
}

var errBroken = errors.New("can't be read")

func (w *world) User(context.Context, match.UserID) (match.User, error) {
	if w.broken {
		return match.User{}, errBroken
	}
	return w.user, nil
}

func (w *world) Change(_ context.Context, id match.UserID, change func(*match.User)) error {
	if w.broken {
		return errBroken
	}
	change(&w.user)
	w.note("stored for %s: %+v", id, w.user.Unsaid)
	return nil
}

func (w *world) Note(_ context.Context, key string) (string, error) {
	if w.broken {
		return "", errBroken
	}
	return w.notes[key], nil
}

func (w *world) PutNote(_ context.Context, key, value string) error {
	w.note("noted %s: %s", key, value)
	if w.notes == nil {
		w.notes = map[string]string{}
	}
	w.notes[key] = value
	return nil
}
func (w *world) Back(id match.UserID) { w.note("%s is back", id) }
func (w *world) Heard(_ context.Context, user match.UserID, locale lang.Language, guild match.GuildID,
	guildLocale string,
) lang.Language {
	w.note("heard %s of %s, %s of %s", locale.Code(), user, guildLocale, guild)
	return locale
}

func (w *world) Answered(_ context.Context, _ match.UserID, locale lang.Language) lang.Language {
	return locale
}

// router returns a router with commands that do what their names say.
func (w *world) router(t *testing.T) *Router {
	t.Helper()
	session, err := discord.NewSession(discord.SessionConfig{Token: "t", Attach: func(s *discordgo.Session) {
		s.Client.Transport = w
	}})
	if err != nil {
		t.Fatal(err)
	}
	log := slog.New(slog.NewJSONHandler(w, nil))
	done := func(ctx context.Context, r *Request) (Reply, error) {
		until, _ := match.Patience(ctx)
		w.note("waits %v for the store and runs%s", time.Until(until), describe(r))
		return ReplyPrivate(r, discord.TextMessage("Done.")), nil
	}
	fails := func(err error) Handler {
		return func(context.Context, *Request) (Reply, error) { return Reply{}, err }
	}
	suggests := func(_ context.Context, r *Request) []*Choice {
		return []*Choice{{Name: "in " + r.In.Code() + " for " + r.Focused, Value: "3"}}
	}
	notHere := games.Say("Only in clubs.")
	set := Combine([]*games.Game{{Info: games.Info{ID: "plain"}}}, Order{},
		Part{PerGame: []*Command{{
			Name: "move", Run: done, Complete: suggests,
			Options: func(a Builder, _ *games.Game) []*Option {
				return []*Option{
					a.MatchOption(), a.Str("move", "A move", false), a.Integer("after", "A number", 0, 9),
					a.Boolean("stop", "Whether"),
				}
			},
		}}},
		Part{Common: []*Command{
			{Name: "help", Where: Everywhere, Run: done},
			{Name: "server", Managers: true, Run: done, Complete: suggests},
			{Name: "club", Where: InServers, NotHere: &notHere, Run: done},
			{Name: "fail", Run: fails(errors.New("broken"))},
			{Name: "store", Run: fails(match.Unread("read match", errBroken))},
			{Name: "match", Run: fails(match.Unknown())},
			{Name: "refuse", Run: fails(Refuse("Not now."))},
			{Name: "costly", Cost: memberAllowance + 1, Run: done},
			{
				Name: "panic", Run: func(context.Context, *Request) (Reply, error) { panic("oh") },
				Complete: func(context.Context, *Request) []*Choice { panic("oh") },
			},
			{Name: "sent", Run: func(ctx context.Context, r *Request) (Reply, error) {
				Delivered(r, r.Answer.Send(ctx, discord.Reply{Message: discord.TextMessage("Sent.")}))
				return Reply{Kind: discord.ReplyAlreadySent}, nil
			}},
		}},
		Part{
			Costs: map[component.Action]int{component.ActOpen: memberAllowance + 1},
			Actions: Actions{
				component.ActPlay: done, component.ActOpen: done, component.ActMenu: done,
				component.ActNoteForm: func(ctx context.Context, r *Request) (Reply, error) {
					w.note("a form: %t", r.IsForm())
					return r.RunFilled(ctx, "plain move")
				},
			},
		},
	)
	cfg := Config{
		Client: discord.NewClient(session), People: w, Notes: w, Log: log, Now: time.Now,
		Fail: func(err error) { w.note("the bot ends: %v", err) },
		HandOn: func(_ context.Context, _ *Request, err error) bool {
			w.note("handed on, taken: %t", w.taken)
			return w.taken
		},
		Observe: func(kind, command, outcome string, _ time.Duration) {
			w.note("counted %s %s %s", kind, command, outcome)
		},
		Hooks: Hooks{
			Before: func(context.Context, *Request) func() { w.note("before"); return func() { w.note("after") } },
			Place:  func(_ *Request, out Reply) Reply { return out },
			Sent: func(_ context.Context, _ *Request, out Reply, refused, sent error) {
				w.note("sent as %d, refused: %t, delivered: %t", out.Kind, refused != nil, sent == nil)
			},
			Links: func(*Request, error) []discordgo.MessageComponent { return nil },
			Tell: func(_ context.Context, _ *Request, m discord.Message) (bool, error) {
				w.note("told directly, private: %t: %s", m.Private, m.Words())
				if len(w.dm) == 0 {
					return true, nil
				}
				err := w.dm[0]
				w.dm = w.dm[1:]
				return false, err
			},
		},
	}
	return New(t.Context(), cfg, set)
}

// Each request is answered once, and people, the log and the metrics get what concerns them,
// whatever Discord says to the answer. The golden file is reviewed as a diff.
func TestRequestsAreHandled(t *testing.T) {
	t.Parallel()
	refused := func(status int) error {
		return &discordgo.RESTError{
			Response: &http.Response{StatusCode: status},
			Message:  &discordgo.APIErrorMessage{Code: 1},
		}
	}
	said := time.Date(2026, 11, 2, 12, 0, 0, 0, time.UTC)
	var pages golden.Pages
	for _, c := range []struct {
		name string
		only []string // the interactions; empty: all
		trouble
	}{
		{"Discord takes the answers", nil, trouble{status: 200}},
		{
			"A newer process takes what is refused",
			[]string{
				"a command in a server", "an unknown command", "a command that fails",
				"a command while the store is away", "a command that is refused by the match",
				"a command that is explained", "a command that panics", "nobody", "an interaction of another kind",
				"a button without a handler", "a button that is no target",
			},
			trouble{status: 200, taken: true},
		},
		{
			"The answer comes too late",
			[]string{"a command in a server", "a command that is explained", "a command whose handler answers"},
			trouble{status: 404, code: "10062"},
		},
		{
			"The interaction is answered already",
			[]string{"a command in a server", "a button on a private message"},
			trouble{status: 400, code: "40060"},
		},
		{
			"The token is refused",
			[]string{"a command in a server", "an option being typed"},
			trouble{status: 401, code: "0"},
		},
		{
			"The answer is forbidden, and told directly",
			[]string{
				"a command in a server", "a button on a private message", "a button that repeats a command",
				"a command whose handler answers",
			},
			trouble{status: 403, code: "50013"},
		},
		{
			"The answer is forbidden, and a direct message too",
			[]string{"a command in a server"},
			trouble{status: 403, code: "50013", dm: []error{refused(403)}},
		},
		{
			"The answer is invalid, as a direct message too, but not as plain text",
			[]string{"a command in a server"},
			trouble{status: 400, code: "50035", dm: []error{refused(400)}},
		},
		{
			"The answer is invalid, whatever it is",
			[]string{"a command in a server"},
			trouble{status: 400, code: "50035", dm: []error{refused(400), refused(400)}},
		},
		{
			"Nothing works, and the store is away",
			[]string{"a command in a server"},
			trouble{status: 403, code: "50013", broken: true, dm: []error{refused(403)}},
		},
		{
			"Earlier answers are waiting",
			[]string{
				"a command in a server", "a command while the store is away", "a command whose handler answers",
				"an option being typed",
			},
			trouble{
				status: 200,
				user: match.User{Unsaid: []match.Unsaid{
					{At: said, Text: "Earlier."},
					{At: said.Add(time.Hour), Text: "Later."},
				}},
			},
		},
		{
			"There are too many of them, and Discord takes none",
			[]string{"a command in a server"},
			trouble{
				status: 403, code: "50013", dm: []error{refused(403)},
				user: match.User{Unsaid: []match.Unsaid{
					{At: said, Text: "1"},
					{At: said, Text: "2"},
					{At: said, Text: "3"},
				}},
			},
		},
		{"The settings can't be read", []string{"a command in a server"}, trouble{status: 200, broken: true}},
	} {
		for _, i := range interactions {
			if len(c.only) > 0 && !slices.Contains(c.only, i.name) {
				continue
			}
			synctest.Test(t, func(t *testing.T) {
				w := &world{trouble: c.trouble}
				w.user.Unsaid = slices.Clone(c.user.Unsaid)
				router := w.router(t)
				router.Receive([]byte(i.raw))
				router.Wait()
				pages.Add(c.name+": "+i.name, strings.Join(w.lines, "\n"))
			})
		}
	}
	golden.Check(t, "testdata/handled.txt", pages.String())
}

// The commands are sent to Discord if they have changed, or if their ids are not known. If Discord
// refuses the Entry Point, they are sent again without it, or with it.
func TestRegister(t *testing.T) {
	t.Parallel()
	var page strings.Builder
	for _, c := range []struct {
		name     string
		app      string
		activity bool
		change   func(*world)
		trouble
	}{
		{"the first time", "1", false, nil, trouble{status: 200}},
		{"the same set", "1", false, func(*world) {}, trouble{status: 200}},
		{"with an activity", "1", true, func(*world) {}, trouble{status: 200}},
		{"for another application", "2", false, func(*world) {}, trouble{status: 200}},
		{"without ids", "1", false, func(w *world) { delete(w.notes, noteCommandIDs) }, trouble{status: 200}},
		{"with unreadable ids", "1", false, func(w *world) { w.notes[noteCommandIDs] = "?" }, trouble{status: 200}},
		{"without readable notes", "1", false, func(w *world) { w.broken = true }, trouble{status: 200}},
		{"Discord wants an Entry Point", "1", false, nil, trouble{status: 400, code: "50240"}},
		{"Discord wants no Entry Point", "1", true, nil, trouble{status: 400, code: "50035"}},
		{"Discord finds a fault in the set", "1", false, nil, trouble{status: 400, code: "50035"}},
		{"Discord has no time", "1", true, nil, trouble{status: 400, code: "30034"}},
	} {
		synctest.Test(t, func(t *testing.T) {
			w := &world{trouble: trouble{status: 200}}
			a := w.router(t)
			if c.change != nil {
				if err := a.register(t.Context(), "1"); err != nil {
					t.Fatal(err)
				}
				a.commandIDs.Store(nil)
				c.change(w)
			}
			w.lines, w.status, w.code = nil, c.status, c.code
			before := strings.Join(a.missing(), " ")
			a.Set.Activity = c.activity
			err := a.register(t.Context(), c.app)
			fmt.Fprintf(&page, "* %s: %v\n    missing before: %s\n    missing after: %s\n    %s\n", c.name,
				discord.Redact(err), before, strings.Join(a.missing(), " "), strings.Join(w.lines, "\n    "))
			if ids := a.commandIDs.Load(); ids != nil {
				fmt.Fprintf(&page, "    %s\n", a.links(*ids).Replace("`/plain move`, `/help`, `/help me`, `/server`"))
			}
		})
	}
	golden.Check(t, "testdata/registered.txt", page.String())
}

// An answer that nobody has seen is delivered in another way if nothing else shows its content.
func TestOnlySaid(t *testing.T) {
	t.Parallel()
	const private = discordgo.MessageFlagsEphemeral
	for _, c := range []struct {
		name string
		on   discordgo.MessageFlags
		out  Reply
		want bool
	}{
		{"a private answer", private, Reply{Kind: discord.ReplyPrivate}, true},
		{"a new text in a private message", private, Reply{Kind: discord.ReplyUpdate}, true},
		{"the public board", 0, Reply{Kind: discord.ReplyUpdate}, false},
		{
			"a private board that is kept up to date", private,
			Reply{Kind: discord.ReplyUpdate, Keep: &match.Match{}},
			false,
		},
		{"a change that a board shows", private, Reply{Kind: discord.ReplyUpdate, Done: &match.Match{}}, false},
		{"a private board in direct messages", private, Reply{Kind: discord.ReplyUpdate, Sum: "sum"}, false},
		{"a form", private, Reply{Kind: discord.ReplyModal}, false},
		{"no answer", private, Reply{Kind: discord.ReplyNone}, false},
	} {
		r := &Request{Ix: &discordgo.Interaction{Message: &discordgo.Message{Flags: c.on}}}
		if got := onlySaid(r, c.out); got != c.want {
			t.Errorf("%s: %t, want %t", c.name, got, c.want)
		}
	}
}

// An option that offers a list of values has one of them. A request with any other value counts as
// a request without the option.
func TestValuesOfOptions(t *testing.T) {
	t.Parallel()
	var page strings.Builder
	for _, o := range []*Option{Builder{}.BankOption(), Builder{}.TimeOption("Time", true)} {
		for _, c := range append(o.Choices, &Choice{Name: "unknown", Value: "unknown"},
			&Choice{Name: "nothing", Value: ""}) {
			value := c.Value.(string)
			fmt.Fprintf(&page, "%s %q: bank %+v, %v for each move, window %v, which is %q\n", o.Name, value,
				Bank(value), PerMove(value), VoteWindow(value), TimeValue(PerMove(value)))
		}
	}
	golden.Check(t, "testdata/values.txt", page.String())
}
