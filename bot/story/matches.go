package story

import (
	"context"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"paddock/bot/choose"
	"paddock/bot/discordsim"
	"paddock/bot/say"
	"paddock/games"
	"paddock/games/catalog"
	"paddock/games/match"
	"paddock/games/stratego"
)

// State is a state of a match, with the story that leads there.
type State struct {
	Name string
	Lead func(*Story)
}

// MatchStates lists the states of a match. Ann begins the match in the test channel, and Bob is her
// opponent.
var MatchStates = []State{
	{"open challenge", func(s *Story) { s.Slash(s.Ann, "/kalah challenge") }},
	{"challenge to a member", func(s *Story) { s.Slash(s.Ann, "/halatafl challenge user:@Bob") }},
	{"open table", func(s *Story) { s.Slash(s.Ann, "/fish start players:4"); s.Click(s.Bob, s.Board(), "Join") }},
	{"declined", func(s *Story) {
		s.Slash(s.Ann, "/kalah challenge user:@Bob")
		s.Click(s.Bob, s.Board(), "Decline")
	}},
	{"revoked", func(s *Story) {
		s.Slash(s.Ann, "/stratego challenge user:@Bob")
		s.Click(s.Ann, s.Board(), "Withdraw")
	}},
	{"expired", func(s *Story) { s.Slash(s.Ann, "/fish challenge user:@Bob"); s.Wait(8 * 24 * time.Hour) }},
	{"cancelled", func(s *Story) {
		s.Begin("/kalah challenge user:@Bob first:me")
		s.Click(s.Ann, s.Board(), "Cancel the match")
	}},
	{"setting up", func(s *Story) { s.Armies("army:barrage") }},
	{"set up", func(s *Story) { s.SetUp() }},
	{"resigned in the set-up", func(s *Story) {
		s.Armies("army:barrage")
		s.SayYes(s.Bob, "/resign")
	}},
	{"running", func(s *Story) {
		s.Begin("/kalah challenge user:@Bob first:me")
		s.Slash(s.Ann, "/kalah move move:2")
	}},
	{"running, foxes and sheep", func(s *Story) { s.Begin("/halatafl challenge user:@Bob") }},
	{"placing", func(s *Story) { s.Begin("/fish challenge user:@Bob") }},
	{"draw offered", func(s *Story) {
		s.Begin("/kalah challenge user:@Bob first:me")
		s.Slash(s.Ann, "/kalah move move:2")
		s.Slash(s.Ann, "/draw")
	}},
	{"takeback asked", func(s *Story) {
		s.Begin("/kalah challenge user:@Bob first:me")
		s.Slash(s.Ann, "/kalah move move:2")
		s.Wait(2 * time.Minute)
		s.Slash(s.Ann, "/takeback")
	}},
	{"claimable", func(s *Story) {
		s.Begin("/kalah challenge user:@Bob first:me timeout:claim time:1 day a move")
		s.Slash(s.Ann, "/kalah move move:2")
		s.Wait(25 * time.Hour)
	}},
	{"at rest", func(s *Story) {
		s.Waste = true // the bot asks Discord once for the deleted channel
		s.Begin("/kalah challenge user:@Bob first:me time:1 day a move")
		s.Sim.DeleteChannel(s.Hall)
		s.Wait(48 * time.Hour)
		s.Hall = s.Sim.AddChannel(s.Club, "attic")
	}},
	{"over by the board", func(s *Story) {
		s.Slash(s.Ann, "/kalah start level:first versus:random holes:3 beans:2")
		s.Click(s.Ann, s.Board(), "Play on")
		s.Wait(5 * time.Minute)
	}},
	{"over by resignation", func(s *Story) {
		s.Begin("/kalah challenge user:@Bob first:me")
		s.Slash(s.Ann, "/kalah move move:2")
		s.SayYes(s.Bob, "/resign")
	}},
	{"over by time", func(s *Story) {
		s.Begin("/halatafl challenge user:@Bob time:1 day a move")
		s.Wait(9 * 24 * time.Hour)
	}},
	{"over, armies", func(s *Story) { s.SetUp(); s.SayYes(s.Bob, "/resign") }},
	{"computers, step by step", func(s *Story) {
		s.Slash(s.Ann, "/kalah start level:first versus:random holes:3 beans:2")
	}},
	{"ended by a moderator", func(s *Story) { s.Moderates("/server end reason:spam") }},
	{"handed over", func(s *Story) {
		gus := s.Sim.AddUser("Gus")
		s.Sim.AddMember(s.Club, gus)
		s.Moderates("/server hand-over new:@Gus old:@Bob reason:ill")
		s.Accept(gus)
	}},
	{"offered to another", func(s *Story) {
		s.Sim.AddMember(s.Club, s.Sim.AddUser("Gus"))
		s.Moderates("/server hand-over new:@Gus old:@Bob reason:ill")
	}},
	{"game of a tournament", func(s *Story) {
		s.Slash(s.Ann, "/tournament create game:kalah format:roundrobin players:2")
		s.Slash(s.Ann, "/tournament join")
		s.Slash(s.Bob, "/tournament join")
		s.Wait(10 * time.Second)
	}},
}

// Begin starts a match: Ann makes a challenge and Bob accepts it.
func (s *Story) Begin(challenge string) {
	s.Helper()
	s.Slash(s.Ann, challenge)
	s.Click(s.Bob, s.Board(), "Accept")
	if !strings.Contains(s.Board().Text(), "your turn") {
		s.Fatalf("the match has not begun:\n%s", s.Board().Text())
	}
}

// Begin5 is like Begin, for bots whose boards take five seconds.
func (s *Story) Begin5(challenge string) {
	s.Helper()
	s.Slash(s.Ann, challenge)
	s.Click(s.Bob, s.Board(), "Accept")
	s.Wait(20 * time.Second)
}

// Armies begins a Stratego match up to the set-up. Ann plays RED, and Bob plays BLUE.
func (s *Story) Armies(options string) match.Record {
	s.Helper()
	s.Slash(s.Ann, "/stratego challenge user:@Bob first:me "+options)
	s.Click(s.Bob, s.Board(), "Accept")
	s.Wait(time.Second)
	return s.Only()
}

// Confirm confirms the arrangement in a user's direct message, despite any warnings.
func (s *Story) Confirm(u discordsim.UserID) {
	s.Helper()
	m := s.Tap(u, s.NewestDM(u), "Confirm")
	if strings.Contains(m.Text(), "once more") {
		m = s.Tap(u, s.NewestDM(u), "Confirm")
	}
	s.Sees(m, "is confirmed")
}

// SetUp begins a Stratego match up to its first move.
func (s *Story) SetUp() {
	s.Helper()
	s.Armies("army:barrage")
	s.Confirm(s.Ann)
	s.Confirm(s.Bob)
}

// RowsOf returns the arrangement in a set-up message, its rows joined by slashes.
func (s *Story) RowsOf(m discordsim.Message) string {
	s.Helper()
	pos, err := stratego.New().Parse(s.TheMatch().Position)
	if err != nil {
		s.Fatal(err)
	}
	for seat, side := range []string{"**RED**", "**BLUE**"} {
		if strings.Contains(m.Text(), side) {
			a, _ := pos.View(games.Seat(seat)).Arrangement()
			return a.Text
		}
	}
	s.Errorf("no set-up in:\n%s", m.Text())
	return ""
}

// Mover returns the user whose turn a board announces.
func (s *Story) Mover(b discordsim.Message) discordsim.UserID {
	s.Helper()
	for _, u := range []discordsim.UserID{s.Ann, s.Bob, s.Cid} {
		if strings.Contains(b.Text(), "<@"+string(u)+">, it's your turn") {
			return u
		}
	}
	s.Fatalf("the board waits for nobody:\n%s", b.Text())
	return ""
}

// Press presses the first button that makes a move.
func (s *Story) Press(who discordsim.UserID, b discordsim.Message) {
	s.Helper()
	for _, c := range b.Buttons() {
		// the condition compares the action only, because a match id may contain an m too
		if parts := strings.Split(c.CustomID, ":"); !c.Disabled && len(parts) > 3 && parts[3] == "m" {
			s.Click(who, b, c.CustomID)
			return
		}
	}
	s.Fatalf("there is no move to press in %q", b.Labels())
}

// Pick makes a move by the controls of a board, step by step until the move is whole. The choices
// differ from step to step.
func (s *Story) Pick(who discordsim.UserID, b discordsim.Message) {
	s.Helper()
	m := b
	for range 30 {
		ways := Ways(m)
		if len(ways) == 0 {
			s.Fatalf("there is no move to choose in %q", m.Labels())
		}
		s.Steps += 7
		way := ways[s.Steps%len(ways)].Value
		m = s.Choose(who, m, way)
		if strings.HasPrefix(way, choose.WholeMove) {
			return
		}
		if !m.Ephemeral() {
			s.Errorf("the second step of a move should be private:\n%s", m.Text())
		}
	}
	s.Fatal("the steps of a move never end")
}

// Marches types a move, and checks the answer before a computer player's move replaces it.
func (s *Story) Marches(who discordsim.UserID, move string) {
	s.Helper()
	made := s.Sim.As(who).In(s.Hall).Slash("/stratego move move:" + move)
	synctest.Wait()
	s.Private(made.Message(), "You played")
	s.Answered(made, move)
}

// AnyMove types a random legal move for the player whose turn it is.
func (s *Story) AnyMove(rng *rand.Rand) {
	s.Helper()
	rec := s.Only()
	pos, err := stratego.New().Parse(rec.Position)
	if err != nil {
		s.Fatal(err)
	}
	for seat := range pos.Turn().Waiting.All() {
		moves := slices.Collect(pos.View(seat).Legal())
		who := discordsim.UserID(rec.Players[seat].User)
		s.Marches(who, moves[rng.IntN(len(moves))])
	}
}

// PlayedOut plays a match of Kalah in which Ann and Bob each move once, and Bob resigns.
func (s *Story) PlayedOut(options string) {
	s.Helper()
	s.Slash(s.Ann, "/kalah challenge user:@Bob first:me "+options)
	s.Click(s.Bob, s.Board(), "Accept")
	s.Slash(s.Ann, "/kalah move move:1")
	s.Slash(s.Bob, "/kalah move move:1")
	s.Click(s.Bob, s.Slash(s.Bob, "/resign"), "Yes, I resign")
}

// Apart makes Ann win three rated matches of Kalah against Bob, one each day.
func (s *Story) Apart() {
	s.Helper()
	for range 3 {
		s.PlayedOut("")
		s.Wait(25 * time.Hour)
	}
}

// Small holds options of Fish for a short game.
const Small = " rules:course rows:4 columns:4 time:6 hours a move"

// PlayOut plays each player's first legal move until the match is over. The users in asleep never
// move.
func (s *Story) PlayOut(asleep ...discordsim.UserID) match.Record {
	s.Helper()
	for n := 0; s.Only().Status == match.Running; n++ {
		if n > 300 {
			s.Fatalf("no end is in sight: %s", s.Only().Position)
		}
		if !s.Turn(asleep...) {
			s.Wait(25 * time.Hour)
		}
	}
	s.Wait(AMoment)
	return s.Only()
}

// LessonWays holds a wrong and a right move for each board of a game's lesson that asks for one
// move.
var LessonWays = map[games.ID][][2]string{
	"kalah": {{"1", "4"}, {"3", "4"}, {"6", "1"}, {"6", "1"}, {"6", "3"}},
	"halatafl": {
		{"c5-b5", "d4-d5"}, {"d5-c5", "d3-d4"}, {"d4xd6", "d4xf4xd2"}, {"a3-a4", "e4-e5"}, {"c5-b5", "f3-f4"},
	},
	"stratego": {{"f8g8", "f8e8"}, {"e8f8", "g8f8"}, {"e8f8", "g8f8"}, {"e3e4", "a3a7"}, {"place:Ba4", "place:Ba2"}},
	"fish":     {{"d3", "c4"}, {"b3-b4", "c4-d4"}, {"b3-b4", "d2-d6"}, {"f4-e4", "c6-c3"}},
}

// OtherMove returns a legal move of a puzzle that is not its answer.
func OtherMove(t testing.TB, p match.DayPuzzle) string {
	t.Helper()
	all := catalog.Games()
	at, err := all[slices.IndexFunc(all, func(g *games.Game) bool { return g.ID == p.Game })].Parse(p.Position)
	if err != nil {
		t.Fatal(err)
	}
	for seat := range at.Turn().Waiting.All() {
		for move := range at.View(seat).Legal() {
			if move != p.Answer {
				return move
			}
		}
	}
	t.Fatal("there is no other move")
	return ""
}

// Learnt makes a move on a lesson's board by its buttons and menus.
func (s *Story) Learnt(who discordsim.UserID, m discordsim.Message, move string) discordsim.Message {
	s.Helper()
	for range 6 {
		for _, b := range m.Buttons() {
			if strings.Contains(b.CustomID, ":lem:") && strings.HasSuffix(b.CustomID, "/"+move) {
				return s.Click(who, m, b.CustomID)
			}
		}
		next := ""
		for _, o := range Ways(m) {
			if text := o.Value[1:]; o.Value == choose.WholeMove+move || next == "" && o.Value[:1] == choose.HalfMove &&
				strings.HasPrefix(move, text) {
				next = o.Value
			}
		}
		switch {
		case next == "":
			m = s.Click(who, m, "Next page")
		case next == choose.WholeMove+move:
			return s.Choose(who, m, next)
		default:
			m = s.Choose(who, m, next)
		}
	}
	s.Fatalf("%s can't be chosen", move)
	return m
}

// Only returns the newest match of the test channel.
func (s *Story) Only() match.Record {
	s.Helper()
	list, err := s.Store.Latest(context.Background(), match.ChannelID(s.Hall), 10)
	if err != nil || len(list) == 0 {
		s.Fatal("there is no match:", err)
	}
	return list[0]
}

// TheMatch returns the newest match of the test channel. If there is none, it returns the most
// urgent of Ann's.
func (s *Story) TheMatch() match.Record {
	s.Helper()
	list, err := s.Store.ByUser(s.Context(), match.UserID(s.Ann))
	if latest, _ := s.Store.Latest(s.Context(), match.ChannelID(s.Hall), 1); len(latest) > 0 {
		return latest[0]
	}
	if err != nil || len(list) == 0 {
		s.Fatal("there is no match:", err)
	}
	return list[0]
}

// InDM returns the newest match in a direct message channel.
func (s *Story) InDM(dm discordsim.ChannelID) match.Record {
	s.Helper()
	list, err := s.Store.Latest(s.Context(), match.ChannelID(dm), 1)
	if err != nil || len(list) != 1 {
		s.Fatal("there is no match:", err)
	}
	return list[0]
}

// Moves returns the number of moves in a match's log.
func (s *Story) Moves(id match.ID) int {
	s.Helper()
	log, err := s.Store.History(context.Background(), id, 1)
	if err != nil {
		s.Fatal(err)
	}
	n := 0
	for _, e := range log {
		if e.Kind == match.Moved {
			n++
		}
	}
	return n
}

// ResultOf returns the English sentence about a match's end.
func ResultOf(rec match.Record) string {
	return games.Capital(rec.EndingIn(GameOf(rec)).String())
}

// ResultTo returns a match's result as one of its players reads it.
func ResultTo(rec match.Record, u discordsim.UserID) string {
	return games.Capital(say.ToYou(rec.EndingIn(GameOf(rec)), rec.Players[rec.SeatOf(match.UserID(u))].Called()).String())
}

// GameOf returns the rules of a match.
func GameOf(rec match.Record) *games.Game {
	list := catalog.Games()
	return list[slices.IndexFunc(list, func(g *games.Game) bool { return g.ID == rec.Game })]
}
