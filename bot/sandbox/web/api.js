// The page's only talk with the server: one POST for each thing somebody does, one stream for everything that happens.

let me = new URLSearchParams(location.search).get("as") ?? "";

// as is the member in whose name this tab acts.
export function as() { return me; }
export function actAs(name) { me = name; }

// Told is an error whose message people can read.
export class Told extends Error {}

async function request(method, path, body) {
  let response;
  try {
    response = await fetch(path, {
      method,
      headers: body ? { "Content-Type": "application/json" } : {},
      body: body ? JSON.stringify(body) : undefined,
      keepalive: path === "api/leave", // also when the tab closes
    });
  } catch {
    throw new Told("The sandbox does not answer. Is it still running? Start it again with: go run . sandbox");
  }
  const answer = await response.json().catch(() => ({}));
  if (!response.ok) throw new Told(answer.error ?? "The sandbox answered " + response.status + ".");
  return answer;
}

export const world = () => request("GET", "api/world?as=" + encodeURIComponent(me));
export const messages = (channel) => request("GET", "api/messages?as=" + encodeURIComponent(me) + "&channel=" + channel);

// act does something as the member of this tab. The answer comes when the bot has answered, at the latest after Discord's three
// seconds: {failed?, modal?, choices?}.
export const act = (kind, body = {}) => request("POST", "api/" + kind, { as: me, ...body });

// listen calls back for each thing that happens as this member sees it, and once after each (re)connection with {type: "open"}.
export function listen(callback) {
  let socket, lost = false, left = false;
  const connect = () => {
    const address = new URL("api/events?as=" + encodeURIComponent(me), location.href);
    address.protocol = address.protocol.replace("http", "ws"); // older browsers take no other
    socket = new WebSocket(address);
    socket.onopen = () => { lost = false; callback({ type: "open" }); };
    socket.onmessage = (e) => callback(JSON.parse(e.data));
    socket.onclose = () => {
      if (left) return;
      if (!lost) callback({ type: "lost" });
      lost = true;
      setTimeout(() => left || connect(), 1000);
    };
  };
  connect();
  return () => { left = true; socket.close(); };
}
