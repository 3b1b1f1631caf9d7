// Package chromium finds Chromium for tests of pages.
package chromium

import (
	"os/exec"

	"github.com/chromedp/chromedp"
)

// Path returns where Chromium is, or "" if there is none. The shell, which is the same engine without the windows
// around it, comes first: it takes a third of the processor time.
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

// Options are those with which tests start the browser of Path, with a profile in an empty folder.
func Options(dir string) []chromedp.ExecAllocatorOption {
	return append(chromedp.DefaultExecAllocatorOptions[:], chromedp.ExecPath(Path()), chromedp.UserDataDir(dir),
		chromedp.NoSandbox, chromedp.DisableGPU,
		chromedp.Flag("disable-background-networking", true), chromedp.Flag("lang", "en-US"))
}
