package render

import (
	"fmt"
	"image"
	"runtime"
	"slices"
	"sync"

	"paddock/games/scene"
	"paddock/render/outline"
	"paddock/render/png16"
)

// Width is the width of a picture in pixels; sides beside the board add a little. It is twice what
// clients show, so that pictures are sharp on dense screens. Letters are readable when the picture
// is shown 350 pixels high or 360 wide.
const Width = 800

// maxHeight is more than any board of up to 30 rows needs.
const maxHeight = 1400

// The cache sizes of a Renderer. They suffice for the games and themes in use at the same time.
const (
	maxSprites     = 6 << 20 // most bytes of sprites, of all families and themes together
	maxBackgrounds = 8       // most backgrounds of all families and themes together, about 0.5 MB each
)

// Renderer draws pictures. It caches sprites and backgrounds, a few megabytes at most, and is safe
// for concurrent use.
type Renderer struct {
	kits    map[scene.Family]*kit // workspaces in the renderer's theme
	light   map[scene.Family]*kit // workspaces in the themes Light and Contrast, for viewers who like them
	strong  map[scene.Family]*kit
	benches chan *bench   // the renderer's workspaces; their number is the number of pictures drawn at the same time
	replay  chan struct{} // held while a replay is drawn
}

// kit holds what pictures of one family and theme need.
type kit struct {
	palette *palette
	theme   *Theme
	grounds *grounds
	sprites *sprites
}

// grounds caches the backgrounds of all families and themes, because they need the most memory.
type grounds struct {
	mu   sync.Mutex
	list []background // ordered by last use, the latest at the end
}

// background is the part of a picture that many positions share. Its palette and ops identify it.
type background struct {
	palette *palette
	ops     []op
	pixels  *image.Paletted
}

// bench holds the buffers for one picture, and is reused for the next one.
type bench struct {
	plan    plan
	pixels  *image.Paletted
	sprites []*sprite
	png     png16.Writer
}

// New returns a Renderer that draws at most atOnce pictures at the same time; others wait. Each
// needs about 2 MB. A nil theme is Dark; 0 means one picture per processor.
func New(theme *Theme, atOnce int) *Renderer {
	if theme == nil {
		theme = Dark
	}
	if atOnce <= 0 {
		atOnce = runtime.GOMAXPROCS(0)
	}
	k := kit{grounds: new(grounds), sprites: newSprites(maxSprites)}
	r := &Renderer{
		kits: newKits(theme, k), light: newKits(Light, k), strong: newKits(Contrast, k),
		benches: make(chan *bench, atOnce), replay: make(chan struct{}, 1),
	}
	for range cap(r.benches) {
		r.benches <- new(bench)
	}
	return r
}

// newKits returns the kits of a theme. They share the caches of k.
func newKits(theme *Theme, k kit) map[scene.Family]*kit {
	kits := make(map[scene.Family]*kit)
	for family, pal := range theme.palettes() {
		k := k
		k.palette, k.theme = pal, theme
		kits[family] = &k
	}
	return kits
}

// kit returns what the renderer keeps for pictures of the family and theme of s.
func (r *Renderer) kit(s *scene.Scene) *kit { return r.kitOf(s.Family, s.Look) }

func (r *Renderer) kitOf(f scene.Family, l scene.Look) *kit {
	switch {
	case l.Contrast:
		return r.strong[f]
	case l.Light:
		return r.light[f]
	}
	return r.kits[f]
}

// PNG draws a picture of s, about Width pixels wide. Equal scenes give equal bytes. On an error,
// which says that the scene can't be drawn or that drawing failed, show [Text] instead.
func (r *Renderer) PNG(s scene.Scene) (_ []byte, err error) {
	if err := checkGrid(s); err != nil {
		return nil, err
	}
	b := <-r.benches
	defer func() { r.benches <- b }()
	defer recovered(&err)
	k := r.kit(&s)
	if err := k.draw(b, &s, &s, nil); err != nil {
		return nil, err
	}
	return b.png.Encode(b.pixels, k.palette.rgba[:]), nil
}

// recovered turns a panic into an error, because a failed picture must not end the process. The
// error does not describe the scene, which may be secret.
func recovered(err *error) {
	if p := recover(); p != nil {
		*err = fmt.Errorf("render: drawing failed: %T", p)
		if e, ok := p.(error); ok {
			*err = fmt.Errorf("render: drawing failed: %w", e)
		}
	}
}

// draw draws s in b.pixels, with room for the result of end.
func (k *kit) draw(b *bench, s, end *scene.Scene, m *motion) error {
	b.plan.reset()
	b.plan.motion = m
	b.plan.lay(s, end)
	return k.develop(b)
}

// develop draws the plan of b.
func (k *kit) develop(b *bench) error {
	if err := b.plan.check(); err != nil {
		return err
	}
	ground := k.background(&b.plan)
	if b.pixels == nil || b.pixels.Rect != ground.Rect {
		b.pixels = image.NewPaletted(ground.Rect, nil)
	}
	copy(b.pixels.Pix, ground.Pix)
	b.sprites = k.sprites.find(b.sprites[:0], k.palette, b.plan.over)
	for i, o := range b.plan.over {
		b.sprites[i].stamp(b.pixels, k.palette, int(o.x), int(o.y))
	}
	return nil
}

// background returns the cached background of the plan, or draws it.
func (k *kit) background(p *plan) *image.Paletted {
	if found := k.grounds.find(k.palette, p); found != nil {
		return found
	}
	b := background{k.palette, slices.Clone(p.under), k.palette.paint(p.width, p.height, p.under)}
	k.grounds.keep(b)
	return b.pixels
}

// find returns the cached background of a plan, or nil.
func (g *grounds) find(pal *palette, p *plan) *image.Paletted {
	g.mu.Lock()
	defer g.mu.Unlock()
	for i, b := range slices.Backward(g.list) {
		if b.palette == pal && b.pixels.Rect.Max == image.Pt(p.width, p.height) && slices.Equal(b.ops, p.under) {
			g.list = append(slices.Delete(g.list, i, i+1), b)
			return b.pixels
		}
	}
	return nil
}

// keep caches a background. If there are too many, it drops the least recently used one.
func (g *grounds) keep(b background) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if len(g.list) >= maxBackgrounds {
		g.list = slices.Delete(g.list, 0, 1)
	}
	g.list = append(g.list, b)
}

// paint draws ops on an empty ground.
func (pal *palette) paint(width, height int, ops []op) *image.Paletted {
	f := newFilm(pal, image.Rect(0, 0, width, height))
	c := canvas{on: &raster{on: f}}
	c.drawAll(width, height, ops)
	return &image.Paletted{Pix: f.ink, Stride: width, Rect: f.box}
}

// drawAll draws ops at their places.
func (c *canvas) drawAll(width, height int, ops []op) {
	c.fill(paper, new(outline.Path).Plate(0, 0, float32(width), float32(height), 0))
	for _, o := range ops {
		c.ox, c.oy = float32(o.x), float32(o.y)
		c.draw(o)
	}
}
