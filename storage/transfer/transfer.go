// Package transfer moves everything that one store has into another, of whichever engine: in pages, each of which is stored together with how far it
// goes, so that a transfer that was stopped goes on where it was; and at last compares the two. What is moved are the texts as they are stored.
//
// It knows no engine: those implement [Store]. Start reading at [Run].
package transfer

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"math/bits"
	"strings"
)

// Kind is what an Item is.
type Kind string

// The kinds, in the order in which they are moved, and their keys and values. All JSON is as in paddock/games/match, but for tournaments.
const (
	Matches     Kind = "matches"     // id: JSON of the record, with its events
	Causes      Kind = "causes"      // cause: "day seq id"
	Users       Kind = "users"       // id: JSON
	Guilds      Kind = "guilds"      // id: JSON
	Notes       Kind = "notes"       // key: JSON of a string
	Erasures    Kind = "erasures"    // user: what they become
	Audits      Kind = "audits"      // guild, a blank and the number: JSON
	Tournaments Kind = "tournaments" // id: JSON
)

var kinds = []Kind{Matches, Causes, Users, Guilds, Notes, Erasures, Audits, Tournaments}

// Item is one thing that is moved.
type Item struct {
	Key    string
	Value  []byte
	Events [][]byte // of a match: JSON, in order
}

// Store is what an engine has to offer. Nobody else writes meanwhile.
type Store interface {
	// Export reads at most most items of a kind after a place, which is empty at the beginning, and the place after them, which is empty at the end.
	// What only makes it faster to find something is no item, for it follows from the rest.
	Export(ctx context.Context, kind Kind, after string, most int) (items []Item, next string, err error)
	// Import adds items, which may be none, with all that follows from them, together with a progress. All or nothing.
	Import(ctx context.Context, kind Kind, items []Item, progress string) error
	// Progress is what the newest Import was given, empty if there was none, and how many matches there are.
	Progress(ctx context.Context) (progress string, matches int, err error)
}

// Stage is what is being done, for a progress bar.
type Stage string

// The stages.
const (
	Copying   Stage = "copying"
	Comparing Stage = "comparing"
)

// Errors of Run.
var (
	ErrNotEmpty = errors.New("transfer: there is something in the target already, and not from an earlier transfer of the same source")
	ErrDiffers  = errors.New("transfer: the copy differs from what was copied")
)

// page is how many items are moved in one transaction.
const page = 2000

// Sum is all that a store has, in short: two stores with the same Sum have the same content.
type Sum struct {
	Count  map[Kind]int
	Events int
	Digest [2]uint64 // the sum of the digests of all items
}

// Run copies what from has into to, which is empty or was left by a Run that was stopped, and then compares the two. From is a name of the source, by
// which a later Run knows that it goes on with the same. Report, which may be nil, is told how many matches are done.
func Run(ctx context.Context, from, to Store, name string, report func(stage Stage, done, total int)) (Sum, error) {
	if report == nil {
		report = func(Stage, int, int) {}
	}
	_, total, err := from.Progress(ctx)
	if err != nil {
		return Sum{}, err
	}
	if err := move(ctx, from, to, name, total, report); err != nil {
		return Sum{}, err
	}
	was, err := Summarise(ctx, from, func(done int) { report(Comparing, done, 2*total) })
	if err != nil {
		return Sum{}, fmt.Errorf("read the source again: %w", err)
	}
	is, err := Summarise(ctx, to, func(done int) { report(Comparing, total+done, 2*total) })
	if err != nil {
		return Sum{}, fmt.Errorf("read the copy: %w", err)
	}
	if fmt.Sprint(was) != fmt.Sprint(is) {
		return is, fmt.Errorf("%w: %v; it has %v", ErrDiffers, was, is)
	}
	return is, to.Import(ctx, Matches, nil, "")
}

// move copies what has not been copied.
func move(ctx context.Context, from, to Store, name string, total int, report func(Stage, int, int)) error {
	kind, after, err := begin(ctx, to, name)
	if err != nil {
		return err
	}
	_, done, err := to.Progress(ctx)
	if err != nil {
		return err
	}
	for ; kind < len(kinds); kind, after = kind+1, "" {
		for {
			items, next, err := from.Export(ctx, kinds[kind], after, page)
			if err != nil {
				return fmt.Errorf("read %s: %w", kinds[kind], err)
			}
			progress := fmt.Sprintf("%d %s\n%s", kind, next, name)
			if next == "" {
				progress = fmt.Sprintf("%d \n%s", kind+1, name)
			}
			if err := to.Import(ctx, kinds[kind], items, progress); err != nil {
				return fmt.Errorf("write %s: %w", kinds[kind], err)
			}
			if kinds[kind] == Matches {
				done += len(items)
				report(Copying, done, total)
			}
			if after = next; next == "" {
				break
			}
		}
	}
	return nil
}

// begin finds where to go on.
func begin(ctx context.Context, to Store, name string) (kind int, after string, err error) {
	progress, _, err := to.Progress(ctx)
	if err != nil {
		return 0, "", err
	}
	if progress == "" {
		for _, k := range kinds {
			items, _, err := to.Export(ctx, k, "", 1)
			if err != nil {
				return 0, "", err
			}
			if len(items) > 0 {
				return 0, "", ErrNotEmpty
			}
		}
		return 0, "", to.Import(ctx, Matches, nil, "0 \n"+name)
	}
	place, source, _ := strings.Cut(progress, "\n")
	number, after, _ := strings.Cut(place, " ")
	if _, err := fmt.Sscan(number, &kind); err != nil || source != name {
		return 0, "", ErrNotEmpty
	}
	return kind, after, nil
}

// Summarise reads all that a store has.
func Summarise(ctx context.Context, s Store, report func(done int)) (Sum, error) {
	sum := Sum{Count: make(map[Kind]int)}
	for _, kind := range kinds {
		for after := ""; ; {
			items, next, err := s.Export(ctx, kind, after, page)
			if err != nil {
				return sum, fmt.Errorf("read %s: %w", kind, err)
			}
			for _, item := range items {
				sum.add(kind, item)
			}
			if kind == Matches {
				report(sum.Count[kind])
			}
			if after = next; next == "" {
				break
			}
		}
	}
	return sum, nil
}

// add adds an item: its digest to the sum of digests, so that the order makes no difference.
func (s *Sum) add(kind Kind, item Item) {
	text := make([]byte, 0, 4096)
	part := func(p []byte) { text = append(binary.AppendUvarint(text, uint64(len(p))), p...) }
	part([]byte(kind))
	part([]byte(item.Key))
	part(item.Value)
	for _, e := range item.Events {
		part(e)
	}
	digest := sha256.Sum256(text)
	var carry uint64
	s.Digest[0], carry = bits.Add64(s.Digest[0], binary.BigEndian.Uint64(digest[:]), 0)
	s.Digest[1], _ = bits.Add64(s.Digest[1], binary.BigEndian.Uint64(digest[8:]), carry)
	s.Count[kind]++
	s.Events += len(item.Events)
}
