package discord

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"time"

	"github.com/bwmarrin/discordgo"

	"paddock/bot/discord/pace"
)

// The kinds of first answers to an interaction.
const (
	responseMessage        = 4
	responseDeferred       = 5 // a message follows
	responseDeferredUpdate = 6 // an edit of the message clicked on may follow
	responseUpdate         = 7
	responseChoices        = 8
	responseModal          = 9
)

// How long calls may take. A first answer that has not arrived after 3 s is worth nothing.
const (
	FirstAnswerWithin = 2500 * time.Millisecond
	CallWithin        = 15 * time.Second
)

// Client is all that we ask of Discord's REST interface. Requests wait until Pace lets them go; the urgency of each is its context's.
type Client struct {
	session *discordgo.Session
	Pace    *pace.Pacer
	// Observe, if not nil, is told of every request that was made: the status of the answer, 0 if there was none, and the scope of a refusal as too
	// many.
	Observe func(method string, status int, scope string)
}

// NewClient makes requests through a session of NewSession, at the standard pace.
func NewClient(s *discordgo.Session) *Client { return &Client{session: s, Pace: pace.New(0)} }

// sendAgain is how often a request that somebody waits for is sent again after it was refused for being too early.
const sendAgain = 2

// Call makes one request. Route names what has a limit of its own. A request that is refused for being too early although it was paced is sent again
// as long as ctx allows, if somebody waits for it.
func (c *Client) Call(ctx context.Context, method, url, route string, body any, files []File, opts ...discordgo.RequestOption) ([]byte, error) {
	return c.call(ctx, request{method: method, url: url, route: route, body: body, files: files}, opts...)
}

// request is one request. Own says that it is authorised by the token of an interaction, so that the limit over all does not concern it.
type request struct {
	method, url, route string
	body               any
	files              []File
	own                bool
}

func (c *Client) call(ctx context.Context, r request, opts ...discordgo.RequestOption) ([]byte, error) {
	contentType, raw, err := encode(r.body, r.files)
	if err != nil {
		return nil, err
	}
	for try := 0; ; try++ {
		done, err := c.Pace.Wait(ctx, r.method+" "+r.route, r.own)
		if closed, ok := errors.AsType[*pace.TooLong](err); ok {
			return nil, &discordgo.RateLimitError{RateLimit: &discordgo.RateLimit{TooManyRequests: &discordgo.TooManyRequests{RetryAfter: closed.Wait}}}
		}
		if err != nil {
			return nil, err
		}
		answer, got, err := c.send(ctx, r, contentType, raw, opts)
		done(got.status, got.header)
		if c.Observe != nil {
			c.Observe(r.method, got.status, got.scope())
		}
		if f, _ := Classify(err); f != RateLimited || got.oldMessage || try == sendAgain || pace.Of(ctx) != pace.Answer {
			return answer, err
		}
	}
}

// send sends a request by way of discordgo, whose own limits are left out: it keeps a bucket for ever, waits in it without a context, and makes all
// of them wait when one is refused. See pace.
func (c *Client) send(ctx context.Context, r request, contentType string, raw []byte, opts []discordgo.RequestOption) ([]byte, seen, error) {
	var got seen
	opts = append([]discordgo.RequestOption{
		discordgo.WithContext(ctx), discordgo.WithRetryOnRatelimit(false), discordgo.WithRestRetries(0), got.watch,
	}, opts...)
	if r.own {
		opts = append(opts, withoutToken)
	}
	bucket := discordgo.NewRatelimiter().LockBucket(r.route)
	answer, err := c.session.RequestWithLockedBucket(r.method, r.url, contentType, raw, bucket, 0, opts...)
	return answer, got, err
}

func encode(body any, files []File) (contentType string, raw []byte, err error) {
	if body == nil {
		return "", nil, nil
	}
	if raw, ok := body.(json.RawMessage); ok && len(files) == 0 {
		return "application/json", raw, nil
	}
	if len(files) == 0 {
		raw, err = json.Marshal(body)
		return "application/json", raw, err
	}
	var list []*discordgo.File
	for _, f := range files {
		list = append(list, &discordgo.File{Name: f.Name, ContentType: f.contentType(), Reader: bytes.NewReader(f.Data)})
	}
	return discordgo.MultipartBodyWithJSON(body, list)
}

// withoutToken leaves out the bot's token: calls about an interaction are authorised by its own, and with ours they would count against the
// bot's global limit.
func withoutToken(cfg *discordgo.RequestConfig) { cfg.Request.Header.Del("Authorization") }

// callback is the first answer to an interaction.
func (c *Client) callback(ctx context.Context, ix *discordgo.Interaction, kind int, data any, files []File) error {
	body := struct {
		Type int `json:"type"`
		Data any `json:"data,omitempty"`
	}{kind, data}
	_, err := c.call(ctx, request{method: "POST", url: discordgo.EndpointInteractionResponse(ix.ID, ix.Token), route: "answer " + ix.ID, body: body, files: files, own: true})
	return err
}

// originalAnswer names the message that the first answer made, or that was clicked on after an update of it.
const originalAnswer = "@original"

// editAnswer replaces a message that was made in answer to an interaction.
func (c *Client) editAnswer(ctx context.Context, ix *discordgo.Interaction, id string, m Message) error {
	url := discordgo.EndpointWebhookMessage(ix.AppID, ix.Token, id)
	_, err := c.call(ctx, request{method: "PATCH", url: url, route: "answer " + ix.ID, body: m.body(false), files: m.Files, own: true})
	return err
}

// deleteAnswer takes the message away that editAnswer would replace.
func (c *Client) deleteAnswer(ctx context.Context, ix *discordgo.Interaction, id string) error {
	url := discordgo.EndpointWebhookMessage(ix.AppID, ix.Token, id)
	_, err := c.call(ctx, request{method: "DELETE", url: url, route: "answer " + ix.ID, own: true})
	return err
}

// followUp sends another message for an interaction that has been answered.
func (c *Client) followUp(ctx context.Context, ix *discordgo.Interaction, m Message) (id string, err error) {
	url := discordgo.EndpointWebhookToken(ix.AppID, ix.Token)
	raw, err := c.call(ctx, request{method: "POST", url: url, route: "follow-up " + ix.ID, body: m.body(true), files: m.Files, own: true})
	if err != nil {
		return "", err
	}
	return madeID(raw)
}

// Post creates a message in a channel. Calls with the same nonce within some minutes make one message.
func (c *Client) Post(ctx context.Context, channel string, m Message, nonce string) (id string, err error) {
	w := m.body(true)
	w.Nonce, w.EnforceNonce = nonce, nonce != ""
	url := discordgo.EndpointChannelMessages(channel)
	raw, err := c.Call(ctx, "POST", url, url, w, m.Files)
	if err != nil {
		return "", err
	}
	return madeID(raw)
}

// madeID is the id of what a request has made.
func madeID(raw []byte) (string, error) {
	var made struct {
		ID string `json:"id"`
	}
	if err := json.Unmarshal(raw, &made); err != nil {
		return "", fmt.Errorf("read what was made: %w", err)
	}
	return made.ID, nil
}

// Edit replaces one of our messages.
func (c *Client) Edit(ctx context.Context, channel, id string, m Message) error {
	url := discordgo.EndpointChannelMessage(channel, id)
	_, err := c.Call(ctx, "PATCH", url, discordgo.EndpointChannelMessage(channel, ""), m.body(false), m.Files)
	return err
}

// EditOld is Edit for a message that is not the newest any more. Edits of old messages have a limit of their own, and what waits for it must not keep the
// newest from being edited.
func (c *Client) EditOld(ctx context.Context, channel, id string, m Message) error {
	url := discordgo.EndpointChannelMessage(channel, id)
	_, err := c.Call(ctx, "PATCH", url, discordgo.EndpointChannelMessage(channel, "")+"old", m.body(false), m.Files)
	return err
}

// Delete takes one of our messages away.
func (c *Client) Delete(ctx context.Context, channel, id string) error {
	_, err := c.Call(ctx, "DELETE", discordgo.EndpointChannelMessage(channel, id), discordgo.EndpointChannelMessage(channel, "")+"delete", nil, nil)
	return err
}

// Owner is the user to whom a server belongs.
func (c *Client) Owner(ctx context.Context, guild string) (user string, err error) {
	raw, err := c.Call(ctx, "GET", discordgo.EndpointGuild(guild), discordgo.EndpointGuild(guild), nil, nil)
	if err != nil {
		return "", err
	}
	var found discordgo.Guild
	if err := json.Unmarshal(raw, &found); err != nil {
		return "", fmt.Errorf("read a server: %w", err)
	}
	return found.OwnerID, nil
}

// Jitter is d, give or take half of it, so that many who wait do not all come back at once.
func Jitter(d time.Duration) time.Duration { return d/2 + rand.N(d) }

// IsMember is nil if a user is in a server.
func (c *Client) IsMember(ctx context.Context, guild, user string) error {
	_, err := c.Call(ctx, "GET", discordgo.EndpointGuildMember(guild, user), discordgo.EndpointGuildMember(guild, ""), nil, nil)
	return err
}

// weekOfSilence is after how many minutes Discord puts a match's thread to sleep: the longest it offers.
const weekOfSilence = 10080

// OpenThread opens a public thread in a channel.
func (c *Client) OpenThread(ctx context.Context, channel, name string) (id string, err error) {
	url := discordgo.EndpointChannelThreads(channel)
	raw, err := c.Call(ctx, "POST", url, url, map[string]any{
		"name": name, "type": discordgo.ChannelTypeGuildPublicThread, "auto_archive_duration": weekOfSilence,
	}, nil)
	if err != nil {
		return "", err
	}
	return madeID(raw)
}

// Archive puts a thread to sleep that owner has opened; anything else is left alone.
func (c *Client) Archive(ctx context.Context, channel, owner string) error {
	url := discordgo.EndpointChannel(channel)
	raw, err := c.Call(ctx, "GET", url, url, nil, nil)
	if err != nil {
		return err
	}
	var found discordgo.Channel
	if err := json.Unmarshal(raw, &found); err != nil {
		return fmt.Errorf("read a channel: %w", err)
	}
	if !found.IsThread() || found.OwnerID != owner {
		return nil
	}
	_, err = c.Call(ctx, "PATCH", url, url, map[string]any{"archived": true}, nil)
	return err
}

// PublicThreadIn is the channel in which a public thread is; empty if the channel asked about is none.
func (c *Client) PublicThreadIn(ctx context.Context, channel string) (parent string, err error) {
	url := discordgo.EndpointChannel(channel)
	raw, err := c.Call(ctx, "GET", url, url, nil, nil)
	if err != nil {
		return "", err
	}
	var found discordgo.Channel
	if err := json.Unmarshal(raw, &found); err != nil {
		return "", fmt.Errorf("read a channel: %w", err)
	}
	if found.Type != discordgo.ChannelTypeGuildPublicThread && found.Type != discordgo.ChannelTypeGuildNewsThread {
		return "", nil
	}
	return found.ParentID, nil
}

// OpenDM opens the channel of direct messages with a user.
func (c *Client) OpenDM(ctx context.Context, user string) (id string, err error) {
	url := discordgo.EndpointUserChannels("@me")
	raw, err := c.Call(ctx, "POST", url, url, map[string]any{"recipient_id": user}, nil)
	if err != nil {
		return "", err
	}
	return madeID(raw)
}
