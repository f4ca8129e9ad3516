import { useEffect, useRef } from 'react';

/**
 * Takes the focus that was in a row which is gone: without it the next Tab starts at the top of the page.
 * @param rows how many there are
 * @returns the ref of the rows' frame, which needs `tabIndex={-1}`
 */
export function useKeptFocus(rows: number) {
  const frame = useRef<HTMLDivElement>(null);
  const before = useRef(rows);
  useEffect(() => {
    const isGone = rows < before.current;
    before.current = rows;
    if (!isGone) return;
    // A dialog that went with its row gives the focus back a moment later, to nobody.
    const next = requestAnimationFrame(() => {
      if (document.activeElement === document.body) frame.current?.focus({ preventScroll: true });
    });
    return () => cancelAnimationFrame(next);
  }, [rows]);
  return frame;
}
