// Keys that do what buttons do. A page says which it has; "?" lists them.
import { useEffect, useRef, useState } from "preact/hooks";
import { Sheet } from "./sheet";

// A label of "" is not listed; null: not now.
export type Shortcuts = Record<string, readonly [label: string, act: (() => void) | null]>;

const pages = new Set<{ current: Shortcuts }>(); // those of what is shown now

const fixed: readonly (readonly [string, string])[] = [
  ["Arrows", "move over the board"],
  ["Enter", "pick the move there"],
  ["+  −  0", "zoom a large board, show all of it"],
  ["?", "this list"],
];

// For as long as the component is shown.
export function useShortcuts(shortcuts: Shortcuts) {
  const latest = useRef(shortcuts);
  latest.current = shortcuts;
  useEffect(() => {
    pages.add(latest);
    const onKey = (event: KeyboardEvent) => {
      const target = event.target as HTMLElement;
      if (event.altKey || event.ctrlKey || event.metaKey || target.closest("input:not([type=range]), textarea, select, dialog")) return;
      // Arrows and the blank mean something else on a board, a list, a slider or a button.
      if (/^(Arrow|Home|End)/.test(event.key) && target.closest(".board, .moves, input")) return;
      if (event.key === " " && target.closest(".board, button, a, summary")) return;
      const act = latest.current[event.key]?.[1];
      if (!act) return;
      event.preventDefault();
      act();
    };
    addEventListener("keydown", onKey);
    return () => {
      pages.delete(latest);
      removeEventListener("keydown", onKey);
    };
  }, []);
}

const shown: Record<string, string> = { ArrowLeft: "←", ArrowRight: "→", " ": "Blank" };

// A button and "?": the list of all keys.
export function ShortcutSheet() {
  const dialog = useRef<HTMLDialogElement>(null);
  const [rows, setRows] = useState<(readonly [string, string])[]>([]);
  const open = () => {
    setRows([...[...pages].flatMap((page) => Object.entries(page.current).flatMap(([key, [label]]) => (label ? [[shown[key] ?? key, label] as const] : []))), ...fixed]);
    dialog.current?.showModal();
  };
  useShortcuts({});
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== "?" || (event.target as HTMLElement).closest("input:not([type=range]), textarea, select, dialog")) return;
      event.preventDefault();
      open();
    };
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  }, []);
  return (
    <>
      <button type="button" class="theme keys" aria-label="Keyboard shortcuts" onClick={open}>
        ?
      </button>
      <Sheet dialog={dialog} name="Keyboard shortcuts">
        <h2>Keyboard shortcuts</h2>
        <dl>
          {rows.map(([key, label]) => (
            <div key={key + label}>
              <dt>
                <kbd>{key}</kbd>
              </dt>
              <dd>{label}</dd>
            </div>
          ))}
        </dl>
      </Sheet>
    </>
  );
}
