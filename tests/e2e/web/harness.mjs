// What the browser tests share: a server of their own, a browser, and axe.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";

const require = createRequire(new URL("../../../web/package.json", import.meta.url));
const { chromium } = require("playwright-core");
const axeSource = readFileSync(require.resolve("axe-core/axe.min.js"), "utf8");

export const program = join(process.env.ZEROSUM_BIN, "zerosum");

// A folder that goes away with the test.
export function scratch(t) {
  const folder = mkdtempSync(join(tmpdir(), "zerosum-web-"));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

// Starts `zerosum serve` on a free port. stop() ends it as a service would, interrupt() as Ctrl-C would,
// kill() as a power cut would.
export async function startServer(args = [], port = 0, binary = program) {
  const child = spawn(binary, ["serve", "--port", String(port), ...args], { stdio: ["ignore", "pipe", "inherit"] });
  const ended = new Promise((resolve) => child.once("exit", (code, signal) => resolve({ code, signal })));
  const url = await new Promise((resolve, reject) => {
    let said = "";
    child.stdout.on("data", (chunk) => {
      said += chunk;
      const found = said.match(/(http:\/\/\S+)\n/);
      if (found) resolve(found[1].replace(/\/(\?.*)?$/, ""));
    });
    ended.then((how) => reject(new Error(`zerosum serve ended: ${JSON.stringify(how)}`)));
  });
  return {
    url,
    pid: child.pid,
    async stop() {
      child.kill("SIGTERM");
      return ended;
    },
    async interrupt() {
      child.kill("SIGINT");
      return ended;
    },
    async kill() {
      child.kill("SIGKILL");
      return ended;
    },
  };
}

export async function server(t, args = []) {
  const games = join(scratch(t), "games.db");
  const running = await startServer(["--games", games, ...args]);
  t.after(() => running.stop());
  return running;
}

export async function call(base, method, path, body) {
  const response = await fetch(base + path, {
    method,
    headers: body === undefined ? {} : { "Content-Type": "application/json" },
    body: body === undefined ? undefined : JSON.stringify(body),
  });
  return { status: response.status, headers: response.headers, json: await response.json() };
}

export async function newGame(base, wish) {
  const answer = await call(base, "POST", "/api/games", wish);
  assert.equal(answer.status, 201, JSON.stringify(answer.json));
  return answer.json;
}

export const desktop = { viewport: { width: 1280, height: 800 } };
export const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

let browser = null;
export async function page(t, options = {}) {
  browser ??= await chromium.launch({
    executablePath: ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"].find(existsSync),
    args: ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
           "--disable-component-update", "--disable-sync"],
    timeout: 180000,  // a cold disk beside a build
    // A signal ends this process, not only the browser.
    handleSIGINT: false,
    handleSIGTERM: false,
    handleSIGHUP: false,
  });
  const context = await browser.newContext({ ...desktop, reducedMotion: "reduce", ...options });
  const tab = await context.newPage();
  const problems = [];
  tab.on("pageerror", (error) => problems.push(String(error)));
  tab.on("console", (message) => message.type() === "error" && problems.push(message.text()));
  tab.problems = problems;
  tab.setDefaultTimeout(60000);
  t.after(() => context.close());
  return tab;
}

export async function closeBrowser() {
  await browser?.close();
  browser = null;
}

// No violation that axe knows of, in either theme. (Only colours differ between the two.)
export async function assertAccessible(tab, where) {
  await tab.evaluate(axeSource);
  for (const [theme, rules] of [["light", {}], ["dark", { runOnly: ["color-contrast"] }]]) {
    await tab.evaluate((name) => (document.documentElement.dataset.theme = name), theme);
    const violations = await tab.evaluate(async (options) => {
      const found = await globalThis.axe.run(document, options);
      return found.violations.map((each) => `${each.id}: ${each.nodes.map((node) => `${node.target} ${node.failureSummary}`).slice(0, 3).join("; ")}`);
    }, rules);
    assert.deepEqual(violations, [], `${where}, ${theme}`);
  }
}

export async function assertFits(tab, where) {
  const [content, window] = await tab.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
  assert.ok(content <= window, `${where}: ${content} px wide in a window of ${window}`);
}

// No room below the content that is only blank.
export async function assertEnds(tab, where) {
  const [scroll, end] = await tab.evaluate(() => [
    document.documentElement.scrollHeight,
    Math.max(innerHeight, document.querySelector("main").getBoundingClientRect().bottom + scrollY),
  ]);
  assert.ok(scroll <= end + 2, `${where}: the page is ${scroll} px high, its content ends at ${end}`);
}
