// The page of boards to touch. It holds no rule and no secret. Start at begin.

import { boot, button, h, mount, parse, toast, until, word } from "./dom.js";
import { Match } from "./match.js";
import { call, cause, enter, listen } from "./net.js";
import { authorize } from "./rpc.js";

let shown = null; // the match that is shown
let people = [];
let stop = null; // closes the stream of the list
let begun = 0; // how often the page has begun

function message(text, again) {
  mount(h("main.message", {}, h("p", {}, text), again && button(word("again"), again, "good")));
}

async function begin() {
  if (boot.words.dead) return message(boot.words.dead);
  if (boot.link) {
    shown = new Match(boot.link, { view: boot.view });
    return shown.begin(`${boot.link}/events`);
  }
  const query = new URLSearchParams(location.search);
  if (!query.get("frame_id") || !boot.app) return message(word("offline"));
  message(word("loading"));
  const turn = ++begun;
  try {
    const wanted = await signIn(query);
    await (wanted ? open(wanted) : list());
  } catch (e) {
    message(e.message, e.reload ? () => location.reload() : begin);
    e.later?.then(() => { if (turn === begun) begin(); }, () => {});
  }
}

// signIn proves to the server who has the page open. It returns the match that they have just opened.
async function signIn(query) {
  const code = await authorize(boot.app, query);
  enter("", null);
  const got = await call("/api/session", { code, instance: query.get("instance_id") });
  boot.words = got.words;
  document.documentElement.lang = got.lang;
  enter(got.token, () => signIn(query));
  return got.open;
}

function leave() {
  shown?.close();
  shown = null;
  stop?.();
  stop = null;
}

async function open(id) {
  leave();
  const match = shown = new Match(`/api/matches/${id}`, { leave: list, open, people });
  await match.begin(`/api/events?watch=${id}`);
}

// learn shows an exercise: a lesson, or the puzzle of the day.
async function learn(id) {
  leave();
  shown = new Match(`/api/exercises/${id}`, { leave: list, learn, people });
  await shown.again();
}

async function start(name) {
  message(word("loading"));
  try {
    await open((await call("/api/matches", { name, cause: cause() })).id);
  } catch (e) {
    list();
    toast(e.message);
  }
}

// list shows the reader's matches, the most urgent first, and those played where they are.
async function list() {
  let last = shown && `[data-id="${shown.view?.id}"] button`; // where the keys go on
  leave();
  const mine = h("ul.cards"), here = h("ul.cards"), games = h("div.deeds"), lessons = h("div.deeds");
  const parts = [["computer", games], ["here", here], ["learn", lessons]].map(([name, list]) => h("section", { hidden: true }, h("h2", {}, word(name)), list));
  const who = h("p.here"), title = h("h1", { tabindex: -1 }, word("matches")), how = h("p.small");
  mount(h("main.list", {}, h("header", {}, h("div.names", {}, title, who)), mine, how, parts));
  const load = async () => {
    try {
      const got = await call("/api/matches");
      document.title = `${got.mine.some((m) => m.mine) ? "● " : ""}Paddock`;
      fill(mine, got.mine);
      fill(here, got.here);
      games.replaceChildren(...got.begin.map((g) => button(g.label, () => start(g.id))));
      lessons.replaceChildren(...got.learn.map((l) => button(l.label, () => learn(l.id))));
      for (const p of parts) p.hidden = !p.lastChild.firstChild;
      how.textContent = word(got.mine.length ? "levels" : "empty");
      if (last) (document.querySelector(last) ?? title).focus();
      last = null;
    } catch (e) {
      toast(e.message);
    }
  };
  stop = listen("/api/events", {
    all: load, match: load,
    here: (names) => { people = names; who.textContent = names.length > 1 ? word("people", names.join(", ")) : ""; },
  });
}

// fill shows a list of matches. Cards stay: news takes none from under a finger.
function fill(place, list) {
  const old = new Map([...place.children].map((n) => [n.dataset.id, n])), cards = list.map((m) => card(m, old.get(m.id))), at = document.activeElement;
  for (const n of [...place.children]) if (!cards.includes(n)) n.remove();
  cards.forEach((n, i) => { if (place.children[i] !== n) place.insertBefore(n, place.children[i]); });
  if (place.contains(at)) at.focus(); // it may have moved
}

function card(m, item = h("li", { "data-id": m.id }, button("", () => open(m.id)))) {
  if (item.dataset.mark === m.mark) return item;
  item.dataset.mark = m.mark;
  const thumb = h("div.thumb", { "aria-hidden": "true" });
  call(`/api/matches/${m.id}/picture`).then((svg) => thumb.replaceChildren(parse(svg)), () => {});
  const left = m.deadline ? until(m.deadline) : "", face = item.firstChild;
  face.className = m.mine ? "card mine" : "card";
  face.setAttribute("aria-label", [m.title, m.state, left].filter(Boolean).join(", "));
  face.replaceChildren(thumb, h("span.what", {}, h("b", {}, m.title), h("span", {}, m.state), h("span.small", {}, left)));
  return item;
}

begin();
