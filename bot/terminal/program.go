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

// program is another program as an arena.Player: a child process that is asked by lines, as docs/protocols.md says. One that is late, dies or writes
// what is no answer has failed at this move, and is started anew for the next.
type program struct {
	command []string
	talk    dialogue

	mu      sync.Mutex // held by Move and Close
	process *exec.Cmd  // nil: not running
	in      io.WriteCloser
	answers chan string // closed when the process writes no more, or too long a line
}

// longestAnswer is how many bytes a line of a program may have.
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

// dialogue is what is said to a program and what its answers mean.
type dialogue interface {
	// Ask is what to write for the text of a view, and how many lines will answer it.
	Ask(view string) (write string, answers int, err error)
	// Answer is the move that these lines say.
	Answer(lines []string) (move string, err error)
}

// goLines are the lines of docs/protocols.md: a program may forget everything between two of them.
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
	sent := make(chan error, 1)
	go func() { // ends when the program reads, or is killed
		_, err := io.WriteString(p.in, write)
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

// firstOf is a text cut to so many bytes.
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
	answers := make(chan string) // not buffered: a program that floods waits in its pipe
	go func() {                  // ends with the process
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

// Close ends the program, if it runs.
func (p *program) Close() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.process != nil {
		p.kill()
	}
}

// kill kills the program and all that it has started.
func (p *program) kill() {
	killGroup(p.process)
	go func(answers chan string) { // ends with the reader, which Wait takes the pipe from
		for range answers {
		}
	}(p.answers)
	_ = p.process.Wait() // that it was killed is no news
	p.process = nil
}
