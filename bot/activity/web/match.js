// A match: its board, what can be done, past boards, trying out, arranging.

import { Board } from "./board.js";
import { ask, boot, button, calm, h, hush, icon, icons, mount, parse, sentences, slowly, tell, toast, until, word } from "./dom.js";
import { call, cause, listen, pause } from "./net.js";

export class Match {
  // path is the address of the match's requests; the functions lead elsewhere.
  constructor(path, { leave, open, learn, people, view }) {
    Object.assign(this, { path, leave, open, learn });
    this.halves = [""]; // the steps of the move so far
    this.piece = null; // chosen to be placed
    this.picked = -1; // the cell chosen in a set-up
    this.early = -1; // the cell touched before the reader's turn
    this.board = new Board(this);
    this.build();
    this.people(people ?? []);
    const svg = `${document.querySelector(".board svg")?.outerHTML}\n`; // with as many lines as the server has sent
    mount(this.node);
    if (view) this.take({ ...view, picture: { ...view.picture, svg } });
    this.clock = setInterval(() => this.time(), 20000);
    document.addEventListener("keydown", this.keys = (e) => this.key(e));
  }

  // line is the moves that are tried out on the board that is shown.
  get line() {
    return this.view?.trial?.plies;
  }

  // past reports whether an earlier board is shown, on which nothing is tried out.
  get past() {
    return this.view.step < this.view.steps && !this.view.trial;
  }

  close() {
    this.closed = true;
    this.playing = null;
    clearInterval(this.clock);
    document.removeEventListener("keydown", this.keys);
    this.stop?.();
  }

  build() {
    const round = (name, click, path = icons[name]) => button(icon(path), click, "round", { "aria-label": word(name), title: word(name) });
    for (const tag of ["p.here", "p.says", "span.left", "p.caption", "div.news", "div.ways", "div.deeds", "div.more", "section.setup"]) this[tag.split(".")[1]] = h(tag);
    this.title = h("h1", { tabindex: -1 });
    this.slide = h("input", { type: "range", min: 0, max: 0, step: 1, "aria-label": word("moves"), input: () => this.step(Number(this.slide.value)) });
    this.before = [round("first", () => this.step(0)), round("backOne", () => this.step(this.view.step - 1))];
    this.after = [round("on", () => this.step(this.view.step + 1)), round("last", () => this.step(this.view.steps))];
    this.film = round("replay", () => this.replay());
    this.graph = h("div.graph", { click: ({ target: { dataset: d } }) => d.turn && this.compare(this.made.turns[d.turn]) });
    this.point = button("", () => this.compare(this.turn), "turn");
    this.earlier = round("earlier", () => this.compare(this.made.turns.findLast((t) => t.step < this.view.step)), icons.backOne);
    this.later = round("later", () => this.compare(this.made.turns.find((t) => t.step > this.view.step)), icons.on);
    this.turns = h("div.steps", {}, this.earlier, this.point, this.later);
    this.steps = h("nav.steps", { "aria-label": word("moves") }, this.before, this.film, this.slide, this.after);
    this.status = h("div.line", {}, this.says, this.left);
    this.node = h("main.match", {},
      h("header", {}, this.leave && round("matches", () => this.leave()), h("div.names", {}, this.title, this.here), this.more), // far from this match's buttons
      h("div.stage", {}, this.board.node),
      h("div.side", {}, h("div.top", {}, this.status, this.ways), this.setup, this.caption, this.news),
      h("div.foot", {}, this.graph, this.turns, this.deeds, this.steps));
  }

  async begin(events) {
    this.stop = listen(events, {
      here: (names) => this.people(names), all: () => this.again(), full: () => toast(word("many")), dead: () => this.again(),
      match: (hint) => { if (hint.id === this.view?.id && hint.mark !== this.view.mark) this.again(); },
    });
    if (!this.view) await this.again();
  }

  people(names) {
    this.here.textContent = names.length > 1 ? word("people", names.join(", ")) : "";
  }

  query(more = {}) {
    return `?${new URLSearchParams({ have: this.board.had(), ...more })}`;
  }

  read(more) {
    return call((boot.link ? `${this.path}/view` : this.path) + this.query(more));
  }

  // again asks for the match as it is now. A look at the past and a trial stay.
  async again() {
    if (this.asking) return void (this.once = true);
    this.asking = true;
    try {
      const line = this.line, at = this.view?.step;
      if (line) return await this.try(line);
      const view = await this.read(this.view && at < this.view.steps ? { step: at } : {});
      while (this.node.matches(":active")) await pause(50); // what is redrawn loses its press
      if (this.view?.step !== at || this.line) this.once = true; // stepped or tried something out meanwhile
      else if (view.mark !== this.view?.mark) await this.follow(view);
      else if (this.halves.length === 1 && !this.view.advice) this.take(view); // otherwise somebody is choosing on this board
    } catch (e) {
      this.failed(e);
    } finally {
      this.asking = false;
      if (this.once) {
        this.once = false;
        this.again();
      }
    }
  }

  // follow shows the boards up to a new one in turn.
  async follow(view) {
    const was = this.view, still = document.hidden || calm();
    let shown = was;
    if (was && !still && was.step === was.steps && view.step === view.steps && view.steps - was.steps < 7) {
      for (let n = was.steps + 1; n <= view.steps; n++) {
        const { caption, picture } = n < view.steps ? await this.read({ step: n }) : {};
        await pause(this.moved + 700 - Date.now());
        if (this.view !== shown) break;
        if (picture) this.take(shown = { ...was, caption, picture, step: n, steps: n, choices: [], mine: false, hints: false });
        if (n === was.steps + 1 && was.mine) this.own = picture ? shown : view; // moved on another page
      }
    }
    if (this.view === shown) this.take(view);
    else this.once = true; // something else was pressed
  }

  failed(e) {
    if (this.closed) return;
    this.busy(false);
    if (e.match) this.take(e.match);
    if (e.status === 404) this.leave?.();
    else if (!e.match && this.view) this.draw();
    toast(e.message);
  }

  busy(is) {
    this.board.busy = is;
    this.node.classList.toggle("busy", is);
  }

  // show shows an answer that is still wanted, and reports whether there was one.
  async show(request, wanted = () => true) {
    try {
      const view = await request;
      if (wanted()) this.take(view);
      return true;
    } catch (e) {
      this.failed(e);
    }
  }

  take(view) {
    if (this.closed) return;
    const was = this.node.dataset.at, turn = !view.trial && this.made?.turns?.find((t) => t.step === view.step);
    if (turn) view = { ...view, ...turn }; // with both moves
    if (this.view?.steps !== view.steps) this.moved = Date.now();
    if (this.view?.mark !== view.mark) this.picked = -1;
    this.view = view;
    if (!view.half) this.halves = [""];
    this.busy(false);
    this.draw();
    if (!was && !boot.link && document.activeElement === document.body) this.title.focus(); // what was pressed is gone
    const other = was && was !== this.node.dataset.at;
    if (other && view.half) tell(word("picked", this.board.says(this.cell), (view.choices ?? []).map((c) => this.board.name(c.cell) ?? c.label).join(", ")));
    else if (other) tell(view.caption, this.says.textContent);
    if (!view.mine || view.half || this.early < 0) return;
    const way = this.wayAt(this.early); // chooses a piece, but makes no move
    hush();
    if (way) this.pick(way);
    else this.early = -1;
  }

  draw() {
    const v = this.view, past = this.past, held = document.activeElement, at = word("move", v.step, v.steps);
    document.title = v.mine && !past ? `● ${v.title}` : v.title;
    this.title.textContent = v.title;
    this.node.dataset.at = [v.mark, v.step, v.half, v.trial?.plies].join("/");
    const can = new Set((v.choices ?? []).map((c) => c.cell).filter((i) => i >= 0));
    const chosen = this.picked >= 0 ? this.picked : this.chosen();
    if (chosen >= 0) can.add(chosen);
    this.board.node.hidden = !v.picture.hash;
    if (v.picture.hash) this.board.show(v, { can, chosen, drags: !!v.setup, live: v.mine || v.plays && !v.over, label: `${word("board", v.title)}. ${v.words ?? ""}` });
    this.says.textContent = past ? at : v.trial ? v.trial.says : v.line;
    this.node.classList.toggle("mine", !past && !!v.mine);
    this.status.classList.toggle("over", !past && !!v.over);
    this.film.replaceChildren(icon(icons[this.playing ? "pause" : "replay"]));
    this.film.setAttribute("aria-pressed", !!this.playing);
    const said = v.caption ?? "", own = this.own?.steps < v.steps && !past && !v.half && this.own.caption?.split(" · ")[0]; // what is answered
    this.caption.textContent = v.trial ? word("trial") : this.picked >= 0 ? sentences(this.board.says(this.picked), v.setup.about?.[this.board.name(this.picked)]) : said && own && !own.split(". ").some((s) => said.startsWith(s)) ? sentences(own, said) : said;
    this.drawTurns(past);
    refill(this.news, (this.turn ? this.made.says : v.advice ? [v.advice.says] : [...this.made?.says ?? [], ...v.news ?? []]).map((n) => h("p", {}, n)));
    this.slide.max = v.steps;
    this.slide.value = v.step;
    this.slide.setAttribute("aria-valuetext", at);
    const still = !v.steps || v.trial || v.setup;
    for (const b of this.before) b.disabled = still || v.step <= 0;
    for (const b of this.after) b.disabled = still || v.step >= v.steps;
    this.film.disabled = this.slide.disabled = still;
    if (held.disabled) this.slide.focus(); // keys go on from there
    this.steps.hidden = !v.head;
    this.drawWays(past);
    this.drawDeeds();
    this.drawSetup();
    this.time();
  }

  // drawTurns shows the course of a match, and on past boards of a reviewed one its last mistake, not the deeds.
  drawTurns(past) {
    const v = this.view, { curve, turns = [] } = this.made ?? v, t = this.turn = past && (turns.findLast((t) => t.step <= v.step) ?? turns[0]);
    refill(this.graph, curve && parse(curve));
    this.graph.querySelector(".at")?.setAttribute("transform", `translate(${Math.min(1, v.step / (v.steps - 1)) * 300})`);
    this.node.classList.toggle("made", turns.length > 0);
    this.turns.hidden = !t;
    this.deeds.hidden = !!t;
    this.status.hidden = t?.step === v.step;
    this.status.parentNode.hidden = this.status.hidden && !v.tries;
    if (!t) return;
    this.point.textContent = `${turns.indexOf(t) + 1}/${turns.length} ${t.says}`;
    this.point.setAttribute("aria-current", t.step === v.step);
    this.earlier.disabled = v.step <= turns[0].step;
    this.later.disabled = v.step >= turns.at(-1).step;
  }

  // compare shows the board of a mistake, or the last one.
  compare(turn) {
    return this.step(turn?.step ?? Infinity);
  }

  // review asks for the review of a match until it is made.
  async review() {
    if (this.made) return this.compare(this.made.turns?.[0]);
    if (this.reviewing) return;
    this.reviewing = true;
    const done = slowly(word("reviews"));
    try {
      let got = {};
      while (!got.says && this.node.isConnected) got = await call(`${this.path}/review`);
      this.made = got;
      tell(got.says?.join(" "));
      await this.compare(got.turns?.[0]);
      if (!got.turns) this.news.scrollIntoView();
    } catch (e) {
      this.failed(e);
    } finally {
      done();
      this.reviewing = false;
    }
  }

  async hint() {
    const done = slowly(word("hinting"));
    this.busy(true);
    if (await this.show(call(`${this.path}/hint${this.query()}`))) tell(this.view.advice?.says);
    done();
  }

  time() {
    const v = this.view ?? {};
    this.left.textContent = v.deadline && !v.trial && v.step === v.steps ? until(v.deadline) : "";
  }

  // chosen is the cell where the move stands so far.
  chosen() {
    return this.halves.length > 1 ? this.cell ?? -1 : -1;
  }

  // drawWays shows what comes and goes: ways without a cell, answers, what leads on.
  drawWays(past) {
    const v = this.view, at = this.status.hidden, good = !(v.over && v.next) && "good"; // one button alone leads on
    refill(this.ways,
      v.choices?.filter((c) => c.cell < 0).slice(0, 60).map((c) => button(c.label || c.text, () => this.pick(c), "", { "data-text": c.text })),
      this.halves.length > 1 && button(word("back"), () => this.back()),
      v.advice && !past && button(word("playIt"), () => this.play(v.advice.move), "good"),
      this.turn && v.tries && button(word(at ? "tryIt" : "try"), () => this.try(at ? [this.turn.better] : []), at && "good"),
      v.rematch && button(word("rematch"), () => this.open(v.rematch), good),
      !past && v.acts?.filter((a) => !a.stays).map((a) => button(a.label, () => this.do(a), a.good && !v.advice && good)),
      v.reviews && (!this.made || this.made.turns && !past) && button(word("review"), () => this.review()),
      v.over && v.plays && !past && button(word("matches"), () => this.leave()));
  }

  // drawDeeds shows the buttons that keep their places; those without effect say why.
  drawDeeds() {
    const v = this.view, t = v.trial, none = t && !t.plies[0] && word("trial");
    refill(this.more, this.open && deed(word("next"), () => this.open(v.next), !v.next && word("alone"), v.over && "good"), v.game && button(word("rules"), () => this.rules()));
    refill(this.deeds, ...t ? [
      deed(word("backOne"), () => this.try(this.line.slice(0, -1)), none),
      deed(word("anew"), () => this.try([]), none),
      (v.step < v.steps || !t.solo) && deed(...v.step < v.steps ? [word("fresh"), () => this.playOn()] : [word("keep"), () => this.keep()], t.off, "good"),
      deed(word("close"), () => this.step(v.step)),
    ] : [
      v.advised && deed(word("hint"), () => this.hint(), v.off || !v.hints && v.line),
      (v.plays || v.tries) && deed(word("try"), () => this.try([]), !v.tries && v.off || (v.setup || !v.picture.hash) && v.line),
      v.acts?.filter((a) => a.stays).map((a) => deed(a.label, () => this.do(a), v.off || a.off, a.danger && "danger")),
      v.plays && deed(word("note"), () => this.note(), "", v.note && "has"),
      v.go?.map((w) => deed(w.label, () => this.learn(w.id), "", w.good && !v.mine && "good")),
    ]);
  }

  strayed() {
    setTimeout(() => this.again());
  }

  // tap is a finger, a click or a key on a cell. A tap on a target waits for the answer to that on the piece.
  async tap(i) {
    const tapped = Date.now();
    await this.gone;
    if (Date.now() - tapped > 2000) return; // too late
    const v = this.view, kept = i === this.early, waits = this.board.busy || !v.mine;
    this.early = waits ? i : -1;
    if (this.board.busy) return;
    if (this.past) return toast(word("past"));
    if (v.setup) return this.arrangeTap(i);
    if (i === this.chosen()) return kept || this.back();
    const ways = (v.choices ?? []).filter((c) => c.cell === i || c.only?.includes(i));
    if (ways.length > 0) {
      const n = ways.length > 1 ? await ask(word("choose"), ways.map((c) => c.label || c.text), { list: true }) : 0;
      return n >= 0 && this.pick(ways[n]);
    }
    if (this.halves.length > 1) return this.instead(i);
    if (waits) toast(v.line);
    else this.refuse(i);
  }

  // instead chooses another piece, or none. A cell where the chosen one can't go says why.
  async instead(i) {
    const top = (this.top ?? []).find((c) => c.cell === i && !c.whole);
    if (i >= 0 && !top) return this.refuse(i);
    this.halves = [""];
    if (top) return this.pick(top);
    await this.go("");
  }

  // refuse says why no move begins or goes on at a cell: in the words of the game, if it can.
  async refuse(i) {
    const v = this.view, name = this.board.name(i), from = this.halves.at(-1) || v.choices?.some((c) => !c.whole) && name;
    const why = v.plays && from && await this.tryOut([...this.line ?? [], `${from}-${name}`]).then(() => "", (e) => e.status === 422 && e.message);
    toast(why || word("closed"));
  }

  back() {
    this.early = -1;
    this.halves.pop();
    this.cell = this.cells?.pop();
    return this.go(this.halves.at(-1));
  }

  async pick(c) {
    if (c.whole) return this.play(c.text);
    if (this.halves.length === 1) {
      if (!this.view.half) this.top = this.view.choices;
      this.cells = [];
    } else this.cells.push(this.cell);
    this.halves.push(c.text);
    this.cell = c.cell;
    this.board.cells[c.cell]?.classList.add("chosen"); // before the server has answered
    await this.go(c.text);
  }

  // go shows the board with a move half chosen, unless another step is chosen meanwhile.
  go(half) {
    const asked = this.line ? this.tryOut(this.line, half) : call(`${this.path}/complete${this.query({ head: this.view.head, typed: half })}`);
    asked.catch(() => { this.halves = [""]; });
    return this.gone = this.show(asked, () => half === (this.halves.at(-1) ?? ""));
  }

  // wayAt returns a way that begins or goes on at a cell.
  wayAt(i) {
    return this.view.choices?.find((c) => c.cell === i && !c.whole);
  }

  lift(i) {
    if (i === this.chosen()) return;
    const way = this.wayAt(i);
    if (way) this.pick(way);
    else if (this.halves.length > 1) this.instead(i);
  }

  // pass follows a finger through a chain of steps.
  async pass(i) {
    await this.gone;
    const way = this.wayAt(i);
    if (way && this.halves.length > 1) this.pick(way);
  }

  async drop(from, to) {
    if (this.view.setup) return to !== from && this.swap(from, to);
    await this.gone;
    if (to >= 0 && to !== from && to !== this.chosen()) this.tap(to);
    else if (to < 0) this.instead(-1);
  }

  // play makes a whole move, or adds it to the line that is tried out.
  async play(move) {
    if (this.line) return this.try([...this.line, move]);
    if (this.view.confirm && await ask(word("confirm", move), [word("play"), word("no")]) !== 0) return this.go((this.halves = [""])[0]);
    this.early = -1;
    this.own = null;
    if (await this.post("moves", { move })) this.own = this.view;
  }

  async post(what, body) {
    this.busy(true);
    return this.show(call(`${this.path}/${what}`, { head: this.view.head, cause: cause(), have: this.board.had(), ...body }));
  }

  async do(act) {
    if (act.sure && await ask(act.sure, [word("yes"), word("no")], { danger: act.danger ? 0 : -1 }) !== 0) return;
    if (await this.post("acts", { act: act.act }) && this.view.rematch) this.open(this.view.rematch);
  }

  // replay plays the match from here or its beginning until a press.
  async replay() {
    if (this.playing) return this.step(this.view.step);
    const run = this.playing = {};
    if (this.view.step >= this.view.steps) await this.step(0, run);
    while (this.playing === run && this.view.step < this.view.steps) {
      await pause(900);
      if (this.playing === run) await this.step(this.view.step + 1, run);
    }
    if (this.playing !== run) return;
    this.playing = null;
    this.draw();
  }

  step(n, run = null) {
    this.playing = run;
    this.view.step = Math.max(0, Math.min(this.view.steps, n)); // where fingers are
    this.halves = [""];
    return this.stepping ??= this.walk().finally(() => { this.stepping = null; });
  }

  // walk shows boards until it is where fingers are.
  async walk() {
    try {
      for (let got = -1; got !== this.view.step;) {
        got = this.view.step;
        const view = await this.read(got < this.view.steps ? { step: got } : {}), wish = this.view.step;
        if (got === wish) this.take(view);
        else Object.assign(this.view = view, { step: wish });
        if (view.step !== got && got === wish) break;
      }
    } catch (e) {
      this.failed(e);
    }
  }

  // tryOut asks for the board after a line, where a move may be half chosen.
  tryOut(line, typed = "") {
    return call(`${this.path}/try${this.query({ line: line.join(" "), typed, step: this.view.step })}`);
  }

  try(line) {
    const was = this.line?.join(" ");
    this.halves = [""];
    // the trial may have ended or gone on meanwhile
    return this.show(this.tryOut(line), () => this.line?.join(" ") === was);
  }

  // playOn begins a match against the computer from the tried board.
  async playOn() {
    const { game: name, id: from, step } = this.view;
    if (await ask(word("begins"), [word("yes"), word("no")]) !== 0) return;
    try {
      this.open((await call("/api/matches", { name, from, step, line: this.line, cause: cause() })).id);
    } catch (e) {
      this.failed(e);
    }
  }

  async keep() {
    if (await this.post("lines", { line: this.line })) toast(word("kept"));
  }

  async rules() {
    try {
      const { text } = await call(`${this.path}/rules`), bold = (s, i) => i % 2 ? h("b", {}, s) : s;
      ask(word("rules"), [word("back")], { more: text.split("\n").map((p) => h("p.small", {}, p.split("**").map(bold))) });
    } catch (e) {
      this.failed(e);
    }
  }

  // note shows the reader's own notes about the match, until they are saved.
  async note() {
    const text = h("textarea", { rows: 6, maxlength: 1000, "aria-label": word("note") }, this.view.note ?? "");
    const more = [h("p.small", {}, word("noteHint")), text];
    while (await ask(word("note"), [word("save"), word("cancel")], { more }) === 0 && !await this.post("note", { text: text.value }));
  }

  drawSetup() {
    const s = this.view.setup;
    this.setup.hidden = !s;
    if (!s) return;
    const menu = ({ name, label, choices }) => button(label, async () => {
      const n = await ask(label, choices.map((c) => c.label), { list: true });
      if (n >= 0) this.arrange(name, [choices[n].value]);
    });
    const tray = (s.pieces ?? []).map((p) => button(p.label, () => {
      this.piece = this.piece === p.value ? null : p.value;
      this.draw();
    }, "chip", { "data-text": p.value, "aria-pressed": String(this.piece === p.value) }));
    refill(this.setup,
      h("p.small", {}, word("drag")),
      tray.length > 0 && h("div.tray", { role: "group", "aria-label": word("pieces") }, tray),
      h("div.deeds", {}, s.actions.map((a) => a.choices ? menu(a)
        : deed(a.label, () => this.arrange(a.name, []), a.primary && !s.complete && this.view.line, a.primary ? "good" : a.danger && "danger"))));
  }

  arrangeTap(i) {
    if (this.piece) return this.arrange("place", [this.board.name(i), this.piece]);
    if (this.picked < 0) {
      this.picked = i;
      tell(this.board.says(i));
      return this.draw();
    }
    const from = this.picked;
    this.picked = -1;
    if (from !== i) return this.swap(from, i);
    this.draw();
  }

  swap(from, to) {
    return this.arrange(to < 0 ? "place" : "swap", [this.board.name(from), this.board.name(to) ?? "off"]);
  }

  async arrange(name, input) {
    const s = this.view.setup, sure = s.actions.find((a) => a.name === name);
    if (sure?.primary && s.warnings?.length && await ask(s.warnings.join(" "), [sure.label, word("back")]) !== 0) return;
    if (sure?.danger && await ask(`${sure.label}?`, [word("yes"), word("no")], { danger: 0 }) !== 0) return;
    await this.post("arrange", { name, input });
    if (!this.view.setup?.pieces?.some((p) => p.value === this.piece)) this.piece = null;
  }

  key(e) {
    if (e.target.closest?.("textarea, dialog") || e.ctrlKey || e.metaKey || e.altKey || !this.view) return;
    const { step, steps } = this.view, to = { PageUp: step - 1, ",": step - 1, PageDown: step + 1, ".": step + 1, Home: 0, End: steps }[e.key];
    if (e.key === "Escape" && this.halves.length > 1) this.back();
    else if (e.key === "Escape" && this.picked >= 0) { this.picked = -1; this.draw(); }
    else if (this.slide.disabled || to === undefined) return;
    else this.step(to);
    e.preventDefault();
  }
}

// deed makes a button. One without effect says why.
const deed = (label, act, off, kind) => button(label, off ? () => toast(off) : act, kind, off && { "aria-disabled": "true" });

// refill replaces what is in a place. The focus goes to the button with the same text.
function refill(place, ...list) {
  const at = place.contains(document.activeElement) ? document.activeElement.textContent : null;
  place.replaceChildren(...list.flat(2).filter(Boolean));
  if (at === null) return;
  const buttons = [...place.querySelectorAll("button:enabled")];
  (buttons.find((n) => n.textContent === at) ?? buttons[0])?.focus();
}
