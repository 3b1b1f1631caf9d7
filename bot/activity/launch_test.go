package activity_test

import (
	"context"
	"slices"
	"strings"
	"testing"

	"paddock/bot"
	"paddock/bot/discordsim"
)

// click presses a button of a message and waits for the answer.
func (r *rig) click(who discordsim.UserID, m discordsim.Message, button string) (launched, text string) {
	r.Helper()
	if _, there := m.Button(button); !there {
		more := r.sim.As(who).In(r.hall).Click(m, "More")
		if err := more.Wait(context.Background()); err != nil {
			r.Fatalf("More: %v", err)
		}
		m = more.Message()
	}
	i := r.sim.As(who).In(r.hall).Click(m, button)
	if err := i.Wait(context.Background()); err != nil {
		r.Fatalf("%s: %v", button, err)
	}
	return i.Launched(), i.Message().Text()
}

// answer presses a button and returns the answer.
func (r *rig) answer(who discordsim.UserID, m discordsim.Message, button string) discordsim.Message {
	r.Helper()
	i := r.sim.As(who).In(r.hall).Click(m, button)
	if err := i.Wait(context.Background()); err != nil {
		r.Fatalf("%s: %v", button, err)
	}
	return i.Message()
}

// shared returns the answer with the link of a match, by the buttons of a private board.
func (r *rig) shared(who discordsim.UserID, board discordsim.Message) discordsim.Message {
	r.Helper()
	return r.answer(who, r.answer(who, board, "More"), "Share a link")
}

// *Open board* below a board, and /open, open the page with that match. Only players and
// moderators can share and revoke a link. Its readers see what everybody in the channel sees.
func TestLaunch(t *testing.T) {
	t.Parallel()
	r := newRig(t)
	r.begin("/kalah challenge user:@Bob first:me")
	second := r.begin("/halatafl challenge user:@Bob")
	var board discordsim.Message
	r.until("the board is posted", func() bool {
		list := r.sim.Messages(r.hall, r.ann)
		i := slices.IndexFunc(list, func(m discordsim.Message) bool {
			return slices.Contains(m.Labels(), "Open board") && strings.Contains(m.Text(), "Halatafl")
		})
		if i >= 0 {
			board = list[i]
		}
		return i >= 0
	})
	instance, _ := r.click(r.ann, board, "Open board")
	if instance == "" {
		t.Fatal("the button opened nothing")
	}
	var got struct{ Open, Token string }
	ann := &person{rig: r, id: r.ann}
	if status := ann.ask("POST", "/api/session",
		map[string]string{"code": r.sim.Authorize(r.ann, "identify"), "instance": instance}, &got); status != 200 ||
		got.Open != string(second.ID) {
		t.Errorf("the page begins with %q (%d), want %q", got.Open, status, second.ID)
	}
	for name, c := range map[string]struct {
		code, instance string
		want           int
	}{
		"a foreign instance":   {r.sim.Authorize(r.ann, "identify"), "i-0-gc-0-0", 403},
		"not in this instance": {r.sim.Authorize(r.bob, "identify"), instance, 403},
		"a code of nobody":     {"made up", instance, 401},
		"without the scope":    {r.sim.Authorize(r.ann), instance, 401},
	} {
		status, answer := ann.raw("POST", "/api/session", map[string]string{"code": c.code, "instance": c.instance})
		if status != c.want || strings.Contains(string(answer), "token") {
			t.Errorf("%s: %d %s, want %d", name, status, answer, c.want)
		}
	}
	i := r.sim.As(r.bob).In(r.hall).Slash("/match open")
	if err := i.Wait(context.Background()); err != nil || i.Launched() == "" {
		t.Errorf("/match open opened nothing: %v", err)
	}

	own := r.slash(r.ann, "/board game:"+string(second.ID))
	shared := r.shared(r.ann, own)
	text := shared.Text()
	at := strings.Index(text, r.url+"/m/")
	if at < 0 {
		t.Fatalf("no link in %q", text)
	}
	link := strings.Fields(text[at:])[0]
	watch := &person{rig: r}
	if status, page := watch.raw("GET", strings.TrimPrefix(link, r.url), nil); status != 200 ||
		!strings.Contains(string(page), "Ann v Bob") {
		t.Errorf("the link shows %d %.300s", status, page)
	}
	theirs := r.slash(r.eve, "/board game:"+string(second.ID))
	if slices.Contains(theirs.Labels(), "More") {
		theirs = r.answer(r.eve, theirs, "More")
	}
	if strings.Contains(strings.Join(theirs.Labels(), " "), "Share a link") {
		t.Error("a spectator can share a link")
	}
	r.click(r.ann, shared, "Stop sharing")
	if status, _ := watch.raw("GET", strings.TrimPrefix(link, r.url), nil); status != 404 {
		t.Errorf("a revoked link gets %d", status)
	}
	if text := r.logged.String(); strings.Contains(text, "of-") || strings.Contains(text, got.Token) ||
		strings.Contains(text, discordsim.DefaultClientSecret) || strings.Contains(text, link) {
		t.Errorf("the log opens a door: %s", text)
	}
}

// A link is live: a viewer sees a move at once, without signing in.
func TestWatch(t *testing.T) {
	t.Parallel()
	r := newRig(t)
	rec := r.begin("/kalah challenge user:@Bob first:me holes:3 beans:2")
	text := r.shared(r.ann, r.slash(r.ann, "/board game:"+string(rec.ID))).Text()
	link := strings.Fields(text[strings.Index(text, r.url+"/m/"):])[0]
	b := r.visit(link, "somebody", 390, 844)
	b.says("Ann to move")
	b.shot("link")
	wide := r.visit(link, "somebody else", 1280, 800)
	wide.says("Ann to move")
	wide.shot("link-wide")
	r.slash(r.ann, "/kalah move move:1")
	b.says("Bob to move")
	wide.says("Bob to move")
	b.button("One move back")
	b.wait(`$(".steps input").value === "0"`)
	if got := eval[string](b, `$$("header button, .foot .deeds button, .top button, .board .can").map((n) => n.innerText).join()`); got != "Rules" {
		t.Errorf("somebody who watches can press %s", got)
	}
	if got := eval[string](b, `doc.cookie + JSON.stringify(localStorage)`); got != "{}" {
		t.Errorf("the page keeps %s", got)
	}
}

// The application decides whether Discord requires an Entry Point, not the host's settings here.
// The commands are registered either way.
func TestEntryPoint(t *testing.T) {
	t.Parallel()
	r := newRig(t) // the host has pages, and the application an activity
	if r.launch(r.ann) == "" || !strings.Contains(commands(r), "open") {
		t.Errorf("registered: %s", commands(r))
	}
	// the application has an activity, but the host has no pages
	r = newRig(t, func(c *bot.Config) { c.Pages.Listener.Close(); c.Pages = nil })
	if !strings.Contains(commands(r), "kalah") || strings.Contains(commands(r), "open") {
		t.Errorf("registered without pages: %s", commands(r))
	}
}

func commands(r *rig) string {
	var names []string
	for _, c := range r.sim.Commands(r.hall, r.ann) {
		names = append(names, c.Name)
		for _, sub := range c.Options {
			names = append(names, sub.Name)
		}
	}
	return strings.Join(names, " ")
}
