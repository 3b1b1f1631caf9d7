package terminal

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"strings"
	"sync"
	"syscall"
	"time"

	"paddock/games"
)

// program is another program as an arena.Player: a child process that answers lines, as
// docs/protocols.md explains. If it is late, dies or writes an invalid answer, it fails at this
// move and is restarted for the next.
type program struct {
	command []string
	talk    dialogue

	mu      sync.Mutex // held by the methods Move and Close
	process *exec.Cmd  // nil: the program is not running
	in      io.WriteCloser
	answers chan string // the program's lines; closed at their end, or after a line that is too long
}

// longestAnswer is the largest number of bytes in a line of a program.
const longestAnswer = 1 << 16

// Move implements arena.Player.
func (p *program) Move(ctx context.Context, v *games.View) (string, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.process == nil {
		if err := p.start(); err != nil {
			return "", fmt.Errorf("%s can't be started: %w", p.command[0], err)
		}
	}
	move, err := p.ask(ctx, v)
	if err != nil {
		p.kill()
	}
	return move, err
}

// dialogue is a protocol for talking to a program.
type dialogue interface {
	// Ask returns the text to write for a view, and the number of lines in the answer.
	Ask(view string) (write string, answers int, err error)
	// Answer returns the move in the lines of an answer.
	Answer(lines []string) (move string, err error)
}

// goLines is the protocol of docs/protocols.md. Each request contains everything that the program
// needs.
type goLines struct{ perMove time.Duration }

func (g goLines) Ask(view string) (write string, answers int, err error) {
	return fmt.Sprintf("go %d %s\n", g.perMove.Milliseconds(), view), 1, nil
}

func (g goLines) Answer(lines []string) (move string, err error) {
	move, ok := strings.CutPrefix(lines[0], "move ")
	if !ok {
		return "", fmt.Errorf("it answers %q", firstOf(lines[0], 80))
	}
	return move, nil
}

func (p *program) ask(ctx context.Context, v *games.View) (string, error) {
	write, answers, err := p.talk.Ask(v.Text())
	if err != nil {
		return "", fmt.Errorf("%s: %w", p.command[0], err)
	}
	in, sent := p.in, make(chan error, 1)
	go func() { // the goroutine ends when the program has read the line or was killed
		_, err := io.WriteString(in, write)
		sent <- err
	}()
	var lines []string
	for len(lines) < answers {
		select {
		case err := <-sent:
			switch {
			case errors.Is(err, syscall.EPIPE):
				return "", fmt.Errorf("%s has ended without an answer", p.command[0])
			case err != nil:
				return "", fmt.Errorf("%s does not read: %w", p.command[0], err)
			}
			sent = nil
		case line, ok := <-p.answers:
			if !ok {
				return "", fmt.Errorf("%s has ended without an answer", p.command[0])
			}
			lines = append(lines, line)
		case <-ctx.Done():
			return "", ctx.Err()
		}
	}
	move, err := p.talk.Answer(lines)
	if err != nil {
		return "", fmt.Errorf("%s gives no answer: %w", p.command[0], err)
	}
	return move, nil
}

// firstOf returns the first bytes of a text.
func firstOf(text string, most int) string { return text[:min(len(text), most)] }

func (p *program) start() error {
	cmd := exec.Command(p.command[0], p.command[1:]...)
	ownGroup(cmd)
	in, err := cmd.StdinPipe()
	if err != nil {
		return err
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		return err
	}
	if err := cmd.Start(); err != nil {
		return err
	}
	// the channel is unbuffered, so that a program that writes too much is blocked by its pipe
	answers := make(chan string)
	go func() { // the goroutine ends with the process
		defer close(answers)
		lines := bufio.NewScanner(out)
		lines.Buffer(nil, longestAnswer)
		for lines.Scan() {
			answers <- lines.Text()
		}
	}()
	p.process, p.in, p.answers = cmd, in, answers
	return nil
}

// Close ends the program if it runs.
func (p *program) Close() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.process != nil {
		p.kill()
	}
}

// kill kills the program and all processes that it has started.
func (p *program) kill() {
	killGroup(p.process)
	go func(answers chan string) { // the goroutine ends with the reader, whose pipe Wait closes
		for range answers {
		}
	}(p.answers)
	_ = p.process.Wait() // Wait's error only says that the program was killed
	p.process = nil
}
