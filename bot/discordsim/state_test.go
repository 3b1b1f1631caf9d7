package discordsim_test

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/bwmarrin/discordgo"

	"paddock/bot/discordsim"
	"paddock/bot/discordsim/people"
)

// Discord refuses these requests because of its state: each row has the status and code.
func TestState(t *testing.T) {
	hello := say("hello")
	respond := func(w *world, i *discordgo.Interaction) error {
		return w.dg.InteractionRespond(i, &discordgo.InteractionResponse{Type: 4, Data: hello})
	}
	post := func(w *world) (*discordgo.Message, error) { return w.dg.ChannelMessageSend(string(w.games), "x") }
	cases := []struct {
		name         string
		cfg          discordsim.Config
		do           func(w *world) error
		status, code int
	}{
		{"unknown interaction", discordsim.Config{}, func(w *world) error {
			return respond(w, &discordgo.Interaction{ID: "123", Token: "t", AppID: w.ApplicationID()})
		}, 404, 10062},
		{"answered after 3 s", discordsim.Config{}, func(w *world) error {
			w.As(w.ann).In(w.games).Slash("/ping")
			i := w.next()
			time.Sleep(3 * time.Second)
			return respond(w, i)
		}, 404, 10062},
		{"second answer", discordsim.Config{}, func(w *world) error {
			w.As(w.ann).In(w.games).Slash("/ping")
			i := w.next()
			w.answer(i, 4, hello)
			return respond(w, i)
		}, 400, 40060},
		{"webhook before the callback", discordsim.Config{}, func(w *world) error {
			w.As(w.ann).In(w.games).Slash("/ping")
			_, err := w.dg.InteractionResponse(w.next())
			return err
		}, 404, 10015},
		{"webhook after 15 min", discordsim.Config{}, func(w *world) error {
			w.As(w.ann).In(w.games).Slash("/ping")
			i := w.next()
			w.answer(i, 4, hello)
			time.Sleep(15 * time.Minute)
			_, err := w.dg.InteractionResponse(i)
			return err
		}, 401, 50027},
		{"ephemeral after 15 min", discordsim.Config{}, func(w *world) error {
			w.As(w.ann).In(w.games).Slash("/ping")
			i := w.next()
			w.answer(i, 4, &discordgo.InteractionResponseData{Content: "x", Flags: discordgo.MessageFlagsEphemeral})
			time.Sleep(20 * time.Minute)
			w.As(w.ann).In(w.games).Slash("/ping") // in the meantime the simulator forgets old interactions
			text := "y"
			_, err := w.dg.InteractionResponseEdit(i, &discordgo.WebhookEdit{Content: &text})
			return err
		}, 401, 50027},
		{"ephemeral by bot token", discordsim.Config{}, func(w *world) error {
			r := w.As(w.ann).In(w.games).Slash("/ping")
			w.answer(w.next(), 4,
				&discordgo.InteractionResponseData{Content: "x", Flags: discordgo.MessageFlagsEphemeral})
			_, err := w.dg.ChannelMessageEdit(string(w.games), string(r.Message().ID), "y")
			return err
		}, 404, 10008},
		{"message deleted", discordsim.Config{}, func(w *world) error {
			m, _ := post(w)
			w.DeleteMessage(discordsim.MessageID(m.ID))
			_, err := w.dg.ChannelMessageEdit(string(w.games), m.ID, "y")
			return err
		}, 404, 10008},
		{"channel deleted", discordsim.Config{}, func(w *world) error {
			w.DeleteChannel(w.games)
			_, err := post(w)
			return err
		}, 404, 10003},
		{"thread deleted", discordsim.Config{}, func(w *world) error {
			thread := w.AddThread(w.games, "t", w.ann)
			w.DeleteChannel(thread)
			_, err := w.dg.ChannelMessageSend(string(thread), "x")
			return err
		}, 404, 10003},
		{"member left", discordsim.Config{}, func(w *world) error {
			w.RemoveMember(w.club, w.bob)
			_, err := w.dg.GuildMember(string(w.club), string(w.bob))
			return err
		}, 404, 10007},
		{"kicked", discordsim.Config{}, func(w *world) error {
			w.KickBot(w.club)
			_, err := post(w)
			return err
		}, 403, 50001},
		{"channel hidden", discordsim.Config{}, func(w *world) error {
			w.Deny(w.games, discordsim.PermViewChannel)
			_, err := post(w)
			return err
		}, 403, 50001},
		{"may not send", discordsim.Config{}, func(w *world) error {
			w.Deny(w.games, discordsim.PermSendMessages)
			_, err := post(w)
			return err
		}, 403, 50013},
		{"may not attach", discordsim.Config{}, func(w *world) error {
			w.Deny(w.games, discordsim.PermAttachFiles)
			_, err := w.dg.ChannelFileSend(string(w.games), "a.png", strings.NewReader("x"))
			return err
		}, 403, 50013},
		{"may not embed", discordsim.Config{}, func(w *world) error {
			w.Deny(w.games, discordsim.PermEmbedLinks)
			_, err := w.dg.ChannelMessageSendEmbed(string(w.games), &discordgo.MessageEmbed{Title: "t"})
			return err
		}, 403, 50013},
		{"may not make threads", discordsim.Config{}, func(w *world) error {
			w.Deny(w.games, discordsim.PermCreatePublicThreads)
			_, err := w.dg.ThreadStart(string(w.games), "t", discordgo.ChannelTypeGuildPublicThread, 60)
			return err
		}, 403, 50013},
		{"may not send in threads", discordsim.Config{}, func(w *world) error {
			thread := w.AddThread(w.games, "t", w.ann)
			w.Deny(w.games, discordsim.PermSendInThreads)
			_, err := w.dg.ChannelMessageSend(string(thread), "x")
			return err
		}, 403, 50013},
		{"another's message", discordsim.Config{}, func(w *world) error {
			m, err := w.As(w.ann).In(w.games).Say("mine")
			if err != nil {
				return err
			}
			_, err = w.dg.ChannelMessageEdit(string(w.games), string(m.ID), "yours")
			return err
		}, 403, 50005},
		{"delete another's message", discordsim.Config{}, func(w *world) error {
			m, err := w.As(w.ann).In(w.games).Say("mine")
			if err != nil {
				return err
			}
			return w.dg.ChannelMessageDelete(string(w.games), string(m.ID))
		}, 403, 50013},
		{"archived thread", discordsim.Config{}, func(w *world) error {
			thread := w.AddThread(w.games, "t", w.ann)
			m, err := w.dg.ChannelMessageSend(string(thread), "x")
			if err != nil {
				return err
			}
			w.SetThread(thread, true, false)
			_, err = w.dg.ChannelMessageEdit(string(thread), m.ID, "y")
			return err
		}, 400, 50083},
		{"locked thread", discordsim.Config{}, func(w *world) error {
			thread := w.AddThread(w.games, "t", w.ann)
			w.SetThread(thread, true, true)
			_, err := w.dg.ChannelMessageSend(string(thread), "x")
			return err
		}, 403, 160005},
		{"file too large", discordsim.Config{}, func(w *world) error {
			_, err := w.dg.ChannelFileSend(string(w.games), "a.bin", strings.NewReader(strings.Repeat("x", 10<<20+1)))
			return err
		}, 413, 40005},
		{"request too large", discordsim.Config{}, func(w *world) error {
			var files []*discordgo.File
			for n := range 3 {
				files = append(files,
					&discordgo.File{Name: fmt.Sprint(n), Reader: strings.NewReader(strings.Repeat("x", 9<<20))})
			}
			_, err := w.dg.ChannelMessageSendComplex(string(w.games), &discordgo.MessageSend{Files: files})
			return err
		}, 413, 40005},
		{
			"DMs opened too fast",
			discordsim.Config{Limits: discordsim.Limits{OpenDMs: discordsim.Limit{N: 2, Per: time.Minute}}},
			func(w *world) error {
				for _, u := range []discordsim.UserID{w.ann, w.bob, w.ann} { // asking for the same DM twice counts once
					if _, err := w.dg.UserChannelCreate(string(u)); err != nil {
						return err
					}
				}
				_, err := w.dg.UserChannelCreate(string(w.AddUser("Carl")))
				return err
			}, 403, 40003,
		},
		{"sixth follow-up of a user install", discordsim.Config{}, func(w *world) error {
			kinds := []discordgo.ApplicationIntegrationType{discordgo.ApplicationIntegrationUserInstall}
			if _, err := w.dg.ApplicationCommandBulkOverwrite(w.ApplicationID(), "", []*discordgo.ApplicationCommand{
				{Name: "solo", Description: "d", IntegrationTypes: &kinds},
			}); err != nil {
				return err
			}
			w.KickBot(w.club)
			w.Install(w.ann)
			w.As(w.ann).In(w.games).Slash("/solo")
			i := w.next()
			w.answer(i, 4, hello)
			for range 5 {
				if _, err := w.dg.FollowupMessageCreate(i, true, &discordgo.WebhookParams{Content: "x"}); err != nil {
					return err
				}
			}
			_, err := w.dg.FollowupMessageCreate(i, true, &discordgo.WebhookParams{Content: "x"})
			return err
		}, 400, 40094},
		{"commands made in a day", discordsim.Config{Limits: discordsim.Limits{Creates: 4}}, func(w *world) error {
			for n := range 2 {
				_, err := w.dg.ApplicationCommandBulkOverwrite(w.ApplicationID(), "",
					[]*discordgo.ApplicationCommand{{Name: fmt.Sprint("c", n), Description: "d"}})
				if err != nil {
					return err
				}
			}
			return nil
		}, 400, 30034},
		{"wrong token", discordsim.Config{}, func(w *world) error {
			w.ResetToken()
			defer w.RestoreToken()
			_, err := post(w)
			return err
		}, 401, 0},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			story(t, c.cfg, func(t *testing.T, w *world) { wantCode(t, c.do(w), c.status, c.code) })
		})
	}
}

// The number of edits of an old message is limited: HTTP 429 with 30046.
func TestOldEdits(t *testing.T) {
	story(t, discordsim.Config{Limits: discordsim.Limits{OldEdits: discordsim.Limit{N: 2, Per: time.Hour}}},
		func(t *testing.T, w *world) {
			m, err := w.dg.ChannelMessageSend(string(w.games), "x")
			if err != nil {
				t.Fatal(err)
			}
			edit := func() error {
				_, err := w.dg.ChannelMessageEdit(string(w.games), m.ID, "y", discordgo.WithRetryOnRatelimit(false))
				return err
			}
			for range 4 {
				if err := edit(); err != nil {
					t.Error("young message:", err)
				}
			}
			time.Sleep(time.Hour + time.Second)
			for range 2 {
				if err := edit(); err != nil {
					t.Error("old message, within the limit:", err)
				}
			}
			var limited *discordgo.RateLimitError
			if err := edit(); !errors.As(err, &limited) || limited.RetryAfter <= 0 {
				t.Errorf("third edit of an old message: %v, want a rate limit", err)
			}
			calls := w.Refusals()
			if last := calls[len(calls)-1]; last.Status != 429 || last.Code != 30046 {
				t.Errorf("refusal = %v, want 429 with 30046", last)
			}
		})
}

// A repeated enforced nonce returns the first message and creates no second
// (https://docs.discord.com/developers/resources/message#create-message).
func TestEnforcedNonce(t *testing.T) {
	r := newRaw(t, discordsim.Config{})
	path := "/channels/" + string(r.games) + "/messages"
	for range 2 {
		if c := r.send("POST", path, `{"content":"x","nonce":"match-1:7","enforce_nonce":true}`); c.Status != 200 {
			t.Error(c)
		}
	}
	if got, want := len(r.Messages(r.games, r.ann)), 1; got != want {
		t.Errorf("%d messages, want %d", got, want)
	}
	for range 2 {
		r.send("POST", path, `{"content":"x","nonce":"match-1:7"}`)
	}
	if got, want := len(r.Messages(r.games, r.ann)), 3; got != want {
		t.Errorf("not enforced: %d messages, want %d", got, want)
	}
}

// Per-route limits are announced and enforced; discordgo waits for them by itself.
func TestRateLimits(t *testing.T) {
	story(t, discordsim.Config{}, func(t *testing.T, w *world) {
		start := time.Now()
		for range 11 {
			if _, err := w.dg.ChannelMessageSend(string(w.games), "x"); err != nil {
				t.Error(err)
			}
		}
		if took := time.Since(start); took < 10*time.Second || took > 11*time.Second {
			t.Errorf("11 messages at 5 in 5 s took %v, want 10 s", took)
		}
		if n := len(w.Refusals()); n != 0 {
			t.Errorf("%d refusals, want none: the headers say when to wait", n)
		}
	})
}

// The global limit exempts interaction endpoints, unless they carry the bot's token
// (https://docs.discord.com/developers/topics/rate-limits#global-rate-limit).
func TestGlobalLimit(t *testing.T) {
	w := newWorld(t, discordsim.Config{Limits: discordsim.Limits{Global: discordsim.Limit{N: 2, Per: time.Hour}}})
	defer w.Sim.Close()
	r := &raw{w, &http.Client{Transport: w.Transport()}}
	token := "Bot " + discordsim.DefaultToken
	for range 2 {
		if c := r.sendAs("GET", "/users/@me", "", nil, token); c.Status != 200 {
			t.Error(c)
		}
	}
	if c := r.sendAs("GET", "/users/@me", "", nil, token); c.Status != 429 || c.Scope != "global" {
		t.Errorf("third call: %v, want 429 of scope global", c)
	}
	if c := r.sendAs("POST", "/interactions/1/t/callback", "application/json", []byte(`{"type":4}`),
		""); c.Code != 10062 {
		t.Errorf("without a token: %v, want to get through to 10062", c)
	}
	if c := r.sendAs("POST", "/interactions/1/t/callback", "application/json", []byte(`{"type":4}`),
		token); c.Status != 429 {
		t.Errorf("with the token: %v, want 429", c)
	}
	if got, want := w.Wasted(), 2; got != want {
		t.Errorf("Wasted() = %d, want %d", got, want)
	}
}

// After many refusals the network in front of Discord refuses everything for an hour, with an HTML
// page and without Discord's headers, whatever authorises the request.
func TestBlockedAddress(t *testing.T) {
	limits := discordsim.Limits{Off: true, Refused: discordsim.Limit{N: 3, Per: 10 * time.Minute}}
	story(t, discordsim.Config{Limits: limits},
		func(t *testing.T, w *world) {
			r := &raw{w, &http.Client{Transport: w.Transport()}}
			for range 2 {
				r.sendAs("GET", "/users/@me", "", nil, "Bot forged")
			}
			time.Sleep(10*time.Minute + time.Second) // channels that were closed no longer count
			for n := range 3 {
				if w.Blocked() {
					t.Errorf("blocked after %d refusals, want 3", n)
				}
				r.sendAs("GET", "/users/@me", "", nil, "Bot forged")
			}
			ask := func() *http.Response {
				t.Helper()
				req, err := http.NewRequest("GET", "https://discord.com/api/gateway", nil)
				if err != nil {
					t.Fatal(err)
				}
				res, err := r.client.Do(req)
				if err != nil {
					t.Fatal(err)
				}
				res.Body.Close()
				return res
			}
			calls := len(w.Calls())
			if res := ask(); !w.Blocked() || res.StatusCode != 429 || res.Header.Get("Retry-After") != "3600" ||
				res.Header.Get("X-RateLimit-Scope") != "" || !strings.HasPrefix(res.Header.Get("Content-Type"), "text/html") ||
				len(w.Calls()) != calls {
				t.Errorf("blocked: %v, answer %d %v", w.Blocked(), res.StatusCode, res.Header)
			}
			time.Sleep(time.Hour)
			if res := ask(); w.Blocked() || res.StatusCode != 200 {
				t.Errorf("an hour later: blocked %v, answer %d", w.Blocked(), res.StatusCode)
			}
		})
}

func TestInjectedFaults(t *testing.T) {
	story(t, discordsim.Config{}, func(t *testing.T, w *world) {
		post := func() error {
			_, err := w.dg.ChannelMessageSend(string(w.games), "x", discordgo.WithRetryOnRatelimit(false))
			return err
		}
		count := func() int { return len(w.Messages(w.games, w.ann)) }
		route := "/channels/{channel_id}/messages"

		w.Inject(discordsim.Fault{Method: "POST", Route: route, Status: 500})
		wantCode(t, post(), 500, 0)
		if err := post(); err != nil {
			t.Error("one fault is one fault:", err)
		}
		w.Inject(discordsim.Fault{
			Route: "/channels/*", Status: 429, Scope: "shared", RetryAfter: time.Second,
			Times: 2,
		})
		for range 2 {
			var limited *discordgo.RateLimitError
			if err := post(); !errors.As(err, &limited) || limited.RetryAfter != time.Second {
				t.Errorf("got %v, want a rate limit of 1 s", err)
			}
		}
		if got := w.Wasted(); got != 0 {
			t.Errorf("429 of scope shared counts as wasted: %d", got)
		}
		w.Inject(discordsim.Fault{Route: route, Status: 503, Body: "<html>busy</html>"})
		var re *discordgo.RESTError
		if err := post(); !errors.As(err, &re) || re.Message != nil || string(re.ResponseBody) != "<html>busy</html>" {
			t.Errorf("got %v, want a body that is not JSON", err)
		}
		w.Inject(discordsim.Fault{Route: route, Status: 502})
		if err := post(); err != nil {
			t.Error("discordgo tries again after 502:", err)
		}

		before := count()
		w.Inject(discordsim.Fault{Route: route, Drop: true})
		if err := post(); err == nil || count() != before {
			t.Errorf("dropped request: error %v, %d new messages", err, count()-before)
		}
		w.Inject(discordsim.Fault{Route: route, Lost: true})
		if err := post(); err == nil || count() != before+1 {
			t.Errorf("lost answer: error %v, %d new messages, want an error and 1", err, count()-before)
		}

		remove := w.Inject(discordsim.Fault{Route: route, Delay: 2 * time.Second, Times: -1})
		start := time.Now()
		for range 2 {
			if err := post(); err != nil {
				t.Error(err)
			}
		}
		if took := time.Since(start); took < 4*time.Second {
			t.Errorf("two slow calls took %v, want 4 s at least", took)
		}
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		if _, err := w.dg.ChannelMessageSend(string(w.games), "x", discordgo.WithContext(ctx)); !errors.Is(err,
			context.DeadlineExceeded) {
			t.Errorf("got %v, want the context's end", err)
		}
		remove()
		start = time.Now()
		if err := post(); err != nil || time.Since(start) >= 2*time.Second {
			t.Errorf("after removal: %v, %v", err, time.Since(start))
		}
	})
}

func TestTamperedInteractions(t *testing.T) {
	story(t, discordsim.Config{}, func(t *testing.T, w *world) {
		here := w.As(w.ann).In(w.games)
		w.TamperNext(1, people.Twice)
		here.Slash("/ping")
		if a, b := w.next(), w.next(); a.ID != b.ID {
			t.Errorf("delivered %s and %s, want the same twice", a.ID, b.ID)
		}
		w.TamperNext(1, people.Nobody)
		here.Slash("/ping")
		if i := w.next(); i.Member != nil || i.User != nil {
			t.Errorf("member %v, user %v, want neither", i.Member, i.User)
		}
		w.TamperNext(1, people.Never)
		r := here.Slash("/ping")
		time.Sleep(3 * time.Second)
		synctest.Wait()
		if err := r.Err(); len(w.inbox) != 0 || !errors.Is(err, discordsim.ErrNoAnswer) {
			t.Errorf("a lost interaction: %d delivered, Err() = %v", len(w.inbox), err)
		}

		r = here.Slash("/ping")
		w.answer(w.next(), 9, &discordgo.InteractionResponseData{
			CustomID: "f", Title: "t",
			Components: []discordgo.MessageComponent{
				discordgo.ActionsRow{Components: []discordgo.MessageComponent{discordgo.TextInput{
					CustomID: "x",
					Label:    "l",
					Style:    1,
				}}},
			},
		})
		w.TamperNext(1, people.UnknownComponent)
		w.As(w.ann).Submit(r.Modal(), map[string]string{"x": "v"})
		if i := w.next(); i.Data != nil {
			t.Errorf("data = %v, want nil: discordgo does not know the type", i.Data)
		}
	})
}

func TestSettleAndWait(t *testing.T) {
	story(t, discordsim.Config{}, func(t *testing.T, w *world) {
		r := w.As(w.ann).In(w.games).Slash("/ping")
		i := w.next()
		settled, waited := make(chan error, 1), make(chan error, 1)
		go func() { settled <- w.Settle(t.Context()) }()
		go func() { waited <- r.Wait(t.Context()) }()
		w.answer(i, 5, nil)
		synctest.Wait()
		if len(settled)+len(waited) != 0 {
			t.Error("a deferred answer that is not filled counts as settled")
		}
		text := "done"
		if _, err := w.dg.InteractionResponseEdit(i, &discordgo.WebhookEdit{Content: &text}); err != nil {
			t.Fatal(err)
		}
		synctest.Wait()
		if err := errors.Join(<-settled, <-waited); err != nil {
			t.Error(err)
		}
		r = w.As(w.ann).In(w.games).Slash("/ping")
		w.next()
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		if err := w.Settle(ctx); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("Settle = %v, want the context's end", err)
		}
		if err := r.Wait(t.Context()); !errors.Is(err, discordsim.ErrNoAnswer) {
			t.Errorf("Wait = %v, want ErrNoAnswer", err)
		}
		w.As(w.ann).In(w.games).Slash("/ping")
		w.answer(w.next(), 5, nil)
		if n := w.Abandon(); n != 1 {
			t.Errorf("%d answers were abandoned, want the one that was put off", n)
		}
		if err := w.Settle(t.Context()); err != nil {
			t.Error("an abandoned answer is waited for:", err)
		}
	})
}
