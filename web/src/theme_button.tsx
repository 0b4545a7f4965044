// Light or dark, kept for the next visit; theme.js reads it before the first paint.
import { useState } from "preact/hooks";

export function ThemeButton() {
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
