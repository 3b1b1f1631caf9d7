package activity_test

import (
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
)

// The page starts wherever Discord's client shows it: popped out into a window of its own, and in a
// frame of an opaque origin.
func TestWindows(t *testing.T) {
	t.Parallel()
	r := newRig(t)
	b := r.surfIn(r.ann, "window=popout", 1280, 800)
	b.says("Your matches")
	if got := eval[string](b, `heard.map((m) => m.cmd).join()`); got != "HANDSHAKE,AUTHORIZE" {
		t.Errorf("the client of the popped out page has heard %s", got)
	}

	var listed atomic.Bool
	r.meet(func(answer *http.Response) {
		if strings.HasSuffix(answer.Request.URL.Path, "/api/matches") && answer.StatusCode == http.StatusOK {
			listed.Store(true)
		}
	})
	opaque := r.surfIn(r.bob, "window=opaque&platform=mobile", 390, 844)
	r.until("the page in the opaque frame shows its matches", listed.Load)
	opaque.shot("opaque")
}

// sdk is the version of Discord's SDK for activities with which the page is compared.
const sdk = "@discord/embedded-app-sdk@2.5.0"

// The page says to Discord's client what Discord's own SDK says: the same messages, in the same
// order, with the same fields. The SDK comes from npm and is part of no program.
func TestPageSpeaksLikeTheSDK(t *testing.T) {
	t.Parallel()
	kept := t.TempDir()
	install := exec.CommandContext(t.Context(), "npm", "install", "--no-audit", "--no-fund", "--prefix", kept, sdk)
	if out, err := install.CombinedOutput(); err != nil {
		t.Skipf("npm can't bring the SDK: %v, %s", err, out)
	}
	r := newRig(t)
	r.sdk = kept
	if err := os.WriteFile(filepath.Join(r.sdk, "page.html"), []byte(`<!doctype html><script type="module">
		import { DiscordSDK } from "/sdk/node_modules/@discord/embedded-app-sdk/output/index.mjs";
		const client_id = new URLSearchParams(location.search).get("app");
		const sdk = new DiscordSDK(client_id, { disableConsoleLogOverride: true });
		await sdk.ready();
		await sdk.commands.authorize({ client_id, response_type: "code", state: "any", prompt: "none", scope: ["identify"] });
		document.body.append("authorized");
	</script>`), 0o600); err != nil {
		t.Fatal(err)
	}
	// messages that the client has received, with fields in order, and without random values
	const said = `JSON.stringify(heard.map((m) => JSON.parse(JSON.stringify(m, (name, value) =>
		name === "nonce" || name === "state" ? "random" : value && value.constructor === Object
			? Object.fromEntries(Object.entries(value).sort()) : value))))`
	page := r.surfIn(r.ann, "", 1280, 800)
	page.says("Your matches")
	kit := r.surfIn(r.bob, "sdk="+eval[string](page, "heard[0].client_id"), 1280, 800)
	kit.says("authorized")
	ours, theirs := eval[string](page, said), eval[string](kit, said)
	if ours != theirs || !strings.Contains(theirs, "AUTHORIZE") {
		t.Errorf("the page says\n%s, and Discord's SDK\n%s", ours, theirs)
	}
}

// A client that does not answer is asked again by a button: by reloading the page if it has never
// been there, and otherwise in the same connection, without a second handshake, which Discord's SDK
// never makes. What the client answers late counts too.
func TestSilentClient(t *testing.T) {
	t.Parallel()
	r := newRig(t)
	b, late := r.surfIn(r.ann, "mute=HANDSHAKE", 1280, 800), r.surfIn(r.bob, "mute=HANDSHAKE", 390, 844)
	heard := func(b *tab, want string) {
		b.Helper()
		if got := eval[string](b, `heard.map((m) => m.cmd).join()`); got != want {
			t.Errorf("the client has heard %s, want %s", got, want)
		}
	}
	b.says("Discord isn't answering right now")
	heard(b, "HANDSHAKE")
	eval[bool](b, `mute = ["AUTHORIZE"], true`)
	b.button("Try again")
	b.wait(`heard.some((m) => m.cmd === "AUTHORIZE")`)
	heard(b, "HANDSHAKE,HANDSHAKE,AUTHORIZE")
	b.says("Discord isn't answering right now")
	eval[bool](b, `mute = [], true`)
	b.button("Try again")
	b.says("Your matches")
	heard(b, "HANDSHAKE,HANDSHAKE,AUTHORIZE,AUTHORIZE")

	late.says("Discord isn't answering right now")
	late.shot("silent")
	eval[bool](late, `mute = [], late(), true`)
	late.says("Your matches")
	heard(late, "HANDSHAKE,AUTHORIZE")
}

// A refusal, and the end of the connection, are told in the words of the page, not in Discord's.
func TestDenied(t *testing.T) {
	t.Parallel()
	r := newRig(t)
	b := r.surfIn(r.ann, "deny=1", 390, 844)
	b.says("Discord didn't tell me who you are. Try again, and allow it if Discord asks.")
	b.shot("denied")
	eval[bool](b, `deny = false, true`)
	b.button("Try again")
	b.says("Your matches")
	if got := eval[int](b, `heard.filter((m) => m.cmd === "HANDSHAKE").length`); got != 1 {
		t.Errorf("%d handshakes, want one", got)
	}

	shut := r.surfIn(r.bob, "mute=AUTHORIZE", 1280, 800)
	shut.wait(`heard.some((m) => m.cmd === "AUTHORIZE")`)
	eval[bool](shut, `mute = [], frame.contentWindow.postMessage([2, { code: 4000, message: "Invalid Client ID" }], "*"), true`)
	shut.says("Discord didn't tell me who you are. Close the board and open it again.")
	shut.button("Try again")
	shut.says("Your matches")
}

// The client of a phone is told the version only if it knows of it, as Discord's SDK does.
func TestHandshake(t *testing.T) {
	t.Parallel()
	r := newRig(t)
	for query, want := range map[string]string{
		"platform=desktop": "2.5.0", "platform=mobile": "", "platform=mobile%26mobile_app_version=249.9": "",
		"platform=mobile%26mobile_app_version=250.0": "2.5.0",
	} {
		b := r.surfIn(r.ann, query, 390, 844)
		b.wait(`heard.length`)
		if got := eval[string](b, `heard[0].sdk_version ?? ""`); got != want {
			t.Errorf("%s: the version is %q, want %q", query, got, want)
		}
	}
}
