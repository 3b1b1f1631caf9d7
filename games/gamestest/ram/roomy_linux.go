package ram

import "syscall"

// roomy reports whether a folder has room for the files of tests.
func roomy(dir string) bool {
	var fs syscall.Statfs_t
	return syscall.Statfs(dir, &fs) == nil && fs.Bavail*uint64(fs.Bsize) >= room
}
