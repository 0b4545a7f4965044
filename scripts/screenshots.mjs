#!/usr/bin/env node
// Makes the pictures of the README: docs/images/*.png, from a running program in a real browser.
//   scripts/screenshots.mjs [FOLDER OF THE PROGRAM]
import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const { chromium } = createRequire(join(root, "web/package.json"))("playwright-core");
const program = join(process.argv[2] ?? join(root, "build/release/bin"), "zerosum");
const images = join(root, "docs/images");
mkdirSync(images, { recursive: true });

const scratch = mkdtempSync(join(tmpdir(), "zerosum-pictures-"));
const server = spawn(program, ["serve", "--port", "0", "--games", join(scratch, "games.db")], { stdio: ["ignore", "pipe", "inherit"] });
const url = await new Promise((resolve, reject) => {
  server.stdout.on("data", (text) => resolve(String(text).match(/http:\/\/[^/\s]+/)[0]));
  server.on("exit", () => reject(new Error("zerosum serve ended")));
});
const post = async (path, body) =>
  (await fetch(url + path, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) })).json();
const finished = async (id) => {
  for (;;) {
    const game = await (await fetch(`${url}/api/games/${id}`)).json();
    if (game.state === "over") return game;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
};

const browser = await chromium.launch({
  executablePath: "/usr/bin/chromium",
  args: ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync"],
});
const shoot = async (name, path, { dark = false, phone = false, act = async () => {} } = {}) => {
  const context = await browser.newContext({
    viewport: phone ? { width: 390, height: 844 } : { width: 1280, height: 860 },
    deviceScaleFactor: phone ? 2 : 1,
    colorScheme: dark ? "dark" : "light",
    reducedMotion: "reduce",
  });
  const page = await context.newPage();
  await page.goto(url + path);
  await act(page);
  await page.screenshot({ path: join(images, `${name}.png`) });
  await context.close();
};

try {
  await shoot("home", "/", { act: (page) => page.waitForLoadState("networkidle") });
  const fruit = await post("/api/games", { game: "fruit", size: 10, kinds: 5, seed: 3, players: ["human", "greedy"] });
  const hover = async (page) => {
    await page.locator(".moves li").nth(5).waitFor({ state: "attached" });
    const best = await page.locator(".cell.live").evaluateAll((cells) =>
      cells.map((cell) => [Number(cell.getAttribute("aria-label").match(/(\d+) points/)[1]), cell.dataset.cell]).sort((a, b) => b[0] - a[0])[0][1]);
    await page.locator(`[data-cell="${best}"]`).hover();
    await page.locator(".gain").waitFor();
  };
  for (let i = 0; i < 3; ++i) {
    for (;;) {
      const game = await (await fetch(`${url}/api/games/${fruit.id}`)).json();
      if (game.state !== "waiting") continue;
      await post(`/api/games/${fruit.id}/moves`, { move: game.board.moves[Math.floor(game.board.moves.length / 2)].name });
      break;
    }
  }
  await shoot("play", `/play/${fruit.id}`, { act: hover });
  await shoot("play-phone", `/play/${fruit.id}`, { phone: true, dark: true, act: hover });
  const position = "5\nCOMPETITION\nX\n100\n20 16 1 32 30\n20 12 2 11 8\n28 48 9 1 1\n20 12 10 6 2\n25 30 23 21 10\n..XX.\n..XOX\n...O.\n..OO.\n.....\n";
  const raid = (await post("/api/positions", { text: position })).position;
  await shoot("analyse", `/analyse?game=raid&position=${encodeURIComponent(raid)}`, {
    dark: true,
    act: async (page) => {
      await page.locator(".lines strong").nth(4).waitFor();
      await page.locator('[data-working="false"]').waitFor({ timeout: 60000 });
    },
  });
  const game = await finished((await post("/api/games", { game: "fruit", size: 8, kinds: 4, seed: 5, players: ["greedy", "engine:level=2"] })).id);
  await shoot("replay", `/replay?game=${game.id}`, {
    act: async (page) => {
      await page.getByText(/mistakes? found\.|No mistake found\./).waitFor({ timeout: 120000 });
      const next = page.getByRole("button", { name: "Next mistake" });
      if (await next.isEnabled()) await next.click();
    },
  });
} finally {
  await browser.close();
  server.kill();
  rmSync(scratch, { recursive: true, force: true });
}
