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

// A folder that goes away with the test. A server that is still ending may put a file into it meanwhile.
export function scratch(t) {
  const folder = mkdtempSync(join(tmpdir(), "zerosum-web-"));
  t.after(() => rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 }));
  return folder;
}

// Starts `zerosum serve` on a free port. stop() ends it as a service would, interrupt() as Ctrl-C would,
// kill() with kill -9.
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

// A server whose port is still its own when it comes back: the system gives none so low to others.
export async function startAtOwnPort(args) {
  for (let attempt = 1; ; ++attempt) {
    try {
      return await startServer(args, 20000 + Math.floor(Math.random() * 10000));
    } catch (problem) {
      if (attempt === 20) throw problem;
    }
  }
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

// A game that goes on by itself, played to its end.
export async function playedOut(base, id) {
  for (;;) {
    const { json } = await call(base, "GET", `/api/games/${id}`);
    if (json.state === "over") return json;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
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

// A button that asks once more, and the answer. The question goes away after four seconds, which a busy
// machine may take between two clicks of ours: both are made in the page.
export async function surely(button, question) {
  await button.click({ trial: true });
  await button.evaluate(async (each, expected) => {
    each.click();
    await new Promise((drawn) => setTimeout(drawn));
    if (each.innerText !== expected) throw new Error(`found '${each.innerText}', expected '${expected}'`);
    each.click();
  }, question);
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
