package activity

import (
	"bytes"
	"cmp"
	"compress/gzip"
	"context"
	"encoding/json"
	"errors"
	"net"
	"net/http"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/bwmarrin/discordgo"

	"paddock/bot/board"
	"paddock/bot/component"
	"paddock/bot/discord"
	"paddock/bot/discord/pace"
	"paddock/bot/lang"
	"paddock/bot/request"
	"paddock/bot/say"
	"paddock/games"
	"paddock/games/match"
	"paddock/games/scene"
)

// Limits of requests.
const (
	mostBody     = 4 << 10
	mostText     = 200 // most bytes of a move, or of a name in a request
	headerWithin = 5 * time.Second
	readWithin   = 10 * time.Second
	answerWithin = 30 * time.Second
	storeWithin  = 5 * time.Second // how long a request waits for an unreachable store
)

// Serve answers on a listener until ctx ends.
func (f *Feature) Serve(ctx context.Context, l net.Listener) error {
	server := &http.Server{
		Handler: f.Handler(), ReadHeaderTimeout: headerWithin, ReadTimeout: readWithin, IdleTimeout: 2 * time.Minute,
		MaxHeaderBytes: 1 << 14,
		BaseContext:    func(net.Listener) context.Context { return ctx },
	}
	stop := context.AfterFunc(ctx, func() { server.Close() })
	defer stop()
	err := server.Serve(l)
	f.hub.close()
	if !errors.Is(err, http.ErrServerClosed) {
		return err
	}
	return nil
}

// Handler answers all requests of the pages.
func (f *Feature) Handler() http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /{$}", packed(f.servePage))
	mux.HandleFunc("GET /a/{hash}/{file}", serveAsset)
	mux.HandleFunc("POST /api/session", f.begin)
	api := func(pattern string, h handler) { mux.HandleFunc(pattern, packed(f.known(f.inJSON(h)))) }
	api("GET /api/matches", f.matches)
	api("POST /api/matches", f.start)
	api("GET /api/matches/{id}", f.onMatch(f.match))
	mux.HandleFunc("GET /api/matches/{id}/picture", packed(f.known(f.servePicture)))
	api("GET /api/matches/{id}/complete", f.onMatch(f.match))
	api("GET /api/matches/{id}/try", f.onMatch(f.tried))
	api("GET /api/matches/{id}/rules", f.onMatch(rules))
	api("POST /api/matches/{id}/{what}", f.onMatch(f.post))
	mux.HandleFunc("GET /api/events", f.known(f.serveEvents))
	if f.exercises != nil {
		api("GET /api/matches/{id}/review", f.onMatch(f.review))
		api("GET /api/matches/{id}/hint", f.onMatch(f.hint))
		api("GET /api/exercises/{id}", f.exercise)
		api("GET /api/exercises/{id}/complete", f.exercise)
		api("GET /api/exercises/{id}/rules", f.exerciseRules)
		api("POST /api/exercises/{id}/moves", f.tryExercise)
		api("POST /api/exercises/{id}/arrange", f.tryExercise)
	}
	if f.linked() {
		mux.HandleFunc("GET /m/{token}", packed(f.serveLink))
		mux.HandleFunc("GET /m/{token}/view", packed(f.linkedTo(f.linkJSON(f.linkView))))
		mux.HandleFunc("GET /m/{token}/events", f.linkedTo(f.serveLinkEvents))
		mux.HandleFunc("GET /m/{token}/board.png", f.linkedTo(f.serveLinkPicture))
		mux.HandleFunc("GET /m/{token}/rules", packed(f.linkedTo(f.linkJSON(rules))))
		mux.HandleFunc("GET /m/{token}/review", packed(f.linkedTo(f.linkJSON(f.linkReview))))
	}
	return f.guard(mux)
}

// handler answers a request with a value for a page. Its error is explained to the reader.
type handler = func(r *http.Request, a asker) (any, error)

// inJSON sends the value that a handler returns.
func (f *Feature) inJSON(h handler) func(http.ResponseWriter, *http.Request, asker) {
	return func(w http.ResponseWriter, r *http.Request, a asker) {
		v, err := h(r, a)
		if err != nil {
			f.fail(w, a, err)
			return
		}
		writeJSON(w, http.StatusOK, v)
	}
}

// onMatch returns a handler that calls h with the match of a request, if its reader may see it
// (P107).
func (f *Feature) onMatch(h func(*http.Request, asker, match.Match) (any, error)) handler {
	return func(r *http.Request, a asker) (any, error) {
		rec, err := f.find(r, a)
		if err != nil {
			return nil, err
		}
		return h(r, a, rec)
	}
}

// guard sets the headers of every answer, refuses requests of other pages, and limits a panic to
// its own request.
func (f *Feature) guard(next http.Handler) http.Handler {
	own := http.NewCrossOriginProtection()
	frames := []string{"https://discord.com", "https://*.discord.com", "https://*.discordsays.com"}
	if o := origin(f.cfg.Discord); o != "" && !slices.Contains(frames, o) {
		frames = append(frames, o)
	}
	policy := "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'"
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h := w.Header()
		h.Set("X-Content-Type-Options", "nosniff")
		h.Set("Referrer-Policy", "no-referrer")
		h.Set("Cache-Control", "no-store")
		h.Set("Permissions-Policy", "camera=(), microphone=(), geolocation=()")
		switch {
		case strings.HasPrefix(r.URL.Path, "/m/"):
			h.Set("Content-Security-Policy", policy+"; frame-ancestors 'none'")
		case r.URL.Path == "/" && r.URL.Query().Get("platform") == "mobile":
			// Discord's apps can show the page in a frame of an opaque origin, which no list matches. The
			// page has no cookies: a site that frames it can do nothing there in a reader's name.
			h.Set("Content-Security-Policy", policy)
		default:
			h.Set("Content-Security-Policy", policy+"; frame-ancestors "+strings.Join(frames, " "))
		}
		if site := r.Header.Get("Sec-Fetch-Site"); strings.HasPrefix(r.URL.Path, "/api/") &&
			(site == "cross-site" || site == "same-site" || f.strange(own, r)) {
			f.refuse(w, http.StatusForbidden, languageFor(r).Speak(sayStrange))
			return
		}
		defer func() {
			if p := recover(); p != nil {
				if p == http.ErrAbortHandler {
					panic(p)
				}
				f.Log.Error("panic", "at", r.Pattern, "panic", p, "stack", string(debug.Stack()))
				h.Del("Content-Encoding") // the text of a refusal is not compressed
				f.refuse(w, http.StatusInternalServerError, languageFor(r).Speak(sayStrange))
			}
		}()
		next.ServeHTTP(w, r)
	})
}

// strange reports whether a request comes from another page. Discord's proxy gives the page an
// origin of its own.
func (f *Feature) strange(own *http.CrossOriginProtection, r *http.Request) bool {
	if o := r.Header.Get("Origin"); o != "" && f.cfg.App != nil && o == "https://"+f.cfg.App()+".discordsays.com" {
		return false
	}
	return own.Check(r) != nil
}

// languageFor returns the language of a browser, for requests without a known user.
func languageFor(r *http.Request) lang.Language {
	first, _, _ := strings.Cut(r.Header.Get("Accept-Language"), ",")
	first, _, _ = strings.Cut(first, ";")
	return lang.Match(discord.Truncate(first, 20))
}

type problem struct {
	Error string     `json:"error"`
	Match *matchView `json:"match,omitempty"` // the newest board, if the page's board is old
}

// outdated is the error of a request from a page with an old board.
type outdated struct{ newest matchView }

func (outdated) Error() string { return "activity: the page's board is old" }

func (f *Feature) refuse(w http.ResponseWriter, status int, sentence string) {
	writeJSON(w, status, problem{Error: plain(sentence)})
}

func writeJSON(w http.ResponseWriter, status int, v any) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if e.Encode(v) != nil {
		status = http.StatusInternalServerError
	}
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_, _ = w.Write(b.Bytes())
}

// packed passes requests on, and compresses the answer for browsers that accept it. Streams are not
// compressed.
func packed(next http.HandlerFunc) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		if !strings.Contains(r.Header.Get("Accept-Encoding"), "gzip") {
			next(w, r)
			return
		}
		z := packers.Get().(*gzip.Writer)
		z.Reset(w)
		w.Header().Set("Content-Encoding", "gzip")
		w.Header().Set("Vary", "Accept-Encoding")
		next(packing{w, z}, r)
		_ = z.Close()
		packers.Put(z)
	}
}

var packers = sync.Pool{New: func() any { return gzip.NewWriter(nil) }}

// packing is an answer with a compressed body.
type packing struct {
	http.ResponseWriter
	z *gzip.Writer
}

func (p packing) Write(b []byte) (int, error) { return p.z.Write(b) }

// known passes requests with a valid session on, within the user's allowance.
func (f *Feature) known(next func(http.ResponseWriter, *http.Request, asker)) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		ctx := match.WithPatience(r.Context(), time.Now().Add(storeWithin))
		r.Body = http.MaxBytesReader(w, r.Body, mostBody)
		if a, ok := f.asks(ctx, w, r); ok {
			next(w, r.WithContext(ctx), a)
		}
	}
}

// asks returns who makes a request. It answers an invalid request itself.
func (f *Feature) asks(ctx context.Context, w http.ResponseWriter, r *http.Request) (a asker, ok bool) {
	text, _ := strings.CutPrefix(r.Header.Get("Authorization"), "Bearer ")
	s, err := f.keys.read(text, f.Now())
	if err != nil {
		f.refuse(w, http.StatusUnauthorized, languageFor(r).Speak(saySignIn))
		return a, false
	}
	a = asker{session: s, In: f.languageOf(ctx, s), light: r.Header.Get("Paddock-Light") != ""}
	if err = f.within.Spend(a.In, f.Now(), s.User, s.Guild, 1); err == nil {
		a.likes, err = f.People.User(ctx, s.User)
	}
	if err != nil {
		f.fail(w, a, err)
		return a, false
	}
	a.likes.ID = s.User
	if r.Method == http.MethodPost {
		f.People.Back(s.User)
	}
	return a, true
}

// fail answers with an error. It logs only errors without a sentence for people.
func (f *Feature) fail(w http.ResponseWriter, a asker, err error) {
	said, known := say.Refused(err, a.likes.ID)
	status := http.StatusUnprocessableEntity
	switch old, isOld := errors.AsType[outdated](err); {
	case isOld:
		writeJSON(w, http.StatusConflict, problem{Error: a.In.Say(words["stale"]), Match: &old.newest})
		return
	case errors.Is(err, request.ErrTooFast):
		f.refuse(w, http.StatusTooManyRequests, request.Explanation(err))
		return
	case errors.Is(err, context.Canceled): // the page is closed: nobody reads the answer
		status = http.StatusServiceUnavailable
	case errors.Is(err, match.ErrUnknown):
		status, said = http.StatusNotFound, sayNoMatch
	case errors.Is(err, match.ErrStale):
		status = http.StatusConflict
	case errors.Is(err, match.ErrStore):
		status = http.StatusServiceUnavailable
		f.Log.Error("the store failed", "err", err)
	case errors.Is(err, errNoDeed), errors.Is(err, errBody):
		status, said = http.StatusBadRequest, sayStrange
	case errors.Is(err, board.ErrNoPast):
		status, said = http.StatusNotFound, sayNoMatch
	case !known:
		status = http.StatusInternalServerError
		f.Log.Error("a request of a page failed", "err", discord.Redact(err))
	}
	f.refuse(w, status, a.In.Speak(said))
}

// begin answers POST /api/session. Discord says who has given the code, and whether that user is in
// the instance of the page. Nothing that the page says of itself is trusted.
func (f *Feature) begin(w http.ResponseWriter, r *http.Request) {
	l := languageFor(r)
	var ask struct{ Code, Instance string }
	r.Body = http.MaxBytesReader(w, r.Body, mostBody)
	if err := body(r, &ask); err != nil || ask.Code == "" || len(ask.Instance) > mostText {
		f.refuse(w, http.StatusBadRequest, l.Speak(sayStrange))
		return
	}
	ctx, cancel := context.WithTimeout(r.Context(), discord.CallWithin)
	defer cancel()
	if err := f.admit(ctx, l, r, ask.Instance); err != nil {
		f.unproved(w, l, err)
		return
	}
	who, err := f.Client.Identify(ctx, f.cfg.App(), f.cfg.Secret, ask.Code)
	if err != nil {
		f.unproved(w, l, err)
		return
	}
	if who.Locale != "" {
		l = lang.Match(who.Locale)
	}
	at, err := f.instance(ctx, ask.Instance, who.ID)
	if err != nil {
		f.unproved(w, l, err)
		return
	}
	f.door.learn(ask.Instance, f.Now())
	s := session{
		User: match.UserID(who.ID), Name: cmp.Or(discord.OneLine(who.Global, 32), discord.OneLine(who.Name, 32)),
		Locale: who.Locale, Instance: ask.Instance, Guild: match.GuildID(at.Guild),
		Channel: match.ChannelID(at.Channel), Until: f.Now().Add(sessionFor).Unix(),
	}
	if at.Guild != "" {
		// on an error the user sees no matches of the thread's parent channel
		parent, _ := f.Client.PublicThreadIn(ctx, at.Channel)
		s.Parent = match.ChannelID(parent)
	}
	l = f.languageOf(ctx, s)
	writeJSON(w, http.StatusOK,
		map[string]any{
			"token": f.keys.sign(s), "words": wordsIn(l), "lang": l.Code(), "name": s.Name,
			"open": f.opened(s.User),
		})
}

// admit returns nil if Discord may be asked who has a page open: the instance that the page names
// runs, and nobody has asked too often. See door.
func (f *Feature) admit(ctx context.Context, l lang.Language, r *http.Request, instance string) error {
	who, err := f.sender(r)
	if err != nil {
		return err
	}
	err = discord.ErrNoInstance
	for n := 0; errors.Is(err, discord.ErrNoInstance) && !f.door.knows(instance, f.Now()); n++ {
		if n == lookAgain || n > 0 && !discord.Sleep(ctx, lookAfter) {
			return err
		}
		if err := f.door.stranger(l, f.Now(), who); err != nil {
			return err
		}
		_, err = f.Client.Instance(pace.With(ctx, pace.Unproved), f.cfg.App(), instance)
	}
	if err != nil && !errors.Is(err, discord.ErrNoInstance) {
		return err
	}
	return f.door.joiner(l, f.Now(), instance)
}

// unproved answers a page if Discord does not say who has it open.
func (f *Feature) unproved(w http.ResponseWriter, l lang.Language, err error) {
	var busy *discordgo.RateLimitError
	switch {
	case errors.Is(err, request.ErrTooFast): // the page asks again by itself
		f.refuse(w, http.StatusServiceUnavailable, request.Explanation(err))
	case errors.As(err, &busy):
		f.refuse(w, http.StatusServiceUnavailable, l.Speak(sayDiscordOff))
	case errors.Is(err, discord.ErrCode), errors.Is(err, errUnsigned):
		f.refuse(w, http.StatusUnauthorized, l.Speak(saySignIn))
	case errors.Is(err, discord.ErrNoInstance), errors.Is(err, errNotThere):
		f.refuse(w, http.StatusForbidden, l.Speak(sayNotThere))
	default:
		f.Log.Warn("Discord does not say who has a page open", "err", discord.Redact(err))
		f.refuse(w, http.StatusBadGateway, l.Speak(sayDiscordOff))
	}
}

// errNotThere means that a user is not in the instance that their page names.
var errNotThere = errors.New("activity: the user is not in this instance")

// Discord may learn of a user's page a moment after the page's request.
const (
	lookAgain = 3
	lookAfter = 400 * time.Millisecond
)

// instance returns the instance of the activity with an id. The user must be in it.
func (f *Feature) instance(ctx context.Context, id, user string) (at discord.Instance, err error) {
	for n := range lookAgain {
		if n > 0 && !discord.Sleep(ctx, lookAfter) {
			break
		}
		at, err = f.Client.Instance(ctx, f.cfg.App(), id)
		if err == nil && !slices.Contains(at.Users, user) {
			err = errNotThere
		}
		if err == nil || !errors.Is(err, discord.ErrNoInstance) && !errors.Is(err, errNotThere) {
			break
		}
	}
	return at, err
}

var errBody = errors.New("activity: a body that can't be read")

// body reads the body of a request.
func body(r *http.Request, v any) error {
	d := json.NewDecoder(r.Body)
	if d.Decode(v) != nil || d.More() {
		return errBody
	}
	return nil
}

// find returns the match of a request, if its reader may see it (P107).
func (f *Feature) find(r *http.Request, a asker) (match.Match, error) {
	rec, err := f.Matches.Read.Match(r.Context(), match.ID(r.PathValue("id")))
	if err == nil && !f.mayRead(r.Context(), a.session, rec) {
		return match.Match{}, match.Unknown()
	}
	return rec, err
}

// matches answers with the reader's matches, those of the channel, and what they can learn.
func (f *Feature) matches(r *http.Request, a asker) (any, error) {
	mine, here, err := f.list(r.Context(), a)
	if err != nil {
		return nil, err
	}
	begin, err := f.begins(r.Context(), a)
	if err != nil {
		return nil, err
	}
	learn := []way{}
	if f.exercises != nil {
		learn = ways(f.exercises.Exercises(a.In))
	}
	return map[string]any{
		"mine": append([]listed{}, mine...), "here": append([]listed{}, here...), "begin": begin, "learn": learn,
	}, nil
}

// match answers with a match as its reader may see it now, after some moves, or with a half-chosen
// move.
func (f *Feature) match(r *http.Request, a asker, rec match.Match) (any, error) {
	half := r.FormValue("typed")
	if head := match.Seq(max(0, number(r.FormValue("head")))); half != "" && rec.Old(head) || len(half) > mostText {
		half = "" // the page's board is old, so it gets the newest one
	}
	return f.look(r.Context(), a, rec, number(r.FormValue("step")), half, r.FormValue("have"))
}

// servePicture answers with the board alone, for lists.
func (f *Feature) servePicture(w http.ResponseWriter, r *http.Request, a asker) {
	rec, err := f.find(r, a)
	if err == nil && rec.Position == "" {
		err = match.Unknown()
	}
	var drawn scene.Scene
	if err == nil {
		drawn, err = board.Scene(a.In, rec, a.likes, "")
	}
	var svg string
	if err == nil {
		svg, err = a.svg(drawn)
	}
	if err != nil {
		f.fail(w, a, err)
		return
	}
	w.Header().Set("Content-Type", "image/svg+xml")
	_, _ = w.Write([]byte(svg))
}

// tried answers with the board after a line of moves that the reader tries out.
func (f *Feature) tried(r *http.Request, a asker, rec match.Match) (any, error) {
	v, err := f.try(r.Context(), a, rec, number(r.FormValue("step")), strings.Fields(r.FormValue("line")),
		r.FormValue("typed"), r.FormValue("have"))
	if err == nil {
		v.Next = f.next(r.Context(), a, rec)
	}
	return v, err
}

// boldOnly leaves ** of the rules' markup, which is all that the page shows.
var boldOnly = strings.NewReplacer("**", "**", "*", "", "`", "")

// rules answers with the rules of a match's game.
func rules(_ *http.Request, a asker, rec match.Match) (any, error) {
	return rulesOf(a, rec.Rules(), rec.Setup.Options), nil
}

func rulesOf(a asker, g *games.Game, of games.Options) any {
	return map[string]string{"text": boldOnly.Replace(g.RulesIn(a.In.Text, of))}
}

// posted is the body of a request that changes something.
type posted struct {
	Head  match.Seq        `json:"head"`
	Cause string           `json:"cause"`
	Move  string           `json:"move"`
	Act   component.Action `json:"act"`
	Name  string           `json:"name"`
	From  match.ID         `json:"from"` // the finished match to play on from
	Step  int              `json:"step"`
	Input []string         `json:"input"`
	Line  []string         `json:"line"`
	Text  string           `json:"text"`
	Have  string           `json:"have"`
}

// post performs an act of a player and answers with the board after it. A page with an old board
// gets the newest board with 409.
func (f *Feature) post(r *http.Request, a asker, rec match.Match) (any, error) {
	var p posted
	if err := body(r, &p); err != nil {
		return nil, err
	}
	if p.Cause == "" || len(p.Cause) > mostText || p.Head < 0 {
		return nil, errBody
	}
	ctx := context.WithoutCancel(r.Context()) // a request that has begun is finished, even if its reader leaves
	now, err := f.perform(ctx, a, rec, r.PathValue("what"), p)
	switch {
	case errors.Is(err, match.ErrStale):
		return nil, f.behind(r.Context(), a, rec.ID, p.Have)
	case err != nil:
		return nil, err
	case now.ID == "": // after an error the request had no effect
		now = rec
	}
	if u, err := f.People.User(ctx, a.User); err == nil {
		a.likes, a.likes.ID = u, a.User
	}
	return f.look(ctx, a, now, -1, "", p.Have)
}

// perform performs an act of a player and returns the match after it.
func (f *Feature) perform(ctx context.Context, a asker, rec match.Match, what string, p posted) (match.Match, error) {
	act := match.Act{Match: rec.ID, User: a.User, Head: p.Head, Cause: f.causeOf(a.session, rec.ID, p.Cause)}
	switch what {
	case "moves":
		if p.Head == 0 || p.Move == "" {
			return rec, errBody
		}
		if rec.VotedBy(a.User) {
			if err := f.mayVote(ctx, a, rec); err != nil {
				return rec, err
			}
		}
		c, err := f.Matches.Play.Move(ctx, act, p.Move)
		return c.Match, err
	case "acts":
		if p.Act == component.ActRematch {
			if err := f.mayBegin(ctx, a, rec.Place); err != nil {
				return rec, err
			}
		}
		return f.do(ctx, act, p.Act)
	case "arrange":
		return f.arrange(ctx, a, act, rec, p.Name, p.Input)
	case "lines":
		return rec, f.keep(ctx, a, rec, p.Line)
	case "note":
		return rec, f.note(ctx, a, rec, p.Text)
	}
	return rec, errNoDeed
}

// behind returns the error that sends the newest board to a page with an old one.
func (f *Feature) behind(ctx context.Context, a asker, id match.ID, have string) error {
	rec, err := f.Matches.Read.Match(ctx, id)
	if err != nil {
		return err
	}
	v, err := f.look(ctx, a, rec, -1, "", have)
	if err != nil {
		return err
	}
	return outdated{v}
}

// serveEvents answers with the stream of a page.
func (f *Feature) serveEvents(w http.ResponseWriter, r *http.Request, a asker) {
	p := &page{session: a.session, In: a.In}
	if id := match.ID(r.FormValue("watch")); id != "" {
		rec, err := f.Matches.Read.Match(r.Context(), id)
		if err == nil && f.mayRead(r.Context(), a.session, rec) {
			p.watch = rec.ID
		}
	}
	p.alive = func(ctx context.Context) bool {
		if f.Now().Unix() >= p.Until {
			return false
		}
		if p.watch == "" {
			return true
		}
		rec, err := f.Matches.Read.Match(ctx, p.watch)
		return err != nil || f.mayRead(ctx, p.session, rec)
	}
	f.stream(w, r, p)
}

// number reads a number. It returns -1 if there is none.
func number(text string) int {
	n, err := strconv.Atoi(text)
	if err != nil || n < 0 {
		return -1
	}
	return n
}
