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

// connection is how the bot hears of what people do: over the gateway, or by HTTP.
type connection interface {
	// Open begins to listen. It waits for Discord as long as it can't be reached; what it returns is for the operator.
	Open(ctx context.Context) error
	// Watch returns an error when nothing is heard any more, and nil when ctx ends.
	Watch(ctx context.Context) error
	// Close ends listening. What has been heard was handed on.
	Close()
}

// choose makes the connection that the configuration asks for.
func (b *bot) choose(session *discordgo.Session) connection {
	switch {
	case b.cfg.Interactions != nil:
	case b.peers.Alone() && b.cfg.Shards <= 1:
		b.listen(session)
		return &discord.Gateway{Session: session, Log: b.log, SilentAtMost: b.cfg.SilentAtMost}
	default:
		return &sharded{bot: b, Shards: discord.Shards{Count: b.cfg.Shards, Session: b.shardSession, Holders: holders{b.peers}, Log: b.log}}
	}
	return &httpInteractions{bot: b, Endpoint: discord.Endpoint{
		Listener: b.cfg.Interactions.Listener, Key: b.cfg.Interactions.Key, Log: b.log,
		Receive: func(raw json.RawMessage) { tasks.Guard(b.log, "interaction", func() { b.router.Receive(raw, nil) }) },
	}}
}

// httpInteractions is that by HTTP. Nothing tells of servers that the bot is removed from and of channels that are deleted: that is found when something
// can't be shown there.
type httpInteractions struct {
	discord.Endpoint
	bot *bot
}

var errKey = errors.New("PADDOCK_PUBLIC_KEY is not the public key of the application whose token is in DISCORD_TOKEN: copy it from the " +
	"application's page in the developer portal, under General Information")

// sharded is that over several connections to the gateway, which the processes share.
type sharded struct {
	discord.Shards
	bot *bot
}

// Open asks who the bot is, because there may be no shard left to tell, and connects.
func (s *sharded) Open(ctx context.Context) error {
	app, err := s.bot.client.Application(ctx, s.bot.log)
	if err != nil {
		return err
	}
	s.bot.known(app.ID, app.Bot.ID)
	return s.Shards.Open(ctx)
}

// shardSession is a session whose events are heard.
func (b *bot) shardSession() (*discordgo.Session, error) {
	s, err := discord.NewSession(discord.SessionConfig{Token: b.cfg.Token, BaseURL: b.cfg.BaseURL, Attach: b.cfg.Attach})
	if err == nil {
		b.listen(s)
	}
	return s, err
}

// holders is who holds which shard, by the leases of the store.
type holders struct{ *peers.Peers }

// Take takes a shard.
func (h holders) Take(ctx context.Context, shard string) (give func(), ok bool) {
	return h.Peers.Take(ctx, match.ShardDuty, shard)
}

// Theirs are the shards of others.
func (h holders) Theirs(ctx context.Context) ([]string, error) {
	return h.Peers.Theirs(ctx, match.ShardDuty)
}

// identifyDuty is the beginning of a session in a bucket.
const identifyDuty match.Duty = "identify"

// MayIdentify takes a bucket for five seconds.
func (h holders) MayIdentify(ctx context.Context, bucket int) bool {
	return h.Once(ctx, identifyDuty, strconv.Itoa(bucket), 5*time.Second)
}

// Open asks who the bot is, as READY tells over the gateway, and begins to take interactions.
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
