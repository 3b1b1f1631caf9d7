// Making elements, and nothing else. Text always goes in as text nodes: no HTML is ever parsed from what people or bots write.

// el makes an element: el("button.choice#x", {type: "button", onclick: f, hidden: false}, "text", child, null).
// Properties beginning with "on" are listeners, "style" is an object; false and null leave an attribute out.
export function el(what, attributes, ...children) {
  const [, tag, rest] = /^([a-z0-9-]+)(.*)$/.exec(what);
  const node = document.createElement(tag);
  for (const part of rest.match(/[.#][^.#]+/g) ?? []) {
    if (part[0] === "#") node.id = part.slice(1);
    else node.classList.add(part.slice(1));
  }
  for (const [key, value] of Object.entries(attributes ?? {})) {
    if (value === null || value === undefined || value === false) continue;
    if (key.startsWith("on")) node.addEventListener(key.slice(2), value);
    else if (key === "style") for (const [name, v] of Object.entries(value)) node.style.setProperty(name, v);
    else if (key === "value") node.value = value;
    else node.setAttribute(key, value === true ? "" : value);
  }
  node.append(...children.flat(Infinity).filter((c) => c !== null && c !== undefined && c !== false));
  return node;
}

// icon makes one of the pictures of index.html's sprite.
export function icon(name) {
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  svg.classList.add("icon");
  svg.setAttribute("aria-hidden", "true");
  const use = document.createElementNS("http://www.w3.org/2000/svg", "use");
  use.setAttribute("href", "#i-" + name);
  svg.append(use);
  return svg;
}

// avatar draws somebody: the bot's picture, or the first letter on the person's colour.
export function avatar(user, size = "") {
  const node = el("span.avatar" + (size ? "." + size : ""), { "aria-hidden": "true" });
  if (user.bot) node.append(el("img", { src: "icon.svg", alt: "" }));
  else {
    node.style.background = user.color || "#5d6068";
    node.textContent = [...(user.name || "?")][0].toUpperCase();
  }
  return node;
}

// renew makes nodes the children of parent, but keeps those that look the same already: a click on one of them is not lost when the list is drawn
// again between press and release, nor is the focus.
export function renew(parent, nodes) {
  const old = [...parent.children];
  nodes.forEach((node, i) => {
    if (!old[i]) parent.append(node);
    else if (!old[i].isEqualNode(node)) old[i].replaceWith(node);
  });
  old.slice(nodes.length).forEach((node) => node.remove());
}

export const $ = (id) => document.getElementById(id);

// emoji shows an emoji of a component: a character, or a picture that the application has uploaded; null if there is none.
export function emoji(e) {
  if (e?.id) return el("img.emoji", { src: "/emojis/" + e.id, alt: "", width: 20, height: 20 });
  return e?.name ? el("span.emoji", null, e.name) : null;
}
