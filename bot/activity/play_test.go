package activity_test

import "testing"

func TestFirst(t *testing.T) {
	r := newRig(t)
	rec := r.begin("/kalah challenge user:@Bob first:me")
	a := r.surf(r.ann, 390, 844)
	a.says("Your matches")
	a.says("Kalah v Bob")
	a.shot("list")
	a.tap(`$(".card")`)
	a.says("Your turn")
	a.shot("match")
	a.tap(`$$('.board [data-cell="3"]').at(-1)`)
	a.says("Your turn again")
	a.shot("moved")
	if now := r.newest(); now.Moves != 1 || now.ID != rec.ID {
		t.Errorf("%d moves were made, want 1", now.Moves)
	}
}
