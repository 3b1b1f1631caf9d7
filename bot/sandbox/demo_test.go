package sandbox

import (
	"bytes"
	"context"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"strings"
	"testing"

	"github.com/bwmarrin/discordgo"

	"paddock/bot/discordsim"
)

// demo runs a small bot that uses everything the page can show. It uses unmodified discordgo with
// the sandbox's Discord, like the real bot, and returns when ctx ends.
func demo(t *testing.T, s *sandbox) func(context.Context) error {
	return func(ctx context.Context) error {
		dg, err := discordgo.New("Bot " + discordsim.DefaultToken)
		if err != nil {
			return err
		}
		dg.Identify.Intents, dg.StateEnabled = discordgo.IntentsGuilds, false
		dg.ShouldReconnectOnError = false // the test ends the connection; dg.Close would take a second
		s.sim.Attach(dg)
		b := &demoBot{t: t, dg: dg, activity: s.frames != nil}
		dg.AddHandler(func(_ *discordgo.Session, i *discordgo.InteractionCreate) { b.answer(i.Interaction) })
		if err := dg.Open(); err != nil {
			return err
		}
		if err := register(dg, s); err != nil {
			return err
		}
		<-ctx.Done()
		return nil
	}
}

// register registers the demo's commands. If it has an Activity, they include an Entry Point
// command, which discordgo does not know.
func register(dg *discordgo.Session, s *sandbox) error {
	list := demoCommands()
	if s.frames == nil {
		_, err := dg.ApplicationCommandBulkOverwrite(s.sim.ApplicationID(), "", list)
		return err
	}
	all := []any{map[string]any{"type": discordsim.CommandEntryPoint, "name": "launch", "handler": 1}}
	for _, c := range list {
		all = append(all, c)
	}
	_, err := dg.Request("PUT", discordgo.EndpointApplicationGlobalCommands(s.sim.ApplicationID()), all)
	return err
}

type demoBot struct {
	t      *testing.T
	dg     *discordgo.Session
	clicks int

	activity bool // a button opens an Activity
}

// launchActivity is the answer that opens an Activity, for which discordgo has no name.
const launchActivity discordgo.InteractionResponseType = 12

func demoCommands() []*discordgo.ApplicationCommand {
	least := 1.0
	sub := func(name, description string,
		options ...*discordgo.ApplicationCommandOption,
	) *discordgo.ApplicationCommandOption {
		return &discordgo.ApplicationCommandOption{
			Type: discordgo.ApplicationCommandOptionSubCommand, Name: name,
			Description: description, Options: options,
		}
	}
	return []*discordgo.ApplicationCommand{
		{Name: "demo", Description: "Shows everything", Options: []*discordgo.ApplicationCommandOption{
			sub("hello", "Says hello",
				&discordgo.ApplicationCommandOption{
					Type: discordgo.ApplicationCommandOptionString, Name: "tone",
					Description: "How", Choices: []*discordgo.ApplicationCommandOptionChoice{
						{Name: "friendly", Value: "f"}, {Name: "very loud", Value: "l"},
					},
				}),
			sub("echo", "Says what you say",
				&discordgo.ApplicationCommandOption{
					Type: discordgo.ApplicationCommandOptionString, Name: "fruit",
					Description: "A fruit", Required: true, Autocomplete: true,
				},
				&discordgo.ApplicationCommandOption{
					Type: discordgo.ApplicationCommandOptionUser, Name: "user",
					Description: "For whom",
				},
				&discordgo.ApplicationCommandOption{
					Type: discordgo.ApplicationCommandOptionInteger, Name: "count",
					Description: "How many", MinValue: &least, MaxValue: 12,
				}),
			sub("private", "Answers you alone"),
			sub("slow", "Thinks first"),
			sub("mute", "Never answers"),
			sub("board", "Shows a board"),
			sub("form", "Opens a form"),
			sub("thread", "Opens a thread"),
			sub("file", "Reads a file",
				&discordgo.ApplicationCommandOption{
					Type: discordgo.ApplicationCommandOptionAttachment, Name: "it",
					Description: "Which",
				}),
			sub("dm", "Writes to you",
				&discordgo.ApplicationCommandOption{
					Type: discordgo.ApplicationCommandOptionUser, Name: "user",
					Description: "To whom", Required: true,
				}),
		}},
		{Name: "Wave at", Type: discordgo.UserApplicationCommand},
		{Name: "Mark", Type: discordgo.MessageApplicationCommand},
	}
}

// respond answers an interaction, and fails the test if the simulator refuses.
func (b *demoBot) respond(i *discordgo.Interaction, kind discordgo.InteractionResponseType,
	data *discordgo.InteractionResponseData,
) {
	if err := b.dg.InteractionRespond(i, &discordgo.InteractionResponse{Type: kind, Data: data}); err != nil {
		b.t.Error("the demo bot's answer was refused:", err)
	}
}

func (b *demoBot) answer(i *discordgo.Interaction) {
	switch i.Type {
	case discordgo.InteractionApplicationCommandAutocomplete:
		b.complete(i)
	case discordgo.InteractionApplicationCommand:
		b.command(i)
	case discordgo.InteractionMessageComponent:
		b.component(i)
	case discordgo.InteractionModalSubmit:
		input := i.ModalSubmitData().Components[0].(*discordgo.ActionsRow).Components[0].(*discordgo.TextInput)
		if input.Value != "hush" { // the bot never answers the request to that address
			b.say(i, "The form says **"+input.Value+"**.")
		}
	}
}

func (b *demoBot) complete(i *discordgo.Interaction) {
	typed := ""
	for _, o := range i.ApplicationCommandData().Options[0].Options {
		if o.Focused {
			typed = o.StringValue()
		}
	}
	var choices []*discordgo.ApplicationCommandOptionChoice
	for _, fruit := range []string{"apple", "banana", "cherry"} {
		if strings.HasPrefix(fruit, typed) {
			choices = append(choices, &discordgo.ApplicationCommandOptionChoice{Name: "a ripe " + fruit, Value: fruit})
		}
	}
	b.respond(i, discordgo.InteractionApplicationCommandAutocompleteResult,
		&discordgo.InteractionResponseData{Choices: choices})
}

func (b *demoBot) say(i *discordgo.Interaction, text string) {
	b.respond(i, discordgo.InteractionResponseChannelMessageWithSource,
		&discordgo.InteractionResponseData{Content: text})
}

func (b *demoBot) command(i *discordgo.Interaction) {
	data := i.ApplicationCommandData()
	if data.Name == "launch" {
		b.respond(i, launchActivity, nil)
		return
	}
	if data.Name == "Mark" {
		b.say(i, "Marked: "+data.Resolved.Messages[data.TargetID].Content[:10])
		return
	}
	if data.Name == "Wave at" {
		b.say(i, "A wave for <@"+data.TargetID+">!")
		return
	}
	sub := data.Options[0]
	switch sub.Name {
	case "hello":
		b.say(i, "Hello, <@"+i.Member.User.ID+">.")
	case "echo":
		var words []string
		for _, o := range sub.Options {
			words = append(words, fmt.Sprintf("%s=%v", o.Name, o.Value))
		}
		b.say(i, strings.Join(words, " "))
	case "private":
		b.respond(i, discordgo.InteractionResponseChannelMessageWithSource,
			&discordgo.InteractionResponseData{Content: "A secret.", Flags: discordgo.MessageFlagsEphemeral})
	case "file":
		for _, f := range i.ApplicationCommandData().Resolved.Attachments {
			b.say(i, fmt.Sprintf("%s has %d bytes", f.Filename, f.Size))
		}
	case "slow":
		b.respond(i, discordgo.InteractionResponseDeferredChannelMessageWithSource, nil)
	case "board":
		b.respond(i, discordgo.InteractionResponseChannelMessageWithSource, b.board())
	case "form":
		b.respond(i, discordgo.InteractionResponseModal,
			&discordgo.InteractionResponseData{
				CustomID: "form", Title: "A form",
				Components: []discordgo.MessageComponent{
					discordgo.ActionsRow{Components: []discordgo.MessageComponent{discordgo.TextInput{
						CustomID: "word",
						Label:    "A word", Style: discordgo.TextInputShort, Required: true, MaxLength: 20,
					}}},
				},
			})
	case "thread":
		b.say(i, "Opening a thread.")
		if _, err := b.dg.ThreadStart(i.ChannelID, "A quiet place", discordgo.ChannelTypeGuildPublicThread,
			60); err != nil {
			b.t.Error("the demo bot's thread was refused:", err)
		}
	case "dm":
		b.say(i, "Done.")
		ch, err := b.dg.UserChannelCreate(sub.Options[0].Value.(string))
		if err == nil {
			_, err = b.dg.ChannelMessageSend(ch.ID, "A word in private.")
		}
		if err != nil {
			b.t.Error("the demo bot's message was refused:", err)
		}
	}
}

func (b *demoBot) component(i *discordgo.Interaction) {
	data := i.MessageComponentData()
	switch data.CustomID {
	case "count":
		b.clicks++
		b.respond(i, discordgo.InteractionResponseUpdateMessage, b.board())
	case "mute":
	case "other":
		if b.activity {
			b.respond(i, launchActivity, nil)
			return
		}
		fallthrough
	default:
		b.say(i, "You chose "+data.CustomID+strings.Join(data.Values, ","))
	}
}

// board returns a message with all elements of the real boards.
func (b *demoBot) board() *discordgo.InteractionResponseData {
	accent, alt := 0x5a8f4e, "A board of nine squares, the middle one taken."
	button := func(id, label string, style discordgo.ButtonStyle) discordgo.Button {
		return discordgo.Button{CustomID: id, Label: label, Style: style}
	}
	off := button("off", "Disabled", discordgo.PrimaryButton)
	off.Disabled = true
	two, sheep := 2, make([]discordgo.SelectMenuOption, 22)
	for i := range sheep {
		sheep[i] = discordgo.SelectMenuOption{Label: fmt.Sprint("Sheep ", i+1), Value: fmt.Sprint(" ", i+1)}
	}
	return &discordgo.InteractionResponseData{
		Flags: discordgo.MessageFlagsIsComponentsV2, Embeds: []*discordgo.MessageEmbed{},
		Files: []*discordgo.File{{
			Name: "board.png", ContentType: "image/png",
			Reader: bytes.NewReader(picture(b.clicks)),
		}},
		Components: []discordgo.MessageComponent{discordgo.Container{
			AccentColor: &accent,
			Components: []discordgo.MessageComponent{
				discordgo.TextDisplay{Content: fmt.Sprintf("### A board\nClicks: **%d**", b.clicks)},
				discordgo.MediaGallery{Items: []discordgo.MediaGalleryItem{{Media: discordgo.UnfurledMediaItem{URL: "attachment://board.png"}, Description: &alt}}},
				discordgo.TextDisplay{Content: "```text\n7         F===o===F\n          | \\ | / |\n```"},
				discordgo.ActionsRow{Components: []discordgo.MessageComponent{
					button("count", "Count", discordgo.PrimaryButton),
					button("other", "Other", discordgo.SecondaryButton),
					off,
					button("mute", "Mute", discordgo.DangerButton),
					discordgo.Button{Label: "Link", Style: discordgo.LinkButton, URL: "https://example.org/"},
				}},
				discordgo.ActionsRow{Components: []discordgo.MessageComponent{discordgo.SelectMenu{
					MenuType: discordgo.StringSelectMenu, CustomID: "sheep", Placeholder: "Choose sheep",
					MinValues: &two, MaxValues: 3, Options: sheep,
				}}},
				discordgo.ActionsRow{Components: []discordgo.MessageComponent{discordgo.SelectMenu{MenuType: discordgo.StringSelectMenu, CustomID: "piece", Placeholder: "Choose a piece", Options: []discordgo.SelectMenuOption{
					{Label: "Fox c7", Value: " c7", Description: "captures d6"}, {Label: "Fox e7", Value: " e7"},
				}}}},
			},
		}},
	}
}

// picture returns a PNG of 300 by 200 that differs with n.
func picture(n int) []byte {
	img := image.NewPaletted(image.Rect(0, 0, 300, 200),
		color.Palette{color.RGBA{217, 179, 124, 255}, color.RGBA{122, 74, 34, 255}})
	for x := range 100 {
		for y := range 60 {
			img.SetColorIndex(100+x, 70+y-n, 1)
		}
	}
	var b bytes.Buffer
	if err := png.Encode(&b, img); err != nil {
		panic(err)
	}
	return b.Bytes()
}
