package sandbox

import (
	"encoding/json"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
)

// Any request of a page gets an outcome or a readable sentence, and never crashes the sandbox.
func FuzzAPI(f *testing.F) {
	kinds := []string{"nothing"}
	for kind := range acts {
		kinds = append(kinds, kind)
	}
	slices.Sort(kinds)
	s, err := open("", nil, slog.New(slog.DiscardHandler))
	if err != nil {
		f.Fatal(err)
	}
	f.Cleanup(s.close)
	handler := s.handler()
	channel := s.world(s.members[0]).Guilds[0].Channels[0].ID
	for n := range kinds {
		for _, body := range []string{
			``, `null`, `[]`, `{}`, `{"as":"ann"}`, `{"seconds":-1}`, `{"seconds":9e99}`,
			`{"text":"/kalah move move:3","channel":"` + string(channel) + `"}`,
			`{"text":"/","channel":"` + string(channel) + `"}`, `{"text":"hello","channel":"` + string(channel) + `"}`,
			`{"text":"de","user":"1","fields":{"a":"b"},"values":[""]}`,
			`{"channel":"` + string(channel) + `","permission":"send","allow":true}`,
			`{"message":"1","custom_id":"x","name":"Wave at"}`,
		} {
			f.Add(n, body)
		}
	}
	f.Fuzz(func(t *testing.T, n int, body string) {
		kind := kinds[uint(n)%uint(len(kinds))]
		req := httptest.NewRequest("POST", "http://127.0.0.1/api/"+kind, strings.NewReader(body))
		w := httptest.NewRecorder()
		handler.ServeHTTP(w, req)
		switch w.Code {
		case http.StatusOK:
			var out outcome
			if err := json.Unmarshal(w.Body.Bytes(), &out); err != nil {
				t.Errorf("%s answers %q: %v", kind, w.Body, err)
			}
		case http.StatusBadRequest, http.StatusNotFound, http.StatusConflict:
			var p problem
			if err := json.Unmarshal(w.Body.Bytes(), &p); err != nil || p.Error == "" {
				t.Errorf("%s answers %d %q, which is no sentence: %v", kind, w.Code, w.Body, err)
			}
		default:
			t.Errorf("%s answers %d %q", kind, w.Code, w.Body)
		}
	})
}
