package board

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// Counts is the number of pieces of each rank, in the order of Ranks: [0] Flags, [1] to [9] by
// number, [10] Spies, [11] Bombs (S6).
type Counts [12]int8

// These are the armies that have names (S7).
var (
	Classic = Counts{1, 1, 1, 2, 3, 4, 4, 4, 5, 8, 1, 6}
	Barrage = Counts{1, 1, 1, 0, 0, 0, 0, 0, 1, 2, 1, 1}
	Duel    = Counts{1, 1, 1, 0, 0, 0, 0, 0, 2, 2, 1, 2}
)

// Sum returns the number of pieces.
func (c Counts) Sum() (n int) {
	for _, k := range c {
		n += int(k)
	}
	return n
}

// String returns the array text: twelve numbers with commas (S8).
func (c Counts) String() string {
	var parts []string
	for _, k := range c {
		parts = append(parts, strconv.Itoa(int(k)))
	}
	return strings.Join(parts, ",")
}

// ParseCounts reads the name of an army or its array text. The error is a sentence (S8).
func ParseCounts(text string) (Counts, error) {
	switch strings.ToLower(strings.TrimSpace(text)) {
	case "classic":
		return Classic, nil
	case "barrage":
		return Barrage, nil
	case "duel":
		return Duel, nil
	}
	var c Counts
	parts := strings.Split(text, ",")
	if len(parts) != len(c) {
		return c, fmt.Errorf("an army is classic, barrage, duel, or twelve numbers with commas, not %d", len(parts))
	}
	for i, p := range parts {
		n, err := strconv.Atoi(strings.TrimSpace(p))
		if err != nil || n < 0 || n > Most {
			return c, fmt.Errorf("%q is no number of pieces", p)
		}
		c[i] = int8(n)
	}
	return c, c.Check()
}

// Most is the largest number of pieces of an army.
const Most = 40

// Check returns an error unless the counts are a playable army (S8). The error is a sentence.
func (c Counts) Check() error {
	movable := 0
	for i, n := range c {
		if Ranks[i].Movable() {
			movable += int(n)
		}
	}
	switch {
	case c.Sum() > Most:
		return fmt.Errorf("an army has at most %d pieces, not %d", Most, c.Sum())
	case c[0] != 1:
		return fmt.Errorf("an army has exactly one Flag, not %d", c[0])
	case movable == 0:
		return fmt.Errorf("an army needs a piece that can move")
	}
	return nil
}

// Words returns the counts in words: "Flag, Marshal, 2 Scouts".
func (c Counts) Words() string {
	var parts []string
	for i, n := range c {
		switch {
		case n == 1:
			parts = append(parts, Ranks[i].Name())
		case n != 0:
			parts = append(parts, Ranks[i].Many(int(n)))
		}
	}
	return strings.Join(parts, ", ")
}

// ParsePieces reads pieces as people and Words write them: "1 flag, marshal, 2 scouts and a spy".
// The error is a sentence.
func ParsePieces(text string) (c Counts, err error) {
	text = strings.NewReplacer(" and ", ",", "+", ",", ";", ",", "×", " ").Replace(strings.ToLower(text))
	for part := range strings.SplitSeq(text, ",") {
		words := strings.Fields(part)
		n, counted := 1, false
		if len(words) == 2 {
			var err error
			if n, err = strconv.Atoi(words[0]); words[0] == "a" || words[0] == "one" {
				n = 1
			} else if err != nil || n < 1 || n > Most {
				return c, fmt.Errorf("%q is no number of pieces from 1 to %d", words[0], Most)
			}
			words, counted = words[1:], true
		}
		if len(words) != 1 {
			return c, fmt.Errorf("%q is no piece with its number, such as 2 scouts", strings.TrimSpace(part))
		}
		one, many := strings.CutSuffix(strings.Replace(words[0], "spies", "spys", 1), "s")
		rank, known := ParseRank(words[0])
		if !known && many && len(one) > 1 {
			rank, known = ParseRank(one)
			if known && !counted {
				return c, fmt.Errorf("it must be said how many %s, such as 2 %s", words[0], words[0])
			}
		}
		if !known || !counted && len(words[0]) == 1 {
			return c, fmt.Errorf("%q is no rank: Flag, Marshal, General, Colonel, Major, Captain, Lieutenant, Sergeant, Miner, Scout, Spy or Bomb", words[0])
		}
		i := TranslateRank(rank)
		c[i] = int8(min(int(c[i])+n, Most+1))
	}
	return c, nil
}

// TranslateRank returns the index of a rank in Counts, or -1 for any other rank (S10).
func TranslateRank(r Rank) int { return slices.Index(Ranks[:], r) }

// Army holds the pieces that a side still has to place. It is a value.
type Army struct{ full, left Counts }

// NewArmy returns an army with all its pieces still to place.
func NewArmy(c Counts) Army { return Army{full: c, left: c} }

// Capacity returns the number of pieces of the whole army.
func (a Army) Capacity() int { return a.full.Sum() }

// Remaining returns the number of pieces not yet placed.
func (a Army) Remaining() int { return a.left.Sum() }

// Allocate takes a piece of a rank out of the army. It returns false if none is left.
func (a *Army) Allocate(r Rank) bool {
	i := TranslateRank(r)
	if i < 0 || a.left[i] == 0 {
		return false
	}
	a.left[i]--
	return true
}

// Deallocate puts a piece back. It returns false if all pieces of that rank are in the army already
// (S10).
func (a *Army) Deallocate(r Rank) bool {
	i := TranslateRank(r)
	if i < 0 || a.left[i] == a.full[i] {
		return false
	}
	a.left[i]++
	return true
}

// String lists all ranks of the army with the number left.
func (a Army) String() string { return a.list(func(i int) bool { return a.full[i] > 0 }) }

// PieceList lists only the ranks with pieces left.
func (a Army) PieceList() string { return a.list(func(i int) bool { return a.left[i] > 0 }) }

func (a Army) list(show func(i int) bool) string {
	var parts []string
	for i, r := range Ranks {
		if show(i) {
			parts = append(parts, fmt.Sprintf("%d × %s", a.left[i], r.Title()))
		}
	}
	return strings.Join(parts, ", ")
}

// Output returns the army's list under its team's name.
func (a Army) Output(t Team) string { return string(t) + "'s Remaining Armies\n" + a.String() }
