package activity_test

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"paddock/bot/board"
	"paddock/bot/discordsim"
	"paddock/bot/story"
	"paddock/games"
	"paddock/games/catalog"
	"paddock/games/lesson"
	"paddock/games/match"
)

// exercise is a page's data of an exercise.
type exercise struct {
	Title, Line string
	News        []string
	Mine        bool
	Choices     []struct {
		Cell  int
		Text  string
		Whole bool
	}
	Picture struct{ SVG string }
	Go      []struct{ ID, Label string }
	Error   string
}

// signIn signs in a user who has opened the pages in the test channel.
func (r *rig) signIn(who discordsim.UserID) *person {
	r.Helper()
	p := &person{rig: r, id: who}
	var got struct{ Token string }
	if status := p.ask("POST", "/api/session",
		map[string]string{"code": r.sim.Authorize(who, "identify"), "instance": r.launch(who)}, &got); status != 200 {
		r.Fatal("sign in: ", status)
	}
	p.token = got.Token
	return p
}

// steps returns the choices that lead to a move of an exercise.
func (p *person) steps(id, move string) (list []int, texts []string) {
	p.Helper()
	for half := ""; half != move; {
		var e exercise
		p.ask("GET", fmt.Sprintf("/api/exercises/%s/complete?typed=%s", id, url.QueryEscape(half)), nil, &e)
		best := -1
		for i, c := range e.Choices {
			if c.Text == move && c.Whole || !c.Whole && len(c.Text) > len(half) && strings.HasPrefix(move, c.Text) &&
				best < 0 {
				best = i
			}
		}
		if best < 0 {
			p.Fatalf("%s: %q can't be reached from %q: %+v", id, move, half, e)
		}
		half = e.Choices[best].Text
		list, texts = append(list, e.Choices[best].Cell), append(texts, half)
	}
	return list, texts
}

// placed returns the piece and the cell of a move that places one.
func placed(move string) (piece, at string, ok bool) {
	move, ok = strings.CutPrefix(move, "place:")
	if !ok {
		return "", "", false
	}
	return move[:1], move[1:], true
}

// Each lesson takes a wrong and a right move, which can both be reached by tapping. Nothing is
// posted and no match begins.
func TestLessons(t *testing.T) {
	t.Parallel()
	r := newRig(t)
	ann := r.signIn(r.ann)
	var list struct{ Learn []struct{ ID, Label string } }
	ann.ask("GET", "/api/matches", nil, &list)
	if want := fmt.Sprint(list.Learn); !strings.HasPrefix(want, "[{puzzle Puzzle of the day} {") {
		t.Errorf("listed: %s", want)
	}
	for _, g := range catalog.Games() {
		ways := story.LessonWays[g.ID]
		if len(lesson.Of(g.ID)) == 0 {
			continue
		}
		for n, way := range ways {
			id := fmt.Sprintf("%s.%d", g.ID, n+1)
			for i, move := range way {
				var e exercise
				var status int
				if piece, at, ok := placed(move); ok {
					status = ann.ask("POST", "/api/exercises/"+id+"/arrange",
						map[string]any{"name": "place", "input": []string{at, piece}}, &e)
				} else {
					ann.steps(id, move)
					status = ann.ask("POST", "/api/exercises/"+id+"/moves", map[string]string{"move": move}, &e)
				}
				if says := fmt.Sprint(e.Line, e.News); status != 200 || e.Mine != (i == 0) ||
					!strings.Contains(says, []string{"✘", "✔"}[i]) || !strings.Contains(e.Picture.SVG, "data-cell") {
					e.Picture.SVG = ""
					t.Errorf("%s %s: %d %+v", id, move, status, e)
				}
			}
		}
		var end exercise
		ann.ask("GET", fmt.Sprintf("/api/exercises/%s.%d", g.ID, len(ways)+1), nil, &end)
		if end.Mine || !strings.Contains(end.Line, "last board") ||
			fmt.Sprint(end.Go) != fmt.Sprintf("[{puzzle Puzzle of the day} {%s.%d Previous}]", g.ID, len(ways)) {
			t.Errorf("after the last lesson of %s: %+v", g.ID, end)
		}
	}
	for path, want := range map[string]int{
		"/api/exercises/kalah.0": 404, "/api/exercises/kalah.99": 404,
		"/api/exercises/chess.1": 404, "/api/exercises/x": 404,
	} {
		var e exercise
		if status := ann.ask("GET", path, nil, &e); status != want || e.Error == "" {
			t.Errorf("GET %s: %d %+v", path, status, e)
		}
	}
	var e exercise
	if status := ann.ask("POST", "/api/exercises/kalah.1/moves", map[string]string{"move": "9"}, &e); status != 422 ||
		e.Error == "" {
		t.Errorf("an illegal move: %d %+v", status, e)
	}
}

// P36: the puzzle of the day is the same on the page as by command, and the first answer of the day
// counts, wherever it is given.
func TestPuzzle(t *testing.T) {
	t.Parallel()
	r := newRig(t)
	ann := r.signIn(r.ann)
	var e exercise
	if status := ann.ask("GET", "/api/exercises/puzzle", nil, &e); status != 200 ||
		!strings.Contains(e.Title, "Puzzle of the day") || len(e.Choices) == 0 {
		t.Fatalf("the puzzle: %d %+v", status, e)
	}
	m := r.slash(r.ann, "/puzzle")
	if !strings.Contains(m.Text(), strings.TrimSuffix(e.Line, "Which one?")) &&
		!strings.Contains(m.Text(), e.Title[strings.LastIndex(e.Title, "·"):]) {
		t.Errorf("the page asks %q, the command %q", e.Title+e.Line, m.Text())
	}
	g, err := r.store.Guild(t.Context(), match.GuildID(r.club))
	if err != nil || g.Puzzle == nil {
		t.Fatal(g.Puzzle, err)
	}
	move := story.OtherMove(t, *g.Puzzle)
	const (
		counted = "You have already answered today's puzzle"
		worse   = "is not the best: you "
		best    = "The best move is "
		goesOn  = "With best play it goes on: "
		first   = "Your first answer counts."
	)
	for n, c := range []struct {
		method, path, move, goes string
		mine                     bool
		says, not                []string
	}{
		{"GET", "", "", "[]", true, []string{"Goal: ", first}, []string{counted}},
		// before the reader has answered, the page does not say that they have
		{"GET", ".answer", "", "[]", true, []string{"Goal: "}, []string{best}},
		{
			"POST", "/moves", move, "[Show the answer Next puzzle]", true,
			[]string{"✘ " + board.Arrow(move), worse, goesOn},
			[]string{best, counted, "Days in a row"},
		},
		{"GET", "", "", "[Show the answer Next puzzle]", true, []string{counted, "Goal: "}, []string{best, first}},
		{"POST", "/moves", move, "[Show the answer Next puzzle]", true, []string{worse, goesOn, counted}, []string{best}},
		{"GET", ".answer", "", "[Next puzzle Why Learn ]", false, []string{best, goesOn}, nil},
		{
			"POST", "/moves", g.Puzzle.Answer, "[Next puzzle Why Learn ]", false,
			[]string{"✔ Right!", best, goesOn, counted},
			nil,
		},
	} {
		var e exercise
		var body any
		if c.move != "" {
			body = map[string]string{"move": c.move}
		}
		status := ann.ask(c.method, "/api/exercises/puzzle"+c.path, body, &e)
		goes := []string{}
		for _, w := range e.Go {
			label, _, _ := strings.Cut(w.Label, "Learn ")
			if label == "" {
				label = "Learn "
			}
			goes = append(goes, label)
		}
		says := strings.Join(append(e.News, e.Line), "\n")
		ok := status == 200 && e.Line != "" && e.Mine == c.mine && (len(e.Choices) > 0) == c.mine &&
			fmt.Sprint(goes) == c.goes
		for _, want := range c.says {
			ok = ok && strings.Contains(says, want)
		}
		for _, not := range c.not {
			ok = ok && !strings.Contains(says, not)
		}
		if !ok {
			e.Picture.SVG = ""
			t.Errorf("step %d, %s %s %s: %d %+v\nwant %+v", n, c.method, c.path, c.move, status, e, c)
		}
	}
	for range 6 { // the piece that moves, and its destination
		if strings.Contains(m.Text(), "doesn't count") {
			return
		}
		way := story.Ways(m)[0]
		who := r.sim.As(r.ann).In(r.hall)
		i := who.Click(m, way.Button)
		if way.Button == "" {
			i = who.Select(m, m.Selects()[0].CustomID, way.Value)
		}
		if err := i.Wait(t.Context()); err != nil {
			t.Fatal(err)
		}
		m = i.Message()
	}
	t.Errorf("an answer by command after one on the page: %s", m.Text())
}

// The test solves the puzzle by touch. After a wrong answer the board is still there, to try again
// or to be shown the answer.
func TestPuzzleByTouch(t *testing.T) {
	t.Parallel()
	r := newRig(t)
	bob := r.signIn(r.bob)
	bob.ask("GET", "/api/exercises/puzzle", nil, nil)
	g, err := r.store.Guild(t.Context(), match.GuildID(r.club))
	if err != nil || g.Puzzle == nil {
		t.Fatal(g.Puzzle, err)
	}
	ann := r.surf(r.ann, 390, 844)
	ann.button("Puzzle of the day")
	ann.wait(`$(".board .can")`)
	ann.shot("asked")
	plays := func(move string) {
		t.Helper()
		cells, _ := bob.steps("puzzle", move)
		for _, c := range cells {
			at := eval[string](ann, `$(".match").dataset.at`)
			ann.tap(fmt.Sprintf(`$$(".board [data-cell]").find((n) => n.dataset.i === "%d")`, c))
			ann.wait(fmt.Sprintf(`$(".match").dataset.at !== %q && !$(".busy")`, at))
		}
	}
	// the words have no names of cells, which stand only where one can choose
	const board = `$(".board svg").textContent.replace(/\b[a-z]\d+\b/g, "").replace(/\s+/g, " ") +
		$$(".board [data-piece]").map((n) => n.dataset.i)`
	before := eval[string](ann, board)
	plays(story.OtherMove(t, *g.Puzzle))
	ann.says("is not the best: you ")
	ann.shot("missed")
	if after := eval[string](ann, board); after != before || !eval[bool](ann, `!!$(".board .can")`) {
		t.Errorf("after a wrong answer the board is %q, was %q", after, before)
	}
	plays(g.Puzzle.Answer)
	ann.says("✔ Right!")
	ann.shot("solved")
	ann.button("Why")
	ann.says("With best play it goes on: ")
	ann.wait(`$(".steps input")?.max > 1 && $(".steps input").value === $(".steps input").max`)
	ann.shot("why")
	ann.says("The board after ")
	ann.button("First board")
	ann.wait(`$(".says").innerText.startsWith("After 0 of ")`)
	if first := eval[string](ann, board); first != before {
		t.Errorf("the first board of the line is %q, want that of the puzzle, %q", first, before)
	}
	ann.button("One move on")
	ann.wait(`$(".says").innerText.startsWith("After 1 of ")`)
	ann.tap(`$(".board [data-cell]")`)
	ann.wait(`$(".toast")?.innerText.includes("earlier board")`)
	ann.shot("step")
	ann.button("Next puzzle")
	ann.button("Show the answer")
	ann.says("The best move is ")
	ann.shot("shown")
}

// FuzzExercises sends anything to the addresses of exercises: nobody gets an error of the server,
// and every refusal has a sentence.
func FuzzExercises(f *testing.F) {
	for _, seed := range [][3]string{
		{"GET", "puzzle", ""},
		{"GET", "puzzle/complete?typed=a&have=x.y", ""},
		{"POST", "puzzle/moves", `{"move":"1"}`},
		{"GET", "kalah.1", ""},
		{"GET", "halatafl.2/complete?typed=c4", ""},
		{"POST", "fish.1/moves", `{"move":"a1a2","have":"x"}`},
		{"POST", "stratego.1/arrange", `{"name":"place","input":["a1","b"]}`},
		{"POST", "stratego.1/arrange", `{"name":"swap","input":[]}`},
		{"POST", "kalah.1/arrange", `{"name":"place","input":["a1"]}`},
		{"POST", "kalah.5/arrange", `{"name":"place","input":["a1"]}`}, // the number is after the last board
		{"POST", "kalah.99/moves", `{"move":"1"}`},
		{"POST", "kalah.4/moves", `{"move":1}`},
		{"GET", "kalah.-1", ""},
		{"GET", "%2e%2e", ""},
	} {
		f.Add(seed[0], seed[1], seed[2])
	}
	r := newRig(f)
	token := r.signIn(r.ann).token
	f.Fuzz(func(t *testing.T, method, path, body string) {
		q, err := http.NewRequest(method, r.url+"/api/exercises/"+path, strings.NewReader(body))
		if err != nil {
			return
		}
		r.mu.Lock()
		r.moved += time.Second // the wait is long enough for a member's allowance
		over := r.moved > 11*time.Hour
		r.mu.Unlock()
		if over {
			t.Skip("the session has ended")
		}
		q.Header.Set("Authorization", "Bearer "+token)
		got, err := http.DefaultClient.Do(q)
		if err != nil {
			return // the HTTP client refuses to send such a request
		}
		defer got.Body.Close()
		answer, err := io.ReadAll(got.Body)
		var said struct{ Error, Title string }
		known := got.Header.Get("Content-Type") == "application/json" && err == nil
		if got.StatusCode >= 500 || known && (json.Unmarshal(answer, &said) != nil || said.Error+said.Title == "") {
			t.Errorf("%s %s %q gets %d %v %.300s", method, path, body, got.StatusCode, err, answer)
		}
	})
}

// The test takes lessons by touch, on a phone: a wrong move, a right one, and the next boards up to
// the end.
func TestLessonsByTouch(t *testing.T) {
	if testing.Short() {
		t.Skip("long: most of it is the browser's work")
	}
	t.Parallel()
	r := newRig(t)
	find := r.signIn(r.bob)
	ann := r.surf(r.ann, 390, 844)
	for _, game := range []games.ID{"kalah", "halatafl", "stratego", "fish"} {
		var name string
		for _, g := range catalog.Games() {
			if g.ID == game {
				name = g.Name
			}
		}
		ann.button("Learn " + name)
		for n, way := range story.LessonWays[game] {
			ann.wait(fmt.Sprintf(`$("h1")?.innerText.includes("board %d of %d")`, n+1, len(story.LessonWays[game])))
			for i, move := range way {
				if piece, at, ok := placed(move); ok {
					if eval[bool](ann, `!$(".chip[aria-pressed=true]")`) {
						ann.tap(fmt.Sprintf(`$$(".chip").find((n) => n.dataset.text === %q)`, strings.ToLower(piece)))
					}
					ann.tap(cell(at))
					ann.wait(fmt.Sprintf(`($(".says").innerText + $(".news").innerText).includes(%q)`,
						[]string{"✘", "✔"}[i]))
					continue
				}
				cells, texts := find.steps(fmt.Sprintf("%s.%d", game, n+1), move)
				for k, c := range cells {
					at := eval[string](ann, `$(".match").dataset.at`)
					if c >= 0 {
						ann.tap(fmt.Sprintf(`$$(".board [data-cell]").find((n) => n.dataset.i === "%d")`, c))
					} else {
						ann.tap(fmt.Sprintf(`$$(".ways button").find((n) => n.dataset.text === %q)`, texts[k]))
					}
					ann.wait(fmt.Sprintf(`$("dialog") || $(".match").dataset.at !== %q`, at))
					if eval[bool](ann, `!!$("dialog")`) { // several moves end on that cell, so the page asks which one
						ann.tap(fmt.Sprintf(`$$("dialog button").find((n) => n.dataset.text === %q) ?? $("dialog button")`, texts[k]))
						ann.wait(`!$("dialog")`)
					}
				}
				ann.wait(fmt.Sprintf(`($(".says").innerText + $(".news").innerText).includes(%q)`,
					[]string{"✘", "✔"}[i]))
			}
			ann.shot(fmt.Sprintf("%s-%d", game, n+1))
			ann.button("Next")
		}
		ann.says("last board")
		ann.says("To play it now, touch ☰")
		ann.button("Your matches")
	}
	ann.button("Puzzle of the day")
	ann.wait(`$(".board .can")`)
	ann.shot("puzzle")
}
