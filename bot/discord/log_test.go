package discord

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"

	"github.com/bwmarrin/discordgo"
)

// An answer of Discord is logged up to 2 KB, whatever its status. Its meaning is still known.
func TestLoggedAnswersAreCut(t *testing.T) {
	for status, want := range map[int]Failure{
		http.StatusBadRequest: InvalidRequest, http.StatusForbidden: Forbidden, http.StatusBadGateway: Transient,
	} {
		synctest.Test(t, func(t *testing.T) {
			long := fmt.Sprintf(`{"code":%d,"message":"no","errors":%q}`, discordgo.ErrCodeMissingPermissions,
				strings.Repeat("ä", 300_000))
			if status == http.StatusBadRequest {
				long = strings.Replace(long, "50013", "50035", 1)
			}
			client, _ := clientOf(t, func(*http.Request, int) (int, http.Header, string) { return status, nil, long })
			err := Redact(fmt.Errorf("post: %w", client.Edit(t.Context(), "c", "m", TextMessage("board"))))
			if text := err.Error(); len(text) > 2<<10 || !strings.Contains(text, fmt.Sprint(status)) ||
				!strings.HasSuffix(text, "ä…") {
				t.Errorf("%d: %d bytes are logged, beginning with %.40q, want at most 2,048 that say what it was",
					status, len(text), text)
			}
			if f, _ := Classify(err); f != want {
				t.Errorf("%d: what is logged means %q, want %q", status, f, want)
			}
		})
	}
	for _, most := range []string{strings.Repeat("x", mostLogged), strings.Repeat("ä", mostLogged/2)} {
		if cut(most) != most || len(cut(most+"x")) > mostLogged {
			t.Errorf("a text of %d bytes is cut to %d, and a longer one to %d", len(most), len(cut(most)),
				len(cut(most+"x")))
		}
	}
	if short := errors.New("short"); Redact(short) != short || Redact(nil) != nil {
		t.Error("a short error is not itself any more")
	}
}

// While Discord can't be reached, a proxy's page is logged up to 2 KB.
func TestLoggedPagesAreCut(t *testing.T) {
	var out bytes.Buffer
	synctest.Test(t, func(t *testing.T) {
		answers := []error{errors.New(strings.Repeat("<p>", 200_000)), ErrToken}
		err := reach(t.Context(), slog.New(slog.NewTextHandler(&out, nil)), func(context.Context) error {
			next := answers[0]
			answers = answers[1:]
			return next
		})
		if !errors.Is(err, ErrToken) || !strings.Contains(out.String(), "<p>") || out.Len() > 3<<10 {
			t.Errorf("reach = %v, and %d bytes are logged, want at most 3,072", err, out.Len())
		}
	})
}

// discordgo's log lines have the format of all others.
func TestLinesOfDiscordgo(t *testing.T) {
	var out bytes.Buffer
	before := slog.Default()
	defer slog.SetDefault(before)
	slog.SetDefault(slog.New(slog.NewJSONHandler(&out, nil)))
	s, err := discordgo.New("Bot t")
	if err != nil {
		t.Fatal(err)
	}
	s.AddHandler("no handler") // discordgo logs a complaint
	discordgo.Logger(discordgo.LogWarning, 0, "%s", strings.Repeat("x", 600_000))
	for i, want := range []struct{ level, text string }{{"WARN", "Invalid handler type"}, {"INFO", "xxx"}} {
		line, err := out.ReadBytes('\n')
		var got struct{ Level, Msg, From string }
		if err == nil {
			err = json.Unmarshal(line, &got)
		}
		if err != nil || got.Level != want.level || !strings.HasPrefix(got.Msg, want.text) || got.From != "discordgo" ||
			len(line) > 3<<10 {
			t.Errorf("line %d is %+.60v of %d bytes, %v; want JSON, %+v", i, got, len(line), err, want)
		}
	}
}
