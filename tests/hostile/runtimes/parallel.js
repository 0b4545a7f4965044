// A worker thread, a child with pipes, a file read by the pool, and a timer.
const { Worker } = require('node:worker_threads');
const { spawn } = require('node:child_process');
const fs = require('node:fs/promises');
const sum = (from, to) => { let s = 0; for (let i = from; i < to; i++) s += i; return s; };
const worker = new Promise((done) =>
  new Worker(`const {parentPort} = require('node:worker_threads');
    let s = 0; for (let i = 0; i < 500; i++) s += i; parentPort.postMessage(s);`, { eval: true })
    .on('message', done));
const child = new Promise((done) => spawn('/bin/sh', ['-c', 'cat >/dev/null; exit 7'])
  .on('exit', done).stdin.end('words'));
const file = fs.readFile(__filename, 'utf8');
const timer = new Promise((done) => setTimeout(done, 5));
Promise.all([worker, child, file, timer]).then(([half, status]) =>
  console.log(`${half + sum(500, 1000)} ${status}`));
