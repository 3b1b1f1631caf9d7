package discordsim_test

import (
	"errors"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/bwmarrin/discordgo"

	"paddock/bot/discordsim"
	"paddock/bot/discordsim/schema"
)

// world is the start of most tests: a server with two people, a channel, and a connected bot.
type world struct {
	*discordsim.Sim
	t          *testing.T
	ann, bob   discordsim.UserID
	club       discordsim.GuildID
	games      discordsim.ChannelID
	dg         *discordgo.Session
	inbox      chan *discordgo.Interaction // interactions received by the bot's handler
	mu         sync.Mutex
	disconnect int
}

// newWorld creates a world without connecting the bot.
func newWorld(t *testing.T, cfg discordsim.Config) *world {
	t.Helper()
	if cfg.Validator == nil {
		cfg.Validator = oracle(t)
	}
	w := &world{Sim: discordsim.New(cfg), t: t, inbox: make(chan *discordgo.Interaction, 1000)}
	w.ann, w.bob = w.AddUser("Ann"), w.AddUser("Bob")
	w.club = w.AddGuild("Club", w.ann, w.bob)
	w.games = w.AddChannel(w.club, "games")
	w.dg = session(t)
	w.Attach(w.dg)
	return w
}

// session returns a discordgo session set up like the bot's.
func session(t *testing.T) *discordgo.Session {
	t.Helper()
	dg, err := discordgo.New("Bot " + discordsim.DefaultToken)
	if err != nil {
		t.Fatal(err)
	}
	dg.Identify.Intents = discordgo.IntentsGuilds
	dg.StateEnabled = false
	dg.SyncEvents = true
	return dg
}

// open connects the bot and registers the test's commands.
func (w *world) open() {
	w.t.Helper()
	w.dg.AddHandler(func(_ *discordgo.Session, i *discordgo.InteractionCreate) { w.inbox <- i.Interaction })
	w.dg.AddHandler(func(*discordgo.Session, *discordgo.Disconnect) {
		w.mu.Lock()
		defer w.mu.Unlock()
		w.disconnect++
	})
	if err := w.dg.Open(); err != nil {
		w.t.Fatal("open:", err)
	}
	if _, err := w.dg.ApplicationCommandBulkOverwrite(w.ApplicationID(), "", commands()); err != nil {
		w.t.Fatal("register:", err)
	}
}

// close, in a bubble, ends the bot and the simulator, and fails the test if any body violates
// Discord's schema.
func (w *world) close() {
	w.t.Helper()
	synctest.Wait() // needed before Close, see Attach
	if err := w.dg.Close(); err != nil {
		w.t.Error("close:", err)
	}
	w.Sim.Close()
	for _, c := range w.Invalid() {
		w.t.Error("a body that the simulator took breaks the schema:", c)
	}
}

// next returns the next interaction that the bot receives; it fails the test if there is none.
func (w *world) next() *discordgo.Interaction {
	w.t.Helper()
	synctest.Wait()
	select {
	case i := <-w.inbox:
		return i
	default:
		w.t.Fatal("the bot was given no interaction")
		return nil
	}
}

// oracle returns Discord's own description of bodies.
func oracle(t *testing.T) *schema.Schema {
	t.Helper()
	s, err := schema.Embedded()
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func commands() []*discordgo.ApplicationCommand {
	one := 1.0
	return []*discordgo.ApplicationCommand{
		{Name: "ping", Description: "Say pong"},
		{Name: "kalah", Description: "Play Kalah", Options: []*discordgo.ApplicationCommandOption{
			{
				Type: discordgo.ApplicationCommandOptionSubCommand, Name: "challenge", Description: "Challenge somebody",
				Options: []*discordgo.ApplicationCommandOption{
					{Type: discordgo.ApplicationCommandOptionUser, Name: "user", Description: "Whom", Required: true},
					{
						Type: discordgo.ApplicationCommandOptionInteger, Name: "holes", Description: "How many",
						MinValue: &one, MaxValue: 9,
					},
					{
						Type: discordgo.ApplicationCommandOptionString, Name: "level", Description: "How strong",
						Choices: []*discordgo.ApplicationCommandOptionChoice{
							{Name: "Easy", Value: "easy"}, {Name: "Hard", Value: "hard"},
						},
					},
				},
			},
			{
				Type: discordgo.ApplicationCommandOptionSubCommand, Name: "move", Description: "Make a move",
				Options: []*discordgo.ApplicationCommandOption{
					{
						Type: discordgo.ApplicationCommandOptionString, Name: "hole", Description: "Which", Required: true,
						Autocomplete: true,
					},
				},
			},
		}},
		{Type: discordgo.UserApplicationCommand, Name: "Challenge to a game"},
	}
}

// answer sends a first response as the bot.
func (w *world) answer(i *discordgo.Interaction, kind discordgo.InteractionResponseType,
	data *discordgo.InteractionResponseData,
) {
	w.t.Helper()
	if err := w.dg.InteractionRespond(i, &discordgo.InteractionResponse{Type: kind, Data: data}); err != nil {
		w.t.Errorf("answer %d: %v", kind, err)
	}
}

func say(text string) *discordgo.InteractionResponseData {
	return &discordgo.InteractionResponseData{Content: text}
}

// board returns a V2 message like the bot's: text, a picture and a row of buttons.
func board(text, alt string, buttons ...string) []discordgo.MessageComponent {
	var row []discordgo.MessageComponent
	for _, b := range buttons {
		row = append(row, discordgo.Button{Label: b, CustomID: "id:" + b, Style: discordgo.PrimaryButton})
	}
	inside := []discordgo.MessageComponent{
		discordgo.TextDisplay{Content: text},
		discordgo.MediaGallery{Items: []discordgo.MediaGalleryItem{{Media: discordgo.UnfurledMediaItem{URL: "attachment://board.png"}, Description: &alt}}},
	}
	if len(row) > 0 {
		inside = append(inside, discordgo.ActionsRow{Components: row})
	}
	return []discordgo.MessageComponent{discordgo.Container{Components: inside}}
}

func picture(text string) []*discordgo.File {
	return []*discordgo.File{{Name: "board.png", ContentType: "image/png", Reader: strings.NewReader(text)}}
}

func TestSlashAndReply(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWorld(t, discordsim.Config{})
		defer w.close()
		w.open()

		r := w.As(w.ann).In(w.games).Slash("/kalah challenge user:@Bob holes:6 level:Hard")
		i := w.next()
		sub := i.ApplicationCommandData().Options[0]
		if got, want := sub.Name, "challenge"; got != want {
			t.Errorf("sub-command = %q, want %q", got, want)
		}
		if got, want := sub.GetOption("user").UserValue(nil).ID, string(w.bob); got != want {
			t.Errorf("user = %q, want %q", got, want)
		}
		if got, want := sub.GetOption("holes").IntValue(), int64(6); got != want {
			t.Errorf("holes = %d, want %d", got, want)
		}
		if got, want := sub.GetOption("level").StringValue(), "hard"; got != want {
			t.Errorf("level = %q, want %q", got, want)
		}
		if got, want := i.ApplicationCommandData().Resolved.Users[string(w.bob)].GlobalName, "Bob"; got != want {
			t.Errorf("resolved user = %q, want %q", got, want)
		}
		if i.Member == nil || i.User != nil || i.Member.User.ID != string(w.ann) {
			t.Errorf("in a guild member is set and user is not; got member %v, user %v", i.Member, i.User)
		}
		if got := i.AppPermissions & discordgo.PermissionAttachFiles; got == 0 {
			t.Error("app_permissions lack ATTACH_FILES")
		}

		time.Sleep(time.Second)
		w.answer(i, 4, &discordgo.InteractionResponseData{
			Flags:      discordgo.MessageFlagsIsComponentsV2,
			Components: board("A challenge for <@"+string(w.bob)+">", "empty board", "Accept"),
			Files:      picture("png"),
		})
		if err := r.Err(); err != nil {
			t.Error(err)
		}
		m := r.Message()
		if got, want := r.Answer(), discordsim.AnswerMessage; got != want {
			t.Errorf("answer = %v, want %v", got, want)
		}
		if got, want := r.Took(), time.Second; got != want {
			t.Errorf("took %v, want %v", got, want)
		}
		if !strings.Contains(m.Text(), "A challenge") {
			t.Errorf("text = %q", m.Text())
		}
		if got, want := m.AltTexts(), []string{"empty board"}; !slices.Equal(got, want) {
			t.Errorf("alt texts = %q, want %q", got, want)
		}
		if got, want := m.Labels(), []string{"Accept"}; !slices.Equal(got, want) {
			t.Errorf("labels = %q, want %q", got, want)
		}
		if got, want := m.Notified, []discordsim.UserID{w.bob}; !slices.Equal(got, want) {
			t.Errorf("notified = %q, want %q", got, want)
		}
		if p := m.Pictures(); len(p) != 1 || string(p[0].Content) != "png" {
			t.Errorf("pictures = %v", p)
		}
		if got := w.Last(w.games, w.bob); got.ID != m.ID {
			t.Errorf("Bob sees %q last, want %q", got.ID, m.ID)
		}

		c := w.As(w.bob).Click(m, "Accept")
		i = w.next()
		if got, want := i.MessageComponentData().CustomID, "id:Accept"; got != want {
			t.Errorf("custom id = %q, want %q", got, want)
		}
		w.answer(i, 7, &discordgo.InteractionResponseData{Components: []discordgo.MessageComponent{discordgo.TextDisplay{Content: "Accepted"}}})
		if got, want := c.Message().Text(), "Accepted"; got != want {
			t.Errorf("after the update: %q, want %q", got, want)
		}
	})
}

func TestNoAnswerWithin3s(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWorld(t, discordsim.Config{})
		defer w.close()
		w.open()
		r := w.As(w.ann).In(w.games).Slash("/ping")
		i := w.next()
		time.Sleep(3 * time.Second)
		synctest.Wait()
		if err := r.Err(); !errors.Is(err, discordsim.ErrNoAnswer) {
			t.Errorf("Err() = %v, want ErrNoAnswer", err)
		}
		err := w.dg.InteractionRespond(i, &discordgo.InteractionResponse{Type: 4, Data: say("late")})
		wantCode(t, err, 404, 10062)
	})
}

// wantCode checks that an error is a REST error with a status and code.
func wantCode(t *testing.T, err error, status, code int) {
	t.Helper()
	var re *discordgo.RESTError
	if !errors.As(err, &re) || re.Message == nil {
		t.Errorf("got error %v, want HTTP %d with code %d", err, status, code)
		return
	}
	if re.Response.StatusCode != status || re.Message.Code != code {
		t.Errorf("got HTTP %d with code %d, want %d with %d (%s)", re.Response.StatusCode, re.Message.Code, status,
			code, re.ResponseBody)
	}
}
