package process_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"paddock/bot/discordsim"
	"paddock/games/match"
	"paddock/storage"
)

// This is the restore drill. A scheduled backup is made while people play, and then the database is
// ruined. The backup is restored by the documented command, and the match continues from it.
func TestRestoreDrill(t *testing.T) {
	if testing.Short() {
		t.Skip("long: several processes, one after another")
	}
	t.Parallel()
	r := newRig(t, discordsim.Config{Limits: discordsim.Limits{Off: true}})
	backups := filepath.Join(r.dir, "backups")
	r.start()
	r.slash(r.ann, r.hall, "/kalah challenge user:@Bob first:me start:usual: the same number in each hole")
	r.click(r.bob, r.hall, "Accept")
	r.turn(r.hall)
	r.rest(r.hall)
	r.stop()
	hook, elsewhere := filepath.Join(r.dir, "hook"), filepath.Join(r.dir, "elsewhere")
	script := fmt.Sprintf("#!/bin/sh\nenv > %[1]s.env && cp \"$1\" %[1]s.made && mv %[1]s.made %[1]s\n", elsewhere)
	if err := os.WriteFile(hook, []byte(script), 0o700); err != nil {
		t.Fatal(err)
	}
	r.env = append(r.env, "PADDOCK_BACKUP_DIR="+backups, "PADDOCK_MONITOR=127.0.0.1:0", "PADDOCK_BACKUP_HOOK="+hook)
	r.start()
	var copied string
	r.until("a backup is made", func() bool {
		list, _ := filepath.Glob(filepath.Join(backups, "paddock-*Z.db"))
		if len(list) > 0 {
			copied = list[0]
		}
		return copied != ""
	})
	r.monitored()
	r.private(backups, copied)
	r.until("the hook has brought the copy elsewhere", func() bool {
		want, err1 := os.ReadFile(copied)
		got, err2 := os.ReadFile(elsewhere)
		return err1 == nil && err2 == nil && bytes.Equal(got, want)
	})
	if env, err := os.ReadFile(elsewhere + ".env"); err != nil ||
		bytes.Contains(env, []byte(discordsim.DefaultToken)) || !bytes.Contains(env, []byte("PADDOCK_BACKUP_HOOK")) {
		t.Errorf("the hook gets the token, or nothing: %v\n%s", err, env)
	}
	profile := filepath.Join(r.dir, "heap")
	if out, err := r.command(t.Context(), "profile", "heap", profile).CombinedOutput(); err != nil {
		t.Errorf("paddock profile: %v\n%s", err, out)
	} else if out, err := exec.Command("go", "tool", "pprof", "-top", profile).CombinedOutput(); err != nil ||
		!bytes.Contains(out, []byte("flat%")) {
		t.Errorf("go tool pprof: %v\n%s", err, out)
	}
	if out, err := r.command(t.Context(), "profile", "luck", profile).CombinedOutput(); err == nil ||
		!bytes.Contains(out, []byte("Unknown profile")) {
		t.Errorf("paddock profile luck: %v\n%s", err, out)
	}
	for range 3 {
		r.turn(r.hall)
	}
	r.rest(r.hall)
	r.stop()
	then, now := onlyMatch(r, copied), onlyMatch(r, r.db)
	if then.Moves == 0 || now.Moves <= then.Moves {
		t.Fatalf("%d moves in the backup, %d in the database: the drill tests nothing", then.Moves, now.Moves)
	}
	ruined, err := os.ReadFile(r.db)
	for i := 4096; i < len(ruined); i++ {
		ruined[i] = 'x'
	}
	if err := errors.Join(err, os.WriteFile(r.db, ruined, 0o600)); err != nil {
		t.Fatal(err)
	}
	out, err := r.command(t.Context(), "restore", copied).CombinedOutput()
	if err != nil || !strings.Contains(string(out), "is restored from "+copied) ||
		!strings.Contains(string(out), "paddock.db.before-restore") {
		t.Fatalf("paddock restore: %v\n%s", err, out)
	}
	r.start()
	r.typed(r.hall)
	r.rest(r.hall)
	r.stop()
	if after := onlyMatch(r, r.db); after.ID != then.ID || after.Moves <= then.Moves {
		t.Errorf("after the restore the match has %d moves, want it to go on from %d", after.Moves, then.Moves)
	}
	if report, err := storage.Check(t.Context(), r.db); err != nil || len(report.Problems) > 0 {
		t.Errorf("the database after the drill: %v, %v", report.Problems, err)
	}
}

// private checks that only the bot's user can read a folder and a copy in it, and that the copy has
// no token.
func (r *rig) private(dir, file string) {
	r.Helper()
	for name, want := range map[string]os.FileMode{dir: 0o700, file: 0o600} {
		if info, err := os.Stat(name); err != nil || info.Mode().Perm() != want {
			r.Errorf("%s has mode %v, %v; want %o", name, info.Mode(), err, want)
		}
	}
	if text, err := os.ReadFile(file); err != nil || bytes.Contains(text, []byte(discordsim.DefaultToken)) {
		r.Errorf("the copy holds the bot's token, or can't be read: %v", err)
	}
}

// onlyMatch returns the one match of a database that no process uses.
func onlyMatch(r *rig, path string) match.Record {
	r.Helper()
	copied := filepath.Join(r.TempDir(), "looked-at.db")
	if err := copyFile(path, copied); err != nil {
		r.Fatal(err)
	}
	s, err := storage.Open(copied)
	if err != nil {
		r.Fatal(err)
	}
	defer s.Close()
	list, err := s.ByChannel(context.Background(), match.ChannelID(r.hall))
	if err != nil || len(list) != 1 {
		r.Fatalf("%d matches in %s, %v; want one", len(list), path, err)
	}
	return list[0]
}

// typed plays a move by command for the player to move. If the suggestions come too late on a busy
// machine, it asks again, as people do by continuing to type.
func (r *rig) typed(ch discordsim.ChannelID) {
	r.Helper()
	const text = "/kalah move move:"
	var who discordsim.UserID
	var move string
	said := ""
	r.until("somebody is offered a move", func() bool {
		for _, who = range []discordsim.UserID{r.ann, r.bob} {
			i := r.sim.As(who).In(ch).Autocomplete(text, "move")
			err := i.Wait(r.Context())
			if err == nil && len(i.Choices()) > 0 {
				move = fmt.Sprint(i.Choices()[0].Value)
				return true
			}
			said = fmt.Sprintf("%d choices, %v", len(i.Choices()), err)
		}
		return false
	}, &said)
	r.slash(who, ch, text+move)
}

// monitored asks the running bot for its health, at the address in its log.
func (r *rig) monitored() {
	r.Helper()
	var addr string
	r.until("monitoring is served", func() bool {
		if m := regexp.MustCompile(`monitoring is served.* addr=(\S+)`).FindStringSubmatch(r.log.String()); m != nil {
			addr = m[1]
		}
		return addr != ""
	})
	for path, want := range map[string]string{
		"/healthz": "ok", "/readyz": "ok",
		"/metrics": "\npaddock_backups_total{outcome=\"sound\"} 1\n",
	} {
		r.until(path+" says "+want, func() bool {
			resp, err := http.Get("http://" + addr + path)
			if err != nil {
				return false
			}
			defer resp.Body.Close()
			text, err := io.ReadAll(resp.Body)
			return err == nil && resp.StatusCode == http.StatusOK && strings.Contains(string(text), want)
		})
	}
}
