// Where people type: a message, or a slash command with a field for each of its options.
//
// Typing "/" lists the commands. Choosing one, or typing its whole name and a space, turns the box into the command with its fields. Enter,
// Tab and the arrow keys work as in Discord; everything can also be tapped.
import { el, icon, avatar } from "./dom.js";
import { kinds, search, parse, split, read, suggestions, shown } from "./commands.js";

// makeComposer fills the place where people type. The host gives {leaves(), world(), say(text), run(path, options, files), complete(path, options,
// focused), error(text), placeholder()}, options as [{name, value}], files that are attached to some of them as [{name, content}] in base64; run and say throw
// nothing and return when the box may be emptied.
export function makeComposer(place, host) {
  const box = el("div.box");
  const popup = el("div.popup", { id: "suggestions", role: "listbox", "aria-label": "Suggestions", hidden: true });
  place.append(popup, box);
  let entries = []; // of the popup: {node, choose(), means(typed)?}
  let active = -1;
  let command = null; // {leaf, fields: [{option, input, node, choice}], problem}
  let filled = ""; // the line that was filled in last
  let asked = 0; // numbers the questions to the bot, so that late answers are dropped

  // The popup ------------------------------------------------------------------------------------------------------------------------

  function showPopup(head, list, nothing) {
    entries = list;
    active = -1;
    popup.replaceChildren(...[head, ...list.map((e) => e.node)].filter(Boolean));
    if (!list.length && nothing) popup.append(el("div.nothing", null, nothing));
    popup.hidden = popup.childElementCount === 0;
    popup.scrollTop = 0;
    list.forEach((e, i) => {
      e.node.id = "suggestion-" + i;
      e.node.addEventListener("pointerdown", (ev) => ev.preventDefault()); // keeps the focus, and the keyboard of a phone, where it is
      e.node.addEventListener("click", () => e.choose());
      e.node.addEventListener("pointermove", () => activate(i, false));
    });
    describe();
  }

  function hidePopup() {
    entries = [];
    active = -1;
    popup.hidden = true;
    popup.replaceChildren();
    describe();
  }

  function activate(i, scroll = true) {
    entries[active]?.node.setAttribute("aria-selected", "false");
    active = i;
    entries[active]?.node.setAttribute("aria-selected", "true");
    if (scroll && active >= 0) entries[active]?.node.scrollIntoView({ block: "nearest" });
    describe();
  }

  function describe() {
    for (const input of box.querySelectorAll("[role=combobox]")) {
      input.setAttribute("aria-expanded", String(!popup.hidden));
      if (active >= 0 && input === document.activeElement) input.setAttribute("aria-activedescendant", "suggestion-" + active);
      else input.removeAttribute("aria-activedescendant");
    }
  }

  // arrows handles the keys that all fields share, and reports whether it did.
  function arrows(e) {
    if ((e.key === "ArrowDown" || e.key === "ArrowUp") && entries.length) {
      const step = e.key === "ArrowDown" ? 1 : -1;
      activate(active < 0 ? (step > 0 ? 0 : entries.length - 1) : (active + step + entries.length) % entries.length);
    } else if (e.key === "Escape" && !popup.hidden) hidePopup();
    else return false;
    e.preventDefault();
    e.stopPropagation();
    return true;
  }

  // Plain text -----------------------------------------------------------------------------------------------------------------------

  const slash = el("button.side", { type: "button", "aria-label": "Commands", title: "Commands", onclick: () => { text.value = "/"; plain(); text.focus(); typed(); } }, icon("slash"));
  const text = el("textarea", { rows: "1", id: "text", role: "combobox", "aria-label": "Message", "aria-autocomplete": "list", "aria-controls": "suggestions", "aria-expanded": "false", maxlength: "2000", autocomplete: "off", spellcheck: "false", enterkeyhint: "send" });
  const send = el("button.side.send", { type: "button", "aria-label": "Send", title: "Send", onclick: () => enter() }, icon("send"));

  function plain() {
    command = null;
    asked++;
    box.replaceChildren(slash, text, send);
    text.placeholder = host.placeholder();
    grow();
  }

  function grow() {
    text.style.height = "46px";
    if (text.scrollHeight > 48) text.style.height = text.scrollHeight + "px";
    send.classList.toggle("ready", text.value.trim() !== "");
  }

  function typed() {
    if (/^\s/.test(text.value)) text.value = text.value.trimStart(); // no message begins with blanks
    grow();
    if (!text.value.startsWith("/") || text.value.includes("\n")) return hidePopup();
    const found = parse(text.value, host.leaves());
    if (!found?.rest) return listCommands();
    if (found.leaf.options.some((o) => o.required) || Object.keys(found.given).length) return begin(found.leaf, found.given, found.text);
    listOptions(found.leaf, found.text);
  }

  const optionEntry = (o, choose) => ({
    node: el("div.choice", { role: "option", "aria-selected": "false" }, el("div.texts", null, el("div.title", null, o.name), el("div.note", null, o.description))),
    choose,
  });

  // listOptions offers the options of a command that needs none; the text may begin one's name.
  function listOptions(leaf, start) {
    const list = leaf.options.filter((o) => o.name.startsWith(start.toLowerCase()));
    const head = el("div.popup-head", null, el("b", null, "/" + leaf.path), el("span", null, leaf.description + ". Send it as it is" + (leaf.options.length ? ", or add an option:" : ".")));
    showPopup(head, list.map((o) => optionEntry(o, () => begin(leaf, { [o.name]: "" }))));
    if (list.length && start) activate(0);
  }

  function listCommands() {
    const list = search(text.value.slice(1), host.leaves()).slice(0, 40);
    showPopup(el("div.popup-head", null, text.value === "/" ? "Commands" : "Commands matching " + text.value), list.map((leaf) => ({
      node: el("div.choice", { role: "option", "aria-selected": "false" }, avatar({ bot: true }), el("div.texts", null,
        el("div.title", null, "/" + leaf.path, el("i", null, leaf.options.filter((o) => o.required).map((o) => " " + o.name).join(""))),
        el("div.note", null, leaf.description))),
      choose: () => begin(leaf, {}),
    })), host.leaves().length ? "No command is called that." : host.started() ? "You have no commands here. Buttons work for everybody." : "Paddock has no commands yet. It is still starting.");
    if (list.length) activate(0);
  }

  text.addEventListener("input", typed);
  text.addEventListener("keydown", (e) => {
    if (e.isComposing) return;
    if (!popup.hidden && arrows(e)) return;
    if (e.key === "Enter" && !e.shiftKey) {
      e.preventDefault();
      enter();
    } else if (e.key === "Tab" && !e.shiftKey && active >= 0) {
      e.preventDefault();
      entries[active].choose();
    }
  });

  async function enter() {
    if (command) return run();
    const line = text.value.trim();
    if (!line) return;
    const found = line.startsWith("/") && parse(line, host.leaves());
    if (active >= 0 && !(found && found.text === "")) return entries[active].choose();
    if (found) {
      begin(found.leaf, found.given, found.text);
      return run();
    }
    if (/^\/\S/.test(line)) return host.error("There is no command " + line.split(" ")[0] + " here." + (host.leaves().length ? " Type / to see all commands." : " Buttons work for everybody."));
    text.value = "";
    grow();
    await host.say(line);
  }

  // A command ------------------------------------------------------------------------------------------------------------------------

  // begin turns the box into a command. Given are texts for some options by name; loose is text that names no option: the first is meant.
  function begin(leaf, given, loose = "") {
    if (loose && leaf.options.length) given = { [leaf.options[0].name]: loose, ...given };
    command = { leaf, fields: [], problem: el("div.problem", { role: "alert", hidden: true }) };
    const form = el("div.command", { role: "group", "aria-label": "/" + leaf.path }, el("span.path", { tabindex: "0", onkeydown: pathKey }, "/" + leaf.path), command.problem);
    command.form = form;
    const cancel = el("button.side", { type: "button", "aria-label": "Leave the command", title: "Leave the command (Esc)", onclick: () => reset() }, icon("close"));
    box.replaceChildren(cancel, form, send);
    send.classList.add("ready");
    for (const o of leaf.options) if (o.required || o.name in given) addField(o, given[o.name] ?? "");
    offerOptions();
    hidePopup();
    const field = command.fields.find((f) => !f.input.value) ?? command.fields.at(-1);
    if (field) focusField(field);
    else form.querySelector(".path").focus();
  }

  function pathKey(e) {
    if (e.key === "Enter") run();
    else if (e.key === "Escape") reset();
    else if (e.key === "Backspace") backToText();
    else if (e.key.length === 1 && !e.ctrlKey && !e.metaKey && !e.altKey) backToText(" " + e.key.trim());
    else return;
    e.preventDefault();
  }

  function addField(option, value) {
    if (option.type === kinds.attachment) return addFile(option);
    const id = "field-" + option.name;
    const input = el("input", {
      id, role: "combobox", "aria-autocomplete": "list", "aria-controls": "suggestions", "aria-expanded": "false", autocomplete: "off",
      spellcheck: "false", "aria-required": String(Boolean(option.required)), enterkeyhint: "send",
      inputmode: option.type === kinds.integer ? "numeric" : option.type === kinds.number ? "decimal" : null, autocapitalize: "off",
    });
    input.value = shown(option, value, host.world());
    const field = { option, input, node: el("div.field", null, el("label", { for: id }, option.name), input), settled: value !== "" };
    command.fields.push(field);
    command.form.insertBefore(field.node, command.form.querySelector(".add-option") ?? command.problem);
    fit(input);
    input.addEventListener("focus", () => { if (!field.settled || !input.value) suggest(field); else hidePopup(); });
    input.addEventListener("click", () => { if (popup.hidden) suggest(field); });
    input.addEventListener("input", () => {
      field.settled = false;
      field.choice = undefined;
      if (namesOption(field)) return;
      fit(input);
      clearProblem();
      suggest(field);
    });
    input.addEventListener("keydown", (e) => fieldKey(e, field));
    return field;
  }

  // addFile adds the field of a file to be attached.
  function addFile(option) {
    const id = "field-" + option.name;
    const input = el("input", { id, type: "file", "aria-required": String(Boolean(option.required)) });
    const field = { option, input, node: el("div.field", null, el("label", { for: id }, option.name), input), settled: true };
    command.fields.push(field);
    command.form.insertBefore(field.node, command.form.querySelector(".add-option") ?? command.problem);
    input.addEventListener("change", () => {
      clearProblem();
      const chosen = input.files[0];
      field.file = chosen && { name: chosen.name, content: base64(chosen) };
    });
    input.addEventListener("focus", hidePopup);
    input.addEventListener("keydown", (e) => { if (e.key !== "Enter" || field.file) fieldKey(e, field); }); // Enter opens the choice of files first
    return field;
  }

  const base64 = (file) => new Promise((done, fail) => {
    const reader = new FileReader();
    reader.onload = () => done(reader.result.slice(reader.result.indexOf(",") + 1));
    reader.onerror = () => fail(reader.error);
    reader.readAsDataURL(file);
  });

  // namesOption reacts to options that are named in a field, as in "3 beans:4": what follows a name goes into that option's field.
  function namesOption(field) {
    const { given, text } = split(field.input.value, command.leaf.options);
    const named = Object.entries(given);
    if (!named.length) return false;
    field.input.value = text;
    fit(field.input);
    for (const [name, value] of named) {
      const option = command.leaf.options.find((o) => o.name === name);
      const other = command.fields.find((f) => f.option === option) ?? addField(option, "");
      if (value && option.type !== kinds.attachment) settle(other, { text: shown(option, value, host.world()) });
      else focusField(other);
      if (!value && other === field) suggest(field);
    }
    offerOptions();
    return true;
  }

  const fit = (input) => { input.style.width = Math.max(4, [...input.value].length + 2) + "ch"; };

  // offerOptions shows the options that are not in use as chips that can be added; as one chip where there are more than there is room for.
  function offerOptions() {
    for (const old of command.form.querySelectorAll(".add-option")) old.remove();
    const left = rest();
    const chip = (label, title, onclick) => command.form.insertBefore(el("button.add-option", { type: "button", title, onclick }, label), command.problem);
    if (left.length > (matchMedia("(max-width: 760px)").matches ? 3 : 8)) chip("+ " + left.length + " options", "Add an option", () => listRest());
    else for (const o of left) chip("+ " + o.name, o.description, () => take(o));
  }

  // take gives an option its field.
  function take(option) {
    const field = addField(option, "");
    offerOptions();
    focusField(field);
  }

  function listRest() {
    showPopup(el("div.popup-head", null, el("b", null, "Options")), rest().map((o) => optionEntry(o, () => take(o))));
    command.form.querySelector(".add-option").focus();
  }

  const rest = () => command.leaf.options.filter((o) => !command.fields.some((f) => f.option === o));

  function focusField(field) {
    field.input.focus();
    if (field.option.type !== kinds.attachment) field.input.setSelectionRange(field.input.value.length, field.input.value.length);
  }

  function fieldKey(e, field) {
    if (e.isComposing) return;
    const at = command.fields.indexOf(field);
    if (arrows(e)) return;
    switch (e.key) {
      case "Escape":
        e.preventDefault();
        return reset();
      case "Enter":
        e.preventDefault();
        if (active >= 0 && !field.settled) {
          const exact = entries[active].means(field.input.value);
          entries[active].choose();
          if (!exact || command.fields.some((f) => f.option.required && !f.input.value)) return;
        }
        return run();
      case "Tab":
        if (!e.shiftKey && active >= 0 && !field.settled && field.input.value !== "") {
          e.preventDefault();
          entries[active].choose();
        } else hidePopup();
        return;
      case "Backspace":
        if (field.input.value !== "") return;
        e.preventDefault();
        return removeField(field, at);
      case "ArrowLeft":
        if (field.input.selectionStart > 0 || at === 0) return;
        e.preventDefault();
        return focusField(command.fields[at - 1]);
      case "ArrowRight":
        if (field.input.selectionEnd < field.input.value.length || at === command.fields.length - 1) return;
        e.preventDefault();
        return focusField(command.fields[at + 1]);
    }
  }

  function removeField(field, at) {
    if (field.option.required) return at === 0 ? backToText() : focusField(command.fields[at - 1]);
    field.node.remove();
    command.fields.splice(at, 1);
    offerOptions();
    hidePopup();
    if (command.fields.length) focusField(command.fields[Math.max(0, at - 1)]);
    else send.focus();
  }

  function backToText(more = "") {
    const path = command.leaf.path;
    plain();
    text.value = "/" + path + more;
    text.focus();
    typed();
  }

  // suggest shows what the focused field offers: its own choices, or those of the bot.
  async function suggest(field) {
    const own = suggestions(field.option, field.input.value, host.world());
    const mine = ++asked;
    const head = el("div.popup-head", null, el("b", null, field.option.name), el("span", null, hint(field.option)));
    if (own) return showChoices(field, head, own, nobody(field.option));
    if (popup.hidden || !entries.length) showPopup(head, [], "Asking Paddock…");
    else activate(-1); // what is listed answers an older text: Enter must not take it
    const answer = await host.complete(command.leaf.path, values(field), field.option.name);
    if (mine !== asked || document.activeElement !== field.input) return;
    const list = (answer.choices ?? []).map((c) => ({ label: c.name, text: c.name, value: c.value }));
    showChoices(field, head, list, answer.problem ?? "No options match. You can still type it.");
  }

  function nobody(option) {
    if (option.choices?.length) return "None of the choices is called that.";
    if (option.type === kinds.user || option.type === kinds.mentionable) return "Nobody here is called that.";
    if (option.type === kinds.role) return "No role is called that.";
    return option.type === kinds.channel ? "No channel is called that." : "";
  }

  function hint(option) {
    const bounds = option.min_value !== undefined && option.max_value !== undefined ? " (" + option.min_value + " to " + option.max_value + ")" : "";
    return option.description + bounds + (option.required ? "" : " · optional");
  }

  function showChoices(field, head, list, nothing) {
    showPopup(head, list.map((s) => ({
      node: el("div.choice", { role: "option", "aria-selected": "false" }, s.user ? avatar(s.user) : null, el("div.texts", null, el("div.title", null, s.label), s.note ? el("div.note", null, s.note) : null)),
      choose: () => settle(field, s),
      means: (typed) => [s.text, s.label, s.value].some((x) => String(x).toLowerCase() === typed.trim().toLowerCase()),
    })), field.input.value ? nothing : "");
    if (list.length && (field.input.value !== "" || field.option.required || field.option.choices?.length)) activate(0);
  }

  // settle puts a suggestion into its field and goes on to the next empty one.
  function settle(field, s) {
    field.input.value = s.text;
    field.choice = s.value;
    field.settled = true;
    fit(field.input);
    clearProblem();
    hidePopup();
    asked++;
    const next = command.fields.find((f) => !f.input.value);
    focusField(next ?? field);
  }

  // values are the options that have a value, {name, value}; that of the field being typed in is taken as it stands.
  function values(typing) {
    const out = [];
    for (const f of command.fields) {
      const value = f === typing ? f.input.value : valueOf(f).value;
      if (value !== undefined) out.push({ name: f.option.name, value });
    }
    return out;
  }

  function valueOf(field) {
    if (field.option.type === kinds.attachment) return field.file || !field.option.required ? { value: field.file?.name } : { problem: field.option.name + " is needed." };
    if (field.choice !== undefined) return { value: field.choice };
    return read(field.option, field.input.value, host.world());
  }

  async function run() {
    hidePopup();
    asked++;
    for (const f of command.fields) {
      const { problem } = valueOf(f);
      if (problem) return complain(f, problem);
    }
    const { leaf } = command;
    const options = values();
    const chosen = command.fields.map((f) => f.file).filter(Boolean);
    reset();
    const files = [];
    for (const f of chosen) {
      try {
        files.push({ name: f.name, content: await f.content });
      } catch {
        return host.error(f.name + " can't be read.");
      }
    }
    await host.run(leaf.path, options, files);
  }

  function complain(field, problem) {
    clearProblem();
    field.node.classList.add("wrong");
    command.problem.textContent = problem[0].toUpperCase() + problem.slice(1);
    command.problem.hidden = false;
    focusField(field);
  }

  function clearProblem() {
    command.problem.hidden = true;
    command.problem.textContent = "";
    for (const f of command.fields) f.node.classList.remove("wrong");
  }

  function reset() {
    text.value = "";
    plain();
    hidePopup();
    facade.focus();
  }

  box.addEventListener("focusout", () => setTimeout(() => { if (!place.contains(document.activeElement)) hidePopup(); }, 100));
  box.addEventListener("keydown", (e) => { // on a chip or a button: fields have handled theirs
    if (e.defaultPrevented || !command) return;
    if (arrows(e)) return;
    if (e.key === "Enter" && active >= 0 && e.target.matches(".add-option")) {
      e.preventDefault();
      entries[active].choose();
    } else if (e.key === "Escape") reset();
  });
  plain();

  const facade = {
    // fill types something for the person; it is theirs to send.
    fill(line) {
      filled = line;
      const found = line.startsWith("/") && parse(line, host.leaves());
      if (found) return begin(found.leaf, found.given, found.text);
      plain();
      text.value = line;
      text.focus();
      typed();
    },
    // refresh renews what depends on the channel; what is being typed stays.
    refresh() { text.placeholder = host.placeholder(); },
    // commandsChanged looks again at what is being typed, which may mean a command now.
    commandsChanged() {
      if (command || popup.hidden) return;
      if (text.value === filled) this.fill(filled);
      else typed();
    },
    clear() { text.value = ""; plain(); hidePopup(); },
    // focus is for keyboards: on a phone it would bring one up, over what is being read.
    focus() { if (matchMedia("(pointer: fine)").matches) (command?.fields[0]?.input ?? text).focus(); },
  };
  return facade;
}
