package discord

import (
	"context"
	"errors"
	"math"
	"net/http"
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

// Failure is the meaning of an error from Discord.
type Failure string

// Kinds of failures of requests to Discord. The comment behind each kind says how the bot reacts to
// it.
const (
	NoFailure Failure = ""
	// the interaction was acknowledged by an earlier try of ours, or by another process: see
	// Responder
	AlreadyAnswered Failure = "already done"
	Expired         Failure = "too late"     // the interaction has expired: show the board with the bot's token
	ChannelGone     Failure = "channel gone" // suspend the match
	NoAccess        Failure = "no access"    // suspend the match
	MessageGone     Failure = "message gone" // forget the id of the message, and post a new one
	MemberGone      Failure = "member gone"  // tell the opponent; the deadline continues
	Forbidden       Failure = "not allowed"  // name the permission, do less, never retry in a loop
	// a 403 for an unknown reason: try again, ever more rarely, because nobody knows how long it
	// lasts
	Refused  Failure = "refused"
	NotFound Failure = "not found" // a 404 that does not say what is missing: ask Discord what is
	// the user accepts no direct messages: remember that, and answer with ephemeral replies
	DMClosed        Failure = "dm closed"
	DMTooFast       Failure = "dm too fast"    // wait for some minutes
	ThreadArchived  Failure = "archived"       // send a message instead of an edit
	ThreadLocked    Failure = "locked"         // suspend the match
	TooLarge        Failure = "too large"      // send a text board
	InvalidRequest  Failure = "our mistake"    // log the body, send plain text once
	RateLimited     Failure = "slow down"      // wait as long as Discord says, or leave an old message as it is
	noMoreFollowUps Failure = "no more"        // send no more follow-up messages
	NoToken         Failure = "no token"       // only an interaction reaches the channel: wait for the next one
	TokenRejected   Failure = "token rejected" // exit: a loop would burn the budget of invalid requests
	Transient       Failure = "passing"        // 5xx or network: try a few more times
)

// failures gives the meaning of each error code.
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
	codeTooManyFollowUps:                                                   noMoreFollowUps,
}

// ErrNoToken means that nothing can be sent to a channel until somebody uses the bot there.
var ErrNoToken error = &diagnosed{errors.New("no interaction's token reaches this channel"), NoToken}

// Classify returns the meaning of an error and the time to wait, if Discord has given one.
func Classify(err error) (Failure, time.Duration) {
	if err == nil {
		return NoFailure, 0
	}
	if limit, ok := errors.AsType[*discordgo.RateLimitError](err); ok {
		return RateLimited, limit.RetryAfter
	}
	if known, ok := errors.AsType[*diagnosed](err); ok {
		return known.failure, 0
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
	case rest.Message == nil && (status == http.StatusForbidden || status == http.StatusNotFound):
		// the body is a proxy's page, not Discord's error
		return Transient, 0
	case status == http.StatusForbidden:
		return Refused, 0
	case status == http.StatusNotFound:
		return NotFound, 0
	case status == http.StatusRequestEntityTooLarge:
		return TooLarge, 0
	case status == http.StatusTooManyRequests:
		return RateLimited, 0
	case status >= 500:
		return Transient, 0
	}
	return InvalidRequest, 0
}

// diagnosed wraps an error of Discord whose cause further requests have found.
type diagnosed struct {
	error
	failure Failure
}

// Unwrap returns the original error.
func (e *diagnosed) Unwrap() error { return e.error }

// Retry calls f up to three times while the failure is transient, with growing pauses, until ctx
// ends.
func Retry(ctx context.Context, f func() error) error {
	return retry(ctx, 3, 4, f)
}

// retryInTime calls f while the failure is transient and ctx lasts, with pauses of at most half a
// second. It is for results that are useless later.
func retryInTime(ctx context.Context, f func() error) error {
	return retry(ctx, math.MaxInt, 1, f)
}

func retry(ctx context.Context, tries int, growth time.Duration, f func() error) error {
	pause := 300 * time.Millisecond
	for try := 1; ; try++ {
		err := f()
		if t, _ := Classify(err); t != Transient || try == tries {
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
