package discordsim_test

import (
	"errors"
	"fmt"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/bwmarrin/discordgo"

	"paddock/bot/discordsim"
)

// Every kind of option arrives as Discord sends it.
func TestOptionKinds(t *testing.T) {
	story(t, discordsim.Config{}, func(t *testing.T, w *world) {
		least := 2
		var options []*discordgo.ApplicationCommandOption
		for kind, name := range map[discordgo.ApplicationCommandOptionType]string{
			discordgo.ApplicationCommandOptionBoolean: "rated", discordgo.ApplicationCommandOptionNumber: "factor",
			discordgo.ApplicationCommandOptionMentionable: "who", discordgo.ApplicationCommandOptionAttachment: "file",
		} {
			options = append(options, &discordgo.ApplicationCommandOption{Type: kind, Name: name, Description: "d"})
		}
		options = append(
			options, &discordgo.ApplicationCommandOption{
				Type: discordgo.ApplicationCommandOptionString, Name: "text",
				Description: "d", MinLength: &least, MaxLength: 4,
			},
			&discordgo.ApplicationCommandOption{
				Type: discordgo.ApplicationCommandOptionChannel, Name: "where",
				Description: "d", ChannelTypes: []discordgo.ChannelType{0},
			},
		)
		if _, err := w.dg.ApplicationCommandBulkOverwrite(w.ApplicationID(), string(w.club),
			[]*discordgo.ApplicationCommand{
				{Name: "all", Description: "d", Options: options},
			}); err != nil {
			t.Fatal(err)
		}
		here := w.As(w.ann).In(w.games).WithFile("game.txt", []byte("kalah/1"))
		r := here.Slash("/all rated:true factor:1.5 who:@Bob file:game.txt text:abc where:#games")
		if err := r.Err(); err != nil {
			t.Fatal(err)
		}
		data := w.next().ApplicationCommandData()
		if !data.GetOption("rated").BoolValue() || data.GetOption("factor").FloatValue() != 1.5 ||
			data.GetOption("who").Value != string(w.bob) {
			t.Errorf("options = %+v", data.Options)
		}
		if id := data.GetOption("where").Value.(string); data.Resolved.Channels[id] == nil || id != string(w.games) {
			t.Errorf("channel %q resolved as %v", id, data.Resolved.Channels)
		}
		file := data.Resolved.Attachments[data.GetOption("file").Value.(string)]
		if file == nil || file.Filename != "game.txt" {
			t.Fatalf("attachments = %v", data.Resolved.Attachments)
		}
		res, err := w.dg.Client.Get(file.URL)
		if err != nil {
			t.Fatal(err)
		}
		if err := res.Body.Close(); err != nil || res.StatusCode != 200 || res.ContentLength != 7 {
			t.Errorf("the upload: %v", res)
		}
		thread := w.AddThread(w.games, "side", w.ann)
		for _, bad := range []string{
			"rated:maybe", "factor:much", "who:@Zoe", "file:none.txt", "text:a", "text:abcde", "where:#nowhere",
			"where:" + string(thread),
		} {
			if err := here.Slash("/all " + bad).Err(); !errors.Is(err, discordsim.ErrClient) {
				t.Errorf("%s: Err() = %v, want the client to refuse", bad, err)
			}
		}
		for _, stray := range []string{"who:@Bob players:4", "rated:true players:4", "factor:1.5 players:4"} {
			if err := here.Slash("/all " + stray).Err(); !errors.Is(err, discordsim.ErrClient) ||
				!strings.Contains(err.Error(), `/all has no option "players"`) {
				t.Errorf("%s: Err() = %v, want the client to name the option that does not exist", stray, err)
			}
		}
	})
}

// Names in a person's language work for that person; nicknames in their server.
func TestLanguageAndNicknames(t *testing.T) {
	story(t, discordsim.Config{}, func(t *testing.T, w *world) {
		german := map[discordgo.Locale]string{discordgo.German: "zug"}
		if _, err := w.dg.ApplicationCommandBulkOverwrite(w.ApplicationID(), "", []*discordgo.ApplicationCommand{{
			Name: "move", NameLocalizations: &german, Description: "d", Options: []*discordgo.ApplicationCommandOption{{
				Type: discordgo.ApplicationCommandOptionUser, Name: "user",
				NameLocalizations: map[discordgo.Locale]string{discordgo.German: "wer"}, Description: "d",
			}},
		}}); err != nil {
			t.Fatal(err)
		}
		w.SetLocale(w.ann, "de")
		w.SetGuildLocale(w.club, "fr")
		w.SetNick(w.club, w.bob, "The Fox")
		w.As(w.ann).In(w.games).Slash("/zug wer:@The Fox")
		i := w.next()
		if got := i.ApplicationCommandData(); got.Name != "move" || got.Options[0].Name != "user" ||
			got.Options[0].Value != string(w.bob) {
			t.Errorf("data = %+v", got)
		}
		if i.Locale != discordgo.German || *i.GuildLocale != discordgo.French {
			t.Errorf("locales %v and %v, want de and fr", i.Locale, *i.GuildLocale)
		}
		if err := w.As(w.bob).In(w.games).Slash("/zug").Err(); !errors.Is(err, discordsim.ErrClient) {
			t.Errorf("a German name in an English client: %v", err)
		}
	})
}

// default_member_permissions and contexts decide who sees a command, and where.
func TestWhoIsOfferedACommand(t *testing.T) {
	r := newRaw(t, discordsim.Config{})
	r.send("PUT", "/applications/"+r.ApplicationID()+"/commands", `[
		{"name":"all","description":"d"},
		{"name":"server","description":"d","contexts":[0],"default_member_permissions":"32"},
		{"name":"admins","description":"d","contexts":[0],"default_member_permissions":"0"},
		{"name":"dm","description":"d","contexts":[1]}]`)
	offered := func(c discordsim.ChannelID, u discordsim.UserID) string {
		var names []string
		for _, c := range r.Commands(c, u) {
			names = append(names, c.Name)
		}
		return strings.Join(names, " ")
	}
	check := func(who string, got, want string) {
		t.Helper()
		if got != want {
			t.Errorf("%s is offered %q, want %q", who, got, want)
		}
	}
	check("the owner", offered(r.games, r.ann), "admins all server")
	check("a member", offered(r.games, r.bob), "all")
	r.SetPermissions(r.club, r.bob, discordsim.DefaultMemberPermissions|discordsim.PermManageGuild)
	check("a manager", offered(r.games, r.bob), "all server")
	check("a member in the DM", offered(r.DM(r.bob), r.bob), "all dm")
	r.KickBot(r.club)
	check("a member after the kick", offered(r.games, r.bob), "")
}

// If the bot is not a member, a person's own install reaches it, and it can only answer.
func TestUserInstall(t *testing.T) {
	story(t, discordsim.Config{}, func(t *testing.T, w *world) {
		types := []discordgo.ApplicationIntegrationType{
			discordgo.ApplicationIntegrationGuildInstall,
			discordgo.ApplicationIntegrationUserInstall,
		}
		anywhere := []discordgo.InteractionContextType{0, 1, 2}
		if _, err := w.dg.ApplicationCommandBulkOverwrite(w.ApplicationID(), "", []*discordgo.ApplicationCommand{
			{Name: "solo", Description: "d", IntegrationTypes: &types, Contexts: &anywhere},
			{Name: "club", Description: "d"},
		}); err != nil {
			t.Fatal(err)
		}
		group := w.AddGroup("the two of us", w.ann, w.bob)
		other := w.AddGuild("Elsewhere", w.bob, w.ann)
		square := w.AddChannel(other, "square")
		w.KickBot(other)
		w.Install(w.ann)
		synctest.Wait()
		for _, c := range []struct {
			where   discordsim.ChannelID
			context discordgo.InteractionContextType
		}{{group, discordgo.InteractionContextPrivateChannel}, {square, discordgo.InteractionContextGuild}} {
			if got := w.Commands(c.where, w.bob); len(got) != 0 {
				t.Errorf("who has not installed the application is offered %v", got)
			}
			if got := w.Commands(c.where, w.ann); len(got) != 1 || got[0].Name != "solo" {
				t.Errorf("who has installed it is offered %v, want solo", got)
			}
			ix := w.As(w.ann).In(c.where).Slash("/solo")
			i := w.next()
			if i.Context != c.context || (i.Member == nil) != (c.context == 2) || (i.User == nil) != (c.context == 0) {
				t.Errorf("context %d, member %v, user %v", i.Context, i.Member, i.User)
			}
			if owners := i.AuthorizingIntegrationOwners; len(owners) != 1 ||
				owners[discordgo.ApplicationIntegrationUserInstall] != string(w.ann) {
				t.Errorf("owners %v, want Ann alone", owners)
			}
			w.answer(i, 4, &discordgo.InteractionResponseData{Content: "hello"})
			if err := ix.Err(); err != nil || !ix.Message().Exists() {
				t.Errorf("the answer: %v, %v", ix.Message(), err)
			}
			_, err := w.dg.ChannelMessageSend(string(c.where), "x")
			wantCode(t, err, 403, 50001)
		}
		if got := w.Messages(group, w.bob); len(got) != 1 {
			t.Errorf("the others in the group see %d messages, want the answer", len(got))
		}
		if got := w.Messages(group, w.eve()); len(got) != 0 {
			t.Errorf("a stranger sees %d messages of the group", len(got))
		}
	})
}

// Anybody who sees the answer of a user's application can press its components, in a direct message
// between two people too. A member who may not use external apps gets answers in private.
func TestComponentsOfUserInstalls(t *testing.T) {
	story(t, discordsim.Config{}, func(t *testing.T, w *world) {
		types := []discordgo.ApplicationIntegrationType{discordgo.ApplicationIntegrationUserInstall}
		anywhere := []discordgo.InteractionContextType{0, 1, 2}
		if _, err := w.dg.ApplicationCommandBulkOverwrite(w.ApplicationID(), "", []*discordgo.ApplicationCommand{
			{Name: "solo", Description: "d", IntegrationTypes: &types, Contexts: &anywhere},
		}); err != nil {
			t.Fatal(err)
		}
		friends, group := w.AddFriends(w.ann, w.bob), w.AddGroup("all of us", w.ann, w.bob)
		other := w.AddGuild("Elsewhere", w.bob, w.ann)
		square := w.AddChannel(other, "square")
		w.KickBot(other)
		w.Install(w.ann)
		synctest.Wait()
		press := discordgo.ActionsRow{Components: []discordgo.MessageComponent{
			discordgo.Button{Label: "Press", CustomID: "x", Style: discordgo.PrimaryButton},
		}}
		for _, ch := range []discordsim.ChannelID{friends, group, square} {
			ix := w.As(w.ann).In(ch).Slash("/solo")
			w.answer(w.next(), 4, &discordgo.InteractionResponseData{
				Content: "hello", Components: []discordgo.MessageComponent{press},
			})
			w.Uninstall(w.ann)
			pressed := w.As(w.bob).Click(ix.Message(), "Press")
			i := w.next()
			if owners := i.AuthorizingIntegrationOwners; len(owners) != 1 ||
				owners[discordgo.ApplicationIntegrationUserInstall] != string(w.ann) {
				t.Errorf("the owners of Bob's press are %v, want Ann", owners)
			}
			w.answer(i, 7, &discordgo.InteractionResponseData{Content: "pressed"})
			if m := pressed.Message(); m.Content != "pressed" || m.ID != ix.Message().ID {
				t.Errorf("after the press the message is %+v", m)
			}
			_, err := w.dg.FollowupMessageCreate(i, true, &discordgo.WebhookParams{Content: "more"})
			if err != nil || len(w.Messages(ch, w.ann)) != 2 {
				t.Errorf("Ann sees %d messages, %v; want the follow-up", len(w.Messages(ch, w.ann)), err)
			}
			_, err = w.dg.Channel(string(ch))
			wantCode(t, err, 403, 50001)
			w.Install(w.ann)
		}

		w.LeaveGroup(group, w.bob)
		if err := w.As(w.bob).Click(w.Messages(group, w.ann)[1], "Press").Err(); !errors.Is(err, discordsim.ErrClient) {
			t.Errorf("who has left the group presses there: %v", err)
		}
		w.SetPermissions(other, w.ann, discordsim.DefaultMemberPermissions&^discordsim.PermUseExternalApps)
		ix := w.As(w.ann).In(square).Slash("/solo")
		w.answer(w.next(), 4, &discordgo.InteractionResponseData{Content: "hello"})
		if !ix.Message().Ephemeral() {
			t.Error("the answer to a member who may not use external apps is public")
		}
	})
}

func (w *world) eve() discordsim.UserID { return w.AddUser("Eve") }

func TestMessageMenuAndWebhookDelete(t *testing.T) {
	story(t, discordsim.Config{}, func(t *testing.T, w *world) {
		if _, err := w.dg.ApplicationCommandBulkOverwrite(w.ApplicationID(), "", []*discordgo.ApplicationCommand{
			{Type: discordgo.MessageApplicationCommand, Name: "Explain"},
		}); err != nil {
			t.Fatal(err)
		}
		m, err := w.As(w.bob).In(w.games).Say("why?")
		if err != nil {
			t.Fatal(err)
		}
		r := w.As(w.ann).In(w.games).MessageMenu("Explain", m)
		i := w.next()
		if data := i.ApplicationCommandData(); data.Resolved.Messages[data.TargetID].Content != "why?" {
			t.Errorf("data = %+v", data)
		}
		w.answer(i, 5, nil)
		if err := w.dg.InteractionResponseDelete(i); err != nil {
			t.Error(err)
		}
		if r.Message().Exists() {
			t.Error("the deleted answer is still there")
		}
		if err := w.Settle(t.Context()); err != nil {
			t.Error("a deleted answer owes nothing:", err)
		}
	})
}

func TestSelectStale(t *testing.T) {
	r := newRaw(t, discordsim.Config{})
	old := r.Message(r.posted(classic(menu(`"options":[`+option(1)+`]`))), r.ann)
	r.send("PATCH", "/channels/"+string(r.games)+"/messages/"+string(old.ID), `{"components":[]}`)
	if err := r.As(r.ann).Select(old, "s", "v1").Err(); !errors.Is(err, discordsim.ErrClient) {
		t.Errorf("a menu that is gone: %v", err)
	}
	if err := r.As(r.ann).SelectStale(old, "s", "v1").Err(); err != nil {
		t.Errorf("on a screen that has not caught up: %v", err)
	}
	if got := len(old.Selects()); got != 1 {
		t.Errorf("%d selects, want 1", got)
	}
}

// Only users who were added to a private thread can see it.
func TestPrivateThread(t *testing.T) {
	r := newRaw(t, discordsim.Config{})
	c := r.send("POST", "/channels/"+string(r.games)+"/threads", `{"name":"secret"}`) // private if no type is given
	if c.Status != 201 {
		t.Fatal(c)
	}
	thread := r.Threads(r.games)[0]
	if thread.Type != discordsim.ChannelPrivateThread {
		t.Errorf("type = %d", thread.Type)
	}
	if _, err := r.As(r.bob).In(thread.ID).Say("hello"); !errors.Is(err, discordsim.ErrClient) {
		t.Errorf("somebody not added: %v", err)
	}
	if c := r.send("PUT", "/channels/"+string(thread.ID)+"/thread-members/"+string(r.bob), ""); c.Status != 204 {
		t.Error(c)
	}
	if _, err := r.As(r.bob).In(thread.ID).Say("hello"); err != nil {
		t.Error(err)
	}
	if c := r.send("DELETE", "/channels/"+string(thread.ID), ""); c.Code != 50013 {
		t.Errorf("delete without MANAGE_THREADS: %v", c)
	}
	r.SetPermissions(r.club, r.Bot(), discordsim.DefaultBotPermissions|discordsim.PermManageThreads)
	if c := r.send("PATCH", "/channels/"+string(thread.ID),
		`{"locked":true,"archived":true,"name":"over"}`); c.Status != 200 {
		t.Error(c)
	}
	if c := r.send("DELETE", "/channels/"+string(thread.ID), ""); c.Status != 200 {
		t.Error(c)
	}
	if _, ok := r.Channel(thread.ID); ok {
		t.Error("the thread is still there")
	}
}

func TestHistoryAndLeaving(t *testing.T) {
	r := newRaw(t, discordsim.Config{HistoryLimit: 5})
	var ids []discordsim.MessageID
	for n := range 7 {
		ids = append(ids, r.posted(fmt.Sprintf(`{"content":"%d"}`, n)))
	}
	path := "/channels/" + string(r.games) + "/messages"
	for query, want := range map[string]int{
		"": 5, "?limit=2": 2, "?before=" + string(ids[4]): 2,
		"?after=" + string(ids[5]): 1,
	} {
		c := r.send("GET", path+query, "")
		if got := strings.Count(string(c.Answer), `"content"`); got != want {
			t.Errorf("GET %s: %d messages, want %d", query, got, want)
		}
	}
	if c := r.send("GET", path+"?limit=101", ""); c.Code != 50035 {
		t.Error(c)
	}
	r.Deny(r.games, discordsim.PermReadMessageHistory)
	if c := r.send("GET", path+"/"+string(ids[6]), ""); c.Code != 50013 {
		t.Error(c)
	}
	r.Allow(r.games, discordsim.PermReadMessageHistory)
	if c := r.send("GET", path+"/"+string(ids[6]), ""); c.Status != 200 {
		t.Error(c)
	}
	if c := r.send("DELETE", "/users/@me/guilds/"+string(r.club), ""); c.Status != 204 {
		t.Error(c)
	}
	if c := r.send("GET", "/guilds/"+string(r.club), ""); c.Code != 50001 {
		t.Errorf("a server that was left: %v", c)
	}
}

func TestJournal(t *testing.T) {
	r := newRaw(t, discordsim.Config{JournalLimit: 8})
	for range 50 {
		r.posted(`{"content":"x"}`)
	}
	if got := len(r.Calls()); got < 8 || got > 11 {
		t.Errorf("%d calls remembered, want 8 or a few more", got)
	}
	c := r.send("POST", "/channels/"+string(r.games)+"/messages", `{"content":5}`)
	if got, want := c.String(), "content: STRING_TYPE_CONVERT"; !strings.Contains(got, want) {
		t.Errorf("String() = %q, want %q in it", got, want)
	}
	if got := c.JSON()["content"]; got != 5.0 {
		t.Errorf("body = %v", c.JSON())
	}
	r.ForgetCalls()
	if got := len(r.Calls()); got != 0 {
		t.Errorf("%d calls after ForgetCalls", got)
	}
	if c := r.send("GET", "/no/such/thing", ""); c.Status != 404 || c.Route != "" {
		t.Error(c)
	}
}

// If the token is reset while the bot runs, the gateway closes with 4004, and discordgo tries
// forever.
func TestTokenResetWhileRunning(t *testing.T) {
	story(t, discordsim.Config{}, func(t *testing.T, w *world) {
		synctest.Wait()
		if !w.Connected() {
			t.Error("not connected")
		}
		w.ResetToken()
		w.CloseConnections(4004)
		time.Sleep(10 * time.Second)
		synctest.Wait()
		if w.Connected() {
			t.Error("connected with a token that was reset")
		}
		w.RestoreToken()
		time.Sleep(time.Minute)
		synctest.Wait()
		if !w.Connected() {
			t.Error("did not come back")
		}
	})
}

func TestWaitAnswer(t *testing.T) {
	story(t, discordsim.Config{}, func(t *testing.T, w *world) {
		r := w.As(w.ann).In(w.games).Slash("/ping")
		w.answer(w.next(), 5, nil)
		if err := r.WaitAnswer(t.Context()); err != nil {
			t.Error("a deferred answer is an answer:", err)
		}
		if got, want := r.Answer().String(), "deferred message"; got != want {
			t.Errorf("answer = %q, want %q", got, want)
		}
		r = w.As(w.ann).In(w.games).Slash("/ping")
		if err := r.WaitAnswer(t.Context()); !errors.Is(err, discordsim.ErrNoAnswer) {
			t.Errorf("got %v, want ErrNoAnswer", err)
		}
	})
}

// Payloads of over 65,535 bytes arrive in one piece.
func TestLargeEvent(t *testing.T) {
	sim := discordsim.New(discordsim.Config{})
	club := sim.AddGuild("Club", sim.AddUser("Ann"))
	for n := range 500 {
		sim.AddChannel(club, fmt.Sprint("channel-", n))
	}
	w := dialGateway(t, sim)
	w.send(identify(1))
	if got := w.read(); got.T != "READY" {
		t.Fatalf("got %s", got.T)
	}
	if got := w.read(); got.T != "GUILD_CREATE" || len(got.D) <= 65535 {
		t.Errorf("got %s of %d bytes, want GUILD_CREATE of more than 65,535", got.T, len(got.D))
	}
}

func TestGatewayWithoutHandshake(t *testing.T) {
	sim := discordsim.New(discordsim.Config{})
	defer sim.Close()
	server := httptest.NewServer(sim.Handler())
	defer server.Close()
	res, err := server.Client().Get(server.URL + "/gw")
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	if got, want := res.StatusCode, 400; got != want {
		t.Errorf("status %d, want %d", got, want)
	}
}

// BenchmarkSlash measures one slash command and its answer, through discordgo and the simulator in
// one process.
func BenchmarkSlash(b *testing.B) {
	sim := discordsim.New(discordsim.Config{Limits: discordsim.Limits{Off: true}, HistoryLimit: 100, JournalLimit: 100})
	defer sim.Close()
	ann := sim.AddUser("Ann")
	games := sim.AddChannel(sim.AddGuild("Club", ann), "games")
	dg, err := discordgo.New("Bot " + discordsim.DefaultToken)
	if err != nil {
		b.Fatal(err)
	}
	dg.ShouldReconnectOnError = false
	sim.Attach(dg)
	dg.AddHandler(func(dg *discordgo.Session, i *discordgo.InteractionCreate) {
		if err := dg.InteractionRespond(i.Interaction,
			&discordgo.InteractionResponse{Type: 4, Data: say("pong")}); err != nil {
			b.Error(err)
		}
	})
	if err := dg.Open(); err != nil {
		b.Fatal(err)
	}
	if _, err := dg.ApplicationCommandBulkOverwrite(sim.ApplicationID(), "", commands()); err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		if err := sim.As(ann).In(games).Slash("/ping").Wait(b.Context()); err != nil {
			b.Fatal(err)
		}
	}
}
