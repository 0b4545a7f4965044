// Every page in five windows, from a small phone to a large screen: it fits, axe finds nothing in
// either theme, and the board has the room that there is.
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { assertAccessible, assertEnds, assertFits, call, closeBrowser, newGame, page, playedOut, server } from "./harness.mjs";

after(closeBrowser);

const windows = [[320, 640, 275], [390, 844, 345], [844, 390, 280], [1280, 720, 600], [2560, 1440, 1300]];

test("every page fits every window and has nothing that axe finds, light and dark", async (t) => {
  const { url } = await server(t);
  // The clock runs while the game is looked at, through all windows.
  const live = await newGame(url, { game: "raid", size: 5, seed: 3, even: true, players: ["human", "greedy"], bank: 900 });
  const over = await newGame(url, { game: "fruit", size: 5, kinds: 3, seed: 7, players: ["greedy", "random"] });
  const raid = await newGame(url, { game: "raid", size: 4, seed: 7, players: ["greedy", "random"] });
  const until = async (id, states) => {
    for (;;) {
      const { json } = await call(url, "GET", `/api/games/${id}`);
      if (states.includes(json.state)) return json;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  };
  for (const { id } of [over, raid]) await playedOut(url, id);
  for (let i = 0; i < 3; ++i) {
    const { board } = await until(live.id, ["waiting"]);
    await call(url, "POST", `/api/games/${live.id}/moves`, { move: board.moves[0].name });
  }
  for (const [width, height, least] of windows) {
    await t.test(`in a window of ${width} by ${height}`, async (at) => {
      const tab = await page(at, { viewport: { width, height } });
      const check = async (where) => {
        await assertFits(tab, where);
        await assertEnds(tab, where);
        await assertAccessible(tab, where);
      };
      await tab.goto(url);
      await tab.getByRole("button", { name: "Play", exact: true }).waitFor();
      await check("first page");

      await tab.goto(`${url}/play/${live.id}`);
      await tab.locator(".cell.live").first().waitFor({ state: "attached" });
      await tab.locator(".moves li").nth(4).waitFor({ state: "attached" });
      await check("a game");
      // Stake or Raid is chosen without losing sight of the board, and the board stays.
      if (height < 500) assert.ok((await tab.getByRole("group", { name: "A click means" }).boundingBox()).y < height - 60);
      if (width >= 844) {
        await tab.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
        const { top, bottom: end } = await tab.locator(".board").evaluate((each) => each.getBoundingClientRect().toJSON());
        assert.ok(top >= 0 && end <= height, `after scrolling the board is at ${top} to ${end}`);
      }

      await tab.goto(`${url}/play/${over.id}`);
      await tab.locator(".verdict").waitFor();
      const { board, bottom, scroll } = await tab.evaluate(() => {
        const box = document.querySelector(".board").getBoundingClientRect();
        return {
          board: { width: box.width, height: box.height },
          bottom: Math.max(...[...document.querySelectorAll(".board, .card")].map((each) => each.getBoundingClientRect().bottom + scrollY)),
          scroll: document.documentElement.scrollHeight,
        };
      });
      assert.ok(board.width >= least, `the board is ${board.width} px wide`);
      assert.ok(board.height <= height, `the board is ${board.height} px high`);
      assert.ok(scroll <= Math.max(height, bottom + 60), `the page is ${scroll} px high, its content ends at ${bottom}`);
      await check("a finished game");

      await tab.goto(`${url}/replay?game=${over.id}`);
      await tab.getByText(/mistakes? found\./).waitFor();
      await check("a review");
      if (width >= 1280) {
        const top = await tab.locator(".moments").evaluate((each) => each.getBoundingClientRect().top);
        assert.ok(top < height - 200, `what decided it is at ${top}`);
      }
      // What decided it may stand below the board; the board is what is to be seen then.
      await tab.locator(".moments button").first().click();
      const seen = await tab.locator(".board").evaluate((each) => each.getBoundingClientRect().toJSON());
      assert.ok(seen.top >= 0 && seen.bottom <= height, `the board of a mistake is at ${seen.top} to ${seen.bottom} of ${height}`);
      await tab.getByRole("button", { name: "First position" }).click();
      await tab.getByRole("button", { name: "Next mistake", exact: true }).first().click();
      await tab.getByRole("button", { name: "Try again" }).click();
      await tab.locator(".cell.live").first().click();
      await tab.locator(".status", { hasText: /loses|nothing is lost/ }).waitFor();
      await check("a mistake tried again");
      if (width === 320) {
        await tab.goto(`${url}/replay?game=${raid.id}`);
        await tab.getByText(/mistakes? found\.|No mistake found\./).waitFor();
        await check("a review of Stake & Raid");
      }

      await tab.goto(`${url}/replay`);
      await tab.locator(".games-list li").first().waitFor();
      await check("my games");

      await tab.goto(`${url}/puzzles?game=fruit&number=1`);
      await tab.locator(".cell.live").first().waitFor({ state: "attached" });
      await check("a puzzle");

      await tab.goto(`${url}/analyse`);
      await tab.locator(".worths .best").first().waitFor({ state: "attached" });
      await check("an analysis");
      await tab.getByRole("button", { name: "Edit the board" }).click();
      await check("editor");
      assert.deepEqual(tab.problems, []);
    });
  }
});
