// After vite: makes the offline viewer one file and the class site's page, and turns everything that is served into
// dist/assets.inc, a C++ table of gzipped files that src/app/page/assets.cpp includes.
import { readFileSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { extname, join, relative, sep } from "node:path";
import { gzipSync } from "node:zlib";

const dist = new URL("./dist/", import.meta.url).pathname;
const firstLoadLimit = 60 * 1024;

const types = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".svg": "image/svg+xml",
};

function filesUnder(folder) {
  return readdirSync(folder).flatMap((name) => {
    const path = join(folder, name);
    return statSync(path).isDirectory() ? filesUnder(path) : [path];
  });
}

// In a script element only "</script" and "<!--" end or change the script.
const inline = (text) => text.replace(/<\/script/gi, "<\\/script").replace(/<!--/g, "<\\!--");
const viewer = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark"><title>zerosum game</title>
<style>${readFileSync(join(dist, "viewer/viewer.css"), "utf8")}</style></head>
<body><div id="app"></div><script type="application/json" id="game">"GAME"</script>
<script>${inline(readFileSync(join(dist, "viewer/viewer.js"), "utf8"))}</script></body></html>
`;

// The class site's page; zerosum standings --site puts in what is in capitals. Opened from a disk,
// "self" is no origin that every browser knows: hence "file:".
const classPage = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src 'self' file:; style-src 'self' file: 'unsafe-inline'; img-src 'self' file: data:">
<meta name="color-scheme" content="light dark"><title>TITLE</title>
<link rel="icon" href="favicon.svg" type="image/svg+xml"><link rel="stylesheet" href="site.css?STAMP">
<script src="theme.js?STAMP"></script></head>
<body data-stamp="STAMP"><div id="app"></div><noscript>This page needs JavaScript.</noscript>
<script src="site.js?STAMP"></script></body></html>
`;

const site = join(dist, "site");
const assets = filesUnder(site)
  .map((path) => ({ path: "/" + relative(site, path).split(sep).join("/"), bytes: readFileSync(path) }))
  .concat({ path: "/viewer.html", bytes: Buffer.from(viewer) })
  .concat({ path: "/class/index.html", bytes: Buffer.from(classPage) })
  .concat(["site.js", "site.css"].map((name) => ({ path: `/class/${name}`, bytes: readFileSync(join(dist, "class", name)) })))
  .sort((a, b) => (a.path < b.path ? -1 : 1))
  .map((asset) => ({ ...asset, packed: gzipSync(asset.bytes, { level: 9 }) }));

const offline = (path) => path === "/viewer.html" || path.startsWith("/class/");
const firstLoad = assets.filter((a) => !offline(a.path)).reduce((sum, a) => sum + a.packed.length, 0);
if (firstLoad > firstLoadLimit) {
  console.error(`embed: the page is ${firstLoad} bytes compressed, the limit is ${firstLoadLimit}`);
  process.exit(1);
}

const literal = (bytes) => {
  const lines = [];
  for (let i = 0; i < bytes.length; i += 24) lines.push(`    ${[...bytes.subarray(i, i + 24)].join(",")},`);
  return lines.join("\n");
};
const text = assets
  .map((a, i) => `constexpr unsigned char bytes_${i}[] = {\n${literal(a.packed)}\n};`)
  .concat(
    "constexpr Asset embedded_assets[] = {",
    assets.map((a, i) => {
      const type = types[extname(a.path)];
      if (!type) throw new Error(`embed: no content type for ${a.path}`);
      // vite's own names hold a hash of the content: those never change.
      const forever = a.path.startsWith("/assets/");
      return `    {"${a.path}", "${type}", {bytes_${i}, sizeof bytes_${i}}, ${forever}},`;
    }),
    "};",
  )
  .flat()
  .join("\n");
writeFileSync(join(dist, "assets.inc"), `// Made by web/embed.mjs.\n${text}\n`);
console.log(`embed: ${assets.length} files, first load ${firstLoad} bytes compressed`);
