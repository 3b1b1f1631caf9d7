package discord

import (
	"context"
	"errors"
	"net/http"

	"github.com/bwmarrin/discordgo"
)

// PostPlain creates a message of text and files alone, like Post. Followers of an announcement
// channel see no components of a published message.
func (c *Client) PostPlain(ctx context.Context, channel, text string, files []File,
	nonce string,
) (id string, err error) {
	w := plainBody(text, files)
	w.Nonce, w.EnforceNonce = nonce, nonce != ""
	return c.create(ctx, request{url: discordgo.EndpointChannelMessages(channel), body: w, files: files})
}

// ErrPublished is returned for a message that was published before.
var ErrPublished = errors.New("discord: the message is published already")

// Publish sends a message of an announcement channel to the servers that follow it. Discord allows
// ten an hour and channel.
func (c *Client) Publish(ctx context.Context, channel, id string) error {
	url := discordgo.EndpointChannelMessageCrosspost(channel, id)
	_, err := c.Call(ctx, http.MethodPost, url, discordgo.EndpointChannelMessageCrosspost(channel, ""), nil, nil)
	rest, ok := errors.AsType[*discordgo.RESTError](err)
	if ok && rest.Message != nil && rest.Message.Code == discordgo.ErrCodeMessageAlreadyCrossposted {
		return ErrPublished
	}
	return err
}

// Announces reports whether a channel is an announcement channel, which others can follow.
func (c *Client) Announces(ctx context.Context, channel string) bool {
	found, err := c.channel(ctx, channel)
	return err == nil && found.Type == discordgo.ChannelTypeGuildNews
}
