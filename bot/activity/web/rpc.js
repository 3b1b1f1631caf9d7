// Discord's client, with which the page exchanges messages of an opcode and a payload.

import { word } from "./dom.js";
import { cause, pause } from "./net.js";

const handshake = 0, frame = 1, close = 2;

const outside = parent.opener ?? parent; // when popped out, the client is in the window that opened the frame's
const waiting = new Map(); // by nonce, or by the name of an event
let from = null; // the origin that has answered first; the client never changes it
let ready = null; // the answer to the handshake, which is sent once, as by Discord's SDK

// post sends to whoever the referrer names. An opaque origin sends none.
const post = (opcode, payload) => outside.postMessage([opcode, payload], document.referrer || "*");
const answer = (key) => new Promise((done, fail) => waiting.set(key, { done, fail }));

function hear(e) {
  if (e.source !== outside || !Array.isArray(e.data) || from && e.origin !== from) return;
  const [opcode, payload] = e.data;
  if (opcode === close) {
    console.warn("Discord has closed the connection:", payload);
    for (const w of waiting.values()) w.fail(Object.assign(new Error(word("shut")), { reload: true }));
  }
  if (opcode !== frame) return;
  from ??= e.origin;
  const key = payload.nonce ?? payload.evt, asked = waiting.get(key);
  waiting.delete(key);
  if (payload.evt !== "ERROR") return asked?.done(payload.data);
  console.warn("Discord has refused:", payload.data);
  asked?.fail(new Error(word("denied")));
}

// soon waits ten seconds for an answer. Its error says whether to reload; later is the answer, which may still come.
const soon = (later, reload) => Promise.race([later, pause(10000).then(() => { throw Object.assign(new Error(word("silent")), { later, reload }); })]);

function greet(app, query) {
  addEventListener("message", hear);
  const first = answer("READY");
  const hello = { v: 1, encoding: "json", client_id: app, frame_id: query.get("frame_id") };
  // Older clients on phones don't know the version.
  if (query.get("platform") !== "mobile" || parseInt(query.get("mobile_app_version")) >= 250) hello.sdk_version = "2.5.0";
  post(handshake, hello);
  return first;
}

// authorize asks Discord for a code that tells the server who has the page open.
export async function authorize(app, query) {
  ready ??= greet(app, query);
  await soon(ready, true);
  const nonce = cause(), granted = answer(nonce);
  post(frame, { cmd: "AUTHORIZE", args: { client_id: app, scope: ["identify"], response_type: "code", prompt: "none", state: cause() }, nonce });
  return (await soon(granted, false)).code;
}
