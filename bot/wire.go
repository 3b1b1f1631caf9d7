package bot

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"hash/fnv"
	"math/rand/v2"
	"time"

	"github.com/bwmarrin/discordgo"

	"paddock/games/match"
)

// message is a whole message: always Components V2, always complete, so that an edit never leaves half of the old one behind.
type message struct {
	parts     []discordgo.MessageComponent
	files     []file
	ping      []match.UserID // who is notified; nobody else ever is
	private   bool           // only the person answered sees it
	silent    bool           // posted without a notification
	keepFiles bool           // an edit that leaves the message's files as they are
}

// file is a picture of a message, shown by a part that refers to attachment://name.
type file struct {
	name, alt string
	data      []byte
}

// wire is a message as Discord reads it. Unlike discordgo's own types it carries flags on every path, and says of every field what becomes of it.
type wire struct {
	Flags           discordgo.MessageFlags            `json:"flags"`
	Content         *string                           `json:"content"` // null
	Embeds          []*discordgo.MessageEmbed         `json:"embeds"`  // empty, not nil
	Components      []discordgo.MessageComponent      `json:"components"`
	Attachments     *[]attachment                     `json:"attachments,omitempty"` // all that stay; absent: those there were
	AllowedMentions *discordgo.MessageAllowedMentions `json:"allowed_mentions"`
	Nonce           string                            `json:"nonce,omitempty"`
	EnforceNonce    bool                              `json:"enforce_nonce,omitempty"`
}

type attachment struct {
	ID          string `json:"id"`
	Filename    string `json:"filename"`
	Description string `json:"description,omitempty"`
}

// wire makes the body of m. New says whether a message is created, for only then are notifications and privacy decided.
func (m message) wire(isNew bool) wire {
	w := wire{
		Flags:      discordgo.MessageFlagsIsComponentsV2,
		Embeds:     []*discordgo.MessageEmbed{},
		Components: m.parts,
		AllowedMentions: &discordgo.MessageAllowedMentions{
			Parse: []discordgo.AllowedMentionType{},
		},
	}
	for _, u := range m.ping {
		w.AllowedMentions.Users = append(w.AllowedMentions.Users, string(u))
	}
	if isNew && m.private {
		w.Flags |= discordgo.MessageFlagsEphemeral
	}
	if isNew && m.silent && !m.private {
		w.Flags |= discordgo.MessageFlagsSuppressNotifications
	}
	if !m.keepFiles {
		list := make([]attachment, len(m.files))
		for i, f := range m.files {
			list[i] = attachment{ID: fmt.Sprint(i), Filename: f.name, Description: f.alt}
		}
		w.Attachments = &list
	}
	return w
}

// The kinds of first answers to an interaction.
const (
	answerMessage     = 4
	answerLater       = 5 // a message follows
	answerLaterUpdate = 6 // an edit of the message clicked on may follow
	answerUpdate      = 7
	answerChoices     = 8
	answerModal       = 9
)

// How long calls may take. A first answer that has not arrived after 3 s is worth nothing.
const (
	firstAnswerWithin = 2500 * time.Millisecond
	callWithin        = 15 * time.Second
)

// client is all that we ask of Discord's REST interface.
type client struct {
	s *discordgo.Session
}

// call makes one request. It returns when ctx ends even if discordgo still waits for a rate-limit bucket, which knows no context.
func (c *client) call(ctx context.Context, method, url, bucket string, body any, files []file, opts ...discordgo.RequestOption) ([]byte, error) {
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
		b, err := c.s.RequestRaw(method, url, contentType, raw, bucket, 0, opts...)
		done <- result{b, err}
	}()
	select {
	case r := <-done:
		return r.body, r.err
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

func encode(body any, files []file) (contentType string, raw []byte, err error) {
	if body == nil {
		return "", nil, nil
	}
	if len(files) == 0 {
		raw, err = json.Marshal(body)
		return "application/json", raw, err
	}
	var list []*discordgo.File
	for _, f := range files {
		list = append(list, &discordgo.File{Name: f.name, ContentType: "image/" + f.name[len(f.name)-3:], Reader: bytes.NewReader(f.data)})
	}
	return discordgo.MultipartBodyWithJSON(body, list)
}

// interactionBucket is one of a bounded set, because discordgo never frees a bucket and there would be one for each interaction.
func interactionBucket(id string) string {
	h := fnv.New32a()
	h.Write([]byte(id))
	return fmt.Sprintf("ix-%d", h.Sum32()%256)
}

// asNobody leaves out the bot's token: calls about an interaction are authorised by its own, and with ours they would count against the
// bot's global limit.
func asNobody(cfg *discordgo.RequestConfig) { cfg.Request.Header.Del("Authorization") }

// callback is the first answer to an interaction.
func (c *client) callback(ctx context.Context, ix *discordgo.Interaction, kind int, data any, files []file) error {
	body := struct {
		Type int `json:"type"`
		Data any `json:"data,omitempty"`
	}{kind, data}
	_, err := c.call(ctx, "POST", discordgo.EndpointInteractionResponse(ix.ID, ix.Token), interactionBucket(ix.ID), body, files, asNobody)
	return err
}

// editOriginal replaces the message that the first answer made, or that was clicked on after answerLaterUpdate.
func (c *client) editOriginal(ctx context.Context, ix *discordgo.Interaction, m message) error {
	url := discordgo.EndpointWebhookMessage(ix.AppID, ix.Token, "@original")
	_, err := c.call(ctx, "PATCH", url, interactionBucket(ix.ID), m.wire(false), m.files, asNobody)
	return err
}

// deleteOriginal takes the message away that editOriginal would replace.
func (c *client) deleteOriginal(ctx context.Context, ix *discordgo.Interaction) error {
	url := discordgo.EndpointWebhookMessage(ix.AppID, ix.Token, "@original")
	_, err := c.call(ctx, "DELETE", url, interactionBucket(ix.ID), nil, nil, asNobody)
	return err
}

// followUp sends another message for an interaction that has been answered.
func (c *client) followUp(ctx context.Context, ix *discordgo.Interaction, m message) error {
	_, err := c.call(ctx, "POST", discordgo.EndpointWebhookToken(ix.AppID, ix.Token), interactionBucket(ix.ID), m.wire(true), m.files, asNobody)
	return err
}

// post creates a message in a channel. Calls with the same nonce within some minutes make one message.
func (c *client) post(ctx context.Context, ch match.ChannelID, m message, nonce string) (match.MessageID, error) {
	w := m.wire(true)
	w.Nonce, w.EnforceNonce = nonce, nonce != ""
	url := discordgo.EndpointChannelMessages(string(ch))
	raw, err := c.call(ctx, "POST", url, url, w, m.files)
	if err != nil {
		return "", err
	}
	var made struct {
		ID match.MessageID `json:"id"`
	}
	if err := json.Unmarshal(raw, &made); err != nil {
		return "", fmt.Errorf("read the message made: %w", err)
	}
	return made.ID, nil
}

// edit replaces one of our messages.
func (c *client) edit(ctx context.Context, ch match.ChannelID, id match.MessageID, m message) error {
	url := discordgo.EndpointChannelMessage(string(ch), string(id))
	_, err := c.call(ctx, "PATCH", url, discordgo.EndpointChannelMessage(string(ch), ""), m.wire(false), m.files)
	return err
}

// fetch reads one of our messages.
func (c *client) fetch(ctx context.Context, ch match.ChannelID, id match.MessageID) (*discordgo.Message, error) {
	url := discordgo.EndpointChannelMessage(string(ch), string(id))
	raw, err := c.call(ctx, "GET", url, discordgo.EndpointChannelMessage(string(ch), ""), nil, nil)
	if err != nil {
		return nil, err
	}
	var m discordgo.Message
	if err := json.Unmarshal(raw, &m); err != nil {
		return nil, fmt.Errorf("read a message: %w", err)
	}
	return &m, nil
}

func jitter(d time.Duration) time.Duration { return d/2 + rand.N(d) }

// isMember is nil if a user is in a server.
func (c *client) isMember(ctx context.Context, g match.GuildID, u match.UserID) error {
	_, err := c.call(ctx, "GET", discordgo.EndpointGuildMember(string(g), string(u)), discordgo.EndpointGuildMember(string(g), ""), nil, nil)
	return err
}

// weekOfSilence is after how many minutes Discord puts a match's thread to sleep: the longest it offers.
const weekOfSilence = 10080

// openThread opens a public thread in a channel.
func (c *client) openThread(ctx context.Context, ch match.ChannelID, name string) (match.ChannelID, error) {
	url := discordgo.EndpointChannelThreads(string(ch))
	raw, err := c.call(ctx, "POST", url, url, map[string]any{
		"name": name, "type": discordgo.ChannelTypeGuildPublicThread, "auto_archive_duration": weekOfSilence,
	}, nil)
	if err != nil {
		return "", err
	}
	var made struct {
		ID match.ChannelID `json:"id"`
	}
	if err := json.Unmarshal(raw, &made); err != nil {
		return "", fmt.Errorf("read the thread made: %w", err)
	}
	return made.ID, nil
}

// archive puts a thread to sleep that owner has opened; anything else is left alone.
func (c *client) archive(ctx context.Context, ch match.ChannelID, owner string) error {
	url := discordgo.EndpointChannel(string(ch))
	raw, err := c.call(ctx, "GET", url, url, nil, nil)
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
	_, err = c.call(ctx, "PATCH", url, url, map[string]any{"archived": true}, nil)
	return err
}
