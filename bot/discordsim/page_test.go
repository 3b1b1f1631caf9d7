package discordsim_test

import (
	"bytes"
	"encoding/json"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"

	"github.com/bwmarrin/discordgo"

	"paddock/bot/discordsim"
)

// A page receives what its viewer sees, in order, and nothing else.
func TestSubscribe(t *testing.T) {
	story(t, discordsim.Config{}, func(t *testing.T, w *world) {
		logs := map[discordsim.UserID]*[]string{w.ann: {}, w.bob: {}, "": {}}
		for viewer, log := range logs {
			cancel := w.Subscribe(viewer, func(e discordsim.Event) {
				if _, err := json.Marshal(e); err != nil {
					t.Error(err)
				}
				text := string(e.Type)
				if e.Message != nil {
					text += " " + e.Message.Text()
				}
				w.mu.Lock()
				defer w.mu.Unlock()
				*log = append(*log, strings.TrimSpace(text))
			})
			defer cancel()
		}
		r := w.As(w.ann).In(w.games).Slash("/ping")
		i := w.next()
		w.answer(i, 5, &discordgo.InteractionResponseData{Flags: discordgo.MessageFlagsEphemeral})
		text := "private"
		if _, err := w.dg.InteractionResponseEdit(i, &discordgo.WebhookEdit{Content: &text}); err != nil {
			t.Fatal(err)
		}
		if _, err := w.dg.ChannelMessageSend(string(w.games), "<@"+string(w.bob)+"> your turn"); err != nil {
			t.Fatal(err)
		}
		synctest.Wait()
		turn := "<@" + string(w.bob) + "> your turn"
		w.mu.Lock()
		defer w.mu.Unlock()
		for viewer, want := range map[discordsim.UserID]string{
			w.ann: "message_create|interaction_answered|message_update private|message_create " + turn,
			w.bob: "message_create " + turn + "|notification " + turn,
			"": "message_create|interaction_answered|call|message_update private|call|message_create " + turn +
				"|notification " + turn + "|call",
		} {
			if got := strings.Join(*logs[viewer], "|"); got != want {
				t.Errorf("%q was told\n%s, want\n%s", w.User(viewer).GlobalName, got, want)
			}
		}
		_ = r
	})
}

func TestSnapshot(t *testing.T) {
	story(t, discordsim.Config{}, func(t *testing.T, w *world) {
		zoe := w.AddUser("Zoe")
		w.AddChannel(w.AddGuild("Elsewhere", zoe), "hidden")
		w.As(w.ann).In(w.games).Slash("/ping")
		w.answer(w.next(), 4, &discordgo.InteractionResponseData{
			Content: "for Ann",
			Flags:   discordgo.MessageFlagsEphemeral,
		})
		for viewer, want := range map[discordsim.UserID]string{
			w.ann: `"for Ann"`, w.bob: `"messages":{"` + string(w.games) + `":null}`, zoe: `"hidden"`,
		} {
			b, err := json.Marshal(w.Snapshot(viewer))
			if err != nil {
				t.Fatal(err)
			}
			if !bytes.Contains(b, []byte(want)) {
				t.Errorf("%s sees %s, want %s in it", w.User(viewer).GlobalName, b, want)
			}
			if viewer != zoe && bytes.Contains(b, []byte("hidden")) {
				t.Errorf("%s sees another server's channel", w.User(viewer).GlobalName)
			}
		}
	})
}

func TestSaveAndLoad(t *testing.T) {
	r := newRaw(t, discordsim.Config{})
	path := "/channels/" + string(r.games) + "/messages"
	show := v2(`{"type":12,"items":[{"media":{"url":"attachment://a.png"},"description":"alt"}]}`, row(button("go")))
	if c := r.sendFiles("POST", path, show, "a.png=picture"); c.Status != 200 {
		t.Fatal(c)
	}
	thread := r.AddThread(r.games, "t", r.ann)
	dm := r.DM(r.ann)
	r.send("POST", "/interactions/", "") // the function causes another event in between
	i := r.As(r.ann).In(r.games).Slash("/ping")
	r.send("POST", r.callbackPath(i), `{"type":4,"data":{"content":"private","flags":64}}`)

	var b bytes.Buffer
	if err := r.Save(&b); err != nil {
		t.Fatal(err)
	}
	again := discordsim.New(discordsim.Config{})
	defer again.Close()
	if err := again.Load(&b); err != nil {
		t.Fatal(err)
	}
	if got, want := again.ApplicationID(), r.ApplicationID(); got != want {
		t.Errorf("application %q, want %q", got, want)
	}
	list := again.Messages(r.games, r.ann)
	if len(list) != 1 {
		t.Fatalf("%d messages, want 1: private ones do not last", len(list))
	}
	m := list[0]
	if p := m.Pictures(); len(p) != 1 || string(p[0].Content) != "picture" || len(m.AltTexts()) != 1 ||
		len(m.Labels()) != 1 {
		t.Errorf("message = %+v", m)
	}
	if got := again.DM(r.ann); got != dm {
		t.Errorf("DM channel %q, want %q", got, dm)
	}
	if _, ok := again.Channel(thread); !ok {
		t.Error("the thread is gone")
	}
	if err := again.As(r.ann).In(r.games).Slash("/move hole:3").Err(); err != nil {
		t.Error("a registered command:", err)
	}
	if err := again.As(r.bob).Click(m, "go").Err(); err != nil {
		t.Error("a button that lives for ever:", err)
	}
	if u := again.AddUser("New"); again.Messages(r.games, r.ann)[0].ID >= discordsim.MessageID(u) {
		t.Error("a new id is not newer than the old ones")
	}
	if err := again.Load(strings.NewReader(`{"version":99}`)); err == nil {
		t.Error("a world of an unknown version was loaded")
	}
}

// Every answer of the read endpoints has the structure that Discord describes.
func TestOwnAnswers(t *testing.T) {
	v := oracle(t)
	r := newRaw(t, discordsim.Config{})
	m := string(r.posted(good("v2")))
	thread := string(r.AddThread(r.games, "t", r.ann))
	channel, app := "/channels/"+string(r.games), "/applications/"+r.ApplicationID()
	for _, c := range []struct{ method, path, body string }{
		{"GET", "/gateway/bot", ""},
		{"GET", "/applications/@me", ""},
		{"GET", "/oauth2/applications/@me", ""},
		{"GET", "/users/@me", ""},
		{"GET", "/users/" + string(r.bob), ""},
		{"GET", "/users/@me/guilds", ""},
		{"POST", "/users/@me/channels", `{"recipient_id":"` + string(r.bob) + `"}`},
		{"GET", app + "/commands", ""},
		{"GET", app + "/guilds/" + string(r.club) + "/commands", ""},
		{"GET", "/guilds/" + string(r.club), ""},
		{"GET", "/guilds/" + string(r.club) + "/channels", ""},
		{"GET", "/guilds/" + string(r.club) + "/members/" + string(r.bob), ""},
		{"GET", channel, ""},
		{"GET", "/channels/" + thread, ""},
		{"PATCH", "/channels/" + thread, `{"archived":false}`},
		{"POST", channel + "/typing", ""},
		{"GET", channel + "/messages", ""},
		{"GET", channel + "/messages/" + m, ""},
		{"POST", channel + "/messages/" + m + "/threads", `{"name":"t"}`},
		{"GET", channel + "/messages/" + m, ""}, // the message has a thread now
		{"DELETE", channel + "/messages/" + m, ""},
		{"GET", channel + "/messages/" + m, ""}, // answered by error 10008
		{"POST", channel + "/messages", `{"content":5}`},
		{"GET", "/channels/abc", ""},
	} {
		got := r.send(c.method, c.path, c.body)
		if err := v.ValidateAnswer(got.Method, got.Route, got.Status, got.Answer); err != nil {
			t.Errorf("%v\n%s: %v", got, got.Answer, err)
		}
	}
	// Messages that answer a click, a modal and a command name their interaction.
	for _, door := range []string{"slash", "click", "submit"} {
		method, path := r.door(door)
		got := r.send(method, path+"?with_response=true", `{"type":4,"data":{"content":"x"}}`)
		if err := v.ValidateAnswer(got.Method, got.Route, got.Status, got.Answer); err != nil {
			t.Errorf("%s: %v\n%s: %v", door, got, got.Answer, err)
		}
	}
	r.Inject(discordsim.Fault{Status: http.StatusTooManyRequests})
	got := r.send("GET", "/users/@me", "")
	if err := v.ValidateAnswer(got.Method, got.Route, got.Status, got.Answer); err != nil {
		t.Errorf("%v\n%s: %v", got, got.Answer, err)
	}
}
