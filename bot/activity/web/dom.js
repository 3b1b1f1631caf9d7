// Elements, words, dialogues.

export const boot = JSON.parse(document.querySelector("#boot").textContent);

// word returns a text of the page in the reader's language, with its gaps filled.
export const word = (name, ...gaps) => (boot.words[name] ?? "").replace(/%s/g, () => gaps.shift() ?? "");

export const calm = () => matchMedia("(prefers-reduced-motion)").matches;

// h makes an element, such as "p.small", with attributes (functions are listeners) and children.
export function h(tag, attrs = {}, ...children) {
  const [name, kind] = tag.split("."), node = document.createElement(name);
  if (kind) node.className = kind;
  for (const [name, value] of Object.entries(attrs)) {
    if (typeof value === "function") node.addEventListener(name, value);
    else if (value === true) node.setAttribute(name, "");
    else if (value !== false && value != null) node.setAttribute(name, value);
  }
  node.append(...children.flat().filter((c) => c != null && c !== false));
  return node;
}

export const button = (label, click, kind, more) => h("button", { type: "button", class: kind, click, ...more }, label);

// icon makes a picture of a button from a path on a grid of 24.
export const icon = (path) => parse(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24" class="icon" aria-hidden="true"><path d="${path}"/></svg>`);

export const icons = {
  matches: "M4 6h16M4 12h16M4 18h16", first: "M18 5l-8 7 8 7M6 5v14", backOne: "M15 5l-8 7 8 7", on: "M9 5l8 7-8 7", last: "M6 5l8 7-8 7M18 5v14",
  replay: "M8 5l11 7-11 7z", pause: "M9 5v14M15 5v14",
};

export const parse = (text) => document.importNode(new DOMParser().parseFromString(text, "image/svg+xml").documentElement, true);

const status = h("div", { role: "status", "aria-atomic": "false", class: "unseen" });
const toasts = h("div.toasts", { role: "alert" });

// The focus shows for keys alone: after touches browsers guess differently.
addEventListener("keydown", () => document.body.classList.add("keys"), true);
addEventListener("pointerdown", () => document.body.classList.remove("keys"), true);

// mount puts a view on the page. Toasts stand above its buttons, not over them.
export function mount(...nodes) {
  status.replaceChildren();
  hush();
  const app = document.querySelector("#app");
  app.replaceChildren(...nodes, status);
  (app.querySelector(".foot") ?? app).append(toasts);
}

// sentences joins sentences of which some lack their full stop.
export const sentences = (...list) => list.filter(Boolean).map((s) => /[.!?…]$/.test(s) ? s : `${s}.`).join(" ");

// tell says sentences to those who listen. The last ones stay, so that news cuts none short.
export function tell(...list) {
  const text = sentences(...list);
  if (text) status.append(h("p", {}, text));
  if (status.children.length > 4) status.firstChild.remove();
}

export const hush = () => toasts.replaceChildren();
onpointerdown = hush;

// toast shows a sentence until hush or a touch.
export function toast(text, ms = 6000) {
  const note = h("p.toast", {}, text);
  toasts.replaceChildren(note);
  setTimeout(() => note.remove(), ms);
  return note;
}

// slowly shows a sentence if something takes long. It returns what ends that.
export function slowly(text) {
  let note;
  const timer = setTimeout(() => { note = toast(text, 60000); }, 700);
  return () => {
    clearTimeout(timer);
    note?.remove();
  };
}

// ask shows a question, more below it and answers. It returns the index of the one chosen; -1: none.
export function ask(question, answers, { danger = -1, list = false, more = [] } = {}) {
  return new Promise((done) => {
    const box = h("dialog.ask", { "aria-label": question, close: () => { box.remove(); done(Number(box.returnValue || -1)); }, click: (e) => { if (e.target === box) box.close("-1"); } },
      h("p", {}, question), more,
      h("div", { class: list ? "answers list" : "answers" }, answers.map((a, i) => button(a, () => box.close(String(i)), i === danger ? "danger" : i === 0 && !list && "good"))));
    document.body.append(box);
    box.showModal();
    box.scrollTop = 0; // the answers have the focus
  });
}

// until returns how much time is left, as people say it: "3 hours left".
export function until(moment) {
  const left = (moment - Date.now()) / 60000;
  if (left <= 0) return word("up");
  const [n, unit] = left >= 2880 ? [left / 1440, "day"] : left >= 60 ? [left / 60, "hour"] : [left, "minute"];
  return word("left", new Intl.NumberFormat(document.documentElement.lang, { style: "unit", unit, unitDisplay: "long" }).format(Math.max(1, Math.floor(n))));
}
