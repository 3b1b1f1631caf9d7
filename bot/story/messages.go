package story

import (
	"slices"
	"strings"

	"paddock/bot/discordsim"
)

// Last returns the newest public message of the test channel, as Eve sees it.
func (s *Story) Last() discordsim.Message { return s.Sim.Last(s.Hall, s.Eve) }

// FullBoard reports whether a message shows a board, as a picture or as text in a code block.
func FullBoard(m discordsim.Message) bool {
	return len(m.Pictures()) > 0 || strings.Contains(m.Text(), "```")
}

// Over reports whether a board shows a finished match.
func Over(b discordsim.Message) bool { return slices.Contains(b.Labels(), "Rematch") }

// There reports whether a user still sees a message.
func (s *Story) There(who discordsim.UserID, m discordsim.Message) bool {
	return slices.ContainsFunc(s.Sim.Messages(m.ChannelID, who), func(left discordsim.Message) bool {
		return left.ID == m.ID
	})
}

// Container is Discord's number of the frame component, which boards and challenges have and
// notices don't.
const Container = 17

// Board returns the newest board or challenge in the test channel, as Eve sees it. Notices don't
// count.
func (s *Story) Board() discordsim.Message {
	for _, m := range slices.Backward(s.Sim.Messages(s.Hall, s.Eve)) {
		if len(m.Components) > 0 && m.Components[0].Type == Container {
			return m
		}
	}
	return s.Sim.Last(s.Hall, s.Eve)
}

// BoardAbout returns the newest board or challenge in the test channel that contains a text.
func (s *Story) BoardAbout(text string) discordsim.Message {
	s.Helper()
	for _, m := range slices.Backward(s.Sim.Messages(s.Hall, s.Eve)) {
		if len(m.Components) > 0 && m.Components[0].Type == Container && strings.Contains(m.Text(), text) {
			return m
		}
	}
	s.Fatalf("no board says %q", text)
	return discordsim.Message{}
}

// About returns the newest public message of the test channel that contains a text.
func (s *Story) About(text string) discordsim.Message {
	s.Helper()
	list := s.Sim.Messages(s.Hall, s.Eve)
	for _, m := range slices.Backward(list) {
		if strings.Contains(m.Text(), text) {
			return m
		}
	}
	s.Fatalf("no message says %q", text)
	return discordsim.Message{}
}

// Overview returns the standing message that lists a channel's matches; the zero Message if there
// is none.
func (s *Story) Overview(ch discordsim.ChannelID) discordsim.Message {
	for _, m := range slices.Backward(s.Sim.Messages(ch, s.Eve)) {
		if strings.Contains(m.Text(), "up to date, and it pings nobody") {
			return m
		}
	}
	return discordsim.Message{}
}

// Posts returns the number of public messages in the test channel.
func (s *Story) Posts() int { return len(s.Sim.Messages(s.Hall, s.Eve)) }

// NewestDM returns the newest direct message to a user.
func (s *Story) NewestDM(u discordsim.UserID) (newest discordsim.Message) {
	for _, m := range s.Sim.Messages(s.Sim.DM(u), u) {
		if !m.Ephemeral() {
			newest = m
		}
	}
	return newest
}

// CountDMs returns the number of direct messages to a user.
func (s *Story) CountDMs(u discordsim.UserID) int { return len(s.Sim.Messages(s.Sim.DM(u), u)) }

// PingsOf returns how many messages have notified a user, in the test channel and in direct
// messages.
func (s *Story) PingsOf(u discordsim.UserID) (n int) {
	for _, ch := range []discordsim.ChannelID{s.Hall, s.Sim.DM(u)} {
		for _, m := range s.Sim.Messages(ch, u) {
			for _, who := range m.Notified {
				if who == u {
					n++
				}
			}
		}
	}
	return n
}

// LookedFor returns how often Eve was notified of a game.
func (s *Story) LookedFor() (n int) {
	for _, m := range s.Sim.Messages(s.Sim.DM(s.Eve), s.Eve) {
		if strings.Contains(m.Text(), "Somebody is looking for a game:") {
			n++
		}
	}
	return n
}

// FollowedOver begins the notice that a followed match is over.
const FollowedOver = "A match you follow is over"

// Sees fails the story unless a message contains all of the texts.
func (s *Story) Sees(m discordsim.Message, texts ...string) {
	s.Helper()
	for _, text := range texts {
		if !strings.Contains(m.Text(), text) {
			s.Errorf("the message does not say %q, but:\n%s", text, m.Text())
		}
	}
}

// Private fails the story unless only one person sees the message and it contains the texts (P50).
func (s *Story) Private(m discordsim.Message, texts ...string) {
	s.Helper()
	if !m.Ephemeral() {
		s.Errorf("this should be private:\n%s", m.Text())
	}
	s.Sees(m, texts...)
}

// Rings fails the story unless a message has notified exactly these people, in this order.
func (s *Story) Rings(m discordsim.Message, who ...discordsim.UserID) {
	s.Helper()
	if len(m.Notified) != len(who) {
		s.Errorf("notified %v, want %v by:\n%s", m.Notified, who, m.Text())
		return
	}
	for i := range who {
		if m.Notified[i] != who[i] {
			s.Errorf("notified %v, want %v by:\n%s", m.Notified, who, m.Text())
		}
	}
}

// Ear collects the messages that notify people, in the test channel and in their direct messages.
type Ear struct {
	s     *Story
	known map[discordsim.MessageID]bool
}

// Listen returns an Ear that ignores all messages up to now.
func (s *Story) Listen() *Ear {
	e := &Ear{s, map[discordsim.MessageID]bool{}}
	e.News()
	return e
}

// News returns the messages since the last call that have notified anybody.
func (e *Ear) News() (rang []discordsim.Message) {
	s := e.s
	list := slices.Clone(s.Sim.Messages(s.Hall, s.Eve))
	for _, who := range []discordsim.UserID{s.Ann, s.Bob, s.Cid} {
		list = append(list, s.Sim.Messages(s.Sim.DM(who), who)...)
	}
	for _, m := range list {
		if !e.known[m.ID] && len(m.Notified) > 0 {
			rang = append(rang, m)
		}
		e.known[m.ID] = true
	}
	return rang
}

// Hears fails the story unless exactly one message since the last call has notified a user. It must
// come the way they chose and contain the text. With an empty text, no message may have notified
// them.
func (e *Ear) Hears(what string, who discordsim.UserID, way, text string) {
	e.s.Helper()
	var to []discordsim.Message
	for _, m := range e.News() {
		if slices.Contains(m.Notified, who) {
			to = append(to, m)
		}
	}
	want := 1
	if text == "" || way == "not at all" {
		want = 0
	}
	if len(to) != want {
		var texts []string
		for _, m := range to {
			texts = append(texts, m.Text())
		}
		e.s.Errorf("%s: %d notifications, want %d:\n%s", what, len(to), want, strings.Join(texts, "\n--\n"))
		return
	}
	for _, m := range to {
		if here := m.ChannelID == e.s.Hall; here != (way == "a mention at the board") {
			e.s.Errorf("%s: told in the channel: %t, by %s", what, here, way)
		}
		e.s.Sees(m, text)
	}
}
