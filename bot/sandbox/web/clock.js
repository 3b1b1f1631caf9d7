// The sandbox's clock, which the toolbar can put forward, and times as Discord writes them in the reader's own zone.
import { el } from "./dom.js";

let ahead = 0; // milliseconds by which the sandbox is ahead of this computer

export function setClock(serverNow) { ahead = Date.parse(serverNow) - Date.now(); }
export function now() { return Date.now() + ahead; }

const formats = {
  t: { timeStyle: "short" },
  T: { timeStyle: "medium" },
  d: { dateStyle: "short" },
  D: { dateStyle: "long" },
  f: { dateStyle: "long", timeStyle: "short" },
  F: { dateStyle: "full", timeStyle: "short" },
};

export function format(ms, style) {
  if (style === "R") return relative(ms);
  return new Intl.DateTimeFormat(undefined, formats[style] ?? formats.f).format(ms);
}

const steps = [[60, "second", 1], [60 * 60, "minute", 60], [22 * 3600, "hour", 3600], [26 * 86400, "day", 86400], [320 * 86400, "month", 30.44 * 86400], [Infinity, "year", 365.25 * 86400]];
const words = new Intl.RelativeTimeFormat(undefined, { numeric: "always" });

export function relative(ms) {
  const seconds = (ms - now()) / 1000;
  const [, unit, size] = steps.find(([limit, , size]) => Math.round(Math.abs(seconds) / size) * size < limit);
  return words.format(Math.round(seconds / size), unit);
}

// stamp is a <t:unix:style>; relative ones go on counting by themselves.
export function stamp(unix, style) {
  const ms = unix * 1000;
  return el("time.timestamp", { datetime: new Date(ms).toISOString(), title: format(ms, "F"), "data-ms": style === "R" ? ms : null }, format(ms, style));
}

// tick renews all relative times on the page.
export function tick() {
  for (const t of document.querySelectorAll("time[data-ms]")) {
    const text = relative(Number(t.dataset.ms));
    if (t.textContent !== text) t.textContent = text;
  }
}

const sameDay = (a, b) => new Date(a).toDateString() === new Date(b).toDateString();
export { sameDay };

// ago is how a message's head tells its time: "Today at 09:12".
export function ago(ms) {
  const at = format(ms, "t");
  if (sameDay(ms, now())) return "Today at " + at;
  if (sameDay(ms, now() - 86400e3)) return "Yesterday at " + at;
  return new Intl.DateTimeFormat(undefined, { dateStyle: "short", timeStyle: "short" }).format(ms);
}
