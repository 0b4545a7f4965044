// The server without a browser: hostile requests, a crowd, kill -9, a token.
import assert from "node:assert/strict";
import { connect } from "node:net";
import { join } from "node:path";
import { test } from "node:test";
import { call, newGame, scratch, server, startServer } from "./harness.mjs";

// Sends bytes as they are and gives what came back.
function raw(url, bytes) {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname, () => socket.write(bytes));
    let said = "";
    socket.on("data", (chunk) => (said += chunk));
    socket.on("close", () => resolve(said));
    socket.on("error", (error) => (error.code === "ECONNRESET" || error.code === "EPIPE" ? resolve(said) : reject(error)));
  });
}
const get = (target, headers = "Host: localhost\r\n") => `GET ${target} HTTP/1.1\r\n${headers}Connection: close\r\n\r\n`;

// Whatever is sent says what a browser must not make of it.
function assertGuarded(said, what, policy = /^default-src 'none'; frame-ancestors 'none'$/) {
  const headers = new Map(said.split("\r\n\r\n")[0].split("\r\n").slice(1).map((line) => [line.slice(0, line.indexOf(":")).toLowerCase(), line.slice(line.indexOf(":") + 2)]));
  assert.equal(headers.get("x-content-type-options"), "nosniff", what);
  assert.equal(headers.get("referrer-policy"), "no-referrer", what);
  assert.match(headers.get("content-security-policy") ?? "", policy, what);
}

test("pages, files, answers and streams carry their security headers", async (t) => {
  const { url } = await server(t);
  const page = /^default-src 'self'; frame-ancestors 'none';/;
  const home = await raw(url, get("/"));
  assertGuarded(home, "/", page);
  assertGuarded(await raw(url, get(home.match(/src="([^"]+\.js)"/)[1])), "script", page);
  assertGuarded(await raw(url, get("/analyse", "Host: localhost\r\nSec-Fetch-Site: cross-site\r\n")), "a link from elsewhere", page);
  assertGuarded(await raw(url, get("/api/info")), "/api/info");
  assertGuarded(await raw(url, get("/api/analysis?game=fruit&position=01/21+1+0+0&seconds=0.1")), "a stream");
});

test("8 MB of brackets are refused at once", async (t) => {
  const { url } = await server(t);
  const before = (await call(url, "GET", "/api/status")).json.memory;
  for (const body of ["[".repeat(8e6), '{"a":'.repeat(1.5e6), `[${"0,".repeat(4e6 - 2)}0]`]) {
    const response = await fetch(`${url}/api/records`, { method: "POST", headers: { "Content-Type": "application/json" }, body });
    assert.ok([400, 413].includes(response.status), String(response.status));
    assert.match((await response.json()).error.message, /deeper than 16 levels|more than 200000 values/);
  }
  const grown = (await call(url, "GET", "/api/status")).json.memory - before;
  assert.ok(grown < 100 * 2 ** 20, `${grown} bytes more`);
});

test("hostile requests are refused with clear answers, and the server lives on", async (t) => {
  const { url } = await server(t);
  const cases = [
    [get("/../../etc/passwd"), 400, "bad_request"],
    [get("/%2e%2e/%2e%2e/etc/passwd"), 400, "bad_request"],
    [get("/assets/..%2f..%2fetc/passwd"), 400, "bad_request"],
    [get("/api/nothing"), 404, "not_found"],
    [get("/api/games/../info"), 400, "bad_request"],
    [get("/api/info", "Host: evil.example\r\n"), 403, "foreign_origin"],
    [get("/api/info", ""), 403, "foreign_origin"],
    [get("/api/info", "Host: localhost\r\nOrigin: http://evil.example\r\n"), 403, "foreign_origin"],
    [get("/api/analysis?game=fruit&position=01/21+1+0+0", "Host: localhost\r\nSec-Fetch-Site: cross-site\r\n"), 403, "foreign_origin"],
    [get("/%61pi/info", "Host: localhost\r\nSec-Fetch-Site: same-site\r\n"), 403, "foreign_origin"],
    [`DELETE /api/games HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`, 405, "wrong_method"],
    [`POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 0\r\nConnection: close\r\n\r\n`, 405, "wrong_method"],
    [`POST /api/games HTTP/1.1\r\nHost: localhost\r\nContent-Type: text/plain\r\nContent-Length: 2\r\nConnection: close\r\n\r\n{}`, 415, "wrong_type"],
    [`POST /api/games HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 9999999\r\n\r\n{`, 413, "too_large"],
    [get(`/${"a".repeat(13000)}`), 414, "too_long"],
    [get(`/${"a".repeat(20000)}`), 431, "too_large"],
    [get("/api/info", `Host: localhost\r\nX: ${"y".repeat(20000)}\r\n`), 431, "too_large"],
    ["\x16\x03\x01\x02\x00\x01\x00\r\n\r\n", 400, "bad_request"],
    ["GET\r\n\r\n", 400, "bad_request"],
    [`GET / HTTP/9.9\r\nHost: localhost\r\n\r\n`, 400, "bad_request"],
  ];
  for (const [bytes, status, code] of cases) {
    const said = await raw(url, bytes);
    const shown = JSON.stringify(bytes.slice(0, 60));
    assertGuarded(said, shown);
    assert.match(said, new RegExp(`^HTTP/1.1 ${status} `), `${shown}: ${said.slice(0, 60)}`);
    assert.equal(JSON.parse(said.split("\r\n\r\n")[1]).error.code, code, shown);
  }
  const bodies = ["", "[]", "{", '{"game":7}', '{"game":"chess"}', '{"size":1e99}', '{"size":-1}', '{"players":["human"]}',
    '{"players":["cmd:touch /tmp/x","human"]}', '{"players":["dir:/etc","human"]}', '{"players":["engine:threads=99","human"]}',
    '{"position":"x"}', "[".repeat(100000), '{"a":'.repeat(2000), '{"bank":"long"}', '{"game":"\u0000"}'];
  for (const body of bodies) {
    const response = await fetch(`${url}/api/games`, { method: "POST", headers: { "Content-Type": "application/json" }, body });
    const { error } = await response.json();
    assert.equal(response.status, 400, body.slice(0, 60));
    assert.ok(error.message.length > 10, body.slice(0, 60));
  }
  assert.equal((await call(url, "GET", "/api/info")).status, 200);
});

test("records may be larger than other bodies, up to a limit", async (t) => {
  const { url } = await server(t);
  const { origin, host } = new URL(url);
  const announced = (path, length, headers = `Host: ${host}\r\n`) =>
    raw(origin, `POST ${path} HTTP/1.1\r\n${headers}Content-Type: application/json\r\nContent-Length: ${length}\r\nConnection: close\r\n\r\n`);
  assert.match(await announced("/api/games", 2 ** 20 + 1), /^HTTP\/1.1 413 [^]*larger than 1 MiB/);
  assert.match(await announced("/api/games", 2 ** 30), /^HTTP\/1.1 413 [^]*larger than 1 MiB/);
  assert.match(await announced("/api/records", 2 ** 23 + 1), /^HTTP\/1.1 413 [^]*larger than 8 MiB/);
  assert.match(await announced("/api/records", 2 ** 21, "Host: evil.example\r\n"), /^HTTP\/1.1 413 [^]*larger than 1 MiB/);
  // Without a length, as a client sends what it does not know the end of.
  const chunked = (path, bytes) =>
    raw(origin, `POST ${path} HTTP/1.1\r\nHost: ${host}\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n` +
      `${bytes.length.toString(16)}\r\n${bytes}\r\n0\r\n\r\n`);
  assert.match(await chunked("/api/records", " ".repeat(2 ** 21)), /^HTTP\/1.1 400 /);
  assert.match(await chunked("/api/games", " ".repeat(2 ** 20 + 1)), /^HTTP\/1.1 413 /);
  // A client that sends it all receives the refusal too.
  for (let i = 0; i < 10; ++i) assert.equal((await call(url, "POST", "/api/records", "x".repeat(10 * 2 ** 20))).status, 413);
});

test("moves out of turn, off the board or for another board are refused", async (t) => {
  const { url } = await server(t);
  const game = await newGame(url, { game: "fruit", position: "*0/01 1 0 0", players: ["human", "human"] });
  const move = (body) => call(url, "POST", `/api/games/${game.id}/moves`, body);
  assert.equal((await move({ move: "A1" })).status, 400); // empty
  assert.equal((await move({ move: "Z9" })).status, 400);
  assert.equal((await move({})).status, 400);
  assert.equal((await move({ move: "B2", ply: 3 })).status, 409);
  assert.equal((await move({ move: "B2", ply: 0 })).status, 200);
  assert.equal((await call(url, "POST", `/api/games/${game.id}/undo`, {})).json.moves.length, 0);
  assert.equal((await call(url, "POST", `/api/games/${game.id}/undo`, {})).status, 409);
  assert.equal((await call(url, "POST", `/api/games/${game.id}/resign`, {})).json.result.winner, 2);
  assert.equal((await move({ move: "B2" })).status, 409);
});

test("kill -9 in the middle of games loses nothing", async (t) => {
  const games = join(scratch(t), "games.db");
  const first = await startServer(["--games", games]);
  const ids = [];
  const seen = new Map();
  for (let i = 0; i < 6; ++i) {
    const game = await newGame(first.url, { game: i % 2 ? "raid" : "fruit", size: 4, players: ["human", "random"] });
    ids.push(game.id);
  }
  for (const id of ids) {
    const { json } = await call(first.url, "GET", `/api/games/${id}`);
    const answer = await call(first.url, "POST", `/api/games/${id}/moves`, { move: json.board.moves[0].name });
    assert.equal(answer.status, 200);
    seen.set(id, answer.json.moves[0].move);
  }
  await first.kill();
  const second = await startServer(["--games", games]);
  t.after(() => second.stop());
  for (const id of ids) {
    let game = (await call(second.url, "GET", `/api/games/${id}`)).json;
    assert.equal(game.moves[0].move, seen.get(id));
    // The engine whose turn it was takes it up again.
    while (game.state === "thinking") {
      await new Promise((resolve) => setTimeout(resolve, 20));
      game = (await call(second.url, "GET", `/api/games/${id}`)).json;
    }
    assert.equal(game.moves.length, 2);
  }
  const { code } = await second.stop();
  assert.equal(code, 0);
});

// Generous: only a server that waits for what it should not comes near it.
const patience = 60000;
const within = (milliseconds, promise) =>
  Promise.race([promise, new Promise((_, reject) => setTimeout(() => reject(new Error(`not within ${milliseconds} ms`)), milliseconds).unref())]);

const engineAtWork = async (url) => {
  for (const end = Date.now() + patience; (await call(url, "GET", "/api/status")).json.running === 0; )
    assert.ok(Date.now() < end, "no engine is at work");
};

test("Ctrl-C ends the server while a review runs", async (t) => {
  const running = await startServer(["--games", join(scratch(t), "games.db")]);
  t.after(() => running.kill());
  const game = await newGame(running.url, { game: "raid", size: 20, seed: 1, players: ["human", "human"] });
  // More plies than the patience has seconds for: 41 positions of 5 s. A stake never hinders another.
  const stakes = game.board.moves.map((move) => move.name).filter((name) => name.endsWith("Stake"));
  const review = { game: "raid", start: game.start, moves: stakes.slice(0, 40), seconds: 5 };
  const { json } = await call(running.url, "POST", "/api/reviews", review);
  const stream = await listen(running.url, `/api/reviews/${json.id}/events`);
  t.after(() => stream.close());
  await engineAtWork(running.url);
  assert.deepEqual(await within(patience, running.interrupt()), { code: 0, signal: null });
});

test("a second Ctrl-C does not wait for the engines", async (t) => {
  const running = await startServer(["--games", join(scratch(t), "games.db")]);
  t.after(() => running.kill());
  await newGame(running.url, { game: "fruit", size: 16, kinds: 10, seed: 1, players: ["alphabeta", "human"], bank: 3600 });
  await engineAtWork(running.url);
  running.interrupt();
  await within(patience, running.interrupt());
});

// Reads a stream of events; `next` waits for one that fits.
async function listen(url, path) {
  const stop = new AbortController();
  const response = await fetch(url + path, { signal: stop.signal });
  assert.equal(response.status, 200);
  const stream = { events: 0, latest: null, close: () => stop.abort(), waiting: [] };
  stream.until = (fits) =>
    stream.latest !== null && fits(stream.latest) ? Promise.resolve() : new Promise((resolve) => stream.waiting.push({ fits, resolve }));
  (async () => {
    let text = "";
    const decoder = new TextDecoder();
    for await (const chunk of response.body) {
      text += decoder.decode(chunk, { stream: true });
      for (let end = text.indexOf("\n\n"); end >= 0; end = text.indexOf("\n\n")) {
        const [, name, data] = text.slice(0, end).match(/^event: (\w+)\ndata: (.*)$/s) ?? [];
        text = text.slice(end + 2);
        if (name !== "game") continue;
        ++stream.events;
        stream.latest = JSON.parse(data);
        stream.waiting = stream.waiting.filter(({ fits, resolve }) => !(fits(stream.latest) && (resolve(), true)));
      }
    }
  })().catch(() => {});
  return stream;
}

test("200 event streams and 50 games at once lose no move", async (t) => {
  const { url } = await server(t);
  const idle = (await call(url, "GET", "/api/status")).json.memory;
  const games = await Promise.all(
    Array.from({ length: 50 }, (_, i) => newGame(url, { game: i % 2 ? "raid" : "fruit", size: 3, players: ["human", "greedy"], bank: 0 })));
  const streams = await Promise.all(Array.from({ length: 200 }, (_, i) => listen(url, `/api/games/${games[i % 50].id}/events`)));
  t.after(() => streams.forEach((stream) => stream.close()));
  const status = (await call(url, "GET", "/api/status")).json;
  assert.equal(status.streams, 200);

  let sent = 0;
  await Promise.all(games.map(async (game, i) => {
    for (;;) {
      await streams[i].until((state) => state.state !== "thinking" && state.version >= (game.version ?? 0));
      game = streams[i].latest;
      if (game.state === "over") return;
      const answer = await call(url, "POST", `/api/games/${game.id}/moves`, { move: game.board.moves[0].name, ply: game.moves.length });
      assert.equal(answer.status, 200, JSON.stringify(answer.json));
      ++sent;
      game = answer.json;
    }
  }));
  // Every stream of a game saw it to its end, and the record holds every move.
  await Promise.all(streams.map((stream) => stream.until((state) => state.state === "over")));
  let kept = 0;
  for (const game of games) {
    const record = (await call(url, "GET", `/api/games/${game.id}/record`)).json;
    kept += record.moves.filter((move) => record.players[move.player].spec === "human").length;
  }
  assert.equal(kept, sent);
  const busy = (await call(url, "GET", "/api/status")).json.memory;
  const megabytes = (bytes) => (bytes / 2 ** 20).toFixed(1);
  t.diagnostic(`memory: ${megabytes(idle)} MiB idle, ${megabytes(busy)} MiB with 200 streams and 50 games, ${sent} moves sent`);
  assert.ok(busy < 400 * 2 ** 20, `${megabytes(busy)} MiB`);
});

test("another address asks for a token and takes it once by link, then by cookie", async (t) => {
  const running = await startServer(["--games", join(scratch(t), "games.db"), "--address", "0.0.0.0", "--token", "open-sesame"]);
  t.after(() => running.stop());
  const { port, hostname } = new URL(running.url);
  assert.notEqual(hostname, "0.0.0.0"); // the link is for others, who cannot go there
  const url = `http://127.0.0.1:${port}`;
  assert.equal((await call(url, "GET", "/api/info")).status, 401);
  const visit = await fetch(`${url}/?token=open-sesame`);
  assert.equal(visit.status, 200);
  const cookie = visit.headers.get("set-cookie");
  assert.match(cookie, /HttpOnly; SameSite=Strict/);
  const headers = { Cookie: cookie.split(";")[0] };
  assert.equal((await fetch(`${url}/api/info`, { headers })).status, 200);
  assert.equal((await fetch(`${url}/api/info`, { headers: { Authorization: "Bearer open-sesame" } })).status, 200);
  assert.equal((await fetch(`${url}/api/info`, { headers: { Authorization: "Bearer open-sesamf" } })).status, 401);
});

test("every loopback address answers under its own link", async (t) => {
  for (const address of ["127.0.0.2", "localhost"]) {
    const { url } = await server(t, ["--address", address]);
    assert.equal(new URL(url).hostname, address);
    assert.equal((await call(url, "GET", "/api/info")).status, 200);
  }
});

test("a client that takes no gzip gets the page plain", async (t) => {
  const { url } = await server(t);
  const said = await raw(url, get("/"));
  assert.match(said, /^HTTP\/1.1 200 /);
  assert.doesNotMatch(said, /content-encoding/i);
  assert.match(said, /<div id="app">/);
});
