package record

import (
	"context"
	"errors"
	"slices"
	"strconv"
	"strings"

	"paddock/bot/board"
	"paddock/bot/component"
	"paddock/bot/discord"
	"paddock/bot/request"
	"paddock/bot/say"
	"paddock/games"
	"paddock/games/match"
	"paddock/games/record"
)

// optFile is the name of an option.
const optFile = "file"

// mostPasted is the most characters that Discord allows in a field of a form.
const mostPasted = 4000

func (f *Feature) importCommand() *request.Command {
	return &request.Command{
		In: "match", Name: "import", Help: "A game as text: step through it, or go on from it",
		Where: request.Everywhere, Run: f.importGame, Cost: request.CostReplay,
		Options: func(a request.Builder, _ *games.Game) []*request.Option {
			return []*request.Option{a.File(optFile, "A file from /match export; without one a form asks for the text")}
		},
	}
}

// importGame handles `/match import`: it reads a game from a file, or opens a form for its text
// (P104).
func (f *Feature) importGame(ctx context.Context, r *request.Request) (request.Reply, error) {
	file := r.File(optFile)
	if file == nil {
		form := discord.Modal{
			Title: r.In.Speak(sayImportForm), ID: component.Target{Action: ActImportForm}.MustID(),
			Late: r.In.Speak(say.FormLate),
		}
		form.Inputs = []discord.TextInput{{Label: r.In.Speak(sayImportField), Max: mostPasted, Long: true}}
		return request.Reply{Kind: discord.ReplyModal, Modal: form}, nil
	}
	data, err := f.fetchFile(ctx, r, file.URL, file.Size)
	if err != nil {
		return request.Reply{}, err
	}
	return f.importData(ctx, r, data)
}

// importText handles the form: it reads a game from its text.
func (f *Feature) importText(ctx context.Context, r *request.Request) (request.Reply, error) {
	if len(r.Values) != 1 {
		return request.Reply{}, component.ErrID
	}
	return f.importData(ctx, r, []byte(r.Values[0]))
}

// importData answers with the game of a text. If it is in another program's notation, it asks first.
func (f *Feature) importData(ctx context.Context, r *request.Request, data []byte) (request.Reply, error) {
	i, err := f.parseGame(r, data)
	if list := f.foreign(string(data)); err != nil && len(list) > 0 {
		return request.ReplyPrivate(r, askForeign(r.In, list, data)), nil
	}
	if err != nil {
		return request.Reply{}, err
	}
	return f.importReply(ctx, r, i, len(i.Steps)), nil
}

// foreign returns the games that a text may be in other programs' notation, as many as are offered.
func (f *Feature) foreign(text string) (list []games.Foreign) {
	for _, g := range f.Games {
		if g.Foreign != nil {
			list = append(list, g.Foreign(text)...)
		}
	}
	return list[:min(len(list), mostForeign)]
}

// mostForeign is the number of readings of a text that are offered.
const mostForeign = 4

// importForeign handles a button that says how a text is meant. The text is the file of the clicked
// message.
func (f *Feature) importForeign(ctx context.Context, r *request.Request) (request.Reply, error) {
	data, err := f.clickedFile(ctx, r)
	if err != nil {
		return request.Reply{}, err
	}
	list := f.foreign(string(data))
	n, err := strconv.Atoi(r.Target.Text)
	if err != nil || n < 0 || n >= len(list) {
		return request.Reply{}, component.ErrID
	}
	i, err := f.parseGame(r, []byte(list[n].Text))
	if err != nil {
		return request.Reply{}, err
	}
	return f.importReply(ctx, r, i, len(i.Steps)), nil
}

// importStep handles a button that shows another board of an imported game.
func (f *Feature) importStep(ctx context.Context, r *request.Request) (request.Reply, error) {
	i, err := f.importedGame(ctx, r)
	if err != nil {
		return request.Reply{}, err
	}
	n, err := board.PastAt(r.Target.Text, len(i.Steps)+1)
	if err != nil {
		return request.Reply{}, err
	}
	return f.importReply(ctx, r, i, n), nil
}

// playOn handles the button that begins another match from a board of a finished one.
func (f *Feature) playOn(ctx context.Context, r *request.Request, rec match.Match) (request.Reply, error) {
	if !board.MayPlayOn(rec) {
		return request.Reply{}, request.Refuse(r.In.Speak(sayPlayOnLater))
	}
	log, err := f.Matches.Read.Log(ctx, rec.ID)
	if err != nil {
		return request.Reply{}, err
	}
	i, err := f.parseGame(r, []byte(f.recorded(rec, log).Text()))
	if err != nil {
		return request.Reply{}, err
	}
	n, err := board.PastAt(r.Target.Text, len(i.Steps)+1)
	if err != nil {
		return request.Reply{}, err
	}
	// a new message: the board of the match stays, as it leads back to the review
	return request.Reply{Message: importedBoard(f.Show, r.In, i, n, f.Likes(ctx, r), !r.Direct())}, nil
}

// importReply answers with the board after n steps.
func (f *Feature) importReply(ctx context.Context, r *request.Request, i importBoard, n int) request.Reply {
	return request.ReplyPrivate(r, importedBoard(f.Show, r.In, i, n, f.Likes(ctx, r), !r.Direct()))
}

// importedGame reads the game from the file of the clicked message. Nothing of it is stored.
func (f *Feature) importedGame(ctx context.Context, r *request.Request) (importBoard, error) {
	data, err := f.clickedFile(ctx, r)
	if err != nil {
		return importBoard{}, err
	}
	return f.parseGame(r, data)
}

// clickedFile returns the file of the clicked message.
func (f *Feature) clickedFile(ctx context.Context, r *request.Request) ([]byte, error) {
	if r.Ix.Message != nil {
		for _, file := range r.Ix.Message.Attachments {
			if file != nil && file.Filename == importName {
				return f.fetchFile(ctx, r, file.URL, file.Size)
			}
		}
	}
	return nil, request.Refuse(r.In.Speak(sayImportLost))
}

// fetchFile downloads a file from Discord. It refuses one that is too large, by Discord's information
// and by the received size.
func (f *Feature) fetchFile(ctx context.Context, r *request.Request, url string, size int) ([]byte, error) {
	if size > record.MaxBytes {
		return nil, refuseTooBig(r)
	}
	data, err := f.Client.Download(ctx, url, record.MaxBytes)
	switch {
	case errors.Is(err, discord.ErrTooLong):
		return nil, refuseTooBig(r)
	case err != nil:
		f.Log.Info("a file could not be fetched", "cause", r.Ix.ID, "err", discord.Redact(err))
		return nil, request.Refuse(r.In.Speak(sayImportLost))
	}
	return data, nil
}

// refuseTooBig returns the refusal of a file that is too large.
func refuseTooBig(r *request.Request) error {
	return request.Refuse(r.In.Say(sayImportBig, record.MaxBytes>>10))
}

// parseGame parses the text of a game and plays its moves by the rules.
func (f *Feature) parseGame(r *request.Request, data []byte) (i importBoard, err error) {
	if i.Record, err = record.Read(data); err != nil {
		return i, err
	}
	at := slices.IndexFunc(f.Games, func(g *games.Game) bool { return g.ID == i.Record.Game })
	if at < 0 {
		return i, request.Refuse(r.In.Say(sayImportGame,
			"`"+discord.OneLine(strings.ReplaceAll(string(i.Record.Game), "`", "'"), 40)+"`"))
	}
	i.Game = f.Games[at]
	i.Start, i.Steps, err = i.Record.Replay(i.Game)
	return i, err
}
