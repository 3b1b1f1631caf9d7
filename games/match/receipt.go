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

// Fits reports whether the receipt was made of this text.
func (r Receipt) Fits(text string) bool {
	salt, err := hex.DecodeString(r.Salt)
	return err == nil && len(salt) == len(Salt{}) && digest(salt, text) == r.Digest
}
