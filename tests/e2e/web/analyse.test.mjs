import assert from "node:assert/strict";
import { after, test } from "node:test";
import { assertAccessible, assertFits, call, closeBrowser, page, phone, server } from "./harness.mjs";

after(closeBrowser);

const courseFile = `10
4
1.276
3102322310
0121232013
3021111113
0221031132
0230011012
0323321010
2003022012
2202200021
0130000020
2200022231
`;

test("a pasted course file is analysed, and the address holds the position", async (t) => {
  const { url } = await server(t);
  const tab = await page(t);
  await tab.goto(`${url}/analyse`);
  await tab.locator("h1").first().waitFor({ state: "attached" });
  await assertAccessible(tab, "empty analysis");
  await tab.getByRole("textbox", { name: "Position" }).fill(courseFile);
  await tab.getByRole("button", { name: "Analyse", exact: true }).click();
  await tab.locator(".lines strong").first().waitFor();
  // Every group is tinted by a scale, the best one in full, and says what it loses.
  await tab.locator(".worths .best").first().waitFor({ state: "attached" });
  const tints = await tab.locator(".slot.tinted").evaluateAll((slots) => slots.map((slot) => slot.style.getPropertyValue("--tint")));
  assert.equal(tints.length, 100);
  assert.ok(tints.includes("100%") && new Set(tints).size > 3, [...new Set(tints)].join(" "));

  const link = tab.url();
  assert.match(link, /position=3102322310/);
  const other = await page(t, phone);
  await other.goto(link);
  await other.locator(".lines strong").first().waitFor();
  await assertFits(other, "analysis on a phone");

  // Try a move on the board: it joins the path, with what it lost.
  await tab.locator(".cell.live").last().click();
  await tab.locator(".tried li").waitFor();
  await tab.locator(".graph").waitFor();
  await tab.getByRole("button", { name: "Back", exact: true }).click();
  await tab.getByRole("button", { name: "Forward", exact: true }).click();
  assert.deepEqual(tab.problems, []);
});

test("a small position is solved and says so; a game is played from here", async (t) => {
  const { url } = await server(t);
  const tab = await page(t);
  let asked = 0;
  await tab.goto(`${url}/analyse?game=fruit&position=${encodeURIComponent("***/*10/000 1 0 0")}`);
  await tab.getByText(/proved/).waitFor();
  await tab.getByText(/exact/).first().waitFor();
  assert.equal(await tab.locator(".lines strong").first().innerText(), "C2");
  await assertAccessible(tab, "analysis");
  // A browser asks again three seconds after a stream has ended, unless it was told that it is done.
  await tab.locator('[data-working="false"]').waitFor();
  tab.on("request", (request) => (asked += request.url().includes("/api/analysis") ? 1 : 0));
  await tab.waitForTimeout(4000);
  assert.equal(asked, 0);
  await tab.getByRole("button", { name: "Play from here" }).click();
  await tab.waitForURL(/\/play\//);
  const game = (await call(url, "GET", `/api/games/${tab.url().split("/").pop()}`)).json;
  assert.equal(game.start, "***/*10/000 1 0 0");
  assert.equal(game.players[0].spec, "human");
  assert.equal(game.setup.bank, 0, "an analysis has no clock");
});

test("what comes late of a position's analysis is not taken for the next position", async (t) => {
  const { url } = await server(t);
  const tab = await page(t);
  await tab.addInitScript(() => {
    const Real = globalThis.EventSource;
    globalThis.sources = [];
    globalThis.EventSource = class extends Real {
      constructor(...given) {
        super(...given);
        globalThis.sources.push(this);
      }
    };
  });
  await tab.goto(`${url}/analyse?game=fruit&position=${encodeURIComponent("***/*10/000 1 0 0")}`);
  await tab.locator('[data-working="false"]').waitFor();
  await tab.locator(".lines button").first().click();
  await tab.locator(".tried li").waitFor();
  await tab.waitForFunction(() => globalThis.sources.length === 2);
  await tab.locator('[data-working="false"]').waitFor();
  await tab.locator(".lines strong").first().waitFor();
  const lines = await tab.locator(".lines").innerText();
  await tab.evaluate(async () => {
    const move = { name: "A3", score: 777, margin: 777, lost: 0, depth: 9, exact: false };
    const data = JSON.stringify({ depth: 9, nodes: 1, cpu: 0, exact: false, margin: 777, moves: [move] });
    globalThis.sources[0].dispatchEvent(new MessageEvent("analysis", { data }));
    await new Promise((drawn) => setTimeout(drawn));
  });
  assert.equal(await tab.locator(".lines").innerText(), lines);
});

test("a wrong file is refused with the reason", async (t) => {
  const { url } = await server(t);
  const tab = await page(t);
  await tab.goto(`${url}/analyse`);
  await tab.getByRole("textbox", { name: "Position" }).fill("2\n3\n1.5\n01\n2x\n");
  await tab.getByRole("button", { name: "Analyse", exact: true }).click();
  assert.match(await tab.getByRole("alert").innerText(), /line 5/);
});

test("the room opens with a board; one is painted, analysed, and a line of it played out", async (t) => {
  const { url } = await server(t);
  const tab = await page(t);
  await tab.goto(`${url}/analyse`);
  await tab.locator(".worths .best").first().waitFor({ state: "attached" });
  await tab.getByRole("button", { name: "Edit the board" }).click();
  await tab.getByLabel("Board", { exact: false }).and(tab.locator('input[type="range"]')).fill("3");
  await tab.getByRole("button", { name: "apple" }).click();
  for (const cell of [6, 7, 8, 5]) await tab.locator(`[data-cell="${cell}"]`).click();
  await tab.getByRole("button", { name: "lemon" }).click();
  await tab.locator('[data-cell="1"]').click(); // it falls on what is below
  await tab.getByText("Player 2", { exact: true }).click();
  await assertAccessible(tab, "editor");
  await tab.getByRole("button", { name: "Analyse this board" }).click();
  await tab.waitForURL((next) => new URL(next).searchParams.get("position") === "***/*10/000 2 0 0");
  await tab.getByRole("meter", { name: "Evaluation" }).and(tab.locator('[aria-valuetext="Player 2 by 15, proved"]')).waitFor();
  await tab.locator('[data-cell="4"]').hover();
  await tab.locator(".gain", { hasText: "+1, −30" }).waitFor();
  await tab.locator(".status", { hasText: "30 less than the best, exact" }).waitFor();
  await tab.getByRole("button", { name: "Play out C2" }).click();
  await tab.locator(".tried li").nth(1).waitFor();
  await tab.locator(".status", { hasText: "The game is over, 1 : 16." }).waitFor();
  assert.deepEqual(tab.problems, []);
});

test("values and holders are painted, and what is looked at last is there again", async (t) => {
  const { url } = await server(t);
  const tab = await page(t);
  await tab.goto(`${url}/analyse?game=raid&position=${encodeURIComponent("X./.. O 1,8/5,42")}`);
  await tab.getByRole("button", { name: "Edit the board" }).click();
  await tab.getByLabel("Value to paint").fill("30");
  await tab.locator('[data-cell="1"]').click();
  await tab.getByRole("button", { name: "O", exact: true }).click();
  await tab.locator('[data-cell="3"]').click();
  await tab.getByRole("button", { name: "Analyse this board" }).click();
  await tab.waitForURL((next) => new URL(next).searchParams.get("position") === "X./.O O 1,30/5,42");
  await tab.goto(`${url}/analyse`);
  await tab.locator('[aria-label^="B1, free, worth 30"]').waitFor({ state: "attached" });
  // A board of one game may be larger than any of the other.
  await tab.getByRole("button", { name: "Edit the board" }).click();
  const rows = () => tab.getByRole("grid").getAttribute("aria-rowcount");
  const editor = tab.getByLabel("Editor");
  await editor.getByText("The Fruit Rage", { exact: true }).click();
  await tab.getByLabel("Board", { exact: false }).and(tab.locator('input[type="range"]')).fill("32");
  assert.equal(await rows(), "32");
  await editor.getByText("Stake & Raid", { exact: true }).click();
  assert.equal(await rows(), "26");
});
