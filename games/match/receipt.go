package match

import (
	"crypto/sha256"
	"encoding/hex"

	"paddock/games"
)

// Receipt fixes what a seat has arranged in secret, without telling it (S16, P31): the digest is published when all have confirmed, the salt and
// what was arranged when the match is over. Without the salt nobody can find it by trying likely arrangements; with it nobody can have changed it.
type Receipt struct {
	Digest string // SHA-256 of the salt's bytes and then the text's, in hex
	Salt   string // 16 bytes in hex: secret until the end
}

// saltBytes is the length of a salt.
const saltBytes = 16

// newReceipt makes the receipt of a text.
func newReceipt(salt [saltBytes]byte, text string) Receipt {
	return Receipt{Digest: digest(salt[:], text), Salt: hex.EncodeToString(salt[:])}
}

func digest(salt []byte, text string) string {
	sum := sha256.Sum256(append(salt[:len(salt):len(salt)], text...))
	return hex.EncodeToString(sum[:])
}

// Fits reports whether the receipt was made of this text.
func (r Receipt) Fits(text string) bool {
	salt, err := hex.DecodeString(r.Salt)
	return err == nil && len(salt) == saltBytes && digest(salt, text) == r.Digest
}

// seal makes the receipts once every seat has confirmed its arrangement, in games that have such.
func (d *draft) seal(pos *games.Position) error {
	if len(d.Receipts) > 0 || d.Status != Running {
		return nil
	}
	var receipts []Receipt
	for seat := range d.Players {
		text := pos.View(games.Seat(seat)).Arranged(games.Seat(seat))
		if text == "" {
			return nil
		}
		var salt [saltBytes]byte
		if err := d.random(salt[:]); err != nil {
			return err
		}
		receipts = append(receipts, newReceipt(salt, text))
	}
	for seat, r := range receipts {
		d.add(Event{Kind: Sealed, User: d.Players[seat].User, Seat: games.Seat(seat), Note: r.Digest})
	}
	d.Receipts = receipts
	return nil
}

// Opened is a receipt that everybody may check.
type Opened struct {
	Receipt
	Seat games.Seat
	Text string // what the seat had arranged
}

// Command is a line for a POSIX shell that prints the receipt's digest, computed without us: it needs xxd and sha256sum.
func (o Opened) Command() string {
	return "(printf %s " + o.Salt + " | xxd -r -p; printf %s " + o.Text + ") | sha256sum"
}

// Open gives the receipts of a match that is over, with what they are receipts of. Before the end, and for ever where the players have agreed that
// nothing is revealed, there are none: a salt without its text would let everybody guess.
func (s *Service) Open(r Record) ([]Opened, error) {
	if r.Status != Over || len(r.Receipts) == 0 {
		return nil, nil
	}
	view, err := s.View(r, games.Spectator)
	if err != nil {
		return nil, err
	}
	var all []Opened
	for seat, receipt := range r.Receipts {
		if text := view.Arranged(games.Seat(seat)); text != "" {
			all = append(all, Opened{receipt, games.Seat(seat), text})
		}
	}
	return all, nil
}
