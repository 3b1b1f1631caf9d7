package bot

import (
	"context"
	"encoding/hex"
	"encoding/json"
	"errors"
	"strconv"
	"time"

	"github.com/bwmarrin/discordgo"

	"paddock/bot/discord"
	"paddock/bot/peers"
	"paddock/bot/tasks"
	"paddock/games/match"
)

// connection receives interactions from Discord, over the gateway or by HTTP.
type connection interface {
	// Open starts listening. It waits while Discord can't be reached; its error is for the
	// operator.
	Open(ctx context.Context) error
	// Watch returns an error when the connection is dead, and nil when ctx ends.
	Watch(ctx context.Context) error
	// Close stops listening, after all received events were passed on.
	Close()
}

// choose creates the configured connection.
func (b *bot) choose(session *discordgo.Session) connection {
	switch {
	case b.cfg.Interactions != nil:
	case b.peers.Alone() && b.cfg.Shards <= 1:
		b.listen(session)
		return &discord.Gateway{Session: session, Log: b.log, SilentAtMost: b.cfg.SilentAtMost}
	default:
		return &sharded{
			bot:    b,
			Shards: discord.Shards{Count: b.cfg.Shards, Session: b.shardSession, Holders: holders{b.peers}, Log: b.log},
		}
	}
	return &httpInteractions{bot: b, Endpoint: discord.Endpoint{
		Listener: b.cfg.Interactions.Listener, Key: b.cfg.Interactions.Key, Log: b.log,
		Receive: func(raw json.RawMessage) { tasks.Guard(b.log, "interaction", func() { b.router.Receive(raw) }) },
	}}
}

// httpInteractions is the connection by HTTP. It receives no events about lost servers or deleted
// channels: the bot notices them when it can't post there.
type httpInteractions struct {
	discord.Endpoint
	bot *bot
}

var errKey = errors.New("PADDOCK_PUBLIC_KEY is not the public key of the application whose token is in DISCORD_TOKEN: copy it from the " +
	"application's page in the developer portal, under General Information")

// sharded is a connection over several gateway sessions, which the processes share.
type sharded struct {
	discord.Shards
	bot *bot
}

// Open asks Discord for the bot's user, because other processes may hold all shards, and connects.
func (s *sharded) Open(ctx context.Context) error {
	app, err := s.bot.client.Application(ctx, s.bot.log)
	if err != nil {
		return err
	}
	s.bot.known(app.ID, app.Bot.ID)
	return s.Shards.Open(ctx)
}

// shardSession creates a session and registers the event handlers.
func (b *bot) shardSession() (*discordgo.Session, error) {
	s, err := discord.NewSession(discord.SessionConfig{
		Token: b.cfg.Token, BaseURL: b.cfg.BaseURL,
		Attach: b.cfg.Attach,
	})
	if err == nil {
		b.listen(s)
	}
	return s, err
}

// holders stores the owners of shards as leases.
type holders struct{ *peers.Peers }

// Take takes the lease of a shard.
func (h holders) Take(ctx context.Context, shard string) (give func(), ok bool) {
	return h.Peers.Take(ctx, match.ShardDuty, shard)
}

// Theirs returns the shards of other processes.
func (h holders) Theirs(ctx context.Context) ([]string, error) {
	return h.Peers.Theirs(ctx, match.ShardDuty)
}

// identifyDuty names the lease that a process holds while it starts a session in a bucket.
const identifyDuty match.Duty = "identify"

// MayIdentify takes the lease of a bucket for five seconds.
func (h holders) MayIdentify(ctx context.Context, bucket int) bool {
	return h.Once(ctx, identifyDuty, strconv.Itoa(bucket), 5*time.Second)
}

// Open asks Discord for the bot's user, because without the gateway no READY event brings it. Then
// it starts to receive interactions.
func (p *httpInteractions) Open(ctx context.Context) error {
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
