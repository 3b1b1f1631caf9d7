package story

import (
	"slices"
	"strings"

	"paddock/bot/discordsim"
)

// Outside is a kind of place where the bot is not a member.
type Outside string

// Kinds of places where the bot may not be a member.
const (
	Friends Outside = "friends" // the direct messages between Ann and Bob
	Group   Outside = "group"   // a group of Ann, Bob, Cid and Eve
	Foreign Outside = "foreign" // a channel of a server
)

// Outsides are all kinds of such places.
var Outsides = []Outside{Friends, Group, Foreign}

// GoOutside moves everybody out of the story's server and makes its channel a place of another
// kind. Ann has installed the bot for herself, the others have not. Where Eve is absent, Bob is the
// one who watches.
func (s *Story) GoOutside(kind Outside) {
	all := []discordsim.UserID{s.Ann, s.Bob, s.Cid, s.Eve}
	for _, u := range all {
		s.Sim.RemoveMember(s.Club, u)
	}
	s.Sim.Install(s.Ann)
	switch kind {
	case Friends:
		s.Hall, s.Eve = s.Sim.AddFriends(s.Ann, s.Bob), s.Bob
	case Group:
		s.Hall = s.Sim.AddGroup("all of us", all...)
	case Foreign:
		owner := s.Sim.AddUser("Owner")
		elsewhere := s.Sim.AddGuild("Elsewhere", append([]discordsim.UserID{owner}, all...)...)
		s.Hall = s.Sim.AddChannel(elsewhere, "square")
		s.Sim.KickBot(elsewhere)
	}
	s.Wait(AMoment)
}

// Boards returns the public boards and challenges in the test channel, oldest first.
func (s *Story) Boards() (list []discordsim.Message) {
	for _, m := range s.Sim.Messages(s.Hall, s.Eve) {
		if !m.Ephemeral() && len(m.Components) > 0 && m.Components[0].Type == Container {
			list = append(list, m)
		}
	}
	return list
}

// Sole returns the only public board in the test channel.
func (s *Story) Sole() discordsim.Message {
	s.Helper()
	list := s.Boards()
	if len(list) != 1 {
		var texts []string
		for _, m := range list {
			texts = append(texts, m.Text())
		}
		s.Fatalf("%d boards in the chat, want one:\n%s", len(list), strings.Join(texts, "\n\n"))
	}
	return list[0]
}

// BotCalls returns the requests that the bot has made about a channel with its own token.
func (s *Story) BotCalls(ch discordsim.ChannelID) []discordsim.Call {
	return slices.DeleteFunc(s.Sim.Calls(), func(c discordsim.Call) bool {
		return !strings.Contains(c.Path, "/channels/"+string(ch))
	})
}
