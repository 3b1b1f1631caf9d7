package sandbox

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/netip"
	"os"
	"path/filepath"
	"strings"
	"time"

	"paddock/bot"
	"paddock/bot/discordsim"
	"paddock/games/catalog"
	"paddock/storage"
)

// DefaultAddr is the page's address if Config has none.
const DefaultAddr = "127.0.0.1:8090"

// Config configures the sandbox. The zero value is ready.
type Config struct {
	Addr string // loopback address to listen on; "" means DefaultAddr, port 0 any free one
	// Host, if set, is a further name under which browsers reach the page, where it runs in a container
	// or behind a proxy. Addr may then be any address.
	Host string
	DB   string // file for matches; chat and clock are stored beside it. "" means that nothing is stored
	// Discord, if set, is a loopback address that serves the simulated Discord for a bot in another
	// process. The sandbox then runs no bot.
	Discord string
	// Activity, if set, is the loopback address of the bot's pages, which are shown as Activities.
	// The bot then has to register an Entry Point command.
	Activity string
	Log      *slog.Logger // nil: no log
	Out      io.Writer    // receives a sentence with the page's address; nil: nobody does
	Pictures bot.Pictures
}

// Run runs the bot, the simulated Discord and the page. It returns nil when ctx ends and everything
// that it has started has ended. If it can't continue, it returns an error with a sentence for its
// user.
func Run(ctx context.Context, cfg Config) error {
	if cfg.Addr == "" {
		cfg.Addr = DefaultAddr
	}
	if cfg.Log == nil {
		cfg.Log = slog.New(slog.DiscardHandler)
	}
	listener, err := cfg.page()
	if err != nil {
		return err
	}
	defer listener.Close()
	if cfg.Discord != "" {
		return runAlone(ctx, cfg, listener)
	}
	db, done, err := database(cfg.DB)
	if err != nil {
		return err
	}
	defer done()
	var own *bot.Pages
	if cfg.Activity == "" {
		pages, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			return fmt.Errorf("the sandbox can't open a port for its boards: %w", err)
		}
		defer pages.Close()
		cfg.Activity = pages.Addr().String()
		own = &bot.Pages{Listener: pages, Secret: discordsim.DefaultClientSecret, Links: "http://" + cfg.Activity}
	}
	s, err := cfg.open()
	if err != nil {
		return err
	}
	defer s.close()
	store, err := storage.Open(db)
	if err != nil {
		return fmt.Errorf("the sandbox can't open its database: %w", err)
	}
	defer store.Close()

	b := bot.Config{
		Token: discordsim.DefaultToken, Store: store, Games: catalog.Games(), Log: cfg.Log, Pictures: cfg.Pictures,
		Pages: own,
		Now:   s.clock.now, Jumps: s.clock.woken, Attach: s.sim.Attach,
	}
	return s.run(ctx, listener, func(ctx context.Context) error { return bot.Run(ctx, b) }, func() {
		if cfg.Out != nil {
			fmt.Fprintf(cfg.Out, "Paddock's sandbox is open: http://%s\nStop it with Ctrl+C.\n", listener.Addr())
		}
	})
}

// open opens the sandbox that is configured.
func (cfg Config) open() (s *sandbox, err error) {
	var f *frames
	if cfg.Activity != "" {
		if f, err = newFrames(cfg.Activity, cfg.Log); err != nil {
			return nil, err
		}
	}
	if s, err = open(worldFile(cfg.DB), f, cfg.Log); err != nil {
		if f != nil {
			f.listener.Close()
		}
		return nil, err
	}
	s.host = cfg.Host
	return s, nil
}

// page listens for the page. Without a further host name the page is for this computer only.
func (cfg Config) page() (net.Listener, error) {
	switch {
	case cfg.Host == "":
		return listen(cfg.Addr, "-addr")
	case !isName(cfg.Host):
		return nil, fmt.Errorf("-host takes the name in the browser's address, without a port or a path, "+
			"such as paddock.example.org: %q is none", cfg.Host)
	}
	return listenAnywhere(cfg.Addr, "-addr")
}

// isName reports whether a text is the name of a host or an address, without a port.
func isName(text string) bool {
	_, err := netip.ParseAddr(strings.Trim(text, "[]"))
	strange := func(r rune) bool {
		return !(r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || r == '-' || r == '.')
	}
	return err == nil || text != "" && !strings.ContainsFunc(text, strange)
}

// listen listens on the loopback address of a flag.
func listen(addr, name string) (net.Listener, error) {
	if !loopback(addr) {
		return nil, fmt.Errorf("the sandbox has no passwords, so it listens on this computer only: %q is not a loopback address. "+
			"Leave out %s, or use one such as %s", addr, name, DefaultAddr)
	}
	return listenAnywhere(addr, name)
}

// listenAnywhere listens on the address of a flag.
func listenAnywhere(addr, name string) (net.Listener, error) {
	l, err := net.Listen("tcp", addr)
	if err != nil {
		return nil, fmt.Errorf("the sandbox can't open %s; another one may be running there. Stop it, or choose another port with %s: %w", addr, name, err)
	}
	return l, nil
}

// runAlone runs the sandbox without a bot. It serves its Discord on a socket, for a bot that is
// started like one for the real Discord.
func runAlone(ctx context.Context, cfg Config, page net.Listener) error {
	discord, err := listen(cfg.Discord, "-discord")
	if err != nil {
		return err
	}
	defer discord.Close()
	s, err := cfg.open()
	if err != nil {
		return err
	}
	defer s.close()
	return s.run(ctx, page, func(ctx context.Context) error { return s.serveDiscord(ctx, discord) }, func() {
		if cfg.Out != nil {
			fmt.Fprintf(cfg.Out,
				"Paddock's sandbox is open, without a bot: http://%s\nStart the bot with\n\nDISCORD_TOKEN=%s\nPADDOCK_DISCORD_URL=http://%s\n\n"+
					"in its environment. It has a clock of its own, which skipping ahead does not reach. Stop the sandbox with Ctrl+C.\n",
				page.Addr(), discordsim.DefaultToken, discord.Addr())
		}
	})
}

// serveDiscord serves the simulated Discord until ctx ends. Gateway connections end with the
// sandbox.
func (s *sandbox) serveDiscord(ctx context.Context, l net.Listener) error {
	server := &http.Server{Handler: guard(s.sim.Handler(), ""), ReadHeaderTimeout: 10 * time.Second}
	stop := context.AfterFunc(ctx, func() { server.Close() })
	defer stop()
	if err := server.Serve(l); ctx.Err() == nil {
		return fmt.Errorf("the sandbox's Discord has ended: %w", err)
	}
	return nil
}

// database returns the file for matches: the wanted one, or a temporary one that done removes.
func database(wanted string) (file string, done func(), err error) {
	if wanted != "" {
		return wanted, func() {}, nil
	}
	dir, err := os.MkdirTemp("", "paddock-sandbox-")
	if err != nil {
		return "", nil, fmt.Errorf("the sandbox can't make a folder for its database. Name a file with -db: %w", err)
	}
	return filepath.Join(dir, "sandbox.db"), func() { os.RemoveAll(dir) }, nil
}
