package sandbox

import "testing"

// F67, F77: the test plays a tournament by mouse and keyboard. Ann opens the sign-up, two members
// join by button, computers take the other places, and the standing is a picture.
func TestTournamentInTheSandbox(t *testing.T) {
	if testing.Short() {
		t.Skip("long: most of it is the browser's work")
	}
	t.Parallel()
	url, _ := paddock(t, "")
	ann, bob := surf(t, url+"/?as=ann", 1280, 900), surf(t, url+"/?as=bob", 360, 780)
	ann.types("/tournament create game:fish format:bracket players:4 fill:easy options:rules=course rows=4 columns=4")
	ann.says("Players (0 of 4)")
	ann.button("Join")
	bob.says("Players (1 of 4)")
	bob.button("Join")
	ann.says("Players (2 of 4)")
	ann.shot("sign-up")
	bob.fits("a sign-up")
	ann.button("Start now")
	ann.says("Round 1")
	standing := `([...document.querySelectorAll(".gallery img")].findLast((n) => n.alt.startsWith("Fish bracket"))`
	ann.wait(standing + `?.naturalWidth ?? 0) > 0`)
	ann.shot("round")
	bob.shot("round-phone")
	bob.fits("a round")
	ann.types("/tournament standings")
	ann.says("rules: course")
	ann.shot("standings")
}
