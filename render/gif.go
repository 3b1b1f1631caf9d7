package render

import (
	"context"
	"errors"
	"fmt"
	"time"

	"paddock/games/scene"
	"paddock/render/gif16"
)

// ErrTooLarge means that a replay has too many frames for a file that Discord accepts.
var ErrTooLarge = errors.New("replay is too large")

// maxGIF is the largest file in bytes, well below Discord's limit of 10 MiB.
const maxGIF = 8 << 20

// Pace sets the speed of a replay. Zero durations have a default.
type Pace struct {
	Step time.Duration // how long a position is shown, by default 0.9 s
	Last time.Duration // how long the last position is shown before the replay starts again, by default 3 s
}

// GIF draws an endless replay, one step per frame. After each step the picture equals, pixel by
// pixel, what PNG draws of that frame; above it are captions, if frames have any. All frames must have one family and size. Only one replay is
// drawn at a time; others wait until ctx ends. Errors are ErrScene, ErrTooLarge, that of ctx, or
// say that drawing failed.
func (r *Renderer) GIF(ctx context.Context, frames []scene.Scene, pace Pace) (_ []byte, err error) {
	if len(frames) == 0 {
		return nil, fmt.Errorf("a replay without frames: %w", ErrScene)
	}
	select {
	case <-ctx.Done():
		return nil, ctx.Err()
	case r.replay <- struct{}{}:
	}
	defer func() { <-r.replay }()
	defer recovered(&err)

	if err := checkGrid(frames[0]); err != nil {
		return nil, err
	}
	end := frames[len(frames)-1]
	for i := range frames { // room for the longest caption
		if text := frames[i].Caption; frames[i].Result == "" && len(text) > len(end.Result) {
			end.Result = text
		}
	}
	w := gif16.Writer{Colours: r.kit(&frames[0]).palette.rgba[:]}
	for i := range frames {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		if frames[i].Family != frames[0].Family || frames[i].Look != frames[0].Look {
			return nil, fmt.Errorf("frame %d is of another family or look: %w", i, ErrScene)
		}
		stay := orDefault(pace.Step, 900*time.Millisecond)
		if i == len(frames)-1 {
			stay = orDefault(pace.Last, 3*time.Second)
		}
		var before *scene.Scene
		if i > 0 {
			before = &frames[i-1]
		}
		rest := frames[i]
		if i < len(frames)-1 {
			rest = rest.Quiet()
		}
		if err := r.frame(&w, before, &frames[i], &rest, &end, stay); err != nil {
			return nil, fmt.Errorf("frame %d: %w", i, err)
		}
		if w.Len() > maxGIF {
			return nil, fmt.Errorf("%d of %d frames take %d bytes: %w", i+1, len(frames), w.Len(), ErrTooLarge)
		}
	}
	return w.End(), nil
}

func orDefault(d, otherwise time.Duration) time.Duration {
	if d <= 0 {
		return otherwise
	}
	return d
}

// frame adds one step: the motion from the scene before, if there is one, and the scene itself as it
// looks at rest.
func (r *Renderer) frame(w *gif16.Writer, before, s, rest, end *scene.Scene, stay time.Duration) error {
	if err := checkGrid(*s); err != nil {
		return err
	}
	if before != nil {
		from := before.Quiet()
		for _, b := range way(&from, s) {
			if err := r.picture(w, &b.scene, end, b.motion, b.stay); err != nil {
				return err
			}
			stay -= b.stay
		}
	}
	return r.picture(w, rest, end, nil, max(stay, glance))
}

// picture adds a picture. It holds a bench only while it draws, so that a long replay doesn't delay
// the pictures of moves.
func (r *Renderer) picture(w *gif16.Writer, s, end *scene.Scene, m *motion, stay time.Duration) error {
	b := <-r.benches
	defer func() { r.benches <- b }()
	if err := r.kit(s).draw(b, s, end, m); err != nil {
		return err
	}
	if !w.Step(b.pixels, stay) {
		return fmt.Errorf("its size is another: %w", ErrScene)
	}
	return nil
}
