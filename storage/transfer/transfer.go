// Package transfer moves everything that one store has into another, of whichever engine: in pages, each of which is stored together with how far it
// goes, so that a transfer that was stopped goes on where it was; and at last compares the two. What is moved are the texts as they are stored.
//
// One page is read while the one before it is written, for reading and writing keep different processors busy. Each side is read once: what is copied is
// summed as it is read, and then what has arrived. Only a transfer that was stopped reads its source again, which may have changed since.
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
	// Import adds items, which may be none, with all that follows from them, together with a progress. All or nothing. As long as there is a progress,
	// nobody but a transfer can use the store.
	Import(ctx context.Context, kind Kind, items []Item, progress string) error
	// Scan reads all entries of a kind, in no order: each item and, by their number from 1 on, each of its events. What each is given is valid until it
	// returns.
	Scan(ctx context.Context, kind Kind, each func(key []byte, no int, text []byte)) error
	// Progress is what the newest Import was given, empty if there was none, and how many matches there are.
	Progress(ctx context.Context) (progress string, matches int, err error)
}

// Stage is what is being done, for a progress bar.
type Stage string

// The stages.
const (
	Copying   Stage = "copying"
	Comparing Stage = "comparing"
	Finishing Stage = "finishing"
)

// Errors of Run.
var (
	ErrNotEmpty = errors.New("transfer: there is something in the target already, and not from an earlier transfer of the same source")
	ErrDiffers  = errors.New("transfer: the copy differs from what was copied")
)

// page is how many items are moved in one transaction.
const page = 4000

// Sum is all that a store has, in short: two stores with the same Sum have the same content.
type Sum struct {
	Count  map[Kind]int
	Events int
	Digest [2]uint64 // the sum of the digests of all items and events

	text []byte // of the newest
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
	kind, after, err := begin(ctx, to, name)
	if err != nil {
		return Sum{}, err
	}
	was, err := move(ctx, from, to, kind, after, name, total, report)
	if err != nil {
		return Sum{}, err
	}
	if kind > 0 || after != "" { // it was stopped, and the source may have changed since
		if was, err = Summarise(ctx, from, func(done int) { report(Comparing, done, total) }); err != nil {
			return Sum{}, fmt.Errorf("read the source again: %w", err)
		}
	}
	is, err := Summarise(ctx, to, func(done int) { report(Comparing, done, total) })
	if err != nil {
		return Sum{}, fmt.Errorf("read the copy: %w", err)
	}
	if was.String() != is.String() {
		return is, fmt.Errorf("%w: %v; it has %v", ErrDiffers, was, is)
	}
	report(Finishing, 0, 0)
	return is, to.Import(ctx, Matches, nil, "")
}

// read is a page that was read.
type read struct {
	kind     int
	items    []Item
	progress string
}

// move copies what has not been copied, from a place on, and returns the sum of it. A page is read while the one before it is written.
func move(ctx context.Context, from, to Store, kind int, after, name string, total int, report func(Stage, int, int)) (Sum, error) {
	_, done, err := to.Progress(ctx)
	if err != nil {
		return Sum{}, err
	}
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	sum := Sum{Count: make(map[Kind]int)}
	pages, failed := make(chan read), make(chan error, 1)
	go func() { // ends with the last page, or with ctx
		defer close(pages)
		failed <- export(ctx, from, kind, after, name, func(p read) error {
			sum.addItems(kinds[p.kind], p.items)
			select {
			case pages <- p:
				return nil
			case <-ctx.Done():
				return ctx.Err()
			}
		})
	}()
	for p := range pages {
		if err := to.Import(ctx, kinds[p.kind], p.items, p.progress); err != nil {
			stop()
			<-failed
			return Sum{}, fmt.Errorf("write %s: %w", kinds[p.kind], err)
		}
		if kinds[p.kind] == Matches {
			done += len(p.items)
			report(Copying, done, total)
		}
	}
	return sum, <-failed
}

// export reads pages from a place on.
func export(ctx context.Context, from Store, kind int, after, name string, each func(read) error) error {
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
			if err := each(read{kind, items, progress}); err != nil {
				return err
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

// reportEvery is how many matches are compared between two reports.
const reportEvery = 1000

// Summarise reads all that a store has.
func Summarise(ctx context.Context, s Store, report func(done int)) (Sum, error) {
	sum := Sum{Count: make(map[Kind]int)}
	for _, kind := range kinds {
		err := s.Scan(ctx, kind, func(key []byte, no int, text []byte) {
			sum.add(kind, key, no, text)
			if n := sum.Count[kind]; kind == Matches && no == 0 && n%reportEvery == 0 {
				report(n)
			}
		})
		if err != nil {
			return sum, fmt.Errorf("read %s: %w", kind, err)
		}
	}
	report(sum.Count[Matches])
	return sum, nil
}

// ScanPages is Scan by Export, for stores that have nothing faster.
func ScanPages(ctx context.Context, s Store, kind Kind, each func(key []byte, no int, text []byte)) error {
	for after := ""; ; {
		items, next, err := s.Export(ctx, kind, after, page)
		if err != nil {
			return err
		}
		for _, item := range items {
			item.entries(each)
		}
		if after = next; next == "" {
			return nil
		}
	}
}

// entries are the item and its events.
func (i Item) entries(each func(key []byte, no int, text []byte)) {
	key := []byte(i.Key)
	each(key, 0, i.Value)
	for n, e := range i.Events {
		each(key, n+1, e)
	}
}

func (s *Sum) addItems(kind Kind, items []Item) {
	for _, item := range items {
		item.entries(func(key []byte, no int, text []byte) { s.add(kind, key, no, text) })
	}
}

// add adds the digest of an item, or of an event of one, to the sum of digests, so that the order makes no difference.
func (s *Sum) add(kind Kind, key []byte, no int, text []byte) {
	b := append(s.text[:0], kind...)
	b = append(binary.AppendUvarint(b, uint64(len(key))), key...)
	b = append(binary.AppendUvarint(b, uint64(no)), text...)
	s.text = b
	digest := sha256.Sum256(b)
	var carry uint64
	s.Digest[0], carry = bits.Add64(s.Digest[0], binary.BigEndian.Uint64(digest[:]), 0)
	s.Digest[1], _ = bits.Add64(s.Digest[1], binary.BigEndian.Uint64(digest[8:]), carry)
	if no == 0 {
		s.Count[kind]++
	} else {
		s.Events++
	}
}

// String is all of it.
func (s Sum) String() string {
	return fmt.Sprintf("%v, %d events, digest %016x%016x", s.Count, s.Events, s.Digest[0], s.Digest[1])
}
