// Puzzles and the lesson of the first page, as a person would use them.
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { assertAccessible, assertFits, call, closeBrowser, page, phone, server } from "./harness.mjs";

after(closeBrowser);

const puzzleOf = async (url, game, number) => (await call(url, "GET", `/api/puzzles/${game}/${number}`)).json;
const at = (tab, puzzle, move) => tab.locator(`[data-cell="${puzzle.board.moves.find((each) => each.name === move).cells[0]}"]`);
// The move that a plain click on a cell means.
const meant = (puzzle, move) => {
  const cell = puzzle.board.moves.find((each) => each.name === move).cells[0];
  const here = puzzle.board.moves.filter((each) => each.cells.slice(0, each.picks).includes(cell));
  return here.reduce((best, each) => (each.gain > best.gain ? each : best)).name;
};
const stored = (tab) => tab.evaluate(() => JSON.parse(localStorage.getItem("puzzles")));

test("a puzzle is failed, tried again and solved, and explained", async (t) => {
  const { url } = await server(t);
  for (const game of ["fruit", "raid"]) {
    const tab = await page(t);
    // One whose best and tempting moves are what a click on their cells means.
    let puzzle;
    for (let number = 1; ; ++number) {
      puzzle = await puzzleOf(url, game, number);
      if ([puzzle.solution, puzzle.refutation].every((line) => meant(puzzle, line[0].move) === line[0].move)) break;
    }
    await tab.goto(`${url}/puzzles?game=${game}&number=${puzzle.number}`);
    await tab.locator(".puzzle[data-stage=open]").waitFor();
    await assertAccessible(tab, `${game}: an open puzzle`);
    await assertFits(tab, `${game}: an open puzzle`);

    const tempting = puzzle.refutation[0].move;
    const lost = puzzle.value - puzzle.values[tempting];
    await at(tab, puzzle, tempting).click();
    await tab.mouse.move(0, 0);
    await tab.locator(".status.wrong", { hasText: `${lost} points less than the best` }).waitFor();
    assert.equal(await tab.locator(".outline.played").count(), 1);
    assert.equal((await stored(tab)).row, 0);
    assert.match(await tab.locator(".puzzle").getAttribute("data-stage"), /open/);
    await assertAccessible(tab, `${game}: a wrong move`);

    await at(tab, puzzle, puzzle.solution[0].move).click();
    await tab.locator(".puzzle[data-stage=solved]").waitFor();
    const explained = await tab.locator(".explained").innerText();
    assert.match(explained, new RegExp(`Right: ${puzzle.solution[0].move}`));
    assert.match(explained, new RegExp(`${puzzle.margin} points? worse`));
    assert.ok(explained.includes(tempting) && explained.includes(`${lost} points less`), explained);
    const { points } = puzzle.solution.at(-1).board;
    const mover = puzzle.board.to_move;
    assert.ok(explained.includes(`${points[mover - 1]} : ${points[2 - mover]}`), explained);
    // Solved, but not at the first try.
    assert.deepEqual((await stored(tab)).solved[game], [puzzle.number]);
    assert.equal((await stored(tab)).row, 0);
    await assertAccessible(tab, `${game}: a solved puzzle`);

    // Both lines can be walked through to the end of the game.
    for (const [line, name] of [["solution", "The solution"], ["refutation", "The tempting move and its refutation"]]) {
      const buttons = tab.getByRole("list", { name }).getByRole("button");
      assert.deepEqual((await buttons.allInnerTexts()).map((text) => text.trim()), puzzle[line].map((step) => step.move));
      await buttons.last().click();
      const last = puzzle[line].at(-1);
      await tab.locator(".status", { hasText: `plays ${last.move}` }).waitFor();
    }
    await tab.getByRole("button", { name: "Next puzzle" }).click();
    await tab.waitForFunction((number) => !location.search.endsWith(`=${number}`), puzzle.number);
    await tab.locator(".puzzle[data-stage=open]").waitFor();
    assert.deepEqual(tab.problems, []);
  }
});

test("a puzzle solved with the keyboard at the first try starts a streak, and being shown one ends it", async (t) => {
  const { url } = await server(t);
  const tab = await page(t, { ...phone, colorScheme: "dark" });
  const puzzle = await puzzleOf(url, "fruit", 1);
  await tab.goto(`${url}/puzzles?game=fruit&number=1`);
  await tab.locator(".puzzle[data-stage=open]").waitFor();
  const cell = puzzle.board.moves.find((each) => each.name === puzzle.solution[0].move).cells[0];
  const { size } = puzzle.board;
  await tab.locator('.cell[tabindex="0"]').focus();
  await tab.keyboard.press("Control+Home");
  for (let i = 0; i < Math.floor(cell / size); ++i) await tab.keyboard.press("ArrowDown");
  for (let i = 0; i < cell % size; ++i) await tab.keyboard.press("ArrowRight");
  await tab.keyboard.press("Enter");
  await tab.locator(".puzzle[data-stage=solved]").waitFor();
  assert.equal((await stored(tab)).row, 1);
  await tab.getByText("1 puzzle in a row").waitFor();
  await assertFits(tab, "a solved puzzle on a phone");
  await tab.getByRole("button", { name: "Next puzzle" }).click();
  await tab.waitForURL(/number=2$/);
  await tab.locator(".puzzle[data-stage=open]").waitFor();
  await tab.getByRole("button", { name: "Show me" }).click();
  await tab.locator(".puzzle[data-stage=shown]").waitFor();
  await tab.getByText("The answer: ").waitFor();
  const after = await stored(tab);
  assert.deepEqual([after.row, after.longest, after.solved.fruit], [0, 1, [1]]);
  assert.deepEqual(tab.problems, []);
});

test("the puzzle of the day is the same for everybody, and its streak counts days", async (t) => {
  const { url } = await server(t);
  const tab = await page(t);
  const date = "2026-11-18";
  await tab.clock.setFixedTime(new Date(2026, 10, 18, 12)); // no midnight comes in between
  await tab.goto(url);
  const { json: daily } = await call(url, "GET", `/api/puzzles/daily?date=${date}`);
  await tab.getByText("Solve it to start a streak.").waitFor();
  await assertAccessible(tab, "first page with the puzzle of the day");
  // As if yesterday's had been solved, on the second day in a row.
  await tab.evaluate(() => localStorage.setItem("puzzles", JSON.stringify({ solved: {}, row: 0, longest: 0, day: "2026-11-17", days: 2 })));
  await tab.reload();
  await tab.getByText("2 days in a row.").waitFor();
  await tab.getByRole("link", { name: "Solve it" }).click();
  await tab.getByRole("heading", { name: "Puzzle of the day" }).waitFor();
  assert.ok(tab.url().endsWith(`game=${daily.game}&number=${daily.number}`), tab.url());
  const puzzle = await puzzleOf(url, daily.game, daily.number);
  const best = puzzle.solution[0].move;
  const move = puzzle.board.moves.find((each) => each.name === best);
  if (move.kind) await tab.locator(".choice label").getByText(move.kind, { exact: true }).click();
  await at(tab, puzzle, best).click();
  await tab.locator(".puzzle[data-stage=solved]").waitFor();
  assert.deepEqual([(await stored(tab)).days, (await stored(tab)).day], [3, date]);
  await tab.goto(url);
  await tab.getByText("Solved. 3 days in a row.").waitFor();
  assert.deepEqual(tab.problems, []);
});

test("the lesson of the first page is played in both games, and a wrong move is explained", async (t) => {
  const { url } = await server(t);
  const lessons = [
    { game: "The Fruit Rage", moves: ["C3", "B3", "A2"], wrong: ["A1", "A2", "A3"], score: "35 : 11" },
    { game: "Stake & Raid", moves: ["A1", "A2", "C1"], wrong: ["B1", "B1", "B1"], score: "31 : 25" },
  ];
  for (const options of [{}, phone]) {
    const tab = await page(t, options);
    await tab.goto(url);
    for (const { game, moves, wrong, score } of lessons) {
      await tab.locator(".setup .choice label", { hasText: game }).click();
      const cell = (name) => tab.locator(`.lesson [role=gridcell][aria-label^="${name},"]`);
      const pick = async (name) => {
        await cell(name).focus();
        await tab.keyboard.press("Enter");
      };
      await tab.locator('.lesson[data-step="0"] .cell.live').first().waitFor();
      for (const [i, name] of moves.entries()) {
        const before = await tab.locator(".said").innerText();
        await pick(wrong[i]);
        await tab.waitForFunction((text) => document.querySelector(".said").innerText !== text, before);
        assert.equal(await tab.locator(".lesson").getAttribute("data-step"), String(i));
        await pick(name);
        await tab.locator(`.lesson[data-step="${i + 1}"]`).waitFor();
      }
      assert.match(await tab.locator(".lesson").innerText(), new RegExp(score));
      await assertFits(tab, `the lesson of ${game}`);
      await tab.getByRole("button", { name: "Again" }).click();
      await tab.locator('.lesson[data-step="0"] .cell.live').first().waitFor();
    }
    assert.deepEqual(tab.problems, []);
  }
});

test("what is no puzzle is refused in words", async (t) => {
  const { url } = await server(t);
  for (const path of ["/api/puzzles/fruit/0", "/api/puzzles/fruit/99999", "/api/puzzles/chess/1", "/api/puzzles/fruit/x"])
    assert.equal((await call(url, "GET", path)).status, 404, path);
  for (const date of ["", "2026-02-30", "today"])
    assert.equal((await call(url, "GET", `/api/puzzles/daily?date=${date}`)).status, 400, date);
  const { json } = await call(url, "GET", "/api/info");
  for (const { name, puzzles } of json.games) assert.ok(puzzles.reduce((sum, each) => sum + each) >= 300, name);
});
