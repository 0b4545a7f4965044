// A sheet over the page: its button, or a click beside it, closes it.
import type { ComponentChildren, RefObject } from "preact";

export function Sheet({ dialog, name, kind = "", children }: { dialog: RefObject<HTMLDialogElement>; name: string; kind?: string; children: ComponentChildren }) {
  return (
    <dialog ref={dialog} class={`sheet ${kind}`} aria-label={name} onClick={(event) => event.target === dialog.current && dialog.current?.close()}>
      <div>
        {children}
        <form method="dialog">
          <button>Close</button>
        </form>
      </div>
    </dialog>
  );
}
