package command

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"

	"github.com/bwmarrin/discordgo"

	"paddock/bot/discord"
)

// noteCommands is the key under which the fingerprint of the registered commands is kept.
const noteCommands = "commands"

// Register sends the command set unless it is what was sent last. If that fails the bot keeps running with the old set.
func (a *App) Register(ctx context.Context, app string) error {
	set := a.set.localised()
	now := fingerprint(app, set)
	if was, err := a.Matches.Settings.Note(ctx, noteCommands); err == nil && was == now {
		return nil
	}
	url := discordgo.EndpointApplicationGlobalCommands(app)
	err := discord.Retry(ctx, func() error {
		_, err := a.Client.Call(ctx, "PUT", url, url, set, nil)
		return err
	})
	if err != nil {
		return err
	}
	a.Log.Info("commands registered", "count", len(set))
	return a.Matches.Settings.PutNote(ctx, noteCommands, now)
}

// fingerprint changes when the command set or the application does: only then is the set sent, for Discord counts creations.
func fingerprint(app string, set []*discordgo.ApplicationCommand) string {
	raw, _ := json.Marshal(set) // plain data: can't fail
	sum := sha256.Sum256(append(raw, app...))
	return hex.EncodeToString(sum[:])
}
