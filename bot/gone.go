package bot

import (
	"context"
	"sync"
	"time"

	"paddock/bot/discord"
	"paddock/games/match"
)

// lookWithin limits the time of the question who is still in a server. A player who accepts a
// challenge waits for the answer, so the limit leaves most of their 3 seconds (P4).
const lookWithin = time.Second

// membersGone returns those of the users of whom Discord says that they have left a server. Whatever is
// unclear, or comes too late, means that the user is there.
func (b *bot) membersGone(ctx context.Context, g match.GuildID, users []match.UserID) (left []match.UserID) {
	ctx, cancel := context.WithTimeout(ctx, lookWithin)
	defer cancel()
	gone := make([]bool, len(users))
	var looks sync.WaitGroup
	for i, u := range users {
		looks.Go(func() {
			f, _ := discord.Classify(b.client.IsMember(ctx, string(g), string(u)))
			gone[i] = f == discord.MemberGone
		})
	}
	looks.Wait()
	for i, u := range users {
		if gone[i] {
			left = append(left, u)
		}
	}
	return left
}
