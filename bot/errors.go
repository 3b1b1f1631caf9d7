package bot

import (
	"context"
	"errors"
	"net/http"
	"net/url"
	"time"

	"github.com/bwmarrin/discordgo"
)

// Codes that discordgo does not name.
const (
	codeNoMutualGuild    = 50278
	codeTooManyFollowUps = 40094
	codeThreadLocked     = 160005
	codeArchivedThread   = 50083
)

// trouble is what an error of Discord's means for us.
type trouble string

// The troubles, with what is done about them.
const (
	none          trouble = ""
	alreadyDone   trouble = "already done"   // our own retry was too eager: go on
	tooLate       trouble = "too late"       // the interaction is dead: show the board by bot token
	channelGone   trouble = "channel gone"   // park the match
	messageGone   trouble = "message gone"   // forget its id, post anew
	memberGone    trouble = "member gone"    // tell the opponent, the deadline runs on
	notAllowed    trouble = "not allowed"    // name the permission, degrade, never loop
	dmClosed      trouble = "dm closed"      // remember, use ephemeral replies
	dmTooFast     trouble = "dm too fast"    // wait minutes
	threadAsleep  trouble = "archived"       // send instead of edit
	threadLocked  trouble = "locked"         // say so at the next command
	tooLarge      trouble = "too large"      // text board
	ourMistake    trouble = "our mistake"    // log the body, send plain text once
	slowDown      trouble = "slow down"      // wait as long as told, or leave an old message alone
	noMoreReplies trouble = "no more"        // follow-ups used up: stop
	tokenDead     trouble = "token rejected" // exit: a loop would burn the budget of invalid requests
	passing       trouble = "passing"        // 5xx, network: try again a few times
)

// troubles is section 4 of the notes on Discord: what each code means.
var troubles = map[int]trouble{
	discordgo.ErrCodeInteractionHasAlreadyBeenAcknowledged:                 alreadyDone,
	discordgo.ErrCodeUnknownInteraction:                                    tooLate,
	discordgo.ErrCodeUnknownWebhook:                                        tooLate,
	discordgo.ErrCodeInvalidWebhookTokenProvided:                           tooLate,
	discordgo.ErrCodeUnknownChannel:                                        channelGone,
	discordgo.ErrCodeUnknownMessage:                                        messageGone,
	discordgo.ErrCodeUnknownMember:                                         memberGone,
	discordgo.ErrCodeMissingAccess:                                         notAllowed,
	discordgo.ErrCodeMissingPermissions:                                    notAllowed,
	discordgo.ErrCodeCannotSendMessagesToThisUser:                          dmClosed,
	codeNoMutualGuild:                                                      dmClosed,
	discordgo.ErrCodeOpeningDirectMessagesTooFast:                          dmTooFast,
	codeArchivedThread:                                                     threadAsleep,
	codeThreadLocked:                                                       threadLocked,
	discordgo.ErrCodeRequestEntityTooLarge:                                 tooLarge,
	discordgo.ErrCodeInvalidFormBody:                                       ourMistake,
	discordgo.ErrCodeCannotSendEmptyMessage:                                ourMistake,
	discordgo.ErrCodeTheRequestBodyContainsInvalidJSON:                     ourMistake,
	discordgo.ErrCodeMaximumNumberOfEditsToMessagesOlderThanOneHourReached: slowDown,
	codeTooManyFollowUps:                                                   noMoreReplies,
}

// diagnose says what an error of a request means, and how long to wait where Discord told.
func diagnose(err error) (trouble, time.Duration) {
	if err == nil {
		return none, 0
	}
	if limit, ok := errors.AsType[*discordgo.RateLimitError](err); ok {
		return slowDown, limit.RetryAfter
	}
	rest, ok := errors.AsType[*discordgo.RESTError](err)
	if !ok {
		return passing, 0
	}
	if rest.Message != nil {
		if t, ok := troubles[rest.Message.Code]; ok {
			return t, 0
		}
	}
	switch status := rest.Response.StatusCode; {
	case status == http.StatusUnauthorized:
		return tokenDead, 0
	case status == http.StatusForbidden:
		return notAllowed, 0
	case status == http.StatusRequestEntityTooLarge:
		return tooLarge, 0
	case status == http.StatusTooManyRequests:
		return slowDown, 0
	case status >= 500:
		return passing, 0
	}
	return ourMistake, 0
}

// scrub makes an error fit for the log: an address may hold an interaction's token, so none is kept.
func scrub(err error) error {
	if e, ok := errors.AsType[*url.Error](err); ok {
		return e.Err
	}
	if _, ok := errors.AsType[*discordgo.RateLimitError](err); ok {
		return errors.New("rate limited")
	}
	return err
}

// patiently calls f up to three times while the trouble is passing, with growing pauses, inside ctx.
func patiently(ctx context.Context, f func() error) error {
	pause := 300 * time.Millisecond
	for try := 1; ; try++ {
		err := f()
		if t, _ := diagnose(err); t != passing || try == 3 || ctx.Err() != nil {
			return err
		}
		if !sleep(ctx, jitter(pause)) {
			return err
		}
		pause *= 4
	}
}

// sleep waits for d and reports false if ctx ended before.
func sleep(ctx context.Context, d time.Duration) bool {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-t.C:
		return true
	case <-ctx.Done():
		return false
	}
}
