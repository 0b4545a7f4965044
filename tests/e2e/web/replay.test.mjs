import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, test } from "node:test";
import { pathToFileURL } from "node:url";
import { assertAccessible, assertFits, call, closeBrowser, newGame, page, phone, program, scratch, server } from "./harness.mjs";

after(closeBrowser);

// A short game between two built-in players, played by the server itself.
async function playedGame(url) {
  const { id } = await newGame(url, { game: "fruit", size: 5, kinds: 3, seed: 7, players: ["random", "greedy"] });
  for (;;) {
    const { json } = await call(url, "GET", `/api/games/${id}`);
    if (json.state === "over") return json;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

test("a record is dropped in, stepped through, reviewed and exported for use without a server", async (t) => {
  const { url } = await server(t);
  const folder = scratch(t);
  const game = await playedGame(url);
  const record = join(folder, "game.json");
  writeFileSync(record, JSON.stringify((await call(url, "GET", `/api/games/${game.id}/record`)).json));

  const tab = await page(t);
  await tab.goto(`${url}/replay`);
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
});

test("a file that is no record is refused with the reason", async (t) => {
  const { url } = await server(t);
  const folder = scratch(t);
  const tab = await page(t);
  await tab.goto(`${url}/replay`);
  for (const [name, text] of [["a.json", "not json"], ["b.json", "{}"]]) {
    writeFileSync(join(folder, name), text);
    await tab.locator('input[type="file"]').setInputFiles(join(folder, name));
    await tab.getByRole("alert").filter({ hasText: name }).waitFor();
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
