// The frame around every page: navigation, theme, and what to show for which address.
import { Analyse } from "./analyse";
import type { Info } from "./api";
import { Desk } from "./desk";
import { KnownGames } from "./games/context";
import { Home } from "./home";
import { useFetched } from "./hooks";
import { Play } from "./play";
import { Puzzles } from "./puzzles";
import { Replay } from "./replay";
import { Link, useLocation } from "./router";
import { RulesSheet } from "./rules_sheet";
import { ShortcutSheet } from "./shortcuts";
import { Tournament } from "./tournament";
import { ThemeButton } from "./theme_button";
import { DeadEnd, Logo, Notice } from "./ui";

const pages = [
  ["/", "Play"],
  ["/puzzles", "Puzzles"],
  ["/analyse", "Analyse"],
  ["/replay", "Replay"],
  ["/tournament", "Tournament"],
] as const;

function Page({ info, path, query }: { info: Info; path: string; query: URLSearchParams }) {
  const [, first, second] = path.split("/");
  if (info.guest && first !== "play") return <DeadEnd title="Your link leads to one game" link={false}>The one who gave it to you can invite you to another.</DeadEnd>;
  if (path === "/") return <Home info={info} />;
  if (first === "play" && second) return <Play key={second} id={second} guest={info.guest} />;
  if (first === "puzzles") return <Puzzles info={info} query={query} />;
  if (first === "analyse") return <Analyse info={info} query={query} />;
  if (first === "replay") return <Replay info={info} query={query} />;
  if (first === "desk") return <Desk info={info} query={query} />;
  if (first === "tournament") return <Tournament info={info} chosen={second ? Number(second) : null} />;
  return <DeadEnd title="There is no such page">Nothing is kept at {path}.</DeadEnd>;
}

export function App() {
  const { path, query } = useLocation();
  const { data: info, error } = useFetched<Info>("/api/info");
  const here = path.startsWith("/play") ? "/" : `/${path.split("/")[1]}`;
  const wide = /^\/(play|puzzles|analyse|replay)/.test(path) ? " wide" : ""; // a board wants the whole window
  return (
    <>
      <a class="skip" href="#main">
        Skip to the content
      </a>
      <header class={`top${wide}`}>
        <Link href="/" class="brand" aria-label="zerosum, home">
          <Logo />
          zerosum
        </Link>
        <nav aria-label="Pages">
          {(info?.guest ? [] : [...pages, ...(info?.desk ? [["/desk", "Hand in"] as const] : [])]).map(([href, name]) => (
            <Link key={href} href={href} aria-current={href === here ? "page" : undefined}>
              {name}
            </Link>
          ))}
        </nav>
        <RulesSheet games={info?.games ?? []} />
        <ShortcutSheet />
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
