// Discord's side of the page: the frame around it, to which it speaks by messages of an opcode and a payload.

const handshake = 0, frame = 1, close = 2, hello = 3;

// authorize asks Discord for a code that proves who has the page open. Only the server can do something with it.
export function authorize(app, query) {
  const outside = window.parent === window ? window.opener : window.parent;
  const nonce = crypto.randomUUID?.() ?? String(Math.random()), state = String(Math.random()).slice(2);
  return new Promise((done, fail) => {
    let from = null; // the origin that has answered first; the frame never changes it
    const post = (opcode, payload) => outside.postMessage([opcode, payload], from ?? document.referrer?.replace(/(^\w+:\/\/[^/]+).*/, "$1") ?? "*");
    const hear = (e) => {
      if (e.source !== outside || !Array.isArray(e.data) || from && e.origin !== from) return;
      const [opcode, payload] = e.data;
      if (opcode === hello) return;
      if (opcode === close) return fail(new Error(payload?.message));
      if (opcode !== frame) return;
      from ??= e.origin;
      if (payload.cmd === "DISPATCH" && payload.evt === "READY") {
        post(frame, { cmd: "AUTHORIZE", args: { client_id: app, scope: ["identify"], response_type: "code", prompt: "none", state }, evt: null, nonce });
      } else if (payload.nonce === nonce) {
        window.removeEventListener("message", hear);
        if (payload.evt === "ERROR" || !payload.data?.code) fail(new Error(payload.data?.message));
        else done(payload.data.code);
      }
    };
    window.addEventListener("message", hear);
    const first = document.referrer ? new URL(document.referrer).origin : "*";
    outside.postMessage([handshake, { v: 1, encoding: "json", client_id: app, frame_id: query.get("frame_id"), sdk_version: "2.5.0" }], first);
  });
}
