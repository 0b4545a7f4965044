// The offline page: one game, no server.
import { render } from "preact";
import { type Film, FilmView } from "./film";
import "./style.css";

const film = JSON.parse(document.getElementById("game")!.textContent ?? "null") as Film;
document.title = `${film.frames.players[0].name} – ${film.frames.players[1].name}`;
render(
  <main class="page">
    <FilmView film={film} />
  </main>,
  document.getElementById("app")!,
);
