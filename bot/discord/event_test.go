package discord

import (
	"maps"
	"net/http"
	"slices"
	"testing"
	"time"
)

// An event is created once: one by the bot at the same place is the same event, and others are not.
func TestScheduledEvents(t *testing.T) {
	known := `[{"id":"7","creator_id":"somebody","entity_metadata":{"location":"here"}},{"id":"8","creator_id":"me","entity_metadata":{"location":"here"}}]`
	for place, want := range map[string]string{"here": "8", "there": "9"} {
		var methods []string
		c, _ := clientOf(t, func(r *http.Request, _ int) (int, http.Header, string) {
			methods = append(methods, r.Method)
			if r.Method == http.MethodGet {
				return http.StatusOK, nil, known
			}
			return http.StatusOK, nil, `{"id":"9"}`
		})
		id, err := c.Schedule(t.Context(), "club", "me",
			Event{Name: "Cup", Place: place, Start: time.Now(), End: time.Now()})
		for _, err := range []error{
			err, c.BeginEvent(t.Context(), "club", id), c.DropEvent(t.Context(), "club", id),
			c.Pin(t.Context(), "hall", "1"),
		} {
			if err != nil {
				t.Error(err)
			}
		}
		if created := slices.Contains(methods, "POST"); id != want || created != (want == "9") ||
			!slices.Equal(methods[len(methods)-3:], []string{"PATCH", "DELETE", "PUT"}) {
			t.Errorf("%s: the event %s, want %s, by %q", place, id, want, methods)
		}
	}
}

// Of two emojis with one name the older counts.
func TestEmojis(t *testing.T) {
	c, _ := clientOf(t, func(r *http.Request, _ int) (int, http.Header, string) {
		if r.Method == http.MethodPost {
			return http.StatusOK, nil, `{"id":"5","name":"fox"}`
		}
		return http.StatusOK, nil,
			`{"items":[{"id":"20","name":"sheep"},{"id":"3","name":"sheep"},{"id":"4","name":"lake"}]}`
	})
	ids, err := c.Emojis(t.Context(), "1")
	if err != nil || !maps.Equal(ids, map[string]string{"sheep": "3", "lake": "4"}) {
		t.Errorf("%v, %v", ids, err)
	}
	if id, err := c.AddEmoji(t.Context(), "1", "fox", "data:"); id != "5" || err != nil {
		t.Errorf("the new emoji is %q, %v", id, err)
	}
}

// The servers are divided among the shards by the time in their ids.
func TestShardOf(t *testing.T) {
	for guild, want := range map[string]int{"0": 0, "4194304": 1, "8388608": 2, "12582912": 3, "16777216": 0, "x": 0} {
		if got := ShardOf(guild, 4); got != want {
			t.Errorf("%s: shard %d, want %d", guild, got, want)
		}
	}
	if got := ShardOf("4194304", 0); got != 0 {
		t.Errorf("without shards: %d", got)
	}
}
