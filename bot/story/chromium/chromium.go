// Package chromium finds Chromium for tests of pages.
package chromium

import (
	"os/exec"

	"github.com/chromedp/chromedp"
)

// Path returns the path of Chromium's program, or "" if it is not installed. It prefers the headless
// shell: the same engine without windows, which needs a third of the processor time.
func Path() string {
	for _, name := range []string{
		"chromium-headless-shell", "headless-shell", "chromium", "chromium-browser", "google-chrome",
	} {
		if path, err := exec.LookPath(name); err == nil {
			return path
		}
	}
	return ""
}

// Options returns the settings with which tests start Chromium. It keeps its profile in dir, which has
// to be empty.
func Options(dir string) []chromedp.ExecAllocatorOption {
	return append(chromedp.DefaultExecAllocatorOptions[:], chromedp.ExecPath(Path()), chromedp.UserDataDir(dir),
		chromedp.NoSandbox, chromedp.DisableGPU,
		chromedp.Flag("disable-background-networking", true), chromedp.Flag("lang", "en-US"))
}
