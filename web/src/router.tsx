// Pages by path, with the browser's own history.
import type { ComponentChildren, JSX } from "preact";
import { useEffect, useState } from "preact/hooks";

const changed = "zerosum:navigate";

export function navigate(target: string, replace = false) {
  if (replace) history.replaceState(null, "", target);
  else history.pushState(null, "", target);
  dispatchEvent(new Event(changed));
  if (!replace) scrollTo(0, 0);
}

export function useLocation(): { path: string; query: URLSearchParams } {
  const read = () => location.pathname + location.search;
  const [target, setTarget] = useState(read);
  useEffect(() => {
    const update = () => setTarget(read());
    addEventListener("popstate", update);
    addEventListener(changed, update);
    return () => {
      removeEventListener("popstate", update);
      removeEventListener(changed, update);
    };
  }, []);
  const url = new URL(target, location.origin);
  return { path: url.pathname, query: url.searchParams };
}

type LinkProps = { href: string; children: ComponentChildren } & Omit<JSX.AnchorHTMLAttributes, "href">;

export function Link({ href, children, ...rest }: LinkProps) {
  const follow = (event: MouseEvent) => {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    navigate(href);
  };
  return (
    <a href={href} onClick={follow} {...rest}>
      {children}
    </a>
  );
}
