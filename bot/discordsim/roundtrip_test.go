package discordsim_test

import (
	"bytes"
	"errors"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/bwmarrin/discordgo"

	"paddock/bot/discordsim"
)

// story runs a test in a synctest bubble with a connected bot.
func story(t *testing.T, cfg discordsim.Config, tell func(t *testing.T, w *world)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		w := newWorld(t, cfg)
		defer w.close()
		w.open()
		tell(t, w)
	})
}

func TestSelect(t *testing.T) {
	story(t, discordsim.Config{}, func(t *testing.T, w *world) {
		r := w.As(w.ann).In(w.games).Slash("/ping")
		two := 2
		w.answer(w.next(), 4, &discordgo.InteractionResponseData{
			Content: "pick",
			Components: []discordgo.MessageComponent{
				discordgo.ActionsRow{Components: []discordgo.MessageComponent{discordgo.SelectMenu{
					CustomID: "squares", Placeholder: "From where?", MinValues: &two, MaxValues: 2,
					Options: []discordgo.SelectMenuOption{
						{Label: "c3", Value: "3"},
						{Label: "d4", Value: "4"},
						{Label: "e5", Value: "5"},
					},
				}}},
				discordgo.ActionsRow{Components: []discordgo.MessageComponent{discordgo.SelectMenu{MenuType: discordgo.UserSelectMenu, CustomID: "who"}}},
			},
		})
		m := r.Message()
		w.As(w.ann).Select(m, "From where?", "c3", "5")
		if got, want := w.next().MessageComponentData().Values, []string{"3", "5"}; !slices.Equal(got, want) {
			t.Errorf("values = %q, want %q", got, want)
		}
		w.As(w.ann).Select(m, "who", "@Bob")
		data := w.next().MessageComponentData()
		if got, want := data.Values, []string{string(w.bob)}; !slices.Equal(got, want) {
			t.Errorf("values = %q, want %q", got, want)
		}
		if data.Resolved.Users[string(w.bob)] == nil {
			t.Error("the picked user is not resolved")
		}
		for name, i := range map[string]*discordsim.Interaction{
			"one pick of two":  w.As(w.ann).Select(m, "squares", "c3"),
			"unknown option":   w.As(w.ann).Select(m, "squares", "c3", "z9"),
			"no such menu":     w.As(w.ann).Select(m, "nothing", "c3"),
			"a button instead": w.As(w.ann).Click(m, "squares"),
		} {
			if !errors.Is(i.Err(), discordsim.ErrClient) {
				t.Errorf("%s: Err() = %v, want the client to refuse", name, i.Err())
			}
		}
	})
}

func TestModal(t *testing.T) {
	story(t, discordsim.Config{}, func(t *testing.T, w *world) {
		r := w.As(w.ann).In(w.games).Slash("/ping")
		w.answer(w.next(), 9, &discordgo.InteractionResponseData{
			CustomID: "form", Title: "Import",
			Components: []discordgo.MessageComponent{
				discordgo.ActionsRow{Components: []discordgo.MessageComponent{discordgo.TextInput{
					CustomID: "text", Label: "Position", Style: discordgo.TextInputParagraph, Required: true,
					MinLength: 3,
					MaxLength: 10,
				}}},
			},
		})
		m := r.Modal()
		if m == nil || m.Title != "Import" || len(m.Inputs()) != 1 {
			t.Fatalf("modal = %+v", m)
		}
		for name, values := range map[string]map[string]string{
			"missing": {}, "too short": {"text": "ab"}, "too long": {"text": "12345678901"},
			"unknown field": {"text": "abc", "x": "y"},
		} {
			if err := w.As(w.ann).Submit(m, values).Err(); !errors.Is(err, discordsim.ErrClient) {
				t.Errorf("%s: Err() = %v, want the client to refuse", name, err)
			}
		}
		s := w.As(w.ann).Submit(m, map[string]string{"Position": "kalah/1"})
		i := w.next()
		input := i.ModalSubmitData().Components[0].(*discordgo.ActionsRow).Components[0].(*discordgo.TextInput)
		if i.ModalSubmitData().CustomID != "form" || input.CustomID != "text" || input.Value != "kalah/1" {
			t.Errorf("submitted %+v of %q", input, i.ModalSubmitData().CustomID)
		}
		w.answer(i, 4, say("imported"))
		if got, want := s.Message().Text(), "imported"; got != want {
			t.Errorf("reply = %q, want %q", got, want)
		}
	})
}

// A modal opened from a button may be answered by an update of the button's message
// (https://docs.discord.com/developers/interactions/receiving-and-responding).
func TestModalFromButton(t *testing.T) {
	story(t, discordsim.Config{}, func(t *testing.T, w *world) {
		r := w.As(w.ann).In(w.games).Slash("/ping")
		w.answer(w.next(), 4, &discordgo.InteractionResponseData{
			Content: "old",
			Components: []discordgo.MessageComponent{
				discordgo.ActionsRow{Components: []discordgo.MessageComponent{discordgo.Button{
					Label:    "Edit",
					CustomID: "e",
				}}},
			},
		})
		c := w.As(w.ann).Click(r.Message(), "Edit")
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
		w.As(w.ann).Submit(c.Modal(), map[string]string{"x": "v"})
		i := w.next()
		if i.Message == nil || i.Message.ID != string(r.Message().ID) {
			t.Error("the submit does not carry the button's message")
		}
		w.answer(i, 7, say("new"))
		if got, want := w.Message(r.Message().ID, w.bob).Text(), "new"; got != want {
			t.Errorf("message = %q, want %q", got, want)
		}
	})
}

func TestAutocomplete(t *testing.T) {
	story(t, discordsim.Config{}, func(t *testing.T, w *world) {
		a := w.As(w.ann).In(w.games).Autocomplete("/kalah move hole:3", "hole")
		i := w.next()
		o := i.ApplicationCommandData().Options[0].Options[0]
		if !o.Focused || o.StringValue() != "3" {
			t.Errorf("focused option = %+v", o)
		}
		w.answer(i, 8, &discordgo.InteractionResponseData{Choices: []*discordgo.ApplicationCommandOptionChoice{{Name: "Hole 3", Value: "3"}}})
		if got := a.Choices(); len(got) != 1 || got[0].Name != "Hole 3" || got[0].Value != "3" {
			t.Errorf("choices = %v", got)
		}
		w.As(w.ann).In(w.games).Autocomplete("/kalah move", "hole")
		if o := w.next().ApplicationCommandData().Options[0].Options[0]; !o.Focused || o.StringValue() != "" {
			t.Errorf("with nothing typed: %+v, want a focused empty option", o)
		}
		if err := w.As(w.ann).In(w.games).Autocomplete("/kalah challenge", "user").Err(); !errors.Is(err,
			discordsim.ErrClient) {
			t.Errorf("suggestions for an option that has none: %v", err)
		}
	})
}

func TestDeferredAnswer(t *testing.T) {
	story(t, discordsim.Config{}, func(t *testing.T, w *world) {
		r := w.As(w.ann).In(w.games).Slash("/ping")
		i := w.next()
		w.answer(i, 5, &discordgo.InteractionResponseData{Flags: discordgo.MessageFlagsEphemeral})
		if m := r.Message(); !m.Loading() || !m.Ephemeral() {
			t.Errorf("after deferral the message is %+v, want a private one that is thinking", m)
		}
		if got := w.Messages(w.games, w.bob); len(got) != 0 {
			t.Errorf("Bob sees %v", got)
		}
		time.Sleep(10 * time.Minute)
		body := map[string]any{
			"flags": 1 << 15, "content": nil, "embeds": []any{},
			"components":  board("private", "alt"),
			"attachments": []any{map[string]any{"id": "0", "filename": "board.png"}},
		}
		contentType, payload, err := discordgo.MultipartBodyWithJSON(body, picture("png"))
		if err != nil {
			t.Fatal(err)
		}
		if _, err := w.dg.RequestRaw("PATCH", discordgo.EndpointWebhookMessage(i.AppID, i.Token, "@original"),
			contentType, payload, "ix", 0); err != nil {
			t.Fatal(err)
		}
		m := r.Message()
		if m.Loading() || !m.Ephemeral() || m.Text() != "private" || !m.Edited.IsZero() {
			t.Errorf("after filling the message is %+v", m)
		}

		// A follow-up instead of an edit also fills the deferred answer.
		r = w.As(w.ann).In(w.games).Slash("/ping")
		i = w.next()
		w.answer(i, 5, nil)
		if _, err := w.dg.FollowupMessageCreate(i, true, &discordgo.WebhookParams{Content: "done"}); err != nil {
			t.Error(err)
		}
		if got, n := r.Message().Text(), len(r.FollowUps()); got != "done" || n != 0 {
			t.Errorf("message %q with %d follow-ups, want %q with none", got, n, "done")
		}
		if _, err := w.dg.FollowupMessageCreate(i, true,
			&discordgo.WebhookParams{Content: "more", Flags: discordgo.MessageFlagsEphemeral}); err != nil {
			t.Error(err)
		}
		if f := r.FollowUps(); len(f) != 1 || f[0].Text() != "more" || f[0].VisibleTo != w.ann {
			t.Errorf("follow-ups = %v", f)
		}
	})
}

// An edit with a picture must name the attachments to keep, or old ones accumulate
// (https://docs.discord.com/developers/resources/message#edit-message).
func TestEditWithFiles(t *testing.T) {
	story(t, discordsim.Config{}, func(t *testing.T, w *world) {
		m, err := w.dg.ChannelMessageSendComplex(string(w.games), &discordgo.MessageSend{
			Flags: discordgo.MessageFlagsIsComponentsV2, Components: board("one", "alt one"), Files: picture("1"),
		})
		if err != nil {
			t.Fatal(err)
		}
		c := board("two", "alt two")
		if _, err := w.dg.ChannelMessageEditComplex(&discordgo.MessageEdit{
			ID: m.ID, Channel: string(w.games), Components: &c, Files: picture("2"),
		}); err != nil {
			t.Fatal(err)
		}
		if got, want := len(w.Last(w.games, w.ann).Attachments), 2; got != want {
			t.Errorf("%d attachments, want %d: nothing said what to keep", got, want)
		}
		none := []*discordgo.MessageAttachment{}
		plain := []discordgo.MessageComponent{discordgo.TextDisplay{Content: "three"}}
		if _, err := w.dg.ChannelMessageEditComplex(&discordgo.MessageEdit{
			ID: m.ID, Channel: string(w.games), Components: &plain, Attachments: &none,
		}); err != nil {
			t.Fatal(err)
		}
		last := w.Last(w.games, w.ann)
		if len(last.Attachments) != 0 || last.Text() != "three" || last.Edits != 2 {
			t.Errorf("after the last edit: %+v", last)
		}
	})
}

// In an edit that lists the attachments to keep, a kept attachment is named by its id, a new one by
// the number of its file.
func TestAttachmentsKept(t *testing.T) {
	r := newRaw(t, discordsim.Config{})
	path := "/channels/" + string(r.games) + "/messages"
	shows := func(name string) string {
		return `{"type":12,"items":[{"media":{"url":"attachment://` + name + `"},"description":"alt"}]}`
	}
	if c := r.sendFiles("POST", path, v2(shows("a.png")), "a.png=A"); c.Status != 200 {
		t.Fatal(c)
	}
	m := r.Last(r.games, r.ann)
	kept := string(m.Attachments[0].ID)
	edit := `{"components":[` + shows("a.png") + `,` + shows("b.png") + `],"attachments":[{"id":"` + kept +
		`"},{"id":"0","filename":"b.png","description":"d"}]}`
	if c := r.sendFiles("PATCH", path+"/"+string(m.ID), edit, "b.png=B"); c.Status != 200 {
		t.Error(c)
	}
	var files []string
	for _, p := range r.Last(r.games, r.ann).Pictures() {
		files = append(files, p.Filename+"="+string(p.Content))
	}
	if want := []string{"a.png=A", "b.png=B"}; !slices.Equal(files, want) {
		t.Errorf("pictures = %q, want %q", files, want)
	}
	drop := `{"components":[` + shows("a.png") + `],"attachments":[]}`
	if c := r.send("PATCH", path+"/"+string(m.ID), drop); c.Code != 50035 {
		t.Errorf("a picture of a dropped file: %v, want 50035", c)
	}
}

func TestDirectMessages(t *testing.T) {
	story(t, discordsim.Config{}, func(t *testing.T, w *world) {
		ch, err := w.dg.UserChannelCreate(string(w.ann))
		if err != nil {
			t.Fatal(err)
		}
		if got, want := discordsim.ChannelID(ch.ID), w.DM(w.ann); got != want {
			t.Errorf("DM channel = %q, want %q", got, want)
		}
		if _, err := w.dg.ChannelMessageSend(ch.ID, "your army?"); err != nil {
			t.Error(err)
		}
		m := w.Last(w.DM(w.ann), w.ann)
		if m.Text() != "your army?" || !slices.Equal(m.Notified, []discordsim.UserID{w.ann}) {
			t.Errorf("Ann sees %q, notified %v", m.Text(), m.Notified)
		}
		if got := w.Messages(w.DM(w.ann), w.bob); got != nil {
			t.Errorf("Bob sees Ann's messages: %v", got)
		}
		w.CloseDMs(w.ann)
		_, err = w.dg.ChannelMessageSend(ch.ID, "again")
		wantCode(t, err, 403, 50007)
		w.OpenDMs(w.ann)
		w.RemoveMember(w.club, w.ann)
		_, err = w.dg.ChannelMessageSend(ch.ID, "again")
		wantCode(t, err, 403, 50278)

		w.AddMember(w.club, w.ann)
		w.As(w.ann).In(w.DM(w.ann)).Slash("/ping")
		if i := w.next(); i.Member != nil || i.User == nil || i.GuildID != "" ||
			i.Context != discordgo.InteractionContextBotDM {
			t.Errorf("in a DM user is set and member is not; got %+v", i)
		}
	})
}

func TestThreads(t *testing.T) {
	story(t, discordsim.Config{}, func(t *testing.T, w *world) {
		th, err := w.dg.ThreadStartComplex(string(w.games),
			&discordgo.ThreadStart{
				Name: "match 1", AutoArchiveDuration: 60,
				Type: discordgo.ChannelTypeGuildPublicThread,
			})
		if err != nil {
			t.Fatal(err)
		}
		thread := discordsim.ChannelID(th.ID)
		if list := w.Threads(w.games); len(list) != 1 || list[0].Name != "match 1" || list[0].ID != thread {
			t.Errorf("threads = %+v", list)
		}
		m, err := w.dg.ChannelMessageSend(th.ID, "board")
		if err != nil {
			t.Fatal(err)
		}
		time.Sleep(time.Hour)
		_, err = w.dg.ChannelMessageEdit(th.ID, m.ID, "edited")
		wantCode(t, err, 400, 50083) // archived by time: an edit does not unarchive it
		if _, err := w.dg.ChannelMessageSend(th.ID, "again"); err != nil {
			t.Error("sending wakes a thread, but:", err)
		}
		if _, err := w.dg.ChannelMessageEdit(th.ID, m.ID, "edited"); err != nil {
			t.Error("awake again, but:", err)
		}
		yes := true
		if _, err := w.dg.ChannelEdit(th.ID, &discordgo.ChannelEdit{Archived: &yes}); err != nil {
			t.Error("archive one's own thread:", err)
		}
		_, err = w.dg.ChannelEdit(th.ID, &discordgo.ChannelEdit{Locked: &yes})
		wantCode(t, err, 403, 50013) // the bot lacks MANAGE_THREADS
		w.SetThread(thread, true, true)
		_, err = w.dg.ChannelMessageSend(th.ID, "locked")
		wantCode(t, err, 403, 160005)

		// A thread that is started from a message has the message's id, and there can be only one.
		m, err = w.dg.ChannelMessageSend(string(w.games), "start")
		if err != nil {
			t.Fatal(err)
		}
		th, err = w.dg.MessageThreadStartComplex(string(w.games), m.ID,
			&discordgo.ThreadStart{Name: "match 2", AutoArchiveDuration: 10080})
		if err != nil || th.ID != m.ID {
			t.Errorf("thread %v from message %s: %v", th, m.ID, err)
		}
		_, err = w.dg.MessageThreadStartComplex(string(w.games), m.ID,
			&discordgo.ThreadStart{Name: "match 3", AutoArchiveDuration: 10080})
		wantCode(t, err, 400, 160004)
	})
}

func TestBulkOverwriteKeepsIDs(t *testing.T) {
	story(t, discordsim.Config{}, func(t *testing.T, w *world) {
		before, err := w.dg.ApplicationCommands(w.ApplicationID(), "")
		if err != nil {
			t.Fatal(err)
		}
		after, err := w.dg.ApplicationCommandBulkOverwrite(w.ApplicationID(), "", commands()[:1])
		if err != nil {
			t.Fatal(err)
		}
		if len(after) != 1 || after[0].ID != before[0].ID {
			t.Errorf("after the overwrite: %v, want only the first of %v with the same id", after, before)
		}
		if err := w.As(w.ann).In(w.games).Slash("/kalah move hole:3").Err(); !errors.Is(err, discordsim.ErrClient) {
			t.Errorf("a command that is gone: %v", err)
		}
	})
}

func TestContextMenu(t *testing.T) {
	story(t, discordsim.Config{}, func(t *testing.T, w *world) {
		w.As(w.ann).In(w.games).ContextMenu("Challenge to a game", w.bob)
		data := w.next().ApplicationCommandData()
		if data.TargetID != string(w.bob) || data.Resolved.Users[data.TargetID].Username != "bob" ||
			data.Resolved.Members[data.TargetID] == nil {
			t.Errorf("data = %+v", data)
		}
	})
}

// Actions that Discord's own client would refuse do not reach the bot.
func TestClientRefuses(t *testing.T) {
	story(t, discordsim.Config{}, func(t *testing.T, w *world) {
		r := w.As(w.ann).In(w.games).Slash("/ping")
		w.answer(w.next(), 4, &discordgo.InteractionResponseData{
			Content: "x", Flags: discordgo.MessageFlagsEphemeral,
			Components: []discordgo.MessageComponent{
				discordgo.ActionsRow{Components: []discordgo.MessageComponent{
					discordgo.Button{Label: "Off", CustomID: "off", Disabled: true},
					discordgo.Button{
						Label: "Link", Style: discordgo.LinkButton,
						URL: "https://discord.com/channels/1/2/3",
					},
					discordgo.Button{Label: "On", CustomID: "on"},
				}},
			},
		})
		own := w.AddUser("Carl")
		here := w.As(w.ann).In(w.games)
		for name, i := range map[string]*discordsim.Interaction{
			"no slash":                  here.Slash("ping"),
			"unknown command":           here.Slash("/chess"),
			"unknown sub-command":       here.Slash("/kalah swim"),
			"no sub-command":            here.Slash("/kalah"),
			"required missing":          here.Slash("/kalah challenge holes:3"),
			"unknown option":            here.Slash("/kalah challenge user:@Bob depth:3"),
			"stray text":                here.Slash("/ping please"),
			"unknown person":            here.Slash("/kalah challenge user:@Zoe"),
			"below the least":           here.Slash("/kalah challenge user:@Bob holes:0"),
			"above the most":            here.Slash("/kalah challenge user:@Bob holes:10"),
			"not a number":              here.Slash("/kalah challenge user:@Bob holes:six"),
			"not a choice":              here.Slash("/kalah challenge user:@Bob level:Absurd"),
			"option twice":              here.Slash("/kalah challenge user:@Bob holes:3 holes:4"),
			"disabled button":           here.Click(r.Message(), "Off"),
			"link button":               here.Click(r.Message(), "Link"),
			"no such button":            here.Click(r.Message(), "Nothing"),
			"another's private message": w.As(w.bob).In(w.games).Click(r.Message(), "On"),
			"not a member":              w.As(own).In(w.games).Slash("/ping"),
			"nowhere":                   w.As(w.ann).Slash("/ping"),
		} {
			if err := i.Err(); !errors.Is(err, discordsim.ErrClient) {
				t.Errorf("%s: Err() = %v, want the client to refuse", name, err)
			}
		}
		synctest.Wait()
		if n := len(w.inbox); n != 0 {
			t.Errorf("the bot was given %d interactions", n)
		}
		if err := here.Click(r.Message(), "On").Err(); err != nil {
			t.Error("a button that can be pressed:", err)
		}
	})
}

// Values may contain spaces and colons; a colon alone does not start an option.
func TestSlashText(t *testing.T) {
	story(t, discordsim.Config{}, func(t *testing.T, w *world) {
		w.As(w.ann).In(w.games).Slash("/kalah move hole: a b: c 12:30 ")
		o := w.next().ApplicationCommandData().Options[0].Options[0]
		if got, want := o.StringValue(), "a b: c 12:30"; got != want {
			t.Errorf("value = %q, want %q", got, want)
		}
	})
}

// A person clicks on a message that has changed meanwhile, because the screen was outdated.
func TestClickStale(t *testing.T) {
	story(t, discordsim.Config{}, func(t *testing.T, w *world) {
		r := w.As(w.ann).In(w.games).Slash("/ping")
		w.answer(w.next(), 4, &discordgo.InteractionResponseData{
			Flags: discordgo.MessageFlagsIsComponentsV2, Components: board("old", "alt", "Go"), Files: picture("1"),
		})
		old := r.Message()
		c := []discordgo.MessageComponent{discordgo.TextDisplay{Content: "new"}}
		if _, err := w.dg.ChannelMessageEditComplex(&discordgo.MessageEdit{
			ID: string(old.ID), Channel: string(w.games),
			Components: &c,
		}); err != nil {
			t.Fatal(err)
		}
		if err := w.As(w.ann).Click(old, "Go").Err(); !errors.Is(err, discordsim.ErrClient) {
			t.Errorf("the button is gone, but Click says %v", err)
		}
		w.As(w.ann).ClickStale(old, "Go")
		if got, want := w.next().MessageComponentData().CustomID, "id:Go"; got != want {
			t.Errorf("custom id = %q, want %q", got, want)
		}
	})
}

// allowed_mentions decides who is pinged
// (https://docs.discord.com/developers/resources/message#allowed-mentions-object); edits and silent
// messages ping nobody.
func TestWhoIsNotified(t *testing.T) {
	story(t, discordsim.Config{}, func(t *testing.T, w *world) {
		both := "<@" + string(w.ann) + "> and <@" + string(w.bob) + "> @everyone"
		only := func(u discordsim.UserID) *discordgo.MessageAllowedMentions {
			return &discordgo.MessageAllowedMentions{
				Parse: []discordgo.AllowedMentionType{},
				Users: []string{string(u)},
			}
		}
		cases := []struct {
			name string
			send discordgo.MessageSend
			want []discordsim.UserID
		}{
			{"absent: all", discordgo.MessageSend{Content: both}, []discordsim.UserID{w.ann, w.bob}},
			{
				"one named",
				discordgo.MessageSend{Content: both, AllowedMentions: only(w.bob)},
				[]discordsim.UserID{w.bob},
			},
			{"named but not in the text", discordgo.MessageSend{Content: "hello", AllowedMentions: only(w.bob)}, nil},
			{"nobody", discordgo.MessageSend{
				Content:         both,
				AllowedMentions: &discordgo.MessageAllowedMentions{Parse: []discordgo.AllowedMentionType{}},
			}, nil},
			{"silent", discordgo.MessageSend{Content: both, Flags: discordgo.MessageFlagsSuppressNotifications}, nil},
			{"in a text display", discordgo.MessageSend{
				Flags: discordgo.MessageFlagsIsComponentsV2, AllowedMentions: only(w.ann),
				Components: []discordgo.MessageComponent{discordgo.TextDisplay{Content: both}},
			}, []discordsim.UserID{w.ann}},
		}
		for _, c := range cases {
			if _, err := w.dg.ChannelMessageSendComplex(string(w.games), &c.send); err != nil {
				t.Errorf("%s: %v", c.name, err)
			}
			if got := w.Last(w.games, w.ann).Notified; !slices.Equal(got, c.want) {
				t.Errorf("%s: notified %v, want %v", c.name, got, c.want)
			}
		}
		m := w.Last(w.games, w.ann)
		if _, err := w.dg.ChannelMessageSend(string(w.games), "plain"); err != nil {
			t.Fatal(err)
		}
		plain := w.Last(w.games, w.ann)
		if _, err := w.dg.ChannelMessageEdit(string(w.games), string(plain.ID), both); err != nil {
			t.Fatal(err)
		}
		if got := w.Last(w.games, w.ann).Notified; got != nil {
			t.Errorf("an edit notified %v", got)
		}
		_ = m
	})
}

// The message that a modal, a command or a click answers is complete, as Discord describes it.
func TestWithResponse(t *testing.T) {
	story(t, discordsim.Config{}, func(t *testing.T, w *world) {
		r := w.As(w.ann).In(w.games).Slash("/ping")
		i := w.next()
		body, err := w.dg.RequestRaw("POST", discordgo.EndpointInteractionResponse(i.ID, i.Token)+"?with_response=true",
			"application/json",
			[]byte(`{"type":4,"data":{"content":"x"}}`), "ix", 0)
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Contains(body, []byte(r.Message().ID)) {
			t.Errorf("the answer %s does not name the message %s", body, r.Message().ID)
		}
		if err := oracle(t).ValidateAnswer("POST", "/interactions/{interaction_id}/{interaction_token}/callback", 200,
			body); err != nil {
			t.Error(err)
		}
	})
}

func TestTransportRefusesOtherHosts(t *testing.T) {
	r := newRaw(t, discordsim.Config{})
	if _, err := r.client.Get("https://example.com/"); err == nil || !strings.Contains(err.Error(), "not Discord") {
		t.Errorf("got %v, want a refusal to leave", err)
	}
}
