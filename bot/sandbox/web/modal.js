// Modals: the forms that a bot opens in answer to a command or a click.
import { el, icon } from "./dom.js";
import { markdown } from "./markdown.js";
import { selectButton } from "./message.js";

let count = 0;

// openModal shows a modal and calls submit({custom_id: value}) until that resolves; what it throws is shown in the form.
export function openModal(modal, context, submit) {
  const values = {};
  const required = new Map(); // custom id -> label, of the selects: text inputs check themselves
  const error = el("p.error", { role: "alert" });
  const close = () => dialog.close();
  const send = el("button.button.s1", { type: "submit" }, el("span.label", null, "Submit"));
  const form = el("form", {
    onsubmit: async (e) => {
      e.preventDefault();
      const missing = [...required].find(([id]) => !values[id]);
      if (missing) {
        error.textContent = missing[1] + ": choose something.";
        return;
      }
      error.textContent = "";
      send.classList.add("busy");
      try {
        await submit(values);
        close();
      } catch (problem) {
        error.textContent = problem.message;
      } finally {
        send.classList.remove("busy");
      }
    },
  },
  el("header", null, el("h2", null, modal.title), el("button", { type: "button", "aria-label": "Close", onclick: close }, icon("close"))),
  el("div.fields", null, (modal.components ?? []).map((c) => field(c, values, required, context)), error),
  el("footer", null, el("button.button.plain", { type: "button", onclick: close }, "Cancel"), send));
  const dialog = el("dialog.modal", { "aria-label": modal.title, onclose: () => dialog.remove() }, form);
  document.body.append(dialog);
  dialog.showModal();
  dialog.querySelector(".fields input, .fields textarea, .fields .select")?.focus();
}

function field(c, values, required, context) {
  if (c.type === 10) return markdown(c.content, context);
  if (c.type === 1) return c.components.map((child) => labelled(child, child.label, "", values, required, context));
  if (c.type === 18) return labelled(c.component, c.label, c.description, values, required, context);
  return el("div.unknown", null, "A component of kind " + c.type + ", which this page can't show.");
}

function labelled(c, label, help, values, required, context) {
  const id = "modal-" + ++count;
  const needed = c.required !== false;
  const control = c.type === 4 ? textInput(c, id, values) : otherInput(c, id, label, needed, values, required, context);
  return el("div", null,
    el("label", { for: id, id: id + "-label" }, label, needed ? el("span.required", { "aria-hidden": "true" }, "*") : null),
    help ? el("p.help", null, help) : null, control);
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

function otherInput(c, id, label, needed, values, required, context) {
  if (![3, 5, 6, 7, 8].includes(c.type)) return el("div.unknown", null, "A field of kind " + c.type + ", which this page can't show.");
  values[c.custom_id] = (c.options ?? []).find((o) => o.default)?.value ?? "";
  if (needed) required.set(c.custom_id, label);
  const node = selectButton(c, context, ([chosen]) => { values[c.custom_id] = chosen ?? ""; });
  node.id = id;
  node.setAttribute("aria-labelledby", id + "-label");
  return node;
}
