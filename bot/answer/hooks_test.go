package answer

import (
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"maps"
	"net/http"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/bwmarrin/discordgo"

	"paddock/bot/board"
	"paddock/bot/choose"
	"paddock/bot/component"
	"paddock/bot/deliver"
	"paddock/bot/discord"
	"paddock/bot/peers"
	"paddock/bot/request"
	"paddock/bot/say"
	"paddock/games"
	"paddock/games/gamestest/golden"
	"paddock/games/match"
	"paddock/games/scene"
	"paddock/storage/storagetest"
)

// wired returns a base with boards whose engine sends nothing by itself.
func wired(t *testing.T) *Base { return wiredOn(t, nowhere{}) }

func wiredOn(t *testing.T, wire http.RoundTripper) *Base {
	t.Helper()
	b := baseOn(t, wire)
	b.open(t, nil)
	return b
}

// open gives the base new boards, as if several processes ran.
func (b *Base) open(t *testing.T, among *peers.Peers) {
	b.Show = &board.Maker{
		Games: b.Games, Draw: func(scene.Scene) ([]byte, error) { return []byte("picture"), nil },
		Log: b.Log,
	}
	engine := deliver.NewEngine(t.Context(), func(err error) { t.Error(err) }, among, b.Log)
	d := deliver.Deps{
		Engine: engine, Matches: b.Matches, Show: b.Show, People: b.People, Client: b.Client, Log: b.Log,
		Self: func() string { return "9" }, Now: b.Now,
	}
	b.Boards, b.PrivateBoards = deliver.NewBoards(d), deliver.NewPrivateBoards(d)
}

// wire is a transport that answers the requests of a Discord client. It refuses requests to certain
// paths, and lists all with their times. Every channel is a thread that the bot has opened.
type wire struct {
	mu     sync.Mutex
	began  time.Time
	said   []string
	made   map[string]int // number of messages by path
	refuse string         // the beginning of the paths of refused requests; empty: none
	code   int
}

func (w *wire) RoundTrip(r *http.Request) (*http.Response, error) {
	path := strings.TrimPrefix(r.URL.Path, "/api/v"+discordgo.APIVersion)
	var raw []byte
	if r.Body != nil {
		var err error
		if raw, err = io.ReadAll(r.Body); err != nil {
			return nil, err
		}
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	w.made[path]++
	id := fmt.Sprint(700 + w.made[path])
	if to := regexp.MustCompile(`"recipient_id":"([0-9]+)"`).FindSubmatch(raw); to != nil {
		id = "dm" + string(to[1])
	}
	status, body := http.StatusOK,
		fmt.Sprintf(`{"id":%q,"guild_id":"club","parent_id":"hall","owner_id":"9","type":%d}`, id,
			discordgo.ChannelTypeGuildPublicThread)
	if w.refuse != "" && strings.HasPrefix(path, w.refuse) {
		status, body = http.StatusForbidden, fmt.Sprintf(`{"code":%d}`, w.code)
	}
	if r.Method != "GET" {
		w.said = append(w.said,
			strings.TrimSpace(fmt.Sprint(time.Since(w.began).Round(100*time.Millisecond), " ", r.Method, " ", path, " ",
				gist(raw))))
	}
	return &http.Response{
		StatusCode: status, Header: http.Header{}, Body: io.NopCloser(strings.NewReader(body)),
		Request: r,
	}, nil
}

// gist returns the kind of a response to an interaction, and the beginning of the texts of a
// message.
func gist(raw []byte) string {
	var list []string
	for _, found := range regexp.MustCompile(`(?m)^\{"type":([0-9]+)|"(?:content|name)":"((?:[^"\\]|\\.)*)"`).FindAllStringSubmatch(string(raw), -1) {
		if found[1] != "" {
			list = append(list, "type "+found[1])
		}
		if text := strings.TrimSpace(strings.NewReplacer(`\n`, " ", `\u003c`, "<", `\u003e`,
			">").Replace(found[2])); text != "" {
			list = append(list, text)
		}
	}
	return discord.Truncate(regexp.MustCompile(`\*\*Goal:\*\*[^.]*\. |-# New to this.* boards\. `).ReplaceAllString(strings.Join(list, " | "), ""), 140)
}

// follows runs an act on a match of Ann and Bob whose board is shown, and returns what the bot
// sends within 20 minutes.
func follows(t *testing.T, game games.ID, at match.Place, act func(m *matches, rec match.Match, w *wire),
	change ...func(*match.Proposal),
) (sent string) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		w := &wire{made: make(map[string]int)}
		m := &matches{T: t, Base: wiredOn(t, w)}
		id := m.begin(at, game, change...)
		m.shows(id, func(*match.Shown) {})
		w.began = time.Now()
		act(m, m.read(id), w)
		time.Sleep(20 * time.Minute)
		synctest.Wait()
		// deferrals
		w.said = slices.DeleteFunc(w.said, func(line string) bool {
			return strings.Contains(line, "type 5") || strings.Contains(line, "type 6")
		})
		// simultaneous requests have no fixed order
		slices.Sort(w.said)
		sent = strings.Join(w.said, "\n")
	})
	return sent
}

// shows stores that a match's channel shows its newest state, apart from one change.
func (m *matches) shows(id match.ID, change func(*match.Shown)) {
	m.Helper()
	rec := m.read(id)
	shown := match.Shown{
		Head: rec.Head, Turn: rec.Turn, Pinged: rec.Turn, Channel: rec.Place.Channel, Message: "20",
		At: time.Now(),
	}
	change(&shown)
	if err := m.Matches.Delivery.MarkShown(m.Context(), id, shown); err != nil {
		m.Fatal(err)
	}
}

func (m *matches) read(id match.ID) match.Match {
	m.Helper()
	rec, err := m.Matches.Read.Match(m.Context(), id)
	if err != nil {
		m.Fatal(err)
	}
	return rec
}

// asks returns a request of Ann, a command or a click on a message, whose answers the wire names by
// the token.
func (m *matches) asks(token string, on *discordgo.Message) *request.Request {
	r := by(ann, "club", "hall")
	r.Ix.Type, r.Ix.ID, r.Ix.Token, r.Ix.AppID, r.Ix.Message = discordgo.InteractionApplicationCommandAutocomplete,
		token, token, "app", on
	if on != nil {
		r.Ix.Type = discordgo.InteractionMessageComponent
	}
	r.Answer = m.Client.Respond(r.Ix, m.Log)
	return r
}

// An answer is kept up to date, deleted in time or left alone, by what it says, and replaces what
// the same message showed before. In each case Ann has a board and a private note on her match,
// which two interactions have made, and moves after ten seconds. The golden file lists the requests
// that follow.
func TestKeptAnswers(t *testing.T) {
	t.Parallel()
	var page strings.Builder
	kinds := map[discord.ReplyKind]string{
		discord.ReplyPrivate: "private", discord.ReplyUpdate: "update",
		discord.ReplyDelete: "delete", discord.ReplyNone: "none",
	}
	type on struct {
		maker     string
		ephemeral bool
	}
	problem := func(rec match.Match, kind error) error { return &match.Problem{Kind: kind, Record: &rec.Record} }
	for _, c := range []struct {
		name string
		says func(rec match.Match) request.Reply
	}{
		{"nothing", func(match.Match) request.Reply { return request.Reply{} }},
		{"a change", func(rec match.Match) request.Reply { return request.Reply{Done: &rec} }},
		{"a change that the board shows", func(rec match.Match) request.Reply {
			return request.Reply{Done: &rec, Glance: true}
		}},
		{"a remark", func(rec match.Match) request.Reply { return request.Reply{Remark: &rec} }},
		{"a remark on one move", func(rec match.Match) request.Reply {
			return request.Reply{Remark: &rec, Once: true}
		}},
		{"a board", func(rec match.Match) request.Reply { return request.Reply{Keep: &rec} }},
		{"a board for one move", func(rec match.Match) request.Reply { return request.Reply{Keep: &rec, Once: true} }},
	} {
		answers := make(map[string][]string)
		for _, kind := range []discord.ReplyKind{
			discord.ReplyPrivate, discord.ReplyUpdate, discord.ReplyDelete,
			discord.ReplyNone,
		} {
			for _, m := range []on{{"", false}, {"public", false}, {"board", true}, {"remark", true}, {"other", true}} {
				sent := follows(t, "kalah", hall, func(w *matches, rec match.Match, _ *wire) {
					w.Matches.OnChange(w.PrivateBoards.Changed)
					w.PrivateBoards.Keep(rec, ann, w.asks("board", nil).Answer, "board", false)
					w.PrivateBoards.KeepAside(rec, ann, w.asks("remark", nil).Answer, "remark", false)
					var message *discordgo.Message
					if m.maker != "" {
						message = &discordgo.Message{
							ID:                  "30",
							InteractionMetadata: &discordgo.MessageInteractionMetadata{ID: m.maker},
						}
					}
					if m.ephemeral {
						message.Flags = discordgo.MessageFlagsEphemeral
					}
					r := w.asks("new", message)
					r.Target.Match = rec.ID
					out := c.says(rec)
					out.Kind = kind
					w.boardsAfter(w.Context(), r, out, nil, nil)
					time.Sleep(10 * time.Second)
					if _, err := w.Matches.Play.Move(w.Context(), match.Act{Match: rec.ID, User: ann, Cause: "moved"},
						"1"); err != nil {
						t.Error(err)
					}
				})
				sent = regexp.MustCompile(`/webhooks/app/|/messages/@original|### .*`).ReplaceAllString(sent, "")
				sent = strings.ReplaceAll(sent, "\n", "; ")
				answers[sent] = append(answers[sent], strings.TrimSpace(kinds[kind]+" "+m.maker))
			}
		}
		fmt.Fprintf(&page, "## the answer says %s\n", c.name)
		for _, sent := range slices.Sorted(maps.Keys(answers)) {
			fmt.Fprintf(&page, "%s: %s\n", strings.Join(answers[sent], ", "), sent)
		}
	}
	for _, c := range []struct {
		name          string
		refused, sent func(rec match.Match) error
	}{
		{"an answer that was not sent", nil, func(match.Match) error { return discord.ErrToken }},
		{"a stale click", func(rec match.Match) error { return problem(rec, match.ErrStale) }, nil},
		{
			"a stale click, not answered", func(rec match.Match) error { return problem(rec, match.ErrStale) },
			func(match.Match) error { return discord.ErrToken },
		},
		{"a stale click on no match", func(match.Match) error { return &match.Problem{Kind: match.ErrStale} }, nil},
		{"another refusal", func(rec match.Match) error { return problem(rec, match.ErrNotYourTurn) }, nil},
	} {
		sent := follows(t, "kalah", hall, func(w *matches, rec match.Match, _ *wire) {
			r := w.asks("new", nil)
			var refused, sent error
			if c.refused != nil {
				refused = c.refused(rec)
			}
			if c.sent != nil {
				sent = c.sent(rec)
			}
			w.boardsAfter(w.Context(), r, request.Reply{Done: &rec}, refused, sent)
		})
		fmt.Fprintf(&page, "## %s: %s\n", c.name, sent)
	}
	golden.Check(t, "testdata/kept.txt", page.String())
}

// said returns a request's answer as text, and what the handler asks to be done with the answer
// later.
func said(out request.Reply, err error) string {
	if err != nil {
		return "refused: " + cmp.Or(request.Explanation(err), err.Error())
	}
	raw, err := json.Marshal(out.Message.Parts)
	if err != nil {
		return err.Error()
	}
	list := []string{map[discord.ReplyKind]string{
		discord.ReplyPrivate: "private", discord.ReplyUpdate: "update", discord.ReplyDelete: "deletes",
		discord.ReplyNone: "none", discord.ReplyAlreadySent: "sent",
	}[out.Kind]}
	if text := gist(raw); text != "" {
		list = append(list, strconv.Quote(text))
	}
	labels := regexp.MustCompile(`"label":("[^"]*")`).FindAllStringSubmatch(string(raw), -1)
	for _, label := range labels[:min(len(labels), 9)] {
		list = append(list, label[1])
	}
	for name, set := range map[string]bool{
		"done": out.Done != nil, "glance": out.Glance, "remark": out.Remark != nil,
		"board": out.Keep != nil, "once": out.Once,
	} {
		if set {
			list = append(list, name)
		}
	}
	slices.Sort(list[1:])
	return strings.Join(list, " ")
}

// A move is answered in the message that was clicked or in private, by what the bot may do and by
// what waits for the person. The golden file lists for each state the answers, with the requests of
// the handler, and the messages from which they come.
func TestAnswersOfMoves(t *testing.T) {
	t.Parallel()
	frame := []discordgo.MessageComponent{&discordgo.Container{}}
	clicks := []struct {
		name    string
		message *discordgo.Message
		once    bool
	}{
		{"a command", nil, false},
		{"the board", &discordgo.Message{ID: "20", Components: frame}, false},
		{"a newer board", &discordgo.Message{ID: "30", Components: frame}, false},
		{"an older board", &discordgo.Message{ID: "10", Components: frame}, false},
		{
			"a private board", &discordgo.Message{ID: "40", Components: frame, Flags: discordgo.MessageFlagsEphemeral},
			false,
		},
		{
			"a menu for one move", &discordgo.Message{ID: "40", Components: frame, Flags: discordgo.MessageFlagsEphemeral},
			true,
		},
	}
	move := func(m *matches, rec match.Match, user match.UserID, cause match.Cause) (match.Change, error) {
		view, err := rec.View(rec.SeatOf(user))
		if err != nil {
			return match.Change{}, err
		}
		text := "a1d1" // the move is refused because it is not her turn
		for text = range view.Legal() {
			break
		}
		return m.Matches.Play.Move(m.Context(), match.Act{Match: rec.ID, User: user, Cause: cause}, text)
	}
	failed := func(f discord.Failure) func(*matches, match.Match, *request.Request) {
		return func(m *matches, rec match.Match, _ *request.Request) {
			m.Boards.Failed(m.Context(), deliver.Key{Kind: deliver.Board, ID: string(rec.ID)}, f)
		}
	}
	offered := func(m *matches, rec match.Match, _ *request.Request) {
		if _, err := m.Matches.Play.OfferDraw(m.Context(),
			match.Act{Match: rec.ID, User: bob, Cause: "offered"}); err != nil {
			m.Error(err)
		}
	}
	again := func(p *match.Proposal) {
		p.From = "kalah/1 m=6 to=S south=6.4.4.4.4.4:0 north=4.4.4.4.4.4:0 rules=standard"
	}
	last := func(p *match.Proposal) { p.From = "kalah/1 m=3 to=S south=0.0.1:3 north=1.0.0:3 rules=standard" }
	var page strings.Builder
	usual := make(map[string]string)
	for _, c := range []struct {
		name    string
		game    games.ID
		at      match.Place
		prepare func(m *matches, rec match.Match, r *request.Request)
		change  []func(*match.Proposal)
	}{
		{"usual", "kalah", hall, nil, nil},
		{"the last move", "kalah", hall, nil, []func(*match.Proposal){last}},
		{"she moves again", "kalah", hall, nil, []func(*match.Proposal){again}},
		{"she moves again, and the board lags behind", "kalah", hall, offered, []func(*match.Proposal){again}},
		{"another channel", "kalah", den, nil, nil},
		{"direct messages", "kalah", match.Place{Channel: "dm"}, nil, nil},
		{"no permission", "kalah", hall, func(_ *matches, _ match.Match, r *request.Request) {
			r.Ix.AppPermissions = 0
		}, nil},
		{"no permission, the last move", "kalah", hall, func(_ *matches, _ match.Match, r *request.Request) {
			r.Ix.AppPermissions = 0
		}, []func(*match.Proposal){last}},
		{"posts are forbidden", "kalah", hall, failed(discord.Forbidden), nil},
		{"posts fail", "kalah", hall, failed(discord.Refused), nil},
		{"she moves again, on an old board", "kalah", hall, func(m *matches, rec match.Match, _ *request.Request) {
			m.shows(rec.ID, func(s *match.Shown) { s.At = time.Now().Add(-2 * time.Hour) })
		}, []func(*match.Proposal){again}},
		{"another match waits", "kalah", hall, func(m *matches, _ match.Match, _ *request.Request) {
			m.begin(den, "kalah")
		}, nil},
		{"another match waits, the last move", "kalah", hall, func(m *matches, _ match.Match, _ *request.Request) {
			m.begin(den, "kalah")
		}, []func(*match.Proposal){last}},
		{"repeated", "kalah", hall, func(m *matches, rec match.Match, r *request.Request) {
			if _, err := move(m, rec, ann, r.Act(rec.ID).Cause); err != nil {
				m.Error(err)
			}
		}, nil},
		{"not her turn", "kalah", hall, func(m *matches, rec match.Match, _ *request.Request) {
			if _, err := move(m, rec, ann, "before"); err != nil {
				m.Error(err)
			}
		}, nil},
		{"prepared otherwise", "kalah", hall, func(m *matches, rec match.Match, _ *request.Request) {
			m.prepares(rec.ID, "6", "1", "5")
		}, nil},
		{"another process has the board", "kalah", hall, func(m *matches, rec match.Match, _ *request.Request) {
			m.among(rec.ID)
		}, nil},
		{"set-up", "stratego", hall, nil, nil},
		{"armies", "stratego", hall, func(m *matches, rec match.Match, _ *request.Request) { m.confirm(rec.ID) }, nil},
		{"armies, prepared otherwise", "stratego", hall, func(m *matches, rec match.Match, _ *request.Request) {
			m.confirm(rec.ID)
			m.prepares(rec.ID, "b4b5", "a7a6", "b5b6")
		}, nil},
		{
			"armies in direct messages", "stratego",
			match.Place{Channel: "dm"},
			func(m *matches, rec match.Match, _ *request.Request) { m.confirm(rec.ID) }, nil,
		},
	} {
		answers := make(map[string][]string)
		for _, click := range clicks {
			line := ""
			sent := follows(t, c.game, c.at, func(m *matches, rec match.Match, w *wire) {
				r := m.asks("new", click.message)
				if r.Guild = c.at.Guild; r.Guild == "" {
					r.Channel = c.at.Channel
				}
				r.Target.Match = rec.ID
				if click.once {
					r.Target.Action = component.ActMenuOnce
				}
				if c.prepare != nil {
					c.prepare(m, rec, r)
				}
				rec = m.read(rec.ID)
				out, err := m.Commit(m.Context(), r, func() (match.Change, error) {
					return move(m, rec, ann, r.Act(rec.ID).Cause)
				}, "")
				line = said(out, err)
				if err != nil {
					m.boardsAfter(m.Context(), r, out, err, nil)
				}
			}, c.change...)
			line = strings.TrimSpace(line + "\n" + timeless(sent))
			if usual[click.name] == "" {
				usual[click.name] = line
			} else if line == usual[click.name] {
				line = "as usual"
			}
			answers[line] = append(answers[line], click.name)
		}
		fmt.Fprintf(&page, "## %s\n", c.name)
		for _, line := range slices.SortedFunc(maps.Keys(answers), func(x, y string) int {
			return cmp.Compare(answers[x][0], answers[y][0])
		}) {
			fmt.Fprintf(&page, "%s: %s\n", strings.Join(answers[line], ", "), line)
		}
	}
	golden.Check(t, "testdata/moves.txt", page.String())
}

// timeless lists requests without their times, which depend on the pace of requests.
func timeless(sent string) string {
	requests := strings.Split(sent, "\n")
	for i := range requests {
		_, requests[i], _ = strings.Cut(requests[i], " ")
	}
	slices.Sort(requests)
	return strings.Join(requests, "\n")
}

// A challenge or a match is begun in the channel, in its own thread, or in direct messages. The
// golden file lists for each request the answer, the requests to Discord, the place of the match
// and its log.
func TestProposed(t *testing.T) {
	t.Parallel()
	thread := func(r *request.Request) {
		r.Options[request.OptThread] = &discordgo.ApplicationCommandInteractionDataOption{Value: true}
	}
	mute := func(r *request.Request) {
		thread(r)
		r.Ix.AppPermissions = discordgo.PermissionViewChannel | discordgo.PermissionSendMessages
	}
	private := func(r *request.Request) { r.Guild, r.Channel = "", "dm" }
	computer, member := []match.Player{{Computer: games.Easy}}, []match.Player{{User: bob, Name: "Bob"}}
	var page strings.Builder
	for _, c := range []struct {
		name   string
		game   games.ID
		with   []match.Player
		ask    func(*request.Request)
		change func(*match.Proposal)
		twice  bool
	}{
		{"open to all", "kalah", nil, nil, nil, false},
		{"to a member", "kalah", member, nil, nil, false},
		{"to a member, repeated", "kalah", member, thread, nil, true},
		{"against the computer", "kalah", computer, nil, nil, false},
		{"in direct messages", "kalah", computer, private, nil, false},
		{"to a member, in direct messages", "kalah", member, private, nil, false},
		{
			"where the bot is no member", "kalah", computer, func(r *request.Request) { private(r); r.UserInstall = true },
			nil, false,
		},
		{"in a thread", "kalah", member, thread, nil, false},
		{"in a thread that can't be opened", "kalah", computer, mute, nil, false},
		{"in a thread that Discord refuses", "kalah", computer, func(r *request.Request) {
			thread(r)
			r.Name = "refused"
		}, nil, false},
		{
			"open again and again, in a thread", "kalah", nil, thread, func(p *match.Proposal) { p.Wants.Again = 1 },
			false,
		},
		{"a vote, in a thread", "kalah", computer, thread, func(p *match.Proposal) {
			p.Voting, p.PerMove = &match.Voting{}, 24*time.Hour
		}, false},
		{"armies", "stratego", computer, nil, nil, false},
		{"armies, in a thread that can't be opened", "stratego", computer, mute, nil, false},
		{"armies, in direct messages", "stratego", computer, private, nil, false},
		{"against oneself", "kalah", []match.Player{{User: ann, Name: "Ann"}}, nil, nil, false},
	} {
		line := ""
		sent := follows(t, "kalah", den, func(m *matches, _ match.Match, w *wire) {
			r := m.asks("new", nil)
			if c.ask != nil {
				c.ask(r)
			}
			if r.Name == "refused" {
				w.refuse = "/channels/hall/threads"
			}
			p := match.Proposal{
				Game: c.game, Place: match.Place{Guild: r.Guild, Channel: r.Channel},
				By: match.Player{User: ann, Name: "Ann"}, With: c.with, Cause: "asked",
			}
			if len(c.with) > 0 {
				p.Side = "me"
			}
			if c.change != nil {
				c.change(&p)
			}
			out, err := m.Propose(m.Context(), r, p)
			if c.twice {
				out, err = m.Propose(m.Context(), r, p)
			}
			line = said(out, err)
			u, err := m.People.User(m.Context(), ann)
			list, _ := m.Matches.Read.ByUser(m.Context(), ann)
			for _, rec := range list {
				if rec.Place == den {
					continue
				}
				log, _ := m.Matches.Read.Log(m.Context(), rec.ID)
				line += fmt.Sprintf("\n%s in %s/%s, direct messages in %q (%v):", rec.Status, rec.Place.Guild,
					rec.Place.Channel, u.DM, err)
				for _, e := range log {
					line += fmt.Sprint(" ", e.Kind, " ", e.Cause)
				}
			}
		})
		fmt.Fprintf(&page, "## %s\n%s\n%s\n", c.name, line, timeless(sent))
	}
	golden.Check(t, "testdata/proposed.txt", page.String())
}

// A click on an outdated board that is refused updates the board, unless somebody else is doing so.
func TestMendedBoards(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name    string
		since   time.Duration // the age of the newest change of the match
		head    match.Seq     // what the clicked board shows; 0: the newest
		refused error
		prepare func(*matches, match.ID)
		want    int // number of edits
	}{
		{"an outdated board", overtaken + 1, 1, match.ErrStale, nil, 1},
		{"it is being updated", overtaken, 1, match.ErrStale, nil, 0},
		{"a new board", overtaken + 1, 0, match.ErrStale, nil, 0},
		{"clicks that come too fast", overtaken + 1, 1, request.ErrTooFast, nil, 0},
		{"no refusal", overtaken + 1, 1, nil, nil, 0},
		{"a parked match", overtaken + 1, 1, match.ErrStale, func(m *matches, id match.ID) {
			if _, err := m.Matches.Referee.Park(m.Context(), id, match.CodeChannelGone, ""); err != nil {
				m.Error(err)
			}
		}, 0},
		{"another process updates it", overtaken + 1, 1, match.ErrStale, (*matches).among, 0},
	} {
		sent := follows(t, "kalah", hall, func(m *matches, rec match.Match, w *wire) {
			if _, err := m.Matches.Play.Move(m.Context(), match.Act{Match: rec.ID, User: ann, Cause: "moved"},
				"1"); err != nil {
				m.Error(err)
			}
			m.shows(rec.ID, func(*match.Shown) {})
			if c.prepare != nil {
				c.prepare(m, rec.ID)
			}
			time.Sleep(c.since)
			r := m.asks("new",
				&discordgo.Message{ID: "20", Components: []discordgo.MessageComponent{&discordgo.Container{}}})
			if r.Target.Match, r.Target.Head = rec.ID, c.head; c.head == 0 {
				r.Target.Head = m.read(rec.ID).Head
			}
			m.boardsAfter(m.Context(), r, request.Reply{}, c.refused, nil)
		})
		if n := strings.Count(sent, "PATCH /channels/hall/messages/20"); n != c.want {
			t.Errorf("%s: %d edits, want %d: %s", c.name, n, c.want, sent)
		}
	}
}

// What only one person sees is answered in private or in place of the clicked message. The golden
// file lists the answers by act and message.
func TestShownToOnePerson(t *testing.T) {
	t.Parallel()
	frame := []discordgo.MessageComponent{&discordgo.Container{}}
	private := discordgo.MessageFlagsEphemeral
	alone := func(p *match.Proposal) { p.With = []match.Player{{Computer: games.Easy}} }
	text := discord.TextMessage("hello")
	text.Private = true
	const club, none match.GuildID = "club", ""
	var page strings.Builder
	for _, c := range []struct {
		name   string
		game   games.ID
		at     match.Place
		armies bool
		may    int64
		change []func(*match.Proposal)
	}{
		{"a match in a server", "kalah", hall, false, discordgo.PermissionAdministrator, nil},
		{"a match in a server, without permissions", "kalah", hall, false, 0, nil},
		{
			"a match against the computer in direct messages", "kalah",
			match.Place{Channel: "dm"},
			false, 0,
			[]func(*match.Proposal){alone},
		},
		{"a set-up", "stratego", hall, false, discordgo.PermissionAdministrator, nil},
		{"armies", "stratego", hall, true, discordgo.PermissionAdministrator, nil},
	} {
		fmt.Fprintf(&page, "## %s\n", c.name)
		for _, act := range []struct {
			name string
			do   func(m *matches, r *request.Request, rec match.Match) (request.Reply, error)
		}{
			{"a private board", func(m *matches, r *request.Request, rec match.Match) (request.Reply, error) {
				return m.PrivateBoard(m.Context(), r, rec, "a note")
			}},
			{"the own board", func(m *matches, r *request.Request, rec match.Match) (request.Reply, error) {
				return m.OwnBoard(m.Context(), r, rec)
			}},
			{"a step", func(m *matches, r *request.Request, rec match.Match) (request.Reply, error) {
				return m.Step(m.Context(), r, rec,
					choose.Choice{Half: map[games.ID]string{"stratego": "a"}[rec.Game], Open: true})
			}},
			{"an arrangement", func(m *matches, r *request.Request, rec match.Match) (request.Reply, error) {
				return m.ShowArrangement(m.Context(), r, rec, "")
			}},
			{"a text", func(m *matches, r *request.Request, _ match.Match) (request.Reply, error) {
				return m.Privately(m.Context(), r, "a text", board.MyMatches(r.In)), nil
			}},
			{"a message in place", func(m *matches, r *request.Request, rec match.Match) (request.Reply, error) {
				return m.InPlace(m.Context(), r, rec, text, "sum"), nil
			}},
			{"an act", func(m *matches, r *request.Request, _ match.Match) (request.Reply, error) {
				return m.Does(m.Matches.Play.OfferDraw, sayRepeat)(m.Context(), r)
			}},
		} {
			if c.may == 0 && c.at == hall && act.name != "an act" {
				continue // permissions only change what is said about an act
			}
			answers := make(map[string][]string)
			for _, click := range []struct {
				name    string
				guild   match.GuildID
				message *discordgo.Message
				once    bool
			}{
				{"a command", c.at.Guild, nil, false},
				{"the board", c.at.Guild, &discordgo.Message{ID: "20", Components: frame}, false},
				{"an ephemeral message", club, &discordgo.Message{ID: "40", Components: frame, Flags: private}, false},
				{"a menu for one move", club, &discordgo.Message{ID: "40", Components: frame, Flags: private}, true},
				{"a direct message", none, &discordgo.Message{ID: "50", Components: frame}, false},
			} {
				line := ""
				follows(t, c.game, c.at, func(m *matches, rec match.Match, _ *wire) {
					if err := m.People.Change(m.Context(), ann, func(u *match.User) {
						u.DM, u.DMClosed = "dm", c.game == "stratego"
					}); err != nil {
						t.Error(err)
					}
					if c.armies {
						m.confirm(rec.ID)
					}
					r := m.asks("new", click.message)
					r.Ix.AppPermissions = c.may
					if r.Guild, r.Target.Match = click.guild, rec.ID; r.Guild == "" {
						r.Channel = "dm"
					}
					if click.once {
						r.Target.Action = component.ActMenuOnce
					}
					defer m.before(m.Context(), r)()
					out, err := act.do(m, r, m.read(rec.ID))
					if line = said(out, err); out.Message.Private != (out.Kind == discord.ReplyPrivate) {
						line += fmt.Sprint(", private: ", out.Message.Private)
					}
					if out.Sum != "" {
						line += ", shows " + map[bool]string{true: "sum", false: "a board"}[out.Sum == "sum"]
					}
				}, c.change...)
				answers[line] = append(answers[line], click.name)
			}
			for _, line := range slices.SortedFunc(maps.Keys(answers), func(x, y string) int {
				return cmp.Compare(answers[x][0], answers[y][0])
			}) {
				fmt.Fprintf(&page, "%s, %s: %s\n", act.name, strings.Join(answers[line], ", "), line)
			}
		}
	}
	golden.Check(t, "testdata/shown.txt", page.String())
}

// among makes another process hold the lease on the board of a match.
func (m *matches) among(id match.ID) {
	store := storagetest.NewMemory()
	own, err := peers.Enter(m.Context(), store.Another(), m.Log)
	if err != nil {
		m.Fatal(err)
	}
	other, err := peers.Enter(m.Context(), store.Another(), m.Log)
	if err != nil {
		m.Fatal(err)
	}
	m.open(m.T, own)
	other.Take(m.Context(), match.BoardDuty, string(id))
}

// What a private board shows is recorded once the answer to a click on it has arrived.
func TestPrivateBoardsAreNoted(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name string
		kind discord.ReplyKind
		sent error
		own  bool
		want bool
	}{
		{"updated", discord.ReplyUpdate, nil, true, true},
		{"not delivered", discord.ReplyUpdate, discord.ErrToken, true, false},
		{"answered beside it", discord.ReplyPrivate, nil, true, false},
		{"another message", discord.ReplyUpdate, nil, false, false},
	} {
		follows(t, "stratego", hall, func(m *matches, rec match.Match, _ *wire) {
			r := m.asks("new", &discordgo.Message{ID: "30"})
			r.Target.Match, r.DmBoard = rec.ID, c.own
			m.boardsAfter(m.Context(), r, request.Reply{Kind: c.kind, Sum: "sum"}, nil, c.sent)
			var want match.PrivateBoard
			if c.want {
				want = match.PrivateBoard{Message: "30", At: time.Now(), Sum: "sum"}
			}
			if u, err := m.People.User(m.Context(), ann); err != nil || !u.PrivateBoards[rec.ID].At.Equal(want.At) ||
				u.PrivateBoards[rec.ID].Message != want.Message || u.PrivateBoards[rec.ID].Sum != want.Sum {
				t.Errorf("%s: %+v is recorded, %v; want %+v", c.name, u.PrivateBoards[rec.ID], err, want)
			}
		})
	}
}

// prepares stores a line of conditional moves for Ann, which begins now.
func (m *matches) prepares(id match.ID, moves ...string) {
	m.Helper()
	line := match.Line{From: m.read(id).Made}
	for i, move := range moves {
		line.Plies = append(line.Plies, match.Ply{Seat: games.Seat(i % 2), Move: move})
	}
	if err := m.People.Change(m.Context(), ann, func(u *match.User) {
		u.SetNotebook(id, match.Notebook{Lines: []match.Line{line}})
	}); err != nil {
		m.Error(err)
	}
}

// confirm makes both players confirm their armies.
func (m *matches) confirm(id match.ID) {
	m.Helper()
	for _, u := range []match.UserID{ann, bob} {
		if _, err := m.Matches.Play.Move(m.Context(),
			match.Act{Match: id, User: u, Cause: match.Cause("confirmed " + u)}, "confirm"); err != nil {
			m.Fatal(err)
		}
	}
	m.shows(id, func(*match.Shown) {})
}

// While a click is answered, the engine changes none of the messages that the answer may replace:
// an ephemeral message, a private board or a call.
func TestBefore_Locks(t *testing.T) {
	t.Parallel()
	frame := []discordgo.MessageComponent{&discordgo.Container{}}
	for _, c := range []struct {
		name    string
		guild   match.GuildID
		message *discordgo.Message
		target  bool
		want    string
	}{
		{"a command", "club", nil, true, "[]"},
		{"a board", "club", &discordgo.Message{ID: "20", Components: frame}, true, "[]"},
		{"a call", "club", &discordgo.Message{ID: "30"}, true, "[calls]"},
		{"a button of no match", "club", &discordgo.Message{ID: "30"}, false, "[]"},
		{
			"an ephemeral message", "club", &discordgo.Message{ID: "30", Flags: discordgo.MessageFlagsEphemeral}, true,
			"[ephemeral]",
		},
		{"a private board", "", &discordgo.Message{ID: "30"}, true, "[private]"},
	} {
		got := ""
		follows(t, "stratego", hall, func(m *matches, rec match.Match, _ *wire) {
			r := m.asks("new", c.message)
			if r.Guild = c.guild; c.target {
				r.Target.Match = rec.ID
			}
			after := m.before(m.Context(), r)
			var mu sync.Mutex
			free := make(map[string]bool)
			for name, lock := range map[string]func() func(){
				"private":   func() func() { return m.PrivateBoards.Lock(m.Context(), rec.ID, ann) },
				"ephemeral": func() func() { return m.PrivateBoards.LockLive(rec.ID, ann) },
				"calls":     func() func() { return m.Boards.LockCalls(rec.ID) },
			} {
				go func() {
					lock()()
					mu.Lock()
					defer mu.Unlock()
					free[name] = true
				}()
			}
			locked := func() (list []string) {
				synctest.Wait()
				mu.Lock()
				defer mu.Unlock()
				for _, name := range []string{"private", "ephemeral", "calls"} {
					if !free[name] {
						list = append(list, name)
					}
				}
				return list
			}
			got = fmt.Sprint(locked())
			if after(); len(locked()) > 0 {
				t.Errorf("%s: after the answer %v are still locked", c.name, locked())
			}
		})
		if got != c.want {
			t.Errorf("%s: %s are locked, want %s", c.name, got, c.want)
		}
	}
}

// A click on a newer board than the recorded one records it. Everything else leaves the record
// alone.
func TestStrayed(t *testing.T) {
	t.Parallel()
	frame := &discordgo.Container{}
	for _, c := range []struct {
		name     string
		shown    match.Shown
		parked   bool
		parts    []discordgo.MessageComponent
		flags    discordgo.MessageFlags
		recorded match.MessageID
	}{
		{
			"a newer board",
			match.Shown{Channel: "hall", Message: "20"},
			false,
			[]discordgo.MessageComponent{frame},
			0,
			"30",
		},
		{
			"an older board",
			match.Shown{Channel: "hall", Message: "40"},
			false,
			[]discordgo.MessageComponent{frame},
			0,
			"40",
		},
		{
			"the recorded board",
			match.Shown{Channel: "hall", Message: "30"},
			false,
			[]discordgo.MessageComponent{frame},
			0, "30",
		},
		{"no board on record", match.Shown{Channel: "hall"}, false, []discordgo.MessageComponent{frame}, 0, ""},
		{
			"a board on record elsewhere",
			match.Shown{Channel: "den", Message: "20"},
			false,
			[]discordgo.MessageComponent{frame},
			0, "20",
		},
		{
			"a parked match",
			match.Shown{Channel: "hall", Message: "20"},
			true,
			[]discordgo.MessageComponent{frame},
			0,
			"20",
		},
		{
			"a call",
			match.Shown{Channel: "hall", Message: "20"},
			false,
			[]discordgo.MessageComponent{&discordgo.TextDisplay{}},
			0, "20",
		},
		{"a message without parts", match.Shown{Channel: "hall", Message: "20"}, false, nil, 0, "20"},
		{
			"a private message",
			match.Shown{Channel: "hall", Message: "20"},
			false,
			[]discordgo.MessageComponent{frame},
			discordgo.MessageFlagsEphemeral, "20",
		},
	} {
		m := &matches{T: t, Base: wired(t)}
		id := m.begin(hall, "kalah")
		if err := m.Matches.Delivery.MarkShown(t.Context(), id, c.shown); err != nil {
			t.Fatal(err)
		}
		if c.parked {
			if _, err := m.Matches.Referee.Park(t.Context(), id, match.CodeNoAccess, ""); err != nil {
				t.Fatal(err)
			}
		}
		r := clicked(m.Base, "")
		r.Ix.Message = &discordgo.Message{ID: "30", Components: c.parts, Flags: c.flags}
		rec, err := m.Matches.Read.Match(t.Context(), id)
		if err != nil {
			t.Fatal(err)
		}
		adopted := m.strayed(t.Context(), r, rec)
		after, err := m.Matches.Read.Match(t.Context(), id)
		if err != nil || after.Shown.Message != c.recorded || adopted != (c.recorded != c.shown.Message) {
			t.Errorf("%s: adopted: %t, %q is recorded, want %q (%v)", c.name, adopted, after.Shown.Message, c.recorded,
				err)
		}
	}
}

// A person can be told something by direct message, and can check whether such messages arrive,
// although they did not before.
func TestTellDirectly(t *testing.T) {
	t.Parallel()
	sent := follows(t, "stratego", hall, func(m *matches, rec match.Match, w *wire) {
		if told, err := m.MatchHooks().Tell(m.Context(), m.asks("new", nil), discord.TextMessage("hello")); !told ||
			err != nil {
			t.Errorf("told %t, %v", told, err)
		}
		for _, c := range []struct {
			refuse string
			want   string
		}{{"", ""}, {"/channels/dm", say.NotifyClosed.String()}} {
			w.mu.Lock()
			w.refuse, w.code = c.refuse, discordgo.ErrCodeCannotSendMessagesToThisUser
			w.mu.Unlock()
			if err := m.People.Change(m.Context(), ann, func(u *match.User) { u.DMClosed = true }); err != nil {
				t.Error(err)
			}
			if err := m.CheckDirectMessages(m.Context(), m.asks("new", nil), sayRepeat); !says(err, c.want) {
				t.Errorf("refused %q: %v, want %q", c.refuse, err, c.want)
			}
		}
		if _, err := m.ShowArrangement(m.Context(), by(cid, "club", "hall"), rec, ""); !says(err,
			say.NotYours.String()) {
			t.Errorf("a spectator arranges pieces: %v", err)
		}
	})
	form := by(ann, "club", "hall")
	form.Ix.Type = discordgo.InteractionModalSubmit // the interaction is from a command, so it has no message
	form.Answer = newBase(t).Client.Respond(form.Ix, slog.New(slog.DiscardHandler))
	if onBoard(form) {
		t.Error("a form of a command counts as a click on a board")
	}
	if want := "POST /channels/dm" + string(ann) + "/messages hello"; !strings.Contains(timeless(sent), want) {
		t.Errorf("sent %s, want %s", sent, want)
	}
}

// Each request in a server tells delivery what the bot may do in the channel.
func TestBefore_NotesPermissions(t *testing.T) {
	t.Parallel()
	b := wired(t)
	for _, c := range []struct {
		guild match.GuildID
		may   int64
		lacks []games.Sentence
		style match.Style
	}{
		{"club", discordgo.PermissionViewChannel, []games.Sentence{say.PermitSend}, match.Text},
		// the bot knows of no missing permission
		{"club", discordgo.PermissionAdministrator, []games.Sentence{say.PermitView, say.PermitSend}, match.Image},
		{"", 0, []games.Sentence{say.PermitView, say.PermitSend}, match.Image},
	} {
		r := by(ann, c.guild, "hall")
		r.Ix.AppPermissions = c.may
		b.before(t.Context(), r)()
		if got := b.Boards.Lacks("hall"); !slices.EqualFunc(got, c.lacks, func(a, b games.Sentence) bool {
			return a.String() == b.String()
		}) {
			t.Errorf("in server %q, with %d: lacks %v, want %v", c.guild, c.may, got, c.lacks)
		}
		if got := b.Boards.Style("hall", match.Image); got != c.style {
			t.Errorf("in server %q, with %d: style %v, want %v", c.guild, c.may, got, c.style)
		}
	}
}

// A direct message with a board of a game with secrets is a private board, unless it is the match's
// public board.
func TestOnPrivateBoard(t *testing.T) {
	t.Parallel()
	m := &matches{T: t, Base: wired(t)}
	secret, open := m.begin(match.Place{Channel: "dm"}, "stratego"), m.begin(match.Place{Channel: "dm"}, "kalah")
	for _, id := range []match.ID{secret, open} {
		if err := m.Matches.Delivery.MarkShown(t.Context(), id, match.Shown{Channel: "dm", Message: "20"}); err != nil {
			t.Fatal(err)
		}
	}
	for _, c := range []struct {
		name    string
		guild   match.GuildID
		message *discordgo.Message
		id      match.ID
		want    bool
	}{
		{"a private board", "", &discordgo.Message{ID: "30"}, secret, true},
		{"the public board", "", &discordgo.Message{ID: "20"}, secret, false},
		{"in a server", "club", &discordgo.Message{ID: "30"}, secret, false},
		{
			"an ephemeral message", "", &discordgo.Message{ID: "30", Flags: discordgo.MessageFlagsEphemeral}, secret,
			false,
		},
		{"a game without secrets", "", &discordgo.Message{ID: "30"}, open, false},
		{"a command", "", nil, secret, false},
		{"no match", "", &discordgo.Message{ID: "30"}, "", false},
		{"an unknown match", "", &discordgo.Message{ID: "30"}, "zzzzzz", false},
	} {
		r := by(ann, c.guild, "dm")
		r.Ix.Message, r.Target.Match = c.message, c.id
		if got := m.onPrivateBoard(t.Context(), r); got != c.want || r.DmBoard != c.want {
			t.Errorf("%s: %t, noted %t, want %t", c.name, got, r.DmBoard, c.want)
		}
	}
}
