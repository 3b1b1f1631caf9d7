// Modals: the forms that a bot opens in answer to a command or a click.
import { el, icon } from "./dom.js";
import { markdown } from "./markdown.js";
import { closeMenu } from "./menu.js";
import { selectButton } from "./message.js";

let count = 0;

// openModal shows a modal and calls submit({custom_id: value}, files) until that resolves; what it throws is shown in the form. Several values of one
// field are joined by commas, as the server expects them.
export function openModal(modal, context, submit) {
  const values = {};
  const files = {}; // custom id -> File objects
  const required = new Map(); // custom id -> label, of all but text inputs, which check themselves
  const error = el("p.error", { role: "alert" });
  const close = () => dialog.close();
  const send = el("button.button.s1", { type: "submit" }, el("span.label", null, "Submit"));
  const form = el("form", {
    onsubmit: async (e) => {
      e.preventDefault();
      const short = form.querySelector(".select.short");
      if (short) {
        error.textContent = short.innerText;
        return short.focus();
      }
      const missing = [...required].find(([id]) => !values[id]);
      if (missing) {
        error.textContent = missing[1] + ": choose something.";
        return;
      }
      error.textContent = "";
      send.classList.add("busy");
      try {
        await submit(values, await Promise.all(Object.values(files).flat().map(read)));
        close();
      } catch (problem) {
        error.textContent = problem.message;
      } finally {
        send.classList.remove("busy");
      }
    },
  },
  el("header", null, el("h2", null, modal.title), el("button", { type: "button", "aria-label": "Close", onclick: close }, icon("close"))),
  el("div.fields", null, (modal.components ?? []).map((c) => field(c, values, required, context, files)), error),
  el("footer", null, el("button.button.plain", { type: "button", onclick: close }, "Cancel"), send));
  const dialog = el("dialog.modal", { "aria-label": modal.title, onclose: () => { closeMenu(false); dialog.remove(); } }, form);
  document.body.append(dialog);
  dialog.showModal();
  dialog.querySelector(".fields input, .fields textarea, .fields .select")?.focus();
}

// read returns a chosen file as the server takes it.
async function read(file) {
  const bytes = new Uint8Array(await file.arrayBuffer());
  let text = "";
  for (const b of bytes) text += String.fromCharCode(b);
  return { name: file.name, content: btoa(text) };
}

function field(c, values, required, context, files) {
  if (c.type === 10) return markdown(c.content, context);
  if (c.type === 1) return c.components.map((child) => labelled(child, child.label, "", values, required, context, files));
  if (c.type === 18) return labelled(c.component, c.label, c.description, values, required, context, files);
  return el("div.unknown", null, "A component of kind " + c.type + ", which this page can't show.");
}

function labelled(c, label, help, values, required, context, files) {
  const id = "modal-" + ++count;
  const needed = c.type !== 23 && c.required !== false;
  const control = {
    4: () => textInput(c, id, values),
    19: () => fileUpload(c, id, values, files),
    21: () => ticks(c, id, values, "radio"),
    22: () => ticks(c, id, values, "checkbox"),
    23: () => checkbox(c, id, values),
  }[c.type] ?? (() => menu(c, id, values, context));
  if (needed && c.type !== 4) required.set(c.custom_id, label);
  return el("div.field-box", null,
    el("label", { for: id, id: id + "-label" }, label, needed ? el("span.required", { "aria-hidden": "true" }, "*") : null),
    help ? el("p.help", null, help) : null, control());
}

function textInput(c, id, values) {
  const input = el(c.style === 2 ? "textarea" : "input", {
    id, placeholder: c.placeholder, required: c.required !== false, minlength: c.min_length, maxlength: c.max_length ?? 4000,
    autocomplete: "off", value: c.value ?? "",
  });
  values[c.custom_id] = c.value ?? "";
  input.addEventListener("input", () => { values[c.custom_id] = input.value; });
  return input;
}

// ticks is a group of radio buttons or of checkboxes.
function ticks(c, id, values, type) {
  const inputs = (c.options ?? []).map((o) => el("input", { type, name: id, value: o.value }));
  const note = () => { values[c.custom_id] = inputs.filter((i) => i.checked).map((i) => i.value).join(","); };
  const group = el("div.ticks", { id, role: type === "radio" ? "radiogroup" : "group", "aria-labelledby": id + "-label" }, c.options.map((o, n) => {
    inputs[n].checked = Boolean(o.default);
    return el("label.tick-row", null, inputs[n], el("span.texts", null, el("span.title", null, o.label), o.description ? el("span.note", null, o.description) : null));
  }));
  group.addEventListener("change", note);
  note();
  return group;
}

function checkbox(c, id, values) {
  const input = el("input", { id, type: "checkbox" });
  input.checked = Boolean(c.default);
  values[c.custom_id] = String(input.checked);
  input.addEventListener("change", () => { values[c.custom_id] = String(input.checked); });
  return el("div.ticks", null, input);
}

function fileUpload(c, id, values, files) {
  const input = el("input", { id, type: "file", multiple: (c.max_values ?? 1) > 1 });
  values[c.custom_id] = "";
  input.addEventListener("change", () => {
    files[c.custom_id] = [...input.files];
    values[c.custom_id] = files[c.custom_id].map((f) => f.name).join(",");
  });
  return input;
}

function menu(c, id, values, context) {
  if (![3, 5, 6, 7, 8].includes(c.type)) return el("div.unknown", null, "A field of kind " + c.type + ", which this page can't show.");
  values[c.custom_id] = (c.options ?? []).filter((o) => o.default).map((o) => o.value).join(",");
  const node = selectButton(c, context, (chosen) => { values[c.custom_id] = chosen.join(","); });
  node.id = id;
  node.setAttribute("aria-labelledby", id + "-label");
  return node;
}
