import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, test } from "node:test";
import { assertAccessible, assertEnds, assertFits, call, closeBrowser, page, phone, program, scratch, server } from "./harness.mjs";

after(closeBrowser);

const settings = `
game = "fruit"
format = "round-robin"
games = 6
play_all = true
title = "Class of 2026"
seed = 7
bank = 20
jobs = 1
ledger = "class.ledger"
players = ["random", "greedy", "engine:nodes=20000@deep"]

[board]
size = 10
kinds = 5
`;

test("the page follows a tournament while it runs, and every game is a click from its replay", async (t) => {
  const folder = scratch(t);
  writeFileSync(join(folder, "class.toml"), settings);
  const { url } = await server(t, ["--ledger", join(folder, "class.ledger")]);
  const tab = await page(t);
  await tab.goto(`${url}/tournament`);
  await tab.getByRole("heading", { name: "Waiting for the ledger" }).waitFor();

  const tournament = spawn(program, ["tournament", "class.toml"], { cwd: folder, stdio: "ignore" });
  const ended = once(tournament, "exit");
  t.after(() => tournament.kill("SIGKILL"));
  // It waits in the middle until the page has looked, however slow that is.
  for (let shown = null; !(shown?.status === 200 && shown.json.played > 0); ) shown = await call(url, "GET", "/api/ledgers/0");
  tournament.kill("SIGSTOP");
  const played = () => tab.locator("[data-played]").getAttribute("data-played").then(Number);
  await tab.locator("[data-played]").waitFor();
  await tab.getByRole("heading", { name: "Class of 2026" }).waitFor();
  const early = await played();
  assert.ok(early < 18, `${early} games were played before the page looked`);
  tournament.kill("SIGCONT");
  await tab.waitForFunction((n) => Number(document.querySelector("[data-played]").dataset.played) > n, early);
  assert.equal((await ended)[0], 0);
  await tab.waitForFunction(() => document.querySelector("[data-played]").dataset.played === "18");

  assert.deepEqual(await tab.locator(".standings tbody tr").count(), 3);
  assert.equal(await tab.locator(".standings tbody tr").last().locator("th").innerText(), "random");
  assert.equal(await tab.locator(".interval line").count(), 3);
  assert.equal(await tab.locator(".cross tbody td small").count(), 6);
  assert.match(await tab.locator(".endings").innerText(), /points/);
  assert.equal(await tab.locator(".games tbody tr").count(), 18);
  await assertAccessible(tab, "tournament");
  await tab.getByRole("combobox", { name: "Player" }).selectOption("greedy");
  await tab.waitForFunction(() => document.querySelectorAll(".games tbody tr").length === 12);

  await tab.getByRole("link", { name: /Watch game/ }).first().click();
  await tab.locator(".moves li").first().waitFor();
  await tab.getByRole("button", { name: "Last position" }).click();
  assert.match(await tab.locator(".verdict h2").innerText(), /wins|Draw/);
  assert.deepEqual(tab.problems, []);

  const small = await page(t, phone);
  await small.goto(`${url}/tournament/0`);
  await small.locator(".standings").waitFor();
  await assertFits(small, "tournament on a phone");
  await assertEnds(small, "tournament on a phone");
});

test("without a ledger the page says how to give one", async (t) => {
  const { url } = await server(t);
  const tab = await page(t);
  await tab.goto(`${url}/tournament`);
  await tab.getByText("zerosum serve --ledger class.ledger").waitFor();
  await assertAccessible(tab, "no tournament");
});
