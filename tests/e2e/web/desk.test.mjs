import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, test } from "node:test";
import { assertAccessible, assertFits, closeBrowser, desktop, page, phone, program, scratch, startServer, surely } from "./harness.mjs";

after(closeBrowser);

const settings = `
title = "Class of 2017"
format = "ladder"
players = ["random", "greedy"]
bank = 5
until = 6

[board]
size = 5
kinds = 3

[class]
names = "nick"
check_bank = 5
grade_bank = 5
`;
const sources = new URL("../../class/", import.meta.url);
const source = (name) => readFileSync(new URL(`${name}/homework.cpp`, sources));

// What is needed at once is seen without scrolling sideways.
async function assertInSight(locator, what) {
  const { x, width } = await locator.boundingBox();
  const window = locator.page().viewportSize().width;
  assert.ok(x >= 0 && x + width <= window, `${what} ends at ${Math.round(x + width)} px of ${window}`);
}

// A class with its desk, and everybody's token.
async function desk(t) {
  const folder = scratch(t);
  writeFileSync(join(folder, "class.toml"), settings);
  writeFileSync(join(folder, "roster.csv"), "name,nick,role\nAda,enchantress,\nAlan,,\nGrace,,staff\n");
  const csv = execFileSync(program, ["roster", "roster.csv"], { cwd: folder, encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] });
  const tokens = Object.fromEntries(csv.trim().split("\n").slice(1).map((line) => [line.split(",")[0], line.split(",").at(-1)]));
  const running = await startServer(["--games", join(folder, "games.db"), "--class", join(folder, "class.toml")]);
  t.after(() => running.stop());
  return { url: running.url, tokens };
}

async function enter(tab, url, token) {
  await tab.goto(`${url}/desk`);
  await tab.getByLabel("Your token").fill(token);
  await tab.getByRole("button", { name: "Go on" }).click();
  await tab.getByRole("heading", { name: "Your hand-ins" }).waitFor();
}

const choose = (tab, name, buffer) => tab.locator("input[type=file]").setInputFiles({ name, mimeType: "application/octet-stream", buffer });

test("a student hands in, reads the check and the grade, and finds the games; staff pause, grade again and remove", async (t) => {
  const { url, tokens } = await desk(t);
  const tab = await page(t, desktop);
  await tab.goto(`${url}/desk`);
  await tab.getByLabel("Your token").waitFor();
  await assertAccessible(tab, "asking for a token");
  await tab.getByLabel("Your token").fill("wrong");
  await tab.getByRole("button", { name: "Go on" }).click();
  await tab.getByRole("heading", { name: "This token is not known here" }).waitFor();
  await tab.getByRole("button", { name: "Enter another token" }).click();
  tab.problems.length = 0; // the browser reports the 401
  await enter(tab, url, tokens.Ada);

  await choose(tab, "homework.cpp", source("cpp-syntax-error"));
  await tab.locator('tr[data-stage="refused"]').waitFor();
  await tab.getByLabel("Check").getByText("did not build").first().waitFor();
  await choose(tab, "homework.cpp", source("cpp-sound"));
  await tab.locator('tr[data-stage="graded"]').waitFor({ timeout: 120000 });
  await tab.getByLabel("Quick grade").waitFor();
  assert.match(await tab.locator('tr[data-stage="graded"]').innerText(), /of 100/);
  await tab.locator(".desk-place").waitFor({ timeout: 60000 });
  assert.match(await tab.locator(".desk-place").innerText(), /of 3/);
  await tab.getByRole("link", { name: /Watch game/ }).first().waitFor({ timeout: 60000 });
  assert.equal(await tab.getByText("It is being checked").count(), 0, "the notice of the upload is out of date");
  await assertAccessible(tab, "a student's desk");
  assert.deepEqual(tab.problems, []);

  const small = await page(t, phone);
  await enter(small, url, tokens.Ada); // the token is asked for once in every browser
  await small.reload();
  await small.getByRole("heading", { name: "Your hand-ins" }).waitFor();
  await assertFits(small, "a student's desk on a phone");
  await assertInSight(small.locator('tr[data-stage="graded"]').getByRole("button"), "the button for a report");
  await assertInSight(small.getByRole("link", { name: /Watch game/ }).first(), "the link to a replay");
  await assertAccessible(small, "a student's desk on a phone");

  const staff = await page(t, desktop);
  await enter(staff, url, tokens.Grace);
  await staff.getByRole("link", { name: "The class" }).click();
  await staff.getByRole("button", { name: "Pause" }).click();
  await staff.getByText("Grading and the ladder are paused.").waitFor();
  await tab.getByText("The staff have paused grading").waitFor();
  await staff.getByRole("button", { name: "Grade again Ada" }).click();
  await staff.getByText("its quick grade is to come").waitFor({ timeout: 60000 });
  await staff.getByRole("button", { name: "Report of Ada" }).click();
  await staff.getByLabel("Check").waitFor();
  await assertInSight(staff.getByRole("button", { name: "Remove hand-in of Ada" }), "the button for removing");
  await assertAccessible(staff, "the class");
  await surely(staff.getByRole("button", { name: "Remove hand-in of Ada" }), "Remove it");
  await staff.getByRole("cell", { name: "1: homework.cpp" }).waitFor(); // which counts now
  await tab.getByText("removed by the staff").waitFor();
  await staff.setViewportSize(phone.viewport);
  await assertFits(staff, "the class on a phone");
  await staff.getByRole("link", { name: "The ladder" }).click();
  await staff.locator(".standings .leading").first().waitFor();
  await assertInSight(staff.locator(".standings .leading").first(), "the rating");
  assert.deepEqual(staff.problems, []);
});

test("without a class there is no desk, and the page says so", async (t) => {
  const running = await startServer(["--games", join(scratch(t), "games.db")]);
  t.after(() => running.stop());
  const tab = await page(t);
  await tab.goto(`${running.url}/desk`);
  await tab.getByText("zerosum serve --class class.toml").waitFor();
  assert.equal(await tab.getByRole("link", { name: "Hand in" }).count(), 0);
});
