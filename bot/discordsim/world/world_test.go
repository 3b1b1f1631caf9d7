package world_test

import (
	"testing"
	"time"

	"paddock/bot/discordsim/world"
)

// newState returns a world with a server of Ann's and one channel.
func newState() (s *world.State, ann world.UserID, channel world.ChannelID) {
	s = world.New(world.Config{BotName: "Bot", Now: time.Now, CDN: "https://cdn.example"})
	w := world.Outside(s)
	ann = w.AddUser("Ann")
	return s, ann, w.AddChannel(w.AddGuild("Club", ann), "games")
}

// post posts a message of the bot with one file.
func post(s *world.State, channel world.ChannelID, file string) *world.Message {
	m := &world.Message{ID: world.MessageID(s.NewID()), ChannelID: channel, AuthorID: s.BotID}
	m.Attachments = []world.Attachment{s.NewAttachment(channel, world.Upload{Filename: file, Content: []byte(file)}, "",
		false)}
	s.Add(m)
	return m
}

// A page may request a picture just after the bot has replaced it. It still gets the picture, as
// from Discord's CDN.
func TestFileOutlivesItsMessage(t *testing.T) {
	s, _, channel := newState()
	s.Lock()
	defer s.Unlock()
	m := post(s, channel, "first.png")
	first := m.Attachments[0].ID
	next := *m
	next.Attachments = []world.Attachment{s.NewAttachment(channel, world.Upload{Filename: "second.png"}, "", false)}
	s.Replace(&next)
	if a, ok := s.FindFile(first); !ok || string(a.Content) != "first.png" {
		t.Errorf("after the edit FindFile gives %q, %t", a.Content, ok)
	}
	s.DropMessage(&next)
	if _, ok := s.FindFile(next.Attachments[0].ID); !ok {
		t.Error("the file is gone with its message")
	}
	// Removed files are not kept forever: memory is limited.
	for range 100 {
		s.DropMessage(post(s, channel, "many.png"))
	}
	if _, ok := s.FindFile(first); ok {
		t.Error("a file of long ago is still there")
	}
}
