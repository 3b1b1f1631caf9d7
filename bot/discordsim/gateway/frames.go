package gateway

import (
	"bufio"
	"crypto/sha1"
	"encoding/base64"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
)

// WebSocket frames (RFC 6455), the server's side by hand: text out, masked frames in.
const (
	opContinue = 0x0
	opText     = 0x1
	opBinary   = 0x2
	opClose    = 0x8
	opPing     = 0x9
	opPong     = 0xA
)

// maxFrame is what Discord takes in one gateway message from a bot.
const maxFrame = 4096

var (
	errUnmasked = errors.New("client frame is not masked")
	errFrameBig = errors.New("gateway message over 4,096 bytes")
)

// accept is the value that proves a handshake.
func accept(key string) string {
	sum := sha1.Sum([]byte(key + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11"))
	return base64.StdEncoding.EncodeToString(sum[:])
}

// upgrade answers a handshake on w, which is the raw connection.
func upgrade(req *http.Request, w io.Writer) error {
	key := req.Header.Get("Sec-WebSocket-Key")
	if !strings.EqualFold(req.Header.Get("Upgrade"), "websocket") || key == "" {
		fmt.Fprint(w, "HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\nConnection: close\r\n\r\n")
		return errors.New("not a WebSocket handshake")
	}
	_, err := fmt.Fprintf(w, "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"+
		"Sec-WebSocket-Accept: %s\r\n\r\n", accept(key))
	return err
}

// frame is a whole server frame: final, unmasked.
func frame(op byte, payload []byte) []byte {
	head := []byte{0x80 | op}
	switch n := len(payload); {
	case n <= 125:
		head = append(head, byte(n))
	case n <= 65535:
		head = binary.BigEndian.AppendUint16(append(head, 126), uint16(n))
	default:
		head = binary.BigEndian.AppendUint64(append(head, 127), uint64(n))
	}
	return append(head, payload...)
}

func closePayload(code int, reason string) []byte {
	return append(binary.BigEndian.AppendUint16(nil, uint16(code)), reason...)
}

// closeCode reads the code of a client's close frame; 1005 if it has none.
func closeCode(payload []byte) int {
	if len(payload) < 2 {
		return 1005
	}
	return int(binary.BigEndian.Uint16(payload))
}

// readMessage reads the next message, put together from its fragments. Control frames come alone.
func readMessage(r *bufio.Reader) (op byte, payload []byte, err error) {
	for {
		fin, code, part, err := readFrame(r)
		if err != nil {
			return 0, nil, err
		}
		if code >= opClose {
			return code, part, nil
		}
		if code != opContinue {
			op = code
		}
		if payload = append(payload, part...); len(payload) > maxFrame {
			return op, nil, errFrameBig
		}
		if fin {
			return op, payload, nil
		}
	}
}

func readFrame(r *bufio.Reader) (fin bool, op byte, payload []byte, err error) {
	var head [2]byte
	if _, err := io.ReadFull(r, head[:]); err != nil {
		return false, 0, nil, err
	}
	if head[1]&0x80 == 0 {
		return false, 0, nil, errUnmasked
	}
	n, err := readLength(r, head[1]&0x7F)
	if err != nil {
		return false, 0, nil, err
	}
	if n > maxFrame {
		return false, 0, nil, errFrameBig
	}
	var mask [4]byte
	if _, err := io.ReadFull(r, mask[:]); err != nil {
		return false, 0, nil, err
	}
	payload = make([]byte, n)
	if _, err := io.ReadFull(r, payload); err != nil {
		return false, 0, nil, err
	}
	for i := range payload {
		payload[i] ^= mask[i%4]
	}
	return head[0]&0x80 != 0, head[0] & 0x0F, payload, nil
}

func readLength(r io.Reader, short byte) (uint64, error) {
	switch short {
	case 126:
		var b [2]byte
		_, err := io.ReadFull(r, b[:])
		return uint64(binary.BigEndian.Uint16(b[:])), err
	case 127:
		var b [8]byte
		_, err := io.ReadFull(r, b[:])
		return binary.BigEndian.Uint64(b[:]), err
	}
	return uint64(short), nil
}
