package story

import (
	"encoding/json"
	"fmt"
	"log/slog"
	"strings"
	"time"

	"paddock/bot"
	"paddock/bot/answer"
	"paddock/bot/component"
	"paddock/bot/lang"
	"paddock/bot/request"
	"paddock/games/catalog"
)

// Offered lists commands with their options, limits and costs: "match vote" is one command, and
// "move" that of each game. Any other name is an action, of which it gives the cost.
func Offered(names ...string) string {
	set := bot.Commands(&answer.Base{Games: catalog.Games(), Log: slog.New(slog.DiscardHandler), Now: time.Now})
	in := request.Builder{In: lang.English, Games: set.Games}
	var b strings.Builder
	show := func(path string) (found bool) {
		c, g := set.Find(path)
		if c == nil {
			return false
		}
		help := c.Help
		if c.HelpOf != nil {
			help = c.HelpOf(in, g)
		}
		fmt.Fprintf(&b, "/%s: %s\n    where %d, managers %t, menus %t %t, armies %t, suggests %t, cost %d", path, help,
			c.Where, c.Managers, c.UserMenu, c.OnBoards, c.Arranges, c.Complete != nil, c.Cost)
		if c.NotHere != nil {
			fmt.Fprintf(&b, ", elsewhere: %s", c.NotHere)
		}
		b.WriteString("\n")
		if c.Options != nil {
			for _, o := range c.Options(in, g) {
				text, _ := json.Marshal(o) // the value is plain data, whose encoding can't fail
				fmt.Fprintf(&b, "    %s\n", text)
			}
		}
		return true
	}
	for _, name := range names {
		found := show(name)
		for _, g := range set.Games {
			found = show(string(g.ID)+" "+name) || found
		}
		if a := component.Action(name); !found {
			fmt.Fprintf(&b, "action %s: handled %t, cost %d\n", a, set.Actions[a] != nil, set.Costs[a])
		}
	}
	return b.String()
}
