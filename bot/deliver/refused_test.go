package deliver

import (
	"cmp"
	"fmt"
	"maps"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/bwmarrin/discordgo"

	"paddock/games"
	"paddock/games/gamestest/golden"
	"paddock/games/match"
	"paddock/games/match/calendar"
)

// refusals are the errors with which Discord refuses a request, each with the requests to which it
// happens. Status -1 means that it is carried out, but its answer is lost.
var refusals = []struct {
	name         string
	status, code int
	of           string
}{
	{"a server error", http.StatusBadGateway, 0, "POST PATCH DELETE OPEN"},
	{"a lost answer", -1, 0, "POST"},
	{"too many requests", http.StatusTooManyRequests, 0, "POST PATCH"},
	{"unknown channel", http.StatusNotFound, discordgo.ErrCodeUnknownChannel, "POST PATCH"},
	{"unknown message", http.StatusNotFound, discordgo.ErrCodeUnknownMessage, "PATCH DELETE"},
	{"an odd 404", http.StatusNotFound, 20999, "POST PATCH DELETE"},
	{"no access", http.StatusForbidden, discordgo.ErrCodeMissingAccess, "POST PATCH"},
	{"a missing permission", http.StatusForbidden, discordgo.ErrCodeMissingPermissions, "POST PATCH"},
	{noFiles, http.StatusForbidden, discordgo.ErrCodeMissingPermissions, "POST PATCH"},
	{"an odd 403", http.StatusForbidden, 20999, "POST OPEN"},
	{"closed direct messages", http.StatusForbidden, discordgo.ErrCodeCannotSendMessagesToThisUser, "DM OPEN"},
	{"opened too fast", http.StatusBadRequest, discordgo.ErrCodeOpeningDirectMessagesTooFast, "OPEN"},
	{"archived", http.StatusBadRequest, 50083, "PATCH"},
	{"locked", http.StatusBadRequest, 160005, "POST PATCH"},
	{"too large", http.StatusRequestEntityTooLarge, discordgo.ErrCodeRequestEntityTooLarge, "POST PATCH"},
	{"invalid", http.StatusBadRequest, discordgo.ErrCodeInvalidFormBody, "POST PATCH"},
	{
		"too many edits", http.StatusTooManyRequests,
		discordgo.ErrCodeMaximumNumberOfEditsToMessagesOlderThanOneHourReached, "PATCH",
	},
}

// noFiles refuses messages with files only.
const noFiles = "no permission to attach files"

// situation describes a state in which the bot sends something. The golden file leaves out what is
// sent while the state is prepared.
type situation struct {
	name    string
	game    games.ID
	prepare func(d *desk)
	act     func(d *desk)
}

// boardsAndMoves are situations with boards only.
var boardsAndMoves = []situation{
	{"a new board", "kalah", func(d *desk) { d.passes(2 * time.Hour) }, func(d *desk) { d.plays() }},
	{"a young board", "kalah", nil, func(d *desk) { d.offersDraw(d.bob) }},
	{"an old board", "kalah", func(d *desk) { d.passes(2 * time.Hour) }, func(d *desk) { d.offersDraw(d.bob) }},
	{"a quick move, and then a call", "kalah", func(d *desk) { d.plays() }, func(d *desk) {
		d.plays()
		d.passes(20 * time.Minute)
		d.plays()
	}},
	{"paused, and moved into a thread", "kalah", func(d *desk) { d.passes(40 * time.Hour) }, func(d *desk) {
		for _, p := range []match.Player{d.ann, d.bob} {
			if _, err := d.matches.Play.OfferPause(d.Context(), d.act(p)); d.match().Parked == nil {
				d.must(err)
			}
			d.passes(time.Hour)
		}
		for _, by := range []match.Player{d.ann, {}} {
			to := match.Place{Guild: "3", Channel: map[bool]match.ChannelID{true: "8", false: "4"}[by.User == ""]}
			_, err := d.matches.Referee.Resume(d.Context(), d.act(by), to)
			d.must(err)
			d.passes(time.Hour)
		}
		d.plays()
	}},
	{"secret armies", "stratego", nil, func(d *desk) {
		d.plays()
		d.passes(time.Hour)
		d.resigns(d.bob)
	}},
}

// callsAndNotices are situations in which people are notified.
var callsAndNotices = []situation{
	{"direct messages and digests", "kalah", func(d *desk) {
		d.changes(d.ann, func(u *match.User) { u.Notify = match.ByDM })
		d.changes(d.bob, func(u *match.User) { u.Notify = match.ByDigest })
		d.passes(2 * time.Hour)
	}, func(d *desk) {
		d.plays()
		d.passes(30 * time.Hour)
		d.plays()
		d.passes(time.Hour)
		d.plays()
	}},
	{"asleep", "kalah", func(d *desk) {
		for _, p := range []match.Player{d.ann, d.bob} {
			d.changes(p, func(u *match.User) {
				u.Hours = calendar.Hours{Zone: "UTC", Night: calendar.Night{From: 23 * 60, To: 8 * 60}}
			})
		}
		d.passes(2 * time.Hour)
	}, func(d *desk) {
		d.plays()
		d.passes(10 * time.Hour)
		d.plays()
	}},
	{"channels for calls and results", "kalah", func(d *desk) {
		d.must(d.people.ChangeGuild(d.Context(), "3", func(g *match.Guild) {
			g.Calls, g.Results, g.Language = "5", "6", "sv"
		}))
		d.passes(2 * time.Hour)
	}, func(d *desk) {
		d.plays()
		d.passes(time.Hour)
		d.offersDraw(d.ann)
		d.passes(time.Hour)
		d.resigns(d.ann)
	}},
	{"a digest with news", "kalah", func(d *desk) {
		d.changes(d.bob, func(u *match.User) { u.Notify = match.ByDigest })
		d.passes(2 * time.Hour)
	}, func(d *desk) {
		d.plays()
		d.passes(time.Hour)
		d.resigns(d.ann)
		d.passes(30 * time.Hour)
	}},
	{"no digests any more", "kalah", func(d *desk) {
		d.changes(d.bob, func(u *match.User) { u.Notify = match.ByDigest })
		d.passes(2 * time.Hour)
		d.plays()
		d.passes(20 * time.Hour)
	}, func(d *desk) {
		d.changes(d.bob, func(u *match.User) { u.Notify = match.ByMention })
		d.passes(15 * time.Hour)
	}},
	{"a challenge at night", "kalah", func(d *desk) {
		d.changes(d.bob, func(u *match.User) {
			u.Hours = calendar.Hours{Zone: "UTC", Night: calendar.Night{From: 0, To: 8 * 60}}
		})
		d.resigns(d.ann)
		d.passes(2 * time.Hour)
	}, func(d *desk) {
		d.challenges(match.Place{Guild: "3", Channel: "4"})
		d.passes(12 * time.Hour)
	}},
	{"a challenge to a reader of digests", "kalah", func(d *desk) {
		d.changes(d.bob, func(u *match.User) { u.Notify = match.ByDigest })
		d.resigns(d.ann)
		d.passes(2 * time.Hour)
	}, func(d *desk) {
		d.challenges(match.Place{Guild: "3", Channel: "4"})
		d.passes(30 * time.Hour)
	}},
	{"closed direct messages", "kalah", func(d *desk) {
		d.changes(d.ann, func(u *match.User) { u.Notify, u.DMClosed = match.ByDM, true })
		d.changes(d.bob, func(u *match.User) { u.Notify = match.ByNothing })
		d.passes(2 * time.Hour)
	}, func(d *desk) {
		d.plays()
		d.passes(time.Hour)
		d.plays()
		d.passes(time.Hour)
		d.offersDraw(d.bob)
		d.passes(time.Hour)
		d.resigns(d.bob)
	}},
	{"without a server", "kalah", func(d *desk) {
		d.changes(d.ann, func(u *match.User) { u.Language = "de" })
		d.changes(d.bob, func(u *match.User) { u.Language = "sv" })
		d.resigns(d.ann)
		d.passes(2 * time.Hour)
		d.challenges(match.Place{Channel: "7"})
		d.passes(time.Second)
		_, err := d.matches.Tables.Join(d.Context(), d.act(d.bob), d.bob.Name)
		d.must(err)
		d.passes(2 * time.Hour)
	}, func(d *desk) {
		d.plays()
		d.passes(60 * time.Hour)
	}},
	{"the end", "kalah", func(d *desk) {
		for _, u := range []match.UserID{"11", left} {
			d.must(d.matches.Follow.Start(d.Context(), u, d.id))
		}
		d.changes(d.bob, func(u *match.User) { u.Notify = match.ByDM })
		d.passes(2 * time.Hour)
	}, func(d *desk) { d.resigns(d.ann) }},
	{"the clock runs out", "kalah", func(d *desk) { d.passes(2 * time.Hour) }, func(d *desk) {
		d.passes(60 * time.Hour)
	}},
}

// Discord refuses the requests of one kind for ten minutes, with each of its errors. A page lists
// what the bot sends in a situation and when, and what is recorded at its end; then, for each
// error, the numbers of the lines that are missing, and those that are more (+). The golden files
// are reviewed as diffs.
func TestRefusedBoards(t *testing.T) { refused(t, boardsAndMoves) }

func TestRefusedCalls(t *testing.T) { refused(t, callsAndNotices) }

func refused(t *testing.T, situations []situation) {
	for _, s := range situations {
		name := strings.ReplaceAll(s.name, " ", "-")
		t.Run(name, func(t *testing.T) {
			said := &legend{known: map[string]string{}}
			usual, times, routes := s.page(t, said, "", "", 0, 0)
			var b strings.Builder
			for i, line := range usual {
				fmt.Fprintf(&b, "%d. %s\n", i+1, strings.TrimSpace(times[i]+" "+line))
			}
			for _, route := range routes {
				methods := strings.Fields(route)[:1]
				switch {
				case strings.HasSuffix(route, "/@me/channels"):
					methods = []string{"OPEN"}
				case strings.HasPrefix(route, "POST /channels/dm"):
					methods = []string{"POST", "DM"}
				}
				outcomes := map[string][]string{}
				for _, r := range refusals {
					if slices.ContainsFunc(methods, func(m string) bool { return strings.Contains(r.of, m) }) {
						lines, _, _ := s.page(t, said, route, r.name, r.status, r.code)
						got := changes(usual, lines)
						outcomes[got] = append(outcomes[got], r.name)
					}
				}
				for _, got := range slices.SortedFunc(maps.Keys(outcomes), func(x, y string) int {
					return cmp.Compare(outcomes[x][0], outcomes[y][0])
				}) {
					fmt.Fprintf(&b, "## %s: %s%s", route, strings.Join(outcomes[got], ", "), got)
				}
			}
			golden.Check(t, "testdata/refused/"+name+".txt", said.String()+b.String())
		})
	}
}

// Whatever Discord refuses once with a server error comes within five minutes, and nothing else
// changes but what waited for it.
func TestRefusedOnceComesSoon(t *testing.T) {
	for _, s := range slices.Concat(boardsAndMoves, callsAndNotices) {
		t.Run(strings.ReplaceAll(s.name, " ", "-"), func(t *testing.T) {
			said := &legend{known: map[string]string{}}
			usual, times, routes := s.page(t, said, "", "", 0, 0)
			for _, route := range routes {
				if strings.HasPrefix(route, "DELETE") {
					continue // an obsolete call that stays is harmless
				}
				lines, late, _ := s.page(t, said, route, once, http.StatusBadGateway, 0)
				for i, line := range usual {
					at := slices.Index(lines, line)
					if times[i] == "" { // what is recorded
						if at < 0 {
							t.Errorf("%s is refused once: it records no longer %q", route, line)
						}
						continue
					}
					if at < 0 {
						t.Errorf("%s is refused once: it does not come %q", route, line)
						continue
					}
					then, err := time.ParseDuration(times[i])
					now, err2 := time.ParseDuration(late[at])
					if err != nil || err2 != nil || now-then > 5*time.Minute {
						t.Errorf("%s is refused once: at %s instead of %s comes %q", route, late[at], times[i], line)
					}
				}
			}
		})
	}
}

// once returns a function that refuses only the first request.
const once = "once"

// changes lists the numbers of the lines that are missing, and the lines that are more.
func changes(usual, now []string) string {
	var missing, more strings.Builder
	for i, line := range usual {
		if !slices.Contains(now, line) {
			fmt.Fprint(&missing, " ", i+1)
		}
	}
	for _, line := range now {
		if !slices.Contains(usual, line) {
			fmt.Fprintln(&more, "+", line)
		}
	}
	if missing.Len() > 0 {
		return "; without" + missing.String() + "\n" + more.String()
	}
	return "\n" + more.String()
}

// page produces a situation, in which the requests of one route are refused for a while. It returns
// what was sent, with the times, then what is recorded, and the routes of the requests.
func (s situation) page(t *testing.T, said *legend, route, refused string,
	status, code int,
) (lines, times, routes []string) {
	t.Helper()
	atDesk(t, s.game, func(d *desk) {
		d.discord.takesFrom(slowly)
		if s.prepare != nil {
			s.prepare(d)
		}
		d.passes(time.Second)
		d.discord.forget()
		if refused == noFiles {
			d.discord.lacks = discordgo.PermissionAttachFiles
		}
		began := time.Now()
		var first time.Time
		d.discord.answers(func(c call) (int, int) {
			if routeOf(c) != route || refused == noFiles && !strings.Contains(gist(c.body), "files 1") {
				return 0, 0
			}
			if first.IsZero() {
				first = time.Now()
			}
			if time.Since(first) > 10*time.Minute || refused == once && !first.Equal(time.Now()) {
				return 0, 0
			}
			return status, code
		})
		s.act(d)
		d.passes(3 * time.Hour)
		lines, times = d.sent(said, began)
		lines, times = append(lines, d.kept()...), append(times, make([]string, 99)...)
		routes = d.routes()
	})
	return lines, times, routes
}

// slowly answers requests to the channel last, so that other messages are sent before an answer
// from the channel can affect them.
func slowly(path string) time.Duration {
	if strings.HasPrefix(path, "/channels/4/") {
		return 100 * time.Millisecond
	}
	return time.Millisecond
}

// plays makes a move, unless the match is at rest.
func (d *desk) plays() {
	if d.match().Parked == nil {
		d.moves()
	}
}

func (d *desk) offersDraw(p match.Player) {
	if _, err := d.matches.Play.OfferDraw(d.Context(), d.act(p)); d.match().Parked == nil {
		d.must(err)
	}
}

func (d *desk) resigns(p match.Player) {
	_, err := d.matches.Play.Resign(d.Context(), d.act(p))
	d.must(err)
}

// challenges makes Ann challenge Bob at a place. That match is the desk's from now on.
func (d *desk) challenges(at match.Place) {
	d.acts++
	c, err := d.matches.Tables.Propose(d.Context(),
		match.Proposal{
			Game: "kalah", Place: at, By: d.ann, With: []match.Player{d.bob}, Side: "me",
			Cause: match.Cause(fmt.Sprint("act-", d.acts)),
		})
	d.must(err)
	d.id = c.Match.ID
}

func (d *desk) changes(p match.Player, change func(*match.User)) {
	d.must(d.people.Change(d.Context(), p.User, change))
}

var messageIDs = regexp.MustCompile(`/(message-[0-9]+|[a-z0-9]{20,})$`)

// routeOf names the kind of a request: its method and path without the message.
func routeOf(c call) string { return c.method + " " + messageIDs.ReplaceAllString(c.path, "") }

// routes returns the kinds of the requests that change something.
func (d *desk) routes() (list []string) {
	for _, c := range d.discord.received() {
		if r := routeOf(c); c.method != "GET" && !slices.Contains(list, r) {
			list = append(list, r)
		}
	}
	slices.Sort(list)
	return list
}

// legend gives each text of a page a number.
type legend struct {
	known map[string]string
	lines []string
}

func (l *legend) number(text string) string {
	if text == "" {
		return ""
	}
	n, ok := l.known[text]
	if !ok {
		n = fmt.Sprintf("[%d]", len(l.lines)+1)
		l.known[text] = n
		l.lines = append(l.lines, n+" "+text)
	}
	return n
}

func (l *legend) String() string { return strings.Join(l.lines, "\n") + "\n\n" }

// sent lists the requests, by place, and their times since the beginning. A repeated line stands
// once, because the pauses between tries are random. Messages without a nonce are counted.
func (d *desk) sent(said *legend, began time.Time) (lines, times []string) {
	place := func(c call) string { // deletions are sorted and come last, because two goroutines may make them
		in := strings.Join(strings.SplitN(c.path+"//", "/", 4)[1:3], "/")
		if c.method == "DELETE" {
			in += c.path
		}
		return in
	}
	calls := slices.SortedStableFunc(slices.Values(d.discord.received()), func(a, b call) int {
		return cmp.Compare(place(a), place(b))
	})
	for _, c := range calls {
		line := strings.TrimSpace(c.method + " " + c.path + " " + said.number(gist(c.body)) + " " + c.nonce)
		if c.silent {
			line += " silent"
		}
		if c.status != 0 {
			line += " refused"
		}
		for c.nonce == "" && c.method == "POST" && strings.HasSuffix(c.path, "/messages") &&
			slices.Contains(lines, line) {
			line += " again"
		}
		if !slices.Contains(lines, line) {
			lines, times = append(lines, line), append(times, c.at.Sub(began).Round(time.Second).String())
		}
	}
	return lines, times
}

// kept lists what is recorded and logged.
func (d *desk) kept() (lines []string) {
	m := d.match()
	s := m.Shown
	lines = append(lines, fmt.Sprintf("%s parked %v; shown %d of %d in %s/%s, turn %d of %d, called for %d, call %q, asleep %b until %s; %d notices", m.Status, m.Parked != nil, s.Head, m.Head,
		s.Channel, s.Message, s.Turn, m.Turn, s.Pinged, s.Call, s.Asleep, s.Wake.Round(time.Hour).Format("2 15:04"),
		len(m.Notices)))
	for _, p := range []match.Player{d.ann, d.bob} {
		u := d.user(p)
		var calls, boards []string
		for kind, ref := range u.Calls[m.ID] {
			calls = append(calls, fmt.Sprint(kind, " ", ref.Channel, "/", ref.Message))
		}
		for _, b := range u.PrivateBoards {
			boards = append(boards, fmt.Sprint(b.Message, " ", b.Sum != ""))
		}
		slices.Sort(calls)
		lines = append(lines, fmt.Sprintf("%s: channel %q, closed %t, calls %q, private boards %q, told %q", p.Name,
			u.DM, u.DMClosed, calls, boards, slices.Sorted(maps.Keys(u.Told))))
	}
	g, err := d.people.Guild(d.Context(), "3")
	d.must(err)
	lines = append(lines, fmt.Sprintf("calls in %q, results in %q, blocked %q, files %v, behind %v", g.Calls, g.Results,
		d.boards.Blocked("4"), d.boards.Style("4", "") == "", d.engine.Behind()))
	var logged []string
	for _, line := range strings.Split(d.log.String(), "\n") {
		if at := strings.Index(line, "level="); at >= 0 {
			said := regexp.MustCompile(` (failure|err|stack)=.*`).ReplaceAllString(line[at:], "")
			if !slices.Contains(logged, said) {
				logged = append(logged, said)
			}
		}
	}
	slices.Sort(logged)
	return append(lines, logged...)
}

// gist returns the texts of a message, whom it may mention, and the number of its files.
func gist(body map[string]any) string {
	var texts []string
	var walk func(v any)
	walk = func(v any) {
		switch v := v.(type) {
		case []any:
			for _, one := range v {
				walk(one)
			}
		case map[string]any:
			for _, key := range slices.Sorted(maps.Keys(v)) {
				text, is := v[key].(string)
				switch {
				case is && (key == "content" || key == "label" || key == "custom_id" || key == "description" ||
					key == "url" || key == "recipient_id"):
					texts = append(texts, text)
				case key == "users":
					texts = append(texts, fmt.Sprint("rings ", v[key]))
				case key == "attachments":
					texts = append(texts, fmt.Sprint("files ", len(v[key].([]any))))
				default:
					walk(v[key])
				}
			}
		}
	}
	walk(body)
	return strings.Join(strings.Fields(strings.Join(texts, " | ")), " ")
}
