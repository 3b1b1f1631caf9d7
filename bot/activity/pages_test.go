package activity

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"regexp"
	"strings"
	"testing"

	"github.com/bwmarrin/discordgo"

	"paddock/bot/answer"
	"paddock/bot/component"
	"paddock/bot/dump"
	"paddock/bot/lang"
	"paddock/bot/request"
	"paddock/games/catalog"
	"paddock/games/gamestest/golden"
	"paddock/games/match"
)

// shared returns the path of a match's link, which is made if there is none.
func (d *desk) shared(id match.ID) string {
	d.Helper()
	address, err := d.share(context.Background(), id)
	if err != nil {
		d.Fatal(err)
	}
	return strings.TrimPrefix(address, d.cfg.Links)
}

// The golden file has the HTML of each address that a browser opens, up to its program and without
// the words and the drawing. A browser's language decides where nobody is known, and the server's
// language decides where the match is known.
func TestPages(t *testing.T) {
	d := newDesk(t)
	rec := d.begin("kalah", nil)
	link := d.shared(rec.ID)
	if err := d.People.ChangeGuild(t.Context(), hall.Guild, func(g *match.Guild) { g.Language = "de" }); err != nil {
		t.Fatal(err)
	}
	_, hash := assets()
	names := strings.NewReplacer(link, "/m/LINK", hash, "HASH", string(rec.ID), "MATCH", mark(rec, ""), "MARK")
	sentences := regexp.MustCompile(`"words":\{"a[^}]*\}`)
	drawing := regexp.MustCompile(`(?s)<svg.*</svg>`)
	digest := regexp.MustCompile(`"hash":"\w+"`)
	var b golden.Pages
	for _, path := range []string{"/", "/?frame_id=f", link, "/m/x.y", "/m/x.y/view"} {
		r := httptest.NewRequest("GET", path, nil)
		r.Header.Set("Accept-Language", "sv;q=0.9,en")
		w := httptest.NewRecorder()
		d.server.ServeHTTP(w, r)
		text := names.Replace(digest.ReplaceAllString(drawing.ReplaceAllString(sentences.ReplaceAllString(w.Body.String(), "WORDS"), "DRAWING"), "HASH"))
		b.Add(fmt.Sprintf("%s: %d", names.Replace(path), w.Code), strings.TrimSpace(text))
	}
	golden.Check(t, "testdata/pages.txt", b.String())
	for _, l := range lang.All {
		all := wordsIn(l)
		for name, s := range words {
			if said := all[name]; said == "" || strings.Contains(said, "%!") ||
				strings.Count(said, "%s") != strings.Count(s.Format, "%s") {
				t.Errorf("%s: the word %s is %q, want one like %q", l, name, said, s.Format)
			}
		}
	}
	d.cfg.App = nil
	if status, page := d.ask("", "GET", "/", nil); status != http.StatusOK || strings.Contains(page, `"app":`) {
		t.Errorf("without an application: %d %.900s", status, page)
	}
}

// What the feature offers depends on what the host has set: buttons from a time with pages are
// always answered, the command and the pages need the secret, and links need an address too.
func TestOffers(t *testing.T) {
	var b strings.Builder
	for _, cfg := range []Config{
		{},
		{Links: "https://board.example.org"},
		{Secret: "s"},
		{Secret: "s", Links: "https://board.example.org/"},
	} {
		f := New(&answer.Base{Games: catalog.Games()}, cfg)
		w := httptest.NewRecorder()
		f.Handler().ServeHTTP(w, httptest.NewRequest("GET", "/m/x", nil))
		fmt.Fprintf(&b, "# secret %q, address %q: pages %t, links %t, %d requests of a member, %d of a server\n%s",
			cfg.Secret, cfg.Links, f.On(),
			strings.Contains(w.Body.String(), "html"), f.within.Member, f.within.Server,
			dump.Part(f.Part(), catalog.Games()))
	}
	golden.Check(t, "testdata/offers.txt", b.String())
}

// The golden file has the answers to the buttons that begin and end the sharing of a match, for
// several people and matches. A revoked link is never valid again.
func TestShares(t *testing.T) {
	var b strings.Builder
	for _, c := range []struct {
		who, where string
		user       match.UserID
		lead       func(*desk) match.Match
		with       func(*desk)
	}{
		{"Ann", "her match", ann, played(), nil},
		{"Eve", "the match of others", eve, played(), nil},
		{"Ann", "an open table", ann, func(d *desk) match.Match { return d.proposes(nil) }, nil},
		{"Ann", "a private channel", ann, played(), func(d *desk) { d.shut[""] = true }},
		{"Ann", "a bot without links", ann, played(), func(d *desk) { d.cfg.Links = "" }},
		{"Ann", "a match with a player who was erased", ann, func(d *desk) match.Match {
			rec := played()(d)
			gone, err := d.People.BeginErasure(t.Context(), bob)
			if err == nil {
				err = d.People.Erase(t.Context(), gone)
			}
			if err != nil {
				t.Fatal(err)
			}
			return d.present(rec)
		}, nil},
	} {
		d := newDesk(t)
		rec := c.lead(d)
		if c.with != nil {
			c.with(d)
		}
		r := &request.Request{
			In: lang.English, User: c.user, Guild: hall.Guild, Channel: hall.Channel,
			Target: component.Target{Match: rec.ID}, Ix: &discordgo.Interaction{},
		}
		said := func(what string, reply request.Reply, err error) {
			text := dump.Message(reply.Message)
			if err != nil {
				text = request.Explanation(err) + "\n"
			}
			salt, noteErr := d.svc.Settings.Note(t.Context(), noteLink(rec.ID))
			if noteErr != nil {
				t.Fatal(noteErr)
			}
			names := strings.NewReplacer(d.Feature.token(rec.ID, salt), "TOKEN", string(rec.ID), "MATCH")
			fmt.Fprintf(&b, "# %s %s %s: kind %d, shared %t\n%s", c.who, what, c.where, reply.Kind, salt != "",
				names.Replace(text))
		}
		reply, err := d.link(t.Context(), r)
		said("shares", reply, err)
		reply, err = d.unlink(t.Context(), r)
		said("stops sharing", reply, err)
	}
	golden.Check(t, "testdata/shares.txt", b.String())
}
