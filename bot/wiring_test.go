package bot

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"paddock/bot/discordsim"
	"paddock/bot/monitor"
	"paddock/bot/request"
	"paddock/games/gamestest/golden"
	"paddock/games/gamestest/logbook"
	"paddock/games/match"
	"paddock/games/scene"
	"paddock/render/chart"
	"paddock/storage/storagetest"
)

// The golden file lists what the parts of the bot lack: the pointers, functions and channels that
// are nil, of a bot alone with everything that can be configured, and of one among peers with
// nothing more than it needs. A part that is not passed on to another one shows here.
func TestWiring(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	workers := func(c *Config) { c.Workers = 3 } // without this setting the number of workers depends on the machine
	all := idle(t, owned{storagetest.NewMemory()}, workers, func(c *Config) {
		c.Pages = &Pages{Listener: l, Secret: discordsim.DefaultClientSecret, Links: "https://boards.example"}
		c.Log, c.Now, c.Monitor, c.RequestsPerSecond, c.SilentAtMost = slog.New(slog.DiscardHandler), time.Now,
			monitor.New(monitor.Build{}), 7, time.Hour
		c.Icon, c.Animate, c.Jumps = c.Draw, func([]scene.Scene) ([]byte, error) { return nil, nil },
			make(chan struct{})
		c.Chart = func(chart.Chart) ([]byte, error) { return nil, nil }
	})
	var b strings.Builder
	fmt.Fprintf(&b, "# alone, with everything\n%s\n# among peers\n%s", lacking(all),
		lacking(idle(t, storagetest.NewMemory(), workers)))
	golden.Check(t, "testdata/wiring.txt", b.String())
}

// lacking lists the nil fields of a bot and of the project's structs that it leads to, the numbers
// and switches that are set there, and where a part of this package connects two other packages.
func lacking(b *bot) string {
	var lines []string
	seen := map[uintptr]bool{}
	var walk func(path string, v reflect.Value)
	walk = func(path string, v reflect.Value) {
		switch v.Kind() {
		case reflect.Pointer, reflect.Interface, reflect.Func, reflect.Chan:
			if v.IsNil() {
				lines = append(lines, path)
				return
			}
		}
		switch v.Kind() {
		case reflect.Interface:
			if strings.HasPrefix(fmt.Sprint(v.Elem().Type()), "*bot.") {
				lines = append(lines, fmt.Sprint(path, " is ", v.Elem().Type()))
			}
			walk(path, v.Elem())
		case reflect.Slice:
			for i := range v.Len() {
				if v.Type().Elem().Kind() == reflect.Interface {
					walk(fmt.Sprint(path, i), v.Index(i))
				}
			}
		case reflect.Pointer:
			if !seen[v.Pointer()] && strings.HasPrefix(v.Type().Elem().PkgPath(), "paddock/bot") {
				seen[v.Pointer()] = true
				walk(path, v.Elem())
			}
		case reflect.Struct:
			for i := range v.NumField() {
				if f := v.Type().Field(i); strings.HasPrefix(v.Type().PkgPath(), "paddock/bot") &&
					(f.Name != "cfg" || path != "bot") {
					walk(path+"."+f.Name, v.Field(i))
				}
			}
		case reflect.Int, reflect.Int64, reflect.Bool:
			if !v.IsZero() {
				lines = append(lines, fmt.Sprint(path, " = ", v))
			}
		}
	}
	walk("bot", reflect.ValueOf(b))
	walk("monitor", reflect.ValueOf(b.cfg.Monitor))
	slices.Sort(lines)
	return strings.Join(slices.Compact(lines), "\n")
}

// ear is a feature that counts the events it is told of.
type ear struct {
	changed, swept int
	gone           []match.ChannelID
}

func (*ear) Part() request.Part            { return request.Part{} }
func (e *ear) Changed(match.Change)        { e.changed++ }
func (e *ear) Sweep(context.Context) error { e.swept++; return errors.New("swept") }

func (e *ear) ChannelGone(_ context.Context, ch match.ChannelID) error {
	e.gone = append(e.gone, ch)
	return errors.New("gone")
}

// A feature that has the methods is told of changes, of deleted channels and of a start. The bot
// logs its errors.
func TestFeaturesAreTold(t *testing.T) {
	var log logbook.Logbook
	b := idle(t, owned{storagetest.NewMemory()}, func(c *Config) { c.Log = slog.New(slog.NewTextHandler(&log, nil)) })
	e := new(ear)
	b.features = append(b.features, e)
	begun(t, b, "club", "hall")
	if e.changed == 0 {
		t.Error("a new match is not told of")
	}
	if err := b.channelGone(t.Context(), "hall"); err == nil || err.Error() != "gone" ||
		!slices.Equal(e.gone, []match.ChannelID{"hall"}) {
		t.Errorf("of deleted channels are told %q, %v", e.gone, err)
	}
	b.takeUp(t.Context(), time.Time{})
	if want := `msg="could not take up what *bot.ear shows" err=swept`; e.swept != 1 ||
		!strings.Contains(log.String(), want) {
		t.Errorf("looked through %d times; the log does not say %q, but\n%s", e.swept, want, log.String())
	}
}

// An error of the common work is logged while the bot runs.
func TestCheck(t *testing.T) {
	var log logbook.Logbook
	b := idle(t, owned{storagetest.NewMemory()}, func(c *Config) { c.Log = slog.New(slog.NewTextHandler(&log, nil)) })
	ended, end := context.WithCancel(t.Context())
	end()
	b.check(t.Context(), "boards", nil)
	b.check(ended, "notices", errors.New("broken"))
	b.check(t.Context(), "erasures", errors.New("broken"))
	if n := strings.Count(log.String(), "could not take up"); n != 1 ||
		!strings.Contains(log.String(), `level=ERROR msg="could not take up erasures" err=broken`) {
		t.Errorf("the log says\n%s", log.String())
	}
}
