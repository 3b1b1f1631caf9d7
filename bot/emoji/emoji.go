// Package emoji keeps the icons of pieces as emojis of the application, for buttons and menus. It
// draws each icon, checks by a digest in its name whether the application has it, and uploads what
// is missing. It stores nothing: other processes and versions of the bot find or add theirs in the
// same way, and old messages keep the emojis that they show. So it never deletes one.
//
// Without emojis all messages are complete. Start at [Icons.Run].
package emoji

import (
	"context"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"log/slog"
	"sync"
	"time"

	"github.com/bwmarrin/discordgo"

	"paddock/bot/discord"
	"paddock/bot/tasks"
	"paddock/games"
	"paddock/games/scene"
)

// Icons knows the emojis of the application. It is safe for concurrent use.
type Icons struct {
	client *discord.Client
	games  []*games.Game
	draw   func(scene.Scene) ([]byte, error)
	log    *slog.Logger
	gone   tasks.Signal // signals that Discord does not know an emoji

	mu    sync.Mutex
	known map[string]discordgo.ComponentEmoji // emojis by the game's id and the icon's name
}

// New returns the icons of some games. It asks Discord for nothing before Run.
func New(client *discord.Client, list []*games.Game, draw func(scene.Scene) ([]byte, error), log *slog.Logger) *Icons {
	k := &Icons{
		client: client, games: list, draw: draw, log: log, gone: tasks.NewSignal(),
		known: make(map[string]discordgo.ComponentEmoji),
	}
	client.IconsBy(k.find, k.lost)
	return k
}

func (k *Icons) find(name string) (discordgo.ComponentEmoji, bool) {
	k.mu.Lock()
	defer k.mu.Unlock()
	e, ok := k.known[name]
	return e, ok
}

// lost forgets all icons, because Discord does not know one of them: somebody has deleted it.
func (k *Icons) lost() {
	k.mu.Lock()
	clear(k.known)
	k.mu.Unlock()
	k.gone.Send()
}

// The first and the longest pause after a failure. They are long, because nobody waits for icons.
const (
	again     = time.Minute
	againMost = time.Hour
)

// Run brings the application's emojis up to date, and again an hour after Discord did not know one.
// It retries after temporary failures. If Discord refuses an icon, buttons have text alone.
func (k *Icons) Run(ctx context.Context) {
	for k.upToDate(ctx) {
		select {
		case <-ctx.Done():
			return
		case <-k.gone:
		}
		k.log.Warn("an emoji of the application is gone, so buttons have no icons for a while", "pause", againMost)
		if !discord.Sleep(ctx, againMost) {
			return
		}
	}
}

// upToDate brings the application's emojis up to date. It returns false if Discord refuses an icon,
// or ctx ends.
func (k *Icons) upToDate(ctx context.Context) bool {
	for pause := again; ; pause = min(2*pause, againMost) {
		err := k.complete(ctx)
		f, wait := discord.Classify(err)
		switch f {
		case discord.NoFailure:
			return true
		case discord.Transient, discord.RateLimited:
		default:
			k.log.Warn("buttons have no icons", "err", discord.Redact(err))
			return false
		}
		if !discord.Sleep(ctx, max(wait, pause)) {
			return false
		}
	}
}

// complete asks for the application's emojis and uploads the icons that are missing.
func (k *Icons) complete(ctx context.Context) error {
	app, err := k.client.Application(ctx, k.log)
	if err != nil {
		return err
	}
	have, err := k.client.Emojis(ctx, app.ID)
	if err != nil {
		return err
	}
	added := 0
	for _, g := range k.games {
		for _, icon := range g.Icons {
			png, err := k.draw(icon.Scene)
			if err != nil {
				return fmt.Errorf("draw the icon %s of %s: %w", icon.Name, g.ID, err)
			}
			name := Name(g.ID, icon.Name, png)
			id, known := have[name]
			if !known {
				if id, err = k.add(ctx, app.ID, name, png); err != nil {
					return err
				}
				added++
			}
			k.mu.Lock()
			k.known[string(g.ID)+"_"+icon.Name] = discordgo.ComponentEmoji{ID: id, Name: name}
			k.mu.Unlock()
		}
	}
	if added > 0 {
		k.log.Info("icons uploaded", "count", added)
	}
	return nil
}

// add uploads an icon. If another process has just done so, it returns the other's emoji.
func (k *Icons) add(ctx context.Context, app, name string, png []byte) (id string, err error) {
	id, err = k.client.AddEmoji(ctx, app, name, "data:image/png;base64,"+base64.StdEncoding.EncodeToString(png))
	if f, _ := discord.Classify(err); f != discord.InvalidRequest {
		return id, err
	}
	if have, _ := k.client.Emojis(ctx, app); have[name] != "" {
		return have[name], nil
	}
	return "", err
}

// Name returns the name of an icon's emoji, such as stratego_red_scout_ab12cd. It changes with the
// picture, so that each version of the bot has its own.
func Name(game games.ID, icon string, png []byte) string {
	sum := sha256.Sum256(png)
	return string(game) + "_" + icon + "_" + hex.EncodeToString(sum[:3])
}
