package discord

import (
	"context"
	"errors"
	"math"
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

// Failure is what an error of Discord's means for us.
type Failure string

// The troubles, with what is done about them.
const (
	NoFailure       Failure = ""
	AlreadyAnswered Failure = "already done"   // our own retry was too eager: go on
	Expired         Failure = "too late"       // the interaction is dead: show the board by bot token
	ChannelGone     Failure = "channel gone"   // park the match
	NoAccess        Failure = "no access"      // park the match
	MessageGone     Failure = "message gone"   // forget its id, post anew
	MemberGone      Failure = "member gone"    // tell the opponent, the deadline runs on
	Forbidden       Failure = "not allowed"    // name the permission, degrade, never loop
	DMClosed        Failure = "dm closed"      // remember, use ephemeral replies
	DMTooFast       Failure = "dm too fast"    // wait minutes
	ThreadArchived  Failure = "archived"       // send instead of edit
	ThreadLocked    Failure = "locked"         // park the match
	TooLarge        Failure = "too large"      // text board
	InvalidRequest  Failure = "our mistake"    // log the body, send plain text once
	RateLimited     Failure = "slow down"      // wait as long as told, or leave an old message alone
	NoMoreFollowUps Failure = "no more"        // follow-ups used up: stop
	TokenRejected   Failure = "token rejected" // exit: a loop would burn the budget of invalid requests
	Transient       Failure = "passing"        // 5xx, network: try again a few times
)

// failures is section 4 of the notes on Discord: what each code means.
var failures = map[int]Failure{
	discordgo.ErrCodeInteractionHasAlreadyBeenAcknowledged:                 AlreadyAnswered,
	discordgo.ErrCodeUnknownInteraction:                                    Expired,
	discordgo.ErrCodeUnknownWebhook:                                        Expired,
	discordgo.ErrCodeInvalidWebhookTokenProvided:                           Expired,
	discordgo.ErrCodeUnknownChannel:                                        ChannelGone,
	discordgo.ErrCodeUnknownMessage:                                        MessageGone,
	discordgo.ErrCodeUnknownMember:                                         MemberGone,
	discordgo.ErrCodeMissingAccess:                                         NoAccess,
	discordgo.ErrCodeMissingPermissions:                                    Forbidden,
	discordgo.ErrCodeCannotSendMessagesToThisUser:                          DMClosed,
	codeNoMutualGuild:                                                      DMClosed,
	discordgo.ErrCodeOpeningDirectMessagesTooFast:                          DMTooFast,
	codeArchivedThread:                                                     ThreadArchived,
	codeThreadLocked:                                                       ThreadLocked,
	discordgo.ErrCodeRequestEntityTooLarge:                                 TooLarge,
	discordgo.ErrCodeInvalidFormBody:                                       InvalidRequest,
	discordgo.ErrCodeCannotSendEmptyMessage:                                InvalidRequest,
	discordgo.ErrCodeTheRequestBodyContainsInvalidJSON:                     InvalidRequest,
	discordgo.ErrCodeMaximumNumberOfEditsToMessagesOlderThanOneHourReached: RateLimited,
	codeTooManyFollowUps:                                                   NoMoreFollowUps,
}

// Classify says what an error of a request means, and how long to wait where Discord told.
func Classify(err error) (Failure, time.Duration) {
	if err == nil {
		return NoFailure, 0
	}
	if limit, ok := errors.AsType[*discordgo.RateLimitError](err); ok {
		return RateLimited, limit.RetryAfter
	}
	rest, ok := errors.AsType[*discordgo.RESTError](err)
	if !ok {
		return Transient, 0
	}
	if rest.Message != nil {
		if t, ok := failures[rest.Message.Code]; ok {
			return t, 0
		}
	}
	switch status := rest.Response.StatusCode; {
	case status == http.StatusUnauthorized:
		return TokenRejected, 0
	case status == http.StatusForbidden:
		return Forbidden, 0
	case status == http.StatusRequestEntityTooLarge:
		return TooLarge, 0
	case status == http.StatusTooManyRequests:
		return RateLimited, 0
	case status >= 500:
		return Transient, 0
	}
	return InvalidRequest, 0
}

// Redact makes an error fit for the log: an address may hold an interaction's token, so none is kept.
func Redact(err error) error {
	if e, ok := errors.AsType[*url.Error](err); ok {
		return e.Err
	}
	if _, ok := errors.AsType[*discordgo.RateLimitError](err); ok {
		return errors.New("rate limited")
	}
	return err
}

// Retry calls f up to three times while the trouble is passing, with growing pauses, inside ctx.
func Retry(ctx context.Context, f func() error) error {
	return retry(ctx, 3, 4, f)
}

// RetryInTime calls f while the trouble is passing and ctx lasts, with pauses of half a second at most: for what is of no use later.
func RetryInTime(ctx context.Context, f func() error) error {
	return retry(ctx, math.MaxInt, 1, f)
}

func retry(ctx context.Context, tries int, growth time.Duration, f func() error) error {
	pause := 300 * time.Millisecond
	for try := 1; ; try++ {
		err := f()
		if t, _ := Classify(err); t != Transient || try == tries || ctx.Err() != nil {
			return err
		}
		if !Sleep(ctx, Jitter(pause)) {
			return err
		}
		pause *= growth
	}
}

// Sleep waits for d and reports false if ctx ended before.
func Sleep(ctx context.Context, d time.Duration) bool {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-t.C:
		return true
	case <-ctx.Done():
		return false
	}
}
