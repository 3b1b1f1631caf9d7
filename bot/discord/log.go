package discord

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/url"
	"strings"

	"github.com/bwmarrin/discordgo"
)

// mostLogged is the largest number of bytes of a text of Discord or discordgo in a line of the log.
// A refusal repeats the refused body, which may be very long.
const mostLogged = 2 << 10

// Redact prepares an error for the log. It removes addresses, which may contain an interaction's
// token, and cuts long answers.
func Redact(err error) error {
	if e, ok := errors.AsType[*url.Error](err); ok {
		err = e.Err
	}
	if _, ok := errors.AsType[*discordgo.RateLimitError](err); ok {
		return errors.New("rate limited")
	}
	if err != nil && len(err.Error()) > mostLogged {
		return &shortened{err}
	}
	return err
}

// shortened is an error whose text is cut to a limited length.
type shortened struct{ error }

// Error returns the beginning of the text.
func (e *shortened) Error() string { return cut(e.error.Error()) }

// Unwrap returns the complete error.
func (e *shortened) Unwrap() error { return e.error }

// cut returns the part of a text that is logged.
func cut(text string) string {
	const mark = "…"
	if len(text) <= mostLogged {
		return text
	}
	return strings.ToValidUTF8(text[:mostLogged-len(mark)], "") + mark
}

// discordgo's own lines would go to standard error. discordgo recovers by itself from what it calls
// errors, such as a lost connection, or returns them too. So they are warnings here. Forms have
// parts that discordgo can't read; see [ReadForm].
func init() {
	discordgo.Logger = func(level, _ int, format string, a ...any) {
		text, as := cut(fmt.Sprintf(format, a...)), slog.LevelDebug
		switch {
		case strings.Contains(text, "unknown component type"):
		case level == discordgo.LogError:
			as = slog.LevelWarn
		case level == discordgo.LogWarning:
			as = slog.LevelInfo
		}
		slog.Log(context.Background(), as, text, "from", "discordgo")
	}
}
