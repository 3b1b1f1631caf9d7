// Things that float above the page: menus, select lists, pictures in large, short notices.
import { el, icon, emoji, $ } from "./dom.js";

let close = null;

// closeMenu takes away the open menu, if any, and gives the focus back to what had opened it.
export function closeMenu(focus = true) { close?.(focus); }

// openMenu shows content beside an anchor until something else is chosen. It returns the function that closes it.
export function openMenu(anchor, content, { role = "menu", label, align = "start", onclose } = {}) {
  closeMenu(false);
  const menu = el("div.menu", { role, "aria-label": label, tabindex: "-1" }, content);
  (anchor.closest("dialog") ?? $("layer")).append(menu); // a form is above the layer, and would cover it
  place(menu, anchor, align, role === "dialog" ? innerHeight : 420);
  anchor.setAttribute("aria-expanded", "true");
  const open = new AbortController();
  const listen = (type, on) => document.addEventListener(type, on, { capture: true, signal: open.signal });
  let outside = false;
  const lifted = () => { if (outside) close?.(false); }; // not before: what closing does may move what is being touched
  const keys = (e) => {
    if (e.key === "Escape") { e.stopPropagation(); e.preventDefault(); close?.(true); } // and a form stays
    if (e.key === "Tab" && role !== "dialog") close?.(true);
  };
  close = (focus) => {
    close = null;
    menu.remove();
    anchor.setAttribute("aria-expanded", "false");
    open.abort();
    window.removeEventListener("resize", gone);
    if (focus && anchor.isConnected) anchor.focus();
    onclose?.();
  };
  const gone = () => { if (!anchor.isConnected || !matchMedia("(pointer: coarse)").matches) close?.(false); };
  listen("pointerdown", (e) => { outside = !menu.contains(e.target) && !anchor.contains(e.target); });
  listen("pointerup", lifted);
  listen("pointercancel", lifted);
  window.addEventListener("resize", gone);
  menu.addEventListener("keydown", keys);
  return (focus = true) => close?.(focus);
}

// place puts a menu, at most so high, below its anchor or above it, wherever there is more room.
function place(menu, anchor, align, highest) {
  const at = anchor.getBoundingClientRect();
  menu.style.minWidth = Math.min(at.width, 400) + "px";
  const { offsetWidth: w, offsetHeight: h } = menu;
  const left = align === "end" ? at.right - w : at.left;
  const below = innerHeight - at.bottom - 12;
  const up = below < Math.min(h, 260) && at.top > below;
  menu.style.left = Math.max(8, Math.min(left, innerWidth - w - 8)) + "px";
  menu.style.maxHeight = Math.max(160, Math.min(highest, up ? at.top - 16 : below)) + "px";
  if (up) menu.style.bottom = innerHeight - at.top + 4 + "px";
  else menu.style.top = Math.min(at.bottom + 4, innerHeight - menu.offsetHeight - 8) + "px";
}

// rove moves the focus among the items of a menu with the arrow keys.
export function rove(menu, selector) {
  const items = () => [...menu.querySelectorAll(selector)];
  menu.addEventListener("keydown", (e) => {
    const list = items();
    const at = list.indexOf(document.activeElement);
    const next = { ArrowDown: at + 1, ArrowUp: at < 0 ? list.length - 1 : at - 1, Home: 0, End: list.length - 1 }[e.key];
    if (next === undefined || !list.length) return;
    e.preventDefault();
    list[(next + list.length) % list.length].focus();
  });
}

// openSelect shows the options of a select menu: {label, value, description?, emoji?, default?}; an open one it closes. With at most one value
// to choose a click chooses; otherwise the ticks are chosen when the menu closes, whatever closes it.
export function openSelect(anchor, { label, options, min = 1, max = 1, chosen = [], choose }) {
  if (anchor.getAttribute("aria-expanded") === "true") return closeMenu();
  const picked = new Set(chosen);
  const many = max > 1;
  const box = el("div", { role: "listbox", "aria-label": label, "aria-multiselectable": many });
  const done = many && el("button.button.s1.done", { type: "button", onclick: () => closeMenu() });
  const mark = () => {
    for (const node of box.children) {
      const on = picked.has(node.dataset.value);
      node.setAttribute("aria-selected", String(on));
      node.querySelector(".tick").hidden = !on;
      node.setAttribute("aria-disabled", String(many && !on && picked.size >= max));
    }
    if (!done) return;
    done.disabled = picked.size < min;
    done.textContent = done.disabled ? "Choose " + (min - picked.size) + " more" : "Done (" + picked.size + ")";
  };
  for (const o of options) {
    const press = () => {
      if (!many) {
        closeMenu();
        return choose([o.value]);
      }
      if (picked.has(o.value)) picked.delete(o.value);
      else if (picked.size < max) picked.add(o.value);
      mark();
    };
    const check = el("span.tick", { hidden: true }, icon("check"));
    box.append(el("div.choice", {
      role: "option", tabindex: "-1", "data-value": o.value, onclick: press,
      onkeydown: (e) => { if (e.key === "Enter" || e.key === " ") { e.preventDefault(); press(); } },
    }, emoji(o.emoji),
    el("div.texts", null, el("div.title", null, o.label), o.description ? el("div.note", null, o.description) : null), check));
  }
  if (!options.length) box.append(el("div.nothing", null, "Nothing to choose from."));
  mark();
  openMenu(anchor, [box, done].filter(Boolean), { role: "presentation", label, onclose: () => { if (many) choose([...picked]); } });
  rove(box.parentElement, ".choice, .done");
  typeahead(box);
  (box.querySelector('[aria-selected="true"]') ?? box.firstElementChild)?.focus();
}

function typeahead(box) {
  let typed = "", timer;
  box.addEventListener("keydown", (e) => {
    if (e.key.length !== 1 || e.key === " " || e.ctrlKey || e.metaKey || e.altKey) return;
    clearTimeout(timer);
    timer = setTimeout(() => { typed = ""; }, 700);
    typed += e.key.toLowerCase();
    [...box.children].find((n) => n.textContent.trim().toLowerCase().startsWith(typed))?.focus();
  });
}

// showPicture shows a picture in large with its alt text.
export function showPicture(url, alt) {
  const dialog = el("dialog.lightbox", { "aria-label": "Picture", onclick: () => dialog.close(), onclose: () => dialog.remove() },
    el("button.close", { type: "button", "aria-label": "Close" }, "✕"), el("img", { src: url, alt: alt ?? "" }), alt ? el("p", null, alt) : null);
  document.body.append(dialog);
  dialog.showModal();
}

let toastTimer;

// toast says something briefly; with a follow it can be pressed.
export function toast(text, follow) {
  const gone = () => $("toast").replaceChildren();
  $("toast").replaceChildren(follow ? el("button", { type: "button", onclick: () => { gone(); follow(); } }, text) : el("p", null, text));
  clearTimeout(toastTimer);
  toastTimer = setTimeout(gone, 6000);
}
