import assert from "node:assert/strict";
import { join } from "node:path";
import { after, test } from "node:test";
import { assertAccessible, assertFits, call, closeBrowser, newGame, page, phone, playedOut, scratch, server, startAtOwnPort, startServer, surely } from "./harness.mjs";

after(closeBrowser);

const state = (tab) => tab.locator(".status").getAttribute("data-state");
const settled = (tab) => tab.waitForFunction(() => ["waiting", "over"].includes(document.querySelector(".status")?.dataset.state));
// Counts what moves without a person having done something, in `globalThis.shift`.
const countShifts = (tab) =>
  tab.addInitScript(() => {
    globalThis.shift = 0;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) if (!entry.hadRecentInput) globalThis.shift += entry.value;
    }).observe({ type: "layout-shift", buffered: true });
  });
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
  assert.ok(bytes > 5000 && bytes < 60 * 1024, `the first load is ${bytes} bytes`);
  await tab.getByLabel("Board", { exact: false }).and(tab.locator('input[type="range"]')).fill("5");
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
  await surely(tab.getByRole("button", { name: "Resign" }), "Really resign?");
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
  await surely(tab.getByRole("button", { name: "End the game" }), "Really end it?");
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
  await countShifts(tab);
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
  const first = await startAtOwnPort(["--games", games]);
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
  for (const [address, said] of [["/play/nosuchgame", "There is no such game"], ["/tournament/99", "There is no such tournament"], ["/nowhere", "There is no such page"]]) {
    await tab.goto(url + address);
    await tab.getByText(said).waitFor();
    await tab.getByRole("link", { name: "Play a game instead" }).waitFor();
    await assertAccessible(tab, address);
  }
  assert.equal((await fetch(`${url}/nowhere`)).headers.get("content-type"), "application/json"); // to a script
});

test("a visitor without the token is told so in words, on a page", async (t) => {
  const running = await startServer(["--games", join(scratch(t), "games.db"), "--address", "0.0.0.0", "--token", "open-sesame"]);
  t.after(() => running.stop());
  const tab = await page(t);
  await tab.goto(`http://127.0.0.1:${new URL(running.url).port}/`);
  await tab.getByText("open the link that it printed at its start").waitFor();
  await assertAccessible(tab, "without a token");
  const card = await tab.locator("main").evaluate((main) => getComputedStyle(main).borderRadius);
  assert.equal(card, "16px", "the page's own look");
});

test("a game lost on time shows an empty clock", async (t) => {
  const { url } = await server(t);
  const game = await newGame(url, { game: "fruit", size: 5, kinds: 3, players: ["human", "greedy"], bank: 1 });
  const tab = await page(t);
  await tab.goto(`${url}/play/${game.id}`);
  await tab.locator(".verdict h2", { hasText: "Greedy wins on time" }).waitFor();
  assert.deepEqual(await tab.locator(".clock").allInnerTexts(), ["1.0 s", "0.0 s"]);
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
  await tab.locator('[data-cell="2"]').hover();
  await tab.locator(".status", { hasText: "A2: one grape, 1 point" }).waitFor();
  // The same list, read a day later.
  const list = (await call(url, "GET", "/api/games")).json;
  for (const [days, shown] of [[1, "1 day ago"], [2, "2 days ago"]]) {
    const games = list.games.map((each) => ({ ...each, created: each.created - days * 86400 - 60 }));
    await tab.unroute("**/api/games?*");
    await tab.route("**/api/games?*", (route) => route.fulfill({ json: { games, total: games.length } }));
    await tab.goto(url);
    await tab.getByText(shown, { exact: true }).waitFor();
  }
});

test("the strongest level can be told to move now", async (t) => {
  const { url } = await server(t);
  const tab = await page(t);
  const game = await newGame(url, { game: "fruit", size: 26, kinds: 4, seed: 3, players: ["human", "engine:level=10"], bank: 900 });
  // The engine's move reaches the page when the test lets it, however slow the machine is.
  await tab.addInitScript(() => {
    const Real = globalThis.EventSource;
    globalThis.EventSource = class extends Real {
      addEventListener(kind, listener) {
        super.addEventListener(kind, (event) => (globalThis.held ? globalThis.held.push(() => listener(event)) : listener(event)));
      }
    };
  });
  await tab.goto(`${url}/play/${game.id}`);
  await settled(tab);
  await tab.evaluate(() => (globalThis.held = []));
  await tab.locator(".cell.live").first().click();
  await tab.locator(".wait").waitFor({ state: "attached" });
  const told = tab.waitForResponse(/\/now$/);
  await tab.getByRole("button", { name: "Move now" }).click();
  assert.ok([200, 409].includes((await told).status()), "asked in time, or after the answer");
  await assertAccessible(tab, "thinking");
  await tab.evaluate(() => {
    const late = globalThis.held;
    globalThis.held = null;
    for (const deliver of late) deliver();
  });
  await tab.waitForFunction(() => document.querySelectorAll(".moves li").length === 2);
  await tab.getByRole("button", { name: "Hint" }).waitFor();
  const { json } = await call(url, "GET", `/api/games/${game.id}`);
  assert.ok(json.moves[1].cpu < json.setup.reply + 0.5, `the reply took ${json.moves[1].cpu} s`);
});

test("a first game is on an even board, and its result is remembered against that opponent", async (t) => {
  const { url } = await server(t);
  const tab = await page(t);
  await tab.goto(url);
  const even = tab.getByLabel("Even game");
  await even.waitFor();
  assert.ok(await even.isChecked());
  await tab.getByText("a board on which neither side is ahead").waitFor();
  await tab.getByText("No even game against this opponent yet.").waitFor();
  await tab.getByRole("button", { name: "Play", exact: true }).click();
  await settled(tab);
  await tab.locator(".seat.side-2", { hasText: "even board" }).waitFor();
  await tab.getByRole("button", { name: "Rules" }).click();
  const rules = tab.getByRole("dialog", { name: "Rules" });
  for (const game of ["The Fruit Rage", "Stake & Raid"]) await rules.getByRole("heading", { name: game }).waitFor();
  await assertAccessible(tab, "rules");
  await rules.getByRole("button", { name: "Close" }).click();
  await surely(tab.getByRole("button", { name: "Resign" }), "Really resign?");
  await tab.locator(".verdict").waitFor();
  await tab.reload(); // a game is counted once
  await tab.locator(".verdict").waitFor();
  await tab.goto(url);
  await tab.getByText("You won 0 of 1 even game.").waitFor();
  await tab.locator(".setup .choice label", { hasText: "Stake & Raid" }).click();
  await tab.getByText("No even game against this opponent yet.").waitFor(); // in that game
  assert.deepEqual(tab.problems, []);
});

// In every window what a seat says can be read to its end.
async function assertSeatsAreRead(tab) {
  const before = tab.viewportSize();
  for (const [width, height] of [[320, 640], [390, 844], [844, 390], [1280, 720], [2560, 1440]]) {
    await tab.setViewportSize({ width, height });
    const cut = await tab.locator(".seat :is(strong, small)").evaluateAll((all) => all.filter((each) => each.scrollWidth > each.clientWidth).map((each) => each.textContent));
    assert.deepEqual(cut, [], `${tab.url()} at ${width} px`);
  }
  await tab.setViewportSize(before);
}

test("where there is no even board the second player has points for it, to the end of the review", async (t) => {
  const { url } = await server(t);
  const tab = await page(t);
  await tab.goto(url);
  await tab.getByLabel("Board", { exact: false }).and(tab.locator('input[type="range"]')).fill("3");
  await tab.getByLabel("Kinds").and(tab.locator("input")).fill("3");
  await tab.getByLabel("Opponent").selectOption("greedy");
  await tab.getByText("who moves second gets the points that moving first is worth").waitFor();
  // A board whose first move is worth something: most are.
  let komi = 0;
  for (let i = 0; i < 20 && komi === 0; ++i) {
    await tab.goto(url);
    await tab.getByRole("button", { name: "Play", exact: true }).click();
    await settled(tab);
    komi = (await call(url, "GET", `/api/games/${tab.url().split("/").pop()}`)).json.players[1].komi;
  }
  assert.notEqual(komi, 0);
  const said = `${komi > 0 ? "+" : "−"}${Math.abs(komi)} for going second`;
  await tab.locator(".seat.side-2", { hasText: said }).waitFor();
  assert.equal(await tab.locator(".seat", { hasText: "for going second" }).count(), 1);
  assert.deepEqual(await tab.locator(".seat .points").allInnerTexts(), [String(komi), "0"]);
  await assertAccessible(tab, "a game with komi");
  await assertSeatsAreRead(tab);
  while ((await state(tab)) !== "over") {
    const before = await moveCount(tab);
    await tab.locator(".cell.live").first().click();
    await tab.waitForFunction((n) => document.querySelectorAll(".moves li").length > n, before);
    await settled(tab);
  }
  const id = tab.url().split("/").pop();
  const { json: record } = await call(url, "GET", `/api/games/${id}/record`);
  assert.equal(record.komi, komi);
  assert.deepEqual((await tab.locator(".seat .points").allInnerTexts()).map(Number), [record.points[1], record.points[0]]);
  await tab.goto(`${url}/replay?game=${id}`);
  await tab.locator(".seat.side-2", { hasText: said }).waitFor();
  assert.deepEqual((await tab.locator(".seat .points").allInnerTexts()).map(Number), [0, komi]);
  await assertSeatsAreRead(tab);
  // With best play from the start nobody wins.
  await tab.getByText(/mistakes? found\.|No mistake found\./).waitFor();
  assert.equal(await tab.locator(".evaluation").innerText(), "Even");
  await tab.getByRole("button", { name: "Last position" }).click();
  const margin = record.points[0] - record.points[1];
  const leader = margin === 0 ? "Even" : `${margin > 0 ? "You" : "Greedy"} by ${Math.abs(margin)}, proved`;
  await tab.locator(".evaluation", { hasText: leader }).waitFor();
  assert.deepEqual(tab.problems, []);
});

test("the last move marks what it left empty, and a seat's name is in its middle", async (t) => {
  const { url } = await server(t);
  const game = await newGame(url, { game: "fruit", position: "012/012/112 1 0 0", players: ["human", "human"], bank: 0 });
  const tab = await page(t);
  await tab.goto(`${url}/play/${game.id}`);
  await settled(tab);
  for (const seat of await tab.locator(".seat").all()) {
    const [box, name] = [await seat.boundingBox(), await seat.locator("strong").boundingBox()];
    const small = await seat.locator("small").count();
    if (small === 0) assert.ok(Math.abs(box.y + box.height / 2 - (name.y + name.height / 2)) < 2, JSON.stringify([box, name]));
  }
  assert.equal(await tab.locator(".seat:not(:has(small))").count(), 1, "one seat has nothing to say but its name");
  // Of A3 B3 B1 B2 the one in the first column had two lemons' room below apples: those fell there.
  await tab.locator('[data-cell="6"]').click();
  await tab.waitForFunction(() => document.querySelectorAll(".moves li").length === 1);
  const { json } = await call(url, "GET", `/api/games/${game.id}`);
  assert.deepEqual(json.board.rows, ["**2", "0*2", "0*2"]);
  const box = await tab.locator(".outline.last").evaluate((path) => {
    const { x, y, width, height } = path.getBBox();
    return [x, y, width, height];
  });
  assert.deepEqual(box, [0, 0, 80, 120], "A1, and all of B");
  assert.ok(!(await tab.locator(".outline.last").getAttribute("d")).includes("M0 40v40"), "the apples that fell are not enclosed");
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
  assert.equal(await tab.locator(".cell.barred").count(), 16);
  await tab.locator('[data-cell="0"]').click();
  await tab.locator(".status", { hasText: "No Raid is possible at A1." }).waitFor();
  await tab.getByLabel("Best of the two", { exact: true }).check({ force: true });
  assert.equal(await tab.locator(".cell.barred").count(), 0);
  await tab.getByLabel("Stake", { exact: true }).check({ force: true });
  await tab.locator('[data-cell="0"]').hover();
  await tab.locator(".status", { hasText: /A1 Stake: margin \+\d+/ }).waitFor();
});

test("nothing moves while a page is read", async (t) => {
  const { url } = await server(t);
  const game = await newGame(url, { game: "fruit", size: 5, kinds: 3, seed: 7, players: ["random", "greedy"], bank: 0 });
  await playedOut(url, game.id);
  for (const options of [{}, { viewport: { width: 390, height: 844 } }]) {
    const tab = await page(t, options);
    await countShifts(tab);
    for (const [address, there] of [
      ["/", "button.primary"],
      ["/replay", ".games-list li"],
      ["/analyse", ".worths .best"],
      [`/analyse?game=fruit&position=${encodeURIComponent(game.start)}`, ".worths .best"],
      [`/replay?game=${game.id}`, ".moments button"],
      [`/play/${game.id}`, ".verdict"],
    ]) {
      await tab.goto(url + address);
      await tab.locator(there).first().waitFor({ state: "attached" });
      await tab.waitForTimeout(600);
      const shift = await tab.evaluate(() => globalThis.shift);
      assert.ok(shift < 0.003, `${address} at ${tab.viewportSize().width}: ${shift}`);
    }
  }
});

test("nothing moves when the verdict comes, and what is clicked next stands where something else was", async (t) => {
  const { url } = await server(t);
  for (const [options, wish] of [
    [phone, { game: "fruit", position: "00/11 1 0 0" }],
    [{}, { game: "raid", position: "X./.. O 1,8/5,42" }],
  ]) {
    const game = await newGame(url, { ...wish, players: ["human", "human"], bank: 0 });
    const tab = await page(t, options);
    await countShifts(tab);
    await tab.goto(`${url}/play/${game.id}`);
    await settled(tab);
    await tab.waitForTimeout(600);
    const before = await tab.evaluate(() => globalThis.shift);
    const top = async () => (await tab.locator(".actions.grid").boundingBox()).y;
    const place = await top();
    // The moves are made elsewhere: what follows one's own click is not counted.
    for (let { json } = await call(url, "GET", `/api/games/${game.id}`); json.state !== "over"; )
      json = (await call(url, "POST", `/api/games/${game.id}/moves`, { move: json.board.moves[0].name })).json;
    await tab.locator(".verdict h2").waitFor();
    await tab.waitForTimeout(600);
    const shift = (await tab.evaluate(() => globalThis.shift)) - before;
    assert.ok(shift < 0.003, `${wish.game}: ${shift}`);
    assert.ok(Math.abs((await top()) - place) < 1, `${wish.game}: from ${place} to ${await top()}`);
    // The second click of a double click on what stood there begins no rematch; a click does.
    const rematch = tab.getByRole("button", { name: "Rematch, sides swapped" });
    const link = tab.url();
    await rematch.dispatchEvent("click", { detail: 2 });
    await tab.getByRole("link", { name: "See why" }).waitFor();
    assert.equal(tab.url(), link);
    await rematch.click();
    await tab.waitForURL((next) => next.href !== link);
    assert.deepEqual(tab.problems, []);
  }
});

test("a large board is zoomed, and the keys are listed", async (t) => {
  const { url } = await server(t);
  const game = await newGame(url, { game: "fruit", size: 32, kinds: 5, players: ["human", "greedy"], bank: 0 });
  for (const options of [{}, phone]) {
    const tab = await page(t, options);
    await tab.goto(`${url}/play/${game.id}`);
    await settled(tab);
    const side = () => tab.locator('[data-cell="0"]').evaluate((cell) => cell.getBoundingClientRect().width);
    const small = await side();
    await tab.getByRole("button", { name: "Larger" }).click();
    await tab.keyboard.press("+");
    await tab.waitForFunction((before) => document.querySelector('[data-cell="0"]').getBoundingClientRect().width > 1.9 * before, small);
    await assertFits(tab, "zoomed");
    await assertAccessible(tab, "zoomed");
    // Its letters and numbers stay at the edges, each at its column and row.
    const [left, top, column, row] = await tab.evaluate(async () => {
      const pan = document.querySelector(".pan");
      const [x, y] = [pan.scrollLeft, pan.scrollTop];
      pan.scrollTo(pan.scrollWidth, pan.scrollHeight);
      await new Promise((drawn) => requestAnimationFrame(drawn));
      const box = (each) => each.getBoundingClientRect();
      const middle = (each) => [(box(each).left + box(each).right) / 2, (box(each).top + box(each).bottom) / 2];
      const last = middle(document.querySelector('[data-cell="1023"]'));
      const [letters, numbers] = [".columns", ".rows"].map((which) => document.querySelector(`.coordinates${which}`));
      const found = [
        box(numbers).left - box(pan).left,
        box(letters).top - box(pan).top,
        middle(letters.lastElementChild)[0] - last[0],
        middle(numbers.lastElementChild)[1] - last[1],
      ];
      pan.scrollTo(x, y);
      return found.map(Math.round);
    });
    assert.ok([left, top, column, row].every((each) => Math.abs(each) <= 2), `off by ${[left, top, column, row]}`);
    if (options !== phone) {
      // A mouse drags it, which is no move.
      const place = () => tab.locator(".pan").evaluate((pan) => [pan.scrollLeft, pan.scrollTop]);
      await tab.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))); // the middle is where it was
      const from = await place();
      const box = await tab.locator(".pan").boundingBox();
      const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
      await tab.mouse.move(x, y);
      await tab.mouse.down();
      await tab.mouse.move(x - 40, y - 30, { steps: 4 });
      await tab.mouse.up();
      const to = await place();
      assert.ok(Math.abs(to[0] - from[0] - 40) < 5 && Math.abs(to[1] - from[1] - 30) < 5, `from ${from} to ${to}`);
      assert.equal((await call(url, "GET", `/api/games/${game.id}`)).json.moves.length, 0);
      // The keyboard takes it along: all of the cell is in sight.
      await tab.locator('.cell[tabindex="0"]').focus();
      for (const key of ["ArrowRight", "ArrowDown", "ArrowLeft", "ArrowUp"]) {
        let hidden = 0;
        for (let i = 0; i < 10; ++i) {
          await tab.keyboard.press(key);
          hidden = Math.max(hidden, await tab.evaluate(() => {
            const pan = document.querySelector(".pan");
            const [cell, frame, letters, numbers] = [document.activeElement, pan, ...[".columns", ".rows"].map((each) => document.querySelector(each))].map((each) => each.getBoundingClientRect());
            return Math.max(numbers.right - cell.left, letters.bottom - cell.top, cell.right - frame.left - pan.clientWidth, cell.bottom - frame.top - pan.clientHeight);
          }));
        }
        assert.ok(hidden < 1, `${key}: ${hidden} px are out of sight`);
      }
    }
    await tab.keyboard.press("0");
    await tab.waitForFunction((before) => document.querySelector('[data-cell="0"]').getBoundingClientRect().width < 1.1 * before, small);
    await tab.keyboard.press("?");
    await tab.getByRole("dialog").getByText("take back").waitFor();
    await assertAccessible(tab, "keys");
    await tab.keyboard.press("Escape");
    await tab.keyboard.press("h");
    await tab.locator(".outline.hint").waitFor({ state: "attached" });
    assert.deepEqual(tab.problems, []);
  }
});
