#!/usr/bin/env node
// Makes the pictures of the README, docs/pictures/*.png, from the program in a real browser.
//   scripts/screenshots.mjs [FOLDER OF THE PROGRAM [FOLDER FOR THE PICTURES]]
import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const { chromium } = createRequire(join(root, "web/package.json"))("playwright-core");
const program = join(process.argv[2] ?? join(root, "build/release/bin"), "zerosum");
const pictures = process.argv[3] ?? join(root, "docs/pictures");
const largest = 180e3;
mkdirSync(pictures, { recursive: true });

const tournament = `
game = "fruit"
format = "round-robin"
games = 8
play_all = true
seed = 7
bank = 60
jobs = 1
ledger = "class.ledger"
players = ["random", "greedy", "minimax:depth=2", "engine:depth=2@team7", "engine:depth=4@engine"]

[board]
size = 8
kinds = 5
`;
const raidFile = "5\nCOMPETITION\nX\n100\n20 16 1 32 30\n20 12 2 11 8\n28 48 9 1 1\n20 12 10 6 2\n25 30 23 21 10\n..XX.\n..XOX\n...O.\n..OO.\n.....\n";

const scratch = mkdtempSync(join(tmpdir(), "zerosum-pictures-"));
writeFileSync(join(scratch, "class.toml"), tournament);
const played = spawn(program, ["tournament", "class.toml"], { cwd: scratch, stdio: "ignore" });
await new Promise((resolve) => played.on("exit", resolve));
const server = spawn(program, ["serve", "--port", "0", "--games", join(scratch, "games.db"), "--ledger", join(scratch, "class.ledger")],
  { stdio: ["ignore", "pipe", "inherit"] });
const url = await new Promise((resolve, reject) => {
  server.stdout.on("data", (text) => resolve(String(text).match(/http:\/\/[^/\s]+/)[0]));
  server.on("exit", () => reject(new Error("zerosum serve ended")));
});

const get = async (path) => (await fetch(url + path)).json();
const post = async (path, body) =>
  (await fetch(url + path, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) })).json();
const until = async (id, states) => {
  for (;;) {
    const game = await get(`/api/games/${id}`);
    if (states.includes(game.state)) return game;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
};
// A game with a few moves of a person who picks what stands in the middle of the list.
const begun = async (wish, moves) => {
  const { id } = await post("/api/games", wish);
  for (let i = 0; i < moves; ++i) {
    const { board } = await until(id, ["waiting"]);
    await post(`/api/games/${id}/moves`, { move: board.moves[Math.floor(board.moves.length / 2)].name });
  }
  await until(id, ["waiting"]);
  return id;
};
const finished = async (wish) => (await until((await post("/api/games", wish)).id, ["over"])).id;

const browser = await chromium.launch({
  executablePath: "/usr/bin/chromium",
  args: ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync"],
});
// Desktop pictures are taken at three quarters: sharp enough for a page of text, and small files.
const shoot = async (name, path, { dark = false, phone = false, act = async () => {} } = {}) => {
  const context = await browser.newContext({
    ...(phone
      ? { viewport: { width: 390, height: 780 }, deviceScaleFactor: 1, isMobile: true, hasTouch: true }
      : { viewport: { width: 1120, height: 700 }, deviceScaleFactor: 0.75 }),
    colorScheme: dark ? "dark" : "light",
    reducedMotion: "reduce",
  });
  const page = await context.newPage();
  await page.goto(url + path);
  await act(page);
  const file = join(pictures, `${name}.png`);
  await page.screenshot({ path: file });
  await context.close();
  const { size } = statSync(file);
  console.log(`${name}.png  ${Math.round(size / 1000)} kB`);
  if (size > largest) throw new Error(`${name}.png is larger than ${largest / 1000} kB`);
};
// Points at the group that brings most.
const pointAtBest = (moves) => async (page) => {
  await page.locator(".moves li").nth(moves - 1).waitFor({ state: "attached" });
  const best = await page.locator(".cell.live").evaluateAll((cells) =>
    cells.map((cell) => [Number(cell.getAttribute("aria-label").match(/(\d+)(?: points?)?$/)[1]), cell.dataset.cell]).sort((a, b) => b[0] - a[0])[0][1]);
  await page.locator(`[data-cell="${best}"]`).hover();
  await page.locator(".gain").waitFor();
};
const analysed = async (page) => {
  await page.locator(".lines strong").first().waitFor();
  await page.locator('[data-working="false"]').waitFor({ timeout: 240000 });
};

try {
  const fruit = await begun({ game: "fruit", size: 8, kinds: 4, seed: 3, players: ["human", "greedy"] }, 3);
  const raid = await begun({ game: "raid", size: 6, seed: 4, players: ["human", "greedy"] }, 4);
  const reviewed = await finished({ game: "fruit", size: 8, kinds: 4, seed: 5, players: ["greedy", "engine:level=5"] });
  const position = (await post("/api/positions", { text: raidFile })).position;
  await shoot("play", `/play/${fruit}`, { act: pointAtBest(6) });
  await shoot("play-raid", `/play/${raid}`, { dark: true, act: pointAtBest(8) });
  await shoot("play-phone", `/play/${fruit}`, { phone: true, dark: true, act: (page) => page.locator(".moves li").nth(5).waitFor({ state: "attached" }) });
  await shoot("puzzle", "/puzzles?game=raid&number=3", { act: (page) => page.locator(".puzzle[data-stage=open] .cell.live").first().waitFor({ state: "attached" }) });
  await shoot("analyse", `/analyse?game=raid&position=${encodeURIComponent(position)}`, { dark: true, act: analysed });
  await shoot("replay", `/replay?game=${reviewed}`, {
    act: async (page) => {
      await page.getByText(/mistakes? found\.|No mistake found\./).waitFor({ timeout: 120000 });
      await page.locator(".moments button").first().click();
      await page.evaluate(() => scrollTo(0, 0)); // the button may have been below the window
    },
  });
  await shoot("tournament", "/tournament/0", { act: (page) => page.locator(".standings").waitFor() });
} finally {
  await browser.close();
  server.kill();
  rmSync(scratch, { recursive: true, force: true });
}
