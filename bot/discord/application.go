package discord

import (
	"context"
	"log/slog"

	"github.com/bwmarrin/discordgo"
)

// Application is Discord's data about the application that owns the token.
type Application struct {
	ID  string `json:"id"`
	Key string `json:"verify_key"` // public key for the signatures of posted interactions
	Bot struct {
		ID string `json:"id"`
	} `json:"bot"`
}

// Application asks Discord which application the token belongs to. It waits while Discord can't be
// reached.
func (c *Client) Application(ctx context.Context, log *slog.Logger) (a Application, err error) {
	err = reach(ctx, log, func(ctx context.Context) error {
		err := Retry(ctx, func() error { return c.Read(ctx, discordgo.EndpointAPI+"applications/@me", "", &a) })
		if err != nil {
			return unreached(err)
		}
		return nil
	})
	return a, err
}

// Emojis returns the ids of the application's emojis by their names. If two emojis have the same
// name, the older one counts.
func (c *Client) Emojis(ctx context.Context, app string) (map[string]string, error) {
	var list struct{ Items []discordgo.Emoji }
	if err := c.Read(ctx, discordgo.EndpointApplicationEmojis(app), "", &list); err != nil {
		return nil, err
	}
	ids := make(map[string]string, len(list.Items))
	for _, e := range list.Items {
		if old, known := ids[e.Name]; !known || Later(old, e.ID) {
			ids[e.Name] = e.ID
		}
	}
	return ids, nil
}

// AddEmoji uploads an emoji of the application and returns its id. The picture is a data URI.
func (c *Client) AddEmoji(ctx context.Context, app, name, picture string) (id string, err error) {
	return c.create(ctx, request{
		url:  discordgo.EndpointApplicationEmojis(app),
		body: discordgo.EmojiParams{Name: name, Image: picture},
	})
}
