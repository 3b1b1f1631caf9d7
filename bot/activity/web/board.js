// The board: the server's drawing, with cells to tap, to drag and to reach by keys.

import { calm, h, parse, word } from "./dom.js";

export class Board {
  constructor(on) {
    this.on = on; // tap(cell), drop(from, to), lift(cell), pass(cell), strayed()
    this.node = h("div.board", {
      role: "group", keydown: (e) => this.key(e), pointerdown: (e) => this.down(e), click: (e) => this.click(e),
      focusin: (e) => { const i = this.at(e.target); if (i >= 0) this.rove(i, false); },
    });
    this.kept = new Map(); // the lines of the newest drawings, by hash: answers may overtake each other
    this.hash = "";
    this.focused = 0;
    this.cells = []; // by their index in the drawing, which may leave some out
    this.node.addEventListener("touchstart", (e) => { if (this.cells[this.at(e.target)]?.classList.contains("can")) e.preventDefault(); }, { passive: false }); // a drag is no scrolling
  }

  // show draws a view, which lights the cells that can be tapped. Here they get names and keys.
  show(view, { can, chosen, drags, live, label }) {
    const had = this.node.contains(document.activeElement);
    if (this.draw(view.picture)) {
      const svg = parse(this.lines.join("\n")), was = this.svg;
      svg.setAttribute("role", "presentation");
      this.node.replaceChildren(svg);
      this.svg = svg;
      this.cells = [];
      for (const n of svg.querySelectorAll("[data-cell]")) this.cells[n.dataset.i] = n;
      if (was) this.glide(was, svg);
    }
    this.node.setAttribute("aria-label", label);
    if (!had && can.size > 0 && !can.has(this.focused)) [this.focused] = can; // keys begin where something can be done
    if (!(this.focused in this.cells)) this.focused = this.cells.findIndex(Boolean); // a drawing may leave cells out
    this.cells.forEach((cell, i) => {
      const open = can.has(i), set = (name, is) => is ? cell.setAttribute(name, is) : cell.removeAttribute(name);
      set("role", live ? "button" : "img");
      cell.dataset.says ??= cell.getAttribute("aria-label");
      set("aria-label", cell.dataset.says + (open && i !== chosen ? `, ${word(chosen < 0 ? "choice" : "target")}` : ""));
      set("aria-disabled", live && String(!open && !drags));
      set("aria-pressed", i === chosen && "true");
      set("tabindex", live && i === this.focused ? "0" : "-1");
      cell.classList.toggle("can", open || drags);
      cell.classList.toggle("chosen", i === chosen);
      cell.classList.toggle("over", drags && i === chosen);
    });
    if (had) this.cells[this.focused]?.focus({ preventScroll: true });
  }

  // draw takes a drawing, or what has changed in it, and reports whether it is another one.
  draw(picture) {
    if (picture.hash === this.hash) return false;
    const lines = this.kept.get(picture.hash) ?? (picture.svg ? picture.svg.split("\n") : this.rebuilt(picture));
    if (!lines) {
      this.hash = ""; // the next request gets the whole drawing
      return this.on.strayed();
    }
    this.lines = lines;
    this.hash = picture.hash;
    this.kept.delete(picture.hash);
    this.kept.set(picture.hash, lines);
    if (this.kept.size > 8) this.kept.delete(this.kept.keys().next().value);
    return true;
  }

  // rebuilt makes the lines of a drawing from those of older ones, if these are still there.
  rebuilt({ from, ops }) {
    const old = (from ?? "").split(".").map((hash) => this.kept.get(hash));
    if (!ops || old.includes(undefined)) return undefined;
    const lines = old.flat();
    return ops.flatMap((op) => typeof op === "string" ? op.split("\n") : lines.slice(op[0], op[0] + op[1]));
  }

  // had names the newest drawings, the one that is shown first: the server sends what is new in the next.
  had() {
    return this.hash && [...this.kept.keys()].slice(-4).reverse().join(".");
  }

  // name is the name of a cell; says has what stands there, too.
  name(i) {
    return this.cells[i]?.dataset.cell;
  }

  says(i) {
    return this.cells[i]?.dataset.says;
  }

  at(target) {
    return this.cells.indexOf(target?.closest?.("[data-cell]"));
  }

  rove(i, focus = true) {
    this.cells[this.focused]?.setAttribute("tabindex", "-1");
    this.focused = i;
    this.cells[i].setAttribute("tabindex", "0");
    if (focus) this.cells[i].focus({ preventScroll: true });
  }

  // click taps for screen readers, which have no pointer. Of fingers and mice it knows already.
  click(e) {
    const i = this.at(e.target);
    if (i >= 0 && e.detail === 0 && !this.tapped) this.on.tap(i);
  }

  // key taps, or moves the focus: to the nearest cell above or below, or through all rows in turn.
  key(e) {
    const down = { ArrowUp: -1, ArrowDown: 1 }[e.key], on = { ArrowLeft: -1, ArrowRight: 1 }[e.key];
    if (e.key === "Enter" || e.key === " ") {
      e.preventDefault();
      this.on.tap(this.focused);
    }
    if (!down && !on) return;
    e.preventDefault();
    const all = this.cells.map((n, i) => { const r = n.getBoundingClientRect(); return { i, x: r.x + r.width / 2, y: r.y + r.height / 2 }; }).filter(Boolean);
    all.sort((a, b) => Math.abs(a.y - b.y) > 4 ? a.y - b.y : a.x - b.x);
    const at = all.findIndex((c) => c.i === this.focused), { x, y } = all[at];
    const far = (c) => { const along = (c.y - y) * down, aside = Math.abs(c.x - x); return along > 4 && aside <= along * 1.8 ? along + 2 * aside : Infinity; };
    const to = on ? all[at + on] : all.reduce((a, b) => far(b) < far(a) ? b : a, all[at]);
    if (to) this.rove(to.i);
  }

  // down begins a tap or a drag. A finger that moves takes the piece along.
  down(e) {
    const from = this.at(e.target);
    if (from < 0 || e.button > 0) return;
    const start = [e.clientX, e.clientY], taken = !this.busy && this.cells[from].classList.contains("can");
    // the piece may be drawn anew meanwhile
    const piece = () => this.svg.querySelector(`[data-piece][data-i="${from}"]`), home = piece()?.getAttribute("transform");
    const ended = new AbortController();
    let carried = false, over = from;
    const move = (m) => {
      if (!taken || m.pointerId !== e.pointerId) return;
      if (!carried && Math.hypot(m.clientX - start[0], m.clientY - start[1]) > 8) {
        carried = true;
        piece()?.parentNode.append(piece());
        this.on.lift?.(from);
      }
      if (!carried) return;
      const held = piece();
      if (held) {
        const at = new DOMPoint(m.clientX, m.clientY).matrixTransform(held.parentNode.getScreenCTM().inverse());
        held.setAttribute("transform", `translate(${at.x} ${at.y})`);
      }
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
      ended.abort();
      if (carried) piece()?.setAttribute("transform", home);
      this.cells[over]?.classList.remove("over");
      if (u.type === "pointercancel") return;
      const to = this.at(document.elementFromPoint(u.clientX, u.clientY));
      if (carried) this.on.drop(from, to);
      else if (to === from) {
        this.rove(from);
        this.tapped = true;
        setTimeout(() => { this.tapped = false; }); // after the click
        this.on.tap(from);
      }
    };
    for (const [name, act] of Object.entries({ pointermove: move, pointerup: end, pointercancel: end })) addEventListener(name, act, { signal: ended.signal });
    if (e.target.hasPointerCapture?.(e.pointerId)) e.target.releasePointerCapture(e.pointerId); // else fingers see no other cell
  }

  // glide shows pieces on their way from the board before to this one.
  glide(was, is) {
    if (calm()) return;
    const pieces = (svg) => new Map([...svg.querySelectorAll("[data-piece]")].map((n) => [`${n.dataset.i} ${n.innerHTML}`, n]));
    const before = pieces(was), after = pieces(is);
    for (const [key, n] of after) {
      if (before.has(key)) continue;
      const from = [...before].find(([k, o]) => !after.has(k) && o.innerHTML === n.innerHTML);
      if (!from) continue;
      before.delete(from[0]);
      const px = (o) => o.getAttribute("transform").replace(/translate\(([-\d.]+) ([-\d.]+)\)/, "translate($1px, $2px)");
      n.animate({ transform: [px(from[1]), px(n)] }, { duration: 240, easing: "ease-in-out" });
    }
    for (const [key, n] of before) { // what was taken
      if (after.has(key) || before.size > 3 * after.size + 3) continue;
      const ghost = n.cloneNode(true);
      ghost.removeAttribute("data-piece");
      is.querySelector("[data-piece]")?.parentNode.append(ghost);
      ghost.animate({ opacity: [1, 0] }, { duration: 320, easing: "ease-in" }).onfinish = () => ghost.remove();
    }
  }
}
