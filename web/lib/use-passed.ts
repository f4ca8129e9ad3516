import { useEffect, useState } from 'react';

/** The longest that a timer of the browser waits. */
const MOST_MILLISECONDS = 2 ** 31 - 1;

/**
 * Tells whether a moment has passed. It changes at that moment, without a reload.
 * @param iso ISO 8601; null never passes
 */
export function usePassed(iso: string | null): boolean {
  const [, setLooked] = useState(0);
  const passed = iso !== null && Date.parse(iso) <= Date.now();
  useEffect(() => {
    if (iso === null || passed) return undefined;
    let timer: ReturnType<typeof setTimeout>;
    const wait = () => {
      const left = Date.parse(iso) - Date.now();
      if (left <= 0) setLooked((count) => count + 1);
      else timer = setTimeout(wait, Math.min(left, MOST_MILLISECONDS));
    };
    wait();
    return () => clearTimeout(timer);
  }, [iso, passed]);
  return passed;
}
