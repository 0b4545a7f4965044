// Every test in one process, so that they share a browser.
import "./server.test.mjs";
import "./play.test.mjs";
import "./analyse.test.mjs";
import "./replay.test.mjs";
import "./tournament.test.mjs";
import "./third_game.test.mjs";
