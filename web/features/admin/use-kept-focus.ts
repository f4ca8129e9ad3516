import { useEffect, useRef } from 'react';

/**
 * Keeps the focus when the row that had it is gone. Otherwise the next Tab would start at the top of the
 * page.
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
    // A dialog that closes with its row returns the focus a moment later to an element that is gone.
    const next = requestAnimationFrame(() => {
      if (document.activeElement === document.body) frame.current?.focus({ preventScroll: true });
    });
    return () => cancelAnimationFrame(next);
  }, [rows]);
  return frame;
}
