package bot_test

import (
	"errors"
	"fmt"
	"testing"
	"time"

	"paddock/bot/discordsim"
	"paddock/bot/story"
)

// P41: in an announcement channel too a match gets a thread of its own, also one of a tournament.
// In a voice channel's chat, which has no threads, it stays in the channel and says so.
func TestThreadsInEveryChannel(t *testing.T) {
	t.Parallel()
	for kind, threads := range map[discordsim.ChannelType]bool{
		discordsim.ChannelNews:  true,
		discordsim.ChannelVoice: false, discordsim.ChannelStage: false,
	} {
		story.TellTournament(t, func(s *story.Story) {
			s.Waste = !threads
			room := s.Sim.AddChannelOf(kind, s.Club, "room")
			in := func(u discordsim.UserID, text string) discordsim.Message {
				return s.Answered(s.Sim.As(u).In(room).Slash(text), text)
			}
			where, note := room, "I can't open threads here"
			begun := in(s.Ann, "/kalah start level:easy thread:true first:me")
			if threads {
				if list := s.Sim.Threads(room); len(list) == 1 {
					where, note = list[0].ID, ""
				} else {
					t.Fatalf("%d threads in a channel of type %d, want one", len(list), kind)
				}
			}
			s.Private(begun, fmt.Sprintf("the board is in <#%s>", where), note)
			s.Sees(s.Sim.Last(where, s.Eve), "Ann")
			in(s.Ann, "/tournament create game:kalah format:knockout name:Cup thread:true")
			cup := s.Sim.Last(room, s.Eve) // the private answer to Ann does not count, because it may come later
			for _, u := range []discordsim.UserID{s.Ann, s.Bob} {
				s.Answered(s.Sim.As(u).In(room).Click(cup, "Join"), "Join")
			}
			in(s.Ann, "/tournament start")
			s.Wait(time.Minute)
			if n := len(s.Sim.Threads(room)); threads && n != 2 {
				t.Errorf("%d threads after the tournament's first game, want two", n)
			}
		})
	}
}

// P25, P137: a forum has no messages outside its posts. Matches may begin in its posts, but
// results, mentions and a challenge to it are impossible there.
func TestForums(t *testing.T) {
	t.Parallel()
	story.Tell(t, func(s *story.Story) {
		s.Moderated()
		forum := s.Sim.AddChannelOf(discordsim.ChannelForum, s.Club, "forum")
		post := s.Sim.AddThread(forum, "Games", s.Ann)
		for _, text := range []string{
			"/server channels results:<#%s>", "/server channels pings:<#%s>",
			"/kalah challenge rival:<#%s>",
		} {
			if i := s.Sim.As(s.Cid).In(post).Slash(fmt.Sprintf(text, forum)); !errors.Is(i.Err(),
				discordsim.ErrClient) {
				t.Errorf("%s is offered a forum: %v, %q", text, i.Err(), i.Message().Text())
			}
		}
		s.Private(s.Slash(s.Cid, fmt.Sprintf("/server channels allow:<#%s>", forum)),
			fmt.Sprintf("begin in: **<#%s>**", forum))
		begun := s.Answered(s.Sim.As(s.Ann).In(post).Slash("/kalah start level:easy"), "start")
		s.Private(begun, fmt.Sprintf("the board is in <#%s>", post))
		s.Private(s.Slash(s.Ann, "/kalah start level:easy"), "matches begin elsewhere")
	})
}
