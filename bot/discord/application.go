package discord

import (
	"context"
	"encoding/json"
	"fmt"
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

// Application asks Discord which application the token belongs to. It waits while Discord can't be reached.
func (c *Client) Application(ctx context.Context, log *slog.Logger) (a Application, err error) {
	err = reach(ctx, log, func(ctx context.Context) error {
		url := discordgo.EndpointAPI + "applications/@me"
		var raw []byte
		err := Retry(ctx, func() (err error) {
			raw, err = c.Call(ctx, "GET", url, url, nil, nil)
			return err
		})
		if f, _ := Classify(err); f == TokenRejected {
			return ErrToken
		}
		if err != nil {
			return fmt.Errorf("could not reach Discord: %w", Redact(err))
		}
		if err := json.Unmarshal(raw, &a); err != nil {
			return fmt.Errorf("read an application: %w", err)
		}
		return nil
	})
	return a, err
}
