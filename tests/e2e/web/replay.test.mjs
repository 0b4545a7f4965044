import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, test } from "node:test";
import { pathToFileURL } from "node:url";
import { assertAccessible, assertFits, call, closeBrowser, newGame, page, phone, playedOut, program, scratch, server } from "./harness.mjs";

after(closeBrowser);

// A short game between two built-in players, played by the server itself.
async function playedGame(url) {
  const { id } = await newGame(url, { game: "fruit", size: 5, kinds: 3, seed: 7, players: ["random", "greedy"], bank: 0 });
  return playedOut(url, id);
}

test("a record is dropped in, stepped through, reviewed and exported for use without a server", async (t) => {
  const { url } = await server(t);
  const folder = scratch(t);
  const game = await playedGame(url);
  const record = join(folder, "game.json");
  writeFileSync(record, JSON.stringify((await call(url, "GET", `/api/games/${game.id}/record`)).json));

  const tab = await page(t);
  await tab.goto(`${url}/replay`);
  await tab.getByRole("heading", { name: "Replay a game" }).waitFor();
  await assertAccessible(tab, "empty replay");
  await tab.locator('input[type="file"]').setInputFiles(record);
  await tab.locator(".moves li").nth(game.moves.length - 1).waitFor({ state: "attached" });
  await tab.getByRole("button", { name: "Forward" }).click();
  assert.match(await tab.locator(".status").innerText(), new RegExp(`1\\. Random: ${game.moves[0].move}, .*(ms|s)`));
  await tab.getByRole("button", { name: "Last position" }).click();
  const points = (await tab.locator(".seat .points").allInnerTexts()).map(Number);
  assert.deepEqual(points, game.board.points);

  // The review marks what a random player loses, and the jump goes there.
  await tab.getByText(/mistakes? found\.|No mistake found\./).waitFor({ timeout: 60000 });
  await tab.locator("b.mark").first().waitFor({ state: "attached" });
  await tab.getByRole("button", { name: "Previous mistake" }).click();
  assert.match(await tab.locator(".status").innerText(), /was better by \d+/);
  // The board before the mistake, with the move that was played and the better one.
  const ply = Number((await tab.locator(".status").innerText()).match(/^\d+/)[0]);
  await tab.getByRole("grid", { name: `Board before move ${ply} of` }).waitFor();
  await tab.locator(".outline.played").waitFor({ state: "attached" });
  await tab.locator(".outline.hint").waitFor({ state: "attached" });
  await assertAccessible(tab, "replay");

  const [download] = await Promise.all([tab.waitForEvent("download"), tab.getByRole("button", { name: "Export as HTML" }).click()]);
  const file = join(folder, "game.html");
  await download.saveAs(file);
  assert.doesNotMatch(readFileSync(file, "utf8"), /<(script|link)[^>]+(src|href)=/);
  const offline = await page(t, { offline: true });
  await offline.goto(pathToFileURL(file).href);
  await offline.getByRole("button", { name: "Last position" }).click();
  assert.deepEqual((await offline.locator(".seat .points").allInnerTexts()).map(Number), game.board.points);
  await assertAccessible(offline, "offline page");
  assert.deepEqual([...tab.problems, ...offline.problems], []);

  const small = await page(t, phone);
  await small.goto(`${url}/replay?game=${game.id}`);
  await small.locator(".moves li").first().waitFor();
  await assertFits(small, "replay on a phone");
});

test("a review tells accuracy and what decided the game, and a mistake is tried again", async (t) => {
  const { url } = await server(t);
  // Player 1 takes a single fruit where four were to be had, and loses by it.
  const game = await newGame(url, { game: "fruit", position: "***/*10/000 1 0 0", players: ["human", "human"], bank: 0 });
  for (const move of ["B2", "C2"]) await call(url, "POST", `/api/games/${game.id}/moves`, { move });
  const tab = await page(t);
  await tab.goto(`${url}/replay?game=${game.id}`);
  await tab.getByText("1 mistake found.").waitFor();
  await tab.locator(".verdict h2", { hasText: "Player 2 wins on points, 16\u00a0:\u00a01" }).waitFor();
  assert.match(await tab.locator(".accuracy").innerText(), /Player 1[^]*0 %/);
  assert.equal(await tab.locator(".moments button").count(), 1);
  await tab.locator(".moments button", { hasText: "1. Player 1: B2" }).click();
  await tab.locator(".status", { hasText: "C2 was better by 30, exact: a margin of +15 instead of −15. The other would have answered B3." }).waitFor();
  await tab.locator(".outline.played").waitFor({ state: "attached" });
  await tab.locator(".outline.hint").waitFor({ state: "attached" });

  await tab.getByRole("button", { name: "Try again" }).click();
  await tab.locator(".status", { hasText: "What is better?" }).waitFor();
  assert.equal(await tab.locator(".outline").count(), 0, "the answer is hidden");
  await tab.locator('[data-cell="4"]').click();
  await tab.locator(".status", { hasText: "B2 loses 30, exact: that is what was played." }).waitFor();
  // Its mark, and not the pointer's, is what is seen there.
  await tab.locator(".outline.played").waitFor({ state: "attached" });
  assert.equal(await tab.locator(".outline.preview").count(), 0);
  await tab.locator('[data-cell="8"]').click();
  await tab.locator(".status", { hasText: "C2: right, nothing is lost, exact." }).waitFor();
  await tab.locator(".outline.hint").waitFor({ state: "attached" });
  assert.equal(await tab.locator(".outline:is(.played, .preview)").count(), 0);
  await assertAccessible(tab, "a mistake tried again");
  await tab.getByRole("button", { name: "Show the answer" }).click();
  await tab.locator(".outline.hint").waitFor({ state: "attached" });
  assert.deepEqual(tab.problems, []);
});

test("a second try is compared with what was played, better and worse", async (t) => {
  const { url } = await server(t);
  const game = await newGame(url, { game: "fruit", position: "***/*10/000 1 0 0", players: ["human", "human"], bank: 0 });
  for (const move of ["B2", "C2"]) await call(url, "POST", `/api/games/${game.id}/moves`, { move });
  const tab = await page(t);
  let lost = 0;
  await tab.route("**/api/positions/try", async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ json: { ...(await answer.json()), move: "B3", lost, exact: false, answer: [] } });
  });
  await tab.goto(`${url}/replay?game=${game.id}`);
  await tab.locator(".moments button", { hasText: "1. Player 1: B2" }).click();
  await tab.getByRole("button", { name: "Try again" }).click();
  for (const [value, said] of [[20, "less than B2 did (30)"], [30, "no better than B2 (30)"], [99, "worse than B2 (30)"]]) {
    lost = value;
    await tab.locator('[data-cell="4"]').click();
    await tab.locator(".status", { hasText: `B3 loses ${value}: ${said}.` }).waitFor();
  }
});

test("a retry starts from the position shown", async (t) => {
  const { url } = await server(t);
  const game = await playedGame(url);
  const tab = await page(t);
  await tab.goto(`${url}/replay?game=${game.id}`);
  await tab.getByRole("button", { name: "Forward" }).click();
  await tab.getByRole("button", { name: "Retry from here" }).click();
  await tab.waitForURL(/\/play\//);
  const retry = (await call(url, "GET", `/api/games/${tab.url().split("/").pop()}`)).json;
  assert.deepEqual(retry.players.map((seat) => seat.spec), ["random", "human"]);
  assert.equal(retry.setup.bank, 0, "the game had no clock");
});

test("a review that has not ended is not exported, and the bar's divider does not cut its text", async (t) => {
  const { url } = await server(t);
  const game = await playedGame(url);
  const tab = await page(t);
  let go;
  const gate = new Promise((resolve) => (go = resolve));
  await tab.route("**/api/reviews", async (route) => {
    await gate;
    await route.continue();
  });
  await tab.goto(`${url}/replay?game=${game.id}`);
  const early = tab.getByRole("button", { name: "Export after the review" });
  await early.waitFor();
  assert.ok(await early.isDisabled());
  // The text stands on a ground of its own, above the divider in the middle.
  await tab.locator(".evaluation", { hasText: "Not evaluated yet" }).waitFor();
  const [text, top] = await tab.locator(".evaluation").evaluate((bar) => {
    const box = bar.getBoundingClientRect();
    const shown = document.elementsFromPoint(box.x + box.width / 2, box.y + box.height / 2);
    return [getComputedStyle(bar.querySelector("b")).backgroundColor, shown[0].tagName];
  });
  assert.equal(top, "B");
  assert.match(text, /^rgb\(/, "not transparent");
  go();
  await tab.getByRole("button", { name: "Export as HTML" }).waitFor();
  assert.deepEqual(tab.problems, []);
});

test("a file that is no record is refused with the reason", async (t) => {
  const { url } = await server(t);
  const folder = scratch(t);
  const tab = await page(t);
  await tab.goto(`${url}/replay`);
  for (const [name, text, said] of [
    ["a.json", "not json", "a.json is not a game record"],
    ["b.json", "{}", "b.json: This record cannot be read"],
    ["c.pgn", '[Event "?"]\n', "c.pgn is a PGN file. Records of its games are made by: zerosum convert c.pgn --to json"],
    ["d.ledger", "SQLite format 3\0", "d.ledger is a tournament's ledger. Records of its games are made by: zerosum convert d.ledger"],
  ]) {
    writeFileSync(join(folder, name), text);
    await tab.locator('input[type="file"]').setInputFiles(join(folder, name));
    await tab.getByRole("alert").filter({ hasText: said }).waitFor();
  }
});

test("a record of the largest board is dropped in and shown", async (t) => {
  const { url } = await server(t);
  const record = join(scratch(t), "game.json");
  execFileSync(program, ["match", "random", "random", "--game", "raid", "--size", "26", "--games", "1", "--record", record], { stdio: "ignore" });
  assert.ok(statSync(record).size > 2 ** 20);
  const tab = await page(t);
  await tab.goto(`${url}/replay`);
  await tab.locator('input[type="file"]').setInputFiles(record);
  await tab.locator(".moves li").nth(675).waitFor({ state: "attached" });
  assert.deepEqual(tab.problems, []);
});

test("a link to a replay names its move", async (t) => {
  const { url } = await server(t);
  const game = await playedGame(url);
  const tab = await page(t, { permissions: ["clipboard-read", "clipboard-write"] });
  await tab.goto(`${url}/replay?game=${game.id}&move=2`);
  await tab.locator(".status", { hasText: /^2\. / }).waitFor();
  await tab.getByRole("button", { name: "Forward" }).click();
  await tab.getByRole("button", { name: "Share this move" }).click();
  await tab.getByRole("button", { name: "Copied" }).waitFor();
  assert.equal(await tab.evaluate(() => navigator.clipboard.readText()), `${url}/replay?game=${game.id}&move=3`);
  // Plain http has no clipboard to write to: what is selected is copied, or shown to be copied by hand.
  await tab.evaluate(() => {
    Object.defineProperty(navigator, "clipboard", { value: undefined });
    globalThis.works = true;
    document.execCommand = () => ((globalThis.copied = document.activeElement.value), globalThis.works);
  });
  await tab.getByRole("button", { name: "Forward" }).click();
  await tab.getByRole("button", { name: "Share this move" }).click();
  await tab.getByRole("button", { name: "Copied" }).waitFor();
  assert.equal(await tab.evaluate(() => globalThis.copied), `${url}/replay?game=${game.id}&move=4`);
  await tab.evaluate(() => (globalThis.works = false));
  await tab.getByRole("button", { name: "Copied" }).click();
  const shown = tab.getByRole("textbox", { name: "Link" });
  await shown.focus();
  assert.equal(await shown.evaluate((field) => field.value.slice(field.selectionStart, field.selectionEnd)), `${url}/replay?game=${game.id}&move=4`);
  await assertAccessible(tab, "a link to copy by hand");
  assert.deepEqual(tab.problems, []);
  // What is no number of a move shows the start.
  await tab.goto(`${url}/replay?game=${game.id}&move=nonsense`);
  await tab.locator(".status", { hasText: "The start." }).waitFor();
});

test("a phone shares by its own sheet, and who closes that has shared nothing", async (t) => {
  const { url } = await server(t);
  const game = await playedGame(url);
  const tab = await page(t, phone);
  await tab.addInitScript(() => {
    navigator.share = ({ url: shared }) => {
      globalThis.shared = shared;
      return globalThis.closes ? Promise.reject(new DOMException("closed", "AbortError")) : Promise.resolve();
    };
  });
  await tab.goto(`${url}/replay?game=${game.id}&move=2`);
  const button = tab.getByRole("button", { name: "Share this move" });
  await tab.evaluate(() => (globalThis.closes = true));
  await button.click();
  await tab.waitForFunction(() => globalThis.shared);
  assert.equal(await tab.getByRole("textbox", { name: "Link" }).count(), 0);
  await tab.evaluate(() => (globalThis.closes = false));
  await button.click();
  await tab.getByRole("button", { name: "Shared" }).waitFor();
});
