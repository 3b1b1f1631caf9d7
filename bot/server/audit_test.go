package server_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"paddock/bot/component"
	"paddock/bot/story"
)

// P106: a page of the audit log has eight entries, and its last page, even a full one, has no
// button to older entries.
func TestP106AuditPages(t *testing.T) {
	t.Parallel()
	story.Tell(t, func(s *story.Story) {
		s.Moderated()
		for n := 1; n <= 16; n++ {
			s.Slash(s.Cid, fmt.Sprintf("/server settings limit:%d", n))
			if n != 7 && n != 8 && n != 9 && n != 16 {
				continue
			}
			m := s.Slash(s.Cid, "/server audit")
			for left := n; left > 0; left -= 8 {
				if got := strings.Count(m.Text(), "has changed"); got != min(left, 8) {
					t.Errorf("of %d entries a page with %d before its end shows %d:\n%s", n, left, got, m.Text())
				}
				older, newest := slices.Contains(m.Labels(), "Next page"), slices.Contains(m.Labels(), "Newest …")
				if older != (left > 8) || newest != (left < n) {
					t.Errorf("of %d entries a page with %d before its end has the buttons %q", n, left, m.Labels())
				}
				if older {
					m = s.Click(s.Cid, m, "Next page")
				}
			}
		}
		m := s.Slash(s.Cid, "/server audit")
		for _, text := range []string{"-1", "x"} { // numbers that no version of the bot writes
			s.Forge(component.Target{Action: "aud", Text: text})
			s.Private(s.Click(s.Cid, m, "Next page"), "another version of me")
		}
	})
}
