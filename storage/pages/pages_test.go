package pages

import (
	"bytes"
	"errors"
	"fmt"
	"hash/fnv"
	"io/fs"
	"os"
	"path/filepath"
	"testing"

	"go.etcd.io/bbolt"
)

// pageSize is the size of the pages of the files of these tests.
const pageSize = 256

// image is a file of pages.
type image []byte

func (m image) page(id int) []byte { return m[id*pageSize:] }

func (m image) head(id, flags, count, more int) []byte {
	p := m.page(id)
	native.PutUint64(p, uint64(id))
	native.PutUint16(p[8:], uint16(flags))
	native.PutUint16(p[10:], uint16(count))
	native.PutUint32(p[12:], uint32(more))
	return p
}

// seal writes the checksum of a head page.
func (m image) seal(id int) {
	sum := fnv.New64a()
	sum.Write(m.page(id)[pageHeader : pageHeader+56])
	native.PutUint64(m.page(id)[pageHeader+56:], sum.Sum64())
}

func (m image) meta(id int, root, free, high, txid uint64) {
	p := m.head(id, 4, 0, 0)[pageHeader:]
	native.PutUint32(p, boltMagic)
	native.PutUint32(p[4:], 2)
	native.PutUint32(p[8:], pageSize)
	native.PutUint64(p[16:], root)
	native.PutUint64(p[32:], free)
	native.PutUint64(p[40:], high)
	native.PutUint64(p[48:], txid)
	m.seal(id)
}

// pair is an element of a leaf.
type pair struct {
	key, value string
	bucket     bool
}

func leaf(p []byte, pairs ...pair) {
	native.PutUint16(p[8:], leafPage)
	native.PutUint16(p[10:], uint16(len(pairs)))
	at := pageHeader + elementSize*len(pairs)
	for i, one := range pairs {
		e := p[pageHeader+elementSize*i:]
		if one.bucket {
			native.PutUint32(e, bucketEntry)
		}
		native.PutUint32(e[4:], uint32(at-pageHeader-elementSize*i))
		native.PutUint32(e[8:], uint32(len(one.key)))
		native.PutUint32(e[12:], uint32(len(one.value)))
		at += copy(p[at:], one.key+one.value)
	}
}

func branch(p []byte, keys string, children ...int) {
	at := pageHeader + elementSize*len(keys)
	for i, child := range children {
		e := p[pageHeader+elementSize*i:]
		native.PutUint32(e, uint32(at-pageHeader-elementSize*i))
		native.PutUint32(e[4:], 1)
		native.PutUint64(e[8:], uint64(child))
		at += copy(p[at:], keys[i:i+1])
	}
}

func bucket(root uint64) string { return string(native.AppendUint64(nil, root)) + "sequence" }

// sound returns a file with all that a file can have: head pages 0 and 1, a list of free pages (2),
// a root with a large bucket and a small one (3), a branch (4), leaves (5 with 6 behind it, and 7), a
// bucket in a leaf (8), and free pages (9 and 10).
func sound() image {
	m := make(image, 11*pageSize)
	m.meta(0, 3, 2, 11, 4)
	m.meta(1, 3, 2, 11, 5)
	free := m.head(2, freePage, 2, 0)[pageHeader:]
	native.PutUint64(free, 9)
	native.PutUint64(free[8:], 10)
	inline := make([]byte, 48)
	leaf(inline, pair{"i", "1", false})
	leaf(m.head(3, leafPage, 0, 0), pair{"big", bucket(4), true}, pair{"one", "1", false},
		pair{"small", bucket(0) + string(inline), true})
	branch(m.head(4, branchPage, 2, 0), "ak", 5, 7)
	leaf(m.head(5, leafPage, 0, 1), pair{"a", string(bytes.Repeat([]byte("x"), 300)), false}, pair{"c", "2", false})
	leaf(m.head(7, leafPage, 0, 0), pair{"k", "3", false}, pair{"m", bucket(8), true})
	leaf(m.head(8, leafPage, 0, 0), pair{"q", "4", false})
	return m
}

func stored(t *testing.T, m []byte) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "paddock.db")
	if err := os.WriteFile(path, m, 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// The check names each kind of damage. A quick check does not read the leaves of large trees.
func TestDamage(t *testing.T) {
	element := func(m image, id, i int) []byte { return m.page(id)[pageHeader+elementSize*i:] }
	rootValue := func(m image, key string) []byte { // the value behind a key of the root
		return m.page(3)[bytes.Index(m.page(3), []byte(key))+len(key):]
	}
	all := func(says string) [2]string { return [2]string{says, says} }
	deep := func(says string) [2]string { return [2]string{Deep: says} }
	for name, c := range map[string]struct {
		do   func(m image) image
		want [2]string // by look
	}{
		"nothing":                       {func(m image) image { return m }, all("")},
		"the older head page is spoilt": {func(m image) image { clear(m.page(0)[16:20]); return m }, all("")},
		// unused bytes
		"the newer one, which has the old": {func(m image) image { m.page(1)[100]++; return m }, all("")},
		"the newest counts":                {func(m image) image { m.meta(0, 99, 99, 99, 4); return m }, all("")},
		"the newest is the first": {
			func(m image) image { m.meta(1, 99, 99, 99, 4); m.meta(0, 3, 2, 11, 5); return m }, all(""),
		},
		"both head pages": {
			func(m image) image { m.page(0)[40]++; m.page(1)[40]++; return m }, all("both of its head pages are spoilt"),
		},
		"a head page of another program": {
			func(m image) image {
				m.page(0)[40]++
				m.page(1)[pageHeader]++
				m.seal(1)
				return m
			}, all("both of its head pages are spoilt"),
		},
		"no head pages": {func(m image) image { return m[:pageSize] }, all("EOF")},
		"cut off": {
			func(m image) image { return m[:10*pageSize+255] },
			all("it has 10 pages of 11, the rest is cut off"),
		},
		"too long": {func(m image) image { return append(m, "and more"...) }, all("")},
		"a free page too many": {
			func(m image) image { m.page(2)[10] = 3; native.PutUint64(m.page(2)[pageHeader+16:], 11); return m },
			all("the list of free pages: page 11 goes on beyond the end of the file"),
		},
		"a free page in use": {
			func(m image) image { m.page(2)[pageHeader] = 4; return m }, all("the list of free pages: page 4 is used twice"),
		},
		"a free head page": {
			func(m image) image { m.page(2)[pageHeader] = 1; return m },
			all("the list of free pages: page 1 goes on beyond the end of the file"),
		},
		"no list of free pages": {
			func(m image) image { m.page(2)[8] = leafPage; return m },
			all("page 2 is no list of free pages"),
		},
		"a list of free pages too long": {
			func(m image) image { m.page(2)[10] = 31; return m }, all("page 2 is no list of free pages"),
		},
		"a full list of free pages": {
			func(m image) image { m.page(2)[10] = 30; return m },
			all("the list of free pages: page 0 goes on beyond the end of the file"),
		},
		"a long count of free pages": {func(m image) image {
			m.head(2, freePage, manyFree, 0)
			native.PutUint64(m.page(2)[pageHeader:], 2)
			native.PutUint64(m.page(2)[pageHeader+8:], 9)
			native.PutUint64(m.page(2)[pageHeader+16:], 10)
			return m
		}, all("")},
		"a list of free pages elsewhere": {
			func(m image) image { m.meta(1, 3, 11, 11, 5); return m }, all("the list of free pages: page 11 does not exist"),
		},
		"no free pages are listed": {func(m image) image { m.meta(1, 3, noFreelist, 11, 5); return m }, all("")},
		"no free pages are listed, and a leaf is spoilt": {func(m image) image {
			m.meta(1, 3, noFreelist, 11, 5)
			m.page(7)[8] = 9
			return m
		}, all("page 3: page 4: page 7: it is of no known kind")},
		"a root in a head page": {func(m image) image { m.meta(1, 1, 2, 11, 5); return m }, all("page 1 does not exist")},
		"a root beyond the end": {
			func(m image) image { m.meta(1, 11, 2, 11, 5); return m },
			all("page 11 does not exist"),
		},
		"a page with another name": {
			func(m image) image { m.page(4)[0] = 5; return m },
			all("page 3: page 4 says that it is page 5"),
		},
		"a leaf with another name": {
			func(m image) image { m.page(7)[0] = 5; return m },
			deep("page 3: page 4: page 7 says that it is page 5"),
		},
		"a page of no kind": {
			func(m image) image { m.page(3)[8] = 3; return m },
			all("page 3: it is of no known kind"),
		},
		"a leaf of no kind": {
			func(m image) image { m.page(7)[8] = 0; return m },
			deep("page 3: page 4: page 7: it is of no known kind"),
		},
		"a branch without elements": {
			func(m image) image { m.page(4)[10] = 0; return m }, all("page 3: page 4: it can't have 0 elements"),
		},
		"a leaf without elements": {func(m image) image { m.page(7)[10] = 0; return m }, all("")},
		"too many elements": {
			func(m image) image { m.page(3)[10] = 16; return m },
			all("page 3: it can't have 16 elements"),
		},
		"as many elements as fit": {
			func(m image) image { m.page(3)[10] = 15; return m }, all("page 3: element 3 goes on beyond its end"),
		},
		"a branch in circles": {
			func(m image) image { native.PutUint64(element(m, 4, 0)[8:], 4); return m },
			[2]string{"page 3: page 4 does not exist", "page 3: page 4: page 4 is used twice"},
		},
		"a branch to nowhere": {
			func(m image) image { native.PutUint64(element(m, 4, 0)[8:], 11); return m },
			[2]string{"page 3: page 11 does not exist", "page 3: page 4: page 11 does not exist"},
		},
		"a branch to a head page": {
			func(m image) image { native.PutUint64(element(m, 4, 0)[8:], 1); return m },
			[2]string{"page 3: page 1 does not exist", "page 3: page 4: page 1 does not exist"},
		},
		"a second child nowhere": {
			func(m image) image { native.PutUint64(element(m, 4, 1)[8:], 11); return m },
			[2]string{
				"page 3: page 4: page 11 goes on beyond the end of the file", "page 3: page 4: page 11 does not exist",
			},
		},
		"one leaf twice": {
			func(m image) image { native.PutUint64(element(m, 4, 1)[8:], 5); return m },
			[2]string{"page 3: page 4: page 5 is used twice", "page 3: page 4: page 5 is used twice"},
		},
		"a page behind a leaf in use": {
			func(m image) image { native.PutUint32(m.page(5)[12:], 2); return m },
			deep("page 3: page 4: page 7 is used twice"),
		},
		"a leaf that goes on beyond the end": {
			func(m image) image { native.PutUint32(m.page(8)[12:], 3); return m },
			deep("page 3: page 4: page 7: page 8 goes on beyond the end of the file"),
		},
		"a leaf up to the end": {
			func(m image) image { native.PutUint32(m.page(8)[12:], 2); return m },
			deep("the list of free pages: page 9 is used twice"),
		},
		"a value beyond its page": {
			func(m image) image { native.PutUint32(m.page(5)[12:], 0); return m },
			deep("page 3: page 4: page 5: element 0 goes on beyond its end"),
		},
		"a key beyond its page": {
			func(m image) image { native.PutUint32(element(m, 4, 1), 240); return m },
			all("page 3: page 4: element 1 goes on beyond its end"),
		},
		"a value up to the end": {
			func(m image) image { native.PutUint32(element(m, 8, 0)[12:], 256-33); return m }, all(""),
		},
		"a value one byte beyond": {
			func(m image) image { native.PutUint32(element(m, 8, 0)[12:], 256-32); return m },
			deep("page 3: page 4: page 7: page 8: element 0 goes on beyond its end"),
		},
		"an empty key": {
			func(m image) image { native.PutUint32(element(m, 3, 0)[8:], 0); return m }, all("page 3: element 0 is out of order"),
		},
		"equal keys": {
			func(m image) image { copy(m.page(7)[bytes.Index(m.page(7), []byte("m")):], "k"); return m },
			deep("page 3: page 4: page 7: element 1 is out of order"),
		},
		"unsorted keys": {
			func(m image) image { copy(m.page(3)[bytes.Index(m.page(3), []byte("one")):], "abc"); return m },
			all("page 3: element 1 is out of order"),
		},
		"a key below its branch": {
			func(m image) image { copy(m.page(7)[bytes.Index(m.page(7), []byte("k")):], "j"); return m },
			deep("page 3: page 4: page 7: element 0 is out of order"),
		},
		"a key of the next branch": {
			func(m image) image { copy(m.page(5)[bytes.Index(m.page(5), []byte("c2")):], "k"); return m },
			deep("page 3: page 4: page 5: element 1 is out of order"),
		},
		"the last key before the next branch": {
			func(m image) image { copy(m.page(5)[bytes.Index(m.page(5), []byte("c2")):], "j"); return m }, all(""),
		},
		"a bucket cut off": {
			func(m image) image { native.PutUint32(element(m, 3, 0)[12:], 15); return m }, all("page 3: a bucket is cut off"),
		},
		"a small bucket cut off": {
			func(m image) image { native.PutUint32(element(m, 3, 2)[12:], 31); return m },
			all("page 3: a small bucket is cut off"),
		},
		"a small bucket without elements": {
			func(m image) image {
				rootValue(m, "small")[16+10] = 0
				native.PutUint32(element(m, 3, 2)[12:], 32)
				return m
			}, all(""),
		},
		"a small bucket of no kind": {
			func(m image) image { rootValue(m, "small")[16+8] = 0; return m }, all("page 3: it is of no known kind"),
		},
		"a bucket elsewhere": {
			func(m image) image { rootValue(m, "big")[0] = 11; return m }, all("page 3: page 11 does not exist"),
		},
		"one bucket twice": {
			func(m image) image { rootValue(m, "small")[0] = 4; return m }, all("page 3: page 4 is used twice"),
		},
		"another size of pages, and the file is too short": {func(m image) image { return m[:300] }, all("EOF")},
	} {
		path := stored(t, c.do(sound()))
		for look, want := range c.want {
			says := ""
			if err := Check(path, pageSize, Look(look)); err != nil {
				says = err.Error()
			}
			if says != want {
				t.Errorf("%s, look %d: %q, want %q", name, look, says, want)
			}
		}
	}
	if err := Check(filepath.Join(t.TempDir(), "none"), pageSize, Deep); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("a file that does not exist: %v", err)
	}
}

// All keys below the last child of a branch page are smaller than the first key of the branch page to
// its right.
func TestLastChild(t *testing.T) {
	const late = "page 3: page 4: page 6: element 0 is out of order"
	for key, want := range map[string]string{"a": "", "l": "", "m": late, "z": late} {
		m := make(image, 7*pageSize)
		m.meta(0, 3, noFreelist, 7, 1)
		branch(m.head(3, branchPage, 2, 0), "am", 4, 5)
		branch(m.head(4, branchPage, 1, 0), "a", 6)
		leaf(m.head(5, leafPage, 0, 0), pair{"m", "1", false})
		leaf(m.head(6, leafPage, 0, 0), pair{key, "2", false})
		says := ""
		if err := Check(stored(t, m), pageSize, Deep); err != nil {
			says = err.Error()
		}
		if says != want {
			t.Errorf("%s below the neighbour m: %q, want %q", key, says, want)
		}
	}
}

// A tree that is higher than any valid tree is reported as damage.
func TestHeight(t *testing.T) {
	for height, want := range map[int]string{mostHeight: "", mostHeight + 1: "page %d does not exist"} {
		m := make(image, (4+height)*pageSize)
		last := 3 + height
		m.meta(0, 3, noFreelist, uint64(last+1), 1)
		for i := range height {
			branch(m.head(3+i, branchPage, 1, 0), "a", 4+i)
		}
		leaf(m.head(last, leafPage, 0, 0), pair{"a", "1", false})
		p := pages{file: bytes.NewReader(m), size: pageSize, seen: make([]bool, last+1)}
		if want != "" {
			want = fmt.Sprintf(want, last)
		}
		got, err := p.height(3)
		if want == "" && (err != nil || got != height) || want != "" && (err == nil || err.Error() != want) {
			t.Errorf("height %d: %d, %v; want %q", height, got, err, want)
		}
	}
}

// torn is a file that can't be read from an offset on.
type torn struct {
	image
	from int64
}

var errTorn = errors.New("torn")

func (f torn) ReadAt(p []byte, off int64) (int, error) {
	if off+int64(len(p)) > f.from {
		return 0, errTorn
	}
	return bytes.NewReader(f.image).ReadAt(p, off)
}

// A page that can't be read is an error, wherever it is read.
func TestTorn(t *testing.T) {
	m := make(image, 5*pageSize)
	leaf(m.head(2, leafPage, 0, 1), pair{"a", "1", false})
	for _, from := range []int64{0, 2 * pageSize, 3 * pageSize} {
		p := pages{file: torn{m, from}, size: pageSize, seen: make([]bool, 5)}
		if _, err := p.read(2); !errors.Is(err, errTorn) {
			t.Errorf("a file torn at %d is read: %v", from, err)
		}
		if _, err := newestMeta(p.file, pageSize); from == 0 && !errors.Is(err, errTorn) {
			t.Errorf("the head of a torn file: %v", err)
		}
		if _, err := p.height(2); from < 3*pageSize && !errors.Is(err, errTorn) {
			t.Errorf("a file torn at %d has a height: %v", from, err)
		}
	}
}

// Files that bbolt writes are sound: with many pages, large values, buckets in buckets, free pages,
// without a list of free pages, and with one longer than a page can count. The package also
// recognises them as files of bbolt.
func TestWhatBboltWrites(t *testing.T) {
	for _, listed := range []bool{true, false} {
		path := filepath.Join(t.TempDir(), "bolt.db")
		db, err := bbolt.Open(path, 0o600, &bbolt.Options{PageSize: 1024, NoFreelistSync: !listed, NoSync: true})
		if err != nil {
			t.Fatal(err)
		}
		fill := func(tx *bbolt.Tx) error {
			b, err := tx.CreateBucketIfNotExists([]byte("b"))
			for i := range 900 {
				err = errors.Join(err, b.Put(fmt.Append(nil, "key", i), bytes.Repeat([]byte("v"), 5*i)))
			}
			inside, err2 := b.CreateBucketIfNotExists([]byte("inside"))
			return errors.Join(err, err2, inside.Put([]byte("k"), []byte("v")))
		}
		drop := func(tx *bbolt.Tx) error {
			return errors.Join(tx.DeleteBucket([]byte("b")), tx.Bucket([]byte("a")).Put([]byte("x"), nil))
		}
		for _, do := range []func(*bbolt.Tx) error{
			fill, func(tx *bbolt.Tx) error { _, err := tx.CreateBucket([]byte("a")); return err }, drop, fill,
		} {
			if err := db.Update(do); err != nil {
				t.Fatal(err)
			}
		}
		if err := db.Close(); err != nil {
			t.Fatal(err)
		}
		for _, look := range []Look{Quick, Deep} {
			if err := Check(path, 1024, look); err != nil {
				t.Errorf("with a list of free pages: %t, look %d: %v", listed, look, err)
			}
		}
	}
}

// A file is recognised by its first head page, however short it is.
func TestBolt(t *testing.T) {
	m := sound()
	for name, c := range map[string]struct {
		file []byte
		want bool
	}{
		"whole": {m, true}, "its head": {m[:20], true}, "less": {m[:19], false}, "nothing": {nil, false},
		"another": {append([]byte("0123456789abcdef"), 0xEE, 0xDA, 0x0C, 0xED), false},
	} {
		if got := Bolt(bytes.NewReader(c.file)); got != c.want {
			t.Errorf("%s: %t, want %t", name, got, c.want)
		}
	}
}
