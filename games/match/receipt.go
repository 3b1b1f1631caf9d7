package match

import (
	"crypto/sha256"
	"encoding/hex"
)

// Receipt fixes what a seat has arranged in secret, without telling it (S16, P31): the digest is published when all have confirmed, the salt and
// what was arranged when the match is over. Without the salt nobody can find it by trying likely arrangements; with it nobody can have changed it.
type Receipt struct {
	Digest string // SHA-256 of the salt's bytes and then the text's, in hex
	Salt   string // 16 bytes in hex: secret until the end
}

// Salt is what makes a receipt impossible to guess: drawn by lot.
type Salt [16]byte

// Receipt is the receipt of a text.
func (s Salt) Receipt(text string) Receipt {
	return Receipt{Digest: digest(s[:], text), Salt: hex.EncodeToString(s[:])}
}

func digest(salt []byte, text string) string {
	sum := sha256.Sum256(append(salt[:len(salt):len(salt)], text...))
	return hex.EncodeToString(sum[:])
}

// Fits reports whether the receipt was made of this text.
func (r Receipt) Fits(text string) bool {
	salt, err := hex.DecodeString(r.Salt)
	return err == nil && len(salt) == len(Salt{}) && digest(salt, text) == r.Digest
}
