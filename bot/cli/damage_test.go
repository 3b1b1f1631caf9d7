package cli_test

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"paddock/games/gamestest/ram"
	"paddock/storage"
)

// inner matches words that only the program's authors understand: those of Go, of its libraries and
// of their errors.
var inner = regexp.MustCompile(`(?i)panic|assert|runtime|goroutine|nil\b|unexpected|unreachable|pointer|` +
	`index out of range|slice|overflow|flags|json|invalid character|unmarshal|0x|storage: |%!|map\[|\{\w+:|EOF|` +
	`invalid database|checksum error|\(stack`)

// However a file is damaged, neither a check nor a start crashes, and their messages are in words
// for people.
func TestDamageInWordsForPeople(t *testing.T) {
	dir := ram.Dir(t)
	path := filepath.Join(dir, "paddock.db")
	sound := fixtureFile(t, path)
	size := os.Getpagesize()
	all := len(sound) / size
	page := func(file []byte, i int) []byte { return file[i*size : (i+1)*size] }
	lot := rand.New(rand.NewPCG(3, 70))
	var filled []int // pages that are or were in use; the file ends with empty pages
	for i := 2; i < all; i++ {
		if bytes.Count(page(sound, i), []byte{0}) < size {
			filled = append(filled, i)
		}
	}
	anyPage := func(file []byte) []byte { return page(file, filled[lot.IntN(len(filled))]) }
	type damage struct {
		name  string
		spoil func(file []byte)
	}
	damages := []damage{
		{"the first head page zeroed", func(file []byte) { clear(page(file, 0)) }},
		{"the second head page zeroed", func(file []byte) { clear(page(file, 1)) }},
		{"both head pages zeroed", func(file []byte) { clear(file[:2*size]) }},
		{"the headers of both head pages zeroed", func(file []byte) { clear(file[:16]); clear(file[size : size+16]) }},
		{"the magic of both head pages changed", func(file []byte) { file[16] ^= 1; file[size+16] ^= 1 }},
		{"the checksum of both head pages changed", func(file []byte) { file[72] ^= 1; file[size+72] ^= 1 }},
		{"the version of both head pages changed", func(file []byte) { file[20] ^= 1; file[size+20] ^= 1 }},
	}
	for i := range 10 {
		damages = append(damages,
			damage{fmt.Sprint("a page zeroed ", i), func(file []byte) { clear(anyPage(file)) }},
			damage{fmt.Sprint("a page overwritten ", i), func(file []byte) {
				p := anyPage(file)
				for i := range p {
					p[i] = byte(lot.Uint32())
				}
			}},
			damage{fmt.Sprint("two pages swapped ", i), func(file []byte) {
				a, b := anyPage(file), anyPage(file)
				kept := bytes.Clone(a)
				copy(a, b)
				copy(b, kept)
			}},
			damage{fmt.Sprint("the kind of a page changed ", i), func(file []byte) {
				anyPage(file)[8] = byte(i * 8)
			}},
		)
	}
	for i := range 30 {
		damages = append(damages, damage{fmt.Sprint("bits turned over ", i), func(file []byte) {
			for range 1 + i/2 {
				anyPage(file)[lot.IntN(size)] ^= 1 << lot.IntN(8)
			}
		}})
	}
	noticed := 0
	for i, d := range damages {
		path := filepath.Join(dir, fmt.Sprint(i, ".db"))
		spoilt := bytes.Clone(sound)
		d.spoil(spoilt)
		if err := os.WriteFile(path, spoilt, 0o600); err != nil {
			t.Fatal(err)
		}
		code, out, errs := run(t, nil, "", "check", path)
		if said := inner.FindString(out + errs); said != "" {
			t.Errorf("%s: check says %q in\n%s%s", d.name, said, out, errs)
		}
		if code != 0 {
			noticed++
			if !strings.Contains(errs, "damaged") && !strings.Contains(errs, "not a Paddock database") &&
				!strings.Contains(errs, "can be checked") && !strings.Contains(errs, "repair") {
				t.Errorf("%s: check ends with %q, want what is wrong with the file", d.name, errs)
			}
		}
		db, err := storage.Open(path) // the file is opened as the bot opens it at its start
		if err == nil {
			err = db.Close()
		}
		if said := inner.FindString(fmt.Sprint(err)); err != nil && said != "" {
			t.Errorf("%s: a start says %q in\n%v", d.name, said, err)
		}
	}
	if noticed < len(damages)/2 {
		t.Errorf("of %d kinds of damage %d are noticed, want most: the others are where nothing is kept", len(damages), noticed)
	}
}

// fixtureFile makes a small database with some of everything at path, and returns its bytes.
func fixtureFile(t *testing.T, path string) []byte {
	t.Helper()
	f, err := os.Open("../../storage/testdata/schema-15.db.gz")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	packed, err := gzip.NewReader(f)
	if err != nil {
		t.Fatal(err)
	}
	text, err := io.ReadAll(packed)
	if err == nil {
		err = os.WriteFile(path, text, 0o600)
	}
	if err != nil {
		t.Fatal(err)
	}
	s, err := storage.Open(path)
	if err == nil {
		err = s.Close()
	}
	if err != nil {
		t.Fatal(err)
	}
	text, err = os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return text
}
