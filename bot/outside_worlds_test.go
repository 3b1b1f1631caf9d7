package bot_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"paddock/bot/discordsim"
	"paddock/bot/story"
)

// P11, P60: two worlds that differ in Bob's hidden army alone, where the bot is not a member. Every
// request that the bot makes, but for those that answer Bob in private, is the same: route, body and
// files, and so are the bytes of all files that others see. What Bob does is the same in both.
func TestWholeRequestsWhereTheBotIsNoMember(t *testing.T) {
	t.Parallel()
	armies := []string{
		"9639594196/7952S79354/869B847B69/87BFB85B8B",
		"6914959369/45397S2597/96B748B968/B8B58BFB78",
	}
	for _, kind := range story.Outsides {
		t.Run(string(kind), func(t *testing.T) {
			t.Parallel()
			var seen []string
			for _, army := range armies {
				story.Tell(t, func(s *story.Story) {
					s.GoOutside(kind)
					seen = append(seen, strings.Join(requestsOf(s, army), "\n"))
				}, story.WithAll)
			}
			one, other := strings.Split(seen[0], "\n"), strings.Split(seen[1], "\n")
			if len(one) != len(other) {
				t.Errorf("%d requests and files in one world, %d in the other", len(one), len(other))
			}
			for i := range min(len(one), len(other)) {
				if one[i] != other[i] {
					t.Fatalf("the worlds differ:\n%.200s\n%s", one[i], apart(one[i], other[i]))
				}
			}
			if n := strings.Count(seen[0], "\n"); n < 20 {
				t.Errorf("only %d requests were seen", n)
			}
		})
	}
}

// requestsOf plays the beginning of a match of Stratego in which Bob has an army, and returns what the
// bot has sent to others.
func requestsOf(s *story.Story, army string) (list []string) {
	s.Helper()
	private := map[string]bool{} // tokens of interactions that answer Bob in private
	bob := func(do func() discordsim.Message) discordsim.Message {
		before := len(s.Sim.Calls())
		m := do()
		s.Wait(story.AMoment)
		for _, c := range s.Sim.Calls()[before:] {
			if c.Route == "/interactions/{interaction_id}/{interaction_token}/callback" {
				private[tokenOf(c.Path)] = true
			}
		}
		return m
	}
	s.Slash(s.Ann, "/stratego challenge user:@Bob first:me")
	s.Click(s.Bob, s.Sole(), "Accept")
	mine := bob(func() discordsim.Message { return s.Click(s.Bob, s.Sole(), "Set up my army") })
	bob(func() discordsim.Message {
		return s.Fill(s.Bob, s.Hall, mine, "Paste rows", map[string]string{"0": army})
	})
	mine = bob(func() discordsim.Message { return s.Click(s.Bob, s.Sole(), "Set up my army") })
	bob(func() discordsim.Message { return s.Click(s.Bob, mine, "Confirm") })
	m := s.Click(s.Ann, s.Sole(), "Set up my army")
	for range 2 {
		if m = s.Click(s.Ann, m, "Confirm"); !strings.Contains(m.Text(), "once more") {
			break
		}
	}
	s.Wait(time.Minute)
	bob(func() discordsim.Message { return s.Click(s.Bob, newest(s), "Board just for me") })
	s.Pick(s.Ann, s.Click(s.Ann, newest(s), "Board just for me"))
	s.Wait(16 * time.Minute)
	bob(func() discordsim.Message { return s.Click(s.Bob, newest(s), "Board just for me") })
	s.Private(s.Slash(s.Ann, "/stratego verify"))
	s.Slash(s.Ann, "/match export")
	more := s.Click(s.Bob, newest(s), "More")
	bob(func() discordsim.Message { return s.Click(s.Bob, more, "Resign") })
	for _, c := range s.Sim.Calls() {
		answer := strings.HasSuffix(c.Path, "/callback") || strings.HasSuffix(c.Path, "/@original")
		if private[tokenOf(c.Path)] && (answer || isPrivate(c)) {
			continue
		}
		list = append(list, mask(fmt.Sprintf("%s %s %s %q", c.Method, c.Route, c.Body, c.Files)))
	}
	slices.Sort(list) // requests about different objects have no fixed order
	for _, u := range []discordsim.UserID{s.Ann, s.Eve} {
		for _, m := range s.Sim.Messages(s.Hall, u) {
			if u == s.Eve && s.Eve == s.Bob && m.Ephemeral() {
				continue
			}
			for _, a := range m.Attachments {
				list = append(list, mask(fmt.Sprintf("%s %s %s", a.Filename, a.Description, a.Content)))
			}
		}
	}
	return list
}

// isPrivate reports whether a request has made or changed a message that one person alone sees.
func isPrivate(c discordsim.Call) bool {
	var m struct{ Flags int }
	return json.Unmarshal(c.Answer, &m) == nil && m.Flags&64 != 0
}

// tokenOf returns the interaction's token in a path, or an empty string.
func tokenOf(path string) string {
	parts := strings.Split(path, "/")
	for i, p := range parts {
		if (p == "interactions" || p == "webhooks") && i+2 < len(parts) {
			return parts[i+2]
		}
	}
	return ""
}
