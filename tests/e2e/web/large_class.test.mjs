// A class of 300: every pair has met, 45,000 games.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { after, test } from "node:test";
import { assertAccessible, assertFits, closeBrowser, page, phone, scratch, server } from "./harness.mjs";

after(closeBrowser);

const players = 300;
const games = (players * (players - 1)) / 2;
const maker = new URL("./large_ledger.py", import.meta.url).pathname;
const fill = (file, count) => execFileSync(maker, [file, String(players), String(count)]);

// Everything that the page's event stream says, in bytes per kind.
const countEvents = () => {
  globalThis.heard = {};
  const Real = globalThis.EventSource;
  globalThis.EventSource = class extends Real {
    addEventListener(kind, listener) {
      super.addEventListener(kind, (event) => {
        (globalThis.heard[kind] ??= []).push(event.data.length);
        listener(event);
      });
    }
  };
};

test("a class of 300 is shown at once, in few elements, and told only what changed", async (t) => {
  const ledger = join(scratch(t), "class.ledger");
  fill(ledger, games - 3);
  const { url } = await server(t, ["--ledger", ledger]);
  await fetch(`${url}/api/ledgers/0/games?count=1`); // the reader's queue: what came before it has been read
  const tab = await page(t);
  await tab.addInitScript(countEvents);
  const metrics = await tab.context().newCDPSession(tab);
  await metrics.send("Performance.enable", { timeDomain: "threadTicks" });
  const begun = performance.now();
  await tab.goto(`${url}/tournament/0`);
  await tab.locator(".standings tbody tr").first().waitFor();
  await tab.locator(".heat canvas").waitFor();
  const wall = performance.now() - begun;
  const measured = Object.fromEntries((await metrics.send("Performance.getMetrics")).metrics.map(({ name, value }) => [name, value]));
  const elements = await tab.evaluate(() => document.querySelectorAll("*").length);
  const bytes = await tab.evaluate(() => globalThis.heard.ledger[0]);
  console.log(`300 players: ${elements} elements, ${bytes} bytes, ${measured.TaskDuration.toFixed(2)} s of CPU in the page, ${Math.round(wall)} ms on the wall`);
  assert.ok(elements < 5000, `${elements} elements`);
  assert.ok(measured.TaskDuration < 3, `${measured.TaskDuration} s of CPU time`);
  assert.ok(bytes < 800_000, `${bytes} bytes`);

  assert.equal(await tab.locator("h1").innerText(), "Class of <300> & more");
  assert.equal(await tab.locator(".standings tbody tr").count(), 50);
  assert.match(await tab.locator(".standings tbody tr").first().innerText(), /student-00\d/); // a tenth of the games is noise
  await tab.getByRole("navigation", { name: "Pages of standings" }).getByRole("button", { name: "Next" }).click();
  assert.equal(await tab.locator(".standings tbody tr td").first().innerText(), "51");
  await tab.getByRole("searchbox", { name: "Find a player" }).fill("student-29");
  assert.equal(await tab.locator(".standings tbody tr").count(), 10);
  await tab.getByRole("searchbox", { name: "Find a player" }).fill("");

  // What changed, and no more: three games of 44,850.
  fill(ledger, games);
  // The server rests nine times as long as a reading took, which is long beside other work.
  await tab.waitForFunction((n) => Number(document.querySelector("[data-played]").dataset.played) === n, games, { timeout: 300_000 });
  const heard = await tab.evaluate(() => globalThis.heard);
  assert.equal(heard.ledger.length, 1);
  assert.ok(heard.changes.every((size) => size < bytes / 4), JSON.stringify(heard));
  // The page that was told of changes shows what a new one reads.
  const shown = (each) => each.evaluate(() => document.querySelector("main").innerText);
  await tab.getByRole("button", { name: "First page of standings" }).click();
  const fresh = await page(t);
  await fresh.goto(`${url}/tournament/0`);
  await fresh.waitForFunction((n) => Number(document.querySelector("[data-played]")?.dataset.played) === n, games, { timeout: 300_000 });
  assert.equal(await shown(tab), await shown(fresh));
  await assertAccessible(tab, "a large tournament");

  // The drawn cross table: a pointer, then the keyboard, then the games of a pair.
  const map = tab.getByRole("application");
  const detail = tab.locator(".heat .detail");
  const box = await map.boundingBox();
  await map.hover({ position: { x: box.width * 0.7517, y: box.height * 0.2517 } });
  assert.match(await detail.innerText(), /^76\. student-\d+ – 226\. student-\d+: [01] of 1 point$/);
  await map.focus();
  for (let i = 0; i < 8; ++i) await tab.keyboard.press("Shift+ArrowUp");
  await tab.keyboard.press("Home");
  await tab.keyboard.press("ArrowRight");
  assert.match(await detail.innerText(), /^1\. student-\d+ – 2\. student-\d+: [01] of 1 point$/);
  await tab.keyboard.press("Enter");
  await tab.waitForFunction(() => document.querySelectorAll(".games tbody tr").length === 1);
  await tab.getByRole("combobox", { name: "Player" }).selectOption("");
  await tab.getByRole("combobox", { name: "Against" }).selectOption("");
  await tab.waitForFunction(() => document.querySelectorAll(".games tbody tr").length === 50);
  await tab.getByRole("button", { name: "Last page of games" }).click();
  await tab.waitForFunction(() => [...document.querySelectorAll(".games tbody td:first-child")].at(-1)?.textContent === "1");
  await tab.getByRole("link", { name: "Watch game 1", exact: true }).click();
  await tab.locator(".moves li").first().waitFor();
  assert.deepEqual(tab.problems, []);

  const small = await page(t, phone);
  await small.goto(`${url}/tournament/0`);
  await small.locator(".heat canvas").waitFor();
  await assertFits(small, "a large tournament on a phone");
  await assertAccessible(small, "a large tournament on a phone");
});
