package discord

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/bwmarrin/discordgo"

	"paddock/games/gamestest/golden"
)

// everything is a message with each kind of part, and with icons, one of which Discord knows.
func everything() Message {
	own := &discordgo.ComponentEmoji{ID: "5", Name: "fox"}
	f, plain := File{Name: "board.png", Alt: "the board"}, File{Name: "plain.gif"}
	return Message{
		Ping: []string{"7"}, Silent: true, Files: []File{f, {Name: "game.txt", Data: []byte("x")}},
		Parts: []discordgo.MessageComponent{
			Accented(AccentTurn, Text("a"), Picture(f),
				Row(discordgo.Button{Label: "b", CustomID: "b", Emoji: Icon("fox")})), Accented(AccentNone, Text("c")),
			Spoiler(Text("d")),
			TextWithPicture(Text("e"), f), TextWithButton(Text("g"), discordgo.Button{Label: "h", CustomID: "h"}),
			Attachment(f), Picture(plain), TextWithPicture(Text("o"), plain),
			TextWithPortrait(Text("p"), "https://cdn", strings.Repeat("p", MaxAlt+1)),
			Row(discordgo.SelectMenu{
				CustomID: "i",
				Options: []discordgo.SelectMenuOption{
					{Label: "j", Value: "j", Emoji: Icon("fox")},
					{Label: "k", Value: "k", Emoji: Icon("unknown")},
					{Label: "q", Value: "q"},
					{Label: "r", Value: "r", Emoji: own},
				},
			}),
			Row(LinkButton("l", "https://example.org"),
				discordgo.Button{Label: "m", CustomID: "m", Emoji: Icon("unknown")},
				discordgo.Button{Label: "n", CustomID: "n", Emoji: Icon("")},
				discordgo.Button{Label: "s", CustomID: "s", Emoji: own}),
		},
	}
}

// The golden file lists the requests for every kind of reply to every kind of interaction, in time
// and late, and for what follows it.
func TestAnswers(t *testing.T) {
	choices := []discordgo.SelectMenuOption{
		{Label: "A", Value: "a", Default: true},
		{Label: strings.Repeat("B", 120), Value: "b"},
	}
	form := Modal{
		Title: strings.Repeat("T", 50), ID: "form", Late: "too late",
		Inputs: []TextInput{
			{Label: "one", Placeholder: "1", Value: "2", Max: 3},
			{Label: strings.Repeat("L", 50), Long: true},
		},
		Fields: []Field{
			{Name: "few", Label: "Few", Help: "help", Choices: choices, Placeholder: "never shown", Required: true},
			{Name: "single", Label: "One", Choices: choices[:1], Placeholder: "shown"},
			{Name: "many", Label: "Many", Choices: slices.Repeat(choices, 13), Placeholder: "shown"},
			{Name: "left out"},
		},
	}
	replies := []struct {
		name  string
		reply Reply
	}{
		{"a private message", Reply{Message: everything()}},
		{"an update", Reply{
			Kind:    ReplyUpdate,
			Message: TextMessage("new", discordgo.Button{Label: "b", CustomID: "b"}),
		}},
		{"nothing", Reply{Kind: ReplyNone}},
		{"a deletion", Reply{Kind: ReplyDelete}},
		{"a message below", Reply{Kind: ReplyBelow, Message: TextMessage("below")}},
		{"a form", Reply{Kind: ReplyModal, Modal: form}},
		{"a member's form", Reply{
			Kind:  ReplyModal,
			Modal: Modal{Title: "T", ID: "f", Fields: []Field{{Name: "who", Label: "Who", Placeholder: "a member"}}},
		}},
		{"the activity", Reply{Kind: ReplyLaunch, Message: TextMessage("look there")}},
		{"suggestions", Reply{
			Kind:    ReplyChoices,
			Choices: []*discordgo.ApplicationCommandOptionChoice{{Name: "A", Value: "a"}},
		}},
	}
	message := &discordgo.Message{ID: "9"}
	kinds := []struct {
		name string
		ix   discordgo.Interaction
	}{
		{"a command", discordgo.Interaction{Type: discordgo.InteractionApplicationCommand}},
		{"a button", discordgo.Interaction{Type: discordgo.InteractionMessageComponent, Message: message}},
		{"a form of a button", discordgo.Interaction{Type: discordgo.InteractionModalSubmit, Message: message}},
		{"a form of a command", discordgo.Interaction{Type: discordgo.InteractionModalSubmit}},
		{"an option", discordgo.Interaction{Type: discordgo.InteractionApplicationCommandAutocomplete}},
	}
	var b strings.Builder
	known := map[string]string{} // titles by bodies
	for _, r := range replies {
		for _, k := range kinds {
			if (r.reply.Kind == ReplyChoices) != (k.name == "an option") {
				continue
			}
			for _, when := range []string{"in time", "late"} {
				after := map[string]time.Duration{"in time": deferAfter - 1, "late": deferAfter + 1}[when]
				title := fmt.Sprintf("%s to %s, %s", r.name, k.name, when)
				fmt.Fprintf(&b, "## %s\n", title)
				answer, later := answered(t, k.ix, after, r.reply)
				for _, s := range answer {
					fmt.Fprintf(&b, "%s%s\n", s, bodyOnce(t, known, title, s.body))
				}
				b.WriteString("then")
				for _, s := range later {
					fmt.Fprintf(&b, " %s%s", s, strings.TrimSuffix(bodyOnce(t, known, "", s.body), " as "))
				}
				b.WriteString("\n")
			}
		}
	}
	golden.Check(t, "testdata/answers.txt", b.String())
}

// bodyOnce returns a body as text, or the title under which the page has it already.
func bodyOnce(t *testing.T, known map[string]string, title string, body map[string]any) string {
	t.Helper()
	if body == nil {
		return ""
	}
	raw, err := json.Marshal(body)
	if err != nil {
		t.Fatal(err)
	}
	text := string(raw)
	if before, ok := known[text]; ok && len(text) > 20 {
		return " as " + before
	}
	known[text] = title
	return " " + text
}

// answered answers an interaction after a while, adds a message, revises the last one and withdraws
// it. It returns the requests of the answer, and those of the rest.
func answered(t *testing.T, ix discordgo.Interaction, after time.Duration, r Reply) (answer, later []sent) {
	t.Helper()
	w := &wire{}
	synctest.Test(t, func(t *testing.T) {
		s, err := NewSession(SessionConfig{Token: "t", Attach: func(s *discordgo.Session) { s.Client.Transport = w }})
		if err != nil {
			t.Fatal(err)
		}
		ix.ID, ix.AppID, ix.Token = "2", "3", "tok"
		c := NewClient(s)
		c.IconsBy(func(name string) (discordgo.ComponentEmoji, bool) {
			return discordgo.ComponentEmoji{ID: "77", Name: "fox"}, name == "fox"
		}, nil)
		a := c.Respond(&ix, slog.New(slog.DiscardHandler))
		if got := a.IsComponent(); got != (ix.Type == discordgo.InteractionMessageComponent ||
			ix.Type == discordgo.InteractionModalSubmit) {
			t.Errorf("type %v is a component: %v", ix.Type, got)
		}
		time.Sleep(after)
		synctest.Wait()
		if a.Lost() {
			t.Error("an answer is lost while Discord can be reached")
		}
		if err := a.Send(t.Context(), r); err != nil {
			t.Error(err)
		}
		n := len(w.sent)
		for _, do := range []func() error{
			func() error { return a.Revise(t.Context(), TextMessage("revised")) },
			func() error { return a.Also(t.Context(), TextMessage("also")) },
			func() error { return a.Revise(t.Context(), TextMessage("revised again")) },
			func() error { return a.Withdraw(t.Context()) },
		} {
			if err := do(); err != nil {
				t.Error(err)
			}
		}
		if err := a.Send(t.Context(), r); !errors.Is(err, errAnswered) {
			t.Errorf("a second answer: %v", err)
		}
		if a.Hold() {
			t.Error("an interaction that was answered can be handed on")
		}
		a.deferAnswer() // the deadline is set as if it had come during the answer
		answer, later = w.sent[:n], w.sent[n:]
	})
	return answer, later
}

// The values of a form are read by their fields, whatever Discord puts beside them.
func TestReadForm(t *testing.T) {
	raw := `{"data":{"components":[{"component":{"custom_id":"one","value":"1"}},{"component":{"custom_id":"two","values":["2","3"]}},{"component":{"custom_id":"none","values":[]}},
		{"component":{"value":"nameless"}},{"type":10}],"resolved":{"users":{"5":{"id":"5","username":"ann","global_name":"Ann"}},"members":{"5":{"nick":"Annie"}}}}}`
	f := ReadForm([]byte(raw))
	if len(f.Values) != 2 || f.Values["one"] != "1" || f.Values["two"] != "2" {
		t.Errorf("the values are %q", f.Values)
	}
	if u, m := f.Users["5"], f.Members["5"]; u == nil || m == nil || u.Username != "ann" || m.Nick != "Annie" {
		t.Errorf("the member is %+v, %+v", u, m)
	}
	if got := ModalValues(discordgo.ModalSubmitInteractionData{Components: []discordgo.MessageComponent{&discordgo.TextDisplay{}, &discordgo.ActionsRow{Components: []discordgo.MessageComponent{&discordgo.Button{}, &discordgo.TextInput{Value: "a"}}}}}); !slices.Equal(got, []string{"a"}) {
		t.Errorf("the texts are %q", got)
	}
	if f := ReadForm([]byte("{")); len(f.Values) != 0 || f.Values == nil {
		t.Errorf("a broken form has the values %q", f.Values)
	}
}

// gate answers requests from a table, "METHOD path" to a status and a body, and lists the headers
// that it saw.
type gate struct {
	answers map[string]string
	seen    []string
}

func (g *gate) RoundTrip(r *http.Request) (*http.Response, error) {
	path := r.Method + " " + strings.TrimPrefix(r.URL.EscapedPath(), "/api/v"+discordgo.APIVersion)
	var body []byte
	if r.Body != nil {
		body, _ = io.ReadAll(r.Body)
	}
	g.seen = append(g.seen, fmt.Sprintf("%s %s %s %s", path, r.Header.Get("Authorization"),
		r.Header.Get("Content-Type"), body))
	status, text := http.StatusNotFound, ""
	if _, err := fmt.Sscanf(g.answers[path], "%d", &status); err == nil {
		text = g.answers[path][3:]
	}
	return &http.Response{
		StatusCode: status, Header: http.Header{}, Body: io.NopCloser(strings.NewReader(text)),
		Request: r,
	}, nil
}

// A page's user is identified by a code, and its instance by its id. A wrong code and an unknown
// instance have errors of their own.
func TestActivity(t *testing.T) {
	errDown := errors.New("Discord is down")
	const token, me, instance = "POST /oauth2/token", "GET /users/@me", "GET /applications/3/activity-instances/i%2F1"
	for _, c := range []struct {
		what    string
		answers map[string]string
		want    string
		err     error
	}{
		{"all is well", map[string]string{
			token: `200{"access_token":"T"}`,
			me:    `200{"id":"5","username":"ann","global_name":"Ann","locale":"sv-SE"}`,
		}, "{5 ann Ann sv-SE}", nil},
		{"a used code", map[string]string{token: `400{"error":"invalid_grant"}`}, "{   }", ErrCode},
		{"a wrong secret", map[string]string{token: `401{}`}, "{   }", ErrCode},
		{"no token", map[string]string{token: `200{}`}, "{   }", ErrCode},
		{"a revoked token", map[string]string{token: `200{"access_token":"T"}`, me: `401{}`}, "{   }", ErrCode},
		{"nobody", map[string]string{token: `200{"access_token":"T"}`, me: `200{}`}, "{   }", ErrCode},
		{"a token of another kind", map[string]string{token: `200{"access_token":"T"}`, me: `400{}`}, "{   }", ErrCode},
		{"Discord is down", map[string]string{token: `503{}`}, "{   }", errDown},
		{"Discord goes down", map[string]string{token: `200{"access_token":"T"}`, me: `503{}`}, "{   }", errDown},
	} {
		g := &gate{answers: c.answers}
		s, err := NewSession(SessionConfig{Token: "t", Attach: func(s *discordgo.Session) { s.Client.Transport = g }})
		if err != nil {
			t.Fatal(err)
		}
		who, err := NewClient(s).Identify(t.Context(), "3", "secret", "code")
		if err != nil && !errors.Is(err, ErrCode) && strings.HasSuffix(err.Error(), "answered 503") {
			err = errDown
		}
		if got := fmt.Sprint(who); got != c.want || !errors.Is(err, c.err) || (err == nil) != (c.err == nil) {
			t.Errorf("%s: %s, %v; want %s, %v", c.what, got, err, c.want, c.err)
		}
		if c.err == nil {
			want := []string{token +
				"  application/x-www-form-urlencoded client_id=3&client_secret=secret&code=code&grant_type=authorization_code", me + " Bearer T  "}
			if !slices.Equal(g.seen, want) {
				t.Errorf("%s: sent %q, want %q", c.what, g.seen, want)
			}
		}
	}
	g := &gate{answers: map[string]string{instance: `200{"location":{"channel_id":"8","guild_id":"9"},"users":["5","6"]}`, "GET /applications/3/activity-instances/broken": "200["}}
	s, err := NewSession(SessionConfig{Token: "t", Attach: func(s *discordgo.Session) { s.Client.Transport = g }})
	if err != nil {
		t.Fatal(err)
	}
	c := NewClient(s)
	if got, err := c.Instance(t.Context(), "3", "i/1"); err != nil || fmt.Sprint(got) != "{9 8 [5 6]}" {
		t.Errorf("the instance is %v, %v", got, err)
	}
	if _, err := c.Instance(t.Context(), "3", "gone"); !errors.Is(err, ErrNoInstance) {
		t.Errorf("an unknown instance: %v", err)
	}
	if _, err := c.Instance(t.Context(), "3", "broken"); err == nil || errors.Is(err, ErrNoInstance) {
		t.Errorf("a broken answer: %v", err)
	}
}

// If Discord no longer knows an emoji of a message or an answer, the client sends it once more
// without icons and reports the icons as lost.
func TestLostIcons(t *testing.T) {
	m := TextMessage("a", discordgo.Button{Label: "b", CustomID: "b", Emoji: Icon("fox")})
	m.Parts = append(m.Parts, Container(Row(discordgo.SelectMenu{
		CustomID: "i",
		Options:  []discordgo.SelectMenuOption{{Label: "j", Emoji: Icon("fox")}},
	})))
	show := func(m Message) string {
		raw, err := json.Marshal(m.Parts)
		if err != nil {
			t.Fatal(err)
		}
		return string(raw)
	}
	before := show(m)
	for name, send := range map[string]func(c *Client) error{
		"a message": func(c *Client) error { _, err := c.Post(t.Context(), "8", m, "nonce"); return err },
		"an answer": func(c *Client) error {
			return c.Respond(&discordgo.Interaction{ID: "2", Type: discordgo.InteractionApplicationCommand},
				slog.New(slog.DiscardHandler)).Send(t.Context(), Reply{Message: m})
		},
	} {
		var bodies, observed []string
		lost := 0
		c, _ := clientOf(t, func(r *http.Request, n int) (int, http.Header, string) {
			body, _ := io.ReadAll(r.Body)
			if bodies = append(bodies, string(body)); n == 0 {
				return http.StatusBadRequest, nil,
					`{"code":50035,"errors":{"emoji":{"_errors":[{"code":"INVALID_EMOJI"}]}}}`
			}
			return http.StatusOK, nil, `{"id":"1"}`
		})
		c.Observe = func(method string, status int, scope string) {
			observed = append(observed, fmt.Sprint(method, status, scope))
		}
		c.IconsBy(func(string) (discordgo.ComponentEmoji, bool) {
			return discordgo.ComponentEmoji{ID: "77", Name: "fox"}, true
		}, func() { lost++ })
		err := send(c)
		if err != nil || lost != 1 || !slices.Equal(observed, []string{"POST400", "POST200"}) ||
			strings.Count(bodies[0], "77") != 2 || strings.Contains(bodies[1], "77") ||
			!strings.Contains(bodies[1], `"label":"b"`) {
			t.Errorf("%s: %v, lost %d times, observed %q, sent %q", name, err, lost, observed, bodies)
		}
		if now := show(m); now != before {
			t.Errorf("sending %s has changed it from\n%s to\n%s", name, before, now)
		}
	}
}

// Rate-limit refusals are counted by the limit that they belong to.
func TestScope(t *testing.T) {
	for _, c := range []struct {
		status int
		header http.Header
		want   string
	}{
		{200, http.Header{"X-Ratelimit-Scope": {"shared"}}, ""},
		{429, http.Header{"X-Ratelimit-Scope": {"shared"}}, "shared"},
		{429, http.Header{"X-Ratelimit-Scope": {"shared"}, "X-Ratelimit-Global": {"true"}}, "global"},
		{429, nil, "user"},
	} {
		if got := (&seen{status: c.status, header: c.header}).scope(); got != c.want {
			t.Errorf("%d %v: %q, want %q", c.status, c.header, got, c.want)
		}
	}
}

func TestLasts(t *testing.T) {
	short, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	if !lasts(t.Context(), time.Hour) || !lasts(short, time.Second) || lasts(short, time.Hour) {
		t.Error("only a context with a deadline ends")
	}
}

// zeros is an endless body, which ends only for the sake of the test. It counts what is read.
type zeros struct{ read int }

func (z *zeros) Read(b []byte) (int, error) {
	if z.read > 4*mostOfAnswer {
		return 0, io.EOF
	}
	z.read += len(b)
	return len(b), nil
}

func (z *zeros) Close() error { return nil }

// RoundTrip answers with an endless body.
func (z *zeros) RoundTrip(r *http.Request) (*http.Response, error) {
	return &http.Response{StatusCode: http.StatusOK, Header: http.Header{}, Body: z, ContentLength: -1, Request: r}, nil
}

// An endless answer is an error, and takes no more memory than the longest legal one.
func TestEndlessAnswer(t *testing.T) {
	body := new(zeros)
	s, err := NewSession(SessionConfig{Token: "t", Attach: func(s *discordgo.Session) { s.Client.Transport = body }})
	if err != nil {
		t.Fatal(err)
	}
	err = NewClient(s).Read(t.Context(), discordgo.EndpointChannel("1"), discordgo.EndpointChannel("1"), new(discordgo.Channel))
	if _, long := errors.AsType[*http.MaxBytesError](err); !long || body.read > 2*mostOfAnswer {
		t.Errorf("%d bytes were read, %v", body.read, err)
	}
}
