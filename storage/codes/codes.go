// Package codes migrates a database from schema 4 to 5. Before, events and records contained
// sentences where they now contain codes, and the bucket of erasures had another name. It uses no
// code that may change. Start reading at [Keep].
package codes

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"errors"
	"strings"

	"go.etcd.io/bbolt"
)

// RenameDepartures renames the bucket of erasures. It is the first part of the migration.
func RenameDepartures(tx *bbolt.Tx) error {
	now, err := tx.CreateBucket([]byte("erasures"))
	if err != nil {
		return err
	}
	if err := tx.Bucket([]byte("departures")).ForEach(now.Put); err != nil {
		return err
	}
	return tx.DeleteBucket([]byte("departures"))
}

const (
	codesBatch = 20_000    // entries converted per transaction
	codesOfLog = 1 << 63   // this bit marks entry numbers of the log, which comes after the records
	codesMask  = 1<<63 - 1 // the entry number without the mark
)

// Keep does the second part of the migration: it converts all records and then the whole log.
func Keep(tx *bbolt.Tx, from uint64) (next uint64, err error) {
	if from < codesOfLog {
		next, err = editEntries(tx.Bucket([]byte("matches")), from, codesInRow)
		if next == 0 {
			next = codesOfLog
		}
		return next, err
	}
	next, err = editEntries(tx.Bucket([]byte("log")), from&codesMask, codesInLine)
	if next != 0 {
		next |= codesOfLog
	}
	return next, err
}

// editEntries replaces entries by the result of edit; nil keeps an entry. It returns the next
// number to continue from, 0 at the end.
func editEntries(b *bbolt.Bucket, from uint64, edit func(value []byte) ([]byte, error)) (next uint64, err error) {
	type entry struct{ key, value []byte }
	var edited []entry
	c := b.Cursor()
	k, v := c.Seek(binary.BigEndian.AppendUint64(nil, from))
	for n := 0; k != nil && n < codesBatch; n++ {
		now, err := edit(v)
		if err != nil {
			return 0, err
		}
		if now != nil {
			edited = append(edited, entry{bytes.Clone(k), now})
		}
		k, v = c.Next()
	}
	if k != nil {
		next = binary.BigEndian.Uint64(k)
	}
	for _, e := range edited {
		if err := b.Put(e.key, e.value); err != nil {
			return 0, err
		}
	}
	return next, nil
}

var errCutOff = errors.New("an entry is cut off")

// codesInRow edits a record: 8 bytes of head, two lists with their lengths, then the record's JSON.
func codesInRow(row []byte) ([]byte, error) {
	at := 8
	for range 2 {
		if at > len(row) {
			return nil, errCutOff
		}
		n, w := binary.Uvarint(row[at:])
		if w <= 0 || n > uint64(len(row)-at-w) {
			return nil, errCutOff
		}
		at += w + int(n)
	}
	if !bytes.Contains(row[at:], []byte(`"Parked":`)) && !bytes.Contains(row[at:], []byte(decidedFormat)) {
		return nil, nil
	}
	return editJSON(row[:at], row[at:], codesInRecord)
}

// codesInLine edits an event: its match, 0, its JSON.
func codesInLine(line []byte) ([]byte, error) {
	at := bytes.IndexByte(line, 0) + 1
	if !bytes.Contains(line[at:], []byte(`"Note":`)) {
		return nil, nil
	}
	return editJSON(line[:at], line[at:], codesInEvent)
}

// editJSON edits fields of a JSON object that follows head.
func editJSON(head, text []byte, edit func(object) bool) ([]byte, error) {
	var o object
	if err := json.Unmarshal(text, &o); err != nil {
		return nil, err
	}
	if !edit(o) {
		return nil, nil
	}
	text, err := json.Marshal(o)
	return append(bytes.Clone(head), text...), err
}

// object is a JSON object; unknown fields are kept.
type object map[string]json.RawMessage

func (o object) text(name string) (s string) {
	_ = json.Unmarshal(o[name], &s) // a value of another kind counts as absent
	return s
}

func (o object) put(name, value string) {
	delete(o, name)
	if value != "" {
		o[name], _ = json.Marshal(value) // a string always marshals
	}
}

const (
	decidedFormat = "By decision of %s (%s)"
	decidedPrefix = "By decision of "
)

// parkedCodes maps old sentences for parked matches to codes.
var parkedCodes = map[string]string{
	"its channel is gone":          "channel-gone",
	"I am no longer in its server": "server-left",
}

// ruledCodes maps old sentences for rulings to codes.
var ruledCodes = map[string]string{
	"by the player's wish": "wish", "both agreed": "agreed", "the clock ran out": "clock", "claimed": "claimed",
	"The time of this round is up": "round",
}

func codesInRecord(r object) (changed bool) {
	var parked object
	if json.Unmarshal(r["Parked"], &parked) == nil && parked != nil {
		parked.put("Why", orElse(parkedCodes[parked.text("Reason")], "channel-gone"))
		delete(parked, "Reason")
		r["Parked"], _ = json.Marshal(parked) // can't fail, because it was just unmarshalled
		changed = true
	}
	var outcome struct {
		Say struct{ Args []json.RawMessage }
	}
	var why struct {
		Format string
		Args   []any
	}
	if json.Unmarshal(r["Outcome"], &outcome) == nil && len(outcome.Say.Args) > 0 &&
		json.Unmarshal(outcome.Say.Args[0], &why) == nil &&
		why.Format == decidedFormat && len(why.Args) > 0 {
		name, _ := why.Args[0].(string)
		r.put("DecidedBy", name)
		changed = true
	}
	return changed
}

func codesInEvent(e object) bool {
	note := e.text("Note")
	switch e.text("Kind") {
	case "offered", "declined", "stepped", "extended":
		e.put("Code", note)
		e.put("Note", "")
	case "created":
		old, ok := strings.CutPrefix(note, "rematch of ")
		if !ok {
			return false
		}
		e.put("Code", "rematch")
		e.put("Note", old)
	case "parked":
		e.put("Code", orElse(parkedCodes[note], "channel-gone"))
		e.put("Note", "")
	case "ruled":
		kind, why, _ := strings.Cut(note, " ")
		code, reason := ruledCodes[why], ""
		switch {
		case kind == "moderator":
			code = "moderator"
		case kind == "decide" && code == "":
			code, reason = "member", why
			if said, ok := strings.CutPrefix(why, decidedPrefix); ok {
				_, said, _ = strings.Cut(said, " (")
				reason = strings.TrimSuffix(said, ")")
			}
		}
		e.put("Ruling", kind)
		e.put("Code", code)
		e.put("Note", reason)
	default:
		return false
	}
	return true
}

func orElse(s, fallback string) string {
	if s == "" {
		return fallback
	}
	return s
}
