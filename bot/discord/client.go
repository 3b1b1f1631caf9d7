package discord

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"hash/fnv"
	"math/rand/v2"
	"time"

	"github.com/bwmarrin/discordgo"
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

// Client is all that we ask of Discord's REST interface.
type Client struct {
	session *discordgo.Session
}

// NewClient makes requests through a session of NewSession.
func NewClient(s *discordgo.Session) *Client { return &Client{s} }

// Call makes one request. It returns when ctx ends even if discordgo still waits for a rate-limit bucket, which knows no context.
func (c *Client) Call(ctx context.Context, method, url, bucket string, body any, files []File, opts ...discordgo.RequestOption) ([]byte, error) {
	contentType, raw, err := encode(body, files)
	if err != nil {
		return nil, err
	}
	opts = append(opts, discordgo.WithContext(ctx), discordgo.WithRetryOnRatelimit(false), discordgo.WithRestRetries(0))
	type result struct {
		body []byte
		err  error
	}
	done := make(chan result, 1)
	go func() { // exits when the request does: ctx bounds it once it has a bucket
		b, err := c.session.RequestRaw(method, url, contentType, raw, bucket, 0, opts...)
		done <- result{b, err}
	}()
	select {
	case r := <-done:
		return r.body, r.err
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

func encode(body any, files []File) (contentType string, raw []byte, err error) {
	if body == nil {
		return "", nil, nil
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

// interactionBucket is one of a bounded set, because discordgo never frees a bucket and there would be one for each interaction.
func interactionBucket(id string) string {
	h := fnv.New32a()
	h.Write([]byte(id))
	return fmt.Sprintf("ix-%d", h.Sum32()%256)
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
	_, err := c.Call(ctx, "POST", discordgo.EndpointInteractionResponse(ix.ID, ix.Token), interactionBucket(ix.ID), body, files, withoutToken)
	return err
}

// originalAnswer names the message that the first answer made, or that was clicked on after an update of it.
const originalAnswer = "@original"

// editAnswer replaces a message that was made in answer to an interaction.
func (c *Client) editAnswer(ctx context.Context, ix *discordgo.Interaction, id string, m Message) error {
	url := discordgo.EndpointWebhookMessage(ix.AppID, ix.Token, id)
	_, err := c.Call(ctx, "PATCH", url, interactionBucket(ix.ID), m.body(false), m.Files, withoutToken)
	return err
}

// deleteAnswer takes the message away that editAnswer would replace.
func (c *Client) deleteAnswer(ctx context.Context, ix *discordgo.Interaction, id string) error {
	url := discordgo.EndpointWebhookMessage(ix.AppID, ix.Token, id)
	_, err := c.Call(ctx, "DELETE", url, interactionBucket(ix.ID), nil, nil, withoutToken)
	return err
}

// followUp sends another message for an interaction that has been answered.
func (c *Client) followUp(ctx context.Context, ix *discordgo.Interaction, m Message) (id string, err error) {
	raw, err := c.Call(ctx, "POST", discordgo.EndpointWebhookToken(ix.AppID, ix.Token), interactionBucket(ix.ID), m.body(true), m.Files, withoutToken)
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
