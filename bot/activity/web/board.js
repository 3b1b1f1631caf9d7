// The board: the server's drawing, with cells to tap, to drag and to reach by keys. It knows no game. What can be tapped stands in the choices of a view.

import { parse, h, word } from "./dom.js";

export class Board {
  constructor(on) {
    this.on = on; // tap(cell), drop(from, to)
    this.node = h("div", { class: "board", role: "group" });
    this.lines = [];
    this.hash = "";
    this.focused = 0;
    this.node.addEventListener("keydown", (e) => this.key(e));
    this.node.addEventListener("pointerdown", (e) => this.down(e));
    this.node.addEventListener("focusin", (e) => { const i = this.at(e.target); if (i >= 0) this.rove(i, false); });
  }

  // show draws a view. Cells that can be tapped are lit by the drawing itself; here they get their names and their keys.
  show(view, { can, chosen, drags, label }) {
    const had = this.node.contains(document.activeElement);
    if (this.draw(view.picture)) {
      const svg = parse(this.lines.join("\n"));
      svg.setAttribute("role", "presentation");
      svg.removeAttribute("width");
      svg.removeAttribute("height");
      this.node.replaceChildren(svg);
      this.cells = [...svg.querySelectorAll("[data-cell]")].sort((a, b) => (a.dataset.i ?? 0) - (b.dataset.i ?? 0));
    }
    this.drags = drags;
    this.node.setAttribute("aria-label", label);
    const first = can.values().next().value ?? 0;
    if (!(this.focused in this.cells)) this.focused = first;
    this.cells.forEach((cell, i) => {
      const open = can.has(i);
      cell.setAttribute("role", "button");
      if (!cell.dataset.says) cell.dataset.says = cell.getAttribute("aria-label") ?? view.names[i];
      cell.setAttribute("aria-label", cell.dataset.says + (open && chosen >= 0 ? `, ${word("target")}` : ""));
      cell.setAttribute("aria-disabled", String(!open && !drags));
      if (i === chosen) cell.setAttribute("aria-pressed", "true");
      else cell.removeAttribute("aria-pressed");
      cell.setAttribute("tabindex", i === this.focused ? "0" : "-1");
      cell.classList.toggle("can", open || drags);
      cell.classList.toggle("chosen", i === chosen);
    });
    if (had) this.cells[this.focused]?.focus({ preventScroll: true });
  }

  // draw takes a drawing, or what has changed since the last one, and reports whether it differs.
  draw(picture) {
    if (picture.hash === this.hash) return false;
    this.lines = picture.svg ? picture.svg.split("\n") : picture.ops.flatMap((op) => typeof op === "string" ? op.split("\n") : this.lines.slice(op[0], op[0] + op[1]));
    this.hash = picture.hash;
    return true;
  }

  at(target) {
    const cell = target?.closest?.("[data-cell]");
    return cell ? this.cells.indexOf(cell) : -1;
  }

  // light marks a cell at once, before the server has answered.
  light(i) {
    this.cells[i]?.classList.add("chosen");
  }

  rove(i, focus = true) {
    this.cells[this.focused]?.setAttribute("tabindex", "-1");
    this.focused = i;
    this.cells[i].setAttribute("tabindex", "0");
    if (focus) this.cells[i].focus({ preventScroll: true });
  }

  // key moves the focus to the nearest cell in the direction of an arrow, or taps.
  key(e) {
    const here = this.cells[this.focused], step = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[e.key];
    if (e.key === "Enter" || e.key === " ") {
      e.preventDefault();
      this.on.tap(this.focused);
    }
    if (!step || !here) return;
    e.preventDefault();
    const middle = (n) => { const r = n.getBoundingClientRect(); return [r.x + r.width / 2, r.y + r.height / 2]; };
    const [x, y] = middle(here);
    let best = -1, least = Infinity;
    this.cells.forEach((cell, i) => {
      const [cx, cy] = middle(cell), along = (cx - x) * step[0] + (cy - y) * step[1], aside = Math.abs((cx - x) * step[1]) + Math.abs((cy - y) * step[0]);
      if (along > 2 && aside <= along * 1.8 && along + 2 * aside < least) [best, least] = [i, along + 2 * aside];
    });
    if (best >= 0) this.rove(best);
  }

  // down begins a tap or a drag. A finger that moves takes the piece along.
  down(e) {
    const from = this.at(e.target);
    if (from < 0 || e.button > 0 || this.busy) return;
    const start = [e.clientX, e.clientY], taken = this.cells[from].classList.contains("can");
    let ghost = null, over = from;
    const move = (m) => {
      if (!taken || m.pointerId !== e.pointerId) return;
      if (!ghost && Math.hypot(m.clientX - start[0], m.clientY - start[1]) > 8) {
        ghost = this.ghost(from);
        this.on.lift?.(from);
      }
      if (!ghost) return;
      ghost.style.setProperty("translate", `${m.clientX}px ${m.clientY}px`);
      const now = this.at(document.elementFromPoint(m.clientX, m.clientY));
      if (now !== over) {
        this.cells[over]?.classList.remove("over");
        this.cells[now]?.classList.add("over");
        over = now;
        if (now >= 0) this.on.pass?.(now);
      }
    };
    const end = (u) => {
      if (u.pointerId !== e.pointerId) return;
      removeEventListener("pointermove", move);
      removeEventListener("pointerup", end);
      removeEventListener("pointercancel", end);
      ghost?.remove();
      this.cells[over]?.classList.remove("over");
      if (u.type === "pointercancel") return;
      const to = this.at(document.elementFromPoint(u.clientX, u.clientY));
      if (ghost) this.on.drop(from, to);
      else if (to === from) {
        this.rove(from);
        this.on.tap(from);
      }
    };
    addEventListener("pointermove", move);
    addEventListener("pointerup", end);
    addEventListener("pointercancel", end);
    if (e.target.hasPointerCapture?.(e.pointerId)) e.target.releasePointerCapture(e.pointerId);
  }

  // ghost is the piece under the finger.
  ghost(i) {
    const cell = this.cells[i], r = cell.getBoundingClientRect();
    const shown = h("div", { class: "ghost" }, cell.dataset.says.slice(0, 3));
    shown.style.setProperty("width", `${r.width}px`);
    shown.style.setProperty("height", `${r.height}px`);
    document.body.append(shown);
    return shown;
  }
}
