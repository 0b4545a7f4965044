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
  await assertAccessible(tab, "empty analysis");
  await tab.getByRole("textbox", { name: "Position" }).fill(courseFile);
  await tab.getByRole("button", { name: "Analyse", exact: true }).click();
  await tab.locator(".lines strong").first().waitFor();
  // Every group is tinted, the best one green.
  await tab.locator(".tint-best").first().waitFor({ state: "attached" });
  const tinted = await tab.locator('.slot[class*="tint-"]').count();
  assert.equal(tinted, 100);

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

test("a small position is solved and says so; retry from here starts a game", async (t) => {
  const { url } = await server(t);
  const tab = await page(t);
  let asked = 0;
  tab.on("request", (request) => (asked += request.url().includes("/api/analysis") ? 1 : 0));
  await tab.goto(`${url}/analyse?game=fruit&position=${encodeURIComponent("***/*10/000 1 0 0")}`);
  await tab.getByText(/proved/).waitFor();
  await tab.getByText(/exact/).first().waitFor();
  assert.equal(await tab.locator(".lines strong").first().innerText(), "C2");
  await assertAccessible(tab, "analysis");
  // A browser asks again three seconds after a stream has ended, unless it was told that it is done.
  await tab.waitForTimeout(4000);
  assert.equal(asked, 1);
  await tab.getByRole("button", { name: "Retry from here" }).click();
  await tab.waitForURL(/\/play\//);
  const game = (await call(url, "GET", `/api/games/${tab.url().split("/").pop()}`)).json;
  assert.equal(game.start, "***/*10/000 1 0 0");
  assert.equal(game.players[0].spec, "human");
});

test("a wrong file is refused with the reason", async (t) => {
  const { url } = await server(t);
  const tab = await page(t);
  await tab.goto(`${url}/analyse`);
  await tab.getByRole("textbox", { name: "Position" }).fill("2\n3\n1.5\n01\n2x\n");
  await tab.getByRole("button", { name: "Analyse", exact: true }).click();
  assert.match(await tab.getByRole("alert").innerText(), /line 5/);
});
