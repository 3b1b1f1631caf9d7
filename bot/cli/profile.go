package cli

import (
	"bytes"
	"context"
	"flag"
	"fmt"
	"net/http"
	"net/http/pprof"
	"os"

	"paddock/storage/socket"
)

// cpuSeconds is how long a profile of the processor takes.
const cpuSeconds = "30"

// profiles answers GET /profile/KIND on the private socket.
func profiles() http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /profile/{kind}", func(w http.ResponseWriter, r *http.Request) {
		if r.PathValue("kind") != "cpu" {
			pprof.Handler(r.PathValue("kind")).ServeHTTP(w, r)
			return
		}
		r.Form = map[string][]string{"seconds": {cpuSeconds}}
		pprof.Profile(w, r)
	})
	return mux
}

func (p *Program) profile(ctx context.Context, args []string) error {
	f := flag.NewFlagSet("profile", flag.ContinueOnError)
	db := p.database(f)
	if err := p.parse(f, args, 2, 2); err != nil {
		return err
	}
	if err := fileOnly(*db, "only a bot with a file has the private socket that profiles come from"); err != nil {
		return err
	}
	var profile bytes.Buffer
	if err := socket.Profile(ctx, *db, f.Arg(0), &profile); err != nil {
		return err
	}
	if err := os.WriteFile(f.Arg(1), profile.Bytes(), 0o600); err != nil {
		return err
	}
	fmt.Fprintf(p.Out, "%s is the %s profile: go tool pprof %s\n", f.Arg(1), f.Arg(0), f.Arg(1))
	return nil
}
