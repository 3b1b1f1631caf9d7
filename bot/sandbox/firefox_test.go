package sandbox

import (
	"bytes"
	"fmt"
	"image/png"
	"math/rand/v2"
	"testing"
)

// In Firefox a match against the computer is played to its end by touch, on a phone; scrollbars are
// as dark as the page.
func TestFirefox(t *testing.T) {
	if testing.Short() {
		t.Skip("long: most of it is the browser's work")
	}
	t.Parallel()
	url, _ := paddock(t, "")
	b := surfInFirefox(t, url, 390, 844)
	b.shot("welcome")
	b.button("/halatafl start")
	b.wait(`document.querySelector(".command .path")?.innerText === "/halatafl start"`)
	b.shot("filled")
	b.press(".send")
	b.wait(lastBoard + `.includes("20 sheep")`)
	b.press("#open-channels")
	b.press(".channel:nth-of-type(2)")
	b.wait(`document.querySelector("#channel-name").innerText === "kalah"`)
	b.types("/kalah start level:easy holes:3 beans:2")
	b.says("Goal:")
	rng, kind := rand.New(rand.NewPCG(1, 2)), ""
	for n := 0; kind != "over"; n++ {
		if kind = b.play(rng); n == 500 {
			t.Fatal("the game does not end")
		}
		b.fits(fmt.Sprint("step ", n))
	}
	b.wait(`[...document.querySelectorAll(".gallery img")].at(-1).naturalWidth > 0`)
	b.shot("over")
	raw, err := b.fox.Shot(b.ctx)
	if err != nil {
		t.Fatal(err)
	}
	picture, err := png.Decode(bytes.NewReader(raw))
	if err != nil {
		t.Fatal(err)
	}
	bright := 0
	for y := 100; y < 780; y++ {
		if r, _, _, _ := picture.At(388, y).RGBA(); r > 0x8000 {
			bright++
		}
	}
	if bright > 0 {
		t.Errorf("the scrollbar is bright at %d of 680 points", bright)
	}
}
