import assert from "node:assert/strict";
import { join } from "node:path";
import { after, test } from "node:test";
import { assertAccessible, assertFits, call, closeBrowser, newGame, page, phone, scratch, server, startServer } from "./harness.mjs";

after(closeBrowser);

const state = (tab) => tab.locator(".status").getAttribute("data-state");
const settled = (tab) => tab.waitForFunction(() => ["waiting", "over"].includes(document.querySelector(".status")?.dataset.state));
const moveCount = (tab) => tab.locator(".moves li").count();

test("a whole game is played by clicks, from the first page to the verdict", async (t) => {
  const { url } = await server(t);
  const tab = await page(t);
  let bytes = 0;
  tab.on("response", async (response) => {
    const sizes = await response.request().sizes().catch(() => null);
    bytes += sizes?.responseBodySize ?? 0;
  });
  await tab.goto(url);
  await tab.getByRole("button", { name: "Play", exact: true }).waitFor();
  await tab.waitForLoadState("networkidle");
  assert.ok(bytes > 5000 && bytes < 100 * 1024, `the first load is ${bytes} bytes`);
  await tab.getByLabel("Board", { exact: false }).and(tab.locator("input")).fill("5");
  await tab.getByLabel("Kinds").and(tab.locator("input")).fill("3");
  await tab.getByLabel("Opponent").selectOption("greedy");
  await assertAccessible(tab, "first page");
  await tab.getByRole("button", { name: "Play", exact: true }).click();

  await settled(tab);
  await assertAccessible(tab, "board");
  // Pointing at a group shows what it is worth before it is picked.
  const cell = tab.locator(".cell.live").first();
  await cell.hover();
  const points = (await cell.getAttribute("aria-label")).match(/(\d+) points?$/)[1];
  await tab.locator(".gain", { hasText: `+${points}` }).waitFor();
  assert.match(await tab.locator(".status").innerText(), new RegExp(`${points} point`));

  let clicks = 0;
  while ((await state(tab)) !== "over") {
    const before = await moveCount(tab);
    await tab.locator(".cell.live").first().click();
    ++clicks;
    await tab.waitForFunction((n) => document.querySelectorAll(".moves li").length > n, before);
    await settled(tab);
  }
  assert.ok(clicks >= 2);
  await tab.locator(".verdict h2").waitFor();
  const shown = (await tab.locator(".points").allInnerTexts()).map(Number).sort((a, b) => a - b);
  const id = tab.url().split("/").pop();
  const { json } = await call(url, "GET", `/api/games/${id}`);
  assert.deepEqual(shown, [...json.board.points].sort((a, b) => a - b));
  assert.equal(json.state, "over");
  await assertAccessible(tab, "verdict");
  assert.deepEqual(tab.problems, []);
});

test("a whole game is played with the keyboard alone", async (t) => {
  const { url } = await server(t);
  const tab = await page(t);
  await tab.addInitScript(() =>
    localStorage.setItem("wish", JSON.stringify({ game: "raid", size: { fruit: 4, raid: 3 }, kinds: 3, opponent: "random", side: "1", bank: 0 })));
  await tab.goto(url);
  const tabTo = async (selector) => {
    for (let i = 0; i < 60; ++i) {
      if (await tab.evaluate((wanted) => document.activeElement?.matches(wanted), selector)) return;
      await tab.keyboard.press("Tab");
    }
    assert.fail(`Tab never reaches ${selector}`);
  };
  await tab.getByRole("button", { name: "Play", exact: true }).waitFor();
  await tab.waitForFunction(() => !document.querySelector("button.primary").disabled);
  await tabTo("button.primary");
  await tab.keyboard.press("Enter");
  await settled(tab);
  await tabTo(".cell");
  const size = 3;
  while ((await state(tab)) !== "over") {
    const before = await moveCount(tab);
    const [from, to] = await tab.evaluate(() => [
      Number(document.activeElement.dataset.cell),
      Number(document.querySelector(".cell.live").dataset.cell),
    ]);
    const rows = Math.floor(to / size) - Math.floor(from / size);
    const columns = (to % size) - (from % size);
    for (let i = 0; i < Math.abs(rows); ++i) await tab.keyboard.press(rows > 0 ? "ArrowDown" : "ArrowUp");
    for (let i = 0; i < Math.abs(columns); ++i) await tab.keyboard.press(columns > 0 ? "ArrowRight" : "ArrowLeft");
    await tab.keyboard.press("Enter");
    await tab.waitForFunction((n) => document.querySelectorAll(".moves li").length > n, before);
    await settled(tab);
  }
  assert.equal(await moveCount(tab), 9);
  assert.deepEqual(tab.problems, []);
});

test("a reload in the middle keeps the game", async (t) => {
  const { url } = await server(t);
  const tab = await page(t);
  const game = await newGame(url, { game: "fruit", size: 6, kinds: 3, players: ["human", "greedy"] });
  await tab.goto(`${url}/play/${game.id}`);
  await settled(tab);
  await tab.locator(".cell.live").first().click();
  await tab.waitForFunction(() => document.querySelectorAll(".moves li").length === 2);
  const before = await tab.locator(".moves li").allInnerTexts();
  await tab.reload();
  await settled(tab);
  assert.deepEqual(await tab.locator(".moves li").allInnerTexts(), before);
  assert.equal(await state(tab), "waiting");
});

test("hint, take back, resign and rematch do what they say", async (t) => {
  const { url } = await server(t);
  const tab = await page(t);
  const game = await newGame(url, { game: "fruit", size: 6, kinds: 3, players: ["human", "greedy"] });
  await tab.goto(`${url}/play/${game.id}`);
  await settled(tab);
  await tab.getByRole("button", { name: "Hint" }).click();
  await tab.locator(".outline.hint").waitFor({ state: "attached", timeout: 60000 });
  await tab.locator(".cell.live").first().click();
  await tab.waitForFunction(() => document.querySelectorAll(".moves li").length === 2);
  await tab.getByRole("button", { name: "Take back" }).click();
  await tab.getByText("No move yet.").waitFor();
  await tab.getByRole("button", { name: "Resign" }).click();
  await tab.getByRole("button", { name: "Really resign?" }).click();
  await tab.locator(".verdict h2", { hasText: "Greedy wins by resignation" }).waitFor();
  await tab.getByRole("button", { name: "Rematch, sides swapped" }).click();
  await tab.waitForURL((next) => !next.href.includes(game.id));
  await settled(tab);
  const next = (await call(url, "GET", `/api/games/${tab.url().split("/").pop()}`)).json;
  assert.deepEqual(next.players.map((seat) => seat.spec), ["greedy", "human"]);
  assert.deepEqual(tab.problems, []);
});

test("a game between engines can be ended by who started it", async (t) => {
  const { url } = await server(t);
  const tab = await page(t);
  const game = await newGame(url, { game: "fruit", size: 32, players: ["engine", "engine"], bank: 3600 });
  await tab.goto(`${url}/play/${game.id}`);
  await tab.getByRole("button", { name: "End the game" }).click();
  await tab.getByRole("button", { name: "Really end it?" }).click();
  await tab.locator(".verdict h2", { hasText: "wins by resignation" }).waitFor();
  assert.deepEqual(tab.problems, []);
});

test("a phone shows the group at the first tap and picks it at the second", async (t) => {
  const { url } = await server(t);
  const tab = await page(t, phone);
  await tab.goto(url);
  await tab.getByRole("button", { name: "Play", exact: true }).waitFor();
  await assertFits(tab, "first page");
  const game = await newGame(url, { game: "fruit", size: 8, kinds: 4, players: ["human", "random"] });
  await tab.goto(`${url}/play/${game.id}`);
  await settled(tab);
  await assertFits(tab, "board");
  const cell = tab.locator(".cell.live").first();
  await cell.tap();
  await tab.locator(".gain").waitFor();
  assert.equal(await moveCount(tab), 0);
  await cell.tap();
  await tab.waitForFunction(() => document.querySelectorAll(".moves li").length === 2);
  await assertAccessible(tab, "phone");
});

test("fruits fall in an animation, and nothing else moves", async (t) => {
  const { url } = await server(t);
  const tab = await page(t, { reducedMotion: "no-preference" });
  const game = await newGame(url, { game: "fruit", position: "0**/100/112 1 0 0", players: ["human", "human"] });
  await tab.addInitScript(() => {
    globalThis.shift = 0;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) globalThis.shift += entry.hadRecentInput ? 0 : entry.value;
    }).observe({ type: "layout-shift", buffered: true });
  });
  await tab.goto(`${url}/play/${game.id}`);
  await settled(tab);
  const place = () => tab.locator(".tile").first().evaluate((tile) => tile.getBoundingClientRect().top);
  const top = await place();
  await tab.locator('[data-cell="6"]').click();
  await tab.waitForFunction(() => document.querySelectorAll(".moves li").length === 1);
  await tab.waitForFunction((from) => document.querySelector(".tile").getBoundingClientRect().top > from + 40, top);
  assert.ok((await tab.evaluate(() => globalThis.shift)) < 0.02, "layout shift");
});

test("the page says that the server is gone, and goes on when it is back", async (t) => {
  const games = join(scratch(t), "games.db");
  const first = await startServer(["--games", games]);
  const game = await newGame(first.url, { game: "fruit", size: 6, kinds: 3, players: ["human", "greedy"] });
  const tab = await page(t);
  await tab.goto(`${first.url}/play/${game.id}`);
  await settled(tab);
  await tab.locator(".cell.live").first().click();
  await tab.waitForFunction(() => document.querySelectorAll(".moves li").length === 2);
  await first.kill();
  await tab.getByText("Connection lost").waitFor();
  await tab.locator(".cell.live").first().click();
  await tab.getByText("The server does not answer").waitFor();
  const second = await startServer(["--games", games], new URL(first.url).port);
  t.after(() => second.stop());
  await tab.getByText("Connection lost").waitFor({ state: "detached" });
  await tab.getByText("The server does not answer").waitFor({ state: "detached" });
  await tab.locator(".cell.live").first().click();
  await tab.waitForFunction(() => document.querySelectorAll(".moves li").length >= 3);
});

test("an unknown game and an unknown page are said clearly", async (t) => {
  const { url } = await server(t);
  const tab = await page(t);
  for (const [address, said] of [["/play/nosuchgame", "There is no such game"], ["/tournament/99", "There is no such tournament"]]) {
    await tab.goto(url + address);
    await tab.getByText(said).waitFor();
    await tab.getByRole("link", { name: "Play a game instead" }).waitFor();
    await assertAccessible(tab, address);
  }
  await tab.goto(`${url}/nowhere`);
  assert.match(await tab.locator("body").innerText(), /nothing at this address/);
});

test("one of a thing is spoken of in the singular", async (t) => {
  const { url } = await server(t);
  const game = await newGame(url, { game: "fruit", position: "01/21 1 0 0", players: ["human", "human"], bank: 0 });
  await call(url, "POST", `/api/games/${game.id}/moves`, { move: "A1" });
  const tab = await page(t);
  await tab.goto(`${url}/play/${game.id}`);
  await tab.getByLabel("1 point", { exact: true }).waitFor();
  await tab.getByLabel("0 points", { exact: true }).waitFor();
  await tab.getByLabel(/^A2, .*, group of 1, 1 point$/).waitFor();
  // The same list, read a day later.
  const list = (await call(url, "GET", "/api/games")).json;
  for (const [days, shown] of [[1, "1 day ago"], [2, "2 days ago"]]) {
    const games = list.games.map((each) => ({ ...each, created: each.created - days * 86400 - 60 }));
    await tab.unroute("**/api/games");
    await tab.route("**/api/games", (route) => route.fulfill({ json: { games } }));
    await tab.goto(url);
    await tab.getByText(shown, { exact: true }).waitFor();
  }
});

test("a double click is one move", async (t) => {
  const { url } = await server(t);
  const game = await newGame(url, { game: "fruit", size: 8, kinds: 3, players: ["human", "greedy"] });
  const tab = await page(t);
  await tab.goto(`${url}/play/${game.id}`);
  await settled(tab);
  await tab.locator('[data-cell="60"]').dblclick({ delay: 60 });
  await tab.waitForFunction(() => document.querySelectorAll(".moves li").length >= 2);
  await settled(tab);
  await tab.waitForTimeout(500);
  assert.equal((await call(url, "GET", `/api/games/${game.id}`)).json.moves.length, 2);
});

test("a kind of move that is not possible somewhere is refused with a sentence", async (t) => {
  const { url } = await server(t);
  const game = await newGame(url, { game: "raid", size: 4, players: ["human", "human"], bank: 0 });
  const tab = await page(t);
  await tab.goto(`${url}/play/${game.id}`);
  await settled(tab);
  await tab.getByLabel("Raid", { exact: true }).check({ force: true });
  assert.equal(await tab.locator(".cell.live").count(), 0);
  await tab.locator('[data-cell="0"]').click();
  await tab.locator(".status", { hasText: "No Raid is possible at A1." }).waitFor();
  await tab.getByLabel("Stake", { exact: true }).check({ force: true });
  await tab.locator('[data-cell="0"]').hover();
  await tab.locator(".status", { hasText: /A1 Stake: margin \+\d+/ }).waitFor();
});

// The board is what a page is for: as large as the window allows, whole, and nothing below it.
for (const [width, height, least] of [[320, 640, 275], [390, 844, 345], [844, 390, 280], [1280, 720, 600], [2560, 1440, 1300]]) {
  test(`the board has room in a window of ${width} by ${height}`, async (t) => {
    const { url } = await server(t);
    const tab = await page(t, { viewport: { width, height } });
    const game = await newGame(url, { game: "fruit", size: 5, kinds: 3, seed: 7, players: ["greedy", "random"] });
    await tab.goto(`${url}/play/${game.id}`);
    await tab.locator('.status[data-state="over"]').waitFor();
    await tab.locator(".verdict").waitFor();
    const { board, bottom, scroll } = await tab.evaluate(() => {
      const box = document.querySelector(".board").getBoundingClientRect();
      return {
        board: { width: box.width, height: box.height },
        bottom: Math.max(...[...document.querySelectorAll(".board, .card")].map((each) => each.getBoundingClientRect().bottom + scrollY)),
        scroll: document.documentElement.scrollHeight,
      };
    });
    assert.ok(board.width >= least, `the board is ${board.width} px wide`);
    assert.ok(board.height <= height, `the board is ${board.height} px high`);
    assert.ok(scroll <= Math.max(height, bottom + 60), `the page is ${scroll} px high, its content ends at ${bottom}`);
    await assertFits(tab, "finished game");
    await tab.goto(`${url}/replay?game=${game.id}`);
    await tab.locator(".moves li").first().waitFor();
    await assertFits(tab, "replay");
    await tab.goto(url);
    await tab.getByRole("button", { name: "Play", exact: true }).waitFor();
    await assertFits(tab, "first page");
  });
}
