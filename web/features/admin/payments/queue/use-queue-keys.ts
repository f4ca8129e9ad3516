import { type RefObject, useEffect } from 'react';

interface QueueKeys {
  rows: readonly { id: string }[];
  open: { id: string } | undefined;
  choose: (id: string) => void;
  /** The buttons of the open payment name their keys by `aria-keyshortcuts`. */
  pane: RefObject<HTMLElement | null>;
}

const FIELDS = 'input, textarea, select, [contenteditable], [role="dialog"]';

/** Keys of the queue: j and k go on and back, others press the button or lead into the field that names them. */
export function useQueueKeys({ rows, open, choose, pane }: QueueKeys): void {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.key.length !== 1) return;
      if (event.target instanceof Element && event.target.closest(FIELDS)) return;
      if (document.querySelector('[role="dialog"]')) return;
      if (event.key === 'j' || event.key === 'k') {
        const at = rows.findIndex(({ id }) => id === open?.id) + (event.key === 'j' ? 1 : -1);
        const next = rows[at];
        if (next) choose(next.id);
        return;
      }
      const of = `[aria-keyshortcuts="${CSS.escape(event.key)}"]`;
      const control = (event.key === '/' ? document : pane.current)?.querySelector<HTMLElement>(of);
      if (!control) return;
      event.preventDefault();
      if (control instanceof HTMLInputElement) control.focus();
      else control.click();
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  });
}
