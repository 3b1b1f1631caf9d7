// Package transfer copies everything from one store to another, of any engine, as stored texts. It
// works in pages, and stores the progress together with each page, so an interrupted transfer can
// continue. At the end it compares the two stores.
//
// It reads one page while it writes the one before, which keeps two processors busy. It reads each
// side once and sums what it reads: the source while copying, then the target. Only a continued
// transfer reads its source again, because that may have changed.
//
// It knows no engine: engines implement [Store]. Start reading at [Run].
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

// Kind is the kind of an Item.
type Kind string

// The kinds, in the order of the transfer, with their keys and values. JSON is that of
// paddock/games/match, or of paddock/games/tourney for tournaments.
const (
	Matches     Kind = "matches"     // match id: JSON of the record, with its events
	Causes      Kind = "causes"      // cause: "day seq id"
	Users       Kind = "users"       // user id: JSON
	Guilds      Kind = "guilds"      // server id: JSON
	Notes       Kind = "notes"       // key: JSON of a string
	Erasures    Kind = "erasures"    // user: their new name
	Audits      Kind = "audits"      // server id, a space and the number: JSON
	Tournaments Kind = "tournaments" // tournament id: JSON
)

var kinds = []Kind{Matches, Causes, Users, Guilds, Notes, Erasures, Audits, Tournaments}

// Item is one entry of a store.
type Item struct {
	Key    string
	Value  []byte
	Events [][]byte // events of a match as JSON, in order
}

// Store is what an engine implements for transfers. Nobody else writes meanwhile.
type Store interface {
	// Export reads at most the given number of items of a kind after a place, and returns the place
	// after them. The empty place is both the beginning and the end. Indexes and other derived data
	// are no items.
	Export(ctx context.Context, kind Kind, after string, most int) (items []Item, next string, err error)
	// Import adds items, possibly none, with their derived data and a progress, in one transaction.
	// While there is a progress, only a transfer can use the store.
	Import(ctx context.Context, kind Kind, items []Item, progress string) error
	// Scan reads all entries of a kind, in no order: each item and each of its events, with their
	// numbers from 1. The arguments of each are valid until it returns.
	Scan(ctx context.Context, kind Kind, each func(key []byte, no int, text []byte)) error
	// Progress returns the progress of the newest Import, empty if there was none, and the number
	// of matches.
	Progress(ctx context.Context) (progress string, matches int, err error)
}

// Stage is a part of a transfer, for a progress bar.
type Stage string

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

// page is the number of items per transaction.
const page = 4000

// Sum summarises the content of a store: equal Sums mean equal content.
type Sum struct {
	Count  map[Kind]int
	Events int
	Digest [2]uint64 // sum of the digests of all items and events, whose order does not matter

	text []byte // buffer for the digest of an item
}

// Run copies everything from one store to another, which is empty or was left by an interrupted
// Run, and then compares the two. Name identifies the source, so that a later Run can verify that
// it continues with the same. Report, which may be nil, gets the number of matches done.
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
	if kind > 0 || after != "" { // an earlier Run was interrupted; the source may have changed since
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

// move copies the rest from a place on, and returns its sum. It reads a page while it writes the
// one before.
func move(ctx context.Context, from, to Store, kind int, after, name string, total int,
	report func(Stage, int, int),
) (Sum, error) {
	_, done, err := to.Progress(ctx)
	if err != nil {
		return Sum{}, err
	}
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	sum := Sum{Count: make(map[Kind]int)}
	pages, failed := make(chan read), make(chan error, 1)
	go func() { // the goroutine ends after the last page, or when ctx ends
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

// begin returns the place to continue from.
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

// reportEvery is the number of matches between two reports of the comparison.
const reportEvery = 1000

// Summarise reads the whole content of a store.
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

// ScanPages implements Scan by Export, for stores without a faster way.
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

// entries calls each for the item and its events.
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

// add adds the digest of an item or event. The order does not matter.
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

// String returns the sum as text.
func (s Sum) String() string {
	return fmt.Sprintf("%v, %d events, digest %016x%016x", s.Count, s.Events, s.Digest[0], s.Digest[1])
}
