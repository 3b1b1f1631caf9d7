// Package answer holds what features share for answering a request: which match is meant, who may
// begin one where, and how a change of a match is answered on a board or in a sentence. It knows no
// feature; each feature embeds a [Base]. Start reading at [Base.ResolveMatch] and [Base.Commit].
package answer

import (
	"context"
	"log/slog"
	"time"

	"paddock/bot/board"
	"paddock/bot/deliver"
	"paddock/bot/discord"
	"paddock/bot/people"
	"paddock/bot/request"
	"paddock/games"
	"paddock/games/match"
	"paddock/games/match/service"
)

// Base is what every feature uses to answer requests.
type Base struct {
	Games         []*games.Game
	Matches       *service.Service
	Client        *discord.Client
	Show          *board.Maker
	Boards        *deliver.Boards
	PrivateBoards *deliver.PrivateBoards
	People        *people.Book
	Log           *slog.Logger
	Now           func() time.Time
}

// Note adds a line about the person's action to the audit log of the server.
func (b *Base) Note(ctx context.Context, r *request.Request, a match.Audit) error {
	a.Guild, a.By = r.Guild, match.Player{User: r.User, Name: r.Name}
	return b.Matches.Moderate.Note(ctx, a)
}

// Paged joins lines to pages of at most the given number of bytes. It returns at least one page. A
// longer line has a page of its own.
func Paged(lines []string, most int) (pages []string) {
	page := ""
	for _, line := range lines {
		if page != "" && len(page)+1+len(line) > most {
			pages, page = append(pages, page), ""
		}
		if page != "" {
			page += "\n"
		}
		page += line
	}
	return append(pages, page)
}
