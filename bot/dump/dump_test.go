package dump

import (
	"testing"

	"github.com/bwmarrin/discordgo"

	"paddock/bot/component"
	"paddock/bot/discord"
	"paddock/bot/request"
	"paddock/games"
)

// A message is written with all its fields, its texts line by line.
func TestMessage(t *testing.T) {
	m := discord.TextMessage("one\ntwo", component.Button("Go", discordgo.PrimaryButton, component.Target{Action: "x"}))
	m.Ping, m.Files = []string{"7"},
		[]discord.File{{Name: "a.txt", Data: []byte("text")}, {Name: "b.png", Alt: "a board", Data: []byte("\x89PNG")}}
	const want = `private false, silent false, notifies [7]
type=10
  | one
  | two
type=1
  custom_id="1::0:x:" label="Go" style=1 type=2
file a.txt ""
text
file b.png "a board"
`
	if got := Message(m); got != want {
		t.Errorf("the message is\n%s, want\n%s", got, want)
	}
}

// Commands are written with their options and sub-commands, and actions also if they only cost
// something.
func TestPart(t *testing.T) {
	got := Part(request.Part{
		Common: []*request.Command{{
			Name: "b", In: "a", Help: "does b", Cost: 2,
			Options: func(b request.Builder, _ *games.Game) []*request.Option {
				return []*request.Option{b.Choice("pick", "which", true, "v", "V")}
			}, Subs: []*request.Command{{Name: "c", Help: "does c", Managers: true}},
		}},
		Costs: map[component.Action]int{"z": 3},
	}, nil)
	const want = `/a b: does b (where 0, managers false, user menu false, on boards false, arranges false, cost 2, runs false, completes false)
  description="which" name="pick" required=true type=3
    name="V" value="v"
/a b c: does c (where 0, managers true, user menu false, on boards false, arranges false, cost 0, runs false, completes false)
activity false
z: handled false, cost 3
`
	if got != want {
		t.Errorf("the part is\n%s, want\n%s", got, want)
	}
}
