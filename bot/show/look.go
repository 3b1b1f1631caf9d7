package show

import (
	"paddock/games"
	"paddock/games/scene"
)

// How somebody likes pictures to be drawn, as it is kept in match.User.Prefer under the name look.
const (
	prefersLook = "look"

	LookUsual    = "usual"
	LookContrast = "contrast"
	LookLarge    = "large"
	LookBoth     = "both"
)

// Liked is a scene as it is drawn for a reader with these choices: what is shown to the reader alone.
func Liked(s scene.Scene, prefer games.Options) scene.Scene {
	look := prefer[prefersLook]
	s.Look = scene.Look{Contrast: look == LookContrast || look == LookBoth, Large: look == LookLarge || look == LookBoth}
	return s
}
