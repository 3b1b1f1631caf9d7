package answer

import "testing"

// A click on a public board is answered with the board only if nobody else shows this match, the
// recorded board was clicked, and the next board belongs there (P58, P77).
func TestWayToAnswer(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name                     string
		mine, edit, onShown, may bool
		want                     way
	}{
		{"another process shows this match", false, true, true, true, leaveToEngine},
		{"the same on a board that is not recorded", false, true, false, true, leaveToEngine},
		{"the same without a permission", false, false, true, false, leaveToEngine},
		{"the recorded board, due to be edited", true, true, true, true, editClicked},
		{"the same without a permission, which an edit doesn't need", true, true, true, false, editClicked},
		{"the recorded board, with a new one due", true, false, true, true, leaveStray},
		{"the same without a permission", true, false, true, false, editLacking},
		{"a board that is not recorded", true, true, false, true, leaveStray},
		{"the same with a new one due", true, false, false, true, leaveStray},
		{"the same without a permission", true, false, false, false, leaveStray},
	} {
		if got := wayToAnswer(c.mine, c.edit, c.onShown, c.may); got != c.want {
			t.Errorf("%s: %d, want %d", c.name, got, c.want)
		}
	}
}
