// The frame around every page: navigation, theme, and what to show for which address.
import { useState } from "preact/hooks";
import { Analyse } from "./analyse";
import type { Info } from "./api";
import { KnownGames } from "./games/context";
import { Home } from "./home";
import { useFetched } from "./hooks";
import { Play } from "./play";
import { Replay } from "./replay";
import { Link, useLocation } from "./router";
import { Tournament } from "./tournament";
import { DeadEnd, Notice } from "./ui";

const pages = [
  ["/", "Play"],
  ["/analyse", "Analyse"],
  ["/replay", "Replay"],
  ["/tournament", "Tournament"],
] as const;

function ThemeButton() {
  const [theme, setTheme] = useState(document.documentElement.dataset["theme"] ?? "");
  const dark = theme ? theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
  const toggle = () => {
    const next = dark ? "light" : "dark";
    document.documentElement.dataset["theme"] = next;
    setTheme(next);
    try {
      localStorage.setItem("theme", next);
    } catch {
      // Storage may be forbidden; the choice then lasts as long as the page.
    }
  };
  return (
    <button type="button" class="theme" aria-label={`Switch to ${dark ? "light" : "dark"} colours`} onClick={toggle}>
      <svg viewBox="0 0 24 24" aria-hidden="true">
        {dark ? (
          <path d="M12 7a5 5 0 1 0 0 10a5 5 0 1 0 0-10M12 1v3M12 20v3M1 12h3M20 12h3M4.2 4.2l2.1 2.1M17.7 17.7l2.1 2.1M4.2 19.8l2.1-2.1M17.7 6.3l2.1-2.1" />
        ) : (
          <path d="M20 14.5A8.5 8.5 0 0 1 9.5 4A8.5 8.5 0 1 0 20 14.5Z" />
        )}
      </svg>
    </button>
  );
}

function Page({ info, path, query }: { info: Info; path: string; query: URLSearchParams }) {
  const [, first, second] = path.split("/");
  if (path === "/") return <Home info={info} />;
  if (first === "play" && second) return <Play key={second} id={second} />;
  if (first === "analyse") return <Analyse info={info} query={query} />;
  if (first === "replay") return <Replay info={info} query={query} />;
  if (first === "tournament") return <Tournament info={info} chosen={second ? Number(second) : null} />;
  return <DeadEnd title="There is no such page">Nothing is kept at {path}.</DeadEnd>;
}

export function App() {
  const { path, query } = useLocation();
  const { data: info, error } = useFetched<Info>("/api/info");
  const here = path.startsWith("/play") ? "/" : `/${path.split("/")[1]}`;
  const wide = /^\/(play|analyse|replay)/.test(path) ? " wide" : ""; // a board wants the whole window
  return (
    <>
      <a class="skip" href="#main">
        Skip to the content
      </a>
      <header class={`top${wide}`}>
        <Link href="/" class="brand" aria-label="zerosum, home">
          <svg viewBox="0 0 32 20" aria-hidden="true">
            <circle class="one" cx="11" cy="10" r="8.5" />
            <circle class="two" cx="21" cy="10" r="8.5" />
          </svg>
          zerosum
        </Link>
        <nav aria-label="Pages">
          {pages.map(([href, name]) => (
            <Link key={href} href={href} aria-current={href === here ? "page" : undefined}>
              {name}
            </Link>
          ))}
        </nav>
        <ThemeButton />
      </header>
      <main class={`page${wide}`} id="main">
        {info ? (
          <KnownGames.Provider value={info.games}>
            <Page info={info} path={path} query={query} />
          </KnownGames.Provider>
        ) : (
          error && <Notice>{error}</Notice>
        )}
      </main>
    </>
  );
}
