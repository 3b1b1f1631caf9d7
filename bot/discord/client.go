package discord

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"net/http"
	"sync/atomic"
	"time"

	"github.com/bwmarrin/discordgo"

	"paddock/bot/discord/pace"
)

// The types of first responses to an interaction.
const (
	responseMessage        = 4
	responseDeferred       = 5 // the message comes later
	responseDeferredUpdate = 6 // an edit of the clicked message may come later
	responseUpdate         = 7
	responseChoices        = 8
	responseModal          = 9
	responseLaunch         = 12
)

// Time limits of calls. Discord ignores a first response after 3 s.
const (
	FirstAnswerWithin = 2500 * time.Millisecond
	CallWithin        = 15 * time.Second
)

// Client makes all requests to Discord's REST interface. Each waits for Pace; its context says how
// urgent it is.
type Client struct {
	session *discordgo.Session
	Pace    *pace.Pacer
	// Observe, if not nil, is called after every request with the status of the answer, 0 if there
	// was none, and the scope of a 429.
	Observe func(method string, status int, scope string)
	link    atomic.Pointer[func(text string) string]
	icons   atomic.Pointer[iconSource]
}

// NewClient returns a Client for a session of NewSession, at the standard pace.
func NewClient(s *discordgo.Session) *Client { return &Client{session: s, Pace: pace.New(0)} }

// sendAgain is the number of further attempts after a 429 for a request that a person waits for.
const sendAgain = 2

// Call makes one request. Route names its rate limit. After a 429 an urgent request is sent again
// as long as ctx allows.
func (c *Client) Call(ctx context.Context, method, url, route string, body any, files []File,
	opts ...discordgo.RequestOption,
) ([]byte, error) {
	return c.call(ctx, request{method: method, url: url, route: route, body: body, files: files}, opts...)
}

// request is one request. Own means that an interaction's token authorises it, so that the global
// limit does not apply.
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
			return nil, tooSoon(closed.Wait)
		}
		if err != nil {
			return nil, err
		}
		answer, got, err := c.send(ctx, r, contentType, raw, opts)
		if got.oldMessage { // a limit on edits of old messages, which does not close the route for other messages
			got.header.Set("X-RateLimit-Remaining", "1")
		}
		done(got.status, got.header)
		if c.Observe != nil {
			c.Observe(r.method, got.status, got.scope())
		}
		if body, ok := r.body.(iconed); ok && iconRefused(err) {
			if r.body, ok = body.withoutIcons(); ok {
				c.loseIcons()
				return c.call(ctx, r, opts...)
			}
		}
		f, wait := Classify(err)
		if f != RateLimited || got.oldMessage || try == sendAgain || pace.Of(ctx) != pace.Answer || !lasts(ctx, wait) ||
			!Sleep(ctx, wait) {
			return answer, err
		}
	}
}

// send sends a request through discordgo without discordgo's rate limits. The limits of discordgo
// keep buckets forever, wait without a context and block all requests after one 429. See pace.
func (c *Client) send(ctx context.Context, r request, contentType string, raw []byte,
	opts []discordgo.RequestOption,
) ([]byte, seen, error) {
	var got seen
	opts = append([]discordgo.RequestOption{
		discordgo.WithContext(ctx), discordgo.WithRetryOnRatelimit(false), discordgo.WithRestRetries(0), got.watch,
	}, opts...)
	if r.own {
		opts = append(opts, withoutToken)
	}
	bucket := discordgo.NewRatelimiter().LockBucket(r.route)
	answer, err := c.session.RequestWithLockedBucket(r.method, r.url, contentType, raw, bucket, 0, opts...)
	return answer, got, got.error(err)
}

// lasts reports whether a context lasts at least d.
func lasts(ctx context.Context, d time.Duration) bool {
	end, ends := ctx.Deadline()
	return !ends || time.Until(end) >= d
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
		list = append(list, &discordgo.File{
			Name: f.Name, ContentType: f.contentType(),
			Reader: bytes.NewReader(f.Data),
		})
	}
	return discordgo.MultipartBodyWithJSON(body, list)
}

// withoutToken removes the bot's token. An interaction's own token authorises its calls; with the
// bot's token they would count against the global limit.
func withoutToken(cfg *discordgo.RequestConfig) { cfg.Request.Header.Del("Authorization") }

// callbackBody is the body of a first response.
type callbackBody struct {
	Type int `json:"type"`
	Data any `json:"data,omitempty"`
}

// callback sends the first response to an interaction.
func (c *Client) callback(ctx context.Context, ix *discordgo.Interaction, kind int, data any, files []File) error {
	body := callbackBody{kind, data}
	_, err := c.call(ctx, request{
		method: "POST", url: discordgo.EndpointInteractionResponse(ix.ID, ix.Token),
		route: "answer " + ix.ID, body: body, files: files, own: true,
	})
	return err
}

// originalAnswer names the message of the first response, or the clicked message after an update.
const originalAnswer = "@original"

// editAnswer replaces a message that answers an interaction.
func (c *Client) editAnswer(ctx context.Context, ix *discordgo.Interaction, id string, m Message) error {
	url := discordgo.EndpointWebhookMessage(ix.AppID, ix.Token, id)
	_, err := c.call(ctx, request{
		method: "PATCH", url: url, route: "answer " + ix.ID, body: c.body(m, false),
		files: m.Files, own: true,
	})
	return err
}

// deleteAnswer deletes a message that answers an interaction.
func (c *Client) deleteAnswer(ctx context.Context, ix *discordgo.Interaction, id string) error {
	url := discordgo.EndpointWebhookMessage(ix.AppID, ix.Token, id)
	_, err := c.call(ctx, request{method: "DELETE", url: url, route: "answer " + ix.ID, own: true})
	return err
}

// followUp sends a further message for an answered interaction.
func (c *Client) followUp(ctx context.Context, ix *discordgo.Interaction, m Message) (id string, err error) {
	url := discordgo.EndpointWebhookToken(ix.AppID, ix.Token)
	return c.create(ctx, request{
		url: url, route: "follow-up " + ix.ID, body: c.body(m, true), files: m.Files,
		own: true,
	})
}

// Post creates a message in a channel. Within some minutes, calls with the same nonce create only
// one message.
func (c *Client) Post(ctx context.Context, channel string, m Message, nonce string) (id string, err error) {
	w := c.body(m, true)
	w.Nonce, w.EnforceNonce = nonce, nonce != ""
	url := discordgo.EndpointChannelMessages(channel)
	id, err = c.create(ctx, request{url: url, body: w, files: m.Files})
	return id, c.diagnose(ctx, channel, err, NotFound)
}

// create makes a POST request and returns the id of the object that it creates.
func (c *Client) create(ctx context.Context, r request) (id string, err error) {
	r.method, r.route = http.MethodPost, cmp.Or(r.route, r.url)
	raw, err := c.call(ctx, r)
	if err != nil {
		return "", err
	}
	var made struct {
		ID string `json:"id"`
	}
	if err := json.Unmarshal(raw, &made); err != nil {
		return "", fmt.Errorf("read what was made: %w", err)
	}
	if made.ID == "" {
		return "", errors.New("nothing was made: the answer has no id")
	}
	return made.ID, nil
}

// Read makes a GET request and decodes the answer into v. Route names its rate limit; empty: that
// of the URL.
func (c *Client) Read(ctx context.Context, url, route string, v any) error {
	raw, err := c.Call(ctx, http.MethodGet, url, cmp.Or(route, url), nil, nil)
	if err != nil {
		return err
	}
	if err := json.Unmarshal(raw, v); err != nil {
		return fmt.Errorf("read the answer to GET %s: %w", url, err)
	}
	return nil
}

// channel reads a channel.
func (c *Client) channel(ctx context.Context, id string) (found discordgo.Channel, err error) {
	err = c.Read(ctx, discordgo.EndpointChannel(id), "", &found)
	return found, err
}

// Edit replaces a message of the bot. After a 404 that does not say that the message is gone, it
// deletes the message: the caller posts a new one, and the old one must not keep its controls.
func (c *Client) Edit(ctx context.Context, channel, id string, m Message) error {
	url := discordgo.EndpointChannelMessage(channel, id)
	_, err := c.Call(ctx, "PATCH", url, discordgo.EndpointChannelMessage(channel, ""), c.body(m, false), m.Files)
	err = c.diagnose(ctx, channel, err, MessageGone)
	if guess, ok := errors.AsType[*diagnosed](err); ok && guess.failure == MessageGone {
		_ = c.Delete(ctx, channel, id) // a 404 usually means that the message is gone
	}
	return err
}

// diagnose explains a 404 about a channel that does not say what is missing. The result is
// ChannelGone if Discord does not know the channel either, otherwise the given failure.
func (c *Client) diagnose(ctx context.Context, channel string, err error, otherwise Failure) error {
	if f, _ := Classify(err); f != NotFound {
		return err
	}
	_, look := c.channel(ctx, channel)
	switch f, _ := Classify(look); f {
	case NoFailure:
		return &diagnosed{err, otherwise}
	case NotFound:
		return &diagnosed{err, ChannelGone}
	}
	return look
}

// EditOld edits a message like Edit, if it is no longer the newest. Edits of old messages have a
// rate limit of their own, which must not delay edits of the newest.
func (c *Client) EditOld(ctx context.Context, channel, id string, m Message) error {
	url := discordgo.EndpointChannelMessage(channel, id)
	_, err := c.Call(ctx, "PATCH", url, discordgo.EndpointChannelMessage(channel, "")+"old", c.body(m, false), m.Files)
	return err
}

// Delete deletes a message of the bot.
func (c *Client) Delete(ctx context.Context, channel, id string) error {
	_, err := c.Call(ctx, "DELETE", discordgo.EndpointChannelMessage(channel, id),
		discordgo.EndpointChannelMessage(channel, "")+"delete", nil, nil)
	return err
}

// Owner returns the owner of a server.
func (c *Client) Owner(ctx context.Context, guild string) (user string, err error) {
	var found discordgo.Guild
	err = c.Read(ctx, discordgo.EndpointGuild(guild), "", &found)
	return found.OwnerID, err
}

// Jitter returns a random duration from d/2 to 3d/2, so that many waiting calls do not return at
// the same time.
func Jitter(d time.Duration) time.Duration { return d/2 + rand.N(d) }

// IsMember returns nil if a user is a member of a server.
func (c *Client) IsMember(ctx context.Context, guild, user string) error {
	_, err := c.Call(ctx, "GET", discordgo.EndpointGuildMember(guild, user), discordgo.EndpointGuildMember(guild, ""),
		nil, nil)
	return err
}

// weekOfSilence is the number of minutes without messages after which Discord archives the thread
// of a match. It is the longest time that Discord offers.
const weekOfSilence = 10080

// OpenThread creates a public thread in a channel. In an announcement channel the thread has the
// type GUILD_NEWS_THREAD, the only one that Discord allows there.
func (c *Client) OpenThread(ctx context.Context, channel, name string) (id string, err error) {
	kind := discordgo.ChannelTypeGuildPublicThread
	switch in, err := c.channel(ctx, channel); {
	case err != nil:
		return "", err
	case in.Type == discordgo.ChannelTypeGuildNews:
		kind = discordgo.ChannelTypeGuildNewsThread
	}
	url := discordgo.EndpointChannelThreads(channel)
	return c.create(ctx, request{url: url, body: map[string]any{
		"name": name, "type": kind, "auto_archive_duration": weekOfSilence,
	}})
}

// Archive archives a thread that owner has created, and does nothing to other channels.
func (c *Client) Archive(ctx context.Context, channel, owner string) error {
	found, err := c.channel(ctx, channel)
	if err != nil || !found.IsThread() || found.OwnerID != owner {
		return err
	}
	url := discordgo.EndpointChannel(channel)
	_, err = c.Call(ctx, "PATCH", url, url, map[string]any{"archived": true}, nil)
	return err
}

// ChannelName returns the name of a channel, such as "#games".
func (c *Client) ChannelName(ctx context.Context, channel string) (string, error) {
	found, err := c.channel(ctx, channel)
	if err != nil || found.Name == "" {
		return "", err
	}
	return "#" + found.Name, nil
}

// PublicThreadIn returns the parent channel of a public thread; empty if the channel is no public
// thread.
func (c *Client) PublicThreadIn(ctx context.Context, channel string) (parent string, err error) {
	found, err := c.channel(ctx, channel)
	if err != nil || found.Type != discordgo.ChannelTypeGuildPublicThread &&
		found.Type != discordgo.ChannelTypeGuildNewsThread {
		return "", err
	}
	return found.ParentID, nil
}

// OpenDM opens the channel of direct messages with a user.
func (c *Client) OpenDM(ctx context.Context, user string) (id string, err error) {
	return c.create(ctx, request{
		url:  discordgo.EndpointUserChannels("@me"),
		body: map[string]any{"recipient_id": user},
	})
}
