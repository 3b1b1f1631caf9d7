package match

import (
	"fmt"
	"strings"
	"testing"
)

// P39: the five newest refusals of each seat are kept, oldest first. Only the first 40 characters
// of a long move are kept.
func TestRefuse(t *testing.T) {
	var list []Refused
	for i := range 7 {
		list = Refuse(list, Refused{Seat: 0, Move: fmt.Sprint("a", i)})
	}
	list = Refuse(list, Refused{Seat: 1, Move: strings.Repeat("ö", 41)})
	var got []string
	for _, r := range list {
		got = append(got, fmt.Sprint(r.Seat, r.Move))
	}
	if want := "0a2 0a3 0a4 0a5 0a6 1" + strings.Repeat("ö", 40); strings.Join(got, " ") != want {
		t.Errorf("kept %q, want %q", got, want)
	}
}
