// Package pgtest starts a real PostgreSQL for tests: one server per test binary, in a temporary
// folder that is removed afterwards. If PostgreSQL is not installed the test is skipped.
//
//	func TestMain(m *testing.M) { os.Exit(pgtest.Main(m)) }
//
//	func TestStore(t *testing.T) { s := open(pgtest.Database(t)) ... }
package pgtest

import (
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"paddock/games/gamestest/ram"
)

// Missing is the message of tests that are skipped because PostgreSQL is missing.
const Missing = "PostgreSQL is not installed: apt-get install postgresql"

// Server is a running PostgreSQL. It listens only on a socket in its folder, because a port could
// be taken between two starts.
type Server struct {
	folder string
	bin    string // folder of initdb and pg_ctl
	// the user who runs the server, because PostgreSQL refuses to run as root; nil: the user of the
	// tests
	as    *syscall.Credential
	fsync string // PostgreSQL's setting fsync: on or off

	made atomic.Int32

	pooling sync.Once
	pooler  *exec.Cmd // PgBouncer, see Pooled; nil: not started
}

var shared struct {
	once   sync.Once
	server *Server
	err    error
}

// Main runs the tests of a package, and then stops the server that Database has started, if any.
func Main(m *testing.M) int {
	code := m.Run()
	if shared.server != nil {
		shared.server.Close()
	}
	return code
}

// Database makes an empty database on the shared server of the test binary, and returns its URL.
// Except for benchmarks that server does not wait for the disk.
func Database(t testing.TB) string {
	t.Helper()
	if find() == "" {
		t.Skip(Missing)
	}
	shared.once.Do(func() {
		fsync := "off"
		if _, ok := t.(*testing.B); ok {
			fsync = "on"
		}
		shared.server, shared.err = start(fsync)
	})
	if shared.err != nil {
		t.Fatal(shared.err)
	}
	return shared.server.Database(t)
}

// Shared returns the shared server of the test binary, after a call of Database.
func Shared() *Server { return shared.server }

// New starts a server for one test, which may stop and restart it. It is closed at the test's end.
func New(t testing.TB) *Server {
	t.Helper()
	if find() == "" {
		t.Skip(Missing)
	}
	s, err := Start()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Close)
	return s
}

// Database makes an empty database and returns its URL.
func (s *Server) Database(t testing.TB) string {
	t.Helper()
	name := fmt.Sprintf("test%d", s.made.Add(1))
	ctx, cancel := context.WithTimeout(context.Background(), 30*time.Second)
	defer cancel()
	conn, err := pgx.Connect(ctx, s.url("postgres"))
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(ctx)
	if _, err := conn.Exec(ctx, "create database "+name); err != nil {
		t.Fatal(err)
	}
	return s.url(name)
}

func (s *Server) url(database string) string {
	return fmt.Sprintf("postgres://paddock@/%s?host=%s", database, s.folder)
}

// Start starts a server in a temporary folder and waits until it answers. Close ends it.
func Start() (*Server, error) { return start("on") }

func start(fsync string) (s *Server, err error) {
	s = &Server{bin: find(), fsync: fsync}
	if s.bin == "" {
		return nil, errors.New(Missing)
	}
	disk := ""
	if fsync == "off" {
		disk = ram.Root()
	}
	if s.folder, err = os.MkdirTemp(disk, "pgtest"); err != nil {
		return nil, err
	}
	if err := s.start(); err != nil {
		return nil, errors.Join(err, os.RemoveAll(s.folder))
	}
	return s, nil
}

func (s *Server) start() error {
	if os.Getuid() == 0 { // PostgreSQL refuses to run as root
		as, err := ordinaryUser()
		if err != nil {
			return err
		}
		s.as = as
		if err := os.Chown(s.folder, int(as.Uid), int(as.Gid)); err != nil {
			return err
		}
	}
	if err := s.run("initdb", "-D", s.data(), "-U", "paddock", "-A", "trust", "-E", "UTF8", "--locale=C.UTF-8",
		"--no-sync", "--no-instructions"); err != nil {
		return err
	}
	return s.Go()
}

func (s *Server) data() string { return filepath.Join(s.folder, "data") }

// Go starts the server again after Stop.
func (s *Server) Go() error {
	options := fmt.Sprintf("-c listen_addresses= -c unix_socket_directories=%s -c fsync=%s -c max_connections=200 -c shared_buffers=128MB", s.folder, s.fsync)
	return s.run("pg_ctl", "-D", s.data(), "-l", filepath.Join(s.folder, "log"), "-w", "-t", "60", "-o", options,
		"start")
}

// Stop stops the server in a mode of pg_ctl: "fast", or "immediate", which is like a power failure.
func (s *Server) Stop(mode string) error {
	return s.run("pg_ctl", "-D", s.data(), "-w", "-m", mode, "stop")
}

func (s *Server) Restart(mode string) error { return errors.Join(s.Stop(mode), s.Go()) }

// ProcessorTime returns the processor time of the server and all its processes; 0 on systems
// without /proc.
func (s *Server) ProcessorTime() (sum time.Duration) {
	text, _ := os.ReadFile(filepath.Join(s.data(), "postmaster.pid"))
	pid, _, _ := strings.Cut(string(text), "\n")
	children, _ := os.ReadFile(filepath.Join("/proc", pid, "task", pid, "children"))
	for _, p := range append(strings.Fields(string(children)), pid) {
		stat, _ := os.ReadFile(filepath.Join("/proc", p, "stat"))
		fields := strings.Fields(string(stat[strings.LastIndexByte(string(stat), ')')+1:]))
		// user and system time of the process and of its ended children, in hundredths of a second
		for i := 11; i < min(15, len(fields)); i++ {
			ticks, _ := strconv.Atoi(fields[i])
			sum += time.Duration(ticks) * 10 * time.Millisecond
		}
	}
	return sum
}

// MissingPooler is the message of tests that are skipped because PgBouncer is missing.
const MissingPooler = "PgBouncer is not installed: apt-get install pgbouncer"

// Pooled returns the URL of a database of the server through a PgBouncer in transaction mode. It
// has few sessions, so that each serves many connections.
func (s *Server) Pooled(t testing.TB, url string) string {
	t.Helper()
	program := findPooler()
	if program == "" {
		t.Skip(MissingPooler)
	}
	s.pooling.Do(func() { s.pooler = s.startPooler(t, program) })
	through, ok := strings.CutSuffix(url, "host="+s.folder)
	if !ok || s.pooler == nil {
		t.Fatalf("%s can't be reached through PgBouncer", url)
	}
	return through + "port=6432&host=" + s.folder
}

func (s *Server) startPooler(t testing.TB, program string) *exec.Cmd {
	t.Helper()
	file := filepath.Join(s.folder, "pgbouncer.ini")
	settings := fmt.Sprintf(`[databases]
* = host=%[1]s user=paddock
[pgbouncer]
listen_addr =
listen_port = 6432
unix_socket_dir = %[1]s
auth_type = any
pool_mode = transaction
default_pool_size = 4
max_client_conn = 1000
`, s.folder)
	if err := os.WriteFile(file, []byte(settings), 0o644); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(program, "-q", file)
	cmd.Dir = s.folder
	if s.as != nil { // PgBouncer refuses to run as root too
		cmd.SysProcAttr = &syscall.SysProcAttr{Credential: s.as}
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	for {
		if conn, err := net.Dial("unix", filepath.Join(s.folder, ".s.PGSQL.6432")); err == nil {
			conn.Close()
			return cmd
		}
		time.Sleep(time.Millisecond)
	}
}

// findPooler returns the path of PgBouncer, which Debian keeps out of the path of ordinary users. It
// is empty if there is none.
func findPooler() string {
	for _, name := range []string{"pgbouncer", "/usr/sbin/pgbouncer"} {
		if path, err := exec.LookPath(name); err == nil {
			return path
		}
	}
	return ""
}

// Close stops the server and removes its folder.
func (s *Server) Close() {
	if s.pooler != nil {
		_ = s.pooler.Process.Kill()
		_ = s.pooler.Wait()
	}
	_ = s.Stop("immediate")
	_ = os.RemoveAll(s.folder)
}

// run runs one of PostgreSQL's programs.
func (s *Server) run(program string, args ...string) error {
	cmd := exec.Command(filepath.Join(s.bin, program), args...)
	cmd.Dir, cmd.Env = s.folder, append(os.Environ(), "LC_ALL=C.UTF-8")
	if s.as != nil {
		cmd.SysProcAttr = &syscall.SysProcAttr{Credential: s.as}
	}
	// the output is a file and not a pipe, which would stay open while the server runs
	said, err := os.CreateTemp("", "pgtest")
	if err != nil {
		return err
	}
	defer os.Remove(said.Name())
	defer said.Close()
	cmd.Stdout, cmd.Stderr = said, said
	if err := cmd.Run(); err != nil {
		text, _ := os.ReadFile(said.Name())
		log, _ := os.ReadFile(filepath.Join(s.folder, "log"))
		return fmt.Errorf("%s: %w\n%s%s", program, err, text, log)
	}
	return nil
}

// ordinaryUser returns the user postgres, or nobody.
func ordinaryUser() (*syscall.Credential, error) {
	for _, name := range []string{"postgres", "nobody"} {
		u, err := user.Lookup(name)
		if err != nil {
			continue
		}
		uid, err := strconv.Atoi(u.Uid)
		gid, err2 := strconv.Atoi(u.Gid)
		if errors.Join(err, err2) == nil {
			return &syscall.Credential{Uid: uint32(uid), Gid: uint32(gid), NoSetGroups: false}, nil
		}
	}
	return nil, errors.New("PostgreSQL does not run for root, and there is no user postgres or nobody")
}

// find returns the folder of PostgreSQL's programs: the newest version that Debian has installed,
// or the one in the path. It is empty if there is none.
func find() string {
	installed, _ := filepath.Glob("/usr/lib/postgresql/*/bin/initdb")
	version := func(path string) int {
		n, _ := strconv.Atoi(strings.Split(path, "/")[4])
		return n
	}
	slices.SortFunc(installed, func(a, b string) int { return version(b) - version(a) })
	if len(installed) > 0 {
		return filepath.Dir(installed[0])
	}
	if path, err := exec.LookPath("initdb"); err == nil {
		return filepath.Dir(path)
	}
	return ""
}
