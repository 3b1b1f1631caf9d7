package person_test

import (
	"testing"

	"paddock/bot/story"
	"paddock/games/gamestest/golden"
)

// Everybody uses every command and button of this feature. The golden file is reviewed as a diff.
func TestEverybody(t *testing.T) {
	t.Parallel()
	golden.Check(t, "testdata/everybody.txt",
		story.Everybody(t, story.States("running", "over by resignation", "open challenge", "over by time",
			"handed over"),
			story.Script{
				"/settings general", "Change", "<2", "/settings general notify:a direct message",
				"/settings general style:monospace text", "/settings general language:Svenska",
				"/settings general language:English",
				"/settings hours", "Change", "<3", "/settings hours zone:Europe/London quiet:22-7",
				"/settings hours reminders:3 hours before", "/settings hours quiet:tonight",
				"?zone /settings hours zone:stockh", "/settings hours digest:18",
				"/settings vacation", "/settings vacation days:3", "/settings vacation days:1", "wait 25h",
				"/settings vacation", "/settings vacation back:true", "/settings vacation days:2 from:someday",
				"?from /settings vacation days:2 from:2000-01-1",
				"/settings vacation days:2 from:2000-01-09", "/settings vacation", "/settings vacation back:true",
			},
			story.Script{
				"/stats", "/stats user:@Bob", "/stats user:@Ann game:Kalah", "/top game:Kalah",
				"/top game:Kalah listed:yes, list me there",
				"/top game:Kalah list:people from all servers who want to be listed",
				"/top game:Kalah list:computers", "/top game:Kalah listed:no, take me off", "/settings block",
				"/settings block user:@Bob", "/settings block user:@Bob", "/settings block user:@Eve",
				"/kalah challenge user:@Bob", "/settings unblock",
				"/settings unblock user:@Bob", "/settings unblock user:@Bob", "/privacy show",
				"/privacy delete-my-data",
				"No, keep it", "/privacy delete-my-data", "Yes, delete it all", "/privacy show", "/stats user:@Ann",
			},
		))
}
