//go:build unix

package terminal

import (
	"os/exec"
	"syscall"
)

// ownGroup puts a command into a process group of its own, so that all its processes can be killed
// together.
func ownGroup(cmd *exec.Cmd) { cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} }

// killGroup kills a started command and all processes that it has started.
func killGroup(cmd *exec.Cmd) { _ = syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
