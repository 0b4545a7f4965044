// Every test in one process, so that they share a browser.
import "./server.test.mjs";
import "./play.test.mjs";
import "./sizes.test.mjs";
import "./puzzles.test.mjs";
import "./analyse.test.mjs";
import "./replay.test.mjs";
import "./friend.test.mjs";
import "./tournament.test.mjs";
import "./desk.test.mjs";
import "./large_class.test.mjs";
import "./site.test.mjs";
import "./third_game.test.mjs";
