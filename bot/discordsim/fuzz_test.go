package discordsim_test

import (
	"testing"

	"paddock/bot/discordsim"
)

// Any request of a bot gets a success or a refusal, and never crashes the simulator.
func FuzzBodies(f *testing.F) {
	doors := []string{
		"commands", "post", "edit", "edit classic", "slash", "click", "submit", "autocomplete", "webhook",
		"webhook edit", "thread", "dm",
	}
	for n := range doors {
		for _, body := range []string{
			good("commands"), good("classic"), good("v2"), good("modal"), answer4(good("v2")), modal(good("modal")[1:]),
			`null`, `[]`, `[null]`, `{"type":8,"data":{"choices":[null]}}`,
			`{"components":[null],"embeds":[null],"attachments":[null],"allowed_mentions":[]}`, v2(gallery(2)),
			classic(menu(`"options":[null]`)),
			`{"embeds":[{"fields":[{"name":"n","value":"v"}],"author":{"name":"a"}}],"nonce":1.5}`, `{"type":1e3}`,
			`{"name":"t","type":11}`,
		} {
			f.Add(n, body)
		}
	}
	f.Fuzz(func(t *testing.T, door int, body string) {
		r := newRaw(t, discordsim.Config{})
		method, path := r.door(doors[uint(door)%uint(len(doors))])
		if got := r.send(method, path, body); got.Status < 200 || got.Status >= 500 {
			t.Errorf("got %v", got)
		}
	})
}
