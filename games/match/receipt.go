package match

import (
	"crypto/sha256"
	"encoding/hex"
)

// Receipt commits a seat to its secret set-up without revealing it (S16, P31). The digest is
// published when all seats have confirmed, the salt and the set-up when the match is over. Without
// the salt nobody can guess the set-up from the digest. With it everybody can verify that the
// set-up was not changed.
type Receipt struct {
	Digest string // SHA-256 of the salt's bytes followed by the text, in hex
	Salt   string // 16 bytes in hex: secret until the end
}

// Salt is the random part of a receipt that makes it impossible to guess.
type Salt [16]byte

// Receipt returns the receipt of a text.
func (s Salt) Receipt(text string) Receipt {
	return Receipt{Digest: digest(s[:], text), Salt: hex.EncodeToString(s[:])}
}

func digest(salt []byte, text string) string {
	sum := sha256.Sum256(append(salt[:len(salt):len(salt)], text...))
	return hex.EncodeToString(sum[:])
}

// Seal commits to the receipts of all seats at once: half of the SHA-256 of their digests, in hex. It
// is short enough for a line in the channel, and too long for anybody to find a second match that
// has it.
func (r Record) Seal() string {
	var all string
	for _, receipt := range r.Receipts {
		all += receipt.Digest
	}
	return digest(nil, all)[:32]
}

// SealCommand returns a POSIX shell command that computes the seal independently.
func (r Record) SealCommand() string {
	said := "printf %s"
	for _, receipt := range r.Receipts {
		said += " " + receipt.Digest
	}
	return said + " | sha256sum | cut -c 1-32"
}

// Fits reports whether the receipt was made of this text.
func (r Receipt) Fits(text string) bool {
	salt, err := hex.DecodeString(r.Salt)
	return err == nil && len(salt) == len(Salt{}) && digest(salt, text) == r.Digest
}
