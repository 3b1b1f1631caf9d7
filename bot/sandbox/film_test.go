package sandbox

import (
	"bytes"
	"cmp"
	"flag"
	"fmt"
	"image"
	"image/color"
	"image/gif"
	"image/png"
	"maps"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
)

// film is the file that TestFilm writes. Without it the film is made but not written: go test
// ./bot/sandbox -run TestFilm -film ../../docs/film.gif
var film = flag.String("film", "", "the file that TestFilm writes the moving picture of the README to")

// maxFilm is the largest size of a film in a README.
const maxFilm = 700 << 10

// filmStyle hides the sandbox's own controls, and shows where a finger touches.
const filmStyle = `#bar, #welcome { display: none } * { caret-color: transparent !important; animation: none !important; transition: none !important }
	.finger { position: fixed; z-index: 99; width: 34px; height: 34px; margin: -17px; border-radius: 50%; background: rgba(255,255,255,.45); border: 2px solid #fff }`

// These are JavaScript expressions for the film: the place of Kalah among the games, the holes that
// can be sown, the one to sow, and whether the match is over. The film prefers a hole whose last
// bean falls into the pot, and otherwise sows the one nearest to the pot.
const (
	kalah = "1"
	holes = `[...document.querySelectorAll("#chat .button:enabled")].filter((b) => /^[1-6] [(]/.test(b.innerText.trim()))`
	hole  = `(() => { const list = ` + holes +
		`; return list.findLast((b) => { const [n, beans] = b.innerText.match(/\d+/g).map(Number); return n + beans === 7; }) ?? list.at(-1); })()`
	over = `Boolean([...document.querySelectorAll("#chat .button:enabled")].find((b) => b.innerText.includes("Rematch")))`
)

// TestFilm records the film at the top of the README. On a phone a member types /play, chooses a
// game and a level, plays against the computer and sees the end. It uses a real browser and the
// real sandbox and bot.
func TestFilm(t *testing.T) {
	if testing.Short() {
		t.Skip("long: most of it is the browser's work")
	}
	url, _ := paddock(t, "")
	c := &camera{tab: surf(t, url, 390, 780)}
	c.eval(`(() => { const sheet = new CSSStyleSheet(); sheet.replaceSync(` + quote(filmStyle) +
		`); document.adoptedStyleSheets = [sheet]; })()`)
	c.eval(`[...document.querySelectorAll("button, a")].find((n) => n.textContent.trim() === "kalah").click()`)
	c.wait(`document.querySelector("#channel-name").innerText === "kalah"`)
	c.focus("#text")
	c.take(700 * time.Millisecond)
	c.keys("/play")
	c.rest()
	c.take(900 * time.Millisecond)
	c.keys("\r")
	c.says("What would you like to play?")
	c.eval(`[...document.querySelectorAll("#chat *")].findLast((n) => n.innerText?.startsWith("What would you like to play?")).scrollIntoView({ block: "start" })`)
	c.take(2200 * time.Millisecond)
	c.touch(`[...document.querySelectorAll(".button")].filter((b) => b.innerText === "Computer")[` + kalah + `]`)
	c.says("How strong should the computer be")
	c.take(900 * time.Millisecond)
	c.touch(`[...document.querySelectorAll(".button")].find((b) => b.innerText.trim().toLowerCase().startsWith("easy"))`)
	c.says("Goal:")
	c.wait(hole)
	c.take(2200 * time.Millisecond)
	const filmed = 4 // turns at the beginning; of later turns only the last ones are shown
	for turn := range 200 {
		seen := turn < filmed || eval[int](c.tab, holes+".length") == 1
		was := eval[string](c.tab, lastBoard)
		if seen {
			c.touch(hole)
		} else {
			c.click(hole)
		}
		c.wait(lastBoard + ` !== ` + quote(was))
		if seen {
			c.take(700 * time.Millisecond)
		}
		c.wait(hole + " || " + over)
		if seen {
			c.take(1300 * time.Millisecond)
		}
		if eval[bool](c.tab, over) {
			break
		}
	}
	c.take(3500 * time.Millisecond)
	if len(c.shots) < 10 {
		t.Errorf("the film has %d pictures: this shows little", len(c.shots))
	}
	made := c.develop()
	if len(made) > maxFilm {
		t.Errorf("the film has %d KB, want at most %d", len(made)>>10, maxFilm>>10)
	}
	if back, err := gif.DecodeAll(bytes.NewReader(made)); err != nil || len(back.Image) != len(c.shots) {
		t.Errorf("the film can't be shown: %v", err)
	}
	if *film != "" {
		if err := os.WriteFile(*film, made, 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// camera takes pictures of a page for a film.
type camera struct {
	*tab
	shots []image.Image
	stay  []time.Duration
}

func (c *camera) eval(js string) {
	c.t.Helper()
	eval[bool](c.tab, "Boolean(("+js+") || true)")
}

// take takes a picture of the idle page, to be shown for a given time.
func (c *camera) take(stay time.Duration) {
	c.t.Helper()
	c.wait(`[...document.querySelectorAll(".gallery img, img.thumb")].every((n) => n.naturalWidth > 0)`)
	c.rest()
	c.snap(stay)
}

func (c *camera) snap(stay time.Duration) {
	c.t.Helper()
	raw, err := chromedp.Run(c.ctx, chromedp.CaptureScreenshot())
	if err != nil {
		c.t.Fatal(err)
	}
	m, err := png.Decode(bytes.NewReader(raw))
	if err != nil {
		c.t.Fatal(err)
	}
	c.shots, c.stay = append(c.shots, m), append(c.stay, stay)
}

// touch presses an element, with a finger on it in the picture before.
func (c *camera) touch(find string) {
	c.t.Helper()
	c.wait(find)
	c.eval(`(() => { const e = ` + find +
		`; e.scrollIntoView({ block: "nearest" }); const r = e.getBoundingClientRect(); const f = document.createElement("div"); f.className = "finger";
		f.style.left = r.x + Math.min(r.width / 2, 140) + "px"; f.style.top = r.y + r.height / 2 + "px"; document.body.append(f); })()`)
	c.snap(600 * time.Millisecond)
	c.eval(`document.querySelector(".finger").remove()`)
	c.click(find)
}

// develop encodes the film: one palette for all pictures, and of each picture only the changes.
func (c *camera) develop() []byte {
	c.t.Helper()
	colours := palette(c.shots)
	near := make(map[color.RGBA]uint8)
	g := gif.GIF{Config: image.Config{
		ColorModel: colours, Width: c.shots[0].Bounds().Dx(),
		Height: c.shots[0].Bounds().Dy(),
	}}
	var screen *image.Paletted
	for i, shot := range c.shots {
		now := image.NewPaletted(shot.Bounds(), colours)
		for y := range now.Rect.Dy() {
			for x := range now.Rect.Dx() {
				p := color.RGBAModel.Convert(shot.At(x, y)).(color.RGBA)
				n, known := near[p]
				if !known {
					n = uint8(1 + colours[1:].Index(p)) // 0 stands for an unchanged pixel
					near[p] = n
				}
				now.SetColorIndex(x, y, n)
			}
		}
		g.Image, g.Delay = append(g.Image, since(screen, now)), append(g.Delay, int(c.stay[i]/(10*time.Millisecond)))
		g.Disposal = append(g.Disposal, gif.DisposalNone)
		screen = now
	}
	var b bytes.Buffer
	if err := gif.EncodeAll(&b, &g); err != nil {
		c.t.Fatal(err)
	}
	return b.Bytes()
}

// palette returns the most frequent colours, with a distance from each other; the first is
// transparent.
func palette(shots []image.Image) color.Palette {
	seen := make(map[color.RGBA]int)
	for _, m := range shots {
		for y := range m.Bounds().Dy() {
			for x := range m.Bounds().Dx() {
				seen[color.RGBAModel.Convert(m.At(x, y)).(color.RGBA)]++
			}
		}
	}
	list := slices.SortedFunc(maps.Keys(seen), func(a, b color.RGBA) int {
		return cmp.Or(cmp.Compare(seen[b], seen[a]), strings.Compare(fmt.Sprint(a), fmt.Sprint(b)))
	})
	const apart = 6 // least difference in one of red, green and blue
	far := func(a, b uint8) bool { return max(a, b)-min(a, b) >= apart }
	colours := color.Palette{color.RGBA{}}
	for _, p := range list {
		close := func(q color.Color) bool {
			o := q.(color.RGBA)
			return o.A > 0 && !far(p.R, o.R) && !far(p.G, o.G) && !far(p.B, o.B)
		}
		if len(colours) < 128 && !slices.ContainsFunc(colours, close) {
			colours = append(colours, p)
		}
	}
	return colours
}

// since returns the changed part of a picture: its smallest rectangle, with unchanged pixels left
// out.
func since(before, now *image.Paletted) *image.Paletted {
	if before == nil {
		return now
	}
	box := image.Rectangle{}
	for i, p := range now.Pix {
		if p != before.Pix[i] {
			x, y := i%now.Stride, i/now.Stride
			box = box.Union(image.Rect(x, y, x+1, y+1))
		}
	}
	box = box.Union(image.Rect(0, 0, 1, 1))
	part := image.NewPaletted(box, now.Palette)
	for y := box.Min.Y; y < box.Max.Y; y++ {
		for x := box.Min.X; x < box.Max.X; x++ {
			if n := now.ColorIndexAt(x, y); n != before.ColorIndexAt(x, y) {
				part.SetColorIndex(x, y, n)
			}
		}
	}
	return part
}
