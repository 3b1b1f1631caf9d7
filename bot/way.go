package bot

import (
	"context"
	"encoding/hex"
	"encoding/json"
	"errors"

	"github.com/bwmarrin/discordgo"

	"paddock/bot/discord"
	"paddock/bot/tasks"
)

// way is how the bot hears of what people do: over the gateway, or by HTTP.
type way interface {
	// Open begins to listen. It waits for Discord as long as it can't be reached; what it returns is for the operator.
	Open(ctx context.Context) error
	// Watch returns an error when nothing is heard any more, and nil when ctx ends.
	Watch(ctx context.Context) error
	// Close ends listening. What has been heard was handed on.
	Close()
}

// choose makes the way that the configuration asks for.
func (b *bot) choose(session *discordgo.Session) way {
	if b.cfg.Interactions == nil {
		b.listen(session)
		return &discord.Gateway{Session: session, Log: b.log}
	}
	return &posted{bot: b, Endpoint: discord.Endpoint{
		Listener: b.cfg.Interactions.Listener, Key: b.cfg.Interactions.Key, Log: b.log,
		Receive: func(raw json.RawMessage) { tasks.Guard(b.log, "interaction", func() { b.router.Receive(raw, nil) }) },
	}}
}

// posted is the way by HTTP. Nothing tells of servers that the bot is removed from and of channels that are deleted: that is found when something
// can't be shown there.
type posted struct {
	discord.Endpoint
	bot *bot
}

var errKey = errors.New("PADDOCK_PUBLIC_KEY is not the public key of the application whose token is in DISCORD_TOKEN: copy it from the " +
	"application's page in the developer portal, under General Information")

// Open asks who the bot is, as READY tells over the gateway, and begins to take interactions.
func (p *posted) Open(ctx context.Context) error {
	app, err := p.bot.client.Application(ctx, p.bot.log)
	if err != nil {
		return err
	}
	if app.Key != hex.EncodeToString(p.Key) {
		return errKey
	}
	p.bot.known(app.ID, app.Bot.ID)
	p.bot.log.Info("interactions are taken by HTTP", "addr", p.Listener.Addr().String(), "path", discord.EndpointPath)
	return p.Endpoint.Open(ctx)
}
