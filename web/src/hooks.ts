// The few hooks that several pages share.
import { useEffect, useRef, useState } from "preact/hooks";
import { type Handlers, get, listen } from "./api";

// Something fetched once; `error` is a sentence.
export function useFetched<T>(path: string | null): { data: T | null; error: string | null } {
  const [state, setState] = useState<{ data: T | null; error: string | null }>({ data: null, error: null });
  useEffect(() => {
    setState({ data: null, error: null });
    if (path === null) return;
    let wanted = true;
    get<T>(path).then(
      (data) => wanted && setState({ data, error: null }),
      (error: Error) => wanted && setState({ data: null, error: error.message }),
    );
    return () => void (wanted = false);
  }, [path]);
  return state;
}

// An event stream for as long as the page shows it. A hidden tab lets go of its connection
// (browsers allow six per host) and opens a new one when it is shown again.
export function useStream(
  path: string | null,
  handlers: Handlers,
): boolean {
  const [connected, setConnected] = useState(true);
  const latest = useRef({ path, handlers });
  latest.current = { path, handlers };
  useEffect(() => {
    if (path === null) return;
    const names = Object.keys(latest.current.handlers);
    let close: (() => void) | null = null;
    const open = () => {
      if (close) return;
      // An event may still come when the page is about another path already: it is not for those handlers.
      const take = (name: string) => (data: never) => (latest.current.path === path ? latest.current.handlers[name]?.(data) : true);
      const forward = Object.fromEntries(names.map((name) => [name, take(name)]));
      close = listen(path, forward, setConnected);
    };
    const shut = () => {
      close?.();
      close = null;
    };
    const onVisibility = () => (document.hidden ? shut() : open());
    document.addEventListener("visibilitychange", onVisibility);
    if (!document.hidden) open();
    return () => {
      document.removeEventListener("visibilitychange", onVisibility);
      shut();
    };
  }, [path]);
  return connected;
}

// A value kept in this browser.
export function useStored<T>(key: string, initial: T): [T, (value: T) => void] {
  const [value, setValue] = useState<T>(() => {
    try {
      const text = localStorage.getItem(key);
      return text === null ? initial : (JSON.parse(text) as T);
    } catch {
      return initial;
    }
  });
  const store = (next: T) => {
    setValue(next);
    try {
      localStorage.setItem(key, JSON.stringify(next));
    } catch {
      // Storage may be forbidden; the choice then lasts as long as the page.
    }
  };
  return [value, store];
}

export function useTitle(title: string) {
  useEffect(() => void (document.title = title), [title]);
}

export const reducedMotion = () => matchMedia("(prefers-reduced-motion: reduce)").matches;
