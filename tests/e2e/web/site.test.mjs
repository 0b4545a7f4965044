// The class site, opened from a disk, without a server and without a network.
import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, test } from "node:test";
import { pathToFileURL } from "node:url";
import { assertAccessible, assertFits, closeBrowser, page, phone, program, scratch } from "./harness.mjs";

after(closeBrowser);

const hostile = '<img src=x onerror="alert(1)">';
// What entrants are called, in the ledger's own table: no name that a course accepts could be worse.
const names = { a: "Ada Lovelace", b: "../..\\' + alert(3) + '", c: hostile, d: "n".repeat(60) };
const rename = `
import json, sqlite3, sys
ledger = sqlite3.connect(sys.argv[1])
with ledger:
    ledger.executemany("UPDATE entrant SET name = ? WHERE name = ?", [(new, old) for old, new in json.loads(sys.argv[2]).items()])
`;
const settings = `
title = "</title><script>alert(2)</script> & STAMP TITLE"
game = "fruit"
format = "round-robin"
games = 4
play_all = true
seed = 7
bank = 20
komi = 3
jobs = 1
ledger = "class.ledger"
players = ["random@a", "greedy@b", "greedy@c", "engine:nodes=2000@d"]

[board]
size = 6
kinds = 4
`;

const run = (args, folder) => execFileSync(program, args, { cwd: folder, encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] });

function playedLedger(t) {
  const folder = scratch(t);
  writeFileSync(join(folder, "class.toml"), settings);
  run(["tournament", "class.toml"], folder);
  execFileSync("python3", ["-c", rename, join(folder, "class.ledger"), JSON.stringify(names)]);
  return folder;
}

const filesUnder = (folder) =>
  readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name))
    .sort();

// A tab that opens the site from the disk and may ask nothing of a network.
async function openSite(t, site, options = {}) {
  const tab = await page(t, { offline: true, ...options });
  tab.on("dialog", (dialog) => tab.problems.push(`dialog: ${dialog.message()}`));
  tab.on("request", (request) => request.url().startsWith("file:") || tab.problems.push(`asked ${request.url()}`));
  await tab.goto(pathToFileURL(join(site, "index.html")).href);
  await tab.locator(".standings tbody tr").first().waitFor();
  return tab;
}

// axe reads style sheets once more by a request, which the page's policy forbids: that is no problem of the site.
const problemsOf = (tab) => tab.problems.filter((each) => !/^Connecting to 'file:[^']*site\.css/.test(each));

test("a class site shows what the ledger holds, from a disk, whatever entrants are called", async (t) => {
  const folder = playedLedger(t);
  writeFileSync(join(folder, "roster.csv"), "name,nick\nAda Lovelace,enchantress\n");
  const said = run(["standings", "class.ledger", "--site", "site", "--roster", "roster.csv"], folder);
  assert.match(said, /^site\/index\.html: 4 entrants, 24 games; \d+ files, [\d.]+ MB, \d+ written\n$/);
  const site = join(folder, "site");
  for (const file of filesUnder(site)) {
    assert.match(file.slice(site.length + 1), /^[\w./-]+$/);
    assert.doesNotMatch(readFileSync(file, "utf8"), /Lovelace/, `${file} tells a name in place of the nick`);
  }
  const table = JSON.parse(run(["standings", "class.ledger", "--json"], folder));
  const shown = (name) => (name === "Ada Lovelace" ? "enchantress" : name);

  const tab = await openSite(t, site);
  assert.equal(await tab.locator("h1").innerText(), "</title><script>alert(2)</script> & STAMP TITLE");
  assert.deepEqual(await tab.locator(".standings tbody th").allInnerTexts(), table.players.map((player) => shown(player.name)));
  const rows = await tab.locator(".standings tbody tr").evaluateAll((all) => all.map((row) => [...row.querySelectorAll("td")].map((cell) => cell.innerText)));
  table.players.forEach((player, i) => {
    assert.deepEqual(rows[i].slice(0, 7).map(Number), [i + 1, player.pairings, player.points, player.games, player.all.wins, player.all.draws, player.all.losses]);
    // Half a point is rounded either way.
    const [rating, error] = rows[i][8].replace("−", "-").split(" ± ").map(Number);
    assert.ok(Math.abs(rating - player.rating.value) <= 0.5 && Math.abs(error - (player.rating.high - player.rating.low) / 2) <= 0.5, rows[i][8]);
  });
  assert.equal(await tab.locator(".interval line").count(), 4);
  assert.equal(await tab.locator(".ratings .line").count(), 4);
  assert.equal(await tab.locator(".cross tbody td small").count(), 12);
  assert.equal(await tab.locator(".games tbody tr").count(), 24);
  await assertAccessible(tab, "the site's ranking");

  // An entrant: its numbers are those of the table.
  await tab.locator(".standings").getByRole("link", { name: hostile }).click();
  await tab.locator(".versions tbody tr").waitFor();
  assert.equal(await tab.locator("h1").innerText(), hostile);
  const player = table.players.find((each) => each.name === hostile);
  const facts = await tab.locator(".facts dd").allInnerTexts();
  assert.equal(facts[1], String(player.games));
  assert.equal(facts[2], `${player.all.wins} · ${player.all.draws} · ${player.all.losses}`);
  assert.equal(await tab.locator(".games tbody tr").count(), player.games);
  const lostBy = Object.values(player.losses_by).reduce((sum, count) => sum + count, 0);
  assert.equal((await tab.locator(".endings .num").allInnerTexts()).reduce((sum, text) => sum + Number(text), 0), lostBy);
  await tab.getByRole("combobox", { name: "Against" }).selectOption({ label: "enchantress" });
  await tab.waitForFunction(() => document.querySelectorAll(".games tbody tr").length === 4);
  await assertAccessible(tab, "the site's page of an entrant");

  // A game: the last board has the points that the ledger says, on every board one move's difference.
  await tab.getByRole("link", { name: /Watch game/ }).first().click();
  await tab.locator(".moves li").first().waitFor();
  const id = await tab.locator(".trail code").innerText();
  const record = JSON.parse(run(["standings", "class.ledger", "--record", id], folder));
  const number = Number(new URL(tab.url()).hash.split("/").pop());
  const listed = JSON.parse(run(["standings", "class.ledger", "--games", "--json"], folder)).games[number - 1];
  assert.equal(listed.id, id);
  assert.equal(await tab.locator(".moves li").count(), record.moves.length);
  for (const move of record.moves) {
    assert.equal(await drawnFruits(tab), move.position.split(" ")[0].split("/").join(""), `before ${move.move}`);
    await tab.getByRole("button", { name: "Forward" }).click();
  }
  assert.deepEqual((await tab.locator(".seat .points").allInnerTexts()).map(Number), listed.points);
  assert.match(await tab.locator(".verdict h2").innerText(), /wins|Draw/);
  await assertAccessible(tab, "the site's replay");

  await tab.goto(`${tab.url().split("#")[0]}#/player/99`);
  await tab.getByRole("heading", { name: "There is no such page" }).waitFor();
  assert.deepEqual(problemsOf(tab), []);

  const small = await openSite(t, site, phone);
  await assertFits(small, "the site's ranking on a phone");
  await assertAccessible(small, "the site's ranking on a phone");
  for (const [address, ready] of [["#/player/2", ".versions tbody tr"], ["#/game/1", ".moves li"]]) {
    await small.goto(`${small.url().split("#")[0]}${address}`);
    await small.locator(ready).first().waitFor();
    await assertFits(small, `${address} on a phone`);
    await assertAccessible(small, `${address} on a phone`);
  }
  assert.deepEqual(problemsOf(small), []);
});

test("who hands in from a folder with a blank in its name is shown by nick", (t) => {
  const folder = scratch(t);
  const agent = join(folder, "agents", "Ada Lovelace");
  mkdirSync(agent, { recursive: true });
  writeFileSync(join(agent, "homework.cpp"), "that is no program\n"); // the sentences of its games name its file
  const players = 'players = ["agents/*", "random@b"]';
  writeFileSync(join(folder, "class.toml"), settings.replace(/^players = .*$/m, players).replace("play_all = true\n", ""));
  writeFileSync(join(folder, "roster.csv"), "name,nick\nAda Lovelace,enchantress\nb,\n");
  run(["tournament", "class.toml"], folder);
  assert.match(run(["standings", "class.ledger", "--games"], folder), /Ada_Lovelace/);
  const { stderr } = spawnSync(program, ["standings", "class.ledger", "--site", "site", "--roster", "roster.csv"], { cwd: folder, encoding: "utf8" });
  assert.equal(stderr, "");
  for (const file of filesUnder(join(folder, "site"))) assert.doesNotMatch(readFileSync(file, "utf8"), /Lovelace/, file);
  assert.match(readFileSync(join(folder, "site", "data", "class.js"), "utf8"), /enchantress/);
});

// The board that can be seen, cell by cell, from where the fruits are drawn.
const drawnFruits = (tab) =>
  tab.evaluate((unit) => {
    const slots = document.querySelectorAll(".board .slot").length;
    const cells = Array.from({ length: slots }, () => "*");
    const size = Math.sqrt(slots);
    for (const tile of document.querySelectorAll(".board .tile:has(.fruit-body)")) {
      const [x, y] = tile.style.transform.match(/[\d.]+/g).map(Number);
      cells[Math.floor(y / unit) * size + Math.floor(x / unit)] = tile.querySelector("use").getAttribute("href").at(-1);
    }
    return cells.join("");
  }, 40);

test("a site is written into a folder of its own and nowhere else", async (t) => {
  const folder = playedLedger(t);
  const site = join(folder, "site");
  const write = () => run(["standings", "class.ledger", "--site", "site"], folder);
  mkdirSync(site);
  writeFileSync(join(site, "index.html"), "mine");
  assert.throws(write, (error) => error.status === 2 && /found index\.html and no zerosum-site\.txt/.test(error.stderr));
  assert.equal(readFileSync(join(site, "index.html"), "utf8"), "mine");
  assert.deepEqual(readdirSync(site), ["index.html"]);
});

test("a class of 300 with 44,850 games is written in bounded time and read at once", async (t) => {
  const folder = scratch(t);
  const maker = new URL("./large_ledger.py", import.meta.url).pathname;
  execFileSync(maker, [join(folder, "class.ledger"), "300", "44850"]);
  const timed = `TIMEFORMAT='%U s + %S s'; time "${program}" standings class.ledger --site site 2>&1`;
  const cpu = execFileSync("bash", ["-c", `{ ${timed}; } 2>&1`], { cwd: folder, encoding: "utf8" }).trim().replace("\n", ", ");
  const files = filesUnder(join(folder, "site"));
  assert.ok(files.length < 1500, `${files.length} files`);
  const tab = await openSite(t, join(folder, "site"));
  await tab.locator(".heat canvas").waitFor();
  const elements = await tab.evaluate(() => document.querySelectorAll("*").length);
  assert.ok(elements < 5000, `${elements} elements`);
  const lengths = files.map((file) => readFileSync(file).length);
  assert.ok(Math.max(...lengths) < 1_000_000, "no file is long to read");
  console.log(`300 players: ${cpu} of CPU; ${elements} elements`);
  await assertAccessible(tab, "the ranking of a large class");
  await tab.goto(`${tab.url()}#/game/44850`);
  await tab.locator(".moves li").first().waitFor();
  await tab.goto(`${tab.url().split("#")[0]}#/game/1`);
  await tab.getByText("Game 1,").waitFor();
  await tab.locator(".moves li").first().waitFor();
  assert.deepEqual(problemsOf(tab), []);
});
