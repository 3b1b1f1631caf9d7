package storage

import (
	"encoding/binary"
	"fmt"
	"hash/crc32"
)

// Records and events end with a checksum of their bytes (CRC-32C) and a mark. What was stored before there were checksums ends with the brace of its
// JSON instead, and is taken as it is.

const (
	sealMark = 1
	sealSize = 5
)

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// seal adds the checksum.
func seal(value []byte) []byte {
	return append(binary.BigEndian.AppendUint32(value, crc32.Checksum(value, castagnoli)), sealMark)
}

// unseal is a value without its checksum, which must be right.
func unseal(value []byte) ([]byte, error) {
	n := len(value)
	if n > 0 && value[n-1] == '}' {
		return value, nil
	}
	if n < sealSize || value[n-1] != sealMark {
		return nil, fmt.Errorf("%w: an entry is cut off", ErrDamaged)
	}
	text := value[:n-sealSize]
	if binary.BigEndian.Uint32(value[n-sealSize:]) != crc32.Checksum(text, castagnoli) {
		return nil, fmt.Errorf("%w: an entry's checksum is wrong", ErrDamaged)
	}
	return text, nil
}
