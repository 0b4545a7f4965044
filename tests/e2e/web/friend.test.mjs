// Keys, seats and friends: two browsers at one game, games carried to another device, programs as
// opponents.
import assert from "node:assert/strict";
import { join } from "node:path";
import { after, test } from "node:test";
import { assertAccessible, assertFits, call, closeBrowser, page, phone, scratch, server, startServer, surely } from "./harness.mjs";

after(closeBrowser);

const wish = { game: "fruit", size: { fruit: 4 }, kinds: { fruit: 2 }, opponent: "random", side: "1", bank: 0, even: false };
const choose = (tab, part) => tab.addInitScript((chosen) => localStorage.setItem("wish", JSON.stringify(chosen)), { ...wish, ...part });
const live = (tab) => tab.locator(".cell.live");
const moves = (tab, count) => tab.waitForFunction((wanted) => document.querySelectorAll(".moves li").length === wanted, count);

test("a friend comes by the link, both play to the end, a third can only watch, and both go to the rematch", async (t) => {
  const { url } = await server(t);
  const ann = await page(t);
  await choose(ann, { against: "friend" });
  await ann.goto(url);
  await ann.getByRole("button", { name: "Play", exact: true }).click();
  await ann.getByText("Waiting for your friend").waitFor();
  await ann.getByLabel("Your name").fill("Ann");
  await ann.getByRole("button", { name: "Use it" }).click();
  await ann.locator(".seat", { hasText: "Ann" }).waitFor();
  await assertAccessible(ann, "invitation");
  const link = ann.url();

  const bob = await page(t, phone);
  await bob.goto(link);
  await ann.getByText("Waiting for your friend").waitFor({ state: "hidden" });
  const eve = await page(t);
  await eve.goto(link);
  await eve.getByText("You are watching.").waitFor();
  await assertFits(bob, "a friend's phone");

  // Ann's turn: hers are the cells, not Bob's, not Eve's; nor by a request without her key.
  await live(ann).first().waitFor();
  assert.equal(await live(bob).count(), 0);
  assert.equal(await live(eve).count(), 0);
  const id = link.split("/").pop();
  const { json } = await call(url, "GET", `/api/games/${id}`);
  assert.equal((await call(url, "POST", `/api/games/${id}/moves`, { move: json.board.moves[0].name })).status, 403);
  for (let ply = 0; ; ++ply) {
    const { state } = (await call(url, "GET", `/api/games/${id}`)).json;
    if (state === "over") break;
    const mover = ply % 2 === 0 ? ann : bob;
    await live(mover).first().waitFor();
    await live(mover).first().focus();
    await mover.keyboard.press("Enter");
    await moves(mover, ply + 1);
  }
  for (const tab of [ann, bob, eve]) await tab.locator(".verdict h2").waitFor();
  const [next, name] = [await bob.getByRole("link", { name: "See why" }).boundingBox(), await bob.getByLabel("Your name").boundingBox()];
  assert.ok(next.y < name.y, "what comes next stands first");
  assert.equal(await eve.getByRole("button", { name: "Rematch" }).count(), 0);
  await bob.getByRole("button", { name: "Rematch, sides swapped" }).click();
  await bob.waitForURL((next) => next.href !== link);
  await ann.getByRole("link", { name: "To the rematch" }).click();
  await ann.waitForURL(bob.url());
  await live(bob).first().waitFor(); // Bob begins now
  await ann.locator(".seat", { hasText: "Ann" }).waitFor();
  assert.deepEqual([...ann.problems, ...bob.problems, ...eve.problems], []);
});

test("where a token is asked for, the link lets a friend into this game and nowhere else", async (t) => {
  const running = await startServer(["--games", join(scratch(t), "games.db"), "--address", "0.0.0.0", "--token", "open-sesame"]);
  t.after(() => running.stop());
  const url = `http://127.0.0.1:${new URL(running.url).port}`;
  const ann = await page(t);
  await choose(ann, { against: "friend" });
  await ann.goto(`${url}/?token=open-sesame`);
  await ann.getByRole("button", { name: "Play", exact: true }).click();
  const link = await ann.getByRole("textbox", { name: "Link" }).inputValue();
  assert.match(link, /\/play\/[a-z2-9]{12}\?invite=[0-9a-f]{32}$/);
  const opened = await fetch(link);
  assert.match(opened.headers.get("set-cookie"), /^zerosum_invite=.*; Path=\/; HttpOnly; SameSite=Strict$/);
  // Who has the link gets no token for asking.
  const Cookie = opened.headers.get("set-cookie").split(";")[0];
  for (const address of [`${link}&token=guess`, `${link}&token=`, `${url}/?token=guess`, `${url}/?token=`]) {
    const { status, headers } = await fetch(address, { headers: { Cookie } });
    assert.equal(status, 200, address);
    assert.doesNotMatch(headers.get("set-cookie") ?? "", /zerosum_token/, address);
  }
  assert.equal((await fetch(link.replace(/.$/, (last) => (last === "0" ? "1" : "0")))).status, 401);

  const bob = await page(t, phone);
  await bob.goto(link);
  await ann.getByText("Waiting for your friend").waitFor({ state: "hidden" });
  await live(ann).first().click();
  await live(bob).first().waitFor();
  await live(bob).first().focus();
  await bob.keyboard.press("Enter");
  await moves(bob, 2);
  await bob.reload();
  await moves(bob, 2);
  await assertAccessible(bob, "a guest's game");
  assert.equal(await bob.getByRole("link", { name: "Analyse this position" }).count(), 0);
  await surely(bob.getByRole("button", { name: "Resign" }), "Really resign?");
  await bob.locator(".verdict h2").waitFor();
  await bob.getByRole("button", { name: "Rematch, sides swapped" }).click();
  await bob.waitForURL((next) => !link.startsWith(next.href));
  await live(bob).first().waitFor();
  await bob.reload(); // by the cookie: this address has no secret
  await live(bob).first().waitFor();
  assert.deepEqual([...ann.problems, ...bob.problems], []);

  await bob.goto(`${url}/puzzles`);
  await bob.getByText("Your link leads to one game").waitFor();
  assert.equal(await bob.locator("nav a").count(), 0);
  const eve = await page(t);
  await eve.goto(link.split("?")[0]);
  await eve.getByText("This server asks for its token").waitFor();
});

test("two people share a device, and nobody else moves for them", async (t) => {
  const { url } = await server(t);
  const tab = await page(t);
  await choose(tab, { against: "here" });
  await tab.goto(url);
  await tab.getByRole("button", { name: "Play", exact: true }).click();
  await tab.waitForURL(/\/play\//);  // the first page's lesson has live cells too
  await live(tab).first().click();
  await moves(tab, 1);
  const other = await page(t);
  await other.goto(tab.url());
  await other.getByText("You are watching.").waitFor();
  assert.equal(await live(other).count(), 0);
  await live(tab).first().click();
  await moves(tab, 2);
});

test("my games are found again, searched, and carried to another device by a key", async (t) => {
  const { url } = await server(t);
  const tab = await page(t);
  for (const part of [{}, { game: "raid", size: { raid: 3 } }]) {
    await tab.addInitScript((chosen) => localStorage.setItem("wish", JSON.stringify(chosen)), { ...wish, ...part });
    await tab.goto(url);
    await tab.getByRole("button", { name: "Play", exact: true }).click();
    await tab.waitForURL(/\/play\//);
    await live(tab).first().waitFor();
  }
  await surely(tab.getByRole("button", { name: "Resign" }), "Really resign?");
  await tab.locator(".verdict h2").waitFor();

  // The first page leads on before all else.
  await tab.goto(url);
  await tab.locator(".recent li").filter({ hasText: "The Fruit Rage" }).filter({ hasText: "Go on" }).waitFor();
  const [strip, lesson] = [await tab.locator(".recent").boundingBox(), await tab.locator(".lesson").boundingBox()];
  assert.ok(strip.y < lesson.y && strip.y < 400, JSON.stringify([strip, lesson]));

  await tab.goto(`${url}/replay`);
  const rows = tab.locator(".games-list li");
  await rows.nth(1).waitFor();
  await assertAccessible(tab, "my games");
  await tab.getByLabel("Search my games").fill("raid lost");
  await tab.waitForFunction(() => document.querySelectorAll(".games-list li").length === 1);
  assert.match(await rows.first().innerText(), /Random – You|You – Random[^]*Review/);
  await tab.getByLabel("Search my games").fill("unfinished");
  await rows.filter({ hasText: "Go on" }).waitFor();

  await tab.getByText("On another device", { exact: true }).click();
  const key = await tab.locator(".key code").innerText();
  const other = await page(t, phone);
  await other.goto(`${url}/replay`);
  await other.getByText("You have not played here yet.").waitFor();
  await other.getByText("On another device", { exact: true }).click();
  await other.getByLabel("A key from another device").fill("nonsense");
  await other.getByRole("button", { name: "Use this key" }).click();
  await other.getByText("This is no key").waitFor();
  await other.getByLabel("A key from another device").fill(key);
  await other.getByRole("button", { name: "Use this key" }).click();
  await other.locator(".games-list li").nth(1).waitFor();
  await assertFits(other, "my games on a phone");
  await other.locator(".games-list a", { hasText: "Go on" }).click();
  await live(other).first().waitFor(); // it is this one's seat now as well
  assert.deepEqual([...tab.problems, ...other.problems], []);
});

test("a program that the server was started with is played against, inside the walls", async (t) => {
  const greedy = join(process.env.ZEROSUM_BIN, "zerosum");
  const { url } = await server(t, ["--player", `cmd:${greedy} move input.txt output.txt@my-agent`]);
  const tab = await page(t);
  await choose(tab, { opponent: "agent:my-agent" });
  await tab.goto(url);
  assert.equal(await tab.getByLabel("Opponent").inputValue(), "agent:my-agent");
  await tab.getByRole("button", { name: "Play", exact: true }).click();
  await tab.waitForURL(/\/play\//);
  await live(tab).first().click();
  await moves(tab, 2);
  const id = tab.url().split("/").pop();
  const { json } = await call(url, "GET", `/api/games/${id}/record`);
  assert.equal(json.players[1].name, "my-agent");
  assert.notEqual(json.players[1].clock, "thread");
  // Nothing but its name can be asked for.
  for (const spec of [`cmd:${greedy}`, "agent:other", "dir:/tmp"])
    assert.equal((await call(url, "POST", "/api/games", { players: ["human", spec] })).status, 400, spec);
});
