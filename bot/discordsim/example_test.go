package discordsim_test

import (
	"context"
	"fmt"

	"github.com/bwmarrin/discordgo"

	"paddock/bot/discordsim"
)

// This bot answers pong when Ann says ping. In a testing/synctest bubble, synctest.Wait replaces
// Wait, and time.Sleep lets days pass.
func Example() {
	sim := discordsim.New(discordsim.Config{})
	defer sim.Close()
	ann := sim.AddUser("Ann")
	games := sim.AddChannel(sim.AddGuild("Club", ann), "games")

	dg, _ := discordgo.New("Bot " + discordsim.DefaultToken)
	dg.ShouldReconnectOnError = false
	sim.Attach(dg)
	dg.AddHandler(func(dg *discordgo.Session, i *discordgo.InteractionCreate) {
		_ = dg.InteractionRespond(i.Interaction, &discordgo.InteractionResponse{
			Type: discordgo.InteractionResponseChannelMessageWithSource,
			Data: &discordgo.InteractionResponseData{Content: "pong"},
		})
	})
	if err := dg.Open(); err != nil {
		fmt.Println(err)
		return
	}
	_, _ = dg.ApplicationCommandBulkOverwrite(sim.ApplicationID(), "", []*discordgo.ApplicationCommand{
		{Name: "ping", Description: "Say pong"},
	})

	r := sim.As(ann).In(games).Slash("/ping")
	if err := r.Wait(context.Background()); err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(r.Message().Text())
	fmt.Println(sim.As(ann).In(games).Slash("/pong").Err())
	// Output:
	// pong
	// the client refuses: there is no command /pong here
}
