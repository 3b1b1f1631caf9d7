package activity

import (
	"context"
	"crypto/hmac"
	"crypto/rand"
	"encoding/hex"
	"errors"
	"html/template"
	"net/http"
	"slices"
	"strings"

	"paddock/bot/board"
	"paddock/bot/lang"
	"paddock/bot/tasks"
	"paddock/games"
	"paddock/games/match"
	"paddock/games/scene"
)

// A link shows a match to everybody who has it, as spectators see it. Its token is the id of the
// match and a signature of it and of a random text. The text is stored with the match: without it
// the link is dead. A link is also dead while not everybody in the server sees the channel, and for
// ever once a player has been erased.

// noteLink returns the key of the stored text of a match's link.
func noteLink(id match.ID) string { return "link/" + string(id) }

// share returns the address of the link of a match, and makes one if there is none.
func (f *Feature) share(ctx context.Context, id match.ID) (string, error) {
	salt, err := f.Matches.Settings.Note(ctx, noteLink(id))
	if err == nil && salt == "" {
		raw := make([]byte, 12)
		_, _ = rand.Read(raw) // can't fail
		salt = hex.EncodeToString(raw)
		err = f.Matches.Settings.PutNote(ctx, noteLink(id), salt)
	}
	if err != nil {
		return "", err
	}
	return strings.TrimSuffix(f.cfg.Links, "/") + "/m/" + f.token(id, salt), nil
}

// revoke ends the link of a match.
func (f *Feature) revoke(ctx context.Context, id match.ID) error {
	return f.Matches.Settings.PutNote(ctx, noteLink(id), "")
}

func (f *Feature) token(id match.ID, salt string) string {
	return string(id) + "." + b64.EncodeToString(f.keys.sum(forLinks, string(id)+"/"+salt)[:16])
}

// errLink means that a link is forged, revoked or dead.
var errLink = errors.New("activity: no such link")

// byLink returns the match of a link. If the link is dead it returns errLink, whatever the reason.
func (f *Feature) byLink(ctx context.Context, token string) (match.Match, error) {
	id, _, ok := strings.Cut(token, ".")
	if !ok {
		return match.Match{}, errLink
	}
	salt, err := f.Matches.Settings.Note(ctx, noteLink(match.ID(id)))
	if err != nil {
		return match.Match{}, err
	}
	if !hmac.Equal([]byte(token), []byte(f.token(match.ID(id), salt))) || salt == "" {
		return match.Match{}, errLink
	}
	rec, err := f.Matches.Read.Match(ctx, match.ID(id))
	switch {
	case errors.Is(err, match.ErrUnknown):
		return match.Match{}, errLink
	case err != nil:
		return match.Match{}, err
	case f.withheld(ctx, rec) != nil:
		return match.Match{}, errLink
	}
	return rec, nil
}

// withheld returns why a match may not be shown to everybody, or nil if it may: it has begun,
// everybody in its server can see it, and no player has been erased.
func (f *Feature) withheld(ctx context.Context, rec match.Match) *games.Sentence {
	switch {
	case rec.Position == "" || rec.Rules() == nil:
		return &sayLinkEarly
	case slices.ContainsFunc(rec.Players, func(p match.Player) bool { return p.Gone != "" }):
		return &sayLinkErased
	case !f.everybody(ctx, rec):
		return &sayLinkPrivate
	}
	return nil
}

// everyone returns the reader of a link: the anonymous public.
func (f *Feature) everyone(ctx context.Context, rec match.Match) asker {
	return asker{In: f.People.LanguageAt(ctx, rec.Place, rec.Owner), public: true}
}

// linkedTo passes on requests by a valid link, within the allowance of the link.
func (f *Feature) linkedTo(next func(http.ResponseWriter, *http.Request, match.Match, asker)) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		rec, err := f.byLink(r.Context(), r.PathValue("token"))
		if err != nil {
			f.deadLink(w, r, err)
			return
		}
		a := f.everyone(r.Context(), rec)
		a.light = r.Header.Get("Paddock-Light") != ""
		if err := f.within.Spend(a.In, f.Now(), "", match.GuildID("link "+rec.ID), 1); err != nil {
			f.fail(w, a, err)
			return
		}
		next(w, r, rec, a)
	}
}

// linkJSON sends the value that a handler of a link's requests returns.
func (f *Feature) linkJSON(h func(*http.Request, asker,
	match.Match) (any, error),
) func(http.ResponseWriter, *http.Request, match.Match, asker) {
	return func(w http.ResponseWriter, r *http.Request, rec match.Match, a asker) {
		f.inJSON(func(r *http.Request, a asker) (any, error) { return h(r, a, rec) })(w, r, a)
	}
}

// deadLink answers a request by an invalid link. The answer is the same for each reason.
func (f *Feature) deadLink(w http.ResponseWriter, r *http.Request, err error) {
	if !errors.Is(err, errLink) {
		f.fail(w, asker{In: languageFor(r)}, err)
		return
	}
	f.refuse(w, http.StatusNotFound, languageFor(r).Speak(sayLinkDead))
}

// serveLink serves the page of a link, with its board already in it.
func (f *Feature) serveLink(w http.ResponseWriter, r *http.Request) {
	token := r.PathValue("token")
	l := languageFor(r)
	rec, err := f.byLink(r.Context(), token)
	if err != nil {
		status := http.StatusNotFound
		if !errors.Is(err, errLink) {
			status = http.StatusServiceUnavailable
			if r.Context().Err() == nil {
				f.Log.Error("a link could not be read", "err", err)
			}
		}
		f.writePage(w, status, pageData{Lang: l.Code(), Title: "Paddock"},
			boot{Words: map[string]string{"dead": l.Speak(sayLinkDead)}})
		return
	}
	a := f.everyone(r.Context(), rec)
	var v matchView
	if err = f.within.Spend(a.In, f.Now(), "", match.GuildID("link "+rec.ID), 1); err == nil {
		v, err = f.look(r.Context(), a, rec, -1, "", "")
	}
	if err != nil {
		f.fail(w, a, err)
		return
	}
	drawing := v.Picture.SVG
	v.Picture.SVG = "" // the page contains the drawing already
	address := strings.TrimSuffix(f.cfg.Links, "/") + "/m/" + token
	f.writePage(w, http.StatusOK, pageData{
		Lang: a.In.Code(), Title: v.Title, About: strings.TrimSuffix(v.Line+" · "+v.Caption, " · "),
		Address: address, Picture: address + "/board.png", SVG: template.HTML(drawing),
	}, boot{Link: "/m/" + token, View: &v, Words: wordsIn(a.In)})
}

// linkView answers with the match of a link, now or after some moves.
func (f *Feature) linkView(r *http.Request, a asker, rec match.Match) (any, error) {
	return f.look(r.Context(), a, rec, number(r.FormValue("step")), "", r.FormValue("have"))
}

func (f *Feature) serveLinkEvents(w http.ResponseWriter, r *http.Request, rec match.Match, a asker) {
	token := strings.Clone(r.PathValue("token"))
	f.stream(w, r, &page{In: a.In, watch: rec.ID, alive: func(ctx context.Context) bool {
		_, err := f.byLink(ctx, token)
		return !errors.Is(err, errLink)
	}})
}

// serveLinkPicture serves the picture that other sites show beside a link.
func (f *Feature) serveLinkPicture(w http.ResponseWriter, r *http.Request, rec match.Match, a asker) {
	drawn, err := f.card(a.In, rec)
	var png []byte
	if err == nil && !tasks.Guard(f.Log, "drawing", func() { png, err = f.Show.Draw(drawn) }) {
		err = errors.New("drawing has panicked")
	}
	if err != nil {
		f.fail(w, a, err)
		return
	}
	w.Header().Set("Content-Type", "image/png")
	w.Header().Set("Cache-Control", "public, max-age=60")
	_, _ = w.Write(png)
}

// card returns the board as a picture for other sites.
func (f *Feature) card(l lang.Language, rec match.Match) (scene.Scene, error) {
	drawn, err := board.Scene(l, rec, match.User{}, "")
	if err == nil && rec.Status == match.Over {
		drawn.Form, drawn.Title = scene.Card, rec.Rules().Name
		if len(rec.Players) == 2 && f.cfg.Course != nil {
			drawn.Course = f.cfg.Course(rec.ID)
		}
	}
	return drawn, err
}
