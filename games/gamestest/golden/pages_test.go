package golden

import "testing"

// A page in a golden file is written as its differences from the most similar earlier page. A page
// that is similar to none is written whole.
func TestPages(t *testing.T) {
	var p Pages
	p.Add("first", "a\nb\nc\nd\ne\nf\n")
	p.Add("other", "1\n2\n3\n4\n5\n6\n")
	p.Add("again", "a\nb\nc\nd\ne\nf\n")
	p.Say("%d lines", 6)
	p.Add("replaced", "a\nB\nc\nd\ne\nf\n")
	p.Add("longer", "0\n1\n2\n3\n4\n5\n6\n7\n")
	p.Add("shorter", "a\nB\nf\n")
	p.Add("both", "a\nX\nY\nc\nd\ne\n")
	const want = `# first
a
b
c
d
e
f
# other
1
2
3
4
5
6
# again = first
6 lines
# replaced ~ first
2 B
# longer ~ other
0+ 0
6+ 7
# shorter ~ replaced
3-5 gone
# both ~ replaced
2 X
2+ Y
6-6 gone
`
	if got := p.String(); got != want {
		t.Errorf("the pages are\n%s\n%s", got, Diff(want, got))
	}
}
