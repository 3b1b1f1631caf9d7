// Package files has the commands and buttons by which people take something along as a file: a match as text, a report of what went wrong, a picture of how a
// match ended. Start reading at [Export].
package files

import (
	"context"
	"errors"

	"paddock/bot/discord"
	"paddock/bot/router"
	"paddock/bot/say"
	"paddock/bot/show"
	"paddock/bot/show/files"
	"paddock/games"
	"paddock/games/match"
)

// Actions are the buttons.
var Actions = router.Actions{show.ActExport: exportChosen, show.ActShare: share, show.ActReport: report, show.ActImport: importStep, show.ActImportForm: importText}

// Costs are what they take from an allowance.
var Costs = map[show.Action]int{show.ActShare: router.CostBoard, show.ActImport: router.CostBoard, show.ActImportForm: router.CostReplay}

// share gives whoever asks a picture of how a match ended, for other places.
func share(ctx context.Context, r *router.Request) (discord.Reply, error) {
	rec, err := router.ResolveOrNewest(ctx, r)
	if err != nil {
		return discord.Reply{}, err
	}
	refuse := func(why games.Sentence) (discord.Reply, error) {
		return discord.Reply{}, router.Refuse(r.In.Speak(why), show.BoardLinks(r.In, rec)...)
	}
	if rec.Status != match.Over || rec.Position == "" {
		return refuse(say.ShareEarly)
	}
	m, err := files.Share(r.Show, r.In, rec)
	if errors.Is(err, files.ErrNoPicture) {
		return refuse(say.ShareNot)
	}
	return discord.Reply{Message: m}, err
}
