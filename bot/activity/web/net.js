// Requests and the stream of news. A request that changes something has a cause, so that it is done once.

import { boot, tell, word } from "./dom.js";

let token = "";
let renew = null; // gets a new session when the old one has ended
let renewing = null;

// again gets a new session, once for all requests that need it.
const again = () => renewing ??= renew().finally(() => { renewing = null; });

// enter sets the session, and what gets a new one.
export function enter(text, fresh) {
  token = text;
  renew = fresh;
}

export const pause = (ms) => new Promise((done) => setTimeout(done, ms));
export const cause = () => crypto.getRandomValues(new Uint32Array(4)).join("-");

// Problem says why something was not done. Its match is the newest board of a page that is behind.
export class Problem extends Error {
  constructor(status, answer) {
    super(answer?.error ?? word("gone"));
    this.status = status;
    this.match = answer?.match;
  }
}

function request(path, options = {}) {
  const headers = { ...options.headers };
  if (token) headers.Authorization = `Bearer ${token}`;
  if (matchMedia("(prefers-color-scheme: light)").matches) headers["Paddock-Light"] = "1";
  if (options.body) headers["Content-Type"] = "application/json";
  return fetch(boot.base + path, { ...options, headers, credentials: "omit", cache: "no-store" });
}

// call asks the server. While it can't be reached the request is repeated for a minute.
export async function call(path, body) {
  const options = body ? { method: "POST", body: JSON.stringify(body) } : {};
  for (let wait = 250, end = Date.now() + 60000, tried; ; wait = Math.min(wait * 2, 4000)) {
    try {
      const answer = await request(path, options);
      if (answer.status === 401 && renew && !tried) {
        tried = true;
        await again();
        continue;
      }
      if (answer.status < 500 || answer.status === 503 && Date.now() > end) {
        const text = answer.headers.get("Content-Type")?.includes("json") ? await answer.json() : await answer.text();
        if (answer.ok) return text;
        throw new Problem(answer.status, text);
      }
    } catch (e) {
      if (e instanceof Problem || Date.now() > end) throw e;
    }
    if (Date.now() > end) throw new Problem(0, {});
    await pause(wait);
  }
}

function lost(is) {
  if (is && !document.body.classList.contains("lost")) tell(word("gone"));
  document.body.classList.toggle("lost", is);
}

// listen opens a stream of news and opens it again when it breaks. It returns a function that closes it.
export function listen(path, on) {
  const stop = new AbortController();
  let last = "", wait = 500;
  (async () => {
    while (!stop.signal.aborted) {
      try {
        const answer = await request(path, { signal: stop.signal, headers: last && { "Last-Event-ID": last } });
        if (answer.status === 401 && renew) await again();
        if (answer.status === 404) {
          stop.abort();
          on.dead?.();
        }
        if (!answer.ok) throw new Error(String(answer.status));
        wait = 500;
        lost(false);
        const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
        for (let text = ""; ;) {
          const { value, done } = await reader.read();
          if (done) break;
          text += value;
          const events = text.split("\n\n");
          text = events.pop();
          for (const event of events) {
            const lines = Object.fromEntries(event.split("\n").map((line) => line.split(/: (.*)/)));
            if (lines.id) last = lines.id;
            if (lines.event === "full") stop.abort();
            if (lines.event) on[lines.event]?.(JSON.parse(lines.data));
          }
        }
      } catch {
        // the loop tries again
      }
      if (stop.signal.aborted) return;
      lost(true);
      await pause(wait * (0.75 + Math.random() / 2));
      wait = Math.min(wait * 2, 15000);
    }
  })();
  return () => stop.abort();
}
