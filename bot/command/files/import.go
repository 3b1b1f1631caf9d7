package files

import (
	"bytes"
	"context"
	"errors"
	"slices"
	"strings"
	"unicode/utf8"

	"paddock/bot/discord"
	"paddock/bot/router"
	"paddock/bot/say"
	"paddock/bot/show"
	"paddock/bot/show/files"
	"paddock/bot/show/past"
	"paddock/games"
	"paddock/games/record"
)

// optFile is the option of the file.
const optFile = "file"

// mostPasted is how many characters a field of a form holds.
const mostPasted = 4000

// Import is `/import`.
var Import = &router.Command{
	Name: "import", Help: "A game as text: step through it, or go on from it", Where: router.Everywhere, Run: importGame, Cost: router.CostReplay,
	Options: func(a router.Builder, _ *games.Game) []*router.Option {
		return []*router.Option{a.File(optFile, "What /export has written; without one a form asks for the text")}
	},
}

// importGame reads a game from a file, or asks for its text (P104).
func importGame(ctx context.Context, r *router.Request) (discord.Reply, error) {
	f := r.File(optFile)
	if f == nil {
		form := discord.Modal{Title: r.In.Speak(say.ImportForm), ID: show.Target{Action: show.ActImportForm}.MustID(), Late: r.In.Speak(say.FormLate)}
		form.Inputs = []discord.TextInput{{Label: r.In.Speak(say.ImportField), Max: mostPasted, Long: true}}
		return discord.Reply{Kind: discord.ReplyModal, Modal: form}, nil
	}
	i, err := fetched(ctx, r, f.URL, f.Size)
	if err != nil {
		return discord.Reply{}, err
	}
	return shown(ctx, r, i, len(i.Steps)), nil
}

// importText is a text that was filled into the form.
func importText(ctx context.Context, r *router.Request) (discord.Reply, error) {
	if len(r.Values) != 1 {
		return discord.Reply{}, show.ErrID
	}
	i, err := played(r, []byte(r.Values[0]))
	if err != nil {
		return discord.Reply{}, err
	}
	return shown(ctx, r, i, len(i.Steps)), nil
}

// importStep turns to another board of a game.
func importStep(ctx context.Context, r *router.Request) (discord.Reply, error) {
	i, err := Imported(ctx, r)
	if err != nil {
		return discord.Reply{}, err
	}
	n, err := past.At(r.Target.Text, len(i.Steps)+1)
	if err != nil {
		return discord.Reply{}, err
	}
	return shown(ctx, r, i, n), nil
}

// shown is a board of a game.
func shown(ctx context.Context, r *router.Request, i files.Import, n int) discord.Reply {
	return router.ReplyPrivate(r, files.Imported(r.Show, r.In, i, n, router.Likes(ctx, r), r.Guild != ""))
}

// Imported is the game of the message that was used: its record hangs there, and nothing of it is stored.
func Imported(ctx context.Context, r *router.Request) (files.Import, error) {
	if r.Ix.Message != nil {
		for _, f := range r.Ix.Message.Attachments {
			if f != nil && f.Filename == files.ImportName {
				return fetched(ctx, r, f.URL, f.Size)
			}
		}
	}
	return files.Import{}, router.Refuse(r.In.Speak(say.ImportLost))
}

// fetched is a game in a file that Discord keeps. Its size is what Discord says, and looked at again as the file comes.
func fetched(ctx context.Context, r *router.Request, url string, size int) (files.Import, error) {
	if size > record.MaxBytes {
		return files.Import{}, tooBig(r)
	}
	data, err := r.Client.Download(ctx, url, record.MaxBytes)
	switch {
	case errors.Is(err, discord.ErrTooLong):
		return files.Import{}, tooBig(r)
	case err != nil:
		r.Log.Info("a file could not be fetched", "cause", r.Ix.ID, "err", discord.Redact(err))
		return files.Import{}, router.Refuse(r.In.Speak(say.ImportLost))
	}
	return played(r, data)
}

func tooBig(r *router.Request) error {
	return router.Refuse(r.In.Say(say.ImportBig, record.MaxBytes>>10))
}

// played is a game that a text tells, played again by its rules.
func played(r *router.Request, data []byte) (i files.Import, err error) {
	if !utf8.Valid(data) || bytes.IndexByte(data, 0) >= 0 {
		return i, router.Refuse(r.In.Speak(say.ImportNoText))
	}
	if i.Record, err = record.Parse(string(data)); err != nil {
		return i, err
	}
	at := slices.IndexFunc(r.Games, func(g *games.Game) bool { return g.ID == i.Record.Game })
	if at < 0 {
		return i, router.Refuse(r.In.Say(say.ImportGame, "`"+discord.OneLine(strings.ReplaceAll(string(i.Record.Game), "`", "'"), 40)+"`"))
	}
	i.Game = r.Games[at]
	i.Start, i.Steps, err = i.Record.Replay(i.Game)
	return i, err
}
