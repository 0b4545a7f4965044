// A game that the page has no module for (tests/third_game) is shown in the plain cell view.
import assert from "node:assert/strict";
import { join } from "node:path";
import { after, test } from "node:test";
import { assertAccessible, closeBrowser, page, scratch, startServer } from "./harness.mjs";

after(closeBrowser);

const program = join(process.env.ZEROSUM_BIN, "third_game/zerosum");

test("a game without looks of its own is played on plain cells", async (t) => {
  const { url, stop } = await startServer(["--games", join(scratch(t), "games.db")], 0, program);
  t.after(stop);
  const tab = await page(t);
  await tab.goto(url);
  await tab.locator("#main").getByText("Coin Rows").click();
  assert.match(await tab.locator(".pitch").innerText(), /Take the first or the last coin of any row/);
  await tab.getByLabel("Opponent").selectOption("greedy");
  await tab.getByRole("button", { name: "Play", exact: true }).click();

  await tab.locator('.status[data-state="waiting"]').waitFor();
  assert.equal(await tab.locator(".square").count(), 16);
  assert.equal(await tab.locator(".plain-mark").count(), 16);
  assert.equal(await tab.locator(".cell.live").count(), 8); // both ends of four rows
  assert.match(await tab.locator(".cell").first().getAttribute("aria-label"), /^A1, coin, worth \d, gains \d points?$/);
  assert.deepEqual(await tab.locator(".disc").allInnerTexts(), ["B", "W"]);
  await assertAccessible(tab, "plain cells");

  await tab.locator(".cell.live").first().click();
  await tab.waitForFunction(() => document.querySelectorAll(".moves li").length === 2);
  assert.equal(await tab.locator(".plain-mark").count(), 14);
  await tab.getByRole("link", { name: "Analyse this position" }).click();
  await tab.locator(".lines strong").first().waitFor();
  assert.deepEqual(tab.problems, []);
});
